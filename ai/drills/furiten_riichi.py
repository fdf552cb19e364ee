"""Questions "furiten riichi": the widest wait is furiten; declare riichi, stay damaten, or change the wait?

The positions are data, judged in advance by many rollouts of each choice (``ai.drills.judged_positions``).
Only positions with a clear best choice are asked. Suits and dragons are permuted at random, which does not
affect the rules, so that a position looks different each time.

The difficulty measures how small the lead of the best choice is relative to its points: 500 if the lead
equals its points, near 1,000 if the lead is small. The levels are fifths of the positions in that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations

import msgspec

from ai.drills.judged_positions import JudgedChoice, JudgedPosition, judged
from ai.drills.question import LEVELS, Ask, Draft, Facts, NoQuestion, Part, word_options
from ai.reading.discard_advice import DiscardEffect, discard_effects
from ai.reading.wait_outlook import outlook_after
from ai.reading.wait_scores import WaitWorth, wait_worths
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import ActionKind
from engine.dice import Dice
from engine.rules import Ruleset
from engine.tiles import EAST, KIND_OF, MJAI, RED, RED_FIVES, TILE_OF, WHITE, Tile
from engine.view import SeatView

DECLARE, SILENT, CHANGE, TSUMO = "declare", "silent", "change", "tsumo"
WORDS: tuple[str, ...] = (DECLARE, SILENT, CHANGE, TSUMO)
"""The choices in the order of display; the last one is offered if the drawn tile wins.

There is rarely a change then, because after most discards the hand still waits on the drawn tile.
"""
FLOOR = 1_000
"""The least points of a choice in the ratio of lead to points."""
GREEN = frozenset({19, 20, 21, 23, 25, 32})
"""The kinds of ryuuiisou, for which suits are not equivalent."""
NEARLY_GREEN = 9
"""Green tiles from which a hand might become ryuuiisou."""

TileMap = dict[str, str]
"""The tile that replaces each tile, in mjai spelling."""


@dataclass(frozen=True, slots=True)
class RiichiAsk(Ask):
    """Which choice scores the most points?"""

    furiten: Tile
    """The discard that leaves the furiten wait."""
    change: Tile | None
    """The discard that changes the wait, or None."""
    with_riichi: bool
    """Whether riichi is declared with the new wait."""


@dataclass(frozen=True, slots=True)
class RiichiFacts(Facts):
    """The results of each choice, and the hands they leave."""

    choices: tuple[JudgedChoice, ...]
    """The best first."""
    hands: int
    """The number of deals played with each choice."""
    furiten: DiscardEffect
    """The effect of the discard that keeps the furiten wait."""
    change: DiscardEffect | None
    """The effect of the discard that changes the wait, or None."""
    worths: tuple[WaitWorth, ...]
    """The score of a tsumo on the furiten wait, in damaten and with riichi."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A judged position of that level, with permuted tiles.

    With a fixed ruleset it is one of the nearest level that has any; raises NoQuestion if there is none.
    """
    fitting = by_level()[level - 1]
    if fixed is not None:
        near = sorted(zip(LEVELS, by_level(), strict=True), key=lambda each: abs(each[0] - level))
        under = ([found for found in found_here if found.rules == fixed.name] for _, found_here in near)
        fitting = tuple(next(filter(None, under), ()))
        if not fitting:
            raise NoQuestion(f"no position of furiten riichi under {fixed.name}")
    found = fitting[dice.below(len(fitting))]
    return ask(found, exchanged(found.moment(), dice))


@cache
def by_level() -> tuple[tuple[JudgedPosition, ...], ...]:
    """The positions of each level, equally many."""
    found = sorted(judged()[1], key=lambda position: (difficulty(position), position.number))
    ends = [len(found) * level // len(LEVELS) for level in range(len(LEVELS) + 1)]
    return tuple(tuple(found[start:end]) for start, end in pairwise(ends))


def difficulty(found: JudgedPosition) -> int:
    """How small the lead is relative to the points of the best choice, 0 to 1,000."""
    worth = max(FLOOR, abs(found.best.points.mean))
    return round(1_000 * worth / (worth + found.lead))


def ask(found: JudgedPosition, names: TileMap | None = None) -> Draft:
    """The question about a position, with its tiles replaced."""
    names = names or {}
    events = tuple(_exchange(event, names) for event in found.moment().events)
    moment = SeatPosition(found.moment().rules, found.seat, events)
    view = moment.view()
    choices = tuple(
        msgspec.structs.replace(each, tile=names.get(each.tile, each.tile)) for each in found.choices
    )
    by_id = {choice.id: choice for choice in choices}
    furiten, change = TILE_OF[by_id[DECLARE].tile], by_id.get(CHANGE)
    effects = {effect.tile: effect for effect in discard_effects(view)}
    other = None if change is None else effects[TILE_OF[change.tile]]
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=events,
        ask=RiichiAsk(
            furiten=furiten,
            change=None if other is None else other.tile,
            with_riichi=change is not None and change.action is ActionKind.RIICHI,
        ),
        parts=(Part("choice", word_options(id for id in WORDS if id in by_id)),),
        answer=(frozenset({found.best.id}),),
        facts=RiichiFacts(choices, found.hands, effects[furiten], other, _worths(view, furiten)),
        difficulty=difficulty(found),
    )


def _worths(view: SeatView, discard: Tile) -> tuple[WaitWorth, ...]:
    """The score of each tsumo after that discard."""
    rest = view.hand.copy()
    rest.remove(discard)
    return tuple(
        worth
        for worth in wait_worths(view, rest, outlook_after(view, discard), discard=discard)
        if worth.tsumo
    )


# -- other tiles ---------------------------------------------------------------------------------------


def exchanged(moment: SeatPosition, dice: Dice) -> TileMap:
    """A random permutation of suits and rotation of dragons; empty if they are not equivalent here."""
    order = list(permutations(range(3)))[dice.below(6)]
    turn = dice.below(3)
    names = {MJAI[tile]: MJAI[_other(tile, order, turn)] for tile in range(len(MJAI))}
    return names if _alike(moment, names) else {}


def _other(tile: Tile, order: Sequence[int], turn: int) -> Tile:
    if tile < EAST:
        return 9 * order[tile // 9] + tile % 9
    if tile in RED_FIVES:
        return RED_FIVES[order[RED_FIVES.index(tile)]]
    return WHITE + (tile - WHITE + turn) % 3 if WHITE <= tile <= RED else tile


def _alike(moment: SeatPosition, names: TileMap) -> bool:
    """Whether the map changes no rule: equally many red fives in each suit, and no hand near ryuuiisou."""
    tiles = moment.view().hand.tiles
    green = max(
        sum(KIND_OF[tile] in GREEN for tile in tiles),
        sum(KIND_OF[TILE_OF[names[MJAI[tile]]]] in GREEN for tile in tiles),
    )
    return len(set(moment.rules.red_fives)) == 1 and green < NEARLY_GREEN


def _exchange(event: ev.Event, names: TileMap) -> ev.Event:
    """The event with its tiles replaced."""
    changed: dict[str, object] = {}
    for field in ("pai", "dora_marker"):
        if hasattr(event, field):
            changed[field] = names.get(getattr(event, field), getattr(event, field))
    if hasattr(event, "consumed"):
        changed["consumed"] = [names.get(name, name) for name in event.consumed]
    if isinstance(event, ev.StartKyoku):
        changed["tehais"] = [[names.get(name, name) for name in hand] for hand in event.tehais]
    return msgspec.structs.replace(event, **changed)
