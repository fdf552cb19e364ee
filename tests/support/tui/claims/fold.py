"""Checks what questions "fold the hand" say: each discard from the events before it, each wait from the hand.

The hidden hands are no part of the events; they are taken as they are, and must be tenpai on unseen tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar, cast

from ai.drills.fold_course import FoldRival
from ai.drills.kinds.fold import FoldFacts
from ai.drills.question import Given, Question
from engine import events as ev
from engine.tiles import MJAI
from tests.support.ai.slow_solver import folding
from tests.support.ai.slow_solver.folding import SIX
from tests.support.ai.slow_solver.opponents import others
from tests.support.ai.slow_solver.safety_grounds import CANNOT_LOSE, mean
from tests.support.ai.slow_solver.story import KINDS, Story, completing, kind_of, tell
from tests.support.tui.claims.recording import Said
from tests.support.tui.claims.registry_types import Checkers
from tests.support.tui.claims.safest import percent, why_words
from tests.support.tui.claims.tile_names import kind, kinds, seat


def _asked(claim: Said, question: Question, story: Story) -> bool:
    """These players are in riichi, and nobody else is; there are six discards."""
    named = [seat(question, claim.word(name)) for name in claim.values if name != "total"]
    riichi = [other for other, each in others(question).items() if each.riichi]
    return sorted(named) == sorted(riichi) and claim.number("total") == SIX


def _next(claim: Said, question: Question, story: Story) -> bool:
    """What the others discarded since the own last discard, and the own draw, along the right answers."""
    number = claim.number("number")
    events = question.at(question.answer[: number - 1]).events
    own = [place for place, event in enumerate(events) if _is_discard(event, question.seat)]
    since = events[own[-1] + 1 :]
    moves = [event for event in since if isinstance(event, ev.Dahai)]
    said = claim.within("drill.fold.move", "drill.fold.move-riichi")
    declared = {event.actor for event in since if isinstance(event, ev.Reach)}
    assert [seat(question, each.word("name")) for each in said] == [event.actor for event in moves]
    assert [kind(each.word("tile")) for each in said] == [kind_of(event.pai) for event in moves]
    assert [each.key.endswith("riichi") for each in said] == [event.actor in declared for event in moves]
    drawn = events[-1]
    assert isinstance(drawn, ev.Tsumo)
    assert drawn.actor == question.seat
    assert len(own) == number - 1 + sum(_is_discard(event, question.seat) for event in question.events)
    return kind(claim.word("tile")) == kind_of(drawn.pai) and claim.number("total") == SIX


def _is_discard(event: ev.Event, actor: int) -> bool:
    return isinstance(event, ev.Dahai) and event.actor == actor


# -- the hidden hands ----------------------------------------------------------------------------------


def _rival(question: Question, name: str) -> FoldRival:
    """The player of that name, whose hand is tenpai and made of tiles that the seat does not see."""
    facts = question.facts
    assert isinstance(facts, FoldFacts)
    (rival,) = [each for each in facts.course.rivals if each.seat == seat(question, name)]
    tiles = sorted((kind_of(MJAI[tile]) for tile in rival.tiles), key=KINDS.index)
    seen = tell(question.rules, question.seat, question.events).seen
    assert all(number + seen[each] <= 4 for each, number in Counter(tiles).items()), "tiles that are seen"
    assert sorted(completing(tiles)) == sorted(kind_of(MJAI[wait]) for wait in rival.waits)
    return rival


def _waits(claim: Said, question: Question) -> FoldRival:
    rival = _rival(question, claim.word("name"))
    assert sorted(kinds(claim.word("tiles"))) == sorted(kind_of(MJAI[wait]) for wait in rival.waits)
    return rival


def _waited(claim: Said, question: Question, story: Story) -> bool:
    """Furiten by an own discard, and only then."""
    rival = _waits(claim, question)
    after = others(question.at(_given(claim, question)))[rival.seat]
    own = {kind_of(MJAI[wait]) for wait in rival.waits}
    return bool(own & set(after.safe)) == claim.key.endswith("furiten")


def _dealt_in(claim: Said, question: Question, story: Story) -> bool:
    """The last discard is one that the player waits on, free of furiten and in riichi."""
    rival = _waits(claim, question)
    given = _given(claim, question)
    before = others(question.at(given[:-1]))[rival.seat]
    tile = kind(claim.word("tile"))
    last = question.at(given).events[-1]
    assert isinstance(last, ev.Dahai)
    assert (last.actor, kind_of(last.pai)) == (question.seat, tile)
    return before.riichi and tile in kinds(claim.word("tiles")) and tile not in before.safe


def _joined(claim: Said, question: Question, story: Story) -> bool:
    """The riichi came between that own discard and the next one."""
    rival = seat(question, claim.word("name"))
    own = -sum(_is_discard(event, question.seat) for event in question.events)
    for event in question.at(_given(claim, question)).events:
        own += _is_discard(event, question.seat)
        if isinstance(event, ev.Reach) and event.actor == rival:
            return own == claim.number("number")
    return False


# -- the discards --------------------------------------------------------------------------------------

T = TypeVar("T")
_known: tuple[Question | None, dict[object, object]] = (None, {})
"""The last question that was looked at, and what was found: its claims are about the same few paths."""


def _once(find: Callable[[Question, Given], T], question: Question, given: Given) -> T:
    """What the slow solver finds after these discards."""
    global _known
    if _known[0] is not question:
        _known = question, {}
    asked = find, tuple(tuple(sorted(ids)) for ids in given)
    found = _known[1]
    if asked not in found:
        found[asked] = find(question, given)
    return cast(T, found[asked])


def grounds_at(question: Question, given: Given) -> dict[str, list[str]]:
    return _once(folding.grounds_at, question, given)


def right_at(question: Question, given: Given) -> frozenset[str]:
    return _once(folding.right_at, question, given)


def _given(claim: Said, question: Question) -> Given:
    """The discards that were made: up to the end of the hand."""
    made: list[frozenset[str]] = []
    for ids in claim.given:
        asked = question.asked(made)
        if asked is None:
            break
        held = [option.id for option in asked.part.options if option.id in ids]
        if not held:
            break
        made.append(frozenset(held[:1]))
    return made


def _discarded(claim: Said, question: Question) -> list[str]:
    return [id for ids in _given(claim, question) for id in ids]


def _wrong(claim: Said, question: Question) -> list[str]:
    given = _given(claim, question)
    return [
        id for place, ids in enumerate(given) for id in ids if id not in right_at(question, given[:place])
    ]


def _is_lost(claim: Said, question: Question) -> bool:
    """Whether a player in riichi could win on the last discard."""
    facts = question.facts
    assert isinstance(facts, FoldFacts)
    given, last = _given(claim, question), _discarded(claim, question)[-1]
    table = others(question.at(given[:-1]))
    return any(
        table[rival.seat].riichi
        and last in {kind_of(MJAI[wait]) for wait in rival.waits}
        and not table[rival.seat].safe & {kind_of(MJAI[wait]) for wait in rival.waits}
        for rival in facts.course.rivals
    )


def _lucky(claim: Said, question: Question, story: Story) -> bool:
    wrong = _wrong(claim, question)
    assert set(kinds(claim.word("tiles"))) == set(wrong), f"riskier were {wrong}"
    return claim.number("count") == len(wrong) and not _is_lost(claim, question)


def _proven(claim: Said, question: Question) -> int:
    """The number of discards that were proven safe; raises AssertionError if one was not right."""
    given = _given(claim, question)
    assert not _wrong(claim, question)
    assert not _is_lost(claim, question)
    assert claim.number("total") == len(given)
    rows = [grounds_at(question, given[:place])[id] for place, ids in enumerate(given) for id in ids]
    return sum(set(row) == {CANNOT_LOSE} for row in rows)


def _all_proven(claim: Said, question: Question, story: Story) -> bool:
    return _proven(claim, question) == claim.number("total")


def _folded(claim: Said, question: Question, story: Story) -> bool:
    return _proven(claim, question) == claim.number("count") < claim.number("total")


def _unlucky(claim: Said, question: Question, story: Story) -> bool:
    last = kind(claim.word("tile"))
    return last == _discarded(claim, question)[-1] and last not in _wrong(claim, question)


def _compared(claim: Said, question: Question, story: Story) -> bool:
    """A wrong discard beside a right one, each with its ground; the published rates if none is proven."""
    given, place = _given(claim, question), claim.number("number") - 1
    tile, better = kind(claim.word("tile")), kind(claim.word("better"))
    rows = grounds_at(question, given[:place])
    assert given[place] == {tile}
    assert tile not in right_at(question, given[:place])
    assert better in right_at(question, given[:place])
    then = question.at(given[:place])
    story = tell(then.rules, then.seat, then.events)
    for told, words in ((tile, "why"), (better, "because")):
        expected = why_words(then, story, told, rows[told])
        assert claim.word(words) == expected, f"the reason is {expected}"
    if claim.key.endswith("could-lose"):
        return set(rows[better]) == {CANNOT_LOSE} and set(rows[tile]) != {CANNOT_LOSE}
    found = mean(rows[tile]), mean(rows[better])
    assert found[1] == min(mean(rows[each]) for each in right_at(question, given[:place])) > 0
    return [claim.word("rate"), claim.word("least")] == [percent(rate) for rate in found]


def _pair(claim: Said, question: Question, story: Story) -> bool:
    """Discarded twice: not proven the first time, proven the second."""
    given, tile = _given(claim, question), kind(claim.word("tile"))
    first, second, *_ = [place for place, ids in enumerate(given) if tile in ids]
    before, again = (grounds_at(question, given[:place])[tile] for place in (first, second))
    return set(again) == {CANNOT_LOSE} != set(before)


CHECKERS: Checkers = {
    "drill.fold.ask": _asked,
    "drill.fold.ask-both": _asked,
    "drill.fold.next": _next,
    "drill.fold.dealt-in": _dealt_in,
    "drill.fold.lucky": _lucky,
    "drill.fold.proven": _all_proven,
    "drill.fold.folded": _folded,
    "drill.fold.unlucky": _unlucky,
    "drill.fold.could-lose": _compared,
    "drill.fold.riskier": _compared,
    "drill.fold.pair": _pair,
    "drill.fold.joined": _joined,
    "drill.fold.waited": _waited,
    "drill.fold.waited-furiten": _waited,
}
NEUTRAL = ("drill.fold.move", "drill.fold.move-")
"""Values of the sentence about what the others discarded, which is checked as a whole."""
