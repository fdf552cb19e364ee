"""Recorded hands played again in the live round, held against the record, and filled in.

The record chooses, the engine carries it out. ``aligned`` and ``difference`` say what two programs may
write differently, and what must be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.actions import IllegalAction
from engine.match import Standing, end_game, next_header, standings
from engine.outcome import Outcome, WinResult
from engine.records.recorded_choices import (
    LOOK_AHEAD,
    RecordError,
    choices,
    describe,
    describe_value,
    ruled,
)
from engine.records.recorded_game import RecordedHand, ShownTiles, filled_wall, hands_of, shown_tiles
from engine.round import Header, Round, Watcher
from engine.rules import Ruleset
from engine.score import Score
from engine.tiles import DORA_OF, KIND_OF, TILE_OF, Kind, Tile, all_tiles
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
            # if the last is a win, the hand is complete: no other player won
            window = list(chosen_by[used : used + LOOK_AHEAD])
            if window and isinstance(window[-1], ev.WinEvent):
                window.append(ev.EndKyoku())
            if ruled(game, window):
                continue
            if window and used and places[used] - places[used - 1] > 1:
                follows = recorded[places[used - 1] + 1 : places[used]]
                # a bet tells that nobody claimed the tile
                window[:0] = [event for event in follows if isinstance(event, ev.ReachAccepted)]
            chosen = choices(game, window)
            if chosen is None:
                raise CutRecordError("the record ends in the middle of a hand")
            after = 2 if type(window[0]) is ev.Reach else 1
            game.step(chosen, unclaimed=len(window) > after and type(window[after]) is ev.Tsumo)
        except CutRecordError:
            raise
        except (RecordError, IllegalAction) as error:
            raise RefusedError(str(error), places[used]) from None


# -- indicators that are not recorded --------------------------------------------------------------------


class Unrecorded(msgspec.Struct, frozen=True):
    """The indicators of a hand that its record leaves out, though the rules turn them."""

    dora: int = 0
    """So many after kans: a record has all of them or none."""
    ura: bool = False
    """Those underneath, at a win in riichi."""

    def __bool__(self) -> bool:
        return self.ura or self.dora > 0


def unrecorded(hand: Sequence[ev.Event], game: Round) -> Unrecorded:
    """The indicators that the record of a hand leaves out; ``game`` is the hand played again."""
    turned = sum(isinstance(event, ev.Dora) for event in game.events)
    told = any(isinstance(event, ev.Dora) for event in hand)
    markers = any(event.ura_markers for event in hand if isinstance(event, ev.Hora))
    wins = () if game.outcome is None else game.outcome.wins
    return Unrecorded(0 if told else turned, not markers and any(win.ura_indicators for win in wins))


def deal(rules: Ruleset, hand: RecordedHand, watch: Watcher | None = None) -> Round:
    """The hand dealt again from a wall with all that the record shows in its place; raises RecordError.

    Nobody knows an indicator that the record leaves out. One lies there with which the hand is worth what
    the record says, or, where it says nothing, one that counts for nobody. ``unrecorded`` tells it; it is for
    the payments alone, and not to be shown.
    """
    shown = shown_tiles(hand.events)
    if _may_leave_out(hand.events):
        shown = _with_fitting_indicators(rules, hand, shown)
    return Round(rules, hand.header, filled_wall(rules, shown), watch)


def _may_leave_out(hand: Sequence[ev.Event]) -> bool:
    kan = any(isinstance(event, ev.SeatEvent) and event.is_kan for event in hand)
    if kan and not any(isinstance(event, ev.Dora) for event in hand):
        return True
    riichi = {event.actor for event in hand if isinstance(event, ev.Reach)}
    wins = [event for event in hand if isinstance(event, ev.Hora) and event.actor in riichi]
    return bool(wins) and not any(event.ura_markers for event in wins)


def _with_fitting_indicators(rules: Ruleset, hand: RecordedHand, shown: ShownTiles) -> ShownTiles:
    """With indicators that are not recorded; as it is where none is missing, or the hand cannot be played."""
    game = _played_from(rules, hand, shown)
    if game is None or game.outcome is None or not game.outcome.wins:
        return shown
    missing = unrecorded(hand.events, game)
    if not missing:
        return shown
    wins = game.outcome.wins
    left = Counter(all_tiles(rules.red_fives))
    left.subtract([*shown.dealt, *shown.live, *shown.replacements, *shown.indicators, *shown.ura])
    by_worth: dict[_Hits, list[Tile]] = {}
    for tile in sorted(left.elements()):
        by_worth.setdefault(tuple(_copies(win, DORA_OF[KIND_OF[tile]]) for win in wins), []).append(tile)
    below = len(shown.indicators) + missing.dora if missing.ura else 0
    names = any(isinstance(event, ev.Hora) and event.yaku for event in hand.events)
    tried: set[_Hits] = set()
    found, left_to_try = None, MOST_TRIED
    ways = _choices(by_worth, missing.dora, below, len(wins))
    for total, dora, ura in sorted(ways, key=lambda each: sum(each[0])):
        if total in tried and not names:
            continue  # without the names of yaku it is worth the same
        if not left_to_try:
            break
        left_to_try -= 1
        fitting = shown._replace(indicators=[*shown.indicators, *dora], ura=ura if missing.ura else shown.ura)
        game = _played_from(rules, hand, fitting)
        if game is not None:
            tried.add(total)
            found = found or fitting
            if _agree(hand, game):
                return fitting
    return found or shown


MOST_TRIED = 200
"""A hand is not dealt oftener to find indicators that fit: all ways to count with one winner and two kans."""
_Hits: TypeAlias = tuple[int, ...]
"""How often indicators count, by winner."""


def _choices(
    by_worth: Mapping[_Hits, Sequence[Tile]], above: int, below: int, winners: int
) -> Iterator[tuple[_Hits, list[Tile], list[Tile]]]:
    """How often indicators in so many places above and below can count, with such indicators."""
    for hits, dora in _by_hits(by_worth, above, winners).items():
        left = {worth: list((Counter(tiles) - Counter(dora)).elements()) for worth, tiles in by_worth.items()}
        for more, ura in _by_hits(left, below, winners).items():
            yield tuple(map(sum, zip(hits, more, strict=True))), dora, ura


def _by_hits(by_worth: Mapping[_Hits, Sequence[Tile]], slots: int, winners: int) -> dict[_Hits, list[Tile]]:
    """So many indicators for each number of times that they can count."""
    found: dict[_Hits, list[Tile]] = {(0,) * winners: []}
    for _ in range(slots):
        longer: dict[_Hits, list[Tile]] = {}
        for total, tiles in found.items():
            for worth, copies in by_worth.items():
                unused = list((Counter(copies) - Counter(tiles)).elements())
                if unused:
                    longer.setdefault(tuple(map(sum, zip(total, worth, strict=True))), [*tiles, unused[0]])
        found = longer
    return found


def _copies(win: WinResult, kind: Kind) -> int:
    """Of a kind in a hand that won, the winning tile with them."""
    return win.hand.holds(kind) + (not win.tsumo and KIND_OF[win.tile] == kind)


def _played_from(rules: Ruleset, hand: RecordedHand, shown: ShownTiles) -> Round | None:
    try:
        game = Round(rules, hand.header, filled_wall(rules, shown))
        play(game, hand.events)
    except Exception:
        # a record that cannot be followed, and a fault of the engine, show when the hand is played in earnest
        return None
    return game


def _agree(hand: RecordedHand, game: Round) -> bool:
    """Whether the hand ends as the record says."""
    said = {event.actor: event for event in hand.events if isinstance(event, ev.Hora)}
    wins = [event for event in game.events if isinstance(event, ev.Hora)]
    if not all(event.actor in said and difference(event, said[event.actor]) is None for event in wins):
        return False
    return _same_scores(hand, game)


def _same_scores(hand: RecordedHand, game: Round) -> bool:
    """Whether the points at the end are those of the record, where it tells them."""
    return hand.end is None or hand.end.scores in (None, game.table.scores)


def leaves_out(rules: Ruleset, hand: RecordedHand) -> bool:
    """Whether the record of a hand leaves out indicators. Raises RecordError where it cannot be dealt."""
    if not _may_leave_out(hand.events):
        return False
    game = _played_from(rules, hand, shown_tiles(hand.events))
    return game is not None and bool(unrecorded(hand.events, game))


def recorded_outcome(hand: Sequence[ev.Event], game: Round, *, complete: bool = False) -> Outcome | None:
    """How the hand ended, without indicators that the record leaves out.

    Nor with the han that they brought, unless the record names its yaku, or the outcome has to be
    ``complete``.
    """
    missing = unrecorded(hand, game)
    if game.outcome is None or not missing:
        return game.outcome
    named = {event.actor for event in hand if isinstance(event, ev.Hora) and event.yaku}
    wins = []
    for win in game.outcome.wins:
        if win.winner not in named and not complete:
            win = replace(win, score=_without_unknown_dora(win, hand, missing))
        if missing.ura:
            win = replace(win, ura_indicators=(), ura_unrecorded=bool(win.ura_indicators))
        wins.append(win)
    return replace(game.outcome, wins=tuple(wins))


def _without_unknown_dora(win: WinResult, hand: Sequence[ev.Event], missing: Unrecorded) -> Score:
    """The score with the yaku that the record shows; the rest of its han came from indicators."""
    start = hand[0]
    assert isinstance(start, ev.StartKyoku)
    turned = [start.dora_marker, *(event.dora_marker for event in hand if isinstance(event, ev.Dora))]
    known = sum(_copies(win, DORA_OF[KIND_OF[TILE_OF[marker]]]) for marker in turned)
    items = []
    for item in win.score.yaku:
        if item.name == "dora" and missing.dora:
            item = item._replace(han=known)
        if item.han and not (item.name == "ura-dora" and missing.ura):
            items.append(item)
    return replace(win.score, yaku=tuple(items))


def recorded_events(hand: Sequence[ev.Event], game: Round) -> list[ev.Event]:
    """The events of a hand that was played again, without indicators that the record leaves out."""
    missing = unrecorded(hand, game)
    if not missing:
        return list(game.events)
    said = {event.actor: event for event in hand if isinstance(event, ev.Hora)}
    events: list[ev.Event] = []
    for event in game.events:
        if isinstance(event, ev.Dora) and missing.dora:
            continue
        # what it was worth follows from them: as far as the record says it
        events.append(said[event.actor] if isinstance(event, ev.Hora) else event)
    return events


# -- whole games -----------------------------------------------------------------------------------------


def replayed(record: Sequence[ev.Event], rules: Ruleset) -> tuple[Round, ...]:
    """The hands of a recorded game played again, each from its own header; raises RecordError."""
    rounds = tuple(play_hands(hands_of(record), rules))
    if not rounds:
        raise RecordError("the record holds no hand")
    return rounds


def play_hands(
    hands: Iterable[RecordedHand], rules: Ruleset, watch: Watcher | None = None
) -> Iterator[Round]:
    """Play recorded hands again, one after the other, each from its own header.

    ``watch`` is called with the hand after each of its events. Raises RecordError; CutRecordError at a hand
    that the record does not tell to its end.
    """
    for hand in hands:
        game = deal(rules, hand, watch)
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


_TURNED_WITH = (ev.Reach, ev.ReachAccepted, ev.OfferEvent)
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

    An owed kan dora may be written before or after the move that it is turned with, or no kan dora at all;
    several wins on one discard may come in any order.
    """
    events = list(written)
    if any(isinstance(event, ev.Dora) for event in written):
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
    else:
        for place, event in enumerate(mine[: len(events) + 1]):
            if isinstance(event, ev.Dora):
                events.insert(place, event)
    wins = {place: event for place, event in enumerate(events) if isinstance(event, ev.Hora)}
    order = [event.actor for event in mine if isinstance(event, ev.Hora)]
    if len(wins) > 1 and sorted(order) == sorted(event.actor for event in wins.values()):
        in_order = sorted(wins.values(), key=lambda event: order.index(event.actor))
        for place, event in zip(wins, in_order, strict=True):
            events[place] = event
    return events


