"""What two programs may write differently, and what must be the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import events as ev
from engine.ranking import Standing
from engine.records.recorded_choices import describe, describe_value
from engine.rules import Ruleset

_TURNED_WITH = (ev.Reach, ev.Dahai, ev.ReachAccepted, ev.Ankan, ev.Kakan)
"""Events beside which an owed indicator is turned: nobody draws between them."""
_MOST_TURNED_WITH = 3
"""Of them in a row: riichi, its discard, its bet."""
_THOUSAND = 1000
_OLD_UMA = (
    (10_000, 5_000, -5_000, -10_000),
    (15_000, 5_000, -5_000, -15_000),
    (30_000, 10_000, -10_000, -30_000),
)
"""The uma that are usual in Japan besides Tenhou's of today."""


def aligned(written: Sequence[ev.Event], mine: Sequence[ev.Event]) -> list[ev.Event]:
    """The record with its events in our order, where the order means nothing.

    An owed kan dora may be written before or after the move that it is turned with; several wins on one
    discard may come in any order.
    """
    events = list(written)
    _move_indicators(events, mine)
    wins = [place for place, event in enumerate(events) if isinstance(event, ev.Hora)]
    order = [event.actor for event in mine if isinstance(event, ev.Hora)]
    winners = [event.actor for event in events if isinstance(event, ev.Hora)]
    if len(wins) > 1 and sorted(order) == sorted(winners):
        sorted_wins = sorted((events[place] for place in wins), key=lambda event: order.index(_actor(event)))
        for place, event in zip(wins, sorted_wins, strict=True):
            events[place] = event
    return events


def _move_indicators(events: list[ev.Event], mine: Sequence[ev.Event]) -> None:
    for place, our in enumerate(mine[: len(events)]):
        ours = isinstance(our, ev.Dora)
        if ours is isinstance(events[place], ev.Dora):
            continue
        later = events if ours else mine
        near = range(place, min(place + _MOST_TURNED_WITH + 1, len(later)))
        other = next((each for each in near if not isinstance(later[each], _TURNED_WITH)), None)
        if other is not None and isinstance(later[other], ev.Dora):
            before, after = (other, place) if ours else (place, other)
            events.insert(after, events.pop(before))


def _actor(event: ev.Event) -> int:
    assert isinstance(event, ev.Hora)
    return event.actor


def difference(mine: ev.Event, written: ev.Event) -> tuple[str, str] | None:
    """What the record says and what the engine says, every field in which they differ.

    What either leaves out is not compared.
    """
    if type(mine) is not type(written):
        return describe(written), describe(mine)
    differing = []
    for name in written.__struct_fields__:
        said, is_so = getattr(written, name), getattr(mine, name)
        if not isinstance(written, ev.WinCounted):
            said, is_so = _comparable(name, said), _comparable(name, is_so)
        if said is None or is_so is None or said == is_so:
            continue
        if name == "ura_markers" and not is_so:
            # turned for another winner; this one did not declare riichi
            continue
        differing.append((f"{name} {describe_value(said)}", f"{name} {describe_value(is_so)}"))
    if not differing:
        return None
    says, engine = zip(*differing, strict=True)
    return ", ".join(says), ", ".join(engine)


def _comparable(name: str, value: object) -> object:
    """Lists whose order means nothing, sorted; yaku that bring no han, left out."""
    if name == "consumed" and isinstance(value, list):
        return sorted(value)
    if name == "yaku" and isinstance(value, list):
        return sorted((yaku, han) for yaku, han in value if han)
    return value


def left_out(mine: ev.Event, written: ev.Event) -> bool:
    """Whether the record leaves out yaku, han or fu that this win has."""
    return any(
        getattr(written, name) is None and getattr(mine, name) is not None for name in ("yaku", "han", "fu")
    )


def rounded_finals(rules: Ruleset, ranked: Sequence[Standing]) -> Iterator[list[float]]:
    """Final scores by seat as Tenhou wrote them until 2020: whole thousands, what is over for the first.

    Halves are rounded up (22,500 is 7 below the return) or, in other records, away from zero (it is 8 below);
    before 2010 the uma was another one.
    """
    for uma in (rules.uma, *_OLD_UMA):
        for away in (False, True):
            finals = [0.0] * len(ranked)
            for standing, bonus in zip(ranked[1:], uma[1:], strict=True):
                whole = _thousands(standing.points - rules.return_points, away=away)
                finals[standing.seat] = whole + bonus / _THOUSAND
            finals[ranked[0].seat] = -sum(finals)
            yield finals


def _thousands(points: int, *, away: bool) -> int:
    """Points in whole thousands; a half is rounded up, or away from zero."""
    if away and points < 0:
        return -((-points + _THOUSAND // 2) // _THOUSAND)
    return (points + _THOUSAND // 2) // _THOUSAND
