"""A bot under orders plays as itself once the hand that they are for is over."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.lessons.lesson import Lesson, lessons
from ai.lessons.lesson_game import LessonGame, ScriptedBot, follow
from ai.lessons.lesson_notation import Trigger, parse_moves
from ai.play import Pending, Play
from engine.actions import Action, ActionKind
from engine.events import encode
from engine.furiten import FuritenKind
from engine.match import Match
from engine.options import Options
from engine.own_rules import ruleset
from engine.tiles import TILE_OF
from engine.view import SeatView
from tests.ai.test_lessons_lines import LINES, Line
from tests.support.ai.lesson_lines import action_of, go_on, lesson_of, play

ORDERS = parse_moves("\n".join(f"right {kind}z" for kind in range(1, 8)))


class Watched(ScriptedBot):
    """Notes in which hand an order could have been followed, and whether it was."""

    def __init__(self, start: int) -> None:
        super().__init__(make_bot("tsumogiri"), ORDERS, start)
        self.followed: set[int] = set()

    def choose(self, view: SeatView, options: Options) -> Action:
        action = super().choose(view, options)
        turn = len(view.me.pond) - self._start
        if view.my_turn and 0 <= turn < len(ORDERS):
            order = follow(ORDERS[turn], view, options)
            if order is not None and not order.tsumogiri and order == action:
                self.followed.add(view.table.kyoku)
        return action


@pytest.mark.parametrize("start", [0, 3])
def test_orders_end_with_their_hand(start: int) -> None:
    rules = replace(ruleset("tenhou"), length="east")
    bots = [Watched(start) for _ in range(3)]
    play = Play(Match(rules, 5, ("you", "a", "b", "c")), 0, dict(enumerate(bots, 1)))
    while play.pending is not Pending.GAME_OVER:
        match play.pending:
            case Pending.BOTS:
                play.advance()
            case Pending.HAND_OVER:
                play.proceed()
            case Pending.PERSON:
                thrown = play.options.of(ActionKind.DISCARD) or play.options.of(ActionKind.PASS)
                play.choose(thrown[-1])
    assert play.match.header.kyoku > 1
    assert set.union(*(bot.followed for bot in bots)) == {1}


LESSONS = lessons()
EVERY_LESSON = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
FIRST = {line.lesson: line for line in reversed(LINES)}


def told(scenario: LessonGame) -> list[bytes]:
    return [encode(event) for event in scenario.match.events]


@pytest.mark.parametrize("line", FIRST.values(), ids=lambda line: line.lesson)
def test_back_to_any_decision_and_the_same_again(line: Line) -> None:
    scenario = LessonGame(lesson_of(line.lesson))
    done = play(scenario, line.play)
    events, decisions, facts, said = told(scenario), scenario.decisions, scenario.facts, done.said
    led = scenario.here.result
    for decision in decisions:
        scenario.undo(decision.number)
        assert scenario.pending is Pending.PERSON
        assert len(scenario.match.round.events) == decision.events
        assert told(scenario) == events[: len(told(scenario))]
        assert scenario.decisions == decisions[: decision.number - 1]
        assert scenario.here.choices.keys() == {decision.action}
        for later in decisions[decision.number - 1 :]:
            go_on(scenario)
            scenario.choose(later.action)
        go_on(scenario)
        assert told(scenario) == events
        assert (scenario.decisions, scenario.facts) == (decisions, facts)
        assert tuple(each.remark.says for each in scenario.said) == said
        assert scenario.here.result == led


def test_another_choice_keeps_what_was_tried_before() -> None:
    scenario = LessonGame(lesson_of("what-is-furiten"))
    play(scenario, "discard 4p; discard 6z; tsumo")
    wrong = scenario.decisions[0].action
    scenario.undo(1)
    play(scenario, "discard 3p; ron")
    right = scenario.decisions[0].action
    assert set(scenario.tried.choices) == {wrong, right}
    after_wrong = scenario.tried.choices[wrong]
    assert [fact.kind for fact in after_wrong.result.of(Trigger.ENTERED)] == [
        FuritenKind.DISCARD,
        FuritenKind.TEMPORARY,
    ]
    assert [fact.tile for fact in after_wrong.result.of(Trigger.MISSED)] == [TILE_OF["5p"]]
    (drawn,) = after_wrong.choices.values()
    (won,) = drawn.choices.values()
    assert (won.result.end.when, won.result.end.points) == (Trigger.TSUMO, 7_800)
    (ron,) = scenario.tried.choices[right].choices.values()
    assert ron.result.end.when is Trigger.RON
    assert ron is scenario.here


@pytest.mark.parametrize("number", [0, 2, -1])
def test_there_is_no_such_decision(number: int) -> None:
    scenario = go_on(LessonGame(lesson_of("what-is-furiten")))
    scenario.choose(action_of(scenario, "discard 4p"))
    with pytest.raises(ValueError, match="no decision"):
        scenario.undo(number)


def test_a_lesson_ends_with_its_hand_and_can_be_taken_back_then() -> None:
    scenario = LessonGame(lesson_of("the-referee"))
    play(scenario, "pass; discard 9p; ron")
    assert scenario.pending is Pending.HAND_OVER
    assert scenario.proceed() == []
    assert scenario.pending is Pending.GAME_OVER
    scenario.undo(3)
    assert scenario.pending is Pending.PERSON


def test_the_person_sees_no_more_than_the_seat_does() -> None:
    scenario = go_on(LessonGame(lesson_of("what-is-furiten")))
    history = scenario.history()
    seen = SeatView.from_events(scenario.lesson.ruleset, scenario.seat, history)
    assert seen.hand == scenario.view.hand
    start = history[0]
    assert all(set(hand) == {"?"} for seat, hand in enumerate(start.tehais) if seat != scenario.seat)


@EVERY_LESSON
def test_a_bot_can_go_on_from_the_middle_of_a_line(lesson: Lesson) -> None:
    """In the person's seat, before the last decision of the first line."""
    bot = make_bot("tenpai")
    scenario = LessonGame(lesson)
    play(scenario, FIRST[lesson.id].play)
    scenario.undo(len(scenario.decisions))
    while go_on(scenario).pending is Pending.PERSON:
        scenario.choose(bot.choose(scenario.view, scenario.options))
    assert scenario.pending is Pending.HAND_OVER
    assert scenario.here.result.end is not None


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_random_play_with_undo_at_random(data: st.DataObject) -> None:
    lesson = data.draw(st.sampled_from(LESSONS), label="lesson")
    scenario = LessonGame(lesson)
    for _ in range(data.draw(st.integers(1, 12), label="moves")):
        go_on(scenario)
        decided = len(scenario.decisions)
        back = scenario.pending is not Pending.PERSON or (decided and data.draw(st.booleans(), label="back"))
        if back:
            number = data.draw(st.integers(1, decided), label="number")
            before = told(scenario)
            scenario.undo(number)
            assert told(scenario) == before[: len(told(scenario))]
        else:
            actions = (*scenario.options.actions, *(mistake.action for mistake in scenario.options.errors))
            scenario.choose(data.draw(st.sampled_from(actions), label="action"))
        _holds(scenario)


def _holds(scenario: LessonGame) -> None:
    """Decisions are numbered, in what was tried, and the facts agree with what the seat sees."""
    assert [decision.number for decision in scenario.decisions] == list(range(1, len(scenario.decisions) + 1))
    node = scenario.tried
    for decision in scenario.decisions:
        node = node.choices[decision.action]
    assert node is scenario.here
    if scenario.outcome is None:
        states: dict[FuritenKind | None, bool] = {}
        for fact in scenario.facts:
            if fact.when in (Trigger.ENTERED, Trigger.LEFT):
                states[fact.kind] = fact.when is Trigger.ENTERED
        now = {cause.kind for cause in scenario.view.furiten}
        assert {kind for kind, inside in states.items() if inside} <= now
    else:
        assert scenario.here.result.end is not None
    assert ActionKind.WITHDRAWN_WIN not in {action.kind for action in scenario.options.actions}
