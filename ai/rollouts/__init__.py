"""Positions played to their end many times, with the tiles that a seat cannot see dealt anew.

It may import ``bots``, ``reading`` and the rooms below them.
"""
