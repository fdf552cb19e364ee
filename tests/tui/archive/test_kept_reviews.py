"""Reviews of hands that are kept: read back, moved to where the hand stands, made once, never in the way."""

from __future__ import annotations

import hashlib
import pickle
import sqlite3
import time
from multiprocessing import active_children
from pathlib import Path
from threading import Event

import msgspec
import pytest

import tui.archive.kept_reviews
from ai.review.deep_review import JUDGE, quick_hand_review
from ai.review.game_review import review_hand
from ai.review.moments import HandReview
from engine.records.recorded_choices import RecordError
from engine.rules import WRC
from tests.support.ai.reviewed_game import short_game
from tests.support.tui.recorded_games import reviewed
from tui.archive.kept_reviews import HandToReview, KeptReviews, Reviewer, hands_to_review
from tui.database.open_database import DATABASE

SEAT = 0
PATIENCE = 60.0


def hands() -> list[HandToReview]:
    return hands_to_review(WRC, short_game(), SEAT)


def review_of(asked: HandToReview) -> HandReview:
    return reviewed(asked.rules, asked.seat, asked.hand)


def test_what_was_only_looked_at_never_replaces_what_was_played_out(tmp_path: Path) -> None:
    kept, asked = KeptReviews(tmp_path), hands()[0]
    looked_at = msgspec.structs.replace(review_of(asked), moments=())
    kept.keep_looked_at([(asked, looked_at)])
    assert kept.get(asked) is None
    kept.keep(asked, review_of(asked))
    kept.keep_looked_at([(asked, looked_at)])
    assert kept.get(asked) == kept.all([asked], looked_at=True)[0] == review_of(asked)


def test_the_same_hand_elsewhere_is_known_and_its_moments_stand_there(tmp_path: Path) -> None:
    """A record that begins with the second hand."""
    kept, second = KeptReviews(tmp_path), hands()[1]
    kept.keep(second, review_of(second))
    (alone,) = hands_to_review(WRC, second.hand.events, SEAT)
    assert (alone.hand.number, alone.hand.first) == (1, 1)
    found = kept.get(alone)
    assert found == review_hand(WRC, SEAT, alone.hand)
    assert found is not None
    assert found.moments[0].position < review_of(second).moments[0].position


@pytest.mark.parametrize("content", [b"", b"no database"])
def test_a_file_that_is_empty_or_broken_keeps_nobody_from_reviewing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(content)
    kept, asked = KeptReviews(tmp_path), hands()[0]
    assert kept.get(asked) is None
    kept.keep(asked, review_of(asked))
    assert (kept.get(asked) is None) is bool(content), "only an empty file becomes a database here"


@pytest.mark.parametrize("what", ["judge", "blob", "foreign", "other"])
def test_what_cannot_be_used_is_made_again(tmp_path: Path, what: str) -> None:
    kept, asked = KeptReviews(tmp_path), hands()[0]
    kept.keep(asked, review_of(asked))
    blobs = {"blob": b"\x80nothing", "foreign": pickle.dumps(Path("x")), "other": pickle.dumps(WRC)}
    connection = sqlite3.connect(tmp_path / DATABASE)
    if what == "judge":
        connection.execute("UPDATE reviews SET judge = 'of yesterday'")
    else:
        connection.execute("UPDATE reviews SET review = ?", (blobs[what],))
    connection.commit()
    connection.close()
    assert kept.get(asked) is None
    kept.keep(asked, review_of(asked))
    assert kept.get(asked) == review_of(asked)


# -- played out in the background ------------------------------------------------------------------------


class Listener:
    """Collects what it is told, and waits for so many reviews."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.found: list[tuple[HandToReview, HandReview | None]] = []
        self.all = Event()

    def __call__(self, asked: HandToReview, review: HandReview | None) -> None:
        self.found.append((asked, review))
        if len(self.found) == self.count:
            self.all.set()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the hands that are played out; here that is done without another process."""
    numbers: list[int] = []

    def here(asked: HandToReview, _: object) -> HandReview | None:
        numbers.append(asked.hand.number)
        return review_of(asked)

    monkeypatch.setattr(tui.archive.kept_reviews, "_in_a_process", here)
    return numbers


def test_a_hand_is_played_out_once(tmp_path: Path, made: list[int]) -> None:
    for _ in range(2):
        reviewer, told = Reviewer(tmp_path), Listener(len(hands()))
        for asked in hands():
            reviewer.add(asked, told)
        assert told.all.wait(PATIENCE)
        reviewer.stop()
        assert {asked.hand.number: review for asked, review in told.found} == {
            each.hand.number: review_of(each) for each in hands()
        }
    assert sorted(made) == [each.hand.number for each in hands()]


def test_a_hand_that_cannot_be_played_out_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RecordError("impossible")

    monkeypatch.setattr(tui.archive.kept_reviews, "run_apart", fails)
    reviewer, told = Reviewer(tmp_path), Listener(1)
    reviewer.add(hands()[0], told)
    assert told.all.wait(PATIENCE)
    reviewer.stop()
    assert told.found == [(hands()[0], None)]


def test_nobody_is_told_who_no_longer_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, goes_on = Event(), Event()

    def slow(asked: HandToReview, _: object) -> HandReview | None:
        begun.set()
        assert goes_on.wait(PATIENCE)
        return review_of(asked)

    monkeypatch.setattr(tui.archive.kept_reviews, "_in_a_process", slow)
    reviewer, first, second = Reviewer(tmp_path), Listener(1), Listener(1)
    reviewer.add(hands()[0], first)
    assert begun.wait(PATIENCE)
    reviewer.add(hands()[1], second)
    reviewer.forget(second)
    last = Listener(1)
    reviewer.add(hands()[2], last)
    goes_on.set()
    assert last.all.wait(PATIENCE)
    reviewer.stop()
    assert [each.found != [] for each in (first, second, last)] == [True, False, True]


def test_leaving_the_program_waits_for_no_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that plays a hand out is ended with the reviewer."""
    monkeypatch.setattr(tui.archive.kept_reviews, "played_out", forever)
    reviewer, told = Reviewer(tmp_path), Listener(1)
    before = set(active_children())
    reviewer.add(hands()[0], told)
    end = time.monotonic() + PATIENCE
    while not set(active_children()) - before:
        assert time.monotonic() < end
    reviewer.stop()
    assert set(active_children()) == before
    assert told.found == []


def forever(asked: HandToReview) -> HandReview:
    while True:
        time.sleep(0.01)


@pytest.mark.nightly
def test_a_judge_that_decides_otherwise_has_another_number() -> None:
    """Kept reviews are made again only if ``JUDGE`` says so."""
    found = quick_hand_review(WRC, SEAT, hands()[0].hand)
    told = [(each.position, each.moment_class, each.points, str(each.better)) for each in found.moments]
    digest = hashlib.sha256(msgspec.json.encode((told, found.cleared))).hexdigest()[:8]
    assert (JUDGE, digest) == (6, "dfa85f98")
