"""Positions played to their end many times: what a seat cannot see is dealt anew; choices share deals.

Every event has its tiles, also the draws and the deal of the others, so a hand dealt anew is a record like
any other and replays from its wall. No player except the seat itself has let a win pass in it, and riichi and
kans in riichi were legal with the tiles dealt: the engine judges each.

*Hidden tiles.* Hands of the others and the wall are dealt out of the tiles that the seat cannot see, and then
made such as the course of the hand suggests:

- whoever has discarded a tile out of the hand has kept the one just drawn: for each such discard a hand draws
  once and discards what it needs least. So dealt, hands are about as far from tenpai as those that bots hold;
- a player in riichi is tenpai, and neither a tile that was let go since then nor any of the own discards can
  complete the hand: these players declare no riichi with a furiten wait;
- a closed hand without riichi is tenpai as often as such hands are after so many discards (SILENT_TENPAI);
  else its player would have declared.

Left out is what else a discard tells: which tiles went early, what was not called, and the yaku that an open
hand is after.

*Earlier draws* are found backwards from what is held now. A tile discarded as it was drawn is known. A tile
discarded out of the hand leaves open which one was drawn and kept: any of those held at the time, chosen at
random, but rather one that leaves a closed hand short of tenpai before the draw, because its player would
have declared riichi.

Points are those that the hand brings to the seat from the position on: riichi sticks and payments at a draw
are counted. In the last two hands of a game each end is worth the final score that it leads to
(``ai.final_score``), uma counted.
"""

from __future__ import annotations

import io
import math
import pickle
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ai.bot import Bot
from ai.final_score import final_score
from ai.reading.evidence import genbutsu
from ai.seat_position import SeatPosition
from engine import events as ev
from engine import shape
from engine.actions import Action
from engine.hand import Hand
from engine.legal import refuse_closed_kan, refuse_ron, refuse_tsumo
from engine.options import options
from engine.records.recorded_game import shown_tiles
from engine.round import Round
from engine.rules import Ruleset
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.tiles import COPIES, KIND_OF, MJAI, TILE_OF, Kind, Tile, all_tiles
from engine.view import SeatView, mask
from engine.wall import DEALT, LIVE_AT_START, MAX_KANS, PLAYERS, Dice, Wall

TENPAI_TRIES = 40
"""The number of draws within which a player in riichi has to become tenpai."""
DEAL_TRIES = 200
"""So many deals are tried to find one that fits what is known of players in riichi …"""
HAND_TRIES = 400
"""… and then so many hands for each of them, one player after the other."""
SAME_TENPAI = 20
"""In so many attempts the same players are tenpai in silence."""
_SILENCE = 1 << 40
"""Numbers from here on are dice for who is."""
SLOTS = MAX_KANS + 1
"""Indicators of the dead wall."""
SILENT_TENPAI = (0, 0, 1, 1, 2, 5, 9, 14, 21, 30, 39, 53, 70, 85, 109, 132, 157, 170, 200)
"""How many of 1,000 closed hands without riichi are tenpai, by the discards of their player; the last number
holds from there on. Counted in games of regular bots: docs/lab/review.md."""


class NoDeal(RuntimeError):
    """No hidden tiles were found that fit the position."""


@dataclass(frozen=True, slots=True)
class OpponentHand:
    """The known facts of an opponent's hand."""

    seat: int
    tiles: int
    melds: int
    changes: int
    """Discards out of the hand, those after a call left out: each stands for a draw that was kept."""
    closed: bool
    riichi: bool
    barred: frozenset[Kind]
    """Kinds that a hand in riichi cannot be waiting on."""
    silent: int = 0
    """In how many of 1,000 deals the hand is tenpai though it is closed and not in riichi."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The tiles that the seat cannot see: the hands of the others, and the wall from here on.

    ``live`` are the tiles that may still be drawn, ``replacements``, ``indicators`` and ``ura`` those that
    the dead wall still hides, each in its order.
    """

    hands: Mapping[int, Sequence[Tile]]
    live: Sequence[Tile]
    replacements: Sequence[Tile]
    indicators: Sequence[Tile]
    ura: Sequence[Tile]


