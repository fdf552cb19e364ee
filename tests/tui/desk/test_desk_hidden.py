"""What the desk shows depends on nothing that its seat cannot see: every mark, every line, every word."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields, replace

from ai.bots.registry import make_bot
from engine import events as ev
from engine.actions import PASS, ActionKind
from engine.match import Match
from engine.rules import ruleset
from engine.tiles import MJAI, all_tiles
from engine.view import mask
from tests.support.nightly import at_night
from tui.config.settings import HintLevel, MarksWhen
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.desk.settings import DeskSettings
from tui.words.seating import Seating

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
    """The scene without its view."""
    scene = make_scene(desk)
    return {field.name: getattr(scene, field.name) for field in fields(scene) if field.name != "view"}


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
