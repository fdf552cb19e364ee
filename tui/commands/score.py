"""``furiten score``: score a winning hand, with all yaku and fu."""

from __future__ import annotations

import click

from engine.rules import DEFAULT, Ruleset, ruleset
from engine.score import NoWin, Payment, Score, Win, payment, score, winners_total
from engine.score.payment_table import LimitRow, TableCell, limit_rows, payment_table
from engine.tiles import EAST
from tui.commands.parameters import WIND, rules_option
from tui.commands.request_command import RequestCommand
from tui.commands.requests import (
    MOST_INDICATORS,
    WINDS,
    Fields,
    JsonAnswer,
    Request,
    RequestError,
    check_hand,
    check_tiles,
    from_options,
    to_json,
)
from tui.commands.score_contradictions import CONTRADICTIONS
from tui.commands.score_words import in_words
from tui.i18n.texts import t
from tui.system.exit_codes import ExitCode
from tui.system.output import say
from tui.words.payment_table import sheet_lines

"""One at the deal and one for each of four kans."""

FIELDS = (
    "hand",
    "melds",
    "win",
    "by",
    "seat",
    "round",
    "riichi",
    "ippatsu",
    "last_tile",
    "rinshan",
    "chankan",
    "first_turn",
    "tile_mixed",
    "dora",
    "ura",
    "honba",
    "sticks",
    "rules",
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
        "payment": _payment(worth.base, dealer, win.tsumo),
        "total": received + honba * win.rules.counter_points + sticks * win.rules.riichi_bet,
    }


def _win(fields: Fields) -> Win:
    """The validated win of a request; raises RequestError."""
    tile = fields.tile("win")
    win = Win(
        tiles=(*fields.tiles("hand"), tile),
        winning_tile=tile,
        melds=fields.melds(),
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
    check_hand(win.tiles[:-1], win.melds)
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


def _payment(base: int, dealer: bool, tsumo: bool) -> dict[str, int | None]:
    return _paid(payment(base, dealer, tsumo))


def _paid(due: Payment) -> dict[str, int | None]:
    if due.ron is not None:
        return {"ron": due.ron}
    if due.from_dealer is None:
        return {"all": due.from_others}
    return {"east": due.from_dealer, "others": due.from_others}


def _sheet(rules: Ruleset, *, as_json: bool) -> None:
    """Print the table of payments."""
    if as_json:
        say(to_json(_sheet_data(rules)))
        return
    say(t("payment-table.title", rules=rules.title) + "\n")
    say("\n".join(line.text for line in sheet_lines(rules)))


def _sheet_data(rules: Ruleset) -> JsonAnswer:
    """The table of payments as JSON."""
    return {
        "rules": rules.name,
        "counter": rules.counter_points,
        "cells": [
            {"han": cell.han, "fu": cell.fu, "limit": cell.limit, **_dues(cell)}
            for cell in payment_table(rules)
        ],
        "limits": [
            {"limit": row.limit, "from": row.first_han, "to": row.last_han, **_dues(row)}
            for row in limit_rows(rules)
        ],
    }


def _dues(row: TableCell | LimitRow) -> dict[str, object]:
    """What the dealer and another winner are paid; null for what no hand can be."""
    return {
        winner: {
            way: None if due is None else _paid(due)
            for way, due in (("ron", dues.ron), ("tsumo", dues.tsumo))
        }
        for winner, dues in (("dealer", row.dealer), ("other", row.other))
    }


def _request(given: Request) -> Request:
    """Convert the options of the command line into a request."""
    request: Request = {"by": "tsumo" if given.pop("tsumo", False) else "ron"}
    if given.pop("double_riichi", False):
        given["riichi"] = "double"
    return request | from_options(given, "dora", "ura")


QUESTION = RequestCommand(
    answer, in_words, required=("hand", "win"), incomplete="score.needs-hand", request=_request
)


@click.command(name="score", help=t("score.help"), epilog=t("score.example"))
@click.argument("hand", required=False, metavar="[HAND]")
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
        if batch or any(value not in (None, False, ()) for value in options.values()):
            raise click.UsageError(t("score.sheet-alone"))
        _sheet(ruleset(str(name)) if name else DEFAULT, as_json=as_json)
        return ExitCode.DONE
    return QUESTION.put(options, batch=batch, as_json=as_json)
