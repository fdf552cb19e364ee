"""What was played in a record and what the player did instead, decision by decision and hand by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap, takewhile, zip_longest

import msgspec

from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.outcome import DrawReason
from engine.records.hands import RecordedHand, hands_of
from engine.records.recorded_choices import CONSEQUENCES
from engine.records.timeline import timeline
from engine.rules import Ruleset
from engine.tiles import TILE_OF, Tile
from engine.view import mask
from tui.archive.index_entries import HandEntry, hand_entry

_CALLS = {
    ev.Chi: ActionKind.CHI,
    ev.Pon: ActionKind.PON,
    ev.Daiminkan: ActionKind.OPEN_KAN,
}


class OwnDecision(msgspec.Struct, frozen=True):
    """A decision of the seat in a hand, and what it chose."""

    turn: int
    """The seat's turns that have begun in the hand, with a draw or a call."""
    tile: Tile | None
    """What it drew, or the tile of another player that it could claim; None after a call."""
    claim: bool
    """It could claim another player's tile."""
    action: Action | None
    """What it chose; None if the record ends there, or if it was an error."""


class DecisionPair(msgspec.Struct, frozen=True):
    """The decisions at the same place of both: one of them may be missing."""

    then: OwnDecision | None
    now: OwnDecision | None

    @property
    def differs(self) -> bool:
        """Both decided there, and not alike. Which of two equal tiles was discarded makes no difference."""
        if self.then is None or self.now is None or self.then.action is None or self.now.action is None:
            return False
        return _bare(self.then.action) != _bare(self.now.action)


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

    @property
    def differing(self) -> int:
        """How many decisions were made at the same place and not alike."""
        return sum(pair.differs for pair in self.decisions)

    @property
    def compared(self) -> int:
        """How many decisions were made at the same place."""
        return sum(bool(pair.then and pair.now) for pair in self.decisions)


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
    hands = [HandPair(_entry(recorded, number, seat), _entry(played, number, seat)) for number in range(most)]
    return BranchComparison(tuple(paired(then, now)), tuple(hands))


def _entry(hands: Sequence[RecordedHand], number: int, seat: int) -> HandEntry | None:
    return hand_entry("", hands[number], seat) if number < len(hands) else None


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
    turns, found = line.turns(seat), []
    for stop in line.decisions(seat):
        if stop >= step:
            turn = sum(begun <= stop for begun in turns)
            found.append(_decision(heard[stop], turn, seat, heard[stop + 1 :]))
    return found


def _decision(event: ev.Event, turn: int, seat: int, following: Sequence[ev.Event]) -> OwnDecision:
    told = [each for each in following if not isinstance(each, CONSEQUENCES)]
    match event:
        case ev.Tsumo(actor=actor, pai=pai) if actor == seat:
            return OwnDecision(turn, TILE_OF[pai], False, _move(told, TILE_OF[pai]))
        case ev.Chi(actor=actor) | ev.Pon(actor=actor) if actor == seat:
            return OwnDecision(turn, None, False, _move(told, None))
        case ev.Dahai(pai=pai) | ev.Kakan(pai=pai):
            return OwnDecision(turn, TILE_OF[pai], True, _claim(told, seat, TILE_OF[pai]))
        case ev.Ankan(consumed=consumed):
            return OwnDecision(turn, TILE_OF[consumed[0]], True, _claim(told, seat, TILE_OF[consumed[0]]))
    return OwnDecision(turn, None, True, None)


def _move(told: Sequence[ev.Event], drawn: Tile | None) -> Action | None:
    """What was done in the own turn."""
    match told[:2]:
        case [ev.Dahai(pai=pai, tsumogiri=tsumogiri), *_]:
            return Action(ActionKind.DISCARD, TILE_OF[pai], tsumogiri=tsumogiri)
        case [ev.Reach(), ev.Dahai(pai=pai, tsumogiri=tsumogiri)]:
            return Action(ActionKind.RIICHI, TILE_OF[pai], tsumogiri=tsumogiri)
        case [ev.Ankan(consumed=consumed), *_]:
            return Action(ActionKind.CLOSED_KAN, consumed=tuple(TILE_OF[name] for name in consumed))
        case [ev.Kakan(pai=pai), *_]:
            return Action(ActionKind.ADDED_KAN, TILE_OF[pai])
        case [ev.Hora(), *_]:
            return Action(ActionKind.TSUMO, drawn)
        case [ev.Ryukyoku(actor=int()), *_]:
            return Action(ActionKind.NINE_TERMINALS)
    return None


def _claim(told: Sequence[ev.Event], seat: int, tile: Tile) -> Action | None:
    """What was done about another player's tile."""
    if not told:
        return None
    wins = list(takewhile(lambda event: isinstance(event, ev.Hora), told))
    if any(ev.actor_of(win) == seat for win in wins):
        return Action(ActionKind.RON, tile)
    match told[0]:
        case ev.Foul(actor=actor) if actor == seat:
            return None
        case ev.Ryukyoku(reason=DrawReason.TRIPLE_RON):
            # three won, and the record does not say who did not
            return None
        case ev.Chi() | ev.Pon() | ev.Daiminkan() as call if call.actor == seat:
            own = tuple(TILE_OF[name] for name in call.consumed)
            return Action(_CALLS[type(call)], TILE_OF[call.pai], own)
    return PASS


def _bare(action: Action) -> Action:
    """The choice, without which of two equal tiles it was."""
    return action._replace(tsumogiri=False, consumed=tuple(sorted(action.consumed)))
