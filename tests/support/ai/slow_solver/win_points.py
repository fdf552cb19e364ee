"""Yaku and payment of a win, as another program (`mahjong`) says, and the scores after the last hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from mahjong.hand_calculating.hand_config import OptionalRules

from ai.drills.kinds.needed import Goal
from ai.drills.question import Answer, Question
from engine import events as ev
from engine.rules import Ruleset
from tests.support.ai.slow_solver.story import (
    CALLS,
    HONOURS,
    Ambiguous,
    Story,
    concealed_of,
    kind_of,
    melds_of,
    tell,
)
from tests.support.engine.mahjong_package import BY_MAHJONG, LIMITS, estimate, wind


def has_yaku(
    story: Story,
    concealed: Sequence[str],
    win: str,
    *,
    riichi: int,
    now: bool,
    tsumo: bool = False,
    last: bool = False,
) -> bool:
    """Whether a win on that kind would be one, were there no furiten; ``concealed`` without it.

    ``now`` is a ron on the tile on offer, with the luck of the moment; else a win at some later time, with
    ``last`` on the last tile.
    """
    return bool(yaku(story, concealed, win, riichi=riichi, now=now, tsumo=tsumo, last=last))


def yaku(
    story: Story,
    concealed: Sequence[str],
    win: str,
    *,
    riichi: int,
    now: bool,
    tsumo: bool = False,
    last: bool = False,
) -> list[str]:
    """The yaku of that win as the catalogue names them, without dora; empty if it is none."""
    result = estimate(
        concealed,
        win,
        story.melds,
        OptionalRules(has_open_tanyao=story.rules.open_tanyao),
        is_tsumo=tsumo,
        is_riichi=riichi == 1,
        is_daburu_riichi=riichi == 2,
        is_ippatsu=now and not tsumo and _ippatsu(story),
        is_chankan=now and story.robbing,
        is_haitei=last and tsumo,
        is_houtei=(now and story.live == 0 and not story.robbing) or (last and not tsumo),
        is_renhou=now and story.rules.renhou != "none" and not story.thrown and not story.calls,
        player_wind=wind(story.seat_wind),
        round_wind=wind(story.round_wind),
    )
    assert result.error in (None, "no_yaku"), (result.error, concealed, win, story.melds)
    return [] if result.yaku is None else [BY_MAHJONG.get(found.name, "renhou") for found in result.yaku]


def _ippatsu(story: Story) -> bool:
    """Whether the seat is in its first turn after riichi, and nobody has called since."""
    if not story.accepted or story.pond(story.seat)[-1].declares is False:
        return False
    # the kan that is robbed does not interrupt
    calls = [heard for _, heard, _ in story.called if not (story.robbing and heard == story.heard)]
    return all(heard < story.declared[story.seat] for heard in calls)


def options_of(rules: Ruleset) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=rules.open_tanyao,
        has_aka_dora=any(rules.red_fives),
        kiriage=rules.kiriage,
        has_double_yakuman=False,
        kazoe_limit=LIMITS[rules.counted_limit],
    )


def with_reds(tiles: Iterable[str], reds: list[str]) -> list[str]:
    """The tiles, one five of each of these kinds red; that kind is taken off the list."""
    found = []
    for tile in tiles:
        if tile in reds:
            reds.remove(tile)
            tile = f"0{tile[1]}"
        found.append(tile)
    return found


def reds_held(question: Question, discard: str) -> list[str]:
    """The kinds of which the seat holds a red five after a discard in mjai spelling."""
    melded = [tile for _, tiles in melds_of(question.events, question.seat) for tile in tiles]
    held = [*concealed_of(question.events, question.seat), *melded]
    return [kind_of(tile) for tile in held if tile.endswith("r") and tile != discard]


def win_points(
    question: Question,
    story: Story,
    rest: Sequence[str],
    win: str,
    discard: str,
    *,
    tsumo: bool,
    riichi: bool,
    last: bool = False,
) -> int:
    """What a win with the concealed tiles ``rest`` brings; 0 without a yaku. ``last``: on the last tile."""
    reds = reds_held(question, discard)
    melds = [(name, with_reds(kinds, reds)) for name, kinds in story.melds]
    held = [*rest, win, *(kind for _, kinds in story.melds for kind in kinds)]
    seat_wind = _seat_wind(story, held)
    found = estimate(
        with_reds(rest, reds),
        with_reds([win], reds)[0],
        melds,
        options_of(story.rules),
        dora=story.indicators,
        is_tsumo=tsumo,
        is_riichi=riichi,
        is_haitei=last and tsumo,
        is_houtei=last and not tsumo,
        player_wind=wind(seat_wind),
        round_wind=wind(story.round_wind),
    )
    if found.error == "no_yaku":
        return 0
    assert found.error is None, found.error
    main, additional = int(found.cost["main"]), int(found.cost["additional"])
    if not tsumo:
        if story.seat == story.dealer and seat_wind != "1z":
            return _of_dealer(main, int(found.fu), int(found.han))
        return main
    return 3 * main if story.seat == story.dealer else main + 2 * additional


def _of_dealer(main: int, fu: int, han: int) -> int:
    """What a dealer's ron pays that was counted with another wind: half as much again, rounded up."""
    six_times = 6 * fu * 2 ** (han + 2)
    return 3 * main // 2 if main >= 7_900 else -(-six_times // 100) * 100


