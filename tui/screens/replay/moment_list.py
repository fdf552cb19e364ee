"""The list of moments of a replayed game: the verdict of each hand, filtered by class and points."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from ai.review.moments import HandReview, MomentClass, ReviewedMoment
from ai.review.opinions import can_retry
from engine.actions import Action
from tui.config.actions import ActionId, NamedAction, Place
from tui.drawing.rows import EntryAt, Role, Row, Rows, RowsOnDemand, Span, fit_rows, shortened, wrapped
from tui.i18n import join_sentences, ljust, t, width
from tui.replay.replay_state import Replay, ReviewedGame
from tui.screens.list_page import ListPage
from tui.screens.page import (
    MARGIN,
    WIDEST_TEXT,
    back_key,
    cursor_keys,
    footer,
    framed,
    heading,
    keys,
    named_key,
    page_footer,
    words,
)
from tui.tiles import Ground, Ink
from tui.words.review_sentences import ReviewSentences, class_word, reviewed_hand_name, verdict_words

INDENT = 2
DETAILS = 4
"""Rows below the list, for the entry under the cursor."""
AROUND = 5
"""Other rows that are not the list: title, filter, gaps, footer."""


class MomentChoice(NamedTuple):
    """The choice in the list: a position to go to, and whether to be asked about the moment there.

    ``twice`` is the choice that is to be played beside that of the seat.
    """

    position: int
    retry: bool = False
    twice: Action | None = None


class _ListedMoment(NamedTuple):
    """An entry: a hand, or one of its moments."""

    hand: HandReview
    moment: ReviewedMoment | None = None


class MomentListScreen(ListPage[MomentChoice]):
    """The hands of a game with their verdicts, each followed by its moments. The result is where to go."""

    place: ClassVar[Place] = Place.REVIEW
    opened_by = ActionId.MOMENTS
    quits_here = True
    LARGEST: ClassVar[tuple[int, int]] = (112, 10_000)

    def __init__(self, replay: Replay, reviewed: ReviewedGame) -> None:
        """The review of the seat that looks must have been made."""
        super().__init__()
        self.replay, self.reviewed = replay, reviewed
        self._fill()
        self.at = self._nearest()

    def _fill(self) -> None:
        """Fill the list with what passes the filter."""
        review = self.reviewed.review(self.replay.seat)
        hands = () if review is None else review.hands
        fits = self.reviewed.filter.fits
        self.lines = [
            line
            for hand in hands
            for line in (
                _ListedMoment(hand),
                *(_ListedMoment(hand, each) for each in hand.moments if fits(each)),
            )
        ]
        self._sentences = ReviewSentences(self.replay.seating)

    def _nearest(self) -> int:
        """The entry of the position that the viewer shows: its moment, else the last one before it."""
        before = [at for at, line in enumerate(self.lines) if self._position(line) <= self.replay.index]
        return before[-1] if before else 0

    def _position(self, line: _ListedMoment) -> int:
        if line.moment is not None:
            return line.moment.position
        return self.replay.line.deals[line.hand.number - 1]

    @property
    def count(self) -> int:
        return len(self.lines)

    # -- keys ----------------------------------------------------------------------------------------

    def applies(self, action: NamedAction) -> bool:
        if action.id == ActionId.PLAY_TWICE:
            return self._better is not None
        return action.id != ActionId.RETRY or self._may_retry()

    @property
    def _better(self) -> Action | None:
        """The better choice at the moment under the cursor; None at a hand, and where there is none."""
        moment = self.lines[self.at].moment if self.lines else None
        return None if moment is None else moment.better

    def _may_retry(self) -> bool:
        return any(line.moment is not None and can_retry(line.moment) for line in self.lines)

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.FILTER_CLASS:
                self.reviewed.next_class(self.replay.seat)
                self._filter()
            case ActionId.FILTER_POINTS:
                self.reviewed.next_points()
                self._filter()
            case ActionId.RETRY:
                self._retry()
            case ActionId.PLAY_TWICE:
                if (better := self._better) is not None:
                    self.dismiss(MomentChoice(self._position(self.lines[self.at]), twice=better))
            case _:
                super().on_action(action)

    def _filter(self) -> None:
        """Apply the filter; the cursor stays on its entry, or on the hand of it."""
        chosen = self.lines[self.at] if self.lines else None
        self._fill()
        places = {(line.hand.number, line.moment): at for at, line in enumerate(self.lines)}
        at = 0
        if chosen is not None:
            hand = chosen.hand.number
            at = places.get((hand, chosen.moment), places.get((hand, None), 0))
        self.go_to(at)

    def on_row(self, at: int) -> None:
        self.dismiss(MomentChoice(self._position(self.lines[at])))

    def _retry(self) -> None:
        """Be asked about the moment under the cursor, or about the first one below it."""
        later = [*self.lines[self.at :], *self.lines[: self.at]]
        for line in later:
            if line.moment is not None and can_retry(line.moment):
                self.dismiss(MomentChoice(line.moment.position, retry=True))
                return

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        room = height - AROUND - DETAILS
        body: Rows = fit_rows([], inner, room)
        if self.lines:
            lines = RowsOnDemand(self.count, lambda number: self._row(number, inner))
            body = self.window_with((self.at, self.at), lines, inner, room)
        rows = [(), self._title(inner), self._filters(inner), (), *body, (), *self._details(inner)]
        return framed(rows, self._foot(), width, height)

    def _title(self, width: int) -> Row:
        review = self.reviewed.review(self.replay.seat)
        total = 0 if review is None else len(review.moments)
        shown = sum(line.moment is not None for line in self.lines)
        told = t("reviewed.list.count", shown=shown, count=total)
        return heading(t("reviewed.list.title"), told, width)

    def _filters(self, width: int) -> Row:
        wanted = self.reviewed.filter
        only = [each for each in MomentClass if each in wanted.classes]
        name = class_word(only[0]) if len(only) == 1 else t("reviewed.list.every-class")
        points = t("reviewed.list.points", points=wanted.points) if wanted.points else t("reviewed.list.any")
        return footer(
            keys(t("reviewed.list.of-class", name=name), ActionId.FILTER_CLASS),
            keys(points, ActionId.FILTER_POINTS),
        )

    def _row(self, number: int, room: int) -> Row:
        line, here = self.lines[number], number == self.at
        meta = EntryAt(number)
        pointer = self.pointer(number, meta)
        ground = Ground.ROUND if here else Ground.FELT
        if line.moment is None:
            name = ljust(reviewed_hand_name(line.hand), self._name_width)
            told = shortened(f" {name}  {verdict_words(line.hand.verdict)} ", room - 2)
            return pointer, Span(told, Role(Ink.TEXT if here else Ink.NAME, ground), meta)
        label = ljust(class_word(line.moment.moment_class), self._label_width)
        space = room - 2 - INDENT - self._label_width - 1
        said = shortened(f" {self._sentences.brief(line.moment, space - 2)} ", space)
        return (
            pointer,
            Span(f"{' ' * INDENT}{label} ", Role(_INK[line.moment.moment_class]), meta),
            Span(said, Role(Ink.TEXT if here else Ink.MUTED, ground), meta),
        )

    @property
    def _name_width(self) -> int:
        return max((width(reviewed_hand_name(line.hand)) for line in self.lines), default=0)

    @property
    def _label_width(self) -> int:
        return max(width(class_word(each)) for each in MomentClass)

    def _details(self, room: int) -> Rows:
        """The entry under the cursor in full."""
        if not self.lines:
            return fit_rows([words(t("reviewed.list.none"), Ink.MUTED)], room, DETAILS)
        line = self.lines[self.at]
        said = verdict_words(line.hand.verdict)
        if line.moment is not None:
            said = join_sentences((self._sentences.line(line.moment), *self._sentences.more(line.moment)))
        told = [words(text) for text in wrapped(said, min(room, WIDEST_TEXT))]
        return fit_rows(told[:DETAILS], room, DETAILS)

    def _foot(self) -> Row:
        return page_footer(
            cursor_keys(),
            keys(t("reviewed.list.go"), ActionId.CONFIRM),
            *((named_key(ActionId.RETRY),) if self._may_retry() else ()),
            *((keys(t("replay.foot.twice"), ActionId.PLAY_TWICE),) if self._better is not None else ()),
            back_key(),
        )


_INK = {
    MomentClass.PROOF: Ink.ALARM,
    MomentClass.MEASURED: Ink.POINTS,
    MomentClass.OPINION: Ink.MUTED,
}
"""The ink of the name of each class."""
