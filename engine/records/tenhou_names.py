"""Tenhou's names and numbers of yaku, limits and draws, with ours."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from engine.outcome import DrawReason
from engine.results import YAKUMAN_HAN
from engine.score.yaku import YAKU_NAMES
from engine.tiles import EAST, Kind

WINDS = "東南西北"

YAKU: tuple[tuple[str, str], ...] = (
    ("menzen-tsumo", "門前清自摸和"),
    ("riichi", "立直"),
    ("ippatsu", "一発"),
    ("chankan", "槍槓"),
    ("rinshan", "嶺上開花"),
    ("haitei", "海底摸月"),
    ("houtei", "河底撈魚"),
    ("pinfu", "平和"),
    ("tanyao", "断幺九"),
    ("iipeikou", "一盃口"),
    *(("seat-wind", f"自風 {wind}") for wind in WINDS),
    *(("round-wind", f"場風 {wind}") for wind in WINDS),
    ("haku", "役牌 白"),
    ("hatsu", "役牌 發"),
    ("chun", "役牌 中"),
    ("double-riichi", "両立直"),
    ("chiitoitsu", "七対子"),
    ("chanta", "混全帯幺九"),
    ("ittsu", "一気通貫"),
    ("sanshoku-doujun", "三色同順"),
    ("sanshoku-doukou", "三色同刻"),
    ("sankantsu", "三槓子"),
    ("toitoi", "対々和"),
    ("sanankou", "三暗刻"),
    ("shousangen", "小三元"),
    ("honroutou", "混老頭"),
    ("ryanpeikou", "二盃口"),
    ("junchan", "純全帯幺九"),
    ("honitsu", "混一色"),
    ("chinitsu", "清一色"),
    ("renhou", "人和"),
    ("tenhou", "天和"),
    ("chiihou", "地和"),
    ("daisangen", "大三元"),
    ("suuankou", "四暗刻"),
    ("suuankou-tanki", "四暗刻単騎"),
    ("tsuuiisou", "字一色"),
    ("ryuuiisou", "緑一色"),
    ("chinroutou", "清老頭"),
    ("chuuren", "九蓮宝燈"),
    ("junsei-chuuren", "純正九蓮宝燈"),
    ("kokushi", "国士無双"),
    ("kokushi-13", "国士無双１３面"),
    ("daisuushi", "大四喜"),
    ("shousuushi", "小四喜"),
    ("suukantsu", "四槓子"),
    ("dora", "ドラ"),
    ("ura-dora", "裏ドラ"),
    ("aka-dora", "赤ドラ"),
)
"""Our name and Tenhou's of every yaku; the place in the list is the number in XML records."""

_SEAT_WIND, _ROUND_WIND = 10, 14
"""Numbers of the first seat wind and the first round wind."""

LIMITS = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
"""Limits by their number in XML records; 0 is a hand below mangan."""

DOUBLE = "ダブル"
"""Stands before the word for a yakuman that counts twice."""

LIMIT_NUMBER = {"mangan": 1, "haneman": 2, "baiman": 3, "sanbaiman": 4, "yakuman": 5}

XML_DRAWS: dict[str, DrawReason] = {
    "": DrawReason.EXHAUSTIVE,
    "nm": DrawReason.NAGASHI_MANGAN,
    "yao9": DrawReason.NINE_TERMINALS,
    "kaze4": DrawReason.FOUR_WINDS,
    "reach4": DrawReason.FOUR_RIICHI,
    "kan4": DrawReason.FOUR_KANS,
    "ron3": DrawReason.TRIPLE_RON,
}
"""The ``type`` of a drawn hand in XML records."""

JSON_DRAWS: dict[str, DrawReason] = {
    "流局": DrawReason.EXHAUSTIVE,
    "全員聴牌": DrawReason.EXHAUSTIVE,
    "全員不聴": DrawReason.EXHAUSTIVE,
    "流し満貫": DrawReason.NAGASHI_MANGAN,
    "九種九牌": DrawReason.NINE_TERMINALS,
    "四風連打": DrawReason.FOUR_WINDS,
    "四家立直": DrawReason.FOUR_RIICHI,
    "四槓散了": DrawReason.FOUR_KANS,
    "三家和了": DrawReason.TRIPLE_RON,
}
"""The words for a drawn hand in JSON records."""

