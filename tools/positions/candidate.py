"""A question as a line of the library, and what tells two of them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from ai.drills.compact_events import write
from ai.drills.drill import Exchange, drill_of, exchanged
from ai.drills.library import FORMS, LibraryPosition, asked_text, exchange
from ai.drills.question import Draft, NoQuestion, Question
from engine.rules import PRESETS
from engine.tiles import format_tiles
from tests.support.tui.form_guesser import Form, forms
from tools.measure.question_problems import problems
from tools.positions.judged import holding_presets
from tools.positions.other_tiles import exchanged_question


class Traits(msgspec.Struct, frozen=True):
    """What the library weighs a question by: plain data, so that processes can exchange it."""

    level: int
    themes: tuple[str, ...]
    answer: str
    """The first part's answer if it is words, else how many tiles."""
    yaku: tuple[tuple[str, bool], ...]
    """Of a count: each yaku that is offered, and whether it is right."""
    position: str
    """The same for near copies: equal but for suits, dragons, mirrored numbers, scores and rules."""
    hand: str
    """The same for questions that share hand and answer."""
    forms: tuple[Form, ...] = ()
    """What a guesser sees of each part, and which guesses are right."""


def position_of(question: Question, number: int = 0) -> LibraryPosition:
    """The question as a position, asked under its own rules alone and without other forms."""
    return LibraryPosition(
        question.kind,
        number,
        question.level,
        tuple(theme.value for theme in question.themes),
        (question.rules.name,),
        question.seat,
        write(question.seat, question.events),
        asked_text(question.stored),
        1,
    )


def widened(position: LibraryPosition, question: Question) -> LibraryPosition:
    """The position with every form and preset that asks the same."""
    others = holding_presets(question) if drill_of(question.kind).measured else PRESETS
    names = (name for name in others if name not in position.rules)
    rules = (*position.rules, *(name for name in names if _asks_the_same(position, question, name)))
    position = replace(position, rules=rules)
    return replace(position, forms=held_forms(position, question))


def held_forms(position: LibraryPosition, question: Question) -> int:
    """The forms that ask the same, as bits.

    Mirrored forms turn another indicator, so other tiles are visible, and something may be wrong there alone.
    They differ in suits and dragons, so one of them is checked for all; under each preset it has its level.
    """
    held = [form for form in range(1, FORMS) if exchanged_question(question, exchange(form)) is not None]
    mirrored = [form for form in held if exchange(form).mirrored]
    if mirrored and _is_unlike(replace(position, forms=1 << mirrored[0]), mirrored[0]):
        held = [form for form in held if form not in mirrored]
    return 1 + sum(1 << form for form in held)


def _asks_the_same(position: LibraryPosition, question: Question, rules: str) -> bool:
    """Whether it is the same question under a preset, and nothing is wrong with it there.

    Other rules may have ended the hand before, or refuse something for one more reason.
    """
    if PRESETS[rules].red_fives != question.rules.red_fives:
        return False
    try:
        other = replace(position, rules=(*position.rules, rules)).question(rules=rules)
    except NoQuestion:
        return False
    return same(question, other) and not any(unlike(position, other)) and not any(problems(other))


def _is_unlike(position: LibraryPosition, form: int) -> bool:
    """Whether something is wrong with a form, or it is otherwise than the line says under some preset."""
    try:
        under = [position.question(form, rules) for rules in position.rules]
    except NoQuestion:
        return True
    return any(problems(under[0])) or any(any(unlike(position, each)) for each in under)


def unlike(position: LibraryPosition, question: Question) -> Iterator[str]:
    """What its line says otherwise of a question about the position."""
    if tuple(theme.value for theme in question.themes) != position.themes:
        yield f"{question.code} has the themes {', '.join(question.themes)}"
    level = drill_of(position.kind).level(question.difficulty)
    if level != position.level:
        yield f"{question.code} is of level {level}, not {position.level}"


def same(question: Draft, other: Draft) -> bool:
    """Whether two questions ask, offer and answer the same, with the same ideas."""
    return (question.parts, question.answer, question.themes) == (other.parts, other.answer, other.themes)


# -- what is alike --------------------------------------------------------------------------------------


def traits(question: Question) -> Traits:
    """What the library weighs the question by."""
    exchanges = [exchange(form) for form in range(FORMS)]
    return Traits(
        level=question.level,
        themes=tuple(theme.value for theme in question.themes),
        answer=_answer(question),
        yaku=tuple((option.id, option.id in question.answer[0]) for option in question.parts[0].options)
        if question.parts[0].id == "yaku"
        else (),
        position=min(_digest(_position(question, each)) for each in exchanges),
        hand=min(_digest(_hand(question, each)) for each in exchanges),
        forms=tuple(forms(question)),
    )


def _answer(question: Draft) -> str:
    right = question.answer[0]
    words = [option.id for option in question.parts[0].options if option.id in right and option.tile is None]
    return "/".join(map(str, words)) if words else f"{len(right)} tiles"


def _position(question: Question, other: Exchange) -> Iterable[str]:
    """Everything but scores and rules, after an exchange of tiles."""
    events = exchanged(question.events, other.names, other.indicators)
    deal, honba, _, *words = write(question.seat, events).split()
    return deal, honba, *words, _asked(question, other)


def _asked(question: Question, other: Exchange) -> str:
    """What is asked besides; the figures of a judged position do not make another one of it."""
    drill = drill_of(question.kind)
    return "" if drill.measured else asked_text(drill.exchange(question.stored, other))


def _hand(question: Question, other: Exchange) -> Iterable[str]:
    """The own tiles and the answer, after an exchange of tiles."""
    hand = question.view().hand
    tiles = [hand.tiles, *(meld.tiles for meld in hand.melds)]
    told = sorted(format_tiles(sorted(map(other.tile, each))) for each in tiles)
    return *told, *(" ".join(sorted(map(other.id, right))) for right in question.answer)


def _digest(words: Iterable[str]) -> str:
    return blake2b(" ".join(words).encode(), digest_size=12).hexdigest()
