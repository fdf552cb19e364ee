"""Parts of pages that are made of the program: its keys, its commands, the errors at a table."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby

from engine import events as ev
from engine.rules import PRESETS, REFEREE, Offence, Penalty, penalty_for
from tests.support.fresh_interpreter import run
from tests.support.tui.table_errors import ERRORS
from tools.docs.man_page import Described, described
from tools.docs.page_part import WrittenPage
from tui.cli import COMMANDS
from tui.config.actions import BY_ID, ActionSort, NamedAction, format_key, key_label
from tui.config.settings import KEY_PRESETS, KeyPreset
from tui.i18n import DEFAULT_LANGUAGE, choose_language, t
from tui.play.play_options import FIRST_TOURNAMENT, with_steps
from tui.screens.pages.help_page import GROUPS, grouped
from tui.words.table_rules import source

HEAD = ("| keys | what it does | id |", "|---|---|---|")


def key_tables() -> str:
    """A table of all usual keys by place, and one of each preset."""
    rows = [*HEAD]
    for name, actions in zip(GROUPS, grouped(GROUPS), strict=True):
        rows.append(f"| **{t(f'screen.groups.{name}')}** | | |")
        for words, alike in groupby(actions, key=lambda action: action.words):
            together = list(alike)
            ids = " ".join(f"`{action.id}`" for action in together)
            rows.append(f"| {' '.join(map(_keys_of, together))} | {words} | {ids} |")
    presets = (_preset_table(preset) for preset, moved in KEY_PRESETS.items() if moved)
    return "\n".join((*rows, "", *presets))


def _preset_table(preset: KeyPreset) -> str:
    """The keys of a preset that are not the default keys."""
    moved = KEY_PRESETS[preset].items()
    rows = [f"| {_names(keys)} | {BY_ID[id].words} | `{id}` |" for id, keys in moved]
    return "\n".join((f"## Preset `{preset}`\n", *HEAD, *rows, ""))


def _keys_of(action: NamedAction) -> str:
    if action.sort is ActionSort.TYPES:
        return " ".join(map(key_label, action.default_keys)) or action.together
    return _names(action.default_keys)


def _names(keys: Iterable[str]) -> str:
    return " ".join(f"`{format_key(key)}`" for key in keys)


def command_chapters() -> str:
    """A chapter for each command, in the order of ``furiten --help``."""
    return "\n".join(_chapter(name) for name in COMMANDS)


def _chapter(name: str) -> str:
    return "\n".join(_chapter_lines(described(name)))


def _chapter_lines(command: Described) -> Iterator[str]:
    yield f"## {command.name}\n"
    yield f"```\n{command.usage}\n```\n"
    for paragraph in command.paragraphs:
        yield f"{_escaped(paragraph)}\n"
    if command.options:
        yield "| option | what it does |\n|---|---|"
        yield from (f"| {_code(names)} | {_escaped(words)} |" for names, words in command.options)
        yield ""
    yield "\n".join(("```", *command.examples, "```\n"))


def _code(words: str) -> str:
    """The words as code. A bar between backticks ends a cell on some sites and not on others."""
    return f"<code>{words.replace('|', '&#124;')}</code>" if "|" in words else f"`{words}`"


def _escaped(words: str) -> str:
    """The words on one line, with nothing in them that Markdown would take for its own."""
    words = " ".join(words.split()).replace("<", "&lt;")
    for sign in "\\`*|":
        words = words.replace(sign, f"\\{sign}")
    return words


def _english_chapters() -> str:
    """The chapters of a fresh interpreter, which speaks English."""
    code = "from tools.docs.written_pages import command_chapters; print(command_chapters(), end='')"
    return run([sys.executable, "-c", code])


def error_tables() -> str:
    """What each ruleset does, what the screen says, what the record holds."""
    return "\n".join((_penalties(), _error_rulings(), _error_events()))


def _penalty(rules: str, offence: Offence) -> Penalty | None:
    return penalty_for(with_steps(PRESETS[rules], FIRST_TOURNAMENT), offence)


def _penalties() -> str:
    rows = ["### What it leads to\n", f"| error | keys | {' | '.join(PRESETS)} |", "|---" * 9 + "|"]
    for offence in Offence:
        found = [_penalty(rules, offence) for rules in PRESETS]
        words = " | ".join("–" if each is None else t(f"reviewed.penalty.{each}") for each in found)
        rows.append(f"| {t(f'reviewed.foul-of.{offence}')} | {_committed(offence)} | {words} |")
    return "\n".join((*rows, ""))


def _committed(offence: Offence) -> str:
    if offence in REFEREE:
        return "a referee says so"
    return "by keys" if any(error.offence is offence for error in ERRORS) else "no key does it"


def _error_rulings() -> str:
    rows = [
        "### What the screen says\n",
        "The ruling says who did what, and why it was wrong; the rule; the penalty; and what happens now.\n",
        "| ruleset | penalty | rule | what happens now |",
        "|---|---|---|---|",
    ]
    for rules in PRESETS:
        for penalty in Penalty:
            if any(_penalty(rules, offence) is penalty for offence in Offence):
                told = t("ruling.rule", source=source(PRESETS[rules], penalty))
                name, now = t(f"reviewed.penalty.{penalty}"), t(f"ruling.now.{penalty}")
                rows.append(f"| `{rules}` | {name} | {told} | {now} |")
    return "\n".join((*rows, ""))


def _error_events() -> str:
    rows = ["### What the record holds\n", "| error | event |", "|---|---|"]
    for offence in Offence:
        penalty = next(filter(None, (_penalty(rules, offence) for rules in PRESETS)), None)
        if penalty is not None:
            line = ev.encode(ev.Foul(0, offence, penalty)).decode()
            rows.append(f"| {t(f'reviewed.foul-of.{offence}')} | `{line}` |")
    return "\n".join((*rows, ""))


KEYS = WrittenPage("keys", "keys", key_tables)
COMMANDS_PAGE = WrittenPage("commands", "commands", _english_chapters)
TABLE_ERRORS = WrittenPage("table-errors", "errors", error_tables)


if __name__ == "__main__":
    choose_language(DEFAULT_LANGUAGE)
    for page in (KEYS, COMMANDS_PAGE, TABLE_ERRORS):
        page.write()
