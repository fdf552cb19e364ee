"""Tiles as text without colours: glyph sets, sizes, states, marks.

It may import ``config`` and the rooms below it.
"""
