"""What goes to a terminal: the same cells in fewer codes, and pictures of tiles once each where they show."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

from engine.tiles import TILE_OF
from tests.support.tui.positions import all_melds, bare_scene
from tests.support.tui.pseudo_terminals import Terminal
from tui.config.settings import Theme
from tui.drawing.palette import load_palette
from tui.drawing.rows import Meta, Rows, TilePicture, meta_at, plain, width_of
from tui.drawing.solid_tiles import PLACEHOLDER
from tui.drawing.tile_picture import draw_tile
from tui.i18n import t
from tui.shell.terminal_output import TileImages, in_fewer_codes
from tui.system.graphics import Cell, Graphics
from tui.table.table_layout import draw, plan
from tui.tiles import Size, default_look

GRAPHICS = Graphics("kitty 0.41", Cell(6, 12))
_SENT, _DELETED = re.compile(r"a=T,U=1,[^;]*i=(\d+)"), re.compile(r"a=d,d=I,i=(\d+)")


def written(*names: str) -> str:
    """Tiles as Textual writes them."""
    palette, text = load_palette(Theme.FELT), ""
    for name in names:
        for row in draw_tile(TILE_OF[name], Size.M, default_look(environment={}, pictured=True)):
            for span in row:
                if isinstance(span.role.ink, TilePicture):
                    colour = palette.style(span.role).color
                    assert colour is not None
                    text += f"\x1b[38;2;{';'.join(map(str, colour.get_truecolor()))}m{span.text}\x1b[0m"
    return text


def test_a_picture_is_sent_once() -> None:
    images = TileImages(GRAPHICS)
    first = _SENT.findall(images.needed(written("1m", "2m", "1m")))
    assert len(first) == len(set(first)) == 2
    assert images.needed(written("2m", "1m")) == ""
    more = _SENT.findall(images.needed(written("1m", "3m")))
    assert len(more) == 1
    assert not set(more) & set(first)


def test_at_the_end_all_are_deleted_and_afterwards_sent_again() -> None:
    images = TileImages(GRAPHICS)
    sent = _SENT.findall(images.needed(written("1m", "2m")))
    assert _DELETED.findall(images.deleted()) == sent
    assert images.deleted() == ""
    assert _SENT.findall(images.needed(written("2m", "1m"))) == sent


def test_text_without_pictures_brings_nothing() -> None:
    images = TileImages(GRAPHICS)
    text = written("4m")
    assert images.needed(text.replace(PLACEHOLDER, " ")) == ""
    assert images.needed(f"\x1b[38;2;1;2;3m{PLACEHOLDER}") == ""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_the_table_has_the_same_places_with_pictures(size: tuple[int, int]) -> None:
    scene = bare_scene(all_melds().view)
    lettered, pictured = (
        draw(scene, plan(*size), default_look(environment={}, pictured=each)) for each in (False, True)
    )
    assert [*lettered] == [*pictured]
    for zone, rows in lettered.items():
        assert places(rows) == places(pictured[zone])
    assert PLACEHOLDER in "".join(map(plain, pictured.values()))
    assert PLACEHOLDER not in "".join(map(plain, lettered.values()))


def places(rows: Rows) -> list[list[Meta | None]]:
    """What a click on each cell means."""
    return [[meta_at(row, column) for column in range(width_of(row))] for row in rows]


# -- the program in a terminal -------------------------------------------------------------------------


class PretendedKitty(Terminal):
    """A terminal that answers the question for pictures with that name."""

    def __init__(self, home: Path, name: str, *arguments: str) -> None:
        self._name = name
        variables = {"FURITEN_HOME": str(home), "TERM": "xterm-kitty", "COLORTERM": "truecolor"}
        unset = dict.fromkeys(("NO_COLOR", "TEXTUAL_DRIVER", "TMUX", "STY", "SSH_CONNECTION", "SSH_TTY"))
        super().__init__([sys.executable, "-m", "tui", *arguments], {**variables, **unset}, (120, 40))

    def gather(self, seconds: float) -> bool:
        before = b"\x1b[c" in self.written
        came = super().gather(seconds)
        if not before and b"\x1b[c" in self.written:
            self.type(f"\x1bP>|{self._name}\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[6;12;6t\x1b[?62;c")
        return came

    @property
    def sent(self) -> list[str]:
        """The numbers of the pictures sent."""
        return _SENT.findall(self.written.decode())


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "shows"), [("kitty(0.41.1)", True), ("WezTerm 20240203", False)])
def test_the_table_in_a_terminal(tmp_path: Path, name: str, shows: bool) -> None:
    with PretendedKitty(tmp_path, name, "play", "--seed", "7", "--speed", "instant") as term:
        term.until("hand 1/8", "? help")
        term.insist("\r", t("table.since"))
        first = term.sent
        assert bool(first) is shows
        assert (PLACEHOLDER.encode() in term.written) is shows
        assert len(first) == len(set(first))
        # stopped and continued: a job without a shell redraws
        term.type_until("\x1a", "hand 1/8", "? help")
        again = term.sent[len(first) :]
        assert set(again) <= set(first)
        assert bool(again) is shows
        term.insist("q", t("app.saved"))
        assert term.end() == 0
        deleted = _DELETED.findall(term.written.decode())
        assert sorted(deleted) == sorted(term.sent)


def cells_after(text: str) -> list[tuple[object, ...]]:
    """Each character with its ground, and with its ink and attributes where they are seen."""
    shown: list[tuple[object, ...]] = []
    colours: dict[str, tuple[int, ...]] = {}
    attributes: set[int] = set()
    for codes, cursor, letter in re.findall(r"\x1b\[([\d;]*)m|(\x1b\[\d+;\d+H)|(.)", text, re.DOTALL):
        if cursor:
            shown.append((cursor,))
        if letter:
            ink = colours.get("ink")
            line = frozenset(attributes & {4, 7})
            seen = (frozenset(attributes), ink) if letter.strip(" ") or 7 in line else (line,)
            shown.append((letter, colours.get("ground"), *seen) if letter not in "\r\n" else (letter,))
            continue
        numbers = [int(code or 0) for code in codes.split(";")] if not cursor else []
        while numbers:
            code = numbers.pop(0)
            if code == 0:
                colours, attributes = {}, set()
            elif code == 22:
                attributes -= {1, 2}
            elif code in (38, 48):
                size = {5: 1, 2: 3}[numbers[0]] + 1
                colours["ink" if code == 38 else "ground"] = tuple(numbers[:size])
                del numbers[:size]
            elif code < 30:
                attributes.add(code)
            elif code in (39, 49):
                colours.pop("ink" if code == 39 else "ground", None)
            else:
                colours["ink" if code // 10 in (3, 9) else "ground"] = (code % 60,)
    assert (colours, attributes) == ({}, set())
    return shown


INKS = ("", "31", "97", "38;5;214", "38;2;1;31;47", "38;2;4;5;6")
GROUNDS = ("", "44", "107", "48;5;22", "48;2;1;31;47", "48;2;7;8;9")


def test_fewer_codes_show_the_same() -> None:
    chance = random.Random(43)
    for _ in range(400):
        text = ""
        for _ in range(chance.randrange(12)):
            attributes = chance.choice(("", "", "1", "1", "2", "4", "1;4", "7", "1;7"))
            style = ";".join(filter(None, (attributes, chance.choice(INKS), chance.choice(GROUNDS))))
            written = chance.choice(("a", "  ", " \u842c ", "\u2580", " b\r\n", " "))
            text += chance.choice(("", "", "\x1b[3;7H", "\r\n"))
            text += f"\x1b[{style}m{written}\x1b[0m" if style else written
        shorter = in_fewer_codes(text)
        assert cells_after(shorter) == cells_after(text), (text, shorter)
        assert len(shorter) <= len(text), (text, shorter)


def test_a_colour_that_stays_is_set_once() -> None:
    ink, ground = "38;2;1;2;3", "48;2;4;5;6"
    bold = f"\x1b[1;{ink};{ground}ma"
    text = f"{bold}\x1b[0m\r\n\x1b[2;9H\x1b[{ground}m \x1b[0m\x1b[{ink};{ground}mb\x1b[0m"
    assert in_fewer_codes(text) == f"{bold}\r\n\x1b[2;9H \x1b[22mb\x1b[m"
