"""A game of a record, ready to be written for people: its players, how each hand ended, and its moves.

The moves of a hand are a table: a row is one time around, a column is a seat, read from left to right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from ai.play import PERSON
from engine import events as ev
from engine.hand import Meld, MeldKind
from engine.match import Standing, standings
from engine.outcome import Outcome
from engine.records.read_file import ReadableGame
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import RecordedHand, player_names, shown_seats
from engine.records.replay import ReplayedHand, replayed_hands
from engine.records.timeline import Position, Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import KIND_OF, NAMES, TILE_OF, UNKNOWN, Kind, Tile, format_tiles, sort_tiles
from engine.wall import PLAYERS
from engine.wording import one_line
from tui.i18n import join_list, t
from tui.words.event_lines import draw_reason, hand_name, log_line, stakes
from tui.words.names import Seating
from tui.words.result_words import HandResult, WinWords, hand_result

_LONGEST = 40
"""Letters of a name that are shown."""


class ExportedGame:
    """A game as everybody sees it afterwards, or, with a seat, as that seat saw it.

    ``person`` is the name of the person who played, which own records do not tell; empty if it is unknown.
    """

    def __init__(self, game: ReadableGame, seat: int | None = None, person: str = "") -> None:
        shown = shown_seats(game.events)
        self.hides = len(shown) < PLAYERS
        if seat is None and self.hides:
            seat = shown[0]
        if seat is not None and seat not in shown:
            raise RecordError(t("exported.hidden", seat=seat))
        self.rules: Ruleset = game.rules
        self.events: Sequence[ev.Event] = game.events
        self.cut = game.cut
        self.annotations = game.annotations
        """The comments and bookmarks to show, by the index in the record."""
        self.seat, self.person = seat, person
        first = game.events[0]
        self.start = first if isinstance(first, ev.StartGame) else ev.StartGame()
        self.everybody = record_seating(player_names(game.events), person=person)
        """The seating in which nobody is ``you``."""
        self.names = self.everybody.names
        """The names of the four players, that of the seat too."""
        self.seating = self.everybody if seat is None else replace(self.everybody, seat=seat)

    def as_seen_by(self, seat: int) -> ExportedGame:
        game = ReadableGame(self.rules, list(self.events), self.cut, self.annotations)
        return ExportedGame(game, seat, self.person)

    @property
    def date(self) -> str:
        """The local day on which the game began; empty when the record does not say it.

        What cannot be read as a time is shown as it is.
        """
        told = one_line(self.start.time or "")[:_LONGEST]
        try:
            began = datetime.fromisoformat(told)
            began = began.astimezone() if began.tzinfo else began
        except (ValueError, OverflowError, OSError):
            return told
        month = t(f"practice.months.{began.month}")
        return t("exported.day", day=began.day, month=month, year=began.year)

    @staticmethod
    def wind(hand: RecordedHand) -> Kind:
        return TILE_OF[hand.start.bakaze]

    @cached_property
    def timeline(self) -> Timeline:
        """The positions, all hands open, or as the seat saw them."""
        return timeline(self.rules, self.events, self.seat)

    @property
    def hands(self) -> tuple[RecordedHand, ...]:
        """The hands, hidden tiles masked for the seat."""
        return self.timeline.hands

    @cached_property
    def replayed(self) -> tuple[ReplayedHand, ...]:
        """The hands played again."""
        return replayed_hands(self.rules, self.events)

    def outcome(self, hand: RecordedHand) -> Outcome | None:
        """How a hand ended; None when it is cut or has something else than the rules."""
        return self.replayed[hand.number - 1].outcome

    def last_position(self, hand: RecordedHand) -> Position:
        """The position after the last event of a hand."""
        return self.timeline.at(hand.first + len(hand.events) - 2)

    def scores_after(self, hand: RecordedHand) -> list[int]:
        """The points of all seats after the last event of a hand that is known."""
        if hand.end is not None and hand.end.scores is not None:
            return hand.end.scores
        return [seat.score for seat in self.last_position(hand).table.seats]

    @cached_property
    def ranking(self) -> tuple[Standing, ...]:
        """The final ranking, first place first, with the final scores that the record has.

        Empty when the game is not over.
        """
        if self.cut is not None or not isinstance(self.events[-1], ev.EndGame):
            return ()
        table = self.last_position(self.hands[-1]).table
        chombo = [0] * PLAYERS
        for hand in self.replayed:
            for seat in hand.outcome.offenders if hand.outcome else ():
                chombo[seat] += 1
        ranked = standings(self.rules, self.scores_after(self.hands[-1]), table.riichi_sticks, chombo)
        told = self.events[-1].final
        return ranked if told is None else tuple(replace(each, final=told[each.seat]) for each in ranked)


def record_seating(names: Sequence[str], seat: int | None = None, person: str = "") -> Seating:
    """The players as a page names them; ``person`` is the name of the one who played, if it is known."""
    seating = Seating.of_record([_shown(name, number, person) for number, name in enumerate(names)])
    return seating if seat is None else replace(seating, seat=seat)


def _shown(name: str, seat: int, person: str) -> str:
    """The name as it is shown: records are not trusted, and some have none."""
    if name == PERSON:
        name = person or t("exported.person")
    return one_line(name)[:_LONGEST] or t("exported.nobody", number=seat + 1)


def hand_title(hand: RecordedHand) -> str:
    """``East 2, 1 honba, 1 riichi stick``."""
    start = hand.start
    name = hand_name(ExportedGame.wind(hand), start.kyoku)
    return join_list([name, *stakes(start.honba, start.kyotaku)])


def seats_from_dealer(hand: RecordedHand) -> list[int]:
    """The seats in turn order, the dealer first."""
    return [(hand.start.oya + step) % PLAYERS for step in range(PLAYERS)]


def worth_line(win: WinWords) -> str:
    """The yaku of a win with their han, and what it is worth."""
    yaku = join_list(t("exported.worth", name=item.name, worth=item.worth) for item in win.yaku)
    return t("exported.yaku", yaku=yaku, total=win.total)


def notes_of(game: ExportedGame, hand: RecordedHand, names: Seating) -> dict[int, str]:
    """What is noted in a hand, in words, by the event of the hand."""
    told = {}
    for step, event in enumerate(hand.events):
        index = hand.first - 1 + step
        if noted := game.annotations.get(index):
            deed = log_line(event, game.timeline.at(index).views[0], names) if step else None
            place = join_list(filter(None, (f"{hand.number}.{step}", deed)))
            title = t("exported.bookmark" if noted.bookmark else "exported.comment", place=place)
            told[step] = t("exported.noted", title=title, text=noted.comment) if noted.comment else title
    return told


def result_of(game: ExportedGame, hand: RecordedHand, names: Seating) -> HandResult | None:
    """How a hand ended by the rules; None if it is cut, or if the record says something else."""
    outcome = game.outcome(hand)
    if outcome is None:
        return None
    return hand_result(game.last_position(hand).views[0], outcome, names)


def recorded_lines(game: ExportedGame, hand: RecordedHand, names: Seating) -> list[str]:
    """The result as the record has it, where the hand cannot be played again; empty if the hand is cut.

    Either the rules say something else, which is told, or the record hides hands.
    """
    ends = [event for event in hand.events if isinstance(event, ev.Hora | ev.Ryukyoku)]
    view = game.last_position(hand).views[0]
    lines = [log_line(event, view, names) or "" for event in ends]
    for event in ends:
        if isinstance(event, ev.Hora) and event.yaku:
            lines.append(join_list(f"{t(f'yaku.{name}')} {han}" for name, han in event.yaku))
        if isinstance(event, ev.Ryukyoku) and event.reason:
            lines.append(draw_reason(event.reason))
    return [*lines, *([] if game.hides else [t("exported.differs")])] if ends else []


# -- moves by go-around ------------------------------------------------------------------------------


class MoveKind(StrEnum):
    """The kinds of moves."""

    DRAW = "draw"
    """Its tile was not discarded: the hand ended, or the record."""
    DISCARD = "discard"
    CALL = "call"
    """Something was called, a kan included."""
    TSUMO = "tsumo"
    RON = "ron"


class RecordedMove(NamedTuple):
    """One thing that a seat did; no tile in it is hidden.

    ``meld`` is what was called: of a discard, the chi or pon before it, where ``drawn`` is the tile drawn.
    Both are None where nobody saw how the seat came to its tile.
    """

    kind: MoveKind
    tile: Tile | None = None
    """The tile discarded; of a draw, that one."""
    drawn: Tile | None = None
    meld: Meld | None = None
    as_drawn: bool = False
    riichi: bool = False


class GoAround(NamedTuple):
    """One time around the table: read from left to right.

    ``cells`` are the moves of each column, in order. ``indicators`` are the new ones, ``fouls`` lines about
    those that the rules penalised, and ``notes`` the comments and bookmarks.
    """

    cells: tuple[tuple[RecordedMove, ...], ...]
    indicators: tuple[Tile, ...]
    fouls: tuple[str, ...]
    notes: tuple[str, ...] = ()


def go_arounds(
    events: Sequence[ev.Event], names: Seating, notes: Mapping[int, str] | None = None
) -> tuple[GoAround, ...]:
    """The moves of one hand, ``start_kyoku`` first; ``notes`` are lines to follow an event of that number."""
    start = events[0]
    assert isinstance(start, ev.StartKyoku)
    table = _Rows(start.oya, names)
    for step, event in enumerate(events):
        table.take(event)
        if notes and step in notes:
            table.note(notes[step])
    return table.finished()


class _Rows:
    """Puts one event after another into its cell."""

    def __init__(self, dealer: int, names: Seating) -> None:
        self._dealer = dealer
        self._names = names
        self._rows: list[GoAround] = []
        self._cells: list[list[RecordedMove]] = [[] for _ in range(PLAYERS)]
        self._indicators: list[Tile] = []
        self._fouls: list[str] = []
        self._notes: list[str] = []
        self._column = -1
        self._drawn: Tile | None = None
        self._meld: Meld | None = None
        """How the seat on turn came to its tile."""
        self._pons: dict[Kind, Meld] = {}
        """The pons of the hand by their kind."""
        self._riichi = False

    def take(self, event: ev.Event) -> None:
        match event:
            case ev.Tsumo(actor=seat, pai=name):
                self._turn(seat)
                self._drawn = None if name == UNKNOWN else TILE_OF[name]
            case ev.Chi(actor=seat):
                self._turn(seat)
                self._meld = _called(MeldKind.CHI, event)
            case ev.Pon(actor=seat):
                self._turn(seat)
                self._meld = self._pons[KIND_OF[TILE_OF[event.pai]]] = _called(MeldKind.PON, event)
            case ev.Daiminkan(actor=seat):
                self._turn(seat)
                self._meld = _called(MeldKind.OPEN_KAN, event)
                self._put(seat, MoveKind.CALL)
            case ev.Ankan(actor=seat, consumed=own):
                self._meld = Meld(MeldKind.CLOSED_KAN, tuple(TILE_OF[name] for name in own))
                self._put(seat, MoveKind.CALL)
            case ev.Kakan(actor=seat, pai=name):
                pon = self._pons[KIND_OF[TILE_OF[name]]]
                self._meld = Meld(MeldKind.ADDED_KAN, (*pon.tiles, TILE_OF[name]), pon.source)
                self._put(seat, MoveKind.CALL)
            case ev.Reach():
                self._riichi = True
            case ev.Dahai(actor=seat, pai=name, tsumogiri=as_drawn):
                self._put(seat, MoveKind.DISCARD, TILE_OF[name], as_drawn=as_drawn)
                self._riichi = False
            case ev.Hora(actor=seat, target=target) if seat == target:
                self._put(seat, MoveKind.TSUMO)
            case ev.Hora(actor=seat):
                self._turn(seat)
                self._put(seat, MoveKind.RON)
            case ev.Dora(dora_marker=name):
                self._indicators.append(TILE_OF[name])
            case ev.Foul():
                self._fouls.append(self._foul(event))

    def note(self, line: str) -> None:
        self._notes.append(line)

    def finished(self) -> tuple[GoAround, ...]:
        """All rows; a tile drawn last and not discarded is shown, too."""
        if self._drawn is not None or self._meld is not None:
            self._put((self._dealer + self._column) % PLAYERS, MoveKind.DRAW, self._drawn)
        self._close()
        return tuple(self._rows)

    def _foul(self, event: ev.Foul) -> str:
        offence = t(f"reviewed.foul-of.{event.offence}")
        penalty = t(f"reviewed.penalty.{event.penalty}")
        return t("exported.foul", name=self._names[event.actor], offence=offence, penalty=penalty)

    def _turn(self, seat: int) -> None:
        """The turn of a seat begins; a new row, when it does not sit after the one before."""
        column = (seat - self._dealer) % PLAYERS
        if column < self._column:
            self._close()
        self._column = column
        self._drawn = self._meld = None

    def _put(self, seat: int, kind: MoveKind, tile: Tile | None = None, *, as_drawn: bool = False) -> None:
        deed = RecordedMove(
            kind, tile, self._drawn, self._meld, as_drawn, self._riichi and kind is MoveKind.DISCARD
        )
        self._cells[(seat - self._dealer) % PLAYERS].append(deed)
        self._drawn = self._meld = None

    def _close(self) -> None:
        if any((*self._cells, self._indicators, self._fouls, self._notes)):
            cells = tuple(map(tuple, self._cells))
            news = tuple(self._indicators), tuple(self._fouls), tuple(self._notes)
            self._rows.append(GoAround(cells, *news))
        self._cells = [[] for _ in range(PLAYERS)]
        self._indicators, self._fouls, self._notes = [], [], []
        self._column = -1


def _called(kind: MeldKind, event: ev.DiscardCall) -> Meld:
    return Meld(kind, tuple(TILE_OF[name] for name in (event.pai, *event.consumed)), event.target)


# -- the same in letters ---------------------------------------------------------------------------


def deed_text(deed: RecordedMove) -> str:
    """A deed in notation: ``3m>9p`` is drawn and discarded."""
    match deed.kind:
        case MoveKind.TSUMO:
            return _after_draw(deed, t("exported.tsumo"))
        case MoveKind.RON:
            return t("exported.ron")
        case MoveKind.DRAW:
            return _came(deed)
        case MoveKind.CALL:
            assert deed.meld is not None
            return _after_draw(deed._replace(meld=None), meld_text(deed.meld))
    assert deed.tile is not None
    tile = NAMES[deed.tile]
    text = t("exported.as-drawn", tile=tile) if deed.as_drawn else _after_draw(deed, tile)
    return t("exported.riichi", discard=text) if deed.riichi else text


def _came(deed: RecordedMove) -> str:
    """How the seat came to its tile; empty where nobody saw it."""
    if deed.meld is None:
        return "" if deed.drawn is None else NAMES[deed.drawn]
    tiles = deed.meld.tiles
    if deed.meld.kind is MeldKind.CHI:
        return t("exported.chi", tiles=format_tiles(tiles))
    return meld_text(deed.meld)


def _after_draw(deed: RecordedMove, text: str) -> str:
    came = _came(deed)
    return t("exported.drew-then", came=came, deed=text) if came else text


_MELDS = {
    MeldKind.CHI: "exported.chi",
    MeldKind.PON: "exported.pon",
    MeldKind.OPEN_KAN: "exported.kan",
    MeldKind.ADDED_KAN: "exported.added-kan",
    MeldKind.CLOSED_KAN: "exported.closed-kan",
}


def meld_text(meld: Meld) -> str:
    """A meld in notation, sorted: ``pon 555z``."""
    return t(_MELDS[meld.kind], tiles=format_tiles(sort_tiles(meld.tiles)))


def tiles_text(names: Sequence[str]) -> str:
    """Tiles of a record in notation, sorted; hidden ones as they are."""
    if UNKNOWN in names:
        return UNKNOWN * len(names)
    return format_tiles(sort_tiles(TILE_OF[name] for name in names))
