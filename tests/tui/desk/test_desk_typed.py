"""Tiles typed at the table: a digit and a suit put the cursor on a tile, and never decide anything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tiles import KIND_OF, NAMES, is_red
from tests.support.tui.desk_positions import REDS, Seated, desk_tiles, press, prompt, under_cursor
from tui.config.settings import HintLevel
from tui.desk.decision_options import Mode
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.desk.settings import Switch
from tui.i18n.texts import t
from tui.words.tiles import tile_word

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


def test_another_digit_takes_the_place_of_the_first() -> None:
    assert under_cursor(typed(drawn("147m258p369s1234z"), "36s")) == "6s"


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


@pytest.mark.parametrize("hints", HintLevel)
def test_the_tile_of_a_riichi_is_typed_too(hints: HintLevel) -> None:
    desk = Seated("234m45622p23478s", hints=hints).offered("0: draws 1s")
    desk.do("riichi")
    assert str(typed(desk, "4s").do("confirm")) == "riichi 4s"
    desk = Seated("234m45622p23478s", hints=hints).offered("0: draws 1s")
    desk.do("riichi")
    typed(desk, "2m")
    assert desk.notice == t("desk.refused", action="Riichi", reason=t("why.not-tenpai-after"))


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


def test_digits_still_choose_the_form_of_a_call() -> None:
    desk = Seated("3467m258p369s123z").offered("0: 5z; 1: 1z; 2: 1z; 3: 5m")
    assert not desk.type_key("2")
    desk.do("chi")
    assert not desk.type_key("2")
    assert prompt(desk).startswith("1 34m  2 46m")
    assert str(desk.do("form-2")) == "chi 5m with 46m"


def test_after_a_digit_a_warned_decision_has_to_be_tried_again() -> None:
    desk = Seated("234m45622p23478s").offered("0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s")
    press(desk, "left", "confirm")
    assert desk.warned
    typed(desk, "3")
    assert not desk.warned
    assert not desk.type_key("enter")
    assert desk.do("confirm") is None
    assert desk.warned


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
