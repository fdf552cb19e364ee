"""Analysis of positions: readings, bots, the coach, practice questions, lessons, and the arena."""
