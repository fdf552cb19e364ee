"""Records written, cut short and continued; the choice of each seat read off them."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.events import EventError
from engine.match import FORMAT, Match
from engine.options import Options, options
from engine.own_rules import ruleset
from engine.records import read_events, write_events
from engine.records.recorded_choices import RecordError, action_taken, choices
from engine.records.recorded_game import recorded_wall
from engine.records.resumed_game import NewerFormatError, resume
from engine.records.timeline import timeline
from engine.rules import PRESETS, TENHOU, Ruleset
from engine.wall import Dice
from tests.support.engine.deals import Play, S, W, in_words
from tests.support.engine.wild_games import play_out, wild
from tests.support.nightly import at_night


def game(rules: Ruleset, seed: int = 3) -> Match:
    return play_out(Match(rules, seed), wild(seed))


class TestLines:
    def test_what_is_written_is_read_again(self) -> None:
        events = game(TENHOU).events
        data = write_events(events)
        assert data.count(b"\n") == len(events)
        assert read_events(data) == events

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            (b'{"type":"tsumo","actor":1}', "it has no 'pai'"),
            (b'{"type":"tsumo","actor":"x"}', "'actor' should be a whole number and is a text"),
            (b'{"type":"dance"}', "'type' cannot be 'dance'"),
            (b'{"type":3}', "'type' should be a text"),
            (b"[]", "it should be an object and is a list"),
            (b'{"type"', "it is broken or cut JSON"),
            (b"\xff\xfe", "it is broken or cut JSON"),
        ],
    )
    def test_a_bad_line_is_named_with_what_is_wrong(self, line: bytes, says: str) -> None:
        with pytest.raises(EventError) as caught:
            read_events(b'{"type":"end_kyoku"}\n' + line + b"\n")
        assert str(caught.value) == f"line 2: not an event: {says}"


class TestResume:
    @pytest.mark.parametrize(
        ("name", "seed", "events"),
        [("tenhou", 56, 66), ("ema", 56, 66), *at_night([("tenhou", 11, 250), ("ema", 11, 250)])],
    )
    def test_cut_at_every_event_it_stands_at_the_same_decision(
        self, name: str, seed: int, events: int
    ) -> None:
        """Each step of a game is replayed from a record cut after each of its events.

        The short ones have a call, a riichi, a win and the deal after it.
        """
        rules = PRESETS[name]
        match = Match(rules, seed)
        choose = wild(seed)
        decisions = 0
        while len(match.events) < events:
            start = len(match.events)
            before = snapshot(match)
            if match.acting:
                match.step({seat: choose(match.round.options(seat)) for seat in match.acting})
                decisions += 1
            else:
                match.proceed()
            for cut in range(start, len(match.events) + 1):
                resumed = resume(match.events[:cut])
                assert resumed.used <= cut
                assert snapshot(resumed.match) in (before, snapshot(match)), (cut, match.events[start:cut])
            assert snapshot(resumed.match) == snapshot(match)
        assert decisions > events / 4

    def test_a_double_ron_of_which_one_half_was_written_is_not_told_yet(self) -> None:
        """Cut between the two wins of one discard, the record does not say that the second did not win."""
        live, again = two_rons().game, two_rons().game
        told = live.step({seat: live.options(seat).of(ActionKind.RON)[0] for seat in (S, W)})
        assert [type(event) for event in told] == [ev.Hora, ev.Hora]
        assert choices(again, told[:1]) is None
        both = choices(again, told)
        assert {seat: action.kind for seat, action in both.items()} == {S: ActionKind.RON, W: ActionKind.RON}
        alone = choices(again, [told[0], ev.EndKyoku()])
        assert alone[W] == PASS


def two_rons() -> Play:
    """South and West may both win on East's discard."""
    return in_words("S 23p234m567m345s99s, W 56p123m678m234s88s, draws 9p1z5z6z4p, rules ema / drawn 4; 4p")


def snapshot(match: Match) -> tuple[object, ...]:
    return (
        len(match.events),
        match.acting,
        [match.round.options(seat).actions for seat in match.acting],
        match.scores,
        match.standings,
    )


def broken(match: Match, number: int, event: ev.Event) -> list[ev.Event]:
    """The record with another event in that place (counted from 1)."""
    return [*match.events[: number - 1], event, *match.events[number:]]


