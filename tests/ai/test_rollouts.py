"""Hands dealt anew at any decision, so that all that was seen stays, and choices played out with one deal."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ai.bots.baselines import TsumogiriBot
from ai.drills.kinds.riichi import TSUMO
from ai.invariants import tiles_in_play
from ai.rollouts import (
    Z_99,
    Deals,
    Hidden,
    HiddenTiles,
    NoDeal,
    PairedRollouts,
    Stance,
    Variation,
    deal_anew,
    sample,
    with_draws,
)
from ai.seat_position import SeatPosition
from engine import events as ev
from engine import shape
from engine.actions import PASS, Action, ActionKind
from engine.hand import Hand
from engine.options import Options, options
from engine.records.replay import CutRecordError, play
from engine.round import Header, Round
from engine.rules import PRESETS, TENHOU, WRC
from engine.table import Phase
from engine.tiles import KIND_OF, NAMES, TILE_OF, all_tiles, parse_tile, parse_tiles
from engine.view import SeatView, mask
from engine.wall import PLAYERS, Dice, seeded_wall
from tests.support.ai import endings
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, discards, names, seat_view
from tests.support.engine.wild_games import round_state, wild_choice
from tests.support.nightly import at_night, more_at_night
from tools.measure.guard import Guard
from tools.positions.judged_files import RIICHI_FILE, JudgedPosition, action_of, judged

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


def answered(game: Round) -> int:
    """The number of discards that are on offer no more."""
    return len(game.table.discards) - (game.table.phase is Phase.CLAIM)


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
        own = anew.own[other]
        if other != seat and player.riichi:
            passed = {tile for _, tile in anew.table.discards[player.riichi_order : answered(anew)]}
            gone = passed | {discard.tile for discard in player.pond}
            assert own.waits
            assert {KIND_OF[tile] for tile in gone}.isdisjoint(own.waits)


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


# -- silent tenpai -----------------------------------------------------------------------------------


def silent(deals: int, monkeypatch: pytest.MonkeyPatch, rates: tuple[int, ...]) -> Counter[int]:
    """Who of three players with closed hands is tenpai in how many deals, five discards made by each."""
    monkeypatch.setattr("ai.rollouts.SILENT_TENPAI", rates)
    past = [*discards(RIGHT, "1z9m1p9p1s"), *discards(ACROSS, "2z9m1p9p1s"), *discards(LEFT, "3z9m1p9p1s")]
    found = Counter[int]()
    for game in hands([*past, *discards(RIGHT, "4z", riichi=0)], deals):
        for seat in (RIGHT, ACROSS, LEFT):
            found[seat] += shape.shanten_of(game.own[seat].hand.keys, 0) == 0
    return found


def test_closed_hands_are_tenpai_in_silence_as_often_as_their_discards_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last rate holds for all later discards; a player in riichi is tenpai whatever it is."""
    assert silent(8, monkeypatch, (0,)) == Counter({RIGHT: 8})
    assert silent(8, monkeypatch, (0,) * 5 + (1_000,)) == Counter({RIGHT: 8, ACROSS: 8, LEFT: 8})
    some = silent(100, monkeypatch, (0, 0, 0, 0, 0, 300, 0))
    for seat in (ACROSS, LEFT):
        assert abs(some[seat] - 30) <= Z_99 * (100 * 0.3 * 0.7) ** 0.5


def test_where_it_is_asked_for_no_closed_hand_is_tenpai(monkeypatch: pytest.MonkeyPatch) -> None:
    """As positions of practice were judged."""
    monkeypatch.setattr("ai.rollouts.SILENT_TENPAI", (1_000,))
    view = seat_view("147m258p369s1234z", draws="9p", past=[discards(RIGHT, "1z"), discards(ACROSS, "2z")])
    hidden = HiddenTiles(view, 1, silent=False)
    for number in range(20):
        for tiles in hidden.deal(number).hands.values():
            assert shape.shanten_of(Hand(tiles).keys, 0) > 0


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


