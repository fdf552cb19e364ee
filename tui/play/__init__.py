"""The game in progress: session, save file, start, pace.

It may import ``archive`` and the rooms below it.
"""
