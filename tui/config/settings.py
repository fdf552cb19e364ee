"""The settings, kept in ``settings.toml`` in the data folder.

A bad value is reported and ignored; the rest of the file counts. A file with a bad value is never
overwritten: when a setting changes, the file is kept under another name.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, get_args

import msgspec

from tui.config.actions import Chosen
from tui.config.keymap import read_keys, written_keys
from tui.config.looks import Motion, Theme, Tiles
from tui.i18n.language import Language
from tui.i18n.layout import clauses
from tui.i18n.texts import t
from tui.system.files import SETTINGS, damaged, write_whole
from tui.system.terminal import Glyphs

KEYS = "keys"
"""The table of the keys."""
TOLD = 3
"""Faults of a file that are told in one message."""
LONGEST_QUOTE = 20
"""Of a value in a message."""


class HintLevel(StrEnum):
    """How much the table helps."""

    OFF = "off"
    """It offers what is legal and is silent about the rest until it is tried."""
    MARKS = "marks"
    """Marks, the furiten line, the waits, and grey for what cannot be done."""
    FULL = "full"
    """Sentences about the choice under the cursor besides."""


class MarksWhen(StrEnum):
    """When the tiles of the hand carry safety marks."""

    NEVER = "never"
    DANGER = "danger"
    """While somebody is in riichi or looks tenpai."""
    ALWAYS = "always"


class Coach(StrEnum):
    """Whether the table stops the person before a furiten mistake, and looks back after each hand."""

    OFF = "off"
    ON = "on"


class Switched(StrEnum):
    """Whether the table does something by itself; ``tui.desk.settings`` says what each of these does."""

    OFF = "off"
    ON = "on"


class SettingGroup(StrEnum):
    """What a setting is about: the headings of the screen, in their order."""

    HELP = "help"
    """How much the table tells."""
    PLAY = "play"
    """What the table does by itself."""
    LOOKS = "looks"
    PROGRAM = "program"


class Settings(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Every setting, at its usual value unless the person chose another.

    A new one is a line here, which says its choices and its group; its texts stand in the catalogue under
    ``[settings]``, and the screen, the file and its errors know it by that. Fields of a group stand together.
    """

    hints: Annotated[HintLevel, SettingGroup.HELP] = HintLevel.FULL
    marks: Annotated[MarksWhen, SettingGroup.HELP] = MarksWhen.DANGER
    coach: Annotated[Coach, SettingGroup.HELP] = Coach.OFF
    auto_win: Annotated[Switched, SettingGroup.PLAY] = Switched.OFF
    no_calls: Annotated[Switched, SettingGroup.PLAY] = Switched.OFF
    auto_discard: Annotated[Switched, SettingGroup.PLAY] = Switched.OFF
    auto_sort: Annotated[Switched, SettingGroup.PLAY] = Switched.ON
    confirm_discard: Annotated[Switched, SettingGroup.PLAY] = Switched.OFF
    bell: Annotated[Switched, SettingGroup.PLAY] = Switched.OFF
    """Whether the terminal's bell calls the person to a decision."""
    tiles: Annotated[Tiles, SettingGroup.LOOKS] = Tiles.AUTO
    glyphs: Annotated[Glyphs, SettingGroup.LOOKS] = Glyphs.KANJI
    theme: Annotated[Theme, SettingGroup.LOOKS] = Theme.AUTO
    motion: Annotated[Motion, SettingGroup.LOOKS] = Motion.ON
    language: Annotated[Language, SettingGroup.PROGRAM] = Language.AUTO
    keys: Chosen = {}
    """The keys of actions that do not have their usual ones; a table in the file, and a page of its own."""


class Choosable(msgspec.Struct, frozen=True):
    """A setting that is one of several values."""

    name: str
    """As the file spells it: ``auto-win``."""
    field: str
    """As the struct spells it: ``auto_win``."""
    group: SettingGroup
    values: tuple[StrEnum, ...]
    """What it can be, in the order of the screen."""

    def of(self, settings: Settings) -> StrEnum:
        """What is chosen."""
        value = getattr(settings, self.field)
        assert isinstance(value, StrEnum)
        return value

    def changed(self, settings: Settings, value: StrEnum) -> Settings:
        """The settings with that value chosen."""
        return msgspec.structs.replace(settings, **{self.field: value})


def _choosable() -> dict[str, Choosable]:
    found = {}
    for field in msgspec.structs.fields(Settings):
        if field.name == KEYS:
            continue
        choices, group = get_args(field.type)
        found[field.encode_name] = Choosable(field.encode_name, field.name, group, tuple(choices))
    return found


CHOOSABLE: dict[str, Choosable] = _choosable()
"""Every setting by its name in the file, in the order of the struct."""


