"""The table for a question: without hints, or with the marks of an explanation."""

from __future__ import annotations

from msgspec.structs import replace

from ai.drills.question import Question
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.scene import Scene
from tui.desk.scene_maker import Highlights, make_page_scene
from tui.desk.settings import DeskSettings
from tui.i18n.texts import t
from tui.practice.answering import Answering
from tui.practice.explain import Explanation, seating_of


def desk_of(question: Question) -> Desk:
    """The desk of the player's seat after the events of a question, without hints."""
    settings = DeskSettings(hints=HintLevel.OFF)
    return Desk.after(question.events, seating_of(question), question.rules, settings)


def scene_of(desk: Desk, *, asked: Answering | None = None, why: Explanation | None = None) -> Scene:
    """The scene of a position with its ruleset, and with the cursor on a tile or the explanation's marks."""
    rules = t("drill.rules", rules=desk.rules.title)
    if why is not None:
        focus = Highlights(lit=why.lit, lit_first=True, causes=why.causes, marks=why.marks, note=rules)
    elif asked is not None and asked.cursor is not None:
        focus = Highlights(cursor=next(iter(asked.places(asked.cursor)), None), note=rules)
    else:
        focus = Highlights(note=rules)
    scene = make_page_scene(desk, focus)
    return scene if why is None or not why.revealed else replace(scene, revealed=why.revealed)
