"""Slow answers about judged positions: push or fold, furiten riichi, and the lines of the files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any

from ai.drills.compact_events import write
from ai.drills.judged_positions import JudgedChoice
from ai.drills.question import Answer, Question
from engine.tiles import NAMES
from tests.support.ai.slow_solver.story import (
    Ambiguous,
    Story,
    can_take,
    hand_without,
    one,
    others,
    steps,
    tenpai,
)


def best_beyond_doubt(choices: Sequence[JudgedChoice]) -> str:
    """The choice with most points; raises Ambiguous where its lead over another one is not beyond doubt."""
    ordered = sorted(choices, key=lambda choice: -choice.points.mean)
    best, *others = ordered
    for choice in others:
        lead, sure = choice.behind, choice.behind_99
        if lead is None or sure is None or not 0 < sure[0] <= lead.low <= lead.mean <= lead.high <= sure[1]:
            raise Ambiguous(f"{best.id} is not beyond doubt better than {choice.id}")
        if abs(best.points.mean - choice.points.mean - lead.mean) > 1:
            raise Ambiguous("the points and the lead do not fit together")
    return best.id


ROOT = Path(__file__).parents[4]
FILES = (
    *(ROOT / "assets" / "drills" / name for name in ("furiten-riichi.jsonl", "push-fold.jsonl")),
    ROOT / "tests" / "data" / "judged-positions.jsonl",
)
DRAGONS = "PFC"
_SUIT = re.compile(r"(\d)([mps])(?!\d:)")
_DRAGON = re.compile(f"[{DRAGONS}]")
Line = Mapping[str, Any]


@cache
def _index() -> dict[tuple[int, str], list[Line]]:
    found: dict[tuple[int, str], list[Line]] = {}
    for path in FILES:
        for text in path.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if "events" in line:
                found.setdefault((line["seat"], first_picture(_even(line["events"]))), []).append(line)
    return found


def line_of(question: Question) -> Line:
    """The line of the question's ruleset, or else one of another; raises AssertionError if there is none."""
    events = first_picture(_even(write(question.seat, question.events)))
    found = _index().get((question.seat, events), [])
    assert found, "no position like this was judged"
    return min(found, key=lambda line: bool(line["rules"] != question.rules.name))


def _even(events: str) -> str:
    """The events without the scores, which are even: each ruleset begins with others."""
    hand, sticks, scores, *others = events.split()
    assert len(set(scores.split(","))) == 1, "the scores are not even"
    return " ".join((hand, sticks, "even", *others))


def choices_of(question: Question) -> list[Line]:
    """The choices on offer, with the tiles of the question, with most points first."""
    offered = {option.id for option in question.parts[0].options}
    line = line_of(question)
    picture, told = _even(write(question.seat, question.events)), _even(line["events"])
    exchange = next(each for each in _exchanges() if each(told) == picture)
    found = [
        {**choice, "tile": exchange(choice["tile"])} for choice in line["choices"] if choice["id"] in offered
    ]
    assert {choice["id"] for choice in found} == offered, "not every choice was played"
    return sorted(found, key=lambda choice: -int(choice["points"]["mean"]))


def first_picture(events: str) -> str:
    """Of the hand with suits and dragons exchanged in every way the first."""
    return min(exchange(events) for exchange in _exchanges())


@cache
def _exchanges() -> tuple[Callable[[str], str], ...]:
    return tuple(partial(_exchanged, order, turn) for order in permutations("mps") for turn in range(3))


def _exchanged(order: tuple[str, ...], turn: int, text: str) -> str:
    suits = dict(zip("mps", order, strict=True))
    text = _SUIT.sub(lambda found: found[1] + suits[found[2]], text)
    return _DRAGON.sub(lambda found: DRAGONS[(DRAGONS.index(found[0]) + turn) % 3], text)


