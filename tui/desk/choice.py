"""One decision: modes, buttons, refusals and warnings, the cursor, and the effect of each named action."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from ai.reading.outlook import Outlook, riichi_outlooks
from engine.actions import PASS, Action, ActionKind, Refusal, Why
from engine.hand import MeldKind
from engine.legal import chi_forms, refuse_discard, riichi_discards
from engine.options import Options
from engine.tiles import COPIES, KIND_OF, Tile
from tui.config.actions import FORMS, ActionId
from tui.desk.desk_settings import DEFAULT_SWITCHES, DeskSettings, Switch
from tui.desk.scene import LaidHand
from tui.words.action_words import RefusedDiscard

if TYPE_CHECKING:
    from ai.coach import Caution


class Mode(StrEnum):
    """The subject of the choice."""

    TURN = "turn"
    """A tile to discard, or another action on the own turn."""
    RIICHI = "riichi"
    """The tile to declare riichi with."""
    CLAIM = "claim"
    """A call, a ron or a pass on another player's tile."""
    FORM = "form"
    """One of several forms of a chi, a pon or a kan."""


class Refused(msgspec.Struct, frozen=True):
    """An action was tried that is not legal. Nothing has changed."""

    tried: ActionId | RefusedDiscard
    refusal: Refusal


class Warned(msgspec.Struct, frozen=True):
    """The coach warned about a decision. The same action again makes it."""

    id: ActionId
    """The named action that was tried."""
    said: Caution


class Unconfirmed(msgspec.Struct, frozen=True):
    """A discard that has to be confirmed. The same action again makes it."""


ActionResult = Action | Refused | Warned | Unconfirmed | None
"""The decision; a refusal, a warning or a request for confirmation; or None while the choice goes on."""


class AwaitingRepeat(msgspec.Struct, frozen=True):
    """A decision that has to be repeated, and the named action that led to it."""

    id: ActionId
    action: Action
    warned: bool
    """Whether the coach warns about it; otherwise it only has to be confirmed."""


KINDS_OF: dict[ActionId, tuple[ActionKind, ...]] = {
    ActionId.TSUMO: (ActionKind.TSUMO,),
    ActionId.RON: (ActionKind.RON,),
    ActionId.RIICHI: (ActionKind.RIICHI,),
    ActionId.KAN: (ActionKind.OPEN_KAN, ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN),
    ActionId.PON: (ActionKind.PON,),
    ActionId.CHI: (ActionKind.CHI,),
    ActionId.NINE_TERMINALS: (ActionKind.NINE_TERMINALS,),
}
"""The named actions that are decisions, in the order of the prompt."""

_ERROR_KINDS: dict[ActionId, tuple[ActionKind, ...]] = {
    ActionId.TSUMO: (ActionKind.TSUMO, ActionKind.WITHDRAWN_WIN),
    ActionId.RON: (ActionKind.RON, ActionKind.WITHDRAWN_WIN),
}
"""Errors that are possible at a table that penalises them: an invalid win, and withdrawing one."""

ON_TURN = (ActionId.TSUMO, ActionId.RIICHI, ActionId.KAN, ActionId.NINE_TERMINALS)
AT_CLAIM = (ActionId.RON, ActionId.KAN, ActionId.PON, ActionId.CHI)
WIN_ALONE = AT_CLAIM[:1]
"""``AT_CLAIM`` if calls are not offered."""
CALLS = AT_CLAIM[1:]
"""The calls that are not offered then."""
_TURN_KANS = (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)
_OBVIOUS = frozenset(
    {Why.LOCKED_BY_RIICHI, Why.HAND_OPEN, Why.LAST_TILE, Why.NOT_THE_DRAWN_TILE, Why.FOUR_KANS_DRAW}
)
"""Reasons that a player sees on the table. The prompt leaves such actions out; their keys still explain."""


class Button(msgspec.Struct, frozen=True):
    """A button of the prompt line."""

    id: ActionId
    action: Action | None = None
    """The action of the button, if there is exactly one."""
    refusal: Refusal | None = None
    """Why it is disabled, or None."""


