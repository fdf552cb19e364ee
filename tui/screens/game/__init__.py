"""The table in play: a game or lesson at the table, the end of a hand and of a game."""
