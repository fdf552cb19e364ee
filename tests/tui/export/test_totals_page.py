"""The page of what many games cost a player: its figures, counted again, and where each of them leads."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.review.game_totals import MistakeCause, ReviewedRecord, SomeGames, cause_of
from ai.review.moments import Cost, GameReview, MomentClass, ReviewedMoment
from engine.records.read_file import shown_name
from tests.support.ai.reviewed_game import review_of
from tests.tui.export.test_page import Element, game, read
from tui.archive.player_reviews import PlayedGame
from tui.cli import execute
from tui.export import totals_page as written
from tui.export.totals_page import MOST_TABLES, totals_page
from tui.i18n import t
from tui.words.review_sentences import OTHER, TotalsGroup, TotalsRow, lost_points

NAME = "A&B <b>"
NAMES = (NAME, "B", "C", "D")
ENDS = (("2026-09", 1), ("2026-10", 4), ("2026-10", 1), (None, None))


def measured(review: GameReview) -> GameReview:
    """The review, in which each opinion was played out and proved to be a mistake."""

    def told(each: ReviewedMoment) -> ReviewedMoment:
        if each.moment_class is not MomentClass.OPINION:
            return each
        return replace(each, moment_class=MomentClass.MEASURED, points=400 + each.event, ci95=100)

    hands = [replace(hand, moments=tuple(map(told, hand.moments))) for hand in review.hands]
    return replace(review, hands=tuple(hands))


def games() -> list[PlayedGame]:
    review = measured(review_of(0))
    return [
        PlayedGame(f"folder/{number}.mjson", None, ReviewedRecord(review, *ends), partial(game, NAMES))
        for number, ends in enumerate(ENDS)
    ]


@pytest.fixture(scope="module")
def page() -> Element:
    return read(totals_page(NAME, games()))


def figures(page: Element) -> dict[str, dict[str, list[str]]]:
    """The rows of the tables of figures by their heading and name."""
    found = {}
    for table in page.all("table", "figures"):
        heads = table.one("thead").all("th")
        rows = {
            row.one("th").text: [cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")
        }
        found[heads[0].text] = rows
    return found


def points(moments: list[ReviewedMoment]) -> str:
    total = sum(each.points or 0 for each in moments)
    return f"{total:,}" if total or not moments else t("reviewed.mark-uncounted")


def test_the_figures_are_those_of_the_moments(page: Element) -> None:
    own = list(measured(review_of(0)).moments)
    told = figures(page)
    kinds = told[t("exported.heads.kind")]
    causes = {each: cause_of(each) for each in own}
    names = {each: t(f"review.cause.{each}") for each in MistakeCause} | {None: t("exported.totals.other")}
    for name, cells in kinds.items():
        some = [each for each in own if names[causes[each]] == name]
        assert cells == [str(len(ENDS) * len(some)), points(some * len(ENDS))]
    assert sum(int(cells[0]) for cells in kinds.values()) == len(own) * len(ENDS)
    hands = len(review_of(0).hands)
    for heading, rows in (
        ("month", {"2026-09": 1, "2026-10": 2}),
        ("place", {t("session.places.1"): 2, t("session.places.4"): 1}),
    ):
        assert told[t(f"exported.heads.{heading}")] == {
            name: [str(count), str(count * hands), str(count * len(own)), points(own * count)]
            for name, count in rows.items()
        }


@pytest.mark.parametrize("placed", [False, True])
def test_mistakes_whose_points_cannot_be_counted_cost_no_figure(placed: bool) -> None:
    def row(cost: Cost) -> TotalsRow:
        return TotalsRow(TotalsGroup.KIND, OTHER, SomeGames(cost=cost))

    mark = t("reviewed.mark-uncounted")
    assert row(Cost(moments=2)).costs(placed=placed) == ("2", mark, mark)[: 2 + placed]
    assert row(Cost()).costs(placed=placed) == ("0", "0", "0")[: 2 + placed]
    assert row(Cost(moments=2, points=1_000)).costs(placed=placed) == ("2", "1,000", "0")[: 2 + placed]
    assert lost_points(Cost(moments=2)) == t("reviewed.points-uncounted")


def test_only_the_dearest_have_tables_and_the_rest_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written, "MOST_TABLES", 3)
    page = read(totals_page(NAME, games()))
    own = len(measured(review_of(0)).moments) * len(ENDS)
    assert len(page.all("div", "table")) == 3
    commands = [each.text for each in page.all("code")]
    assert len(commands) == own - 3 < MOST_TABLES
    assert all(each.startswith("furiten replay folder/") and " --at " in each for each in commands)


@pytest.mark.parametrize("file", ["https://tenhou.net/6/#json={}", "F1-abc/def"])
def test_what_stands_in_place_of_a_file_is_named_whole(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written, "MOST_TABLES", 0)
    record = ReviewedRecord(measured(review_of(0)), None)
    page = read(totals_page(NAME, [PlayedGame(file, None, record, partial(game, NAMES))]))
    commands = page.all("code")
    assert commands
    assert all(shlex.split(each.text)[2] == file for each in commands)
    assert all(each.text.startswith(shown_name(file)) for each in page.all("h4"))


def test_without_mistakes_it_says_so() -> None:
    some = replace(review_of(0), hands=())
    page = read(totals_page(NAME, [PlayedGame("x", None, ReviewedRecord(some, None), partial(game, NAMES))]))
    assert t("exported.no-moments") in page.text
    assert NAME in page.one("h1").text
    assert all(each.text for each in page.all("p", "soft")), "no empty line"


def test_the_command_needs_a_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["review", str(tmp_path), "--page", str(tmp_path / "page.html")]) == 2
    assert t("review.page-player") in capsys.readouterr().err
