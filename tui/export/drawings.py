"""What a page draws: tiles and melds, the table of one position, and the curve of the points.

The faces of tiles are symbols of SVG, drawn once, and used wherever a tile lies. The style of the page
colours the classes of paints. It lays out the table, so that it fits a telephone and words keep their size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TypeAlias

from ai.review.moments import MomentKind, ReviewedMoment
from engine.actions import Action, ActionKind
from engine.hand import Meld
from engine.records.timeline import Position
from engine.table import PondTile, Table
from engine.tiles import NAMES, Tile, is_red
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.desk.scene import LaidHand, TileOfMeld, laid_tiles
from tui.drawing.tile_faces import HEIGHT, WIDTH, Stroke, face
from tui.i18n import t
from tui.words.event_lines import hand_and_honba, stakes
from tui.words.names import Seating, short_name, tile_word
from tui.words.review_sentences import short_action

VOID = frozenset({"meta", "br"})
"""Elements without content and end tag."""
DRAWN = frozenset({"use", "path", "rect", "line", "polyline"})
"""Elements of SVG without content, which end themselves."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Content: TypeAlias = "Markup | str | Iterable[Markup | str]"


def tag(name: str, /, *content: Content, **attributes: object) -> Markup:
    """An element. Plain text in it is escaped; the attribute ``class_`` is ``class``, and ``_`` is a hyphen.

    Attributes that are None are left out.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{escape(str(value))}"')
    opening = " ".join(parts)
    if name in DRAWN:
        return Markup(f"<{opening}/>")
    return Markup(f"<{opening}>" if name in VOID else f"<{opening}>{joined(content)}</{name}>")


def joined(content: Iterable[Content]) -> Markup:
    """Pieces one after the other; plain text is escaped."""
    return Markup("".join(map(_escaped, content)))


def _escaped(piece: Content) -> str:
    if isinstance(piece, Markup):
        return piece
    return escape(piece) if isinstance(piece, str) else joined(piece)


# -- tiles as they lie ------------------------------------------------------------------------------


def drawn_tile(tile: Tile | None, *classes: str, said: str = "") -> Markup:
    """One tile, None for one face down. Its name is that of the tile, and what else is ``said`` of it."""
    name = t("exported.face-down") if tile is None else tile_word(tile)
    title = tag("title", t("exported.tile-said", tile=name, said=said) if said else name)
    return tag(
        "svg",
        title,
        tag("use", href=f"#{face_id(tile)}"),
        role="img",
        class_=" ".join(filter(None, classes)) or None,
    )


def tiles_line(tiles: Iterable[Content], *classes: str) -> Markup:
    """Tiles, or groups of tiles, side by side."""
    return tag("span", *tiles, class_=" ".join(("tiles", *classes)))


def drawn_tiles(tiles: Iterable[Tile], *classes: str) -> Markup:
    """Tiles side by side in that order."""
    return tiles_line(map(drawn_tile, tiles), *classes)


def drawn_meld(meld: Meld, owner: int) -> Markup:
    """A meld as it lies: the called tile sideways, on the side of the player that it came from."""
    return tiles_line(map(_laid, laid_tiles(meld, owner)))


def _laid(laid: TileOfMeld) -> Markup:
    if laid.on_top is not None:
        return tag("span", drawn_tile(laid.on_top, "side"), drawn_tile(laid.tile, "side"), class_="stack")
    return drawn_tile(None if laid.face_down else laid.tile, "side" if laid.sideways else "")


# -- the faces -----------------------------------------------------------------------------------------


def face_id(tile: Tile | None) -> str:
    """The name of the symbol of a tile, None for one face down: ``m5``, as no name begins with a digit."""
    return "back" if tile is None else NAMES[tile][::-1]


def tile_symbols() -> Markup:
    """All tiles as an element that itself shows nothing."""
    body = tag("rect", x="0.7", y="0.7", width="28.6", height="38.6", rx="3.5", class_="body")
    back = tag("symbol", body, id=face_id(None), viewBox=_VIEW, class_="under")
    faces = [_symbol(tile, body) for tile in range(len(NAMES))]
    return tag("svg", tag("defs", faces, back), width=0, height=0, class_="faces", aria_hidden="true")


_VIEW = f"0 0 {WIDTH} {HEIGHT}"


def _symbol(tile: Tile, body: Markup) -> Markup:
    red = "all-red" if is_red(tile) else None
    return tag("symbol", body, joined(map(_line, face(tile))), id=face_id(tile), viewBox=_VIEW, class_=red)


def _line(stroke: Stroke) -> Markup:
    width = f"{stroke.width:g}"
    return tag("path", d=stroke.path, class_=stroke.paint, stroke_width=width, transform=stroke.place)


# -- the table of a position -------------------------------------------------------------------------


ROW = 6
"""Tiles in a row of a pond."""
_NAME = 14
"""Cells for a name above a pond."""
_SIDES = ("own", "right", "across", "left")


def drawn_table(position: Position, seating: Seating, moment: ReviewedMoment) -> Markup:
    """The table as the seat of the position saw it when it chose, with what it did and what was better."""
    view = position.view
    lines = [
        tag("p", tag("b", hand_and_honba(view.table.round_wind, view.table.kyoku, view.table.honba))),
        tag("p", t("exported.indicators"), " ", drawn_tiles(view.table.indicators)),
        tag("p", t("table.wall", count=view.table.live)),
    ]
    lines += [tag("p", sticks) for sticks in stakes(0, view.table.riichi_sticks)]
    return tag(
        "div",
        tag("div", lines, class_="middle"),
        [_seat(view, (view.seat + side) % len(_SIDES), _SIDES[side], seating) for side in (2, 3, 1, 0)],
        _own_hand(view, moment),
        class_="table",
        role="group",
        aria_label=t("exported.table"),
    )


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


# -- the curve of the points -------------------------------------------------------------------------


CURVE_WIDTH, CURVE_HEIGHT = 366, 210
"""The size of a phone held upright, so that the words have the size there that the style gives them."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 26, 10, 24
_STEPS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
_MOST_LINES = 6


