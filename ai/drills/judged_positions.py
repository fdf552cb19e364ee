"""Questions in which each choice was judged by many rollouts: furiten riichi, and push or fold.

``make judge-riichi`` and ``make judge-push-fold`` (``tools/measure/judging.py``) judge their positions.
``tools.positions.judged_files`` has what they write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ai.drills.drill import Bands, Exchange
from ai.drills.question import LEVELS, Ask, Asked, Draft, DrillTheme, Facts, Part, word_options
from ai.rollouts import PointSample, Stance
from ai.seat_position import SeatPosition
from engine.actions import ActionKind


class JudgedChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice and its results for the seat."""

    id: str
    """The word of the choice, such as ``declare`` or ``fold``."""
    action: ActionKind
    tile: str
    """The tile discarded or won on, in mjai spelling."""
    points: PointSample
    behind: PointSample | None = None
    """How much more the best choice scored, by hands with the same hidden tiles; None for the best."""
    behind_99: tuple[int, int] | None = None
    """The 99 % confidence interval of ``behind``."""
    house: PointSample | None = None
    """How much more the best choice scored against the bots of the game; from fewer hands."""
    won: float = 0.0
    """Share of the hands that the seat won."""
    dealt_in: float = 0.0
    """Share of the hands in which the seat dealt in."""
    first: tuple[int, ...] = ()
    """Points of the first few hands, to check that playing them again gives the same."""
    silent: bool = False
    """Whether the seat never declares riichi afterwards."""
    tsumogiri: bool = False
    stance: Stance = Stance.REASON
    """What the seat does afterwards when somebody is in riichi."""


class JudgedAsked(Asked, frozen=True):
    """The choices of a judged position with their results, the best first."""

    choices: tuple[JudgedChoice, ...]
    """The best first."""
    hands: int
    measured: str
    """The preset under which they were played."""
    difficulty: int = 0
    """Its place among the positions of its file, 0 to 999."""

    @property
    def best(self) -> JudgedChoice:
        return self.choices[0]

    @property
    def by_id(self) -> dict[str, JudgedChoice]:
        return {choice.id: choice for choice in self.choices}

    def renamed(self, names: Mapping[str, str]) -> JudgedAsked:
        """A copy with other tiles by their names; tiles that ``names`` leaves out stay."""
        choices = (
            msgspec.structs.replace(each, tile=names.get(each.tile, each.tile)) for each in self.choices
        )
        return msgspec.structs.replace(self, choices=tuple(choices))

    def exchanged(self, exchange: Exchange) -> JudgedAsked:
        """A copy with the tiles of an exchange."""
        return self.renamed(exchange.names)


@dataclass(frozen=True, slots=True)
class JudgedFacts(Facts):
    """The results of each choice; each kind adds the hands that they leave."""

    judged: JudgedAsked


def judged_draft(
    moment: SeatPosition,
    ask: Ask,
    facts: JudgedFacts,
    words: Sequence[str],
    themes: tuple[DrillTheme, ...],
) -> Draft:
    """The question which choice scores the most; ``words`` are all choices in the order of display."""
    judged = facts.judged
    # where even the best choice loses points, a credit is its share of what the other one loses
    best = judged.choices[0].points.mean
    return Draft(
        position=moment,
        ask=ask,
        parts=(Part("choice", word_options(id for id in words if id in judged.by_id)),),
        answer=(frozenset({judged.best.id}),),
        facts=facts,
        difficulty=judged.difficulty,
        stored=judged,
        themes=themes,
        partial=({choice.id: _share(best, choice.points.mean) for choice in judged.choices[1:]},),
    )


FIFTHS: Bands = tuple((200 * place, 200 * place + 199) for place in range(len(LEVELS)))
"""The places that make each level."""


def _share(best: int, points: int) -> float:
    if best > 0:
        return max(0, points) / best
    return best / points if points < 0 else 0.0
