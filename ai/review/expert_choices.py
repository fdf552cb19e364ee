"""What a seat chose at each decision of a recorded hand, and what the experts of the three styles would have.

Wins are left out: to decline one is a moment of its own. So is a claim of another player that came first:
the record does not say then what the seat wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from ai.bot import Level
from ai.bots.registry import STYLES, make_bot
from ai.bots.styled_bot import StyledBot
from ai.review.moments import MomentClass, MomentKind, ReviewedMoment, StyleChoice, StyleChoices
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.options import Options, options
from engine.records.hands import RecordedHand
from engine.records.recorded_choices import CONSEQUENCES
from engine.records.timeline import Position, timeline
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView, mask

_WINS = (ActionKind.TSUMO, ActionKind.RON)
_KINDS = {
    ActionKind.DISCARD: MomentKind.DISCARD,
    ActionKind.RIICHI: MomentKind.RIICHI,
    ActionKind.CHI: MomentKind.CALL,
    ActionKind.PON: MomentKind.CALL,
    ActionKind.OPEN_KAN: MomentKind.KAN,
    ActionKind.ADDED_KAN: MomentKind.KAN,
    ActionKind.CLOSED_KAN: MomentKind.KAN,
    ActionKind.PASS: MomentKind.PASS,
    ActionKind.NINE_TERMINALS: MomentKind.REDEAL,
}


class RecordedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the seat in a record; the indexes are those of ``ReviewedMoment``."""

    hand: int
    event: int
    position: int
    turn: int
    played: Action
    choices: StyleChoices
    seen: SeatPosition
    """What the seat saw when it chose."""

    def is_played(self, action: Action) -> bool:
        """Whether the seat did this."""
        return same_choice(action, self.played)

    @property
    def others(self) -> tuple[StyleChoice, ...]:
        """The choices of experts that differ from what was played, each once, the first style first."""
        found: list[StyleChoice] = []
        for choice in self.choices.choices:
            if not any(same_choice(choice.action, each) for each in (self.played, *_actions(found))):
                found.append(choice)
        return tuple(found)

    def moment(self) -> ReviewedMoment | None:
        """The opinion: what the experts would have done; None where the first of them did the same."""
        first = self.choices.choices[0]
        if same_choice(first.action, self.played):
            return None
        return ReviewedMoment(
            hand=self.hand,
            event=self.event,
            position=self.position,
            turn=self.turn,
            kind=_KINDS[self.played.kind],
            moment_class=MomentClass.OPINION,
            tile=self.tile,
            better=first.action,
            points=first.points,
            facts=self.choices,
        )

    @property
    def tile(self) -> Tile | None:
        """The tile that was discarded, called, or let pass."""
        if self.played == PASS:
            return self.seen.view().table.offer
        return self.played.consumed[0] if self.played.kind is ActionKind.CLOSED_KAN else self.played.tile


def decisions(rules: Ruleset, seat: int, hand: RecordedHand) -> Iterator[RecordedDecision]:
    """The decisions of the seat with more than one choice, in the order of play."""
    heard = [mask(event, seat) for event in hand.events]
    for position in timeline(rules, hand.events, seat):
        view, place = position.view, position.index
        menu = options(view)
        if len(menu.actions) < 2 or position.next_event is None or not _asked(position, view):
            continue
        following = _following(hand, place)
        played = _played(menu, following, seat)
        if played is None or any(action.kind in _WINS for action in menu.actions):
            continue
        yield RecordedDecision(
            hand=hand.number,
            event=place if played == PASS else _event_of(hand, place),
            position=hand.first - 1 + place,
            turn=view.table.turn_of(view.table.turn),
            played=played,
            choices=_styles(view, menu, played),
            seen=SeatPosition(rules, seat, tuple(heard[: place + 1])),
        )


def same_choice(one: Action, other: Action) -> bool:
    """Whether two actions do the same; which of two equal tiles is discarded makes no difference here."""
    return one._replace(tsumogiri=False) == other._replace(tsumogiri=False)


def _asked(position: Position, view: SeatView) -> bool:
    """Whether the seat chooses right after this event, and not earlier or later."""
    event = position.event
    if view.my_turn:
        return isinstance(event, ev.Tsumo | ev.Chi | ev.Pon)
    return isinstance(event, ev.Dahai | ev.Kakan | ev.Ankan) and view.table.phase in (Phase.CLAIM, Phase.ROB)


