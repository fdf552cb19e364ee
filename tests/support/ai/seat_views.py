"""Views of one seat for tests, from the events that it would receive, and with hidden tiles dealt anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from random import Random

from ai.bots.registry import make_bot
from engine import events as ev
from engine.actions import Action
from engine.hand import Hand
from engine.options import options
from engine.round import Round, tiles_in_play
from engine.rules import TENHOU, Ruleset
from engine.tiles import MJAI, UNKNOWN, parse_tile, parse_tiles
from engine.view import SeatView
from engine.wall import DEAD_WALL, DEALT, MAX_KANS

ME = 0
RIGHT, ACROSS, LEFT = 1, 2, 3


def names(text: str) -> list[str]:
    """Tiles in mjai's spelling."""
    return [MJAI[tile] for tile in parse_tiles(text)]


def discards(seat: int, tiles: str, riichi: int | None = None) -> list[ev.Event]:
    """A player draws and discards these tiles one after the other, with riichi on the one of that number."""
    events: list[ev.Event] = []
    for number, pai in enumerate(names(tiles)):
        events.append(ev.Tsumo(seat, pai if seat == ME else UNKNOWN))
        if number == riichi:
            events.append(ev.Reach(seat))
        events.append(ev.Dahai(seat, pai, tsumogiri=seat == ME))
        if number == riichi:
            events.append(ev.ReachAccepted(seat))
    return events


def calls(seat: int, *melds: str, fed_by: int = LEFT, throws: str = "9s") -> list[ev.Event]:
    """A player calls each of these triplets or sequences (called tile first) and discards a tile."""
    events: list[ev.Event] = []
    for meld in melds:
        called, *own = names(meld)
        call = ev.Pon if parse_tiles(meld)[0] == parse_tiles(meld)[1] else ev.Chi
        events += [ev.Tsumo(fed_by, UNKNOWN), ev.Dahai(fed_by, called, True), call(seat, fed_by, called, own)]
        events.append(ev.Dahai(seat, names(throws)[0], False))
    return events


def seat_view(
    hand: str,
    *,
    draws: str | None = None,
    offered: str | None = None,
    by: int = LEFT,
    dora: str = "3z",
    dealer: int = LEFT,
    past: Iterable[Sequence[ev.Event]] = (),
    rules: Ruleset = TENHOU,
    scores: Mapping[int, int] | None = None,
) -> SeatView:
    """What seat 0 sees with that hand after ``past``: on its turn with a drawn tile, or offered a discard.

    Round wind East; with the dealer on the left seat 0 is South.
    """
    dealt = names(hand)
    start = ev.StartKyoku(
        bakaze="E",
        dora_marker=names(dora)[0],
        kyoku=dealer + 1,
        honba=0,
        kyotaku=0,
        oya=dealer,
        scores=[(scores or {}).get(seat, rules.start_points) for seat in range(4)],
        tehais=[dealt, *[[UNKNOWN] * 13 for _ in range(3)]],
    )
    events: list[ev.Event] = [start]
    for part in past:
        events += part
    if draws is not None:
        events.append(ev.Tsumo(ME, MJAI[parse_tile(draws)]))
    if offered is not None:
        events += [ev.Tsumo(by, UNKNOWN), ev.Dahai(by, MJAI[parse_tile(offered)], False)]
    return SeatView.from_events(rules, ME, events)


def choice(bot: str, view: SeatView) -> Action:
    """What the bot does there."""
    menu = options(view)
    tiles = view.hand.tiles.copy()
    action = make_bot(bot).choose(view, menu)
    assert action in menu.actions
    assert view.hand.tiles == tiles, "a bot looks, and touches nothing"
    return action


def shuffled(game: Round, seat: int, chance: Random) -> Round:
    """The same hand as that seat sees it, with all tiles that it cannot see dealt anew."""
    twin = deepcopy(game)
    tiles = list(twin.wall._tiles)
    dead = len(tiles) - DEAD_WALL
    shown = {dead + MAX_KANS + number for number in range(len(twin.table.indicators))}
    places = [
        place
        for place in (*range(DEALT + twin.wall._drawn, dead), *range(dead + twin.wall._replaced, len(tiles)))
        if place not in shown
    ]
    others = [own for own in twin.own if own.seat != seat]
    hidden = [tiles[place] for place in places] + [tile for own in others for tile in own.hand.tiles]
    chance.shuffle(hidden)
    for place in places:
        tiles[place] = hidden.pop()
    twin.wall._tiles = tuple(tiles)
    for own in others:
        own.hand = Hand([hidden.pop() for _ in own.hand.tiles], own.hand.melds)
    assert not hidden
    assert sorted(tiles_in_play(twin)) == sorted(tiles_in_play(game))
    return twin
