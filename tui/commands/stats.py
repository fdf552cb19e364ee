"""``furiten stats``: figures over one's own games, or over any records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.commands.requests import to_json
from tui.commands.shared import PRESET_NAME, progress_bar, whole_text
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.system.output import ExitCode, complain, say

if TYPE_CHECKING:
    from tui.archive.game_entries import GameFilter
    from tui.commands.stats_report import StatsReport

MOST_NAMES = 8
"""Names that are listed when none of them was asked for."""


def _day(ctx: click.Context, param: click.Parameter, value: str | None) -> date | None:
    """The callback of ``--since`` and ``--until``; raises BadParameter."""
    if value is None:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(t("stats.bad-day", given=value), ctx, param) from None


@click.command(name="stats", help=t("stats.help"), epilog=t("stats.example"))
@click.argument("files", nargs=-1, metavar="[FILE...]", type=click.Path(path_type=Path))
@click.option("--player", metavar="NAME", callback=whole_text, help=t("stats.player"))
@click.option("--rules", metavar="NAME", help=t("stats.rules"), **PRESET_NAME)
@click.option("--since", metavar="DAY", callback=_day, help=t("stats.since"))
@click.option("--until", metavar="DAY", callback=_day, help=t("stats.until"))
@click.option("--opponent", metavar="NAME", callback=whole_text, help=t("stats.opponent"))
@click.option("--explain", is_flag=True, help=t("stats.explain"))
@click.option("--json", "as_json", is_flag=True, help=t("stats.json"))
def command(
    files: tuple[Path, ...],
    player: str | None,
    rules: str | None,
    since: date | None,
    until: date | None,
    opponent: str | None,
    explain: bool,
    as_json: bool,
) -> int:
    """Count the games and print their figures."""
    from tui.archive.game_entries import GameFilter
    from tui.commands.stats_report import report_lines

    wanted = GameFilter(rules=rules, since=since, until=until, opponent=opponent)
    report, broken = _of_files(files, wanted, player) if files else _of_archive(wanted, player)
    for line in broken:
        complain(f"{line}")
    if broken and not report.games:
        return ExitCode.BAD_INPUT
    if as_json:
        say(to_json(report.as_json()))
    else:
        for line in report_lines(report, explain=explain):
            say(line)
    return ExitCode.BAD_INPUT if broken and files else ExitCode.DONE


def _of_files(
    files: Sequence[Path], wanted: GameFilter, player: str | None
) -> tuple[StatsReport, Sequence[str]]:
    """The figures over these files, and a line for each that cannot be read."""
    from tui.archive.counted_games import CountedRecord, count_files
    from tui.archive.record_format import Unreadable
    from tui.commands.stats_report import StatsReport

    report, broken, names = StatsReport(), dict[Path, str](), dict[str, None]()
    paths = list(dict.fromkeys(files))
    counted: dict[Path, tuple[CountedRecord, ...]] = {}
    with progress_bar() as advance:
        for done, (path, found) in enumerate(count_files(paths), 1):
            if isinstance(found, Unreadable):
                broken[path] = f"{path}: {found}"
            else:
                counted[path] = found
            advance(done, len(paths))
    for cut in (each for path in paths for each in counted.get(path, ()) if each.cut is not None):
        complain(f"{cut.entry.path}: {cut.cut}; {t('stats.to-there')}")
    # in the order of the files, whichever was read first
    for game in (game for path in paths for game in counted.get(path, ())):
        names |= dict.fromkeys(game.entry.names)
        if not wanted.fits(game.entry):
            continue
        seats = [seat for seat, name in enumerate(game.entry.names) if player in (None, name)]
        if seats:
            report.add_game(game.counts[0].hands)
            for seat in seats:
                report.add_player(game.entry.names[seat], game.counts[seat])
    if player is not None and player not in names and names:
        raise click.ClickException(_unknown(player, names))
    return report, [broken[path] for path in paths if path in broken]


def _of_archive(wanted: GameFilter, player: str | None) -> tuple[StatsReport, Sequence[str]]:
    """The figures of one's own games, and a line for each file of the archive that cannot be read."""
    from ai.play import PERSON
    from tui.archive.archive_index import Index
    from tui.archive.counted_games import total
    from tui.commands.stats_report import StatsReport
    from tui.system.files import data_folder

    index = Index(data_folder())
    try:
        with progress_bar() as advance:
            index.progress = advance
            games = index.counted(wanted, player)
        if player is not None and not games and not index.counted(player=player):
            names = {name: None for game in index.games() for name in game.names}
            if names:
                raise click.ClickException(_unknown(player, names))
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
