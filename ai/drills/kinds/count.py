"""Questions "count the hand": a hand is won; its yaku, its fu item by item, its points, and who pays what.

The positions end with the winning tile, as the winner sees it, before the win is declared. Each part offers
what is right among slips that players make: yaku that the hand nearly has, other fu for a group, the points
of the next han or fu, East's share, kiriage, honba and riichi sticks forgotten. Fu are asked where somebody
has to add them up. Hands of one yaku, yakuman, and hands that two readings count differently but pay alike
are not asked.

The difficulty counts what is to be added up: yaku and fu items, more for kans, for a pair or a group whose fu
depend on the ruleset or on the way of winning, and for hands at the edge of a limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from ai.drills.drill import Drill, Exchange
from ai.drills.question import Ask, Asked, Draft, DrillKind, DrillTheme, Facts, Part, QuestionOf, word_options
from ai.drills.win_options import (
    GROUPS,
    PAIRS,
    Counters,
    Extent,
    FuOption,
    Slip,
    fu_options,
    is_counted_by_items,
    paid_with,
    payment_id,
    wrong_fu_options,
    wrong_payments,
    wrong_points,
    wrong_yaku,
)
from ai.seat_position import SeatPosition
from engine.hand import MeldKind
from engine.legal import refuse_ron, refuse_tsumo, winning_hand
from engine.outcome import WinResult
from engine.results import pots, win_result
from engine.rules import Ruleset
from engine.score import Payment, Score, Win, payment, score, ways_to_count
from engine.score.points import MANGAN_HAN, ROUNDED_UP_TO_MANGAN
from engine.shape import Form
from engine.tiles import NAMES, Tile, parse_tile
from engine.view import SeatView
from engine.wall import Dice

_T = TypeVar("_T")

YAKU, FU, POINTS, PAYMENTS = "yaku", "fu", "points", "payments"
"""The parts."""
LEAST_YAKU = 2
"""Yaku and dora together that a hand has at least."""
OFFERED_YAKU, OFFERED_FU, OFFERED_POINTS, OFFERED_PAYMENTS = 6, 6, 5, 4
"""Options of a part; more if more are right."""
LEAST_WRONG = 3
"""Wrong options of a part that has several right ones, if there is room."""
MOST_OFFERED, MOST_RIGHT = 8, 6
"""Options that a small screen shows, and right ones among them."""
TO_KAN, TO_OPEN, TO_PAIR, TO_LIMIT, TO_FIFTY, TO_WAIT = 5, 2, 2, 4, 3, 1
"""The effort for a kan, an open triplet, a pair with fu, the edge of a limit, many fu, a wait."""
MANY_FU = 50
COMMON: frozenset[int] = frozenset({640, 960, 1_280, 1_600, 2_000})
"""Basic points that are right most often all the same …"""
TO_COMMON = 3
"""… and are offered so many times as often where they are wrong."""


Offered = Mapping[str, Sequence[str]]
"""The option ids of each part."""


class CountAsked(Asked, frozen=True):
    """The ura indicators, and the options of each part."""

    ura: tuple[str, ...]
    offered: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, ura: Iterable[str], offered: Offered) -> CountAsked:
        return cls(tuple(ura), {part: tuple(ids) for part, ids in offered.items()})

    @property
    def hidden(self) -> tuple[Tile, ...]:
        return tuple(map(parse_tile, self.ura))

    def exchanged(self, exchange: Exchange) -> CountAsked:
        """A copy with the tiles of an exchange."""
        ura = (NAMES[exchange.indicator(tile)] for tile in self.hidden)
        return CountAsked.of(ura, {part: [*map(exchange.id, ids)] for part, ids in self.offered.items()})


@dataclass(frozen=True, slots=True)
class CountAsk(Ask):
    """Asks what the win is worth: by tsumo, or on the tile that ``target`` discarded, or added to its pon."""

    tile: Tile
    target: int
    kan: bool
    ura: tuple[Tile, ...]
    """The ura indicators; empty without riichi."""


@dataclass(frozen=True, slots=True)
class CountFacts(Facts):
    """The win as the engine counts it, and its fu item by item (empty where they are not asked)."""

    win: WinResult
    fu: tuple[FuOption, ...]


CountQuestion = QuestionOf[CountAsk, CountFacts]


# -- the question --------------------------------------------------------------------------------------


def ask(moment: SeatPosition, ura: tuple[Tile, ...], offered: Offered) -> Draft | None:
    """The question about a win with these ura indicators and options; None if it is not worth asking.

    None also if it is no win, or if what is right is not offered.
    """
    view = moment.view()
    if (known := _known(view, ura)) is None:
        return None
    win, counted, right = known
    if offered.keys() != right.keys() or any(not right[part] <= set(offered[part]) for part in right):
        return None
    fu = fu_options(counted, win.score) if FU in right else ()
    # the rarest first
    value, names = win.score, {item.name for item in win.score.fu_items}
    ideas = {
        DrillTheme.KAN_FU: any(meld.kind is not MeldKind.CHI and meld.is_kan for meld in win.hand.melds),
        DrillTheme.LIMIT_BORDER: _is_at_limit(value),
        DrillTheme.PAIR_FU: bool(names & PAIRS.keys()),
        DrillTheme.TRIPLET_FU: any(name.endswith("triplet") for name in names),
        DrillTheme.SEVEN_PAIRS: value.reading.form is Form.SEVEN_PAIRS,
        DrillTheme.ROBBED_KAN: view.table.robbing,
        DrillTheme.LIMIT_HAND: value.han is not None and value.han >= MANGAN_HAN,
    }
    return Draft(
        position=moment,
        ask=CountAsk(win.tile, win.target, view.table.robbing, ura),
        parts=tuple(Part(part, word_options(offered[part]), several=part in (YAKU, FU)) for part in right),
        answer=tuple(right.values()),
        facts=CountFacts(win, fu),
        difficulty=difficulty(win),
        stored=CountAsked.of((NAMES[tile] for tile in ura), offered),
        themes=tuple(idea for idea, holds in ideas.items() if holds) or (DrillTheme.PLAIN_FU,),
    )


_Known = tuple[WinResult, Win, dict[str, frozenset[str]]]
"""A win, as the engine counts it and laid down, and the right options of each part."""


def _known(view: SeatView, ura: tuple[Tile, ...]) -> _Known | None:
    """The win that the seat can declare; None if there is none that is worth asking about."""
    if (win := win_of(view, ura)) is None:
        return None
    counted = _laid_down(view, ura)
    value, dealer = win.score, win.winner == view.table.dealer
    paid = payment(value.base, dealer, win.tsumo)
    right = {YAKU: frozenset(item.name for item in value.yaku)}
    if is_counted_by_items(value):
        right[FU] = frozenset(option.id for option in fu_options(counted, value))
    right[POINTS] = frozenset({payment_id(paid)})
    right[PAYMENTS] = frozenset({paid_with(paid, Counters(win.honba, win.riichi_sticks), view.rules)})
    return None if any(len(ids) > MOST_RIGHT for ids in right.values()) else (win, counted, right)


def winning_tile(view: SeatView) -> Tile:
    """The tile that was drawn, or that is on offer."""
    tile = view.drawn if view.my_turn else view.table.offer
    assert tile is not None
    return tile


def _laid_down(view: SeatView, ura: tuple[Tile, ...]) -> Win:
    return winning_hand(view, winning_tile(view), tsumo=view.my_turn, ura=ura)


def win_of(view: SeatView, ura: tuple[Tile, ...], indicator: Tile | None = None) -> WinResult | None:
    """The win that the seat can declare; None if there is none, or none to be counted here.

    ``indicator`` is taken for the first indicator.
    """
    table, tsumo = view.table, view.my_turn
    if (refuse_tsumo(view) if tsumo else refuse_ron(view)) is not None:
        return None
    counted = _laid_down(view, ura)
    if indicator is not None:
        counted = counted._replace(dora_indicators=(indicator, *counted.dora_indicators[1:]))
    value = score(counted)
    if not isinstance(value, Score) or value.han is None or value.fu is None:
        return None
    if len(value.yaku) < LEAST_YAKU or not _is_clear(counted, value):
        return None
    target = view.seat if tsumo else table.turn
    (pot,) = pots(table, (view.seat,))
    return win_result(table, view.seat, target, counted, view.hand, pot)


def _is_clear(counted: Win, value: Score) -> bool:
    """Whether every way to count the hand that pays as much has the same yaku and fu."""
    best = [way for way in ways_to_count(counted) if way.base == value.base]
    return len({(way.yaku, tuple(sorted(way.fu_items)), way.reading) for way in best}) == 1


# -- the options ---------------------------------------------------------------------------------------


def offered_of(moment: SeatPosition, ura: tuple[Tile, ...], dice: Dice) -> Offered | None:
    """The options of each part: the right ones among wrong ones that are drawn, in a usual order.

    None if there is no win that is worth asking about.
    """
    view = moment.view()
    if (known := _known(view, ura)) is None:
        return None
    win, counted, right = known
    found: dict[str, list[str]] = {}
    yaku = _drawn(wrong_yaku(counted, win.score), _wrong_number(right[YAKU], OFFERED_YAKU), dice)
    found[YAKU] = _in_order([*right[YAKU], *yaku], _YAKU_ORDER)
    if FU in right:
        items = {option.id: 1 for option in wrong_fu_options(counted, win.score)}
        fu = _drawn(items, _wrong_number(right[FU], OFFERED_FU), dice)
        found[FU] = sorted([*right[FU], *fu], key=_fu_place)
    dealer, rules = win.winner == view.table.dealer, view.rules
    paid = payment(win.score.base, dealer, win.tsumo)
    wrong = drawn_points(Extent.of(win.score), paid, rules, dice, dealer=dealer, tsumo=win.tsumo)
    found[POINTS] = sorted([payment_id(paid), *map(payment_id, wrong)], key=_amounts)
    own = view.me.riichi_paid and win.riichi_sticks > 0
    # slips from the right payments, or from those of one more or less on the table
    honba, sticks = win.honba, win.riichi_sticks
    beside = [(honba, sticks), (honba + 1, sticks), (honba - 1, sticks), (honba, sticks + 1)]
    beside = [each for each in (*beside, (honba, sticks - 1)) if min(each) >= 0]
    middle = Counters(*beside[dice.below(len(beside))])
    slips = dict.fromkeys(wrong_payments(paid, wrong[0], middle, rules, own_stick=own), 1)
    good = next(iter(right[PAYMENTS]))
    slips.pop(good, None)
    found[PAYMENTS] = sorted([good, *_drawn(slips, OFFERED_PAYMENTS - 1, dice)], key=_amounts)
    return found


def drawn_points(
    extent: Extent, paid: Payment, rules: Ruleset, dice: Dice, *, dealer: bool, tsumo: bool
) -> list[Payment]:
    """Wrong points, as slips from the right ones or, mostly, from wrong ones that a slip leads to.

    If all were slips from the right points, those in the middle would be right.
    """

    def slips(of: Extent) -> dict[str, Slip]:
        near = sorted(wrong_points(of, rules, dealer=dealer, tsumo=tsumo), key=lambda slip: slip.near)
        return {payment_id(slip.paid): slip for slip in near}

    around = slips(extent)
    if dice.below(OFFERED_POINTS):
        others = {
            id: slip.near for id, slip in around.items() if slip.extent != extent and id != payment_id(paid)
        }
        (middle,) = _drawn(others, 1, dice)
        around = {**slips(around[middle].extent), middle: around[middle]}
    around.pop(payment_id(paid), None)
    often = {id: slip.near * (TO_COMMON if slip.extent.base in COMMON else 1) for id, slip in around.items()}
    drawn = _drawn(often, OFFERED_POINTS - 1, dice)
    return [around[id].paid for id in drawn]


def _wrong_number(right: frozenset[str], offered: int) -> int:
    return min(max(LEAST_WRONG, offered - len(right)), MOST_OFFERED - len(right))


def _drawn(weights: Mapping[_T, int], number: int, dice: Dice) -> list[_T]:
    """So many of these at most, each drawn by its weight."""
    left = dict(weights)
    found: list[_T] = []
    while left and len(found) < number:
        place = dice.below(sum(left.values()))
        bounds = zip(left, accumulate(left.values()), strict=True)
        found.append(next(thing for thing, bound in bounds if place < bound))
        del left[found[-1]]
    return found


_YAKU_ORDER: tuple[str, ...] = (
    *("riichi", "double-riichi", "ippatsu", "menzen-tsumo", "pinfu", "tanyao", "iipeikou", "ryanpeikou"),
    *("seat-wind", "round-wind", "haku", "hatsu", "chun", "sanshoku-doujun", "ittsu", "chiitoitsu"),
    *("toitoi", "sanankou", "sanshoku-doukou", "sankantsu", "chanta", "junchan", "honroutou"),
    *("shousangen", "honitsu", "chinitsu", "rinshan", "chankan", "haitei", "houtei"),
    *("dora", "aka-dora", "ura-dora"),
)
"""As players name them."""


def _in_order(names: Iterable[str], order: Sequence[str]) -> list[str]:
    return sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name))


def _fu_place(id: str) -> tuple[int, str, str]:
    """First what every hand has and the way of winning, then groups, the pair and the wait."""
    name, _, tile = id.partition(":")
    places = ("base", "closed-ron", "tsumo", "open-pinfu")
    if name in places:
        return places.index(name), "", ""
    return (
        (4, tile[::-1], name) if name in GROUPS else (5, tile[::-1], name) if name in PAIRS else (6, "", name)
    )


def _amounts(id: str) -> tuple[int, ...]:
    """The numbers of an id, to order options by."""
    return tuple(int(word) for word in id.replace("/", "-").split("-") if word.isdigit())


# -- how hard it is ------------------------------------------------------------------------------------


def difficulty(win: WinResult) -> int:
    """The difficulty, as the module describes it."""
    value, names = win.score, [item.name for item in win.score.fu_items]
    assert value.han is not None
    assert value.fu is not None
    effort = len(value.yaku) + len(names)
    effort += TO_KAN * sum(meld.is_kan for meld in win.hand.melds)
    if not is_counted_by_items(value):
        return effort
    effort += TO_OPEN * sum(name in GROUPS for name in names)
    effort += TO_PAIR * sum(name in PAIRS for name in names)
    effort += TO_WAIT * sum(name in ("kanchan", "penchan", "tanki") for name in names)
    effort += TO_FIFTY * (value.fu >= MANY_FU)
    effort += TO_LIMIT * _is_at_limit(value)
    return effort


def _is_at_limit(value: Score) -> bool:
    """Whether kiriage decides, or fu make a mangan of fewer than five han."""
    assert value.han is not None
    by_fu = value.limit is not None and value.han < MANGAN_HAN
    return by_fu or (value.han, value.fu) in ROUNDED_UP_TO_MANGAN


def _of_own_win(moment: SeatPosition, only: str) -> CountAsked | None:
    """The win of an own game to ask about, which is stored with its ura indicators."""
    ura = tuple(only.split())
    offered = offered_of(moment, tuple(map(parse_tile, ura)), Dice(0))
    return None if offered is None else CountAsked.of(ura, offered)


DRILL = Drill(
    kind=DrillKind.COUNT,
    bands=((0, 7), (8, 10), (11, 13), (14, 17), (18, 99)),
    asked=CountAsked,
    ask=lambda moment, asked: ask(moment, asked.hidden, asked.offered),
    exchange=CountAsked.exchanged,
    mistake=_of_own_win,
)
