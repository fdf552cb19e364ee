"""The person's place at the table: takes in events, makes decisions of named actions, paints the scene."""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.outlook import Outlook, outlook_after, outlook_in_riichi, outlook_now
from engine import events as ev
from engine.actions import Action
from engine.legal.wins import refuse_ron
from engine.options import options
from engine.outcome import Outcome
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import EAST, KIND_OF, TILE_OF, Kind, Tile
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.actions import BY_ID, Place, actions_at
from tui.desk.choice import Answer, Choice, Mode, Refused, Warned
from tui.desk.log import announcement, log_line, silences
from tui.desk.outlook import LINE_WIDTH, RIICHI_WIDTH, wait_line, wait_rows
from tui.desk.prompt import footer, prompt_items
from tui.desk.reasons import furiten_line, reason, refused
from tui.desk.safety import Safety
from tui.desk.settings import DeskSettings
from tui.desk.speech import about_button, about_tile, completes
from tui.desk.words import Names, tile_word
from tui.table.legend import FURITEN_LETTER, GENBUTSU, KEEPS_TENPAI, NO_MARK, Mark
from tui.table.scene import Announcement, Scene, shown_hand
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
        self.hints = self.settings.hints
        """Whether marks and sentences help; the person can turn them off."""
        self.names = (names[0], names[1], names[2], names[3])
        self.log: list[str] = []
        """What happened in this hand, the newest last."""
        self._words = Names(names, seat)
        self._view: SeatView | None = None
        self._choice: Choice | None = None
        self._notice = ""
        """What has just been tried in vain, or what went by; stands in the reason line until the next key."""
        self._said: Announcement | None = None
        self._revealed: dict[int, tuple[Tile, ...]] = {}
        self._outlooks: dict[tuple[Tile, bool], Outlook] = {}

    @property
    def view(self) -> SeatView:
        """What the seat sees; raises ValueError before the first deal."""
        if self._view is None:
            raise ValueError("no hand has been dealt")
        return self._view

    @property
    def dealt(self) -> bool:
        """Whether there is a hand to show."""
        return self._view is not None

    @property
    def waiting(self) -> bool:
        """Whether the person has to decide now."""
        return self._choice is not None

    @property
    def mode(self) -> Mode | None:
        """What is being chosen, None when it is not the person's decision."""
        return None if self._choice is None else self._choice.mode

    @property
    def warned(self) -> bool:
        """Whether the last key was answered with a warning, so that the same key now lets a win go."""
        return self._choice is not None and self._choice.warned

    # -- what happens --------------------------------------------------------------------------------

    def event(self, event: ev.Event) -> None:
        """Take in the next event of the game, as this seat may see it."""
        self._choice = None
        self._outlooks = {}
        if self._said is not None and silences(event, self._said):
            self._said = None
        if isinstance(event, ev.StartKyoku):
            self._view = SeatView.from_events(self.rules, self.seat, [event])
            self._revealed, self._notice, self.log = {}, "", []
        elif self._view is None:
            return
        else:
            self._view.apply(event)
        self._said = announcement(event) or self._said
        self._note(log_line(event, self.view, self._words))
        self._watch(event)

    def _note(self, line: str | None) -> None:
        if line is not None:
            self.log = [*self.log, line][-LOG_LINES:]

    def _watch(self, event: ev.Event) -> None:
        """Say why a tile that completes the hand cannot be won on: nobody asks the person about it."""
        if isinstance(event, ev.Tsumo) and event.actor == self.seat:
            self._notice = ""
        view = self.view
        if not isinstance(event, ev.Dahai | ev.Kakan) or event.actor == self.seat or not completes(view):
            return
        refusal = refuse_ron(view)
        if refusal is not None:
            tile = tile_word(TILE_OF[event.pai])
            self._notice = t("desk.no-ron", tile=tile, reason=reason("ron", refusal))
            self._note(t("log.no-ron", tile=tile, why=t(f"log.why-{refusal.why.value}")))

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
            self._choice, self._notice = Choice(menu), ""
        return self.waiting

    def do(self, action_id: str) -> Action | None:
        """Carry out a named action; returns the decision once it is made, None while the choice goes on.

        Actions that belong to a screen (help, quit) do nothing here.
        """
        if action_id == "hints":
            self._switch_hints()
        if self._choice is None or Place.CHOICE not in BY_ID[action_id].places:
            return None
        self._notice = ""
        return self._answer(self._choice.do(action_id))

    def _switch_hints(self) -> None:
        """Turn the hints on or off, and say so: most of the time no mark is there that comes or goes."""
        self.hints = not self.hints
        if self._choice is not None:
            self._choice.forget_warning()
        marks = {"safe": GENBUTSU.letter, "furiten": FURITEN_LETTER}
        self._notice = t("desk.hints-on", **marks) if self.hints else t("desk.hints-off")

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
            case Refused(name, refusal):
                self._notice = refused(name, refusal)
                return None
            case Warned():
                self._notice = t(
                    "desk.warning",
                    tile=tile_word(self._under_cursor()),
                    key=BY_ID["tsumo"].key,
                    confirm=BY_ID["confirm"].key,
                )
                return None
        if answer is not None:
            self._choice = None
        return answer

    # -- what the table shows ------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The picture of this moment."""
        view, choice = self.view, self._choice
        outlook = self._outlook()
        of_tiles = choice is not None and choice.of_tiles
        over = view.table.phase is Phase.OVER
        return Scene(
            view=view,
            names=self.names,
            cursor=choice.place if choice is not None and of_tiles else None,
            marks=() if over else self._marks(),
            disabled=choice.disabled() if choice is not None else frozenset(),
            lit=self._lit(),
            furiten_line=None if over else furiten_line(view, self._words),
            wait_line=None if over else self._wait_line(outlook),
            waits=() if over or outlook is None else wait_rows(outlook),
            prompt=() if choice is None else prompt_items(choice),
            prompt_cursor=None if choice is None or of_tiles else choice.button,
            reason=self._reason(),
            log=tuple(self.log),
            keys=footer(choice, playing=not over),
            revealed=dict(self._revealed),
            announced=self._said,
            acting=None if over else view.table.turn,
            header=self._header(),
            causes=() if over else view.furiten,
        )

    def _under_cursor(self) -> Tile:
        assert self._choice is not None
        return self._choice.tiles[self._choice.place]

    def _outlook(self) -> Outlook | None:
        """The hand as it waits: on the own turn as the discard under the cursor would leave it.

        None for a hand that has just been completed, and while nothing is to be decided about 14 tiles.
        """
        view, choice = self.view, self._choice
        if choice is not None and choice.takes_win:
            return None
        if choice is not None and choice.on_turn:
            if view.me.riichi:
                return outlook_in_riichi(view)
            return self._outlook_of(self._under_cursor(), choice.mode is Mode.RIICHI)
        if view.hand.size % 3 != 1:
            return None
        offer = view.table.offer if choice is not None and choice.actions("ron") else None
        return outlook_now(view, None if offer is None else KIND_OF[offer])

    def _wait_line(self, outlook: Outlook | None) -> str | None:
        if outlook is None:
            winning = self._choice is not None and self._choice.takes_win
            return t("desk.wins", tile=tile_word(self._under_cursor())) if winning else None
        return wait_line(outlook, RIICHI_WIDTH if self.view.me.riichi else LINE_WIDTH)

    def _outlook_of(self, tile: Tile, riichi: bool = False) -> Outlook:
        key = tile, riichi
        if key not in self._outlooks:
            self._outlooks[key] = outlook_after(self.view, tile, riichi=riichi)
        return self._outlooks[key]

    def _marks(self) -> tuple[Mark, ...]:
        """One for each tile: in the choice of a riichi what keeps tenpai, otherwise what the hints tell."""
        choice, tiles = self._choice, shown_hand(self.view)
        disabled = choice.disabled() if choice is not None else frozenset()
        if choice is not None and choice.mode is Mode.RIICHI:
            marks = [NO_MARK if place in disabled else KEEPS_TENPAI for place in range(len(tiles))]
        elif self.hints:
            safety = Safety(self.view)
            marks = [GENBUTSU if safety.is_safe(KIND_OF[tile]) else NO_MARK for tile in tiles]
        else:
            return ()
        if choice is None or not choice.on_turn or not self.hints:
            return tuple(marks)
        return tuple(
            mark.with_furiten(place not in disabled and bool(self._outlook_of(tiles[place]).furiten))
            for place, mark in enumerate(marks)
        )

    def _lit(self) -> Kind | None:
        choice = self._choice
        if choice is None:
            return None
        tile = self._under_cursor() if choice.on_turn else self.view.table.offer
        return None if tile is None else KIND_OF[tile]

    def _reason(self) -> str:
        choice = self._choice
        if self._notice or choice is None:
            return self._notice
        if not choice.of_tiles:
            return about_button(choice, choice.buttons()[choice.button])
        if not self.hints:
            return about_tile(choice, None, None, self._words)
        outlook = self._outlook_of(self._under_cursor(), choice.mode is Mode.RIICHI)
        return about_tile(choice, outlook, Safety(self.view), self._words)

    def _header(self) -> tuple[str, ...]:
        table = self.view.table
        number = (table.round_wind - EAST) * PLAYERS + table.kyoku
        total = _HANDS[self.rules.length]
        whole = t("desk.hand-of", number=number, total=total)
        bits = [whole if number <= total else t("desk.hand-number", number=number)]
        if self.settings.seed is not None:
            bits.append(t("desk.seed", seed=self.settings.seed))
        return tuple(bits)
