"""Sentences about positions, results and reasons, from facts of ``engine`` and ``ai``.

It may import ``config`` and ``i18n``.
"""
