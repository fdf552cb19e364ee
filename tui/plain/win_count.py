"""Wins in plain lines where their value is said: the own count step by step, and challenges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ai.reading.count_grades import CountStep, GradedCount
from engine.actions import CHALLENGE, PASS, Action, ActionKind
from engine.called_wins import said_count
from engine.fouls import wrong_win
from engine.table import Phase, Table
from engine.tiles import TILE_OF, sort_tiles
from tui.desk.win_count import STICKS, WinCounting, yaku_of
from tui.i18n.texts import t
from tui.plain.line_io import quoted
from tui.play.session import Session
from tui.words.challenges import verdict
from tui.words.seating import Seating
from tui.words.tiles import tile_word, tile_words
from tui.words.win_count import (
    GradedLine,
    count_words,
    graded_lines,
    payment_words,
    yaku_words,
)

Ask = Callable[[str], str]
"""Prompts and reads a line."""


class Say(Protocol):
    """Prints lines."""

    def __call__(self, *lines: str) -> None:
        """Print them."""


class PlainWins:
    """What is said once a win was called, and how it was judged."""

    def __init__(self, session: Session, ask: Ask, say: Say) -> None:
        self._session = session
        self._ask = ask
        self._say = say
        self._told: tuple[str, ...] = ()
        """What is told after the decision was carried out."""

    @property
    def _seating(self) -> Seating:
        return self._session.seating

    def decision(self, table: Table) -> Action:
        """Ask for the count or the challenge that is due."""
        if table.phase is Phase.CHALLENGE:
            return self._challenge(table)
        graded = counted(WinCounting(table, self._session.seat), self._seating, self._ask, self._say)
        self._told = tuple(graded_words(graded, self._seating))
        return Action(ActionKind.COUNT, said=graded.said)

    def tell(self) -> None:
        """Print how it was judged, if anything was said."""
        told, self._told = self._told, ()
        self._say(*told)

    def _challenge(self, table: Table) -> Action:
        winner = next(reversed(table.counted))
        offence = wrong_win(self._session.match.round.view(winner))
        self._say(*laid_lines(table, winner, self._seating))
        price = t("challenge.cost", points=table.rules.challenge_price)
        challenged = self._ask(f"{price} {t('plain.count.challenge')}") == t("plain.count.challenge-word")
        found = verdict(table, winner, offence, self._seating, challenged=challenged)
        if found is not None:
            lines = [line for each in found.lines for line in _graded(each)]
            self._told = (found.title, *found.reasons, *lines)
        return CHALLENGE if challenged else PASS


def laid_lines(table: Table, winner: int, seating: Seating) -> list[str]:
    """The hand of a win that was called, and what its winner says."""
    call, said = table.called[winner], said_count(table.counted[winner])
    concealed = sort_tiles(TILE_OF[name] for name in call.tehai)
    melds = [tile_words(meld.tiles) for meld in table.seats[winner].melds]
    hand = t("joining.list").join((tile_words(concealed), *melds))
    value = t("joining.list").join(filter(None, count_words(said)))
    return [
        t("plain.count.hand", name=seating.names[winner], hand=hand, tile=tile_word(TILE_OF[call.pai])),
        t("plain.count.says", value=value, payment=payment_words(said.deltas, winner, seating)),
    ]


def counted(counting: WinCounting, seating: Seating, ask: Ask, say: Say) -> GradedCount:
    """Ask for each step until all is said."""
    while True:
        _say_step(counting, seating, ask, say)
        if (missing := counting.missing()) is not None:
            say(t(f"count.missing-{missing}"))
        elif counting.is_last:
            return counting.graded()
        else:
            counting.forward()


def _say_step(counting: WinCounting, seating: Seating, ask: Ask, say: Say) -> None:
    question = t(f"count.asks.{counting.step}")
    match counting.step:
        case CountStep.LAY:
            choices = {t("count.apart"): 0, t("count.mixed"): 1}
            while (said := ask(f"{question} ({', '.join(choices)})")) not in choices:
                say(t("plain.count.not-one-of", given=quoted(said), choices=", ".join(choices)))
            counting.at = choices[said]
        case CountStep.YAKU:
            _say_yaku(counting, f"{question} {t('plain.count.yaku')}", ask, say)
        case _:
            for place, field in enumerate(counting.fields):
                counting.at = place
                name = _field_name(counting, field, seating)
                asked = f"{question} {name}" if counting.step is CountStep.PAYMENT else name
                while not (said := ask(asked).replace(",", "")).isdecimal() or not said.isascii():
                    say(t("plain.count.no-number", given=quoted(said)))
                counting.numbers[field] = said.lstrip("0") or "0"


def _say_yaku(counting: WinCounting, question: str, ask: Ask, say: Say) -> None:
    """Mark the yaku of a line of names."""
    known = {name: name for name in yaku_of(counting.rules)}
    known |= {yaku_words((name,)).casefold(): name for name in yaku_of(counting.rules)}
    while True:
        names = [each.strip().casefold() for each in ask(question).replace("、", ",").split(",")]
        names = [name for name in names if name]
        unknown = [name for name in names if name not in known]
        if not unknown:
            counting.yaku = tuple(dict.fromkeys(known[name] for name in names))
            return
        say(t("plain.count.no-yaku", given=quoted(unknown[0])))


def _field_name(counting: WinCounting, field: str, seating: Seating) -> str:
    if field == STICKS:
        return t("count.field-sticks")
    if field.isdecimal():
        return t("plain.count.pays", name=seating.names[int(field)])
    return t(f"count.fields.{field}")


def graded_words(graded: GradedCount, seating: Seating) -> list[str]:
    """Every step of a count with what is right."""
    return [line for each in graded_lines(graded, seating) for line in _graded(each)]


def _graded(line: GradedLine) -> list[str]:
    if line.right:
        return [t("plain.count.step-right", name=line.name, said=line.said)]
    head = t("plain.count.step-wrong", name=line.name, said=line.said, right=line.should)
    return [head, *filter(None, [line.why])]
