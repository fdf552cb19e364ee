"""Pages of rows: blocks and footers put together, the screen with one page, and pages that scroll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from tui.config.actions import BY_ID, ActionId, NamedAction, Place, key_label
from tui.drawing.rows import (
    FELT,
    STEP,
    ActionKey,
    MenuEntry,
    Meta,
    PageTurn,
    Role,
    Row,
    Rows,
    Scroll,
    Span,
    block_width,
    cells,
    fit,
    fit_rows,
    spread,
    too_small,
    width_of,
)
from tui.drawing.widgets import Page, PageClicked
from tui.i18n import ljust, t, wrapped
from tui.screens.screen import KeyScreen, Result
from tui.system.terminal import MIN_SIZE
from tui.tiles import Ground, Ink, Look

BLANK: Row = ()
MARGIN = 2
"""Cells beside the rows of a page."""
CURSOR = "_"
"""The end of a text that is typed."""
WIDEST_TEXT = 92
"""Cells of the longest line of a text: the eye loses its place in longer ones."""


def words(text: str, ink: Ink = Ink.TEXT, ground: Ground = Ground.FELT) -> Row:
    """One piece of text as a row."""
    return (Span(text, Role(ink, ground)),)


def wrap(text: str, width: int) -> list[str]:
    """A paragraph in lines of at most that many cells; line breaks of its own are dropped."""
    return wrapped(" ".join(text.split()), width)


def middle(rows: Rows, width: int) -> Rows:
    """A block centred in the width; its rows stay aligned with each other."""
    margin = Span(" " * max((width - block_width(rows)) // 2, 0), FELT)
    return tuple((margin, *row) for row in rows)


def indent(rows: Rows, by: int) -> Rows:
    """A block moved right by so many cells."""
    return tuple((Span(" " * by), *row) for row in rows)


def stacked(blocks: Sequence[Rows], room: int) -> list[Row]:
    """Blocks with blank rows between them, as many as there is room for."""
    shown = [block for block in blocks if block]
    spare = room - sum(map(len, shown))
    gaps = set([*range(2, len(shown)), 1][: max(spare, 0)])
    rows: list[Row] = []
    for number, block in enumerate(shown):
        rows += [BLANK] * (number in gaps)
        rows += block
    return rows


def page(blocks: Sequence[Rows], width: int, height: int, foot: Row) -> Rows:
    """Blocks slightly above the middle of the page, over a footer."""
    room = height - 2
    rows = stacked(blocks, room)
    above = max((room - len(rows)) * 2 // 5, 0)
    body = fit_rows([*[BLANK] * above, *rows], width, height - 1)
    return (*body, _last_row(foot, width, MARGIN))


def page_of(blocks: Sequence[Rows], width: int, height: int, foot: Row) -> Rows:
    """Blocks from the top of the page down, over a footer."""
    rows = stacked(blocks, height - 1)
    if len(rows) < height - 2:
        rows.insert(0, BLANK)
    body = fit_rows(rows, width, height - 1)
    return (*body, _last_row(foot, width, MARGIN))


def framed(rows: Iterable[Row], foot: Row, width: int, height: int, margin: int = MARGIN) -> Rows:
    """Rows from the top of the page down, right of a margin, over a footer."""
    body = fit_rows(indent(tuple(rows), margin), width, height - 1)
    return (*body, _last_row(foot, width, min(margin, MARGIN)))


def _last_row(foot: Row, width: int, margin: int) -> Row:
    """A footer right of a margin: where it would be cut off, its hints stand closer, then some are left out.

    Those that are left out are the last that name none of the keys in ``_KEPT``.
    """
    room = width - margin
    hints = _hints_of(foot)
    spare = [at for at, hint in enumerate(hints) if not any(span.meta in _KEPT for span in hint)]
    while spare and width_of(_apart(footer(*hints), _GAPS[1])) > room:
        del hints[spare.pop()]
    foot = footer(*hints)
    gaps = (gap for gap in _GAPS if width_of(_apart(foot, gap)) <= room)
    return fit((Span(" " * margin), *_apart(foot, next(gaps, _GAPS[-1]))), width)


def _hints_of(foot: Row) -> list[Row]:
    hints: list[list[Span]] = [[]]
    for span in foot:
        if span == _GAPS[0]:
            hints.append([])
        else:
            hints[-1].append(span)
    return [tuple(hint) for hint in hints]


def _apart(foot: Row, gap: Span) -> Row:
    return tuple(gap if span == _GAPS[0] else span for span in foot)


def heading(title: str, beside: str, width: int) -> Row:
    """A title, and muted at the right end what belongs to it, such as the number of the page."""
    return spread([Span(title, Role(Ink.TITLE))], [Span(beside, Role(Ink.MUTED))], width)


def tabs(title: str, pages: Iterable[tuple[str, str]], shown: str) -> list[Span]:
    """The title and the names of a screen's pages, each with its id; the one that is shown stands out."""
    row = [Span(f"{title} ", Role(Ink.TITLE))]
    for id, name in pages:
        role = Role(Ink.TEXT, Ground.ROUND) if id == shown else Role(Ink.NAME)
        row += [Span(" "), Span(f" {name} ", role, MenuEntry(id))]
    return row


