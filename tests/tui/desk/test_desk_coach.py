"""The coach at the desk: a choice that costs something is said, and made when it comes a second time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.coach import Better, Caution, CautionKind
from ai.reading.acceptance import AcceptedTile
from engine.actions import PASS, ActionKind
from engine.furiten import Cause, Ends, FuritenKind
from engine.tiles import parse_tile
from tests.support.tui.desk_positions import Seated, go_to, press
from tui.config.actions import BY_ID
from tui.config.settings import Coach, HintLevel
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t
from tui.words.tiles import REASON_WIDTH
from tui.words.warnings import warning

FURITEN = "23456m22678p568s"
"""After 4s and 7m: 8s leaves 4s 7s, and 4s was thrown; 5s leaves 7s alone, which is free. No 4s is left."""
THROWN = "0: 4s; 1: 4s'; 2: 4s'; 3: 4s'; 0: draws 7m"
PINFU = "234m456m22678p45s"
RON = "0: 1z; 1: 6s"


def coached(hand: str, moves: str, **position: object) -> Desk:
    return Seated(hand, coach=Coach.ON, **position).offered(moves)  # type: ignore[arg-type]


class TestFuritenDiscard:
    def test_the_same_key_once_more_makes_it(self) -> None:
        desk = go_to(coached(FURITEN, THROWN), "8s")
        assert desk.do("confirm") is None
        assert desk.warned
        scene = make_scene(desk)
        assert scene.reason == t(
            "warning.furiten-free",
            better="5s",
            free="7s",
            key="Enter",
            tile="8s",
            waits="4s 7s",
            why=t("warning.thrown", tile="4s"),
        )
        assert scene.warned
        assert str(desk.do("confirm")) == "discard 8s"

    @pytest.mark.parametrize("key", ["left", "right", "first", "cancel", "chi"])
    def test_any_other_key_goes_back(self, key: str) -> None:
        desk = go_to(coached(FURITEN, THROWN), "8s")
        press(desk, "confirm", key)
        assert not desk.warned
        assert not make_scene(desk).warned
        go_to(desk, "8s")
        assert desk.do("confirm") is None, "it is said again"

    def test_the_better_discard_is_made_at_once(self) -> None:
        desk = go_to(coached(FURITEN, THROWN), "5s")
        assert str(desk.do("confirm")) == "discard 5s"

    def test_by_mouse(self) -> None:
        desk = go_to(coached(FURITEN, THROWN), "8s")
        place = make_scene(desk).cursor
        assert place is not None
        assert desk.click_tile(place) is None
        assert desk.warned
        assert str(desk.click_tile(place)) == "discard 8s"

    def test_a_click_elsewhere_goes_back(self) -> None:
        desk = go_to(coached(FURITEN, THROWN), "8s")
        press(desk, "confirm")
        assert desk.click_tile(0) is None
        assert not desk.warned

    def test_nothing_is_said_without_the_coach(self) -> None:
        desk = go_to(Seated(FURITEN).offered(THROWN), "8s")
        assert str(desk.do("confirm")) == "discard 8s"

    def test_it_speaks_where_hints_are_off(self) -> None:
        desk = go_to(coached(FURITEN, THROWN, hints=HintLevel.OFF), "8s")
        assert desk.do("confirm") is None
        assert make_scene(desk).reason.startswith("Furiten: ")

    def test_turned_off_in_the_middle_of_a_choice(self) -> None:
        desk = go_to(coached(FURITEN, THROWN), "8s")
        press(desk, "confirm")
        desk.change(type(desk.settings)(coach=Coach.OFF))
        assert not desk.warned
        assert str(go_to(desk, "8s").do("confirm")) == "discard 8s"


class TestRiichi:
    def test_on_a_furiten_wait(self) -> None:
        desk = coached(FURITEN, THROWN)
        desk.do("riichi")
        go_to(desk, "8s")
        assert desk.do("confirm") is None
        said = t(
            "warning.riichi-short",
            better="5s",
            key="Enter",
            why=t("warning.thrown", tile="4s"),
        )
        assert make_scene(desk).reason == said
        action = desk.do("confirm")
        assert action is not None
        assert action.kind is ActionKind.RIICHI

    def test_on_the_free_wait_nothing_is_said(self) -> None:
        desk = coached(FURITEN, THROWN)
        desk.do("riichi")
        action = go_to(desk, "5s").do("confirm")
        assert action is not None
        assert action.kind is ActionKind.RIICHI


class TestWinsLetGo:
    @pytest.mark.parametrize(("key", "word"), [("pass", "x"), ("cancel", "Esc")])
    def test_a_ron(self, key: str, word: str) -> None:
        desk = coached(PINFU, RON)
        assert desk.do(key) is None
        said = t("warning.ron", tile="6s", points=2_900, ends=t("furiten.ends-brief-own-discard"), key=word)
        assert make_scene(desk).reason == said
        assert desk.do(key) == PASS

    def test_escape_goes_back_from_another_key(self) -> None:
        desk = coached(PINFU, RON)
        press(desk, "pass")
        assert desk.do("cancel") is None
        assert not desk.warned
        assert desk.waiting
        assert str(desk.do("ron")) == "ron 6s"

    def test_by_the_button_and_by_its_key(self) -> None:
        desk = coached(PINFU, RON)
        press(desk, "last")
        assert desk.do("confirm") is None
        assert desk.warned
        assert desk.do("pass") == PASS, "another way to the same choice"

    def test_after_riichi_it_costs_the_hand(self) -> None:
        desk = coached(PINFU, "0: riichi 1z; 1: 6s")
        assert desk.do("pass") is None
        assert f"furiten {t('furiten.ends-hand-ends')}" in make_scene(desk).reason

    def test_a_tsumo_given_up_for_a_kan(self) -> None:
        desk = coached("111123m456789p9s", "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 9s")
        assert desk.do("kan") is None
        assert desk.warned
        assert make_scene(desk).reason == t("warning.tsumo", tile="9s", points=2_100, key="k")
        action = desk.do("kan")
        assert action is not None
        assert action.kind is ActionKind.CLOSED_KAN

    def test_a_kan_where_nothing_is_won(self) -> None:
        desk = coached("999m234567p44s99s", "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 9m")
        assert desk.do("kan") is not None


class TestBeforeTenpai:
    """Tenpai, broken with 5s: 4s and 7s then lead only to furiten."""

    HAND = "789p1155667s77z1z"
    MOVES = "; ".join(f"0: {tile}'" for tile in ["1m", "2z", "3z", "2m", "8s", "2p", "6z", "6p", "9p"])
    MOVES += "; 3: 7z; 0: pon 7z7z; 0: 1z; 0: draws 9s"

    def test_a_tile_that_will_be_missed_is_said_once(self) -> None:
        desk = go_to(coached(self.HAND, self.MOVES), "5s")
        assert desk.do("confirm") is None
        assert desk.warned
        scene = make_scene(desk)
        assert "Better: 9s" in scene.reason
        assert str(desk.do("confirm")) == "discard 5s"

    def test_the_better_discard_is_made_at_once(self) -> None:
        assert str(go_to(coached(self.HAND, self.MOVES), "9s").do("confirm")) == "discard 9s"


REDS_AND_HONOURS = Caution(
    kind=CautionKind.FURITEN,
    tile=parse_tile("0p"),
    waits=tuple(AcceptedTile(kind, 2) for kind in range(9)),
    causes=(Cause(FuritenKind.DISCARD, parse_tile("4z"), 0, 3, Ends.WAITS_CHANGE),),
    better=Better(parse_tile("0s"), (AcceptedTile(3, 2), AcceptedTile(30, 1)), 3),
    points=48_000,
)
"""As long as it can get: nine waits, a red five and honours."""


@pytest.mark.parametrize("kind", CautionKind)
@pytest.mark.parametrize("name", ["confirm", "cancel", "pass"])
@pytest.mark.parametrize("free", [True, False], ids=["better", "nothing better"])
def test_every_line_fits(kind: CautionKind, name: str, free: bool) -> None:
    if kind in (CautionKind.LATER, CautionKind.KAN) and not free:
        pytest.skip("there is always something better")
    said = replace(REDS_AND_HONOURS, kind=kind, better=REDS_AND_HONOURS.better if free else None)
    line = warning(said, name)
    assert len(line) <= REASON_WIDTH, line
    assert f"{BY_ID[name].key} again" in line


def test_the_whole_sentence_is_said_where_there_is_room() -> None:
    desk = go_to(coached(FURITEN, THROWN), "8s")
    desk.do("confirm")
    assert len(make_scene(desk).reason) <= REASON_WIDTH
