"""Furiten riichi: the widest wait is furiten. Declare riichi with it, stay silent, or change the wait?

The positions are data, judged beforehand by playing each choice to the end of the hand many times
(``ai.drills.judged_positions``). Only positions with a clear best choice are asked. Suits and dragons are
permuted at random, which changes no rule, so that a position does not look the same again.

The measure of difficulty is how small the lead of the best choice is beside what that choice brings: 500 when
it leads by as many points as it brings, near 1,000 when it leads by few. The levels are fifths of the
positions in that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations

import msgspec

from ai.drills.judged_positions import JudgedChoice, JudgedPosition, judged
from ai.drills.played_positions import SeatPosition
from ai.drills.question import LEVELS, Ask, Draft, Facts, Part, word_options
from ai.reading.discard_advice import DiscardEffect, discard_effects
from ai.reading.wait_outlook import outlook_after
from ai.reading.wait_scores import WaitWorth, wait_worths
from engine import events as ev
from engine.actions import ActionKind
from engine.dice import Dice
from engine.tiles import EAST, KIND_OF, MJAI, RED, RED_FIVES, TILE_OF, WHITE, Tile
from engine.view import SeatView

DECLARE, SILENT, CHANGE, TSUMO = "declare", "silent", "change", "tsumo"
WORDS: tuple[str, ...] = (DECLARE, SILENT, CHANGE, TSUMO)
"""The choices in the order in which they are offered; the last one where the drawn tile wins.

There hardly ever is a change then: whatever else is thrown, the hand goes on waiting for it.
"""
FLOOR = 1_000
"""Points that a choice counts as bringing at least, when its lead is set beside it."""
GREEN = frozenset({19, 20, 21, 23, 25, 32})
"""Kinds of which a hand all green is made: there the suits are not alike."""
NEARLY_GREEN = 9
"""Tiles of a hand from which on it might become all green."""

TileMap = dict[str, str]
"""What each tile is exchanged for, in mjai's spelling."""


@dataclass(frozen=True, slots=True)
class RiichiAsk(Ask):
    """Which choice brings the most points."""

    furiten: Tile
    """The discard that leaves the furiten wait."""
    change: Tile | None
    """The discard that leaves it, None where there is none."""
    with_riichi: bool
    """Riichi is declared with the new wait."""


@dataclass(frozen=True, slots=True)
class RiichiFacts(Facts):
    """What each choice brought, and what it leaves."""

    choices: tuple[JudgedChoice, ...]
    """The best first."""
    hands: int
    """So many deals were played with each."""
    furiten: DiscardEffect
    """What the discard of the furiten wait leaves."""
    change: DiscardEffect | None
    """What the change leaves, if there is one."""
    worths: tuple[WaitWorth, ...]
    """What a tsumo on the furiten wait scores, silent and with riichi."""


def draft(level: int, dice: Dice) -> Draft:
    """A judged position of that level, with other suits."""
    fitting = by_level()[level - 1]
    found = fitting[dice.below(len(fitting))]
    return ask(found, exchanged(found.moment(), dice))


@cache
def by_level() -> tuple[tuple[JudgedPosition, ...], ...]:
    """The positions of each level, an equal share of all."""
    found = sorted(judged()[1], key=lambda position: (difficulty(position), position.number))
    ends = [len(found) * level // len(LEVELS) for level in range(len(LEVELS) + 1)]
    return tuple(tuple(found[start:end]) for start, end in pairwise(ends))


def difficulty(found: JudgedPosition) -> int:
    """How small the lead is beside what the best choice brings, 0 to 1,000."""
    worth = max(FLOOR, abs(found.best.points.mean))
    return round(1_000 * worth / (worth + found.lead))


def ask(found: JudgedPosition, names: TileMap | None = None) -> Draft:
    """The question about a position, with its tiles exchanged for those."""
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
    """What each tsumo scores after that discard."""
    rest = view.hand.copy()
    rest.remove(discard)
    return tuple(
        worth
        for worth in wait_worths(view, rest, outlook_after(view, discard), discard=discard)
        if worth.tsumo
    )


# -- other tiles ---------------------------------------------------------------------------------------


def exchanged(moment: SeatPosition, dice: Dice) -> TileMap:
    """Suits exchanged and dragons turned at random; nothing where a suit or dragon is not like the others."""
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
    """Whether the exchange changes nothing: red fives in every suit or none, and no hand nearly all green."""
    tiles = moment.view().hand.tiles
    green = max(
        sum(KIND_OF[tile] in GREEN for tile in tiles),
        sum(KIND_OF[TILE_OF[names[MJAI[tile]]]] in GREEN for tile in tiles),
    )
    return len(set(moment.rules.red_fives)) == 1 and green < NEARLY_GREEN


def _exchange(event: ev.Event, names: TileMap) -> ev.Event:
    """The event with its tiles exchanged."""
    changed: dict[str, object] = {}
    for field in ("pai", "dora_marker"):
        if hasattr(event, field):
            changed[field] = names.get(getattr(event, field), getattr(event, field))
    if hasattr(event, "consumed"):
        changed["consumed"] = [names.get(name, name) for name in event.consumed]
    if isinstance(event, ev.StartKyoku):
        changed["tehais"] = [[names.get(name, name) for name in hand] for hand in event.tehais]
    return msgspec.structs.replace(event, **changed)
