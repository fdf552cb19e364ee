"""How each player played is what a slow counter reads off the lines of the record."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from mahjong.shanten import Shanten
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.play import Players
from ai.statistics.manner import DrawLuck, Manner, manners
from engine.match import Match
from engine.records import read_events, write_events
from engine.records.recorded_choices import RecordError
from engine.rules import EMA, TENHOU, Offence
from engine.view import mask
from tests.support.ai.slow_solver.story import KINDS, kind_of
from tests.support.engine.wild_games import table_rules
from tests.support.nightly import at_night

BOTS = ("hayai", "mamori:beginner", "takame", "hayai:beginner")
EAST_ROUND = replace(TENHOU, length="east")
SHANTEN = Shanten()
CALLS = ("chi", "pon", "daiminkan")
Line = dict[str, Any]


def played(seed: int) -> bytes:
    """The record of a game of bots."""
    match = Match(EAST_ROUND, seed, ["A", "B", "C", "D"])
    players = Players({seat: make_bot(name) for seat, name in enumerate(BOTS)})
    while match.standings is None:
        if match.acting:
            match.step({seat: players.choose(match, seat) for seat in match.acting})
        else:
            match.proceed()
    return write_events(match.events)


# -- the slow counter ------------------------------------------------------------------------------------


def shanten(hand: Counter[str], closed: bool) -> int:
    tiles = [hand[kind] for kind in KINDS]
    found: int = SHANTEN.calculate_shanten(tiles, use_chiitoitsu=closed, use_kokushi=closed)
    return found


class SlowSeat:
    """One player of one hand, as its lines tell it."""

    def __init__(self, tiles: list[str], indicator: str) -> None:
        self.hand = Counter(map(kind_of, tiles))
        self.unseen = Counter(dict.fromkeys(KINDS, 4)) - self.hand - Counter([kind_of(indicator)])
        self.closed, self.called, self.riichi = True, False, False
        self.answers: list[bool] = []
        self.genbutsu: set[str] = set()
        """The kinds that are safe against this player since the own riichi."""


def slow_manners(data: bytes) -> list[Manner]:
    """What ``manners`` finds."""
    found = [Manner() for _ in range(4)]
    lines = [json.loads(line) for line in data.splitlines()]
    starts = [number for number, line in enumerate(lines) if line["type"] == "start_kyoku"]
    for first, last in zip(starts, [*starts[1:], len(lines)], strict=True):
        slow_hand(lines[first:last], found)
    return found


def slow_hand(lines: list[Line], found: list[Manner]) -> None:
    start = lines[0]
    seats = [SlowSeat(tiles, start["dora_marker"]) for tiles in start["tehais"]]
    for line in lines[1:]:
        name, actor = line["type"], line.get("actor")
        if name == "tsumo":
            slow_draw(seats[actor], kind_of(line["pai"]), found[actor])
        elif name == "reach":
            if any(seat.riichi for seat in seats):
                seats[actor].answers += [False, False]
            seats[actor].riichi = True
        elif name == "dahai":
            slow_discard(seats, actor, kind_of(line["pai"]))
        elif name in (*CALLS, "ankan", "kakan"):
            slow_meld(seats, line)
        elif name == "dora":
            for seat in seats:
                seat.unseen[kind_of(line["dora_marker"])] -= 1
    for seat, manner in zip(seats, found, strict=True):
        manner.hands += 1
        manner.calls += seat.called
        manner.riichi += seat.riichi
        manner.threatened += len(seat.answers) > 1
        manner.folded += len(seat.answers) > 1 and all(seat.answers)


def slow_draw(seat: SlowSeat, kind: str, manner: Manner) -> None:
    now = shanten(seat.hand, seat.closed)
    useful = [
        each
        for each in KINDS
        if seat.unseen[each] and shanten(seat.hand + Counter([each]), seat.closed) < now
    ]
    chance = sum(seat.unseen[each] for each in useful) / sum(seat.unseen.values())
    manner.draws += 1
    manner.useful += kind in useful
    manner.expected += chance
    manner.variance += chance * (1 - chance)
    seat.hand[kind] += 1
    seat.unseen[kind] -= 1


def slow_discard(seats: list[SlowSeat], actor: int, kind: str) -> None:
    me = seats[actor]
    feared = [seat for seat in seats if seat.riichi and seat is not me]
    if feared and not me.riichi:
        me.answers.append(all(kind in seat.genbutsu for seat in feared))
    me.hand[kind] -= 1
    for seat in seats:
        if seat is not me:
            seat.unseen[kind] -= 1
        if seat is me or seat.riichi:
            seat.genbutsu.add(kind)


def slow_meld(seats: list[SlowSeat], line: Line) -> None:
    me, name = seats[line["actor"]], line["type"]
    own = [kind_of(line["pai"])] if name == "kakan" else list(map(kind_of, line["consumed"]))
    me.hand.subtract(own)
    me.called |= name in CALLS
    me.closed &= name == "ankan"
    for seat in seats:
        if seat is not me:
            seat.unseen.subtract(own)
        if name == "kakan" and seat.riichi:
            seat.genbutsu.add(own[0])


# -- the comparison --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, *at_night(range(2, 8))])
def test_games_of_bots_give_what_the_slow_counter_finds(seed: int) -> None:
    data = played(seed)
    both = zip(manners(read_events(data), EAST_ROUND), slow_manners(data), strict=True)
    for found, slow in both:
        assert (found.expected, found.variance) == pytest.approx((slow.expected, slow.variance))
        assert replace(found, expected=0.0, variance=0.0) == replace(slow, expected=0.0, variance=0.0)


def test_styles_show_in_what_is_counted() -> None:
    """Hayai calls more than Takame, and the beginner who gives up folds most."""
    total = [Manner() for _ in range(4)]
    for seed in (4, 6, 7):
        for one, other in zip(total, manners(read_events(played(seed)), EAST_ROUND), strict=True):
            for name in ("hands", "calls", "folded", "threatened"):
                setattr(one, name, getattr(one, name) + getattr(other, name))
    hayai, mamori, takame, caller = total
    assert caller.calls > hayai.calls > takame.calls
    assert mamori.folded / mamori.threatened > caller.folded / caller.threatened


@pytest.mark.parametrize(
    ("useful", "luck"), [(9, DrawLuck.BAD), (11, DrawLuck.FAIR), (15, DrawLuck.FAIR), (17, DrawLuck.GOOD)]
)
def test_luck_is_clear_from_one_standard_deviation_on(useful: int, luck: DrawLuck) -> None:
    assert Manner(draws=40, useful=useful, expected=13.0, variance=9.0).luck is luck


def test_who_drew_nothing_had_no_luck() -> None:
    assert Manner().luck is DrawLuck.FAIR


def test_a_hand_that_a_chombo_ends_and_one_that_is_not_over_do_not_count() -> None:
    rules = table_rules(EMA, 1)
    match = Match(rules, 7)
    assert [each.hands for each in manners(match.events, rules)] == [0] * 4
    match.foul(match.acting[0], Offence.UNPLAYABLE)
    assert [each.hands for each in manners(match.events, rules)] == [0] * 4


def test_a_record_that_hides_hands_is_refused() -> None:
    events = [mask(event, 0) for event in read_events(played(1))]
    with pytest.raises(RecordError):
        manners(events, EAST_ROUND)
