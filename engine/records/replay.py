"""Recorded hands played again in the live round, held against the record, and filled in.

The record chooses, the engine carries it out. ``aligned`` and ``difference`` say what two programs may
write differently, and what must be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.actions import IllegalAction
from engine.match import Standing, end_game, next_header, standings
from engine.outcome import Outcome
from engine.records.recorded_choices import (
    LOOK_AHEAD,
    RecordError,
    choices,
    describe,
    describe_value,
    ruled,
)
from engine.records.recorded_game import RecordedHand, hands_of
from engine.round import Header, Round, Watcher
from engine.rules import Ruleset
from engine.wall import PLAYERS


class CutRecordError(RecordError):
    """The record ends before the hand or the game does."""


class RefusedError(RecordError):
    """An action that is not among the options. ``place`` is its event's index among those of the hand."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.place = place


def play(game: Round, recorded: Sequence[ev.Event]) -> None:
    """Play the choices that these events show, to the end of the hand; what follows by rule is the engine's.

    Raises RefusedError for an action that is not among the options, CutRecordError when the events end before
    the hand does; the hand is then where the events ended.
    """
    places = [place for place, event in enumerate(recorded) if not event.follows_by_rule]
    chosen_by = [recorded[place] for place in places]
    used = seen = 0
    while True:
        for event in game.events[seen:]:
            used += not event.follows_by_rule
            seen += 1
        if game.outcome is not None:
            return
        try:
            window = _window(chosen_by, used)
            if ruled(game, window):
                continue
            if window and used and places[used] - places[used - 1] > 1:
                follows = recorded[places[used - 1] + 1 : places[used]]
                # a bet tells that nobody claimed the tile
                window[:0] = [event for event in follows if isinstance(event, ev.ReachAccepted)]
            chosen = choices(game, window)
            if chosen is None:
                raise CutRecordError("the record ends in the middle of a hand")
            game.step(chosen, unclaimed=_is_unclaimed(window))
        except CutRecordError:
            raise
        except (RecordError, IllegalAction) as error:
            raise RefusedError(str(error), places[used]) from None


def _window(recorded: Sequence[ev.Event], used: int) -> list[ev.Event]:
    """The next events. If the last is a win, the hand is complete: no other player won."""
    window = list(recorded[used : used + LOOK_AHEAD])
    if window and isinstance(window[-1], ev.WinEvent):
        window.append(ev.EndKyoku())
    return window


def _is_unclaimed(window: Sequence[ev.Event]) -> bool:
    """Whether a tile is drawn right after the move with which these events begin."""
    after = 2 if type(window[0]) is ev.Reach else 1
    return len(window) > after and type(window[after]) is ev.Tsumo


class PlayedGame(msgspec.Struct, frozen=True):
    """A whole game played again: every hand with its header, and the final ranking if the game ended."""

    hands: tuple[Round, ...]
    standings: tuple[Standing, ...] | None


def replayed(record: Sequence[ev.Event], rules: Ruleset) -> PlayedGame:
    """Play a recorded game again, each hand from its own header; raises RecordError."""
    rounds = tuple(play_hands(hands_of(record), rules))
    if not rounds:
        raise RecordError("the record holds no hand")
    return PlayedGame(rounds, final_ranking(rules, rounds))


def play_hands(
    hands: Iterable[RecordedHand], rules: Ruleset, watch: Watcher | None = None
) -> Iterator[Round]:
    """Play recorded hands again, one after the other, each from its own header.

    ``watch`` is called with the hand after each of its events. Raises RecordError; CutRecordError at a hand
    that the record does not tell to its end.
    """
    for hand in hands:
        game = hand.dealt(rules, watch)
        try:
            play(game, hand.events)
        except RefusedError as error:
            raise RecordError(str(error), hand.first + error.place) from None
        yield game


def final_ranking(rules: Ruleset, hands: Sequence[Round]) -> tuple[Standing, ...] | None:
    """The ranking after these hands, all of a game; None if the game goes on after the last one."""
    chombo = [0] * PLAYERS
    for game in hands:
        assert game.outcome is not None
        for seat in game.outcome.offenders:
            chombo[seat] += 1
    last, start = hands[-1], hands[-1].events[0]
    assert last.outcome is not None
    assert isinstance(start, ev.StartKyoku)
    scores, sticks = last.table.scores, last.table.riichi_sticks
    if next_header(rules, Header.of(start), last.outcome, scores, sticks) is not None:
        return None
    return standings(rules, scores, sticks, chombo)


