"""A second reader of advice: slow and plain, from the events alone, and without code of ``ai``.

It enumerates the discards of a position, the waits that each leaves, what wins on them (yaku and points as
the package `mahjong` says), furiten from the own discards, and the draws left. ``faults`` asks the program
for every advice about a position and lists what is untrue, outdone by another discard, or missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from ai.coach import Caution, CautionKind, caution
from ai.reading.furiten_advice import FuritenAdvice, WayKind, furiten_advice
from ai.reading.outlook import Outlook, legal_outlooks, outlook_now, riichi_outlooks
from ai.reading.value_hints import CallEffect, call_effects
from engine import events as ev
from engine import shape
from engine.actions import ActionKind
from engine.options import options
from engine.rules import Ruleset
from engine.tiles import KIND_OF, MJAI, NAMES, Tile
from engine.view import SeatView
from tests.support.ai.slow_solver.story import KINDS, completing, hand_without, tell
from tests.support.ai.slow_solver.win_points import has_yaku, win_points
from tests.support.ai.value_referee import value_faults

PLAYERS = 4
YAKUMAN = 32_000
"""Hands with such wins are not compared: `mahjong` is not asked which rulesets count a yakuman twice."""


class SlowWait(NamedTuple):
    """One wait: unseen tiles, and the points of a win; 0 if it would be none."""

    left: int
    ron: int
    tsumo: int


class SlowHand(NamedTuple):
    """A tenpai hand after a discard."""

    waits: dict[str, SlowWait]
    furiten: bool
    live: int
    """Tiles in the wall."""
    draws: int
    """Own draws left."""

    @property
    def rons(self) -> bool:
        """Whether a ron can still come."""
        return not self.furiten and self.live > self.draws

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Tiles that win by ron and by tsumo, and their points together."""
        rons = [wait for wait in self.waits.values() if wait.ron and self.rons]
        tsumos = [wait for wait in self.waits.values() if wait.tsumo and self.draws]
        return (
            sum(wait.left for wait in rons),
            sum(wait.left for wait in tsumos),
            sum(wait.left * wait.ron for wait in rons),
            sum(wait.left * wait.tsumo for wait in tsumos),
        )


def outdoes(one: SlowHand, other: SlowHand) -> bool:
    """Whether a hand is at least as good in every count, and better in one."""
    if any(max(wait.ron, wait.tsumo) >= YAKUMAN for hand in (one, other) for wait in hand.waits.values()):
        return False
    pairs = list(zip(one.counts, other.counts, strict=True))
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


