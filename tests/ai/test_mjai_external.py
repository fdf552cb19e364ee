"""External programs at our table: faults, reasons, and the end of their processes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.arena.contest import Contest
from ai.arena.contest_run import run
from ai.bot import BotClosed, BotFault, FaultKind, UnknownBot
from ai.bots.registry import check_bot, make_bot, split_bots
from ai.mjai.client import MjaiClient
from ai.mjai.command import BotCommand, Limits, display_name
from ai.mjai.external import MOST_STARTS, LineProcess, ProcessGuard
from ai.play import Play, Players
from engine.events import EndGame, Event, Reach, ReachAccepted
from engine.match import Match
from engine.rules import PRESETS, TENHOU, Length
from tests.support.ai.bot_games import play
from tests.support.ai.external_programs import END, Answer, hanging, is_gone, lives, program, stand_in
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night

HAND = replace(TENHOU, length="hand")
SEED = 1
RIICHI = 4
"""The wall of a hand in which ``tenpai`` on seat 2 declares riichi."""


PATIENT = Limits(first=300.0, other=300.0)
"""However busy the machine is, nobody is late."""


def hand_against(
    text: str, limits: Limits = PATIENT, seed: int = SEED
) -> tuple[list[Event], list[FaultKind]]:
    """A hand of that bot, on seat 2, against three of ours; its record, and what was played for it."""
    bot = make_bot(text, external=True)
    bot._limits = limits
    others = {seat: make_bot("tenpai") for seat in (0, 1, 3)}
    players = Players({**others, 2: bot})
    events = play(players, Match(HAND, seed, ["", "", "", ""]))
    faults = players.take_faults()
    assert {each.seat for each in faults} <= {2}
    assert all(str(each.fault).isprintable() for each in faults)
    return events, [each.fault.kind for each in faults]


def test_a_name_with_control_characters_is_told_without_them() -> None:
    _, faults = hand_against("mjai:'/nowhere/\x1b[2J\u202e'")
    assert faults[0] is FaultKind.NOT_STARTED


@pytest.fixture(scope="module")
def as_it_should(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """The record of the program when it does nothing wrong: throws what it draws, calls nothing."""
    events, faults = hand_against(program("good", tmp_path_factory.mktemp("good")))
    assert faults == []
    assert sum(event.__struct_config__.tag == "dahai" for event in events) > 20
    return events


ENDED = {"crash", "exit", "close", "huge", "first-crash"}


@pytest.mark.parametrize(
    ("mode", "faults"),
    [
        ("crash", [FaultKind.CRASHED]),
        ("first-crash", [FaultKind.CRASHED]),
        ("close", [FaultKind.CRASHED]),
        ("garbage", [FaultKind.GARBAGE]),
        ("deep", [FaultKind.GARBAGE]),
        ("huge", [FaultKind.GARBAGE]),
        ("win", [FaultKind.ILLEGAL]),
        ("not-held", [FaultKind.ILLEGAL]),
        ("no-tile", [FaultKind.ILLEGAL]),
        ("complain", []),
        ("always-crash", [FaultKind.CRASHED] * MOST_STARTS),
        *at_night([("exit", [FaultKind.CRASHED])]),
        *at_night((mode, [FaultKind.ILLEGAL]) for mode in ("unknown", "other-actor")),
        *at_night((mode, [FaultKind.GARBAGE]) for mode in ("number", "list", "untyped", "letters")),
    ],
)
def test_it_costs_that_decision_and_no_other(
    mode: str, faults: list[FaultKind], as_it_should: list[Event], tmp_path: Path
) -> None:
    events, found = hand_against(program(mode, tmp_path))
    assert found[: len(faults)] == faults
    assert set(found[len(faults) :]) <= {FaultKind.GONE}
    assert events == as_it_should, "the drawn tile is thrown for it, and an offer passes"
    processes = lives(tmp_path)
    assert len(processes) == {"always-crash": MOST_STARTS}.get(mode, 2 if mode in ENDED else 1)
    assert sys.platform == "win32" or all(map(is_gone, processes))


@pytest.mark.parametrize(
    ("mode", "starts"),
    [("hang", 2), ("half", 2), ("late", 1), *at_night([("stubborn", 2), ("deaf", 2), ("silent", 2)])],
)
def test_an_answer_that_does_not_come_in_time(
    mode: str, starts: int, as_it_should: list[Event], tmp_path: Path
) -> None:
    """One that answers nothing more is ended and started again, and so is one that leaves an answer out, for
    nobody knows which of its answers belongs to which question. One that is slow once keeps its process.
    """
    events, found = hand_against(program(mode, tmp_path), Limits(first=300.0, other=0.7))
    assert set(found) == {FaultKind.LATE}
    assert events == as_it_should
    assert len(lives(tmp_path)) >= starts
    assert sys.platform == "win32" or all(map(is_gone, lives(tmp_path)))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no group of processes to end")
def test_what_a_program_has_started_ends_with_it(as_it_should: list[Event], tmp_path: Path) -> None:
    events, found = hand_against(program("child", tmp_path))
    assert found == [FaultKind.CRASHED]
    assert events == as_it_should
    assert len(lives(tmp_path)) == 3
    assert all(map(is_gone, lives(tmp_path)))


@pytest.mark.parametrize("mode", ["twice", "chatter"])
def test_lines_that_nobody_asked_for_cost_their_program_alone(mode: str, tmp_path: Path) -> None:
    """Two or 500 to one question: what comes in after the next is taken for its answer, until all are in."""
    events, found = hand_against(program(mode, tmp_path))
    assert set(found) <= {FaultKind.ILLEGAL}
    assert isinstance(events[-1], EndGame)
    assert len(lives(tmp_path)) == 1


def test_a_program_that_is_not_there(as_it_should: list[Event], tmp_path: Path) -> None:
    text = f"mjai:'{tmp_path / 'missing'}'"
    with pytest.raises(UnknownBot, match="there is no program"):
        check_bot(text)
    events, found = hand_against(text)
    assert found[: MOST_STARTS + 1] == [FaultKind.NOT_STARTED] * MOST_STARTS + [FaultKind.GONE]
    assert events == as_it_should


# -- riichi, which takes two answers ---------------------------------------------------------------------


def declarer(said: list[bytes]) -> Answer:
    """Plays as our ``tenpai``, but says something else when riichi is declared."""
    client = MjaiClient(make_bot("tenpai"), rules=HAND)

    def answer(line: bytes) -> bytes:
        usual = client.answer(line) or b'{"type":"none"}'
        return said.pop() if said and line.startswith(b'[{"type":"reach"') else usual

    return answer


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (b"?", FaultKind.GARBAGE),
        (END, FaultKind.CRASHED),
        (b'{"type":"none"}', FaultKind.ILLEGAL),
        (b'{"type":"dahai","actor":2,"pai":"?","tsumogiri":false}', FaultKind.ILLEGAL),
    ],
)
def test_a_riichi_without_its_discard_stands(
    said: bytes, fault: FaultKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has been declared: the drawn tile, or the last that keeps tenpai, is thrown with it."""
    other: list[bytes] = []
    stand_in(monkeypatch, lambda: declarer(other))
    events, faults = hand_against("mjai:bot", seed=RIICHI)
    at = events.index(Reach(2))
    assert faults == []
    other.append(said)
    again, faults = hand_against("mjai:bot", seed=RIICHI)
    assert faults == [fault]
    assert again[: at + 1] == events[: at + 1]
    assert again[at + 1].actor == 2
    assert ReachAccepted(2) in again[at:], "and the game goes on with it"


