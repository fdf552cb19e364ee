"""The question that a decision is: the hand, what is new about it, and what can be done."""

from __future__ import annotations

from tui.desk import Desk
from tui.desk.speech import about_button
from tui.desk.words import sentence_start
from tui.plain.answers import hand_lines
from tui.plain.moves import can, denials
from tui.plain.seats import Seats
from tui.table.scene import Scene
from tui.texts import t


class Question:
    """Puts each decision of one hand in a few lines; what stays as it is it tells once."""

    def __init__(self, desk: Desk, seats: Seats) -> None:
        self._desk = desk
        self._seats = seats
        self._told = ("", "")
        """The waits and the furiten that were told last."""

    def lines(self, *, again: bool = False) -> list[str]:
        """The decision that is open; all that belongs to it where it is put ``again``."""
        desk = self._desk
        choice = desk.choice
        assert choice is not None, "asked while nothing is to be decided"
        lines = [*hand_lines(desk.view, self._seats), *self._status(choice.takes_win, again=again)]
        if desk.settings.shows:
            lines += denials(choice)
        if desk.settings.tells and desk.view.own.passing is not None and not choice.on_turn:
            # what letting it go costs is told before it is let go
            lines.append(about_button(choice, choice.buttons()[choice.button]))
        return [*lines, can(choice)]

    def _status(self, complete: bool, *, again: bool) -> list[str]:
        """What a tenpai hand waits on, and furiten in the words of its line."""
        scene = self._desk.scene()
        waits = sentence_start(scene.wait_line or "") if scene.waits or complete else ""
        furiten = _furiten(scene)
        before, self._told = self._told, (waits, furiten)
        lines = [waits] if waits and (again or waits != before[0]) else []
        if furiten:
            lines.append(furiten if again or furiten != before[1] else t("plain.furiten-still"))
        return lines


def _furiten(scene: Scene) -> str:
    """The furiten line in its longest wording, empty where there is none."""
    return t("plain.furiten", line=sentence_start(scene.furiten[0])) if scene.furiten else ""