class Reader:
    """The second reader at one position."""

    def __init__(self, rules: Ruleset, seat: int, events: Sequence[ev.Event]) -> None:
        self.rules, self.seat, self.events = rules, seat, events
        self.story = tell(rules, seat, events)
        start = events[0]
        sticks = sum(isinstance(event, ev.ReachAccepted) and event.actor == seat for event in events)
        self.score = start.scores[seat] - sticks * rules.riichi_bet
        self.honba = start.honba
        self.question: Any = SimpleNamespace(events=events, seat=seat, rules=rules)
        self._hands: dict[tuple[tuple[str, ...], tuple[str, ...], int, bool], SlowHand | None] = {}

    def hand(
        self, rest: Sequence[str], thrown: Sequence[str], *, live: int | None = None, drawn: str = ""
    ) -> SlowHand | None:
        """The tenpai hand of these tiles, with riichi if that is allowed and worth more; or None."""
        quiet = self._hand(rest, thrown, live, drawn, riichi=False)
        if quiet is None or not self._may_declare(live):
            return quiet
        loud = self._hand(rest, thrown, live, drawn, riichi=True)
        assert loud is not None
        return max(quiet, loud, key=lambda each: each.counts[2] + each.counts[3])

    def free(
        self, rest: Sequence[str], thrown: Sequence[str], *, live: int | None = None, drawn: str = ""
    ) -> bool:
        """Whether these tiles wait, and a ron on an unseen one wins, with riichi if need be."""
        ways = [False, True] if self._may_declare(live) else [False]
        hands = [self._hand(rest, thrown, live, drawn, riichi=riichi) for riichi in ways]
        return any(hand is not None and hand.counts[0] > 0 for hand in hands)

    def _may_declare(self, live: int | None) -> bool:
        story, minimum = self.story, self.rules.riichi_minimum_points
        left = story.live if live is None else live
        rich = minimum is None or self.score >= minimum
        return story.closed and not story.riichi and rich and left >= self.rules.riichi_minimum_live

    def _hand(
        self, rest: Sequence[str], thrown: Sequence[str], live: int | None, drawn: str, *, riichi: bool
    ) -> SlowHand | None:
        story = self.story
        waits = [kind for kind in completing(rest) if self._is_wait(kind, rest)]
        if not waits:
            return None
        declared = story.riichi or int(riichi)
        found = {}
        there = story.live if live is None else live
        for kind in waits:
            left = 4 - story.seen[kind] - (kind == drawn)
            ron = self._points(rest, kind, thrown, riichi=declared, last=there == 1)
            tsumo = self._points(rest, kind, thrown, tsumo=True, riichi=declared, last=there == PLAYERS)
            found[kind] = SlowWait(left, ron, tsumo)
        pond = {*story.thrown, *thrown}
        passed = bool(story.riichi and story.passed)
        return SlowHand(found, bool(pond & set(waits)) or passed, there, there // PLAYERS)

    def _is_wait(self, kind: str, rest: Sequence[str]) -> bool:
        melded = sum(tiles.count(kind) for _, tiles in self.story.melds)
        return self.rules.fifth_tile == "concealed" or rest.count(kind) + melded < 4

    def _points(
        self,
        rest: Sequence[str],
        kind: str,
        thrown: Sequence[str],
        *,
        riichi: int,
        tsumo: bool = False,
        last: bool = False,
    ) -> int:
        """The points of a win; ``last``: on the last discard, or with the last draw."""
        held = rest.count(kind) + sum(tiles.count(kind) for _, tiles in self.story.melds)
        if held == 4:
            return 0  # nobody can have a fifth, and `mahjong` does not take one
        if not last and not has_yaku(self.story, rest, kind, riichi=riichi, now=False, tsumo=tsumo):
            return 0
        if riichi == 2:
            return 1
        if held == 3 and kind[0] == "5" and any(self.rules.red_fives):
            return YAKUMAN  # the fourth may be the red one: its points are not compared
        return win_points(
            self.question,
            self.story,
            rest,
            kind,
            thrown[0] if thrown else "",
            tsumo=tsumo,
            riichi=bool(riichi),
            last=last,
        )

    def last(self, *, tsumo: bool) -> bool:
        """Between turns: whether the only tile to win on is the last of the wall."""
        event = self.events[-1]
        before = (self.seat - cast(ev.Dahai, event).actor - 1) % PLAYERS
        live = self.story.live - isinstance(event, (ev.Ankan, ev.Kakan))  # a replacement tile
        return live == before + 1 if tsumo else live == 1 and before > 0

    def silent(self, kind: str) -> SlowHand | None:
        """The tenpai hand after a discard, without a riichi declared with it."""
        return self._hand(self.without(kind), [kind], None, "", riichi=False)

    def without(self, kind: str) -> list[str]:
        return hand_without(self.story.concealed, kind)

    @property
    def tenpai_pays(self) -> int:
        """What a tenpai hand is paid at the draw if of the others only those in riichi are tenpai."""
        others = sum(seat != self.seat for seat in self.story.declared)
        return 0 if others == PLAYERS - 1 else self.rules.noten_penalty // (1 + others)

    @cached_property
    def legal(self) -> list[str]:
        """The kinds that may be discarded."""
        if self.story.riichi:
            return [] if self.story.drawn is None else [self.story.drawn]
        return sorted(set(self.story.concealed) - set(self.story.forbidden))

    @cached_property
    def tenpais(self) -> dict[str, SlowHand]:
        """The tenpai hands after the legal discards."""
        found = {kind: self.hand(self.without(kind), [kind]) for kind in self.legal}
        return {kind: hand for kind, hand in found.items() if hand is not None}

    def freeing(self, rest: Sequence[str], thrown: Sequence[str], live: int) -> dict[str, int]:
        """The draws that lead to a wait that wins by ron, with their unseen tiles."""
        found = {}
        for draw in KINDS:
            left = 4 - self.story.seen[draw]
            if left and any(self._free_after([*rest, draw], thrown, live, draw)):
                found[draw] = left
        return found

    def _free_after(self, full: Sequence[str], thrown: Sequence[str], live: int, draw: str) -> Iterator[bool]:
        sets = len(self.story.melds)
        counts = [full.count(kind) for kind in KINDS]
        for kind, (shanten, _) in shape.discards(shape.keys_of(counts), sets).items():
            if shanten == 0:
                gone = KINDS[kind]
                yield self.free(hand_without(full, gone), [*thrown, gone], live=live, drawn=draw)


def faults(rules: Ruleset, seat: int, events: Sequence[ev.Event], *, deep: bool = False) -> list[str]:
    """What is wrong with the program's advice about a position. ``deep`` looks a draw ahead too."""
    reader = Reader(rules, seat, events)
    start = rules.two_han_minimum_from
    if start is not None and reader.honba >= start:
        return []
    view = SeatView.from_events(rules, seat, events)
    found = [*_of_calls(reader, view), *value_faults(reader.story, view, events)]
    if view.my_turn:
        found += _of_best(reader, view, deep=deep)
        found += _of_ways(reader, view, deep=deep)
        found += _of_riichi(reader, view)
        found += _of_coach(reader, view)
    elif view.waits:
        found += _of_now(reader, view)
    return found


def name(tile: Tile) -> str:
    """The kind of a tile by name, a red five as a plain one."""
    return NAMES[KIND_OF[tile]]


# -- hands ---------------------------------------------------------------------------------------------


def _differences(what: str, told: Outlook, slow: SlowHand | None) -> Iterator[str]:
    """Where an outlook and the slow hand differ."""
    waits = {name(wait.kind): wait for wait in told.waits}
    if slow is None or not waits:
        if bool(waits) != (slow is not None):
            yield f"{what}: waits {list(waits)}, the referee {slow and list(slow.waits)}"
        return
    if set(waits) != set(slow.waits):
        yield f"{what}: waits {sorted(waits)}, the referee {sorted(slow.waits)}"
        return
    for kind, wait in waits.items():
        expected = slow.waits[kind]
        said = (wait.left, bool(wait.ron), bool(wait.tsumo))
        if wait.left and said != (expected.left, expected.ron > 0, expected.tsumo > 0):
            yield f"{what}: {kind} {said}, the referee {expected}"
    if bool(told.furiten) != slow.furiten:
        yield f"{what}: furiten {bool(told.furiten)}, the referee {slow.furiten}"
    if (told.ron_tiles, told.tsumo_tiles) != slow.counts[:2]:
        yield f"{what}: {(told.ron_tiles, told.tsumo_tiles)} win, the referee {slow.counts[:2]}"


def _outdone(what: str, kind: str, hands: dict[str, SlowHand]) -> Iterator[str]:
    """The discards that outdo the one that is named."""
    for other, hand in hands.items():
        if other != kind and kind in hands and outdoes(hand, hands[kind]):
            yield f"{what} {kind} {hands[kind].counts} is outdone by {other} {hand.counts}"


def _of_best(reader: Reader, view: SeatView, *, deep: bool) -> Iterator[str]:
    outlooks = legal_outlooks(view)
    for each in outlooks:
        kind = name(each.tile)
        if kind not in reader.legal:
            yield f"best: {kind} is not legal"
        yield from _differences(f"after {kind}", each, reader.silent(kind))
        if each.tenpai_pays != reader.tenpai_pays:
            yield f"after {kind}: tenpai is paid {each.tenpai_pays}, the referee {reader.tenpai_pays}"
    if reader.tenpais:
        best = name(outlooks[0].tile)
        if best not in reader.tenpais:
            yield f"best: {best} breaks tenpai"
        yield from _outdone("best:", best, reader.tenpais)
    elif deep and outlooks[0].shanten == 1 and not view.me.riichi and reader.story.live >= PLAYERS:
        yield from _of_near(reader, outlooks)


def _of_near(reader: Reader, outlooks: Iterable[Outlook]) -> Iterator[str]:
    """One away: no discard leads to a wait that wins by ron with more tiles than the best."""
    live = reader.story.live - PLAYERS
    free = {
        name(each.tile): sum(
            reader.freeing(reader.without(name(each.tile)), [name(each.tile)], live).values()
        )
        for each in outlooks
        if each.shanten == 1
    }
    best = next(iter(free))
    if free[best] < max(free.values()):
        yield f"best one away: {best} leads to {free[best]}, the referee {free}"


# -- furiten -------------------------------------------------------------------------------------------


def _of_ways(reader: Reader, view: SeatView, *, deep: bool) -> Iterator[str]:
    advice = furiten_advice(view)
    story = reader.story
    ways = () if advice is None else advice.ways
    free = {kind for kind in reader.legal if reader.free(reader.without(kind), [kind])}
    if advice is None:
        return
    named = [way for way in ways if way.tile is not None and way.hand is not None and way.hand.waits]
    told = {
        name(way.tile) for way in named if way.tile is not None and way.hand is not None and way.hand.is_free
    }
    if not story.riichi and told != free:
        yield f"ways: {sorted(told)}, the referee {sorted(free)}"
    for way in named:
        assert way.tile is not None
        kind = name(way.tile)
        if kind not in story.concealed:
            yield f"ways: {kind} is not in the hand"
        if way.fewer is not None and story.drawn is not None:
            now = reader._hand(reader.without(story.drawn), [], None, "", riichi=False)
            expected = (0 if now is None else now.counts[1]) - way.wait.winning_tiles
            if way.fewer != expected:
                yield f"way {kind}: {way.fewer} fewer, the referee {expected}"
    if named and told:
        first = name(cast(Tile, named[0].tile))
        yield from _outdone(
            "way:", first, {kind: hand for kind, hand in reader.tenpais.items() if kind in free}
        )
    yield from _of_steps_back(reader, advice, deep=deep)


def _of_steps_back(reader: Reader, advice: FuritenAdvice, *, deep: bool) -> Iterator[str]:
    steps = [way for way in advice.ways if way.kind is WayKind.STEP_BACK]
    live = reader.story.live - PLAYERS
    if steps and reader.story.live < PLAYERS:
        yield "a step back although no draw comes"
        return
    for way in steps if deep else steps[:1]:
        kind = name(cast(Tile, way.tile))
        expected = reader.freeing(reader.without(kind), [kind], live)
        said = {NAMES[draw.kind]: draw.left for draw in way.draws}
        if said != expected:
            yield f"step back with {kind}: {said}, the referee {expected}"


def _of_now(reader: Reader, view: SeatView) -> Iterator[str]:
    """Between turns: the waits of the hand, and the draws that would change a furiten wait."""
    told = outlook_now(view)
    story = reader.story
    for wait in (each for each in told.waits if each.left):
        left = 4 - story.seen[NAMES[wait.kind]]
        if wait.left != left:
            yield f"now: {NAMES[wait.kind]} {wait.left} left, the referee {left}"
        for tsumo, said in ((False, wait.ron), (True, wait.tsumo)):
            wins = has_yaku(
                story,
                story.concealed,
                NAMES[wait.kind],
                riichi=story.riichi,
                now=False,
                tsumo=tsumo,
                last=reader.last(tsumo=tsumo),
            )
            if said != wins:
                yield f"now: {NAMES[wait.kind]} tsumo {tsumo}: {said}, the referee {wins}"
    kinds = {NAMES[wait.kind] for wait in told.waits}
    expected = {kind for kind in completing(story.concealed) if reader._is_wait(kind, story.concealed)}
    if kinds != expected:
        yield f"now: waits {kinds}, the referee {expected}"


# -- riichi, calls and kans ----------------------------------------------------------------------------


def _of_riichi(reader: Reader, view: SeatView) -> Iterator[str]:
    choices = riichi_outlooks(view)
    legal = {name(cast(Tile, action.tile)) for action in options(view).of(ActionKind.RIICHI)}
    told = [name(choice.tile) for choice in choices]
    if legal and set(told) != legal:
        yield f"riichi: {told}, legal {legal}"
    hands = {}
    for choice in choices:
        kind = name(choice.tile)
        slow = reader._hand(reader.without(kind), [kind], None, "", riichi=True)
        yield from _differences(f"riichi with {kind}", choice, slow)
        if slow is not None:
            hands[kind] = slow
    if told:
        yield from _outdone("riichi:", told[0], hands)


def _of_calls(reader: Reader, view: SeatView) -> Iterator[str]:
    for effect in call_effects(view):
        yield from _of_call(reader, effect)


def _of_call(reader: Reader, effect: CallEffect) -> Iterator[str]:
    after = _after(reader, effect)
    what = f"{effect.action.kind.value} {[NAMES[tile] for tile in effect.action.consumed]}"
    if effect.hand.discard is not None:
        kind = name(effect.hand.discard)
        if kind not in after.legal:
            yield f"{what}: {kind} is not legal after it"
            return
        slow = after.tenpais.get(kind)
        yield from _differences(f"{what}, then {kind}", effect.hand, slow)
        if after.tenpais and kind not in after.tenpais:
            yield f"{what}: {kind} breaks tenpai"
        yield from _outdone(f"{what}:", kind, after.tenpais)
        return
    waits = {
        kind for kind in completing(after.story.concealed) if after._is_wait(kind, after.story.concealed)
    }
    told = {name(wait.kind) for wait in effect.hand.waits}
    if told != waits:
        yield f"{what}: waits {told}, the referee {waits}"
    if effect.action.kind in (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN):
        before = set(reader.tenpais)
        if effect.breaks_tenpai != (bool(before) and not waits):
            yield f"{what}: breaks tenpai {effect.breaks_tenpai}, the referee {before} {waits}"


def _after(reader: Reader, effect: CallEffect) -> Reader:
    """The reader after a call or a kan of the seat."""
    action, story = effect.action, reader.story
    told: Any
    pai = "" if action.tile is None else MJAI[action.tile]
    consumed = [MJAI[tile] for tile in action.consumed]
    match action.kind:
        case ActionKind.CHI:
            told = ev.Chi(reader.seat, (reader.seat + 3) % 4, pai, consumed)
        case ActionKind.PON | ActionKind.OPEN_KAN:
            form = ev.Pon if action.kind is ActionKind.PON else ev.Daiminkan
            told = form(reader.seat, cast(Any, story.offer).seat, pai, consumed)
        case ActionKind.CLOSED_KAN:
            told = ev.Ankan(reader.seat, consumed)
        case _:
            told = ev.Kakan(reader.seat, pai, consumed)
    return Reader(reader.rules, reader.seat, [*reader.events, told])


# -- the coach -----------------------------------------------------------------------------------------


def _of_coach(reader: Reader, view: SeatView) -> Iterator[str]:
    for action in options(view).actions:
        if action.kind in (ActionKind.DISCARD, ActionKind.RIICHI) and action.tile is not None:
            said = caution(view, action)
            if said is not None and said.kind in _CHECKED:
                yield from _of_caution(reader, name(action.tile), said)


_CHECKED = (CautionKind.FURITEN, CautionKind.RIICHI, CautionKind.LATER)


def _of_caution(reader: Reader, thrown: str, said: Caution) -> Iterator[str]:
    what = f"coach on {thrown} ({said.kind.value})"
    entered = reader.tenpais.get(thrown)
    if said.kind in (CautionKind.FURITEN, CautionKind.RIICHI) and (entered is None or not entered.furiten):
        yield f"{what}: it leaves no furiten wait"
    if said.better is None:
        return
    kind = name(said.better.tile)
    better = reader.tenpais.get(kind)
    if better is None:
        yield f"{what}: {kind} breaks tenpai"
        return
    winning = {
        wait: each.left
        for wait, each in better.waits.items()
        if each.left and ((each.ron and better.rons) or (each.tsumo and better.draws))
    }
    told = {NAMES[wait.kind]: wait.left for wait in said.better.waits}
    if told != winning:
        yield f"{what}: {kind} wins on {told}, the referee {winning}"
    if said.kind is not CautionKind.LATER and better.furiten:
        yield f"{what}: {kind} is furiten too"
    if entered is not None and outdoes(entered, better):
        yield f"{what}: {kind} {better.counts} is outdone by {thrown} {entered.counts}"
