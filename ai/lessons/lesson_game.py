"""A lesson in play: on from its position against the bots, with undo, and all that was tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ai.lessons.hand_facts import Fact, HandFacts, fits
from ai.lessons.lesson import Lesson, LessonError
from ai.lessons.opening_moves import play_opening
from ai.lessons.remark_triggers import Trigger
from ai.lessons.scripted_bot import scripted_bots
from ai.play import PERSON, Pending, Play
from engine.actions import Action, IllegalAction
from engine.events import Event
from engine.furiten import Cause
from engine.match import Match
from engine.tiles import Kind, Tile

SEAT = 0
"""Where the person sits in every lesson."""

_ENDS = (Trigger.TSUMO, Trigger.RON, Trigger.DEALT_IN, Trigger.OTHERS_WON, Trigger.DRAWN, Trigger.CHOMBO)


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of the person, and what there was to see of it.

    ``tile`` is the tile drawn, or the one on offer (then ``claim``); ``turn`` counts the own turns from 1.
    ``furiten`` are the causes of furiten before the choice.
    """

    number: int
    """From 1 on this line of play."""
    turn: int
    tile: Tile | None
    claim: bool
    waits: tuple[Kind, ...]
    furiten: tuple[Cause, ...]
    events: int
    """Events of the hand before the choice."""
    action: Action


@dataclass(frozen=True, slots=True)
class End:
    """How the hand ended for the person; ``points`` is what it brought in all, a riichi bet counted."""

    when: Trigger
    points: int


@dataclass(frozen=True, slots=True)
class Led:
    """What followed a choice, up to the next one or the end of the hand."""

    facts: tuple[Fact, ...] = ()
    end: End | None = None

    def of(self, *moments: Trigger) -> tuple[Fact, ...]:
        """The facts of some kinds, such as furiten entered and left, or wins let go and missed."""
        return tuple(fact for fact in self.facts if fact.when in moments)


@dataclass(slots=True)
class Tried:
    """A point of play: what led here, and every choice that was ever tried from here."""

    led: Led = Led()
    choices: dict[Action, Tried] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """A remark that is due: its text's id, and the events of the hand up to then."""

    text: str
    events: int
    above: bool = False
    """Whether it speaks of the lines below the table."""


@dataclass(slots=True)
class _Line:
    """One line of play: what was chosen, and what came of it."""

    story: HandFacts = field(default_factory=lambda: HandFacts(SEAT))
    told: int = 0
    """Facts of the opening."""
    heard: int = 0
    """Facts since then that remarks were looked for."""
    steps: list[Mapping[int, Action]] = field(default_factory=list)
    """What all seats chose since the opening."""
    places: list[int] = field(default_factory=list)
    """The step of each decision."""
    decisions: list[Decision] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    over: bool = False


