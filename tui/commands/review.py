"""``furiten review``: what mattered in a record, hand by hand, in sentences and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC
from functools import partial
from pathlib import Path

import click

from ai.play import PERSON
from ai.review.deep_review import Measurement, ReviewTask, deep_review_task, review_all
from ai.review.game_totals import GameTotals, ReviewedRecord, SomeGames
from ai.review.moments import (
    Cost,
    DealIn,
    GameReview,
    HandReview,
    HandVerdict,
    MomentClass,
    MomentFilter,
    ReviewedMoment,
    StyleChoices,
    action_text,
    by_cost,
)
from ai.worker_pool import defer_signals
from engine import events as ev
from engine.records.read_file import STANDARD_INPUT, ReadableGame, file_bytes, games_of, shown_name
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import shown_seats
from engine.tiles import NAMES
from engine.wall import PLAYERS
from tui.archive.archive import Archive, read_time
from tui.archive.game_entries import final_place
from tui.commands.requests import JsonAnswer, to_json
from tui.commands.shared import (
    progress_bar,
    records_in,
    rules_option,
    unreadable,
    whole_seed,
    whole_text,
)
from tui.i18n import join_sentences, ljust, t, width
from tui.system.files import data_folder, write_output
from tui.system.process import processors
from tui.system.terminal import ExitCode, complain, say
from tui.words.names import Seating, recorded_name
from tui.words.review_sentences import (
    ReviewSentences,
    calibration,
    class_word,
    lost_points,
    marked_points,
    placement_marked,
    reviewed_hand_name,
    verdict_words,
)

CLASSES = ("proof", "measured", "opinion")
WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}
FINAL_SCORE = "final-score"
"""The unit of what was played out in the last two hands of a game; elsewhere it is points of the hand."""
MOST_DEAR = 10
"""Moments of many games that are told in full."""
FEW = 4
"""So many seats of games are reviewed in this process: to start others would take longer."""


@click.command(name="review", help=t("review.help"), epilog=t("review.example"))
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=str))
@click.option("--seat", type=click.IntRange(0, 3), metavar="N", help=t("review.seat"))
@click.option("--player", metavar="NAME", callback=whole_text, help=t("review.player"))
@click.option("--class", "classes", multiple=True, type=click.Choice(CLASSES), help=t("review.class"))
@click.option("--points", type=click.IntRange(min=0), default=0, metavar="P", help=t("review.points"))
@click.option("--deep", is_flag=True, help=t("review.deep"))
@click.option("--seed", metavar="S", callback=whole_seed, help=t("review.seed"))
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), metavar="T", help=t("review.seconds"))
@click.option("--page", metavar="FILE", type=click.Path(path_type=Path), help=t("review.page"))
@rules_option
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help=t("review.jobs"))
@click.option("--json", "as_json", is_flag=True, help=t("review.json"))
def command(
    files: tuple[str, ...],
    seat: int | None,
    player: str | None,
    classes: tuple[str, ...],
    points: int,
    deep: bool,
    seed: int | None,
    seconds: float | None,
    page: Path | None,
    rules: str | None,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Review all files; an unreadable one does not stop the others."""
    if page is not None and player is None:
        if files:
            raise click.UsageError(t("review.page-player"))
        player = PERSON
    if seat is not None and player is not None:
        raise click.UsageError(t("review.seat-or-player"))
    if not deep and (seed is not None or seconds is not None):
        raise click.UsageError(t("review.deep-only"))
    wanted = MomentFilter(frozenset(map(MomentClass, classes or CLASSES)), points)
    asked = _Asked(seat, player, rules, own=not files)
    found = _tasks(records_in(files) or _own_games(data_folder()), asked)
    if player is not None and files and not found.tasks and not found.faults:
        raise click.ClickException(t("review.no-player", name=player))
    if page is not None and not found.tasks and not found.faults:
        raise click.ClickException(t("review.no-page"))
    done: dict[ReviewTask, GameReview] = {}
    if deep:
        interrupted = _play_out(found.tasks, jobs or processors(), seed or 0, seconds, done)
    else:
        interrupted = _carry_out(found.tasks, jobs or _jobs(found.tasks), done)
    with defer_signals():
        together = as_json or page is not None or len(found.tasks) > 1
        if player is not None and (files or found.tasks) and together:
            _show_totals(player, found, done, wanted, as_json=as_json)
            if page is not None:
                _write_page(page, player, found, done)
                if not as_json:
                    say(t("review.page-written", file=page))
        else:
            for task in found.tasks:
                if task in done:
                    _show(task, done[task], found.number(task), wanted, as_json=as_json)
        if not found.tasks and not found.faults and not as_json:
            say(t("review.no-games"))
    if interrupted:
        if len(done) < len(found.tasks):
            say(t("review.interrupted", done=len(done), total=len(found.tasks)), error=True)
        return ExitCode.INTERRUPTED
    return ExitCode.BAD_INPUT if found.faults else ExitCode.DONE


