"""Checks what "the way out" says about the waits that a discard leaves, and why one is best."""

from __future__ import annotations

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import Story
from tests.support.ai.slow_solver.worth import SlowTenpai
from tests.support.tui.claims.discard_worth import (
    NEAR,
    is_best,
    is_worth,
    mean_draw,
    model,
    names_threats,
    points_of,
    safer_by,
    same_points,
)
from tests.support.tui.claims.recording import Said, checks, kind, kinds


def _hand(claim: Said, question: Question, story: Story, name: str = "tile") -> SlowTenpai:
    """The tenpai hand that the discard leaves; raises AssertionError if it leaves none."""
    found = model(question, story).after(kind(claim.word(name)))
    assert found is not None, "it breaks tenpai"
    return found


@checks("drill.way-out.free", "drill.way-out.furiten", "drill.way-out.furiten-itself")
def _waits(claim: Said, question: Question, story: Story) -> bool:
    """The waits, their tiles, furiten and its causes, the points and the worth."""
    slow, hand = model(question, story), _hand(claim, question, story)
    assert kinds(claim.word("waits")) == list(hand.waits), f"it waits on {hand.waits}"
    assert claim.number("count") == hand.tiles, f"{hand.tiles} are left"
    in_pond = hand.causes & set(story.thrown)
    if claim.key.endswith("free"):
        assert not hand.causes, "it is furiten"
    elif claim.key.endswith("itself"):
        assert hand.causes == {kind(claim.word("tile"))}, "the discard is no wait"
        assert not in_pond, "a wait is in the pond"
    else:
        assert set(kinds(claim.word("causes"))) == in_pond, f"in the pond: {in_pond}"
    assert same_points(claim.word("points"), points_of(slow, [hand])), "other points"
    return is_worth(claim, slow.of_tenpai(hand))


@checks("drill.way-out.noten")
def _noten(claim: Said, question: Question, story: Story) -> bool:
    return model(question, story).after(kind(claim.word("tile"))) is None


@checks("drill.way-out.cured")
def _cured(claim: Said, question: Question, story: Story) -> bool:
    """A ron on these waits, and on no other, has a yaku only by riichi."""
    slow, hand = model(question, story), _hand(claim, question, story)
    without = [wait for wait in hand.waits if not slow.points(hand.hand, wait, tsumo=False, riichi=False)]
    assert kinds(claim.word("waits")) == without, f"without a yaku: {without}"
    return slow.riichi and all(slow.points(hand.hand, wait, tsumo=False) for wait in without)


@checks(
    *(
        f"drill.way-out.why-{reason}"
        for reason in ("safer", "furiten", "furiten-value", "ron", "free", "tiles", "both", "value")
    )
)
def _why(claim: Said, question: Question, story: Story) -> bool:
    """The discard is the best, the other one is not, and the reason tells them apart."""
    slow = model(question, story)
    best, other = _hand(claim, question, story), _hand(claim, question, story, "other")
    assert is_best(question, story, best.thrown), "it is not the best"
    assert not is_best(question, story, other.thrown), "the other one is as good"
    for name, found in (("count", best.tiles), ("fewer", other.tiles), ("more", other.tiles)):
        assert name not in claim.values or claim.number(name) == found, f"{name} is {found}"
    less = safer_by(claim, slow, best.thrown, other.thrown)
    safer = less > slow.of_tenpai(best) - slow.of_tenpai(other) - less + NEAR
    match claim.key.rpartition("why-")[2]:
        case "safer":
            return less > max(0.0, slow.of_tenpai(best) - slow.of_tenpai(other) - less - NEAR)
        case "furiten":
            return bool(best.causes) and not other.causes and best.tiles > other.tiles and not safer
        case "furiten-value":
            dearer = mean_draw(slow, best) > mean_draw(slow, other)
            return bool(best.causes) and not other.causes and dearer and not safer
        case "ron":
            return not best.causes and bool(other.causes) and other.tiles > best.tiles and not safer
        case "free":
            return not best.causes and bool(other.causes) and not safer
        case "tiles":
            return bool(best.causes) == bool(other.causes) and best.tiles > other.tiles and not safer
        case "both":
            dearer = mean_draw(slow, best) > mean_draw(slow, other) - NEAR
            return bool(best.causes) == bool(other.causes) and best.tiles > other.tiles and dearer
        case "value":
            dearer = mean_points(claim, question, story, best) > mean_points(claim, question, story, other)
            return bool(best.causes) == bool(other.causes) and dearer and not safer
    return False


def mean_points(claim: Said, question: Question, story: Story, hand: SlowTenpai) -> float:
    """The mean points of a win, by ron too where the hand is not furiten."""
    slow = model(question, story)
    if hand.causes:
        return mean_draw(slow, hand)
    rons = sum(left * slow.points(hand.hand, wait, tsumo=False) for wait, left in hand.waits.items())
    return (mean_draw(slow, hand) + rons / max(hand.tiles, 1)) / 2


@checks(*(f"drill.way-out.ask{kind}" for kind in ("", "-threat", "-before", "-before-threat")))
def _asked(claim: Said, question: Question, story: Story) -> bool:
    """Whether the hand is furiten already: that decides the wording."""
    furiten = bool(set(story.waits) & set(story.thrown))
    return furiten is ("before" not in claim.key) and names_threats(claim, question, story)
