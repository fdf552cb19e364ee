"""What each choice of a lesson led to: the decisions of a line, and below each what was tried there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.lessons.hand_facts import Fact
from ai.lessons.lesson_game import Decision, End, Scenario, Tried
from ai.lessons.remark_triggers import Trigger
from engine.furiten import FuritenKind
from tui.i18n.layout import clauses
from tui.i18n.texts import t
from tui.words.actions import deed
from tui.words.tiles import kind_word, tile_word

_TOLD = (
    Trigger.ENTERED,
    Trigger.LEFT,
    Trigger.PASSED,
    Trigger.MISSED,
    Trigger.FURITEN_RIICHI,
    Trigger.DEAD_HAND,
)
"""What is told of what followed a choice, besides the end."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A choice that was tried, and what came of it."""

    here: bool
    """It is the one of the present line."""
    words: str
    led: str


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the present line."""

    number: int
    words: str
    branches: tuple[Branch, ...]


def steps(scenario: Scenario) -> tuple[Step, ...]:
    """The decisions of the line, with every choice that was ever tried at each."""
    found, node = [], scenario.tried
    for decision in scenario.decisions:
        branches = tuple(
            Branch(action == decision.action, deed(action), _led(tried))
            for action, tried in node.choices.items()
        )
        found.append(Step(decision.number, _decision(decision), branches))
        node = node.choices[decision.action]
    return tuple(found)


def _decision(decision: Decision) -> str:
    """Where the decision stood: its turn, and the tile that was drawn or on offer."""
    told = {"number": decision.number, "turn": decision.turn}
    if decision.tile is None:
        return t("lesson.step", **told)
    key = "lesson.step-offer" if decision.claim else "lesson.step-draw"
    return t(key, tile=tile_word(decision.tile), **told)


def _led(tried: Tried) -> str:
    """What followed: what happened up to the next decision, and how the hand ended, where it was seen."""
    facts = tried.led.of(*_TOLD)
    if any(fact.when is Trigger.MISSED for fact in facts):
        # the hand was furiten anyway: what passes besides would only hide that
        facts = tuple(fact for fact in facts if fact.kind is not FuritenKind.TEMPORARY)
    said = [_fact(fact) for fact in facts]
    if tried.led.end is not None:
        said.append(end_words(tried.led.end))
    elif ends := list(dict.fromkeys(map(end_words, _ends(tried)))):
        said.append(t("lesson.later", ends=t("lesson.or").join(ends)))
    return clauses(dict.fromkeys(said))


def _ends(tried: Tried) -> Iterator[End]:
    """Every end that was reached beyond a choice."""
    for child in tried.choices.values():
        if child.led.end is not None:
            yield child.led.end
        yield from _ends(child)


def _fact(fact: Fact) -> str:
    tile = "" if fact.tile is None else kind_word(fact.tile)
    kind = "" if fact.kind is None else t(f"furiten.kind-{fact.kind}")
    return t(f"lesson.led.{fact.when}", tile=tile, kind=kind)


def end_words(end: End) -> str:
    """How a hand ended for the person, and what it brought."""
    return t("lesson.end", how=t(f"lesson.ends.{end.when}"), points=end.points)
