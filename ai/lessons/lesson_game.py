"""Play a lesson from its position against bots, with undo and a tree of all choices tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ai.bot import Bot, default_action, is_spoken
from ai.bots.registry import make_bot
from ai.lessons.lesson import Lesson, LessonError
from ai.lessons.lesson_notation import Deed, Move, RelativeSeat, Remark, Trigger
from ai.play import PERSON, Pending, Play
from ai.reading.furiten_advice import PassEffect, passing
from ai.reading.safety import Safety
from ai.reading.safety_reasons import Tier
from ai.reading.threat import in_riichi
from engine import events as ev
from engine.actions import PASS, Action, ActionKind, IllegalAction, Refusal
from engine.events import Event
from engine.furiten import Cause, FuritenKind
from engine.match import Match
from engine.options import Options, why_not
from engine.outcome import DrawReason
from engine.round import Round
from engine.rules import Offence, Penalty
from engine.table import Phase
from engine.tiles import KIND_OF, NAMES, TILE_OF, Kind, Tile
from engine.view import SeatView


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact. ``events`` is the number of events of the hand up to it.

    ``tile`` is the tile drawn, discarded, passed or won on; ``causes`` are the causes of the furiten entered
    or left.
    """

    when: Trigger
    events: int
    tile: Tile | None = None
    causes: tuple[Cause, ...] = ()
    refusal: Refusal | None = None
    """Why a tile of the wait could not be won on."""
    offence: Offence | None = None
    """What was penalised."""

    @property
    def kind(self) -> FuritenKind | None:
        """The kind of furiten entered or left."""
        return self.causes[0].kind if self.causes else None


