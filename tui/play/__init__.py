"""The game in progress: session, save file, start, pace."""
