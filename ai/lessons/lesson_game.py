"""Play a lesson from its position against bots, with undo and a tree of all choices tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ai.lessons.hand_facts import Fact, HandFacts, fits
from ai.lessons.lesson import Lesson, LessonError
from ai.lessons.play_opening import play_opening
from ai.lessons.remark_triggers import Trigger
from ai.lessons.scripted_bot import scripted_bots
from ai.play import PERSON, Pending, Play
from engine.actions import Action, IllegalAction
from engine.events import Event
from engine.furiten import Cause
from engine.match import Match
from engine.tiles import Kind, Tile

SEAT = 0
"""The player's seat in every lesson."""

_ENDS = (Trigger.TSUMO, Trigger.RON, Trigger.DEALT_IN, Trigger.OTHERS_WON, Trigger.DRAWN, Trigger.CHOMBO)


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of the player, with the situation before it.

    ``tile`` is the tile drawn, or the one on offer (then ``claim``); ``turn`` counts the own turns from 1.
    ``furiten`` are the causes of furiten before the choice.
    """

    number: int
    """Its number in this line of play, from 1."""
    turn: int
    tile: Tile | None
    claim: bool
    waits: tuple[Kind, ...]
    furiten: tuple[Cause, ...]
    events: int
    """The number of events of the hand before the choice."""
    action: Action


@dataclass(frozen=True, slots=True)
class End:
    """How the hand ended for the player; ``points`` is the total change, a riichi bet included."""

    when: Trigger
    points: int


@dataclass(frozen=True, slots=True)
class ChoiceResult:
    """The facts after a choice, up to the next one or the end of the hand."""

    facts: tuple[Fact, ...] = ()
    end: End | None = None

    def of(self, *moments: Trigger) -> tuple[Fact, ...]:
        """The facts with these triggers."""
        return tuple(fact for fact in self.facts if fact.when in moments)


@dataclass(slots=True)
class ChoiceNode:
    """A node of the tree of tried choices: the facts that led here, and every choice tried from here."""

    result: ChoiceResult = ChoiceResult()
    choices: dict[Action, ChoiceNode] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShownRemark:
    """A remark that was triggered: the id of its text, and the number of events up to it."""

    text: str
    events: int
    above: bool = False
    """Whether it is about the lines below the table."""
    suits: bool = False
    """Whether it shows how a tile of each suit looks and what it is called."""


@dataclass(slots=True)
class _Line:
    """One line of play: the choices made and their results."""

    hand_facts: HandFacts = field(default_factory=lambda: HandFacts(SEAT))
    opening_facts: int = 0
    """The number of facts of the opening."""
    checked_facts: int = 0
    """The number of facts since then already checked for remarks."""
    steps: list[Mapping[int, Action]] = field(default_factory=list)
    """The choices of all seats since the opening."""
    places: list[int] = field(default_factory=list)
    """The index in ``steps`` of each decision."""
    decisions: list[Decision] = field(default_factory=list)
    said: list[ShownRemark] = field(default_factory=list)
    over: bool = False


class LessonGame(Play):
    """A lesson in play, a ``Play`` of a single hand.

    The wall and the bots are the same each time, so the same choices lead to the same hand.
    """

    def __init__(self, lesson: Lesson) -> None:
        """Deal and play the opening; raises LessonError if a move is illegal."""
        self.lesson = lesson
        self.tried = ChoiceNode()
        """The root of the tree of tried choices: the first decision."""
        self._line = _Line()
        super().__init__(self._deal(), SEAT, scripted_bots(lesson.bots, lesson.opening, lesson.orders))
        self._begin()

    # -- state ---------------------------------------------------------------------------------------

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of this line since the opening."""
        return tuple(self._line.hand_facts.facts[self._line.opening_facts :])

    @property
    def said(self) -> tuple[ShownRemark, ...]:
        """The remarks of this line so far; undo removes the later ones."""
        return tuple(self._line.said)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The player's choices in this line."""
        return tuple(self._line.decisions)

    @property
    def here(self) -> ChoiceNode:
        """The node of the tree for the present position."""
        node = self.tried
        for decision in self._line.decisions:
            node = node.choices[decision.action]
        return node

    # -- playing -------------------------------------------------------------------------------------

    @property
    def pending(self) -> Pending:
        """What the lesson waits for; it ends with its hand, even after a chombo."""
        return Pending.GAME_OVER if self._line.over else super().pending

    def proceed(self) -> list[Event]:
        """End the lesson after its hand; there is no next hand."""
        self._line.over = True
        return []

    def undo(self, number: int) -> None:
        """Go back to just before that decision of this line; raises ValueError if there is none.

        The choices taken back stay in ``tried``.
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
        """Carry out one step, and record the player's decision and the facts that follow."""
        decision = self._decision(choices[SEAT]) if SEAT in self.match.acting else None
        new = self.match.step(choices)
        if decision is not None:
            self._line.places.append(len(self._line.steps))
            self.here.choices.setdefault(decision.action, ChoiceNode())
            self._line.decisions.append(decision)
        self._line.steps.append(choices)
        self._note()
        return new

    def _decision(self, action: Action) -> Decision:
        view = self.view
        return Decision(
            number=len(self._line.decisions) + 1,
            turn=view.table.turn_of(view.table.turn),
            tile=view.drawn if view.my_turn else view.table.offer,
            claim=not view.my_turn,
            waits=view.waits,
            furiten=view.furiten,
            events=len(self.match.round.events),
            action=action,
        )

    def _note(self) -> None:
        """Update the tree and the remarks."""
        since = self._line.decisions[-1].events if self._line.decisions else self.opening_events
        result = ChoiceResult(tuple(fact for fact in self.facts if fact.events > since), self._end())
        # keep the known result while undo replays the steps and only part of the facts has happened
        if len(result.facts) >= len(self.here.result.facts):
            self.here.result = result
        due = [Fact(Trigger.DECISION, len(self.match.round.events))] if self.pending is Pending.PERSON else []
        for fact in (*self.facts[self._line.checked_facts :], *due):
            for remark in self.lesson.remarks:
                number = len(self._line.decisions) + 1
                if fits(remark, fact) and remark.number in (None, number) and not self._has_said(remark.says):
                    self._line.said.append(ShownRemark(remark.says, fact.events, remark.above, remark.suits))
        self._line.checked_facts = len(self.facts)

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
            lesson.seed,
            (PERSON, *lesson.bots),
            walls=lambda header: lesson.wall(),
            first=lesson.header,
            watch=self._line.hand_facts.observe,
            steps=lesson.steps,
        )

    def _begin(self) -> None:
        """Play the opening and start a new line."""
        try:
            play_opening(self.match, self.lesson.opening)
        except IllegalAction as error:
            raise LessonError(f"{self.lesson.file}: {error}") from None
        self.opening_events = len(self.match.round.events)
        """The number of events of the opening."""
        self._line.opening_facts = len(self._line.hand_facts.facts)
        self._note()
