"""What do you need: wins that finish first in the last hand, or leave the last place."""

from __future__ import annotations

from ai.drills.kinds.needed import Goal, ask
from ai.drills.question import Draft, DrillTheme
from engine.own_rules import ruleset
from tests.support.ai.seat_views import Position
from tests.support.tui.practice_questions import last_hand, what_is_needed


def asked(draft: Draft | None) -> tuple[Goal, int, tuple[DrillTheme, ...]]:
    return draft.ask.goal, draft.difficulty, draft.themes


def after(draft: Draft | None) -> dict[str, tuple[tuple[int, ...], bool]]:
    """The scores after each win, and whether it is enough."""
    return {win.id: (win.scores, win.enough) for win in draft.facts.wins}


def test_who_was_east_earlier_wins_equal_scores() -> None:
    question = what_is_needed()
    goal, level, themes = asked(question)
    assert (goal, level) == (Goal.FIRST, 5)
    assert themes[0] is DrillTheme.TIE_BREAK
    found = after(question)
    equal = {id: enough for id, (scores, enough) in found.items() if scores[0] == scores[1]}
    assert equal
    assert all(equal.values()), "seat 0 was East first"
    assert question.answer == (frozenset(id for id, (_, enough) in found.items() if enough),)


def test_a_ron_from_the_leader_counts_twice_and_counters_come_on_top() -> None:
    draft = ask(last_hand((27_400, 32_500, 20_000, 20_100)))
    goal, level, themes = asked(draft)
    assert goal is Goal.FIRST
    assert level in (1, 2)
    assert themes == (DrillTheme.FINISH_FIRST,)
    rons = {id: told for id, told in after(draft).items() if id.startswith("ron-1")}
    assert rons
    for id, (scores, enough) in rons.items():
        points = int(id.split("-")[2])
        assert scores[:2] == (27_400 + points, 32_500 - points)
        assert enough is (2 * points > 5_100)
    draft = ask(last_hand((27_400, 32_500, 20_000, 19_100), honba=1, sticks=1))
    goal, level, themes = asked(draft)
    assert (goal, level) == (Goal.FIRST, 3)
    assert DrillTheme.COUNTERS in themes
    for id, (scores, _) in after(draft).items():
        if id.startswith("ron"):
            assert scores[0] == 27_400 + int(id.split("-")[2]) + 300 + 1_000
        assert sum(scores) == 100_000


def test_the_last_player_far_behind_is_asked_how_to_leave_the_last_place() -> None:
    goal, _, themes = asked(ask(last_hand((15_100, 40_000, 25_500, 19_400))))
    assert goal is Goal.NOT_LAST
    assert themes[-1] is DrillTheme.LEAVE_LAST


def test_nothing_is_asked_of_the_leader_or_where_the_game_would_go_on() -> None:
    assert ask(last_hand((40_000, 30_000, 15_000, 15_000))) is None
    level = ask(last_hand((25_000, 25_000, 25_000, 25_000)))
    assert level is None
    scores = (28_000, 32_000, 20_000, 20_000)
    earlier = Position("2345m678p2346s77z", dealer=2, wind="S", kyoku=3, scores=scores)
    moment = earlier.play("2: 1z; 3: 2z; 0: draws 9p").moment
    assert ask(moment) is None


def test_east_is_asked_only_where_a_win_ends_the_game() -> None:
    for name in ("tenhou", "wrc"):
        rules = ruleset(name)
        more = rules.start_points - 25_000
        scores = (32_500 + more, 19_000 + more, 20_000 + more, 28_500 + more)
        position = Position(
            "2345m678p2346s77z", seat=3, dealer=3, wind="S", kyoku=4, scores=scores, rules=rules
        ).play("3: draws 9p")
        draft = ask(position.moment)
        assert (draft is not None) is rules.agari_yame
