"""Figures about hands and games by player, live or from records.

It may import ``reading`` and the rooms below it.
"""
