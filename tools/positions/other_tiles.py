"""Which exchanges of tiles leave a question what it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ai.drills.compact_events import read_onward
from ai.drills.drill import Exchange, drill_of
from ai.drills.kinds.count import CountAsked
from ai.drills.kinds.fold import FoldAsked
from ai.drills.library import in_other_tiles
from ai.drills.question import Asked, Draft, Question
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.tiles import KIND_OF, TILE_OF, UNKNOWN, Tile, all_tiles, parse_tiles

GREEN = frozenset({19, 20, 21, 23, 25, 32})
"""The kinds of ryuuiisou, for which suits are not equivalent."""
NEARLY_GREEN = 9
"""Green tiles from which a hand might become ryuuiisou."""


def alike(moment: SeatPosition, exchange: Exchange) -> bool:
    """Whether it changes no rule: equally many red fives in each suit, and no hand near ryuuiisou."""
    tiles = [KIND_OF[tile] for tile in moment.view().hand.tiles]
    before, after = (sum(kind in GREEN for kind in each) for each in (tiles, map(exchange.tile, tiles)))
    return len(set(moment.rules.red_fives)) == 1 and max(before, after) < NEARLY_GREEN


def exchanged_question(question: Question, exchange: Exchange) -> Draft | None:
    """What a question asks about the exchanged position; None if that is not the same question."""
    drill = drill_of(question.kind)
    if drill.measured and (exchange.mirrored or not alike(question.position, exchange)):
        return None
    moment, asked = in_other_tiles(drill, question.position, question.stored, exchange)
    if not _there_are_enough(moment, _hidden(asked)):
        return None
    draft = drill.ask(moment, asked)
    same = draft is not None and _is_same(question, draft, exchange, drill.level)
    return draft if same else None


def _hidden(asked: Asked) -> tuple[Tile, ...]:
    """Tiles of which it tells, and which the seat has not seen."""
    match asked:
        case CountAsked():
            return asked.hidden
        case FoldAsked():
            held = [tile for rival in asked.rivals for tile in parse_tiles(rival.tiles)]
            events = [event for text in asked.rounds for event in read_onward(text)]
            shown = [event.dora_marker for event in events if isinstance(event, ev.Dora)]
            shown += [event.pai for event in events if isinstance(event, (ev.Tsumo, ev.Dahai))]
            return (*held, *(TILE_OF[name] for name in shown if name != UNKNOWN))
    return ()


def _there_are_enough(moment: SeatPosition, hidden: Iterable[Tile]) -> bool:
    """Whether the set has all these tiles: an indicator becomes another tile than the rest."""
    unseen = all_tiles(moment.rules.red_fives)
    for tile in (*moment.view().visible(), *hidden):
        if tile not in unseen:
            return False
        unseen.remove(tile)
    return True


def _is_same(question: Draft, draft: Draft, exchange: Exchange, level: Callable[[int], int]) -> bool:
    """Whether the second one asks, offers and answers the same as the first one with other tiles, and is as
    difficult."""
    if set(question.themes) != set(draft.themes) or len(question.parts) != len(draft.parts):
        return False
    if level(question.difficulty) != level(draft.difficulty):
        return False
    for before, after in zip(question.parts, draft.parts, strict=True):
        offered = _others((option.id for option in before.options), exchange)
        asked = before.id, before.several, _others(before.after, exchange), offered
        if asked != (after.id, after.several, after.after, frozenset(option.id for option in after.options)):
            return False
    return tuple(_others(ids, exchange) for ids in question.answer) == draft.answer


def _others(ids: Iterable[str], exchange: Exchange) -> frozenset[str]:
    return frozenset(exchange.id(id) for id in ids)