# -- our own bots as a program ---------------------------------------------------------------------------


def ours(name: str, *, prefix: str = "mjai", quiet: str = "") -> str:
    return f"{prefix}:'{sys.executable}' -m tui bot {name} {{seat}} --rules tenhou {quiet}"


@pytest.mark.parametrize("text", [ours("hayai"), ours("hayai", prefix="mjai-lines", quiet="--quiet")])
@pytest.mark.parametrize("length", ["hand", *at_night(["east"])])
def test_a_bot_of_ours_plays_the_same_outside(
    text: str, length: Length, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    rules = replace(TENHOU, length=length)
    # mjai does not tell that a hand is the last one, which bots play otherwise; here it changes nothing
    seed = 1059 if length == "hand" else 262
    records = []
    for name in ("hayai", text):
        players = Players(
            {seat: make_bot(name if seat == 1 else "tsumogiri", external=True) for seat in range(4)}
        )
        records.append(play(players, Match(rules, seed, ["", "", "", ""])))
        assert players.take_faults() == []
    kinds = {event.__struct_config__.tag for event in records[0] if getattr(event, "actor", None) == 1}
    calls = {"chi", "pon"} if length == "east" else set()
    assert {"reach", "ankan", "hora"} | calls <= kinds
    assert records[0] == records[1]


# -- leaving ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked up as POSIX does")
def test_who_leaves_takes_the_program_along(tmp_path: Path) -> None:
    """Also in the middle of a question, which then raises."""
    from threading import Timer

    bot = make_bot(program("first-hang", tmp_path), external=True)
    match = Match(HAND, SEED)
    players = Players({match.acting[0]: bot})
    Timer(0.5, players.close).start()
    with pytest.raises(BotClosed):
        players.choose(match, match.acting[0])
    with pytest.raises(BotClosed):
        players.choose(match, match.acting[0])
    assert players.take_faults() == []
    assert all(map(is_gone, lives(tmp_path)))


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent as POSIX does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_no_program_behind(jobs: str, tmp_path: Path) -> None:
    text = program("always-hang", tmp_path / "lives")
    bots = ",".join([text, "tsumogiri", "tsumogiri", "tsumogiri"])
    command = [sys.executable, "-m", "tui", "arena", "--games", "16", "--seed", "1", "--jobs", jobs]
    home = {**os.environ, "FURITEN_HOME": str(tmp_path / "home"), "FURITEN_BOT_SECONDS": "600"}
    arena = subprocess.Popen([*command, "--bots", bots], cwd=ROOT, env=home, stderr=subprocess.PIPE)
    try:
        while hanging(tmp_path / "lives") < int(jobs):
            assert arena.poll() is None
            time.sleep(0.02)
        arena.send_signal(signal.SIGINT)
        _, said = arena.communicate(timeout=300)
    finally:
        arena.kill()
    assert arena.returncode == 130
    assert b"Traceback" not in said
    assert all(map(is_gone, lives(tmp_path / "lives")))


# -- the arena -------------------------------------------------------------------------------------------


def test_the_arena_counts_what_was_played_for_it(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    text = program("always-not-held", tmp_path / "lives")
    report = run(Contest((text, "tsumogiri", "tsumogiri", "tenpai"), 4, 1, HAND, log_dir=logs))
    bots = report.count.summary(1.0)["bots"]
    assert bots[text]["faults"] == {"illegal": 4}
    assert "faults" not in bots["tenpai"]
    told = [path.read_text(encoding="utf-8") for path in sorted(logs.glob("*.faults.txt"))]
    assert [line.split(",")[0] for line in told] == [f"seat {seat}" for seat in (0, 3, 2, 1)]
    assert all(", illegal: " in line for line in told)
    assert json.loads(told[0].split("now: ")[1].split(";")[0])["type"] == "dahai"
    hand, line = re.fullmatch(r"seat 0, (\S+) line (\d+), .* could have been: dahai\n", told[0]).groups()  # type: ignore[union-attr]
    assert hand == "E1-0"
    asked = (logs / "1-00001-1.mjson").read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert json.loads(asked)["type"] == "tsumo", "the line that it was asked after"
    assert json.loads(asked)["actor"] == 0


def test_a_program_that_is_gone_is_told_once_and_no_file_of_an_earlier_run_stays(tmp_path: Path) -> None:
    text = program("always-crash", tmp_path / "lives")
    run(Contest((text, "tsumogiri", "tsumogiri", "tenpai"), 4, 2, HAND, log_dir=tmp_path))
    told = (tmp_path / "2-00001-1.faults.txt").read_text(encoding="utf-8").splitlines()
    kinds = [line.split(", ")[2].split(":")[0] for line in told[:-1]]
    assert kinds == ["crashed"] * MOST_STARTS + ["gone"]
    assert re.fullmatch(r"seat 0, to the end: \d+ decisions played for it", told[-1])
    # records of other bots are not written over, but what is left of a run without them is
    for record in tmp_path.glob("*.mjson"):
        record.unlink()
    run(Contest(("tenpai", "tsumogiri", "tsumogiri", "tenpai"), 4, 2, HAND, log_dir=tmp_path))
    assert not list(tmp_path.glob("*.faults.txt"))
    assert len(list(tmp_path.glob("*.mjson"))) == 4


# -- what is typed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("hayai, mamori,takame", ("hayai", "mamori", "takame")),
        ('mjai:bot -x "1,2",hayai', ('mjai:bot -x "1,2"', "hayai")),
        ("mjai:bot 'a,b' \"c,'d\",hayai", ("mjai:bot 'a,b' \"c,'d\"", "hayai")),
        ("hayai,,", ("hayai", "", "")),
    ],
)
def test_a_comma_within_quotes_belongs_to_the_command(text: str, bots: tuple[str, ...]) -> None:
    assert split_bots(text) == bots


