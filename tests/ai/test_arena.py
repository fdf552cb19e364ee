"""The arena: contests, checkpoints, tallies."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import ai.arena.contest
import ai.arena.contest_run
import ai.invariants
from ai.arena.contest import (
    ArenaError,
    BrokenGame,
    Contest,
    ContestCount,
    Places,
    Tally,
    play_deal,
    tally_deal,
)
from ai.arena.contest_run import Checkpoint, run
from ai.bot import UnknownBot
from ai.statistics.figures import HandStats
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.options import Options
from engine.round import Round
from engine.rules import PRESETS, TENHOU, Ruleset
from engine.view import SeatView
from tests.support.fresh_interpreter import ROOT
from tests.support.fresh_interpreter import run as fresh_run
from tests.support.nightly import part_always
from tests.support.plain_words import inside_words

TIME_FIELDS = ("ms_per_decision", "p99_ms")
"""The fields of a summary that differ from run to run."""
THREE_STYLES = ("hayai", "mamori", "takame", "tenpai")


def short(rules: Ruleset = TENHOU) -> Ruleset:
    """One hand a game."""
    return replace(rules, length="hand")


def timeless(count: ContestCount) -> dict[str, Any]:
    """A summary without what differs from run to run."""
    found = count.summary(0.0)
    for rates in found["bots"].values():
        for name in TIME_FIELDS:
            del rates[name]
    return found


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    contest = Contest(THREE_STYLES, 8, 7, short())
    one, two = run(contest, jobs=1), run(contest, jobs=2)
    assert one.count.games == 8
    assert timeless(one.count) == timeless(two.count)
    assert list(timeless(two.count)["bots"]) == list(THREE_STYLES)
    assert timeless(run(replace(contest, seed=8)).count) != timeless(one.count)


def test_four_equal_bots_share_one_tally_and_all_places() -> None:
    tally = play_deal(Contest(("tenpai",) * 4, 4, 1, short()), 0).bots["tenpai"]
    assert (tally.places.games, tally.stats.hands, tally.places.total) == (16, 16, 4 * (1 + 2 + 3 + 4))


def test_the_same_walls_are_played_from_every_seat(tmp_path: Path) -> None:
    play_deal(Contest(THREE_STYLES, 4, 3, short(), log_dir=tmp_path), 0)
    names, hands = [], []
    for record in sorted(tmp_path.iterdir()):
        events = [ev.decode(line) for line in record.read_bytes().splitlines()]
        start, deal = events[0], events[1]
        assert isinstance(events[-1], ev.EndGame)
        names.append(start.names)
        hands.append(deal.tehais)
    assert names == [[THREE_STYLES[(seat + turn) % 4] for seat in range(4)] for turn in range(4)]
    assert hands == [hands[0]] * 4


@pytest.mark.parametrize("games", [0, 3, 10, -4])
def test_games_come_in_fours(games: int) -> None:
    with pytest.raises(ArenaError, match="multiple of 4"):
        run(Contest(THREE_STYLES, games, 1, TENHOU))


def test_four_known_bots_play() -> None:
    with pytest.raises(ArenaError, match="4 bots play, not 3"):
        run(Contest(THREE_STYLES[:3], 4, 1, TENHOU))
    with pytest.raises(UnknownBot, match="'suphx'"):
        run(Contest(("suphx", *THREE_STYLES[1:]), 4, 1, TENHOU))


@pytest.mark.parametrize(
    ("length", "events"), [("hand", 300), pytest.param("east", 1_500, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("name", part_always(PRESETS, ("wrc2015", "tenhou", "mleague")))
def test_every_event_is_sound_and_no_bot_breaks_a_rule_under_any_preset(
    name: str, length: str, events: int
) -> None:
    rules = replace(PRESETS[name], length=length)
    count = play_deal(Contest(THREE_STYLES, 4, 11, rules, check=True), 0)
    assert count.games == 4
    assert count.events > events


def test_an_interrupted_contest_reports_what_was_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    def second_is_interrupted(contest: Contest, deal: int) -> ContestCount:
        if deal == 1:
            raise KeyboardInterrupt
        return play_deal(contest, deal)

    monkeypatch.setattr(ai.arena.contest_run, "play_deal", second_is_interrupted)
    report = run(Contest(THREE_STYLES, 12, 1, short()))
    assert report.interrupted
    assert report.count.games == 4


def test_ctrl_c_strikes_between_two_deals(tmp_path: Path) -> None:
    """What is counted is what is kept, wherever it was pressed."""

    class Struck(Checkpoint):
        def add(self, deal: int, seconds: float, count: ContestCount) -> None:
            signal.raise_signal(signal.SIGINT)
            super().add(deal, seconds, count)

    contest = Contest(THREE_STYLES, 8, 1, short())
    checkpoint = Struck(tmp_path, contest)
    report = run(contest, checkpoint=checkpoint)
    kept = checkpoint.load()
    assert report.interrupted
    assert report.count.games == 4
    assert list(kept.deals) == [0]


PLAYED = """
from pathlib import Path
import sys
from msgspec.structs import replace
from ai.arena.contest import Contest
from ai.arena.contest import play_deal
from engine.rules import TENHOU
rules = replace(TENHOU, length="hand")
play_deal(Contest(("hayai", "mamori", "takame", "tenpai"), 4, 1, rules, check=True), 0)
ours = [module for name, module in sys.modules.items() if name.startswith(("ai.", "engine."))]
print(*sorted({str(Path(module.__file__).parent) for module in ours}))
"""


def test_a_contest_goes_on_only_with_the_code_that_began_it() -> None:
    """A room that is not looked at would change unnoticed."""
    rooms = {str(ROOT / room) for room in ai.arena.contest_run._ROOMS}
    assert set(fresh_run([sys.executable, "-c", PLAYED]).split()) <= rooms
    assert all(any(Path(room).glob("*.py")) for room in rooms)


@pytest.mark.parametrize(
    "line",
    [b"[" * 5_000, b'{"deal":"\xff"}', bytes(3 << 20), b"\n" * 5_000],
    ids=["deep", "no text", "megabytes", "blank"],
)
def test_damage_in_the_file_costs_the_deal_alone(
    tmp_path: Path, line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ai.arena.contest_run, "_code_hash", lambda: "the code")
    contest = Contest(THREE_STYLES, 8, 1, short())
    checkpoint = Checkpoint(tmp_path, contest)
    checkpoint.start()
    with checkpoint.path.open("ab") as file:
        file.write(line)
    checkpoint.add(1, 1.5, ContestCount(games=4, bots={"hayai": Tally()}))
    kept = Checkpoint(tmp_path, contest).load()
    assert set(kept.deals) == {1}


def test_a_contest_of_other_code_is_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest(THREE_STYLES, 8, 1, short())
    checkpoint = Checkpoint(tmp_path, contest)
    checkpoint.start()
    checkpoint.add(0, 1.5, play_deal(contest, 0))
    kept = Checkpoint(tmp_path, replace(contest, games=12)).load()
    assert (set(kept.deals), kept.seconds) == ({0}, 1.5)
    assert timeless(kept.deals[0]) == timeless(play_deal(contest, 0))
    monkeypatch.setattr(ai.arena.contest_run, "_code_hash", lambda: "newer")
    assert Checkpoint(tmp_path, contest).load() is None


# -- a gate counts once it has been seen to fail ---------------------------------------------------------


def loses_a_tile(game: Round) -> None:
    game.own[2].hand.tiles.pop()


def loses_points(game: Round) -> None:
    game.table.seats[1].score -= 100


def shows_another_table(game: Round) -> None:
    game.table.uninterrupted = not game.table.uninterrupted


def holds_another_hand(game: Round) -> None:
    game.own[3].waits = (1,)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (loses_a_tile, r"game 1-00001-1 \(hayai,mamori,takame,tenpai\).* 135 tiles"),
        (loses_points, "points and bets were 100000, now 99900"),
        (shows_another_table, r"sees another table \(uninterrupted\)"),
        (holds_another_hand, "seat 3 folds another hand"),
    ],
)
def test_damage_to_a_hand_is_noticed(damage: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is done at the sixth event, with the checks on."""
    check = ai.invariants.Invariants.__call__

    def with_damage(self: ai.invariants.Invariants, game: Round, event: ev.Event) -> None:
        if len(game.events) == 6:
            damage(game)
        check(self, game, event)

    monkeypatch.setattr(ai.invariants.Invariants, "__call__", with_damage)
    with pytest.raises(BrokenGame, match=said) as foul:
        play_deal(Contest(THREE_STYLES, 4, 1, short(), check=True), 0)
    assert not inside_words(str(foul.value))


