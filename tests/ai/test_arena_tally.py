"""The figures of the arena: what a tally says of a bot is what the records of its games show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.arena.contest import Contest
from ai.arena.game import play_deal
from ai.arena.tally import ContestCount
from engine import events as ev
from engine.records.hands import hands_of
from engine.records.mjai_lines import read_events
from engine.rules import TENHOU

BOTS = ("hayai", "mamori", "takame", "tenpai")
SEED = 6
"""Among the hands of this deal are some of every kind that is counted."""


Hand = list[ev.Event]
Deal = tuple[ContestCount, list[list[Hand]]]


def hands(record: Path) -> list[Hand]:
    """The hands of a record."""
    return [hand.events for hand in hands_of(read_events(record.read_bytes()))]


def shown(hand: Hand) -> Iterator[tuple[int, str, int]]:
    """What seats did in that hand: seat, name of the count, how much."""
    for seat in range(4):
        yield seat, "hands", 1
    for seat in {event.actor for event in hand if isinstance(event, ev.Reach)}:
        yield seat, "riichi", 1
    for seat in {event.actor for event in hand if isinstance(event, (ev.Chi, ev.Pon, ev.Daiminkan))}:
        yield seat, "calls", 1
    wins = [event for event in hand if isinstance(event, ev.Hora)]
    for win in wins:
        yield win.actor, "wins", 1
        yield win.actor, "points", win.points or 0
    for loser in {win.target for win in wins if win.target != win.actor}:
        yield loser, "deal_ins", 1
    for event in hand:
        if isinstance(event, ev.Ryukyoku) and event.reason == "exhaustive":
            for seat, tenpai in enumerate(event.tenpais or ()):
                yield seat, "draws", 1
                yield seat, "tenpai", tenpai


def has_closed_kans_alone(hand: Hand) -> bool:
    """Whether a seat has declared a closed kan and called nothing."""
    closed = {event.actor for event in hand if isinstance(event, ev.Ankan)}
    return bool(closed - {seat for seat, name, _ in shown(hand) if name == "calls"})


@pytest.fixture(scope="module")
def deal(tmp_path_factory: pytest.TempPathFactory) -> Deal:
    """A deal: what was counted, and the hands of its four games."""
    folder = tmp_path_factory.mktemp("deal")
    count = play_deal(Contest(BOTS, 4, SEED, replace(TENHOU, length="east"), log_dir=folder), 0)
    return count, [hands(record) for record in sorted(folder.iterdir())]


def test_the_counts_are_those_of_the_records(deal: Deal) -> None:
    count, games = deal
    found: dict[str, Counter[str]] = {name: Counter() for name in BOTS}
    for rotation, game in enumerate(games):
        for hand in game:
            for seat, name, number in shown(hand):
                found[BOTS[(seat + rotation) % 4]][name] += number
    assert count.hands == sum(map(len, games))
    for bot, counts in found.items():
        assert counts == {name: getattr(count.bots[bot].stats, name) for name in counts}, bot
        assert counts["wins"]
        assert counts["deal_ins"]
    assert [bool(found[bot]["calls"]) for bot in BOTS] == [True, True, True, False]
    assert found["tenpai"]["riichi"]
    assert 0 < sum(counts["tenpai"] for counts in found.values()) < 4 * found["tenpai"]["draws"]
    assert any(has_closed_kans_alone(hand) for game in games for hand in game), "which is no call"


def test_the_rates_are_of_hands_and_of_what_they_belong_to(deal: Deal) -> None:
    tally = deal[0].bots["mamori"]
    rates, stats = tally.summary(), tally.stats
    for rate, part, whole in (
        ("win", stats.wins, stats.hands),
        ("deal_in", stats.deal_ins, stats.hands),
        ("riichi", stats.riichi, stats.hands),
        ("call", stats.calls, stats.hands),
        ("tenpai_at_draw", stats.tenpai, stats.draws),
        ("mean_win", stats.points, stats.wins),
    ):
        assert rates[rate] == pytest.approx(part / whole, abs=0.5 if rate == "mean_win" else 5e-5), rate
