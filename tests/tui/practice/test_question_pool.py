"""What practice asks from: positions that fit, other forms, codes of old, and positions that are typed."""

from __future__ import annotations

import gzip
import re
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual import events as app_events

from ai.drills import library
from ai.drills.compact_events import write
from ai.drills.library import FORMS, LibraryPosition, positions, read_library_code
from ai.drills.question import LEVELS, OWN, DrillKind, NoQuestion
from engine import events as ev
from engine.hand import Hand
from engine.own_rules import preset_and_own, ruleset
from engine.records import write_events
from engine.records.hand_code import write_code
from engine.records.recorded_game import RecordedHand, hands_of
from engine.rules import PRESETS
from engine.tiles import EAST, NAMES, format_tiles
from engine.view import mask
from engine.wall import LIVE_AT_START, PLAYERS
from tests.support.engine.wild_games import wild_game
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.pilot import press, running, screen_of, takes_keys, until
from tests.support.tui.practice_answers import NOON, POOL, Clock, attempt, code_of, practice_at
from tests.support.tui.practice_app import MENU, asked, choose, practice_app, question_of, shown, use
from tui.cli import execute
from tui.database.open_database import DATABASE
from tui.i18n import catalogue, t
from tui.play.play_options import STORM, PracticeOptions
from tui.practice.history import MOST_A_DAY, History
from tui.practice.question_pool import QuestionPool
from tui.practice.typed_position import LONGEST, PositionError, typed_position
from tui.screens.dialogs import LineScreen
from tui.screens.practice.menu import PracticeEntry

WAITS = DrillKind.WAITS
OLD = ROOT / "tests" / "data" / "practice-old-codes.db.gz"
"""349 answers of a version whose codes named dice: sessions of 16 days, today's ten, storms, lessons."""


def position(
    number: int, level: int = 1, themes: str = "", rules: str = "wrc", forms: int = 1
) -> LibraryPosition:
    return LibraryPosition(
        WAITS, number, level, tuple(themes.split()), tuple(rules.split()), 0, "", "", forms
    )


def pool(*positions: LibraryPosition) -> QuestionPool:
    numbered = {each.number: each for each in positions}
    return QuestionPool(lambda kind: numbered if kind is WAITS else {}, POOL.make)


class TestFinding:
    FOUND = pool(
        position(1, 1, "suji wall"),
        position(2, 1, "wall", "tenhou ema"),
        position(3, 2, "suji"),
        position(5, 4, "wall suji"),
    )

    def test_where_a_level_has_none_the_nearest_takes_its_place(self) -> None:
        assert self.FOUND.new(WAITS, 3, [7], theme="wall") in (["waits-0005", "waits-0002"], ["waits-0005"])
        assert self.FOUND.new(WAITS, 3, [7], theme="wall", nearest=False) == []

    def test_a_code_names_the_preset_only_if_it_is_not_the_first(self) -> None:
        assert self.FOUND.new(WAITS, 1, [1], rules="ema") == ["waits-0002-ema"]
        assert self.FOUND.new(WAITS, 1, [1], rules="tenhou") == ["waits-0002"]

    def test_a_library_that_grows_keeps_the_order_of_what_it_had(self) -> None:
        few = [position(number) for number in range(1, 60)]
        more = [*few, *(position(number) for number in range(60, 70))]
        before, after = pool(*few).new(WAITS, 1, [3, 4]), pool(*more).new(WAITS, 1, [3, 4])
        assert [code for code in after if code in before] == before
        assert before != sorted(before)
        assert before != pool(*few).new(WAITS, 1, [3, 5])


