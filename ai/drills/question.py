"""Types of practice questions: a position, the parts to answer in order, the answer, and facts to explain it.

They contain no texts: an option is a tile or the id of a word, and facts are data of ``engine`` and
``ai.reading``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, NamedTuple, Self, TypeVar

import msgspec

from ai.seat_position import SeatPosition
from engine import events as ev
from engine.hand import Hand
from engine.rules import Ruleset
from engine.tiles import KIND_OF, KINDS, NAMES, Kind, Tile
from engine.view import SeatView


class DrillTheme(StrEnum):
    """An idea; its name for players is the text ``drill.themes.<id>``."""

    # efficiency: what the best discard is
    LOOSE_TILE = "loose-tile"
    """A tile with nothing near it."""
    FROM_PAIR = "from-pair"
    """One of a pair or a triplet."""
    FROM_SHAPE = "from-shape"
    """A single tile near others of its suit."""
    # the shape of the hand
    SIMPLE_WAIT = "simple-wait"
    """At most two waits."""
    MANY_WAITS = "many-waits"
    """Three waits or more."""
    ONE_SUIT = "one-suit"
    """Ten tiles or more of one suit."""
    SEVEN_PAIRS = "seven-pairs"
    THIRTEEN_ORPHANS = "thirteen-orphans"
    FIFTH_TILE = "fifth-tile"
    """The hand needs a fifth copy of a kind."""
    NOTEN = "noten"
    # furiten
    NO_FURITEN = "no-furiten"
    """The hand is not furiten, and nothing looks as if it were."""
    DISCARD_FURITEN = "discard-furiten"
    TEMPORARY_FURITEN = "temporary-furiten"
    RIICHI_FURITEN = "riichi-furiten"
    LATENT_FURITEN = "latent-furiten"
    """A hand before tenpai could become furiten."""
    ACCEPTED_RISK = "accepted-risk"
    """The best hand may become furiten: the risk is worth taking."""
    FURITEN_WAIT = "furiten-wait"
    """A furiten wait is the best: it wins by draw."""
    LEAVING_FURITEN = "leaving-furiten"
    CALLED_AWAY = "called-away"
    """An own discard that was called still counts."""
    RED_FIVE = "red-five"
    """A red five counts like any other five."""
    FORMER_WAIT = "former-wait"
    """A wait of the past does not count."""
    SUJI_OF_WAIT = "suji-of-wait"
    """A tile three away from a wait does not count."""
    PASSED_EARLIER = "passed-earlier"
    """A tile that passed before the own discard does not count any more."""
    CALL_BETWEEN = "call-between"
    """A call of another player does not end temporary furiten."""
    OWN_DRAW = "own-draw"
    """A drawn winning tile is let go."""
    # yaku
    NO_YAKU = "no-yaku"
    """A wait has no yaku."""
    RIICHI_GIVES_YAKU = "riichi-gives-yaku"
    """A wait wins only with riichi."""
    # kans
    ROBBED_KAN = "robbed-kan"
    KAN_WAITS = "kan-waits"
    """A kan after riichi would change the waits."""
    KAN_READING = "kan-reading"
    """A kan after riichi would change how the tiles group."""
    KAN_DRAWN_TILE = "kan-drawn-tile"
    """A kan after riichi has to use the drawn tile."""
    KAN_LIMITS = "kan-limits"
    """The wall, or the number of kans."""
    # furiten riichi, push and fold
    DECLARE = "declare"
    STAY_SILENT = "stay-silent"
    CHANGE_WAIT = "change-wait"
    TAKE_WIN = "take-win"
    PUSH = "push"
    GO_ROUND = "go-round"
    """A safer discard keeps some of the hand (mawashi)."""
    FOLD = "fold"
    # defence
    UNDER_THREAT = "under-threat"
    """Somebody is in riichi while the own hand is built."""
    GENBUTSU = "genbutsu"
    AFTER_RIICHI = "after-riichi"
    """A tile that passed after the riichi."""
    THIS_TURN = "this-turn"
    """A tile that passed since the player's last discard."""
    ALL_SEEN = "all-seen"
    NO_WAIT_POSSIBLE = "no-wait-possible"
    NOTHING_SAFE = "nothing-safe"
    TWO_THREATS = "two-threats"
    """Two players or more threaten."""
    OPEN_THREAT = "open-threat"
    """An open hand threatens."""
    TO_THE_END = "to-the-end"
    """A hand is folded until the wall is empty."""
    SUJI = "suji"
    WALL = "wall"
    """All four of a kind are visible, so that sequences through it are impossible."""
    ONE_CHANCE = "one-chance"
    """All but one of a kind are visible."""
    HONOUR = "honour"
    TERMINAL = "terminal"
    READ_POND = "read-pond"
    """One tile of the pond rules out every wait that contains it."""
    # the last hand
    FINISH_FIRST = "finish-first"
    LEAVE_LAST = "leave-last"
    COUNTERS = "counters"
    """Honba and riichi sticks decide."""
    TIE_BREAK = "tie-break"
    """Equal scores: who sits nearer to the first dealer decides."""
    # counting a win
    PLAIN_FU = "plain-fu"
    """Fu of the wait and of the way of winning alone."""
    TRIPLET_FU = "triplet-fu"
    PAIR_FU = "pair-fu"
    """A pair with fu."""
    KAN_FU = "kan-fu"
    LIMIT_BORDER = "limit-border"
    """Fu or kiriage make a mangan, or nearly."""
    LIMIT_HAND = "limit-hand"
    """Five han or more: no fu are needed."""


ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The digits of base 32, without 0, 1, I and O, which are easily confused."""

OWN = "own-"
"""The beginning of the code of a question about an own game, which is stored and not of the library."""


NONE = "none"
"""The option that nothing else applies."""


class UnknownCode(ValueError):
    """A text that is not a valid code; the message says what is wrong with it."""


class DrillKind(StrEnum):
    """The kinds of questions, each with the par time of an answer in seconds, and its topic.

    A kind that no lesson opens by itself names the one that it is opened with.

    A kind has a module in ``ai.drills.kinds``, a topic one in ``tui.practice.kinds``. They are imported when
    something of that kind is asked. So what menus and statistics need of every kind is here.
    """

    par: int
    topic: str
    opened_with: str

    def __new__(cls, value: str, par: int = 0, topic: str = "", opened_with: str = "") -> Self:
        """A kind with its par time, its topic, and the kind that is opened by the same lesson."""
        kind = str.__new__(cls, value)
        kind._value_, kind.par, kind.topic, kind.opened_with = value, par, topic, opened_with or value
        return kind

    @property
    def module(self) -> str:
        return self.value.replace("-", "_")

    WAITS = "waits", 20, "win"
    """Every tile that the hand waits on."""
    FURITEN = "furiten", 20, "win"
    """Whether the hand is furiten, of which kind, by which tile and until when."""
    RON = "ron", 15, "win"
    """Whether the hand can win on the discard, and if not, why."""
    WAY_OUT = "way-out", 25, "discard"
    """The discard that keeps tenpai with the most to win, where some waits are furiten."""
    AHEAD = "ahead", 25, "discard"
    """One from tenpai: the discard that keeps the hand there with the most to win."""
    PASSING = "passing", 20, "win"
    """What passing on this tile causes."""
    SAFE = "safe", 20, "danger"
    """The tile that cannot lose, and why."""
    KAN = "kan", 15, "win"
    """Whether a closed kan after riichi is legal."""
    RIICHI = "riichi", 25, "judged"
    """Declare riichi with a furiten wait, stay damaten, or change the wait."""
    SAFEST = "safest", 20, "danger"
    """The safest tile where none is proven safe."""
    READ = "read", 25, "danger"
    """The waits that a player in riichi cannot have."""
    PUSH_FOLD = "push-fold", 25, "judged"
    """Go on with the hand against a riichi, or fold."""
    FOLD = "fold", 60, "danger"
    """Fold a whole hand to its end without dealing in."""
    COUNT = "count", 35, "points"
    """Count a won hand: yaku, fu item by item, points, and who pays what."""
    DISCARD = "discard", 25, "discard", "waits"
    """The discard that keeps the most tiles which bring the hand to a win."""
    NEEDED = "needed", 25, "points", "count"
    """The wins that finish first in the last hand, or leave the last place."""


class NoQuestion(RuntimeError):
    """There is no question: an error of the drill, or a ruleset under which it has nothing to ask."""


LEVELS: tuple[int, ...] = (1, 2, 3, 4, 5)
"""From easy to hard."""


class Asked(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Plain data from which, with the position, a kind asks the same question again.

    Kinds that need something have a subclass. Tiles are named, so that it can be stored as text.
    """


