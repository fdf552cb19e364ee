"""A game as one page of HTML that needs nothing from outside: no script, no font, no picture of another file.

The table of hands with results and the curve of points, the moments of the review with pictures of their
positions, and the log of each hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import __version__
from engine.records.hands import RecordedHand
from engine.records.readable_games import ReadableGame
from engine.tiles import EAST
from engine.wall import PLAYERS
from tui.export.exported_game import ExportedGame
from tui.export.go_arounds import GoAround, go_arounds, tiles_text
from tui.export.markup import Markup, joined, tag
from tui.export.moment_figures import MomentFigure, SeatMoments, moments_of
from tui.export.page_style import STYLE
from tui.export.result_lines import result_lines
from tui.export.score_curve import score_curve
from tui.export.text import dora_text, hand_title, scores_line
from tui.i18n.layout import join_list
from tui.i18n.texts import language, t
from tui.words.event_lines import hand_name
from tui.words.tiles import tile_word

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load for the page: nothing."""


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
    turns = [_turn(number, row) for number, row in enumerate(go_arounds(hand.events, game.seating), 1)]
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
    )


def _turn(number: int, row: GoAround) -> Markup:
    cells = [tag("td", " ".join(deeds), class_="tiles") for deeds in row.cells]
    line = tag("tr", tag("td", str(number), class_="number"), *cells)
    news = [tag("tr", tag("td"), tag("td", each, colspan=PLAYERS, class_="soft")) for each in row.news]
    return joined([line, *news])
