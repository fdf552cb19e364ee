"""The review of a game in sentences: its moments, and the verdict of a hand."""

from __future__ import annotations

from ai.reading.table_errors import ErrorAtTable
from ai.review.dangerous_discards import DangerousDiscard
from ai.review.hand_review import FuritenEntered, Moment, WinMissed
from ai.review.moments import (
    FoulMade,
    HandReview,
    HandVerdict,
    MomentClass,
    MomentKind,
    ReviewedMoment,
    StyleChoice,
    StyleChoices,
)
from engine.actions import Action, ActionKind
from engine.records.timeline import Timeline
from engine.tiles import TILE_OF
from tui.i18n.texts import t
from tui.words.bot_names import bot_title
from tui.words.event_lines import hand_and_honba
from tui.words.moments import MomentSentences
from tui.words.seating import Seating
from tui.words.table_errors import error_words
from tui.words.tiles import first_fitting, join, tile_word, tile_words

_UNKNOWN_POINTS = ("won", "dealt-in", "dealt-in-safe", "foul")
"""Verdicts that have a sentence without points."""


_DISCARDED = (MomentKind.DANGEROUS_DISCARD, MomentKind.FURITEN_ENTERED)
"""Kinds of which a discard is told."""


class ReviewSentences:
    """Puts reviewed moments into words for the players of that table."""

    def __init__(self, seating: Seating) -> None:
        self._names = seating
        self._facts = MomentSentences(seating)

    def line(self, moment: ReviewedMoment) -> str:
        """The moment in one line, its turn first."""
        match moment.facts:
            case FuritenEntered() | WinMissed():
                return self._facts.line(_plain(moment))
            case DangerousDiscard() as facts:
                said = self._needless(moment, facts)
            case FoulMade(offence, penalty):
                said = t(
                    "reviewed.foul",
                    offence=t(f"reviewed.foul-of.{offence}"),
                    penalty=t(f"reviewed.penalty.{penalty}"),
                )
            case ErrorAtTable() as facts:
                said = error_words(facts, self._names)
            case StyleChoices() as facts if moment.moment_class is MomentClass.OPINION:
                said = t("reviewed.opinion", did=did(moment), who=_who(moment, facts), would=_would(moment))
            case _:
                said = t(
                    "reviewed.measured",
                    did=did(moment),
                    would=_would(moment),
                    points=moment.points or 0,
                    ci95=moment.ci95 or 0,
                )
        return f"{t('moments.turn', turn=moment.turn)}{said}"

    def brief(self, moment: ReviewedMoment, room: int) -> str:
        """The moment in a line of so many cells; where it does not fit, only what was done and was better."""
        better = moment.better
        if better is None:
            return self.line(moment)
        short = t("reviewed.brief", did=did(moment), better=short_action(better))
        return first_fitting((self.line(moment), f"{t('moments.turn', turn=moment.turn)}{short}"), room)

    def more(self, moment: ReviewedMoment) -> tuple[str, ...]:
        """The explanation: further sentences."""
        match moment.facts:
            case FuritenEntered() | WinMissed() | DangerousDiscard():
                return self._facts.more(_plain(moment))
            case StyleChoices() as facts if moment.moment_class is MomentClass.OPINION:
                agreeing = _agreeing(moment, facts)
                apart = [each for each in facts.choices if each not in agreeing]
                said = [] if moment.points is None else [t("reviewed.worth", points=round(moment.points, -2))]
                said += [
                    t("reviewed.apart", name=bot_title(each.style), would=action_words(each.action))
                    for each in apart
                ]
                return tuple(said)
        return ()

    def _needless(self, moment: ReviewedMoment, facts: DangerousDiscard) -> str:
        assert moment.tile is not None
        told = {
            "tile": tile_word(moment.tile),
            "name": self._names.other(facts.seat),
            "safer": tile_word(facts.tile),
        }
        if facts.paid is None:
            return t("reviewed.needless", **told)
        return t("reviewed.needless-dealt-in", points=facts.paid, **told)


def verdict_words(verdict: HandVerdict) -> str:
    """The verdict of a hand in one sentence."""
    kind = verdict.kind.value
    if verdict.points is None and kind in _UNKNOWN_POINTS:
        kind = f"{kind}-unknown"
    return t(
        f"reviewed.verdict.{kind}",
        points=verdict.points,
        tile="" if verdict.tile is None else tile_word(verdict.tile),
        better="" if verdict.better is None else tile_word(verdict.better),
        count=verdict.count,
    )


def reviewed_hand_name(hand: HandReview) -> str:
    """The name of a hand with its honba."""
    return hand_and_honba(TILE_OF[hand.wind], hand.kyoku, hand.honba)


def moment_place(line: Timeline, moment: ReviewedMoment) -> str:
    """Where a moment is in the game: ``South 2, turn 9``."""
    start = line.hand_at(moment.position).start
    name = hand_and_honba(TILE_OF[start.bakaze], start.kyoku, start.honba)
    return t("reviewed.retry.place", hand=name, turn=moment.turn)


def class_word(moment_class: MomentClass) -> str:
    """The name of a class."""
    return t(f"reviewed.class.{moment_class}")


def did(moment: ReviewedMoment) -> str:
    """What the seat did, as the beginning of a sentence."""
    kind = MomentKind.DISCARD if moment.kind in _DISCARDED else moment.kind
    tile = "" if moment.tile is None else tile_word(moment.tile)
    return t(f"reviewed.did.{kind}", tile=tile)


def short_action(action: Action) -> str:
    """An action by itself, as briefly as it can be said."""
    return t(f"reviewed.short.{action.kind}", tile="" if action.tile is None else tile_word(action.tile))


def action_words(action: Action) -> str:
    """An action after ``would``."""
    tile = action.tile
    if action.kind is ActionKind.CLOSED_KAN:
        tile = action.consumed[0]
    return t(
        f"reviewed.would.{action.kind}",
        tile="" if tile is None else tile_word(tile),
        own=tile_words(action.consumed),
    )


def _would(moment: ReviewedMoment) -> str:
    assert moment.better is not None
    return action_words(moment.better)


def _who(moment: ReviewedMoment, facts: StyleChoices) -> str:
    agreeing = _agreeing(moment, facts)
    if len(agreeing) == len(facts.choices):
        return t("reviewed.all")
    return join([bot_title(each.style) for each in agreeing])


def _agreeing(moment: ReviewedMoment, facts: StyleChoices) -> tuple[StyleChoice, ...]:
    assert moment.better is not None
    return facts.agreeing(moment.better)


def _plain(moment: ReviewedMoment) -> Moment:
    """The moment as the review of a hand has it."""
    assert moment.tile is not None
    assert isinstance(moment.facts, FuritenEntered | WinMissed | DangerousDiscard)
    return Moment(moment.turn, 0, moment.tile, moment.points or 0, moment.facts)
