"""Slow answers about defence: grounds and rates of tiles, safest discards, folding, reading ponds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ai.drills.kinds.fold import FoldAsked
from ai.drills.question import Answer, Given, Question
from engine import events as ev
from engine.tiles import MJAI, parse_tiles
from tests.support.ai.slow_solver.story import (
    DRAGONS,
    HONOURS,
    KINDS,
    ORPHANS,
    Ambiguous,
    Other,
    Story,
    can_take,
    completing,
    dora_of,
    kind_of,
    others,
    tell,
    to_fear,
)
from tests.support.ai.slow_solver.win_points import ron_points

PAGE = Path(__file__).parents[4] / "docs" / "lab" / "safety.md"
CANNOT_LOSE = "cannot lose"
"""The ground of a tile that is proven safe."""


class Published(NamedTuple):
    """A rate of the page in hundredths of a per cent, and its 95 % interval."""

    rate: int
    low: int
    high: int


FIELDS = ("own", "majiang")
"""The columns of the page that decide which tile is the safest."""


IN_RIICHI, OPEN = "ground, in riichi", "ground, tenpai, not in riichi"
"""The heads of the tables of the page: against players in riichi, and against the others."""


@cache
def published(field: str, table: str = IN_RIICHI) -> dict[str, Published]:
    """The rates of a column of a table of the page, by the words of their rows."""
    found, column = {CANNOT_LOSE: Published(0, 0, 0)}, 0
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("ground, "):
            column = cells.index(field) if cells[0] == table else 0
        elif not line.startswith("|"):
            column = 0
        elif column and cells[column][0].isdigit():
            rate, low, high = cells[column].translate(_BARE).replace(" – ", " ").split()
            found[cells[0]] = Published(*map(_hundredths, (rate, low, high)))
    return found


@cache
def reckoned(table: str = IN_RIICHI) -> dict[str, float]:
    """What the marks reckon with by a table of the page, at an average number of suji, in per cent."""
    found = {CANNOT_LOSE: 0.0}
    inside = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("ground, "):
            inside = cells[0] == table
        elif inside and len(cells) > 1 and cells[1][:1].isdigit():
            found[cells[0]] = float(cells[1])
        elif not line.startswith("|"):
            inside = False
    return found


def chance(rows: Iterable[str], story: Story, against: Iterable[Other]) -> float:
    """What the marks reckon with for a tile with these grounds, added up over the players, in per cent."""
    return sum(
        reckoned(table_of(other))[row] * 9.3 / (two_sided_left(story, other) + 2.7)
        for row, other in zip(rows, against, strict=True)
    )


def table_of(other: Other) -> str:
    """The table of the page that tells the rates against that player."""
    return IN_RIICHI if other.riichi else OPEN


_BARE = str.maketrans("", "", "()")


def _hundredths(text: str) -> int:
    whole, _, decimals = text.partition(".")
    return 100 * int(whole) + int(decimals)


def added(grounds: Iterable[str], field: str, against: Iterable[Other] | None = None) -> Published:
    """The rates of grounds against several players, added up; without players all are in riichi."""
    rows = list(grounds)
    tables = [IN_RIICHI] * len(rows) if against is None else list(map(table_of, against))
    rates = (published(field, table)[row] for row, table in zip(rows, tables, strict=True))
    return Published(*map(sum, zip(*rates, strict=True)))


def mean(grounds: Iterable[str], against: Iterable[Other] | None = None) -> int:
    """The mean of the rates of all columns, rounded up."""
    rows, players = list(grounds), None if against is None else list(against)
    return (sum(added(rows, field, players).rate for field in FIELDS) + 1) // len(FIELDS)


def ground(question: Question, story: Story, kind: str, other: Other) -> str:
    """The row that a kind belongs to against that player."""
    left = 4 - story.seen[kind]
    if not can_take(other, story, kind, other.safe):
        return CANNOT_LOSE
    melds = read_melds(question, story, other)
    if len(other.melds) == 4:
        return "four melds, two or more left" if left > 1 else _few("", left)
    if kind in HONOURS:
        return _honour(question, story, kind, other, left, melds)
    rank = int(kind[0])
    states = [_state(story, kind, step, other) for step in (-1, 1) if 1 <= rank + 3 * step <= 9]
    worst = max(states, key=_STATES.index)
    zone = {1: "1 9", 2: "2 8", 3: "3 7"}.get(min(rank, 10 - rank), "4 5 6")
    is_dora, known = kind in dora(question), worst in ("suji", "no-chance")
    flush = flush_suit(other)
    if zone == "1 9" and known and left <= 1:
        return _few("", left)
    if zone == "1 9" and melds == "simples" and flush != kind[1]:
        return "1 9 or guest wind, all melds are of simples"
    if is_dora:
        weak = "dora that nothing, or only a half suji, speaks for"
        return weak if worst == "open" else "dora with suji, no-chance or one-chance on every side"
    early = zone != "4 5 6" and _outside_early(kind, other)
    if known:
        row = _covered(kind, zone, worst, left, other, story)
        stronger = row.endswith("by the riichi tile") or (zone == "1 9" and left > 2)
        return f"{zone} outside an early discard" if early and stronger else row
    if flush == kind[1]:
        return f"{'4 5 6' if zone == '4 5 6' else '1 2 3 7 8 9'} of the suit of a possible flush"
    if zone == "4 5 6" and melds == "outside":
        return "4 5 6, all melds have a terminal or honour"
    if early:
        return f"{zone} outside an early discard"
    if flush and worst == "open":
        return "another suit than that of a possible flush, no suji"
    if worst == "open":
        half = {"suji", "no-chance"} & set(states)
        return (
            "half suji: 4 5 6 with one side suji or no-chance" if half else f"{zone} that nothing speaks for"
        )
    return "one-chance 1 9" if zone == "1 9" else "one-chance 2 to 8 (or one side better)"


def _covered(kind: str, zone: str, worst: str, left: int, other: Other, story: Story) -> str:
    """The row of a number whose two-sided waits are all furiten or impossible."""
    if zone == "1 9":
        return _few("1 9 with suji or no-chance", left)
    if worst == "no-chance":
        return "no-chance 4 5 6 (or one side suji)" if zone == "4 5 6" else f"no-chance {zone}"
    declared = other.riichi_tile if other.riichi else None
    step = int(declared[0]) - int(kind[0]) if declared and declared[1] == kind[1] else 0
    if abs(step) == 3 and _state(story, kind, step // 3, other) == "suji":
        return (
            "suji 4 5 6, on one side by the riichi tile"
            if zone == "4 5 6"
            else f"suji {zone} by the riichi tile"
        )
    return "suji 4 5 6, on both sides" if zone == "4 5 6" else f"suji {zone}"


def read_melds(question: Question, story: Story, other: Other) -> str:
    """What the melds of an open hand say: simples, outside, or needs; nothing for other hands."""
    if other.riichi or not other.opened:
        return ""
    outer = [any(tile in ORPHANS for tile in meld) for meld in other.melds]
    if not any(outer):
        return "simples" if question.rules.open_tanyao else ""
    honours = {*DRAGONS, story.round_wind, other.wind}
    if any(meld[0] in honours for meld in other.melds):
        return ""
    return "outside" if all(outer) and len(outer) > 1 else "needs"


def flush_suit(other: Other) -> str:
    """The suit of a possible flush: all melds are of it, and hardly any of the first ten discards."""
    if other.riichi or not other.opened or len(other.melds) < 2:
        return ""
    suits = {meld[0][1] for meld in other.melds} - {"z"}
    if len(suits) != 1:
        return ""
    (suit,) = suits
    thrown = sum(tile[1] == suit for tile in other.thrown[:10])
    return suit if thrown <= (0 if len(other.melds) == 2 else 2) else ""


def _outside_early(kind: str, other: Other) -> bool:
    """Whether an early discard of the suit is one or two steps nearer to the 5."""
    rank, inwards = int(kind[0]), 1 if int(kind[0]) < 5 else -1
    return any(f"{rank + step * inwards}{kind[1]}" in other.early for step in (1, 2))


def two_sided_left(story: Story, other: Other) -> float:
    """The two-sided waits that no proof and no wall rules out; those on a last copy count half."""
    found = 0.0
    for suit in "mps":
        for low in range(1, 7):
            ends = {f"{low}{suit}", f"{low + 3}{suit}"}
            most = max(story.seen[f"{low + 1}{suit}"], story.seen[f"{low + 2}{suit}"])
            if not ends & other.safe:
                found += {4: 0.0, 3: 0.5}.get(most, 1.0)
    return found


_STATES = ("suji", "no-chance", "one-chance", "open")


def _state(story: Story, kind: str, step: int, other: Other) -> str:
    """What speaks against the two-sided wait on that side: three tiles on is its other end."""
    rank, suit = int(kind[0]), kind[1]
    seen = max(story.seen[f"{rank + step}{suit}"], story.seen[f"{rank + 2 * step}{suit}"])
    if seen == 4:
        return "no-chance"
    if f"{rank + 3 * step}{suit}" in other.safe:
        return "suji"
    return "one-chance" if seen == 3 else "open"


def _honour(question: Question, story: Story, kind: str, other: Other, left: int, melds: str) -> str:
    yakuhai = kind in (*DRAGONS, story.round_wind, other.wind)
    if left <= 1:
        return _few("", left)
    if not yakuhai and melds == "simples" and not flush_suit(other):
        return "1 9 or guest wind, all melds are of simples"
    if kind in dora(question):
        return "dora, an honour"
    if yakuhai and melds in ("needs", "outside"):
        return "yakuhai, and the melds need one"
    return _few("yakuhai" if yakuhai else "guest wind", left)


def _few(words: str, left: int) -> str:
    """The row of a tile that only a pair or a single tile waits for, by the copies left."""
    if left <= 1:
        return "honour, or 1 9 with suji or no-chance, at most one copy left"
    return f"{words}, {'two' if left == 2 else 'three'} left"


def dora(question: Question) -> set[str]:
    """The kinds that the indicators make dora."""
    shown = (event for event in question.events if isinstance(event, ev.StartKyoku | ev.Dora))
    return {dora_of(kind_of(event.dora_marker)) for event in shown}


def safest(question: Question, story: Story) -> Answer:
    """Every kind in the hand that is among the best by some column of the page; one must be so by all."""
    asked = question.ask
    table = others(question)
    right, agreed = best(grounds(question, story), story, [table[seat] for seat in asked.against])
    if not agreed:
        raise Ambiguous("the columns of the page do not agree")
    return (right,)


def best(
    rows: Mapping[str, Sequence[str]], story: Story, against: Sequence[Other]
) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds that are among the best by some column, and by all.

    By a column those are whose interval overlaps that of the kind with the lowest rate. The kind with the
    lowest chance by the marks is among the first; none is with more than twice that chance.
    """
    chances = {kind: chance(each, story, against) for kind, each in rows.items()}
    least = min(chances.values())
    if any(1.97 < each / least < 2.03 for each in chances.values() if least):
        raise Ambiguous("a tile is just about twice as dangerous as the safest")
    near = frozenset(kind for kind, each in chances.items() if each <= 2 * least)
    found = []
    for field in FIELDS:
        rates = {kind: added(each, field, against) for kind, each in rows.items()}
        high = min(rates.values()).high
        found.append(frozenset(kind for kind, each in rates.items() if each.low <= high))
    safest = frozenset(kind for kind, each in chances.items() if each == least)
    return frozenset.union(*found) & near | safest, frozenset.intersection(*found) & near


