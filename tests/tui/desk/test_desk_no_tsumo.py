"""The table promises a tsumo only where one can win: not without a yaku, and not when the wall is empty."""

from __future__ import annotations

from tests.support.tui.desk_positions import Seated, furiten_line, told
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t

WIDE = 100
PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
OPEN = "23m45622p23478s9p"
"""Chi of 1m leaves it waiting on 6s and 9s, with no yaku at all."""
CALLED = "0: 2z; 1: 9m; 2: 9m; 3: 1m; 0: chi 2m3m; 0: 9p;"


def test_an_open_hand_without_a_yaku_cannot_win_by_tsumo_either() -> None:
    desk = Seated(OPEN).play(f"{CALLED} 1: 9s; 2: 1z").desk
    line = furiten_line(desk, WIDE)
    assert line is not None
    assert (told(desk) or "").endswith("tsumo none, missed 9s no-yaku")
    assert t("furiten.tsumo-later") not in line


def test_a_closed_hand_can() -> None:
    seated = Seated(PINFU)
    seated.offered("0: 5z; 1: 9s").do("pass")
    line = furiten_line(seated.play("2: 1z").desk, WIDE)
    assert line is not None
    assert line.endswith(t("furiten.tsumo-later"))


def test_passing_with_draws_to_come() -> None:
    desk = Seated(PINFU).offered("0: 5z; 1: 9s")
    desk.do("right")
    assert make_scene(desk).reason == t("desk.pass-win", cost=t("desk.cost"), tile="9s")


def test_passing_the_last_tile() -> None:
    seated = Seated(PINFU).play("0: 5z")
    seated.view.table.live = 1
    desk = seated.offered("1: 9s")
    desk.do("right")
    assert "tsumo" not in make_scene(desk).reason
