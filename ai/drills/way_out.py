"""Questions "the way out": stay tenpai, leave furiten, and keep the most tiles to win on.

The positions are own turns, constructed or from bot games (with any draw substituted), in which the hand is
furiten by a discard, or would be with the discard that leaves the most tiles. A position is asked only if one
kind is strictly best among the discards to a wait without furiten, and if each of those waits can ron, with
riichi if necessary, so that only the number of tiles counts.

The difficulty adds three for each discard that keeps tenpai, one for each of its waits, up to four for a
small lead, and ``kinds_to_look_at`` of ``ai.drills.random_tenpai``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import islice

from ai.drills.constructed_positions import wait_changing
from ai.drills.played_positions import Habits, moments, other_draws
from ai.drills.question import Ask, Draft, Facts, Part, kind_options, names
from ai.drills.random_tenpai import kinds_to_look_at
from ai.drills.weighted_choice import any_rules
from ai.reading.discard_advice import DiscardEffect, FuritenAdvice, discard_effects, furiten_advice
from ai.seat_position import SeatPosition
from engine import shape
from engine.dice import Dice
from engine.furiten import FuritenKind
from engine.hand import Hand
from engine.legal.riichi import refuse_riichi
from engine.rules import Ruleset
from engine.tiles import COPIES, KIND_OF, Kind
from engine.view import SeatView

BANDS: tuple[tuple[int, int], ...] = ((0, 16), (17, 19), (20, 24), (25, 30), (31, 999))
"""The lowest and highest difficulty of each level."""
PER_DISCARD = 3
CLOSE = 5
"""The least lead, in tiles, that adds no difficulty; each tile less adds one."""
ANY = (0, 999)
"""Every difficulty."""
MADE: tuple[int, ...] = (60, 60, 60, 75, 75)
"""The least percentage of constructed positions, by level."""
PATIENCE = 8
"""Bot games searched for the others before they are constructed too."""
SUIT_SHARES: tuple[int, ...] = (30, 40, 60, 80, 90)
"""Percentage of groups of the home suit in constructed hands, by level; more give more to compare."""
_LOOKS = 24
"""The most positions tried per hand."""
_HABITS = Habits(passes=100, silent=100, calls=10)


@dataclass(frozen=True, slots=True)
class WayOutAsk(Ask):
    """Which discard keeps tenpai without furiten and has the most tiles to win on?

    ``furiten_now`` says whether the hand is already furiten before the discard.
    """

    furiten_now: bool


@dataclass(frozen=True, slots=True)
class WayOutFacts(Facts):
    """The effects of the discards that keep tenpai, the best first."""

    ways: tuple[DiscardEffect, ...]
    """Discards that end furiten."""
    furiten: tuple[DiscardEffect, ...]
    """Discards that do not."""
    advice: FuritenAdvice | None
    """Advice for the hand before the discard; None if it is not furiten then."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    played = PATIENCE if dice.below(100) >= MADE[level - 1] else 0
    while (found := _find(level, dice, fixed, made=played <= 0)) is None:
        played -= 1
    return found


def _find(level: int, dice: Dice, fixed: Ruleset | None, *, made: bool) -> Draft | None:
    """A question from one hand, or None."""
    rules = any_rules(dice, fixed)
    found = wait_changing(SUIT_SHARES[level - 1], rules, dice) if made else _played(rules, dice)
    drafts = (ask(moment, BANDS[level - 1]) for moment in islice(found, _LOOKS))
    return next((draft for draft in drafts if draft is not None), None)


