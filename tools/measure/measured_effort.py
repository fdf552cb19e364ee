"""``python -m tools.measure.measured_effort``: what a practice question costs, as they are made.

For each kind, over all levels: keys of the right answer, words to read before it, words of its explanation.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from ai.drills.question import LEVELS, DrillKind, Question
from tests.support.tui.practice_app import keys_for
from tools.positions.generate import make_question
from tui.practice.explain import ask_words, explain, option_word

SEEDS = 10
"""Questions of each kind and level, unless another number is given."""


class Effort(NamedTuple):
    """What the right answer to a question takes."""

    keys: int
    """With Enter after each part, but without the one that goes on to the next question."""
    words: int
    """Of all parts that are asked, with those among their options."""
    explained: int
    """Words of the explanation."""


def effort(question: Question) -> Effort:
    """What the right answer to a question takes."""
    words = ""
    for number, (part, ids) in enumerate(zip(question.parts, question.answer, strict=True)):
        if ids:
            said = [at for at, option in enumerate(part.options) if option.tile is None]
            words += " ".join(
                ["", ask_words(question, number), *(option_word(question, part, at) for at in said)]
            )
    explained = " ".join(explain(question, question.answer).sentences)
    keys = sum(1 for _ in keys_for(question, question.answer))
    return Effort(keys, len(words.split()), len(explained.split()))


def main(seeds: int) -> None:
    """Print median and maximum for each kind."""
    for kind in DrillKind:
        efforts = [effort(make_question(kind, level, seed)) for level in LEVELS for seed in range(seeds)]
        columns = zip(Effort._fields, zip(*efforts, strict=True), strict=True)
        told = (f"{name} {_told(values)}" for name, values in columns)
        print(f"{kind.value:<10} {'   '.join(told)}", flush=True)


def _told(values: Sequence[int]) -> str:
    return f"median {median(values):>5}, most {max(values):>3}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
