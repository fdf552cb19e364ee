"""Review a finished hand: the moments that mattered to one seat, from the events it saw."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from ai.coach import Better, caution
from ai.reading.estimates import AcceptedTile
from ai.reading.furiten_advice import passing, present_waits, win_points
from ai.review.dangerous_discards import DangerousDiscard, dangerous
from engine import events as ev
from engine.actions import Action, ActionKind, Refusal, Why
from engine.furiten import Cause, FuritenKind
from engine.outcome import DrawReason
from engine.records.timeline import Position, Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView

MOST = 5
"""The most moments that a review lists."""
ALL_MOMENTS = 99
"""More than any hand has."""
ENTERED = 300
"""The weight, in points, of entering furiten …"""
CHOSEN = 1_000
"""… and if another discard would have left a wait without furiten."""
WORTHLESS = 50
"""The weight, in points, of a passed tile that completed the hand without a valid win."""


class Ended(StrEnum):
    """The end of a furiten."""

    WAITS_CHANGED = "waits-changed"
    """The waits of the hand changed."""
    TENPAI_LEFT = "tenpai-left"
    """The hand was no longer tenpai."""
    WON = "won"
    """By tsumo."""
    HAND_OVER = "hand-over"
    """It lasted until the hand ended."""


class FuritenEntered(msgspec.Struct, frozen=True):
    """The hand became furiten by its own discards.

    ``missed`` are the winning tiles that passed because of it, in order; ``missed_points`` is what the first
    of them that was worth a win would have paid. ``better`` is a discard that would have left a wait without
    furiten, None if there was none worth choosing.
    """

    causes: tuple[Cause, ...]
    waits: tuple[AcceptedTile, ...]
    ended: Ended = Ended.HAND_OVER
    until: int = 0
    """The own turn on which it ended."""
    missed: tuple[Tile, ...] = ()
    missed_points: int | None = None
    better: Better | None = None


class WinMissed(msgspec.Struct, frozen=True):
    """A tile that completed the hand passed.

    ``refusal`` is why the seat could not win on it, None when it could have. ``points`` is what the win would
    have paid, furiten apart, None when it was worth no win. ``cause`` is the furiten that it left.
    """

    seat: int
    """The seat that discarded it or added it to a pon; the own seat for a draw."""
    refusal: Refusal | None
    points: int | None
    cause: Cause | None


class Moment(msgspec.Struct, frozen=True):
    """One moment of a hand.

    ``events`` counts the events of the hand up to the position in which the seat chose, or in which the tile
    was on offer. ``turn`` is that of the seat, whoever discarded the tile; 1 before its first.
    ``weight`` is about how much the moment mattered, in points.
    """

    turn: int
    events: int
    tile: Tile
    """The discarded tile, or the winning tile that passed."""
    weight: int
    facts: FuritenEntered | WinMissed | DangerousDiscard


def review(rules: Ruleset, seat: int, events: Sequence[ev.Event], most: int = MOST) -> tuple[Moment, ...]:
    """The moments of a hand that mattered to a seat, by descending weight; at most ``most`` of them.

    ``events`` are those of the hand, ``start_kyoku`` first, masked or not; the hand may be in play.
    """
    walk = _HandWalk(timeline(rules, events, seat), seat)
    found = sorted(walk.moments(), key=lambda moment: (-moment.weight, moment.events))
    return tuple(found[:most])


class _HandWalk:
    """One pass through the positions of a hand."""

    def __init__(self, positions: Timeline, seat: int) -> None:
        self.positions, self.seat = positions, seat
        self.missed: list[Moment] = []
        self.spells: list[Moment] = []
        self.risks: dict[int, Moment] = {}
        """The worst dangerous discard against each player."""
        self._offer: tuple[Moment, WinMissed] | None = None
        """A winning tile on offer that has not passed yet."""
        self._ends: dict[int, int | None] = {}
        """The event that ended a period of discard furiten, by the ``events`` of its moment; None: a win."""
        self._inside = False
        """Whether the last period of discard furiten still lasts."""
        self._thrown: tuple[int, ev.Dahai] | None = None
        """The last own discard, and the index of the position in which it was chosen."""

    def moments(self) -> list[Moment]:
        for position in self.positions:
            event, following = position.event, position.next_event
            view = position.view
            # after these moves a hand has 13 tiles again, with possibly new waits
            settles = event.is_kan or isinstance(event, ev.Dahai)
            if settles and view.table.turn == self.seat:
                causes = tuple(cause for cause in view.furiten if cause.kind is FuritenKind.DISCARD)
                if self._inside and not causes:
                    self._end(Ended.WAITS_CHANGED if view.waits else Ended.TENPAI_LEFT, view, position.index)
                elif causes and not self._inside:
                    self._inside = True
                    self.spells.append(self._entered(position.index, event, causes, view))
            if isinstance(event, ev.Tsumo | ev.OfferEvent):
                self._look_at_offer(position.index + 1, event, view)
            self._settle(following)
            if isinstance(following, ev.Hora):
                self._won(following, view)
            if isinstance(following, ev.Dahai) and following.actor == self.seat:
                self._weigh(position, following)
        draws = {
            moment.events
            for moment in self.missed
            if isinstance(moment.facts, WinMissed) and moment.facts.seat == self.seat
        }
        spells = [
            _weighed(spell, self.missed, self._ends.get(spell.events))
            for spell in self.spells
            if spell.events not in draws
        ]
        told: list[Moment] = []
        for moment in self.missed:
            if moment.weight > WORTHLESS or all(each.weight > WORTHLESS for each in told):
                told.append(moment)
        return [*spells, *told, *self.risks.values()]

    # -- winning tiles -------------------------------------------------------------------------------

    def _look_at_offer(self, count: int, event: ev.Event, view: SeatView) -> None:
        """Note a tile that completes the hand, until the next event shows whether the seat wins on it."""
        own = view.table.turn == self.seat
        if own is not isinstance(event, ev.Tsumo):
            return
        effect = passing(view)
        if effect is None or not effect.completes or effect.passed:
            return
        if not effect.can_win and (own or effect.cause is None):
            return  # no win was possible, and no furiten follows
        points = win_points(view, effect.tile, tsumo=effect.own)
        by = self.seat if effect.own else view.table.turn
        facts = WinMissed(by, effect.refusal, points, effect.cause)
        turn = view.table.turn_of(self.seat) or 1
        weight = WORTHLESS if facts.points is None else facts.points
        self._offer = Moment(turn, count, effect.tile, weight, facts), facts

    def _settle(self, event: ev.Event | None) -> None:
        """Decide from the next event whether the tile on offer has passed; None is the end of the hand."""
        open_still = event is not None and event.leaves_offer and not isinstance(event, ev.Hora)
        if self._offer is None or open_still:
            return
        moment, facts = self._offer
        could_win = facts.refusal is None
        if isinstance(event, ev.Hora):
            # the winner may have been nearer in turn order: only a seat that could not win at all missed it
            if event.actor == self.seat or could_win:
                self._offer = None
            return
        self._offer = None
        aborted = isinstance(event, ev.Ryukyoku) and event.reason == DrawReason.TRIPLE_RON
        if not (aborted and could_win):
            self.missed.append(moment)

    # -- discard furiten -----------------------------------------------------------------------------

    def _entered(self, index: int, event: ev.Event, causes: tuple[Cause, ...], view: SeatView) -> Moment:
        facts = FuritenEntered(causes, present_waits(view))
        if not isinstance(event, ev.Dahai):
            return Moment(len(view.me.pond) + 1, index, causes[0].tile, ENTERED, facts)
        chosen, tile = self.positions.chosen_at(index), TILE_OF[event.pai]
        kind = ActionKind.RIICHI if view.me.pond[-1].riichi else ActionKind.DISCARD
        said = caution(self.positions.at(chosen).view, Action(kind, tile, tsumogiri=event.tsumogiri))
        better = None if said is None else said.better
        weight = ENTERED if better is None else CHOSEN
        return Moment(len(view.me.pond), chosen + 1, tile, weight, replace(facts, better=better))

    def _end(self, ended: Ended, view: SeatView, index: int | None) -> None:
        """The period of discard furiten ends with the event at ``index``, or with the hand (None)."""
        turn, spell = view.table.turn_of(self.seat), self.spells[-1]
        self._ends[spell.events] = index
        assert isinstance(spell.facts, FuritenEntered)
        self.spells[-1] = replace(spell, facts=replace(spell.facts, ended=ended, until=turn))
        self._inside = False

    # -- dangerous discards --------------------------------------------------------------------------

    def _weigh(self, position: Position, event: ev.Dahai) -> None:
        """Note the own discard that comes next if it is dangerous and the hand holds a safer tile."""
        self._thrown = self.positions.chosen_at(position.index + 1), event
        facts = dangerous(position.view, TILE_OF[event.pai])
        if facts is None or not facts.needless:
            return
        known = self.risks.get(facts.seat)
        if known is None or known.weight < facts.risk:
            self.risks[facts.seat] = self._risk(facts, facts.risk, position.view)

    def _won(self, event: ev.Hora, view: SeatView) -> None:
        """Note a win that comes next: the seat's own, or one on its discard."""
        if event.actor == self.seat:
            if self._inside:
                self._end(Ended.WON, view, None)
            return
        if event.target != self.seat or self._thrown is None or view.table.discards[-1][0] != self.seat:
            return
        chosen, thrown = self._thrown
        before = self.positions.at(chosen).view
        facts = dangerous(before, TILE_OF[thrown.pai], event.actor)
        if facts is not None:
            paid = -event.deltas[self.seat] if event.deltas else 0
            self.risks[event.actor] = self._risk(replace(facts, paid=paid), max(paid, facts.risk), before)

    def _risk(self, facts: DangerousDiscard, weight: int, before: SeatView) -> Moment:
        assert self._thrown is not None
        chosen, thrown = self._thrown
        return Moment(len(before.me.pond) + 1, chosen + 1, TILE_OF[thrown.pai], weight, facts)


def _weighed(spell: Moment, missed: Sequence[Moment], end: int | None) -> Moment:
    """A period of furiten with the winning tiles that passed because of it."""
    assert isinstance(spell.facts, FuritenEntered)
    lost = [
        moment
        for moment in missed
        if spell.events < moment.events and (end is None or moment.events <= end) and _for_furiten(moment)
    ]
    told = [moment.facts.points for moment in lost if isinstance(moment.facts, WinMissed)]
    facts = replace(
        spell.facts,
        missed=tuple(moment.tile for moment in lost),
        missed_points=next((points for points in told if points is not None), None),
    )
    return replace(spell, weight=spell.weight + sum(moment.weight for moment in lost), facts=facts)


def _for_furiten(moment: Moment) -> bool:
    facts = moment.facts
    return isinstance(facts, WinMissed) and facts.refusal is not None and facts.refusal.why is Why.FURITEN
