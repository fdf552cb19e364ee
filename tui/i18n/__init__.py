"""Text catalogue, language, and text layout: lists, line breaks, cell widths.

It may import ``system``.
"""
