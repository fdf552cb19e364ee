"""Build the position of a scene: the game at the table, and the question about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from ai.drills import (
    ahead,
    count,
    furiten,
    furiten_riichi,
    kan,
    passing,
    push_fold,
    read_pond,
    ron,
    safe,
    safest,
    waits,
    way_out,
)
from ai.drills.generate import question_of
from ai.drills.judged_positions import JudgedPosition
from ai.drills.question import Draft, DrillKind, Question
from ai.drills.question_code import write_code
from ai.lessons.move_notation import MoveError
from ai.lessons.play_opening import let_pass, play_opening
from ai.lessons.scripted_bot import scripted_bots
from ai.play import PERSON, Play
from ai.reading.threat import possible_winners
from ai.seat_position import SeatPosition
from engine.actions import IllegalAction
from engine.dice import Dice
from engine.events import TableSteps, Tsumo
from engine.match import Match
from engine.rules import Ruleset
from engine.tiles import KIND_OF, parse_tile
from engine.view import mask
from tui.demo.scene import DemoScene, SceneError, SceneQuestion

SEAT = 0
"""The player's seat in every scene."""
NAMES = (PERSON, "hayai", "mamori", "takame")
PLAYERS = ("tsumogiri",) * 3
"""The bots where there are no orders. Their play is simple enough to stay the same in later versions."""
SEED, LEVEL = 42, 3
"""The seed of everything that a scene does not specify, and the level of its questions."""


def game_of(scene: DemoScene) -> Play:
    """The game of a scene after its opening. Raises SceneError if it cannot be dealt or played."""
    return Play(_match(scene), SEAT, scripted_bots(PLAYERS, scene.opening, scene.orders))


def _match(scene: DemoScene) -> Match:
    setting = scene.setting
    assert setting is not None
    rules = scene.ruleset
    if rules.value_said:
        # the wins of the others can be challenged
        rules = replace(rules, unchecked=tuple(seat for seat in range(len(NAMES)) if seat != SEAT))
    try:
        match = Match(
            rules,
            SEED,
            NAMES,
            walls=lambda header: setting.wall(scene.ruleset, scene.opening, scene.orders, scene.number),
            first=setting.header(scene.ruleset),
            takebacks=0 if scene.undo else None,
            steps=_steps(rules),
        )
        play_opening(match, scene.opening)
    except (MoveError, IllegalAction) as error:
        raise SceneError(f"{scene.file}: {error}") from None
    return match


def _steps(rules: Ruleset) -> TableSteps | None:
    """What a scene leaves to the player, where its ruleset penalises errors."""
    if rules.errors == "prevented":
        return None
    return TableSteps(
        live_calls=True,
        rulings=True,
        count=rules.value_said,
        tenpai=True,
        no_hints=True,
        unchecked=rules.unchecked,
    )


def asked_in(scene: DemoScene) -> Question:
    """The question of a scene. Raises SceneError if the position has no question of that kind."""
    asked = scene.question
    assert asked is not None
    if asked.kind is None:
        return question_of(asked.code)
    draft: Draft | None
    if asked.judged:
        draft = _JUDGED[asked.kind](msgspec.json.decode(asked.judged, type=JudgedPosition))
    else:
        draft = _DRAFTS[asked.kind](_moment(scene, asked.kind), asked)
    if draft is None:
        raise SceneError(f"{scene.file}: there is nothing to ask of the kind '{asked.kind}'")
    return Question.of(asked.kind, LEVEL, scene.number, write_code(asked.kind, LEVEL, scene.number), draft)


def _moment(scene: DemoScene, kind: DrillKind) -> SeatPosition:
    """The events the player has seen: up to the latest discard, or to the draw if the answer is a discard."""
    match = _match(scene)
    if kind in _OWN_TURN:
        let_pass(match)
    events = [mask(event, SEAT) for event in match.round.events]
    while kind not in _OWN_TURN and isinstance(events[-1], Tsumo):
        events.pop()
    return SeatPosition(scene.ruleset, SEAT, tuple(events))


_OWN_TURN = frozenset(
    {
        DrillKind.WAY_OUT,
        DrillKind.AHEAD,
        DrillKind.SAFE,
        DrillKind.KAN,
        DrillKind.SAFEST,
        DrillKind.READ,
        DrillKind.COUNT,
    }
)

_DRAFTS: Mapping[DrillKind, Callable[[SeatPosition, SceneQuestion], Draft | None]] = {
    DrillKind.WAITS: lambda moment, asked: waits.ask(moment),
    DrillKind.FURITEN: lambda moment, asked: furiten.ask(moment),
    DrillKind.RON: lambda moment, asked: ron.ask(moment),
    DrillKind.WAY_OUT: lambda moment, asked: way_out.ask(moment),
    DrillKind.AHEAD: lambda moment, asked: ahead.ask(moment),
    DrillKind.PASSING: lambda moment, asked: passing.ask(moment, passing.TileTiming(asked.when), Dice(SEED)),
    DrillKind.SAFE: lambda moment, asked: safe.ask(moment),
    DrillKind.SAFEST: lambda moment, asked: safest.ask(moment),
    DrillKind.READ: lambda moment, asked: read_pond.ask(
        moment, possible_winners(moment.view())[0], asked.waits
    ),
    DrillKind.COUNT: lambda moment, asked: count.ask(moment, dice=Dice(SEED)),
    DrillKind.KAN: lambda moment, asked: kan.ask(moment, KIND_OF[parse_tile(asked.tile)]),
}
"""How each kind makes a question about a position."""
_JUDGED: Mapping[DrillKind, Callable[[JudgedPosition], Draft]] = {
    DrillKind.RIICHI: furiten_riichi.ask,
    DrillKind.PUSH_FOLD: push_fold.ask,
}
"""How the others make one about a position that was judged."""
