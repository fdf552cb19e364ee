"""The screens of the figures over all games."""