NOTHING = Asked()
"""For kinds that need only the position."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about the position; each kind of question has a subclass."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that explain the answer; each kind of question has a subclass."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice. ``id`` is the name of a tile such as ``3s`` (then ``tile`` is set), or the id of a word."""

    id: str
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a question.

    With ``several`` exactly the options of the answer are to be chosen. Else one option is to be chosen, and
    each one of the answer is right: equally good ones all count. ``after`` are the answers to the first part
    after which this part is asked; if empty, it is always asked.
    """

    id: str
    options: tuple[Option, ...]
    several: bool = False
    after: frozenset[str] = frozenset()


Answer = tuple[frozenset[str], ...]
"""The right option ids for each part; empty for a part that is not asked."""
Partial = tuple[Mapping[str, float], ...]
"""For each part the credit, 0 to 1, of options that are not right; those left out get none."""
Given = Sequence[Collection[str]]
"""The option ids that were chosen for each part so far."""


class AskedPart(NamedTuple):
    """A part at the time when it is asked, with its right options."""

    number: int
    part: Part
    right: frozenset[str]


class QuestionCourse(ABC):
    """How a question goes on: the position and the next part depend on the answers before it.

    If an answer holds several options, the first of them in the order of the part counts.
    """

    @abstractmethod
    def events(self, given: Given) -> tuple[ev.Event, ...]:
        """The events of the hand after these answers, as the seat saw them."""

    @abstractmethod
    def asked(self, given: Given) -> AskedPart | None:
        """The part that follows these answers, or None if nothing follows."""


AskT = TypeVar("AskT", bound=Ask, covariant=True)
FactsT = TypeVar("FactsT", bound=Facts, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftOf(Generic[AskT, FactsT]):
    """A position and what is asked about it, without kind, level, seed and code."""

    position: SeatPosition
    """The hand so far, as the seat saw it."""
    ask: AskT
    parts: tuple[Part, ...]
    answer: Answer
    facts: FactsT
    difficulty: int
    """A number of the drill, comparable only among questions of one kind."""
    stored: Asked = NOTHING
    """What the kind has to know besides the position to ask this again."""
    themes: tuple[DrillTheme, ...] = ()
    """The ideas of the question, the most important first."""
    partial: Partial = ()
    """Credit of options that are not right; empty if there is none at all."""
    course: QuestionCourse | None = None
    """How the position goes on with each answer. ``parts`` and ``answer`` are then those that follow if every
    part is answered with its first right option. None if all parts are about one position."""

    @property
    def rules(self) -> Ruleset:
        return self.position.rules

    @property
    def seat(self) -> int:
        return self.position.seat

    @property
    def events(self) -> tuple[ev.Event, ...]:
        return self.position.events

    def view(self) -> SeatView:
        """A new view of the position for the seat."""
        return self.position.view()

    def at(self, given: Given) -> Self:
        """The question with the position after these answers."""
        if self.course is None:
            return self
        return replace(self, position=replace(self.position, events=self.course.events(given)))

    def asked(self, given: Given) -> AskedPart | None:
        """The part that follows these answers. None if their course ended; without one, if none is left."""
        if self.course is not None:
            return self.course.asked(given)
        number = len(given)
        if number == len(self.parts):
            return None
        return AskedPart(number, self.parts[number], self.answer[number])


@dataclass(frozen=True, slots=True)
class Origin:
    """The recorded hand that a question is about."""

    began: datetime
    """When the game began, in UTC."""
    wind: str
    """The round wind: ``E`` to ``N``."""
    kyoku: int
    """1-4."""
    honba: int
    names: tuple[str, ...]
    """The players by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOf(DraftOf[AskT, FactsT]):
    """A question; it can be generated again from ``code`` on any machine.

    One about a recorded game has an ``origin``, and can be asked only where its position is stored.
    """

    kind: DrillKind
    level: int
    seed: int
    code: str
    origin: Origin | None = None

    @classmethod
    def of(cls, kind: DrillKind, level: int, seed: int, code: str, draft: Draft) -> Self:
        """Complete a draft with kind, level, seed and code."""
        known = {field.name: getattr(draft, field.name) for field in fields(draft)}
        return cls(kind=kind, level=level, seed=seed, code=code, **known)


