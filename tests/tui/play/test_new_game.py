"""A new game: its form, the choices of the last one, and what a new table loads."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ai.bots.registry import BOTS_WITH_LEVELS
from engine.events import StartKyoku
from engine.own_rules import number_span, own_rules, ruleset
from engine.records.read_file import games_of
from engine.rules import PRESETS, TENHOU, WRC
from engine.view import mask
from tests.support.engine.wild_games import wild_game
from tests.support.fresh_interpreter import loaded_after, run
from tests.support.tui.pilot import (
    play_on_to_the_ranking,
    press,
    press_to,
    running,
    screen_of,
    takes_keys,
    until,
)
from tests.support.tui.sessions import folder_at, kept_record
from tui.config.rules_files import kept_rules
from tui.drawing.rows import plain
from tui.i18n import t
from tui.play.play_on import branch_source
from tui.play.play_options import PlayOptions
from tui.play.session import DEFAULT_BOTS, DEFAULT_RULES
from tui.play.start_game import (
    LAST_GAME,
    FirstStart,
    begin,
    last_choices,
    open_for_play,
    remember_choices,
    remember_speed,
)
from tui.screens.dialogs import LineScreen
from tui.screens.game.branch_screens import BranchFormScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.new_game import ORIGINS, GameField, NewGameScreen, OriginScreen
from tui.screens.page import Entry
from tui.screens.pages.rules_page import OwnRulesScreen
from tui.screens.replay.moment_list import MomentListScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.table_screen import GameExit
from tui.shell.app import FuritenApp
from tui.words.names import bot_title

CHOSEN = PlayOptions(
    rules="tenhou", length="east", seed=7, bots=("takame", "hayai:expert", "mamori"), speed="fast", undo=True
)


def test_a_game_that_begins_leaves_its_choices_but_not_its_seed(tmp_path: Path) -> None:
    assert last_choices(tmp_path) is None
    with folder_at(tmp_path) as folder:
        begin(folder, CHOSEN)
    last = last_choices(tmp_path)
    assert last == PlayOptions(
        rules="tenhou", length="east", bots=("takame", "hayai:expert", "mamori"), speed="fast", undo=True
    )


def test_the_command_line_keeps_its_own_defaults(tmp_path: Path) -> None:
    remember_choices(tmp_path, CHOSEN)
    folder = folder_at(tmp_path)
    session, _ = open_for_play(folder, PlayOptions(seed=3))
    folder.release()
    assert session is not None
    assert session.match.rules.name == DEFAULT_RULES
    assert sorted(session.match.names) == sorted(("you", *DEFAULT_BOTS))
    assert session.takebacks is None


def test_the_speed_is_kept_beside_the_rest(tmp_path: Path) -> None:
    remember_speed(tmp_path, "slow")
    assert last_choices(tmp_path) == PlayOptions(speed="slow")
    remember_choices(tmp_path, CHOSEN)
    remember_speed(tmp_path, "instant")
    last = last_choices(tmp_path)
    assert last is not None
    assert (last.speed, last.rules) == ("instant", "tenhou")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[1, 2]", b'{"speed": "warp"}', b'{"bots": 3}', b"[" * 100_000, b'{"rules": 1e999}'],
)
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LAST_GAME).write_bytes(content)
    assert last_choices(tmp_path) is None
    remember_choices(tmp_path, CHOSEN)
    assert last_choices(tmp_path) is not None


@pytest.mark.parametrize(
    "content",
    [
        b'{"rules": "no-such-rules", "speed": "fast"}',
        b'{"bots": ["hayai", "nobody", "takame"], "speed": "fast"}',
        b'{"bots": ["hayai"], "speed": "fast"}',
    ],
)
def test_what_is_unknown_was_not_chosen_and_the_rest_was(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LAST_GAME).write_bytes(content)
    assert last_choices(tmp_path) == PlayOptions(speed="fast")


def test_what_cannot_be_written_is_forgotten(tmp_path: Path) -> None:
    remember_choices(tmp_path / "nowhere", CHOSEN)
    assert last_choices(tmp_path / "nowhere") is None


NOT_FOR_THE_TITLE = {
    "ai.drills",
    "ai.lessons",
    "ai.reading.safety",
    "ai.reading.value_hints",
    "engine.outcome",
    "engine.score.evaluate",
    "importlib.resources",
    "secrets",
    "sqlite3",
    "statistics",
    "tui.commands.play",
    "tui.config.rules_files",
    "tui.database",
    "tui.desk.tile_pages",
    "tui.plain",
    "tui.practice",
    "tui.replay",
    "tui.words.hand_sentences",
    "tui.words.riichi_choices",
}


def test_a_start_loads_only_what_the_first_screens_need() -> None:
    assert all(map(find_spec, NOT_FOR_THE_TITLE))
    code = "import sys, tui.shell.launch, tui.shell.app, tui.screens.title; print(*sys.modules)"
    loaded = set(run([sys.executable, "-c", code]).split())
    assert {"tui.screens.title", "tui.screens.game.game"} <= loaded
    assert loaded & NOT_FOR_THE_TITLE == set()


def test_a_first_table_reads_no_toml_and_holds_no_toasts(tmp_path: Path) -> None:
    """Textual would put toasts and a tooltip on every screen of an app that is not under test."""
    code = f"""
