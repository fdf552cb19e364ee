"""``furiten arena``: play games between bots and report statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from ai.arena.contest import ArenaError, BrokenGame, Contest, whole_deals
from ai.arena.contest_run import Checkpoint, ContestReport, run
from ai.bot import UnknownBot
from ai.bots.registry import split_bots
from ai.bots.styles import BY_STYLE
from ai.mjai.command import display_name, is_external
from ai.worker_pool import defer_signals
from engine.own_rules import ruleset
from engine.rules import DEFAULT
from tui.commands.requests import to_json
from tui.commands.shared import in_columns, offered_bots, progress_bar, rules_option, whole_seed
from tui.i18n import join_list, t
from tui.system.files import FileLock, Locked, data_folder, os_error_text
from tui.system.process import processors
from tui.system.terminal import ExitCode, complain, say
from tui.words.names import bot_title

CHECKPOINTS = "arena"
"""The folder for checkpoints of unfinished contests, in the data folder."""

BOTS = "hayai,mamori,takame,tenpai"
GAMES = 20

ROWS = ("place", "win", "deal-in", "riichi", "call", "tenpai", "points", "time", "slowest")


@click.command(name="arena", help=t("arena.help"), epilog=t("arena.example"))
@click.option(
    "--bots",
    default=BOTS,
    metavar="A,B,C,D",
    show_default=True,
    shell_complete=offered_bots,
    help=t("arena.bots", styles=join_list(BY_STYLE)),
)
@click.option("--games", default=GAMES, type=int, metavar="N", show_default=True, help=t("arena.games"))
@click.option(
    "--seed", default="1", metavar="S", show_default=True, callback=whole_seed, help=t("arena.seed")
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help=t("arena.jobs"))
@rules_option
@click.option("--check", is_flag=True, help=t("arena.check"))
@click.option("--log-dir", type=click.Path(file_okay=False, path_type=Path), help=t("arena.log-dir"))
@click.option("--resume", is_flag=True, help=t("arena.resume"))
@click.option("--json", "as_json", is_flag=True, help=t("arena.json"))
def command(
    bots: str,
    games: int,
    seed: int,
    jobs: int | None,
    rules: str | None,
    check: bool,
    log_dir: Path | None,
    resume: bool,
    as_json: bool,
) -> int:
    """Run the contest and print the report."""
    played = whole_deals(games)
    contest = Contest(split_bots(bots), played, seed, ruleset(rules) if rules else DEFAULT, check, log_dir)
    try:
        contest.validate()
    except ArenaError as error:
        raise click.ClickException(str(error)) from None
    if played != games:
        say(t("arena.whole-deals", given=games, played=played), error=True)
    checkpoint = Checkpoint(data_folder() / CHECKPOINTS, contest)
    try:
        report = _held(contest, jobs or processors(), checkpoint, resume=resume)
    except BrokenGame as error:
        complain(str(error))
        return ExitCode.NO
    except (ArenaError, UnknownBot, OSError) as error:
        reason = os_error_text(error) if isinstance(error, OSError) else str(error)
        told = t("arena.stopped", reason=reason) if checkpoint.can_resume else reason
        raise click.ClickException(told) from None
    with defer_signals():
        if as_json:
            summary = report.count.summary(report.seconds)
            say(to_json({**summary, "interrupted": True} if report.interrupted else summary))
        else:
            _show(contest, report)
        if report.interrupted:
            # print how to resume the contest, on standard error, because standard output may be JSON
            if checkpoint.error is not None:
                say(t("arena.not-kept", reason=os_error_text(checkpoint.error)), error=True)
            elif checkpoint.can_resume:
                say(t("arena.kept"), error=True)
    return ExitCode.INTERRUPTED if report.interrupted else ExitCode.DONE


def _held(contest: Contest, jobs: int, checkpoint: Checkpoint, *, resume: bool) -> ContestReport:
    if contest.log_dir is not None:
        contest.log_dir.mkdir(parents=True, exist_ok=True)
    with _kept(checkpoint, resume=resume) as kept, progress_bar() as advance:
        return run(contest, jobs, lambda done: advance(done, contest.games), kept, resume=resume)


@contextmanager
def _kept(checkpoint: Checkpoint, *, resume: bool) -> Iterator[Checkpoint | None]:
    """The checkpoint, or None if another run of the same contest writes to it."""
    lock = FileLock(checkpoint.path.with_suffix(".lock"))
    try:
        checkpoint.path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Locked:
        if resume:
            raise click.ClickException(t("arena.running")) from None
        checkpoint.error = OSError(t("arena.running"))
        yield None
        return
    except OSError as error:
        checkpoint.error = error
    try:
        yield checkpoint
    finally:
        if lock.held:
            with suppress(OSError):  # an open file cannot be removed on every system
                lock.path.unlink()
            lock.release()


def _show(contest: Contest, report: ContestReport) -> None:
    """Print the heading, a column for each bot, and the number of checked events."""
    count = report.count
    if report.interrupted:
        say(t("arena.interrupted", games=contest.games))
    say(
        t(
            "arena.head",
            rules=contest.rules.title,
            games=count.games,
            hands=count.hands,
            seconds=report.seconds,
            draw=count.summary(report.seconds)["draw"],
        )
    )
    labels = _labels(count.bots)
    # a column for each bot, with its level below its name: otherwise they would not fit in 80 cells
    columns = [["", "", *(t(f"arena.rows.{name}") for name in ROWS)]]
    columns += [[*_heading(labels[name]), *_column(tally.summary())] for name, tally in count.bots.items()]
    for line in in_columns([row for row in zip(*columns, strict=True) if any(row)]):
        say(line)
    for name, label in labels.items():
        if is_external(name) and count.games:
            say(_outside_line(name, label, count.bots[name].faults))
            if sum(count.bots[name].faults.values()) == count.bots[name].times.decisions:
                say(t("arena.never-played", label=label))
    if contest.check:
        say(t("arena.checked", events=count.events))


def _labels(names: Iterable[str]) -> dict[str, str]:
    """Labels of the bots in the table: short names for external bots, numbered if they are equal."""
    words = {name: bot_title(display_name(name)) for name in names}
    told = list(words.values())
    labels = {}
    for number, (name, word) in enumerate(words.items()):
        alone = not is_external(name) or told.count(word) == 1
        labels[name] = word if alone else f"{word} {told[: number + 1].count(word)}"
    return labels


def _outside_line(name: str, label: str, faults: dict[str, int]) -> str:
    told = join_list(t(f"arena.faults.{kind}", count=number) for kind, number in sorted(faults.items()))
    return t("arena.outside", label=label, command=name, faults=told or t("arena.no-faults"))


def _heading(label: str) -> tuple[str, str]:
    """The two lines above a column: the name, and the level in brackets or nothing."""
    name, bracket, level = label.partition(" (")
    return name, f"{bracket.strip()}{level}"


def _column(rates: dict[str, object]) -> list[str]:
    """The cells of one bot, in the order of ``ROWS``."""
    shares = [f"{rates[key]:.1%}" for key in ("win", "deal_in", "riichi", "call", "tenpai_at_draw")]
    return [
        f"{rates['mean_place']:.3f} ±{rates['place_ci95']:.3f}",
        *shares,
        f"{rates['mean_win']:,.0f}",
        f"{rates['ms_per_decision']:.2f}",
        f"{rates['p99_ms']:.2f}",
    ]
