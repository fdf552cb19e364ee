"""A game of a record, ready to be written for people: its players, its hands, and how they ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from ai.play import PERSON
from engine import events as ev
from engine.outcome import Outcome
from engine.ranking import Standing, standings
from engine.records.hands import RecordedHand
from engine.records.readable_games import ReadableGame
from engine.records.replayed_hands import ReplayedHand, replayed_hands
from engine.records.timeline import Position, Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import TILE_OF, Kind
from engine.wall import PLAYERS
from engine.wording import one_line
from tui.i18n.texts import t
from tui.words.seating import Seating

_LONGEST = 40
"""Letters of a name that are shown."""


class ExportedGame:
    """A game as everybody sees it afterwards, or, with a seat, as that seat saw it."""

    def __init__(self, game: ReadableGame, seat: int | None = None) -> None:
        self.rules: Ruleset = game.rules
        self.events: Sequence[ev.Event] = game.events
        self.cut = game.cut
        self.seat = seat
        first = game.events[0]
        self.start = first if isinstance(first, ev.StartGame) else ev.StartGame()
        everybody = Seating.of_onlookers(
            [_shown(name, number) for number, name in enumerate(_four(self.start.names))]
        )
        self.names = everybody.names
        """The names of the four players, that of the seat too."""
        self.seating = everybody if seat is None else replace(everybody, seat=seat)

    def as_seen_by(self, seat: int) -> ExportedGame:
        """The same game as that seat saw it."""
        return ExportedGame(ReadableGame(self.rules, list(self.events), self.cut), seat)

    @property
    def date(self) -> str:
        """When the game began, as the record says it; empty when it does not."""
        return one_line(self.start.time or "")

    @staticmethod
    def wind(hand: RecordedHand) -> Kind:
        """The round wind of a hand."""
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


def _four(names: Sequence[str]) -> list[str]:
    return [*names, *[""] * PLAYERS][:PLAYERS]


def _shown(name: str, seat: int) -> str:
    """The name as it is shown: records are not trusted, and some have none."""
    if name == PERSON:
        return t("exported.person")
    return one_line(name)[:_LONGEST] or t("exported.nobody", number=seat + 1)
