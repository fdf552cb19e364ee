"""Rows of coloured text: spans, palettes, pictures of tiles, and widgets of clickable rows."""
