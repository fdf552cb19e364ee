"""Checks what questions "fold the hand" say: each discard from the events before it, each wait from the hand.

The hidden hands are no part of the events; they are taken as they are, and must be tenpai on unseen tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar, cast

from ai.drills.kinds.fold import FoldCourse, FoldFacts, FoldRival
from ai.drills.question import Given, Question
from engine import events as ev
from engine.tiles import MJAI
from tests.support.ai.slow_solver import defence
from tests.support.ai.slow_solver.defence import CANNOT_LOSE, mean
from tests.support.ai.slow_solver.story import KINDS, Other, Story, completing, kind_of, others, tell
from tests.support.tui.claims.recording import Said, checks, kind, kinds, seat
from tests.support.tui.claims.safest_claims import ground_word, percent, why_words
from tui.i18n import t
from tui.practice.explain import seating_of
from tui.words.names import join


@checks("drill.fold.ask", "drill.fold.ask-both")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    """These players are in riichi, and nobody else is; so many discards are made."""
    named = [seat(question, claim.word(name)) for name in claim.values if name != "total"]
    riichi = [other for other, each in others(question).items() if each.riichi]
    return sorted(named) == sorted(riichi) and claim.number("total") == defence.discards(question)


@checks("drill.fold.ask-to-end")
def _to_end(claim: Said, question: Question, story: Story) -> bool:
    """So many own draws are left, if nobody calls, and one discard more."""
    assert defence.stored(question).open_hands
    return claim.number("total") == defence.discards(question) == story.live // 4 + 1


@checks("drill.fold.riichi", "drill.fold.open")
def _threaten(claim: Said, question: Question, story: Story) -> bool:
    """Exactly these threaten in riichi, or with open hands."""
    table = others(question)
    riichi = claim.key.endswith("riichi")
    seats = [each for each in defence.threatening(question) if table[each].riichi is riichi]
    names = seating_of(question)
    assert claim.number("count") == len(seats) > 0
    return claim.word("names") == join([names.other(each) for each in seats])


@checks("drill.fold.ends", "drill.fold.nobody-wins")
def _ends(claim: Said, question: Question, story: Story) -> bool:
    course = question.course
    assert isinstance(course, FoldCourse)
    return course.nobody_wins is claim.key.endswith("nobody-wins")


@checks("drill.fold.next")
def _next(claim: Said, question: Question, story: Story) -> bool:
    """What the others discarded since the own last discard, and the own draw."""
    number = claim.number("number")
    events = then_at(question, _so_far(claim, question)).events
    own = [place for place, event in enumerate(events) if _is_discard(event, question.seat)]
    since = events[own[-1] + 1 :]
    moves = [event for event in since if isinstance(event, ev.Dahai)]
    said = claim.within("drill.fold.move", "drill.fold.move-riichi")
    # what is said of a tile begins what is said of it with riichi
    said = [each for each in said if not any(_begins(each, other) for other in said)]
    declared = {event.actor for event in since if isinstance(event, ev.Reach)}
    assert [seat(question, each.word("name")) for each in said] == [event.actor for event in moves]
    assert [kind(each.word("tile")) for each in said] == [kind_of(event.pai) for event in moves]
    assert [each.key.endswith("riichi") for each in said] == [event.actor in declared for event in moves]
    drawn = events[-1]
    assert isinstance(drawn, ev.Tsumo)
    assert drawn.actor == question.seat
    assert len(own) == number - 1 + sum(_is_discard(event, question.seat) for event in question.events)
    assert claim.number("total") == defence.discards(question)
    return kind(claim.word("tile")) == kind_of(drawn.pai)


@checks("drill.fold.declared")
def _declared(claim: Said, question: Question, story: Story) -> bool:
    """Who declared riichi since the own last discard."""
    events = then_at(question, _so_far(claim, question)).events
    own = max(place for place, event in enumerate(events) if _is_discard(event, question.seat))
    new = [each for each in events[own + 1 :] if isinstance(each, ev.Reach)]
    names = seating_of(question)
    return claim.word("names") == join([names.other(each.actor) for each in new])


def _begins(said: Said, other: Said) -> bool:
    return said.place == other.place and len(said.text) < len(other.text)


def _so_far(claim: Said, question: Question) -> Given:
    """The discards that the sentence of the question is about: those before the one that it asks for."""
    (following,) = [each for each in claim.beside if each.key == "drill.fold.next"]
    given = [ids for ids in claim.given if ids] or _given_rightly(question)
    return given[: following.number("number") - 1]


def _given_rightly(question: Question) -> Given:
    made: list[frozenset[str]] = []
    while (asked := question.asked(made)) is not None:
        made.append(frozenset([option.id for option in asked.part.options if option.id in asked.right][:1]))
    return made


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


@checks("drill.fold.waited", "drill.fold.waited-furiten")
def _waited(claim: Said, question: Question, story: Story) -> bool:
    """Furiten by an own discard, and only then."""
    rival = _waits(claim, question)
    after = others(then_at(question, _given(claim, question)))[rival.seat]
    own = {kind_of(MJAI[wait]) for wait in rival.waits}
    return bool(own & set(after.thrown)) == claim.key.endswith("furiten")


@checks("drill.fold.dealt-in")
def _dealt_in(claim: Said, question: Question, story: Story) -> bool:
    """The last discard is won on: another program says that the hand is a win, and it is not furiten."""
    rival = _waits(claim, question)
    given = _given(claim, question)
    assert kind(claim.word("tile")) in given[-1]
    return rival.seat in dealt_in(question, given)


def _has_ura(question: Question, given: Given, rival: int) -> bool:
    """Whether ura dora could make the win dearer: only in riichi."""
    return others(then_at(question, given))[rival].riichi


@checks("drill.fold.costs", "drill.fold.costs-open")
def _costs(claim: Said, question: Question, story: Story) -> bool:
    found = dealt_in(question, _given(claim, question))
    first = next(iter(found))
    assert _has_ura(question, _given(claim, question), first) is not claim.key.endswith("-open")
    return claim.number("points") in dealt_in(question, _given(claim, question)).values()


@checks("drill.fold.would", "drill.fold.would-open")
def _would(claim: Said, question: Question, story: Story) -> bool:
    """That player would have won so much on the last discard."""
    given = _so_far(claim, question)
    assert kind(claim.word("tile")) in given[-1]
    rival = seat(question, claim.word("name"))
    assert _has_ura(question, given, rival) is not claim.key.endswith("-open")
    return dealt_in(question, given)[seat(question, claim.word("name"))] == claim.number("points")


@checks("drill.fold.added")
def _added(claim: Said, question: Question, story: Story) -> bool:
    """Several can win on the last discard."""
    given = _so_far(claim, question)
    (tile,) = given[-1]
    rows = grounds_at(question, given[:-1])[tile]
    return sum(row != CANNOT_LOSE for row in rows) > 1


@checks("drill.fold.joined-any", "drill.fold.joined")
def _joined(claim: Said, question: Question, story: Story) -> bool:
    """The riichi came between that own discard and the next one."""
    rival = seat(question, claim.word("name"))
    own = -sum(_is_discard(event, question.seat) for event in question.events)
    for event in then_at(question, _given(claim, question)).events:
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
    return _once(defence.grounds_at, question, given)


def right_at(question: Question, given: Given) -> frozenset[str]:
    return _once(defence.right_at, question, given)


def dealt_in(question: Question, given: Given) -> dict[int, int]:
    return _once(defence.dealt_in, question, given)


def then_at(question: Question, given: Given) -> Question:
    """The question after these discards."""
    return _once(Question.at, question, given)


def feared_at(question: Question, given: Given) -> list[Other]:
    """Who is feared after these discards, from the right."""
    return _once(_against, question, given)


def story_at(question: Question, given: Given) -> Story:
    """What the seat has seen by then."""
    return _once(_tell, question, given)


def _against(question: Question, given: Given) -> list[Other]:
    return defence.against(then_at(question, given))


def _tell(question: Question, given: Given) -> Story:
    then = then_at(question, given)
    return tell(then.rules, then.seat, then.events)


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
    """Whether somebody wins on the last discard."""
    return bool(dealt_in(question, _given(claim, question)))


@checks("drill.fold.passed")
def _passed(claim: Said, question: Question, story: Story) -> bool:
    """Nobody won on these; so many discards were right."""
    given = _given(claim, question)
    dealt = [min(ids) for place, ids in enumerate(given) if dealt_in(question, given[: place + 1])]
    assert kinds(claim.word("tiles")) == dealt
    assert claim.number("count") == len(dealt)
    assert claim.number("right") == len(given) - len(_wrong(claim, question))
    return claim.number("total") == len(given)


# -- how a discard was ---------------------------------------------------------------------------------


def _judged(claim: Said, question: Question, given: Given) -> bool:
    """The last of these discards has that ground and rate, and is right or wrong as the sentence says."""
    before, tile = given[:-1], min(given[-1])
    rows, right = grounds_at(question, before), right_at(question, before)
    assert kind(claim.word("tile")) == tile
    row = claim.key.startswith("drill.fold.row")
    expected = _short(question, before, tile, named=not row)
    assert claim.word("why") == expected, f"the reason is {expected}"
    assert "rate" not in claim.values or claim.word("rate") == percent(_rate(question, before, tile))
    proven = any(set(row) == {CANNOT_LOSE} for row in rows.values())
    if row:
        assert (claim.word("mark") == "+") is (tile in right)
        assert claim.key.endswith("safe") is (set(rows[tile]) == {CANNOT_LOSE})
        return claim.number("number") == len(given)
    assert claim.key.endswith("-proven") is proven
    if claim.key.startswith("drill.fold.right"):
        return tile in right
    better = kind(claim.word("better"))
    assert tile not in right
    assert better in right
    assert claim.word("because") == _short(question, before, better)
    least = min(_rate(question, before, each) for each in right)
    assert proven or claim.word("least") == percent(least)
    assert claim.key.startswith("drill.fold.slip") is _is_slip(question, before, tile)
    return _rate(question, before, better) == least


def _is_slip(question: Question, before: Given, tile: str) -> bool:
    """Whether a wrong discard is riskier than the safest by less than one per cent."""
    least = min(_rate(question, before, each) for each in right_at(question, before))
    return _rate(question, before, tile) < least + 100


@checks(
    "drill.fold.right",
    "drill.fold.right-proven",
    "drill.fold.wrong",
    "drill.fold.wrong-proven",
    "drill.fold.slip",
    "drill.fold.slip-proven",
)
def _verdict(claim: Said, question: Question, story: Story) -> bool:
    return _judged(claim, question, _so_far(claim, question))


@checks("drill.fold.row", "drill.fold.row-safe", "drill.fold.row-wait")
def _row(claim: Said, question: Question, story: Story) -> bool:
    """A line of the table: also whose wait the tile was, or that it was nobody's."""
    given = _given(claim, question)[: claim.number("number")]
    names = seating_of(question)
    lost = [names.other(each) for each in dealt_in(question, given)]
    assert claim.key.endswith("wait") is bool(lost)
    assert not lost or sorted(claim.word("names").split(" ")) == sorted(join(lost).split(" "))
    return _judged(claim, question, given)


