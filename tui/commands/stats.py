"""``furiten stats``: figures over one's own games, or over any records, in columns and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date
from itertools import groupby
from math import ceil
from shutil import get_terminal_size

import click
import msgspec

from ai.play import PERSON
from ai.statistics.figures import FIGURES, PlayerCounts, as_json
from engine.records.read_file import shown_name
from engine.wording import one_line
from tui.archive.archive import Unreadable
from tui.archive.archive_index import CountedRecord, Index, count_file, each_readable, total
from tui.archive.game_entries import GameFilter
from tui.commands.requests import to_json
from tui.commands.shared import RULES_NAME, in_columns, progress_bar, records_in, whole_text
from tui.i18n import join_list, t, width, wrapped
from tui.system.files import data_folder
from tui.system.terminal import ExitCode, complain, say
from tui.words.figure_words import counted_text, figure_means, figure_name, figure_text, group_name

MOST_NAMES = 8
"""Names that are listed when none of them was asked for."""
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
    interrupted: str = ""
    """What Ctrl+C left out, in one line; empty when everything was counted."""

    def add_game(self, hands: int) -> None:
        self.games += hands > 0
        self.hands += hands

    def add_player(self, name: str, counts: PlayerCounts) -> None:
        self.players.setdefault(name, PlayerCounts()).add(counts)

    def as_json(self) -> dict[str, object]:
        players = {name: as_json(counts) for name, counts in self.players.items()}
        return {"games": self.games, "hands": self.hands, "players": players}


def _day(ctx: click.Context, param: click.Parameter, value: str | None) -> date | None:
    """The callback of ``--since`` and ``--until``; raises BadParameter."""
    if value is None:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(t("stats.bad-day", given=value), ctx, param) from None


@click.command(name="stats", help=t("stats.help"), epilog=t("stats.example"))
@click.argument("files", nargs=-1, metavar="[FILE...]", type=click.Path(path_type=str))
@click.option("--player", metavar="NAME", callback=whole_text, help=t("stats.player"))
@click.option("--rules", metavar="NAME", help=t("stats.rules"), **RULES_NAME)
@click.option("--since", metavar="DAY", callback=_day, help=t("stats.since"))
@click.option("--until", metavar="DAY", callback=_day, help=t("stats.until"))
@click.option("--opponent", metavar="NAME", callback=whole_text, help=t("stats.opponent"))
@click.option("--explain", is_flag=True, help=t("stats.explain"))
@click.option("--json", "as_json", is_flag=True, help=t("stats.json"))
def command(
    files: tuple[str, ...],
    player: str | None,
    rules: str | None,
    since: date | None,
    until: date | None,
    opponent: str | None,
    explain: bool,
    as_json: bool,
) -> int:
    """Count the games and print their figures."""
    wanted = GameFilter(rules=rules, since=since, until=until, opponent=opponent)
    report, broken = _of_files(files, wanted, player) if files else _of_archive(wanted, player)
    for line in broken:
        complain(f"{line}")
    if broken and not report.games:
        return ExitCode.BAD_INPUT
    if as_json:
        say(to_json(report.as_json()))
    else:
        for line in _report_lines(report, explain=explain):
            say(line)
    if report.interrupted:
        say(report.interrupted, error=True)
        return ExitCode.INTERRUPTED
    return ExitCode.BAD_INPUT if broken and files else ExitCode.DONE


def _of_files(
    files: Sequence[str], wanted: GameFilter, player: str | None
) -> tuple[StatsReport, Sequence[str]]:
    """The figures over these files and folders, and a line for each file that cannot be read."""
    report, broken, names = StatsReport(), dict[str, str](), dict[str, None]()
    paths = list(dict.fromkeys(records_in(files)))
    counted: dict[str, tuple[CountedRecord, ...]] = {}
    try:
        with progress_bar() as advance, closing(each_readable(count_file, paths)) as results:
            for done, (path, found) in enumerate(results, 1):
                if isinstance(found, Unreadable):
                    broken[path] = f"{shown_name(path)}: {found}"
                else:
                    counted[path] = found
                advance(done, len(paths))
    except KeyboardInterrupt:
        if not counted:
            raise
        done = len(counted) + len(broken)
        report.interrupted = t("stats.interrupted-files", done=done, total=len(paths))
    for path in paths:
        for cut in (game.cut for game in counted.get(path, ()) if game.cut is not None):
            complain(f"{shown_name(path)}: {cut}; {t('stats.to-there')}")
    # in the order of the files, whichever was read first
    for game in (game for path in paths for game in counted.get(path, ())):
        names |= dict.fromkeys(game.entry.names)
        if not wanted.fits(game.entry):
            continue
        hands = max(each.hands for each in game.counts)
        named = [seat for seat, name in enumerate(game.entry.names) if player in (None, name)]
        # a record that hides hands is counted for the seats that it shows
        seats = [seat for seat in named if game.counts[seat].hands == hands]
        if seats:
            report.add_game(hands)
            for seat in seats:
                report.add_player(game.entry.names[seat], game.counts[seat])
    if player is not None and player not in names and names:
        raise click.ClickException(_unknown(player, names))
    return report, [broken[path] for path in paths if path in broken]


def _of_archive(wanted: GameFilter, player: str | None) -> tuple[StatsReport, Sequence[str]]:
    """The figures of one's own games, and a line for each file of the archive that cannot be read."""
    index, told = Index(data_folder()), (0, 0)
    try:
        with progress_bar() as advance:

            def show(done: int, count: int) -> None:
                nonlocal told
                told = done, count
                advance(done, count)

            index.progress = show
            games = index.counted(wanted, player)
        if player is not None and not games and not index.counted(player=player):
            names = {name: None for game in index.games() for name in game.names}
            if names:
                raise click.ClickException(_unknown(player, names))
    except KeyboardInterrupt:
        if any(told):
            say(t("stats.interrupted", done=told[0], total=told[1]), error=True)
        raise
    finally:
        index.close()
    report = StatsReport()
    report.add_player(player or PERSON, total(games))
    for hands in {game.entry.path: game.counts.hands for game in games}.values():
        report.add_game(hands)
    return report, [*index.notices, *(broken.line for broken in index.broken)]


def _unknown(player: str, names: Iterable[str]) -> str:
    shown = [name for name in names if name][:MOST_NAMES]
    return t("stats.no-player", name=player, names=join_list(shown))


def _report_lines(report: StatsReport, *, explain: bool) -> Iterator[str]:
    """The report for people; ``explain`` adds the definition of each figure."""
    if not report.games and not explain:
        yield t("stats.no-games")
        return
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
                yield from (f"    {line}" for line in wrapped(figure_means(figure), LINE - 4))


def _short(name: str) -> str:
    shown = one_line(name) or t("stats.no-name")
    while width(shown) > LONGEST_NAME:
        shown = f"{shown.removesuffix('…')[:-1]}…"
    return shown