def test_a_quote_that_is_not_closed_is_named() -> None:
    with pytest.raises(UnknownBot, match="the quote ' is not closed"):
        split_bots("mjai:bot 'a,hayai,mamori,takame")


def test_the_command_is_split_as_by_a_shell_and_knows_its_seat() -> None:
    command = BotCommand.parse("mjai:python 'my bot.py' --seat={seat} {seat}")
    assert command.arguments(3) == ["python", "my bot.py", "--seat=3", "3"]
    assert command.batches
    assert not BotCommand.parse("mjai-lines:mortal").batches


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("mjai:python bot.py", "bot"),
        ("mjai:/usr/bin/python3.12 -u /srv/bots/big-bot.py 0", "big-bot"),
        ("mjai:./akochan pipe", "akochan"),
        ("mjai:python -c 'print(1); import os'", "print1import"),
        ("mjai:python debugprinter.py", "debugprinter"),
        ("mjai:'\x1b[31m'", "31m"),
        ("mjai:'###'", "outside"),
        ("hayai", "hayai"),
    ],
)
def test_a_program_is_called_by_a_word(text: str, title: str) -> None:
    assert display_name(text) == title


@pytest.mark.parametrize("text", ["mjai:", "mjai:  ", "mjai:''", "mjai:bot 'open", "mjai-lines:"])
def test_no_command_is_no_bot(text: str) -> None:
    with pytest.raises(UnknownBot):
        make_bot(text, external=True)


