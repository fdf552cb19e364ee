"""A moment at the desk as the table shows it: the scene, out of what the desk knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ai.reading.wait_outlook import Outlook
from engine.table import Phase
from engine.tiles import EAST, KIND_OF, Kind
from engine.wall import PLAYERS
from tui.config.actions import BY_ID
from tui.desk.hints import tsumo_wins
from tui.desk.prompt import footer, prompt_items
from tui.desk.scene import Scene, SwitchItem
from tui.desk.speech import about_button, about_tile, plainly_button, plainly_tile
from tui.desk.switches import Switch
from tui.desk.wait_line import LINE_WIDTH, RIICHI_WIDTH, wait_line, wait_rows
from tui.i18n.texts import t
from tui.words.furiten import furiten_lines
from tui.words.tiles import join, tile_word

if TYPE_CHECKING:
    from tui.desk.desk import Desk

_HANDS = {"hand": 1, "east": PLAYERS, "south": 2 * PLAYERS}
"""Hands of a game in which the deal always moves on."""


class Painting:
    """One moment of a desk in which a hand has been dealt."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def scene(self) -> Scene:
        """The picture."""
        desk = self._desk
        view, choice = desk.view, desk.choice
        of_tiles = choice is not None and choice.of_tiles
        over = view.table.phase is Phase.OVER
        hints = self._hints() if desk.settings.shows and not over else {}
        return Scene(
            view=view,
            seating=desk.seating,
            laid=desk.laid,
            cursor=choice.place if choice is not None and of_tiles else None,
            disabled=choice.disabled() if choice is not None else frozenset(),
            lit=self._lit(),
            prompt=() if choice is None else prompt_items(choice),
            prompt_cursor=None if choice is None or of_tiles else choice.button,
            reason=self._reason(),
            warned=desk.warned,
            switches=() if over else self._switches(),
            log=tuple(desk.log),
            keys=footer(choice, playing=not over),
            revealed=dict(desk.revealed),
            announced=desk.announced,
            acting=None if over else view.table.turn,
            header=self._header(),
            **hints,
        )

    def _hints(self) -> dict[str, Any]:
        """The parts of the scene that help: marks, furiten, waits."""
        desk = self._desk
        view, sight, choice = desk.view, desk.hints, desk.choice
        outlook, passed, causes = sight.outlook(choice), desk.passed, view.furiten
        if passed is not None and passed.cause not in causes:
            # the next event will make it a cause; the person knows it already
            causes = (*causes, passed.cause)
            outlook = None if outlook is None else replace(outlook, furiten=causes)
        return {
            "marks": sight.marks(choice),
            "against": self._against(),
            "furiten": furiten_lines(view, sight.advice, desk.seating, passed, tsumo=tsumo_wins(view)),
            "wait_line": self._wait_line(outlook),
            "waits": () if outlook is None else wait_rows(outlook),
            "causes": causes,
        }

    def _against(self) -> str:
        desk = self._desk
        feared = [desk.seating.names[seat] for seat in desk.hints.feared]
        return t("table.legend.against", players=join(feared)) if feared else ""

    def _wait_line(self, outlook: Outlook | None) -> str | None:
        desk = self._desk
        if outlook is None:
            winning = desk.choice is not None and desk.choice.takes_win
            return t("desk.wins", tile=tile_word(desk.under_cursor)) if winning else None
        return wait_line(outlook, RIICHI_WIDTH if desk.view.me.riichi else LINE_WIDTH)

    def _lit(self) -> frozenset[Kind]:
        desk = self._desk
        choice = desk.choice
        if choice is None:
            return frozenset()
        tile = desk.under_cursor if choice.on_turn else desk.view.table.offer
        return frozenset() if tile is None else frozenset({KIND_OF[tile]})

    def _reason(self) -> str:
        desk = self._desk
        choice = desk.choice
        if desk.notice or choice is None:
            return desk.notice
        tells = desk.settings.tells
        if not choice.of_tiles:
            button = choice.buttons()[choice.button]
            return about_button(choice, button) if tells else plainly_button(choice, button)
        return about_tile(choice, desk.hints, desk.seating) if tells else plainly_tile(choice)

    def _header(self) -> tuple[str, ...]:
        desk = self._desk
        table = desk.view.table
        number = (table.round_wind - EAST) * PLAYERS + table.kyoku
        total = _HANDS[desk.rules.length]
        whole = t("desk.hand-of", number=number, total=total)
        bits = [whole if number <= total else t("desk.hand-number", number=number)]
        if desk.settings.seed is not None:
            bits.append(t("desk.seed", seed=desk.settings.seed))
        return tuple(bits)

    def _switches(self) -> tuple[SwitchItem, ...]:
        """What can be turned on and off, in the order in which it is listed everywhere."""
        on = self._desk.switches
        return tuple(
            SwitchItem(BY_ID[each.action].key, t(f"switch.names.{each}"), each in on, each.action)
            for each in Switch
        )