class SettingsFile:
    """The settings and the file that keeps them.

    ``faults`` says what of the file could not be used, a sentence each; ``fault`` says it in one message,
    which is empty where all of it could.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / SETTINGS
        self.values, self.faults = _read(self.path)

    @property
    def fault(self) -> str:
        """The first faults in one message, and how many more there are."""
        if not self.faults:
            return ""
        told = list(self.faults[:TOLD])
        if more := len(self.faults) - TOLD:
            told += [t("settings.more", count=more)] * (more > 0)
        return t("settings.ignored", name=SETTINGS, reason=clauses(told))

    def change(self, values: Settings) -> None:
        """Use these settings and keep them; raises OSError where they cannot be kept, but uses them.

        A file that is not wholly understood, as it is now, is kept beside the new one.
        """
        self.values = values
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if _read(self.path)[1]:
            self.path.rename(damaged(self.path))
        # where the file is a link, what it leads to is written
        write_whole(self.path.resolve(), _written(values).encode())
        self.faults = ()


def _written(values: Settings) -> str:
    lines = [f"# {t('settings.head')}"]
    lines += (f'{name} = "{each.of(values)}"' for name, each in CHOOSABLE.items())
    if values.keys:
        lines += ["", f"[{KEYS}]"]
        # strings and lists of them are spelled alike in both
        lines += (f"{name} = {_json(keys)}" for name, keys in written_keys(values.keys).items())
    return "\n".join((*lines, ""))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _read(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings of a file, and what is wrong with it; the defaults where there is no file."""
    try:
        text = path.read_text(encoding="utf-8")
        tree = msgspec.toml.decode(text, type=dict[str, object])
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (t("settings.unreadable", reason=error.strerror or error),)
    except (UnicodeDecodeError, RecursionError):
        return Settings(), (t("settings.not-toml"),)
    except msgspec.DecodeError as error:
        return Settings(), (_not_toml(error, text),)
    return _understood(tree, text)


def _not_toml(error: msgspec.DecodeError, text: str) -> str:
    """Where a file stops being TOML: the parser names the line in its message, or says that the file ends."""
    found = re.search(r"at line (\d+)", str(error))
    line = int(found[1]) if found else len(text.splitlines())
    return t("settings.not-toml-line", line=line)


def _understood(tree: dict[str, object], text: str) -> tuple[Settings, tuple[str, ...]]:
    """The settings in the tree, and a fault for each entry that is none; the other entries still count."""
    table = tree.pop(KEYS, {})
    faults: list[str] = []
    while True:
        try:
            values = msgspec.convert(tree, Settings)
            break
        except msgspec.ValidationError as error:
            name = _field_of(error)
            faults.append(_fault(name, tree.pop(name), text))
    if not isinstance(table, dict):
        return values, (*faults, _at_line(_line_of(KEYS, text), t("keys.no-table")))
    keys, wrong = read_keys(table)
    faults += [_at_line(_line_in(KEYS, each.action, text), each.reason) for each in wrong]
    return msgspec.structs.replace(values, keys=keys), tuple(faults)


_FIELD = re.compile(r"unknown field `(.*)`$|at `\$\.(.*?)`$", re.DOTALL)
"""How msgspec ends a message: with the name of an unknown field, or with the path of a bad value."""


def _field_of(error: msgspec.ValidationError) -> str:
    """The entry of the file that an error of msgspec is about."""
    found = _FIELD.search(str(error))
    assert found is not None, error
    return found[1] if found[2] is None else found[2]


def _fault(name: str, value: object, text: str) -> str:
    """What is wrong with an entry."""
    line, setting = _line_of(name, text), CHOOSABLE.get(name)
    if setting is None:
        return t("settings.no-such", line=line, setting=name[:LONGEST_QUOTE])
    given, choices = str(value)[:LONGEST_QUOTE], ", ".join(setting.values)
    return t("settings.no-value", line=line, setting=name, value=given, choices=choices)


def _at_line(line: int, fault: str) -> str:
    return t("settings.at-line", line=line, fault=fault)


def _line_of(name: str, text: str) -> int:
    """The line on which a setting, or a table, stands, counted from 1."""
    spelled = re.compile(rf"""\s*\[?\s*["']?{re.escape(name)}["']?\s*[=.\]]""")
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if spelled.match(line)), 1)


def _line_in(table: str, name: str, text: str) -> int:
    """The line on which an entry of a table stands, however the table is written, and not in a comment."""
    begins = _line_of(table, text)
    spelled = re.compile(rf"""(^|[\s.{{,"']){re.escape(name)}["']?\s*=""")
    lines = enumerate(text.splitlines()[begins - 1 :], begins)
    return next((number for number, line in lines if spelled.search(line.partition("#")[0])), begins)
