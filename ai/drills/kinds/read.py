"""Questions "read the pond": which of these waits can a player in riichi not win on by ron?

The positions are own turns with a player in riichi. Each option is a concrete wait, such as
23m on 1m and 4m. It is impossible if the player is furiten on one of its tiles, which blocks the whole wait:
the tile is among their discards, called away or not, or it passed since their riichi. It is also impossible
if too few of its own tiles are unseen, or if no tile is left to win on. A tile of the own hand can still be
discarded, so it is left to win on. Everything else is possible: tiles that passed before the riichi, suji,
and what lies in other ponds prove nothing.

The difficulty adds one for each option, the weight of what has to be seen for it, and the number of tiles to
look through, in rows of a pond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ai.drills.difficulty import discarded_before, rows_to_look_at
from ai.drills.drill import Drill
from ai.drills.question import (
    NONE,
    Ask,
    Asked,
    Draft,
    DrillKind,
    DrillTheme,
    Facts,
    Part,
    QuestionOf,
    word_options,
)
from ai.reading.evidence import Genbutsu, GenbutsuReason, proofs
from ai.reading.threat import in_riichi
from ai.seat_position import SeatPosition
from engine import shape
from engine.hand import Hand
from engine.tiles import EAST, KIND_OF, KINDS, Kind, format_tiles
from engine.view import SeatView


class WaitForm(StrEnum):
    """How the tiles of a wait lie together."""

    TWO_SIDED = "two-sided"
    """Ryanmen: 23 on 1 and 4."""
    CLOSED = "closed"
    """Kanchan: 24 on 3."""
    EDGE = "edge"
    """Penchan: 12 on 3."""
    SINGLE = "single"
    """Tanki: one tile."""
    PAIRS = "pairs"
    """Shanpon: two pairs."""
    FOUR_IN_A_ROW = "four-in-a-row"
    """Nobetan: 2345 on 2 and 5."""
    FIVE_IN_A_ROW = "five-in-a-row"
    """Sanmenchan: 34567 on 2, 5 and 8."""
    TRIPLET_AND_NEIGHBOUR = "triplet-and-neighbour"
    """3334 on 2, 4 and 5."""


class WaitShape(NamedTuple):
    """The tiles of a wait in notation and as kinds, and the kinds that it waits on."""

    id: str
    form: WaitForm
    tiles: tuple[Kind, ...]
    waits: tuple[Kind, ...]


@cache
def all_shapes() -> tuple[WaitShape, ...]:
    """Every wait of these forms."""
    return tuple(WaitShape(format_tiles(tiles), form, tiles, waits_of(tiles)) for form, tiles in _all_tiles())


@cache
def shape_of(id: str) -> WaitShape:
    """The wait with that id; raises KeyError for another text."""
    return {each.id: each for each in all_shapes()}[id]


def _all_tiles() -> Iterator[tuple[WaitForm, tuple[Kind, ...]]]:
    """The tiles of every wait."""
    for kind in range(KINDS):
        yield WaitForm.SINGLE, (kind,)
    for pair in combinations(range(KINDS), 2):
        yield WaitForm.PAIRS, (pair[0], pair[0], pair[1], pair[1])
    for suit in range(0, EAST, 9):
        for rank in range(8):
            edge = WaitForm.EDGE if rank in (0, 7) else WaitForm.TWO_SIDED
            yield edge, _run(suit, rank, 2)
        for rank in range(7):
            yield WaitForm.CLOSED, (suit + rank, suit + rank + 2)
        for rank in range(6):
            yield WaitForm.FOUR_IN_A_ROW, _run(suit, rank, 4)
        for rank in range(1, 4):
            yield WaitForm.FIVE_IN_A_ROW, _run(suit, rank, 5)
        for rank in range(1, 7):
            low, high = suit + rank, suit + rank + 1
            yield WaitForm.TRIPLET_AND_NEIGHBOUR, (low, low, low, high)
            yield WaitForm.TRIPLET_AND_NEIGHBOUR, (low, high, high, high)


def _run(suit: int, rank: int, length: int) -> tuple[Kind, ...]:
    return tuple(range(suit + rank, suit + rank + length))


def waits_of(tiles: Iterable[Kind]) -> tuple[Kind, ...]:
    """The kinds that complete these tiles beside complete groups, and a pair if they need one."""
    held = list(tiles)
    if len(held) % 3 == 2:
        held += [KINDS - 1] * 2
    return shape.waits(Hand(held).keys, (13 - len(held)) // 3)


class PondSign(StrEnum):
    """The fact that decides about a wait, or that seems to."""

    OWN_DISCARD = "own-discard"
    """The player discarded one of the tiles it waits on."""
    PASSED = "passed"
    """One of the tiles it waits on passed since the riichi."""
    CALLED_AWAY = "called-away"
    """The player discarded one of the tiles it waits on, and it was called away."""
    NOT_HELD = "not-held"
    """Too few of its own tiles are unseen."""
    NONE_LEFT = "none-left"
    """No tile is left to win on."""
    NOTHING = "nothing"
    """It is possible, and nothing seems to speak against it."""
    OWN_TILE = "own-tile"
    """It is possible; one of its own tiles, which it does not wait on, lies in the player's pond."""
    EARLIER = "earlier"
    """It is possible; another player discarded one of the tiles it waits on before the riichi."""