class Scenario(Play):
    """A lesson in play.

    It goes on as any ``Play``; when the hand is over there is no other one. The wall and the bots are the
    same each time, so the same choices lead to the same hand.
    """

    def __init__(self, lesson: Lesson) -> None:
        """Deal and play the opening; raises LessonError where that is not legal."""
        self.lesson = lesson
        self.tried = Tried()
        """All that was tried, from the first decision on."""
        self._line = _Line()
        super().__init__(self._deal(), SEAT, scripted_bots(lesson.bots, lesson.opening, lesson.orders))
        self._begin()

    # -- what there is to see ------------------------------------------------------------------------

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What happened to the person on this line since the opening."""
        return tuple(self._line.story.facts[self._line.told :])

    @property
    def said(self) -> tuple[Said, ...]:
        """The remarks of this line so far; undo takes back those that came later."""
        return tuple(self._line.said)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The person's choices on this line."""
        return tuple(self._line.decisions)

    @property
    def here(self) -> Tried:
        """Where the line stands in all that was tried: its ``choices`` were tried from here."""
        node = self.tried
        for decision in self._line.decisions:
            node = node.choices[decision.action]
        return node

    # -- playing -------------------------------------------------------------------------------------

    @property
    def pending(self) -> Pending:
        """What the lesson waits for; it is over with its hand, also where a chombo would deal again."""
        return Pending.GAME_OVER if self._line.over else super().pending

    def proceed(self) -> list[Event]:
        """After the hand: there is no other one."""
        self._line.over = True
        return []

    def undo(self, number: int) -> None:
        """Go back to just before that decision of this line; raises ValueError when there was none.

        What was tried stays in ``tried``, and choosing it again leads there again.
        """
        if not 1 <= number <= len(self._line.decisions):
            raise ValueError(f"there is no decision {number} on this line")
        kept = self._line.steps[: self._line.places[number - 1]]
        self.match = self._deal()
        self._begin()
        for choices in kept:
            self._carry(choices)

    def _step(self, chosen: Mapping[int, Action]) -> list[Event]:
        return self.seen(self._carry({**self._bots_choose(), **chosen}))

    def _carry(self, choices: Mapping[int, Action]) -> list[Event]:
        """Carry out one step, and note the person's decision and what came of it."""
        decision = self._decision(choices[SEAT]) if SEAT in self.match.acting else None
        new = self.match.step(choices)
        if decision is not None:
            self._line.places.append(len(self._line.steps))
            self.here.choices.setdefault(decision.action, Tried())
            self._line.decisions.append(decision)
        self._line.steps.append(choices)
        self._note()
        return new

    def _decision(self, action: Action) -> Decision:
        view = self.view
        return Decision(
            number=len(self._line.decisions) + 1,
            turn=len(view.me.pond) + view.my_turn,
            tile=view.drawn if view.my_turn else view.table.offer,
            claim=not view.my_turn,
            waits=view.waits,
            furiten=view.furiten,
            events=len(self.match.round.events),
            action=action,
        )

    def _note(self) -> None:
        """Bring the branch and the remarks up to the present."""
        since = self._line.decisions[-1].events if self._line.decisions else self.opening_events
        led = Led(tuple(fact for fact in self.facts if fact.events > since), self._end())
        # after undo the bots have not caught up yet: what came of it is known already
        if len(led.facts) >= len(self.here.led.facts):
            self.here.led = led
        due = [Fact(Trigger.DECISION, len(self.match.round.events))] if self.pending is Pending.PERSON else []
        for fact in (*self.facts[self._line.heard :], *due):
            for remark in self.lesson.remarks:
                number = len(self._line.decisions) + 1
                if fits(remark, fact) and remark.number in (None, number) and not self._has_said(remark.says):
                    self._line.said.append(Said(remark.says, fact.events, remark.above))
        self._line.heard = len(self.facts)

    def _has_said(self, text: str) -> bool:
        return any(said.text == text for said in self._line.said)

    def _end(self) -> End | None:
        if self.outcome is None:
            return None
        when = next((fact.when for fact in reversed(self.facts) if fact.when in _ENDS), Trigger.DRAWN)
        return End(when, self.match.scores[SEAT] - self.match.header.scores[SEAT])

    # -- the opening ---------------------------------------------------------------------------------

    def _deal(self) -> Match:
        lesson = self.lesson
        self._line = _Line()
        return Match(
            lesson.ruleset,
            lesson.number,
            (PERSON, *lesson.bots),
            walls=lambda header: lesson.wall(),
            first=lesson.header,
            watch=self._line.story.hear,
        )

    def _begin(self) -> None:
        """Play the opening, and begin the line anew."""
        try:
            play_opening(self.match, self.lesson.opening)
        except IllegalAction as error:
            raise LessonError(f"{self.lesson.file}: {error}") from None
        self.opening_events = len(self.match.round.events)
        """How many events of the hand belong to the opening."""
        self._line.told = len(self._line.story.facts)
        self._note()
