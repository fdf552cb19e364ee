"""Records of games: read, replayed through the live engine, and written.

It may import every other module of the engine; none imports it. What replays a record is imported when it is
first asked for: a new game only writes one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from engine.records.mjai_lines import read_events, write_events

if TYPE_CHECKING:
    from engine.records.recorded_choices import RecordError, choices
    from engine.records.resumed_game import Resumed, resume
    from engine.records.takeback import TakenBack, take_back

__all__ = [
    "RecordError",
    "Resumed",
    "TakenBack",
    "choices",
    "read_events",
    "resume",
    "take_back",
    "write_events",
]

_MODULES = {
    "recorded_choices": ("RecordError", "choices"),
    "resumed_game": ("Resumed", "resume"),
    "takeback": ("TakenBack", "take_back"),
}


def __getattr__(name: str) -> object:
    """Import the module of a name at its first use (PEP 562)."""
    for module, names in _MODULES.items():
        if name in names:
            globals()[name] = found = getattr(import_module(f"{__name__}.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
