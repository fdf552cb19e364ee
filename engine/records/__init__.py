"""Records of games: read, replayed through the live engine, and written; here as mjai JSON lines.

It may import every other module of the engine; none imports it.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import Event, EventError, decode, encode


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
