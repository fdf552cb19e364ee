"""What a winning hand is worth: as the package `mahjong` counts, put right where the rulebook differs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from mahjong.hand_calculating.hand_config import OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse

from engine import events as ev
from tests.support.engine.mahjong_package import BY_MAHJONG, estimate, wind
from tools.referee.book import Book
from tools.referee.table import Player, Table, plain

_NAMES = {"chi": "Chi", "pon": "Pon", "daiminkan": "Daiminkan", "kakan": "Kakan", "ankan": "Ankan"}
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
    winds = (wind(table.wind(player.seat)), wind(table.start.bakaze))
    return _is_worth(tuple(sorted(concealed)), melds, plain(tile), tsumo, winds)


@lru_cache(maxsize=50_000)
def _is_worth(
    concealed: tuple[str, ...],
    melds: tuple[tuple[str, tuple[str, ...]], ...],
    tile: str,
    tsumo: bool,
    winds: tuple[int, int],
) -> bool:
    rest = list(concealed)
    rest.remove(tile)
    laid = [(_NAMES[kind], tiles) for kind, tiles in melds]
    seat, table = winds
    found = estimate(rest, tile, laid, _OPTIONS, is_tsumo=tsumo, player_wind=seat, round_wind=table)
    return found.error is None


MANGAN_FROM = 5


class Worth(NamedTuple):
    """Yaku and dora with their han, 13 for each unit of a yakuman; fu is 0 where it plays no part."""

    yaku: tuple[tuple[str, int], ...]
    han: int
    fu: int
    yakuman: int


RENHOU = Worth((("renhou", MANGAN_FROM),), MANGAN_FROM, 0, 0)


def worth(table: Table, win: ev.Hora | ev.WinCalled) -> Worth:
    """What the win is worth, the hand as it is at the table."""
    player, tsumo = table.players[win.actor], win.actor == win.target
    tile = str(player.drawn) if tsumo else table.offer
    first = table.unbroken and not player.pond
    found = _counted(table, player, tile, win.ura_markers or (), tsumo=tsumo)
    # F15: renhou is a mangan by itself; the hand counts where it is worth more
    is_renhou = first and not tsumo and table.book.renhou
    if is_renhou and (found is None or not (found.yakuman or _is_mangan(table.book, found))):
        return RENHOU
    assert found is not None
    return found


def said(book: Book, win: ev.Hora, right: Worth) -> Worth:
    """What the engine says of the win, in the same words."""
    yaku = tuple(sorted((name, han) for name, han in win.yaku or ()))
    units = win.yakuman or 0
    if units and len(right.yaku) > len(yaku) and not book.yakuman_add_up and set(yaku) <= set(right.yaku):
        # F9: one yakuman is paid, whichever of them is named
        yaku = right.yaku
    return Worth(yaku, right.han if units else win.han or 0, 0 if units else win.fu or 0, units)


def _is_mangan(book: Book, found: Worth) -> bool:
    if found.han >= MANGAN_FROM or found.fu * 2 ** (2 + found.han) >= 2_000:
        return True
    return book.kiriage and (found.han, found.fu) in ((4, 30), (3, 60))


def _counted(table: Table, player: Player, tile: str, ura: Sequence[str], *, tsumo: bool) -> Worth | None:
    first = table.unbroken and not player.pond and tsumo
    dealer, last = player.seat == table.start.oya, table.live == 0
    melds = [(_NAMES[meld.kind], meld.tiles) for meld in player.melds]
    tiles = (*player.between, tile, *(each for _, laid in melds for each in laid))
    found = estimate(
        player.between,
        tile,
        melds,
        OptionalRules(
            has_open_tanyao=True,
            has_aka_dora=any(each.endswith("r") for each in tiles),
            has_double_yakuman=True,
            limit_to_sextuple_yakuman=False,
        ),
        dora=table.indicators,
        ura=ura,
        is_tsumo=tsumo,
        is_riichi=player.riichi and not player.double_riichi,
        is_daburu_riichi=player.double_riichi,
        is_ippatsu=player.ippatsu,
        is_rinshan=tsumo and table.replaced,
        is_chankan=table.phase == "rob",
        # F18: not together with a replacement tile
        is_haitei=tsumo and last and not table.replaced,
        is_houtei=not tsumo and last and table.phase == "claim",
        is_tenhou=first and dealer,
        is_chiihou=first and not dealer,
        player_wind=wind(table.wind(player.seat)),
        round_wind=wind(table.start.bakaze),
    )
    return None if found.error else _as_worth(table, player, found)


def _as_worth(table: Table, player: Player, found: HandResponse) -> Worth:
    book = table.book
    closed = not found.is_open_hand
    told = found.yaku or []
    yakuman = [BY_MAHJONG[each.name] for each in told if each.is_yakuman]
    if yakuman:
        units = {name: 2 if name in book.double_yakuman else 1 for name in yakuman}
        paid = sum(units.values()) if book.yakuman_add_up else 1
        return Worth(tuple(sorted((name, 13 * each) for name, each in units.items())), 13 * paid, 0, paid)
    yaku = tuple(
        sorted((BY_MAHJONG[each.name], int(each.han_closed if closed else each.han_open)) for each in told)
    )
    return Worth(yaku, sum(han for _, han in yaku), _fu(table, player, found), 0)


def _fu(table: Table, player: Player, found: HandResponse) -> int:
    """F4: the package counts 4 fu for a pair of the double wind."""
    items = found.fu_details or []
    fu = sum(each["fu"] for each in items)
    double = any(each["reason"] == "double_valued_pair" for each in items)
    if fu == 25 or not items:
        return found.fu or 0
    return -(-(fu - (2 if double and table.book.double_wind_fu == 2 else 0)) // 10) * 10
