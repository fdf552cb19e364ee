"""Record what a question and its explanation say: each text of the catalogue with its key and values.

Also the type of a checker, tiles and players read out of sentences, and the texts that claim nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from string import Formatter
from typing import NamedTuple, Protocol, SupportsIndex
from unittest.mock import patch

from ai.drills.question import Given, Question
from tests.support.ai.slow_solver.story import HONOURS, Story
from tui import i18n
from tui.i18n import TextForms, choose_language, language
from tui.practice.explain import ask_words, explain, seating_of


class Filled(NamedTuple):
    """One call of ``t``; values that the text has no place for are left out."""

    key: str
    values: Mapping[str, object]
    text: str


@dataclass(frozen=True, eq=False)
class Said:
    """A text of the catalogue that stands in a shown sentence: what a checker judges."""

    key: str
    values: Mapping[str, object]
    text: str
    sentence: str
    """The whole sentence, or the sentences that were joined to one."""
    place: int
    """Where the text begins in the sentence."""
    asked: bool
    """Part of the question and not of the explanation."""
    given: Given
    """The answer that is explained; empty for the question."""
    beside: list[Said] = field(default_factory=list, repr=False)
    """Everything said in the same sentence, this included, in the order of the places."""

    def word(self, name: str) -> str:
        """A value as it is shown; raises KeyError if the text has no such place."""
        return str(self.values[name])

    def number(self, name: str) -> int:
        """A value that is a number."""
        value = self.values[name]
        assert isinstance(value, SupportsIndex), f"{name} of {self.key} is no number"
        return int(value)

    def within(self, *keys: str) -> list[Said]:
        """What this text is put together from: the texts with one of these keys that stand in its place.

        A key that ends with a dot stands for all that begin with it.
        """
        end = self.place + len(self.text)
        return [
            each
            for each in self.beside
            if each is not self and self.place <= each.place < end and is_one_of(each.key, keys)
        ]

    def near(self, *keys: str) -> Said | None:
        """The last text with one of these keys that begins before this one in the sentence, or around it."""
        before = [each for each in self.beside if each.key in keys and each.place <= self.place]
        return before[-1] if before else None


def is_one_of(key: str, names: Iterable[str]) -> bool:
    """Whether a key is one of the names, or begins with one that ends with a dot or a hyphen."""
    return any(key == name or (name[-1] in ".-" and key.startswith(name)) for name in names)


class _Values(Protocol):
    """Values by name, as ``str.format_map`` takes them."""

    def __getitem__(self, key: str, /) -> object: ...


class _Text(str):
    """A text of the catalogue that notes how it is filled."""

    __slots__ = ("key", "note", "places")

    def __new__(cls, text: str, key: str, note: Callable[[Filled], None]) -> _Text:
        made = super().__new__(cls, text)
        made.key, made.note = key, note
        made.places = {name for _, name, _, _ in Formatter().parse(text) if name}
        return made

    key: str
    note: Callable[[Filled], None]
    places: set[str]

    def format_map(self, values: _Values, /) -> str:
        assert isinstance(values, Mapping)
        text = super().format_map(values)
        named = self.places | ({"count"} & values.keys())
        self.note(Filled(self.key, {name: values[name] for name in named}, text))
        return text


class TextRecorder:
    """Hears every text that is filled while ``listening``."""

    def __init__(self) -> None:
        self._heard: list[Filled] = []
        self._known: dict[tuple[str, str], TextForms | None] = {}
        self._catalogue = i18n.entry

    @contextmanager
    def listening(self) -> Iterator[list[Filled]]:
        """The texts filled in this block, in English."""
        before = language()
        choose_language("en")
        self._heard = []
        try:
            with patch.object(i18n, "entry", self._entry):
                yield self._heard
        finally:
            choose_language(before)

    def _entry(self, code: str, key: str) -> TextForms | None:
        asked = code, key
        if asked not in self._known:
            text = self._catalogue(code, key)
            self._known[asked] = None if text is None else self._noting(key, text)
        return self._known[asked]

    def _noting(self, key: str, text: TextForms) -> TextForms:
        if isinstance(text, str):
            return _Text(text, key, self._note)
        return {form: _Text(each, key, self._note) for form, each in text.items()}

    def _note(self, filled: Filled) -> None:
        self._heard.append(filled)


_RECORDER = TextRecorder()


def said_by_question(question: Question) -> list[Said]:
    """All that the texts of its parts say."""
    with _RECORDER.listening() as heard:
        shown = [ask_words(question, number) for number in range(len(question.parts))]
    return said(shown, heard, asked=True)


def said_by_explanation(question: Question, given: Given) -> list[Said]:
    """All that the explanation of this answer says."""
    with _RECORDER.listening() as heard:
        why = explain(question, given)
        shown = [*why.sentences, *(line.text for line in why.table)]
    return said(shown, heard, given=given)


def said_on_the_way(question: Question, given: Given) -> list[Said]:
    """All that the texts of later parts say after these answers."""
    with _RECORDER.listening() as heard:
        asked = (number for number in range(1, len(given)) if question.asked(given[:number]) is not None)
        shown = [ask_words(question, number, given) for number in asked]
    return said(shown, heard, asked=True, given=given)


def keys_of_ask(question: Question, number: int) -> tuple[str, ...]:
    """The texts that one part of a question is asked with: its wording without tiles and names."""
    with _RECORDER.listening() as heard:
        ask_words(question, number)
    return tuple(dict.fromkeys(each.key for each in heard if each.key.startswith("drill.")))


def spoken(told: Callable[[], str]) -> list[Said]:
    """All that one sentence says, which this function puts together from texts."""
    with _RECORDER.listening() as heard:
        shown = told()
    return said([shown], heard)


def said(
    shown: Iterable[str], heard: Sequence[Filled], *, asked: bool = False, given: Given = ()
) -> list[Said]:
    """The recorded texts that stand in the shown sentences; raises if a sentence holds other words."""
    once = {(each.key, each.text): each for each in heard if each.text.strip()}
    found: list[Said] = []
    for sentence in shown:
        here = [
            Said(each.key, each.values, each.text, sentence, place, asked, given)
            for each in once.values()
            for place in _places(each.text, sentence)
        ]
        here.sort(key=lambda each: (each.place, -len(each.text)))
        for each in here:
            each.beside.extend(here)
        _assert_covered(sentence, here)
        found += here
    return found


def _places(text: str, sentence: str) -> list[int]:
    """Where the text stands in the sentence as words of its own; its first letter may be a capital one."""
    if text.lower() not in sentence.lower():
        return []
    head = re.escape(text[0])
    if text[0].islower():
        head = f"[{head}{re.escape(text[0].upper())}]"
    before = r"(?<!\w)" if text[0].isalnum() else ""
    after = r"(?!\w)" if text[-1].isalnum() else ""
    return [found.start() for found in re.finditer(f"{before}{head}{re.escape(text[1:])}{after}", sentence)]


def _assert_covered(sentence: str, here: Iterable[Said]) -> None:
    """Every word of a sentence comes from the catalogue, so that it is recorded."""
    bare = [True] * len(sentence)
    for each in here:
        if each.key.partition(".")[0] != "joining":
            bare[each.place : each.place + len(each.text)] = [False] * len(each.text)
    rest = "".join(letter for letter, left in zip(sentence, bare, strict=True) if left)
    assert not re.search(r"\w", rest), f"'{rest.strip()}' of '{sentence}' comes from no text"


Checker = Callable[[Said, Question, Story], bool]
"""Whether a claim holds, computed from the events alone; it may also raise AssertionError with a reason."""
CHECKERS: dict[str, Checker] = {}
"""The checker of each key, of the modules that are imported."""


def checks(*keys: str) -> Callable[[Checker], Checker]:
    """A function is the checker of texts with these keys; raises AssertionError where one has another."""

    def noted(checker: Checker) -> Checker:
        assert CHECKERS.keys().isdisjoint(keys), f"two checkers for {CHECKERS.keys() & set(keys)}"
        CHECKERS.update(dict.fromkeys(keys, checker))
        return checker

    return noted


_WORDS = dict(
    zip(("East", "South", "West", "North", "White", "Green", "Red"), HONOURS, strict=True),
)
_TILES = re.compile(r"([1-9]+)([mps])|\b(" + "|".join(_WORDS) + r")\b")
_COUNTED = {"two": 2, "three": 3, "four": 4}


def kinds(text: str) -> list[str]:
    """The kinds that a text names, in order: ``red 5p, 123m and East``.

    ``three East`` and ``two East`` are so many; raises AssertionError if it names none.
    """
    found: list[str] = []
    for match in _TILES.finditer(text):
        ranks, suit, honour = match.groups()
        if honour is None:
            found += [f"{rank}{suit}" for rank in ranks]
            continue
        before = text[: match.start()].split()
        found += [_WORDS[honour]] * _COUNTED.get(before[-1].lower() if before else "", 1)
    assert found, f"no tile in '{text}'"
    return found


def kind(text: str) -> str:
    """The one kind that a text names."""
    (found,) = kinds(text)
    return found


def is_red(text: str) -> bool:
    """Whether the text names a red five."""
    return text.startswith("red ")


def seat(question: Question, name: str) -> int:
    """The seat of a player by the name in a sentence; raises ValueError for a stranger."""
    if name in ("You", "you", "your"):
        return question.seat
    names = seating_of(question)
    return [names.whose(each) if name.endswith("'s") else names[each] for each in range(4)].index(name)


NEUTRAL: tuple[str, ...] = (
    # names of tiles, suits, players and yaku
    "desk.tile.",
    "desk.suit.",
    "desk.red-five",
    "desk.honours",
    "desk.you",
    "desk.you-inside",
    "desk.your",
    "desk.whose",
    "session.you",
    "yaku.",
    "limits.",
    # joining words
    "joining.",
    "desk.and",
    "desk.so-many",
    # values inside a sentence, which its checker reads
    "panel.hand.left",
    "panel.hand.accepted",
    "panel.ends.",
    "panel.note.",
    "furiten.kind-",
    "log.why-",
    "log.since.",
    "drill.reading.melds",
    "drill.reading.pair",
    "drill.reading.triplet",
)
"""A key, or the beginning of keys when it ends with a dot or a hyphen."""
