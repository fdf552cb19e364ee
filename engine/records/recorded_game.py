"""A record as it was read: its games and their rules, its hands and their walls.

``check_events`` says whether these can be the events of a game at all, before anything is replayed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Never, get_args

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.hand import HAND_SIZE
from engine.own_rules import UnknownRuleset, ruleset
from engine.records.annotations import Annotation, Annotations
from engine.records.recorded_choices import RecordError
from engine.round import Header
from engine.rules import Chombo, Length, Ruleset
from engine.tiles import EAST, MJAI, NORTH, TILE_OF, UNKNOWN, Tile, all_tiles
from engine.wall import DEAD_WALL, DEALT, LIVE_AT_START, MAX_KANS, PLAYERS, Dice, Wall
from engine.wording import counted

CODE_START = "F1-"
"""How the code of a hand begins, see ``engine.records.hand_code``."""


def is_code(file: str | os.PathLike[str]) -> bool:
    """Whether what stands in place of a file is the code of a hand."""
    return os.fspath(file).startswith(CODE_START) and not os.path.lexists(file)


class RecordedHand(msgspec.Struct):
    """One recorded hand, from its start_kyoku to the last event before end_kyoku.

    ``number`` counts from 1 in the record; ``first`` is the number of its first event in the whole record,
    from 1.
    """

    number: int
    first: int
    events: list[ev.Event]
    end: ev.EndKyoku | None = None

    @property
    def start(self) -> ev.StartKyoku:
        start = self.events[0]
        assert isinstance(start, ev.StartKyoku)
        return start

    @property
    def header(self) -> Header:
        return Header.of(self.start)

    @property
    def indexes(self) -> range:
        """The indexes of its events in the whole record, from 0."""
        return range(self.first - 1, self.first - 1 + len(self.events))

    def until(self, index: int) -> list[ev.Event]:
        """Its events up to the one of that index in the whole record."""
        return self.events[: index + 2 - self.first]

    def after(self, index: int) -> list[ev.Event]:
        """Its events after the one of that index in the whole record."""
        return self.events[index + 2 - self.first :]


def player_names(record: Sequence[ev.Event]) -> tuple[str, ...]:
    """The players by seat, as the record names them; empty names where it does not."""
    names = record[0].names if record and isinstance(record[0], ev.StartGame) else ()
    return (*names, *[""] * PLAYERS)[:PLAYERS]


def hands_of(record: Iterable[ev.Event]) -> Iterator[RecordedHand]:
    """The hands of a record."""
    hand: RecordedHand | None = None
    for number, event in enumerate(record, 1):
        if type(event) is ev.StartKyoku:
            if hand is not None:
                yield hand
            hand = RecordedHand(1 if hand is None else hand.number + 1, number, [])
        if hand is None or type(event) is ev.EndGame:
            continue
        if type(event) is ev.EndKyoku:
            hand.end = event
        else:
            hand.events.append(event)
    if hand is not None:
        yield hand


def paid_scores(hand: Sequence[ev.Event], bet: int) -> list[int] | None:
    """The points of all seats after a recorded hand, ``start_kyoku`` first, by the payments that it tells.

    ``bet`` is what a riichi costs. None if a result leaves its payments out.
    """
    start = hand[0]
    assert isinstance(start, ev.StartKyoku)
    scores = list(start.scores)
    for event in hand:
        if isinstance(event, ev.ReachAccepted):
            scores[event.actor] -= bet
        elif isinstance(event, ev.Hora | ev.Ryukyoku):
            if event.deltas is None or len(event.deltas) != PLAYERS:
                return None
            scores = [score + gained for score, gained in zip(scores, event.deltas, strict=True)]
    return scores


def moved_annotations(
    annotations: Annotations, record: Sequence[ev.Event], other: Sequence[ev.Event]
) -> Annotations:
    """The annotations of a record where they stand in another form of the same hands.

    Those that stand in no hand are left out.
    """
    found: dict[int, Annotation] = {}
    if annotations:
        for here, there in zip(hands_of(record), hands_of(other), strict=False):
            for step in range(len(here.events)):
                if annotation := annotations.get(here.indexes[step]):
                    found[there.indexes[min(step, len(there.events) - 1)]] = annotation
    return found


THREE_PLAYERS = "a three-player record, and this program plays with four"

DEFAULT_RULES = "tenhou"
"""What a record that names no ruleset was played under."""


class Format(StrEnum):
    """Forms of records."""

    MJAI = "mjai"
    TENHOU_JSON = "tenhou-json"
    TENHOU_XML = "tenhou-xml"
    CODES = "codes"


TENHOU_FORMATS = (Format.TENHOU_JSON, Format.TENHOU_XML)


class RecordedRules(msgspec.Struct, frozen=True):
    """The statements of a record about its rules; None where it is silent.

    The caller can replace the ruleset by naming another one. The length of the game, missing red fives and
    open tanyao always apply.
    """

    rules: str | None = None
    """The name of a ruleset."""
    length: Length | None = None
    red_fives: tuple[int, int, int] | None = None
    open_tanyao: bool | None = None
    chombo: str | None = None
    """How a chombo is paid, where errors are penalised."""
    steps: ev.TableSteps | None = None
    """What is left to the players, in a game by table rules."""
    uma: tuple[int, int, int, int] | None = None
    return_points: int | None = None
    """What final scores count from."""

    @classmethod
    def of(cls, start: ev.StartGame) -> RecordedRules:
        """The facts in a start_game, and the other record if the game goes on from one."""
        length = length_of(start)
        reds = (0, 0, 0) if start.aka_flag is False else None
        left = start.branch
        return cls(
            rules=start.rules,
            length=length,
            red_fives=reds if left is None else left.red_fives or reds,
            open_tanyao=None if left is None else left.open_tanyao,
            chombo=start.table_rules,
            steps=start.steps,
        )

    @classmethod
    def told_of(cls, rules: Ruleset) -> RecordedRules:
        """The rules as a record of a game played here tells them: name, length, differences."""
        named = ruleset(rules.name)
        return cls(
            rules=rules.name,
            length=rules.length,
            red_fives=None if rules.red_fives == named.red_fives else rules.red_fives,
            open_tanyao=None if rules.open_tanyao == named.open_tanyao else rules.open_tanyao,
        )

    def ruleset(self, name: str | None = None) -> Ruleset:
        """The ruleset of that name, or the one that the record names, with what the record says of it.

        Raises UnknownRuleset for ``name``, RecordError for a name in the record.
        """
        if name is not None:
            return self._adapt(ruleset(name))
        try:
            return self._adapt(ruleset(self.rules or DEFAULT_RULES))
        except UnknownRuleset as error:
            raise RecordError(str(error)) from None

    def _adapt(self, rules: Ruleset) -> Ruleset:
        rules = replace(rules, length=self.length or rules.length)
        if self.red_fives is not None and (any(rules.red_fives) or not any(self.red_fives)):
            rules = replace(rules, red_fives=self.red_fives)
        if self.open_tanyao is not None:
            rules = replace(rules, open_tanyao=self.open_tanyao)
        if self.uma is not None:
            rules = replace(rules, uma=self.uma)
        if self.return_points is not None:
            rules = replace(rules, return_points=self.return_points)
        if self.steps is not None:
            rules = replace(rules, value_said=self.steps.count, unchecked=self.steps.unchecked)
        if self.chombo is None:
            return rules
        for known in get_args(Chombo):
            if known == self.chombo:
                return replace(rules, errors="penalised", chombo=known)
        raise RecordError(f"no table rules '{self.chombo}'", 1)


def length_of(start: ev.StartGame) -> Length | None:
    """How long the game was meant to be, as far as the record says it."""
    for length in get_args(Length):
        if start.length == length:
            named: Length = length
            return named
    if start.kyoku_first is None:
        return None
    return "east" if start.kyoku_first else "south"


def foreign_start(names: list[str], length: Length | None, *, red_fives: bool) -> ev.StartGame:
    """The start_game of a game that was not played here: ``length_of`` reads the length back."""
    first = None if length is None else 0 if length == "south" else PLAYERS
    return ev.StartGame(names=names, kyoku_first=first, aka_flag=red_fives)


class RecordedGame(msgspec.Struct, frozen=True):
    """One game of a record.

    ``events_under`` gives its events under a ruleset: Tenhou's JSON keeps each seat's draws and discards
    apart, and only the rules give their order. It raises RecordError at a hand that has no order, after the
    events of the hands before.
    """

    facts: RecordedRules
    events_under: Callable[[Ruleset], Iterable[ev.Event]]
    whole: bool = True
    """False when the record begins a game and does not end it: it is cut."""
    fault: RecordError | None = None
    """What is wrong right after the last event; None when everything could be read."""
    annotations: Annotations = msgspec.field(default_factory=dict)
    """The comments and bookmarks that the record holds."""
    passed_over: tuple[tuple[str, int], ...] = ()
    """Types of lines that are no part of a game here, and how many there were."""
    format: Format = Format.MJAI

    def events(self, rules: Ruleset | None = None) -> list[ev.Event]:
        """The events of the record; what it leaves out is None. Raises RecordError."""
        return list(self.events_under(rules or self.facts.ruleset()))


class Record(msgspec.Struct, frozen=True):
    """The games of a file.

    ``faults`` are what is wrong with it, in the order of the file: games that are cut, and games of which no
    hand could be read, which are left out. ``read_record`` returns records without faults.
    """

    games: tuple[RecordedGame, ...]
    faults: tuple[RecordError, ...] = ()


_WINDS = MJAI[EAST : NORTH + 1]
_MOST = 10**9
"""No number in a record is larger: points, honba, riichi sticks."""


def checked_events(events: Sequence[ev.Event]) -> tuple[list[ev.Event], RecordError | None]:
    """The events before the first that cannot be one of a game, and what is wrong with that one.

    None of them when they hold no hand.
    """
    try:
        check_events(events)
    except RecordError as error:
        kept = list(events[: max(error.event - 1, 0)])
        return (kept if any(isinstance(event, ev.StartKyoku) for event in kept) else []), error
    return list(events), None


def check_events(events: Sequence[ev.Event]) -> None:
    """Raise RecordError, with the number of the event at fault, when these cannot be the events of a game."""
    playing = False
    hidden: set[int] = set()
    for number, event in enumerate(events, 1):
        kind = type(event)
        try:
            if isinstance(event, ev.StartKyoku):
                hidden = _check_start(event)
                playing = True
            elif not event.of_hand:
                playing = False
            elif not playing:
                raise RecordError("it belongs to no hand")
            elif isinstance(event, ev.Tsumo) and event.pai == UNKNOWN and event.actor in hidden:
                continue
            for name, check in _checks(kind):
                if (value := getattr(event, name)) is not None:
                    check(name, value)
        except RecordError as error:
            raise RecordError(str(error), number) from None
    if not any(type(event) is ev.StartKyoku for event in events):
        raise RecordError("the record holds no hand")


def _check_start(start: ev.StartKyoku) -> set[int]:
    """Check a deal, and return the seats whose hands it hides."""
    hands = [hand for hand in start.tehais if hand]
    if len(hands) == PLAYERS - 1 or len(start.scores) == PLAYERS - 1:
        raise RecordError(THREE_PLAYERS)
    if len(start.tehais) != PLAYERS:
        raise RecordError(f"the record deals {counted(len(start.tehais), 'hand')}, not {PLAYERS}")
    for seat, hand in enumerate(start.tehais):
        if len(hand) != HAND_SIZE:
            raise RecordError(f"seat {seat} is dealt {counted(len(hand), 'tile')}, not {HAND_SIZE}")
    if start.bakaze not in _WINDS:
        raise RecordError(f"'{start.bakaze}' is no round wind")
    if not 1 <= start.kyoku <= PLAYERS or start.oya != start.kyoku - 1:
        raise RecordError(f"hand {start.kyoku} of a round with seat {start.oya} as the dealer")
    hidden = {seat for seat, hand in enumerate(start.tehais) if set(hand) == {UNKNOWN}}
    if len(hidden) == PLAYERS:
        raise RecordError("the record hides all hands")
    _check_tiles(tile for seat, hand in enumerate(start.tehais) if seat not in hidden for tile in hand)
    return hidden


def shown_seats(events: Iterable[ev.Event]) -> tuple[int, ...]:
    """The seats whose hands a record shows from each deal on: all, or those that a player saw."""
    deals = [event for event in events if isinstance(event, ev.StartKyoku)]
    return tuple(seat for seat in range(PLAYERS) if all(UNKNOWN not in deal.tehais[seat] for deal in deals))


def _check_tiles(names: Iterable[str]) -> None:
    for name in names:
        if name == UNKNOWN:
            raise RecordError("a tile is hidden that the record has to show")
        if name not in TILE_OF:
            raise RecordError(f"'{name}' is not a tile")


_Check = Callable[[str, Never], None]
"""Takes the name and the value of a field, of the type that such fields have; raises RecordError."""


@cache
def _checks(kind: type[ev.Event]) -> tuple[tuple[str, _Check], ...]:
    """The fields of such events that can be wrong though they have their types, each with its check."""
    return tuple(
        (field.name, _CHECKS.get(field.name, _check_numbers))
        for field in msgspec.structs.fields(kind)
        if field.name in _CHECKS or (field.type not in _NO_NUMBERS and field.name != "seed")
    )


def _check_seat(_: str, seat: int) -> None:
    if not 0 <= seat < PLAYERS:
        raise RecordError(f"there is no seat {seat}")


def _check_by_seat(name: str, values: Sequence[float]) -> None:
    if len(values) != PLAYERS:
        entries = counted(len(values), "entry", "entries")
        raise RecordError(f"'{name}' has {entries}, not {PLAYERS}")
    _check_numbers(name, values)


def _check_numbers(name: str, value: object) -> None:
    numbers = value if isinstance(value, list) else [value]
    if any(isinstance(each, int | float) and not -_MOST < each < _MOST for each in numbers):
        raise RecordError(f"'{name}' holds a number out of all bounds")


def _check_counter(name: str, value: int) -> None:
    _check_numbers(name, value)
    if value < 0:
        raise RecordError(f"'{name}' is {value}")


_CHECKS: dict[str, _Check] = {
    **dict.fromkeys(("actor", "target", "oya"), _check_seat),
    **dict.fromkeys(("deltas", "scores", "final", "tenpais"), _check_by_seat),
    **dict.fromkeys(("honba", "kyotaku"), _check_counter),
    **dict.fromkeys(("pai", "dora_marker"), lambda _, name: _check_tiles((name,))),
    **dict.fromkeys(("consumed", "ura_markers"), lambda _, names: _check_tiles(names)),
}
"""By the name of the field; others have their numbers checked."""
_NO_NUMBERS = (bool, bool | None, str, str | None, list[str])


def recorded_wall(rules: Ruleset, hand: Sequence[ev.Event], dice: Dice | None = None) -> Wall:
    """The wall that deals one recorded hand, ``start_kyoku`` first.

    ``dice`` shuffle the tiles that the record does not show; without them they stand in one fixed order.
    Raises RecordError when the record shows more copies of a tile than there are, or too many draws.
    """
    return filled_wall(rules, shown_tiles(hand), dice)


def filled_wall(rules: Ruleset, shown: ShownTiles, dice: Dice | None = None) -> Wall:
    """The wall with these tiles in their places, and the others in what places are left.

    ``dice`` as in ``recorded_wall``, errors too.
    """
    dealt, live, replacements, indicators, ura = shown
    if len(dealt) != DEALT or len(live) > LIVE_AT_START:
        raise RecordError("the record deals or draws a wrong number of tiles")
    if max(len(replacements), len(indicators) - 1, len(ura) - 1) > MAX_KANS:
        raise RecordError("the record shows more kans than can be made")
    left = Counter(all_tiles(rules.red_fives))
    for tile in (*dealt, *live, *replacements, *indicators, *ura):
        if not left[tile]:
            raise RecordError(f"the record shows one {MJAI[tile]} too many")
        left[tile] -= 1
    unknown = list(left.elements())
    if dice is not None:
        unknown = dice.shuffled(unknown)

    def fill(tiles: list[Tile], size: int) -> list[Tile]:
        return tiles + [unknown.pop() for _ in range(size - len(tiles))]

    slots = MAX_KANS + 1
    dead = fill(replacements, MAX_KANS) + fill(indicators, slots) + fill(ura, slots)
    assert len(dead) == DEAD_WALL
    return Wall([*dealt, *fill(live, LIVE_AT_START), *dead])


def check_seen_tiles(rules: Ruleset, hand: Sequence[ev.Event]) -> None:
    """Raise RecordError if a hand of a record that hides others shows more copies of a tile than exist."""
    start = hand[0]
    assert isinstance(start, ev.StartKyoku)
    hidden = {seat for seat, tiles in enumerate(start.tehais) if UNKNOWN in tiles}
    left = Counter(MJAI[tile] for tile in all_tiles(rules.red_fives))
    for name in _seen_tiles(hand, hidden):
        if not left[name]:
            raise RecordError(f"the record shows one {name} too many")
        left[name] -= 1


def _seen_tiles(hand: Sequence[ev.Event], hidden: Collection[int]) -> Iterator[str]:
    """Every tile that a hand shows, once: those of hidden hands where they leave them."""
    for event in hand:
        match event:
            case ev.StartKyoku(dora_marker=indicator, tehais=hands):
                yield indicator
                yield from (name for seat, tiles in enumerate(hands) if seat not in hidden for name in tiles)
            case ev.Dora(dora_marker=indicator):
                yield indicator
            case ev.Tsumo(actor=seat, pai=name) if seat not in hidden:
                yield name
            case ev.Dahai(actor=seat, pai=name) | ev.Kakan(actor=seat, pai=name) if seat in hidden:
                yield name
            case ev.DiscardCall(actor=seat, consumed=names) | ev.Ankan(actor=seat, consumed=names):
                yield from names if seat in hidden else ()


class ShownTiles(NamedTuple):
    """The tiles of a wall that are known, by their places in it, each in the order of the wall."""

    dealt: list[Tile]
    live: list[Tile]
    """Drawn from the live wall."""
    replacements: list[Tile]
    indicators: list[Tile]
    ura: list[Tile]

    @classmethod
    def of(cls, wall: Wall) -> ShownTiles:
        """All tiles of a wall."""
        tiles, dead = list(wall.tiles), len(wall.tiles) - DEAD_WALL
        indicators, ura = dead + MAX_KANS, dead + 2 * MAX_KANS + 1
        return cls(
            tiles[:DEALT], tiles[DEALT:dead], tiles[dead:indicators], tiles[indicators:ura], tiles[ura:]
        )


def shown_tiles(hand: Sequence[ev.Event]) -> ShownTiles:
    """The tiles of the wall that one recorded hand shows, ``start_kyoku`` first. Raises RecordError."""
    start = hand[0]
    assert isinstance(start, ev.StartKyoku)
    dealt = [
        _known_tile(name) for step in range(PLAYERS) for name in start.tehais[(start.oya + step) % PLAYERS]
    ]
    live: list[Tile] = []
    replacements: list[Tile] = []
    indicators: list[Tile] = []
    ura: list[Tile] = []
    after_kan = False
    for event in hand:
        match event:
            case ev.Tsumo(pai=pai):
                (replacements if after_kan else live).append(_known_tile(pai))
                after_kan = False
            case ev.Dahai():  # most others, and they show nothing new
                pass
            case ev.StartKyoku(dora_marker=marker) | ev.Dora(dora_marker=marker):
                indicators.append(_known_tile(marker))
            case ev.SeatEvent(is_kan=True):
                after_kan = True
            case ev.Hora(ura_markers=[*named]) | ev.WinCalled(ura_markers=[*named]):
                ura = max(ura, [_known_tile(marker) for marker in named], key=len)
    return ShownTiles(dealt, live, replacements, indicators, ura)


def _known_tile(name: str) -> Tile:
    try:
        return TILE_OF[name]
    except KeyError:
        if name == UNKNOWN:
            raise RecordError("it hides hands, and hidden hands cannot be played again") from None
        raise RecordError(f"'{name}' is not a known tile") from None
