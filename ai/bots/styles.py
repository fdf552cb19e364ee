"""The styles of bots: the values by which bots of the same level play differently.

A new style is one more row of ``BY_STYLE``, and the words about it under ``[newgame.bots]``.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

NEVER = 9
"""A shanten that no hand has."""
LAST_CALL_BIAS, LAST_CALL_BONUS = 0.95, -100.0
"""In the last hand, and with an open hand, no style counts a call for less."""


class Style(msgspec.Struct, frozen=True):
    """Weights of a bot; 1 is neutral unless a field says otherwise."""

    greed: float = 1.0
    """Preference for expensive hands: 0 counts speed only, 1 counts points at face value."""
    caution: float = 1.0
    """Factor on the expected loss of a discard."""
    call_bias: float = 1.0
    """Factor on the value of a call when it is compared with a pass; above 1 favours calls."""
    riichi_bias: float = 1.0
    """Factor on the value of riichi when it is compared with damaten."""
    dora_bonus: float = 60.0
    """Points added for each han of dora kept, besides its value in the hand."""
    direct: int = 1
    """Shanten up to which no step back is taken without a threat."""
    folds_from: int = NEVER
    """Shanten from which the safest tile is thrown while somebody threatens, whatever the hand is worth."""
    safe_tiles: float = 0.0
    """Points added for a tile kept that looks safe, less for one that looks less so."""
    call_bonus: float = 0.0
    """Expert only: points added to the value of a call when it is compared with a pass."""

    def for_the_place(self) -> Style:
        """The weights of the last hand, in which the place comes before what the style wants."""
        return replace(
            self,
            call_bias=max(self.call_bias, LAST_CALL_BIAS),
            call_bonus=max(self.call_bonus, LAST_CALL_BONUS),
            folds_from=NEVER,
        )


class BeginnerHabits(msgspec.Struct, frozen=True):
    """The habits in which beginners of different styles differ."""

    calls: bool = False
    """Calls triplets of simples, then sequences of simples, and hopes for tanyao; else only yakuhai."""
    dora: int = 1
    """Company added for each han of dora."""
    flush: int = 0
    """Company added to honours and to the longest suit, once it has ``FLUSH_TILES``."""
    folds: bool = False
    """Gives up when an opponent is in riichi or has ``FEARED_MELDS``, whatever the own hand is worth."""


class StyleByLevel(msgspec.Struct, frozen=True):
    """One style: its habits or weights at each level."""

    beginner: BeginnerHabits
    novice: Style
    regular: Style
    expert: Style


BY_STYLE: dict[str, StyleByLevel] = {
    # Speed: the quickest yaku, many calls, pushes against most threats. The beginner hopes for tanyao, the
    # novice calls every tile that lowers shanten.
    "hayai": StyleByLevel(
        BeginnerHabits(calls=True, dora=0),
        Style(greed=0.0, caution=0.0, call_bias=2.0, riichi_bias=3.0, dora_bonus=0),
        Style(greed=0.5, caution=0.25, call_bias=1.5, dora_bonus=15, direct=3),
        Style(greed=0.9, caution=1.0, dora_bonus=50, call_bonus=0),
    ),
    # Safety: keeps tiles that look safe, folds early, and calls only with a clear gain. The beginner trusts
    # honours and terminals, the novice folds late, with genbutsu of the player in riichi.
    "mamori": StyleByLevel(
        BeginnerHabits(folds=True),
        Style(greed=0.4, caution=1.5, call_bias=0.6, riichi_bias=3.0, dora_bonus=0),
        Style(greed=0.55, caution=1.1, call_bias=0.95, dora_bonus=20, safe_tiles=50, folds_from=2),
        Style(greed=0.9, caution=1.2, dora_bonus=200, safe_tiles=200, call_bonus=-50, folds_from=2),
    ),
    # Points: dora and yaku before speed, closed hands and flushes, and few cheap calls.
    "takame": StyleByLevel(
        BeginnerHabits(dora=4, flush=3),
        Style(greed=1.3, caution=0.4, call_bias=0.7, riichi_bias=3.0, dora_bonus=200),
        Style(greed=0.8, caution=0.45, call_bias=0.75, dora_bonus=150),
        Style(greed=1.2, caution=1.15, dora_bonus=500, call_bonus=-300),
    ),
}
"""Each style by its name, in the order in which bots are listed."""

TYPICAL_WIN = 4_000
"""The points whose utility does not depend on greed."""


def points_utility(points: float, greed: float) -> float:
    """The utility of points: linear at greed 1, concave below, convex above."""
    return float(TYPICAL_WIN * (points / TYPICAL_WIN) ** greed) if points > 0 else 0.0
