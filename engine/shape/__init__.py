"""Tile mathematics: what a hand is, what it lacks, and what would help it."""

from engine.shape.readings import Form, Group, Reading, readings

__all__ = ["Form", "Group", "Reading", "readings"]
