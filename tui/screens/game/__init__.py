"""The table in play: a seat, the game or lesson played there, the end of a hand and of a game.

It may import what every screen may, and ``screens.review``.
"""