ABOUT_WIDTH, ABOUT_ROWS = 72, 2
"""The most cells of a line about an entry, and how many rows there are: no entry moves with the text."""


def about_rows(text: str, width: int) -> Rows:
    """The explanation of the entry under the cursor of a menu, in the middle of the page."""
    room = min(ABOUT_WIDTH, width - 8)
    lines = wrap(text, room)[:ABOUT_ROWS]
    lines += [""] * (ABOUT_ROWS - len(lines))
    return middle(tuple(words(ljust(line, room)) for line in lines), width)


def typed_field(typed: str, *, ends: bool = True) -> Span:
    """The typed text, with the cursor if its end is being typed."""
    return Span(f" {typed}{CURSOR if ends else ''} ", Role(Ink.TEXT, Ground.KEY))


def typed_character(event: events.Key) -> str:
    """The character that a key types; empty for any other key."""
    return " " if event.key == "space" else event.character or ""


FOOT = Role(Ink.MUTED)
"""The words of a footer: the last line of a page."""
FOOT_KEY = Role(Ink.NAME)
_GAPS = tuple(Span(" " * cells, FOOT) for cells in (3, 2, 1))
"""Between two hints of a footer: the usual gap, and narrower ones."""
_KEPT = tuple(map(ActionKey, (ActionId.CONFIRM, ActionId.CANCEL, ActionId.HELP)))
"""The keys that every footer keeps."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of a menu."""

    id: str
    """The id of the named action that it means, or an id of its own."""
    label: str
    detail: str = ""
    letter: str = ""
    """The key that takes it in its menu, where it has none of its own."""


def menu_rows(entries: Sequence[Entry], at: int, look: Look) -> Rows:
    """The entries below each other, with their keys and the cursor on the one with that index.

    A click on an entry means its ``MenuEntry``.
    """
    longest = max(cells(entry.label) for entry in entries)
    widest = max(cells(_key(entry)) for entry in entries)
    return tuple(_row(entry, look, longest, widest, here=at == n) for n, entry in enumerate(entries))


