"""A game as one page of HTML that needs nothing from outside: no script, no font, no picture of another file.

The table of hands with results and the curve of points, the moments of the review with pictures of their
positions, and the log of each hand. Every text is escaped, once: records are not trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from ai.play import PERSON
from ai.review.game_review import review_game
from ai.review.moments import HandReview, ReviewedMoment
from engine import __version__
from engine.records.read_file import ReadableGame
from engine.records.recorded_game import RecordedHand
from engine.tiles import EAST, KIND_OF
from engine.wall import PLAYERS
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene_maker import Highlights, make_page_scene
from tui.drawing.palette import load_palette
from tui.export.exported_game import (
    ExportedGame,
    GoAround,
    dora_text,
    hand_title,
    result_lines,
    scores_line,
    tiles_text,
)
from tui.i18n import join_list, language, t
from tui.pictures import scene_svg
from tui.tiles import Look, TileStyle, glyph_set
from tui.words.event_lines import hand_name
from tui.words.names import tile_word
from tui.words.review_sentences import ReviewSentences, class_word, reviewed_hand_name

VOID = frozenset({"meta", "br"})
"""Elements without content and end tag."""


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
    opening = f"<{' '.join(parts)}>"
    return Markup(opening if name in VOID else f"{opening}{joined(content)}</{name}>")


def joined(content: Iterable[Content]) -> Markup:
    """Pieces one after the other; plain text is escaped."""
    return Markup("".join(map(_escaped, content)))


def _escaped(piece: Content) -> str:
    if isinstance(piece, Markup):
        return piece
    return escape(piece) if isinstance(piece, str) else joined(piece)


STYLE = """
:root{color-scheme:light dark;--ground:#fbfaf6;--text:#1c2420;--soft:#5d6a63;--rule:#d9d6cb;--panel:#f1efe7;
--s0:#b3261e;--s1:#1d5fb4;--s2:#0f7a4f;--s3:#8a5a00;--mark:#0b5d3b}
@media(prefers-color-scheme:dark){:root{--ground:#121a16;--text:#e6ebe7;--soft:#9fb0a6;--rule:#2c3a33;
--panel:#1a2620;--s0:#ff8a80;--s1:#8ab4f8;--s2:#7bd9a8;--s3:#f2c464;--mark:#7bd9a8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--ground);color:var(--text);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans","Noto Sans CJK JP","Hiragino Sans","Yu Gothic",
sans-serif;overflow-wrap:break-word}
h1{font-size:1.4rem;line-height:1.25;margin:.2rem 0}
h2{font-size:1.15rem;margin:2rem 0 .6rem;border-bottom:1px solid var(--rule);padding-bottom:.2rem}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.4rem 0}
a{color:var(--mark)}
.soft,figcaption,caption{color:var(--soft)}
.note{border-left:4px solid var(--mark);overflow-wrap:anywhere}
.cut{border-left:4px solid var(--s0);padding-left:.6rem}
.wide{overflow-x:auto;-webkit-overflow-scrolling:touch}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
.full{width:100%}
th,td{padding:.2rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
th{font-weight:600}
.number{text-align:right;white-space:nowrap}
.tiles{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:nowrap}
.up{color:var(--s2)}.down{color:var(--s0)}
.curve{width:100%;height:auto;display:block}
.curve .grid{stroke:var(--rule)}
.curve text{fill:var(--soft);font-size:12px}
.curve .points{text-anchor:end}.curve .hand{text-anchor:middle}
.curve .line{fill:none;stroke-width:2.5;stroke-linejoin:round}
.seat0{stroke:var(--s0)}.seat1{stroke:var(--s1);stroke-dasharray:8 4}
.seat2{stroke:var(--s2);stroke-dasharray:2 4}.seat3{stroke:var(--s3);stroke-dasharray:12 4 2 4}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.4rem 0}
.legend svg{width:2.4rem;height:.6rem;margin-right:.4rem}
.legend line{stroke-width:3}
figure{margin:.6rem 0 1.4rem}
figure svg{width:100%;min-width:34rem;height:auto;display:block;border-radius:6px}
details{margin:.5rem 0;border:1px solid var(--rule);border-radius:6px;background:var(--panel)}
summary{cursor:pointer;padding:.5rem .7rem;font-weight:600}
details>div{padding:0 .7rem .7rem}
ul.result{list-style:none;padding:0;margin:.6rem 0}
footer{margin-top:2.5rem;font-size:.85rem;color:var(--soft)}
@media print{details{break-inside:avoid}body{max-width:none}}
"""


WIDTH, HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 36, 12, 26
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
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
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
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * place / self._count

    def y(self, points: int) -> float:
        share = (points - self._low) / (self._high - self._low)
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * share

    def points(self, line: Sequence[int]) -> str:
        return " ".join(f"{self.x(place):.1f},{self.y(points):.1f}" for place, points in enumerate(line))

    def grid(self) -> Markup:
        """Round numbers and their lines."""
        drawn: list[Markup] = []
        for points in range(self._low, self._high + 1, self._step):
            y = f"{self.y(points):.1f}"
            drawn.append(tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y, y2=y, class_="grid"))
            drawn.append(tag("text", f"{points:,}", x=_LEFT - 6, y=y, class_="points", dy="0.35em"))
        return joined(drawn)

    def names(self, hands: Sequence[str]) -> Markup:
        """The names of the hands below, as many as there is room for."""
        every = max(1, -(-len(hands) // 10))
        return joined(
            tag("text", name, x=f"{self.x(place):.1f}", y=HEIGHT - 8, class_="hand")
            for place, name in enumerate(hands, 1)
            if (place - 1) % every == 0
        )


_SIZE = (80, 24)
_LOOK = Look(TileStyle.SOLID, glyph_set("kanji"))
_THEME = "felt"


class MomentFigure(NamedTuple):
    """One moment in words, with the picture of the position in which the seat chose."""

    hand: int
    hand_name: str
    kind: str
    line: str
    more: tuple[str, ...]
    picture: Markup


class SeatMoments(NamedTuple):
    """The moments of one seat."""

    seat: int
    figures: tuple[MomentFigure, ...]


def moments_of(game: ExportedGame) -> Iterator[SeatMoments]:
    """The moments of the seat that is asked for, of the person who played, or else of all four."""
    for seat in _seats(game):
        review = review_game(game.rules, game.events, seat)
        seen = game if game.seat == seat else game.as_seen_by(seat)
        figures = [_figure(seen, hand, moment) for hand in review.hands for moment in hand.moments]
        yield SeatMoments(seat, tuple(figures))


def _seats(game: ExportedGame) -> Sequence[int]:
    if game.seat is not None:
        return (game.seat,)
    own = [seat for seat, name in enumerate(game.start.names[:PLAYERS]) if name == PERSON]
    return own if len(own) == 1 else range(PLAYERS)


def _figure(game: ExportedGame, hand: HandReview, moment: ReviewedMoment) -> MomentFigure:
    words = ReviewSentences(game.seating)
    line, more = words.line(moment), words.more(moment)
    return MomentFigure(
        hand=hand.number,
        hand_name=reviewed_hand_name(hand),
        kind=class_word(moment.moment_class),
        line=line,
        more=more,
        picture=_picture(game, moment, line),
    )


def _picture(game: ExportedGame, moment: ReviewedMoment, title: str) -> Markup:
    """The table as the seat saw it when it chose, with all hints."""
    hand = game.timeline.hand_at(moment.position)
    events = hand.events[: moment.position + 2 - hand.first]
    seating = replace(game.seating, whole=False)
    desk = Desk.after(events, seating, game.rules, DeskSettings(hints=HintLevel.FULL))
    cursor = None
    if desk.offer() and desk.choice is not None and desk.choice.on_turn and moment.tile in desk.choice.tiles:
        desk.choice.move_to(desk.choice.tiles.index(moment.tile))
        cursor = desk.choice.place if desk.choice.of_tiles else None
    lit = frozenset() if moment.tile is None else frozenset({KIND_OF[moment.tile]})
    scene = make_page_scene(desk, Highlights(lit=lit, cursor=cursor))
    return Markup(scene_svg(scene, _SIZE, _LOOK, load_palette(_THEME), bare=True, title=title))


_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The policy for browsers: they load nothing for the page."""


def game_page(game: ReadableGame, seat: int | None = None) -> str:
    """The whole page; with a seat, as that seat saw the game."""
    shown = ExportedGame(game, seat)
    title = t("exported.title", names=join_list(shown.names))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("title", title),
        tag("style", Markup(STYLE)),
    )
    body = tag("body", *_body(shown, title))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang=language())}\n"


