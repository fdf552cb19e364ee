"""The tiles by name, and what lies on the table and in the hands, followed event by event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product

from engine import events as ev
from tools.referee.book import Book

Tiles = tuple[str, ...]
Group = tuple[str, ...]

WINDS, DRAGONS = ("E", "S", "W", "N"), ("P", "F", "C")
HONOURS = (*WINDS, *DRAGONS)
KINDS = (*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *HONOURS)
ORPHANS = frozenset((*(f"{rank}{suit}" for suit in "mps" for rank in (1, 9)), *HONOURS))


def plain(tile: str) -> str:
    """The kind of a tile: a red five is a five."""
    return tile.removesuffix("r")


def plain_all(tiles: Iterable[str]) -> Tiles:
    """The kinds of these tiles, sorted."""
    return tuple(sorted(map(plain, tiles)))


def sequence(kind: str, first: int) -> Group:
    """The sequence of that suit from that rank on; empty if there is none."""
    if kind in HONOURS or not 1 <= first <= 7:
        return ()
    return tuple(f"{first + step}{kind[1]}" for step in range(3))


def without(tiles: Tiles, group: Iterable[str]) -> Tiles | None:
    """The other tiles; None if these are not all among them."""
    rest = list(tiles)
    for tile in group:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


@lru_cache(maxsize=50_000)
def divisions(tiles: Tiles) -> tuple[tuple[Group, ...], ...]:
    """Every way to divide kinds into sequences and triplets."""
    if not tiles:
        return ((),)
    first, found = tiles[0], set()
    for group in ((first,) * 3, sequence(first, int(first[0])) if first not in HONOURS else ()):
        rest = without(tiles, group) if group else None
        if rest is not None:
            found |= {tuple(sorted((group, *others))) for others in divisions(rest)}
    return tuple(sorted(found))


@lru_cache(maxsize=50_000)
def _suit_readings(tiles: Tiles) -> tuple[tuple[Group, ...], ...]:
    """The same of one suit, or of the honours, of which two tiles may be the pair."""
    if len(tiles) % 3 == 1:
        return ()
    if len(tiles) % 3 == 0:
        return divisions(tiles)
    found = []
    for pair in dict.fromkeys(tiles):
        rest = without(tiles, (pair, pair))
        if rest is not None:
            found += [((pair, pair), *groups) for groups in divisions(rest)]
    return tuple(found)


@lru_cache(maxsize=50_000)
def readings(tiles: Tiles) -> tuple[tuple[Group, ...], ...]:
    """Every reading of 14, 11, 8, ... concealed kinds: the pair and the groups; other forms as one group."""
    parts: dict[str, list[str]] = {"m": [], "p": [], "s": [], "": []}
    for tile in tiles:
        parts[tile[1:]].append(tile)
    found: list[tuple[Group, ...]] = []
    if sorted(len(part) % 3 for part in parts.values()) == [0, 0, 0, 2]:
        found = [sum(each, ()) for each in product(*(_suit_readings(tuple(part)) for part in parts.values()))]
    if len(tiles) == 14:
        counts = Counter(tiles)
        if (len(counts) == 7 and set(counts.values()) == {2}) or set(counts) == ORPHANS:
            found.append((tiles,))
    return tuple(found)


def is_complete(tiles: Iterable[str]) -> bool:
    """Whether these concealed tiles win, with the melds that make up the rest."""
    return bool(readings(plain_all(tiles)))


@lru_cache(maxsize=50_000)
def _waits(kinds: Tiles) -> Tiles:
    held = Counter(kinds)
    pairs = list(held.values()).count(2)
    if len(kinds) == 13 and (pairs == 6 or set(kinds) <= ORPHANS):
        suits = {"m", "p", "s", ""}
    else:
        # the tile goes where it makes groups, and one pair, out of every suit
        sizes = Counter(kind[1:] for kind in kinds)
        suits = {suit for suit in ("m", "p", "s", "") if _is_whole(sizes + Counter((suit,)))}
    near = (each for each in KINDS if each[1:] in suits and held[each] < 4)
    return tuple(each for each in near if readings(tuple(sorted((*kinds, each)))))


def _is_whole(sizes: Counter[str]) -> bool:
    return sorted(size % 3 for size in sizes.values() if size % 3) == [2]


def waits(tiles: Iterable[str]) -> Tiles:
    """What 13, 10, 7, ... concealed tiles wait on. Nobody waits on a fifth tile."""
    return _waits(plain_all(tiles))


def waits_on_orphans(tiles: Sequence[str]) -> bool:
    """Whether 13 tiles wait for thirteen orphans."""
    kinds = set(plain_all(tiles))
    return len(tiles) == 13 and kinds <= ORPHANS and len(kinds) >= 12


def is_changed_by_kan(before: Sequence[str], drawn: str, *, strict: bool) -> bool:
    """Whether a closed kan with the tile just drawn changes a riichi hand of these 13 concealed tiles."""
    kind = plain(drawn)
    after = [tile for tile in before if plain(tile) != kind]
    if set(waits(after)) - {kind} != set(waits(before)):
        return True
    return strict and any(
        (kind,) * 3 not in reading
        for wait in waits(before)
        for reading in readings(plain_all((*before, wait)))
    )


def choices(tiles: Sequence[str], count: int) -> Iterator[Tiles]:
    """Every different way to take so many of these tiles."""
    yield from dict.fromkeys(combinations(sorted(tiles), count))


LIVE = 70
ROUNDS = ("E", "S", "W", "N")


@dataclass
class Meld:
    """A meld: its tiles as they lie, the tile that was called, and who gave it (None for a closed kan)."""

    kind: str
    tiles: list[str]
    called: str = ""
    source: int | None = None


@dataclass
class Player:
    """One player."""

    seat: int
    hand: list[str]
    points: int
    pond: list[str] = field(default_factory=list)
    """Every own discard."""
    called_away: bool = False
    melds: list[Meld] = field(default_factory=list)
    drawn: str | None = None
    riichi: bool = False
    paid: bool = False
    double_riichi: bool = False
    """Riichi was declared with the first discard, before any call."""
    ippatsu: bool = False
    """The riichi is paid, and nothing was called and no own tile discarded since."""
    dead: bool = False
    changed: bool = False
    """A closed kan after riichi has changed the hand."""
    missed: bool = False
    """A winning tile was let go: until the own discard, after riichi for good."""
    forbidden: frozenset[str] = frozenset()
    """What may not be discarded after the call just made."""
    said: bool | None = None
    """Tenpai or noten, once it is said at the draw."""

    @property
    def between(self) -> list[str]:
        """The concealed tiles between turns: without the one just drawn."""
        if self.drawn is None:
            return self.hand
        rest = list(self.hand)
        rest.remove(self.drawn)
        return rest

    @property
    def is_closed(self) -> bool:
        """Whether nothing was called."""
        return all(meld.kind == "ankan" for meld in self.melds)

    def copies(self, kind: str) -> int:
        """How many of a kind are in the hand and its melds."""
        laid = [tile for meld in self.melds for tile in meld.tiles]
        return [plain(tile) for tile in (*self.between, *laid)].count(kind)

    def is_tenpai(self, book: Book, tiles: list[str] | None = None) -> bool:
        """Whether the hand between turns, or these tiles in its place, is tenpai."""
        found = waits(self.between if tiles is None else tiles)
        if tiles is not None or not book.melds_make_fifth:
            laid = [plain(tile) for meld in self.melds for tile in meld.tiles]
            held = [plain(tile) for tile in (self.between if tiles is None else tiles)]
            if not book.melds_make_fifth:
                return bool(found)
            return any((held + laid).count(wait) < 4 for wait in found)
        return any(self.copies(wait) < 4 for wait in found)


class Table:
    """One hand."""

    def __init__(
        self, book: Book, start: ev.StartKyoku, *, value_said: bool = False, unchecked: tuple[int, ...] = ()
    ) -> None:
        """``value_said``: winners say the value; ``unchecked``: whose wins stand until challenged."""
        self.book, self.start = book, start
        self.value_said, self.unchecked = value_said, unchecked
        self.counting = ""
        """After a win was called: ``count`` while values are said, ``challenge`` while one can be doubted."""
        self.called: dict[int, ev.WinCalled] = {}
        self.counted: dict[int, ev.WinCounted] = {}
        self.challenged: set[int] = set()
        self.players = [
            Player(seat, list(hand), start.scores[seat]) for seat, hand in enumerate(start.tehais)
        ]
        self.sticks = start.kyotaku
        self.live = LIVE
        self.turn = start.oya
        self.phase = "draw"
        self.offer = ""
        """What can be won on or called: the discard, or the tile of a kan."""
        self.indicators = [start.dora_marker]
        self.discards: list[str] = []
        self.kans: list[tuple[int, str]] = []
        self.unbroken = True
        """No call and no kan yet."""
        self.replaced = False
        """The tile drawn last is a replacement tile."""
        self.owed_dora = 0
        self.offenders: list[int] = []
        self.passing: list[int] = []
        """Who can win on the tile that is offered: if it is not taken, they have missed it."""

    def wind(self, seat: int) -> str:
        """The own wind."""
        return ROUNDS[(seat - self.start.oya) % 4]

    def follow(self, event: ev.Event) -> None:
        """Take an event in."""
        name = type(event).__name__.lower()
        if name in ("tsumo", "chi", "pon", "daiminkan", "reachaccepted", "exhausted"):
            for seat in self.passing:
                self.players[seat].missed = True
            self.passing = []
        getattr(self, f"_{name}", lambda event: None)(event)

    def _tsumo(self, event: ev.Tsumo) -> None:
        self.replaced = self.phase in ("rob", "kan")
        if self.phase == "rob":
            self._break()
        player = self.players[event.actor]
        player.drawn = event.pai
        player.hand.append(event.pai)
        self.live -= 1
        self.turn, self.phase, self.offer = event.actor, "turn", ""

    def _break(self) -> None:
        """A call, or a kan that was not robbed: the first go-around is over, and so is every ippatsu."""
        self.unbroken = False
        for player in self.players:
            player.ippatsu = False

    def _dora(self, event: ev.Dora) -> None:
        self.indicators.append(event.dora_marker)

    def _reach(self, event: ev.Reach) -> None:
        player = self.players[event.actor]
        player.riichi = True
        player.double_riichi = self.unbroken and not player.pond

    def _reachaccepted(self, event: ev.ReachAccepted) -> None:
        player = self.players[event.actor]
        player.paid = player.ippatsu = True
        player.points -= 1_000
        self.sticks += 1

    def _dahai(self, event: ev.Dahai) -> None:
        player = self.players[event.actor]
        declined = player.paid and not player.dead and plain(event.pai) in waits(player.between)
        player.missed = (player.missed and player.paid) or declined
        player.ippatsu = False
        player.hand.remove(event.pai)
        player.drawn, player.forbidden = None, frozenset()
        player.pond.append(event.pai)
        self.discards.append(event.pai)
        self.phase, self.offer = "claim", event.pai
        self._note_passing(event.actor)

    def _note_passing(self, actor: int) -> None:
        self.passing = [
            player.seat
            for player in self.players
            if player.seat != actor and not player.dead and plain(self.offer) in waits(player.hand)
        ]

    def _call(self, event: ev.Chi | ev.Pon | ev.Daiminkan, kind: str) -> None:
        player = self.players[event.actor]
        for tile in event.consumed:
            player.hand.remove(tile)
        player.melds.append(Meld(kind, [event.pai, *event.consumed], event.pai, event.target))
        player.drawn = None
        self.players[event.target].called_away = True
        self._break()
        self.turn, self.offer = event.actor, ""

    def _chi(self, event: ev.Chi) -> None:
        self._call(event, "chi")
        self.phase = "turn"
        self.players[event.actor].forbidden = forbidden_after("chi", event.pai, event.consumed)

    def _pon(self, event: ev.Pon) -> None:
        self._call(event, "pon")
        self.phase = "turn"
        self.players[event.actor].forbidden = forbidden_after("pon", event.pai, event.consumed)

    def _daiminkan(self, event: ev.Daiminkan) -> None:
        self._call(event, "daiminkan")
        self.kans.append((event.actor, "open"))
        self.phase = "kan"

    def _ankan(self, event: ev.Ankan) -> None:
        player = self.players[event.actor]
        if player.riichi:
            drawn = player.drawn
            same = drawn is not None and plain(drawn) == plain(event.consumed[0])
            player.changed |= not same or is_changed_by_kan(
                player.between, str(drawn), strict=self.book.strict_kan
            )
        for tile in event.consumed:
            player.hand.remove(tile)
        player.melds.append(Meld("ankan", list(event.consumed)))
        self._kan(event.actor, "closed", event.consumed[0])
        self.passing = [
            other.seat
            for other in self.players
            if other.seat != event.actor
            and self.book.orphans_rob_closed
            and not other.dead
            and waits_on_orphans(other.hand)
            and plain(self.offer) in waits(other.hand)
        ]

    def _kakan(self, event: ev.Kakan) -> None:
        player = self.players[event.actor]
        player.hand.remove(event.pai)
        meld = next(m for m in player.melds if m.kind == "pon" and plain(m.called) == plain(event.pai))
        meld.kind = "kakan"
        meld.tiles.append(event.pai)
        self._kan(event.actor, "added", event.pai)
        self._note_passing(event.actor)

    def _kan(self, actor: int, kind: str, tile: str) -> None:
        self.players[actor].drawn = None
        self.kans.append((actor, kind))
        self.turn, self.phase, self.offer = actor, "rob", tile

    def _foul(self, event: ev.Foul) -> None:
        player = self.players[event.actor]
        if event.penalty == "chombo":
            self.offenders.append(event.actor)
            return
        player.dead |= event.penalty == "dead-hand"
        if player.said is not None:
            player.said = False
        self.passing = [seat for seat in self.passing if not self.players[seat].dead]

    def _wincalled(self, event: ev.WinCalled) -> None:
        self.called[event.actor] = event
        self.counting = "count"

    def _wincounted(self, event: ev.WinCounted) -> None:
        self.counted[event.actor] = event
        if event.actor in self.unchecked:
            self.counting = "challenge"

    def _accepted(self, event: ev.Accepted) -> None:
        self.counting = "count"

    def _challenged(self, event: ev.Challenged) -> None:
        self.counting = "count"
        self.challenged.add(event.target)
        self._pay(event.deltas)

    def _exhausted(self, event: ev.Exhausted) -> None:
        self.phase, self.turn, self.offer = "declare", self.start.oya, ""

    def _tenpai(self, event: ev.Tenpai) -> None:
        self.players[event.actor].said = True
        self.turn = (event.actor + 1) % 4

    def _noten(self, event: ev.Noten) -> None:
        self.players[event.actor].said = False
        self.turn = (event.actor + 1) % 4

    def _hora(self, event: ev.Hora) -> None:
        self._pay(event.deltas)
        self.sticks = 0
        self.phase = "over"

    def _ryukyoku(self, event: ev.Ryukyoku) -> None:
        self._pay(event.deltas)
        if event.reason == "chombo":
            self.sticks -= sum(player.paid for player in self.players)
        self.phase = "over"

    def _pay(self, deltas: list[int] | None) -> None:
        for player, delta in zip(self.players, deltas or (), strict=False):
            player.points += delta


def forbidden_after(kind: str, called: str, consumed: list[str] | tuple[str, ...]) -> frozenset[str]:
    """What may not be discarded after a call (C2, C3): the same tile; after a chi also the other end."""
    tile = plain(called)
    banned = {tile}
    if kind == "chi":
        ranks, suit = sorted(int(plain(each)[0]) for each in (called, *consumed)), tile[1]
        if int(tile[0]) == ranks[0] and ranks[2] < 9:
            banned.add(f"{ranks[2] + 1}{suit}")
        if int(tile[0]) == ranks[2] and ranks[0] > 1:
            banned.add(f"{ranks[0] - 1}{suit}")
    return frozenset(banned)
