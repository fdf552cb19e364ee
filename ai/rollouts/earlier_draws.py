"""How hands came to be: draws and deals of hidden hands, found backwards from what is held now.

A tile discarded as it was drawn is known. A tile discarded out of the hand leaves open which one was drawn
and kept: any of those held at the time, chosen at random, but rather one that leaves a closed hand short of
tenpai before the draw, because its player would have declared riichi.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engine import events as ev
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.tiles import MJAI, TILE_OF, Tile


@dataclass(slots=True)
class _Player:
    """A hidden hand on the way back to its deal."""

    hand: Hand
    melds: int = 0
    opened: int = 0
    riichi: bool = False
    """Whether riichi had been declared before the event that is taken back next."""
    used: ev.OfferEvent | None = None
    """What followed the draw that is taken back next."""


def with_draws(events: Sequence[ev.Event], hands: Mapping[int, Sequence[Tile]], dice: Dice) -> list[ev.Event]:
    """The events of a hand with every tile shown, so that these seats hold these tiles at the end."""
    players = {seat: _Player(Hand(tiles)) for seat, tiles in hands.items()}
    for event in events:
        _count(event, players)
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


def _count(event: ev.Event, players: Mapping[int, _Player]) -> None:
    """Melds and riichi at the end of the events."""
    match event:
        case ev.Chi(actor=seat) | ev.Pon(actor=seat) | ev.Daiminkan(actor=seat) if seat in players:
            players[seat].melds += 1
            players[seat].opened += 1
        case ev.Ankan(actor=seat) if seat in players:
            players[seat].melds += 1
        case ev.Reach(actor=seat) if seat in players:
            players[seat].riichi = True


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
    rest = player.hand.copy()
    rest.remove(tile)
    return shape.shanten_of(rest.keys, player.melds) == 0


def _dealt(start: ev.StartKyoku, players: Mapping[int, _Player]) -> ev.StartKyoku:
    hands = list(start.tehais)
    for seat, player in players.items():
        hands[seat] = [MJAI[tile] for tile in player.hand.sorted()]
    return replace(start, tehais=hands)
