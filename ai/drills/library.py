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
    the forms that hold: a hexadecimal number in which bit n is form n (``ai.drills.library_code``).

Positions are chosen by their first columns alone. The question, its answer and its facts come from the engine
when a position is opened. ``python -m tools.positions`` finds positions, and checks them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from ai.drills.compact_events import read
from ai.drills.drill import drill_of
from ai.drills.isomorphs import in_other_tiles
from ai.drills.library_code import FORMS, LibraryCode, exchange, form_name, read_library_code
from ai.drills.question import Asked, DrillKind, NoQuestion, Question
from ai.drills.question_code import UnknownCode
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.rules import ruleset

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
        """The position as a line."""
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
        return Question.of(self.kind, self.level, self.number, str(code), draft)

    def moment(self, rules: str) -> SeatPosition:
        """The position under one of its presets, with scores that begin where those of the preset do."""
        start, *others = read(self.seat, self.events)
        assert isinstance(start, ev.StartKyoku)
        under = ruleset(rules)
        more = under.start_points - ruleset(self.rules[0]).start_points
        if more:
            start = msgspec.structs.replace(start, scores=[score + more for score in start.scores])
        return SeatPosition(under, self.seat, (start, *others))


def stored(asked: Asked) -> str:
    """What is asked besides the position, as a line has it."""
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


def chosen(
    kind: DrillKind,
    *,
    level: int | None = None,
    theme: str | None = None,
    first: bool = False,
    rules: str = "",
    without: Collection[str] = (),
) -> Iterator[LibraryPosition]:
    """The positions of a kind that ``fitting`` finds."""
    held = positions(kind).values()
    return fitting(held, level=level, theme=theme, first=first, rules=rules, without=without)


def fitting(
    held: Iterable[LibraryPosition],
    *,
    level: int | None = None,
    theme: str | None = None,
    first: bool = False,
    rules: str = "",
    without: Collection[str] = (),
) -> Iterator[LibraryPosition]:
    """Those of a level, with a theme, under a preset, and without some themes; what is left out is any.

    ``first``: the theme is the most important one.
    """
    for position in held:
        if level is not None and position.level != level:
            continue
        if theme and theme not in (position.themes[:1] if first else position.themes):
            continue
        if (not rules or rules in position.rules) and not any(each in position.themes for each in without):
            yield position


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
