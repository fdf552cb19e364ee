"""Every position of a record: compared with the live round, and with a fold of all events up to there."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import events as ev
from engine.match import Match
from engine.records import read_events
from engine.records.recorded_choices import RecordError, choices, ruled
from engine.records.recorded_game import hands_of
from engine.records.replay import deal, filled_in
from engine.records.timeline import Position, Timeline, next_stop, previous_stop, timeline
from engine.round import Round
from engine.rules import EMA, MAHJONG_SOUL, PRESETS, TENHOU, Offence, Ruleset
from engine.table import Phase
from engine.tiles import MJAI, UNKNOWN
from engine.view import SeatView, mask
from engine.wall import PLAYERS, Dice
from tests.support.engine import wild_games
from tests.support.engine.deals import E, N, W, state
from tests.support.engine.deals import deal as deal_hands
from tests.support.nightly import at_night, more_at_night, part_always

DATA = os.environ.get("FURITEN_DATA")
SEATS = range(PLAYERS)
EMA_TABLE = wild_games.table_rules(EMA, 1)
"""Errors are penalised, and a referee rules."""


class Played:
    """A game with what the live round showed: every seat's view after each event, and whom it asked."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.states: list[tuple[str, ...]] = []
        """The state of the four views, after each event of the hands."""
        self.asked: list[list[int]] = [[] for _ in SEATS]
        """By seat: the indexes of the events after which it had options."""
        match = Match(rules, seed, watch=self._watch)
        choose, dice = wild_games.wild(seed), Dice(seed)
        while match.standings is None:
            if not match.acting:
                match.proceed()
                continue
            self._note(match)
            if rules.errors == "penalised" and wild_games.ruling(match, dice):
                continue
            menus = {seat: match.round.options(seat) for seat in match.acting}
            if rules.errors == "penalised":
                match.step({seat: wild_games.choose(menu, dice) for seat, menu in menus.items()})
            else:
                match.step({seat: choose(menu) for seat, menu in menus.items()})
        self.events = match.events

    def _watch(self, game: Round, event: ev.Event) -> None:
        self.states.append(tuple(map(seen, game.views)))

    def _note(self, match: Match) -> None:
        for seat in match.acting:
            self.asked[seat].append(len(match.events) - 1)


def seen(view: SeatView) -> str:
    """All that a view holds, as it is now."""
    return repr(state(view))


@cache
def played(name: str) -> Played:
    """A game of that ruleset; ``table`` is one with penalties. Long ones are named so."""
    match name.split():
        case ["table"]:
            return Played(wild_games.table_rules(EMA, 0), 5)
        case ["table", _]:
            return Played(EMA_TABLE, 4)
        case [rules]:
            return Played(replace(PRESETS[rules], length="east"), 3)
    return Played(PRESETS[name.split()[0]], 4)


GAMES = ("tenhou", "table")
LONG = ("tenhou long", "mahjongsoul long", "ema long", "table long")


@pytest.fixture(params=[*GAMES, *at_night(LONG)])
def game(request: pytest.FixtureRequest) -> Played:
    return played(request.param)


def recorded() -> Iterator[list[ev.Event]]:
    """Some real games, and some with rare events."""
    assert DATA is not None
    games, rare = (sorted(Path(DATA, folder).glob("*.gz")) for folder in ("games", "games-rare"))
    for path in (*games[:2], *rare[:3]):
        yield read_events(gzip.decompress(path.read_bytes()))


needs_data = pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of recorded games")


class TestPositions:
    def test_forward_through_one_seat(self, game: Played) -> None:
        for seat in SEATS:
            walk = timeline(game.rules, game.events, seat)
            assert [seen(position.view) for position in walk] == [views[seat] for views in game.states]

    def test_forward_with_all_hands_open(self, game: Played) -> None:
        walk = timeline(game.rules, game.events)
        assert [tuple(map(seen, position.views)) for position in walk] == game.states

    def test_a_cut_record_shows_the_same_up_to_there(self, game: Played) -> None:
        for cut in Random(7).sample(range(2, len(game.events)), 5):
            states = [seen(position.view) for position in timeline(game.rules, game.events[:cut], 2)]
            assert states == [views[2] for views in game.states[: len(states)]]
            assert len(states) == sum(not isinstance(event, OUTSIDE) for event in game.events[:cut])

    @needs_data
    def test_of_recorded_games(self) -> None:
        for number, events in enumerate(recorded()):
            seat = number % PLAYERS
            whole = timeline(TENHOU, events, seat)
            for hand in whole.hands:
                heard = [mask(event, seat) for event in hand.events]
                for position in whole.walk(hand):
                    slow = SeatView.from_events(TENHOU, seat, heard[: position.index + 2 - hand.first])
                    assert seen(slow) == seen(position.view) == seen(whole.at(position.index).view)


MOVES_OF_A_SEAT = (ev.Reach, ev.Dahai, ev.Chi, ev.Pon, ev.Daiminkan, ev.Ankan, ev.Kakan)
OUTSIDE = (ev.StartGame, ev.EndKyoku, ev.EndGame)


