"""A game as one page of HTML that needs nothing from outside: no script, no font, no picture of another file.

The players with their places come first, then the dearest moments, and then each hand, folded up. Every text
is escaped, once: records are not trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ai.play import PERSON
from ai.review.game_review import review_hand
from ai.review.moments import DEAREST, Cost, DealIn, HandReview, ReviewedMoment, by_cost
from assets import FOLDER
from engine import __version__
from engine.hand import Meld, MeldKind
from engine.records.read_file import ReadableGame
from engine.records.recorded_game import RecordedHand
from engine.tiles import EAST, TILE_OF, UNKNOWN, Tile, sort_tiles
from engine.wall import PLAYERS
from tui.archive.kept_reviews import KeptReviews, hands_to_review
from tui.export.drawings import (
    Content,
    Markup,
    drawn_meld,
    drawn_table,
    drawn_tile,
    drawn_tiles,
    joined,
    score_curve,
    swatch,
    tag,
    tile_symbols,
    tiles_line,
)
from tui.export.exported_game import (
    ExportedGame,
    GoAround,
    MoveKind,
    RecordedMove,
    go_arounds,
    hand_title,
    notes_of,
    recorded_lines,
    result_of,
    seats_from_dealer,
    worth_line,
)
from tui.i18n import join_list, language, t
from tui.system.installation import source_address
from tui.words.event_lines import hand_name
from tui.words.names import short_name, tile_word
from tui.words.result_words import DoraRow, WinWords
from tui.words.review_sentences import ReviewSentences, calibration, class_word, lost_points, moment_place

# -- a hand ------------------------------------------------------------------------------------------


def folded_hand(game: ExportedGame, hand: RecordedHand, review: Iterable[Markup]) -> Markup:
    """One hand, folded up to its name, its result and the changes of points; its review follows the moves."""
    summary = tag(
        "summary",
        tag(
            "h3",
            hand_title(hand),
            tag("span", _headline(game, hand)),
            tag("span", _changes(game, hand), class_="changes"),
        ),
    )
    content = tag(
        "div",
        tag("p", _indicators([TILE_OF[hand.start.dora_marker]]), class_="dora"),
        _deals(game, hand),
        _moves(game, hand),
        _result(game, hand),
        review,
        # inside, so that a browser that follows a link to it opens the details
        id=f"hand{hand.number}",
    )
    # a hand in which something is noted lies open
    noted = any(hand.first - 1 + step in game.annotations for step in range(len(hand.events)))
    return tag("details", summary, content, open="" if noted else None)


def _headline(game: ExportedGame, hand: RecordedHand) -> str:
    result = result_of(game, hand, game.everybody)
    if result is None:
        return next(iter(recorded_lines(game, hand, game.everybody)), t("exported.unfinished"))
    if result.draw is not None:
        return result.draw.title
    return join_list(t("exported.won", win=win.title, worth=win.total) for win in result.wins)


def _changes(game: ExportedGame, hand: RecordedHand) -> Iterator[Markup]:
    after = game.scores_after(hand)
    for seat in range(PLAYERS):
        change = after[seat] - hand.start.scores[seat]
        if change:
            points = tag("b", f"{change:+,}", class_="up" if change > 0 else "down")
            yield tag("span", game.names[seat], " ", points)


def _indicators(indicators: Sequence[Tile]) -> Markup:
    return joined([t("exported.indicators"), " ", drawn_tiles(indicators)])


def _deals(game: ExportedGame, hand: RecordedHand) -> Markup:
    return joined(_deal(game, hand, place, seat) for place, seat in enumerate(seats_from_dealer(hand)))


def _deal(game: ExportedGame, hand: RecordedHand, place: int, seat: int) -> Markup:
    who = t("exported.seat", wind=tile_word(EAST + place), name=game.names[seat])
    names = hand.start.tehais[seat]
    hidden = UNKNOWN in names
    tiles = [] if hidden else [drawn_tiles(sort_tiles(TILE_OF[name] for name in names), "line")]
    return tag("div", tag("span", tag("b", who), f" {hand.start.scores[seat]:,}"), tiles, class_="deal")


# -- moves -------------------------------------------------------------------------------------------


def _moves(game: ExportedGame, hand: RecordedHand) -> Markup:
    rows = go_arounds(hand.events, game.everybody, notes_of(game, hand, game.everybody))
    if not rows:
        return joined(())
    seats = seats_from_dealer(hand)
    heads = [t("exported.turn"), *(short_name(game.names[seat]) for seat in seats)]
    head = tag("tr", *(tag("th", head, scope="col") for head in heads))
    body = [_row(number, row, seats) for number, row in enumerate(rows, 1)]
    return tag("table", tag("thead", head), tag("tbody", body), class_="log")


def _row(number: int, row: GoAround, seats: Sequence[int]) -> Markup:
    cells = [
        tag("td", [_deed(deed, seat) for deed in deeds]) for seat, deeds in zip(seats, row.cells, strict=True)
    ]
    lines = [tag("tr", tag("td", str(number)), *cells)]
    news = [tag("span", each) for each in row.fouls]
    if row.indicators:
        news.insert(0, _indicators(row.indicators))
    lines += [tag("tr", tag("td"), tag("td", each, colspan=PLAYERS, class_="soft")) for each in news]
    lines += [tag("tr", tag("td"), tag("td", each, colspan=PLAYERS, class_="note")) for each in row.notes]
    return joined(lines)


_CALLS = {MeldKind.CHI: "reviewed.short.chi", MeldKind.PON: "reviewed.short.pon"}
_WINS = {MoveKind.TSUMO: "exported.tsumo", MoveKind.RON: "exported.ron"}
_KAN = "reviewed.short.open-kan"


def _deed(deed: RecordedMove, seat: int) -> Markup:
    """How the seat came to its tile, small, and what it did."""
    parts: list[Content] = []
    if deed.drawn is not None and not deed.as_drawn and deed.kind is not MoveKind.DRAW:
        parts.append(drawn_tile(deed.drawn, "came"))
    if deed.meld is not None:
        parts += [t(_CALLS.get(deed.meld.kind, _KAN)), drawn_meld(deed.meld, seat)]
    if deed.kind in _WINS:
        parts.append(tag("b", t(_WINS[deed.kind])))
    elif deed.tile is not None:
        parts.append(
            drawn_tile(
                deed.tile,
                "side" if deed.riichi else "",
                "drawn" if deed.as_drawn else "",
                said=t("yaku.riichi") if deed.riichi else t("exported.by-draw") if deed.as_drawn else "",
            )
        )
    return tiles_line(parts)


# -- the result ----------------------------------------------------------------------------------------


def _result(game: ExportedGame, hand: RecordedHand) -> Markup:
    result = result_of(game, hand, game.everybody)
    if result is None:
        return joined(tag("p", line) for line in recorded_lines(game, hand, game.everybody))
    parts = [_win(win) for win in result.wins]
    if result.draw is not None:
        lines = [tag("p", tag("b", result.draw.title))]
        for shown in result.draw.hands:
            if shown.state != t("result.noten"):
                lines.append(tag("p", t("exported.shown-hand", name=shown.name, state=shown.state)))
                lines.append(tag("p", _hand(shown.hand.sorted(), shown.hand.melds, shown.seat)))
        lines.append(tag("p", join_list(result.draw.payments), class_="soft"))
        parts.append(tag("div", lines, class_="win"))
    return joined(parts)


def _hand(concealed: Iterable[Tile], melds: Iterable[Meld], seat: int, won: Tile | None = None) -> Markup:
    groups = [drawn_tiles(concealed)]
    if won is not None:
        groups.append(drawn_tiles([won]))
    return tiles_line([*groups, *(drawn_meld(meld, seat) for meld in melds)], "line")


def _win(win: WinWords) -> Markup:
    lines = [
        tag("p", tag("b", win.title)),
        tag("p", _hand(win.concealed, win.hand.melds, win.winner, win.tile)),
        tag("p", _dora(win.dora), class_="dora"),
        tag("p", worth_line(win)),
        tag("p", join_list([*win.extras, *win.payments]), class_="soft"),
    ]
    return tag("div", lines, class_="win")


def _dora(rows: Sequence[DoraRow]) -> Iterator[Markup]:
    """The indicators of a win, those underneath apart."""
    for ura, words in ((False, "exported.indicators"), (True, "exported.ura-indicators")):
        tiles = [row.indicator for row in rows if row.ura is ura]
        if tiles:
            yield tag("span", t(words))
            yield drawn_tiles(tiles)


# -- moments and deal-ins ----------------------------------------------------------------------------


class SeatMoment(NamedTuple):
    """A moment, and the game as the seat saw it that chose."""

    game: ExportedGame
    moment: ReviewedMoment

    @property
    def seat(self) -> int:
        assert self.game.seat is not None
        return self.game.seat


class SeatReview(NamedTuple):
    """The review of a game for a seat, and the game as that seat saw it."""

    game: ExportedGame
    hands: Sequence[HandReview]

    @property
    def moments(self) -> Iterator[SeatMoment]:
        return (SeatMoment(self.game, moment) for hand in self.hands for moment in hand.moments)

    def deal_in(self, hand: int) -> DealIn | None:
        return next((each.deal_in for each in self.hands if each.number == hand), None)


def reviews_of(game: ExportedGame, kept: KeptReviews | None = None) -> list[SeatReview]:
    """The reviews of the seat that is asked for, of the person who played, or else of all four.

    Of hands whose review is kept it is that one, with what was played out.
    """
    return [
        SeatReview(game if game.seat == seat else game.as_seen_by(seat), _hands(game, seat, kept))
        for seat in reviewed_seats(game)
    ]


def _hands(game: ExportedGame, seat: int, kept: KeptReviews | None) -> list[HandReview]:
    asked = hands_to_review(game.rules, game.events, seat)
    known = [None] * len(asked) if kept is None else kept.all(asked)
    return [
        found or review_hand(game.rules, seat, each.hand) for found, each in zip(known, asked, strict=True)
    ]


def moments_of(reviews: Iterable[SeatReview]) -> list[SeatMoment]:
    """The moments of all reviews."""
    return [moment for review in reviews for moment in review.moments]


def reviewed_seats(game: ExportedGame) -> Sequence[int]:
    """The seats whose moments the page has."""
    if game.seat is not None:
        return (game.seat,)
    own = [seat for seat, name in enumerate(game.start.names[:PLAYERS]) if name == PERSON]
    return own if len(own) == 1 else range(PLAYERS)


def dearest_first(moments: Sequence[SeatMoment]) -> list[SeatMoment]:
    """The moments by what they cost; opinions, whose cost nobody knows, come last, as they were played."""
    return sorted(moments, key=lambda each: by_cost(each.moment))


def moments_heading(game: ExportedGame, first: Sequence[SeatMoment]) -> str:
    """What the first moments are, and whose if all are of one player: nobody calls dear what has no price."""
    dear = any(each.moment.points for each in first)
    seats = reviewed_seats(game)
    if len(seats) > 1:
        return t("exported.dearest") if dear else t("exported.look")
    name = game.names[seats[0]]
    return t("exported.dearest-of", name=name) if dear else t("exported.look-of", name=name)


def listed_moment(found: SeatMoment, *, named: bool, above: bool) -> Markup:
    """A moment in the log of its hand, its table folded up; one that stands ``above`` shows none again."""
    place = moment_place(found.game.timeline, found.moment)
    said = joined(_said(found, named=named))
    if above:
        return tag("article", tag("h4", tag("a", place, href=f"#{_anchor(found)}")), said)
    return tag("article", tag("h4", place), said, folded_table(found.game, found.moment))


def listed_deal_in(review: SeatReview, hand: int, *, named: bool) -> Markup:
    """How dangerous the discard was with which the seat dealt in, in the log of its hand; nothing if none."""
    found = review.deal_in(hand)
    if found is None:
        return joined(())
    assert review.game.seat is not None
    name = [tag("b", review.game.names[review.game.seat]), " "] if named else []
    badge = tag("span", t("exported.dealt-in"), class_="badge")
    said = ReviewSentences(review.game.seating).deal_in(found)
    return tag("article", tag("p", name, badge), tag("p", said))


def _said(found: SeatMoment, *, named: bool) -> Iterator[Markup]:
    name = found.game.names[found.seat] if named else ""
    return said_of(found.moment, ReviewSentences(found.game.seating), name)


def said_of(moment: ReviewedMoment, words: ReviewSentences, name: str = "") -> Iterator[Markup]:
    """The class and the cost of a moment, behind the name of the player if it is told, and its sentences."""
    facts: list[Markup | str] = [tag("b", name), " "] if name else []
    facts.append(tag("span", class_word(moment.moment_class), class_="badge"))
    if moment.points:
        facts += [" ", tag("span", lost_points(Cost.of_one(moment)), class_="badge dear")]
    yield tag("p", facts)
    yield tag("p", words.line(moment))
    if more := words.more(moment):
        yield tag("p", " ".join(more), class_="soft")


def _anchor(found: SeatMoment) -> str:
    return f"moment{found.seat}-{found.moment.position}"


def folded_table(game: ExportedGame, moment: ReviewedMoment) -> Markup:
    """The table at a moment, folded up."""
    return tag("details", tag("summary", t("exported.table")), tag("div", _table(game, moment)))


def _table(game: ExportedGame, moment: ReviewedMoment) -> Markup:
    return drawn_table(game.timeline.at(moment.position), game.seating, moment)


# -- the page ----------------------------------------------------------------------------------------


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
        tag("style", Markup(Path(FOLDER, "export", "page.css").read_text(encoding="utf-8"))),
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
        place = moment_place(found.game.timeline, found.moment)
        link = tag("a", place, href=f"#hand{found.moment.hand}")
        parts = (tag("h3", link), *_said(found, named=named), _table(found.game, found.moment))
        yield tag("article", *parts, class_="moment", id=_anchor(found))
    yield tag("h2", t("exported.logs"))
    scores = [game.hands[0].start.scores, *map(game.scores_after, game.hands)]
    names = [hand_name(game.wind(hand), hand.start.kyoku) for hand in game.hands]
    legend = [tag("li", swatch(seat), game.names[seat]) for seat in range(PLAYERS)]
    yield joined([score_curve(scores, names, t("exported.curve")), tag("ul", legend, class_="legend")])
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


def _foot() -> Markup:
    told: list[Markup | str] = [t("exported.program", version=__version__)]
    if address := source_address():
        told += [" · ", tag("a", address, href=address)]
    return tag("footer", told)