# -- what to review ------------------------------------------------------------------------------------


class _Asked:
    """Which seats of which games are asked for."""

    def __init__(self, seat: int | None, player: str | None, rules: str | None, *, own: bool) -> None:
        self.seat, self.player, self.rules, self.own = seat, player, rules, own

    def seats(self, game: ReadableGame) -> Sequence[int]:
        """The seats: the one asked for, those of the player, the person's own, or else all that are shown."""
        shown = shown_seats(game.events)
        if self.seat is not None:
            return (self.seat,) if self.seat in shown else ()
        named = [seat for seat in self._named(game) if seat in shown]
        return named if named or self.player is not None or self.own else shown

    def hidden(self, game: ReadableGame) -> int | None:
        """A seat that is asked for, of a game that hides its hand; None if none is."""
        if self.seat is not None:
            return self.seat
        named = self._named(game) if self.player is not None else []
        return named[0] if named else None

    def _named(self, game: ReadableGame) -> list[int]:
        """The seats of the player, or of the person."""
        start = game.events[0]
        names = start.names[:PLAYERS] if isinstance(start, ev.StartGame) else []
        return [seat for seat, each in enumerate(names) if each == (self.player or PERSON)]


class _Found:
    """The pieces of work, and whether a file could not be read."""

    def __init__(self) -> None:
        self.tasks: list[ReviewTask] = []
        self.several: set[str] = set()
        """Files with more than one game."""
        self.faults = False
        self._contents: dict[str, int] = {}
        """The hash of the content of each file."""
        self._ends: dict[ReviewTask, tuple[str | None, int | None]] = {}
        """When each game was played, and the place of the seat, as far as its record tells."""

    def add(self, file: str, content: bytes, games: Sequence[ReadableGame], asked: _Asked) -> None:
        """The work for the games of a file."""
        self._contents[file] = hash(content)
        if len(games) > 1:
            self.several.add(file)
        for number, game in enumerate(games):
            seats = asked.seats(game)
            if not seats and (hidden := asked.hidden(game)) is not None:
                complain(t("reviewed.hidden", file=shown_name(file), seat=hidden))
                self.faults = True
            for seat in seats:
                task = ReviewTask(file, number, seat, asked.rules)
                self.tasks.append(task)
                place = final_place(game.rules, game.events, seat) if game.cut is None else None
                self._ends[task] = _month(game), place

    def number(self, task: ReviewTask) -> int | None:
        """The number of the game in a file of several, from 1; None in a file of one."""
        return task.game + 1 if task.file in self.several else None

    def read_again(self, task: ReviewTask) -> ReadableGame:
        """The game of a piece of work; raises RecordError and OSError, also if the file has changed."""
        content = file_bytes(task.file)
        if hash(content) != self._contents[task.file]:
            raise RecordError(t("review.changed"))
        return games_of(content, task.rules)[task.game]

    def record(self, task: ReviewTask, review: GameReview) -> ReviewedRecord:
        """The reviewed game with what its record tells."""
        return ReviewedRecord(review, *self._ends[task])


