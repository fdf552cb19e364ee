"""The program `mahjong`: a win in its numbers, and what it calls the yaku."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld

from engine.tiles import KIND_OF, TILE_OF

FORMS = {
    "Chi": Meld.CHI,
    "Pon": Meld.PON,
    "Daiminkan": Meld.KAN,
    "Ankan": Meld.KAN,
    "Kakan": Meld.SHOUMINKAN,
}
LIMITS = {"yakuman": HandConfig.KAZOE_LIMITED, "sanbaiman": HandConfig.KAZOE_SANBAIMAN}


def estimate(
    concealed: Sequence[str],
    won: str,
    melds: Iterable[tuple[str, Iterable[str]]],
    options: OptionalRules,
    *,
    dora: Iterable[str] = (),
    ura: Iterable[str] = (),
    dealer: bool | None = None,
    **config: Any,
) -> HandResponse:
    """What it says of a win: ``concealed`` is without the winning tile, melds have the names of events.

    Tiles are spelled as we do (``0p``, ``1z``) or as mjai does (``5pr``, ``E``). It takes East from the seat
    wind, unless ``dealer`` says otherwise.
    """
    given: Counter[int] = Counter()

    def number(tile: str) -> int:
        # of 136; the red five is the first of its kind
        found = TILE_OF[tile]
        kind = KIND_OF[found]
        given[kind] += found == kind
        return 4 * kind + given[kind] % 4 if found == kind else 4 * kind

    own = [number(each) for each in (*concealed, won)]
    laid = [Meld(FORMS[name], sorted(map(number, tiles)), opened=name != "Ankan") for name, tiles in melds]
    told = HandConfig(options=options, **config)
    told.is_dealer = told.is_dealer if dealer is None else dealer
    every = own + [tile for meld in laid for tile in meld.tiles]
    shown, under = ([4 * KIND_OF[TILE_OF[each]] + 1 for each in tiles] for tiles in (dora, ura))
    return HandCalculator.estimate_hand_value(every, own[-1], laid, shown, told, ura_dora_indicators=under)


def wind(name: str) -> int:
    """Its number of a wind."""
    return KIND_OF[TILE_OF[name]]


BY_MAHJONG = {
    "Menzen Tsumo": "menzen-tsumo",
    "Riichi": "riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Double Riichi": "double-riichi",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "haku",
    "Yakuhai (hatsu)": "hatsu",
    "Yakuhai (chun)": "chun",
    "Sanshoku Doujun": "sanshoku-doujun",
    "Ittsu": "ittsu",
    "Chantai": "chanta",
    "Honroutou": "honroutou",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Sanshoku Doukou": "sanshoku-doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shou Sangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu",
    "Kokushi Musou": "kokushi",
    "Chuuren Poutou": "chuuren",
    "Suu Ankou": "suuankou",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushi",
    "Ryuuiisou": "ryuuiisou",
    "Suu Kantsu": "suukantsu",
    "Tsuu Iisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    "Dai Suushii": "daisuushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi-13",
    "Suu Ankou Tanki": "suuankou-tanki",
    "Daburu Chuuren Poutou": "junsei-chuuren",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Dora": "dora",
    "Aka Dora": "aka-dora",
    "Ura Dora": "ura-dora",
} | {
    f"Yakuhai ({place} wind {wind})": f"{place}-wind"
    for place in ("seat", "round")
    for wind in ("east", "south", "west", "north")
}
