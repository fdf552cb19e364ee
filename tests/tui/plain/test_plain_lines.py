"""Plain lines as a program: what is typed and said, in pipes and on dumb terminals, and in Japanese."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from engine.wording import MOST_SKIPPED
from tests.support.fresh_interpreter import ROOT, loaded_after
from tests.support.tui.plain_player import PROMPTS, Eager, like_eager, play
from tests.support.tui.sessions import left_game, options
from tests.support.tui.texts import says
from tui.archive.archive import RECORDS
from tui.cli import execute
from tui.i18n import Language, choose_language, t
from tui.i18n import width as cells
from tui.plain.typed_commands import COMMANDS, LONGEST, HungUp, Lines, command_named, quoted, understood
from tui.play.play_options import PlayOptions
from tui.shell import launch
from tui.system.files import HOME_VARIABLE


class Screen(io.StringIO):
    """A terminal, or a pipe."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


def asked(typed: bytes, *, terminal: bool = False) -> tuple[str | None, str]:
    """What comes back from a question, and what was said."""
    screen = Screen(terminal)
    return Lines(io.BytesIO(typed), screen).ask("Your turn"), screen.getvalue()


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (b"draw\n", "draw"),
        (b"  draw \r\n", "draw"),
        (b"draw", "draw"),
        (b"\n", ""),
        (b"\r\n", ""),
        (b"", None),
        (b"\xff\x00\n", "\ufffd\x00"),
        (b"x" * LONGEST + b"\n", "x" * LONGEST),
    ],
)
def test_a_line(typed: bytes, line: str | None) -> None:
    assert asked(typed)[0] == line


@pytest.mark.parametrize("length", [LONGEST + 1, 2 * LONGEST, 2 * LONGEST + 1, 100_000])
def test_a_line_that_is_too_long_is_left_out_and_the_question_put_again(length: int) -> None:
    line, said = asked(b"x" * length + b"\ndraw\n")
    assert line == "draw"
    assert said == f"Your turn:\nThat line is too long: more than {LONGEST} letters.\nYour turn:\n"


def test_a_line_that_never_ends_is_the_end_of_the_input() -> None:
    class Endless(io.RawIOBase):
        read = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.read += LONGEST
            assert self.read < 2 * MOST_SKIPPED
            return b"x" * LONGEST + b"x"

    screen = Screen(False)
    assert Lines(Endless(), screen).ask("Your turn") is None  # type: ignore[arg-type]
    assert screen.getvalue().count("\n") == 2, "it is told that the line was too long"


def test_on_a_terminal_one_types_behind_the_prompt() -> None:
    assert asked(b"draw\n", terminal=True)[1] == "Your turn: "
    assert asked(b"", terminal=True)[1] == "Your turn: \n"
    assert asked(b"", terminal=False)[1] == "Your turn:\n"


class Terminal(Screen):
    """A terminal that tells its width."""

    def __init__(self) -> None:
        super().__init__(True)

    def fileno(self) -> int:
        return 1


