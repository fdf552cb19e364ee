"""The settings, the looks of the table with their defaults for a terminal, and the file ``settings.toml``.

A bad value is reported and ignored; the rest of the file is used. A file with a bad value is never
overwritten: when a setting changes, the old file is renamed.

Of the keys that a user assigns to actions, only those that differ from the preset are listed. The keys are
valid if no key has two actions at the same place, and if every required action has a key. Where a key that
the preset has moved meets one of the user's, the user's counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, get_args

import msgspec

from tui.config.actions import (
    ACTIONS,
    ALONGSIDE,
    BY_ID,
    MAX_QUOTE,
    ActionId,
    ActionSort,
    Chosen,
    InvalidKey,
    NamedAction,
    Place,
    action_named,
    format_key,
    key_label,
    parse_key,
)
from tui.i18n import LINUX_CONSOLE, Language, join_clauses, t
from tui.system.files import SETTINGS, damaged_path, read_settings, write_atomic
from tui.system.terminal import ColourDepth, Glyphs

# -- keys --------------------------------------------------------------------------------------------


class KeyPreset(StrEnum):
    """A set of usual keys."""

    ARROWS = "arrows"
    """The default keys of the actions."""
    VIM = "vim"
    """h j k l as left, down, up and right, besides the arrows."""


KEY_PRESETS: dict[KeyPreset, Chosen] = {
    KeyPreset.ARROWS: {},
    KeyPreset.VIM: {
        ActionId.LEFT: ("h", "left"),
        ActionId.DOWN: ("j", "down"),
        ActionId.UP: ("k", "up"),
        ActionId.RIGHT: ("l", "right"),
        # what these letters do otherwise: explain, discard by itself, kan (of four tiles), what happened
        ActionId.ASK: ("e",),
        ActionId.AUTO_DISCARD: ("d",),
        ActionId.KAN: ("f",),
        ActionId.LOG: ("w",),
        # in a replay: the wall, jump, play on from here, comment
        ActionId.WALL: ("y",),
        ActionId.JUMP: ("t",),
        ActionId.PLAY_ON: ("a",),
        ActionId.COMMENT: ("u",),
    },
}


def usual_keys(preset: KeyPreset, action: NamedAction) -> tuple[str, ...]:
    """The keys of an action in a preset."""
    return keys_of(KEY_PRESETS[preset], action)


REQUIRED_ACTIONS = (ActionId.CONFIRM, ActionId.CANCEL, ActionId.SETTINGS, ActionId.HELP, ActionId.QUIT)
"""Actions that must have a key: without one the user could not get back."""


class Fault(msgspec.Struct, frozen=True):
    """An invalid entry about the keys of an action."""

    action: str
    """The name as it is in the file."""
    reason: str


def keys_of(chosen: Chosen, action: NamedAction) -> tuple[str, ...]:
    """The keys of an action, if these differ from the default keys."""
    return chosen.get(action.id, action.default_keys)


def keys_in_force(preset: KeyPreset, overrides: Chosen) -> Chosen:
    """The keys that differ from the default keys: those of the preset, and the user's on top of them."""
    moved = {id: keys for id, keys in KEY_PRESETS[preset].items() if id not in overrides}
    kept = {id: tuple(key for key in keys if not _has(overrides, id, key)) for id, keys in moved.items()}
    return {**kept, **overrides}


def _has(overrides: Chosen, id: ActionId, key: str) -> bool:
    return any(key in keys and share_place(BY_ID[id], BY_ID[other]) for other, keys in overrides.items())


def override_keys(
    overrides: Chosen, action: NamedAction, keys: tuple[str, ...], preset: KeyPreset = KeyPreset.ARROWS
) -> Chosen:
    """The overrides with these keys for an action; the keys of the preset need no entry."""
    rest = {id: theirs for id, theirs in overrides.items() if id != action.id}
    return rest if keys == usual_keys(preset, action) else {**rest, action.id: keys}


def share_place(one: NamedAction, other: NamedAction) -> bool:
    """Whether both actions apply at one place, so that they must not share a key."""
    return any(places.intersection(one.places) and places.intersection(other.places) for places in _AT_ONCE)


