"""Records against the rules: what is left out is filled in, every real difference is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import PASS, ActionKind
from engine.options import options
from engine.records import write_events
from engine.records.read_file import read_record
from engine.records.recorded_choices import RecordError
from engine.records.replay import filled_in, finished, named, replayed_hands
from engine.records.tenhou_writers import ExportError, write_json, write_xml
from engine.records.timeline import timeline
from engine.records.verify import EngineFault, Mismatch, VerifyReport, verify, verify_record
from engine.round import Header, Round
from engine.rules import PRESETS, TENHOU, WRC, Length
from tests.support.engine.deals import READY, Play, build_wall
from tests.support.engine.rare_hands import RARE
from tests.support.engine.wild_games import erring_game, table_rules, wild_game
from tests.support.nightly import at_night
from tests.support.plain_words import inside_words

GAME = list(wild_game("tenhou", 7, "east"))
"""Of five hands, with all kinds of calls, wins and draws."""


COUNTED = ("games", "hands", "events", "wins", "not_compared", "unrecorded")


def verified(events: Sequence[ev.Event], rules: str | None = None) -> VerifyReport:
    return verify_record(read_record(write_events(events)), rules)


def test_the_games_of_a_record_are_added_up() -> None:
    counts = {name: number for number, name in enumerate(COUNTED, start=1)}
    whole = VerifyReport("tenhou", **counts, passed_over={"x": 1})
    whole.add(VerifyReport("tenhou", **counts, passed_over={"x": 2, "y": 3}))
    assert {name: getattr(whole, name) for name in COUNTED} == {
        name: 2 * each for name, each in counts.items()
    }
    assert whole.passed_over == {"x": 3, "y": 3}


def test_differences_of_the_next_game_are_counted_on() -> None:
    whole = VerifyReport("tenhou", hands=5, events=80)
    whole.add(VerifyReport("tenhou", hands=2, events=30, mismatches=[Mismatch(1, 7, "says", "engine")]))
    assert whole.mismatches == [Mismatch(6, 87, "says", "engine")]


def hand_of(make: Callable[[], Play]) -> list[ev.Event]:
    return list(make().everybody_passes().game.events)


class TestWhatIsLeftOut:
    @pytest.mark.parametrize(("seed", "length"), [(7, "east"), *at_night((seed, None) for seed in range(6))])
    def test_a_bare_game(self, seed: int, length: Length | None) -> None:
        events = wild_game("tenhou", seed, length)
        start, *rest = map(bare, events)
        report = verified([replace(start, length=length), *rest])
        assert report.mismatches == []
        assert report.not_compared == report.wins

    @pytest.mark.parametrize("make", RARE.values(), ids=RARE)
    def test_a_bare_hand(self, make: Callable[[], Play]) -> None:
        assert verified([bare(event) for event in hand_of(make)]).mismatches == []

    @pytest.mark.parametrize("name", ["yaku", "han", "fu"])
    def test_each_is_counted(self, name: str) -> None:
        events = [replace(event, **{name: None}) if isinstance(event, ev.Hora) else event for event in GAME]
        report = verified(events)
        assert report.ok
        assert 0 < report.not_compared <= report.wins

    def test_what_other_programs_write_besides(self) -> None:
        lines = []
        for line in write_events(GAME).splitlines():
            found = msgspec.json.decode(line)
            if found["type"] == "reach_accepted":
                found |= {"deltas": [0, 0, 0, 0], "scores": [25_000] * 4}
            lines.append(msgspec.json.encode(found | {"meta": {"q": [0.5]}, "can_act": False}))
        assert verify_record(read_record(b'{"type":"none"}\n' + b"\r\n".join(lines))).ok


class TestOrder:
    def test_an_owed_indicator_may_stand_before_the_second_kan(self) -> None:
        events = hand_of(RARE["open kan then closed kan: the first indicator is owed"])
        at = next(place for place, event in enumerate(events) if isinstance(event, ev.Ankan))
        assert [type(event) for event in events[at + 1 : at + 4]] == [ev.Dora, ev.Dora, ev.Tsumo]
        before = [*events[:at], events[at + 1], events[at], *events[at + 2 :]]
        assert verified(before).ok
        for elsewhere in (at - 1, at + 3, at + 4):
            moved = [*events[: at + 1], *events[at + 2 :]]
            moved.insert(elsewhere, events[at + 1])
            assert not verified(moved).ok

    def test_an_owed_indicator_may_stand_behind_its_discard(self) -> None:
        """The offer stays open: a win that follows is one, and no furiten (Dora, Dahai, Hora in game 6)."""
        events = list(wild_game("tenhou", 6))
        before = [
            place for place, pair in enumerate(pairwise(events)) if [*map(type, pair)] == [ev.Dora, ev.Dahai]
        ]
        for place in before:
            events[place : place + 2] = reversed(events[place : place + 2])
        assert verified(events).mismatches == []
        behind = next(place + 1 for place in before if isinstance(events[place + 2], ev.Hora))
        win = events[behind + 1]
        view = timeline(TENHOU, events, win.actor).at(behind).view
        assert view.own.passing is not None
        assert not view.own.passed
        assert options(view).of(ActionKind.RON)

    def test_wins_on_one_discard_in_any_order(self) -> None:
        for make in list(RARE.values())[:2]:
            *events, one, other = hand_of(make)
            assert isinstance(one, ev.Hora)
            assert isinstance(other, ev.Hora)
            assert verified([*events, other, one]).ok
            assert not verified([*events, other]).ok

    def test_a_triple_ron_that_gives_no_reason(self) -> None:
        *events, draw = hand_of(RARE["triple ron"])
        assert verified([*events, ev.Ryukyoku([0, 0, 0, 0])]).ok
        assert not verified([*events, replace(draw, reason="suufon_renda")]).ok


def in_words(start: ev.Event) -> str:
    """How a hand that begins so is named."""
    wind = {"E": "East", "S": "South", "W": "West"}[start.bakaze]
    sticks = f"{start.kyotaku} riichi stick{'s' * (start.kyotaku != 1)}"
    scores = " ".join(map(str, start.scores))
    return f"{wind} {start.kyoku}, {start.honba} honba, {sticks}, scores {scores}"


def last_hand_goes_on() -> list[ev.Event]:
    """South 4: the dealer is tenpai at the draw and leads with 40,000, and yet another hand follows."""
    events: list[ev.Event] = []
    scores, riichi_sticks = (20_000, 20_000, 20_000, 40_000), 0
    for honba in (0, 1):
        wall = build_wall((READY[0], "", "", ""), rules=TENHOU)
        game = run_out(Round(TENHOU, Header(7, honba, riichi_sticks, scores), wall))
        events += game.events
        a, b, c, d = (seat.score for seat in game.table.seats)
        scores = a, b, c, d
        events.append(ev.EndKyoku(scores=list(scores)))
    return events


def run_out(game: Round) -> Round:
    while game.outcome is None:
        game.step({seat: (game.options(seat).of(ActionKind.DISCARD) or (PASS,))[-1] for seat in game.acting})
    return game


class TestTableRules:
    @pytest.mark.parametrize("name", ["ema", "tenhou", *at_night(["wrc"])])
    def test_a_record_with_fouls_agrees_and_is_no_tenhou_record(self, name: str) -> None:
        match = erring_game(table_rules(PRESETS[name], 0), 1)
        assert any(isinstance(event, ev.Foul) for event in match.events)
        ends = [place for place, event in enumerate(match.events) if isinstance(event, ev.EndKyoku)]
        events = match.events[: ends[-1] + 1]
        record = read_record(write_events(events))
        assert record.games[0].facts.ruleset() == match.rules
        assert verify(record.games[0].events(), match.rules).mismatches == []
        for write in (write_xml, write_json):
            with pytest.raises(ExportError, match="table rules"):
                write(events)


class TestTheEnd:
    def test_early_records_of_tenhou_know_no_tenpai_stop(self) -> None:
        events = last_hand_goes_on()
        assert verify_record(read_record(write_xml(events))).ok
        assert verify_record(read_record(write_json(events))).ok
        (mismatch,) = verified(events, "tenhou").mismatches
        second = max(place for place, event in enumerate(events, 1) if isinstance(event, ev.StartKyoku))
        assert (mismatch.hand, mismatch.event, mismatch.engine) == (2, second, "the game is over")

    def test_and_with_it_the_game_ends_there(self) -> None:
        events = last_hand_goes_on()
        after = next(place for place, event in enumerate(events) if isinstance(event, ev.EndKyoku)) + 1
        end = ev.EndGame([19_000, 19_000, 19_000, 43_000], [-1.0, -11.0, -21.0, 33.0])
        assert not verified([*events[:after], end], "tenhou").ok
        end = ev.EndGame([19_000, 19_000, 19_000, 43_000], [-1.0, -21.0, -31.0, 53.0])
        assert verified([*events[:after], end], "tenhou").ok

    def test_a_hand_too_few(self) -> None:
        events = GAME
        starts = timeline(TENHOU, events).deals
        (mismatch,) = verified([*events[: starts[-1]], events[-1]]).mismatches
        assert mismatch.engine == f"the game goes on with {in_words(events[starts[-1]])}"
        mismatch = verified([*events[: starts[3]], *events[starts[4] :]]).mismatches[0]
        assert mismatch.says == in_words(events[starts[4]])
        assert mismatch.engine == in_words(events[starts[3]])

    def test_several_games_in_a_file(self) -> None:
        games = [wild_game("tenhou", seed, "east") for seed in (7, 6)]
        wrong = [replace(event, fu=110) if isinstance(event, ev.Hora) else event for event in games[1]]
        report = verified([*games[0], *wrong])
        assert report.games == 2
        assert report.hands == sum(isinstance(event, ev.StartKyoku) for game in games for event in game)
        assert all(mismatch.event > len(games[0]) for mismatch in report.mismatches)
        assert len(report.mismatches) == sum(isinstance(event, ev.Hora) for event in wrong)


def test_an_engine_that_breaks_down_is_no_fault_of_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(game: Round, choices: object, *, unclaimed: bool) -> list[ev.Event]:
        raise ZeroDivisionError("7")

    events = hand_of(RARE["triple ron"])
    monkeypatch.setattr(Round, "step", step)
    with pytest.raises(EngineFault, match=r"hand 1, after event \d+: the engine broke down") as caught:
        verify(events, TENHOU)
    assert not inside_words(str(caught.value))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def other(name: str, value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return (value + 1) % 4 if name in ("actor", "target") else value + 100
        case str() if name in ("pai", "dora_marker"):
            return "F" if value != "F" else "C"
        case str():
            return "nagashi_mangan" if name == "reason" else "N"
        case [[_, int()], *_] if name == "yaku":
            return [["kokushi", 13]]
        case [str(), *_]:
            return ["F", *value[1:]] if value[0] != "F" else ["C", *value[1:]]
        case [bool(), *_]:
            return [not value[0], *value[1:]]
        case [int() | float(), *_]:
            return [value[0] + 100, *value[1:]]
    return None


def test_every_changed_field_is_found() -> None:
    """Each field of the first event that has it, changed in a game that agrees."""
    events = GAME
    unseen = []
    seen: set[tuple[str, str]] = set()
    for place, event in enumerate(events[1:], 1):
        for name in event.__struct_fields__:
            value = getattr(event, name)
            field = type(event).__name__, name
            if value in (None, []) or name == "tehais" or other(name, value) is None or field in seen:
                continue
            seen.add(field)
            changed = [*events[:place], replace(event, **{name: other(name, value)}), *events[place + 1 :]]
            try:
                report = verified(changed)
            except RecordError as error:
                agrees, said = False, str(error)
            else:
                agrees = report.ok
                said = "\n".join(f"{each.says}\n{each.engine}" for each in report.mismatches)
            assert not inside_words(said)
            if agrees:
                unseen.append(field)
    # which tiles the wall held only the record tells: an indicator that brings nothing may be another one
    indicators = {("Dora", "dora_marker"), ("Hora", "ura_markers"), ("StartKyoku", "dora_marker")}
    # and the tiles decide whether a discard was the one drawn
    assert set(unseen) <= indicators | {("Dahai", "tsumogiri")}
    assert len(seen) > 30


def test_every_missing_event_is_found() -> None:
    events = GAME
    kinds: dict[str, int] = {}
    for place, event in enumerate(events[1:], 1):
        kinds[type(event).__name__] = kinds.get(type(event).__name__, 0) + 1
        if kinds[type(event).__name__] <= 2 and not isinstance(event, ev.EndKyoku):
            try:
                report = verified([*events[:place], *events[place + 1 :]])
                # an indicator that no hand has is unknown, and said to be
                agrees = report.ok and not (isinstance(event, ev.Dora) and report.unrecorded)
            except RecordError:
                agrees = False
            assert not agrees, event


def bare(event: ev.Event) -> ev.Event:
    """The event as the dialect has it, without what records may leave out."""
    match event:
        case ev.StartGame(names=names):
            return ev.StartGame(names=names, kyoku_first=0, aka_flag=True)
        case ev.Hora(actor=actor, target=target, deltas=deltas, ura_markers=ura):
            return ev.Hora(actor, target, deltas, ura)
        case ev.Ryukyoku(deltas=deltas):
            return ev.Ryukyoku(deltas)
        case ev.EndKyoku():
            return ev.EndKyoku()
        case ev.EndGame():
            return ev.EndGame()
    return event


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_left_out_is_filled_in(name: str) -> None:
    start, *events = wild_game(name, 1, "hand")
    rules = replace(PRESETS[name], length="hand")
    assert filled_in(rules, [start, *map(bare, events)]) == [start, *events]


def test_what_the_record_says_otherwise_stays() -> None:
    """The last hand, so that the end of the game does not follow either."""
    at = max(place for place, event in enumerate(GAME) if isinstance(event, ev.Hora))
    win = GAME[at]
    dearer = [*GAME[:at], replace(win, points=(win.points or 0) + 100), *GAME[at + 1 :]]
    hands = replayed_hands(TENHOU, dearer)
    (other,) = [hand for hand in hands if hand.round is None]
    assert win in GAME[other.hand.first - 1 : other.hand.first + len(other.hand.events)]
    assert other.outcome is None
    assert filled_in(TENHOU, dearer) == dearer
    alone = [GAME[0], *dearer[other.hand.first - 1 : -1], ev.EndGame()]
    assert filled_in(TENHOU, alone) == alone


def test_final_scores_of_the_record_stay() -> None:
    end = GAME[-1]
    assert isinstance(end, ev.EndGame)
    rounded = replace(end, final=[1.0, 2.0, 3.0, -6.0])
    assert filled_in(TENHOU, [*GAME[:-1], rounded])[-1] == rounded
    wrong = ev.EndGame(scores=[1, 2, 3, 4])
    assert filled_in(TENHOU, [*GAME[:-1], wrong])[-1] == wrong
    ends = [place for place, event in enumerate(GAME) if isinstance(event, ev.EndKyoku)]
    early = GAME[: ends[0] + 1]
    assert filled_in(TENHOU, [*early, ev.EndGame()])[-1] == ev.EndGame()


def test_a_hand_without_result_is_none_that_is_finished() -> None:
    deals = [place for place, event in enumerate(GAME) if isinstance(event, ev.StartKyoku)]
    assert finished(GAME) == GAME
    assert finished(GAME[: deals[3] + 20]) == GAME[: deals[3]]
    assert finished(GAME[: deals[3]]) == GAME[: deals[3]]
    assert finished(GAME[: deals[0] + 20]) == GAME[: deals[0]]
    cut = GAME[: deals[3] + 20]
    assert filled_in(TENHOU, cut) == cut


def test_the_ruleset_is_named() -> None:
    start, *rest = GAME
    (first, *others) = named(WRC, [ev.StartGame(["a", "b", "c", "d"]), *rest])
    assert first == ev.StartGame(["a", "b", "c", "d"], rules="wrc", length="south")
    assert others == rest
    assert named(TENHOU, rest)[1:] == rest
    assert named(replace(TENHOU, length="east"), GAME)[0] == start