COLUMNS = 24


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("a line that just fits in", ["a line that just fits in"]),
        ("a line that just fits not", ["a line that just fits", "not"]),
        ("the first\nand the next of two lines", ["the first", "and the next of two", "lines"]),
        (
            "北家：東を切りました。南家：白をポンした。",
            ["北家：東を切りました。", "南家：白をポンした。"],
        ),
        ("in /a/name/that/is/too/long/for/it", ["in /a/name/that/is/too/l", "ong/for/it"]),
    ],
)
def test_a_terminal_breaks_no_line_within_a_word(
    line: str, rows: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It begins a row where the one before is full, and the line stays one line."""
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((COLUMNS, 24)))
    screen = Terminal()
    Lines(io.BytesIO(), screen).say(line)
    said = screen.getvalue().removesuffix("\n").split("\n")
    assert len(said) == line.count("\n") + 1
    assert [row.rstrip() for each in said for row in in_rows(each)] == rows


def in_rows(line: str) -> list[str]:
    """The line as a terminal shows it."""
    rows = [""]
    for letter in line:
        if cells(rows[-1] + letter) > COLUMNS:
            rows.append("")
        rows[-1] += letter
    return rows


@pytest.mark.parametrize("known", [False, True], ids=["a width that is not known", "no terminal"])
def test_elsewhere_a_line_stays_as_it_is(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((COLUMNS if known else 0, 24)))
    screen: Screen = Screen(False) if known else Terminal()
    Lines(io.BytesIO(), screen).say("word " * COLUMNS)
    assert screen.getvalue() == "word " * COLUMNS + "\n"


def test_an_interrupt_ends_the_line() -> None:
    class Interrupted(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    screen = Screen(True)
    with pytest.raises(KeyboardInterrupt):
        Lines(Interrupted(), screen).ask("Your turn")
    assert screen.getvalue() == "Your turn: \n"


def test_a_terminal_that_is_gone_is_the_end_of_what_is_typed() -> None:
    class Gone(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "input/output error")

    assert Lines(Gone(), Screen(False)).ask("Your turn") is None


def test_nobody_listens_any_more() -> None:
    class Closed(Screen):
        def write(self, text: str, /) -> int:
            raise BrokenPipeError(32, "broken pipe")

    with pytest.raises(HungUp):
        Lines(io.BytesIO(), Closed(False)).say("a line")


def test_what_texts_hold_for_the_eye_is_written_in_seven_bits() -> None:
    screen = Screen(False)
    Lines(io.BytesIO(), screen).say("2 × yakuman – 3s\u00a0(4 left)", "−1,000 … it’s")
    assert screen.getvalue() == "2 x yakuman - 3s (4 left)\n-1,000 ... it's\n"


def test_what_was_typed_is_quoted_short_and_tame() -> None:
    assert quoted("foo") == "foo"
    assert quoted("\x1b[2Jé\n") == r"\x1b[2J?\x0a"
    assert quoted("x" * 50) == "x" * 20 + "..."


PLAY = [
    sys.executable,
    "-m",
    "tui",
    "play",
    "--plain",
    "--length",
    "hand",
    "--seed",
    "5",
    "--rules",
    "tenhou",
]
SAVED = t("app.saved")
posix = pytest.mark.skipif(sys.platform == "win32", reason="streams and signals are different there")


def started(home: Path, command: Sequence[str] = PLAY, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {HOME_VARIABLE: str(home)} | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_script_plays_a_hand_through_pipes(tmp_path: Path) -> None:
    """Line by line, in a locale without any letter but ASCII, on a dumb terminal without colours."""
    plain = {
        "TERM": "dumb",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "ascii:strict",
        "PYTHONUTF8": "0",
        "LC_ALL": "C",
    }
    process, eager, said = started(tmp_path, **plain), Eager(), [""]
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for line in process.stdout:
            said.append(line.decode("ascii").removesuffix(os.linesep))
            if said[-1] in PROMPTS:
                process.stdin.write(f"{eager(said)}\n".encode())
                process.stdin.flush()
                said.clear()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0
    assert said[-1] == t("screen.ranking.record")
    (kept,) = (tmp_path / RECORDS).iterdir()
    assert b'"end_game"' in kept.read_bytes()


def ended(process: subprocess.Popen[bytes], typed: bytes = b"") -> tuple[int, list[str], str]:
    """Exit code, lines and complaints of a program that is given this and no more."""
    said, complaints = process.communicate(typed, timeout=300)
    return process.returncode, said.decode().splitlines(), complaints.decode()


@pytest.mark.nightly
def test_the_end_of_what_is_typed_saves(tmp_path: Path) -> None:
    code, said, complaints = ended(started(tmp_path), b"draw\n\x00\xff\xfe" + b"x" * 5_000 + b"\nlog 1")
    assert (code, said[-1], complaints) == (0, SAVED, "")
    assert t("plain.too-long", longest="200") in said
    code, said, _ = ended(started(tmp_path))
    assert any(says(line, "plain.continued") and "East 1" in line for line in said), "the same game"


@posix
@pytest.mark.nightly
def test_ctrl_c_saves_and_says_130(tmp_path: Path) -> None:
    # whoever starts the tests in the background may have taken Ctrl+C from their children
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from tui.cli import main; main(sys.argv[1:])"
    )
    process = started(tmp_path, [sys.executable, "-c", program, *PLAY[3:]])
    assert process.stdout is not None
    while process.stdout.readline() != b"Your turn:\n":
        pass
    process.send_signal(signal.SIGINT)
    code, said, complaints = ended(process)
    assert (code, said, complaints) == (130, [SAVED], "")


@posix
@pytest.mark.nightly
def test_a_pipe_that_nobody_reads(tmp_path: Path) -> None:
    process = started(tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        while process.stdout.readline() != b"Your turn:\n":
            pass
        process.stdout.close()
        process.stdin.write(b"draw\nstate\nlog\n")
        process.stdin.close()
        complaints = process.stderr.read().decode()
    assert process.returncode == 2
    assert complaints == "furiten: standard output is closed. Saved. The next start resumes it.\n"


@posix
@pytest.mark.nightly
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    line = " ".join([*PLAY, closed])
    code, _, complaints = ended(started(tmp_path, ["sh", "-c", line]))
    assert code == 2
    assert complaints == "furiten: play --plain needs standard input and output, and one of them is closed\n"


def test_no_screen_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole hand in plain lines needs neither Textual nor rich, nor whatever else a screen brings."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    typed = b"hint\nsafe\nfuriten\nwaits\nhelp\nglossary suji\nrules\n" + b"draw\npass\n\n" * 100
    code = (
        "import io, sys; from tui.plain.typed_commands import Lines\n"
        "from tui.plain.plain_game import PlainRoom\n"
        "from tui.play.play_options import PlayOptions; from tui.play.save import SaveFolder\n"
        "import tui.commands.play\n"
        f"said = io.StringIO(); room = PlainRoom(SaveFolder(), Lines(io.BytesIO({typed!r}), said))\n"
        "room.play(PlayOptions(length='hand', seed=5)); assert 'The game is over' in said.getvalue()"
    )
    loaded = loaded_after(code)
    assert {"textual", "rich", "asyncio", "sqlite3"} & loaded == set()
    assert "tui" in loaded


def test_the_options_reach_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[PlayOptions] = []
    monkeypatch.setattr("tui.plain.plain_game.run", got.append)
    line = "--plain --rules ema --length east --seed 7 --bots hayai,takame,mamori --speed slow --new"
    assert execute(["play", *line.split()]) == 0
    assert got == [PlayOptions("ema", "east", 7, ("hayai", "takame", "mamori"), "slow", True)]


@pytest.mark.nightly
def test_the_example_of_the_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["play", "--help"]) == 0
    _, *examples = " ".join(capsys.readouterr().out.split()).split("Example: ")
    example = next(each for each in examples if "--plain" in each)
    program, *arguments = example.split()
    assert program == "furiten"
    code, said, complaints = ended(started(tmp_path, [*PLAY[:3], *arguments]))
    assert (code, said[-1], complaints) == (0, SAVED, "")


class TestTheTableNamesPlainLines:
    """Where the table cannot be drawn its one error line says what can be played."""

    @pytest.mark.nightly
    def test_without_a_terminal(self, tmp_path: Path) -> None:
        code, said, complaints = ended(started(tmp_path, PLAY[:4]))
        assert (code, said) == (2, [])
        assert complaints.startswith(f"furiten: {t('app.no-terminal')}")
        assert complaints.endswith("furiten play --plain plays in lines\n")

    def test_on_a_dumb_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(launch, "is_terminal", lambda stream: True)
        monkeypatch.setenv("TERM", "dumb")
        with pytest.raises(click.ClickException) as refused:
            launch.run()
        assert "TERM is dumb" in refused.value.message
        assert "furiten play --plain" in refused.value.message


OFFER = "できること："
JAPANESE_PROMPTS = ("あなたの番:", "鳴きの選択:", "Enterで次へ:")


@pytest.fixture
def japanese() -> None:
    choose_language(Language.JAPANESE)


class Player:
    """Takes every win, declares riichi, passes calls, throws what it drew: in Japanese words, as offered."""

    def __init__(self) -> None:
        self.typed: list[str] = []

    def __call__(self, said: Sequence[str]) -> str:
        assert said[-1] in JAPANESE_PROMPTS
        if said[-1] == "Enterで次へ:":
            return ""
        offers = [line.removeprefix(OFFER) for line in said if line.startswith(OFFER)]
        if offers:
            self.typed.append(self._choice(offers[-1].split("、")))
        # without an offer it was warned of what it typed, and says it once more
        return self.typed[-1]

    def _choice(self, can: Sequence[str]) -> str:
        for win in ("ツモ", "ロン"):
            if win in can:
                return win
        riichi = next((each for each in can if each.startswith("リーチ")), None)
        return riichi.partition("か")[0] if riichi else "パス" if "パス" in can else "ツモ切り"


@pytest.mark.usefixtures("japanese")
def test_a_game_by_what_is_offered(tmp_path: Path) -> None:
    """The record is the one of the same decisions made at the session itself."""
    asked, player = options(19, "wrc", length="east"), Player()
    code, said = play(tmp_path / "plain", asked, player)
    assert code == 0
    assert {word.split()[0] for word in player.typed} == {"ロン", "リーチ", "パス", "ツモ切り"}
    (kept,) = (tmp_path / "plain" / RECORDS).iterdir()
    folder = left_game(tmp_path / "session", asked, like_eager)
    assert kept.read_bytes() == folder.game.read_bytes()
    assert all(line.isprintable() for line in said)


@pytest.mark.usefixtures("japanese")
def test_what_is_typed_is_quoted_in_its_letters_and_nothing_that_a_terminal_obeys() -> None:
    assert quoted("ヘルプ\x1b[2J") == r"ヘルプ\x1b[2J"
    choose_language(Language.ENGLISH)
    assert quoted("ヘルプ") == "???"


def test_every_command_has_words_of_its_own(language: Language) -> None:
    """Its English name, its key and its words in the language mean it, and nothing else does."""
    for command in COMMANDS:
        assert command.words
        for word in (command.name, *command.words, command.words[0].upper()):
            assert command_named(word) is command
            typed = understood(f"{word} 3s")
            assert typed is not None
            assert (typed.command, typed.rest) == (command, "3s")
        assert any(t(f"plain.usage.{command.name}").startswith(word) for word in command.words)
        if language == Language.ENGLISH:
            assert command.words == [command.name]
