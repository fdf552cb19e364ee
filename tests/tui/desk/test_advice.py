"""Positions in which advice was once untrue: what is advised can win, is in hand, and is not outdone."""

from __future__ import annotations

import pytest

from ai.reading.outlook import outlook_after, riichi_outlooks
from engine.rules import TENHOU, Ruleset
from engine.tiles import NAMES, TILE_OF
from tests.support.tui.positions import WRC, Seated, furiten_line, go_to
from tests.support.tui.texts import says
from tui.config.settings import OnOff
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.i18n import t
from tui.words.hand_sentences import call_lines, hand_wordings
from tui.words.names import first_fitting
from tui.words.riichi_choices import riichi_line

OPEN = "34m345678m88p345s"
OPENED = "0: 1z; 1: 9p'; 2: 9p'; 3: 2m; 0: chi 3m4m; 0: 5s; 1: 9m'; 2: 1z'; 3: 9p'; 0: draws 1s"
"""Furiten on 2s and 5s, with tanyao; 4s would leave 1s3s, which wins on nothing."""


WITHOUT_RIICHI = t("panel.note.without-riichi", why=t("log.why-no-yaku"))


def page(desk: Desk, tile: str = "") -> str:
    """The page about a tile of the hand, or about the tile on offer."""
    explainer = desk.tile_explainer()
    assert explainer is not None
    stop = next((place for place, each in enumerate(explainer.tiles) if NAMES[each] == tile), explainer.first)
    return " ".join(explainer.page(stop).texts())


def last_line(hand: str, moves: str) -> str:
    """The furiten line of a decision with no tile left in the wall."""
    seated = Seated(hand).play(moves)
    seated.view.table.live = 0
    assert seated.desk.offer()
    return furiten_line(seated.desk, 200) or ""


@pytest.mark.parametrize("rules", [TENHOU, WRC], ids=["tenhou", "wrc"])
def test_no_way_out_leads_to_a_wait_without_a_yaku(rules: Ruleset) -> None:
    desk = Seated(OPEN, rules=rules).offered(OPENED)
    line = furiten_line(desk, 200) or ""
    assert "4s" not in line
    assert t("furiten.keep", tile="1s", waits="2s 5s", left=7) in line


def test_no_way_out_leads_to_a_wait_that_only_a_riichi_wins_that_is_not_allowed() -> None:
    moves = "0: 5s; 1: 9p'; 2: 9p'; 3: 1z'; 0: draws 1s"
    poor = Seated("234345678m88p34s", rules=TENHOU, scores=(900, 35_000, 35_000, 29_100)).offered(moves)
    assert "4s" not in (furiten_line(poor, 200) or "")
    rich = Seated("234345678m88p34s", rules=TENHOU).offered(moves)
    assert "4s" in (furiten_line(rich, 200) or ""), "with riichi the wait wins"


def test_the_best_discard_after_a_chi_leaves_a_wait_of_which_every_tile_wins() -> None:
    desk = Seated("34m5666p6677889s").offered("0: 1z; 1: 9p'; 2: 9p'; 3: 2m")
    assert t("panel.call.discard", tile="9s") in page(desk)


def test_where_no_draw_comes_the_line_says_what_tenpai_is_paid() -> None:
    line = last_line("234m34567p23455s", "0: 2p; 1: 9p'; 2: 9p'; 3: 9p'; 0: draws 9m")
    assert t("furiten.last-full", tile="9m", points=3_000) in line
    assert "3p" not in line


@pytest.mark.parametrize(("live", "text"), [(2, "no-draw"), (3, "tsumo-later")])
def test_between_turns_the_line_says_that_no_draw_is_left(live: int, text: str) -> None:
    """The seat after the next draws first: its third tile is the own one."""
    seated = Seated("234m45622p23478s").play("0: riichi 6s; 1: 9p'")
    seated.view.table.live = live
    assert t(f"furiten.{text}") in (furiten_line(seated.desk, 200) or "")


def test_a_broken_tenpai_is_answered_with_the_wait_that_is_kept() -> None:
    desk = go_to(Seated(OPEN, rules=TENHOU, coach=OnOff.ON).offered(OPENED), "3m")
    assert desk.do("confirm") is None
    assert "Better: 1s" in make_scene(desk).reason


def test_a_kan_that_breaks_tenpai_is_said_before_it_is_made() -> None:
    desk = Seated("234m567p99p66668s", coach=OnOff.ON).offered("0: draws 1z")
    said = page(desk, "6s")
    wait = t("panel.hand.noted-wait", tile="7s", left="4 left", note=WITHOUT_RIICHI)
    assert t("panel.call.breaks", waits=wait) in said
    assert desk.do("kan") is None
    assert desk.warned
    assert "kan" in make_scene(desk).reason