def _body(game: ExportedGame, title: str) -> Iterator[Markup]:
    yield tag("h1", title)
    facts = [game.rules.title, t(f"exported.length.{game.rules.length}")]
    yield tag("p", join_list([*facts, game.date] if game.date else facts), class_="soft")
    if game.cut is not None:
        yield tag("p", t("exported.cut", reason=game.cut), class_="cut")
    if game.ranking:
        yield _ranking(game)
    yield tag("h2", t("exported.hands"))
    yield _curve(game)
    yield _hands_table(game)
    for each in moments_of(game):
        yield from _moments(game, each)
    yield tag("h2", t("exported.logs"))
    yield tag("p", t("exported.legend"), class_="soft")
    for hand in game.hands:
        yield _hand(game, hand)
    yield tag("footer", t("exported.program", version=__version__))


# -- the game ----------------------------------------------------------------------------------------


def _ranking(game: ExportedGame) -> Markup:
    rows = [
        tag(
            "tr",
            tag("td", str(each.place), class_="number"),
            tag("th", game.seating[each.seat], scope="row"),
            tag("td", f"{each.points:,}", class_="number"),
            tag("td", f"{each.final:+.1f}", class_="number"),
        )
        for each in game.ranking
    ]
    heads = ("place", "player", "points", "final")
    return _table([t(f"exported.heads.{head}") for head in heads], rows, caption=t("exported.end"))


