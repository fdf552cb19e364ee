"""The scores after a win in the last hand, reckoned from the events and the numbers that are offered."""

from __future__ import annotations

from ai.drills.kinds.needed import Goal, NeededAsk
from ai.drills.question import Answer, Question
from engine import events as ev
from engine.rules import Ruleset
from tests.support.ai.slow_solver.hand import Ambiguous
from tests.support.ai.slow_solver.story import Story

RONS = (1000, 1300, 2000, 2600, 3900, 5200, 7700, 8000, 12000, 16000, 24000, 32000)
RONS_EAST = (1500, 2000, 2900, 3900, 5800, 7700, 11600, 12000, 18000, 24000, 36000, 48000)
TSUMOS = {
    *((300, 500), (400, 700), (500, 1000), (700, 1300), (1000, 2000), (1300, 2600), (2000, 3900)),
    *((2000, 4000), (3000, 6000), (4000, 8000), (6000, 12000), (8000, 16000)),
}
TSUMOS_EAST = (500, 700, 1000, 1300, 2000, 2600, 3900, 4000, 6000, 8000, 12000, 16000)
"""What wins of 30 and 40 fu and of the limits pay, as the tables of the game have it."""


def needed(question: Question, story: Story) -> Answer:
    """The wins after which the seat has the place that is asked for, in a game that is then over."""
    ask, start = question.ask, question.events[0]
    assert isinstance(ask, NeededAsk)
    assert isinstance(start, ev.StartKyoku)
    if not story.my_turn or story.drawn is None or story.riichi or (start.bakaze, start.kyoku) != ("S", 4):
        raise Ambiguous("not an own turn of the last hand")
    right = set()
    for option in question.parts[0].options:
        after = scores_after(question, option.id)
        others = [after[other] for other in range(4) if other != question.seat]
        border = max(others) if ask.goal is Goal.FIRST else min(others)
        if question.rules.ties == "shared" and after[question.seat] == border:
            raise Ambiguous(f"{option.id} leaves a shared place")
        if is_enough(question, option.id):
            right.add(option.id)
            _assert_over(question.rules, after, question.seat, start.oya)
    if not right or len(right) == len(question.parts[0].options):
        raise Ambiguous(f"all alike: {right}")
    return (frozenset(right),)


def _assert_over(rules: Ruleset, after: list[int], seat: int, dealer: int) -> None:
    """Nobody is dealt to again after that win."""
    if rules.bankruptcy and min(after) < 0:
        return
    goal = rules.goal_points or 0
    if seat == dealer and not (rules.agari_yame and place(after, seat) == 1 and after[seat] >= goal):
        raise Ambiguous("East goes on")
    if max(after) < goal:
        raise Ambiguous("another round follows")


def is_enough(question: Question, id: str) -> bool:
    """Whether the place after that win is the one that is asked for."""
    ask = question.ask
    assert isinstance(ask, NeededAsk)
    reached = place(scores_after(question, id), question.seat)
    return reached == 1 if ask.goal is Goal.FIRST else reached < 4


def place(scores: list[int], seat: int) -> int:
    """1 to 4; of equal scores those of the player who was East first are ahead."""
    return 1 + sum((-score, other) < (-scores[seat], seat) for other, score in enumerate(scores))


def scores_now(question: Question) -> tuple[list[int], int, int]:
    """The scores, honba and riichi sticks after the events."""
    start = question.events[0]
    assert isinstance(start, ev.StartKyoku)
    scores, sticks = list(start.scores), start.kyotaku
    for event in question.events:
        if isinstance(event, ev.ReachAccepted):
            scores[event.actor] -= 1000
            sticks += 1
    return scores, start.honba, sticks


def scores_after(question: Question, id: str) -> list[int]:
    """The scores after the win with that id."""
    scores, honba, sticks = scores_now(question)
    start, seat = question.events[0], question.seat
    assert isinstance(start, ev.StartKyoku)
    way, *numbers = id.split("-")
    pays = {}
    if way == "ron":
        side, points = map(int, numbers)
        assert points in (RONS_EAST if seat == start.oya else RONS), f"no win pays {points}"
        pays[(seat + side) % 4] = points + honba * question.rules.counter_points
    else:
        each, east = int(numbers[0]), numbers[1]
        if seat == start.oya:
            assert (each in TSUMOS_EAST, east) == (True, "all"), f"no win of East pays {id}"
        else:
            assert (each, int(east)) in TSUMOS, f"no win pays {id}"
        for other in range(4):
            if other != seat:
                share = int(east) if other == start.oya and east != "all" else each
                pays[other] = share + honba * question.rules.counter_points // 3
    for other, points in pays.items():
        scores[other] -= points
    scores[seat] += sum(pays.values()) + 1000 * sticks
    return scores
