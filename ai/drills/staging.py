"""A course of play that leads one seat to a wanted hand, with ponds that look like a hand in progress."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine import events as ev
from engine.dice import Dice
from engine.hand import Hand
from engine.kuikae import forbidden_after
from engine.melds import Meld, MeldKind
from engine.rules import Ruleset
from engine.tiles import EAST, KIND_OF, KINDS, MJAI, UNKNOWN, Kind, Tile, all_tiles
from engine.wall import PLAYERS

_CALLS: dict[MeldKind, type[ev.Chi | ev.Pon | ev.Daiminkan]] = {
    MeldKind.CHI: ev.Chi,
    MeldKind.PON: ev.Pon,
    MeldKind.OPEN_KAN: ev.Daiminkan,
}


def stage(
    rules: Ruleset,
    dice: Dice,
    hand: Hand,
    turns: int,
    *,
    keep: Collection[Kind] = (),
    seen: Collection[Kind] = (),
) -> tuple[int, tuple[ev.Event, ...]]:
    """A seat and the events, as it hears them, after which it holds that hand of 13 tiles between turns.

    Melds may be chi, pon, open and closed kans, and are called in their order; where a meld names a
    ``source``, it counts steps from the seat. ``turns`` is the number of own discards, more when the melds
    need more. The seat never throws a kind to ``keep``; the others throw all
    that is left of the kinds to be ``seen`` first.
    """
    return _Stage(rules, dice, hand, keep, seen).play(turns)


class _Stage:
    """The tiles that are left, and the events so far."""

    def __init__(
        self, rules: Ruleset, dice: Dice, hand: Hand, keep: Collection[Kind], seen: Collection[Kind]
    ) -> None:
        self.rules, self.dice, self.hand = rules, dice, hand
        self.seat, self.dealer = dice.below(PLAYERS), dice.below(PLAYERS)
        left = all_tiles(rules.red_fives)
        for tile in hand.all_tiles():
            left.remove(tile)
        self.left = dice.shuffled(left)
        self.seen = [tile for tile in self.left if KIND_OF[tile] in seen]
        self.left = [tile for tile in self.left if KIND_OF[tile] not in seen]
        self.kept = {*keep, *(kind for kind in range(KINDS) if hand.counts[kind])}
        self.fillers = [self._filler(meld) for meld in hand.melds]
        self.events: list[ev.Event] = []

    def _filler(self, meld: Meld | None = None) -> Tile:
        """Take a tile that the seat may throw without telling anything about its hand."""
        barred = self.kept | (forbidden_after(meld, self.rules) if meld is not None else set())
        place = next(place for place, tile in enumerate(self.left) if KIND_OF[tile] not in barred)
        return self.left.pop(place)

    def play(self, turns: int) -> tuple[int, tuple[ev.Event, ...]]:
        self._deal()
        melds, own = list(zip(self.hand.melds, self.fillers, strict=True)), 0
        calls = self._calls_at(turns, len(melds))
        turn = self.dealer
        while own < turns or melds:
            calling = bool(melds) and (own >= turns or own in calls)
            if calling and self._may_call(melds[0][0], turn):
                meld, filler = melds.pop(0)
                calls.discard(own)
                self._meld(meld, filler, turn)
                own, turn = own + 1, self.seat
            elif turn == self.seat:
                tile = self._filler()
                self._draw_and_throw(turn, tile, tsumogiri=True)
                own += 1
            else:
                self._draw_and_throw(turn, self._other_tile(), tsumogiri=self.dice.below(2) == 0)
            turn = (turn + 1) % PLAYERS
        return self.seat, tuple(self.events)

    def _deal(self) -> None:
        """The hand that the events will turn into the wanted one."""
        dealt = list(self.hand.tiles)
        for meld, filler in zip(self.hand.melds, self.fillers, strict=True):
            dealt += meld.tiles[1:]
            if not meld.is_kan:
                dealt.append(filler)
        hands = [[UNKNOWN] * 13 for _ in range(PLAYERS)]
        hands[self.seat] = [MJAI[tile] for tile in self.dice.shuffled(dealt)]
        self.events.append(
            ev.StartKyoku(
                bakaze=MJAI[EAST + self.dice.below(2)],
                dora_marker=MJAI[self.left.pop()],
                kyoku=self.dealer + 1,
                honba=0,
                kyotaku=0,
                oya=self.dealer,
                scores=[self.rules.start_points] * PLAYERS,
                tehais=hands,
            )
        )

    def _calls_at(self, turns: int, number: int) -> set[int]:
        """After how many own discards each meld is due; what does not fit comes at the end."""
        return set(self.dice.shuffled(range(turns))[:number])

    def _may_call(self, meld: Meld, turn: int) -> bool:
        """Whether the seat on turn is the one that the meld's tile comes from."""
        if meld.kind is MeldKind.CLOSED_KAN:
            return turn == self.seat
        if meld.kind is MeldKind.CHI:
            return (turn + 1) % PLAYERS == self.seat
        return turn == (self.seat + (meld.source or PLAYERS - 1)) % PLAYERS

    def _meld(self, meld: Meld, filler: Tile, turn: int) -> None:
        called, *consumed = [MJAI[tile] for tile in meld.tiles]
        if meld.kind is MeldKind.CLOSED_KAN:
            self.events += [ev.Tsumo(self.seat, called), ev.Ankan(self.seat, [called, *consumed])]
        else:
            self._draw_and_throw(turn, meld.tiles[0], tsumogiri=False)
            self.events.append(_CALLS[meld.kind](self.seat, turn, called, consumed))
        if meld.is_kan:
            self._replacement(meld, filler)
        self.events.append(ev.Dahai(self.seat, MJAI[filler], meld.is_kan))

    def _replacement(self, meld: Meld, filler: Tile) -> None:
        """The replacement tile, and the new indicator before or after it."""
        closed = meld.kind is MeldKind.CLOSED_KAN
        timing = self.rules.closed_kan_dora if closed else self.rules.open_kan_dora
        drawn = ev.Tsumo(self.seat, MJAI[filler])
        if not self.rules.kan_dora:
            self.events.append(drawn)
            return
        turned = ev.Dora(MJAI[self.left.pop()])
        self.events += [turned, drawn] if timing == "before" else [drawn, turned]

    def _other_tile(self) -> Tile:
        return self.seen.pop() if self.seen else self.left.pop()

    def _draw_and_throw(self, turn: int, tile: Tile, *, tsumogiri: bool) -> None:
        name = MJAI[tile]
        drawn = name if turn == self.seat else UNKNOWN
        self.events += [ev.Tsumo(turn, drawn), ev.Dahai(turn, name, tsumogiri)]


def red_or_plain(rules: Ruleset, dice: Dice, kinds: Sequence[Kind]) -> list[Tile]:
    """Tiles of those kinds, a five red as often as the set has it so."""
    left: dict[Kind, list[Tile]] = {}
    for tile in dice.shuffled(all_tiles(rules.red_fives)):
        left.setdefault(KIND_OF[tile], []).append(tile)
    return [left[kind].pop() for kind in kinds]
