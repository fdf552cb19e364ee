"""The table of a game that goes on from a record."""

from __future__ import annotations

from tui.config.settings import Settings
from tui.i18n.texts import t
from tui.lessons.script import Script
from tui.play.play_on import BranchGame
from tui.screens.game.game import GameExit, GameScreen


class BranchScript(Script):
    """The title of a branch, in place of the number of the hand and the seed."""

    def __init__(self, title: str) -> None:
        self._title = title

    @property
    def title(self) -> str:
        """Where the game went on from."""
        return self._title


class BranchScreen(GameScreen):
    """A game that goes on from a record. At its end both are shown side by side."""

    def __init__(self, game: BranchGame, settings: Settings) -> None:
        origin = game.match.branch
        assert origin is not None
        code = f"{origin.hand}.{origin.step}"
        super().__init__(game.session, settings, BranchScript(t("branch.title", code=code)))
        self.game = game
        if game.fault:
            self.show_message(t("branch.unkept", reason=game.fault))

    async def _end(self) -> bool:
        """Show the record and the branch side by side."""
        from tui.screens.game.branch_end import BranchEndScreen

        self.game_app.pace.calm()
        await self.app.push_screen_wait(BranchEndScreen(self.game))
        self.dismiss(GameExit.FINISHED)
        return False