def score_curve(scores: Sequence[Sequence[int]], hands: Sequence[str], title: str) -> Markup:
    """``scores`` are the points by seat before the first hand, and after each of the ``hands``."""
    chart = _Chart(scores)
    lines = [
        tag("polyline", class_=f"line seat{seat}", points=chart.points([each[seat] for each in scores]))
        for seat in range(PLAYERS)
    ]
    return tag(
        "svg",
        tag("title", title),
        chart.grid(),
        chart.names(hands),
        lines,
        viewBox=f"0 0 {CURVE_WIDTH} {CURVE_HEIGHT}",
        role="img",
        class_="curve",
    )


class _Chart:
    """Where hands and points lie."""

    def __init__(self, scores: Sequence[Sequence[int]]) -> None:
        every = [points for each in scores for points in each]
        spread = max(max(every) - min(every), _STEPS[0])
        self._step = next((step for step in _STEPS if spread / step <= _MOST_LINES), spread)
        self._low = min(every) // self._step * self._step
        self._high = max(-(-max(every) // self._step) * self._step, self._low + self._step)
        self._count = max(len(scores) - 1, 1)

    def x(self, place: int) -> float:
        return _LEFT + (CURVE_WIDTH - _LEFT - _RIGHT) * place / self._count

    def y(self, points: int) -> float:
        share = (points - self._low) / (self._high - self._low)
        return CURVE_HEIGHT - _BOTTOM - (CURVE_HEIGHT - _TOP - _BOTTOM) * share

    def points(self, line: Sequence[int]) -> str:
        return " ".join(f"{self.x(place):.1f},{self.y(points):.1f}" for place, points in enumerate(line))

    def grid(self) -> Markup:
        drawn: list[Markup] = []
        for points in range(self._low, self._high + 1, self._step):
            y = f"{self.y(points):.1f}"
            drawn.append(tag("line", x1=_LEFT, x2=CURVE_WIDTH - _RIGHT, y1=y, y2=y, class_="grid"))
            drawn.append(tag("text", f"{points:,}", x=_LEFT - 6, y=y, class_="points", dy="0.35em"))
        return joined(drawn)

    def names(self, hands: Sequence[str]) -> Markup:
        every = max(1, -(-len(hands) // 5))
        return joined(
            tag("text", name, x=f"{self.x(place):.1f}", y=CURVE_HEIGHT - 8, class_="hand")
            for place, name in enumerate(hands, 1)
            if (place - 1) % every == 0
        )


def swatch(seat: int) -> Markup:
    """A piece of the line of a seat, for the legend."""
    line = tag("line", x1=0, x2=40, y1=4, y2=4, class_=f"seat{seat}")
    return tag("svg", line, viewBox="0 0 40 8", aria_hidden="true")