def _row(entry: Entry, look: Look, longest: int, widest: int, *, here: bool) -> Row:
    meta = MenuEntry(entry.id)
    key = _key(entry)
    return (
        Span(f"{look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta),
        Span(key, Role(Ink.KEY, Ground.KEY), meta),
        Span(" " * (widest - cells(key)), meta=meta),
        Span(
            f" {ljust(entry.label, longest)} ", Role(Ink.TEXT, Ground.ROUND) if here else Role(Ink.NAME), meta
        ),
        Span(f"  {entry.detail}" if entry.detail else "", Role(Ink.TEXT if here else Ink.MUTED), meta),
    )


def _key(entry: Entry) -> str:
    key = BY_ID[entry.id].key if isinstance(entry.id, ActionId) else entry.letter
    return f" {key} " if key else ""


def hint(words: str, *names: ActionId) -> str:
    """Keys and what they do, for a footer: ``Up Down choose``."""
    return " ".join(filter(None, (*(BY_ID[name].key for name in names), words)))


def keys(words: str, *names: ActionId) -> Row:
    """A hint that can be clicked: each key by itself, or key and words together where there is one key."""
    named = [name for name in names if BY_ID[name].keys]
    pressed = (Span(f"{BY_ID[name].key} ", FOOT_KEY, ActionKey(name)) for name in named)
    return (*pressed, Span(words, FOOT, ActionKey(names[0]) if len(names) == 1 else None))


def fixed_key(key: str, words: str, id: ActionId) -> Row:
    """A key whose meaning is fixed while one types, and what it does."""
    return (Span(f"{key_label(key)} ", FOOT_KEY, ActionKey(id)), Span(words, FOOT, ActionKey(id)))


def named_key(id: ActionId) -> Row:
    """The key of a named action with its own words."""
    return keys(BY_ID[id].words, id)


def back_key() -> Row:
    """The key that goes back."""
    return keys(t("screen.foot.back"), ActionId.CANCEL)


def cursor_keys() -> Row:
    """The keys that move the cursor of a list."""
    return keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN)


def scroll_keys() -> Row:
    """The keys that scroll a text."""
    return keys(t("panel.foot.scroll"), ActionId.UP, ActionId.DOWN)


def footer(*hints: Row) -> Row:
    """Hints in one row."""
    return tuple(span for number, row in enumerate(hints) for span in (_GAPS[:1] * (number > 0) + row))


def page_footer(*hints: Row) -> Row:
    """The footer of a page: its hints, and the help."""
    return footer(*hints, named_key(ActionId.HELP))


def menu_footer(*more: Row) -> Row:
    """The footer of every menu. It always names help and quit."""
    everywhere = map(named_key, (ActionId.HELP, ActionId.PALETTE, ActionId.QUIT))
    return footer(cursor_keys(), keys(t("screen.foot.take"), ActionId.CONFIRM), *more, *everywhere)


MIN_SIDE_CELLS = 16
"""If there are fewer cells beside a page, it fills the whole screen."""
WHOLE_SCREEN = (10_000, 10_000)
"""The largest size of a page that fills every screen."""
TEXT_PAGE = (WIDEST_TEXT, WHOLE_SCREEN[1])
"""The largest size of a page of text: it uses all the rows that there are."""
PANEL = Ground.PANEL
"""The ground of a page that does not fill the screen."""


