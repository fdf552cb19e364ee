"""Who pays what, which hand follows, and the end of the game, by the rulebook alone."""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as ev
from tools.referee.book import Book
from tools.referee.table import DRAGONS, ORPHANS, ROUNDS, WINDS, Player, Table, plain

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
    return min(int(fu * 2 ** (2 + han)), MANGAN)


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
