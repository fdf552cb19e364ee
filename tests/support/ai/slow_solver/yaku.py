"""Whether a complete hand has a yaku, as another program (`mahjong`) says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from tests.support.ai.slow_solver.story import HONOURS, KINDS, Story
from tests.support.engine.mahjong_names import BY_MAHJONG

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


def has_yaku(
    story: Story, concealed: Sequence[str], win: str, *, riichi: int, now: bool, tsumo: bool = False
) -> bool:
    """Whether a win on that kind would be one, were there no furiten; ``concealed`` without it.

    ``now`` is a ron on the tile on offer, with the luck of the moment; else a win at some later time.
    """
    return bool(yaku(story, concealed, win, riichi=riichi, now=now, tsumo=tsumo))


def yaku(
    story: Story, concealed: Sequence[str], win: str, *, riichi: int, now: bool, tsumo: bool = False
) -> list[str]:
    """The yaku of that win as the catalogue names them, without dora; empty if it is none."""
    number = _Numbers()
    tiles = number([*concealed, win])
    melds = [
        Meld(meld_type=MELDS[name], tiles=sorted(number(kinds)), opened=name != "Ankan")
        for name, kinds in story.melds
    ]
    config = HandConfig(
        is_tsumo=tsumo,
        is_riichi=riichi == 1,
        is_daburu_riichi=riichi == 2,
        is_ippatsu=now and not tsumo and _ippatsu(story),
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
    return [] if result.yaku is None else [BY_MAHJONG.get(found.name, "renhou") for found in result.yaku]


def _ippatsu(story: Story) -> bool:
    """Whether the seat is in its first turn after riichi, and nobody has called since."""
    if not story.accepted or story.pond(story.seat)[-1].declares is False:
        return False
    # the kan that is robbed does not interrupt
    calls = [heard for _, heard, _ in story.called if not (story.robbing and heard == story.heard)]
    return all(heard < story.declared[story.seat] for heard in calls)
