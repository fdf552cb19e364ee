"""Checks what is said about choices that were played out: every figure is one of the judged position."""

from __future__ import annotations

from ai.drills.question import Question
from engine.own_rules import ruleset
from tests.support.ai.slow_solver.judged import Line, choices_of, line_of
from tests.support.ai.slow_solver.story import Story
from tests.support.tui.claims.recording import Said, checks
from tui.practice.explain import words_of
from tui.words.names import sentence_start


def choice(question: Question, id: str) -> Line:
    return next(each for each in choices_of(question) if each["id"] == id)


def points(question: Question, id: str) -> int:
    """The mean points of a choice."""
    return int(choice(question, id)["points"]["mean"])


def is_best(question: Question, id: str) -> bool:
    """Whether it is the best choice."""
    return bool(choices_of(question)[0]["id"] == id)


def percent(share: float) -> int:
    return round(100 * share)


def _named(claim: Said, question: Question) -> Line:
    words = words_of(question.kind)
    said = claim.word("choice")
    return next(each for each in choices_of(question) if sentence_start(words.word(each["id"])) == said)


@checks("drill.judged.best")
def _best(claim: Said, question: Question, story: Story) -> bool:
    found = _named(claim, question)
    assert is_best(question, found["id"]), "another choice is better"
    return _shares(claim, found) and _numbers(claim, found["points"], ("mean", "low", "high"))


@checks("drill.judged.behind")
def _behind(claim: Said, question: Question, story: Story) -> bool:
    """A lead beyond doubt, for which other bots speak too."""
    found = _named(claim, question)
    assert found["behind_99"][0] > 0, "it may be as good as the best choice"
    assert found["house"]["mean"] > 0, "other bots say otherwise"
    means = found["points"]["mean"], found["house"]["mean"]
    lead = _numbers(claim, found["behind"], ("lead", "least", "most"))
    return lead and means == (claim.number("mean"), claim.number("house")) and _shares(claim, found)


def _numbers(claim: Said, found: Line, said: tuple[str, ...]) -> bool:
    """Whether these are the mean and the ends of an interval."""
    return [claim.number(name) for name in said] == [found[name] for name in ("mean", "low", "high")]


def _shares(claim: Said, found: Line) -> bool:
    """Whether so many hands were won and dealt into, in per cent."""
    told = [claim.number(name) for name in ("won", "dealt")]
    return told == [percent(found.get(name, 0.0)) for name in ("won", "dealt_in")]


@checks("drill.judged.how", "drill.judged.how-rules")
def _how(claim: Said, question: Question, story: Story) -> bool:
    """The hands, and the ruleset where it is not that of the question: one with the same red fives."""
    line = line_of(question)
    measured = ruleset(line["rules"])
    assert measured.red_fives == question.rules.red_fives, "the tiles are others"
    said = claim.word("rules") if "rules" in claim.values else question.rules.title
    return claim.number("hands") == int(line["hands"]) and said == measured.title
