"""What a discard is worth: small cases by hand, and what has to hold of the model."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from ai.drills.difficulty import credits_of, is_clear, right_kinds
from ai.reading.discard_worth import USUAL, VARIANTS, DiscardWorth, Drawn, WorthConstants
from ai.reading.measured_tiers import MEASURED
from ai.reading.outlook import Outlook, draws_to_tenpai, outlook_after
from ai.reading.safety import Safety
from engine.actions import Why
from engine.legal import refuse_riichi, refuse_ron
from engine.rules import TENHOU
from engine.tiles import TILE_OF
from engine.view import SeatView
from tests.support.ai.seat_views import Position

HAND = "1234789p678s111z"
MOVES = "0: 1p; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p"


def view(hand: str = HAND, moves: str = MOVES) -> SeatView:
    return Position(hand).play(moves).view


def after(model: DiscardWorth, discard: str) -> Outlook:
    return outlook_after(model.view, TILE_OF[discard])


def drawn(model: DiscardWorth, discard: str) -> Drawn:
    hand = after(model, discard)
    return hand, draws_to_tenpai(model.view, hand)


class TestTenpai:
    def test_later_turns_need_the_hand_to_go_on(self) -> None:
        model = DiscardWorth(view())
        hand = after(model, "1p")
        chance = Fraction(12, 117)
        goes_on = (1 - chance) * Fraction(94, 100)
        exact = chance * 12_000 * sum(goes_on**turn for turn in range(model.draws))
        assert abs(model.of_tenpai(hand) - exact) < 1.01
        assert model.draws == 16


class TestRules:
    """What a hand can win on is asked of the outlook; the engine says the same."""

    HAND = "345m345s789p24p99m"

    def test_a_ron_that_lacks_han_is_worth_nothing(self) -> None:
        """Riichi alone is one han, with a tsumo it is two."""
        rules = replace(TENHOU, two_han_minimum_from=1)
        position = Position(self.HAND, honba=1, rules=rules).play("0: 1z; 1: 9m; 2: 9m; 3: 1z")
        model = DiscardWorth(position.play("0: draws 7z").view)
        hand = after(model, "7z")
        (wait,) = hand.declared.waits
        assert (wait.ron, wait.tsumo_worth and wait.tsumo_worth.points) == (False, 6_000)
        assert model.of_tenpai(hand, draws=1) == wait.left * 6_000 // model.unseen
        later = position.play("0: riichi 7z; 1: 9p; 2: 9p; 3: 9p; 0: 2z; 1: 3p")
        refused = refuse_ron(later.view)
        assert refused.why is Why.TWO_HAN_MINIMUM

    def test_riichi_counts_only_where_the_wall_allows_it(self) -> None:
        worths = []
        for live in (4, 70):
            rules = replace(TENHOU, riichi_minimum_live=live)
            model = DiscardWorth(Position(HAND, rules=rules).play(MOVES).view)
            hand = after(model, "1p")
            assert (hand.with_riichi is None) == (refuse_riichi(model.view, hand.tile) is not None)
            worths.append(model.of_tenpai(hand))
        assert worths[0] > worths[1] > 0


class TestDanger:
    RIICHI = "0: 1p; 1: riichi 9m; 2: 9m; 3: 1z; 0: draws 5p"

    def test_a_tile_that_cannot_lose_costs_nothing(self) -> None:
        model = DiscardWorth(view("9m1234789p67s111z", self.RIICHI))
        assert model.danger(TILE_OF["9m"]) == 0

    def test_the_dealer_is_paid_half_as_much_again(self) -> None:
        for dealer, cost in ((2, USUAL.riichi_cost), (1, USUAL.riichi_cost * 3 // 2)):
            position = Position("9m1234789p67s111z", dealer=dealer).play(self.RIICHI)
            (risk,) = DiscardWorth(position.view).risks(TILE_OF["5p"])
            assert risk.points == risk.wins * cost // risk.tiles

    def test_an_open_hand_is_not_always_tenpai(self) -> None:
        calls = "; ".join(
            f"0: {tile}; 1: pon {tile}{tile}; 1: {gone}" for tile, gone in (("1z", "9m"), ("2z", "9p"))
        )
        model = DiscardWorth(view("1234789p678s1z2z3z9s", f"{calls}; 0: 3z; 1: pon 3z3z; 1: 1m; 0: draws 5p"))
        assert model.threats == (1,)
        (risk,) = model.risks(TILE_OF["5p"])
        measured = MEASURED[Safety(model.view).tier(TILE_OF["5p"], 1)]
        assert (risk.tiles, risk.wins) == (100 * measured.tiles, USUAL.open_tenpai * measured.wins)

    def test_a_threat_ends_the_hand_sooner(self) -> None:
        calm, pressed = DiscardWorth(view()), DiscardWorth(view(moves=self.RIICHI))
        hands = after(calm, "1p"), after(pressed, "1p")
        assert calm.of_tenpai(hands[0]) > pressed.of_tenpai(hands[1]) + pressed.danger(TILE_OF["1p"])


class TestOneFromTenpai:
    def test_it_is_worth_less_than_any_tenpai_it_leads_to(self) -> None:
        model = DiscardWorth(view("234p678p45s88m67m9p", "0: 3s; 1: 9m; 2: 9m; 3: 4z; 0: draws 1z"))
        hand, draws = drawn(model, "1z")
        best = max(model.of_tenpai(model.best_after(draw)) for draw in draws)
        assert 0 < model.of_draws(hand, draws) < best


WORTHS = {0: 1_000, 1: 960, 2: 800, 3: -50}


class TestOrder:
    def test_near_equals_are_right_and_others_get_their_share(self) -> None:
        assert right_kinds(WORTHS) == {0, 1}
        assert credits_of(WORTHS) == {"3m": 0.8}

    def test_nothing_is_right_where_nothing_can_be_won(self) -> None:
        assert right_kinds({0: 120, 1: 60}) == frozenset()

    def test_an_answer_that_other_constants_turn_over_is_not_clear(self) -> None:
        assert is_clear(WORTHS, [WORTHS, {0: 700, 1: 900, 2: 850, 3: 0}])
        assert not is_clear(WORTHS, [{0: 700, 1: 800, 2: 850, 3: 0}])
        assert not is_clear({0: 1_000, 1: 930}, [])

    def test_the_variants_differ_from_the_usual_constants_in_one_thing_each(self) -> None:
        fields = WorthConstants._fields
        for variant in VARIANTS:
            changed = {name for name in fields if getattr(variant, name) != getattr(USUAL, name)}
            assert changed in ({"rons"}, {"ended"}, {"riichi_cost", "open_cost"})
