"""Who threatens: how sure it is that each other player is tenpai, why, and what a deal-in would cost.

The one place that says so, in two ways. What is shown: players are told levels with their reasons
(``tenpai_estimates``), and whom advice counts as dangerous (``threatening``). What decides: bots, and so the
judges of a review, weigh chances and points (``threats``), by a model of how likely an open hand is tenpai.
Of an open hand the two may differ; a riichi is in both, a dead hand in neither. Why there are two:
docs/decisions/0018-who-threatens-is-answered-twice.md.

Practice asks about players in riichi (``in_riichi``), about those who have a yaku for certain
(``possible_winners``), and prices the danger of some (``weighed_threats``).

The turns from which a hand counts as possibly or likely tenpai were fitted to hands played by the bots of
this project. In other hands of theirs, and in hands of other players (``tools/measure/tables.py`` says
whose), checked before each discard, this many per cent of the opponents not in riichi were tenpai. The table
is written by ``python -m tools.measure.looks``:

=========  ======  ========  ========  ======  ================
table      hands   level     seen      tenpai  95 % interval
=========  ======  ========  ========  ======  ================
own        5,001   likely    42,186    54.2    52.6 – 55.7
own        5,001   possible  37,943    29.0    27.8 – 30.2
own        5,001   neither   697,668   1.5     1.4 – 1.6
majiang    2,505   likely    18,078    59.8    57.2 – 62.4
majiang    2,505   possible  23,721    35.5    33.8 – 37.2
majiang    2,505   neither   283,498   1.4     1.3 – 1.5
mixed      1,502   likely    12,695    58.3    55.3 – 61.3
mixed      1,502   possible  14,052    31.8    29.7 – 34.1
mixed      1,502   neither   179,046   1.5     1.3 – 1.7
recorded   944     likely    6,624     60.6    56.5 – 64.6
recorded   944     possible  8,848     35.4    32.7 – 38.1
recorded   944     neither   106,513   1.1     1.0 – 1.3
=========  ======  ========  ========  ======  ================
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from ai.reading.estimates import dora_hans, dora_in, points_of, triplet_han
from ai.reading.evidence import TWO_SIDED, flush_suit, meld_suits
from engine.hand import Meld
from engine.table import PondTile, Table
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, SORT_KEY, Kind, Tile
from engine.view import SeatView
from engine.wall import PLAYERS

LATE_TURN = 9
"""The turn from which ``LATE`` is a sign."""
TSUMOGIRI_RUN = 3
"""The fewest tsumogiri in a row that are a sign of tenpai."""


class SignKind(StrEnum):
    """The kind of a sign, with the meaning of its fields."""

    RIICHI = "riichi"
    """Riichi is declared: ``tiles`` is the riichi tile, ``turn`` the turn."""
    DOUBLE_RIICHI = "double-riichi"
    """Double riichi is declared; the fields as for ``RIICHI``."""
    IPPATSU = "ippatsu"
    """A win before the player's next discard, without a call in between, has ippatsu."""
    MELDS = "melds"
    """``count`` open melds."""
    YAKUHAI = "yakuhai"
    """Melds of yakuhai: ``tiles`` one of each, ``count`` their han."""
    DORA = "dora"
    """Dora and red fives in the melds: ``tiles`` are all of them, ``count`` their han."""
    ONE_SUIT = "one-suit"
    """All melds are of one suit or honours: ``tiles`` one of each, ``count`` the number of melds."""
    LATE = "late"
    """It is late in the hand: ``turn`` is the player's number of discards."""
    SETTLED = "settled"
    """The last ``count`` discards, since ``turn``, were tsumogiri."""
    PUSHED = "pushed"
    """``count`` discards ``tiles`` that were dangerous against the riichi of ``seat``; last on ``turn``."""


class Sign(msgspec.Struct, frozen=True):
    """One sign of a threat; ``SignKind`` says what the fields mean."""

    kind: SignKind
    tiles: tuple[Tile, ...] = ()
    count: int = 0
    turn: int = 0
    seat: int | None = None