def _at_once() -> Iterator[frozenset[Place]]:
    for place in Place:
        yield frozenset({place, *ALONGSIDE.get(place, ()), Place.EVERYWHERE})


_AT_ONCE = tuple(_at_once())
"""Sets of places whose keys are active on one screen."""


def conflicting_actions(chosen: Chosen, action: NamedAction, key: str) -> list[NamedAction]:
    """The other actions that have this key at a place where ``action`` applies."""
    return [
        other
        for other in ACTIONS
        if other is not action and key in keys_of(chosen, other) and share_place(action, other)
    ]


# -- the table of keys in the settings file ----------------------------------------------------------


def parse_keys(
    table: Mapping[str, object], preset: KeyPreset = KeyPreset.ARROWS
) -> tuple[Chosen, list[Fault]]:
    """The overrides in a table such as ``riichi = "l"``, and its invalid entries, which are ignored.

    Conflicts are looked for after all entries are read, so that two actions can swap their keys.
    """
    chosen: dict[ActionId, tuple[str, ...]] = {}
    faults = []
    for name, written in table.items():
        try:
            action, keys = _read_entry(name, written)
        except InvalidKey as error:
            faults.append(Fault(name, str(error)))
        else:
            chosen[action] = keys
    while clash := _clash(chosen, preset):
        loser, other, key = clash
        faults.append(Fault(loser, t("keys.clash", action=loser, key=key_label(key), other=other)))
        del chosen[loser]
    return {id: keys for id, keys in chosen.items() if keys != usual_keys(preset, BY_ID[id])}, faults


def _read_entry(name: str, written: object) -> tuple[ActionId, tuple[str, ...]]:
    """The action of one entry and its keys; raises InvalidKey."""
    action = action_named(name)
    if action is None:
        raise InvalidKey(t("keys.no-action", action=name[:MAX_QUOTE]))
    if action.sort is ActionSort.TYPES:
        raise InvalidKey(t("keys.fixed", action=name))
    words = [written] if isinstance(written, str) else written
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise InvalidKey(t("keys.no-list", action=name))
    if not words and action.id in REQUIRED_ACTIONS:
        raise InvalidKey(t("keys.needed", action=name))
    return action.id, tuple(dict.fromkeys(map(parse_key, words)))


def _clash(chosen: Chosen, preset: KeyPreset) -> tuple[ActionId, ActionId, str] | None:
    """The last entry that takes another action's key, that action and the key; None without a conflict."""
    in_force = keys_in_force(preset, chosen)
    for name in reversed(list(chosen)):
        for key in chosen[name]:
            if others := conflicting_actions(in_force, BY_ID[name], key):
                return name, others[0].id, key
    return None


def format_keys(chosen: Chosen) -> dict[str, str | list[str]]:
    """The overrides as the settings file spells them."""
    spelled = {id: [format_key(key) for key in keys] for id, keys in chosen.items()}
    return {id: words[0] if len(words) == 1 else words for id, words in spelled.items()}


# -- settings ----------------------------------------------------------------------------------------


class Tiles(StrEnum):
    """The tile style setting."""

    AUTO = "auto"
    """Pictures where the terminal shows them, solid if it has more than 16 colours, boxes otherwise."""
    SOLID = "solid"
    LINE = "line"


class Theme(StrEnum):
    """The colour theme."""

    AUTO = "auto"
    """Felt if there are enough colours, otherwise sixteen, or mono."""
    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"
    SIXTEEN = "sixteen"
    """The 16 colours that every colour terminal has."""
    MONO = "mono"
    """The terminal's default colours only."""


def default_style(theme: str, glyphs: str) -> Tiles:
    """The default tile style: solid tiles need colours, and half blocks for their shadow."""
    few = theme in (Theme.SIXTEEN, Theme.MONO) or glyphs == Glyphs.ASCII
    return Tiles.LINE if few else Tiles.SOLID


def default_glyphs(terminal: str, *, unicode: bool) -> Glyphs:
    """The best glyph set for a terminal name (``TERM``) and for output in Unicode or not."""
    if not unicode:
        return Glyphs.ASCII
    return Glyphs.LATIN if terminal == LINUX_CONSOLE else Glyphs.KANJI


