"""How many tiles a discard keeps, counted the slow way: every draw and every discard is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ai.drills.question import Answer, Question
from tests.support.ai.slow_solver.hand import Ambiguous, steps
from tests.support.ai.slow_solver.opponents import others
from tests.support.ai.slow_solver.story import HONOURS, KINDS, Story
from tests.support.ai.slow_solver.worth import SlowTenpai, SlowWorth


def discard(question: Question, story: Story) -> Answer:
    """The discards that keep most tiles: one from tenpai those that lead to a ron, else those that help."""
    if not story.my_turn or story.riichi or story.drawn is None or story.melds or story.live < 16:
        raise Ambiguous("not the own turn of a closed hand with time left")
    if any(other.riichi for other in others(question).values()):
        raise Ambiguous("somebody is in riichi")
    counts = counted(question, story)
    best = max(counts.values())
    right = {kind for kind, count in counts.items() if count == best}
    near = [kind for kind, count in counts.items() if kind not in right and count > min(best - 2, best * 0.9)]
    if near or right == set(counts):
        raise Ambiguous(f"not clear: {counts}")
    if any(kind in HONOURS and story.concealed.count(kind) == 1 for kind in right):
        raise Ambiguous("an isolated honour is right")
    return (frozenset(right),)


def counted(question: Question, story: Story) -> Mapping[str, int]:
    """The tiles that count after each discard that keeps the hand as near."""
    kept = list(keeping(story))
    if steps(story.concealed) == 1:
        model = SlowWorth(question, story)
        return {kind: sum(left for left, hands in led(model, kind) if ron(model, hands)) for kind in kept}
    return {kind: sum(accepted(story, kind).values()) for kind in kept}


def keeping(story: Story) -> Iterator[str]:
    """The discards that keep the hand as near."""
    now = steps(story.concealed)
    return (kind for kind in sorted(set(story.concealed)) if steps(without(story, kind)) == now)


def without(story: Story, kind: str) -> list[str]:
    """The hand after a discard."""
    rest = list(story.concealed)
    rest.remove(kind)
    return rest


def accepted(story: Story, thrown: str) -> dict[str, int]:
    """The kinds that bring the hand nearer after a discard, with their unseen tiles."""
    rest = without(story, thrown)
    now = steps(rest)
    return {
        kind: 4 - story.seen[kind]
        for kind in KINDS
        if story.seen[kind] < 4 and rest.count(kind) < 4 and steps([*rest, kind]) < now
    }


def widening(story: Story, thrown: str) -> int:
    """The unseen tiles that bring the hand no nearer, but after a further discard more tiles do."""
    rest, nearer = without(story, thrown), accepted(story, thrown)
    now, most = steps(rest), sum(nearer.values())
    found = 0
    for drawn in KINDS:
        if story.seen[drawn] == 4 or drawn in nearer:
            continue
        if any(_tiles(story, [*rest, drawn], kind, drawn, now) > most for kind in {*rest, drawn}):
            found += 4 - story.seen[drawn]
    return found


def _tiles(story: Story, full: list[str], thrown: str, drawn: str, now: int) -> int:
    """The unseen tiles that help after a draw and a discard; 0 if the discard takes the hand further."""
    rest = list(full)
    rest.remove(thrown)
    if steps(rest) != now:
        return 0
    return sum(
        4 - story.seen[kind] - (kind == drawn)
        for kind in KINDS
        if story.seen[kind] < 4 and rest.count(kind) < 4 and steps([*rest, kind]) < now
    )


# -- one from tenpai -----------------------------------------------------------------------------------


def led(model: SlowWorth, thrown: str) -> Iterator[tuple[int, list[SlowTenpai]]]:
    """The unseen tiles of each draw after a discard, and the tenpai hands that it leads to."""
    for drawn, hands in model.leads(thrown).items():
        yield 4 - model.story.seen[drawn], hands


def ron(model: SlowWorth, hands: list[SlowTenpai], least: int = 1) -> bool:
    """Whether one of the hands wins by ron on so many unseen tiles."""
    return any(not hand.causes and won_on(model, hand, tsumo=False) >= least for hand in hands)


def tsumo(model: SlowWorth, hands: list[SlowTenpai]) -> bool:
    """Whether one of the hands wins by draw."""
    return any(won_on(model, hand, tsumo=True) for hand in hands)


def won_on(model: SlowWorth, hand: SlowTenpai, *, tsumo: bool) -> int:
    """The unseen tiles of a hand that are worth a win, furiten or not."""
    return sum(left for wait, left in hand.waits.items() if model.points(hand.hand, wait, tsumo=tsumo))
