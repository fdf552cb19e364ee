"""The hints of one position, computed once: waits, safety and marks, and the waits in words."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ai.reading.furiten_advice import FuritenAdvice, furiten_advice
from ai.reading.outlook import Outlook, Wait, outlook_after, outlook_now
from ai.reading.safety_reasons import SafetyClass, Tier, safety_class
from ai.reading.threat import threatening
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView
from tui.config.actions import ActionId
from tui.config.settings import MarksWhen
from tui.desk.choice import Choice, Mode
from tui.desk.scene import LaidHand, WaitRow
from tui.i18n import join_list, t
from tui.tiles import NO_MARK, Mark, tier_mark
from tui.words.names import first_fitting, tile_word

if TYPE_CHECKING:
    from ai.reading.safety import Safety, TileSafety
    from ai.reading.value_hints import CallEffect


class Hints:
    """The hints of one position."""

    def __init__(self, view: SeatView, marks: MarksWhen, laid: LaidHand) -> None:
        self.view = view
        self._laid = laid
        self._when = marks
        self._outlooks: dict[tuple[Tile, bool], Outlook] = {}

    # -- the hand ------------------------------------------------------------------------------------

    def outlook(self, choice: Choice | None) -> Outlook | None:
        """The waits of the hand; on the own turn, the waits after the discard under the cursor.

        None if the hand has just been completed, and for 14 tiles without a decision.
        """
        view = self.view
        if choice is not None and choice.takes_win:
            return None
        if choice is not None and choice.on_turn:
            if view.me.riichi:
                return outlook_now(view)
            if choice.mode is Mode.TURN and choice.place in choice.disabled():
                return None
            return self.outlook_of(choice.tiles[choice.place], choice.mode is Mode.RIICHI)
        if view.hand.size % 3 != 1:
            return None
        offer = view.table.offer if choice is not None and choice.actions(ActionId.RON) else None
        return outlook_now(view, None if offer is None else KIND_OF[offer])

    def outlook_of(self, tile: Tile, riichi: bool = False) -> Outlook:
        """The waits after a discard. ``riichi`` means that riichi is declared with it."""
        key = tile, riichi
        if key not in self._outlooks:
            self._outlooks[key] = outlook_after(self.view, tile, riichi=riichi)
        return self._outlooks[key]

    @cached_property
    def advice(self) -> FuritenAdvice | None:
        """The ways out of furiten, or None if the hand is not furiten."""
        return furiten_advice(self.view)

    @cached_property
    def calls(self) -> tuple[CallEffect, ...]:
        from ai.reading.value_hints import call_effects  # here: a table begins without the value of wins

        return call_effects(self.view)

    # -- the others ----------------------------------------------------------------------------------

    @cached_property
    def safety(self) -> Safety:
        from ai.reading.safety import Safety  # here: when a game begins, nobody threatens

        return Safety(self.view)

    @cached_property
    def threatening(self) -> tuple[int, ...]:
        """The players in riichi or probably tenpai, counted from the right."""
        return threatening(self.view)

    @cached_property
    def feared(self) -> tuple[int, ...]:
        """The players that marks count against: those who threaten; if none and marks are always on, all."""
        if self._when is MarksWhen.NEVER:
            return ()
        if self._when is MarksWhen.ALWAYS and not self.threatening:
            return self.safety.opponents
        return self.threatening

    def against_each(self, kind: Kind) -> tuple[TileSafety, ...]:
        """The safety of a kind against each player that marks count against."""
        return tuple(self.safety.against(kind, opponent) for opponent in self.feared)

    # -- the marks -----------------------------------------------------------------------------------

    def marks(self, choice: Choice | None) -> tuple[Mark, ...]:
        """The marks of each discardable tile: its safety, and on the own turn, whether it makes furiten.

        In a riichi choice, the tiles that riichi can be declared with have a sign for that, too.
        """
        choosing = choice is not None and choice.mode is Mode.RIICHI
        making = self._making_furiten(choice)
        marks = []
        for place, tile in enumerate(self._laid.tiles):
            if not self._is_free(place, choice):
                marks.append(NO_MARK)
                continue
            worst = self.worst_tier(KIND_OF[tile])
            mark = NO_MARK if worst is None else tier_mark(worst)
            marks.append((mark.with_choice() if choosing else mark).with_furiten(tile in making))
        return tuple(marks)

    def _making_furiten(self, choice: Choice | None) -> frozenset[Tile]:
        """The discards that make a hand furiten which would not be furiten otherwise.

        A discard that leaves the hand furiten is one of them in two cases: another discard leaves it tenpai
        without furiten; or the hand is not furiten now, and some discard leaves it so. So no tile is marked
        if the hand is furiten and only breaking it helps, or if every discard leads to furiten, as after a
        tsumo that is declined.
        """
        if choice is None or not choice.on_turn:
            return frozenset()
        tiles = {tile for place, tile in enumerate(self._laid.tiles) if self._is_free(place, choice)}
        furiten = {tile for tile in tiles if self.outlook_of(tile).furiten}
        spared = any(self.outlook_of(tile).waits for tile in tiles - furiten)
        if not spared and (self.view.furiten or furiten == tiles):
            return frozenset()
        return frozenset(furiten)

    def worst_tier(self, kind: Kind) -> Tier | None:
        """The worst tier against the players that marks count against, or None without such players."""
        return max((self.safety.tier(kind, opponent) for opponent in self.feared), default=None)

    def by_safety(self, choice: Choice | None) -> tuple[tuple[int, ...], ...]:
        """The places of the tiles that can be discarded, in groups of one tier, the safest first.

        The most dangerous tier has no end: its tiles are told apart by their chances. In a group the class
        against the others decides, who may be tenpai too, and then the order of the hand. Of equal tiles only
        the first is named. Empty if marks count against nobody.
        """
        groups: dict[tuple[Tier, float], list[int]] = {}
        named: set[Tile] = set()
        for place, tile in enumerate(self._laid.tiles):
            worst = self.worst_tier(KIND_OF[tile])
            if worst is None or tile in named or not self._is_free(place, choice):
                continue
            named.add(tile)
            chance = self._chance(KIND_OF[tile]) if worst is max(Tier) else 0.0
            groups.setdefault((worst, chance), []).append(place)
        return tuple(tuple(sorted(groups[key], key=self._class_elsewhere)) for key in sorted(groups))

    def _class_elsewhere(self, place: int) -> SafetyClass:
        """The worst class of the tile at that place against the players that marks do not count against."""
        kind = KIND_OF[self._laid.tiles[place]]
        others = [opponent for opponent in self.safety.opponents if opponent not in self.feared]
        classes = (safety_class(self.safety.tier(kind, opponent)) for opponent in others)
        return max(classes, default=SafetyClass.CANNOT_LOSE)

    def _chance(self, kind: Kind) -> float:
        """The worst chance to deal in among the players that marks count against."""
        return max(self.safety.chance(kind, opponent) for opponent in self.feared)

    def safest(self, choice: Choice | None) -> tuple[tuple[Tile, ...], ...]:
        """The safest tiles in groups of one tier, the safest first; empty without a choice between tiles."""
        groups = self.by_safety(choice)
        if sum(map(len, groups)) < 2:
            return ()
        return tuple(tuple(self._laid.tiles[place] for place in group) for group in groups[:SAFEST_GROUPS])

    def _is_free(self, place: int, choice: Choice | None) -> bool:
        """Whether the tile at that place can be chosen now, or later if nothing is being chosen."""
        if self.view.me.riichi and not self._laid.is_drawn(place):
            return False
        return choice is None or not choice.of_tiles or choice.refused(place) is None


SAFEST_GROUPS = 3
"""Groups of the safest tiles that the table names."""
LINE_WIDTH = 52
"""Columns of the wait line, which shares its row with the name and points of the player …"""
RIICHI_WIDTH = 44
"""… and with the badge of a double riichi."""


def wait_rows(outlook: Outlook) -> tuple[WaitRow, ...]:
    """The waits for the side panel."""
    return tuple(WaitRow(wait.kind, wait.left, _row_note(wait, outlook)) for wait in outlook.waits)


def wait_line(outlook: Outlook, width: int = LINE_WIDTH) -> str:
    """A sentence of at most ``width`` columns: the waits, or the distance to tenpai."""
    head = "" if outlook.discard is None else t("desk.after", tile=tile_word(outlook.discard))
    if not outlook.waits:
        return head + _distance(outlook.shanten)
    return first_fitting(_lines(outlook, head), width)


def _row_note(wait: Wait, outlook: Outlook) -> str:
    """The note beside a wait: whether a copy is on offer, and what prevents a win on it."""
    offer = [t("desk.on-offer-short")] if wait.on_offer else []
    return join_list([*offer, *filter(None, [_note(wait, outlook)])])


def _note(wait: Wait, outlook: Outlook) -> str:
    notes = []
    if outlook.furiten:
        notes.append(t("desk.furiten"))
    if lack := _lack(wait):
        notes.append(lack)
    return join_list(notes)


def _lack(wait: Wait) -> str:
    """The reason against a win on it, apart from furiten."""
    if wait.no_ron is None:
        return ""
    why = t(f"log.why-{wait.no_ron.why.value}")
    return t("desk.no-ron-note", why=why) if wait.tsumo else why


def _lines(outlook: Outlook, head: str) -> list[str]:
    """The wait line in all wordings, from the longest to the shortest."""
    waits = outlook.waits
    notes = [_note(wait, outlook) for wait in waits]
    shared = notes[0] if len(set(notes)) == 1 else None
    each = [_beside(_counted(wait), note) for wait, note in zip(waits, notes, strict=True)]
    brief = [t("desk.wait-brief", tile=tile_word(wait.kind), count=wait.left) for wait in waits]
    total = t("desk.kinds", count=len(waits), left=sum(wait.left for wait in waits))
    furiten = t("desk.furiten") if outlook.furiten else ""
    lines = [t("desk.tenpai", waits=join_list(each))]
    if shared is not None:
        lines.append(_beside(t("desk.tenpai", waits=join_list(brief)), shared))
    lines = [*(head + line for line in lines), *lines]
    each = [f"{short} {_lack(wait)}".rstrip() for short, wait in zip(brief, waits, strict=True)]
    lacking = _beside(t("desk.tenpai", waits=join_list(each)), furiten)
    lines += [head + lacking, lacking]
    lines.append(_beside(t("desk.tenpai", waits=join_list(brief)), furiten))
    lines += [_beside(t("desk.tenpai", waits=total), note) for note in (shared or "", furiten) if note]
    return [*lines, t("desk.tenpai", waits=total)]


def _counted(wait: Wait) -> str:
    said = t("desk.wait", tile=tile_word(wait.kind), count=wait.left)
    return join_list((said, t("desk.on-offer"))) if wait.on_offer else said


def _beside(text: str, note: str) -> str:
    return t("desk.beside", text=text, note=note) if note else text


def _distance(shanten: int) -> str:
    return t("desk.no-waits") if shanten <= 0 else t("desk.shanten", count=shanten)
