"""Checks what questions "push or fold" say: points by the judged position, the rest by the events."""

from __future__ import annotations

from ai.drills.question import Question
from engine.tiles import COPIES
from tests.support.ai.slow_solver.defence import CANNOT_LOSE, chance, ground, mean
from tests.support.ai.slow_solver.story import (
    KINDS,
    Other,
    Story,
    dora_of,
    hand_without,
    kind_of,
    others,
    steps,
    tenpai,
)
from tests.support.ai.slow_solver.win_points import reds_held, win_points
from tests.support.tui.claims.judged_choices import choice, is_best, percent, points
from tests.support.tui.claims.recording import Said, checks, kind, kinds, seat

PUSH, MIDDLE, FOLD = "push", "middle", "fold"


# -- the question --------------------------------------------------------------------------------------


@checks("drill.push-fold.ask", "drill.push-fold.ask-three")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    """Folding gives the hand up with the tile that is least dangerous, a middle way keeps some of it."""
    fold = kind(claim.word("fold"))
    assert fold == kind_of(choice(question, FOLD)["tile"]), "folding is another discard"
    chances = {each: _chance(question, story, each) for each in set(story.concealed)}
    least = min(chances.values())
    edge = next(edge for edge in EDGES if ROUNDED * least < edge) if least else 0.0
    assert ROUNDED * chances[fold] <= edge, f"there are safer tiles: {chances}"
    assert _after(story, fold) > min(_after(story, each) for each in chances), "it keeps the hand"
    if "middle" not in claim.values:
        return True
    middle = kind(claim.word("middle"))
    assert middle == kind_of(choice(question, MIDDLE)["tile"]), "the middle way is another discard"
    push = kind_of(choice(question, PUSH)["tile"])
    assert chances[middle] < chances[push], "the middle way is not safer"
    return _after(story, middle) <= _after(story, push) + 1


EDGES = (1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 14.0, 100.0)
"""The ends of the tiers in per cent: whoever folds tells no more apart."""
ROUNDED = 0.99
"""The figures of the page are rounded."""


def _chance(question: Question, story: Story, tile: str) -> float:
    """What the marks reckon with, in per cent, against whom it is worst."""
    riichi = [other for other in others(question).values() if other.riichi]
    return max(chance([ground(question, story, tile, other)], story, [other]) for other in riichi)


@checks("drill.push-fold.riichi")
def _riichi(claim: Said, question: Question, story: Story) -> bool:
    named = {name for each in claim.word("name").split(", ") for name in each.split(" and ")}
    found = {number for number, other in others(question).items() if other.riichi}
    return {seat(question, name) for name in named} == found


def _push(claim: Said, question: Question, story: Story) -> bool:
    push = kind(claim.word("push"))
    played = choice(question, PUSH)
    assert push == kind_of(played["tile"]), "pushing is another discard"
    assert _after(story, push) == min(_after(story, each) for each in set(story.concealed)), "slower"
    return True


@checks("drill.push-fold.on", "drill.push-fold.stay", "drill.push-fold.with-riichi")
def _on(claim: Said, question: Question, story: Story) -> bool:
    """How the seat plays on after a push: not bound, in tenpai, or in riichi."""
    played = choice(question, PUSH)
    assert played.get("stance", "reason") == "reason", "it pushed whatever came"
    riichi, rest = played["action"] == "riichi", hand_without(story.concealed, kind_of(played["tile"]))
    passed = {each.kind for each in story.passed if each.in_riichi}
    furiten = not passed.union(story.thrown, [kind_of(played["tile"])]).isdisjoint(tenpai(story, rest))
    key = "with-riichi" if riichi else "on" if steps(rest) or furiten else "stay"
    return claim.key.endswith(f".{key}") and _push(claim, question, story)


def _after(story: Story, gone: str) -> int:
    return steps(hand_without(story.concealed, gone))


# -- the reason ----------------------------------------------------------------------------------------


@checks("drill.push-fold.why-push", "drill.push-fold.why-fold")
def _why(claim: Said, question: Question, story: Story) -> bool:
    best = claim.key.rpartition("-")[2]
    other = FOLD if best == PUSH else PUSH
    push = choice(question, PUSH)
    shares = percent(push.get("won", 0.0)), percent(push.get("dealt_in", 0.0))
    assert (claim.number("won"), claim.number("dealt")) == shares, f"the shares are {shares}"
    told = claim.number("mean"), claim.number("other")
    return is_best(question, best) and told == (points(question, best), points(question, other))


