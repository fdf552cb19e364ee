"""The numbers of the progress screen, and SQL compared with a look at each answer."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Hashable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ai.drills.question import LEVELS, DrillKind
from tests.support.tui.practice_answers import (
    NOON,
    attempt,
    overview_of,
)
from tui.database.practice_rows import Attempt, StoredSession
from tui.practice.history import History, JudgedAnswer, PracticeAdvice, Reason, streak
from tui.practice.practice_record import (
    COLUMNS,
    Bucket,
    Figures,
    Progress,
    Totals,
    Unfinished,
    as_csv,
    export,
)

WAITS, RON, KAN = DrillKind.WAITS, DrillKind.RON, DrillKind.KAN
TODAY = NOON.date()
DAY = timedelta(days=1)


def days(*back: int) -> set[date]:
    return {TODAY - number * DAY for number in back}


@pytest.mark.parametrize(
    ("trained", "length"),
    [((), 0), ((0,), 1), ((0, 1, 2), 3), ((1, 2), 2), ((2, 3), 0), ((0, 2, 3), 1), ((-1, 0), 1)],
)
def test_a_streak_lasts_until_a_whole_day_is_missed(trained: tuple[int, ...], length: int) -> None:
    assert streak(days(*trained), TODAY) == length


def test_days_are_those_of_the_person() -> None:
    late = attempt(0, day=0.49)
    assert History([late], zone=UTC).day(late.answered) == TODAY
    assert History([late], zone=timezone(timedelta(hours=9))).day(late.answered) == TODAY + DAY


def reasons(*attempts: Attempt, kinds: tuple[DrillKind, ...] = (WAITS, RON)) -> list[PracticeAdvice]:
    return list(overview_of(*attempts, kinds=kinds).next)


def six(kind: DrillKind, *, wrong: int = 0, slow: int = 0, level: int = 1, more: int = 0) -> list[Attempt]:
    """Six answers or more long ago, the wrong and slow ones taken up well since."""
    answers = []
    for number in range(6 + more):
        right, seconds = number >= wrong, 60 if 6 + more - number <= slow else 12
        answers.append(attempt(number, kind=kind, right=right, seconds=seconds, level=level, day=-400))
        if not right or seconds == 60:
            repeats = (
                attempt(number, kind=kind, level=level, day=day, repeat=True)
                for day in (-399, -390, -380, -360)
            )
            answers += repeats
    return sorted(answers, key=lambda each: each.answered)


def test_what_is_due_comes_first() -> None:
    advice = reasons(*six(WAITS), *six(RON), attempt(70, right=False, day=-1))
    assert advice[0] == PracticeAdvice(Reason.DUE, None, number=1)


def test_the_weakest_comes_first() -> None:
    advice = reasons(*six(WAITS, wrong=2), *six(RON, wrong=4), *six(KAN), kinds=(WAITS, RON, KAN))
    weak = [each for each in advice if each.reason is Reason.WEAK]
    assert [(each.kind, round(each.share, 2)) for each in weak] == [(RON, 0.33), (WAITS, 0.67)]


def test_slow_but_right() -> None:
    advice = [
        each for each in reasons(*six(WAITS), *six(RON, slow=3, more=2)) if each.reason is not Reason.DUE
    ]
    assert advice == [PracticeAdvice(Reason.SLOW, RON, share=3 / 8)]


def test_when_all_goes_well_the_lowest_rating_is_next() -> None:
    ladder = [attempt(number, level=1 + number // 4, day=-9) for number in range(12)]
    (found,) = reasons(*ladder, *six(RON))
    assert (found.reason, found.kind) == (Reason.LOWEST, RON)
    told = overview_of(*ladder, *six(RON))
    assert found.number == round(min(each.rating.value for each in told.kinds))


# -- CSV ---------------------------------------------------------------------------------------------------

TEXTS = st.text(max_size=6)
OPTION_IDS = st.from_regex(r"[a-z0-9-]{1,6}", fullmatch=True)
PARTS = st.lists(
    st.tuples(st.booleans(), st.lists(OPTION_IDS, max_size=3).map(tuple)), min_size=1, max_size=3
)


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    """An answer with anything in it."""
    parts, given = zip(*draw(PARTS), strict=True)
    plain = attempt(
        draw(st.integers(0, 999)),
        seconds=draw(st.floats(0, 1e6)),
        kind=draw(st.sampled_from(DrillKind)),
        level=draw(st.sampled_from(LEVELS)),
        day=draw(st.integers(-999, 999)),
        repeat=draw(st.booleans()),
    )
    return replace(plain, parts=parts, given=given, code=draw(TEXTS), sitting=draw(TEXTS), rules=draw(TEXTS))


def read_back(line: dict[str, str]) -> Attempt:
    """An answer from its line in the table."""
    return Attempt(
        answered=datetime.fromisoformat(line["answered"]),
        sitting=line["session"],
        number=int(line["number"]),
        kind=line["kind"],
        level=int(line["level"]),
        code=line["code"],
        repeat=line["repeat"] == "1",
        parts=tuple(letter == "r" for letter in line["parts"]),
        seconds=float(line["seconds"]),
        given=tuple(tuple(part.split()) for part in line["given"].split("|")),
        rules=line["rules"],
        version=line["version"],
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(attempts(), max_size=3))
def test_the_table_tells_everything(rows: list[Attempt]) -> None:
    lines = list(csv.DictReader(io.StringIO(as_csv(rows), newline="")))
    assert [read_back(line) for line in lines] == rows
    assert [line["right"] == "1" for line in lines] == [row.right for row in rows]


def test_the_table_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_bytes(b"older")
    export([attempt(1, right=False)], path)
    header, line, end = path.read_bytes().decode().split("\r\n")
    assert header == ",".join(COLUMNS)
    assert line == ("2026-03-01T12:00:01.000Z,waits,1,waits-1001,0,rw,12.0,3s 6s|no,0,wrc,first,2,0.1.0,,")
    assert end == ""
    assert list(tmp_path.iterdir()) == [path]


def test_a_table_that_cannot_be_written_leaves_the_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "answers.csv"
    path.write_bytes(b"older")

    def full(descriptor: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space left"):
        export([attempt(1)], path)
    assert path.read_bytes() == b"older"


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
        session=draw(st.sampled_from(SESSIONS)),
    )


HISTORIES = st.lists(answers(), max_size=25, unique_by=lambda row: (row.sitting, row.number, row.answered))
STORED = st.tuples(
    *(
        st.builds(
            StoredSession,
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
@given(rows=HISTORIES, sessions=STORED, zone=st.sampled_from(ZONES))
def test_queries_agree_with_a_look_at_every_answer(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[Attempt],
    sessions: tuple[StoredSession, ...],
    zone: tzinfo,
) -> None:
    progress = Progress(tmp_path_factory.mktemp("record"))
    progress.add(*sessions, *rows)
    assert_equal(progress, rows, zone)
    assert list(progress.unfinished) == unfinished(rows, sessions)
    progress.close()
    assert_equal(progress, rows, zone)


def assert_equal(progress: Progress, rows: list[Attempt], zone: tzinfo) -> None:
    figures, history = Figures(progress, zone), History(rows, zone=zone)
    assert figures.totals() == totals(history)
    found = figures.totals()
    for bars in (figures.by_day(), figures.by_session()):
        counted = sum(bar.answers for bar in bars), round(sum(bar.score for bar in bars), 4)
        assert counted == (found.fresh, found.score), "the sum and the bars count the same answers"
    for kind in (None, *KINDS):
        assert figures.by_day(kind) == by_day(history, kind)
        assert figures.by_session(kind) == by_session(history, kind)


def test_what_cannot_be_written_is_counted(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    progress = Progress(tmp_path / "file" / "folder")
    rows = [attempt(1), attempt(2, right=False)]
    progress.add(*rows)
    assert progress.fault
    assert_equal(progress, rows, UTC)


# -- what is new -------------------------------------------------------------------------------------


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


def totals(history: History) -> Totals:
    judged = history.judged
    return Totals(
        answers=len(judged),
        fresh=sum(not each.attempt.repeat for each in judged),
        score=round(sum(each.attempt.score for each in judged if not each.attempt.repeat), 4),
        seconds=median(each.attempt.seconds for each in judged) if judged else None,
        days=frozenset(history.day(each.attempt.answered) for each in judged),
    )


def by_day(history: History, kind: DrillKind | None = None) -> list[Bucket]:
    return _buckets(history, kind, lambda each: history.day(each.attempt.answered))


def by_session(history: History, kind: DrillKind | None = None) -> list[Bucket]:
    return _buckets(history, kind, lambda each: each.attempt.sitting)


def _buckets(
    history: History, kind: DrillKind | None, place: Callable[[JudgedAnswer], Hashable]
) -> list[Bucket]:
    held: dict[Hashable, list[JudgedAnswer]] = {}
    for each in history.judged:
        if not each.attempt.repeat and kind in (None, each.kind):
            held.setdefault(place(each), []).append(each)
    return [
        Bucket(
            history.day(bucket[0].attempt.answered),
            len(bucket),
            sum(each.attempt.right for each in bucket),
            round(sum(each.attempt.score for each in bucket), 4),
            median(each.attempt.seconds for each in bucket),
        )
        for bucket in held.values()
    ]


def unfinished(attempts: Sequence[Attempt], sessions: Sequence[StoredSession]) -> list[Unfinished]:
    """The sessions that can be taken up again."""
    numbers: dict[str, set[int]] = {}
    for each in attempts:
        # once more at the end
        numbers[each.sitting] = numbers.pop(each.sitting, set()) | {each.number}
    known = {session.id: session for session in sessions}
    found = (Unfinished(known[id], len(given)) for id, given in numbers.items() if id in known)
    return [each for each in found if not each.session.ended and each.answered < each.session.questions]
