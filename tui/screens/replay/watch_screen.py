"""Four bots at the table, live: a record that grows while one looks at it."""

from __future__ import annotations

import asyncio
from collections import deque

from msgspec.structs import replace

from engine import events as ev
from engine.wall import PLAYERS
from tui.config.actions import BY_ID, ActionId, NamedAction
from tui.i18n import t
from tui.play.play_options import SPEEDS, Speed
from tui.play.watched_game import WatchedGame
from tui.replay.replay_state import Replay, ReplayedGame, StopKind
from tui.screens.replay.viewer import ReplayScreen
from tui.system.files import os_error_text
from tui.words.names import Seating

SLOW = 4
"""Steps after which a bot that thinks is named."""
AFTER_HAND = 8
"""Steps for which the end of a hand is shown."""


class WatchedReplay(Replay):
    """The record of a watched game: nobody is ``you``, and all hands are open until they are closed."""

    def __init__(self, game: ReplayedGame, seat: int) -> None:
        super().__init__(game, seat)
        self.opened = True

    @property
    def seating(self) -> Seating:
        seating = super().seating
        names = list(seating.names)
        names[self.seat] = super().seating_from((self.seat + 1) % PLAYERS).names[self.seat]
        return replace(seating, names=tuple(names), plays=False)


class WatchScreen(ReplayScreen):
    """A game in progress. It goes on while it plays; stepping back stops it, and going on catches up."""

    def __init__(self, game: WatchedGame, speed: Speed) -> None:
        record = ReplayedGame(file=game.path, rules=game.match.rules, events=tuple(game.match.events))
        super().__init__(WatchedReplay(record, 0))
        self.game = game
        self.speed = len(SPEEDS) - SPEEDS.index(speed)
        """Instant is the fastest speed of a replay, and slow its second slowest."""
        self._new: deque[ev.Event] = deque()
        self._waits = 0
        """Steps to wait at the end of a hand."""
        self._asked: asyncio.Task[list[ev.Event]] | None = None
        """The step that the bots think about."""
        self._idle = 0
        """Steps that a bot has been thinking."""
        self._shows_next = False
        """Whether the next event is to be shown although the game is stopped."""
        self._failed = ""
        self._skips = False
        """Whether the rest of the hand is not to be shown."""

    def on_mount(self) -> None:
        super().on_mount()
        self._play()
        self.renew(t("watch.unkept", reason=self.game.fault) if self.game.fault else "")

    # -- going on ------------------------------------------------------------------------------------

    @property
    def is_live(self) -> bool:
        """Whether the newest position is shown, and the game goes on from it."""
        return self.replay.index == self.replay.last and not (self.game.over and not self._new)

    def _tick(self) -> None:
        if not self.is_active:
            return
        if self.replay.step(StopKind.EVENT, 1):
            self.renew(self._failure())
        elif self._waits:
            self._waits -= 1
        elif self._new:
            self._take()
        elif self.game.over:
            self._stop()
            self.renew()
        else:
            self._ask()
            self._idle += 1
            if self._idle == SLOW:
                self.renew(self._waits_for())

    def _ask(self) -> None:
        """Let the bots choose, in a thread, unless they are at it."""
        if self._asked is None:
            self._asked = asyncio.create_task(asyncio.to_thread(self.game.advance))
            self._asked.add_done_callback(self._stepped)

    def _stepped(self, task: asyncio.Task[list[ev.Event]]) -> None:
        self._asked, self._idle = None, 0
        if task.cancelled() or not self.is_attached:
            return
        error = task.exception()
        if isinstance(error, OSError):
            self.game_app.fail(t("save.failed", reason=os_error_text(error)))
            return
        self._new.extend(task.result())
        if self._skips:
            self._skip()
        elif self._shows_next:
            self._take()

    def _take(self) -> None:
        """Show the next position. An event without one, such as the end of a hand, is taken with it."""
        self._shows_next = False
        while self._new:
            self._add(self._new.popleft())
            if self.replay.step(StopKind.EVENT, 1):
                break
        self.renew(self._failure())

    def _skip(self) -> None:
        """Go to the end of the hand in play as fast as the bots choose."""
        self._skips = True
        while self._new and self._skips:
            self._add(self._new.popleft())
        self.replay.to_end_of_hand(last=True)
        self.renew(self._failure())
        if self._skips and not self.game.over:
            self._ask()

    def _add(self, event: ev.Event) -> None:
        self.replay.add([event])
        if isinstance(event, ev.EndKyoku):
            self._waits, self._skips = AFTER_HAND, False

    # -- what is told --------------------------------------------------------------------------------

    def _failure(self) -> str:
        """The last failure of a bot, until the next key."""
        failures = self.game.bot_failures()
        self._failed = failures[-1] if failures else self._failed
        return self._failed

    def _waits_for(self) -> str:
        game = self.game.match.round
        if game.acting != (game.table.turn,):
            return t("session.thinking-others")
        return t("session.thinking", name=self.game.seating.names[game.table.turn])

    def next_words(self) -> str:
        if self.replay.index != self.replay.last:
            return super().next_words()
        if not self.is_live:
            return t("watch.over")
        return t("watch.live") if self.plays else t("watch.paused", key=BY_ID[ActionId.AUTOPLAY].named)

    def on_action(self, action: NamedAction) -> None:
        self._failed = ""
        if action.id == ActionId.LAST and self.is_live and not self._waits:
            self._play()
            self._skip()
        elif action.id == ActionId.RIGHT and self.is_live:
            self._stop()
            self._waits, self._shows_next = 0, True
            if self._new:
                self._take()
            else:
                self._ask()
        else:
            super().on_action(action)
