"""Sentences about a call or a kan: the hand that it leaves, in one line and on the page that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ai.reading.outlook import free_tiles
from engine.actions import Why
from tui.i18n.texts import t
from tui.words.discard_effects import wait_words
from tui.words.riichi_choices import points_range
from tui.words.seating import Seating
from tui.words.tiles import join, tile_word, tile_words

if TYPE_CHECKING:
    from ai.reading.call_effect import CallEffect
    from ai.reading.outlook import Draw, Outlook


def call_words(call: CallEffect, names: Seating) -> list[str]:
    """What the hand has without a call or kan, and loses by it; who could rob the kan."""
    waits = join([wait_words(wait, call.without.with_riichi) for wait in call.without.waits])
    said = []
    if call.breaks_tenpai:
        said.append(t("panel.call.breaks", waits=waits))
    elif call.changes_waits:
        said.append(t("panel.call.changes", waits=waits))
    if call.lost_yaku:
        from tui.words.hand_value import yaku_name  # here: a table begins without the value of wins

        said.append(t("panel.call.loses", yaku=join([yaku_name(name) for name in call.lost_yaku])))
    refused = [wait.no_tsumo for wait in call.hand.waits if wait.no_tsumo is not None]
    if call.hand.discard is None and any(refusal.why is Why.NO_YAKU for refusal in refused):
        said.append(t("panel.call.rinshan"))
    if call.robbers:
        said.append(t("panel.call.robbed", names=join([names[seat] for seat in call.robbers])))
    return said


def call_lines(call: CallEffect, action: str) -> tuple[str, ...]:
    """One line about the hand after a call: wordings from the longest to the shortest.

    ``action`` is the call as a sentence.
    """
    breaks = [t("desk.after-breaks")] if call.breaks_tenpai else []
    lines = []
    for told in (*(join([hand, *breaks]) for hand in _hands(call.hand, call.draws)), *breaks):
        if call.hand.discard is None:
            lines.append(t("desk.call-kan", action=action, hand=told))
        else:
            lines.append(t("desk.call-then", action=action, tile=tile_word(call.hand.discard), hand=told))
    return tuple(lines)


def pass_lines(hand: Outlook) -> tuple[str, ...]:
    """One line about the hand that a pass keeps: wordings from the longest to the shortest."""
    return tuple(t("desk.pass-keeps", hand=told) for told in _hands(hand))


def kan_note(calls: tuple[CallEffect, ...]) -> str:
    """What every kan on the own turn costs, in two or three words; empty if one costs nothing."""
    if not calls:
        return ""
    if all(call.breaks_tenpai for call in calls):
        return t("desk.after-breaks")
    return t("desk.after-changes") if all(call.changes_waits for call in calls) else ""


def _hands(hand: Outlook, draws: Sequence[Draw] = ()) -> tuple[str, ...]:
    """The hand in words, from the longest to the shortest: its waits that win, or its distance."""
    if not hand.waits:
        return _far(hand, draws)
    winning = [wait.kind for wait in hand.waits if hand.wins_on(wait) and wait.left]
    if not winning:
        return (t("desk.after-vain", waits=tile_words(wait.kind for wait in hand.waits), note=_lack(hand)),)
    facts = {"waits": tile_words(winning), "left": hand.winning_tiles}
    said = (t("desk.after-points", points=points_range(hand), **facts), t("desk.after-tenpai", **facts))
    if hand.furiten:
        return tuple(t("desk.riichi-furiten", choice=each) for each in said)
    return said if hand.ron_tiles else tuple(t("desk.after-tsumo", hand=each) for each in said)


def _far(hand: Outlook, draws: Sequence[Draw]) -> tuple[str, ...]:
    """The distance and the accepted tiles, with those that lead to a wait that wins by ron if not all do."""
    facts = {"count": hand.shanten, "left": hand.acceptance}
    free = free_tiles(draws)
    if hand.shanten != 1 or not draws or free == hand.acceptance:
        return (t("desk.after-far", **facts),)
    return t("desk.after-near", free=free, **facts), t("desk.after-near-short", free=free, **facts)


def _lack(hand: Outlook) -> str:
    """Why no wait of a tenpai hand wins: the first refusal, or furiten, or that no tile is left."""
    refusal = next((wait.no_ron for wait in hand.waits if wait.no_ron is not None), None)
    if refusal is not None:
        return t(f"log.why-{refusal.why.value}")
    return t("desk.furiten") if hand.furiten else t("panel.hand.left", count=0)
