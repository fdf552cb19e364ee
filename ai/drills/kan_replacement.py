"""Events after a kan: the draw of the replacement tile, and the new indicator if the ruleset has one."""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.melds import MeldKind
from engine.rules import Ruleset


def replaced(rules: Ruleset, kan: MeldKind, drawn: ev.Tsumo, indicator: Callable[[], str]) -> list[ev.Event]:
    """The draw of the replacement tile and, if kans reveal indicators, the new indicator.

    ``indicator`` returns a tile in mjai spelling, and is called only if an indicator is revealed. A late
    indicator is revealed with the discard that follows, so no other kan may come before that discard.
    """
    if not rules.kan_dora:
        return [drawn]
    timing = rules.closed_kan_dora if kan is MeldKind.CLOSED_KAN else rules.open_kan_dora
    turned = ev.Dora(indicator())
    return [turned, drawn] if timing == "before" else [drawn, turned]
