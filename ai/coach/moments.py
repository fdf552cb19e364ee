"""After a hand: the moments that mattered to one seat, from the events as it heard them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from ai.coach.choice_warnings import Better, caution, win_points
from ai.coach.dangerous_discards import DangerousDiscard, dangerous
from ai.reading.acceptance import AcceptedTile
from ai.reading.pass_effect import PassEffect, passing
from engine import events as ev
from engine.actions import Action, ActionKind, Refusal, Why
from engine.furiten import Cause, FuritenKind
from engine.outcome import DrawReason
from engine.rules import Ruleset
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView

MOST = 5
"""So many moments of a hand are told."""
ENTERED = 300
"""What entering furiten weighs by itself, in points …"""
CHOSEN = 1_000
"""… and where another discard would have left a free wait."""
WORTHLESS = 50
"""What a tile weighs that passed without being worth a win."""


class Ended(StrEnum):
    """How a furiten ended."""

    WAITS_CHANGED = "waits-changed"
    """The hand came to wait on something else."""
    TENPAI_LEFT = "tenpai-left"
    """The hand was no longer tenpai."""
    WON = "won"
    """By tsumo."""
    HAND_OVER = "hand-over"
    """Not before the hand did."""


class FuritenEntered(msgspec.Struct, frozen=True):
    """The hand became furiten by what it had discarded.

    ``missed`` are the winning tiles that went by for it, in their order. ``better`` is a discard that would
    have left a free wait instead, None where there was none worth it.
    """

    causes: tuple[Cause, ...]
    waits: tuple[AcceptedTile, ...]
    ended: Ended = Ended.HAND_OVER
    until: int = 0
    """The own turn on which it ended."""
    missed: tuple[Tile, ...] = ()
    better: Better | None = None


class WinMissed(msgspec.Struct, frozen=True):
    """A tile that completed the hand went by.

    ``refusal`` is why it could not be won on, None when it could: then it was let go. ``points`` is what it
    would have brought, furiten apart, None when it was worth no win. ``cause`` is the furiten that it left.
    """

    seat: int
    """Who threw it, or added it to a pon; the own seat for a draw."""
    refusal: Refusal | None
    points: int | None
    cause: Cause | None


class Moment(msgspec.Struct, frozen=True):
    """One moment of a hand.

    ``events`` is how many events of the hand make the position: that in which the seat chose, or in which
    the tile was on offer. ``turn`` is the seat's turn, counted from 1: the discards that it had made, and
    one more where it was to make one. ``weight`` orders moments by how much they mattered, in points, about.
    """

    turn: int
    events: int
    tile: Tile
    """The tile thrown, or the winning tile that went by."""
    weight: int
    facts: FuritenEntered | WinMissed | DangerousDiscard


def review(rules: Ruleset, seat: int, events: Sequence[ev.Event], most: int = MOST) -> tuple[Moment, ...]:
    """What mattered in a hand for that seat, what mattered most first; at most so many moments.

    ``events`` are those of the hand, ``start_kyoku`` first, as the seat heard them; it may still be going on.
    """
    reading = _Reading(rules, seat, events)
    found = sorted(reading.moments(), key=lambda moment: (-moment.weight, moment.events))
    return tuple(found[:most])


class _Reading:
    """One walk over the events of a hand."""

    def __init__(self, rules: Ruleset, seat: int, events: Sequence[ev.Event]) -> None:
        self.rules, self.seat, self.events = rules, seat, events
        self.view = SeatView.from_events(rules, seat, events[:1])
        self.missed: list[Moment] = []
        self.spells: list[Moment] = []
        self.risks: dict[int, Moment] = {}
        """The worst dangerous discard against each player."""
        self._offer: tuple[Moment, WinMissed] | None = None
        """A winning tile that has not gone by yet."""
        self._inside = False
        """Whether the last spell of discard furiten lasts."""
        self._thrown: tuple[int, ev.Dahai] | None = None
        """The last own discard, and how many events came before it was chosen."""

    def moments(self) -> list[Moment]:
        """Everything, in no order."""
        for number, event in enumerate(self.events[1:], 1):
            self._settle(event)
            if isinstance(event, ev.Hora):
                self._won(event)
            if isinstance(event, ev.Dahai) and event.actor == self.seat:
                self._weigh(number, event)
            self.view.apply(event)
            if isinstance(event, ev.Dahai | ev.Ankan | ev.Kakan | ev.Daiminkan) and event.actor == self.seat:
                self._look_at_waits(number, event)
            self._look_at_offer(number + 1, event)
        self._settle(None)
        draws = {moment.events for moment in self.missed if _own_draw(moment, self.seat)}
        spells = [_weighed(spell, self.missed) for spell in self.spells if spell.events not in draws]
        return [*spells, *_worth_telling(self.missed), *self.risks.values()]

    # -- winning tiles -------------------------------------------------------------------------------

    def _look_at_offer(self, count: int, event: ev.Event) -> None:
        """Note a tile that completes the hand, until it is known whether it is won on."""
        if not isinstance(event, ev.Dahai | ev.Kakan | ev.Ankan | ev.Tsumo):
            return
        own = event.actor == self.seat
        if own is not isinstance(event, ev.Tsumo):
            return
        effect = passing(self.view)
        if effect is None or not effect.completes or effect.passed:
            return
        if not effect.can_win and (own or effect.cause is None):
            return  # there was nothing to take, and nothing comes of it
        facts = self._missed(effect)
        turn = len(self.view.me.pond) + own
        weight = WORTHLESS if facts.points is None else facts.points
        self._offer = Moment(turn, count, effect.tile, weight, facts), facts

    def _missed(self, effect: PassEffect) -> WinMissed:
        points = win_points(self.view, effect.tile, tsumo=effect.own)
        by = self.seat if effect.own else self.view.table.turn
        return WinMissed(by, effect.refusal, points, effect.cause)

    def _settle(self, event: ev.Event | None) -> None:
        """Whether the tile on offer has gone by, now that it is known what came next."""
        if self._offer is None or isinstance(event, ev.Foul | ev.Dora):
            return
        moment, facts = self._offer
        could_win = facts.refusal is None
        if isinstance(event, ev.Hora):
            # another may have been nearer: only who could not win at all has missed it
            if event.actor == self.seat or could_win:
                self._offer = None
            return
        self._offer = None
        aborted = isinstance(event, ev.Ryukyoku) and event.reason == DrawReason.TRIPLE_RON
        if not (aborted and could_win):
            self.missed.append(moment)

    # -- discard furiten -----------------------------------------------------------------------------

    def _look_at_waits(self, number: int, event: ev.Event) -> None:
        """After the own move: whether the hand is furiten by its discards now, or no longer."""
        view = self.view
        causes = tuple(cause for cause in view.furiten if cause.kind is FuritenKind.DISCARD)
        if self._inside and not causes:
            self._end(Ended.WAITS_CHANGED if view.waits else Ended.TENPAI_LEFT, len(view.me.pond))
        elif causes and not self._inside:
            self._inside = True
            self.spells.append(self._entered(number, event, causes))

    def _entered(self, number: int, event: ev.Event, causes: tuple[Cause, ...]) -> Moment:
        view, left = self.view, self.view.left()
        waits = tuple(AcceptedTile(kind, left[kind]) for kind in view.waits)
        facts = FuritenEntered(causes, waits)
        if not isinstance(event, ev.Dahai):
            return Moment(len(view.me.pond) + 1, number, causes[0].tile, ENTERED, facts)
        count, tile = self._decided(number), TILE_OF[event.pai]
        before = SeatView.from_events(self.rules, self.seat, self.events[:count])
        kind = ActionKind.DISCARD if count == number else ActionKind.RIICHI
        said = caution(before, Action(kind, tile, tsumogiri=event.tsumogiri))
        better = None if said is None else said.better
        weight = ENTERED if better is None else CHOSEN
        return Moment(len(view.me.pond), count, tile, weight, replace(facts, better=better))

    def _decided(self, number: int) -> int:
        """How many events came before the choice that led to a discard: riichi is declared before it."""
        declared = isinstance(self.events[number - 1], ev.Reach)
        return number - declared

    def _end(self, ended: Ended, turn: int) -> None:
        spell = self.spells[-1]
        assert isinstance(spell.facts, FuritenEntered)
        self.spells[-1] = replace(spell, facts=replace(spell.facts, ended=ended, until=turn))
        self._inside = False

    # -- dangerous discards --------------------------------------------------------------------------

    def _weigh(self, number: int, event: ev.Dahai) -> None:
        """Whether the own discard that is about to be made is dangerous, with a safer tile in the hand."""
        self._thrown = self._decided(number), event
        facts = dangerous(self.view, TILE_OF[event.pai])
        if facts is None or not facts.needless:
            return
        known = self.risks.get(facts.seat)
        if known is None or known.weight < facts.risk:
            self.risks[facts.seat] = self._risk(facts, facts.risk)

    def _won(self, event: ev.Hora) -> None:
        """A win: out of furiten, or over the own discard."""
        if event.actor == self.seat:
            if self._inside:
                self._end(Ended.WON, len(self.view.me.pond) + 1)
            return
        if event.target != self.seat or self._thrown is None or self.view.table.discards[-1][0] != self.seat:
            return
        count, thrown = self._thrown
        before = SeatView.from_events(self.rules, self.seat, self.events[:count])
        facts = dangerous(before, TILE_OF[thrown.pai], event.actor)
        if facts is not None:
            paid = -event.deltas[self.seat] if event.deltas else 0
            self.risks[event.actor] = self._risk(replace(facts, paid=paid), max(paid, facts.risk))

    def _risk(self, facts: DangerousDiscard, weight: int) -> Moment:
        assert self._thrown is not None
        count, thrown = self._thrown
        turn = sum(isinstance(event, ev.Dahai) and event.actor == self.seat for event in self.events[:count])
        return Moment(turn + 1, count, TILE_OF[thrown.pai], weight, facts)


def _own_draw(moment: Moment, seat: int) -> bool:
    return isinstance(moment.facts, WinMissed) and moment.facts.seat == seat


def _worth_telling(missed: Sequence[Moment]) -> list[Moment]:
    """Of tiles that could not have won anyway, the first."""
    told: list[Moment] = []
    for moment in missed:
        if moment.weight > WORTHLESS or all(each.weight > WORTHLESS for each in told):
            told.append(moment)
    return told


def _weighed(spell: Moment, missed: Sequence[Moment]) -> Moment:
    """A spell of furiten with the tiles that went by for it."""
    assert isinstance(spell.facts, FuritenEntered)
    last = spell.facts.until or None
    lost = [
        moment
        for moment in missed
        if spell.events < moment.events and (last is None or moment.turn < last) and _for_furiten(moment)
    ]
    facts = replace(spell.facts, missed=tuple(moment.tile for moment in lost))
    return replace(spell, weight=spell.weight + sum(moment.weight for moment in lost), facts=facts)


def _for_furiten(moment: Moment) -> bool:
    facts = moment.facts
    return isinstance(facts, WinMissed) and facts.refusal is not None and facts.refusal.why is Why.FURITEN
