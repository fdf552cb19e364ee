"""Derive facts about one seat from the events of a hand, for remarks and for the tree of tried choices."""

from __future__ import annotations

from dataclasses import dataclass

from ai.lessons.lesson_notation import Remark, Trigger
from ai.reading.passed_wins import PassEffect, passing
from engine import events as ev
from engine.actions import Refusal
from engine.furiten import Cause, FuritenKind
from engine.offences import Offence, Penalty
from engine.outcome import DrawReason
from engine.round import Round
from engine.tiles import KIND_OF, TILE_OF, Tile


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact. ``events`` is the number of events of the hand up to it.

    ``tile`` is the tile drawn, discarded, passed or won on; ``causes`` are the causes of the furiten entered
    or left.
    """

    when: Trigger
    events: int
    tile: Tile | None = None
    causes: tuple[Cause, ...] = ()
    refusal: Refusal | None = None
    """Why a tile of the wait could not be won on."""
    offence: Offence | None = None
    """What was penalised."""

    @property
    def kind(self) -> FuritenKind | None:
        """The kind of furiten entered or left."""
        return self.causes[0].kind if self.causes else None


class HandFacts:
    """The facts of a hand for one seat; call ``observe`` with the hand after each event."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.facts: list[Fact] = []
        self._events = 0
        self._furiten: tuple[Cause, ...] = ()
        self._offer: PassEffect | None = None
        """A winning tile that has not passed yet."""

    def observe(self, game: Round, event: ev.Event) -> None:
        """Add the facts of the event."""
        self._events += 1
        self._settle(event)
        self._note_event(game, event)
        view = game.view(self.seat)
        if game.outcome is None and not isinstance(event, ev.ResultEvent):
            self._compare(view.furiten)
        if isinstance(event, ev.Tsumo | ev.OfferEvent):
            effect = passing(view)
            # a tile that has passed already would be noted twice
            self._offer = effect if effect is not None and effect.completes and not effect.passed else None

    def _note(
        self,
        when: Trigger,
        tile: Tile | None = None,
        causes: tuple[Cause, ...] = (),
        refusal: Refusal | None = None,
        offence: Offence | None = None,
    ) -> None:
        self.facts.append(Fact(when, self._events, tile, causes, refusal, offence))

    def _settle(self, event: ev.Event) -> None:
        """Note whether the winning tile on offer has passed."""
        if self._offer is None or isinstance(event, ev.Foul):
            return
        offer, self._offer = self._offer, None
        if isinstance(event, ev.WinEvent) or (
            isinstance(event, ev.Ryukyoku) and event.reason == DrawReason.CHOMBO
        ):
            return
        if offer.refusal is None:
            self._note(Trigger.PASSED, offer.tile)
        elif not offer.own:
            self._note(Trigger.MISSED, offer.tile, refusal=offer.refusal)

    def _compare(self, furiten: tuple[Cause, ...]) -> None:
        """Note which furiten began and which ended."""
        before, self._furiten = self._furiten, furiten
        for kind in FuritenKind:
            was = tuple(cause for cause in before if cause.kind is kind)
            now = tuple(cause for cause in furiten if cause.kind is kind)
            if now and not was:
                self._note(Trigger.ENTERED, now[0].tile, now)
            elif was and not now:
                self._note(Trigger.LEFT, was[0].tile, was)

    def _note_event(self, game: Round, event: ev.Event) -> None:
        """Note the facts in the event itself."""
        match event:
            case ev.Tsumo(actor=self.seat, pai=pai):
                self._note(Trigger.DRAWS, TILE_OF[pai])
            case ev.Dahai(actor=self.seat, pai=pai):
                self._note(Trigger.DISCARDS, TILE_OF[pai])
                self._declared(game)
            case ev.Dahai(pai=pai) | ev.Kakan(pai=pai) if event.actor != self.seat:
                self._note(Trigger.OTHERS_THROW, TILE_OF[pai])
            case ev.Hora():
                self._won(game, event)
            case ev.Ryukyoku(reason=reason) if reason != DrawReason.CHOMBO:
                self._note(Trigger.DRAWN)
            case ev.Foul(actor=self.seat, penalty=penalty) if penalty != Penalty.WARNING:
                when = Trigger.CHOMBO if penalty == Penalty.CHOMBO else Trigger.DEAD_HAND
                self._note(when, offence=Offence(event.offence))
            case ev.Chi(actor=self.seat) | ev.Pon(actor=self.seat) | ev.Daiminkan(actor=self.seat):
                self._note(Trigger.CALLS, TILE_OF[event.pai])
            case ev.ReachAccepted(actor=self.seat):
                self._note(Trigger.BET_PAID)
            case ev.WinCalled(actor=self.seat, pai=pai):
                self._note(Trigger.WIN_CALLED, TILE_OF[pai])
            case ev.WinCounted(actor=self.seat, mixed=True):
                self._note(Trigger.MIXED)

    def _declared(self, game: Round) -> None:
        view = game.view(self.seat)
        if view.me.pond[-1].riichi:
            causes = view.furiten
            when = Trigger.FURITEN_RIICHI if causes else Trigger.RIICHI
            self._note(when if view.waits else Trigger.NOTEN_RIICHI, view.me.pond[-1].tile, causes)

    def _won(self, game: Round, event: ev.Hora) -> None:
        tile = None if event.pai is None else TILE_OF[event.pai]
        if event.actor == self.seat:
            self._note(Trigger.TSUMO if event.target == self.seat else Trigger.RON, tile)
        else:
            self._note(Trigger.DEALT_IN if event.target == self.seat else Trigger.OTHERS_WON, tile)


def fits(remark: Remark, fact: Fact) -> bool:
    """Whether that fact triggers the remark."""
    if remark.when is not fact.when:
        return False
    if remark.tile is not None:
        return fact.tile is not None and KIND_OF[fact.tile] == remark.tile
    if remark.offence is not None:
        return remark.offence is fact.offence
    return remark.kind is None or remark.kind is fact.kind