def games(found: JudgedPosition) -> list[Round]:
    """The position with a few deals of what is hidden."""
    deals = Deals(found.moment(), 5)
    return [deals.game(number) for number in range(3)]


def hand_of(game: Round, seat: int) -> list[int]:
    return sorted(game.own[seat].hand.tiles)


# -- deals of a position ----------------------------------------------------------------------------


def test_each_number_is_another_deal_and_always_the_same() -> None:
    found = judged(RIICHI_FILE)[1][0]
    first, again = games(found), games(found)
    others = [seat for seat in range(PLAYERS) if seat != found.seat]
    hands = [[hand_of(game, seat) for seat in others] for game in first]
    assert hands == [[hand_of(game, seat) for seat in others] for game in again]
    assert hands[0] != hands[1] != hands[2]


def test_a_win_at_once_brings_the_same_whatever_is_hidden() -> None:
    positions = judged(RIICHI_FILE)[1]
    found = next(found for found in positions if any(choice.id == TSUMO for choice in found.choices))
    tsumo = next(choice for choice in found.choices if choice.id == TSUMO)
    action = action_of(found.moment().view(), tsumo)
    rollouts = PairedRollouts(found.moment(), [Variation(action, [Guard()] * PLAYERS)], 5)
    played = {hand[:4] for number in range(3) for hand in rollouts.play_deal(number)}
    assert played == {(tsumo.points.mean, True, False, False)}


# -- the quick player --------------------------------------------------------------------------------


def chosen(view: SeatView, *, silent: bool = False, stance: Stance = Stance.REASON) -> tuple[ActionKind, str]:
    action: Action = Guard(silent=silent, stance=stance).choose(view, options(view))
    assert action.tile is not None
    return action.kind, NAMES[action.tile]


def test_it_declares_with_a_wait_that_is_not_furiten() -> None:
    view = seat_view("234m456p678s22p34s", draws="7z")
    assert chosen(view) == (ActionKind.RIICHI, "7z")
    assert chosen(view, silent=True) == (ActionKind.DISCARD, "7z")


def test_it_stays_silent_with_a_furiten_wait_and_takes_a_better_one() -> None:
    view = seat_view("234m456p678s22p34s", draws="7z", past=[discards(0, "5s")])
    assert chosen(view) == (ActionKind.DISCARD, "7z")
    changed = seat_view("234m456p678s22p34s", draws="6s", past=[discards(0, "2s")])
    assert chosen(changed) == (ActionKind.RIICHI, "3s")


def test_it_wins() -> None:
    assert chosen(seat_view("234m456p678s22p34s", draws="5s"))[0] is ActionKind.TSUMO


def test_far_from_tenpai_it_throws_what_is_safe_against_every_riichi() -> None:
    both = [discards(RIGHT, "9m1z4p", riichi=1), discards(ACROSS, "4p9m", riichi=0)]
    assert chosen(seat_view("147m258p369s1234z", draws="9m", past=both)) == (ActionKind.DISCARD, "9m")
    assert chosen(seat_view("147m258p369s1234z", draws="9m")) != (ActionKind.DISCARD, "9m")


RIICHI = [discards(RIGHT, "9m1z4p", riichi=1)]


def test_pushing_it_keeps_the_hand_whatever_the_danger() -> None:
    """Near tenpai 5p is not needed and dangerous; 4p is safe and breaks a group."""
    view = seat_view("2347m345p6699s88p", draws="5p", past=RIICHI)
    assert chosen(view) == chosen(view, stance=Stance.FOLD) == (ActionKind.DISCARD, "4p")
    assert chosen(view, stance=Stance.PUSH) == (ActionKind.DISCARD, "5p")
    far = seat_view("147m258p369s1234z", draws="9m", past=RIICHI)
    assert chosen(far, stance=Stance.PUSH) == chosen(far)


