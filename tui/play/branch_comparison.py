"""What was played in a record and what the player did instead, decision by decision and hand by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap, zip_longest

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.actions import Action
from engine.match import Match
from engine.ranking import places
from engine.records.hands import RecordedHand, hands_of
from engine.records.taken_actions import action_taken
from engine.records.timeline import timeline
from engine.rules import Ruleset
from engine.tiles import TILE_OF, Tile
from engine.view import mask
from tui.archive.index_entries import HandEntry, hand_entry


class OwnDecision(msgspec.Struct, frozen=True):
    """A decision of the seat in a hand, and what it chose."""

    turn: int
    """The seat's turns that have begun in the hand, with a draw or a call."""
    tile: Tile | None
    """What it drew, or the tile of another player that it could claim; None after a call."""
    claim: bool
    """It could claim another player's tile."""
    action: Action | None
    """What it chose; None if the record does not show it, see ``action_taken``."""


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


class HandPair(msgspec.Struct, frozen=True):
    """How the hands of the same number ended for the seat; None where one record has no such hand."""

    then: HandEntry | None
    now: HandEntry | None


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
        """How many of them were decided differently."""
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
    most = max(len(played), len(recorded))
    hands = [
        HandPair(_entry(rules, recorded, number, seat), _entry(match.rules, played, number, seat))
        for number in range(most)
    ]
    ranks = None
    if origin.ends == "game":
        ranks = (_final_place(rules, record, seat), _final_place(match.rules, match.events, seat))
    return BranchComparison(tuple(paired(then, now)), tuple(hands), ranks)


def _final_place(rules: Ruleset, record: Sequence[ev.Event], seat: int) -> int | None:
    """The seat's place at the end of the game; None if the record has no end or no points."""
    if not isinstance(record[-1], ev.EndGame):
        return None
    told = [event.scores for event in record if isinstance(event, ev.EndKyoku | ev.EndGame) and event.scores]
    return places(rules, told[-1])[seat] if told else None


def _entry(rules: Ruleset, hands: Sequence[RecordedHand], number: int, seat: int) -> HandEntry | None:
    if number >= len(hands):
        return None
    hand = hands[number]
    entry = hand_entry("", hand, seat)
    return entry if entry.gained is not None else replace(entry, gained=_gained(rules, hand, seat))


def _gained(rules: Ruleset, hand: RecordedHand, seat: int) -> int | None:
    """The change of the seat's points, from the payments; None if the record does not say."""
    results = [event for event in hand.events if isinstance(event, ev.Hora | ev.Ryukyoku)]
    if not results or any(event.deltas is None for event in results):
        return None
    bets = sum(isinstance(event, ev.ReachAccepted) and event.actor == seat for event in hand.events)
    return sum(event.deltas[seat] for event in results if event.deltas) - bets * rules.riichi_bet


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
            pairs += _claims(one, other) if claim else _moves(one, other)
    return pairs


def _moves(then: Sequence[OwnDecision], now: Sequence[OwnDecision]) -> Iterator[DecisionPair]:
    return starmap(DecisionPair, zip_longest(then, now))


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
    """The tile that a decision is about, and whether it is another player's."""
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
