"""What practice asks from: the positions of the library, and which of them fit.

Positions are put into an order by a hash of their number and of what is asked, such as the seed of a session
and the number of the question. So the same seed gives the same questions, and a library that grows leaves
most of them as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from zlib import crc32

from ai.drills import library
from ai.drills.library import FORMS, LibraryPosition, OldCode, read_library_code
from ai.drills.question import DrillKind, DrillTheme, NoQuestion, Question, UnknownCode
from tui.database.practice_rows import Attempt


@dataclass(frozen=True, slots=True)
class QuestionPool:
    """The positions by kind and number, and the question of a code; tests replace both."""

    positions: Callable[[DrillKind], Mapping[int, LibraryPosition]] = library.positions
    make: Callable[[str], Question] = library.question_of
    """Raises UnknownCode or NoQuestion."""

    def open(self, code: str, own_rules: str = "") -> Question:
        """The question; raises UnknownCode or NoQuestion.

        With the name of own rules also where they have another answer: whoever plays by them is asked what
        holds by them. The question names the preset.
        """
        question, position = self.make(code), self._position(code)
        if own_rules and position and not position.asks_the_same(read_library_code(code).form, own_rules):
            raise NoQuestion(f"{code} has another answer by other rules")
        return question

    def find(
        self,
        kind: DrillKind,
        *,
        level: int | None = None,
        theme: str = "",
        first: bool = False,
        rules: str = "",
        without: Collection[str] = (),
    ) -> list[LibraryPosition]:
        """The positions of a kind and level with a theme, under a preset, and with none of some themes.

        What is left out is any. ``first``: the theme is the most important one.
        """
        return [
            position
            for position in self.positions(kind).values()
            if level in (None, position.level)
            and (not theme or theme in (position.themes[:1] if first else position.themes))
            and (not rules or rules in position.rules)
            and not any(each in position.themes for each in without)
        ]

    def new(
        self,
        kind: DrillKind,
        level: int,
        by: Iterable[object],
        *,
        theme: str = "",
        first: bool = True,
        rules: str = "",
        without: Collection[str] = (),
        nearest: bool = True,
    ) -> list[str]:
        """The codes of the positions that fit, in an order that follows from ``by``.

        With a theme it is their most important one, if ``first``. Where the level has none that fits,
        those of the nearest levels take their place, if ``nearest``.
        """
        fitting = self.find(kind, theme=theme, first=first, rules=rules, without=without)
        near = [each for each in fitting if each.level == level] or (fitting if nearest else [])
        salt = " ".join(map(str, by))
        near.sort(key=lambda each: (abs(each.level - level), crc32(f"{salt} {each.number}".encode())))
        return [str(each.code(rules=rules if rules in each.rules else "")) for each in near]

    def _position(self, code: str) -> LibraryPosition | None:
        """The position with that code; None for one that is not in the library, as those of own games."""
        try:
            read = read_library_code(code)
        except UnknownCode:
            return None
        return self.positions(read.kind).get(read.number)

    def themes(self, code: str) -> tuple[str, ...]:
        """The themes of a position, the most important first; none of one that is not in the library."""
        position = self._position(code)
        return () if position is None else position.themes

    def has(self, code: str) -> bool:
        """Whether a position with that code can be asked; one of an own game is known elsewhere."""
        return self._position(code) is not None

    def again(self, code: str, answers: int, rules: str = "") -> str:
        """The code under which a position is asked again: another form after each answer.

        Under the preset ``rules`` if it is named and the position can be asked under it. A position of an own
        game is asked as it was.
        """
        position = self._position(code)
        if position is None:
            return self.plain(code)
        forms = [form for form in range(1, FORMS) if position.holds(form)]
        form = forms[answers % len(forms)] if forms else 0
        return str(position.code(form, rules if rules in position.rules else ""))

    def in_form(self, code: str, form: int) -> str | None:
        """The code of a position in another form; None if that does not hold."""
        read = read_library_code(code)
        position = self.positions(read.kind)[read.number]
        return str(read._replace(form=form)) if position.holds(form) else None

    def under(self, code: str, rules: str) -> bool:
        """Whether a position can be asked under that preset; one of an own game cannot be under another."""
        position = self._position(code)
        return position is not None and rules in position.rules

    def plain(self, code: str) -> str:
        """The code without form and preset."""
        try:
            return str(read_library_code(code).base)
        except UnknownCode:
            return code

    def base(self, attempt: Attempt) -> str:
        """The code that stands for the question of an answer: without form and preset.

        The code of an earlier version named a question that cannot be asked any more. A position of the same
        kind, level and idea takes its place, always the same one.
        """
        try:
            return str(read_library_code(attempt.code).base)
        except OldCode as old:
            theme = next(iter(attempt.themes), "")
            of_kind = [(old.level, theme), (old.level, ""), (None, theme), (None, "")]
            for level, idea in of_kind:
                found = self.find(old.kind, level=level, theme=idea, first=True)
                if found:
                    text = attempt.code.partition(".")[0].upper()
                    return str(found[crc32(text.encode()) % len(found)].code())
            return attempt.code
        except UnknownCode:
            return attempt.code


def ideas_in(pool: QuestionPool, kinds: Iterable[DrillKind]) -> Mapping[DrillTheme, Mapping[DrillKind, int]]:
    """The ideas that positions are about, with the number of positions of each kind.

    A position is about its most important theme. One that is nowhere the most important counts wherever it
    occurs.
    """
    first: dict[str, dict[DrillKind, int]] = {theme.value: {} for theme in DrillTheme}
    beside: dict[str, dict[DrillKind, int]] = {theme.value: {} for theme in DrillTheme}
    for kind in kinds:
        for position in pool.positions(kind).values():
            for place, theme in enumerate(position.themes):
                counts = (beside if place else first)[theme]
                counts[kind] = counts.get(kind, 0) + 1
    return {theme: found for theme in DrillTheme if (found := first[theme] or beside[theme])}
