"""Rulings on errors at a table: what was done, the rule against it, its penalty, and what happens now."""

from __future__ import annotations

import msgspec

from engine.actions import ActionKind, Refusal
from engine.events import Foul
from engine.offences import REFEREE, Offence, Penalty
from engine.options import why_not
from engine.payments import chombo_deltas
from engine.rules import Ruleset
from engine.table import Phase, Table
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.config.actions import ActionId
from tui.i18n.texts import t
from tui.words.actions import reason
from tui.words.seating import Seating

_SOURCES: dict[str, dict[Penalty, str]] = {
    "wrc": dict.fromkeys(Penalty, "wrc"),
    "wrc2015": dict.fromkeys(Penalty, "wrc2015"),
    "ema": {Penalty.CHOMBO: "ema-chombo", Penalty.DEAD_HAND: "ema-dead-hand"},
    "ema2025": {Penalty.CHOMBO: "ema2025-chombo", Penalty.DEAD_HAND: "ema2025-dead-hand"},
    "mleague": dict.fromkeys(Penalty, "mleague"),
}
"""Where a ruleset has its penalties; those without any borrow them from EMA."""
_WIN = {Offence.FALSE_WIN, Offence.WITHDRAWN_WIN}


class Ruling(msgspec.Struct, frozen=True):
    """A ruling in sentences."""

    offence: str
    """Who did what."""
    why: str
    """Why it was wrong, as far as the player may know; empty if nothing is to be added."""
    rule: str
    """Where the ruleset says so."""
    penalty: str
    now: str
    """What happens now."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it, a sentence or two a line."""
        return tuple(filter(None, (self.offence, self.why, self.rule, self.penalty, self.now)))


def ruling(foul: Foul, before: SeatView, seating: Seating) -> Ruling:
    """The ruling on a foul; ``before`` is what the player saw right before it."""
    penalty = Penalty(foul.penalty)
    own = foul.actor == seating.seat
    offence = t(f"reviewed.foul-of.{foul.offence}")
    why = own_reason(Offence(foul.offence), before) if own else ""
    name = seating.names[foul.actor]
    return Ruling(
        offence=t("ruling.own", offence=offence) if own else t("ruling.other", name=name, offence=offence),
        why=t("ruling.why", reason=why) if why else "",
        rule=t("ruling.rule", source=source(before.rules, penalty)),
        penalty=_penalty(foul, penalty, before.table),
        now=_now(foul, penalty, before.table),
    )


def _now(foul: Foul, penalty: Penalty, table: Table) -> str:
    """What happens now. A referee's chombo waits for those who may win on the tile, where a win voids it."""
    waits = table.phase in (Phase.CLAIM, Phase.ROB) and table.rules.win_voids_chombo
    if penalty is Penalty.CHOMBO and waits and Offence(foul.offence) in REFEREE:
        return t("ruling.now.chombo-unless-won")
    return t(f"ruling.now.{penalty}")


def source(rules: Ruleset, penalty: Penalty) -> str:
    """Where the rulebook names the penalty. WRC 2025 alone names a warning."""
    if penalty is Penalty.WARNING and rules.name != "wrc":
        return t("ruling.source.warning")
    return t(f"ruling.source.{_SOURCES.get(rules.name, {}).get(penalty, 'ema')}")


def own_reason(offence: Offence, before: SeatView) -> str:
    """Why the player's action was wrong, from what the player saw; empty if the offence says it all."""
    if offence in _WIN:
        kind, name = (ActionKind.TSUMO, ActionId.TSUMO) if before.my_turn else (ActionKind.RON, ActionId.RON)
        return _reason(name, why_not(before, kind))
    if offence is Offence.BAD_CLOSED_KAN and before.own.spoilt is not None:
        return _reason(ActionId.KAN, before.own.spoilt)
    return ""


def _reason(name: ActionId, refusal: Refusal | None) -> str:
    return "" if refusal is None else reason(name, refusal)


def _penalty(foul: Foul, penalty: Penalty, table: Table) -> str:
    """The penalty with its points."""
    rules = table.rules
    if penalty is not Penalty.CHOMBO:
        return t(f"ruling.penalty.{penalty}")
    if rules.chombo == "final":
        return t("ruling.chombo.final", points=rules.chombo_points)
    bets = [rules.riichi_bet if seat.riichi_paid else 0 for seat in table.seats]
    paid = [total - bet for total, bet in zip(chombo_deltas(table, [foul.actor]), bets, strict=True)]
    others = [paid[seat] for seat in range(PLAYERS) if seat != foul.actor]
    if foul.actor == table.dealer:
        return t("ruling.chombo.mangan-east", points=others[0])
    return t("ruling.chombo.mangan", east=paid[table.dealer], others=min(others))
