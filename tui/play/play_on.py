"""Play on from a decision of a record, keep the branch as a record of its own, and compare both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import starmap, zip_longest
from pathlib import Path
from random import SystemRandom
from typing import get_args

import msgspec

from ai.bots.registry import is_bot
from ai.mjai.command import is_external
from ai.play import PERSON, Pending
from ai.rollouts import NoDeal, deal_anew
from engine import events as ev
from engine.actions import Action
from engine.events import Event, StartGame
from engine.match import Match
from engine.outcome import DrawReason
from engine.records.recorded_choices import RecordError, action_taken
from engine.records.recorded_game import RecordedHand, hands_of, paid_scores, player_names, shown_seats
from engine.records.resumed_game import (
    BranchDeal,
    BranchEnd,
    BranchPoint,
    BranchTerms,
    branch_off,
    branch_point,
    is_whole_wall_known,
    wall_as_it_was,
)
from engine.records.timeline import timeline
from engine.rules import Ruleset
from engine.tiles import EAST, TILE_OF, Kind, Tile
from engine.view import mask
from engine.wall import PLAYERS, Dice, Wall
from tui.archive.archive import Archive
from tui.archive.game_entries import final_place
from tui.i18n import t
from tui.play.play_options import OPPONENTS
from tui.play.save import NewRecord
from tui.play.session import DEFAULT_BOTS, SEEDS, Session


class CannotBranch(Exception):
    """The game cannot go on from there; the message is for the player."""


class BranchSource(msgspec.Struct, frozen=True):
    """A decision of a seat in a record, from which the player may go on."""

    rules: Ruleset
    events: Sequence[Event]
    """The record of one game."""
    point: BranchPoint
    file: str = ""
    """The name of the record's file, if it has one."""

    @property
    def seat(self) -> int:
        return self.point.seat

    @property
    def code(self) -> str:
        return f"{self.point.hand.number}.{self.point.step}"

    @property
    def turn(self) -> int:
        """How many turns of the seat have begun in the hand."""
        heard = [mask(event, self.seat) for event in self.point.hand.events]
        return sum(
            stop <= self.point.step for stop in timeline(self.rules, heard, self.seat).turns(self.seat)
        )

    @property
    def wind(self) -> Kind:
        return EAST + (self.seat - self.point.hand.start.oya) % PLAYERS

    @property
    def names(self) -> tuple[str, ...]:
        """The players of the record by seat; empty names where it has none."""
        return player_names(self.events)

    @property
    def ways_to_deal(self) -> tuple[BranchDeal, ...]:
        """How the hidden tiles can be dealt; where the record hides hands, only anew."""
        whole = len(shown_seats(self.point.hand.events)) == PLAYERS
        return get_args(BranchDeal) if whole else ("anew",)

    @property
    def knows_wall(self) -> bool:
        """Whether the record has the whole wall, and not only the tiles that it shows."""
        return is_whole_wall_known(self.rules, self.events, self.point.hand)


class BranchChoice(msgspec.Struct, frozen=True):
    """How the player wants to go on."""

    bots: tuple[str, ...]
    """On the right, across and on the left."""
    dealt: BranchDeal = "as-it-was"
    ends: BranchEnd = "hand"


def branch_source(
    rules: Ruleset, events: Sequence[Event], index: int, seat: int, file: str = ""
) -> BranchSource | None:
    """The seat's decision after the event of that index in the record, else its next one in the hand.

    After the last one in the hand it is the last one. None if the seat decides nothing in that hand, or if
    the index is outside of hands.
    """
    line = timeline(rules, events, seat)
    try:
        hand = line.hand_at(index)
    except IndexError:
        return None
    stops = [stop for stop in line.decisions(seat) if stop in hand.indexes]
    if not stops:
        return None
    chosen = next((stop for stop in stops if stop >= index), stops[-1])
    return BranchSource(rules, events, branch_point(events, chosen, seat), file)


def usual_bots(source: BranchSource) -> tuple[str, ...]:
    """The bots to play against: those of the record, and default ones in the seats of others.

    Programs that a record names are not started: records come from anywhere.
    """
    around = [source.names[(source.seat + step) % PLAYERS] for step in range(1, OPPONENTS + 1)]
    return tuple(name if _is_ours(name) else usual for name, usual in zip(around, DEFAULT_BOTS, strict=True))


def _is_ours(name: str) -> bool:
    return not is_external(name) and is_bot(name)


class BranchGame:
    """A game that goes on from a record, and its own record in the archive.

    ``close`` has to be called when it is left.
    """

    def __init__(self, session: Session, source: BranchSource, record: NewRecord) -> None:
        self.session = session
        self.source = source
        self._record = record

    @property
    def fault(self) -> str:
        """Why the game is not kept; empty if it is."""
        return self._record.fault

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def over(self) -> bool:
        return self.session.pending is Pending.GAME_OVER

    def close(self) -> Path | None:
        """The bots leave, and the record gets its final name; None if there is none.

        A record without a decision of the player is removed.
        """
        self.session.close()
        return self._record.close(self.match)


