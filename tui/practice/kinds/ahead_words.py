"""Texts of "think ahead": where the best discard leads, and the chosen or the tempting one."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.ahead import AheadQuestion, Branch, DrawLead
from engine.tiles import KIND_OF, TILE_OF, Kind
from tui.i18n import join_clauses, t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import Compared, equal_words
from tui.words.hand_value import how_counted, kinds_words, names_of, risk_sentences, win_points
from tui.words.names import Seating, kind_word

LEADS = 3
"""The most waits that are named for the best discard …"""
OTHER_LEADS = 2
"""… and for the other one."""


def ask(question: AheadQuestion, number: int, names: Seating) -> str:
    """Which discard is best, and against which threats."""
    asked = question.ask
    if asked.threats:
        return t("drill.ahead.ask-threat", names=names_of(asked.threats, names))
    return t("drill.ahead.ask")


def explain(question: AheadQuestion, given: Given, names: Seating) -> Explanation:
    """Where the best discard leads, and the chosen or tempting one: waits, draws, risks under a threat."""
    asked, facts = question.ask, question.facts
    right = question.answer[0]
    compared = Compared.of(facts.branches, facts.tempting, right, given)
    best, other = compared.best, compared.other
    sentences = [_why(best, other)]
    if compared.elsewhere:
        sentences.append(t("drill.ahead.further", tile=kind_word(TILE_OF[min(given[0])])))
    sentences += equal_words(right)
    fewer = bool(asked.threats)  # the risks take their place
    for each, named in ((best, LEADS - fewer), (other, OTHER_LEADS - fewer)):
        sentences += [_branch(each), _leads(each, named), *risk_sentences(each.kind, each.risks, names)]
    sentences.append(how_counted(facts.draws, asked.threats, best.hands))
    furiten = {KIND_OF[cause.tile] for lead in (*best.leads, *other.leads) for cause in lead.hand.furiten}
    lit = {KIND_OF[TILE_OF[name]] for name in right}
    return Explanation(tuple(sentences), lit=frozenset({*lit, *furiten}))


def _why(best: Branch, other: Branch) -> str:
    """The main reason why the best discard is better than the other one."""
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


def _branch(branch: Branch) -> str:
    """A discard: the tiles that bring tenpai, how many of them bring furiten, and what it is worth."""
    return t(
        "drill.ahead.branch" if branch.furiten_tiles else "drill.ahead.branch-free",
        tile=kind_word(branch.kind),
        total=branch.tiles,
        furiten=branch.furiten_tiles,
        points=win_points(branch.hands),
        worth=branch.worth,
    )


def _leads(branch: Branch, named: int) -> str:
    """Which draw leads to which wait, those to the same wait together; not those to a wait without tiles."""
    groups: dict[tuple[tuple[Kind, ...], int, frozenset[Kind]], list[DrawLead]] = {}
    for lead in branch.leads:
        causes = frozenset(KIND_OF[cause.tile] for cause in lead.hand.furiten)
        groups.setdefault((lead.hand.wait_kinds, lead.hand.acceptance, causes), []).append(lead)
    ordered = sorted(groups.items(), key=lambda group: -sum(lead.left for lead in group[1]) * group[0][1])
    told = [group for group in ordered[:named] if group[0][1]] or ordered[:1]
    said = [_lead(*key, draws) for key, draws in told]
    said += _more(len(branch.leads) - sum(len(draws) for _, draws in told))
    return t("drill.ahead.leads", tile=kind_word(branch.kind), leads=join_clauses(said))


def _lead(waits: tuple[Kind, ...], tiles: int, causes: frozenset[Kind], draws: list[DrawLead]) -> str:
    return t(
        "drill.ahead.leads-furiten" if causes else "drill.ahead.leads-free",
        count=len(draws),
        draws=kinds_words(lead.kind for lead in draws),
        waits=kinds_words(waits),
        tiles=tiles,
        causes=kinds_words(causes),
    )


def _more(draws: int) -> Iterator[str]:
    if draws:
        yield t("drill.ahead.leads-more", count=draws)
