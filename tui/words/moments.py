"""Moments of a review in sentences: one sentence for one fact, wherever it is told."""

from __future__ import annotations

from ai.reading.furiten_report import longest_lasting
from ai.reading.safety_classes import safety_class
from ai.review.dangerous_discards import DangerousDiscard
from ai.review.hand_review import Ended, FuritenEntered, Moment, WinMissed
from engine.actions import Why
from tui.i18n.texts import t
from tui.tiles.marks import class_words
from tui.words.furiten_causes import ending
from tui.words.safety import reason_word
from tui.words.seating import Seating
from tui.words.tiles import first_fitting, join, kind_word, tile_word, tile_words

LINE_WIDTH = 72
"""Cells of the line of a moment at 80 columns, beside its pointer."""


class MomentSentences:
    """Puts moments into words for the players of that table."""

    def __init__(self, names: Seating) -> None:
        self._names = names

    def line(self, moment: Moment) -> str:
        """The moment in one line."""
        start = t("moments.turn", turn=moment.turn)
        return first_fitting((f"{start}{said}" for said in self._lines(moment)), LINE_WIDTH)

    def _lines(self, moment: Moment) -> list[str]:
        tile = tile_word(moment.tile)
        match moment.facts:
            case FuritenEntered(causes, waits):
                cause = kind_word(longest_lasting(causes).tile)
                told = {"tile": tile, "waits": tile_words(wait.kind for wait in waits), "cause": cause}
                return [t("moments.entered", **told), t("moments.entered-short", tile=tile, cause=cause)]
            case WinMissed() as facts:
                return self._missed(facts, tile)
            case DangerousDiscard() as facts:
                told = {"tile": tile, "safer": tile_word(facts.tile), "name": self._names.other(facts.seat)}
                if facts.paid is not None:
                    return [t("moments.dealt-in", points=facts.paid, **told)]
                return [t(f"moments.danger-{facts.level}", **told)]

    def _missed(self, facts: WinMissed, tile: str) -> list[str]:
        name, own = self._names[facts.seat], self._names.is_me(facts.seat)
        if facts.refusal is None:
            key = "moments.tsumo-let-go" if own else "moments.ron-let-go"
            return [t(key, tile=tile, name=self._names.other(facts.seat), points=facts.points or 0)]
        if facts.refusal.why is Why.FURITEN:
            cause = kind_word(longest_lasting(facts.refusal.causes).tile)
            return [t("moments.missed-furiten", tile=tile, name=name, cause=cause)]
        return [t("moments.missed-no-yaku", tile=tile, name=name)]

    def more(self, moment: Moment) -> tuple[str, ...]:
        """The explanation: further sentences."""
        match moment.facts:
            case FuritenEntered() as facts:
                return tuple(self._furiten(facts))
            case WinMissed() as facts:
                return tuple(self._win(facts))
            case DangerousDiscard() as facts:
                return tuple(self._danger(moment, facts))

    def _furiten(self, facts: FuritenEntered) -> list[str]:
        said = []
        if facts.better is not None:
            free = tile_words(wait.kind for wait in facts.better.waits)
            said.append(t("moments.better", tile=tile_word(facts.better.tile), waits=free))
        if facts.missed:
            said.append(t("moments.missed", tiles=join([tile_word(tile) for tile in facts.missed])))
        elif facts.ended is not Ended.WON:
            said.append(t("moments.none-missed"))
        return [*said, t(f"moments.ended-{facts.ended}", turn=facts.until)]

    def _win(self, facts: WinMissed) -> list[str]:
        said = []
        if facts.refusal is not None and facts.refusal.why is Why.FURITEN:
            known = facts.points is not None
            said.append(t("moments.worth", points=facts.points) if known else t("moments.worthless"))
        elif facts.cause is not None:
            said.append(
                t("moments.brought", kind=t(f"furiten.kind-{facts.cause.kind}"), ends=ending(facts.cause))
            )
        return said

    def _danger(self, moment: Moment, facts: DangerousDiscard) -> list[str]:
        said = [
            t(
                "moments.safety",
                tile=tile_word(tile),
                safety=class_words(safety_class(found.tier)),
                ground=reason_word(found),
            )
            for tile, found in ((moment.tile, facts.thrown), (facts.tile, facts.safer))
        ]
        return [*said, t("moments.tenpai")] if facts.tenpai else said
