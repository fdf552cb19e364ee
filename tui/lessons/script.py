"""Hooks of a script into a game at the table. The script of an ordinary game is empty.

Every game loads this module, so it loads no lesson and nothing of practice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from engine.actions import Action
from tui.config.actions import ActionId
from tui.config.settings import OnOff, Settings
from tui.desk.desk_settings import DeskSettings
from tui.i18n import t


class TakeBack(msgspec.Struct, frozen=True):
    """The player takes back an earlier decision instead of making one."""

    number: int | None = None
    """The number of a decision in a lesson, from 1 on. None means the last decision of this hand."""


class Comment(msgspec.Struct, frozen=True):
    """A text that is shown until the player goes on."""

    text: str
    above: bool = False
    """Whether it is shown above the table, because it is about the lines below."""
    names: tuple[ActionId, ...] = ()
    """The actions whose keys the text names."""
    suits: bool = False
    """Whether it shows how a tile of each suit looks and what it is called."""


class TriedChoice(msgspec.Struct, frozen=True):
    """A choice that was tried at a decision, and what followed."""

    here: bool
    """Whether it is the choice of the present line of play."""
    words: str
    led: str


class DecisionReview(msgspec.Struct, frozen=True):
    """A decision of the present line of play, and every choice that was tried at it."""

    number: int
    words: str
    tried: tuple[TriedChoice, ...]


class LessonReview(msgspec.Struct, frozen=True):
    """The decisions of a lesson so far. The player may take one of them back."""

    title: str
    end: str
    """How the hand ended, or an empty text while it goes on."""
    decisions: tuple[DecisionReview, ...]
    over: bool = False
    closing: tuple[str, ...] = ()
    """At the end, the closing words of the lesson in paragraphs."""
    following: str = ""
    """At the end, the title of the next lesson, or an empty text."""
    questions: int = 0
    """At the end, the number of questions that follow; 0 if none do."""


class Script:
    """Hooks that the game screen calls during a game. The base class is an ordinary game without a lesson."""

    switches: ClassVar[bool] = True
    """Whether the switches of the table can be used."""
    skips: ClassVar[bool] = False
    """Whether the cancel key leaves the game when there is no open choice to cancel."""

    def desk_settings(self, settings: Settings, seed: int | str | None) -> DeskSettings:
        """The settings of the desk, from the player's settings and the seed of the game."""
        return DeskSettings.of(settings, seed)

    @property
    def title(self) -> str:
        return ""

    def comment(self, shown: int) -> Comment | None:
        """The next comment that is due when ``shown`` events of the hand are shown. It is returned once."""
        return None

    @property
    def task(self) -> str:
        """The task at the decision that is due, or an empty text."""
        return ""

    def correction(self, action: Action) -> str:
        """The text that asks for another action, or an empty text to accept this one."""
        return ""

    @property
    def reviews(self) -> bool:
        return False

    def review(self) -> LessonReview:
        """The decisions so far. Raises ValueError if there is nothing to review."""
        raise ValueError("an ordinary game has no review")

    @property
    def no_undo(self) -> str:
        """The message if nothing can be taken back."""
        return t("takeback.not-allowed")

    def take_back(self, number: int) -> None:
        """Go back to just before that decision. Raises ValueError if there is none of that number."""
        raise ValueError(f"there is no decision {number} in this game")

    def ending(self) -> LessonReview | Comment | None:
        return None


class GuidedScript(Script):
    """An ordinary game with the coach, until the player changes that setting."""

    def __init__(self, begun: Settings, end: Callable[[], None]) -> None:
        """``begun``: the settings when the table is opened. ``end`` is called when the coach is changed."""
        self._coach: OnOff | None = begun.coach
        self._end = end

    def desk_settings(self, settings: Settings, seed: int | str | None) -> DeskSettings:
        if self._coach is not None and settings.coach is not self._coach:
            self._coach = None
            self._end()
        return DeskSettings.of(settings if self._coach is None else replace(settings, coach=OnOff.ON), seed)
