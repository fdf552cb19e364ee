"""Whether a discard kept a free wait as good as the furiten wait that another one entered."""

from __future__ import annotations

from ai.coach.choice_warnings import Better, free_discards
from ai.reading.acceptance import AcceptedTile
from ai.reading.wait_outlook import Outlook, outlook_after
from engine.legal.riichi import refuse_riichi
from engine.legal.wins import later_win
from engine.score import NoWin, score, winners_total
from engine.tiles import Kind, Tile
from engine.view import SeatView


def free_waits_as_good(view: SeatView, tile: Tile, *, riichi: bool) -> tuple[Better, ...]:
    """The discards that keep a free wait as good as the furiten wait after ``tile``, the best first.

    The free wait is as good if at least as many of its tiles are unseen, if a ron on each of them is a win,
    and if the unseen tiles are together worth at least as much by ron, furiten apart. Riichi counts for both
    waits if it was declared. The discard is at least as safe against those who are to be feared.
    """
    entered = _wait_value(view, tile, outlook_after(view, tile, riichi=riichi), riichi=riichi)
    found: list[tuple[int, int, Better]] = []
    for each in free_discards(view, tile):
        if riichi and refuse_riichi(view, each.tile) is not None:
            continue
        outlook = outlook_after(view, each.tile, riichi=riichi)
        points = _wait_points(view, each.tile, outlook, riichi=riichi)
        left, value = _wait_value(view, each.tile, outlook, riichi=riichi)
        if all(points.values()) and left >= entered[0] and value >= entered[1]:
            waits = tuple(AcceptedTile(wait.kind, wait.left) for wait in outlook.waits)
            found.append((value, left, Better(each.tile, waits, left)))
    return tuple(better for *_, better in sorted(found, key=lambda each: each[:2], reverse=True))


def _wait_value(view: SeatView, tile: Tile, outlook: Outlook, *, riichi: bool) -> tuple[int, int]:
    """The unseen tiles of the wait after a discard, and what they are worth together by ron."""
    points = _wait_points(view, tile, outlook, riichi=riichi)
    return sum(wait.left for wait in outlook.waits), sum(
        wait.left * points[wait.kind] for wait in outlook.waits
    )


def _wait_points(view: SeatView, tile: Tile, outlook: Outlook, *, riichi: bool) -> dict[Kind, int]:
    """What a ron on each wait after a discard would pay, furiten apart; 0 where it would be no win."""
    rest = view.hand.copy()
    rest.remove(tile)
    points = {}
    for wait in outlook.waits:
        found = score(later_win(view, rest, wait.kind, riichi=riichi))
        dealer = view.seat == view.table.dealer
        points[wait.kind] = 0 if isinstance(found, NoWin) else winners_total(found.base, dealer, False)
    return points
