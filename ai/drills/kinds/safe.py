"""Questions "safe tile": which tile of the hand is safe against the dangerous players, and why?

The positions are own turns. Dangerous players are those in riichi, and those with two melds
including a yakuhai, because they have a yaku whatever their wait. One or two players are dangerous. Exactly
one kind in the hand is safe against all of them, or none is. The reason is asked next: every true one is
right, and tiles with two proofs are left out. One proof can be told in two ways: what passed since a riichi
may have passed since the last discard too, and where no wait is possible all four are visible.

The difficulty adds the number of tiles to look through, in rows of a pond; one for each tile of the hand that
looks safer than it is; the weight of the reason; and five for a second player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ai.drills.drill import Drill
from ai.drills.effort import SECOND, discarded_before, must_discard, rows_to_look_at
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
    kind_options,
    names,
    word_options,
)
from ai.reading.evidence import SideState, proofs
from ai.reading.safety import Safety, TileSafety
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason
from ai.reading.threat import possible_winners
from ai.seat_position import SeatPosition
from engine.table import Table
from engine.tiles import EAST, KIND_OF, NAMES, Kind, parse_tile
from engine.view import SeatView

REASONS: tuple[SafetyReason, ...] = (
    SafetyReason.OWN_DISCARD,
    SafetyReason.PASSED_AFTER_RIICHI,
    SafetyReason.PASSED_THIS_TURN,
    SafetyReason.ALL_SEEN,
    SafetyReason.NO_WAIT,
)
"""Why a tile is safe."""
WEIGHTS: dict[str, int] = {
    SafetyReason.OWN_DISCARD: 0,
    SafetyReason.PASSED_AFTER_RIICHI: 3,
    NONE: 8,
    SafetyReason.ALL_SEEN: 8,
    SafetyReason.PASSED_THIS_TURN: 11,
    SafetyReason.NO_WAIT: 14,
}
"""The weight of each answer in the difficulty; against two players the harder reason counts."""

MELDS_AT_MOST = 3
"""The most melds of a dangerous player; with four the wait is a tanki, which the safety reasons ignore."""
COUNTED = (SafetyReason.ALL_SEEN, SafetyReason.NO_WAIT)
"""Reasons found by counting tiles."""


class TrapKind(StrEnum):
    """Why a tile that is not safe looks safe."""

    SUJI = "suji"
    """No two-sided wait can win on it, but another wait may."""
    LAST_COPY = "last-copy"
    """An honour with all but one copy visible."""
    EARLIER = "earlier"
    """Another player discarded it before the riichi, or before the player's last discard without riichi."""
    ONE_ONLY = "one-only"
    """It is safe against only one of the two players."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A kind in the hand that is not safe against that player but looks safe."""

    kind: TrapKind
    tile: Kind
    opponent: int


class SafeAsked(Asked, frozen=True):
    """The name of the only safe tile that is offered; empty if all are."""

    only: str = ""


@dataclass(frozen=True, slots=True)
class SafeAsk(Ask):
    """Which tile is safe against these seats, whatever is hidden?"""

    against: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SafeFacts(Facts):
    """The safety of the safe tile against each player, empty if there is none; and the traps."""

    safe: tuple[TileSafety, ...]
    traps: tuple[Trap, ...]


SafeQuestion = QuestionOf[SafeAsk, SafeFacts]


def is_wanted(view: SeatView) -> bool:
    """Whether the seat must discard while one or two other players are dangerous."""
    if not must_discard(view):
        return False
    against = possible_winners(view)
    return 0 < len(against) < 3 and all(
        len(view.table.seats[seat].melds) <= MELDS_AT_MOST for seat in against
    )


def ask(moment: SeatPosition, only: Kind | None = None) -> Draft | None:
    """The question about a position; None if several tiles are safe, or one for two reasons.

    With ``only``, of the safe tiles this one alone is offered, beside those that are not safe. Its reason is
    asked if there is one.
    """
    view = moment.view()
    if not is_wanted(view):
        return None
    against = possible_winners(view)
    safety = Safety(view)
    kinds = sorted({KIND_OF[tile] for tile in view.hand.tiles})
    safe = [kind for kind in kinds if all(_cannot_lose(safety, kind, seat) for seat in against)]
    if only is not None:
        kinds = [kind for kind in kinds if kind not in safe or kind == only]
        safe = [kind for kind in safe if kind == only]
    if len(safe) > 1 or (only is not None and (not safe or len(kinds) == 1)):
        return None
    reasons = [safety.safe_reasons(kind, seat) for kind in safe for seat in against]
    whys = [why for each in reasons for why in each]
    traps = tuple(_traps(view, safety, kinds, against))
    unclear = len(whys) > len(reasons)
    if (unclear and only is None) or not (safe or traps):
        return None
    asked = [] if unclear else list(enumerate(against, 1))
    return Draft(
        position=moment,
        ask=SafeAsk(against),
        parts=(
            Part("tile", (*kind_options(kinds), *word_options([NONE] if only is None else []))),
            *(Part(f"why-{number}", word_options(REASONS), after=names(kinds)) for number, _ in asked),
        ),
        answer=(
            names(safe) or frozenset({NONE}),
            *(
                _true_reasons(view.table, safe[0], seat, whys[number - 1]) if whys else frozenset[str]()
                for number, seat in asked
            ),
        ),
        facts=SafeFacts(tuple(safety.against(kind, seat) for kind in safe for seat in against), traps),
        difficulty=difficulty(view, against, whys, traps),
        stored=SafeAsked("" if only is None else NAMES[only]),
        themes=tuple(_themes(whys, traps, against)),
    )


