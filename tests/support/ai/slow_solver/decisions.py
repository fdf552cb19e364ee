"""Slow answers to questions about a decision: thinking ahead, letting a tile pass, safe tiles, kans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import xiangting

from ai.drills.kan import KanAsk
from ai.drills.passing import PassingAsk, TileTiming
from ai.drills.question import Answer, DrillKind, Question
from ai.drills.safe import SafeAsk
from engine import events as ev
from tests.support.ai.slow_solver.defence import safest
from tests.support.ai.slow_solver.furiten_riichi import riichi
from tests.support.ai.slow_solver.hand import Ambiguous, causes, one, tenpai
from tests.support.ai.slow_solver.opponents import can_take, others, to_fear
from tests.support.ai.slow_solver.story import HONOURS, KINDS, Story, completing, tell
from tests.support.ai.slow_solver.yaku import has_yaku

FOUR = xiangting.PlayerCount.FOUR

# -- thinking ahead ------------------------------------------------------------------------------------


def ahead(question: Question, story: Story) -> Answer:
    """The discard with the fewest tiles that lead to furiten alone, and the most that lead elsewhere."""
    if not story.my_turn or story.riichi or story.drawn is None or steps(story.concealed) != 1:
        raise Ambiguous("not the own turn, or not one from tenpai")
    found = {}
    for kind in sorted(set(story.concealed)):
        rest = _without(story.concealed, kind)
        if steps(rest) == 1:
            found[kind] = _leads(story, rest, kind)
    free = {kind: each.count("free") for kind, each in found.items()}
    furiten = {kind: each.count("furiten") for kind, each in found.items()}
    if any("nowhere" in each for each in found.values()):
        raise Ambiguous("a tile that leads to a wait with nothing left")
    best = max(found, key=lambda kind: free[kind])
    rivals = [kind for kind in found if kind != best]
    if any(free[kind] == free[best] or furiten[kind] < furiten[best] for kind in rivals):
        raise Ambiguous(f"free {free}, furiten {furiten}")
    if not any(len(found[kind]) >= len(found[best]) for kind in rivals):
        raise Ambiguous("furiten does not matter")
    return one(best)


def steps(concealed: Sequence[str]) -> int:
    """Shanten, as another program (`xiangting`) says."""
    counts = [concealed.count(kind) for kind in KINDS]
    return int(xiangting.calculate_replacement_number(counts, FOUR)) - 1


def _leads(story: Story, rest: list[str], thrown: str) -> list[str]:
    """For each tile that can still come and brings tenpai, where it leads at best."""
    found = []
    for drawn in KINDS:
        left = 4 - story.seen[drawn]
        full = [*rest, drawn]
        if not left or steps(full) != 0:
            continue
        pond = [*story.thrown, thrown]
        ends = {_end(story, full, kind, pond, drawn) for kind in set(full)}
        best = next(end for end in ("free", "nowhere", "furiten") if end in ends)
        found += [best] * left
    return found


def _end(story: Story, full: list[str], thrown: str, pond: list[str], drawn: str) -> str:
    """What the hand is after that discard."""
    rest = _without(full, thrown)
    if steps(rest) != 0 or not (waits := tenpai(story, rest)):
        return "noten"
    if any(wait in [*pond, thrown] for wait in waits):
        return "furiten"
    return "free" if any(4 - story.seen[wait] - (wait == drawn) > 0 for wait in waits) else "nowhere"


def _without(tiles: Sequence[str], kind: str) -> list[str]:
    rest = list(tiles)
    rest.remove(kind)
    return rest


# -- letting a tile pass -------------------------------------------------------------------------------


def passing(question: Question, story: Story) -> Answer:
    """What it brings, and whether the hand wins on the next tile."""
    ask = question.ask
    assert isinstance(ask, PassingAsk)
    tile = story.drawn if story.my_turn else story.offered
    if tile is None or tile != name_of(ask.tile) or not story.waits:
        raise Ambiguous("nothing passes, or the hand is noten")
    if any(story.holds(kind) == 4 for kind in story.waits):
        raise Ambiguous("a wait of which the seat holds all four")
    already = bool(causes(story))
    temporary = any(kind == "temporary" for kind, _, _ in causes(story))
    if already and (tile not in story.waits or (story.my_turn and temporary)):
        raise Ambiguous("nothing new, or something that comes on top")
    if story.my_turn and story.riichi and not already:
        raise Ambiguous("thrown in riichi it brings two kinds of furiten")
    then = tell(question.rules, question.seat, [*question.events, *sequel(question, story, ask)])
    return one(_brought(story, tile, already=already), _wins(then, ask))


def _brought(story: Story, tile: str, *, already: bool) -> str:
    if tile not in story.waits:
        return "nothing"
    if already:
        return "already"
    if story.riichi:
        return "riichi"
    return "discard" if story.my_turn else "temporary"


def _wins(then: Story, ask: PassingAsk) -> str:
    """Whether the hand wins on the next tile; one that is discarded must be a wait that is worth a win."""
    tile = name_of(ask.then.tile)
    drawn = ask.then.when is TileTiming.DRAWN
    hand = _without(then.concealed, tile) if drawn else then.concealed
    if tile != (then.drawn if drawn else then.offered) or then.seen[tile] > 4:
        raise Ambiguous("the next tile cannot come")
    if drawn:
        by_draw = tile in then.waits and has_yaku(then, hand, tile, riichi=then.riichi, now=False, tsumo=True)
        return "yes" if by_draw else "no"
    if tile not in then.waits:
        raise Ambiguous("the next tile is no wait")
    if not has_yaku(then, hand, tile, riichi=then.riichi, now=False):
        raise Ambiguous("the next tile is worth no win, furiten or not")
    return "no" if causes(then) else "yes"


def sequel(question: Question, story: Story, ask: PassingAsk) -> Iterator[ev.Event]:
    """What happens up to the next tile; what others draw does not matter, and what is thrown is no wait."""
    seat = question.seat
    idle = next(kind for kind in HONOURS + KINDS if kind not in story.waits and story.seen[kind] < 4)
    turn, again = _turn(question)
    if story.my_turn:
        yield ev.Dahai(seat, story.drawn or "", True)
    drawer = turn if again else (turn + 1) % 4
    if ask.then.when is TileTiming.NEXT:
        if drawer == seat or story.my_turn:
            raise Ambiguous("the seat itself is next")
    else:
        while drawer != seat and not (story.my_turn and ask.then.when is TileTiming.AFTER_DISCARD):
            yield from _draw_and_throw(drawer, idle, seat)
            drawer = (drawer + 1) % 4
        if ask.then.when is TileTiming.AFTER_DISCARD and not story.my_turn:
            yield from _draw_and_throw(seat, idle, seat)
            drawer = (seat + 1) % 4
    if drawer != ask.then.seat:
        raise Ambiguous("it is another player's turn")
    yield from _draw_and_throw(drawer, name_of(ask.then.tile), seat)[: 1 if drawer == seat else 2]


def _turn(question: Question) -> tuple[int, bool]:
    """Who did something last, and whether the same player goes on, with a replacement tile."""
    last = next(event for event in reversed(question.events) if hasattr(event, "actor"))
    return last.actor, isinstance(last, ev.Kakan)


def _draw_and_throw(drawer: int, kind: str, seat: int) -> list[ev.Event]:
    return [ev.Tsumo(drawer, kind if drawer == seat else "?"), ev.Dahai(drawer, kind, True)]


def name_of(tile: int) -> str:
    """A tile of the project as a kind by name."""
    return KINDS[tile] if tile < len(KINDS) else f"5{'mps'[tile - len(KINDS)]}"


# -- safe tiles ----------------------------------------------------------------------------------------


def safe(question: Question, story: Story) -> Answer:
    """The one kind in the hand that cannot lose, and why, against each player who is to be feared."""
    ask = question.ask
    assert isinstance(ask, SafeAsk)
    table = others(question)
    seats = [(question.seat + step) % 4 for step in (1, 2, 3)]
    feared = [seat for seat in seats if to_fear(table[seat], story)]
    if not story.my_turn or story.riichi or tuple(feared) != ask.against or len(feared) > 2:
        raise Ambiguous("not a choice of what to throw, or other players are to be feared")
    if any(len(table[seat].melds) > 3 for seat in feared):
        raise Ambiguous("a hand that can only wait for a single tile")
    offered = {option.id for option in question.parts[0].options}
    kinds = sorted(set(story.concealed) & offered)
    found = [
        kind for kind in kinds if not any(can_take(table[o], story, kind, table[o].safe) for o in feared)
    ]
    if not found:
        return frozenset({"none"}), *(frozenset[str]() for _ in feared)
    if len(found) > 1:
        raise Ambiguous(f"several: {found}")
    asked = feared if len(question.parts) > 1 else ()
    return one(found[0], *(_why(question, story, found[0], seat) for seat in asked))


def _why(question: Question, story: Story, kind: str, seat: int) -> str:
    other = others(question)[seat]
    reasons = {"own-discard"} if kind in other.thrown else set()
    if kind in other.passed:
        reasons.add("passed-after-riichi" if other.riichi else "passed-this-turn")
    if not can_take(other, story, kind, other.safe - {kind}):
        reasons.add("all-seen" if kind in HONOURS else "no-wait")
    if len(reasons) != 1:
        raise Ambiguous(f"{kind} cannot lose for {reasons}")
    return reasons.pop()


# -- kans ----------------------------------------------------------------------------------------------


def kan(question: Question, story: Story) -> Answer:
    """Legal, or the one reason why not; and the waits that are lost, or that can be read otherwise."""
    ask = question.ask
    assert isinstance(ask, KanAsk)
    kind, drawn = name_of(ask.kind), story.drawn
    if not story.accepted or drawn is None or drawn in story.waits or story.concealed.count(kind) != 4:
        raise Ambiguous("not in riichi, or not four tiles to choose about")
    strict = story.rules.closed_kan_after_riichi == "strict"
    before = completing(_without(story.concealed, drawn))
    rest = [tile for tile in story.concealed if tile != kind]
    lost = set(before) - {wait for wait in completing(rest) if wait != kind}
    otherwise = {
        wait
        for wait in before
        for groups in ways_to_read([*_without(story.concealed, drawn), wait])
        if [kind] * 3 not in groups
    }
    reasons = {"kan-changes-waits"} if lost else set()
    if strict and otherwise and not lost:
        reasons.add("kan-changes-reading")
    if drawn != kind:
        reasons.add("not-the-drawn-tile")
    if not story.live:
        reasons.add("last-tile")
    if sum(isinstance(event, ev.Ankan | ev.Kakan | ev.Daiminkan) for event in question.events) == 4:
        reasons.add("four-kans")
    if len(reasons) > 1:
        raise Ambiguous(f"several reasons: {reasons}")
    answer = frozenset(reasons or {"legal"})
    if len(before) == 1:
        return (answer,)
    which = {"kan-changes-waits": frozenset(lost), "kan-changes-reading": frozenset(otherwise)}
    offered = {option.id for option in question.parts[0].options}
    if not answer <= offered:
        raise Ambiguous(f"{answer} is not offered")
    return (
        answer,
        *(which[why] if why in answer else frozenset[str]() for why in which if why in offered),
    )


def ways_to_read(tiles: Sequence[str]) -> Iterator[list[list[str]]]:
    """Every way to read a complete hand, as its groups; seven pairs have none."""
    held = sorted(tiles)
    for pair in sorted(set(held)):
        if held.count(pair) >= 2:
            yield from _groups(_without(_without(held, pair), pair))
    if len({*held}) == 7 and all(held.count(kind) == 2 for kind in held):
        yield []


def _groups(tiles: list[str]) -> Iterator[list[list[str]]]:
    """Every way to make groups of the tiles and nothing else."""
    if not tiles:
        yield []
        return
    lowest = KINDS.index(min(tiles, key=KINDS.index))
    runs = [KINDS[lowest : lowest + 3]] if lowest < 27 and lowest % 9 < 7 else []
    for group in ([KINDS[lowest]] * 3, *runs):
        if all(tiles.count(kind) >= group.count(kind) for kind in group):
            rest = list(tiles)
            for kind in group:
                rest.remove(kind)
            yield from ([group, *more] for more in _groups(rest))


DECISIONS: dict[DrillKind, Callable[[Question, Story], Answer]] = {
    DrillKind.AHEAD: ahead,
    DrillKind.PASSING: passing,
    DrillKind.SAFE: safe,
    DrillKind.KAN: kan,
    DrillKind.RIICHI: riichi,
    DrillKind.SAFEST: safest,
}
"""Who answers which kind."""