def _rate(question: Question, given: Given, tile: str) -> int:
    return mean(grounds_at(question, given)[tile], feared_at(question, given))


def _short(question: Question, given: Given, tile: str, *, named: bool = True) -> str:
    """The ground against the player with the highest rate, and who that is if there are several."""
    story, feared = story_at(question, given), feared_at(question, given)
    seats = defence.threatening(then_at(question, given))
    rows = grounds_at(question, given)[tile]
    words = [ground_word(row, tile, story, other) for row, other in zip(rows, feared, strict=True)]
    alone = [mean([row], [other]) for row, other in zip(rows, feared, strict=True)]
    worst = alone.index(max(alone))
    if len(rows) == 1 or not named:
        return words[worst]
    if set(rows) == {CANNOT_LOSE}:
        return words[0] if len(set(words)) == 1 else t("drill.fold.from-all")
    return t("drill.fold.against", name=seating_of(question).other(seats[worst]), why=words[worst])


@checks("drill.fold.lucky", "drill.fold.slips")
def _lucky(claim: Said, question: Question, story: Story) -> bool:
    wrong, given = _wrong(claim, question), _given(claim, question)
    assert set(kinds(claim.word("tiles"))) == set(wrong), f"riskier were {wrong}"
    places = [place for place, ids in enumerate(given) if not ids <= right_at(question, given[:place])]
    slips = all(_is_slip(question, given[:place], min(given[place])) for place in places)
    assert claim.key.endswith("slips") is slips
    return claim.number("count") == len(wrong) and not _is_lost(claim, question)


