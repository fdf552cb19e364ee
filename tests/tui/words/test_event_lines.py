"""Sentences of the desk and the log of a game: none is missing, none is too long, nothing hidden is told."""

from __future__ import annotations

from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from ai.coach import Caution, CautionKind
from ai.reading.estimates import AcceptedTile
from ai.reading.furiten_advice import (
    FuritenAdvice,
    FuritenReport,
    MissedWin,
    TsumoChance,
    WayKind,
    WayOut,
    furiten_report,
    longest_lasting,
)
from ai.reading.outlook import Draw, Outlook, Wait
from ai.reading.table_errors import ErrorAtTable, ErrorKind
from engine import events as ev
from engine.actions import Refusal, Why
from engine.furiten import Cause, CauseEnd, FuritenKind, Passed
from engine.legal import NINE
from engine.rules import PRESETS, TENHOU, Offence, Penalty
from engine.score import Score
from engine.table import PondTile
from engine.tiles import KIND_OF, RED_FIVES, TILE_OF, parse_tiles
from engine.view import SeatView, mask
from tests.support.tui.positions import FURITEN_WIDTH, PLAYERS, REDS, WRC, Seated, footer
from tests.support.tui.sessions import caller, in_memory, options, play_on
from tests.support.tui.texts import refusal, says
from tui.config.actions import ACTIONS, BY_ID, ActionId
from tui.desk.choice import KINDS_OF
from tui.desk.desk import Desk
from tui.desk.hints import LINE_WIDTH, RIICHI_WIDTH, wait_line
from tui.desk.scene_maker import make_scene
from tui.i18n import Language, t
from tui.i18n import width as cells
from tui.play.session import Session
from tui.words.action_words import RefusedDiscard, refused
from tui.words.event_lines import Announcement, HandLog, LineWeight, LogEntry, game_log, log_line
from tui.words.furiten_sentences import furiten_lines
from tui.words.hand_sentences import ways_out
from tui.words.names import REASON_WIDTH, Seating, first_fitting, kind_word, tile_word
from tui.words.table_rules import error_words, fu_reason
from tui.words.warnings import warning

LONG = ("Longest name one", "Longest name two", "Longest name three", "Longest name four")
NAMES = Seating(LONG, 0)
RED = RED_FIVES[1]
ORPHANS = parse_tiles("19m19p19s1234567z")
NO_YAKU = Refusal(Why.NO_YAKU)
TRIED = (*KINDS_OF, ActionId.PASS, *RefusedDiscard)
CAUSES = tuple(
    Cause(kind, tile, 1, 18, ends, passed)
    for tile in (RED, *parse_tiles("5z"))
    for kind, ends, passed in (
        (FuritenKind.DISCARD, CauseEnd.WAITS_CHANGE, None),
        (FuritenKind.DISCARD, CauseEnd.HAND_ENDS, None),
        *((FuritenKind.TEMPORARY, CauseEnd.OWN_DISCARD, passed) for passed in (Passed.DISCARD, Passed.KAN)),
        *((FuritenKind.RIICHI, CauseEnd.HAND_ENDS, passed) for passed in Passed),
    )
)
NUMBERS = {
    Why.TOO_FEW_POINTS: max(rules.riichi_minimum_points or 0 for rules in PRESETS.values()),
    Why.NOT_NINE_KINDS: NINE,
}


class TestReasons:
    @pytest.mark.parametrize("why", Why)
    def test_every_reason_has_a_sentence_that_fits(self, why: Why, language: Language) -> None:
        for name, tiles, cause in product(TRIED, ((), parse_tiles("567z"), parse_tiles("1236z")), CAUSES):
            refusal = Refusal(why, causes=(cause,), tiles=tiles, number=NUMBERS.get(why, 70))
            sentence = refused(name, refusal)
            assert cells(sentence) <= REASON_WIDTH, sentence
            assert sentence[0].isupper() or language == "ja"
            assert sentence.endswith((".", "。"))

    def test_each_says_something_of_its_own(self) -> None:
        cause = CAUSES[0]
        told = {refused(ActionId.RON, Refusal(why, (cause,), parse_tiles("1z"), 4)) for why in Why}
        assert len(told) == len(Why)

    @pytest.mark.parametrize(
        ("tried", "given", "action", "facts"),
        [
            (ActionId.RIICHI, Refusal(Why.TOO_FEW_POINTS, number=1_000), "Riichi", {"number": 1_000}),
            (
                RefusedDiscard.PLAIN,
                Refusal(Why.KUIKAE, tiles=parse_tiles("36m")),
                "Discard",
                {"tiles": "3m 6m"},
            ),
            (ActionId.RON, Refusal(Why.NOT_COMPLETE, tiles=parse_tiles("36s")), "Ron", {"tiles": "3s 6s"}),
            (ActionId.RON, Refusal(Why.NOT_COMPLETE, tiles=ORPHANS), "Ron", {"tiles": "13 kinds"}),
        ],
    )
    def test_facts_are_told(
        self, tried: ActionId | RefusedDiscard, given: Refusal, action: str, facts: dict[str, object]
    ) -> None:
        why = "waits-elsewhere" if given.why is Why.NOT_COMPLETE else given.why.value
        assert refused(tried, given) == refusal(action, why, **facts)


