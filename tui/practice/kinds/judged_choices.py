"""Sentences about choices judged by play: the points of each, how hands ended, and what the figures are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ai.drills.judged_positions import JudgedChoice
from engine.rules import ruleset
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.words.tiles import sentence_start


def judged_words(
    choices: Sequence[JudgedChoice], hands: int, rules: str, word: Callable[[str], str]
) -> Iterator[str]:
    """The points of each choice, the best first; wins and deal-ins; what the figures are.

    ``rules`` is the title of the ruleset under which they were played, empty if it is the question's.
    """
    for choice in choices:
        yield _brought(choice, word)
    won = _shares(choice.won for choice in choices)
    yield t("drill.judged.ended", won=won, dealt=_shares(choice.dealt_in for choice in choices))
    yield (
        t("drill.judged.how-rules", hands=hands, rules=rules) if rules else t("drill.judged.how", hands=hands)
    )


def other_rules(asked: str, measured: str) -> str:
    """The title of the preset under which hands were played, empty if it is the one that is asked about."""
    return "" if asked == measured else ruleset(measured).title


def _brought(choice: JudgedChoice, word: Callable[[str], str]) -> str:
    """The points of a choice, and the lead of the best one over it."""
    points, lead = choice.points, choice.behind
    facts = {"choice": sentence_start(word(choice.id)), "mean": points.mean}
    if lead is None:
        return t("drill.judged.best", **facts, low=points.low, high=points.high)
    return t("drill.judged.behind", **facts, lead=lead.mean, least=lead.low, most=lead.high)


def _shares(shares: Iterable[float]) -> str:
    return join_list(t("drill.judged.share", share=percent(share)) for share in shares)


def percent(share: float) -> int:
    """A share of 0 to 1 in whole per cent."""
    return round(100 * share)