@pytest.mark.parametrize("seconds", ["soon", "0", "-1", "nan", "inf", "1e9"])
def test_a_time_limit_is_a_time(seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FURITEN_BOT_SECONDS", seconds)
    with pytest.raises(UnknownBot, match="give seconds"):
        check_bot("mjai:python bot.py")
    assert make_bot("mjai:bot", external=True).name == "bot", "a game that was saved goes on all the same"
    monkeypatch.setenv("FURITEN_BOT_SECONDS", "2")
    assert Limits.from_environment() == Limits(first=8.0, other=2.0)


def whys(text: str) -> list[tuple[FaultKind, str]]:
    """What is told of that program at seat 1, until the person at seat 0 has thrown a few tiles."""
    bots = {1: make_bot(text, external=True), 2: make_bot("tsumogiri"), 3: make_bot("tsumogiri")}
    play = Play(Match(PRESETS["wrc"], 3, ["", "", "", ""]), 0, bots)
    for _ in range(24):
        if not play.match.acting:
            break
        play.advance() if play.pending == "bots" else play.choose(play.options.actions[-1])
    play.close()
    bot_failures = play.take_faults()
    assert {lapse.seat for lapse in bot_failures} == {1}
    return [(lapse.kind, lapse.why) for lapse in bot_failures]


def dying(folder: Path, words: str) -> str:
    """A program that ends at once with these words."""
    path = folder / "dying.py"
    path.write_text(f"import sys\nprint({words!r}, file=sys.stderr)\nsys.exit(1)\n", encoding="utf-8")
    return f"mjai:'{sys.executable}' -I -S '{path}'"


def test_the_last_words_of_a_program_that_never_answered(tmp_path: Path) -> None:
    text = dying(tmp_path, "ModuleNotFoundError: No module named 'engine9'")
    assert whys(text)[0] == (FaultKind.CRASHED, "ModuleNotFoundError: No module named 'engine9'")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    kind, why = whys(f"mjai:'{sys.executable}' '{tmp_path / 'missing.py'}'")[0]
    assert kind is FaultKind.CRASHED
    assert "No such file" in why


def test_what_cannot_be_started(tmp_path: Path) -> None:
    kind, why = whys(f"mjai:'{tmp_path / 'no-program'}'")[0]
    assert kind is FaultKind.NOT_STARTED
    assert "No such file" in why or "cannot find" in why


def test_a_program_that_has_answered_says_nothing_more(tmp_path: Path) -> None:
    assert (FaultKind.CRASHED, "") in whys(program("crash", tmp_path))


@pytest.mark.parametrize("words", ["KeyError: '5mr'", "no move for 123m4z", "unknown tile E", "drew 9p"])
def test_words_with_tiles_are_kept_back(words: str, tmp_path: Path) -> None:
    assert whys(dying(tmp_path, words))[0] == (FaultKind.CRASHED, "")


@pytest.mark.parametrize("words", [r"C:\bots\run.exe is no program", "[Errno 2] No such file", "Python 3.11"])
def test_words_without_tiles_are_told(words: str) -> None:
    assert BotFault(FaultKind.CRASHED, words, words).why == words


if sys.platform == "win32":
    pytest.skip("there are no process groups here", allow_module_level=True)

DEAF = """
import os, pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)"])
for process in (os.getpid(), child.pid):
    pathlib.Path(sys.argv[1], str(process)).touch()
print("ready", flush=True)
time.sleep(3600)
"""
"""Never reads its input, ignores that it is closed, and has started another."""
PLAYER = """
import os, sys, time
from threading import Thread
from ai.mjai.external import LineProcess
started = []
# as a game does it: in a thread, which ends
thread = Thread(target=lambda: started.append(LineProcess(sys.argv[1:])))
thread.start()
thread.join()
assert started[0].receive(60) == b"ready"
print("plays", flush=True)
time.sleep(3600)
"""


def deaf(folder: Path) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", DEAF, str(folder)]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_program_that_never_reads_ends_with_this_one(number: int, tmp_path: Path) -> None:
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, *deaf(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    with player:
        assert player.stdout.readline() == b"plays\n"
        first, second = lives(tmp_path)
        os.kill(first, 0)
        os.kill(second, 0)
        player.send_signal(number)
    assert all(map(is_gone, (first, second)))


def test_the_guard_ends_with_the_program(tmp_path: Path) -> None:
    process = LineProcess(deaf(tmp_path))
    assert process.receive(60) == b"ready"
    before = _children()
    process.close(grace=0.0)
    assert all(map(is_gone, lives(tmp_path)))
    assert len(before - _children()) == 2, "the program and its guard"


def test_a_guard_that_is_released_kills_nothing() -> None:
    process = subprocess.Popen(["sleep", "3600"], start_new_session=True)
    guard = ProcessGuard(process.pid)
    guard.release()
    guard.release()
    assert process.poll() is None
    process.kill()
    process.wait()


def _children() -> set[int]:
    """The processes that this one has started and that have not ended."""
    with subprocess.Popen(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, encoding="utf-8") as ps:
        pairs = [tuple(map(int, line.split())) for line in ps.stdout]
    return {process for process, parent in pairs if parent == os.getpid()} - {ps.pid}
