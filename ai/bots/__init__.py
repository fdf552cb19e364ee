"""The bots, one module each; ``registry`` lists them all and makes them by name."""
