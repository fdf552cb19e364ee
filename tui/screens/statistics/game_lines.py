"""Lines of games in the statistics: the date, the rules, the result, and a number of the game."""

from __future__ import annotations

from tui.archive.counted_games import CountedGame
from tui.archive.entry_words import entry_words, rules_title
from tui.drawing.click_meta import EntryAt
from tui.drawing.rows import Role, Row, Span, shortened
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


def game_line(game: CountedGame, number: str, at: int, *, here: bool, width: int, glyphs: GlyphSet) -> Row:
    """One game; ``number`` is what the column before the opponents says, ``at`` its index in the list."""
    told, meta = entry_words(game.entry), EntryAt(at)
    ground = Ground.ROUND if here else Ground.FELT
    day = f"{told.day} {told.time}" if width >= TIME_FROM else told.day
    cells = (
        (" " + ljust(day, _date(width)), Ink.NAME),
        (ljust(shortened(told.rules, RULES), RULES + GAP), Ink.TEXT),
        (ljust(told.place, PLACE + GAP), Ink.POINTS if game.place == 1 else Ink.TEXT),
        (rjust(told.points, POINTS), Ink.TEXT),
        (rjust(number, NUMBER + GAP) + "  ", Ink.TEXT),
    )
    spans = [Span(text, Role(Ink.TEXT if here else ink, ground), meta) for text, ink in cells]
    rest = max(width - POINTER - 1 - _date(width) - RULES - PLACE - POINTS - NUMBER - 3 * GAP - 2, 0)
    others = ljust(shortened(told.opponents, rest), rest)
    pointer = Span(f"{glyphs.pointer} " if here else " " * POINTER, Role(Ink.ACTING), meta)
    return (pointer, *spans, Span(others, Role(Ink.TEXT if here else Ink.MUTED, ground), meta))


def game_details(game: CountedGame, width: int) -> Row:
    """What the line has no column for: all opponents, the rules in full, how it was played, the file."""
    told = entry_words(game.entry)
    parts = (told.time, rules_title(game.entry.rules), told.opponents, told.notes, game.entry.path.name)
    return words(shortened(join_list(filter(None, parts)), width), Ink.MUTED)


def _date(width: int) -> int:
    """The width of the date, with the gap behind it."""
    return DATE + (TIME if width >= TIME_FROM else 0) + GAP