def default_theme(colours: ColourDepth) -> Theme:
    """The default theme for a number of colours."""
    if colours is ColourDepth.NONE:
        return Theme.MONO
    return Theme.FELT if colours.enough else Theme.SIXTEEN


_ENTRY = r"""\[?\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=.\]]+))\s*[=.\]]"""
"""A name at the beginning of a line: of an entry, or of a table in brackets."""
_IN_TABLE = r"""(?:^|[\s.{,"'])([^\s.{,"'=]+)["']?\s*="""
"""A name anywhere in a line: tables may be written inline."""


def first_lines(text: str) -> dict[str, int]:
    """The line number, from 1, at which each entry or table first stands."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if (entry := re.match(_ENTRY, line.lstrip())) is not None:
            found.setdefault(next(name for name in entry.groups() if name is not None), number)
    return found


def lines_in_table(text: str, begins: int) -> dict[str, int]:
    """The line number at which each entry of the table first stands that begins at that line.

    Comments are ignored.
    """
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines()[begins - 1 :], begins):
        for entry in re.finditer(_IN_TABLE, line.partition("#")[0]):
            found.setdefault(entry[1], number)
    return found


KEYS = "keys"
"""The name of the table of keys in the file."""
MAX_FAULTS = 3
"""The maximum number of faults in one message."""


class HintLevel(StrEnum):
    """How much the table helps."""

    OFF = "off"
    """Offer legal actions; explain an illegal one only when it is tried."""
    MARKS = "marks"
    """Marks, the furiten line, the waits, and grey for unavailable actions."""
    FULL = "full"
    """As ``MARKS``, and sentences about the choice under the cursor."""


class MarksWhen(StrEnum):
    """When the tiles of the hand carry safety marks."""

    NEVER = "never"
    DANGER = "danger"
    """While an opponent is in riichi or looks tenpai."""
    ALWAYS = "always"


class OnOff(StrEnum):
    """The value of a setting that is on or off."""

    OFF = "off"
    ON = "on"


class PracticeRules(StrEnum):
    """The ruleset of practice questions: the name of a preset, or any of them."""

    ANY = "any"
    WRC = "wrc"
    WRC2015 = "wrc2015"
    EMA = "ema"
    EMA2025 = "ema2025"
    TENHOU = "tenhou"
    MAHJONGSOUL = "mahjongsoul"
    MLEAGUE = "mleague"

    @property
    def preset(self) -> str:
        """The name of the preset; empty for any."""
        return "" if self is PracticeRules.ANY else self.value


class PracticeKinds(StrEnum):
    """Which kinds of questions mixed sessions ask."""

    LESSONS = "lessons"
    """The kinds that the lessons have opened."""
    ALL = "all"


class ClaimWindow(StrEnum):
    """How long a discard can be claimed in a game by table rules, in seconds."""

    OFF = "off"
    """Without a clock."""
    THREE = "3"
    FIVE = "5"
    TEN = "10"


class BotErrors(StrEnum):
    """How often bots err in a game by table rules."""

    OFF = "off"
    RARE = "rare"
    SOME = "some"
    OFTEN = "often"


class SettingGroup(StrEnum):
    """The group of a setting: the headings of the settings screen in their order."""

    HELP = "help"
    """Hints, marks and the coach."""
    PLAY = "play"
    """Automatic actions of the table."""
    PRACTICE = "practice"
    TABLE = "table"
    """Steps that a game by table rules leaves to the players."""
    LOOKS = "looks"
    PROGRAM = "program"


class Settings(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """All settings with their defaults.

    A new setting is a line here with its values and its group; its texts are in the catalogue under
    ``[settings]``. The screen, the file and the error messages follow from these. Keep the fields of a group
    together.
    """

    hints: Annotated[HintLevel, SettingGroup.HELP] = HintLevel.FULL
    marks: Annotated[MarksWhen, SettingGroup.HELP] = MarksWhen.DANGER
    coach: Annotated[OnOff, SettingGroup.HELP] = OnOff.OFF
    """Whether the table warns before a furiten mistake and reviews each hand."""
    auto_win: Annotated[OnOff, SettingGroup.PLAY] = OnOff.OFF
    no_calls: Annotated[OnOff, SettingGroup.PLAY] = OnOff.OFF
    auto_discard: Annotated[OnOff, SettingGroup.PLAY] = OnOff.ON
    auto_sort: Annotated[OnOff, SettingGroup.PLAY] = OnOff.ON
    confirm_discard: Annotated[OnOff, SettingGroup.PLAY] = OnOff.OFF
    confirm_decline: Annotated[OnOff, SettingGroup.PLAY] = OnOff.ON
    """Whether a win is declined only by the same key twice."""
    bell: Annotated[OnOff, SettingGroup.PLAY] = OnOff.OFF
    """Whether the terminal's bell rings when the player has to decide."""
    practice_rules: Annotated[PracticeRules, SettingGroup.PRACTICE] = PracticeRules.ANY
    practice_kinds: Annotated[PracticeKinds, SettingGroup.PRACTICE] = PracticeKinds.LESSONS
    practice_nobody_wins: Annotated[OnOff, SettingGroup.PRACTICE] = OnOff.OFF
    """Whether a hand that is folded goes on after a discard that deals in."""
    table_calls: Annotated[OnOff, SettingGroup.TABLE] = OnOff.ON
    """Whether the player says calls and wins, which are never offered."""
    table_window: Annotated[ClaimWindow, SettingGroup.TABLE] = ClaimWindow.FIVE
    table_rulings: Annotated[OnOff, SettingGroup.TABLE] = OnOff.ON
    """Whether the player's errors are carried out and penalised."""
    table_count: Annotated[OnOff, SettingGroup.TABLE] = OnOff.ON
    """Whether a winner says what the hand is worth."""
    table_tenpai: Annotated[OnOff, SettingGroup.TABLE] = OnOff.ON
    table_bot_errors: Annotated[BotErrors, SettingGroup.TABLE] = BotErrors.SOME
    table_hints: Annotated[OnOff, SettingGroup.TABLE] = OnOff.OFF
    tiles: Annotated[Tiles, SettingGroup.LOOKS] = Tiles.AUTO
    glyphs: Annotated[Glyphs, SettingGroup.LOOKS] = Glyphs.KANJI
    theme: Annotated[Theme, SettingGroup.LOOKS] = Theme.AUTO
    motion: Annotated[OnOff, SettingGroup.LOOKS] = OnOff.ON
    """Whether a new discard lights up and a call is announced in the centre."""
    language: Annotated[Language, SettingGroup.PROGRAM] = Language.AUTO
    keys_preset: Annotated[KeyPreset, SettingGroup.PROGRAM] = KeyPreset.ARROWS
    keys: Chosen = {}
    """The keys that differ from those of the preset: a table in the file, with a page of its own."""

    @property
    def keys_in_force(self) -> Chosen:
        """The keys that differ from the default keys, by the preset or by the user."""
        return keys_in_force(self.keys_preset, self.keys)


