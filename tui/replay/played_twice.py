"""A decision of a record played twice: both courses as replays in step, and what deals anew say so far."""

from __future__ import annotations

from contextlib import closing
from copy import copy
from pathlib import Path

from ai.review.two_courses import DealsCompared, SameWall, TwoCourses, play_deals, play_same_wall
from ai.rollouts import NoDeal
from ai.worker_pool import WorkersDied
from engine import events as ev
from engine.records.recorded_choices import RecordError
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.i18n import t
from tui.replay.replay_state import Replay, ReplayedGame

_HINTLESS = DeskSettings(hints=HintLevel.OFF)


class PlayedTwice:
    """Two courses of a hand. ``play`` may run in a thread, all else belongs to the screen."""

    def __init__(self, game: ReplayedGame, courses: TwoCourses, seed: int = 0) -> None:
        self.game, self.courses, self.seed = game, courses, seed
        self.same: SameWall | None = None
        """Both courses on the wall of the record; None until they are played."""
        self.compared = DealsCompared()
        self.failed = ""
        """Why it could not be played, or not to the end, in a sentence; empty if nothing failed."""
        self.stopped = False
        """Whether nobody waits for the deals any more."""
        self._sides: tuple[_Side, ...] = ()

    # -- playing -------------------------------------------------------------------------------------

    def play(self, jobs: int = 1) -> None:
        """Play both courses on the same wall, then deals anew in so many processes."""
        try:
            self.same = play_same_wall(self.courses, self.seed)
            wanted = self.compared.wanted
            with closing(play_deals(self.courses, self.seed, deals=wanted, jobs=jobs)) as results:
                for piece, played in results:
                    if self.stopped:
                        return
                    self.compared.take(piece.start, played)
        except NoDeal:
            self.failed = t("branch.no-deal")
        except RecordError as error:
            self.failed = t("branch.bad-record", reason=error)
        except WorkersDied:
            self.failed = t("twice.died")

    def snapshot(self) -> PlayedTwice:
        """A copy of what is known now, to be drawn in another thread while deals go on."""
        copied = PlayedTwice(self.game, self.courses, self.seed)
        copied.same, copied.compared = self.same, copy(self.compared)
        copied.compared.deals, copied.compared.curve = [*self.compared.deals], [*self.compared.curve]
        return copied

    # -- both courses in step ------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[_Side, ...]:
        """Both courses as replays, that of the seat's choice first; none until they are played."""
        if not self._sides and self.same is not None:
            self._sides = tuple(_Side(self, course.events) for course in self.same.courses)
        return self._sides

    @property
    def last(self) -> int:
        """How many events the longer course has after the decision."""
        return max((side.length for side in self.sides), default=0)

    def desks(self, at: int) -> tuple[Desk, ...]:
        """The desks of both courses so many events after the decision, or at their ends."""
        return tuple(side.desk(at) for side in self.sides)

    def over(self, at: int) -> tuple[bool, ...]:
        return tuple(at >= side.length for side in self.sides)


class _Side:
    """One course, seen a number of events after the decision."""

    def __init__(self, twice: PlayedTwice, events: tuple[ev.Event, ...]) -> None:
        start = ev.StartGame(list(twice.game.names))
        game = ReplayedGame(file=Path(), rules=twice.game.rules, events=(start, *events))
        self._replay = Replay(game, twice.courses.seat)
        decision = twice.courses.point.step + 1
        self._stops = [index for index in self._replay.line.indexes if index >= decision]

    @property
    def length(self) -> int:
        return len(self._stops) - 1

    def desk(self, at: int) -> Desk:
        self._replay.go_to(self._stops[min(at, self.length)])
        return self._replay.desk(_HINTLESS)
