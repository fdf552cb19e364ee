"""The hand after each of two choices: the reason for or against one, as the panels of the desk know it.

A discard is looked at as the outlook of the hand after it, a call or a kan as the call panel does
(``call_effect``), a pass as the hand that it keeps.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ai.reading.outlook import Outlook, outlook_after, outlook_now
from ai.reading.safety import Safety, TileSafety
from ai.reading.threat import threatening
from ai.reading.value_hints import ANY_DISTANCE, ValueHints, call_effect, value_hints
from ai.reading.yaku_plans import PlannedYaku
from engine.actions import CALLS, DISCARDS, OWN_KANS, Action, ActionKind
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView


class AfterChoice(msgspec.Struct, frozen=True):
    """The hand after a choice."""

    tile: Tile | None
    """Its discard; of a chi or a pon the best legal one after it; None after a kan or a pass."""
    shanten: int
    tiles: int
    """Unseen tiles that bring the hand nearer; of a tenpai hand those that win by ron or tsumo."""
    ron: int
    """Of a tenpai hand the tiles to ron on."""
    points: tuple[int, int] | None = None
    """Of a tenpai hand the points of its cheapest and of its dearest win; None if it has none."""
    kind: ActionKind = ActionKind.DISCARD
    dora: int = 0
    """Han of dora and red fives in the hand and its melds."""
    has_yaku: bool = True
    """Whether a yaku is within reach, of a tenpai hand whether a tile wins."""
    yaku: tuple[tuple[PlannedYaku, tuple[Kind, ...]], ...] = ()
    """Yaku of a tenpai that is as near as the hand, without those of ``ANY_DISTANCE``; each with
    ``YakuHint.about``."""
    pays: int = 0
    """The most that a tenpai hand is paid at the draw."""
    safety: TileSafety | None = None
    """Of ``tile`` against those who threaten, where it is the least safe; None if nobody threatens."""
    new_dora: bool = False
    """Whether the choice turns another dora indicator."""

    @property
    def is_kan(self) -> bool:
        return self.tile is None and self.kind is not ActionKind.PASS

    @classmethod
    def of(cls, view: SeatView, action: Action) -> AfterChoice | None:
        """The hand after that choice; None if there is no such hand, as after nine terminals."""
        if action.kind in DISCARDS and action.tile is not None:
            riichi = action.kind is ActionKind.RIICHI
            outlook = outlook_after(view, action.tile, riichi=riichi)
            hints = value_hints(view, action.tile, riichi=riichi)
            return cls._of(view, action, outlook, hints)
        if action.kind is ActionKind.PASS:
            return cls._of(view, action, outlook_now(view), value_hints(view))
        if action.kind in (*CALLS, *OWN_KANS):
            effect = call_effect(view, action)
            if effect is not None:
                return cls._of(view, action, effect.hand, effect.hints, new_dora=effect.new_dora)
        return None

    @classmethod
    def _of(
        cls, view: SeatView, action: Action, outlook: Outlook, hints: ValueHints, *, new_dora: bool = False
    ) -> AfterChoice:
        found, riichi = cls.of_outlook(outlook), action.kind is ActionKind.RIICHI or view.me.riichi
        tile, near = outlook.discard, max(outlook.shanten, 0)
        return replace(
            found,
            kind=action.kind,
            dora=hints.dora_han,
            has_yaku=bool(riichi or (found.tiles if outlook.waits else hints.yaku)),
            yaku=tuple(
                (each.yaku, each.about)
                for each in hints.yaku
                if each.shanten <= near and each.yaku not in ANY_DISTANCE
            ),
            pays=outlook.tenpai_pays,
            safety=None if tile is None else Safety(view).worst(KIND_OF[tile], threatening(view)),
            new_dora=new_dora,
        )

    @classmethod
    def of_outlook(cls, outlook: Outlook) -> AfterChoice:
        """The hand after a discard, from its outlook, without its value."""
        tenpai = bool(outlook.waits)
        tiles = outlook.winning_tiles if outlook.shanten == 0 else outlook.acceptance
        points = outlook.win_points if tenpai and tiles else None
        return cls(outlook.discard, outlook.shanten, tiles, outlook.ron_tiles, points)


def hands_after(view: SeatView, taken: Action, better: Action) -> tuple[AfterChoice, ...]:
    """The hand after each of the two choices; empty unless both have one."""
    found = [after for each in (taken, better) if (after := AfterChoice.of(view, each)) is not None]
    return tuple(found) if len(found) == 2 else ()
