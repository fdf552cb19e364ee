"""``furiten practice``: open a session of questions or the menu, export answers, or print questions."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

import click
import msgspec

from ai.drills.library import OldCode, read_library_code
from ai.drills.question import OWN as OWN_CODE
from ai.drills.question import DrillKind, DrillTheme, NoQuestion, Question, UnknownCode
from engine.own_rules import preset_and_own
from tui.commands.shared import rules_option, whole_seed, whole_text
from tui.i18n import join_sentences, nearest, t
from tui.play.play_options import DAILY, FIRST_LESSON, FOLD_DAILY, OWN, STORM, STREAK, PracticeOptions
from tui.system.files import STANDARD_OUTPUT, data_folder
from tui.system.process import gc_paused
from tui.system.terminal import complain, forget_output, is_terminal, say, write_bytes

MIXED = "mixed"
LESSONS = "lessons"
CHOICES = (MIXED, DAILY, FOLD_DAILY, STORM, STREAK, OWN, *DrillKind, LESSONS)


def _offered(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [choice for choice in (*CHOICES, *_lesson_ids()) if choice.startswith(begun.lower())]


def _offered_themes(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [theme.value for theme in DrillTheme if theme.startswith(begun.lower())]


def _lesson_ids() -> list[str]:
    from ai.lessons.lesson import lessons

    return [FIRST_LESSON, *(lesson.id for lesson in lessons())]


@click.command(
    name="practice",
    help=t("practice-command.help", kinds=", ".join(DrillKind)),
    epilog=t("practice-command.example"),
)
@click.argument("kind", required=False, shell_complete=_offered)
@click.option("--seed", metavar="N", callback=whole_seed, help=t("practice-command.seed"))
@rules_option
@click.option("--theme", metavar="NAME", shell_complete=_offered_themes, help=t("practice-command.theme"))
@click.option("--position", metavar="TEXT", help=t("practice-command.position"))
@click.option("--from", "sources", metavar="PATH", multiple=True, help=t("practice-command.from"))
@click.option("--player", metavar="NAME", callback=whole_text, help=t("practice-command.player"))
@click.option("--export", metavar="FILE", help=t("practice-command.export"))
@click.option("--count", type=click.IntRange(min=1), metavar="N", help=t("practice-command.count"))
@click.option("--json", "as_json", is_flag=True, help=t("practice-command.json"))
def command(
    kind: str | None,
    seed: int | None,
    rules: str | None,
    theme: str | None,
    position: str | None,
    sources: tuple[str, ...],
    player: str | None,
    export: str | None,
    count: int | None,
    as_json: bool,
) -> int:
    """Open practice, export the answers, add mistakes of games, or print questions as data."""
    if sources or player is not None:
        if not sources or player is None:
            raise click.UsageError(t("practice-command.from-whom"))
        if (kind, seed, theme, position, export, count, as_json) != (*(None,) * 6, False):
            raise click.UsageError(t("practice-command.from-alone"))
        return _add(sources, player, rules)
    if export is not None:
        if (kind, seed, rules, theme, position, count, as_json) != (*(None,) * 6, False):
            raise click.UsageError(t("practice-command.export-alone"))
        return _export(export)
    if count is not None and not as_json:
        raise click.UsageError(t("practice-command.count-alone"))
    options = _options(kind, seed)
    if rules is not None and options.code:
        raise click.UsageError(t("practice-command.code-has-rules"))
    options = msgspec.structs.replace(options, rules=rules or "")
    if theme is not None:
        options = _about(options, theme, as_json=as_json)
    if position is not None:
        options = _typed(options, position, as_json=as_json)
    if as_json:
        if options.code and count is not None:
            raise click.UsageError(t("practice-command.code-counts"))
        # print each question as soon as it is made. A reader who has seen enough may close the pipe
        from tui.practice.explain import encoded

        try:
            for question in islice(_questions(options), count or 1):
                write_bytes(encoded(question))
        except BrokenPipeError:
            forget_output()
        return 0
    with gc_paused():
        from tui.shell.launch import run

    return run(options)


def _add(sources: Sequence[str], player: str, rules: str | None) -> int:
    """Let practice ask about the mistakes of a player in these games, and say how many it asks about."""
    from tui.commands.review import games_of_player
    from tui.practice.own_mistakes import add_all
    from tui.practice.practice_record import Progress

    with closing(Progress(data_folder())) as progress:
        told, faults = add_all(progress, games_of_player(sources, player, rules))
        for fault in faults:
            complain(fault)
        if progress.fault:
            raise click.ClickException(progress.fault)
    say(told)
    return 0


def _questions(options: PracticeOptions) -> Iterator[Question]:
    """The questions that ``--json`` prints, without end unless a code names one."""
    from ai.drills.library import question_of  # the own mistakes have one of that name
    from tui.practice.explain import codes
    from tui.practice.question_pool import QuestionPool

    if options.lesson is not None or options.own or options.daily or options.run:
        raise click.UsageError(t("practice-command.json-kinds"))
    if options.code.startswith(OWN_CODE):
        yield _own_question(options.code)
    elif options.code:
        yield question_of(options.code)
    else:
        seed = secrets.randbits(32) if options.seed is None else options.seed
        preset, own_rules = preset_and_own(options.rules)
        for code in codes(options.kind, seed, preset):
            # a version may not ask what an earlier one asked: then that code has no question
            with suppress(NoQuestion):
                yield QuestionPool().open(code, own_rules)


def _options(given: str | None, seed: int | None) -> PracticeOptions:
    """The practice options of the arguments; raises UsageError for unknown or conflicting ones."""
    if given is None:
        return PracticeOptions(seed=seed, menu=seed is None)
    name = given.lower()
    if name == MIXED:
        return PracticeOptions(seed=seed)
    if name in (DAILY, FOLD_DAILY, STORM, STREAK):
        if seed is not None:
            raise click.UsageError(t("practice-command.daily-alone", name=name))
        return PracticeOptions(run=name) if name in (STORM, STREAK) else PracticeOptions(daily=name)
    if name == OWN:
        if seed is not None:
            raise click.UsageError(t("practice-command.own-alone"))
        _check_own()
        return PracticeOptions(own=True)
    if name.startswith(OWN_CODE):
        if seed is not None:
            raise click.UsageError(t("practice-command.code-alone"))
        code = f"{OWN_CODE}{given[len(OWN_CODE) :].upper()}"
        _check_own(code)
        return PracticeOptions(code=code)
    if name in list(DrillKind):
        return PracticeOptions(DrillKind(name), seed)
    if name == LESSONS or name in _lesson_ids():
        if seed is not None:
            raise click.UsageError(t("practice-command.lesson-alone"))
        return PracticeOptions(lesson="" if name == LESSONS else name)
    try:
        read_library_code(given)
    except UnknownCode as error:
        if isinstance(error, OldCode) or any(name.startswith(f"{kind.value}-") for kind in DrillKind):
            told = t("practice-command.no-code", given=given, reason=error)
        else:
            told = t("practice-command.unknown", given=given, kinds=", ".join(CHOICES))
        raise click.UsageError(told) from None
    if seed is not None:
        raise click.UsageError(t("practice-command.code-alone"))
    return PracticeOptions(code=given)


def _about(options: PracticeOptions, theme: str, *, as_json: bool) -> PracticeOptions:
    """The options of a session about one idea; raises UsageError if there are no such questions."""
    if options != PracticeOptions(kind=options.kind, rules=options.rules, menu=options.menu) or as_json:
        raise click.UsageError(t("practice-command.theme-alone"))
    # imported here because they load the library and the database
    from tui.practice.question_pool import QuestionPool, ideas_in

    known = ideas_in(QuestionPool(), DrillKind if options.kind is None else (options.kind,))
    name = theme.lower()
    if name not in known:
        told = nearest(theme, known)
        if not told and options.kind is None:
            told = t("practice-command.themes-of", kinds=", ".join(DrillKind))
        if not told:
            told = t("practice-command.themes", themes=", ".join(known))
        raise click.UsageError(join_sentences([t("practice-command.no-theme", given=theme), told]))
    return msgspec.structs.replace(options, theme=name, menu=False)


def _typed(options: PracticeOptions, text: str, *, as_json: bool) -> PracticeOptions:
    """The options of a typed position; raises UsageError if nothing can be asked about it."""
    from tui.practice.typed_position import PositionError, typed_position

    if options != PracticeOptions(kind=options.kind, menu=options.menu) or as_json:
        raise click.UsageError(t("practice-command.position-alone"))
    try:
        typed_position(text, options.kind)
    except PositionError as error:
        raise click.UsageError(str(error)) from None
    return msgspec.structs.replace(options, position=text, menu=False)


def _check_own(code: str = "") -> None:
    """Raise ClickException if there are no mistakes of own games to ask about, or none with that code."""
    from tui.practice.practice_record import Progress

    with closing(Progress()) as progress:
        if not progress.own_questions:
            raise click.ClickException(t("practice-command.no-own"))
        if code and progress.own_question(code) is None:
            raise click.ClickException(t("practice-command.not-own", code=code))


def _own_question(code: str) -> Question:
    """The question about an own game with that code, which exists."""
    from tui.practice.own_mistakes import question_of
    from tui.practice.practice_record import Progress

    with closing(Progress()) as progress:
        own = progress.own_question(code)
    assert own is not None
    return question_of(own)


def _export(name: str) -> int:
    """Write all answers; raises OSError, or ClickException if they cannot be read.

    They need not be writable: a read-only folder is exported like any other.
    """
    from tui.practice.practice_record import Progress, as_csv, export

    with closing(Progress()) as progress:
        for notice in progress.notices:
            say(notice, error=True)
        if progress.unread:
            raise click.ClickException(progress.fault)
        attempts = progress.attempts
    if name == STANDARD_OUTPUT:
        table = as_csv(attempts)
        if is_terminal(sys.stdout):
            # programs get the table as it is; a database from elsewhere may hold any text
            say(table.replace("\r\n", "\n"), end="")
            return 0
        # write bytes, so that the line ends of CSV are not converted on Windows
        write_bytes(table.encode())
        return 0
    export(attempts, Path(name))
    say(t("practice-command.exported", count=len(attempts), file=name))
    return 0
