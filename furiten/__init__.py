"""Riichi mahjong for the terminal: the name that the program is installed and started by.

In the repository this package holds only its start, and the code lies beside it. In the wheel everything lies
inside it, as ``furiten.engine``, ``furiten.ai``, ``furiten.tui`` and ``furiten.assets`` (``hatch_build.py``).
"""

from engine import __version__

__all__ = ["__version__"]
