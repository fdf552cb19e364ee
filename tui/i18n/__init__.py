"""The catalogue of texts, the language, and text that fits: lists, line breaks, cell widths.

It may ask ``system``.
"""