def difference(mine: ev.Event, written: ev.Event) -> tuple[str, str] | None:
    """The record's and the engine's words for every field in which two events differ.

    What either leaves out is not compared.
    """
    if type(mine) is not type(written):
        # nobody recorded the tile of an indicator that is missing
        return describe(written), '{"type":"dora"}' if isinstance(mine, ev.Dora) else describe(mine)
    differing = []
    for name in written.__struct_fields__:
        said, is_so = getattr(written, name), getattr(mine, name)
        if not isinstance(written, ev.WinCounted):
            said, is_so = _comparable(name, said), _comparable(name, is_so)
        if said is None or is_so is None or said == is_so:
            continue
        if name == "ura_markers" and not (is_so and said):
            # turned for another winner while this one did not declare riichi, or left out
            continue
        if name == "ura_markers" and len(said) < len(is_so) and said == is_so[: len(said)]:
            differing.append((f"{len(said)} ura_markers", str(len(is_so))))
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
        return sorted((yaku, han) for yaku, han in value if han) or None
    return value


def left_out(mine: ev.Event, written: ev.Event) -> bool:
    """Whether the record leaves out yaku, han or fu that this win has."""
    return any(
        getattr(written, name) is None and getattr(mine, name) is not None for name in ("yaku", "han", "fu")
    )


