"""Make the scene from the state of the desk and what the screen adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ai.reading.furiten_advice import furiten_report
from ai.reading.outlook import Outlook
from engine.furiten import Cause
from engine.table import Phase
from engine.tiles import KIND_OF, Kind
from tui.config.actions import ActionId
from tui.desk.choice import Mode
from tui.desk.desk import Desk
from tui.desk.desk_settings import Switch
from tui.desk.hints import LINE_WIDTH, RIICHI_WIDTH, wait_line, wait_rows
from tui.desk.prompt import (
    about_button,
    about_form,
    about_tile,
    footer_items,
    prompt_items,
    refused_tile_line,
)
from tui.desk.scene import Scene, SwitchItem
from tui.i18n import t
from tui.tiles import Mark
from tui.words.furiten_sentences import furiten_lines
from tui.words.names import join, tile_word

if TYPE_CHECKING:
    from tui.words.riichi_choices import RiichiTable


def make_scene(
    desk: Desk,
    *,
    title: str = "",
    takebacks: int | None = None,
    speed: str = "",
    notice: str = "",
    switches: bool = True,
    undo: bool = False,
    leaves: bool = False,
    hurries: bool = True,
) -> Scene:
    """The scene of the present position. A hand must have been dealt.

    The header has the ``title`` in place of the hand and the seed, how many decisions were taken back, and
    the ``speed`` of the bots. The reason line has the ``notice`` in place of the desk's text. With ``leaves``
    the cancel key leaves the screen; with ``hurries`` any key hurries the bots while there is no choice.
    """
    view, choice = desk.view, desk.choice
    of_tiles = choice is not None and choice.of_tiles
    over = view.table.phase is Phase.OVER
    scene = Scene(
        view=view,
        seating=desk.seating,
        laid=desk.laid,
        cursor=choice.place if choice is not None and of_tiles else None,
        disabled=choice.disabled() if choice is not None else frozenset(),
        lit=_lit(desk),
        since=desk.since,
        riichi=None if notice or desk.notice else _riichi(desk),
        prompt=() if choice is None else prompt_items(choice, _kan_note(desk), leaves=leaves),
        prompt_cursor=None if choice is None or of_tiles else choice.button,
        switches=_switches(desk) if switches and not over else (),
        reason=notice or _reason(desk),
        explained=not notice and _is_explained(desk),
        warned=desk.warned,
        log=tuple(desk.log),
        keys=footer_items(
            choice,
            playing=not over,
            hurries=hurries,
            undo=undo,
            leaves=leaves,
            answers=desk.settings.answers,
        ),
        revealed=dict(desk.revealed),
        announced=desk.announced,
        acting=None if over else view.table.turn,
        header=_header(desk, title, takebacks, speed),
        about=None if over else desk.tile_page,
    )
    return _with_hints(scene, desk) if desk.settings.shows_hints and not over else scene


def make_page_scene(
    desk: Desk,
    *,
    lit: frozenset[Kind] = frozenset(),
    lit_first: bool = False,
    causes: tuple[Cause, ...] = (),
    marks: tuple[Mark, ...] = (),
    cursor: int | None = None,
    note: str | None = None,
) -> Scene:
    """The scene of a position for a page about it: no action is possible there.

    ``causes`` are underlined besides the desk's, ``marks`` stand in place of the desk's, and a ``note`` in
    place of the header and the wait line.
    """
    scene = make_scene(desk)
    return replace(
        without_choice(scene),
        lit=lit,
        lit_first=lit_first,
        causes=(*scene.causes, *causes),
        marks=marks or scene.marks,
        cursor=cursor,
        wait_line=scene.wait_line if note is None else note,
        header=scene.header if note is None else (),
    )


def without_choice(scene: Scene) -> Scene:
    """The scene without what belongs to a choice, for a page about its position."""
    return replace(scene, riichi=None, about=None, prompt=(), switches=(), reason="", keys=())


def _with_hints(scene: Scene, desk: Desk) -> Scene:
    view, hints, choice = desk.view, desk.hints, desk.choice
    outlook, passed, causes = hints.outlook(choice), desk.passed, view.furiten
    if passed is not None and passed.cause not in causes:
        # the next event makes it a cause; the player knows it already
        causes = (*causes, passed.cause)
        outlook = None if outlook is None else replace(outlook, furiten=causes)
    lines = furiten_lines(furiten_report(view, hints.advice, passed), desk.seating)
    scene = replace(scene, furiten=lines, causes=causes)
    if desk.asks:
        # what the present hand is remains; what a discard would make of it, and its safety, are the question
        return scene
    feared = [desk.seating.names[seat] for seat in desk.hints.feared]
    return replace(
        scene,
        marks=hints.marks(choice),
        against=t("table.legend.against", players=join(feared)) if feared else "",
        safest=hints.safest(choice),
        wait_line=_wait_line(desk, outlook),
        waits=() if outlook is None else wait_rows(outlook),
    )


def _wait_line(desk: Desk, outlook: Outlook | None) -> str | None:
    if outlook is None:
        winning = desk.choice is not None and desk.choice.takes_win
        return t("desk.wins", tile=tile_word(desk.under_cursor)) if winning else None
    return wait_line(outlook, RIICHI_WIDTH if desk.view.me.riichi else LINE_WIDTH)


def _lit(desk: Desk) -> frozenset[Kind]:
    if desk.choice is None:
        return frozenset()
    tile = desk.under_cursor if desk.choice.on_turn else desk.view.table.offer
    return frozenset() if tile is None else frozenset({KIND_OF[tile]})


def _reason(desk: Desk) -> str:
    choice = desk.choice
    if desk.notice or choice is None:
        return desk.notice
    tells = desk.explains_choices
    if not choice.of_tiles:
        button = choice.buttons()[choice.button]
        return about_button(choice, button, desk.hints) if tells else about_form(choice, button)
    return about_tile(choice, desk.hints, desk.seating) if tells else refused_tile_line(choice)


def _is_explained(desk: Desk) -> bool:
    """Whether the reason line is about what a call or a pass leaves, as the page about the offer is."""
    choice = desk.choice
    if desk.notice or choice is None or not desk.explains_choices:
        return False
    return choice.mode is Mode.CLAIM and choice.view.own.passing is None


def _riichi(desk: Desk) -> RiichiTable | None:
    choice = desk.choice
    if choice is None or choice.mode is not Mode.RIICHI or not desk.explains_choices:
        return None
    if len(choice.riichi_choices) < 2:
        return None
    from tui.words.riichi_choices import riichi_table  # here: a start needs no table of riichi

    return riichi_table(choice.riichi_choices, desk.under_cursor)


def _kan_note(desk: Desk) -> str:
    """The cost of a kan on the own turn, if that is to be told."""
    choice = desk.choice
    if choice is None or not choice.on_turn or not desk.explains_choices:
        return ""
    if not choice.actions(ActionId.KAN):
        return ""
    from tui.words.hand_sentences import kan_note  # here: a start shows no kan

    return kan_note(desk.hints.calls)


def _header(desk: Desk, title: str, takebacks: int | None, speed: str) -> tuple[str, ...]:
    """The header texts, the most important first: a narrow table drops them from the end."""
    back = t("takeback.brief", count=takebacks) if takebacks else ""
    which = (title,) if title else _which_hand(desk)
    return tuple(filter(None, (back, *which, speed)))


def _which_hand(desk: Desk) -> tuple[str, ...]:
    table = desk.view.table
    number, total = table.number + 1, desk.rules.hands
    hand = t("desk.hand-of" if number <= total else "desk.hand-over", number=number, total=total)
    seed = "" if desk.settings.seed is None else t("desk.seed", seed=desk.settings.seed)
    return hand, seed


def _switches(desk: Desk) -> tuple[SwitchItem, ...]:
    on = desk.switches
    return tuple(SwitchItem(t(f"switch.names.{each}"), each in on, each.action) for each in Switch)