def test_an_event_that_tells_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.invariants, "mask", lambda event, seat: event)
    with pytest.raises(BrokenGame, match=r"is told of .*, which it cannot see"):
        play_deal(Contest(THREE_STYLES, 4, 1, short(), check=True), 0)


def test_a_seat_without_options_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Round, "options", lambda self, seat: Options(self.views[seat], ()))
    with pytest.raises(BrokenGame, match="nobody can do anything"):
        play_deal(Contest(THREE_STYLES, 4, 1, short(), check=True), 0)


def test_a_bot_that_breaks_a_rule_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rogue:
        name = "rogue"

        def choose(self, view: SeatView, options: Options) -> Action:
            return Action(ActionKind.TSUMO)

    monkeypatch.setattr(ai.arena.contest, "make_bot", lambda name, external=False: Rogue())
    with pytest.raises(BrokenGame, match=r"game 1-00001-1, East 1, 0 honba, .*may not tsumo now") as caught:
        play_deal(Contest(THREE_STYLES, 4, 1, short()), 0)
    assert not inside_words(str(caught.value))


# -- numbers ---------------------------------------------------------------------------------------------


def test_a_summary_holds_rates() -> None:
    stats = HandStats(hands=8, wins=2, points=6_001, deal_ins=1, riichi=4, calls=3)
    found = Tally(Places(games=4, total=10, squares=30), stats).summary()
    assert found["mean_place"] == 2.5
    assert found["place_ci95"] == pytest.approx(3.182 * (5 / 3 / 4) ** 0.5, abs=1e-3), "of one deal the games"
    assert (found["win"], found["deal_in"], found["mean_win"]) == (0.25, 0.125, 3_000)
    assert (found["riichi"], found["call"]) == (0.5, 0.375)
    assert found["tenpai_at_draw"] == 0, "no draw: nothing to divide by"
    assert Tally(stats=HandStats(hands=8, draws=4, tenpai=1)).summary()["tenpai_at_draw"] == 0.25
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("deals", [5, 40])
def test_the_interval_counts_deals_and_not_games(deals: int) -> None:
    """In 95 of 100 contests it holds the true mean, also where the games of a deal go alike."""
    chance, held = Random(deals), 0
    for _ in range(1_000):
        count = ContestCount(bots={"bot": Tally()})
        for _ in range(deals):
            place = chance.choice((1, 2, 3, 4))
            deal = ContestCount(bots={"bot": Tally(Places(games=4, total=4 * place, squares=4 * place**2))})
            tally_deal(deal)
            count.add(deal)
        found = count.bots["bot"].summary()
        held += abs(found["mean_place"] - 2.5) <= found["place_ci95"]
    assert 930 <= held <= 990


def test_the_interval_is_no_wider_than_the_places() -> None:
    assert Places(games=8, total=20, deals=2, deal_squares=272).ci95 == 3


def test_the_mean_place_of_four_equal_bots_is_certain() -> None:
    found = run(Contest(("tsumogiri",) * 4, 8, 1, short())).count.summary(0.0)["bots"]["tsumogiri"]
    assert (found["mean_place"], found["place_ci95"]) == (2.5, 0.0)


def test_the_slowest_percent_of_decisions_is_found_to_a_step() -> None:
    tally = Tally()
    for number in range(100):
        tally.times.count(5_000_000 if number >= 98 else 1_000_000)
    found = tally.summary()
    assert found["ms_per_decision"] == pytest.approx(1.08)
    assert found["p99_ms"] == pytest.approx(5, rel=0.05)
