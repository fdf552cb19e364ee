"""A game of a record, ready to be written for people, and as text of 80 columns by go-around."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from ai.play import PERSON
from engine import __version__
from engine import events as ev
from engine.hand import Meld, MeldKind
from engine.match import Standing, standings
from engine.outcome import Outcome
from engine.records.read_file import ReadableGame
from engine.records.recorded_game import RecordedHand
from engine.records.replay import ReplayedHand, replayed_hands
from engine.records.timeline import Position, Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import DORA_OF, EAST, KIND_OF, NAMES, TILE_OF, UNKNOWN, Kind, Tile, format_tiles, sort_tiles
from engine.wall import PLAYERS
from engine.wording import one_line
from tui.i18n import join_list, ljust, rjust, t, unbreakable_pieces
from tui.i18n import width as cells
from tui.words.event_lines import draw_reason, hand_name, log_line
from tui.words.names import Seating, short_name, tile_word
from tui.words.result_words import HandResult, WinWords, hand_result

_LONGEST = 40
"""Letters of a name that are shown."""


class ExportedGame:
    """A game as everybody sees it afterwards, or, with a seat, as that seat saw it."""

    def __init__(self, game: ReadableGame, seat: int | None = None) -> None:
        self.rules: Ruleset = game.rules
        self.events: Sequence[ev.Event] = game.events
        self.cut = game.cut
        self.annotations = game.annotations
        """The comments and bookmarks to show, by the index in the record."""
        self.seat = seat
        first = game.events[0]
        self.start = first if isinstance(first, ev.StartGame) else ev.StartGame()
        everybody = Seating.of_record(
            [_shown(name, number) for number, name in enumerate(_four(self.start.names))]
        )
        self.names = everybody.names
        """The names of the four players, that of the seat too."""
        self.seating = everybody if seat is None else replace(everybody, seat=seat)

    def as_seen_by(self, seat: int) -> ExportedGame:
        game = ReadableGame(self.rules, list(self.events), self.cut, self.annotations)
        return ExportedGame(game, seat)

    @property
    def date(self) -> str:
        """When the game began, as the record says it; empty when it does not."""
        return one_line(self.start.time or "")

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

    def go_arounds(self, hand: RecordedHand) -> tuple[GoAround, ...]:
        """The moves of a hand, with what is noted in it."""
        return go_arounds(hand.events, self.seating, self._notes(hand))

    def _notes(self, hand: RecordedHand) -> dict[int, str]:
        """What is noted, in words, by the event of the hand."""
        told = {}
        for step, event in enumerate(hand.events):
            index = hand.first - 1 + step
            if noted := self.annotations.get(index):
                view = self.timeline.at(index).views[0]
                deed = log_line(event, view, self.seating) if step else None
                place = join_list(filter(None, (f"{hand.number}.{step}", deed)))
                title = t("exported.bookmark" if noted.bookmark else "exported.comment", place=place)
                told[step] = t("exported.noted", title=title, text=noted.comment) if noted.comment else title
        return told

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


def _four(names: Sequence[str]) -> list[str]:
    return [*names, *[""] * PLAYERS][:PLAYERS]


def _shown(name: str, seat: int) -> str:
    """The name as it is shown: records are not trusted, and some have none."""
    if name == PERSON:
        return t("exported.person")
    return one_line(name)[:_LONGEST] or t("exported.nobody", number=seat + 1)


_MELDS = {
    MeldKind.CHI: "exported.chi",
    MeldKind.PON: "exported.pon",
    MeldKind.OPEN_KAN: "exported.kan",
    MeldKind.ADDED_KAN: "exported.added-kan",
    MeldKind.CLOSED_KAN: "exported.closed-kan",
}


def result_lines(game: ExportedGame, hand: RecordedHand) -> list[str]:
    """How a hand ended: each win with its hand, yaku and payments, or the draw; empty if it is cut."""
    outcome = game.outcome(hand)
    if outcome is None:
        return _recorded(game, hand)
    view = game.last_position(hand).views[0]
    result = hand_result(view, outcome, game.seating)
    lines = [line for win in result.wins for line in _win(win)]
    return [*lines, *_draw(result)] if result.draw is not None else lines


def hand_text(concealed: Iterable[Tile], melds: Iterable[Meld], won: Tile | None = None) -> str:
    """A hand in notation: ``123m456p55s + 3s, pon 555z``."""
    tiles = format_tiles(concealed)
    shown = tiles if won is None else t("exported.won-with", tiles=tiles, tile=NAMES[won])
    return join_list(
        [shown, *(t(_MELDS[meld.kind], tiles=format_tiles(sort_tiles(meld.tiles))) for meld in melds)]
    )


def ranking_lines(game: ExportedGame) -> list[str]:
    """The final ranking, first place first; empty when the game is not over."""
    return [
        t(
            "exported.rank",
            place=each.place,
            name=game.seating[each.seat],
            points=each.points,
            final=each.final,
        )
        for each in game.ranking
    ]


def _recorded(game: ExportedGame, hand: RecordedHand) -> list[str]:
    """The result as the record has it, where the rules say something else."""
    ends = [event for event in hand.events if isinstance(event, ev.Hora | ev.Ryukyoku)]
    view = game.last_position(hand).views[0]
    lines = [log_line(event, view, game.seating) or "" for event in ends]
    for event in ends:
        if isinstance(event, ev.Hora) and event.yaku:
            lines.append(join_list(f"{t(f'yaku.{name}')} {han}" for name, han in event.yaku))
        if isinstance(event, ev.Ryukyoku) and event.reason:
            lines.append(draw_reason(event.reason))
    return [*lines, t("exported.differs")] if ends else []


def _win(win: WinWords) -> list[str]:
    ura = [row.words for row in win.dora if row.ura]
    worth = join_list(t("exported.worth", name=item.name, worth=item.worth) for item in win.yaku)
    return [
        win.title,
        hand_text(win.concealed, win.hand.melds, win.tile),
        t("exported.yaku", yaku=worth, total=win.total),
        *([join_list(ura)] if ura else []),
        join_list([*win.extras, *win.payments]),
    ]


def _draw(result: HandResult) -> list[str]:
    draw = result.draw
    assert draw is not None
    shown = [
        t(
            "exported.shown",
            name=hand.name,
            state=hand.state,
            hand=hand_text(hand.hand.sorted(), hand.hand.melds),
        )
        for hand in draw.hands
        if hand.state != t("result.noten")
    ]
    return [draw.title, *shown, join_list(draw.payments)]


class GoAround(NamedTuple):
    """One time around the table: read from left to right.

    ``cells`` are the deeds of each column, in order; ``news`` are lines about the table that follow, and
    ``notes`` the comments and bookmarks after them.
    """

    cells: tuple[tuple[str, ...], ...]
    news: tuple[str, ...]
    notes: tuple[str, ...] = ()


def tile_name(name: str) -> str:
    """A tile of a record in notation; ``?`` for one that is hidden."""
    return UNKNOWN if name == UNKNOWN else NAMES[TILE_OF[name]]


def tiles_text(names: Sequence[str]) -> str:
    """Tiles of a record in notation, sorted; hidden ones as they are."""
    if UNKNOWN in names:
        return UNKNOWN * len(names)
    return format_tiles(sort_tiles(TILE_OF[name] for name in names))


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
        self._cells: list[list[str]] = [[] for _ in range(PLAYERS)]
        self._news: list[str] = []
        self._notes: list[str] = []
        self._column = -1
        self._came = ""
        """How the seat on turn came to its tile."""
        self._riichi = False

    def take(self, event: ev.Event) -> None:
        match event:
            case ev.Tsumo(actor=seat, pai=name):
                self._turn(seat)
                self._came = tile_name(name)
            case ev.Chi(actor=seat, pai=name, consumed=own):
                self._turn(seat)
                self._came = t("exported.chi", tiles=format_tiles(TILE_OF[each] for each in (name, *own)))
            case ev.Pon(actor=seat, pai=name, consumed=own):
                self._turn(seat)
                self._came = t("exported.pon", tiles=tiles_text((name, *own)))
            case ev.Daiminkan(actor=seat, pai=name, consumed=own):
                self._turn(seat)
                self._put(seat, t("exported.kan", tiles=tiles_text((name, *own))))
            case ev.Ankan(actor=seat, consumed=own):
                self._put(seat, self._after_draw(t("exported.closed-kan", tiles=tiles_text(own))))
            case ev.Kakan(actor=seat, pai=name, consumed=own):
                self._put(seat, self._after_draw(t("exported.added-kan", tiles=tiles_text((*own, name)))))
            case ev.Reach():
                self._riichi = True
            case ev.Dahai(actor=seat):
                self._put(seat, self._discard(event))
            case ev.Hora(actor=seat, target=target):
                self._win(seat, tsumo=seat == target)
            case ev.Dora(dora_marker=name):
                dora = NAMES[DORA_OF[KIND_OF[TILE_OF[name]]]]
                self._news.append(t("exported.new-dora", dora=dora))
            case ev.Foul():
                self._news.append(self._foul(event))

    def note(self, line: str) -> None:
        """A line to follow the present row."""
        self._notes.append(line)

    def finished(self) -> tuple[GoAround, ...]:
        """All rows; a tile drawn last and not discarded is shown, too."""
        if self._came not in ("", UNKNOWN):
            self._put((self._dealer + self._column) % PLAYERS, self._came)
        self._close()
        return tuple(self._rows)

    def _discard(self, event: ev.Dahai) -> str:
        tile = tile_name(event.pai)
        text = t("exported.as-drawn", tile=tile) if event.tsumogiri else self._after_draw(tile)
        if self._riichi:
            text = t("exported.riichi", discard=text)
        self._riichi = False
        return text

    def _after_draw(self, deed: str) -> str:
        """A deed with how the seat came to its tile, where that is known."""
        if self._came in ("", UNKNOWN):
            return deed
        return t("exported.drew-then", came=self._came, deed=deed)

    def _foul(self, event: ev.Foul) -> str:
        offence = t(f"reviewed.foul-of.{event.offence}")
        penalty = t(f"reviewed.penalty.{event.penalty}")
        return t("exported.foul", name=self._names[event.actor], offence=offence, penalty=penalty)

    def _win(self, seat: int, *, tsumo: bool) -> None:
        if not tsumo:
            self._turn(seat)
        self._put(seat, self._after_draw(t("exported.tsumo")) if tsumo else t("exported.ron"))

    def _turn(self, seat: int) -> None:
        """The turn of a seat begins; a new row, when it does not sit after the one before."""
        column = (seat - self._dealer) % PLAYERS
        if column < self._column:
            self._close()
        self._column = column
        self._came = ""

    def _put(self, seat: int, text: str) -> None:
        self._cells[(seat - self._dealer) % PLAYERS].append(text)
        self._came = ""

    def _close(self) -> None:
        if any(self._cells) or self._news or self._notes:
            row = GoAround(tuple(map(tuple, self._cells)), tuple(self._news), tuple(self._notes))
            self._rows.append(row)
        self._cells = [[] for _ in range(PLAYERS)]
        self._news, self._notes = [], []
        self._column = -1


WIDTH = 80
_TURN = 5
_COLUMN = (WIDTH - _TURN) // PLAYERS
_INDENT = 2
_NAME = 24
"""Cells for a name beside a hand."""


def game_text(game: ReadableGame, seat: int | None = None) -> str:
    """The whole game as lines of at most 80 cells, each ended; with a seat, as that seat saw it."""
    shown = ExportedGame(game, seat)
    lines = [*_head(shown)]
    for hand in shown.hands:
        lines += ["", *_hand(shown, hand)]
    if ranks := ranking_lines(shown):
        lines += ["", t("exported.end"), *_indented(ranks)]
    if shown.cut is not None:
        lines += ["", *_wrapped(t("exported.cut", reason=shown.cut))]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _head(game: ExportedGame) -> Iterator[str]:
    facts = [
        t("exported.program", version=__version__),
        game.rules.title,
        t(f"exported.length.{game.rules.length}"),
    ]
    if game.date:
        facts.append(game.date)
    yield from _wrapped(join_list(facts))
    players = [
        t("exported.seat", wind=tile_word(EAST + seat), name=game.seating[seat]) for seat in range(PLAYERS)
    ]
    yield from _wrapped(join_list(players))
    yield from _wrapped(t("exported.legend"))


def hand_title(hand: RecordedHand) -> str:
    """``East 2, 1 honba, 1 riichi stick``."""
    start = hand.start
    title = [hand_name(ExportedGame.wind(hand), start.kyoku)]
    if start.honba:
        title.append(t("table.honba", count=start.honba))
    if start.kyotaku:
        title.append(t("exported.sticks", count=start.kyotaku))
    return join_list(title)


def dora_text(hand: RecordedHand) -> str:
    """The dora at the deal, with its indicator."""
    indicator = TILE_OF[hand.start.dora_marker]
    return t("exported.dora", dora=NAMES[DORA_OF[KIND_OF[indicator]]], indicator=NAMES[indicator])


def _hand(game: ExportedGame, hand: RecordedHand) -> Iterator[str]:
    title, dora = hand_title(hand), dora_text(hand)
    yield title + rjust(dora, WIDTH - cells(title))
    yield "-" * WIDTH
    seats = [(hand.start.oya + step) % PLAYERS for step in range(PLAYERS)]
    for place, seat in enumerate(seats):
        wind, name = tile_word(EAST + place), short_name(game.seating[seat], _NAME)
        points = rjust(f"{hand.start.scores[seat]:,}", 9)
        tiles = tiles_text(hand.start.tehais[seat])
        yield f"  {ljust(wind, 7)}{ljust(name, _NAME)}{points}   {tiles}"
    yield ""
    heads = [short_name(game.seating[seat], _COLUMN - 1) for seat in seats]
    yield "".join([ljust(t("exported.turn"), _TURN), *(ljust(head, _COLUMN) for head in heads)])
    for number, row in enumerate(game.go_arounds(hand), 1):
        yield from _row(number, row)
    yield ""
    for line in result_lines(game, hand):
        yield from _wrapped(line)
    if hand.end is not None:
        yield from _wrapped(scores_line(game, hand))


def scores_line(game: ExportedGame, hand: RecordedHand) -> str:
    """The points of all players after a hand, with the change."""
    before, after = hand.start.scores, game.scores_after(hand)
    told = [
        t("exported.points-by", name=game.seating[seat], points=after[seat], by=after[seat] - before[seat])
        if after[seat] != before[seat]
        else t("exported.points-of", name=game.seating[seat], points=after[seat])
        for seat in range(PLAYERS)
    ]
    return t("exported.points", points=join_list(told))


def _row(number: int, row: GoAround) -> Iterator[str]:
    """The lines of a go-around: as many as its fullest cell needs."""
    columns = [_packed(deeds, _COLUMN - 1) for deeds in row.cells]
    for line in range(max(1, *map(len, columns))):
        shown = [column[line] if line < len(column) else "" for column in columns]
        turn = rjust(str(number), _TURN - 2) if line == 0 else ""
        yield "".join([ljust(turn, _TURN), *(ljust(text, _COLUMN) for text in shown)])
    for news in (*row.news, *row.notes):
        yield from (" " * _TURN + line for line in _wrapped(news, WIDTH - _TURN))


def _packed(deeds: Sequence[str], width: int) -> list[str]:
    """Deeds in lines of that width, several in a line where they fit."""
    lines: list[str] = []
    for deed in deeds:
        joined = f"{lines[-1]} {deed}" if lines else deed
        if lines and cells(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(deed)
    return lines


def _indented(lines: Sequence[str]) -> list[str]:
    return [" " * _INDENT + line for line in lines]


def _wrapped(text: str, width: int = WIDTH) -> list[str]:
    """A paragraph in lines of at most that many cells, all but the first indented."""
    lines = [""]
    for before, piece in _short_pieces(text, width - _INDENT):
        longer = lines[-1] + before + piece if lines[-1].strip() else lines[-1] + piece
        if cells(longer) > width and lines[-1].strip():
            lines.append(" " * _INDENT + piece)
        else:
            lines[-1] = longer
    return lines


def _short_pieces(text: str, width: int) -> Iterator[tuple[str, str]]:
    """The pieces of a text with what stands before each; one that is longer than a line is cut."""
    for before, piece in unbreakable_pieces(text):
        while cells(piece) > width:
            kept = next(count for count in range(len(piece), 0, -1) if cells(piece[:count]) <= width)
            yield before, piece[:kept]
            before, piece = "", piece[kept:]
        yield before, piece
