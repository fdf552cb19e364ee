"""Pictures of hints that no scene has: marks, furiten lines, what passes; two sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import pytest
from msgspec.structs import replace

from engine.furiten import FuritenKind
from tests.support.nightly import with_each
from tests.support.tui.desk_positions import TENHOU, WRC, Seated, go_to
from tests.tui.desk.test_desk_safety import HAND, OPEN_THREAT, QUIET
from tests.tui.table.test_table_snapshots import Picture
from tui.config.settings import MarksWhen
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene

SnapCompare = Callable[..., bool | PurePath]

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
NO_YAKU = "234m456p23478s11z"
OPENING = "0: 6s; 1: 4z; 2: 9m; 3: 1z; 0: 7z; 1: 2m; 2: 1p'; 3: 9p;"
DANGER = f"{OPENING} 0: 3z; 1: 8m; 2: riichi 5p; 3: 9m;"
"""6s lies in the own pond, and Mamori is in riichi."""


def passed(hand: str, moves: str, last: str, **more: object) -> Callable[[], Desk]:
    """The last move is a tile that completes the hand; where it can be won on, the player declines twice."""

    def position() -> Desk:
        seated = Seated(hand, **more)  # type: ignore[arg-type]
        seated.play(moves)
        seated.play(last)
        if seated.desk.offer():
            seated.desk.do("pass")
            seated.desk.do("pass")
        return seated.desk

    return position


def draw_let_go() -> Desk:
    """In riichi, the own 9s was thrown."""
    seated = Seated(PINFU).play(f"{OPENING.replace('6s', '5z')} 0: riichi 3z; 1: 8m; 2: 1m; 3: 1m")
    desk = seated.offered("0: draws 9s")
    desk.do("cancel")
    desk.do("confirm")
    seated.play("0: 9s'; 1: 7z")
    return desk


def kan_let_go() -> Desk:
    """Mamori's 9s, added to a pon, was not robbed."""
    seated = Seated(PINFU).play("0: 9m; 1: 9s; 2: pon 9s9s; 2: 1z; 3: 1z; 0: 1z; 1: 2z; 2: kakan 9s")
    seated.desk.offer()
    seated.desk.do("pass")
    seated.desk.do("pass")
    return seated.play("2: draws 3z").desk  # type: ignore[attr-defined, no-any-return]


SITUATIONS: dict[str, Callable[[], Desk]] = {
    "marks-open-threat": lambda: go_to(Seated(HAND).offered(OPEN_THREAT), "4m"),
    "marks-always": lambda: go_to(Seated(HAND, marks=MarksWhen.ALWAYS).offered(QUIET), "7p"),
    "furiten-step-back": lambda: Seated(PINFU).offered(f"{DANGER} 0: draws 9m"),
    "furiten-between-turns": lambda: Seated(PINFU).play(f"{DANGER} 0: 9m; 1: 9m").desk,
    "passed-let-go": passed(PINFU, f"{OPENING.replace('6s', '5z')} 0: 3z", "1: 9s"),
    "passed-no-yaku": passed(NO_YAKU, f"{OPENING.replace('6s', '5z')} 0: 3z", "1: 9s"),
    "passed-furiten-already": passed(PINFU, OPENING, "0: 3z; 1: 9s"),
    "passed-two-han": passed(PINFU, "0: 5z", "1: 9s", rules=replace(TENHOU, two_han_minimum_from=5), honba=5),
    "passed-in-riichi": passed(PINFU, f"{OPENING.replace('6s', '5z')} 0: riichi 3z; 1: 8m; 2: 1m", "3: 6s"),
    "passed-own-draw": draw_let_go,
    "passed-kan": kan_let_go,
    "passed-closed-kan": passed(
        "19m19p19s1234567z",
        "0: 5m; 1: 5m",
        "2: ankan 1s1s1s1s",
        rules=replace(WRC, orphans_rob_closed_kan=True),
    ),
}
SIZES = ((80, 24), (120, 40))


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


@pytest.mark.parametrize(("situation", "size"), with_each(SITUATIONS, SIZES))
def test_hints(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    desk = SITUATIONS[situation]()
    scene = make_scene(desk)
    by_passing = any(cause.kind is not FuritenKind.DISCARD for cause in desk.view.furiten)
    assert (desk.passed is not None or by_passing) == situation.startswith("passed"), scene.furiten
    assert bool(scene.furiten) == (not situation.startswith("marks")), scene.furiten
    assert snap_compare(Picture(scene), terminal_size=size)
