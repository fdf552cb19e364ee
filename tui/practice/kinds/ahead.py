"""Texts of "think ahead": where the best discard leads, and the chosen or the tempting one."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.ahead import AheadAsk, AheadFacts, Branch, DrawLead
from ai.drills.question import Question
from engine.tiles import KIND_OF, NAMES, TILE_OF, Kind
from tui.i18n.layout import join_clauses, join_list
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.words.hand_value import how_counted, kinds_words, names_of, risk_sentences, win_points
from tui.words.names import Seating, kind_word

LEADS = 3
"""The most waits that are named for the best discard …"""
OTHER_LEADS = 2
"""… and for the other one."""


def ask(question: Question, number: int, names: Seating) -> str:
    """The question; and that danger counts, where somebody threatens."""
    asked = question.ask
    assert isinstance(asked, AheadAsk)
    if asked.threats:
        return t("drill.ahead.ask-threat", names=names_of(asked.threats, names))
    return t("drill.ahead.ask")


def word(id: str) -> str:
    """Never needed: all options are tiles."""
    return id


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """Why the best discard is right; then where it leads, and the chosen or the tempting one."""
    asked, facts = question.ask, question.facts
    assert isinstance(asked, AheadAsk)
    assert isinstance(facts, AheadFacts)
    right, chosen = question.answer[0], min(given[0])
    best = next((each for each in facts.branches if NAMES[each.kind] == chosen in right), facts.branches[0])
    wrong = [each for each in facts.branches if NAMES[each.kind] not in right]
    tempting = next(each for each in wrong if each.kind == facts.tempting)
    other = next((each for each in wrong if NAMES[each.kind] == chosen), tempting)
    sentences = [_why(best, other)]
    if chosen not in {NAMES[each.kind] for each in facts.branches}:
        sentences.append(t("drill.ahead.further", tile=kind_word(TILE_OF[chosen])))
    if len(right) > 1:
        tiles = join_list([kind_word(TILE_OF[name]) for name in sorted(right)])
        sentences.append(t("drill.worth.equal", tiles=tiles))
    fewer = bool(asked.threats)  # the risks take their place
    for each, named in ((best, LEADS - fewer), (other, OTHER_LEADS - fewer)):
        sentences += [_branch(each), _leads(each, named), *risk_sentences(each.kind, each.risks, names)]
    sentences.append(how_counted(facts.draws, asked.threats, riichi=facts.riichi))
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
        points=win_points(lead.hand for lead in branch.leads),
        worth=branch.worth,
    )


def _leads(branch: Branch, named: int) -> str:
    """Which draw leads to which wait, those to the same wait together; not those to a wait without tiles."""
    groups: dict[tuple[tuple[Kind, ...], int, frozenset[Kind]], list[DrawLead]] = {}
    for lead in branch.leads:
        causes = frozenset(KIND_OF[cause.tile] for cause in lead.hand.furiten)
        groups.setdefault((lead.hand.waits, lead.hand.tiles, causes), []).append(lead)
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
