"""Data only: texts, glyph sets, themes, pictures. Nothing here is code.

It is a package, not a bare folder, so that no other folder called ``assets`` on the path can mix with it.
"""

from os.path import dirname

FOLDER = dirname(__file__)
"""Where they lie; a text, because short commands load no ``pathlib`` (decision 20)."""
