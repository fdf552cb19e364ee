"""``furiten export``: a record in another form."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from msgspec.structs import replace

from ai.play import PERSON
from engine.events import Event, StartGame
from engine.records.annotations import write_annotated
from engine.records.read_file import ReadableGame, file_bytes, games_of, shown_name
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import hands_of, moved_annotations
from engine.records.replay import filled_in, finished, named
from engine.records.tenhou_writers import ExportError, write_json, write_urls, write_xml
from engine.view import mask
from engine.wall import PLAYERS
from engine.wording import visible_json
from tui.commands.shared import records_in, rules_option, unreadable
from tui.export.game_text import game_text, write_rows
from tui.i18n import Language, choose_language, join_list, t
from tui.system.files import data_folder, os_error_text, write_output
from tui.system.terminal import ExitCode, complain, write_bytes

_PACKED = ".gz"
LANGUAGES = [Language.ENGLISH.value, Language.JAPANESE.value]


# -- the forms ---------------------------------------------------------------------------------------


class ExportWishes(NamedTuple):
    """The options of the command besides the form."""

    seat: int | None = None
    """Only what this seat saw; None for all hands open."""
    name: str = ""
    """The name of the person who played; empty if it is not told."""


def _mjai(games: Sequence[ReadableGame], wishes: ExportWishes) -> bytes:
    return _visible(b"".join(_mjai_game(game, wishes.seat) for game in games))


def _mjai_game(game: ReadableGame, seat: int | None) -> bytes:
    events = named(game.rules, filled_in(game.rules, game.events))
    annotations = moved_annotations(game.annotations, game.events, events)
    return write_annotated(events if seat is None else [mask(event, seat) for event in events], annotations)


def _tenhou_json(games: Sequence[ReadableGame], wishes: ExportWishes) -> bytes:
    return _visible(b"".join(write_json(_whole_hands(game), game.rules) for game in games))


def _visible(document: bytes) -> bytes:
    """The document without control characters in names: a terminal would obey them."""
    return visible_json(document.decode()).encode()


def _tenhou_xml(games: Sequence[ReadableGame], wishes: ExportWishes) -> bytes:
    return b"".join(write_xml(_whole_hands(game), game.rules) for game in games)


def _tenhou_url(games: Sequence[ReadableGame], wishes: ExportWishes) -> bytes:
    urls = [url for game in games for url in write_urls(_whole_hands(game), game.rules)]
    return "".join(f"{url}\n" for url in urls).encode()


def _code(games: Sequence[ReadableGame], wishes: ExportWishes) -> bytes:
    from engine.records.hand_code import write_code
    from engine.records.resumed_game import known_wall

    codes = [
        write_code(game.rules, hand, known_wall(game.rules, game.events, hand))
        for game in games
        for hand in hands_of(game.events)
    ]
    return "".join(f"{code}\n" for code in codes).encode()


def _csv(games: Sequence[ReadableGame], wishes: ExportWishes) -> bytes:
    return write_rows(_whole_hands(game) for game in games)


def _whole_hands(game: ReadableGame) -> list[Event]:
    """The record up to its last hand that is over: Tenhou's formats hold no half of one."""
    return filled_in(game.rules, finished(game.events))


def _text(games: Sequence[ReadableGame], wishes: ExportWishes) -> bytes:
    return "\n".join(game_text(game, wishes.seat, wishes.name) for game in games).encode()


def _html(games: Sequence[ReadableGame], wishes: ExportWishes) -> bytes:
    from tui.archive.kept_reviews import KeptReviews
    from tui.export.html_page import game_page

    return game_page(games[0], wishes.seat, wishes.name, KeptReviews(data_folder())).encode()


class ExportForm(NamedTuple):
    """A form of ``--to``."""

    write: Callable[[Sequence[ReadableGame], ExportWishes], bytes]
    single: bool = False
    seated: bool = False
    """It can show what one seat saw."""
    for_people: bool = False
    """It is read by people, so it has a language."""
    annotated: bool = False
    """It can hold comments and bookmarks."""


FORMS = {
    "mjai": ExportForm(_mjai, seated=True, annotated=True),
    "tenhou-json": ExportForm(_tenhou_json),
    "tenhou-xml": ExportForm(_tenhou_xml, single=True),
    "tenhou-url": ExportForm(_tenhou_url),
    "csv": ExportForm(_csv),
    "code": ExportForm(_code),
    "text": ExportForm(_text, seated=True, for_people=True, annotated=True),
    "html": ExportForm(_html, single=True, seated=True, for_people=True, annotated=True),
}


