"""The key moments of a finished hand: a line, an explanation and a scene for each."""

from __future__ import annotations

from collections.abc import Sequence, Set

import msgspec

from ai.review.dangerous_discards import DangerousDiscard
from ai.review.hand_review import FuritenEntered, Moment, WinMissed, review
from ai.review.moments import MomentKind
from engine.events import Event
from engine.furiten import Cause
from engine.records.recorded_game import RecordedHand
from engine.rules import Ruleset
from engine.tiles import KIND_OF
from engine.view import mask
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene import Scene
from tui.desk.scene_maker import make_page_scene
from tui.words.names import Seating
from tui.words.review_sentences import MomentSentences


class MomentWords(msgspec.Struct, frozen=True):
    """A moment in words."""

    moment: Moment
    line: str
    more: tuple[str, ...]


class HandMoments:
    """The key moments of the own seat in a finished hand."""

    def __init__(self, rules: Ruleset, seating: Seating, events: Sequence[Event]) -> None:
        self._rules, self._seating, self._events = rules, seating, tuple(events)
        words = MomentSentences(seating)
        found = sorted(review(rules, seating.seat, events), key=lambda moment: moment.events)
        if any(_is_risk(moment) or _is_declined(moment) for moment in found):
            # imported here because most hands end without a risk
            from ai.review.game_review import review_hand

            hand = RecordedHand(1, 1, [mask(event, seating.seat) for event in events])
            known = {
                (each.position + 1, each.kind is MomentKind.WIN_MISSED)
                for each in review_hand(rules, seating.seat, hand).moments
            }
            found = [moment for moment in found if _is_sure(moment, known)]
        self.moments = tuple(MomentWords(moment, words.line(moment), words.more(moment)) for moment in found)
        """The moments in chronological order. The review of the game has each risk and declined win, too."""

    @property
    def player(self) -> tuple[Ruleset, int]:
        return self._rules, self._seating.seat

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
            lit=frozenset({KIND_OF[shown.moment.tile]}),
            causes=_causes(shown.moment),
            cursor=choice.place if choice is not None and choice.of_tiles else None,
        )


def _is_risk(moment: Moment) -> bool:
    return isinstance(moment.facts, DangerousDiscard) and moment.facts.paid is None


def _is_declined(moment: Moment) -> bool:
    facts = moment.facts
    return isinstance(facts, WinMissed) and facts.refusal is None and facts.points is not None


def _is_sure(moment: Moment, known: Set[tuple[int, bool]]) -> bool:
    """Whether the review of the game, by the positions of its moments and which are declined wins, agrees."""
    if _is_declined(moment):
        return (moment.events, True) in known
    return not _is_risk(moment) or (moment.events, False) in known


def _causes(moment: Moment) -> tuple[Cause, ...]:
    facts = moment.facts
    if isinstance(facts, FuritenEntered):
        # a tile before its discard is not in a pond yet
        return tuple(cause for cause in facts.causes if cause.turn < moment.turn)
    if isinstance(facts, WinMissed) and facts.refusal is not None:
        return facts.refusal.causes
    return ()
