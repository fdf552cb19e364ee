"""Lines of games in the statistics: the date, the rules, the result, and a number of the game."""

from __future__ import annotations

from datetime import tzinfo
from typing import NamedTuple

from tui.archive.counted_games import CountedGame
from tui.archive.entry_words import entry_words, rules_title
from tui.drawing.click_meta import EntryAt
from tui.drawing.rows import Role, Row, Span, cells, shortened
from tui.i18n.layout import join_list, ljust, rjust
from tui.i18n.texts import t
from tui.screens.page_layout import words
from tui.screens.statistics.targets import POINTER
from tui.tiles.look import GlyphSet
from tui.tiles.roles import Ground, Ink

DATE, TIME = 10, 6
"""The time only where there is room."""
TIME_FROM = 90
"""Width from which there is room for the time."""
RULES, PLACE, POINTS, NUMBER = 12, 8, 7, 9
GAP = 2


def game_heads(number: str, width: int) -> Row:
    """The names of the columns; ``number`` is that of the last before the opponents."""
    sizes = {"date": _date(width), "rules": RULES + GAP, "place": PLACE + GAP}
    row = " " * (POINTER + 1) + "".join(ljust(t(f"games.heads.{name}"), size) for name, size in sizes.items())
    row += rjust(t("games.heads.points"), POINTS) + rjust(shortened(number, NUMBER), NUMBER + GAP)
    return words(shortened(f"{row}  {t('games.heads.opponents')}", width), Ink.MUTED)


class LineLook(NamedTuple):
    """How the lines of games are drawn."""

    width: int
    glyphs: GlyphSet
    zone: tzinfo | None
    """The time zone of their times; None for the local one."""


def game_line(game: CountedGame, number: str, at: int, look: LineLook, *, here: bool) -> Row:
    """One game; ``number`` is what the column before the opponents says, ``at`` its index in the list."""
    (width, glyphs, zone), meta = look, EntryAt(at)
    told = entry_words(game.entry, zone)
    ground = Ground.ROUND if here else Ground.FELT
    day = f"{told.day} {told.time}" if width >= TIME_FROM else told.day
    columns = (
        (" " + ljust(day, _date(width)), Ink.NAME),
        (ljust(shortened(told.rules, RULES), RULES + GAP), Ink.TEXT),
        (ljust(told.place, PLACE + GAP), Ink.POINTS if game.place == 1 else Ink.TEXT),
        (rjust(told.points, POINTS), Ink.TEXT),
        (rjust(number, NUMBER + GAP) + "  ", Ink.TEXT),
    )
    spans = [Span(text, Role(Ink.TEXT if here else ink, ground), meta) for text, ink in columns]
    rest = max(width - POINTER - 1 - _date(width) - RULES - PLACE - POINTS - NUMBER - 3 * GAP - 2, 0)
    others = ljust(shortened(told.opponents, rest), rest)
    pointer = Span(f"{glyphs.pointer} " if here else " " * POINTER, Role(Ink.ACTING), meta)
    return (pointer, *spans, Span(others, Role(Ink.TEXT if here else Ink.MUTED, ground), meta))


def game_details(game: CountedGame, look: LineLook) -> Row:
    """What the line has no column for, as much as there is room for, the most telling first."""
    told = entry_words(game.entry, look.zone)
    found = ""
    for part in (told.opponents, told.time, rules_title(game.entry.rules), told.notes, game.entry.path.name):
        longer = join_list(filter(None, (found, part)))
        found = longer if cells(longer) <= look.width else found
    return words(found, Ink.MUTED)


def _date(width: int) -> int:
    """The width of the date, with the gap behind it."""
    return DATE + (TIME if width >= TIME_FROM else 0) + GAP
