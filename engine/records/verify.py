"""Does a record agree with the rules? Replays it through the live round and names every difference."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.match import end_game, next_header, standings
from engine.records.recorded_choices import RecordError, describe, describe_value
from engine.records.recorded_game import (
    TENHOU_FORMATS,
    Record,
    RecordedGame,
    RecordedHand,
    hands_of,
    shown_seats,
)
from engine.records.replay import (
    CutRecordError,
    RefusedError,
    agreeing,
    aligned,
    deal,
    difference,
    left_out,
    play,
    rounded_finals,
    unrecorded,
)
from engine.round import Header, Round
from engine.rules import TENHOU, Ruleset
from engine.score.points import ROUNDED_UP_TO_MANGAN
from engine.wall import PLAYERS


class EngineFault(Exception):
    """The engine itself broke down over a record: neither an answer nor the record's fault."""


class Mismatch(msgspec.Struct, frozen=True):
    """One difference: ``hand`` counts from 1 in the record, ``event`` from 1 in the whole record."""

    hand: int
    event: int
    says: str
    engine: str


class VerifyReport(msgspec.Struct):
    """The result of a replay: what was compared, and where record and engine differ."""

    rules: str
    games: int = 1
    hands: int = 0
    events: int = 0
    wins: int = 0
    not_compared: int = 0
    """Wins of which the record leaves out yaku, han or fu."""
    unrecorded: int = 0
    """Hands of which the record leaves out indicators, after kans or underneath."""
    passed_over: dict[str, int] = msgspec.field(default_factory=dict)
    """Types of lines that are no part of a game, and how many there were."""
    mismatches: list[Mismatch] = msgspec.field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the record agrees in everything that was compared."""
        return not self.mismatches

    def add(self, other: VerifyReport) -> None:
        """Count in the next game of the same record."""
        self.mismatches += [
            replace(each, hand=each.hand + self.hands, event=each.event + self.events)
            for each in other.mismatches
        ]
        self.games += other.games
        self.hands += other.hands
        self.events += other.events
        self.wins += other.wins
        self.not_compared += other.not_compared
        self.unrecorded += other.unrecorded
        for kind, count in other.passed_over.items():
            self.passed_over[kind] = self.passed_over.get(kind, 0) + count


class _Ended(msgspec.Struct, frozen=True):
    """A hand that agreed to its end, and the headers that may follow (None: the game is over)."""

    round: Round
    following: tuple[Header | None, ...]


def verify_record(record: Record, rules: str | None = None) -> VerifyReport:
    """Replay all games of a record under the ruleset of that name, or the one that the record names.

    Raises RecordError when it cannot be replayed: cut, wrong counts, more tiles than there are; EngineFault
    when the engine breaks down.
    """
    total: VerifyReport | None = None
    for number, game in enumerate(record.games, 1):
        try:
            report = _verify_game(game, rules)
        except RecordError as error:
            kind = CutRecordError if isinstance(error, CutRecordError) else RecordError
            raise kind(f"game {number}: {error}" if len(record.games) > 1 else str(error)) from None
        if total is None:
            total = report
        else:
            total.add(report)
    if total is None:
        raise RecordError("the record holds no game")
    return total


def _verify_game(game: RecordedGame, name: str | None) -> VerifyReport:
    rules = game.facts.ruleset(name)
    tenhou = game.format in TENHOU_FORMATS
    events = game.events(rules)
    if len(seats := shown_seats(events)) < PLAYERS:
        told = f"the record shows seat {' and '.join(map(str, seats))} alone"
        raise RecordError(f"{told}: hidden hands cannot be played again (replay, review and stats take it)")
    report = verify(events, rules, tenhou_room=tenhou)
    if tenhou and not report.ok and (rounding := rounded_up(rules, events)) is not rules:
        report = verify(game.events(rounding), rounding, tenhou_room=True)
    report.passed_over = dict(game.passed_over)
    if report.ok and not game.whole:
        raise CutRecordError("the record is cut: it ends before the game does")
    return report


def rounded_up(rules: Ruleset, record: Sequence[ev.Event]) -> Ruleset:
    """The ruleset of a room that rounds up to mangan, if only that explains its wins; else the same.

    Private rooms of Tenhou may do so, and only their wins show it.
    """
    rounding = replace(rules, kiriage=True)
    hands = [hand for hand in hands_of(record) if any(map(_may_be_rounded_up, hand.events))]
    shows = any(agreeing(rules, hand) is None and agreeing(rounding, hand) is not None for hand in hands)
    return rounding if shows and verify(record, rounding, tenhou_room=True).ok else rules


def _may_be_rounded_up(event: ev.Event) -> bool:
    """Whether it is a win with so many han, and so many fu if the record says that."""
    return isinstance(event, ev.Hora) and any(
        event.han == han and event.fu in (None, fu) for han, fu in ROUNDED_UP_TO_MANGAN
    )


def verify(record: Sequence[ev.Event], rules: Ruleset, *, tenhou_room: bool = False) -> VerifyReport:
    """Replay one recorded game under a ruleset; its first event is number 1.

    Compared are: that each action was among the options; every draw, dora and riichi acceptance; at a win
    yaku, han, fu and payments; at a draw tenpai and payments; the header of every next hand; the end.
    ``tenhou_room`` allows what Tenhou's own records do: early ones know no tenpai-stop, have final scores in
    whole thousands, and another uma. Raises RecordError when the record cannot be replayed.
    """
    report = VerifyReport(rules.name, events=len(record))
    ended: _Ended | None = None
    chombo = [0] * PLAYERS
    for hand in hands_of(record):
        report.hands += 1
        if ended is not None and hand.header not in ended.following:
            following = ended.following[0]
            says = "the game is over" if following is None else str(following)
            _add(report, hand, 0, str(hand.header), says)
        ended = _replay(report, hand, rules, tenhou_room)
        outcome = None if ended is None else ended.round.outcome
        for seat in () if outcome is None else outcome.offenders:
            chombo[seat] += 1
    if ended is not None and isinstance(record[-1], ev.EndGame) and not _is_stopped(record, report.hands):
        end = record[-1]
        if None not in ended.following:
            says = f"the game goes on with {ended.following[0]}"
            report.mismatches.append(Mismatch(report.hands, report.events, "end_game", says))
            return report
        table = ended.round.table
        ranked = standings(rules, table.scores, table.riichi_sticks, chombo)
        whole = end_game(ranked)
        finals = [whole.final]
        if tenhou_room and rules.name == TENHOU.name:
            finals += rounded_finals(rules, ranked)
        for name, said, allowed in (("scores", end.scores, [whole.scores]), ("final", end.final, finals)):
            if said is not None and said not in allowed:
                says, engine = f"{name} {describe_value(said)}", f"{name} {describe_value(allowed[0])}"
                report.mismatches.append(Mismatch(report.hands, report.events, says, engine))
    return report


def _is_stopped(record: Sequence[ev.Event], hands: int) -> bool:
    """Whether the end tells no points, and may come at any time.

    The game was to end with its first hand, or a server of another program stopped it.
    """
    if record[-1] != ev.EndGame():
        return False
    start = record[0]
    if not isinstance(start, ev.StartGame) or start.format is None:
        return True
    return start.branch is not None and start.branch.ends == "hand" and hands == 1


def _add(report: VerifyReport, hand: RecordedHand, place: int, says: str, engine: str) -> None:
    report.mismatches.append(Mismatch(hand.number, hand.first + place, says, engine))


def _replay(report: VerifyReport, hand: RecordedHand, rules: Ruleset, tenhou_room: bool) -> _Ended | None:
    """Play one recorded hand; None when it did not agree to its end."""
    try:
        game = deal(rules, hand)
    except RecordError as error:
        raise RecordError(f"hand {hand.number}: {error}") from None
    ended, refused, cut = None, None, False
    try:
        play(game, hand.events)
        assert game.outcome is not None
        scores, sticks = game.table.scores, game.table.riichi_sticks
        following = [next_header(rules, hand.header, game.outcome, scores, sticks)]
        if tenhou_room:
            following.append(
                next_header(replace(rules, tenpai_yame=False), hand.header, game.outcome, scores, sticks)
            )
        # a record has no ``redeals``
        ended = _Ended(game, tuple(header and replace(header, redeals=0) for header in following))
        # what follows from the last action by rule alone is missing at the end of the record
        written = len(aligned(hand.events, game.events))
        cut = written < len(game.events) and hand.first + len(hand.events) > report.events
        report.unrecorded += bool(unrecorded(hand.events, game))
    except RefusedError as error:
        refused = error
    except CutRecordError:
        cut = True
    except Exception as error:
        where = f"hand {hand.number}, after event {hand.first + len(game.events) - 1}"
        fault = "the engine broke down: a fault of furiten, not of the record"
        raise EngineFault(f"{where}: {fault}") from error
    if not _compare_events(report, hand, game, cut):
        return None
    if refused is not None:
        _add(report, hand, refused.place, describe(hand.events[refused.place]), str(refused))
        return None
    if cut:
        raise CutRecordError(f"the record is cut: it ends in the middle of hand {hand.number}")
    return ended


def _compare_events(report: VerifyReport, hand: RecordedHand, game: Round, cut: bool) -> bool:
    """Hold the engine's events against the record, as far as both go; False when they differ."""
    written = aligned(hand.events, game.events)
    for place, (mine, said) in enumerate(zip(game.events, written, strict=False)):
        if isinstance(said, ev.Hora):
            report.wins += 1
            report.not_compared += isinstance(mine, ev.Hora) and left_out(mine, said)
        found = difference(mine, said)
        if found is not None:
            _add(report, hand, place, *found)
            return False
    if game.outcome is None or cut:
        return True
    count = len(game.events)
    if len(written) > count:
        _add(report, hand, count, describe(written[count]), "the hand is over")
    elif len(written) < count:
        _add(report, hand, len(written), "nothing more", describe(game.events[len(written)]))
    elif hand.end is not None and hand.end.scores not in (None, game.table.scores):
        says, engine = describe_value(hand.end.scores), describe_value(game.table.scores)
        _add(report, hand, count, f"scores {says}", f"scores {engine}")
    else:
        return True
    return False