def test_folding_it_discards_what_is_safe_even_in_tenpai_and_never_declares() -> None:
    view = seat_view("234m456p678s99m34s", draws="5p", past=RIICHI)
    assert chosen(view)[0] is ActionKind.RIICHI
    kind, tile = chosen(view, stance=Stance.FOLD)
    assert kind is ActionKind.DISCARD
    assert tile in ("9m", "4p")
    free = seat_view("234m456p678s22p34s", draws="7z")
    assert chosen(free, stance=Stance.FOLD)[0] is ActionKind.DISCARD


DISCARDS = ("1p", "5z", "1m")
"""One that may lose, one that cannot, and one that breaks tenpai."""
SAMPLES = pytest.mark.parametrize(
    ("live", "sampled"), [(0, 80), (1, 120), *at_night((live, 1_600) for live in range(3))]
)


def rollouts(live: int, seed: int = 1) -> PairedRollouts:
    """The three discards of an ending, everybody discarding what is drawn."""
    position = endings.ending(live)
    menu = options(position.view())
    found = {action.tile: action for action in menu.of(ActionKind.DISCARD)}
    players = [TsumogiriBot()] * 4
    return PairedRollouts(position, [Variation(found[parse_tile(tile)], players) for tile in DISCARDS], seed)


@pytest.mark.parametrize("live", [0, *at_night([1, 2])])
def test_every_deal_brings_what_is_counted_by_hand(live: int) -> None:
    """The full enumeration equals the exact answer, deal by deal and in the mean."""
    played, deals = rollouts(live), Deals(endings.ending(live), 1)
    total, sums = 0, Counter[str]()
    for ways, tiles in endings.dealt(live):
        game = deals.told(endings.hidden(live, tiles), Dice(3))
        assert game is not None
        found = [hand.points for hand in played.play_game(game)]
        assert found == [endings.points(discard, tiles) for discard in DISCARDS], [
            NAMES[tile] for tile in tiles
        ]
        total += ways
        for discard, points in zip(DISCARDS, found, strict=True):
            sums[discard] += ways * points
    for discard in DISCARDS:
        assert Fraction(sums[discard], total) == endings.exact(live, discard)


@SAMPLES
def test_the_mean_of_many_deals_is_within_its_interval(live: int, sampled: int) -> None:
    played = rollouts(live)
    deals = [[hand.points for hand in played.play_deal(number)] for number in range(sampled)]
    exact = [endings.exact(live, discard) for discard in DISCARDS]
    for place, truth in enumerate(exact):
        found = sample([points[place] for points in deals], Z_99)
        assert found.low - 1 <= truth <= found.high + 1
    for one in range(len(DISCARDS)):
        for other in range(one):
            found = sample([points[one] - points[other] for points in deals], Z_99)
            assert found.low - 1 <= exact[one] - exact[other] <= found.high + 1


@SAMPLES
def test_each_hand_is_dealt_as_often_as_it_should_be(live: int, sampled: int) -> None:
    """What a player holds, and what is drawn first, by the share of its copies among the hidden tiles."""
    deals, pool = Deals(endings.ending(live), 1), Counter(endings.pool(live))
    held = {seat: Counter[int]() for seat in (1, 2, 3)}
    for number in range(sampled):
        game = deals.game(number)
        for seat, found in held.items():
            found.update(game.own[seat].hand.tiles)
    for found in held.values():
        for tile, copies in pool.items():
            share = copies / pool.total()
            reach = Z_99 * 1.4 * (sampled * share * (1 - share)) ** 0.5  # fifteen numbers at once
            assert abs(found[tile] - sampled * share) <= reach, (live, NAMES[tile])


def test_the_exact_answers_differ() -> None:
    """Or they would show nothing."""
    for live in endings.POOLS:
        assert len({endings.exact(live, discard) for discard in DISCARDS}) >= 2
    assert endings.exact(0, "1p") == Fraction(-1000 * (560 - 364), 560)
