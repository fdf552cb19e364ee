"""The page: well-formed, nothing from outside, names escaped, tiles drawn, the dearest moments first."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.play import PERSON
from ai.review.moments import DEAREST, MomentClass, MomentKind, ReviewedMoment
from assets import FOLDER
from engine import events as ev
from engine.records import write_events
from engine.records.read_file import ReadableGame, games_of
from engine.records.recorded_game import RecordedHand
from engine.tiles import NAMES, TILE_OF, Tile, sort_tiles
from engine.wall import PLAYERS
from tests.support.ai.reviewed_game import HANDS, short_game
from tests.support.engine.wild_games import wild_game
from tests.support.fresh_interpreter import ROOT
from tui.desk.scene import laid_tiles
from tui.export.drawings import CURVE_HEIGHT, CURVE_WIDTH, Markup, face_id, joined, score_curve, tag
from tui.export.exported_game import ExportedGame, MoveKind, go_arounds, recorded_lines
from tui.export.html_page import (
    SeatMoment,
    dearest_first,
    folded_hand,
    game_page,
    moments_heading,
    moments_of,
    reviews_of,
)
from tui.i18n import t
from tui.words.names import tile_word

HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "&amp;<b>", "</style></title>")
LOADS = {
    "script",
    "link",
    "img",
    "iframe",
    "object",
    "embed",
    "base",
    "form",
    "input",
    "video",
    "audio",
    "image",
}
SELF_CLOSED = {"use", "path", "rect", "line", "polyline"}
VOID = {"meta", "br"}
SMALLEST = 11
"""Pixels of the smallest letters."""
LARGEST_PAGE = 400_000
FACES = {face_id(tile): tile for tile in range(len(NAMES))}


class Element:
    """An element of a page, with what stands in it."""

    def __init__(self, name: str, attributes: dict[str, str | None]) -> None:
        self.name, self.attributes = name, attributes
        self.content: list[Element | str] = []

    def __iter__(self) -> Iterator[Element]:
        """All elements inside, in the order of the page."""
        for each in self.content:
            if isinstance(each, Element):
                yield each
                yield from each

    @property
    def classes(self) -> set[str]:
        return set((self.attributes.get("class") or "").split())

    @property
    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text for each in self.content)

    def all(self, name: str = "", class_: str = "") -> list[Element]:
        """The elements inside of that name and class."""
        return [each for each in self if name in ("", each.name) and (not class_ or class_ in each.classes)]

    def one(self, name: str = "", class_: str = "") -> Element:
        (found,) = self.all(name, class_)
        return found

    @property
    def tiles(self) -> list[Tile | None]:
        """The tiles that are drawn inside, None for one face down."""
        return [FACES.get(str(use.attributes["href"])[1:]) for use in self.all("use")]


class PageReader(HTMLParser):
    """Reads a page; fails on tags that are not closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Element("", {})
        self.open = [self.page]
        self.feed(html)
        self.close()
        assert self.open == [self.page]

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        assert name not in SELF_CLOSED
        element = Element(name, dict(attributes))
        self.open[-1].content.append(element)
        if name not in VOID:
            self.open.append(element)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        assert name in SELF_CLOSED
        self.open[-1].content.append(Element(name, dict(attributes)))

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop().name == name

    def handle_data(self, text: str) -> None:
        if self.open[-1].name != "style":
            self.open[-1].content.append(text)


def read(html: str) -> Element:
    return PageReader(html).page


def game(names: tuple[str, ...] = HOSTILE, hands: int = HANDS, time: str = "") -> ReadableGame:
    """The first hands of a short game; the names of its players are no markup, whatever they look like."""
    start, *events = short_game()
    assert isinstance(start, ev.StartGame)
    ends = [place for place, event in enumerate(events) if isinstance(event, ev.EndKyoku)]
    last = [*events[: ends[hands - 1] + 1], ev.EndGame()] if hands == HANDS else events[: ends[hands - 1] + 1]
    played = [replace(start, names=list(names), time=time or None), *last]
    (found,) = games_of(write_events(played))
    return found


@pytest.fixture(scope="module")
def html() -> str:
    """The page of the first seat."""
    return game_page(game(), 0)