IMPOSSIBLE: tuple[PondSign, ...] = (
    PondSign.OWN_DISCARD,
    PondSign.PASSED,
    PondSign.CALLED_AWAY,
    PondSign.NOT_HELD,
    PondSign.NONE_LEFT,
)
"""What rules a wait out, the easiest to see first."""
WEIGHTS: Mapping[PondSign, int] = {
    PondSign.OWN_DISCARD: 1,
    PondSign.PASSED: 2,
    PondSign.CALLED_AWAY: 4,
    PondSign.NOT_HELD: 4,
    PondSign.NONE_LEFT: 5,
    PondSign.NOTHING: 1,
    PondSign.OWN_TILE: 2,
    PondSign.EARLIER: 3,
}
"""The weight of a sign in the difficulty."""


class ReadAsked(Asked, frozen=True):
    """The player in riichi, and the waits that are offered, in their order."""

    opponent: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadAsk(Ask):
    """Which waits can the player at that seat not win on?"""

    opponent: int


@dataclass(frozen=True, slots=True)
class ReadWait:
    """A wait with the sign that decides about it, or seems to.

    ``tile`` is the tile of the sign: one it waits on, one of its own for ``NOT_HELD`` and ``OWN_TILE``; None
    for ``NONE_LEFT`` and ``NOTHING``. ``proof`` tells when it was discarded, for the furiten signs.
    """

    shape: WaitShape
    sign: PondSign
    tile: Kind | None = None
    proof: Genbutsu | None = None

    @property
    def possible(self) -> bool:
        """Whether the player can have the wait and win on it."""
        return self.sign not in IMPOSSIBLE


@dataclass(frozen=True, slots=True)
class ReadFacts(Facts):
    """The waits of the options, in their order."""

    waits: tuple[ReadWait, ...]


ReadQuestion = QuestionOf[ReadAsk, ReadFacts]


