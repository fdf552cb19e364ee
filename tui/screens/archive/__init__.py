"""The list of the own games."""
