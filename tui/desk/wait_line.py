"""What a hand waits on, in words: the wait line, and the notes of the side panel."""

from __future__ import annotations

from ai.reading.wait_outlook import Outlook, Wait
from tui.desk.scene import WaitRow
from tui.i18n.layout import listed
from tui.i18n.texts import t
from tui.words.tiles import fitting, tile_word

LINE_WIDTH = 52
"""The wait line shares its row with name and points of the player …"""
RIICHI_WIDTH = 44
"""… and with the badge of a double riichi."""


def wait_rows(outlook: Outlook) -> tuple[WaitRow, ...]:
    """The waits for the side panel."""
    return tuple(WaitRow(wait.kind, wait.left, _row_note(wait, outlook)) for wait in outlook.waits)


def wait_line(outlook: Outlook, width: int = LINE_WIDTH) -> str:
    """One sentence of at most ``width`` columns: the waits, or how far the hand is from tenpai."""
    head = "" if outlook.discard is None else t("desk.after", tile=tile_word(outlook.discard))
    if not outlook.waits:
        return head + _distance(outlook.shanten)
    return fitting(_lines(outlook, head), width)


def _row_note(wait: Wait, outlook: Outlook) -> str:
    """Beside a wait with its number: that one is on offer, and what stands against winning on it."""
    offer = [t("desk.on-offer-short")] if wait.on_offer else []
    return listed([*offer, *filter(None, [_note(wait, outlook)])])


def _note(wait: Wait, outlook: Outlook) -> str:
    """What stands against winning on it."""
    notes = []
    if outlook.furiten:
        notes.append(t("desk.furiten"))
    if lack := _lack(wait):
        notes.append(lack)
    return listed(notes)


def _lack(wait: Wait) -> str:
    """What a win on it lacks, furiten apart."""
    if wait.no_ron is None:
        return ""
    why = t(f"log.why-{wait.no_ron.why.value}")
    return t("desk.no-ron-note", why=why) if wait.tsumo else why


def _lines(outlook: Outlook, head: str) -> list[str]:
    """The wait line from the longest to the shortest wording."""
    waits = outlook.waits
    notes = [_note(wait, outlook) for wait in waits]
    shared = notes[0] if len(set(notes)) == 1 else None
    each = [_beside(_counted(wait), note) for wait, note in zip(waits, notes, strict=True)]
    brief = [t("desk.wait-brief", tile=tile_word(wait.kind), count=wait.left) for wait in waits]
    total = t("desk.kinds", count=len(waits), left=sum(wait.left for wait in waits))
    furiten = t("desk.furiten") if outlook.furiten else ""
    lines = [t("desk.tenpai", waits=listed(each))]
    if shared is not None:
        lines.append(_beside(t("desk.tenpai", waits=listed(brief)), shared))
    lines = [*(head + line for line in lines), *lines]
    each = [f"{short} {_lack(wait)}".rstrip() for short, wait in zip(brief, waits, strict=True)]
    lacking = _beside(t("desk.tenpai", waits=listed(each)), furiten)
    lines += [head + lacking, lacking]
    lines.append(_beside(t("desk.tenpai", waits=listed(brief)), furiten))
    lines += [_beside(t("desk.tenpai", waits=total), note) for note in (shared or "", furiten) if note]
    return [*lines, t("desk.tenpai", waits=total)]


def _counted(wait: Wait) -> str:
    """A wait with its tiles left, the one on offer among them."""
    said = t("desk.wait", tile=tile_word(wait.kind), count=wait.left)
    return listed((said, t("desk.on-offer"))) if wait.on_offer else said


def _beside(text: str, note: str) -> str:
    return t("desk.beside", text=text, note=note) if note else text


def _distance(shanten: int) -> str:
    return t("desk.no-waits") if shanten <= 0 else t("desk.shanten", count=shanten)
