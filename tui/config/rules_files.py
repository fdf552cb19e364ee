"""Own rules in files: one ruleset a file, as TOML that begins with a preset and names what it changes.

The files of the folder ``rules`` in the data folder can be named without their path and ending, as
``--rules club`` for ``rules/club.toml``. The form of a new game writes them there.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.own_rules import (
    LONGEST_TITLE,
    NONE,
    OWN_FIELDS,
    TITLE,
    USUAL_TITLE,
    RuleFault,
    RuleValue,
    UnknownRuleset,
    as_written,
    changes_of,
    expected,
    own_rules,
    preset_of,
    ruleset,
)
from engine.rules import PRESETS, Ruleset
from tui.i18n import t
from tui.system.files import numbered_path, os_error_text, read_settings, write_atomic

FOLDER = "rules"
"""The folder in the data folder."""
ENDING = ".toml"
PRESET = "preset"
"""The entry that names the preset."""
_IN_NAME = r"[^\w-]+"
"""What a name of a file does not take over from a title."""


class RulesFileError(UnknownRuleset):
    """A fault in a file of rules, with the file and the line."""


def read_rules(path: Path) -> Ruleset:
    """The ruleset of a file; raises RulesFileError."""
    try:
        text = read_settings(path)
        tree = msgspec.toml.decode(text, type=dict[str, object])
    except OSError as error:
        raise RulesFileError(os_error_text(error)) from None
    except msgspec.DecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise _fault(
            path, int(found[1]) if found else len(text.splitlines()), t("rules.file.no-toml")
        ) from None
    except (ValueError, RecursionError):
        raise _fault(path, 1, t("rules.file.no-toml")) from None
    from tui.config.settings import first_lines  # here: a preset needs no file

    lines = first_lines(text)
    named = tree.pop(PRESET, None)
    if not isinstance(named, str) or named not in PRESETS:
        told = t("rules.file.no-preset", presets=", ".join(PRESETS))
        written = "" if named is None else f"{as_written(named)}: "
        raise _fault(path, lines.get(PRESET, 1), f"{PRESET}: {written}{told}")
    try:
        return own_rules(PRESETS[named], tree)
    except RuleFault as error:
        raise _fault(path, lines.get(error.field, 1), str(error)) from None


def _fault(path: Path, line: int, says: str) -> RulesFileError:
    return RulesFileError(t("rules.file.fault", file=path, line=line, says=says))


def rules_text(rules: Ruleset) -> str:
    """The file of a ruleset: every field with its meaning, those as in the preset as comments."""
    preset, changes = preset_of(rules), changes_of(rules)
    lines = [f"# {line}" for line in t("rules.file.head", preset=preset.title).splitlines()]
    title = rules.title if changes else USUAL_TITLE
    lines += [f'{PRESET} = "{preset.name}"', f"{'' if changes else '# '}{TITLE} = {written_toml(title)}"]
    for field in OWN_FIELDS:
        mark = "" if field in changes else "# "
        told = f"{field} = {written_toml(getattr(rules, field))}"
        lines += ["", f"# {t(f'rules.fields.{field}')}", f"# {expected(field)}", f"{mark}{told}"]
    return "\n".join((*lines, ""))


def written_toml(value: RuleValue) -> str:
    """A value of a ruleset as TOML, where strings and lists are spelled as in JSON."""
    return msgspec.json.encode(NONE if value is None else value).decode()


def named_rules(text: str, home: Path) -> Ruleset:
    """A ruleset by its name, by a file, or of the folder of own rules by its name or title.

    Raises UnknownRuleset, and RulesFileError for a file.
    """
    if text.lower() in PRESETS:
        return PRESETS[text.lower()]
    if text.startswith(tuple(f"{name};" for name in PRESETS)):
        return ruleset(text)
    if text.endswith(ENDING) or Path(text).name != text:
        return read_rules(Path(text))
    kept = _kept(home)
    path = next((path for path, _ in kept if path.stem == text), Path(text))
    if os.path.isfile(path):
        return read_rules(path)
    titled = (rules for _, rules in kept if isinstance(rules, Ruleset) and rules.title == text)
    if (found := next(titled, None)) is not None:
        return found
    names = (*PRESETS, *(path.stem for path, _ in kept))
    told = t("rules.file.unknown", name=text[:LONGEST_TITLE], names=", ".join(names))
    raise UnknownRuleset(told)


def kept_rules(home: Path) -> dict[str, Ruleset]:
    """The readable rulesets of the folder, by the name of their file."""
    return {path.stem: rules for path, rules in _kept(home) if isinstance(rules, Ruleset)}


def faults_of_kept_rules(home: Path) -> list[str]:
    """A line for each file of the folder that cannot be read."""
    return [str(fault) for _, fault in _kept(home) if isinstance(fault, RulesFileError)]


def _kept(home: Path) -> list[tuple[Path, Ruleset | RulesFileError]]:
    """The files of the folder with their rules, or with what is wrong with them.

    One that is called like a preset is left out: it could not be named.
    """
    found: list[tuple[Path, Ruleset | RulesFileError]] = []
    with suppress(OSError):
        for path in sorted((home / FOLDER).glob(f"*{ENDING}")):
            if path.stem.lower() in PRESETS:
                continue
            try:
                found.append((path, read_rules(path)))
            except RulesFileError as error:
                found.append((path, error))
    return found


def keep_rules(home: Path, rules: Ruleset, begun_with: Ruleset | None = None) -> Path:
    """Write a ruleset into the folder, under a name that its title gives; raises OSError.

    It takes the place of the rules that it was made from, if they have the same title. Any other file stays
    as it is: the name gets a number.
    """
    begun = re.sub(_IN_NAME, "-", rules.title.casefold()).strip("-") or FOLDER
    if begun in PRESETS:
        begun = f"{begun}-{FOLDER}"

    for path, known in _kept(home):
        if known == rules:
            return path
        if known == begun_with and isinstance(known, Ruleset) and known.title == rules.title:
            write_atomic(path, rules_text(rules).encode())
            return path
    path = numbered_path(home / FOLDER, begun, ENDING)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, rules_text(rules).encode())
    return path
