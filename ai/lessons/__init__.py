"""Lessons: prepared hands played against scripted bots, with undo of every choice."""
