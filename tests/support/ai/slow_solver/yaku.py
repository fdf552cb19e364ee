"""Whether a complete hand has a yaku, as another program (`mahjong`) says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from tests.support.ai.slow_solver.story import HONOURS, KINDS, Story

CALCULATOR = HandCalculator()
MELDS = {
    "Chi": Meld.CHI,
    "Pon": Meld.PON,
    "Daiminkan": Meld.KAN,
    "Ankan": Meld.KAN,
    "Kakan": Meld.SHOUMINKAN,
}


class _Numbers:
    """Hands out the numbers of the 136 tiles."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def __call__(self, kinds: Iterable[str]) -> list[int]:
        return [self._next(kind) for kind in kinds]

    def _next(self, kind: str) -> int:
        self.used[kind] += 1
        return 4 * KINDS.index(kind) + self.used[kind] - 1


def has_yaku(story: Story, concealed: list[str], win: str, *, riichi: int, now: bool) -> bool:
    """Whether a ron on that kind would be a win, were there no furiten; ``concealed`` without it.

    ``now`` is a ron on the tile on offer, with the luck of the moment; else a ron at some later time.
    """
    number = _Numbers()
    tiles = number([*concealed, win])
    melds = [
        Meld(meld_type=MELDS[name], tiles=sorted(number(kinds)), opened=name != "Ankan")
        for name, kinds in story.melds
    ]
    config = HandConfig(
        is_riichi=riichi == 1,
        is_daburu_riichi=riichi == 2,
        is_chankan=now and story.robbing,
        is_houtei=now and story.live == 0 and not story.robbing,
        is_renhou=now and story.rules.renhou != "none" and not story.thrown and not story.calls,
        player_wind=27 + HONOURS.index(story.seat_wind),
        round_wind=27 + HONOURS.index(story.round_wind),
        options=OptionalRules(has_open_tanyao=story.rules.open_tanyao),
    )
    everything = tiles + [tile for meld in melds for tile in meld.tiles]
    result = CALCULATOR.estimate_hand_value(everything, tiles[-1], melds, [], config)
    assert result.error in (None, "no_yaku"), (result.error, concealed, win, story.melds)
    return result.error is None
