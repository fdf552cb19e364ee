"""Rows of coloured text: spans, palettes, pictures of tiles, and areas of rows that take clicks.

It may ask ``tiles`` and the rooms below it.
"""
