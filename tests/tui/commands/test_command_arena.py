"""``furiten arena``: the report, the JSON contract, records, and one line for what is wrong."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import ai.arena.contest_run
from ai.arena.contest import (
    BrokenGame,
    Contest,
    ContestCount,
    DecisionTimes,
    Places,
    Tally,
    play_deal,
)
from ai.statistics.figures import HandStats
from tests.support.tui.texts import says
from tui.cli import execute
from tui.commands.arena import command
from tui.i18n import t, width
from tui.system.files import FileLock

PLAIN = ["arena", "--bots", "tsumogiri,tenpai,tenpai,tsumogiri", "--games", "4", "--seed", "5"]
RATES = {
    *("mean_place", "place_ci95", "win", "deal_in", "riichi", "call"),
    *("tenpai_at_draw", "mean_win", "ms_per_decision", "p99_ms"),
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Contests that are not over are kept apart from those of whoever runs the tests; games have one hand."""
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))

    def short(contest: Contest, deal: int) -> ContestCount:
        return play_deal(replace(contest, rules=replace(contest.rules, length="hand")), deal)

    monkeypatch.setattr(ai.arena.contest_run, "play_deal", short)


def test_json_is_as_agreed(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute([*PLAIN, "--json"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("\n") == 1
    assert " " not in shown
    found = json.loads(shown)
    assert list(found) == ["games", "hands", "seconds", "draw", "bots"]
    assert found["games"] == 4
    assert list(found["bots"]) == ["tsumogiri", "tenpai"]
    assert all(set(rates) == RATES for rates in found["bots"].values())
    assert found["bots"]["tenpai"]["call"] == 0


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute([*PLAIN, "--check", "--rules", "tenhou"]) == 0
    head, bots, *rows, checked = capsys.readouterr().out.splitlines()
    assert head.startswith("Tenhou, ranked: 4 games, ")
    assert bots.split() == ["Tsumogiri", "Tenpai"]
    assert [row.split("  ")[0] for row in rows[:3]] == ["mean place", "wins", "deals in"]
    assert {len(line) for line in (bots, *rows)} == {len(bots)}
    assert says(checked, "arena.checked")


def test_four_bots_with_levels_fit_into_80_cells(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["mamori:regular", "mamori:novice", "mamori:expert", "takame:regular"]
    tally = Tally(
        Places(games=4, total=10, squares=30),
        HandStats(hands=40, wins=9, points=123_456),
        DecisionTimes(decisions=1),
    )
    monkeypatch.setattr(
        ai.arena.contest_run,
        "play_deal",
        lambda contest, deal: ContestCount(bots=dict.fromkeys(names, tally)),
    )
    for language in ("en", "ja"):
        monkeypatch.setenv("FURITEN_LANGUAGE", language)
        assert execute([*PLAIN, "--bots", ",".join(names)]) == 0
        assert max(map(width, capsys.readouterr().out.splitlines()[1:])) <= 80


def test_each_game_is_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "logs"
    assert execute([*PLAIN, "--log-dir", str(folder)]) == 0
    records = sorted(path.name for path in folder.iterdir())
    assert records == [f"5-00001-{rotation}.mjson" for rotation in (1, 2, 3, 4)]
    first = (folder / records[0]).read_text(encoding="utf-8").splitlines()
    assert json.loads(first[0])["names"] == ["tsumogiri", "tenpai", "tenpai", "tsumogiri"]
    assert json.loads(first[-1])["type"] == "end_game"


@pytest.mark.parametrize("change", [["--rules", "ema"], ["--bots", "tenpai,tenpai,tenpai,tenpai"]])
def test_records_of_other_games_are_not_written_over(
    change: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs = tmp_path / "logs"
    recorded = [*PLAIN, "--log-dir", str(logs)]
    assert execute(recorded) == 0
    kept = {path.name: path.read_bytes() for path in logs.iterdir()}
    capsys.readouterr()
    assert execute([*recorded, *change]) == 2
    assert "other games with this seed" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in logs.iterdir()} == kept
    # the same games again, and others with another seed, are no loss
    assert execute(recorded) == 0
    assert execute([*recorded, *change, "--seed", "77"]) == 0
    assert all((logs / name).read_bytes() == data for name, data in kept.items())


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"--bots": "hayai,mamori,takame"}, "4 bots play, not 3"),
        ({"--bots": "hayai,mamori,takame,suphx"}, "no bot 'suphx'"),
        ({"--rules": "house"}, "'house'"),
        ({"--games": "0"}, "0 games: give a multiple of 4"),
        ({"--games": "1" + "0" * 26}, "a seed has walls for 4194304 and no more"),
        ({"--jobs": "0"}, "--jobs"),
        ({"--seed": "-1"}, "'-1' is not a seed"),
    ],
)
def test_bad_usage_is_one_line(
    change: dict[str, str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"--bots": "hayai,mamori,takame,tenpai", "--games": "4", "--seed": "1", **change}
    assert execute(["arena", *(word for pair in options.items() for word in pair)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert complaint in shown.err


def test_everything_has_a_default_and_any_number_of_games_is_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert execute(["arena", "--games", "2", "--bots", "tsumogiri,tsumogiri,tenpai,tenpai", "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["games"] == 4
    assert says(shown.err, "arena.whole-deals", given=2, played=4)
    defaults = {option.name: option.default for option in command.params}
    assert len(str(defaults["bots"]).split(",")) == 4
    assert defaults["games"] % 4 == 0
    assert defaults["seed"] == "1"
    assert not any(option.required for option in command.params)


def interrupted_after(deals: int, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    """Run the command and press Ctrl+C when so many deals are finished."""
    unhurried, finished = ai.arena.contest_run.play_deal, []

    def next_is_interrupted(contest: Contest, deal: int) -> ContestCount:
        if len(finished) == deals:
            raise KeyboardInterrupt
        finished.append(deal)
        return unhurried(contest, deal)

    with monkeypatch.context() as patch:
        patch.setattr(ai.arena.contest_run, "play_deal", next_is_interrupted)
        assert execute([*PLAIN, "--games", "12", "--jobs", "1", *arguments]) == 130


def test_ctrl_c_prints_what_is_finished_and_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted_after(1, monkeypatch)
    shown = capsys.readouterr()
    assert "12 games" in shown.out.splitlines()[0]
    assert ": 4 games, " in shown.out
    assert "--resume" in shown.err


def timeless(shown: str) -> dict[str, object]:
    """A report without what differs from run to run."""
    found = json.loads(shown)
    for rates in (found, *found["bots"].values()):
        for name in ("seconds", "ms_per_decision", "p99_ms"):
            rates.pop(name, None)
    return found


def test_a_contest_that_was_interrupted_twice_ends_as_one_that_was_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = [*PLAIN, "--games", "12", "--jobs", "1", "--json"]
    assert execute(whole) == 0
    expected = timeless(capsys.readouterr().out)
    interrupted_after(1, monkeypatch, "--json")
    first = timeless(capsys.readouterr().out)
    assert first["games"] == 4
    assert first["interrupted"]
    interrupted_after(1, monkeypatch, "--json", "--resume")
    assert timeless(capsys.readouterr().out)["games"] == 8
    (kept,) = (tmp_path / "home" / "arena").iterdir()
    kept.write_bytes(kept.read_bytes()[:-40])
    assert execute([*whole, "--resume"]) == 0, "a line that is cut is a deal that is played again"
    assert timeless(capsys.readouterr().out) == expected
    assert not kept.exists()


def test_one_that_goes_on_with_fewer_games_counts_these_and_the_time_of_all_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted_after(2, monkeypatch)
    (kept,) = (tmp_path / "home" / "arena").iterdir()
    kept.write_bytes(re.sub(rb'"seconds":[\d.e-]+', b'"seconds":900', kept.read_bytes()))
    capsys.readouterr()
    assert execute([*PLAIN, "--json", "--resume"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 4
    assert found["seconds"] >= 900


def test_on_a_terminal_a_bar_shows_how_many_games_are_finished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.commands.shared.is_terminal", lambda stream: True)
    assert execute([*PLAIN, "--json"]) == 0
    shown = capsys.readouterr()
    assert "4/4" in shown.err
    assert json.loads(shown.out)["games"] == 4, "and nothing of it beside the report"


@pytest.mark.parametrize(("lost", "named"), [(7, True), (6, False)])
def test_a_program_that_did_not_play_at_all_is_named(
    lost: int, named: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"mjai:'{sys.executable}' bot.py"
    tally = Tally(
        Places(games=4, total=10), times=DecisionTimes(decisions=7), external=True, faults={"crashed": lost}
    )
    monkeypatch.setattr(
        ai.arena.contest_run, "play_deal", lambda contest, deal: ContestCount(games=4, bots={text: tally})
    )
    assert execute([*PLAIN, "--bots", f"{text},tenpai,tenpai,tenpai"]) == 0
    assert says(capsys.readouterr().out, "arena.never-played", label="Bot") is named


@pytest.mark.parametrize(
    "change",
    [
        ["--seed", "6"],
        ["--check"],
        ["--bots", "tenpai,tenpai,tenpai,tenpai"],
        ["--rules", "tenhou"],
        ["--log-dir", "logs"],
    ],
)
def test_another_contest_is_not_gone_on_with(
    change: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    interrupted_after(1, monkeypatch)
    capsys.readouterr()
    assert execute([*PLAIN, "--games", "12", "--jobs", "1", "--resume", *change]) == 2
    assert "nothing to resume" in capsys.readouterr().err


def test_where_nothing_can_be_kept_the_contest_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "home").touch()
    assert execute(PLAIN) == 0
    capsys.readouterr()
    interrupted_after(1, monkeypatch)
    assert "could not be kept" in capsys.readouterr().err


def test_a_contest_is_kept_by_one_run_of_it_at_a_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another one reports all the same, leaves nothing to go on with, and touches nothing of the first."""
    interrupted_after(1, monkeypatch)
    (kept,) = (tmp_path / "home" / "arena").iterdir()
    lines = kept.read_bytes()
    other = FileLock(kept.with_suffix(".lock"))
    other.acquire()
    capsys.readouterr()
    assert execute([*PLAIN, "--games", "12", "--resume"]) == 2
    assert capsys.readouterr().err == f"furiten: {t('arena.running')}\n"
    interrupted_after(0, monkeypatch)
    assert f"could not be kept: {t('arena.running')}" in capsys.readouterr().err
    assert execute(PLAIN) == 0
    assert kept.read_bytes() == lines
    other.release()
    assert execute([*PLAIN, "--resume"]) == 0
    assert list(kept.parent.iterdir()) == []


def test_a_disk_that_is_full_ends_it_and_what_is_finished_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_bytes = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name == "5-00002-3.mjson":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write_bytes(path, data)

    recorded = [*PLAIN, "--games", "8", "--jobs", "1", "--log-dir", str(tmp_path / "logs")]
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        assert execute(recorded) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "5-00002-3.mjson: No space left on device. The finished games are kept" in said
    assert execute([*recorded, "--resume"]) == 0
    assert len(list((tmp_path / "logs").iterdir())) == 8


def test_a_foul_is_told_and_answers_no(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def foul(contest: Contest, deal: int) -> ContestCount:
        raise BrokenGame("game 5-00001-1: 135 tiles")

    monkeypatch.setattr(ai.arena.contest_run, "play_deal", foul)
    assert execute(PLAIN) == 1
    assert capsys.readouterr().err == "furiten: game 5-00001-1: 135 tiles\n"
