"""The catalogue of every text that a person reads: ``t("section.key", name=value)``.

The texts of a language stand in the folder ``assets/texts/<language>``, a file for each area. A text may hold
named places in braces, such as ``{tile}`` or ``{points:,}``. A text whose wording depends on a number is a
table with the forms ``one`` and ``other`` and is asked for with ``count=…``; in a language that has no plural
it is a text like any other.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache

from assets import FOLDER
from tui.i18n.language import at_start

DEFAULT_LANGUAGE = "en"

DYNAMIC_PREFIXES: tuple[str, ...] = (
    "arena.rows.",
    "arena.faults.",
    "session.lapses.",
    "cli.errors.missing-",
    "commands.",
    "rules.fields.",
    "score.reasons.",
    "hand.furiten.",
    "yaku.",
    "fu.",
    "limits.",
    "why.",
    "furiten.clause-",
    "furiten.ends-",
    "furiten.kind-",
    "furiten.before-",
    "furiten.change-",
    "furiten.back-",
    "table.legend.tier-",
    "marks.ground.",
    "log.why-",
    "lesson.did.",
    "lesson.led.",
    "lesson.ends.",
    "moments.danger-",
    "moments.ended-",
    "desk.tile.",
    "desk.about-",
    "desk.says-",
    "warning.furiten-",
    "warning.riichi-",
    "desk.suit.",
    "switch.names.",
    "switch.turned.",
    "result.draw.",
    "session.places.",
    "newgame.fields.",
    "newgame.lengths.",
    "newgame.speeds.",
    "newgame.about.",
    "newgame.bots.",
    "newgame.levels.",
    "newgame.rulesets.",
    "settings.groups.",
    "keys.line.",
    "keys.arrows.",
    "keys.about.",
    "settings.fields.",
    "settings.values.",
    "settings.about.",
    "screen.speeds.",
    "screen.groups.",
    "screen.help.about-",
    "screen.help.to-",
    "result.rule.",
    "result.place.",
    "panel.safe.",
    "panel.ground.",
    "panel.honour.",
    "panel.number.",
    "panel.suji.",
    "panel.side.",
    "panel.wait.",
    "panel.first-wait.",
    "panel.alarm.",
    "panel.threat.",
    "panel.sign.",
    "panel.ends.",
    "panel.yaku.",
    "panel.no-win.",
    "practice.about.",
    "practice.next.",
    "practice.months.",
    "practice.heads.",
    "plain.names.",
    "plain.sides.",
    "plain.usage.",
    "plain.about.",
    "drill.kinds.",
    "drill.furiten.ask-",
    "drill.furiten.is-",
    "drill.ron.is-",
    "drill.passing.ask-",
    "drill.passing.then-",
    "drill.passing.is-",
    "drill.safe.is-",
    "drill.kan.ask-",
    "drill.kan.is-",
    "drill.kan.near-",
    "drill.riichi.change-",
    "drill.riichi.is-",
    "drill.twist.",
    "doctor.label.",
    "doctor.colour.",
    "doctor.class.",
    "doctor.about.",
)
"""Beginnings of keys that are put together at run time, as in ``t(f"rules.fields.{name}")``.

A test finds every other key by its spelling in the source; what is composed is declared here.
"""

TextForms = str | dict[str, str]
"""A text, or its forms ``one`` and ``other``."""

_HEADING = re.compile(r"^(?=\[([a-z-]+))", re.MULTILINE)
"""Where a part of a file begins, and the section that it belongs to: every text stands below a heading."""

_chosen = ""
"""Empty until the first text is asked for, or a language is chosen."""


class TextError(KeyError):
    """A text or one of its values is missing; the message names the key and what it lacks."""

    def __str__(self) -> str:
        return str(self.args[0])


def language() -> str:
    """The language that texts are shown in, as a code such as ``en``."""
    if not _chosen:
        choose_language(at_start())
    return _chosen


def choose_language(code: str) -> None:
    """Show texts in that language from now on; raises TextError when there is no catalogue for it."""
    _written(code)
    global _chosen
    _chosen = code


def catalogue(code: str) -> Mapping[str, TextForms]:
    """All texts of a language by their full key."""
    return {key: entry for name in _written(code) for key, entry in section(code, name).items()}


@cache
def section(code: str, name: str) -> Mapping[str, TextForms]:
    """The texts of one section by their full key; parsed when the first of them is asked for.

    A start needs a few of the sections, and to parse them all would take a twentieth of its time.
    """
    entries: dict[str, TextForms] = {}
    _flatten("", tomllib.loads(_written(code).get(name, "")), entries)
    return entries


@cache
def _written(code: str) -> Mapping[str, str]:
    """The sections of a language as they stand in its files, read from the assets once."""
    folder = FOLDER / "texts" / code
    if not folder.is_dir():
        raise TextError(f"no texts for the language '{code}'")
    sections: dict[str, str] = {}
    for area in folder.iterdir():
        _, *parts = _HEADING.split(area.read_text(encoding="utf-8"))
        for name, part in zip(parts[::2], parts[1::2], strict=True):
            sections[name] = sections.get(name, "") + part
    return sections


def _flatten(prefix: str, tree: Mapping[str, object], into: dict[str, TextForms]) -> None:
    for key, value in tree.items():
        if isinstance(value, str) or (isinstance(value, dict) and value.keys() == {"one", "other"}):
            into[prefix + key] = value
        elif isinstance(value, dict):
            _flatten(f"{prefix}{key}.", value, into)
        else:
            raise TextError(f"text '{prefix}{key}' is not a string")


def t(key: str, /, **values: object) -> str:
    """The text of that key with its places filled; raises TextError when the key or a value is missing."""
    entry = section(_chosen or language(), key.partition(".")[0]).get(key)
    if entry is None:
        raise TextError(f"no text '{key}'")
    if isinstance(entry, dict):
        if "count" not in values:
            raise TextError(f"text '{key}' needs a value for 'count'")
        entry = entry["one" if values["count"] == 1 else "other"]
    try:
        return entry.format_map(values)
    except KeyError as error:
        raise TextError(f"text '{key}' needs a value for {error}") from None
