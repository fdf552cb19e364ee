"""The screens that the interface needs, known without loading it."""

from __future__ import annotations

NEEDED = (80, 24)
"""The smallest screen of the table, in cells and rows."""
