"""Evidence of a seat about the tiles that one other player may wait for.

*Genbutsu* are safe, because that player is furiten on them. A *two-sided wait* (ryanmen) on 4 is 2-3, which
also waits on 1, or 5-6, which also waits on 7. If the other end is genbutsu, the wait would be furiten
(suji). If all copies of one of the two held tiles are visible, the wait is impossible (no-chance); if all but
one are visible, it is unlikely (one-chance). An *open hand* tells by its melds what it can still be: tanyao,
outside tiles, a hand that needs a yaku, a flush.

A rate of deal-ins holds for the average of a hand. Early most two-sided waits are still possible, so each is
unlikely. Late few are left, so each is more likely. The factor for this was fitted to games of three kinds of
players (docs/safety.md, "Suji left").
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from ai.reading.estimates import triplet_han
from engine.furiten import CauseEnd
from engine.hand import MOST_MELDS, Meld, MeldKind
from engine.table import Phase, Table
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, KINDS, Kind, Tile
from engine.wall import PLAYERS


class GenbutsuReason(StrEnum):
    """A reason for which a player cannot ron a tile."""

    OWN_DISCARD = "own-discard"
    """It is one of the player's own discards."""
    PASSED_AFTER_RIICHI = "passed-after-riichi"
    """It passed after the player's riichi."""
    PASSED_THIS_TURN = "passed-this-turn"
    """It passed since the player's last discard."""


class Genbutsu(msgspec.Struct, frozen=True):
    """A tile that is safe against a player, and the proof.

    ``discarder`` discarded ``tile`` when there were ``order`` earlier discards on the table, as discard
    number ``turn`` of the own pond, counted from 1; a tile added to a kan has turn 0. ``until`` is when the
    proof ends.
    """

    kind: Kind
    reason: GenbutsuReason
    tile: Tile
    discarder: int
    order: int
    until: CauseEnd
    turn: int
    added_to_kan: bool = False


def genbutsu(table: Table, opponent: int) -> dict[Kind, Genbutsu]:
    """Every kind that is safe against that player, each with the proof that lasts longest.

    A tile on offer proves nothing yet, except against the player who discarded it.
    """
    found: dict[Kind, Genbutsu] = {}
    for proof in proofs(table, opponent):
        found.setdefault(proof.kind, proof)
    return found


def proofs(table: Table, opponent: int) -> tuple[Genbutsu, ...]:
    """Every proof against that player, several for some kinds; own discards come first."""
    return (*_own(table, opponent), *_passed(table, opponent))


def _own(table: Table, opponent: int) -> Iterator[Genbutsu]:
    """Discards of the player, called away or not.

    Furiten by a discard ends when the waits change, but this proof does not: if the hand waits on the kind
    again, it is furiten again.
    """
    for turn, discard in enumerate(table.seats[opponent].pond, 1):
        kind = KIND_OF[discard.tile]
        yield Genbutsu(
            kind, GenbutsuReason.OWN_DISCARD, discard.tile, opponent, discard.order, CauseEnd.HAND_ENDS, turn
        )


def _passed(table: Table, opponent: int) -> Iterator[Genbutsu]:
    """Tiles of others that the player passed, since riichi or since the last own discard."""
    reason, until = GenbutsuReason.PASSED_AFTER_RIICHI, CauseEnd.HAND_ENDS
    since = table.seats[opponent].riichi_order
    if since is None:
        reason, until = GenbutsuReason.PASSED_THIS_TURN, CauseEnd.OWN_DISCARD
        since = _last_reset(table, opponent)
    answered = len(table.discards) - (table.phase is Phase.CLAIM)
    answered_kans = len(table.added) - (table.offered_kan is MeldKind.ADDED_KAN)
    turns = [0] * PLAYERS
    for order, (discarder, tile) in enumerate(table.discards[:answered]):
        turns[discarder] += 1
        if order > since and discarder != opponent:
            yield Genbutsu(KIND_OF[tile], reason, tile, discarder, order, until, turns[discarder])
    for discarder, tile, order in table.added[:answered_kans]:
        if order > since and discarder != opponent:
            yield Genbutsu(KIND_OF[tile], reason, tile, discarder, order, until, 0, added_to_kan=True)


def _last_reset(table: Table, opponent: int) -> int:
    """Order of the discard after which passed tiles count: the player's last one, or -1.

    If the ruleset says so, a call by any other player also ends temporary furiten. While a discard is on
    offer, the only possible next discard follows a call, so under such rules no passed tile counts.
    """
    pond = table.seats[opponent].pond
    last = pond[-1].order if pond else -1
    if table.rules.calls_end_temporary_furiten:
        if table.phase is Phase.CLAIM:
            return len(table.discards)
        called = [
            discard.order
            for seat in table.seats
            for discard in seat.pond
            if discard.called_by not in (None, opponent)
        ]
        last = max([last, *called])
    return last


# -- two-sided waits -----------------------------------------------------------------------------------


