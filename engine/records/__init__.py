"""Records of games: read, replayed through the live engine, and written."""

from engine.records.choices import RecordError, choices
from engine.records.lines import read_events, write_events
from engine.records.resume import Resumed, resume

__all__ = ["RecordError", "Resumed", "choices", "read_events", "resume", "write_events"]
