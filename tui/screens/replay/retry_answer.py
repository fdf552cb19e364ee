"""The answer to a moment that was asked again: right, about as good, or wrong, with the explanation."""

from __future__ import annotations

from typing import ClassVar

from ai.review.hand_review import FuritenEntered
from ai.review.moments import ReviewedMoment
from ai.review.retry import Retried
from engine.actions import Action
from engine.tiles import KIND_OF
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.scene_maker import Highlights, make_page_scene
from tui.desk.settings import DeskSettings
from tui.drawing.rows import Role, Rows, Span, fit_rows, wrapped
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.replay.replay import Replay
from tui.screens.menu import footer, keys
from tui.screens.page_layout import WIDEST_TEXT, framed, words
from tui.screens.table_page import TablePageScreen
from tui.tiles.roles import Ink
from tui.words.review_words import ReviewSentences, action_words
from tui.words.tiles import sentence_start

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
        """Show the position with the better tile lit."""
        super().on_mount()
        hand = self.replay.line.hand_at(self.moment.position)
        heard = hand.events[: self.moment.position + 2 - hand.first]
        settings = DeskSettings(hints=HintLevel.FULL)
        self._desk = Desk.after(heard, self.replay.seating, self.replay.game.rules, settings)
        self._desk.offer()
        self._table.show(make_page_scene(self._desk, self._highlights(self._desk)))

    def _highlights(self, desk: Desk) -> Highlights:
        better = self.moment.better
        tile = None if better is None else better.tile
        choice, place = desk.choice, None
        if choice is not None and choice.on_turn and tile in choice.tiles:
            place = choice.tiles.index(tile)
            choice.move_to(place)
        facts = self.moment.facts
        causes = facts.causes if isinstance(facts, FuritenEntered) else ()
        return Highlights(
            lit=frozenset() if tile is None else frozenset({KIND_OF[tile]}),
            causes=tuple(cause for cause in causes if cause.turn <= len(desk.view.me.pond)),
            cursor=place,
        )

    # -- keys ----------------------------------------------------------------------------------------

    def applies(self, action: NamedAction) -> bool:
        """All but the list of moments."""
        return action.id != ActionId.MOMENTS

    def perform(self, action: NamedAction) -> None:
        """Go on, explain a tile, or leave."""
        match action.id:
            case ActionId.CONFIRM:
                self.dismiss(True)
            case ActionId.ASK:
                self.explain_tile()
            case ActionId.MOMENTS | ActionId.UP | ActionId.DOWN:
                pass
            case _:
                super().perform(action)

    def leave(self) -> None:
        """Esc asks about no more moments."""
        self.dismiss(False)

    # -- the picture ---------------------------------------------------------------------------------

    def drawn(self, width: int, height: int) -> Rows:
        """How good the answer is, what would have been better, and why."""
        inner = width - 2 * MARGIN
        sentences = ReviewSentences(self.replay.seating)
        told = join_sentences((sentences.line(self.moment), *sentences.more(self.moment), self.besides))
        rows = [self._head(), *map(words, wrapped(told, min(inner, WIDEST_TEXT)))]
        foot = footer(
            keys(t("reviewed.retry.done" if self.last else "reviewed.retry.next"), ActionId.CONFIRM),
            keys(BY_ID[ActionId.ASK].words, ActionId.ASK),
            keys(t("screen.foot.back"), ActionId.CANCEL),
            keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
        )
        return framed(fit_rows(rows, inner, height - 1), (Span(" "), *foot), width, height, MARGIN)

    def _head(self) -> tuple[Span, ...]:
        assert self.moment.better is not None
        better = action_words(self.moment.better)
        if self.found is None or self.answer is None:
            return (Span(sentence_start(t("reviewed.retry.shown", better=better)), Role(Ink.TITLE)),)
        said = t(f"reviewed.retry.is-{self.found}", answer=action_words(self.answer), better=better)
        return (Span(said, Role(_INKS[self.found])),)
