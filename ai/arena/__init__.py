"""The arena: contests of four bots over many games, in several processes, with figures for each bot."""
