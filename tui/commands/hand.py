"""``furiten hand``: shanten, waits, acceptance, furiten and outlook of a hand, as JSON and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

from engine import shape
from engine.furiten import FuritenKind, Passed, discard_causes, passed_cause
from engine.hand import HAND_SIZE, Hand, Meld, MeldKind
from engine.rules import Ruleset
from engine.tenpai import hand_acceptance, tenpai_waits
from engine.tiles import (
    COPIES,
    EAST,
    KIND_OF,
    KINDS,
    NAMES,
    SORT_KEY,
    TILE_OF,
    Kind,
    Tile,
    count_kinds,
    format_tiles,
    parse_tiles,
)
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
)
from tui.commands.shared import WIND, WINDS, one_text, rules_option
from tui.i18n import join_list, t

if TYPE_CHECKING:
    from ai.reading.estimates import AcceptedTile
    from ai.reading.outlook import Outlook, Wait
    from ai.seat_position import GivenPosition
    from engine.view import SeatView

OK = "ok"
"""What an outlook says of a wait that wins, in place of a refusal."""
OUTLOOK_FIELDS = ("outlook", "draws", "seat", "round", "dora", "points")


def in_words(request: dict[str, Any], reply: dict[str, Any]) -> str:
    """Shanten, waits and furiten of 13 tiles, or the best discards of 14."""
    lines = [t("hand.part", count=reply["groups"])] if "groups" in reply else []
    lines.append(_distance(reply["shanten"]))
    pond = [NAMES[tile] for tile in parse_tiles(request.get("discards", ""))]
    if "discards" in reply:
        riichi = bool(request.get("riichi"))
        lines += _best_discards(reply["discards"], pond, riichi=riichi)
        if "best" in reply and not riichi:
            lines.append(t("hand.best", tiles=join_list(reply["best"])))
    else:
        waits = join_list(t("hand.wait", tile=tile, count=left) for tile, left in reply["left"].items())
        key = "hand.waits" if reply["shanten"] == 0 else "hand.accepts"
        lines.append(t(key, tiles=waits, count=sum(reply["left"].values())))
        lines += [_cause(cause, pond) for cause in reply["furiten"]]
        lines += _outlook_lines(reply)
    return "\n".join(lines)


def _distance(shanten: int) -> str:
    match shanten:
        case -1:
            return t("hand.complete")
        case 0:
            return t("hand.tenpai")
        case _:
            return t("hand.shanten", count=shanten)


def _best_discards(discards: dict[str, Any], pond: list[str], *, riichi: bool) -> list[str]:
    """One line for each discard with the lowest shanten, with its furiten causes.

    In riichi that is each tile that can be the one just drawn: nobody chooses, and a hand does not say which.
    """
    nearest = min(after["shanten"] for after in discards.values())
    best = {tile: after for tile, after in discards.items() if after["shanten"] == nearest}
    lines = [t("hand.riichi-drawn")] if riichi and len(best) > 1 else []
    for tile, after in best.items():
        waits = format_tiles(TILE_OF[name] for name in after["accepts"])
        lines.append(t("hand.discard", tile=tile, waits=waits, left=after["left"]))
        lines += [f"  {_cause(cause, pond)}" for cause in after["furiten"]]
        lines += _outlook_lines(after)
    return lines


def _outlook_lines(answer: dict[str, Any]) -> list[str]:
    """The outlook of an answer, if it was asked for: each wait and what it wins, or what widens the hand."""
    outlook = answer.get("outlook")
    if outlook is None:
        return []
    lines = _wait_lines(outlook)
    riichi = outlook.get("riichi")
    if riichi is not None and (riichi["ron_tiles"] or riichi["tsumo_tiles"]):
        lines += [t("hand.outlook-riichi"), *_wait_lines(riichi)]
    if good := outlook.get("good"):
        lines.append(t("hand.outlook-good", tiles=_counted(good)))
    if improves := outlook.get("improves"):
        lines.append(t("hand.outlook-improves", tiles=_counted(improves)))
    return lines


def _counted(tiles: list[dict[str, Any]]) -> str:
    return join_list(t("hand.wait", tile=each["tile"], count=each["left"]) for each in tiles)


def _wait_lines(outlook: dict[str, Any]) -> list[str]:
    if "waits" not in outlook:
        return []
    lines = []
    for wait in outlook["waits"]:
        drawn = wait["tsumo"] != OK or outlook["draws"] > 0
        ron, tsumo = _verdict(wait["ron"]), _verdict(wait["tsumo"]) if drawn else t("hand.no-draws")
        line = t("hand.outlook-wait", tile=wait["tile"], left=wait["left"], ron=ron, tsumo=tsumo)
        wins = wait["ron"] == OK or (drawn and wait["tsumo"] == OK)
        lines.append(t("hand.outlook-points", line=line, points=wait["points"]) if wins else line)
    counts = {"ron": outlook["ron_tiles"], "tsumo": outlook["tsumo_tiles"], "count": outlook["draws"]}
    return [*lines, t("hand.outlook-wins", **counts)]


def _verdict(reason: str) -> str:
    return t("hand.wins") if reason == OK else t(f"log.why-{reason}")


def _cause(cause: dict[str, str], pond: list[str]) -> str:
    """A sentence about a cause of furiten; a tile that is not in the pond is the discard itself."""
    tile = cause["tile"]
    if cause["kind"] == FuritenKind.DISCARD:
        if tile not in pond:
            return t("hand.furiten-itself")
        return t("hand.furiten-discard", tile=tile, turn=pond.index(tile) + 1)
    return t(f"hand.furiten.{cause['kind']}", tile=tile)


FIELDS = ("hand", "melds", "discards", "passed", "seen", "riichi", "rules", *OUTLOOK_FIELDS)


class _Discarded(msgspec.Struct, frozen=True):
    """A discarded tile in the form that ``discard_causes`` takes."""

    tile: Tile


class _Position(msgspec.Struct, frozen=True):
    """The validated contents of a request."""

    hand: Hand
    discards: tuple[Tile, ...]
    passed: tuple[Tile, ...]
    """Passed tiles."""
    riichi: bool
    rules: Ruleset
    left: list[int]
    """The number of unseen copies of each kind."""
    groups: int = 0
    """Of a part of a hand, how many groups beside it count as complete: ``hand`` has them as melds."""


def answer(request: Request) -> JsonAnswer:
    """Answer one request of ``hand --batch``; raises RequestError for an impossible one."""
    fields = Fields(request, FIELDS)
    position = _position(fields)
    told = _answer(position)
    if position.groups:
        told["groups"] = position.groups
    if fields.flag("outlook"):
        if position.groups:
            raise RequestError("'outlook' with a part of a hand")

        add_outlooks(told, _given(fields, position))
    return told


def _answer(position: _Position) -> JsonAnswer:
    hand = position.hand
    if hand.size > HAND_SIZE:
        discards = _discards(position)
        complete = shape.shanten_of(hand.keys, len(hand.melds)) < 0
        best = next(iter(discards.values()))
        return {"shanten": -1 if complete else best["shanten"], "discards": discards}
    shanten, accepted = hand_acceptance(hand, position.rules)
    return {
        "shanten": shanten,
        "waits": [NAMES[kind] for kind in accepted],
        "left": {NAMES[kind]: position.left[kind] for kind in accepted},
        "furiten": _furiten(position, accepted, position.discards) if shanten == 0 else [],
    }


def _position(fields: Fields) -> _Position:
    """The position that a request describes; raises RequestError for an impossible one."""
    hand = Hand(fields.tiles("hand"), fields.melds())
    discards, passed, seen = (fields.tiles(name, "") for name in ("discards", "passed", "seen"))
    riichi, rules = bool(fields.riichi()), fields.rules()
    # how many groups a part of a hand lacks: 4, 7 or 10 tiles, or one more; 0 for any other hand
    whole = HAND_SIZE + (hand.size % 3 == 2)
    missing, rest = divmod(whole - hand.size, 3)
    groups = missing if not rest and hand.size > 3 and missing > 0 else 0
    if groups and riichi:
        raise RequestError("'riichi' with a part of a hand")
    if not groups:
        check_hand(hand.tiles, hand.melds, (HAND_SIZE, HAND_SIZE + 1))
    visible = [*hand.all_tiles(), *discards, *seen]
    check_tiles(visible, rules)
    check_tiles([*hand.all_tiles(), *passed], rules)
    if riichi and not hand.is_closed:
        raise RequestError("'riichi' with an open meld")
    if riichi and not _is_tenpai(hand, rules):
        raise RequestError("'riichi' with a hand that is not tenpai")
    left = [COPIES - count for count in count_kinds(visible)]
    if groups:
        hand = Hand(hand.tiles, (*hand.melds, *_complete(groups, hand)))
    return _Position(hand, discards, passed, riichi, rules, left, groups)


def _complete(groups: int, hand: Hand) -> list[Meld]:
    """Groups that take nothing from the hand: of kinds that it has no tile of, honours first."""
    held = {KIND_OF[tile] for tile in hand.all_tiles()}
    free = [kind for kind in reversed(range(KINDS)) if kind not in held]
    return [Meld(MeldKind.PON, (kind,) * 3) for kind in free[:groups]]


def _given(fields: Fields, position: _Position) -> GivenPosition:
    """The position with what an outlook asks besides; raises RequestError for what it cannot be."""
    from ai.seat_position import GivenPosition  # here: only an outlook asks so much

    winds = [EAST + WINDS.index(fields.choice(name, WINDS, "E")) for name in ("seat", "round")]
    return GivenPosition(
        rules=position.rules,
        hand=position.hand,
        discards=position.discards,
        passed=position.passed,
        seen=fields.tiles("seen", ""),
        indicators=fields.tile_list("dora", MOST_INDICATORS),
        riichi=position.riichi,
        seat_wind=winds[0],
        round_wind=winds[1],
        points=fields.optional_count("points"),
        draws=fields.optional_count("draws"),
    )


def _is_tenpai(hand: Hand, rules: Ruleset) -> bool:
    """Whether the hand is tenpai: one of 14 tiles after some discard."""
    if hand.size == HAND_SIZE:
        return bool(tenpai_waits(hand, rules))
    after = hand.copy()
    for tile in set(hand.tiles):
        after.remove(tile)
        if tenpai_waits(after, rules):
            return True
        after.add(tile)
    return False


def _discards(position: _Position) -> dict[str, JsonAnswer]:
    """The result of each discard, the best first: lowest shanten, then highest acceptance."""
    hand = position.hand
    answers: dict[str, JsonAnswer] = {}
    ranks: dict[str, tuple[int, int]] = {}
    for tile in sorted(set(hand.tiles), key=SORT_KEY.__getitem__):
        rest = hand.copy()
        rest.remove(tile)
        shanten, accepted = hand_acceptance(rest, position.rules)
        left = sum(position.left[kind] for kind in accepted)
        pond = (*position.discards, tile)
        ranks[NAMES[tile]] = (shanten, -left)
        answers[NAMES[tile]] = {
            "shanten": shanten,
            "accepts": [NAMES[kind] for kind in accepted],
            "left": left,
            "furiten": _furiten(position, accepted, pond) if shanten == 0 else [],
        }
    return {name: answers[name] for name in sorted(answers, key=ranks.__getitem__)}


def _furiten(position: _Position, waits: Sequence[Kind], pond: Sequence[Tile]) -> list[dict[str, str]]:
    """The causes of furiten without duplicates.

    Passed tiles count until the player's next discard, so with 14 tiles they count only after riichi.
    """
    riichi = position.riichi
    causes = [*discard_causes(waits, [_Discarded(tile) for tile in pond], 0, riichi)]
    if riichi or position.hand.size == HAND_SIZE:
        causes += [
            passed_cause(tile, 0, 0, Passed.DISCARD, riichi)
            for tile in position.passed
            if KIND_OF[tile] in waits
        ]
    named = dict.fromkeys((cause.kind.value, NAMES[cause.tile]) for cause in causes)
    return [{"kind": kind, "tile": tile} for kind, tile in named]


QUESTION = RequestCommand(
    answer,
    in_words,
    required=("hand",),
    incomplete="hand.needs-hand",
    request=lambda given: from_options(given, "dora"),
)


@click.command(name="hand", help=t("hand.help"), epilog=t("hand.example"))
@click.argument("hand", nargs=-1, metavar="[HAND]", callback=one_text)
@click.option("--meld", "melds", multiple=True, metavar="KIND:TILES", help=t("hand.meld"))
@click.option("--discards", metavar="TILES", help=t("hand.discards"))
@click.option("--passed", metavar="TILES", help=t("hand.passed"))
@click.option("--seen", metavar="TILES", help=t("hand.seen"))
@click.option("--riichi", is_flag=True, help=t("hand.riichi"))
@click.option("--outlook", is_flag=True, help=t("hand.outlook"))
@click.option("--draws", type=int, metavar="N", help=t("hand.draws"))
@click.option("--seat", type=WIND, metavar="E|S|W|N", help=t("score.seat"))
@click.option("--round", "round_", type=WIND, metavar="E|S|W|N", help=t("score.round"))
@click.option("--dora", metavar="TILES", help=t("score.dora"))
@click.option("--points", type=int, metavar="N", help=t("hand.points"))
@rules_option
@click.option("--json", "as_json", is_flag=True, help=t("hand.json"))
@click.option("--batch", is_flag=True, help=t("hand.batch"))
def command(batch: bool, as_json: bool, **options: object) -> int:
    """Read one hand, or one of each line of standard input; returns the exit code."""
    return QUESTION.put(options, batch=batch, as_json=as_json)


# -- outlooks ----------------------------------------------------------------------------------------


def add_outlooks(answer: JsonAnswer, position: GivenPosition) -> None:
    """Add the outlook of the hand, or of the hand after each discard and the discards that are best."""
    # imported here because nothing but an outlook needs it
    from ai.reading.outlook import outlook_after, outlook_now, ranked

    view = position.view()
    if position.hand.size == HAND_SIZE:
        answer["outlook"] = _outlook_data(view, outlook_now(view))
        return
    tiles = sorted(set(position.hand.tiles), key=SORT_KEY.__getitem__)
    outlooks = [outlook_after(view, tile) for tile in tiles]
    discards = answer["discards"]
    assert isinstance(discards, dict)
    for each in outlooks:
        discards[NAMES[each.tile]]["outlook"] = _outlook_data(view, each)
    ranks = ranked(view, outlooks)
    least = min(ranks.values())
    answer["best"] = [NAMES[each.tile] for each in outlooks if ranks[each.tile] == least]


def _outlook_data(view: SeatView, outlook: Outlook) -> JsonAnswer:
    from ai.reading.outlook import draws_to_tenpai, improvements

    told: JsonAnswer = {"shanten": outlook.shanten}
    if outlook.waits:
        told["waits"] = [_wait_data(outlook, wait) for wait in outlook.waits]
        told |= {"ron_tiles": outlook.ron_tiles, "tsumo_tiles": outlook.tsumo_tiles}
    else:
        told["accepts"] = _tile_data(outlook.accepts)
        if outlook.shanten == 1:
            good = (draw for draw in draws_to_tenpai(view, outlook) if draw.is_good)
            told["good"] = [{"tile": NAMES[draw.kind], "left": draw.left} for draw in good]
    told["improves"] = _tile_data(improvements(view, outlook))
    told["draws"] = outlook.own_draws
    if outlook.with_riichi is not None:
        told["riichi"] = _outlook_data(view, outlook.with_riichi)
    return told


def _tile_data(tiles: tuple[AcceptedTile, ...]) -> list[JsonAnswer]:
    return [{"tile": NAMES[tile.kind], "left": tile.left} for tile in tiles]


def _wait_data(outlook: Outlook, wait: Wait) -> JsonAnswer:
    """A wait: whether ron and tsumo win or why not, and the points of the ron, or else of the tsumo."""
    from engine.actions import Why

    furiten = Why.FURITEN.value if outlook.furiten else OK
    told: JsonAnswer = {
        "tile": NAMES[wait.kind],
        "left": wait.left,
        "ron": furiten if wait.no_ron is None else wait.no_ron.why.value,
        "tsumo": OK if wait.no_tsumo is None else wait.no_tsumo.why.value,
    }
    worth = wait.tsumo_worth if outlook.furiten or wait.ron_worth is None else wait.ron_worth
    if worth is not None:
        told["points"] = worth.points
    return told
