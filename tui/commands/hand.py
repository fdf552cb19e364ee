"""``furiten hand``: shanten, waits, acceptance and furiten of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import click

from ai.reading.given_position import GivenPosition
from engine import shape
from engine.furiten import Passed, discard_causes, passed_cause
from engine.hand import HAND_SIZE, Hand
from engine.rules import Ruleset
from engine.tenpai import hand_acceptance, tenpai_waits
from engine.tiles import COPIES, EAST, KIND_OF, NAMES, SORT_KEY, Kind, Tile, count_kinds
from tui.commands import hand_outlook
from tui.commands.hand_words import in_words
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
)
from tui.i18n.texts import t

FIELDS = ("hand", "melds", "discards", "passed", "seen", "riichi", "rules", *hand_outlook.FIELDS)


class _Discarded(NamedTuple):
    """A discarded tile in the form that ``discard_causes`` takes."""

    tile: Tile


class _Position(NamedTuple):
    """The validated contents of a request."""

    hand: Hand
    discards: tuple[Tile, ...]
    passed: tuple[Tile, ...]
    """Passed tiles."""
    riichi: bool
    rules: Ruleset
    left: list[int]
    """The number of unseen copies of each kind."""


def answer(request: Request) -> JsonAnswer:
    """Answer one request of ``hand --batch``; raises RequestError for an impossible one."""
    fields = Fields(request, FIELDS)
    position = _position(fields)
    told = _answer(position)
    if fields.flag("outlook"):
        hand_outlook.add_outlooks(told, _given(fields, position))
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
    check_hand(hand.tiles, hand.melds, (HAND_SIZE, HAND_SIZE + 1))
    visible = [*hand.all_tiles(), *discards, *seen]
    check_tiles(visible, rules)
    check_tiles([*hand.all_tiles(), *passed], rules)
    if riichi and not hand.is_closed:
        raise RequestError("'riichi' with an open meld")
    if riichi and not _is_tenpai(hand, rules):
        raise RequestError("'riichi' with a hand that is not tenpai")
    left = [COPIES - count for count in count_kinds(visible)]
    return _Position(hand, discards, passed, riichi, rules, left)


def _given(fields: Fields, position: _Position) -> GivenPosition:
    """The position with what an outlook asks besides; raises RequestError for what it cannot be."""
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


def _request(given: Request) -> Request:
    """Convert the options of the command line into a request."""
    return from_options(given, "dora")


QUESTION = RequestCommand(
    answer, in_words, required=("hand",), incomplete="hand.needs-hand", request=_request
)


@click.command(name="hand", help=t("hand.help"), epilog=t("hand.example"))
@click.argument("hand", required=False, metavar="[HAND]")
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
