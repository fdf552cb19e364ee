"""Make the index entries of a game: the results of its hands for the player, and its important moments."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from ai.review.hand_review import ALL_MOMENTS, Moment, review
from ai.review.moments import MomentKind, kind_of
from ai.statistics.game_counts import count_game
from ai.statistics.player_counts import PlayerCounts
from engine import events as ev
from engine.outcome import DrawReason
from engine.records import RecordError
from engine.records.recorded_game import RecordedHand, hands_of
from engine.tiles import MJAI
from engine.view import mask
from tui.archive.game_entries import GameEntry, RecordedMatch
from tui.archive.record_format import Unreadable

CONTENT = 3
"""Version of the indexed data without the moments. Raise it if the data or what is counted changes."""
REVIEWED = 2
"""Version of the search for moments. Raise it if the search changes: all games are reviewed again."""


class HandEnding(StrEnum):
    """The result of a hand for the player."""

    TSUMO = "tsumo"
    RON = "ron"
    DEAL_IN = "deal-in"
    TSUMO_AGAINST = "tsumo-against"
    """Another player won by tsumo."""
    RON_OF_OTHERS = "ron-of-others"
    """Another player won by ron on a third player's tile."""
    DRAW = "draw"
    """Exhaustive draw."""
    ABORTED = "aborted"
    CHOMBO = "chombo"
    UNFINISHED = "unfinished"


class HandEntry(msgspec.Struct, frozen=True):
    """One hand of a game."""

    file: str
    """The name of the record in the archive."""
    hand: int
    """Counted from 1."""
    wind: str
    """The round wind: ``E`` to ``N``."""
    kyoku: int
    """1-4."""
    honba: int
    result: HandEnding
    gained: int | None
    """The change of the player's points; None if the record does not say."""
    riichi: bool
    """The player declared riichi."""
    called: bool
    """The player called a tile."""


class MomentEntry(msgspec.Struct, frozen=True):
    """One moment of a hand, see ``ai.review.hand_review``."""

    file: str
    hand: int
    kind: MomentKind
    events: int
    """The number of events of the hand up to the position."""
    turn: int
    """The player's turn, counted from 1."""
    tile: str
    """The tile in mjai notation."""
    weight: int
    """The importance, approximately in points."""


class IndexedGame(msgspec.Struct, frozen=True):
    """All index entries of a game, but for its moments, which take longer to find."""

    entry: GameEntry
    hands: tuple[HandEntry, ...] = ()
    """In game order; empty if the player has no seat."""
    counts: tuple[PlayerCounts, ...] = ()
    """By seat."""


def indexed(match: RecordedMatch) -> IndexedGame:
    """Make the index entries of a game; raises Unreadable if the record breaks the rules."""
    entry, seat = match.entry, match.entry.seat
    try:
        counts = count_game(match.events, match.rules)
    except RecordError as error:
        raise Unreadable(str(error)) from None
    hands = () if seat is None else hands_of(match.events)
    return IndexedGame(entry, tuple(hand_entry(entry.path.name, hand, seat or 0) for hand in hands), counts)


def moments_of(match: RecordedMatch) -> tuple[MomentEntry, ...]:
    """The moments of a game, by hand, in each hand the most important first; none without an own seat."""
    entry, seat = match.entry, match.entry.seat
    if seat is None:
        return ()
    moments = []
    for hand in hands_of(match.events):
        heard = [mask(event, seat) for event in hand.events]
        moments += [_moment(entry, hand, moment) for moment in review(match.rules, seat, heard, ALL_MOMENTS)]
    return tuple(moments)


def hand_entry(file: str, hand: RecordedHand, seat: int) -> HandEntry:
    """The entry of a hand from the point of view of a seat."""
    start, own = hand.start, [event for event in hand.events if getattr(event, "actor", None) == seat]
    return HandEntry(
        file=file,
        hand=hand.number,
        wind=start.bakaze,
        kyoku=start.kyoku,
        honba=start.honba,
        result=hand_ending(hand, seat),
        gained=hand.end.scores[seat] - start.scores[seat] if hand.end and hand.end.scores else None,
        riichi=any(isinstance(event, ev.Reach) for event in own),
        called=any(isinstance(event, ev.DiscardCall) for event in own),
    )


def hand_ending(hand: RecordedHand, seat: int) -> HandEnding:
    """The result of a hand for a seat."""
    wins = [event for event in hand.events if isinstance(event, ev.Hora)]
    draws = [event for event in hand.events if isinstance(event, ev.Ryukyoku)]
    if wins:
        return _win(wins, seat)
    if not draws:
        return HandEnding.UNFINISHED
    reason = draws[0].reason or DrawReason.EXHAUSTIVE
    if reason == DrawReason.CHOMBO:
        return HandEnding.CHOMBO
    over = reason in (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN)
    return HandEnding.DRAW if over else HandEnding.ABORTED


def _win(wins: Sequence[ev.Hora], seat: int) -> HandEnding:
    tsumo = wins[0].actor == wins[0].target
    if any(win.actor == seat for win in wins):
        return HandEnding.TSUMO if tsumo else HandEnding.RON
    if tsumo:
        return HandEnding.TSUMO_AGAINST
    return HandEnding.DEAL_IN if wins[0].target == seat else HandEnding.RON_OF_OTHERS


def _moment(entry: GameEntry, hand: RecordedHand, moment: Moment) -> MomentEntry:
    kind = kind_of(moment.facts)
    return MomentEntry(
        entry.path.name, hand.number, kind, moment.events, moment.turn, MJAI[moment.tile], moment.weight
    )