def actions_of(menu: Options, name: ActionId) -> tuple[Action, ...]:
    """The legal actions of a named action."""
    return tuple(action for kind in KINDS_OF[name] for action in menu.of(kind))


def errors_of(menu: Options, name: ActionId) -> tuple[Action, ...]:
    """The errors of a named action, if the hand seems to have the tiles for it."""
    refusal = menu.why_not(KINDS_OF[name][0]) if name in _ERROR_KINDS else None
    if refusal is None or not _is_near(menu, name, refusal):
        return ()
    return tuple(mistake.action for mistake in menu.errors if mistake.action.kind in _ERROR_KINDS[name])


def why_none(menu: Options, name: ActionId) -> Refusal | None:
    """Why no action of that name is legal, or None if one is."""
    if actions_of(menu, name):
        return None
    if name != ActionId.KAN or not menu.view.my_turn:
        return menu.why_not(KINDS_OF[name][0])
    refusals = [menu.why_not(kind) for kind in _TURN_KANS]
    telling = [each for each in refusals if each and each.why is not Why.NO_TILES_FOR_IT]
    return telling[0] if telling else refusals[0]


def _is_near(menu: Options, name: ActionId, refusal: Refusal) -> bool:
    """Whether the tiles for it are there, so that the prompt shows why it is refused."""
    if refusal.why in _OBVIOUS:
        return False
    view = menu.view
    counts = view.hand.counts
    offer = None if view.table.offer is None else KIND_OF[view.table.offer]
    match name:
        case ActionId.TSUMO | ActionId.RON:
            return refusal.why not in (Why.NOT_COMPLETE, Why.NO_DRAW, Why.NO_CLAIM)
        case ActionId.RIICHI:
            open_to = view.drawn is not None and refusal.why is not Why.ALREADY_RIICHI
            return open_to and bool(riichi_discards(view))
        case ActionId.KAN if view.my_turn:
            pons = (meld.first for meld in view.hand.melds if meld.kind is MeldKind.PON)
            return view.drawn is not None and (COPIES in counts or any(counts[kind] for kind in pons))
        case ActionId.KAN:
            return offer is not None and counts[offer] >= COPIES - 1
        case ActionId.PON:
            return offer is not None and counts[offer] >= COPIES - 2
        case ActionId.CHI:
            return refusal.why is not Why.NOT_FROM_LEFT and bool(chi_forms(view))
    return False


_DECLINING = (ActionId.CANCEL, ActionId.PASS)
"""The named actions that decline the tsumo under the cursor."""


