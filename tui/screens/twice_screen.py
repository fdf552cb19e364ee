"""A decision of a record played twice: two tables in step, and the curve of points of deals anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace

from ai.review.hand_review import Moment
from ai.review.two_courses import CannotPlayTwice, better_choice, decision_taken, two_courses
from engine.actions import Action
from engine.events import Event, StartKyoku
from engine.rules import Ruleset
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.config.settings import HintLevel
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene import PromptItem
from tui.desk.scene_maker import make_scene
from tui.drawing.palette import Palette
from tui.drawing.rows import Role, Row, Rows, Span, fit_rows, spread
from tui.i18n import t
from tui.pictures import Frame, Recording, animation, picture_stem, row_pieces
from tui.replay.played_twice import PlayedTwice
from tui.replay.replay_state import Replay, ReplayedGame
from tui.replay.replay_words import beside_code
from tui.screens.page import WHOLE_SCREEN, PageScreen, back_key, heading, keys, words
from tui.screens.position_screens import AutoplayScreen, ChoosingScreen
from tui.screens.screen import KeyScreen, Result
from tui.system.process import processors
from tui.table.two_tables import two_tables
from tui.tiles import Ink, Look

MARGIN = 1
REDRAW = 0.25
"""Seconds from one drawing of the curve to the next."""
PICTURE = (164, 46)
"""Columns and rows of the picture: two tables as everywhere else side by side, and the curve below."""
BEGINNING, EVENT, END = 2.0, 0.5, 6.0
"""Seconds for which the picture shows the decision, each event, and the end."""


class OtherChoiceScreen(ChoosingScreen[Action]):
    """The decision of a record, to choose what else could have been done. The result is that choice."""

    place: ClassVar[Place] = Place.CHOICE

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self._title = beside_code(replay)
        self.desk = replay.desk(DeskSettings(hints=HintLevel.OFF, guards_wins=False))

    def show(self) -> None:
        scene = make_scene(self.desk, title=self._title, switches=False)
        asked = t("twice.choose", key=BY_ID[ActionId.CANCEL].named)
        keys = tuple(PromptItem(BY_ID[name].key, BY_ID[name].words, id=name) for name in _FOOT)
        self._table.show(replace(scene, reason=self.desk.notice or asked, keys=keys))

    def applies(self, action: NamedAction) -> bool:
        return Place.TABLE not in action.places and super().applies(action)

    def chosen(self, action: Action) -> None:
        self.dismiss(action)


_FOOT = (ActionId.CANCEL, ActionId.HELP)


class TwiceScreen(AutoplayScreen[None], PageScreen[None]):
    """Both courses from the decision on, event by event. Deals anew are played meanwhile."""

    place: ClassVar[Place] = Place.TWICE
    opened_by = ActionId.PLAY_TWICE
    quits_here: ClassVar[bool] = True
    LARGEST: ClassVar[tuple[int, int]] = WHOLE_SCREEN

    def __init__(self, twice: PlayedTwice, place: str, stem: str) -> None:
        """``place`` says where the decision is in the game, ``stem`` names its picture."""
        super().__init__()
        self.twice, self.told_place, self.stem = twice, place, stem
        self.at = 0
        """How many events after the decision are shown."""
        self.notice = ""
        """The effect of the last key; shown until the next one."""
        self.done = False
        """Whether all deals are played, or it failed."""
        self._saves = False

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._follow(), group="deals", exclusive=True)

    def on_unmount(self) -> None:
        self.twice.stopped = True

    @property
    def loaded(self) -> bool:
        return self.done

    # -- playing -------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Show the tables as soon as both courses are played, and the curve as it grows."""
        played = asyncio.create_task(asyncio.to_thread(self.twice.play, processors()))
        begun = False
        while not self.done:
            finished, _ = await asyncio.wait((played,), timeout=REDRAW)
            self.done = bool(finished)
            if self.twice.same is not None and not begun:
                begun = True
                if self.moves:
                    self._play()
                else:
                    self.at = self.twice.last
            self.redraw()
        played.result()

    def _tick(self) -> None:
        if self.is_active:
            self._step(1)

    def _step(self, by: int) -> None:
        self.at = min(max(self.at + by, 0), self.twice.last)
        if self.at == self.twice.last:
            self._stop()
        self.redraw()

    def tell(self, said: str) -> None:
        self.notice = said
        self.redraw()

    def on_action(self, action: NamedAction) -> None:
        self.notice = ""
        match action.id:
            case ActionId.LEFT | ActionId.RIGHT:
                self._stop()
                self._step(1 if action.id == ActionId.RIGHT else -1)
            case ActionId.FIRST | ActionId.LAST:
                self._stop()
                self._step(self.twice.last if action.id == ActionId.LAST else -self.twice.last)
            case ActionId.AUTOPLAY if not self.plays and self.at == self.twice.last:
                self.at = 0
                super().on_action(action)
            case ActionId.PICTURE:
                if self.twice.same is not None and not self._saves:
                    self._saves = True
                    self.tell(t("twice.saving"))
                    self.run_worker(self._written(), group="picture")
            case ActionId.PLAY_TWICE | ActionId.CANCEL:
                self.dismiss(None)
            case _:
                super().on_action(action)

    def applies(self, action: NamedAction) -> bool:
        return action.id != ActionId.PICTURE or self.twice.same is not None

    async def _written(self) -> None:
        drawn = (self.twice.snapshot(), self.told_place, self.look.lettered, self.palette)
        self.save_picture(await asyncio.to_thread(twice_svg, *drawn), self.stem)
        self._saves = False

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        title = heading(t("twice.title"), self.told_place, inner)
        if self.notice:
            title = words(self.notice, Ink.ACTING)
        body = two_tables(self.twice, self.at, inner, height - 2, self.look)
        return self.framed((title, *body), width, height, MARGIN)

    def hints(self) -> Sequence[Row]:
        plays = t("replay.foot.stop" if self.plays else "replay.foot.play")
        return (
            keys(plays, ActionId.AUTOPLAY),
            keys(t("twice.foot.step"), ActionId.LEFT, ActionId.RIGHT),
            keys(t("twice.foot.speed"), ActionId.SLOWER, ActionId.FASTER),
            keys(t("replay.foot.picture"), ActionId.PICTURE),
            back_key(),
        )


