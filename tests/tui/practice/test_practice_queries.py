"""What SQL says of the answers is what looking at each of them says, on any history."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, timedelta, timezone, tzinfo
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.drills.question import DrillKind
from tests.support.tui import slow_figures
from tests.support.tui.practice_answers import NOON, attempt
from tests.support.tui.practice_past import past
from tui.database.rows import Attempt, Played, Sitting
from tui.practice.history import History
from tui.practice.progress import Figures, Progress

pytestmark = pytest.mark.usefixtures("quick_disk")

KINDS = (DrillKind.WAITS, DrillKind.RON, DrillKind.KAN)
ZONES = (UTC, timezone(timedelta(hours=9)), timezone(-timedelta(hours=11, minutes=30)))
SESSIONS = ("a", "b", "c", "lost")


@st.composite
def answers(draw: st.DrawFn) -> Attempt:
    """An answer of one of few sessions, on one of few days; perhaps of a kind that is not known."""
    return attempt(
        draw(st.integers(0, 6)),
        right=draw(st.booleans()),
        seconds=draw(st.sampled_from([3.5, 12.0, 12.5, 61.1])),
        kind=draw(st.sampled_from([*KINDS, "tomorrow"])),
        day=draw(st.sampled_from([-3, -2.5, -2, -0.4, 0, 0.4])),
        repeat=draw(st.booleans()),
        sitting=draw(st.sampled_from(SESSIONS)),
    )


HISTORIES = st.lists(answers(), max_size=25, unique_by=lambda row: (row.sitting, row.number, row.answered))
SITTINGS = st.tuples(
    *(
        st.builds(
            Sitting,
            id=st.just(id),
            began=st.just(NOON),
            kind=st.sampled_from([None, "ron"]),
            questions=st.integers(1, 4),
            seed=st.just(1),
            ended=st.sampled_from([None, None, NOON]),
        )
        for id in SESSIONS[:3]
    )
)


@pytest.fixture
def progress(tmp_path: Path) -> Iterator[Progress]:
    found = Progress(tmp_path)
    yield found
    found.close()


@settings(max_examples=60, deadline=None)
@given(rows=HISTORIES, sittings=SITTINGS, zone=st.sampled_from(ZONES))
def test_queries_agree_with_a_look_at_every_answer(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[Attempt],
    sittings: tuple[Sitting, ...],
    zone: tzinfo,
) -> None:
    progress = Progress(tmp_path_factory.mktemp("record"))
    progress.add(*sittings, *rows)
    assert_equal(progress, rows, zone)
    assert list(progress.unfinished) == slow_figures.unfinished(rows, sittings)
    progress.close()
    assert_equal(progress, rows, zone)


def assert_equal(progress: Progress, rows: list[Attempt], zone: tzinfo) -> None:
    figures, history = Figures(progress, zone), History(rows, zone=zone)
    assert figures.totals() == slow_figures.totals(history)
    totals = figures.totals()
    for bars in (figures.by_day(), figures.by_session()):
        counted = sum(bar.answers for bar in bars), sum(bar.right for bar in bars)
        assert counted == (totals.fresh, totals.right), "the sum and the bars count the same answers"
    for kind in (None, *KINDS):
        assert figures.by_day(kind) == slow_figures.by_day(history, kind)
        assert figures.by_session(kind) == slow_figures.by_session(history, kind)


def test_the_session_that_was_answered_in_last_stands_at_the_end(progress: Progress) -> None:
    first, second = (Sitting(id=id, began=NOON, kind="ron", questions=10, seed=1) for id in "ab")
    progress.add(first, second, *(attempt(number, sitting=id) for number, id in enumerate("aba")))
    assert [each.sitting for each in progress.unfinished] == [second, first]
    assert [each.answered for each in progress.unfinished] == [1, 2]


def test_weeks_of_practice(progress: Progress) -> None:
    rows = list(past())
    attempts = [row for row in rows if isinstance(row, Attempt)]
    progress.add(*rows)
    for zone in ZONES:
        assert_equal(progress, attempts, zone)
    assert len(Figures(progress, UTC).by_day()) == 23


def test_what_cannot_be_written_is_counted(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    progress = Progress(tmp_path / "file" / "folder")
    rows = [attempt(1), attempt(2, right=False)]
    progress.add(*rows)
    assert progress.fault
    assert_equal(progress, rows, UTC)


def played(lesson: str, minute: int, *, ended: bool) -> Played:
    return Played(lesson=lesson, left=NOON + timedelta(minutes=minute), ended=ended, choices=())


def test_lessons_are_done_for_good_and_left_where_they_were_last(progress: Progress) -> None:
    first, second, third = (played("a", minute, ended=minute == 1) for minute in range(3))
    other = played("b", 1, ended=False)
    progress.add(first, second, other, third)
    assert progress.lessons_done == {"a"}
    assert progress.lessons_left == {"a": third, "b": other}


# -- what is new -------------------------------------------------------------------------------------


def test_only_new_answers_are_told_since_a_mark(progress: Progress) -> None:
    progress.add(attempt(1))
    first = progress.answers_since(None)
    assert (first.attempts, first.from_start) == ([attempt(1)], True)
    progress.add(attempt(2), attempt(3))
    second = progress.answers_since(first.mark)
    assert (second.attempts, second.from_start) == ([attempt(2), attempt(3)], False)
    assert progress.answers_since(second.mark).attempts == []


def test_another_copy_s_answers_may_have_come_between(progress: Progress, tmp_path: Path) -> None:
    progress.add(attempt(1))
    mark = progress.answers_since(None).mark
    other = Progress(tmp_path)
    other.add(attempt(2))
    other.close()
    progress.add(attempt(3))
    progress.refresh()
    new = progress.answers_since(mark)
    assert (new.attempts, new.from_start) == ([attempt(1), attempt(2), attempt(3)], True)