class SideState(StrEnum):
    """Evidence against a two-sided wait, the strongest first."""

    SUJI = "suji"
    """It would be furiten: its other end is genbutsu."""
    NO_CHANCE = "no-chance"
    """It is impossible: all four copies of one of its tiles are visible."""
    ONE_CHANCE = "one-chance"
    """Only one copy of one of its tiles is unseen."""
    OPEN = "open"
    """There is no evidence against it."""

    @property
    def rules_out(self) -> bool:
        """Whether nobody can win by the wait: it is furiten or impossible."""
        return self is SideState.SUJI or self is SideState.NO_CHANCE


class Side(msgspec.Struct, frozen=True):
    """One two-sided wait that a tile could complete.

    ``held`` are the two tiles of the wait, ``partner`` its other end, ``proof`` why the partner is safe,
    ``wall`` the held kind of which three or four copies are visible.
    """

    held: tuple[Kind, Kind]
    partner: Kind
    state: SideState
    proof: Genbutsu | None = None
    wall: Kind | None = None


def _two_sided(kind: Kind) -> tuple[tuple[tuple[Kind, Kind], Kind], ...]:
    if kind >= EAST:
        return ()
    rank = kind % 9
    below = (((kind - 2, kind - 1), kind - 3),) if rank >= 3 else ()
    above = (((kind + 1, kind + 2), kind + 3),) if rank <= 5 else ()
    return below + above


TWO_SIDED: tuple[tuple[tuple[tuple[Kind, Kind], Kind], ...], ...] = tuple(map(_two_sided, range(KINDS)))
"""The two-sided waits on each kind: the two tiles held, and the other end."""


def sides(kind: Kind, safe: Mapping[Kind, Genbutsu], left: Sequence[int]) -> tuple[Side, ...]:
    """Every two-sided wait on the kind; ``safe`` are the genbutsu against the player.

    ``left`` are the unseen copies of each kind.
    """
    found = []
    for held, partner in TWO_SIDED[kind]:
        state = side_state(held, partner, safe, left)
        wall = min(held, key=left.__getitem__)
        found.append(Side(held, partner, state, safe.get(partner), wall if left[wall] <= 1 else None))
    return tuple(found)


def side_state(
    held: tuple[Kind, Kind], partner: Kind, safe: Mapping[Kind, Genbutsu], left: Sequence[int]
) -> SideState:
    """The strongest evidence against one two-sided wait."""
    fewest = min(left[held[0]], left[held[1]])
    if fewest == 0:  # the stronger one: nobody can have kept such a shape
        return SideState.NO_CHANCE
    if partner in safe:
        return SideState.SUJI
    return SideState.ONE_CHANCE if fewest == 1 else SideState.OPEN


ONE_CHANCE_COUNTS = 0.5
"""Weight of a wait that needs the last unseen copy of a tile (one-chance)."""
OTHER_WAITS = 2.7
"""Weight of all waits of other shapes together, which are always possible."""
AVERAGE_TWO_SIDED = 6.6
"""Two-sided waits left at which the danger of a tile equals its rate."""

_TWO_SIDED_SHAPES: tuple[tuple[Kind, Kind, Kind, Kind], ...] = tuple(
    (low, *held, high) for low in range(EAST) for held, high in TWO_SIDED[low] if low < high
)
"""Each two-sided wait: its low end, the two tiles held, and its high end."""


def two_sided_left(safe: Container[Kind], left: Sequence[int]) -> float:
    """Two-sided waits that neither a genbutsu nor a wall of visible tiles rules out, 0 to 18.

    ``safe`` are the genbutsu against the player, ``left`` the unseen copies of each kind.
    """
    found = 0.0
    for low, near, far, high in _TWO_SIDED_SHAPES:
        if low not in safe and high not in safe and left[near] and left[far]:
            found += ONE_CHANCE_COUNTS if left[near] == 1 or left[far] == 1 else 1.0
    return found


def danger_multiplier(two_sided: float) -> float:
    """Factor on the danger of a tile with that many two-sided waits left, relative to the average."""
    return (AVERAGE_TWO_SIDED + OTHER_WAITS) / (two_sided + OTHER_WAITS)


# -- open hands ----------------------------------------------------------------------------------------

FLUSH_FROM: dict[int, int] = {2: 0, 3: 2, 4: 2}
"""The most early discards of the suit with which so many melds of it count as a possible flush.

Two melds of a suit and a discard of it say the contrary: its tiles were won on less often than others
(docs/lab/safety.md).
"""
LOOKED_AT = 10
"""The number of first discards that are looked at."""
OUTSIDE_MELDS = 2
"""The fewest melds, each with a terminal or honour, that count as an outside hand."""


class MeldReading(StrEnum):
    """The strongest conclusion from the melds of a player about the concealed tiles."""

    NOTHING = "nothing"
    """The hand is closed, its melds have a yaku, or they are simples and no open hand may have tanyao."""
    SIMPLES = "simples"
    """All melds are of simples, and an open hand may have tanyao: most such hands go for it."""
    NEEDS_YAKU = "needs-yaku"
    """A meld has a terminal or honour, so there is no tanyao; no meld is a triplet of yakuhai."""
    OUTSIDE = "outside"
    """It needs a yaku, and two melds or more all have a terminal or honour."""


