"""The table in play: a seat, the game or lesson played there, the end of a hand and of a game.

It may ask what all screens may, and ``screens.review``.
"""
