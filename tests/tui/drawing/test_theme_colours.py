"""Colours of themes: every ink readable on every ground, for all eyes, with sixteen colours, in Textual."""

from __future__ import annotations

import colorsys
import itertools
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from rich.color import Color, ColorSystem
from rich.errors import StyleSyntaxError
from rich.style import Style
from textual.app import App
from textual.theme import BUILTIN_THEMES

from ai.reading.safety_reasons import SafetyClass
from assets import FOLDER
from tui.drawing.palette import THEMES, GroundColour, Palette, ThemeColours, load_palette
from tui.drawing.rows import ColourOf, Role
from tui.drawing.tile_picture import draw_tile
from tui.shell.terminal_output import TERMINAL, textual_theme
from tui.table.hand_picture import below_tile
from tui.tiles import (
    CLASS_GROUNDS,
    CLASS_INKS,
    GLYPH_SETS,
    SIGN_GROUNDS,
    Ground,
    Ink,
    Look,
    Mark,
    Size,
    TileState,
    TileStyle,
    glyph_set,
)

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

NOTICEABLE = 2.3
"""The distance of two colours in CIELAB that the eye just sees."""

VISIONS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """The light of a colour such as ``#f4eedd`` in each channel, 0 to 1."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """From 1, which is none, to 21, which is black on white."""
    dark, light = sorted(_times(_TO_XYZ, linear(each))[1] for each in (one, other))
    return (light + 0.05) / (dark + 0.05)


def distance(one: str, other: str, vision: str = "normal") -> float:
    """How far two colours are apart for eyes of that kind."""
    first, second = (_lab(_seen(linear(each), vision)) for each in (one, other))
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


def nearest(colours: dict[str, str]) -> tuple[float, str, str, str]:
    """The two of these that are hardest to tell apart: their distance, for whom, and their names."""
    return min(
        (distance(colours[a], colours[b], vision), vision, a, b)
        for a, b in combinations(colours, 2)
        for vision in VISIONS
    )


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(factor * value for factor, value in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _seen(light: Triple, vision: str) -> Triple:
    red, green, blue = (min(max(value, 0.0), 1.0) for value in _times(VISIONS[vision], light))
    return red, green, blue


def _lab(light: Triple) -> Triple:
    x, y, z = (
        _compressed(value / white) for value, white in zip(_times(_TO_XYZ, light), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _compressed(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


COLOURED = tuple(name for name in THEMES if name != "mono")
DIMMED = {"ghost", "disabled", "line-ghost", "line-disabled", "line-tsumogiri", "key-off"}
"""Grounds of tiles and keys that are out of play."""
DRAWN = {"edge-ghost", "back-sign"}
"""Inks that letter nothing: the outline of a dimmed tile, the pattern of a tile seen from behind."""
READABLE, DIM = 4.5, 3.0
"""WCAG 2.1: for text (1.4.3); for drawings (1.4.11), and here for what is dimmed."""
HIGH = {"contrast": 7.0}
"""WCAG 2.1 for enhanced contrast (1.4.6), which that theme has; what is dimmed there can be read."""

SUITS = ("m", "p", "s")
SAFETY = tuple(CLASS_INKS.values())
HUES = ((115, 160), (70, 120), (40, 60), (0, 35), (-15, 10))
"""The hue of each class of safety in degrees: green, yellow-green, yellow, orange, red. Sixteen colours have
two greens and one red for the five."""
BY_HEIGHT = {"light": (1, 4), "sixteen": (0, 3)}
"""Where bars must help the colour-blind: how far neighbouring classes and all others are apart."""
STATES = (
    ("face", "tsumogiri", "lit", "last", "ghost"),
    ("face", "tsumogiri", "lit", "last", "back"),
    ("face", "lit", "disabled"),
    ("face", "cursor", "disabled"),
)
"""What may lie side by side in a pond, among melds and in the hand. A lit tile is not compared with the one
under the cursor, which stands higher or has a strong frame."""

every_theme = pytest.mark.parametrize("theme", COLOURED)


def ink_on(palette: Palette, ink: str, ground: str) -> tuple[str, str]:
    style = palette.style(Role(ink, ground))
    assert style.color is not None
    assert style.bgcolor is not None
    return style.color.name, style.bgcolor.name


def needed(theme: str, ink: str, ground: str) -> float:
    dim = ground in DIMMED or ink in DRAWN
    return (READABLE if dim else HIGH[theme]) if theme in HIGH else (DIM if dim else READABLE)


def unreadable(palette: Palette) -> list[str]:
    """Each ink of the set of each ground that is too faint there."""
    return [
        f"{ink} on {ground}: {found:.2f}"
        for ground in palette.grounds
        for ink in palette.inks_on(ground)
        if (found := contrast(*ink_on(palette, ink, ground))) < needed(palette.name, ink, ground)
    ]


@every_theme
def test_every_ink_can_be_read_on_every_ground(theme: str) -> None:
    palette = load_palette(theme)
    assert sum(len(palette.inks_on(ground)) for ground in palette.grounds) > 200
    assert unreadable(palette) == []


ASSETS = sorted(path for folder in ("themes", "glyphs") for path in Path(FOLDER, folder).iterdir())


def written(theme: str) -> str:
    return Path(FOLDER, "themes", f"{theme}.json").read_text(encoding="utf-8")


OF_256 = ("felt", "dark", "light", "contrast")


def nearest_of_256(colour: str) -> str:
    """The colour that a terminal with 256 colours shows."""
    return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


@pytest.mark.parametrize("theme", OF_256)
def test_every_ink_can_be_read_with_256_colours(theme: str) -> None:
    """As large text is to be read (WCAG 2.1, 1.4.3); the theme of strong contrast as any text."""
    palette = load_palette(theme, many=True)
    least = READABLE if theme in HIGH else DIM
    faint = [
        f"{ink} on {ground}"
        for ground in palette.grounds
        for ink in palette.inks_on(ground)
        if contrast(*map(nearest_of_256, ink_on(palette, ink, ground))) < least
    ]
    assert faint == []


@pytest.mark.parametrize("theme", OF_256)
def test_with_256_colours_nothing_changes_its_hue(theme: str) -> None:
    """Felt is no bright green, plain text no green, the red of furiten no brown, bamboos are green."""
    palette = load_palette(theme, many=True)
    assert strength(nearest_of_256(palette.colour(Ground.FELT))) <= 40
    plain = {ink_on(palette, ink, "felt")[0] for ink in (Ink.TEXT, Ink.MUTED, Ink.FAINT)}
    for colour in (*plain, palette.colour(Ground.PANEL)):
        assert strength(nearest_of_256(colour)) <= max(strength(colour), 20), colour
    assert hue(nearest_of_256(palette.colour(Ground.FURITEN))) == 0
    for ink, shown in ((Ink.SOU, 120), (Ink.GREEN, 120), (Ink.PIN, -120)):
        assert hue(nearest_of_256(ink_on(palette, ink, "face")[0])) == shown
    # what the theme names in place of a colour is one of the 256, and the colour is one of the theme
    told = msgspec.json.decode(written(theme), type=ThemeColours)
    used = f"{told.ground} {told.ink}"
    for colour, place in told.many.items():
        assert colour in used
        shown = nearest_of_256(place)
        # rich takes the next darker one of the light greys
        assert shown == place or (strength(place), int(place[5:], 16) - int(shown[5:], 16)) == (0, 10)


def test_a_faint_ink_is_found() -> None:
    assert "muted on felt: 1.19" in " ".join(unreadable(_with("felt", "muted", "#2a4a3c")))


def _with(theme: str, ink: str, colour: str) -> Palette:
    """A theme with another ink on the table."""
    palette = load_palette(theme)
    grounds = {each: GroundColour(palette.colour(each)) for each in (Ground.FELT, Ground.LINE_FACE)}
    inks = {each: ink_on(palette, each, "felt")[0] for each in palette.inks_on(Ground.FELT)}
    return Palette(theme, ThemeColours(grounds, {"table": {**inks, Ink(ink): colour}}))


@every_theme
def test_all_themes_name_the_same_grounds_and_inks(theme: str) -> None:
    palette, usual = load_palette(theme), load_palette("felt")
    assert palette.grounds == usual.grounds
    assert all(palette.inks_on(ground) == usual.inks_on(ground) for ground in usual.grounds)


@every_theme
@pytest.mark.parametrize(("ground", "apart"), [("face", 8), ("felt", 8), ("ghost", 4), ("line-ghost", 4)])
def test_suits_are_told_apart_by_all_eyes(theme: str, ground: str, apart: int) -> None:
    palette = load_palette(theme)
    found = nearest({ink: ink_on(palette, ink, ground)[0] for ink in SUITS})
    assert found[0] >= apart * NOTICEABLE, found


@every_theme
def test_classes_of_safety_run_from_green_to_red(theme: str) -> None:
    palette = load_palette(theme)
    colours = [ink_on(palette, ink, "felt")[0] for ink in SAFETY]
    hues = [hue(colour) for colour in colours]
    assert all(low <= found <= high for found, (low, high) in zip(hues, HUES, strict=True)), hues
    assert len(set(colours)) == (4 if theme == "sixteen" else len(SAFETY))
    assert nearest_seen(set(colours), "normal") >= 8 * NOTICEABLE


@every_theme
def test_classes_of_safety_are_told_apart_by_all_eyes(theme: str) -> None:
    """By colour, or, next to each other, by the height of the bar where there is no room for five hues."""
    palette = load_palette(theme)
    colours = [ink_on(palette, ink, "felt")[0] for ink in SAFETY]
    beside, apart = BY_HEIGHT.get(theme, (4, 4))
    for one, other in itertools.combinations(range(len(colours)), 2):
        found = min(distance(colours[one], colours[other], vision) for vision in VISIONS)
        assert found >= (beside if other == one + 1 else apart) * NOTICEABLE, (one, other, found)


@every_theme
def test_badges_of_riichi_and_furiten_are_told_apart(theme: str) -> None:
    palette = load_palette(theme)
    badges = [palette.colour(ground) for ground in SIGN_GROUNDS.values()]
    assert nearest_seen(set(badges), "normal") >= 8 * NOTICEABLE


@pytest.mark.parametrize("glyphs", GLYPH_SETS)
def test_the_bar_of_each_class_of_safety_is_another(glyphs: str) -> None:
    """It is all there is without colours, and tells classes apart that share a hue."""
    found = glyph_set(glyphs)
    assert len(set(found.bars)) == len(SafetyClass)
    assert len(set(found.edges)) in (0, len(SafetyClass))


def test_bars_of_neighbours_do_not_touch_without_block_elements() -> None:
    """Tiles of ASCII stand side by side without a gap, and are four cells wide."""
    assert max(map(len, glyph_set("ascii").bars)) < 4


def strength(colour: str) -> int:
    """How far a colour is from a grey, of 255."""
    parts = bytes.fromhex(colour[1:])
    return max(parts) - min(parts)


def hue(colour: str) -> float:
    """The hue in degrees, red at 0, from -180 to 180."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return (colorsys.rgb_to_hsv(red, green, blue)[0] * 360 + 180) % 360 - 180


