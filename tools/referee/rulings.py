"""What follows from what the players do: the events up to the next decision, by the rulebook alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine import events as ev
from engine.actions import Action, ActionKind
from engine.tiles import MJAI
from tools.referee.menus import is_furiten, may_ron
from tools.referee.payments import MANGAN, base_points, chombo_deltas, draw_deltas, win_deltas
from tools.referee.table import WINDS, Table, is_complete, plain
from tools.referee.values import MANGAN_FROM, Worth, has_yaku, worth

PRICE = 1_000
"""What a wrong challenge costs. No rulebook names a price: this is that of the program."""


class Count(NamedTuple):
    """What is said of a win: yaku by name; han and fu are None where a limit makes them needless."""

    yaku: tuple[str, ...]
    han: int | None
    fu: int | None
    points: tuple[int, ...]


def count_of(event: ev.WinCounted) -> Count:
    return Count(tuple(event.yaku), event.han, event.fu, tuple(event.points))


def as_win(call: ev.WinCalled, value: Worth) -> ev.Hora:
    """The win as if it were paid now."""
    return ev.Hora(
        call.actor, call.target, yaku=[*value.yaku], han=value.han, fu=value.fu, yakuman=value.yakuman
    )


def values(table: Table, calls: Sequence[ev.WinCalled]) -> list[Worth]:
    return [worth(table, call) for call in calls]


def right_count(table: Table, winner: int) -> Count:
    """What the winner should say, with the payment that all called wins lead to."""
    calls = list(table.called.values())
    wins = [as_win(call, value) for call, value in zip(calls, values(table, calls), strict=True)]
    place = list(table.called).index(winner)
    win, deltas = wins[place], tuple(win_deltas(table, wins)[place])
    names = tuple(name for name, _ in win.yaku or ())
    if win.yakuman:
        return Count(names, None, None, deltas)
    return Count(names, win.han, win.fu, deltas)


def is_wrong(table: Table, winner: int) -> bool:
    """Whether the winner said anything wrong. Of a limit hand any han of that limit will do, and no fu."""
    said, right = count_of(table.counted[winner]), right_count(table, winner)
    if names_one(table, said, right):
        right = right._replace(yaku=said.yaku)
    if sorted(said.yaku) != sorted(right.yaku) or said.points != right.points:
        return True
    if right.han is None or right.fu is None:
        return said.han is not None or said.fu is not None
    limit = _base(table, right.han, right.fu) >= MANGAN
    is_right_fu = limit if said.fu is None else said.fu == right.fu
    return not is_right_fu or not _is_right_han(table, said.han, right, limit=limit)


def names_one(table: Table, said: Count, right: Count) -> bool:
    """F9: where one yakuman is paid, any one of those in the hand is named."""
    one = right.han is None and not table.book.yakuman_add_up and len(said.yaku) == 1
    return one and set(said.yaku) <= set(right.yaku)


def _is_right_han(table: Table, said: int | None, right: Count, *, limit: bool) -> bool:
    if said is None:
        return limit
    assert right.han is not None
    if said == right.han:
        return True
    both = min(said, right.han) >= MANGAN_FROM
    return both and _base(table, said, 0) == _base(table, right.han, 0)


def _base(table: Table, han: int, fu: int) -> int:
    return base_points(table.book, ev.Hora(0, 0, han=han, fu=fu))


def wrong_win(table: Table, winner: int) -> str:
    """What is wrong with the win that was called; empty if nothing is."""
    player = table.players[winner]
    if player.changed:
        return "bad-closed-kan"
    ron = table.called[winner].target != winner
    return "false-win" if ron and is_furiten(player) else ""


def stands(table: Table, seat: int, tile: str, *, tsumo: bool) -> bool:
    """Whether a wrong win of a player whom nobody checks is taken for a right one until it is challenged.

    The hand is complete and has a yaku; what is wrong is furiten, or a kan that changed it.
    """
    player, book = table.players[seat], table.book
    if seat not in table.unchecked or player.dead or (not tsumo and seat in table.offenders):
        return False
    offence = "bad-closed-kan" if player.changed and "bad-closed-kan" in book.chombo else "false-win"
    if book.penalty(offence) != "chombo" or not is_complete((*player.between, tile)):
        return False
    closed = not tsumo and table.phase == "rob" and table.kans[-1][1] == "closed"
    if not player.changed and (tsumo or closed or not is_furiten(player)):
        return False
    return has_yaku(table, player, tile, tsumo=tsumo)


def paid(table: Table, winner: int) -> tuple[int, int]:
    """The han and fu that are paid: the right ones, or those said where nobody checked or challenged."""
    right = worth(table, table.called[winner])
    said = count_of(table.counted[winner])
    free = winner in table.unchecked and winner not in table.challenged and not right.yakuman
    if not free or said.han is None or (said.fu is None and said.han < MANGAN_FROM):
        return right.han, right.fu
    return said.han, said.fu or 0


def challengers(table: Table, winner: int) -> list[int]:
    """Who can challenge: players who are checked themselves."""
    return [seat for seat in range(4) if seat != winner and seat not in table.unchecked]


def after(table: Table, deeds: dict[int, str]) -> list[tuple[object, ...]]:
    """What follows when a winner has said the value, or the others have challenged or not."""
    found: list[tuple[object, ...]] = []
    counted, struck = set(table.counted), {seat for seat in table.challenged if wrong_win(table, seat)}
    if table.counting == "count":
        (winner,) = deeds
        found.append(("WinCounted", winner))
        counted.add(winner)
        if winner in table.unchecked:
            if challengers(table, winner):
                return found
            found.append(("Accepted", winner))
    else:
        winner = list(table.counted)[-1]
        seats = [seat for seat, kind in deeds.items() if kind == "challenge"]
        if not seats:
            found.append(("Accepted", winner))
        else:
            nearest = min(seats, key=lambda seat: (seat - winner) % 4)
            offence = wrong_win(table, winner)
            right = bool(offence) or is_wrong(table, winner)
            deltas = [0] * 4
            deltas[nearest], deltas[winner] = -PRICE, PRICE
            found.append(("Challenged", nearest, winner, right, None if right else tuple(deltas)))
            if offence and len(table.called) == 1:
                return [*found, ("Foul", winner, offence, "chombo")]
            if offence:
                struck.add(winner)
    return [*found, *go_on(table, list(table.called), counted, struck)]


def go_on(table: Table, called: list[int], counted: set[int], struck: set[int]) -> list[tuple[object, ...]]:
    """The next winner says the value, or it is counted for him; when all have, the wins are paid."""
    found: list[tuple[object, ...]] = []
    for winner in called:
        if winner in counted:
            continue
        if table.value_said or winner in table.unchecked:
            return found
        found.append(("WinCounted", winner))
    target = table.turn
    return [*found, *(("Hora", winner, target) for winner in called if winner not in struck)]


HIDDEN = ("noten-riichi", "bad-closed-kan")
"""Errors that nobody sees before the hand is shown."""


class Done(NamedTuple):
    """What a player does, and what is wrong with it."""

    action: Action
    offence: str | None = None


Expected = list[tuple[object, ...]]


def key(event: ev.Event) -> tuple[object, ...]:
    """What is compared of an event. Which tile is drawn nobody can say before."""
    match event:
        case ev.Tsumo() | ev.Reach() | ev.ReachAccepted() | ev.Tenpai() | ev.Noten():
            return (type(event).__name__, event.actor)
        case ev.WinCalled() | ev.WinCounted() | ev.Accepted():
            return (type(event).__name__, event.actor)
        case ev.Challenged():
            price = None if event.deltas is None else tuple(event.deltas)
            return ("Challenged", event.actor, event.target, event.right, price)
        case ev.Dahai():
            return ("Dahai", event.actor, event.pai, event.tsumogiri)
        case ev.Chi() | ev.Pon() | ev.Daiminkan():
            return (type(event).__name__, event.actor, event.target, event.pai, tuple(sorted(event.consumed)))
        case ev.Ankan():
            return ("Ankan", event.actor, tuple(sorted(event.consumed)))
        case ev.Kakan():
            return ("Kakan", event.actor, event.pai)
        case ev.Hora():
            return ("Hora", event.actor, event.target)
        case ev.Ryukyoku():
            deltas, tenpai = event.deltas or [0] * 4, event.tenpais or [False] * 4
            return ("Ryukyoku", event.reason, tuple(deltas), tuple(tenpai))
        case ev.Foul():
            return ("Foul", event.actor, event.offence, event.penalty)
    return (type(event).__name__,)


class Ruling:
    """The events that must follow. ``at_once``: a chombo is paid when it happens."""

    def __init__(self, table: Table, *, at_once: bool) -> None:
        self.table, self.at_once = table, at_once
        self.events: Expected = []
        self.dead: set[int] = set()
        """Whose hands these rulings make dead."""

    def of(self, done: Mapping[int, Done]) -> Expected:
        table = self.table
        if table.counting:
            self._about_a_win({seat: each.action.kind.value for seat, each in done.items()})
        elif table.phase == "turn":
            self._turn(table.turn, done[table.turn])
        elif table.phase == "declare":
            self._declaration(table.turn, done[table.turn])
        else:
            self._claims(done)
        return self.events

    def of_referee(self, seat: int, offence: str) -> Expected:
        """What follows from an offence that a referee has seen."""
        table = self.table
        waits_for_wins = table.phase in ("claim", "rob")
        is_chombo = self._foul([(seat, offence)])
        if is_chombo and not waits_for_wins:
            self._chombo([seat])
        elif is_chombo:
            # a win on the same tile voids it
            table.offenders.append(seat)
            if not any(may_ron(table, player) for player in table.players if player.seat != table.turn):
                self._chombo([])
            table.offenders.remove(seat)
        elif table.phase == "declare" and seat == table.turn:
            self._let_declare(seat)
        return self.events

    # -- own turn ----------------------------------------------------------------------------------------

    def _turn(self, seat: int, done: Done) -> None:
        action, offence = done
        unnoticed = offence in HIDDEN and action.kind in (ActionKind.RIICHI, ActionKind.CLOSED_KAN)
        if action.kind is ActionKind.TSUMO:
            unnoticed = stands(self.table, seat, MJAI[action.tile or 0], tsumo=True)
        if offence is not None and not unnoticed:
            if self._foul([(seat, offence)]):
                self._chombo([seat])
            elif action.kind in (ActionKind.DISCARD, ActionKind.RIICHI):
                self._discard(seat, action)
            return
        match action.kind:
            case ActionKind.TSUMO:
                self._wins([seat], seat)
            case ActionKind.NINE_TERMINALS:
                self._draw("kyuushu_kyuuhai")
            case ActionKind.CLOSED_KAN:
                own = tuple(sorted(MJAI[tile] for tile in action.consumed))
                self.events.append(("Ankan", seat, own))
            case ActionKind.ADDED_KAN:
                assert action.tile is not None
                self.events.append(("Kakan", seat, MJAI[action.tile]))
            case _:
                if action.kind is ActionKind.RIICHI:
                    self.events.append(("Reach", seat))
                self._discard(seat, action)

    def _discard(self, seat: int, action: Action) -> None:
        assert action.tile is not None
        self._owed_dora()
        self.events.append(("Dahai", seat, MJAI[action.tile], action.tsumogiri))

    def _owed_dora(self) -> None:
        self.events += [("Dora",)] * self.table.owed_dora
        self.table.owed_dora = 0

    # -- claims ------------------------------------------------------------------------------------------

    def _claims(self, done: Mapping[int, Done]) -> None:
        table = self.table
        turn = sorted(done, key=lambda seat: (seat - table.turn) % 4)
        offered = table.offer
        good = {
            seat
            for seat in turn
            if done[seat].offence is None
            or (done[seat].action.kind is ActionKind.RON and stands(table, seat, offered, tsumo=False))
        }
        wrong = [(seat, done[seat].offence) for seat in turn if seat not in good]
        right = {seat: done[seat].action for seat in turn if seat in good}
        rons = [seat for seat in turn if seat in right and right[seat].kind is ActionKind.RON]
        if wrong and not rons and self._foul([(seat, str(offence)) for seat, offence in wrong]):
            self._chombo([seat for seat, offence in wrong if self._is_chombo(str(offence))])
            return
        if rons:
            self._rons(rons)
            return
        calls = [seat for seat in turn if seat in right and right[seat].kind is not ActionKind.PASS]
        calls.sort(key=lambda seat: right[seat].kind is ActionKind.CHI)
        if calls:
            self._call(calls[0], right[calls[0]])
        else:
            self._nobody()

    def _rons(self, rons: Sequence[int]) -> None:
        if len(rons) == 3 and self.table.book.triple_ron_draw:
            self._draw("sanchahou")
            return
        self._wins(rons if self.table.book.all_rons else rons[:1], self.table.turn)

    def _wins(self, winners: Sequence[int], target: int) -> None:
        """The wins are paid; first they are called and counted, where players say the value themselves."""
        table = self.table
        if table.value_said or any(seat in table.unchecked for seat in winners):
            self.events += [("WinCalled", seat) for seat in winners]
            self.events += go_on(table, list(winners), set(), set())
        else:
            self.events += [("Hora", seat, target) for seat in winners]

    def _about_a_win(self, deeds: dict[int, str]) -> None:
        self.events += after(self.table, deeds)
        name, *about = self.events[-1]
        if name == "Foul":
            self._chombo([int(str(about[0]))])

    def _call(self, seat: int, action: Action) -> None:
        names = {ActionKind.CHI: "Chi", ActionKind.PON: "Pon", ActionKind.OPEN_KAN: "Daiminkan"}
        self._bet()
        own = tuple(sorted(MJAI[tile] for tile in action.consumed))
        self.events.append((names[action.kind], seat, self.table.turn, self.table.offer, own))
        if action.kind is ActionKind.OPEN_KAN:
            self._replacement(seat, "open")

    def _replacement(self, seat: int, kind: str) -> None:
        self._owed_dora()
        if kind != "closed" and self.table.book.late_open_dora:
            self.table.owed_dora = 1
        else:
            self.events.append(("Dora",))
        self.events.append(("Tsumo", seat))

    def _bet(self) -> None:
        player = self.table.players[self.table.turn]
        if player.riichi and not player.paid and self.table.phase == "claim":
            self.events.append(("ReachAccepted", self.table.turn))

    def _nobody(self) -> None:
        table, aborts = self.table, self.table.book.aborts
        if table.offenders:
            self._chombo([])
            return
        if table.phase == "rob":
            self._replacement(table.turn, table.kans[-1][1])
            return
        paid = {player.seat for player in table.players if player.riichi}
        self._bet()
        dead = {player.seat for player in table.players if player.dead} | self.dead
        first = [plain(tile) for tile in table.discards]
        same = len(first) == 4 and len(set(first)) == 1 and first[0] in WINDS
        if "winds" in aborts and table.unbroken and same:
            self._draw("suufon_renda")
            return
        if "riichi" in aborts and len(paid) == 4 and not dead:
            if not self._found():
                self._draw("suucha_riichi", shown=True)
            return
        if "kans" in aborts and len(table.kans) == 4 and len({seat for seat, _ in table.kans}) > 1:
            self._draw("suukaikan")
        elif table.live == 0:
            self.events.append(("Exhausted",))
            if not self._found():
                self._let_declare(table.start.oya)
        else:
            self.events.append(("Tsumo", (table.turn + 1) % 4))

    # -- the end of the wall -----------------------------------------------------------------------------

    def _found(self) -> bool:
        """Riichi hands are shown: a chombo for each that is noten or was changed by a kan, dead or not."""
        fouls = []
        for player in self.table.players:
            if player.riichi and player.changed:
                fouls.append((player.seat, "bad-closed-kan"))
            elif player.riichi and not player.is_tenpai(self.table.book):
                fouls.append((player.seat, "noten-riichi"))
        fouls = [(seat, offence) for seat, offence in fouls if self._is_chombo(offence)]
        if fouls:
            self._foul(fouls)
            self._chombo([seat for seat, _ in fouls])
        return bool(fouls)

    def _declaration(self, seat: int, done: Done) -> None:
        self.events.append(("Tenpai" if done.action.kind is ActionKind.TENPAI else "Noten", seat))
        said = done.action.kind is ActionKind.TENPAI
        if done.offence is not None:
            if self._foul([(seat, done.offence)]):
                self._chombo([seat])
                return
            said = False
        self.table.players[seat].said = said
        self._let_declare((seat + 1) % 4)
        self.table.players[seat].said = None

    def _let_declare(self, seat: int) -> None:
        """Dead hands are noten by themselves; when all have spoken, the hand is paid."""
        table, silent = self.table, []
        while table.players[seat].said is None:
            if not (table.players[seat].dead or seat in self.dead):
                break
            table.players[seat].said = False
            silent.append(seat)
            self.events.append(("Noten", seat))
            seat = (seat + 1) % 4
        else:
            reason, deltas, tenpai = draw_deltas(table)
            self.events.append(("Ryukyoku", reason, tuple(deltas), tuple(tenpai)))
        for each in silent:
            table.players[each].said = None

    # -- penalties ---------------------------------------------------------------------------------------

    def _is_chombo(self, offence: str) -> bool:
        return self.table.book.penalty(offence) == "chombo"

    def _foul(self, fouls: Sequence[tuple[int, str]]) -> bool:
        """Note fouls; if one is a chombo, chombos alone. Whether one is."""
        chombos = [foul for foul in fouls if self._is_chombo(foul[1])]
        for seat, offence in chombos or fouls:
            penalty = self.table.book.penalty(offence)
            self.events.append(("Foul", seat, offence, penalty))
            if penalty == "dead-hand":
                self.dead.add(seat)
        return bool(chombos)

    def _chombo(self, more: Sequence[int]) -> None:
        table = self.table
        before = list(table.offenders)
        table.offenders += more
        deltas = chombo_deltas(table, at_once=self.at_once)
        for event in self.events:
            # a bet that was paid a moment ago goes back too
            if event[0] == "ReachAccepted":
                deltas[int(str(event[1]))] += 1_000
        table.offenders = before
        self.events.append(("Ryukyoku", "chombo", tuple(deltas), (False,) * 4))

    def _draw(self, reason: str, *, shown: bool = False) -> None:
        tenpai = tuple(shown and player.riichi and not player.dead for player in self.table.players)
        self.events.append(("Ryukyoku", reason, (0,) * 4, tenpai))