def _month(game: ReadableGame) -> str | None:
    """The year and month in which a game began, in UTC; None if its record does not tell."""
    began = read_time(game.events)
    with suppress(OverflowError):
        if began is not None:
            return f"{(began if began.tzinfo is None else began.astimezone(UTC)):%Y-%m}"
    return None


def _tasks(files: Sequence[str], asked: _Asked) -> _Found:
    """The work to do; tells of each file that cannot be read, in one line."""
    found = _Found()
    for file in files:
        try:
            content = file_bytes(file)
            games = games_of(content, asked.rules)
        except (OSError, RecordError) as error:
            complain(unreadable(file, error))
            found.faults = True
            continue
        for game in games:
            if game.cut is not None:
                complain(f"{shown_name(file)}: {game.cut}; {t('reviewed.to-there')}")
        found.add(file, content, games, asked)
    return found


def _own_games(home: Path) -> list[str]:
    """The records of the archive, the latest first."""
    return [str(path) for path in reversed(Archive(home).files())]


def mistakes_of(
    paths: Sequence[str], player: str, rules: str | None
) -> Iterator[tuple[ReviewTask, GameReview]]:
    """The reviews of all games of a player in files and folders; raises ClickException if there are none.

    Files that cannot be read are told in one line each. Ctrl+C ends it early.
    """
    found = _tasks(records_in(paths), _Asked(None, player, rules, own=False))
    if not found.tasks:
        raise click.ClickException(t("review.no-player", name=player))
    done: dict[ReviewTask, GameReview] = {}
    _carry_out(found.tasks, _jobs(found.tasks), done)
    yield from done.items()


# -- the work ------------------------------------------------------------------------------------------


def _jobs(tasks: Sequence[ReviewTask]) -> int:
    # other processes have no standard input
    alone = len(tasks) <= FEW or any(task.file == STANDARD_INPUT for task in tasks)
    return 1 if alone else processors()


def _carry_out(tasks: Sequence[ReviewTask], jobs: int, done: dict[ReviewTask, GameReview]) -> bool:
    """Review everything into ``done``; returns whether Ctrl+C ended it early."""
    try:
        with progress_bar() as advance, closing(review_all(tasks, jobs)) as reviews:
            for task, review in reviews:
                with defer_signals():
                    done[task] = review
                    if len(tasks) > 1:
                        advance(len(done), len(tasks))
    except KeyboardInterrupt:
        return True
    return False


def _play_out(
    tasks: Sequence[ReviewTask],
    jobs: int,
    seed: int,
    seconds: float | None,
    done: dict[ReviewTask, GameReview],
) -> bool:
    """Review everything with measured moments; those measured until Ctrl+C count."""
    try:
        for task in tasks:
            with progress_bar() as advance:
                found = deep_review_task(
                    task, seed, jobs, seconds, lambda each: advance(each.settled, each.candidates)
                )
            done[task] = found.review
            if not found.measurement.whole:
                _warn_of_cut_measuring(task, found.measurement)
            if found.measurement.interrupted:
                return True
    except KeyboardInterrupt:
        return True
    return False


def _warn_of_cut_measuring(task: ReviewTask, measurement: Measurement) -> None:
    """Say on standard error how much was played out when the time was up, or at Ctrl+C."""
    settled, total = measurement.settled, len(measurement.decisions)
    complain(f"{shown_name(task.file)}: {t('review.cut-short', done=settled, count=total)}")


# -- what is printed -----------------------------------------------------------------------------------


def _show(
    task: ReviewTask, review: GameReview, game: int | None, wanted: MomentFilter, *, as_json: bool
) -> None:
    """Print the review of one seat; ``game`` is its number in a file of several."""
    if as_json:
        say(to_json(_as_object(task.file, game, review, wanted)))
        return
    for line in _as_lines(shown_name(task.file), game, review, wanted):
        say(line)


