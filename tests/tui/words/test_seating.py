"""Seating: whole where there is room, one short form where there is not, and never two that look the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tui.pilot import key_for, running, strike, table_app, takes_keys, until
from tests.support.tui.sessions import options
from tui.drawing.rows import plain
from tui.drawing.widgets import Page
from tui.i18n import t
from tui.i18n import width as cells
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.shell.app import FuritenApp
from tui.words.names import SHORT, Seating, short_name

EXPERTS = ("hayai:expert", "hayai:expert", "hayai:expert")


@pytest.mark.usefixtures("language")
def test_the_own_seat_is_you_whatever_its_name() -> None:
    assert Seating.at_table(("a", "b", "someone", "d"), 2).names == ("A", "B", t("session.you"), "D")


def shown(*names: str) -> tuple[str, ...]:
    """The whole names of a table at which the person sits first."""
    return Seating.at_table(("you", *names), 0).names


@pytest.mark.parametrize(
    ("names", "whole", "short"),
    [
        (("hayai", "mamori", "takame"), "Hayai Mamori Takame", "Hayai Mamori Takame"),
        (EXPERTS, "Hayai (expert) 1 Hayai (expert) 2 Hayai (expert) 3", "Hayai 1 Hayai 2 Hayai 3"),
        (
            ("hayai:expert", "hayai:novice", "hayai"),
            "Hayai (expert) 1 Hayai (novice) 2 Hayai 3",
            "Hayai 1 Hayai 2 Hayai 3",
        ),
        (
            ("hayai:expert", "mamori:expert", "takame:novice"),
            "Hayai (expert) Mamori (expert) Takame (novice)",
            "Hayai Mamori Takame",
        ),
    ],
)
def test_the_level_goes_first_and_the_number_stays(names: tuple[str, ...], whole: str, short: str) -> None:
    assert " ".join(shown(*names)[1:]) == whole
    assert " ".join(map(short_name, shown(*names)[1:])) == short


@pytest.mark.parametrize(
    "names",
    [
        EXPERTS,
        ("debugprinter-old", "debugprinter-new", "debugprinter-new"),
        ("tsumogiri", "tsumogiri", "tenpai"),
        ("you", "You", "hayai"),
        ("abcdefghijk", "abcdefgh", "abcdefg.h"),
    ],
)
def test_names_differ_at_every_width_that_the_table_has(names: tuple[str, ...]) -> None:
    whole = shown(*names)
    assert len(set(whole)) == len(whole)
    short = [short_name(name) for name in whole]
    assert len(set(short)) == len(short), short
    assert max(map(cells, short)) <= SHORT


def test_sentences_have_the_short_form_or_the_whole_one() -> None:
    names = shown(*EXPERTS)
    assert Seating(names, 0)[1] == "Hayai 1"
    assert Seating(names, 0, whole=True).whose(3) == "Hayai (expert) 3's"


def words(app: FuritenApp) -> str:
    """What the page on top says."""
    return plain(app.screen.query_one(Page).rows)


async def play_until(app: FuritenApp, kind: type[object]) -> None:
    """Play until a screen of that kind is on top."""
    await until(lambda: takes_keys(app))
    while not isinstance(app.screen, kind):
        await strike(app, key_for(app.screen))  # type: ignore[arg-type]
        await until(lambda: takes_keys(app))


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "name"), [((80, 24), "Hayai {}"), ((120, 40), "Hayai (expert) {}")])
async def test_at_the_end_of_a_hand_all_are_told_apart(
    tmp_path: Path, size: tuple[int, int], name: str
) -> None:
    async with running(table_app(tmp_path, options(9, bots=EXPERTS)), size) as (app, _):
        await play_until(app, HandEndScreen)
        result = words(app)
        for number in (1, 2, 3):
            assert f"{name.format(number)}  " in result, result
        assert "exp." not in result
        await play_until(app, RankingScreen)
        for number in (1, 2, 3):
            assert f"Hayai (expert) {number} " in words(app)
