"""A hand in the markup of a page: its deal, its moves by go-around, and its result, with tiles drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.hand import Meld, MeldKind
from engine.records.recorded_game import RecordedHand
from engine.tiles import EAST, TILE_OF, UNKNOWN, Tile, sort_tiles
from engine.wall import PLAYERS
from tui.export.drawn_tiles import drawn_meld, drawn_tile, drawn_tiles, tiles_line
from tui.export.exported_game import (
    ExportedGame,
    hand_title,
    notes_of,
    recorded_lines,
    result_of,
    seats_from_dealer,
    worth_line,
)
from tui.export.go_arounds import GoAround, MoveKind, RecordedMove, go_arounds
from tui.export.markup import Content, Markup, joined, tag
from tui.i18n import join_list, t
from tui.words.names import short_name, tile_word
from tui.words.result_words import DoraRow, DrawWords, WinWords


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
        parts.append(_draw(result.draw))
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


def _draw(draw: DrawWords) -> Markup:
    lines = [tag("p", tag("b", draw.title))]
    for shown in draw.hands:
        if shown.state != t("result.noten"):
            lines.append(tag("p", t("exported.shown-hand", name=shown.name, state=shown.state)))
            lines.append(tag("p", _hand(shown.hand.sorted(), shown.hand.melds, shown.seat)))
    lines.append(tag("p", join_list(draw.payments), class_="soft"))
    return tag("div", lines, class_="win")
