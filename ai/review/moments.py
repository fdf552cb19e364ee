"""The moments of a reviewed game: what mattered to one seat, in three classes of certainty.

``proof`` is certain from what the seat saw, ``measured`` was played out, ``opinion`` is what the experts of
the three styles would have done. Nothing of it is a rating.

Proofs: furiten entered where another discard kept a free wait as good; a legal win declined; a tile discarded
that could lose where one that cannot lose was in hand and the hand was folded anyway; a red five discarded
while a plain one was in hand; a foul; what was said too late or wrongly by table rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from ai.coach import Better, free_discards
from ai.reading.outlook import Outlook, outlook_after, wait_tiles
from ai.reading.safety import Safety, TileSafety
from ai.reading.table_errors import ErrorAtTable, ErrorKind, errors_shown
from ai.review.after_choice import AfterChoice
from ai.review.dangerous_discards import DangerousDiscard, needless_risks
from ai.review.hand_review import ALL_MOMENTS, FuritenEntered, Moment, WinMissed, review
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.legal import refuse_discard
from engine.outcome import DrawReason
from engine.records.recorded_choices import is_made_with_discard
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import KIND_OF, NAMES, TILE_OF, Tile, is_red
from engine.view import SeatView

DEAREST = 3
"""Moments of a game that are worth looking at first."""


PLAYED_OUT, CONFIRMED = 300, 53
"""Of so many opinions that were played out so many were confirmed as mistakes: docs/lab/review.md."""


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
    RED_FIVE = "red-five"
    """A red five was discarded where a plain five of the kind could be."""
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


class DealIn(msgspec.Struct, frozen=True):
    """The discard that dealt in: how dangerous it was, and for which hand."""

    safety: TileSafety
    """Against the winner; of several, against the one whom it was most dangerous to feed."""
    after: AfterChoice

    @classmethod
    def of(cls, rules: Ruleset, seat: int, hand: RecordedHand) -> DealIn | None:
        """The deal-in of a seat in a hand of a record; None if there is none, or if a kan was robbed."""
        offers = [place for place, event in enumerate(hand.events) if isinstance(event, ev.OfferEvent)]
        winners = [each.actor for each in hand.events if isinstance(each, ev.Hora) and each.target == seat]
        place = offers[-1] if offers else 0
        discard = hand.events[place]
        if not winners or seat in winners or not isinstance(discard, ev.Dahai):
            return None
        positions = timeline(rules, hand.events, seat)
        view, tile = positions.at(positions.chosen_at(place)).view, TILE_OF[discard.pai]
        safety = Safety(view)
        worst = max(winners, key=lambda winner: safety.chance(KIND_OF[tile], winner))
        after = outlook_after(view, tile, riichi=isinstance(hand.events[place - 1], ev.Reach))
        return cls(safety.against(KIND_OF[tile], worst), AfterChoice.of_outlook(after))


class PlayedOut(msgspec.Struct, frozen=True):
    """An opinion that was played out and stayed open: neither a mistake nor none.

    ``low`` and ``high`` are the 95 % interval, in points, of what the other choice was worth more; ``deals``
    is how often both were played.
    """

    low: int
    high: int
    deals: int


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
    """The seat's own turn, whoever discarded the tile."""
    kind: MomentKind
    moment_class: MomentClass
    tile: Tile | None
    """The tile that was discarded, called, or not won on."""
    better: Action | None = None
    """The better choice; None for a foul and whatever else was said wrongly or too late."""
    points: int | None = None
    """The cost in points: for a proof what really was paid, or what a missed win was worth beyond the dearest
    one after it and beyond the seat's own; else what playing out measured. An opinion has none."""
    ci95: int | None = None
    """Half the width of the 95 % interval of ``points``; only where they were measured."""
    facts: MomentFacts | None = None
    """More about it, for explanations; of what was measured the choices of the styles."""
    expected: int | None = None
    """By how many points the styles rate their choice higher. It says what to play out first, and no more."""
    danger: DangerousDiscard | None = None
    """The risk of the discard where a tile was safer, if the choice was not proved wrong."""
    after: tuple[AfterChoice, ...] = ()
    """The hand after what the seat did, and after the better choice, where both leave one."""
    played: PlayedOut | None = None
    """How an opinion came out that playing out left open; None if it was not played out."""
    by_placement: bool = False
    """Whether what was played out is told in points of the final score, uma counted."""

    @property
    def is_untried(self) -> bool:
        """Whether it is an opinion that was not played out."""
        return self.moment_class is MomentClass.OPINION and self.played is None

    @property
    def better_text(self) -> str | None:
        """The better choice in notation: a tile for a discard, else the action, such as ``riichi 5m``."""
        return None if self.better is None else action_text(self.better)


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """Mistakes, and what they cost; one whose points are not known costs nothing.

    Points of hands and points of the final score, which count uma, are not added to each other.
    """

    points: int = 0
    """Points of hands."""
    final: int = 0
    """Points of the final score: what was measured in the last two hands of a game."""
    moments: int = 0

    @classmethod
    def of(cls, moments: Iterable[ReviewedMoment]) -> Cost:
        """What these mistakes cost."""
        return sum(map(cls.of_one, moments), cls())

    @classmethod
    def of_one(cls, moment: ReviewedMoment) -> Cost:
        """What that mistake cost."""
        points = moment.points or 0
        return cls(final=points, moments=1) if moment.by_placement else cls(points=points, moments=1)

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            points=self.points + other.points,
            final=self.final + other.final,
            moments=self.moments + other.moments,
        )

    def __sub__(self, other: Cost) -> Cost:
        return Cost(
            points=self.points - other.points,
            final=self.final - other.final,
            moments=self.moments - other.moments,
        )

    @property
    def has_points(self) -> bool:
        """Whether something is known to have cost points of either unit."""
        return bool(self.points or self.final)


