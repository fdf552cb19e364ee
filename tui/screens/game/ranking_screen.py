"""The end of a game: the ranking, how I played, my dearest moments, and the way to the review."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from ai.review.moments import GameReview, ReviewedMoment
from ai.statistics.manner import Manner, manners
from engine.events import Hora
from engine.match import Standing
from engine.records.recorded_game import hands_of
from tui.drawing.large_letters import large
from tui.drawing.rows import Role, Row, Rows, Span, beside, cells, shortened
from tui.i18n import join_sentences, ljust, rjust, t, wrapped
from tui.play.session import Session
from tui.replay.replay_state import ReplayedGame
from tui.replay.reviewed_game import LOOKS_AGAIN, ReviewedGame
from tui.screens.dialogs import notice
from tui.screens.list_page import MenuPage
from tui.screens.page import MARGIN, WIDEST_TEXT, Entry, PanelScreen, menu_footer, middle, page, words
from tui.screens.table_screen import GameExit
from tui.tiles import Ground, Ink
from tui.words.action_words import takebacks
from tui.words.figure_words import manner_lines
from tui.words.result_words import game_over, uma_word
from tui.words.review_sentences import (
    ReviewSentences,
    lost_points,
    marked_points,
    points_legend,
    reviewed_hand_sign,
)

OTHERS = "others"
"""The entry that tells how the others played."""
COLUMNS = (9, 11, 9)
"""Widths of points, uma and final score."""
HAND, COST = 6, 8
"""Widths of the hand and the points of a moment."""
_THOUSAND = 1000


class RankingScreen(PanelScreen[GameExit], MenuPage[GameExit]):
    """The final ranking. The review is made here, of hands that were not played out yet without that."""

    quits_here: ClassVar[bool] = True

    def __init__(self, session: Session) -> None:
        super().__init__()
        assert session.standings is not None
        self.rules = session.match.rules
        self.standings = session.standings
        self.takebacks = takebacks(session.takebacks)
        self._played: tuple[Manner, ...] = ()
        self._session = session
        self._reviewed: ReviewedGame | None = None
        self._changes = 0
        self._fill()

    def _fill(self) -> None:
        review = self.review
        some = review is not None and bool(review.moments)
        entries = [
            Entry(GameExit.REVIEW, t("screen.ranking.review"))
            if self._session.kept and (review is None or some)
            else None,
            Entry(GameExit.FINISHED, t("screen.ranking.leave")),
            Entry(GameExit.AGAIN, t("screen.ranking.again")),
            Entry(OTHERS, t("screen.ranking.others")) if self._told else None,
        ]
        self.fill([entry for entry in entries if entry is not None], self.chosen.id if self.entries else "")

    @property
    def _told(self) -> list[str]:
        """How each of the others played; empty before it is known."""
        return manner_lines(self._played, self._session.seating) if self._played else []

    def refresh_texts(self) -> None:
        self._fill()

    # -- the review ----------------------------------------------------------------------------------

    @property
    def review(self) -> GameReview | None:
        """The review of the own seat; None before it is made."""
        return None if self._reviewed is None else self._reviewed.review(self._session.seat)

    @property
    def loaded(self) -> bool:
        return self.review is not None

    def on_mount(self) -> None:
        super().on_mount()
        match = self._session.match
        game = ReplayedGame(file=Path(), rules=match.rules, events=tuple(match.events))
        self._reviewed = ReviewedGame(game, self.game_app.reviewer if self._session.kept else None)
        self.run_worker(self._look(self._reviewed), exclusive=True)

    def on_unmount(self) -> None:
        if self._reviewed is not None:
            self._reviewed.close()

    async def _look(self, reviewed: ReviewedGame) -> None:
        self._played = await asyncio.to_thread(manners, reviewed.game.events, reviewed.game.rules)
        self._fill()
        self.redraw()
        await asyncio.to_thread(reviewed.make, self._session.seat)
        self._fill()
        self.redraw()
        self.set_interval(LOOKS_AGAIN, self._take_in)

    def _take_in(self) -> None:
        if self._reviewed is not None and self._changes != self._reviewed.changes:
            self._changes = self._reviewed.changes
            self._fill()
            self.redraw()

    def on_row(self, at: int) -> None:
        id = self.entries[at].id
        if id == OTHERS:
            self.app.push_screen(notice(t("screen.ranking.others"), join_sentences(self._told)))
        else:
            self.dismiss(GameExit(id))

    def leave(self) -> None:
        self.dismiss(GameExit.FINISHED)

    def quit(self) -> None:
        self.dismiss(GameExit.SAVED)

    def picture(self, width: int, height: int) -> Rows:
        seat, names = self._session.seat, self._session.seating.in_full()
        longest = max(map(cells, (names[each.seat] for each in self.standings)))
        mine = next(each.place for each in self.standings if each.seat == seat)
        heads = (t("screen.ranking.points"), uma_word(self.rules), t("screen.ranking.final"))
        heading = "".join(rjust(text, column) for text, column in zip(heads, COLUMNS, strict=True))
        table = (
            words(" " * (longest + 5) + heading, Ink.MUTED),
            *(self._row(each, names[each.seat], longest) for each in self.standings),
        )
        head = [
            words(game_over(self.standings, self.rules, names), Ink.MUTED),
            words(t(f"result.place.{mine}"), Ink.TITLE),
        ]
        if self.takebacks:
            head.append(words(self.takebacks, Ink.MUTED))
        place = large(str(mine), self.look.glyphs, Ink.TITLE)
        blocks = [
            middle(beside([place, tuple(head)], 2), width),
            middle(table, width),
            middle(self._mine(width), width),
            middle(self.menu(), width),
        ]
        return page(blocks, width, height, menu_footer())

    def _row(self, row: Standing, name: str, longest: int) -> Row:
        is_me = row.seat == self._session.seat
        ground = Ground.ROUND if is_me else Ground.FELT
        ink = Ink.TEXT if is_me else Ink.NAME
        points, uma, final = COLUMNS
        return (
            Span(f" {row.place}  ", Role(Ink.ACTING if not is_me else Ink.TEXT, ground)),
            Span(f"{ljust(name, longest)} ", Role(ink, ground)),
            Span(f"{row.points:>{points},}", Role(Ink.TEXT, ground)),
            Span(f"{row.uma / _THOUSAND:>+{uma}.1f}", Role(Ink.TEXT, ground)),
            Span(f"{row.final:>+{final}.1f} ", Role(Ink.TEXT if is_me else Ink.POINTS, ground)),
        )

    def _mine(self, width: int) -> Rows:
        """How I played, and my dearest moments."""
        room = min(width - 2 * MARGIN, WIDEST_TEXT)
        review = self.review
        rows = [words(own_hands(self._session), Ink.NAME)]
        rows += [words(line, Ink.MUTED) for line in wrapped(self._judged(review), room)]
        if review is not None:
            sentences = ReviewSentences(self._session.seating)
            rows += [self._moment(review, each, sentences, room) for each in review.dearest]
        longest = max(sum(cells(span.text) for span in row) for row in rows)
        return tuple((*row, Span(" " * (longest - sum(cells(span.text) for span in row)))) for row in rows)

    def _judged(self, review: GameReview | None) -> str:
        if review is None:
            return t("screen.ranking.looking")
        assert self._reviewed is not None
        left = self._reviewed.still_played_out(self._session.seat)
        said = []
        if review.lost.has_points:
            lost = lost_points(review.lost, marked=True)
            said.append(t("screen.ranking.lost", lost=lost, count=len(review.mistakes)))
        elif not left:
            said.append(t("screen.ranking.nothing-lost"))
        if left:
            said.append(t("reviewed.list.playing-out", count=left))
        said.append(points_legend(review.dearest))
        return join_sentences(said)

    def _moment(
        self, review: GameReview, moment: ReviewedMoment, sentences: ReviewSentences, room: int
    ) -> Row:
        hand = review.hand_of(moment)
        space = room - HAND - COST
        return (
            Span(ljust(reviewed_hand_sign(hand), HAND), Role(Ink.NAME)),
            Span(f"{marked_points(moment):>{COST - 1}} ", Role(Ink.POINTS)),
            Span(shortened(sentences.brief(moment, space), space)),
        )


def own_hands(session: Session) -> str:
    """How many hands the own seat has won and dealt into."""
    won = lost = count = 0
    for hand in hands_of(session.match.events):
        wins = [event for event in hand.events if isinstance(event, Hora)]
        count += 1
        won += any(win.actor == session.seat for win in wins)
        lost += any(win.target == session.seat != win.actor for win in wins)
    return t("screen.ranking.hands", count=count, won=won, lost=lost)
