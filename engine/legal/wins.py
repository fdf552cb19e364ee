"""May this seat win now: tsumo and ron."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Refusal, Why
from engine.hand import Hand, MeldKind
from engine.table import Table
from engine.tenpai import waits_on_orphans
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView

if TYPE_CHECKING:
    from engine.score import Score, Win


def winning_hand(view: SeatView, tile: Tile, *, tsumo: bool, ura: tuple[Tile, ...] = ()) -> Win:
    """The win of this seat on that tile at the present table; the tile is in the hand already on a tsumo."""
    return win_at(view.table, view.seat, view.hand, tile, tsumo=tsumo, ura=ura)


def win_at(
    table: Table, seat: int, hand: Hand, tile: Tile, *, tsumo: bool, ura: tuple[Tile, ...] = ()
) -> Win:
    """The win of a seat with that hand, in which the tile is already on a tsumo."""
    from engine.score import Win  # here: a game begins without it

    me = table.seats[seat]
    return Win(
        tiles=tuple(hand.tiles) if tsumo else (*hand.tiles, tile),
        melds=tuple(hand.melds),
        winning_tile=tile,
        tsumo=tsumo,
        seat_wind=table.seat_wind(seat),
        round_wind=table.round_wind,
        riichi=me.riichi,
        ippatsu=me.ippatsu,
        last_tile=table.live == 0 and not table.robbing,
        rinshan=tsumo and table.rinshan,
        chankan=table.robbing,
        first_turn=table.uninterrupted and not me.pond,
        dora_indicators=tuple(table.indicators),
        ura_indicators=ura,
        honba=table.honba,
        rules=table.rules,
    )


def refuse_tsumo(view: SeatView) -> Refusal | None:
    """Why this seat cannot win on its own draw."""
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if view.drawn is None:
        return Refusal(Why.NO_DRAW)
    if KIND_OF[view.drawn] not in view.waits:
        return _incomplete(view)
    if view.own.spoilt is not None:
        return view.own.spoilt
    return _refuse_value(winning_hand(view, view.drawn, tsumo=True))


def refuse_ron(view: SeatView) -> Refusal | None:
    """Why this seat cannot win on the tile that is offered."""
    table = view.table
    if table.offer is None or table.turn == view.seat or table.called:
        return Refusal(Why.NO_CLAIM)
    if table.offenders and (view.seat in table.offenders or not view.rules.win_voids_chombo):
        return Refusal(Why.NO_CLAIM)
    if KIND_OF[table.offer] not in view.waits:
        return _incomplete(view)
    if view.own.spoilt is not None:
        return view.own.spoilt
    if table.offered_kan is MeldKind.CLOSED_KAN:
        if not waits_on_orphans(view.hand):
            return Refusal(Why.NO_CLAIM)
        if not table.rules.orphans_rob_closed_kan:
            return Refusal(Why.NOT_IN_RULES)
    if causes := view.furiten:
        return Refusal(Why.FURITEN, causes=causes, tiles=view.waits)
    return _refuse_value(winning_hand(view, table.offer, tsumo=False))


def _incomplete(view: SeatView) -> Refusal:
    return Refusal(Why.DEAD_HAND) if view.me.dead else Refusal(Why.NOT_COMPLETE, tiles=view.waits)


def later_score(
    view: SeatView, hand: Hand, wait: Kind, *, tsumo: bool = False, riichi: bool = False
) -> Score | Refusal:
    """The score of ``later_win``, or why it would be no win; furiten is another question."""
    return _scored(later_win(view, hand, wait, tsumo=tsumo, riichi=riichi))


def later_win(view: SeatView, hand: Hand, wait: Kind, *, tsumo: bool = False, riichi: bool = False) -> Win:
    """A win on that kind at some later time, at the present table, with a hand of 13 tiles.

    ``riichi`` is one still to be declared. Luck such as ippatsu, ura dora or the last tile is left out.
    """
    from engine.score import Win

    return Win(
        tiles=(*hand.tiles, wait),
        melds=tuple(hand.melds),
        winning_tile=wait,
        tsumo=tsumo,
        seat_wind=view.seat_wind,
        round_wind=view.table.round_wind,
        riichi=view.me.riichi or int(riichi),
        dora_indicators=tuple(view.table.indicators),
        honba=view.table.honba,
        rules=view.rules,
    )


def _refuse_value(win: Win) -> Refusal | None:
    result = _scored(win)
    return result if isinstance(result, Refusal) else None


def _scored(win: Win) -> Score | Refusal:
    from engine.score.evaluate import score  # here: a game begins without it
    from engine.score.win import NoWin

    result = score(win)
    if not isinstance(result, NoWin):
        return result
    if result.reason == "two-han minimum":
        return Refusal(Why.TWO_HAN_MINIMUM, number=win.rules.two_han_minimum_from)
    return Refusal(Why.NO_YAKU)