def _show_totals(
    player: str, found: _Found, done: dict[ReviewTask, GameReview], wanted: MomentFilter, *, as_json: bool
) -> None:
    """What all games of a player cost, and the moments of all of them."""
    tasks = [task for task in found.tasks if task in done]
    totals = GameTotals.of(found.record(task, done[task]) for task in tasks)
    moments = [(task, each) for task in tasks for each in done[task].moments if wanted.fits(each)]
    moments.sort(key=lambda pair: by_cost(pair[1]))
    if as_json:
        say(to_json(_totals(player, totals, moments)))
        return
    say(t("review.games-of", count=totals.games, player=_called(player), hands=totals.hands))
    say(_cost_words(totals.mistakes))
    rows = [(t(f"review.cause.{cause}"), cost) for cause, cost in totals.lost.items()]
    rows += [(month, told.cost) for month, told in totals.months.items()]
    rows += [(t(f"session.places.{place}"), told.cost) for place, told in totals.places.items()]
    room = max(width(name) for name, _ in rows)
    for name, cost in rows:
        say(f"  {ljust(name, room)}  {_cost_words(cost)}")
    dear = [(task, each) for task, each in moments if each.points][:MOST_DEAR]
    if dear:
        say(t("review.dearest"))
    for task, moment in dear:
        review = done[task]
        place = f"{shown_name(task.file)}, {reviewed_hand_name(review.hand_of(moment))}"
        said = _sentences(review).line(moment)
        say(f"  {marked_points(moment):>7} {place}: {said}")
    if mark := placement_marked(moment for _, moment in dear):
        say(f"  {mark}")


def _cost_words(cost: Cost) -> str:
    return t("review.cost", count=cost.moments, lost=lost_points(cost))


def _write_page(page: Path, player: str, found: _Found, done: dict[ReviewTask, GameReview]) -> None:
    """Write the page of all games of a player."""
    from tui.export.totals_page import PlayedGame, totals_page  # few write one

    def read(task: ReviewTask) -> ReadableGame:
        try:
            return found.read_again(task)
        except (OSError, RecordError) as error:
            raise click.ClickException(unreadable(task.file, error)) from None

    games = [
        PlayedGame(task.file, found.number(task), found.record(task, done[task]), partial(read, task))
        for task in found.tasks
        if task in done
    ]
    try:
        write_output(page, totals_page(_called(player), games).encode())
    except OSError as error:
        raise click.ClickException(unreadable(str(page), error)) from None


def _called(player: str) -> str:
    """The name of a player; own records call the person who played only ``you``."""
    return t("exported.person") if player == PERSON else player


def _names(review: GameReview) -> list[str]:
    """The players by seat."""
    return [name or t("review.unnamed", seat=seat) for seat, name in enumerate(review.names)]


def _sentences(review: GameReview) -> ReviewSentences:
    return ReviewSentences(Seating.at_table(_names(review), review.seat, recorded_name).in_full())


def _totals(
    player: str, totals: GameTotals, moments: Sequence[tuple[ReviewTask, ReviewedMoment]]
) -> JsonAnswer:
    return {
        "games": totals.games,
        "hands": totals.hands,
        "player": player,
        "lost": {cause.value: _cost(cost) for cause, cost in totals.lost.items()},
        "by_month": {month: _some(told) for month, told in totals.months.items()},
        "by_place": {str(place): _some(told) for place, told in totals.places.items()},
        "moments": [
            {"file": task.file, "game": task.game + 1, "hand": each.hand} | _moment(each) | _interval(each)
            for task, each in moments
        ],
    }


def _some(told: SomeGames) -> JsonAnswer:
    return {"games": told.games, "hands": told.hands} | _cost(told.cost)


