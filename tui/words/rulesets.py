"""A ruleset in words: the values of its fields, and the sheet of payments, han across and fu down."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from engine.own_rules import changes_of, is_own, preset_of
from engine.rules import Ruleset
from engine.score import Payment
from engine.score.points import FU, HAN, Dues, LimitRow, limit_rows, payment_table
from tui.i18n import join_clauses, join_list, join_sentences, ljust, rjust, t


def rule_value(value: object) -> str:
    """Format a ruleset value: yes or no, numbers with thousands separators, lists with commas."""
    match value:
        case True:
            return t("rules.yes")
        case False:
            return t("rules.no")
        case None | ():
            return t("rules.none")
        case int():
            return f"{value:,}"
        case tuple():
            return join_list(rule_value(part) for part in value)
        case _:
            return str(value)


def rule_words(rules: Ruleset, field: str) -> str:
    """The value of a field in plain words, not in those of a file."""
    value = getattr(rules, field)
    match field:
        case "chombo_for" | "dead_hand_for" if value:
            return join_list(t(f"reviewed.foul-of.{offence}") for offence in value)
        case "double_yakuman" | "pao" if value:
            return join_list(t(f"yaku.{yaku}") for yaku in value)
        case _ if isinstance(value, str):
            return t(f"rules.values.{field}-{value}")
    return rule_value(value)


NAMED_CHANGES = 3
"""The most changes that a sentence names."""


def about_rules(rules: Ruleset) -> str:
    """A ruleset in a sentence or two: what is special about a preset, or what own rules change."""
    if not is_own(rules):
        starts = t("newgame.starts", points=rules.start_points)
        return join_sentences([t(f"newgame.rulesets.{rules.name}"), starts])
    changes = [f"{t(f'rules.names.{name}')} {rule_words(rules, name)}" for name in changes_of(rules)]
    told = t("rules.changed", preset=preset_of(rules).title, changes=join_clauses(changes[:NAMED_CHANGES]))
    left = len(changes) - NAMED_CHANGES
    return join_sentences([told, t("rules.changed-more", count=left)]) if left > 0 else told


RON = 5
"""Cells of a payment by ron."""
LABEL, COLUMN = 7, 17
LIMIT, HANS, LIMIT_COLUMN = 12, 17, 20
"""Widths of the columns, in cells; a line is never wider than 76."""
NEVER = "-"
"""Stands where no hand has so many han and fu."""


class SheetLine(NamedTuple):
    """One line of the sheet."""

    text: str
    heading: bool = False


def sheet_lines(rules: Ruleset) -> list[SheetLine]:
    """The whole sheet of a ruleset; blank lines separate its parts."""
    blank = SheetLine("")
    return [
        SheetLine(t("payment-table.dealer"), heading=True),
        *_table(rules, dealer=True),
        blank,
        SheetLine(t("payment-table.other"), heading=True),
        *_table(rules, dealer=False),
        blank,
        SheetLine(t("payment-table.limits"), heading=True),
        *_limits(limit_rows(rules)),
        blank,
        *(SheetLine(note) for note in _notes(rules)),
    ]


def _table(rules: Ruleset, *, dealer: bool) -> list[SheetLine]:
    dues_of = attrgetter("dealer" if dealer else "other")
    heads = [" " * (RON + 1) + t("score.han", count=han) for han in HAN]
    lines = [_line("", heads)]
    cells = payment_table(rules)
    for row, fu in enumerate(FU):
        shown = [
            " " * (RON + 1) + t(f"limits.{cell.limit}") if cell.limit else _paid(dues_of(cell))
            for cell in cells[row * len(HAN) : (row + 1) * len(HAN)]
        ]
        lines.append(_line(t("score.fu", count=fu), shown))
    return lines


def _line(label: str, cells: Sequence[str]) -> SheetLine:
    *columns, last = cells
    return SheetLine(rjust(label, LABEL) + "".join(ljust(cell, COLUMN) for cell in columns) + last)


def _limits(rows: Sequence[LimitRow]) -> list[SheetLine]:
    """A line for each limit: what the dealer is paid, then what another player is."""
    heads = t("payment-table.dealer-column"), t("payment-table.other-column")
    lines = [SheetLine(" " * (LIMIT + HANS + RON + 1) + ljust(heads[0], LIMIT_COLUMN) + heads[1])]
    for row in rows:
        name = t("payment-table.yakuman") if row.limit == "yakuman" else t(f"limits.{row.limit}")
        left = f" {ljust(name, LIMIT - 1)}{ljust(_hans(row), HANS)}"
        lines.append(SheetLine(f"{left}{ljust(_paid(row.dealer), LIMIT_COLUMN)}{_paid(row.other)}"))
    return lines


def _hans(row: LimitRow) -> str:
    if row.first_han is None:
        return ""
    if row.last_han is None:
        return t("payment-table.han-and-more", first=row.first_han)
    if row.last_han == row.first_han:
        return t("score.han", count=row.first_han)
    return t("payment-table.han-range", first=row.first_han, last=row.last_han)


def _paid(dues: Dues) -> str:
    """``7700 2000/3900``: by ron, then by tsumo from each other player and from the dealer."""
    return f"{rjust(NEVER if dues.ron is None else str(dues.ron.ron), RON)} {_tsumo(dues.tsumo)}"


def _tsumo(due: Payment | None) -> str:
    if due is None:
        return NEVER
    if due.from_dealer is None:
        return t("payment-table.each", points=due.from_others)
    return f"{due.from_others}/{due.from_dealer}"


def _notes(rules: Ruleset) -> list[str]:
    notes = [t("payment-table.counters", points=rules.counter_points, each=rules.counter_points // 3)]
    if rules.kiriage:
        notes.append(t("payment-table.kiriage"))
    if rules.tile_apart:
        notes.append(t("payment-table.mixed"))
    return notes
