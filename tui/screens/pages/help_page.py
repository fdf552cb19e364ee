"""The help: all keys from the table of named actions, a page for each kind of place, and the marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from textual import events

from tui.config.actions import ACTIONS, BY_ID, ActionId, ActionSort, NamedAction, Place, actions_at, meant
from tui.drawing.rows import ActionKey, Role, Row, Rows, Span, cells, fit, fit_rows
from tui.i18n import t
from tui.screens.page import FOOT, PageScreen, middle, page, words, wrap
from tui.screens.screen import KeyScreen, Result
from tui.table.hand_picture import safety_bar
from tui.table.side_panel import SignRow, signs
from tui.tiles import Ink, Look, legend

GROUPS: dict[str, tuple[Place, ...]] = {
    "choice": (Place.CHOICE,),
    "table": (Place.TABLE,),
    "everywhere": (Place.EVERYWHERE,),
    "menus": (Place.TITLE, Place.MENU, Place.PANEL, Place.GLOSSARY, Place.LOG),
    "results": (Place.RESULT, Place.OPEN_WIN, Place.MOMENTS),
    "practice": (Place.DRILL, Place.COUNT, Place.LESSON),
    "keys": (Place.KEYS,),
    "games": (Place.GAMES, Place.STATISTICS, Place.TOTALS),
    "replay": (Place.REPLAY,),
    "review": (Place.REVIEW, Place.RETRY, Place.TWICE),
}
"""The places of each group. The names of groups are texts under ``screen.groups``."""


def grouped(names: Iterable[str]) -> list[Sequence[NamedAction]]:
    """The actions of each group. An action of several groups is in the first only."""
    told: set[NamedAction] = set()
    groups: list[Sequence[NamedAction]] = []
    for name in names:
        here = [action for place in GROUPS[name] for action in actions_at(place) if place in action.places]
        groups.append([action for action in dict.fromkeys(here) if action not in told])
        told.update(groups[-1])
    return groups


KEYS_WIDTH = 12
COLUMN = 37
GAP = 3
LETTER_WIDTH = 4
STAYS = (ActionId.GLOSSARY, ActionId.PALETTE)
"""Actions that open another screen over the help."""
_HOW = ("screen.help.how-answer", "screen.help.how-mark", "screen.help.how-leave")


class HelpPage(StrEnum):
    """The pages of the help, in their order."""

    KEYS = "keys"
    MENUS = "menus"
    RECORDS = "records"
    PRACTICE = "practice"
    MARKS = "marks"

    @property
    def following(self) -> HelpPage:
        """The next page; the first follows the last."""
        pages = tuple(HelpPage)
        return pages[(pages.index(self) + 1) % len(pages)]


PAGE_OF = {
    Place.MENU: HelpPage.MENUS,
    Place.KEYS: HelpPage.MENUS,
    Place.GAMES: HelpPage.RECORDS,
    Place.REPLAY: HelpPage.RECORDS,
    Place.REVIEW: HelpPage.RECORDS,
    Place.RETRY: HelpPage.RECORDS,
    Place.TWICE: HelpPage.RECORDS,
    Place.STATISTICS: HelpPage.RECORDS,
    Place.TOTALS: HelpPage.RECORDS,
    Place.RESULT: HelpPage.MENUS,
    Place.MOMENTS: HelpPage.MENUS,
    Place.DRILL: HelpPage.PRACTICE,
    Place.COUNT: HelpPage.PRACTICE,
    Place.OPEN_WIN: HelpPage.MENUS,
}
"""The page that is shown first at a place. At any other place it is that of the table."""


def open_over(screen: KeyScreen[Result]) -> None:
    """Open the help over a screen, with the keys of its place first."""
    if not isinstance(screen.app.screen, HelpScreen):
        screen.app.push_screen(HelpScreen(PAGE_OF.get(screen.place, HelpPage.KEYS)))


class HelpScreen(PageScreen[None]):
    """Every key and every mark: a page for the table, the menus, practice and the marks.

    Any key closes it, except those that turn the page or open another screen.
    """

    place = Place.EVERYWHERE

    def __init__(self, shown: HelpPage = HelpPage.KEYS) -> None:
        super().__init__()
        self.shown = shown

    def picture(self, width: int, height: int) -> Rows:
        left, right = self._columns()
        rows = max(len(left), len(right))
        columns = zip(fit_rows(left, COLUMN, rows), fit_rows(right, COLUMN, rows), strict=True)
        block = tuple((*row, Span(" " * GAP), *beside) for row, beside in columns)
        told = t(f"screen.help.about-{self.shown}", ask=BY_ID[ActionId.ASK].named)
        about = tuple(words(line, Ink.MUTED) for line in wrap(told, COLUMN * 2 + GAP))
        turn = t(f"screen.help.to-{self.shown.following}", key=BY_ID[ActionId.RIGHT].named)
        close = t("screen.help.close", key=BY_ID[ActionId.HELP].key)
        glossary = t("screen.help.to-glossary", key=BY_ID[ActionId.GLOSSARY].named)
        between = Span(t("joining.list"), FOOT)
        foot = (
            _named(turn, ActionId.RIGHT),
            between,
            _named(glossary, ActionId.GLOSSARY),
            between,
            Span(close, FOOT),
        )
        return page([middle(block, width), middle(about, width)], width, height, foot)

    def _columns(self) -> tuple[list[Row], list[Row]]:
        match self.shown:
            case HelpPage.MARKS:
                return _mark_columns(self.look)
            case HelpPage.PRACTICE:
                (keys,) = _groups("practice")
                named = {"answer": BY_ID[ActionId.ANSWER].named, "mark": BY_ID[ActionId.MARK].named}
                how = [line for key in _HOW for line in (*wrap(t(key, **named), COLUMN), "")]
                return keys, [words(t("screen.groups.how"), Ink.TITLE), *(words(line) for line in how)]
            case HelpPage.RECORDS:
                _, replay, *others = _groups("menus", "replay", "games", "review")
                lists = [row for group in others for row in ((), *group)]
                half = (len(replay) + len(lists) + 1) // 2
                return replay[:half], [*replay[half:], *lists]
            case HelpPage.MENUS:
                # keys that the table shares with them are listed here, too
                menus, results, keys = _groups("menus", "results", "keys")
                return menus, [*results, (), *keys]
        choice, table, everywhere = _groups("choice", "table", "everywhere")
        return choice, [*table, (), *everywhere]

    def applies(self, action: NamedAction) -> bool:
        return action.id != ActionId.HELP

    def on_action(self, action: NamedAction) -> None:
        if action.sort is ActionSort.MOVES:
            self.shown = self.shown.following
            self.redraw()
        else:
            super().on_action(action)

    def press(self, event: events.Key) -> None:
        key = meant(event.key)
        named = (action for action in ACTIONS if key in action.keys)
        action = next((each for each in named if each.sort is ActionSort.MOVES or each.id in STAYS), None)
        if action is None:
            self.dismiss(None)
        else:
            self.on_action(action)

    def on_click(self, event: events.Click) -> None:
        """Close the help after a click that is not on the name of a key."""
        if self.was_visible_at(event) and self.hits_nothing(event):
            self.dismiss(None)


def _named(told: str, name: ActionId) -> Span:
    """The words of a key. A click on them does the same as the key."""
    return Span(told, FOOT, ActionKey(name))


def _groups(*names: str) -> list[list[Row]]:
    """The keys of each group below its heading. A key of several groups is listed in the first."""
    return [
        [words(t(f"screen.groups.{name}"), Ink.TITLE), *_key_rows(actions)]
        for name, actions in zip(names, grouped(names), strict=True)
    ]


def _key_rows(actions: Sequence[NamedAction]) -> list[Row]:
    keys: dict[str, list[str]] = {}
    for action in actions:
        keys.setdefault(action.words, []).append(action.all_keys)
    rows: list[Row] = []
    for text, all_keys in keys.items():
        shown = " ".join(all_keys)
        pad = max(KEYS_WIDTH - cells(shown), 1)
        first, *more = wrap(text, COLUMN - KEYS_WIDTH)
        rows.append(fit([Span(shown, Role(Ink.ACTING)), Span(" " * pad), Span(first)], COLUMN))
        rows += [fit([Span(" " * KEYS_WIDTH), Span(line)], COLUMN) for line in more]
    return rows


def _mark_columns(look: Look) -> tuple[list[Row], list[Row]]:
    """The letters of the legend, and the signs of the table as they are drawn there."""
    letters = [
        SignRow(
            (
                Span(mark.letter, Role(mark.ink))
                if mark.safety is None
                else safety_bar(mark.safety, look.glyphs),
            ),
            mark.text,
        )
        for mark in legend()
    ]
    return (
        [words(t("table.legend.title"), Ink.TITLE), *_sign_rows(letters, LETTER_WIDTH)],
        [words(t("table.signs.title"), Ink.TITLE), *_sign_rows(signs(look), KEYS_WIDTH)],
    )


def _sign_rows(shown: Sequence[SignRow], width: int) -> list[Row]:
    """A row for each sign with its words, or several if the words are long."""
    rows: list[Row] = []
    for sign in shown:
        first, *more = wrap(sign.text, COLUMN - width)
        rows.append((*fit(sign.picture, width), Span(first)))
        rows += [(Span(" " * width), Span(line)) for line in more]
    return rows
