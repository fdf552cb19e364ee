"""What follows from what the players do: the events up to the next decision, by the rulebook alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine import events as ev
from engine.actions import Action, ActionKind
from engine.tiles import MJAI
from tests.support.engine.referee.book import Book
from tests.support.engine.referee.counts import after, go_on, stands
from tests.support.engine.referee.menus import may_ron
from tests.support.engine.referee.table import DRAGONS, ORPHANS, ROUNDS, WINDS, Player, Table, plain

MANGAN, YAKUMAN = 2_000, 8_000


def up(points: int) -> int:
    """Rounded up to hundreds."""
    return -(-points // 100) * 100


def base_points(book: Book, win: ev.Hora) -> int:
    """The base points of a win, from its han and fu, or its yakuman."""
    if win.yakuman:
        return YAKUMAN * win.yakuman
    assert win.han is not None
    han, fu = win.han, win.fu or 0
    if han >= 13:
        return 3 * MANGAN if book.sanbaiman_at_most else YAKUMAN
    for least, base in ((11, 6_000), (8, 4_000), (6, 3_000), (5, MANGAN)):
        if han >= least:
            return base
    if book.kiriage and (han, fu) in ((4, 30), (3, 60)):
        return MANGAN
    return min(fu * 2 ** (2 + han), MANGAN)


def tsumo_shares(table: Table, winner: int, base: int) -> list[int]:
    """What each player pays for a draw of so many base points; 0 for the winner."""
    dealer = table.start.oya
    return [
        0 if seat == winner else up(base * (2 if dealer in (winner, seat) else 1)) if base else 0
        for seat in range(4)
    ]


def hand_points(table: Table, win: ev.Hora) -> int:
    """What all payers together give for the hand, counters and bets left out."""
    base = base_points(table.book, win)
    if win.actor == win.target:
        return sum(tsumo_shares(table, win.actor, base))
    return up((6 if win.actor == table.start.oya else 4) * base)


def win_deltas(table: Table, wins: Sequence[ev.Hora]) -> list[list[int]]:
    """The points of each of these wins, in turn order from the discarder."""
    several = len(wins) > 1
    back = [int(table.book.own_bets_back and several and table.players[win.actor].paid) for win in wins]
    found = []
    for place, win in enumerate(wins):
        counters = table.start.honba if place == 0 or table.book.counters_each else 0
        sticks = back[place] + (table.sticks - sum(back) if place == 0 else 0)
        found.append(_one_win(table, win, counters, sticks))
    return found


def _one_win(table: Table, win: ev.Hora, counters: int, sticks: int) -> list[int]:
    book, deltas = table.book, [0] * 4
    base = base_points(book, win)
    pao = _pao(table, win)
    if pao and book.pao_whole_hand:
        pao = [(pao[0][0], base)]
    free = base - sum(part for _, part in pao)
    times = 6 if win.actor == table.start.oya else 4
    if win.actor == win.target:
        for seat, share in enumerate(tsumo_shares(table, win.actor, free)):
            deltas[seat] -= share
        for seat, part in pao:
            deltas[seat] -= sum(tsumo_shares(table, win.actor, part))
        payers = [pao[0][0]] * 3 if pao else [seat for seat in range(4) if seat != win.actor]
    else:
        deltas[win.target] -= up(times * free)
        for seat, part in pao:
            # half each; if the liable player discarded it, both halves are his
            deltas[seat] -= up(times * part) // 2
            deltas[win.target] -= up(times * part) // 2
        payers = [pao[0][0] if pao and book.pao_counters_by_liable else win.target] * 3
    for payer in payers:
        deltas[payer] -= 100 * counters
    deltas[win.actor] = 1_000 * sticks - sum(deltas)
    return deltas


def _pao(table: Table, win: ev.Hora) -> list[tuple[int, int]]:
    """Who is liable for which part of the base points."""
    names = [name for name, _ in win.yaku or ()]
    melds = table.players[win.actor].melds
    found = []
    for name, kinds, count in (("daisangen", DRAGONS, 3), ("daisuushi", WINDS, 4)):
        groups = [meld for meld in melds if plain(meld.tiles[0]) in kinds]
        is_liable = name in names and name in table.book.pao and len(groups) == count
        if is_liable and (source := groups[-1].source) is not None:
            units = 2 if name in table.book.double_yakuman else 1
            found.append((source, units * YAKUMAN))
    kans = [meld for meld in melds if meld.kind.endswith("kan")]
    own = [kind for seat, kind in table.kans if seat == win.actor]
    if "suukantsu" in names and "suukantsu" in table.book.pao and len(kans) == 4 and own[-1] == "open":
        source = kans[-1].source
        assert source is not None
        found.append((source, YAKUMAN))
    return found


def draw_deltas(table: Table) -> tuple[str, list[int], list[bool]]:
    """The reason, the points and who is tenpai at the end of the wall (G2, F16)."""
    tenpai = [bool(player.said) for player in table.players]
    winners = [player for player in table.players if _is_nagashi(table, player)]
    if winners:
        deltas = [0] * 4
        for player in winners:
            shares = tsumo_shares(table, player.seat, MANGAN)
            for seat, share in enumerate(shares):
                deltas[seat] -= share
            deltas[player.seat] += sum(shares)
        return "nagashi_mangan", deltas, tenpai
    count = sum(tenpai)
    if count in (0, 4):
        return "exhaustive", [0] * 4, tenpai
    return "exhaustive", [3_000 // count if each else -3_000 // (4 - count) for each in tenpai], tenpai


def _is_nagashi(table: Table, player: Player) -> bool:
    clean = not player.called_away and all(plain(tile) in ORPHANS for tile in player.pond)
    return table.book.nagashi and clean and not player.dead


def chombo_deltas(table: Table, *, at_once: bool) -> list[int]:
    """H2: bets of the hand go back; paid at once, each offender pays what a mangan would have brought him."""
    deltas = [1_000 if player.paid else 0 for player in table.players]
    for offender in table.offenders if at_once else ():
        shares = tsumo_shares(table, offender, MANGAN)
        for seat, share in enumerate(shares):
            deltas[seat] += share
        deltas[offender] -= sum(shares)
    return deltas


def next_hand(table: Table, ended: Sequence[ev.Event], length: str) -> tuple[object, ...] | None:
    """Round, number, counters, bets, dealer and points of the next hand; None after the last (A8 to A13)."""
    start, book = table.start, table.book
    wins = [event for event in ended if isinstance(event, ev.Hora)]
    draw = next((event for event in ended if isinstance(event, ev.Ryukyoku)), None)
    points = [player.points for player in table.players]
    number = 4 * ROUNDS.index(start.bakaze) + start.kyoku - 1
    if draw is not None and draw.reason == "chombo":
        return _hand(number, start.honba, table.sticks, points)
    aborted = draw is not None and draw.reason not in ("exhaustive", "nagashi_mangan")
    if draw is None:
        stays = any(win.actor == start.oya for win in wins)
    else:
        stays = aborted or bool((draw.tenpais or [False] * 4)[start.oya])
    if _is_over(book, length, number, points, stays=stays, aborted=aborted, dealer=start.oya):
        return None
    counters = start.honba + 1 if stays or draw is not None else 0
    return _hand(number + (not stays), counters, table.sticks, points)


def _hand(number: int, counters: int, sticks: int, points: list[int]) -> tuple[object, ...]:
    return (ROUNDS[number // 4], number % 4 + 1, counters, sticks, number % 4, points)


def _is_over(
    book: Book, length: str, number: int, points: list[int], *, stays: bool, aborted: bool, dealer: int
) -> bool:
    hands = {"hand": 1, "east": 4, "south": 8}[length]
    if length == "hand" or (book.bankruptcy and min(points) < 0):
        return True
    if number < hands - 1:
        return False
    if stays:
        first = max(range(4), key=lambda seat: (points[seat], -seat)) == dealer
        return book.leader_stops and first and points[dealer] >= (book.goal or 0) and not aborted
    return book.goal is None or max(points) >= book.goal or number == hands + 3


HUNDRED = 100


def shared_out(amount: int, seats: Sequence[int], *, odd: bool) -> dict[int, int]:
    """Hundreds dealt out one by one from the earliest seat on; the last round is whole unless ``odd``."""
    sign = -1 if amount < 0 else 1
    hundreds = abs(amount) // HUNDRED
    if not odd:
        hundreds -= hundreds % len(seats)
    found = dict.fromkeys(seats, 0)
    for place in range(hundreds):
        found[seats[place % len(seats)]] += sign * HUNDRED
    return found


def points_at_end(book: Book, points: Sequence[int], sticks: int) -> list[int]:
    """A7: the points of each player with the bets that were left."""
    first = [seat for seat in range(4) if points[seat] == max(points)]
    if book.bets_left == "nobody":
        return [*points]
    if book.bets_left == "first":
        first = first[:1]
    gained = shared_out(1_000 * sticks, first, odd=book.bets_left == "split")
    return [points[seat] + gained.get(seat, 0) for seat in range(4)]


def final_scores(
    book: Book, points: Sequence[int], sticks: int, chombos: Sequence[int], *, at_once: bool
) -> list[float]:
    """A3 to A7, H1: the final score of each player in thousands. Bets that are left make nobody first."""
    ended = points_at_end(book, points, sticks)
    prizes = [book.uma[0] + book.oka, *book.uma[1:]]
    found = []
    for seat in range(4):
        better = [other for other in range(4) if points[other] > points[seat]]
        tied = [other for other in range(4) if points[other] == points[seat]]
        if book.ties_share:
            pool = sum(prizes[len(better) : len(better) + len(tied)])
            uma = shared_out(pool, tied, odd=True)[seat] if len(tied) > 1 else pool
        else:
            uma = prizes[len(better) + tied.index(seat)]
        lost = 0 if at_once else book.chombo_points * chombos[seat]
        found.append((ended[seat] - book.counted_from + uma - lost) / 1_000)
    return found


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
