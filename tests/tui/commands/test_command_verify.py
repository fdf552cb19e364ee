"""``furiten verify``: what it prints, its exit codes, and one line for every file that is none."""

from __future__ import annotations

import gzip
import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.records import write_events
from engine.records.tenhou_writers import write_json, write_urls, write_xml
from engine.round import Round
from engine.rules import PRESETS, Length
from engine.table import Table
from tests.support.engine.wild_games import wild_game
from tests.support.plain_words import inside_words
from tests.support.tui.texts import says
from tui.cli import execute


def game(rules: str = "tenhou", length: Length = "south") -> list[ev.Event]:
    """A short game: everybody wins when he can, and discards what he draws."""
    match = Match(replace(PRESETS[rules], length=length), 5, ["A", "B", "C", "D"])
    while match.standings is None:
        if match.acting:
            match.step({seat: choose(match.round.options(seat)) for seat in match.acting})
        else:
            match.proceed()
    return match.events


def choose(menu: Options) -> Action:
    for kind in (ActionKind.TSUMO, ActionKind.RON, ActionKind.PON):
        if found := menu.of(kind):
            return found[0]
    return (menu.of(ActionKind.DISCARD) or (PASS,))[-1]


GAME = game(length="east")
HANDS = sum(isinstance(event, ev.StartKyoku) for event in GAME)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in (
        ("a.mjson", write_events(GAME)),
        ("b.json", write_json(GAME)),
        ("c.xml", write_xml(GAME)),
    ):
        (tmp_path / name).write_bytes(data)
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(data))
    short = [event for event in GAME if not isinstance(event, ev.EndGame)]
    (tmp_path / "cut.mjson").write_bytes(write_events(short))
    first = next(place for place, event in enumerate(GAME) if isinstance(event, ev.Ryukyoku | ev.Hora))
    wrong = [
        *GAME[:first],
        msgspec.structs.replace(GAME[first], deltas=[0, 0, 300, -300]),
        *GAME[first + 1 :],
    ]
    (tmp_path / "wrong.mjson").write_bytes(write_events(wrong))
    (tmp_path / "wrc.mjson").write_bytes(write_events(game("wrc", "hand")))
    return tmp_path


def test_records_that_agree(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(path) for path in sorted(folder.glob("[abc].*"))]
    assert len(files) == 6
    assert execute(["verify", *files]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    lines = [line for line in shown.out.splitlines() if not line.startswith(" ")]
    assert [line.split(": ")[0] for line in lines] == files
    assert all(f"tenhou, {HANDS} hands" in line and line.endswith("no difference") for line in lines)


def test_differences_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["verify", str(folder / "wrong.mjson")]) == 1
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert "difference" in first
    assert second.startswith("  hand 1, event ")
    assert "deltas [0, 0, 300, -300]" in second


def test_one_line_for_each_bad_file_and_the_others_are_verified(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.xml").write_bytes(b"<!DOCTYPE a><a/>")
    bad = ["cut.mjson", "none.mjson", "bad.xml", "red\x1b[31m.xml"]
    files = [str(folder / name) for name in ("wrong.mjson", *bad, "a.mjson")]
    assert execute(["verify", *files]) == 2
    shown = capsys.readouterr()
    lines = shown.err.splitlines()
    assert len(lines) == len(bad)
    assert all(line.startswith(f"furiten: {folder}") and line.isprintable() for line in lines)
    assert "before the game does" in lines[0]
    assert "No such file" in lines[1]
    assert "document type" in lines[2]
    assert "a.mjson: tenhou" in shown.out


class TestTheEngineIsAtFault:
    """A record that is kept because something broke says so again, in one line, while it is still broken."""

    @pytest.fixture
    def cut(self, tmp_path: Path) -> str:
        """A record that ends in the middle of its first hand."""
        path = tmp_path / "cut.mjson"
        path.write_bytes(write_events(GAME[:40]))
        return str(path)

    def test_it_breaks_down(
        self, cut: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def trip(self: Round) -> None:
            raise KeyError(27)

        monkeypatch.setattr(Round, "_unclaimed", trip)
        assert execute(["verify", cut]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"furiten: {cut}: hand 1, after event 4: the engine broke down")
        assert not inside_words(line.replace(cut, ""))

    def test_an_invariant_does_not_hold(
        self, cut: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert execute(["verify", cut]) == 2
        assert "it ends in the middle of hand 1" in capsys.readouterr().err
        monkeypatch.setattr(Table, "_interrupt", lambda self: setattr(self.seats[0], "score", 0))
        assert execute(["verify", cut]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert "points and bets were 100000, now 75000, after event " in line


def test_what_is_missing_and_what_is_passed_over_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = wild_game("tenhou", 2, "south")
    lost = sum(isinstance(each, ev.Hora) and bool(each.ura_markers) for each in played)
    events = [replace(each, ura_markers=None) if isinstance(each, ev.Hora) else each for each in played]
    path = tmp_path / "game.mjson"
    path.write_bytes(write_events(events) + b'{"type":"chat\\u001b","text":"hi"}\n')
    path.write_bytes(b'{"type":"chat\\u001b"}\n' + path.read_bytes())
    assert execute(["verify", str(path)]) == 0
    told = capsys.readouterr().out
    assert says(told, "verify.unrecorded", count=lost)
    assert "\x1b" not in told
    assert execute(["verify", str(path), "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {
        *("file", "ok", "rules", "games", "hands", "events", "wins", "not_compared", "mismatches")
    }


def test_the_standard_input_and_an_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = write_events(wild_game("tenhou", 2, "hand"))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data)))
    assert execute(["verify", "-"]) == 0
    assert execute(["verify", write_urls(wild_game("tenhou", 2, "hand"))[0]]) == 0
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data)))
    assert execute(["export", "-", "--to", "tenhou-json"]) == 0
    assert '"log"' in capsys.readouterr().out


READ = (
    ["verify", "--json"],
    ["stats", "--json"],
    ["review", "--json"],
    ["export", "--to", "csv"],
    ["export", "--to", "mjai"],
    ["practice", "--player", "Süd", "--from"],
)


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_a_record_may_come_from_the_standard_input_or_a_folder(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))
    data = write_events(wild_game("wrc", 7, "hand"))
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "one.mjson").write_bytes(data)
    name = str(folder / "one.mjson")

    def said(file: str) -> str:
        assert execute([*words, file]) == 0
        return capsys.readouterr().out

    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
    expected = said(name)
    assert (
        said("-").replace('"file": "-"', f'"file": "{name}"').replace('"file":"-"', f'"file":"{name}"')
        == expected
    )
    assert said(str(folder)) == expected
    if words[0] in ("stats", "export"):
        # what cannot be read is named, and the rest is there; of several games both are
        (folder / "note.txt").write_text("no record", encoding="utf-8")
        (folder / "two.mjson").write_bytes(data)
        both = execute([*words, str(folder)])
        told = capsys.readouterr()
        assert "note.txt" in told.err
        assert both == 2
        assert len(told.out) > len(expected)
