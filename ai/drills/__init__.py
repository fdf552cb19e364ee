"""Practice questions: positions of a library and of own games, asked and answered by the engine."""
