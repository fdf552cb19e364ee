"""The script of a lesson: its comments, and the review of its decisions."""

from __future__ import annotations

from typing import ClassVar

from ai.lessons.lesson import Lesson, LessonTexts
from ai.lessons.lesson_game import LessonGame
from tui.config.actions import actions_in, with_keys
from tui.config.settings import OnOff, Settings
from tui.desk.settings import LESSON_SWITCHES, DeskSettings
from tui.lessons.ladder import words_of
from tui.lessons.review import review
from tui.lessons.script import Comment, LessonReview, Script


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
        """The texts of the lesson in the current language."""
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
        """The title of the lesson."""
        return self.words.title

    def comment(self, shown: int) -> Comment | None:
        """The next remark of the lesson that is due."""
        due = self.scenario.said[self._read : self._read + 1]
        if not due or due[0].events > shown:
            return None
        self._read += 1
        text = self.words.remarks[due[0].text]
        return Comment(with_keys(text), due[0].above, actions_in(text), due[0].suits)

    @property
    def reviews(self) -> bool:
        """Whether a decision was made."""
        return bool(self.scenario.decisions)

    def review(self) -> LessonReview:
        """The decisions so far, and what was tried at each."""
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
        """The review, with the closing words, and the questions or the next lesson."""
        return review(self.scenario, over=True, following=self._following, questions=self._questions)
