"""Rows of the player's own: answers, practice sessions, played lessons, notes in games."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from ai.drills.question import DrillKind, Question, credit
from engine import __version__
from engine.actions import Action, ActionKind, WinCount
from engine.tiles import NAMES, TILE_OF, Tile
from engine.wall import PLAYERS

Moment = Annotated[datetime, Meta(tz=True)]
Count = Annotated[int, Meta(ge=1)]

RIGHT, WRONG = "r", "w"
"""How a part of an answer is written down."""
LESSON = "lesson:"
"""How the kind of a session with the questions of a lesson begins; the id of the lesson follows."""


class BadRow(ValueError):
    """A row that no version of the program has written."""


class StoredSession(msgspec.Struct, frozen=True, kw_only=True):
    """A practice session: what it asks, and where its questions come from. Its table is ``sittings``."""

    id: str
    began: Moment
    kind: str | None
    """The one kind that it asks, None when it is mixed; ``LESSON`` and an id at the end of a lesson."""
    questions: Count
    seed: int
    """An integer of any size. If ``code`` is set, the seed is 0 and unused."""
    chosen: bool = False
    """The player chose the seed, so that everybody with this seed gets the same questions."""
    code: str = ""
    """The one question that it asks, empty when there are several."""
    ended: Moment | None = None
    """When another one was begun in its place; None also where all questions are answered."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One answer."""

    answered: Moment
    """When, in UTC, to the millisecond."""
    sitting: str
    """The id of its session."""
    number: Count
    """Which question of the session it was."""
    kind: str
    """A drill; perhaps one that only another version of the program knows."""
    level: Count
    code: str
    repeat: bool
    """The question had been answered before and was due again."""
    parts: Annotated[tuple[bool, ...], Meta(min_length=1)]
    """For each part whether it was right."""
    seconds: Annotated[float, Meta(ge=0)]
    given: tuple[tuple[str, ...], ...]
    """For each part the ids of the options that were chosen, sorted."""
    rules: str
    version: str
    """Of the program."""
    credit: Annotated[float, Meta(ge=0, le=1)] | None = None
    """The share of a right answer; None for answers of versions that did not know it."""
    themes: tuple[str, ...] = ()
    """The ids of the ideas of the question, the most important first; perhaps unknown to this version."""

    @property
    def score(self) -> float:
        """The credit, or without it 1 for a right answer and 0 for another."""
        return float(self.right) if self.credit is None else self.credit

    @property
    def right(self) -> bool:
        return all(self.parts)

    @property
    def drill(self) -> DrillKind | None:
        """The kind of question, None where this version does not know it."""
        return _DRILLS.get(self.kind)


class StoredChoice(msgspec.Struct, frozen=True, array_like=True):
    """A decision in a lesson: an action with its tiles by name."""

    kind: ActionKind
    tile: str | None = None
    consumed: tuple[str, ...] = ()
    tsumogiri: bool = False
    said: WinCount | None = None
    """The count that a winner said."""

    @classmethod
    def of(cls, action: Action) -> StoredChoice:
        tile = None if action.tile is None else NAMES[action.tile]
        return cls(
            action.kind, tile, tuple(NAMES[each] for each in action.consumed), action.tsumogiri, action.said
        )

    @property
    def action(self) -> Action:
        """The decision as it was made; raises KeyError for an invalid tile name."""
        tile: Tile | None = None if self.tile is None else TILE_OF[self.tile]
        return Action(
            self.kind, tile, tuple(TILE_OF[name] for name in self.consumed), self.tsumogiri, self.said
        )


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson that was left, in its middle or at its end."""

    lesson: str
    """Its id; perhaps one that only another version of the program knows."""
    left: Moment
    """When, in UTC, to the millisecond."""
    ended: bool
    """Whether the hand was played to its end, and the questions after it answered rightly.

    Before there were questions, the end of the hand was enough."""
    choices: tuple[StoredChoice, ...]
    """The decisions on the line that was left, in their order."""


class OwnQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A position of one of the player's games that practice asks about."""

    code: str
    added: Moment
    """When, in UTC, to the millisecond."""
    kind: str
    """A drill; perhaps one that only another version of the program knows."""
    rules: str
    seat: Annotated[int, Meta(ge=0, lt=PLAYERS)]
    events: str
    """In the format of ``ai.drills.compact_events``."""
    only: str
    """The one safe tile that is offered, in notation; empty if all tiles are offered."""
    began: Moment
    """When the game began."""
    wind: str
    kyoku: Count
    honba: Annotated[int, Meta(ge=0)]
    names: tuple[str, ...]
    """The players by seat."""

    @property
    def drill(self) -> DrillKind | None:
        """The kind of question, None where this version does not know it."""
        return _DRILLS.get(self.kind)


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """An annotation of the player at a position of a game. The latest row of a position counts."""

    deal: str
    """The digest of the deal, see ``engine.records.resumed_game.position_digest``."""
    step: Annotated[int, Meta(ge=0)]
    """The event of the hand after which it stands, from 0 for the deal."""
    position: str
    """The digest of the position."""
    written: Moment
    """When, in UTC, to the millisecond."""
    comment: str
    """Empty where there is none, or no longer."""
    bookmark: bool


