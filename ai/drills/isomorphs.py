"""Isomorphs of questions: the same decision with other tiles, so that a repeat trains the idea.

The suits are exchanged, the dragons turned, and with every other number the ranks are mirrored. Judged
positions are not mirrored, because their figures were measured with the indicator that they have. The
question is asked anew about the other position by its own kind, and it is used only if it asks the same,
offers the same and has the same answer and themes. Else the ranks stay, and if that does not help, so does
the whole picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib import import_module
from typing import Protocol

import msgspec

from ai.drills.compact_events import write
from ai.drills.judged_positions import JudgedChoice, JudgedPosition
from ai.drills.question import Draft, DrillKind, Question
from ai.drills.tile_exchange import DRAGONS, Exchange, alike, exchanged
from ai.seat_position import SeatPosition
from engine.dice import Dice
from engine.tiles import NotationError, Tile, all_tiles, format_tiles, parse_tiles, sort_tiles

SUITS: tuple[tuple[int, int, int], ...] = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2), (2, 1, 0), (0, 2, 1))
"""Every order of the suits; the first one changes nothing."""
ISOMORPHS: int = 2 * DRAGONS * len(SUITS) - 1
"""The number of other pictures of a position; after that they repeat."""
DRAGON_YAKU: tuple[str, ...] = ("haku", "hatsu", "chun")
"""The yaku of white, green and red."""
_DEALS = 40
"""The most attempts to draw the next tile of a question again."""

AskAgain = Callable[[Draft, SeatPosition, Exchange], Draft | None]
"""Asks about the exchanged position of a draft what the draft asks about its own; None if it cannot."""


def exchange_of(number: int) -> Exchange:
    """The exchange of an isomorph, 1 or more; 36 of them change every suit, dragon and rank in all ways."""
    place = (number - 1) % ISOMORPHS + 1
    turn, half = place // (2 * len(SUITS)), place // len(SUITS)
    return Exchange(SUITS[place % len(SUITS)], (place + turn) % DRAGONS, (place + half) % 2 == 1)


def isomorph(question: Question, number: int, code: str) -> Question:
    """The isomorph of a question with a number, 1 or more, and a code; perhaps with the same picture."""
    full = exchange_of(number)
    for exchange in dict.fromkeys((full, full._replace(mirrored=False))):
        if (found := exchanged_question(question, exchange)) is not None:
            return Question.of(question.kind, question.level, question.seed, code, found)
    return Question.of(question.kind, question.level, question.seed, code, question)


def exchanged_question(question: Question, exchange: Exchange) -> Draft | None:
    """What a question asks about the exchanged position; None if that is not the same question."""
    events = exchanged(question.events, exchange.names, exchange.indicators)
    moment = SeatPosition(question.rules, question.seat, events)
    if not _there_are_enough(moment):
        return None
    draft = _asked_again(question, moment, exchange)
    return draft if draft is not None and _is_same(question, draft, exchange) else None


def _there_are_enough(moment: SeatPosition, hidden: Iterable[Tile] = ()) -> bool:
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


def other_id(id: str, exchange: Exchange) -> str:
    """The id of an option after the exchange; words stay, also those before the tiles that they are about.

    The yaku of a dragon becomes that of another one.
    """
    if id in DRAGON_YAKU:
        return DRAGON_YAKU[(DRAGON_YAKU.index(id) + exchange.dragons) % DRAGONS]
    words, colon, named = id.rpartition(":")
    try:
        tiles = parse_tiles(named)
    except NotationError:
        return id
    return f"{words}{colon}{format_tiles(sort_tiles(map(exchange.tile, tiles)))}"


def _others(ids: Iterable[str], exchange: Exchange) -> frozenset[str]:
    return frozenset(other_id(id, exchange) for id in ids)


# -- asking again --------------------------------------------------------------------------------------

_PLAIN: dict[DrillKind, str] = {
    DrillKind.WAITS: "waits",
    DrillKind.FURITEN: "furiten",
    DrillKind.RON: "ron",
    DrillKind.WAY_OUT: "way_out",
    DrillKind.AHEAD: "ahead",
    DrillKind.SAFEST: "safest",
}
"""The modules that need to know nothing but the position."""


def _asked_again(question: Question, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    """What the kind of the question asks about another position; modules are loaded when they are needed."""
    if (module := _PLAIN.get(question.kind)) is not None:
        ask: Callable[[SeatPosition], Draft | None] = import_module(f".{module}", __package__).ask
        return ask(moment)
    again = _AGAIN.get(question.kind)
    return None if again is None else again(question, moment, exchange)


def _passing(question: Draft, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    """The question with the same next tile, which is drawn again until it is that one."""
    from ai.drills import passing

    assert isinstance(question.ask, passing.PassingAsk)
    then = question.ask.then
    wins = passing.YES in question.answer[1]
    wanted = replace(then, tile=exchange.tile(then.tile))
    for number in range(_DEALS):
        draft = passing.ask(moment, then.when, Dice(number), wins=wins)
        if draft is not None and isinstance(draft.ask, passing.PassingAsk) and draft.ask.then == wanted:
            return draft
    return None


def _safe(question: Draft, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    from ai.drills import safe

    return safe.ask(moment)


def _kan(question: Draft, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    from ai.drills import kan

    assert isinstance(question.ask, kan.KanAsk)
    return kan.ask(
        moment, exchange.tile(question.ask.kind), [option.id for option in question.parts[0].options]
    )


def _read(question: Draft, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    from ai.drills import read_pond

    assert isinstance(question.ask, read_pond.ReadAsk)
    ids = [option.id for option in question.parts[0].options if option.id != read_pond.NONE]
    return read_pond.ask(moment, question.ask.opponent, [other_id(id, exchange) for id in ids])


def _count(question: Draft, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    """The same win with the same ura indicators, and the same slips."""
    from ai.drills import count

    assert isinstance(question.ask, count.CountAsk)
    ura = tuple(map(exchange.indicator, question.ask.ura))
    if not _there_are_enough(moment, ura):
        return None
    offered = {part.id: [other_id(option.id, exchange) for option in part.options] for part in question.parts}
    return count.ask(moment, ura, offered=offered)


def _riichi(question: Draft, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    from ai.drills import furiten_riichi

    assert isinstance(question.facts, furiten_riichi.RiichiFacts)
    found = _judged(question, question.facts, moment, exchange)
    return None if found is None else furiten_riichi.ask(found)


def _push_fold(question: Draft, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    from ai.drills import push_fold

    assert isinstance(question.facts, push_fold.PushFoldFacts)
    found = _judged(question, question.facts, moment, exchange)
    return None if found is None else push_fold.ask(found)


def _fold(question: Draft, moment: SeatPosition, exchange: Exchange) -> Draft | None:
    """The same six go-arounds, with the hidden hands; the options keep their order."""
    from ai.drills import fold

    assert isinstance(question.facts, fold.FoldFacts)
    course = question.facts.course
    changed = replace(
        course,
        position=moment,
        rounds=tuple(exchanged(events, exchange.names, exchange.indicators) for events in course.rounds),
        rivals=tuple(
            replace(
                rival,
                tiles=tuple(sorted(map(exchange.tile, rival.tiles))),
                waits=tuple(sorted(map(exchange.tile, rival.waits))),
            )
            for rival in course.rivals
        ),
        order=tuple(map(exchange.tile, course.order)),
        known={},
    )
    events = exchanged(question.at(question.answer).events, exchange.names, exchange.indicators)
    hidden = [tile for rival in changed.rivals for tile in rival.tiles]
    if not _there_are_enough(SeatPosition(moment.rules, moment.seat, events), hidden):
        return None
    return fold.ask(changed)


class _Measured(Protocol):
    """The facts of a judged position."""

    @property
    def choices(self) -> tuple[JudgedChoice, ...]: ...
    @property
    def hands(self) -> int: ...


def _judged(
    question: Draft, facts: _Measured, moment: SeatPosition, exchange: Exchange
) -> JudgedPosition | None:
    """A judged position with other tiles; None if its figures might be others: nobody plays it again."""
    if exchange.mirrored or not alike(question.position, exchange):
        return None
    names = exchange.names
    return JudgedPosition(
        number=0,
        rules=moment.rules.name,
        seat=moment.seat,
        events=write(moment.seat, moment.events),
        choices=tuple(msgspec.structs.replace(each, tile=names[each.tile]) for each in facts.choices),
        hands=facts.hands,
        seed=0,
    )


_AGAIN: dict[DrillKind, AskAgain] = {
    DrillKind.PASSING: _passing,
    DrillKind.SAFE: _safe,
    DrillKind.KAN: _kan,
    DrillKind.READ: _read,
    DrillKind.RIICHI: _riichi,
    DrillKind.PUSH_FOLD: _push_fold,
    DrillKind.FOLD: _fold,
    DrillKind.COUNT: _count,
}
"""The kinds that need more than the position. Those of neither table keep their picture."""
