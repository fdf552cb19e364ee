"""The animated SVG of a decision played twice: one file, no script, and the ends where nothing moves."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from tests.support.tui.twice import prepared
from tui.drawing.palette import load_palette
from tui.export import twice_picture
from tui.export.twice_picture import BEGINNING, END, EVENT, twice_svg
from tui.i18n import t
from tui.replay.played_twice import PlayedTwice
from tui.tiles import default_look
from tui.words.course_sentences import course_names, deals_sentence

SVG = "{http://www.w3.org/2000/svg}"
PLACE = "East 1  1.42"


@pytest.fixture(scope="module")
def twice() -> PlayedTwice:
    return prepared()


@pytest.fixture(scope="module")
def svg(twice: PlayedTwice) -> str:
    return twice_svg(twice, PLACE, default_look(), load_palette("felt"))


def test_it_is_one_file_without_a_script(svg: str) -> None:
    root = ET.fromstring(svg)
    assert {each.tag for each in root.iter()} <= {
        SVG + tag for tag in ("svg", "title", "desc", "style", "rect", "g", "path", "text")
    }
    assert not re.search(r"(href|url\(|@import|on\w+=)", svg)
    assert PLACE in (root.findtext(f"{SVG}title") or "")


def test_it_lasts_as_long_as_the_longer_course(svg: str, twice: PlayedTwice) -> None:
    seconds = BEGINNING + EVENT * (twice.last - 1) + END
    assert f"g{{animation:{seconds:.2f}s step-end infinite}}" in svg
    steps = {float(each) for each in re.findall(r"([\d.]+)%\{visibility", svg)}
    starts = {0.0, *(BEGINNING + EVENT * at for at in range(twice.last))}
    assert steps <= {float(f"{100 * start / seconds:.3f}") for start in starts}
    assert len(steps) > 20


def test_where_nothing_moves_both_ends_are_shown(svg: str, twice: PlayedTwice) -> None:
    described = "\n".join(ET.fromstring(svg).findtext(f"{SVG}desc", "").split("\n"))
    for key, name in zip(("taken", "other"), course_names(twice.courses), strict=True):
        assert t(f"twice.head.{key}", what=name) in described
    assert "-7,700" in described.splitlines()[2]
    assert deals_sentence(twice.courses, twice.compared, 160) in described
    desks = twice.desks(twice.last)
    assert desks[0].log[-1] in described


def test_both_are_tables_as_everywhere_else() -> None:
    width, _ = twice_picture.SIZE
    assert (width - 2 * twice_picture.MARGIN - 2) // 2 == 80
