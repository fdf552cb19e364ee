"""The discards with which riichi can be declared: recomputed from what lies on the table."""

from __future__ import annotations

import pytest

from ai.bots.registry import make_bot
from ai.reading.outlook import Outlook, order, riichi_outlooks
from engine.actions import ActionKind
from engine.match import Match
from engine.rules import ruleset
from engine.tiles import KIND_OF, KINDS, NAMES, Kind, Tile, format_tiles
from engine.view import SeatView
from engine.wall import PLAYERS
from tests.support.nightly import at_night
from tests.support.tui.table_positions import Position
from tui.commands.score import answer

NAMES_OF_PLAYERS = ("a", "b", "c", "d")
WINDS = "ESWN"


def seen(view: SeatView) -> list[int]:
    """Copies of each kind that this seat can see, counted from the tiles themselves."""
    counts = [0] * KINDS
    visible = [*view.hand.tiles, *view.table.indicators]
    for seat in view.table.seats:
        visible += [discard.tile for discard in seat.pond if discard.called_by is None]
        visible += [tile for meld in seat.melds for tile in meld.tiles if seat is not view.me]
    visible += [tile for meld in view.hand.melds for tile in meld.tiles]
    for tile in visible:
        counts[KIND_OF[tile]] += 1
    return counts


def points(view: SeatView, rest: list[Tile], wait: Kind, *, tsumo: bool) -> int:
    """What ``furiten score`` says that a win with riichi is worth; nobody has won by luck."""
    kans = ["ankan:" + "".join(NAMES[tile] for tile in meld.tiles) for meld in view.hand.melds]
    said = answer(
        {
            "hand": format_tiles(rest),
            "melds": kans,
            "win": NAMES[wait],
            "by": "tsumo" if tsumo else "ron",
            "seat": WINDS[(view.seat - view.table.dealer) % 4],
            "round": WINDS[view.table.round_wind - 27],
            "riichi": True,
            "dora": [NAMES[tile] for tile in view.table.indicators],
            "rules": view.rules.name,
        }
    )
    total = said["total"]
    assert isinstance(total, int)
    return total


def extent(points: list[int]) -> tuple[int, int] | None:
    """The least and the most, or None."""
    return (min(points), max(points)) if points else None


def check(view: SeatView, choice: Outlook) -> None:
    """Compare a choice with the tiles on the table and with the command line's score."""
    rest = list(view.hand.tiles)
    rest.remove(choice.tile)
    left = [4 - count for count in seen(view)]
    waits = [wait.kind for wait in choice.waits]
    assert choice.acceptance == sum(left[kind] for kind in waits)
    own = {KIND_OF[discard.tile] for discard in view.me.pond} | {KIND_OF[choice.tile]}
    discarded = any(kind in own for kind in waits)
    assert bool(choice.furiten) is discarded
    ron, tsumo = ({kind: points(view, rest, kind, tsumo=each) for kind in waits} for each in (False, True))
    bonus = 300 * view.table.honba + 1_000 * view.table.riichi_sticks
    drawn, claimed = view.table.live >= PLAYERS, view.table.live > 0 and not discarded
    assert choice.worth == sum(
        left[kind] * ((ron[kind] + bonus) * claimed + (tsumo[kind] + bonus) * drawn) for kind in waits
    )
    by_ron, by_tsumo = ([won[kind] for kind in waits if left[kind]] for won in (ron, tsumo))
    assert choice.ron_points == extent(by_ron if claimed else [])
    assert choice.tsumo_points == extent(by_tsumo if drawn else [])
    assert choice.win_points == (choice.ron_points or choice.tsumo_points or (0, 0))


@pytest.mark.parametrize("seeds", [range(1), *at_night([range(1, 7)])], ids=["one", "six"])
@pytest.mark.parametrize("rules", ["tenhou", "wrc"])
def test_they_are_what_the_table_and_the_score_say(rules: str, seeds: range) -> None:
    found, several = 0, 0
    for seed in seeds:
        match = Match(ruleset(rules), seed, NAMES_OF_PLAYERS)
        bots = [make_bot("tenpai") for _ in range(4)]
        while match.standings is None and match.header.kyoku < 4:
            if match.round.outcome is not None:
                match.proceed()
                continue
            for seat in match.acting:
                menu = match.round.options(seat)
                if tiles := {action.tile for action in menu.of(ActionKind.RIICHI)}:
                    choices = riichi_outlooks(menu.view)
                    assert {choice.tile for choice in choices} == tiles
                    for choice in choices:
                        check(menu.view, choice)
                    assert [order(each) for each in choices] == sorted(map(order, choices))
                    found, several = found + 1, several + (len(choices) > 1)
            match.step({s: bots[s].choose(match.round.view(s), match.round.options(s)) for s in match.acting})
    assert found > 3 * len(seeds)
    assert several > len(seeds) // 2


def choices_of(hand: str, moves: str) -> list[Outlook]:
    return riichi_outlooks(Position(hand, rules=ruleset("wrc")).play(moves).view)


def test_without_furiten_as_many_tiles_are_better() -> None:
    first, second = choices_of("356m123456789p9s", "0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")[:2]
    assert (bool(first.furiten), bool(second.furiten)) == (False, True)
    assert first.acceptance == second.acceptance


def test_a_more_valuable_wait_beats_one_with_a_tile_more() -> None:
    choices = choices_of("234m45622p23478s", "0: draws 1s")
    assert format_tiles([choices[0].tile]) == "1s"
    assert choices[0].worth > choices[1].worth
    assert choices[0].acceptance == choices[1].acceptance
