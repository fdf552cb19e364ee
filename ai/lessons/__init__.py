"""Lessons: prepared hands played against scripted bots, with undo of every choice.

It may ask ``play``, ``bots``, ``reading`` and ``bot``.
"""
