"""A record stepped through at the table, independent of any screen.

It may import ``desk`` and the rooms below it.
"""
