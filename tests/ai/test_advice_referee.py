"""All advice beside a second reader: nothing untrue, nothing outdone, no silence where the way is clear.

Positions are decisions of games of bots, and constructed ones: open hands, waits in the own pond, the last
draws, 900 points, every preset. By night there are 20,000 of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from ai.reading import furiten_advice, outlook, value_hints
from engine.actions import Refusal, Why
from engine.view import SeatView
from tests.support.ai.advice_positions import Seen, constructed, played
from tests.support.ai.advice_referee import faults
from tests.support.nightly import at_night

EVERY = 4
"""Of so many decisions of a game one is looked at."""
DEEP = 10
"""Of so many positions one is looked at a draw ahead."""


def made(first: int, count: int) -> Iterator[Seen]:
    """Constructed positions of these seeds."""
    found = map(constructed, range(first, first + count))
    return (seen for seen in found if seen is not None)


def complaints(positions: Iterator[Seen]) -> tuple[int, list[str]]:
    """How many positions there are, and what is wrong with the advice in them."""
    number, wrong = 0, []
    for number, seen in enumerate(positions, 1):
        wrong += faults(*seen, deep=number % DEEP == 0)
    return number, wrong


@pytest.mark.parametrize("first", [0, *at_night(range(1_000, 28_000, 1_000))])
def test_constructed_positions(first: int) -> None:
    number, wrong = complaints(made(first, 1_000 if first else 100))
    assert wrong == []
    assert number > 50


@pytest.mark.parametrize("first", [0, *at_night(range(100, 1_000, 20))])
def test_games_of_bots(first: int) -> None:
    seeds = range(first, first + 20) if first else range(2)
    every = 2 if first else EVERY
    number, wrong = complaints(seen for seed in seeds for seen in islice(played(seed), 0, None, every))
    assert wrong == []
    assert number > 50


def forgets_a_yaku(patch: pytest.MonkeyPatch) -> None:
    """Tanyao is no yaku."""
    real = outlook.later_score

    def forgetful(*asked: Any, **more: Any) -> Any:
        found = real(*asked, **more)
        if not isinstance(found, Refusal) and {item.name for item in found.yaku} <= {"tanyao", "dora"}:
            return Refusal(Why.NO_YAKU)
        return found

    patch.setattr(outlook, "later_score", forgetful)


def counts_a_draw_too_many(patch: pytest.MonkeyPatch) -> None:
    """There is always one more draw."""
    real = outlook._draws_and_discards
    patch.setattr(outlook, "_draws_and_discards", lambda live: (real(live)[0] + 1, real(live)[1]))


def ignores_furiten(patch: pytest.MonkeyPatch) -> None:
    """Own discards are forgotten."""
    patch.setattr(SeatView, "furiten_with", lambda *asked, **more: ())


def counts_a_tile_twice(patch: pytest.MonkeyPatch) -> None:
    """One tile of each kind in the hand is not seen."""
    real = SeatView.left

    def twice(view: SeatView) -> list[int]:
        return [count + (view.hand.counts[kind] > 0) for kind, count in enumerate(real(view))]

    patch.setattr(SeatView, "left", twice)


def looks_at_the_wrong_player(patch: pytest.MonkeyPatch) -> None:
    """The wind is that of the player on the right."""
    patch.setattr(SeatView, "seat_wind", property(lambda view: view.table.seat_wind((view.seat + 1) % 4)))


def sorts_by_tiles_alone(patch: pytest.MonkeyPatch) -> None:
    """Most tiles come first, whether they win or not."""
    patch.setattr(outlook, "order", lambda hand: (max(hand.shanten, 0), -hand.acceptance, 0, 0, 0, 0))


def names_any_wait_as_a_way_out(patch: pytest.MonkeyPatch) -> None:
    """A wait without furiten is a way out, whether it wins or not."""
    patch.setattr(outlook.Outlook, "is_free", property(lambda hand: bool(hand.waits) and not hand.furiten))


def is_silent(patch: pytest.MonkeyPatch) -> None:
    """No way out is found."""
    patch.setattr(furiten_advice, "_ways_by_discard", lambda *asked: [])


def pays_tenpai_alone(patch: pytest.MonkeyPatch) -> None:
    """Nobody in riichi shares what tenpai is paid."""
    patch.setattr(outlook, "_tenpai_pays", lambda view: view.rules.noten_penalty)


def counts_every_tile_of_a_wait_as_drawn(patch: pytest.MonkeyPatch) -> None:
    """All tiles of a wait win by tsumo, with a yaku and a draw or without."""
    patch.setattr(outlook.Outlook, "tsumo_tiles", property(lambda hand: hand.acceptance))


def takes_the_first_discard_after_a_call(patch: pytest.MonkeyPatch) -> None:
    """The discard after a call is any legal one."""
    patch.setattr(value_hints, "legal_outlooks", lambda view: outlook.legal_outlooks(view)[::-1])


def sees_no_open_tiles(patch: pytest.MonkeyPatch) -> None:
    """All that the hand does not hold is unseen, when yaku are looked for."""
    real = value_hints.yaku_distances
    patch.setattr(
        value_hints,
        "yaku_distances",
        lambda hand, within, left: real(hand, within, [4 - count for count in hand.counts]),
    )


def has_all_the_time(patch: pytest.MonkeyPatch) -> None:
    """The wall has enough tiles for every yaku."""
    patch.setattr(value_hints, "_in_time", lambda hints, *asked: hints)


@pytest.mark.parametrize(
    "fault",
    [
        forgets_a_yaku,
        counts_a_draw_too_many,
        ignores_furiten,
        counts_a_tile_twice,
        pytest.param(looks_at_the_wrong_player, marks=pytest.mark.nightly),
        pytest.param(sorts_by_tiles_alone, marks=pytest.mark.nightly),
        names_any_wait_as_a_way_out,
        is_silent,
        pytest.param(pays_tenpai_alone, marks=pytest.mark.nightly),
        counts_every_tile_of_a_wait_as_drawn,
        takes_the_first_discard_after_a_call,
        sees_no_open_tiles,
        has_all_the_time,
    ],
)
def test_the_referee_finds(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    positions = (seen for source in (made(0, 400), islice(played(0), 0, None, 3)) for seen in source)
    assert any(faults(*seen) for seen in positions)
