"""Sentences of games by table rules: counted wins, challenges, rulings, and the errors of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ai.drills.question import DrillKind
from ai.lessons.lesson import lessons
from ai.reading.table_errors import (
    PARTS,
    CountStep,
    ErrorAtTable,
    ErrorKind,
    ErrorSort,
    GradedCount,
    GradedStep,
    grades,
    points_of,
)
from engine.actions import ActionKind, Refusal, WinCount
from engine.events import Foul
from engine.hand import Meld
from engine.options import why_not
from engine.outcome import WinResult
from engine.own_rules import preset_of
from engine.results import CountPart, called_win, chombo_deltas, right_count, said_count
from engine.rules import REFEREE, Offence, Penalty, Ruleset
from engine.score import Score, said_fu_names
from engine.table import Phase, Table
from engine.tiles import TILE_OF
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.config.actions import ActionId
from tui.i18n import join_list, join_sentences, language, t
from tui.words.action_words import reason
from tui.words.event_lines import hand_and_honba
from tui.words.names import Seating, join, sentence_start, tile_word
from tui.words.result_words import han_and_fu, limit_name, score_extent


class GradedLine(msgspec.Struct, frozen=True):
    """One step of a count in words."""

    step: CountStep
    name: str
    right: bool
    said: str
    should: str
    """The right count; the same as ``said`` where that is right."""
    why: str
    """One or two sentences about what is wrong; empty where nothing is."""


def graded_lines(graded: GradedCount, seating: Seating) -> tuple[GradedLine, ...]:
    """Every step that was said, in order."""
    return tuple(_graded_line(each, graded, seating) for each in graded.steps)


def _graded_line(each: GradedStep, graded: GradedCount, seating: Seating) -> GradedLine:
    said = said_words(each.step, graded.said, graded.points, graded.win, seating)
    right = right_count(graded.win)
    points = points_of(graded.win, graded.dealer, graded.win.score.base)
    should = said if each.right else said_words(each.step, right, points, graded.win, seating)
    why = "" if each.right else _why_wrong(each.step, graded, seating)
    if each.follows:
        why = join_sentences((why, t("count.follows")))
    return GradedLine(each.step, t(f"count.steps.{each.step}"), each.right, said, should, why)


# -- what is said ----------------------------------------------------------------------------------------


def said_words(
    step: CountStep, said: WinCount, points: tuple[int, ...], win: WinResult, seating: Seating
) -> str:
    """One step of a count, in a few words."""
    match step:
        case CountStep.LAY:
            return t("count.mixed") if said.mixed else t("count.apart")
        case CountStep.YAKU:
            return yaku_words(said.yaku) or t("count.nothing")
        case CountStep.HAN:
            return t("count.nothing") if said.han is None else t("score.han", count=said.han)
        case CountStep.FU:
            return t("count.nothing") if said.fu is None else t("score.fu", count=said.fu)
        case CountStep.POINTS:
            return point_words(points, tsumo=win.tsumo)
        case CountStep.PAYMENT:
            return payment_words(said.deltas, win.winner, seating)


def yaku_words(names: Sequence[str]) -> str:
    """Yaku by their short names, without what they mean."""
    return join_list(t(f"yaku.{name}").partition(" (")[0].partition("（")[0] for name in names)


def point_words(points: tuple[int, ...], *, tsumo: bool) -> str:
    """The points of a hand: one number for a ron, the child's payment before the dealer's for a tsumo."""
    if len(points) > 1:
        return t("count.child-dealer", child=points[0], dealer=points[1])
    return t("count.each", points=points[0]) if tsumo else t("count.points", points=points[0])


def payment_words(deltas: Sequence[int], winner: int, seating: Seating) -> str:
    """The payments, and the riichi sticks that the winner takes."""
    payers = [(winner + step) % PLAYERS for step in range(1, PLAYERS)]
    parts = [
        t("count.payer", name=sentence_start(seating.other(seat)), points=-deltas[seat])
        for seat in payers
        if deltas[seat]
    ]
    if sticks := sum(deltas):
        parts.append(t("count.sticks", points=sticks))
    return join_list(parts) or t("count.nothing")


def count_words(said: WinCount) -> tuple[str, ...]:
    """The count of a winner in two lines: the yaku, then the sum."""
    return yaku_words(said.yaku), t("joining.worth").join(han_and_fu(said.han, said.fu))


# -- why something is wrong ------------------------------------------------------------------------------


def _why_wrong(step: CountStep, graded: GradedCount, seating: Seating) -> str:
    score = graded.win.score
    match step:
        case CountStep.LAY:
            return t("count.why-lay")
        case CountStep.YAKU:
            said, right = graded.said.yaku, right_count(graded.win).yaku
            forgotten = [yaku_words((name,)) for name in right if name not in said]
            surplus = [yaku_words((name,)) for name in said if name not in right]
            sentences = []
            if forgotten:
                sentences.append(t("count.why-forgotten", count=len(forgotten), names=join(forgotten)))
            if surplus:
                sentences.append(t("count.why-surplus", names=join(surplus)))
            return join_sentences(sentences)
        case CountStep.HAN:
            if score.yakuman:
                return t("count.why-yakuman", name=limit_name(score))
            items = [t("count.item", name=yaku_words((item.name,)), worth=item.han) for item in score.yaku]
            if score.han is None:
                return t("count.why-limit", name=limit_name(score))
            return t("count.why-han", items=join(items), count=score.han)
        case CountStep.FU:
            return fu_reason(score, graded.win.hand.melds)
        case CountStep.POINTS:
            points = points_of(graded.win, graded.dealer, score.base)
            worth = point_words(points, tsumo=graded.win.tsumo)
            return t("count.why-points", worth=score_extent(score), points=worth)
        case CountStep.PAYMENT:
            return payment_reason(graded.win, graded.rules, seating)


def fu_reason(score: Score, melds: Sequence[Meld]) -> str:
    """The fu one by one, and how the sum is rounded; ``melds`` are the melds of the hand."""
    if score.fu is None:
        return t("count.why-limit", name=limit_name(score))
    names = said_fu_names([item.name for item in score.fu_items], melds)
    items = [
        t("count.item", name=t(f"fu.{name}"), worth=item.fu)
        for name, item in zip(names, score.fu_items, strict=True)
    ]
    exact = sum(item.fu for item in score.fu_items)
    if exact == score.fu:
        return t("count.why-fu", items=join(items), count=score.fu)
    return t("count.why-fu-rounded", items=join(items), exact=exact, fu=score.fu)


def wrong_items(graded: GradedCount) -> tuple[str, ...]:
    """Sources of fu that were said too often or not often enough; empty where the fu were not said so."""
    if not graded.fu_items:
        return ()
    right = Counter(item.name for item in graded.win.score.fu_items)
    said = Counter(dict(graded.fu_items))
    return tuple(
        t("count.fu-item", name=t(f"fu.{name}"), said=said[name], right=right[name])
        for name in dict.fromkeys((*right, *said))
        if said[name] != right[name]
    )


def payment_reason(win: WinResult, rules: Ruleset, seating: Seating) -> str:
    """Why the payment is what it is: honba, riichi sticks, liable players."""
    sentences = [t("count.why-tsumo") if win.tsumo else t("count.why-ron")]
    if win.honba:
        points = win.honba * rules.counter_points
        if win.tsumo:
            each = points // (PLAYERS - 1)
            sentences.append(t("count.why-honba-each", count=win.honba, points=each))
        else:
            sentences.append(t("count.why-honba", count=win.honba, points=points))
    if win.riichi_sticks:
        points = win.riichi_sticks * rules.riichi_bet
        sentences.append(t("count.why-sticks", count=win.riichi_sticks, points=points))
    if win.liable:
        sentences.append(t("count.why-pao", name=sentence_start(seating.other(win.liable[0]))))
    return join_sentences(sentences)


BOT_STEPS = (CountStep.YAKU, CountStep.HAN, CountStep.FU, CountStep.PAYMENT)
"""The steps of a count that can be challenged."""


def error_frequency(chances: int) -> str:
    """How often bots err, as it is announced before a game."""
    return t("challenge.frequency", chances=chances) if chances else t("challenge.never")


# -- wins of others --------------------------------------------------------------------------------------


class ChallengeVerdict(msgspec.Struct, frozen=True):
    """The verdict on another player's win, once it was accepted or challenged."""

    title: str
    found: bool
    """Whether the player has judged it rightly."""
    reasons: tuple[str, ...]
    """The faults of the win itself, and the consequences."""
    lines: tuple[GradedLine, ...]
    """The faults of the count."""


