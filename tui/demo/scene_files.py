"""Scenes as data, read from ``assets/scenes``: what they open, the keys they press, and their texts.

Number and id are the file name: ``03-a-riichi.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources.abc import Traversable
from typing import NoReturn

import msgspec
from msgspec.structs import replace
from rich.cells import cell_len
from textual.keys import Keys

from ai.drills.drill import drill_of
from ai.drills.library import OldCode, read_library_code
from ai.drills.question import DrillKind, UnknownCode
from ai.lessons.lesson import WrittenSetting, written_moves, written_orders
from ai.lessons.lesson_notation import Move, MoveError, Setting
from assets import FOLDER
from engine.own_rules import UnknownRuleset, ruleset
from engine.rules import Errors, Length, Ruleset
from engine.tiles import NotationError
from tui.config.settings import Settings
from tui.demo.scene_history import Answered, PastGames, PracticeHistoryError, parse_practice_history
from tui.i18n import DEFAULT_LANGUAGE, language
from tui.play.play_options import OPPONENTS
from tui.system.terminal import MIN_SIZE

SIZES = ((80, 24), (120, 40))
"""The sizes in which there is a picture of every scene."""


class SceneError(ValueError):
    """A scene that cannot be read or shown. The message is one line: the file and the fault."""


class Opens(StrEnum):
    """The screen that a scene opens."""

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
    first: bool = False
    """Whether the picture with this caption is also the first one of an animation."""

    @property
    def pressed(self) -> tuple[str, ...]:
        return tuple(self.keys.split())


class SceneQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question of a scene: about its position, or given by its code."""

    kind: DrillKind | None = None
    asked: dict[str, object] = {}
    """The needs of the kind besides the position: the fields of its ``Asked``."""
    code: str = ""


class SceneTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class SceneFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a scene that are used as its file has them."""

    opens: Opens
    words: dict[str, SceneTexts]
    """The texts by language, such as ``en``."""
    question: SceneQuestion | None = None
    lesson: str = ""
    undo: bool = False
    """Whether decisions at the table may be taken back."""
    games: PastGames | None = None
    """Games that were played before."""
    saved: tuple[str, ...] = ()
    """The bots of a save from elsewhere, or nothing for none."""
    steps: tuple[Step, ...] = ()
    plays: bool = False
    """Whether its picture is an animation of the whole story."""


class DemoScene(SceneFacts, frozen=True, kw_only=True):
    """One scene."""

    id: str
    number: int
    """Its place, from 1."""
    ruleset: Ruleset
    setting: Setting | None
    opening: tuple[Move, ...]
    orders: tuple[Move, ...]
    """The moves of the bots after the opening. Without orders they discard what they draw."""
    past: tuple[Answered, ...]
    """Answers of earlier days of practice."""
    settings: Mapping[str, str]
    """Settings that differ from the defaults, by name."""
    gallery: tuple[int, int] | None
    """The size of its picture in docs/pictures.md, or None."""
    also: tuple[Variant, ...]
    """Pictures besides those in ``SIZES``."""

    @property
    def file(self) -> str:
        return f"{self.number:02}-{self.id}.toml"

    @property
    def texts(self) -> SceneTexts:
        """The texts in the language of the interface, or in the default language, which always exists."""
        return self.words.get(language()) or self.words[DEFAULT_LANGUAGE]

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All pictures, those in ``SIZES`` first."""
        return (*map(Variant, SIZES), *self.also)


def spelled(size: tuple[int, int]) -> str:
    """A size in the notation ``80x24``."""
    return f"{size[0]}x{size[1]}"


CAPTION = 76
"""Most cells of a caption: it has to fit the narrowest screen."""


class UnknownScene(ValueError):
    """There is no scene of that name. The message lists those that begin so; empty if none does."""