_TURNED_WITH = (ev.Reach, ev.Dahai, ev.ReachAccepted, ev.Ankan, ev.Kakan)
"""Events beside which an owed indicator is turned: nobody draws between them."""
_MOST_TURNED_WITH = 3
"""Of them in a row: riichi, its discard, its bet."""
_THOUSAND = 1000
_OLD_UMA = (
    (10_000, 5_000, -5_000, -10_000),
    (15_000, 5_000, -5_000, -15_000),
    (30_000, 10_000, -10_000, -30_000),
)
"""The uma that are usual in Japan besides Tenhou's of today."""


def aligned(written: Sequence[ev.Event], mine: Sequence[ev.Event]) -> list[ev.Event]:
    """The record with its events in our order, where the order means nothing.

    An owed kan dora may be written before or after the move that it is turned with; several wins on one
    discard may come in any order.
    """
    events = list(written)
    _move_indicators(events, mine)
    wins = [place for place, event in enumerate(events) if isinstance(event, ev.Hora)]
    order = [event.actor for event in mine if isinstance(event, ev.Hora)]
    winners = [event.actor for event in events if isinstance(event, ev.Hora)]
    if len(wins) > 1 and sorted(order) == sorted(winners):
        sorted_wins = sorted((events[place] for place in wins), key=lambda event: order.index(_actor(event)))
        for place, event in zip(wins, sorted_wins, strict=True):
            events[place] = event
    return events


def _move_indicators(events: list[ev.Event], mine: Sequence[ev.Event]) -> None:
    for place, our in enumerate(mine[: len(events)]):
        ours = isinstance(our, ev.Dora)
        if ours is isinstance(events[place], ev.Dora):
            continue
        later = events if ours else mine
        near = range(place, min(place + _MOST_TURNED_WITH + 1, len(later)))
        other = next((each for each in near if not isinstance(later[each], _TURNED_WITH)), None)
        if other is not None and isinstance(later[other], ev.Dora):
            before, after = (other, place) if ours else (place, other)
            events.insert(after, events.pop(before))


def _actor(event: ev.Event) -> int:
    assert isinstance(event, ev.Hora)
    return event.actor


def difference(mine: ev.Event, written: ev.Event) -> tuple[str, str] | None:
    """The record's and the engine's words for every field in which two events differ.

    What either leaves out is not compared.
    """
    if type(mine) is not type(written):
        return describe(written), describe(mine)
    differing = []
    for name in written.__struct_fields__:
        said, is_so = getattr(written, name), getattr(mine, name)
        if not isinstance(written, ev.WinCounted):
            said, is_so = _comparable(name, said), _comparable(name, is_so)
        if said is None or is_so is None or said == is_so:
            continue
        if name == "ura_markers" and not is_so:
            # turned for another winner; this one did not declare riichi
            continue
        differing.append((f"{name} {describe_value(said)}", f"{name} {describe_value(is_so)}"))
    if not differing:
        return None
    says, engine = zip(*differing, strict=True)
    return ", ".join(says), ", ".join(engine)


def _comparable(name: str, value: object) -> object:
    """Lists whose order means nothing, sorted; yaku that bring no han, left out."""
    if name == "consumed" and isinstance(value, list):
        return sorted(value)
    if name == "yaku" and isinstance(value, list):
        return sorted((yaku, han) for yaku, han in value if han)
    return value


def left_out(mine: ev.Event, written: ev.Event) -> bool:
    """Whether the record leaves out yaku, han or fu that this win has."""
    return any(
        getattr(written, name) is None and getattr(mine, name) is not None for name in ("yaku", "han", "fu")
    )


