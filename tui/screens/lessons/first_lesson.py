"""The lesson for who has never sat at this table: one hand, step by step, that one key leaves at any time."""

from __future__ import annotations

import asyncio

from textual import events

from ai.lessons.lesson import first_lesson
from ai.lessons.lesson_game import Scenario
from ai.lessons.move_notation import Deed, Move
from ai.lessons.scripted_bot import follow
from engine.actions import Action, ActionKind
from tui.config.actions import BY_ID, ActionId, Place, action_for, with_keys
from tui.config.settings import Settings
from tui.desk.desk import Desk
from tui.desk.menu import Mode
from tui.desk.settings import DeskSettings
from tui.i18n.texts import t
from tui.screens.game.game import Leaving
from tui.screens.lessons.lesson import LessonScreen
from tui.screens.lessons.remark import RemarkScreen
from tui.table.messages import PromptClicked
from tui.words.tiles import tile_word

SKIP = ActionId.CANCEL
"""The action that leaves the lesson; on a claim it would pass, for which there is another key."""
_STEPS_BACK = (Mode.RIICHI, Mode.FORM)
"""Where it goes back to the choice before, as everywhere."""


class _Skipped(Exception):
    """The person leaves while something is being said."""


class FirstLessonScreen(LessonScreen):
    """The first lesson. The table helps as it can, whatever the settings say, and does nothing by itself."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(Scenario(first_lesson()), None, settings)
        self._turns = 0
        """Own turns that were played as they were asked for."""

    def _desk(self, settings: Settings) -> Desk:
        return Desk(self.session.seating, self.session.match.rules, DeskSettings())

    def apply(self, settings: Settings) -> None:
        """Other settings change nothing here but the looks."""
        super().apply(Settings())

    # -- the path ------------------------------------------------------------------------------------

    async def _carry_on(self) -> bool:
        try:
            return await super()._carry_on()
        except _Skipped:
            self.skip()
            return False

    async def _decide(self) -> None:
        """The person does what is asked for; of anything else it is said what that is."""
        action = await self._decision()
        if not self._is_asked_for(action):
            self._notice = self._asked_words()
            self.desk = self._desk(self.game_app.settings)
            await self._take_up()
            return
        self._turns += self.session.view.my_turn
        await self._tell(await asyncio.to_thread(self.session.choose, action))

    @property
    def _asked(self) -> Move | None:
        """The move that is asked for now; None is a win, and everything once the path is walked."""
        path = self.scenario.lesson.path
        return path[self._turns] if self.session.view.my_turn and self._turns < len(path) else None

    def _is_asked_for(self, action: Action) -> bool:
        menu = self.session.options
        if self._asked is not None:
            wanted = follow(self._asked, self.session.view, menu)
            return wanted is None or (action.kind, action.tile) == (wanted.kind, wanted.tile)
        wins = (*menu.of(ActionKind.TSUMO), *menu.of(ActionKind.RON))
        return not wins or action in wins

    def _asked_words(self) -> str:
        if self._asked is None:
            return t("first.win", key=BY_ID[ActionId.RON].named)
        tile = tile_word(self._asked.discard)
        if self._asked.deed is Deed.RIICHI:
            return t("first.riichi", tile=tile, key=BY_ID[ActionId.RIICHI].named)
        return t("first.discard", tile=tile)

    async def _say(self, text: str, *, above: bool) -> None:
        self._show()
        self.game_app.pace.calm()
        if await self.app.push_screen_wait(RemarkScreen(with_keys(text), above=above, skips=True)):
            raise _Skipped

    async def _end(self) -> bool:
        """The closing words; then nothing of it is kept."""
        await self._say(" ".join(self.words.closing), above=False)
        self.dismiss(Leaving.FINISHED)
        return False

    def skip(self) -> None:
        """Leave it."""
        self.dismiss(Leaving.SAVED)

    # -- what is shown, keys and clicks ----------------------------------------------------------------

    @property
    def _can_undo(self) -> bool:
        """Nothing is taken back: what is not asked for is not done."""
        return False

    @property
    def _leaves(self) -> bool:
        """Whether the key that leaves the lesson does so now."""
        return self.desk.mode not in _STEPS_BACK

    def on_key(self, event: events.Key) -> None:
        """The way out, or a key of the table."""
        action = action_for(event.key, Place.CHOICE)
        if action is None or action.id != SKIP or not self._leaves:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        if self.seen_before(event):
            self.skip()

    def on_prompt_clicked(self, message: PromptClicked) -> None:
        """The way out; the table's own handler knows what else is named there."""
        if message.id == SKIP and self._leaves:
            message.prevent_default()
            if self.seen_before(message):
                self.skip()

    def look_back(self) -> None:
        """There is one path."""
