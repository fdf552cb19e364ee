"""How each player played is what a slow counter reads off the lines of the record."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.statistics.manner import DrawLuck, Manner, manners
from engine import events as ev
from engine.match import Match
from engine.records.recorded_choices import RecordError
from engine.rules import EMA, TENHOU, Offence
from engine.view import mask
from tests.support.ai.bot_games import play_game
from tests.support.ai.slow_game_counts import plain
from tests.support.ai.slow_solver.story import KINDS, Story, kind_of, proceed, steps
from tests.support.engine.wild_games import table_rules
from tests.support.nightly import at_night

BOTS = ("hayai", "mamori:beginner", "takame", "hayai:beginner")
EAST_ROUND = replace(TENHOU, length="east")
CALLS = ("Chi", "Pon", "Daiminkan")


def played(seed: int) -> list[ev.Event]:
    """The record of a game of bots."""
    return play_game(Match(EAST_ROUND, seed, ["A", "B", "C", "D"]), [make_bot(name) for name in BOTS])


# -- the slow counter ------------------------------------------------------------------------------------


def slow_manners(record: Sequence[ev.Event]) -> list[Manner]:
    """What ``manners`` finds."""
    found = [Manner() for _ in range(4)]
    starts = [place for place, event in enumerate(record) if isinstance(event, ev.StartKyoku)]
    for first, last in pairwise([*starts, len(record)]):
        slow_hand(plain(record[first:last]), found)
    return found


def slow_hand(events: Sequence[ev.Event], found: list[Manner]) -> None:
    stories = [Story(EAST_ROUND, seat) for seat in range(4)]
    declared, answers = stories[0].declared, [list[bool]() for _ in range(4)]
    for place, event in enumerate(events):
        if isinstance(event, ev.Tsumo):
            slow_draw(stories[event.actor], kind_of(event.pai), found[event.actor])
        elif isinstance(event, ev.Reach) and declared:
            answers[event.actor] += [False, False]
        elif isinstance(event, ev.Dahai) and declared and event.actor not in declared:
            safe = all(kind_of(event.pai) in genbutsu(events[:place], seat) for seat in declared)
            answers[event.actor].append(safe)
        for story in stories:
            proceed(story, event)
    callers = {seat for seat, _, name in stories[0].called if name in CALLS}
    for seat, (manner, answer) in enumerate(zip(found, answers, strict=True)):
        manner.hands += 1
        manner.calls += seat in callers
        manner.riichi += seat in declared
        manner.threatened += len(answer) > 1
        manner.folded += len(answer) > 1 and all(answer)


def slow_draw(story: Story, kind: str, manner: Manner) -> None:
    now, unseen = steps(story.concealed), {each: 4 - story.seen[each] for each in KINDS}
    useful = [each for each in KINDS if unseen[each] and steps([*story.concealed, each]) < now]
    chance = sum(unseen[each] for each in useful) / sum(unseen.values())
    manner.draws += 1
    manner.useful += kind in useful
    manner.expected += chance
    manner.variance += chance * (1 - chance)


def genbutsu(events: Sequence[ev.Event], seat: int) -> set[str]:
    """The kinds that are safe against a player in riichi."""
    since = events.index(ev.Reach(seat))
    return {
        kind_of(event.pai)
        for place, event in enumerate(events)
        if (isinstance(event, ev.Dahai) and (event.actor == seat or place > since))
        or (isinstance(event, ev.Kakan) and place > since)
    }


# -- the comparison --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, *at_night(range(2, 8))])
def test_games_of_bots_give_what_the_slow_counter_finds(seed: int) -> None:
    record = played(seed)
    both = zip(manners(record, EAST_ROUND), slow_manners(record), strict=True)
    for found, slow in both:
        assert (found.expected, found.variance) == pytest.approx((slow.expected, slow.variance))
        assert replace(found, expected=0.0, variance=0.0) == replace(slow, expected=0.0, variance=0.0)


def test_styles_show_in_what_is_counted() -> None:
    """Hayai calls more than Takame, and the beginner who gives up folds most."""
    total = [Manner() for _ in range(4)]
    for seed in (4, 6, 7):
        for one, other in zip(total, manners(played(seed), EAST_ROUND), strict=True):
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
    events = [mask(event, 0) for event in played(1)]
    with pytest.raises(RecordError):
        manners(events, EAST_ROUND)
