"""A hand as one seat sees it, computed from the raw events without the engine, slowly and plainly.

Also the other seats as that seat sees them, and the tenpai and furiten of the own hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import xiangting

from ai.drills.question import Answer, Question
from engine import events as ev
from engine.rules import Ruleset

SUITS = [[f"{rank}{suit}" for rank in range(1, 10)] for suit in "mps"]
HONOURS = [f"{rank}z" for rank in range(1, 8)]
KINDS = [kind for suit in SUITS for kind in suit] + HONOURS
ORPHANS = [kind for kind in KINDS if kind[0] in "19" or kind[1] == "z"]
REMEMBERED = 100_000
"""Hands: questions about one position ask for the same ones again and again."""
_HONOUR_NAMES = dict(zip("ESWNPFC", HONOURS, strict=True))


def kind_of(pai: str) -> str:
    """A tile of an event as a kind."""
    return _HONOUR_NAMES.get(pai, pai.rstrip("r"))


def dora_of(indicator: str) -> str:
    """The kind that an indicator makes dora."""
    rank, suit = int(indicator[0]), indicator[1]
    if suit != "z":
        return f"{rank % 9 + 1}{suit}"
    return f"{rank % 4 + 1}z" if rank <= 4 else f"{(rank - 4) % 3 + 5}z"


# -- complete hands ------------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def complete(tiles: tuple[str, ...]) -> bool:
    """Whether the concealed tiles, sorted, are a complete hand with as many melds as there are missing."""
    held = Counter(tiles)
    if len(tiles) == 14:
        if len(held) == 7 and set(held.values()) == {2}:
            return True
        if set(held) == set(ORPHANS):
            return True
    return any(held[pair] >= 2 and groups_only(_without(tiles, [pair, pair])) for pair in held)


@lru_cache(REMEMBERED)
def groups_only(tiles: tuple[str, ...]) -> bool:
    """Whether the tiles, sorted, are groups and nothing else: the first must be the lowest of its group."""
    if not tiles:
        return True
    lowest = KINDS.index(tiles[0])
    groups = [[tiles[0]] * 3]
    if tiles[0][1] != "z" and tiles[0][0] <= "7":
        groups.append(KINDS[lowest : lowest + 3])
    return any(
        all(tiles.count(kind) >= group.count(kind) for kind in group) and groups_only(_without(tiles, group))
        for group in groups
    )


def _without(tiles: Sequence[str], group: list[str]) -> tuple[str, ...]:
    rest = list(tiles)
    for kind in group:
        rest.remove(kind)
    return tuple(rest)


def hand_without(tiles: Sequence[str], kind: str) -> list[str]:
    """The tiles without one of that kind."""
    rest = list(tiles)
    rest.remove(kind)
    return rest


def completing(tiles: Sequence[str]) -> list[str]:
    """The kinds that complete the concealed tiles of a hand between turns, four of them not held there."""
    return list(_completing(tuple(sorted(tiles))))


@lru_cache(REMEMBERED)
def _completing(tiles: tuple[str, ...]) -> tuple[str, ...]:
    kinds = (kind for kind in KINDS if tiles.count(kind) < 4)
    return tuple(kind for kind in kinds if complete(tuple(sorted([*tiles, kind]))))


# -- what happened -------------------------------------------------------------------------------------


@dataclass
class LaidTile:
    """A discard of any seat, as the seat of the story hears it."""

    seat: int
    kind: str
    red: bool
    turn: int
    """Its place in that pond, from 1."""
    waits: list[str]
    """What the seat of the story waited on when the tile was laid; for its own discards before the draw."""
    heard: int
    """The number of events up to the discard, this included."""
    called: bool = False
    declares: bool = False
    """The tile that declares riichi."""


@dataclass
class Passing:
    """A tile that completed the hand and was not taken."""

    kind: str
    in_riichi: bool
    seat: int
    turn: int
    """Its place in that seat's pond, from 1; 0 for a kan or an own draw."""
    red: bool
    heard: int
    """The number of events up to the moment at which it could be taken."""