def rounded_finals(rules: Ruleset, ranked: Sequence[Standing]) -> Iterator[list[float]]:
    """Final scores by seat as Tenhou wrote them until 2020: whole thousands, what is over for the first.

    Scores are rounded (22,500 is 7 below the return, and -500 is 31 below) or, in other records, what they
    are below the return (22,500 is 8 below); before 2010 the uma was another one.
    """
    for uma in (rules.uma, *_OLD_UMA):
        for scores in (True, False):
            finals = [0.0] * len(ranked)
            for standing, bonus in zip(ranked[1:], uma[1:], strict=True):
                over = standing.points - rules.return_points
                whole = _thousands(standing.points) - _thousands(rules.return_points)
                finals[standing.seat] = (whole if scores else _thousands(over)) + bonus / _THOUSAND
            finals[ranked[0].seat] = -sum(finals)
            yield finals


def _thousands(points: int) -> int:
    """Points in whole thousands, halves away from zero."""
    whole = (abs(points) + _THOUSAND // 2) // _THOUSAND
    return whole if points >= 0 else -whole


class ReplayedHand(msgspec.Struct, frozen=True):
    """A recorded hand and the live hand that the same choices lead to.

    ``round`` is None when the hand is cut, or when the record has something else than the rules: then only
    the record knows what happened.
    """

    hand: RecordedHand
    round: Round | None

    @property
    def outcome(self) -> Outcome | None:
        return None if self.round is None else recorded_outcome(self.hand.events, self.round)

    @property
    def events(self) -> list[ev.Event]:
        """The events of the hand, end_kyoku last when it is over, with everything that is known of them."""
        if self.round is None:
            return self.hand.events if self.hand.end is None else [*self.hand.events, self.hand.end]
        return [*recorded_events(self.hand.events, self.round), ev.EndKyoku(scores=self.round.table.scores)]


def replayed_hands(rules: Ruleset, events: Sequence[ev.Event]) -> tuple[ReplayedHand, ...]:
    """The hands of a record, each played again from its own header."""
    return tuple(ReplayedHand(hand, agreeing(rules, hand)) for hand in hands_of(events))


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


def same_events(written: Sequence[ev.Event], mine: Sequence[ev.Event]) -> bool:
    """Whether the record has our events, but for what two programs may write differently."""
    events = aligned(written, mine)
    return len(events) == len(mine) and not any(map(difference, mine, events))


def agreeing(rules: Ruleset, hand: RecordedHand) -> Round | None:
    """The hand played again; None when it is cut, or the record has something else than the rules."""
    try:
        game = deal(rules, hand)
        play(game, hand.events)
    except RecordError:
        return None
    return game if same_events(hand.events, game.events) and _same_scores(hand, game) else None


def _end(rules: Ruleset, hands: Sequence[ReplayedHand], end: ev.EndGame) -> ev.EndGame:
    """The end of the game with points and final scores, where the record has none and the hands tell them."""
    if not hands or hands[-1].round is None:
        return end
    ranked = final_ranking(rules, [hand.round for hand in hands if hand.round is not None])
    if ranked is None:
        return end
    whole = end_game(ranked)
    if end.scores not in (None, whole.scores):
        return end
    return replace(whole, final=end.final or whole.final)
