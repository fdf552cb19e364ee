"""One hand, from the deal to its outcome: whose decision it is, what may be done, and what follows.

The state changes by ``step`` alone, and only through events; the table and the four hands fold the same
events that a record holds. ``engine.legal`` says what is legal, ``engine.payments`` who pays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine import events as ev
from engine.actions import PASS, Action, ActionKind, IllegalAction
from engine.legal.calls import four_kans_draw
from engine.legal.ryukyoku import four_riichi, four_winds
from engine.melds import MeldKind
from engine.options import options, refuse
from engine.rules import Ruleset
from engine.settlement import Settlement
from engine.table import Phase
from engine.tiles import MJAI, TILE_OF, Kind, Tile
from engine.wall import PLAYERS, Wall

if TYPE_CHECKING:
    from engine.fouls import Mistake
    from engine.offences import Offence


class Round(Settlement):
    """One hand.

    ``acting`` are the seats that must choose now, each with its ``options``; ``step`` takes one action of
    each of them at once and returns the events that follow, up to the next decision or the end (``outcome``).
    ``watch`` is called after every event, the first included.
    """

    def __init__(
        self,
        rules: Ruleset,
        wall: Wall,
        *,
        round_wind: Kind,
        kyoku: int,
        honba: int,
        riichi_sticks: int,
        dealer: int,
        scores: Sequence[int],
        watch: Watcher | None = None,
    ) -> None:
        super().__init__(
            rules,
            wall,
            round_wind=round_wind,
            kyoku=kyoku,
            honba=honba,
            riichi_sticks=riichi_sticks,
            dealer=dealer,
            scores=scores,
        )
        self._owed_dora = 0
        """Kan dora to be turned with the next discard, or before the next replacement tile."""
        self._watch = watch
        if watch is not None:
            watch(self, self.events[0])
        self._draw()

    @classmethod
    def from_events(
        cls, rules: Ruleset, wall: Wall, events: Sequence[ev.Event], watch: Watcher | None = None
    ) -> Round:
        """The hand that these events tell, ``start_kyoku`` first and every tile shown, at its next decision.

        ``wall`` is the one that deals it, untouched. ``watch`` is called after each of these events, and no
        more after that. What was chosen is not judged. Raises ValueError when the wall deals other tiles.
        """
        start = events[0]
        if not isinstance(start, ev.StartKyoku):
            raise ValueError("a hand begins with start_kyoku")
        game = cls(
            rules,
            wall,
            round_wind=TILE_OF[start.bakaze],
            kyoku=start.kyoku,
            honba=start.honba,
            riichi_sticks=start.kyotaku,
            dealer=start.oya,
            scores=start.scores,
            watch=watch,
        )
        if game.events != list(events[:2]):
            raise ValueError("the wall deals other tiles")
        for event in events[2:]:
            game._follow(event)
        game._watch = None
        robbed = game.table.robbing
        game._owed_dora = len(game.table.kans) - robbed - (len(game.table.indicators) - 1)
        game._ask_again()
        return game

    def _follow(self, event: ev.Event) -> None:
        """Take in an event that happened, with its tile off the wall."""
        if isinstance(event, ev.Tsumo):
            after_kan = self.table.phase in (Phase.ROB, Phase.KAN)
            tile = self.wall.draw_replacement() if after_kan else self.wall.draw()
            if event.pai != MJAI[tile]:
                raise ValueError("the wall deals other tiles")
        self._emit(event)

    def step(self, choices: Mapping[int, Action]) -> list[ev.Event]:
        """Carry out one action of each acting seat; returns the new events.

        Raises IllegalAction, with nothing changed, when a seat is missing or too many, an action is not
        among its options, or the hand is over.
        """
        self._check(choices)
        before = len(self.events)
        if self.table.phase is Phase.TURN:
            self._act(self.table.turn, choices[self.table.turn])
        elif self.table.phase is Phase.DECLARE:
            self._declare(choices[self.table.turn])
        elif self.table.phase is Phase.COUNT:
            ((seat, action),) = choices.items()
            self._count(seat, action.said)
        elif self.table.phase is Phase.CHALLENGE:
            self._settle_challenge(choices)
        else:
            self._settle_claims(choices)
        return self.events[before:]

    def _check(self, choices: Mapping[int, Action]) -> None:
        for seat, action in choices.items():
            if not 0 <= seat < PLAYERS:
                raise IllegalAction(f"there is no seat {seat}")
            menu = self.options(seat)
            # a count is an option whatever is said with it
            said = action.said is not None and action._replace(said=None) == Action(ActionKind.COUNT)
            said = said and bool(menu.of(ActionKind.COUNT))
            if not said and action not in menu.actions and menu.mistake(action) is None:
                refusal = refuse(self.views[seat], action)
                raise IllegalAction(f"seat {seat} may not {action} now: {refusal.why.value}", refusal)
        if self.outcome is not None:
            raise IllegalAction("the hand is over")
        for seat in self._menus:
            if seat not in choices:
                raise IllegalAction(f"seat {seat} has not chosen")

    def _emit(self, event: ev.Event) -> None:
        super()._emit(event)
        if self._watch is not None:
            self._watch(self, event)

    # -- draws ---------------------------------------------------------------------------------------

    def _draw(self) -> None:
        seat = self.table.turn
        if self.table.phase is Phase.CLAIM:
            seat = (seat + 1) % PLAYERS
        self._take(seat, self.wall.draw())

    def _take(self, seat: int, tile: Tile) -> None:
        self._emit(ev.Tsumo(seat, MJAI[tile]))
        self._menus = {seat: options(self.views[seat])}

    def _turn_indicator(self) -> None:
        if self.rules.kan_dora:
            self._emit(ev.Dora(MJAI[self.wall.indicator(len(self.table.indicators))]))

    def _turn_owed(self) -> None:
        for _ in range(self._owed_dora):
            self._turn_indicator()
        self._owed_dora = 0

    def _finish_kan(self) -> None:
        """The kan is not robbed: indicators as the ruleset times them, then the replacement tile."""
        self._turn_owed()
        closed = self.table.kans[-1][1] is MeldKind.CLOSED_KAN
        if (self.rules.closed_kan_dora if closed else self.rules.open_kan_dora) == "before":
            self._turn_indicator()
        else:
            self._owed_dora = 1
        self._take(self.table.turn, self.wall.draw_replacement())

    # -- a seat's own turn ---------------------------------------------------------------------------

    def _act(self, seat: int, action: Action) -> None:
        if self.rules.errors == "penalised":
            mistake = self._menus[seat].mistake(action)
            if mistake is not None and not mistake.is_unnoticed and not self._stands(seat, mistake):
                self._err(seat, mistake)
                return
        match action.kind:
            case ActionKind.TSUMO:
                self._win([seat], seat)
            case ActionKind.NINE_TERMINALS:
                self._abort("kyuushu_kyuuhai", seat)
            case ActionKind.CLOSED_KAN:
                self._emit(ev.Ankan(seat, [MJAI[tile] for tile in action.consumed]))
                self._offer()
            case ActionKind.ADDED_KAN:
                assert action.tile is not None
                self._emit(ev.Kakan(seat, MJAI[action.tile], [MJAI[tile] for tile in action.consumed]))
                self._offer()
            case _:
                self._discard(seat, action)

    def _discard(self, seat: int, action: Action) -> None:
        assert action.tile is not None
        if action.kind is ActionKind.RIICHI:
            self._emit(ev.Reach(seat))
        self._turn_owed()
        self._emit(ev.Dahai(seat, MJAI[action.tile], action.tsumogiri))
        self._offer()

    # -- claims on a discard or a kan ----------------------------------------------------------------

    def _offer(self) -> None:
        self._menus = {}
        for step in range(1, PLAYERS):
            seat = (self.table.turn + step) % PLAYERS
            if menu := options(self.views[seat]):
                self._menus[seat] = menu
        if not self._menus:
            self._unclaimed()

    def _settle_claims(self, choices: Mapping[int, Action]) -> None:
        """Ron before pon and kan before chi; of several rons the nearest, or all, as the ruleset has it."""
        if self.rules.errors == "penalised":
            choices = self._judge(choices)
            if self.outcome is not None:
                return
        ordered = sorted(choices, key=lambda seat: (seat - self.table.turn) % PLAYERS)
        rons = [seat for seat in ordered if choices[seat].kind is ActionKind.RON]
        if rons:
            if len(rons) == PLAYERS - 1 and self.rules.triple_ron:
                self._abort("sanchahou")
            else:
                self._win(rons[:1] if self.rules.several_rons == "nearest" else rons, self.table.turn)
            return
        claims = [(seat, choices[seat]) for seat in ordered if choices[seat] != PASS]
        claims.sort(key=lambda claim: claim[1].kind is ActionKind.CHI)
        if claims:
            self._call(*claims[0])
        else:
            self._unclaimed()

    def _call(self, seat: int, action: Action) -> None:
        assert action.tile is not None
        self._accept_riichi()
        target = self.table.turn
        pai, consumed = MJAI[action.tile], [MJAI[tile] for tile in action.consumed]
        if action.kind is ActionKind.CHI:
            self._emit(ev.Chi(seat, target, pai, consumed))
        elif action.kind is ActionKind.PON:
            self._emit(ev.Pon(seat, target, pai, consumed))
        else:
            self._emit(ev.Daiminkan(seat, target, pai, consumed))
            self._finish_kan()
            return
        self._menus = {seat: options(self.views[seat])}

    def _unclaimed(self) -> None:
        if self.table.offenders:
            self._end_by_chombo()
            return
        if self.table.phase is Phase.ROB:
            self._finish_kan()
            return
        self._accept_riichi()
        if four_winds(self.table):
            self._abort("suufon_renda")
        elif four_riichi(self.table):
            self._abort("suucha_riichi")
        elif four_kans_draw(self.table):
            self._abort("suukaikan")
        elif self.table.live == 0:
            self._exhaust()
        else:
            self._draw()

    def _accept_riichi(self) -> None:
        """The tile that riichi was declared with was not won on: the bet is paid."""
        seat = self.table.seats[self.table.turn]
        if seat.riichi and not seat.riichi_paid:
            self._emit(ev.ReachAccepted(self.table.turn))

    # -- errors, where they are penalised ------------------------------------------------------------

    def foul(self, seat: int, offence: Offence) -> list[ev.Event]:
        """A referee's ruling: an offence that no program can commit, at any moment of the hand.

        Returns the new events; raises IllegalAction, with nothing changed, where the ruleset has no penalty
        for it.
        """
        from engine.offences import REFEREE, penalty_for

        if self.outcome is not None:
            raise IllegalAction("the hand is over")
        if not 0 <= seat < PLAYERS:
            raise IllegalAction(f"there is no seat {seat}")
        if offence not in REFEREE or penalty_for(self.rules, offence) is None:
            raise IllegalAction(f"'{offence}' is nothing that a referee penalises here")
        before = len(self.events)
        if self.table.phase in (Phase.CLAIM, Phase.ROB) and self.rules.win_voids_chombo:
            # a chombo waits for those who may win on the tile
            self._emit_fouls([(seat, offence)])
        else:
            self._penalise([(seat, offence)])
        if self.outcome is None:
            self._ask_again()
        return self.events[before:]

    def _ask_again(self) -> None:
        """A hand is dead now: what its owner, or another, had to choose may have changed."""
        if self.table.phase is Phase.DECLARE:
            self._ask_tenpai()
        elif self.table.phase is Phase.COUNT:
            self._ask_counts()
        elif self.table.phase is Phase.CHALLENGE:
            self._ask_challenges()
        elif self.table.phase is Phase.TURN:
            self._menus = {self.table.turn: options(self.views[self.table.turn])}
        else:
            self._offer()

    def _stands(self, seat: int, mistake: Mistake) -> bool:
        from engine.fouls import stands  # here: most games prevent errors

        return stands(self.views[seat], mistake)

    def _err(self, seat: int, mistake: Mistake) -> None:
        """A mistake on the own turn, noticed at once."""
        self._penalise([(seat, mistake.offence)])
        if self.outcome is not None:
            return
        if mistake.action.kind in (ActionKind.DISCARD, ActionKind.RIICHI):
            self._discard(seat, mistake.action._replace(kind=ActionKind.DISCARD))
        else:
            self._ask_again()

    def _judge(self, choices: Mapping[int, Action]) -> Mapping[int, Action]:
        """Penalise mistakes and replace them by passes. A legal ron voids them, as the ruleset has it."""
        wrong: list[tuple[int, Offence]] = []
        right = dict(choices)
        for seat, menu in self._menus.items():
            mistake = menu.mistake(choices[seat])
            if mistake is not None and not self._stands(seat, mistake):
                wrong.append((seat, mistake.offence))
                right[seat] = PASS
        won = any(action.kind is ActionKind.RON for action in right.values())
        if wrong and not (won and self.rules.win_voids_chombo):
            self._penalise(wrong)
        return right

    def note_late(self, seat: int, call: ActionKind) -> list[ev.Event]:
        """A player says a call or a win when it is too late: it is noted, and nothing else happens.

        Returns the new event; raises IllegalAction when the hand is over or there is no such seat.
        """
        if self.outcome is not None or not 0 <= seat < PLAYERS:
            raise IllegalAction("nothing can be called now")
        event = ev.Late(seat, call.value)
        self._emit(event)
        return [event]


Watcher = Callable[[Round, ev.Event], None]
"""Called with the hand after the event."""


def tiles_in_play(game: Round) -> list[Tile]:
    """Every tile, wherever it lies: hands, melds, ponds and wall. Always the same 136."""
    tiles = list(game.wall.rest())
    for seat, own in zip(game.table.seats, game.own, strict=True):
        tiles += own.hand.tiles
        tiles += [tile for meld in seat.melds for tile in meld.tiles]
        tiles += [discard.tile for discard in seat.pond if discard.called_by is None]
    if game.table.robbed is not None:
        tiles.append(game.table.robbed)
    return tiles
