"""The viewer: a record at the table, stepped through both ways, from any seat, with its review."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace

from ai.review.moments import ReviewedMoment
from ai.review.opinions import Retried, can_retry
from engine.actions import Action
from engine.records.annotations import LONGEST_COMMENT, Annotation
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import hands_of, is_code
from engine.records.resumed_game import known_wall
from engine.tiles import Tile
from tui.archive.game_notes import GameNotes
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene import PromptItem, Scene
from tui.desk.scene_maker import make_scene
from tui.desk.tile_pages import TileExplainer
from tui.i18n import join_sentences, t
from tui.pictures import picture, picture_stem
from tui.replay.replay_state import Replay, StopKind, command_line
from tui.replay.replay_words import beside_code, next_line, played_line, score_sheet, seat_name, wall_line
from tui.replay.reviewed_game import ReviewedGame
from tui.screens.dialogs import LineScreen, notice
from tui.screens.pages.settings_pages import SettingsScreen
from tui.screens.position_screens import AutoplayScreen
from tui.screens.replay.hand_lists import JumpScreen, ScoreSheetScreen
from tui.screens.replay.moment_list import MomentChoice, MomentListScreen
from tui.screens.replay.retry import RetriedMoment, RetryScreen
from tui.screens.table_screen import TableScreen
from tui.tiles import NO_MARK, Mark
from tui.words.event_lines import game_log
from tui.words.review_sentences import LINE_WIDTH, ReviewSentences

REDRAW = 0.2
"""Seconds from one sentence about the progress to the next."""

STEPS: dict[str, tuple[StopKind, int]] = {
    ActionId.LEFT: (StopKind.EVENT, -1),
    ActionId.RIGHT: (StopKind.EVENT, 1),
    ActionId.UP: (StopKind.TURN, -1),
    ActionId.DOWN: (StopKind.TURN, 1),
    ActionId.PREVIOUS_DECISION: (StopKind.DECISION, -1),
    ActionId.NEXT_DECISION: (StopKind.DECISION, 1),
    ActionId.PREVIOUS_HAND: (StopKind.HAND, -1),
    ActionId.NEXT_HAND: (StopKind.HAND, 1),
    ActionId.PREVIOUS_MOMENT: (StopKind.MARK, -1),
    ActionId.NEXT_MOMENT: (StopKind.MARK, 1),
}


class ReplayScreen(AutoplayScreen[bool], TableScreen[bool]):
    """A record at one position. It takes held keys, so that one can run through a hand.

    The result is True at the quit key, None for Esc.
    """

    place: ClassVar[Place] = Place.REPLAY
    quits_here: ClassVar[bool] = True

    def __init__(self, replay: Replay, *, from_list: bool = False) -> None:
        """With ``from_list`` one comes from the list of moments, and goes back to it."""
        super().__init__()
        self.replay, self._from_list = replay, from_list
        self._reviewed: ReviewedGame | None = None
        self._makes = False
        """Whether a review is being made."""
        self.notice = ""
        """The effect of the last key, or why it had none; shown until the next one."""
        self._advised: bool | None = None
        """Whether hints are shown or hidden, or None until the player chooses."""
        self._desk: Desk | None = None
        self.notes: GameNotes

    def on_mount(self) -> None:
        game = self.replay.game
        self.notes = GameNotes(self.game_app.home, game.events, game.annotations)
        self._set_marks()
        super().on_mount()
        self.notice = self.notes.fault
        self.show()

    @property
    def reviewed(self) -> ReviewedGame:
        """The reviews of the seats, each made when it is asked for."""
        if self._reviewed is None:
            self._reviewed = ReviewedGame(self.replay.game, self.game_app.reviewer)
        return self._reviewed

    @property
    def loaded(self) -> bool:
        return super().loaded and not self._makes

    def on_unmount(self) -> None:
        self.reviewed.close()

    @property
    def desk(self) -> Desk:
        if self._desk is None:
            self._desk = self.replay.desk(self._settings)
        return self._desk

    @property
    def _settings(self) -> DeskSettings:
        settings = DeskSettings.of(self.game_app.settings, None)
        if self.advised == settings.shows_hints:
            return settings
        return replace(settings, hints=HintLevel.FULL if self.advised else HintLevel.OFF)

    @property
    def advised(self) -> bool:
        """Whether the table shows hints: as in the settings, until the player chooses."""
        if self._advised is None:
            return self.game_app.settings.hints is not HintLevel.OFF
        return self._advised

    def show(self) -> None:
        self._table.show(self._scene())

    def _scene(self) -> Scene:
        replay, desk = self.replay, self.desk
        scene = make_scene(desk, title=beside_code(replay), switches=False)
        told = self.notice or (wall_line(replay) if replay.shows_wall else "")
        moment = self.moment
        if moment is not None:
            told = told or ReviewSentences(replay.seating).brief(moment, LINE_WIDTH)
            scene = replace(scene, marks=_marked(scene.marks, desk.laid.tiles, moment))
        told = told or played_line(replay, desk, scene.reason) or self.next_words()
        return replace(
            scene,
            reason=told,
            noted=self.notes.at(replay.index),
            prompt=self._prompt(),
            prompt_cursor=None,
            keys=_foot(moment),
            warned=False,
        )

    @property
    def moment(self) -> ReviewedMoment | None:
        """The moment of the seat that looks in the present position, as far as it is reviewed."""
        shown = self.reviewed.shown(self.replay.seat)
        return next((each for each in shown if each.position == self.replay.index), None)

    def next_words(self) -> str:
        return next_line(self.replay)

    def _prompt(self) -> tuple[PromptItem, ...]:
        plays = t("replay.foot.stop" if self.plays else "replay.foot.play")
        return (
            _item("replay.foot.step", ActionId.LEFT, ActionId.RIGHT),
            _item("replay.foot.turn", ActionId.UP, ActionId.DOWN),
            _item("replay.foot.hand", ActionId.PREVIOUS_HAND, ActionId.NEXT_HAND),
            _item("replay.foot.moment", ActionId.PREVIOUS_MOMENT, ActionId.NEXT_MOMENT),
            PromptItem(BY_ID[ActionId.AUTOPLAY].key, plays, id=ActionId.AUTOPLAY),
        )

    # -- moving --------------------------------------------------------------------------------------

    def move_to(self, index: int) -> None:
        self.replay.go_to(index)
        self.renew()

    def renew(self, notice: str = "") -> None:
        """Show the position anew, after the replay or the settings have changed."""
        self._desk, self.notice = None, notice
        self.show()

    def _step(self, kind: StopKind, way: int) -> None:
        if self.replay.step(kind, way):
            self.renew()
        elif kind is StopKind.MARK and not self.replay.marks:
            self.renew(t("replay.no-moments"))
        else:
            self._stop()
            self.renew(t("replay.no-more"))

    # -- playing by itself ---------------------------------------------------------------------------

    def _tick(self) -> None:
        if not self.is_active:
            return
        if self.replay.step(StopKind.EVENT, 1):
            self.renew()
        else:
            self._stop()
            self.renew()

    def tell(self, said: str) -> None:
        self.renew(said)

    def on_action(self, action: NamedAction) -> None:
        if action.id in STEPS:
            self._stop()
            kind, way = STEPS[action.id]
            if kind is StopKind.MARK:
                self.with_review(lambda: self._step(kind, way))
            else:
                self._step(kind, way)
            return
        match action.id:
            case ActionId.FIRST | ActionId.LAST:
                self._stop()
                self.replay.to_end_of_hand(last=action.id == ActionId.LAST)
                self.renew()
            case ActionId.CANCEL:
                # one step back: to the list of moments if that was first, else away
                if self._from_list and self.reviewed.review(self.replay.seat) is not None:
                    self._stop()
                    self.show_moments()
                else:
                    self.dismiss(None)
            case _:
                self._look(action)

    def _look(self, action: NamedAction) -> None:
        """Change what is shown, or open a page about the position."""
        match action.id:
            case ActionId.NEXT_SEAT:
                self.replay.next_seat()
                self.mark()
                self.renew(t("replay.looking", name=seat_name(self.replay, self.replay.seat)))
            case ActionId.OPEN_HANDS:
                self._open_hands()
            case ActionId.ADVICE:
                self._advised = not self.advised
                self.renew(t("replay.advised" if self._advised else "replay.unadvised"))
            case ActionId.WALL:
                self.replay.shows_wall = not self.replay.shows_wall
                self.renew()
            case ActionId.JUMP:
                self._stop()
                game = self.replay.game
                self.mark()
                screen = JumpScreen(self.replay, score_sheet(game.rules, game.events), self.notes.all)
                self.app.push_screen(screen, lambda index: None if index is None else self.move_to(index))
            case ActionId.HAND_RESULT:
                self._show_result()
            case ActionId.ASK:
                self.explain_tile()
            case ActionId.LOG:
                self._show_log()
            case ActionId.SCORE_SHEET:
                self._show_sheet()
            case ActionId.POSITION_CODE:
                self._show_code()
            case ActionId.PICTURE:
                self._stop()
                self._table.apply_theme(self.look.lettered, self.palette)
                svg = picture(self.app)
                self._table.apply_theme(self.look, self.palette)
                self.save_picture(svg, picture_stem(self.replay.game.file, self.replay.code))
            case ActionId.COMMENT:
                self._comment()
            case ActionId.BOOKMARK:
                self._stop()
                self.mark()
                index, before = self.replay.index, self.notes.at(self.replay.index)
                told = "notes.unmarked" if before.bookmark else "notes.marked"
                self._keep(index, replace(before, bookmark=not before.bookmark), told)
            case ActionId.PLAY_ON:
                self.play_on()
            case ActionId.PLAY_TWICE:
                self.play_twice(None if self.moment is None else self.moment.better)
            case ActionId.MOMENTS:
                self._stop()
                self.show_moments()
            case ActionId.RETRY:
                self._stop()
                self.retry()
            case ActionId.SETTINGS:
                self.app.push_screen(SettingsScreen())
            case _:
                super().on_action(action)

    def _open_hands(self) -> None:
        replay = self.replay
        if not replay.may_open:
            self.renew(t("replay.not-shown"))
            return
        replay.opened = not replay.opened
        seen = t("replay.hidden", name=seat_name(replay, replay.seat))
        self.renew(t("replay.opened") if replay.opened else seen)

    def explainer(self) -> TileExplainer | None:
        self._stop()
        return self.desk.tile_explainer()

    def _show_code(self) -> None:
        """Copy a command that opens the present position again, and show it.

        It holds the hand, where a code can hold it, and else names the file.
        """
        from engine.records.hand_code import write_code

        self._stop()
        game, code = self.replay.game, self.replay.code
        hand = next(hand for hand in hands_of(game.events) if hand.number == code.hand)
        try:
            held = Path(write_code(game.rules, hand, known_wall(game.rules, game.events, hand)))
        except RecordError:
            command = command_line(game.file, code, self.replay.seat, game.number)
            holds = ""
        else:
            command, holds = (
                command_line(held, code._replace(hand=1), self.replay.seat),
                t("position-code.holds"),
            )
        self.app.copy_to_clipboard(command)
        told = join_sentences([t("position-code.copied"), holds, t("position-code.how")])
        self.app.push_screen(notice(t("position-code.title", code=code), command, told))

    # -- comments and bookmarks ----------------------------------------------------------------------

    def _comment(self) -> None:
        """Ask for the comment of this position. An empty one takes it away, Esc leaves it."""
        self._stop()
        self.mark()
        index, before = self.replay.index, self.notes.at(self.replay.index)

        def typed(text: str | None) -> None:
            comment = before.comment if text is None else text
            if comment != before.comment:
                told = "notes.kept" if comment else "notes.removed"
                self._keep(index, replace(before, comment=comment), told)

        title, how = t("notes.title", code=self.replay.code), t("notes.how", longest=LONGEST_COMMENT)
        screen = LineScreen(title, how, LONGEST_COMMENT, typed=before.comment, may_be_empty=True)
        self.app.push_screen(screen, typed)

    def _keep(self, index: int, annotation: Annotation, told: str) -> None:
        self.notes.note(index, annotation)
        self._set_marks()
        self.renew(self.notes.fault or join_sentences((t(told), self.notes.notice)))
        self.notes.notice = ""

    def _show_result(self) -> None:
        from tui.screens.game.result_screens import RecordedResultScreen

        self._stop()
        if not self.replay.hand_is_over:
            return
        if (ended := self.replay.ended()) is None:
            self.renew(t("replay.no-result"))
        else:
            self.app.push_screen(RecordedResultScreen(ended), lambda _: self.renew())

    def play_on(self) -> None:
        """Sit down in this seat at the present decision, or the next one."""
        # imported here because a replay alone needs no dealing of hidden tiles
        from tui.play.play_on import branch_source
        from tui.screens.game.branch_screens import play_on

        self._stop()
        replay, game = self.replay, self.replay.game
        name = "" if is_code(game.file) else game.file.name
        source = branch_source(game.rules, game.events, replay.index, replay.seat, name)
        play_on(self, source, self.renew)

    def play_twice(self, other: Action | None) -> None:
        """Play the present decision twice: as the seat chose, and with another choice.

        Without one the player chooses it.
        """
        # imported here because a replay alone plays nothing out
        from tui.screens.twice_screen import play_twice

        self._stop()
        play_twice(self, self.replay, other, self.renew)

    def _show_log(self) -> None:
        """Open the log of the game up to the present position."""
        from tui.screens.panels import LogScreen

        self._stop()
        replay = self.replay
        heard = replay.heard
        log = game_log(replay.game.rules, replay.seating, heard, (), {}, hints=self._settings.shows_hints)
        self.app.push_screen(LogScreen(log, self._table.scene))

    def _show_sheet(self) -> None:
        """Open the score sheet, and go to the hand that is taken there."""
        self._stop()
        replay, game = self.replay, self.replay.game

        def chosen(number: int | None) -> None:
            if number is not None:
                self.move_to(replay.line.deals[number - 1])

        sheet = score_sheet(game.rules, game.events)
        self.app.push_screen(ScoreSheetScreen(sheet, replay.seating, replay.code.hand), chosen)

    # -- the review ----------------------------------------------------------------------------------

    def with_review(self, then: Callable[[], None]) -> None:
        """Do this once there is a review of the seat that looks."""
        if self.reviewed.review(self.replay.seat) is not None:
            self.mark()
            then()
            return
        self._makes = True
        self.run_worker(self._make(self.replay.seat, then), group="review", exclusive=True)

    async def _make(self, seat: int, then: Callable[[], None]) -> None:
        self._tell_progress()
        telling = self.set_interval(REDRAW, self._tell_progress)
        try:
            found = await asyncio.to_thread(self.reviewed.make, seat)
        finally:
            telling.stop()
        if found is not None and self.is_active and seat == self.replay.seat:
            self.mark()
            count = len(self.reviewed.marks(seat))
            key = BY_ID[ActionId.MOMENTS].named
            self.renew(t("reviewed.list.found", count=count, key=key) if count else t("replay.no-moments"))
            then()
        self._makes = False

    def _tell_progress(self) -> None:
        done, count = self.reviewed.hands_done, self.reviewed.hands
        self.renew(t("reviewed.list.looking", done=done, count=count))

    def mark(self) -> None:
        """Mark the moments of the seat that looks, as far as the review is made, and what is noted."""
        self.notes.refresh(self.replay.game.events)
        self._set_marks()

    def _set_marks(self) -> None:
        marks = {*self.reviewed.marks(self.replay.seat), *self.notes.stops}
        self.replay.marks = tuple(sorted(marks))

    # -- the list and retrying -----------------------------------------------------------------------

    def show_moments(self) -> None:
        self.with_review(self._list)

    def show_dearest(self) -> None:
        """Open the list of moments, the dearest first."""
        self.reviewed.dearest_first = True
        self.show_moments()

    def _list(self) -> None:
        self.app.push_screen(MomentListScreen(self.replay, self.reviewed), self._chosen)

    def _chosen(self, choice: MomentChoice | None) -> None:
        self.mark()
        if choice is None and self._from_list:
            self.dismiss(None)
            return
        if choice is None:
            self.renew()
            return
        self.replay.go_to(choice.position)
        self.renew()
        if choice.retry:
            self._ask_again()
        elif choice.twice is not None:
            self.play_twice(choice.twice)

    def retry(self) -> None:
        """Be asked about the moment at this position, or about the next one."""
        self.with_review(self._ask_again)

    def _ask_again(self) -> None:
        moments = [each for each in self.reviewed.shown(self.replay.seat) if can_retry(each)]
        if not moments:
            self.renew(t("reviewed.list.no-retry"))
            return
        later = [number for number, each in enumerate(moments) if each.position >= self.replay.index]
        screen = RetryScreen(self.replay, moments, later[0] if later else 0, self._note)
        self.app.push_screen(screen, lambda _: self._retried(screen.moment))

    def _note(self, result: RetriedMoment) -> str:
        """Hand a wrong answer to practice; returns the sentence that says so."""
        moment = result.moment
        if result.answer is not Retried.WRONG or moment in self.reviewed.wrong:
            return ""
        self.reviewed.wrong.append(moment)
        from tui.practice.own_mistakes import OwnGame, add_mistakes
        from tui.practice.practice_record import Progress

        game, seat = self.replay.game, self.replay.seat
        own = OwnGame(game.rules, game.events, seat, game.names, game.began_at)
        with closing(Progress(self.game_app.home)) as progress:
            asked = add_mistakes(progress, own, [moment], datetime.now(UTC))
        return t("reviewed.retry.practised") if asked else ""

    def _retried(self, moment: ReviewedMoment) -> None:
        self.replay.go_to(moment.position)
        self.renew()

    # -- the app -------------------------------------------------------------------------------------

    def refresh_texts(self) -> None:
        self._desk, self.notice = None, ""

    def apply_theme(self) -> None:
        super().apply_theme()
        self.renew()

    def quit(self) -> None:
        self._stop()
        self.dismiss(True)


def _item(words: str, *names: ActionId) -> PromptItem:
    shown = " ".join(BY_ID[name].key for name in names if BY_ID[name].key)
    return PromptItem(shown, t(words), id=names[-1])


def _marked(marks: Sequence[Mark], tiles: Sequence[Tile], moment: ReviewedMoment) -> tuple[Mark, ...]:
    """The marks under the hand; the tile that was better to discard has a sign."""
    better = None if moment.better is None else moment.better.tile
    known = marks or [NO_MARK] * len(tiles)
    return tuple(
        replace(mark, better=True) if tile == better else mark
        for mark, tile in zip(known, tiles, strict=True)
    )


def _foot(moment: ReviewedMoment | None) -> tuple[PromptItem, ...]:
    """The keys of the last row. What a moment offers comes first there, because the row may be cut off."""
    twice = _item("replay.foot.twice", ActionId.PLAY_TWICE)
    at_moment = moment is not None and moment.better is not None
    return (
        *((twice,) if at_moment else ()),
        _item("replay.foot.seat", ActionId.NEXT_SEAT),
        _item("replay.foot.hands", ActionId.OPEN_HANDS),
        _item("replay.foot.jump", ActionId.JUMP),
        _item("replay.foot.wall", ActionId.WALL),
        _item("replay.foot.advice", ActionId.ADVICE),
        _item("replay.foot.sheet", ActionId.SCORE_SHEET),
        _item("action.help", ActionId.HELP),
        _item("replay.foot.comment", ActionId.COMMENT),
        _item("replay.foot.bookmark", ActionId.BOOKMARK),
        _item("replay.foot.decision", ActionId.PREVIOUS_DECISION, ActionId.NEXT_DECISION),
        _item("replay.foot.on", ActionId.PLAY_ON),
        *(() if at_moment else (twice,)),
        _item("desk.foot-ask", ActionId.ASK),
        _item("desk.foot-log", ActionId.LOG),
        _item("replay.foot.code", ActionId.POSITION_CODE),
        _item("replay.foot.picture", ActionId.PICTURE),
        _item("action.quit", ActionId.QUIT),
        _item("action.palette", ActionId.PALETTE),
    )
