"""Data only: texts, glyph sets, themes, pictures. Nothing here is code.

It is a package, not a bare folder, so that no other folder called ``assets`` on the path can mix with it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where they lie."""