@dataclass
class Story:
    """Where the seat stands after the last event."""

    rules: Ruleset
    seat: int
    concealed: list[str] = field(default_factory=list)
    melds: list[tuple[str, list[str]]] = field(default_factory=list)
    """Own melds: the event's name and the kinds."""
    waits: list[str] = field(default_factory=list)
    """What completed the hand when it last had 13 tiles."""
    thrown: list[str] = field(default_factory=list)
    passed: list[Passing] = field(default_factory=list)
    offered: str | None = None
    """A tile that the seat could claim, thrown by another or added to a pon."""
    robbing: bool = False
    drawn: str | None = None
    my_turn: bool = False
    riichi: int = 0
    accepted: bool = False
    """The riichi bet is paid."""
    forbidden: list[str] = field(default_factory=list)
    """What may not be thrown after the call just made."""
    calls: int = 0
    draws: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    """Every tile that the seat has seen, each once."""
    round_wind: str = ""
    seat_wind: str = ""
    dealer: int = 0
    laid: list[LaidTile] = field(default_factory=list)
    """The discards of all seats in order."""
    called: list[tuple[int, int, str]] = field(default_factory=list)
    """Every call and kan: the seat, the number of events up to it, and the event's name."""
    declared: dict[int, int] = field(default_factory=dict)
    """The seats that declared riichi, and the number of events up to the declaration."""
    indicators: list[str] = field(default_factory=list)
    heard: int = 0
    """The number of events."""
    waited: set[str] = field(default_factory=set)
    """Every kind that the hand ever waited on between two states."""
    offer: LaidTile | None = None
    """Who offers the tile on offer; turn 0 for a kan."""

    @property
    def live(self) -> int:
        return 70 - self.draws

    def pond(self, seat: int) -> list[LaidTile]:
        """The discards of a seat, with those that were called away."""
        return [laid for laid in self.laid if laid.seat == seat]

    @property
    def closed(self) -> bool:
        return all(name == "Ankan" for name, _ in self.melds)

    def holds(self, kind: str) -> int:
        """Copies of a kind in the hand and its melds."""
        return self.concealed.count(kind) + sum(tiles.count(kind) for _, tiles in self.melds)


def tell(rules: Ruleset, seat: int, events: Iterable[ev.Event]) -> Story:
    """The story up to the last event."""
    story = Story(rules, seat)
    for event in events:
        proceed(story, event)
    return story


def proceed(story: Story, event: ev.Event) -> None:
    """The story after one more event."""
    _settle_offer(story, event)
    story.heard += 1
    _HAPPENS[type(event).__name__](story, event)
    if len(story.concealed) % 3 == 1 and not story.my_turn:
        story.waits = completing(story.concealed)
        story.waited.update(story.waits)


def _settle_offer(story: Story, event: ev.Event) -> None:
    """The event shows that the tile on offer was not won on."""
    if story.offered is not None and story.offered in story.waits and not isinstance(event, ev.Hora):
        from_whom = story.offer.seat, story.offer.turn, story.offer.red
        story.passed.append(Passing(story.offered, bool(story.riichi), *from_whom, story.heard))
    story.offered = story.offer = None
    story.robbing = False


def _deal(story: Story, event: ev.StartKyoku) -> None:
    story.concealed = [kind_of(pai) for pai in event.tehais[story.seat]]
    story.round_wind = kind_of(event.bakaze)
    story.dealer = event.oya
    story.indicators.append(kind_of(event.dora_marker))
    story.seat_wind = HONOURS[(story.seat - event.oya) % 4]
    story.seen.update([*story.concealed, kind_of(event.dora_marker)])


def _draw(story: Story, event: ev.Tsumo) -> None:
    story.draws += 1
    story.my_turn = event.actor == story.seat
    if story.my_turn:
        story.drawn = kind_of(event.pai)
        story.concealed.append(story.drawn)
        story.seen[story.drawn] += 1


def _discard(story: Story, event: ev.Dahai) -> None:
    kind = kind_of(event.pai)
    laid = _lay(story, event)
    if event.actor != story.seat:
        story.offered, story.offer = kind, laid
        story.seen[kind] += 1
        return
    if story.accepted:
        drawn = Passing(kind, True, story.seat, 0, laid.red, story.heard - 1)
        story.passed += [drawn] if kind in story.waits else []
    else:
        story.passed = []
    story.concealed.remove(kind)
    story.thrown.append(kind)
    story.drawn, story.my_turn, story.forbidden = None, False, []


