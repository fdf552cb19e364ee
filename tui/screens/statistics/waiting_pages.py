"""What the statistics show before there are figures: how far reading is, or that there are no games."""

from __future__ import annotations

from pathlib import Path

from tui.archive.index_reader import IndexReader
from tui.config.actions import BY_ID, ActionId
from tui.drawing.bars import BarPart, bar
from tui.drawing.rows import Row, Rows
from tui.i18n.texts import t
from tui.screens.menu import footer, keys
from tui.screens.page_layout import middle, page, words, wrap
from tui.tiles.look import GlyphSet
from tui.tiles.roles import Ink

BAR = 48
TEXT_WIDTH = 64


def reading_page(reader: IndexReader[object], width: int, height: int, glyphs: GlyphSet) -> Rows:
    """How far the first reading of the records is."""
    done, count = reader.done, reader.total
    title = words(t("statistics.screen.title"), Ink.TITLE)
    if not count:
        looking = words(t("statistics.screen.looking"), Ink.MUTED)
        return page([middle((title,), width), middle((looking,), width)], width, height, _way_out())
    parts = [BarPart(done, Ink.SAFE), BarPart(count - done, Ink.FAINT, len(glyphs.fills) - 1)]
    blocks = [
        middle((title,), width),
        middle((bar(parts, count, min(BAR, width - 8), glyphs),), width),
        middle((words(t("statistics.screen.reading", done=done, count=count)),), width),
        middle((words(t("statistics.screen.kept"), Ink.MUTED),), width),
    ]
    return page(blocks, width, height, _way_out())


def empty_page(records: Path, width: int, height: int) -> Rows:
    """What to do while the folder of the records has no games."""
    room = min(TEXT_WIDTH, width - 8)
    lines = [words(line) for line in wrap(t("statistics.screen.none-how"), room)]
    folder = [words(line, Ink.NAME) for line in wrap(str(records), room)]
    blocks = [
        middle((words(t("statistics.screen.title"), Ink.TITLE),), width),
        middle((words(t("statistics.screen.none"), Ink.NAME),), width),
        middle((*lines, (), *folder), width),
    ]
    return page(blocks, width, height, _way_out())


def _way_out() -> Row:
    """The footer while there is nothing to choose."""
    return footer(
        keys(t("screen.foot.back"), ActionId.CANCEL), keys(BY_ID[ActionId.HELP].words, ActionId.HELP)
    )
