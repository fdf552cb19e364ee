"""Checks what questions "safest tile" say: each ground from the events, each rate from docs/lab/safety.md."""

from __future__ import annotations

from collections.abc import Sequence

from ai.drills.kinds.safest import SafestAsk
from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.defence import CANNOT_LOSE, best, grounds, mean, rates, safest
from tests.support.ai.slow_solver.story import HONOURS, Other, Story, kind_of, others
from tests.support.tui.claims.recording import Said, checks, kind, kinds, seat
from tui.i18n import t
from tui.practice.explain import seating_of
from tui.words.names import join


@checks("drill.safest.ask", "drill.safest.ask-both")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    """Exactly these players are in riichi; that nothing is proven is checked by the solver."""
    named = [seat(question, name) for name in map(str, claim.values.values())]
    riichi = [other for other, each in others(question).items() if each.riichi]
    return sorted(named) == sorted(riichi) and bool(grounds(question, story))


@checks("drill.safest.best")
def _best(claim: Said, question: Question, story: Story) -> bool:
    """It is among the best of both columns, and none that is has a lower mean rate."""
    told, rows = kind(claim.word("tile")), grounds(question, story)
    asked = question.ask
    assert isinstance(asked, SafestAsk)
    table = others(question)
    _, agreed = best(rows, story, [table[each] for each in asked.against])
    assert mean(rows[told]) == min(mean(rows[each]) for each in agreed)
    assert told in agreed
    return _rated(claim, question, story)


@checks("drill.safest.worse")
def _worse(claim: Said, question: Question, story: Story) -> bool:
    (right,) = safest(question, story)
    assert kind(claim.word("tile")) not in right, "it is as good as the best one"
    return _rated(claim, question, story)


def _rated(claim: Said, question: Question, story: Story) -> bool:
    """The rates are published, and the reason is the ground of the tile."""
    told = kind(claim.word("tile"))
    found = [each.rate for each in rates(question, story)[told]]
    assert [claim.word("rate"), claim.word("other")] == list(map(percent, found)), f"published are {found}"
    expected = why_words(question, story, told, grounds(question, story)[told])
    assert claim.word("why") == expected, f"the reason is {expected}"
    return True


def percent(hundredths: int) -> str:
    return f"{hundredths / 100:.2f}" if 0 < hundredths < 10 else f"{(hundredths + 5) // 10 / 10:.1f}"


def why_words(
    question: Question, story: Story, told: str, rows: Sequence[str], against: Sequence[int] | None = None
) -> str:
    """What speaks for the tile, as the sentence should name it, from its grounds against each of the players.

    They are those in riichi, if no others are named.
    """
    table, names = others(question), seating_of(question)
    asked = [each for each in _around(question) if table[each].riichi] if against is None else against
    words = [ground_word(row, told, story, table[each]) for row, each in zip(rows, asked, strict=True)]
    if len(asked) == 1:
        return words[0]
    return join(
        [
            t("drill.safest.against", name=names[each], why=word)
            for each, word in zip(asked, words, strict=True)
        ]
    )


def _around(question: Question) -> list[int]:
    """The other seats from the right on."""
    return [(question.seat + step) % 4 for step in (1, 2, 3)]


_SHORT = {
    "honour, or 1 9 with suji or no-chance, at most one copy left": "last-copy",
    "guest wind": "guest",
    "yakuhai": "yakuhai",
    "1 9 with suji or no-chance": "pair",
    "no-chance": "no-chance",
    "one-chance": "one-chance",
    "half suji": "half-suji",
    "dora": "dora-open",
    "four melds": "tanki",
    "1 9 or guest wind, all melds are of simples": "simples-outside",
    "4 5 6, all melds": "outside",
    "1 2 3 7 8 9 of the suit": "flush-suit",
    "4 5 6 of the suit": "flush-suit",
    "another suit": "flush-other",
}
"""The text for a row of the page, by how the row begins."""


def ground_word(row: str, told: str, story: Story, other: Other) -> str:
    """A row of the page in the words of the table."""
    if row == CANNOT_LOSE:
        if told in other.safe:
            return t("marks.ground.own-discard")
        return t("marks.ground.all-seen" if told in HONOURS else "marks.ground.no-wait")
    if row.startswith("suji"):
        rank, suit = int(told[0]), told[1]
        ends = [f"{end}{suit}" for end in (rank - 3, rank + 3) if 1 <= end <= 9]
        key = "riichi-suji-of" if row.endswith("by the riichi tile") else "suji-of"
        return t(f"marks.{key}", tiles=join([end for end in ends if end in other.safe]))
    if row.endswith("outside an early discard"):
        rank, suit = int(told[0]), told[1]
        near = [f"{rank + step * (1 if rank < 5 else -1)}{suit}" for step in (1, 2)]
        first = next(tile for tile in other.early if tile in near)
        return t("marks.ground.early-outside", early=first)
    if row.endswith("that nothing speaks for"):
        return t("marks.ground.open")
    if row == "yakuhai, and the melds need one":
        return t("marks.ground.needed-yakuhai")
    key = next(text for start, text in _SHORT.items() if row.startswith(start))
    if key == "last-copy" and story.seen[told] == 4:
        return t("marks.ground.orphans-alone")
    return t(f"marks.ground.{key}", left=4 - story.seen[told])


@checks("drill.safest.equal")
def _equal(claim: Said, question: Question, story: Story) -> bool:
    """All the right tiles but one: the one that was chosen, if one was."""
    (right,) = safest(question, story)
    named, chosen = set(kinds(claim.word("tiles"))), set(claim.given[0] if claim.given else ())
    (told,) = right - named
    return named < right and (told in chosen or not chosen & right)


@checks("drill.safest.among")
def _among(claim: Said, question: Question, story: Story) -> bool:
    (right,) = safest(question, story)
    assert kind(claim.word("tile")) in right, "it is not as good"
    assert len(right) > 1, "it is the only one"
    return _rated(claim, question, story)


@checks("drill.safest.earlier")
def _earlier(claim: Said, question: Question, story: Story) -> bool:
    """Somebody else discarded it before the one riichi, and nobody has since: it is not proven."""
    told = kind(claim.word("tile"))
    (rival,) = [each for each, other in others(question).items() if other.riichi]
    for event in question.events:
        if isinstance(event, ev.Reach) and event.actor == rival:
            return False
        if isinstance(event, ev.Dahai) and event.actor != rival and kind_of(event.pai) == told:
            return grounds(question, story)[told] != [CANNOT_LOSE]
    return False


@checks("drill.safest.how", "drill.safest.how-both")
def _measured(claim: Said, question: Question, story: Story) -> bool:
    """The figures are added up only against two."""
    riichi = [each for each in others(question).values() if each.riichi]
    return len(riichi) == (2 if claim.key.endswith("both") else 1)


NEUTRAL = ("drill.safest.against", "marks.ground.", "marks.suji-of", "marks.riichi-suji-of")
"""Values of the sentences, which the checkers put together again."""
