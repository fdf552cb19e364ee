"""Errors in a game by table rules in words: one line each, by sort, and what to practise next."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ai.drills.question import DrillKind
from ai.lessons.lesson import lessons
from ai.reading.count_grades import PARTS
from ai.reading.table_errors import ErrorAtTable, ErrorKind, ErrorSort
from engine.called_wins import CountPart, right_count
from engine.offences import Offence
from engine.tiles import TILE_OF
from tui.i18n.layout import join_list
from tui.i18n.texts import language, t
from tui.words.event_lines import hand_and_honba
from tui.words.seating import Seating
from tui.words.tiles import tile_word
from tui.words.win_count import said_words

_BY_OFFENCE: dict[Offence, DrillKind] = {
    Offence.FALSE_WIN: DrillKind.RON,
    Offence.WITHDRAWN_WIN: DrillKind.RON,
    Offence.NOTEN_RIICHI: DrillKind.WAITS,
    Offence.BAD_CLOSED_KAN: DrillKind.KAN,
    Offence.FALSE_TENPAI: DrillKind.WAITS,
}
_BY_KIND: dict[ErrorKind, DrillKind] = {
    ErrorKind.RON: DrillKind.WAITS,
    ErrorKind.TSUMO: DrillKind.WAITS,
    ErrorKind.TENPAI: DrillKind.WAITS,
    ErrorKind.CHALLENGE: DrillKind.COUNT,
    ErrorKind.COUNT: DrillKind.COUNT,
    ErrorKind.WRONG_CHALLENGE: DrillKind.COUNT,
}


_RIICHI, _CALL, _WIN = "order-of-a-riichi", "order-of-a-call", "order-of-a-win"
_PENALTIES, _WAITS = "chombo-or-dead-hand", "every-wait"
_LESSON_ON_OFFENCE: dict[Offence, str] = {
    Offence.FALSE_WIN: "the-referee",
    Offence.WITHDRAWN_WIN: _PENALTIES,
    Offence.NOTEN_RIICHI: _RIICHI,
    Offence.OPEN_RIICHI: _RIICHI,
    Offence.INVALID_RIICHI: _RIICHI,
    Offence.RIICHI_DISCARD: _RIICHI,
    Offence.RIICHI_CALL: _RIICHI,
    Offence.RIICHI_NOT_SHOWN: _RIICHI,
    Offence.BAD_CLOSED_KAN: "kan-after-riichi",
    Offence.EMPTY_CALL: _CALL,
    Offence.INVALID_CALL: _CALL,
    Offence.CLAIM_NOT_TAKEN: _CALL,
    Offence.KUIKAE: _CALL,
    Offence.INVALID_KAN: "five-fouls",
    Offence.DEAD_HAND_WIN: _PENALTIES,
    Offence.DEAD_HAND_CALL: _PENALTIES,
    Offence.WRONG_TILE_COUNT: _PENALTIES,
    Offence.TILES_SHOWN: _PENALTIES,
    Offence.MANY_TILES_SHOWN: _PENALTIES,
    Offence.UNPLAYABLE: _PENALTIES,
    Offence.FALSE_TENPAI: _WAITS,
}
"""The lesson that explains an offence, by its id."""
_LESSON_ON_KIND: dict[ErrorKind, str] = {
    ErrorKind.RON: _WAITS,
    ErrorKind.TSUMO: _WAITS,
    ErrorKind.TENPAI: _WAITS,
    ErrorKind.CALL: _CALL,
    ErrorKind.CHALLENGE: _WIN,
    ErrorKind.COUNT: _WIN,
    ErrorKind.WRONG_CHALLENGE: _WIN,
}


class ErrorGroup(msgspec.Struct, frozen=True):
    """The errors of one sort in words."""

    heading: str
    """The sort with its number."""
    lines: tuple[str, ...]


def error_groups(errors: Sequence[ErrorAtTable], seating: Seating) -> tuple[ErrorGroup, ...]:
    """The errors by sort: missed, late, wrong; sorts without any are left out."""
    groups = []
    for sort in ErrorSort:
        found = [error for error in errors if error.kind.sort is sort]
        if found:
            heading = t(f"errors.sort.{sort}", count=len(found))
            groups.append(ErrorGroup(heading, tuple(error_line(error, seating) for error in found)))
    return tuple(groups)


def error_line(error: ErrorAtTable, seating: Seating) -> str:
    """Where it was, and what: ``East 1, turn 7: ron on 5p, not said``."""
    hand = hand_and_honba(TILE_OF[error.wind], error.kyoku, error.honba)
    return t("errors.line", hand=hand, turn=error.turn, what=error_words(error, seating))


def error_words(error: ErrorAtTable, seating: Seating) -> str:
    """What it was, and what is right, without its place."""
    tile = "" if error.tile is None else tile_word(error.tile)
    name = "" if error.other is None else seating.names[error.other]
    match error.kind:
        case ErrorKind.CALL:
            return t("errors.late", call=t(f"reviewed.short.{error.what}", tile=""), tile=tile)
        case ErrorKind.FOUL:
            penalty = t(f"reviewed.penalty.{error.penalty}")
            return t("errors.foul", offence=t(f"reviewed.foul-of.{error.what}"), penalty=penalty)
        case ErrorKind.COUNT:
            return t("errors.count", parts=_parts(error, seating))
        case ErrorKind.CHALLENGE if error.what:
            return t("errors.challenge-win", name=name, why=t(f"challenge.offence.{error.what}", name=name))
        case ErrorKind.CHALLENGE:
            return t("errors.challenge", name=name, parts=_parts(error, seating))
        case ErrorKind.WRONG_CHALLENGE:
            return t("errors.wrong-challenge", name=name)
        case ErrorKind.TENPAI:
            return t("errors.tenpai")
        case ErrorKind.RON:
            return t("errors.ron", tile=tile, points=error.points or 0)
        case ErrorKind.TSUMO:
            return t("errors.tsumo", tile=tile, points=error.points or 0)


def _parts(error: ErrorAtTable, seating: Seating) -> str:
    """What was said wrongly in a count, each with what is right."""
    assert error.said is not None
    assert error.win is not None
    right = right_count(error.win)
    said = []
    for part in error.parts:
        step = _STEPS[part]
        if part is CountPart.LAYING:
            said.append(t("errors.mixed"))
            continue
        # points are no part of what a record keeps
        wrong = said_words(step, error.said, (), error.win, seating)
        should = said_words(step, right, (), error.win, seating)
        said.append(t("errors.said", said=wrong, right=should))
    return t("errors.between").join(said)


_STEPS = {part: step for step, part in PARTS.items()}


def to_practise(errors: Sequence[ErrorAtTable]) -> tuple[DrillKind, ...]:
    """The kinds of questions that train what was missed or wrong, the most frequent first."""
    found = [kind for error in errors if (kind := _kind(error)) is not None]
    return tuple(sorted(dict.fromkeys(found), key=lambda kind: -found.count(kind)))


def _kind(error: ErrorAtTable) -> DrillKind | None:
    if error.kind is ErrorKind.FOUL:
        return _BY_OFFENCE.get(Offence(error.what))
    return _BY_KIND.get(error.kind)


def explained_in(errors: Sequence[ErrorAtTable]) -> tuple[str, ...]:
    """The ids of the lessons that explain these errors, in the order of the errors."""
    return tuple(dict.fromkeys(map(_lesson, errors)))


def _lesson(error: ErrorAtTable) -> str:
    """A foul, or a foul of another that was not challenged, has the lesson of its offence."""
    if error.kind is ErrorKind.FOUL or (error.kind is ErrorKind.CHALLENGE and error.what):
        return _LESSON_ON_OFFENCE[Offence(error.what)]
    return _LESSON_ON_KIND[error.kind]


def lesson_line(errors: Sequence[ErrorAtTable]) -> str:
    """The lessons that explain these errors, by number and title, in the order of the lessons."""
    ids = explained_in(errors)
    named = [
        t("errors.lesson", number=lesson.number, title=lesson.texts(language()).title)
        for lesson in lessons()
        if lesson.id in ids
    ]
    return t("errors.lessons", count=len(named), lessons=t("errors.between").join(named))


def table_error_lines(errors: Sequence[ErrorAtTable], seating: Seating) -> list[str]:
    """The whole card in lines, with what to practise."""
    if not errors:
        return [t("errors.title"), t("errors.none")]
    lines = [t("errors.title")]
    for group in error_groups(errors, seating):
        lines += [group.heading, *group.lines]
    return [*lines, lesson_line(errors), *filter(None, [advice_line(errors)])]


def advice_line(errors: Sequence[ErrorAtTable]) -> str:
    """What to practise next; empty if no kind of question trains it."""
    kinds = to_practise(errors)
    if not kinds:
        return ""
    return t("errors.practise", kinds=join_list([t(f"drill.kinds.{kind}") for kind in kinds]))
