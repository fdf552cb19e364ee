"""Lessons: hands that are about to become furiten, played on against bots, with every choice open again.

It may ask ``play``, ``bots``, ``reading`` and ``bot``.
"""
