"""Texts of "what do you need": how far behind, the cheapest wins that are enough, what each win brings."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.needed import Goal, NeededFacts, NeededQuestion, OfferedWin
from ai.drills.win_options import read_payment
from tui.i18n import join_list, join_sentences, t
from tui.play.session import DEFAULT_BOTS
from tui.practice.explain import Explanation, Given
from tui.words.names import Seating, join


def ask(question: NeededQuestion, number: int, names: Seating) -> str:
    """The least win that makes one first, or not last."""
    return t("drill.needed.ask-first" if question.ask.goal is Goal.FIRST else "drill.needed.ask-not-last")


def word(id: str) -> str:
    """A win in words: from whom, and what is paid."""
    way, *words = id.split("-", 1 if id.startswith("tsumo") else 2)
    if way == "ron":
        side, points = map(int, words)
        return t("drill.needed.is-ron", points=points, name=_library_names().other(side))
    paid = read_payment(words[0])
    if paid.from_dealer is None:
        return t("drill.needed.is-tsumo-all", points=paid.from_others)
    return t("drill.needed.is-tsumo", points=paid.from_others, east=paid.from_dealer)


def _library_names() -> Seating:
    """The players as the own seat has them around it: 0 itself, 1 right, 2 across, 3 left."""
    return Seating.at_table(("", *DEFAULT_BOTS), 0)


def explain(question: NeededQuestion, given: Given, names: Seating) -> Explanation:
    """The distances to the players ahead, the least wins, and the rules that count here."""
    facts = question.facts
    behind = [
        t("drill.needed.behind-one", name=names.other(seat), points=points) for seat, points in facts.ahead
    ]
    first = [
        t("drill.needed.behind", players=join(behind)),
        t("drill.needed.least", count=len(facts.least), wins=join_list(word(win.id) for win in facts.least)),
    ]
    return Explanation(
        (
            join_sentences(first),
            join_sentences(_rules(question, facts, names)),
            *(_told(win, question.seat, names) for win in facts.wins),
        )
    )


def _rules(question: NeededQuestion, facts: NeededFacts, names: Seating) -> Iterator[str]:
    """The rules by which the wins of one way move more points than they say."""
    sides, (rival, _) = {win.side for win in facts.wins}, facts.ahead[0]
    east = question.view().table.dealer
    if names.side_of(rival) in sides:
        yield t("drill.needed.twice", name=names.other(rival))
    if 0 in sides and east != question.seat:
        yield t("drill.needed.east", name=names.other(east))
    if facts.honba:
        yield t("drill.needed.honba", points=facts.honba)
    if facts.sticks:
        yield t("drill.needed.sticks", points=facts.sticks)


def _told(win: OfferedWin, seat: int, names: Seating) -> str:
    """The scores after a win, and whether they are enough."""
    told, name = word(win.id), names.other(win.rival)
    own, points = win.scores[seat], win.scores[win.rival]
    if win.tie(seat):
        key = "drill.needed.enough-tie" if win.enough else "drill.needed.short-tie"
        return t(key, win=told, name=name, own=own)
    key = "drill.needed.enough" if win.enough else "drill.needed.short"
    return t(key, win=told, name=name, own=own, points=points)