def rounded_finals(rules: Ruleset, ranked: Sequence[Standing]) -> Iterator[list[float]]:
    """Final scores by seat as Tenhou wrote them until 2020: whole thousands, what is over for the first.

    Halves are rounded up (22,500 is 7 below the return) or, in other records, away from zero (it is 8 below);
    before 2010 the uma was another one.
    """
    for uma in (rules.uma, *_OLD_UMA):
        for away in (False, True):
            finals = [0.0] * len(ranked)
            for standing, bonus in zip(ranked[1:], uma[1:], strict=True):
                whole = _thousands(standing.points - rules.return_points, away=away)
                finals[standing.seat] = whole + bonus / _THOUSAND
            finals[ranked[0].seat] = -sum(finals)
            yield finals


def _thousands(points: int, *, away: bool) -> int:
    """Points in whole thousands; a half is rounded up, or away from zero."""
    if away and points < 0:
        return -((-points + _THOUSAND // 2) // _THOUSAND)
    return (points + _THOUSAND // 2) // _THOUSAND


class ReplayedHand(msgspec.Struct, frozen=True):
    """A recorded hand and the live hand that the same choices lead to.

    ``round`` is None when the hand is cut, or when the record has something else than the rules: then only
    the record knows what happened.
    """

    hand: RecordedHand
    round: Round | None

    @property
    def outcome(self) -> Outcome | None:
        return None if self.round is None else self.round.outcome

    @property
    def events(self) -> list[ev.Event]:
        """The events of the hand, end_kyoku last when it is over, with everything that is known of them."""
        if self.round is None:
            return self.hand.events if self.hand.end is None else [*self.hand.events, self.hand.end]
        return [*self.round.events, ev.EndKyoku(scores=self.round.table.scores)]


def replayed_hands(rules: Ruleset, events: Sequence[ev.Event]) -> tuple[ReplayedHand, ...]:
    """The hands of a record, each played again from its own header."""
    return tuple(ReplayedHand(hand, _agreeing(rules, hand)) for hand in hands_of(events))


def filled_in(rules: Ruleset, events: Sequence[ev.Event]) -> list[ev.Event]:
    """The record with what it leaves out, such as yaku and payments, where its hands agree with the rules.

    Raises RecordError if the record is empty.
    """
    if not events:
        raise RecordError("the record holds no finished hand")
    hands = replayed_hands(rules, events)
    found: list[ev.Event] = [event for event in events[:1] if isinstance(event, ev.StartGame)]
    for hand in hands:
        found += hand.events
    if isinstance(events[-1], ev.EndGame):
        found.append(_end(rules, hands, events[-1]))
    return found


def finished(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The record without a last hand that has no result."""
    over = [place for place, event in enumerate(events) if isinstance(event, ev.ResultEvent)]
    last = max((place for place, event in enumerate(events) if isinstance(event, ev.StartKyoku)), default=0)
    return list(events[:last] if not over or over[-1] < last else events)


def named(rules: Ruleset, events: Sequence[ev.Event]) -> list[ev.Event]:
    """The record with the name and length of its ruleset in its start_game, so that it is read under it."""
    first, rest = events[0], events[1:]
    if not isinstance(first, ev.StartGame):
        first, rest = ev.StartGame(), events
    return [replace(first, rules=rules.name, length=rules.length), *rest]


def _agreeing(rules: Ruleset, hand: RecordedHand) -> Round | None:
    try:
        game = hand.dealt(rules)
        play(game, hand.events)
    except RecordError:
        return None
    written = aligned(hand.events, game.events)
    same = len(written) == len(game.events) and not any(map(difference, game.events, written))
    return game if same else None


def _end(rules: Ruleset, hands: Sequence[ReplayedHand], end: ev.EndGame) -> ev.EndGame:
    """The end of the game with points and final scores, where the record has none and the hands tell them."""
    last = hands[-1] if hands else None
    if last is None or last.round is None or last.outcome is None:
        return end
    chombo = [0] * PLAYERS
    for hand in hands:
        for seat in hand.outcome.offenders if hand.outcome else ():
            chombo[seat] += 1
    scores, sticks = last.round.table.scores, last.round.table.riichi_sticks
    if next_header(rules, last.hand.header, last.outcome, scores, sticks) is not None:
        return end
    whole = end_game(standings(rules, scores, sticks, chombo))
    if end.scores not in (None, whole.scores):
        return end
    return replace(whole, final=end.final or whole.final)
