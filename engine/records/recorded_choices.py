"""What the players chose, read off the events that followed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.options import why_not
from engine.outcome import DrawReason
from engine.records.recorded_fouls import claim_mistakes, counting, declaration, turn_mistake, unnoticed
from engine.round import Round
from engine.table import Phase
from engine.tiles import MJAI, TILE_OF, UNKNOWN, Tile
from engine.wall import PLAYERS

CONSEQUENCES = (ev.Dora, ev.ReachAccepted)
"""Events that follow by rule, not by choice."""

_CALLS: dict[type[ev.Event], ActionKind] = {
    ev.Chi: ActionKind.CHI,
    ev.Pon: ActionKind.PON,
    ev.Daiminkan: ActionKind.OPEN_KAN,
}

_WINS = (ev.Hora, ev.WinCalled)


class RecordError(ValueError):
    """A record that the engine cannot follow. ``event`` is the number of the event at fault, from 1."""

    def __init__(self, message: str, event: int = 0) -> None:
        super().__init__(f"event {event}: {message}" if event else message)
        self.event = event


def choices(game: Round, following: Sequence[ev.Event]) -> dict[int, Action] | None:
    """The action of each acting seat that leads to these events; None while they do not show it yet.

    Raises RecordError, or IllegalAction, when an event is none of the options.
    """
    recorded = [event for event in following[:8] if not isinstance(event, CONSEQUENCES)]
    if not recorded:
        return None
    if game.table.phase is Phase.TURN:
        seat = game.table.turn
        action = _turn_choice(game, seat, recorded)
        return None if action is None else {seat: action}
    if game.table.phase is Phase.DECLARE:
        return declaration(game, recorded[0])
    if game.table.called:
        return counting(game, recorded[0])
    return _claim_choices(game, recorded, passed=_bet_is_first(following))


def _bet_is_first(following: Sequence[ev.Event]) -> bool:
    """Whether a riichi bet is paid next: then nobody won on the tile or claimed it wrongly."""
    first = next((event for event in following if not isinstance(event, ev.Dora)), None)
    return isinstance(first, ev.ReachAccepted)


def _turn_choice(game: Round, seat: int, recorded: Sequence[ev.Event]) -> Action | None:
    match recorded[0]:
        case ev.Dahai(actor=actor, pai=pai, tsumogiri=tsumogiri) if actor == seat:
            return _pick(game, seat, ActionKind.DISCARD, _tile(pai), tsumogiri=tsumogiri)
        case ev.Reach(actor=actor) if actor == seat:
            if len(recorded) == 1:
                return None
            if isinstance(recorded[1], ev.Dahai):
                discard = recorded[1]
                return _pick(game, seat, ActionKind.RIICHI, _tile(discard.pai), tsumogiri=discard.tsumogiri)
        case ev.Ankan(actor=actor, consumed=consumed) if actor == seat:
            return _pick(game, seat, ActionKind.CLOSED_KAN, consumed=consumed)
        case ev.Kakan(actor=actor, pai=pai) if actor == seat:
            return _pick(game, seat, ActionKind.ADDED_KAN, _tile(pai))
        case ev.Hora(actor=actor) | ev.WinCalled(actor=actor) if actor == seat:
            return _pick(game, seat, ActionKind.TSUMO)
        case ev.Foul(actor=actor) if actor == seat:
            return turn_mistake(game, recorded)
        case ev.Ryukyoku():
            return _pick(game, seat, ActionKind.NINE_TERMINALS)
    raise RecordError(f"seat {seat} must act, but the record goes on with {describe(recorded[0])}")


def _claim_choices(game: Round, recorded: Sequence[ev.Event], *, passed: bool) -> dict[int, Action] | None:
    mistakes = claim_mistakes(game, recorded, passed=passed)
    if mistakes is None:
        return None
    chosen = dict.fromkeys(game.acting, PASS) | mistakes
    first = next(event for event in recorded if not isinstance(event, ev.Foul))
    if isinstance(first, _WINS):
        for event in recorded:
            if not isinstance(event, _WINS):
                break
            chosen[event.actor] = _pick(game, event.actor, ActionKind.RON)
        if isinstance(recorded[-1], _WINS) and _more_may_win(game, chosen):
            return None
    elif isinstance(first, ev.Ryukyoku) and _is_triple_ron(game, first):
        for seat in game.acting:
            chosen[seat] = _pick(game, seat, ActionKind.RON)
    elif type(first) in _CALLS:
        assert isinstance(first, ev.Chi | ev.Pon | ev.Daiminkan)
        kind = _CALLS[type(first)]
        chosen[first.actor] = _pick(game, first.actor, kind, consumed=first.consumed)
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


def _tile(name: str) -> Tile:
    try:
        return TILE_OF[name]
    except KeyError:
        what = "a hidden tile" if name == UNKNOWN else f"'{name}', which is no tile,"
        raise RecordError(f"{what} cannot be played") from None


def _pick(
    game: Round,
    seat: int,
    kind: ActionKind,
    tile: Tile | None = None,
    *,
    consumed: Sequence[str] | None = None,
    tsumogiri: bool | None = None,
) -> Action:
    """The option of that seat with these details; raises RecordError when there is none."""
    if not 0 <= seat < PLAYERS:
        raise RecordError(f"there is no seat {seat}")
    own = None if consumed is None else sorted(map(_tile, consumed))
    for action in (*game.options(seat).of(kind), *unnoticed(game, seat, kind)):
        if (
            tile in (None, action.tile)
            and own in (None, sorted(action.consumed))
            and tsumogiri in (None, action.tsumogiri)
        ):
            return action
    refusal = why_not(game.view(seat), kind, tile)
    name = "" if tile is None else f" {MJAI[tile]}"
    reason = f" ({refusal.why.value})" if refusal else ""
    raise RecordError(f"seat {seat} may not {kind.value}{name} here{reason}")


def describe(event: ev.Event) -> str:
    """The event as a record has it."""
    return ev.encode(event).decode()


def describe_value(value: object) -> str:
    """The value of a field as a record has it, a text without quotes."""
    if isinstance(value, str):
        return value
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