class ChoiceSetting(msgspec.Struct, frozen=True):
    """A setting with a fixed list of values."""

    name: str
    """The name in the file: ``auto-win``."""
    field: str
    """The name of the struct field: ``auto_win``."""
    group: SettingGroup
    values: tuple[StrEnum, ...]
    """The possible values, in the order of the screen."""

    def of(self, settings: Settings) -> StrEnum:
        value = getattr(settings, self.field)
        assert isinstance(value, StrEnum)
        return value

    def changed(self, settings: Settings, value: StrEnum) -> Settings:
        return msgspec.structs.replace(settings, **{self.field: value})


@cache
def choice_settings() -> dict[str, ChoiceSetting]:
    """Every setting by its name in the file, in the order of the struct.

    Found at the first request: to read the types of all fields takes a hundredth of a start.
    """
    found = {}
    for field in msgspec.structs.fields(Settings):
        if field.name == KEYS:
            continue
        choices, group = get_args(field.type)
        found[field.encode_name] = ChoiceSetting(field.encode_name, field.name, group, tuple(choices))
    return found


def with_preset(settings: Settings, preset: KeyPreset) -> tuple[Settings, str]:
    """The settings with that preset, and why keys of the user were given up; empty if none was."""
    keys, faults = parse_keys(format_keys(settings.keys), preset)
    told = join_clauses([fault.reason for fault in faults[:MAX_FAULTS]])
    return msgspec.structs.replace(settings, keys_preset=preset, keys=keys), told