from pathlib import Path
from tui.play.play_options import PlayOptions
from tui.play.save import SaveFolder
from tui.shell.app import FuritenApp
app = FuritenApp(SaveFolder(Path({str(tmp_path)!r})), asked=PlayOptions(seed=42), speed="instant")

async def look(pilot):
    while type(app.screen).__name__ != "GameScreen" or not app.screen.loaded:
        await pilot.pause()
    app.exit([type(each).__name__ for each in app.screen.children])

assert app.run(headless=True, size=(120, 40), auto_pilot=look) == ["GameTable"]
"""
    assert "tomllib" not in loaded_after(code)


CHOSEN_BEFORE = PlayOptions(
    rules="ema", length="east", bots=("takame", "takame", "hayai:novice"), speed="instant", undo=True
)


async def test_the_form_opens_with_the_last_choices(tmp_path: Path) -> None:
    remember_choices(tmp_path, CHOSEN_BEFORE)
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "n")
        form = screen_of(app, NewGameScreen)
        chosen = form.options
        assert (chosen.rules, chosen.length, chosen.bots) == ("ema", "east", CHOSEN_BEFORE.bots)
        assert (chosen.speed, chosen.undo, chosen.seed) == ("instant", True, None)
        assert form.value(GameField.SPEED) == t("newgame.speeds.instant")
        await press_to(pilot, GameScreen, "enter")
        assert app.session is not None
        assert app.session.match.rules.name == "ema"
        assert app.pace.speed == "instant"


@pytest.mark.usefixtures("first_start")
@pytest.mark.parametrize(("key", "rules"), [("home", "mahjongsoul"), ("escape", "wrc")])
async def test_before_the_first_form_one_question_sets_the_ruleset(
    tmp_path: Path, key: str, rules: str
) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        app.asks_origin = True
        await press_to(pilot, OriginScreen, "n")
        if key == "home":
            await press(pilot, key)
            key = "enter"
        form = await press_to(pilot, NewGameScreen, key)
        assert form.options.rules == rules
        red = "origin.with-red" if any(PRESETS[rules].red_fives) else "origin.without-red"
        assert form.field == GameField.START
        assert t(red, points=PRESETS[rules].start_points) in plain(form.picture(80, 24)), (
            "wherever the cursor is"
        )
    # no game was begun: the first lesson is still offered, and nothing is asked again
    assert FirstStart(tmp_path).is_first
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        app.asks_origin = True
        await press_to(pilot, NewGameScreen, "n")
        assert screen_of(app, NewGameScreen).options.rules == rules


def test_the_question_tells_the_points_and_red_fives_of_each_ruleset() -> None:
    screen = OriginScreen()
    screen.entries, screen.at = tuple(Entry(name, "") for name in ORIGINS), 1
    screen.refresh_texts()  # as after another language was chosen
    assert screen.chosen.id == ORIGINS[1]
    for name, entry in zip(ORIGINS, screen.entries, strict=True):
        red = "with-red" if PRESETS[name].red_fives == (1, 1, 1) else "without-red"
        assert entry.detail == t(f"origin.{red}", points=PRESETS[name].start_points)


def test_every_bot_is_chosen_in_turn_and_described() -> None:
    form = NewGameScreen(PlayOptions())
    seen: dict[str, str] = {}
    for _ in BOTS_WITH_LEVELS:
        form.change("left", 1)
        assert form.options.bots is not None
        assert form.value("left") == bot_title(form.options.bots[2])
        seen[form.options.bots[2]] = form.about("left")
    assert set(seen) == set(BOTS_WITH_LEVELS)
    assert len(set(seen.values())) == len(BOTS_WITH_LEVELS)
    assert "Expert" in seen["hayai:expert"]
    assert "Regular" in seen["hayai"]


def test_a_program_outside_is_named_as_one() -> None:
    form = NewGameScreen(PlayOptions(bots=("mjai:hayai", "hayai", "tenpai")))
    assert t("newgame.bots.outside") in form.about("right")
    assert t("newgame.bots.outside") not in form.about("across")


def test_a_program_outside_stays_one_of_the_values() -> None:
    programs = ("mjai:python3 slow.py", "hayai", "mjai-lines:other")
    form = NewGameScreen(PlayOptions(bots=programs))
    seen = []
    for _ in range(len(BOTS_WITH_LEVELS) + 2):
        form.change("right", 1)
        assert form.options.bots is not None
        seen.append(form.options.bots[0])
    assert set(seen) == {*BOTS_WITH_LEVELS, programs[0], programs[2]}
    assert seen[-1] == programs[0], "round to where it began"
    form.change("right", 1)
    form.change("right", -1)
    assert form.options.bots == programs


def test_a_length_that_was_chosen_stays_with_another_ruleset() -> None:
    form = NewGameScreen(PlayOptions())
    while form.value("length") != "East round":
        form.change("length", 1)
    rules = form.value("rules")
    form.change("rules", 1)
    assert form.value("rules") != rules
    assert form.value("length") == "East round"
    assert form.options.length == "east"


def test_until_a_length_is_chosen_it_is_that_of_the_ruleset() -> None:
    form = NewGameScreen(PlayOptions())
    for rules, preset in PRESETS.items():
        while form.options.rules != rules:
            form.change("rules", 1)
        assert form.value("length") == t(f"newgame.lengths.{preset.length}")
    assert form.options.length is None


async def test_a_game_by_house_rules_from_the_form_to_the_review(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        form = await press_to(pilot, NewGameScreen, "n")
        assert form.value(GameField.HOUSE) == t("newgame.no-house")
        await press(
            pilot, *["up"] * (form.fields.index("start") - form.fields.index("speed")), "left", "left"
        )
        await press(pilot, "home", "down", "down")
        rules = await press_to(pilot, OwnRulesScreen, "right")
        fields = rules.fields
        await press(pilot, "left")
        assert rules.rules.length == "hand"
        # more points to start with than final scores are counted from: said, and not done
        await press(pilot, *["down"] * fields.index("start_points"), "right")
        assert rules.below_value() == t("rules.clash.start_points")
        await press(pilot, "down", "right", "right", "up", "right", "right", "right")
        assert (rules.rules.start_points, rules.rules.return_points) == (32_000, 32_000)
        await press(pilot, "home", *["down"] * fields.index("kiriage"), "right")
        assert rules.below_value() == t("rules.of", title=WRC.title, value=t("rules.yes"))
        await press_to(pilot, LineScreen, "enter")
        await press(pilot, "C", "l", "u", "b")
        await press_to(pilot, NewGameScreen, "enter")
        assert form.value(GameField.RULES) == "Club"
        assert form.value(GameField.HOUSE) == t("newgame.house", count=4)
        await press_to(pilot, GameScreen, "enter")
        assert app.session is not None
        name = app.session.match.rules.name
        assert name == "wrc;title=Club;length=hand;start_points=32000;return_points=32000;kiriage=false"
    app.folder.release()
    assert kept_rules(tmp_path) == {"club": ruleset(name)}
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        # the saved game goes on by them, and its record and its review know them
        await press_to(pilot, GameScreen, "c")
        assert app.session is not None
        assert app.session.match.rules == ruleset(name)
        await play_on_to_the_ranking(app)
        screen_of(app, RankingScreen).take(GameExit.REVIEW)
        await until(lambda: isinstance(app.screen, MomentListScreen) and takes_keys(app))
        (game,) = games_of(kept_record(tmp_path))
        assert game.rules == ruleset(name)
        assert game.cut is None
        assert [event.scores for event in game.events if isinstance(event, StartKyoku)] == [[32_000] * 4]
        (viewer,) = (screen for screen in app.screen_stack if isinstance(screen, ReplayScreen))
        assert viewer.ruleset() == ruleset(name)
    app.folder.release()
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press_to(pilot, NewGameScreen, "n")
        assert screen_of(app, NewGameScreen).options.rules == name


async def test_house_rules_that_are_left_or_change_nothing_leave_the_ruleset(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (_, pilot):
        form = await press_to(pilot, NewGameScreen, "n")
        for keys in (["end", "right", "escape"], ["enter"], ["end", "right", "left", "enter"]):
            await press(pilot, "home", "down", "down")
            await press_to(pilot, OwnRulesScreen, "right")
            await press(pilot, *keys[:-1])
            await press_to(pilot, NewGameScreen, keys[-1])
            assert form.options.rules == "wrc"
    assert not kept_rules(tmp_path)


@pytest.mark.parametrize("typed", ["250", "-100", "x", "25.5", "1000100"])
def test_what_is_no_number_of_points_is_refused_as_such(typed: str) -> None:
    screen = OwnRulesScreen(WRC)
    screen.at = screen.fields.index("start_points")
    assert screen.number_fault(typed) == t("rules.form.number", low="0", high="1,000,000", step=100)


def test_a_typed_number_that_clashes_with_another_field_is_refused_as_such() -> None:
    screen = OwnRulesScreen(WRC)
    screen.at = screen.fields.index("start_points")
    assert screen.number_fault("30500") == t("rules.clash.start_points")
    assert not screen.number_fault("30,000")
    assert not screen.number_fault("２５０００")  # as a Japanese keyboard may write it


async def test_a_number_of_the_house_rules_can_be_typed(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        app.push_screen(rules := OwnRulesScreen(WRC))
        await until(lambda: app.screen is rules and takes_keys(app))
        # a field that is no number takes no digit
        await press(pilot, "1")
        assert app.screen is rules
        await press(pilot, *["down"] * rules.fields.index("start_points"))
        await press_to(pilot, LineScreen, "2")
        await press_to(pilot, OwnRulesScreen, *"5000", "enter")
        assert rules.rules == own_rules(WRC, {"start_points": 25_000})


@pytest.mark.parametrize("field", ["counter_points", "noten_penalty", "start_points", "two_han_minimum_from"])
def test_a_number_stops_at_the_last_one_that_it_can_be(field: str) -> None:
    span = number_span(field)
    assert span is not None
    last = span.high // span.step * span.step
    screen = OwnRulesScreen(own_rules(WRC, {"return_points": 1_000_000, field: last}))
    screen.at = screen.fields.index(field)
    screen.change(1)
    assert getattr(screen.rules, field) == last


@pytest.mark.parametrize("preset", PRESETS)
def test_every_field_can_be_changed_and_changed_back(preset: str) -> None:
    for by in (1, -1):
        screen = OwnRulesScreen(PRESETS[preset])
        for at, field in enumerate(screen.fields):
            screen.at = at
            before = getattr(screen.rules, field)
            screen.change(by)
            changed = getattr(screen.rules, field) != before
            assert changed or screen.below_value() or before in (0, None)
            if changed:
                if before is not None:
                    screen.change(-by)
                else:
                    screen.reset()
                assert screen.rules is PRESETS[preset]


WHOLE = wild_game("tenhou", 7, "east")
SEEN = [mask(event, 1) for event in WHOLE]


def test_from_the_record_of_one_seat_hidden_tiles_are_dealt_anew() -> None:
    for events, ways in ((SEEN, ("anew",)), (WHOLE, ("as-it-was", "anew"))):
        source = branch_source(TENHOU, events, 8, 1)
        assert source is not None
        assert source.ways_to_deal == ways
        form = BranchFormScreen(source)
        assert form.choice.dealt == ways[0]
        form.change("dealt", 1)
        assert form.choice.dealt == ways[-1]