def _lay(story: Story, event: ev.Dahai) -> LaidTile:
    laid = LaidTile(
        seat=event.actor,
        kind=kind_of(event.pai),
        red=event.pai.endswith("r"),
        turn=len(story.pond(event.actor)) + 1,
        waits=story.waits,
        heard=story.heard,
        declares=event.actor in story.declared and story.declared[event.actor] == story.heard - 1,
    )
    story.laid.append(laid)
    return laid


def _call(story: Story, event: ev.Chi | ev.Pon | ev.Daiminkan) -> None:
    _count_call(story, event)
    story.laid[-1].called = True
    called, own = kind_of(event.pai), [kind_of(pai) for pai in event.consumed]
    if event.actor != story.seat:
        story.my_turn = False
        story.seen.update(own)
        if story.rules.calls_end_temporary_furiten and not story.riichi:
            story.passed = []
        return
    for kind in own:
        story.concealed.remove(kind)
    story.melds.append((type(event).__name__, [called, *own]))
    if not isinstance(event, ev.Daiminkan):
        story.my_turn = True
        story.forbidden = _swap_calls(story.rules, called, sorted(own))


def _count_call(story: Story, event: ev.Chi | ev.Pon | ev.Daiminkan | ev.Ankan | ev.Kakan) -> None:
    story.calls += 1
    story.called.append((event.actor, story.heard, type(event).__name__))


def _swap_calls(rules: Ruleset, called: str, own: list[str]) -> list[str]:
    """Kuikae: the called tile, and the one at the other end of the two tiles it was called with."""
    forbidden = [] if rules.kuikae_same else [called]
    ranks = [int(kind[0]) for kind in own]
    if not rules.kuikae_other_end and ranks[1] - ranks[0] == 1:
        ends = {ranks[0] - 1, ranks[1] + 1} - {int(called[0])}
        forbidden += [f"{rank}{called[1]}" for rank in ends if 1 <= rank <= 9]
    return forbidden


def _closed_kan(story: Story, event: ev.Ankan) -> None:
    _count_call(story, event)
    kinds = [kind_of(pai) for pai in event.consumed]
    if event.actor == story.seat:
        for kind in kinds:
            story.concealed.remove(kind)
        story.melds.append(("Ankan", kinds))
        story.drawn, story.my_turn = None, False
        return
    story.seen.update(kinds)
    orphans = len(story.concealed) == 13 and {*story.concealed, kinds[0]} == set(ORPHANS)
    if orphans and story.rules.orphans_rob_closed_kan:
        story.offered, story.robbing = kinds[0], True
        story.offer = LaidTile(event.actor, kinds[0], False, 0, story.waits, story.heard)


def _added_kan(story: Story, event: ev.Kakan) -> None:
    _count_call(story, event)
    kind = kind_of(event.pai)
    if event.actor == story.seat:
        story.concealed.remove(kind)
        place = next(place for place, meld in enumerate(story.melds) if meld == ("Pon", [kind] * 3))
        story.melds[place] = ("Kakan", [kind] * 4)
        story.drawn, story.my_turn = None, False
        return
    story.seen[kind] += 1
    story.offered, story.robbing = kind, True
    story.offer = LaidTile(event.actor, kind, event.pai.endswith("r"), 0, story.waits, story.heard)


def _riichi(story: Story, event: ev.Reach) -> None:
    story.declared[event.actor] = story.heard
    if event.actor == story.seat:
        story.riichi = 2 if not story.thrown and not story.calls else 1


def _accepted(story: Story, event: ev.ReachAccepted) -> None:
    story.accepted = story.accepted or event.actor == story.seat


def _indicator(story: Story, event: ev.Dora) -> None:
    story.seen[kind_of(event.dora_marker)] += 1
    story.indicators.append(kind_of(event.dora_marker))


