"""What each choice of a lesson led to, and the way back to any of them."""

from __future__ import annotations

from dataclasses import dataclass

from ai.lessons.lesson import Lesson
from ai.lessons.scenario import Scenario
from tui.config.actions import BY_ID, NamedAction, Place
from tui.drawing.rows import Role, Row, Rows, Span, fit, fit_rows, spread, wrapped
from tui.i18n.texts import t
from tui.lessons.choices import Branch, Step, end_words, steps
from tui.lessons.ladder import words_of
from tui.screens.choosing import ChoosingScreen
from tui.screens.layout import BLANK, indent, words
from tui.screens.menu import Entry, Menu, footer, keys
from tui.screens.page import PanelScreen

MARGIN = 2
INDENT = 6
"""Of what was tried, below its choice."""
NEXT, DONE = "next", "done"
_STEP = "step-"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the person wants: back to the choice of that number, or on to the next lesson, or neither."""

    back: int | None = None
    on: bool = False


class ChoicesScreen(PanelScreen[Verdict], ChoosingScreen[Verdict]):
    """The choices of the line with what was tried at each; at the end of a lesson its closing words too."""

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
        self.menu = Menu([*ways, done, *choices])
        if not over:
            self.menu.stand_on(self.menu.entries[-1].id)

    # -- choosing ------------------------------------------------------------------------------------

    def take(self, id: str) -> None:
        """On, back, or out."""
        if id.startswith(_STEP):
            self.dismiss(Verdict(back=int(id.removeprefix(_STEP))))
        else:
            self.dismiss(Verdict(on=id == NEXT))

    def applies(self, action: NamedAction) -> bool:
        """Undo where something was chosen."""
        return action.id != "undo" or bool(self.steps)

    def perform(self, action: NamedAction) -> None:
        """Esc changes nothing; undo goes back to the last choice, or the one under the cursor."""
        match action.id:
            case "cancel":
                self.take(DONE)
            case "undo" if self.steps:
                chosen = self.menu.chosen.id
                self.take(chosen if chosen.startswith(_STEP) else self.menu.entries[-1].id)
            case _:
                super().perform(action)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """Title, closing words, where to go on, and the choices as far as there is room."""
        inner = width - 2 * MARGIN
        end = self.scenario.here.led.end
        place = t("lesson.so-far") if end is None else end_words(end)
        title = spread([Span(self.words.title, Role("title"))], [Span(place, Role("muted"))], inner)
        head: list[Row] = [title]
        if self.over:
            for paragraph in self.words.closing:
                head += map(words, wrapped(paragraph, inner))
        head += [BLANK, *self._way_rows(), BLANK]
        head.append(words(t("lesson.back-to") if self.steps else t("lesson.none"), "muted"))
        body = self._in_sight(inner, height - 1 - len(head))
        rows = fit_rows([*indent(tuple(head), MARGIN), *indent(tuple(body), MARGIN)], width, height - 1)
        return (*rows, fit([Span(" " * MARGIN), *self._foot()], width))

    def _way_rows(self) -> Rows:
        return Menu.rows(self.menu, self.look)[: self._ways]

    def _in_sight(self, width: int, room: int) -> list[Row]:
        """The choices with what was tried, so that the one under the cursor is seen."""
        rows: list[Row] = []
        top = 0
        for place, step in enumerate(self.steps, self._ways):
            here = place == self.menu.place
            if here:
                top = len(rows)
            rows.append(self._step(step, here=here))
            rows += [row for branch in step.branches for row in self._branch(branch, width)]
            if here:
                end = len(rows)
                top = top if end - top > room else max(end - room, 0)
        first = min(max(top, 0), max(len(rows) - room, 0)) if self.menu.place >= self._ways else 0
        return rows[first : first + room]

    def _step(self, step: Step, *, here: bool) -> Row:
        meta = ("entry", f"{_STEP}{step.number}")
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role("acting"), meta),
            Span(f" {step.words} ", Role("text", "round") if here else Role("name"), meta),
        )

    def _branch(self, branch: Branch, width: int) -> Rows:
        """One choice and what it led to; the one of this line is told louder."""
        ink = "text" if branch.here else "muted"
        text = t("lesson.leads", words=branch.words, led=branch.led) if branch.led else branch.words
        first, *more = wrapped(text, width - INDENT)
        mark = Span(f"{'-' if branch.here else ' '} ".rjust(INDENT), Role("acting"))
        rest = (Span(first.removeprefix(branch.words), Role(ink)),)
        head = (mark, Span(branch.words, Role("acting" if branch.here else ink)), *rest)
        return (head, *((Span(" " * INDENT), Span(line, Role(ink))) for line in more))

    def _foot(self) -> Row:
        return footer(
            keys(t("screen.foot.choose"), "up", "down"),
            keys(t("screen.foot.take"), "confirm"),
            keys(t("lesson.foot.choices"), "undo"),
            keys(BY_ID["help"].words, "help"),
            keys(BY_ID["quit"].words, "quit"),
        )
