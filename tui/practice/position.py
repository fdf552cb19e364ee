"""The position of a question on the table, without its hints; and with the marks of an explanation."""

from __future__ import annotations

from msgspec.structs import replace

from ai.drills.question import Question
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.scene import Scene
from tui.desk.settings import DeskSettings
from tui.i18n.texts import t
from tui.practice.answering import Answering
from tui.practice.explain import Explanation, seating_of


def desk_of(question: Question) -> Desk:
    """The person's place at that table, with everything that has happened, and no hints."""
    desk = Desk(seating_of(question), question.rules, DeskSettings(hints=HintLevel.OFF))
    for event in question.events:
        desk.event(event)
    return desk


def scene_of(desk: Desk, *, asked: Answering | None = None, why: Explanation | None = None) -> Scene:
    """The position with its ruleset; where a tile of the hand is asked for, with the cursor on it."""
    rules = t("drill.rules", rules=desk.rules.title)
    scene = replace(desk.scene(), header=(), keys=(), wait_line=rules)
    if why is not None:
        return replace(scene, causes=why.causes, lit=why.lit, lit_first=True, marks=why.marks)
    if asked is None or asked.cursor is None:
        return scene
    return replace(scene, cursor=next(iter(asked.places(asked.cursor)), None))