class VerdictKind(StrEnum):
    """The one sentence that is said about a hand."""

    NOTHING = "nothing"
    """Nothing to mention."""
    WON = "won"
    """The seat won ``points``."""
    DEALT_IN = "dealt-in"
    """It dealt in with ``tile`` and paid ``points``."""
    DEALT_IN_SAFE = "dealt-in-safe"
    """It dealt in so, though ``better`` could not lose and the hand was given up later."""
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
    first: int
    """The number of its first event in the record, from 1."""
    wind: str
    """The round wind, ``E`` to ``N``."""
    kyoku: int
    honba: int
    verdict: HandVerdict
    moments: tuple[ReviewedMoment, ...] = ()
    cleared: int = 0
    """Opinions that are left out, because playing out showed no mistake."""
    deal_in: DealIn | None = None
    """The discard with which the seat dealt in."""

    def moved_to(self, number: int, first: int) -> HandReview:
        """The review of the same hand in another record: its number there, and that of its first event."""
        by = first - self.first
        moments = [replace(each, hand=number, position=each.position + by) for each in self.moments]
        return replace(self, number=number, first=first, moments=tuple(moments))


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

    def hand_of(self, moment: ReviewedMoment) -> HandReview:
        """The hand of one of its moments."""
        return next(hand for hand in self.hands if hand.number == moment.hand)

    def step_of(self, moment: ReviewedMoment) -> int:
        """The last event of its hand before one of its moments, from 0 for start_kyoku."""
        return moment.position + 1 - self.hand_of(moment).first

    @property
    def mistakes(self) -> tuple[ReviewedMoment, ...]:
        """What was proved or measured, in the order of play."""
        return tuple(each for each in self.moments if each.moment_class is not MomentClass.OPINION)

    @property
    def lost(self) -> Cost:
        """What the mistakes cost."""
        return Cost.of(self.mistakes)

    @property
    def dearest(self) -> tuple[ReviewedMoment, ...]:
        """The dearest mistakes in the order of ``by_cost``: at most DEAREST of those that cost anything."""
        cost = [each for each in self.mistakes if each.points]
        return tuple(sorted(cost, key=by_cost)[:DEAREST])

    @property
    def cleared(self) -> int:
        """Opinions that are left out, because playing out showed no mistake."""
        return sum(hand.cleared for hand in self.hands)


def by_cost(moment: ReviewedMoment) -> tuple[int, bool, int, int]:
    """Sorts moments: the dearest first, then mistakes without points, then opinions, each in order.

    A point of the final score, which counts uma, stands beside a point of a hand as if they were one.
    """
    opinion = moment.moment_class is MomentClass.OPINION
    return -(moment.points or 0), opinion, moment.position, moment.event


class MomentFilter(msgspec.Struct, frozen=True):
    """The moments to show: of these classes, and of at least so many points.

    A moment is left out below ``points``, be they of a hand or of the final score; one without a number of
    points counts as 0.
    """

    classes: frozenset[MomentClass] = frozenset(MomentClass)
    points: int = 0

    def fits(self, moment: ReviewedMoment) -> bool:
        return moment.moment_class in self.classes and (moment.points or 0) >= self.points

    def verdict(self, hand: HandReview) -> HandVerdict:
        """The verdict of a hand by its result, and by the moments to show alone."""
        shown = [moment.kind for moment in hand.moments if self.fits(moment)]
        kind = hand.verdict.kind
        if kind is VerdictKind.DEALT_IN_SAFE and MomentKind.DANGEROUS_DISCARD not in shown:
            return replace(hand.verdict, kind=VerdictKind.DEALT_IN, better=None)
        if kind in _BY_RESULT or _TOLD_BY.get(kind) in shown:
            return hand.verdict
        return HandVerdict(VerdictKind.MOMENTS if shown else VerdictKind.NOTHING, count=len(shown))