def _true_reasons(table: Table, kind: Kind, seat: int, why: SafetyReason) -> frozenset[str]:
    """Every answer that is true of a tile with that proof against the player."""
    found = {why}
    pond = table.seats[seat].pond
    since = pond[-1].order if pond else -1
    if any(
        proof.kind == kind and proof.discarder != seat and proof.order > since
        for proof in proofs(table, seat)
    ):
        found.add(SafetyReason.PASSED_THIS_TURN)
    if why in COUNTED:
        found.update(COUNTED)
    return frozenset(reason.value for reason in found)


PROOF_THEMES: Mapping[SafetyReason, DrillTheme] = {
    SafetyReason.OWN_DISCARD: DrillTheme.GENBUTSU,
    SafetyReason.PASSED_AFTER_RIICHI: DrillTheme.AFTER_RIICHI,
    SafetyReason.PASSED_THIS_TURN: DrillTheme.THIS_TURN,
    SafetyReason.ALL_SEEN: DrillTheme.ALL_SEEN,
    SafetyReason.NO_WAIT: DrillTheme.NO_WAIT_POSSIBLE,
}
"""The theme of a proof."""


def _themes(
    whys: Sequence[SafetyReason], traps: Sequence[Trap], against: Sequence[int]
) -> Iterator[DrillTheme]:
    """The ideas: why the tile is safe, the hardest reason first; two players; suji as a trap."""
    found = [PROOF_THEMES[why] for why in sorted(whys, key=WEIGHTS.__getitem__, reverse=True)]
    found = found or [DrillTheme.NOTHING_SAFE]
    found += [DrillTheme.TWO_THREATS] if len(against) > 1 else []
    found += [DrillTheme.SUJI] if any(trap.kind is TrapKind.SUJI for trap in traps) else []
    yield from dict.fromkeys(found)


def _cannot_lose(safety: Safety, kind: Kind, seat: int) -> bool:
    return safety.reason(kind, seat) in SAFE_REASONS


def _traps(view: SeatView, safety: Safety, kinds: Sequence[Kind], against: Sequence[int]) -> Iterator[Trap]:
    for seat in against:
        earlier = discarded_before(view.table, seat)
        for kind in kinds:
            if _cannot_lose(safety, kind, seat):
                dangerous = (other for other in against if not _cannot_lose(safety, kind, other))
                yield from (Trap(TrapKind.ONE_ONLY, kind, other) for other in dangerous)
                continue
            read = safety.against(kind, seat)
            if read.sides and all(side.state is SideState.SUJI for side in read.sides):
                yield Trap(TrapKind.SUJI, kind, seat)
            elif kind >= EAST and read.left <= 1:
                yield Trap(TrapKind.LAST_COPY, kind, seat)
            elif kind in earlier:
                yield Trap(TrapKind.EARLIER, kind, seat)


def hardest(whys: Sequence[SafetyReason]) -> str:
    """The reason that is hardest to see, or ``NONE``."""
    return max(whys, key=WEIGHTS.__getitem__, default=NONE)


def difficulty(
    view: SeatView, against: Sequence[int], whys: Sequence[SafetyReason], traps: Sequence[Trap]
) -> int:
    """The difficulty, as the module describes it."""
    rows = rows_to_look_at(view.table, against)
    return rows + len(traps) + WEIGHTS[hardest(whys)] + SECOND * (len(against) - 1)


DRILL = Drill(
    kind=DrillKind.SAFE,
    bands=((0, 7), (8, 12), (13, 18), (19, 23), (24, 99)),
    asked=SafeAsked,
    ask=lambda moment, asked: ask(moment, KIND_OF[parse_tile(asked.only)] if asked.only else None),
    exchange=lambda asked, exchange: SafeAsked(asked.only and exchange.name(asked.only)),
    mistake=lambda moment, only: SafeAsked(only),
)