def nearest_seen(colours: set[str], vision: str) -> float:
    """The distance of the two that are hardest to tell apart for these eyes."""
    return min(distance(one, other, vision) for one, other in itertools.combinations(sorted(colours), 2))


@every_theme
def test_edges_of_tiles_have_the_colours_of_their_classes_and_stand_out(theme: str) -> None:
    palette = load_palette(theme)
    for safety, ground in CLASS_GROUNDS.items():
        assert palette.colour(ground) == ink_on(palette, CLASS_INKS[safety], "felt")[0]
        assert contrast(palette.colour(ground), palette.colour(Ground.FELT)) >= DIM


@every_theme
def test_states_of_tiles_are_told_apart_by_all_eyes(theme: str) -> None:
    palette = load_palette(theme)
    for grounds in STATES:
        found = nearest({ground: palette.colour(ground) for ground in grounds})
        assert found[0] >= 4 * NOTICEABLE, found
    turn = nearest({ground: palette.colour(ground) for ground in ("wind", "wind-acting")})
    assert turn[0] >= 8 * NOTICEABLE, turn


def test_the_simulation_sees_what_it_should() -> None:
    assert distance("#ff0000", "#ff0000") == 0
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=0.01)
    red, olive = "#b05050", "#7a7a30"
    assert distance(red, olive) > 40 > 20 > distance(red, olive, "deuteranopia")
    blue, green = "#3070a0", "#307a60"
    assert distance(blue, green) > 2 * distance(blue, green, "tritanopia")