class HandFacts:
    """The facts of a hand for one seat; call ``observe`` with the hand after each event."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.facts: list[Fact] = []
        self._events = 0
        self._furiten: tuple[Cause, ...] = ()
        self._offer: PassEffect | None = None
        """A winning tile that has not passed yet."""
        self._proven: frozenset[Kind] = frozenset()
        """The tiles of the hand, on the own turn, that nobody in riichi can win on."""

    def observe(self, game: Round, event: ev.Event) -> None:
        """Add the facts of the event."""
        self._events += 1
        self._settle(event)
        self._note_event(game, event)
        view = game.view(self.seat)
        if game.outcome is None and not isinstance(event, ev.ResultEvent):
            self._compare(view.furiten)
        if isinstance(event, ev.Tsumo | ev.OfferEvent):
            effect = passing(view)
            # a tile that has passed already would be noted twice
            self._offer = effect if effect is not None and effect.completes and not effect.passed else None

    def _note(
        self,
        when: Trigger,
        tile: Tile | None = None,
        causes: tuple[Cause, ...] = (),
        refusal: Refusal | None = None,
        offence: Offence | None = None,
    ) -> None:
        self.facts.append(Fact(when, self._events, tile, causes, refusal, offence))

    def _settle(self, event: ev.Event) -> None:
        """Note whether the winning tile on offer has passed."""
        if self._offer is None or isinstance(event, ev.Foul):
            return
        offer, self._offer = self._offer, None
        if isinstance(event, ev.WinEvent) or (
            isinstance(event, ev.Ryukyoku) and event.reason == DrawReason.CHOMBO
        ):
            return
        if offer.refusal is None:
            self._note(Trigger.PASSED, offer.tile)
        elif not offer.own:
            self._note(Trigger.MISSED, offer.tile, refusal=offer.refusal)

    def _compare(self, furiten: tuple[Cause, ...]) -> None:
        """Note which furiten began and which ended."""
        before, self._furiten = self._furiten, furiten
        for kind in FuritenKind:
            was = tuple(cause for cause in before if cause.kind is kind)
            now = tuple(cause for cause in furiten if cause.kind is kind)
            if now and not was:
                self._note(Trigger.ENTERED, now[0].tile, now)
            elif was and not now:
                self._note(Trigger.LEFT, was[0].tile, was)

    def _note_event(self, game: Round, event: ev.Event) -> None:
        match event:
            case ev.Tsumo(actor=self.seat, pai=pai):
                self._note(Trigger.DRAWS, TILE_OF[pai])
                self._proven = _proven(game.view(self.seat))
            case ev.Dahai(actor=self.seat, pai=pai):
                self._note(Trigger.DISCARDS, TILE_OF[pai])
                if self._proven and KIND_OF[TILE_OF[pai]] not in self._proven:
                    self._note(Trigger.RISKED, TILE_OF[pai])
                self._proven = frozenset()
                self._declared(game)
            case ev.Dahai(pai=pai) | ev.Kakan(pai=pai) if event.actor != self.seat:
                self._note(Trigger.OTHERS_THROW, TILE_OF[pai])
            case ev.Hora():
                self._won(game, event)
            case ev.Ryukyoku(reason=reason) if reason != DrawReason.CHOMBO:
                self._note(Trigger.DRAWN)
            case ev.Foul(actor=self.seat, penalty=penalty) if penalty != Penalty.WARNING:
                when = Trigger.CHOMBO if penalty == Penalty.CHOMBO else Trigger.DEAD_HAND
                self._note(when, offence=Offence(event.offence))
            case ev.Chi(actor=self.seat) | ev.Pon(actor=self.seat) | ev.Daiminkan(actor=self.seat):
                self._note(Trigger.CALLS, TILE_OF[event.pai])
            case ev.ReachAccepted(actor=self.seat):
                self._note(Trigger.BET_PAID)
            case ev.WinCalled(actor=self.seat, pai=pai):
                self._note(Trigger.WIN_CALLED, TILE_OF[pai])
            case ev.WinCounted(actor=self.seat, mixed=True):
                self._note(Trigger.MIXED)

    def _declared(self, game: Round) -> None:
        view = game.view(self.seat)
        if view.me.pond[-1].riichi:
            causes = view.furiten
            when = Trigger.FURITEN_RIICHI if causes else Trigger.RIICHI
            self._note(when if view.waits else Trigger.NOTEN_RIICHI, view.me.pond[-1].tile, causes)

    def _won(self, game: Round, event: ev.Hora) -> None:
        tile = None if event.pai is None else TILE_OF[event.pai]
        if event.actor == self.seat:
            self._note(Trigger.TSUMO if event.target == self.seat else Trigger.RON, tile)
        else:
            self._note(Trigger.DEALT_IN if event.target == self.seat else Trigger.OTHERS_WON, tile)


def _proven(view: SeatView) -> frozenset[Kind]:
    """The tiles of a hand that nobody in riichi can win on; none if nobody is in riichi."""
    rivals = in_riichi(view)
    if not rivals:
        return frozenset()
    safety = Safety(view)
    kinds = {KIND_OF[tile] for tile in view.hand.tiles}
    return frozenset(kind for kind in kinds if all(safety.tier(kind, rival) is Tier.SAFE for rival in rivals))


def fits(remark: Remark, fact: Fact) -> bool:
    """Whether that fact triggers the remark."""
    if remark.when is not fact.when:
        return False
    if remark.tile is not None:
        return fact.tile is not None and KIND_OF[fact.tile] == remark.tile
    if remark.offence is not None:
        return remark.offence is fact.offence
    return remark.kind is None or remark.kind is fact.kind


_ALWAYS = (ActionKind.RON, ActionKind.TSUMO)
"""Actions that are always taken."""
_KANS = (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)


class ScriptedBot:
    """Follows one order per turn, counted by its own discards; the wrapped bot replaces illegal orders.

    It takes every win, and while it has orders it makes no other calls.
    """

    def __init__(self, bot: Bot, orders: Sequence[Move], start: int) -> None:
        """``start`` is the number of own discards before the first order."""
        self._bot, self._orders, self._start = bot, tuple(orders), start
        self._hand: tuple[int, ...] | None = None
        """The hand of the orders: round wind, number and honba."""

    @property
    def name(self) -> str:
        return self._bot.name

    def choose(self, view: SeatView, options: Options) -> Action:
        """A win, the truth about it or about tenpai, else the ordered action or the wrapped bot's choice."""
        if is_spoken(options):
            return default_action(view, options)
        for action in options.actions:
            if action.kind in _ALWAYS:
                return action
        # there are no orders after the hand in which they began
        hand = (view.table.round_wind, view.table.kyoku, view.table.honba)
        if self._hand is None:
            self._hand = hand
        turn = len(view.me.pond) - self._start
        told = hand == self._hand and 0 <= turn < len(self._orders)
        order = self._orders[turn] if told else None
        if order is None:
            return self._bot.choose(view, options)
        ordered = follow(order, view, options)
        if ordered is None:
            return self._bot.choose(view, options) if view.my_turn else PASS
        return ordered


def scripted_bots(names: Sequence[str], opening: Sequence[Move], orders: Sequence[Move]) -> dict[int, Bot]:
    """Scripted bots by these names on the right, across and on the left of seat 0.

    Raises UnknownBot.
    """
    bots: dict[int, Bot] = {}
    for side, name in zip((RelativeSeat.RIGHT, RelativeSeat.ACROSS, RelativeSeat.LEFT), names, strict=True):
        own = [order for order in orders if order.side is side]
        start = sum(move.side is side for move in opening)
        bots[side.steps] = ScriptedBot(make_bot(name), own, start)
    return bots


