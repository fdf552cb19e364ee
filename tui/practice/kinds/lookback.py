"""Sentences about earlier events of the hand that decide about furiten."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ai.drills.furiten_history import NEAR_MISSES, LookBack, Twist, since_own_discard
from ai.drills.question import Question
from engine.tiles import KIND_OF, NAMES, Kind
from engine.view import SeatView
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.words.seating import Seating
from tui.words.tiles import join, kind_word, tile_word

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
