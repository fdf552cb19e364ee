"""Who is in riichi or looks tenpai, how surely, and the signs that say so."""

from __future__ import annotations

from ai.reading.threat import Likelihood, Sign, TenpaiEstimate, signs, tenpai_estimates, threatening, threats
from engine.tiles import NAMES, format_tiles
from tests.support.ai.seat_views import Position

HAND = "147m258p369s1234z"
TURNS = ("1z", "4z", "9m", "1p", "9s", "2z", "1s", "9p", "1m", "8m", "8p", "8s", "2m", "2p", "2s", "3z")
"""Discards that say nothing, one for each turn."""


def position(moves: str = "", indicator: str = "6s") -> Position:
    return Position(HAND, indicator=indicator).play(moves)


def turns(first: int, last: int, *, drawn: int = 99) -> str:
    """Players 1 to 3 and the person throw what says nothing; from turn ``drawn`` on as they draw it."""
    moves = []
    for turn in range(first, last + 1):
        tile = TURNS[turn - 1] + ("'" if turn >= drawn else "")
        moves += [f"{seat}: {tile}" for seat in (1, 2, 3)]
        moves.append("0: 7z")
    return "; ".join(moves)


def told(sign: Sign) -> str:
    """A sign in short: kind, tiles, count, turn, against whom."""
    words = [sign.kind.value, format_tiles(sign.tiles)]
    words += [f"x{sign.count}"] if sign.count else []
    words += [f"turn {sign.turn}"] if sign.turn else []
    words += [f"against {sign.seat}"] if sign.seat is not None else []
    return " ".join(word for word in words if word)


def of(found: tuple[TenpaiEstimate, ...], seat: int) -> TenpaiEstimate:
    (look,) = (each for each in found if each.seat == seat)
    return look


def why(moves: str, seat: int, indicator: str = "6s") -> list[str]:
    """The signs about a player."""
    return [told(sign) for sign in of(tenpai_estimates(position(moves, indicator).view), seat).why]


def level(moves: str, seat: int) -> Likelihood | None:
    found = {look.seat: look.level for look in tenpai_estimates(position(moves).view)}
    return found.get(seat)


class TestRiichi:
    def test_the_tile_and_the_turn(self) -> None:
        moves = "0: 7z; 1: 9m; 2: 9p; 3: 1z; 0: 7z; 1: riichi 5m; 2: 9p"
        assert why(moves, 1) == ["riichi 5m turn 2", "ippatsu"]
        assert level(moves, 1) is Likelihood.IN_RIICHI

    def test_double_riichi(self) -> None:
        assert why("0: 7z; 1: riichi 5m", 1) == ["double-riichi 5m turn 1", "ippatsu"]

    def test_ippatsu_ends_with_a_call_and_with_the_own_discard(self) -> None:
        start = "0: 7z; 1: 9m; 2: 9p; 3: 1z; 0: 7z; 1: riichi 5m"
        assert "ippatsu" not in why(f"{start}; 2: 9p; 3: pon 9p9p; 3: 1z", 1)
        assert "ippatsu" not in why(f"{start}; 2: 9p; 3: 9p; 0: 7z; 1: 1s'", 1)

    def test_a_closed_kan_shows_its_dora(self) -> None:
        moves = "0: 7z; 1: riichi 5m; 2: 9p; 3: 9p; 0: 7z; 1: ankan 6z6z6z6z; dora 5z; 1: 1s"
        assert why(moves, 1, indicator="1z") == ["double-riichi 5m turn 1", "dora 6666z x4"]

    def test_of_two_both_are_told_from_the_right_on(self) -> None:
        found = tenpai_estimates(position("0: 7z; 1: 9m; 2: riichi 9p; 3: 1z; 0: 7z; 1: riichi 5m").view)
        assert [(look.seat, look.level) for look in found] == [(1, "in-riichi"), (2, "in-riichi")]


