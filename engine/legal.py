"""Legality: for each action, a function of what a seat sees that says why it is impossible, or None.

Each ``refuse_…`` is the rule itself. The options of a seat are the actions that nothing refuses, and the
reason a screen shows for the others is the refusal; the round checks every step against the same functions.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine import shape
from engine.actions import Action, ActionKind, Refusal, Why
from engine.hand import Hand, Meld, MeldKind, forbidden_after
from engine.table import Phase, Table, added_to
from engine.tenpai import refuse_kan_after_riichi, tenpai_waits, waits_on_orphans
from engine.tiles import COPIES, EAST, KIND_OF, KINDS, NORTH, ORPHANS, Kind, Tile
from engine.view import SeatView
from engine.wall import MAX_KANS, PLAYERS

if TYPE_CHECKING:
    from engine.score import Score, Win

_FROM_HAND = tuple(Action(ActionKind.DISCARD, tile) for tile in range(len(KIND_OF)))
"""The discard of each tile out of the hand, made once: every turn of every seat offers a dozen of them."""
_AS_DRAWN = tuple(action._replace(tsumogiri=True) for action in _FROM_HAND)
"""The discard of each tile just drawn."""


def refuse_discard(view: SeatView, tile: Tile, *, tsumogiri: bool | None = None) -> Refusal | None:
    """Why this seat cannot discard that tile.

    ``tsumogiri`` distinguishes the tile just drawn from an equal one in the hand; None accepts both.
    """
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    drawn = view.drawn
    if tsumogiri and tile != drawn:
        return Refusal(Why.NOT_THE_DRAWN_TILE)
    in_hand = view.hand.tiles.count(tile)
    if not in_hand or (tsumogiri is False and tile == drawn and in_hand == 1):
        return Refusal(Why.NOT_IN_HAND)
    if view.me.riichi and (tile != drawn or tsumogiri is False):
        return Refusal(Why.LOCKED_BY_RIICHI)
    if KIND_OF[tile] in view.own.forbidden:
        return Refusal(Why.KUIKAE, tiles=tuple(sorted(view.own.forbidden)))
    return None


def legal_discards(view: SeatView) -> list[Action]:
    """Every discard that is possible, one for each different tile; the tile just drawn counts apart."""
    own = view.own
    drawn, tiles, forbidden = own.drawn, own.hand.tiles, own.forbidden
    if view.me.riichi:
        return [_AS_DRAWN[drawn]] if drawn is not None else []
    rest = set(tiles)
    if drawn is not None and tiles.count(drawn) == 1:
        rest.discard(drawn)
    actions = [_FROM_HAND[tile] for tile in sorted(rest) if KIND_OF[tile] not in forbidden]
    if drawn is not None:
        actions.append(_AS_DRAWN[drawn])
    return actions


def refuse_riichi(view: SeatView, tile: Tile | None = None) -> Refusal | None:
    """Why this seat cannot declare riichi now, or not with that discard."""
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if refusal := refuse_riichi_with(view, view.hand, view.table.live):
        return refusal
    if tile is None:
        return None if riichi_discards(view) else Refusal(Why.NOT_TENPAI)
    return refuse_discard(view, tile) or (None if tenpai_after(view, tile) else Refusal(Why.NOT_TENPAI))


def refuse_riichi_with(view: SeatView, hand: Hand, live: int) -> Refusal | None:
    """Why this seat cannot declare riichi with that hand, were it tenpai, and so many tiles in the wall."""
    me, rules = view.me, view.rules
    if me.dead:
        return Refusal(Why.DEAD_HAND)
    if me.riichi:
        return Refusal(Why.ALREADY_RIICHI)
    if not hand.is_closed:
        return Refusal(Why.HAND_OPEN)
    if rules.riichi_minimum_points is not None and me.score < rules.riichi_minimum_points:
        return Refusal(Why.TOO_FEW_POINTS, number=rules.riichi_minimum_points)
    if live < rules.riichi_minimum_live:
        return Refusal(Why.WALL_TOO_SHORT, number=rules.riichi_minimum_live)
    return None


def tenpai_after(view: SeatView, tile: Tile) -> bool:
    """Whether discarding the tile leaves the hand tenpai under the ruleset."""
    return bool(tenpai_waits(view.hand.without(tile), view.rules))


def riichi_discards(view: SeatView) -> list[Action]:
    """Riichi with each discard that leaves the hand tenpai; the other conditions are not looked at."""
    hand = view.hand
    if shape.shanten_of(hand.keys, len(hand.melds)) > 0:
        return []
    keeps: dict[int, bool] = {}
    actions = []
    for discard in legal_discards(view):
        tile = discard.tile
        assert tile is not None
        kind = KIND_OF[tile]
        if kind not in keeps:
            keeps[kind] = tenpai_after(view, tile)
        if keeps[kind]:
            actions.append(Action(ActionKind.RIICHI, tile, tsumogiri=discard.tsumogiri))
    return actions


def refuse_any_kan(view: SeatView) -> Refusal | None:
    """Why no kan can be declared now: four were made, or no replacement tile is left."""
    if len(view.table.kans) == MAX_KANS:
        return Refusal(Why.FOUR_KANS)
    if view.table.live == 0:
        return Refusal(Why.LAST_TILE)
    return None


def _refuse_own_kan(view: SeatView) -> Refusal | None:
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if view.drawn is None:
        return Refusal(Why.NO_DRAW)
    return Refusal(Why.DEAD_HAND) if view.me.dead else refuse_any_kan(view)


def refuse_closed_kan(view: SeatView, kind: Kind | None = None) -> Refusal | None:
    """Why this seat cannot declare a closed kan (of that kind)."""
    if refusal := _refuse_own_kan(view):
        return refusal
    counts = view.hand.counts
    candidates = [each for each in range(KINDS) if counts[each] == COPIES and kind in (None, each)]
    if not candidates:
        return Refusal(Why.NO_TILES_FOR_IT)
    refusals = [_refuse_after_riichi(view, each) if view.me.riichi else None for each in candidates]
    return None if None in refusals else refusals[0]


def _refuse_after_riichi(view: SeatView, kind: Kind) -> Refusal | None:
    return refuse_kan_after_riichi(view.hand, view.drawn, view.waits, kind, view.rules)


def refuse_added_kan(view: SeatView, tile: Tile | None = None) -> Refusal | None:
    """Why this seat cannot add a tile (that tile) to a pon."""
    if refusal := _refuse_own_kan(view):
        return refusal
    if not any(tile in (None, each) for each in _addable(view)):
        return Refusal(Why.NO_TILES_FOR_IT)
    return None


def _addable(view: SeatView) -> list[Tile]:
    """Own tiles of which there is a pon."""
    pons = {meld.first for meld in view.hand.melds if meld.kind is MeldKind.PON}
    return [tile for tile in view.hand.tiles if KIND_OF[tile] in pons] if pons else []


def kans(view: SeatView) -> list[Action]:
    """Every closed and added kan that is possible on the own turn."""
    if _refuse_own_kan(view) is not None:
        return []
    actions = []
    counts = view.hand.counts
    if COPIES in counts:
        for kind in range(KINDS):
            if counts[kind] == COPIES and not (view.me.riichi and _refuse_after_riichi(view, kind)):
                own = tuple(sorted(tile for tile in view.hand.tiles if KIND_OF[tile] == kind))
                actions.append(Action(ActionKind.CLOSED_KAN, own[0], own))
    if view.hand.melds:
        for tile in sorted(set(_addable(view))):
            _, pon = added_to(view.hand.melds, tile)
            actions.append(Action(ActionKind.ADDED_KAN, tile, pon.tiles))
    return actions


NINE = 9
"""Different terminals and honours that a hand needs to call for a new deal (kyuushu kyuuhai)."""


def refuse_nine_terminals(view: SeatView) -> Refusal | None:
    """Why this seat cannot abort the hand for nine different terminals and honours in its first turn."""
    if not view.rules.nine_terminals:
        return Refusal(Why.NOT_IN_RULES)
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if view.me.dead:
        return Refusal(Why.DEAD_HAND)
    if not view.table.uninterrupted or view.me.pond:
        return Refusal(Why.NOT_FIRST_TURN)
    if sum(1 for kind in ORPHANS if view.hand.counts[kind]) < NINE:
        return Refusal(Why.NOT_NINE_KINDS, number=NINE)
    return None


def refuse_declaring(view: SeatView) -> Refusal | None:
    """Why this seat cannot declare tenpai or noten now. A dead hand is noten without a word."""
    if view.rules.errors == "prevented":
        return Refusal(Why.NOT_IN_RULES)
    if view.table.phase is not Phase.DECLARE:
        return Refusal(Why.WALL_NOT_EMPTY)
    if view.table.turn != view.seat or view.seat in view.table.declared:
        return Refusal(Why.NOT_YOUR_TURN)
    return Refusal(Why.DEAD_HAND) if view.me.dead else None


def four_winds(table: Table) -> bool:
    """Whether the first four discards, with no call between them, are one and the same wind."""
    if not table.rules.four_winds or not table.uninterrupted or len(table.discards) != PLAYERS:
        return False
    kinds = {KIND_OF[tile] for _, tile in table.discards}
    return len(kinds) == 1 and EAST <= min(kinds) <= NORTH


def four_riichi(table: Table) -> bool:
    """Whether all four players are in riichi, where that ends the hand; one whose hand is dead is not."""
    return table.rules.four_riichi and all(seat.riichi_paid and not seat.dead for seat in table.seats)


NEIGHBOURS = tuple(
    [
        tuple(
            [
                tuple([kind - kind % 9 + rank for rank in range(low, low + 3) if rank != kind % 9])
                for low in range(max(kind % 9 - 2, 0), min(kind % 9, 6) + 1)
                if kind < EAST
            ]
        )
        for kind in range(KINDS)
    ]
)
"""For each kind the pairs of kinds that make a sequence with it, the lowest first."""


def four_kans_draw(table: Table) -> bool:
    """Whether the hand is drawn unless the tile now discarded is won on: four kans by several players."""
    if len(table.kans) < MAX_KANS or not table.rules.four_kans:
        return False
    return len({owner for owner, _ in table.kans}) > 1


def refuse_any_call(view: SeatView) -> Refusal | None:
    """Why this seat can call nothing at all now."""
    table = view.table
    if table.phase is not Phase.CLAIM or table.turn == view.seat or table.offenders:
        return Refusal(Why.NO_CLAIM)
    me = view.me
    if me.dead:
        return Refusal(Why.DEAD_HAND)
    if me.riichi:
        return Refusal(Why.LOCKED_BY_RIICHI)
    if table.live == 0:
        return Refusal(Why.LAST_TILE)
    if four_kans_draw(table):
        return Refusal(Why.FOUR_KANS_DRAW)
    return None


def refuse_pon(view: SeatView) -> Refusal | None:
    """Why this seat cannot pon the discard."""
    return refuse_any_call(view) or _refuse_forms(view, MeldKind.PON, pon_forms(view))


def refuse_chi(view: SeatView) -> Refusal | None:
    """Why this seat cannot chi the discard."""
    refusal = refuse_any_call(view)
    if refusal is None and (view.table.turn + 1) % PLAYERS != view.seat:
        refusal = Refusal(Why.NOT_FROM_LEFT)
    return refusal or _refuse_forms(view, MeldKind.CHI, chi_forms(view))


def refuse_open_kan(view: SeatView) -> Refusal | None:
    """Why this seat cannot call an open kan of the discard."""
    refusal = refuse_any_call(view)
    if refusal is None:
        assert view.table.offer is not None
        if view.hand.counts[KIND_OF[view.table.offer]] < 3:
            refusal = Refusal(Why.NO_TILES_FOR_IT)
    return refusal or refuse_any_kan(view)


def _refuse_forms(view: SeatView, kind: MeldKind, forms: list[tuple[Tile, ...]]) -> Refusal | None:
    if not forms:
        return Refusal(Why.NO_TILES_FOR_IT)
    if not any(_leaves_discard(view, kind, form) for form in forms):
        return Refusal(Why.NO_LEGAL_DISCARD)
    return None


def pon_forms(view: SeatView) -> list[tuple[Tile, ...]]:
    """The pairs of own tiles that make a pon with the discard: plain or with a red five."""
    assert view.table.offer is not None
    return _choices(view, KIND_OF[view.table.offer], 2)


def _choices(view: SeatView, kind: Kind, size: int) -> list[tuple[Tile, ...]]:
    """Every different way to take that many own tiles of a kind, plain tiles first."""
    if view.hand.counts[kind] < size:
        return []
    own = sorted(tile for tile in view.hand.tiles if KIND_OF[tile] == kind)
    return list(dict.fromkeys(combinations(own, size)))


def chi_forms(view: SeatView) -> list[tuple[Tile, ...]]:
    """The pairs of own tiles that make a sequence with the discard."""
    assert view.table.offer is not None
    counts = view.hand.counts
    forms: list[tuple[Tile, ...]] = []
    for first, second in NEIGHBOURS[KIND_OF[view.table.offer]]:
        if counts[first] and counts[second]:
            forms += [
                (one, other) for (one,) in _choices(view, first, 1) for (other,) in _choices(view, second, 1)
            ]
    return forms


def _leaves_discard(view: SeatView, kind: MeldKind, consumed: tuple[Tile, ...]) -> bool:
    """Whether something may be discarded after the call (kuikae can forbid all that is left)."""
    assert view.table.offer is not None
    forbidden = forbidden_after(Meld(kind, (view.table.offer, *consumed)), view.rules)
    counts = view.hand.counts
    left = sum(counts) - len(consumed)
    for banned in forbidden:
        left -= counts[banned] - sum(1 for tile in consumed if KIND_OF[tile] == banned)
    return left > 0


def calls(view: SeatView) -> list[Action]:
    """Every chi, pon and open kan that is possible, each with the own tiles that go into it."""
    table = view.table
    tile = table.offer
    held = 0 if tile is None else view.own.hand.counts[KIND_OF[tile]]
    from_left = (table.turn + 1) % PLAYERS == view.seat
    # a seat without a pair of it that does not sit next has nothing to be refused
    if (held < 2 and not from_left) or refuse_any_call(view) is not None:
        return []
    assert tile is not None
    actions = []
    if held == 3 and refuse_any_kan(view) is None:
        own = tuple(sorted(own for own in view.hand.tiles if KIND_OF[own] == KIND_OF[tile]))
        actions.append(Action(ActionKind.OPEN_KAN, tile, own))
    if held >= 2:
        actions += _calls(view, MeldKind.PON, ActionKind.PON, pon_forms(view))
    if from_left:
        actions += _calls(view, MeldKind.CHI, ActionKind.CHI, chi_forms(view))
    return actions


def _calls(view: SeatView, meld: MeldKind, kind: ActionKind, forms: list[tuple[Tile, ...]]) -> list[Action]:
    return [Action(kind, view.table.offer, form) for form in forms if _leaves_discard(view, meld, form)]


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
    view: SeatView,
    hand: Hand,
    wait: Kind,
    *,
    tsumo: bool = False,
    riichi: int = 0,
    last: bool = False,
    chankan: bool = False,
) -> Score | Refusal:
    """The score of ``later_win``, or why it would be no win; furiten is another question.

    ``last`` and ``chankan`` say that it can only be a win on the last tile, or on that of a kan.
    """
    win = later_win(view, hand, wait, tsumo=tsumo, riichi=riichi)
    return _scored(win._replace(last_tile=last, chankan=chankan))


def later_win(view: SeatView, hand: Hand, wait: Kind, *, tsumo: bool = False, riichi: int = 0) -> Win:
    """A win on that kind at some later time, at the present table, with a hand of 13 tiles.

    ``riichi`` is one still to be declared, 2 if it will be double. Luck such as ippatsu and ura dora is left
    out, and so is the yaku of the last tile: ``later_score`` has that where it is certain.
    """
    from engine.score import Win

    return Win(
        tiles=(*hand.tiles, wait),
        melds=tuple(hand.melds),
        winning_tile=wait,
        tsumo=tsumo,
        seat_wind=view.seat_wind,
        round_wind=view.table.round_wind,
        riichi=view.me.riichi or riichi,
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