if TYPE_CHECKING:
    Draft = DraftOf[Ask, Facts]
    """A draft of any kind."""
    Question = QuestionOf[Ask, Facts]
    """A question of any kind; the words of one kind name its ``Ask`` and ``Facts``."""
else:
    # calling a class with parameters would set an attribute of the frozen instance
    Draft, Question = DraftOf, QuestionOf


def grade(question: Draft, given: Given) -> tuple[bool, ...]:
    """For each part whether it was answered rightly; a missing part counts as empty.

    A part that is not asked because the course of the question ended is not right.
    """
    padded = _padded(question, given)
    asked = (question.asked(padded[:number]) for number in range(len(padded)))
    return tuple(
        each is not None and _is_right(each.part, got, each.right)
        for each, got in zip(asked, padded, strict=True)
    )


def credit(question: Draft, given: Given) -> float:
    """The share of the answer that is right, 0 to 1: the mean over the parts that are asked or were answered.

    A part counts 1 if it is right, else the partial credit of the option that was chosen. Parts that are not
    asked because the course of the question ended count 0.
    """
    shares = []
    padded = _padded(question, given)
    for number, (got, right) in enumerate(zip(padded, grade(question, given), strict=True)):
        if not got and right:
            continue
        partial = question.partial[number] if question.partial else {}
        shares.append(1.0 if right else max((partial.get(id, 0.0) for id in got), default=0.0))
    return sum(shares) / len(shares)


