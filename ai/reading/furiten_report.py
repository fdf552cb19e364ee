"""The facts about a furiten hand at a glance: which tile, why, until when, and the way out."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from ai.reading.furiten_advice import FuritenAdvice, WayKind, WayOut
from ai.reading.missed_wins import MissedWin
from ai.reading.outlook import Outlook, outlook_now
from engine.actions import Why
from engine.furiten import Cause, Ends, FuritenKind, Passed
from engine.tiles import KIND_OF
from engine.view import SeatView

_LASTING = (Ends.OWN_DISCARD, Ends.WAITS_CHANGE, Ends.HAND_ENDS)


class TsumoChance(StrEnum):
    """Whether a tsumo wins although the hand is furiten."""

    NOW = "now"
    """The drawn tile wins."""
    LATER = "later"
    """A later draw can win."""
    NONE = "none"
    """No draw is left, or no wait has a yaku."""


class FuritenReport(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be said about a furiten hand."""

    causes: tuple[Cause, ...]
    """One cause for each kind of tile; the first ends last, and is the one that is told."""
    called_away: bool
    """Whether the first cause is an own discard that another player called."""
    tsumo: TsumoChance
    missed: MissedWin | None = None
    """The winning tile that passed just now."""
    way: WayOut | None = None
    """On the own turn: the best discard that leads to a wait without furiten.

    One that gives up tenpai is left out if more tiles win by tsumo than would lead to such a wait.
    """
    stuck: bool = False
    """On the own turn: whether no discard leads to one."""
    changing: int = 0
    """Between turns: unseen tiles whose draw could change the wait."""
    kept: Outlook | None = None
    """On the own turn, if there is no way: the hand after the best discard that stays tenpai."""

    @property
    def ends(self) -> Ends:
        """When the furiten ends."""
        return self.causes[0].ends

    @property
    def before(self) -> Cause | None:
        """Why the hand was furiten before the tile passed just now, if that is why it could not win."""
        refusal = None if self.missed is None else self.missed.refusal
        return longest_lasting(refusal.causes) if refusal and refusal.why is Why.FURITEN else None


def furiten_report(
    view: SeatView, advice: FuritenAdvice | None, passed: MissedWin | None = None
) -> FuritenReport | None:
    """The facts of the furiten of a hand, or of the furiten that a missed win causes; None without either.

    If the hand was furiten before the tile passed, a way out takes precedence over the tile.
    """
    causes = view.furiten
    if passed is not None and passed.cause not in causes:
        causes = (*causes, passed.cause)
    if not causes:
        return None
    main = longest_lasting(causes)
    facts = FuritenReport(
        causes=_one_each((main, *_as_they_arose(causes))),
        called_away=_called_away(main, view),
        tsumo=_tsumo(view, advice),
        missed=passed,
    )
    if passed is not None and not (facts.before is not None and view.my_turn and advice and advice.ways):
        return facts
    return msgspec.structs.replace(facts, missed=None, **_ways(view, advice))


def _ways(view: SeatView, advice: FuritenAdvice | None) -> dict[str, WayOut | Outlook | bool | int | None]:
    if advice is None:
        return {}
    if not view.my_turn:
        return {"changing": sum(draw.left for draw in advice.draws)}
    way = next((way for way in advice.ways if _is_worth_it(way, advice.kept)), None)
    return {"way": way, "stuck": not advice.ways, "kept": advice.kept if way is None else None}


def _is_worth_it(way: WayOut, kept: Outlook | None) -> bool:
    """Whether it leads out of furiten, and to more tiles than win by tsumo if the wait is kept."""
    if way.kind is WayKind.STEP_BACK:
        return kept is None or way.freeing > kept.tsumo_tiles
    return way.kind in (WayKind.CHANGE_WAIT, WayKind.NEXT_DISCARD) and (
        way.tile is None or way.wait.winning_tiles > 0
    )


def longest_lasting(causes: Sequence[Cause]) -> Cause:
    """The cause that ends last; of equal ones the oldest."""
    return max(_as_they_arose(causes), key=lambda cause: _LASTING.index(cause.ends))


def _as_they_arose(causes: Sequence[Cause]) -> tuple[Cause, ...]:
    """Causes in order: own discards, then passed tiles.

    A draw that was passed after riichi is listed twice: as a discard and as passed. The discard is left out.
    """
    own = [cause for cause in causes if cause.kind is FuritenKind.DISCARD]
    passed = [cause for cause in causes if cause.kind is not FuritenKind.DISCARD]
    twice = sum(cause.passed is Passed.DRAW for cause in passed)
    return (*own[: len(own) - twice], *passed)


def _one_each(causes: Sequence[Cause]) -> tuple[Cause, ...]:
    """The first cause of each kind of tile."""
    return tuple({KIND_OF[cause.tile]: cause for cause in reversed(causes)}[kind] for kind in _kinds(causes))


def _kinds(causes: Sequence[Cause]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(KIND_OF[cause.tile] for cause in causes))


def _called_away(cause: Cause, view: SeatView) -> bool:
    return cause.kind is FuritenKind.DISCARD and view.me.pond[cause.turn - 1].called_by is not None


def tsumo_wins(view: SeatView) -> bool:
    """Whether a later tsumo can win: an own draw is left, and a tile of a wait that allows a tsumo."""
    if not view.own_draws or (view.my_turn and view.drawn is None):
        return False
    return outlook_now(view).tsumo_tiles > 0


def _tsumo(view: SeatView, advice: FuritenAdvice | None) -> TsumoChance:
    if view.my_turn and advice is not None and any(way.kind is WayKind.TSUMO for way in advice.ways):
        return TsumoChance.NOW
    return TsumoChance.LATER if tsumo_wins(view) else TsumoChance.NONE
