"""What a winner says of the hand where the value of a win is said: yaku, han, fu and payments."""

from __future__ import annotations

from typing import NamedTuple


class WinCount(NamedTuple):
    """What a winner says, right or wrong."""

    yaku: tuple[str, ...]
    """Names of yaku, dora included, each once."""
    han: int | None
    """None for a yakuman, or where only the limit was said."""
    fu: int | None
    """Rounded; None for a yakuman, or where a limit makes it needless."""
    deltas: tuple[int, int, int, int]
    """Points gained by each seat, honba and riichi sticks counted."""
    mixed: bool = False
    """Whether the winning tile was not kept apart from the hand."""
