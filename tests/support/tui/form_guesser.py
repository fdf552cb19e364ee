"""A guesser that sees only the form of a question, to find answers that the form gives away.

It learns from one half of the questions of a kind and answers the other half. It sees the level, the ruleset,
the wording, how many options there are and the words among them, how many parts there are, and whether the
seat has drawn a tile or is offered one. It sees no tile: of tiles it can say "the one just drawn", "the one
on offer", "all of them", or any; of words also "the first" and "the last".

Chance is what somebody gets who knows only the options: one of their number, or of the sets that can be
marked. Some answers are more frequent in play than others: a kind then names in ``LIKELIEST`` of its module
in ``tools.positions.kinds`` which share its most frequent word may have, and that counts as chance too. The
guesser may get five points more.

An option is absurd if among those learned from it was never right in that wording. A question in which only
one option is not absurd leaves no choice.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from ai.drills.question import DrillKind, Part, Question
from engine.tiles import KIND_OF, NAMES
from engine.view import SeatView
from tests.support.tui.claims.recording import keys_of_ask
from tools.positions.generate import module_of

MARGIN = 0.05
"""What the guesser may get above chance."""
LEAST = 20
"""Questions in which an option is offered before it is called absurd."""
LOOKED_AT = 3
"""So many features together decide about a guess."""

ANY = "any"
"""The guess of any option."""


@dataclass(frozen=True, slots=True)
class Form:
    """One part of a question as the guesser sees it, and which guesses are right."""

    code: str
    part: str
    features: Mapping[str, Hashable]
    options: tuple[str, ...]
    """The words that can be chosen; empty if only tiles can."""
    scores: Mapping[str, float]
    """What each guess is worth: 1 if it is right, for ``any`` the chance of it."""
    share: float
    """What the most frequent answer may get, 0 if the kind names nothing."""

    @property
    def chance(self) -> float:
        """The share of right answers by chance."""
        return max(self.scores[ANY], self.share)


def forms(question: Question) -> list[Form]:
    """The parts of a question that are asked if the earlier ones are answered rightly."""
    found = []
    for number, part in enumerate(question.parts):
        right = question.answer[number]
        if not right:
            continue
        shown = _shown(question.at(question.answer[:number]).view())
        features: dict[str, Hashable] = {
            "level": question.level,
            "rules": question.rules.name,
            "wording": keys_of_ask(question, number),
            "options": len(part.options),
            "words": _words(part),
            "parts": len(question.parts),
            "drawn": bool(shown["drawn"]),
            "offered": bool(shown["offered"]),
        }
        scores, share = _scores(part, right, shown), _share(question, part)
        found.append(Form(question.code, part.id, features, _words(part), scores, share))
    return found


def _shown(view: SeatView) -> dict[str, str]:
    """The tile that was drawn, and the one on offer; empty if there is none."""
    tiles = {
        "drawn": view.drawn if view.my_turn else None,
        "offered": None if view.my_turn else view.table.offer,
    }
    return {what: "" if tile is None else NAMES[KIND_OF[tile]] for what, tile in tiles.items()}


def _words(part: Part) -> tuple[str, ...]:
    """The options that are words; those that name tiles, such as a wait with 45m, are none."""
    return tuple(option.id for option in part.options if option.tile is None and not _TILES.search(option.id))


_TILES = re.compile(r"\d[mpsz]")


def _scores(part: Part, right: frozenset[str], shown: Mapping[str, str]) -> dict[str, float]:
    """What each guess is worth in this part."""
    names = [option.id for option in part.options]
    if words := _words(part):
        shown = {**shown, "first": words[0], "last": words[-1]}
    known = {**{word: word for word in _words(part)}, **{f"the {what}": name for what, name in shown.items()}}
    if not part.several:
        sure = {guess: float(name in right) for guess, name in known.items() if name in names}
        return {**sure, ANY: len(right.intersection(names)) / len(names)}
    tiles = frozenset(names) - frozenset(_words(part))
    sets = {guess: frozenset({name}) for guess, name in known.items() if name in names}
    return {
        **{guess: float(marked == right) for guess, marked in sets.items()},
        "all": float(right == tiles),
        ANY: 1 / (2 ** len(names) - 1),
    }


def _share(question: Question, part: Part) -> float:
    """The share that the most frequent word of this part may have, 0 if none is named."""
    likeliest: float = getattr(module_of(question.kind), "LIKELIEST", 0)
    return likeliest if _words(part) else 0


# -- learning ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guessed:
    """How well one part of a kind was guessed."""

    kind: DrillKind
    part: str
    questions: int
    """Questions that were guessed."""
    right: float
    """The share that was right."""
    chance: float
    looked_at: tuple[str, ...]
    """What the guesser went by."""
    guesses: tuple[tuple[tuple[Hashable, ...], str, int], ...]
    """What it saw, what it guessed, and in how many questions, the most frequent first."""
    no_choice: tuple[str, ...]
    """Codes of questions with a single option that is not absurd."""

    @property
    def error(self) -> float:
        """Two standard errors of the share."""
        return 2 * (max(self.chance * (1 - self.chance), 0.01) / self.questions) ** 0.5

    @property
    def gives_away(self) -> bool:
        """Whether more was right than chance and the margin explain."""
        return self.right > self.chance + MARGIN + self.error

    def __str__(self) -> str:
        told = "; ".join(f"{_seen(seen)} -> {guess} ({times})" for seen, guess, times in self.guesses[:4])
        return (
            f"{self.kind} {self.part}: {self.right:.0%} of {self.questions} guessed, "
            f"chance {self.chance:.0%}, by {', '.join(self.looked_at) or 'nothing'}: {told}"
        )


def _seen(values: Sequence[Hashable]) -> str:
    return ", ".join(map(str, values)) or "always"


def guess(kind: DrillKind, found: Sequence[Form]) -> list[Guessed]:
    """Guess each part of a kind, learning from every other question of each level."""
    parts = dict.fromkeys(form.part for form in found)
    return [_guess_part(kind, part, [form for form in found if form.part == part]) for part in parts]


def _guess_part(kind: DrillKind, part: str, found: Sequence[Form]) -> Guessed:
    learned, asked = found[::2], found[1::2] or found[::2]
    names = list(found[0].features)
    looks = [look for size in range(LOOKED_AT + 1) for look in combinations(names, size)]
    best = max(looks, key=lambda look: (round(_unseen_right(look, learned), 9), -len(look)))
    table = _table(best, learned)
    always = _best_guess(learned)
    guesses = [table.get(_key(best, form), always) for form in asked]
    times = Counter(zip((_key(best, form) for form in asked), guesses, strict=True))
    chance = fmean(form.chance for form in asked)
    right = fmean(form.scores.get(made, form.scores[ANY]) for form, made in zip(asked, guesses, strict=True))
    told = tuple((seen, made, count) for (seen, made), count in times.most_common())
    return Guessed(kind, part, len(asked), right, chance, best, told, _no_choice(learned, asked))


def _key(look: Iterable[str], form: Form) -> tuple[Hashable, ...]:
    return tuple(form.features[name] for name in look)


def _table(look: tuple[str, ...], learned: Sequence[Form]) -> dict[tuple[Hashable, ...], str]:
    """The best guess for everything that was seen."""
    groups: dict[tuple[Hashable, ...], list[Form]] = defaultdict(list)
    for form in learned:
        groups[_key(look, form)].append(form)
    return {seen: _best_guess(group) for seen, group in groups.items()}


def _best_guess(group: Sequence[Form]) -> str:
    sums = _sums(group)
    return max(sums, key=lambda made: sums[made])


def _sums(group: Iterable[Form]) -> dict[str, float]:
    """What each guess is worth in all these questions together."""
    sums: dict[str, float] = defaultdict(float)
    for form in group:
        for made, score in form.scores.items():
            sums[made] += score
    return sums


def _unseen_right(look: tuple[str, ...], learned: Sequence[Form]) -> float:
    """The share guessed rightly if each question is guessed from all the others."""
    groups: dict[tuple[Hashable, ...], list[Form]] = defaultdict(list)
    for form in learned:
        groups[_key(look, form)].append(form)
    right = 0.0
    for group in groups.values():
        sums = _sums(group)
        for form in group:
            rest = {made: total - form.scores.get(made, 0.0) for made, total in sums.items()}
            made = max(rest, key=lambda made: rest[made]) if len(group) > 1 else ANY
            right += form.scores.get(made, form.scores[ANY])
    return right / len(learned)


def _no_choice(learned: Sequence[Form], asked: Sequence[Form]) -> tuple[str, ...]:
    """The questions in which every word but one is absurd in that wording, and there are no tiles."""
    offered: Counter[tuple[Hashable, str]] = Counter()
    right: Counter[tuple[Hashable, str]] = Counter()
    for form in learned:
        seen = form.features["wording"], form.options
        for word in form.options:
            offered[seen, word] += 1
            right[seen, word] += form.scores[word] > 0
    absurd = {key for key, times in offered.items() if times >= LEAST and not right[key]}
    return tuple(
        form.code
        for form in asked
        if len(form.options) == form.features["options"]
        and sum(((form.features["wording"], form.options), word) not in absurd for word in form.options) < 2
    )