def _event_of(hand: RecordedHand, place: int) -> int:
    """The index of the move that follows a position."""
    return next(
        number
        for number, event in enumerate(hand.events[place + 1 :], place + 1)
        if not isinstance(event, CONSEQUENCES)
    )


def _following(hand: RecordedHand, place: int) -> list[ev.Event]:
    return [event for event in hand.events[place + 1 : place + 6] if not isinstance(event, CONSEQUENCES)]


def _played(menu: Options, following: list[ev.Event], seat: int) -> Action | None:
    """What the seat did; None where the record does not tell."""
    if not following:
        return None
    event = following[0]
    if PASS in menu.actions:
        if isinstance(event, ev.Chi | ev.Pon | ev.Daiminkan | ev.Hora | ev.Foul) and event.actor != seat:
            return None
        if not isinstance(event, ev.Chi | ev.Pon | ev.Daiminkan) or event.actor != seat:
            return PASS
    for action in menu.actions:
        if _shows(action, following):
            return action
    return None


def _shows(action: Action, following: list[ev.Event]) -> bool:
    """Whether these events are what follows the action."""
    event = following[0]
    kind, tile = action.kind, action.tile
    consumed = sorted(action.consumed)
    match event:
        case ev.Dahai(pai=pai, tsumogiri=tsumogiri):
            return kind is ActionKind.DISCARD and (tile, action.tsumogiri) == (TILE_OF[pai], tsumogiri)
        case ev.Reach():
            declared = following[1] if len(following) > 1 else None
            if kind is not ActionKind.RIICHI or not isinstance(declared, ev.Dahai):
                return False
            return (tile, action.tsumogiri) == (TILE_OF[declared.pai], declared.tsumogiri)
        case ev.Chi(consumed=used):
            return kind is ActionKind.CHI and consumed == _tiles(used)
        case ev.Pon(consumed=used):
            return kind is ActionKind.PON and consumed == _tiles(used)
        case ev.Daiminkan():
            return kind is ActionKind.OPEN_KAN
        case ev.Ankan(consumed=used):
            return kind is ActionKind.CLOSED_KAN and consumed == _tiles(used)
        case ev.Kakan(pai=pai):
            return kind is ActionKind.ADDED_KAN and tile == TILE_OF[pai]
        case ev.Ryukyoku():
            return kind is ActionKind.NINE_TERMINALS
    return False


def _tiles(names: list[str]) -> list[Tile]:
    return sorted(TILE_OF[name] for name in names)


def _actions(choices: list[StyleChoice]) -> list[Action]:
    return [choice.action for choice in choices]


# -- the experts ---------------------------------------------------------------------------------------


@cache
def _experts() -> tuple[tuple[str, StyledBot], ...]:
    found = []
    for style in STYLES:
        bot = make_bot(f"{style}:{Level.EXPERT}")
        assert isinstance(bot, StyledBot)
        found.append((style, bot))
    return tuple(found)


def _styles(view: SeatView, menu: Options, played: Action) -> StyleChoices:
    """What the expert of each style would do with this view."""
    choices = []
    for style, bot in _experts():
        action = bot.choose(view, menu)
        choices.append(StyleChoice(style, action, _gain(bot, view, menu, action, played)))
    return StyleChoices(tuple(choices))


def _gain(bot: StyledBot, view: SeatView, menu: Options, action: Action, played: Action) -> int | None:
    """What the bot expects its discard to bring more than the one played; None if both are no discards."""
    turn = (ActionKind.DISCARD, ActionKind.RIICHI)
    if action.kind not in turn or played.kind not in turn or action.tile == played.tile:
        return None
    tiles = [tile for tile in (action.tile, played.tile) if tile is not None]
    riichi = {each.tile for each in menu.of(ActionKind.RIICHI) if each.tile is not None}
    judged = bot.evaluator(view).evaluate_discards(view.hand, tiles, riichi)
    worth = {choice.tile: choice.worth for choice in judged}
    assert action.tile is not None
    assert played.tile is not None
    return round(worth[action.tile] - worth[played.tile])
