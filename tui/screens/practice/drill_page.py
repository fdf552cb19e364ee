"""The page of a practice question and its answer, and words that all screens of practice share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from ai.drills.question import Origin
from engine.tiles import TILE_OF
from tui.config.actions import BY_ID, ActionId
from tui.drawing.rows import ActionKey, OptionAt, Role, Row, Rows, Scroll, Span, cells, fit, spread, width_of
from tui.i18n import join_sentences, t, wrapped
from tui.play.play_options import DAILY, FOLD_DAILY, OWN
from tui.practice.answering import Answering
from tui.practice.explain import Explanation, PartResult, ask_words, option_word
from tui.practice.history import PracticeAdvice, Reason
from tui.practice.practice_record import Unfinished
from tui.practice.practice_session import Graded, Summary
from tui.practice.question_selection import ThemeSession, is_known
from tui.practice.schedule import Quality
from tui.screens.page import WIDEST_TEXT, footer, framed, keys, named_key, scroll_keys, words
from tui.table.board import PlacedTile, tile_row
from tui.table.side_panel import NO_BREAK
from tui.tiles import Ground, Ink, Look, Size, TileState
from tui.words.event_lines import hand_name


def kind_title(kind: str | None) -> str:
    """The name of a kind of question or session; None is a mixture of all."""
    if kind == OWN:
        return t("practice.own")
    if kind == DAILY:
        return t("practice.daily")
    if kind == FOLD_DAILY:
        return t("practice.fold-daily")
    if (idea := ThemeSession.of(kind)) is not None:
        about = t(f"drill.themes.{idea.theme}")
        return (
            about
            if idea.kind is None
            else t("practice.theme-of-kind", theme=about, kind=kind_title(idea.kind))
        )
    return t("practice.mixed") if kind is None else t(f"drill.kinds.{kind}")


def origin_words(origin: Origin) -> str:
    """Which game a question is from: the date and the hand."""
    day = origin.began.astimezone().date().isoformat()
    return t("drill.from-game", day=day, hand=hand_name(TILE_OF[origin.wind], origin.kyoku))


def unfinished_words(left: Unfinished) -> str:
    """The kind and the progress of an unfinished session."""
    session = left.session
    title = kind_title(session.kind if is_known(session.kind) else None)
    return t("practice.so-far", title=title, answered=left.answered, total=session.questions)


def advice_words(advice: PracticeAdvice) -> str:
    """Advice to train a kind or what is due, with its reason."""
    match advice.reason:
        case Reason.NEW if advice.number == 0:
            return t("practice.next.untried", kind=kind_title(advice.kind))
        case Reason.DUE:
            return t("practice.next.due", count=advice.number)
    facts = {"kind": kind_title(advice.kind), "number": advice.number, "share": advice.share}
    return t(f"practice.next.{advice.reason}", **facts)


def praise_words(summary: Summary) -> str:
    """The best thing that is true about the answers of a session."""
    right = [each for each in summary.answered if each.attempt.right]
    if not right:
        return t("practice.end.praise.none")
    if len(right) == len(summary.answered):
        return t("practice.end.praise.all")
    hardest = max(right, key=lambda each: each.attempt.level)
    return t("practice.end.praise.some", level=hardest.attempt.level, kind=kind_title(hardest.kind))


def day_words(day: date) -> str:
    """A day of the year: ``22 Nov``."""
    return t("practice.figures.day", day=day.day, month=t(f"practice.months.{day.month}"))


MARGIN = 1
INDENT = 2
"""Cells before the second line of a paragraph."""
PARTLY = 0.1
"""The least credit that is told."""
SUIT_GAP = 2
COLUMN = 39
"""Width of each of two columns of words."""
COLUMN_GAP, MOST_COLUMNS = 2, 3
"""Cells between two columns of a table, and the most columns."""
LINE_END = "\n"


@dataclass(frozen=True, slots=True)
class Heading:
    """Which question it is."""

    title: str
    """Its kind."""
    place: str
    """Its place in the session, and its level."""
    code: str
    origin: str = ""
    """Which own game it is from, or an empty text."""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """The result of an answer, in words."""

    right: bool
    note: str
    """How long it took, and how that changes the schedule."""
    parts: tuple[PartResult, ...]
    explanation: Explanation
    credit: float = 0.0
    """The share of a right answer, 0 to 1."""
    details: bool = False
    """Whether the whole explanation is shown, not only its brief part."""
    fault: str = ""
    """Why the answer could not be saved, or an empty text."""
    last: bool = False
    """Whether no other question follows."""


def question_rows(
    answering: Answering, heading: Heading, look: Look, width: int, height: int, *more: Row
) -> Rows:
    """The question, its options and the keys; ``more`` are further hints of the footer."""
    inner = width - 2 * MARGIN
    asked = ask_words(answering.question, answering.number, answering.given)
    room = min(inner, WIDEST_TEXT)
    origin = [words(line, Ink.NAME) for line in wrapped(heading.origin, room)] if heading.origin else []
    *told, task = (wrapped(line, room) for line in asked.split(LINE_END))
    rows = [_title(heading, inner), *origin]
    rows += [words(line, Ink.TITLE) for lines in told for line in lines]
    rows += map(words, task)
    rows += _with_button(_options(answering, look), inner)
    return framed(rows, _foot_question(answering, width, *more), width, height, MARGIN)


def answer_rows(outcome: AnsweredQuestion, heading: Heading, scroll: Scroll, width: int, height: int) -> Rows:
    """The result, the right answer and the explanation, which scrolls."""
    inner = width - 2 * MARGIN
    text = [*_part(PartResult(False, outcome.fault), inner)] if outcome.fault else []
    table = outcome.explanation.table
    text += [row for part in outcome.parts if not table for row in _part(part, inner)]
    said = [row for said in shown(outcome) for row in _paragraph(said, inner)]
    text += [*said, *(_table(table, inner, height - 2 - len(said)) if table else ())]
    ways = BY_ID[ActionId.UP].named, BY_ID[ActionId.DOWN].named
    body = scroll.window(tuple(text), inner, height - 2, ways)
    hints = [keys(t("drill.foot.summary" if outcome.last else "drill.foot.next"), ActionId.ANSWER)]
    if len(outcome.explanation.sentences) > outcome.explanation.brief:
        hints.append(
            keys(t("drill.foot.less" if outcome.details else "drill.foot.details"), ActionId.DETAILS)
        )
    if scroll.last > 0:
        hints.append(scroll_keys())
    foot = footer(*hints, keys(t("drill.foot.explain"), ActionId.ASK), *_always())
    return framed([_verdict(outcome, heading, inner), *body], foot, width, height, MARGIN)


def shown(outcome: AnsweredQuestion) -> Sequence[str]:
    """The brief reason, or the whole explanation."""
    whole = outcome.explanation
    return whole.sentences if outcome.details else whole.sentences[: whole.brief]


def _table(lines: Sequence[PartResult], width: int, room: int) -> list[Row]:
    """The lines of a table in columns, or one after the other where there is no room for that."""
    spans = [Span(line.text, Role(Ink.NAME if line.right else Ink.ALARM)) for line in lines]
    column = max(cells(span.text) for span in spans) + COLUMN_GAP
    columns = max(1, min((width + COLUMN_GAP) // column, MOST_COLUMNS))
    height = -(-len(spans) // columns)
    if height > room:
        rows: list[list[Span]] = [[]]
        for span in spans:
            if rows[-1] and width_of(rows[-1]) + COLUMN_GAP + cells(span.text) > width:
                rows.append([])
            rows[-1] += [*([Span(" " * COLUMN_GAP)] if rows[-1] else []), span]
        return [tuple(row) for row in rows]
    down = [spans[start : start + height] for start in range(0, len(spans), height)]
    return [
        tuple(span for each in down for span in fit(each[row : row + 1], column)) for row in range(height)
    ]


def waiting_rows(width: int, height: int) -> Rows:
    """A notice that the question is not ready yet."""
    said = words(t("drill.making"), Ink.MUTED)
    return framed([said], footer(*_always()), width, height, MARGIN)


def note(graded: Graded) -> str:
    """How long an answer took, and how that changes the schedule."""
    said = [t("drill.took", seconds=round(graded.judged.attempt.seconds))]
    if graded.right and graded.judged.quality is Quality.SLOW:
        said.append(t("drill.slow"))
    if graded.rating is not None:
        moved = round(graded.rating.value) - round(graded.judged.rating.value)
        if moved:
            said.append(t("drill.rating", rating=round(graded.rating.value), moved=moved))
    elif graded.unrated and not graded.judged.attempt.repeat:
        said.append(t("drill.unrated", count=graded.unrated))
    if graded.card is not None and graded.card.again:
        # after a right answer it would sound like a reproach
        said += [] if graded.right else [t("drill.again")]
    elif graded.card is not None:
        said.append(t("drill.comes-back", count=graded.card.interval))
    return join_sentences(said)


# -- the question ------------------------------------------------------------------------------------


def _title(heading: Heading, width: int) -> Row:
    left = [Span(heading.title, Role(Ink.TITLE)), Span(f"  {heading.place}", Role(Ink.MUTED))]
    return spread(left, [Span(heading.code, Role(Ink.MUTED))], width)


def _options(answering: Answering, look: Look) -> list[Row]:
    """The options in rows as the arrow keys move through them; tiles of the hand are chosen in the hand."""
    rows: list[Row] = []
    for row in answering.rows:
        tiles = [number for number in row if answering.options[number].tile is not None]
        if tiles and answering.in_hand:
            rows.append(words(_chosen_in_hand(answering), Ink.MUTED))
        elif tiles:
            rows.append(_tiles(answering, tiles, look))
        else:
            rows.append(_words(answering, row, look))
    return rows


def _chosen_in_hand(answering: Answering) -> str:
    option = None if answering.cursor is None else answering.options[answering.cursor]
    if option is None or option.tile is None:
        return t("drill.in-hand")
    return t("drill.chosen", tile=option_word(answering.question, answering.part, answering.cursor or 0))


def _tiles(answering: Answering, numbers: Sequence[int], look: Look) -> Row:
    """Tiles in a row with gaps between suits; marked ones in brackets.

    The felt beside a tile belongs to it: a tile alone is too narrow for a finger.
    """
    row: list[Span] = []
    for suit in _suits(answering, numbers):
        row += [Span(" " * SUIT_GAP)] if row else []
        for number in suit:
            (laid,) = tile_row([_laid(answering, number)], Size.S, look, margin=True)
            row += [Span(span.text, span.role, OptionAt(number)) for span in laid]
    return tuple(row)


def _suits(answering: Answering, numbers: Iterable[int]) -> list[list[int]]:
    suits: dict[str, list[int]] = {}
    for number in numbers:
        suits.setdefault(answering.options[number].id[-1], []).append(number)
    return list(suits.values())


def _laid(answering: Answering, number: int) -> PlacedTile:
    state = TileState(last=number in answering.marked, cursor=number == answering.cursor)
    return PlacedTile(answering.options[number].tile, state)


def _words(answering: Answering, numbers: Sequence[int], look: Look) -> Row:
    row: list[Span] = []
    for number in numbers:
        here = number == answering.cursor
        meta = OptionAt(number)
        key = str(number + 1) if answering.of_words else BY_ID[ActionId.NONE].key
        label = option_word(answering.question, answering.part, number)
        mark = "[x] " if number in answering.marked else "[ ] " if answering.part.several else ""
        cell = [
            Span(f"{look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta),
            Span(f" {key} ", Role(Ink.KEY, Ground.KEY), meta),
            Span(f" {mark}{label} ", Role(Ink.TEXT, Ground.ROUND) if here else Role(Ink.NAME), meta),
        ]
        row += fit(cell, COLUMN) if len(numbers) > 1 else cell
    return tuple(row)


def _with_button(rows: list[Row], width: int) -> list[Row]:
    """The rows with the button that answers: right of the last row, or below it if that is full."""
    action = BY_ID[ActionId.ANSWER]
    meta = ActionKey(action.id)
    button = [
        Span(f" {action.key} ", Role(Ink.KEY, Ground.KEY), meta),
        Span(f" {t('drill.answer')} ", meta=meta),
    ]
    if width_of(rows[-1]) + width_of(button) >= width:
        rows.append(())
    return [*rows[:-1], spread(rows[-1], button, width)]


def _foot_question(answering: Answering, width: int, *more: Row) -> Row:
    """The keys, or why the last one did nothing."""
    if answering.notice:
        return _foot_saying(Span(answering.notice, Role(Ink.ALARM)), width)
    if answering.typed:
        return _foot_saying(Span(t("drill.typed", digits=answering.typed), Role(Ink.ACTING)), width)
    hints = [words(t("drill.foot.arrows"), Ink.MUTED)]
    if answering.part.several:
        hints.append(keys(t("drill.foot.mark"), ActionId.MARK))
    if answering.of_words:
        hints.append(words(t("drill.foot.number", last=len(answering.options)), Ink.MUTED))
    else:
        hints.append(words(t("drill.foot.type"), Ink.MUTED))
    if answering.can_go_back:
        hints.append(keys(t("screen.foot.back"), ActionId.BACK))
    return footer(*hints, *more, *_always())


def _foot_saying(said: Span, width: int) -> Row:
    return spread([said], [*named_key(ActionId.HELP), Span(" ")], width - MARGIN)


def _always() -> tuple[Row, Row]:
    return keys(t("drill.foot.leave"), ActionId.CANCEL), named_key(ActionId.HELP)


# -- the answer --------------------------------------------------------------------------------------


def _verdict(outcome: AnsweredQuestion, heading: Heading, width: int) -> Row:
    badge = Span(f" {t('drill.right')} ", Role(Ink.TEXT, Ground.ROUND))
    if not outcome.right:
        said = t("drill.partly", share=outcome.credit) if outcome.credit >= PARTLY else t("drill.wrong")
        badge = Span(f" {said} ", Role(Ink.TEXT, Ground.FURITEN))
    return spread([badge, Span(f"  {outcome.note}")], [Span(heading.code, Role(Ink.MUTED))], width)


def _part(part: PartResult, width: int) -> list[Row]:
    ink = Role(Ink.NAME if part.right else Ink.ALARM)
    return [(Span(line, ink),) for line in wrapped(part.text, min(width, WIDEST_TEXT), INDENT)]


def _paragraph(text: str, width: int) -> list[Row]:
    return [words(line.replace(NO_BREAK, " ")) for line in wrapped(text, min(width, WIDEST_TEXT), INDENT)]
