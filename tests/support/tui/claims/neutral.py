"""Texts that claim nothing by themselves.

They are names, joining words, and values that a whole sentence is put together from: whoever checks the
sentence reads them. A sentence never belongs here.
"""

from __future__ import annotations

NEUTRAL: tuple[str, ...] = (
    # names of tiles, suits, players and yaku
    "desk.tile.",
    "desk.suit.",
    "desk.red-five",
    "desk.honours",
    "desk.you",
    "desk.you-inside",
    "desk.your",
    "desk.whose",
    "session.you",
    "yaku.",
    "limits.",
    # joining words
    "joining.",
    "desk.and",
    "desk.so-many",
    # values inside a sentence, which its checker reads
    "panel.hand.left",
    "panel.hand.accepted",
    "panel.ends.",
    "panel.note.",
    "furiten.kind-",
    "log.why-",
    "drill.past.thrown",
    "drill.reading.melds",
    "drill.reading.pair",
    "drill.reading.triplet",
)
"""A key, or the beginning of keys when it ends with a dot or a hyphen."""
