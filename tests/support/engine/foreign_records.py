"""Records as other programs write them, made of ours: in their words, and several in a zip file."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from engine.records.dialects import FIELDS, REASONS, TILES


def in_other_words(mjai: bytes) -> bytes:
    """Lines of mjai with every tile, field and reason that another program writes otherwise."""
    for word in (*TILES, *FIELDS, *REASONS):
        mjai = mjai.replace(f'"{word.ours}"'.encode(), f'"{word.written}"'.encode())
    return mjai


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip file of these files by their names."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as several:
        for name, content in files.items():
            several.writestr(name, content)
    return packed.getvalue()
