"""One of our bots at another program's table: lines of mjai events in, lines of answers out.

A line is one event, or a list of events up to one at which the player may act. Whether there is something to
decide is computed from the view that the events make, not read from the line. Unknown fields and events are
ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from ai.bot import Bot
from ai.mjai.messages import Message, to_messages
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.hand import HAND_SIZE
from engine.legal import tenpai_after
from engine.options import options
from engine.own_rules import UnknownRuleset, ruleset
from engine.records.dialects import in_our_words, with_header, with_true_flag
from engine.rules import DEFAULT, TENHOU, Length, Ruleset
from engine.tiles import MJAI, UNKNOWN
from engine.view import SeatView
from engine.wall import PLAYERS

_TYPES: dict[str, type[ev.Event]] = {
    str(event.__struct_config__.tag): event
    for event in ev.EVENTS
    if event.known_to_mjai and event.of_hand and not issubclass(event, ev.StartKyoku | ev.ResultEvent)
}
"""The events of a hand between its deal and its end."""
_RESULTS: dict[str, type[ev.Event]] = {"hora": ev.Hora, "ryukyoku": ev.Ryukyoku}
_OVER = ("hora", "ryukyoku", "end_kyoku", "end_game")
_EAST_ONLY = 4
"""The value of ``kyoku_first`` for a game that ends in the East round."""


class TableError(ValueError):
    """The input is no valid game of four; the message says why."""


class MjaiClient:
    """A bot that receives a game and answers for one seat.

    The seat is the ``id`` of ``start_game``, else ``seat``, else the one hand of the deal that is not hidden.
    Without ``rules`` the ruleset is the one that ``start_game`` names; else Tenhou's, which most other tables
    play, or the default one if there are no red fives.
    """

    def __init__(self, bot: Bot, seat: int | None = None, rules: Ruleset | None = None) -> None:
        self._bot = bot
        self._given_seat = seat
        self._given_rules = rules
        self._seat = seat
        self._rules = rules or TENHOU
        self._view: SeatView | None = None
        self._asked = False
        """Whether there was an event to answer since the last answer."""
        self._answered = False
        """Whether the last event but indicators was answered: after an indicator the answer is said again."""
        self._last: ev.Event | None = None
        self._riichi: list[Message] = []
        """The discard of the riichi that was declared last."""
        self._paid: list[ev.Event] = []
        """What tells the points of the next deal, for tables that do not."""

    def answer(self, line: bytes) -> bytes | None:
        """The bot's answer to a line, or None if there is nothing to decide; raises TableError."""
        batch = _read(line)
        for message in batch:
            try:
                self._apply(message)
            except (msgspec.ValidationError, LookupError, AttributeError, TypeError) as error:
                raise TableError(f"{message.get('type')} cannot be: {_reason(error)}") from None
            except ValueError as error:
                raise TableError(f"{message.get('type')} does not follow: {error}") from None
        told = batch[-1].get("can_act") if batch else False
        if told is False:
            self._asked = self._answered = False
            return None
        self._asked = self._asked or told is True
        answer = self._decide()
        return None if answer is None else msgspec.json.encode(answer)

    # -- input ---------------------------------------------------------------------------------------

    def _apply(self, message: Message) -> None:
        kind = message.get("type")
        if not isinstance(kind, str):
            return
        message = in_our_words(message)
        if kind == "start_game":
            self._start_game(message)
        elif kind == "start_kyoku":
            self._start_hand(message)
        elif kind in _OVER:
            self._view = None
            if kind in _RESULTS:
                self._paid.append(_event(_RESULTS[kind], message))
        elif kind in _TYPES and self._view is not None:
            event = self._as_drawn(_event(_TYPES[kind], message), self._view)
            self._view.apply(event)
            if isinstance(event, ev.ReachAccepted):
                self._paid.append(event)
            self._check(self._view)
            if isinstance(event, ev.Dora):
                self._asked = self._asked or self._answered
                return
            self._last = event
            # an accepted riichi opens no decision
            self._asked = self._asked or event.begins_turn or isinstance(event, ev.OfferEvent | ev.Reach)
            self._answered = False

    def _start_game(self, message: Message) -> None:
        seat = message.get("id", self._given_seat)
        if seat is not None and (type(seat) is not int or not 0 <= seat < PLAYERS):
            named = f"'{seat}'" if isinstance(seat, str) else msgspec.json.encode(seat).decode()
            raise TableError(f"there is no seat {named}")
        self._seat = seat
        self._rules = self._given_rules or _rules_of(message)
        self._view = None
        self._paid = []

    def _start_hand(self, message: Message) -> None:
        message = with_header(message, self._paid)
        starts = [event for event in self._paid if isinstance(event, ev.StartKyoku)]
        if "scores" not in message and starts:
            message["scores"] = starts[-1].scores  # a table that tells no payments either
        event = _event(ev.StartKyoku, message)
        if len(event.tehais) != PLAYERS or len(event.scores) != PLAYERS:
            raise TableError("this is no game of four")
        if self._seat is None:
            self._seat = _only_open(event.tehais)
        self._view = SeatView.from_events(self._rules, self._seat, [event])
        self._check(self._view)
        self._paid = [event]
        self._last = event
        self._asked = self._answered = False
        self._riichi = []

    @staticmethod
    def _as_drawn(event: ev.Event, view: SeatView) -> ev.Event:
        """The own discard, drawn or not as the tiles decide: some tables write it otherwise."""
        if not isinstance(event, ev.Dahai) or event.actor != view.seat:
            return event
        drawn = None if view.drawn is None else MJAI[view.drawn]
        return with_true_flag(event, Counter(MJAI[tile] for tile in view.hand.tiles), drawn)

    @staticmethod
    def _check(view: SeatView) -> None:
        """Raise ValueError if the own hand has a wrong number of tiles."""
        held = len(view.hand.tiles) + 3 * len(view.hand.melds)
        if held != HAND_SIZE + view.my_turn:
            raise ValueError(f"the hand of seat {view.seat} would count {held} tiles")

    # -- answers -------------------------------------------------------------------------------------

    def _decide(self) -> Message | None:
        view, asked = self._view, self._asked
        self._asked = False
        if view is None or not asked:
            return None
        self._answered = True
        if self._last == ev.Reach(view.seat):
            return self._riichi[0] if self._riichi else _riichi_discard(view)
        menu = options(view)
        if not menu:
            return None
        first, *self._riichi = to_messages(view, self._bot.choose(view, menu))
        return first


