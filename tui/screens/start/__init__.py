"""The title screen and the form of a new game.

It may import what every screen may.
"""
