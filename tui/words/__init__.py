"""Sentences about positions, results and reasons, from facts of ``engine`` and ``ai``.

It may import ``tiles``, ``config`` and the rooms below them.
"""
