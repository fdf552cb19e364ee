"""The prompt for a decision: the hand, its news, and the possible commands."""

from __future__ import annotations

from functools import reduce

from tui.desk.choice import Choice
from tui.desk.desk import Desk
from tui.desk.prompt import about_button
from tui.desk.scene import Scene
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t
from tui.plain.decisions import can, denials
from tui.plain.queries import hand_lines
from tui.tiles.marks import class_words
from tui.words.tiles import sentence_start, tile_words


class PlainPrompt:
    """Describes each decision of one hand in a few lines; unchanged facts are not repeated."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._told: tuple[str, ...] = ()
        """The waits, the furiten line and the reasons in the previous prompt."""

    def lines(self, *, again: bool = False) -> list[str]:
        """The lines for the open decision; with ``again``, including unchanged facts."""
        desk = self._desk
        choice = desk.choice
        assert choice is not None, "asked while nothing is to be decided"
        lines = [*hand_lines(desk.view), *self._news(choice, again=again), self._safest()]
        if desk.settings.explains_choices and desk.view.own.passing is not None and not choice.on_turn:
            # say what passing costs before the player passes
            lines.append(about_button(choice, choice.buttons()[choice.button], desk.hints))
        return [*filter(None, lines), can(choice)]

    def _safest(self) -> str:
        """The safest tiles of the hand with their classes; empty on other turns and if nobody threatens."""
        scene = make_scene(self._desk)
        if scene.cursor is None or not scene.safest:
            return ""
        groups = []
        for group in scene.safest:
            safety = scene.mark(scene.laid.tiles.index(group[0])).safety
            assert safety is not None
            groups.append(t("plain.safest-group", tiles=tile_words(group), safety=class_words(safety)))
        return t(
            "plain.safest",
            groups=reduce(lambda first, then: t("plain.safest-then", first=first, then=then), groups),
        )

    def _news(self, choice: Choice, *, again: bool) -> list[str]:
        """New facts: the waits of a tenpai hand, the furiten line, and reasons for refused actions."""
        scene = make_scene(self._desk)
        waits = sentence_start(scene.wait_line or "") if scene.waits or choice.takes_win else ""
        furiten = _furiten(scene)
        reasons = denials(choice) if self._desk.settings.shows_hints else []
        told = () if again else self._told
        self._told = tuple(filter(None, (waits, furiten, *reasons)))
        still = [t("plain.furiten-still")] if furiten in told else []
        news = [line for line in self._told if line not in told]
        return [*still, *news]


def _furiten(scene: Scene) -> str:
    """The furiten line in its longest wording; empty without furiten."""
    return t("plain.furiten", line=sentence_start(scene.furiten[0])) if scene.furiten else ""