def verdict(
    table: Table, winner: int, offence: Offence | None, seating: Seating, *, challenged: bool
) -> ChallengeVerdict | None:
    """The verdict about a win that was called and counted; None if nobody has to be told anything.

    ``table`` is as it was at the challenge; ``offence`` is what is wrong with the win, if anything is.
    """
    said = said_count(table.counted[winner])
    win = called_win(table, winner, mixed=said.mixed)
    graded = grades(said, (), win, table.rules, table.dealer, BOT_STEPS)
    wrong = tuple(each for each in graded if not each.right)
    if not challenged and offence is None and not wrong:
        return None
    name = seating[winner]
    reasons = []
    if offence is not None:
        reasons.append(t(f"challenge.offence.{offence}", name=name))
    if challenged and offence is None and not wrong:
        reasons.append(t("challenge.price", name=name, points=table.rules.challenge_price))
    if not challenged:
        reasons.append(t("challenge.stands"))
    whole = GradedCount(said, (), (), win, table.rules, table.dealer, wrong)
    found = challenged and (offence is not None or bool(wrong))
    title = t(f"challenge.is-{'right' if found else 'wrong'}") if challenged else t("challenge.overlooked")
    return ChallengeVerdict(title, found, tuple(reasons), graded_lines(whole, seating))


