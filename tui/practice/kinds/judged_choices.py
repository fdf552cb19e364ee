"""Sentences about choices judged by play: the points of each, how hands ended, and what the figures are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ai.drills.judged_positions import JudgedChoice
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.words.tiles import sentence_start


def judged_words(choices: Sequence[JudgedChoice], hands: int, word: Callable[[str], str]) -> Iterator[str]:
    """The points of each choice, the best first; wins and deal-ins; what the figures are."""
    for choice in choices:
        yield _brought(choice, word)
    won = _shares(choice.won for choice in choices)
    yield t("drill.judged.ended", won=won, dealt=_shares(choice.dealt_in for choice in choices))
    yield t("drill.judged.how", hands=hands)


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