def rates(question: Question, story: Story) -> dict[str, list[Published]]:
    """The published rates of each kind in the hand by column, added up over the players in riichi."""
    rows = grounds(question, story)
    found = {kind: [added(each, field) for field in FIELDS] for kind, each in rows.items()}
    if len({each[0].rate for each in found.values()}) < 2:
        raise Ambiguous("all tiles are alike")
    return found


def grounds(question: Question, story: Story) -> dict[str, list[str]]:
    """The ground of each kind in the hand against each player in riichi, in the order of the question."""
    asked = question.ask
    table = others(question)
    feared = {seat for seat, other in table.items() if to_fear(other, story)}
    if not story.my_turn or story.riichi or feared != set(asked.against) or not 1 <= len(feared) <= 2:
        raise Ambiguous("not a choice of what to discard, or other players are to be feared")
    if any(not table[seat].riichi or table[seat].melds for seat in feared):
        raise Ambiguous("a player who is not in riichi, or has a kan")
    found = {
        kind: [ground(question, story, kind, table[seat]) for seat in asked.against]
        for kind in sorted(set(story.concealed))
    }
    if any(set(each) == {CANNOT_LOSE} for each in found.values()):
        raise Ambiguous("a tile is proven safe")
    return found


# -- waits that a pond rules out ------------------------------------------------------------------------


