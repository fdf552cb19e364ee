"""What the measures of late hands and of extra han count."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.round import Header
from engine.rules import TENHOU
from engine.score import Score, Win, score
from engine.tiles import EAST, parse_tile, parse_tiles
from engine.wall import PLAYERS
from tools.measure import late_hands
from tools.measure.extra_han import extra_han, played
from tools.measure.late_hands import Ending, by_start, played_on, scores_of
from tools.measure.tables import Table, hands

SCORES = (31_000, 18_000, 29_000, 22_000)
SOUTH_4 = Header(7, honba=1, riichi_sticks=0, scores=SCORES)


@pytest.fixture(autouse=True)
def weak_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outside program needs more than these tests do."""
    monkeypatch.setattr(late_hands, "NAME", "tsumogiri")


def test_a_game_goes_on_from_the_scores() -> None:
    endings = [played_on("", "hayai", 3, (0, seat, SOUTH_4)) for seat in range(PLAYERS)]
    assert [ending.before for ending in endings] == [1, 4, 2, 3]
    assert all(1 <= ending.place <= PLAYERS for ending in endings)
    assert endings == [played_on("", "hayai", 3, (0, seat, SOUTH_4)) for seat in range(PLAYERS)]
    others = [played_on("", "hayai", 3, (start, 0, SOUTH_4)) for start in range(1, 4)]
    assert len({ending.points for ending in [endings[0], *others]}) > 1, "each start has its own wall"


def test_players_that_play_alike_have_the_mean_place_from_every_start() -> None:
    endings = [played_on("", "tsumogiri", 3, (start, seat, SOUTH_4)) for start in (0, 1) for seat in range(4)]
    assert by_start(endings, [float(ending.place) for ending in endings]) == [2.5, 2.5]
    assert sum(ending.points for ending in endings) == 0


def test_the_scores_are_those_at_the_beginning_of_the_hand() -> None:
    header = scores_of("", "tsumogiri", 3, 5, 0)
    assert header is not None
    assert header.number == 5
    assert sum(header.scores) + 1_000 * header.riichi_sticks == 100_000
    assert scores_of("", "tsumogiri", 3, 40, 0) is None


def test_endings_are_compared_by_start_and_seat(capsys: pytest.CaptureFixture[str]) -> None:
    new = [Ending(0, 0, 1, 2, -500), Ending(0, 1, 2, 1, 800), Ending(7, 0, 3, 3, 0)]
    old = [Ending(0, 1, 2, 3, -200), Ending(0, 0, 1, 1, 100)]
    late_hands.compare(new, old)
    said = capsys.readouterr().out
    assert "2 games, place -0.5000" in said
    assert "points +200" in said


PLAIN = Win(
    tiles=tuple(parse_tiles("123m456p789s234p55m")),
    winning_tile=parse_tile("2p"),
    tsumo=False,
    seat_wind=EAST,
    round_wind=EAST,
    riichi=1,
    dora_indicators=(parse_tile("8s"),),
    rules=TENHOU,
)


@pytest.mark.parametrize(
    ("win", "extra"),
    [
        (PLAIN, 0),
        (PLAIN._replace(tsumo=True), 1),
        (PLAIN._replace(ippatsu=True), 1),
        (PLAIN._replace(ura_indicators=(parse_tile("4m"),)), 2),
        (PLAIN._replace(tsumo=True, ippatsu=True, ura_indicators=(parse_tile("4m"),)), 4),
    ],
)
def test_luck_is_tsumo_ippatsu_and_ura_dora(win: Win, extra: int) -> None:
    found, plain = score(win), score(PLAIN)
    assert isinstance(found, Score)
    assert isinstance(plain, Score)
    assert extra_han(found) == extra
    assert (found.han or 0) - (plain.han or 0) == extra, "nothing else differs"


def test_wins_in_riichi_are_counted() -> None:
    wins = []
    for game in hands(Table.OWN, 3, 0, lambda _: None):
        declared = {event.actor for event in game.events if isinstance(event, ev.ReachAccepted)}
        wins.append(sum(isinstance(event, ev.Hora) and event.actor in declared for event in game.events))
    found = played(Table.OWN, 3, 0)
    assert [len(each) for each in found] == wins
    assert 0 < sum(wins) < len(wins)
