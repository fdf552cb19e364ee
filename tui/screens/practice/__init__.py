"""Practice: its menu, a question and its answer, the end of a session, progress."""
