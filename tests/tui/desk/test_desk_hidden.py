"""Whole games at the desk with random keys, and nothing shown that depends on hidden tiles."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.reading.outlook import outlook_now
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.legal import refuse_ron
from engine.match import Match
from engine.options import options
from engine.own_rules import ruleset
from engine.table import Phase
from engine.tiles import KIND_OF, MJAI, all_tiles
from engine.view import SeatView, mask
from tests.support.ai.bot_games import take_step
from tests.support.ai.seat_views import shuffled
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tests.support.tui.panels import ASKED, ask, inquiry
from tests.support.tui.positions import FURITEN_WIDTH
from tui.config.actions import Place, actions_at
from tui.config.settings import HintLevel, MarksWhen
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.hints import LINE_WIDTH, RIICHI_WIDTH
from tui.desk.scene import Panel
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import cells
from tui.i18n import catalogue, choose_language
from tui.tiles import TIER_LETTERS
from tui.words.glossary import glossary
from tui.words.names import REASON_WIDTH, Seating

SEAT = 2
NAMES = ("Hayai", "Mamori", "You", "Takame")


def dealt_anew(event: ev.Event, chance: random.Random) -> ev.Event:
    """The event with other tiles in place of those that the seat cannot see."""
    hidden = mask(event, SEAT)
    if isinstance(hidden, ev.StartKyoku):
        tiles = [MJAI[tile] for tile in chance.sample(all_tiles((1, 1, 1)), 52)]
        hands = [
            hand if seat == SEAT else tiles[13 * seat : 13 * seat + 13]
            for seat, hand in enumerate(hidden.tehais)
        ]
        return msgspec.structs.replace(hidden, tehais=hands)
    if isinstance(hidden, ev.Tsumo) and hidden.actor != SEAT:
        return ev.Tsumo(hidden.actor, MJAI[chance.choice(all_tiles((1, 1, 1)))])
    return hidden


def shown(desk: Desk) -> dict[str, Any]:
    """All that the scene tells; pages of tiles are compared by themselves."""
    scene = make_scene(desk)
    names = set(scene.__struct_fields__) - {"view", "about"}
    return {name: getattr(scene, name) for name in names}


@pytest.mark.parametrize(
    ("rules", "seed", "hands"), [("tenhou", 11, 1), *at_night([("tenhou", 11, 100), ("wrc", 13, 100)])]
)
def test_the_scene_is_the_same_whatever_is_hidden(rules: str, seed: int, hands: int) -> None:
    chance = random.Random(seed)
    match = Match(replace(ruleset(rules), length="east"), seed, NAMES)
    settings = DeskSettings(seed, HintLevel.FULL, MarksWhen.ALWAYS)
    desks = [Desk(Seating(NAMES, SEAT), match.rules, settings) for _ in range(3)]
    bots = [make_bot("tenpai") for _ in NAMES]
    told = marked = furiten = 0
    while match.standings is None:
        for event in match.events[told:]:
            versions = mask(event, SEAT), event, dealt_anew(event, chance)
            for desk, version in zip(desks, versions, strict=True):
                desk.event(version)
            seen = [shown(desk) for desk in desks if desk.dealt]
            assert all(each == seen[0] for each in seen), event
            furiten += any(each["furiten"] for each in seen)
        told = len(match.events)
        if match.round.outcome is not None:
            match.proceed()
            hands -= 1
            if not hands:
                break
            continue
        acting = match.acting
        if SEAT in acting:
            for desk in desks:
                desk.offer()
            for key in ("right", "right", "riichi", "left"):
                seen = [shown(desk) for desk in desks if desk.do(key) is None]
                assert all(each == seen[0] for each in seen), key
            marked += any(mark.safety is not None for mark in make_scene(desks[0]).marks)
        choices = {s: bots[s].choose(match.round.view(s), match.round.options(s)) for s in acting}
        if SEAT in choices and choices[SEAT].kind is ActionKind.RON:
            choices[SEAT] = PASS  # so that there is furiten to see
        match.step(choices)
    assert marked > (3 if not hands else 30)
    assert furiten > 0


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


@cache
def known_terms() -> re.Pattern[str]:
    terms = sorted((word for term in glossary().values() for word in term.words), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, terms))})\b", re.IGNORECASE)


def unknown(texts: Iterable[str]) -> set[str]:
    """The words of these texts that are neither plain nor in the glossary."""
    bare = (known_terms().sub(" ", LETTER.sub(" ", re.sub(r"\{[^}]*\}", " ", text))) for text in texts)
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


LONG_NAMES = ("A rather long name", "Another long name", "Quite a long name", "The longest name")
KEYS = [action.id for action in actions_at(Place.CHOICE)]
PERSON = 1
PATIENCE = 6
"""Random keys before the player at the desk makes up his mind."""


def check(desk: Desk) -> None:
    """Everything stays within its line at 80 columns, and the scene holds together."""
    scene = make_scene(desk)
    tiles = len(scene.view.hand.tiles)
    assert cells(scene.reason) <= REASON_WIDTH, scene.reason
    assert not scene.furiten or cells(scene.furiten[-1]) <= FURITEN_WIDTH, scene.furiten
    riichi = scene.view.me.riichi
    assert cells(scene.wait_line or "") <= (RIICHI_WIDTH if riichi else LINE_WIDTH), scene.wait_line
    assert sum(cells(item.key) + cells(item.label) + 5 for item in scene.prompt) <= REASON_WIDTH, scene.prompt
    assert len(scene.marks) in (0, tiles)
    assert bool(scene.furiten) == bool(scene.causes)
    assert any(item.id == "help" and item.key == "?" for item in scene.keys)
    if desk.waiting:
        assert (scene.cursor is None) != (scene.prompt_cursor is None)
        assert scene.prompt
        assert scene.prompt_cursor is None or scene.prompt[scene.prompt_cursor].enabled
        assert scene.cursor is None or scene.cursor < tiles
        assert len(scene.disabled) < tiles


def decide(desk: Desk, dice: random.Random, wish: Action) -> Action:
    """Keys at random, until one of them decides or the patience is at an end."""
    for _ in range(PATIENCE):
        check(desk)
        if (action := desk.do(dice.choice(KEYS))) is not None:
            return action
    return wish


@pytest.mark.parametrize(
    ("rules", "seed", "hints", "marks", "language"),
    [
        ("tenhou", 1, HintLevel.FULL, MarksWhen.ALWAYS, "en"),
        ("wrc", 2, HintLevel.FULL, MarksWhen.DANGER, "ja"),
        ("mahjongsoul", 3, HintLevel.MARKS, MarksWhen.ALWAYS, "ja"),
        ("ema", 4, HintLevel.OFF, MarksWhen.DANGER, "en"),
    ],
)
@pytest.mark.parametrize("hands", [2, *at_night([100])])
def test_random_keys(
    rules: str, seed: int, hints: HintLevel, marks: MarksWhen, language: str, hands: int
) -> None:
    choose_language(language)
    dice = random.Random(seed)
    match = Match(ruleset(rules), seed, LONG_NAMES)
    desk = Desk(Seating(LONG_NAMES, PERSON), match.rules, DeskSettings(seed, hints, marks))
    bots = [make_bot(name) for name in ("takame", "hayai", "mamori", "hayai")]
    shown = 0
    while match.standings is None:
        for event in match.events[shown:]:
            desk.event(mask(event, PERSON))
        shown = len(match.events)
        check(desk)
        if match.round.outcome is not None:
            desk.reveal(match.round.outcome)
            match.proceed()
            hands -= 1
            if not hands:
                break
            continue
        choices = {
            seat: bots[seat].choose(match.round.view(seat), match.round.options(seat))
            for seat in match.acting
        }
        assert desk.offer() is (PERSON in match.acting)
        if PERSON in choices:
            choices[PERSON] = decide(desk, dice, choices[PERSON])
            assert choices[PERSON] in match.round.options(PERSON).actions
        match.step(choices)


@pytest.mark.parametrize("seeds", [3, *at_night([6])])
def test_the_yaku_promised_beside_a_wait_are_there_when_the_tile_comes(seeds: int) -> None:
    """Where no luck and no furiten has a part in it, "no yaku" and a refused ron are the same hands."""
    promised = []
    for seed in range(3, 3 + seeds):
        match = Match(ruleset("tenhou"), seed, LONG_NAMES)
        bots = [make_bot(name) for name in ("tenpai", "hayai", "tenpai", "hayai")]
        while match.standings is None:
            table = match.round.table
            views = [
                match.round.view(seat)
                for seat in range(4)
                if table.phase is Phase.CLAIM and seat != table.turn
            ]
            for view in views:
                assert table.offer is not None
                kind = KIND_OF[table.offer]
                lucky = view.me.ippatsu or table.live == 0 or (table.uninterrupted and not view.me.pond)
                if kind in view.waits and not view.furiten and not lucky:
                    promised.append(next(wait.ron for wait in outlook_now(view).waits if wait.kind == kind))
                    assert promised[-1] == (refuse_ron(view) is None)
            if match.round.outcome is not None:
                match.proceed()
                continue
            take_step(match, bots)
    assert promised.count(True) > 10
    assert promised.count(False) > 0
