"""The list of moments of a replayed game: by hands with their verdicts, or the dearest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from ai.review.moments import HandReview, MomentClass, ReviewedMoment, by_cost
from ai.review.opinions import can_retry
from engine.actions import Action
from tui.config.actions import ActionId, NamedAction, Place
from tui.drawing.rows import EntryAt, Role, Row, Rows, RowsOnDemand, Span, fit_rows, shortened
from tui.i18n import join_sentences, ljust, t, width, wrapped
from tui.replay.replay_state import Replay
from tui.replay.reviewed_game import LOOKS_AGAIN, ReviewedGame
from tui.screens.list_page import ListPage
from tui.screens.page import (
    MARGIN,
    WIDEST_TEXT,
    back_key,
    cursor_keys,
    footer,
    heading,
    keys,
    named_key,
    words,
)
from tui.tiles import Ink
from tui.words.review_sentences import (
    ReviewSentences,
    calibration,
    class_word,
    lost_points,
    marked_points,
    points_legend,
    reviewed_hand_name,
    reviewed_hand_sign,
    verdict_words,
)

HAND_SIGN = 5
"""Cells of the name of a hand before a moment."""
DETAILS = 4
"""Rows below the list, for the entry under the cursor; one that needs more has them."""
AROUND = 7
"""Other rows that are not the list: title, filter, what was played out, gaps, footer."""
RANK, POINTS = 3, 8
"""Cells of the rank of the dearest, and of points."""


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
    LARGEST: ClassVar[tuple[int, int]] = (112, 10_000)

    def __init__(self, replay: Replay, reviewed: ReviewedGame) -> None:
        """The review of the seat that looks must have been made."""
        super().__init__()
        self.replay, self.reviewed = replay, reviewed
        self._changes = reviewed.changes
        self._fill()
        self.at = self._nearest()

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(LOOKS_AGAIN, self._take_in)

    def _take_in(self) -> None:
        if self._changes != self.reviewed.changes:
            self._changes = self.reviewed.changes
            self._filter()

    def _fill(self) -> None:
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
        if self.reviewed.dearest_first:
            told = [(by_cost(line.moment), line) for line in self.lines if line.moment is not None]
            self.lines = [line for _, line in sorted(told, key=lambda pair: pair[0])]
        self._ranks = {} if review is None else {each: at for at, each in enumerate(review.dearest, 1)}
        self._sentences = ReviewSentences(self.replay.seating)

    def _nearest(self) -> int:
        """The entry of the position that the viewer shows: its moment, else the last one before it.

        Of the dearest first it is the first, unless the viewer shows one of them.
        """
        index, places = self.replay.index, [self._position(line) for line in self.lines]
        if self.reviewed.dearest_first:
            return places.index(index) if index in places else 0
        return max((at for at, place in enumerate(places) if place <= index), default=0)

    def _position(self, line: _ListedMoment) -> int:
        if line.moment is not None:
            return line.moment.position
        return self.replay.line.deals[line.hand.number - 1]

    @property
    def count(self) -> int:
        return len(self.lines)

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
            case ActionId.SORT_MOMENTS:
                self.reviewed.dearest_first = not self.reviewed.dearest_first
                self._fill()
                self.go_to(self._nearest())
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

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        details = self._details(inner)
        room = height - AROUND - len(details)
        body: Rows = fit_rows([], inner, room)
        if self.lines:
            lines = RowsOnDemand(self.count, lambda number: self._row(number, inner))
            body = self.window_with((self.at, self.at), lines, inner, room)
        head = [self._title(inner), self._filters(), self._played_out(inner)]
        rows = [(), *head, (), *body, (), *details]
        return self.framed(rows, width, height)

    def _title(self, width: int) -> Row:
        review = self.reviewed.review(self.replay.seat)
        total = 0 if review is None else len(review.moments)
        shown = sum(line.moment is not None for line in self.lines)
        told = t("reviewed.list.count", shown=shown, count=total)
        if review is not None and shown == total and review.lost.has_points:
            told = t("reviewed.list.cost", count=total, lost=lost_points(review.lost, marked=True))
        return heading(t("reviewed.list.title"), told, width)

    def _played_out(self, width: int) -> Row:
        """What playing out has cleared, what is still being played out, and what a mark at points means."""
        review = self.reviewed.review(self.replay.seat)
        left = self.reviewed.still_played_out(self.replay.seat)
        said = []
        if review is not None and review.cleared:
            said.append(t("reviewed.list.cleared", count=review.cleared))
        if left:
            said.append(t("reviewed.list.playing-out", count=left))
        said.append(points_legend(line.moment for line in self.lines if line.moment is not None))
        return words(shortened(join_sentences(said), width), Ink.MUTED)

    def _filters(self) -> Row:
        wanted = self.reviewed.filter
        only = [each for each in MomentClass if each in wanted.classes]
        name = class_word(only[0]) if len(only) == 1 else t("reviewed.list.every-class")
        points = t("reviewed.list.points", points=wanted.points) if wanted.points else t("reviewed.list.any")
        return footer(
            keys(t("reviewed.list.of-class", name=name), ActionId.FILTER_CLASS),
            keys(points, ActionId.FILTER_POINTS),
            keys(
                t("reviewed.list.by-cost" if self.reviewed.dearest_first else "reviewed.list.by-hand"),
                ActionId.SORT_MOMENTS,
            ),
        )

    def _row(self, number: int, room: int) -> Row:
        line, meta = self.lines[number], EntryAt(number)
        pointer = self.pointer(number, meta)
        if line.moment is None:
            name = ljust(reviewed_hand_name(line.hand), self._name_width)
            told = shortened(f" {name}  {verdict_words(line.hand.verdict)} ", room - 2)
            return pointer, self.entry_text(number, told, Ink.NAME, meta)
        moment, rank = line.moment, self._ranks.get(line.moment)
        label = ljust(class_word(moment.moment_class), self._label_width)
        place = ljust(reviewed_hand_sign(line.hand), HAND_SIGN) if self.reviewed.dearest_first else ""
        points = marked_points(moment)
        space = room - 2 - len(place) - RANK - self._label_width - POINTS - 1
        said = shortened(f" {self._sentences.brief(moment, space - 2)} ", space)
        return (
            pointer,
            Span(place, Role(Ink.NAME), meta),
            Span(f"{f'#{rank}' if rank else '':>{RANK - 1}} ", Role(Ink.ACTING), meta),
            Span(f"{label}", Role(_INK[moment.moment_class]), meta),
            Span(f"{points:>{POINTS + 1}}", Role(Ink.POINTS if points else Ink.MUTED), meta),
            self.entry_text(number, said, Ink.MUTED, meta),
        )

    @property
    def _name_width(self) -> int:
        return max((width(reviewed_hand_name(line.hand)) for line in self.lines), default=0)

    @property
    def _label_width(self) -> int:
        return max(width(class_word(each)) for each in MomentClass)

    def _details(self, room: int) -> Rows:
        if not self.lines:
            return fit_rows([words(t("reviewed.list.none"), Ink.MUTED)], room, DETAILS)
        line = self.lines[self.at]
        said = verdict_words(line.hand.verdict)
        if line.moment is not None:
            moment = line.moment
            means = t(f"reviewed.class-means.{moment.moment_class}")
            said = join_sentences((self._sentences.line(moment), *self._sentences.more(moment), means))
        else:
            risked = self._sentences.deal_in(line.hand.deal_in) if line.hand.deal_in else ""
            said = join_sentences((said, risked, calibration(line.hand.moments)))
        lines = [words(text) for text in wrapped(said, min(room, WIDEST_TEXT))]
        return fit_rows(lines, room, max(DETAILS, len(lines)))

    def hints(self) -> Sequence[Row]:
        return (
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
