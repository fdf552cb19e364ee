"""The language of the program, the catalogue of every text that a player reads, and the layout of text.

Order of precedence of the language: the environment (``FURITEN_LANGUAGE``), the setting, the locale. The
locale does not choose Japanese if it could not be read: with ASCII tiles, on the Linux console, which has
no kanji, and if the output encoding has no Japanese characters.

A text is ``t("section.key", name=value)``. The texts of a language are in the folder
``assets/texts/<language>``, one file for each area. A text may contain named placeholders such as
``{tile}`` or ``{points:,}``. A text that depends on a number is a table with the forms ``one`` and
``other`` and takes ``count=…``; in a language without plurals it is a plain text.

It does not use rich, which the plain game and the command line do not import.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from unicodedata import combining, east_asian_width

from assets import FOLDER
from engine.wording import visible
from tui.system.files import read_settings, settings_file
from tui.system.terminal import GLYPHS_VARIABLE, Glyphs

LANGUAGE_VARIABLE = "FURITEN_LANGUAGE"
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the message locale, highest precedence first."""
LINUX_CONSOLE = "linux"
"""TERM of the Linux console, which has no kanji."""


class Language(StrEnum):
    """The values of the language setting."""

    AUTO = "auto"
    """Follow the locale."""
    ENGLISH = "en"
    JAPANESE = "ja"


def resolve_language(
    chosen: Language = Language.AUTO,
    glyphs: str = Glyphs.KANJI,
    environment: Mapping[str, str] = os.environ,
) -> Language:
    """The language for these settings; never ``AUTO``.

    An unknown language in the environment is ignored; ``unknown_language`` reports it.
    """
    asked = environment.get(LANGUAGE_VARIABLE, "")
    wanted = Language(asked) if asked in tuple(Language) else chosen
    if wanted is not Language.AUTO:
        return wanted
    return (
        Language.JAPANESE
        if locale_is_japanese(environment) and not japanese_obstacle(glyphs, environment)
        else Language.ENGLISH
    )


def unknown_language(environment: Mapping[str, str] = os.environ) -> str:
    """The unsupported language that the environment names, or an empty string."""
    asked = environment.get(LANGUAGE_VARIABLE, "")
    return "" if asked in ("", *Language) else asked