def read_melds(table: Table, seat: int) -> MeldReading:
    """The conclusion from the melds of that player."""
    melds = table.seats[seat].melds
    if not any([meld.is_open for meld in melds]):  # noqa: C419 - faster
        return MeldReading.NOTHING
    with_orphans = [any([IS_ORPHAN[KIND_OF[tile]] for tile in meld.tiles]) for meld in melds]  # noqa: C419
    if not any(with_orphans):
        return MeldReading.SIMPLES if table.rules.open_tanyao else MeldReading.NOTHING
    if any(meld.first >= EAST and triplet_han(meld.first, table, seat) for meld in melds):
        return MeldReading.NOTHING
    if all(with_orphans) and len(melds) >= OUTSIDE_MELDS:
        return MeldReading.OUTSIDE
    return MeldReading.NEEDS_YAKU


def flush_suit(table: Table, seat: int) -> int | None:
    """The suit (0 m, 1 p, 2 s) of a possible flush of an open hand, or None.

    All its melds are of that suit, or honours, and few of the first discards are.
    """
    player = table.seats[seat]
    suits = meld_suits(player.melds)
    most = FLUSH_FROM.get(len(player.melds))
    if most is None or len(suits) != 1 or not any(meld.is_open for meld in player.melds):
        return None
    suit = suits.pop()
    thrown = sum(KIND_OF[discard.tile] // 9 == suit for discard in player.pond[:LOOKED_AT])
    return suit if thrown <= most else None


def meld_suits(melds: Sequence[Meld]) -> set[int]:
    """The suits (0 m, 1 p, 2 s) of the melds; honours have none."""
    return {meld.first // 9 for meld in melds if meld.first < EAST}


# -- all evidence together -----------------------------------------------------------------------------

EARLY = 6
"""So many first discards of a player are early …"""
OUTSIDE_STEPS = (1, 2)
"""… and few shapes wait for a number that lies so many steps further out than one of them."""
_FIVE = 4
"""The rank of a five, counted from 0."""


class Evidence(msgspec.Struct, frozen=True):
    """All that speaks for or against tiles against one player.

    ``safe`` are the genbutsu, ``left`` the unseen copies of each kind. ``riichi_tile`` is the kind of the
    riichi tile, if that discard alone makes it genbutsu. ``early`` are the numbers outside early discards,
    each with the first such discard. ``melds`` and ``flush`` are what the melds of an open hand can be;
    ``tanki`` is whether a single tile is concealed. ``two_sided`` is how many two-sided waits are left.
    """

    safe: dict[Kind, Genbutsu]
    left: list[int]
    riichi_tile: Kind | None = None
    early: dict[Kind, Kind] = {}
    melds: MeldReading = MeldReading.NOTHING
    flush: int | None = None
    tanki: bool = False
    two_sided: float = 0.0

    @property
    def multiplier(self) -> float:
        """The factor on the rates of all tiles: few two-sided waits left make each more likely."""
        return danger_multiplier(self.two_sided)


def evidence(table: Table, opponent: int, left: list[int]) -> Evidence:
    """The evidence against that player; ``left`` are the unseen copies of each kind."""
    safe = genbutsu(table, opponent)
    riichi = table.seats[opponent].riichi
    return Evidence(
        safe,
        left,
        riichi_tile=_riichi_tile(table, opponent) if riichi else None,
        early=_outside_early(table, opponent),
        melds=MeldReading.NOTHING if riichi else read_melds(table, opponent),
        flush=None if riichi else flush_suit(table, opponent),
        tanki=len(table.seats[opponent].melds) == MOST_MELDS,
        two_sided=two_sided_left(safe, left),
    )


def _riichi_tile(table: Table, opponent: int) -> Kind | None:
    """The kind of the riichi tile, unless another discard proves it safe, too."""
    player = table.seats[opponent]
    declared = next((KIND_OF[discard.tile] for discard in player.pond if discard.riichi), None)
    if declared is None or any(
        KIND_OF[discard.tile] == declared for discard in player.pond if not discard.riichi
    ):
        return None
    since = player.riichi_order
    if since is None:
        return None
    passed = (
        KIND_OF[tile]
        for order, (discarder, tile) in enumerate(table.discards)
        if order > since and discarder != opponent
    )
    added = any(order > since and KIND_OF[tile] == declared for _, tile, order in table.added)
    return None if added or declared in passed else declared


def _outside_early(table: Table, opponent: int) -> dict[Kind, Kind]:
    """The numbers one or two steps further out than an early discard before the riichi tile."""
    found: dict[Kind, Kind] = {}
    for discard in table.seats[opponent].pond[:EARLY]:
        kind = KIND_OF[discard.tile]
        if discard.riichi:  # what follows was drawn, not chosen
            break
        if kind >= EAST:
            continue
        rank = kind % 9
        for step in OUTSIDE_STEPS:
            if rank <= _FIVE and rank - step >= 0:
                found.setdefault(kind - step, kind)
            if rank >= _FIVE and rank + step <= 8:
                found.setdefault(kind + step, kind)
    return found