def open_branch(
    source: BranchSource,
    choice: BranchChoice,
    archive: Archive,
    time: str | None = None,
    seed: int | None = None,
) -> BranchGame:
    """Sit down at that decision. The new record is in the archive at once; the other one stays as it is.

    The player has chosen the bots. ``seed`` deals what is dealt at random; None for any. Raises CannotBranch.
    """
    try:
        match = branch_match(source, choice, time, seed)
    except NoDeal:
        raise CannotBranch(t("branch.no-deal")) from None
    except RecordError as error:
        raise CannotBranch(t("branch.bad-record", reason=error)) from None
    record = NewRecord(archive, match)
    return BranchGame(Session(match, record.file, agreed=True), source, record)


def branch_match(
    source: BranchSource, choice: BranchChoice, time: str | None = None, seed: int | None = None
) -> Match:
    """The game at that decision, with the player in the seat. Raises RecordError and NoDeal."""
    chance = SystemRandom().randrange(SEEDS) if seed is None else seed
    around = (PERSON, *choice.bots)
    start = source.events[0]
    own = start.seed if isinstance(start, StartGame) and source.knows_wall else None
    # the walls of the following hands are those of the game, unless the tiles are dealt anew
    following = own if isinstance(own, int) and choice.dealt == "as-it-was" else chance
    terms = BranchTerms(
        names=tuple(around[(seat - source.seat) % PLAYERS] for seat in range(PLAYERS)),
        seed=following,
        dealt=choice.dealt,
        ends=choice.ends,
        file=source.file,
        time=time,
    )
    return branch_off(source.rules, source.point, _wall(source, choice.dealt, chance), terms)


def _wall(source: BranchSource, dealt: BranchDeal, seed: int) -> Wall:
    hand = source.point.hand
    if dealt == "as-it-was":
        return wall_as_it_was(source.rules, source.events, hand, Dice(seed))
    heard = hand.events[: source.point.step + 1]
    return deal_anew(source.rules, source.seat, heard, seed).wall.dealt_again()


class OwnDecision(msgspec.Struct, frozen=True):
    """A decision of the seat in a hand, and what it chose."""

    turn: int
    """The seat's turns that have begun in the hand, with a draw or a call."""
    tile: Tile | None
    """The tile that it drew, or that it could claim of another player; None after a call."""
    claim: bool
    """It could claim another player's tile."""
    action: Action | None
    """The choice; None if the record does not show it, see ``action_taken``."""


class DecisionPair(msgspec.Struct, frozen=True):
    """The decisions at the same place of both: one of them may be missing."""

    then: OwnDecision | None
    now: OwnDecision | None

    @property
    def differs(self) -> bool:
        """It came up in both, and was decided differently. Two equal tiles make no difference."""
        return self.came_up_in_both and len({_bare(action) for action in self._actions}) == 2

    @property
    def came_up_in_both(self) -> bool:
        """Both had the same tile to decide about, and both records show how they did."""
        then, now = self.then, self.now
        return then is not None and now is not None and then.tile == now.tile and len(self._actions) == 2

    @property
    def _actions(self) -> list[Action]:
        sides = (self.then, self.now)
        return [side.action for side in sides if side is not None and side.action is not None]


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
    ABORTED = "aborted"
    CHOMBO = "chombo"
    UNFINISHED = "unfinished"


class HandEntry(msgspec.Struct, frozen=True):
    """How one hand of a game ended for a seat."""

    wind: str
    """The round wind: ``E`` to ``N``."""
    kyoku: int
    """1-4."""
    result: HandEnding
    gained: int | None
    """The change of the player's points; None if the record does not say."""


HandPair = tuple[HandEntry | None, HandEntry | None]
"""How the hands of the same number ended, then and now; None where one record has no such hand."""


class BranchComparison(msgspec.Struct, frozen=True):
    """The record and the branch side by side, from the branch on."""

    decisions: tuple[DecisionPair, ...]
    """Of the first hand, in order."""
    hands: tuple[HandPair, ...]
    """The first one, or all until the end of the game."""
    places: tuple[int | None, int | None] | None = None
    """The final places then and now, 1-4 or unknown; None if only the first hand is compared."""

    @property
    def differing(self) -> int:
        return sum(pair.differs for pair in self.decisions)

    @property
    def compared(self) -> int:
        """How many decisions came up in both, at the same turn and about the same tile."""
        return sum(pair.came_up_in_both for pair in self.decisions)


