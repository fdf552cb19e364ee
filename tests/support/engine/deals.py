"""Hands set up in notation and played in words; what must always hold is checked at every step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from ai.invariants import tiles_in_play
from engine import events as ev
from engine.actions import PASS, Action, ActionKind, IllegalAction, Refusal, Why
from engine.furiten import Cause
from engine.hand import HAND_SIZE
from engine.options import why_not
from engine.outcome import DrawResult, WinResult
from engine.round import Header, Round
from engine.rules import PRESETS, WRC, Offence, Penalty, Ruleset
from engine.table import Phase, hand_number
from engine.tiles import EAST, KIND_OF, NAMES, TILE_OF, Tile, all_tiles, format_tiles, parse_tile, parse_tiles
from engine.view import SeatView, mask
from engine.wall import LIVE_AT_START, MAX_KANS, PLAYERS, Dice, Wall

E, S, W, N = range(4)
"""Seats of a hand that East 0 deals."""

PINFU = "23p234m567m345s99s"
"""Waits for 1p 4p, without tanyao."""
THREE_SIDES = "34567p234m234s55s"
"""All simples, waits for 2p 5p 8p."""
READY = (PINFU, "23p789p456m123s77s", "56p123m678m234s88s", "35p789m123s456s66p")
"""Four hands that wait on 1p, 4p or 7p."""

CLAIMS = (ActionKind.RON, ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN)
WITH_TILES = (ActionKind.DISCARD, ActionKind.RIICHI, ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)
OFFERS = (ev.Dahai, ev.Ankan, ev.Kakan)
"""Events after which somebody might claim."""
KINDS_OF_ACTION = tuple(ActionKind)
SHARE = 4
"""One in so many tiles of a hand is asked for after a step."""

SCATTERED = ("147m147p147s1234z", "258m258p258s5671z", "369m369p369s2345z", "159m159p159s6712z")
"""Hands far from anything, for the seats that a test says nothing about."""


class Supply:
    """The tiles of the set that a test has not placed yet."""

    def __init__(self, rules: Ruleset) -> None:
        self.left = Dice(20).shuffled(all_tiles(rules.red_fives))

    def take(self, text: str) -> list[Tile]:
        tiles = list(parse_tiles(text))
        for tile in tiles:
            assert tile in self.left, f"no {NAMES[tile]} left for {text}"
            self.left.remove(tile)
        return tiles

    def scattered(self) -> list[Tile]:
        """Thirteen tiles that make no group: a prepared hand, else kinds far apart, no two alike."""
        for text in SCATTERED:
            if all(tile in self.left for tile in parse_tiles(text)):
                return self.take(text)
        hand = self._apart(2)
        if len(hand) < HAND_SIZE:
            hand = self._apart(1)
        assert len(hand) == HAND_SIZE, "no scattered hand left: name it"
        for tile in hand:
            self.left.remove(tile)
        return hand

    def _apart(self, distance: int) -> list[Tile]:
        """Up to thirteen tiles whose kinds lie so far from each other, honours first."""
        hand: list[Tile] = []
        for tile in sorted(self.left, key=lambda tile: (KIND_OF[tile] < EAST, KIND_OF[tile] % 9 % 2)):
            kind = KIND_OF[tile]
            apart = 1 if kind >= EAST else distance
            if all(abs(kind - KIND_OF[other]) >= apart for other in hand) and len(hand) < HAND_SIZE:
                hand.append(tile)
        return hand

    def honour(self) -> Tile:
        """A first indicator that hardly makes dora: an honour, where one is left."""
        tile = next((tile for tile in parse_tiles("3214z567z") if tile in self.left), self.left[-1])
        self.left.remove(tile)
        return tile

    def fill(self, tiles: list[Tile], size: int) -> list[Tile]:
        return tiles + [self.left.pop() for _ in range(size - len(tiles))]


def build_wall(
    hands: Sequence[str],
    draws: str = "",
    *,
    rules: Ruleset = WRC,
    replacements: str = "",
    indicators: str = "",
    ura: str = "",
    last: str = "",
) -> Wall:
    """The wall with these tiles in their places: hands from East on, draws in order, ``last`` at its end."""
    supply = Supply(rules)
    named = [supply.take(hand) for hand in hands]
    front, back = supply.take(draws), supply.take(last)
    dead = [supply.take(tiles) for tiles in (replacements, indicators, ura)]
    dealt = [hand or supply.scattered() for hand in named]
    assert all(len(hand) == HAND_SIZE for hand in dealt), [format_tiles(hand) for hand in dealt]
    if not indicators:
        dead[1] = [supply.honour()]
    live = supply.fill(front, LIVE_AT_START - len(back)) + back
    sizes = (MAX_KANS, MAX_KANS + 1, MAX_KANS + 1)
    tail = [tile for part, size in zip(dead, sizes, strict=True) for tile in supply.fill(part, size)]
    return Wall([*(tile for hand in dealt for tile in hand), *live, *tail])


def deal(
    east: str = "",
    south: str = "",
    west: str = "",
    north: str = "",
    draws: str = "",
    *,
    rules: Ruleset = WRC,
    replacements: str = "",
    indicators: str = "",
    ura: str = "",
    last: str = "",
    round_wind: str = "1z",
    honba: int = 0,
    riichi_sticks: int = 0,
    scores: Sequence[int] | None = None,
) -> Play:
    """A hand ready to be played: East is seat 0; what is not named is filled in."""
    wall = build_wall(
        (east, south, west, north),
        draws,
        rules=rules,
        replacements=replacements,
        indicators=indicators,
        ura=ura,
        last=last,
    )
    return Play(
        Round(
            rules,
            Header(
                hand_number(parse_tile(round_wind), 1),
                honba,
                riichi_sticks,
                tuple(scores or [rules.start_points] * PLAYERS),
            ),
            wall,
        )
    )


WINDS = "ESWN"
"""Seats in words."""


def in_words(text: str, rules: Ruleset | None = None, named: Mapping[str, Ruleset] = PRESETS) -> Play:
    """A deal and what is played, such as ``S 55p147m147s12345z, draws 9m5p, honba 2 / 9m; 5p``.

    A hand stands behind the wind of its seat; the rest of ``deal`` has its name there, the rules theirs in
    ``named`` if they are not given. ``points`` are those of East beside 30,000 of the others. Behind the
    stroke stands what ``Play.play`` reads.
    """
    dealt, _, moves = text.partition(" / ")
    words: dict[str, Any] = dict(each.split() for each in dealt.split(", "))
    hands = [words.pop(wind, "") for wind in WINDS]
    if points := words.pop("points", None):
        words["scores"] = [int(points), *3 * [30_000]]
    for count in words.keys() & {"honba", "riichi_sticks"}:
        words[count] = int(words[count])
    words["rules"] = rules or named[words.get("rules", WRC.name)]
    return deal(*hands, **words).play(moves)


def state(view: SeatView) -> tuple[Any, ...]:
    return vars(view.table), view.own.state()


class Watch:
    """What must hold after every step: tiles and points are conserved, a view folded from the events that
    its seat may see equals the live one, and options and reasons agree with each other."""

    def __init__(self, game: Round) -> None:
        self.game = game
        self.tiles = sorted(all_tiles(game.rules.red_fives))
        self.points = self._points()
        self.views = [
            SeatView.from_events(game.rules, seat, [mask(game.events[0], seat)]) for seat in range(PLAYERS)
        ]
        self.seen = 1
        self.check()

    def _points(self) -> int:
        table = self.game.table
        return sum(seat.score for seat in table.seats) + table.riichi_sticks * self.game.rules.riichi_bet

    def check(self) -> None:
        game = self.game
        for event in game.events[self.seen :]:
            for view in self.views:
                view.apply(mask(event, view.seat))
        self.seen = len(game.events)
        assert sorted(tiles_in_play(game)) == self.tiles
        assert self._points() == self.points
        assert game.table.live == game.wall.live
        for view in self.views:
            assert state(view) == state(game.view(view.seat))
            assert view.hand.melds == view.me.melds
            assert len(view.hand.tiles) == view.me.concealed
            self._check_options(view)

    def _check_options(self, folded: SeatView) -> None:
        """An action is refused if and only if it is not an option; the folded view knows it too.

        Who has nothing to do is asked for every reason in turn with the others, step by step; and so are the
        tiles of a turn: all of them at every step took most of the time of these tests.
        """
        menu = self.game.options(folded.seat)
        assert bool(menu) == (folded.seat in self.game.acting)
        if not menu and folded.seat != self.seen % PLAYERS:
            return
        kinds = {action.kind for action in menu.actions}
        assert len(set(menu.actions)) == len(menu.actions)
        for kind in ActionKind:
            refusal = why_not(folded, kind)
            assert (refusal is None) == (kind in kinds), (folded.seat, kind, refusal)
        kind = KINDS_OF_ACTION[self.seen % len(KINDS_OF_ACTION)]
        assert why_not(folded, kind) == menu.why_not(kind)
        possible = {(action.kind, action.tile) for action in menu.actions}
        for kind, tile in possible:
            assert menu.why_not(kind, tile) is None, (kind, tile)
        if folded.my_turn:
            held = sorted(set(folded.hand.tiles))
            for kind in WITH_TILES:
                for tile in held[self.seen % SHARE :: SHARE]:
                    refusal = menu.why_not(kind, tile)
                    if kind is ActionKind.CLOSED_KAN:
                        tile = min(each for each in folded.hand.tiles if KIND_OF[each] == KIND_OF[tile])
                    assert (refusal is None) == ((kind, tile) in possible), (kind, tile, refusal)
        # at a draw everybody is asked, and either answer can be wrong
        wrong = [action for action in menu.actions if menu.mistake(action)]
        assert not wrong or self.game.table.phase is Phase.DECLARE
        assert self.game.rules.errors == "penalised" or not menu.errors


class Play:
    """A hand in progress. Seats that a call does not name let everything pass."""

    def __init__(self, game: Round) -> None:
        self.game = game
        self.watch = Watch(game)
        self.watched = True

    # -- what can be seen ----------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Whose turn it is, or whose discard is offered."""
        return self.game.table.turn

    @property
    def scores(self) -> list[int]:
        return [seat.score for seat in self.game.table.seats]

    @property
    def wins(self) -> tuple[WinResult, ...]:
        return self.game.outcome.wins

    @property
    def win(self) -> WinResult:
        (win,) = self.wins
        return win

    @property
    def yaku(self) -> dict[str, int]:
        """Yaku (and yakuman) of the only win, with their han (or units)."""
        score = self.win.score
        return dict([*score.yaku, *score.yakuman_items])

    @property
    def draw(self) -> DrawResult:
        assert self.game.outcome.draw is not None
        return self.game.outcome.draw

    def view(self, seat: int) -> SeatView:
        return self.game.view(seat)

    def waits(self, seat: int) -> str:
        return format_tiles(self.view(seat).waits)

    def furiten(self, seat: int) -> tuple[Cause, ...]:
        return self.view(seat).furiten

    def causes(self, seat: int) -> list[str]:
        """Causes of furiten in short: kind, tile, when it ends."""
        return [f"{cause.kind} {NAMES[cause.tile]} {cause.ends}" for cause in self.furiten(seat)]

    def can(self, seat: int, kind: ActionKind, tile: str | None = None) -> bool:
        return any(
            tile is None or action.tile == TILE_OF[tile] for action in self.game.options(seat).of(kind)
        )

    def tiles_of(self, seat: int, kind: ActionKind) -> str:
        """The tiles that an action is possible with, once each."""
        return format_tiles(
            dict.fromkeys(
                action.tile for action in self.game.options(seat).of(kind) if action.tile is not None
            )
        )

    def forms(self, seat: int, kind: ActionKind) -> list[str]:
        """The own tiles of each form of a call."""
        return [format_tiles(action.consumed) for action in self.game.options(seat).of(kind)]

    def kinds(self, seat: int) -> set[ActionKind]:
        return {action.kind for action in self.game.options(seat).actions}

    def marks(self) -> list[str]:
        """The events so far by name, deal left out."""
        return [type(event).__name__ for event in self.game.events[1:]]

    # -- what players do -----------------------------------------------------------------------------

    def step(self, choices: Mapping[int, Action]) -> list[ev.Event]:
        everything = {seat: choices.get(seat, PASS) for seat in self.game.acting} | dict(choices)
        new = self.game.step(everything)
        if self.watched:
            self.watch.check()
        return new

    def everybody_passes(self) -> Play:
        if self.game.acting and self.game.table.phase not in (Phase.TURN, Phase.DECLARE):
            self.step({})
        return self

    def _find(self, seat: int, kind: ActionKind, tile: str | None = None, own: str | None = None) -> Action:
        found = self.game.options(seat).of(kind)
        if tile is not None:
            found = tuple(action for action in found if action.tile == parse_tile(tile))
        if own is not None:
            tiles = sorted(parse_tiles(own))
            found = tuple(action for action in found if sorted(action.consumed) == tiles)
        assert found, (
            f"seat {seat} cannot {kind.value} {tile or ''} {own or ''}: {why_not(self.view(seat), kind)}"
        )
        return found[-1] if kind in (ActionKind.DISCARD, ActionKind.RIICHI) else found[0]

    def _act(self, kind: ActionKind, tile: str | None = None) -> Play:
        self.everybody_passes()
        self.step({self.turn: self._find(self.turn, kind, tile)})
        return self

    def play(self, moves: str) -> Play:
        """Moves such as ``9m; riichi 1z; closed-kan 2z; N: pon 55p; drawn 3; passes; live 0; out; SW: ron``.

        Who is on turn discards 9m, and so on; others name their seat; three seats discard what they draw;
        nobody claims; everybody discards what he draws until no tile is left, and to the end of the hand.
        ``E: dead``: that hand is.
        """
        for move in filter(None, moves.split("; ")):
            seats = [WINDS.index(wind) for wind in move.partition(": ")[0]] if ": " in move else []
            match move.split(": ")[-1].split():
                case ["drawn", *times]:
                    self.tsumogiri(int(*times or [1]))
                case ["live", live]:
                    self.run_down(int(live))
                case ["out"]:
                    self.run_out()
                case ["passes"]:
                    self.everybody_passes()
                case ["dead"]:
                    self.rule(seats[0], Offence.WRONG_TILE_COUNT)
                case [claim, *own] if seats:
                    self.step(
                        {
                            seat: self._find(seat, ActionKind(claim), own="".join(own) or None)
                            for seat in seats
                        }
                    )
                case [kind, tile]:
                    self._act(ActionKind(kind), tile)
                case ["tsumo" | "nine-terminals" as kind]:
                    self._act(ActionKind(kind))
                case [tile]:
                    self.discard(tile)
        return self

    def discard(self, *tiles: str) -> Play:
        """The next seats discard these tiles in turn (the drawn one where it is the same)."""
        for tile in tiles:
            self._act(ActionKind.DISCARD, tile)
        return self

    def tsumogiri(self, times: int = 1) -> Play:
        """The next seats discard what they draw."""
        for _ in range(times):
            self.everybody_passes()
            drawn = self.view(self.turn).drawn
            assert drawn is not None
            self.discard(NAMES[drawn])
        return self

    def run_down(self, live: int) -> Play:
        """Everybody discards what he draws until so many tiles are left after a draw."""
        self._fill_ponds(live + PLAYERS)
        while self.game.table.live > live:
            self.tsumogiri().everybody_passes()
        return self

    def _fill_ponds(self, live: int) -> None:
        """The same, with what must hold checked only after the last of these turns: they are many."""
        self.everybody_passes()
        self.watched = False
        while self.game.table.live > live and self.game.outcome is None:
            self.tsumogiri().everybody_passes()
        self.watched = True
        self.watch.check()

    def run_out(self) -> Play:
        """Everybody discards what he draws, and passes, to the end of the wall."""
        self._fill_ponds(PLAYERS)
        while self.game.outcome is None:
            self.tsumogiri().everybody_passes()
        return self

    def riichi(self, tile: str) -> Play:
        return self._act(ActionKind.RIICHI, tile)

    def tsumo(self) -> Play:
        return self._act(ActionKind.TSUMO)

    def nine_terminals(self) -> Play:
        return self._act(ActionKind.NINE_TERMINALS)

    def closed_kan(self, tile: str) -> Play:
        return self._act(ActionKind.CLOSED_KAN, tile)

    def added_kan(self, tile: str) -> Play:
        return self._act(ActionKind.ADDED_KAN, tile)

    def chi(self, seat: int, own: str) -> Play:
        self.step({seat: self._find(seat, ActionKind.CHI, own=own)})
        return self

    def pon(self, seat: int, own: str | None = None) -> Play:
        self.step({seat: self._find(seat, ActionKind.PON, own=own)})
        return self

    def open_kan(self, seat: int) -> Play:
        self.step({seat: self._find(seat, ActionKind.OPEN_KAN)})
        return self

    def ron(self, *seats: int) -> Play:
        self.step({seat: self._find(seat, ActionKind.RON) for seat in seats})
        return self

    # -- what players do wrong -----------------------------------------------------------------------

    def errors(self, seat: int) -> dict[Offence, Penalty]:
        """What the seat could do wrong now, and what it would lead to."""
        return {error.offence: error.penalty for error in self.game.options(seat).errors}

    def mistake(self, seat: int, offence: Offence, tile: str | None = None) -> Action:
        found = [
            mistake.action
            for mistake in self.game.options(seat).errors
            if mistake.offence is offence and (tile is None or mistake.action.tile == parse_tile(tile))
        ]
        assert found, f"seat {seat} cannot commit {offence} {tile or ''}: {self.errors(seat)}"
        return found[-1]

    def err(self, seat: int, offence: Offence, tile: str | None = None) -> Play:
        if self.turn == seat:
            self.everybody_passes()
        self.step({seat: self.mistake(seat, offence, tile)})
        return self

    def rule(self, seat: int, offence: Offence) -> Play:
        self.game.foul(seat, offence)
        self.watch.check()
        return self

    def declare(self, *words: str) -> Play:
        """The seats that are asked at the draw declare tenpai or noten."""
        for word in words:
            (seat,) = self.game.acting
            self.step({seat: Action(ActionKind(word))})
        return self

    @property
    def fouls(self) -> list[tuple[int, str, str]]:
        """Every foul so far: who, what, and the penalty."""
        return [
            (foul.actor, foul.offence, foul.penalty) for foul in self.game.events if isinstance(foul, ev.Foul)
        ]

    # -- what is refused -----------------------------------------------------------------------------

    def refused(self, seat: int, kind: ActionKind, tile: str | None = None, own: str = "") -> Refusal:
        """The reason that this is impossible: no option, and forced all the same it changes nothing."""
        options = self.game.options(seat)
        if tile is None and kind in CLAIMS:
            offer = self.game.table.offer
        else:
            offer = None if tile is None else parse_tile(tile)
        action = Action(kind, offer, parse_tiles(own))
        assert not any(
            other.kind is kind and other.tile == offer and (not own or other.consumed == action.consumed)
            for other in options.actions
        ), f"{kind.value} {tile or ''} is an option"
        before = self.everything()
        choices = {other: self.game.options(other).actions[-1] for other in self.game.acting}
        choices[seat] = action
        with pytest.raises(IllegalAction) as caught:
            self.game.step(choices)
        assert self.everything() == before
        refusal = caught.value.refusal
        assert refusal.why.value in str(caught.value)
        if kind in CLAIMS and self.game.table.offer is None:
            # nobody could claim, so the game has gone on: what was the reason then?
            last = max(number for number, event in enumerate(self.game.events) if isinstance(event, OFFERS))
            window = SeatView.from_events(self.game.rules, seat, self.game.events[: last + 1])
            found = why_not(window, kind)
            assert found is not None, "it was an option"
            return found
        return refusal

    def reason(self, seat: int, kind: ActionKind, tile: str | None = None) -> Why:
        """Why the menu says that it is not possible; as a mistake it may be, all the same."""
        refusal = self.game.options(seat).why_not(kind, None if tile is None else parse_tile(tile))
        assert refusal is not None, f"{kind.value} {tile or ''} is an option"
        return refusal.why

    def why(self, seat: int, kind: ActionKind, tile: str | None = None, own: str = "") -> Why:
        return self.refused(seat, kind, tile, own).why

    def everything(self) -> tuple[Any, ...]:
        """The events and what every seat sees, folded from them anew and equal to what it sees live."""
        game = self.game
        rebuilt = [SeatView.from_events(game.rules, seat, game.events) for seat in range(PLAYERS)]
        for view in rebuilt:
            assert state(view) == state(game.view(view.seat))
        return [ev.encode(event) for event in game.events], [state(view) for view in rebuilt], game.acting


def ponds(play: Play) -> Iterator[str]:
    return (format_tiles(tile.tile for tile in seat.pond) for seat in play.game.table.seats)
