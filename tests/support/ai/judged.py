"""What holds for every position that was judged by play."""

from __future__ import annotations

from ai.drills.judged_positions import JudgedPosition
from tools.measure.judging import FIRST, LEAST_LEAD, Table, replayed


def check_lead(found: JudgedPosition) -> None:
    """The best choice comes first, beyond doubt, and the figures fit together."""
    best, *others = found.choices
    assert best.behind is best.behind_99 is best.house is None
    for choice in found.choices:
        assert choice.points.low <= choice.points.mean <= choice.points.high
        assert 0 <= choice.won + choice.dealt_in <= 1.001
    for choice in others:
        assert choice.behind is not None
        assert choice.behind_99 is not None
        assert 0 < choice.behind_99[0] <= choice.behind.low <= choice.behind.mean
        assert choice.behind.mean <= choice.behind.high <= choice.behind_99[1]
        assert choice.behind.mean >= LEAST_LEAD
        assert choice.house is None or choice.house.high >= 0


def played_again(found: JudgedPosition) -> list[tuple[int, ...]]:
    """The points of each choice in the first deals, played once more."""
    moment = found.moment()
    table = Table(moment, found.seed, replayed(found, moment.view()))
    table.play(FIRST)
    return [tuple(table.points(place)) for place in range(len(found.choices))]
