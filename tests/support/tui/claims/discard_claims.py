"""Checks what "which discard" says: how many tiles a discard keeps, which, and what they lead to."""

from __future__ import annotations

from ai.drills.question import Question
from tests.support.ai.slow_solver import worth
from tests.support.ai.slow_solver.story import Story, hand_without, steps
from tests.support.tui.claims.discard_worth import model
from tests.support.tui.claims.recording import Said, checks, kind, kinds

GOOD = 6
"""Tiles to ron on that make a good wait."""


@checks("drill.discard.ask", "drill.discard.ask-near")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    away = steps(story.concealed)
    return away == (1 if claim.key.endswith("near") else claim.number("count")) and 1 <= away <= 3


@checks("drill.discard.why", "drill.discard.why-near", "drill.discard.why-furiten")
def _why(claim: Said, question: Question, story: Story) -> bool:
    """The discard keeps the most, the other one fewer, each so many."""
    best, other = kind(claim.word("tile")), kind(claim.word("other"))
    counts = worth.counted(question, story)
    told = claim.number("count"), claim.number("fewer")
    assert told == (counts[best], counts[other]), f"they are {counts[best], counts[other]}"
    assert counts[best] == max(counts.values()) > counts[other], "it is not the best"
    if claim.key.endswith("why"):
        return steps(story.concealed) > 1
    whole = {each: sum(worth.accepted(story, each).values()) for each in (best, other)}
    if claim.key.endswith("why-near"):
        return steps(story.concealed) == 1 and whole[other] < whole[best]
    return claim.number("total") == whole[other] >= whole[best]


@checks("drill.discard.further")
def _further(claim: Said, question: Question, story: Story) -> bool:
    thrown = kind(claim.word("tile"))
    return steps(hand_without(story.concealed, thrown)) > steps(story.concealed)


@checks("drill.discard.keeps", "drill.discard.keeps-near")
def _keeps(claim: Said, question: Question, story: Story) -> bool:
    """The kinds that bring the hand nearer, and all their unseen tiles."""
    found = worth.accepted(story, kind(claim.word("tile")))
    assert claim.number("count") == sum(found.values()), f"it is {sum(found.values())}"
    assert set(kinds(claim.word("tiles"))) == set(found), f"it is {sorted(found)}"
    return (steps(story.concealed) == 1) is claim.key.endswith("near")


def _thrown(claim: Said) -> str:
    """The discard that the sentence is about."""
    head = claim.near("drill.discard.keeps", "drill.discard.keeps-near")
    assert head is not None, "no discard is named"
    return kind(head.word("tile"))


@checks("drill.discard.good", "drill.discard.good-all", "drill.discard.good-none")
def _good(claim: Said, question: Question, story: Story) -> bool:
    """So many unseen tiles lead to a wait that wins by ron on ``least`` tiles."""
    slow, least = model(question, story), claim.number("least")
    draws = list(worth.led(slow, _thrown(claim)))
    good = sum(left for left, hands in draws if worth.ron(slow, hands, least))
    whole = sum(left for left, _ in draws)
    told = {"good-all": whole, "good-none": 0}.get(claim.key.rpartition(".")[2])
    assert least == GOOD, "that is no good wait"
    return good == (claim.number("count") if told is None else told)


@checks("drill.discard.by-draw")
def _by_draw(claim: Said, question: Question, story: Story) -> bool:
    """So many lead only to waits that win by draw alone, because they are furiten."""
    slow = model(question, story)
    found = [
        (left, hands)
        for left, hands in worth.led(slow, _thrown(claim))
        if not worth.ron(slow, hands) and worth.tsumo(slow, hands)
    ]
    # after some draws another hand is tenpai besides, and nothing is left of what it waits on
    winning = (hand for _, hands in found for hand in hands if worth.tsumo(slow, [hand]))
    assert all(hand.causes for hand in winning), "without furiten"
    return claim.number("count") == sum(left for left, _ in found)


@checks("drill.discard.thrown")
def _in_pond(claim: Said, question: Question, story: Story) -> bool:
    """The kinds that bring the hand nearer and lie in the pond after the discard."""
    thrown = _thrown(claim)
    return set(kinds(claim.word("tiles"))) == set(worth.accepted(story, thrown)) & {
        *story.thrown,
        thrown,
    }


@checks("drill.discard.widens")
def _widens(claim: Said, question: Question, story: Story) -> bool:
    return claim.number("count") == worth.widening(story, _thrown(claim))
