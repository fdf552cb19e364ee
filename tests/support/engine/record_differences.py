"""Compare recorded events with the engine's own: the hands of a record, and every difference."""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as ev

_IGNORED_FIELDS = (
    "names",
    "seed",
    "format",
    "program",
    "rules",
    "length",
    "kyoku_first",
    "aka_flag",
    "final",
)


def normalised(record: Sequence[ev.Event]) -> list[ev.Event]:
    """A kan dora still owed when a second kan is made stands before or after that kan's own event:
    nobody decides anything in between, and the engine puts it after."""
    events = list(record)
    for number in range(len(events) - 1):
        if isinstance(events[number], ev.Dora) and isinstance(events[number + 1], (ev.Ankan, ev.Kakan)):
            events[number : number + 2] = events[number + 1], events[number]
    return events


def differences(mine: ev.Event, written: ev.Event) -> list[str]:
    """Fields in which the two events differ; what the record leaves out is not compared."""
    if type(mine) is not type(written):
        return [f"{written} but the engine has {mine}"]
    found = []
    for field in written.__struct_fields__:
        one, other = getattr(mine, field), getattr(written, field)
        if field == "consumed":
            one, other = sorted(one), sorted(other)
        if field == "yaku" and other is not None:
            one, other = sorted(map(tuple, one)), sorted(map(tuple, other))
        if other is not None and field not in _IGNORED_FIELDS and one != other:
            found.append(f"{type(mine).__name__}.{field}: record {other}, engine {one}")
    return found
