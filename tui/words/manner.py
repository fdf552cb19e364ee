"""How the other players of a game played, in two sentences or three for each."""

from __future__ import annotations

from collections.abc import Sequence

from ai.statistics.manner import Manner
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.words.seating import Seating


def manner_lines(manners: Sequence[Manner], seating: Seating) -> list[str]:
    """A line for each player but the own seat, in turn order; none for a game without a finished hand."""
    words = seating.in_full()
    return [
        _line(words[seat], manners[seat])
        for seat in words.around
        if not words.is_me(seat) and manners[seat].hands
    ]


def _line(name: str, manner: Manner) -> str:
    parts = [
        t("manner.played", name=name, count=manner.hands, calls=manner.calls, riichi=manner.riichi),
        t("manner.folded", count=manner.threatened, folded=manner.folded) if manner.threatened else "",
        t(f"manner.luck-{manner.luck}", useful=manner.useful, expected=round(manner.expected)),
    ]
    return join_sentences(filter(None, parts))
