"""Are these the events of games at all? Counts, seats and names, before anything is replayed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import events as ev
from engine.hand import HAND_SIZE
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import THREE_PLAYERS
from engine.tiles import EAST, MJAI, NORTH, TILE_OF, UNKNOWN
from engine.wall import PLAYERS
from engine.wording import counted

_WINDS = MJAI[EAST : NORTH + 1]
_MOST = 10**9
"""No number in a record is larger: points, honba, riichi sticks."""
_SEATS = ("actor", "target", "oya")
_BY_SEAT = ("deltas", "scores", "final", "tenpais")


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
    for number, event in enumerate(events, 1):
        try:
            if isinstance(event, ev.StartKyoku):
                _check_start(event)
                playing = True
            elif isinstance(event, ev.StartGame | ev.EndKyoku | ev.EndGame):
                playing = False
            elif not playing:
                raise RecordError("it belongs to no hand")
            _check_fields(event)
        except RecordError as error:
            raise RecordError(str(error), number) from None
    if not any(isinstance(event, ev.StartKyoku) for event in events):
        raise RecordError("the record holds no hand")


def _check_start(start: ev.StartKyoku) -> None:
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
    _check_tiles(tile for hand in start.tehais for tile in hand)


def _check_tiles(names: Iterable[str]) -> None:
    for name in names:
        if name == UNKNOWN:
            raise RecordError("tiles are hidden: the record of one player cannot be replayed")
        if name not in TILE_OF:
            raise RecordError(f"'{name}' is not a tile")


def _check_fields(event: ev.Event) -> None:
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if value is None:
            continue
        if name in _SEATS and not 0 <= value < PLAYERS:
            raise RecordError(f"there is no seat {value}")
        if name in _BY_SEAT and len(value) != PLAYERS:
            entries = counted(len(value), "entry", "entries")
            raise RecordError(f"'{name}' has {entries}, not {PLAYERS}")
        numbers = value if isinstance(value, list) else [value]
        boundless = any(isinstance(each, int | float) and not -_MOST < each < _MOST for each in numbers)
        if boundless and name != "seed":
            raise RecordError(f"'{name}' holds a number out of all bounds")
        if name in ("honba", "kyotaku") and value < 0:
            raise RecordError(f"'{name}' is {value}")
        if name in ("pai", "dora_marker"):
            _check_tiles([value])
        elif name in ("consumed", "ura_markers"):
            _check_tiles(value)
