"""Isomorphs of questions: the same decision with other tiles, so that a repeat trains the idea.

The suits are exchanged, the dragons turned, and with every other number the ranks are mirrored. Judged
positions are not mirrored, because their figures were measured with the indicator that they have. The
question is asked anew about the other position by its own kind. An isomorph holds only if that asks the same,
offers the same and has the same answer and themes; which of them hold is stored with a position.
"""

from __future__ import annotations

from collections.abc import Iterable

from ai.drills.drill import Drill, drill_of
from ai.drills.question import Asked, Draft, Question
from ai.drills.tile_exchange import DRAGONS, Exchange, alike, exchanged
from ai.seat_position import SeatPosition
from engine.tiles import Tile, all_tiles

SUITS: tuple[tuple[int, int, int], ...] = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2), (2, 1, 0), (0, 2, 1))
"""Every order of the suits; the first one changes nothing."""
ISOMORPHS: int = 2 * DRAGONS * len(SUITS) - 1
"""The number of other pictures of a position; after that they repeat."""


def exchange_of(number: int) -> Exchange:
    """The exchange of an isomorph, 1 or more; 36 of them change every suit, dragon and rank in all ways."""
    place = (number - 1) % ISOMORPHS + 1
    turn, half = place // (2 * len(SUITS)), place // len(SUITS)
    return Exchange(SUITS[place % len(SUITS)], (place + turn) % DRAGONS, (place + half) % 2 == 1)


def in_other_tiles(
    drill: Drill[Asked], moment: SeatPosition, asked: Asked, exchange: Exchange
) -> tuple[SeatPosition, Asked]:
    """A position, and what is asked about it besides, after an exchange of tiles."""
    events = exchanged(moment.events, exchange.names, exchange.indicators)
    return SeatPosition(moment.rules, moment.seat, events), drill.exchange(asked, exchange)


def exchanged_question(question: Question, exchange: Exchange) -> Draft | None:
    """What a question asks about the exchanged position; None if that is not the same question."""
    drill = drill_of(question.kind)
    if drill.measured and (exchange.mirrored or not alike(question.position, exchange)):
        return None
    moment, asked = in_other_tiles(drill, question.position, question.stored, exchange)
    if not _there_are_enough(moment, asked.hidden):
        return None
    draft = drill.ask(moment, asked)
    return draft if draft is not None and _is_same(question, draft, exchange) else None


def _there_are_enough(moment: SeatPosition, hidden: Iterable[Tile]) -> bool:
    """Whether the set has all these tiles: an indicator becomes another tile than the rest."""
    unseen = all_tiles(moment.rules.red_fives)
    for tile in (*moment.view().visible(), *hidden):
        if tile not in unseen:
            return False
        unseen.remove(tile)
    return True


def _is_same(question: Draft, draft: Draft, exchange: Exchange) -> bool:
    """Whether the second one asks, offers and answers the same as the first one with other tiles."""
    if set(question.themes) != set(draft.themes) or len(question.parts) != len(draft.parts):
        return False
    for before, after in zip(question.parts, draft.parts, strict=True):
        offered = _others((option.id for option in before.options), exchange)
        asked = before.id, before.several, _others(before.after, exchange), offered
        if asked != (after.id, after.several, after.after, frozenset(option.id for option in after.options)):
            return False
    return tuple(_others(ids, exchange) for ids in question.answer) == draft.answer


def _others(ids: Iterable[str], exchange: Exchange) -> frozenset[str]:
    return frozenset(exchange.id(id) for id in ids)
