"""What the form of the questions taken so far gives away: each answer stays near its chance in every group.

A group is all questions that look alike in two things that ``tests.support.tui.form_guesser`` sees, such as
the level and the wording. In each group every guess ("the tile just drawn", "furiten") may be right as often
as somebody is right who knows only the options, and a standard error more. So no search fills a file with
questions that the guesser then answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations

from tests.support.tui.form_guesser import ANY, Form

LOOKED_AT = 2
"""So many features together make a group."""
FREE = 1.0
"""Right guesses above chance that any group may have, however small it is."""

Group = tuple[Hashable, ...]


class FormShares:
    """For each group how many questions there are, what chance gets, and what each guess gets."""

    def __init__(self) -> None:
        self._questions: Counter[Group] = Counter()
        self._chance: dict[Group, float] = {}
        self._right: dict[tuple[Group, str], float] = {}

    def add(self, forms: Iterable[Form]) -> None:
        """Count the parts of a question that was taken."""
        for form in forms:
            for group in _groups(form):
                self._questions[group] += 1
                self._chance[group] = self._chance.get(group, 0.0) + form.chance
                for guess, score in form.scores.items():
                    self._right[group, guess] = self._right.get((group, guess), 0.0) + score

    def given_away(self, forms: Iterable[Form]) -> Iterator[str]:
        """For each group and guess that would be right too often with one more question: what would be."""
        for form in forms:
            for group in _groups(form):
                number = self._questions[group] + 1
                chance = self._chance.get(group, 0.0) + form.chance
                most = chance + FREE + (chance * (1 - chance / number)) ** 0.5
                for guess, score in form.scores.items():
                    # a guess that is wrong here makes nothing worse
                    if guess != ANY and score > form.chance:
                        right = self._right.get((group, guess), 0.0) + score
                        if right > most:
                            yield f"{form.part}: {guess} is right too often"


def _groups(form: Form) -> Iterator[Group]:
    for size in range(LOOKED_AT + 1):
        for names in combinations(form.features, size):
            yield (form.part, *((name, form.features[name]) for name in names))