def _seat_wind(story: Story, held: Sequence[str]) -> str:
    """The seat wind; another one where a pair of it is the round wind as well and gives 2 fu only.

    `mahjong` always gives 4. Without a triplet of the wind nothing else depends on it.
    """
    wind = story.seat_wind
    if wind != story.round_wind or story.rules.double_wind_pair_fu == 4 or held.count(wind) != 2:
        return wind
    return next(other for other in HONOURS[:4] if held.count(other) < 2)


def ron_points(then: Question, seat: int, concealed: Sequence[str], win: str) -> int:
    """What the seat pays on the tile that it just discarded; 0 if the hand has no yaku.

    Tiles are in mjai spelling. Ura dora, honba and sticks are left out.
    """
    known = tell(then.rules, then.seat, then.events)
    story = Story(then.rules, seat, round_wind=known.round_wind, dealer=known.dealer)
    story.seat_wind = HONOURS[(seat - known.dealer) % 4]
    laid = melds_of(then.events, seat)
    held = [kind_of(tile) for tile in (*concealed, win, *(tile for _, meld in laid for tile in meld))]
    declared = [each.actor for each in then.events if isinstance(each, ev.Reach)]
    double = seat in declared and _is_double(then, seat)
    found = estimate(
        concealed,
        win,
        laid,
        options_of(then.rules),
        dora=known.indicators,
        # another wind was named only for the fu of the pair
        dealer=seat == known.dealer,
        is_riichi=seat in declared and not double,
        is_daburu_riichi=double,
        is_ippatsu=seat in declared and _is_ippatsu(then, seat),
        is_houtei=known.live == 0,
        player_wind=wind(_seat_wind(story, held)),
        round_wind=wind(known.round_wind),
    )
    if found.error == "no_yaku":
        return 0
    assert found.error is None, found.error
    return int(found.cost["main"])


def _is_double(then: Question, seat: int) -> bool:
    """Declared with the first discard, before any call."""
    for event in then.events:
        if isinstance(event, CALLS) or (isinstance(event, ev.Dahai) and event.actor == seat):
            return False
        if isinstance(event, ev.Reach) and event.actor == seat:
            return True
    return False


def _is_ippatsu(then: Question, seat: int) -> bool:
    """Neither a call nor an own discard since the riichi tile."""
    declares = [
        place
        for place, (before, event) in enumerate(pairwise(then.events), 1)
        if isinstance(event, ev.Dahai) and event.actor == seat and isinstance(before, ev.Reach)
    ]
    since = then.events[declares[0] + 1 :]
    return not any(
        isinstance(each, CALLS) or (isinstance(each, ev.Dahai) and each.actor == seat) for each in since
    )