def signs(table: Table, seat: int) -> tuple[Sign, ...]:
    """Every sign that a player is tenpai or has an expensive hand, the strongest first."""
    player = table.seats[seat]
    if player.riichi:
        return (*_riichi(table, seat), *_dora(table, seat))
    found = [*_melds(table, seat), *_dora(table, seat)]
    if len(player.pond) >= LATE_TURN:
        found.append(Sign(SignKind.LATE, turn=len(player.pond)))
    return (*found, *_settled(player.pond), *_pushed(table, seat))


def _riichi(table: Table, seat: int) -> Iterator[Sign]:
    player = table.seats[seat]
    kind = SignKind.DOUBLE_RIICHI if player.riichi == 2 else SignKind.RIICHI
    for turn, discard in enumerate(player.pond, 1):
        if discard.riichi:
            yield Sign(kind, (discard.tile,), turn=turn)
    if player.ippatsu:
        yield Sign(SignKind.IPPATSU)


def _melds(table: Table, seat: int) -> Iterator[Sign]:
    melds = table.seats[seat].melds
    if count := sum(meld.is_open for meld in melds):
        yield Sign(SignKind.MELDS, count=count)
    values = [(meld.first, triplet_han(meld.first, table, seat)) for meld in melds]
    yakuhai = [(kind, han) for kind, han in values if han]
    if yakuhai:
        yield Sign(SignKind.YAKUHAI, tuple(kind for kind, _ in yakuhai), sum(han for _, han in yakuhai))
    if flush_suit(table, seat) is not None:
        yield Sign(SignKind.ONE_SUIT, tuple(meld.first for meld in melds), len(melds))


def _dora(table: Table, seat: int) -> Iterator[Sign]:
    """Dora in melds, including the closed kans of a riichi hand."""
    worth = dora_hans(table.indicators).of_tile
    tiles = [tile for meld in table.seats[seat].melds for tile in meld.tiles if worth[tile]]
    if tiles:
        tiles.sort(key=SORT_KEY.__getitem__)
        yield Sign(SignKind.DORA, tuple(tiles), sum(worth[tile] for tile in tiles))


def tsumogiri_run(pond: Sequence[PondTile]) -> int:
    """The number of last discards that were tsumogiri."""
    return next((back for back, tile in enumerate(reversed(pond)) if not tile.tsumogiri), len(pond))


def _settled(pond: list[PondTile]) -> Iterator[Sign]:
    run = tsumogiri_run(pond)
    if run >= TSUMOGIRI_RUN:
        yield Sign(SignKind.SETTLED, count=run, turn=len(pond) - run + 1)


def _pushed(table: Table, seat: int) -> Iterator[Sign]:
    """Discarded number tiles that a two-sided wait of a player in riichi could have won on."""
    for other, player in enumerate(table.seats):
        riichi = player.riichi_order
        if other == seat or riichi is None:
            continue
        pushed = [
            (turn, discard.tile)
            for turn, discard in enumerate(table.seats[seat].pond, 1)
            if discard.order > riichi and _two_sided_wait(table, other, riichi, discard)
        ]
        if pushed:
            tiles = tuple(tile for _, tile in pushed)
            yield Sign(SignKind.PUSHED, tiles, len(tiles), pushed[-1][0], other)


def _two_sided_wait(table: Table, other: int, riichi: int, discard: PondTile) -> bool:
    """Whether a two-sided wait without furiten of the player in riichi could have won on the discard."""
    kind = KIND_OF[discard.tile]
    if kind >= EAST:
        return False
    safe: set[Kind] = {
        KIND_OF[tile]
        for order, (discarder, tile) in enumerate(table.discards[: discard.order])
        if discarder == other or order > riichi
    }
    return kind not in safe and any(partner not in safe for _, partner in TWO_SIDED[kind])


def other_seats(view: SeatView) -> tuple[int, ...]:
    """The other seats in turn order, from the right."""
    return tuple((view.seat + step) % PLAYERS for step in range(1, PLAYERS))


# -- who threatens -------------------------------------------------------------------------------------

LIKELY_FROM: tuple[int, ...] = (14, 12, 10, 0)
"""The turn from which a hand with one, two, three, four melds, one of them open, is likely tenpai …"""
POSSIBLE_FROM: tuple[int, ...] = (9, 7, 5, 0)
"""… and the turn from which it is possibly tenpai."""
TSUMOGIRI_TURNS = 2
"""Turns added for a run of tsumogiri …"""
PUSHED_TURNS = 3
"""… and for each dangerous tile pushed against a riichi …"""
PUSHED_MOST = 2
"""… up to this many tiles."""
CLOSED_PUSHES = 3
"""Pushed dangerous tiles from which even a closed hand is possibly tenpai."""