class HiddenTiles:
    """The hidden tiles of one position, dealt as often as wanted; deals are numbered.

    ``silent``: whether closed hands without riichi may be tenpai.
    """

    def __init__(self, view: SeatView, seed: int, *, silent: bool = True) -> None:
        table = view.table
        self._seed = seed
        self._shown = len(table.indicators)
        self._replaced = len(table.kans) - (table.phase in (Phase.ROB, Phase.KAN))
        self._drawn = LIVE_AT_START - table.live - self._replaced
        seen = view.visible()
        self._unseen = all_tiles(view.rules.red_fives)
        for tile in seen:
            self._unseen.remove(tile)
        self._dealt = len(seen) - self._shown
        others = [_opponent_hand(view, seat, silent=silent) for seat in range(PLAYERS) if seat != view.seat]
        self._others = sorted(others, key=lambda other: not other.riichi)
        """Players in riichi come first: their hands are the hardest to find."""

    def deal(self, number: int, attempt: int = 0) -> Hidden:
        """The deal of that number. Raises NoDeal. ``attempt`` is another one, where the first was no good."""
        dice = Dice(self._seed, number, attempt)
        hands, rest = self._hands(dice, self._tenpai(number, attempt // SAME_TENPAI))
        assert self._dealt + sum(map(len, hands.values())) == DEALT + self._drawn + self._replaced
        left = LIVE_AT_START - self._drawn
        live, dead = rest[:left], rest[left:]
        replacements = [dead.pop() for _ in range(MAX_KANS - self._replaced)]
        indicators = [dead.pop() for _ in range(SLOTS - self._shown)]
        assert len(dead) == SLOTS
        return Hidden(hands, live, replacements, indicators, dead)

    def _tenpai(self, number: int, change: int) -> set[int]:
        """The seats in silent tenpai in the deal of that number, whatever its first attempts come to."""
        dice = Dice(self._seed, number, _SILENCE + change)
        return {other.seat for other in self._others if dice.below(1_000) < other.silent}

    def _hands(self, dice: Dice, tenpai: Set[int]) -> tuple[dict[int, list[Tile]], list[Tile]]:
        """Hands of the others, and the tiles that are left."""
        for tries in (*(1,) * DEAL_TRIES, *(HAND_TRIES,) * 2):
            deck = dice.shuffled(self._unseen)
            hands: dict[int, list[Tile]] = {}
            for other in self._others:
                silent = other.seat in tenpai
                hand, deck = _found(other, deck, tries, dice, silent=silent)
                if hand is None:
                    break
                hands[other.seat] = hand.tiles
            else:
                return hands, dice.shuffled(deck)
        raise NoDeal("no hands of the others fit the position")


def _opponent_hand(view: SeatView, seat: int, *, silent: bool) -> OpponentHand:
    player = view.table.seats[seat]
    changes = sum(not discard.tsumogiri for discard in player.pond)
    calls = sum(meld.is_open for meld in player.melds)
    may = silent and not calls and not player.riichi
    return OpponentHand(
        seat=seat,
        tiles=player.concealed,
        melds=len(player.melds),
        changes=max(0, changes - calls),
        closed=not calls,
        riichi=bool(player.riichi),
        barred=frozenset(genbutsu(view.table, seat)) if player.riichi else frozenset(),
        silent=SILENT_TENPAI[min(len(player.pond), len(SILENT_TENPAI) - 1)] if may else 0,
    )


def _found(
    other: OpponentHand, deck: list[Tile], tries: int, dice: Dice, *, silent: bool
) -> tuple[Hand | None, list[Tile]]:
    """A hand for the player within so many tries, and the deck without it."""
    for number in range(tries):
        left = deck if tries == 1 else dice.shuffled(deck) if number else deck.copy()
        hand = _developed(other, left, silent=silent)
        if hand is not None:
            return hand, left
    return None, deck


def _developed(other: OpponentHand, deck: list[Tile], *, silent: bool) -> Hand | None:
    """A hand off the deck, as far on its way as the player's; None when it cannot be that player's.

    ``silent``: it is tenpai without riichi. Tiles that are discarded on the way go under the deck.
    """
    hand = Hand(deck.pop() for _ in range(other.tiles))
    short = other.closed and not other.riichi and not silent
    for _ in range(0 if other.riichi else other.changes):
        _draw(hand, other, deck, short=short)
    if other.riichi or silent:
        for _ in range(TENPAI_TRIES):
            if shape.shanten_of(hand.keys, other.melds) == 0:
                break
            _draw(hand, other, deck, short=False)
        waits = shape.waits(hand.keys, other.melds)
        return hand if waits and other.barred.isdisjoint(waits) else None
    if short and shape.shanten_of(hand.keys, other.melds) == 0:
        return None
    return hand


def _draw(hand: Hand, other: OpponentHand, deck: list[Tile], *, short: bool) -> None:
    """Draw a tile and discard what is needed least; a hand that is to stay short of tenpai does."""
    drawn = deck.pop()
    hand.add(drawn)
    left = shape.tile_bits([COPIES - held for held in hand.counts])
    kind, shanten = KIND_OF[drawn], 0
    best: tuple[int, int, bool] | None = None
    for each, (steps, tiles) in shape.tiles_after_discards(hand.keys, other.melds, left).items():
        speed = -steps, tiles, each == KIND_OF[drawn]
        if best is None or speed > best:
            best, kind, shanten = speed, each, steps
    if kind == KIND_OF[drawn] or (short and shanten == 0):
        discarded = drawn
    else:
        discarded = next(tile for tile in hand.tiles if KIND_OF[tile] == kind)
    hand.remove(discarded)
    deck.insert(0, discarded)


# -- how hands came to be ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Player:
    """A hidden hand on the way back to its deal."""

    hand: Hand
    melds: int = 0
    opened: int = 0
    riichi: bool = False
    """Whether riichi had been declared before the event that is taken back next."""
    used: ev.Dahai | ev.Ankan | ev.Kakan | None = None
    """The move that followed the draw that is taken back next."""


def with_draws(events: Sequence[ev.Event], hands: Mapping[int, Sequence[Tile]], dice: Dice) -> list[ev.Event]:
    """The events of a hand with every tile shown, so that these seats hold these tiles at the end."""
    players = {seat: _Player(Hand(tiles)) for seat, tiles in hands.items()}
    for event in events:
        # melds and riichi at the end of the events
        match event:
            case ev.Chi(actor=seat) | ev.Pon(actor=seat) | ev.Daiminkan(actor=seat) if seat in players:
                players[seat].melds += 1
                players[seat].opened += 1
            case ev.Ankan(actor=seat) if seat in players:
                players[seat].melds += 1
            case ev.Reach(actor=seat) if seat in players:
                players[seat].riichi = True
    shown = list(events)
    for place in reversed(range(len(events))):
        event = events[place]
        if isinstance(event, ev.StartKyoku):
            shown[place] = _dealt(event, players)
        elif isinstance(event, ev.SeatEvent) and event.actor in players:
            player = players[event.actor]
            if isinstance(event, ev.Tsumo):
                tile = _drawn(player, dice)
                player.hand.remove(tile)
                shown[place] = ev.Tsumo(event.actor, MJAI[tile])
            else:
                _take_back(player, event)
    return shown


def _take_back(player: _Player, event: ev.SeatEvent) -> None:
    """The hand as it was before the event."""
    match event:
        case ev.Dahai(pai=pai):
            player.hand.add(TILE_OF[pai])
            player.used = event
        case ev.Chi(consumed=consumed) | ev.Pon(consumed=consumed) | ev.Daiminkan(consumed=consumed):
            _put_back(player, consumed)
            player.opened -= 1
            player.used = None
        case ev.Ankan(consumed=consumed):
            _put_back(player, consumed)
            player.used = event
        case ev.Kakan(pai=pai):
            player.hand.add(TILE_OF[pai])
            player.used = event
        case ev.Reach():
            player.riichi = False


def _put_back(player: _Player, consumed: Sequence[str]) -> None:
    for name in consumed:
        player.hand.add(TILE_OF[name])
    player.melds -= 1


def _drawn(player: _Player, dice: Dice) -> Tile:
    """The tile that was drawn before the last move taken back."""
    held, used = player.hand.tiles.copy(), player.used
    if isinstance(used, ev.Dahai):
        if used.tsumogiri:
            return TILE_OF[used.pai]
        held.remove(TILE_OF[used.pai])
    elif isinstance(used, ev.Ankan) and player.riichi:
        held = [TILE_OF[name] for name in used.consumed]
    may = dice.shuffled(held)
    if player.opened or player.riichi:
        return may[0]
    return next((tile for tile in may if not _tenpai_without(player, tile)), may[0])


def _tenpai_without(player: _Player, tile: Tile) -> bool:
    rest = player.hand.without(tile)
    return shape.shanten_of(rest.keys, player.melds) == 0


def _dealt(start: ev.StartKyoku, players: Mapping[int, _Player]) -> ev.StartKyoku:
    hands = list(start.tehais)
    for seat, player in players.items():
        hands[seat] = [MJAI[tile] for tile in player.hand.sorted()]
    return replace(start, tehais=hands)


# -- whole deals ---------------------------------------------------------------------------------------

ATTEMPTS = 40
"""The number of deals tried until in one no player has let a win pass."""
HISTORIES = 6
"""The number of ways tried to come by the same hands."""
_DRAWS = 1 << 32
"""Numbers from here on are dice for earlier draws."""


class Deals:
    """One decision of a seat, dealt anew as often as wanted; deals are numbered.

    The same seed gives the same deals. ``silent``: whether closed hands without riichi may be tenpai.
    Raises ValueError when the seat has nothing to choose after the events.
    """

    def __init__(self, position: SeatPosition, seed: int, *, silent: bool = True) -> None:
        self.rules, self.seat, self._seed = position.rules, position.seat, seed
        self._events = [mask(event, position.seat) for event in position.events]
        view = position.view()
        if not options(view):
            raise ValueError(f"seat {position.seat} has nothing to choose here")
        self._hidden = HiddenTiles(view, seed, silent=silent)

    def game(self, number: int) -> Round:
        """The hand in progress, at the seat's decision, with hidden tiles of its own. Raises NoDeal."""
        for attempt in range(ATTEMPTS):
            hidden = self._hidden.deal(number, attempt)
            for history in range(HISTORIES):
                game = self.told(hidden, Dice(self._seed, number, _DRAWS + attempt * HISTORIES + history))
                if game is not None:
                    return game
        raise NoDeal("in every deal a player has let a win pass")

    def told(self, hidden: Hidden, dice: Dice) -> Round | None:
        """The hand with these hidden tiles; None when it cannot have gone like that.

        The dice choose one way in which the others came by their tiles.
        """
        events = with_draws(self._events, hidden.hands, dice)
        shown = shown_tiles(events)
        wall = Wall(
            [
                *shown.dealt,
                *shown.live,
                *hidden.live,
                *shown.replacements,
                *hidden.replacements,
                *shown.indicators,
                *hidden.indicators,
                *hidden.ura,
            ]
        )
        try:
            return Round.from_events(self.rules, wall, events, partial(_check, events, self.seat))
        except _OutOfKeeping:
            return None


def deal_anew(rules: Ruleset, seat: int, events: Sequence[ev.Event], seed: int) -> Round:
    """The hand at this decision of a seat, with hidden tiles dealt anew in keeping with what the seat saw.

    ``events`` are those of the hand, ``start_kyoku`` first, up to the decision, masked or not. Its ``events``
    show all tiles; ``wall.dealt_again()`` is the wall that deals them. Raises NoDeal, and ValueError when the
    seat has nothing to choose there.
    """
    return Deals(SeatPosition(rules, seat, tuple(events)), seed).game(0)


class _OutOfKeeping(Exception):
    """With these tiles the hand would have gone another way."""


def _check(events: Sequence[ev.Event], seat: int, game: Round, event: ev.Event) -> None:
    """Raises _OutOfKeeping if another seat let a win pass with this event, or acted illegally."""
    place = len(game.events)
    if place == len(events):
        return  # what is on offer now has not passed yet
    table = game.table
    match event:
        case ev.Tsumo(actor=actor, pai=pai) if actor != seat:
            view = game.views[actor]
            if KIND_OF[TILE_OF[pai]] in view.waits and refuse_tsumo(view) is None:
                raise _OutOfKeeping
            following = events[place]
            if isinstance(following, ev.Ankan) and refuse_closed_kan(
                view, KIND_OF[TILE_OF[following.consumed[0]]]
            ):
                raise _OutOfKeeping
        case ev.OfferEvent():
            assert table.offer is not None
            for other in range(PLAYERS):
                view = game.views[other]
                if other != seat and KIND_OF[table.offer] in view.waits and refuse_ron(view) is None:
                    raise _OutOfKeeping
            actor = event.actor
            declared = isinstance(event, ev.Dahai) and table.seats[actor].pond[-1].riichi
            if declared and actor != seat and not tenpai_waits(game.own[actor].hand, game.rules):
                raise _OutOfKeeping


Z_95 = 1.959964
"""Standard errors on either side that hold 95 % of a normal distribution."""
Z_99 = 2.575829
"""Standard errors on either side that hold 99 %."""


class PointSample(msgspec.Struct, frozen=True):
    """Mean points over all hands played, with the 95 % confidence interval."""

    mean: int
    low: int
    high: int


def sample(values: Sequence[int], z: float = Z_95) -> PointSample:
    """Mean and interval of independent values, by the normal approximation.

    Of a single value nothing is known but itself: its interval is everything that a hand can bring.
    """
    mean = fmean(values)
    reach = z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else UNKNOWN_REACH
    return PointSample(round(mean), round(mean - reach), round(mean + reach))


UNKNOWN_REACH = 500_000
"""Points that no hand changes hands: six yakuman and more."""


class Stance(StrEnum):
    """The behaviour of a player against a riichi."""

    REASON = "reason"
    """The sensible retreat."""
    PUSH = "push"
    """It goes on with the hand whatever the danger, in tenpai, and near it while enough draws are left."""
    FOLD = "fold"
    """It discards the least dangerous tile, and declares no riichi."""


class PlayedHand(NamedTuple):
    """The end of a hand for the seat."""

    points: int
    """The change of its points from the position on."""
    won: bool
    dealt_in: bool
    drawn: bool
    """Nobody won."""
    final: int | None = None
    """The final score that it leads to, in points; None before the last two hands of a game."""

    @property
    def worth(self) -> int:
        """The value to compare choices by: the final score in the last two hands, else points."""
        return self.points if self.final is None else self.final


class Variation(NamedTuple):
    """A choice to be played out: what the seat does first, and who plays on, by seat."""

    action: Action
    players: Sequence[Bot]


class PairedRollouts:
    """A decision of a seat, of which each choice is played with the same deals.

    The same seed gives the same deals, and the same results as long as the players play the same. Players
    keep nothing from one decision to the next. ``silent``: whether closed hands without riichi may be tenpai.
    Raises ValueError when the seat has nothing to choose.
    """

    def __init__(
        self, position: SeatPosition, variations: Sequence[Variation], seed: int, *, silent: bool = True
    ) -> None:
        self.variations = list(variations)
        self._seat = position.seat
        self._deals = Deals(position, seed, silent=silent)

    def play_deal(self, number: int) -> list[PlayedHand]:
        """The result of each choice with the deal of that number. Raises NoDeal."""
        return self.play_game(self._deals.game(number))

    def play_game(self, game: Round) -> list[PlayedHand]:
        """The result of each choice in this hand, in which the seat is about to choose."""
        game.events.clear()  # the copies need none
        copies = _Copies(game)
        return [play_out(copies.next(), self._seat, variation) for variation in self.variations]


def play_out(game: Round, seat: int, variation: Variation) -> PlayedHand:
    """Carry out the choice of a seat that is about to choose, and play the hand to its end.

    Other seats that may claim the same tile choose from their own hands before anything is done.
    """
    players = variation.players
    before = game.table.seats[seat].score

    def chosen(each: int) -> Action:
        return players[each].choose(game.view(each), game.options(each))

    game.step({each: variation.action if each == seat else chosen(each) for each in game.acting})
    while game.outcome is None:
        game.step({each: chosen(each) for each in game.acting})
    wins = game.outcome.wins
    return PlayedHand(
        points=game.table.seats[seat].score - before,
        won=any(win.winner == seat for win in wins),
        dealt_in=any(win.winner != seat == win.target for win in wins),
        drawn=not wins,
        final=final_score(game, seat),
    )


class _Copies:
    """A hand in progress, copied as often as wanted. The ruleset is a value and is not copied."""

    def __init__(self, game: Round) -> None:
        self._rules = game.rules
        stream = io.BytesIO()
        _Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(game)
        self._dumped = stream.getvalue()

    def next(self) -> Round:
        game: Round = _Unpickler(self._dumped, self._rules).load()
        return game


class _Pickler(pickle.Pickler):
    def persistent_id(self, obj: object) -> str | None:
        return obj.name if isinstance(obj, Ruleset) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, dumped: bytes, rules: Ruleset) -> None:
        super().__init__(io.BytesIO(dumped))
        self._rules = rules

    def persistent_load(self, pid: str) -> Ruleset:
        return self._rules