def play_twice(
    screen: KeyScreen[Result], replay: Replay, other: Action | None, closed: Callable[[str], None]
) -> None:
    """Play the decision at the position of a replay twice, with this other choice or one that is asked for.

    ``closed`` is called when that is left, with a sentence where it cannot be done.
    """
    game = replay.game

    def show(chosen: Action | None) -> None:
        if chosen is None:
            closed("")
            return
        try:
            courses = two_courses(game.rules, game.events, replay.index, replay.seat, chosen)
        except CannotPlayTwice as error:
            closed(t(f"twice.not.{error.reason}"))
            return
        shown = TwiceScreen(
            PlayedTwice(game, courses),
            beside_code(replay),
            f"{picture_stem(replay.game.file, replay.code)}-twice",
        )
        screen.app.push_screen(shown, lambda _: closed(""))

    if other is not None:
        show(other)
        return
    try:
        decision_taken(game.rules, game.events, replay.index, replay.seat)
    except CannotPlayTwice as error:
        closed(t(f"twice.not.{error.reason}"))
    else:
        screen.app.push_screen(OtherChoiceScreen(replay), show)


def decision_in_hand(
    rules: Ruleset, record: Sequence[Event], seat: int, moment: Moment
) -> tuple[Replay, Action] | None:
    """A moment of the last hand of a record, at its position, and what was better; None where nothing was."""
    deals = [place for place, event in enumerate(record) if isinstance(event, StartKyoku)]
    index = deals[-1] - 1 + moment.events
    try:
        better = better_choice(moment, decision_taken(rules, record, index, seat))
    except CannotPlayTwice:
        return None
    if better is None:
        return None
    replay = Replay(ReplayedGame(file=Path("hand"), rules=rules, events=record), seat)
    replay.go_to(index)
    return replay, better


# -- the file ----------------------------------------------------------------------------------------


def twice_svg(twice: PlayedTwice, place: str, look: Look, palette: Palette) -> str:
    """Both courses from the decision to their ends, and what the deals say by now.

    ``place`` says where the decision is in the game. Where nothing moves, the ends are shown.
    """
    frames = []
    for at in range(twice.last + 1):
        start = 0.0 if not at else BEGINNING + EVENT * (at - 1)
        frames.append(Frame(start, tuple(row_pieces(_rows(twice, at, place, look), palette))))
    seconds = frames[-1].start + END
    return animation(Recording(f"{t('twice.title')}: {place}", PICTURE, frames, seconds), len(frames) - 1)


def _rows(twice: PlayedTwice, at: int, place: str, look: Look) -> Rows:
    width, height = PICTURE
    inner = width - 2 * MARGIN
    title: Row = spread([Span(t("twice.title"), Role(Ink.TITLE))], [Span(place, Role(Ink.MUTED))], inner)
    rows = [title, *two_tables(twice, at, inner, height - 1, look)]
    return fit_rows([(Span(" " * MARGIN), *row) for row in rows], width, height)