class TestOpenHands:
    THREE = """
        0: 7z; 1: 9m; 2: 4m; 3: chi 2m3m; 3: 9s; 0: 7z; 1: 9m; 2: 6z; 3: pon 6z6z; 3: 9s
        0: 7z; 1: 9p; 2: 0p; 3: pon 5p5p; 3: 9s; 0: 7z; 1: 9p; 2: 9p; 3: 1z; 0: 7z; 1: 1z; 2: 1z; 3: 1z
    """

    def test_what_the_melds_show(self) -> None:
        assert why(self.THREE, 3) == ["melds x3", "yakuhai 6z x1", "dora 0p x1"]
        assert level(self.THREE, 3) is Likelihood.POSSIBLE

    def test_dora_and_red_fives_in_han(self) -> None:
        assert why(self.THREE, 3, indicator="4p")[-1] == "dora 055p x4"

    def test_dora_of_several_melds_in_the_order_of_a_hand(self) -> None:
        moves = """
            0: 7z; 1: 9m; 2: 4s; 3: chi 0s6s; 3: 9s; 0: 7z; 1: 9m; 2: 6z; 3: pon 6z6z; 3: 9s
            0: 7z; 1: 9p; 2: 0p; 3: pon 5p5p; 3: 9s; 0: 7z; 1: 9p; 2: 9p; 3: 1z; 0: 7z; 1: 1z; 2: 1z; 3: 1z
        """
        assert why(moves, 3, indicator="1m")[-1] == "dora 0p0s x2"

    def test_double_wind(self) -> None:
        moves = f"0: 1z; 2: pon 1z1z; 2: 9s; 3: 9m; 0: 7z; 1: 9p; {turns(2, 9)}"
        assert "yakuhai 1z x1" in why(moves, 2), "the round wind"
        dealer = Position(HAND, dealer=2, indicator="6s").play(
            f"2: 9m; 3: 1z; 2: pon 1z1z; 2: 9s; {turns(2, 9)}"
        )
        assert "yakuhai 1z x2" in [told(sign) for sign in of(tenpai_estimates(dealer.view), 2).why]

    def test_one_suit(self) -> None:
        moves = """
            0: 7z; 1: 9m; 2: 4p; 3: chi 2p3p; 3: 9s; 0: 7z; 1: 9m; 2: 6z; 3: pon 6z6z; 3: 9s
            0: 7z; 1: 1z; 2: 9p; 3: pon 9p9p; 3: 8s; 0: 7z; 1: 1z; 2: 1z; 3: 1s
        """
        assert "one-suit 2p6z9p x3" in why(f"{moves}; 0: 7z; 1: 1m; 2: 1m; 3: 1m", 3)

    def test_four_melds_are_likely_at_once(self) -> None:
        moves = self.THREE + "; 0: 7z; 1: 9m; 2: 4s; 3: pon 4s4s; 3: 1m"
        assert level(moves, 3) is Likelihood.LIKELY

    def test_one_meld_early_is_nothing(self) -> None:
        start = "0: 6z; 1: pon 6z6z; 1: 9m; 2: 9m; 3: 9m; 0: 7z"
        assert level(start, 1) is None
        assert tenpai_estimates(position(f"{start}; {turns(2, 8)}").view) == ()

    def test_one_meld_counts_when_it_grows_late(self) -> None:
        start = "0: 6z; 1: pon 6z6z; 1: 9m; 2: 9m; 3: 9m; 0: 7z"
        assert level(f"{start}; {turns(2, 9)}", 1) is Likelihood.POSSIBLE
        assert why(f"{start}; {turns(2, 9)}", 1) == ["melds x1", "yakuhai 6z x1", "late turn 9"]
        assert level(f"{start}; {turns(2, 13)}", 1) is Likelihood.POSSIBLE
        assert level(f"{start}; {turns(2, 14)}", 1) is Likelihood.LIKELY

    def test_throwing_what_is_drawn_makes_it_look_settled(self) -> None:
        start = "0: 6z; 1: pon 6z6z; 1: 9m; 2: 9m; 3: 9m; 0: 7z"
        assert why(f"{start}; {turns(2, 9, drawn=8)}", 1) == ["melds x1", "yakuhai 6z x1", "late turn 9"]
        settled = f"{start}; {turns(2, 12, drawn=10)}"
        assert why(settled, 1)[-1] == "settled x3 turn 10"
        assert level(settled, 1) is Likelihood.LIKELY
        assert level(f"{start}; {turns(2, 12)}", 1) is Likelihood.POSSIBLE
        assert level(f"{start}; {turns(2, 11, drawn=9)}", 1) is Likelihood.POSSIBLE, (
            "two turns older, not more"
        )

    def test_a_closed_kan_alone_opens_no_hand(self) -> None:
        assert (
            tenpai_estimates(position(f"0: 7z; 1: ankan 6z6z6z6z; 1: 9m; 2: 9m; 3: 9m; {turns(2, 14)}").view)
            == ()
        )


