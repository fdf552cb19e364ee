"""Texts of "fold the hand": what the others discarded in between, and what was riskier than it had to be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.drills.fold_course import DISCARDS, FoldCourse, FoldRival, is_proven
from ai.drills.kinds.fold import FoldFacts
from ai.drills.question import Question
from ai.reading.safety import Safety
from ai.reading.threat import in_riichi
from engine import events as ev
from engine.tiles import KIND_OF, TILE_OF, Kind
from tui.desk.laid_hand import LaidHand
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.safest import percent, why_words
from tui.tiles.marks import tier_mark
from tui.words.seating import Seating
from tui.words.tiles import join, kind_word, tile_word, tile_words

MOST_COMPARED = 3
"""The most discards that are compared with safer ones."""


def ask(question: Question, number: int, names: Seating) -> str:
    """The task; later what was discarded and drawn since the last own discard."""
    view = question.view()
    if number:
        said = join(list(_moves(question, names)))
        drawn = "" if view.drawn is None else tile_word(view.drawn)
        return t("drill.fold.next", number=number + 1, total=DISCARDS, said=said, tile=drawn)
    first, *second = (names.other(seat) for seat in in_riichi(view))
    if second:
        return t("drill.fold.ask-both", total=DISCARDS, first=first, second=second[0])
    return t("drill.fold.ask", total=DISCARDS, name=first)


def _moves(question: Question, names: Seating) -> Iterator[str]:
    """What each of the others discarded since the last own discard."""
    since: list[ev.Event] = []
    for event in question.events:
        since = [] if isinstance(event, ev.Dahai) and event.actor == question.seat else [*since, event]
    declared = {event.actor for event in since if isinstance(event, ev.Reach)}
    for event in since:
        if isinstance(event, ev.Dahai):
            key = "drill.fold.move-riichi" if event.actor in declared else "drill.fold.move"
            yield t(key, name=names.other(event.actor), tile=tile_word(TILE_OF[event.pai]))


def word(id: str) -> str:
    """There are only tiles to choose from."""
    raise ValueError(f"'{id}' is no option")


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """What became of the hand; safer discards; what the players in riichi waited on."""
    facts = question.facts
    assert isinstance(facts, FoldFacts)
    course = facts.course
    path = course.path(given)
    wrong = [place for place, kind in enumerate(path) if kind not in course.safest(path[:place]).right]
    sentences = [_outcome(course, path, wrong, names)]
    winners = course.winners(path)
    if winners and len(path) - 1 not in wrong:
        sentences.append(t("drill.fold.unlucky", tile=kind_word(path[-1])))
    sentences += [_compared(course, path, place, names) for place in wrong[-MOST_COMPARED:]]
    sentences += _passed(course, path)
    for rival in course.rivals:
        # with a win the hand ends before the others play on
        if rival.joined >= len(path) + (not winners):
            continue
        if rival.joined:
            sentences.append(t("drill.fold.joined", name=names.other(rival.seat), number=rival.joined))
        if rival not in winners[:1]:
            sentences.append(_waited(rival, names))
    after = course.view(path)
    safety, against = Safety(after), in_riichi(after)
    marks = tuple(
        tier_mark(max(safety.tier(KIND_OF[tile], seat) for seat in against))
        for tile in LaidHand.sorted(after).tiles
    )
    lit = {path[place] for place in wrong} or set(path)
    return Explanation(tuple(dict.fromkeys(sentences)), lit=frozenset(lit), marks=marks)


def _outcome(course: FoldCourse, path: Sequence[Kind], wrong: Sequence[int], names: Seating) -> str:
    """In one line: dealt in, lucky, or folded well."""
    winners = course.winners(path)
    if winners:
        told = {"name": names.other(winners[0].seat), "tiles": tile_words(winners[0].waits)}
        return t("drill.fold.dealt-in", tile=kind_word(path[-1]), **told)
    if wrong:
        kinds = sorted({path[place] for place in wrong})
        return t("drill.fold.lucky", count=len(wrong), tiles=tile_words(kinds))
    proven = sum(is_proven(course.safest(path[:place]).rate(kind)) for place, kind in enumerate(path))
    if proven == len(path):
        return t("drill.fold.proven", total=len(path))
    return t("drill.fold.folded", count=proven, total=len(path))


def _compared(course: FoldCourse, path: Sequence[Kind], place: int, names: Seating) -> str:
    """A discard beside the safest one."""
    found = course.safest(path[:place])
    tile, better = found.rate(path[place]), found.tiles[0]
    told = {
        "number": place + 1,
        "tile": kind_word(tile.kind),
        "why": why_words(tile, names),
        "better": kind_word(better.kind),
        "because": why_words(better, names),
    }
    if found.proven:
        return t("drill.fold.could-lose", **told)
    return t("drill.fold.riskier", rate=percent(tile.rate), least=percent(better.rate), **told)


def _passed(course: FoldCourse, path: Sequence[Kind]) -> Iterator[str]:
    """A tile that was not proven when it was discarded first, and was when it was discarded again."""
    for place, kind in enumerate(path):
        if kind not in path[:place]:
            continue
        first = path.index(kind)
        before, again = course.safest(path[:first]), course.safest(path[:place])
        if not is_proven(before.rate(kind)) and is_proven(again.rate(kind)):
            yield t("drill.fold.pair", tile=kind_word(kind))
            return


def _waited(rival: FoldRival, names: Seating) -> str:
    key = "drill.fold.waited-furiten" if rival.furiten else "drill.fold.waited"
    return t(key, name=names.other(rival.seat), tiles=tile_words(rival.waits))
