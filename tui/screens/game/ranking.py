"""The end of the game: place, points, uma and final score of each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ai.statistics.manner import Manner
from tui.config.actions import Place
from tui.drawing.large_letters import large
from tui.drawing.rows import Role, Row, Rows, Span, beside, cells, wrapped
from tui.i18n.layout import ljust, rjust
from tui.i18n.texts import t
from tui.play.session import Session
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, menu_footer
from tui.screens.page_layout import middle, page, words
from tui.screens.page_screen import PanelScreen
from tui.tiles.roles import Ground, Ink
from tui.words.actions import takebacks
from tui.words.manner import manner_lines
from tui.words.results import RankRow, ranking, uma_word

MARGIN = 2
AGAIN, LEAVE = "again", "leave"
COLUMNS = (9, 11, 9)
"""Widths of points, uma and final score."""
_THOUSAND = 1000


class RankingScreen(PanelScreen[bool], MenuPage[bool]):
    """The final ranking. Its result is True for another game."""

    place: ClassVar[Place] = Place.MENU

    def __init__(self, session: Session, manners: Sequence[Manner] = ()) -> None:
        """``manners`` say how each seat played."""
        super().__init__([Entry(LEAVE, t("screen.ranking.leave")), Entry(AGAIN, t("screen.ranking.again"))])
        assert session.standings is not None
        self.rules = session.match.rules
        self.ranking = ranking(session.standings, session.seating)
        self.takebacks = takebacks(session.takebacks)
        self._told = manner_lines(manners, session.seating) if manners else []

    def picture(self, width: int, height: int) -> Rows:
        """Title, table and menu."""
        rows = self.ranking.rows
        longest = max(cells(row.name) for row in rows)
        heads = (t("screen.ranking.points"), uma_word(self.rules), t("screen.ranking.final"))
        heading = "".join(rjust(text, column) for text, column in zip(heads, COLUMNS, strict=True))
        table = (
            words(" " * (longest + 5) + heading, Ink.MUTED),
            *(self._row(row, longest) for row in rows),
        )
        head = [words(t("screen.ranking.title"), Ink.MUTED), words(self.ranking.title, Ink.TITLE)]
        if self.takebacks:
            head.append(words(self.takebacks, Ink.MUTED))
        mine = next(row.place for row in rows if row.is_me)
        place = large(str(mine), self.look.glyphs, Ink.TITLE)
        blocks = [
            middle(beside([place, tuple(head)], 2), width),
            middle(table, width),
            self._manners(width),
            middle((words(t("screen.ranking.record"), Ink.MUTED),), width),
            middle(self.menu(), width),
        ]
        return page(blocks, width, height, menu_footer())

    def _row(self, row: RankRow, longest: int) -> Row:
        ground = Ground.ROUND if row.is_me else Ground.FELT
        ink = Ink.TEXT if row.is_me else Ink.NAME
        points, uma, final = COLUMNS
        return (
            Span(f" {row.place}  ", Role(Ink.ACTING if not row.is_me else Ink.TEXT, ground)),
            Span(f"{ljust(row.name, longest)} ", Role(ink, ground)),
            Span(f"{row.points:>{points},}", Role(Ink.TEXT, ground)),
            Span(f"{row.uma / _THOUSAND:>+{uma}.1f}", Role(Ink.TEXT, ground)),
            Span(f"{row.final:>+{final}.1f} ", Role(Ink.TEXT if row.is_me else Ink.POINTS, ground)),
        )

    def _manners(self, width: int) -> Rows:
        """How the others played, aligned at the left."""
        lines = [line for told in self._told for line in wrapped(told, width - 2 * MARGIN)]
        longest = max(map(cells, lines), default=0)
        return tuple(middle(tuple(words(ljust(line, longest), Ink.MUTED) for line in lines), width))

    def take(self, id: str) -> None:
        """Play another game, or no more."""
        self.dismiss(id == AGAIN)

    def leave(self) -> None:
        """Esc means no other game."""
        self.take(LEAVE)
