"""The title screen and the form of a new game.

It may ask what all screens may.
"""