def shown_furiten(
    causes: tuple[Cause, ...], pond: list[PondTile], advice: FuritenAdvice | None = None, **rest: Any
) -> tuple[FuritenReport, str]:
    """The facts of a hand with these causes, and the line at 80 columns."""
    missed = rest.pop("missed", None)
    view: Any = SimpleNamespace(
        furiten=causes,
        me=SimpleNamespace(pond=pond),
        own_draws=0,
        my_turn=False,
        drawn=None,
    )
    vars(view).update(rest)
    facts = furiten_report(view, advice, missed)
    assert facts is not None
    return facts, first_fitting(furiten_lines(facts, NAMES), FURITEN_WIDTH)


def says_end(facts: FuritenReport, line: str) -> bool:
    """Whether the line tells the end of the furiten."""
    return t(f"furiten.ends-{facts.ends}") in line or t(f"furiten.ends-brief-{facts.ends}") in line


def says_way(way: WayOut, line: str) -> bool:
    """Whether the line names the discard, and how many tiles win or lead to a wait that wins."""
    assert way.tile is not None
    told = line.rpartition(tile_word(way.tile))[2]
    count = way.freeing if way.kind is WayKind.STEP_BACK else way.wait.winning_tiles
    return str(count) in told


@pytest.mark.usefixtures("language")
class TestFuritenLine:
    @pytest.mark.parametrize("called_by", [None, 2])
    @pytest.mark.parametrize("more", [(), CAUSES[-3:]])
    def test_it_fits_with_the_tile_and_the_end(self, called_by: int | None, more: tuple[Cause, ...]) -> None:
        pond = [PondTile(RED, False, called_by=called_by)] * 18
        for one in CAUSES:
            facts, line = shown_furiten((one, *more), pond)
            assert cells(line) <= FURITEN_WIDTH, line
            assert kind_word(longest_lasting((one, *more)).tile) in line
            assert says_end(facts, line)

    @pytest.mark.parametrize("kind", WayKind)
    @pytest.mark.parametrize("my_turn", [True, False])
    def test_it_fits_with_every_way_out(self, kind: WayKind, my_turn: bool) -> None:
        pond = [PondTile(RED, False)] * 18
        hand = Outlook(0, tuple(Wait(wait, 4) for wait in parse_tiles("5671234z")), ())
        draws = (Draw(0, 4, (hand,)),) * 9
        for tile in (RED, *parse_tiles("4s")):
            way = WayOut(kind, tile, hand, draws, fewer=-12)
            for one, found in product(CAUSES, ((way,), ())):
                advice = FuritenAdvice((one,), (), found, draws)
                facts, line = shown_furiten((one,), pond, advice, my_turn=my_turn)
                assert cells(line) <= FURITEN_WIDTH, line
                assert kind_word(one.tile) in line
                assert says_end(facts, line), "the way out does not take the place of when it ends"
                if facts.way is not None:
                    without = furiten_lines(replace(facts, way=None, tsumo=TsumoChance.NONE), NAMES)
                    assert says_way(facts.way, line) or line in without, "whole or not at all"

    @pytest.mark.parametrize("why", [None, Why.NO_YAKU, Why.TWO_HAN_MINIMUM, Why.FURITEN])
    def test_it_fits_after_every_winning_tile_that_passed(self, why: Why | None) -> None:
        """Whatever was furiten before."""
        pond = [PondTile(RED, False)] * 18
        passes = [cause for cause in CAUSES if cause.passed is not None]
        for before, one in product(CAUSES, passes):
            refusal = None if why is None else Refusal(why, causes=(before,), number=5)
            facts, line = shown_furiten((before,), pond, missed=MissedWin(one, refusal))
            assert cells(line) <= FURITEN_WIDTH, line
            assert kind_word(one.tile) in line
            assert facts.before == (before if why is Why.FURITEN else None)
            assert facts.ends == longest_lasting((before, one)).ends
            assert says_end(facts, line)


