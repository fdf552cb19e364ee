"""The glossary: its words and rules hold together, nothing of them is cut, and every way leads to it."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from tests.support.nightly import with_each
from tests.support.tui.panels import PAGES, AskedApp, StillGlossary
from tests.support.tui.pilot import click_at, press, running, screen_of, until
from tests.support.tui.positions import Seated
from tests.support.tui.sessions import folder_at
from tests.support.tui.texts import unwrapped
from tui.config.actions import BY_ID
from tui.drawing.rows import PageTurn, plain, width_of
from tui.drawing.widgets import Page
from tui.i18n import Language, choose_language, t
from tui.screens.pages.glossary_page import GlossaryScreen
from tui.screens.panels import HintScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.tiles import Look, TileStyle, glyph_set
from tui.words.glossary import claims, glossary, terms_in

TERMS = list(glossary().values())


# -- the words ---------------------------------------------------------------------------------------


def test_every_word_leads_on_to_others_that_there_are() -> None:
    for term in TERMS:
        assert term.related, term.id
        assert set(term.related) <= set(glossary()), term.id
        assert term.id not in term.related
        assert len(set(term.related)) == len(term.related), term.id


def test_every_rule_of_the_sources_is_cited_by_a_word() -> None:
    cited = {claim.id for term in TERMS for claim in term.claims}
    assert cited == set(claims())


def test_words_are_plain_text_and_kanji_are_two_cells_wide() -> None:
    for term in TERMS:
        for text in (term.name, term.other, *term.paragraphs, *(claim.says for claim in term.claims)):
            assert text.isascii(), (term.id, text)
        assert all(unicodedata.east_asian_width(sign) in "WF" for sign in term.kanji), term.id


def test_words_are_in_order() -> None:
    assert all(first.name < second.name for first, second in pairwise(TERMS))


def test_what_the_game_needs_is_explained() -> None:
    wanted = (
        "riichi, tenpai, noten, shanten, furiten, discard furiten, temporary furiten, riichi furiten, "
        "genbutsu, "
        "suji, half suji, kabe, no-chance, one-chance, ryanmen, kanchan, penchan, tanki, shanpon, ukeire, "
        "dora, "
        "ura dora, yakuhai, kuikae, ippatsu, chankan, rinshan, honba, kyotaku, tsumogiri, nagashi mangan, "
        "pao, "
        "betaori, damaten, chombo, dead wall, safety marks, classes of safety"
    )
    for word in wanted.split(", "):
        assert len(terms_in([word])) == 1, word


def test_words_of_a_text_in_the_order_in_which_they_come_the_longest_that_fits() -> None:
    text = "Tenpai. No-chance: Discard Furiten, then furiten; closed waits (kanchan) and waits."
    assert terms_in([text]) == ("tenpai", "no-chance", "discard-furiten", "furiten", "kanchan", "wait")
    assert terms_in(["ponder, riichis, furitenless"]) == ()


# -- the picture -------------------------------------------------------------------------------------


def right_half(screen: StillGlossary, width: int, height: int) -> str:
    """The explanation as it stands beside the list."""
    rule = screen.look.glyphs.rule
    lines = plain(screen.picture(width, height)).splitlines()
    return "\n".join(line.partition(rule)[2] for line in lines if rule in line)


@pytest.mark.parametrize(
    ("code", "size"), with_each([code for code in Language if code is not Language.AUTO], PAGES)
)
def test_nothing_of_any_word_is_cut(size: tuple[int, int], code: str) -> None:
    choose_language(code)
    below = t("screen.more.below", key=BY_ID["page-down"].named)
    screen = StillGlossary()
    for id, term in glossary().items():
        screen.follow(id)
        rows = screen.picture(*size)
        assert {width_of(row) for row in rows} == {size[0]}
        assert len(rows) == size[1]
        unfolded = right_half(screen, size[0], 80)
        whole = unwrapped(unfolded)
        for paragraph in term.paragraphs:
            assert unwrapped(paragraph) in whole
        for claim in term.claims:
            assert unwrapped(t("glossary.rule", id=claim.id) + claim.says) in whole
        for part in (term.name, term.other, *(glossary()[id].name for id in term.related)):
            assert unwrapped(part) in whole
        seen = []
        while True:
            lines = right_half(screen, *size).splitlines()
            seen += lines
            if below not in " ".join(lines):
                break
            screen.click(PageTurn(1))
        assert set(unfolded.splitlines()) <= set(seen)


@pytest.mark.parametrize("glyphs", ["kanji", "latin", "ascii"])
def test_kanji_only_where_the_glyph_set_has_them(glyphs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StillGlossary, "look", Look(TileStyle.LINE, glyph_set(glyphs)))
    screen = StillGlossary()
    screen.follow("furiten")
    shown = plain(screen.picture(80, 24))
    assert ("振聴" in shown) is (glyphs == "kanji")
    assert shown.isascii() is (glyphs == "ascii")


def test_words_of_the_page_from_which_it_was_opened_come_first() -> None:
    screen = StillGlossary(["suji", "genbutsu"])
    assert screen.term.name == "suji"
    lines = [line.split("│")[0].strip() for line in plain(screen.picture(80, 24)).splitlines()]
    assert lines[3:8] == ["Just used", "▸ suji", "genbutsu", "", "All words"]
    assert lines[8] == TERMS[0].name


# -- keys and mouse ----------------------------------------------------------------------------------


def open_glossary(path: Path) -> FuritenApp:
    return FuritenApp(folder_at(path))


async def to_glossary(pilot: Pilot[int], *keys: str) -> GlossaryScreen:
    await press(pilot, "g", *keys)
    return screen_of(pilot.app, GlossaryScreen)  # type: ignore[arg-type]


async def test_keys_choose_words_and_letters_jump(tmp_path: Path) -> None:
    async with open_glossary(tmp_path).run_test() as pilot:
        screen = await to_glossary(pilot)
        assert screen.term.name == TERMS[0].name
        for keys, name in (
            (("down",), TERMS[1].name),
            (("end",), TERMS[-1].name),
            (("down",), TERMS[0].name),
            (("up",), TERMS[-1].name),
            (("home",), TERMS[0].name),
            (("g",), "genbutsu"),
            (("g",), "go-around"),
            (("g",), "genbutsu"),
            (("H",), "haitei and houtei"),
            (("z",), "haitei and houtei"),
        ):
            await press(pilot, *keys)
            assert screen.term.name == name, keys


async def test_related_words_are_followed_and_come_back_from(tmp_path: Path) -> None:
    async with open_glossary(tmp_path).run_test() as pilot:
        screen = await to_glossary(pilot, "f", "f")
        assert screen.term.id == "furiten"
        related = glossary()["furiten"].related
        await press(pilot, "right", "enter")
        assert screen.term.id == related[1]
        await press(pilot, "left", "enter")
        assert screen.term.id == glossary()[related[1]].related[-1]
        await press(pilot, "escape", "escape")
        assert screen.term.id == "furiten"
        await press(pilot, "enter", "down", "escape")
        await until(lambda: isinstance(pilot.app.screen, TitleScreen))


def at(shown: str, text: str) -> tuple[int, int]:
    """Where a text stands last on a page, where no wide characters stand before it."""
    y = max(y for y, line in enumerate(shown.splitlines()) if text in line)
    return shown.splitlines()[y].rindex(text), y


async def test_the_mouse_does_it_too(tmp_path: Path) -> None:
    async with open_glossary(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await to_glossary(pilot)
        page = screen.query_one(Page)

        async def click(text: str) -> None:
            await click_at(pilot, page, offset=at(plain(screen.picture(80, 24)), text))

        await click(TERMS[3].name)
        assert screen.term == TERMS[3]
        await click(f" {glossary()[TERMS[3].related[0]].name} ")
        assert screen.term.id == TERMS[3].related[0]
        await click("Esc back")
        assert screen.term == TERMS[3]
        await pilot._post_mouse_events([MouseScrollDown], page, offset=(5, 10))
        assert screen.term == TERMS[4]
        await click("Esc back")
        await until(lambda: isinstance(pilot.app.screen, TitleScreen))


async def test_the_title_the_help_and_the_panel_lead_to_it(tmp_path: Path) -> None:
    async with open_glossary(tmp_path).run_test() as pilot:
        await press(pilot, "question_mark", "g")
        screen_of(pilot.app, GlossaryScreen)  # type: ignore[arg-type]
        await press(pilot, "escape", "x")
        assert isinstance(pilot.app.screen, TitleScreen)
        title = pilot.app.screen
        title.take("glossary")
        await until(lambda: isinstance(pilot.app.screen, GlossaryScreen))


async def test_from_the_panel_it_begins_with_the_words_of_the_panel(tmp_path: Path) -> None:
    desk = Seated("234m45622p23478s").offered("0: 6s; 1: 4z; 2: riichi 5p; 3: 1z; 0: draws 9m")
    async with running(AskedApp(tmp_path, desk)) as (app, pilot):
        await press(pilot, "g")
        panel = app.screen_stack[-2]
        assert isinstance(panel, HintScreen)
        screen = app.screen
        assert isinstance(screen, GlossaryScreen)
        assert [term.id for term in screen._terms[: screen._used]] == list(panel.panel.terms)
        assert screen._used > 5
        await press(pilot, "escape")
        assert app.screen is panel
