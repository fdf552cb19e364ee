"""The end of a hand and of a game in a few lines, for text and pages."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.hand import Meld, MeldKind
from engine.records.recorded_game import RecordedHand
from engine.tiles import NAMES, Tile, format_tiles, sort_tiles
from tui.export.exported_game import ExportedGame
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.words.event_lines import draw_reason, log_line
from tui.words.results import HandResult, WinWords, hand_result

_MELDS = {
    MeldKind.CHI: "exported.chi",
    MeldKind.PON: "exported.pon",
    MeldKind.OPEN_KAN: "exported.kan",
    MeldKind.ADDED_KAN: "exported.added-kan",
    MeldKind.CLOSED_KAN: "exported.closed-kan",
}


def result_lines(game: ExportedGame, hand: RecordedHand) -> list[str]:
    """How a hand ended: each win with its hand, yaku and payments, or the draw; empty if it is cut."""
    outcome = game.outcome(hand)
    if outcome is None:
        return _recorded(game, hand)
    view = game.last_position(hand).views[0]
    result = hand_result(view, outcome, game.seating)
    lines = [line for win in result.wins for line in _win(win)]
    return [*lines, *_draw(result)] if result.draw is not None else lines


def hand_text(concealed: Iterable[Tile], melds: Iterable[Meld], won: Tile | None = None) -> str:
    """A hand in notation: ``123m456p55s + 3s, pon 555z``."""
    tiles = format_tiles(concealed)
    shown = tiles if won is None else t("exported.won-with", tiles=tiles, tile=NAMES[won])
    return join_list(
        [shown, *(t(_MELDS[meld.kind], tiles=format_tiles(sort_tiles(meld.tiles))) for meld in melds)]
    )


def ranking_lines(game: ExportedGame) -> list[str]:
    """The final ranking, first place first; empty when the game is not over."""
    return [
        t(
            "exported.rank",
            place=each.place,
            name=game.seating[each.seat],
            points=each.points,
            final=each.final,
        )
        for each in game.ranking
    ]


def _recorded(game: ExportedGame, hand: RecordedHand) -> list[str]:
    """What the record says where the rules say something else."""
    ends = [event for event in hand.events if isinstance(event, ev.HandResult)]
    view = game.last_position(hand).views[0]
    lines = [log_line(event, view, game.seating) or "" for event in ends]
    for event in ends:
        if isinstance(event, ev.Hora) and event.yaku:
            lines.append(join_list(f"{t(f'yaku.{name}')} {han}" for name, han in event.yaku))
        if isinstance(event, ev.Ryukyoku) and event.reason:
            lines.append(draw_reason(event.reason))
    return [*lines, t("exported.differs")] if ends else []


def _win(win: WinWords) -> list[str]:
    ura = [row.words for row in win.dora if row.ura]
    worth = join_list(t("exported.worth", name=item.name, worth=item.worth) for item in win.yaku)
    return [
        win.title,
        hand_text(win.concealed, win.hand.melds, win.tile),
        t("exported.yaku", yaku=worth, total=win.total),
        *([join_list(ura)] if ura else []),
        join_list([*win.extras, *win.payments]),
    ]


def _draw(result: HandResult) -> list[str]:
    draw = result.draw
    assert draw is not None
    shown = [
        t(
            "exported.shown",
            name=hand.name,
            state=hand.state,
            hand=hand_text(hand.hand.sorted(), hand.hand.melds),
        )
        for hand in draw.hands
        if hand.state != t("result.noten")
    ]
    return [draw.title, *shown, join_list(draw.payments)]