class TestWaitLine:
    @pytest.mark.usefixtures("language")
    @pytest.mark.parametrize("width", [LINE_WIDTH, RIICHI_WIDTH])
    @pytest.mark.parametrize("count", range(1, 14))
    @pytest.mark.parametrize("furiten", [(), CAUSES[:1]])
    def test_it_fits(self, width: int, count: int, furiten: tuple[Cause, ...]) -> None:
        kinds = parse_tiles("5671234z1919m19p19s")[:count]
        for ron, tsumo, discard in product((None, NO_YAKU), (None, NO_YAKU), (None, RED)):
            waits = tuple(Wait(kind, 4, ron, tsumo) for kind in kinds)
            line = wait_line(Outlook(0, waits, furiten, discard), width)
            assert cells(line) <= width, line
            assert (t("desk.furiten") in line) is bool(furiten)
            mixed = (*waits[1:], Wait(kinds[0], 0, None if ron else NO_YAKU, tsumo))
            assert cells(wait_line(Outlook(0, mixed, furiten, discard), width)) <= width

    @pytest.mark.usefixtures("language")
    def test_the_distance_fits(self) -> None:
        for shanten in range(7):
            assert cells(wait_line(Outlook(shanten, (), (), RED), RIICHI_WIDTH)) <= RIICHI_WIDTH


class TestWords:
    def test_long_names_are_cut_and_the_own_one_is_you(self) -> None:
        names = Seating(LONG, 2)
        assert (names[2], names.other(2), names[0]) == ("You", "you", "Longest n.")

    def test_the_last_wording_is_better_than_none(self) -> None:
        assert first_fitting(["too long", "long"], 3) == "long"


class TestActions:
    def test_ids_are_unique_and_every_one_has_words(self) -> None:
        assert len(BY_ID) == len(ACTIONS)
        assert all(action.words for action in ACTIONS)

    def test_every_one_has_a_key_but_the_name_of_a_tile_which_is_typed(self) -> None:
        assert [action.id for action in ACTIONS if not action.keys] == ["tile"]


class TestLog:
    def test_a_hand_in_words(self) -> None:
        desk = (
            Seated("3456m99p556s1117z", rules=REDS, indicator="9s")
            .play(
                """
                0: 7z; 1: 2m'; 2: 5p; 1: pon 5p0p; 1: 9p; 0: pon 9p9p; 0: 6s
                1: 3s; 2: chi 4s0s; 2: 1m; 3: ankan 8888s; dora 1s; 3: 5s; 0: pon 5s5s; 0: 3m
                1: kakan 5p; dora 7m; 1: 6z; 2: kan 6z6z6z; 2: riichi 2z
                """
            )
            .desk
        )
        assert desk.log == [
            "East 1: dora 1s",
            "You: drew Red",
            "You: Red",
            t("log.tsumogiri", name="Hayai", tile="2m"),
            "Mamori: 5p",
            t("log.pon", name="Hayai", other="Mamori", tile="5p"),
            "Hayai: 9p",
            t("log.pon", name="You", other="Hayai", tile="9p"),
            "You: 6s",
            "Hayai: 3s",
            t("log.chi", name="Mamori", other="Hayai", tiles="340s"),
            "Mamori: 1m",
            t("log.closed-kan", name="Takame", tile="8s"),
            "New dora: 2s",
            "Takame: 5s",
            t("log.pon", name="You", other="Takame", tile="5s"),
            "You: 3m",
            t("log.added-kan", name="Hayai", tile="5p"),
            "New dora: 8m",
            "Hayai: Green",
            t("log.kan", name="Mamori", other="Hayai", tile="Green"),
            t("log.riichi", name="Mamori", tile="South"),
        ]

    def test_what_is_said_stands_until_somebody_else_takes_a_turn(self) -> None:
        seated = Seated("3456m99p556s1117z").play("0: 7z; 1: 9p; 0: pon 9p9p")
        assert make_scene(seated.desk).announced == Announcement(0, "PON")
        seated.play("0: 6s")
        assert make_scene(seated.desk).announced == Announcement(0, "PON")
        seated.play("1: 1z")
        assert make_scene(seated.desk).announced is None
        seated.play("2: riichi 5z")
        assert make_scene(seated.desk).announced == Announcement(2, "RIICHI")

    @pytest.mark.parametrize(
        ("target", "word", "line"),
        [
            (1, "RON", t("log.ron", name="Takame", other="Hayai", points=3_900)),
            (3, "TSUMO", "Takame: TSUMO, 3,900"),
        ],
    )
    def test_a_win(self, target: int, word: str, line: str) -> None:
        desk = Seated("3456m99p556s1117z").play("0: 7z; 1: 9s").desk
        desk.event(ev.Hora(actor=3, target=target, deltas=[0, -3900, 0, 3900], points=3900))
        scene = make_scene(desk)
        assert scene.announced == Announcement(3, word)
        assert scene.log[-1] == line
        assert (scene.acting, scene.furiten, scene.wait_line, scene.marks) == (None, (), None, ())
        assert footer(desk) == f"? help  s settings  q quit  : {t('desk.foot-palette')}"

    @pytest.mark.parametrize(
        ("reason", "line"),
        [(None, t("log.drawn", reason=t("result.draw.exhaustive"))), ("suufon_renda", "Drawn: four winds")],
    )
    def test_a_draw(self, reason: str | None, line: str) -> None:
        desk = Seated("3456m99p556s1117z").play("0: 7z").desk
        desk.event(ev.Ryukyoku(deltas=[0, 0, 0, 0], reason=reason))
        assert desk.log[-1] == line


