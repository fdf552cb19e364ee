"""The titles of all scenes, without what they hold: a list needs no bots, no questions and no screen."""

from __future__ import annotations

import tomllib
from typing import NamedTuple

from assets import FOLDER
from tui.i18n import DEFAULT_LANGUAGE, language


class SceneTitle(NamedTuple):
    """A scene as it stands in the list."""

    number: int
    id: str
    title: str
    """In the language of the interface, or in the default language."""


def scene_titles() -> list[SceneTitle]:
    """All of them in order of their numbers; ``scene_files`` checks the files."""
    found = []
    for file in (FOLDER / "scenes").iterdir():
        number, _, id = file.name.removesuffix(".toml").partition("-")
        if file.name.endswith(".toml"):
            words = tomllib.loads(file.read_text(encoding="utf-8"))["words"]
            told = words.get(language()) or words[DEFAULT_LANGUAGE]
            found.append(SceneTitle(int(number), id, told["title"]))
    return sorted(found)