class TestForms:
    def test_each_answer_brings_another_form_that_holds(self) -> None:
        held = pool(position(1, forms=0b1011))
        assert [held.again("waits-0001", answers) for answers in range(3)] == [
            str(read_library_code("waits-0001")._replace(form=form)) for form in (1, 3, 1)
        ]

    def test_without_another_form_it_comes_back_as_it_was(self) -> None:
        assert pool(position(1)).again("waits-0001", 4) == "waits-0001"
        assert pool(position(1)).again("own-ABCDEFGHJK", 4) == "own-ABCDEFGHJK"

    def test_under_the_preset_to_which_practice_is_fixed(self) -> None:
        found = pool(position(1, rules="wrc ema"))
        assert found.again("waits-0001", 0, "ema") == "waits-0001-ema"
        assert found.again("waits-0001", 0, "wrc") == "waits-0001"
        assert (found.under("waits-0001", "ema"), found.under("waits-0001", "tenhou")) == (True, False)

    def test_a_form_counts_for_its_position(self) -> None:
        form = POOL.again(code_of(WAITS, 1, 3), 5)
        assert POOL.base(attempt(code=form)) == POOL.plain(form) == code_of(WAITS, 1, 3)
        assert all(POOL.in_form(code_of(WAITS, 1, 3), number) for number in range(FORMS))


class TestEarlierVersions:
    """Their codes were seeds: the questions cannot be asked any more."""

    def test_a_position_of_the_same_kind_level_and_idea_takes_its_place(self) -> None:
        found = QuestionPool()
        for theme in ("simple-wait", "many-waits", "no such idea"):
            code = found.base(replace(attempt(code="waits-2-K7Q2"), level=2, themes=(theme,)))
            place = library.positions(WAITS)[read_library_code(code).number]
            assert place.level == 2
            fitting = found.find(WAITS, level=2, theme=theme, first=True)
            assert not fitting or place in fitting

    def test_always_the_same_one_whatever_form_or_preset(self) -> None:
        found = QuestionPool()
        codes = ("waits-2-K7Q2", "waits-2-K7Q2.5", "waits-2-k7q2")
        assert len({found.base(attempt(code=code)) for code in codes}) == 1

    def test_nothing_is_lost(self, tmp_path: Path) -> None:
        """Every answer counts, every card can be asked, and ratings are what they were."""
        (tmp_path / DATABASE).write_bytes(gzip.decompress(OLD.read_bytes()))
        clock = Clock(NOON + timedelta(days=20))
        practice = practice_at(tmp_path, clock, pool=QuestionPool())
        answers = practice.progress.attempts
        assert len(answers) == 349
        storms = {each.id for each in practice.progress.sessions if each.kind == STORM}
        history = History([each for each in answers if each.sitting not in storms], zone=None)
        assert len(history.judged) == len([each for each in answers if each.sitting not in storms])
        assert len(history.cards) > 40
        for code in history.cards:
            assert QuestionPool().make(code).code == code
        figures = practice.overview()
        assert figures.totals.answers == 349
        assert sum(card.is_due(practice.today) for card in history.cards.values()) > 40
        assert figures.due == len(history.all_due(practice.today)) >= MOST_A_DAY
        assert practice.lessons_done > 0

    def test_what_is_due_is_asked_and_then_no_longer_due(self, tmp_path: Path) -> None:
        (tmp_path / DATABASE).write_bytes(gzip.decompress(OLD.read_bytes()))
        clock = Clock(NOON + timedelta(days=20))
        # some kinds may have no positions yet
        kinds = tuple(kind for kind in DrillKind if library.positions(kind))
        practice = practice_at(tmp_path, clock, kinds=kinds, pool=QuestionPool())
        before = practice.overview().due
        session = practice.begin()
        repeats = 0
        while (question := session.next()) is not None:
            clock.pass_by(5)
            repeats += session.repeat
            session.answer(question.answer)
        assert repeats == 5
        assert practice.overview().due < before


@pytest.mark.parametrize("code", ["own-ABCDEFGHJK", "nothing", "waits-9999"])
def test_what_the_library_does_not_have_gets_no_card(code: str) -> None:
    history = History([attempt(code=code, right=False)])
    assert code not in history.cards


KINDS = (DrillKind.WAY_OUT, DrillKind.AHEAD, DrillKind.RON, DrillKind.FURITEN, DrillKind.READ)
SAMPLE = slice(0, 40, 8)


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_of_the_library_asks_what_the_library_asks(kind: DrillKind) -> None:
    """With tabs, with spaces as a shell pastes it, and without what stands around the events."""
    for position in [each for each in positions(kind).values() if not each.asked][SAMPLE]:
        wanted = position.question()
        seat_and_events = f"{position.seat} {position.events}"
        for text in (position.line, position.line.replace("\t", " ")):
            typed = typed_position(text, kind if DrillKind(kind) is not DrillKind.READ else None).question()
            if typed.kind is kind:
                assert (typed.answer, typed.rules) == (wanted.answer, wanted.rules)
        assert typed_position(seat_and_events).events == position.events