class Likelihood(StrEnum):
    """The likelihood that a player is tenpai, the likeliest first."""

    IN_RIICHI = "in-riichi"
    LIKELY = "likely"
    """More often than not."""
    POSSIBLE = "possible"
    """Often enough to matter."""


_SUREST = tuple(Likelihood)


class TenpaiEstimate(msgspec.Struct, frozen=True):
    """The estimate for one dangerous player."""

    seat: int
    level: Likelihood
    why: tuple[Sign, ...]
    """The signs of tenpai and of an expensive hand, the strongest first."""


def tenpai_estimates(view: SeatView) -> tuple[TenpaiEstimate, ...]:
    """Every other player who is in riichi or may be tenpai, the likeliest first, then in seat order."""
    found = []
    for seat in other_seats(view):
        why = signs(view.table, seat)
        if level := _level(view, seat, why):
            found.append(TenpaiEstimate(seat, level, why))
    return tuple(sorted(found, key=lambda look: _SUREST.index(look.level)))


def threatening(view: SeatView) -> tuple[int, ...]:
    """The seats of those who threaten, in turn order: players in riichi, and those who are likely tenpai.

    What is shown and advised counts these; bots weigh ``threats``.
    """
    found = {look.seat for look in tenpai_estimates(view) if look.level is not Likelihood.POSSIBLE}
    return tuple(seat for seat in other_seats(view) if seat in found)


def _level(view: SeatView, seat: int, why: Sequence[Sign]) -> Likelihood | None:
    """The likelihood that the player is tenpai; None without evidence."""
    player = view.table.seats[seat]
    if player.dead:
        return None
    if player.riichi:
        return Likelihood.IN_RIICHI
    kinds = {sign.kind for sign in why}
    pushes = max((sign.count for sign in why if sign.kind is SignKind.PUSHED), default=0)
    if SignKind.MELDS not in kinds:
        return Likelihood.POSSIBLE if pushes >= CLOSED_PUSHES else None
    age = len(player.pond) + PUSHED_TURNS * min(pushes, PUSHED_MOST)
    age += TSUMOGIRI_TURNS * (SignKind.SETTLED in kinds)
    melds = len(player.melds) - 1
    if age >= LIKELY_FROM[melds]:
        return Likelihood.LIKELY
    return Likelihood.POSSIBLE if age >= POSSIBLE_FROM[melds] else None


def in_riichi(view: SeatView) -> tuple[int, ...]:
    """The other players whose riichi stands, in turn order."""
    return tuple(seat for seat in other_seats(view) if view.table.seats[seat].riichi_paid)


def possible_winners(view: SeatView) -> tuple[int, ...]:
    """The other players who can win whatever they wait on, in turn order from the right.

    They are in riichi, or have two melds or more and one of them is a yakuhai. Practice asks about these:
    whether they are tenpai need not be guessed.
    """
    return tuple(seat for seat in other_seats(view) if _has_yaku(view.table, seat))


def _has_yaku(table: Table, seat: int) -> bool:
    player = table.seats[seat]
    if player.riichi or len(player.melds) < 2:
        return player.riichi_paid
    return any(triplet_han(meld.first, table, seat) > 0 for meld in player.melds if meld.first >= EAST)


def weighed_threats(view: SeatView, open_melds: int) -> tuple[int, ...]:
    """The others in riichi or with so many open melds, in turn order: those whose danger is priced."""
    found = []
    for seat in other_seats(view):
        player = view.table.seats[seat]
        melds = sum(meld.is_open for meld in player.melds)
        if not player.dead and (player.riichi or melds >= open_melds):
            found.append(seat)
    return tuple(found)


# -- chances and points, for bots ----------------------------------------------------------------------


class Threat(msgspec.Struct, frozen=True):
    """A player in riichi, or with an open hand that may be tenpai: rough estimates for bots, not shown.

    ``tenpai`` is the chance, 0 to 1; ``points`` the estimated cost of dealing in. Players are shown levels
    instead.
    """

    seat: int
    tenpai: float
    points: int


