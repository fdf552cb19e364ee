"""One seat's place at the table: takes in events, and turns named actions into decisions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ai.reading.missed_wins import MissedWin, MissedWins
from engine import events as ev
from engine.actions import Action, ActionKind, Refusal
from engine.options import options, why_not
from engine.outcome import Outcome
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import Tile
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.config.actions import BY_ID, ActionId, Place
from tui.desk.choice import Choice
from tui.desk.hints import Hints
from tui.desk.laid_hand import LaidHand, UnsortedHand
from tui.desk.menu import CALLS, ActionResult, Mode, Refused, Unconfirmed, Warned
from tui.desk.settings import DeskSettings, Switch, Switches, automatic
from tui.i18n.texts import t
from tui.words.actions import RefusedDiscard, refused, refused_tile
from tui.words.event_lines import Announcement, Log, announcement, silences
from tui.words.furiten import went_by
from tui.words.seating import Seating
from tui.words.tiles import tile_word
from tui.words.warnings import warning

if TYPE_CHECKING:
    from tui.desk.tile_explainer import TileExplainer


class Desk:
    """One seat of a game as a person plays it; it needs no session.

    Feed it each event that the seat may see (``event``); when a decision is the player's, call ``offer``.
    While it is ``waiting``, ``do`` and ``click_tile`` move the cursor, or return the decision.

    It folds the events into a view of its own, because it shows them one after another, at a pace: a session
    is ahead of what the table shows by all that the bots have just played.
    """

    def __init__(self, seating: Seating, rules: Ruleset, settings: DeskSettings | None = None) -> None:
        self.seating = seating
        self.rules = rules
        self.settings = settings or DeskSettings()
        self.switches = Switches(self.settings.switches)
        """What the table does by itself."""
        self._log = Log(seating)
        self._unsorted = UnsortedHand(seating.seat)
        self._automatic = False
        """Whether a switch made the last decision."""
        self._view: SeatView | None = None
        self.choice: Choice | None = None
        """The decision that is due, None when there is none."""
        self.rings = False
        """Whether the bell is to ring for it: others have played since the last one was asked for."""
        self._others_played = True
        self.notice = ""
        """Why the last try was refused; shown in the reason line until the next key."""
        self._missed_wins = MissedWins()
        self.announced: Announcement | None = None
        """What a player has just said."""
        self.revealed: dict[int, tuple[Tile, ...]] = {}
        """The concealed tiles of other seats that are shown, by seat."""
        self._hints: Hints | None = None
        """The hints of the present position, once they were asked for."""

    @classmethod
    def after(
        cls, events: Iterable[ev.Event], seating: Seating, rules: Ruleset, settings: DeskSettings
    ) -> Desk:
        """The desk after these events, as the seat may see them: a position to look at."""
        desk = cls(seating, rules, settings)
        for event in events:
            desk.event(event)
        return desk

    @property
    def view(self) -> SeatView:
        """What the seat sees; raises ValueError before the first deal."""
        if self._view is None:
            raise ValueError("no hand has been dealt")
        return self._view

    @property
    def log(self) -> list[str]:
        """What happened in this hand, the newest last."""
        return self._log.lines(hints=self.settings.shows)

    @property
    def hints(self) -> Hints:
        """The hints of the present position."""
        if self._hints is None:
            self._hints = Hints(self.view, self.settings.marks, self.laid)
        return self._hints

    @property
    def laid(self) -> LaidHand:
        """The concealed tiles as they lie on the screen."""
        if Switch.AUTO_SORT in self.switches:
            return LaidHand.sorted(self.view)
        return self._unsorted.laid(self.view)

    @property
    def passed(self) -> MissedWin | None:
        """The winning tile that went by last, while the table still mentions it."""
        return self._missed_wins.shown(self.view)

    @property
    def dealt(self) -> bool:
        """Whether there is a hand to show."""
        return self._view is not None

    @property
    def waiting(self) -> bool:
        """Whether a decision is due."""
        return self.choice is not None

    @property
    def mode(self) -> Mode | None:
        """What is being chosen, None when no decision is due."""
        return None if self.choice is None else self.choice.mode

    @property
    def warned(self) -> bool:
        """Whether the last key caused a warning, so that the same key now makes the decision."""
        return self.choice is not None and self.choice.warned

    @property
    def unconfirmed(self) -> bool:
        """Whether the same key or click once more makes a discard that only has to be confirmed."""
        return self.choice is not None and self.choice.unconfirmed

    # -- what happens --------------------------------------------------------------------------------

    def event(self, event: ev.Event) -> None:
        """Take in the next event of the game, as this seat may see it."""
        self.choice = self._hints = None
        if self.announced is not None and silences(event, self.announced):
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
        actor = ev.actor_of(event)
        self._others_played |= isinstance(event, ev.Ryukyoku) or actor not in (None, self.seating.seat)
        self.announced = announcement(event) or self.announced
        self._unsorted.event(event)
        self._missed_wins.event(event, self.view)
        self._log.event(event, self.view, automatic=self.is_automatic(event))

    def is_automatic(self, event: ev.Event) -> bool:
        """Whether this event, the next or the latest one, is a decision that a switch made."""
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
        """Ask for a decision now; returns whether there is one to make."""
        menu = options(self.view)
        if menu:
            settings, on = self.settings, self.switches.on
            self.choice = Choice(menu, self.laid, greys=settings.shows, coached=settings.coached, switches=on)
            self.notice = ""
            self.rings, self._others_played = self._others_played, False
        return self.waiting

    def automatic(self) -> Action | None:
        """The decision that a switch makes now, None where the player decides.

        ``decide`` takes it. The coach never warns about one.
        """
        return automatic(options(self.view), self.switches.on)

    def turn(self, switch: Switch) -> None:
        """Turn a switch on or off, in the middle of a choice too."""
        on = self.switches.turn(switch)
        self._renew()
        self.notice = t(f"switch.turned.{switch}-{'on' if on else 'off'}")

    def do(self, action_id: ActionId) -> Action | None:
        """Carry out a named action; returns the decision once it is made, None while the choice goes on.

        Actions that belong to a screen (help, quit) do nothing here. While no decision is due, ``ron``
        explains why there is none.
        """
        if self.choice is None and action_id == ActionId.RON and self.tile_explainer() is not None:
            self.notice = self._no_ron(why_not(self.view, ActionKind.RON))
        if self.choice is None or Place.CHOICE not in BY_ID[action_id].places:
            return None
        self.notice = ""
        if not self.choice.on_turn and action_id in CALLS and Switch.NO_CALLS in self.switches:
            self.notice = t("switch.refused")
            return None
        return self._answer(self.choice.do(action_id))

    def refresh_texts(self, seating: Seating) -> None:
        """Rewrite all texts after a change of the language, in which the players have these names."""
        self.seating = seating
        self.notice, self.announced = "", None
        if self.dealt:
            self._log.refresh_texts(seating, self.rules)

    def tile_explainer(self) -> TileExplainer | None:
        """The explainer of the present position; None before the deal and once the hand is over."""
        if self._view is None or self._view.table.phase is Phase.OVER:
            return None
        # imported late: the first picture of a table does not need it
        from tui.desk.tile_explainer import TileExplainer

        return TileExplainer(self._view, self.seating, self.laid, self.choice)

    def change(self, settings: DeskSettings) -> None:
        """Apply these settings, in the middle of a choice too."""
        self.settings = settings
        self.switches.change(settings.switches)
        if self.dealt:
            self._renew()
        if not self.warned:
            self.notice = ""

    def _renew(self) -> None:
        """Apply changed settings and switches to hints and choice."""
        self._hints = None
        if (choice := self.choice) is not None:
            settings = self.settings
            choice.lay(self.laid)
            choice.change(greys=settings.shows, coached=settings.coached, switches=self.switches.on)

    def click_tile(self, place: int) -> Action | None:
        """A click on a tile of the hand puts the cursor there; one more click takes the tile.

        Where discards are confirmed a tile takes two clicks too, wherever the cursor was.
        """
        choice = self.choice
        if choice is None or not choice.on_turn or not 0 <= place < len(choice.tiles):
            return None
        if choice.of_tiles and choice.place == place:
            return self.do(ActionId.CONFIRM)
        self.notice = ""
        return self._answer(choice.stand_on(place))

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
                self.notice = warning(said, name, self.under_cursor if self.view.my_turn else None)
                return None
            case Unconfirmed():
                self.notice = t(
                    "switch.confirm", key=BY_ID[ActionId.CONFIRM].named, tile=tile_word(self.under_cursor)
                )
                return None
        return None if answer is None else self.decide(answer)

    def decide(self, action: Action, *, automatic: bool = False) -> Action:
        """Take this legal action as the decision, without the cursor; returns it.

        ``automatic`` says that a switch decided.
        """
        self.choice, self._automatic = None, automatic
        if not automatic:
            self.notice = ""
        self._missed_wins.decided(action, self.view)
        return action

    @property
    def under_cursor(self) -> Tile:
        """The tile under the cursor of the choice that is open."""
        assert self.choice is not None
        return self.choice.tiles[self.choice.place]

    def _no_ron(self, refusal: Refusal | None) -> str:
        """Why there is no ron now; without a tile to claim, what happened to the last winning tile."""
        passed = self._missed_wins.gone(self.view)
        on_offer = self.waiting and not self.view.my_turn
        if passed is not None and not on_offer:
            return went_by(passed, self.view, self.seating)
        return "" if refusal is None else refused(ActionId.RON, refusal, self.view.furiten)
