"""Safe tile: which tile of the hand cannot lose against the players to fear, and why.

Own turns out of bot games. To be feared are players in riichi, and those with two melds, a yakuhai among
them: these have a yaku whatever they wait for. One player or two are feared; exactly one kind of tile in the
hand cannot lose against any of them, or none at all does; and a tile that cannot lose does so for one reason
only.

The measure of difficulty counts the tiles to look through, in rows of a pond; two for each tile of the hand
that looks safer than it is; something for each reason that is harder to see than a discard; and six for a
second player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from ai.drills.chance import any_rules, drawn
from ai.drills.positions import Habits, Moment, moments
from ai.drills.question import Ask, Draft, Facts, Part, kind_options, names, word_options
from ai.reading.grounds import Ground
from ai.reading.safety import Safety, SideState, TileSafety
from ai.reading.value import triplet_han
from engine.dice import Dice
from engine.table import Table
from engine.tiles import EAST, KIND_OF, NAMES, Kind
from engine.view import SeatView

NONE = "none"
"""The word for a hand in which every tile can lose."""

REASONS: tuple[Ground, ...] = (
    Ground.OWN_DISCARD,
    Ground.PASSED_AFTER_RIICHI,
    Ground.PASSED_THIS_TURN,
    Ground.ALL_SEEN,
    Ground.NO_WAIT,
)
"""Why a tile cannot lose."""
WEIGHTS: dict[str, int] = {
    Ground.OWN_DISCARD: 0,
    Ground.PASSED_AFTER_RIICHI: 2,
    NONE: 4,
    Ground.ALL_SEEN: 5,
    Ground.PASSED_THIS_TURN: 6,
    Ground.NO_WAIT: 8,
}
"""What each answer adds to the difficulty; against two players the harder reason counts."""
SECOND = 6
"""What a second player adds."""
PER_TRAP = 2
ROW = 6
"""Tiles in a row of a pond."""

SHARES: tuple[dict[str, int], ...] = (
    {Ground.OWN_DISCARD: 60, Ground.PASSED_AFTER_RIICHI: 40},
    {Ground.OWN_DISCARD: 40, Ground.PASSED_AFTER_RIICHI: 35, NONE: 15, Ground.ALL_SEEN: 10},
    {
        Ground.OWN_DISCARD: 20,
        Ground.PASSED_AFTER_RIICHI: 30,
        NONE: 20,
        Ground.ALL_SEEN: 15,
        Ground.PASSED_THIS_TURN: 15,
    },
    {
        Ground.OWN_DISCARD: 10,
        Ground.PASSED_AFTER_RIICHI: 30,
        NONE: 20,
        Ground.ALL_SEEN: 15,
        Ground.PASSED_THIS_TURN: 15,
        Ground.NO_WAIT: 10,
    },
    {
        Ground.PASSED_AFTER_RIICHI: 25,
        NONE: 25,
        Ground.ALL_SEEN: 20,
        Ground.PASSED_THIS_TURN: 15,
        Ground.NO_WAIT: 15,
    },
)
"""How many questions of a hundred have each answer, by level."""
BANDS: tuple[tuple[int, int], ...] = ((0, 6), (7, 10), (11, 15), (16, 20), (21, 99))
"""Least and greatest difficulty of each level."""

SINGLE_WAIT_ONLY = 3
"""Melds from which on a hand has no room for more waits than the reading reckons with: not asked about."""
_LOOKS = 12
"""So many positions of a hand are looked at."""
_QUIET = Habits(passes=100)
_CALLING = Habits(passes=100, silent=30, calls=40)
_BY_CALLS = (Ground.PASSED_THIS_TURN, Ground.ALL_SEEN, Ground.NO_WAIT)
"""Reasons that come about where players call a lot."""


class TrapKind(StrEnum):
    """How a tile that can lose looks safer than it is."""

    SUJI = "suji"
    """No two-sided wait takes it, another one may."""
    LAST_COPY = "last-copy"
    """An honour of which all but one copy are visible."""
    EARLIER = "earlier"
    """Somebody threw it before the riichi, or before the last discard of a player without riichi."""
    ONE_ONLY = "one-only"
    """It cannot lose against one of the two players."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A kind in the hand that can lose against that player, and looks as if it could not."""

    kind: TrapKind
    tile: Kind
    opponent: int


@dataclass(frozen=True, slots=True)
class SafeAsk(Ask):
    """Which tile cannot lose against these seats, whatever is hidden."""

    against: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SafeFacts(Facts):
    """The tile against each of the players, nothing when there is none; and what misleads."""

    safe: tuple[TileSafety, ...]
    traps: tuple[Trap, ...]


def draft(level: int, dice: Dice) -> Draft:
    """A position of that level."""
    answer = drawn(SHARES[level - 1], dice) or NONE
    while (found := _find(level, answer, dice)) is None:
        pass
    return found