@checks("drill.push-fold.why-middle")
def _why_middle(claim: Said, question: Question, story: Story) -> bool:
    told = [claim.number(name) for name in ("mean", "push", "fold")]
    return is_best(question, MIDDLE) and told == [points(question, id) for id in (MIDDLE, PUSH, FOLD)]


# -- the hand ------------------------------------------------------------------------------------------


@checks("drill.push-fold.waits", "drill.push-fold.waits-furiten")
def _waits(claim: Said, question: Question, story: Story) -> bool:
    gone = kind(claim.word("tile"))
    found = tenpai(story, hand_without(story.concealed, gone))
    assert sorted(kinds(claim.word("waits"))) == sorted(found), f"it waits on {found}"
    left = sum(4 - story.seen[each] for each in found)
    assert left == claim.number("count"), f"{left} are left"
    passed = {each.kind for each in story.passed if each.in_riichi}
    furiten = not passed.union(story.thrown, [gone]).isdisjoint(found)
    return furiten is claim.key.endswith("furiten")


@checks("drill.push-fold.away")
def _away(claim: Said, question: Question, story: Story) -> bool:
    rest = hand_without(story.concealed, kind(claim.word("tile")))
    now = steps(rest)
    closer = [each for each in KINDS if rest.count(each) < 4 and steps([*rest, each]) < now]
    left = sum(4 - story.seen[each] for each in closer)
    assert left == claim.number("count"), f"{left} bring it closer"
    return claim.number("steps") == now


@checks("drill.push-fold.ron", "drill.push-fold.rons")
def _rons(claim: Said, question: Question, story: Story) -> bool:
    played = choice(question, PUSH)
    rest = hand_without(story.concealed, kind_of(played["tile"]))
    riichi = played["action"] == "riichi"
    paid = {
        win_points(question, story, rest, win, played["tile"], tsumo=False, riichi=riichi)
        for win in tenpai(story, rest)
        if story.seen[win] < COPIES
    } - {0}
    assert paid, "no ron has a yaku"
    least = claim.number("least") if claim.key.endswith("rons") else claim.number("most")
    return (least, claim.number("most")) == (min(paid), max(paid))


@checks("drill.push-fold.dora")
def _dora(claim: Said, question: Question, story: Story) -> bool:
    gone = choice(question, PUSH)["tile"]
    held = [
        *hand_without(story.concealed, kind_of(gone)),
        *(each for _, meld in story.melds for each in meld),
    ]
    han = sum(held.count(dora_of(indicator)) for indicator in story.indicators)
    return claim.number("count") == han + len(reds_held(question, gone))


# -- danger --------------------------------------------------------------------------------------------


@checks("drill.push-fold.danger")
def _danger(claim: Said, question: Question, story: Story) -> bool:
    """The published rate of such tiles, against the player against whom it is worst."""
    tile = kind(claim.word("tile"))
    row = ground(question, story, tile, _opponent(claim, question))
    found = mean([row])
    shown = f"{found / 100:.2f}" if 0 < found < 10 else f"{(found + 5) // 10 / 10:.1f}"
    assert claim.word("rate") == shown, f"published are {shown}"
    return found == _rate(question, story, tile)


@checks("drill.push-fold.safe")
def _safe(claim: Said, question: Question, story: Story) -> bool:
    row = ground(question, story, kind(claim.word("tile")), _opponent(claim, question))
    return row == CANNOT_LOSE and _rate(question, story, kind(claim.word("tile"))) == 0


def _opponent(claim: Said, question: Question) -> Other:
    found = others(question)[seat(question, claim.word("name"))]
    assert found.riichi, "that player is not in riichi"
    return found


def _rate(question: Question, story: Story, tile: str) -> int:
    """The published rate of a tile, in hundredths of a per cent, against whom it is worst."""
    riichi = [other for other in others(question).values() if other.riichi]
    return max(mean([ground(question, story, tile, other)]) for other in riichi)


NEUTRAL = ("drill.push-fold.is-",)
