"""The questions that some codes bring back, one a line: ``python -m tools.measure.questions`` writes them.

Practice records keep codes for months, so a code has to bring the same question back after an update. Write
the file anew only when other questions are meant (``tests/ai/test_drills_question.py`` compares).
"""

from __future__ import annotations

from zlib import crc32

from ai.drills.generate import make_question
from ai.drills.question import LEVELS, DrillKind, Question
from engine.events import encode
from engine.tiles import format_tiles
from tests.support.fresh_interpreter import ROOT

KEPT = ROOT / "tests" / "data" / "questions.txt"
FIRST, FEW, MANY = 4, 3, 12
"""The first seed of each level, and how many: many of the kinds that are made in no time."""
QUICK = {DrillKind.WAITS, DrillKind.KAN, DrillKind.RIICHI}


def codes(kind: DrillKind) -> list[tuple[int, int]]:
    """Level and seed of each question of a kind that is kept."""
    number = MANY if kind in QUICK else FEW
    return [(level, FIRST + step) for level in LEVELS for step in range(number)]


def line(question: Question) -> str:
    """Code, difficulty, answer, hand, and a number that depends on everything that the seat has heard."""
    answer = "; ".join(" ".join(sorted(part)) or "-" for part in question.answer)
    hand = question.view().hand
    tiles = " ".join([format_tiles(hand.sorted()), *map(str, hand.melds)])
    heard = crc32(b"\n".join([question.rules.name.encode(), *map(encode, question.events)]))
    return f"{question.code} | {question.difficulty} | {answer} | {tiles} | {heard:08x}"


def main() -> None:
    """Write the lines."""
    made = (make_question(kind, *code) for kind in DrillKind for code in codes(kind))
    KEPT.write_text("".join(f"{line(question)}\n" for question in made), encoding="utf-8")


if __name__ == "__main__":
    main()
