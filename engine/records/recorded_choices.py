"""What the players chose, read off the events that followed: choices, declarations and mistakes.

``choices`` reads the actions of all seats off a record, for the live round to play again; ``action_taken``
reads that of one seat from its own view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

import msgspec

from engine import events as ev
from engine.actions import CALL_OF, CHALLENGE, NOTEN, PASS, TENPAI, Action, ActionKind, IllegalAction
from engine.fouls import stands
from engine.match import Match
from engine.options import Options, options, why_not
from engine.outcome import DrawReason
from engine.results import said_count
from engine.round import Round
from engine.rules import REFEREE, Offence, Penalty
from engine.table import Phase
from engine.tiles import MJAI, TILE_OF, UNKNOWN, Tile
from engine.view import SeatView
from engine.wall import PLAYERS

LOOK_AHEAD = 8
"""Events needed to see what was chosen: a riichi and its tile, or all wins on a discard."""
_WITH_DISCARD = (Offence.KUIKAE, Offence.OPEN_RIICHI, Offence.INVALID_RIICHI, Offence.RIICHI_DISCARD)


class RecordError(ValueError):
    """A record that the engine cannot follow. ``event`` is the number of the event at fault, from 1."""

    def __init__(self, message: str, event: int = 0) -> None:
        super().__init__(f"event {event}: {message}" if event else message)
        self.event = event


class NoRecordError(RecordError):
    """A text of which nothing looks like a record."""


def describe(event: ev.Event) -> str:
    """The event as a record has it."""
    return ev.encode(event).decode()


def describe_value(value: object) -> str:
    """The value of a field as a record has it, a text without quotes."""
    if isinstance(value, str):
        return value
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


# -- the choices of all seats ----------------------------------------------------------------------------


def choices(game: Round, following: Sequence[ev.Event]) -> dict[int, Action] | None:
    """The action of each acting seat that leads to these events; None while they do not show it yet.

    Raises RecordError, or IllegalAction, when an event is none of the options.
    """
    recorded = [event for event in following[:LOOK_AHEAD] if not event.follows_by_rule]
    if not recorded:
        return None
    if game.table.phase is Phase.TURN:
        seat = game.table.turn
        action = _turn_choice(game, seat, recorded)
        return None if action is None else {seat: action}
    if game.table.phase is Phase.DECLARE:
        return _declaration(game, recorded[0])
    if game.table.called:
        return _counting(game, recorded[0])
    return _claim_choices(game, recorded, passed=_bet_is_first(following))


def _bet_is_first(following: Sequence[ev.Event]) -> bool:
    """Whether a riichi bet is paid next: then nobody won on the tile or claimed it wrongly."""
    first = next((event for event in following if not isinstance(event, ev.Dora)), None)
    return isinstance(first, ev.ReachAccepted)


class _Move(NamedTuple):
    """An action as events tell it; None where they say nothing of it."""

    kind: ActionKind
    tile: Tile | None = None
    consumed: list[Tile] | None = None
    """In order."""
    tsumogiri: bool | None = None

    def fits(self, action: Action) -> bool:
        """Whether this is the action, but for which of two equal tiles is discarded."""
        return self.tile in (None, action.tile) and self.consumed in (None, sorted(action.consumed))


def _turn_move(events: Sequence[ev.Event]) -> _Move | None:
    """The move on the own turn that these events begin with, if it is one."""
    match events[0]:
        case ev.Dahai(pai=pai, tsumogiri=tsumogiri):
            return _Move(ActionKind.DISCARD, _tile(pai), None, tsumogiri)
        case ev.Reach() if len(events) > 1 and isinstance(events[1], ev.Dahai):
            return _Move(ActionKind.RIICHI, _tile(events[1].pai), None, events[1].tsumogiri)
        case ev.Ankan(consumed=consumed):
            return _Move(ActionKind.CLOSED_KAN, None, _sorted(consumed))
        case ev.Kakan(pai=pai):
            return _Move(ActionKind.ADDED_KAN, _tile(pai))
        case ev.WinEvent():
            return _Move(ActionKind.TSUMO)
        case ev.Ryukyoku():
            return _Move(ActionKind.NINE_TERMINALS)
    return None


def _call_move(event: ev.DiscardCall) -> _Move:
    return _Move(CALL_OF[event.meld], None, _sorted(event.consumed))


def _sorted(names: Iterable[str]) -> list[Tile]:
    return sorted(map(_tile, names))


def _tile(name: str) -> Tile:
    try:
        return TILE_OF[name]
    except KeyError:
        what = "a hidden tile" if name == UNKNOWN else f"'{name}', which is no tile,"
        raise RecordError(f"{what} cannot be played") from None


def _turn_choice(game: Round, seat: int, recorded: Sequence[ev.Event]) -> Action | None:
    first = recorded[0]
    if ev.actor_of(first) == seat or isinstance(first, ev.Ryukyoku):
        if type(first) is ev.Foul:
            return _turn_mistake(game, recorded)
        if type(first) is ev.Reach and len(recorded) == 1:
            return None
        if move := _turn_move(recorded):
            return _pick(game, seat, move)
    raise RecordError(f"seat {seat} must act, but the record goes on with {describe(first)}")


def _claim_choices(game: Round, recorded: Sequence[ev.Event], *, passed: bool) -> dict[int, Action] | None:
    mistakes = _claim_mistakes(game, recorded, passed=passed)
    if mistakes is None:
        return None
    chosen = dict.fromkeys(game.acting, PASS) | mistakes
    first = next(event for event in recorded if not isinstance(event, ev.Foul))
    if isinstance(first, ev.WinEvent):
        for event in recorded:
            if not isinstance(event, ev.WinEvent):
                break
            chosen[event.actor] = _pick(game, event.actor, _Move(ActionKind.RON))
        if isinstance(recorded[-1], ev.WinEvent) and _more_may_win(game, chosen):
            return None
    elif isinstance(first, ev.Ryukyoku) and _is_triple_ron(game, first):
        for seat in game.acting:
            chosen[seat] = _pick(game, seat, _Move(ActionKind.RON))
    elif isinstance(first, ev.DiscardCall):
        chosen[first.actor] = _pick(game, first.actor, _call_move(first))
    return chosen


def _is_triple_ron(game: Round, draw: ev.Ryukyoku) -> bool:
    """Whether the hand was drawn because three won; where no reason is recorded, because three could have."""
    if draw.reason is not None:
        return draw.reason == DrawReason.TRIPLE_RON
    winners = [seat for seat in game.acting if game.options(seat).of(ActionKind.RON)]
    return len(winners) == PLAYERS - 1 and not any(draw.deltas or ())


def _more_may_win(game: Round, chosen: dict[int, Action]) -> bool:
    """Whether a record that ends with these wins may have been cut off before another of the same discard."""
    return game.rules.several_rons == "all" and any(
        action == PASS and game.options(seat).of(ActionKind.RON) for seat, action in chosen.items()
    )


def _pick(game: Round, seat: int, move: _Move) -> Action:
    """The option of that seat with these details; raises RecordError when there is none."""
    if not 0 <= seat < PLAYERS:
        raise RecordError(f"there is no seat {seat}")
    if move.kind is ActionKind.DISCARD and move.tsumogiri is not None:
        discard = Action(move.kind, move.tile, tsumogiri=move.tsumogiri)
        if game.may(seat, discard):
            return discard
    for action in (*game.options(seat).of(move.kind), *_unnoticed(game, seat, move.kind)):
        if move.fits(action) and move.tsumogiri in (None, action.tsumogiri):
            return action
    refusal = why_not(game.view(seat), move.kind, move.tile)
    name = "" if move.tile is None else f" {MJAI[move.tile]}"
    reason = f" ({refusal.why.value})" if refusal else ""
    raise RecordError(f"seat {seat} may not {move.kind.value}{name} here{reason}")


# -- where errors are penalised --------------------------------------------------------------------------


def ruled(game: Round | Match, following: Sequence[ev.Event]) -> bool:
    """Carry out what comes next without a decision, if it does; raises IllegalAction.

    That is a referee's ruling, or a call that came too late.
    """
    foul = following[0] if following else None
    if isinstance(foul, ev.Late):
        game.note_late(foul.actor, _late_call(foul))
        return True
    if not isinstance(foul, ev.Foul) or foul.offence not in REFEREE:
        return False
    game.foul(foul.actor, Offence(foul.offence))
    return True


def _late_call(late: ev.Late) -> ActionKind:
    try:
        return ActionKind(late.call)
    except ValueError:
        raise IllegalAction(f"'{late.call}' is no call") from None


def asks_again(foul: ev.Foul, phase: Phase) -> bool:
    """Whether the players choose again after a foul: when a hand is dead, and no discard was made with it.

    Fouls of those who claimed a tile are penalised together, and the other claims carried out.
    """
    if foul.penalty == Penalty.CHOMBO:
        # a win on the same tile may void it
        return foul.offence in REFEREE and phase in (Phase.CLAIM, Phase.ROB)
    if foul.offence in REFEREE or phase is Phase.DECLARE:
        return True
    return phase is Phase.TURN and not is_made_with_discard(foul)


def is_made_with_discard(event: ev.Event) -> bool:
    """Whether the event is a foul that the next discard is; after a chombo there is none."""
    return isinstance(event, ev.Foul) and event.offence in _WITH_DISCARD and event.penalty != Penalty.CHOMBO


def is_found(event: ev.Event | None) -> bool:
    """Whether the event is a foul that was found out when hands were shown at a draw."""
    return isinstance(event, ev.Foul) and event.offence not in REFEREE


def _unnoticed(game: Round, seat: int, kind: ActionKind) -> list[Action]:
    """Mistakes of this kind that look like any other riichi, kan or win in a record."""
    errors = game.options(seat).errors
    view = game.view(seat)
    return [
        mistake.action
        for mistake in errors
        if mistake.action.kind is kind and (mistake.is_unnoticed or stands(view, mistake))
    ]


def _turn_mistake(game: Round, recorded: Sequence[ev.Event]) -> Action | None:
    """The mistake that the foul at the head of these events shows, made on the own turn.

    None while its discard is not recorded yet; raises IllegalAction when it is not possible.
    """
    foul = recorded[0]
    assert isinstance(foul, ev.Foul)
    if not is_made_with_discard(foul):
        return _mistake(game, foul)
    if len(recorded) == 1:
        return None
    return _mistake(game, foul, recorded[1])


def _claim_mistakes(
    game: Round, recorded: Sequence[ev.Event], *, passed: bool = False
) -> dict[int, Action] | None:
    """The mistakes of the seats that claimed; None while other claims are not recorded yet.

    ``passed``: nobody claimed the tile. Raises IllegalAction when a mistake is not possible.
    """
    fouls = list(takewhile(lambda event: isinstance(event, ev.Foul), recorded))
    if len(fouls) == len(recorded):
        return None
    found: dict[int, Action] = {}
    for foul in fouls:
        assert isinstance(foul, ev.Foul)
        # riichi hands are shown when all four are in riichi, after the last bet: there was no claim
        if not passed:
            found[foul.actor] = _mistake(game, foul)
    return found


def _declaration(game: Round, event: ev.Event) -> dict[int, Action]:
    """The declaration of the seat that is asked at the draw; raises IllegalAction."""
    seat = game.table.turn
    if isinstance(event, ev.Tenpai | ev.Noten) and event.actor == seat:
        return {seat: TENPAI if isinstance(event, ev.Tenpai) else NOTEN}
    raise IllegalAction(f"seat {seat} must declare tenpai or noten")


def _counting(game: Round, event: ev.Event) -> dict[int, Action]:
    """The count of a win, or the challenge to it; raises IllegalAction."""
    if game.table.phase is Phase.COUNT and isinstance(event, ev.WinCounted) and event.actor in game.acting:
        return {event.actor: Action(ActionKind.COUNT, said=said_count(event))}
    if game.table.phase is Phase.CHALLENGE:
        passed = dict.fromkeys(game.acting, PASS)
        if isinstance(event, ev.Challenged) and event.actor in passed:
            return passed | {event.actor: CHALLENGE}
        if isinstance(event, ev.Accepted):
            return passed
    raise IllegalAction("a win was called: its value must be said, and may be challenged")


def _mistake(game: Round, foul: ev.Foul, dahai: ev.Event | None = None) -> Action:
    errors = game.options(foul.actor).errors if 0 <= foul.actor < PLAYERS else ()
    for mistake in errors:
        action = mistake.action
        if (
            mistake.offence == foul.offence
            and mistake.penalty == foul.penalty
            and not mistake.is_unnoticed
            and (dahai is None or _is_discard(action, dahai))
        ):
            return action
    raise IllegalAction(f"seat {foul.actor} cannot be penalised for '{foul.offence}' here")


def _is_discard(action: Action, event: ev.Event) -> bool:
    return (
        isinstance(event, ev.Dahai)
        and action.tile is not None
        and (event.pai, event.tsumogiri) == (MJAI[action.tile], action.tsumogiri)
    )


# -- the choice of one seat ------------------------------------------------------------------------------


def action_taken(view: SeatView, following: Sequence[ev.Event]) -> Action | None:
    """The legal action that the seat chose in that position; ``following`` are the next events of the hand.

    None if the events do not show it: another player's call or win may have gone before a claim, the record
    may end there, or the seat made a mistake that is penalised.
    """
    menu = options(view)
    events = [
        event
        for event in following[:LOOK_AHEAD]
        if not event.follows_by_rule and not isinstance(event, ev.Late)
    ]
    if not events or not menu:
        return None
    if not view.my_turn:
        return _claim_taken(menu, events)
    move = _turn_move(events) if ev.actor_of(events[0]) in (view.seat, None) else None
    return None if move is None else _option(menu, move)


def _option(menu: Options, move: _Move) -> Action | None:
    """The option with these details, of two equal tiles rather the one that the record names."""
    fitting = [action for action in menu.of(move.kind) if move.fits(action)]
    return min(fitting, key=lambda action: action.tsumogiri is not move.tsumogiri, default=None)


def _claim_taken(menu: Options, events: Sequence[ev.Event]) -> Action | None:
    first, seat = events[0], menu.view.seat
    if menu.view.table.called:
        return _count_taken(menu, first)
    if isinstance(first, ev.Tenpai | ev.Noten):
        return (TENPAI if isinstance(first, ev.Tenpai) else NOTEN) if first.actor == seat else None
    wins = takewhile(lambda event: isinstance(event, ev.WinEvent), events)
    if any(ev.actor_of(win) == seat for win in wins):
        return _option(menu, _Move(ActionKind.RON))
    if isinstance(first, ev.DiscardCall) and first.actor == seat:
        return _option(menu, _call_move(first))
    return PASS if PASS in menu.actions and _shows_pass(menu, first) else None


def _count_taken(menu: Options, first: ev.Event) -> Action | None:
    """The count of a win, or the answer to it."""
    if isinstance(first, ev.WinCounted) and first.actor == menu.view.seat:
        return Action(ActionKind.COUNT, said=said_count(first))
    if CHALLENGE in menu.actions and isinstance(first, ev.Challenged | ev.Accepted):
        return CHALLENGE if first.actor == menu.view.seat else PASS
    return None


def _shows_pass(menu: Options, first: ev.Event) -> bool:
    """Whether what happened next would have been prevented by any claim of the seat."""
    could = {action.kind for action in menu.actions}
    match first:
        case ev.Foul() | ev.WinEvent():
            return False
        case ev.Ryukyoku(reason=reason):
            return ActionKind.RON not in could or reason not in (None, DrawReason.TRIPLE_RON)
        case ev.DiscardCall():
            return ActionKind.CHI not in could
    return True
