"""What everybody at the table can see: ponds, melds, scores, indicators. It changes by events alone."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine import events as ev
from engine.hand import HAND_SIZE, Meld, MeldKind
from engine.rules import Penalty, Ruleset
from engine.tiles import EAST, KIND_OF, TILE_OF, Kind, Tile
from engine.wall import LIVE_AT_START, PLAYERS


class PondTile(msgspec.Struct):
    """One discard as it lies in a pond."""

    tile: Tile
    tsumogiri: bool
    """Discarded as it was drawn."""
    riichi: bool = False
    """The tile riichi was declared with."""
    sideways: bool = False
    """Lies sideways: the riichi tile, or the next discard when that one was called away."""
    called_by: int | None = None
    """The seat that took it away; it still counts for furiten."""
    order: int = 0
    """Its number among all discards of the hand, from 0."""


class Seat(msgspec.Struct):
    """The public side of one player."""

    score: int
    pond: list[PondTile] = msgspec.field(default_factory=list)
    melds: list[Meld] = msgspec.field(default_factory=list)
    concealed: int = HAND_SIZE
    """Number of concealed tiles, a drawn one included."""
    riichi: int = 0
    """0 none, 1 riichi, 2 double riichi; set when declared."""
    riichi_paid: bool = False
    """The declaration tile was not won on and the bet lies on the table."""
    ippatsu: bool = False
    dead: bool = False
    """The hand is dead: it can only draw and discard."""

    @property
    def riichi_order(self) -> int | None:
        """Order number of the riichi tile, or None."""
        return next((tile.order for tile in self.pond if tile.riichi), None)


class Phase(StrEnum):
    """The phase of a hand."""

    DRAW = "draw"
    """``turn`` is about to draw."""
    TURN = "turn"
    """``turn`` has 14 tiles and must act."""
    CLAIM = "claim"
    """The others may claim the tile that ``turn`` discarded."""
    ROB = "rob"
    """The others may rob the kan that ``turn`` declared."""
    KAN = "kan"
    """``turn`` is about to draw a replacement tile."""
    COUNT = "count"
    """Wins were called, and ``counting`` is to say what the hand is worth."""
    CHALLENGE = "challenge"
    """The others may challenge what the last of ``counted`` said."""
    DECLARE = "declare"
    """The wall is empty, and ``turn`` is to declare tenpai or noten."""
    OVER = "over"


class Table:
    """The public state of one hand, folded from its events."""

    def __init__(self, rules: Ruleset, start: ev.StartKyoku) -> None:
        self.rules = rules
        self.round_wind: Kind = TILE_OF[start.bakaze]
        self.kyoku = start.kyoku
        self.honba = start.honba
        self.riichi_sticks = start.kyotaku
        self.dealer = start.oya
        self.seats = [Seat(score) for score in start.scores]
        self.indicators: list[Tile] = [TILE_OF[start.dora_marker]]
        self.live = LIVE_AT_START
        """Tiles left to draw."""
        self.turn = start.oya
        """The seat whose turn it is, or whose discard or kan is being offered."""
        self.phase = Phase.DRAW
        self.offer: Tile | None = None
        """The discard or kan tile that the others may claim now."""
        self.discards: list[tuple[int, Tile]] = []
        """Every discard of the hand in order, with its seat."""
        self.kans: list[tuple[int, MeldKind]] = []
        """Owner and kind of each kan made, in order."""
        self.added: list[tuple[int, Tile, int]] = []
        """Each tile added to a pon: who, the tile, and how many discards lay on the table then."""
        self.robbed: Tile | None = None
        """The tile that was won on by robbing an added kan."""
        self.rinshan = False
        """The tile in hand is a replacement tile."""
        self.uninterrupted = True
        """No call has been made yet, a closed kan counted."""
        self.declared: dict[int, bool] = {}
        """Who declared tenpai (true) or noten at the draw, where that is declared."""
        self.called: dict[int, ev.WinCalled] = {}
        """The wins that were called, by winner, where the value is said; in turn order."""
        self.counted: dict[int, ev.WinCounted] = {}
        """The value that each winner said, by winner."""
        self.challenged: dict[int, ev.Challenged] = {}
        """The challenges of called wins, by winner."""
        self.offenders: list[int] = []
        """Seats whose chombo ends the hand, unless a win on the same tile voids it."""
        self._robbing = False
        """Whether the wins that were called rob a kan."""
        self._declaring: int | None = None
        self._sideways_owed = [False] * PLAYERS

    def seat_wind(self, seat: int) -> Kind:
        return EAST + (seat - self.dealer) % PLAYERS

    def turn_of(self, seat: int) -> int:
        """The turn of a seat, counted from 1, so that the turn of a discard is its place in the pond.

        It is the number of discards, called away or not, and one more if the seat has yet to discard in its
        turn; 0 before its first turn.
        """
        yet = self.turn == seat and self.phase in (Phase.TURN, Phase.ROB)
        return len(self.seats[seat].pond) + yet

    @property
    def scores(self) -> list[int]:
        return [seat.score for seat in self.seats]

    @property
    def number(self) -> int:
        """Which hand of the game this is: 0 is East 1, 4 South 1."""
        return hand_number(self.round_wind, self.kyoku)

    @property
    def offered_kan(self) -> MeldKind | None:
        return self.kans[-1][1] if self.robbing else None

    @property
    def robbing(self) -> bool:
        """Whether the tile on offer, or won on, is that of a kan."""
        return self.phase is Phase.ROB or self._robbing

    @property
    def counting(self) -> int | None:
        """The winner who is to say the value now."""
        if self.phase is not Phase.COUNT:
            return None
        return next((seat for seat in self.called if seat not in self.counted), None)

    def state(self) -> dict[str, object]:
        """Everything that this object holds, for comparison."""
        return vars(self)

    def apply(self, event: ev.Event) -> None:
        # the most frequent first; match and isinstance take three times as long with the classes of msgspec
        if type(event) is ev.Tsumo:
            self._tsumo(event)
        elif type(event) is ev.Dahai:
            self._dahai(event)
        elif type(event) is ev.Reach:
            self._reach(event)
        elif type(event) is ev.ReachAccepted:
            self._reach_accepted(event)
        elif isinstance(event, ev.DiscardCall):
            self._call(event)
        elif type(event) is ev.Dora:
            self.indicators.append(TILE_OF[event.dora_marker])
        elif type(event) is ev.Ankan:
            self._ankan(event)
        elif type(event) is ev.Kakan:
            self._kakan(event)
        elif type(event) is ev.Hora:
            self._hora(event)
        elif type(event) is ev.Ryukyoku:
            self._ryukyoku(event)
        elif type(event) is ev.Foul:
            self._foul(event)
        elif type(event) is ev.Exhausted:
            self._exhausted()
        elif type(event) is ev.Tenpai or type(event) is ev.Noten:
            self._declares(event)
        elif type(event) is ev.WinCalled:
            self._win_called(event)
        elif type(event) is ev.WinCounted:
            self.counted[event.actor] = event
            self.phase = Phase.CHALLENGE if event.actor in self.rules.unchecked else Phase.COUNT
        elif type(event) is ev.Challenged:
            self.challenged[event.target] = event
            self._pay(event.deltas)
            self.phase = Phase.COUNT
        elif type(event) is ev.Accepted:
            self.phase = Phase.COUNT

    def _tsumo(self, event: ev.Tsumo) -> None:
        self.rinshan = self.phase in (Phase.ROB, Phase.KAN)
        if self.phase is Phase.ROB:
            self._interrupt()
        self.live -= 1
        self.turn = event.actor
        self.seats[event.actor].concealed += 1
        self.phase = Phase.TURN
        self.offer = None

    def _reach(self, event: ev.Reach) -> None:
        seat = self.seats[event.actor]
        seat.riichi = 2 if self.uninterrupted and not seat.pond else 1
        self._declaring = event.actor

    def _dahai(self, event: ev.Dahai) -> None:
        actor = event.actor
        seat = self.seats[actor]
        declaring = self._declaring == actor
        sideways = declaring or self._sideways_owed[actor]
        tile = TILE_OF[event.pai]
        seat.pond.append(PondTile(tile, event.tsumogiri, declaring, sideways, None, len(self.discards)))
        self.discards.append((actor, tile))
        self._sideways_owed[actor] = False
        self._declaring = None
        seat.ippatsu = declaring and self.rules.ippatsu
        seat.concealed -= 1
        self.rinshan = False
        self.phase = Phase.CLAIM
        self.offer = tile

    def _reach_accepted(self, event: ev.ReachAccepted) -> None:
        seat = self.seats[event.actor]
        seat.riichi_paid = True
        seat.score -= self.rules.riichi_bet
        self.riichi_sticks += 1

    def _call(self, event: ev.DiscardCall) -> None:
        actor, target = event.actor, event.target
        taken = self.seats[target].pond[-1]
        taken.called_by = actor
        if taken.sideways:
            self._sideways_owed[target] = True
        self._interrupt()
        self.turn = actor
        self.offer = None
        seat = self.seats[actor]
        tiles = (TILE_OF[event.pai], *(TILE_OF[name] for name in event.consumed))
        seat.melds.append(Meld(event.meld, tiles, target))
        seat.concealed -= len(event.consumed)
        if event.is_kan:
            self.kans.append((actor, event.meld))
        self.phase = Phase.KAN if event.is_kan else Phase.TURN

    def _ankan(self, event: ev.Ankan) -> None:
        seat = self.seats[event.actor]
        tiles = tuple(TILE_OF[name] for name in event.consumed)
        seat.melds.append(Meld(MeldKind.CLOSED_KAN, tiles))
        seat.concealed -= 4
        self._kan_declared(event.actor, MeldKind.CLOSED_KAN, tiles[0])

    def _kakan(self, event: ev.Kakan) -> None:
        seat = self.seats[event.actor]
        tile = TILE_OF[event.pai]
        place, pon = added_to(seat.melds, tile)
        seat.melds[place] = Meld(MeldKind.ADDED_KAN, (*pon.tiles, tile), pon.source)
        seat.concealed -= 1
        self.added.append((event.actor, tile, len(self.discards)))
        self._kan_declared(event.actor, MeldKind.ADDED_KAN, tile)

    def _kan_declared(self, actor: int, kind: MeldKind, tile: Tile) -> None:
        self.kans.append((actor, kind))
        self.turn = actor
        self.offer = tile
        self.rinshan = False
        self.phase = Phase.ROB

    def _interrupt(self) -> None:
        self.uninterrupted = False
        for seat in self.seats:
            seat.ippatsu = False

    def _hora(self, event: ev.Hora) -> None:
        if self.robbing:
            self._robbed()
            self._robbing = False
        self._pay(event.deltas)
        self.riichi_sticks = 0
        self._over()

    def _robbed(self) -> None:
        """The tile of an added kan goes to the winner: what is left is the pon."""
        if self.kans[-1][1] is MeldKind.ADDED_KAN:
            assert self.offer is not None
            without_added(self.seats[self.turn].melds, self.offer)
            self.robbed = self.offer

    def _foul(self, event: ev.Foul) -> None:
        if event.penalty == Penalty.CHOMBO:
            self.offenders.append(event.actor)
            return
        self.seats[event.actor].dead |= event.penalty == Penalty.DEAD_HAND
        # a dead hand and a false declaration are noten, whatever was said (EMA 3.4.7)
        if event.actor in self.declared:
            self.declared[event.actor] = False

    def _win_called(self, event: ev.WinCalled) -> None:
        self._robbing = self.robbing
        self.called[event.actor] = event
        self.phase = Phase.COUNT

    def _exhausted(self) -> None:
        self.phase = Phase.DECLARE
        self.turn = self.dealer
        self.offer = None

    def _declares(self, event: ev.Tenpai | ev.Noten) -> None:
        self.declared[event.actor] = isinstance(event, ev.Tenpai)
        self.turn = (event.actor + 1) % PLAYERS

    def _ryukyoku(self, event: ev.Ryukyoku) -> None:
        self._pay(event.deltas)
        if self.offenders and event.reason in (None, "chombo"):
            self.riichi_sticks -= sum(seat.riichi_paid for seat in self.seats)
        self._over()

    def _over(self) -> None:
        self.phase = Phase.OVER
        self.offer = None

    def _pay(self, deltas: list[int] | None) -> None:
        for seat, delta in zip(self.seats, deltas or (), strict=False):
            seat.score += delta


def hand_number(round_wind: Kind, kyoku: int) -> int:
    """Which hand of a game has that round wind and number within the round (1–4): 0 is East 1, 4 South 1."""
    return (round_wind - EAST) * PLAYERS + kyoku - 1


def added_to(melds: list[Meld], tile: Tile) -> tuple[int, Meld]:
    """The pon that a tile can be added to, with its place; raises ValueError when there is none."""
    for place, meld in enumerate(melds):
        if meld.kind is MeldKind.PON and meld.first == KIND_OF[tile]:
            return place, meld
    raise ValueError("no pon of that kind")


def without_added(melds: list[Meld], tile: Tile) -> None:
    """Make the added kan of that tile a pon again."""
    for place, meld in enumerate(melds):
        if meld.kind is MeldKind.ADDED_KAN and meld.first == KIND_OF[tile]:
            melds[place] = Meld(MeldKind.PON, meld.tiles[:3], meld.source)
