"""The reading knows what one seat sees and nothing else: shuffle every hidden tile, and no answer changes."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

import ai.reading
import ai.review
from ai.bots.registry import make_bot
from ai.coach import caution, free_discards
from ai.reading.discard_worth import DiscardWorth
from ai.reading.evidence import genbutsu
from ai.reading.furiten_advice import (
    furiten_advice,
    furiten_report,
    later_tsumo,
    passing,
    present_waits,
    win_points,
)
from ai.reading.outlook import (
    discard_outlooks,
    draws_to_tenpai,
    improvements,
    legal_outlooks,
    outlook_after,
    outlook_now,
    ranked,
    riichi_outlooks,
    sorted_by_order,
    tenpais,
)
from ai.reading.safety import PositionAnalysis, Safety
from ai.reading.safety_reasons import safety_class
from ai.reading.threat import (
    in_riichi,
    other_seats,
    possible_winners,
    signs,
    tenpai_estimates,
    threatening,
    threats,
    weighed_threats,
)
from ai.reading.value_hints import TimeLeft, call_effects, value_hints
from ai.review.dangerous_discards import dangerous, is_safer_for_sure, outdone, shanten_without
from ai.review.hand_review import review
from ai.review.moments import free_waits_as_good
from ai.review.opinions import hands_after
from engine.actions import ActionKind
from engine.match import Match
from engine.options import options
from engine.own_rules import ruleset
from engine.round import Round
from engine.tiles import KIND_OF, KINDS, Tile
from engine.view import SeatView, mask
from engine.wall import PLAYERS
from tests.support.ai.bot_games import play_hand, take_step
from tests.support.ai.seat_views import shuffled
from tests.support.nightly import at_night

BOTS = ("hayai", "mamori", "takame")


def now(view: SeatView) -> Any:
    """The hand between turns; after a call there is none."""
    if view.my_turn and view.drawn is None:
        return None
    return outlook_now(view)


def each_discard(ask: Callable[..., Any], **more: bool) -> Callable[[SeatView], Any]:
    """A question about every discard that may be made."""

    def answer(view: SeatView) -> Any:
        return [ask(view, tile, **more) for tile in sorted(set(view.hand.tiles))] if view.my_turn else None

    return answer


def tenpai_hands(view: SeatView) -> Any:
    """What any draw would lead the hand between turns to."""
    hand = view.hand.copy()
    if view.drawn is not None:
        hand.remove(view.drawn)
    if hand.size % 3 != 1:
        return None
    return (
        improvements(view, outlook_now(view)),
        draws_to_tenpai(view, outlook_now(view), range(KINDS)),
        [list(tenpais(view, hand, kind)) for kind in range(KINDS) if hand.counts[kind] < 4],
    )


def safety(view: SeatView) -> Any:
    """All that is known about every kind against every player, and its class."""
    found = Safety(view)
    each = [found.against(kind, opponent) for opponent in found.opponents for kind in range(KINDS)]
    return each, [safety_class(known.tier) for known in each]


def weighed(view: SeatView) -> Any:
    """What bots read off the table."""
    position = PositionAnalysis(view)
    return position.threats, position.left, [position.danger(kind) for kind in range(KINDS)]


def valued(view: SeatView) -> Any:
    """What the hand may be worth, and what its wins would score."""
    return value_hints(view), each_discard(value_hints, riichi=True)(view)


def time_left(view: SeatView) -> Any:
    """For what the wall has tiles enough."""
    time = TimeLeft(view)
    return [
        (time.for_closed(away), time.for_calls(away), time.for_tsumo(away), time.for_riichi(view.hand, away))
        for away in range(4)
    ]


def coached(view: SeatView) -> Any:
    """What the coach says against everything that may be done."""
    return [caution(view, action) for action in options(view).actions]


def won(view: SeatView) -> Any:
    """What a win would bring on the tile on offer, or drawn."""
    tile = view.drawn if view.my_turn else view.table.offer
    return (
        None
        if tile is None or KIND_OF[tile] not in view.waits
        else win_points(view, tile, tsumo=view.my_turn)
    )


def riichi(view: SeatView) -> Any:
    """The discards with which riichi can be declared, compared."""
    return riichi_outlooks(view) if options(view).of(ActionKind.RIICHI) else ()


def compared(view: SeatView) -> Any:
    """The hands after all discards, by their order."""
    outlooks = discard_outlooks(view)
    return ranked(view, outlooks), sorted_by_order(view, outlooks), legal_outlooks(view)


def discard_worth(view: SeatView, tile: Tile) -> Any:
    """The danger of a discard, and the worth of the hand that it leaves."""
    if view.me.riichi:
        return None
    model = DiscardWorth(view)
    hand = outlook_after(view, tile)
    return model.danger(tile), model.of_tenpai(hand) if hand.waits else None


def discards_compared(view: SeatView) -> Any:
    """The hand after the first discard that may be made, and after each other one."""
    discards = options(view).of(ActionKind.DISCARD)
    return [hands_after(view, discards[0], each) for each in discards[1:]]


QUESTIONS: dict[str, Callable[[SeatView], Any]] = {
    "outlook_now": now,
    "outlook_after": each_discard(outlook_after, riichi=True),
    "discard_outlooks": compared,
    "improvements": tenpai_hands,
    "legal_outlooks": compared,
    "ranked": compared,
    "sorted_by_order": compared,
    "furiten_advice": lambda view: [furiten_advice(view), each_discard(furiten_advice)(view)],
    "draws_to_tenpai": tenpai_hands,
    "tenpais": tenpai_hands,
    "furiten_report": lambda view: furiten_report(view, furiten_advice(view)),
    "later_tsumo": later_tsumo,
    "passing": passing,
    "present_waits": present_waits,
    "tenpai_estimates": tenpai_estimates,
    "in_riichi": in_riichi,
    "other_seats": other_seats,
    "threats": threats,
    "value_hints": valued,
    "TimeLeft": time_left,
    "call_effect": call_effects,
    "call_effects": call_effects,
    "Safety": safety,
    "PositionAnalysis": weighed,
    "caution": coached,
    "hands_after": discards_compared,
    "win_points": won,
    "riichi_outlooks": riichi,
    "threatening": threatening,
    "possible_winners": possible_winners,
    "weighed_threats": lambda view: weighed_threats(view, 3),
    "dangerous": each_discard(dangerous),
    "outdone": each_discard(lambda view, tile: outdone(view, tile, view.hand.tiles)),
    "is_safer_for_sure": each_discard(lambda view, tile: is_safer_for_sure(view, tile, view.hand.tiles[0])),
    "free_discards": each_discard(free_discards),
    "free_waits_as_good": each_discard(free_waits_as_good, riichi=False),
    "shanten_without": each_discard(shanten_without),
    "DiscardWorth": each_discard(discard_worth),
}
"""Everything that is asked of a view, by name."""


def asked_of_a_view() -> Iterator[str]:
    """Every function and class of reading, coach and review whose first parameter is a view."""
    places = [
        each.name
        for house in (ai.reading, ai.review)
        for each in pkgutil.iter_modules(house.__path__, f"{house.__name__}.")
    ]
    for place in (*places, "ai.coach"):
        room = import_module(place)
        for name, thing in vars(room).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != room.__name__:
                continue
            asked = thing.__init__ if inspect.isclass(thing) else thing
            if inspect.isfunction(asked):
                parameters = [p for p in inspect.signature(asked).parameters.values() if p.name != "self"]
                if parameters and parameters[0].annotation == "SeatView":
                    yield name


def test_nothing_that_is_asked_of_a_view_is_left_out() -> None:
    assert set(asked_of_a_view()) == set(QUESTIONS)


def answers(view: SeatView) -> list[Any]:
    """Every answer about a view, and what can be read off the table alone."""
    found = [ask(view) for ask in dict.fromkeys(QUESTIONS.values())]
    found.append([genbutsu(view.table, seat) for seat in range(PLAYERS)])
    found.append([signs(view.table, seat) for seat in range(PLAYERS)])
    return found


def asked_twice(ask: Callable[[SeatView, Round], Any], seed: int, every: int) -> tuple[int, int]:
    """Play a hand with bots; of how many views the answer changes when hidden tiles do."""
    chance = Random(seed)
    match = Match(ruleset("tenhou" if seed % 2 else "wrc"), seed)
    bots = [make_bot(BOTS[(seat + seed) % 3]) for seat in range(PLAYERS)]
    asked = changed = steps = 0
    while match.acting:
        steps += 1
        if steps % every == 0:
            seat = chance.randrange(PLAYERS)
            twin = shuffled(match.round, seat, chance)
            here, there = match.round.view(seat), twin.view(seat)
            asked += 1
            changed += ask(here, match.round) != ask(there, twin)
        take_step(match, bots)
    return asked, changed


def test_what_mattered_in_a_hand_is_found_in_what_the_seat_heard() -> None:
    """The same whether the events are masked for the seat or tell everything."""
    found = 0
    for seed in range(8):
        match = Match(ruleset("tenhou" if seed % 2 else "wrc"), seed)
        bots = [make_bot(BOTS[(seat + seed) % 3]) for seat in range(PLAYERS)]
        play_hand(match, bots)
        events = match.round.events
        for seat in range(PLAYERS):
            heard = [mask(event, seat) for event in events]
            moments = review(match.rules, seat, heard)
            assert moments == review(match.rules, seat, events)
            found += len(moments)
    assert found >= 3


@pytest.mark.parametrize("seeds", [range(2), *at_night([range(2, 12)])], ids=["two", "ten"])
def test_no_answer_depends_on_what_is_hidden(seeds: range) -> None:
    counts = [asked_twice(lambda view, _: answers(view), seed, every=11) for seed in seeds]
    assert sum(changed for _, changed in counts) == 0
    assert sum(asked for asked, _ in counts) > 4 * len(seeds)


def test_an_answer_that_peeks_is_caught() -> None:
    def peek(view: SeatView, game: Round) -> Any:
        return game.own[(view.seat + 1) % PLAYERS].waits or game.own[(view.seat + 1) % PLAYERS].hand.counts

    asked, changed = asked_twice(peek, 1, every=5)
    assert changed > asked // 2
