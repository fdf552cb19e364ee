"""A short soak, and that a soak finds what is wrong and keeps what shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.actions import Action, ActionKind
from engine.match import next_header
from engine.options import Options
from engine.round import Header, Round
from engine.rules import PRESETS
from engine.table import Table
from tests.support.engine import wild_games
from tests.support.nightly import part_always
from tools.soak import __main__ as soak
from tools.soak import soak_games
from tools.soak.census import SIGHTS, Census
from tools.soak.mix import TABLES, players_of, ruleset_of, table_of
from tools.soak.report import keep
from tools.soak.soak_games import Played, play
from tui.cli import execute

SEED = 3
SHORT = [preset + len(PRESETS) * (preset % len(TABLES)) for preset in range(len(PRESETS))]
"""A game under every preset, and one at least at every table."""
CARELESS = len(PRESETS) * list(TABLES).index("careless")


def test_the_short_soak_sits_at_every_table_under_every_preset() -> None:
    assert {ruleset_of(number).name for number in SHORT} == set(PRESETS)
    assert {table_of(number) for number in SHORT} == set(TABLES)
    assert {ruleset_of(number).errors for number in SHORT} == {"prevented", "penalised"}


@pytest.mark.parametrize("number", part_always(SHORT, SHORT[2:5:2]))
def test_everything_holds_in_a_short_soak(number: int) -> None:
    played = play(SEED, number)
    assert played.problem is None, played.problem
    census = played.census
    assert census.games == census.events["end_game"] == 1
    assert census.hands.total() == census.events["start_kyoku"] == census.events["end_kyoku"] > 0
    assert set(census.sights) == set(SIGHTS)
    assert census.sights.total() > 0


def test_a_game_is_decided_by_its_seed_and_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak_games, "ruleset_of", lambda number: replace(ruleset_of(number), length="hand"))
    assert play(SEED, CARELESS) == play(SEED, CARELESS)
    assert play(SEED, CARELESS) != play(SEED + 1, CARELESS)


# -- what is wrong is found, kept, and shown again -------------------------------------------------------

Fault = Callable[[pytest.MonkeyPatch], None]


def a_player_wins_whenever_he_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    def rogues(seed: int, number: int) -> object:
        names, players = players_of(seed, number)

        def rogue(menu: Options) -> Action:
            if menu.view.table.live == 40 and menu.view.my_turn:
                return Action(ActionKind.TSUMO, menu.view.drawn)
            return players[menu.view.seat](menu)

        return names, [rogue] * 4

    monkeypatch.setattr(soak_games, "players_of", rogues)


def a_call_takes_points_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_interrupt", lambda self: setattr(self.seats[2], "score", 0))


def an_indicator_cannot_be_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    def trip(self: Round) -> None:
        raise IndexError("no indicator")

    monkeypatch.setattr(Round, "_turn_indicator", trip)


def nobody_is_asked_for_the_last_discard(monkeypatch: pytest.MonkeyPatch) -> None:
    unclaimed = Round._unclaimed

    def forget(self: Round) -> None:
        if self.table.live:
            unclaimed(self)

    monkeypatch.setattr(Round, "_unclaimed", forget)


def honba_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(*args: object) -> Header | None:
        header = next_header(*args)  # type: ignore[arg-type]
        return header and Header(header.number, 0, header.riichi_sticks, header.scores)

    monkeypatch.setattr("engine.match.next_header", forgetful)


IN_THE_RECORD = (a_player_wins_whenever_he_likes, honba_are_forgotten)


@pytest.mark.parametrize(
    ("fault", "problem", "shown"),
    [
        (a_player_wins_whenever_he_likes, "may not tsumo", "may not tsumo"),
        (a_call_takes_points_away, "points and bets were", "points and bets were"),
        (an_indicator_cannot_be_turned, "no indicator", "the engine broke down"),
        (nobody_is_asked_for_the_last_discard, "nobody can do anything", "nobody can do anything"),
        (honba_are_forgotten, "the record differs", ", 1 honba"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_wrong_is_kept_as_a_record_that_verify_shows_again(
    fault: Fault,
    problem: str,
    shown: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fault(monkeypatch)
    played = play(SEED, CARELESS)
    assert played.problem is not None
    assert problem in played.problem
    assert "furiten verify" in keep(played, tmp_path)
    (path,) = tmp_path.iterdir()

    def verified() -> list[str]:
        assert execute(["verify", str(path)]) != 0
        said = capsys.readouterr()
        return [line for line in (said.out + said.err).splitlines() if shown in line]

    assert " event " in verified()[0]
    monkeypatch.undo()
    # once it is mended it is not seen any more, unless it lies in what the record tells
    assert bool(verified()) == (fault in IN_THE_RECORD)


def test_a_player_who_breaks_down_does_not_end_the_soak(monkeypatch: pytest.MonkeyPatch) -> None:
    def faint(menu: Options, dice: object) -> Action:
        raise KeyError("no idea")

    monkeypatch.setattr(wild_games, "choose", faint)
    played = play(SEED, CARELESS)
    assert played.problem == "KeyError: 'no idea'"
    assert played.record.count(b"\n") == 3  # the game, the deal and the first draw


# -- what is printed -------------------------------------------------------------------------------------


def soak_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, played: list[Played | type[KeyboardInterrupt]]
) -> int:
    """Run the soak with these games instead of those that it would play."""

    def results(seed: int, until: float, jobs: int) -> Iterator[Played]:
        for each in played:
            if isinstance(each, type):
                raise each
            yield each

    monkeypatch.setattr(soak, "results", results)
    monkeypatch.setattr(
        "sys.argv", ["soak", "--minutes", "2", "--seed", "7", "--keep", str(tmp_path / "kept")]
    )
    return soak.main()


@pytest.fixture
def seen() -> Played:
    census = Census(1)
    census.hands["ema"] += 2
    census.events["tsumo"] += 1_234
    census.sights.update({"chankan": 1, "pinfu": 5})
    return Played("a", census)


def test_what_is_finished_is_printed(
    seen: Played, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert soak_of(monkeypatch, tmp_path, [seen, seen]) == 0
    said = capsys.readouterr().out
    assert "Seed 7, 2 minutes" in said
    assert "2 games, 4 hands, 2,468 events" in said
    assert "0 failures" in said
    assert "rarest, by hands: chankan 2, pinfu 10\n" in said
    assert "kokushi" in said.partition("never seen: ")[2]
    assert not (tmp_path / "kept").exists()


def test_ctrl_c_prints_what_is_finished(
    seen: Played, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert soak_of(monkeypatch, tmp_path, [seen, KeyboardInterrupt, seen]) == 130
    assert "1 games, 2 hands" in capsys.readouterr().out


def test_failures_are_kept_and_many_of_them_end_the_soak(
    seen: Played, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = [Played(f"game-{number}", Census(), "trouble", b"record") for number in range(12)]
    assert soak_of(monkeypatch, tmp_path, [seen, *failed]) == 1
    said = capsys.readouterr().out
    assert said.count("FAILED: trouble") == soak.MOST_FAILURES
    assert f"furiten verify {tmp_path / 'kept' / 'game-0.mjson'}" in said
    assert "10 failures" in said
    assert (tmp_path / "kept" / "game-9.mjson").read_bytes() == b"record"
