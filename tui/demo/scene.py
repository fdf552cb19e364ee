"""Scenes as data: what is opened, the keys that are pressed there, and the words beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from ai.drills.question import DrillKind
from ai.lessons.lesson_setup import Setting
from ai.lessons.move_notation import Move
from engine.rules import Ruleset
from tui.demo.practice_history import Answered
from tui.i18n.texts import DEFAULT_LANGUAGE, language

SIZES = ((80, 24), (120, 40))
"""Every scene is pictured at these."""


class SceneError(ValueError):
    """A scene that cannot be read or shown; the message is one line: the file, and what is wrong."""


class Opens(StrEnum):
    """What a scene begins with."""

    TITLE = "title"
    TABLE = "table"
    QUESTION = "question"
    PRACTICE = "practice"
    """The menu of practice."""
    LESSON = "lesson"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some keys, one after the other, with what the story says about them."""

    keys: str = ""
    """Names such as ``right`` or ``enter``, or characters, divided by spaces."""
    says: str = ""
    """The id of the caption, shown before the keys are pressed."""

    @property
    def pressed(self) -> tuple[str, ...]:
        """The keys one by one."""
        return tuple(self.keys.split())


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question of a scene: one about its position, or the one with that code."""

    kind: DrillKind | None = None
    tile: str = ""
    """The tile of a kan."""
    when: str = ""
    """When the next tile comes, of a question about letting one pass."""
    judged: str = ""
    """A position of furiten riichi as ``assets/drills`` has them, in place of a setting."""
    code: str = ""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scene says in one language."""

    title: str
    shows: str
    """What there is to see, in a sentence."""
    captions: dict[str, str] = {}
    """Of its story, by id."""


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A picture of a scene."""

    size: tuple[int, int]
    looks: Mapping[str, str] = field(default_factory=dict)
    """Settings that are different in it."""
    colour: bool = True
    step: int | None = None
    """After how many of the steps; None is after all of them."""

    @property
    def name(self) -> str:
        """What tells it from the others of its scene."""
        words = [spelled(self.size), *self.looks.values()]
        words += [] if self.colour else ["no-color"]
        words += [] if self.step is None else [f"step-{self.step}"]
        return "-".join(words)


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene."""

    id: str
    number: int
    """Its place, from 1."""
    opens: Opens
    ruleset: Ruleset
    setting: Setting | None
    opening: tuple[Move, ...]
    orders: tuple[Move, ...]
    """What the bots do after the opening; without orders they throw what they draw."""
    question: Asked | None
    lesson: str
    undo: bool
    """Whether decisions at the table may be taken back."""
    past: tuple[Answered, ...]
    """Answers of earlier days of practice."""
    settings: Mapping[str, str]
    """Those that are not as usual, by name."""
    steps: tuple[Step, ...]
    gallery: tuple[int, int] | None
    """The size of its picture in the README, where it has one."""
    also: tuple[Variant, ...]
    """Pictures besides those of the usual sizes."""
    words: Mapping[str, Words]
    """By language, such as ``en``."""

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.number:02}-{self.id}.toml"

    @property
    def told(self) -> Words:
        """The words in the language of the interface, or in the one that every scene has."""
        return self.words.get(language()) or self.words[DEFAULT_LANGUAGE]

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All its pictures, those of the usual sizes first."""
        return (*map(Variant, SIZES), *self.also)


def spelled(size: tuple[int, int]) -> str:
    """A size as it is written: ``80x24``."""
    return f"{size[0]}x{size[1]}"
