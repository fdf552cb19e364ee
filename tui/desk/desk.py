"""The state of one seat: folds events, and turns named actions and typed tiles into decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ai.reading.furiten_advice import MissedWin, MissedWins
from engine import events as ev
from engine.actions import Action, ActionKind, Refusal
from engine.options import options, why_not
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import KIND_OF, NAMES, SUIT_LETTERS, TILE_OF, Tile, is_red
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.config.actions import BY_ID, ActionId, Place
from tui.desk.choice import (
    CALLS,
    KINDS_OF,
    ActionResult,
    Choice,
    Mode,
    Refused,
    Unconfirmed,
    Warned,
    why_none,
)
from tui.desk.desk_settings import DeskSettings, Switch, Switches, automatic, spoken
from tui.desk.hints import Hints
from tui.desk.scene import LaidHand, Panel, TilePage, UnsortedHand
from tui.i18n import t
from tui.words.action_words import RefusedDiscard, reason, refused, refused_tile
from tui.words.event_lines import Announcement, Log, announcement, ends_announcement, since_own_turn
from tui.words.furiten_sentences import missed_win_reply
from tui.words.names import Seating, tile_word

if TYPE_CHECKING:
    from engine.outcome import Outcome
    from tui.desk.tile_pages import TileExplainer

NUMBERS = "0123456789"
CLAIMS: dict[ActionId, ActionKind] = {
    ActionId.RON: ActionKind.RON,
    ActionId.CHI: ActionKind.CHI,
    ActionId.PON: ActionKind.PON,
    ActionId.KAN: ActionKind.OPEN_KAN,
}
"""The actions that claim a discard, which can be too late."""


class TypedTile:
    """The keys of one tile, such as ``3`` and ``s``. They are the same whatever keys the actions have."""

    def __init__(self) -> None:
        self._number = ""
        """The number that waits for its suit; empty if none does."""
        self._last: tuple[str, int] | None = None
        """The name that was typed last, and the place in the hand where it led."""

    def drop(self) -> bool:
        """Forget the number. Return whether there was one."""
        number, self._number = self._number, ""
        return bool(number)

    def number(self, key: str) -> str:
        """Begin with a number; the line about it."""
        self._number = key
        return t("desk.typing", number=key)

    def waits_for(self, key: str) -> bool:
        return bool(self._number) and key in tuple(SUIT_LETTERS)

    def suit(self, key: str, choice: Choice) -> str:
        """Put the cursor on the tile; why that is impossible, or an empty line.

        The same name again goes to the next copy.
        """
        name = self._number + key
        self._number = ""
        if name not in NAMES:
            return t("desk.no-such-tile", name=name)
        tile = NAMES.index(name)
        places = self._places(name, choice)
        if not places:
            return t("desk.not-held", tile=tile_word(tile))
        place = next((place for place in places if choice.can_take(place)), None)
        if place is None:
            refusal = choice.refused(places[0])
            assert refusal is not None
            return refused_tile(tile, refusal, riichi=choice.mode is Mode.RIICHI)
        choice.go_to(place)
        self._last = (name, place)
        return ""

    def _places(self, name: str, choice: Choice) -> Sequence[int]:
        """The places of the tile, the plain fives before the red one, and those after the cursor first."""
        tile, tiles = NAMES.index(name), choice.tiles
        alike = {tile} if is_red(tile) else {each for each in tiles if KIND_OF[each] == tile}
        places = [place for place, each in enumerate(tiles) if each in alike]
        places.sort(key=lambda place: is_red(tiles[place]))
        if self._last != (name, choice.place) or choice.place not in places:
            return places
        following = places.index(choice.place) + 1
        return places[following:] + places[:following]


class Desk:
    """One seat as the player sees and plays it. It needs no session.

    Pass each event that the seat may see to ``event``. Call ``offer`` when the player has to decide. While
    it is ``waiting``, ``do`` and ``click_tile`` move the cursor or return the decision.

    It folds the events into its own view because it shows them one after another, with pauses: the session
    is already ahead by everything that the bots have just played.
    """

    def __init__(self, seating: Seating, rules: Ruleset, settings: DeskSettings | None = None) -> None:
        self.seating = seating
        self.rules = rules
        self.settings = settings or DeskSettings()
        self.switches = Switches(self.settings.switches)
        """The automatic actions of the table."""
        self._log = Log(seating)
        self._unsorted = UnsortedHand(seating.seat)
        self._automatic = False
        """Whether a switch made the last decision."""
        self._view: SeatView | None = None
        self.choice: Choice | None = None
        """The decision that is due, or None."""
        self.rings_bell = False
        """Whether the bell rings for this decision: others have played since the last one."""
        self.others_played = True
        """Whether another player has acted since the last decision. Taking a decision back keeps it."""
        self.notice = ""
        """Why the last try was refused. The reason line shows it until the next key."""
        self._typed = TypedTile()
        """The typed part of a tile."""
        self._safest_place: int | None = None
        """Where the action that goes to the next safest tile last put the cursor."""
        self._missed_wins = MissedWins()
        self.announced: Announcement | None = None
        """The latest announcement of a player."""
        self.revealed: dict[int, tuple[Tile, ...]] = {}
        """The revealed concealed tiles of other seats, by seat."""
        self._hints: Hints | None = None
        """The hints of the present position, created on first use."""
        self._explained: tuple[Choice | None, TileExplainer] | None = None
        """The explainer of the present position, and the decision that it is about."""
        self._pages: dict[tuple[int | None, bool], TilePage] = {}
        """Its pages for the table, by place in the hand and whether riichi is being declared."""
        self._decided_page: TilePage | None = None
        """The page that was shown when the player decided, until something happens."""

    @classmethod
    def after(
        cls, events: Iterable[ev.Event], seating: Seating, rules: Ruleset, settings: DeskSettings
    ) -> Desk:
        """The desk after these events, masked for the seat: a position to show."""
        desk = cls(seating, rules, settings)
        for event in events:
            desk.event(event)
        return desk

    @property
    def view(self) -> SeatView:
        """The seat's view. Raises ValueError before the first deal."""
        if self._view is None:
            raise ValueError("no hand has been dealt")
        return self._view

    @property
    def log(self) -> list[str]:
        """The log of this hand, the newest line last."""
        return self._log.lines(hints=self.settings.shows_hints)

    @property
    def since(self) -> tuple[str, ...]:
        """The deeds of the others since the own last turn, at a decision; otherwise empty."""
        return since_own_turn(self._log.heard, self.seating) if self.waiting else ()

    @property
    def hints(self) -> Hints:
        if self._hints is None:
            self._hints = Hints(self.view, self.settings.marks, self.laid)
        return self._hints

    @property
    def laid(self) -> LaidHand:
        if Switch.AUTO_SORT in self.switches:
            return LaidHand.sorted(self.view)
        return self._unsorted.laid(self.view)

    @property
    def passed(self) -> MissedWin | None:
        """The last winning tile that was missed, while the table still mentions it."""
        return self._missed_wins.shown(self.view)

    @property
    def dealt(self) -> bool:
        return self._view is not None

    @property
    def waiting(self) -> bool:
        return self.choice is not None

    @property
    def mode(self) -> Mode | None:
        """The subject of the choice, or None if no decision is due."""
        return None if self.choice is None else self.choice.mode

    @property
    def warned(self) -> bool:
        """Whether the last key caused a warning. The same key again makes the decision."""
        return self.choice is not None and self.choice.warned

    @property
    def unconfirmed(self) -> bool:
        """Whether a discard waits for its confirmation by the same key or click."""
        return self.choice is not None and self.choice.unconfirmed

    # -- what happens --------------------------------------------------------------------------------

    def event(self, event: ev.Event) -> None:
        """Fold the next event of the game, masked for this seat."""
        self.choice = None
        self._forget()
        if self.announced is not None and ends_announcement(event, self.announced):
            self.announced = None
        if isinstance(event, ev.StartKyoku):
            self._view = SeatView.from_events(self.rules, self.seating.seat, [event])
            self.revealed, self.notice = {}, ""
            self.switches.deal()
        elif self._view is None:
            return
        else:
            self._view.apply(event)
            if self._view.table.phase is Phase.OVER:
                self.notice = ""
        if isinstance(event, ev.WinCalled) and event.actor != self.seating.seat:
            self.revealed[event.actor] = tuple(TILE_OF[name] for name in event.tehai)
        actor = ev.actor_of(event)
        self.others_played |= actor not in (None, self.seating.seat)
        self.announced = announcement(event) or self.announced
        self._unsorted.event(event)
        self._missed_wins.event(event, self.view)
        self._log.event(event, self.view, automatic=self.is_automatic(event))

    def is_automatic(self, event: ev.Event) -> bool:
        """Whether this event, the next or the latest one, is a decision of a switch."""
        return self._automatic and isinstance(event, ev.Dahai | ev.Hora) and event.actor == self.seating.seat

    def reveal(self, outcome: Outcome) -> None:
        """Show the concealed tiles that are revealed at the end of a hand."""
        hands = {win.winner: win.hand for win in outcome.wins}
        if draw := outcome.draw:
            shown = {seat for seat in range(PLAYERS) if draw.tenpai[seat]} | {draw.declarer}
            hands = {seat: hand for seat, hand in enumerate(draw.hands) if seat in shown}
        self.revealed = {
            seat: tuple(hand.sorted()) for seat, hand in hands.items() if seat != self.seating.seat
        }

    # -- what the player does ------------------------------------------------------------------------

    def offer(self) -> bool:
        """Ask for a decision now. Return whether there is one."""
        menu = options(self.view)
        if menu:
            self.choice = Choice(menu, self.laid, self.settings, self.switches.on)
            self._forget_pages()
            self.notice, self._typed, self._safest_place = "", TypedTile(), None
            self.rings_bell, self.others_played = self.others_played, False
        return self.waiting

    def automatic(self) -> Action | None:
        """The decision that a switch makes now, or None if the player decides.

        Pass it to ``decide``. The coach never warns about it.
        """
        menu = options(self.view)
        said = None if self.settings.says_tenpai else spoken(menu)
        return said or automatic(menu, self.switches.on)

    def turn(self, switch: Switch) -> None:
        """Turn a switch on or off, also during a choice."""
        on = self.switches.turn(switch)
        self._typed.drop()
        if self.choice is not None:
            # the line that asks for the same key again is replaced
            self.choice.forget_try()
        self._renew()
        self.notice = t(f"switch.turned.{switch}-{'on' if on else 'off'}")

    def do(self, action_id: ActionId) -> Action | None:
        """Carry out a named action. Return the decision if this makes it, otherwise None.

        Actions of a screen (help, quit) do nothing here. While no decision is due, ``ron`` explains why
        there is none.
        """
        if self.choice is None and action_id == ActionId.RON and self.tile_explainer() is not None:
            self.notice = self._no_ron(why_not(self.view, ActionKind.RON))
        if self.choice is None or Place.CHOICE not in BY_ID[action_id].places:
            return None
        self.notice = ""
        self._typed.drop()
        if action_id == ActionId.SAFEST:
            self.choice.forget_try()
            self._next_safest(self.choice)
            return None
        if not self.choice.on_turn and action_id in CALLS and Switch.NO_CALLS in self.switches:
            self.notice = t("switch.refused")
            return None
        return self._answer(self.choice.do(action_id))

    def why_not(self, name: ActionId) -> str:
        """Why a decision of that name is impossible now; empty if it is possible, or no decision."""
        if name not in KINDS_OF or not self.dealt or self.view.table.phase is Phase.OVER:
            return ""
        refusal = why_none(options(self.view) if self.choice is None else self.choice.menu, name)
        return "" if refusal is None else reason(name, refusal)

    @property
    def asks(self) -> bool:
        """Whether the open choice is a question, whose hints come after it."""
        return self.settings.asks and self.choice is not None and self.choice.on_turn

    @property
    def unanswered(self) -> str:
        """Why no question about the position is answered now; empty if it is."""
        if not self.settings.answers:
            return t("window.no-hints")
        return t("desk.asks") if self.asks else ""

    @property
    def explains_choices(self) -> bool:
        return self.settings.explains_choices and not self.asks

    def _next_safest(self, choice: Choice) -> None:
        """Put the cursor on the safest tile, or if this action put it where it is, on the next safest."""
        if not choice.of_tiles:
            return
        if self.unanswered:
            self.notice = self.unanswered
            return
        order = [place for group in self.hints.by_safety(choice) for place in group]
        if not self.settings.shows_hints or not order:
            self.notice = t("desk.no-threat" if self.settings.shows_hints else "desk.no-hints")
            return
        at = order.index(choice.place) if choice.place in order else -1
        begun = choice.place in (self._safest_place, order[0])
        self._safest_place = order[(at + 1) % len(order)] if begun else order[0]
        choice.go_to(self._safest_place)

    def type_key(self, key: str) -> bool:
        """Type a part of a tile: a digit while a tile is chosen, then the letter of its suit.

        Return whether the key did that. Any other key drops the digit; the cancel key does nothing else then.
        """
        choice = self.choice
        if choice is None or not choice.of_tiles:
            return False
        if key in tuple(NUMBERS):
            choice.forget_try()
            self.notice = self._typed.number(key)
        elif self._typed.waits_for(key):
            self.notice = self._typed.suit(key, choice)
        elif self._typed.drop():
            self.notice = ""
            return key in BY_ID[ActionId.CANCEL].keys
        else:
            return False
        return True

    def is_late(self, action: ActionId, *, waiting: bool) -> bool:
        """Whether the action claims a discard for which it is too late; ``waiting`` for a decision or not."""
        if not self.settings.live or not self.dealt or action not in CLAIMS:
            return False
        if waiting and (action is ActionId.KAN or self.mode is not Mode.TURN):
            return False
        table = self.view.table
        over = table.phase is Phase.OVER or bool(table.called) or not table.discards
        return not over and table.discards[-1][0] != self.view.seat

    def refresh_texts(self, seating: Seating) -> None:
        """Look up all texts again after a change of the language; ``seating`` has the translated names."""
        self.seating = seating
        self.notice, self.announced = "", None
        self._forget_pages()
        if self.dealt:
            self._log.refresh_texts(seating, self.rules)

    def tile_explainer(self) -> TileExplainer | None:
        """The explainer of the present position.

        None before the deal, after the end of the hand, and while the choice is the question.
        """
        if self._view is None or self._view.table.phase is Phase.OVER:
            return None
        if self.asks:
            self.notice = t("desk.asks")
            return None
        # imported here because the first picture of a table does not need it
        from tui.desk.tile_pages import TileExplainer

        if self._explained is None or self._explained[0] is not self.choice:
            explainer = TileExplainer(self._view, self.seating, self.laid, self.choice)
            self._explained = self.choice, explainer
        return self._explained[1]

    @property
    def tile_page(self) -> TilePage | None:
        """The page about the tile under the cursor, the tile on offer or the hand; None if hints are fewer.

        It is made when it is drawn. The same position has the same page. After a decision it stays until the
        next event.
        """
        if not self.explains_choices or not self.dealt:
            return None
        if self.choice is None and self._decided_page is not None:
            return self._decided_page
        choice, stop = self.choice, None
        if self.view.my_turn:
            stop = len(self.laid.tiles) - 1 if choice is None else choice.place
        key = stop, self.mode is Mode.RIICHI
        if key not in self._pages:
            quick = any(page.ready for (_, riichi), page in self._pages.items() if riichi is key[1])
            self._pages[key] = TilePage(lambda: self._page(stop), quick=quick)
        return self._pages[key]

    def _page(self, stop: int | None) -> Panel:
        explainer = self.tile_explainer()
        assert explainer is not None
        return explainer.hand if self.choice is None and stop is None else explainer.page(stop)

    def change(self, settings: DeskSettings) -> None:
        self.settings = settings
        self.switches.change(settings.switches)
        if self.dealt:
            self._renew()
        self._typed.drop()
        if not self.warned:
            self.notice = ""

    def _forget(self) -> None:
        """Forget what has been found out about a position, and about its decision."""
        self._hints = None
        self._forget_pages()

    def _forget_pages(self) -> None:
        for each in self._pages.values():
            each.dropped = True
        self._explained, self._pages, self._decided_page = None, {}, None

    def _renew(self) -> None:
        self._forget()
        if self.choice is not None:
            self.choice.reorder(self.laid)
            self.choice.change(self.settings, self.switches.on)

    def click_tile(self, place: int) -> Action | None:
        """Put the cursor on the clicked tile; a click on the tile under the cursor takes it.

        If discards are confirmed, a tile always takes two clicks, wherever the cursor was.
        """
        choice = self.choice
        if choice is None or not choice.on_turn or not 0 <= place < len(choice.tiles):
            return None
        if choice.of_tiles and choice.place == place:
            return self.do(ActionId.CONFIRM)
        self.notice = ""
        self._typed.drop()
        return self._answer(choice.move_to(place))

    def _answer(self, answer: ActionResult) -> Action | None:
        match answer:
            case Refused(ActionId.RON, refusal):
                self.notice = self._no_ron(refusal)
                return None
            case Refused(RefusedDiscard.PLAIN, refusal):
                self.notice = refused_tile(self.under_cursor, refusal)
                return None
            case Refused(name, refusal):
                self.notice = refused(name, refusal)
                return None
            case Warned(name, said):
                from tui.words.warnings import warning  # here: a table begins without the coach

                self.notice = warning(said, name)
                return None
            case Unconfirmed():
                self.notice = t(
                    "switch.confirm", key=BY_ID[ActionId.CONFIRM].named, tile=tile_word(self.under_cursor)
                )
                return None
        return None if answer is None else self.decide(answer)

    def decide(self, action: Action, *, automatic: bool = False) -> Action:
        """Make this legal action the decision, without the cursor, and return it.

        ``automatic`` means that a switch decided.
        """
        shown = None if automatic else self.tile_page
        self.choice, self._automatic = None, automatic
        self._forget_pages()
        self._decided_page = shown
        if not automatic:
            self.notice = ""
        self._missed_wins.decided(action, self.view)
        return action

    @property
    def under_cursor(self) -> Tile:
        assert self.choice is not None
        return self.choice.tiles[self.choice.place]

    def _no_ron(self, refusal: Refusal | None) -> str:
        """Why there is no ron now. Without a tile to claim, what happened to the last winning tile."""
        passed = self._missed_wins.gone(self.view)
        on_offer = self.waiting and not self.view.my_turn
        if passed is not None and not on_offer:
            return missed_win_reply(passed, self.view, self.seating)
        return "" if refusal is None else refused(ActionId.RON, refusal, self.view.furiten)
