"""How many han luck adds to a win in riichi: prints ``EXTRA_HAN`` of ``ai/bots/win_value.py``.

    FURITEN_DATA=FOLDER python -m tools.measure.extra_han --table recorded --hands 944
    NODE_PATH=FOLDER/node_modules python -m tools.measure.extra_han --table majiang --hands 1500

Tables are those of ``tools/measure/tables.py``. Luck is tsumo, ippatsu and ura dora.
"""

from __future__ import annotations

from collections import Counter

from engine.score import Score
from engine.score.yaku import URA_DORA
from tools.measure.tables import Table, hands, hands_asked_for

LUCK = ("menzen-tsumo", "ippatsu", URA_DORA)
MOST = 3
"""So many han and more are one group."""


def extra_han(score: Score) -> int:
    """The han of a win that come of luck."""
    return sum(item.han for item in score.yaku if item.name in LUCK)


def played(table: Table, seed: int, number: int) -> list[list[int]]:
    """The han of luck of each win in riichi, by hand of one game; the same for the same numbers."""
    found = []
    for game in hands(table, seed, number, lambda _: None):
        seats, outcome = game.table.seats, game.outcome
        assert outcome is not None
        wins = [win for win in outcome.wins if seats[win.winner].riichi and not win.score.yakuman]
        found.append([extra_han(win.score) for win in wins])
    return found


def main() -> None:
    """Play as many hands as asked for, and count."""
    counted = Counter(min(extra, MOST) for hand in hands_asked_for(played, __doc__) for extra in hand)
    total = counted.total()
    chances = ", ".join(f"{counted[extra] / max(total, 1):.2f}" for extra in range(MOST + 1))
    print(f"EXTRA_HAN = ({chances})  # {total} wins")


if __name__ == "__main__":
    main()
