"""Settings and looks: what the file and the environment say counts, what they get wrong is told."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pages import page, table
from tests.support.tui.pilot import table_app
from tests.support.tui.sessions import options
from tui.cli import execute
from tui.config.settings import (
    HintLevel,
    MarksWhen,
    Settings,
    SettingsFile,
    Theme,
    Tiles,
    _understood,
    choice_settings,
)
from tui.drawing.palette import THEMES, default_palette
from tui.i18n import LANGUAGE_VARIABLE, Language, language_at_start, t
from tui.system.files import HOME_VARIABLE, MOST_SETTINGS, SETTINGS
from tui.system.terminal import ColourDepth, Glyphs
from tui.tiles import GLYPH_SETS, TileStyle, UnknownLook, default_look

HINTS = ", ".join(HintLevel)
CHOSEN = Settings(HintLevel.OFF, MarksWhen.ALWAYS)


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / SETTINGS
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_what_is_changed_is_there_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    SettingsFile(folder).change(CHOSEN)
    again = SettingsFile(folder)
    assert (again.values, again.fault) == (CHOSEN, "")
    assert [path.name for path in folder.iterdir()] == [SETTINGS]


FIELDS = {name: each.values for name, each in choice_settings().items()}


@pytest.mark.parametrize("turn", range(max(map(len, FIELDS.values()))))
def test_every_choice_can_be_kept(tmp_path: Path, turn: int) -> None:
    chosen = {name: choices[turn % len(choices)] for name, choices in FIELDS.items()}
    values = msgspec.convert(chosen, Settings)
    SettingsFile(tmp_path).change(values)
    assert SettingsFile(tmp_path).values == values
    text = (tmp_path / SETTINGS).read_text(encoding="utf-8")
    assert tomllib.loads(text) == chosen


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            'marks = "always"\n\nhints = "loud"\n',
            t("settings.no-value", choices="off, marks, full", line=3, setting="hints", value="loud"),
        ),
        (
            'marks = "always"\nhints = true\n',
            t("settings.no-value", choices="off, marks, full", line=2, setting="hints", value="True"),
        ),
        ('marks = "always"\nhint = "off"\n', t("settings.no-such", line=2, setting="hint")),
        ('marks = "always"\n[hints]\nlevel = 1\n', "line 2: hints cannot be '{'level': 1}' (there are off"),
        ('marks = "always"\n"a.b`" = 1\n', t("settings.no-such", line=2, setting="a.b`")),
        (
            'hints = "at `$.x"\n',
            t("settings.no-value", line=1, setting="hints", value="at `$.x", choices=HINTS),
        ),
        (
            'hints = "unknown field `a"\n',
            t("settings.no-value", line=1, setting="hints", value="unknown field `a", choices=HINTS),
        ),
        (f"x = {'9' * 5_000}", t("settings.not-toml")),
        ('marks = "always"\nkeys = "all"\n', t("settings.at-line", fault=t("keys.no-table"), line=2)),
        ('marks = "always"\nhints: full\n', t("settings.not-toml-line", line=2)),
        ('marks = "always"\nhints = "full', t("settings.not-toml-line", line=2)),
        (b"\xff\xfe\x00nothing", "it is not TOML"),
        ("x = " + "[" * 5_000, "it is not TOML"),
    ],
)
def test_what_it_gets_wrong_is_told_in_one_line(tmp_path: Path, text: str | bytes, reason: str) -> None:
    path = written(tmp_path, text)
    before = path.read_bytes()
    file = SettingsFile(tmp_path)
    assert file.fault.startswith(f"{SETTINGS}: {reason}")
    assert "\n" not in file.fault
    assert file.values.hints is HintLevel.FULL
    assert path.read_bytes() == before, "it is left alone until something is changed"


def test_numbers_and_tables_beyond_what_can_be_printed(tmp_path: Path) -> None:
    deep = "{a=" * 60 + "1" + "}" * 60
    written(tmp_path, f"hints = 0x{'f' * 5_000}\nmarks = 0b{'1' * 20_000}\ntiles = {deep}\n")
    assert len(SettingsFile(tmp_path).faults) == 3
    assert SettingsFile(tmp_path).fault.count("…") >= 2


def test_thousands_of_unknown_entries(tmp_path: Path) -> None:
    lines = [f"name{number:05} = 1" for number in range(5_000)]
    lines += ["[keys]", *(f'key{number:05} = "a"' for number in range(5_000))]
    written(tmp_path, "\n".join(lines))
    faults = SettingsFile(tmp_path).faults
    assert len(faults) == 10_000
    assert faults[4_999] == t("settings.no-such", line=5_000, setting="name04999")
    assert "line 10001" in faults[-1]


@pytest.mark.parametrize("begin", ["a", "[a", "keys = {a", "# of names\na", '"#"'])
@pytest.mark.parametrize("dot", [".a", " . 'a'", '."a"'])
def test_names_of_thousands_of_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begin: str, dot: str
) -> None:
    text = f"{begin}{dot * 15_000} = 1\n"
    written(tmp_path, text)
    assert SettingsFile(tmp_path).values == Settings()
    assert SettingsFile(tmp_path).faults == (t("settings.not-toml"),)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert language_at_start()


def test_dots_in_a_comment_are_no_names(tmp_path: Path) -> None:
    written(tmp_path, f"# {'.' * 200}\nhints = 'off'\n")
    assert SettingsFile(tmp_path).faults == ()
    assert SettingsFile(tmp_path).values.hints is HintLevel.OFF


def test_a_file_that_is_too_large_or_none(tmp_path: Path) -> None:
    written(tmp_path, "#" * (MOST_SETTINGS + 1))
    assert "larger than 256 KB" in SettingsFile(tmp_path).fault
    if sys.platform != "win32":
        (tmp_path / SETTINGS).unlink()
        os.mkfifo(tmp_path / SETTINGS)
        assert "not a regular file" in SettingsFile(tmp_path).fault
        assert language_at_start()


def test_a_change_keeps_such_a_file_under_another_name(tmp_path: Path) -> None:
    for number in (1, 2):
        path = written(tmp_path, f'hints = "loud" # {number}\n')
        file = SettingsFile(tmp_path)
        file.change(CHOSEN)
        assert file.fault == ""
        kept = (tmp_path / f"{SETTINGS}.damaged-{number}").read_bytes()
        assert kept == f'hints = "loud" # {number}\n'.encode()
        assert SettingsFile(tmp_path).values == CHOSEN
        path.unlink()


def test_so_does_one_to_a_file_that_went_bad_meanwhile(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    written(tmp_path, "half a li")
    file.change(CHOSEN)
    assert (tmp_path / f"{SETTINGS}.damaged-1").read_bytes() == b"half a li"
    assert SettingsFile(tmp_path).values == CHOSEN


def test_what_cannot_be_read_is_told_and_kept(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).mkdir()
    file = SettingsFile(tmp_path)
    assert file.fault.startswith(f"{SETTINGS}: it cannot be read (")
    file.change(CHOSEN)
    assert (tmp_path / f"{SETTINGS}.damaged-1").is_dir()
    assert SettingsFile(tmp_path).values == CHOSEN


def test_a_link_stays_one(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.toml"
    target.write_bytes(b'hints = "marks"\n')
    (tmp_path / SETTINGS).symlink_to(target)
    SettingsFile(tmp_path).change(CHOSEN)
    assert (tmp_path / SETTINGS).is_symlink()
    assert tomllib.loads(target.read_text(encoding="utf-8"))["hints"] == "off"


def test_the_pages_name_every_choice_the_usual_one_first() -> None:
    told: dict[str, list[str]] = {}
    for name in ("automatic-play", "table-rules", "hints", "looks", "practice"):
        rows = table(page(name), "setting")
        told |= {row[0].strip("`"): re.findall(r"`(.+?)`", row[1]) for row in rows}
    assert {name: set(choices) for name, choices in told.items()} == {
        name: set(choices) for name, choices in FIELDS.items()
    }
    assert {name: choices[0] for name, choices in told.items()} == {
        name: each.of(Settings()) for name, each in choice_settings().items()
    }


def test_the_page_of_settings_has_every_group_and_leads_to_its_pages() -> None:
    groups: dict[str, set[str]] = {}
    for name, each in choice_settings().items():
        groups.setdefault(t(f"settings.groups.{each.group}"), set()).add(name)
    rows = table(page("settings"), "on the screen")
    assert {title: set(re.findall(r"`([^`]+)`", names)) - {"keys"} for title, names, _ in rows} == groups
    for _, names, pages in rows:
        described = {
            row[0]
            for name in re.findall(r"\((.+?)\.md\)", pages)
            if name != "keys"
            for row in table(page(name), "setting")
        }
        assert set(re.findall(r"`[^`]+`", names)) - {"`keys`"} <= described


def test_the_example_of_the_page_of_settings_can_be_read(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", page("settings"), re.DOTALL)
    written(tmp_path, example)
    file = SettingsFile(tmp_path)
    assert file.faults == ()
    assert file.values != Settings()


ENTRIES = st.dictionaries(
    st.one_of(st.sampled_from([*FIELDS, "keys"]), st.text()),
    st.recursive(
        st.one_of(st.booleans(), st.integers(), st.floats(), st.text(), st.dates(), st.sampled_from(["off"])),
        lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
        max_leaves=4,
    ),
    max_size=6,
)


@given(ENTRIES)
def test_any_entries_are_settings_or_named_faults(entries: dict[str, object]) -> None:
    values, faults = _understood(dict(entries), "")
    tables = {name: entries.pop(name) for name in ("keys",) if name in entries}
    good = {name for name, value in entries.items() if name in FIELDS and value in list(FIELDS[name])}
    assert len(faults) >= len(entries) - len(good)
    assert all(choice_settings()[name].of(values) == entries[name] for name in good)
    assert tables or len(faults) == len(entries) - len(good)


CHOICES = {"FURITEN_TILES": tuple(Tiles), "FURITEN_GLYPHS": GLYPH_SETS, "FURITEN_THEME": tuple(Theme)}


def test_every_look_can_be_chosen() -> None:
    for style in TileStyle:
        assert default_look(environment={"FURITEN_TILES": style}).style is style
        assert (
            default_look(environment={"FURITEN_TILES": "auto"}, tiles=Tiles(style)).style is TileStyle.SOLID
        )
    for glyphs in GLYPH_SETS:
        assert default_look(environment={"FURITEN_GLYPHS": glyphs}).glyphs.name == glyphs
    for theme in THEMES:
        assert default_palette(environment={"FURITEN_THEME": theme}).name == theme


def test_without_a_choice_colour_decides() -> None:
    for nothing in ({}, dict.fromkeys(CHOICES, "")):
        assert default_look(environment=nothing).style is TileStyle.SOLID
        assert default_look(theme="mono", environment=nothing).style is TileStyle.LINE
        assert default_look(environment=nothing).glyphs.name == "kanji"
        assert default_palette(environment=nothing).name == "felt"
    for colours, theme in (
        (ColourDepth.TRUE, "felt"),
        (ColourDepth.MANY, "felt"),
        (ColourDepth.SIXTEEN, "sixteen"),
        (ColourDepth.NONE, "mono"),
    ):
        assert default_palette(colours=colours, environment={}).name == theme
    for most, seen in ((Glyphs.KANJI, "latin"), (Glyphs.LATIN, "latin"), (Glyphs.ASCII, "ascii")):
        assert default_look(most=most, environment={"FURITEN_GLYPHS": "latin"}).glyphs.name == seen
    chosen = {"FURITEN_THEME": "dark"}
    assert default_palette(colours=ColourDepth.SIXTEEN, environment=chosen).name == "dark"
    assert default_palette(colours=ColourDepth.NONE, environment=chosen).name == "mono"


@pytest.mark.parametrize("variable", CHOICES)
def test_an_unknown_name_is_told_with_the_choices(variable: str) -> None:
    read = default_palette if variable == "FURITEN_THEME" else default_look
    with pytest.raises(UnknownLook) as raised:
        read(environment={variable: "plaid"})
    assert str(raised.value) == f"{variable}: no 'plaid' (there are {', '.join(CHOICES[variable])})"


def test_the_app_takes_the_chosen_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, name in (("FURITEN_TILES", "line"), ("FURITEN_GLYPHS", "ascii"), ("FURITEN_THEME", "dark")):
        monkeypatch.setenv(variable, name)
    app = table_app(tmp_path, options(7))
    assert (app.look.style, app.look.glyphs.name, app.palette.name) == (TileStyle.LINE, "ascii", "dark")


@pytest.mark.parametrize("variable", CHOICES)
def test_a_wrong_name_ends_with_one_line_before_a_game_is_dealt(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    monkeypatch.setenv(variable, "plaid")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    for arguments in ([], ["play", "--seed", "3"]):
        assert execute(arguments) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"furiten: {variable}: no 'plaid'")
    assert list(tmp_path.iterdir()) == []


def test_the_page_names_every_choice() -> None:
    rows = table(page("looks"), "setting")
    told = {row[2].strip("`"): tuple(re.findall(r"`(.+?)`", row[1])) for row in rows if row[2]}
    assert told == CHOICES | {LANGUAGE_VARIABLE: tuple(Language)}
