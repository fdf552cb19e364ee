"""The measurement of late hands: where its games begin, and what it counts."""

from __future__ import annotations

import pytest

from engine.match import Header
from engine.wall import PLAYERS
from tools.measure import late_hands
from tools.measure.late_hands import Ending, by_start, played_on, scores_of

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
