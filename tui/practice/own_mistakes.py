"""Mistakes of the player's own games as practice questions, with their own schedule.

The position is stored with the answers, so that it can still be asked when the record of the game is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ai.drills.library import StoredPosition, stored, stored_count, stored_kan
from ai.drills.question import DrillKind, Origin, Question
from ai.reading.table_errors import ErrorAtTable, ErrorKind
from ai.review.moments import MomentKind, ReviewedMoment
from ai.seat_position import SeatPosition
from engine.events import Ankan, Dahai, Event, Reach, WinCalled
from engine.records.read_file import shown_name
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import timeline
from engine.rules import Offence, Ruleset
from engine.tiles import TILE_OF
from tui.archive.archive import Unreadable, began_at
from tui.archive.player_reviews import PlayedGame
from tui.database.practice_rows import OwnQuestion, to_the_millisecond
from tui.i18n import join_sentences, t
from tui.practice.practice_record import Progress

KINDS: dict[MomentKind, tuple[DrillKind, ...]] = {
    MomentKind.FURITEN_ENTERED: (DrillKind.WAY_OUT, DrillKind.AHEAD),
    MomentKind.WIN_MISSED: (DrillKind.RON, DrillKind.PASSING),
    MomentKind.DANGEROUS_DISCARD: (DrillKind.SAFE,),
    MomentKind.DISCARD: (DrillKind.SAFE, DrillKind.WAY_OUT, DrillKind.AHEAD),
    MomentKind.RIICHI: (DrillKind.WAY_OUT,),
}
"""The questions about a moment of a kind, the best first. Other kinds of moments have none."""


class OwnGame(NamedTuple):
    """A record with one of its seats, as practice names it."""

    rules: Ruleset
    events: Sequence[Event]
    seat: int
    names: tuple[str, ...]
    """The players by seat."""
    began: datetime

    def position(self, events: Iterable[Event]) -> SeatPosition:
        return SeatPosition(self.rules, self.seat, tuple(events))


def add_mistakes(
    progress: Progress, game: OwnGame, moments: Iterable[ReviewedMoment], added: datetime
) -> int:
    """Let practice ask about these moments of a game; returns about how many of them it can.

    A moment that practice knows already is counted, and changes nothing.
    """
    return _add(progress, (question_about(game, moment, added) for moment in moments))


def add_all(progress: Progress, games: Iterable[PlayedGame]) -> tuple[str, list[str]]:
    """Let practice ask about the mistakes of many games: what came of it, and a line for each lost game.

    A game that cannot be read any more does not keep the others away.
    """
    asked, mistakes, faults = 0, 0, list[str]()
    for game in games:
        try:
            read, review = game.read(), game.record.review
            began = began_at(read.events, Path(game.file))
            own = OwnGame(read.rules, read.events, review.seat, review.names, began)
            asked += add_mistakes(progress, own, review.mistakes, datetime.now(UTC))
            mistakes += len(review.mistakes)
        except Unreadable as error:
            faults.append(f"{shown_name(game.file)}: {error}")
    left = mistakes - asked
    told = t("practice-command.added", count=asked, mistakes=mistakes) if asked or not left else ""
    return join_sentences([told, t("practice-command.not-asked", count=left) if left else ""]), faults


def add_table_errors(
    progress: Progress, game: OwnGame, errors: Iterable[ErrorAtTable], added: datetime
) -> int:
    """Let practice ask about errors of a game by table rules; returns about how many of them it can."""
    return _add(progress, (question_about_error(game, error, added) for error in errors))


def _add(progress: Progress, found: Iterable[OwnQuestion | None]) -> int:
    """Keep the questions that practice does not know yet; returns how many there are."""
    rows = [row for row in found if row is not None]
    known = {own.code for own in progress.own_questions}
    if new := [row for code, row in {row.code: row for row in rows}.items() if code not in known]:
        progress.add(*new)
    return len(rows)


def question_about_error(game: OwnGame, error: ErrorAtTable, added: datetime) -> OwnQuestion | None:
    """The question about what was missed or wrong: a win, a count, tenpai, a kan; None about other errors."""
    hand = timeline(game.rules, game.events, game.seat).hand_at(error.event)
    place = error.event - hand.first + 1
    match error.kind:
        case ErrorKind.RON | ErrorKind.TSUMO:
            found = stored(game.position(hand.events[: place + 1]), (DrillKind.RON, DrillKind.PASSING))
        case ErrorKind.FOUL if error.what in _WRONG_WINS:
            found = stored(game.position(hand.events[:place]), (DrillKind.RON, DrillKind.FURITEN))
        case ErrorKind.FOUL if error.what == Offence.NOTEN_RIICHI:
            found = _noten_riichi(game, hand)
        case ErrorKind.FOUL if error.what == Offence.BAD_CLOSED_KAN:
            found = _bad_kan(game, hand)
        case ErrorKind.TENPAI:
            found = _last_hand(game, hand)
        case ErrorKind.FOUL if error.what == Offence.FALSE_TENPAI:
            found = _last_hand(game, hand)
        case ErrorKind.COUNT:
            calls = [event for event in hand.events if isinstance(event, WinCalled)]
            own = next(call for call in calls if call.actor == game.seat)
            before = hand.events[: hand.events.index(calls[0])]
            found = stored_count(game.position(before), [TILE_OF[name] for name in own.ura_markers])
        case _:
            return None
    return None if found is None else _own(game, hand, found, added)


_WRONG_WINS = (Offence.FALSE_WIN, Offence.WITHDRAWN_WIN)


def _noten_riichi(game: OwnGame, hand: RecordedHand) -> StoredPosition | None:
    """The waits of the hand after the discard of a riichi, as if riichi had not been said."""
    events = list(hand.events)
    said = next(
        place for place, each in enumerate(events) if isinstance(each, Reach) and each.actor == game.seat
    )
    thrown = next(each for each in events[said:] if isinstance(each, Dahai))
    return stored(game.position((*events[:said], thrown)), (DrillKind.WAITS,))


def _last_hand(game: OwnGame, hand: RecordedHand) -> StoredPosition | None:
    """The waits of the hand after the own last discard."""
    events = list(hand.events)
    own = [place for place, each in enumerate(events) if isinstance(each, Dahai) and each.actor == game.seat]
    return stored(game.position(events[: own[-1] + 1]), (DrillKind.WAITS,)) if own else None


def _bad_kan(game: OwnGame, hand: RecordedHand) -> StoredPosition | None:
    for place, event in enumerate(hand.events):
        if not isinstance(event, Ankan) or event.actor != game.seat:
            continue
        if game.position(hand.events[: place + 1]).view().own.spoilt is not None:
            return stored_kan(game.position(hand.events[:place]), TILE_OF[event.consumed[0]])
    return None


def question_about(game: OwnGame, moment: ReviewedMoment, added: datetime) -> OwnQuestion | None:
    """The question about a moment as practice stores it; None if none has exactly one right answer."""
    record = timeline(game.rules, game.events, game.seat)
    hand = record.hand_at(moment.position)
    found = stored(
        game.position(hand.events[: moment.position - hand.first + 2]),
        KINDS.get(moment.kind, ()),
        None if moment.kind is MomentKind.WIN_MISSED else moment.tile,
        None if moment.better is None else moment.better.tile,
    )
    if found is None and moment.kind is MomentKind.FURITEN_ENTERED:
        found = stored(game.position(hand.events[: moment.event + 1]), (DrillKind.FURITEN,))
    return None if found is None else _own(game, hand, found, added)


def _own(game: OwnGame, hand: RecordedHand, found: StoredPosition, added: datetime) -> OwnQuestion:
    return OwnQuestion(
        code=found.code,
        added=to_the_millisecond(added),
        kind=found.kind.value,
        rules=found.rules,
        seat=found.seat,
        events=found.events,
        only=found.only,
        began=to_the_millisecond(game.began),
        wind=hand.start.bakaze,
        kyoku=hand.start.kyoku,
        honba=hand.start.honba,
        names=game.names,
    )


def question_of(own: OwnQuestion) -> Question:
    """The question about a stored position; raises NoQuestion if this version has none."""
    position = StoredPosition(DrillKind(own.kind), own.rules, own.seat, own.events, own.only)
    origin = Origin(own.began, own.wind, own.kyoku, own.honba, own.names)
    return replace(position.question(), origin=origin)
