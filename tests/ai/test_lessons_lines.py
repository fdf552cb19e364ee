"""Every lesson plays through: what each line of choices comes to, furiten at every step, and what is said."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from ai.lessons.lesson import lessons
from ai.lessons.lesson_game import LessonGame
from ai.play import Pending
from ai.review.hand_review import Moment, WinMissed, review
from engine.tiles import format_tiles
from tests.support.ai.lesson_lines import played


class Line(NamedTuple):
    """Choices, the causes of furiten before each and after the last, the remarks, and the end."""

    lesson: str
    play: str
    furiten: tuple[str, ...]
    said: tuple[str, ...]
    end: str


LINES = (
    Line("what-a-hand-is", "discard 9p; ron", ("", "", ""), ("tenpai", "eight", "ron"), "ron +2900"),
    Line(
        "what-a-hand-is",
        "discard 5p; discard 9p; ron",
        ("", "", "", ""),
        ("pair", "eight", "tenpai", "ron"),
        "ron +2900",
    ),
    Line("pushing", "discard 2m; discard 4p", ("", "", ""), ("before", "again", "others"), "others-won +0"),
    Line(
        "pushing",
        "riichi 2m; discard 8m",
        ("", "", ""),
        ("before", "riichi", "again", "dealt-in"),
        "dealt-in -19000",
    ),
    Line(
        "what-is-furiten",
        "discard 4p; discard 6z; tsumo",
        ("", "discard:5p temporary:5p", "discard:5p temporary:2p", "discard:5p temporary:2p"),
        ("furiten", "refused", "tsumo"),
        "tsumo +7800",
    ),
    Line("what-is-furiten", "discard 3p; ron", ("", "", ""), ("ron",), "ron +12000"),
    Line(
        "every-wait",
        "discard 7p; pass; tsumo",
        (
            "",
            "discard:2p temporary:8p temporary:5p",
            "discard:2p temporary:8p temporary:5p",
            "discard:2p temporary:8p temporary:5p",
        ),
        ("furiten", "eight", "five", "tsumo"),
        "tsumo +1500",
    ),
    Line("every-wait", "riichi 3p; ron", ("", "", ""), ("ron",), "ron +2600"),
    Line("every-wait", "discard 3p; pass", ("", "", "temporary:9m"), ("no-yaku",), "open"),
    Line(
        "seven-pairs",
        "discard 4z; tsumo",
        ("", "discard:9s temporary:9s", "discard:9s temporary:9s"),
        ("furiten", "missed", "tsumo"),
        "tsumo +3200",
    ),
    Line("seven-pairs", "riichi 9s; ron", ("", "", ""), ("ron",), "ron +6400"),
    Line(
        "thirteen-orphans",
        "discard 1z; discard 5p; tsumo",
        ("", "", *["discard:1z temporary:5z temporary:4z temporary:3z"] * 2),
        ("broken", "furiten", "missed", "tsumo"),
        "tsumo +32000",
    ),
    Line("thirteen-orphans", "discard 5p; ron", ("", "", ""), ("ron",), "ron +32000"),
    Line(
        "no-yaku",
        "discard 9m; pass; pass; discard 2z; ron",
        ("", "", "temporary:3p", "temporary:3p temporary:5z", "", ""),
        ("no-yaku", "temporary", "dragon", "over", "late"),
        "ron +3900",
    ),
    Line("no-yaku", "riichi 9m; ron", ("", "", ""), ("riichi",), "ron +12000"),
    Line(
        "outer-tile",
        "discard 5m; discard 1m; pass; tsumo",
        ("", "temporary:1m temporary:4m", "discard:1m", "discard:1m temporary:1m", "discard:1m temporary:1m"),
        ("no-yaku", "missed", "drawn", "discard", "tsumo"),
        "tsumo +2000",
    ),
    Line("outer-tile", "discard 2m; ron", ("", "", ""), ("ron",), "ron +2000"),
    Line(
        "called-away",
        "discard 5s; pass; tsumo",
        ("", "discard:3s temporary:6s", "discard:3s temporary:6s", "discard:3s temporary:6s"),
        ("furiten", "missed", "tsumo"),
        "tsumo +1500",
    ),
    Line("called-away", "riichi 4s; ron", ("", "", ""), ("ron",), "ron +5200"),
    Line("present-wait", "discard 3p; ron", ("", "", ""), ("ron",), "ron +2000"),
    Line(
        "present-wait",
        "discard 3p; pass; discard 1s; ron",
        ("", "", "temporary:4p temporary:1p", "", ""),
        ("passed", "missed", "over", "ron"),
        "ron +1000",
    ),
    Line("present-wait", "discard 2p; discard 1s", ("", "", ""), (), "open"),
    Line(
        "not-ready-yet",
        "discard 9p; riichi 1z; ron",
        ("", "", "", ""),
        ("before", "completed", "ron"),
        "ron +8000",
    ),
    Line("not-ready-yet", "discard 4s; discard 1z; pass", ("", "", "", ""), ("before", "completed"), "open"),
    Line("let-one-go", "discard 9s; ron", ("", "", ""), ("ron",), "ron +8000"),
    Line(
        "let-one-go",
        "discard 9s; pass; discard 7z; ron",
        ("", "", "temporary:5p temporary:8p", "", ""),
        ("passed", "missed", "over", "ron"),
        "ron +8000",
    ),
    Line(
        "let-one-go",
        "riichi 9s; pass; discard 7z",
        ("", "", "riichi:5p riichi:8p", "riichi:5p riichi:8p"),
        ("passed", "riichi", "missed"),
        "open",
    ),
    Line(
        "calls-of-others",
        "discard 9m; pass; discard 5z; ron",
        ("", "temporary:1m", "temporary:1m temporary:4m", "", ""),
        ("temporary", "missed", "over", "ron"),
        "ron +1000",
    ),
    Line(
        "calls-of-others",
        "discard 9m; chi",
        ("", "temporary:1m", "temporary:1m temporary:4m"),
        ("temporary", "missed"),
        "open",
    ),
    Line("after-riichi", "ron", ("", ""), ("ron",), "ron +3900"),
    Line(
        "after-riichi",
        "pass; discard 2z; discard 1m; discard 6z; discard 7z; tsumo",
        (
            "",
            "riichi:6s riichi:3s",
            "riichi:6s riichi:3s",
            "riichi:6s riichi:3s",
            "riichi:6s riichi:3s",
            "riichi:6s riichi:3s",
            "riichi:6s riichi:3s",
        ),
        ("passed", "furiten", "missed", "tsumo"),
        "tsumo +12000",
    ),
    Line("own-draw", "tsumo", ("", ""), ("tsumo",), "tsumo +18000"),
    Line(
        "own-draw",
        "discard 4s; discard 9m; discard 5z; discard 6z; tsumo",
        (
            "",
            "discard:4s riichi:4s riichi:7s",
            "discard:4s riichi:4s riichi:7s",
            "discard:4s riichi:4s riichi:7s",
            "discard:4s riichi:4s riichi:7s",
            "discard:4s riichi:4s riichi:7s",
        ),
        ("passed", "furiten", "missed", "late"),
        "tsumo +18000",
    ),
    Line("no-skipping", "tsumo", ("", ""), ("tsumo",), "tsumo +5200"),
    Line(
        "no-skipping",
        "discard 3p; discard 9p; discard 5z; discard 1p; tsumo",
        ("", "discard:3p temporary:6p", "discard:3p", "discard:3p", "discard:3p", "discard:3p"),
        ("declined", "missed", "late"),
        "tsumo +6200",
    ),
    Line("rob-the-kan", "discard 9p; ron", ("", "", ""), ("kan", "ron"), "ron +3900"),
    Line(
        "rob-the-kan",
        "discard 9p; pass; discard 7z; ron",
        ("", "", "temporary:3p temporary:6p", "", ""),
        ("kan", "passed", "missed", "over", "late"),
        "ron +2000",
    ),
    Line(
        "way-out",
        "discard 6z; discard 2s; ron",
        ("", "discard:1s", "", ""),
        ("furiten", "chance", "free", "ron"),
        "ron +1300",
    ),
    Line(
        "way-out",
        "discard 6z; discard 5s",
        ("", "discard:1s", "discard:1s temporary:4s"),
        ("furiten", "chance", "missed"),
        "open",
    ),
    Line(
        "way-out",
        "riichi 6z; discard 5s; discard 1p",
        ("", "discard:1s", "discard:1s riichi:4s", "discard:1s riichi:4s"),
        ("locked", "furiten", "chance", "missed"),
        "open",
    ),
    Line("their-own-tiles", "discard 1s; discard 1s; ron", ("", "", "", ""), ("safe", "ron"), "ron +9000"),
    Line("their-own-tiles", "discard 6p", ("", ""), ("dealt-in",), "dealt-in -2900"),
    Line("after-their-riichi", "discard 6p; discard 6p; ron", ("", "", "", ""), ("safe", "ron"), "ron +2000"),
    Line("after-their-riichi", "discard 7s", ("", ""), ("dealt-in",), "dealt-in -8000"),
    Line("suji", "discard 7z; riichi 6z; ron", ("", "", "", ""), ("safe", "ron"), "ron +13000"),
    Line("suji", "discard 2p", ("", ""), ("dealt-in",), "dealt-in -5200"),
    Line("this-turn", "discard 8p; riichi 1z; ron", ("", "", "", ""), ("eight", "east", "ron"), "ron +3900"),
    Line(
        "this-turn", "discard 1z; discard 8p", ("", "", ""), ("east", "eight", "dealt-in"), "dealt-in -1000"
    ),
    Line("walls", "discard 9m; discard 9m; ron", ("", "", "", ""), ("safe", "ron"), "ron +3000"),
    Line("walls", "discard 8p", ("", ""), ("dealt-in",), "dealt-in -5800"),
    Line("reading-a-pond", "discard 5p; discard 5p; ron", ("", "", "", ""), ("safe", "ron"), "ron +2000"),
    Line("reading-a-pond", "discard 4p", ("", ""), ("dealt-in",), "dealt-in -5800"),
    Line(
        "folding",
        "discard 1s; discard 1s; discard 9p",
        ("", "", "", ""),
        ("before", "tempting", "others"),
        "others-won +0",
    ),
    Line("folding", "discard 8m", ("", ""), ("before", "dealt-in"), "dealt-in -12000"),
    Line(
        "folding",
        "discard 1s; discard 1s; discard 5m",
        ("", "", "", ""),
        ("before", "tempting", "dealt-in"),
        "dealt-in -12000",
    ),
    Line(
        "kan-after-riichi",
        "discard 2p; closed-kan 7s; tsumo",
        ("", "", "", ""),
        ("changes", "legal", "tsumo"),
        "tsumo +12000",
    ),
    Line(
        "kan-after-riichi",
        "discard 2p; discard 7s; ron",
        ("", "", "", ""),
        ("changes", "legal", "ron"),
        "ron +2000",
    ),
    Line(
        "the-referee",
        "pass; discard 9p; ron",
        ("discard:8p", "discard:8p", "discard:8p", "discard:8p temporary:5p"),
        ("before", "five", "chombo"),
        "chombo +0",
    ),
    Line(
        "the-referee",
        "pass; discard 9p; withdrawn-win",
        ("discard:8p", "discard:8p", "discard:8p", ""),
        ("before", "five", "dead-hand"),
        "open",
    ),
    Line(
        "the-referee",
        "pass; discard 9p; pass; pass; pass; tsumo",
        (
            "discard:8p",
            "discard:8p",
            "discard:8p",
            "discard:8p temporary:5p",
            "discard:8p temporary:5p",
            "discard:8p temporary:5p",
            "discard:8p temporary:5p",
        ),
        ("before", "five", "tsumo"),
        "tsumo +7800",
    ),
    Line(
        "furiten-riichi",
        "riichi 8p; discard 7z; tsumo",
        (
            "",
            "discard:3p riichi:6p riichi:9p",
            "discard:3p riichi:6p riichi:9p",
            "discard:3p riichi:6p riichi:9p",
        ),
        ("riichi", "furiten", "missed", "tsumo"),
        "tsumo +12000",
    ),
    Line(
        "furiten-riichi",
        "discard 8p; discard 7z; tsumo",
        ("", "discard:3p temporary:6p temporary:9p", "discard:3p", "discard:3p"),
        ("furiten", "missed", "tsumo"),
        "tsumo +2700",
    ),
    Line(
        "furiten-riichi",
        "riichi 4p; discard 7z; discard 9p; ron",
        ("", "", "", "", ""),
        ("ron",),
        "ron +12000",
    ),
    Line("riichi-for-more", "tsumo", ("", ""), ("small",), "tsumo +1500"),
    Line(
        "riichi-for-more",
        "riichi 9s; tsumo",
        ("", "discard:9s riichi:6s", "discard:9s riichi:6s"),
        ("riichi", "missed", "large"),
        "tsumo +12000",
    ),
    Line(
        "order-of-a-riichi",
        "pass; riichi 9p",
        ("", "", ""),
        ("before", "dealt-in"),
        "dealt-in -2000",
    ),
    Line(
        "order-of-a-riichi",
        "pass; riichi 6p; pass; pass; pass; discard 5z; ron",
        ("", "", "", "", "", "", "", ""),
        ("before", "riichi", "ron"),
        "ron +3900",
    ),
    Line(
        "order-of-a-riichi",
        "pass; riichi 7p",
        ("", "", ""),
        ("before", "noten", "riichi"),
        "open",
    ),
    Line(
        "order-of-a-riichi",
        "pass; riichi 6p; pass; pass; pass; discard 2s",
        ("", "", "", "", "", "", ""),
        ("before", "riichi", "from-hand"),
        "open",
    ),
    Line(
        "order-of-a-call",
        "chi 3s; discard 8p; ron",
        ("", "", "", ""),
        ("before", "discard", "ron"),
        "ron +1000",
    ),
    Line(
        "order-of-a-call",
        "chi 3s; discard 6s",
        ("", "", ""),
        ("before", "discard", "swap"),
        "open",
    ),
    Line(
        "order-of-a-call",
        "pon",
        ("", ""),
        ("before", "no-pon"),
        "open",
    ),
    Line(
        "order-of-a-call",
        "wrong pon",
        ("", ""),
        ("before", "no-pon"),
        "open",
    ),
    Line(
        "order-of-a-win",
        "pass; tsumo; count",
        ("", "", "", ""),
        ("before", "called"),
        "tsumo +2700",
    ),
    Line(
        "order-of-a-win",
        "pass; tsumo; count mixed",
        ("", "", "", ""),
        ("before", "called", "mixed"),
        "tsumo +1500",
    ),
    Line(
        "order-of-a-win",
        "pass; discard 8s",
        ("", "", "discard:8s"),
        ("before", "declined"),
        "open",
    ),
    Line(
        "chombo-or-dead-hand",
        "ron",
        ("", "temporary:9s"),
        ("before", "chombo"),
        "chombo +0",
    ),
    Line(
        "chombo-or-dead-hand",
        "withdrawn-win",
        ("", ""),
        ("before", "dead-hand"),
        "open",
    ),
    Line(
        "chombo-or-dead-hand",
        "withdrawn-win; pon",
        ("", "", ""),
        ("before", "dead-hand", "dead-call"),
        "chombo +0",
    ),
    Line(
        "chombo-or-dead-hand",
        "pass; pass; pass; discard 4z; ron",
        ("", "temporary:9s", "temporary:9s", "temporary:9s", "", ""),
        ("before", "ron"),
        "ron +1000",
    ),
    Line(
        "five-fouls",
        "pon",
        ("", ""),
        ("before", "no-pon"),
        "open",
    ),
    Line(
        "five-fouls",
        "chi 4s; discard 7s",
        ("", "", ""),
        ("before", "swap"),
        "open",
    ),
    Line(
        "five-fouls",
        "chi 4s; discard 8p; ron",
        ("", "", "discard:6s", "discard:6s temporary:6s"),
        ("before", "furiten", "furiten-ron"),
        "chombo +0",
    ),
    Line(
        "five-fouls",
        "chi 4s; discard 8p; pass; pass; pass; riichi 6s",
        (
            "",
            "",
            "discard:6s",
            "discard:6s temporary:6s",
            "discard:6s temporary:6s",
            "discard:6s temporary:6s",
            "",
        ),
        ("before", "furiten", "open-riichi"),
        "open",
    ),
    Line(
        "five-fouls",
        "chi 4s; discard 8p; pass; pass; pass; closed-kan 2m",
        (
            "",
            "",
            "discard:6s",
            "discard:6s temporary:6s",
            "discard:6s temporary:6s",
            "discard:6s temporary:6s",
            "discard:6s temporary:6s",
        ),
        ("before", "furiten", "no-kan"),
        "chombo +0",
    ),
    Line(
        "five-fouls",
        "chi 4s; discard 8p; pass; pass; pass; tsumo",
        (
            "",
            "",
            "discard:6s",
            "discard:6s temporary:6s",
            "discard:6s temporary:6s",
            "discard:6s temporary:6s",
            "discard:6s temporary:6s",
        ),
        ("before", "furiten", "tsumo"),
        "tsumo +1100",
    ),
)

LESSONS = lessons()
EVERY_LESSON = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
PAYING = ("ron", "tsumo")
FOLDED = ("others-won +0",)


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.lesson}: {line.play}")
def test_a_line_comes_to_this(line: Line) -> None:
    found = played(line.lesson, line.play)
    assert found.furiten == line.furiten
    assert found.said == line.said
    assert found.end == line.end


def _could_win(moment: Moment) -> bool:
    return isinstance(moment.facts, WinMissed) and moment.facts.refusal is None


@EVERY_LESSON
def test_a_lesson_has_more_than_one_way(lesson) -> None:  # type: ignore[no-untyped-def]
    """Lines part at a choice, one of them wins or folds, and each has at most six choices to make.

    At a real table each discard is one: there it may be one more.
    """
    lines = [line for line in LINES if line.lesson == lesson.id]
    assert len(lines) >= 2
    well = FOLDED if lesson.id in ("folding", "pushing") else PAYING
    assert any(line.end.startswith(well) for line in lines)
    most = 6 if lesson.steps is None else 7
    assert all(len(line.play.split("; ")) <= most for line in lines)


@EVERY_LESSON
def test_every_remark_is_made_on_some_line(lesson) -> None:  # type: ignore[no-untyped-def]
    said = {text for line in LINES if line.lesson == lesson.id for text in line.said}
    assert {remark.says for remark in lesson.remarks} - said == set()


@EVERY_LESSON
def test_a_lesson_begins_in_the_middle_of_a_hand(lesson) -> None:  # type: ignore[no-untyped-def]
    """After five turns or more; the person is asked, nobody has let a win go, and no other hand is ready
    that the lesson does not name."""
    scenario = LessonGame(lesson)
    assert scenario.pending in (Pending.PERSON, Pending.BOTS)
    table = scenario.match.round.table
    assert 5 <= len(table.seats[0].pond) <= 12
    told = scenario.match.round.events
    for seat in range(4):
        moments = review(lesson.ruleset, seat, told)
        # what is on offer at the end is still open
        assert [moment for moment in moments if _could_win(moment) and moment.events < len(told)] == []
    named = {side.steps for side in lesson.setting.hands}
    for seat in range(1, 4):
        if seat not in named:
            waits = scenario.match.round.view(seat).waits
            assert not waits, f"seat {seat} waits on {format_tiles(waits)}"


STAGES = (
    ("what-a-hand-is", "what-is-furiten", "every-wait", "called-away"),
    ("let-one-go", "no-yaku", "outer-tile", "calls-of-others", "present-wait", "no-skipping"),
    ("after-riichi", "own-draw"),
    ("way-out", "not-ready-yet"),
    ("their-own-tiles", "after-their-riichi", "this-turn", "suji", "walls", "reading-a-pond"),
    ("folding", "pushing", "kan-after-riichi"),
    ("furiten-riichi", "riichi-for-more"),
    ("seven-pairs", "thirteen-orphans", "rob-the-kan", "the-referee"),
    ("order-of-a-riichi", "order-of-a-call", "order-of-a-win", "chombo-or-dead-hand", "five-fouls"),
)
"""A hand and discards, temporary, after riichi, the way out, defence, folding, pushing and kan, furiten
riichi, rare things, a real table."""
ORDER = [id for stage in STAGES for id in stage]


def test_the_path() -> None:
    assert [lesson.id for lesson in LESSONS] == ORDER
    assert [lesson.number for lesson in LESSONS] == list(range(1, len(LESSONS) + 1))


def test_the_right_way_of_the_first_lesson_pays_more() -> None:
    wrong, right = (line.end.split() for line in LINES if line.lesson == "what-is-furiten")
    assert (wrong[0], right[0]) == ("tsumo", "ron")
    assert int(right[1]) > int(wrong[1])


INTRODUCED = {
    "temporary furiten": "let-one-go",
    "riichi furiten": "after-riichi",
    "genbutsu": "their-own-tiles",
    "suji": "suji",
    "no chance": "walls",
    "one chance": "walls",
    "rinshan": "kan-after-riichi",
    "kokushi": "thirteen-orphans",
    "chiitoitsu": "seven-pairs",
    "chankan": "rob-the-kan",
    "chombo": "the-referee",
}
"""Terms, and the lesson that introduces each."""


@pytest.mark.parametrize("term", INTRODUCED)
def test_no_term_is_used_before_its_lesson(term: str) -> None:
    place = ORDER.index(INTRODUCED[term])
    for lesson in LESSONS[:place]:
        words = lesson.texts("en")
        texts = (words.teaches, *words.intro, *words.closing, *words.remarks.values())
        assert not [text for text in texts if term in text.lower()], lesson.id
    assert term in str(LESSONS[place].texts("en")).lower()


def test_only_own_discards_forbid_a_ron_before_temporary_furiten_is_shown() -> None:
    shown = ORDER[: ORDER.index("let-one-go")]
    for line in LINES:
        for causes in line.furiten[:-1] if line.lesson in shown else ():
            assert not causes or causes.startswith("discard:"), line


@EVERY_LESSON
def test_words_are_short_and_plain(lesson) -> None:  # type: ignore[no-untyped-def]
    words = lesson.texts("en")
    assert len(words.title) <= 40
    assert len(words.teaches) <= 110
    for text in (*words.intro, *words.closing, *words.remarks.values()):
        assert 10 <= len(text) <= 330
        assert text.isascii()
        assert text.rstrip().endswith((".", "?", "!"))
