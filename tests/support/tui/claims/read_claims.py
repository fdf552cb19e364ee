"""Checks what questions "read the pond" say about each wait: discards, what passed, and what is visible."""

from __future__ import annotations

from ai.drills.kinds.read import ReadAsk
from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.defence import blocked, missing, tiles_of, waited_on
from tests.support.ai.slow_solver.story import Other, Story, kind_of, others
from tests.support.tui.claims.recording import Said, checks, kind, kinds, seat

_WAITS = ("drill.read.wait", "drill.read.single", "drill.read.pairs")


def _rival(question: Question, name: str) -> Other:
    """The player that is meant, who is in riichi."""
    found = others(question)[seat(question, name)]
    assert found.riichi, f"{name} is not in riichi"
    return found


@checks("drill.read.ask")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    return _rival(question, claim.word("name")).riichi


@checks("drill.read.wait")
def _wait(claim: Said, question: Question, story: Story) -> bool:
    """The tiles wait on exactly what is named."""
    return sorted(kinds(claim.word("waits"))) == sorted(waited_on(claim.word("tiles")))


def _offered(question: Question) -> list[str]:
    return [option.id for option in question.parts[0].options if option.id != "none"]


@checks("drill.read.rule-furiten", "drill.read.rule-tiles", "drill.read.rule-none")
def _rule(claim: Said, question: Question, story: Story) -> bool:
    """Furiten blocks one of the waits; or only tiles are missing, of how many waits; or all are possible."""
    asked = question.ask
    assert isinstance(asked, ReadAsk)
    other = others(question)[asked.opponent]
    if "name" in claim.values:
        assert seat(question, claim.word("name")) == asked.opponent
    furiten = any(blocked(each, other) for each in _offered(question))
    short = sum(missing(each, story) for each in _offered(question))
    found = "rule-furiten" if furiten else "rule-tiles" if short else "rule-none"
    if found == "rule-tiles":
        assert claim.number("count") == short
    return claim.key == f"drill.read.{found}"


def _meant(claim: Said) -> str:
    """The wait that a sentence is about, as its option has it."""
    (head,) = [each for each in claim.within(*_WAITS) if each.place == claim.place]
    if head.key == "drill.read.wait":
        return head.word("tiles")
    if head.key == "drill.read.single":
        return kind(head.word("tile"))
    return "".join(2 * kinds(head.word(name))[0] for name in ("first", "second"))


@checks("drill.read.sign-own-discard", "drill.read.sign-called-away")
def _own_discard(claim: Said, question: Question, story: Story) -> bool:
    """The player discarded it on that turn, and it was called away if that is said, else not."""
    told, player = kind(claim.word("tile")), seat(question, claim.word("name"))
    assert _rival(question, claim.word("name")).thrown[claim.number("turn") - 1] == told
    number = _discard(question, player, claim.number("turn"))
    following = [event for event in question.events[number + 1 :] if not isinstance(event, ev.ReachAccepted)]
    called = isinstance(following[0], ev.Chi | ev.Pon | ev.Daiminkan) if following else False
    return told in waited_on(_meant(claim)) and called == (claim.key == "drill.read.sign-called-away")


def _discard(question: Question, player: int, turn: int) -> int:
    """The number of the event with that discard of a player, counted from 1."""
    found = [
        number
        for number, event in enumerate(question.events)
        if isinstance(event, ev.Dahai) and event.actor == player
    ]
    return found[turn - 1]


def _declared(question: Question) -> int:
    """The number of the event at which the player that is asked about declared riichi."""
    asked = question.ask
    assert isinstance(asked, ReadAsk)
    for number, event in enumerate(question.events):
        if isinstance(event, ev.Reach) and event.actor == asked.opponent:
            return number
    raise AssertionError("no riichi")


@checks("drill.read.sign-passed")
def _passed(claim: Said, question: Question, story: Story) -> bool:
    """Another player discarded it on that turn after the riichi, and the hand went on."""
    told, player = kind(claim.word("tile")), seat(question, claim.word("discarder"))
    number = _discard(question, player, claim.number("turn"))
    event = question.events[number]
    assert isinstance(event, ev.Dahai)
    assert kind_of(event.pai) == told
    assert number + 1 < len(question.events)
    return told in waited_on(_meant(claim)) and number > _declared(question)


@checks("drill.read.sign-passed-kan")
def _passed_kan(claim: Said, question: Question, story: Story) -> bool:
    told, player = kind(claim.word("tile")), seat(question, claim.word("discarder"))
    return told in waited_on(_meant(claim)) and any(
        isinstance(event, ev.Kakan) and event.actor == player and kind_of(event.pai) == told
        for event in question.events[_declared(question) : -1]
    )


@checks("drill.read.sign-not-held")
def _not_held(claim: Said, question: Question, story: Story) -> bool:
    told = kind(claim.word("tile"))
    needed = tiles_of(_meant(claim)).count(told)
    assert needed == claim.number("count")
    return needed > 4 - story.seen[told]


@checks("drill.read.sign-none-left")
def _none_left(claim: Said, question: Question, story: Story) -> bool:
    wait = _meant(claim)
    assert not any(tiles_of(wait).count(each) > 4 - story.seen[each] for each in tiles_of(wait))
    return missing(wait, story) and sorted(kinds(claim.word("waits"))) == sorted(waited_on(wait))


def _possible(claim: Said, question: Question, story: Story) -> str:
    """The wait, which is neither blocked nor short of tiles."""
    asked = question.ask
    assert isinstance(asked, ReadAsk)
    wait = _meant(claim)
    assert not blocked(wait, others(question)[asked.opponent])
    assert not missing(wait, story)
    return wait


@checks("drill.read.sign-nothing")
def _nothing(claim: Said, question: Question, story: Story) -> bool:
    wait = _possible(claim, question, story)
    return sorted(kinds(claim.word("waits"))) == sorted(waited_on(wait))


@checks("drill.read.sign-own-tile")
def _own_tile(claim: Said, question: Question, story: Story) -> bool:
    """One of its own tiles lies in the pond, and it does not wait on it."""
    wait, told = _possible(claim, question, story), kind(claim.word("tile"))
    thrown = _rival(question, claim.word("name")).thrown
    return told in thrown and told in tiles_of(wait) and told not in waited_on(wait)


@checks("drill.read.sign-earlier")
def _earlier(claim: Said, question: Question, story: Story) -> bool:
    """Another player discarded it before the riichi."""
    wait, told = _possible(claim, question, story), kind(claim.word("tile"))
    before = question.events[: _declared(question)]
    discarded = [kind_of(event.pai) for event in before if isinstance(event, ev.Dahai)]
    return told in waited_on(wait) and told in discarded


NEUTRAL = ("drill.read.single", "drill.read.pairs", "drill.read.is-none")
"""Names of waits."""
