"""A tile as text: glyph sets, sizes and states, before any colour.

It may ask ``config`` and ``i18n``.
"""
