"""Sentences about what other players err in: how often bots do, and whether their wins were right."""

from __future__ import annotations

import msgspec

from ai.reading.count_grades import CountStep, GradedCount, grades
from engine.called_wins import called_win, said_count
from engine.events import TableSteps
from engine.offences import Offence
from engine.table import Table
from tui.i18n.texts import t
from tui.words.seating import Seating
from tui.words.win_count import GradedLine, graded_lines

BOT_STEPS = (CountStep.YAKU, CountStep.HAN, CountStep.FU, CountStep.PAYMENT)
"""What a player says whose count can be challenged."""


def error_frequency(chances: int) -> str:
    """How often bots err, as it is announced before a game."""
    return t("challenge.frequency", chances=chances) if chances else t("challenge.never")


def announcement(steps: TableSteps | None) -> str:
    """What is announced when a game is opened; empty for a game without table rules."""
    return "" if steps is None else error_frequency(steps.bot_errors)


# -- wins of others --------------------------------------------------------------------------------------


class Verdict(msgspec.Struct, frozen=True):
    """What was right about another player's win, once it was accepted or challenged."""

    title: str
    found: bool
    """Whether the player has judged it rightly."""
    reasons: tuple[str, ...]
    """What is wrong with the win itself, and what follows."""
    lines: tuple[GradedLine, ...]
    """What is wrong in the count."""


def verdict(
    table: Table, winner: int, offence: Offence | None, seating: Seating, *, challenged: bool
) -> Verdict | None:
    """The verdict about a win that was called and counted; None if nobody has to be told anything.

    ``table`` is as it was at the challenge; ``offence`` is what is wrong with the win, if anything is.
    """
    said = said_count(table.counted[winner])
    win = called_win(table, winner, mixed=said.mixed)
    graded = grades(said, (), win, table.rules, table.dealer, BOT_STEPS)
    wrong = tuple(each for each in graded if not each.right)
    if not challenged and offence is None and not wrong:
        return None
    name = seating[winner]
    reasons = []
    if offence is not None:
        reasons.append(t(f"challenge.offence.{offence}", name=name))
    if challenged and offence is None and not wrong:
        reasons.append(t("challenge.price", name=name, points=table.rules.challenge_price))
    if not challenged:
        reasons.append(t("challenge.stands"))
    whole = GradedCount(said, (), (), win, table.rules, table.dealer, wrong)
    found = challenged and (offence is not None or bool(wrong))
    title = t(f"challenge.is-{'right' if found else 'wrong'}") if challenged else t("challenge.overlooked")
    return Verdict(title, found, tuple(reasons), graded_lines(whole, seating))