ALL_TENPAI, ALL_NOTEN = "全員聴牌", "全員不聴"
WIN = "和了"
UNKNOWN_RESULT = "不明"
"""The result of a hand that the record does not follow to its end."""


class RecordedWorth(NamedTuple):
    """The worth of a win according to a record; None where it says nothing."""

    yaku: list[tuple[str, int]] | None
    """Names with their han, in the order of the engine; None when one of them is not known here."""
    han: int | None
    fu: int | None
    yakuman: int | None
    points: int | None
    """All payers together, without honba and riichi sticks."""


def number_of(name: str, seat_wind: Kind, round_wind: Kind) -> int:
    """The number of a yaku in XML records; winds have one for each wind."""
    if name == "seat-wind":
        return _SEAT_WIND + seat_wind - EAST
    if name == "round-wind":
        return _ROUND_WIND + round_wind - EAST
    return _NUMBERS[name]


_NUMBERS = {name: number for number, (name, _) in reversed(list(enumerate(YAKU)))}
_ORDER = {name: place for place, name in enumerate(YAKU_NAMES)}


def sorted_yaku(yaku: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """The items in the order of the engine; what brings no han is left out."""
    return sorted((item for item in yaku if item[1]), key=lambda item: _ORDER[item[0]])


def _plain(text: str) -> str:
    """The word without spaces and colons, full-width figures made plain."""
    return re.sub(r"[\s:]", "", unicodedata.normalize("NFKC", text))


_BY_WORD = {_plain(word): name for name, word in YAKU}
_BY_WORD |= {f"yaku{number}": name for number, (name, _) in enumerate(YAKU)}
_ITEM = re.compile(r"(.+)\((?:(\d{1,3})飜|((?:ダブル)?役満))\)")
_WORTH = re.compile(
    r"(?:(\d{1,4})(?:符|fu)(\d{1,3})(?:飜|han))?(\D*?)(\d{1,7})(?:-(\d{1,7}))?点(∀?)", re.IGNORECASE
)


def recorded_worth(
    worth: str, items: Iterable[str], words: Mapping[str, str] | None = None, doubles: Container[str] = ()
) -> RecordedWorth:
    """Read the texts of a win in a JSON record, such as ``30符4飜7700点`` and ``立直(1飜)``.

    A limit hand has no fu in it. What cannot be read is left out. ``words`` are those of another program,
    with our names; ``doubles`` are the yakuman that count twice, though it writes them as one.
    """
    others = {_plain(word): name for word, name in (words or {}).items()}
    yaku: list[tuple[str, int]] = []
    known, yakuman, count = True, 0, 0
    for item in items:
        match = _ITEM.fullmatch(item)
        word = _plain(match[1]) if match else ""
        name = others.get(word) or _BY_WORD.get(word)
        units = 0 if match is None or match[3] is None else 1 + (match[3] != LIMITS[-1] or name in doubles)
        han = YAKUMAN_HAN * units if units else int(match[2]) if match else 0
        yakuman += units
        count += han
        if name is not None:
            yaku.append((name, han))
        elif match is None or han:
            known = False
    found = _WORTH.fullmatch(worth)
    fu = int(found[1]) if found and found[1] and not yakuman else None
    recorded_han = int(found[2]) if found and found[2] else count if count else None
    return RecordedWorth(
        sorted_yaku(yaku) if known and yaku else None, recorded_han, fu, yakuman, _points(found)
    )


def _points(found: re.Match[str] | None) -> int | None:
    """All payers together: ``7700点`` by ron, ``2000点∀`` from each, ``700-1300点`` from others and East."""
    if found is None:
        return None
    each, more = int(found[4]), found[5]
    if more is not None:
        return 2 * each + int(more)
    return 3 * each if found[6] else each