def _padded(question: Draft, given: Given) -> list[Collection[str]]:
    return [*given, *[()] * (len(question.parts) - len(given))]


def _is_right(part: Part, got: Collection[str], want: frozenset[str]) -> bool:
    if part.several or not want:
        return frozenset(got) == want
    return bool(got) and want.issuperset(got)


def next_part(question: Draft, given: Given) -> int | None:
    """The number of the part to ask next, or None.

    ``given`` are the answers so far, empty for parts that were not asked.
    """
    if question.course is not None:
        return None if question.asked(given) is None else len(given)
    for number in range(len(given), len(question.parts)):
        after = question.parts[number].after
        if not after or (given and after.intersection(given[0])):
            return number
    return None


def asked_along(question: Draft, given: Given) -> Iterator[AskedPart]:
    """The parts that are asked if they are answered with these options."""
    known: list[Collection[str]] = []
    while (number := next_part(question, known)) is not None:
        known += [frozenset()] * (number - len(known))
        asked = question.asked(known)
        assert asked is not None
        yield asked
        known.append(given[number] if number < len(given) else ())


def kind_options(kinds: Iterable[Kind]) -> tuple[Option, ...]:
    """An option for each kind of tile."""
    return tuple(Option(NAMES[kind], kind) for kind in kinds)


def hand_options(hand: Hand) -> tuple[Option, ...]:
    """An option for each kind among the concealed tiles."""
    return kind_options(kind for kind in range(KINDS) if hand.counts[kind])


def first_tiles(hand: Hand) -> dict[Kind, Tile]:
    """The concealed tile of each kind that is discarded first: a plain five before a red one."""
    found: dict[Kind, Tile] = {}
    for tile in sorted(hand.tiles):
        found.setdefault(KIND_OF[tile], tile)
    return dict(sorted(found.items()))


def word_options(words: Iterable[str]) -> tuple[Option, ...]:
    """An option for each word."""
    return tuple(Option(str(word)) for word in words)


def names(kinds: Iterable[Kind]) -> frozenset[str]:
    """The option ids of these kinds."""
    return frozenset(NAMES[kind] for kind in kinds)
