"""Play a lesson by a line such as ``discard 4p; pass; ron``, and note the result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ai.lessons.lesson import Lesson, lessons
from ai.lessons.lesson_game import Fact, LessonGame
from ai.lessons.lesson_notation import Trigger
from ai.play import Pending
from engine.actions import Action, ActionKind
from engine.furiten import Cause
from engine.rules import Offence
from engine.tiles import NAMES, parse_tile

THROWS = (ActionKind.DISCARD, ActionKind.RIICHI)


def lesson_of(slug: str) -> Lesson:
    return next(lesson for lesson in lessons() if lesson.id == slug)


def go_on(scenario: LessonGame) -> LessonGame:
    """Up to the person's next decision, or the end of the hand."""
    while scenario.pending is Pending.BOTS:
        scenario.advance()
    return scenario


def action_of(scenario: LessonGame, words: str) -> Action:
    """The choice in words; a tile that was drawn is thrown as drawn, and ``count mixed`` mixes it in.

    A ``wrong pon`` is one with tiles that are none.
    """
    kind, _, tile = words.removeprefix("wrong ").removesuffix(" mixed").partition(" ")
    mistakes = scenario.options.errors
    if words.startswith("wrong "):
        mistakes = tuple(each for each in mistakes if each.offence is Offence.INVALID_CALL)
    errors = tuple(mistake.action for mistake in mistakes)
    fitting = [
        action
        for action in (*scenario.options.actions, *errors)
        if action.kind == kind and (not tile or action.tile == parse_tile(tile))
    ]
    assert fitting, f"{scenario.lesson.id}: no {words} among {[str(a) for a in scenario.options.actions]}"
    chosen = fitting[-1] if fitting[0].kind in THROWS else fitting[0]
    return _counted(chosen, mixed=words.endswith(" mixed"))


def _counted(action: Action, *, mixed: bool) -> Action:
    """What is said of a win, with the winning tile beside the hand or in it."""
    return action if action.said is None else action._replace(said=action.said._replace(mixed=mixed))


def in_short(causes: tuple[Cause, ...]) -> str:
    return " ".join(dict.fromkeys(f"{cause.kind}:{NAMES[cause.tile]}" for cause in causes))


@dataclass(frozen=True)
class Played:
    """What there was to see on a line: furiten at each decision and after the last, facts, remarks, end."""

    scenario: LessonGame
    furiten: tuple[str, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return self.scenario.facts

    def of(self, *moments: Trigger) -> list[Fact]:
        return [fact for fact in self.facts if fact.when in moments]

    @property
    def said(self) -> tuple[str, ...]:
        return tuple(said.remark.says for said in self.scenario.said)

    @property
    def end(self) -> str:
        end = self.scenario.here.result.end
        return "open" if end is None else f"{end.when} {end.points:+}"


def play(scenario: LessonGame, line: str) -> Played:
    """Play a line from where the scenario stands."""
    furiten = []
    for words in line.split("; "):
        assert go_on(scenario).pending is Pending.PERSON, f"{scenario.lesson.id}: over before '{words}'"
        furiten.append(in_short(scenario.view.furiten))
        scenario.choose(action_of(scenario, words))
    go_on(scenario)
    furiten.append(in_short(scenario.view.furiten))
    return Played(scenario, tuple(furiten))


@cache
def played(slug: str, line: str) -> Played:
    """A line of a lesson from its beginning; not to be played on."""
    return play(LessonGame(lesson_of(slug)), line)