_WORDS = {
    "programs": join_list(name for name, form in FORMS.items() if not form.for_people),
    "people": join_list(name for name, form in FORMS.items() if form.for_people),
    "single": join_list(name for name, form in FORMS.items() if form.single),
    "seated": join_list(name for name, form in FORMS.items() if form.seated),
    "annotated": join_list(name for name, form in FORMS.items() if form.annotated),
}
"""The names of the forms that the help tells about."""


# -- the command --------------------------------------------------------------------------------------


@click.command(name="export", help=t("export.help", **_WORDS), epilog=t("export.example"))
@click.argument("file", metavar="FILE", type=click.Path(path_type=str))
@click.option("--to", "form", required=True, type=click.Choice(list(FORMS)), help=t("export.to", **_WORDS))
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), help=t("export.output"))
@click.option("--game", "number", type=click.IntRange(min=1), metavar="N", help=t("export.game"))
@click.option("--seat", type=click.IntRange(0, PLAYERS - 1), metavar="N", help=t("export.seat", **_WORDS))
@click.option("--name", default="", metavar="NAME", help=t("export.name"))
@click.option("--lang", type=click.Choice(LANGUAGES), help=t("export.lang", **_WORDS))
@click.option("--no-comments", is_flag=True, help=t("export.no-comments", **_WORDS))
@rules_option
def command(
    file: str,
    form: str,
    output: Path | None,
    number: int | None,
    seat: int | None,
    name: str,
    lang: str | None,
    no_comments: bool,
    rules: str | None,
) -> int:
    """Read the games that are asked for, and write them."""
    if seat is not None and not FORMS[form].seated:
        raise click.UsageError(t("export.no-seat", form=form))
    if output is not None and _same(Path(file), output):
        raise click.UsageError(t("export.same-file", file=output))
    if lang is not None:
        choose_language(lang)
    try:
        read, all_read = _read(file, rules)
        games = _chosen(read, form, number)
        if FORMS[form].annotated:
            games = [_annotated(game, no_comments) for game in games]
        if name and not FORMS[form].for_people:
            games = [_with_name(game, name) for game in games]
        data = FORMS[form].write(games, ExportWishes(seat, name))
        # one line on standard error for each game that stops in the middle; the rest of it is exported
        for game in games:
            if game.cut is not None:
                complain(f"{shown_name(file)}: {game.cut}; {t('export.to-there')}")
    except (OSError, RecordError, ExportError) as error:
        raise click.ClickException(unreadable(file, error)) from None
    _write(data, output)
    return ExitCode.DONE if all_read else ExitCode.BAD_INPUT


def _with_name(game: ReadableGame, name: str) -> ReadableGame:
    first, *others = game.events
    if not isinstance(first, StartGame):
        return game
    named = replace(first, names=[name if each == PERSON else each for each in first.names])
    return replace(game, events=[named, *others])


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def _read(file: str, rules: str | None) -> tuple[Sequence[ReadableGame], bool]:
    """The games of a file, or of all records in a folder, and whether all files could be read.

    Raises OSError and RecordError.
    """
    if not os.path.isdir(file):
        return games_of(file_bytes(file), rules), True
    games: list[ReadableGame] = []
    faults = 0
    for each in records_in([file]):
        try:
            games += games_of(file_bytes(each), rules)
        except (OSError, RecordError) as error:
            complain(unreadable(each, error))
            faults += 1
    if not games:
        raise RecordError(t("export.empty"))
    return games, not faults


def _chosen(games: Sequence[ReadableGame], form: str, number: int | None) -> Sequence[ReadableGame]:
    """The games to write; raises RecordError when there is no such game, or when one has to be chosen."""
    if number is None:
        if len(games) > 1 and FORMS[form].single:
            raise RecordError(t("export.choose", count=len(games), form=form))
        return games
    if number > len(games):
        raise RecordError(t("export.no-game", number=number, count=len(games)))
    return games[number - 1 : number]


def _annotated(game: ReadableGame, no_comments: bool) -> ReadableGame:
    """The game with the player's own comments and bookmarks, or without any."""
    if no_comments:
        return replace(game, annotations={})
    from tui.archive.game_notes import with_own_notes  # here: other forms need no database

    return with_own_notes(data_folder(), game)


def _write(data: bytes, output: Path | None) -> None:
    if output is None:
        write_bytes(data)
        return
    try:
        write_output(output, gzip.compress(data, mtime=0) if output.suffix == _PACKED else data)
    except OSError as error:
        raise click.ClickException(os_error_text(error)) from None