def _proven(claim: Said, question: Question) -> int:
    """The number of discards that were proven safe; raises AssertionError if one was not right."""
    given = _given(claim, question)
    assert not _wrong(claim, question)
    assert not _is_lost(claim, question)
    assert claim.number("total") == len(given)
    rows = [grounds_at(question, given[:place])[id] for place, ids in enumerate(given) for id in ids]
    return sum(set(row) == {CANNOT_LOSE} for row in rows)


@checks("drill.fold.proven")
def _all_proven(claim: Said, question: Question, story: Story) -> bool:
    return _proven(claim, question) == claim.number("total")


@checks("drill.fold.folded")
def _folded(claim: Said, question: Question, story: Story) -> bool:
    return _proven(claim, question) == claim.number("count") < claim.number("total")


@checks("drill.fold.unlucky")
def _unlucky(claim: Said, question: Question, story: Story) -> bool:
    last = kind(claim.word("tile"))
    return last == _discarded(claim, question)[-1] and last not in _wrong(claim, question)


@checks("drill.fold.could-lose", "drill.fold.riskier")
def _compared(claim: Said, question: Question, story: Story) -> bool:
    """A wrong discard beside a right one, each with its ground; the published rates if none is proven."""
    given, place = _given(claim, question), claim.number("number") - 1
    tile, better = kind(claim.word("tile")), kind(claim.word("better"))
    rows = grounds_at(question, given[:place])
    assert given[place] == {tile}
    assert tile not in right_at(question, given[:place])
    assert better in right_at(question, given[:place])
    then, story = then_at(question, given[:place]), story_at(question, given[:place])
    for told, words in ((tile, "why"), (better, "because")):
        expected = why_words(then, story, told, rows[told], defence.threatening(then))
        assert claim.word(words) == expected, f"the reason is {expected}"
    if claim.key.endswith("could-lose"):
        return set(rows[better]) == {CANNOT_LOSE} and set(rows[tile]) != {CANNOT_LOSE}
    found = _rate(question, given[:place], tile), _rate(question, given[:place], better)
    least = min(_rate(question, given[:place], each) for each in right_at(question, given[:place]))
    assert found[1] == least > 0
    return [claim.word("rate"), claim.word("least")] == [percent(rate) for rate in found]


@checks("drill.fold.pair")
def _pair(claim: Said, question: Question, story: Story) -> bool:
    """Discarded twice: not proven the first time, proven the second."""
    given, tile = _given(claim, question), kind(claim.word("tile"))
    first, second, *_ = [place for place, ids in enumerate(given) if tile in ids]
    before, again = (grounds_at(question, given[:place])[tile] for place in (first, second))
    return set(again) == {CANNOT_LOSE} != set(before)


NEUTRAL = ("drill.fold.move", "drill.fold.move-", "drill.fold.from-all", "drill.fold.against")
"""Values of the sentences about what the others discarded and about grounds, which are checked as a whole."""
