"""``furiten arena``: bots against bots, and what they did."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.rules import DEFAULT, ruleset
from tui.commands.parameters import rules_option, whole_seed
from tui.commands.requests import to_json
from tui.i18n.layout import left, listed, right, width
from tui.i18n.texts import t
from tui.system.exit_codes import ExitCode
from tui.system.files import trouble
from tui.system.lock import FileLock, Locked
from tui.system.terminal import is_terminal

if TYPE_CHECKING:
    from ai.arena.checkpoint import Checkpoint
    from ai.arena.contest import Contest
    from ai.arena.run import ContestReport

Advance = Callable[[int], None]

CHECKPOINTS = "arena"
"""The folder, in that of the saves, in which contests are kept that are not over."""

ROWS = ("place", "win", "deal-in", "riichi", "call", "tenpai", "points", "time", "slowest")


@click.command(name="arena", help=t("arena.help"), epilog=t("arena.example"))
@click.option("--bots", required=True, metavar="A,B,C,D", help=t("arena.bots"))
@click.option("--games", required=True, type=int, metavar="N", help=t("arena.games"))
@click.option("--seed", required=True, metavar="S", callback=whole_seed, help=t("arena.seed"))
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
    """Hold the contest and report."""
    from ai.arena.checkpoint import Checkpoint
    from ai.arena.contest import ArenaError, Contest
    from ai.arena.game import BrokenGame
    from ai.bot import UnknownBot
    from ai.bots.registry import split_bots
    from ai.signals import defer_signals
    from tui.system.files import home

    contest = Contest(split_bots(bots), games, seed, ruleset(rules) if rules else DEFAULT, check, log_dir)
    checkpoint = Checkpoint(home() / CHECKPOINTS, contest)
    try:
        report = _held(contest, jobs or _processors(), checkpoint, resume=resume)
    except BrokenGame as error:
        click.echo(f"furiten: {error}", err=True)
        return ExitCode.NO
    except (ArenaError, UnknownBot, OSError) as error:
        reason = trouble(error) if isinstance(error, OSError) else str(error)
        told = t("arena.stopped", reason=reason) if checkpoint.can_resume else reason
        raise click.ClickException(told) from None
    with defer_signals():
        if as_json:
            click.echo(to_json(_as_json(report)))
        else:
            _show(contest, report)
        if report.interrupted:
            _tell_how_to_go_on(report, checkpoint)
    return ExitCode.INTERRUPTED if report.interrupted else ExitCode.DONE


def _as_json(report: ContestReport) -> dict[str, Any]:
    """The report; of a contest that was broken off, that it was."""
    summary: dict[str, Any] = report.count.summary(report.seconds)
    return {**summary, "interrupted": True} if report.interrupted else summary


def _held(contest: Contest, jobs: int, checkpoint: Checkpoint, *, resume: bool) -> ContestReport:
    """Hold the contest, with a progress bar for somebody who looks at it."""
    from ai.arena.run import run

    contest.validate()
    if contest.log_dir is not None:
        contest.log_dir.mkdir(parents=True, exist_ok=True)
    with _kept(checkpoint, resume=resume) as kept, _progress(contest.games) as advance:
        return run(contest, jobs, advance, kept, resume=resume)


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
            with suppress(OSError):  # what is open cannot be removed everywhere
                lock.path.unlink()
            lock.release()


def _processors() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _tell_how_to_go_on(report: ContestReport, checkpoint: Checkpoint) -> None:
    """On standard error, so that it stands beside JSON too."""
    if checkpoint.error is not None:
        click.echo(t("arena.not-kept", reason=trouble(checkpoint.error)), err=True)
    elif checkpoint.can_resume:
        click.echo(t("arena.kept"), err=True)


@contextmanager
def _progress(games: int) -> Iterator[Advance | None]:
    """A progress bar on standard error, for somebody who looks at it."""
    if not is_terminal(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    with bar:
        task = bar.add_task("", total=games)
        yield lambda done: bar.update(task, completed=done)


def _show(contest: Contest, report: ContestReport) -> None:
    """Head line, a column for each bot, and what was checked."""
    count = report.count
    summary: dict[str, Any] = count.summary(report.seconds)
    if report.interrupted:
        click.echo(t("arena.interrupted", games=contest.games))
    click.echo(
        t(
            "arena.head",
            rules=contest.rules.title,
            games=count.games,
            hands=count.hands,
            seconds=report.seconds,
            draw=summary["draw"],
        )
    )
    labels = _labels(summary["bots"])
    # a column for each bot: of the other way round 80 cells would cut what bots with levels did
    columns = [["", *(t(f"arena.rows.{name}") for name in ROWS)]]
    columns += [_column(labels[name], rates) for name, rates in summary["bots"].items()]
    for line in in_columns([*zip(*columns, strict=True)]):
        click.echo(line)
    for name, label in labels.items():
        if label != name and count.games:
            click.echo(_outside_line(name, label, summary["bots"][name]["faults"]))
            if sum(count.bots[name].faults.values()) == count.bots[name].times.decisions:
                click.echo(t("arena.never-played", label=label))
    if contest.check:
        click.echo(t("arena.checked", events=count.events))


def in_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as lines: names at the left, numbers at the right of their columns."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for name, *numbers in rows:
        shown = [right(number, room) for number, room in zip(numbers, widths[1:], strict=True)]
        yield "  ".join([left(name, widths[0]), *shown])


def _labels(names: Iterable[str]) -> dict[str, str]:
    """What the bots are called in the table: those outside by a word, several of one word numbered."""
    from ai.mjai.command import display_name

    words = {name: display_name(name) for name in names}
    told = list(words.values())
    labels = {}
    for number, (name, word) in enumerate(words.items()):
        alone = word == name or told.count(word) == 1
        labels[name] = word if alone else f"{word} {told[: number + 1].count(word)}"
    return labels


def _outside_line(name: str, label: str, faults: dict[str, int]) -> str:
    """Which program that is, and how often a decision was played for it."""
    text = "".join(char if char.isprintable() else "?" for char in name)
    told = listed(t(f"arena.faults.{kind}", count=number) for kind, number in faults.items())
    return t("arena.outside", label=label, command=text, faults=told or t("arena.no-faults"))


def _column(name: str, rates: dict[str, Any]) -> list[str]:
    """The cells of one bot, in the order of ``ROWS``."""
    shares = [f"{rates[key]:.1%}" for key in ("win", "deal_in", "riichi", "call", "tenpai_at_draw")]
    return [
        name,
        f"{rates['mean_place']:.3f} ±{rates['place_ci95']:.3f}",
        *shares,
        f"{rates['mean_win']:,.0f}",
        f"{rates['ms_per_decision']:.2f}",
        f"{rates['p99_ms']:.2f}",
    ]
