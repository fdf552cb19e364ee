"""A complete hand as it is scored: one of its readings, and the group that the winning tile completed.

Sets of kinds are kept as bit masks (bit ``k`` stands for kind ``k``), so that the conditions of the yaku
are one or two operations each.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from engine.hand import POWERS, SUIT_OF
from engine.melds import Meld, MeldKind
from engine.score.win import Win
from engine.shape import Form, Reading
from engine.tiles import KIND_OF, Kind, Tile


class Wait(StrEnum):
    """What the winning tile completed."""

    RYANMEN = "ryanmen"
    """A sequence, from either side."""
    KANCHAN = "kanchan"
    """The middle of a sequence."""
    PENCHAN = "penchan"
    """The 3 of 123 or the 7 of 789."""
    SHANPON = "shanpon"
    """A triplet."""
    TANKI = "tanki"
    """The pair; also the wait of seven pairs and of thirteen orphans."""


RYANMEN, SHANPON, TANKI = Wait.RYANMEN, Wait.SHANPON, Wait.TANKI
_SEQUENCE_WAITS: tuple[tuple[Wait, Wait, Wait], ...] = tuple(
    (
        Wait.PENCHAN if rank == 6 else RYANMEN,
        Wait.KANCHAN,
        Wait.PENCHAN if rank == 0 else RYANMEN,
    )
    for rank in range(7)
)
"""By the rank (from 0) of a sequence's first tile and the place of the winning tile in it."""

_BITS: tuple[int, ...] = tuple(1 << kind for kind in KIND_OF)
_STANDARD = Form.STANDARD


class Facts:
    """What all readings of a win share: its tiles and its melds."""

    __slots__ = ("closed", "keys", "kinds", "meld_runs", "meld_triplets", "sequences", "tiles", "win")

    def __init__(self, win: Win) -> None:
        self.win = win
        self.closed = True
        """Whether no meld opens the hand."""
        self.keys = [0, 0, 0, 0]
        """The base-5 keys of the concealed tiles, see ``Hand.keys``."""
        self.kinds = 0
        """Mask of all kinds in the hand, melds included."""
        self.tiles: tuple[Tile, ...] = win.tiles
        """All tiles, melds included."""
        self.sequences: list[Kind] = []
        """First kinds of the called sequences."""
        self.meld_triplets: list[tuple[Kind, Meld]] = []
        """Called triplets and all kans."""
        keys = self.keys
        kinds = 0
        for tile in win.tiles:
            kind = KIND_OF[tile]
            keys[SUIT_OF[kind]] += POWERS[kind]
            kinds |= 1 << kind
        self.kinds = kinds
        if win.melds:
            self._add_melds(win.melds)

    def _add_melds(self, melds: tuple[Meld, ...]) -> None:
        for meld in melds:
            self.tiles += meld.tiles
            for tile in meld.tiles:
                self.kinds |= _BITS[tile]
            if meld.kind is MeldKind.CHI:
                self.sequences.append(meld.first)
            else:
                self.meld_triplets.append((KIND_OF[meld.tiles[0]], meld))
            if meld.kind is not MeldKind.CLOSED_KAN:
                self.closed = False


class Arrangement:
    """One reading with the winning tile in its place, as the conditions of the yaku see it."""

    __slots__ = (
        "closed",
        "concealed",
        "facts",
        "kans",
        "keys",
        "kinds",
        "opened",
        "pair",
        "reading",
        "rules",
        "runs",
        "sequences",
        "triplets",
        "wait",
        "win",
    )

    def __init__(self, facts: Facts, reading: Reading) -> None:
        self.facts = facts
        self.win = facts.win
        self.rules = facts.win.rules
        self.closed = facts.closed
        self.kinds = facts.kinds
        self.reading = reading
        self.pair = reading.pair
        self.wait = TANKI
        self.opened: Kind | None = None
        """The triplet that a ron completed: it counts as open."""
        self.kans = 0
        self.sequences = facts.sequences.copy()
        """First kinds of all sequences."""
        self.concealed: list[Kind] = []
        """Kinds of the triplets among the concealed tiles (closed kans are melds)."""
        runs = triplets = 0
        for first, is_sequence in reading.groups:
            if is_sequence:
                self.sequences.append(first)
            else:
                self.concealed.append(first)
                triplets |= 1 << first
        for kind, meld in facts.meld_triplets:
            triplets |= 1 << kind
            self.kans += len(meld.tiles) == 4
        for first in self.sequences:
            runs |= 1 << first
        self.runs = runs
        """Mask of the first kinds of all sequences."""
        self.triplets = triplets
        """Mask of the kinds of all triplets and kans."""

    @property
    def concealed_triplets(self) -> int:
        """Triplets and kans that are neither called nor completed by ron."""
        closed_kans = sum(not meld.is_open for _, meld in self.facts.meld_triplets)
        return len(self.concealed) - (self.opened is not None) + closed_kans

    def places(self) -> Iterator[Arrangement]:
        """This arrangement, once for each group that the winning tile may have completed.

        The same object is handed out again and again; keep what you need of it.
        """
        winning = KIND_OF[self.win.winning_tile]
        if self.reading.form is not _STANDARD:
            yield self
            return
        if self.pair == winning:
            yield self
        seen = []
        for group in self.reading.groups:
            first, is_sequence = group
            if is_sequence:
                if not 0 <= winning - first <= 2:
                    continue
                wait = _SEQUENCE_WAITS[first % 9][winning - first]
            elif first == winning:
                wait = SHANPON
            else:
                continue
            if wait not in seen:
                seen.append(wait)
                self.wait = wait
                self.opened = first if wait is SHANPON and not self.win.tsumo else None
                yield self
