"""All keys, out of the one table of named actions: at the table, in practice; and what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from textual import events

from tui.actions import BY_ID, NamedAction, Place, actions_at
from tui.screens.layout import middle, page, words, wrap
from tui.screens.menu import FOOT
from tui.screens.page import PageScreen
from tui.table.legend import legend
from tui.table.signs import SignRow, signs
from tui.texts import t
from tui.tiles import Look, Role, Row, Rows, Span
from tui.tiles.rows import cells, fit, fit_rows

KEYS_WIDTH = 12
COLUMN = 37
GAP = 3
LETTER_WIDTH = 4
TURNING = ("left", "right", "up", "down", "pageup", "pagedown", "home", "end")

_GROUPS: tuple[tuple[str, tuple[Place, ...]], ...] = (
    ("table", (Place.CHOICE, Place.TABLE)),
    ("everywhere", (Place.EVERYWHERE,)),
    ("menus", (Place.TITLE, Place.MENU, Place.PANEL, Place.GLOSSARY)),
    ("results", (Place.RESULT, Place.MOMENTS)),
)


_PRACTICE = (("practice", (Place.DRILL, Place.LESSON)),)
_HOW = ("screen.help.how-answer", "screen.help.how-mark", "screen.help.how-leave")


class Page(StrEnum):
    """The pages of the help, in their order."""

    KEYS = "keys"
    PRACTICE = "practice"
    MARKS = "marks"

    @property
    def following(self) -> Page:
        """The page that comes next, round the end."""
        pages = tuple(Page)
        return pages[(pages.index(self) + 1) % len(pages)]


class HelpScreen(PageScreen[None]):
    """Every key, those of practice and every mark, on a page each.

    Any key closes it, but those that turn the page and the one that opens the glossary.
    """

    place = Place.EVERYWHERE

    def __init__(self, shown: Page = Page.KEYS) -> None:
        super().__init__()
        self.shown = shown

    def picture(self, width: int, height: int) -> Rows:
        """Two columns: keys of the table beside all others, those of practice, or letters beside signs."""
        left, right = self._columns()
        rows = max(len(left), len(right))
        columns = zip(fit_rows(left, COLUMN, rows), fit_rows(right, COLUMN, rows), strict=True)
        block = tuple((*row, Span(" " * GAP), *beside) for row, beside in columns)
        told = t(f"screen.help.about-{self.shown}", ask=BY_ID["ask"].key)
        about = tuple(words(line, "muted") for line in wrap(told, COLUMN * 2 + GAP))
        turn = t(f"screen.help.to-{self.shown.following}", key=BY_ID["right"].key)
        close = t("screen.help.close")
        glossary = t("screen.help.to-glossary", key=BY_ID["glossary"].key)
        between = Span(t("joining.list"), FOOT)
        foot = (_named(turn, "right"), between, _named(glossary, "glossary"), between, Span(close, FOOT))
        return page([middle(block, width), middle(about, width)], width, height, foot)

    def _columns(self) -> tuple[list[Row], list[Row]]:
        match self.shown:
            case Page.MARKS:
                return _mark_columns(self.look)
            case Page.PRACTICE:
                return _practice_columns()
        return _key_columns()

    def perform(self, action: NamedAction) -> None:
        """A click on a key that the page names: the next page, or the glossary."""
        if action.id == "glossary":
            self.furiten.show_glossary()
        else:
            self._turn()

    def _turn(self) -> None:
        self.shown = self.shown.following
        self.redraw()

    def press(self, event: events.Key) -> None:
        """Any key closes it, but those that turn the page and that of the glossary."""
        if event.key in TURNING:
            self._turn()
        elif event.key.lower() in BY_ID["glossary"].keys:
            self.furiten.show_glossary()
        else:
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """So does a click, where no key is named."""
        if self.seen_before(event) and "key" not in event.style.meta:
            self.dismiss(None)


def _named(told: str, name: str) -> Span:
    """What a key does; a click on it is that key."""
    return Span(told, FOOT, ("key", name))


def _key_columns() -> tuple[list[Row], list[Row]]:
    """The keys of the table, and all others."""
    table, everywhere, menus, results = _groups(_GROUPS)
    return table, [*everywhere, (), *menus, (), *results]


def _practice_columns() -> tuple[list[Row], list[Row]]:
    """The keys of a question, and how to answer one."""
    (keys,) = _groups(_PRACTICE)
    how = [line for key in _HOW for line in (*wrap(t(key), COLUMN), "")]
    return keys, [words(t("screen.groups.how"), "title"), *(words(line) for line in how)]


def _groups(wanted: Sequence[tuple[str, tuple[Place, ...]]]) -> list[list[Row]]:
    """The keys of each group; one that means the same in an earlier group is not told again."""
    told: set[NamedAction] = set()
    groups = []
    for name, places in wanted:
        here = [action for place in places for action in actions_at(place) if place in action.places]
        actions = [action for action in dict.fromkeys(here) if action not in told]
        told.update(actions)
        groups.append([words(t(f"screen.groups.{name}"), "title"), *_key_rows(actions)])
    return groups


def _key_rows(actions: Sequence[NamedAction]) -> list[Row]:
    """One row for all actions of the same words, with all their keys."""
    keys: dict[str, list[str]] = {}
    for action in actions:
        keys.setdefault(action.words, []).append(action.all_keys)
    rows: list[Row] = []
    for text, all_keys in keys.items():
        shown = " ".join(all_keys)
        pad = max(KEYS_WIDTH - cells(shown), 1)
        first, *more = wrap(text, COLUMN - KEYS_WIDTH)
        rows.append(fit([Span(shown, Role("acting")), Span(" " * pad), Span(first)], COLUMN))
        rows += [fit([Span(" " * KEYS_WIDTH), Span(line)], COLUMN) for line in more]
    return rows


def _mark_columns(look: Look) -> tuple[list[Row], list[Row]]:
    """The letters of the legend, and the signs of the table as they are drawn there."""
    letters = [SignRow((Span(mark.letter, Role(mark.role.value)),), mark.text) for mark in legend()]
    return (
        [words(t("table.legend.title"), "title"), *_sign_rows(letters, LETTER_WIDTH)],
        [words(t("table.signs.title"), "title"), *_sign_rows(signs(look), KEYS_WIDTH)],
    )


def _sign_rows(shown: Sequence[SignRow], width: int) -> list[Row]:
    """Each sign and its words, on as many lines as they need."""
    rows: list[Row] = []
    for picture, text in shown:
        first, *more = wrap(text, COLUMN - width)
        rows.append((*fit(picture, width), Span(first)))
        rows += [(Span(" " * width), Span(line)) for line in more]
    return rows
