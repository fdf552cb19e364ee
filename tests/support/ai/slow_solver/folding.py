"""Slow answers to questions "fold the hand": the safest discards at each moment of a path.

Right discards must not deal in, whichever of them are chosen: some random paths of them are walked, and the
hidden hands must not be won on.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ai.drills.kinds.fold import FoldAsked
from ai.drills.question import Answer, Given, Question
from engine import events as ev
from engine.tiles import MJAI, parse_tiles
from tests.support.ai.slow_solver.defence import best
from tests.support.ai.slow_solver.hand import Ambiguous
from tests.support.ai.slow_solver.opponents import Other, others, to_fear
from tests.support.ai.slow_solver.rival_wins import ron_points
from tests.support.ai.slow_solver.safety_grounds import CANNOT_LOSE, ground
from tests.support.ai.slow_solver.story import KINDS, Story, kind_of, tell
from tests.support.ai.slow_solver.tenpai_looks import threats

WALKS = 3
"""Random paths of right discards."""


def stored(question: Question) -> FoldAsked:
    """What the question stores: what the others do, and the hidden hands."""
    assert isinstance(question.stored, FoldAsked)
    return question.stored


def discards(question: Question) -> int:
    """How many tiles are discarded: one before each round, and one more."""
    return len(stored(question).rounds) + 1


def fold(question: Question, story: Story) -> Answer:
    """The right discards, if the first of them in the order of the tiles is chosen each time."""
    found: list[frozenset[str]] = []
    for _ in range(discards(question)):
        found.append(right_at(question, found))
    for number in range(WALKS):
        _walk(question, random.Random(f"{question.events[0]} {number}"))
    return tuple(found)


def _walk(question: Question, dice: random.Random) -> None:
    """Make right discards; raises Ambiguous if one deals in."""
    given: list[frozenset[str]] = []
    for _ in range(discards(question)):
        given.append(frozenset([dice.choice(sorted(right_at(question, given)))]))
        if dealt_in(question, given):
            raise Ambiguous(f"a right discard deals in: {[sorted(ids)[0] for ids in given]}")


def right_at(question: Question, given: Given) -> frozenset[str]:
    """The right discards after these: proven safe ones if there are any, else by the published rates."""
    rows = grounds_at(question, given)
    proven = {kind for kind, row in rows.items() if set(row) == {CANNOT_LOSE}}
    if proven:
        return frozenset(proven)
    then = question.at(given)
    story = tell(then.rules, then.seat, then.events)
    right, _ = best(rows, story, against(then))
    return right


def against(then: Question) -> list[Other]:
    """Who is feared, from the right."""
    table = others(then)
    return [table[seat] for seat in threatening(then)]


def threatening(then: Question) -> list[int]:
    """The seats that are feared: those in riichi, and where open hands count all that look tenpai."""
    if stored(then).open_hands:
        return threats(then)
    table = others(then)
    return [seat for seat in ((then.seat + step) % 4 for step in (1, 2, 3)) if table[seat].riichi]


def grounds_at(question: Question, given: Given) -> dict[str, list[str]]:
    """The ground of each kind in the hand against each player who is feared, from the right."""
    then = question.at(given)
    story, feared = tell(then.rules, then.seat, then.events), against(then)
    if not story.my_turn or story.riichi or not feared:
        raise Ambiguous("not a choice of what to discard, or nobody threatens")
    if not stored(then).open_hands and any(
        to_fear(other, story) != other.riichi for other in others(then).values()
    ):
        raise Ambiguous("a player without riichi is to be feared")
    return {
        kind: [ground(then, story, kind, other) for other in feared]
        for kind in sorted(set(story.concealed), key=KINDS.index)
    }


# -- the hidden hands ----------------------------------------------------------------------------------


def dealt_in(question: Question, given: Given) -> dict[int, int]:
    """Who wins on the last of these discards, free of furiten, and what another program says it pays."""
    then = _discarded(question, given)
    last = then.events[-1]
    assert isinstance(last, ev.Dahai)
    table = others(question.at(given[:-1]))
    found = {}
    for rival in stored(question).rivals:
        waits = {kind_of(MJAI[wait]) for wait in parse_tiles(rival.waits)}
        joined = rival.joined <= len(given) - 1
        if joined and kind_of(last.pai) in waits and not waits & table[rival.seat].safe:
            tiles = [MJAI[tile] for tile in parse_tiles(rival.tiles)]
            if points := ron_points(then, rival.seat, tiles, last.pai):
                found[rival.seat] = points
    return found


def _discarded(question: Question, given: Given) -> Question:
    """The question right after the last of these discards."""
    then = question.at(given)
    own = [
        place
        for place, event in enumerate(then.events)
        if isinstance(event, ev.Dahai) and event.actor == then.seat
    ]
    return replace(then, events=then.events[: own[-1] + 1])
