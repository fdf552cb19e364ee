"""The list of lessons, and the introduction of each.

It may import what every screen may, and ``screens.game``.
"""
