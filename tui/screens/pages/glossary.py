"""The glossary: what the words of the game mean, and the rules behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from tui.config.actions import BY_ID, NamedAction, Place, action_for
from tui.config.keys import meant
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit, fit_rows, merged, spread, wrapped
from tui.i18n.layout import left, listed
from tui.i18n.texts import t
from tui.screens.layout import words, wrap
from tui.screens.menu import footer, keys
from tui.screens.page import PanelScreen
from tui.screens.scroll import STEP, Scroll
from tui.words.glossary import Claim, Term, glossary

MARGIN = 2
POINTER = 2
GUTTER = 2
INDENT = 2
"""Between a word and its translation, and before the second line of a rule."""


class GlossaryScreen(PanelScreen[None]):
    """A list of words and the explanation of one of them.

    ``used`` are the ids of words that stand on the page from which the glossary was opened: they come first.
    Esc goes back along the related words that were followed, then closes.
    """

    place: ClassVar[Place] = Place.GLOSSARY

    def __init__(self, used: Sequence[str] = ()) -> None:
        super().__init__()
        self._used = len(used)
        self._terms: tuple[Term, ...] = (*(glossary()[id] for id in used), *glossary().values())
        self._widest = max(cells(term.name) for term in self._terms)
        self._followed: list[int] = []
        """The places from which related words were followed."""
        self._scroll = Scroll()
        self.at = 0
        """The place of the word that is explained; those that are used come first, then all."""
        self.link = 0
        """Which of its related words Enter goes to."""

    @property
    def term(self) -> Term:
        """The word that is explained."""
        return self._terms[self.at]

    # -- what can be done ----------------------------------------------------------------------------

    def press(self, event: events.Key) -> None:
        """A letter goes to the next word that begins with it, where there is one."""
        letter = meant(event.key)
        action = action_for(letter, self.place)
        # a letter that was chosen to move here, or to go back, does that
        moves = action is not None and self.place in action.places
        if not moves and len(letter) == 1 and letter.isalpha() and self._jump(letter):
            return
        super().press(event)

    def applies(self, action: NamedAction) -> bool:
        """The glossary is open already."""
        return action.id != "glossary"

    def perform(self, action: NamedAction) -> None:
        """Choose a word, a related word, scroll, go back."""
        match action.id:
            case "up" | "down":
                self._choose((self.at + (1 if action.id == "down" else -1)) % len(self._terms))
            case "first" | "last":
                self._choose(0 if action.id == "first" else len(self._terms) - 1)
            case "left" | "right":
                self.link = (self.link + (1 if action.id == "right" else -1)) % len(self.term.related)
                self.redraw()
            case "page-up" | "page-down":
                self._scroll.page(1 if action.id == "page-down" else -1)
                self.redraw()
            case "confirm":
                self.follow(self.term.related[self.link])
            case "cancel":
                self._back()
            case "glossary":
                """It is open already."""
            case _:
                super().perform(action)

    def follow(self, id: str) -> None:
        """Explain a related word; Esc comes back from it."""
        self._followed.append(self.at)
        self._show(self._place_of(id))

    def click(self, what: str, value: object) -> None:
        """A word, a related word, or more of the text."""
        match what, value:
            case "word", int(place):
                self._choose(place)
            case "related", str(id):
                self.follow(id)
            case "scroll", int(pages):
                self._scroll.page(pages)
                self.redraw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves what it is over."""
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Upwards."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, way: int) -> None:
        if event.x < self._list_width + MARGIN:
            self._choose(min(max(self.at + way, 0), len(self._terms) - 1))
        else:
            self._scroll.by(way * STEP)
            self.redraw()

    def _choose(self, place: int) -> None:
        """Go to a word of one's own choice: there is nothing to come back to."""
        self._followed.clear()
        self._show(place)

    def _show(self, place: int) -> None:
        self.at, self.link = place, 0
        self._scroll.to(end=False)
        self.redraw()

    def _back(self) -> None:
        if self._followed:
            self._show(self._followed.pop())
        else:
            self.dismiss(None)

    def _jump(self, letter: str) -> bool:
        """To the next of all words that begins so, after the last the first; False where there is none."""
        found = [place for place in range(self._used, len(self._terms)) if self._terms[place].begins(letter)]
        if found:
            self._choose(next((place for place in found if place > self.at), found[0]))
        return bool(found)

    def _place_of(self, id: str) -> int:
        """Where a word stands among all words."""
        return self._used + list(glossary()).index(id)

    # -- the picture ---------------------------------------------------------------------------------

    @property
    def _list_width(self) -> int:
        return self._widest + POINTER

    def picture(self, width: int, height: int) -> Rows:
        """The list, and beside it the explanation."""
        room = height - 4
        inner = width - 2 * MARGIN
        beside = inner - self._list_width - 2 * GUTTER - 1
        place = t("glossary.place", number=self._number, total=len(glossary()))
        title = spread([Span(t("glossary.title"), Role("title"))], [Span(place, Role("muted"))], inner)
        rule = Span(f"{' ' * GUTTER}{self.look.glyphs.rule}{' ' * GUTTER}", Role("faint"))
        listed = self._list(room)
        told = self._explanation(beside, room)
        body = [(*left, rule, *right) for left, right in zip(listed, told, strict=True)]
        rows = [(), title, (), *body]
        margin = Span(" " * MARGIN)
        framed = fit_rows([(margin, *row) for row in rows], width, height - 1)
        return (*framed, fit(self._footer(), width))

    @property
    def _number(self) -> int:
        return list(glossary()).index(self.term.id) + 1

    def _footer(self) -> Row:
        hints = (
            keys(t("glossary.foot.word"), "up", "down"),
            keys(t("glossary.foot.related"), "left", "right", "confirm"),
            words(t("glossary.foot.jump"), "muted"),
            keys(t("screen.foot.back"), "cancel"),
            keys(BY_ID["help"].words, "help"),
        )
        return (Span("  "), *footer(*hints))

    def _list(self, room: int) -> Rows:
        """The words around the one that is explained."""
        rows: list[Row] = []
        here = 0
        for place, term in enumerate(self._terms):
            if self._used and place == 0:
                rows.append(words(t("glossary.used"), "title"))
            if self._used and place == self._used:
                rows += [(), words(t("glossary.all"), "title")]
            if place == self.at:
                here = len(rows)
            rows.append(self._word(place, term))
        top = min(max(here - room // 2, 0), max(len(rows) - room, 0))
        return fit_rows(rows[top : top + room], self._list_width, room)

    def _word(self, place: int, term: Term) -> Row:
        here = place == self.at
        pointer = self.look.glyphs.pointer if here else " "
        name = left(term.name, self._widest)
        role = Role("text", "round") if here else Role("name" if place < self._used else "text")
        meta = ("word", place)
        return (Span(f"{pointer} ", Role("acting"), meta), Span(name, role, meta))

    def _explanation(self, width: int, room: int) -> Rows:
        """The word, what it means and the rules behind it, over the words that are related to it."""
        related = self._related(width)
        head = self._head(width)
        text: list[Row] = []
        for paragraph in self.term.paragraphs:
            text += [*(words(line) for line in wrap(paragraph, width)), ()]
        for claim in self.term.claims:
            text += [*_rule(claim, width), ()]
        ways = BY_ID["page-up"].named, BY_ID["page-down"].named
        below = (words(t("glossary.related"), "title"), *related)
        middle = self._scroll.window(tuple(text[:-1]), width, room - len(head) - len(below) - 2, ways)
        return fit_rows([*head, (), *middle, (), *below], width, room)

    def _head(self, width: int) -> Rows:
        """The word with its translation, and how it is written."""
        term = self.term
        kanji = f"  {term.kanji}" if term.kanji and self.look.glyphs.name == "kanji" else ""
        name, other = Span(term.name, Role("acting")), Span(f"{term.other}{kanji}", Role("muted"))
        if cells(name.text) + INDENT + cells(other.text) <= width:
            return ((name, Span(" " * INDENT), other),)
        return ((name,), (other,))

    def _related(self, width: int) -> Rows:
        """The related words, the one that Enter goes to lit."""
        rows: list[list[Span]] = [[]]
        used = 0
        for place, id in enumerate(self.term.related):
            label = f" {glossary()[id].name} "
            if used and used + cells(label) > width:
                rows.append([])
                used = 0
            role = Role("text", "round") if place == self.link else Role("text", "key")
            rows[-1] += [Span(label, role, ("related", id)), Span(" ")]
            used += cells(label) + 1
        return tuple(merged(row) for row in rows)


def _rule(claim: Claim, width: int) -> Rows:
    """``Rule F-03: …``, with where it stands."""
    title = t("glossary.rule", id=claim.id)
    sentence = t("glossary.sentence", title=title, says=claim.says, sources=listed(claim.sources))
    first, *more = wrapped(sentence, width, INDENT)
    head = (Span(title, Role("points")), Span(first.removeprefix(title), Role("muted")))
    return (head, *(words(line, "muted") for line in more))
