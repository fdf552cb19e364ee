"""Reviews in sentences: moments, verdicts of hands, a branch beside its record, a decision played twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from ai.drills.question import DrillKind
from ai.play import PERSON
from ai.reading.furiten_advice import longest_lasting
from ai.reading.safety_reasons import safety_class
from ai.reading.table_errors import ErrorAtTable
from ai.review.after_choice import AfterChoice
from ai.review.dangerous_discards import DangerousDiscard
from ai.review.game_totals import GameTotals, MistakeCause, ReviewedRecord, SomeGames, cause_of
from ai.review.hand_review import Ended, FuritenEntered, Moment, WinMissed
from ai.review.moments import (
    CONFIRMED,
    PLAYED_OUT,
    Cost,
    DealIn,
    FoulMade,
    GameReview,
    HandReview,
    HandVerdict,
    MomentClass,
    MomentKind,
    ReviewedMoment,
    StyleChoice,
    StyleChoices,
)
from engine.actions import Action, ActionKind, Why
from engine.records.timeline import Timeline
from engine.tiles import TILE_OF, Tile
from tui.i18n import join_sentences, t
from tui.tiles import class_words
from tui.words.action_words import action_words
from tui.words.choice_reasons import choice_reasons
from tui.words.event_lines import hand_and_honba, hand_name
from tui.words.furiten_sentences import ending
from tui.words.names import Seating, bot_title, first_fitting, join, kind_word, tile_word, tile_words
from tui.words.safety_sentences import reason_word
from tui.words.table_rules import error_words

if TYPE_CHECKING:
    from ai.review.two_courses import CourseShares, DealsCompared, SameWall, TwoCourses

LINE_WIDTH = 72
"""Cells of the line of a moment at 80 columns, beside its pointer."""


class MomentSentences:
    """Puts moments into words for the players of that table."""

    def __init__(self, names: Seating) -> None:
        self._names = names

    def line(self, moment: Moment) -> str:
        start = t("moments.turn", turn=moment.turn)
        return first_fitting((f"{start}{said}" for said in self._lines(moment)), LINE_WIDTH)

    def _lines(self, moment: Moment) -> list[str]:
        tile = tile_word(moment.tile)
        match moment.facts:
            case FuritenEntered(causes, waits):
                main = longest_lasting(causes)
                told = {"tile": tile, "waits": tile_words(wait.kind for wait in waits)}
                if main.turn == moment.turn:
                    return [t("moments.itself", **told), t("moments.itself-short", tile=tile)]
                cause = kind_word(main.tile)
                return [
                    t("moments.entered", cause=cause, **told),
                    t("moments.entered-short", tile=tile, cause=cause),
                ]
            case WinMissed() as facts:
                return self._missed(facts, tile)
            case DangerousDiscard() as facts:
                return [self.risk(moment.tile, facts)]

    def risk(self, tile: Tile, facts: DangerousDiscard) -> str:
        told = self.risked(tile, facts)
        if facts.paid is not None:
            return t("moments.dealt-in", points=facts.paid, **told)
        return t(f"moments.danger-{facts.level}", **told)

    def risked(self, tile: Tile, facts: DangerousDiscard) -> dict[str, str]:
        return {
            "tile": tile_word(tile),
            "safer": tile_word(facts.tile),
            "name": self._names.other(facts.seat),
        }

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
                return tuple(self.danger(moment.tile, facts))

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

    def danger(self, tile: Tile, facts: DangerousDiscard) -> list[str]:
        """How safe the discard was, and how safe the tile that was safer."""
        said = [
            t(
                "moments.safety",
                tile=tile_word(each),
                safety=class_words(safety_class(found.tier)),
                ground=reason_word(found),
            )
            for each, found in ((tile, facts.thrown), (facts.tile, facts.safer))
        ]
        return [*said, t("moments.tenpai")] if facts.tenpai else said


_UNKNOWN_POINTS = ("won", "dealt-in", "dealt-in-safe", "foul")
"""Verdicts that have a sentence without points."""


_DISCARDED = (MomentKind.DANGEROUS_DISCARD, MomentKind.FURITEN_ENTERED, MomentKind.RED_FIVE)
"""Kinds of which a discard is told."""


class ReviewSentences:
    """Puts reviewed moments into words for the players of that table."""

    def __init__(self, seating: Seating) -> None:
        self._names = seating
        self._facts = MomentSentences(seating)

    def line(self, moment: ReviewedMoment) -> str:
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
            case _ if moment.kind is MomentKind.RED_FIVE:
                assert moment.better is not None
                assert moment.better.tile is not None
                said = t("reviewed.red-five", did=did(moment), better=tile_word(moment.better.tile))
            case _:
                said = t(
                    "reviewed.measured-placement" if moment.by_placement else "reviewed.measured",
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
            case StyleChoices() as facts:
                return (*choice_reasons(moment, self._names), *_doubts(moment, facts))
        return ()

    def deal_in(self, found: DealIn) -> str:
        """How dangerous the discard was that dealt in, and the hand that it was risked for."""
        assert found.after.tile is not None
        risk = t(
            "reviewed.deal-in.risk",
            tile=tile_word(found.after.tile),
            name=self._names.other(found.safety.opponent),
            safety=class_words(safety_class(found.safety.tier)),
            ground=reason_word(found.safety),
            rate=round(100 * found.safety.chance),
        )
        low, high = found.after.points or (0, 0)
        worth = "reviewed.deal-in.worth" if low == high else "reviewed.deal-in.worths"
        return join_sentences((risk, _hand_of(found.after), t(worth, low=low, high=high) if high else ""))

    def _needless(self, moment: ReviewedMoment, facts: DangerousDiscard) -> str:
        assert moment.tile is not None
        told = self._facts.risked(moment.tile, facts)
        if facts.paid is None:
            return t("reviewed.needless", **told)
        return t("reviewed.needless-dealt-in", points=facts.paid, **told)


def _hand_of(after: AfterChoice) -> str:
    if after.shanten:
        return t("reviewed.deal-in.away", shanten=after.shanten, count=after.tiles)
    if not after.tiles:
        return t("reviewed.deal-in.nothing")
    key = "tsumo" if not after.ron else "all" if after.ron == after.tiles else "some"
    return t(f"reviewed.deal-in.won-{key}", count=after.tiles, ron=after.ron)


def _doubts(moment: ReviewedMoment, facts: StyleChoices) -> Iterator[str]:
    """How sure an opinion is: who would choose a third thing, and how it came out."""
    if moment.moment_class is not MomentClass.OPINION:
        return
    agreeing = _agreeing(moment, facts)
    for each in facts.choices:
        if each not in agreeing:
            yield t("reviewed.apart", name=bot_title(each.style), would=advised_action(each.action))
    if played := moment.played:
        key = "reviewed.open-placement" if moment.by_placement else "reviewed.open"
        yield t(key, deals=played.deals, low=played.low, high=played.high)


def lost_points(cost: Cost, *, marked: bool = False) -> str:
    """The cost of mistakes, each unit for itself: ``3,900 points and 800 points of the final score``.

    ``marked`` is short: the final score has the mark that ``points_legend`` explains.
    """
    if cost.moments and not (cost.points or cost.final):
        return t("reviewed.points-uncounted")
    said = [t("reviewed.points", points=cost.points)] if cost.points or not cost.final else []
    if cost.final:
        key = "reviewed.points-marked" if marked else "reviewed.points-placement"
        said.append(t(key, points=cost.final))
    return join(said)


def totals_title(totals: GameTotals, player: str) -> str:
    """How many games and hands of a player there are; own records call who played only ``you``."""
    if player == PERSON:
        return t("review.own-games", count=totals.games, hands=totals.hands)
    return t("review.games-of", count=totals.games, player=player, hands=totals.hands)


def cost_words(cost: Cost) -> str:
    """How many mistakes there are, and what they cost."""
    return t("review.cost", count=cost.moments, lost=lost_points(cost))


def checked_words(totals: GameTotals) -> str:
    """How opinions came out that were played out, and how many were not; empty if there are none."""
    told = {"cleared": totals.cleared, "undecided": totals.undecided, "untried": totals.untried}
    return t("review.checked", **told) if any(told.values()) else ""


def marked_points(moment: ReviewedMoment) -> str:
    """The points of a moment in a column, with the marks of ``points_legend``; an opinion has none."""
    if moment.points is None:
        return "" if moment.moment_class is MomentClass.OPINION else f"{t('reviewed.mark-uncounted')} "
    return f"{moment.points:,}{t('reviewed.mark-placement') if moment.by_placement else ' '}"


def points_legend(moments: Iterable[ReviewedMoment]) -> str:
    """The legend of the marks that these moments have in a column of ``marked_points``."""
    column = "".join(map(marked_points, moments))
    marks = [mark for mark in ("placement", "uncounted") if t(f"reviewed.mark-{mark}") in column]
    return join_sentences(t(f"reviewed.marked-{mark}") for mark in marks)


def calibration(moments: Iterable[ReviewedMoment]) -> str:
    """How often opinions proved to be mistakes; empty if none of these moments is an opinion alone."""
    if not any(each.is_untried for each in moments):
        return ""
    return t("reviewed.calibrated", count=PLAYED_OUT, confirmed=CONFIRMED)


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


def reviewed_hand_sign(hand: HandReview) -> str:
    """The name of a hand in a few cells: ``E2``, with honba ``E2-1``."""
    name = f"{t(f'sheet.winds.{hand.wind}')}{hand.kyoku}"
    return f"{name}-{hand.honba}" if hand.honba else name


def moment_place(line: Timeline, moment: ReviewedMoment) -> str:
    """Where a moment is in the game: ``South 2, turn 9``."""
    start = line.hand_at(moment.position).start
    return _place(hand_and_honba(TILE_OF[start.bakaze], start.kyoku, start.honba), moment)


def reviewed_place(review: GameReview, moment: ReviewedMoment) -> str:
    """The place of a moment, told by its review alone."""
    return _place(reviewed_hand_name(review.hand_of(moment)), moment)


def _place(hand: str, moment: ReviewedMoment) -> str:
    return t("reviewed.retry.place", hand=hand, turn=moment.turn)


def class_word(moment_class: MomentClass) -> str:
    """The name of a class."""
    return t(f"reviewed.class.{moment_class}")


def did(moment: ReviewedMoment) -> str:
    """The deed of the seat, as the beginning of a sentence."""
    kind = MomentKind.DISCARD if moment.kind in _DISCARDED else moment.kind
    tile = "" if moment.tile is None else tile_word(moment.tile)
    return t(f"reviewed.did.{kind}", tile=tile)


def short_action(action: Action) -> str:
    """An action by itself, as briefly as it can be said."""
    return t(f"reviewed.short.{action.kind}", tile="" if action.tile is None else tile_word(action.tile))


def advised_action(action: Action) -> str:
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
    return advised_action(moment.better)


def _who(moment: ReviewedMoment, facts: StyleChoices) -> str:
    agreeing = _agreeing(moment, facts)
    if len(agreeing) == len(facts.choices):
        return t("reviewed.all")
    return join([bot_title(each.style) for each in agreeing])


def _agreeing(moment: ReviewedMoment, facts: StyleChoices) -> tuple[StyleChoice, ...]:
    assert moment.better is not None
    return facts.agreeing(moment.better)


def _plain(moment: ReviewedMoment) -> Moment:
    assert moment.tile is not None
    assert isinstance(moment.facts, FuritenEntered | WinMissed | DangerousDiscard)
    return Moment(moment.turn, 0, moment.tile, moment.points or 0, moment.facts)


def decided(action: Action | None, *, there: bool) -> str:
    """The choice in words; ``there`` says whether there was that decision at all."""
    if not there:
        return t("branch.end.nothing")
    return t("branch.end.unknown") if action is None else action_words(action)


def decision_name(turn: int, tile: Tile | None, *, claim: bool, other_draw: bool) -> str:
    """The place of a decision: ``7  drew 3s``; with ``other_draw`` that of two after different draws."""
    if other_draw:
        about = t("branch.end.other-draw")
    elif tile is None:
        about = t("branch.end.declared") if claim else t("branch.end.called")
    elif claim:
        about = t("branch.end.offered", tile=tile_word(tile))
    else:
        about = t("branch.end.drew", tile=tile_word(tile))
    return t("branch.end.turn", turn=turn, about=about)


def points_change(gained: int | None) -> str:
    """A change of points."""
    if gained is None:
        return t("branch.end.unknown")
    return t("branch.end.points", gained=gained) if gained else t("branch.end.even")


def recorded_hand_name(wind: str, kyoku: int) -> str:
    """The name of a hand by the names of its record: ``South 2``."""
    return hand_name(TILE_OF[wind], kyoku)


# -- a decision played twice -------------------------------------------------------------------------


def course_names(courses: TwoCourses) -> tuple[str, str]:
    """Both choices as briefly as they can be told apart, that of the seat first."""
    taken, other = (short_action(action) for action in courses.actions)
    if taken == other:
        taken, other = (advised_action(action) for action in courses.actions)
    return taken, other


def same_wall_sentence(courses: TwoCourses, same: SameWall) -> str:
    """The results of both choices on one wall, what really came, and where the wall is from."""
    taken, other = course_names(courses)
    told = t(
        f"twice.wall.{same.source}",
        taken=taken,
        other=other,
        brought=points_change(same.taken.end.points),
        would=points_change(same.other.end.points),
    )
    real = "" if same.real is None else t("twice.real", points=points_change(same.real.points))
    return join_sentences((told, real))


def deals_sentence(courses: TwoCourses, compared: DealsCompared, room: int) -> str:
    """By how much which choice is ahead and in how many deals, or that it is not decided.

    It is said briefly where the whole sentence does not fit in so many cells.
    """
    from ai.review.two_courses import CourseVerdict  # here: a table begins without deals that are played out

    points, count = compared.points, len(compared.deals)
    if points is None:
        return t("twice.begun", wanted=compared.wanted)
    deals = t("twice.deals" if compared.whole else "twice.so-far", count=count, wanted=compared.wanted)
    taken, other = course_names(courses)
    verdict = compared.verdict
    better, worse = (taken, other) if verdict is CourseVerdict.TAKEN else (other, taken)
    more, fewer = compared.ahead, compared.behind
    if verdict is CourseVerdict.TAKEN:
        more, fewer = fewer, more
    open_ = verdict is CourseVerdict.OPEN
    mean, ci95 = points.mean if open_ else abs(points.mean), round((points.high - points.low) / 2)
    told = {"deals": deals, "better": better, "points": mean, "ci95": ci95, "more": more, "fewer": fewer}
    key = ("open" if open_ else "ahead") + ("-placement" if courses.by_placement else "")
    said = (t(f"twice.{key}", worse=worse, **told), t(f"twice.{key}-short", **told))
    return first_fitting(said, room)


def shares_sentence(shares: CourseShares) -> str:
    """How often a choice ended in what."""
    return t("twice.shares", won=shares.won, dealt_in=shares.dealt_in, drawn=shares.drawn)


# -- totals ------------------------------------------------------------------------------------------


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
