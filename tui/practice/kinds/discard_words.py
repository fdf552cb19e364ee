"""Texts of questions about the best discard: the way out of furiten, thinking ahead, acceptance."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.ahead import AheadQuestion, Branch, DrawLead
from ai.drills.kinds.discard import DiscardQuestion, Keeping
from ai.drills.kinds.way_out import TenpaiChoice, WayOutQuestion
from ai.drills.question import DrillKind, Given
from ai.reading.outlook import GOOD_WAIT
from engine.tiles import KIND_OF, TILE_OF, Kind
from tui.i18n import join_clauses, join_sentences, t
from tui.practice.explain import Explanation, KindWords
from tui.practice.kinds.common import Compared, equal_words, hand_marks
from tui.tiles import NO_MARK
from tui.words.hand_value import how_counted, kinds_words, mean_draw, names_of, risk_sentences, win_points
from tui.words.names import Seating, kind_word


class DiscardWords(KindWords[DiscardQuestion]):
    """Texts of "which discard": how many tiles the best discard keeps, and the chosen or the tempting one."""

    def ask(self, question: DiscardQuestion, number: int, names: Seating) -> str:
        steps = question.ask.steps
        return t("drill.discard.ask-near") if steps == 1 else t("drill.discard.ask", count=steps)

    def explain(self, question: DiscardQuestion, given: Given, names: Seating) -> Explanation:
        asked, facts = question.ask, question.facts
        right, near = question.answer[0], asked.steps == 1
        compared = Compared.of(facts.kept, facts.tempting, right, given)
        best, other = compared.best, compared.other
        sentences = [self._why(best, other, near=near)]
        if compared.elsewhere:
            sentences.append(t("drill.discard.further", tile=kind_word(TILE_OF[min(given[0])])))
        sentences += [join_sentences([*self._kept(each, near=near)]) for each in (best, other)]
        lit = {KIND_OF[TILE_OF[name]] for name in right}
        return Explanation(tuple(sentences), lit=frozenset(lit))

    def _why(self, best: Keeping, other: Keeping, *, near: bool) -> str:
        """How many tiles count after each of the two."""
        values = {"tile": kind_word(best.kind), "other": kind_word(other.kind)}
        counts = {"count": best.counted, "fewer": other.counted}
        if not near:
            return t("drill.discard.why", **values, **counts)
        if other.tiles >= best.tiles:
            return t("drill.discard.why-furiten", total=other.tiles, **values, **counts)
        return t("drill.discard.why-near", **values, **counts)

    def _kept(self, kept: Keeping, *, near: bool) -> Iterator[str]:
        """The acceptance after a discard, where it leads, and the tiles that only widen it."""
        yield t(
            "drill.discard.keeps-near" if near else "drill.discard.keeps",
            tile=kind_word(kept.kind),
            count=kept.tiles,
            tiles=kinds_words(each.kind for each in kept.accepts),
        )
        if near:
            yield self._good(kept)
            if kept.by_draw:
                yield t("drill.discard.by-draw", count=kept.by_draw)
        if kept.thrown and not (near and kept.by_draw):
            yield t("drill.discard.thrown", tiles=kinds_words(kept.thrown))
        if kept.widening:
            yield t("drill.discard.widens", count=kept.widening)

    def _good(self, kept: Keeping) -> str:
        """How many of the tiles that make it tenpai lead to a good wait."""
        if not kept.good:
            return t("drill.discard.good-none", least=GOOD_WAIT)
        if kept.good == kept.tiles:
            return t("drill.discard.good-all", least=GOOD_WAIT)
        return t("drill.discard.good", count=kept.good, least=GOOD_WAIT)


LEADS = 3
"""The most waits that are named for the best discard …"""
OTHER_LEADS = 2
"""… and for the other one."""


class AheadWords(KindWords[AheadQuestion]):
    """Texts of "think ahead": where the best discard leads, and the chosen or the tempting one."""

    def ask(self, question: AheadQuestion, number: int, names: Seating) -> str:
        """Which discard is best, and against which threats."""
        asked = question.ask
        if asked.threats:
            return t("drill.ahead.ask-threat", names=names_of(asked.threats, names))
        return t("drill.ahead.ask")

    def explain(self, question: AheadQuestion, given: Given, names: Seating) -> Explanation:
        """Where the best discard leads, and the chosen or tempting one: waits, draws, risks."""
        asked, facts = question.ask, question.facts
        right = question.answer[0]
        compared = Compared.of(facts.branches, facts.tempting, right, given)
        best, other = compared.best, compared.other
        sentences = [self._why(best, other)]
        if compared.elsewhere:
            sentences.append(t("drill.ahead.further", tile=kind_word(TILE_OF[min(given[0])])))
        sentences += equal_words(right)
        fewer = bool(asked.threats)  # the risks take their place
        for each, named in ((best, LEADS - fewer), (other, OTHER_LEADS - fewer)):
            sentences += [
                self._branch(each),
                self._leads(each, named),
                *risk_sentences(each.kind, each.risks, names),
            ]
        sentences.append(how_counted(facts.draws, asked.threats, best.hands))
        furiten = {KIND_OF[cause.tile] for lead in (*best.leads, *other.leads) for cause in lead.hand.furiten}
        lit = {KIND_OF[TILE_OF[name]] for name in right}
        return Explanation(tuple(sentences), lit=frozenset({*lit, *furiten}))

    def _why(self, best: Branch, other: Branch) -> str:
        values = {"tile": kind_word(best.kind), "other": kind_word(other.kind)}
        safer = other.danger - best.danger
        if safer > max(0, best.gross - other.gross):
            return t("drill.ahead.why-safer", points=safer, **values)
        if best.tiles > other.tiles:
            risk = best.furiten_tiles > other.furiten_tiles
            key = "drill.ahead.why-risk" if risk else "drill.ahead.why-tiles"
            return t(key, count=best.tiles, fewer=other.tiles, **values)
        if best.furiten_tiles < other.furiten_tiles:
            return t(
                "drill.ahead.why-clear",
                furiten=best.furiten_tiles,
                count=best.tiles,
                more=other.furiten_tiles,
                total=other.tiles,
                **values,
            )
        return t("drill.ahead.why-waits", **values)

    def _branch(self, branch: Branch) -> str:
        """A discard: the tiles that bring tenpai, how many of them bring furiten, and what it is worth."""
        return t(
            "drill.ahead.branch" if branch.furiten_tiles else "drill.ahead.branch-free",
            tile=kind_word(branch.kind),
            total=branch.tiles,
            furiten=branch.furiten_tiles,
            points=win_points(branch.hands),
            worth=branch.worth,
        )

    def _leads(self, branch: Branch, named: int) -> str:
        """Which draws lead to which wait, without those to a wait that has no tiles left."""
        groups: dict[tuple[tuple[Kind, ...], int, frozenset[Kind]], list[DrawLead]] = {}
        for lead in branch.leads:
            causes = frozenset(KIND_OF[cause.tile] for cause in lead.hand.furiten)
            groups.setdefault((lead.hand.wait_kinds, lead.hand.acceptance, causes), []).append(lead)
        ordered = sorted(groups.items(), key=lambda group: -sum(lead.left for lead in group[1]) * group[0][1])
        told = [group for group in ordered[:named] if group[0][1]] or ordered[:1]
        said = [self._lead(*key, draws) for key, draws in told]
        said += self._more(len(branch.leads) - sum(len(draws) for _, draws in told))
        return t("drill.ahead.leads", tile=kind_word(branch.kind), leads=join_clauses(said))

    def _lead(
        self, waits: tuple[Kind, ...], tiles: int, causes: frozenset[Kind], draws: list[DrawLead]
    ) -> str:
        return t(
            "drill.ahead.leads-furiten" if causes else "drill.ahead.leads-free",
            count=len(draws),
            draws=kinds_words(lead.kind for lead in draws),
            waits=kinds_words(waits),
            tiles=tiles,
            causes=kinds_words(causes),
        )

    def _more(self, draws: int) -> Iterator[str]:
        if draws:
            yield t("drill.ahead.leads-more", count=draws)


class WayOutWords(KindWords[WayOutQuestion]):
    """Texts of "the way out": compare the best discard with the chosen one and the tempting one."""

    def ask(self, question: WayOutQuestion, number: int, names: Seating) -> str:
        asked = question.ask
        if asked.threats:
            key = "drill.way-out.ask-threat" if asked.furiten_now else "drill.way-out.ask-before-threat"
            return t(key, names=names_of(asked.threats, names))
        return t("drill.way-out.ask" if asked.furiten_now else "drill.way-out.ask-before")

    def explain(self, question: WayOutQuestion, given: Given, names: Seating) -> Explanation:
        """The waits and furiten after the best discard, the chosen and the tempting one."""
        asked, facts = question.ask, question.facts
        view, right = question.view(), question.answer[0]
        pond = len(view.me.pond)
        compared = Compared.of(facts.choices, facts.tempting, right, given)
        told = [compared.best] if compared.picked is None else [compared.best, compared.picked]
        sentences = [self._why(compared.best, compared.other)]
        if compared.elsewhere:
            sentences.append(t("drill.way-out.noten", tile=kind_word(TILE_OF[min(given[0])])))
        sentences += equal_words(right)
        for each in dict.fromkeys((*told, compared.tempting)):
            sentences += self._choice(each, pond, names)
        sentences.append(how_counted(facts.draws, asked.threats, [compared.best.hand]))
        furiten = {each.kind for each in facts.choices if each.hand.furiten}
        marks = hand_marks(view, lambda kind: NO_MARK.with_furiten(kind in furiten))
        # the chosen discard itself is not in the pond yet
        brought = (cause for each in told for cause in each.hand.furiten if cause.turn <= pond)
        causes = tuple(dict.fromkeys((*view.furiten, *brought)))
        lit = frozenset(KIND_OF[TILE_OF[name]] for name in right)
        return Explanation(tuple(sentences), lit, causes, marks)

    def _why(self, best: TenpaiChoice, other: TenpaiChoice) -> str:
        values = {"tile": kind_word(best.kind), "other": kind_word(other.kind)}
        tiles, others = best.hand.acceptance, other.hand.acceptance
        safer = other.danger - best.danger
        if safer > max(0, best.gross - other.gross):
            return t("drill.way-out.why-safer", points=safer, **values)
        if best.hand.furiten and not other.hand.furiten:
            if tiles > others:
                return t("drill.way-out.why-furiten", count=tiles, fewer=others, **values)
            return t("drill.way-out.why-furiten-value", **values)
        if other.hand.furiten and not best.hand.furiten:
            if others > tiles:
                return t("drill.way-out.why-ron", count=tiles, more=others, **values)
            return t("drill.way-out.why-free", count=tiles, **values)
        if tiles > others and mean_draw(best.hand) <= mean_draw(other.hand):
            return t("drill.way-out.why-tiles", count=tiles, fewer=others, **values)
        if tiles > others:
            return t("drill.way-out.why-both", count=tiles, fewer=others, **values)
        return t("drill.way-out.why-value", **values)

    def _choice(self, choice: TenpaiChoice, pond: int, names: Seating) -> Iterator[str]:
        """A discard: its waits, furiten, points, and what it is worth; and its risks."""
        hand = choice.hand
        values = {
            "tile": kind_word(choice.kind),
            "waits": kinds_words(hand.wait_kinds),
            "count": hand.acceptance,
            "points": win_points([hand]),
            "worth": choice.worth,
        }
        in_pond = [KIND_OF[cause.tile] for cause in hand.furiten if cause.turn <= pond]
        if in_pond:
            yield t("drill.way-out.furiten", causes=kinds_words(in_pond), **values)
        else:
            yield t("drill.way-out.furiten-itself" if hand.furiten else "drill.way-out.free", **values)
        if choice.cured and not hand.furiten:
            yield t("drill.way-out.cured", tile=values["tile"], waits=kinds_words(choice.cured))
        yield from risk_sentences(choice.kind, choice.risks, names)


WORDS = {
    DrillKind.DISCARD: DiscardWords(),
    DrillKind.AHEAD: AheadWords(),
    DrillKind.WAY_OUT: WayOutWords(),
}
