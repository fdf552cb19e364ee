"""What a hand waits on: now, or after a discard that has not been made yet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine import shape
from engine.furiten import Cause
from engine.legal.wins import refuse_ron_on, refuse_tsumo_on
from engine.tiles import Kind, Tile
from engine.view import SeatView
from tui.desk.words import fitting, tile_word
from tui.table.scene import WaitRow
from tui.texts import t

LINE_WIDTH = 52
"""The wait line shares its row with name and points of the player …"""
RIICHI_WIDTH = 44
"""… and with the badge of a double riichi."""


@dataclass(frozen=True, slots=True)
class Wait:
    """One wait of a hand."""

    kind: Kind
    left: int
    """Copies that this seat cannot see."""
    ron: bool
    """Whether a ron on it would have what a win needs, furiten apart."""
    tsumo: bool
    on_offer: bool = False
    """Whether one of them is the tile that may be won on now."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A hand of 13 tiles: how far it is, what it waits on, and why it could not ron."""

    shanten: int
    waits: tuple[Wait, ...]
    furiten: tuple[Cause, ...]
    discard: Tile | None = None
    """The discard that it supposes."""

    @property
    def rows(self) -> tuple[WaitRow, ...]:
        """The waits for the side panel."""
        return tuple(WaitRow(wait.kind, wait.left, self._note(wait)) for wait in self.waits)

    def line(self, width: int = LINE_WIDTH) -> str:
        """One sentence of at most ``width`` columns: the waits, or how far the hand is from tenpai."""
        head = "" if self.discard is None else t("desk.after", tile=tile_word(self.discard))
        if not self.waits:
            return head + _distance(self.shanten)
        return fitting(self._lines(head), width)

    def _note(self, wait: Wait) -> str:
        """What stands against winning on it."""
        notes = []
        if self.furiten:
            notes.append(t("desk.furiten"))
        if wait.on_offer:
            notes.append(t("desk.on-offer"))
        if not wait.ron:
            notes.append(t("desk.no-ron-yaku") if wait.tsumo else t("desk.no-yaku"))
        return ", ".join(notes)

    def _lines(self, head: str) -> list[str]:
        """The wait line from the longest to the shortest wording."""
        notes = [self._note(wait) for wait in self.waits]
        shared = notes[0] if len(set(notes)) == 1 else None
        each = [
            _beside(t("desk.wait", tile=tile_word(wait.kind), count=wait.left), note)
            for wait, note in zip(self.waits, notes, strict=True)
        ]
        brief = [f"{tile_word(wait.kind)} {wait.left}" for wait in self.waits]
        total = t("desk.kinds", count=len(self.waits), left=sum(wait.left for wait in self.waits))
        furiten = t("desk.furiten") if self.furiten else ""
        lines = [t("desk.tenpai", waits=", ".join(each))]
        if shared is not None:
            lines.append(_beside(t("desk.tenpai", waits=", ".join(brief)), shared))
        lines = [*(head + line for line in lines), *lines]
        lines.append(_beside(t("desk.tenpai", waits=", ".join(brief)), furiten))
        lines += [_beside(t("desk.tenpai", waits=total), note) for note in (shared or "", furiten) if note]
        return [*lines, t("desk.tenpai", waits=total)]


def _beside(text: str, note: str) -> str:
    return f"{text} ({note})" if note else text


def _distance(shanten: int) -> str:
    return t("desk.no-waits") if shanten <= 0 else t("desk.shanten", count=shanten)


def outlook_now(view: SeatView, offered: Kind | None = None) -> Outlook:
    """The hand between turns; ``offered`` is a tile that may be won on now, and so is not gone yet."""
    shanten = shape.shanten_of(view.hand.keys, len(view.hand.melds))
    outlook = _outlook(view, view.waits, shanten, view.furiten, None, riichi=False)
    waits = (
        replace(wait, left=wait.left + 1, on_offer=True) if wait.kind == offered else wait
        for wait in outlook.waits
    )
    return replace(outlook, waits=tuple(waits))


def outlook_in_riichi(view: SeatView) -> Outlook:
    """The locked hand on the own turn, which waits on the same whatever is drawn and thrown."""
    assert view.drawn is not None
    return replace(outlook_after(view, view.drawn), furiten=view.furiten, discard=None)


def outlook_after(view: SeatView, tile: Tile, *, riichi: bool = False) -> Outlook:
    """What a discard would leave on the own turn; ``riichi`` when it is declared with it."""
    rest = view.hand.copy()
    rest.remove(tile)
    waits = shape.waits(rest.keys, len(rest.melds))
    shanten = shape.shanten_of(rest.keys, len(rest.melds))
    furiten = view.furiten_with(waits, extra=(tile,)) if waits else ()
    return _outlook(view, waits, shanten, furiten, tile, riichi=riichi)


def _outlook(
    view: SeatView,
    waits: tuple[Kind, ...],
    shanten: int,
    furiten: tuple[Cause, ...],
    discard: Tile | None,
    *,
    riichi: bool,
) -> Outlook:
    left = view.left()
    return Outlook(
        shanten=shanten,
        waits=tuple(
            Wait(
                kind,
                left[kind],
                ron=refuse_ron_on(view, kind, discard=discard, riichi=riichi) is None,
                tsumo=refuse_tsumo_on(view, kind, discard=discard, riichi=riichi) is None,
            )
            for kind in waits
        ),
        furiten=furiten,
        discard=discard,
    )
