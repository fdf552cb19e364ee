"""Reviews of hands that are kept: each is played out once, in a process of its own, and read ever after.

A review takes a fraction of a second, playing out what experts thought of takes some seconds a hand. So the
hands of a game are played out while it goes on, one after the other, and are there when it ends. What is kept
can be made again from the record at any time; it belongs to the judge that made it.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Condition, Thread
from typing import NamedTuple

import msgspec

from ai.review.deep_review import JUDGE, quick_hand_review
from ai.review.moments import HandReview
from ai.worker_pool import run_apart, start_thread
from engine import __version__
from engine import events as ev
from engine.records.recorded_game import RecordedHand, hands_of
from engine.records.resumed_game import hand_digest
from engine.rules import Ruleset
from engine.view import mask
from tui.database.open_database import DATABASE, open_database
from tui.database.sqlite_file import Damaged, Database, Empty, OtherVersion, Unavailable

JUDGED_BY = f"{__version__}/{JUDGE}"
"""Who made a review; those of another judge are made again."""
LOOKED_AT = f"{JUDGED_BY}/looked-at"
"""Who made a review in which nothing was played out."""
LOW_PRIORITY = 10
"""How much the process that plays out gives way to the game."""
_PATIENCE = 5.0
"""Seconds that ``stop`` waits for the process to end."""


class HandToReview(NamedTuple):
    """A finished hand as one seat saw it."""

    rules: Ruleset
    seat: int
    hand: RecordedHand
    """With the events that this seat heard."""

    @property
    def key(self) -> str:
        """Identifies it in any record."""
        told = msgspec.json.encode((self.rules, self.seat, hand_digest(self.hand)))
        return hashlib.sha256(told).hexdigest()


def hands_to_review(rules: Ruleset, events: Iterable[ev.Event], seat: int) -> list[HandToReview]:
    """The hands of a record, or of a part of it that begins with a hand, for one seat."""
    return [HandToReview(rules, seat, hand) for hand in hands_of([mask(event, seat) for event in events])]


class KeptReviews:
    """The reviews that are kept in the data folder. No method raises: what cannot be kept is made again."""

    def __init__(self, home: Path) -> None:
        self._path = home / DATABASE

    def get(self, asked: HandToReview) -> HandReview | None:
        """The kept review of a hand, as it stands in this record; None if there is none."""
        return self.all([asked])[0]

    def all(self, asked: Sequence[HandToReview], *, looked_at: bool = False) -> list[HandReview | None]:
        """The kept review of each hand, None where there is none.

        With ``looked_at`` those count, too, in which nothing was played out.
        """
        nothing: list[HandReview | None] = [None] * len(asked)
        judges = (JUDGED_BY, LOOKED_AT) if looked_at else (JUDGED_BY,)
        faults = (Empty, Damaged, OtherVersion, Unavailable)
        with suppress(*faults), closing(Database.open(self._path)) as database:
            return [_read(database, each, judges) for each in asked]
        return nothing

    def keep(self, asked: HandToReview, review: HandReview) -> None:
        """Keep the review of a hand that was played out, in place of an earlier one."""
        self._keep([(asked, review)], JUDGED_BY)

    def keep_looked_at(self, reviews: Iterable[tuple[HandToReview, HandReview]]) -> None:
        """Keep reviews in which nothing was played out, where there is none in which something was."""
        self._keep(reviews, LOOKED_AT)

    def _keep(self, reviews: Iterable[tuple[HandToReview, HandReview]], judge: str) -> None:
        rows = [(asked.key, judge, pickle.dumps(review)) for asked, review in reviews]
        if not rows:
            return
        query = (
            "INSERT INTO reviews (hand, judge, review) VALUES (?, ?, ?) ON CONFLICT (hand) DO UPDATE"
            " SET judge = excluded.judge, review = excluded.review WHERE excluded.judge = ? OR judge <> ?"
        )
        with (
            suppress(Damaged, OtherVersion, Unavailable),
            closing(self._writable()) as database,
            database.writing() as connection,
        ):
            connection.executemany(query, [(*row, JUDGED_BY, JUDGED_BY) for row in rows])

    def _writable(self) -> Database:
        """The database, or a new one. One that cannot be used is left to those who tell of it."""
        if self._path.exists():
            with suppress(Empty):
                return Database.open(self._path)
        return open_database(self._path).database


def _read(database: Database, asked: HandToReview, judges: Sequence[str]) -> HandReview | None:
    places = ", ".join("?" * len(judges))
    query = f"SELECT review FROM reviews WHERE hand = ? AND judge IN ({places})"
    for (data,) in database.select(query, asked.key, *judges):
        # whatever is wrong with it, it can be made again
        with suppress(Exception):
            found = _OwnTypes(io.BytesIO(data)).load()
            if isinstance(found, HandReview):
                return found.moved_to(asked.hand.number, asked.hand.first)
    return None


class _OwnTypes(pickle.Unpickler):
    """Reads values of the engine and of ai, which msgspec puts together, and no others."""

    def find_class(self, module: str, name: str) -> object:
        if module.partition(".")[0] not in ("ai", "engine", "msgspec"):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a review")
        return super().find_class(module, name)


# -- playing out ---------------------------------------------------------------------------------------

Told = Callable[[HandToReview, HandReview | None], None]
"""Called in the thread that waits for the review, with None if it could not be made."""


class Reviewer:
    """Plays hands out in the background, one after the other, the one that was asked for last first.

    Its thread begins with the first hand. ``stop`` has to be called before the program ends: what was not
    finished then is played out when its review is next asked for.
    """

    def __init__(self, home: Path) -> None:
        self.kept = KeptReviews(home)
        self._waiting: deque[tuple[HandToReview, Told | None]] = deque()
        self._changed = Condition()
        self._thread: Thread | None = None
        self._stopped = False

    def add(self, asked: HandToReview, told: Told | None = None) -> None:
        """Play this hand out if its review is not kept; ``told`` is called with it, in another thread."""
        with self._changed:
            if self._stopped:
                return
            self._waiting.appendleft((asked, told))
            self._changed.notify()
            if self._thread is None:
                self._thread = start_thread(self._work)

    def forget(self, told: Told) -> None:
        """Play out no more of the hands that this one waits for."""
        with self._changed:
            self._waiting = deque(each for each in self._waiting if each[1] != told)

    def stop(self) -> None:
        """Begin no further hand, and end the process that plays one out."""
        with self._changed:
            self._stopped = True
            self._waiting.clear()
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(_PATIENCE)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._stopped)
                if self._stopped:
                    return
                asked, told = self._waiting.popleft()
            review = self.kept.get(asked)
            if review is None:
                review = _in_a_process(asked, lambda: self._stopped)
                if review is not None:
                    self.kept.keep(asked, review)
            if told is not None and not self._stopped:
                told(asked, review)


def _in_a_process(asked: HandToReview, stopped: Callable[[], bool]) -> HandReview | None:
    """The review of a hand, made in another process; None if that could not be: then nothing is lost."""
    # whatever goes wrong there, the game that is being played goes on
    with suppress(Exception):
        return run_apart(played_out, asked, stopped)
    return None


def played_out(asked: HandToReview) -> HandReview:
    """The review of a hand, with quick play-outs; the process that does this gives way to all others."""
    if hasattr(os, "nice"):
        os.nice(max(0, LOW_PRIORITY - os.nice(0)))
    return quick_hand_review(asked.rules, asked.seat, asked.hand)
