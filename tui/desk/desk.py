"""The person's place at the table: takes in events, makes decisions of named actions, paints the scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ai.reading.outlook import Outlook
from engine import events as ev
from engine.actions import Action, ActionKind, Refusal
from engine.options import options, why_not
from engine.outcome import Outcome
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import EAST, KIND_OF, Kind, Tile
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.actions import BY_ID, Place, actions_at
from tui.desk.choice import Answer, Choice, Mode, Refused, Warned
from tui.desk.furiten import furiten_lines, went_by
from tui.desk.inquiry import Inquiry
from tui.desk.log import announcement, log_line, no_ron_line, silences
from tui.desk.outlook import LINE_WIDTH, RIICHI_WIDTH, wait_line, wait_rows
from tui.desk.passed import Passes
from tui.desk.prompt import footer, prompt_items
from tui.desk.reasons import refused, refused_tile
from tui.desk.settings import DeskSettings
from tui.desk.sight import Sight, tsumo_wins
from tui.desk.speech import about_button, about_tile, plainly_button, plainly_tile
from tui.desk.warnings import warning
from tui.desk.words import Names, join, tile_word
from tui.table.scene import Announcement, Scene
from tui.texts import t

LOG_LINES = 200
"""Lines of the log that are kept."""

_HANDS = {"hand": 1, "east": PLAYERS, "south": 2 * PLAYERS}
"""Hands of a game in which the deal always moves on."""


class Desk:
    """One seat of a game as a person plays it.

    Feed it each event that the seat may see (``event``); when a decision is the person's, call ``offer``.
    While it is ``waiting``, ``do``, ``click_tile`` and ``click_prompt`` move the cursor, or return the
    decision. ``scene`` is what the table shows at any moment.
    """

    def __init__(
        self,
        names: Sequence[str],
        seat: int,
        rules: Ruleset,
        settings: DeskSettings | None = None,
    ) -> None:
        self.seat = seat
        self.rules = rules
        self.settings = settings or DeskSettings()
        self.names = (names[0], names[1], names[2], names[3])
        self._log: list[tuple[str, bool]] = []
        """Each line with whether it is a hint."""
        self._words = Names(names, seat)
        self._view: SeatView | None = None
        self._choice: Choice | None = None
        self._notice = ""
        """What has just been tried in vain; stands in the reason line until the next key."""
        self._passes = Passes()
        self._said: Announcement | None = None
        self._revealed: dict[int, tuple[Tile, ...]] = {}
        self._sight: Sight | None = None
        """What the hints see in the present position, once they were asked."""

    @property
    def view(self) -> SeatView:
        """What the seat sees; raises ValueError before the first deal."""
        if self._view is None:
            raise ValueError("no hand has been dealt")
        return self._view

    @property
    def log(self) -> list[str]:
        """What happened in this hand, the newest last."""
        return [line for line, hint in self._log if self.settings.shows or not hint]

    @property
    def sight(self) -> Sight:
        """What the hints see in the present position."""
        if self._sight is None:
            self._sight = Sight(self.view, self.settings.marks)
        return self._sight

    @property
    def dealt(self) -> bool:
        """Whether there is a hand to show."""
        return self._view is not None

    @property
    def waiting(self) -> bool:
        """Whether the person has to decide now."""
        return self._choice is not None

    @property
    def choice(self) -> Choice | None:
        """The decision that the person has to make now, None when there is none."""
        return self._choice

    @property
    def notice(self) -> str:
        """Why what has just been tried was in vain, empty where it was not."""
        return self._notice

    @property
    def mode(self) -> Mode | None:
        """What is being chosen, None when it is not the person's decision."""
        return None if self._choice is None else self._choice.mode

    @property
    def warned(self) -> bool:
        """Whether the last key was answered with a warning, so that the same key now does it all the same."""
        return self._choice is not None and self._choice.warned

    # -- what happens --------------------------------------------------------------------------------

    def event(self, event: ev.Event) -> None:
        """Take in the next event of the game, as this seat may see it."""
        self._choice = self._sight = None
        if self._said is not None and silences(event, self._said):
            self._said = None
        if isinstance(event, ev.StartKyoku):
            self._view = SeatView.from_events(self.rules, self.seat, [event])
            self._revealed, self._notice, self._log = {}, "", []
        elif self._view is None:
            return
        else:
            self._view.apply(event)
            if self._view.table.phase is Phase.OVER:
                self._notice = ""
        self._said = announcement(event) or self._said
        self._passes.event(event, self.view)
        self._note(log_line(event, self.view, self._words))
        self._note(no_ron_line(event, self.view), hint=True)

    def _note(self, line: str | None, *, hint: bool = False) -> None:
        if line is not None:
            self._log = [*self._log, (line, hint)][-LOG_LINES:]

    def reveal(self, outcome: Outcome) -> None:
        """Lay open the hands that are shown at the end of a hand."""
        hands = {win.winner: win.hand for win in outcome.wins}
        if draw := outcome.draw:
            shown = {seat for seat in range(PLAYERS) if draw.tenpai[seat]} | {draw.declarer}
            hands = {seat: hand for seat, hand in enumerate(draw.hands) if seat in shown}
        self._revealed = {seat: tuple(hand.sorted()) for seat, hand in hands.items() if seat != self.seat}

    # -- what the person does ------------------------------------------------------------------------

    def offer(self) -> bool:
        """It is the person's decision now; returns whether there is one."""
        menu = options(self.view)
        if menu:
            settings = self.settings
            self._choice = Choice(menu, greys=settings.shows, coached=settings.coached)
            self._notice = ""
        return self.waiting

    def do(self, action_id: str) -> Action | None:
        """Carry out a named action; returns the decision once it is made, None while the choice goes on.

        Actions that belong to a screen (help, quit) do nothing here. While nothing is to be decided, ``ron``
        says what became of it.
        """
        if self._choice is None and action_id == "ron" and self.inquire() is not None:
            self._notice = self._no_ron(why_not(self.view, ActionKind.RON))
        if self._choice is None or Place.CHOICE not in BY_ID[action_id].places:
            return None
        self._notice = ""
        return self._answer(self._choice.do(action_id))

    def inquire(self) -> Inquiry | None:
        """What can be asked about the present position; None before the deal and once the hand is over."""
        if self._view is None or self._view.table.phase is Phase.OVER:
            return None
        return Inquiry(self._view, self.names, self._choice)

    def change(self, settings: DeskSettings) -> None:
        """Go by these settings from now on, in the middle of a choice too."""
        self.settings = settings
        self._sight, self._notice = None, ""
        if self._choice is not None:
            self._choice.change(greys=settings.shows, coached=settings.coached)

    def click_tile(self, place: int) -> Action | None:
        """A click on a tile of the hand puts the cursor there; one more click takes the tile."""
        choice = self._choice
        if choice is None or not choice.on_turn or not 0 <= place < len(choice.tiles):
            return None
        if choice.of_tiles and choice.place == place:
            return self.do("confirm")
        self._notice = ""
        choice.stand_on(place)
        return None

    def click_prompt(self, key: str) -> Action | None:
        """A click on the prompt line does what its key does."""
        found = next((each for each in actions_at(Place.CHOICE) if key in (each.key, each.id)), None)
        return None if found is None else self.do(found.id)

    def _answer(self, answer: Answer) -> Action | None:
        match answer:
            case Refused("ron", refusal):
                self._notice = self._no_ron(refusal)
                return None
            case Refused("discard", refusal):
                self._notice = refused_tile(self._under_cursor(), refusal)
                return None
            case Refused(name, refusal):
                self._notice = refused(name, refusal)
                return None
            case Warned(name, said):
                self._notice = warning(said, name, self._under_cursor() if self.view.my_turn else None)
                return None
        return None if answer is None else self.decide(answer)

    def decide(self, action: Action) -> Action:
        """Take this legal action as the decision, without the cursor; returns it."""
        self._choice, self._notice = None, ""
        self._passes.decided(action, self.view)
        return action

    def _no_ron(self, refusal: Refusal | None) -> str:
        """Why there is no ron now; where there is no tile to claim, what became of the last that would do."""
        passed = self._passes.gone(self.view)
        on_offer = self.waiting and not self.view.my_turn
        if passed is not None and not on_offer:
            return went_by(passed, self.view, self._words)
        return "" if refusal is None else refused("ron", refusal, self.view.furiten)

    # -- what the table shows ------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The picture of this moment."""
        view, choice = self.view, self._choice
        of_tiles = choice is not None and choice.of_tiles
        over = view.table.phase is Phase.OVER
        hints = self._hints() if self.settings.shows and not over else {}
        return Scene(
            view=view,
            names=self.names,
            cursor=choice.place if choice is not None and of_tiles else None,
            disabled=choice.disabled() if choice is not None else frozenset(),
            lit=self._lit(),
            prompt=() if choice is None else prompt_items(choice),
            prompt_cursor=None if choice is None or of_tiles else choice.button,
            reason=self._reason(),
            warned=self.warned,
            log=tuple(self.log),
            keys=footer(choice, playing=not over),
            revealed=dict(self._revealed),
            announced=self._said,
            acting=None if over else view.table.turn,
            header=self._header(),
            **hints,
        )

    def _hints(self) -> dict[str, Any]:
        """The parts of the scene that help: marks, furiten, waits."""
        view, sight, choice = self.view, self.sight, self._choice
        outlook, passed, causes = sight.outlook(choice), self._passes.shown(view), view.furiten
        if passed is not None and passed.cause not in causes:
            # the next event will make it a cause; the person knows it already
            causes = (*causes, passed.cause)
            outlook = None if outlook is None else replace(outlook, furiten=causes)
        return {
            "marks": sight.marks(choice),
            "against": self._against(),
            "furiten": furiten_lines(view, sight.advice, self._words, passed, tsumo=tsumo_wins(view)),
            "wait_line": self._wait_line(outlook),
            "waits": () if outlook is None else wait_rows(outlook),
            "causes": causes,
        }

    def _under_cursor(self) -> Tile:
        assert self._choice is not None
        return self._choice.tiles[self._choice.place]

    def _against(self) -> str:
        feared = [self.names[seat] for seat in self.sight.feared]
        return t("table.legend.against", players=join(feared)) if feared else ""

    def _wait_line(self, outlook: Outlook | None) -> str | None:
        if outlook is None:
            winning = self._choice is not None and self._choice.takes_win
            return t("desk.wins", tile=tile_word(self._under_cursor())) if winning else None
        return wait_line(outlook, RIICHI_WIDTH if self.view.me.riichi else LINE_WIDTH)

    def _lit(self) -> frozenset[Kind]:
        choice = self._choice
        if choice is None:
            return frozenset()
        tile = self._under_cursor() if choice.on_turn else self.view.table.offer
        return frozenset() if tile is None else frozenset({KIND_OF[tile]})

    def _reason(self) -> str:
        choice = self._choice
        if self._notice or choice is None:
            return self._notice
        tells = self.settings.tells
        if not choice.of_tiles:
            button = choice.buttons()[choice.button]
            return about_button(choice, button) if tells else plainly_button(choice, button)
        return about_tile(choice, self.sight, self._words) if tells else plainly_tile(choice)

    def _header(self) -> tuple[str, ...]:
        table = self.view.table
        number = (table.round_wind - EAST) * PLAYERS + table.kyoku
        total = _HANDS[self.rules.length]
        whole = t("desk.hand-of", number=number, total=total)
        bits = [whole if number <= total else t("desk.hand-number", number=number)]
        if self.settings.seed is not None:
            bits.append(t("desk.seed", seed=self.settings.seed))
        return tuple(bits)