_BY_RESULT = (VerdictKind.WON, VerdictKind.DEALT_IN, VerdictKind.DEALT_IN_SAFE)
_TOLD_BY = {
    VerdictKind.FURITEN_COST: MomentKind.FURITEN_ENTERED,
    VerdictKind.FURITEN: MomentKind.FURITEN_ENTERED,
    VerdictKind.WIN_DECLINED: MomentKind.WIN_MISSED,
    VerdictKind.FOUL: MomentKind.FOUL,
}
"""The moments that a verdict tells of, where it is not of the result."""


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


def free_waits_as_good(view: SeatView, tile: Tile, *, riichi: bool) -> tuple[Better, ...]:
    """The discards that keep a free wait as good as the furiten wait after ``tile``, the best first.

    The free wait is as good if at least as many of its tiles are unseen, if a ron on each of them is a win,
    and if the unseen tiles are together worth at least as much by ron, furiten apart. Riichi counts for both
    waits if it was declared. The discard is at least as safe against those who threaten.
    """
    entered = outlook_after(view, tile, riichi=riichi)
    found: list[tuple[int, int, Better]] = []
    for each in free_discards(view, tile):
        hand = each.with_riichi if riichi else each
        if hand is None or not all(wait.ron for wait in hand.waits):
            continue
        left, value = hand.acceptance, _ron_value(hand)
        if left >= entered.acceptance and value >= _ron_value(entered):
            found.append((value, left, Better(hand.tile, wait_tiles(hand.waits), left)))
    return tuple(better for *_, better in sorted(found, key=lambda each: each[:2], reverse=True))


def _ron_value(hand: Outlook) -> int:
    """The worth of all unseen tiles together by ron, furiten apart."""
    return sum(wait.left * wait.ron_worth.points for wait in hand.waits if wait.ron_worth is not None)


def proofs(rules: Ruleset, seat: int, hand: RecordedHand) -> list[ReviewedMoment]:
    """The proof moments of a hand of a record for that seat, in the order of play."""
    positions = timeline(rules, hand.events, seat)
    found = [
        moment
        for each in review(rules, seat, hand.events, ALL_MOMENTS)
        if (moment := _proof(each, positions, hand)) is not None
    ]
    found += _needless(positions, hand)
    found += _red_fives(positions, hand)
    found += _fouls(positions, hand)
    found += _said_wrongly(positions, hand)
    found.sort(key=lambda moment: (moment.position, moment.event))
    return _with_costs(found, hand, seat)


def _proof(moment: Moment, positions: Timeline, hand: RecordedHand) -> ReviewedMoment | None:
    match moment.facts:
        case FuritenEntered(better=better) as facts if better is not None:
            move = own_move(hand, positions, moment.events)
            riichi = isinstance(hand.events[move], ev.Reach)
            view = positions.at(moment.events - 1).view
            free = free_waits_as_good(view, moment.tile, riichi=riichi)
            if not free:
                return None
            moment = replace(moment, facts=replace(facts, better=free[0]))
            kind = ActionKind.RIICHI if riichi else ActionKind.DISCARD
            return _reviewed(moment, hand, Action(kind, free[0].tile), move)
        case WinMissed(refusal=None, points=points) as facts if points is not None:
            own = facts.seat == positions.seat
            kind = ActionKind.TSUMO if own else ActionKind.RON
            event = own_move(hand, positions, moment.events) if own else moment.events - 1
            return _reviewed(moment, hand, Action(kind, moment.tile), event)
    return None


def _with_costs(found: Sequence[ReviewedMoment], hand: RecordedHand, seat: int) -> list[ReviewedMoment]:
    """These moments of a hand, in the order of their decisions, with what each missed win cost.

    That is what it was worth beyond the dearest win of a later moment, and beyond the seat's own win. So
    together they cost no more than the hand lost by them. The cost is None if the record does not say what
    the own win was worth.
    """
    wins = [event for event in hand.events if isinstance(event, ev.Hora) and event.actor == seat]
    to_come, known = sum(win.points or 0 for win in wins), all(win.points is not None for win in wins)
    costed = []
    for moment in reversed(found):
        missed = missed_points(moment)
        if missed is not None:
            moment = replace(moment, points=max(missed - to_come, 0) if known else None)
            to_come = max(to_come, missed)
        costed.append(moment)
    return costed[::-1]


def missed_points(moment: ReviewedMoment) -> int | None:
    """The worth of the win that passed at a proof moment, or because of it; None if none did."""
    if moment.moment_class is not MomentClass.PROOF:
        return None
    match moment.facts:
        case WinMissed(points=points) | FuritenEntered(missed_points=points):
            return points
    return None


