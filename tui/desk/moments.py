"""The key moments of a finished hand: a line, an explanation and a scene for each."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ai.reading.furiten_report import longest_lasting
from ai.reading.safety_classes import safety_class
from ai.review.dangerous_discards import DangerousDiscard
from ai.review.hand_review import Ended, FuritenEntered, Moment, WinMissed, review
from engine.actions import Why
from engine.events import Event
from engine.furiten import Cause
from engine.rules import Ruleset
from engine.tiles import KIND_OF
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.scene import Scene
from tui.desk.scene_maker import Highlights, make_page_scene
from tui.desk.settings import DeskSettings
from tui.i18n.texts import t
from tui.tiles.marks import class_words
from tui.words.furiten_causes import ending
from tui.words.safety import reason_word
from tui.words.seating import Seating
from tui.words.tiles import first_fitting, join, kind_word, tile_word, tile_words

LINE_WIDTH = 72
"""Cells of the line of a moment at 80 columns, beside its pointer."""


class MomentWords(msgspec.Struct, frozen=True):
    """A moment in words."""

    moment: Moment
    line: str
    more: tuple[str, ...]
    """Further sentences."""


class Lookback:
    """The key moments of the own seat in a finished hand."""

    def __init__(self, rules: Ruleset, seating: Seating, events: Sequence[Event]) -> None:
        self._rules, self._seating, self._events = rules, seating, tuple(events)
        words = _Words(seating)
        found = sorted(review(rules, seating.seat, events), key=lambda moment: moment.events)
        self.moments = tuple(MomentWords(moment, words.line(moment), words.more(moment)) for moment in found)
        """The moments in chronological order."""

    def desk(self, shown: MomentWords) -> Desk:
        """The desk at that moment, with all hints and the cursor on the tile."""
        settings = DeskSettings(hints=HintLevel.FULL)
        desk = Desk.after(self._events[: shown.moment.events], self._seating, self._rules, settings)
        if desk.offer() and desk.choice is not None and desk.choice.on_turn:
            desk.choice.move_to(desk.choice.tiles.index(shown.moment.tile))
        return desk

    def scene(self, desk: Desk, shown: MomentWords) -> Scene:
        """The scene of a moment: its tile is lit, and causes of furiten are underlined."""
        choice = desk.choice
        return make_page_scene(
            desk,
            Highlights(
                lit=frozenset({KIND_OF[shown.moment.tile]}),
                causes=_causes(shown.moment),
                cursor=choice.place if choice is not None and choice.of_tiles else None,
            ),
        )


def _causes(moment: Moment) -> tuple[Cause, ...]:
    facts = moment.facts
    if isinstance(facts, FuritenEntered):
        # a tile before its discard is not in a pond yet
        return tuple(cause for cause in facts.causes if cause.turn < moment.turn)
    if isinstance(facts, WinMissed) and facts.refusal is not None:
        return facts.refusal.causes
    return ()


class _Words:
    """Puts moments into words."""

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
