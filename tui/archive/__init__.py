"""The archive of finished games: records, their metadata, and an index for searches and figures.

It may import ``database``, ``words`` and the rooms below them.
"""
