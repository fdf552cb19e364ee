"""Records of games: read, replayed through the live engine, and written; here as mjai JSON lines.

It may import every other module of the engine; none imports it. What replays a record is imported when it
is first asked for: a new game only writes one.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from engine.events import Event, EventError, decode, encode

if TYPE_CHECKING:
    from engine.records.recorded_choices import RecordError
    from engine.records.resumed_game import resume, take_back


__all__ = [
    "RecordError",
    "read_events",
    "resume",
    "take_back",
    "write_events",
]

_MODULES = {
    "recorded_choices": ("RecordError",),
    "resumed_game": ("resume", "take_back"),
}


def __getattr__(name: str) -> object:
    """Import the module of a name at its first use (PEP 562)."""
    for module, names in _MODULES.items():
        if name in names:
            globals()[name] = found = getattr(import_module(f"{__name__}.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def write_events(events: Iterable[Event]) -> bytes:
    """The events as lines, each ended."""
    return b"".join(encode(event) + b"\n" for event in events)


def read_events(data: bytes) -> list[Event]:
    """Read whole lines; raises EventError that names the line at fault."""
    events = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            try:
                events.append(decode(line))
            except EventError as error:
                raise EventError(f"line {number}: {error}") from None
    return events
