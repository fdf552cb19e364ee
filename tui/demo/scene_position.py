"""Build the position of a scene: the game at the table, and the question about it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ai.drills.drill import Drill, drill_of
from ai.drills.judged_positions import JudgedPosition
from ai.drills.library import LibraryCode, question_of
from ai.drills.question import Asked, Draft, Question
from ai.lessons.lesson_game import let_pass, play_opening, scripted_bots
from ai.lessons.lesson_notation import MoveError
from ai.play import PERSON, Play
from ai.seat_position import SeatPosition
from engine.actions import IllegalAction
from engine.events import TableSteps, Tsumo
from engine.match import Match
from engine.rules import Ruleset
from engine.tiles import NotationError
from engine.view import mask
from tui.demo.scene_files import DemoScene, SceneError, SceneQuestion

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
    try:
        draft = _draft(scene, asked, drill_of(asked.kind))
    except NotationError as error:
        raise SceneError(f"{scene.file}: question: {error}") from None
    if draft is None:
        raise SceneError(f"{scene.file}: there is nothing to ask of the kind '{asked.kind}'")
    code = str(LibraryCode(asked.kind, scene.number))
    return Question.of(asked.kind, LEVEL, scene.number, code, draft)


def _draft(scene: DemoScene, asked: SceneQuestion, drill: Drill[Asked]) -> Draft | None:
    if asked.judged:
        judged = msgspec.json.decode(asked.judged, type=JudgedPosition)
        return drill.ask(judged.moment(), judged.asked())
    stored = msgspec.convert(asked.asked, drill.asked)
    drafts = (drill.ask(moment, stored) for moment in _moments(scene))
    return next((draft for draft in drafts if draft is not None), None)


def _moments(scene: DemoScene) -> Iterator[SeatPosition]:
    """What the player has seen up to the latest discard; then up to the own draw after it."""
    for own_turn in (False, True):
        match = _match(scene)
        if own_turn:
            let_pass(match)
        events = [mask(event, SEAT) for event in match.round.events]
        while not own_turn and isinstance(events[-1], Tsumo):
            events.pop()
        yield SeatPosition(scene.ruleset, SEAT, tuple(events))
