"""Figures about hands and games by player, live or from records."""
