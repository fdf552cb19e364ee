"""Positions as one seat sees them, results of ``ai.reading`` in tile notation, and hidden tiles dealt anew.

A position is a deal and a list of moves. A move is the seat and what it does::

    0: 9m          seat 0 draws and discards 9m (out of the hand, or as drawn when it is not there)
    0: 9m'         seat 0 discards 9m as it was drawn
    2: riichi 7s   seat 2 declares riichi with 7s
    1: pon 0p5p    seat 1 calls the tile just discarded, with these of its own (so chi, kan)
    0: ankan 5p5p5p0p   seat 0 declares a closed kan;  kakan 5p adds to a pon
    0: draws 9m    seat 0 draws and thinks
    dora 3p        an indicator is turned

Only the tiles of the seat matter: the others hold ``?`` and draw what they discard. A hand with its wall, in
which the engine refuses what is not legal, is dealt by ``tests.support.engine.deals``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from random import Random

from ai.bots.registry import make_bot
from ai.invariants import tiles_in_play
from ai.reading.estimates import AcceptedTile
from ai.reading.furiten_advice import FuritenAdvice
from ai.reading.outlook import Draw, Outlook, Wait, outlook_after
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import Action
from engine.furiten import Cause
from engine.hand import HAND_SIZE, Hand
from engine.options import options
from engine.round import Round
from engine.rules import TENHOU, Ruleset
from engine.table import Phase
from engine.tiles import KIND_OF, MJAI, NAMES, TILE_OF, UNKNOWN, parse_tiles
from engine.view import SeatView
from engine.wall import DEAD_WALL, DEALT, MAX_KANS, PLAYERS

ME = 0
RIGHT, ACROSS, LEFT = 1, 2, 3


def names(text: str) -> list[str]:
    return [MJAI[tile] for tile in parse_tiles(text)]


def _mjai(name: str) -> str:
    return MJAI[TILE_OF[name]]


class Position:
    """Builds the events of one hand as ``seat`` sees them."""

    def __init__(
        self,
        hand: str,
        *,
        seat: int = 0,
        dealer: int = 0,
        wind: str = "E",
        kyoku: int = 1,
        honba: int = 0,
        riichi_sticks: int = 0,
        scores: Sequence[int] = (25_000, 25_000, 25_000, 25_000),
        indicator: str = "3p",
        rules: Ruleset = TENHOU,
    ) -> None:
        self.seat = seat
        hands = [[UNKNOWN] * HAND_SIZE for _ in range(4)]
        hands[seat] = names(hand)
        start = ev.StartKyoku(
            wind, _mjai(indicator), kyoku, honba, riichi_sticks, dealer, list(scores), hands
        )
        self.view = SeatView.from_events(rules, seat, [start])
        self.events: list[ev.Event] = [start]
        """All that has happened, for others who have to hear it."""

    @property
    def moment(self) -> SeatPosition:
        """The position as the seat has heard it."""
        return SeatPosition(self.view.rules, self.seat, tuple(self.events))

    def play(self, moves: str) -> Position:
        """Play moves, one a line or separated by semicolons."""
        for move in moves.replace("\n", ";").split(";"):
            if move.strip():
                self._move(move.strip())
        return self

    def _move(self, move: str) -> None:
        if move.startswith("dora "):
            self.hear(ev.Dora(_mjai(move.split()[1])))
            return
        actor_text, _, rest = move.partition(":")
        actor = int(actor_text)
        verb, *words = rest.split()
        if verb == "draws":
            self.hear(ev.Tsumo(actor, _mjai(words[0])))
        elif verb == "riichi":
            self._draw_for(actor, words[0])
            self.hear(ev.Reach(actor))
            self._discard(actor, words[0])
            self.hear(ev.ReachAccepted(actor))
        elif verb in ("chi", "pon", "kan"):
            self._call(actor, verb, words)
        elif verb == "ankan":
            self._draw_for(actor, words[0][:2])
            self.hear(ev.Ankan(actor, names(words[0])))
        elif verb == "kakan":
            self._draw_for(actor, words[0])
            kind = KIND_OF[TILE_OF[words[0]]]
            pon = next(meld for meld in self.view.table.seats[actor].melds if meld.first == kind)
            self.hear(ev.Kakan(actor, _mjai(words[0]), [MJAI[tile] for tile in pon.tiles]))
        else:
            self._draw_for(actor, verb.rstrip("'"))
            self._discard(actor, verb.rstrip("'"), as_drawn=verb.endswith("'"))

    def _call(self, actor: int, verb: str, words: list[str]) -> None:
        target, tile = self.view.table.discards[-1]
        call = {"chi": ev.Chi, "pon": ev.Pon, "kan": ev.Daiminkan}[verb]
        self.hear(call(actor, target, MJAI[tile], names(words[0])))

    def _draw_for(self, actor: int, tile: str) -> None:
        table = self.view.table
        if table.turn == actor and table.phase is Phase.TURN:
            return
        drawn = _mjai(tile) if actor == self.seat else UNKNOWN
        self.hear(ev.Tsumo(actor, drawn))

    def _discard(self, actor: int, tile: str, *, as_drawn: bool = False) -> None:
        self.hear(ev.Dahai(actor, _mjai(tile), as_drawn))

    def hear(self, event: ev.Event) -> None:
        self.view.apply(event)
        self.events.append(event)

    def until_draw(self, tile: str) -> Position:
        """The others discard what they draw until it is the person's turn, with that tile."""
        last = self.view.table.discards[-1][0]
        for step in range(1, (self.seat - last) % 4):
            self.play(f"{(last + step) % 4}: 9s'")
        return self.play(f"{self.seat}: draws {tile}")


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
    points = [(scores or {}).get(seat, rules.start_points) for seat in range(PLAYERS)]
    position = Position(hand, dealer=dealer, kyoku=dealer + 1, scores=points, indicator=dora, rules=rules)
    for event in chain.from_iterable(past):
        position.hear(event)
    if draws is not None:
        position.play(f"{ME}: draws {draws}")
    if offered is not None:
        position.play(f"{by}: {offered}")
    return position.view


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
