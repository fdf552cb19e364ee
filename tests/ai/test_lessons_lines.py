"""Every lesson plays through: what each line of choices comes to, furiten at every step, and what is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from ai.lessons.lesson import lessons
from ai.lessons.lesson_game import LessonGame
from ai.lessons.lesson_notation import Trigger
from ai.play import Pending
from ai.review.hand_review import Moment, WinMissed, review
from engine.events import Dahai, Event, Reach, Tsumo
from engine.rules import Ruleset
from engine.tiles import NAMES, format_tiles
from engine.view import mask
from tests.support.ai.lesson_lines import played
from tests.support.ai.slow_solver.story import can_take, kind_of, others, tell


class Line(NamedTuple):
    """Choices, the causes of furiten before each and after the last, the remarks, and the end."""

    lesson: str
    play: str
    furiten: tuple[str, ...]
    said: tuple[str, ...]
    end: str


def line(lesson: str, play: str, furiten: str, said: str, end: str) -> Line:
    """A line in short: causes of furiten change at each ``|``, and the last ones stay to the end."""
    causes = ["" if each == "none" else each for each in furiten.split(" | ")]
    causes += causes[-1:] * (len(play.split("; ")) + 1 - len(causes))
    return Line(lesson, play, tuple(causes), tuple(said.split()), end)


LINES = (
    line("what-a-hand-is", "discard 9p; ron", "none", "tenpai eight ron", "ron +2900"),
    line("what-a-hand-is", "discard 5p; discard 9p; ron", "none", "pair eight tenpai ron", "ron +2900"),
    line("pushing", "discard 2m; discard 4p", "none", "before again others", "others-won +0"),
    line("pushing", "riichi 2m; discard 8m", "none", "before riichi again dealt-in", "dealt-in -19000"),
    line(
        "what-is-furiten",
        "discard 4p; discard 6z; tsumo",
        "none | discard:5p temporary:5p | discard:5p temporary:2p",
        "furiten refused tsumo",
        "tsumo +7800",
    ),
    line("what-is-furiten", "discard 3p; ron", "none", "ron", "ron +12000"),
    line(
        "every-wait",
        "discard 7p; pass; tsumo",
        "none | discard:2p temporary:8p temporary:5p",
        "furiten eight five tsumo",
        "tsumo +1500",
    ),
    line("every-wait", "riichi 3p; ron", "none", "ron", "ron +2600"),
    line("every-wait", "discard 3p; pass", "none | none | temporary:9m", "no-yaku", "open"),
    line(
        "seven-pairs",
        "discard 4z; tsumo",
        "none | discard:9s temporary:9s",
        "furiten missed tsumo",
        "tsumo +3200",
    ),
    line("seven-pairs", "riichi 9s; ron", "none", "ron", "ron +6400"),
    line(
        "thirteen-orphans",
        "discard 1z; discard 5p; tsumo",
        "none | none | discard:1z temporary:5z temporary:4z temporary:3z",
        "broken furiten missed tsumo",
        "tsumo +32000",
    ),
    line("thirteen-orphans", "discard 5p; ron", "none", "ron", "ron +32000"),
    line(
        "no-yaku",
        "discard 9m; pass; pass; discard 2z; ron",
        "none | none | temporary:3p | temporary:3p temporary:5z | none",
        "no-yaku temporary dragon over late",
        "ron +3900",
    ),
    line("no-yaku", "riichi 9m; ron", "none", "riichi", "ron +12000"),
    line(
        "outer-tile",
        "discard 5m; discard 1m; pass; tsumo",
        "none | temporary:1m temporary:4m | discard:1m | discard:1m temporary:1m",
        "no-yaku missed drawn discard tsumo",
        "tsumo +2000",
    ),
    line("outer-tile", "discard 2m; ron", "none", "ron", "ron +2000"),
    line(
        "called-away",
        "discard 5s; pass; tsumo",
        "none | discard:3s temporary:6s",
        "furiten missed tsumo",
        "tsumo +1500",
    ),
    line("called-away", "riichi 4s; ron", "none", "ron", "ron +5200"),
    line("present-wait", "discard 3p; ron", "none", "ron", "ron +2000"),
    line(
        "present-wait",
        "discard 3p; pass; discard 1s; ron",
        "none | none | temporary:4p temporary:1p | none",
        "passed missed over ron",
        "ron +1000",
    ),
    line("present-wait", "discard 2p; discard 1s", "none", "", "open"),
    line("not-ready-yet", "discard 9p; riichi 1z; ron", "none", "before completed ron", "ron +8000"),
    line("not-ready-yet", "discard 4s; discard 1z; pass", "none", "before completed", "open"),
    line("let-one-go", "discard 9s; ron", "none", "ron", "ron +8000"),
    line(
        "let-one-go",
        "discard 9s; pass; discard 7z; ron",
        "none | none | temporary:5p temporary:8p | none",
        "passed missed over ron",
        "ron +8000",
    ),
    line(
        "let-one-go",
        "riichi 9s; pass; discard 7z",
        "none | none | riichi:5p riichi:8p",
        "passed riichi missed",
        "open",
    ),
    line(
        "calls-of-others",
        "discard 9m; pass; discard 5z; ron",
        "none | temporary:1m | temporary:1m temporary:4m | none",
        "temporary missed over ron",
        "ron +1000",
    ),
    line(
        "calls-of-others",
        "discard 9m; chi",
        "none | temporary:1m | temporary:1m temporary:4m",
        "temporary missed",
        "open",
    ),
    line("after-riichi", "ron", "none", "ron", "ron +3900"),
    line(
        "after-riichi",
        "pass; discard 2z; discard 1m; discard 6z; discard 7z; tsumo",
        "none | riichi:6s riichi:3s",
        "passed furiten missed tsumo",
        "tsumo +12000",
    ),
    line("own-draw", "tsumo", "none", "tsumo", "tsumo +18000"),
    line(
        "own-draw",
        "discard 4s; discard 9m; discard 5z; discard 6z; tsumo",
        "none | discard:4s riichi:4s riichi:7s",
        "passed furiten missed late",
        "tsumo +18000",
    ),
    line("no-skipping", "tsumo", "none", "tsumo", "tsumo +5200"),
    line(
        "no-skipping",
        "discard 3p; discard 9p; discard 5z; discard 1p; tsumo",
        "none | discard:3p temporary:6p | discard:3p",
        "declined missed late",
        "tsumo +6200",
    ),
    line("rob-the-kan", "discard 9p; ron", "none", "kan ron", "ron +3900"),
    line(
        "rob-the-kan",
        "discard 9p; pass; discard 7z; ron",
        "none | none | temporary:3p temporary:6p | none",
        "kan passed missed over late",
        "ron +2000",
    ),
    line(
        "way-out",
        "discard 6z; discard 2s; ron",
        "none | discard:1s | none",
        "furiten chance free ron",
        "ron +1300",
    ),
    line(
        "way-out",
        "discard 6z; discard 5s",
        "none | discard:1s | discard:1s temporary:4s",
        "furiten chance missed",
        "open",
    ),
    line(
        "way-out",
        "riichi 6z; discard 5s; discard 1p",
        "none | discard:1s | discard:1s riichi:4s",
        "locked furiten chance missed",
        "open",
    ),
    line("their-own-tiles", "discard 1s; discard 1s; ron", "none", "safe ron", "ron +9000"),
    line("their-own-tiles", "discard 6p", "none", "dealt-in", "dealt-in -2900"),
    line("after-their-riichi", "discard 6p; discard 6p; ron", "none", "safe ron", "ron +2000"),
    line("after-their-riichi", "discard 7s", "none", "dealt-in", "dealt-in -8000"),
    line("suji", "discard 7z; riichi 6z; ron", "none", "safe ron", "ron +13000"),
    line("suji", "discard 2p", "none", "dealt-in", "dealt-in -5200"),
    line("this-turn", "discard 8p; riichi 1z; ron", "none", "eight east ron", "ron +3900"),
    line("this-turn", "discard 1z; discard 8p", "none", "east eight dealt-in", "dealt-in -1000"),
    line("walls", "discard 9m; discard 9m; ron", "none", "safe ron", "ron +3000"),
    line("walls", "discard 8p", "none", "dealt-in", "dealt-in -5800"),
    line("reading-a-pond", "discard 5p; discard 5p; ron", "none", "safe ron", "ron +2000"),
    line("reading-a-pond", "discard 4p", "none", "dealt-in", "dealt-in -5800"),
    line("folding", "discard 1s; discard 1s; discard 9p", "none", "before tempting others", "others-won +0"),
    line("folding", "discard 8m", "none", "before risked dealt-in", "dealt-in -12000"),
    line(
        "folding",
        "discard 1s; discard 1s; discard 5m",
        "none",
        "before tempting risked dealt-in",
        "dealt-in -12000",
    ),
    line(
        "kan-after-riichi", "discard 2p; closed-kan 7s; tsumo", "none", "changes legal tsumo", "tsumo +12000"
    ),
    line("kan-after-riichi", "discard 2p; discard 7s; ron", "none", "changes legal ron", "ron +2000"),
    line(
        "the-referee",
        "pass; discard 9p; ron",
        "discard:8p | discard:8p | discard:8p | discard:8p temporary:5p",
        "before five chombo",
        "chombo +0",
    ),
    line(
        "the-referee",
        "pass; discard 9p; withdrawn-win",
        "discard:8p | discard:8p | discard:8p | none",
        "before five dead-hand",
        "open",
    ),
    line(
        "the-referee",
        "pass; discard 9p; pass; pass; pass; tsumo",
        "discard:8p | discard:8p | discard:8p | discard:8p temporary:5p",
        "before five tsumo",
        "tsumo +7800",
    ),
    line(
        "furiten-riichi",
        "riichi 8p; discard 7z; tsumo",
        "none | discard:3p riichi:6p riichi:9p",
        "riichi furiten missed tsumo",
        "tsumo +12000",
    ),
    line(
        "furiten-riichi",
        "discard 8p; discard 7z; tsumo",
        "none | discard:3p temporary:6p temporary:9p | discard:3p",
        "furiten missed tsumo",
        "tsumo +2700",
    ),
    line("furiten-riichi", "riichi 4p; discard 7z; discard 9p; ron", "none", "ron", "ron +12000"),
    line("riichi-for-more", "tsumo", "none", "small", "tsumo +1500"),
    line(
        "riichi-for-more",
        "riichi 9s; tsumo",
        "none | discard:9s riichi:6s",
        "riichi missed large",
        "tsumo +12000",
    ),
    line("order-of-a-riichi", "pass; riichi 9p", "none", "before dealt-in", "dealt-in -2000"),
    line(
        "order-of-a-riichi",
        "pass; riichi 6p; pass; pass; pass; discard 5z; ron",
        "none",
        "before riichi ron",
        "ron +3900",
    ),
    line("order-of-a-riichi", "pass; riichi 7p", "none", "before noten riichi", "open"),
    line(
        "order-of-a-riichi",
        "pass; riichi 6p; pass; pass; pass; discard 2s",
        "none",
        "before riichi from-hand",
        "open",
    ),
    line("order-of-a-call", "chi 3s; discard 8p; ron", "none", "before discard ron", "ron +1000"),
    line("order-of-a-call", "chi 3s; discard 6s", "none", "before discard swap", "open"),
    line("order-of-a-call", "pon", "none", "before no-pon", "open"),
    line("order-of-a-call", "wrong pon", "none", "before no-pon", "open"),
    line("order-of-a-win", "pass; tsumo; count", "none", "before called", "tsumo +2700"),
    line("order-of-a-win", "pass; tsumo; count mixed", "none", "before called mixed", "tsumo +1500"),
    line("order-of-a-win", "pass; discard 8s", "none | none | discard:8s", "before declined", "open"),
    line("chombo-or-dead-hand", "ron", "none | temporary:9s", "before chombo", "chombo +0"),
    line("chombo-or-dead-hand", "withdrawn-win", "none", "before dead-hand", "open"),
    line("chombo-or-dead-hand", "withdrawn-win; pon", "none", "before dead-hand dead-call", "chombo +0"),
    line(
        "chombo-or-dead-hand",
        "pass; pass; pass; discard 4z; ron",
        "none | temporary:9s | temporary:9s | temporary:9s | none",
        "before ron",
        "ron +1000",
    ),
    line("five-fouls", "pon", "none", "before no-pon", "open"),
    line("five-fouls", "chi 4s; discard 7s", "none", "before swap", "open"),
    line(
        "five-fouls",
        "chi 4s; discard 8p; ron",
        "none | none | discard:6s | discard:6s temporary:6s",
        "before furiten furiten-ron",
        "chombo +0",
    ),
    line(
        "five-fouls",
        "chi 4s; discard 8p; pass; pass; pass; riichi 6s",
        "none | none | discard:6s" + 3 * " | discard:6s temporary:6s" + " | none",
        "before furiten open-riichi",
        "open",
    ),
    line(
        "five-fouls",
        "chi 4s; discard 8p; pass; pass; pass; closed-kan 2m",
        "none | none | discard:6s | discard:6s temporary:6s",
        "before furiten no-kan",
        "chombo +0",
    ),
    line(
        "five-fouls",
        "chi 4s; discard 8p; pass; pass; pass; tsumo",
        "none | none | discard:6s | discard:6s temporary:6s",
        "before furiten tsumo",
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


@pytest.mark.parametrize("line", LINES, ids=lambda each: f"{each.lesson}: {each.play}")
def test_what_was_risked_is_told_as_the_slow_solver_finds_it(line: Line) -> None:
    """A discard that somebody in riichi can win on, with a tile in hand that nobody in riichi can."""
    found = played(line.lesson, line.play)
    told = [(fact.events, NAMES[fact.tile]) for fact in found.of(Trigger.RISKED) if fact.tile is not None]
    lesson = found.scenario.lesson
    begun = len(LessonGame(lesson).match.round.events)
    slow = _risked(lesson.ruleset, found.scenario.match.round.events)
    assert told == [each for each in slow if each[0] > begun]


def _risked(rules: Ruleset, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """The numbers of events and the tiles."""
    for place, event in enumerate(events):
        # a hand after a call is not looked at: nothing was drawn
        if not (
            isinstance(event, Dahai) and event.actor == 0 and isinstance(events[place - 1], Tsumo | Reach)
        ):
            continue
        drawn = place - 1 if isinstance(events[place - 1], Tsumo) else place - 2
        heard = [mask(each, 0) for each in events[: drawn + 1]]
        story, table = tell(rules, 0, heard), others(cast(Any, SimpleNamespace(seat=0, events=heard)))
        riichi = [other for other in table.values() if other.riichi]
        proven = {
            kind
            for kind in story.concealed
            if riichi and not any(can_take(other, story, kind, other.safe) for other in riichi)
        }
        if proven and kind_of(event.pai) not in proven:
            yield place + 1, kind_of(event.pai)


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
