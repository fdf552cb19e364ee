"""What mistakes cost a player, as rows: by kind, by month and by final place, each with its mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from ai.drills.question import DrillKind
from ai.review.game_totals import GameTotals, MistakeCause, ReviewedRecord, SomeGames, cause_of
from ai.review.moments import Cost, ReviewedMoment
from tui.i18n import t

OTHER = "other"
"""The key of mistakes of no kind."""

PRACTISED: Mapping[MistakeCause, DrillKind] = {
    MistakeCause.FURITEN: DrillKind.WAY_OUT,
    MistakeCause.WINS_LET_GO: DrillKind.PASSING,
    MistakeCause.UNSAFE_DISCARDS: DrillKind.SAFEST,
    MistakeCause.TENPAI_LOST: DrillKind.DISCARD,
}
"""The kind of question that practises what each cause asks for."""


class TotalsGroup(StrEnum):
    """By what mistakes are counted."""

    KIND = "kind"
    MONTH = "month"
    PLACE = "place"

    @property
    def heads(self) -> tuple[str, ...]:
        """The columns before what the mistakes cost."""
        return () if self is TotalsGroup.KIND else ("games", "hands")


class TotalsRow(NamedTuple):
    """One row: the mistakes of a kind, or those of some games."""

    group: TotalsGroup
    key: str
    """A cause or ``OTHER``, a month, or a place."""
    some: SomeGames
    """The games; of a kind only the cost is known."""

    @property
    def cost(self) -> Cost:
        return self.some.cost

    @property
    def name(self) -> str:
        """The row in words."""
        match self.group:
            case TotalsGroup.KIND:
                return t("exported.totals.other") if self.key == OTHER else t(f"review.cause.{self.key}")
            case TotalsGroup.MONTH:
                return self.key
            case TotalsGroup.PLACE:
                return t(f"session.places.{self.key}")

    @property
    def counted(self) -> tuple[int, ...]:
        """The figures of ``TotalsGroup.heads``."""
        return (self.some.games, self.some.hands)[: len(self.group.heads)]

    def costs(self, *, placed: bool) -> tuple[str, ...]:
        """Mistakes and points, with ``placed`` those of the final score; a mark if none can be counted."""
        cost = self.cost
        points = (cost.points, cost.final) if placed else (cost.points,)
        if cost.moments and not any(points):
            return (f"{cost.moments:,}", *(t("reviewed.mark-uncounted") for _ in points))
        return tuple(f"{each:,}" for each in (cost.moments, *points))

    def holds(self, record: ReviewedRecord, mistake: ReviewedMoment) -> bool:
        """Whether the mistake of that game belongs to it."""
        match self.group:
            case TotalsGroup.KIND:
                return (cause_of(mistake) or OTHER) == self.key
            case TotalsGroup.MONTH:
                return record.month == self.key
            case TotalsGroup.PLACE:
                return str(record.place) == self.key


def totals_rows(totals: GameTotals) -> list[TotalsRow]:
    """Every kind, and the months and places that are known."""
    kinds = {cause.value: cost for cause, cost in totals.lost.items()}
    kinds[OTHER] = totals.mistakes - sum(totals.lost.values(), Cost())
    return [
        *(TotalsRow(TotalsGroup.KIND, kind, SomeGames(cost=cost)) for kind, cost in kinds.items()),
        *(TotalsRow(TotalsGroup.MONTH, month, some) for month, some in totals.months.items()),
        *(TotalsRow(TotalsGroup.PLACE, str(place), some) for place, some in totals.places.items()),
    ]


def next_practice(totals: GameTotals) -> str:
    """What to practise next: the questions about the cause that cost most; empty if none cost points."""
    cause = max(totals.lost, key=lambda each: totals.lost[each].points)
    if not totals.lost[cause].points:
        return ""
    kind = t(f"drill.kinds.{PRACTISED[cause]}")
    return t("totals.next", kind=kind, cause=t(f"review.cause.{cause}"))
