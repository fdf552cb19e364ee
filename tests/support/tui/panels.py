"""Pages of the tile explainer: a position for each kind, their sections, and a small app that shows them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult

from ai.reading.safety import Safety
from engine.options import options
from engine.rules import TENHOU
from engine.tiles import KIND_OF, parse_tile
from engine.view import SeatView
from tests.support.ai.seat_views import Position
from tests.support.tui.positions import Seated, press
from tests.support.tui.sessions import folder_at
from tui.desk.choice import Choice
from tui.desk.desk import Desk
from tui.desk.scene import LaidHand, Panel, PanelItem
from tui.desk.scene_maker import make_scene
from tui.desk.tile_pages import TileExplainer
from tui.screens.pages.glossary_page import GlossaryScreen
from tui.screens.panels import HintScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable
from tui.tiles import Look, default_look
from tui.words.names import Seating
from tui.words.safety_sentences import SafetyWords

Asked = tuple[Desk, int | None]
"""The desk, and the place that is asked about; None is what the panel opens with."""

RYANMEN = "234m45622p23478s"
"""Waits on 6s and 9s."""
BUILDING = "3456m340p345s115z"
FREE = "0: 5z; 1: 4z; 2: 9m; 3: 1z;"
FURITEN = "0: 6s; 1: 4z; 2: 9m; 3: 1z;"


def place_of(desk: Desk, tile: str) -> int:
    """The last place of a tile of that name."""
    return max(place for place, held in enumerate(desk.laid.tiles) if held == parse_tile(tile))


def against_a_riichi() -> Asked:
    """A suji tile while Mamori is in riichi."""
    desk = Seated(BUILDING, rules=TENHOU, indicator="3p").offered(
        """
        0: 9m; 1: 9s; 2: 6p; 3: 9m; 0: 9p; 1: 1m; 2: riichi 1s; 3: 2z; 0: 9s; 1: 7p; 2: 2m; 3: 8s
        0: draws 9s
        """
    )
    return desk, place_of(desk, "3p")


def against_two() -> Asked:
    """A tile that is safe against the riichi, and not against an open hand of one suit."""
    desk = Seated(BUILDING, rules=TENHOU, indicator="4z").offered(
        """
        0: 9m; 1: 9s; 2: 9m; 3: 2p; 2: pon 2p2p; 2: 9s; 3: 8p; 2: pon 8p8p; 2: 1m; 3: 9m; 0: 9s; 1: riichi 4p
        2: 1m; 3: 1m; 0: 2z; 1: 2z; 2: 4s'; 3: 1s; 0: 2z; 1: 3z; 2: 4m'; 3: 6s; 0: 3z; 1: 3z; 2: 7z'; 3: 1s
        0: draws 2z
        """
    )
    return desk, place_of(desk, "4p")


def out_of_furiten() -> Asked:
    """Furiten by the own discard, and the ways out of it."""
    desk = Seated("234m45622p23467s").offered("0: 5s; 1: 4z; 2: 9m; 3: 1z; 0: draws 5p")
    return desk, None


def choosing_a_riichi() -> Asked:
    """Riichi with this tile would be furiten."""
    desk = Seated(RYANMEN).offered(f"{FURITEN} 0: draws 1s")
    press(desk, "riichi")
    return desk, None


def in_riichi() -> Asked:
    """The hand is locked, and furiten."""
    return Seated(RYANMEN).offered(f"{FREE} 0: riichi 3z; 1: 8m; 2: 1m; 3: 6s; 0: draws 1p"), None


def a_call() -> Asked:
    """Three ways to take 5m."""
    return Seated("34567m0p3479s12z5z", rules=TENHOU).offered("0: 5z; 1: 1m; 2: 9p; 3: 5m"), None


def passing_a_win() -> Asked:
    """What passing 9s would do."""
    return Seated(RYANMEN).offered("0: 5z; 1: 9s"), None


def a_tile_at_a_claim() -> Asked:
    """A tile of the hand while another is on offer."""
    desk = Seated(RYANMEN).offered("0: 5z; 1: 9s")
    return desk, place_of(desk, "5p")


def a_complete_hand() -> Asked:
    return Seated(RYANMEN).offered(f"{FREE} 0: draws 6s"), None


def while_others_play() -> Asked:
    """The hand, before tenpai, with what could make it furiten."""
    position = Seated("13m406p789s11123z").play("0: 2m; 1: 4z; 2: draws 9m")
    return position.desk, None


def after_a_call() -> Asked:
    """A tile that may not be discarded after a chi."""
    desk = Seated("3445m06p789s1123z").offered("0: 9m; 1: 9m; 2: 9m; 3: 3m; 0: chi 4m5m")
    return desk, place_of(desk, "3m")


ASKED: dict[str, Callable[[], Asked]] = {
    "against-a-riichi": against_a_riichi,
    "against-two": against_two,
    "out-of-furiten": out_of_furiten,
    "choosing-a-riichi": choosing_a_riichi,
    "in-riichi": in_riichi,
    "a-call": a_call,
    "passing-a-win": passing_a_win,
    "a-tile-at-a-claim": a_tile_at_a_claim,
    "a-complete-hand": a_complete_hand,
    "while-others-play": while_others_play,
    "after-a-call": after_a_call,
}


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
    head = f"{item.title}: {item.threat}" if item.threat else item.title
    return " | ".join(filter(None, (head, item.text))).replace("\u00a0", " ")


def against(position: Position, tile: str, player: str) -> str:
    """What is said about a tile against a player, by itself."""
    view = position.view
    found = Safety(view).against(KIND_OF[parse_tile(tile)], PLAYERS.index(player))
    return SafetyWords(view, Seating(PLAYERS, view.seat)).about(found)


PAGES = [(80, 24), (100, 30), (92, 30)]
"""The pages of panels on screens of 80x24, 100x30 and 120x40."""


class StillHint(HintScreen):
    """A panel that is asked for its picture alone."""

    look: ClassVar[Look] = default_look()  # type: ignore[misc]

    def redraw(self) -> None:
        """Nothing is shown."""


class StillGlossary(GlossaryScreen):
    """The same for the glossary."""

    look: ClassVar[Look] = default_look()  # type: ignore[misc]

    def redraw(self) -> None:
        """Nothing is shown."""


class AskedApp(FuritenApp):
    """The table of a desk, and the panel about one of its tiles over it."""

    def __init__(self, path: Path, desk: Desk, place: int | None = None) -> None:
        super().__init__(folder_at(path))
        self._scene = make_scene(desk)
        self._hint = HintScreen(inquiry(desk), place)

    def compose(self) -> ComposeResult:
        yield GameTable(self._scene, look=self.look, palette=self.palette)

    async def on_mount(self, event: events.Mount) -> None:  # type: ignore[override]
        """The panel in place of the first screen."""
        event.prevent_default()
        self.animation_level = "none"
        await self.push_screen(self._hint)


def inquiry(desk: Desk) -> TileExplainer:
    """What the desk can be asked."""
    return TileExplainer(desk.view, desk.seating, desk.laid, desk.choice)
