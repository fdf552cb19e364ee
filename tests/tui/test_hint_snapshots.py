"""Pictures of the hints: marks, levels, furiten lines, what passes; two sizes, with colours and without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePath

import pytest

from tests.tui.desk_positions import TENHOU, WRC, Seated, decide, go_to
from tests.tui.fingers import press, takes_keys, until
from tests.tui.table_talk import folder_at
from tests.tui.test_desk_safety import HAND, ONE_RIICHI, OPEN_THREAT, QUIET, TWO_RIICHI
from tests.tui.test_table_snapshots import Picture
from tui.app import FuritenApp
from tui.desk import Desk
from tui.settings import HintLevel, MarksWhen
from tui.tiles import default_look, load_palette

SnapCompare = Callable[..., bool | PurePath]

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
NO_YAKU = "234m456p23478s11z"
OPENING = "0: 6s; 1: 4z; 2: 9m; 3: 1z; 0: 7z; 1: 2m; 2: 1p'; 3: 9p;"
DANGER = f"{OPENING} 0: 3z; 1: 8m; 2: riichi 5p; 3: 9m;"
"""6s lies in the own pond, and Mamori is in riichi."""


def leveled(level: HintLevel) -> Callable[[], Desk]:
    return lambda: Seated(PINFU, hints=level).offered(f"{DANGER} 0: draws 8s")


def passed(hand: str, moves: str, last: str, **more: object) -> Callable[[], Desk]:
    """The last move is a tile that completes the hand; where it is offered, the person passes."""

    def position() -> Desk:
        seated = Seated(hand, **more)  # type: ignore[arg-type]
        seated.play(moves)
        seated.play(last)
        if seated.desk.offer():
            seated.desk.do("pass")
        return seated.desk

    return position


def temporary() -> Desk:
    """Hayai's 9s was let go two decisions ago."""
    seated = Seated(PINFU).play(f"{OPENING.replace('6s', '5z')} 0: 3z; 1: 9s")
    decide(seated, "2: 2p")
    return seated.offered("3: 1s; 0: draws 1z")


def riichi() -> Desk:
    """In riichi, Takame's 6s was let go a turn ago."""
    seated = Seated(PINFU).play(f"{OPENING.replace('6s', '5z')} 0: riichi 3z; 1: 8m; 2: 1m; 3: 6s")
    decide(seated, "0: draws 1p")
    return seated.offered("0: 1p'; 1: 7z; 2: 7z; 3: 6z; 0: draws 4z")


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
    return seated.play("2: draws 3z").desk  # type: ignore[attr-defined, no-any-return]


SITUATIONS: dict[str, Callable[[], Desk]] = {
    "marks-one-riichi": lambda: go_to(Seated(HAND).offered(ONE_RIICHI), "2s"),
    "marks-two-riichi": lambda: go_to(Seated(HAND).offered(TWO_RIICHI), "4m"),
    "marks-open-threat": lambda: go_to(Seated(HAND).offered(OPEN_THREAT), "4m"),
    "marks-always": lambda: go_to(Seated(HAND, marks=MarksWhen.ALWAYS).offered(QUIET), "7p"),
    "level-off": leveled(HintLevel.OFF),
    "level-marks": leveled(HintLevel.MARKS),
    "level-full": leveled(HintLevel.FULL),
    "furiten-another-wait": lambda: go_to(Seated(PINFU).offered(f"{DANGER} 0: draws 8s"), "7s"),
    "furiten-step-back": lambda: Seated(PINFU).offered(f"{DANGER} 0: draws 9m"),
    "furiten-between-turns": lambda: Seated(PINFU).play(f"{DANGER} 0: 9m; 1: 9m").desk,
    "furiten-temporary": temporary,
    "furiten-riichi": riichi,
    "passed-let-go": passed(PINFU, f"{OPENING.replace('6s', '5z')} 0: 3z", "1: 9s"),
    "passed-no-yaku": passed(NO_YAKU, f"{OPENING.replace('6s', '5z')} 0: 3z", "1: 9s"),
    "passed-furiten-already": passed(PINFU, OPENING, "0: 3z; 1: 9s"),
    "passed-two-han": passed(
        PINFU, "0: 5z", "1: 9s", rules=replace(TENHOU, two_han_minimum_from=5), counters=5
    ),
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
sizes = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
colours = pytest.mark.parametrize("colour", [True, False], ids=["colour", "no-colour"])


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


@colours
@sizes
@pytest.mark.parametrize("situation", SITUATIONS)
def test_hints(
    snap_compare: SnapCompare,
    monkeypatch: pytest.MonkeyPatch,
    situation: str,
    size: tuple[int, int],
    colour: bool,
) -> None:
    scene = SITUATIONS[situation]().scene()
    told = " ".join(scene.furiten)
    assert ("passed (" in told) == situation.startswith("passed"), told
    assert bool(told) == (not situation.startswith(("marks", "level-off"))), told
    if colour:
        picture = Picture(scene)
    else:
        monkeypatch.setenv("NO_COLOR", "1")
        picture = Picture(scene, default_look(colour=False), load_palette("mono"))
    assert snap_compare(picture, terminal_size=size)


@colours
@sizes
def test_settings(
    snap_compare: SnapCompare,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    size: tuple[int, int],
    colour: bool,
) -> None:
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    app = FuritenApp(folder_at(tmp_path))

    async def opened(pilot: object) -> None:
        await press(pilot, "s", "down", "right")  # type: ignore[arg-type]
        await until(lambda: takes_keys(app))

    assert snap_compare(app, terminal_size=size, run_before=opened)