# The log odds that an open hand is tenpai; a hand that waits changes little. Fitted to 25,819 discards of
# open hands of majiang-ai (``tools/measure/open_hands.py``).
ODDS_BY_TURN = ((-4.33, 0.17), (-2.93, 0.15), (-0.83, 0.04))
"""For hands with one, two and three melds: a start, and what a turn adds, up to ``MOST_TURNS``."""
MOST_TURNS = 15
TSUMOGIRI_ODDS = 0.32
"""Added for each of the last discards that were tsumogiri, up to ``MOST_TSUMOGIRI``."""
MOST_TSUMOGIRI = 5
TERMINAL_ODDS = 0.68
"""Added if the last discard from the hand was a terminal …"""
SIMPLE_ODDS = 1.44
"""… or a simple: who still discards honours is seldom tenpai."""
COUNTS_FROM = 0.6
"""The chance above which an open hand counts as tenpai where hands are sorted by that."""


def open_tenpai(melds: int, pond: Sequence[PondTile]) -> float:
    """Rough chance that a hand with ``melds`` melds and that pond is tenpai."""
    if melds >= 4:
        return 1.0
    start, slope = ODDS_BY_TURN[melds - 1]
    odds = start + slope * min(len(pond), MOST_TURNS)
    run, terminal, simple = last_discards(pond)
    odds += TSUMOGIRI_ODDS * min(run, MOST_TSUMOGIRI) + TERMINAL_ODDS * terminal + SIMPLE_ODDS * simple
    return 1.0 / (1.0 + math.exp(-odds))


def last_discards(pond: Sequence[PondTile]) -> tuple[int, bool, bool]:
    """The run of tsumogiri at the end; whether the discard before was a terminal, or a simple."""
    run = tsumogiri_run(pond)
    if run == len(pond):
        return run, False, False
    kind = KIND_OF[pond[-1 - run].tile]
    simple = not IS_ORPHAN[kind]
    return run, not simple and kind < EAST, simple


RIICHI_HAN = 2.8
"""Average han of a riichi hand, including dora and ura dora."""
MIN_TENPAI_CHANCE = 0.2
"""Open hands with a lower chance of tenpai are not a threat."""


def threats(view: SeatView) -> tuple[Threat, ...]:
    """Every opponent who is a threat, the likeliest first: what bots weigh. ``threatening`` is shown."""
    found = []
    for seat, player in enumerate(view.table.seats):
        # most players show nothing; ``threat_of`` would say so more slowly
        if seat != view.seat and (player.riichi or player.melds):
            threat = threat_of(view.table, seat)
            if threat:
                found.append(threat)
    return tuple(sorted(found, key=lambda threat: (-threat.tenpai, threat.seat)))


def threat_of(table: Table, seat: int) -> Threat | None:
    """The threat of that player; None if nothing is visible, or if the hand is dead."""
    player = table.seats[seat]
    if player.dead:
        return None
    dealer = seat == table.dealer
    if player.riichi:
        kan_dora = dora_in([tile for meld in player.melds for tile in meld.tiles], table.indicators)
        return Threat(seat, 1.0, points_of(RIICHI_HAN + kan_dora, dealer))
    melds = [meld for meld in player.melds if meld.is_open]
    if not melds:
        return None
    tenpai = open_tenpai(len(player.melds), player.pond)
    if tenpai < MIN_TENPAI_CHANCE:
        return None
    return Threat(seat, tenpai, points_of(visible_han(table, seat, player.melds), dealer))


def visible_han(table: Table, seat: int, melds: Sequence[Meld]) -> float:
    """Han visible in the melds (dora, yakuhai, one suit), and an allowance for the concealed tiles."""
    tiles = [tile for meld in melds for tile in meld.tiles]
    han = 1.0 + dora_in(tiles, table.indicators)
    yakuhai = sum(triplet_han(meld.first, table, seat) for meld in melds if meld.first >= EAST)
    suits = meld_suits(melds)
    if len(suits) <= 1 and len(melds) > 1:
        han += 1.0
    return han + max(0, yakuhai - 1) + 0.5
