"""No page of the panel depends on what its seat cannot see; and what it says can be looked up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

import pytest
from tests.support.tui.panel_app import inquiry
from tests.support.tui.panel_positions import ASKED
from tests.support.tui.panel_sections import ask
from tui.desk.tile_panel import Panel
from tui.tiles.marks import TIER_LETTERS

from ai.bots.registry import make_bot
from engine.actions import Action
from engine.match import Match
from engine.options import options
from engine.rules import ruleset
from engine.view import SeatView
from tests.support.ai.seat_views import shuffled
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tui.i18n.texts import catalogue
from tui.words.glossary import glossary

BOTS = ("hayai", "mamori", "takame", "tenpai")
NAMED = {"you", "hayai", "mamori", "takame", "east", "south", "west", "north", "white", "green", "red"}
"""Names of players and tiles."""
SECTIONS = ("panel.", "why.", "furiten.clause-", "furiten.where-", "furiten.kind-", "desk.suit.")
"""The texts that a panel is made of."""
LETTER = re.compile(rf"(?<=\(tier )[{re.escape(''.join(TIER_LETTERS.values()))}](?=\))")
"""The letter of a tier, behind the word that the glossary explains."""
PLAIN = set((ROOT / "tests" / "data" / "plain-words.txt").read_text(encoding="utf-8").split())
"""Words that anybody knows. What is in none of these lists is a term, and belongs into the glossary."""


def pages(view: SeatView) -> list[Panel]:
    asked = ask(view)
    return [asked.page(stop) for stop in asked.stops]


@pytest.mark.parametrize(("rules", "seed"), [("tenhou", 3), *at_night([("wrc", 8)])])
def test_every_page_is_the_same_whatever_is_hidden(rules: str, seed: int) -> None:
    chance = Random(seed)
    match = Match(ruleset(rules), seed)
    bots = [make_bot(name) for name in BOTS]
    asked = decisions = 0
    while match.acting:
        decisions += 1
        if decisions % 5 == 0:
            seat = chance.randrange(4)
            here = pages(match.round.view(seat))
            assert here == pages(shuffled(match.round, seat, chance).view(seat))
            asked += len(here)
        choices: dict[int, Action] = {}
        for seat in match.acting:
            view = match.round.view(seat)
            choices[seat] = bots[seat].choose(view, options(view))
        match.step(choices)
    assert asked > 150


def unknown(texts: Iterable[str]) -> set[str]:
    """The words of these texts that are neither plain nor in the glossary."""
    terms = sorted((word for term in glossary().values() for word in term.words), key=len, reverse=True)
    known = re.compile(rf"\b(?:{'|'.join(map(re.escape, terms))})\b", re.IGNORECASE)
    bare = (known.sub(" ", LETTER.sub(" ", re.sub(r"\{[^}]*\}", " ", text))) for text in texts)
    found = {word for text in bare for word in re.findall(r"(?<!\w)[a-z]+(?!\w)", text.lower())}
    return found - PLAIN - NAMED


def test_every_word_of_a_panel_that_needs_it_is_in_the_glossary() -> None:
    for key, entry in catalogue("en").items():
        if key.startswith(SECTIONS):
            assert unknown([entry] if isinstance(entry, str) else entry.values()) == set(), key


@pytest.mark.parametrize("name", ASKED)
def test_every_word_on_the_pages_that_are_shown_too(name: str) -> None:
    asked = inquiry(ASKED[name]()[0])
    for stop in asked.stops:
        page = asked.page(stop)
        assert unknown(page.texts()) == set()
        assert set(page.terms) <= set(glossary())
        assert page.terms


def test_a_word_that_is_not_explained_is_found() -> None:
    assert unknown(["The wait is a ryanmen, and the hand an entotsu."]) == {"entotsu"}
