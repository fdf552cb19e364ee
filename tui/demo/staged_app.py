"""The app at the beginning of a scene: its position or question, its save folder, and simulated keys."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, tzinfo
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec.structs import replace
from textual import events
from textual.keys import _character_to_key

from ai.drills.drill import drill_of
from ai.drills.library import LibraryCode, question_of
from ai.drills.question import Question
from ai.lessons.lesson_game import answer_offer, play_opening, scripted_bots
from ai.lessons.lesson_notation import MoveError
from ai.play import PERSON, Play
from ai.seat_position import SeatPosition
from engine.actions import IllegalAction
from engine.events import TableSteps, Tsumo
from engine.match import Match
from engine.rules import Ruleset
from engine.tiles import NotationError
from engine.view import mask
from tui.config.settings import Settings, SettingsFile
from tui.demo.scene_files import (
    DemoScene,
    Opens,
    PracticeHistoryError,
    SceneError,
    Step,
    now,
    rows,
    write_games,
)
from tui.i18n import language
from tui.play.pace import ConfirmDelay, Sleep
from tui.play.play_options import PracticeOptions
from tui.play.save import SaveFolder
from tui.play.session import Session, Setup
from tui.practice.practice import Practice
from tui.practice.practice_record import Progress
from tui.practice.practice_session import Tools
from tui.screens.game.game import GameScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.page import PageScreen
from tui.screens.practice.drill_screens import QuestionScreen
from tui.screens.screen import KeyRepeat, KeyScreen
from tui.screens.table_screen import TableScreen
from tui.shell.app import FuritenApp

SEAT = 0
"""The player's seat in every scene."""
NAMES = (PERSON, "hayai", "mamori", "takame")
PLAYERS = ("tsumogiri",) * 3
"""The bots where there are no orders. Their play is simple enough to stay the same in later versions."""
SEED, LEVEL = 42, 3
"""The seed of everything that a scene does not specify, and the level of its questions."""


def _match(scene: DemoScene) -> Match:
    setting = scene.setting
    assert setting is not None
    rules = scene.ruleset
    if rules.value_said:
        # the wins of the others can be challenged
        rules = replace(rules, unchecked=tuple(seat for seat in range(len(NAMES)) if seat != SEAT))
    try:
        match = Match(
            rules,
            SEED,
            NAMES,
            walls=lambda header: setting.wall(scene.ruleset, scene.opening, scene.orders, scene.number),
            first=setting.header(scene.ruleset),
            takebacks=0 if scene.undo else None,
            steps=_steps(rules),
        )
        play_opening(match, scene.opening)
    except (MoveError, IllegalAction) as error:
        raise SceneError(f"{scene.file}: {error}") from None
    return match


def _steps(rules: Ruleset) -> TableSteps | None:
    """The steps that a scene leaves to the player, where its ruleset penalises errors."""
    if rules.errors == "prevented":
        return None
    return TableSteps(
        live_calls=True,
        rulings=True,
        count=rules.value_said,
        tenpai=True,
        no_hints=True,
        unchecked=rules.unchecked,
    )


def asked_in(scene: DemoScene) -> Question:
    """The question of a scene. Raises SceneError if the position has no question of that kind."""
    asked = scene.question
    assert asked is not None
    if asked.kind is None:
        return question_of(asked.code)
    try:
        drill = drill_of(asked.kind)
        stored = msgspec.convert(asked.asked, drill.asked)
        drafts = (drill.ask(moment, stored) for moment in _moments(scene))
        draft = next((draft for draft in drafts if draft is not None), None)
    except NotationError as error:
        raise SceneError(f"{scene.file}: question: {error}") from None
    if draft is None:
        raise SceneError(f"{scene.file}: there is nothing to ask of the kind '{asked.kind}'")
    code = str(LibraryCode(asked.kind, scene.number))
    return Question.of(asked.kind, LEVEL, scene.number, code, draft)


def _moments(scene: DemoScene) -> Iterator[SeatPosition]:
    """The position of the player at the latest discard; then at the own draw after it."""
    for own_turn in (False, True):
        match = _match(scene)
        if own_turn:
            answer_offer(match, {})
        events = [mask(event, SEAT) for event in match.round.events]
        while not own_turn and isinstance(events[-1], Tsumo):
            events.pop()
        yield SeatPosition(scene.ruleset, SEAT, tuple(events))


SECONDS = 2.0
"""Time that a key press takes, for the clocks of practice."""
PATIENCE = 120.0
"""Seconds after which a scene fails because no screen takes its next key: only what hangs takes so long."""


class _NoKeyRepeat(KeyRepeat):
    """A KeyRepeat that treats no key as auto-repeat."""

    def is_repeat(self, key: str, since: float) -> bool:
        return False


class _NoConfirmDelay(ConfirmDelay):
    """A ConfirmDelay that takes every key for meant."""

    def takes(self, time: float, shown: float) -> bool:
        return True


