"""The list of lessons, and a lesson as a script of the game screen: comments, limits, its review.

A lesson is done when its hand was played to the end and the questions after it were answered rightly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from ai.lessons.lesson import Lesson, LessonTexts, first_lesson, lessons
from ai.lessons.lesson_game import ChoiceNode, Decision, End, Fact, LessonGame, follow
from ai.lessons.lesson_notation import Deed, Move, Trigger
from ai.play import Pending
from engine.actions import Action, ActionKind, IllegalAction
from engine.furiten import FuritenKind
from tui.config.actions import BY_ID, ActionId, actions_in, with_keys
from tui.config.settings import HintLevel, OnOff, Settings
from tui.database.practice_rows import Played, StoredChoice, now, to_the_millisecond
from tui.desk.desk_settings import LESSON_SWITCHES, DeskSettings
from tui.i18n import join_clauses, language, t
from tui.lessons.script import Comment, DecisionReview, LessonReview, Script, TriedChoice
from tui.practice.opened_by_lessons import session_kind
from tui.practice.practice_record import Progress
from tui.words.action_words import action_words
from tui.words.names import kind_word, tile_word


@dataclass(frozen=True, slots=True)
class LessonRow:
    """One lesson of the list."""

    lesson: Lesson
    done: bool
    """Whether its hand has been played to the end, and its questions answered."""
    left: tuple[StoredChoice, ...] = ()
    """The decisions made before it was last left in the middle, if it was."""
    questions: int = 0
    """If its hand was last played to the end, the questions that are left; 0 otherwise, or if it is done."""

    @property
    def words(self) -> LessonTexts:
        return words_of(self.lesson)


def words_of(lesson: Lesson) -> LessonTexts:
    """The texts of a lesson in the current language."""
    return lesson.texts(language())


class LessonList:
    """All lessons, with their state in the practice record."""

    def __init__(self, progress: Progress, clock: Callable[[], datetime] = now) -> None:
        self._progress = progress
        self._clock = clock

    @property
    def rows(self) -> tuple[LessonRow, ...]:
        done, latest = self._progress.lessons_done, self._progress.lessons_left
        return tuple(self._row(lesson, lesson.id in done, latest.get(lesson.id)) for lesson in lessons())

    def _row(self, lesson: Lesson, done: bool, last: Played | None) -> LessonRow:
        """The state of a lesson; ``last`` is how it was last left."""
        if last is None or last.ended:
            return LessonRow(lesson, done)
        row = LessonRow(lesson, done, last.choices)
        if self.begin(row, resumed=True).outcome is None:
            return row
        return LessonRow(lesson, done, questions=0 if done else self.questions(lesson))

    def questions(self, lesson: Lesson) -> int:
        """The number of questions that are left at the end of a lesson; 0 if it is done."""
        if lesson.id in self._progress.lessons_done:
            return 0
        return len(lesson.asks) - self._progress.lesson_answered(session_kind(lesson))

    def after(self, lesson: Lesson) -> Lesson | None:
        """The next lesson, or None after the last."""
        return next((each for each in lessons() if each.number == lesson.number + 1), None)

    def begin(self, row: LessonRow, *, resumed: bool = False) -> LessonGame:
        """Deal a lesson; with ``resumed`` play it on to where it was left."""
        scenario = LessonGame(row.lesson)
        if not resumed:
            return scenario
        for choice in row.left:
            _to_a_choice(scenario)
            try:
                scenario.choose(choice.action)
            except IllegalAction:
                break  # the lesson has changed since
        _to_a_choice(scenario)
        return scenario

    def keep(self, scenario: LessonGame) -> None:
        """Save how far the lesson was played, if anything was decided."""
        if not scenario.decisions:
            return
        ended = scenario.outcome is not None and not self.questions(scenario.lesson)
        self._progress.add(
            Played(
                lesson=scenario.lesson.id,
                left=to_the_millisecond(self._clock()),
                ended=ended,
                choices=tuple(StoredChoice.of(decision.action) for decision in scenario.decisions),
            )
        )


def _to_a_choice(scenario: LessonGame) -> None:
    while scenario.pending is Pending.BOTS:
        scenario.advance()


_TOLD = (
    Trigger.ENTERED,
    Trigger.LEFT,
    Trigger.PASSED,
    Trigger.MISSED,
    Trigger.RISKED,
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
    """The words for what followed a choice: facts up to the next decision, and the end if it was reached."""
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
    for child in tried.choices.values():
        if child.result.end is not None:
            yield child.result.end
        yield from _ends(child)


def _fact(fact: Fact) -> str:
    tile = "" if fact.tile is None else kind_word(fact.tile)
    kind = "" if fact.kind is None else t(f"furiten.kind-{fact.kind}")
    return t(f"lesson.led.{fact.when}", tile=tile, kind=kind)


def _end_words(end: End) -> str:
    return t("lesson.end", how=t(f"lesson.ends.{end.when}"), points=end.points)


class LessonScript(Script):
    """A lesson. Coach and switches are off, so that the player decides and makes mistakes."""

    switches: ClassVar[bool] = False

    def __init__(self, scenario: LessonGame, following: Lesson | None = None, questions: int = 0) -> None:
        """The script of a scenario; ``following`` is the next lesson, after ``questions`` questions."""
        self.scenario = scenario
        self._following = following
        self._questions = questions
        # a resumed lesson does not repeat its earlier comments
        self._read = len(scenario.said) if scenario.decisions else 0

    @property
    def words(self) -> LessonTexts:
        return words_of(self.scenario.lesson)

    def desk_settings(self, settings: Settings, seed: int | str | None) -> DeskSettings:
        """Hints and marks as the settings say, but not while the choice is open that the lesson is about."""
        return DeskSettings(
            None,
            settings.hints,
            settings.marks,
            switches=LESSON_SWITCHES,
            guards_wins=settings.confirm_decline is OnOff.ON,
            asks=True,
        )

    @property
    def title(self) -> str:
        return self.words.title

    def comment(self, shown: int) -> Comment | None:
        due = self.scenario.said[self._read : self._read + 1]
        if not due or due[0].events > shown:
            return None
        self._read += 1
        remark = due[0].remark
        text = self.words.remarks[remark.says]
        return Comment(with_keys(text), remark.above, actions_in(text), remark.suits)

    @property
    def reviews(self) -> bool:
        return bool(self.scenario.decisions)

    def review(self) -> LessonReview:
        return review(self.scenario)

    @property
    def no_undo(self) -> str:
        """No message: the first decision is still open."""
        return ""

    def take_back(self, number: int) -> None:
        """Go back to just before that decision. Earlier comments are not repeated."""
        self.scenario.undo(number)
        self._read = len(self.scenario.said)

    def ending(self) -> LessonReview | Comment | None:
        return review(self.scenario, over=True, following=self._following, questions=self._questions)


class FirstLessonScript(LessonScript):
    """The first lesson. It accepts only the moves of its path, and the cancel key leaves it at any time."""

    skips: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__(LessonGame(first_lesson()))
        self._asks: dict[int, str] = {}
        """The id of the latest remark at each decision, which asks for it."""

    def comment(self, shown: int) -> Comment | None:
        """The next remark that is due; the last one before a decision stays until that is made."""
        at = self._read
        found = super().comment(shown)
        if found is not None and (remark := self.scenario.said[at].remark).when is Trigger.DECISION:
            self._asks[len(self.scenario.decisions)] = remark.says
        return found

    @property
    def task(self) -> str:
        asks = self._asks.get(len(self.scenario.decisions))
        return "" if asks is None else with_keys(self.words.remarks[asks])

    def desk_settings(self, settings: Settings, seed: int | str | None) -> DeskSettings:
        """Help that no setting changes; choices are explained once their key has been named."""
        said = (self.words.remarks[each.remark.says] for each in self.scenario.said[: self._read])
        named = any(ActionId.ASK in actions_in(text) for text in said)
        return DeskSettings(hints=HintLevel.FULL if named else HintLevel.MARKS, switches=LESSON_SWITCHES)

    def correction(self, action: Action) -> str:
        """The move that is asked for, in words, unless this is the one."""
        view, menu = self.scenario.view, self.scenario.options
        if (asked := self._asked) is not None:
            wanted = follow(asked, view, menu)
            if wanted is None or (action.kind, action.tile) == (wanted.kind, wanted.tile):
                return ""
            tile = tile_word(asked.discard)
            if asked.deed is Deed.RIICHI:
                return t("first.riichi", tile=tile, key=BY_ID[ActionId.RIICHI].named)
            alone = action.kind is ActionKind.RIICHI
            return t("first.discard-alone" if alone else "first.discard", tile=tile)
        wins = (*menu.of(ActionKind.TSUMO), *menu.of(ActionKind.RON))
        return "" if not wins or action in wins else t("first.win", key=BY_ID[ActionId.RON].named)

    @property
    def _asked(self) -> Move | None:
        """The move of the path that is asked for now. None asks for a win, or for nothing."""
        path = self.scenario.lesson.path
        turns = sum(not decision.claim for decision in self.scenario.decisions)
        return path[turns] if self.scenario.view.my_turn and turns < len(path) else None

    @property
    def reviews(self) -> bool:
        """Nothing is reviewed or taken back: there is one path."""
        return False

    def ending(self) -> LessonReview | Comment | None:
        text = " ".join(self.words.closing)
        return Comment(with_keys(text), names=actions_in(text))