class TestDamage:
    @pytest.fixture(scope="class")
    def match(self) -> Match:
        return game(TENHOU)

    def test_no_start(self, match: Match) -> None:
        for record in ([], match.events[1:]):
            with pytest.raises(RecordError, match=r"^event 1: a record begins with start_game"):
                resume(record)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"rules": "parlour"}, "event 1: no ruleset 'parlour'"),
            ({"rules": None}, "event 1: no ruleset ''"),
            ({"length": "week"}, "event 1: no game length 'week'"),
            ({"seed": None}, "event 1: start_game names no format and seed"),
            ({"seed": "x"}, "event 1: start_game names no format and seed"),
            ({"format": None}, "event 1: start_game names no format and seed"),
            ({"seed": 4}, "event 2: "),
            ({"rules": "wrc"}, "event 2: "),
        ],
    )
    def test_a_start_that_is_not_ours(self, match: Match, change: dict[str, object], message: str) -> None:
        start = msgspec.structs.replace(match.events[0], **change)
        with pytest.raises(RecordError) as caught:
            resume([start, *match.events[1:]])
        assert str(caught.value).startswith(message)
        assert caught.value.event == int(message[6])

    @pytest.mark.parametrize("number", [0, -1])
    def test_a_format_that_never_was(self, match: Match, number: int) -> None:
        start = msgspec.structs.replace(match.events[0], format=number)
        with pytest.raises(RecordError, match=f"no format {number}"):
            resume([start, *match.events[1:]])

    def test_a_newer_format_is_another_error(self, match: Match) -> None:
        start = msgspec.structs.replace(match.events[0], format=FORMAT + 1)
        with pytest.raises(NewerFormatError, match=f"format {FORMAT + 1}"):
            resume([start, *match.events[1:]])

    @pytest.mark.parametrize(
        "event",
        [
            ev.Dahai(0, "?", False),
            ev.Dahai(0, "7x", False),
            ev.Dahai(9, "1m", False),
            ev.Dahai(-1, "1m", True),
            ev.Tsumo(1, "?"),
            ev.Reach(0),
            ev.Ankan(0, ["1m"] * 4),
            ev.Ankan(0, []),
            ev.Kakan(0, "1m", []),
            ev.Hora(0, 0),
            ev.Hora(7, 7),
            ev.Hora(-2, 0),
            ev.Ryukyoku(),
            ev.Ryukyoku(reason="sanchahou"),
            ev.Pon(17, 0, "1m", ["1m", "1m"]),
            ev.Chi(1, 0, "1m", ["z", "?"]),
            ev.Daiminkan(-5, 0, "?", []),
            ev.EndGame(),
            ev.StartGame(names=["", "", "", ""]),
            ev.EndKyoku(),
            ev.Dora("1m"),
            ev.ReachAccepted(2),
        ],
    )
    def test_an_event_that_cannot_be(self, match: Match, event: ev.Event) -> None:
        """In the place of some of the first events."""
        for number in range(3, 30, 3):
            if match.events[number - 1] != event:
                with pytest.raises(RecordError) as caught:
                    resume(broken(match, number, event))
                assert number - 1 <= caught.value.event <= number + 1
                assert str(caught.value).startswith(f"event {caught.value.event}: ")

    @pytest.mark.parametrize("times", [10, *at_night([200])])
    def test_random_damage_is_always_a_record_error(self, match: Match, times: int) -> None:
        dice = Dice(5)
        events = match.events
        for _ in range(times):
            one, other = 1 + dice.below(len(events) - 2), 1 + dice.below(len(events) - 2)
            record = list(events)
            match dice.below(3):
                case 0:
                    del record[one]
                case 1:
                    record.insert(one, events[other])
                case _:
                    record[one], record[other] = record[other], record[one]
            if record != events:
                with pytest.raises(RecordError):
                    resume(record)

    def test_nothing_follows_the_end(self, match: Match) -> None:
        with pytest.raises(RecordError, match="the game is over"):
            resume([*match.events, match.events[3]])


class TestWallsOfRecords:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (ev.Tsumo(0, "?"), "hidden hands cannot be played again"),
            (ev.Dora("9x"), "'9x' is not a known tile"),
        ],
    )
    def test_unknown_tiles_are_refused(self, change: ev.Event, message: str) -> None:
        with pytest.raises(RecordError, match=message):
            recorded_wall(TENHOU, [*hand_of(game(TENHOU)), change])

    def test_too_many_of_anything_is_refused(self) -> None:
        hand = hand_of(game(TENHOU))
        with pytest.raises(RecordError, match="one 1m too many"):
            recorded_wall(TENHOU, [hand[0], *[ev.Tsumo(0, "1m")] * 5])
        with pytest.raises(RecordError, match="wrong number"):
            recorded_wall(TENHOU, [hand[0], *[ev.Tsumo(0, "1m")] * 71])
        with pytest.raises(RecordError, match="more kans"):
            recorded_wall(TENHOU, [hand[0], *[ev.Dora("1m")] * 5])


def hand_of(match: Match) -> list[ev.Event]:
    events: list[ev.Event] = []
    for event in match.events[1:]:
        if isinstance(event, ev.EndKyoku):
            break
        events.append(event)
    return events


Told = dict[tuple[int, int], Action]
"""What each seat chose, by the number of events before it."""


def wandered(rules: Ruleset, seed: int) -> tuple[list[ev.Event], Told]:
    """A game with all that was chosen in it."""
    match, players, told = Match(rules, seed), wild(seed), Told()

    def choose(menu: Options) -> Action:
        action = told[len(match.events), menu.view.seat] = players(menu)
        return action

    return play_out(match, choose).events, told


@pytest.mark.parametrize(
    ("name", "seeds"), [("wrc", range(11, 12)), *at_night((name, range(5)) for name in ("tenhou", "wrc"))]
)
def test_the_record_shows_what_was_chosen(name: str, seeds: range) -> None:
    """Only a claim can be hidden: by what another player did with the same tile."""
    rules, seen = ruleset(name), Counter[str]()
    for seed in seeds:
        events, told = wandered(rules, seed)
        for seat in range(4):
            walked = timeline(rules, events, seat)
            for index in walked.decisions(seat):
                position = walked.at(index)
                chosen = told[index + 1, seat]
                following = position.hand.events[index + 2 - position.hand.first :]
                found = action_taken(position.view, following)
                if found is None:
                    assert not position.view.my_turn
                    assert isinstance(following[0], ev.Hora | ev.Chi | ev.Pon | ev.Daiminkan | ev.Ryukyoku)
                    assert ev.actor_of(following[0]) != seat
                    seen["hidden"] += 1
                    continue
                assert found == chosen
                seen[found.kind] += 1
    assert seen["hidden"] < 60
    assert {"discard", "riichi", "tsumo", "ron", "chi", "pon", "open-kan", "closed-kan", "pass"} <= set(seen)


def test_a_record_that_stops_shows_nothing() -> None:
    events, _ = wandered(ruleset("wrc"), 0)
    walked = timeline(ruleset("wrc"), events[:30], 0)
    last = walked.at(walked.decisions(0)[-1])
    assert options(last.view)
    assert action_taken(last.view, []) is None
