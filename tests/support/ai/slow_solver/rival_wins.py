"""What another player's win on a discard of the seat pays, as another program (`mahjong`) says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.story import HONOURS, KINDS, Story, kind_of, tell
from tests.support.ai.slow_solver.win_points import CALCULATOR, LIMITS, _seat_wind
from tests.support.ai.slow_solver.yaku import MELDS

CALLS = (ev.Chi, ev.Pon, ev.Daiminkan, ev.Ankan, ev.Kakan)


def ron_points(then: Question, seat: int, concealed: Sequence[str], win: str) -> int:
    """What the seat pays on the tile that it just discarded; 0 if the hand has no yaku.

    Tiles are in mjai spelling. Ura dora, honba and sticks are left out.
    """
    known = tell(then.rules, then.seat, then.events)
    story = Story(then.rules, seat, round_wind=known.round_wind, dealer=known.dealer)
    story.seat_wind = HONOURS[(seat - known.dealer) % 4]
    number = _Numbers()
    laid = list(_melds(then, seat))
    melds = [
        Meld(meld_type=MELDS[name], tiles=sorted(map(number, tiles)), opened=name != "Ankan")
        for name, tiles in laid
    ]
    tiles = [*map(number, concealed), number(win)]
    held = [*concealed, win, *(tile for _, meld in laid for tile in meld)]
    declared = [each.actor for each in then.events if isinstance(each, ev.Reach)]
    double = seat in declared and _is_double(then, seat)
    config = HandConfig(
        is_riichi=seat in declared and not double,
        is_daburu_riichi=double,
        is_ippatsu=seat in declared and _is_ippatsu(then, seat),
        is_houtei=known.live == 0,
        player_wind=27 + HONOURS.index(_seat_wind(story, [kind_of(tile) for tile in held])),
        round_wind=27 + HONOURS.index(known.round_wind),
        options=OptionalRules(
            has_open_tanyao=then.rules.open_tanyao,
            has_aka_dora=any(tile.endswith("r") for tile in held),
            kiriage=then.rules.kiriage,
            has_double_yakuman=False,
            kazoe_limit=LIMITS[then.rules.counted_limit],
        ),
    )
    # `mahjong` takes East from the seat wind; another one was named only for the fu of the pair
    config.is_dealer = seat == known.dealer
    everything = tiles + [tile for meld in melds for tile in meld.tiles]
    markers = [4 * KINDS.index(kind) for kind in known.indicators]
    found = CALCULATOR.estimate_hand_value(everything, tiles[-1], melds, markers, config)
    if found.error == "no_yaku":
        return 0
    assert found.error is None, found.error
    return int(found.cost["main"])


class _Numbers:
    """Hands out the numbers of the 136 tiles; a red five is the first of its kind."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def __call__(self, tile: str) -> int:
        kind = kind_of(tile)
        if tile.endswith("r"):
            return 4 * KINDS.index(kind)
        self._given[kind] += 1
        return 4 * KINDS.index(kind) + self._given[kind] % 4


def _melds(then: Question, seat: int) -> Iterator[tuple[str, list[str]]]:
    """The melds of a seat: the name of the event and the tiles, an added kan in place of its pon."""
    found: list[tuple[str, list[str]]] = []
    for event in then.events:
        if not isinstance(event, CALLS) or event.actor != seat:
            continue
        if isinstance(event, ev.Kakan):
            found = [each for each in found if kind_of(each[1][0]) != kind_of(event.pai) or each[0] != "Pon"]
        taken = [] if isinstance(event, ev.Ankan) else [event.pai]
        found.append((type(event).__name__, [*taken, *event.consumed]))
    yield from found


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