class TestScene:
    def test_before_the_first_deal_there_is_nothing_to_show(self) -> None:
        desk = Desk(Seating(PLAYERS, 0), TENHOU)
        desk.event(ev.StartGame(names=list(PLAYERS)))
        assert not desk.dealt
        with pytest.raises(ValueError, match="no hand has been dealt"):
            make_scene(desk)


PINFU = "234m45622p23478s"


def logged(hand: str, moves: str, *, automatic: tuple[int, ...] = (), hints: bool = True) -> HandLog:
    """The log of a hand after these moves, as the person at seat 0 sees it."""
    seated = Seated(hand).play(moves)
    (log,) = game_log(WRC, Seating(PLAYERS, 0), seated.events, automatic, hints=hints)
    return log


def lines(log: HandLog) -> list[str]:
    """Each line with its turn before it and its note behind it."""
    return [" | ".join(filter(None, (str(each.turn or ""), each.text, each.note))) for each in log.entries]


def test_what_cannot_be_won_on_is_told_where_hints_are_on() -> None:
    moves = "0: 9s; 1: 6s"
    assert t("log.no-ron", tile="6s", why="furiten") in lines(logged(PINFU, moves))
    assert t("log.no-ron", tile="6s", why="furiten") not in lines(logged(PINFU, moves, hints=False))


def test_what_a_switch_did_is_told() -> None:
    log = logged(PINFU, "0: 5z'", automatic=(2,))
    assert log.entries[-1] == LogEntry("You: White", LineWeight.PLAIN, 1, "as drawn (auto)")


@cache
def whole_game() -> Session:
    session = in_memory(options(5, length="east"))
    play_on(session, caller)
    return session


class TestAWholeGame:
    def log(self, events: list[ev.Event]) -> tuple[HandLog, ...]:
        session = whole_game()
        return game_log(session.match.rules, session.seating, events, hints=True)

    def heard(self) -> list[ev.Event]:
        return [mask(event, whole_game().seat) for event in whole_game().match.events]

    def test_each_hand_has_its_own_and_ends_with_the_points(self) -> None:
        log = self.log(self.heard())
        deals = [event for event in self.heard() if isinstance(event, ev.StartKyoku)]
        ends = [event for event in self.heard() if isinstance(event, ev.EndKyoku)]
        assert len(log) == len(deals) >= 4
        seat = whole_game().seat
        for hand, first, last in zip(log, deals, ends, strict=True):
            assert last.scores is not None
            by = last.scores[seat] - first.scores[seat]
            told = f"Points: You {last.scores[seat]:,}" + (f" ({by:+,})" if by else "")
            assert hand.entries[-1].text.startswith(told)

    def test_every_discard_is_there(self) -> None:
        discards = [event for event in self.heard() if isinstance(event, ev.Dahai)]
        told = [each for hand in self.log(self.heard()) for each in hand.entries if each.turn]
        assert len(told) == len(discards)

    def test_of_draws_only_the_own_ones(self) -> None:
        draws = [each.text for hand in self.log(self.heard()) for each in hand.entries if "drew" in each.text]
        assert all(text.startswith("You: drew") for text in draws)


