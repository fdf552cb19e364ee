"""What is safe against whom, as a property of the engine: the ron is not there to be called.

The safe tiles are read off the events by the words of the claims alone; the engine does not know of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from ai.bots.registry import make_bot
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.dice import Dice
from engine.match import Match
from engine.options import Options, why_not
from engine.round import Round
from engine.rules import EMA, TENHOU, WRC
from engine.tiles import EAST, KIND_OF, TILE_OF, Kind
from engine.view import SeatView
from tests.support.engine.deals import E, deal
from tests.support.engine.wild_games import play_out

GAMES = 2
SEATS = range(4)
WINS = (ActionKind.TSUMO, ActionKind.RON)


class Safe:
    """Kinds that are safe against each seat, and why, from the events so far."""

    def __init__(self) -> None:
        self.own: list[set[Kind]] = [set() for _ in SEATS]
        """S-01: the seat discarded it."""
        self.after_riichi: list[set[Kind]] = [set() for _ in SEATS]
        """S-02: discarded, or added to a kan, by anyone since the seat's riichi."""
        self.since_turn: list[set[Kind]] = [set() for _ in SEATS]
        """S-03: let go by the seat since its own last discard."""
        self.from_left: list[Kind | None] = [None for _ in SEATS]
        """S-03: what the player to the left has just discarded, and nobody claimed."""
        self._riichi = [False for _ in SEATS]

    def add(self, event: ev.Event) -> None:
        match event:
            case ev.Reach(actor=actor):
                self._riichi[actor] = True
            case ev.Tsumo(actor=actor):
                for seat in SEATS:
                    if seat != actor:
                        self.from_left[seat] = None
            case ev.Chi() | ev.Pon() | ev.Daiminkan():
                self.from_left = [None for _ in SEATS]
            case ev.Dahai(actor=actor, pai=pai):
                kind = KIND_OF[TILE_OF[pai]]
                self.own[actor].add(kind)
                self._seen(kind)
                self.since_turn[actor].clear()
                self.from_left = [kind if seat == (actor + 1) % 4 else None for seat in SEATS]
            case ev.Kakan(pai=pai):
                self._seen(KIND_OF[TILE_OF[pai]])

    def _seen(self, kind: Kind) -> None:
        for seat in SEATS:
            self.since_turn[seat].add(kind)
            if self._riichi[seat]:
                self.after_riichi[seat].add(kind)


@dataclass(frozen=True)
class Chance:
    """A tile that fits the waits of a seat: may it win on it?"""

    can_ron: bool
    kind: Kind
    waits: tuple[Kind, ...]
    own: frozenset[Kind]
    after_riichi: bool
    since_turn: bool
    after_left: bool


class Watcher:
    """Notes every tile that fits somebody's waits."""

    def __init__(self) -> None:
        self.safe = Safe()
        self.chances: list[Chance] = []

    def __call__(self, hand: Round, event: ev.Event) -> None:
        if isinstance(event, ev.StartKyoku):
            self.safe = Safe()
        if isinstance(event, ev.Dahai | ev.Kakan):
            kind = KIND_OF[TILE_OF[event.pai]]
            for seat in SEATS:
                if seat != event.actor and kind in hand.view(seat).waits:
                    self.chances.append(self.chance(hand.view(seat), kind, event))
        self.safe.add(event)

    def chance(self, view: SeatView, kind: Kind, event: ev.Dahai | ev.Kakan) -> Chance:
        return Chance(
            can_ron=why_not(view, ActionKind.RON) is None,
            kind=kind,
            waits=view.waits,
            own=frozenset(self.safe.own[view.seat]),
            after_riichi=kind in self.safe.after_riichi[view.seat],
            since_turn=kind in self.safe.since_turn[view.seat],
            after_left=isinstance(event, ev.Dahai) and self.safe.from_left[event.actor] == kind,
        )


class Dreamer:
    """Heads for riichi, but lets most wins go by, and now and then keeps a tenpai hand to itself."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)
        self.bot = make_bot("tenpai")

    def choose(self, menu: Options) -> Action:
        dropped = set(WINS) if self.dice.below(5) else set()
        if not self.dice.below(3):
            dropped.add(ActionKind.RIICHI)
        left = tuple(action for action in menu.actions if action.kind not in dropped)
        return self.bot.choose(menu.view, Options(menu.view, left))


@cache
def chances() -> list[Chance]:
    watcher = Watcher()
    for rules in (WRC, EMA, TENHOU):
        for seed in range(GAMES):
            play_out(Match(rules, seed, watch=watcher), Dreamer(seed).choose)
    return watcher.chances


def expect_no_ron_on(name: str, safe: list[Chance]) -> None:
    """None of these tiles, each in the waits of the seat, can be won on; there are enough of them to tell."""
    assert len(safe) >= 5, f"{name}: only {len(safe)} tiles to tell by"
    assert not any(chance.can_ron for chance in safe), name


def test_there_are_wins_enough_to_tell_by() -> None:
    counts = Counter(chance.can_ron for chance in chances())
    assert counts[True] > 100, counts


@pytest.mark.claim("S-01")
def test_a_tile_in_the_own_discards_is_safe() -> None:
    expect_no_ron_on("own discards", [chance for chance in chances() if chance.kind in chance.own])


@pytest.mark.claim("S-02")
def test_a_tile_passed_after_riichi_is_safe() -> None:
    expect_no_ron_on("after riichi", [chance for chance in chances() if chance.after_riichi])


@pytest.mark.claim("S-03")
def test_a_tile_passed_since_the_last_turn_is_safe() -> None:
    expect_no_ron_on("this turn", [chance for chance in chances() if chance.since_turn])


@pytest.mark.claim("S-03")
def test_what_the_left_has_just_discarded_is_safe_against_everybody() -> None:
    expect_no_ron_on("from the left", [chance for chance in chances() if chance.after_left])


def partners(kind: Kind) -> set[Kind]:
    """The other ends of the two-sided waits that this tile completes."""
    if kind >= EAST:
        return set()
    return {other for other in (kind - 3, kind + 3) if other // 9 == kind // 9 and other >= 0}


@pytest.mark.claim("S-04")
def test_suji_completes_no_two_sided_wait() -> None:
    """A hand that waits for a tile and its partner, and has discarded the partner, cannot ron."""
    suji = [chance for chance in chances() if partners(chance.kind) and partners(chance.kind) <= chance.own]
    two_sided = [chance for chance in suji if partners(chance.kind) & set(chance.waits)]
    expect_no_ron_on("two-sided", two_sided)


@pytest.mark.claim("S-04")
@pytest.mark.parametrize(
    "waiting",
    ["35p", "4p", "4455p"],
    ids=["kanchan", "tanki", "shanpon"],
)
def test_suji_is_never_entirely_safe(waiting: str) -> None:
    rest = {"35p": "234m345678s55s", "4p": "234m345678s222s", "4455p": "234m345678s"}[waiting]
    east = waiting + rest
    play = deal(east=east, draws="1p1z2z3z7p4z5z6z9m4p").discard("1p").tsumogiri(3).discard("7p").tsumogiri(3)
    play.discard("9m", "4p")
    assert {tile.tile for tile in play.game.table.seats[E].pond} >= {TILE_OF["1p"], TILE_OF["7p"]}
    assert play.ron(E).win.tile == TILE_OF["4p"]
