"""A game from the first deal to the final scores: rotation of the deal, honba, riichi sticks, places, uma."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from engine import __version__
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.round import Header, Round, Watcher
from engine.rules import Offence, Ruleset
from engine.wall import PLAYERS, Wall

if TYPE_CHECKING:
    from engine.outcome import DrawReason, Outcome

_HUNDRED = 100


class Standing(msgspec.Struct, frozen=True):
    """One player at the end. ``place`` is 1–4, the same for tied players who share a place."""

    seat: int
    place: int
    points: int
    """Points at the end, riichi sticks left on the table given out."""
    uma: int
    """Uma and oka of the place, in points."""
    final: float
    """The final score in thousands."""
    chombo: int = 0
    """Points taken off the final score for chombo; they change no place."""


def order(scores: Sequence[float]) -> list[int]:
    """Seats from first to last; of equal scores the earlier starting seat comes first."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def places(rules: Ruleset, scores: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, 1–4; tied players share one, or the earlier seat ranks higher."""
    if rules.ties == "shared":
        return tuple(1 + sum(other > score for other in scores) for score in scores)
    ranked = order(scores)
    return tuple(1 + ranked.index(seat) for seat in range(len(scores)))


def share(amount: int, seats: Sequence[int], *, remainder: bool) -> dict[int, int]:
    """Divide points in whole hundreds; odd hundreds go to the earlier seats, or to no player."""
    each = int(amount / len(seats) / _HUNDRED) * _HUNDRED
    shares = dict.fromkeys(seats, each)
    if remainder:
        left = amount - each * len(seats)
        step = _HUNDRED if left > 0 else -_HUNDRED
        for seat in sorted(seats)[: abs(left) // _HUNDRED]:
            shares[seat] += step
    return shares


def leftover_bets(rules: Ruleset, scores: Sequence[int], riichi_sticks: int) -> list[int]:
    """The share of each seat in the riichi sticks that are still on the table when the game ends."""
    gained = [0] * PLAYERS
    amount = riichi_sticks * rules.riichi_bet
    leaders = [seat for seat in range(PLAYERS) if scores[seat] == max(scores)]
    if rules.leftover_bets == "first":
        gained[leaders[0]] = amount
    elif rules.leftover_bets in ("split", "split-down"):
        for seat, part in share(amount, leaders, remainder=rules.leftover_bets == "split").items():
            gained[seat] = part
    return gained


def standings(
    rules: Ruleset, scores: Sequence[int], riichi_sticks: int, chombo: Sequence[int] = (0, 0, 0, 0)
) -> tuple[Standing, ...]:
    """The final ranking, first place first; ``chombo`` is how many each seat committed.

    Places are those of the scores: the odd hundreds of riichi sticks that were split do not break a tie.
    """
    points = [
        score + gain for score, gain in zip(scores, leftover_bets(rules, scores, riichi_sticks), strict=True)
    ]
    placed = places(rules, scores)
    pools = prizes(rules)
    found = []
    for seat in order(scores):
        place = placed[seat]
        tied = [other for other in range(PLAYERS) if placed[other] == place]
        pool = sum(pools[place - 1 : place - 1 + len(tied)])
        uma = share(pool, tied, remainder=True)[seat] if len(tied) > 1 else pool
        lost = chombo[seat] * rules.chombo_points if rules.chombo == "final" else 0
        final = final_points(rules, points[seat], uma - lost)
        found.append(Standing(seat, place, points[seat], uma, final, lost))
    return tuple(found)


def end_game(ranked: Sequence[Standing]) -> ev.EndGame:
    """The event with which a game ends."""
    by_seat = sorted(ranked, key=lambda standing: standing.seat)
    return ev.EndGame([each.points for each in by_seat], [each.final for each in by_seat])


def prizes(rules: Ruleset) -> list[int]:
    """The points that each place adds to the final score: its uma, and for the first place the oka."""
    return [rules.uma[0] + rules.oka, *rules.uma[1:]]


def final_points(rules: Ruleset, points: float, added: float) -> float:
    """The final score, in thousands, of points and what the place adds to them."""
    counted = points - rules.return_points if rules.final_score == "difference" else points
    return (counted + added) / 1000


FORMAT = 1
"""Version of the record format that ``start_game`` names."""


def next_header(
    rules: Ruleset, header: Header, outcome: Outcome, scores: Sequence[int], riichi_sticks: int
) -> Header | None:
    """The hand that follows, or None when the game is over.

    ``scores`` and ``riichi_sticks`` are those after the hand was paid.
    """
    stays = outcome.dealer_stays(header.dealer)
    if game_over(rules, header, outcome, scores):
        return None
    if outcome.offenders:
        return replace(header, riichi_sticks=riichi_sticks, scores=tuple(scores), redeals=header.redeals + 1)
    return Header(
        number=header.number if stays else header.number + 1,
        honba=header.honba + 1 if stays or outcome.draw is not None else 0,
        riichi_sticks=riichi_sticks,
        scores=tuple(scores),
    )


def game_over(rules: Ruleset, header: Header, outcome: Outcome, scores: Sequence[int]) -> bool:
    """Whether the game ends with this hand."""
    if outcome.offenders:
        # the hand is dealt again (EMA 3.4.6), and only one that counts ends the game
        return False
    stays = header.dealer if outcome.dealer_stays(header.dealer) else None
    draw = None if outcome.draw is None else outcome.draw.reason
    return ends_game(rules, header.number, scores, stays=stays, draw=draw)


def ends_game(
    rules: Ruleset, number: int, scores: Sequence[float], *, stays: int | None, draw: DrawReason | None
) -> bool:
    """Whether the game ends after the hand of that number (East 1 is 0), which ended without chombo.

    ``scores`` are those after its payments. ``stays`` is the seat of East if East keeps the deal, else None.
    ``draw`` is None after a win.
    """
    if bankrupt(rules, scores):
        return True
    if rules.length == "hand":
        return True
    if hands_to_come(rules, number):
        return False
    if stays is not None:
        # agari-yame and tenpai-yame
        if draw is not None and draw.is_abortive:
            return False
        stops = rules.agari_yame if draw is None else rules.tenpai_yame
        return stops and order(scores)[0] == stays and scores[stays] >= (rules.goal_points or 0)
    # another hand follows the last one, or one of an extra round, while nobody has the points of the goal
    goal = rules.goal_points
    return goal is None or max(scores) >= goal or number >= rules.hands - 1 + PLAYERS


def bankrupt(rules: Ruleset, scores: Sequence[float]) -> list[int]:
    """The seats with fewer than 0 points, where that ends the game; else none."""
    return [seat for seat, score in enumerate(scores) if score < 0] if rules.bankruptcy else []


def hands_to_come(rules: Ruleset, number: int) -> int:
    """Hands that follow the hand of that number (East 1 is 0), without repeats and an extra round."""
    return max(rules.hands - 1 - number, 0)


WallMaker = Callable[[Header], Wall]


class Match:
    """A game in progress.

    ``round`` is the hand being played; ``step`` carries actions to it; when it is over, ``proceed`` deals
    the next one or ends the game (``standings``). ``events`` is the whole record so far, and every method
    that adds to it returns what it added. ``walls`` makes the wall of a hand; without it all walls come
    from ``seed``. ``first`` is what the first hand begins with, where it is not East 1 with the ruleset's
    points. ``watch`` is called after every event of a hand. ``takebacks`` is how many decisions have been
    taken back, None where that is not allowed. ``time`` is when the game began, as the record says it; it
    changes nothing else. ``branch`` is the place in another record from which the game goes on. ``steps`` say
    what is left to the players in a game by table rules.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: int,
        names: Sequence[str] = ("", "", "", ""),
        *,
        walls: WallMaker | None = None,
        first: Header | None = None,
        watch: Watcher | None = None,
        takebacks: int | None = None,
        time: str | None = None,
        branch: ev.BranchOrigin | None = None,
        steps: ev.TableSteps | None = None,
    ) -> None:
        if steps is None and (rules.value_said or rules.unchecked):
            # the ruleset alone leaves these to the players
            steps = ev.TableSteps(count=rules.value_said, unchecked=rules.unchecked)
        self.rules = rules
        self.seed = seed
        self.names = tuple(names)
        self.standings: tuple[Standing, ...] | None = None
        self.events: list[ev.Event] = [
            ev.StartGame(
                names=list(names),
                kyoku_first=0 if rules.length == "south" else 4,
                aka_flag=any(rules.red_fives),
                format=FORMAT,
                program=f"furiten {__version__}",
                rules=rules.name,
                length=rules.length,
                seed=seed,
                table_rules=rules.chombo if rules.errors == "penalised" else None,
                steps=steps,
                takebacks=takebacks,
                time=time,
                branch=branch,
            )
        ]
        self._walls = walls or (lambda header: header.wall(rules, seed))
        self._watch = watch
        self._chombo = [0] * PLAYERS
        self.header = first or Header(0, honba=0, riichi_sticks=0, scores=(rules.start_points,) * PLAYERS)
        self.round = self._deal()

    def _deal(self) -> Round:
        dealt = Round(self.rules, self.header, self._walls(self.header), self._watch)
        self._before = len(self.events)
        self.events += dealt.events
        return dealt

    @property
    def hand_events(self) -> list[ev.Event]:
        """The events from the latest deal on; after the hand with end_kyoku, after the game with end_game."""
        return self.events[self._before :]

    @property
    def acting(self) -> tuple[int, ...]:
        return self.round.acting

    @property
    def scores(self) -> list[int]:
        return self.round.table.scores

    @property
    def takebacks(self) -> int | None:
        """The number of decisions that have been taken back; None where that is not allowed."""
        return self._start.takebacks

    @property
    def branch(self) -> ev.BranchOrigin | None:
        """The place in another record from which this game goes on, if there is one."""
        return self._start.branch

    @property
    def played_from(self) -> int:
        """The number of events before the first that was played here: more than 1 after another record."""
        return 1 if self.branch is None else 1 + self.branch.given

    @property
    def _start(self) -> ev.StartGame:
        start = self.events[0]
        assert isinstance(start, ev.StartGame)
        return start

    def count_takeback(self) -> None:
        """Note in the record that one more decision was taken back; raises ValueError where none may be."""
        if self.takebacks is None:
            raise ValueError("in this game nothing is taken back")
        self.events[0] = msgspec.structs.replace(self._start, takebacks=self.takebacks + 1)

    def dealt_again(self) -> Match:
        """This game with its hand in play just dealt, from the same wall.

        This one stays as it is. Raises ValueError when the game is over.
        """
        if self.standings is not None:
            raise ValueError("the game is over")
        again = copy(self)
        again.events = self.events[: self._before]
        again._chombo = self._chombo.copy()
        again.round = again._deal()
        return again

    @property
    def steps(self) -> ev.TableSteps | None:
        """The steps that are left to the players, in a game by table rules."""
        return self._start.steps

    def step(self, choices: Mapping[int, Action]) -> list[ev.Event]:
        """Carry out one action of each acting seat; raises IllegalAction with nothing changed."""
        return self._record(self.round.step(choices))

    def foul(self, seat: int, offence: Offence) -> list[ev.Event]:
        """Carry out a referee's ruling, see ``Round.foul``."""
        return self._record(self.round.foul(seat, offence))

    def note_late(self, seat: int, call: ActionKind) -> list[ev.Event]:
        """Note that a player said a call or a win too late; nothing else happens.

        Raises IllegalAction when the hand is over.
        """
        return self._record(self.round.note_late(seat, call))

    def _record(self, new: list[ev.Event]) -> list[ev.Event]:
        if self.round.outcome is not None:
            new = [*new, ev.EndKyoku(scores=self.scores)]
        self.events += new
        return new

    def proceed(self) -> list[ev.Event]:
        """After a hand: deal the next one, or end the game; returns the new events."""
        outcome = self.round.outcome
        if outcome is None or self.standings is not None:
            raise ValueError("the hand is not over, or the game is")
        before = len(self.events)
        riichi_sticks = self.round.table.riichi_sticks
        for seat in outcome.offenders:
            self._chombo[seat] += 1
        following = next_header(self.rules, self.header, outcome, self.scores, riichi_sticks)
        if following is not None and not (self.branch is not None and self.branch.ends == "hand"):
            self.header = following
            self.round = self._deal()
        else:
            self.standings = standings(self.rules, self.scores, riichi_sticks, self._chombo)
            # a game that was stopped before its end has no final scores
            self.events.append(end_game(self.standings) if following is None else ev.EndGame())
        return self.events[before:]
