"""The page: well-formed, nothing from outside, all names escaped, every hand and moment there."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from ai.play import PERSON
from engine import events as ev
from engine.records import write_events
from engine.records.read_file import ReadableGame, games_of
from engine.wall import PLAYERS
from tests.support.ai.reviewed_game import HANDS, review_of, short_game
from tui.export.exported_game import ExportedGame, result_lines
from tui.export.html_page import Markup, game_page, joined, moments_of, score_curve, tag
from tui.i18n import choose_language, language, t
from tui.words.review_sentences import ReviewSentences

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
    "use",
}
VOID = {"meta", "br"}


class Page(HTMLParser):
    """What a browser finds in a page; fails on tags that are not closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((name, dict(attributes)))

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, text: str) -> None:
        if "style" not in self.open:
            self.text.append(text)

    def ids(self) -> list[str]:
        return [str(found["id"]) for _, found in self.tags if "id" in found]


def game(names: tuple[str, ...] = ("A", "B", "C", "D"), hands: int = HANDS) -> ReadableGame:
    """The first hands of a short game."""
    start, *events = short_game()
    assert isinstance(start, ev.StartGame)
    ends = [place for place, event in enumerate(events) if isinstance(event, ev.EndKyoku)]
    played = [replace(start, names=list(names)), *events[: ends[hands - 1] + 1]]
    (found,) = games_of(write_events(played))
    return found


@pytest.fixture(scope="module")
def html() -> str:
    return game_page(game(names=HOSTILE), 1)


def test_it_is_well_formed_and_loads_nothing(html: str) -> None:
    page = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    assert not {name for name, _ in page.tags} & LOADS
    for name, attributes in page.tags:
        for key, value in attributes.items():
            assert not key.startswith("on"), (name, key)
            assert key not in ("src", "style", "srcset", "xlink:href"), (name, key)
            if key == "href":
                assert str(value).startswith("#")
            elif "://" in str(value):
                assert (key, value) == ("xmlns", "http://www.w3.org/2000/svg")
    (policy,) = (found["content"] for _, found in page.tags if "http-equiv" in found)
    assert str(policy).startswith("default-src 'none'")
    style = html[html.index("<style>") : html.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert "prefers-color-scheme" in style


def test_names_are_text_and_no_markup(html: str) -> None:
    page = Page(html)
    text = "".join(page.text)
    assert HOSTILE[0] in text
    assert "onerror=alert(1)>" in text
    assert html.count("<style>") == 1


def test_links_lead_to_hands_that_are_there(html: str) -> None:
    page = Page(html)
    assert len(set(page.ids())) == len(page.ids())
    assert set(page.ids()) == {f"hand{number}" for number in range(1, HANDS + 1)}
    leading = {found["href"] for name, found in page.tags if name == "a"}
    assert leading == {f"#{name}" for name in page.ids()}


@pytest.mark.parametrize("code", ["en", "ja"])
def test_every_hand_has_its_result_in_both_languages(code: str) -> None:
    before = language()
    choose_language(code)
    try:
        page = Page(game_page(game(), 0))
        text = "".join(page.text)
        shown = ExportedGame(game(), 0)
        assert dict(page.tags)["html"]["lang"] == code
        for hand in shown.hands:
            for line in result_lines(shown, hand):
                assert line in text
    finally:
        choose_language(before)


def test_each_moment_of_the_review_has_its_sentences_and_a_picture() -> None:
    found, seat = game(), 0
    moments = [moment for hand in review_of(seat).hands for moment in hand.moments]
    assert len(moments) > 5
    (own,) = moments_of(ExportedGame(found, seat))
    words = ReviewSentences(ExportedGame(found, seat).seating)
    assert [(each.line, each.more) for each in own.figures] == [
        (words.line(moment), words.more(moment)) for moment in moments
    ]
    html = game_page(found, seat)
    page = Page(html)
    text = "".join(page.text)
    assert all(words.line(moment) in text for moment in moments)
    assert html.count("<figure>") == len(moments)
    assert html.count("<svg") == len(moments) + 1 + PLAYERS
    assert len(html) < 60_000 + 25_000 * len(moments) + 12_000 * len(ExportedGame(found).hands)


def test_moments_are_those_of_the_person_else_of_all() -> None:
    everybody = list(moments_of(ExportedGame(game(hands=1))))
    assert [each.seat for each in everybody] == [0, 1, 2, 3]
    own = list(moments_of(ExportedGame(game(("A", "B", PERSON, "D"), hands=1))))
    assert [each.seat for each in own] == [2]
    asked = list(moments_of(ExportedGame(game(("A", "B", PERSON, "D"), hands=1), 1)))
    assert [each.seat for each in asked] == [1]


def test_a_cut_game_is_shown_to_where_it_stops() -> None:
    events = short_game()[:150]
    (found,) = games_of(write_events(events) + b"{")
    page = Page(game_page(found, 0))
    text = "".join(page.text)
    assert t("exported.cut", reason=found.cut) in text
    assert t("exported.end") not in page.text


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
        assert all(0 <= x <= 640 and 0 <= y <= 260 for line in corners for x, y in line)

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
    assert joined(["<", Markup("<")]) == "&lt;<"
