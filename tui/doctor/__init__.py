"""Measure what the terminal can show, and suggest settings for it.

It may import ``config``, ``i18n`` and ``system``.
"""
