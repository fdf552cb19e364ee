"""The review of a lesson in words: the decisions of a line, and what was tried at each."""

from __future__ import annotations

from collections.abc import Iterator

from ai.lessons.hand_facts import Fact
from ai.lessons.lesson import Lesson
from ai.lessons.lesson_game import ChoiceNode, Decision, End, LessonGame
from ai.lessons.remark_triggers import Trigger
from engine.furiten import FuritenKind
from tui.i18n.layout import join_clauses
from tui.i18n.texts import t
from tui.lessons.ladder import words_of
from tui.lessons.script import DecisionReview, LessonReview, TriedChoice
from tui.words.actions import action_words
from tui.words.tiles import kind_word, tile_word

_TOLD = (
    Trigger.ENTERED,
    Trigger.LEFT,
    Trigger.PASSED,
    Trigger.MISSED,
    Trigger.FURITEN_RIICHI,
    Trigger.NOTEN_RIICHI,
    Trigger.MIXED,
    Trigger.DEAD_HAND,
)
"""The facts that are named among the consequences of a choice, besides the end of the hand."""


def review(
    scenario: LessonGame, *, over: bool = False, following: Lesson | None = None, questions: int = 0
) -> LessonReview:
    """The decisions of the line so far.

    If the lesson is ``over``, also its closing words, and the number of questions or the next lesson.
    """
    told, end = words_of(scenario.lesson), scenario.here.result.end
    return LessonReview(
        told.title,
        "" if end is None else _end_words(end),
        _decisions(scenario),
        over,
        told.closing if over else (),
        words_of(following).title if over and following is not None else "",
        questions if over else 0,
    )


def _decisions(scenario: LessonGame) -> tuple[DecisionReview, ...]:
    """The decisions of the line, with every choice that was tried at each."""
    found, node = [], scenario.tried
    for decision in scenario.decisions:
        tried = tuple(
            TriedChoice(action == decision.action, action_words(action), _led(after))
            for action, after in node.choices.items()
        )
        found.append(DecisionReview(decision.number, _decision(decision), tried))
        node = node.choices[decision.action]
    return tuple(found)


def _decision(decision: Decision) -> str:
    """A decision in words: its turn, and the tile that was drawn or on offer."""
    told = {"number": decision.number, "turn": decision.turn}
    if decision.tile is None:
        return t("lesson.step", **told)
    key = "lesson.step-offer" if decision.claim else "lesson.step-draw"
    return t(key, tile=tile_word(decision.tile), **told)


def _led(tried: ChoiceNode) -> str:
    """What followed a choice: facts up to the next decision, and the end of the hand if it was reached."""
    facts = tried.result.of(*_TOLD)
    if any(fact.when is Trigger.MISSED for fact in facts):
        # the hand was furiten anyway: temporary furiten on top of that would only hide it
        facts = tuple(fact for fact in facts if fact.kind is not FuritenKind.TEMPORARY)
    said = [_fact(fact) for fact in facts]
    if tried.result.end is not None:
        said.append(_end_words(tried.result.end))
    elif ends := list(dict.fromkeys(map(_end_words, _ends(tried)))):
        said.append(t("lesson.later", ends=t("lesson.or").join(ends)))
    return join_clauses(dict.fromkeys(said))


def _ends(tried: ChoiceNode) -> Iterator[End]:
    """Every end of the hand that was reached after a choice."""
    for child in tried.choices.values():
        if child.result.end is not None:
            yield child.result.end
        yield from _ends(child)


def _fact(fact: Fact) -> str:
    tile = "" if fact.tile is None else kind_word(fact.tile)
    kind = "" if fact.kind is None else t(f"furiten.kind-{fact.kind}")
    return t(f"lesson.led.{fact.when}", tile=tile, kind=kind)


def _end_words(end: End) -> str:
    """How the hand ended for the player, and the points that it brought."""
    return t("lesson.end", how=t(f"lesson.ends.{end.when}"), points=end.points)
