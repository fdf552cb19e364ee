"""Slow answers to questions about defence: the safest tile, and waits that a pond rules out.

A wait is written as its option has it: the tiles that wait, such as ``23m`` or ``99s11z``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ai.drills.kinds.read import ReadAsk
from ai.drills.kinds.safest import SafestAsk
from ai.drills.question import Answer, Question
from tests.support.ai.slow_solver.hand import Ambiguous
from tests.support.ai.slow_solver.opponents import Other, others, to_fear
from tests.support.ai.slow_solver.safety_grounds import CANNOT_LOSE, FIELDS, Published, added, chance, ground
from tests.support.ai.slow_solver.story import Story, completing


def safest(question: Question, story: Story) -> Answer:
    """Every kind in the hand that is among the best by some column of the page; one must be so by all."""
    asked = question.ask
    assert isinstance(asked, SafestAsk)
    table = others(question)
    right, agreed = best(grounds(question, story), story, [table[seat] for seat in asked.against])
    if not agreed:
        raise Ambiguous("the columns of the page do not agree")
    return (right,)


def best(
    rows: Mapping[str, Sequence[str]], story: Story, against: Sequence[Other]
) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds that are among the best by some column, and by all.

    By a column those are whose interval overlaps that of the kind with the lowest rate. The kind with the
    lowest chance by the marks is among the first; none is with more than twice that chance.
    """
    chances = {kind: chance(each, story, against) for kind, each in rows.items()}
    least = min(chances.values())
    if any(1.97 < each / least < 2.03 for each in chances.values() if least):
        raise Ambiguous("a tile is just about twice as dangerous as the safest")
    near = frozenset(kind for kind, each in chances.items() if each <= 2 * least)
    found = []
    for field in FIELDS:
        rates = {kind: added(each, field, against) for kind, each in rows.items()}
        high = min(rates.values()).high
        found.append(frozenset(kind for kind, each in rates.items() if each.low <= high))
    safest = frozenset(kind for kind, each in chances.items() if each == least)
    return frozenset.union(*found) & near | safest, frozenset.intersection(*found) & near


def rates(question: Question, story: Story) -> dict[str, list[Published]]:
    """The published rates of each kind in the hand by column, added up over the players in riichi."""
    rows = grounds(question, story)
    found = {kind: [added(each, field) for field in FIELDS] for kind, each in rows.items()}
    if len({each[0].rate for each in found.values()}) < 2:
        raise Ambiguous("all tiles are alike")
    return found


def grounds(question: Question, story: Story) -> dict[str, list[str]]:
    """The ground of each kind in the hand against each player in riichi, in the order of the question."""
    asked = question.ask
    assert isinstance(asked, SafestAsk)
    table = others(question)
    feared = {seat for seat, other in table.items() if to_fear(other, story)}
    if not story.my_turn or story.riichi or feared != set(asked.against) or not 1 <= len(feared) <= 2:
        raise Ambiguous("not a choice of what to discard, or other players are to be feared")
    if any(not table[seat].riichi or table[seat].melds for seat in feared):
        raise Ambiguous("a player who is not in riichi, or has a kan")
    found = {
        kind: [ground(question, story, kind, table[seat]) for seat in asked.against]
        for kind in sorted(set(story.concealed))
    }
    if any(set(each) == {CANNOT_LOSE} for each in found.values()):
        raise Ambiguous("a tile is proven safe")
    return found


# -- waits that a pond rules out ------------------------------------------------------------------------


def read(question: Question, story: Story) -> Answer:
    """Every wait that the player in riichi cannot win on by ron, or none of them."""
    asked = question.ask
    assert isinstance(asked, ReadAsk)
    other = others(question)[asked.opponent]
    if not story.my_turn or not other.riichi or other.melds:
        raise Ambiguous("not the own turn, or the player is not in riichi, or has a kan")
    found = [option.id for option in question.parts[0].options if option.id != "none"]
    out = [each for each in found if blocked(each, other) or missing(each, story)]
    return (frozenset(out or ["none"]),)


def blocked(wait: str, other: Other) -> set[str]:
    """The kinds it waits on that the player discarded or let pass since the riichi."""
    return set(waited_on(wait)) & other.safe


def missing(wait: str, story: Story) -> bool:
    """Whether too few tiles are unseen to hold it, or no other tile is left to win on.

    The seat sees its own tiles, but may still discard them.
    """
    held = tiles_of(wait)
    if any(held.count(kind) > 4 - story.seen[kind] for kind in held):
        return True
    gone = {kind: story.seen[kind] - story.concealed.count(kind) for kind in waited_on(wait)}
    return all(gone[kind] + held.count(kind) >= 4 for kind in gone)


def tiles_of(wait: str) -> list[str]:
    """The kinds of ``99s11z``, each as often as it is held."""
    found: list[str] = []
    ranks = ""
    for letter in wait:
        if letter.isdigit():
            ranks += letter
        else:
            found += [rank + letter for rank in ranks]
            ranks = ""
    return found


def waited_on(wait: str) -> list[str]:
    """What completes the tiles, with a pair of an honour that they do not hold if they need one."""
    held = tiles_of(wait)
    if len(held) % 3 == 2:
        held += ["7z", "7z"]
    return completing(held)
