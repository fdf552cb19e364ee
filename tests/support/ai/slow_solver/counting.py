"""What a win is worth, counted by another program (`mahjong`); its fu item by item, by every grouping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mahjong.hand_calculating.hand_response import HandResponse

from ai.drills.question import Answer, Question
from engine import events as ev
from engine.tiles import KIND_OF, NAMES
from tests.support.ai.slow_solver.decisions import _groups
from tests.support.ai.slow_solver.story import HONOURS, ORPHANS, Ambiguous, Story, hand_without
from tests.support.ai.slow_solver.win_points import _ippatsu, _seat_wind, options_of, reds_held, with_reds
from tests.support.engine.mahjong_package import BY_MAHJONG, estimate, wind

MANGAN_HAN = 5
SEVEN_PAIRS_FU = 25
KANS = ("Ankan", "Kakan", "Daiminkan")


class Table(NamedTuple):
    """What lies on the table when the hand is won."""

    honba: int
    sticks: int


class Count(NamedTuple):
    """A win, counted."""

    yaku: Mapping[str, int]
    """The han of each yaku, dora among them."""
    han: int
    fu: int
    items: tuple[tuple[str, int], ...]
    """Each item of fu as an option names it, with its fu; empty for seven pairs and pinfu by tsumo."""
    shares: tuple[int, ...]
    """What the discarder pays; or what each of the others pays and, if the winner is not East, East."""
    tsumo: bool
    dealer: bool
    table: Table


def count(question: Question, story: Story) -> Answer:
    """The answer to a question "count the hand"."""
    found = counted(question, story)
    answer = [frozenset(found.yaku)]
    if found.han < MANGAN_HAN and found.items:
        answer.append(frozenset(name for name, _ in found.items))
    honba = found.table.honba * story.rules.counter_points
    paid = [share + (honba // 3 if found.tsumo else honba) for share in found.shares]
    total = received(found, paid) + found.table.sticks * story.rules.riichi_bet
    return (*answer, frozenset({_id(found, found.shares)}), frozenset({f"{_id(found, paid)}/{total}"}))


def received(found: Count, shares: Sequence[int]) -> int:
    """What all payers together pay."""
    if not found.tsumo:
        return shares[0]
    return 3 * shares[0] if found.dealer else 2 * shares[0] + shares[1]


def _id(found: Count, shares: Sequence[int]) -> str:
    if found.tsumo and found.dealer:
        return f"{shares[0]}-all"
    return "-".join(map(str, shares))


# -- the other program ---------------------------------------------------------------------------------


def counted(question: Question, story: Story) -> Count:
    """The win on the last tile."""
    asked = question.ask
    tsumo = story.my_turn
    win = story.drawn if tsumo else story.offered
    assert win is not None, "no tile brings a win"
    rest = hand_without(story.concealed, win) if tsumo else story.concealed
    result = _estimated(question, story, rest, win, [NAMES[KIND_OF[tile]] for tile in asked.ura])
    assert result.error is None, result.error
    yaku = {
        BY_MAHJONG[each.name]: each.han_open if result.is_open_hand else each.han_closed
        for each in result.yaku
    }
    main, more = int(result.cost["main"]), int(result.cost["additional"])
    dealer = story.seat == story.dealer
    shares = (main,) if not tsumo or dealer else (more, main)
    items = _items(story, rest, win, result, tsumo=tsumo)
    return Count(yaku, result.han, result.fu, items, shares, tsumo, dealer, _table(question))


def _estimated(
    question: Question, story: Story, rest: Sequence[str], win: str, ura: Sequence[str]
) -> HandResponse:
    """What `mahjong` says."""
    tsumo = story.my_turn
    reds = reds_held(question, "")
    if not tsumo and story.offer is not None and story.offer.red:
        reds.append(win)
    melds = [(name, with_reds(kinds, reds)) for name, kinds in story.melds]
    held = [*rest, win, *(kind for _, kinds in story.melds for kind in kinds)]
    rinshan = tsumo and _after_kan(question)
    return estimate(
        with_reds(rest, reds),
        with_reds([win], reds)[0],
        melds,
        options_of(story.rules),
        dora=story.indicators,
        ura=ura,
        # another wind was named only for the fu of the pair
        dealer=story.seat == story.dealer,
        is_tsumo=tsumo,
        is_riichi=story.riichi == 1,
        is_daburu_riichi=story.riichi == 2,
        is_ippatsu=_ippatsu(story),
        is_rinshan=rinshan,
        is_chankan=story.robbing,
        is_haitei=tsumo and story.live == 0 and not rinshan,
        is_houtei=not tsumo and story.live == 0 and not story.robbing,
        player_wind=wind(_seat_wind(story, held)),
        round_wind=wind(story.round_wind),
    )


def _after_kan(question: Question) -> bool:
    """Whether the last draw replaced a tile of an own kan."""
    before = [event for event in question.events[:-1] if not isinstance(event, ev.Dora)]
    last = before[-1]
    return isinstance(last, ev.Ankan | ev.Kakan | ev.Daiminkan) and last.actor == question.seat


def _table(question: Question) -> Table:
    start, *rest = question.events
    bets = sum(isinstance(event, ev.ReachAccepted) for event in rest)
    return Table(start.honba, start.kyotaku + bets)


# -- fu ------------------------------------------------------------------------------------------------


def _items(
    story: Story, rest: Sequence[str], win: str, result: HandResponse, *, tsumo: bool
) -> tuple[tuple[str, int], ...]:
    """The items of the grouping that `mahjong` has chosen: the one with the same fu one by one."""
    details = sorted(each["fu"] for each in result.fu_details)
    if details == [25] or (tsumo and "Pinfu" in {each.name for each in result.yaku}):
        return ()
    found = set()
    for items in _every_way(story, sorted([*rest, win]), win, tsumo=tsumo):
        values = Counter(fu for _, fu in items)
        if ("closed-ron", 10) in items:
            values.subtract([20, 10])
            values[30] += 1
        if sorted(values.elements()) == details:
            found.add(tuple(sorted(items)))
    assert found, f"no grouping has these fu: {details}"
    if len(found) > 1:
        raise Ambiguous(f"several groupings have these fu: {found}")
    return found.pop()


def _every_way(
    story: Story, tiles: Sequence[str], win: str, *, tsumo: bool
) -> Iterator[list[tuple[str, int]]]:
    """The fu items of every grouping, with the winning tile in every group that holds it."""
    closed = all(name == "Ankan" for name, _ in story.melds)
    for pair in sorted(set(tiles)):
        if tiles.count(pair) < 2:
            continue
        left = list(tiles)
        left.remove(pair)
        left.remove(pair)
        for groups in _groups(left):
            for done in [*groups, [pair, pair]]:
                if win in done:
                    items = _of_ways(story, groups, pair, done, win, tsumo=tsumo)
                    yield [*items, *_of_winning(items, closed=closed, tsumo=tsumo), ("base", 20)]


def _of_ways(
    story: Story, groups: Sequence[list[str]], pair: str, done: list[str], win: str, *, tsumo: bool
) -> list[tuple[str, int]]:
    """Triplets, kans, the pair and the wait."""
    items = []
    for group in groups:
        if len(set(group)) == 1:
            items.append(_same(group[0], 3, is_open=group is done and not tsumo))
    items += [
        _same(kinds[0], len(kinds), is_open=name != "Ankan")
        for name, kinds in story.melds
        if name in (*KANS, "Pon")
    ]
    functions = (pair == story.seat_wind) + (pair == story.round_wind)
    if functions == 2 and story.rules.double_wind_pair_fu == 4:
        items.append((f"double-wind-pair:{pair}", 4))
    elif functions or pair in HONOURS[4:]:
        items.append((f"value-pair:{pair}", 2))
    if len(done) == 2:
        items.append(("tanki", 2))
    elif len(set(done)) == 3:
        ranks = sorted(int(kind[0]) for kind in done)
        if int(win[0]) == ranks[1]:
            items.append(("kanchan", 2))
        elif (ranks[0], int(win[0])) in ((1, 3), (7, 7)):
            items.append(("penchan", 2))
    return items


def _of_winning(items: Sequence[tuple[str, int]], *, closed: bool, tsumo: bool) -> list[tuple[str, int]]:
    if tsumo:
        return [("tsumo", 2)]
    if closed:
        return [("closed-ron", 10)]
    return [] if items else [("open-pinfu", 2)]


def _same(kind: str, number: int, *, is_open: bool) -> tuple[str, int]:
    """A triplet or a kan."""
    fu = 2 * (1 if is_open else 2) * (2 if kind in ORPHANS else 1) * (4 if number == 4 else 1)
    words = (
        "open" if is_open else "closed",
        "terminal" if kind in ORPHANS else "simple",
        "kan" if number == 4 else "triplet",
    )
    return f"{'-'.join(words)}:{kind}", fu
