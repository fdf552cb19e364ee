"""What is typed at a decision: every legal move and, by table rules, every error; else it is said why not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.reading.outlook import riichi_outlooks
from engine import events as ev
from engine.actions import Action, Refusal, Why
from engine.events import TableSteps
from engine.match import Match
from engine.own_rules import ruleset
from engine.records import read_events
from engine.view import mask
from tests.support.nightly import at_night
from tests.support.tui.plain_player import Talk, in_words, offered, play
from tests.support.tui.positions import REDS
from tests.support.tui.sessions import options
from tests.support.tui.texts import refusal
from tui.config.actions import ActionId
from tui.config.settings import HintLevel, OnOff
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.i18n import t
from tui.plain.decisions import Moves, offers
from tui.plain.typed_commands import COMMANDS, CommandSort, command_of, understood
from tui.play.play_options import FIRST_TOURNAMENT
from tui.words.action_words import refused
from tui.words.names import Seating
from tui.words.riichi_choices import riichi_line

SEAT = 1
FURITEN = "23456m22678p568s"
"""After 4s and 7m: 8s leaves 4s 7s, and 4s was thrown; 5s leaves 7s alone, which is free. No 4s is left."""
THROWN = "0: 4s; 1: 4s'; 2: 4s'; 3: 4s'; 0: draws 7m"
COMPLETE = "234m456m22678p45s"
RYANMEN = "23m456p678p22s45s1z"


@pytest.mark.parametrize("hands", [4, *at_night([100])])
def test_every_legal_action_can_be_typed(hands: int) -> None:
    """With each of them typed at each decision of these hands, exactly that action is made."""
    dice, kinds = random.Random(1), set()
    for seed in range(2, 2 + hands):
        match = Match(ruleset("tenhou"), seed, ("hayai", "you", "takame", "hayai"))
        desk = Desk(Seating(match.names, SEAT), match.rules, DeskSettings(hints=HintLevel.FULL))
        bots = [make_bot("hayai") for _ in range(4)]
        shown = 0
        while match.round.outcome is None:
            for event in match.events[shown:]:
                desk.event(mask(event, SEAT))
            shown = len(match.events)
            for action in match.round.options(SEAT).actions if SEAT in match.acting else ():
                desk.offer()
                kinds.add(action.kind)
                assert typed_twice(desk, action) == action
            match.step(
                {
                    seat: bots[seat].choose(match.round.view(seat), match.round.options(seat))
                    if seat != SEAT or dice.random() < 0.7
                    else dice.choice(match.round.options(seat).actions)
                    for seat in match.acting
                }
            )
    assert len(kinds) >= (4 if hands < 100 else 8), kinds


def typed_twice(desk: Desk, action: Action) -> Action | None:
    """What typing an action makes, said once more where it is warned of."""
    said: list[str] = []
    moves, typed = Moves(desk, said.append), understood(in_words(action))
    assert typed is not None, action
    made = moves.made(typed)
    if made is None:
        assert f"{typed.line} again" in said[-1], said
        made = moves.made(typed)
    return made


class TestWarnings:
    def test_a_discard_that_makes_the_hand_furiten(self) -> None:
        talk = Talk(FURITEN, THROWN)
        assert talk.type("8s") is None
        assert talk.said == [
            t(
                "warning.furiten-full",
                better="5s",
                free="7s",
                key="8s",
                tile="8s",
                waits="4s 7s",
                why=t("warning.thrown", tile="4s"),
            )
        ]
        assert str(talk.type("8s")) == "discard 8s"

    def test_another_one_is_warned_of_by_itself(self) -> None:
        talk = Talk(FURITEN, THROWN)
        talk.type("8s")
        assert str(talk.type("5s")) == "discard 5s"
        talk = Talk(FURITEN, THROWN)
        talk.type("8s")
        assert talk.type("riichi 8s") is None
        assert talk.said == [
            t(
                "warning.riichi-full",
                better="5s",
                free="7s",
                key="riichi 8s",
                waits="4s 7s",
                why=t("warning.thrown", tile="4s"),
            )
        ]
        assert talk.type("8s") is None, "that is another choice"

    def test_where_no_discard_is_better_it_is_told_all_the_same(self) -> None:
        talk = Talk("234m456m678p56s19p", "0: 4s; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 1p")
        assert talk.type("9p") is None
        assert talk.said == [
            t("warning.furiten-alone", key="9p", tile="9p", waits="4s 7s", why=t("warning.thrown", tile="4s"))
        ]
        assert str(talk.type("9p")) == "discard 9p"

    @pytest.mark.parametrize("hints", HintLevel)
    @pytest.mark.parametrize("line", ["draw", "2m", "riichi 2m"])
    def test_a_tsumo_is_never_let_go_at_once(self, line: str, hints: HintLevel) -> None:
        talk = Talk(COMPLETE, "0: draws 6s", hints=hints)
        assert talk.type(line) is None
        assert talk.said[0].endswith(f" {line} again declines.")
        assert str(talk.type("t")) == "tsumo 6s"

    @pytest.mark.parametrize(
        ("coach", "guards_wins", "asks"),
        [(OnOff.ON, False, True), (OnOff.OFF, True, True), (OnOff.OFF, False, False)],
    )
    def test_a_ron_is_declined_at_once_only_where_nobody_asks(
        self, coach: OnOff, guards_wins: bool, asks: bool
    ) -> None:
        talk = Talk(COMPLETE, "0: 1z; 1: 6s", coach=coach, guards_wins=guards_wins)
        assert (talk.type("pass") is None) is asks
        if asks:
            (line,) = talk.said
            assert line.startswith("Ron on 6s is ")
            assert line.endswith(" pass again declines.")
            assert str(talk.type("x")) == "pass"


def cannot(action: str, why: str, can: str = "riichi East, discard", **facts: object) -> str:
    """Why an action is refused, and what can be done instead."""
    return t("plain.refused", can=t("plain.can", offers=can), why=refusal(action, why, **facts))


class TestRefusals:
    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("9s", t("plain.not-held", tile="9s")),
            ("discard", t("plain.which-tile")),
            (
                "discard 9x",
                t("plain.no-tile", given="9x"),
            ),
            ("tsumo", cannot("Tsumo", "waits-elsewhere", tiles="3s 6s")),
            ("ron", cannot("Ron", "no-claim")),
            ("pon", cannot("Pon", "no-claim")),
            ("kan", cannot("Kan", "no-tiles-for-it")),
            ("nine", cannot("Nine terminals", "not-in-rules")),
            ("pass", cannot("Pass", "nothing-to-pass")),
            ("riichi", t("plain.riichi-which", tiles="East")),
            ("riichi 2m", refusal("Riichi", "not-tenpai-after")),
        ],
    )
    def test_one_line_says_why(self, line: str, says: str) -> None:
        talk = Talk("234m456p678p22s45s", "0: draws 1z")
        assert talk.type(line) is None
        assert talk.said == [says]

    def test_on_the_turn_of_another(self) -> None:
        talk = Talk(RYANMEN, "0: 1z; 1: 9m'; 2: 9p'; 3: 4m")
        assert talk.type("1z") is None
        assert talk.said == [cannot("Discard", "not-your-turn", "chi 23m, pass")]

    def test_riichi_without_a_tile_compares_the_waits(self) -> None:
        first_furiten = ("356m123456789p9s", "0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")
        talk = Talk(*first_furiten)
        assert talk.type("riichi") is None
        closed, both = riichi_outlooks(talk.desk.view)
        assert both.furiten
        compared = riichi_line([closed, both])
        assert talk.said[1:] == [compared]
        assert compared.index("6m") < compared.index("3m"), "the best comes first"
        talk = Talk(*first_furiten, hints=HintLevel.OFF)
        talk.type("riichi")
        assert len(talk.said) == 1, "without hints only what is possible is said"

    def test_in_riichi(self) -> None:
        talk = Talk("234m456p678p22s45s", "0: riichi 1z; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 1z")
        assert talk.type("2s") is None
        assert talk.said == [refusal("Discard", "only-the-drawn-tile")]
        assert offers(talk.desk.choice) == ["draw"]  # type: ignore[arg-type]
        assert str(talk.type("1z")) == "discard 1z"

    def test_kuikae(self) -> None:
        talk = Talk("2344m456p678p22s1z", "0: 1z; 1: 9m'; 2: 9p'; 3: 4m; 0: chi 2m3m")
        assert talk.type("4m") is None
        assert talk.said == [t("desk.kuikae", tile="4m")]


CHIS = t("plain.or", first=t("plain.or", first="chi 23m", last="chi 35m"), last="chi 56m")


class TestForms:
    def test_a_chi_that_can_be_made_in_several_ways(self) -> None:
        talk = Talk("2356m456p678p22s1z", "0: 1z; 1: 9m'; 2: 9p'; 3: 4m")
        assert talk.type("chi") is None
        assert talk.said == [
            t("plain.which-form", action="Chi", forms=CHIS),
        ]
        assert talk.type("chi 12m") is None
        assert talk.said == [
            t("plain.no-form", action="Chi", forms=CHIS),
        ]
        assert talk.type("chi 4") is None
        assert talk.said[0].startswith("'4' is not a tile; they are 1m to 9m, ")
        assert str(talk.type("chi 53m")) == "chi 4m with 35m"

    @pytest.mark.parametrize("line", ["chi 234m", "chi 2m 3m", "c 32m"])
    def test_a_chi_by_its_tiles_or_by_the_run(self, line: str) -> None:
        talk = Talk("2356m456p678p22s1z", "0: 1z; 1: 9m'; 2: 9p'; 3: 4m")
        assert str(talk.type(line)) == "chi 4m with 23m"

    @pytest.mark.parametrize(("line", "means"), [("pon 55p", "55p"), ("pon 50p", "50p"), ("pon 05p", "50p")])
    def test_a_pon_with_the_red_five_or_without(self, line: str, means: str) -> None:
        talk = Talk("234m550p678p22s45s", "0: 2s; 1: 5p", rules=REDS)
        assert talk.type("pon") is None
        assert talk.said == [
            t("plain.which-form", action="Pon", forms=t("plain.or", first="pon 55p", last="pon 50p"))
        ]
        assert str(talk.type(line)) == f"pon 5p with {means}"

    def test_a_kan_by_one_tile(self) -> None:
        talk = Talk("1111m456p678p222s", "0: draws 2s")
        assert talk.type("kan") is None
        assert talk.said == [
            t("plain.which-form", action="Kan", forms=t("plain.or", first="kan 1m", last="kan 2s"))
        ]
        assert str(talk.type("kan 2s")) == "closed-kan 2s with 2222s"


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("3s", "discard 3s"),
        ("east", "discard 1z"),
        ("EAST", "discard 1z"),
        ("1z", "discard 1z"),
        ("red 5p", "discard 0p"),
        ("5pr", "discard 0p"),
        ("0p", "discard 0p"),
        ("Red", "discard 7z"),
        ("discard E", "discard 1z"),
        ("discard  3s", "discard 3s"),
    ],
)
def test_spellings_of_tiles(line: str, means: str) -> None:
    talk = Talk("234m460p678p3s171z", "0: draws 7z", rules=REDS)
    assert str(talk.type(line)) == means


@pytest.mark.parametrize("line", ["e", "foo", "3x", "33s", "discards 3s", "?3", "", "\x1b", "t3s"])
def test_what_nobody_understands(line: str) -> None:
    assert understood(line) is None


MOST = 400
"""Lines of a game of one hand; more would be a question that comes again and again."""
STEPS = replace(FIRST_TOURNAMENT, window=0)


class Typist:
    """Types ``first`` at calls and ``turn`` at its own turns, later passes and discards what is drawn.

    Everything else it answers simply.
    """

    def __init__(self, *first: str, turn: Sequence[str] = ()) -> None:
        self.first = list(first)
        self.turn = list(turn)
        self.typed: list[str] = []

    def __call__(self, said: Sequence[str]) -> str | None:
        self.typed.append(answer := self._answer(said))
        assert len(self.typed) < MOST, said[-5:]
        return answer

    def _answer(self, said: Sequence[str]) -> str:
        prompt = said[-1]
        if prompt.startswith(t("plain.prompt-call")):
            if "tenpai" in offered(said):
                return "noten"
            return self.first.pop(0) if self.first else ""
        if prompt.startswith(t("plain.prompt-turn")):
            return self.turn.pop(0) if self.turn else "draw"
        if prompt.startswith(t("plain.prompt-next")):
            return ""
        return "quit"


def record(folder: Path) -> list[ev.Event]:
    (file,) = (folder / "records").glob("*.jsonl")
    return list(read_events(file.read_bytes()))


def test_silence_passes_and_nothing_is_offered(tmp_path: Path) -> None:
    code, said = play(tmp_path, options(27, steps=STEPS), Typist())
    assert code == 0
    assert not [line for line in said if "You can:" in line and any(w in line for w in ("pon", "chi", "ron"))]
    assert t("errors.title") in said


@pytest.mark.parametrize(
    ("rules", "typed", "offence"),
    [
        ("ema", "ron show", "false-win"),
        ("wrc", "ron back", "withdrawn-win"),
        ("wrc", "pon", "empty-call"),
        *at_night(
            [
                ("wrc", "ron show", "false-win"),
                ("ema", "ron back", "withdrawn-win"),
                ("wrc", "chi", "empty-call"),
            ]
        ),
    ],
)
def test_an_error_is_ruled_on_and_in_the_record(rules: str, typed: str, offence: str, tmp_path: Path) -> None:
    code, said = play(tmp_path, options(3, rules, steps=replace(STEPS, bot_errors=0)), Typist(typed))
    assert code == 0
    fouls = [event for event in record(tmp_path) if isinstance(event, ev.Foul)]
    assert fouls[0].offence == offence
    ruled = t("ruling.own", offence=t(f"reviewed.foul-of.{offence}"))
    assert ruled in said


@pytest.mark.parametrize(("no_hints", "refused_times"), [(True, 5), (False, 0)])
def test_questions_are_refused_without_hints_and_not_in_the_help(
    no_hints: bool, refused_times: int, tmp_path: Path
) -> None:
    asked = ("waits", "furiten", "safe", "safe 1m", "hint")
    typist = Typist(turn=(*asked, "help", "quit"))
    _, said = play(tmp_path, options(3, steps=replace(STEPS, no_hints=no_hints)), typist)
    assert said.count(t("window.no-hints")) == refused_times
    questions = [command.help for command in COMMANDS if command.sort is CommandSort.HAND]
    assert [line in said for line in questions] == [not no_hints] * 4
    assert command_of(ActionId.UNDO).help not in said
    assert command_of(ActionId.LOG).help in said


def test_a_win_asks_whether_the_hand_is_shown(tmp_path: Path) -> None:
    _, said = play(tmp_path, options(3, steps=STEPS), Typist("ron", ""))
    assert any("ron show" in line and "ron back" in line for line in said)


def test_a_pass_and_an_empty_riichi_are_answered_where_errors_are_possible(tmp_path: Path) -> None:
    code, said = play(tmp_path, options(3, "wrc", steps=STEPS), Typist(turn=("pass", "riichi")))
    assert code == 0
    assert any(refused(ActionId.PASS, Refusal(Why.NO_CLAIM)) in line for line in said)
    assert t("plain.riichi-tile") in said


def test_without_rulings_an_error_is_refused(tmp_path: Path) -> None:
    steps = TableSteps(live_calls=True)
    code, _ = play(tmp_path, options(3, steps=steps), Typist("pon", "ron show", ""))
    assert code == 0
    assert not [event for event in record(tmp_path) if isinstance(event, ev.Foul)]
