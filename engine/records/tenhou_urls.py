"""URLs of Tenhou's viewer and editor of single hands: the record is in the URL itself."""

from __future__ import annotations

from urllib.parse import unquote

from engine.records.recorded_choices import RecordError

VIEWER = "https://tenhou.net/6/#json="
"""What the URL of a hand begins with."""
URL_STARTS = (b"http://", b"https://")
_RECORD = VIEWER.rpartition("/")[2].encode()
"""What stands before the record, whichever of the viewers the URL is for."""
_PLACE = b"&ts="
"""Behind the record a URL may name the hand to show."""


def records_in_urls(text: bytes) -> list[bytes]:
    """The JSON of each line; raises RecordError with the line that is no such URL."""
    records = []
    for number, line in enumerate(text.split(b"\n"), 1):
        if not line.strip():
            continue
        _, found, record = line.strip().partition(_RECORD)
        if not found or not line.strip().startswith(URL_STARTS):
            raise RecordError(f"line {number}: the URL holds no record: it has no '{_RECORD.decode()}'")
        records.append(unquote(record.partition(_PLACE)[0].decode("ascii", "replace")).encode())
    return records
