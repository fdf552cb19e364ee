"""Whether a discard kept a free wait as good as the furiten wait that another one entered."""

from __future__ import annotations

from ai.coach.choice_warnings import Better, free_discards
from ai.reading.acceptance import AcceptedTile
from ai.reading.outlook import Outlook, outlook_after
from engine.tiles import Tile
from engine.view import SeatView


def free_waits_as_good(view: SeatView, tile: Tile, *, riichi: bool) -> tuple[Better, ...]:
    """The discards that keep a free wait as good as the furiten wait after ``tile``, the best first.

    The free wait is as good if at least as many of its tiles are unseen, if a ron on each of them is a win,
    and if the unseen tiles are together worth at least as much by ron, furiten apart. Riichi counts for both
    waits if it was declared. The discard is at least as safe against those who threaten.
    """
    entered = outlook_after(view, tile, riichi=riichi)
    found: list[tuple[int, int, Better]] = []
    for each in free_discards(view, tile):
        hand = each.with_riichi if riichi else each
        if hand is None or not all(wait.ron for wait in hand.waits):
            continue
        left, value = hand.acceptance, _ron_value(hand)
        if left >= entered.acceptance and value >= _ron_value(entered):
            waits = tuple(AcceptedTile(wait.kind, wait.left) for wait in hand.waits)
            found.append((value, left, Better(hand.tile, waits, left)))
    return tuple(better for *_, better in sorted(found, key=lambda each: each[:2], reverse=True))


def _ron_value(hand: Outlook) -> int:
    """What the unseen tiles are worth together by ron, furiten apart."""
    return sum(wait.left * wait.ron_worth.points for wait in hand.waits if wait.ron_worth is not None)
