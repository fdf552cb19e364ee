"""Lessons at the table, the list of them, and the first lesson.

It may ask what all screens may, and ``screens.game``.
"""