@pytest.mark.parametrize(("hand", "drawn", "changes"), [("3334s", "3s", True), ("33399s", "3s", False)])
def test_a_kan_that_changes_the_waits_is_said(hand: str, drawn: str, changes: bool) -> None:
    rest = "234m567p111z" if changes else "567p111z22m"
    said = page(Seated(f"{rest}{hand}").offered(f"0: draws {drawn}"), drawn)
    assert says(said, "panel.call.changes") == changes


def test_a_wait_of_which_no_tile_is_left_is_not_named() -> None:
    gone = "0: 1z'; 1: 3s'; 2: 3s'; 3: 3s'; 0: 1z'; 1: 3s'; 2: 9p'; 3: 9p'; 0: draws 1z"
    view = Seated("234m99m567p45789s", rules=TENHOU).offered(gone).view
    longest, *_ = hand_wordings(outlook_after(view, TILE_OF["E"]))
    assert says(longest, "desk.after-points", waits="6s", left=4)


WIDTHS = range(60, 201)
PINFU = "234m45622p23478s"
FURITEN_LINES = {
    "another wait": (PINFU, "0: 6s; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 8s", "7s", "4"),
    "a step back": (PINFU, "0: 6s; 1: 9s'; 2: 9s'; 3: 6s'; 0: draws 9m", "8s", "16"),
    "the wait that is kept": (OPEN, OPENED, "1s", "7"),
}
"""A hand, its moves, the discard that is advised, and the number of tiles that belongs to it."""


@pytest.mark.parametrize("name", FURITEN_LINES)
def test_at_every_width_a_way_is_named_with_its_tiles_or_not_at_all(name: str) -> None:
    hand, moves, tile, count = FURITEN_LINES[name]
    wordings = make_scene(Seated(hand).offered(moves)).furiten
    lines = [first_fitting(wordings, width) for width in WIDTHS]
    for line in lines:
        _, named, rest = line.partition(tile)
        assert not named or count in rest.split(" from tenpai")[-1], line
    assert tile in lines[-1]
    assert count in lines[-1]


def test_at_every_width_a_call_says_what_it_leaves() -> None:
    desk = Seated(PINFU).offered("0: 5z; 1: 9m; 2: 2p")
    (call,) = desk.hints.calls
    wordings = call_lines(call, "Pon.")
    for width in WIDTHS:
        line = first_fitting(wordings, width)
        assert "7s" in line
        assert "8s" in line
        assert "3 left" in line


def test_in_the_line_of_the_plain_game_each_riichi_has_its_tiles_and_its_furiten() -> None:
    desk = Seated("356m123456789p9s").offered("0: 7m; 1: 1z; 2: 1z; 3: 1z; 0: draws 9s")
    choices = riichi_outlooks(desk.view)
    clauses = riichi_line(choices).rstrip(".").split(";")
    for clause, each in zip(clauses, choices, strict=True):
        assert NAMES[each.tile] in clause
        assert f"{each.acceptance} left" in clause
        assert ("furiten" in clause) == bool(each.furiten)


TEMPORARY = "0: 1z; 1: 1z'; 2: 1z'; 3: 3m; 0: chi 1m2m; 0: 9m; 1: 6s'; 2: 9s'; 3: 1z'; 0: draws 9p"


def test_a_discard_after_which_nothing_wins_is_no_way_out() -> None:
    """The furiten ends with the discard, but the open hand has no yaku."""
    line = furiten_line(Seated("12m456p12378s11p9m").offered(TEMPORARY), 200) or ""
    assert "9p" not in line


def test_a_wait_that_wins_by_tsumo_alone_is_told_with_its_points() -> None:
    desk = Seated("123m789p46s22m555p").offered("0: 1z; 1: 1z'; 2: 5p")
    wait = t("desk.after-points", waits="5s", left=4, points=t("desk.riichi-points", points=1_500))
    assert make_scene(desk).reason == t("desk.pass-keeps", hand=t("desk.after-tsumo", hand=wait))


def test_a_closed_kan_gives_up_no_riichi() -> None:
    said = page(Seated("123m789p46s22m555p").offered("0: draws 5p"), "5p")
    assert t("panel.call.loses", yaku="riichi") not in said
    assert said.count(WITHOUT_RIICHI) >= 2, "with the kan and without"


def test_an_open_kan_says_that_the_replacement_tile_wins_without_a_yaku() -> None:
    desk = Seated("123m789p46s22m555p").offered("0: 1z; 1: 1z'; 2: 5p")
    assert t("panel.call.rinshan") in page(desk)
