"""The script of the first lesson: one hand, step by step, for new players."""

from __future__ import annotations

from typing import ClassVar

from ai.lessons.lesson import first_lesson
from ai.lessons.lesson_game import LessonGame
from ai.lessons.move_notation import Deed, Move
from ai.lessons.scripted_bot import follow
from engine.actions import Action, ActionKind
from tui.config.actions import BY_ID, ActionId, actions_in, with_keys
from tui.config.settings import Settings
from tui.desk.settings import LESSON_SWITCHES, DeskSettings
from tui.i18n.texts import t
from tui.lessons.lesson import LessonScript
from tui.lessons.script import Comment, LessonReview
from tui.words.tiles import tile_word


class FirstLessonScript(LessonScript):
    """The first lesson. It accepts only the moves of its path, and the cancel key leaves it at any time."""

    skips: ClassVar[bool] = True

    def __init__(self) -> None:
        """Deal the lesson."""
        super().__init__(LessonGame(first_lesson()))

    def desk_settings(self, settings: Settings, seed: int | str | None) -> DeskSettings:
        """All help, whatever the settings say."""
        return DeskSettings(switches=LESSON_SWITCHES)

    def correction(self, action: Action) -> str:
        """The move that is asked for, in words, unless this is the one."""
        view, menu = self.scenario.view, self.scenario.options
        if (asked := self._asked) is not None:
            wanted = follow(asked, view, menu)
            if wanted is None or (action.kind, action.tile) == (wanted.kind, wanted.tile):
                return ""
            return _asked_words(asked)
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
        """The closing words."""
        text = " ".join(self.words.closing)
        return Comment(with_keys(text), names=actions_in(text))


def _asked_words(asked: Move) -> str:
    tile = tile_word(asked.discard)
    if asked.deed is Deed.RIICHI:
        return t("first.riichi", tile=tile, key=BY_ID[ActionId.RIICHI].named)
    return t("first.discard", tile=tile)