_SOURCES: dict[str, dict[Penalty, str]] = {
    "wrc": dict.fromkeys(Penalty, "wrc"),
    "wrc2015": dict.fromkeys(Penalty, "wrc2015"),
    "ema": {Penalty.CHOMBO: "ema-chombo", Penalty.DEAD_HAND: "ema-dead-hand"},
    "ema2025": {Penalty.CHOMBO: "ema2025-chombo", Penalty.DEAD_HAND: "ema2025-dead-hand"},
    "mleague": dict.fromkeys(Penalty, "mleague"),
}
"""Where a ruleset has its penalties; those without any borrow them from EMA."""
_WIN = {Offence.FALSE_WIN, Offence.WITHDRAWN_WIN}


class Ruling(msgspec.Struct, frozen=True):
    """A ruling in sentences."""

    offence: str
    """Who did what."""
    why: str
    """Why it was wrong, as far as the player may know; empty if nothing is to be added."""
    rule: str
    """Where the ruleset says so."""
    penalty: str
    now: str
    """The consequence."""

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.offence, self.why, self.rule, self.penalty, self.now)))


def ruling(foul: Foul, before: SeatView, seating: Seating) -> Ruling:
    """The ruling on a foul; ``before`` is what the player saw right before it."""
    penalty = Penalty(foul.penalty)
    own = foul.actor == seating.seat
    offence = t(f"reviewed.foul-of.{foul.offence}")
    why = own_reason(Offence(foul.offence), before) if own else ""
    name = seating.names[foul.actor]
    return Ruling(
        offence=t("ruling.own", offence=offence) if own else t("ruling.other", name=name, offence=offence),
        why=t("ruling.why", reason=why) if why else "",
        rule=t("ruling.rule", source=source(before.rules, penalty)),
        penalty=_penalty(foul, penalty, before.table),
        now=_now(foul, penalty, before.table),
    )


def _now(foul: Foul, penalty: Penalty, table: Table) -> str:
    """The consequence. A referee's chombo waits for those who may win on the tile, where a win voids it."""
    waits = table.phase in (Phase.CLAIM, Phase.ROB) and table.rules.win_voids_chombo
    if penalty is Penalty.CHOMBO and waits and Offence(foul.offence) in REFEREE:
        return t("ruling.now.chombo-unless-won")
    return t(f"ruling.now.{penalty}")


def source(rules: Ruleset, penalty: Penalty) -> str:
    """Where the rulebook names the penalty. WRC 2025 alone names a warning."""
    if penalty is Penalty.WARNING and preset_of(rules).name != "wrc":
        return t("ruling.source.warning")
    return t(f"ruling.source.{_SOURCES.get(preset_of(rules).name, {}).get(penalty, 'ema')}")


