"""Hands dealt anew at any decision: all that was seen stays, and the rest could have happened."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ai.rollouts import Deals, Hidden, HiddenTiles, NoDeal, PairedRollouts, Variation, deal_anew, with_draws
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.dice import Dice
from engine.options import Options, options
from engine.records.replay import CutRecordError, play
from engine.round import Header, Round, tiles_in_play
from engine.rules import PRESETS, TENHOU, WRC
from engine.table import Phase
from engine.tiles import KIND_OF, TILE_OF, all_tiles, parse_tiles
from engine.view import SeatView, mask
from engine.wall import PLAYERS, seeded_wall
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, discards, names, seat_view
from tests.support.engine.wild_games import round_state, wild_choice
from tests.support.nightly import more_at_night

WINS = (ActionKind.RON, ActionKind.TSUMO)
RULES = tuple(PRESETS)


class Decision:
    """A decision of a wild hand: whose, after how many events, and in which phase."""

    def __init__(self, seat: int, events: int, phase: Phase) -> None:
        self.seat, self.events, self.phase = seat, events, phase


@cache
def wild_hand(rules: str, seed: int) -> tuple[Round, tuple[Decision, ...]]:
    """A hand of players who call, kan and declare riichi whenever they may, and its decisions."""
    dice, ruleset = Dice(1968, seed), PRESETS[rules]
    wall = seeded_wall(ruleset, seed, TILE_OF["E"], 1, 0)
    game = Round(ruleset, Header(0, 0, 0, (ruleset.start_points,) * PLAYERS), wall)
    found = []
    while game.outcome is None:
        found += [Decision(seat, len(game.events), game.table.phase) for seat in game.acting]
        game.step({seat: wild_choice(game.options(seat), dice) for seat in game.acting})
    return game, tuple(found)


def replayed(game: Round) -> Round:
    """The hand played again from its wall by the choices that its events show."""
    start = game.events[0]
    assert isinstance(start, ev.StartKyoku)
    again = Round(game.rules, Header.of(start), game.wall.dealt_again())
    with suppress(CutRecordError):
        play(again, game.events)
    return again


def let_pass(game: Round, seat: int) -> bool:
    """Whether a player other than the seat let a win pass, as the options of each decision say."""
    start = game.events[0]
    assert isinstance(start, ev.StartKyoku)
    views = [SeatView.from_events(game.rules, each, [start]) for each in range(PLAYERS)]
    for place, event in enumerate(game.events[1:], 1):
        for view in views:
            view.apply(event)
        if place == len(game.events) - 1:
            return False
        for view in views:
            asked = view.my_turn or view.table.phase in (Phase.CLAIM, Phase.ROB)
            if view.seat != seat and asked and any(a.kind in WINS for a in options(view).actions):
                return True
    raise AssertionError


# -- any decision, any ruleset -----------------------------------------------------------------------


@more_at_night(5)
@settings(max_examples=20, deadline=None)
@given(st.sampled_from(RULES), st.integers(0, 400), st.floats(0, 0.999), st.integers(0, 2**40))
def test_a_hand_dealt_anew_fits_what_the_seat_saw(
    part: int, rules: str, seed: int, where: float, dealt: int
) -> None:
    game, decisions = wild_hand(rules, seed)
    decision = decisions[int(where * len(decisions))]
    seat, events = decision.seat, game.events[: decision.events]
    anew = deal_anew(game.rules, seat, events, dealt)
    assert [mask(event, seat) for event in anew.events] == [mask(event, seat) for event in events]
    assert sorted(tiles_in_play(anew)) == sorted(all_tiles(game.rules.red_fives))
    assert seat in anew.acting
    assert anew.options(seat).actions == options(SeatView.from_events(game.rules, seat, events)).actions
    assert round_state(replayed(anew)) == round_state(anew)
    assert not let_pass(anew, seat)
    for other, player in enumerate(anew.table.seats):
        if other != seat and player.riichi:
            waits = anew.own[other].waits
            assert waits
            assert {KIND_OF[discard.tile] for discard in player.pond}.isdisjoint(waits)


@pytest.mark.parametrize("rules", RULES)
def test_a_kan_that_may_be_robbed(rules: str) -> None:
    """The kan is declared, its replacement tile not drawn yet."""
    own = names("234m456p678s22p34s")
    start = ev.StartKyoku("E", "W", 3, 0, 0, ACROSS, [25_000] * 4, [own, *[["?"] * 13] * 3])
    events = [
        start,
        *calls(RIGHT, "555s", fed_by=ACROSS, throws="1z"),
        *discards(ACROSS, "4z"),
        *discards(LEFT, "2z"),
        *discards(ME, "3z"),
        ev.Tsumo(RIGHT, "?"),
        ev.Kakan(RIGHT, "5s", ["5s", "5s", "5s"]),
    ]
    ruleset = replace(PRESETS[rules], red_fives=(0, 0, 0))
    for seed in range(10):
        anew = deal_anew(ruleset, ME, events, seed)
        assert anew.table.phase is Phase.ROB
        assert [action.kind for action in anew.options(ME).actions] == [ActionKind.RON, ActionKind.PASS]
        assert sorted(tiles_in_play(anew)) == sorted(all_tiles(ruleset.red_fives))
        assert round_state(replayed(anew)) == round_state(anew)
        passed = anew.step(dict.fromkeys(anew.acting, PASS))
        assert isinstance(passed[-1], ev.Tsumo)


def test_other_seats_that_can_claim_the_tile_are_asked_too() -> None:
    """Whether they can depends on the hands dealt."""
    hand = names("234m46p678s22257z")
    start = ev.StartKyoku("E", "W", 4, 0, 0, LEFT, [25_000] * 4, [hand, *[["?"] * 13] * 3])
    events = (start, ev.Tsumo(LEFT, "?"), ev.Dahai(LEFT, "5p", False))
    deals = Deals(SeatPosition(TENHOU, ME, events), 1)
    seen = {deals.game(number).acting for number in range(60)}
    assert all(ME in seats for seats in seen)
    assert len(seen) > 1


class Caller:
    """Calls a triplet or a kan before all else; keeps what the seats had called when it was asked."""

    name = "caller"

    def __init__(self) -> None:
        self.melds: list[list[int]] = []

    def choose(self, view: SeatView, options: Options) -> Action:
        self.melds.append([len(seat.melds) for seat in view.table.seats])
        calls = [*options.of(ActionKind.PON), *options.of(ActionKind.OPEN_KAN)]
        return next(iter(calls), options.actions[-1] if PASS in options.actions else options.actions[0])


def test_another_seats_claim_goes_before_that_of_the_seat() -> None:
    """The seat calls a chi; where another can call a triplet, that one has the tile."""
    hand = names("234m46p678s22257z")
    start = ev.StartKyoku("E", "W", 4, 0, 0, LEFT, [25_000] * 4, [hand, *[["?"] * 13] * 3])
    position = SeatPosition(TENHOU, ME, (start, ev.Tsumo(LEFT, "?"), ev.Dahai(LEFT, "5p", False)))
    (chi,) = (a for a in options(position.view()).of(ActionKind.CHI) if 5 not in a.consumed)
    deals, outcomes = Deals(position, 1), set()
    for number in range(60):
        game, caller = deals.game(number), Caller()
        can = any(game.options(seat).of(ActionKind.PON) for seat in game.acting)
        PairedRollouts(position, [Variation(chi, [caller] * PLAYERS)], 1).play_game(game)
        after = caller.melds[len(game.acting) - 1]
        assert after[ME] == (not can)
        assert sum(after) == 1
        outcomes.add(can)
    assert outcomes == {True, False}


# -- what passed -------------------------------------------------------------------------------------


def hands(past: list[ev.Event], number: int = 40) -> list[Round]:
    """Deals after these events, seat 0 having drawn; the first to act deals."""
    own, dealer = names("147m258p369s1234z"), ev.actor_of(past[0])
    assert dealer is not None
    start = ev.StartKyoku("E", "W", dealer + 1, 0, 0, dealer, [25_000] * 4, [own, *[["?"] * 13] * 3])
    deals = Deals(SeatPosition(TENHOU, ME, (start, *past, ev.Tsumo(ME, "9p"))), 1)
    return [deals.game(each) for each in range(number)]


def test_a_player_in_riichi_waits_on_nothing_that_passed() -> None:
    past = [*discards(RIGHT, "1m9p5z", riichi=2), *discards(ACROSS, "4s5s"), *discards(LEFT, "6s7s")]
    for game in hands(past):
        waits = set(game.own[RIGHT].waits)
        assert waits
        gone = {KIND_OF[TILE_OF[name]] for name in names("1m9p5z4s5s6s7s")}
        assert waits.isdisjoint(gone)


def test_an_open_hand_waits_on_nothing_that_it_could_have_won_on() -> None:
    """Four calls of dragons and a tile: any ron has a yaku. What passed since its last discard is no wait."""
    melds = calls(RIGHT, "777z", "666z", "555z", "999m", fed_by=ACROSS, throws="8s")
    past = [*melds, *discards(ACROSS, "1s2s3s"), *discards(LEFT, "1p2p3p")]
    tanki = {game.own[RIGHT].waits[0] for game in hands(past, 120)}
    assert len(tanki) > 8
    gone = {KIND_OF[TILE_OF[name]] for name in names("8s1s2s3s1p2p3p")}
    assert tanki.isdisjoint(gone)


def test_the_draws_lead_to_the_hands() -> None:
    """A tile discarded as it was drawn is that draw; what is kept is in the hand, or went later."""
    game, decisions = wild_hand("tenhou", 3)
    decision = decisions[-1]
    anew = deal_anew(game.rules, decision.seat, game.events[: decision.events], 1)
    for event, following in pairwise(anew.events):
        if isinstance(event, ev.Tsumo) and isinstance(following, ev.Dahai) and following.tsumogiri:
            assert event.pai == following.pai


def told(past: list[ev.Event], right: str) -> Round | None:
    """The hand in which the player to the right holds these tiles, if it can have gone like that."""
    own, dealer = names("147m258p369s3334z"), ev.actor_of(past[0])
    assert dealer is not None
    start = ev.StartKyoku("E", "W", dealer + 1, 0, 0, dealer, [25_000] * 4, [own, *[["?"] * 13] * 3])
    position = SeatPosition(WRC, ME, (start, *past, ev.Tsumo(ME, "N")))
    view = position.view()
    rest = all_tiles(WRC.red_fives)
    for tile in (*view.visible(), *parse_tiles(right)):
        rest.remove(tile)
    hands = {RIGHT: list(parse_tiles(right))}
    # the others hold what cannot win: one tile of each kind, as far as that goes
    for seat in (ACROSS, LEFT):
        hands[seat] = [next(tile for tile in rest if KIND_OF[tile] == kind) for kind in SCATTERED]
        for tile in hands[seat]:
            rest.remove(tile)
    shown, replaced = len(view.table.indicators), len(view.table.kans)
    live, dead = rest[: view.table.live + replaced], rest[view.table.live + replaced :]
    parts = [dead[: 4 - replaced], dead[4 - replaced : 9 - replaced - shown], dead[9 - replaced - shown :]]
    return Deals(position, 1).told(Hidden(hands, live, *parts), Dice(1))


SCATTERED = [KIND_OF[tile] for tile in parse_tiles("159m1459p159s567z")]


def test_riichi_was_legal_with_the_hand_dealt() -> None:
    """A wait on a tile of which the hand holds all four is no tenpai."""
    past = discards(RIGHT, "9m", riichi=0) + discards(ACROSS, "1z") + discards(LEFT, "1z")
    assert told(past, "234m567p789s2227z") is not None
    assert told(past, "2222z345m678p234s") is None


def test_a_kan_in_riichi_was_legal_with_the_hand_dealt() -> None:
    """The same kan: out of a triplet, and where the strict rule reads the tiles as sequences too."""
    kan = [
        *discards(RIGHT, "9m", riichi=0),
        *discards(ACROSS, "1z"),
        *discards(LEFT, "1z"),
        *discards(ME, "9s"),
        ev.Tsumo(RIGHT, "?"),
        ev.Ankan(RIGHT, ["7s"] * 4),
        ev.Dora("C"),
        ev.Tsumo(RIGHT, "?"),
        ev.Dahai(RIGHT, "9m", True),
        *discards(ACROSS, "1z"),
        *discards(LEFT, "5z"),
    ]
    assert told(kan, "22z234567m78p") is not None
    assert told(kan, "22z34m666888s") is None


def test_draws_before_riichi_leave_a_closed_hand_short_of_tenpai() -> None:
    """One tile of the hand would make it tenpai before the draw; it was not that one."""
    past = [
        ev.Tsumo(RIGHT, "?"),
        ev.Dahai(RIGHT, "9s", False),
        *discards(ACROSS, "1z"),
        ev.Pon(RIGHT, ACROSS, "P", ["P", "P"]),
        ev.Dahai(RIGHT, "W", False),
    ]
    start = ev.StartKyoku("E", "W", 2, 0, 0, RIGHT, [25_000] * 4, [["?"] * 13] * 4)
    closed = {RIGHT: parse_tiles("123456789m12p59s")}
    drawn = {
        event.pai
        for seed in range(80)
        for event in with_draws([start, *past[:2]], closed, Dice(seed))
        if isinstance(event, ev.Tsumo)
    }
    assert len(drawn) > 5
    assert "5s" not in drawn
    opened = {RIGHT: parse_tiles("123456789m9s")}
    drawn = {
        next(
            event.pai
            for event in with_draws([start, *past], opened, Dice(seed))
            if isinstance(event, ev.Tsumo)
        )
        for seed in range(80)
    }
    assert len(drawn) > 5
    assert "W" not in drawn


# -- seeds -------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_hand_and_the_seats_secrets_do_not_matter() -> None:
    game, decisions = wild_hand("wrc", 5)
    decision = decisions[len(decisions) // 2]
    seat, events = decision.seat, game.events[: decision.events]
    masked = [mask(event, seat) for event in events]
    one, again, other = (
        deal_anew(game.rules, seat, heard, seed).events
        for heard, seed in ((events, 1), (masked, 1), (events, 2))
    )
    assert one == again
    assert one != other


def test_a_seat_that_has_nothing_to_choose_is_told_so() -> None:
    game, _ = wild_hand("wrc", 5)
    with pytest.raises(ValueError, match="nothing to choose"):
        deal_anew(game.rules, (game.table.dealer + 1) % PLAYERS, game.events[:2], 1)


def test_a_riichi_that_no_hand_can_explain_has_no_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly every kind has passed: no tenpai hand is left."""
    kinds = "123456789m123456789p123456789s1234567z"
    past = [*discards(RIGHT, "1m", riichi=0), *discards(ACROSS, kinds)]
    monkeypatch.setattr("ai.rollouts.HAND_TRIES", 2)
    monkeypatch.setattr("ai.rollouts.DEAL_TRIES", 2)
    view = seat_view("147m258p369s1234z", draws="9p", past=[past])
    with pytest.raises(NoDeal):
        HiddenTiles(view, 1).deal(0)


def test_a_riichi_with_one_kind_left_is_still_dealt() -> None:
    kinds = "12345678m123456789p12346789s1234567z"
    past = [*discards(RIGHT, "1m", riichi=0), *discards(ACROSS, kinds)]
    view = seat_view("147m258p369s1234z", draws="9p", past=[past])
    found = HiddenTiles(view, 1).deal(0)
    hand = [KIND_OF[tile] for tile in found.hands[RIGHT]]
    assert len(hand) == 13