class Choice:
    """The state of one decision.

    ``settings`` are those of the desk, ``switches`` the switches that are on. Where hints are shown, what
    cannot be done is greyed, and the cursor skips it. Otherwise a reason appears only after a try.
    """

    def __init__(
        self,
        menu: Options,
        laid: LaidHand,
        settings: DeskSettings = DeskSettings(),  # noqa: B008 - it is frozen
        switches: Collection[Switch] = DEFAULT_SWITCHES,
    ) -> None:
        self.menu = menu
        self.settings, self.switches = settings, switches
        self.view = menu.view
        self.laid = laid
        self.on_turn = menu.view.my_turn
        self.mode = Mode.TURN if self.on_turn else Mode.CLAIM
        self.forms: tuple[Action, ...] = ()
        self.place = len(self.tiles) - 1
        """The place of the cursor in the hand."""
        self._moved = False
        """Whether the player put the cursor there."""
        self.button = 0
        """The place of the cursor on the prompt line, when buttons are chosen."""
        self._refusals: dict[tuple[Tile, bool], Refusal | None] = {}
        """Why tiles cannot be discarded, as far as asked: the position stays while the choice goes on."""
        self._tried: AwaitingRepeat | None = None
        self._declined = False
        """Whether the tsumo was declined, so that Enter discards from now on."""
        if self.declares:
            self.mode, self.forms = Mode.FORM, menu.actions
        elif self.mode is Mode.CLAIM:
            self.button = self._first_button()
        else:
            self._leave_greyed_tile()

    # -- what can be seen ----------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        """Whether calls and wins are not offered: the player says their names."""
        return self.settings.live

    @property
    def greys(self) -> bool:
        return self.settings.shows_hints and not self.live

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return self.laid.tiles

    @cached_property
    def riichi_choices(self) -> list[Outlook]:
        """The hand after riichi with each discard that allows it, the best first."""
        return riichi_outlooks(self.view)

    @property
    def of_tiles(self) -> bool:
        return self.mode in (Mode.TURN, Mode.RIICHI)

    @property
    def takes_win(self) -> bool:
        """Whether the cursor is on a drawn tile that wins, so that Enter takes the win."""
        at_turn = self.mode is Mode.TURN and not self._declined and not self.live
        can_win = at_turn and bool(self.actions(ActionId.TSUMO))
        return can_win and self.laid.is_drawn(self.place)

    @property
    def declares(self) -> bool:
        """Whether to declare tenpai or noten, as at tables that penalise errors."""
        return bool(self.menu.of(ActionKind.TENPAI))

    @property
    def form_id(self) -> ActionId:
        return next(name for name, kinds in KINDS_OF.items() if self.forms[0].kind in kinds)

    def buttons(self) -> tuple[Button, ...]:
        match self.mode:
            case Mode.TURN if self.live:
                return (Button(ActionId.CONFIRM, self.discard(self.place)),)
            case Mode.CLAIM if self.live:
                return (Button(ActionId.PASS, PASS),)
            case Mode.FORM if self.live and self._is_said_win:
                return tuple(map(Button, FORMS, self.forms))
            case Mode.TURN if self.takes_win:
                confirm = Button(ActionId.CONFIRM, self.actions(ActionId.TSUMO)[0])
                return (confirm, *self._offered(ON_TURN[1:]), Button(ActionId.CANCEL))
            case Mode.TURN:
                return (Button(ActionId.CONFIRM, self.discard(self.place)), *self._offered(ON_TURN))
            case Mode.RIICHI:
                return (Button(ActionId.CONFIRM, self.riichi(self.place)), Button(ActionId.CANCEL))
            case Mode.FORM:
                back = () if self.declares else (Button(ActionId.CANCEL),)
                return (*map(Button, FORMS, self.forms), *back)
            case Mode.CLAIM:
                return (*self._offered(self.claims), Button(ActionId.PASS, PASS))

    @property
    def claims(self) -> tuple[ActionId, ...]:
        """The named actions that can be offered on another player's tile."""
        return AT_CLAIM if Switch.NO_CALLS not in self.switches else WIN_ALONE

    def _offered(self, names: tuple[ActionId, ...]) -> list[Button]:
        """A button for each named action that is legal.

        Where it is greyed, also for each whose tiles are there and whose refusal is worth knowing.
        """
        buttons = []
        for name in names:
            if actions := self.actions(name):
                buttons.append(Button(name, actions[0] if len(actions) == 1 else None))
            elif errors_of(self.menu, name):
                buttons.append(Button(name))
            elif self.greys and (refusal := why_none(self.menu, name)) and _is_near(self.menu, name, refusal):
                buttons.append(Button(name, refusal=refusal))
        return buttons

    @property
    def possible(self) -> frozenset[ActionId]:
        """The named actions of the prompt line, with those that confirm the choice or go back."""
        offered = {button.id for button in self.buttons() if button.refusal is None}
        back = {ActionId.CANCEL} if self.mode is Mode.RIICHI else set()
        if self.live and self.mode in (Mode.TURN, Mode.CLAIM):
            offered |= set(ON_TURN if self.on_turn else AT_CLAIM)
        return frozenset(offered | back | {ActionId.CONFIRM})

    def actions(self, name: ActionId) -> tuple[Action, ...]:
        return actions_of(self.menu, name)

    def refused(self, place: int) -> Refusal | None:
        """Why the tile at that place cannot be chosen now, or None if it can."""
        tile = self.tiles[place]
        if self.mode is Mode.RIICHI:
            return self.menu.why_not(ActionKind.RIICHI, tile)
        asked = tile, self.laid.is_drawn(place)
        if asked not in self._refusals:
            self._refusals[asked] = refuse_discard(self.view, tile, tsumogiri=asked[1])
        return self._refusals[asked]

    def can_take(self, place: int) -> bool:
        """Whether the tile at that place can be chosen now, rightly or as an error."""
        return self.refused(place) is None or self._wrong_tile(place) is not None

    def _wrong_tile(self, place: int) -> Action | None:
        return self.error(self.discard(place) if self.mode is Mode.TURN else self.riichi(place))

    def disabled(self) -> frozenset[int]:
        if not self.of_tiles or not self.greys:
            return frozenset()
        return frozenset(range(len(self.tiles))) - frozenset(self._enabled())

    def _enabled(self) -> list[int]:
        return [place for place in range(len(self.tiles)) if self.refused(place) is None]

    def discard(self, place: int) -> Action:
        """The discard of the tile at that place, legal or not."""
        return Action(ActionKind.DISCARD, self.tiles[place], tsumogiri=self.laid.is_drawn(place))

    def riichi(self, place: int) -> Action:
        """Riichi with the tile at that place, legal or not."""
        return Action(ActionKind.RIICHI, self.tiles[place], tsumogiri=self.laid.is_drawn(place))

    @property
    def warned(self) -> bool:
        """Whether the last key caused a warning. The same key again makes the decision."""
        return self._tried is not None and self._tried.warned

    @property
    def unconfirmed(self) -> bool:
        """Whether a discard waits for its confirmation by the same key or click."""
        return self._tried is not None and not self._tried.warned

    def change(self, settings: DeskSettings, switches: Collection[Switch]) -> None:
        """Apply other settings. The cursor and a pending warning are kept if they are still valid."""
        at = None if self.of_tiles else self.buttons()[self.button].id
        self.settings, self.switches = settings, switches
        if self._tried is not None and (self.unconfirmed or self._warning(self._tried.action) is None):
            self._tried = None
        if self.of_tiles:
            self._leave_greyed_tile()
        elif self.mode is Mode.CLAIM:
            self.button = next(
                (i for i, each in enumerate(self.buttons()) if each.id == at), self._first_button()
            )

    def do(self, name: ActionId) -> ActionResult:
        """Carry out a named action. After a warning, the same action again makes the decision."""
        tried, self._tried = self._tried, None
        if tried is not None and name == ActionId.CANCEL != tried.id and self.mode is Mode.CLAIM:
            return None  # here Esc goes back; otherwise it passes
        if self.takes_win and name in _DECLINING:
            # decline the tsumo under the cursor, so that Enter discards from now on; at first only warn
            discard = self.discard(self.place)
            said = None if tried is not None and tried.action == discard else self._warning(discard)
            if said is None:
                self._declined = True
                return None
            self._tried = AwaitingRepeat(name, discard, warned=True)
            return Warned(name, said)
        answer = self._do(name)
        if self.live and isinstance(answer, Action) and answer.kind is ActionKind.WITHDRAWN_WIN:
            answer = self.withdraw(answer)
        if not isinstance(answer, Action) or (tried is not None and tried.action == answer):
            return answer
        said = self._warning(answer)
        if said is None and not self._needs_confirmation(answer):
            return answer
        self._tried = AwaitingRepeat(name, answer, warned=said is not None)
        return Unconfirmed() if said is None else Warned(name, said)

    def _needs_confirmation(self, action: Action) -> bool:
        """Whether a decision must be confirmed: a discard, if more than one tile can be discarded."""
        asked = Switch.CONFIRM_DISCARD in self.switches and action.kind is ActionKind.DISCARD
        return asked and len(self._enabled()) > 1

    def _warning(self, action: Action) -> Caution | None:
        warns = self.settings.coached
        wins = (*self.actions(ActionId.TSUMO), *self.actions(ActionId.RON))
        if wins and action not in wins:
            warns = (warns or self.settings.guards_wins) and not self._declined
        if not warns:
            return None
        # the coach is imported when it speaks: it needs the value of wins
        from ai.coach import caution

        return caution(self.view, action)

    def _do(self, name: ActionId) -> Action | Refused | None:
        if name in KINDS_OF:
            return self._call(name)
        match name:
            case ActionId.LEFT | ActionId.RIGHT:
                self._step(1 if name == ActionId.RIGHT else -1)
            case ActionId.FIRST | ActionId.LAST:
                self._put_cursor(self._stops()[-1 if name == ActionId.LAST else 0])
            case ActionId.CONFIRM:
                return self._confirm()
            case ActionId.CANCEL:
                return self._cancel()
            case ActionId.PASS:
                refusal = self.menu.why_not(ActionKind.PASS)
                return Refused(name, refusal) if refusal else PASS
            case _ if self.mode is Mode.FORM:
                return next((button.action for button in self.buttons() if button.id == name), None)
        return None

    def move_to(self, place: int) -> ActionResult:
        """Put the cursor on a tile. If discards are confirmed, this is the first of two steps."""
        self._tried = None
        self._moved = True
        if self.mode is Mode.FORM and self.on_turn:
            self.mode = Mode.TURN
        self.place = place
        thrown = self.mode is Mode.TURN and not self.takes_win and self.can_take(place)
        if not thrown or not self._needs_confirmation(self.discard(place)):
            return None
        return self.do(ActionId.CONFIRM)

    def go_to(self, place: int) -> None:
        """Put the cursor on a tile that may be chosen. It is not taken."""
        self._tried = None
        self._moved = True
        self.place = place

    def forget_try(self) -> None:
        self._tried = None

    def reorder(self, laid: LaidHand) -> None:
        """Show the same hand in another order. The cursor stays on its tile."""
        if not self.laid.is_drawn(self.place):
            self.place = laid.tiles.index(self.tiles[self.place])
        self.laid = laid

    def _confirm(self) -> Action | Refused | None:
        if not self.of_tiles:
            button = self.buttons()[self.button]
            if button.refusal:
                return Refused(button.id, button.refusal)
            return button.action or self._do(button.id)
        if self.takes_win:
            return self.actions(ActionId.TSUMO)[0]
        refusal = self.refused(self.place)
        if refusal is not None and (error := self._wrong_tile(self.place)) is not None:
            return error
        if refusal is not None:
            return Refused(RefusedDiscard.PLAIN if self.mode is Mode.TURN else RefusedDiscard.RIICHI, refusal)
        return self.discard(self.place) if self.mode is Mode.TURN else self.riichi(self.place)

    # -- where nothing is offered --------------------------------------------------------------------

    @property
    def _is_said_win(self) -> bool:
        return bool(self.forms) and self.forms[-1].kind is ActionKind.WITHDRAWN_WIN

    def error(self, action: Action) -> Action | None:
        """The error that this action is, if it can be made here."""
        if not self.settings.rulings:
            return None
        discards = (ActionKind.DISCARD, ActionKind.RIICHI)
        found = (mistake.action for mistake in self.menu.errors if mistake.action.kind is action.kind)
        if action.kind in discards:
            return next((error for error in found if error.tile == action.tile), None)
        return next(found, None)

    def _say(self, name: ActionId) -> Action | Refused | None:
        """Say a call, riichi or a win, possible or not."""
        if name in (ActionId.TSUMO, ActionId.RON):
            return self.say_win(name)
        actions = self.actions(name) or self.errors(name)
        if not actions:
            refusal = why_none(self.menu, name)
            return None if refusal is None else Refused(name, refusal)
        if name == ActionId.RIICHI:
            # with which tile is a choice of its own, also if only one is right
            self.mode = Mode.RIICHI
        elif len(actions) == 1:
            return actions[0]
        else:
            self._choose_form(actions)
        return None

    def errors(self, name: ActionId) -> tuple[Action, ...]:
        """The errors of a call: one without tiles for it, kans that change the hand, or any wrong riichi."""
        if not self.settings.rulings:
            return ()
        found = [each.action for each in self.menu.errors if each.action.kind in KINDS_OF[name]]
        if name == ActionId.RIICHI:
            return tuple(found)
        kans = tuple(error for error in found if error.consumed and self.on_turn)
        return kans or tuple(error for error in found if not error.consumed)[:1]

    def say_win(self, name: ActionId) -> Refused | None:
        """Say a win: it is shown or taken back next, whether it is one or not."""
        win = next(iter(self.actions(name)), None)
        if win is None:
            win = self.error(Action(KINDS_OF[name][0]))
        if win is None:
            refusal = why_none(self.menu, name)
            return None if refusal is None else Refused(name, refusal)
        self.mode, self.button = Mode.FORM, 0
        self.forms = (win, Action(ActionKind.WITHDRAWN_WIN, win.tile))
        return None

    def leave_win(self) -> None:
        """Leave the choice between showing a win that was said and taking it back."""
        self.mode = Mode.TURN if self.on_turn else Mode.CLAIM
        self.forms, self.button = (), 0

    def withdraw(self, action: Action) -> Action | None:
        """Take back the win that was said: an error if it was none, otherwise a pass."""
        if (error := self.error(action)) is not None:
            return error
        self.leave_win()
        return None if self.on_turn else PASS

    def _cancel(self) -> Action | None:
        match self.mode:
            case Mode.CLAIM:
                return PASS
            case Mode.RIICHI:
                self.mode = Mode.TURN
                self.place, self._moved = len(self.tiles) - 1, False
            case Mode.FORM if not self.declares and not (self.live and self._is_said_win):
                self._leave_forms()
        return None

    def _leave_forms(self) -> None:
        name = self.form_id
        self.mode = Mode.TURN if self.on_turn else Mode.CLAIM
        self.button = next((i for i, each in enumerate(self.buttons()) if each.id == name), 0)

    def _call(self, name: ActionId) -> Action | Refused | None:
        if self.live:
            return self._say(name)
        if refusal := why_none(self.menu, name):
            errors = errors_of(self.menu, name)
            if not errors:
                return Refused(name, refusal)
            self._choose_form(errors)
            return None
        actions = self.actions(name)
        if name == ActionId.RIICHI:
            self.mode = Mode.RIICHI
            # put the cursor on the best discard for riichi, unless the player put it on another legal one
            if self.greys and (not self._moved or self.refused(self.place)):
                best = self.riichi_choices[0].tile
                self.place = max(place for place in self._enabled() if self.tiles[place] == best)
            return None
        if len(actions) == 1:
            return actions[0]
        self._choose_form(actions)
        return None

    # -- the cursor ----------------------------------------------------------------------------------

    def _choose_form(self, actions: tuple[Action, ...]) -> None:
        """Let the player choose a form; where hints are shown, the best is first, as the panel lists them."""
        if self.greys:
            from ai.reading.value_hints import call_effects  # here: a table begins without the value of wins

            listed = [each.action for each in call_effects(self.view) if each.action in actions]
            actions = (*listed, *(each for each in actions if each not in listed))
        self.mode, self.forms, self.button = Mode.FORM, actions, 0

    def _leave_greyed_tile(self) -> None:
        if self.greys and self.refused(self.place):
            self.place = max(self._enabled(), default=self.place)

    def _first_button(self) -> int:
        buttons = self.buttons()
        return 0 if buttons[0].id == ActionId.RON and self.actions(ActionId.RON) else len(buttons) - 1

    def _stops(self) -> list[int]:
        """The places of the cursor: all tiles, those that keep tenpai (riichi), or the enabled buttons."""
        if self.mode is Mode.RIICHI and self.greys:
            return self._enabled()
        if self.of_tiles:
            return list(range(len(self.tiles)))
        return [place for place, button in enumerate(self.buttons()) if not button.refusal]

    def _step(self, step: int) -> None:
        stops = self._stops()
        at = self.place if self.of_tiles else self.button
        later = [stop for stop in stops if (stop - at) * step > 0]
        if later:
            self._put_cursor(min(later) if step > 0 else max(later))
        else:
            self._put_cursor(stops[0] if step > 0 else stops[-1])

    def _put_cursor(self, stop: int) -> None:
        if self.of_tiles:
            self.place, self._moved = stop, True
        else:
            self.button = stop