_DRILLS = {kind.value: kind for kind in DrillKind}

Row = Attempt | StoredSession | Played | OwnQuestion | Noted
_R = TypeVar("_R", bound=Row)


def attempt_at(
    question: Question,
    given: Sequence[Collection[str]],
    parts: tuple[bool, ...],
    *,
    answered: datetime,
    seconds: float,
    session: str,
    number: int,
    repeat: bool,
) -> Attempt:
    """The row of an answer to this question; ``parts`` is its grading. Unanswered parts are empty."""
    chosen = [*given, *[()] * (len(parts) - len(given))]
    return Attempt(
        answered=to_the_millisecond(answered),
        sitting=session,
        number=number,
        kind=question.kind.value,
        level=question.level,
        code=question.code,
        repeat=repeat,
        parts=parts,
        seconds=round(seconds, 1),
        given=tuple(tuple(sorted(map(str, part))) for part in chosen),
        rules=question.rules.name,
        version=__version__,
        credit=round(credit(question, chosen), 4),
        themes=tuple(theme.value for theme in question.themes),
    )


def new_session_id(began: datetime) -> str:
    """An id that no other session has: its beginning, and chance."""
    return f"{began:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"


def now() -> datetime:
    """The present moment, with its zone."""
    return datetime.now(UTC)


def to_the_millisecond(moment: datetime) -> datetime:
    """The moment in UTC, truncated to milliseconds, the precision of the rows."""
    return moment.astimezone(UTC).replace(microsecond=moment.microsecond // 1000 * 1000)


def timestamp(moment: datetime) -> str:
    """A moment as it is written down, such as ``2026-03-01T18:20:05.250Z``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def letters(attempt: Attempt) -> str:
    """The parts of an answer in letters, as in ``rrw``."""
    return _written_parts(attempt.parts)


def _written_parts(parts: Iterable[bool]) -> str:
    return "".join(RIGHT if right else WRONG for right in parts)


class ColumnForm(NamedTuple):
    """How a column holds a value that is neither text, number nor moment."""

    write: Callable[[Any], object]
    read: Callable[[Any], object]
    """The value again; raises KeyError, TypeError, ValueError or MsgspecError for what was never written."""


def _read_parts(letters: str) -> list[bool]:
    return [{RIGHT: True, WRONG: False}[letter] for letter in letters]


_FLAG = ColumnForm(int, {0: False, 1: True}.__getitem__)
_JSON = ColumnForm(lambda value: msgspec.json.encode(value).decode(), msgspec.json.decode)
_FORMS: dict[type[msgspec.Struct], dict[str, ColumnForm]] = {
    Attempt: {
        "repeat": _FLAG,
        "parts": ColumnForm(_written_parts, _read_parts),
        "given": _JSON,
        "themes": ColumnForm(" ".join, str.split),
    },
    # the seed is a number of any size, which the database has no type for
    StoredSession: {"seed": ColumnForm(str, int), "chosen": _FLAG},
    Played: {"ended": _FLAG, "choices": _JSON},
    OwnQuestion: {"names": _JSON},
    Noted: {"bookmark": _FLAG},
}


def to_values(row: Row) -> dict[str, object]:
    """A row as the database keeps it, by column."""
    values: dict[str, object] = msgspec.structs.asdict(row)
    for name, value in values.items():
        if isinstance(value, datetime):
            values[name] = timestamp(value)
    for name, form in _FORMS[type(row)].items():
        values[name] = form.write(values[name])
    return values


def read_row(kind: type[_R], values: Sequence[object]) -> _R:
    """A row of that kind from the values of its columns; raises BadRow."""
    fields = dict(zip(kind.__struct_fields__, values, strict=True))
    try:
        for name, form in _FORMS[kind].items():
            fields[name] = form.read(fields[name])
        row = msgspec.convert(fields, kind)
        for choice in row.choices if isinstance(row, Played) else ():
            choice.action  # noqa: B018 - whether its tiles are tiles
    except (KeyError, TypeError, ValueError, msgspec.MsgspecError) as error:
        raise BadRow(str(error)) from None
    return row
