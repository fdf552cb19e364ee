"""Lessons without a screen: the list of lessons, and the scripts that the game screen plays."""
