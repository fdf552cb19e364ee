"""Views of one seat for tests, results of ``ai.reading`` in tile notation, and hidden tiles dealt anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from random import Random

from ai.bots.registry import make_bot
from ai.invariants import tiles_in_play
from ai.reading.estimates import AcceptedTile
from ai.reading.furiten_advice import FuritenAdvice
from ai.reading.outlook import Draw, Outlook, Wait, outlook_after
from engine import events as ev
from engine.actions import Action
from engine.furiten import Cause
from engine.hand import Hand
from engine.options import options
from engine.round import Round
from engine.rules import TENHOU, Ruleset
from engine.tiles import MJAI, NAMES, TILE_OF, UNKNOWN, parse_tile, parse_tiles
from engine.view import SeatView
from engine.wall import DEAD_WALL, DEALT, MAX_KANS

ME = 0
RIGHT, ACROSS, LEFT = 1, 2, 3


def names(text: str) -> list[str]:
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
    menu = options(view)
    tiles = view.hand.tiles.copy()
    action = make_bot(bot).choose(view, menu)
    assert action in menu.actions
    assert view.hand.tiles == tiles, "a bot looks, and touches nothing"
    return action


def shuffled(game: Round, seat: int, chance: Random) -> Round:
    """The same hand as that seat sees it, with all tiles that it cannot see dealt anew."""
    twin = deepcopy(game)
    tiles = list(twin.wall.tiles)
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
    twin.wall.tiles = tuple(tiles)
    for own in others:
        own.hand = Hand([hidden.pop() for _ in own.hand.tiles], own.hand.melds)
    assert not hidden
    assert sorted(tiles_in_play(twin)) == sorted(tiles_in_play(game))
    return twin


def counted(tiles: Iterable[AcceptedTile | Wait]) -> str:
    """Kinds with the copies left: ``6s 4, 9s 3``."""
    return ", ".join(f"{NAMES[tile.kind]} {tile.left}" for tile in tiles)


def caused(causes: Iterable[Cause]) -> str:
    """Causes of furiten in short: kind, tile, turn."""
    return ", ".join(f"{cause.kind.value} {NAMES[cause.tile]} {cause.turn}" for cause in causes)


def effect(view: SeatView, tile: str) -> Outlook:
    """The hand after discarding that tile."""
    return outlook_after(view, TILE_OF[tile])


def latent(outlook: Outlook) -> list[str]:
    """Latent furiten: the kind, copies left, the tile as it was thrown, the turn, the draws that force it."""
    return [
        f"{NAMES[each.kind]} {each.left}: {NAMES[each.tile]} {each.turn}; {counted(each.draws)}".rstrip("; ")
        for each in outlook.latent
    ]


def changed(draws: Iterable[Draw]) -> list[str]:
    """Draws that change the wait to one that wins by ron: ``8s 3 -7s: 2p 2, 8s 2``."""
    free = [(draw, draw.free) for draw in draws]
    return [
        f"{NAMES[draw.kind]} {draw.left} -{NAMES[hand.tile]}: {counted(hand.waits)}"
        for draw, hand in free
        if hand is not None
    ]


def ways(advice: FuritenAdvice | None) -> list[str]:
    """The ways out: kind, tile, what it leaves, and how many tiles fewer win than now."""
    assert advice is not None, "the hand is not furiten"
    found = []
    for way in advice.ways:
        tile = "" if way.tile is None else f" {NAMES[way.tile]}"
        leaves = (
            "" if way.hand is None else counted(way.hand.waits) or f"{way.freeing} of {way.hand.acceptance}"
        )
        fewer = "" if way.fewer is None else f"; {way.fewer} fewer"
        found.append(f"{way.kind.value}{tile} -> {leaves}{fewer}")
    return found
