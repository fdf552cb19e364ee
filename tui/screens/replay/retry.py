"""Moments of a game asked again: the position without advice, a choice, what it is worth and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from ai.review.hand_review import FuritenEntered
from ai.review.moments import ReviewedMoment
from ai.review.opinions import Retried, judge
from engine.actions import Action
from engine.tiles import KIND_OF
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene import PromptItem, Scene
from tui.desk.scene_maker import make_page_scene, make_scene
from tui.drawing.rows import Role, Rows, Span, fit_rows
from tui.i18n import join_sentences, t, wrapped
from tui.replay.replay_state import Replay
from tui.screens.page import WIDEST_TEXT, back_key, framed, keys, named_key, page_footer, words
from tui.screens.position_screens import ChoosingScreen, TablePageScreen
from tui.tiles import Ink
from tui.words.names import sentence_start
from tui.words.review_sentences import ReviewSentences, advised_action, calibration, moment_place

MARGIN = 1
_INKS = {Retried.RIGHT: Ink.SAFE, Retried.NEAR_EQUAL: Ink.SAFE, Retried.WRONG: Ink.ALARM}


class RetryAnswerScreen(TablePageScreen[bool]):
    """The position with all hints, and the moment explained. The result is whether to go on."""

    place: ClassVar[Place] = Place.MOMENTS

    def __init__(
        self,
        replay: Replay,
        moment: ReviewedMoment,
        found: Retried | None,
        answer: Action | None,
        besides: str = "",
        *,
        last: bool,
    ) -> None:
        """``found`` and ``answer`` are None if the player asked to be shown the answer."""
        super().__init__()
        self.replay, self.moment, self.last = replay, moment, last
        self.found, self.answer, self.besides = found, answer, besides

    def on_mount(self) -> None:
        super().on_mount()
        self._desk = desk_at(self.replay, self.moment, DeskSettings(hints=HintLevel.FULL))
        self._desk.offer()
        better = self.moment.better
        tile = None if better is None else better.tile
        choice, place = self._desk.choice, None
        if choice is not None and choice.on_turn and tile in choice.tiles:
            place = choice.tiles.index(tile)
            choice.move_to(place)
        facts = self.moment.facts
        causes = facts.causes if isinstance(facts, FuritenEntered) else ()
        scene = make_page_scene(
            self._desk,
            lit=frozenset() if tile is None else frozenset({KIND_OF[tile]}),
            causes=tuple(cause for cause in causes if cause.turn <= len(self._desk.view.me.pond)),
            cursor=place,
        )
        self._table.show(scene)

    def applies(self, action: NamedAction) -> bool:
        return action.id != ActionId.MOMENTS

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.CONFIRM:
                self.dismiss(True)
            case ActionId.ASK:
                self.explain_tile()
            case ActionId.MOMENTS:
                """There is no list here."""
            case _:
                super().on_action(action)

    def leave(self) -> None:
        self.dismiss(False)

    def drawn(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        sentences = ReviewSentences(self.replay.seating)
        doubt = calibration([self.moment])
        told = join_sentences(
            (sentences.line(self.moment), *sentences.more(self.moment), doubt, self.besides)
        )
        rows = [self._head(), *map(words, wrapped(told, min(inner, WIDEST_TEXT)))]
        foot = page_footer(
            keys(t("reviewed.retry.done" if self.last else "reviewed.retry.next"), ActionId.CONFIRM),
            named_key(ActionId.ASK),
            back_key(),
        )
        return framed(fit_rows(rows, inner, height - 1), foot, width, height, MARGIN)

    def _head(self) -> tuple[Span, ...]:
        assert self.moment.better is not None
        better = advised_action(self.moment.better)
        if self.found is None or self.answer is None:
            return (Span(sentence_start(t("reviewed.retry.shown", better=better)), Role(Ink.TITLE)),)
        said = t(f"reviewed.retry.is-{self.found}", answer=advised_action(self.answer), better=better)
        return (Span(said, Role(_INKS[self.found])),)


class RetriedMoment(NamedTuple):
    """A moment that was asked again, and the answer; None if it was shown or skipped."""

    moment: ReviewedMoment
    answer: Retried | None


class RetryScreen(ChoosingScreen[None]):
    """One moment after another, from a first one on; the seat plays each with the keys of a choice."""

    place: ClassVar[Place] = Place.RETRY
    quits_here: ClassVar[bool] = True

    def __init__(
        self,
        replay: Replay,
        moments: Sequence[ReviewedMoment],
        first: int = 0,
        answered: Callable[[RetriedMoment], str] | None = None,
    ) -> None:
        """``answered`` is told of each answer; what it returns is shown with the explanation."""
        super().__init__()
        self.replay, self.moments, self.number = replay, tuple(moments), first
        self.results: list[RetriedMoment] = []
        self._answered = answered
        self.desk = self._asked()

    @property
    def moment(self) -> ReviewedMoment:
        return self.moments[self.number]

    def _asked(self) -> Desk:
        """The desk in that position, without any advice."""
        desk = desk_at(self.replay, self.moment, DeskSettings(hints=HintLevel.OFF, guards_wins=False))
        desk.offer()
        return desk

    def show(self) -> None:
        self._table.show(self._scene())

    def _scene(self) -> Scene:
        place = moment_place(self.replay.line, self.moment)
        told = t("reviewed.retry.number", number=self.number + 1, count=len(self.moments), place=place)
        scene = make_scene(self.desk, title=told, switches=False)
        reason = self.desk.notice or t("reviewed.retry.what")
        return replace(scene, reason=reason, keys=_foot())

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.NEXT_MOMENT:
                self._settle(None)
                self._go_on()
            case ActionId.SHOW_ANSWER:
                self._explain(None, None, self._settle(None))
            case _:
                super().on_action(action)

    # -- the answer ----------------------------------------------------------------------------------

    def chosen(self, action: Action) -> None:
        found = judge(self.moment, self.desk.view, action)
        self._explain(found, action, self._settle(found))

    def _settle(self, found: Retried | None) -> str:
        """Keep the answer; returns what else is to be said about it."""
        result = RetriedMoment(self.moment, found)
        self.results.append(result)
        return "" if self._answered is None else self._answered(result)

    def _explain(self, found: Retried | None, answer: Action | None, besides: str) -> None:
        last = self.number + 1 == len(self.moments)
        shown = RetryAnswerScreen(self.replay, self.moment, found, answer, besides, last=last)

        def looked(goes_on: bool | None) -> None:
            if goes_on:
                self._go_on()
            else:
                self.dismiss(None)

        self.app.push_screen(shown, looked)

    def _go_on(self) -> None:
        """Ask about the next moment, or leave after the last one."""
        if self.number + 1 == len(self.moments):
            self.dismiss(None)
            return
        self.number += 1
        self.desk = self._asked()
        self.ignore_keys_until_painted()
        self.show()

    # -- the app -------------------------------------------------------------------------------------

    def refresh_texts(self) -> None:
        self.desk.refresh_texts(self.replay.seating)


def desk_at(replay: Replay, moment: ReviewedMoment, settings: DeskSettings) -> Desk:
    """The desk of the seat that looks in the position of a moment."""
    hand = replay.line.hand_at(moment.position)
    heard = hand.events[: moment.position + 2 - hand.first]
    return Desk.after(heard, replay.seating, replay.game.rules, settings)


def _foot() -> tuple[PromptItem, ...]:
    named = (
        (ActionId.NEXT_MOMENT, "reviewed.retry.skip"),
        (ActionId.SHOW_ANSWER, "reviewed.retry.view"),
        (ActionId.CANCEL, "screen.foot.back"),
        (ActionId.HELP, "action.help"),
    )
    return tuple(PromptItem(BY_ID[name].key, t(words), id=name) for name, words in named)
