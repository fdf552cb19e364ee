"""The signs that stand on or beside a tile, whatever draws it; part of the one legend of marks."""

from __future__ import annotations

DORA_SIGN = "d"
"""In the corner of a tile that is dora, beside it at the smallest size."""
TSUMOGIRI_SIGN = "'"
"""Behind a discard as it was drawn, besides its tone."""
