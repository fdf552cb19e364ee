"""Which language the program speaks.

The environment counts first (``FURITEN_LANGUAGE``), then the setting, then the locale. The locale never
chooses Japanese where it could not be read: with tiles in seven-bit characters, on the bare console of Linux,
which has no kanji, and where what is written has no letters for it.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from enum import StrEnum

from tui.system.files import SETTINGS, home
from tui.system.terminal import GLYPHS_VARIABLE, Glyphs

LANGUAGE_VARIABLE = "FURITEN_LANGUAGE"
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the locale of messages, the one that counts first before the others."""
CONSOLE = "linux"
"""The TERM of the console of Linux, which has no kanji."""


class Language(StrEnum):
    """What the person can choose."""

    AUTO = "auto"
    """As the locale has it."""
    ENGLISH = "en"
    JAPANESE = "ja"


def spoken(
    chosen: Language = Language.AUTO,
    glyphs: str = Glyphs.KANJI,
    environment: Mapping[str, str] = os.environ,
) -> Language:
    """The language to speak where these are the settings; never ``AUTO``.

    A language that there is not, in the environment, is as none: see ``unknown_language``.
    """
    asked = environment.get(LANGUAGE_VARIABLE, "")
    wanted = Language(asked) if asked in tuple(Language) else chosen
    if wanted is not Language.AUTO:
        return wanted
    return (
        Language.JAPANESE
        if is_japanese(environment) and not obstacle(glyphs, environment)
        else Language.ENGLISH
    )


def unknown_language(environment: Mapping[str, str] = os.environ) -> str:
    """What the environment asks for and there is not, empty where there is nothing wrong."""
    asked = environment.get(LANGUAGE_VARIABLE, "")
    return "" if asked in ("", *Language) else asked


def is_japanese(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the locale asks for Japanese."""
    locale = next(filter(None, map(environment.get, _LOCALE)), "")
    return locale.partition(".")[0].partition("_")[0] == Language.JAPANESE


def obstacle(glyphs: str, environment: Mapping[str, str] = os.environ) -> str:
    """Why a Japanese locale does not choose Japanese: ``glyphs``, ``console``, ``letters``, or nothing."""
    if (environment.get(GLYPHS_VARIABLE) or glyphs) == Glyphs.ASCII:
        return "glyphs"
    if environment.get("TERM") == CONSOLE:
        return "console"
    return "" if _spelled(getattr(sys.stdout, "encoding", None) or "utf-8") else "letters"


def _spelled(encoding: str) -> bool:
    try:
        "日本語".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def at_start() -> Language:
    """The language of a program that has not read its settings yet: the file is looked into for no more."""
    if os.environ.get(LANGUAGE_VARIABLE, "") in (Language.ENGLISH, Language.JAPANESE):
        return spoken()
    try:
        kept = tomllib.loads((home() / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return spoken()
    language, glyphs = kept.get("language"), kept.get("glyphs")
    chosen = Language(language) if language in tuple(Language) else Language.AUTO
    return spoken(chosen, glyphs if isinstance(glyphs, str) else Glyphs.KANJI)