def own_reason(offence: Offence, before: SeatView) -> str:
    """Why the player's action was wrong, from what the player saw; empty if the offence says it all."""
    if offence in _WIN:
        kind, name = (ActionKind.TSUMO, ActionId.TSUMO) if before.my_turn else (ActionKind.RON, ActionId.RON)
        return _reason(name, why_not(before, kind))
    if offence is Offence.BAD_CLOSED_KAN and before.own.spoilt is not None:
        return _reason(ActionId.KAN, before.own.spoilt)
    return ""


def _reason(name: ActionId, refusal: Refusal | None) -> str:
    return "" if refusal is None else reason(name, refusal)


def _penalty(foul: Foul, penalty: Penalty, table: Table) -> str:
    rules = table.rules
    if penalty is not Penalty.CHOMBO:
        return t(f"ruling.penalty.{penalty}")
    if rules.chombo == "final":
        return t("ruling.chombo.final", points=rules.chombo_points)
    bets = [rules.riichi_bet if seat.riichi_paid else 0 for seat in table.seats]
    paid = [total - bet for total, bet in zip(chombo_deltas(table, [foul.actor]), bets, strict=True)]
    others = [paid[seat] for seat in range(PLAYERS) if seat != foul.actor]
    if foul.actor == table.dealer:
        return t("ruling.chombo.mangan-east", points=others[0])
    return t("ruling.chombo.mangan", east=paid[table.dealer], others=min(others))


class _Remedy(NamedTuple):
    """The training against an error."""

    lesson: str
    """The id of the lesson that explains it."""
    drill: DrillKind | None = None


_RIICHI = _Remedy("order-of-a-riichi")
_CALL = _Remedy("order-of-a-call")
_PENALTIES = _Remedy("chombo-or-dead-hand")
_WAITS = _Remedy("every-wait", DrillKind.WAITS)
_COUNTS = _Remedy("order-of-a-win", DrillKind.COUNT)
_ON_OFFENCE: dict[Offence, _Remedy] = {
    Offence.FALSE_WIN: _Remedy("the-referee", DrillKind.RON),
    Offence.WITHDRAWN_WIN: _PENALTIES._replace(drill=DrillKind.RON),
    Offence.NOTEN_RIICHI: _RIICHI._replace(drill=DrillKind.WAITS),
    Offence.OPEN_RIICHI: _RIICHI,
    Offence.INVALID_RIICHI: _RIICHI,
    Offence.RIICHI_DISCARD: _RIICHI,
    Offence.RIICHI_CALL: _RIICHI,
    Offence.RIICHI_NOT_SHOWN: _RIICHI,
    Offence.BAD_CLOSED_KAN: _Remedy("kan-after-riichi", DrillKind.KAN),
    Offence.EMPTY_CALL: _CALL,
    Offence.INVALID_CALL: _CALL,
    Offence.CLAIM_NOT_TAKEN: _CALL,
    Offence.KUIKAE: _CALL,
    Offence.INVALID_KAN: _Remedy("five-fouls"),
    Offence.DEAD_HAND_WIN: _PENALTIES,
    Offence.DEAD_HAND_CALL: _PENALTIES,
    Offence.WRONG_TILE_COUNT: _PENALTIES,
    Offence.TILES_SHOWN: _PENALTIES,
    Offence.MANY_TILES_SHOWN: _PENALTIES,
    Offence.UNPLAYABLE: _PENALTIES,
    Offence.FALSE_TENPAI: _WAITS,
}
_ON_KIND: dict[ErrorKind, _Remedy] = {
    ErrorKind.RON: _WAITS,
    ErrorKind.TSUMO: _WAITS,
    ErrorKind.TENPAI: _WAITS,
    ErrorKind.CALL: _CALL,
    ErrorKind.CHALLENGE: _COUNTS,
    ErrorKind.COUNT: _COUNTS,
    ErrorKind.WRONG_CHALLENGE: _COUNTS,
}


def error_groups(errors: Sequence[ErrorAtTable], seating: Seating) -> dict[str, list[str]]:
    """The errors in words by the heading of their sort: missed, late, wrong; sorts without any are left out.

    A line says where it was, and what: ``East 1, turn 7: ron on 5p, not said``.
    """
    groups = {}
    for sort in ErrorSort:
        lines = []
        for error in (error for error in errors if error.kind.sort is sort):
            hand = hand_and_honba(TILE_OF[error.wind], error.kyoku, error.honba)
            what = error_words(error, seating)
            lines.append(t("errors.line", hand=hand, turn=error.turn, what=what))
        if lines:
            groups[t(f"errors.sort.{sort}", count=len(lines))] = lines
    return groups


