"""``furiten score``: score a winning hand, with all yaku and fu, as JSON and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from engine.hand import Meld, is_closed
from engine.rules import DEFAULT, Ruleset
from engine.score import NoWin, Payment, Score, Win, payment, said_fu_names, score, winners_total
from engine.score.points import LimitRow, TableCell, limit_rows, payment_table
from engine.tiles import EAST, KIND_OF, Kind, NotationError
from tui.commands.requests import (
    MOST_INDICATORS,
    Fields,
    JsonAnswer,
    Request,
    RequestCommand,
    RequestError,
    check_hand,
    check_tiles,
    from_options,
    given_options,
    tile_names,
    to_json,
)
from tui.commands.shared import WIND, WINDS, one_text, rules_option
from tui.i18n import join_list, ljust, t, width
from tui.system.terminal import ExitCode, say

DOUBLE_RIICHI = 2


def _holds_the_robbed_tile(win: Win) -> bool:
    """Whether a tile is elsewhere of which four were in the kan that was robbed."""
    others = [tile for meld in win.melds for tile in meld.tiles]
    others += [*win.tiles, *win.dora_indicators, *win.ura_indicators]
    robbed: Kind = KIND_OF[win.winning_tile]
    return sum(KIND_OF[tile] == robbed for tile in others) > 1


CONTRADICTIONS: tuple[tuple[Callable[[Win], object], str], ...] = (
    (lambda w: w.riichi and not is_closed(w.melds), "'riichi' with an open meld"),
    (lambda w: w.ippatsu and not w.riichi, "'ippatsu' without 'riichi'"),
    (lambda w: w.ura_indicators and not w.riichi, "'ura' without 'riichi'"),
    (
        lambda w: len(w.ura_indicators) > len(w.dora_indicators),
        "'ura' has more tiles than 'dora'; each lies under one of them",
    ),
    (
        lambda w: w.ippatsu and w.riichi == DOUBLE_RIICHI and w.last_tile,
        "'ippatsu' on a double riichi with 'last_tile'; the wall does not end in the first two turns",
    ),
    (lambda w: w.rinshan and not w.tsumo, "'rinshan' with a ron; it is a win by tsumo"),
    (lambda w: w.rinshan and not any(meld.is_kan for meld in w.melds), "'rinshan' without a kan"),
    (lambda w: w.rinshan and w.ippatsu, "'rinshan' with 'ippatsu', which the kan has ended"),
    (lambda w: w.chankan and w.tsumo, "'chankan' with a tsumo; it is a win by ron"),
    (lambda w: w.chankan and w.last_tile, "'chankan' with 'last_tile'; the last tile cannot go into a kan"),
    (
        lambda w: w.chankan and _holds_the_robbed_tile(w),
        "'chankan' on a tile of which another is in the hand or an indicator; the kan holds the other three",
    ),
    (
        lambda w: w.tile_mixed and not w.tsumo,
        "'tile_mixed' with a ron; a tsumo alone has a tile to keep apart",
    ),
    (lambda w: w.first_turn and w.melds, "'first_turn' with a meld, which has ended the first turn"),
    (lambda w: w.first_turn and w.riichi, "'first_turn' with 'riichi', which needs a discard before"),
    (lambda w: w.first_turn and w.last_tile, "'first_turn' with 'last_tile'"),
    (
        lambda w: w.first_turn and len(w.dora_indicators) > 1,
        "'first_turn' with several indicators; a kan before it has ended the first turn",
    ),
    (
        lambda w: w.first_turn and w.chankan and not w.rules.orphans_rob_closed_kan,
        "'first_turn' with 'chankan'; a pon before it has ended the first turn",
    ),
    (
        lambda w: w.first_turn and not w.tsumo and w.seat_wind == EAST,
        "'first_turn' with a ron by East, who begins with a discard",
    ),
)
"""Contradictions within a request, with their error messages."""


TextRow = tuple[str, str]


def in_words(request: dict[str, Any], reply: dict[str, Any]) -> str:
    """Yaku, han and fu, each fu item, and the payments; or why the hand does not win."""
    if not reply["wins"]:
        return t(f"score.reasons.{reply['reason'].replace(' ', '-')}")
    yaku: list[TextRow] = [(t(f"yaku.{item['name']}"), _worth(item)) for item in reply["yaku"]]
    fu = _fu_rows(reply, Fields(request, FIELDS).melds())
    room = max(width(name) for name, _ in yaku + fu) + 2
    blocks = [_columns(yaku, room), _sum(reply)]
    if fu:
        blocks.append(_columns(fu, room))
    blocks.append(_payment_line(reply["payment"]))
    if reply["total"] != _received(reply["payment"]):
        blocks.append(t("score.total", points=reply["total"]))
    return "\n".join(blocks)


def _fu_rows(reply: dict[str, Any], melds: Sequence[Meld]) -> list[TextRow]:
    names = said_fu_names([item["name"] for item in reply["fu_items"]], melds)
    rows = [
        (t(f"fu.{name}"), t("score.fu", count=item["fu"]))
        for name, item in zip(names, reply["fu_items"], strict=True)
    ]
    exact = sum(item["fu"] for item in reply["fu_items"])
    if rows and exact != reply["fu"]:
        rows.append((t("result.rounded", fu=exact), t("score.fu", count=reply["fu"])))
    return rows


def _columns(rows: list[TextRow], room: int) -> str:
    return "\n".join(f"  {ljust(name, room)}{worth}" for name, worth in rows)


def _worth(item: dict[str, Any]) -> str:
    if "yakuman" in item:
        return t("score.yakuman", count=item["yakuman"])
    return t("score.han", count=item["han"])


def _sum(reply: dict[str, Any]) -> str:
    """Han and fu, and the limit if one is reached."""
    if reply["yakuman"]:
        return t("score.yakuman", count=reply["yakuman"])
    words = []
    if reply["han"] is not None:
        words += [t("score.han", count=reply["han"]), t("score.fu", count=reply["fu"])]
    if reply["limit"]:
        words.append(t(f"limits.{reply['limit']}"))
    return join_list(words)


def _payment_line(payment: dict[str, int]) -> str:
    match payment:
        case {"ron": points}:
            return t("score.ron", points=points)
        case {"all": points}:
            return t("score.all", points=points)
        case _:
            return t("score.east-others", east=payment["east"], others=payment["others"])


def _received(payment: dict[str, int]) -> int:
    match payment:
        case {"ron": points}:
            return points
        case {"all": points}:
            return 3 * points
        case _:
            return payment["east"] + 2 * payment["others"]


FIELDS = (
    *("hand", "melds", "win", "by", "seat", "round", "riichi", "ippatsu", "last_tile", "rinshan", "chankan"),
    *("first_turn", "tile_mixed", "dora", "ura", "honba", "sticks", "rules"),
)


def answer(request: Request) -> JsonAnswer:
    """Answer one request of ``score --batch``; raises RequestError for one that contradicts itself."""
    fields = Fields(request, FIELDS)
    win = _win(fields)
    honba, sticks = win.honba, fields.count("sticks")
    worth = score(win)
    if isinstance(worth, NoWin):
        return {"wins": False, "reason": worth.reason.value}
    dealer = win.seat_wind == EAST
    received = winners_total(worth.base, dealer, win.tsumo)
    return {
        "wins": True,
        "han": worth.han,
        "fu": worth.fu,
        "yakuman": worth.yakuman,
        "limit": worth.limit,
        "yaku": _yaku(worth),
        "fu_items": [{"name": item.name, "fu": item.fu} for item in worth.fu_items],
        "payment": _paid(payment(worth.base, dealer, win.tsumo)),
        "total": received + honba * win.rules.counter_points + sticks * win.rules.riichi_bet,
    }


def _win(fields: Fields) -> Win:
    """The validated win of a request; raises RequestError."""
    concealed, melds = fields.tiles("hand"), fields.melds()
    check_hand(concealed, melds, besides="the winning tile")
    tile = fields.tile("win")
    win = Win(
        tiles=(*concealed, tile),
        winning_tile=tile,
        melds=melds,
        tsumo=fields.choice("by", ("ron", "tsumo"), "ron") == "tsumo",
        seat_wind=EAST + WINDS.index(fields.choice("seat", WINDS, "E")),
        round_wind=EAST + WINDS.index(fields.choice("round", WINDS, "E")),
        riichi=fields.riichi(),
        ippatsu=fields.flag("ippatsu"),
        last_tile=fields.flag("last_tile"),
        rinshan=fields.flag("rinshan"),
        chankan=fields.flag("chankan"),
        first_turn=fields.flag("first_turn"),
        dora_indicators=fields.tile_list("dora", MOST_INDICATORS),
        ura_indicators=fields.tile_list("ura", MOST_INDICATORS),
        tile_mixed=fields.flag("tile_mixed"),
        honba=fields.count("honba"),
        rules=fields.rules(),
    )
    melded = [tile for meld in win.melds for tile in meld.tiles]
    check_tiles([*win.tiles, *melded, *win.dora_indicators, *win.ura_indicators], win.rules)
    for contradicts, words in CONTRADICTIONS:
        if contradicts(win):
            raise RequestError(words)
    return win


def _yaku(worth: Score) -> list[dict[str, object]]:
    if worth.yakuman:
        return [{"name": item.name, "yakuman": item.value} for item in worth.yakuman_items]
    return [{"name": item.name, "han": item.han} for item in worth.yaku]


def _paid(due: Payment) -> dict[str, int | None]:
    if due.ron is not None:
        return {"ron": due.ron}
    if due.from_dealer is None:
        return {"all": due.from_others}
    return {"east": due.from_dealer, "others": due.from_others}


def _sheet(rules: Ruleset, *, as_json: bool) -> None:
    if as_json:
        say(to_json(_sheet_data(rules)))
        return
    from tui.words.rulesets import sheet_lines  # here: few ask for the sheet

    say(t("payment-table.title", rules=rules.title) + "\n")
    say("\n".join(line.text for line in sheet_lines(rules)))


def _sheet_data(rules: Ruleset) -> JsonAnswer:
    return {
        "rules": rules.name,
        "counter": rules.counter_points,
        "cells": [
            {"han": cell.han, "fu": cell.fu, "limit": cell.limit, **_dues_data(cell)}
            for cell in payment_table(rules)
        ],
        "limits": [
            {"limit": row.limit, "from": row.first_han, "to": row.last_han, **_dues_data(row)}
            for row in limit_rows(rules)
        ],
    }


def _dues_data(row: TableCell | LimitRow) -> dict[str, object]:
    """The payments to the dealer and to another winner; null where no hand has so many han and fu."""
    return {
        winner: {
            way: None if due is None else _paid(due)
            for way, due in (("ron", dues.ron), ("tsumo", dues.tsumo))
        }
        for winner, dues in (("dealer", row.dealer), ("other", row.other))
    }


def _request(given: Request) -> Request:
    request: Request = {"by": "tsumo" if given.pop("tsumo", False) else "ron"}
    if given.pop("double_riichi", False):
        given["riichi"] = "double"
    return _with_win_apart(request | from_options(given, "dora", "ura"))


def _with_win_apart(request: Request) -> Request:
    """A hand that was typed with its winning tile, the last one if none is named, without it."""
    try:
        names = tile_names(str(request["hand"]))
    except NotationError:
        return request  # refused where it is read
    if len(names) % 3 != 2:
        return request
    win = request.get("win", names[-1])
    if win not in names:
        return request
    at = len(names) - 1 - names[::-1].index(win)
    return request | {"hand": "".join(names[:at] + names[at + 1 :]), "win": win}


QUESTION = RequestCommand(
    answer, in_words, required=("hand",), incomplete="score.needs-hand", request=_request
)


@click.command(name="score", help=t("score.help"), epilog=t("score.example"))
@click.argument("hand", nargs=-1, metavar="[HAND]", callback=one_text)
@click.option("--win", metavar="TILE", help=t("score.win"))
@click.option("--meld", "melds", multiple=True, metavar="KIND:TILES", help=t("score.meld"))
@click.option("--tsumo", is_flag=True, help=t("score.tsumo"))
@click.option("--seat", type=WIND, metavar="E|S|W|N", help=t("score.seat"))
@click.option("--round", "round_", type=WIND, metavar="E|S|W|N", help=t("score.round"))
@click.option("--riichi", is_flag=True, help=t("score.riichi"))
@click.option("--double-riichi", is_flag=True, help=t("score.double-riichi"))
@click.option("--ippatsu", is_flag=True, help=t("score.ippatsu"))
@click.option("--last-tile", is_flag=True, help=t("score.last-tile"))
@click.option("--rinshan", is_flag=True, help=t("score.rinshan"))
@click.option("--chankan", is_flag=True, help=t("score.chankan"))
@click.option("--first-turn", is_flag=True, help=t("score.first-turn"))
@click.option("--tile-mixed", is_flag=True, help=t("score.tile-mixed"))
@click.option("--dora", metavar="TILES", help=t("score.dora"))
@click.option("--ura", metavar="TILES", help=t("score.ura"))
@click.option("--honba", type=int, metavar="N", help=t("score.honba"))
@click.option("--sticks", type=int, metavar="N", help=t("score.sticks"))
@rules_option
@click.option("--json", "as_json", is_flag=True, help=t("score.json"))
@click.option("--batch", is_flag=True, help=t("score.batch"))
@click.option("--sheet", is_flag=True, help=t("score.sheet"))
def command(batch: bool, as_json: bool, sheet: bool, **options: object) -> int:
    """Score one hand, or one of each line of standard input, or print the sheet; returns the exit code."""
    if sheet:
        name = options.pop("rules")
        if batch or given_options(options):
            raise click.UsageError(t("score.sheet-alone"))
        from engine.own_rules import ruleset  # here: few ask for the sheet

        _sheet(ruleset(str(name)) if name else DEFAULT, as_json=as_json)
        return ExitCode.DONE
    return QUESTION.put(options, batch=batch, as_json=as_json)
