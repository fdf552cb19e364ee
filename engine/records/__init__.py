"""Records of games: read, replayed through the live engine, and written.

It may import every other module of the engine; none imports it.
"""

from engine.records.mjai_lines import read_events, write_events
from engine.records.recorded_choices import RecordError, choices
from engine.records.resume import Resumed, resume
from engine.records.takeback import TakenBack, is_free, take_back

__all__ = [
    "RecordError",
    "Resumed",
    "TakenBack",
    "choices",
    "is_free",
    "read_events",
    "resume",
    "take_back",
    "write_events",
]
