"""Scenes as data, read from ``assets/scenes``: what they open, the keys they press, and their texts.

Number and id are the file name: ``03-a-riichi.toml``.

The past of a scene is answers of earlier days of practice, and games that bots played. Its practice is one
line for each day, such as ``3: waits+12 furiten-30``. The number is the day, counted from the first one. Each
answer is a kind, ``+`` (right) or ``-`` (wrong), and its time in seconds. ``again`` instead of a kind is the
question that is due first. Levels follow from the answers, as in practice itself. The themes of a kind take
turns.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple, NoReturn

import msgspec
from msgspec.structs import replace
from rich.cells import cell_len
from textual.keys import Keys

from ai.bots.registry import make_bot
from ai.drills.drill import drill_of
from ai.drills.library import OldCode, positions, read_library_code
from ai.drills.question import DrillKind, DrillTheme, UnknownCode
from ai.lessons.lesson import WrittenSetting, written_moves, written_orders
from ai.lessons.lesson_notation import Move, MoveError, Setting
from ai.play import PERSON, Players
from assets import FOLDER
from engine.events import encode
from engine.match import Match
from engine.own_rules import UnknownRuleset, ruleset
from engine.rules import Errors, Length, Ruleset
from engine.tiles import NotationError
from engine.wall import PLAYERS
from tui.archive.archive import DATE, RECORDS, record_time
from tui.config.settings import Settings
from tui.database.practice_rows import Attempt, StoredSession
from tui.i18n import DEFAULT_LANGUAGE, language
from tui.play.play_options import OPPONENTS
from tui.practice.history import History
from tui.system.terminal import MIN_SIZE

# -- the past of a scene -----------------------------------------------------------------------------


FIRST_DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)
AGAIN = "again"
THEMES: dict[DrillKind, tuple[DrillTheme, ...]] = {
    DrillKind.WAITS: (DrillTheme.SIMPLE_WAIT, DrillTheme.MANY_WAITS, DrillTheme.ONE_SUIT),
    DrillKind.FURITEN: (DrillTheme.DISCARD_FURITEN, DrillTheme.CALLED_AWAY, DrillTheme.TEMPORARY_FURITEN),
    DrillKind.RON: (DrillTheme.NO_YAKU, DrillTheme.DISCARD_FURITEN),
    DrillKind.WAY_OUT: (DrillTheme.LEAVING_FURITEN, DrillTheme.FURITEN_WAIT),
    DrillKind.AHEAD: (DrillTheme.LATENT_FURITEN, DrillTheme.ACCEPTED_RISK),
    DrillKind.PASSING: (DrillTheme.TEMPORARY_FURITEN, DrillTheme.RIICHI_FURITEN, DrillTheme.CALL_BETWEEN),
    DrillKind.SAFE: (DrillTheme.GENBUTSU, DrillTheme.AFTER_RIICHI, DrillTheme.THIS_TURN),
    DrillKind.KAN: (DrillTheme.KAN_WAITS, DrillTheme.KAN_READING),
    DrillKind.RIICHI: (DrillTheme.DECLARE, DrillTheme.STAY_SILENT),
}
LATER = timedelta(hours=4)
"""Time between the beginning of the last session and now."""


class PracticeHistoryError(ValueError):
    """A practice history that cannot be parsed; the message names the fault."""


class Answered(NamedTuple):
    """One answer."""

    day: int
    kind: DrillKind | None
    """None for the question that is due first."""
    right: bool
    seconds: int


def parse_practice_history(text: str) -> tuple[Answered, ...]:
    """Parse the days. Raises PracticeHistoryError with the faulty line."""
    found: list[Answered] = []
    for line in text.strip().splitlines():
        day, mark, answers = line.partition(":")
        if not mark or not day.strip().isdigit() or (found and int(day) <= found[-1].day):
            raise PracticeHistoryError(f"past: '{line}' does not begin with a later day")
        found += [_answered(int(day), word) for word in answers.split()]
    return tuple(found)


def _answered(day: int, word: str) -> Answered:
    found = re.fullmatch(r"([a-z-]+)([+-])(\d{1,3})", word)
    if found is None or found[1] not in (AGAIN, *DrillKind):
        raise PracticeHistoryError(f"past: '{word}' is no answer such as waits+12")
    kind = None if found[1] == AGAIN else DrillKind(found[1])
    return Answered(day, kind, found[2] == "+", int(found[3]))


def now(past: Sequence[Answered]) -> datetime:
    """The present time: ``LATER`` than the last session."""
    return FIRST_DAY + timedelta(days=past[-1].day if past else 0) + LATER


def rows(past: Sequence[Answered]) -> Iterator[Attempt | StoredSession]:
    """The rows of the practice record, one session a day. Raises PracticeHistoryError if nothing is due."""
    history, days = History(zone=UTC), dict[int, int]()
    for answer in past:
        id, began = f"day-{answer.day}", FIRST_DAY + timedelta(days=answer.day)
        number = days[answer.day] = days.get(answer.day, 0) + 1
        if number == 1:
            count = sum(each.day == answer.day for each in past)
            yield StoredSession(id=id, began=began, kind=None, questions=count, seed=answer.day)
        kind, level, code = _asked(answer, number, history, began.date())
        themes = THEMES.get(kind, (DrillTheme.SUJI,))
        attempt = Attempt(
            answered=began + timedelta(seconds=20 * number),
            sitting=id,
            number=number,
            kind=kind,
            level=level,
            code=code,
            repeat=answer.kind is None,
            parts=(answer.right,),
            seconds=float(answer.seconds),
            given=((),),
            rules="wrc",
            version="1",
            credit=float(answer.right),
            themes=(themes[(answer.day + number) % len(themes)].value,),
        )
        history.add(attempt)
        yield attempt


def _asked(answer: Answered, number: int, history: History, day: date) -> tuple[DrillKind, int, str]:
    if answer.kind is not None:
        level = history.questions.fitting(answer.kind, history.standings[answer.kind].rating)
        fitting = [each for each in positions(answer.kind).values() if each.level == level]
        return answer.kind, level, str(fitting[(7 * answer.day + number) % len(fitting)].code())
    due = history.due(day)
    if not due:
        raise PracticeHistoryError(f"past: nothing is due again on day {answer.day}")
    code = read_library_code(due[0].code)
    return code.kind, positions(code.kind)[code.number].level, due[0].code


STYLES = ("hayai", "mamori", "takame")


class PastGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games that were played before a scene."""

    count: int
    seed: int = 1
    """Of the first game; each has the next one."""
    days: int = 3
    """Days from one game to the next."""
    length: Length = "east"
    rules: tuple[str, ...] = ("wrc", "tenhou")
    player: str = "takame:novice"
    """The bot in the player's seat."""
    level: str = "novice"
    """The level of the other three, of which every third game has one style twice."""

    @property
    def last(self) -> datetime:
        return FIRST_DAY + timedelta(days=self.days * (self.count - 1))


