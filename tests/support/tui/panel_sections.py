"""Pages of the tile explainer at a position, and the lines of their sections."""

from __future__ import annotations

from ai.reading.safety import Safety
from engine.options import options
from engine.tiles import KIND_OF, parse_tile
from engine.view import SeatView
from tests.support.tui.table_positions import Position
from tui.desk.choice import Choice
from tui.desk.laid_hand import LaidHand
from tui.desk.tile_explainer import TileExplainer
from tui.desk.tile_panel import Panel, PanelItem
from tui.words.safety import SafetyWords
from tui.words.seating import Seating

PLAYERS = ("You", "Hayai", "Mamori", "Takame")


def ask(view: SeatView) -> TileExplainer:
    """What the person can ask there, with the decision that is open."""
    menu, laid = options(view), LaidHand.sorted(view)
    return TileExplainer(view, Seating(PLAYERS, view.seat), laid, Choice(menu, laid) if menu else None)


def about(position: Position, tile: str | None = None) -> Panel:
    """The page about a tile of the hand (the last of that name), or the first page that is opened."""
    explainer = ask(position.view)
    if tile is None:
        return explainer.page(explainer.first)
    places = [place for place, held in enumerate(explainer.tiles) if held == parse_tile(tile)]
    return explainer.page(places[-1])


def section(panel: Panel, title: str) -> list[str]:
    """The facts under a heading, each with its head; empty where there is no such heading."""
    return [_told(item) for part in panel.sections if part.title == title for item in part.items]


def _told(item: PanelItem) -> str:
    head = f"{item.head}: {item.threat}" if item.threat else item.head
    return " | ".join(filter(None, (head, item.text))).replace("\u00a0", " ")


def against(position: Position, tile: str, player: str) -> str:
    """What is said about a tile against a player, by itself."""
    view = position.view
    found = Safety(view).against(KIND_OF[parse_tile(tile)], PLAYERS.index(player))
    return SafetyWords(view, Seating(PLAYERS, view.seat)).about(found)