@every_theme
def test_what_is_drawn_has_an_ink_of_its_ground(theme: str) -> None:
    """Else it would be drawn in the plain ink, and nobody would notice. On red everything is plain."""
    palette = load_palette(theme)
    flags = (name for name, kind in TileState.__annotations__.items() if kind == "bool" and name != "cause")
    marked = (TileState(mark=Mark(safety, True, True)) for safety in SafetyClass)
    states = [TileState(), *(TileState(**{name: True}) for name in flags), *marked]  # type: ignore[arg-type]
    looks = [Look(style, glyph_set("kanji")) for style in TileStyle]
    tiles = (0, 13, 26, 31, 34, None)
    for look, size, state, tile, lying in itertools.product(looks, Size, states, tiles, (False, True)):
        for row in draw_tile(tile, size, look, state, sideways=lying):
            for span in row:
                text, role = span.text, span.role
                if text.strip() and not isinstance(role.ink, ColourOf):
                    assert role.ink in palette.inks_on(role.ground), (role, text)


SOLID_GROUNDS = (
    Ground.FACE,
    Ground.TSUMOGIRI,
    Ground.LIT,
    Ground.LAST,
    Ground.CURSOR,
    Ground.DISABLED,
    Ground.GHOST,
)
FACES = frozenset(
    {
        Ink.TEXT,
        Ink.EDGE,
        Ink.MAN,
        Ink.PIN,
        Ink.SOU,
        Ink.WIND,
        Ink.WHITE,
        Ink.GREEN,
        Ink.RED,
        Ink.RED_FIVE,
        Ink.DORA,
    }
)
NEEDED = {
    **dict.fromkeys(Ground, frozenset({Ink.TEXT})),
    **dict.fromkeys((*SOLID_GROUNDS, *(ground.line for ground in SOLID_GROUNDS)), FACES),
    **dict.fromkeys((Ground.FELT, Ground.PANEL, Ground.DISPLAY), frozenset(Ink) - {Ink.BLANK, Ink.KEY}),
    **dict.fromkeys((Ground.BACK, Ground.LINE_BACK), frozenset({Ink.TEXT, Ink.BACK_SIGN})),
    Ground.KEY: frozenset({Ink.TEXT, Ink.KEY}),
    **dict.fromkeys((Ground.WIND, Ground.WIND_ACTING), frozenset({Ink.TEXT, Ink.RED})),
}
"""The inks that a theme defines for each ground."""