def _cost(cost: Cost) -> JsonAnswer:
    return {"points": cost.points, "final_score": cost.final, "moments": cost.moments}


def _interval(moment: ReviewedMoment) -> JsonAnswer:
    """The interval of 95 % of what was measured."""
    if moment.points is None or moment.ci95 is None:
        return {}
    return {"low": moment.points - moment.ci95, "high": moment.points + moment.ci95}


def _as_lines(file: str, game: int | None, review: GameReview, wanted: MomentFilter) -> Iterator[str]:
    """The lines of one game and seat; ``game`` is its number in a file of several."""
    player = recorded_name(_names(review)[review.seat])
    if game is None:
        yield t("review.head", file=file, player=player)
    else:
        yield t("review.head-game", file=file, game=game, player=player)
    sentences = _sentences(review)
    hands = [reviewed_hand_name(hand) for hand in review.hands]
    room = max(map(width, hands), default=0)
    classes = {each: class_word(each) for each in MomentClass}
    margin = max(map(width, classes.values()))
    for hand, name in zip(review.hands, hands, strict=True):
        yield f"  {ljust(name, room)}  {verdict_words(hand.verdict)}"
        if hand.deal_in is not None:
            yield f"  {' ' * room}  {sentences.deal_in(hand.deal_in)}"
        for moment in hand.moments:
            if wanted.fits(moment):
                said = join_sentences((sentences.line(moment), *sentences.more(moment)))
                yield f"  {' ' * room}  {ljust(classes[moment.moment_class], margin)}  {said}"
    if doubt := calibration(filter(wanted.fits, review.moments)):
        yield f"  {doubt}"


def _as_object(file: str, game: int | None, review: GameReview, wanted: MomentFilter) -> JsonAnswer:
    """One game and seat; ``game`` is its number in a file of several."""
    told: JsonAnswer = {"file": file}
    if game is not None:
        told["game"] = game
    told |= {"seat": review.seat, "player": review.player}
    if review.seed is not None:
        told["seed"] = review.seed
    return told | {"hands": [_hand(hand, wanted) for hand in review.hands]}


def _hand(hand: HandReview, wanted: MomentFilter) -> JsonAnswer:
    return {
        "hand": hand.number,
        "name": f"{WINDS.get(hand.wind, hand.wind)} {hand.kyoku}",
        "verdict": _verdict(hand.verdict) | _deal_in(hand.deal_in),
        "moments": [_moment(moment) for moment in hand.moments if wanted.fits(moment)],
    }


def _verdict(verdict: HandVerdict) -> JsonAnswer:
    told: JsonAnswer = {"kind": verdict.kind.value}
    if verdict.points is not None:
        told["points"] = verdict.points
    if verdict.tile is not None:
        told["tile"] = NAMES[verdict.tile]
    if verdict.better is not None:
        told["better"] = NAMES[verdict.better]
    return told


def _deal_in(found: DealIn | None) -> JsonAnswer:
    """What a deal-in risked, and for which hand."""
    if found is None:
        return {}
    told: JsonAnswer = {"chance": round(found.safety.chance, 4), "shanten": found.after.shanten}
    if found.points is not None:
        told["worth"] = list(found.points)
    return {"deal_in": told}


def _moment(moment: ReviewedMoment) -> JsonAnswer:
    told: JsonAnswer = {
        "event": moment.event,
        "turn": moment.turn,
        "kind": moment.kind.value,
        "class": moment.moment_class.value,
    }
    if moment.tile is not None:
        told["tile"] = NAMES[moment.tile]
    if moment.better_text is not None:
        told["better"] = moment.better_text
    if moment.points is not None:
        told["points"] = moment.points
    if moment.ci95 is not None:
        told["ci95"] = moment.ci95
    if moment.by_placement and moment.points is not None:
        told["unit"] = FINAL_SCORE
    if isinstance(moment.facts, StyleChoices):
        told["styles"] = {each.style: action_text(each.action) for each in moment.facts.choices}
    return told
