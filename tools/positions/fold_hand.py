"""Hands to fold: from bot games, played on until the wall is empty.

A hand is taken at an own turn: closed, not near tenpai, and one to three others threaten, in riichi or with
open hands. The seat discards the safest tiles; the bots of the other seats play on without calls and kans.
Further players may join with a riichi, or with an open hand that threatens.

So that the hand goes on to its end, nobody who is tenpai draws a tile that a hand waits on, and nobody else
discards one: the next tiles of the wall that are none change places with it. Who is tenpai discards what is
drawn. Hands in which somebody is tenpai and does not look so are left out; who would come to that keeps away
from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.bot import Bot
from ai.bots.registry import make_bot
from ai.drills.kinds.fold import FoldCourse, FoldRival, SafestDiscards, discard_of
from ai.reading.threat import LIKELY_FROM, threatening
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.hand import Hand
from engine.options import Options
from engine.round import Round
from engine.rules import Ruleset
from engine.shape import shanten_of
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.tiles import KIND_OF, TILE_OF, Kind, Tile
from engine.view import mask
from engine.wall import DEALT, LIVE_AT_START, PLAYERS, Dice, Wall
from tools.positions.played_positions import deal_hand
from tools.positions.weighted_choice import weighted_choice

FAR = 2
"""The least shanten number of the hand."""
LEAST_LIVE, MOST_LIVE = 20, 55
"""The least and most tiles left in the wall: six to fourteen own discards."""
SKIPPED = 3
"""So many numbers of suitable moments that pass before one is taken are equally likely, 0 included."""
MOST_THREATS = 3
BOTS: dict[str, int] = {"tenpai": 45, "hayai": 35, "takame": 10, "mamori": 10}
"""Percentage of each bot in a seat: half of them never call."""
_WINS = frozenset({ActionKind.RON, ActionKind.TSUMO})


class SteeredWall(Wall):
    """A wall that deals other tiles of its rest than some kinds, as long as there are any."""

    __slots__ = ("avoided",)

    def __init__(self, tiles: Sequence[Tile]) -> None:
        super().__init__(tiles)
        self.avoided: frozenset[Kind] = frozenset()

    def draw(self) -> Tile:
        """Take the next tile of the live wall that is not avoided."""
        tiles = list(self.tiles)
        first, end = DEALT + self._drawn, DEALT + LIVE_AT_START - self._replaced
        places = (place for place in range(first, end) if KIND_OF[tiles[place]] not in self.avoided)
        place = next(places, first)
        tiles[first], tiles[place] = tiles[place], tiles[first]
        self.tiles = tuple(tiles)
        return super().draw()


def folded_hand(rules: Ruleset, dice: Dice) -> FoldCourse | None:
    """A hand that is folded, from one bot game; None if there is none in it."""
    players = [make_bot(weighted_choice(BOTS, dice) or "tenpai") for _ in range(PLAYERS)]
    skipped = dice.below(SKIPPED)
    game = deal_hand(rules, dice, _ignore, SteeredWall)
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
    """Whether the player on turn may fold: a closed hand far from tenpai, and one to three who threaten."""
    table = game.table
    if table.phase is not Phase.TURN or not LEAST_LIVE <= table.live <= MOST_LIVE:
        return False
    view = game.view(table.turn)
    if view.drawn is None or view.me.riichi or view.me.melds or not view.me.pond:
        return False
    against = threatening(view)
    if not 1 <= len(against) <= MOST_THREATS or not any(game.own[seat].waits for seat in against):
        return False
    return shanten_of(view.hand.keys) >= FAR


class _Fold:
    """The discards of one seat in a hand that is being played."""

    def __init__(self, game: Round, seat: int, players: Sequence[Bot]) -> None:
        self._game, self._seat, self._players = game, seat, players
        self._others = [(seat + step) % PLAYERS for step in range(1, PLAYERS)]
        self._rivals: dict[int, FoldRival] = {}

    def play(self) -> FoldCourse | None:
        """The hand; None if it cannot be asked about."""
        start = self._heard()
        rounds: list[tuple[ev.Event, ...]] = []
        while True:
            if not self._count_rivals(len(rounds)) or _can_win(self._game.options(self._seat)):
                return None
            if self._game.table.live < PLAYERS:
                # no own draw is left
                position = SeatPosition(self._game.rules, self._seat, start)
                return FoldCourse(position, tuple(rounds), tuple(self._rivals.values()), open_hands=True)
            before = len(self._game.events)
            if not self._go_around():
                return None
            # the own discard belongs to the path
            rounds.append(self._heard()[before + 1 :])

    def _heard(self) -> tuple[ev.Event, ...]:
        return tuple(mask(event, self._seat) for event in self._game.events)

    def _go_around(self) -> bool:
        """Discard, and let the others play up to the next own draw; False if that is not possible."""
        game, view = self._game, self._game.view(self._seat)
        event = discard_of(view, SafestDiscards.of(view, open_hands=True).right[0])
        discard = Action(ActionKind.DISCARD, TILE_OF[event.pai], tsumogiri=event.tsumogiri)
        choices: dict[int, Action] | None = {self._seat: discard}
        while choices is not None:
            self._steer()
            game.step(choices)
            if game.outcome is not None or any(_can_win(game.options(other)) for other in game.acting):
                return False
            if game.table.phase is Phase.TURN and game.table.turn == self._seat:
                return True
            choices = self._choices()
        return False

    def _steer(self) -> None:
        """Keep tiles that a hand waits on from the next draw, if it is that of a player who is tenpai."""
        table = self._game.table
        assert isinstance(self._game.wall, SteeredWall)
        drawer = table.turn if table.phase is Phase.DRAW else (table.turn + 1) % PLAYERS
        self._game.wall.avoided = frozenset(self._waits() if drawer in self._rivals else ())

    def _waits(self) -> set[Kind]:
        """What somebody waits on, as soon as the hand is tenpai."""
        return {wait for seat in self._others for wait in self._game.own[seat].waits}

    def _choices(self) -> dict[int, Action] | None:
        """What each acting seat does; None if one of them has nothing that fits."""
        found: dict[int, Action] = {}
        for seat in self._game.acting:
            options = self._game.options(seat)
            choice = PASS if PASS in options.actions else next(self._fitting(seat, options), None)
            if choice is None:
                return None
            found[seat] = choice
        return found

    def _fitting(self, seat: int, options: Options) -> Iterator[Action]:
        """The discards of a seat on which nobody wins and that hide no tenpai, the best first."""
        game, waits = self._game, self._waits()
        view = game.view(seat)
        discards = [action for action in options.actions if action.kind is ActionKind.DISCARD]
        drawn = [action for action in discards if action.tsumogiri]
        if seat in self._rivals:
            yield from (
                action for action in drawn if action.tile is not None and KIND_OF[action.tile] not in waits
            )
            return
        riichi = [action for action in options.actions if action.kind is ActionKind.RIICHI]
        wanted = tuple(discards + (riichi if len(self._threats()) < MOST_THREATS else []))
        chosen = self._players[seat].choose(view, Options(view, wanted))
        for action in (chosen, *drawn, *discards):
            assert action.tile is not None
            if KIND_OF[action.tile] in waits:
                continue
            if action.kind is ActionKind.RIICHI or self._may_wait(seat):
                yield action
                continue
            hand = Hand(view.hand.tiles, view.hand.melds)
            hand.remove(action.tile)
            if not tenpai_waits(hand, game.rules):
                yield action

    def _threats(self) -> tuple[int, ...]:
        return threatening(self._game.view(self._seat))

    def _may_wait(self, seat: int) -> bool:
        """Whether a hand looks tenpai by its melds and turn alone, whatever else is discarded."""
        player = self._game.table.seats[seat]
        melds = len(player.melds)
        looks = any(meld.is_open for meld in player.melds) and len(player.pond) >= LIKELY_FROM[melds - 1]
        return looks and seat in self._threats()

    def _count_rivals(self, number: int) -> bool:
        """Note who is tenpai before that discard; False if one does not look so, or too many threaten."""
        threats = self._threats()
        if not 1 <= len(threats) <= MOST_THREATS:
            return False
        for seat in self._others:
            own, player = self._game.own[seat], self._game.table.seats[seat]
            if not own.waits:
                continue
            if not player.riichi and not self._may_wait(seat):
                return False
            if seat not in self._rivals:
                self._rivals[seat] = self._rival(seat, number)
        return True

    def _rival(self, seat: int, joined: int) -> FoldRival:
        view = self._game.view(seat)
        own = {KIND_OF[discard.tile] for discard in view.me.pond}
        furiten = not own.isdisjoint(view.waits)
        return FoldRival(seat, tuple(sorted(view.hand.tiles)), tuple(view.waits), furiten, joined)


def _can_win(options: Options) -> bool:
    return any(action.kind in _WINS for action in options.actions)
