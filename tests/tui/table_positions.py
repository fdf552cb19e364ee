"""Positions of the table in a few words of notation, for pictures of it.

A position is a deal and a list of moves. A move is the seat and what it does::

    0: 9m          seat 0 draws and discards 9m (out of the hand, or as drawn when it is not there)
    0: 9m'         seat 0 discards 9m as it was drawn
    2: riichi 7s   seat 2 declares riichi with 7s
    1: pon 0p5p    seat 1 calls the tile just discarded, with these of its own (so chi, kan)
    0: ankan 5p5p5p0p   seat 0 declares a closed kan;  kakan 5p adds to a pon
    0: draws 9m    seat 0 draws and thinks
    dora 3p        an indicator is turned

Only the person's tiles matter: the others hold ``?`` and draw what they discard.
"""

from __future__ import annotations

from engine import events as ev
from engine.rules import Ruleset, ruleset
from engine.tiles import KIND_OF, MJAI, TILE_OF, parse_tiles
from engine.view import SeatView

TENHOU = ruleset("tenhou")
UNKNOWN_HAND = ["?"] * 13


def mjai(name: str) -> str:
    """A tile as events spell it."""
    return MJAI[TILE_OF[name]]


def names(text: str) -> list[str]:
    """Tiles such as ``0p5p`` as events spell them."""
    return [MJAI[tile] for tile in parse_tiles(text)]


class Position:
    """Builds the events of one hand as the person at ``seat`` sees them."""

    def __init__(
        self,
        hand: str,
        *,
        seat: int = 0,
        dealer: int = 0,
        wind: str = "E",
        kyoku: int = 1,
        counters: int = 0,
        bets: int = 0,
        scores: tuple[int, int, int, int] = (25_000, 25_000, 25_000, 25_000),
        indicator: str = "3p",
        rules: Ruleset = TENHOU,
    ) -> None:
        self.seat = seat
        hands = [UNKNOWN_HAND.copy() for _ in range(4)]
        hands[seat] = names(hand)
        start = ev.StartKyoku(wind, mjai(indicator), kyoku, counters, bets, dealer, list(scores), hands)
        self.view = SeatView.from_events(rules, seat, [start])
        self._declaring: int | None = None

    def play(self, moves: str) -> Position:
        """Play moves, one a line or separated by semicolons."""
        for move in moves.replace("\n", ";").split(";"):
            if move.strip():
                self._move(move.strip())
        return self

    def _move(self, move: str) -> None:
        if move.startswith("dora "):
            self._apply(ev.Dora(mjai(move.split()[1])))
            return
        actor_text, _, rest = move.partition(":")
        actor = int(actor_text)
        verb, *words = rest.split()
        if verb == "draws":
            self._apply(ev.Tsumo(actor, mjai(words[0])))
        elif verb == "riichi":
            self._draw_for(actor, words[0])
            self._apply(ev.Reach(actor))
            self._discard(actor, words[0])
            self._apply(ev.ReachAccepted(actor))
        elif verb in ("chi", "pon", "kan"):
            self._call(actor, verb, words)
        elif verb == "ankan":
            self._draw_for(actor, words[0][:2])
            self._apply(ev.Ankan(actor, names(words[0])))
        elif verb == "kakan":
            self._draw_for(actor, words[0])
            kind = KIND_OF[TILE_OF[words[0]]]
            pon = next(meld for meld in self.view.table.seats[actor].melds if meld.first == kind)
            self._apply(ev.Kakan(actor, mjai(words[0]), [MJAI[tile] for tile in pon.tiles]))
        else:
            self._draw_for(actor, verb.rstrip("'"))
            self._discard(actor, verb.rstrip("'"), as_drawn=verb.endswith("'"))

    def _call(self, actor: int, verb: str, words: list[str]) -> None:
        target, tile = self.view.table.discards[-1]
        call = {"chi": ev.Chi, "pon": ev.Pon, "kan": ev.Daiminkan}[verb]
        self._apply(call(actor, target, MJAI[tile], names(words[0])))

    def _draw_for(self, actor: int, tile: str) -> None:
        table = self.view.table
        if table.turn == actor and table.phase.value == "turn":
            return
        drawn = mjai(tile) if actor == self.seat else "?"
        self._apply(ev.Tsumo(actor, drawn))

    def _discard(self, actor: int, tile: str, *, as_drawn: bool = False) -> None:
        self._apply(ev.Dahai(actor, mjai(tile), as_drawn))

    def _apply(self, event: ev.Event) -> None:
        self.view.apply(event)
