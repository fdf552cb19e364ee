"""A game as one page of HTML that needs nothing from outside: no script, no font, no picture of another file.

The players with their places come first, then the dearest moments, and then each hand, folded up. Every text
is escaped, once: records are not trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ai.review.moments import DEAREST
from assets import FOLDER
from engine import __version__
from engine.records.read_file import ReadableGame
from engine.wall import PLAYERS
from tui.archive.kept_reviews import KeptReviews
from tui.export.drawn_tiles import tile_symbols
from tui.export.exported_game import ExportedGame
from tui.export.hand_log import folded_hand
from tui.export.markup import Markup, joined, tag
from tui.export.page_moments import (
    SeatMoment,
    dearest_first,
    drawn_moment,
    listed_deal_in,
    listed_moment,
    moments_heading,
    moments_of,
    reviewed_seats,
    reviews_of,
)
from tui.export.score_curve import score_curve, swatch
from tui.i18n import join_list, language, t
from tui.system.installation import source_address
from tui.words.event_lines import hand_name
from tui.words.review_sentences import calibration

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The policy for browsers: they load nothing for the page."""


def game_page(
    game: ReadableGame, seat: int | None = None, person: str = "", kept: KeptReviews | None = None
) -> str:
    """The whole page; with a seat, as that seat saw the game.

    ``person`` is the name of the person who played, ``kept`` are the reviews in which hands were played out.
    """
    shown = ExportedGame(game, seat, person)
    title = t("exported.title", names=join_list(shown.names))
    return whole_page(title, _head(shown), _main(shown, kept))


def whole_page(title: str, header: Iterable[Markup], main: Iterable[Markup]) -> str:
    """A page with that title, with the tiles and the style of all pages."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("title", title),
        tag("style", Markup((FOLDER / "export" / "page.css").read_text(encoding="utf-8"))),
    )
    body = tag("body", tile_symbols(), tag("header", *header), tag("main", *main), _foot())
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang=language())}\n"


def _head(game: ExportedGame) -> Iterator[Markup]:
    yield tag("h1", t("exported.heading"))
    facts = [game.rules.title, t(f"exported.length.{game.rules.length}")]
    yield tag("p", join_list([game.date, *facts] if game.date else facts), class_="soft")
    if game.cut is not None:
        yield tag("p", t("exported.cut", reason=game.cut), class_="cut")
    yield _players(game)


def _main(game: ExportedGame, kept: KeptReviews | None) -> Iterator[Markup]:
    reviews = reviews_of(game, kept)
    moments = dearest_first(moments_of(reviews))
    named = len(reviewed_seats(game)) > 1
    dearest = moments[:DEAREST]
    yield tag("h2", moments_heading(game, dearest))
    if not moments:
        yield tag("p", t("exported.no-moments"), class_="soft")
    elif named:
        yield tag("p", t("exported.who-is-you"), class_="soft")
    if doubt := calibration(each.moment for each in moments):
        yield tag("p", doubt, class_="soft")
    for found in dearest:
        yield drawn_moment(found, named=named)
    yield tag("h2", t("exported.logs"))
    yield _curve(game)
    yield tag("p", t("exported.drawn-legend"), class_="soft")
    for hand in game.hands:
        own = sorted((each for each in moments if each.moment.hand == hand.number), key=_played)
        listed = [listed_deal_in(each, hand.number, named=named) for each in reviews]
        listed += [listed_moment(each, named=named, above=each in dearest) for each in own]
        yield folded_hand(game, hand, listed)


def _played(found: SeatMoment) -> tuple[int, int]:
    return found.moment.position, found.seat


def _players(game: ExportedGame) -> Markup:
    """The four players, by place if the game is over, else by seat with the points that they have."""
    heads = ["player", "points"]
    if game.ranking:
        heads = ["place", "player", "points", "final"]
        rows = [
            [
                _number(str(each.place)),
                _name(game, each.seat),
                _number(f"{each.points:,}"),
                _number(f"{each.final:+.1f}"),
            ]
            for each in game.ranking
        ]
    else:
        points = game.scores_after(game.hands[-1])
        rows = [[_name(game, seat), _number(f"{points[seat]:,}")] for seat in range(PLAYERS)]
    titles = [tag("th", t(f"exported.heads.{head}"), scope="col", class_=_HEADS[head]) for head in heads]
    return tag("table", tag("thead", tag("tr", titles)), tag("tbody", [tag("tr", row) for row in rows]))


_HEADS = {"place": "number", "player": None, "points": "number", "final": "number"}


def _number(text: str) -> Markup:
    return tag("td", text, class_="number")


def _name(game: ExportedGame, seat: int) -> Markup:
    return tag("th", game.names[seat], scope="row")


def _curve(game: ExportedGame) -> Markup:
    scores = [game.hands[0].start.scores, *map(game.scores_after, game.hands)]
    names = [hand_name(game.wind(hand), hand.start.kyoku) for hand in game.hands]
    legend = [tag("li", swatch(seat), game.names[seat]) for seat in range(PLAYERS)]
    return joined([score_curve(scores, names, t("exported.curve")), tag("ul", legend, class_="legend")])


def _foot() -> Markup:
    """The program that made the page."""
    told: list[Markup | str] = [t("exported.program", version=__version__)]
    if address := source_address():
        told += [" · ", tag("a", address, href=address)]
    return tag("footer", told)