def test_a_hand_of_thirteen_tiles_asks_for_its_waits() -> None:
    """The hands of the library, typed as tiles and melds, with a discard for each meld."""
    checked = 0
    for position in positions(DrillKind.WAITS).values():
        question = position.question()
        hand: Hand = question.view().hand
        if any(meld.is_kan for meld in hand.melds) or "none" in question.answer[0] or checked == 30:
            continue
        melds = " ".join(f"meld:{meld}" for meld in hand.melds)
        free = [f"{number}z" for number in range(1, 8) if not hand.holds(EAST + number - 1)]
        pond = f"pond:{''.join(free[: len(hand.melds)])}" if hand.melds else ""
        typed = typed_position(f"{format_tiles(hand.tiles)} {melds} {pond} rules:{question.rules.name}")
        assert typed.question().answer == question.answer
        checked += 1
    assert checked == 30


ENOUGH = 4
"""Hands that are typed."""


def test_fourteen_tiles_ask_for_a_discard() -> None:
    """Hands of the library, typed with their pond: the same hand, pond, drawn tile and wall."""
    found = 0
    for position in positions(DrillKind.WAY_OUT).values():
        view = position.question().view()
        if view.hand.melds or any(each.called_by is not None for each in view.me.pond):
            continue
        drawn = view.own.drawn
        assert drawn is not None
        tiles = [*view.hand.tiles]
        tiles.remove(drawn)
        pond = [each.tile for each in view.me.pond]
        told = "".join(NAMES[tile] for tile in pond)
        with suppress(PositionError):
            typed = typed_position(f"{format_tiles(tiles)}{NAMES[drawn]} pond:{told} rules:{view.rules.name}")
            again = typed.question().view()
            assert sorted(again.hand.tiles) == sorted(view.hand.tiles)
            assert (again.own.drawn, [each.tile for each in again.me.pond]) == (drawn, pond)
            assert again.table.live == LIVE_AT_START - PLAYERS * len(pond) - 1
            found += 1
        if found == ENOUGH:
            break
    assert found == ENOUGH


@pytest.mark.parametrize(
    "text",
    [
        "",
        " " * 9,
        "hello",
        "{",
        "{}",
        '{"type":"start_kyoku"}',
        '{"type":"end_game"}',
        '{"type":"start_kyoku","bakaze":"E","dora_marker":"x","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"scores":[1],"tehais":[[]]}',
        "F1-",
        "F1-wrc-E1h0s0-00000000",
        "123m",
        "1m" * LONGEST,
        "5555m5555p55555s",
        "123456789m1237p dora:12m",
        "123456789m1237p seat:X",
        "123456789m1237p rules:none",
        "123456789m1237p x:1",
        "123456789m1p meld:pon:777z",
        "123456789m1p meld:ankan:7777z pond:1z",
        "123456789m12377z",
        "123456789m11122z",
        "147m258p369s1234z",
        "147m258p369s12345z",
        "E1 0.0 1,1,1,1 1m 1m,2m",
        "7 E1 0.0 1,1,1,1 1m 1m,2m",
        "0 E1 0.0",
        "0 E1 0.0 a,b,c,d 1m 1m,2m",
        "0 E1 0.0 1,1,1,1 1m 1m,1m,1m,1m,1m,1m,1m,1m,1m,1m,1m,1m,1m 0+1m",
        "0 E1 0.0 25000,25000,25000,25000 1m 1m,2m,3m,4m,5m,6m,7m,8m,9m,1p,1p,1p,2p 0+2p 3-?",
        "0 E1 0.0 25000,25000,25000,25000 1m 1m,2m,3m,4m,5m,6m,7m,8m,9m,1p,1p,1p,2p 0c3:1p,2p,9p",
        "\x1b[31m",
    ],
)
def test_what_is_no_position_is_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PositionError) as caught:
        typed_position(text)
    assert "\n" not in str(caught.value)
    assert execute(["practice", "--position", text]) == 2
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert not said.out


