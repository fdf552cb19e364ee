"""Wins that cannot happen, each with the error that names what contradicts what."""

from __future__ import annotations

from collections.abc import Callable

from engine.melds import is_closed
from engine.score import Win
from engine.tiles import EAST, KIND_OF, Kind

DOUBLE_RIICHI = 2


def _holds_the_robbed_tile(win: Win) -> bool:
    """Whether a tile is elsewhere of which four were in the kan that was robbed."""
    others = [tile for meld in win.melds for tile in meld.tiles]
    others += [*win.tiles, *win.dora_indicators, *win.ura_indicators]
    robbed: Kind = KIND_OF[win.winning_tile]
    return sum(KIND_OF[tile] == robbed for tile in others) > 1


CONTRADICTIONS: tuple[tuple[Callable[[Win], object], str], ...] = (
    (lambda w: w.riichi and not is_closed(w.melds), "'riichi' with an open meld"),
    (lambda w: w.ippatsu and not w.riichi, "'ippatsu' without 'riichi'"),
    (lambda w: w.ura_indicators and not w.riichi, "'ura' without 'riichi'"),
    (
        lambda w: len(w.ura_indicators) > len(w.dora_indicators),
        "'ura' has more tiles than 'dora'; each lies under one of them",
    ),
    (
        lambda w: w.ippatsu and w.riichi == DOUBLE_RIICHI and w.last_tile,
        "'ippatsu' on a double riichi with 'last_tile'; the wall does not end in the first two turns",
    ),
    (lambda w: w.rinshan and not w.tsumo, "'rinshan' with a ron; it is a win by tsumo"),
    (lambda w: w.rinshan and not any(meld.is_kan for meld in w.melds), "'rinshan' without a kan"),
    (lambda w: w.rinshan and w.ippatsu, "'rinshan' with 'ippatsu', which the kan has ended"),
    (lambda w: w.chankan and w.tsumo, "'chankan' with a tsumo; it is a win by ron"),
    (lambda w: w.chankan and w.last_tile, "'chankan' with 'last_tile'; the last tile cannot go into a kan"),
    (
        lambda w: w.chankan and _holds_the_robbed_tile(w),
        "'chankan' on a tile of which another is in the hand or an indicator; the kan holds the other three",
    ),
    (
        lambda w: w.tile_mixed and not w.tsumo,
        "'tile_mixed' with a ron; a tsumo alone has a tile to keep apart",
    ),
    (lambda w: w.first_turn and w.melds, "'first_turn' with a meld, which has ended the first turn"),
    (lambda w: w.first_turn and w.riichi, "'first_turn' with 'riichi', which needs a discard before"),
    (lambda w: w.first_turn and w.last_tile, "'first_turn' with 'last_tile'"),
    (
        lambda w: w.first_turn and len(w.dora_indicators) > 1,
        "'first_turn' with several indicators; a kan before it has ended the first turn",
    ),
    (
        lambda w: w.first_turn and w.chankan and not w.rules.orphans_rob_closed_kan,
        "'first_turn' with 'chankan'; a pon before it has ended the first turn",
    ),
    (
        lambda w: w.first_turn and not w.tsumo and w.seat_wind == EAST,
        "'first_turn' with a ron by East, who begins with a discard",
    ),
)
"""Contradictions within a request, with their error messages."""
