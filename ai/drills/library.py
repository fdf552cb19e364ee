"""Positions of practice: data that was found, checked and numbered in advance.

``assets/positions`` has a file for each kind. Its first line is a comment with the next number. Each further
line is a position, with tabs between

    the number, which is never given to another position,
    the level,
    the themes, the most important first, with commas,
    the presets, with commas: that under which it was found, and those that ask and answer the same,
    the seat,
    the events as the seat saw them (``ai.drills.compact_events``),
    what is asked besides, as JSON; empty if the position is enough,
    the forms that hold: a hexadecimal number in which bit n is form n (``ai.drills.library``).

Positions are chosen by their first columns alone. The question, its answer and its facts come from the engine
when a position is opened. ``python -m tools.positions`` finds positions, and checks them.

A position of a recorded game, such as one in which the player made a mistake, is asked about by the same
kinds. A kind asks only if exactly one answer is right, so not every position gives a question.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ai.drills.compact_events import CompactEventsError, read, write
from ai.drills.drill import DRAGONS, Drill, Exchange, drill_of, exchanged
from ai.drills.question import (
    ALPHABET,
    LEVELS,
    OWN,
    Asked,
    Draft,
    DrillKind,
    NoQuestion,
    Question,
    UnknownCode,
)
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.events import Late
from engine.own_rules import preset_of, ruleset
from engine.rules import PRESETS
from engine.tiles import KIND_OF, NAMES, Tile

SUITS: tuple[tuple[int, int, int], ...] = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2), (2, 1, 0), (0, 2, 1))
"""Every order of the suits; the first one changes nothing."""
FORMS: int = 2 * DRAGONS * len(SUITS)
"""The forms of a position; 0 is the position itself."""


def exchange(form: int) -> Exchange:
    """The exchange of tiles that makes a form; together they change suits, dragons and ranks in all ways."""
    turn, half = form // (2 * len(SUITS)), form // len(SUITS)
    return Exchange(SUITS[form % len(SUITS)], (form + turn) % DRAGONS, (form + half) % 2 == 1)


def in_other_tiles(
    drill: Drill[Asked], moment: SeatPosition, asked: Asked, exchange: Exchange
) -> tuple[SeatPosition, Asked]:
    """A position, and what is asked about it besides, after an exchange of tiles."""
    events = exchanged(moment.events, exchange.names, exchange.indicators)
    return SeatPosition(moment.rules, moment.seat, events), drill.exchange(asked, exchange)


DIGITS, MOST_DIGITS = 4, 9
"""The least and the greatest number of digits of a number."""
_OLD_WORDS: Mapping[str, DrillKind] = {
    **{kind.value: kind for kind in DrillKind},
    "way": DrillKind.WAY_OUT,
    "pass": DrillKind.PASSING,
    "push": DrillKind.PUSH_FOLD,
}
"""How codes began that told a kind, a level and a seed."""
_OLD = re.compile(rf"([a-z-]+?)-([{LEVELS[0]}-{LEVELS[-1]}])-\S+")
_FORM = re.compile(r"[a-z]\d")


class OldCode(UnknownCode):
    """A code of the time when questions were made of dice: it tells kind and level, its question is lost."""

    def __init__(self, text: str, kind: DrillKind, level: int) -> None:
        super().__init__(
            f"'{text}' is a code of an earlier version, and its question cannot be asked any more"
        )
        self.kind = kind
        self.level = level


class LibraryCode(NamedTuple):
    """A code in its parts."""

    kind: DrillKind
    number: int
    form: int = 0
    rules: str = ""
    """The name of a preset; empty for the one under which the position was found."""

    @property
    def base(self) -> LibraryCode:
        return LibraryCode(self.kind, self.number)

    def __str__(self) -> str:
        fields = [f"{self.kind.value}-{self.number:0{DIGITS}}"]
        fields += [form_name(self.form)] if self.form else []
        return "-".join(fields + ([self.rules] if self.rules else []))


def form_name(form: int) -> str:
    """The letter and the digit of a form."""
    found = exchange(form)
    suits = SUITS.index((found.suits[0], found.suits[1], found.suits[2]))
    return f"{chr(ord('a') + suits)}{1 + 2 * found.dragons + found.mirrored}"


_FORMS: Mapping[str, int] = {form_name(form): form for form in range(FORMS)}


@lru_cache(4_096)
def read_library_code(text: str) -> LibraryCode:
    """Parse a code; raises OldCode for an old one, and UnknownCode for anything else that is none."""
    told = text.strip()
    code = told.lower()
    old = _OLD.fullmatch(code)
    if old is not None and old[1] in _OLD_WORDS:
        raise OldCode(told, _OLD_WORDS[old[1]], int(old[2]))
    kind = next((kind for kind in DrillKind if code == kind or code.startswith(f"{kind.value}-")), None)
    if kind is None:
        word = told.partition("-")[0]
        raise UnknownCode(f"no question begins with '{word}' (there are: {', '.join(DrillKind)})")
    number, *rest = code.removeprefix(kind.value).removeprefix("-").split("-")
    if not (number.isascii() and number.isdigit()) or not DIGITS <= len(number) <= MOST_DIGITS:
        raise UnknownCode(f"'{number}' is no number of a question: those have {DIGITS} digits, such as 0412")
    form = 0
    if rest and _FORM.fullmatch(rest[0]):
        if rest[0] not in _FORMS:
            raise UnknownCode(f"'{rest[0]}' is no form: those go from a1 to f6")
        form = _FORMS[rest.pop(0)]
    rules = "-".join(rest)
    if rest and rules not in PRESETS:
        raise UnknownCode(f"there is no ruleset '{rules}' (there are: {', '.join(PRESETS)})")
    return LibraryCode(kind, int(number), form, rules)


COMMENT = "#"
FOLDER: Path = Path(__file__).parents[2] / "assets" / "positions"


class LibraryPosition(msgspec.Struct, frozen=True):
    """A position of the library, as its line tells it."""

    kind: DrillKind
    number: int
    level: int
    themes: tuple[str, ...]
    """The values of its themes, the most important first."""
    rules: tuple[str, ...]
    """The presets under which it can be asked; it was found under the first."""
    seat: int
    events: str
    asked: str
    forms: int

    @classmethod
    def of_line(cls, kind: DrillKind, line: str) -> LibraryPosition:
        """The position of a line; raises ValueError."""
        number, level, themes, rules, seat, events, asked, forms = line.split("\t")
        return cls(
            kind,
            int(number),
            int(level),
            tuple(themes.split(",")) if themes else (),
            tuple(rules.split(",")),
            int(seat),
            events,
            asked,
            int(forms, 16),
        )

    @property
    def line(self) -> str:
        themes, rules = ",".join(self.themes), ",".join(self.rules)
        columns = (f"{self.number:04}", self.level, themes, rules, self.seat, self.events, self.asked)
        return "\t".join(map(str, (*columns, f"{self.forms:x}")))

    def holds(self, form: int) -> bool:
        """Whether the form asks the same."""
        return form in range(FORMS) and bool(self.forms >> form & 1)

    def code(self, form: int = 0, rules: str = "") -> LibraryCode:
        """The code of a form, under a preset; raises UnknownCode if the position cannot be asked so."""
        if not self.holds(form):
            raise UnknownCode(f"{LibraryCode(self.kind, self.number)} has no form {form_name(form)}")
        if rules and rules not in self.rules:
            told = f"{LibraryCode(self.kind, self.number)} is no question under {rules}"
            raise UnknownCode(f"{told} (it is under {', '.join(self.rules)})")
        return LibraryCode(self.kind, self.number, form, "" if rules == self.rules[0] else rules)

    def question(self, form: int = 0, rules: str = "") -> Question:
        """The question; raises UnknownCode, or NoQuestion if this version cannot ask it."""
        code = self.code(form, rules)
        return Question.of(self.kind, self.level, self.number, str(code), self._draft(form, rules, code))

    def asks_the_same(self, form: int, rules: str) -> bool:
        """Whether own rules with that name have the same answer as the preset that they change."""
        preset = preset_of(ruleset(rules)).name
        if preset not in self.rules:
            return False
        code = self.code(form, preset)
        try:
            drafts = [self._draft(form, each, code) for each in (preset, rules)]
        except NoQuestion:
            return False
        one, other = ((draft.parts, draft.answer) for draft in drafts)
        return one == other

    def _draft(self, form: int, rules: str, code: LibraryCode) -> Draft:
        drill, tiles = drill_of(self.kind), exchange(form)
        try:
            moment = self.moment(rules or self.rules[0])
            asked = msgspec.json.decode(self.asked, type=drill.asked) if self.asked else drill.asked()
            if form:
                moment, asked = in_other_tiles(drill, moment, asked, tiles)
            draft = drill.ask(moment, asked)
        except (ValueError, KeyError, msgspec.DecodeError) as error:
            raise NoQuestion(f"{code}: {error}") from None
        if draft is None:
            raise NoQuestion(f"this version does not ask {code}")
        return draft

    def moment(self, rules: str) -> SeatPosition:
        """The position under one of its presets, with scores that begin where those of the preset do."""
        start, *others = read(self.seat, self.events)
        assert isinstance(start, ev.StartKyoku)
        under = ruleset(rules)
        more = under.start_points - ruleset(self.rules[0]).start_points
        if more:
            start = msgspec.structs.replace(start, scores=[score + more for score in start.scores])
        return SeatPosition(under, self.seat, (start, *others))


def asked_text(asked: Asked) -> str:
    """The line's text for what a kind stores besides the position; empty if that is nothing."""
    told = msgspec.json.encode(asked)
    return "" if told == b"{}" else told.decode()