class PondReader:
    """Reads waits of one player in riichi, from the view of another seat."""

    def __init__(self, view: SeatView, opponent: int) -> None:
        self._left = view.left()
        self._coming = [left + mine for left, mine in zip(self._left, view.hand.counts, strict=True)]
        """Copies that may still be discarded, or are held by another player."""
        table = view.table
        pond = table.seats[opponent].pond
        self._pond = {KIND_OF[discard.tile] for discard in pond}
        self._proofs: dict[PondSign, dict[Kind, Genbutsu]] = {sign: {} for sign in IMPOSSIBLE[:3]}
        for proof in proofs(table, opponent):
            own_discard = proof.reason is GenbutsuReason.OWN_DISCARD
            called = own_discard and pond[proof.turn - 1].called_by is not None
            sign = (
                PondSign.CALLED_AWAY if called else PondSign.OWN_DISCARD if own_discard else PondSign.PASSED
            )
            self._proofs[sign].setdefault(proof.kind, proof)
        self._earlier = discarded_before(table, opponent)

    def read(self, shape: WaitShape) -> ReadWait:
        """The wait with the sign that decides about it; of several signs the one that is easiest to see."""
        for sign, found in self._proofs.items():
            for kind in shape.waits:
                if kind in found:
                    return ReadWait(shape, sign, kind, found[kind])
        for kind in shape.tiles:
            if shape.tiles.count(kind) > self._left[kind]:
                return ReadWait(shape, PondSign.NOT_HELD, kind)
        if all(self._coming[kind] <= shape.tiles.count(kind) for kind in shape.waits):
            return ReadWait(shape, PondSign.NONE_LEFT)
        for sign, kinds, others in (
            (PondSign.OWN_TILE, self._pond, shape.tiles),
            (PondSign.EARLIER, self._earlier, shape.waits),
        ):
            for kind in others:
                if kind in kinds:
                    return ReadWait(shape, sign, kind)
        return ReadWait(shape, PondSign.NOTHING)


def is_wanted(view: SeatView) -> bool:
    """Whether it is the own turn, and another player without a kan is in riichi."""
    return view.my_turn and view.drawn is not None and not view.me.riichi and bool(without_melds(view))


def without_melds(view: SeatView) -> list[int]:
    """The other players in riichi without a kan, by their seats."""
    return sorted(seat for seat in in_riichi(view) if not view.table.seats[seat].melds)


def ask(moment: SeatPosition, opponent: int, ids: Sequence[str]) -> Draft | None:
    """The question about these waits of a player in riichi; None if it is not the own turn to discard."""
    view = moment.view()
    if not is_wanted(view) or opponent not in without_melds(view):
        return None
    reader = PondReader(view, opponent)
    waits = tuple(reader.read(shape_of(id)) for id in ids)
    impossible = frozenset(wait.shape.id for wait in waits if not wait.possible)
    weight = sum(WEIGHTS[wait.sign] for wait in waits)
    return Draft(
        position=moment,
        ask=ReadAsk(opponent),
        parts=(Part("waits", word_options([*ids, NONE]), several=True),),
        answer=(impossible or frozenset({NONE}),),
        facts=ReadFacts(waits),
        difficulty=difficulty(view, opponent, len(waits), weight),
        stored=ReadAsked(opponent, tuple(ids)),
        themes=tuple(_themes(waits)),
    )


def difficulty(view: SeatView, opponent: int, options: int, weight: int) -> int:
    """The difficulty, as the module describes it, of so many options of that weight together."""
    return rows_to_look_at(view.table, [opponent]) + options + weight


_THEMES: Mapping[PondSign, DrillTheme] = {
    PondSign.CALLED_AWAY: DrillTheme.CALLED_AWAY,
    PondSign.PASSED: DrillTheme.AFTER_RIICHI,
    PondSign.NOT_HELD: DrillTheme.WALL,
    PondSign.NONE_LEFT: DrillTheme.ALL_SEEN,
}


def _themes(waits: Sequence[ReadWait]) -> Iterator[DrillTheme]:
    """The ideas: reading a pond, and what else rules waits out."""
    yield DrillTheme.READ_POND
    signs = {wait.sign for wait in waits}
    yield from (theme for sign, theme in _THEMES.items() if sign in signs)


DRILL = Drill(
    kind=DrillKind.READ,
    bands=((0, 13), (14, 17), (18, 21), (22, 26), (27, 99)),
    asked=ReadAsked,
    ask=lambda moment, asked: ask(moment, asked.opponent, asked.ids),
    exchange=lambda asked, exchange: ReadAsked(asked.opponent, tuple(map(exchange.id, asked.ids))),
)