class _SceneFile(SceneFacts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of a scene file."""

    rules: str = "wrc"
    length: Length = "south"
    errors: Errors = "prevented"
    value_said: bool = False
    setting: WrittenSetting | None = None
    opening: str = ""
    orders: str = ""
    past: str = ""
    settings: dict[str, str] = {}
    gallery: str = ""
    also: tuple[str, ...] = ()


@cache
def scenes() -> tuple[DemoScene, ...]:
    """All scenes in order of their numbers. Raises SceneError."""
    return scenes_in(FOLDER / "scenes")


def scenes_in(folder: Traversable) -> tuple[DemoScene, ...]:
    """The scenes of a folder in order of their numbers. Raises SceneError."""
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    found = [parse_scene(name, folder.joinpath(name).read_text(encoding="utf-8")) for name in names]
    for place, scene in enumerate(found):
        for before in found[:place]:
            if scene.number == before.number or scene.id == before.id:
                raise SceneError(f"{scene.file}: its number or id is that of {before.file} too")
    return tuple(found)


def scene_of(name: str) -> DemoScene:
    """The scene with that id, number or unique beginning of an id. Raises UnknownScene."""
    for scene in scenes():
        if name in (scene.id, str(scene.number), f"{scene.number:02}"):
            return scene
    begun = [scene for scene in scenes() if scene.id.startswith(name)]
    if len(begun) == 1:
        return begun[0]
    raise UnknownScene(", ".join(scene.id for scene in begun))


def parse_scene(name: str, text: str) -> DemoScene:
    """Parse one scene from the text of its file. Raises SceneError."""
    try:
        number, slug = _named(name)
        return _scene(number, slug, msgspec.convert(tomllib.loads(text), _SceneFile))
    except tomllib.TOMLDecodeError as error:
        _fail(name, f"not TOML: {error}")
    except (msgspec.DecodeError, UnknownRuleset, UnknownCode, NotationError, MoveError) as error:
        _fail(name, str(error))
    except (PracticeHistoryError, _Fault) as error:
        _fail(name, str(error))


class _Fault(ValueError):
    """A fault of a scene file."""


def _fail(name: str, message: str) -> NoReturn:
    raise SceneError(f"{name}: {' '.join(message.split())}") from None


def _named(name: str) -> tuple[int, str]:
    found = re.fullmatch(r"(\d\d)-([a-z0-9-]+)\.toml", name)
    if found is None or found[1] == "00":
        raise _Fault("the file is not named like 03-a-riichi.toml")
    return int(found[1]), found[2]


def _scene(number: int, slug: str, data: _SceneFile) -> DemoScene:
    also = tuple(map(_variant, data.also))
    _check(data, also)
    return DemoScene(
        id=slug,
        number=number,
        ruleset=_rules(data),
        setting=None if data.setting is None else data.setting.read(),
        opening=written_moves("opening", data.opening),
        orders=written_orders(data.orders),
        past=parse_practice_history(data.past),
        settings=_checked("settings", data.settings),
        gallery=_size(data.gallery) if data.gallery else None,
        also=also,
        **{name: getattr(data, name) for name in SceneFacts.__struct_fields__},
    )


def _check(data: _SceneFile, also: Sequence[Variant]) -> None:
    """Check that fields are complete and consistent. Raises _Fault or UnknownCode."""
    asked = data.question
    if (data.opens is Opens.QUESTION) != (asked is not None):
        raise _Fault("a table 'question' belongs to what opens a question, and to nothing else")
    posed = asked is not None and asked.kind is not None
    needs = data.opens is Opens.TABLE or posed
    if needs != (data.setting is not None):
        raise _Fault("a table 'setting' belongs to a table, and to a question about its position")
    if data.plays and not data.gallery:
        raise _Fault("'plays' belongs to a picture of the gallery")
    if data.undo and data.opens is not Opens.TABLE:
        raise _Fault("'undo' belongs to a table")
    if data.saved and (data.opens is not Opens.TITLE or len(data.saved) != OPPONENTS):
        raise _Fault("'saved' names three bots of a save that the title screen finds")
    if (data.opens is Opens.LESSON) != bool(data.lesson):
        raise _Fault("'lesson' names what a lesson opens, and nothing else has it")
    if asked is not None:
        _check_question(asked)
    for step in data.steps:
        for key in step.pressed:
            if len(key) > 1 and key not in tuple(Keys):
                raise _Fault(f"steps: '{key}' is no key")
    names = [variant.name for variant in (*map(Variant, SIZES), *also)]
    if len(names) > len(set(names)):
        raise _Fault("also: the same picture twice")
    for variant in also:
        if variant.step is not None and variant.step > len(data.steps):
            raise _Fault(f"also: there is no step {variant.step}")
    if DEFAULT_LANGUAGE not in data.words:
        raise _Fault(f"it has no words in '{DEFAULT_LANGUAGE}'")
    for code, told in data.words.items():
        _check_words(code, told, {step.says for step in data.steps if step.says})


def _check_question(asked: SceneQuestion) -> None:
    """Check the fields of a question. Raises _Fault or UnknownCode."""
    if (asked.kind is None) != bool(asked.code):
        raise _Fault("question: either a kind or a code")
    if asked.code:
        with suppress(OldCode):
            # kinds that have no positions yet
            read_library_code(asked.code)
    drill = None if asked.kind is None else drill_of(asked.kind)
    if drill is not None and drill.measured:
        raise _Fault("question: riichi and push-fold have positions that were judged: name one by its code")
    if drill is not None:
        try:
            msgspec.convert(asked.asked, drill.asked)
        except msgspec.ValidationError as error:
            raise _Fault(f"question: asked: {error}") from None


def _check_words(code: str, told: SceneTexts, said: set[str]) -> None:
    if not told.title or not told.shows:
        raise _Fault(f"words.{code}: a title and what it shows are needed")
    if missing := sorted(said - set(told.captions)):
        raise _Fault(f"words.{code}: there is no caption '{missing[0]}'")
    if idle := sorted(set(told.captions) - said):
        raise _Fault(f"words.{code}: no step says '{idle[0]}'")
    for id, caption in told.captions.items():
        if cell_len(caption) > CAPTION:
            raise _Fault(f"words.{code}: the caption '{id}' is longer than {CAPTION} cells")


def _rules(data: _SceneFile) -> Ruleset:
    """The preset with the length and the table rules of the scene."""
    return replace(ruleset(data.rules), length=data.length, errors=data.errors, value_said=data.value_said)


def _checked(where: str, chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Settings by name. Raises _Fault for an unknown name or value."""
    known = Settings.__struct_encode_fields__
    for name in chosen:
        if name not in known:
            raise _Fault(f"{where}: there is no setting '{name}'; the settings: {', '.join(known)}")
    try:
        msgspec.convert(chosen, Settings)
    except msgspec.ValidationError as error:
        raise _Fault(f"{where}: {error}") from None
    return chosen


def _size(text: str) -> tuple[int, int]:
    """Parse a size such as ``100x30``. Raises _Fault."""
    size = read_size(text)
    if size is None:
        raise _Fault(f"'{text}' is no size of at least {spelled(MIN_SIZE)}")
    return size


def read_size(text: str) -> tuple[int, int] | None:
    """Columns and rows of a size such as ``100x30``; None if it is invalid or too small for the game."""
    found = re.fullmatch(r"(\d{2,3})x(\d{2,3})", text)
    if found is None:
        return None
    width, height = int(found[1]), int(found[2])
    return (width, height) if width >= MIN_SIZE[0] and height >= MIN_SIZE[1] else None


def _variant(text: str) -> Variant:
    """Parse a variant such as ``100x30 theme=dark no-color step=1``. Raises _Fault."""
    size, looks, colour, step = SIZES[0], dict[str, str](), True, None
    for word in text.split():
        name, mark, value = word.partition("=")
        if name == "step" and value.isdigit():
            step = int(value)
        elif mark:
            looks[name] = value
        elif word == "no-color":
            colour = False
        else:
            size = _size(word)
    return Variant(size, _checked(f"also '{text}'", looks), colour, step)
