"""A hand as one seat sees it, computed from the raw events without the engine, slowly and plainly.

Tiles are kinds by name, ``1m`` … ``9s`` and ``1z`` … ``7z``, red fives as plain ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine import events as ev
from engine.rules import Ruleset

SUITS = [[f"{rank}{suit}" for rank in range(1, 10)] for suit in "mps"]
HONOURS = [f"{rank}z" for rank in range(1, 8)]
KINDS = [kind for suit in SUITS for kind in suit] + HONOURS
ORPHANS = [kind for kind in KINDS if kind[0] in "19" or kind[1] == "z"]
_HONOUR_NAMES = dict(zip("ESWNPFC", HONOURS, strict=True))


def kind_of(pai: str) -> str:
    """A tile of an event as a kind."""
    return _HONOUR_NAMES.get(pai, pai.rstrip("r"))


# -- complete hands ------------------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def complete(tiles: tuple[str, ...]) -> bool:
    """Whether the concealed tiles, sorted, are a complete hand with as many melds as there are missing."""
    held = Counter(tiles)
    if len(tiles) == 14:
        if len(held) == 7 and set(held.values()) == {2}:
            return True
        if set(held) == set(ORPHANS):
            return True
    return any(held[pair] >= 2 and groups_only(_without(tiles, [pair, pair])) for pair in held)


@lru_cache(maxsize=100_000)
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


def completing(tiles: Sequence[str]) -> list[str]:
    """The kinds that complete the concealed tiles of a hand between turns, four of them not held there."""
    return [kind for kind in KINDS if tiles.count(kind) < 4 and complete(tuple(sorted([*tiles, kind])))]


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
        """Tiles left in the wall."""
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
        assert story.offer is not None
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
    """Put a discard down."""
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
