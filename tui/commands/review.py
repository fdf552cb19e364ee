"""``furiten review``: what mattered in a record, hand by hand, in sentences and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click

from ai.play import PERSON
from ai.review.deep_review import deep_review
from ai.review.game_totals import GameTotals, SomeGames
from ai.review.moments import (
    Cost,
    DealIn,
    GameReview,
    HandReview,
    MomentClass,
    MomentFilter,
    ReviewedMoment,
    StyleChoices,
    action_text,
    by_cost,
)
from ai.worker_pool import defer_signals
from engine.records.read_file import shown_name
from engine.tiles import NAMES
from tui.archive.archive import Archive, Unreadable
from tui.archive.player_reviews import GameSeat, ListedGame, PlayedGame, list_games, review_seats
from tui.commands.requests import JsonAnswer, to_json
from tui.commands.shared import progress_bar, records_in, rules_option, unreadable, whole_seed, whole_text
from tui.i18n import join_sentences, ljust, t, width
from tui.system.files import data_folder, write_output
from tui.system.process import processors
from tui.system.terminal import ExitCode, complain, say
from tui.words.names import Seating, recorded_name
from tui.words.review_sentences import (
    ReviewSentences,
    calibration,
    checked_words,
    class_word,
    cost_words,
    marked_points,
    points_legend,
    reviewed_hand_name,
    totals_rows,
    totals_title,
    verdict_words,
)

CLASSES = ("proof", "measured", "opinion")
WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}
FINAL_SCORE = "final-score"
"""The unit of what was played out in the last two hands of a game; elsewhere it is points of the hand."""
MOST_DEAR = 10
"""Moments of many games that are told in full."""


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
    seats, faulty = _seats(records_in(files) or _own_games(data_folder()), seat, player, rules, own=not files)
    if player is not None and (files or not player) and not seats and not faulty:
        raise click.ClickException(t("review.no-player", name=player))
    if page is not None and not seats and not faulty:
        raise click.ClickException(t("review.no-page"))
    together = player is not None and (as_json or page is not None or len(seats) > 1)
    work = _Work(seats)
    if deep:
        work.play_out(jobs or processors(), seed or 0, seconds)
    else:
        # the same file gives the same review, whatever was kept
        kept = together and len({each.game.file for each in seats}) > 1
        work.carry_out(jobs, data_folder() if kept else None)
    with defer_signals():
        if player is not None and together and (files or seats):
            _show_totals(player, work.games, wanted, as_json=as_json)
            if page is not None:
                from tui.export.totals_page import totals_page  # few write one

                try:
                    write_output(page, totals_page(player, work.games).encode())
                except OSError as error:
                    raise click.ClickException(unreadable(str(page), error)) from None
                if not as_json:
                    say(t("review.page-written", file=page))
        else:
            for game in work.games:
                _show(game, wanted, as_json=as_json)
        if not seats and not faulty and not as_json:
            say(t("review.no-games"))
    if work.interrupted:
        if len(work.done) < len(seats):
            say(t("review.interrupted", done=len(work.done), total=len(seats)), error=True)
        return ExitCode.INTERRUPTED
    return ExitCode.BAD_INPUT if faulty or work.faults else ExitCode.DONE


# -- what to review ------------------------------------------------------------------------------------


def _wanted(game: ListedGame, seat: int | None, player: str | None, *, own: bool) -> Iterator[GameSeat]:
    """The seats: the one asked for, those of the player, the person's own, or else all that are shown.

    Those of a game that hides them are left out, which is told.
    """
    named = game.seats_of(PERSON if player is None else player)
    asked = named if seat is None else [seat]
    if seat is None and player is None and not own and not set(named) & set(game.shown):
        asked = list(game.shown)
    yield from (GameSeat(game, each) for each in asked if each in game.shown)


def _seats(
    files: Sequence[str], seat: int | None, player: str | None, rules: str | None, *, own: bool
) -> tuple[list[GameSeat], bool]:
    """The seats to review, and whether something could not be read or shown, which is told in a line each."""
    seats: list[GameSeat] = []
    faults = False
    for file in files:
        try:
            games = list_games(file, rules)
        except Unreadable as error:
            complain(unreadable(file, error))
            faults = True
            continue
        for game in games:
            if game.cut is not None:
                complain(f"{shown_name(file)}: {game.cut}; {t('reviewed.to-there')}")
            found = list(_wanted(game, seat, player, own=own))
            asked = [seat] if seat is not None else game.seats_of(player) if player is not None else []
            if asked and not found:
                complain(t("reviewed.hidden", file=shown_name(file), seat=asked[0]))
                faults = True
            seats += found
    return seats, faults


def _own_games(home: Path) -> list[str]:
    return [str(path) for path in reversed(Archive(home).files())]


def games_of_player(paths: Sequence[str], player: str, rules: str | None) -> list[PlayedGame]:
    """All games of a player in files and folders, reviewed; raises ClickException if there are none.

    What cannot be read is told in one line each. Ctrl+C ends it early.
    """
    seats, _ = _seats(records_in(paths), None, player, rules, own=False)
    if not seats:
        raise click.ClickException(t("review.no-player", name=player))
    work = _Work(seats)
    work.carry_out(None, data_folder())
    return work.games


# -- the work ------------------------------------------------------------------------------------------


class _Work:
    """The seats to review, and what is done of them."""

    def __init__(self, seats: Sequence[GameSeat]) -> None:
        self.seats = seats
        self.done: dict[GameSeat, PlayedGame] = {}
        self.faults = self.interrupted = False

    @property
    def games(self) -> list[PlayedGame]:
        return [self.done[seat] for seat in self.seats if seat in self.done]

    def carry_out(self, jobs: int | None, home: Path | None) -> None:
        """Review everything, until Ctrl+C."""
        try:
            with progress_bar() as advance, closing(review_seats(self.seats, jobs, home)) as reviews:
                for done, (seat, found) in enumerate(reviews, 1):
                    with defer_signals():
                        if isinstance(found, Unreadable):
                            self._lost(seat, found)
                        else:
                            self.done[seat] = found
                        if len(self.seats) > 1:
                            advance(done, len(self.seats))
        except KeyboardInterrupt:
            self.interrupted = True

    def play_out(self, jobs: int, seed: int, seconds: float | None) -> None:
        """Review everything with measured moments; those measured until Ctrl+C count."""
        try:
            for seat in self.seats:
                if self.interrupted:
                    return
                try:
                    game = seat.game.read()
                except Unreadable as error:
                    self._lost(seat, error)
                    continue
                with progress_bar() as advance:
                    found = deep_review(
                        game.rules,
                        game.events,
                        seat.seat,
                        seed=seed,
                        jobs=jobs,
                        seconds=seconds,
                        progress=lambda each: advance(each.settled, each.candidates),
                    )
                self.done[seat] = seat.reviewed(found.review)
                if not found.measurement.whole:
                    settled, total = found.measurement.settled, len(found.measurement.decisions)
                    complain(
                        f"{shown_name(seat.game.file)}: {t('review.cut-short', done=settled, count=total)}"
                    )
                self.interrupted = found.measurement.interrupted
        except KeyboardInterrupt:
            self.interrupted = True

    def _lost(self, seat: GameSeat, error: Unreadable) -> None:
        """Tell that a game cannot be read any more; the others go on."""
        complain(unreadable(seat.game.file, error))
        self.faults = True


# -- what is printed -----------------------------------------------------------------------------------


def _show(game: PlayedGame, wanted: MomentFilter, *, as_json: bool) -> None:
    review = game.record.review
    if as_json:
        told: JsonAnswer = {"file": game.file}
        if game.number is not None:
            told["game"] = game.number
        told |= {"seat": review.seat, "player": review.player}
        if review.seed is not None:
            told["seed"] = review.seed
        say(to_json(told | {"hands": [_hand(hand, wanted) for hand in review.hands]}))
        return
    for line in _as_lines(shown_name(game.file), game.number, review, wanted):
        say(line)


def _show_totals(player: str, games: Sequence[PlayedGame], wanted: MomentFilter, *, as_json: bool) -> None:
    totals = GameTotals.of(game.record for game in games)
    moments = [(game, each) for game in games for each in game.record.review.moments if wanted.fits(each)]
    moments.sort(key=lambda pair: by_cost(pair[1]))
    if as_json:
        say(to_json(_totals(player, totals, moments)))
        return
    say(totals_title(totals, player))
    say(cost_words(totals.mistakes))
    rows = [(row.name, row.cost) for row in totals_rows(totals)]
    room = max(width(name) for name, _ in rows)
    for name, cost in rows:
        say(f"  {ljust(name, room)}  {cost_words(cost)}")
    if checked := checked_words(totals):
        say(checked)
    dear = [(game, each) for game, each in moments if each.points][:MOST_DEAR]
    if dear:
        say(t("review.dearest"))
    for game, moment in dear:
        review = game.record.review
        place = f"{shown_name(game.file)}, {reviewed_hand_name(review.hand_of(moment))}"
        said = _sentences(review).line(moment)
        say(f"  {marked_points(moment):>7} {place}: {said}")
    if mark := points_legend(moment for _, moment in dear):
        say(f"  {mark}")


def _names(review: GameReview) -> list[str]:
    return [name or t("review.unnamed", seat=seat) for seat, name in enumerate(review.names)]


def _sentences(review: GameReview) -> ReviewSentences:
    return ReviewSentences(Seating.at_table(_names(review), review.seat, recorded_name).in_full())


def _totals(
    player: str, totals: GameTotals, moments: Sequence[tuple[PlayedGame, ReviewedMoment]]
) -> JsonAnswer:
    return {
        "games": totals.games,
        "hands": totals.hands,
        "player": player,
        "lost": {cause.value: _cost(cost) for cause, cost in totals.lost.items()},
        "by_month": {month: _some(told) for month, told in totals.months.items()},
        "by_place": {str(place): _some(told) for place, told in totals.places.items()},
        "opinions": {
            "cleared": totals.cleared,
            "undecided": totals.undecided,
            "not_played_out": totals.untried,
        },
        "moments": [
            {"file": game.file, "game": game.number or 1, "hand": each.hand} | _moment(each) | _interval(each)
            for game, each in moments
        ],
    }


def _some(told: SomeGames) -> JsonAnswer:
    return {"games": told.games, "hands": told.hands} | _cost(told.cost)


def _cost(cost: Cost) -> JsonAnswer:
    return {"points": cost.points, "final_score": cost.final, "moments": cost.moments}


def _interval(moment: ReviewedMoment) -> JsonAnswer:
    """The interval of 95 % of what was measured, and of what playing out left open."""
    if moment.played is not None:
        return {"low": moment.played.low, "high": moment.played.high}
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
        yield f"  {ljust(name, room)}  {verdict_words(wanted.verdict(hand))}"
        if hand.deal_in is not None:
            yield f"  {' ' * room}  {sentences.deal_in(hand.deal_in)}"
        for moment in hand.moments:
            if wanted.fits(moment):
                said = join_sentences((sentences.line(moment), *sentences.more(moment)))
                yield f"  {' ' * room}  {ljust(classes[moment.moment_class], margin)}  {said}"
    if doubt := calibration(filter(wanted.fits, review.moments)):
        yield f"  {doubt}"


def _hand(hand: HandReview, wanted: MomentFilter) -> JsonAnswer:
    told: JsonAnswer = {"kind": hand.verdict.kind.value}
    if hand.verdict.points is not None:
        told["points"] = hand.verdict.points
    if hand.verdict.tile is not None:
        told["tile"] = NAMES[hand.verdict.tile]
    if hand.verdict.better is not None:
        told["better"] = NAMES[hand.verdict.better]
    return {
        "hand": hand.number,
        "name": f"{WINDS.get(hand.wind, hand.wind)} {hand.kyoku}",
        "verdict": told | _deal_in(hand.deal_in),
        "moments": [_moment(moment) for moment in hand.moments if wanted.fits(moment)],
    }


def _deal_in(found: DealIn | None) -> JsonAnswer:
    if found is None:
        return {}
    told: JsonAnswer = {"chance": round(found.safety.chance, 4), "shanten": found.after.shanten}
    if found.after.points is not None:
        told["worth"] = list(found.after.points)
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
    if moment.by_placement and (moment.points is not None or moment.played is not None):
        told["unit"] = FINAL_SCORE
    if isinstance(moment.facts, StyleChoices):
        told["styles"] = {each.style: action_text(each.action) for each in moment.facts.choices}
    return told