ONLOOKER = Seating.of_onlooker(["Ann", "Ben", "Cid", "Dot"])
TILE = TILE_OF["5s"]
KIND = KIND_OF[TILE]
IN_RIICHI = Cause(FuritenKind.RIICHI, TILE, 1, 3, CauseEnd.HAND_ENDS, Passed.DISCARD)


@pytest.mark.parametrize(("discard", "key"), [("5s", "warning.itself"), ("9m", "warning.thrown")])
def test_a_warning_says_whether_the_discard_itself_makes_the_hand_furiten(discard: str, key: str) -> None:
    cause = Cause(FuritenKind.DISCARD, TILE, 0, 3, CauseEnd.WAITS_CHANGE, None)
    said = Caution(CautionKind.FURITEN, TILE_OF[discard], (AcceptedTile(KIND, 3),), (cause,))
    assert t(key, tile="5s") in warning(said, ActionId.CONFIRM)


@pytest.mark.parametrize(
    ("fewer", "key"), [(0, "panel.cost.none"), (2, "panel.cost.fewer"), (-2, "panel.cost.more")]
)
def test_a_way_out_says_what_it_costs(fewer: int, key: str) -> None:
    way = WayOut(WayKind.CHANGE_WAIT, TILE, Outlook(0, (Wait(KIND, 3),), ()), fewer=fewer)
    (said,) = ways_out(FuritenAdvice((IN_RIICHI,), (), (way,)))
    others = {"panel.cost.none", "panel.cost.fewer", "panel.cost.more"} - {key}
    assert says(said, key)
    assert not any(says(said, other) for other in others)


def test_tenpai_said_noten_is_an_error() -> None:
    error = ErrorAtTable(ErrorKind.TENPAI, 1, 5, 9, "E", 1, 0)
    assert error_words(error, ONLOOKER) == t("errors.tenpai")


def counted(han: int | None, fu: int | None) -> ev.WinCounted:
    return ev.WinCounted(2, ["riichi"], han, fu, [1_000])


@pytest.mark.parametrize(
    ("event", "key", "values"),
    [
        (ev.Foul(2, Offence.INVALID_KAN.value, Penalty.CHOMBO.value), "log.foul", {}),
        (ev.Tenpai(2), "log.tenpai", {}),
        (ev.Noten(2), "log.noten", {}),
        (ev.WinCalled(2, 2, "1z", [], []), "log.called-tsumo", {}),
        (ev.WinCalled(2, 1, "1z", [], []), "log.called-ron", {}),
        (counted(None, None), "log.counted", {"value": "log.count-limit"}),
        (counted(5, None), "log.counted", {"value": "log.count-han", "han": 5}),
        (counted(2, 40), "log.counted", {"value": "log.count", "han": 2, "fu": 40}),
        (ev.Challenged(2, 1, right=True), "log.challenged-right", {"other": "Ben"}),
        (ev.Challenged(2, 1, right=False), "log.challenged-wrong", {"other": "Ben"}),
        (ev.Late(2, "pon"), "log.late", {}),
    ],
)
def test_what_only_table_rules_have_has_its_line_in_the_log(
    event: ev.Event, key: str, values: dict[str, Any]
) -> None:
    line = log_line(event, cast(SeatView, Seated("123m456p789s1122z").view), ONLOOKER)
    assert line is not None
    if value := values.pop("value", None):
        values = {"value": t(value, **values)}
    assert says(line, key, name="Cid", **values)


def test_a_hand_whose_limit_comes_of_no_fu_names_the_limit() -> None:
    value = Score((), 0, (), None, None, (), "mangan", 2_000, cast(Any, None))
    assert says(fu_reason(value, ()), "count.why-limit")
    assert not says(fu_reason(replace(value, fu=30), ()), "count.why-limit")
