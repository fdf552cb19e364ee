"""Select the next question of a session, determined by its seed and the answers so far.

The selection is the same after an interruption. Due questions come first: up to half of the session, and at
least three other questions after their last answer. Of the questions first asked in this session at most two
are repeated in it; the others are repeated in the next session. A repeat is asked in another form: with other
suits and numbers, so that the idea is trained and not the picture. Every third question is a new one about an
idea that is due, if there is one.

Other new questions follow, of the level that the player's rating in the kind fits best; two in five are one
level easier or harder. A mixed session does not ask a kind twice in a row. It begins with the kinds that were
never asked, from easy to hard. Then it draws kinds at random, weak ones more often: a kind 200 points below
the player's mean rating three times as often as one 200 points above.

With a seed chosen by the player, a session is the same for everybody: no repeats, kinds in an order drawn
from the seed, and rising levels. Today's ten have a plan of their own (``tui.practice.daily``).
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from statistics import fmean
from typing import NamedTuple

from ai.drills.question import LEVELS, DrillKind, DrillTheme
from ai.drills.question import OWN as OWN_CODE
from engine.wall import Dice
from tui.database.practice_rows import Attempt, StoredSession
from tui.play.play_options import DAILY, FOLD_DAILY, OWN
from tui.practice.history import History, themes_of
from tui.practice.question_pool import QuestionPool, ideas_in

OF_THE_DAY = frozenset({DAILY, FOLD_DAILY})
THEME = "theme:"
"""The beginning of the kind of a session about one idea: the idea follows, and perhaps ``:`` and a kind."""
SEEDS = 1_000_000
"""Upper bound of random seeds."""
GAP = 3
"""The minimum number of other questions between a question and its repeat."""
MOST_REPEATS = 2
"""At most one question in this many is a repeat."""
MOST_AT_ONCE = 2
"""The maximum number of repeats of questions first asked in this session, to leave room for other kinds."""
IDEA_EVERY = 3
"""One question in this many may be about an idea that is due."""
_HEAVY, _LIGHT, _MIDDLE = 300, 100, 200
_SPREAD = 2
"""Rating points that change the weight of a kind by one."""
_KIND, _ORDER, _SEED, _LEVEL, _IDEA, _FOLD = 1, 2, 3, 4, 5, 6
"""Separate streams of random numbers from one seed."""


class ThemeSession(NamedTuple):
    """A session about an idea: its theme, and the kind if it has only one."""

    theme: DrillTheme
    """The theme of its questions, and their most important one wherever it is that of any."""
    kind: DrillKind | None = None
    """The one kind that it asks, or None."""

    @property
    def session_kind(self) -> str:
        return f"{THEME}{self.theme}" + (f":{self.kind}" if self.kind else "")

    @classmethod
    def of(cls, session_kind: str | None) -> ThemeSession | None:
        """The session about an idea that this kind names; None if this version knows no such idea."""
        if session_kind is None or not session_kind.startswith(THEME):
            return None
        theme, _, kind = session_kind.removeprefix(THEME).partition(":")
        if theme not in list(DrillTheme) or (kind and kind not in list(DrillKind)):
            return None
        return cls(DrillTheme(theme), DrillKind(kind) if kind else None)


def is_known(session_kind: str | None) -> bool:
    """Whether this version can take up a session of that kind."""
    known = session_kind in (None, OWN, *OF_THE_DAY, *DrillKind)
    return known or ThemeSession.of(session_kind) is not None


def random_seed() -> int:
    """A seed for a session that nobody chose."""
    return secrets.randbelow(SEEDS)


class NextQuestion(NamedTuple):
    """A question to ask."""

    code: str
    repeat: bool


class Wanted(NamedTuple):
    """Limits of a selection: kinds, ruleset, themes."""

    kinds: Sequence[DrillKind]
    rules: str = ""
    """The name of the preset to which practice is fixed, or empty."""
    hidden: Collection[str] = ()
    """Themes that new questions must not have …"""
    known: Collection[DrillKind] = ()
    """… but for these kinds, of which nothing is hidden."""
    plan: Sequence[tuple[DrillKind, int]] = ()
    """The kind and level of each question, where they are fixed for everybody."""
    theme: str = ""
    """The theme of all questions; empty for any."""

    def without(self, kind: DrillKind) -> Collection[str]:
        """The themes that new questions of a kind must not have."""
        return () if kind in self.known else self.hidden


@dataclass(frozen=True, slots=True)
class QuestionSelection:
    """Selects question ``number`` of a session."""

    session: StoredSession
    number: int
    asked: Sequence[Attempt]
    """The answers of this session so far."""
    history: History
    pool: QuestionPool
    today: date
    wanted: Wanted

    def candidates(self) -> Iterator[NextQuestion]:
        """The questions that fit, the best first; some may be impossible to open."""
        session = self.session
        if session.code:
            yield NextQuestion(session.code, self.pool.plain(session.code) in self.history.codes)
            return
        if session.kind == FOLD_DAILY:
            # the hands that are folded to the end, in an order drawn from the date
            found = self.pool.find(DrillKind.FOLD, theme=DrillTheme.TO_THE_END)
            by_number = {each.number: each for each in found}
            for number in Dice(self.session.seed, _FOLD).shuffled(sorted(by_number)):
                code = str(by_number[number].code())
                yield NextQuestion(code, code in self.history.codes)
            return
        if session.kind == OWN:
            yield from self._own()
        idea = ThemeSession.of(session.kind)
        if idea is None:
            kinds = [kind for kind in self.wanted.kinds if session.kind in (None, OWN, DAILY, kind)]
            yield from replace(self, wanted=self.wanted._replace(kinds=kinds))._mixed(kinds)
            return
        asking = [kind for kind in self.wanted.kinds if idea.kind in (None, kind)]
        kinds = list(ideas_in(self.pool, asking).get(idea.theme, ()))
        if kinds:
            # a kind with few of them does not ask the same again while others have new ones
            fresh = [kind for kind in kinds if self._has_new(kind, idea.theme)]
            wanted = self.wanted._replace(kinds=kinds, theme=idea.theme)
            yield from replace(self, wanted=wanted)._mixed(fresh or kinds)

    def _mixed(self, kinds: Sequence[DrillKind]) -> Iterator[NextQuestion]:
        """Questions that come back, then new ones of one of these kinds."""
        if self.session.chosen:
            plan = self.wanted.plan
            kind, level = plan[self.number - 1] if plan else self._for_everybody()
            yield from self._new(kind, level, {self.history.base(attempt) for attempt in self.asked})
            return
        yield from self._repeats()
        if not self.wanted.theme:
            yield from self._ideas()
        kind = self._weak_kind(kinds)
        yield from self._new(kind, self._level(kind), self.history.codes)

    def _has_new(self, kind: DrillKind, theme: str) -> bool:
        """Whether a position about the idea was never answered."""
        found = self.pool.find(kind, theme=theme, first=True) or self.pool.find(kind, theme=theme)
        return any(str(each.code()) not in self.history.codes for each in found)

    def _own(self) -> Iterator[NextQuestion]:
        """Mistakes of own games that this session has not asked: those due, then the others by their days."""
        known = {attempt.code for attempt in self.asked}
        cards = [card for card in self.history.cards.values() if card.code.startswith(OWN_CODE)]
        for card in sorted(cards, key=lambda card: (not card.is_due(self.today), card.due, card.last)):
            if card.code not in known:
                yield NextQuestion(card.code, True)

    def _repeats(self) -> Iterator[NextQuestion]:
        asked, history, wanted = self.asked, self.history, self.wanted
        if sum(attempt.repeat for attempt in asked) >= self.session.questions // MOST_REPEATS:
            return
        barred = {history.base(attempt) for attempt in asked[-GAP:]}
        fresh = {history.base(attempt) for attempt in asked if not attempt.repeat}
        if sum(attempt.repeat and history.base(attempt) in fresh for attempt in asked) >= MOST_AT_ONCE:
            barred |= fresh
        if wanted.rules:
            # what was asked under another ruleset waits until practice is not fixed to this one
            others = (each.attempt for each in history.judged if each.attempt.rules != wanted.rules)
            codes = {history.base(attempt) for attempt in others}
            barred |= {code for code in codes if not self.pool.under(code, wanted.rules)}
        for card in history.due(self.today):
            about = not wanted.theme or wanted.theme in self.pool.themes(card.code)
            if card.kind in wanted.kinds and about and card.code not in barred:
                yield NextQuestion(self.pool.again(card.code, card.answers, wanted.rules), True)

    def _ideas(self) -> Iterator[NextQuestion]:
        """New questions about the first idea that is due, if it is time for one."""
        if self.number % IDEA_EVERY:
            return
        wanted, by = self.wanted, (self.session.seed, _IDEA, self.number)
        late = {(attempt.drill, theme) for attempt in self.asked[-GAP:] for theme in themes_of(attempt)}
        for card in self.history.ideas_due(self.today):
            kind, theme, without = card.kind, card.theme, wanted.without(card.kind)
            if theme is None or kind not in wanted.kinds or (kind, theme) in late or theme in without:
                continue
            level = self._level(kind)
            for code in self.pool.new(kind, level, by, theme=theme, rules=wanted.rules, without=without):
                if self.pool.plain(code) not in self.history.codes:
                    yield NextQuestion(code, False)
            return

    def _level(self, kind: DrillKind) -> int:
        """The level that fits the player's rating, now and then the one below or above."""
        fitting = self.history.questions.fitting(kind, self.history.standings[kind].rating)
        by = (-1, 0, 0, 0, 1)[Dice(self.session.seed, _LEVEL, self.number).below(5)]
        return min(max(fitting + by, LEVELS[0]), LEVELS[-1])

    def _new(self, kind: DrillKind, level: int, known: Collection[str]) -> Iterator[NextQuestion]:
        """New questions first, then known ones."""
        pool, wanted, by = self.pool, self.wanted, (self.session.seed, _SEED, self.number)
        if wanted.theme:
            # few have it: those of the other levels come before one that is known
            near = sorted(LEVELS, key=lambda each: abs(each - level))
            first = bool(pool.find(kind, theme=wanted.theme, first=True))
            found = [
                pool.new(kind, each, by, theme=wanted.theme, first=first, nearest=False) for each in near
            ]
            of_theme = [code for codes in found for code in codes]
            for code in self._known_last(of_theme, known):
                again = pool.plain(code) in self.history.codes
                yield NextQuestion(pool.again(code, self.number) if again else code, again)
            return
        without = wanted.without(kind)
        codes = pool.new(kind, level, by, rules=wanted.rules, without=without)
        codes = codes or pool.new(kind, level, by, without=without) or pool.new(kind, level, by)
        for code in self._known_last(codes, known):
            # one that a chosen seed brings again was explained before
            yield NextQuestion(code, pool.plain(code) in self.history.codes)

    def _known_last(self, codes: Iterable[str], known: Collection[str]) -> Iterator[str]:
        """The codes in their order, those of known positions after all others; mostly the first is enough."""
        late = []
        for code in codes:
            if self.pool.plain(code) in known:
                late.append(code)
            else:
                yield code
        yield from late

    def _for_everybody(self) -> tuple[DrillKind, int]:
        """The kind and level of a question in a session with a chosen seed."""
        order = Dice(self.session.seed, _ORDER).shuffled(self.wanted.kinds)
        level = LEVELS[(self.number - 1) * len(LEVELS) // self.session.questions]
        return order[(self.number - 1) % len(order)], level

    def _weak_kind(self, kinds: Sequence[DrillKind]) -> DrillKind:
        """The first kind that was never asked, else a random one, weighted towards weak kinds."""
        asked, standings = self.asked, self.history.standings
        others = [kind for kind in kinds if not asked or kind != asked[-1].kind] or list(kinds)
        unknown = (kind for kind in others if standings[kind].share is None)
        if (first := next(unknown, None)) is not None:
            return first
        ratings = [standings[kind].rating.value for kind in others]
        weights = [_weight(rating - fmean(ratings)) for rating in ratings]
        left = Dice(self.session.seed, _KIND, self.number).below(sum(weights))
        for kind, weight in zip(others, weights, strict=True):
            left -= weight
            if left < 0:
                return kind
        raise AssertionError("the number drawn is below the sum of the weights")


def _weight(ahead: float) -> int:
    """The weight of a kind whose rating is so many points above the mean."""
    return min(max(_MIDDLE - round(ahead / _SPREAD), _LIGHT), _HEAVY)