def faults(theme: ThemeColours) -> Iterator[str]:
    """Each lack of a theme, and each invalid style."""
    for ground, needed in NEEDED.items():
        if ground not in theme.ground:
            yield f"the ground {ground}"
        elif (named := theme.ground[ground].ink) not in theme.ink:
            yield f"the inks {named}"
        else:
            yield from (f"the ink {ink} of {named}" for ink in needed - theme.ink[named].keys())
    for inks in theme.ink.values():
        for style in inks.values():
            try:
                Style.parse(style or "none")
            except StyleSyntaxError as error:
                yield str(error)


@pytest.mark.parametrize("file", ASSETS, ids=lambda file: file.stem)
def test_nothing_is_told_twice_in_a_file(file: Path) -> None:
    """Of a key that stands twice the reader takes the last one, and says nothing."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs]
        return dict(pairs)

    json.loads(file.read_bytes(), object_pairs_hook=once)


@every_theme
def test_every_theme_has_every_ink_of_every_ground(theme: str) -> None:
    assert list(faults(msgspec.json.decode(written(theme), type=ThemeColours))) == []


@pytest.mark.parametrize(
    ("line", "other", "fault"),
    [
        ('"faint": "#8aa998",\n', "", "the ink faint of table"),
        ('"back-sign": "#3d2204"', '"edge": "#3d2204"', "the ink back-sign of back"),
        ('"stick": {"color": "#f7f3e6", "ink": "stick"},\n', "", "the ground stick"),
        ('"ink": "shadow"', '"ink": "shade"', "the inks shade"),
        ('"faint": "#8aa998"', '"faint": "greeenish"', "greeenish"),
    ],
)
def test_a_lack_of_a_theme_is_found(line: str, other: str, fault: str) -> None:
    text = written("felt")
    assert line in text
    (found, *_) = faults(msgspec.json.decode(text.replace(line, other, 1), type=ThemeColours))
    assert fault in found


@pytest.mark.parametrize(
    ("line", "other"),
    [('"faint"', '"fiant"'), ('"stick"', '"stikc"'), ('"ink": "shadow"', '"inks": "shadow"')],
)
def test_a_misspelt_theme_is_not_read(line: str, other: str) -> None:
    text = written("felt")
    assert line in text
    with pytest.raises(msgspec.ValidationError, match=other.split('"')[1]):
        msgspec.json.decode(text.replace(line, other, 1), type=ThemeColours)


def test_mono_has_no_colours() -> None:
    palette = load_palette("mono")
    for ground in palette.grounds:
        for ink in ("m", *palette.inks_on(ground)):
            style: Style = palette.style(Role(ink, ground))
            assert style.color is None
            assert style.bgcolor is None


SIXTEEN = load_palette("sixteen")
TERMINALS = {
    "pc": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
    "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
    "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "tango": "2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf "
    "555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec",
    "campbell": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc "
    "767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
}
"""The sixteen of common terminals, in their order."""
PC = [f"#{colour}" for colour in TERMINALS["pc"].split()]
"""As the theme spells them, and as ``test_theme_colours`` holds them to a contrast of 4.5."""
SEEN = 2.5
"""Contrast that letters keep where the colours are another's choice."""
SOLID = ("face", "lit", "cursor", "stick", *CLASS_GROUNDS.values())
"""Grounds that boxes do not need; the stick has a dot, which is told beside it in words."""


