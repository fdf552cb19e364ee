"""Sentences that several kinds share: judged choices, readings of a hand, what decides about furiten."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ai.drills.furiten_history import NEAR_MISSES, LookBack, Twist, since_own_discard
from ai.drills.judged_positions import JudgedChoice
from ai.drills.question import Question
from ai.rollouts.paired import PointSample
from engine.rules import ruleset
from engine.shape import Group, Reading
from engine.tiles import EAST, KIND_OF, NAMES, Kind, format_tiles
from engine.view import SeatView
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.words.names import Seating, join, kind_word, sentence_start, tile_word


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
    if leads := [_house(choice.house) for choice in choices if choice.house is not None]:
        yield t("drill.judged.house", leads=join_list(leads))
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


def _house(lead: PointSample) -> str:
    """The lead of the best choice where other bots play."""
    return t("drill.judged.house-lead", lead=lead.mean)


def _shares(shares: Iterable[float]) -> str:
    return join_list(t("drill.judged.share", share=percent(share)) for share in shares)


def percent(share: float) -> int:
    """A share of 0 to 1 in whole per cent."""
    return round(100 * share)


MAX_MISLEADING = 3
"""The maximum number of misleading details that are described."""


def go_around(view: SeatView, names: Seating) -> str:
    """The opponents' discards since the player's last discard; empty if there are none."""
    thrown = [
        t("drill.past.thrown", name=names[seat], tile=tile_word(tile))
        for seat, tile in since_own_discard(view)
    ]
    return t("drill.past.go-around", thrown=join_list(thrown)) if thrown else ""


def why_furiten(view: SeatView) -> str:
    """In one line the waits, and why the hand is furiten, by which of them, or why it is not."""
    riichi = bool(view.me.riichi)
    if not view.furiten:
        key = "drill.furiten.why-none-riichi" if riichi else "drill.furiten.why-none"
        return t(key, count=len(view.waits), waits=_kinds(view.waits))
    kind = view.furiten[0].kind
    tiles = sorted({KIND_OF[cause.tile] for cause in view.furiten if cause.kind is kind})
    return t(f"drill.furiten.by-{kind.value}", waits=_kinds(view.waits), tiles=_kinds(tiles))


def _kinds(kinds: Iterable[Kind]) -> str:
    return join([kind_word(kind) for kind in kinds])


def misleading(
    past: LookBack, question: Question, names: Seating, marked: Collection[str] = ()
) -> Iterator[str]:
    """Sentences about hidden causes of furiten; if the hand is not furiten, about near misses.

    ``marked`` are tiles that the player wrongly named as causes; near misses among them are explained too.
    """
    hidden = [twist for twist in past.twists if twist.kind not in NEAR_MISSES]
    furiten = bool(question.view().furiten)
    wrong = [twist for twist in past.near_misses if NAMES[KIND_OF[twist.tile]] in marked]
    told = [*(hidden if furiten else past.near_misses), *(wrong if furiten else ())]
    once = {(twist.kind, KIND_OF[twist.tile]): twist for twist in told}
    for twist in list(once.values())[:MAX_MISLEADING]:
        yield _twist(twist, question, names)


def _twist(twist: Twist, question: Question, names: Seating) -> str:
    facts = {"tile": kind_word(twist.tile), "name": names[twist.seat], "whose": names.whose(twist.seat)}
    return t(f"drill.twist.{twist.kind.value}", turn=twist.turn, **facts)


def groups(reading: Reading, *, melds: bool = False) -> str:
    """The groups of a reading: ``123m, 555s and three East``; with ``melds``, "and the melds" is appended."""
    concealed = [_group(group) for group in reading.groups]
    return join([*concealed, t("drill.reading.melds")] if melds else concealed)


def alike(kind: Kind | None, count: int) -> str:
    """Two or three tiles of a kind: ``55s``, ``three East``."""
    assert kind is not None
    if kind < EAST:
        return format_tiles([kind] * count)
    return t("drill.reading.pair" if count == 2 else "drill.reading.triplet", tile=tile_word(kind))


def _group(group: Group) -> str:
    if group.is_sequence:
        return format_tiles(range(group.first, group.first + 3))
    return alike(group.first, 3)
