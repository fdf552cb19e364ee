"""What happened: the events of a game, spelled as the mjai protocol spells them (Mortal's dialect).

One list of these is the save file, the undo history, the record and the bug report. Tiles are mjai
names (``5mr``, ``E``), ``?`` where the reader may not see them; seats are 0–3 in starting order.
Fields marked *extra* are this project's own; other readers ignore them.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import cache
from typing import Annotated, ClassVar, Literal, Union

import msgspec

from engine.hand import MeldKind


class Event(msgspec.Struct, tag_field="type", frozen=True, omit_defaults=True):
    """Base of all events."""

    leaves_offer: ClassVar[bool] = False
    """Whether a discard or kan tile on offer before this event is still on offer after it."""
    follows_by_rule: ClassVar[bool] = False
    """Whether it follows from what happened before, and nobody chose it."""
    of_hand: ClassVar[bool] = True
    """Whether it stands between the deal of a hand and its end, these two counted."""
    begins_turn: ClassVar[bool] = False
    """Whether its actor has to act next."""
    may_ask: ClassVar[bool] = False
    """Whether seats may have to choose right after it; the table tells which."""
    is_kan: ClassVar[bool] = False
    known_to_mjai: ClassVar[bool] = True
    """Whether the protocol has such an event; others are not sent to external programs."""
    own_fields: ClassVar[tuple[str, ...]] = ()
    """The fields marked *extra*, which are not sent to them either."""


class SeatEvent(Event, frozen=True):
    """Base of the events that one player causes."""

    actor: int


class DiscardCall(SeatEvent, frozen=True):
    """Base of the calls of a discard: of the tile ``pai`` of ``target``."""

    begins_turn: ClassVar[bool] = True
    meld: ClassVar[MeldKind]

    target: int
    pai: str
    consumed: list[str]


class OfferEvent(SeatEvent, frozen=True):
    """Base of the events that put a tile on offer, so that others may win on it."""

    may_ask: ClassVar[bool] = True

    @property
    @abstractmethod
    def offered(self) -> str:
        """The tile on offer."""


class WinEvent(SeatEvent, frozen=True):
    """Base of the wins; ``target`` is the discarder, or the winner himself on a tsumo."""

    leaves_offer: ClassVar[bool] = True

    target: int


class TableRulesEvent(Event, frozen=True):
    """Base of events that are this project's own: errors are penalised, wins are said and challenged."""

    known_to_mjai: ClassVar[bool] = False
    may_ask: ClassVar[bool] = True


class ResultEvent(Event, frozen=True):
    """Base of the events with which the play of a hand is over."""


