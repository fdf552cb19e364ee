"""Checks what is said about the worth of a discard, and about the risk that it takes."""

from __future__ import annotations

from collections.abc import Iterable

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import KINDS, Story, hand_without, steps
from tests.support.ai.slow_solver.worth import SlowTenpai, SlowWorth
from tests.support.tui.claims.recording import Said, checks, kind, kinds, seat
from tui.practice.explain import seating_of

NEAR = 3
"""Points by which the project rounds down."""
_KNOWN: dict[int, tuple[Story, SlowWorth]] = {}


def model(question: Question, story: Story) -> SlowWorth:
    """The slow model of a question, made once for all that is said of it."""
    known = _KNOWN.get(id(story))
    if known is None or known[0] is not story or known[1].question is not question:
        _KNOWN.clear()
        _KNOWN[id(story)] = story, SlowWorth(question, story)
    return _KNOWN[id(story)][1]


def is_worth(claim: Said, found: float) -> bool:
    """Whether the worth that is told is that one, rounded down."""
    return abs(claim.number("worth") - found) <= NEAR


def numbers(text: str) -> list[int]:
    """The numbers of a text such as ``2,600 to 4,000 points``."""
    return [int(word.replace(",", "")) for word in text.split() if word[0].isdigit()]


def points_of(model: SlowWorth, hands: Iterable[SlowTenpai]) -> tuple[int, int]:
    """The least and the most points of a win on a tile that is left: in furiten only by draw."""
    found = [
        model.points(hand.hand, wait, tsumo=tsumo)
        for hand in hands
        for wait, left in hand.waits.items()
        if left
        for tsumo in ((True,) if hand.causes else (True, False))
    ]
    return min(found, default=0), max(found, default=0)


def same_points(text: str, wanted: tuple[int, int]) -> bool:
    """Whether the points that are told run from the least to the most."""
    told = numbers(text)
    return (told[0], told[-1]) == wanted


def mean_draw(model: SlowWorth, hand: SlowTenpai) -> float:
    """The mean points of a win by draw."""
    total = sum(left * model.points(hand.hand, wait, tsumo=True) for wait, left in hand.waits.items())
    return total / max(hand.tiles, 1)


def worths(question: Question, story: Story) -> dict[str, float]:
    """The worth of every discard that keeps tenpai, or else that keeps the hand one from it."""
    slow = model(question, story)
    allowed = sorted(set(story.concealed) - set(story.forbidden))
    tenpai = {each: hand for each in allowed if (hand := slow.after(each)) is not None}
    if tenpai:
        return {each: slow.of_tenpai(hand) for each, hand in tenpai.items()}
    return {each: slow.of_leads(each) for each in allowed if steps(hand_without(story.concealed, each)) == 1}


def is_best(question: Question, story: Story, told: str) -> bool:
    """Whether the discard is worth most, or about that."""
    found = worths(question, story)
    return found[told] >= 0.95 * max(found.values()) - NEAR


def safer_by(claim: Said, slow: SlowWorth, best: str, other: str) -> float:
    """How much less danger the best discard has; raises AssertionError if another number is told."""
    less = slow.danger(other) - slow.danger(best)
    assert "points" not in claim.values or abs(claim.number("points") - less) <= NEAR, f"it is {less}"
    return less


@checks("drill.worth.equal")
def _equal(claim: Said, question: Question, story: Story) -> bool:
    found = worths(question, story)
    best = max(found.values())
    near = [each for each in KINDS if each in found and found[each] >= 0.95 * best - NEAR]
    return sorted(kinds(claim.word("tiles"))) == sorted(near) and len(near) > 1


def names_threats(claim: Said, question: Question, story: Story) -> bool:
    """Whether a question names exactly the players who threaten, if it names any."""
    names, slow = seating_of(question), model(question, story)
    told = claim.word("names") if "names" in claim.values else ""
    return [names.other(each) in told for each in range(4)] == [each in slow.threats for each in range(4)]


@checks("drill.worth.how")
def _how(claim: Said, question: Question, story: Story) -> bool:
    slow = model(question, story)
    assert claim.number("count") == slow.draws, f"{slow.draws} draws are left"
    assert bool(claim.word("riichi")) is slow.riichi, f"riichi: {slow.riichi}"
    return bool(claim.word("danger")) is bool(slow.threats)


@checks("drill.worth.safe")
def _safe(claim: Said, question: Question, story: Story) -> bool:
    chance, _ = model(question, story).risk(kind(claim.word("tile")), seat(question, claim.word("name")))
    return chance == 0


@checks("drill.worth.risk")
def _risk(claim: Said, question: Question, story: Story) -> bool:
    slow, whose = model(question, story), seat(question, claim.word("name"))
    assert whose in slow.threats, "nobody to fear"
    chance, points = slow.risk(kind(claim.word("tile")), whose)
    assert chance > 0, "it cannot deal in"
    return claim.number("percent") == max(1, round(100 * chance)) and int(points) == claim.number("points")


NEUTRAL = (
    # values that the checkers of whole sentences read
    "drill.worth.points",
    "drill.worth.points-range",
    "drill.worth.with-riichi",
    "drill.worth.less-danger",
)
