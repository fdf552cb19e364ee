"""The list of the own games, and the figures over them."""
