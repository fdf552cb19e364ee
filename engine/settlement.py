"""How a hand ends: wins, which may be said and challenged; draws, with what is declared there; penalties.

``engine.ending`` and ``engine.payments`` say what each end is worth; this is the order of the steps to it.
They are imported where a hand ends: none begins with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from engine import events as ev
from engine.actions import Action, ActionKind
from engine.options import options
from engine.round_state import RoundState
from engine.table import Phase
from engine.wall import PLAYERS

if TYPE_CHECKING:
    from engine.offences import Offence
    from engine.outcome import Outcome, WinResult
    from engine.win_counts import WinCount

    Abortive = Literal["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]
    """Values of ``DrawReason``, which is imported with the first hand that ends."""


class Settlement(RoundState):
    """A hand that can be won, drawn and penalised."""

    # -- wins ----------------------------------------------------------------------------------------

    def _win(self, winners: Sequence[int], target: int) -> None:
        from engine.ending import call_events, wins_of

        self._menus = {}
        if self.rules.value_said or any(seat in self.rules.unchecked for seat in winners):
            for call in call_events(self.table, self.views, self.wall, winners, target):
                self._emit(call)
            self._ask_counts()
        else:
            self._pay(wins_of(self.table, self.views, self.wall, winners, target))

    def _pay(self, wins: tuple[WinResult, ...]) -> None:
        from engine.ending import win_events
        from engine.outcome import Outcome

        for event in win_events(wins):
            self._emit(event)
        self.outcome = Outcome(wins=wins)

    def _ask_counts(self) -> None:
        """The next winner says the value; when all have, the wins are paid."""
        from engine.called_wins import paid_win

        self._menus = {}
        while (winner := self.table.counting) is not None:
            menu = options(self.views[winner])
            if self.rules.value_said or winner in self.rules.unchecked:
                self._menus = {winner: menu}
                return
            self._emit_count(winner, menu.actions[0].said)
        struck = {seat for seat, each in self.table.challenged.items() if each.right and self._wrong(seat)}
        winners = [seat for seat in self.table.called if seat not in struck]
        self._pay(tuple(paid_win(self.table, seat, winners) for seat in winners))

    def _wrong(self, winner: int) -> Offence | None:
        from engine.fouls import wrong_win

        return wrong_win(self.views[winner])

    def _emit_count(self, winner: int, said: WinCount | None) -> None:
        assert said is not None
        yaku, points = list(said.yaku), list(said.deltas)
        self._emit(ev.WinCounted(winner, yaku, said.han, said.fu, points, said.mixed))

    def _count(self, winner: int, said: WinCount | None) -> None:
        self._emit_count(winner, said)
        if self.table.phase is Phase.CHALLENGE:
            self._ask_challenges()
        else:
            self._ask_counts()

    def _ask_challenges(self) -> None:
        menus = {seat: options(view) for seat, view in enumerate(self.views)}
        self._menus = {seat: menu for seat, menu in menus.items() if menu}
        if not self._menus:
            self._settle_challenge({})

    def _settle_challenge(self, choices: Mapping[int, Action]) -> None:
        """The challenger nearest to the winner is right or wrong about the win or its value."""
        from engine.called_wins import is_miscounted

        winner = next(reversed(self.table.counted))
        challengers = [seat for seat, action in choices.items() if action.kind is ActionKind.CHALLENGE]
        if not challengers:
            self._emit(ev.Accepted(winner))
            self._ask_counts()
            return
        seat = min(challengers, key=lambda seat: (seat - winner) % PLAYERS)
        offence = self._wrong(winner)
        right = offence is not None or is_miscounted(self.table, winner)
        self._emit(ev.Challenged(seat, winner, right, None if right else self._price(seat, winner)))
        if offence is not None and not any(each != winner for each in self.table.called):
            self._penalise([(winner, offence)])
        else:
            self._ask_counts()

    def _price(self, challenger: int, winner: int) -> list[int]:
        deltas = [0] * PLAYERS
        deltas[challenger] -= self.rules.challenge_price
        deltas[winner] += self.rules.challenge_price
        return deltas

    # -- draws ---------------------------------------------------------------------------------------

    def _exhaust(self) -> None:
        """The wall is empty: tenpai is judged, or declared by the players, riichi hands shown."""
        if self.rules.errors == "prevented":
            self._draw_out()
            return
        self._emit(ev.Exhausted())
        if fouls := self._found():
            self._penalise(fouls)
        else:
            self._ask_tenpai()

    def _declare(self, action: Action) -> None:
        seat = self.table.turn
        mistake = self._menus[seat].mistake(action)
        self._emit(ev.Tenpai(seat) if action.kind is ActionKind.TENPAI else ev.Noten(seat))
        if mistake is not None:
            self._penalise([(seat, mistake.offence)])
        if self.outcome is None:
            self._ask_tenpai()

    def _ask_tenpai(self) -> None:
        """The next seat that can declare; a dead hand is noten by itself."""
        self._menus = {}
        while len(self.table.declared) < PLAYERS:
            view = self.views[self.table.turn]
            if menu := options(view):
                self._menus = {view.seat: menu}
                return
            self._emit(ev.Noten(view.seat))
        self._draw_out()

    def _draw_out(self) -> None:
        from engine.ending import drawn_out

        self._end(drawn_out(self.table, self.own))

    def _abort(self, name: Abortive, declarer: int | None = None) -> None:
        from engine.ending import aborted
        from engine.outcome import DrawReason

        reason = DrawReason(name)
        if reason.shows_riichi and (fouls := self._found()):
            self._penalise(fouls)
            return
        self._end(aborted(self.table, self.own, reason, declarer))

    def _end(self, outcome: Outcome) -> None:
        draw = outcome.draw
        assert draw is not None
        self._menus = {}
        self._emit(
            ev.Ryukyoku(
                deltas=list(draw.deltas),
                reason=draw.reason.value,
                tenpais=list(draw.tenpai),
                actor=draw.declarer,
            )
        )
        self.outcome = outcome

    # -- penalties -----------------------------------------------------------------------------------

    def _found(self) -> list[tuple[int, Offence]]:
        """Fouls that show when the hands are laid open."""
        from engine.fouls import found

        return found(self.views)

    def _penalise(self, fouls: Sequence[tuple[int, Offence]]) -> None:
        """Penalise fouls. If one is a chombo, the hand ends."""
        if self._emit_fouls(fouls):
            self._end_by_chombo()

    def _end_by_chombo(self) -> None:
        from engine.ending import chombo

        self._end(chombo(self.table, self.own))

    def _emit_fouls(self, fouls: Sequence[tuple[int, Offence]]) -> bool:
        """Penalise fouls; if one is a chombo, chombos only. Returns whether one is."""
        from engine.offences import Penalty, penalty_for

        penalties = [(seat, offence, penalty_for(self.rules, offence)) for seat, offence in fouls]
        chombos = [foul for foul in penalties if foul[2] is Penalty.CHOMBO]
        for seat, offence, penalty in chombos or penalties:
            assert penalty is not None
            self._emit(ev.Foul(seat, offence.value, penalty.value))
        return bool(chombos)
