"""Choose the language of the program.

Order of precedence: the environment (``FURITEN_LANGUAGE``), the setting, the locale. The locale does not
choose Japanese if it could not be read: with ASCII tiles, on the Linux console, which has no kanji, and if
the output encoding has no Japanese characters.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from enum import StrEnum

from tui.system.files import SETTINGS, data_folder, read_settings
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
        kept = tomllib.loads(read_settings(data_folder() / SETTINGS))
    except (OSError, ValueError, RecursionError):
        return resolve_language()
    language, glyphs = kept.get("language"), kept.get("glyphs")
    chosen = Language(language) if language in tuple(Language) else Language.AUTO
    return resolve_language(chosen, glyphs if isinstance(glyphs, str) else Glyphs.KANJI)
