"""Whether events are the beginning of a hand that can be played: the engine plays them once more.

A seat hears neither the tiles of the others nor their draws. They are dealt here at random so that everything
heard can have happened, and then every event is a choice in a live hand from a wall with these tiles: a wrong
number of tiles, a draw that the wall does not have, a turn out of order, a call, a riichi, a kan or an
indicator that the rules do not allow, or a hand that had to end earlier is impossible.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.drills.question import DrillKind, Question
from ai.rollouts import with_draws
from engine import events as ev
from engine.actions import PASS
from engine.hand import Hand
from engine.records.recorded_choices import RecordError, describe
from engine.records.recorded_game import recorded_wall
from engine.records.replay import CutRecordError, RefusedError, play
from engine.round import Header, Round
from engine.rules import Ruleset
from engine.shape import waits
from engine.table import Phase
from engine.tiles import EAST, KIND_OF, MJAI, Kind, Tile, all_tiles
from engine.view import SeatView
from engine.wall import PLAYERS, Dice

DEALS = 60
"""So many deals of the hidden tiles are tried; a hand in riichi that is to make a kan needs the most."""
ENDING = (DrillKind.RON, DrillKind.COUNT)
"""Kinds about the last tile of a hand, after which it may be over."""


class Impossible(AssertionError):
    """No hand goes like that; the message says at which event."""


def beginning(rules: Ruleset, seat: int, events: Sequence[ev.Event]) -> Round:
    """A hand in play that these events begin, as the seat hears them; raises Impossible.

    They end anywhere in a hand: at a decision of any seat, or with a tile that nobody can claim. The hand
    has then gone on by itself, perhaps to its end.
    """
    fault = Impossible("no deal was tried")
    for number in range(DEALS):
        try:
            return _played(rules, _with_hidden(rules, seat, events, Dice(number)))
        except Impossible as impossible:
            fault = impossible
    raise fault


def of_question(question: Question) -> None:
    """Raises Impossible unless the events of a question begin a hand that is still going on, at every part.

    Whether one can win on a tile, and how much, may be asked about the last one of the wall too.
    """
    for number in range(len(question.parts) if question.course is not None else 1):
        here = question.at(question.answer[:number])
        game = beginning(here.rules, here.seat, here.events)
        if game.outcome is not None and question.kind not in ENDING:
            raise Impossible("the hand is over")


def _played(rules: Ruleset, events: Sequence[ev.Event]) -> Round:
    """The hand with every tile shown, played choice by choice."""
    start = events[0]
    assert isinstance(start, ev.StartKyoku)
    try:
        game = Round(rules, Header.of(start), recorded_wall(rules, events))
        play(game, events)
    except CutRecordError:
        if len(game.events) < len(events) and game.table.phase is Phase.CLAIM:
            # only what follows by rule is left, such as the bet of a riichi: nobody claimed the tile
            game.step(dict.fromkeys(game.acting, PASS))
    except RefusedError as error:
        raise Impossible(f"event {error.place + 1}: {error}") from None
    except RecordError as error:
        raise Impossible(str(error)) from None
    for number, (event, played) in enumerate(zip(events, game.events, strict=False), 1):
        if event != played:
            raise Impossible(f"event {number}: {describe(event)}, but by the rules {describe(played)}")
    if len(game.events) < len(events):
        missing = describe(events[len(game.events)])
        raise Impossible(f"event {len(game.events) + 1}: {missing}, which no choice leads to")
    return game


# -- the hidden tiles ----------------------------------------------------------------------------------


def _with_hidden(rules: Ruleset, seat: int, events: Sequence[ev.Event], dice: Dice) -> list[ev.Event]:
    """The events with hidden tiles dealt at random; a player in riichi holds a tenpai hand."""
    try:
        view = SeatView.from_events(rules, seat, events)
    except (ValueError, IndexError) as error:
        raise Impossible(f"the seat has not what it uses: {error}") from None
    unseen = all_tiles(rules.red_fives)
    for tile in view.visible():
        if tile not in unseen:
            raise Impossible(f"one {MJAI[tile]} too many")
        unseen.remove(tile)
    unseen = dice.shuffled(unseen)
    others = [other for other in range(PLAYERS) if other != seat]
    hands: dict[int, list[Tile]] = {}
    for other in sorted(others, key=lambda other: not view.table.seats[other].riichi):
        shown = view.table.seats[other]
        if shown.riichi:
            hands[other] = _tenpai(unseen, 4 - len(shown.melds))
        hands.setdefault(other, [])
        hands[other] += [unseen.pop() for _ in range(shown.concealed - len(hands[other]))]
    return with_draws(events, hands, dice)


def _tenpai(unseen: list[Tile], groups: int) -> list[Tile]:
    """Groups, and one tile that waits for its pair, taken out of the unseen tiles."""
    for last in unseen:
        rest = unseen.copy()
        rest.remove(last)
        hand = [last]
        while len(hand) < 3 * groups + 1 and (group := _group(rest)):
            hand += group
        if len(hand) == 3 * groups + 1 and waits(Hand(hand).keys, 4 - groups):
            unseen[:] = rest
            return hand
    raise Impossible("a player in riichi cannot be tenpai with the tiles that are left")


def _group(rest: list[Tile]) -> list[Tile]:
    """Take a sequence or a triplet off the tiles; empty if they hold none."""
    for tile in rest:
        kind = KIND_OF[tile]
        run = kind < EAST and kind % 9 < 7
        for kinds in ([kind, kind + 1, kind + 2],) * run + ([kind] * 3,):
            found = _found(rest, kinds)
            if found:
                for each in found:
                    rest.remove(each)
                return found
    return []


def _found(rest: Sequence[Tile], kinds: Sequence[Kind]) -> list[Tile]:
    """Tiles of these kinds among the others, or none at all."""
    left, found = list(rest), []
    for kind in kinds:
        tile = next((tile for tile in left if KIND_OF[tile] == kind), None)
        if tile is None:
            return []
        left.remove(tile)
        found.append(tile)
    return found
