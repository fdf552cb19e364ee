"""The score of complete hands beside other libraries: yaku, han, fu, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from engine.score import Score, Win, score
from tools.bench.bench_rows import NO_GOAL, Goal
from tools.bench.hands import wins
from tools.bench.kernels import ENDINGS, SOME, Asked
from tools.bench.measure import Contest, Effort, Peer, Work, beside


def _like_mahjong(hands: Sequence[Win], answers: Sequence[Any]) -> None:
    """Yakuman apart, han and fu are the same, and so is that there is no win."""
    for win, other in zip(hands, answers, strict=True):
        mine = score(win)
        if not isinstance(mine, Score):
            assert other.error, win
        elif not mine.yakuman:
            assert (mine.han, mine.fu) == (other.han, other.fu), win


def _like_riichienv(hands: Sequence[Win], answers: Sequence[Any], red: Sequence[int]) -> None:
    """Yakuman and red fives apart, han and fu are the same."""
    for win, other, fives in zip(hands, answers, red, strict=True):
        mine = score(win)
        if isinstance(mine, Score) and not mine.yakuman:
            assert (mine.han, mine.fu) == (other.han - fives, other.fu), win


def scoring(title: str, asked: Asked) -> Contest:
    """Yaku, han, fu and points of complete hands, with melds and without."""
    hands = wins(asked.dealt)
    few = hands[: asked.number]

    def mahjong(library: Any) -> Peer:
        wins = [library.win(win) for win in hands]

        def check() -> None:
            _like_mahjong(few, [library.score(each) for each in wins[: asked.number]])

        goal = NO_GOAL if asked.warm else Goal(4, 7)
        return Peer(asked.runner(library.NAME, library.score, wins), goal, check)

    def rust(library: Any) -> Peer:
        wins = [library.win(win) for win in hands]

        def check() -> None:
            compared = wins[: asked.number]
            red = [library.red_fives(each) for each in compared]
            _like_riichienv(few, [library.score(each) for each in compared], red)

        goal = NO_GOAL if asked.warm else Goal(0.4, 0.5)
        return Peer(asked.runner(library.NAME, library.score, wins), goal, check)

    peers = [beside("mahjong", mahjong), beside("riichienv", rust)]
    return Contest(title, asked.runner("furiten", score, hands), peers)


def scorings(effort: Effort) -> Iterator[Work]:
    """Wins that are new in every round, and the same in all."""
    for ending, warm in ENDINGS:
        asked = Asked(effort.of(SOME), effort, warm=warm)
        yield Work(f"scoring a complete hand, {ending}", partial(scoring, asked=asked))
