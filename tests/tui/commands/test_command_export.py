"""``furiten export``: every form, what goes where, and one line for whatever cannot be done."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ai.play import PERSON
from engine import events as ev
from engine.records import read_events, write_events
from engine.records.annotations import Annotation
from engine.records.read_file import games_of, read_record
from engine.records.replay import filled_in
from engine.records.tenhou_writers import write_json, write_xml
from engine.records.verify import verify_record
from engine.view import mask
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import more_at_night, part_always
from tui.archive.game_notes import GameNotes
from tui.cli import execute
from tui.commands.export import FORMS
from tui.i18n import choose_language, language, t

GAME = list(wild_game("tenhou", 7, "east"))
OTHER = list(wild_game("wrc", 7, "hand"))
CUT = 200
"""Events of a record that stops in its second hand."""
SOURCES = {"a.mjson": write_events(GAME), "b.json": write_json(GAME), "c.xml": write_xml(GAME)}
SAMPLE = (
    ("b.json", "tenhou-xml"),
    ("c.xml", "tenhou-json"),
    ("a.mjson.gz", "mjai"),
)
RECORDS = [name for name, form in FORMS.items() if not form.for_people and name not in ("csv", "code")]
"""The forms in which a game is read back as one."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in SOURCES.items():
        (tmp_path / name).write_bytes(data)
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(data))
    (tmp_path / "two.mjson").write_bytes(write_events([*GAME, *OTHER]))
    (tmp_path / "cut.mjson").write_bytes(write_events(GAME[:CUT]))
    return tmp_path


def exported(*arguments: object, expect: int = 0) -> None:
    assert execute(["export", *map(str, arguments)]) == expect


@pytest.mark.parametrize(
    ("source", "form"),
    part_always(
        ((source, form) for source in (*SOURCES, *(f"{name}.gz" for name in SOURCES)) for form in RECORDS),
        [*(("a.mjson", form) for form in RECORDS), *SAMPLE],
    ),
)
def test_a_record_becomes_every_other_form_and_comes_back(folder: Path, source: str, form: str) -> None:
    exported(folder / source, "--to", form, "-o", folder / "out")
    data = (folder / "out").read_bytes()
    assert verify_record(read_record(data)).mismatches == []
    (game,) = games_of(data)
    ending = len(GAME) - 1 if form == "tenhou-url" else len(GAME)
    assert filled_in(game.rules, game.events)[1:] == GAME[1:ending]


def test_a_name_that_ends_in_gz_is_packed_the_same_way_each_time(folder: Path) -> None:
    exported(folder / "a.mjson", "--to", "mjai", "-o", folder / "out.gz")
    first = (folder / "out.gz").read_bytes()
    exported(folder / "a.mjson", "--to", "mjai", "-o", folder / "out.gz")
    assert (folder / "out.gz").read_bytes() == first
    assert first[4:8] == bytes(4)
    assert gzip.decompress(first) == write_events(GAME)


def hands_in(events: Sequence[ev.Event]) -> int:
    return sum(isinstance(event, ev.StartKyoku) for event in events)