def follow(move: Move, view: SeatView, options: Options, *, exact: bool = False) -> Action | None:
    """The next action of a move: its call, its kan, or its discard; None if it is not possible.

    ``exact`` distinguishes tsumogiri from discarding an equal tile of the hand.
    """
    if not view.my_turn:
        return _call(move, options) if move.calls else None
    if move.deed is Deed.KAN:
        kan = next((each for kind in _KANS for each in options.of(kind) if _same(each, move)), None)
        if kan is not None:
            return kan
    kind = ActionKind.RIICHI if move.deed is Deed.RIICHI else ActionKind.DISCARD
    fitting = [action for action in options.of(kind) if action.tile == move.discard]
    if exact:
        fitting = [action for action in fitting if action.tsumogiri == move.as_drawn]
    return max(fitting, key=lambda action: action.tsumogiri, default=None)


def _call(move: Move, options: Options) -> Action | None:
    if move.deed is Deed.CHI:
        forms = [each for each in options.of(ActionKind.CHI) if sorted(each.consumed) == sorted(move.tiles)]
    else:
        kind = ActionKind.PON if move.deed is Deed.PON else ActionKind.OPEN_KAN
        forms = [each for each in options.of(kind) if _same(each, move)]
    return forms[0] if forms else None


def _same(action: Action, move: Move) -> bool:
    return action.tile is not None and KIND_OF[action.tile] == KIND_OF[move.tiles[0]]


_KINDS = {
    Deed.RIICHI: ActionKind.RIICHI,
    Deed.CHI: ActionKind.CHI,
    Deed.PON: ActionKind.PON,
    Deed.OPEN_KAN: ActionKind.OPEN_KAN,
    Deed.KAN: ActionKind.CLOSED_KAN,
}


def play_opening(match: Match, moves: Sequence[Move]) -> None:
    """Make these moves, with the player at seat 0; all other seats pass on every tile.

    Raises IllegalAction with the line, the seat, and the reason why the move is illegal.
    """
    for move in moves:
        try:
            seat = move.side.steps
            if match.round.table.phase is not Phase.TURN:
                answer_offer(match, {seat: _action(match, move)} if move.calls else {})
            elif move.calls:
                raise _refusal(match, move)
            if move.deed is Deed.KAN:
                match.step({seat: _action(match, move)})
                answer_offer(match, {})
            match.step({seat: _action(match, replace(move, deed=None) if move.deed is Deed.KAN else move)})
        except IllegalAction as error:
            raise IllegalAction(f"opening: line {move.line}, {move.side}: {error}") from None


def answer_offer(match: Match, call: Mapping[int, Action]) -> None:
    """Call the tile on offer; all other seats pass on it."""
    acting = match.acting
    if call or (acting and match.round.table.phase is not Phase.TURN):
        match.step(dict.fromkeys(acting, PASS) | dict(call))


def _action(match: Match, move: Move) -> Action:
    """The action of the move; raises IllegalAction with the reason if there is none."""
    game, seat = match.round, move.side.steps
    action = follow(move, game.view(seat), game.options(seat), exact=True)
    if action is None:
        raise _refusal(match, move)
    return action


def _refusal(match: Match, move: Move) -> IllegalAction:
    kind = _KINDS[move.deed] if move.deed else ActionKind.DISCARD
    tile = move.tiles[0] if move.tiles else move.discard
    refusal = why_not(match.round.view(move.side.steps), kind, None if move.calls else tile)
    why = "not like this" if refusal is None else refusal.why.value
    return IllegalAction(f"no {kind} of {NAMES[tile]}: {why}")


SEAT = 0
"""The player's seat in every lesson."""

_ENDS = (Trigger.TSUMO, Trigger.RON, Trigger.DEALT_IN, Trigger.OTHERS_WON, Trigger.DRAWN, Trigger.CHOMBO)


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of the player, with the situation before it.

    ``tile`` is the tile drawn, or the one on offer (then ``claim``); ``turn`` counts the own turns from 1.
    """

    number: int
    """Its number in this line of play, from 1."""
    turn: int
    tile: Tile | None
    claim: bool
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
    """A remark that was triggered, and the number of events up to it."""

    remark: Remark
    events: int


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
        """The party that the lesson waits for; it ends with its hand, even after a chombo."""
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
                    self._line.said.append(ShownRemark(remark, fact.events))
        self._line.checked_facts = len(self.facts)

    def _has_said(self, text: str) -> bool:
        return any(said.remark.says == text for said in self._line.said)

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