def locale_is_japanese(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the locale's language is Japanese."""
    locale = next(filter(None, map(environment.get, _LOCALE)), "")
    return locale.partition(".")[0].partition("_")[0] == Language.JAPANESE


def japanese_obstacle(glyphs: str, environment: Mapping[str, str] = os.environ) -> str:
    """Why a Japanese locale does not choose Japanese: ``glyphs``, ``console``, ``letters``, or empty."""
    if (environment.get(GLYPHS_VARIABLE) or glyphs) == Glyphs.ASCII:
        return "glyphs"
    if environment.get("TERM") == LINUX_CONSOLE:
        return "console"
    return "" if _spelled(getattr(sys.stdout, "encoding", None) or "utf-8") else "letters"


def _spelled(encoding: str) -> bool:
    try:
        "日本語".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def language_at_start() -> Language:
    """The language before the settings are read; reads only the language and the glyphs from the file."""
    if os.environ.get(LANGUAGE_VARIABLE, "") in (Language.ENGLISH, Language.JAPANESE):
        return resolve_language()
    try:
        kept = _parsed(read_settings(settings_file()))
    except (OSError, ValueError, RecursionError):
        return resolve_language()
    language, glyphs = kept.get("language"), kept.get("glyphs")
    chosen = next((each for each in Language if each == language), Language.AUTO)
    return resolve_language(chosen, glyphs if isinstance(glyphs, str) else Glyphs.KANJI)


DEFAULT_LANGUAGE = "en"

TextForms = str | dict[str, str]
"""A text, or its forms ``one`` and ``other``."""

_HEADING = b"\n["
"""The bytes before the name of a section. Every text is below a heading."""
_LINES = re.compile(r'^(?:\[(.+)\]|([\w-]+) = (?:"""(?s:.*?)"""|.*))$', re.MULTILINE)
"""The headings and the entries of a section, each with its name."""
_FORMS = re.compile(r'\{ one = "([^"\\]*)", other = "([^"\\]*)" \}')

_chosen = ""
"""The language code; empty until the first text is requested or a language is chosen."""


class TextError(KeyError):
    """A text or one of its values is missing; the message names the key and the missing value."""

    def __str__(self) -> str:
        return str(self.args[0])


def language() -> str:
    """The code of the current language, such as ``en``."""
    if not _chosen:
        choose_language(language_at_start())
    return _chosen


def choose_language(code: str) -> None:
    """Set the current language; raises TextError if it has no catalogue."""
    global _chosen
    code = str(code)  # a Language is another key of what is remembered
    _written(code)
    _chosen = code


def catalogue(code: str) -> Mapping[str, TextForms]:
    """All texts of a language by full key."""
    keys = [key for name in _written(code) for key in section(code, name)]
    return {key: text for key in keys if (text := entry(code, key)) is not None}


@cache
def section(code: str, name: str) -> Mapping[str, str]:
    """The unparsed entries of one section by full key, found at the first request.

    An entry is parsed when its text is needed. To parse whole sections would take a fortieth of the start.
    """
    entries: dict[str, str] = {}
    table = ""
    for line in _LINES.finditer(_written(code).get(name, b"").decode().replace("\r", "")):
        if line[1]:
            table = line[1]
        else:
            entries[f"{table}.{line[2]}"] = line[0]
    return entries


@cache
def entry(code: str, key: str) -> TextForms | None:
    """The text of a key in a language; None if there is none."""
    written = section(code, key.partition(".")[0]).get(key)
    if written is None:
        return None
    value = written.partition(" = ")[2]
    plain = value[3:-3].removeprefix("\n") if value.startswith('"""') else value[1:-1]
    if value.startswith('"') and '"' not in plain and "\\" not in plain:
        # most texts; the parser takes longer, and a start does without it
        return plain
    if forms := _FORMS.fullmatch(value):
        return {"one": forms[1], "other": forms[2]}
    parsed = _parsed(written)[key.rpartition(".")[2]]
    if isinstance(parsed, str) or (isinstance(parsed, dict) and parsed.keys() == {"one", "other"}):
        return parsed
    raise TextError(f"text '{key}' is not a string")


def _parsed(toml: str) -> dict[str, object]:
    import tomllib  # here: few texts need it, and with it a start would take 2 ms longer

    return tomllib.loads(toml)


@cache
def _written(code: str) -> Mapping[str, bytes]:
    """The unparsed sections of a language by name, read from the assets once; few are ever decoded."""
    folder = os.path.join(FOLDER, "texts", code)
    if not os.path.isdir(folder):
        raise TextError(f"no texts for the language '{code}'")
    sections: dict[str, bytes] = {}
    for entry in os.scandir(folder):
        with open(entry, "rb") as file:
            _, *parts = (b"\n" + file.read()).split(_HEADING)
        for part in parts:
            name = part[: part.index(b"]")].partition(b".")[0].decode()
            sections[name] = sections.get(name, b"") + _HEADING + part
    return sections


def t(key: str, /, **values: object) -> str:
    r"""The text of a key with its placeholders filled, control characters in values written as ``\x1b``.

    Raises TextError if the key or a value is missing.
    """
    text = entry(_chosen or language(), key)
    if text is None:
        raise TextError(f"no text '{key}'")
    if isinstance(text, dict):
        if "count" not in values:
            raise TextError(f"text '{key}' needs a value for 'count'")
        text = text["one" if values["count"] == 1 else "other"]
    try:
        filled = text.format_map(values)
    except KeyError as error:
        raise TextError(f"text '{key}' needs a value for {error}") from None
    return filled if filled.isprintable() else text.format_map(_visible_values(values))


def _visible_values(values: Mapping[str, object]) -> dict[str, object]:
    """The values with their control characters as escapes: names, paths, reasons come from anywhere."""
    return {
        name: value if isinstance(value, int | float) else visible(str(value))
        for name, value in values.items()
    }


_WIDE = "WF"


def width(text: str) -> int:
    """The width of a text in cells (UAX 11: wide and fullwidth characters take two)."""
    if text.isascii():
        return len(text)
    return sum((1 + (east_asian_width(letter) in _WIDE)) * (not combining(letter)) for letter in text)


def ljust(text: str, cells: int) -> str:
    """Pad the text with spaces on the right to a width in cells; a wider text is unchanged."""
    return text + " " * (cells - width(text))


def rjust(text: str, cells: int) -> str:
    """Pad the text with spaces on the left to a width in cells; a wider text is unchanged."""
    return " " * (cells - width(text)) + text


def minutes(seconds: float) -> str:
    """A time in minutes and seconds: ``2:05``."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def nearest(given: str, known: Iterable[str]) -> str:
    """The question whether one of the names nearest to an unknown one was meant; empty if none is near."""
    # only a mistake needs it
    from difflib import get_close_matches

    near = get_close_matches(given.lower(), list(known))
    return t("cli.errors.near", names=join_list(near)) if near else ""


def join_sentences(parts: Iterable[str]) -> str:
    """Join sentences; empty ones are left out."""
    return t("joining.sentences").join(filter(None, parts))


def join_list(parts: Iterable[str]) -> str:
    """Join the items of a list without a final "and": ``3s, 4s, 6s``."""
    return t("joining.list").join(parts)


def join_clauses(parts: Iterable[str]) -> str:
    """Join parts of a sentence that may contain commas."""
    return t("joining.clauses").join(parts)


def wrapped(text: str, cells: int, indent: int = 0) -> list[str]:
    """The text in lines of at most that many cells. All but the first are indented.

    A piece that is longer than a line and cannot be broken is split at the end of the line.
    """
    lines = [""]
    for before, piece in _short_pieces(text, cells - indent):
        longer = lines[-1] + before + piece if lines[-1].strip() else lines[-1] + piece
        if width(longer) > cells and lines[-1].strip():
            lines.append(" " * indent + piece)
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


def _short_pieces(text: str, cells: int) -> Iterator[tuple[str, str]]:
    """The pieces of a text with what stands before each; one that is wider than a line is split."""
    for before, piece in unbreakable_pieces(text):
        while width(piece) > cells and len(piece) > 1:
            kept = next((count for count in range(len(piece) - 1, 1, -1) if width(piece[:count]) <= cells), 1)
            yield before, piece[:kept]
            before, piece = "", piece[kept:]
        yield before, piece


_STOP = "。"
_NEVER_FIRST = frozenset(
    f"{_STOP}、，．・：；？！）」』】〕〉》ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}}"
)
_NEVER_LAST = frozenset("（「『【〔〈《([{")


def unbreakable_pieces(text: str) -> Iterator[tuple[str, str]]:
    """Unbreakable pieces of a text, each with the separator before it on the same line: a space, or none."""
    if text.isascii():
        yield from ((" ", word) for word in text.split(" "))
        return
    for word in text.split(" "):
        start, before = 0, " "
        for place in range(1, len(word)):
            if _breaks(word[place - 1], word[place:]):
                yield before, word[start:place]
                start, before = place, ""
        yield before, word[start:]


def _breaks(one: str, rest: str) -> bool:
    """Whether a line may end between this letter and the rest of its word."""
    other = rest[0]
    if not (_wide(one) or _wide(other)) or other in _NEVER_FIRST or one in _NEVER_LAST:
        return False
    if rest[1:] == "" or rest[1] == _STOP:
        return False
    if one.isascii():
        return not (one.isdigit() or (one.isalpha() and _hiragana(other)))
    return not (_katakana(one) and _katakana(other))


def _wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF"


def _hiragana(letter: str) -> bool:
    return "ぁ" <= letter <= "ゖ"


def _katakana(letter: str) -> bool:
    return "ァ" <= letter <= "ヺ" or letter == "ー"
