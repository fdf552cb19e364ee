"""Questions about a position of a recorded game, such as one in which the player made a mistake.

The kinds are those of practice. A kind asks about a position only if exactly one answer is right, so not
every position gives a question.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ai.drills.compact_events import CompactEventsError, read, write
from ai.drills.drill import drill_of
from ai.drills.question import ALPHABET, OWN, DrillKind, NoQuestion, Question
from ai.seat_position import SeatPosition
from engine.events import Late
from engine.own_rules import ruleset
from engine.tiles import KIND_OF, NAMES, Tile

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
