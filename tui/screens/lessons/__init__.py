"""The list of lessons, and the introduction of each.

It may ask what all screens may, and ``screens.game``.
"""
