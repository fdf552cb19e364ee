"""The worth of a win: the dearest of all its readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.rules import Ruleset
from engine.score import fu
from engine.score.arrangement import Arrangement, Facts
from engine.score.points import MANGAN, MANGAN_HAN, YAKUMAN, basic_points
from engine.score.result import FuItem, Limit, NoWin, Score, Why, YakuItem, YakumanItem
from engine.score.win import Win
from engine.score.yaku import (
    AKA_DORA,
    CHECKS,
    DORA,
    RENHOU,
    SITUATION_CHECKS,
    SITUATION_YAKUMAN,
    URA_DORA,
    YAKUMAN_CHECKS,
)
from engine.shape import Reading, readings
from engine.tiles import DORA_OF, EAST, KIND_OF, Tile

TWO_HAN = 2
"""What the two-han minimum asks for, dora not counted."""

NOT_COMPLETE, NO_YAKU, BELOW_MINIMUM = NoWin(Why.NOT_COMPLETE), NoWin(Why.NO_YAKU), NoWin(Why.TWO_HAN_MINIMUM)
_FIRST_RED = 34


class _Candidate(NamedTuple):
    """One reading's worth; compared in the order of the fields."""

    base: int
    yakuman: int
    han: int
    fu: int
    limit: Limit | None
    yaku: list[YakuItem]
    yakuman_names: list[str]
    fu_items: list[FuItem]
    reading: Reading


def score(win: Win) -> Score | NoWin:
    """What the win is worth, or why it is none.

    Of all readings, and all groups that the winning tile may have completed, the one with the most points
    counts, then the one with more han, then the one with more fu.
    """
    facts = Facts(win)
    found = readings(facts.keys, len(win.melds))
    if not found:
        return NOT_COMPLETE
    situation = _situation(win, facts.closed)
    least = _least_han(win)
    best: _Candidate | None = None
    refusal = NO_YAKU
    dora = _dora(win, facts.tiles)
    for arrangement in _arrangements(facts, found):
        names = _yakuman(arrangement)
        if names:
            candidate = _yakuman_candidate(arrangement, names)
        else:
            yaku = situation + _tile_yaku(arrangement)
            if not yaku:
                continue
            if least and sum(item.han for item in yaku) < least:
                refusal = BELOW_MINIMUM
                continue
            candidate = _candidate(arrangement, yaku + dora)
        if best is None or candidate[:4] > best[:4]:
            best = candidate
    if _is_renhou(win) and (best is None or best.base < MANGAN):
        return _renhou(found[0])
    return refusal if best is None else _finished(best, win.rules)


def has_yaku(win: Win) -> bool:
    """Whether the hand is complete and has a yaku; dora are none. Cheaper than ``score``."""
    facts = Facts(win)
    found = readings(facts.keys, len(win.melds))
    if not found:
        return False
    if _is_renhou(win) or _situation(win, facts.closed):
        return True
    return any(_tile_yaku(each) or _yakuman(each) for each in _arrangements(facts, found))


def wins(win: Win) -> bool:
    """Whether the hand may win: complete, with a yaku, and with the two han that may be asked for."""
    return isinstance(score(win), Score) if _least_han(win) else has_yaku(win)


def _arrangements(facts: Facts, found: tuple[Reading, ...]) -> Iterator[Arrangement]:
    """Every reading with every place of the winning tile."""
    for reading in found:
        yield from Arrangement(facts, reading).places()


def _least_han(win: Win) -> int:
    """Han without dora that the hand needs, 0 when any yaku is enough."""
    start = win.rules.two_han_minimum_from
    return TWO_HAN if start is not None and win.counters >= start else 0


def _situation(win: Win, closed: bool) -> list[YakuItem]:
    """The yaku that the tiles have no part in."""
    return [item for condition, item in SITUATION_CHECKS[closed] if condition(win)]


def _tile_yaku(a: Arrangement) -> list[YakuItem]:
    """The yaku of one arrangement."""
    case = a.reading.form, a.triplets.bit_count(), a.closed
    return [item for condition, item in CHECKS[case] if condition(a)]


def _yakuman(a: Arrangement) -> list[str]:
    """The yakuman of one arrangement."""
    case = a.reading.form, a.triplets.bit_count()
    names = [name for condition, name in YAKUMAN_CHECKS[case] if condition(a)]
    if a.win.first_turn:
        names += [name for name, condition in SITUATION_YAKUMAN if condition(a.win)]
    return names


def _dora(win: Win, tiles: tuple[Tile, ...]) -> list[YakuItem]:
    """Dora, red fives and, after riichi, ura dora."""
    kinds = [KIND_OF[tile] for tile in tiles]
    items = []
    dora = sum(kinds.count(DORA_OF[KIND_OF[tile]]) for tile in win.dora_indicators)
    if dora:
        items.append(YakuItem(DORA, dora))
    red = sum(tile >= _FIRST_RED for tile in tiles)
    if red:
        items.append(YakuItem(AKA_DORA, red))
    if win.riichi and win.rules.ura_dora:
        ura = sum(kinds.count(DORA_OF[KIND_OF[tile]]) for tile in win.ura_indicators)
        if ura:
            items.append(YakuItem(URA_DORA, ura))
    return items


def _candidate(a: Arrangement, yaku: list[YakuItem]) -> _Candidate:
    """The worth of an arrangement without a yakuman."""
    items = fu.fu_items(a)
    han, rounded = sum(item.han for item in yaku), fu.rounded(items)
    base, limit = basic_points(han, rounded, a.rules)
    return _Candidate(base, 0, han, rounded, limit, yaku, [], items, a.reading)


def _yakuman_candidate(a: Arrangement, names: list[str]) -> _Candidate:
    """The worth of an arrangement with yakuman: their sum, or the dearest where they do not add up.

    Among equally dear ones that with a liable player (pao) stands for the hand.
    """
    rules = a.rules
    if not rules.yakuman_add_up:
        names = [max(names, key=lambda name: (_value(name, rules), name in rules.pao))]
    count = sum(_value(name, rules) for name in names)
    return _Candidate(YAKUMAN * count, count, 0, 0, "yakuman", [], names, [], a.reading)


def _value(name: str, rules: Ruleset) -> int:
    """How many yakuman one yakuman counts for."""
    return 2 if name in rules.double_yakuman else 1


def _finished(best: _Candidate, rules: Ruleset) -> Score:
    """The candidate as it is handed out."""
    return Score(
        tuple(best.yaku),
        best.yakuman,
        tuple(YakumanItem(name, _value(name, rules)) for name in best.yakuman_names),
        None if best.yakuman else best.han,
        None if best.yakuman else best.fu,
        tuple(best.fu_items),
        best.limit,
        best.base,
        best.reading,
    )


def _is_renhou(win: Win) -> bool:
    """A ron in the uninterrupted first go-around, before the winner's own first draw."""
    return win.first_turn and not win.tsumo and win.seat_wind != EAST and win.rules.renhou == "mangan"


def _renhou(reading: Reading) -> Score:
    """Renhou: a mangan that nothing is added to, taken when the hand itself is worth less."""
    return Score((YakuItem(RENHOU, MANGAN_HAN),), 0, (), None, None, (), "mangan", MANGAN, reading)
