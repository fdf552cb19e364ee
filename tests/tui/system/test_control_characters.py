"""No control character of a record, name or argument reaches the terminal, in commands and on screens."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.segment import Segment
from rich.traceback import Traceback
from textual.app import ComposeResult
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import Static

from engine import events as ev
from engine.records import write_events
from engine.records.read_file import games_of
from engine.records.tenhou_writers import write_json, write_xml
from engine.wording import one_line, visible, visible_json, visible_lines
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night, more_at_night
from tests.support.tui.pilot import painted_rows, press, takes_keys, until
from tests.support.tui.practice_answers import SESSION, attempt, record
from tests.support.tui.sessions import folder_at
from tui.archive.archive import RECORDS
from tui.cli import COMMANDS, execute
from tui.commands.export import FORMS
from tui.config.actions import Place, actions_at
from tui.i18n import t
from tui.replay.replay_state import PositionCode, Replay, ReplayedGame
from tui.shell.app import FuritenApp
from tui.shell.terminal_output import ControlFilter
from tui.system.terminal import show_traceback

HOSTILE = "\x1b[31m\x9b2J\x1b]0;title\x07\r\x7f\u202e\u2066\u2028\ue000\U000e0001"
BYTES = HOSTILE + "\udc9b\udcff"
"""The same with bytes that are no text, as arguments have them."""
GAME = [*wild_game("tenhou", 19, "hand")]
"""A game of one short hand."""

POSITIONAL = {
    "export": ["a.mjson"],
    "hand": ["123m456p789s1113z"],
    "score": ["222m345p99s45678s"],
    "bot": ["mamori"],
}
"""Arguments that a command needs while an option is attacked."""
ARENA = "--bots tsumogiri,tsumogiri,tsumogiri,tsumogiri --games 2 --seed 1 --jobs 1"
OPTIONS = {
    "export": ["--to", "text"],
    "arena": ARENA.split(),
    "score": ["--win", "9s"],
    "serve": ["--port", "0"],
}
"""Options that a command needs; the server has a port that cannot be, or it would serve."""


def command_of(name: str) -> click.Command:
    command = import_module(f"tui.commands.{name}").command
    assert isinstance(command, click.Command)
    return command


def attacks(name: str) -> Iterator[list[str]]:
    """The command with each of its arguments and options in turn, and with one that it does not have."""
    yield [name, f"--{BYTES}"]
    yield [name, *["1"] * 5, f"-{BYTES}"]
    for parameter in command_of(name).params:
        options = OPTIONS.get(name, [])
        if isinstance(parameter, click.Argument):
            yield [name, *options, BYTES]
        elif isinstance(parameter, click.Option) and not parameter.is_flag:
            yield [name, *POSITIONAL.get(name, []), *options, parameter.opts[-1], BYTES]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    for name, data in records().items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def _folder(found: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(found)
    monkeypatch.setenv("FURITEN_HOME", str(found / "home"))


def records() -> dict[str, bytes]:
    """Records that hold such characters wherever a text may stand, and some that are no records."""
    events = GAME.copy()
    start = events[0]
    assert isinstance(start, ev.StartGame)
    events[0] = replace(start, names=[f"{HOSTILE}{seat}" for seat in range(4)], time=HOSTILE, program=HOSTILE)
    lines = write_events(events)
    quoted = json.dumps(HOSTILE)[1:-1].encode()
    odd = {
        "reason": write_events([*events[:-3], ev.Ryukyoku(reason=HOSTILE), *events[-2:]]),
        "rules": write_events([replace(start, rules=HOSTILE), *events[1:]]),
        "length": write_events([replace(start, length=HOSTILE), *events[1:]]),
        "type": lines.replace(b'"type":"tsumo"', b'"type":"' + quoted + b'"', 1),
        "tile": lines.replace(b'"pai":"', b'"pai":"' + quoted, 1),
        "cut": lines[: len(lines) // 2],
        "cut-in-text": lines[:60],
    }
    tenhou = write_json(events)
    xml = write_xml(events)
    odd |= {
        "tenhou.json": tenhou,
        "title.json": tenhou.replace(b'"title":[', b'"title":["' + quoted + b'",', 1),
        "tenhou-tile.json": tenhou.replace(b'"log":[', b'"log":["' + quoted + b'",', 1),
        "names.xml": xml,
        "tag.xml": xml.replace(b"<INIT", f"<X{chr(0x9B)}".encode(), 1),
        "value.xml": xml.replace(b'seed="', f'seed="{chr(0x9B)}\u202e&#x9b;'.encode(), 1),
        "attribute.xml": xml.replace(b'type="', b'type="&#x9b;', 1),
    }
    odd |= {"names": lines, "text": HOSTILE.encode(), "a.mjson": write_events(GAME)}
    if sys.platform != "win32":
        odd |= {f"{name}{HOSTILE}": odd[name] for name in ("names", "cut", "type", "text")}
    return odd


def check(shown: tuple[str, str], what: object) -> None:
    for text in shown:
        assert text == visible_lines(text), (what, text)


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize("name", COMMANDS)
def test_arguments(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for line in attacks(name):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(HOSTILE.encode())))
        code = execute(line)
        shown = capsys.readouterr()
        assert not code or shown.err
        check(shown, line)


@pytest.mark.parametrize("line", [[BYTES], [f"--{BYTES}"]], ids=["command", "option"])
def test_names_of_commands_and_options(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(line) == 2
    check(capsys.readouterr(), line)


READERS = [
    ["verify"],
    ["verify", "--json"],
    ["review"],
    ["review", "--json", "--seat", "2"],
    ["stats"],
    ["stats", "--json"],
    ["stats", "--player", "nobody"],
    ["replay"],
    *(["export", "--to", form] for form in FORMS if form != "html"),
    ["export", "--to", "html", "--seat", "2"],
]


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize("line", READERS, ids=" ".join)
def test_records(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for name in records():
        execute([*line, name])
        check(capsys.readouterr(), (line, name))


@pytest.mark.parametrize("name", ["hand", "score"])
def test_requests_in_a_batch(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = {"hand": HOSTILE, "win": HOSTILE, HOSTILE: HOSTILE, "rules": HOSTILE}
    lines = [json.dumps({key: value}, ensure_ascii=False) for key, value in fields.items()]
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO("\n".join([*lines, HOSTILE]).encode())))
    assert execute([name, "--batch"]) == 1
    check(capsys.readouterr(), name)


def test_answers_in_a_database_from_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    record(tmp_path, SESSION, replace(attempt(1), code=HOSTILE, version=HOSTILE, rules=HOSTILE))
    with monkeypatch.context() as terminal:
        terminal.setattr("tui.commands.practice.is_terminal", lambda stream: True)
        assert execute(["practice", "--export", "-"]) == 0
    shown = capsys.readouterr()
    assert visible(HOSTILE) in shown.out
    check(shown, "a terminal")
    assert execute(["practice", "--export", "-"]) == 0
    assert HOSTILE in capsys.readouterr().out, "a program gets the table as it is"


def test_an_error_that_nobody_expected(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError(HOSTILE)
    except ValueError as error:
        show_traceback(ValueError, error, error.__traceback__)
    shown = capsys.readouterr()
    assert shown.err.startswith("Traceback")
    assert visible(HOSTILE) in shown.err
    check(shown, "traceback")


def test_every_command_that_reads_a_record_is_attacked() -> None:
    reading = {
        name
        for name in COMMANDS
        if any(parameter.name in ("file", "files") for parameter in command_of(name).params)
    }
    assert reading == {line[0] for line in READERS}


# -- the characters ------------------------------------------------------------------------------------


def test_control_characters_are_written_as_escapes() -> None:
    assert visible("a\x1b[31m\x9b\u202e\udcff\U000e0001") == r"a\x1b[31m\x9b\u202e\xff\U000e0001"
    assert visible("東風戦\u3000雀\xa05m") == "東風戦\u3000雀\xa05m"
    assert visible_lines("a\nb\x07") == "a\nb\\x07"
    assert one_line(" a\nb \x1b") == r"a b \x1b"


@given(st.text())
def test_what_is_visible_stays_as_it_is(text: str) -> None:
    shown = visible(text)
    assert shown == visible(shown)
    assert "".join(shown.split("\u3000")).isprintable() or any(char.isspace() for char in shown)
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in shown)


@more_at_night(5)
@settings(max_examples=20, deadline=None)
@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_keeps_its_meaning(part: int, value: object) -> None:
    document = json.dumps(value, ensure_ascii=False)
    shown = visible_json(document)
    assert json.loads(shown) == value
    assert visible_lines(shown) == shown


def test_values_of_texts_are_visible() -> None:
    filled = t("plain.no-term", given=HOSTILE)
    assert visible(filled) == filled
    assert visible(HOSTILE) in filled


NAMES = ["\x1b[2JA", "\x9b31mB", "\u202eC", "\rD\x07"]
EVENTS = list(wild_game("tenhou", 2, "hand"))
assert isinstance(EVENTS[0], ev.StartGame)
EVENTS[0] = replace(EVENTS[0], names=NAMES, program="\x1b]0;title\x07")


def painted(app: FuritenApp) -> str:
    """What is painted; no character of it may act on a terminal."""
    text = "\n".join("".join(row) for row in painted_rows(app))
    assert not [char for char in text.replace("\n", "") if char != "\xa0" and visible(char) != char], text
    return text


@asynccontextmanager
async def viewing(
    folder: Path, *, at: PositionCode | None = None
) -> AsyncIterator[tuple[FuritenApp, Pilot[int]]]:
    """The viewer of the record, or the list of games."""
    (game,) = games_of(write_events(EVENTS))
    (folder / RECORDS).mkdir()
    (folder / RECORDS / "a.mjson").write_bytes(write_events(EVENTS))
    replayed = ReplayedGame(file=Path("\x1b[31m.mjson"), rules=game.rules, events=tuple(game.events))
    app = FuritenApp(
        folder_at(folder),
        opens=lambda app: app.show_games() if at is None else app.show_replay(Replay(replayed, 1, at)),
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: takes_keys(app))
        yield app, pilot


@pytest.mark.parametrize("step", [4, *at_night([1])])
async def test_names_at_the_table_and_in_pages_of_the_viewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.chdir(tmp_path)
    keys = [action.keys[0] for action in actions_at(Place.REPLAY) if action.keys[0] not in ("q", "escape")]
    async with viewing(tmp_path, at=PositionCode(1, 30)) as (app, pilot):
        shown = painted(app)
        # seat 1 is seen as "You"
        assert all(visible(NAMES[seat]) in shown for seat in (0, 2, 3))
        top = app.screen
        for key in keys[::step]:
            await press(pilot, key)
            painted(app)
            for _ in range(4):
                await until(lambda: takes_keys(app))
                if app.screen is not top:
                    painted(app)
                    await press(pilot, "escape")
            assert app.screen is top


async def test_names_in_the_list_of_games(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (app, _):
        await until(lambda: "A" in painted(app))
        assert "\\x1b" in painted(app)


class _Careless(FuritenApp):
    """An app with a widget that shows what it gets."""

    def compose(self) -> ComposeResult:
        yield Static(f"before{''.join(NAMES)}after", markup=False)


async def test_what_a_widget_forgets_does_not_reach_the_terminal(tmp_path: Path) -> None:
    async with _Careless(folder_at(tmp_path), opens=lambda app: None).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app = pilot.app
        assert isinstance(app, FuritenApp)
        assert "before[2JA31mBCDafter" in painted(app)


def test_the_message_of_an_unexpected_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = FuritenApp(folder_at(tmp_path))
    try:
        raise ValueError("".join(NAMES))
    except ValueError:
        app.error_console.print(Traceback())
    told = capsys.readouterr().err
    assert "\\x1b[2JA" in told
    assert all(visible(line) == line for line in told.splitlines())


def test_the_filter_keeps_widths_and_segments_that_move_the_cursor() -> None:
    home = Segment("\x1b[H", None, [(1,)])  # type: ignore[list-item]
    kept = ControlFilter().apply([Segment("a\x1bb\xa0東"), home], Color(0, 0, 0))
    assert [segment.text for segment in kept] == ["ab\xa0東", "\x1b[H"]
    clean = [Segment("a")]
    assert ControlFilter().apply(clean, Color(0, 0, 0)) is clean