@pytest.fixture(scope="module")
def page(html: str) -> Element:
    return read(html)


def logs(shown: ExportedGame) -> Iterator[tuple[RecordedHand, Element]]:
    """Each hand of a game, and how it is drawn in a page, without its moments."""
    for hand in shown.hands:
        yield hand, read(folded_hand(shown, hand, ()))


def test_it_is_well_formed_and_loads_nothing(html: str, page: Element) -> None:
    assert html.startswith("<!DOCTYPE html>")
    assert not {each.name for each in page} & LOADS
    addresses = page.one("footer").all("a")
    for each in page:
        for key, value in each.attributes.items():
            assert not key.startswith("on"), (each.name, key)
            assert key not in ("src", "style", "srcset", "xlink:href"), (each.name, key)
            if key == "href" and each not in addresses:
                assert str(value).startswith("#")
    (policy,) = (each.attributes["content"] for each in page if "http-equiv" in each.attributes)
    assert str(policy).startswith("default-src 'none'")
    style = html[html.index("<style>") : html.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert "prefers-color-scheme" in style


def test_names_are_text_and_no_markup(html: str, page: Element) -> None:
    text = page.text
    assert HOSTILE[0] in text
    assert "onerror=alert(1)>" in text
    assert html.count("<style>") == 1


def test_links_and_tiles_lead_to_what_is_there(page: Element) -> None:
    names = [str(each.attributes["id"]) for each in page if "id" in each.attributes]
    assert len(set(names)) == len(names)
    hands = {f"hand{number}" for number in range(1, HANDS + 1)}
    assert hands <= set(names)
    leading = {str(each.attributes["href"])[1:] for each in page.one("main").all("a")}
    assert leading <= set(names)
    assert hands & leading
    symbols = {str(each.attributes["id"]) for each in page.all("symbol")}
    assert symbols == {*FACES, face_id(None)}
    assert {str(use.attributes["href"])[1:] for use in page.all("use")} <= symbols


def test_every_tile_has_its_name(page: Element) -> None:
    drawn = [each for each in page.all("svg") if each.all("use")]
    assert len(drawn) > 500
    for each in drawn:
        (tile,) = each.tiles
        assert each.attributes["role"] == "img"
        name = t("exported.face-down") if tile is None else tile_word(tile)
        assert each.one("title").text.startswith(name)


def test_a_red_five_is_drawn_otherwise_than_a_plain_one(page: Element) -> None:
    drawn = {each.attributes["id"]: each for each in page.all("symbol")}
    for red, plain in (("0m", "5m"), ("0p", "5p"), ("0s", "5s")):
        one, other = (drawn[face_id(TILE_OF[name])] for name in (red, plain))
        assert "all-red" in one.classes
        assert [path.attributes for path in one.all("path")] != [
            path.attributes for path in other.all("path")
        ]


def test_no_letters_are_small_and_nothing_is_wider_than_a_phone() -> None:
    style = Path(FOLDER, "export", "page.css").read_text(encoding="utf-8")
    sizes = re.findall(r"font(?:-size)?: (?:\d+ )?([\d.]+)(px|rem)", style)
    assert len(sizes) > 5
    assert min(float(number) * (16 if unit == "rem" else 1) for number, unit in sizes) >= SMALLEST
    assert "min-width:" not in style.replace("(min-width:", "").replace("min-width: 0", "")
    assert "overflow-x" not in style


@pytest.mark.parametrize("told", ["last winter", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-12:00"])
def test_a_time_that_cannot_be_read_is_shown_as_it_is(told: str) -> None:
    assert ExportedGame(game(hands=1, time=told)).date in (told, "1 Jan 1")


def test_the_address_is_that_of_the_project(page: Element) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    link = page.one("footer").one("a")
    assert link.attributes["href"] == link.text == project["urls"]["Source"]


def test_nobody_is_called_you_in_the_hands(page: Element) -> None:
    for hand in page.one("main").all("details"):
        if hand.all("table"):
            assert t("desk.you") not in hand.one("h3").text
            assert t("desk.you") not in hand.one("table").text


def test_what_the_record_says_otherwise_is_told_in_words() -> None:
    events = list(wild_game("tenhou", 7, "east"))
    at = next(place for place, event in enumerate(events) if isinstance(event, ev.Hora))
    win = events[at]
    assert isinstance(win, ev.Hora)
    events[at] = replace(win, points=123_400)
    end = next(place for place in range(at, len(events)) if isinstance(events[place], ev.EndKyoku))
    (found,) = games_of(write_events(events[: end + 1]))
    shown = ExportedGame(found, 0)
    lines = recorded_lines(shown, shown.hands[-1], shown.everybody)
    assert t("exported.differs") in lines
    *_, (_, drawn) = logs(shown)
    assert all(line in drawn.text for line in lines)


class TestHands:
    """The tiles of a hand are those of its events."""

    def test_the_deal_and_every_discard(self) -> None:
        shown = ExportedGame(game(), 0)
        for hand, drawn in logs(shown):
            dealt = [each.tiles for each in drawn.all("div", "deal")]
            own = sort_tiles(TILE_OF[name] for name in hand.start.tehais[0])
            seats = [(hand.start.oya + step) % PLAYERS for step in range(PLAYERS)]
            assert dealt == [own if seat == 0 else [] for seat in seats]
            rows = drawn.one("table").one("tbody").all("tr")
            cells = [row.all("td")[1:] for row in rows if len(row.all("td")) > PLAYERS]
            moves = go_arounds(hand.events, shown.everybody)
            assert len(cells) == len(moves)
            for row, move in zip(cells, moves, strict=True):
                for cell, deeds in zip(row, move.cells, strict=True):
                    last = [deed.tile for deed in deeds if deed.kind is MoveKind.DISCARD]
                    assert not last or cell.tiles[-1] == last[-1]

    def test_open_hands_show_how_each_tile_came(self) -> None:
        shown = ExportedGame(game())
        for hand, drawn in logs(shown):
            wanted: list[Tile] = []
            moves = go_arounds(hand.events, shown.everybody)
            for move in moves:
                for column, deeds in enumerate(move.cells):
                    owner = (hand.start.oya + column) % PLAYERS
                    for deed in deeds:
                        if deed.drawn is not None and not deed.as_drawn and deed.kind is not MoveKind.DRAW:
                            wanted.append(deed.drawn)
                        laid = [] if deed.meld is None else laid_tiles(deed.meld, owner)
                        for each in laid:
                            wanted += [] if each.on_top is None else [each.on_top]
                            wanted += [] if each.face_down else [each.tile]
                        wanted += [] if deed.tile is None else [deed.tile]
                wanted += move.indicators
            assert [tile for tile in drawn.one("table").tiles if tile is not None] == wanted

    def test_what_a_seat_could_not_see_is_not_drawn(self) -> None:
        """Of the others only discards and melds: as many tiles as the masked events name."""
        (found,) = games_of(write_events(wild_game("tenhou", 7, "hand")))
        for hand, drawn in logs(ExportedGame(found, 2)):
            assert [len(each.tiles) for each in drawn.all("div", "deal")].count(0) == PLAYERS - 1
            came = drawn.all("svg", "came")
            own = [event for event in hand.events if isinstance(event, ev.Tsumo) and event.actor == 2]
            assert len(came) <= len(own)


class TestMoments:
    def test_only_what_cost_points_is_called_dear(self) -> None:
        everybody, seen = ExportedGame(game()), ExportedGame(game(), 0)
        cost, free, opinion = (
            [SeatMoment(seen, moment(10, kind, points))]
            for kind, points in (
                (MomentClass.MEASURED, 8_000),
                (MomentClass.PROOF, None),
                (MomentClass.OPINION, None),
            )
        )
        assert moments_heading(everybody, cost) == t("exported.dearest")
        assert moments_heading(seen, cost) == t("exported.dearest-of", name=seen.names[0])
        assert moments_heading(everybody, free) == moments_heading(everybody, []) == t("exported.look")
        assert moments_heading(seen, opinion) == t("exported.look-of", name=seen.names[0])

    def test_the_table_is_that_of_the_position(self, page: Element) -> None:
        shown = ExportedGame(game(), 0)
        dearest = dearest_first(moments_of(reviews_of(shown)))[:DEAREST]
        for found, drawn in zip(dearest, page.all("article", "moment"), strict=True):
            view = shown.timeline.at(found.moment.position).view
            for side, place in enumerate(("own", "right", "across", "left")):
                seat = drawn.one("div", place)
                public = view.table.seats[side]
                assert seat.one("div", "pond").tiles == [each.tile for each in public.pond]
                assert f"{public.score:,}" in seat.text
                assert shown.names[side][:8] in seat.text, "a long name is cut"
            assert drawn.one("div", "middle").tiles == view.table.indicators
            own = drawn.one("div", "mine").tiles
            assert sorted(own[: len(view.hand.tiles)], key=str) == sorted(view.hand.tiles, key=str)

    def test_a_name_that_is_told_takes_the_place_of_player(self) -> None:
        page = read(game_page(game((PERSON, "B", "C", "D")), person="Aiko"))
        assert t("exported.look-of", name="Aiko") in page.text
        assert "Aiko" in page.one("header").text
        assert t("exported.person") not in [each.text for each in page.one("header").one("tbody").all("th")]

    def test_whose_they_are_is_told_once_or_at_each(self) -> None:
        everybody = read(game_page(game(("Ann", "Bob", "Cid", "Dee"), hands=1)))
        assert all(
            {each.one("b").text for each in article.all("p") if each.all("b")} & {"Ann", "Bob", "Cid", "Dee"}
            for article in everybody.all("article", "moment")
        )
        assert t("exported.who-is-you") in everybody.text
        one = read(game_page(game(("Ann", "Bob", "Cid", "Dee"), hands=1), 0))
        assert t("exported.look-of", name="Ann") in one.text


def moment(position: int, moment_class: MomentClass, points: int | None) -> ReviewedMoment:
    return ReviewedMoment(
        hand=1,
        event=position,
        position=position,
        turn=1,
        kind=MomentKind.DISCARD,
        moment_class=moment_class,
        tile=0,
        points=points,
    )


@pytest.mark.nightly
def test_a_long_game_is_a_page_of_reasonable_size() -> None:
    (found,) = games_of(write_events(wild_game("tenhou", 7, "south")))
    assert len(game_page(found, 0).encode()) < LARGEST_PAGE


class TestCurve:
    def test_each_seat_has_a_line_with_a_corner_for_each_hand(self) -> None:
        scores = [[25_000] * 4, [33_000, 17_000, 25_000, 25_000], [32_000, -1_000, 40_000, 29_000]]
        svg = score_curve(scores, ["East 1", "East 2"], "points")
        lines = re.findall(r'class="line seat(\d)" points="([^"]+)"', svg)
        assert [int(seat) for seat, _ in lines] == [0, 1, 2, 3]
        corners = [[tuple(map(float, pair.split(","))) for pair in points.split()] for _, points in lines]
        assert all(len(line) == 3 for line in corners)
        for place in range(3):
            heights = [line[place][1] for line in corners]
            order = sorted(range(4), key=lambda seat: (-scores[place][seat], heights[seat]))
            assert [heights[seat] for seat in order] == sorted(heights)
        assert all(0 <= x <= CURVE_WIDTH and 0 <= y <= CURVE_HEIGHT for line in corners for x, y in line)

    @pytest.mark.parametrize(
        "scores", [[[25_000] * 4], [[25_000] * 4] * 2, [[0, 0, 0, 0], [10**8, -(10**8), 0, 0]]]
    )
    def test_flat_and_huge_ones(self, scores: list[list[int]]) -> None:
        svg = score_curve(scores, ["E"] * (len(scores) - 1), "points")
        assert 2 <= svg.count('class="points"') <= 9
        assert "nan" not in svg


def test_text_is_escaped_once_and_markup_never() -> None:
    assert tag("p", "<&>") == "<p>&lt;&amp;&gt;</p>"
    assert tag("p", tag("b", "<")) == "<p><b>&lt;</b></p>"
    assert tag("p", ["a", Markup("<br>"), "<"]) == "<p>a<br>&lt;</p>"
    assert tag("a", class_='"', data_x=None, aria_label="<") == '<a class="&quot;" aria-label="&lt;"></a>'
    assert tag("meta", name="a") == '<meta name="a">'
    assert tag("use", href="#m5") == '<use href="#m5"/>'
    assert joined(["<", Markup("<")]) == "&lt;<"
