"""The questions that some codes bring back, one a line: ``python -m tests.measure.questions`` writes them.

Practice records keep codes for months, so a code has to bring the same question back after an update. Write
the file anew only when other questions are meant (``tests/ai/test_drills_question.py`` compares).
"""

from __future__ import annotations

from zlib import crc32

from ai.drills.generate import KINDS_MADE, make_question
from ai.drills.question import LEVELS, Question
from engine.events import encode
from engine.tiles import format_tiles
from tests.support.fresh_interpreter import ROOT

KEPT = ROOT / "tests" / "data" / "questions.txt"
SEEDS_KEPT = (4, 5)


def line(question: Question) -> str:
    """Code, difficulty, answer, hand, and a number that depends on everything that the seat has heard."""
    answer = "; ".join(" ".join(sorted(part)) or "-" for part in question.answer)
    hand = question.view().hand
    tiles = " ".join([format_tiles(hand.sorted()), *map(str, hand.melds)])
    heard = crc32(b"\n".join([question.rules.name.encode(), *map(encode, question.events)]))
    return f"{question.code} | {question.difficulty} | {answer} | {tiles} | {heard:08x}"


def main() -> None:
    """Write the lines."""
    made = (
        make_question(kind, level, seed) for kind in KINDS_MADE for level in LEVELS for seed in SEEDS_KEPT
    )
    KEPT.write_text("".join(f"{line(question)}\n" for question in made), encoding="utf-8")


if __name__ == "__main__":
    main()