def _played(rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
    """Own turns of tenpai hands of bots, with every draw substituted that gives a choice."""
    for moment in moments(rules, dice, _HABITS, _is_tenpai):
        yield from other_draws(moment, dice, lambda hand, thrown, left: _differs(hand, thrown))


def _is_tenpai(view: SeatView) -> bool:
    """Whether a tenpai hand, not in riichi, has drawn a tile."""
    return view.my_turn and view.drawn is not None and bool(view.waits) and not view.me.riichi


def _wanted(view: SeatView) -> bool:
    """Whether the hand, which has not won, can keep tenpai both with and without furiten."""
    if not view.my_turn or view.me.riichi:
        return False
    if view.drawn is not None and KIND_OF[view.drawn] in view.waits:
        return False
    return _differs(view.hand, {KIND_OF[discard.tile] for discard in view.me.pond})


def _differs(hand: Hand, thrown: Set[Kind]) -> bool:
    """Whether some discards keep tenpai with furiten, and others without."""
    furiten = {
        not thrown.isdisjoint(waits) or kind in waits
        for kind, (shanten, waits) in shape.discards(hand.keys, len(hand.melds)).items()
        if shanten == 0
    }
    return len(furiten) == 2


def ask(moment: SeatPosition, band: tuple[int, int] = ANY) -> Draft | None:
    """The question about a position; None if no discard is strictly best, or if more than tiles counts.

    Also None if the difficulty is outside ``band``.
    """
    view = moment.view()
    if not _wanted(view):
        return None
    tenpai = _tenpai_discards(view)
    ways = [effect for effect in tenpai if effect.out_of_furiten]
    furiten = [effect for effect in tenpai if effect.furiten]
    if not ways or not furiten or not all(_can_ron(view, effect) for effect in ways):
        return None
    if len(ways) > 1 and ways[0].acceptance == ways[1].acceptance:
        return None
    if any(_holds_all(view, effect) for effect in tenpai):
        return None
    now = any(cause.kind is FuritenKind.DISCARD for cause in view.furiten)
    if not now and furiten[0].acceptance <= ways[0].acceptance:
        return None
    found = kinds_to_look_at(view.hand) + _comparing(tenpai, ways)
    if not band[0] <= found <= band[1]:
        return None
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=WayOutAsk(now),
        parts=(Part("discard", kind_options(_kinds(view.hand.tiles))),),
        answer=(names([KIND_OF[ways[0].tile]]),),
        facts=WayOutFacts(tuple(ways), tuple(furiten), furiten_advice(view)),
        difficulty=found,
    )


def _tenpai_discards(view: SeatView) -> list[DiscardEffect]:
    """The effects of the discards that keep tenpai, one for each kind, most tiles first."""
    found = shape.discards(view.hand.keys, len(view.hand.melds))
    keeping = {kind for kind, (shanten, _) in found.items() if shanten == 0}
    by_kind: dict[Kind, DiscardEffect] = {}
    for effect in discard_effects(view, keeping):
        if effect.refusal is None and effect.waits:
            by_kind[KIND_OF[effect.tile]] = effect
    return sorted(by_kind.values(), key=lambda effect: (-effect.acceptance, KIND_OF[effect.tile]))


def _holds_all(view: SeatView, effect: DiscardEffect) -> bool:
    """Whether the hand after the discard holds all four tiles of a wait, about which rulesets differ."""
    rest = view.hand.copy()
    rest.remove(effect.tile)
    return any(rest.holds(wait.kind) == COPIES for wait in effect.waits)


def _can_ron(view: SeatView, effect: DiscardEffect) -> bool:
    """Whether the hand after the discard can win on each of its waits by ron."""
    return all(wait.ron for wait in effect.waits) or refuse_riichi(view, effect.tile) is None


def _comparing(tenpai: Iterable[DiscardEffect], ways: list[DiscardEffect]) -> int:
    """The part of the difficulty for the comparison of discards, and for a small lead."""
    compared = sum(PER_DISCARD + len(effect.waits) for effect in tenpai)
    lead = ways[0].acceptance - ways[1].acceptance if len(ways) > 1 else CLOSE
    return compared + max(0, CLOSE - lead)


def _kinds(tiles: Iterable[int]) -> list[Kind]:
    return sorted({KIND_OF[tile] for tile in tiles})
