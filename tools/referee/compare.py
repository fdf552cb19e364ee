"""Hands with errors in the engine, and beside it the referee: every menu, penalty, payment, next hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from msgspec.structs import replace

from engine import events as ev
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.rules import PRESETS, REFEREE, Offence, penalty_for
from engine.tiles import MJAI
from engine.wall import Dice
from tests.support.engine import wild_games
from tests.support.engine.wild_games import RARE, choose, miscounted, table_rules
from tools.referee.book import BOOKS
from tools.referee.menus import Choice, Error, menu
from tools.referee.payments import (
    final_scores,
    hand_points,
    next_hand,
    points_at_end,
    win_deltas,
)
from tools.referee.rulings import (
    Count,
    Done,
    Expected,
    Ruling,
    count_of,
    key,
    names_one,
    paid,
    right_count,
    stands,
)
from tools.referee.table import Table
from tools.referee.values import said, worth
from tools.soak.mix import WISHES, collect, walls_of

SELDOM = {Offence.BAD_CLOSED_KAN, Offence.RIICHI_DISCARD, Offence.KUIKAE}
"""Errors that are seldom possible."""
ONE_IN = 6
"""Where one of these is possible it is made about once in so many decisions."""
COMPANIES: tuple[tuple[str, ...], ...] = (
    ("careless",) * 4,
    ("wild",) * 4,
    ("honours", "wild", "wild", "wild"),
    ("orphans", "one suit", "triplets", "wild"),
    ("wild",) * 4,
    ("simples", "honours", "triplets", "wild"),
)
"""Who sits at a table, game by game: careless players err often and aim at nothing, wild ones take every
chance, the others collect what ``tools.soak.mix`` says and are dealt it."""
COUNTS: tuple[tuple[bool, tuple[int, ...]], ...] = (
    (False, ()),
    (True, ()),
    (True, (1, 2, 3)),
    (False, (0, 2)),
    (False, (0, 1, 2, 3)),
)
"""Whether the value of a win is said, and whose wins stand unless they are challenged."""
SIGHT = 150
"""The referee sees something about once in so many decisions."""


@dataclass
class Comparison:
    """What was compared, and what differed."""

    hands: int = 0
    menus: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    """Errors that were offered, by offence and penalty."""
    fouls: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def compare(preset: str, number: int, found: Comparison, most: int) -> None:
    """Play the game of that number, up to so many hands, or to the first difference."""
    _Game(preset, number, found).play(most)


class _Game:
    def __init__(self, preset: str, number: int, found: Comparison) -> None:
        self.preset, self.number, self.found = preset, number, found
        self.book = BOOKS[preset]
        self.value_said, self.unchecked = COUNTS[number % len(COUNTS)]
        rules = replace(
            table_rules(PRESETS[preset], number // 2), value_said=self.value_said, unchecked=self.unchecked
        )
        company = COMPANIES[number % len(COMPANIES)]
        turn = number // len(COMPANIES) % 4
        self.kinds = company[turn:] + company[:turn]
        self.match = Match(rules, number, walls=walls_of(number, number, self.kinds, rules))
        self.dice = Dice(number, 4711)
        self.chombos = [0] * 4
        self.table = self._dealt(self.match.round.events)

    def _dealt(self, events: list[ev.Event]) -> Table:
        start = events[0]
        assert isinstance(start, ev.StartKyoku)
        table = Table(self.book, start, value_said=self.value_said, unchecked=self.unchecked)
        for event in events[1:]:
            table.follow(event)
        return table

    def play(self, most: int) -> None:
        """Play until the game is over, or so many hands."""
        if self.table.start.scores != [self.book.start_points] * 4:
            self._differ(f"the start: {self.table.start.scores}")
        hands = 0
        while self.match.standings is None and hands < most:
            while self.match.round.outcome is None and not self.found.differences:
                self._decide()
            if self.found.differences:
                return
            hands += 1
            self.found.hands += 1
            self._end_hand()

    # -- one decision ------------------------------------------------------------------------------------

    def _decide(self) -> None:
        game, done = self.match.round, {}
        for seat in range(4):
            options = game.options(seat)
            self._same_menu(seat, options)
            if options:
                self.found.menus += 1
                action = self._choose(options)
                mistake = options.mistake(action)
                done[seat] = Done(action, None if mistake is None else mistake.offence.value)
        if self.found.differences:
            return
        ruling = Ruling(self.table, at_once=self.match.rules.chombo == "mangan")
        if (seen := self._seen()) is not None:
            expected = ruling.of_referee(*seen)
            self._follow(expected, self.match.foul(seen[0], REFEREE_BY_NAME[seen[1]]), f"referee {seen}")
            return
        expected = ruling.of(done)
        new = self.match.step({seat: each.action for seat, each in done.items()})
        self._follow(expected, new, str({seat: str(each.action) for seat, each in done.items()}), done)

    def _choose(self, options: Options) -> Action:
        """Errors now and then, most where they are seldom possible; otherwise what the player aims at."""
        if self.table.counting:
            return self._about_a_win(options)
        kind = self.kinds[options.view.seat]
        if kind == "careless":
            return choose(options, self.dice)
        if wrong := self._error(options):
            return wrong
        if declared := options.of(ActionKind.TENPAI):
            waiting = bool(options.view.waits)
            return declared[0] if waiting else options.of(ActionKind.NOTEN)[0]
        if kind in WISHES:
            return collect(kind, options)
        return wild_games.choose(options, self.dice)

    def _about_a_win(self, options: Options) -> Action:
        if counts := options.of(ActionKind.COUNT):
            action = miscounted(counts[0], self.dice)
            # the tile that is not kept apart has tests of its own
            return action._replace(said=action.said._replace(mixed=False)) if action.said else action
        return options.actions[self.dice.below(len(options.actions))]

    def _error(self, options: Options) -> Action | None:
        for errors, chances in (
            ([each for each in options.errors if self._stands(options.view.seat, each.action)], 2),
            ([each for each in options.errors if each.offence in SELDOM], ONE_IN),
            ([each for each in options.errors if each.offence in RARE], 1_000),
            (options.errors, 3_000),
        ):
            if errors and not self.dice.below(chances):
                return errors[self.dice.below(len(errors))].action
        return None

    def _stands(self, seat: int, action: Action) -> bool:
        if action.tile is None or action.kind not in (ActionKind.TSUMO, ActionKind.RON):
            return False
        return stands(self.table, seat, MJAI[action.tile], tsumo=action.kind is ActionKind.TSUMO)

    def _seen(self) -> tuple[int, str] | None:
        if self.table.counting or self.dice.below(SIGHT if "careless" in self.kinds else 5 * SIGHT):
            return None
        offence = sorted(REFEREE)[self.dice.below(len(REFEREE))]
        if penalty_for(self.match.rules, offence) is None:
            return None
        return self.dice.below(4), offence.value

    def _same_menu(self, seat: int, options: Options) -> None:
        legal, errors = menu(self.table, seat)
        ours = {_choice(action) for action in options.actions}
        mistakes = {_error(each.action, each.offence.value, each.penalty.value) for each in options.errors}
        self.found.errors.update(f"{each.offence} {each.penalty}" for each in errors)
        held = Counter(self.table.players[seat].hand)
        for wrong in (each.action for each in options.errors):
            own = Counter(MJAI[tile] for tile in wrong.consumed)
            if own - held or any(
                _choice(wrong).own == each.own and each.kind == wrong.kind for each in legal if own
            ):
                self._differ(f"seat {seat} cannot err with {own}")
        for action in options.of(ActionKind.COUNT):
            if action.said is not None:
                self._same_count(seat, Count(*action.said[:4]))
        for told, engine, referee in (("may", ours, legal), ("may wrongly", mistakes, errors)):
            if engine != referee:
                more, less = sorted(map(str, engine - referee)), sorted(map(str, referee - engine))
                self._differ(f"seat {seat} {told}: engine alone {more}, referee alone {less}")

    def _follow(
        self, expected: Expected, events: list[ev.Event], told: str, asked: Collection[int] = ()
    ) -> None:
        played = [event for event in events if not isinstance(event, ev.EndKyoku)]
        if [key(event) for event in played] != expected:
            self._differ(f"{told}: engine {[key(event) for event in played]}, referee {expected}")
            return
        wins = [event for event in played if isinstance(event, ev.Hora)]
        for event in played:
            if wins and event is wins[0]:
                self._same_wins(wins)
            self.found.events[type(event).__name__] += 1
            if isinstance(event, ev.Foul):
                self.found.fouls[f"{event.offence} {event.penalty}"] += 1
            if isinstance(event, ev.Ryukyoku):
                self.found.events[str(event.reason)] += 1
            self.table.follow(event)
            if isinstance(event, ev.WinCounted) and event.actor not in asked:
                self._same_count(event.actor, count_of(event))

    def _same_wins(self, wins: list[ev.Hora]) -> None:
        for win, deltas in zip(wins, win_deltas(self.table, wins), strict=True):
            if win.deltas != deltas:
                self._differ(f"seat {win.actor} wins: engine {win.deltas}, referee {deltas}")
            if win.points != (points := hand_points(self.table, win)):
                self._differ(f"seat {win.actor} wins: engine {win.points} points, referee {points}")
            right = worth(self.table, win)
            if win.actor in self.table.counted:
                han, fu = paid(self.table, win.actor)
                right = right._replace(han=han, fu=fu)
            if (told_worth := said(self.book, win, right)) != right:
                self._differ(f"seat {win.actor} wins: engine {told_worth}, referee {right}")

    def _same_count(self, seat: int, told: Count) -> None:
        right = right_count(self.table, seat)
        if names_one(self.table, told, right):
            right = right._replace(yaku=told.yaku)
        if told._replace(yaku=tuple(sorted(told.yaku))) != right._replace(yaku=tuple(sorted(right.yaku))):
            self._differ(f"seat {seat} counts: engine {told}, referee {right}")

    def _end_hand(self) -> None:
        following = next_hand(self.table, self.match.round.events, self.match.rules.length)
        self.match.proceed()
        for seat in self.table.offenders:
            self.chombos[seat] += 1
        if self.match.standings is not None:
            if following is not None:
                self._differ(f"the game is over; the referee has {following}")
            self._same_end()
            return
        start = self.match.round.events[0]
        assert isinstance(start, ev.StartKyoku)
        dealt = (start.bakaze, start.kyoku, start.honba, start.kyotaku, start.oya, start.scores)
        if dealt != following:
            self._differ(f"next hand: engine {dealt}, referee {following}")
        self.table = self._dealt(self.match.round.events)

    def _same_end(self) -> None:
        end, table = self.match.events[-1], self.table
        assert isinstance(end, ev.EndGame)
        self.found.events["EndGame"] += 1
        points = [player.points for player in table.players]
        at_once = self.match.rules.chombo == "mangan"
        right = (
            points_at_end(self.book, points, table.sticks),
            final_scores(self.book, points, table.sticks, self.chombos, at_once=at_once),
        )
        if (end.scores, end.final) != right:
            self._differ(f"the end: engine {end.scores}, {end.final}, referee {right}")

    def _differ(self, text: str) -> None:
        hand = self.match.round.events[0]
        place = f"{self.preset} game {self.number}, {getattr(hand, 'bakaze', '')}{getattr(hand, 'kyoku', '')}"
        self.found.differences.append(f"{place}, event {len(self.match.events)}: {text}")


REFEREE_BY_NAME = {offence.value: offence for offence in REFEREE}


def _choice(action: Action) -> Choice:
    """An action of the engine as the referee writes it."""
    tile = "" if action.tile is None else MJAI[action.tile]
    own = tuple(sorted(MJAI[each] for each in action.consumed))
    if action.kind is ActionKind.CLOSED_KAN:
        return Choice(action.kind.value, "", own)
    if action.kind is ActionKind.ADDED_KAN:
        own = ()
    return Choice(action.kind.value, tile, own, action.tsumogiri)


def _error(action: Action, offence: str, penalty: str) -> Error:
    tile = "" if action.tile is None else MJAI[action.tile]
    if action.kind is ActionKind.RIICHI:
        tile = f"{tile}{action.tsumogiri}"
    if action.kind is ActionKind.CLOSED_KAN:
        tile = tile.removesuffix("r") if offence == "bad-closed-kan" else ""
    return Error(action.kind.value, tile, bool(action.consumed), offence, penalty)
