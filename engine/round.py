"""One hand, from the deal to its outcome: whose decision it is, what may be done, and what follows.

The state changes by ``step`` alone, and only through events; the table and the four hands fold the same
events that a record holds. ``engine.legal`` says what is legal, ``engine.results`` what each end is worth.
What only the end of a hand needs is imported there: no hand begins with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from engine import events as ev
from engine.actions import PASS, Action, ActionKind, IllegalAction, WinCount, move_event
from engine.hand import MeldKind
from engine.legal import four_kans_draw, four_riichi, four_winds, refuse_discard
from engine.options import Options, options, refuse
from engine.rules import REFEREE, Offence, Penalty, Ruleset, penalty_for
from engine.table import Phase, Table, hand_number
from engine.tiles import EAST, MJAI, TILE_OF, Kind, Tile
from engine.view import OwnHand, SeatView
from engine.wall import PLAYERS, Wall, seeded_wall
from engine.wording import counted

if TYPE_CHECKING:
    from engine.fouls import Mistake
    from engine.outcome import Outcome, WinResult

    Abortive = Literal["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]
    "Values of ``DrawReason``, which is imported with the first hand that ends."

_WINDS = ("East", "South", "West", "North")
_COUNT = Action(ActionKind.COUNT)


class Header(msgspec.Struct, frozen=True):
    """The conditions with which a hand is dealt. ``number`` counts hands: 0 is East 1, 4 South 1, …"""

    number: int
    honba: int
    riichi_sticks: int
    scores: tuple[int, ...]
    redeals: int = 0
    """How often the hand was dealt again after a chombo; a record does not say."""

    @classmethod
    def of(cls, start: ev.StartKyoku) -> Header:
        """The header that a start_kyoku states."""
        number = hand_number(TILE_OF[start.bakaze], start.kyoku)
        return cls(number, start.honba, start.kyotaku, tuple(start.scores))

    def __str__(self) -> str:
        """In words: ``East 2, 1 honba, 0 riichi sticks, scores 25000 24000 26000 25000``."""
        hand = f"{_WINDS[self.round_wind - EAST]} {self.kyoku}, {self.honba} honba"
        scores = " ".join(map(str, self.scores))
        return f"{hand}, {counted(self.riichi_sticks, 'riichi stick')}, scores {scores}"

    @property
    def dealer(self) -> int:
        return self.number % PLAYERS

    @property
    def kyoku(self) -> int:
        """The hand within its round, 1–4."""
        return self.number % PLAYERS + 1

    @property
    def round_wind(self) -> Kind:
        return EAST + self.number // PLAYERS

    def start(self, dora_marker: str, hands: Iterable[Iterable[str]]) -> ev.StartKyoku:
        """The event of the deal, with the tiles of each seat."""
        return ev.StartKyoku(
            bakaze=MJAI[self.round_wind],
            dora_marker=dora_marker,
            kyoku=self.kyoku,
            honba=self.honba,
            kyotaku=self.riichi_sticks,
            oya=self.dealer,
            scores=list(self.scores),
            tehais=[list(hand) for hand in hands],
        )

    def wall(self, rules: Ruleset, seed: int) -> Wall:
        """The wall of the hand in the game of that seed."""
        return seeded_wall(rules, seed, self.round_wind, self.kyoku, self.honba, self.redeals)


class Round:
    """One hand.

    ``acting`` are the seats that must choose now, each with its ``options``; ``step`` takes one action of
    each of them at once and returns the events that follow, up to the next decision or the end (``outcome``).
    ``watch`` is called after every event, the first included.
    """

    def __init__(self, rules: Ruleset, header: Header, wall: Wall, watch: Watcher | None = None) -> None:
        hands = [wall.dealt((seat - header.dealer) % PLAYERS) for seat in range(PLAYERS)]
        start = header.start(MJAI[wall.indicator(0)], [[MJAI[tile] for tile in hand] for hand in hands])
        self.rules = rules
        self.wall = wall
        self.table = Table(rules, start)
        self.own = [OwnHand(seat, hand) for seat, hand in enumerate(hands)]
        self.views = [SeatView(seat, self.table, own) for seat, own in enumerate(self.own)]
        self.events: list[ev.Event] = [start]
        self.outcome: Outcome | None = None
        self._menus: dict[int, Options | None] = {}
        """By seat that must choose; None until somebody asks."""
        self._owed_dora = 0
        """Kan dora to be turned with the next discard, or before the next replacement tile."""
        self._watch = watch
        if watch is not None:
            watch(self, start)
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
        game = cls(rules, Header.of(start), wall, watch)
        if game.events != list(events[:2]):
            raise ValueError("the wall deals other tiles")
        for event in events[2:]:
            if isinstance(event, ev.Tsumo):
                after_kan = game.table.phase in (Phase.ROB, Phase.KAN)
                tile = game.wall.draw_replacement() if after_kan else game.wall.draw()
                if event.pai != MJAI[tile]:
                    raise ValueError("the wall deals other tiles")
            game._emit(event)
        game._watch = None
        robbed = game.table.robbing
        game._owed_dora = len(game.table.kans) - robbed - (len(game.table.indicators) - 1)
        game._ask_again()
        return game

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that must choose now; empty when the hand is over."""
        return tuple(self._menus)

    def view(self, seat: int) -> SeatView:
        """The view of that seat; it follows the hand as it goes on."""
        return self.views[seat]

    def options(self, seat: int) -> Options:
        """The options of that seat; none when it is not its decision."""
        if seat not in self._menus:
            return Options(self.views[seat], ())
        menu = self._menus[seat]
        if menu is None:
            menu = self._menus[seat] = options(self.views[seat])
        return menu

    def may(self, seat: int, action: Action) -> bool:
        """Whether that is an option of the seat. A discard is judged without the rest of the menu."""
        if action.said is not None:  # a count is an option whatever is said with it
            return action._replace(said=None) == _COUNT and bool(self.options(seat).of(ActionKind.COUNT))
        if action.kind is not ActionKind.DISCARD or seat not in self._menus or self._menus[seat]:
            return action in self.options(seat).actions
        if action.tile is None or action.consumed:
            return False
        return refuse_discard(self.views[seat], action.tile, tsumogiri=action.tsumogiri) is None

    def step(self, choices: Mapping[int, Action], *, unclaimed: bool = False) -> list[ev.Event]:
        """Carry out one action of each acting seat; returns the new events.

        ``unclaimed``: a record shows that nobody claims the tile, so nobody is asked.

        Raises IllegalAction, with nothing changed, when a seat is missing or too many, an action is not
        among its options, or the hand is over.
        """
        self._check(choices)
        before = len(self.events)
        if self.table.phase is Phase.TURN:
            self._act(self.table.turn, choices[self.table.turn], unclaimed=unclaimed)
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
            if not self.may(seat, action) and self.options(seat).mistake(action) is None:
                refusal = refuse(self.views[seat], action)
                raise IllegalAction(f"seat {seat} may not {action} now: {refusal.why.value}", refusal)
        if self.outcome is not None:
            raise IllegalAction("the hand is over")
        for seat in self._menus:
            if seat not in choices:
                raise IllegalAction(f"seat {seat} has not chosen")

    def _emit(self, event: ev.Event) -> None:
        self.events.append(event)
        self.table.apply(event)
        for own in self.own:
            own.apply(event, self.table)
        if self._watch is not None:
            self._watch(self, event)

    # -- tiles ---------------------------------------------------------------------------------------

    def _draw(self) -> None:
        seat = self.table.turn
        if self.table.phase is Phase.CLAIM:
            seat = (seat + 1) % PLAYERS
        self._take(seat, self.wall.draw())

    def _take(self, seat: int, tile: Tile) -> None:
        self._emit(ev.Tsumo(seat, MJAI[tile]))
        self._menus = {seat: None}

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

    def _act(self, seat: int, action: Action, *, unclaimed: bool) -> None:
        if self.rules.errors == "penalised" and not self.may(seat, action):
            mistake = self.options(seat).mistake(action)
            if mistake is not None and not mistake.is_unnoticed and not self._stands(seat, mistake):
                self._penalise([(seat, mistake.offence)])
                if self.outcome is not None:
                    return
                if mistake.action.kind in (ActionKind.DISCARD, ActionKind.RIICHI):
                    self._discard(seat, mistake.action._replace(kind=ActionKind.DISCARD))
                else:
                    self._ask_again()
                return
        match action.kind:
            case ActionKind.DISCARD | ActionKind.RIICHI:
                self._discard(seat, action, unclaimed=unclaimed)
            case ActionKind.CLOSED_KAN | ActionKind.ADDED_KAN:
                self._emit(move_event(seat, action, seat))
                self._offer(unclaimed=unclaimed)
            case ActionKind.TSUMO:
                self._win([seat], seat)
            case ActionKind.NINE_TERMINALS:
                self._abort("kyuushu_kyuuhai", seat)

    def _discard(self, seat: int, action: Action, *, unclaimed: bool = False) -> None:
        if action.kind is ActionKind.RIICHI:
            self._emit(ev.Reach(seat))
        self._turn_owed()
        self._emit(move_event(seat, action, seat))
        self._offer(unclaimed=unclaimed)

    # -- claims on a discard or a kan ----------------------------------------------------------------

    def _offer(self, *, unclaimed: bool = False) -> None:
        self._menus = {}
        for step in () if unclaimed else range(1, PLAYERS):
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
        self._accept_riichi()
        self._emit(move_event(seat, action, self.table.turn))
        if action.kind is ActionKind.OPEN_KAN:
            self._finish_kan()
        else:
            self._menus = {seat: None}

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
            if self.rules.errors == "prevented":
                self._draw_out()
                return
            self._emit(ev.Exhausted())
            if fouls := self._found():
                self._penalise(fouls)
            else:
                self._ask_tenpai()
        else:
            self._draw()

    def _accept_riichi(self) -> None:
        """The tile that riichi was declared with was not won on: the bet is paid."""
        seat = self.table.seats[self.table.turn]
        if seat.riichi and not seat.riichi_paid:
            self._emit(ev.ReachAccepted(self.table.turn))

    # -- wins ----------------------------------------------------------------------------------------

    def _win(self, winners: Sequence[int], target: int) -> None:
        from engine.results import call_events, wins_of

        self._menus = {}
        if self.rules.value_said or any(seat in self.rules.unchecked for seat in winners):
            for call in call_events(self.table, self.views, self.wall, winners, target):
                self._emit(call)
            self._ask_counts()
        else:
            self._pay(wins_of(self.table, self.views, self.wall, winners, target))

    def _pay(self, wins: tuple[WinResult, ...]) -> None:
        from engine.outcome import Outcome
        from engine.results import win_events

        for event in win_events(wins):
            self._emit(event)
        self.outcome = Outcome(wins=wins)

    def _ask_counts(self) -> None:
        """The next winner says the value; when all have, the wins are paid."""
        from engine.results import paid_win

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
        from engine.results import is_miscounted

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

    def _declare(self, action: Action) -> None:
        seat = self.table.turn
        mistake = self.options(seat).mistake(action)
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
        from engine.results import drawn_out

        self._end(drawn_out(self.table, self.own))

    def _abort(self, name: Abortive, declarer: int | None = None) -> None:
        from engine.outcome import DrawReason
        from engine.results import aborted

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

    # -- errors, where they are penalised ------------------------------------------------------------

    def foul(self, seat: int, offence: Offence) -> list[ev.Event]:
        """A referee's ruling: an offence that no program can commit, at any moment of the hand.

        Returns the new events; raises IllegalAction, with nothing changed, where the ruleset has no penalty
        for it.
        """
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
            self._menus = {self.table.turn: None}
        else:
            self._offer()

    def _stands(self, seat: int, mistake: Mistake) -> bool:
        from engine.fouls import stands  # here: most games prevent errors

        return stands(self.views[seat], mistake)

    def _judge(self, choices: Mapping[int, Action]) -> Mapping[int, Action]:
        """Penalise mistakes and replace them by passes. A legal ron voids them, as the ruleset has it."""
        wrong: list[tuple[int, Offence]] = []
        right = dict(choices)
        for seat in self._menus:
            mistake = self.options(seat).mistake(choices[seat])
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

    def _found(self) -> list[tuple[int, Offence]]:
        """Fouls that show when the hands are laid open."""
        from engine.fouls import found

        return found(self.views)

    def _penalise(self, fouls: Sequence[tuple[int, Offence]]) -> None:
        """Penalise fouls. If one is a chombo, the hand ends."""
        if self._emit_fouls(fouls):
            self._end_by_chombo()

    def _end_by_chombo(self) -> None:
        from engine.results import chombo

        self._end(chombo(self.table, self.own))

    def _emit_fouls(self, fouls: Sequence[tuple[int, Offence]]) -> bool:
        """Penalise fouls; if one is a chombo, chombos only. Returns whether one is."""
        penalties = [(seat, offence, penalty_for(self.rules, offence)) for seat, offence in fouls]
        chombos = [foul for foul in penalties if foul[2] is Penalty.CHOMBO]
        for seat, offence, penalty in chombos or penalties:
            assert penalty is not None
            self._emit(ev.Foul(seat, offence.value, penalty.value))
        return bool(chombos)


Watcher = Callable[[Round, ev.Event], None]
"""Called with the hand after the event."""
