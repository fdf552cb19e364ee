"""The end of the game: everybody's place, points, uma and final score."""

from __future__ import annotations

from typing import ClassVar

from tui.config.actions import Place
from tui.drawing.rows import Role, Row, Rows, Span, cells
from tui.i18n.layout import left, right
from tui.i18n.texts import t
from tui.play.session import Session
from tui.screens.layout import middle, page, words
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, menu_footer
from tui.screens.page import PanelScreen
from tui.words.actions import takebacks
from tui.words.results import RankRow, ranking, uma_word

AGAIN, LEAVE = "again", "leave"
COLUMNS = (9, 11, 9)
"""Widths of points, uma and final score."""
_THOUSAND = 1000


class RankingScreen(PanelScreen[bool], MenuPage[bool]):
    """The final ranking. Its result is True for another game."""

    place: ClassVar[Place] = Place.MENU

    def __init__(self, session: Session) -> None:
        super().__init__([Entry(LEAVE, t("screen.ranking.leave")), Entry(AGAIN, t("screen.ranking.again"))])
        assert session.standings is not None
        self.rules = session.match.rules
        self.ranking = ranking(session.standings, session.seating)
        self.takebacks = takebacks(session.takebacks)

    def picture(self, width: int, height: int) -> Rows:
        """Title, table, what next."""
        rows = self.ranking.rows
        longest = max(cells(row.name) for row in rows)
        heads = (t("screen.ranking.points"), uma_word(self.rules), t("screen.ranking.final"))
        heading = "".join(right(text, column) for text, column in zip(heads, COLUMNS, strict=True))
        table = (
            words(" " * (longest + 5) + heading, "muted"),
            *(self._row(row, longest) for row in rows),
        )
        head = [words(t("screen.ranking.title"), "muted"), words(self.ranking.title, "title")]
        if self.takebacks:
            head.append(words(self.takebacks, "muted"))
        blocks = [
            middle(tuple(head), width),
            middle(table, width),
            middle((words(t("screen.ranking.record"), "muted"),), width),
            middle(self.menu(), width),
        ]
        return page(blocks, width, height, menu_footer())

    def _row(self, row: RankRow, longest: int) -> Row:
        ground = "round" if row.is_me else "felt"
        ink = "text" if row.is_me else "name"
        points, uma, final = COLUMNS
        return (
            Span(f" {row.place}  ", Role("acting" if not row.is_me else "text", ground)),
            Span(f"{left(row.name, longest)} ", Role(ink, ground)),
            Span(f"{row.points:>{points},}", Role("text", ground)),
            Span(f"{row.uma / _THOUSAND:>+{uma}.1f}", Role("text", ground)),
            Span(f"{row.final:>+{final}.1f} ", Role("text" if row.is_me else "points", ground)),
        )

    def take(self, id: str) -> None:
        """Play another game, or no more."""
        self.dismiss(id == AGAIN)

    def leave(self) -> None:
        """Esc means no other game."""
        self.take(LEAVE)
