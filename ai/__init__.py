"""Everything that thinks about a position: reading, bots, arena."""
