"""Mistakes and declarations read off a record, where errors are penalised."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engine import events as ev
from engine.actions import CHALLENGE, NOTEN, PASS, TENPAI, Action, ActionKind, IllegalAction
from engine.called_wins import said_count
from engine.fouls import stands
from engine.match import Match
from engine.offences import REFEREE, Offence, Penalty
from engine.round import Round
from engine.table import Phase
from engine.tiles import MJAI
from engine.wall import PLAYERS

_WITH_DISCARD = (Offence.KUIKAE, Offence.OPEN_RIICHI, Offence.INVALID_RIICHI, Offence.RIICHI_DISCARD)


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


def unnoticed(game: Round, seat: int, kind: ActionKind) -> list[Action]:
    """Mistakes of this kind that look like any other riichi, kan or win in a record."""
    errors = game.options(seat).errors
    view = game.view(seat)
    return [
        mistake.action
        for mistake in errors
        if mistake.action.kind is kind and (mistake.is_unnoticed or stands(view, mistake))
    ]


def turn_mistake(game: Round, recorded: Sequence[ev.Event]) -> Action | None:
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


def claim_mistakes(
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


def declaration(game: Round, event: ev.Event) -> dict[int, Action]:
    """What the seat that is asked declares at the draw; raises IllegalAction."""
    seat = game.table.turn
    if isinstance(event, ev.Tenpai | ev.Noten) and event.actor == seat:
        return {seat: TENPAI if isinstance(event, ev.Tenpai) else NOTEN}
    raise IllegalAction(f"seat {seat} must declare tenpai or noten")


def counting(game: Round, event: ev.Event) -> dict[int, Action]:
    """What is said of a win, or who challenges it; raises IllegalAction."""
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
