"""The lines of a score sheet in words."""

from __future__ import annotations

from collections.abc import Iterator

from engine import events as ev
from engine.tiles import TILE_OF
from tui.i18n.layout import join_clauses, join_list
from tui.i18n.texts import t
from tui.replay.score_sheet import SheetHand
from tui.words.event_lines import draw_reason, hand_and_honba
from tui.words.results import score_extent, yaku_items
from tui.words.seating import Seating
from tui.words.tiles import sentence_start


def hand_title(line: SheetHand) -> str:
    """The name of the hand with its honba: ``East 2, 1 honba``."""
    start = line.hand.start
    return hand_and_honba(TILE_OF[start.bakaze], start.kyoku, start.honba)


def hand_sign(line: SheetHand) -> str:
    """The name of the hand in a few cells: ``E2``, with honba ``E2-1``."""
    start = line.hand.start
    name = f"{t(f'sheet.winds.{start.bakaze}')}{start.kyoku}"
    return f"{name}-{start.honba}" if start.honba else name


def brief_result(line: SheetHand) -> str:
    """How the hand ended, in a word."""
    wins = line.wins
    if wins:
        return t("sheet.tsumo" if wins[0].actor == wins[0].target else "sheet.ron")
    draw = line.draw
    if draw is None:
        return t("sheet.unfinished")
    return t("sheet.drawn" if draw.reason in _OVER else "sheet.aborted")


_OVER = (None, "exhaustive", "nagashi_mangan")


def result_words(line: SheetHand, names: Seating) -> str:
    """Who won what from whom, or why the hand was drawn and who was tenpai."""
    if line.wins:
        return join_clauses(_win(line, number, win, names) for number, win in enumerate(line.wins))
    if line.draw is None:
        return t("sheet.unfinished")
    told = sentence_start(draw_reason(line.draw.reason))
    tenpai = line.draw.tenpais
    if line.outcome is not None and line.outcome.draw is not None:
        tenpai = list(line.outcome.draw.tenpai)
    if not tenpai or line.draw.reason not in _OVER:
        return told
    ready = [names.other(seat) for seat in names.around if tenpai[seat]]
    return join_clauses([told, t("sheet.tenpai", names=join_list(ready)) if ready else t("sheet.nobody")])


def _win(line: SheetHand, number: int, win: ev.Hora, names: Seating) -> str:
    points = _points(line, number, win)
    if win.actor == win.target:
        return t("sheet.tsumo-by", name=names[win.actor], points=points)
    return t("sheet.ron-from", name=names[win.actor], other=names.other(win.target), points=points)


def _points(line: SheetHand, number: int, win: ev.Hora) -> int:
    """What the hand is worth without honba and sticks; what the winner received if the record has no more."""
    if line.outcome is not None and number < len(line.outcome.wins):
        return line.outcome.wins[number].value
    return win.points or (win.deltas[win.actor] if win.deltas else 0)


def yaku_words(line: SheetHand) -> str:
    """The yaku of each win with han, fu and limit; empty for a draw, or if nothing tells them."""
    return join_clauses(_yaku(line))


def _yaku(line: SheetHand) -> Iterator[str]:
    if line.outcome is not None:
        for win in line.outcome.wins:
            names = join_list(f"{item.name} {item.worth}" for item in yaku_items(win.score))
            yield t("sheet.worth", yaku=names, extent=score_extent(win.score))
        return
    for told in line.wins:
        if told.yaku:
            yield join_list(t(f"yaku.{name}") for name, _ in told.yaku)