def styles(palette: Palette) -> dict[tuple[str, str], Style]:
    return {
        (ink, ground): palette.style(Role(ink, ground))
        for ground in palette.grounds
        for ink in palette.inks_on(ground)
    }


def numbers(style: Style) -> tuple[int, int]:
    """Ink and ground as a terminal of sixteen colours is told them."""
    assert style.color is not None
    assert style.bgcolor is not None
    ink, ground = (each.downgrade(ColorSystem.STANDARD) for each in (style.color, style.bgcolor))
    assert ink.number is not None
    assert ground.number is not None
    return ink.number, ground.number


def test_all_sixteen_are_themselves_there() -> None:
    """None is replaced by its nearest."""
    for where, style in styles(SIXTEEN).items():
        assert style.color is not None
        assert style.bgcolor is not None
        drawn = [PC[number] for number in numbers(style)]
        assert drawn == [style.color.name, style.bgcolor.name], where


def test_boxes_stand_on_the_dark_eight() -> None:
    for (_, ground), style in styles(SIXTEEN).items():
        if ground not in SOLID:
            assert numbers(style)[1] < 8, ground


@pytest.mark.parametrize("safety", SafetyClass)
@pytest.mark.parametrize("size", Size)
def test_safety_is_no_ground_on_boxes(safety: SafetyClass, size: Size) -> None:
    """Its grounds are bright, and only the edges of solid tiles stand on them."""
    look = Look(TileStyle.LINE, glyph_set("kanji"))
    states = (TileState(mark=Mark(safety), cursor=cursor) for cursor in (False, True))
    below = below_tile(Mark(safety), size, 4, look)
    rows = [*itertools.chain(*(draw_tile(0, size, look, state) for state in states)), below]
    grounds = {span.role.ground for row in rows for span in row}
    assert grounds.isdisjoint(CLASS_GROUNDS.values())


def test_nothing_is_bold_on_a_light_ground() -> None:
    for where, style in styles(SIXTEEN).items():
        ink, ground = (PC[number] for number in numbers(style))
        assert not style.bold or contrast(ink, PC[0]) > contrast(ground, PC[0]), where


@pytest.mark.parametrize("terminal", TERMINALS)
def test_it_can_be_read_in_the_colours_of_a_terminal(terminal: str) -> None:
    theirs = [f"#{colour}" for colour in TERMINALS[terminal].split()]
    for where, style in styles(SIXTEEN).items():
        ink, ground = (theirs[number] for number in numbers(style))
        assert contrast(ink, ground) >= SEEN, (where, ink, ground)


@pytest.mark.parametrize("name", COLOURED)
def test_the_frame_has_the_colours_of_the_table(name: str) -> None:
    palette = load_palette(name)
    theme = textual_theme(palette)
    assert theme is not None
    assert theme.background == palette.colour(Ground.FELT)
    assert theme.dark is (name != "light")
    assert contrast(theme.foreground or "", theme.background or "") >= 7
    app = App[None]()
    app.register_theme(theme)
    app.theme = theme.name
    assert app.get_css_variables()["scrollbar-background"] == palette.colour(Ground.PANEL)


def test_without_colours_of_its_own_the_terminal_has_its_own() -> None:
    assert textual_theme(load_palette("mono")) is None
    assert BUILTIN_THEMES[TERMINAL].ansi
    assert BUILTIN_THEMES[TERMINAL].background == "ansi_default"
