"""The game in progress (session, save file, start, pace), and the archive of finished games with its index.

It may import ``database``, ``words`` and the rooms below them.
"""