def push_fold(question: Question, story: Story) -> Answer:
    """The choice that brought most; raises Ambiguous where there is nothing to choose, or something else."""
    asked, facts = question.ask, question.facts
    if not story.my_turn or story.riichi or story.drawn is None or story.drawn in story.waits:
        raise Ambiguous("not the own turn, in riichi, or the drawn tile wins")
    table = others(question)
    seats = [(question.seat + step) % 4 for step in (1, 2, 3)]
    if tuple(seat for seat in seats if table[seat].riichi) != asked.against or not asked.against:
        raise Ambiguous("other players are in riichi")
    if any(story.holds(kind) == 4 for kind in story.concealed):
        raise Ambiguous("a kan may be possible, and was not played")
    push, fold = _kind(asked.push), _kind(asked.fold)
    after = {kind: steps(hand_without(story.concealed, kind)) for kind in set(story.concealed)}
    if after[push] != min(after.values()) or after[fold] <= after[push]:
        raise Ambiguous(f"{push} does not keep the hand, or {fold} does not give it up")
    if asked.with_riichi and (after[push] or not story.closed):
        raise Ambiguous("riichi cannot be declared")
    if asked.middle is not None and not after[push] <= after[_kind(asked.middle)] <= after[push] + 1:
        raise Ambiguous("the middle way keeps nothing of the hand")
    if not any(can_take(table[seat], story, push, table[seat].safe) for seat in asked.against):
        raise Ambiguous(f"{push} is safe")
    offered = {option.id for option in question.parts[0].options}
    if offered != {"push", "fold", *["middle"] * (asked.middle is not None)}:
        raise Ambiguous(f"the choices are not {offered}")
    if offered != {choice.id for choice in facts.judged.choices}:
        raise Ambiguous("not every choice was played")
    return one(best_beyond_doubt(facts.judged.choices))


def _kind(tile: int) -> str:
    return NAMES[tile].replace("0", "5")


def riichi(question: Question, story: Story) -> Answer:
    """The choice that brought most; raises Ambiguous where a choice is not what it is called."""
    asked, facts = question.ask, question.facts
    may_declare = story.closed and story.drawn is not None and story.live >= story.rules.riichi_minimum_live
    if not story.my_turn or story.riichi or not may_declare:
        raise Ambiguous("riichi cannot be declared")
    furiten = _kind(asked.furiten)
    if not _furiten(story, furiten):
        raise Ambiguous(f"{furiten} leaves no furiten wait")
    if any(_left(story, kind) > _left(story, furiten) for kind in set(story.concealed)):
        raise Ambiguous(f"{furiten} does not leave the widest wait")
    if asked.change is not None:
        change = _kind(asked.change)
        if _furiten(story, change) or not _left(story, change):
            raise Ambiguous(f"{change} does not change the wait")
    if any(story.concealed.count(kind) == 4 for kind in story.concealed):
        raise Ambiguous("a closed kan is possible, and was not played")
    offered = {option.id for option in question.parts[0].options}
    wins = story.drawn in story.waits
    if ("tsumo" in offered) is not wins or ("change" in offered) is not (asked.change is not None):
        raise Ambiguous(f"the choices are not {offered}")
    if (
        "declare" not in offered
        or len(offered) < 2
        or not offered <= {"declare", "silent", "change", "tsumo"}
    ):
        raise Ambiguous(f"there is nothing to choose: {offered}")
    if offered != {choice.id for choice in facts.judged.choices}:
        raise Ambiguous("not every choice was played")
    return one(best_beyond_doubt(facts.judged.choices))


def _waits(story: Story, thrown: str) -> list[str]:
    """What the hand waits on after that discard; empty when it is not tenpai."""
    return tenpai(story, hand_without(story.concealed, thrown))


def _left(story: Story, thrown: str) -> int:
    """Tiles left that then win."""
    return sum(4 - story.seen[wait] for wait in _waits(story, thrown))


def _furiten(story: Story, thrown: str) -> bool:
    return any(wait in [*story.thrown, thrown] for wait in _waits(story, thrown))
