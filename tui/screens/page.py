"""What all screens share: a page of rows, and keys that mean named actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.strip import Strip

from tui.actions import ALONGSIDE, BY_ID, NamedAction, Place, Sort, action_for, actions_at
from tui.clicks import ClickArea, Clicked
from tui.small import too_small
from tui.table.layout import NEEDED
from tui.table.strips import strip_of
from tui.table.widget import GameTable
from tui.tiles import FELT, Look, Palette, Role, Rows
from tui.tiles.rows import on_ground

if TYPE_CHECKING:
    from tui.app import FuritenApp

Picture = Callable[[int, int], Rows]
"""Makes the rows of a page of that width and height."""

Result = TypeVar("Result")

SLIVERS = 16
"""A page that would leave fewer cells at its sides takes the whole screen."""
PANEL = "panel"
"""The ground of a page that has something around it."""
DIM = "black 45%"
"""Lies over a table that is behind a page; where the terminal has its own colours, they cannot be dimmed, and
the table is not shown there."""


class PageClicked(Clicked):
    """A piece of a page that answers to clicks was clicked."""

    def __init__(self, what: str, value: object, made: float) -> None:
        super().__init__(made)
        self.what = what
        self.value = value


class Page(ClickArea):
    """An area on the line API that shows what a function of its size makes."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    Page { width: 1fr; height: 1fr; }
    """

    def __init__(self, picture: Picture, palette: Palette, *, ground: str) -> None:
        super().__init__()
        self._picture = picture
        self._palette = palette
        self.ground = ground
        """What the rows stand on in place of the felt."""
        self._strips: list[Strip] = []

    def redraw(self) -> None:
        """Ask for the rows again and show them."""
        width, height = self.size
        self.rows = tuple(on_ground(row, self.ground) for row in self._picture(width, height))
        self._strips = [strip_of(row, self._palette) for row in self.rows]
        self.refresh()

    def dress(self, palette: Palette) -> None:
        """Show the rows, made anew, in the colours of another palette."""
        self._palette = palette
        self.redraw()

    def stand_on(self, ground: str) -> None:
        """Show the rows on another ground."""
        if ground != self.ground:
            self.ground = ground
            self.redraw()

    def on_resize(self) -> None:
        """Make the rows for the new size."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """One line of the page."""
        blank = self._palette.style(Role("text", self.ground))
        if y < len(self._strips):
            return self._strips[y].adjust_cell_length(self.size.width, blank)
        return Strip.blank(self.size.width, blank)

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked."""
        made, meant = self.made(event), self.meant(event)
        if meant is not None:
            self.post_message(PageClicked(*meant, made))