def test_a_code_a_hand_which_stands_wherever_a_record_does(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exported(folder / "a.mjson", "--to", "code")
    codes = capsys.readouterr().out.splitlines()
    assert len(codes) == hands_in(GAME)
    assert execute(["verify", *codes]) == 0
    assert capsys.readouterr().out.count("F1-tenhou") == len(codes)
    exported(codes[1], "--to", "mjai")
    first, *_ = read_events(capsys.readouterr().out.encode())
    assert isinstance(first, ev.StartGame)
    assert execute(["stats", codes[1], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 1
    for command in ("verify", "stats", "review", "replay"):
        assert execute([command, codes[1][:-1]]) == 2
        assert "mistyped or cut" in one_line(capsys)


class TestSeveralGames:
    @pytest.mark.parametrize("form", [form for form in FORMS if not FORMS[form].single])
    def test_all_of_them(self, folder: Path, form: str) -> None:
        exported(folder / "two.mjson", "--to", form, "-o", folder / "out")
        data = (folder / "out").read_bytes()
        if form == "csv":
            assert {row["game"] for row in table(data)} == {"1", "2"}
        elif form == "code":
            assert len(read_record(data).games) == hands_in([*GAME, *OTHER])
        elif form != "text":
            assert len(read_record(data).games) == 2
        else:
            assert data.decode().count("\n\n") > 12

    @pytest.mark.parametrize("form", [form for form in FORMS if FORMS[form].single])
    def test_one_has_to_be_chosen(self, folder: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
        exported(folder / "two.mjson", "--to", form, expect=2)
        line = one_line(capsys)
        assert "two.mjson" in line
        assert "--game" in line
        assert "2" in line

    def test_the_chosen_one(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        exported(folder / "two.mjson", "--to", "mjai", "--game", 2, "-o", folder / "out")
        assert read_events((folder / "out").read_bytes()) == OTHER
        exported(folder / "two.mjson", "--to", "mjai", "--game", 3, expect=2)
        assert "3" in one_line(capsys)


def table(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(data.decode(), newline="")))


class TestCsv:
    def test_a_row_for_each_win_and_each_draw(self, folder: Path) -> None:
        exported(folder / "a.mjson", "--to", "csv", "-o", folder / "out")
        rows = table((folder / "out").read_bytes())
        ends = [event for event in GAME if isinstance(event, ev.ResultEvent)]
        assert len(rows) == len(ends)
        for row, event in zip(rows, ends, strict=True):
            assert [int(row[f"change_{seat}"]) for seat in range(4)] == event_deltas(event)
            if isinstance(event, ev.Hora):
                assert row["result"] == ("tsumo" if event.actor == event.target else "ron")
                assert (int(row["winner"]), int(row["points"])) == (event.actor, event.points)
                assert sum(int(each.partition(":")[2]) for each in row["yaku"].split()) == event.han
            else:
                assert isinstance(event, ev.Ryukyoku)
                assert (row["result"], row["winner"]) == (event.reason, "")

    def test_a_name_is_no_formula(self, tmp_path: Path) -> None:
        start = GAME[0]
        assert isinstance(start, ev.StartGame)
        named = replace(start, names=["=1+1", "a,b", "c\nd", "\x1b"])
        (tmp_path / "in").write_bytes(write_events([named, *GAME[1:]]))
        exported(tmp_path / "in", "--to", "csv", "-o", tmp_path / "out")
        row, *_ = table((tmp_path / "out").read_bytes())
        assert [row[f"name_{seat}"] for seat in range(4)] == ["'=1+1", "a,b", "c d", "\\x1b"]


def event_deltas(event: ev.ResultEvent) -> list[int] | None:
    assert isinstance(event, ev.Hora | ev.Ryukyoku)
    return event.deltas


class TestSeat:
    def test_mjai_lines_hide_what_the_seat_did_not_see(self, folder: Path) -> None:
        exported(folder / "a.mjson", "--to", "mjai", "--seat", 2, "-o", folder / "out")
        assert read_events((folder / "out").read_bytes()) == [mask(event, 2) for event in GAME]

    @pytest.mark.parametrize("form", [form for form in FORMS if not FORMS[form].seated])
    def test_a_form_that_cannot_hide_refuses(
        self, folder: Path, form: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        exported(folder / "a.mjson", "--to", form, "--seat", 2, "-o", folder / "out", expect=2)
        assert form in one_line(capsys)
        assert not (folder / "out").exists()


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    """What was said on standard error; nothing else was printed."""
    shown = capsys.readouterr()
    assert shown.out == ""
    (line,) = shown.err.splitlines()
    assert line.startswith("furiten: ")
    return line


def test_a_cut_record_is_exported_to_where_it_stops(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deals = [place for place, event in enumerate(GAME[:CUT]) if isinstance(event, ev.StartKyoku)]
    for form in RECORDS:
        exported(folder / "cut.mjson", "--to", form, "-o", folder / "out")
        line = one_line(capsys)
        assert "cut.mjson: " in line
        (game,) = games_of((folder / "out").read_bytes())
        kept = GAME[:CUT] if form == "mjai" else GAME[: deals[-1]]
        assert filled_in(game.rules, game.events)[1:] == kept[1:]
    for form in ("text", "html"):
        exported(folder / "cut.mjson", "--to", form, "--seat", 1, "-o", folder / "out", "--lang", "en")
        said = one_line(capsys).partition("cut.mjson: ")[2].partition(";")[0]
        assert said in (folder / "out").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["a.mjson", "./a.mjson", "link"])
def test_the_record_itself_is_not_overwritten(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    Path("link").symlink_to("a.mjson")
    exported("a.mjson", "--to", "text", "-o", name, expect=2)
    assert name.removeprefix("./") in one_line(capsys)
    assert Path("a.mjson").read_bytes() == SOURCES["a.mjson"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none.mjson", "--to", "text"], "none.mjson"),
        (["bad.mjson", "--to", "text"], "bad.mjson"),
        (["a.mjson", "--to", "pdf"], "pdf"),
        (["a.mjson"], "--to"),
        (["a.mjson", "--to", "text", "--game", "0"], "--game"),
        (["a.mjson", "--to", "text", "--seat", "4"], "--seat"),
        (["a.mjson", "--to", "text", "--lang", "fr"], "fr"),
        (["a.mjson", "--to", "text", "--rules", "house"], "house"),
        (["a.mjson", "--to", "text", "-o", "nowhere/out"], "nowhere"),
        (["table.mjson", "--to", "tenhou-json"], "table rules"),
        (["sub", "--to", "text"], t("records.empty-folder")),
    ],
)
def test_what_cannot_be_done_is_one_line(
    folder: Path,
    arguments: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    Path("sub").mkdir()
    Path("bad.mjson").write_bytes(b"\x00\x1b[2J")
    start = json.loads(write_events(OTHER[:1])) | {"table_rules": "final"}
    Path("table.mjson").write_bytes(json.dumps(start).encode() + b"\n" + write_events(OTHER[1:]))
    exported(*arguments, expect=2)
    line = one_line(capsys)
    assert says in line
    assert line.isprintable()


def test_the_language_of_text_can_be_chosen(folder: Path) -> None:
    before = language()
    try:
        exported(folder / "a.mjson", "--to", "text", "--lang", "ja", "-o", folder / "ja")
        exported(folder / "a.mjson", "--to", "text", "--lang", "en", "-o", folder / "en")
    finally:
        choose_language(before)
    assert "東1局" in (folder / "ja").read_text(encoding="utf-8")
    assert "East 1" in (folder / "en").read_text(encoding="utf-8")


@more_at_night(10)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(sorted(SOURCES)),
    st.sampled_from([*RECORDS, "text"]),
    st.floats(0, 1),
    st.integers(0, 60),
    st.binary(max_size=8) | st.sampled_from([b"0", b"-1", b"17", b'"', b"E", b"[", b"<T1/>", b"60", b"\xff"]),
)
def test_any_damage_ends_in_an_export_or_one_line(
    tmp_path: Path, part: int, source: str, form: str, place: float, gone: int, put: bytes
) -> None:
    data = SOURCES[source]
    at = int(place * len(data))
    (tmp_path / "damaged").write_bytes(data[:at] + put + data[at + gone :])
    (tmp_path / "out").unlink(missing_ok=True)
    code = execute(["export", str(tmp_path / "damaged"), "--to", form, "-o", str(tmp_path / "out")])
    assert code == (0 if (tmp_path / "out").exists() else 2)


@pytest.mark.parametrize("form", FORMS)
def test_the_person_gets_the_name_that_is_told(tmp_path: Path, form: str) -> None:
    start, *events = wild_game("tenhou", 1, "hand")
    assert isinstance(start, ev.StartGame)
    played = replace(start, names=[PERSON, "Aki", "Emi", "Ken"])
    (tmp_path / "own.mjson").write_bytes(write_events([played, *events]))
    exported(tmp_path / "own.mjson", "--to", form, "--name", "Ringo", "-o", tmp_path / "out")
    names = unquote((tmp_path / "out").read_text(encoding="utf-8"))
    if form == "code":
        assert "Ringo" not in names
    else:
        assert "Ringo" in names


# -- comments and bookmarks ----------------------------------------------------------------------------

NOTED = {
    1: Annotation("The deal."),
    40: Annotation("押した <b>&", bookmark=True),
    90: Annotation(bookmark=True),
}


@pytest.fixture
def noted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with records, in which the player has noted something in one game."""
    monkeypatch.setenv("FURITEN_HOME", str(folder / "home"))
    notes = GameNotes(folder / "home", GAME, {})
    for index, each in NOTED.items():
        notes.note(index, each)
    return folder


@pytest.mark.parametrize("name", SOURCES)
def test_mjai_carries_what_is_noted_to_whoever_reads_it(noted: Path, name: str) -> None:
    out = noted / "out.mjson"
    exported(noted / name, "--to", "mjai", "-o", out)
    (game,) = games_of(out.read_bytes())
    assert game.annotations == NOTED
    assert execute(["verify", str(out)]) == 0
    exported(out, "--to", "mjai", "--no-comments", "-o", noted / "bare.mjson")
    assert games_of((noted / "bare.mjson").read_bytes())[0].annotations == {}
    exported(out, "--to", "mjai", "--seat", 2, "-o", noted / "seat.mjson")
    assert '"comment"' in (noted / "seat.mjson").read_text(encoding="utf-8")


def test_mjai_of_a_record_without_a_beginning_has_them_at_their_events(noted: Path) -> None:
    (noted / "headless.mjson").write_bytes(write_events(GAME[1:]))
    exported(noted / "headless.mjson", "--to", "mjai", "-o", noted / "out.mjson")
    assert games_of((noted / "out.mjson").read_bytes())[0].annotations == NOTED


def test_a_record_with_comments_shows_them_where_nothing_is_noted(
    noted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    exported(noted / "a.mjson", "--to", "mjai", "-o", noted / "sent.mjson")
    monkeypatch.setenv("FURITEN_HOME", str(noted / "elsewhere"))
    exported(noted / "sent.mjson", "--to", "text")
    assert "押した <b>&" in capsys.readouterr().out
    assert not (noted / "elsewhere").exists()


@pytest.mark.parametrize("form", ["text", "html"])
def test_people_read_what_is_noted_at_its_place(
    noted: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exported(noted / "b.json", "--to", form, "--seat", 1)
    told = capsys.readouterr().out
    for text in ("1.0", "The deal.", "押した <b>&" if form == "text" else "押した &lt;b&gt;&amp;"):
        assert told.count(text) >= 1, text
    assert told.index("The deal.") < told.index("押した")
    # the hand of the page lies open in which it stands
    assert told.count('<details open="">') == (form == "html")
    exported(noted / "b.json", "--to", form, "--seat", 1, "--no-comments")
    bare = capsys.readouterr().out
    assert "The deal." not in bare
    assert "押した" not in bare
    assert "<details open" not in bare
