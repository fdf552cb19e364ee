"""The worth of a win: the dearest of all its readings."""

from __future__ import annotations

from operator import attrgetter

from engine.rules import Ruleset
from engine.score.points import MANGAN, MANGAN_HAN, YAKUMAN, basic_points, fu_items, rounded_fu
from engine.score.win import Arrangement, NoWin, NoWinReason, Score, Win, WinTiles, YakuItem, YakumanItem
from engine.score.yaku import (
    AKA_DORA,
    CHECKS,
    DORA,
    RENHOU,
    SITUATION_ITEMS,
    SITUATION_YAKUMAN,
    URA_DORA,
)
from engine.shape import Reading, readings
from engine.tiles import EAST, RED_FIVES

TWO_HAN = 2
"""What the two-han minimum asks for, dora not counted."""

NOT_COMPLETE, NO_YAKU, BELOW_MINIMUM = (
    NoWin(NoWinReason.NOT_COMPLETE),
    NoWin(NoWinReason.NO_YAKU),
    NoWin(NoWinReason.TWO_HAN_MINIMUM),
)
_HAN = attrgetter("han")


def score(win: Win) -> Score | NoWin:
    """The worth of the win, or why it is none.

    Of all readings, and all groups that the winning tile may have completed, the one with the most points
    counts, then the one with more han, then the one with more fu.
    """
    facts = WinTiles(win)
    found = readings(facts.keys, len(win.melds))
    if not found:
        return NOT_COMPLETE
    situation = _situation(win, facts.closed)
    least = _least_han(win)
    dora: list[YakuItem] | None = None
    best: Score | None = None
    refusal = NO_YAKU
    for reading in found:
        a = Arrangement(facts, reading)
        for place in a.places():
            a.wait, a.opened = place
            yaku, yakuman = _found(a, situation)
            if yakuman:
                this = _yakuman_score(a, yakuman)
            elif not yaku:
                continue
            elif least and sum(map(_HAN, yaku)) < least:
                refusal = BELOW_MINIMUM
                continue
            else:
                if dora is None:
                    dora = _dora(facts)
                this = _score(a, yaku + dora)
            if best is None or _rank(this) > _rank(best):
                best = this
    if win.first_turn and _is_renhou(win) and (best is None or best.base < MANGAN):
        return _renhou(found[0])
    return best or refusal


def ways_to_count(win: Win) -> tuple[Score, ...]:
    """The worth by every reading, and by every group that the winning tile may have completed.

    Those without a yaku, and yakuman, are left out.
    """
    facts, found = WinTiles(win), []
    situation, dora = _situation(win, facts.closed), _dora(facts)
    for reading in readings(facts.keys, len(win.melds)):
        a = Arrangement(facts, reading)
        for place in a.places():
            a.wait, a.opened = place
            yaku, yakuman = _found(a, situation)
            if yaku and not yakuman:
                found.append(_score(a, yaku + dora))
    return tuple(found)


def _least_han(win: Win) -> int:
    """Han without dora that the hand needs, 0 when any yaku is enough.

    A tile mixed into the hand takes han away, never the win.
    """
    if win.tile_mixed:
        return 0
    start = win.rules.two_han_minimum_from
    return TWO_HAN if start is not None and win.honba >= start else 0


def _situation(win: Win, closed: bool) -> tuple[YakuItem, ...]:
    """The yaku that the tiles have no part in."""
    rules = win.rules
    return SITUATION_ITEMS[
        closed,
        win.tsumo,
        win.riichi,
        win.ippatsu,
        win.last_tile,
        win.rinshan,
        win.chankan,
        rules.ippatsu,
        rules.rinshan_with_haitei,
    ]


def _found(a: Arrangement, situation: tuple[YakuItem, ...]) -> tuple[list[YakuItem], list[str]]:
    """The yaku behind those of the situation, and the yakuman, of one arrangement."""
    triplets = a.triplets
    checks, yakuman = CHECKS[a.reading.form, a.facts.closed, triplets.bit_count(), a.traits]
    names = [name for condition, name in yakuman if condition is None or condition(a)] if yakuman else []
    if a.win.first_turn:
        names += [name for name, condition in SITUATION_YAKUMAN if condition(a.win)]
    yaku = [*situation]
    firsts = triplets | a.runs
    for begins, condition, item in checks:
        if (not begins or begins & firsts) and (condition is None or condition(a)):
            yaku.append(item)
    return yaku, names


def _dora(facts: WinTiles) -> list[YakuItem]:
    """Dora, red fives and, after riichi, ura dora."""
    win = facts.win
    items = []
    dora = facts.count_dora(win.dora_indicators)
    if dora:
        items.append(YakuItem(DORA, dora))
    if facts.has_red:
        items.append(YakuItem(AKA_DORA, sum(map(facts.tiles.count, RED_FIVES))))
    if win.riichi and win.rules.ura_dora:
        ura = facts.count_dora(win.ura_indicators)
        if ura:
            items.append(YakuItem(URA_DORA, ura))
    return items


def _score(a: Arrangement, yaku: list[YakuItem]) -> Score:
    """The worth of an arrangement without a yakuman."""
    items = fu_items(a)
    han, fu = sum(map(_HAN, yaku)), rounded_fu(items)
    base, limit = basic_points(han, fu, a.win.rules)
    return Score(tuple(yaku), 0, (), han, fu, tuple(items), limit, base, a.reading)


def _yakuman_score(a: Arrangement, names: list[str]) -> Score:
    """The worth of an arrangement with yakuman: their sum, or the dearest where they do not add up.

    Of equal worth, the reading with a liable player (pao) counts.
    """
    rules = a.win.rules
    if not rules.yakuman_add_up:
        names = [max(names, key=lambda name: (_value(name, rules), name in rules.pao))]
    items = tuple(YakumanItem(name, _value(name, rules)) for name in names)
    count = sum(item.value for item in items)
    return Score((), count, items, None, None, (), "yakuman", YAKUMAN * count, a.reading)


def _rank(this: Score) -> tuple[int, int, int, int]:
    """The order of readings: by points, then a real yakuman before a counted one, han, fu."""
    return this.base, this.yakuman, this.han or 0, this.fu or 0


def _value(name: str, rules: Ruleset) -> int:
    return 2 if name in rules.double_yakuman else 1


def _is_renhou(win: Win) -> bool:
    """A ron in the uninterrupted first go-around, before the winner's own first draw."""
    return win.first_turn and not win.tsumo and win.seat_wind != EAST and win.rules.renhou == "mangan"


def _renhou(reading: Reading) -> Score:
    """Renhou: a mangan that nothing is added to, taken when the hand itself is worth less."""
    return Score((YakuItem(RENHOU, MANGAN_HAN),), 0, (), None, None, (), "mangan", MANGAN, reading)
