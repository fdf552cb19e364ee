"""Does a record agree with the rules? Replays it through the live round and names every difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from engine import events as ev
from engine.actions import IllegalAction
from engine.match import Header, next_header
from engine.outcome import Outcome
from engine.ranking import standings
from engine.records.choices import RecordError, choices, describe
from engine.records.walls import recorded_wall
from engine.round import Round
from engine.rules import Length, Ruleset
from engine.tiles import EAST, TILE_OF
from engine.wall import PLAYERS

_OPTIONAL = ("yaku", "han", "fu")
"""What a record may leave out of a win; counted, not compared."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One difference: ``hand`` counts from 1 in the record, ``event`` from 1 in the whole record."""

    hand: int
    event: int
    says: str
    engine: str


@dataclass(slots=True)
class Report:
    """What was replayed, and where record and engine differ."""

    rules: str
    hands: int = 0
    events: int = 0
    wins: int = 0
    not_compared: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the record agrees in everything that was compared."""
        return not self.mismatches


@dataclass(slots=True)
class _Hand:
    """One recorded hand: its events with the numbers they have in the record."""

    number: int
    first: int
    events: list[ev.Event]


@dataclass(frozen=True, slots=True)
class _Ended:
    """A hand that agreed to its end, and the header that must follow (None: the game is over)."""

    round: Round
    following: Header | None


def verify(record: Sequence[ev.Event], rules: Ruleset) -> Report:
    """Replay one recorded game under a ruleset.

    Compared are: that each action was among the options; every draw, dora and riichi acceptance; at a win
    yaku, han, fu and payments; at a draw tenpai and payments; the header of every next hand; the end.
    """
    rules = replace(rules, length=_length(record, rules.length))
    report = Report(rules.name, events=len(record))
    ended: _Ended | None = None
    for hand in hands_of(record):
        report.hands += 1
        if ended is not None:
            _compare_header(report, hand, ended.following)
        ended = _replay(report, hand, rules)
    if ended is not None and isinstance(record[-1], ev.EndGame):
        _compare_end(report, len(record), record[-1], rules, ended)
    return report


def hands_of(record: Sequence[ev.Event]) -> Iterator[_Hand]:
    """The hands of a record, each from its start_kyoku to the last event before end_kyoku."""
    hand: _Hand | None = None
    for number, event in enumerate(record, 1):
        if isinstance(event, ev.StartKyoku):
            if hand is not None:
                yield hand
            hand = _Hand(1 if hand is None else hand.number + 1, number, [])
        if hand is not None and not isinstance(event, ev.EndKyoku | ev.EndGame):
            hand.events.append(event)
    if hand is not None:
        yield hand


def _length(record: Sequence[ev.Event], default: Length) -> Length:
    """How long the recorded game was meant to be."""
    start = record[0] if record else None
    if isinstance(start, ev.StartGame):
        for length in get_args(Length):
            if start.length == length:
                named: Length = length
                return named
        if start.kyoku_first is not None:
            return "east" if start.kyoku_first else "south"
    return default


def _header(start: ev.StartKyoku) -> Header:
    return Header(
        number=(TILE_OF[start.bakaze] - EAST) * PLAYERS + start.kyoku - 1,
        counters=start.honba,
        bets=start.kyotaku,
        scores=tuple(start.scores),
    )


def _compare_header(report: Report, hand: _Hand, expected: Header | None) -> None:
    """Rotation, counters, bets and scores at the start of a hand that follows another."""
    start = hand.events[0]
    assert isinstance(start, ev.StartKyoku)
    if expected != (found := _header(start)):
        says = "the game is over" if expected is None else str(expected)
        report.mismatches.append(Mismatch(hand.number, hand.first, str(found), says))


def _replay(report: Report, hand: _Hand, rules: Ruleset) -> _Ended | None:
    """Play one recorded hand; None when it did not agree to its end."""
    start = hand.events[0]
    assert isinstance(start, ev.StartKyoku)
    header = _header(start)
    seen = 0
    try:
        game = Round(
            rules,
            recorded_wall(rules, hand.events),
            round_wind=header.round_wind,
            kyoku=header.kyoku,
            counters=header.counters,
            bets=header.bets,
            dealer=header.dealer,
            scores=header.scores,
        )
        while True:
            if not _compare_events(report, hand, game, seen):
                return None
            seen = len(game.events)
            if game.outcome is not None:
                return _Ended(game, _following(game, header, game.outcome, rules))
            chosen = choices(game, hand.events[seen:])
            if chosen is None:
                raise RecordError("the record of the hand ends before the hand does")
            game.step(chosen)
    except (RecordError, IllegalAction) as error:
        told = describe(hand.events[seen]) if seen < len(hand.events) else "nothing more"
        report.mismatches.append(Mismatch(hand.number, hand.first + seen, told, str(error)))
        return None


def _following(game: Round, header: Header, outcome: Outcome, rules: Ruleset) -> Header | None:
    scores = [seat.score for seat in game.table.seats]
    return next_header(rules, header, outcome, scores, game.table.bets)


def _compare_events(report: Report, hand: _Hand, game: Round, seen: int) -> bool:
    """Hold the engine's events since ``seen`` against the record; False when they differ."""
    for number in range(seen, len(game.events)):
        mine = game.events[number]
        if number >= len(hand.events):
            difference = ("nothing more", describe(mine))
        else:
            found = _difference(report, mine, hand.events[number])
            if found is None:
                continue
            difference = found
        report.mismatches.append(Mismatch(hand.number, hand.first + number, *difference))
        return False
    if game.outcome is not None and len(hand.events) > len(game.events):
        extra = hand.events[len(game.events)]
        report.mismatches.append(
            Mismatch(hand.number, hand.first + len(game.events), describe(extra), "the hand is over")
        )
        return False
    return True


def _difference(report: Report, mine: ev.Event, written: ev.Event) -> tuple[str, str] | None:
    """What the record says and what the engine says, where they differ; what is left out is not compared."""
    if type(mine) is not type(written):
        return describe(written), describe(mine)
    if isinstance(written, ev.Hora):
        report.wins += 1
        report.not_compared += any(getattr(written, name) is None for name in _OPTIONAL)
    for name in written.__struct_fields__:
        said, is_so = _comparable(name, getattr(written, name)), _comparable(name, getattr(mine, name))
        if said is not None and said != is_so:
            return f"{name} {said}", f"{name} {is_so}"
    return None


def _comparable(name: str, value: object) -> object:
    """Lists whose order means nothing, sorted."""
    return sorted(value) if name in ("consumed", "yaku") and isinstance(value, list) else value


def _compare_end(report: Report, number: int, end: ev.EndGame, rules: Ruleset, ended: _Ended) -> None:
    """Whether the game ends here, and with which points."""
    if ended.following is not None:
        says = f"the game goes on with {ended.following}"
        report.mismatches.append(Mismatch(report.hands, number, "end_game", says))
        return
    table = ended.round.table
    ranked = standings(rules, [seat.score for seat in table.seats], table.bets)
    by_seat = sorted(ranked, key=lambda standing: standing.seat)
    for name, said, is_so in (
        ("scores", end.scores, [standing.points for standing in by_seat]),
        ("final", end.final, [standing.final for standing in by_seat]),
    ):
        if said is not None and said != is_so:
            report.mismatches.append(Mismatch(report.hands, number, f"{name} {said}", f"{name} {is_so}"))