class BranchOrigin(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a game left another record, so that somebody played on from there."""

    file: str
    """The name of the other record's file, without its folder; empty if it had none."""
    digest: str
    """Of the hand in the other record, see ``engine.records.resumed_game.hand_digest``."""
    hand: int
    """Number of the hand in the other record, from 1."""
    step: int
    """The event of that hand after which the play changes, from 0 for start_kyoku."""
    seat: int
    """The seat that plays on."""
    given: int
    """How many events of the hand this record takes over, start_kyoku included."""
    dealt: Literal["as-it-was", "anew"]
    """Whether the hidden tiles are those of the other record, or dealt anew."""
    ends: Literal["hand", "game"]
    """Whether the branch ends with its first hand."""
    wall: list[str]
    """The whole wall of the first hand, in the order of ``engine.wall.Wall``."""
    red_fives: tuple[int, int, int] | None = None
    """Where they differ from those of the named ruleset."""
    open_tanyao: bool | None = None
    """Where it differs from the named ruleset."""


class TableSteps(msgspec.Struct, frozen=True, omit_defaults=True):
    """The steps of a game by table rules that are left to the players. Each can be on alone."""

    live_calls: bool = False
    """Calls and wins are never offered: the player says them."""
    window: int = 0
    """Seconds in which a discard can be claimed; 0 without a clock."""
    rulings: bool = False
    """The player's errors are carried out and penalised; otherwise they are refused."""
    count: bool = False
    """A winner says what the hand is worth."""
    tenpai: bool = False
    """At a draw the player says tenpai or noten."""
    bot_errors: int = 0
    """Bots err about once in so many chances to; 0 never."""
    no_hints: bool = False
    unchecked: tuple[int, ...] = ()
    """Seats whose wins and counts stand unless they are challenged."""


class StartGame(Event, tag="start_game", frozen=True):
    """A game begins."""

    of_hand: ClassVar[bool] = False
    own_fields: ClassVar[tuple[str, ...]] = (
        "format",
        "program",
        "rules",
        "length",
        "seed",
        "table_rules",
        "steps",
        "takebacks",
        "time",
        "branch",
    )

    names: list[str] = msgspec.field(default_factory=list)
    kyoku_first: int | None = None
    aka_flag: bool | None = None
    format: int | None = None
    """Extra: version of the save format."""
    program: str | None = None
    """Extra: the program that wrote the record."""
    rules: str | None = None
    """Extra: name of the ruleset."""
    length: str | None = None
    """Extra: ``hand``, ``east`` or ``south``."""
    seed: int | str | None = None
    """Extra: the seed that all walls come from."""
    table_rules: str | None = None
    """Extra: in games where errors are penalised, how a chombo is paid: ``final`` or ``mangan``."""
    steps: TableSteps | None = None
    """Extra: in games by table rules, what is left to the players."""
    takebacks: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """Extra: in games where decisions may be taken back, how many were."""
    time: str | None = None
    """Extra: when the game began, in UTC to the second, such as ``2026-11-22T13:05:00Z``."""
    branch: BranchOrigin | None = None
    """Extra: the record and the position that this game goes on from, see ``BranchOrigin``."""


class StartKyoku(Event, tag="start_kyoku", frozen=True):
    """A hand is dealt: ``kyoku`` 1–4 in the round of ``bakaze``; ``kyotaku`` are the riichi sticks."""

    bakaze: str
    dora_marker: str
    kyoku: int
    honba: int
    kyotaku: int
    oya: int
    scores: list[int]
    tehais: list[list[str]]


class Tsumo(SeatEvent, tag="tsumo", frozen=True):
    """A tile is drawn."""

    begins_turn: ClassVar[bool] = True

    pai: str


class Dahai(OfferEvent, tag="dahai", frozen=True):
    """A tile is discarded; ``tsumogiri`` when it is the tile just drawn."""

    pai: str
    tsumogiri: bool

    @property
    def offered(self) -> str:
        return self.pai


class Chi(DiscardCall, tag="chi", frozen=True):
    """A sequence is called."""

    meld: ClassVar[MeldKind] = MeldKind.CHI


class Pon(DiscardCall, tag="pon", frozen=True):
    """A triplet is called."""

    meld: ClassVar[MeldKind] = MeldKind.PON


class Daiminkan(DiscardCall, tag="daiminkan", frozen=True):
    """An open kan is called."""

    begins_turn: ClassVar[bool] = False
    is_kan: ClassVar[bool] = True
    meld: ClassVar[MeldKind] = MeldKind.OPEN_KAN


class Ankan(OfferEvent, tag="ankan", frozen=True):
    """A closed kan is declared."""

    is_kan: ClassVar[bool] = True

    consumed: list[str]

    @property
    def offered(self) -> str:
        return self.consumed[0]


class Kakan(OfferEvent, tag="kakan", frozen=True):
    """A tile is added to a pon; ``consumed`` is the pon."""

    is_kan: ClassVar[bool] = True

    pai: str
    consumed: list[str]

    @property
    def offered(self) -> str:
        return self.pai


class Dora(Event, tag="dora", frozen=True):
    """A kan's indicator is turned."""

    leaves_offer: ClassVar[bool] = True
    follows_by_rule: ClassVar[bool] = True

    dora_marker: str


class Reach(SeatEvent, tag="reach", frozen=True):
    """Riichi is declared; the declaration tile follows."""


class ReachAccepted(SeatEvent, tag="reach_accepted", frozen=True):
    """The declaration tile was not won on: the bet is paid."""

    follows_by_rule: ClassVar[bool] = True

    deltas: list[int] | None = None
    scores: list[int] | None = None


class Hora(WinEvent, ResultEvent, tag="hora", frozen=True):
    """A win."""

    own_fields: ClassVar[tuple[str, ...]] = ("pai", "yaku", "han", "fu", "yakuman", "points")

    deltas: list[int] | None = None
    ura_markers: list[str] | None = None
    pai: str | None = None
    """Extra: the winning tile."""
    yaku: list[tuple[str, int]] | None = None
    """Extra: yaku names with their han (13 a yakuman)."""
    han: int | None = None
    fu: int | None = None
    yakuman: int | None = None
    points: int | None = None
    """Extra: value of the hand without honba and riichi sticks."""


class Ryukyoku(ResultEvent, tag="ryukyoku", frozen=True):
    """The hand is drawn."""

    own_fields: ClassVar[tuple[str, ...]] = ("reason", "tenpais", "actor")

    deltas: list[int] | None = None
    reason: str | None = None
    """Extra: exhaustive, nagashi_mangan, kyuushu_kyuuhai, suufon_renda, suucha_riichi, suukaikan,
    sanchahou or chombo."""
    tenpais: list[bool] | None = None
    """Extra: who was tenpai."""
    actor: int | None = None
    """Extra: who declared nine terminals."""


class Foul(SeatEvent, TableRulesEvent, tag="foul", frozen=True):
    """An offence is noticed: ``chombo``, ``dead-hand`` or ``warning``.

    The discard it was made with, if any, follows. After a chombo ``ryukyoku`` ends the hand.
    """

    leaves_offer: ClassVar[bool] = True

    offence: str
    penalty: str


class Exhausted(TableRulesEvent, tag="exhausted", frozen=True):
    """The wall is empty and no player won: from East on, all declare tenpai or noten."""


class Tenpai(SeatEvent, TableRulesEvent, tag="tenpai", frozen=True):
    """A player declares tenpai and will show the hand."""


class Noten(SeatEvent, TableRulesEvent, tag="noten", frozen=True):
    """A player declares noten, whatever the hand is."""


class WinCalled(WinEvent, TableRulesEvent, tag="win_called", frozen=True):
    """Where the value of a win is said, a win is called and the hand laid open.

    Of several wins all are called before the first is counted. ``tehai`` are the concealed tiles without the
    winning tile ``pai``.
    """

    pai: str
    tehai: list[str]
    ura_markers: list[str]


class WinCounted(SeatEvent, TableRulesEvent, tag="win_counted", frozen=True):
    """A winner says the value of the hand, see ``engine.actions.WinCount``."""

    leaves_offer: ClassVar[bool] = True

    yaku: list[str]
    han: int | None
    fu: int | None
    points: list[int]
    """Points gained by each seat, honba and riichi sticks counted."""
    mixed: bool = False


class Challenged(SeatEvent, TableRulesEvent, tag="challenged", frozen=True):
    """A player doubts the win or the count of ``target``. If it was right, ``deltas`` are the price."""

    leaves_offer: ClassVar[bool] = True

    target: int
    right: bool
    """Whether the challenge is right."""
    deltas: list[int] | None = None


class Accepted(SeatEvent, TableRulesEvent, tag="accepted", frozen=True):
    """Nobody challenges what this winner says."""

    leaves_offer: ClassVar[bool] = True


class Late(SeatEvent, TableRulesEvent, tag="late", frozen=True):
    """A player says a call or a win when it is too late; nothing happens."""

    may_ask: ClassVar[bool] = False
    leaves_offer: ClassVar[bool] = True

    call: str
    """An action kind: ``ron``, ``chi``, ``pon`` or ``open-kan``."""


class EndKyoku(Event, tag="end_kyoku", frozen=True):
    """The hand is over and paid."""

    of_hand: ClassVar[bool] = False
    own_fields: ClassVar[tuple[str, ...]] = ("scores",)

    scores: list[int] | None = None


class EndGame(Event, tag="end_game", frozen=True):
    """The game is over."""

    of_hand: ClassVar[bool] = False
    own_fields: ClassVar[tuple[str, ...]] = ("scores", "final")

    scores: list[int] | None = None
    """Extra: the points at the end, riichi sticks left on the table given out."""
    final: list[float] | None = None
    """Extra: final scores in thousands, uma and oka counted."""


def actor_of(event: Event) -> int | None:
    """The seat that causes an event, or None: nine terminals are declared by one player too."""
    actor: int | None = getattr(event, "actor", None)
    return actor


def _kinds(base: type[Event]) -> list[type[Event]]:
    bases = base.__subclasses__()
    return [kind for each in bases for kind in _kinds(each)] if bases else [base]


EVENTS: tuple[type[Event], ...] = tuple(dict.fromkeys(_kinds(Event)))
"""Every event."""
CALLS: dict[MeldKind, type[DiscardCall]] = {call.meld: call for call in (Chi, Pon, Daiminkan)}
"""The call of a discard for each kind of group."""

_ENCODER = msgspec.json.Encoder()


@cache
def _decoder() -> msgspec.json.Decoder[Event]:
    """Made for the first line that is read: to look through all events takes long, and a game reads none."""
    return msgspec.json.Decoder(Union[EVENTS])  # noqa: UP007 - msgspec reads the union at run time


class EventError(ValueError):
    """A line that is not an event; the message says why."""


def encode(event: Event) -> bytes:
    """One line of JSON, without the line end."""
    return _ENCODER.encode(event)


def decode(line: bytes | str) -> Event:
    """Read one line of JSON; raises EventError."""
    try:
        return _decoder().decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise EventError(f"not an event: {_in_words(str(error))}") from None
    except RecursionError:
        raise EventError("not an event: it is nested too deeply") from None


def decode_lines(text: bytes) -> list[Event]:
    """Read lines of JSON at once, blank ones left out; raises EventError without saying which line it is.

    What stands between two values, or within one, need not be lines.
    """
    try:
        return _decoder().decode_lines(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise EventError("a line is not an event") from None


_JSON_TYPES = {
    "object": "an object",
    "array": "a list",
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}
_LACKS = r"Object missing required field `(\w+)`"
_WRONG_TYPE = r"Expected `(\w+)`(?:, got `(\w+)`)?(?: - at `\$\.(.+)`)?"
_WRONG_VALUE = r"Invalid value (.+) - at `\$\.(.+)`"


def _in_words(said: str) -> str:
    """The message of the JSON library in the words of the record."""
    if lacks := re.match(_LACKS, said):
        return f"it has no {lacks[1]!r}"
    if wrong := re.match(_WRONG_TYPE, said):
        wanted, got, where = (wrong[1], wrong[2], wrong[3])
        found = f" and is {_JSON_TYPES.get(got, got)}" if got else ""
        return f"{(where and repr(where)) or 'it'} should be {_JSON_TYPES.get(wanted, wanted)}{found}"
    if value := re.match(_WRONG_VALUE, said):
        return f"{value[2]!r} cannot be {value[1]}"
    return "it is broken or cut JSON"
