"""``docs/keys.md``: every action with its id, its usual keys and its words, out of the table of actions.

``make pictures`` writes the table anew; a test compares it.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.support.fresh_interpreter import ROOT
from tui.config.actions import BY_ID, ActionSort, NamedAction, format_key, key_label
from tui.config.keymap import PRESETS, KeyPreset
from tui.i18n.texts import DEFAULT_LANGUAGE, choose_language, t
from tui.screens.pages.help import GROUPS, grouped

PAGE = ROOT / "docs" / "keys.md"
BEGIN, END = "<!-- keys: written by make pictures -->\n", "<!-- end of the keys -->\n"


def tables() -> str:
    """A table for each group of places."""
    groups = zip(GROUPS, grouped(GROUPS), strict=True)
    usual = [_table(t(f"screen.groups.{name}"), actions) for name, actions in groups]
    return "\n".join((*usual, *(_preset(preset) for preset, moved in PRESETS.items() if moved)))


def _preset(preset: KeyPreset) -> str:
    """The keys of a preset that are not the default keys."""
    rows = [f"### Preset `{preset}`\n", "| id | usual keys | what it does |", "|---|---|---|"]
    rows += [f"| `{id}` | {_names(keys)} | {BY_ID[id].words} |" for id, keys in PRESETS[preset].items()]
    return "\n".join((*rows, ""))


def _table(title: str, actions: list[NamedAction]) -> str:
    rows = [f"### {title}\n", "| id | usual keys | what it does |", "|---|---|---|"]
    rows += [f"| `{action.id}` | {_keys(action)} | {action.words} |" for action in actions]
    return "\n".join((*rows, ""))


def _keys(action: NamedAction) -> str:
    if action.sort is ActionSort.TYPES:
        return f"{' '.join(map(key_label, action.default_keys)) or action.together} (fixed)"
    return _names(action.default_keys)


def _names(keys: Iterable[str]) -> str:
    return " ".join(f"`{format_key(key)}`" for key in keys)


def page() -> str:
    """The whole page, with the tables as they are now."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{tables()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    choose_language(DEFAULT_LANGUAGE)
    PAGE.write_text(page(), encoding="utf-8")