class KeyScreen(Screen[Result]):
    """A screen whose keys are named actions of one place.

    A key that was pressed before the screen was painted does nothing: it was meant for something else. So
    does a key that is still being hammered from before.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    place: ClassVar[Place]
    room: ClassVar[bool] = False
    """Whether to leave is to leave this screen, with everything that lies over it."""

    def __init__(self) -> None:
        super().__init__()
        self._painted: float | None = None
        self._grace = 0.0

    @property
    def furiten(self) -> FuritenApp:
        """The app, as what it is."""
        return cast("FuritenApp", self.app)

    @property
    def look(self) -> Look:
        """How tiles look."""
        return self.furiten.look

    @property
    def palette(self) -> Palette:
        """The colours."""
        return self.furiten.palette

    def on_mount(self) -> None:
        """Take keys from the first picture on."""
        self.await_paint()

    def retell(self) -> None:
        """Ask for texts anew that are kept from one picture to the next: the language is another one now.

        The pictures themselves are made anew after this.
        """

    def dress(self) -> None:
        """Show everything in the look and the colours that are chosen now."""
        for table in self.query(GameTable):
            table.dress(self.look, self.palette)
        for page in self.query(Page):
            page.dress(self.palette)

    def await_paint(self, grace: float = 0.0) -> None:
        """Take no keys until what has just been drawn is on the screen, and ``grace`` seconds longer."""
        self._painted = None
        self._grace = grace
        self.call_after_refresh(self._on_painted)

    def _on_painted(self) -> None:
        self._painted = Message().time + self._grace

    def on_screen_resume(self) -> None:
        """Back from another screen: what was pressed there is not meant here."""
        self.await_paint()

    @property
    def painted(self) -> bool:
        """Whether keys mean something: what is shown now has been painted."""
        return self._painted is not None and Message().time >= self._painted

    def seen_before(self, event: Message) -> bool:
        """Whether the person had what is shown now before the eyes when this key or click was made.

        Not so where another screen lies over this one by now: keys that come in one go all arrive here.
        """
        return self.is_active and self._painted is not None and event.time >= self._painted

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leave the screen with all that lies over it, and once: a key that came together with the one that
        left it is not meant for the screen below."""
        if self not in self.app.screen_stack:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)

    def means_nothing(self, event: events.Click) -> bool:
        """Whether nothing on this screen answers to that click by itself."""
        return all(area.meant(event) is None for area in self.query(ClickArea))

    def on_key(self, event: events.Key) -> None:
        """Turn a key into a named action."""
        event.stop()
        event.prevent_default()
        if self.seen_before(event) and not self.furiten.strokes.hammered(event.key, self._painted or 0.0):
            self.press(event)

    def press(self, event: events.Key) -> None:
        """Take a key that was meant for this screen."""
        action = action_for(event.key, self.place)
        if action is not None:
            self.perform(action)

    def walk_out(self) -> None:
        """Leave a room; everything in it is saved."""
        self.dismiss(None)

    def terms(self) -> Sequence[str]:
        """The terms that the screen uses, for the glossary to show first."""
        return ()

    def perform(self, action: NamedAction) -> None:
        """Carry out a named action; a screen adds its own to those of every screen."""
        match action.id:
            case "help":
                self.furiten.show_help(self.place)
            case "glossary":
                self.furiten.show_glossary(self.terms())
            case "palette":
                self.furiten.show_palette(self)
            case "quit":
                self.furiten.leave()

    def applies(self, action: NamedAction) -> bool:
        """Whether an action of this place can be carried out just now; a screen knows best."""
        return True

    def offers(self) -> Sequence[NamedAction]:
        """What the palette lists here: every action that does something just now."""
        places = (self.place, *ALONGSIDE.get(self.place, ()))
        here = dict.fromkeys(action for place in places for action in actions_at(place))
        # those of this very place come first
        listed = sorted(here, key=lambda action: action.places == (Place.EVERYWHERE,))
        does = (action for action in listed if action.sort is Sort.DOES and action.id != "palette")
        return [action for action in does if self.applies(action)]

    def carry_out(self, action: NamedAction) -> None:
        """Do what was taken from the palette."""
        self.perform(action)


class PageScreen(KeyScreen[Result]):
    """A screen that is one page, in the middle where the screen is much larger."""

    DEFAULT_CSS = """
    PageScreen { align: center middle; }
    """
    LARGEST: ClassVar[tuple[int, int]] = (120, 40)
    """The page never becomes wider or higher."""

    def compose(self) -> ComposeResult:
        """The page."""
        yield Page(self.drawn, self.palette, ground=self.ground(whole=True))

    def drawn(self, width: int, height: int) -> Rows:
        """The picture, or, on a screen that is too small, what size it needs."""
        if width < NEEDED[0] or height < NEEDED[1]:
            return too_small(width, height, NEEDED)
        return self.picture(width, height)

    def picture(self, width: int, height: int) -> Rows:
        """The rows of this screen, at least 80 by 24; each screen has its own."""
        return ()

    def redraw(self) -> None:
        """Show what has changed."""
        self.query_one(Page).redraw()

    def on_resize(self) -> None:
        """Keep the page within the screen."""
        self.fit()

    def fit(self) -> None:
        """Give the page its size and its ground."""
        width, height = self.app.size
        page = self.query_one(Page)
        across, down = self.LARGEST
        across = across if width - across >= SLIVERS else width
        down = down if height - down >= SLIVERS // 2 else height
        page.styles.width, page.styles.height = across, down
        page.stand_on(self.ground(whole=(across, down) == (width, height)))

    def ground(self, *, whole: bool) -> str:
        """What the page stands on, which is the whole screen or has felt around it."""
        return FELT.ground if whole else PANEL

    def on_page_clicked(self, message: PageClicked) -> None:
        """A click on a key that the page names is that key; the screen knows what else there is."""
        if not self.seen_before(message):
            return
        if message.what == "key":
            self.perform(BY_ID[str(message.value)])
        else:
            self.click(message.what, message.value)

    def click(self, what: str, value: object) -> None:
        """Take a click; pages where nothing can be clicked leave this."""


class PanelScreen(PageScreen[Result], ModalScreen[Result]):
    """A page that lies on the table, which shows around it where the screen is larger."""

    DEFAULT_CSS = f"""
    PanelScreen {{ background: {DIM}; }}
    PanelScreen:ansi {{ background: ansi_default; }}
    """
    LARGEST: ClassVar[tuple[int, int]] = (92, 30)

    def ground(self, *, whole: bool) -> str:
        """That of panels at any size."""
        return PANEL
