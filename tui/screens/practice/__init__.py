"""Practice: its menu, a question and its answer, the end of a session, progress.

It may ask what all screens may, and ``screens.lessons``.
"""
