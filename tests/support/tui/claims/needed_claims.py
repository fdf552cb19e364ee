"""Checks what "what do you need" says: the differences, what is enough, and the scores after each win."""

from __future__ import annotations

import re

from ai.drills.kinds.needed import Goal, NeededAsk
from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.story import Story
from tests.support.ai.slow_solver.win_points import is_enough, place, scores_after, scores_now
from tests.support.tui.claims.recording import Said, checks, seat


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _id(question: Question, words: str) -> str:
    """The id of the win that these words name; raises AssertionError for other words."""
    if found := re.fullmatch(r"ron ([\d,]+) from (.+)", words):
        return f"ron-{(seat(question, found[2]) - question.seat) % 4}-{_number(found[1])}"
    if found := re.fullmatch(r"tsumo ([\d,]+) from each", words):
        return f"tsumo-{_number(found[1])}-all"
    found = re.fullmatch(r"tsumo ([\d,]+)/([\d,]+)", words)
    assert found is not None, f"no win: {words}"
    return f"tsumo-{_number(found[1])}-{_number(found[2])}"


def _goal(question: Question) -> Goal:
    assert isinstance(question.ask, NeededAsk)
    return question.ask.goal


@checks("drill.needed.ask-first", "drill.needed.ask-not-last")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    """The seat is not there yet."""
    now = place(scores_now(question)[0], question.seat)
    start = question.events[0]
    assert isinstance(start, ev.StartKyoku)
    last = (start.bakaze, start.kyoku) == ("S", 4)
    return last and (now == 4 if claim.key.endswith("not-last") else now > 1)


@checks("drill.needed.behind")
def _behind(claim: Said, question: Question, story: Story) -> bool:
    """Everybody is named who has to be passed."""
    scores, _, _ = scores_now(question)
    own = scores[question.seat]
    others = [other for other in range(4) if other != question.seat]
    better = {other for other in others if scores[other] > own}
    third = {other for other in others if scores[other] == min(scores[each] for each in others)}
    named = {seat(question, each.word("name")) for each in claim.within("drill.needed.behind-one")}
    return named == better if _goal(question) is Goal.FIRST else len(named) == 1 and named <= third


@checks("drill.needed.behind-one")
def _behind_one(claim: Said, question: Question, story: Story) -> bool:
    scores, _, _ = scores_now(question)
    return claim.number("points") == scores[seat(question, claim.word("name"))] - scores[question.seat] > 0


@checks("drill.needed.least")
def _least(claim: Said, question: Question, story: Story) -> bool:
    """Each of them is enough, and of each way that is offered only one is named."""
    named = _named(claim)
    ids = [_id(question, each) for each in named]
    assert claim.number("count") == len(ids), "another number of wins"
    ways = list(map(_way, ids))
    offered = [option.id for option in question.parts[0].options]
    smaller = (
        each for id in ids for each in offered if _way(each) == _way(id) and _points(each) < _points(id)
    )
    assert not any(is_enough(question, each) for each in smaller), "a smaller one is enough"
    assert set(ids) <= set(offered)
    return len(set(ways)) == len(ways) and all(is_enough(question, id) for id in ids)


def _points(id: str) -> int:
    """The points of a ron, or of what each pays: the larger part of it for a tsumo."""
    return max(int(word) for word in id.split("-")[1:] if word.isdigit())


def _way(id: str) -> str:
    return id.rpartition("-")[0] if id.startswith("ron") else "tsumo"


def _named(claim: Said) -> list[str]:
    return [each.text for each in claim.within("drill.needed.is-")]


@checks("drill.needed.is-ron", "drill.needed.is-tsumo", "drill.needed.is-tsumo-all")
def _win(claim: Said, question: Question, story: Story) -> bool:
    """The name of a win that some hand has: its points are those of the tables."""
    return bool(scores_after(question, _id(question, claim.text)))


@checks("drill.needed.twice")
def _twice(claim: Said, question: Question, story: Story) -> bool:
    """It is about somebody who has to be passed, and such a ron is offered."""
    rival = seat(question, claim.word("name"))
    side = (rival - question.seat) % 4
    scores, _, _ = scores_now(question)
    offered = any(option.id.startswith(f"ron-{side}-") for option in question.parts[0].options)
    return offered and scores[rival] > scores[question.seat]


@checks("drill.needed.east")
def _east(claim: Said, question: Question, story: Story) -> bool:
    start = question.events[0]
    assert isinstance(start, ev.StartKyoku)
    tsumo = any(option.id.startswith("tsumo") for option in question.parts[0].options)
    return tsumo and seat(question, claim.word("name")) == start.oya != question.seat


@checks("drill.needed.honba")
def _honba(claim: Said, question: Question, story: Story) -> bool:
    _, honba, _ = scores_now(question)
    return claim.number("points") == honba * question.rules.counter_points > 0


@checks("drill.needed.sticks")
def _sticks(claim: Said, question: Question, story: Story) -> bool:
    return claim.number("points") == 1000 * scores_now(question)[2] > 0


@checks("drill.needed.enough", "drill.needed.short", "drill.needed.enough-tie", "drill.needed.short-tie")
def _verdict(claim: Said, question: Question, story: Story) -> bool:
    """The scores of both after the win, and whether it is enough."""
    id = _id(question, claim.word("win"))
    after, rival = scores_after(question, id), seat(question, claim.word("name"))
    others = [after[other] for other in range(4) if other != question.seat]
    assert after[rival] == (max(others) if _goal(question) is Goal.FIRST else min(others)), "another decides"
    assert claim.number("own") == after[question.seat], f"it is {after[question.seat]}"
    assert is_enough(question, id) is claim.key.startswith("drill.needed.enough"), "it is not so"
    if claim.key.endswith("tie"):
        earlier = (question.seat < rival) is claim.key.startswith("drill.needed.enough")
        return after[question.seat] == after[rival] and earlier
    return claim.number("points") == after[rival] != after[question.seat]
