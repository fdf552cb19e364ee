"""Texts of questions whose choices were judged by play: riichi in furiten, push or fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ai.drills.judged_positions import JudgedAsked, JudgedChoice
from ai.drills.kinds.push_fold import FOLD, MIDDLE, PUSH, PushFoldFacts, PushFoldQuestion
from ai.drills.kinds.riichi import CHANGE, DECLARE, SILENT, TSUMO, RiichiFacts, RiichiQuestion
from ai.drills.kinds.safest import mean_rate
from ai.drills.question import DrillKind, Given
from ai.reading.outlook import Outlook, Worth
from engine.own_rules import ruleset
from engine.rules import Ruleset
from engine.tiles import KIND_OF, Kind
from engine.wall import PLAYERS
from tui.i18n import t
from tui.practice.explain import Explanation, KindWords
from tui.practice.kinds.common import danger_marks, hand_marks, rate_words
from tui.tiles import NO_MARK
from tui.words.names import Seating, join, kind_word, sentence_start, tile_word, tile_words


class RiichiWords(KindWords[RiichiQuestion]):
    """Texts of "furiten riichi": the reason, the points of each choice, and what each discard waits on."""

    def ask(self, question: RiichiQuestion, number: int, names: Seating) -> str:
        asked = question.ask
        tile = kind_word(KIND_OF[asked.furiten])
        offered = {option.id for option in question.parts[0].options}
        if asked.change is not None:
            other = t("drill.riichi.change", tile=kind_word(KIND_OF[asked.change]))
            silent = SILENT in offered
            return t("drill.riichi.ask-change" if silent else "drill.riichi.ask-or", tile=tile, other=other)
        return t("drill.riichi.ask-won" if TSUMO in offered else "drill.riichi.ask", tile=tile)

    def word(self, id: str) -> str:
        return t(f"drill.riichi.is-{id}")

    def explain(self, question: RiichiQuestion, given: Given, names: Seating) -> Explanation:
        """The better choice by hands played out, both waits with their tiles left, and the draws to come."""
        facts = question.facts
        view = question.view()
        sentences = (
            self._why(facts),
            *_outcomes(facts.judged, question.rules, self.word),
            self._discard(facts.furiten),
            *([] if facts.change is None else [self._discard(facts.change), self._played(question)]),
            t("drill.riichi.draws", live=view.table.live, count=round(view.table.live / PLAYERS)),
        )
        causes = tuple(cause for cause in facts.furiten.furiten if cause.turn <= len(view.me.pond))
        lit = {wait.kind for wait in facts.furiten.waits} | {KIND_OF[cause.tile] for cause in causes}
        furiten = KIND_OF[facts.furiten.tile]
        marks = hand_marks(view, lambda kind: NO_MARK.with_furiten(kind == furiten))
        return Explanation(sentences, frozenset(lit), causes, marks)

    def _why(self, facts: RiichiFacts) -> str:
        points = {choice.id: choice.points.mean for choice in facts.judged.choices}
        best, count = facts.judged.best.id, facts.furiten.acceptance
        if TSUMO in points:
            other = points[DECLARE if best == TSUMO else TSUMO]
            key = "drill.riichi.why-tsumo" if best == TSUMO else "drill.riichi.why-no-tsumo"
            return t(key, mean=points[best], other=other)
        if best == CHANGE:
            assert facts.change is not None
            return t("drill.riichi.why-change", free=facts.change.acceptance, count=count)
        if best == DECLARE:
            waits, riichi, silent = self._most_lifted(facts)
            if riichi > silent:
                said = {"tiles": tile_words(waits), "riichi": riichi, "silent": silent, "count": count}
                return t("drill.riichi.why-declare", **said)
            other = max(brought for id, brought in points.items() if id != best)
            return t("drill.riichi.why-declare-anyway", mean=points[best], other=other, count=count)
        return t("drill.riichi.why-silent", count=count)

    def _most_lifted(self, facts: RiichiFacts) -> tuple[tuple[Kind, ...], int, int]:
        """The waits whose tsumo gains most by riichi, and what it brings with it, and without."""
        brought = [
            (each.waits, each.riichi.paid.total, each.worth.paid.total)
            for each in facts.worths
            if isinstance(each.riichi, Worth) and isinstance(each.worth, Worth)
        ]
        return max(brought, key=lambda each: (each[1] - each[2], each[1]))

    def _played(self, question: RiichiQuestion) -> str:
        return t(f"drill.riichi.changed-{'riichi' if question.ask.with_riichi else 'silent'}")

    def _discard(self, effect: Outlook) -> str:
        key = "drill.riichi.waits-furiten" if effect.furiten else "drill.riichi.waits"
        waits = tile_words(wait.kind for wait in effect.waits)
        return t(key, tile=kind_word(KIND_OF[effect.tile]), waits=waits, count=effect.acceptance)


class PushFoldWords(KindWords[PushFoldQuestion]):
    """Texts of "push or fold": the points of each choice, the hand after pushing, the danger of each tile."""

    def ask(self, question: PushFoldQuestion, number: int, names: Seating) -> str:
        asked = question.ask
        who = join([names.other(seat) for seat in asked.against])
        fold = tile_word(asked.fold)
        push = self._push(question)
        riichi = t("drill.push-fold.riichi", name=who, count=len(asked.against))
        if asked.middle is None:
            return t("drill.push-fold.ask", riichi=riichi, push=push, fold=fold)
        middle = tile_word(asked.middle)
        return t("drill.push-fold.ask-three", riichi=riichi, push=push, fold=fold, middle=middle)

    def _push(self, question: PushFoldQuestion) -> str:
        asked, facts = question.ask, question.facts
        if asked.with_riichi:
            return t("drill.push-fold.with-riichi", push=tile_word(asked.push))
        if facts.pushed.shanten or facts.pushed.furiten:
            return t("drill.push-fold.on", push=tile_word(asked.push))
        return t("drill.push-fold.stay", push=tile_word(asked.push))

    def word(self, id: str) -> str:
        return t(f"drill.push-fold.is-{id}")

    def explain(self, question: PushFoldQuestion, given: Given, names: Seating) -> Explanation:
        """The better choice by hands played out, the worth of the own hand, and the danger of each tile."""
        facts = question.facts
        sentences = (
            self._why(facts),
            *_outcomes(facts.judged, question.rules, self.word),
            self._hand(facts),
            *self._worth(facts),
            *self._dangers(facts, names),
        )
        marks = danger_marks(question.view(), question.ask.against)
        return Explanation(sentences, lit=frozenset(danger.kind for danger in facts.dangers), marks=marks)

    def _why(self, facts: PushFoldFacts) -> str:
        by_id = facts.judged.by_id
        best, push = facts.judged.best.id, by_id[PUSH]
        points = {id: choice.points.mean for id, choice in by_id.items()}
        shares = {"won": percent(push.won), "dealt": percent(push.dealt_in)}
        if best == MIDDLE:
            return t("drill.push-fold.why-middle", mean=points[MIDDLE], push=points[PUSH], fold=points[FOLD])
        other = points[FOLD if best == PUSH else PUSH]
        return t(f"drill.push-fold.why-{best}", mean=points[best], other=other, **shares)

    def _hand(self, facts: PushFoldFacts) -> str:
        """The hand after pushing: its waits, or its distance from tenpai."""
        pushed = facts.pushed
        values = {"tile": tile_word(pushed.tile), "count": pushed.acceptance}
        if pushed.shanten:
            return t("drill.push-fold.away", steps=pushed.shanten, **values)
        waits = tile_words(wait.kind for wait in pushed.waits)
        key = "drill.push-fold.waits-furiten" if pushed.furiten else "drill.push-fold.waits"
        return t(key, waits=waits, **values)

    def _worth(self, facts: PushFoldFacts) -> Iterator[str]:
        """The points of a ron in tenpai; else the dora."""
        if facts.rons:
            least, most = facts.rons[0], facts.rons[-1]
            yield t(
                "drill.push-fold.ron" if least == most else "drill.push-fold.rons", least=least, most=most
            )
        elif facts.dora:
            yield t("drill.push-fold.dora", count=facts.dora)

    def _dangers(self, facts: PushFoldFacts, names: Seating) -> Iterator[str]:
        """How often players in riichi win on such tiles."""
        for danger in facts.dangers:
            said = {"tile": kind_word(danger.kind), "name": names.other(danger.opponent)}
            if danger.cannot_lose:
                yield t("drill.push-fold.safe", **said)
            else:
                rate = rate_words(mean_rate(danger.reason))
                yield t("drill.push-fold.danger", rate=rate, **said)


def _outcomes(judged: JudgedAsked, rules: Ruleset, word: Callable[[str], str]) -> Iterator[str]:
    """The result of each choice, the best first: points, wins and deal-ins; and what the figures are.

    ``rules`` are those of the question, which may be others than those under which the hands were played.
    """
    choices, hands = judged.choices, judged.hands
    for choice in choices:
        yield _brought(choice, word)
    if judged.measured == rules.name:
        yield t("drill.judged.how", hands=hands)
    else:
        yield t("drill.judged.how-rules", hands=hands, rules=ruleset(judged.measured).title)


def _brought(choice: JudgedChoice, word: Callable[[str], str]) -> str:
    """The result of a choice, and the best one's lead over it: among quick players, and among the bots."""
    points, lead = choice.points, choice.behind
    shares = {"won": percent(choice.won), "dealt": percent(choice.dealt_in)}
    facts = {"choice": sentence_start(word(choice.id)), "mean": points.mean, **shares}
    if lead is None or choice.house is None:
        return t("drill.judged.best", **facts, low=points.low, high=points.high)
    facts |= {"lead": lead.mean, "least": lead.low, "most": lead.high}
    return t("drill.judged.behind", **facts, house=choice.house.mean)


def percent(share: float) -> int:
    """A share of 0 to 1 in whole per cent."""
    return round(100 * share)


WORDS = {
    DrillKind.RIICHI: RiichiWords(),
    DrillKind.PUSH_FOLD: PushFoldWords(),
}
