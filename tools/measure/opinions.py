"""``python -m tools.measure.opinions``: how often opinions of a review are confirmed by playing them out.

The opinions are those of recorded games (``--records``) or of games of bots. Each is played out as
a review does while a game goes on. What that finds to be a mistake is then played out again with ``--again``
fresh deals: it is confirmed if the interval of 95 % is above zero.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from ai.bots.registry import make_bot
from ai.play import Players
from ai.review.deep_review import QUICK, Candidate, MeasuredState, PlayingOut, candidates, measure
from ai.review.game_review import review_hand
from ai.review.moments import MomentClass
from ai.review.opinions import disagreements
from engine.match import Match
from engine.records.read_file import file_bytes, games_of
from engine.records.recorded_game import RecordedHand, hands_of
from engine.rules import PRESETS, Ruleset
from engine.view import mask
from engine.wall import PLAYERS
from tools.measure.tables import recorded_games

BOTS: tuple[str, ...] = ("takame:beginner", "hayai", "mamori:beginner", "takame")
STEPS: tuple[int, ...] = (300, 600, 1_000, 2_000)
"""Points that the styles expect: opinions are told apart by these."""


def bot_games(seed: int) -> Iterator[tuple[Ruleset, Sequence[RecordedHand]]]:
    """The hands of games of beginners and regular bots, without end."""
    rules = PRESETS["wrc"]
    while True:
        match = Match(rules, seed, BOTS)
        players = Players({seat: make_bot(name) for seat, name in enumerate(BOTS)})
        while match.standings is None:
            if match.acting:
                match.step({seat: players.choose(match, seat) for seat in match.acting})
            else:
                match.proceed()
        yield rules, list(hands_of(match.events))
        seed += 1


def record_games() -> Iterator[tuple[Ruleset, Sequence[RecordedHand]]]:
    """The hands of the recorded games."""
    for path in recorded_games():
        for game in games_of(file_bytes(path)):
            yield game.rules, list(hands_of(game.events))


def opinions_of(rules: Ruleset, hand: RecordedHand, seat: int) -> Iterator[Candidate]:
    """The opinions of the review of a hand for a seat, as what can be played out."""
    heard = RecordedHand(hand.number, hand.first, [mask(event, seat) for event in hand.events])
    found = disagreements(rules, seat, heard)
    moments = review_hand(rules, seat, heard, found).moments
    thought = {each.position for each in moments if each.moment_class is MomentClass.OPINION}
    yield from (each for each in candidates([heard], [found]) if each.moment.position in thought)


def main() -> None:
    """Print a line for each opinion, and the counts by what was expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", action="store_true", help="opinions of recorded games (FURITEN_DATA)")
    parser.add_argument("--most", type=int, default=60, help="opinions")
    parser.add_argument("--skip", type=int, default=0, help="opinions that were played out before")
    parser.add_argument("--seed", type=int, default=9_000)
    parser.add_argument("--again", type=int, default=1_000, help="fresh deals for what was a mistake")
    wanted = parser.parse_args()
    games = record_games() if wanted.records else bot_games(wanted.seed)
    found = (
        each
        for rules, hands in games
        for hand in hands
        for seat in range(PLAYERS)
        for each in opinions_of(rules, hand, seat)
    )
    counts: Counter[tuple[int, str]] = Counter()
    again: Counter[bool] = Counter()
    for candidate in islice(found, wanted.skip, wanted.skip + wanted.most):
        (told,) = measure([candidate], seed=wanted.seed, how=QUICK).decisions
        step = max((each for each in STEPS if each <= (candidate.moment.expected or 0)), default=0)
        counts[step, told.state] += 1
        said = ""
        if told.state is MeasuredState.MISTAKE:
            both = Candidate(candidate.moment, candidate.seen, candidate.taken, (told.better,))
            fresh = PlayingOut(QUICK.bot, (wanted.again,), wanted.again)
            (sure,) = measure([both], seed=wanted.seed + 1, how=fresh).decisions
            assert sure.points is not None
            again[sure.points.low > 0] += 1
            said = f"again {sure.points}"
        print(
            candidate.moment.kind,
            candidate.moment.expected,
            told.state,
            told.points,
            told.deals,
            said,
            flush=True,
        )
    for (step, state), count in sorted(counts.items()):
        print(step, state, count)
    print("mistakes confirmed", again[True], "of", again.total())


if __name__ == "__main__":
    main()