class PageScreen(KeyScreen[Result]):
    """A screen with one page of rows, centred where the screen is much larger.

    Its rows may not all fit: keys, the wheel and clicks scroll those that are drawn through ``window``.
    """

    DEFAULT_CSS = """
    PageScreen { align: center middle; }
    """
    place: ClassVar[Place] = Place.MENU
    LARGEST: ClassVar[tuple[int, int]] = (92, 30)
    """The largest size of the page, in cells: not below ``MIN_SIZE``."""
    opened_by: ClassVar[ActionId | None] = None
    """The action that opens this screen and closes it again, where one does."""
    _page: Page
    """Stored, because a worker may still draw on it just after the screen was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.scroll = Scroll()

    def compose(self) -> ComposeResult:
        self._page = Page(self.drawn, self.palette, ground=self.ground(whole=True))
        yield self._page

    def drawn(self, width: int, height: int) -> Rows:
        """The picture, or on a screen that is too small the size that it needs.

        A page with felt around it has space around its last row, the footer.
        """
        if width < MIN_SIZE[0] or height < MIN_SIZE[1]:
            return too_small(width, height, MIN_SIZE)
        if height == self.app.size.height:
            return self.picture(width, height)
        *rows, foot = self.picture(width, height - 2)
        return (*rows, (), foot, ())

    def picture(self, width: int, height: int) -> Rows:
        """The rows of this screen, at least 80 by 24. Each screen has its own."""
        return ()

    def hints(self) -> Sequence[Row]:
        """The keys in the footer, before that of the help: by default, the one that goes back."""
        return (back_key(),)

    def framed(self, rows: Iterable[Row], width: int, height: int, margin: int = MARGIN) -> Rows:
        """Rows from the top of the page down, over its footer."""
        return framed(rows, page_footer(*self.hints()), width, height, margin)

    def redraw(self) -> None:
        """Draw the page again."""
        self._page.redraw()

    def on_resize(self) -> None:
        self.fit()
        self.paint_around()

    def apply_theme(self) -> None:
        super().apply_theme()
        self.paint_around()

    @property
    def see_through(self) -> bool:
        """Whether the screen below shows beside the page, which then covers whole areas of it."""
        return False

    def paint_around(self) -> None:
        """Paint felt around the page, unless the screen below shows there."""
        colour = "transparent" if self.see_through else self.palette.colour(Ground.FELT)
        if colour:
            self.styles.background = colour
        else:
            self.styles.clear_rule("background")

    def fit(self) -> None:
        width, height = self.app.size
        across, down = self.LARGEST
        across = across if width - across >= MIN_SIDE_CELLS else width
        down = down if height - down >= MIN_SIDE_CELLS // 2 else height
        self._page.styles.width, self._page.styles.height = across, down
        self._page.set_ground(self.ground(whole=(across, down) == (width, height)))

    def ground(self, *, whole: bool) -> Ground:
        """The ground of the page, which is the ``whole`` screen or has felt around it."""
        return Ground.FELT if whole else PANEL

    def on_page_clicked(self, message: PageClicked) -> None:
        """Perform the action of a key that was clicked; pass any other click to ``click``."""
        if not self.was_visible_at(message):
            return
        match message.meta:
            case ActionKey(id):
                self.on_action(BY_ID[id])
            case meta:
                self.click(meta)

    def click(self, meta: Meta) -> None:
        """Handle a click on what is no key. The line that says there is more turns the page."""
        if isinstance(meta, PageTurn):
            self.turn(meta.pages)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._on_wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._on_wheel(event, -1)

    def _on_wheel(self, event: events.MouseEvent, way: int) -> None:
        # one that was meant for it may come after it has closed
        if self.is_active:
            self.wheel(event, way)

    def applies(self, action: NamedAction) -> bool:
        return action.id != self.opened_by

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.UP | ActionId.DOWN:
                self.move(1 if action.id == ActionId.DOWN else -1)
            case ActionId.LEFT | ActionId.RIGHT:
                self.go_sideways(1 if action.id == ActionId.RIGHT else -1)
            case ActionId.PAGE_UP | ActionId.PAGE_DOWN:
                self.turn(1 if action.id == ActionId.PAGE_DOWN else -1)
            case ActionId.FIRST | ActionId.LAST:
                self.jump(end=action.id == ActionId.LAST)
            case ActionId.CANCEL | ActionId.CONFIRM | self.opened_by:
                self.leave()
            case _:
                super().on_action(action)

    def go_sideways(self, by: int) -> None:
        """Do what Left (-1) and Right (1) mean here: by default, nothing."""

    def leave(self) -> None:
        """Leave the screen without a result."""
        self.dismiss(None)

    # -- rows that may not all fit -------------------------------------------------------------------

    @property
    def ways(self) -> tuple[str, str]:
        """The keys that scroll up and down, as the page names them."""
        return BY_ID[ActionId.UP].named, BY_ID[ActionId.DOWN].named

    def window(self, rows: Rows, width: int, height: int) -> Rows:
        return self.scroll.window(rows, width, height, self.ways)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        """Scroll by a few rows: ``way`` is 1 for down, -1 for up."""
        self.move(way * STEP)

    def move(self, by: int) -> None:
        self.scroll.by(by)
        self.redraw()

    def turn(self, pages: int) -> None:
        self.scroll.page(pages)
        self.redraw()

    def jump(self, *, end: bool) -> None:
        self.scroll.to(end=end)
        self.redraw()


class PanelScreen(PageScreen[Result], ModalScreen[Result]):
    """A page over another screen, which it hides: where the screen is larger, there is felt around the page.

    Around a page that showed the screen below, tiles and words would be cut in half.
    """

    DEFAULT_CSS = """
    PanelScreen { background: black; }
    PanelScreen:ansi { background: ansi_default; }
    """

    def ground(self, *, whole: bool) -> Ground:
        return PANEL