@cache
def positions(kind: DrillKind) -> Mapping[int, LibraryPosition]:
    """All positions of a kind by number, in the order of their file, which is read once."""
    file = FOLDER / f"{kind.value}.txt"
    if not file.exists():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    found = (LibraryPosition.of_line(kind, line) for line in lines if line and not line.startswith(COMMENT))
    return {position.number: position for position in found}


def position_of(code: LibraryCode) -> LibraryPosition:
    """The position that a code names; raises UnknownCode."""
    found = positions(code.kind).get(code.number)
    if found is None:
        raise UnknownCode(f"there is no question {code.base}")
    return found


def question_of(code: str) -> Question:
    """The question with that code; raises UnknownCode, and NoQuestion if this version cannot ask it."""
    read = read_library_code(code)
    return position_of(read).question(read.form, read.rules)


# -- positions of recorded games ---------------------------------------------------------------------


LETTERS = 10
"""Letters of a code after its beginning; two positions of one player do not share them in practice."""


class StoredPosition(NamedTuple):
    """A position as text: enough to ask the same question on any machine."""

    kind: DrillKind
    rules: str
    """The name of a preset."""
    seat: int
    events: str
    """In the format of ``ai.drills.compact_events``."""
    only: str = ""
    """In notation: the one safe tile that is offered, empty if all are; of a count, the ura indicators; of a
    kan, its tile."""

    @property
    def code(self) -> str:
        """The code of the question: the same position always has the same one."""
        digest = int.from_bytes(hashlib.sha256("\n".join(map(str, self)).encode()).digest()[:8])
        letters = ""
        for _ in range(LETTERS):
            digest, digit = divmod(digest, len(ALPHABET))
            letters += ALPHABET[digit]
        return f"{OWN}{letters}"

    def position(self) -> SeatPosition:
        """The position itself; raises ValueError or KeyError if this version cannot read it."""
        return SeatPosition(ruleset(self.rules), self.seat, read(self.seat, self.events))

    def question(self) -> Question:
        """The question; raises NoQuestion if this version has none, or cannot read the position."""
        drill = drill_of(self.kind)
        try:
            position = self.position()
            asked = None if drill.mistake is None else drill.mistake(position, self.only)
            draft = None if asked is None else drill.ask(position, asked)
        except KeyError as error:
            raise NoQuestion(f"the position holds {error}, which is nothing here") from None
        except ValueError as error:
            raise NoQuestion(str(error)) from None
        if draft is None:
            raise NoQuestion(f"no question of the kind '{self.kind}' about this position")
        return Question.of(self.kind, drill.level(draft.difficulty), 0, self.code, draft)


