"""Practice: its menu, a question and its answer, the end of a session, progress.

It may import what every screen may, and ``screens.lesson_list``.
"""
