"""The glossary: what the terms of the game mean, and the rules behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from tui.config.actions import ActionId, NamedAction, Place, action_for, meant
from tui.drawing.rows import STEP, EntryAt, Meta, RelatedTerm, Role, Row, Rows, Span, cells, fit_rows, merged
from tui.i18n import join_list, ljust, t, wrapped
from tui.screens.list_page import GUTTER, POINTER, TellingList
from tui.screens.page import MARGIN, TEXT_PAGE, PanelScreen, back_key, heading, keys, words, wrap
from tui.screens.screen import KeyScreen, Result
from tui.table.side_panel import suit_samples
from tui.tiles import Ground, Ink
from tui.words.glossary import Term, glossary

SUITS = "notation"
"""The term that shows how a tile of each suit looks."""
INDENT = 2
"""Cells between a term and its translation, and before the second line of a rule."""


def open_over(screen: KeyScreen[Result]) -> None:
    """Open the glossary over a screen, with the terms on that screen first."""
    screen.app.push_screen(GlossaryScreen(screen.terms()))


class GlossaryScreen(PanelScreen[None], TellingList[None]):
    """A list of terms, and the explanation of the one under the cursor, which scrolls.

    ``used`` are the ids of the terms on the screen that opened the glossary: they come first.
    Esc goes back along the related terms that were followed, then closes.
    """

    place: ClassVar[Place] = Place.GLOSSARY
    LARGEST = TEXT_PAGE

    def __init__(self, used: Sequence[str] = ()) -> None:
        super().__init__()
        self._used = len(used)
        self._terms: tuple[Term, ...] = (*(glossary()[id] for id in used), *glossary().values())
        self._widest = max(cells(term.name) for term in self._terms)
        self._followed: list[int] = []
        """The indices of the terms from which related terms were followed."""
        self.link = 0
        """Which of its related terms Enter goes to."""

    @property
    def count(self) -> int:
        return len(self._terms)

    @property
    def term(self) -> Term:
        return self._terms[self.at]

    def press(self, event: events.Key) -> None:
        letter = meant(event.key)
        action = action_for(letter, self.place)
        # a letter that was chosen as a key of this screen keeps that meaning
        moves = action is not None and self.place in action.places
        if not moves and len(letter) == 1 and letter.isalpha() and self._jump(letter):
            return
        super().press(event)

    def applies(self, action: NamedAction) -> bool:
        return action.id != ActionId.GLOSSARY

    def on_action(self, action: NamedAction) -> None:
        # the glossary is open already
        if action.id != ActionId.GLOSSARY:
            super().on_action(action)

    def go_sideways(self, by: int) -> None:
        self.link = (self.link + by) % len(self.term.related)
        self.redraw()

    def follow(self, id: str) -> None:
        """Explain a related term; Esc comes back from it."""
        self._followed.append(self.at)
        self._show(self._used + list(glossary()).index(id))

    def on_row(self, at: int) -> None:
        self.follow(self.term.related[self.link])

    def click(self, meta: Meta) -> None:
        match meta:
            case RelatedTerm(id):
                self.follow(id)
            case _:
                super().click(meta)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        if event.x < self._list_width + MARGIN:
            super().wheel(event, way)
        else:
            self.scroll.by(way * STEP)
            self.redraw()

    def go_to(self, at: int) -> None:
        self._followed.clear()
        self._show(at)

    def _show(self, at: int) -> None:
        self.link = 0
        super().go_to(at)

    def leave(self) -> None:
        if self._followed:
            self._show(self._followed.pop())
        else:
            super().leave()

    def _jump(self, letter: str) -> bool:
        """Go to the next term that begins with a letter; False if there is none."""
        found = [place for place in range(self._used, len(self._terms)) if self._terms[place].begins(letter)]
        if found:
            self.go_to(next((place for place in found if place > self.at), found[0]))
        return bool(found)

    @property
    def _list_width(self) -> int:
        return self._widest + POINTER

    def picture(self, width: int, height: int) -> Rows:
        room = height - 4
        inner = width - 2 * MARGIN
        beside = inner - self._list_width - 2 * GUTTER - 1
        place = t("glossary.place", number=self._number, total=len(glossary()))
        title = heading(t("glossary.title"), place, inner)
        body = self.beside(self._list(room), self._explanation(beside, room))
        return self.framed([(), title, (), *body], width, height)

    @property
    def _number(self) -> int:
        return list(glossary()).index(self.term.id) + 1

    def hints(self) -> Sequence[Row]:
        return (
            keys(t("glossary.foot.word"), ActionId.UP, ActionId.DOWN),
            keys(t("glossary.foot.related"), ActionId.LEFT, ActionId.RIGHT, ActionId.CONFIRM),
            words(t("glossary.foot.jump"), Ink.MUTED),
            back_key(),
        )

    def _list(self, room: int) -> Rows:
        rows: list[Row] = []
        here = 0
        for place, term in enumerate(self._terms):
            if self._used and place == 0:
                rows.append(words(t("glossary.used"), Ink.TITLE))
            if self._used and place == self._used:
                rows += [(), words(t("glossary.all"), Ink.TITLE)]
            if place == self.at:
                here = len(rows)
            ink, meta = Ink.NAME if place < self._used else Ink.TEXT, EntryAt(place)
            name = self.entry_text(place, ljust(term.name, self._widest), ink, meta)
            rows.append((self.pointer(place, meta), name))
        top = min(max(here - room // 2, 0), max(len(rows) - room, 0))
        return fit_rows(rows[top : top + room], self._list_width, room)

    def _explanation(self, width: int, room: int) -> Rows:
        """The term, its meaning and the rules behind it, over the related terms."""
        related = self._related(width)
        head = self._head(width)
        text: list[Row] = [*suit_samples(self.look), ()] if self.term.id == SUITS else []
        for paragraph in self.term.paragraphs:
            text += [*(words(line) for line in wrap(paragraph, width)), ()]
        for claim in self.term.claims:
            title = t("glossary.rule", id=claim.id)
            rule = t("glossary.sentence", title=title, says=claim.says, sources=join_list(claim.sources))
            first, *more = wrapped(rule, width, INDENT)
            text.append((Span(title, Role(Ink.POINTS)), Span(first.removeprefix(title), Role(Ink.MUTED))))
            text += [*(words(line, Ink.MUTED) for line in more), ()]
        below = (words(t("glossary.related"), Ink.TITLE), *related)
        middle = self.window(tuple(text[:-1]), width, room - len(head) - len(below) - 2)
        return fit_rows([*head, (), *middle, (), *below], width, room)

    def _head(self, width: int) -> Rows:
        term = self.term
        kanji = f"  {term.kanji}" if term.kanji and self.look.glyphs.name == "kanji" else ""
        name, other = Span(term.name, Role(Ink.ACTING)), Span(f"{term.other}{kanji}", Role(Ink.MUTED))
        if cells(name.text) + INDENT + cells(other.text) <= width:
            return ((name, Span(" " * INDENT), other),)
        return ((name,), (other,))

    def _related(self, width: int) -> Rows:
        rows: list[list[Span]] = [[]]
        used = 0
        for place, id in enumerate(self.term.related):
            label = f" {glossary()[id].name} "
            if used and used + cells(label) > width:
                rows.append([])
                used = 0
            role = Role(Ink.TEXT, Ground.ROUND) if place == self.link else Role(Ink.TEXT, Ground.KEY)
            rows[-1] += [Span(label, role, RelatedTerm(id)), Span(" ")]
            used += cells(label) + 1
        return tuple(merged(row) for row in rows)