def stored(
    position: SeatPosition, kinds: Sequence[DrillKind], chosen: Tile | None = None, better: Tile | None = None
) -> StoredPosition | None:
    """The position with the first of these kinds that has a question about it; None if none has.

    ``chosen`` is the tile that was discarded there: a question that would call it right is left out.
    If several tiles are safe, ``better`` is the only one of them that is offered.
    """
    whole = _whole(position)
    if whole is None:
        return None
    wanted = [whole._replace(kind=kind) for kind in kinds]
    if better is not None and DrillKind.SAFE in kinds:
        wanted.append(whole._replace(only=NAMES[KIND_OF[better]]))
    return _first(wanted, chosen)


def _first(wanted: Iterable[StoredPosition], chosen: Tile | None = None) -> StoredPosition | None:
    """The first that has a question, unless that would call the chosen tile right; None if none has."""
    for found in wanted:
        try:
            question = found.question()
        except NoQuestion:
            continue
        if chosen is None or NAMES[KIND_OF[chosen]] not in question.answer[0]:
            return found
    return None


def stored_count(position: SeatPosition, ura: Sequence[Tile] = ()) -> StoredPosition | None:
    """The win that the seat can declare, with these ura indicators, as a question about its value."""
    return _only(position, DrillKind.COUNT, " ".join(NAMES[tile] for tile in ura))


def stored_kan(position: SeatPosition, tile: Tile) -> StoredPosition | None:
    """The question whether the seat may declare a closed kan of that tile; None if it cannot be asked."""
    return _only(position, DrillKind.KAN, NAMES[KIND_OF[tile]])


def _only(position: SeatPosition, kind: DrillKind, only: str) -> StoredPosition | None:
    """The position with the question of that kind and detail; None if there is none."""
    whole = _whole(position)
    return None if whole is None else _first([whole._replace(kind=kind, only=only)])


def _whole(position: SeatPosition) -> StoredPosition | None:
    """The position as text, of any kind; None if it cannot be asked about later."""
    try:
        events = write(position.seat, [each for each in position.events if not isinstance(each, Late)])
    except CompactEventsError:
        return None
    return StoredPosition(DrillKind.SAFE, position.rules.name, position.seat, events)
