"""What a winner says step by step, and how it is graded against the engine's own count."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.reading.table_errors import CountStep, GradedCount, points_of
from engine.match import Match
from engine.results import called_win, right_count
from engine.rules import EMA, TENHOU, WRC, Ruleset
from engine.score.points import FU
from engine.table import Table
from tests.support.engine.deals import deal
from tests.support.nightly import at_night
from tui.desk.win_counting import STICKS, MissingPart, WinCounting, possible_points, rounded_sum, yaku_of

SAID = replace(WRC, errors="penalised", value_said=True)
BOT = make_bot("hayai")
THREE_SIDES = "34567p234m234s5s"


def tsumo(rules: Ruleset = SAID, honba: int = 0) -> WinCounting:
    """South wins by tsumo: menzen tsumo, pinfu, tanyao, in the first row."""
    play = deal(south=f"{THREE_SIDES}5s", draws="1z9m9s9s1z5p", rules=rules, honba=honba)
    play.discard("1z", "9m", "9s", "9s", "1z").tsumo()
    return WinCounting(play.game.table, 1)


def ron(honba: int = 0) -> WinCounting:
    """South wins off East: pinfu and tanyao."""
    play = deal(south=f"{THREE_SIDES}9m", draws="1z5s2z2z5p", rules=SAID, honba=honba)
    play.discard("1z", "9m", "2z", "2z", "5p").ron(1)
    return WinCounting(play.game.table, 1)


def fill(counting: WinCounting, field: str, number: int) -> None:
    """Type a number into a field of the present step."""
    counting.go_to(counting.fields.index(field))
    for _ in counting.numbers.get(field, ""):
        counting.erase()
    for digit in str(number):
        assert counting.type(digit)


def mark(counting: WinCounting, name: str) -> None:
    """Search for a yaku and mark it."""
    for letter in name:
        assert counting.type(letter)
    counting.go_to(counting.listed.index(name))
    counting.mark()


def say(counting: WinCounting, **wrong: object) -> GradedCount:
    """Say the whole win rightly but for what is given, as a player types it."""
    win = called_win(counting.table, counting.winner)
    right = right_count(win)
    if counting.step is CountStep.LAY:
        counting.go_to(int(bool(wrong.get("mixed"))))
        assert counting.forward()
    if counting.mixed:
        win = called_win(counting.table, counting.winner, mixed=True)
        right = right_count(win)
    for name in wrong.get("yaku", right.yaku):  # type: ignore[attr-defined]
        mark(counting, name)
    while counting.forward():
        points = points_of(win, counting.table.dealer, win.score.base)
        match counting.step:
            case CountStep.HAN:
                fill(counting, "han", int(str(wrong.get("han", right.han))))
            case CountStep.FU:
                fill(counting, "fu", int(str(wrong.get("fu", right.fu))))
            case CountStep.POINTS:
                for field, number in zip(counting.point_fields, points, strict=True):
                    fill(counting, field, number + int(str(wrong.get("points", 0))))
            case CountStep.PAYMENT:
                for seat in counting.payers:
                    fill(counting, str(seat), -right.deltas[seat] + int(str(wrong.get("payment", 0))))
                fill(counting, STICKS, sum(right.deltas))
    assert counting.is_last
    return counting.graded()


def wrong_steps(graded: GradedCount) -> set[CountStep]:
    return {each.step for each in graded.steps if not each.right}


@cache
def real_wins(rules: Ruleset, count: int) -> tuple[WinCounting, ...]:
    """Wins of games that bots play, at the moment of the count."""
    found: list[WinCounting] = []
    seed = 0
    while len(found) < count:
        seed += 1
        match = Match(rules, seed)
        for _ in range(2):
            game = match.round
            while game.outcome is None:
                if game.table.counting is not None:
                    found.append(_at_count(game.table))
                match.step({seat: BOT.choose(game.view(seat), game.options(seat)) for seat in game.acting})
            match.proceed()
            if match.standings is not None:
                break
    return tuple(found)


def _at_count(table: Table) -> WinCounting:
    winner = table.counting
    assert winner is not None
    return WinCounting(deepcopy(table), winner)


def again(counting: WinCounting) -> WinCounting:
    return WinCounting(counting.table, counting.winner)


COUNT = pytest.mark.parametrize("count", [5, *at_night([30])])
RULES = [replace(rules, errors="penalised", value_said=True) for rules in (WRC, EMA, TENHOU)]


@COUNT
@pytest.mark.parametrize("rules", RULES, ids=["wrc", "ema", "tenhou"])
class TestRealWins:
    def test_right_answers_are_right(self, rules: Ruleset, count: int) -> None:
        for counting in real_wins(rules, count):
            graded = say(again(counting))
            assert graded.right, graded
            assert graded.said._replace(fu=None) == right_count(graded.win)._replace(fu=None)

    def test_every_wrong_number_is_found_and_no_other(self, rules: Ruleset, count: int) -> None:
        for counting in real_wins(rules, count):
            win = called_win(counting.table, counting.winner)
            if counting.asks_laying:
                assert CountStep.LAY in wrong_steps(say(again(counting), mixed=True))
            assert wrong_steps(say(again(counting), points=100)) == {CountStep.POINTS}
            assert wrong_steps(say(again(counting), payment=100)) == {CountStep.PAYMENT}
            if win.score.han is None:
                continue
            more = [*right_count(win).yaku, next(n for n in yaku_of(rules) if n not in right_count(win).yaku)]
            assert wrong_steps(say(again(counting), yaku=more)) == {CountStep.YAKU}
            if win.score.han < 4:
                assert CountStep.HAN in wrong_steps(say(again(counting), han=win.score.han + 1))
            if win.score.limit is None and win.score.fu is not None:
                other = next(fu for fu in FU if fu != win.score.fu)
                assert wrong_steps(say(again(counting), fu=other)) == {CountStep.FU}

    def test_the_points_that_can_be_chosen_hold_the_right_ones(self, rules: Ruleset, count: int) -> None:
        for counting in real_wins(rules, count):
            win = called_win(counting.table, counting.winner)
            dealer = counting.winner == counting.table.dealer
            right = points_of(win, counting.table.dealer, win.score.base)
            for field, number in zip(counting.point_fields, right, strict=True):
                if win.score.yakuman < 2:
                    assert number in possible_points(rules, field, dealer=dealer)

    def test_the_engines_fu_items_give_its_sum(self, rules: Ruleset, count: int) -> None:
        for counting in real_wins(rules, count):
            win = called_win(counting.table, counting.winner)
            counts: dict[str, int] = {}
            for item in win.score.fu_items:
                counts[item.name] = counts.get(item.name, 0) + 1
            if counts:
                assert rounded_sum(counts) == win.score.fu


class TestSteps:
    def test_laying_is_asked_for_a_tsumo_where_the_ruleset_has_it(self) -> None:
        assert tsumo().steps[0] is CountStep.LAY
        assert CountStep.LAY not in ron().steps
        assert CountStep.LAY not in tsumo(replace(EMA, errors="penalised", value_said=True)).steps

    def test_a_limit_needs_no_fu(self) -> None:
        counting = ron()
        mark(counting, "pinfu")
        counting.forward()
        assert CountStep.FU in counting.steps
        fill(counting, "han", 5)
        assert CountStep.FU not in counting.steps

    def test_a_yakuman_needs_no_han(self) -> None:
        counting = ron()
        mark(counting, "daisangen")
        assert counting.steps == (CountStep.YAKU, CountStep.POINTS, CountStep.PAYMENT)

    def test_nothing_is_left_out(self) -> None:
        counting = ron()
        assert not counting.forward()
        assert counting.missing() is MissingPart.YAKU
        mark(counting, "pinfu")
        assert counting.forward()
        assert not counting.forward()
        assert counting.missing() is MissingPart.NUMBER

    def test_back_keeps_what_was_said(self) -> None:
        counting = ron()
        mark(counting, "pinfu")
        counting.forward()
        fill(counting, "han", 2)
        assert counting.back()
        assert counting.yaku == ("pinfu",)
        counting.forward()
        assert counting.han == 2
        counting.back()
        assert not counting.back()

    def test_numbers_can_be_chosen(self) -> None:
        counting = ron()
        mark(counting, "pinfu")
        counting.forward()
        counting.change(1)
        counting.change(1)
        counting.forward()
        counting.change(1)
        counting.change(1)
        counting.change(1)
        assert (counting.han, counting.fu) == (2, 30)
        counting.forward()
        counting.change(1)
        assert counting.points == (1000,)

    def test_fu_item_by_item(self) -> None:
        counting = ron()
        mark(counting, "pinfu")
        counting.forward()
        fill(counting, "han", 2)
        counting.forward()
        counting.itemise()
        for name in ("base", "closed-ron", "kanchan"):
            counting.go_to(counting.listed.index(name))
            counting.mark()
        assert counting.fu == 40


class TestWhatFollows:
    def test_points_that_follow_from_wrong_han(self) -> None:
        counting = ron()
        for name in ("pinfu", "tanyao"):
            mark(counting, name)
        counting.forward()
        fill(counting, "han", 3)
        counting.forward()
        fill(counting, "fu", 30)
        counting.forward()
        fill(counting, "ron", 3900)
        counting.forward()
        fill(counting, "0", 3900)
        graded = counting.graded()
        assert wrong_steps(graded) == {CountStep.HAN, CountStep.POINTS, CountStep.PAYMENT}
        assert {each.step for each in graded.steps if each.follows} == {CountStep.POINTS, CountStep.PAYMENT}

    def test_forgotten_honba_do_not_follow(self) -> None:
        counting = ron(honba=2)
        assert say(counting).right
        fill(counting, "0", 2000)
        graded = counting.graded()
        (payment,) = (each for each in graded.steps if not each.right)
        assert payment.step is CountStep.PAYMENT
        assert not payment.follows
