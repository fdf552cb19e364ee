"""A second reader of the yaku within reach: slow and plain, from the events alone.

It plays the wall on, tile by tile, as if nobody calls, and counts copies: a yaku that is named needs tiles
that are held or unseen, and time to come by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ai.reading.value_hints import YakuHint, value_hints
from engine import events as ev
from engine.tiles import NAMES
from engine.view import SeatView
from tests.support.ai.slow_solver.story import KINDS, ORPHANS, Story, hand_without

KAN = (ev.Ankan, ev.Kakan, ev.Daiminkan)
CALL = (ev.Chi, ev.Pon)


class Rest:
    """What is still to come if nobody calls."""

    def __init__(self, story: Story, events: Sequence[ev.Event]) -> None:
        last: Any = next(event for event in reversed(events) if not isinstance(event, ev.Dora))
        drawer = story.dealer
        self.others = 0
        """Discards of others to come, with one that is on offer."""
        if not isinstance(last, ev.StartKyoku):
            drawer = last.actor if isinstance(last, KAN) else (last.actor + 1) % 4
            thinking = isinstance(last, (ev.Tsumo, *CALL, ev.Reach)) and last.actor != story.seat
            self.others += thinking or story.offered is not None
        self.walls: list[int] = []
        """The tiles in the wall after each own draw."""
        for live in reversed(range(story.live)):
            if drawer == story.seat:
                self.walls.append(live)
            else:
                self.others += 1
            drawer = (drawer + 1) % 4
        self.now = story.live if story.my_turn else (self.walls or [-1])[0]
        """The tiles in the wall at the next own discard."""

    def wall_at(self, draws: int) -> int:
        """The tiles in the wall at the discard after so many own draws; below 0 if there are not so many."""
        if draws == 0:
            return self.now
        return self.walls[draws - 1] if len(self.walls) >= draws else -1

    def closed_win(self, draws: int) -> bool:
        """Whether somebody still draws a tile after the own discard that makes the hand tenpai."""
        return self.wall_at(draws) > 0 if draws else bool(self.walls) or self.others > 0


def value_faults(story: Story, view: SeatView, events: Sequence[ev.Event]) -> Iterator[str]:
    """What is untrue of the yaku within reach: of the hand as it is, or after each discard."""
    rest = Rest(story, events)
    if not view.my_turn:
        for hint in value_hints(view).yaku:
            yield from _hint(hint, view, story, story.concealed, rest)
        return
    for tile in sorted(set(view.hand.tiles)):
        hand = hand_without(story.concealed, NAMES[tile].replace("0", "5"))
        for hint in value_hints(view, tile).yaku:
            yield from _hint(hint, view, story, hand, rest)


def _hint(hint: YakuHint, view: SeatView, story: Story, hand: Sequence[str], rest: Rest) -> Iterator[str]:
    name, draws = hint.yaku.value, hint.shanten
    told = f"{name} {[NAMES[kind] for kind in hint.about]} ({draws}) with {' '.join(hand)}"
    if not _in_time(name, draws, view, rest):
        yield f"{told}: no time, {rest.walls} and {rest.others}"
    there = Counter({kind: hand.count(kind) + 4 - story.seen[kind] for kind in KINDS})
    missing = list(_missing(name, [NAMES[kind] for kind in hint.about], story, there))
    if missing:
        yield f"{told}: {' '.join(missing)} cannot come"


def _in_time(name: str, draws: int, view: SeatView, rest: Rest) -> bool:
    rules = view.rules
    if name == "closed":
        minimum = rules.riichi_minimum_points
        rich = minimum is None or view.me.score >= minimum
        return rich and rest.wall_at(draws) >= rules.riichi_minimum_live and rest.closed_win(draws)
    if name == "menzen-tsumo":
        return len(rest.walls) > draws
    if name in ("pinfu", "iipeikou", "seven-pairs", "orphans") or (
        name == "tanyao" and not rules.open_tanyao
    ):
        return rest.closed_win(draws)
    return len(rest.walls) + rest.others > draws


def _missing(name: str, about: Sequence[str], story: Story, there: Counter[str]) -> Iterator[str]:
    """What a yaku needs and cannot have; ``there`` are the copies held or unseen."""
    if name in ("sanshoku", "ittsu"):
        for first in about:
            run = KINDS[KINDS.index(first) :][:3]
            if not any(form == "Chi" and sorted(tiles) == run for form, tiles in story.melds):
                yield from (kind for kind in run if not there[kind])
    elif name == "orphans":
        yield from (kind for kind in ORPHANS if not there[kind])
    elif name == "seven-pairs" and sum(copies >= 2 for copies in there.values()) < 7:
        yield "pairs"
    elif name == "toitoi" and sum(copies >= 3 for copies in there.values()) + len(story.melds) < 4:
        yield "triplets"
    elif name == "yakuhai-pair" and there[about[0]] < 3:
        yield about[0]