def _table(
    heads: Sequence[str], rows: Sequence[Markup], *, caption: str | None = None, full: bool = False
) -> Markup:
    head = tag("tr", *(tag("th", head, scope="col") for head in heads))
    title = () if caption is None else (tag("caption", caption),)
    table = tag("table", *title, tag("thead", head), tag("tbody", rows), class_="full" if full else None)
    return tag("div", table, class_="wide")


def _curve(game: ExportedGame) -> Markup:
    scores = [game.hands[0].start.scores, *map(game.scores_after, game.hands)]
    names = [hand_name(game.wind(hand), hand.start.kyoku) for hand in game.hands]
    legend = [tag("li", _swatch(seat), game.seating[seat]) for seat in range(PLAYERS)]
    chart = score_curve(scores, names, t("exported.curve"))
    return joined([chart, tag("ul", legend, class_="legend")])


def _swatch(seat: int) -> Markup:
    """A piece of the line of a seat, for the legend."""
    line = tag("line", x1=0, x2=40, y1=4, y2=4, class_=f"seat{seat}")
    return tag("svg", line, viewBox="0 0 40 8", aria_hidden="true")


def _hands_table(game: ExportedGame) -> Markup:
    heads = [t("exported.hand"), t("exported.result"), *(game.seating[seat] for seat in range(PLAYERS))]
    return _table(heads, [_hand_row(game, hand) for hand in game.hands], full=True)


def _hand_row(game: ExportedGame, hand: RecordedHand) -> Markup:
    after = game.scores_after(hand)
    changes = [after[seat] - hand.start.scores[seat] for seat in range(PLAYERS)]
    link = tag("a", hand_title(hand), href=f"#hand{hand.number}")
    headline = next(iter(result_lines(game, hand)), t("exported.unfinished"))
    return tag("tr", tag("th", link, scope="row"), tag("td", headline), *map(_change, changes))


def _change(points: int) -> Markup:
    shown = f"{points:+,}" if points else ""
    return tag("td", shown, class_=f"number {'up' if points > 0 else 'down' if points else ''}".rstrip())


# -- moments -----------------------------------------------------------------------------------------


def _moments(game: ExportedGame, found: SeatMoments) -> Iterator[Markup]:
    yield tag("h2", t("exported.moments-of", name=game.names[found.seat]))
    if not found.figures:
        yield tag("p", t("exported.no-moments"), class_="soft")
    yield from map(_moment, found.figures)


def _moment(figure: MomentFigure) -> Markup:
    link = tag("a", figure.hand_name, href=f"#hand{figure.hand}")
    caption = tag("figcaption", *(tag("p", line) for line in figure.more))
    picture = tag("div", figure.picture, class_="wide")
    kind = tag("span", figure.kind, class_="soft")
    return tag("section", tag("h3", link, " · ", figure.line, " ", kind), tag("figure", picture, caption))


# -- hands -------------------------------------------------------------------------------------------


def _hand(game: ExportedGame, hand: RecordedHand) -> Markup:
    seats = [(hand.start.oya + step) % PLAYERS for step in range(PLAYERS)]
    deals = [
        tag(
            "tr",
            tag("td", tile_word(EAST + place)),
            tag("th", game.seating[seat], scope="row"),
            tag("td", f"{hand.start.scores[seat]:,}", class_="number"),
            tag("td", tiles_text(hand.start.tehais[seat]), class_="tiles"),
        )
        for place, seat in enumerate(seats)
    ]
    heads = ("wind", "player", "points", "dealt")
    rows = game.go_arounds(hand)
    turns = [_turn(number, row) for number, row in enumerate(rows, 1)]
    result = [tag("li", line) for line in result_lines(game, hand)]
    if hand.end is not None:
        result.append(tag("li", scores_line(game, hand), class_="soft"))
    return tag(
        "details",
        tag("summary", hand_title(hand), " · ", dora_text(hand)),
        tag(
            "div",
            _table([t(f"exported.heads.{head}") for head in heads], deals),
            _table([t("exported.turn"), *(game.seating[seat] for seat in seats)], turns, full=True),
            tag("ul", result, class_="result"),
            # inside, so that a browser that follows a link to it opens the details
            id=f"hand{hand.number}",
        ),
        # a hand in which something is noted lies open
        open="" if any(row.notes for row in rows) else None,
    )


def _turn(number: int, row: GoAround) -> Markup:
    cells = [tag("td", " ".join(deeds), class_="tiles") for deeds in row.cells]
    line = tag("tr", tag("td", str(number), class_="number"), *cells)
    news = [tag("tr", tag("td"), tag("td", each, colspan=PLAYERS, class_="soft")) for each in row.news]
    notes = [tag("tr", tag("td"), tag("td", each, colspan=PLAYERS, class_="note")) for each in row.notes]
    return joined([line, *news, *notes])
