"""Whole games at the desk with keys pressed at random: every decision is legal, every sentence fits."""

from __future__ import annotations

import random

import pytest

from ai.bots.registry import make_bot
from ai.reading.outlook import outlook_now
from engine.actions import Action
from engine.legal.wins import refuse_ron
from engine.match import Match
from engine.rules import ruleset
from engine.table import Phase
from engine.tiles import KIND_OF
from engine.view import mask
from tests.support.nightly import at_night
from tests.support.tui.desk_positions import FURITEN_WIDTH
from tui.config.actions import Place, actions_at
from tui.config.settings import HintLevel, MarksWhen
from tui.desk.desk import Desk
from tui.desk.hints import LINE_WIDTH, RIICHI_WIDTH
from tui.desk.scene_maker import make_scene
from tui.desk.settings import DeskSettings
from tui.drawing.rows import cells
from tui.i18n.texts import choose_language
from tui.words.seating import Seating
from tui.words.tiles import REASON_WIDTH

NAMES = ("A rather long name", "Another long name", "Quite a long name", "The longest name")
KEYS = [action.id for action in actions_at(Place.CHOICE)]
SEAT = 1
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
    match = Match(ruleset(rules), seed, NAMES)
    desk = Desk(Seating(NAMES, SEAT), match.rules, DeskSettings(seed, hints, marks))
    bots = [make_bot(name) for name in ("takame", "hayai", "mamori", "hayai")]
    shown = 0
    while match.standings is None:
        for event in match.events[shown:]:
            desk.event(mask(event, SEAT))
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
        assert desk.offer() is (SEAT in match.acting)
        if SEAT in choices:
            choices[SEAT] = decide(desk, dice, choices[SEAT])
            assert choices[SEAT] in match.round.options(SEAT).actions
        match.step(choices)


@pytest.mark.parametrize("seeds", [3, *at_night([6])])
def test_the_yaku_promised_beside_a_wait_are_there_when_the_tile_comes(seeds: int) -> None:
    """Where no luck and no furiten has a part in it, "no yaku" and a refused ron are the same hands."""
    promised = []
    for seed in range(seeds):
        match = Match(ruleset("tenhou"), seed, NAMES)
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
            match.step({s: bots[s].choose(match.round.view(s), match.round.options(s)) for s in match.acting})
    assert promised.count(True) > 10
    assert promised.count(False) > 0