class TestPosition:
    def test_events_before_and_after(self, game: Played) -> None:
        heard = [mask(event, 1) for event in game.events]
        for position in timeline(game.rules, game.events, 1):
            following = heard[position.index + 1]
            assert position.event == heard[position.index]
            assert position.next_event == (None if isinstance(following, OUTSIDE) else following)
            assert position.table is position.view.table

    def test_its_hand(self) -> None:
        game = played("tenhou")
        whole = timeline(game.rules, game.events)
        assert [hand.number for hand in whole.hands] == list(range(1, len(whole.hands) + 1))
        for hand in whole.hands:
            assert whole.at(hand.first - 1).event is game.events[hand.first - 1] is hand.start
            assert {position.hand.number for position in whole.walk(hand)} == {hand.number}
            assert hand.header.number == whole.at(hand.first - 1).table.number
            assert isinstance(hand.end, ev.EndKyoku)

    def test_the_number_of_its_hand(self) -> None:
        start = next(event for event in played("tenhou").events if isinstance(event, ev.StartKyoku))
        hands = [(wind, dealer) for wind in ("E", "S", "W") for dealer in SEATS]
        for number, (wind, dealer) in enumerate(hands):
            dealt = replace(start, bakaze=wind, kyoku=dealer + 1, oya=dealer)
            position = timeline(TENHOU, [dealt]).at(0)
            header = position.hand.header
            assert position.table.number == header.number == number
            assert (MJAI[header.round_wind], header.kyoku, header.dealer) == (wind, dealer + 1, dealer)

    def test_there_is_none_outside_of_hands(self) -> None:
        game = played("tenhou")
        whole = timeline(game.rules, game.events, 0)
        outside = [number for number, event in enumerate(game.events) if isinstance(event, OUTSIDE)]
        for index in (*outside, -1, len(game.events)):
            with pytest.raises(IndexError):
                whole.at(index)
            assert index not in whole.indexes
        assert len(whole.indexes) == len(game.events) - len(outside)

    def test_it_is_its_own(self, game: Played) -> None:
        """Playing on from a position changes neither the timeline nor a walk that goes on."""
        whole = timeline(game.rules, game.events, 3)
        for position, views in islice(zip(whole, game.states, strict=True), 0, None, 5):
            copy = whole.at(position.index)
            if position.next_event is not None:
                copy.view.apply(position.next_event)
            assert seen(position.view) == views[3] == seen(whole.at(position.index).view)

    def test_with_all_hands_open_there_is_no_one_view(self) -> None:
        game = played("tenhou")
        with pytest.raises(ValueError, match="open"):
            assert timeline(game.rules, game.events).at(1).view

    @more_at_night(5)
    @given(st.data())
    @settings(max_examples=25, deadline=None)
    def test_after_any_jumps(self, part: int, data: st.DataObject) -> None:
        game = played(data.draw(st.sampled_from(GAMES)))
        seat = data.draw(st.sampled_from((None, *SEATS)))
        whole = timeline(game.rules, game.events, seat)
        index = whole.indexes[0]
        for move in data.draw(st.lists(st.sampled_from(MOVES), min_size=1, max_size=12)):
            stops = stops_of(whole, move[1], seat or 0)
            found = (next_stop if move[0] > 0 else previous_stop)(stops, index)
            slow = [stop for stop in stops if (stop - index) * move[0] > 0]
            assert found == (None if not slow else min(slow) if move[0] > 0 else max(slow))
            index = index if found is None else found
            assert_shows(whole.at(index), game, whole.indexes.index(index))


MOVES = [(step, name) for step in (1, -1) for name in ("events", "turns", "decisions", "deals")]


def stops_of(whole: Timeline, name: str, seat: int) -> tuple[int, ...]:
    match name:
        case "events":
            return whole.indexes
        case "turns":
            return whole.turns(seat)
        case "decisions":
            return whole.decisions(seat)
    return whole.deals


def assert_shows(position: Position, game: Played, place: int) -> None:
    states = game.states[place]
    for view in position.views:
        assert seen(view) == states[view.seat]


