"""Every lesson plays through: what each line of choices comes to, furiten at every step, and what is said."""

from __future__ import annotations

import re
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


TOLD = """
what-a-hand-is
    discard 9p; ron -> tenpai eight ron: ron +2900
    discard 5p; discard 9p; ron -> pair eight tenpai ron: ron +2900
pushing
    discard 2m; discard 4p -> before again others: others-won +0
    riichi 2m; discard 8m -> before riichi again dealt-in: dealt-in -19000
what-is-furiten
    discard 4p; discard 6z; tsumo -> furiten refused tsumo: tsumo +7800
        none | discard:5p temporary:5p | discard:5p temporary:2p
    discard 3p; ron -> ron: ron +12000
every-wait
    discard 7p; pass; tsumo -> furiten eight five tsumo: tsumo +1500
        none | discard:2p temporary:8p temporary:5p
    riichi 3p; ron -> ron: ron +2600
    discard 3p; pass -> no-yaku: open
        none | none | temporary:9m
seven-pairs
    discard 4z; tsumo -> furiten missed tsumo: tsumo +3200
        none | discard:9s temporary:9s
    riichi 9s; ron -> ron: ron +6400
thirteen-orphans
    discard 1z; discard 5p; tsumo -> broken furiten missed tsumo: tsumo +32000
        none | none | discard:1z temporary:5z temporary:4z temporary:3z
    discard 5p; ron -> ron: ron +32000
no-yaku
    discard 9m; pass; pass; discard 2z; ron -> no-yaku temporary dragon over late: ron +3900
        none | none | temporary:3p | temporary:3p temporary:5z | none
    riichi 9m; ron -> riichi: ron +12000
outer-tile
    discard 5m; discard 1m; pass; tsumo -> no-yaku missed drawn discard tsumo: tsumo +2000
        none | temporary:1m temporary:4m | discard:1m | discard:1m temporary:1m
    discard 2m; ron -> ron: ron +2000
called-away
    discard 5s; pass; tsumo -> furiten missed tsumo: tsumo +1500
        none | discard:3s temporary:6s
    riichi 4s; ron -> ron: ron +5200
present-wait
    discard 3p; ron -> ron: ron +2000
    discard 3p; pass; discard 1s; ron -> passed missed over ron: ron +1000
        none | none | temporary:4p temporary:1p | none
    discard 2p; discard 1s -> open
not-ready-yet
    discard 9p; riichi 1z; ron -> before completed ron: ron +8000
    discard 4s; discard 1z; pass -> before completed: open
let-one-go
    discard 9s; ron -> ron: ron +8000
    discard 9s; pass; discard 7z; ron -> passed missed over ron: ron +8000
        none | none | temporary:5p temporary:8p | none
    riichi 9s; pass; discard 7z -> passed riichi missed: open
        none | none | riichi:5p riichi:8p
calls-of-others
    discard 9m; pass; discard 5z; ron -> temporary missed over ron: ron +1000
        none | temporary:1m | temporary:1m temporary:4m | none
    discard 9m; chi -> temporary missed: open
        none | temporary:1m | temporary:1m temporary:4m
after-riichi
    ron -> ron: ron +3900
    pass; discard 2z; discard 1m; discard 6z; discard 7z; tsumo -> passed furiten missed tsumo: tsumo +12000
        none | riichi:6s riichi:3s
own-draw
    tsumo -> tsumo: tsumo +18000
    discard 4s; discard 9m; discard 5z; discard 6z; tsumo -> passed furiten missed late: tsumo +18000
        none | discard:4s riichi:4s riichi:7s
no-skipping
    tsumo -> tsumo: tsumo +5200
    discard 3p; discard 9p; discard 5z; discard 1p; tsumo -> declined missed late: tsumo +6200
        none | discard:3p temporary:6p | discard:3p
rob-the-kan
    discard 9p; ron -> kan ron: ron +3900
    discard 9p; pass; discard 7z; ron -> kan passed missed over late: ron +2000
        none | none | temporary:3p temporary:6p | none
way-out
    discard 6z; discard 2s; ron -> furiten chance free ron: ron +1300
        none | discard:1s | none
    discard 6z; discard 5s -> furiten chance missed: open
        none | discard:1s | discard:1s temporary:4s
    riichi 6z; discard 5s; discard 1p -> locked furiten chance missed: open
        none | discard:1s | discard:1s riichi:4s
their-own-tiles
    discard 1s; discard 1s; ron -> safe ron: ron +9000
    discard 6p -> dealt-in: dealt-in -2900
after-their-riichi
    discard 6p; discard 6p; ron -> safe ron: ron +2000
    discard 7s -> dealt-in: dealt-in -8000
suji
    discard 7z; riichi 6z; ron -> safe ron: ron +13000
    discard 2p -> dealt-in: dealt-in -5200
this-turn
    discard 8p; riichi 1z; ron -> eight east ron: ron +3900
    discard 1z; discard 8p -> east eight dealt-in: dealt-in -1000
walls
    discard 9m; discard 9m; ron -> safe ron: ron +3000
    discard 8p -> dealt-in: dealt-in -5800
reading-a-pond
    discard 5p; discard 5p; ron -> safe ron: ron +2000
    discard 4p -> dealt-in: dealt-in -5800
folding
    discard 1s; discard 1s; discard 9p -> before tempting others: others-won +0
    discard 8m -> before risked dealt-in: dealt-in -12000
    discard 1s; discard 1s; discard 5m -> before tempting risked dealt-in: dealt-in -12000
kan-after-riichi
    discard 2p; closed-kan 7s; tsumo -> changes legal tsumo: tsumo +12000
    discard 2p; discard 7s; ron -> changes legal ron: ron +2000
the-referee
    pass; discard 9p; ron -> before five chombo: chombo +0
        discard:8p | discard:8p | discard:8p | discard:8p temporary:5p
    pass; discard 9p; withdrawn-win -> before five dead-hand: open
        discard:8p | discard:8p | discard:8p | none
    pass; discard 9p; pass; pass; pass; tsumo -> before five tsumo: tsumo +7800
        discard:8p | discard:8p | discard:8p | discard:8p temporary:5p
furiten-riichi
    riichi 8p; discard 7z; tsumo -> riichi furiten missed tsumo: tsumo +12000
        none | discard:3p riichi:6p riichi:9p
    discard 8p; discard 7z; tsumo -> furiten missed tsumo: tsumo +2700
        none | discard:3p temporary:6p temporary:9p | discard:3p
    riichi 4p; discard 7z; discard 9p; ron -> ron: ron +12000
riichi-for-more
    tsumo -> small: tsumo +1500
    riichi 9s; tsumo -> riichi missed large: tsumo +12000
        none | discard:9s riichi:6s
order-of-a-riichi
    pass; riichi 9p -> before dealt-in: dealt-in -2000
    pass; riichi 6p; pass; pass; pass; discard 5z; ron -> before riichi ron: ron +3900
    pass; riichi 7p -> before noten riichi: open
    pass; riichi 6p; pass; pass; pass; discard 2s -> before riichi from-hand: open
order-of-a-call
    chi 3s; discard 8p; ron -> before discard ron: ron +1000
    chi 3s; discard 6s -> before discard swap: open
    pon -> before no-pon: open
    wrong pon -> before no-pon: open
order-of-a-win
    pass; tsumo; count -> before called: tsumo +2700
    pass; tsumo; count mixed -> before called mixed: tsumo +1500
    pass; discard 8s -> before declined: open
        none | none | discard:8s
chombo-or-dead-hand
    ron -> before chombo: chombo +0
        none | temporary:9s
    withdrawn-win -> before dead-hand: open
    withdrawn-win; pon -> before dead-hand dead-call: chombo +0
    pass; pass; pass; discard 4z; ron -> before ron: ron +1000
        none | temporary:9s | temporary:9s | temporary:9s | none
five-fouls
    pon -> before no-pon: open
    chi 4s; discard 7s -> before swap: open
    chi 4s; discard 8p; ron -> before furiten furiten-ron: chombo +0
        none | none | discard:6s | discard:6s temporary:6s
    chi 4s; discard 8p; pass; pass; pass; riichi 6s -> before furiten open-riichi: open
        none | none | discard:6s | discard:6s temporary:6s | discard:6s temporary:6s | discard:6s temporary:6s
        | none
    chi 4s; discard 8p; pass; pass; pass; closed-kan 2m -> before furiten no-kan: chombo +0
        none | none | discard:6s | discard:6s temporary:6s
    chi 4s; discard 8p; pass; pass; pass; tsumo -> before furiten tsumo: tsumo +1100
        none | none | discard:6s | discard:6s temporary:6s
"""
"""A lesson, and under it its lines: ``choices -> remarks: end``. The causes of furiten stand under a line in
which there are any; they change at each ``|``, and the last ones stay to the end.
"""


def _lines() -> Iterator[Line]:
    lesson = ""
    for told in re.findall(r"\S.*(?:\n {8}.*)*", TOLD):
        line, _, furiten = told.partition("\n")
        play, _, rest = line.partition(" -> ")
        if not rest:
            lesson = play
            continue
        *said, end = rest.split(": ")
        causes = [each.strip().replace("none", "") for each in furiten.split("|")]
        causes += causes[-1:] * (len(play.split("; ")) + 1 - len(causes))
        yield Line(lesson, play, tuple(causes), tuple(" ".join(said).split()), end)


LINES = tuple(_lines())
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


ORDER = [lesson.id for lesson in LESSONS]


def test_the_path() -> None:
    assert [lesson.number for lesson in LESSONS] == list(range(1, len(LESSONS) + 1))


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
