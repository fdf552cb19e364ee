"""Who pays whom: wins with honba, riichi sticks and liability, and draws."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.hand import Hand
from engine.melds import Meld, MeldKind
from engine.rules import Ruleset
from engine.score import Score, ron_payment, tsumo_payments
from engine.score.points import MANGAN, YAKUMAN
from engine.table import Table
from engine.tiles import EAST, NORTH, RED, WHITE, Kind
from engine.wall import MAX_KANS, PLAYERS

Deltas = tuple[int, int, int, int]

_GROUPS: dict[str, tuple[range, int]] = {
    "daisangen": (range(WHITE, RED + 1), 3),
    "daisuushi": (range(EAST, NORTH + 1), 4),
}
"""Yakuman of honours that bring liability: their kinds, and how many groups they need."""


class Pot(msgspec.Struct, frozen=True):
    """What a winner gets besides his hand."""

    honba: int
    riichi_sticks: int


def liable_for(yakuman: str, hand: Hand, last_kan: MeldKind | None) -> int | None:
    """The seat that made this yakuman possible by feeding the last of its groups, all of them laid open.

    Closed kans count among the groups, but the last one must have been called.
    """
    if yakuman == "suukantsu":
        kans = [meld for meld in hand.melds if meld.is_kan]
        return kans[-1].source if len(kans) == MAX_KANS and last_kan is MeldKind.OPEN_KAN else None
    if yakuman not in _GROUPS:
        return None
    kinds, needed = _GROUPS[yakuman]
    groups = [meld for meld in hand.melds if _group_kind(meld) in kinds]
    return groups[-1].source if len(groups) == needed else None


def _group_kind(meld: Meld) -> Kind:
    return -1 if meld.kind is MeldKind.CHI else meld.first


def liabilities(
    score: Score, hand: Hand, rules: Ruleset, last_kan: MeldKind | None
) -> tuple[tuple[int, int], ...]:
    """Who is liable for how much of the hand: (seat, base points) for each yakuman under pao."""
    found = []
    for name, units in score.yakuman_items:
        if name in rules.pao:
            seat = liable_for(name, hand, last_kan)
            if seat is not None:
                found.append((seat, units * YAKUMAN))
    if found and rules.pao_covers == "hand":
        return ((found[0][0], score.base),)
    return tuple(found)


def win_deltas(
    table: Table, winner: int, target: int, base: int, liable: Sequence[tuple[int, int]], pot: Pot
) -> Deltas:
    """Points gained by each seat when ``winner`` wins off ``target`` (himself on a tsumo).

    ``base`` are the basic points of the hand, ``liable`` who is liable for how many of them.
    """
    deltas = [0] * PLAYERS
    rules = table.rules
    dealer_won = winner == table.dealer
    free = base - sum(part for _, part in liable)
    if winner == target:
        _pay_tsumo(deltas, table, winner, free)
        for seat, part in liable:
            from_dealer, from_others = tsumo_payments(part, dealer_won)
            deltas[seat] -= 3 * from_others if from_dealer is None else from_dealer + 2 * from_others
        payers = [liable[0][0]] if liable else [seat for seat in range(PLAYERS) if seat != winner]
    else:
        deltas[target] -= ron_payment(free, dealer_won) if free else 0
        for seat, part in liable:
            full = ron_payment(part, dealer_won)
            deltas[seat] -= full // 2
            deltas[target] -= full - full // 2
        payers = [liable[0][0] if liable and rules.pao_counters == "liable" else target]
    for payer in payers:
        deltas[payer] -= pot.honba * rules.counter_points // len(payers)
    deltas[winner] = pot.riichi_sticks * rules.riichi_bet - sum(deltas)
    return deltas[0], deltas[1], deltas[2], deltas[3]


def _pay_tsumo(deltas: list[int], table: Table, winner: int, base: int) -> None:
    if not base:
        return
    from_dealer, from_others = tsumo_payments(base, winner == table.dealer)
    for seat in range(PLAYERS):
        if seat != winner:
            deltas[seat] -= from_others if from_dealer is None or seat != table.dealer else from_dealer


def pots(table: Table, winners: Sequence[int]) -> list[Pot]:
    """Honba and riichi sticks for each winner, in turn order from the discarder."""
    rules = table.rules
    own = [
        1 if rules.ron_bets == "own" and len(winners) > 1 and table.seats[seat].riichi_paid else 0
        for seat in winners
    ]
    rest = table.riichi_sticks - sum(own)
    return [
        Pot(
            honba=table.honba if place == 0 or rules.ron_counters == "each" else 0,
            riichi_sticks=riichi_sticks + (rest if place == 0 else 0),
        )
        for place, riichi_sticks in enumerate(own)
    ]


def noten_deltas(rules: Ruleset, tenpai: Sequence[bool]) -> Deltas:
    """What noten players pay to tenpai players at an exhaustive draw."""
    count = sum(tenpai)
    if count in (0, PLAYERS):
        return 0, 0, 0, 0
    gain = rules.noten_penalty // count
    loss = rules.noten_penalty // (PLAYERS - count)
    a, b, c, d = (gain if each else -loss for each in tenpai)
    return a, b, c, d


def chombo_deltas(table: Table, offenders: Sequence[int]) -> Deltas:
    """Riichi sticks of this hand go back; each offender pays a reverse mangan, where the ruleset has that."""
    total = [table.rules.riichi_bet if seat.riichi_paid else 0 for seat in table.seats]
    if table.rules.chombo == "mangan":
        for offender in offenders:
            deltas = [0] * PLAYERS
            _pay_tsumo(deltas, table, offender, MANGAN)
            deltas[offender] = -sum(deltas)
            total = [a - b for a, b in zip(total, deltas, strict=True)]
    return total[0], total[1], total[2], total[3]


def nagashi_deltas(table: Table, seats: Sequence[int]) -> Deltas:
    """Each of these seats is paid like a mangan tsumo, without honba and riichi sticks."""
    total = [0] * PLAYERS
    for winner in seats:
        deltas = [0] * PLAYERS
        _pay_tsumo(deltas, table, winner, MANGAN)
        deltas[winner] = -sum(deltas)
        total = [a + b for a, b in zip(total, deltas, strict=True)]
    return total[0], total[1], total[2], total[3]
