"""The score of complete hands beside other libraries: yaku, han, fu, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.score import Score, Win, score
from tools.bench.bench_rows import Goal
from tools.bench.hands import wins
from tools.bench.measure import Contest, Peer, Runner, beside


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


def scoring(title: str, number: int) -> Contest:
    """Yaku, han, fu and points of complete hands, with melds and without."""
    hands = wins(number)

    def mahjong(library: Any) -> Peer:
        asked = [library.win(win) for win in hands]

        def check() -> None:
            _like_mahjong(hands, [library.score(each) for each in asked])

        return Peer(Runner(library.NAME, library.score, asked), Goal(4, 7), check)

    def rust(library: Any) -> Peer:
        asked = [library.win(win) for win in hands]

        def check() -> None:
            red = [library.red_fives(each) for each in asked]
            _like_riichienv(hands, [library.score(each) for each in asked], red)

        return Peer(Runner(library.NAME, library.score, asked), Goal(stretch=0.5), check)

    peers = [beside("mahjong", mahjong), beside("riichienv", rust)]
    return Contest(title, Runner("furiten", score, hands), peers)
