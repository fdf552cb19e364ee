"""Hands to fold: from bot games, played on for six go-arounds.

A hand is taken at an own turn: closed, not near tenpai, and somebody is in riichi. The bots of the other
seats play on without calls and kans, while the seat discards the safest tiles. Hands in which somebody could
win on another tile than an own discard, or in which somebody is tenpai without riichi, are left out. One more
player may join with a riichi.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.bot import Bot
from ai.drills.fold_course import DISCARDS, FoldCourse, FoldRival, SafestDiscards, discard_of
from ai.reading.threat import in_riichi, possible_winners
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.dice import Dice
from engine.options import Options
from engine.round import Round
from engine.rules import Ruleset
from engine.shape import shanten_of
from engine.table import Phase
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView, mask
from engine.wall import PLAYERS
from tools.positions.played_positions import Habits, deal_hand, seated_bots

FAR = 2
"""The least shanten number of the hand."""
LEAST_LIVE = 24
"""The least number of tiles left in the wall."""
SKIPPED = 4
"""So many numbers of suitable moments that pass before one is taken are equally likely, 0 included."""
MOST_RIVALS = 2
"""The most players in riichi."""
_WINS = frozenset({ActionKind.RON, ActionKind.TSUMO})
_PLAIN = frozenset({ActionKind.DISCARD, ActionKind.RIICHI, ActionKind.PASS})
"""What the other seats may do once the hand is folded."""


def folded_hand(rules: Ruleset, dice: Dice) -> FoldCourse | None:
    """A hand that is folded, from one bot game; None if there is none in it."""
    players = seated_bots(Habits(), dice)
    skipped = dice.below(SKIPPED)
    game = deal_hand(rules, dice, _ignore)
    while game.outcome is None:
        if is_to_fold(game):
            if not skipped:
                return _Fold(game, game.table.turn, players).play()
            skipped -= 1
        game.step({seat: players[seat].choose(game.view(seat), game.options(seat)) for seat in game.acting})
    return None


def _ignore(game: Round, event: ev.Event) -> None:
    """Nothing is watched."""


def is_to_fold(game: Round) -> bool:
    """Whether the player on turn may fold: a closed hand far from tenpai, and one or two in riichi."""
    table = game.table
    if table.phase is not Phase.TURN or table.live < LEAST_LIVE:
        return False
    view = game.view(table.turn)
    if view.drawn is None or view.me.riichi or view.me.melds or not view.me.pond:
        return False
    against = possible_winners(view)
    if not 1 <= len(against) <= MOST_RIVALS or against != in_riichi(view):
        return False
    if any(table.seats[seat].melds for seat in against):
        return False
    return shanten_of(view.hand.keys) >= FAR


class _Fold:
    """Six discards of one seat in a hand that is being played."""

    def __init__(self, game: Round, seat: int, players: Sequence[Bot]) -> None:
        self._game, self._seat, self._players = game, seat, players
        self._rivals = [self._rival(other, 0) for other in in_riichi(game.view(seat))]

    def play(self) -> FoldCourse | None:
        """The hand; None if it cannot be asked about."""
        start = self._heard()
        rounds = []
        for number in range(DISCARDS):
            if self._is_tenpai_in_secret():
                return None
            before = len(self._game.events)
            if not self._go_around(last=number == DISCARDS - 1):
                return None
            # the own discard belongs to the path
            rounds.append(self._heard()[before + 1 :])
            if not self._count_rivals(number + 1):
                return None
        position = SeatPosition(self._game.rules, self._seat, start)
        return FoldCourse(position, tuple(rounds[:-1]), tuple(self._rivals))

    def _heard(self) -> tuple[ev.Event, ...]:
        return tuple(mask(event, self._seat) for event in self._game.events)

    def _go_around(self, *, last: bool) -> bool:
        """Discard, and let the others play up to the next own draw; False if somebody can win."""
        game, view = self._game, self._game.view(self._seat)
        if _can_win(game.options(self._seat)):
            return False
        event = discard_of(view, SafestDiscards.of(view).right[0])
        discard = Action(ActionKind.DISCARD, TILE_OF[event.pai], tsumogiri=event.tsumogiri)
        choices = {self._seat: discard}
        while True:
            game.step(choices)
            if game.outcome is not None or any(_can_win(game.options(other)) for other in game.acting):
                return False
            if last or (game.table.phase is Phase.TURN and game.table.turn == self._seat):
                return True
            choices = {other: self._choice(other) for other in game.acting}

    def _choice(self, seat: int) -> Action:
        """What a seat does: nobody claims a tile."""
        options = self._game.options(seat)
        left = tuple(action for action in options.actions if action.kind in _PLAIN)
        if PASS in left:
            return PASS
        return self._players[seat].choose(self._game.view(seat), Options(self._game.view(seat), left))

    def _is_tenpai_in_secret(self) -> bool:
        """Whether another player is tenpai without riichi."""
        others = (seat for seat in range(PLAYERS) if seat != self._seat)
        table = self._game.table
        return any(self._game.own[seat].waits and not table.seats[seat].riichi for seat in others)

    def _count_rivals(self, number: int) -> bool:
        """Note who has declared riichi before that discard; False if there are too many."""
        known = {rival.seat for rival in self._rivals}
        new = [seat for seat in in_riichi(self._game.view(self._seat)) if seat not in known]
        self._rivals += [self._rival(seat, number) for seat in new]
        return len(self._rivals) <= MOST_RIVALS

    def _rival(self, seat: int, joined: int) -> FoldRival:
        view: SeatView = self._game.view(seat)
        tiles: list[Tile] = sorted(view.hand.tiles)
        return FoldRival(seat, tuple(tiles), tuple(view.waits), bool(view.furiten), joined)


def _can_win(options: Options) -> bool:
    return any(action.kind in _WINS for action in options.actions)
