"""How a hand ended: who won what from whom, or why it was drawn."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from engine.hand import Hand
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.actions import WinCount
    from engine.score import Score


class DrawReason(StrEnum):
    """Ways a hand can be drawn, as records name them."""

    EXHAUSTIVE = "exhaustive"
    NAGASHI_MANGAN = "nagashi_mangan"
    NINE_TERMINALS = "kyuushu_kyuuhai"
    FOUR_WINDS = "suufon_renda"
    FOUR_RIICHI = "suucha_riichi"
    FOUR_KANS = "suukaikan"
    TRIPLE_RON = "sanchahou"
    CHOMBO = "chombo"
    """Not a draw: the hand is dealt again."""

    @property
    def is_abortive(self) -> bool:
        """Whether the hand was broken off before the wall was empty."""
        return self not in (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN)

    @property
    def shows_riichi(self) -> bool:
        """Whether riichi hands are shown, and found to be none.

        After other abortive draws only who declared nine terminals or a win shows a hand.
        """
        return not self.is_abortive or self is DrawReason.FOUR_RIICHI


class WinResult(msgspec.Struct, frozen=True):
    """One win. ``target`` is the winner himself on a tsumo; ``deltas`` are points gained by seat.

    ``value`` is what the hand is worth without honba and riichi sticks. ``honba`` and ``riichi_sticks`` are
    how many of each the winner was paid. ``liable`` are the players who pay for a yakuman by pao.
    """

    winner: int
    target: int
    tile: Tile
    hand: Hand
    """Concealed tiles (the winning tile among them only on a tsumo) and melds."""
    score: Score
    deltas: tuple[int, int, int, int]
    value: int
    honba: int
    riichi_sticks: int
    liable: tuple[int, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    ura_unrecorded: bool = False
    """There were some, and the record of the hand leaves them out."""
    miscount: WinCount | None = None
    """What the winner said, and was paid, if that was wrong and nobody challenged it."""

    @property
    def tsumo(self) -> bool:
        return self.winner == self.target


class DrawResult(msgspec.Struct, frozen=True):
    """A drawn hand. ``tenpai`` says who is tenpai and shows; ``nagashi`` who is paid for nagashi mangan."""

    reason: DrawReason
    tenpai: tuple[bool, bool, bool, bool]
    hands: tuple[Hand, Hand, Hand, Hand]
    deltas: tuple[int, int, int, int]
    nagashi: tuple[int, ...] = ()
    declarer: int | None = None
    """Who broke the hand off for nine terminals."""
    offenders: tuple[int, ...] = ()
    """Whose chombo ended the hand."""


class Outcome(msgspec.Struct, frozen=True):
    """The end of a hand: its wins, or its draw."""

    wins: tuple[WinResult, ...] = ()
    draw: DrawResult | None = None

    @property
    def offenders(self) -> tuple[int, ...]:
        """Whose chombo ended the hand, which then does not count as one; empty as a rule."""
        return () if self.draw is None else self.draw.offenders

    def dealer_stays(self, dealer: int) -> bool:
        """Whether East keeps the deal: by winning, by being tenpai at the end, or after an abortive draw."""
        if self.draw is None:
            return any(win.winner == dealer for win in self.wins)
        return self.draw.reason.is_abortive or self.draw.tenpai[dealer]
