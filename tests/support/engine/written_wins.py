"""Wins written as positions, and what they are worth as one line."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.melds import parse_meld
from engine.rules import WRC, Ruleset
from engine.score import NoWin, Score, Win, payment, score
from engine.tiles import EAST, parse_tile, parse_tiles

WINDS = dict(zip("ESWN", range(EAST, EAST + 4), strict=True))


def won(
    hand: str, on: str, *melds: str, seat: str = "S", round: str = "E", dora: str = "", **more: Any
) -> Win:
    """A win by ron of South; ``hand`` holds the winning tile ``on``, the called tiles stand in ``melds``."""
    return Win(
        tiles=parse_tiles(hand),
        winning_tile=parse_tile(on),
        melds=tuple(parse_meld(meld) for meld in melds),
        seat_wind=WINDS[seat],
        round_wind=WINDS[round],
        dora_indicators=parse_tiles(dora),
        **{"rules": WRC} | more,
    )


def worth(win: Win) -> Score:
    """The score of a hand that must win."""
    result = score(win)
    assert isinstance(result, Score), result
    return result


def reason(win: Win) -> str:
    """Why a hand does not win."""
    result = score(win)
    assert isinstance(result, NoWin), result
    return result.reason.value


def names(win: Win) -> str:
    """Names of the yaku or yakuman, sorted."""
    result = worth(win)
    return " ".join(sorted(item.name for item in result.yakuman_items or result.yaku))


def han(win: Win) -> dict[str, int]:
    """Every yaku and its han."""
    return dict(worth(win).yaku)


def fu(win: Win) -> dict[str, int]:
    """Every fu item by name; equal ones added up."""
    found: dict[str, int] = {}
    for item in worth(win).fu_items:
        found[item.name] = found.get(item.name, 0) + item.fu
    return found


def paid(win: Win) -> str:
    """What is paid: ``7700`` by ron, ``2000/4000`` from the others and East, ``4000 each`` to East."""
    due = payment(worth(win).base, win.seat_wind == EAST, win.tsumo)
    if due.ron is not None:
        return str(due.ron)
    if due.from_dealer is None:
        return f"{due.from_others} each"
    return f"{due.from_others}/{due.from_dealer}"


def as_east(win: Win) -> Win:
    """The same win by East."""
    return win._replace(seat_wind=EAST)


def under(win: Win, rules: Ruleset, **changes: Any) -> Win:
    """The same win under another ruleset."""
    return win._replace(rules=replace(rules, **changes))
