"""Scenes as data: what they open, the keys they press, and their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from ai.drills.question import DrillKind
from ai.lessons.lesson_notation import Move
from ai.lessons.lesson_setup import Setting
from engine.rules import Ruleset
from tui.demo.game_history import PastGames
from tui.demo.practice_history import Answered
from tui.i18n.texts import DEFAULT_LANGUAGE, language

SIZES = ((80, 24), (120, 40))
"""The sizes in which there is a picture of every scene."""


class SceneError(ValueError):
    """A scene that cannot be read or shown. The message is one line: the file and the fault."""


class Opens(StrEnum):
    """What a scene opens."""

    TITLE = "title"
    TABLE = "table"
    QUESTION = "question"
    PRACTICE = "practice"
    """The menu of practice."""
    LESSON = "lesson"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some keys, pressed one after the other, with the caption of the story."""

    keys: str = ""
    """Names such as ``right`` or ``enter``, or characters, separated by spaces."""
    says: str = ""
    """The id of the caption, shown before the keys are pressed."""

    @property
    def pressed(self) -> tuple[str, ...]:
        """The keys one by one."""
        return tuple(self.keys.split())


class SceneQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question of a scene: about its position, or given by its code."""

    kind: DrillKind | None = None
    asked: dict[str, object] = {}
    """What the kind needs besides the position: the fields of its ``Asked``."""
    judged: str = ""
    """A judged position in the format of ``assets/drills``, instead of a setting."""
    code: str = ""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a scene in one language."""

    title: str
    shows: str
    """A sentence that describes the scene."""
    captions: dict[str, str] = {}
    """The captions of the story, by id."""


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A picture of a scene."""

    size: tuple[int, int]
    looks: Mapping[str, str] = field(default_factory=dict)
    """Settings of this picture, by name."""
    colour: bool = True
    step: int | None = None
    """The number of steps before the picture; None for all."""

    @property
    def name(self) -> str:
        """A name that is unique within the scene."""
        words = [spelled(self.size), *self.looks.values()]
        words += [] if self.colour else ["no-color"]
        words += [] if self.step is None else [f"step-{self.step}"]
        return "-".join(words)


@dataclass(frozen=True, slots=True)
class DemoScene:
    """One scene."""

    id: str
    number: int
    """Its place, from 1."""
    opens: Opens
    ruleset: Ruleset
    setting: Setting | None
    opening: tuple[Move, ...]
    orders: tuple[Move, ...]
    """The moves of the bots after the opening. Without orders they discard what they draw."""
    question: SceneQuestion | None
    lesson: str
    undo: bool
    """Whether decisions at the table may be taken back."""
    past: tuple[Answered, ...]
    """Answers of earlier days of practice."""
    games: PastGames | None
    """Games that were played before."""
    saved: tuple[str, ...]
    """The bots of a save from elsewhere, or nothing for none."""
    settings: Mapping[str, str]
    """Settings that differ from the defaults, by name."""
    steps: tuple[Step, ...]
    gallery: tuple[int, int] | None
    """The size of its picture in docs/pictures.md, or None."""
    plays: bool
    """Whether that picture is an animation of the whole story."""
    also: tuple[Variant, ...]
    """Pictures besides those in ``SIZES``."""
    words: Mapping[str, Words]
    """The texts by language, such as ``en``."""

    @property
    def file(self) -> str:
        """The file name."""
        return f"{self.number:02}-{self.id}.toml"

    @property
    def texts(self) -> Words:
        """The texts in the language of the interface, or in the default language, which always exists."""
        return self.words.get(language()) or self.words[DEFAULT_LANGUAGE]

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All pictures, those in ``SIZES`` first."""
        return (*map(Variant, SIZES), *self.also)


def spelled(size: tuple[int, int]) -> str:
    """A size in the notation ``80x24``."""
    return f"{size[0]}x{size[1]}"