def read(question: Question, story: Story) -> Answer:
    """Every wait that the player in riichi cannot win on by ron, or none of them."""
    asked = question.ask
    other = others(question)[asked.opponent]
    if not story.my_turn or not other.riichi or other.melds:
        raise Ambiguous("not the own turn, or the player is not in riichi, or has a kan")
    found = [option.id for option in question.parts[0].options if option.id != "none"]
    out = [each for each in found if blocked(each, other) or missing(each, story)]
    return (frozenset(out or ["none"]),)


def blocked(wait: str, other: Other) -> set[str]:
    """The kinds it waits on that the player discarded or let pass since the riichi."""
    return set(waited_on(wait)) & other.safe


def missing(wait: str, story: Story) -> bool:
    """Whether too few tiles are unseen to hold it, or no other tile is left to win on.

    The seat sees its own tiles, but may still discard them.
    """
    held = tiles_of(wait)
    if any(held.count(kind) > 4 - story.seen[kind] for kind in held):
        return True
    gone = {kind: story.seen[kind] - story.concealed.count(kind) for kind in waited_on(wait)}
    return all(gone[kind] + held.count(kind) >= 4 for kind in gone)


def tiles_of(wait: str) -> list[str]:
    """The kinds of ``99s11z``, each as often as it is held."""
    found: list[str] = []
    ranks = ""
    for letter in wait:
        if letter.isdigit():
            ranks += letter
        else:
            found += [rank + letter for rank in ranks]
            ranks = ""
    return found


