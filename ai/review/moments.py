"""The moments of a reviewed game: what mattered to one seat, in three classes of certainty.

``proof`` is certain from what the seat saw, ``measured`` was played out, ``opinion`` is what the experts of
the three styles would have done. Nothing of it is a rating.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ai.reading.table_errors import ErrorAtTable
from ai.review.dangerous_discards import DangerousDiscard
from ai.review.hand_review import FuritenEntered, WinMissed
from engine.actions import Action, ActionKind
from engine.tiles import NAMES, Tile


class MomentClass(StrEnum):
    """The certainty of a moment, the most certain first."""

    PROOF = "proof"
    """It follows from what the seat saw."""
    MEASURED = "measured"
    """The choices were played out, the hidden tiles dealt anew."""
    OPINION = "opinion"
    """The experts would have chosen otherwise."""


class MomentKind(StrEnum):
    """The subject of a moment; from ``DISCARD`` on, the choice of the seat where another one was better."""

    FURITEN_ENTERED = "furiten-entered"
    WIN_MISSED = "win-missed"
    DANGEROUS_DISCARD = "dangerous-discard"
    FOUL = "foul"
    """An action that the rules forbid, in games in which errors are penalised."""
    LATE = "late"
    """A call or a win came too late, by table rules."""
    COUNT = "count"
    """The own win was miscounted."""
    NOTEN = "noten"
    """Noten was said at the draw with a hand that was tenpai."""
    CHALLENGE = "challenge"
    """A win or count was challenged wrongly, or a wrong count was accepted."""
    DISCARD = "discard"
    RIICHI = "riichi"
    CALL = "call"
    """A chi or a pon."""
    KAN = "kan"
    PASS = "pass"
    """Nothing was called."""
    REDEAL = "redeal"
    """Nine terminals were declared."""


class FoulMade(msgspec.Struct, frozen=True):
    """A foul of the seat: the names of its ``Offence`` and ``Penalty``."""

    offence: str
    penalty: str


class StyleChoice(msgspec.Struct, frozen=True):
    """The choice of the expert of one style.

    ``points`` is what its evaluation expects this choice to bring more than that of the seat, None where it
    compares them by order alone.
    """

    style: str
    action: Action
    points: int | None = None


class StyleChoices(msgspec.Struct, frozen=True):
    """The choices of the three styles, in the order of the registry."""

    choices: tuple[StyleChoice, ...]

    def agreeing(self, action: Action) -> tuple[StyleChoice, ...]:
        """The choices that are this one, whichever of two equal tiles is discarded."""
        wanted = action._replace(tsumogiri=False)
        return tuple(each for each in self.choices if each.action._replace(tsumogiri=False) == wanted)


MomentFacts = FuritenEntered | WinMissed | DangerousDiscard | FoulMade | ErrorAtTable | StyleChoices


class ReviewedMoment(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a hand at which the seat chose, or broke a rule.

    ``event`` is the index of the seat's own move among the events of the hand, ``start_kyoku`` being 0; of a
    riichi it is the ``reach``. Where the seat let something pass, it is the event that offered the tile.
    ``position`` is the index, in the whole record, of the position in which the seat chose: the argument of
    ``Timeline.at``.
    """

    hand: int
    """Number of the hand in the record, from 1."""
    event: int
    position: int
    turn: int
    """The seat's own turn; for a tile of another player that player's turn."""
    kind: MomentKind
    moment_class: MomentClass
    tile: Tile | None
    """The tile that was discarded, called, or not won on."""
    better: Action | None = None
    """The better choice; None for a foul and whatever else was said wrongly or too late."""
    points: int | None = None
    """The cost in points: for a proof what really was paid or missed, else the expected loss."""
    ci95: int | None = None
    """Half the width of the 95 % interval of ``points``; only where they were measured."""
    facts: MomentFacts | None = None
    """More about it, for explanations; None for what was measured."""

    @property
    def better_text(self) -> str | None:
        """The better choice in notation: a tile for a discard, else the action, such as ``riichi 5m``."""
        return None if self.better is None else action_text(self.better)


class VerdictKind(StrEnum):
    """The one sentence that is said about a hand."""

    NOTHING = "nothing"
    """Nothing to mention."""
    WON = "won"
    """The seat won ``points``."""
    DEALT_IN = "dealt-in"
    """It dealt in with ``tile`` and paid ``points``."""
    DEALT_IN_SAFE = "dealt-in-safe"
    """The same, while ``better`` could not lose and the hand was folded anyway."""
    FURITEN_COST = "furiten-cost"
    """Avoidable furiten cost wins of ``points``."""
    FURITEN = "furiten"
    """Avoidable furiten that cost nothing in the end."""
    WIN_DECLINED = "win-declined"
    """A win of ``points`` was declined."""
    FOUL = "foul"
    MOMENTS = "moments"
    """Other moments: ``count`` of them."""


class HandVerdict(msgspec.Struct, frozen=True):
    """The verdict of a hand: a key and its values, for one sentence."""

    kind: VerdictKind
    points: int | None = None
    tile: Tile | None = None
    better: Tile | None = None
    count: int = 0


class HandReview(msgspec.Struct, frozen=True):
    """One hand of a reviewed game; its moments in the order of play."""

    number: int
    """In the record, from 1."""
    wind: str
    """The round wind, ``E`` to ``N``."""
    kyoku: int
    honba: int
    verdict: HandVerdict
    moments: tuple[ReviewedMoment, ...] = ()


class GameReview(msgspec.Struct, frozen=True):
    """The moments that mattered to one seat in a record.

    ``seed`` is that of the deals with which moments were played out; None where none was.
    """

    seat: int
    names: tuple[str, ...]
    """The four names of the record by seat; empty ones where it has none."""
    hands: tuple[HandReview, ...]
    seed: int | None = None

    @property
    def player(self) -> str:
        return self.names[self.seat]

    @property
    def moments(self) -> tuple[ReviewedMoment, ...]:
        return tuple(moment for hand in self.hands for moment in hand.moments)


class MomentFilter(msgspec.Struct, frozen=True):
    """The moments to show: of these classes, and of at least so many points.

    A moment is left out below ``points``; one without a number of points counts as 0.
    """

    classes: frozenset[MomentClass] = frozenset(MomentClass)
    points: int = 0

    def fits(self, moment: ReviewedMoment) -> bool:
        return moment.moment_class in self.classes and (moment.points or 0) >= self.points


def action_text(action: Action) -> str:
    """An action in notation: a discard is its tile."""
    if action.kind is ActionKind.DISCARD and action.tile is not None:
        return NAMES[action.tile]
    return str(action)


def kind_of(facts: FuritenEntered | WinMissed | DangerousDiscard) -> MomentKind:
    """The kind of a moment that the review of a hand found."""
    match facts:
        case FuritenEntered():
            return MomentKind.FURITEN_ENTERED
        case WinMissed():
            return MomentKind.WIN_MISSED
        case DangerousDiscard():
            return MomentKind.DANGEROUS_DISCARD
