"""Analysis of a position for one seat: safety, threats, speed and value, each with its reasons as data."""