def waited_on(wait: str) -> list[str]:
    """What completes the tiles, with a pair of an honour that they do not hold if they need one."""
    held = tiles_of(wait)
    if len(held) % 3 == 2:
        held += ["7z", "7z"]
    return completing(held)


LIKELY = {1: 14, 2: 12, 3: 10, 4: 0}
"""The discard from which a hand with so many melds, one of them open, is likely tenpai."""
SETTLED, PUSHED = 2, 3
"""By how much three tsumogiri in a row, and each of two dangerous discards, make a hand look older."""


class _Seat:
    """What the table shows of a seat."""

    def __init__(self) -> None:
        self.thrown: list[str] = []
        self.drawn: list[bool] = []
        """For each discard whether it was the tile just drawn."""
        self.melds = 0
        self.opened = False
        self.riichi = False
        self.pushed: dict[int, int] = {}
        """How many dangerous tiles were discarded against each player in riichi."""
        self.passed: set[str] | None = None
        """Since the riichi tile: what cannot be won on."""


def threats(question: Question) -> list[int]:
    """The seats that threaten, from the right of the seat of the question."""
    seats = {seat: _Seat() for seat in range(4)}
    for event in question.events:
        match event:
            case ev.Reach(actor=actor):
                seats[actor].riichi = True
            case ev.Chi() | ev.Pon() | ev.Daiminkan():
                seats[event.actor].melds += 1
                seats[event.actor].opened = True
            case ev.Ankan(actor=actor):
                seats[actor].melds += 1
            case ev.Dahai(actor=actor, pai=pai, tsumogiri=drawn):
                _thrown(seats, actor, kind_of(pai), drawn=drawn)
    around = [(question.seat + step) % 4 for step in (1, 2, 3)]
    return [seat for seat in around if _threatens(seats[seat])]


def _thrown(seats: dict[int, _Seat], actor: int, kind: str, *, drawn: bool) -> None:
    for seat, other in seats.items():
        if other.passed is not None and seat != actor:
            if _could_complete_two(kind, other.passed):
                pushed = seats[actor].pushed
                pushed[seat] = pushed.get(seat, 0) + 1
            other.passed.add(kind)
    me = seats[actor]
    me.thrown.append(kind)
    me.drawn.append(drawn)
    if me.passed is not None:
        me.passed.add(kind)
    elif me.riichi:
        me.passed = set(me.thrown)


def _could_complete_two(kind: str, passed: set[str]) -> bool:
    """Whether a two-sided wait that nothing rules out could have taken a number."""
    if kind[1] == "z" or kind in passed:
        return False
    rank = int(kind[0])
    ends = [f"{end}{kind[1]}" for end in (rank - 3, rank + 3) if 1 <= end <= 9]
    return any(end not in passed for end in ends)


