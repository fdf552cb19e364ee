"""What each choice of a lesson led to, and the way back to any of them."""

from __future__ import annotations

from dataclasses import dataclass

from ai.lessons.lesson import Lesson
from ai.lessons.lesson_game import Scenario
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.rows import Role, Row, Rows, Span, spread, wrapped
from tui.i18n.texts import t
from tui.lessons.choices import Branch, Step, end_words, steps
from tui.lessons.ladder import words_of
from tui.screens.layout import BLANK, framed, words
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, footer, keys
from tui.screens.page import PanelScreen

MARGIN = 2
INDENT = 6
"""Of what was tried, below its choice."""
NEXT, DONE = "next", "done"
_STEP = "step-"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the player chose: back to the decision of that number, on to the next lesson, or neither."""

    back: int | None = None
    on: bool = False


class ChoicesScreen(PanelScreen[Verdict], MenuPage[Verdict]):
    """The decisions so far with what was tried at each; at the end of a lesson its closing words too."""

    place = Place.LESSON
    LARGEST = (92, 34)

    def __init__(self, scenario: Scenario, following: Lesson | None = None, *, over: bool) -> None:
        super().__init__()
        self.scenario = scenario
        self.over = over
        self.words = words_of(scenario.lesson)
        self.steps = steps(scenario)
        ways = [Entry(NEXT, t("lesson.next", title=words_of(following).title))] if over and following else []
        done = Entry(DONE, t("lesson.ladder") if over else t("lesson.play-on"))
        choices = [Entry(f"{_STEP}{step.number}", step.words) for step in self.steps]
        self._ways = len(ways) + 1
        self.fill([*ways, done, *choices])
        if not over:
            self.at = self.count - 1

    # -- choosing ------------------------------------------------------------------------------------

    def take(self, id: str) -> None:
        """Go on, go back, or leave."""
        if id.startswith(_STEP):
            self.dismiss(Verdict(back=int(id.removeprefix(_STEP))))
        else:
            self.dismiss(Verdict(on=id == NEXT))

    def applies(self, action: NamedAction) -> bool:
        """Undo only if there was a decision."""
        return action.id != ActionId.UNDO or bool(self.steps)

    def perform(self, action: NamedAction) -> None:
        """Undo goes back to the decision under the cursor, or to the last one."""
        if action.id == ActionId.UNDO and self.steps:
            self.take((self.chosen if self.chosen.id.startswith(_STEP) else self.entries[-1]).id)
        else:
            super().perform(action)

    def leave(self) -> None:
        """Esc changes nothing."""
        self.take(DONE)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """Title, closing words, where to go on, and the decisions as far as there is room."""
        inner = width - 2 * MARGIN
        end = self.scenario.here.led.end
        place = t("lesson.so-far") if end is None else end_words(end)
        title = spread([Span(self.words.title, Role("title"))], [Span(place, Role("muted"))], inner)
        head: list[Row] = [title]
        if self.over:
            for paragraph in self.words.closing:
                head += map(words, wrapped(paragraph, inner))
        head += [BLANK, *self.menu()[: self._ways], BLANK]
        head.append(words(t("lesson.back-to") if self.steps else t("lesson.none"), "muted"))
        body = self._in_sight(inner, height - 1 - len(head))
        return framed([*head, *body], self._foot(), width, height, MARGIN)

    def _in_sight(self, width: int, room: int) -> list[Row]:
        """The decisions with what was tried at each, scrolled to the one under the cursor."""
        rows: list[Row] = []
        top = 0
        for place, step in enumerate(self.steps, self._ways):
            here = place == self.at
            if here:
                top = len(rows)
            rows.append(self._row(step, here=here))
            rows += [row for branch in step.branches for row in self._branch(branch, width)]
            if here:
                end = len(rows)
                top = top if end - top > room else max(end - room, 0)
        first = min(max(top, 0), max(len(rows) - room, 0)) if self.at >= self._ways else 0
        return rows[first : first + room]

    def _row(self, step: Step, *, here: bool) -> Row:
        meta = ("entry", f"{_STEP}{step.number}")
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role("acting"), meta),
            Span(f" {step.words} ", Role("text", "round") if here else Role("name"), meta),
        )

    def _branch(self, branch: Branch, width: int) -> Rows:
        """One choice and what it led to; the one of the present line is brighter."""
        ink = "text" if branch.here else "muted"
        text = t("lesson.leads", words=branch.words, led=branch.led) if branch.led else branch.words
        first, *more = wrapped(text, width - INDENT)
        mark = Span(f"{'-' if branch.here else ' '} ".rjust(INDENT), Role("acting"))
        rest = (Span(first.removeprefix(branch.words), Role(ink)),)
        head = (mark, Span(branch.words, Role("acting" if branch.here else ink)), *rest)
        return (head, *((Span(" " * INDENT), Span(line, Role(ink))) for line in more))

    def _foot(self) -> Row:
        hints = (
            keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
            keys(t("screen.foot.take"), ActionId.CONFIRM),
            keys(t("lesson.foot.choices"), ActionId.UNDO),
            keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
            keys(BY_ID[ActionId.QUIT].words, ActionId.QUIT),
        )
        return (Span("  "), *footer(*hints))