def _find(level: int, answer: str, dice: Dice) -> Draft | None:
    """A fitting position of one hand."""
    habits = _CALLING if answer in _BY_CALLS or dice.below(4) == 0 else _QUIET
    for moment in islice(moments(any_rules(dice), dice, habits, _wanted), _LOOKS):
        if (draft := _draft(moment, level, answer)) is not None:
            return draft
    return None


def _wanted(view: SeatView) -> bool:
    """Whether the seat has to choose a discard while one or two others are to be feared."""
    if not view.my_turn or view.drawn is None or view.me.riichi or KIND_OF[view.drawn] in view.waits:
        return False
    return 0 < len(feared(view)) < 3


def feared(view: SeatView) -> tuple[int, ...]:
    """The players who may win on any tile, from the right on."""
    seats = ((view.seat + step) % len(view.table.seats) for step in range(1, len(view.table.seats)))
    return tuple(seat for seat in seats if _fears(view.table, seat))


def _fears(table: Table, seat: int) -> bool:
    player = table.seats[seat]
    if player.riichi or len(player.melds) < 2:
        return player.riichi_paid
    return any(triplet_han(meld.first, table, seat) > 0 for meld in player.melds if meld.first >= EAST)


def _draft(moment: Moment, level: int, answer: str) -> Draft | None:
    """The question about a position, None when it is none of that level and answer."""
    view = moment.view()
    against = feared(view)
    if any(len(view.table.seats[seat].melds) > SINGLE_WAIT_ONLY for seat in against):
        return None
    safety = Safety(view)
    kinds = sorted({KIND_OF[tile] for tile in view.hand.tiles})
    safe = [kind for kind in kinds if all(safety.certainties(kind, seat) for seat in against)]
    if len(safe) > 1:
        return None
    reasons = [safety.certainties(kind, seat) for kind in safe for seat in against]
    if any(len(each) > 1 for each in reasons):
        return None
    whys = [why for each in reasons for why in each]
    traps = tuple(_traps(view, safety, kinds, against))
    hard = difficulty(view, against, whys, traps)
    low, high = BANDS[level - 1]
    if max(whys or [NONE], key=WEIGHTS.__getitem__) != answer or not low <= hard <= high:
        return None
    if not safe and not traps:
        return None
    tile = frozenset(NAMES[kind] for kind in safe)
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=SafeAsk(against),
        parts=(
            Part("tile", (*kind_options(kinds), *word_options([NONE]))),
            *(Part(f"why-{number}", word_options(REASONS), after=tile) for number in range(len(whys))),
        ),
        answer=(tile or names(()) or frozenset({NONE}), *(frozenset({why.value}) for why in whys)),
        facts=SafeFacts(tuple(safety.against(kind, seat) for kind in safe for seat in against), traps),
        difficulty=hard,
    )


def _traps(
    view: SeatView, safety: Safety, kinds: Sequence[Kind], against: Sequence[int]
) -> Iterator[Trap]:
    """Every trap in the hand."""
    for seat in against:
        earlier = _thrown_earlier(view.table, seat)
        for kind in kinds:
            if safety.certainties(kind, seat):
                if len(against) > 1 and not all(safety.certainties(kind, other) for other in against):
                    yield Trap(TrapKind.ONE_ONLY, kind, next(each for each in against if each != seat))
                continue
            read = safety.against(kind, seat)
            if read.sides and all(side.state is SideState.SUJI for side in read.sides):
                yield Trap(TrapKind.SUJI, kind, seat)
            elif kind >= EAST and read.left <= 1:
                yield Trap(TrapKind.LAST_COPY, kind, seat)
            elif kind in earlier:
                yield Trap(TrapKind.EARLIER, kind, seat)


def _thrown_earlier(table: Table, seat: int) -> set[Kind]:
    """What others threw before the riichi of that player, or before the last discard."""
    return {KIND_OF[tile] for thrower, tile in table.discards[: _since(table, seat)] if thrower != seat}


def _since(table: Table, seat: int) -> int:
    """How many discards there were when that player's riichi tile, or last discard, was on the table."""
    player = table.seats[seat]
    order = player.riichi_order
    if order is None:
        order = player.pond[-1].order if player.pond else -1
    return order + 1


def difficulty(view: SeatView, against: Sequence[int], whys: Sequence[Ground], traps: Sequence[Trap]) -> int:
    """What has to be looked through, and what misleads."""
    table = view.table
    tiles = 0
    for seat in against:
        since = table.discards[_since(table, seat) :]
        tiles += len(table.seats[seat].pond) + sum(1 for thrower, _ in since if thrower != seat)
    weight = max(WEIGHTS[why] for why in whys or [NONE])
    return tiles // ROW + PER_TRAP * len(traps) + weight + SECOND * (len(against) - 1)
