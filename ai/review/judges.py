"""The bots of a review: an expert of each style, and who plays decisions out.

Their weights are their own, milder than those of the opponents at a table, who show what their style wants.
What a review tells was measured with these (docs/lab/review.md): with others it has to be measured anew.
"""

from __future__ import annotations

from functools import cache

from ai.bot import Bot
from ai.bots.expert import ExpertBot
from ai.bots.styled_bot import StyledBot
from ai.bots.styles import Style

EXPERTS: dict[str, Style] = {
    "hayai": Style(greed=0.9, caution=1.2, dora_bonus=50, points_per_tile=20, call_bonus=60),
    "mamori": Style(
        greed=0.9, caution=1.4, dora_bonus=200, points_per_tile=15, safe_tiles=80, call_bonus=-75
    ),
    "takame": Style(greed=1.1, caution=1.2, dora_bonus=400, points_per_tile=8, call_bonus=-100),
}
QUICK = "quick"
_QUICK = Style(greed=0.55, caution=1.1, call_bias=0.95, dora_bonus=20, safe_tiles=25)


@cache
def expert(style: str) -> ExpertBot:
    """The expert of that style."""
    return ExpertBot(style, EXPERTS[style])


@cache
def who_plays_on(name: str) -> Bot:
    """The bot that plays decisions out: the expert of that style, or a regular one for ``QUICK``."""
    return StyledBot(QUICK, _QUICK) if name == QUICK else expert(name)