def _threatens(seat: _Seat) -> bool:
    if seat.riichi:
        return True
    if not seat.opened:
        return False
    age = len(seat.thrown) + PUSHED * min(2, max(seat.pushed.values(), default=0))
    age += SETTLED * (seat.drawn[-3:] == [True] * 3)
    return age >= LIKELY[seat.melds]


WALKS = 3
"""Random paths of right discards."""


def stored(question: Question) -> FoldAsked:
    """What the question stores: what the others do, and the hidden hands."""
    assert isinstance(question.stored, FoldAsked)
    return question.stored


def discards(question: Question) -> int:
    """How many tiles are discarded: one before each round, and one more."""
    return len(stored(question).rounds) + 1


def fold(question: Question, story: Story) -> Answer:
    """The right discards, if the first of them in the order of the tiles is chosen each time."""
    found: list[frozenset[str]] = []
    for _ in range(discards(question)):
        found.append(right_at(question, found))
    for number in range(WALKS):
        _walk(question, random.Random(f"{question.events[0]} {number}"))
    return tuple(found)


def _walk(question: Question, dice: random.Random) -> None:
    """Make right discards; raises Ambiguous if one deals in."""
    given: list[frozenset[str]] = []
    for _ in range(discards(question)):
        given.append(frozenset([dice.choice(sorted(right_at(question, given)))]))
        if dealt_in(question, given):
            raise Ambiguous(f"a right discard deals in: {[sorted(ids)[0] for ids in given]}")


def right_at(question: Question, given: Given) -> frozenset[str]:
    """The right discards after these: proven safe ones if there are any, else by the published rates."""
    rows = grounds_at(question, given)
    proven = {kind for kind, row in rows.items() if set(row) == {CANNOT_LOSE}}
    if proven:
        return frozenset(proven)
    then = question.at(given)
    story = tell(then.rules, then.seat, then.events)
    right, _ = best(rows, story, against(then))
    return right


def against(then: Question) -> list[Other]:
    """Who is feared, from the right."""
    table = others(then)
    return [table[seat] for seat in threatening(then)]


def threatening(then: Question) -> list[int]:
    """The seats that are feared: those in riichi, and where open hands count all that look tenpai."""
    if stored(then).open_hands:
        return threats(then)
    table = others(then)
    return [seat for seat in ((then.seat + step) % 4 for step in (1, 2, 3)) if table[seat].riichi]


def grounds_at(question: Question, given: Given) -> dict[str, list[str]]:
    """The ground of each kind in the hand against each player who is feared, from the right."""
    then = question.at(given)
    story, feared = tell(then.rules, then.seat, then.events), against(then)
    if not story.my_turn or story.riichi or not feared:
        raise Ambiguous("not a choice of what to discard, or nobody threatens")
    if not stored(then).open_hands and any(
        to_fear(other, story) != other.riichi for other in others(then).values()
    ):
        raise Ambiguous("a player without riichi is to be feared")
    return {
        kind: [ground(then, story, kind, other) for other in feared]
        for kind in sorted(set(story.concealed), key=KINDS.index)
    }


# -- the hidden hands ----------------------------------------------------------------------------------


def dealt_in(question: Question, given: Given) -> dict[int, int]:
    """Who wins on the last of these discards, free of furiten, and what another program says it pays."""
    then = _discarded(question, given)
    last = then.events[-1]
    table = others(question.at(given[:-1]))
    found = {}
    for rival in stored(question).rivals:
        waits = {kind_of(MJAI[wait]) for wait in parse_tiles(rival.waits)}
        joined = rival.joined <= len(given) - 1
        if joined and kind_of(last.pai) in waits and not waits & table[rival.seat].safe:
            tiles = [MJAI[tile] for tile in parse_tiles(rival.tiles)]
            if points := ron_points(then, rival.seat, tiles, last.pai):
                found[rival.seat] = points
    return found


def _discarded(question: Question, given: Given) -> Question:
    """The question right after the last of these discards."""
    then = question.at(given)
    own = [
        place
        for place, event in enumerate(then.events)
        if isinstance(event, ev.Dahai) and event.actor == then.seat
    ]
    return replace(then, position=replace(then.position, events=then.events[: own[-1] + 1]))
