"""Positions for the referee of advice: every decision of games of bots, and constructed ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ai.bots.registry import make_bot
from engine import events as ev
from engine.match import Match
from engine.options import options
from engine.rules import PRESETS, Ruleset
from engine.tiles import COPIES, KINDS, NAMES, count_kinds
from engine.view import mask
from tests.support.ai.seat_views import Position

BOTS = ("hayai", "tenpai", "mamori", "takame")
GROUPS = [
    *((kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7),
    *((kind, kind, kind) for kind in range(KINDS)),
]
WALL = 70
"""Tiles that can be drawn in a hand."""


class Seen(NamedTuple):
    """What a seat has seen of a hand."""

    rules: Ruleset
    seat: int
    events: tuple[ev.Event, ...]


def played(seed: int) -> Iterator[Seen]:
    """Every decision of two hands of a game of bots, of which one seldom takes a win."""
    random = Random(seed)
    rules = random.choice(list(PRESETS.values()))
    match = Match(rules, seed, ("a", "b", "c", "d"))
    bots = [make_bot(name) for name in random.sample(BOTS, len(BOTS))]
    hands = 0
    while match.standings is None and hands < 2:
        if match.round.outcome is not None:
            match.proceed()
            hands += 1
            continue
        choices = {}
        for seat in match.acting:
            view = match.round.view(seat)
            yield Seen(rules, seat, tuple(mask(event, seat) for event in match.round.events))
            choices[seat] = bots[seat].choose(view, options(view))
        match.step(choices)


def constructed(seed: int) -> Seen | None:
    """A hand at tenpai or near it, often with a meld and its waits in its pond, at times near the wall's end.

    At times with 900 points. None if the tiles do not suffice.
    """
    random = Random(seed)
    rules = random.choice(list(PRESETS.values()))
    kinds = range(27) if random.random() < 0.4 else range(random.choice((9, 18)), KINDS)
    groups = [each for each in GROUPS if each[0] in kinds]
    sets = [random.choice(groups) for _ in range(4)]
    pair = random.choice(kinds)
    complete = [kind for each in sets for kind in each] + [pair, pair]
    if max(count_kinds(complete)) > COPIES:
        return None
    first, *_ = sets
    opened = random.random() < 0.5
    missing = complete.pop(random.randrange(3 if opened else 0, len(complete)))
    if random.random() < 0.3:
        complete[random.randrange(3 if opened else 0, len(complete))] = random.randrange(KINDS)
    wall = [kind for kind in range(KINDS) for _ in range(COPIES)]
    indicator = random.randrange(KINDS)
    try:
        for kind in (*complete, indicator):
            wall.remove(kind)
    except ValueError:
        return None
    random.shuffle(wall)
    own = [missing] if missing in wall and random.random() < 0.6 else []
    for kind in own:
        wall.remove(kind)
    own += [wall.pop() for _ in range(random.randint(1, 6))]
    live = random.choice((*range(6), random.randrange(6, 40)))
    drawn = wall.pop()
    if any(rules.red_fives) and max(count_kinds([*complete, drawn])[five] for five in (4, 13, 22)) == COPIES:
        return None  # the fourth would be red
    others = WALL - live - len(own) - 1
    thrown = [wall.pop() for _ in range(min(others, len(wall)))]
    if len(thrown) < others:
        return None
    hand, moves = list(complete), [f"0: {NAMES[kind]}" for kind in own]
    if opened:
        called, *rest = random.sample(first, 3)
        hand = [*rest, *complete[3:], own[0]]
        verb = "pon" if called == rest[0] else "chi"
        moves[0] = f"3: {NAMES[called]}; 0: {verb} {NAMES[rest[0]]}{NAMES[rest[1]]}; 0: {NAMES[own[0]]}"
    moves += [f"{random.randint(1, 3)}: {NAMES[kind]}" for kind in thrown]
    moves += [f"0: draws {NAMES[drawn]}"]
    position = Position(
        "".join(NAMES[kind] for kind in hand),
        rules=rules,
        indicator=NAMES[indicator],
        scores=random.choice(((900, 35_000, 35_000, 29_100), (25_000, 25_000, 25_000, 25_000))),
    ).play("; ".join(moves))
    return Seen(rules, 0, tuple(position.events))
