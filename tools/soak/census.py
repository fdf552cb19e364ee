"""What happened in the games of a soak, counted; what nobody has seen yet counts as nought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine import events as ev
from engine.furiten import FuritenKind
from engine.hand import MeldKind
from engine.match import Match
from engine.outcome import DrawReason, WinResult
from engine.round import Round
from engine.rules import PRESETS, Offence
from engine.score import YAKU_NAMES
from engine.tiles import KIND_OF
from engine.wall import MAX_KANS

KINDS_OF_EVENTS = [str(kind.__struct_config__.tag) for kind in ev.EVENTS]

SIGHTS = (
    *YAKU_NAMES,
    *(f"draw: {reason}" for reason in DrawReason),
    *(f"foul: {offence}" for offence in Offence),
    *(f"ron refused: {kind} furiten" for kind in FuritenKind),
    "two rons on one tile",
    "three rons on one tile",
    "pao by tsumo",
    "pao by ron",
    "counted yakuman",
    "several yakuman",
    "closed kan robbed",
    "two kans in a row",
    "three kans in a hand",
    "four kans by one player",
    "four kans by several players",
    "riichi tile called away",
    "riichi tile won on",
    "riichi below 1,000 points",
    "four riichi in a hand",
    "a game ends below zero",
    "an extra round is played",
    "the last dealer stops",
)
"""Everything that is looked for."""


@dataclass
class Census:
    """Counts of games, hands, events, and of the sights in them: hands in which each was seen."""

    games: int = 0
    hands: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(PRESETS, 0)))
    """By ruleset."""
    tables: Counter[str] = field(default_factory=Counter)
    """Hands by the table, see ``tools.soak.mix``."""
    events: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(KINDS_OF_EVENTS, 0)))
    sights: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(SIGHTS, 0)))

    def add(self, other: Census) -> None:
        self.games += other.games
        self.hands.update(other.hands)
        self.tables.update(other.tables)
        self.events.update(other.events)
        self.sights.update(other.sights)


_LETTERS = {ev.Ankan: "K", ev.Kakan: "K", ev.Daiminkan: "K", ev.Tsumo: "T", ev.Dora: ""}


class Observer:
    """Watches one game, and counts what it sees."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.census = Census()
        self._refused: set[str] = set()

    def event(self, game: Round, event: ev.Event) -> None:
        """After each event: who waits for the tile on offer, and may not have it?"""
        table = game.table
        if table.offer is None or isinstance(event, ev.Dora | ev.Reach):
            return
        for view in game.views:
            if view.seat != table.turn and KIND_OF[table.offer] in view.waits:
                self._refused |= {f"ron refused: {cause.kind} furiten" for cause in view.furiten}

    def hand(self, match: Match) -> None:
        """At the end of each hand."""
        game = match.round
        self.census.hands[match.rules.name] += 1
        self.census.tables[self.table] += 1
        self.census.events.update(str(event.__struct_config__.tag) for event in game.events)
        self.census.sights.update({*self._refused, *_sights(game)})
        self._refused.clear()

    def game(self, match: Match) -> None:
        """At the end of the game."""
        self.census.games += 1
        count = Counter(event.__struct_config__.tag for event in match.events)
        for tag in ("start_game", "end_kyoku", "end_game"):
            self.census.events[tag] += count[tag]
        self.census.sights.update(_ends(match))


def _sights(game: Round) -> Iterator[str]:
    """What is to be seen in a hand that is over."""
    assert game.outcome is not None
    if game.outcome.draw is not None:
        yield f"draw: {game.outcome.draw.reason}"
    for win in game.outcome.wins:
        yield from _wins(game, win)
    yield from {2: ["two rons on one tile"], 3: ["three rons on one tile"]}.get(len(game.outcome.wins), ())
    yield from (f"foul: {event.offence}" for event in game.events if isinstance(event, ev.Foul))
    yield from _kans(game)
    yield from _riichis(game)


def _wins(game: Round, win: WinResult) -> Iterator[str]:
    score = win.score
    names = [*(item.name for item in score.yaku), *(item.name for item in score.yakuman_items)]
    yield from names
    if win.liable:
        yield "pao by tsumo" if win.tsumo else "pao by ron"
    if score.limit == "yakuman" and not score.yakuman:
        yield "counted yakuman"
    if score.yakuman > 1:
        yield "several yakuman"
    if "chankan" in names and game.table.kans[-1][1] is MeldKind.CLOSED_KAN:
        yield "closed kan robbed"


def _kans(game: Round) -> Iterator[str]:
    course = "".join(
        _LETTERS.get(type(event), ".") for event in game.events if not isinstance(event, ev.Dora)
    )
    if "KTK" in course:
        yield "two kans in a row"
    owners = [owner for owner, _ in game.table.kans]
    if len(owners) == MAX_KANS - 1:
        yield "three kans in a hand"
    if len(owners) == MAX_KANS:
        yield "four kans by one player" if len(set(owners)) == 1 else "four kans by several players"


def _riichis(game: Round) -> Iterator[str]:
    """What became of riichi tiles, and what riichi cost."""
    for seat in game.table.seats:
        if any(tile.riichi and tile.called_by is not None for tile in seat.pond):
            yield "riichi tile called away"
        if seat.riichi and not seat.riichi_paid:
            yield "riichi tile won on"
    start = game.events[0]
    assert isinstance(start, ev.StartKyoku)
    declared = [event.actor for event in game.events if isinstance(event, ev.ReachAccepted)]
    if any(start.scores[seat] < game.rules.riichi_bet for seat in declared):
        yield "riichi below 1,000 points"
    if len(declared) == len(game.table.seats):
        yield "four riichi in a hand"


def _ends(match: Match) -> Iterator[str]:
    """How the game came to its end."""
    last = match.rules.hands - 1
    if min(match.scores) < 0 and match.rules.bankruptcy:
        yield "a game ends below zero"
    if match.header.number > last:
        yield "an extra round is played"
    outcome = match.round.outcome
    assert outcome is not None
    if match.header.number >= last and outcome.dealer_stays(match.header.dealer):
        yield "the last dealer stops"
