"""The other seats, as one seat sees them in the raw events: their discards, and the tiles they let pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.story import HONOURS, ORPHANS, Story, kind_of

DRAGONS = HONOURS[4:]


@dataclass
class Other:
    """Another player, as far as the others can see."""

    wind: str = ""
    thrown: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    """What was let go since the riichi, or since the last own discard."""
    lately: list[str] = field(default_factory=list)
    """What was let go since the last own discard."""
    melds: list[list[str]] = field(default_factory=list)
    opened: bool = False
    """Whether a meld has a tile of another player."""
    riichi: bool = False
    """Declared, and the tile of it was not won on."""
    declared: int | None = None
    """The place of the riichi tile among the discards."""

    @property
    def safe(self) -> set[str]:
        """Kinds that this player is furiten on, should the hand wait on them."""
        return {*self.thrown, *self.passed}

    @property
    def riichi_tile(self) -> str | None:
        """The kind of the riichi tile, if it is the only proof that this kind is safe."""
        if self.declared is None or self.declared >= len(self.thrown):
            return None
        tile = self.thrown[self.declared]
        return tile if self.thrown.count(tile) == 1 and tile not in self.passed else None

    @property
    def early(self) -> list[str]:
        """The first six discards, up to the riichi tile, which is not among them."""
        return self.thrown[: 6 if self.declared is None else min(6, self.declared)]


def others(question: Question) -> dict[int, Other]:
    """The other players at a moment at which no tile waits for an answer."""
    known = {seat: Other() for seat in range(4)}
    for event in question.events:
        match event:
            case ev.StartKyoku(oya=dealer):
                for seat, other in known.items():
                    other.wind = HONOURS[(seat - dealer) % 4]
            case ev.Reach(actor=actor):
                known[actor].declared = len(known[actor].thrown)
            case ev.Dahai(actor=actor, pai=pai):
                _shown(known, actor, kind_of(pai))
                known[actor].thrown.append(kind_of(pai))
                known[actor].lately.clear()
                if not known[actor].riichi:
                    known[actor].passed.clear()
            case ev.Kakan(actor=actor, pai=pai):
                _shown(known, actor, kind_of(pai))
                known[actor].melds.remove([kind_of(pai)] * 3)
                known[actor].melds.append([kind_of(pai)] * 4)
            case ev.Chi() | ev.Pon() | ev.Daiminkan():
                tiles = [event.pai, *event.consumed]
                known[event.actor].melds.append([kind_of(tile) for tile in tiles])
                known[event.actor].opened = True
            case ev.Ankan(actor=actor, consumed=consumed):
                known[actor].melds.append([kind_of(tile) for tile in consumed])
            case ev.ReachAccepted(actor=actor):
                known[actor].riichi = True
    del known[question.seat]
    return known


def _shown(known: Mapping[int, Other], actor: int, kind: str) -> None:
    for seat, other in known.items():
        if seat != actor:
            other.passed.append(kind)
            other.lately.append(kind)


def to_fear(other: Other, story: Story) -> bool:
    """In riichi, or with two melds and a triplet of honours that is a yaku: any wait of theirs can win."""
    honours = {*DRAGONS, story.round_wind, other.wind}
    return other.riichi or (len(other.melds) >= 2 and any(meld[0] in honours for meld in other.melds))


def can_take(other: Other, story: Story, kind: str, safe: set[str]) -> bool:
    """Whether tiles that the seat cannot see may wait for that kind with no wait among the safe ones."""
    left = {each: 4 - story.seen[each] for each in [*ORPHANS, *_neighbours(kind), kind]}
    if left[kind]:
        return kind not in safe
    waits = list(_two_held(kind, left))
    if kind in ORPHANS and not other.melds:
        rest = [left[each] for each in ORPHANS if each != kind]
        waits += [{kind}] if min(rest) >= 1 and max(rest) >= 2 else []
    return any(not wait & safe for wait in waits)


def _two_held(kind: str, left: Mapping[str, int]) -> Iterator[set[str]]:
    """What a hand waits on that holds two tiles of a sequence with that kind."""
    if kind in HONOURS:
        return
    rank, suit = int(kind[0]), kind[1]
    for first in (rank - 2, rank - 1, rank):
        run = [first, first + 1, first + 2]
        held = [each for each in run if each != rank]
        if run[0] < 1 or run[2] > 9 or not all(left[f"{each}{suit}"] for each in held):
            continue
        ends = [held[0] - 1, held[1] + 1] if held[1] - held[0] == 1 else [rank]
        yield {f"{end}{suit}" for end in ends if 1 <= end <= 9}


def _neighbours(kind: str) -> list[str]:
    if kind in HONOURS:
        return []
    rank, suit = int(kind[0]), kind[1]
    return [f"{each}{suit}" for each in range(rank - 2, rank + 3) if 1 <= each <= 9]
