"""Lessons without a screen: the list of lessons, and the scripts that the game screen plays.

It may import ``practice``, ``desk`` and the rooms below them.
"""
