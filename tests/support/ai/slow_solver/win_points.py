"""What a win pays, as another program (`mahjong`) says, without ippatsu, ura dora, honba and sticks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.story import HONOURS, KINDS, Story, kind_of
from tests.support.ai.slow_solver.yaku import MELDS

CALCULATOR = HandCalculator()
SUITS = "mps"
LIMITS = {"yakuman": HandConfig.KAZOE_LIMITED, "sanbaiman": HandConfig.KAZOE_SANBAIMAN}


class _Numbers:
    """Hands out the numbers of the 136 tiles; the first five of a suit is the red one, if it is held.

    A fourth five beside three plain ones can only be the red one.
    """

    def __init__(self, story: Story, reds: Sequence[str]) -> None:
        fives = [f"5{suit}" for suit in SUITS if any(story.rules.red_fives)]
        self._used: Counter[str] = Counter(five for five in fives if five not in reds)

    def __call__(self, kinds: Sequence[str]) -> list[int]:
        return [self._next(kind) for kind in kinds]

    def _next(self, kind: str) -> int:
        self._used[kind] += 1
        return 4 * KINDS.index(kind) + (self._used[kind] - 1) % 4


def reds_held(question: Question, discard: str) -> list[str]:
    """The kinds of which the seat holds a red five after a discard in mjai spelling."""
    held: Counter[str] = Counter()
    for event in question.events:
        match event:
            case ev.StartKyoku(tehais=hands):
                held.update(hands[question.seat])
            case ev.Tsumo(actor=actor, pai=pai) if actor == question.seat:
                held[pai] += 1
            case ev.Dahai(actor=actor, pai=pai) if actor == question.seat:
                held[pai] -= 1
            case ev.Chi(actor=actor, pai=pai) | ev.Pon(actor=actor, pai=pai) if actor == question.seat:
                held[pai] += 1
            case ev.Daiminkan(actor=actor, pai=pai) if actor == question.seat:
                held[pai] += 1
    held[discard] -= 1
    return [kind_of(pai) for pai, number in held.items() if pai.endswith("r") and number > 0]


def win_points(
    question: Question,
    story: Story,
    rest: Sequence[str],
    win: str,
    discard: str,
    *,
    tsumo: bool,
    riichi: bool,
) -> int:
    """All that a win with the concealed tiles ``rest`` brings; 0 if it has no yaku."""
    number = _Numbers(story, reds_held(question, discard))
    melds = [
        Meld(meld_type=MELDS[name], tiles=sorted(number(kinds)), opened=name != "Ankan")
        for name, kinds in story.melds
    ]
    tiles = [*number(rest), *number([win])]
    held = [*rest, win, *(kind for _, kinds in story.melds for kind in kinds)]
    config = HandConfig(
        is_tsumo=tsumo,
        is_riichi=riichi,
        player_wind=27 + HONOURS.index(_seat_wind(story, held)),
        round_wind=27 + HONOURS.index(story.round_wind),
        options=OptionalRules(
            has_open_tanyao=story.rules.open_tanyao,
            has_aka_dora=any(story.rules.red_fives),
            kiriage=story.rules.kiriage,
            has_double_yakuman=False,
            kazoe_limit=LIMITS[story.rules.counted_limit],
        ),
    )
    everything = tiles + [tile for meld in melds for tile in meld.tiles]
    markers = [4 * KINDS.index(kind) for kind in story.indicators]
    found = CALCULATOR.estimate_hand_value(everything, tiles[len(rest)], melds, markers, config)
    if found.error == "no_yaku":
        return 0
    assert found.error is None, found.error
    main, additional = int(found.cost["main"]), int(found.cost["additional"])
    if not tsumo:
        if story.seat == story.dealer and not config.is_dealer:
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