def write_games(past: PastGames, folder: Path) -> None:
    """Write the records of the games to the archive of a data folder."""
    records = folder / RECORDS
    records.mkdir(parents=True, exist_ok=True)
    for name, data in _records(past):
        (records / name).write_bytes(data)


@lru_cache(8)
def _records(past: PastGames) -> tuple[tuple[str, bytes], ...]:
    """The file names and the contents of the records; kept, because several pictures have the same past."""
    return tuple(_played(past))


def _played(past: PastGames) -> Iterator[tuple[str, bytes]]:
    for number in range(past.count):
        began = FIRST_DAY + timedelta(days=past.days * number)
        rules = msgspec.structs.replace(ruleset(past.rules[number % len(past.rules)]), length=past.length)
        others = [STYLES[(number + turn * (number % 3 > 0)) % len(STYLES)] for turn in range(PLAYERS - 1)]
        bots = [past.player, *(f"{style}:{past.level}" for style in others)]
        seat = number % PLAYERS
        around = [bots[(each - seat) % PLAYERS] for each in range(PLAYERS)]
        names = [PERSON if each == seat else bot for each, bot in enumerate(around)]
        match = Match(rules, past.seed + number, names, time=record_time(began))
        players = Players({each: make_bot(bot) for each, bot in enumerate(around)})
        while match.standings is None:
            while match.acting:
                match.step({each: players.choose(match, each) for each in match.acting})
            match.proceed()
        players.close(match)
        name = f"{began:{DATE}}-seed-{match.seed}.jsonl"
        yield name, b"".join(encode(event) + b"\n" for event in match.events)


# -- the scene ---------------------------------------------------------------------------------------


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
    return scenes_in(Path(FOLDER, "scenes"))


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