class Staged(FuritenApp):
    """The app at the beginning of a scene."""

    STARTS_PROGRAMS = False
    PLAYS_OUT = False

    def __init__(self, scene: DemoScene, folder: Path, *, sleep: Sleep = asyncio.sleep) -> None:
        """``sleep`` is the clock of the animation. Raises SceneError."""
        self.scene = scene
        self._question = asked_in(scene) if scene.opens is Opens.QUESTION else None
        session = None
        if scene.opens is Opens.TABLE:
            bots = scripted_bots(PLAYERS, scene.opening, scene.orders)
            session = Session(Play(_match(scene), SEAT, bots))
        time_now = now(scene.past)
        saves = SaveFolder(folder, clock=lambda: time_now.replace(tzinfo=None))
        asked = _practice(scene, self._question)
        super().__init__(saves, session, practice=asked, sleep=sleep)
        self.key_repeat = _NoKeyRepeat()
        self.confirm_delay = _NoConfirmDelay()
        self._progress: Progress | None = None
        self._keys_pressed = 0
        """The number of simulated key presses."""
        self.sent_key: events.Key | None = None
        """The latest simulated key press."""

    def open_practice(self) -> Practice:
        time_now, question = now(self.scene.past), self._question
        tools = Tools(clock=lambda: time_now, timer=self._seconds, zone=UTC)
        if question is not None:
            pool = dataclasses.replace(tools.pool, make=lambda code: question)
            tools = dataclasses.replace(tools, pool=pool)
        self._progress = Progress(self.folder.path)
        return Practice(self._progress, tools)

    def _seconds(self) -> float:
        """The time on the clock of a question: ``SECONDS`` for each key."""
        return SECONDS * self._keys_pressed

    def bell(self) -> None:
        """Do nothing: scenes are silent."""

    def shown_path(self, path: Path) -> str:
        """A path in the folder of the scene, which has another name each time, as if it were one's own."""
        return f"~/furiten/{path.relative_to(self.folder.path).as_posix()}"

    @property
    def zone(self) -> tzinfo | None:
        """UTC, so that pictures show the same times everywhere."""
        return UTC

    def close(self) -> None:
        self.folder.release()
        if self._progress is not None:
            self._progress.close()

    # -- simulated keys ------------------------------------------------------------------------------

    async def play(self, steps: Sequence[Step]) -> None:
        """Press the keys of all steps, each as soon as a screen takes keys, then wait for the last picture.

        Raises SceneError if no screen takes a key.
        """
        for step in steps:
            for key in step.pressed:
                await self.press_key(key)
        await self.settle()

    async def run_guarded(self, playing: Awaitable[None]) -> None:
        """Run a coroutine as a task. A SceneError in it ends the app."""
        try:
            await playing
        except SceneError as error:
            self.fail(str(error))

    async def press_key(self, key: str) -> None:
        """Press a key as soon as a screen takes keys, and wait until it has been handled."""
        await self.settle(key)
        self._keys_pressed += 1
        dealt_with = asyncio.Event()
        self.sent_key = events.Key(
            _character_to_key(key) if len(key) == 1 else key, key if len(key) == 1 else None
        )
        self.post_message(self.sent_key)
        # this callback is queued after the key, first by the app, then by its screen
        self.call_later(lambda: self.screen.call_later(dealt_with.set))
        await asyncio.wait_for(dealt_with.wait(), PATIENCE)

    async def settle(self, key: str = "") -> None:
        """Wait until a screen takes keys. Raises SceneError, which names ``key``, after ``PATIENCE``."""
        end = time.monotonic() + PATIENCE
        while not ready(self):
            if time.monotonic() > end:
                raise SceneError(f"{self.scene.file}: no screen takes the key '{key or 'Enter'}'")
            await asyncio.sleep(0.001)


def ready(app: FuritenApp) -> bool:
    """Whether the top screen has been painted and waits for the player, and a table beside it is complete."""
    screen = app.screen
    if not isinstance(screen, KeyScreen) or not screen.painted or not screen.loaded:
        return False
    if isinstance(screen, PageScreen) and screen.see_through:
        tables = (below for below in reversed(app.screen_stack[:-1]) if isinstance(below, TableScreen))
        if not all(table.loaded for table in islice(tables, 1)):
            return False
    if isinstance(screen, GameScreen):
        return screen.waiting
    if isinstance(screen, HandEndScreen):
        return not screen.unveiling
    if isinstance(screen, QuestionScreen):
        return screen.answering is not None or screen.outcome is not None
    return True


def _practice(scene: DemoScene, question: Question | None) -> PracticeOptions | None:
    """The options with which practice opens instead of the title screen, or None."""
    match scene.opens:
        case Opens.QUESTION:
            assert question is not None
            return PracticeOptions(code=question.code)
        case Opens.PRACTICE:
            return PracticeOptions(menu=True)
        case Opens.LESSON:
            return PracticeOptions(lesson=scene.lesson)
    return None


def _keep(scene: DemoScene, folder: Path) -> None:
    """Write the practice history of a scene to the record. Raises SceneError."""
    with closing(Progress(folder)) as progress:
        try:
            progress.add(*rows(scene.past))
        except PracticeHistoryError as error:
            raise SceneError(f"{scene.file}: {error}") from None


@contextmanager
def folder_for(scene: DemoScene, usual: Mapping[str, str] | None = None) -> Iterator[Path]:
    """A temporary save folder with settings and history of a scene; ``usual`` are the default settings."""
    with TemporaryDirectory(prefix="furiten-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        chosen = {"language": language(), **(usual or {}), **scene.settings}
        SettingsFile(folder).change(msgspec.convert(chosen, Settings))
        if scene.past:
            _keep(scene, folder)
        if scene.games is not None:
            write_games(scene.games, folder)
        if scene.saved:
            SaveFolder(folder).file.create(Setup(scene.ruleset, SEED, scene.saved).match().events)
        yield folder
