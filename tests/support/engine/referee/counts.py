"""Wins whose value the winner says: what is right, which wrong wins stand, and what a challenge leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import events as ev
from tests.support.engine.referee.menus import is_furiten
from tests.support.engine.referee.payments import MANGAN, base_points, win_deltas
from tests.support.engine.referee.table import Table, is_complete
from tests.support.engine.referee.values import MANGAN_FROM, Worth, has_yaku, worth

PRICE = 1_000
"""What a wrong challenge costs. No rulebook names a price: this is that of the program."""


class Count(NamedTuple):
    """What is said of a win: yaku by name; han and fu are None where a limit makes them needless."""

    yaku: tuple[str, ...]
    han: int | None
    fu: int | None
    points: tuple[int, ...]


def count_of(event: ev.WinCounted) -> Count:
    return Count(tuple(event.yaku), event.han, event.fu, tuple(event.points))


def as_win(call: ev.WinCalled, value: Worth) -> ev.Hora:
    """The win as if it were paid now."""
    return ev.Hora(
        call.actor, call.target, yaku=[*value.yaku], han=value.han, fu=value.fu, yakuman=value.yakuman
    )


def values(table: Table, calls: Sequence[ev.WinCalled]) -> list[Worth]:
    return [worth(table, call) for call in calls]


def right_count(table: Table, winner: int) -> Count:
    """What the winner should say, with the payment that all called wins lead to."""
    calls = list(table.called.values())
    wins = [as_win(call, value) for call, value in zip(calls, values(table, calls), strict=True)]
    place = list(table.called).index(winner)
    win, deltas = wins[place], tuple(win_deltas(table, wins)[place])
    names = tuple(name for name, _ in win.yaku or ())
    if win.yakuman:
        return Count(names, None, None, deltas)
    return Count(names, win.han, win.fu, deltas)


def is_wrong(table: Table, winner: int) -> bool:
    """Whether the winner said anything wrong. Of a limit hand any han of that limit will do, and no fu."""
    said, right = count_of(table.counted[winner]), right_count(table, winner)
    if names_one(table, said, right):
        right = right._replace(yaku=said.yaku)
    if sorted(said.yaku) != sorted(right.yaku) or said.points != right.points:
        return True
    if right.han is None or right.fu is None:
        return said.han is not None or said.fu is not None
    limit = _base(table, right.han, right.fu) >= MANGAN
    is_right_fu = limit if said.fu is None else said.fu == right.fu
    return not is_right_fu or not _is_right_han(table, said.han, right, limit=limit)


def names_one(table: Table, said: Count, right: Count) -> bool:
    """F9: where one yakuman is paid, any one of those in the hand is named."""
    one = right.han is None and not table.book.yakuman_add_up and len(said.yaku) == 1
    return one and set(said.yaku) <= set(right.yaku)


def _is_right_han(table: Table, said: int | None, right: Count, *, limit: bool) -> bool:
    if said is None:
        return limit
    assert right.han is not None
    if said == right.han:
        return True
    both = min(said, right.han) >= MANGAN_FROM
    return both and _base(table, said, 0) == _base(table, right.han, 0)


def _base(table: Table, han: int, fu: int) -> int:
    return base_points(table.book, ev.Hora(0, 0, han=han, fu=fu))


def wrong_win(table: Table, winner: int) -> str:
    """What is wrong with the win that was called; empty if nothing is."""
    player = table.players[winner]
    if player.changed:
        return "bad-closed-kan"
    ron = table.called[winner].target != winner
    return "false-win" if ron and is_furiten(player) else ""


def stands(table: Table, seat: int, tile: str, *, tsumo: bool) -> bool:
    """Whether a wrong win of a player whom nobody checks is taken for a right one until it is challenged.

    The hand is complete and has a yaku; what is wrong is furiten, or a kan that changed it.
    """
    player, book = table.players[seat], table.book
    if seat not in table.unchecked or player.dead or (not tsumo and seat in table.offenders):
        return False
    offence = "bad-closed-kan" if player.changed and "bad-closed-kan" in book.chombo else "false-win"
    if book.penalty(offence) != "chombo" or not is_complete((*player.between, tile)):
        return False
    closed = not tsumo and table.phase == "rob" and table.kans[-1][1] == "closed"
    if not player.changed and (tsumo or closed or not is_furiten(player)):
        return False
    return has_yaku(table, player, tile, tsumo=tsumo)


def paid(table: Table, winner: int) -> tuple[int, int]:
    """The han and fu that are paid: the right ones, or those said where nobody checked or challenged."""
    right = worth(table, table.called[winner])
    said = count_of(table.counted[winner])
    free = winner in table.unchecked and winner not in table.challenged and not right.yakuman
    if not free or said.han is None or (said.fu is None and said.han < MANGAN_FROM):
        return right.han, right.fu
    return said.han, said.fu or 0


def challengers(table: Table, winner: int) -> list[int]:
    """Who can challenge: players who are checked themselves."""
    return [seat for seat in range(4) if seat != winner and seat not in table.unchecked]


def after(table: Table, deeds: dict[int, str]) -> list[tuple[object, ...]]:
    """What follows when a winner has said the value, or the others have challenged or not."""
    found: list[tuple[object, ...]] = []
    counted, struck = set(table.counted), {seat for seat in table.challenged if wrong_win(table, seat)}
    if table.counting == "count":
        (winner,) = deeds
        found.append(("WinCounted", winner))
        counted.add(winner)
        if winner in table.unchecked:
            if challengers(table, winner):
                return found
            found.append(("Accepted", winner))
    else:
        winner = list(table.counted)[-1]
        seats = [seat for seat, kind in deeds.items() if kind == "challenge"]
        if not seats:
            found.append(("Accepted", winner))
        else:
            nearest = min(seats, key=lambda seat: (seat - winner) % 4)
            offence = wrong_win(table, winner)
            right = bool(offence) or is_wrong(table, winner)
            deltas = [0] * 4
            deltas[nearest], deltas[winner] = -PRICE, PRICE
            found.append(("Challenged", nearest, winner, right, None if right else tuple(deltas)))
            if offence and len(table.called) == 1:
                return [*found, ("Foul", winner, offence, "chombo")]
            if offence:
                struck.add(winner)
    return [*found, *go_on(table, list(table.called), counted, struck)]


def go_on(table: Table, called: list[int], counted: set[int], struck: set[int]) -> list[tuple[object, ...]]:
    """The next winner says the value, or it is counted for him; when all have, the wins are paid."""
    found: list[tuple[object, ...]] = []
    for winner in called:
        if winner in counted:
            continue
        if table.value_said or winner in table.unchecked:
            return found
        found.append(("WinCounted", winner))
    target = table.turn
    return [*found, *(("Hora", winner, target) for winner in called if winner not in struck)]
