"""Which questions the library takes: correct ones, no near copies, and fair shares of each sort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from ai.drills.question import LEVELS, DrillKind, DrillTheme
from ai.lessons.lesson import lessons
from engine.actions import Why
from tools.positions.candidate import Traits
from tools.positions.form_shares import FormShares
from tools.positions.judged import FILES

MOST_OF_A_THEME = 0.4
"""The share of a level that one idea may have as the most important one, where there are others."""
GENERAL = frozenset({DrillTheme.READ_POND.value, DrillTheme.FOLD.value})
"""Ideas that every question of a kind has."""
RARE = 0.03
"""The share of the library of a kind that an idea which is rare in games may have."""
RARE_THEMES: Mapping[DrillKind, Collection[str]] = {
    DrillKind.FURITEN: (DrillTheme.ROBBED_KAN.value, DrillTheme.CALLED_AWAY.value),
}
RARE_ANSWER = 0.04
"""The share that a refusal may have which a counter answers."""
RARE_ANSWERS: Mapping[DrillKind, Collection[str]] = {
    DrillKind.KAN: (Why.LAST_TILE.value, Why.FOUR_KANS.value),
}
SLACK = 0.02
"""How much more a share may be for each question of the level that was refused for its share since the last
one was taken: an idea that hardly ever occurs cannot fill a level."""
LESSON = 3
"""Positions that there must be for each sort of question of a lesson."""
THUMB = frozenset(
    {"riichi", "double-riichi", "ippatsu", "menzen-tsumo", "seat-wind", "round-wind", "haku", "hatsu", "chun"}
    | {"dora", "aka-dora", "ura-dora"}
)
"""What somebody marks in a count who looks at no group."""
MOST_BY_THUMB = 0.4
"""The share of counts of a level in which marking just these may be right."""


ENOUGH = 8
"""So often a yaku is offered before its share counts."""
ONE_SIDED = 0.85
"""The share in which a yaku may be right where it is offered."""


class Sort(msgspec.Struct, frozen=True):
    """What a lesson asks for: a level of a kind, an idea, and the ideas that come later."""

    level: int
    theme: str
    later: frozenset[str]

    def fits(self, traits: Traits) -> bool:
        """Whether a question is one of the sort."""
        fits = traits.level == self.level and not self.later.intersection(traits.themes)
        return fits and (not self.theme or self.theme in traits.themes)


def sorts(kind: DrillKind) -> tuple[Sort, ...]:
    """The sorts of questions of a kind that the lessons ask for."""
    found: dict[Sort, None] = {}
    for lesson in lessons():
        shown = (each.shows for each in lessons() if each.number > lesson.number)
        later = frozenset(str(theme) for themes in shown for theme in themes)
        for asked in lesson.asks:
            if asked.kind == kind:
                found[Sort(asked.level, asked.theme or "", later)] = None
    return tuple(found)


class Shares:
    """What the library of a kind holds, counted: says whether one more question of some traits is welcome."""

    def __init__(self, kind: DrillKind, wanted: int, held: Iterable[Traits] = ()) -> None:
        self.kind = kind
        self.wanted = wanted
        """How many positions of the kind there shall be."""
        self.sorts = sorts(kind)
        self.positions: set[str] = set()
        self.hands: set[str] = set()
        self.levels: Counter[int] = Counter()
        self._themes: Counter[str] = Counter()
        self._answers: Counter[str] = Counter()
        self._mains: Counter[tuple[int, str]] = Counter()
        self._guesses = FormShares()
        self._thumb: Counter[int] = Counter()
        self._yaku: Counter[tuple[str, bool]] = Counter()
        self._fitting: Counter[Sort] = Counter()
        self._refused: Counter[int] = Counter()
        for traits in held:
            self.add(traits)

    @property
    def a_level(self) -> int:
        """How many positions of each level there shall be."""
        return self.wanted // len(LEVELS)

    def add(self, traits: Traits) -> None:
        """Count a position that is in the library."""
        level = traits.level
        self.positions.add(traits.position)
        self.hands.add(traits.hand)
        self.levels[level] += 1
        self._themes.update(traits.themes)
        self._answers[traits.answer] += 1
        self._mains[level, _main(traits)] += 1
        self._guesses.add(traits.forms)
        self._thumb[level] += by_thumb(traits)
        self._yaku.update(traits.yaku)
        self._fitting.update(sort for sort in self.sorts if sort.fits(traits))
        self._refused[level] = 0

    def lacks(self, level: int) -> bool:
        """Whether positions of a level are missing."""
        return self.levels[level] < self.a_level or any(sort.level == level for sort in self.missing())

    def missing(self) -> list[Sort]:
        """The sorts that lessons ask for of which there are too few."""
        return [sort for sort in self.sorts if self._fitting[sort] < LESSON]

    def refusal(self, traits: Traits) -> str | None:
        """Why a question is not taken, None if it is."""
        if traits.position in self.positions:
            return "a near copy"
        if traits.hand in self.hands:
            return "the same hand and answer"
        rare = traits.answer in RARE_ANSWERS.get(self.kind, ())
        if rare and self._answers[traits.answer] >= max(1, RARE_ANSWER * self.wanted):
            return f"{traits.answer} is rare"
        if self.kind in FILES or any(sort.fits(traits) for sort in self.missing()):
            return None
        if self.levels[traits.level] >= self.a_level:
            return "enough of the level"
        wrong = next(self._unfair(traits), None)
        if wrong is not None:
            self._refused[traits.level] += 1
        return wrong

    def _unfair(self, traits: Traits) -> Iterator[str]:
        level, size = traits.level, self.a_level
        more = 1 + SLACK * self._refused[level]
        for theme in traits.themes:
            if theme in RARE_THEMES.get(self.kind, ()) and self._themes[theme] >= max(1, RARE * self.wanted):
                yield f"{theme} is rare"
        if self._mains[level, _main(traits)] + 1 > MOST_OF_A_THEME * size * more:
            yield f"enough of {_main(traits)}"
        if by_thumb(traits) and self._thumb[level] + 1 > MOST_BY_THUMB * size * more:
            yield "enough that a rule of thumb answers"
        if traits.yaku and (name := self._one_sided(traits)) is not None and more < 2:
            yield f"{name} is right too often where it is offered"
        yield from self._guesses.given_away(traits.forms)

    def _one_sided(self, traits: Traits) -> str | None:
        """A yaku that would be right too often where it is offered."""
        for name in (name for name, right in traits.yaku if right):
            times = self._yaku[name, True] + self._yaku[name, False] + 1
            if times > ENOUGH and self._yaku[name, True] + 1 > ONE_SIDED * times:
                return name
        return None


def _main(traits: Traits) -> str:
    """The most important idea that does not belong to every question of the kind."""
    return next((theme for theme in traits.themes if theme not in GENERAL), "")


def by_thumb(traits: Traits) -> bool:
    """Whether the rule of thumb answers the yaku of a count."""
    return bool(traits.yaku) and all((name in THUMB) == right for name, right in traits.yaku)
