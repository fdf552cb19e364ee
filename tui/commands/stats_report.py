"""The report of ``furiten stats``: as JSON, and in columns for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from math import ceil
from shutil import get_terminal_size
from textwrap import wrap

import msgspec

from ai.statistics.figures import FIGURES, as_json
from ai.statistics.player_counts import PlayerCounts
from engine.wording import one_line
from tui.commands.shared import in_columns
from tui.i18n.layout import width
from tui.i18n.texts import t
from tui.words.figure_words import counted_text, figure_means, figure_name, figure_text, group_name

LONGEST_NAME = 12
"""Cells of a player's name at the head of a column."""
BESIDE = 38
"""Cells of the names of figures and of the reference."""
LINE = 76
"""Cells of a line of a definition."""


class StatsReport(msgspec.Struct):
    """The figures of some games by player."""

    games: int = 0
    """Games with at least one finished hand."""
    hands: int = 0
    players: dict[str, PlayerCounts] = {}

    def add_game(self, hands: int) -> None:
        """Count a game with that many finished hands."""
        self.games += hands > 0
        self.hands += hands

    def add_player(self, name: str, counts: PlayerCounts) -> None:
        """Add the counts of a player."""
        self.players.setdefault(name, PlayerCounts()).add(counts)

    def as_json(self) -> dict[str, object]:
        """The report as ``--json`` prints it."""
        players = {name: as_json(counts) for name, counts in self.players.items()}
        return {"games": self.games, "hands": self.hands, "players": players}


def report_lines(report: StatsReport, *, explain: bool) -> Iterator[str]:
    """The report for people; ``explain`` adds the definition of each figure."""
    hands = t("stats.hands", count=report.hands)
    yield t("stats.head", games=t("stats.games", count=report.games), hands=hands)
    players = sorted(report.players.items(), key=lambda player: -player[1].hands)
    abreast = _abreast(len(players))
    for first in range(0, len(players), abreast):
        yield ""
        yield from _table(dict(players[first : first + abreast]), explain=explain)
    yield ""
    yield t("stats.reference")
    if not explain:
        yield t("stats.how-to-explain")


def _abreast(players: int) -> int:
    """How many players stand side by side, in lines of about the same length that fit the terminal."""
    room = get_terminal_size().columns - BESIDE
    most = max(room // (LONGEST_NAME + 2), 1)
    return ceil(players / ceil(players / most)) if players else 1


def _table(players: Mapping[str, PlayerCounts], *, explain: bool) -> Iterator[str]:
    """The figures of these players, each in a column, and the reference in the last one."""
    rows = [["", *map(_short, players), t("stats.phoenix")]]
    rows.append([t("stats.rows.games"), *(f"{each.games:,}" for each in players.values()), ""])
    rows.append([t("stats.rows.hands"), *(f"{each.hands:,}" for each in players.values()), ""])
    for figure in FIGURES:
        known = "" if figure.reference is None else figure_text(figure, figure.reference)
        shown = [counted_text(figure, counts) for counts in players.values()]
        rows.append([f"  {figure_name(figure)}", *shown, known])
    head, games, hands, *lines = in_columns(rows)
    yield from (head, games, hands)
    for group, figures in groupby(zip(FIGURES, lines, strict=True), lambda each: each[0].group):
        yield group_name(group)
        for figure, line in figures:
            yield line
            if explain:
                yield from _definition(figure_means(figure))


def _definition(text: str) -> Iterator[str]:
    """A definition in indented lines."""
    if width(text) == len(text):
        lines = wrap(text, LINE - 4)
    else:
        # text without spaces: as many characters of two cells as fit
        most = (LINE - 4) // 2
        lines = [text[start : start + most] for start in range(0, len(text), most)]
    yield from (f"    {line}" for line in lines)


def _short(name: str) -> str:
    """The name as it fits above a column."""
    shown = one_line(name) or t("stats.no-name")
    while width(shown) > LONGEST_NAME:
        shown = f"{shown.removesuffix('…')[:-1]}…"
    return shown
