"""The pages for those who work on the code: what they name is there, and the map is that of the contracts."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise, product
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import ROOT
from tests.support.pages import DECISIONS, DOCS, page, table
from tui.commands.rules import command as rules_command
from tui.i18n.texts import catalogue

CONTRIBUTING = ROOT / "CONTRIBUTING.md"
NOTES = sorted(DECISIONS.glob("[0-9]*.md"))
NAMED = re.compile(r"`((?:engine|ai|tui|assets|furiten|tools|tests|docs|recipes|share)/[^`\s<>]*)`")
"""A file or a folder; it may have ``*``, and choices in braces."""
DEFINED = re.compile(r"`(\w+)` in `([\w./]+)`")
PARTS = ("What we decided", "Why", "What we did not do", "What would make us think again")


def spelled_out(path: str) -> list[str]:
    """A path for each choice that it has in braces."""
    pieces = [piece.split(",") for piece in re.split(r"[{}]", path)]
    return ["".join(chosen) for chosen in product(*pieces)]


@pytest.mark.parametrize(
    "path", [CONTRIBUTING, DOCS / "map.md", DOCS / "terms.md", *NOTES], ids=lambda path: path.stem
)
def test_every_file_that_is_named_is_there(path: Path) -> None:
    named = NAMED.findall(path.read_text(encoding="utf-8"))
    missing = [each for name in named for each in spelled_out(name) if not list(ROOT.glob(each.rstrip("/")))]
    assert missing == []


def test_a_decision_has_its_parts_its_number_and_a_line_in_the_index() -> None:
    index = table((DECISIONS / "README.md").read_text(encoding="utf-8"), "number")
    assert [row[0] for row in index] == [f"[{n}]({note.name})" for n, note in enumerate(NOTES, 1)]
    for number, note in enumerate(NOTES, 1):
        assert note.name.startswith(f"{number:04}-")
        text = note.read_text(encoding="utf-8")
        assert text.startswith(f"# {number}. ")
        assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == PARTS, note.name


def test_terms_are_in_order_and_defined_where_the_page_says() -> None:
    rows = table(page("terms"), "term")
    terms = [row[0] for row in rows if row[0]]
    assert all(first < second for first, second in pairwise(terms))
    for term, where, meaning in rows:
        found = DEFINED.findall(where)
        assert len(found) == 1, term or meaning
        for name, file in (*found, *DEFINED.findall(meaning)):
            assert re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8")), (name, file)


# -- the map -----------------------------------------------------------------------------------------


def floors(container: str) -> list[set[str]]:
    """The rooms of a package from the top down, those beside each other together."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contracts = tool["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each.get("containers") == [container])
    return [{room.strip(" ()") for room in layer.split("|")} for layer in layers]


def assert_from_the_top_down(rooms: list[str], container: str) -> None:
    """Each room of the package once, none above one that may import it."""
    height = {room: number for number, floor in enumerate(floors(container)) for room in floor}
    assert sorted(rooms) == sorted(height)
    assert [height[room] for room in rooms] == sorted(height.values())


@pytest.mark.parametrize(("container", "head"), [("engine", "modules"), ("ai", "rooms, from the top down")])
def test_the_rooms_of_the_map_are_those_of_the_contracts(container: str, head: str) -> None:
    cells = (row[0] for row in table(page("map"), head))
    assert_from_the_top_down([name for cell in cells for name in re.findall(r"`(\w+)/?`", cell)], container)


def test_the_rooms_of_tui_on_the_map_are_those_of_the_contracts() -> None:
    (tree,) = re.findall(r"```\ntui/\n(.*?)```", page("map"), re.DOTALL)
    assert_from_the_top_down(
        re.findall(r"^  (\w+)(?:/|\.py  )", tree.replace("cli.py", "\n  cli/"), re.M), "tui"
    )
    above, below = tree.split("  ----")
    without = next(
        each["source_modules"]
        for each in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
            "importlinter"
        ]["contracts"]
        if each["name"] == "Rooms that need no screen load none"
    )
    assert {f"tui.{room}" for room in re.findall(r"^  (\w+)/", below, re.M)} == set(without)
    assert set(re.findall(r"^  (\w+)/", above, re.M)).isdisjoint(name.partition(".")[2] for name in without)


def test_each_hop_of_a_discard_is_in_its_file() -> None:
    hops = 0
    for _, where, _ in table(page("map"), "hop"):
        names = []
        for code in re.findall(r"`([^`]+)`", where):
            if "/" not in code:
                names.append(code)
                continue
            text = (ROOT / code).read_text(encoding="utf-8")
            for owner, _, method in (name.partition(".") for name in names):
                assert re.search(rf"^(?:class|def) {owner}\b", text, re.M), (owner, code)
                assert not method or re.search(rf"^    (?:async )?def {method}\b", text, re.M), (method, code)
                hops += 1
            names.clear()
    assert hops > 15


# -- the first change --------------------------------------------------------------------------------


def test_the_first_change_is_still_to_be_made() -> None:
    told = CONTRIBUTING.read_text(encoding="utf-8")
    assert "rules.play" in told
    for language in ("en", "ja"):
        assert "rules.play" not in catalogue(language)
        assert "rules.more" in catalogue(language)
    assert rules_command.name == "rules"