def _read(line: bytes) -> list[Message]:
    try:
        message = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise TableError("this is no JSON") from None
    batch = message if isinstance(message, list) else [message]
    if not all(isinstance(message, dict) for message in batch):
        raise TableError("neither an event nor a list of events")
    return batch


def _reason(error: Exception) -> str:
    """Why an event cannot be. What Python says of a value means nothing to whoever has sent it."""
    match error:
        case msgspec.ValidationError():
            return str(error)
        case KeyError(args=(str(name),)):
            return f"there is no '{name}'"
    return "it names a seat or a tile that is not there"


def _event(kind: type[ev.Event], message: Mapping[str, Any]) -> Any:
    """The event; unknown fields are ignored."""
    return msgspec.convert(message, kind)


def _rules_of(start: Message) -> Ruleset:
    """The ruleset that ``start_game`` names, else a guess from its other fields."""
    try:
        rules = ruleset(str(start.get("rules")))
    except UnknownRuleset:
        rules = DEFAULT if start.get("aka_flag") is False else TENHOU
    if start.get("length") in get_args(Length):
        return replace(rules, length=start["length"])
    return replace(rules, length="east") if start.get("kyoku_first") == _EAST_ONLY else rules


def _riichi_discard(view: SeatView) -> Message:
    """A discard for a riichi that was declared without asking this bot."""
    assert view.drawn is not None
    tiles = [view.drawn, *view.hand.tiles]
    tile = next((tile for tile in tiles if tenpai_after(view, tile)), view.drawn)
    return to_messages(view, Action(ActionKind.DISCARD, tile, tsumogiri=tile == view.drawn))[0]


def _only_open(hands: list[list[str]]) -> int:
    seats = [seat for seat, hand in enumerate(hands) if UNKNOWN not in hand]
    if len(seats) != 1:
        raise TableError("nothing says which seat this is: give it after the name of the bot")
    return seats[0]
