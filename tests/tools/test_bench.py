"""``make bench`` measures everything that has a goal; how fast that is, no test asks."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import ROOT, run
from tools.bench import kernels, measure
from tools.bench.bench_rows import Goal, Row
from tools.bench.kernels import Asked, waits
from tools.bench.measure import QUICK, Contest, Effort, Peer, Runner

WITH_GOAL = 32
"""So many rows have a goal; these have none."""
WITHOUT = {
    "a hand, drawn tiles thrown",
    "shanten from counts, random, unseen",
    "shanten from counts, one suit, unseen",
    "shanten from counts, random, warm",
    "shanten from counts, one suit, warm",
    "acceptance of 14, random, warm",
    "acceptance of 14, one suit, warm",
    "waits of a tenpai hand, warm",
    "scoring a complete hand, warm",
    "a hand of regular bots, warm",
    "a hand of expert bots, warm",
    "outlook of 14, tiles alone, random, unseen",
    "outlook of 14, tiles alone, one suit, unseen",
    "outlook of 14, random, unseen",
    "outlook of 14, one suit, unseen",
    "the same, processor time",
}
OPTIONAL = ("cmajiang",)
"""Libraries that development does without."""


@pytest.fixture(autouse=True)
def _frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules and tests stay frozen: otherwise every later search for garbage goes through them."""
    for name in ("collect", "freeze", "unfreeze"):
        monkeypatch.setattr(measure.gc, name, lambda: None)


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere some of it cannot be measured")
def test_everything_is_measured_and_has_its_goal(tmp_path: Path) -> None:
    """Short as it is, a run has every row, with its goal, in the table and as JSON."""
    path = tmp_path / "bench.json"
    printed = run([sys.executable, "-m", "tools.bench", "--quick", "--json", str(path)])
    told = json.loads(path.read_text(encoding="utf-8"))
    assert {row["why"] for row in told if "why" in row} <= {
        f"{library} is not installed" for library in OPTIONAL
    }
    found = [row for row in told if "why" not in row]
    assert {row["work"] for row in found if row["goal"]["reach"] is None} == WITHOUT
    assert len({row["work"] for row in found}) == WITH_GOAL + len(WITHOUT)
    assert not [row for row in found if row["lowest"] > row["figure"] or row["figure"] > row["highest"]]
    assert [
        row for row in found if row["verdict"] not in ("", "ok", "ok, stretch too", "short of goal")
    ] == []
    lines = printed.splitlines()
    assert [row["work"] for row in found if not any(line.startswith(row["work"]) for line in lines)] == []


def test_hands_that_are_new_in_each_round_are_compared_in_the_warm_up_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is asked to compare answers is remembered, and would not be new when it is measured."""
    compared: list[object] = []
    asked: list[object] = []
    monkeypatch.setattr(kernels, "agree", lambda name, ours, peer, mine, theirs: compared.extend(mine))
    effort, number = Effort(rounds=2), 3
    contest = waits("waits", Asked(number, effort, warm=False))
    items = list(contest.ours.items)
    list(measure.hold(replace(contest, ours=replace(contest.ours, function=asked.append)), effort.rounds))
    assert asked == items
    assert len({str(item) for item in items}) == number * (effort.rounds + 1)
    assert compared
    assert all(item in items[:number] for item in compared)


def test_a_library_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are measured all the same."""
    monkeypatch.setattr(measure, "find_spec", lambda name: None if name == "riichienv" else True)
    missing, row = measure.hold(waits("waits of a tenpai hand", Asked(2, QUICK, warm=True)), rounds=1)
    assert missing.told().endswith("not measured: riichienv is not installed")
    assert row.peer == "mahjong"


class Clock:
    """Time that passes only where a runner says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


def test_a_figure_above_one_says_that_ours_is_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    """The median of the rounds counts, not the warm-up, and of times an item."""
    clock = Clock()
    monkeypatch.setattr(measure, "perf_counter", clock)
    turns = [9.0, 2.0, 4.0, 3.0]
    ours = Runner("ours", clock.pass_by, [1.0, 1.0])
    other = Runner("other", lambda _: clock.pass_by(turns.pop(0)), [None])
    (row,) = measure.hold(Contest("work", ours, [Peer(other, Goal(2.5))]), rounds=3)
    assert (row.figure, row.lowest, row.highest) == (3.0, 2.0, 4.0)
    assert (row.ours, row.verdict) == ("1 s", "ok")


def test_answers_are_compared_before_anything_is_measured() -> None:
    def differs() -> None:
        raise AssertionError("2 and 3")

    nobody = Runner("nobody", lambda _: pytest.fail("was measured"), [None])
    with pytest.raises(AssertionError, match="2 and 3"):
        list(measure.hold(Contest("work", nobody, [Peer(nobody, check=differs)]), rounds=1))


def test_of_several_starts_in_a_round_the_least_counts() -> None:
    """One before them is a warm-up."""
    costs = iter([(1, 1), (5, 7), (4, 8), (6, 6), (9, 9)])
    assert measure.least(Effort(rounds=2), 2, lambda: next(costs)) == [(4, 7), (6, 6)]


def test_the_slowest_of_a_hundred_may_be_slower_than_the_percentile() -> None:
    assert measure.percentile([*range(100, 0, -1)], 0.99) == 99


@pytest.mark.parametrize(
    ("goal", "reached", "missed"), [(Goal(2), 2.1, 1.9), (Goal(2, at_most=True), 1.9, 2.1)]
)
def test_speeds_have_to_reach_a_goal_and_costs_to_stay_below(
    goal: Goal, reached: float, missed: float
) -> None:
    """A row says which."""
    row = [Row("work", "", "", figure, figure, figure, goal) for figure in (reached, missed)]
    assert [each.verdict for each in row] == ["ok", "short of goal"]


def test_a_stretch_that_is_reached_is_told() -> None:
    assert [Row("work", "", "", figure, 0, 9, Goal(2, 3)).verdict for figure in (3.1, 2.9)] == [
        "ok, stretch too",
        "ok",
    ]


def test_words_that_no_row_has_are_named() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench", "--quick", "nothing", "such"], cwd=ROOT, capture_output=True
    )
    assert done.returncode == 2
    assert b"no row has 'nothing such' in its name" in done.stderr
    assert done.stdout == b""