_HAPPENS: dict[str, Callable[[Story, Any], None]] = {
    "StartKyoku": _deal,
    "Tsumo": _draw,
    "Dahai": _discard,
    "Chi": _call,
    "Pon": _call,
    "Daiminkan": _call,
    "Ankan": _closed_kan,
    "Kakan": _added_kan,
    "Reach": _riichi,
    "ReachAccepted": _accepted,
    "Dora": _indicator,
}


# -- the very tiles, red fives among them, as events spell them ----------------------------------------


CALLS = (ev.Chi, ev.Pon, ev.Daiminkan, ev.Ankan, ev.Kakan)


def concealed_of(events: Iterable[ev.Event], seat: int) -> list[str]:
    """The concealed tiles of a seat that hears its own draws."""
    held: list[str] = []
    for event in events:
        if isinstance(event, ev.StartKyoku):
            held = list(event.tehais[seat])
        elif ev.actor_of(event) != seat:
            continue
        elif isinstance(event, ev.Tsumo):
            held.append(event.pai)
        elif isinstance(event, ev.Dahai | ev.Kakan):
            held.remove(event.pai)
        elif isinstance(event, CALLS):
            for pai in event.consumed:
                held.remove(pai)
    return held


def melds_of(events: Iterable[ev.Event], seat: int) -> list[tuple[str, list[str]]]:
    """The melds of a seat: the name of the event and the tiles, an added kan in place of its pon."""
    found: list[tuple[str, list[str]]] = []
    for event in events:
        if not isinstance(event, CALLS) or event.actor != seat:
            continue
        if isinstance(event, ev.Kakan):
            found = [each for each in found if kind_of(each[1][0]) != kind_of(event.pai) or each[0] != "Pon"]
        taken = [] if isinstance(event, ev.Ankan) else [event.pai]
        found.append((type(event).__name__, [*taken, *event.consumed]))
    return found


# -- the other seats -----------------------------------------------------------------------------------

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
            case ev.ReachAccepted(actor=actor):
                known[actor].riichi = True
    del known[question.seat]
    for seat, other in known.items():
        melds = melds_of(question.events, seat)
        other.melds = [[kind_of(tile) for tile in tiles] for _, tiles in melds]
        other.opened = any(name != "Ankan" for name, _ in melds)
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


FOUR_MELDS = 4
"""With them a hand holds a single tile, and so no two of a sequence."""


def can_take(other: Other, story: Story, kind: str, safe: set[str]) -> bool:
    """Whether tiles that the seat cannot see may wait for that kind with no wait among the safe ones."""
    left = {each: 4 - story.seen[each] for each in [*ORPHANS, *_neighbours(kind), kind]}
    if left[kind]:
        return kind not in safe
    waits = list(_two_held(kind, left)) if len(other.melds) < FOUR_MELDS else []
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


FOUR = xiangting.PlayerCount.FOUR


class Ambiguous(AssertionError):
    """The question has no answer, or more than one."""


def one(*parts: str) -> Answer:
    return tuple(frozenset({part}) for part in parts)


def tenpai(story: Story, concealed: list[str]) -> list[str]:
    """The waits of a hand between turns, as the ruleset has it with four of a kind in the seat's own hand."""
    waits = completing(concealed)
    if story.rules.fifth_tile == "concealed":
        return waits
    melded = [kind for _, tiles in story.melds for kind in tiles]
    return [kind for kind in waits if (concealed + melded).count(kind) < 4]


def causes(story: Story) -> set[tuple[str, str, str]]:
    """Kind, tile and end of every cause of furiten that the hand has between turns."""
    until = "hand-ends" if story.riichi else "waits-change"
    found = {("discard", kind, until) for kind in story.thrown if kind in story.waits}
    for passing in story.passed:
        ends = ("riichi", passing.kind, "hand-ends"), ("temporary", passing.kind, "own-discard")
        found.add(ends[0] if passing.in_riichi else ends[1])
    return found


def steps(concealed: Sequence[str]) -> int:
    """Shanten, as another program (`xiangting`) says."""
    return _steps(tuple(sorted(concealed)))


@lru_cache(REMEMBERED)
def _steps(tiles: tuple[str, ...]) -> int:
    counts = [tiles.count(kind) for kind in KINDS]
    return int(xiangting.calculate_replacement_number(counts, FOUR)) - 1
