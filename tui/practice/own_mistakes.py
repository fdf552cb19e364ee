"""Mistakes of the player's own games as practice questions, with their own schedule.

The position is stored with the answers, so that it can be asked when the record of the game is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ai.drills.question import DrillKind, Origin, Question
from ai.drills.recorded_questions import StoredPosition, stored
from ai.seat_position import SeatPosition
from dataclasses import replace
from tui.database.rows import OwnQuestion, to_the_millisecond
from tui.practice.progress import Progress


def question_of_own(own: OwnQuestion) -> Question:
    """The question about a stored position; raises UnaskedPosition if this version has none."""
    position = StoredPosition(DrillKind(own.kind), own.rules, own.seat, own.events)
    origin = Origin(own.began, own.wind, own.kyoku, own.honba, own.names)
    return replace(position.question(), origin=origin)
