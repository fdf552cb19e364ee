"""The table of one position in the markup of a page: four ponds, the middle, and the hand of who chose.

It is laid out by the style of the page, so that it fits a telephone and its words keep their size there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ai.review.moments import MomentKind, ReviewedMoment
from engine.actions import Action, ActionKind
from engine.records.timeline import Position
from engine.table import PondTile, Table
from engine.tiles import Tile
from engine.view import SeatView
from tui.desk.scene import LaidHand
from tui.export.drawn_tiles import drawn_meld, drawn_tile, drawn_tiles, tiles_line
from tui.export.markup import Markup, tag
from tui.i18n import t
from tui.words.event_lines import hand_and_honba, stakes
from tui.words.names import Seating, short_name, tile_word
from tui.words.review_sentences import short_action

ROW = 6
"""Tiles in a row of a pond."""
_NAME = 14
"""Cells for a name above a pond."""
_SIDES = ("own", "right", "across", "left")


def drawn_table(position: Position, seating: Seating, moment: ReviewedMoment) -> Markup:
    """The table as the seat of the position saw it when it chose, with what it did and what was better."""
    view = position.view
    return tag(
        "div",
        _middle(view.table),
        [_seat(view, (view.seat + side) % len(_SIDES), _SIDES[side], seating) for side in (2, 3, 1, 0)],
        _own_hand(view, moment),
        class_="table",
        role="group",
        aria_label=t("exported.table"),
    )


def _middle(table: Table) -> Markup:
    lines = [
        tag("p", tag("b", hand_and_honba(table.round_wind, table.kyoku, table.honba))),
        tag("p", t("exported.indicators"), " ", drawn_tiles(table.indicators)),
        tag("p", t("table.wall", count=table.live)),
    ]
    lines += [tag("p", sticks) for sticks in stakes(0, table.riichi_sticks)]
    return tag("div", lines, class_="middle")


def _seat(view: SeatView, seat: int, side: str, seating: Seating) -> Markup:
    public = view.table.seats[seat]
    wind = tile_word(view.table.seat_wind(seat))
    has: list[Markup | str] = [f"{wind} {public.score:,}"]
    if public.riichi:
        has += [" ", tag("span", t("yaku.riichi"), class_="call")]
    parts = [
        tag(
            "p",
            tag("span", short_name(seating.names[seat], _NAME), class_="who"),
            tag("span", has, class_="has"),
        ),
        tag("div", _pond_rows(view.table, seat), class_="tiles pond"),
    ]
    if public.melds and side != "own":
        parts.append(tiles_line((drawn_meld(meld, seat) for meld in public.melds), "melds"))
    return tag("div", parts, class_=f"seat {side}")


def _pond_rows(table: Table, seat: int) -> Iterator[Markup]:
    pond = table.seats[seat].pond
    for start in range(0, len(pond), ROW):
        yield tag("div", [_discard(each, table, seat) for each in pond[start : start + ROW]])


def _discard(discard: PondTile, table: Table, seat: int) -> Markup:
    offered = table.offer is not None and table.turn == seat and discard.order == len(table.discards) - 1
    return drawn_tile(
        discard.tile,
        "side" if discard.sideways else "",
        "drawn" if discard.tsumogiri else "",
        "gone" if discard.called_by is not None else "",
        "now" if offered else "",
    )


def _own_hand(view: SeatView, moment: ReviewedMoment) -> Markup:
    laid = LaidHand.sorted(view)
    marks = _Marks(laid, moment)
    tiles = [marks.drawn(place) for place in range(len(laid.tiles))]
    groups = [tiles_line(tiles if laid.drawn_place is None else tiles[: laid.drawn_place])]
    if laid.drawn_place is not None:
        groups.append(tiles_line(tiles[laid.drawn_place :]))
    melds = [drawn_meld(meld, view.seat) for meld in view.table.seats[view.seat].melds]
    return tag("div", tiles_line([*groups, *melds]), marks.key(), class_="mine")


_THROWN = (
    *(MomentKind.DISCARD, MomentKind.RIICHI, MomentKind.RED_FIVE),
    *(MomentKind.DANGEROUS_DISCARD, MomentKind.FURITEN_ENTERED),
)
"""Kinds of moments at which a tile of the hand was discarded."""
_THROWING = (ActionKind.DISCARD, ActionKind.RIICHI)


class _Marks:
    """The tiles of the hand that were played and that were better, by place."""

    def __init__(self, laid: LaidHand, moment: ReviewedMoment) -> None:
        self._tiles = laid.tiles
        self._moment = moment
        did = moment.tile if moment.kind in _THROWN else None
        self._did = _places(laid.tiles, () if did is None else (did,))
        self._better = _places(laid.tiles, _taken(moment.better, laid))

    def drawn(self, place: int) -> Markup:
        tile = self._tiles[place]
        name = "did" if place in self._did else "better" if place in self._better else ""
        if not name:
            return drawn_tile(tile)
        said = {"did": t("exported.did"), "better": t("exported.better")}[name]
        return tag("span", drawn_tile(tile, said=said), class_=f"mark {name}")

    def key(self) -> Markup:
        """What the marks mean; the better choice in words, because not all choices are tiles."""
        lines = [tag("li", t("exported.did"), class_="did")] if self._did else []
        if self._moment.better is not None:
            better = t("exported.better-is", better=short_action(self._moment.better))
            lines.append(tag("li", better, class_="better"))
        return tag("ul", lines, class_="key")


def _taken(better: Action | None, laid: LaidHand) -> Sequence[Tile]:
    """The tiles of the hand that the better choice moves."""
    if better is None:
        return ()
    if better.kind is ActionKind.TSUMO:
        return laid.tiles[-1:]
    thrown = () if better.tile is None or better.kind not in _THROWING else (better.tile,)
    return (*better.consumed, *thrown)


def _places(tiles: Sequence[Tile], wanted: Iterable[Tile]) -> set[int]:
    """The places of these tiles, each the last that is free."""
    found: set[int] = set()
    for tile in wanted:
        free = [place for place, each in enumerate(tiles) if each == tile and place not in found]
        found.update(free[-1:])
    return found