def compare_branch(rules: Ruleset, record: Sequence[ev.Event], match: Match) -> BranchComparison:
    """Compare a branch with the record that it left; raises ValueError if the match is no branch."""
    origin = match.branch
    if origin is None:
        raise ValueError("the game did not go on from a record")
    seat = origin.seat
    played, recorded = list(hands_of(match.events)), list(hands_of(record))[origin.hand - 1 :]
    then = own_decisions(rules, recorded[0], seat, origin.step)
    now = own_decisions(match.rules, played[0], seat, origin.given - 1)
    if origin.ends == "hand":
        recorded = recorded[:1]
    hands = zip_longest(
        [_entry(rules, hand, seat) for hand in recorded], [_entry(match.rules, hand, seat) for hand in played]
    )
    ranks = None
    if origin.ends == "game":
        ranks = (final_place(rules, record, seat), final_place(match.rules, match.events, seat))
    return BranchComparison(tuple(paired(then, now)), tuple(hands), ranks)


def _entry(rules: Ruleset, hand: RecordedHand, seat: int) -> HandEntry:
    start, end = hand.start, hand.end
    # without an end nothing is paid yet, whatever was bet
    ended = any(isinstance(event, ev.ResultEvent) for event in hand.events)
    after = (end and end.scores) or (paid_scores(hand.events, rules.riichi_bet) if ended else None)
    gained = after[seat] - start.scores[seat] if after else None
    return HandEntry(start.bakaze, start.kyoku, hand_ending(hand, seat), gained)


def hand_ending(hand: RecordedHand, seat: int) -> HandEnding:
    """The result of a hand for a seat."""
    wins = [event for event in hand.events if isinstance(event, ev.Hora)]
    draws = [event for event in hand.events if isinstance(event, ev.Ryukyoku)]
    if wins:
        tsumo = wins[0].actor == wins[0].target
        if any(win.actor == seat for win in wins):
            return HandEnding.TSUMO if tsumo else HandEnding.RON
        if tsumo:
            return HandEnding.TSUMO_AGAINST
        return HandEnding.DEAL_IN if wins[0].target == seat else HandEnding.RON_OF_OTHERS
    if not draws:
        return HandEnding.UNFINISHED
    reason = draws[0].reason or DrawReason.EXHAUSTIVE
    if reason == DrawReason.CHOMBO:
        return HandEnding.CHOMBO
    over = reason in (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN)
    return HandEnding.DRAW if over else HandEnding.ABORTED


def paired(then: Sequence[OwnDecision], now: Sequence[OwnDecision]) -> list[DecisionPair]:
    """Pair decisions of the same place, turn by turn.

    The moves of a turn are paired in their order, claims with claims on the same tile. What has no partner
    stands alone.
    """
    pairs: list[DecisionPair] = []
    for turn in sorted({each.turn for each in (*then, *now)}):
        for claim in (False, True):
            one = [each for each in then if (each.turn, each.claim) == (turn, claim)]
            other = [each for each in now if (each.turn, each.claim) == (turn, claim)]
            pairs += _claims(one, other) if claim else starmap(DecisionPair, zip_longest(one, other))
    return pairs


def _claims(then: Sequence[OwnDecision], now: Sequence[OwnDecision]) -> Iterator[DecisionPair]:
    rest = list(now)
    for each in then:
        partner = next((other for other in rest if other.tile == each.tile), None)
        if partner is not None:
            rest.remove(partner)
        yield DecisionPair(each, partner)
    yield from (DecisionPair(None, other) for other in rest)


def own_decisions(rules: Ruleset, hand: RecordedHand, seat: int, step: int) -> list[OwnDecision]:
    """The decisions of a seat in a hand, from the one after that event on, start_kyoku being event 0."""
    heard = [mask(event, seat) for event in hand.events]
    line = timeline(rules, heard, seat)
    stops, turns = frozenset(line.decisions(seat)), line.turns(seat)
    found = []
    for position in line.walk(line.hands[0]):
        if position.index in stops and position.index >= step:
            turn = sum(begun <= position.index for begun in turns)
            action = action_taken(position.view, heard[position.index + 1 :])
            tile, claim = _asked_about(position.event, seat)
            found.append(OwnDecision(turn, tile, claim, action))
    return found


def _asked_about(event: ev.Event, seat: int) -> tuple[Tile | None, bool]:
    match event:
        case ev.Tsumo(pai=pai):
            return TILE_OF[pai], False
        case ev.Chi(actor=actor) | ev.Pon(actor=actor) if actor == seat:
            return None, False
        case ev.Dahai(pai=pai) | ev.Kakan(pai=pai):
            return TILE_OF[pai], True
        case ev.Ankan(consumed=consumed):
            return TILE_OF[consumed[0]], True
    return None, True


def _bare(action: Action) -> Action:
    """The choice, without which of two equal tiles it was."""
    return action._replace(tsumogiri=False, consumed=tuple(sorted(action.consumed)))
