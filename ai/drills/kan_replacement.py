"""What is heard when a kan stands: the replacement tile, and the new indicator where the ruleset has it."""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.melds import MeldKind
from engine.rules import Ruleset


def replaced(rules: Ruleset, kan: MeldKind, drawn: ev.Tsumo, indicator: Callable[[], str]) -> list[ev.Event]:
    """The draw of the replacement tile and, where kans turn indicators, the one for it.

    ``indicator`` gives a tile, as events spell it, and is asked only where one is turned. A late one is
    turned with the discard that follows, so another kan must not come before that.
    """
    if not rules.kan_dora:
        return [drawn]
    timing = rules.closed_kan_dora if kan is MeldKind.CLOSED_KAN else rules.open_kan_dora
    turned = ev.Dora(indicator())
    return [turned, drawn] if timing == "before" else [drawn, turned]
