"""The games in any records, and the reviews of seats in them, with what is kept of the hands.

A record is read twice: first to know whose games it holds, then to review one, perhaps in another process.
If it has changed meanwhile, that game cannot be read any more; the others can.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from ai.review.game_review import review_hand
from ai.review.game_totals import ReviewedRecord
from ai.review.moments import GameReview, HandReview
from engine.records.read_file import STANDARD_INPUT, ReadableGame, file_bytes, games_of
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import player_names, shown_seats
from tui.archive.archive import Unreadable, read_time
from tui.archive.archive_index import each_readable
from tui.archive.game_entries import final_places
from tui.archive.kept_reviews import HandToReview, KeptReviews, hands_to_review
from tui.i18n import t
from tui.system.files import os_error_text
from tui.system.process import processors

FEW = 4
"""So many seats of games are reviewed in this process: to start others would take longer."""


class ListedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a record."""

    file: str
    """Its path, or what else ``file_bytes`` reads: standard input, a code, an address."""
    game: int
    """Its index in the file."""
    several: bool
    """Whether the file has more games."""
    digest: str
    """Of the content of the file."""
    rules: str | None
    names: tuple[str, ...]
    """By seat; empty ones where the record has none."""
    shown: tuple[int, ...]
    """The seats whose hands the record shows."""
    month: str | None
    """The year and month in which it began, in UTC, such as ``2026-11``; None if the record does not tell."""
    places: tuple[int, ...]
    """By seat; empty if the game has no end."""
    cut: str | None
    """Where the record stops before the game is over, in one line."""

    @property
    def number(self) -> int | None:
        """Its number in a file of several games, from 1; None in a file of one."""
        return self.game + 1 if self.several else None

    def seats_of(self, player: str) -> list[int]:
        """The seats with that name; none without a name."""
        return [seat for seat, name in enumerate(self.names) if name and name == player]

    def read(self) -> ReadableGame:
        """The game; raises Unreadable, also if the file has changed."""
        content = _content(self.file)
        if _digest(content) != self.digest:
            raise Unreadable(t("review.changed"))
        return _games(content, self.rules)[self.game]


class GameSeat(NamedTuple):
    """A seat of a game: what is reviewed by itself."""

    game: ListedGame
    seat: int

    def reviewed(self, review: GameReview) -> PlayedGame:
        places = self.game.places
        record = ReviewedRecord(review, self.game.month, places[self.seat] if places else None)
        return PlayedGame(self.game.file, self.game.number, record, self.game.read)


class PlayedGame(NamedTuple):
    """A game of a player with its review."""

    file: str
    number: int | None
    """Its number in a file of several, from 1."""
    record: ReviewedRecord
    read: Callable[[], ReadableGame]
    """Reads it again; raises Unreadable."""


def list_games(file: str, rules: str | None = None) -> list[ListedGame]:
    """The games of a file; raises Unreadable."""
    content = _content(file)
    games = _games(content, rules)
    return [_listed(file, _digest(content), rules, games, at) for at in range(len(games))]


def _listed(file: str, digest: str, rules: str | None, games: Sequence[ReadableGame], at: int) -> ListedGame:
    game = games[at]
    return ListedGame(
        file=file,
        game=at,
        several=len(games) > 1,
        digest=digest,
        rules=rules,
        names=player_names(game.events),
        shown=tuple(shown_seats(game.events)),
        month=_month(game),
        places=final_places(game.rules, game.events) if game.cut is None else (),
        cut=game.cut,
    )


def _content(file: str) -> bytes:
    try:
        return file_bytes(file)
    except OSError as error:
        raise Unreadable(error.strerror or os_error_text(error)) from None


def _games(content: bytes, rules: str | None) -> Sequence[ReadableGame]:
    try:
        return games_of(content, rules)
    except RecordError as error:
        raise Unreadable(str(error)) from None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _month(game: ReadableGame) -> str | None:
    began = read_time(game.events)
    with suppress(OverflowError):
        if began is not None:
            return f"{(began if began.tzinfo is None else began.astimezone(UTC)):%Y-%m}"
    return None


# -- reviews -------------------------------------------------------------------------------------------


def review_seats(
    seats: Sequence[GameSeat], jobs: int | None = None, home: Path | None = None
) -> Generator[tuple[GameSeat, PlayedGame | Unreadable]]:
    """Review each seat, or say why its game cannot be read any more, in the order in which they finish.

    With ``home``, a data folder, hands that were played out are taken from there, with what that found, and
    what is reviewed here is kept there. Else each hand is reviewed anew: the same file gives the same review.
    """
    kept = None if home is None else KeptReviews(home)
    # other processes have no standard input
    alone = len(seats) <= FEW or any(each.game.file == STANDARD_INPUT for each in seats)
    processes = jobs or (1 if alone else processors())
    with closing(each_readable(partial(_review, home), seats, min(processes, len(seats)))) as results:
        for seat, found in results:
            if isinstance(found, Unreadable):
                yield seat, found
                continue
            review, new = found
            if kept is not None:
                kept.keep_looked_at(new)
            yield seat, seat.reviewed(review)


def _review(home: Path | None, asked: GameSeat) -> tuple[GameReview, list[tuple[HandToReview, HandReview]]]:
    """The review of a seat, and the hands of it that were not kept yet."""
    game = asked.game.read()
    hands = hands_to_review(game.rules, game.events, asked.seat)
    known = [None] * len(hands) if home is None else KeptReviews(home).all(hands, looked_at=True)
    new = [
        (hand, review_hand(hand.rules, hand.seat, hand.hand))
        for hand, kept in zip(hands, known, strict=True)
        if kept is None
    ]
    made = iter(new)
    reviews = tuple(next(made)[1] if kept is None else kept for kept in known)
    return GameReview(asked.seat, asked.game.names, reviews), new


def seats_of(games: Iterable[ListedGame], player: str) -> Iterator[GameSeat]:
    """The seats of that player whose hands are shown."""
    return (GameSeat(game, seat) for game in games for seat in game.seats_of(player) if seat in game.shown)
