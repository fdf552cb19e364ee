"""Checks what questions "kan after riichi?" say: the waits and the groups, before the kan and after it."""

from __future__ import annotations

from collections import Counter

from ai.drills.kinds.kan import KanAsk
from ai.drills.question import Question
from tests.support.ai.slow_solver.decisions import name_of, ways_to_read
from tests.support.ai.slow_solver.story import Story, completing, hand_without
from tests.support.tui.claims.recording import Said, checks, kind, kinds


def _four(story: Story, named: str) -> str:
    """The kind of the kan, of which the seat holds four concealed tiles."""
    assert story.riichi, "not in riichi"
    assert story.concealed.count(named) == 4, f"not four {named}"
    return named


def _hand_before(story: Story) -> list[str]:
    assert story.drawn is not None, "not the own turn"
    return hand_without(story.concealed, story.drawn)


def _hand_after(story: Story, four: str) -> list[str]:
    return [tile for tile in story.concealed if tile != four]


def _asked_kind(question: Question, story: Story) -> str:
    """The kind that the question is about."""
    assert isinstance(question.ask, KanAsk)
    return _four(story, name_of(question.ask.kind))


def _waits(question: Question, story: Story) -> tuple[list[str], list[str]]:
    four = _asked_kind(question, story)
    before = completing(_hand_before(story))
    return before, [each for each in completing(_hand_after(story, four)) if each != four]


def _said(claim: Said, name: str) -> list[str]:
    return sorted(kinds(claim.word(name)))


@checks("drill.kan.ask-kan", "drill.kan.ask-otherwise")
def _ask(claim: Said, question: Question, story: Story) -> bool:
    return bool(_four(story, kind(claim.word("tile"))))


@checks("drill.kan.changes", "drill.kan.loses")
def _changes(claim: Said, question: Question, story: Story) -> bool:
    before, after = _waits(question, story)
    told = _said(claim, "after") if "after" in claim.values else []
    return sorted(before) == _said(claim, "before") and sorted(after) == told and before != after


@checks("drill.kan.keeps")
def _keeps(claim: Said, question: Question, story: Story) -> bool:
    before, after = _waits(question, story)
    return sorted(before) == sorted(after) == _said(claim, "before")


@checks("drill.kan.regroups")
def _regroups(claim: Said, question: Question, story: Story) -> bool:
    four = _four(story, kind(claim.word("tile")))
    return _keeps(claim, question, story) and bool(_otherwise_waits(story, four))


def _otherwise_waits(story: Story, four: str) -> list[str]:
    hand = _hand_before(story)
    return [
        each
        for each in completing(hand)
        if any([four] * 3 not in groups for groups in ways_to_read([*hand, each]))
    ]


@checks("drill.kan.strict")
def _strict(claim: Said, question: Question, story: Story) -> bool:
    strict = story.rules.closed_kan_after_riichi == "strict"
    return (
        strict and claim.word("rules") == story.rules.title and bool(_four(story, kind(claim.word("tile"))))
    )


# -- how the tiles group -------------------------------------------------------------------------------


def _groups(claim: Said) -> tuple[list[list[str]], Counter[str]]:
    """The groups that are named, and all tiles with the pair."""
    parts = claim.word("groups").replace(" and ", ", ").split(", ")
    found = [kinds(part) for part in parts]
    pair = kinds(claim.word("pair"))
    pair = pair * 2 if len(pair) == 1 else pair
    assert [pair[0]] * 2 == pair, f"not a pair: {pair}"
    return found, Counter([*pair, *(tile for group in found for tile in group)])


@checks("drill.kan.before")
def _before(claim: Said, question: Question, story: Story) -> bool:
    """The groups are those of the hand before the draw, completed by the wait."""
    hand, wait = _hand_before(story), kind(claim.word("wait"))
    groups, tiles = _groups(claim)
    assert tiles == Counter([*hand, wait]), "other tiles"
    return _is_reading(groups, [*hand, wait])


@checks("drill.kan.after")
def _after(claim: Said, question: Question, story: Story) -> bool:
    four, wait = _four(story, kind(claim.word("tile"))), kind(claim.word("wait"))
    hand = _hand_after(story, four)
    groups, tiles = _groups(claim)
    assert tiles == Counter([*hand, wait]), "other tiles"
    return _is_reading(groups, [*hand, wait])


def _is_reading(groups: list[list[str]], tiles: list[str]) -> bool:
    return any(sorted(map(sorted, each)) == sorted(map(sorted, groups)) for each in ways_to_read(tiles))


@checks("drill.kan.otherwise")
def _otherwise(claim: Said, question: Question, story: Story) -> bool:
    four = _four(story, kind(claim.word("tile")))
    return _before(claim, question, story) and [four] * 3 not in _groups(claim)[0]


@checks("drill.kan.lost")
def _lost(claim: Said, question: Question, story: Story) -> bool:
    _four(story, kind(claim.word("tile")))
    before, after = _waits(question, story)
    wait = kind(claim.word("wait"))
    return wait in before and wait not in after


# -- reasons besides the shape -------------------------------------------------------------------------


@checks("drill.kan.against-last-tile")
def _last_tile(claim: Said, question: Question, story: Story) -> bool:
    return story.live == 0


@checks("drill.kan.against-four-kans")
def _four_kans(claim: Said, question: Question, story: Story) -> bool:
    return _kans(story) == 4


def _kans(story: Story) -> int:
    return sum(name in ("Ankan", "Kakan", "Daiminkan") for _, _, name in story.called)


@checks("drill.kan.against-not-the-drawn-tile")
def _not_drawn(claim: Said, question: Question, story: Story) -> bool:
    return story.drawn != _four(story, kind(claim.word("tile")))


@checks("drill.kan.near-last-but-one")
def _last_but_one(claim: Said, question: Question, story: Story) -> bool:
    return story.live == 1


@checks("drill.kan.near-fourth-kan")
def _fourth_kan(claim: Said, question: Question, story: Story) -> bool:
    return _kans(story) == 3


@checks("drill.kan.near-read-otherwise")
def _near_reading(claim: Said, question: Question, story: Story) -> bool:
    by_waits = story.rules.closed_kan_after_riichi == "waits" and claim.word("rules") == story.rules.title
    return by_waits and bool(_otherwise_waits(story, _asked_kind(question, story)))


NEUTRAL = ("drill.kan.ask-lost",)