RONS = (1000, 1300, 2000, 2600, 3900, 5200, 7700, 8000, 12000, 16000, 24000, 32000)
RONS_EAST = (1500, 2000, 2900, 3900, 5800, 7700, 11600, 12000, 18000, 24000, 36000, 48000)
TSUMOS = {
    *((300, 500), (400, 700), (500, 1000), (700, 1300), (1000, 2000), (1300, 2600), (2000, 3900)),
    *((2000, 4000), (3000, 6000), (4000, 8000), (6000, 12000), (8000, 16000)),
}
TSUMOS_EAST = (500, 700, 1000, 1300, 2000, 2600, 3900, 4000, 6000, 8000, 12000, 16000)
"""What wins of 30 and 40 fu and of the limits pay, as the tables of the game have it."""


def needed(question: Question, story: Story) -> Answer:
    """The wins after which the seat has the place that is asked for, in a game that is then over."""
    ask, start = question.ask, question.events[0]
    if not story.my_turn or story.drawn is None or story.riichi or (start.bakaze, start.kyoku) != ("S", 4):
        raise Ambiguous("not an own turn of the last hand")
    right = set()
    for option in question.parts[0].options:
        after = scores_after(question, option.id)
        others = [after[other] for other in range(4) if other != question.seat]
        border = max(others) if ask.goal is Goal.FIRST else min(others)
        if question.rules.ties == "shared" and after[question.seat] == border:
            raise Ambiguous(f"{option.id} leaves a shared place")
        if is_enough(question, option.id):
            right.add(option.id)
            _assert_over(question.rules, after, question.seat, start.oya)
    if not right or len(right) == len(question.parts[0].options):
        raise Ambiguous(f"all alike: {right}")
    return (frozenset(right),)


def _assert_over(rules: Ruleset, after: list[int], seat: int, dealer: int) -> None:
    """Nobody is dealt to again after that win."""
    if rules.bankruptcy and min(after) < 0:
        return
    goal = rules.goal_points or 0
    if seat == dealer and not (rules.agari_yame and place(after, seat) == 1 and after[seat] >= goal):
        raise Ambiguous("East goes on")
    if max(after) < goal:
        raise Ambiguous("another round follows")


def is_enough(question: Question, id: str) -> bool:
    """Whether the place after that win is the one that is asked for."""
    ask = question.ask
    reached = place(scores_after(question, id), question.seat)
    return reached == 1 if ask.goal is Goal.FIRST else reached < 4


def place(scores: list[int], seat: int) -> int:
    """1 to 4; of equal scores those of the player who was East first are ahead."""
    return 1 + sum((-score, other) < (-scores[seat], seat) for other, score in enumerate(scores))


def scores_now(question: Question) -> tuple[list[int], int, int]:
    """The scores, honba and riichi sticks after the events."""
    start = question.events[0]
    scores, sticks = list(start.scores), start.kyotaku
    for event in question.events:
        if isinstance(event, ev.ReachAccepted):
            scores[event.actor] -= 1000
            sticks += 1
    return scores, start.honba, sticks


def scores_after(question: Question, id: str) -> list[int]:
    """The scores after the win with that id."""
    scores, honba, sticks = scores_now(question)
    start, seat = question.events[0], question.seat
    way, *numbers = id.split("-")
    pays = {}
    if way == "ron":
        side, points = map(int, numbers)
        assert points in (RONS_EAST if seat == start.oya else RONS), f"no win pays {points}"
        pays[(seat + side) % 4] = points + honba * question.rules.counter_points
    else:
        each, east = int(numbers[0]), numbers[1]
        if seat == start.oya:
            assert (each in TSUMOS_EAST, east) == (True, "all"), f"no win of East pays {id}"
        else:
            assert (each, int(east)) in TSUMOS, f"no win pays {id}"
        for other in range(4):
            if other != seat:
                share = int(east) if other == start.oya and east != "all" else each
                pays[other] = share + honba * question.rules.counter_points // 3
    for other, points in pays.items():
        scores[other] -= points
    scores[seat] += sum(pays.values()) + 1000 * sticks
    return scores
