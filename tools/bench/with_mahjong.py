"""What ``mahjong`` does: rules of a hand in plain Python."""

from __future__ import annotations

from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.shanten import Shanten

from engine.hand import MeldKind
from engine.score import Win
from engine.tiles import COPIES, KINDS, Kind
from tools.bench.hands import Spread

NAME = "mahjong"
RULES = OptionalRules(has_open_tanyao=True, has_double_yakuman=False)
MELDS = {MeldKind.CHI: Meld.CHI, MeldKind.PON: Meld.PON}

shanten = Shanten.calculate_shanten


def acceptance(counts: list[int]) -> dict[Kind, tuple[int, tuple[Kind, ...]]]:
    """The acceptance of every discard as its users compute it: try each tile on each."""
    answer = {}
    counts = list(counts)
    for discard in range(KINDS):
        if not counts[discard]:
            continue
        counts[discard] -= 1
        now = shanten(counts)
        accepted = tuple(kind for kind in range(KINDS) if _helps(counts, kind, now))
        counts[discard] += 1
        answer[discard] = now, accepted
    return answer


def waits(counts: list[int]) -> tuple[Kind, ...]:
    """Waits as its users compute them: try each tile."""
    counts = list(counts)
    return tuple(kind for kind in range(KINDS) if _helps(counts, kind, 0))


def _helps(counts: list[int], kind: Kind, now: int) -> bool:
    """Whether one more tile of that kind brings the hand closer."""
    if counts[kind] == COPIES:
        return False
    counts[kind] += 1
    helps = bool(shanten(counts) < now)
    counts[kind] -= 1
    return helps


def win(win: Win) -> dict[str, Any]:
    """The arguments that it takes for that win."""
    spread = Spread(win)
    kinds = [MELDS[meld.kind] for meld in win.melds]
    melds = [Meld(kind, tiles) for kind, tiles in zip(kinds, spread.melds, strict=True)]
    config = HandConfig(
        is_tsumo=win.tsumo,
        is_riichi=bool(win.riichi),
        player_wind=win.seat_wind,
        round_wind=win.round_wind,
        options=RULES,
    )
    return {
        "tiles": sorted([*spread.concealed, *(tile for meld in spread.melds for tile in meld)]),
        "win_tile": spread.winning,
        "melds": melds,
        "dora_indicators": spread.dora,
        "config": config,
    }


def score(arguments: dict[str, Any]) -> Any:
    """Its answer."""
    return HandCalculator.estimate_hand_value(**arguments)