def _needless(positions: Timeline, hand: RecordedHand) -> Iterator[ReviewedMoment]:
    """Risks of a folded hand; those that dealt in cost what was paid."""
    for place, chosen, turn, tile, facts in needless_risks(positions, hand):
        yield ReviewedMoment(
            hand=hand.number,
            event=place,
            position=hand.first - 1 + chosen,
            turn=turn,
            kind=MomentKind.DANGEROUS_DISCARD,
            moment_class=MomentClass.PROOF,
            tile=tile,
            better=Action(ActionKind.DISCARD, facts.tile),
            points=facts.paid,
            facts=facts,
        )


def _red_fives(positions: Timeline, hand: RecordedHand) -> Iterator[ReviewedMoment]:
    """Red fives discarded while a plain five could be: the same hand for one han less."""
    for place, event in enumerate(hand.events):
        if not isinstance(event, ev.Dahai) or event.actor != positions.seat or not is_red(TILE_OF[event.pai]):
            continue
        red, chosen = TILE_OF[event.pai], positions.chosen_at(place)
        view, plain = positions.at(chosen).view, KIND_OF[red]
        if plain not in view.hand.tiles or refuse_discard(view, plain) is not None:
            continue
        riichi = isinstance(hand.events[place - 1], ev.Reach)
        yield ReviewedMoment(
            hand=hand.number,
            event=place - riichi,
            position=hand.first - 1 + chosen,
            turn=len(view.me.pond) + 1,
            kind=MomentKind.RED_FIVE,
            moment_class=MomentClass.PROOF,
            tile=red,
            better=Action(ActionKind.RIICHI if riichi else ActionKind.DISCARD, plain),
        )


def own_move(hand: RecordedHand, positions: Timeline, place: int) -> int:
    """The index of the first move of the seat from that event of the hand on."""
    return next(
        number
        for number, event in enumerate(hand.events)
        if number >= place and ev.actor_of(event) == positions.seat
    )


def _reviewed(moment: Moment, hand: RecordedHand, better: Action, event: int) -> ReviewedMoment:
    return ReviewedMoment(
        hand=hand.number,
        event=event,
        position=hand.first - 2 + moment.events,
        turn=moment.turn,
        kind=kind_of(moment.facts),
        moment_class=MomentClass.PROOF,
        tile=moment.tile,
        better=better,
        facts=moment.facts,
    )


def _fouls(positions: Timeline, hand: RecordedHand) -> Iterator[ReviewedMoment]:
    """Actions of the seat that the rules forbid; a chombo cost what was paid for it."""
    seat = positions.seat
    assert seat is not None
    for place, event in enumerate(hand.events):
        if not isinstance(event, ev.Foul) or event.actor != seat:
            continue
        chosen = positions.chosen_at(place)
        following = hand.events[place + 1] if is_made_with_discard(event) else None
        yield ReviewedMoment(
            hand=hand.number,
            event=place,
            position=hand.first - 1 + chosen,
            turn=positions.at(chosen).table.turn_of(seat),
            kind=MomentKind.FOUL,
            moment_class=MomentClass.PROOF,
            tile=TILE_OF[following.pai] if isinstance(following, ev.Dahai) else None,
            points=_chombo(hand, seat),
            facts=FoulMade(event.offence, event.penalty),
        )


_KINDS = {
    ErrorKind.CALL: MomentKind.LATE,
    ErrorKind.COUNT: MomentKind.COUNT,
    ErrorKind.TENPAI: MomentKind.NOTEN,
    ErrorKind.CHALLENGE: MomentKind.CHALLENGE,
    ErrorKind.WRONG_CHALLENGE: MomentKind.CHALLENGE,
}


def _said_wrongly(positions: Timeline, hand: RecordedHand) -> Iterator[ReviewedMoment]:
    """Words of the seat that were too late or wrong, and wrong ones of others that it let stand."""
    if not any(isinstance(event, ev.TableRulesEvent) for event in hand.events):
        return
    for position in positions.walk(hand):
        if not isinstance(position.event, ev.TableRulesEvent) or isinstance(position.event, ev.Foul):
            continue
        for error in errors_shown(position, position.view):
            yield ReviewedMoment(
                hand=hand.number,
                event=position.index - hand.first + 1,
                position=position.index - 1,
                turn=position.table.turn_of(position.view.seat),
                kind=_KINDS[error.kind],
                moment_class=MomentClass.PROOF,
                tile=error.tile,
                facts=error,
            )


def _chombo(hand: RecordedHand, seat: int) -> int | None:
    """The payment of the seat for a chombo; None if none ended the hand, or if nothing was paid at once."""
    last = hand.events[-1]
    if not isinstance(last, ev.Ryukyoku) or last.reason != DrawReason.CHOMBO or not last.deltas:
        return None
    return -last.deltas[seat] if last.deltas[seat] < 0 else None