class TestPushing:
    RIICHI = "0: 7z; 1: 9m; 2: 9m; 3: 9m; 0: 7z; 1: riichi 1p; 2: 9m; 3: 9m; 0: 7z; 1: 9s"

    def test_tiles_that_could_have_lost(self) -> None:
        moves = f"{self.RIICHI}; 2: 5m; 3: 9s; 0: 7z; 1: 1s; 2: 6p; 3: 1s; 0: 7z; 1: 1z; 2: 2s; 3: 1z; 0: 7z"
        assert why(moves, 2) == ["pushed 5m6p2s x3 turn 5 against 1"]
        assert level(moves, 2) is Likelihood.POSSIBLE

    def test_two_of_a_closed_hand_say_too_little(self) -> None:
        assert level(f"{self.RIICHI}; 2: 5m; 3: 9s; 0: 7z; 1: 1s; 2: 6p; 3: 1s; 0: 7z", 2) is None

    def test_genbutsu_suji_and_honours_are_no_pushes(self) -> None:
        """1p was thrown by the player in riichi; 4p is its suji; 9s went by later, so 6s is suji too."""
        moves = f"{self.RIICHI}; 2: 1p; 3: 6s; 0: 7z; 1: 1s; 2: 3z; 3: 1s; 0: 7z; 1: 1z; 2: 6s; 3: 1z; 0: 7z"
        assert {look.seat for look in tenpai_estimates(position(moves).view)} == {1}
        lone = f"{self.RIICHI}; 2: 3m; 3: 1p; 0: 7z; 1: 1z; 2: 3m; 3: 3m; 0: 7z; 1: 1s; 2: 3m; 3: 2z; 0: 7z"
        assert level(lone, 2) is None, "only the first 3m could have lost"

    def test_half_suji_is_no_cover(self) -> None:
        """2m is out, but 6m7m would still take 5m."""
        moves = "0: 7z; 1: 2m; 2: 9m; 3: 9m; 0: 7z; 1: riichi 1p; 2: 5m; 3: 1p; 0: 7z"
        pushes = [told(sign) for sign in signs(position(moves).view.table, 2)]
        assert pushes == ["pushed 5m x1 turn 2 against 1"]

    def test_what_was_thrown_before_the_riichi_is_no_push(self) -> None:
        moves = "0: 7z; 1: 9m; 2: 5m; 3: 5p; 0: 7z; 1: 9m; 2: 5s; 3: 6p; 0: 7z; 1: riichi 1p; 2: 9m; 3: 9m"
        assert {look.seat for look in tenpai_estimates(position(moves).view)} == {1}

    def test_pushing_makes_an_open_hand_look_older(self) -> None:
        moves = (
            f"0: 6z; 2: pon 6z6z; 2: 4z; {self.RIICHI[7:]}; 2: 5m; 3: 9s; 0: 7z; 1: 1s; 2: 6p; 3: 1s; 0: 7z"
        )
        assert why(moves, 2) == ["melds x1", "yakuhai 6z x1", "pushed 5m6p x2 turn 5 against 1"]
        assert level(moves, 2) is Likelihood.POSSIBLE


def test_the_surest_first_and_nobody_twice() -> None:
    moves = TestOpenHands.THREE + "; 0: 7z; 1: riichi 1m; 2: 1s; 3: 1s; 0: 7z"
    found = tenpai_estimates(position(moves).view)
    assert [(look.seat, look.level) for look in found] == [
        (1, Likelihood.IN_RIICHI),
        (3, Likelihood.POSSIBLE),
    ]
    assert NAMES[found[0].why[0].tiles[0]] == "1m"


def test_a_dead_hand_is_no_threat() -> None:
    view = position(TestOpenHands.THREE).view
    assert threats(view)
    view.table.seats[3].dead = True
    assert tenpai_estimates(view) == threats(view) == ()


def test_a_riichi_is_among_what_is_shown_and_what_bots_weigh() -> None:
    view = position("0: 7z; 1: riichi 5m").view
    assert threatening(view) == tuple(threat.seat for threat in threats(view)) == (1,)