def error_words(error: ErrorAtTable, seating: Seating) -> str:
    """The error and the right way, without its place."""
    tile = "" if error.tile is None else tile_word(error.tile)
    name = "" if error.other is None else seating.names[error.other]
    match error.kind:
        case ErrorKind.CALL:
            return t("errors.late", call=t(f"reviewed.short.{error.what}", tile=""), tile=tile)
        case ErrorKind.FOUL:
            penalty = t(f"reviewed.penalty.{error.penalty}")
            return t("errors.foul", offence=t(f"reviewed.foul-of.{error.what}"), penalty=penalty)
        case ErrorKind.COUNT:
            return t("errors.count", parts=_parts(error, seating))
        case ErrorKind.CHALLENGE if error.what:
            return t("errors.challenge-win", name=name, why=t(f"challenge.offence.{error.what}", name=name))
        case ErrorKind.CHALLENGE:
            return t("errors.challenge", name=name, parts=_parts(error, seating))
        case ErrorKind.WRONG_CHALLENGE:
            return t("errors.wrong-challenge", name=name)
        case ErrorKind.TENPAI:
            return t("errors.tenpai")
        case ErrorKind.RON:
            return t("errors.ron", tile=tile, points=error.points or 0)
        case ErrorKind.TSUMO:
            return t("errors.tsumo", tile=tile, points=error.points or 0)


def _parts(error: ErrorAtTable, seating: Seating) -> str:
    assert error.said is not None
    assert error.win is not None
    right = right_count(error.win)
    said = []
    for part in error.parts:
        step = _STEPS[part]
        if part is CountPart.LAYING:
            said.append(t("errors.mixed"))
            continue
        # points are no part of what a record keeps
        wrong = said_words(step, error.said, (), error.win, seating)
        should = said_words(step, right, (), error.win, seating)
        said.append(t("errors.said", said=wrong, right=should))
    return t("errors.between").join(said)


_STEPS = {part: step for step, part in PARTS.items()}


def explained_in(errors: Sequence[ErrorAtTable]) -> tuple[str, ...]:
    """The ids of the lessons that explain these errors, in the order of the errors."""
    return tuple(dict.fromkeys(map(_lesson, errors)))


def _lesson(error: ErrorAtTable) -> str:
    """A foul, or a foul of another that was not challenged, has the lesson of its offence."""
    if error.kind is ErrorKind.FOUL or (error.kind is ErrorKind.CHALLENGE and error.what):
        return _on_offence(error).lesson
    return _ON_KIND[error.kind].lesson


def _on_offence(error: ErrorAtTable) -> _Remedy:
    return _ON_OFFENCE[Offence(error.what)]


def lesson_line(errors: Sequence[ErrorAtTable]) -> str:
    """The lessons that explain these errors, by number and title, in the order of the lessons."""
    ids = explained_in(errors)
    named = [
        t("errors.lesson", number=lesson.number, title=lesson.texts(language()).title)
        for lesson in lessons()
        if lesson.id in ids
    ]
    return t("errors.lessons", count=len(named), lessons=t("errors.between").join(named))


def table_error_lines(errors: Sequence[ErrorAtTable], seating: Seating) -> list[str]:
    """The whole card in lines, with what to practise."""
    if not errors:
        return [t("errors.title"), t("errors.none")]
    lines = [t("errors.title")]
    for heading, group in error_groups(errors, seating).items():
        lines += [heading, *group]
    return [*lines, lesson_line(errors), *filter(None, [advice_line(errors)])]


def advice_line(errors: Sequence[ErrorAtTable]) -> str:
    """The advice to practise; empty if no kind of question trains it."""
    # the kinds of questions that train what was missed or wrong, the most frequent first
    trained = (
        _on_offence(error) if error.kind is ErrorKind.FOUL else _ON_KIND[error.kind] for error in errors
    )
    found = [remedy.drill for remedy in trained if remedy.drill is not None]
    kinds = tuple(sorted(dict.fromkeys(found), key=lambda kind: -found.count(kind)))
    if not kinds:
        return ""
    return t("errors.practise", kinds=join_list([t(f"drill.kinds.{kind}") for kind in kinds]))
