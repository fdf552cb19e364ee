"""Whether a complete hand has a yaku: luck and riichi as the rulebooks say, else the package `mahjong`."""

from __future__ import annotations

from functools import lru_cache

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as OtherMeld

from tests.support.engine.referee.table import Player, Table
from tests.support.engine.referee.tiles import KINDS, plain

_MELDS = {
    "chi": OtherMeld.CHI,
    "pon": OtherMeld.PON,
    "daiminkan": OtherMeld.KAN,
    "kakan": OtherMeld.KAN,
    "ankan": OtherMeld.KAN,
}
_WINDS = {"E": 27, "S": 28, "W": 29, "N": 30}
_OPTIONS = OptionalRules(has_open_tanyao=True)


def has_yaku(table: Table, player: Player, tile: str, *, tsumo: bool) -> bool:
    """Whether the player may win on that tile, as far as yaku go. The hand is complete with it."""
    first = table.unbroken and not player.pond
    if player.riichi or (tsumo and player.is_closed) or (tsumo and table.replaced):
        return True
    if table.phase == "rob" or table.live == 0:
        # robbing a kan; the last tile
        return True
    if first and not tsumo and table.book.renhou:
        return True
    concealed = [plain(each) for each in player.between] + [plain(tile)]
    melds = tuple((meld.kind, tuple(sorted(map(plain, meld.tiles)))) for meld in player.melds)
    winds = (_WINDS[table.wind(player.seat)], _WINDS[table.start.bakaze])
    return _is_worth(tuple(sorted(concealed)), melds, plain(tile), tsumo, winds)


@lru_cache(maxsize=50_000)
def _is_worth(
    concealed: tuple[str, ...],
    melds: tuple[tuple[str, tuple[str, ...]], ...],
    tile: str,
    tsumo: bool,
    winds: tuple[int, int],
) -> bool:
    given = dict.fromkeys(KINDS, 0)

    def number(kind: str) -> int:
        given[kind] += 1
        return 4 * KINDS.index(kind) + given[kind] - 1

    own = [number(each) for each in concealed]
    laid = [
        OtherMeld(_MELDS[kind], [number(each) for each in tiles], opened=kind != "ankan")
        for kind, tiles in melds
    ]
    every = own + [each for meld in laid for each in meld.tiles]
    won = own[concealed.index(tile)]
    config = HandConfig(is_tsumo=tsumo, player_wind=winds[0], round_wind=winds[1], options=_OPTIONS)
    return HandCalculator.estimate_hand_value(every, won, melds=laid, config=config).error is None
