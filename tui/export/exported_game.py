"""A game of a record, ready to be written for people: its players, its hands, and how each ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property

from msgspec.structs import replace

from ai.play import PERSON
from engine import events as ev
from engine.match import Standing, standings
from engine.outcome import Outcome
from engine.records.read_file import ReadableGame
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import RecordedHand, player_names, shown_seats
from engine.records.replay import ReplayedHand, replayed_hands
from engine.records.timeline import Position, Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import TILE_OF, Kind
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
        """Whether the record hides hands."""
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
