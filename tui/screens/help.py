"""All keys, out of the one table of named actions; and what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence

from tui.actions import NamedAction, Place, actions_at
from tui.screens.layout import middle, page, words, wrap
from tui.screens.page import PageScreen
from tui.table.legend import DORA_LETTER, FURITEN_LETTER, GENBUTSU, legend_for
from tui.texts import t
from tui.tiles import Role, Row, Rows, Span
from tui.tiles.rows import cells, fit, fit_rows

KEYS_WIDTH = 12
COLUMN = 37
GAP = 3

_GROUPS: tuple[tuple[str, tuple[Place, ...]], ...] = (
    ("table", (Place.CHOICE, Place.TABLE)),
    ("menus", (Place.TITLE, Place.MENU)),
    ("results", (Place.RESULT,)),
    ("everywhere", (Place.EVERYWHERE,)),
)


class HelpScreen(PageScreen[None]):
    """Every key and every mark. Any key closes it."""

    place = Place.EVERYWHERE

    def picture(self, width: int, height: int) -> Rows:
        """Two columns: the table's keys on the left, everything else on the right."""
        (table, *others) = [_group(name, places) for name, places in _GROUPS]
        right = [row for group in others for row in (*group, ())]
        right += _marks()
        rows = max(len(table), len(right))
        columns = zip(fit_rows(table, COLUMN, rows), fit_rows(right, COLUMN, rows), strict=True)
        block = tuple((*left, Span(" " * GAP), *beside) for left, beside in columns)
        about = tuple(words(line, "muted") for line in wrap(t("screen.help.about"), COLUMN * 2 + GAP))
        blocks = [middle(block, width), middle(about, width)]
        return page(blocks, width, height, t("screen.help.close"))

    def perform(self, action: NamedAction) -> None:
        """Any key closes it, so none is carried out."""

    def press(self, event: object) -> None:
        """Any key closes it."""
        self.dismiss(None)

    def on_click(self) -> None:
        """So does a click."""
        self.dismiss(None)


def _group(name: str, places: Sequence[Place]) -> list[Row]:
    actions = dict.fromkeys(
        action for place in places for action in actions_at(place) if place in action.places
    )
    return [words(t(f"screen.groups.{name}"), "title"), *_key_rows(list(actions))]


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


def _marks() -> list[Row]:
    marks = legend_for({GENBUTSU.letter, FURITEN_LETTER, DORA_LETTER})
    return [
        words(t("table.legend.title"), "title"),
        *((Span(f"{mark.letter:<{KEYS_WIDTH}}", Role(mark.role.value)), Span(mark.text)) for mark in marks),
    ]
