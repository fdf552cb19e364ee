"""One game of a soak: played under all invariants, read back from its record, and counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ai.invariants import Invariants
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.outcome import DrawReason
from engine.records import write_events
from engine.records.read_file import read_record
from engine.records.verify import verify_record
from engine.round import Round
from engine.table import Phase
from engine.tiles import MJAI, UNKNOWN
from engine.wall import DEAD_WALL, PLAYERS, Dice
from tests.support.engine.wild_games import ruling
from tools.soak.census import Census, Observer
from tools.soak.mix import players_of, ruleset_of, table_of, walls_of

GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""


@dataclass(frozen=True)
class Played:
    """What came of a game: the counts, and, if something was wrong, what, and the record that shows it."""

    name: str
    census: Census
    problem: str | None = None
    record: bytes = b""


def play(seed: int, number: int) -> Played:
    """The game of that number: the same for the same seed."""
    return _Game(seed, number).played()


class _Game:
    def __init__(self, seed: int, number: int) -> None:
        self.rules = ruleset_of(number)
        self.names, self.players = players_of(seed, number)
        self.referee = Dice(seed, number, PLAYERS)
        self.name = f"{seed}-{number}-{self.rules.name}-{table_of(number)}"
        self.invariants = Invariants()
        self.observer = Observer(table_of(number))
        self.broken: Exception | None = None
        """What did not hold first; the step is carried out to its end all the same, and is recorded."""
        self.told: list[ev.Event] = []
        """What shows the step that is being taken: the record shows it even if the engine breaks down."""
        self.match = Match(
            self.rules,
            seed * GAMES_PER_SEED + number,
            self.names,
            walls=walls_of(seed, number, self.names, self.rules),
            watch=self._watch,
        )

    def _watch(self, game: Round, event: ev.Event) -> None:
        self.observer.event(game, event)
        if self.broken is None:
            try:
                self.invariants(game, event)
            except Exception as error:
                self.broken = error

    def played(self) -> Played:
        try:
            self._play()
            self._read_back()
        except Exception as error:
            record = write_events([*self.match.events, *self.told])
            return Played(self.name, self.observer.census, f"{type(error).__name__}: {error}", record)
        return Played(self.name, self.observer.census)

    def _play(self) -> None:
        while self.match.standings is None:
            while self.match.acting:
                self._look()
                if self.rules.errors == "penalised" and ruling(self.match, self.referee):
                    continue
                self._step()
            self._look()
            self.observer.hand(self.match)
            self.match.proceed()
        self.observer.game(self.match)

    def _step(self) -> None:
        game = self.match.round
        menus = {seat: game.options(seat) for seat in game.acting}
        choices = {seat: self.players[seat](menu) for seat, menu in menus.items()}
        self.told = shown(game, choices)
        self.match.step(choices)
        self.told = []

    def _look(self) -> None:
        """Break off when something did not hold, or nobody can go on."""
        if self.broken is not None:
            raise self.broken
        self.invariants.decision(self.match.round)

    def _read_back(self) -> None:
        """The record agrees with the rules; one that does not is itself what shows the difference."""
        report = verify_record(read_record(write_events(self.match.events)))
        assert report.ok, f"the record differs: {report.mismatches[0]}"


def shown(game: Round, choices: Mapping[int, Action]) -> list[ev.Event]:
    """The events that show these choices, whether or not the engine can carry them out."""
    if game.table.phase in (Phase.CLAIM, Phase.ROB):
        return _claims(game, choices)
    return _own_turn(game, game.table.turn, choices[game.table.turn])


def _own_turn(game: Round, seat: int, action: Action) -> list[ev.Event]:
    mistake = game.options(seat).mistake(action)
    tile = UNKNOWN if action.tile is None else MJAI[action.tile]
    own = [MJAI[each] for each in action.consumed]
    dahai = ev.Dahai(seat, tile, action.tsumogiri)
    if mistake is not None and not mistake.is_unnoticed:
        foul = ev.Foul(seat, mistake.offence.value, mistake.penalty.value)
        return [foul, dahai] if action.kind in (ActionKind.DISCARD, ActionKind.RIICHI) else [foul]
    match action.kind:
        case ActionKind.RIICHI:
            return [ev.Reach(seat), dahai]
        case ActionKind.TSUMO:
            return [ev.Hora(seat, seat)]
        case ActionKind.CLOSED_KAN:
            return [ev.Ankan(seat, own)]
        case ActionKind.ADDED_KAN:
            return [ev.Kakan(seat, tile, own)]
        case ActionKind.NINE_TERMINALS:
            return [ev.Ryukyoku(reason=DrawReason.NINE_TERMINALS.value)]
        case ActionKind.TENPAI:
            return [ev.Tenpai(seat)]
        case ActionKind.NOTEN:
            return [ev.Noten(seat)]
    return [dahai]


_CALLS = {ActionKind.PON: ev.Pon, ActionKind.OPEN_KAN: ev.Daiminkan, ActionKind.CHI: ev.Chi}


def _claims(game: Round, choices: Mapping[int, Action]) -> list[ev.Event]:
    target = game.table.turn
    found = {seat: game.options(seat).mistake(action) for seat, action in choices.items()}
    told: list[ev.Event] = [
        ev.Foul(seat, mistake.offence.value, mistake.penalty.value)
        for seat, mistake in found.items()
        if mistake is not None
    ]
    right = sorted(
        (seat for seat in choices if found[seat] is None), key=lambda seat: (seat - target) % PLAYERS
    )
    wins = [ev.Hora(seat, target) for seat in right if choices[seat].kind is ActionKind.RON]
    if wins:
        return [*told, *wins]
    for kind, event in _CALLS.items():
        for seat in right:
            action = choices[seat]
            if action.kind is kind:
                own = [MJAI[tile] for tile in action.consumed]
                return [*told, event(seat, target, MJAI[action.tile or 0], own)]
    return [*told, _next_draw(game)]


def in_turn(seat: int) -> list[int]:
    """The other seats in the order in which they may claim that seat's tile."""
    return [(seat + step) % PLAYERS for step in range(1, PLAYERS)]


def _next_draw(game: Round) -> ev.Event:
    """What follows when nobody claims anything."""
    if game.table.phase is Phase.ROB:
        return ev.Tsumo(game.table.turn, MJAI[game.wall.rest()[len(game.table.kans) - 1 - DEAD_WALL]])
    if game.wall.live == 0:
        return ev.Ryukyoku(reason=DrawReason.EXHAUSTIVE.value)
    return ev.Tsumo((game.table.turn + 1) % PLAYERS, MJAI[game.wall.rest()[0]])