class SettingsFile:
    """The settings and their file.

    ``faults`` has one sentence for each unusable entry of the file; ``fault`` is one message, which is empty
    if there are none.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / SETTINGS
        self.values, self.faults = _read(self.path)

    @property
    def fault(self) -> str:
        """One message with the first faults and the number of the others; empty without faults."""
        if not self.faults:
            return ""
        told = list(self.faults[:MAX_FAULTS])
        if more := len(self.faults) - MAX_FAULTS:
            told += [t("settings.more", count=more)] * (more > 0)
        return t("settings.ignored", name=SETTINGS, reason=join_clauses(told))

    def change(self, values: Settings) -> None:
        """Use these settings and save them; raises OSError if they cannot be saved, but uses them.

        If the present file has faults, it is renamed and kept beside the new one.
        """
        self.values = values
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if _read(self.path)[1]:
            self.path.rename(damaged_path(self.path))
        # write through a symbolic link instead of replacing it
        lines = [f"# {t('settings.head')}"]
        lines += (f'{name} = "{each.of(values)}"' for name, each in choice_settings().items())
        if values.keys:
            lines += ["", f"[{KEYS}]"]
            # JSON and TOML spell strings and lists of strings alike
            lines += (f"{name} = {_json(keys)}" for name, keys in format_keys(values.keys).items())
        write_atomic(self.path.resolve(), "\n".join((*lines, "")).encode())
        self.faults = ()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _read(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings of a file and its faults; the defaults if there is no file."""
    try:
        text = read_settings(path)
        tree = msgspec.toml.decode(text, type=dict[str, object])
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (t("settings.unreadable", reason=error.strerror or error),)
    except msgspec.DecodeError as error:
        # the message for a file that is not TOML, with the parser's line number, or else the last line
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        return Settings(), (t("settings.not-toml-line", line=line),)
    except (ValueError, RecursionError):  # no text, too deep, or a number or a name that is too long
        return Settings(), (t("settings.not-toml"),)
    return _understood(tree, text)


def _understood(tree: dict[str, object], text: str) -> tuple[Settings, tuple[str, ...]]:
    table = tree.pop(KEYS, {})
    lines = first_lines(text)
    unknown = [name for name in tree if name not in choice_settings()]
    faults = [t("settings.no-such", line=lines.get(name, 1), setting=name[:MAX_QUOTE]) for name in unknown]
    for name in unknown:
        del tree[name]
    while True:
        try:
            values = msgspec.convert(tree, Settings)
            break
        except msgspec.ValidationError as error:
            path = str(error).rpartition("at `$.")[2].removesuffix("`")
            name = next(name for name in (path, *tree) if name in tree)
            faults.append(_fault(name, tree.pop(name), lines.get(name, 1)))
    begins = lines.get(KEYS, 1)
    if not isinstance(table, dict):
        return values, (*faults, _at_line(begins, t("keys.no-table")))
    keys, wrong = parse_keys(table, values.keys_preset)
    within = lines_in_table(text, begins) if wrong else {}
    faults += [_at_line(within.get(each.action, begins), each.reason) for each in wrong]
    return msgspec.structs.replace(values, keys=keys), tuple(faults)


def _fault(name: str, value: object, line: int) -> str:
    choices = ", ".join(choice_settings()[name].values)
    return t("settings.no-value", line=line, setting=name, value=_quoted(value), choices=choices)


def _quoted(value: object) -> str:
    try:
        return str(value)[:MAX_QUOTE]
    except (ValueError, RecursionError):
        # a number of thousands of digits, or thousands of tables in each other
        return "…"


def _at_line(line: int, fault: str) -> str:
    return t("settings.at-line", line=line, fault=fault)