class TestStops:
    def test_decisions_are_what_the_live_round_asked(self, game: Played) -> None:
        open_hands = timeline(game.rules, game.events)
        for seat in SEATS:
            assert list(open_hands.decisions(seat)) == game.asked[seat]
            assert list(timeline(game.rules, game.events, seat).decisions(seat)) == game.asked[seat]

    @pytest.mark.parametrize("seed", part_always(range(12), [2]))
    def test_also_where_errors_are_penalised(self, seed: int) -> None:
        game = Played(wild_games.table_rules((EMA, MAHJONG_SOUL, TENHOU)[seed % 3], seed), seed)
        open_hands = timeline(game.rules, game.events)
        assert [list(open_hands.decisions(seat)) for seat in SEATS] == game.asked

    def test_at_a_draw_also_after_a_ruling_and_never_when_all_have_declared(self) -> None:
        hands = {"east": "22m345m567m23p678p", "north": "44m345m678m23p456p"}
        play = deal_hands(**hands, draws="1z1z", rules=EMA_TABLE).discard("1z", "1z")
        play.run_down(0).tsumogiri().everybody_passes()
        exhausted = len(play.game.events) - 1
        play.rule(W, Offence.WRONG_TILE_COUNT).declare("tenpai", "noten", "tenpai")
        assert play.marks()[-7:] == ["Exhausted", "Foul", "Tenpai", "Noten", "Noten", "Tenpai", "Ryukyoku"]
        last = timeline(EMA_TABLE, play.game.events, E).decisions(E)[-2:]
        assert last == (exhausted, exhausted + 1)
        assert timeline(EMA_TABLE, play.game.events, N).decisions(N)[-1] == exhausted + 4

    @needs_data
    def test_decisions_of_recorded_games(self) -> None:
        for events in recorded():
            told = filled_in(TENHOU, events)
            found = [timeline(TENHOU, told, seat).decisions(seat) for seat in SEATS]
            assert list(map(list, found)) == asked(told)

    def test_riichi_is_decided_before_it_is_declared(self) -> None:
        game = played("tenhou")
        declared = [place for place, event in enumerate(game.events) if isinstance(event, ev.Reach)]
        assert declared
        whole = timeline(game.rules, game.events)
        for place in declared:
            event = game.events[place]
            assert place - 1 in whole.decisions(event.actor)
            assert place not in whole.decisions(event.actor)

    def test_every_move_was_chosen_in_the_last_position_in_which_its_seat_was_asked(
        self, game: Played
    ) -> None:
        whole = timeline(game.rules, game.events, 0)
        moves = {
            place: event.actor
            for place, event in enumerate(game.events)
            if isinstance(event, MOVES_OF_A_SEAT)
        }
        chosen = {
            place: max(stop for stop in game.asked[seat] if stop < place) for place, seat in moves.items()
        }
        assert {place: whole.chosen_at(place) for place in moves} == chosen
        assert any(stop < place - 1 for place, stop in chosen.items())

    def test_a_turn_begins_with_the_first_fourteen_tiles_after_a_discard(self, game: Played) -> None:
        for seat in SEATS:
            whole = timeline(game.rules, game.events, (seat + 1) % PLAYERS)
            known: dict[tuple[int, int], int] = {}
            for position in whole:
                table = position.table
                if table.turn == seat and table.phase is Phase.TURN:
                    turn = position.hand.number, len(table.seats[seat].pond)
                    known.setdefault(turn, position.index)
            assert whole.turns(seat) == tuple(known.values())

    def test_each_hand_begins_with_its_deal(self, game: Played) -> None:
        deals = [place for place, event in enumerate(game.events) if isinstance(event, ev.StartKyoku)]
        assert list(timeline(game.rules, game.events).deals) == deals


def asked(record: Sequence[ev.Event]) -> list[list[int]]:
    """The indexes of the events after which each seat had options, when the record is played in the round."""
    found: list[list[int]] = [[] for _ in SEATS]
    for hand in hands_of(record):
        game = deal(TENHOU, hand)
        while game.outcome is None:
            for seat in game.acting:
                found[seat].append(hand.first - 2 + len(game.events))
            following = [*hand.events[len(game.events) :], ev.EndKyoku()]
            if not ruled(game, following):
                chosen = choices(game, following)
                assert chosen is not None
                game.step(chosen)
        assert game.events == hand.events
    return found


class TestHidden:
    def test_nothing_depends_on_it(self, game: Played) -> None:
        for seat in (0, 3):
            whole, other = (
                timeline(game.rules, events, seat)
                for events in (game.events, dealt_anew(game.events, seat, Random(seat)))
            )
            assert whole.decisions(seat) == other.decisions(seat)
            for one, two in zip(whole, other, strict=True):
                assert (one.event, one.next_event) == (two.event, two.next_event)
                assert seen(one.view) == seen(two.view)

    def test_the_decisions_of_a_hidden_hand_are_not_known(self) -> None:
        game = played("tenhou")
        with pytest.raises(ValueError, match="hidden"):
            timeline(game.rules, game.events, 1).decisions(0)

    @pytest.mark.parametrize("seat", [None, 0])
    def test_hands_that_the_record_hides_cannot_be_opened(self, seat: int | None) -> None:
        game = played("tenhou")
        with pytest.raises(RecordError):
            timeline(game.rules, [mask(event, 1) for event in game.events], seat)


def dealt_anew(events: Sequence[ev.Event], seat: int, chance: Random) -> list[ev.Event]:
    """The events with the hidden tiles of each hand, as they were dealt and drawn, in other places."""
    anew: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.StartKyoku):
            tiles = [name for other in SEATS if other != seat for name in event.tehais[other]]
            chance.shuffle(tiles)
            hands = [
                own if other == seat else [tiles.pop() for _ in own] for other, own in enumerate(event.tehais)
            ]
            anew.append(replace(event, tehais=hands))
        elif isinstance(event, ev.Tsumo) and event.actor != seat:
            anew.append(replace(event, pai=chance.choice(("1m", "5sr", "C", UNKNOWN))))
        else:
            anew.append(event)
    return anew
