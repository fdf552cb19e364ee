"""The own turn at the desk: cursor, typed tiles, riichi, kans, and what is greyed and why."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import ActionKind
from engine.rules import TENHOU
from engine.tiles import KIND_OF, NAMES, format_tiles, is_red
from tests.support.tui.positions import (
    REDS,
    Seated,
    desk_tiles,
    footer,
    go_to,
    greyed,
    press,
    prompt,
    riichi_marked,
    under_cursor,
)
from tests.support.tui.texts import discard_line, refusal
from tui.config.settings import HintLevel
from tui.desk.choice import Mode
from tui.desk.desk import Desk
from tui.desk.desk_settings import Switch
from tui.desk.scene_maker import make_scene
from tui.i18n import t
from tui.words.names import tile_word

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
FAR = "147m258p369s1234z"
NINE_KINDS = "145679m19p19s123z"


def test_arrows_walk_over_all_tiles_and_round_the_ends() -> None:
    desk = Seated(FAR).offered("0: draws 5m")
    seen = []
    for _ in range(14):
        desk.do("right")
        seen.append(under_cursor(desk))
    assert seen == ["1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "1z", "2z", "3z", "4z", "5m"]
    assert press(desk, "left") is None
    assert under_cursor(desk) == "4z"
    assert press(desk, "last") is None
    assert under_cursor(desk) == "5m"
    assert press(desk, "first", "confirm") is not None


def test_a_click_beside_the_hand_does_nothing() -> None:
    desk = Seated(FAR).offered("0: draws 5m")
    assert desk.click_tile(14) is None
    assert under_cursor(desk) == "5m"


def test_nothing_can_be_done_while_others_play() -> None:
    desk = Seated(FAR).play("0: 5m; 1: draws 5z").desk
    assert not desk.waiting
    for action in ("confirm", "left", "pass", "riichi", "ron", "form-1", "help"):
        assert desk.do(action) is None
    assert make_scene(desk).cursor is None
    assert make_scene(desk).prompt == ()
    assert footer(desk) == (
        t("desk.foot-watch") + "  ? help  h why  s settings  q quit  l log  : " + t("desk.foot-palette")
    )


class TestRiichi:
    def test_only_tiles_that_keep_tenpai_can_be_chosen_and_each_shows_its_waits(self) -> None:
        desk = Seated("234m45622p23478s").offered("0: draws 1s")
        assert prompt(desk) == "Enter discard 1s  r riichi"
        assert desk.do("riichi") is None
        assert desk.mode is Mode.RIICHI
        assert greyed(desk) == "234m22456p2378s"
        assert riichi_marked(desk) == "41s"
        assert under_cursor(desk) == "1s"
        assert make_scene(desk).wait_line == "Discard 1s: tenpai: 6s 4 left, 9s 4 left"
        assert desk.do("right") is None
        assert under_cursor(desk) == "4s"
        assert str(desk.do("confirm")) == "riichi 4s"

    def test_the_cursor_moves_to_a_tile_that_keeps_tenpai(self) -> None:
        desk = go_to(Seated(PINFU).offered("0: draws 1s"), "2m")
        desk.do("riichi")
        assert under_cursor(desk) == "1s"

    def test_the_cursor_starts_on_the_best_wait(self) -> None:
        """Two sides are furiten; the closed wait with half as many tiles is not."""
        desk = Seated("356m123456789p9s").offered("0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")
        assert under_cursor(desk) == "9s"
        desk.do("riichi")
        assert under_cursor(desk) == "6m"
        assert str(desk.do("confirm")) == "riichi 6m"

    def test_without_hints_the_cursor_stays_too(self) -> None:
        seated = Seated("356m123456789p9s", hints=HintLevel.OFF)
        desk = seated.offered("0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")
        desk.do("riichi")
        assert under_cursor(desk) == "9s"

    def test_escape_leaves_the_choice(self) -> None:
        desk = Seated(PINFU).offered("0: draws 1s")
        assert press(desk, "riichi", "right", "cancel") is None
        assert desk.mode is Mode.TURN
        assert under_cursor(desk) == "1s"
        assert greyed(desk) == ""

    def test_after_riichi_only_the_drawn_tile(self) -> None:
        desk = Seated(PINFU).offered("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 9p")
        assert greyed(desk) == "234m22456p23478s"
        go_to(desk, "2m")
        assert make_scene(desk).reason == refusal("Discard", "only-the-drawn-tile")
        assert desk.do("confirm") is None
        assert str(press(desk, "last", "confirm")) == "discard 9p"


class TestAfterACall:
    def test_the_cursor_stands_on_the_last_tile_that_may_go(self) -> None:
        desk = Seated("3456m258p369s123z").offered("0: 9p; 1: 9p; 2: 9p; 3: 6m; 0: chi 4m5m")
        assert greyed(desk) == "36m", "kuikae: the same tile and the other end"
        assert under_cursor(desk) == "3z"
        assert prompt(desk) == "Enter discard West"
        go_to(desk, "3m")
        assert make_scene(desk).reason == t("desk.kuikae", tile="3m")
        assert desk.do("confirm") is None
        assert desk.do("kan") is None
        assert make_scene(desk).reason == refusal("Kan", "no-draw")


class TestKan:
    def test_one_possibility_is_done_at_once(self) -> None:
        desk = Seated("1111m258p369s123z").offered("0: draws 5m")
        assert prompt(desk) == "Enter discard 5m  k kan 1m"
        action = desk.do("kan")
        assert action is not None
        assert (action.kind, format_tiles(action.consumed)) == (ActionKind.CLOSED_KAN, "1111m")

    def test_several_ask(self) -> None:
        desk = Seated("1111m2222p369s12z").offered("0: draws 5m")
        assert desk.do("kan") is None
        assert prompt(desk) == "1 1111m  2 2222p  Esc back"
        assert make_scene(desk).reason.startswith("Closed kan of 1m. Then: 4 from tenpai")
        desk.do("right")
        assert make_scene(desk).reason.startswith("Closed kan of 2p. Then: 4 from tenpai")
        assert str(desk.do("confirm")) == "closed-kan 2p with 2222p"

    def test_an_added_kan(self) -> None:
        desk = Seated("11m2222p3569s123z").offered(
            "0: 9p; 1: 9p; 2: 1m; 0: pon 1m1m; 0: 3z; 1: 3z; 2: 3z; 3: 3z; 0: draws 1m"
        )
        desk.do("kan")
        assert prompt(desk) == "1 add 1m  2 2222p  Esc back"
        assert str(press(desk, "form-1")).startswith("added-kan 1m")

    def test_escape_leaves_the_choice_and_a_click_on_a_tile_too(self) -> None:
        desk = Seated("1111m2222p369s12z").offered("0: draws 5m")
        press(desk, "kan", "cancel")
        assert desk.mode is Mode.TURN
        press(desk, "kan")
        desk.click_tile(0)
        assert desk.mode is Mode.TURN
        assert under_cursor(desk) == "1m"

    def test_a_kan_that_would_change_a_riichi_is_greyed(self) -> None:
        desk = Seated("2223m456p678s111z").offered("0: riichi 9s; 1: 9p; 2: 9p; 3: 9p; 0: draws 2m")
        assert f"(k kan: {t('why.kan-changes-waits')})" in prompt(desk)
        desk.do("kan")
        assert make_scene(desk).reason == refusal("Kan", "kan-changes-waits")


class TestTsumo:
    DRAWN = "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s"

    def test_it_says_that_the_hand_is_complete_and_what_letting_it_go_causes(self) -> None:
        scene = make_scene(Seated(PINFU).offered(self.DRAWN))
        assert scene.wait_line == "complete: 6s wins"
        assert scene.waits == ()
        assert scene.reason == t("desk.complete", cost=t("desk.cost-thrown", tile="6s"), key="Esc")

    def test_in_riichi_furiten_it_costs_nothing_more(self) -> None:
        passed = "0: riichi 1z; 1: 6s; 2: 2z; 3: 2z; 0: draws 6s"
        assert make_scene(Seated(PINFU).offered(passed)).reason == t("desk.complete-furiten", key="Esc")

    @pytest.mark.parametrize("key", ["confirm", "tsumo"])
    def test_after_escape_enter_discards_and_t_still_wins(self, key: str) -> None:
        desk = Seated(PINFU).offered(self.DRAWN)
        assert press(desk, "cancel", "cancel") is None
        assert prompt(desk) == "Enter discard 6s  t tsumo  r riichi"
        assert make_scene(desk).reason == discard_line("6s", t("desk.declines"), t("desk.furiten-itself"))
        assert str(desk.do(key)) == ("discard 6s" if key == "confirm" else "tsumo 6s")

    def test_another_tile_takes_a_second_enter(self) -> None:
        desk = go_to(Seated(PINFU).offered(self.DRAWN), "2m")
        assert prompt(desk) == "Enter discard 2m  t tsumo  r riichi"
        assert desk.do("confirm") is None
        assert desk.warned
        assert make_scene(desk).reason == t(
            "warning.tsumo-furiten-short",
            ends=t("furiten.ends-brief-waits-change"),
            key="Enter",
            points=3_900,
        )
        assert str(desk.do("confirm")) == "discard 2m"
        assert not desk.warned


class TestNineTerminals:
    def test_it_is_offered(self) -> None:
        desk = Seated(NINE_KINDS, rules=TENHOU).offered("0: draws 5m")
        assert prompt(desk) == f"Enter discard 5m  n {t('action.nine-terminals')}"
        assert str(desk.do("nine-terminals")) == "nine-terminals"


FIVES = "0555m258p369s123z"
"""Three plain fives and the red one, of 13 tiles with the honours."""


def typed(desk: Desk, *names: str) -> Desk:
    """Type these keys, each of which must be taken."""
    for key in "".join(names):
        assert desk.type_key(key), key
    return desk


def drawn(hand: str, tile: str = "9p", **position: object) -> Desk:
    return Seated(hand, rules=REDS, **position).offered(f"0: draws {tile}")  # type: ignore[arg-type]


def test_a_digit_and_a_suit_put_the_cursor_there_and_enter_discards() -> None:
    desk = drawn("147m258p369s1234z")
    assert under_cursor(typed(desk, "3s")) == "3s"
    assert str(desk.do("confirm")) == "discard 3s"


def test_the_first_key_is_shown_until_the_second() -> None:
    desk = typed(drawn("147m258p369s1234z"), "3")
    assert make_scene(desk).reason == t("desk.typing", number="3")
    typed(desk, "s")
    assert desk.notice == ""


def test_the_same_name_goes_to_the_next_copy_and_to_the_red_one_last() -> None:
    desk = drawn(FIVES)
    tiles, places = desk_tiles(desk), []
    for _ in range(5):
        places.append(make_scene(typed(desk, "5m")).cursor)
    assert len(set(places[:4])) == 4
    assert places[4] == places[0]
    assert [is_red(tiles[place or 0]) for place in places] == [False, False, False, True, False]


def test_a_red_five_has_a_name_of_its_own() -> None:
    assert under_cursor(typed(drawn(FIVES), "0m")) == "0m"
    desk = drawn("5m258p1369s12345z")
    before = under_cursor(desk)
    assert under_cursor(typed(desk, "0m")) == before
    assert desk.notice == t("desk.not-held", tile=tile_word(NAMES.index("0m")))


@pytest.mark.parametrize("name", ["8z", "0z", "9z"])
def test_what_is_no_tile(name: str) -> None:
    desk = typed(drawn("147m258p369s1234z"), name)
    assert (under_cursor(desk), desk.notice) == ("9p", t("desk.no-such-tile", name=name))


def test_a_tile_that_may_not_be_discarded_says_why() -> None:
    desk = Seated("3456m258p369s123z").offered("0: 9p; 1: 9p; 2: 9p; 3: 6m; 0: chi 4m5m")
    before = under_cursor(desk)
    assert under_cursor(typed(desk, "3m")) == before
    assert desk.notice == t("desk.kuikae", tile="3m")


def test_in_riichi_the_drawn_copy_is_the_one_that_may_go() -> None:
    desk = Seated("234m456m22678p45s").offered("0: riichi 1z; 1: 1z; 2: 1z; 3: 1z; 0: draws 8p")
    assert make_scene(typed(desk, "8p")).cursor == 13
    typed(desk, "2m")
    assert desk.notice.startswith("Discard: ")


def test_letters_alone_and_other_keys_are_not_taken() -> None:
    desk = drawn("147m258p369s1234z")
    assert not any(map(desk.type_key, ["m", "p", "s", "z", "enter", "escape", "r", "up", ""]))


@pytest.mark.parametrize("key", ["enter", "r", "left", "k"])
def test_another_key_drops_the_digit_and_keeps_its_work(key: str) -> None:
    desk = typed(drawn("147m258p369s1234z"), "3")
    assert not desk.type_key(key)
    assert desk.notice == ""
    assert not desk.type_key("s")


def test_escape_drops_the_digit_and_does_nothing_else() -> None:
    desk = Seated("234m45622p23478s").offered("0: draws 1s")
    desk.do("riichi")
    assert typed(desk, "3").type_key("escape")
    assert (desk.mode, desk.notice) == (Mode.RIICHI, "")
    assert not desk.type_key("escape")


def test_an_action_or_a_click_drops_it() -> None:
    desk = typed(drawn("147m258p369s1234z"), "3")
    desk.do("left")
    assert not desk.type_key("s")
    desk.click_tile(0)
    typed(desk, "3")
    desk.click_tile(1)
    assert not desk.type_key("s")
    typed(desk, "3")
    desk.turn(Switch.AUTO_SORT)
    assert not desk.type_key("s")


def test_a_digit_does_not_outlive_its_question() -> None:
    seated = Seated("147m258p369s1234z")
    desk = typed(seated.offered("0: draws 9p"), "3")
    seated.play("0: 9p'; 1: 9m; 2: 9m; 3: 9m")
    assert not desk.type_key("s")
    seated.offered("0: draws 9s")
    assert not desk.type_key("s")


TILES = [tile for tile in range(34) for _ in range(4 if tile not in (4, 13, 22) else 3)] + [34, 35, 36]


@settings(deadline=None)
@given(
    deal=st.permutations(TILES).map(lambda wall: wall[:14]),
    names=st.lists(st.sampled_from(NAMES), max_size=8),
)
def test_every_tile_of_any_hand_is_found_and_no_other(deal: list[int], names: list[str]) -> None:
    hand = "".join(NAMES[tile] for tile in sorted(deal[:13]))
    desk = Seated(hand, rules=REDS).offered(f"0: draws {NAMES[deal[13]]}")
    for name in [*(NAMES[tile] for tile in deal), *names]:
        before, tile = make_scene(desk).cursor, NAMES.index(name)
        typed(desk, name)
        after = make_scene(desk).cursor
        assert desk.waiting
        assert after is not None
        if any(each == tile or (not is_red(tile) and KIND_OF[each] == tile) for each in deal):
            assert desk.notice == ""
            reached = desk_tiles(desk)[after]
            assert reached == tile or (KIND_OF[reached] == tile and not is_red(tile))
        else:
            assert (after, desk.notice) == (before, t("desk.not-held", tile=tile_word(tile)))