@pytest.mark.parametrize("key", ["drill.typed-position.ask", "practice-command.position"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_examples_in_the_texts_are_questions(key: str, language: str) -> None:
    told = re.search(r"(\d\w+ pond:\w+)", str(catalogue(language)[key]))
    assert told is not None
    assert typed_position(told[0]).kind is DrillKind.WAY_OUT


def test_the_last_decision_of_a_record_can_be_asked_about() -> None:
    """The same question from lines of mjai, from the code of the hand, and from a line of the library."""
    asked = 0
    for seed in range(6):
        events = wild_game("wrc", seed, "hand")
        (hand,) = hands_of(events)
        for place, event in enumerate(hand.events):
            if not isinstance(event, ev.Tsumo):
                continue
            cut = hand.events[: place + 1]
            try:
                found = typed_position(write_events(cut).decode())
            except PositionError:
                continue
            asked += 1
            assert typed_position(write_code(PRESETS["wrc"], RecordedHand(1, 1, cut))) == found
            assert found.seat == event.actor
            own = write(event.actor, [mask(each, event.actor) for each in cut])
            assert typed_position(f"wrc {event.actor} {own}") == found
        if asked > ENOUGH:
            break
    assert asked > ENOUGH


def test_words_cut_anywhere_are_a_position_or_one_line() -> None:
    line = positions(DrillKind.WAY_OUT)[1].line
    for end in range(0, len(line), 7):
        for text in (line[:end], line[end:]):
            try:
                code, refused = typed_position(text).question().code, "one line"
            except PositionError as error:
                code, refused = OWN, str(error)
            assert code.startswith(OWN)
            assert len(refused.splitlines()) == 1


async def test_a_position_is_pasted_into_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock(), pool=QuestionPool())
    async with running(practice_app(tmp_path, MENU)) as (app, pilot):
        await choose(pilot, PracticeEntry.POSITION)
        await until(lambda: isinstance(app.screen, LineScreen) and takes_keys(app))
        field = screen_of(app, LineScreen)
        field.post_message(app_events.Paste("123m456p\n"))
        await until(lambda: field.typed == "123m456p")
        await press(pilot, "enter")
        assert t("drill.typed-position.size", count=6) in " ".join(shown(app).split())
        field.post_message(app_events.Paste("789s1122z"))
        await until(lambda: field.typed.endswith("1122z"))
        await press(pilot, "enter")
        question = question_of(await asked(app))
        assert (question.kind, question.answer[0]) == (DrillKind.WAITS, {"1z", "2z"})
        assert question.code.startswith(OWN)


async def test_a_position_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock(), pool=QuestionPool())
    async with running(practice_app(tmp_path, PracticeOptions(position="123m456p789s1122z"))) as (app, _):
        assert question_of(await asked(app)).kind is DrillKind.WAITS


@pytest.mark.parametrize(
    ("kind", "own", "differs"),
    [
        (DrillKind.COUNT, "wrc;kiriage=false", True),
        (DrillKind.COUNT, "wrc;counter_points=1500", True),
        (DrillKind.WAITS, "wrc;counter_points=1500", False),
        (DrillKind.FURITEN, "tenhou;title=Club;uma=30000,10000,-10000,-30000", False),
    ],
)
def test_practice_by_own_rules_asks_what_they_answer_alike(kind: DrillKind, own: str, differs: bool) -> None:
    held, (preset, name) = QuestionPool(), preset_and_own(ruleset(own).name)
    codes = [code for level in LEVELS for code in held.new(kind, level, (level,), rules=preset)[:12]]
    opened, left = [], []
    for code in codes:
        try:
            opened.append(held.open(code, name))
        except NoQuestion:
            left.append(code)
    assert opened
    assert bool(left) is differs
    assert {question.rules.name for question in opened} == {preset}


async def test_the_app_practises_by_own_rules(tmp_path: Path) -> None:
    own = ruleset("ema;title=Club;kiriage=true").name
    async with running(practice_app(tmp_path, PracticeOptions(kind=DrillKind.COUNT, rules=own))) as (app, _):
        screen = await asked(app)
        assert question_of(screen).rules.name == "ema"
        assert app._practice_preferences().own_rules == own
