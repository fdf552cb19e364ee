"""Play on from a decision of a record: the games, their records, and both sides compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ai.play import PERSON
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.records import write_events
from engine.records.read_file import read_record
from engine.records.recorded_game import RecordedHand
from engine.records.resumed_game import resume
from engine.records.timeline import timeline
from engine.records.verify import verify_record
from engine.rules import EMA, TENHOU, WRC, Ruleset
from engine.tiles import parse_tile
from engine.view import mask
from engine.wall import PLAYERS
from tests.support.engine.deals import E, W, deal, state
from tests.support.nightly import at_night
from tests.support.tui.recorded_games import (
    BOTS,
    record,
    recorded_match,
    sources,
)
from tests.support.tui.sessions import NOON, caller, eager, play_on
from tui.archive.archive import Archive
from tui.play.play_on import (
    BranchChoice,
    BranchSource,
    HandEnding,
    OwnDecision,
    branch_match,
    branch_source,
    compare_branch,
    hand_ending,
    open_branch,
    own_decisions,
    paired,
    usual_bots,
)
from tui.play.session import DEFAULT_BOTS, Session


def choice(source: BranchSource, **more: object) -> BranchChoice:
    return BranchChoice(usual_bots(source), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", [TENHOU, *at_night([WRC, EMA])], ids=lambda rules: rules.name)
@pytest.mark.parametrize("dealt", ["as-it-was", "anew"])
def test_seat_sees_what_it_saw(rules: Ruleset, dealt: str) -> None:
    events = record(rules)
    for number, source in enumerate(sources(events, rules)):
        match = branch_match(source, choice(source, dealt=dealt), seed=number)
        there = timeline(rules, events, source.seat).at(source.point.index)
        assert repr(state(match.round.view(source.seat))) == repr(state(there.view))
        hand = source.point.hand
        seen = [mask(event, source.seat) for event in hand.events[: source.point.step + 1]]
        assert [mask(event, source.seat) for event in match.hand_events] == seen
        menu = match.round.options(source.seat)
        assert menu.actions
        assert match.names[source.seat] == PERSON
        if dealt == "as-it-was":
            assert match.hand_events == hand.events[: source.point.step + 1]


def test_hidden_tiles_dealt_anew_differ_and_come_from_the_seed() -> None:
    differ = 0
    for source in sources(record(), count=6):
        one, same, other = (
            branch_match(source, choice(source, dealt="anew"), seed=seed).round.wall.tiles
            for seed in (1, 1, 2)
        )
        assert one == same
        differ += one != other
    assert differ == 6


@pytest.mark.parametrize(
    ("dealt", "ends"),
    [("as-it-was", "hand"), *at_night([("anew", "hand"), ("as-it-was", "game"), ("anew", "game")])],
)
def test_branch_is_kept_verified_and_resumed_and_touches_nothing_else(
    tmp_path: Path, dealt: str, ends: str
) -> None:
    events = list(record())
    before = write_events(events)
    home = tmp_path / "home"
    home.mkdir()
    (home / "game.jsonl").write_bytes(before[:500])
    archive = Archive(home, clock=lambda: NOON)
    for number, source in enumerate(sources(events, count=3, seed=1)):
        asked = choice(source, dealt=dealt, ends=ends)
        game = open_branch(source, asked, archive, "2026-11-22T13:05:00Z", number)
        assert not game.fault
        play_on(game.session, caller if number else eager, decisions=2)
        halfway = [path for path in archive.files() if "unfinished" in path.name]
        assert len(halfway) == 1
        assert resume(_events(halfway[0])).match.events == game.match.events
        play_on(game.session, caller if number else eager)
        path = game.close()
        assert path is not None
        assert "unfinished" not in path.name
        assert verify_record(read_record(path.read_bytes())).ok
        found = recorded_match(path).entry
        assert found.branch
        assert found.seat == source.seat
        assert found.over
        origin = game.match.branch
        assert origin is not None
        assert (origin.file, origin.hand, origin.step) == (
            "game.jsonl",
            source.point.hand.number,
            source.point.step,
        )
        if ends == "hand":
            assert sum(isinstance(event, ev.StartKyoku) for event in game.match.events) == 1
    assert write_events(events) == before
    assert (home / "game.jsonl").read_bytes() == before[:500]
    assert len(archive.files()) == 3


def _events(path: Path) -> list[ev.Event]:
    (game,) = read_record(path.read_bytes()).games
    return game.events()


def test_index_between_decisions_means_the_next_one_else_the_last() -> None:
    line = timeline(TENHOU, record(), 1)
    hand = line.hands[0]
    stops = [stop for stop in line.decisions(1) if line.hand_at(stop) == hand]
    for index in range(hand.first - 1, hand.first - 1 + len(hand.events), 3):
        source = branch_source(TENHOU, record(), index, 1)
        assert source is not None
        assert source.point.index == next((stop for stop in stops if stop >= index), stops[-1])
    assert branch_source(TENHOU, record(), 0, 1) is None


def test_bots_are_those_of_the_record_but_no_program_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    events = list(record())
    (one,) = sources(events, count=1, seed=3)
    names = [BOTS[(one.seat + step) % PLAYERS] for step in range(1, PLAYERS)]
    expected = [usual if name == PERSON else name for name, usual in zip(names, DEFAULT_BOTS, strict=True)]
    assert list(usual_bots(one)) == expected
    start = events[0]
    assert isinstance(start, ev.StartGame)
    foreign = ev.StartGame(names=["mjai:touch /tmp/never", "Anna", "hayai:none", "mjai:false"])
    (two,) = sources([foreign, *events[1:]], count=1)
    assert usual_bots(two) == DEFAULT_BOTS


# -- the comparison ----------------------------------------------------------------------------------


def test_decisions_are_those_that_were_made() -> None:
    for number, source in enumerate(sources(record(), count=6, seed=2)):
        match = branch_match(source, choice(source), seed=number)
        session = Session(match)
        made: list[tuple[Action, bool]] = []

        def noted(menu: Options, choose=caller if number % 2 else eager, made=made) -> Action:  # type: ignore[no-untyped-def]
            made.append((choose(menu), not menu.view.my_turn))
            return made[-1][0]

        play_on(session, noted)
        comparison = compare_branch(source.rules, record(), session.match)
        now = [pair.now for pair in comparison.decisions if pair.now]
        assert len(now) == len(made)
        for decision, (action, claim) in zip(now, made, strict=True):
            assert decision.claim == claim
            overruled = claim and decision.action is None
            assert overruled or (decision.action and same(decision.action, action))


def same(one: Action, other: Action) -> bool:
    return (one.kind, one.tile) == (other.kind, other.tile) and sorted(one.consumed) == sorted(other.consumed)


def test_same_moves_differ_nowhere() -> None:
    """The bots play what they played, so the player who does the same gets the same hand."""
    events = record()
    compared = 0
    for source in sources(events, count=6, seed=4):
        hand = source.point.hand
        decisions = own_decisions(TENHOU, hand, source.seat, source.point.step)
        bots = tuple(
            "hayai" if name == PERSON else name
            for name in (source.names[(source.seat + step) % PLAYERS] for step in range(1, PLAYERS))
        )
        session = Session(branch_match(source, BranchChoice(bots), seed=1))

        planned = iter(decisions)

        def as_before(menu: Options, planned=planned) -> Action:  # type: ignore[no-untyped-def]
            wanted = next(planned).action or PASS
            like = [each for each in menu.actions if same(each, wanted)]
            return max(like, key=lambda each: each.tsumogiri == wanted.tsumogiri)

        play_on(session, as_before)
        comparison = compare_branch(TENHOU, events, session.match)
        if session.match.hand_events[:-1][: len(hand.events)] != hand.events:
            continue  # a claim of the player's seat was overruled then by a bot that has no say now
        compared += 1
        assert comparison.differing == 0
        assert all(pair.then == pair.now for pair in comparison.decisions)
        (pair,) = comparison.hands
        assert comparison.places is None
        assert pair[0] is not None
        assert pair[1] == pair[0]
    assert compared >= 4


def place_of(seat: int, events: Sequence[ev.Event]) -> int:
    *_, scores = (event.scores for event in events if isinstance(event, ev.EndKyoku))
    assert scores is not None
    return 1 + sorted(range(PLAYERS), key=lambda each: (-scores[each], each)).index(seat)


def test_hands_to_the_end_of_the_game_are_paired() -> None:
    (source,) = sources(record(), count=1, seed=5)
    session = Session(branch_match(source, choice(source, ends="game"), seed=3))
    play_on(session)
    comparison = compare_branch(TENHOU, record(), session.match)
    told = [type(each)() if isinstance(each, ev.EndKyoku | ev.EndGame) else each for each in record()]
    assert comparison.places == (place_of(source.seat, record()), place_of(source.seat, session.match.events))
    paid = compare_branch(TENHOU, told, session.match)
    assert paid.hands == comparison.hands, "payments tell the points where the ends do not"
    recorded = timeline(TENHOU, record()).hands[source.point.hand.number - 1 :]
    played = timeline(TENHOU, session.match.events).hands
    assert len(comparison.hands) == max(len(recorded), len(played))
    assert sum(now is not None for _, now in comparison.hands) == len(played)
    assert sum(then is not None for then, _ in comparison.hands) == len(recorded)
    for (_, now), hand in zip(comparison.hands, played, strict=False):
        assert now is not None
        assert hand.end is not None
        assert hand.end.scores is not None
        assert now.gained == hand.end.scores[source.seat] - hand.start.scores[source.seat]


@pytest.mark.parametrize("won", [True, False])
def test_a_win_of_another_hides_what_the_others_would_have_done(won: bool) -> None:
    play = deal(east="44p1112223334m1z", west="23p234m345678s55s", draws="9m4p9p").discard("9m", "4p")
    hand = RecordedHand(1, 2, list((play.ron(W) if won else play.everybody_passes()).game.events))
    turn, claim = own_decisions(play.game.rules, hand, E, 0)
    assert turn.action == Action(ActionKind.DISCARD, parse_tile("9m"), tsumogiri=True)
    assert (claim.claim, claim.action) == (True, None if won else PASS)


def test_pairs_keep_turns_and_tiles_apart() -> None:
    def claim(turn: int, tile: int, action: Action = PASS) -> OwnDecision:
        return OwnDecision(turn, tile, True, action)

    def move(turn: int, tile: int, drew: int = 20) -> OwnDecision:
        return OwnDecision(turn, drew, False, Action(ActionKind.DISCARD, tile))

    then = [claim(3, 5), move(4, 1), claim(4, 7), move(5, 2)]
    now = [claim(3, 5, Action(ActionKind.PON, 5, (5, 5))), move(4, 9), claim(4, 8), claim(4, 7)]
    assert paired([move(4, 1)], [move(4, 9, 21)])[0].differs is False
    pairs = paired(then, now)
    assert [(pair.then, pair.now) for pair in pairs] == [
        (then[0], now[0]),
        (then[1], now[1]),
        (then[2], now[3]),
        (None, now[2]),
        (then[3], None),
    ]
    assert [pair.differs for pair in pairs] == [True, True, False, False, False]


def test_only_a_branch_is_compared() -> None:
    with pytest.raises(ValueError, match="record"):
        compare_branch(TENHOU, record(), Match(TENHOU, 1))


DEAL = ev.StartKyoku("E", "1m", 1, 0, 0, 0, [25_000] * 4, [["1m"] * 13] * 4)


@pytest.mark.parametrize(
    ("last", "result"),
    [
        ([], HandEnding.UNFINISHED),
        ([ev.Hora(0, 0)], HandEnding.TSUMO),
        ([ev.Hora(0, 2)], HandEnding.RON),
        ([ev.Hora(1, 0)], HandEnding.DEAL_IN),
        ([ev.Hora(1, 0), ev.Hora(2, 0)], HandEnding.DEAL_IN),
        ([ev.Hora(1, 3), ev.Hora(0, 3)], HandEnding.RON),
        ([ev.Hora(1, 1)], HandEnding.TSUMO_AGAINST),
        ([ev.Hora(1, 2)], HandEnding.RON_OF_OTHERS),
        ([ev.Ryukyoku()], HandEnding.DRAW),
        ([ev.Ryukyoku(reason="exhaustive")], HandEnding.DRAW),
        ([ev.Ryukyoku(reason="nagashi_mangan")], HandEnding.DRAW),
        ([ev.Ryukyoku(reason="kyuushu_kyuuhai")], HandEnding.ABORTED),
        ([ev.Ryukyoku(reason="chombo")], HandEnding.CHOMBO),
    ],
)
def test_how_a_hand_ended(last: list[ev.Event], result: HandEnding) -> None:
    assert hand_ending(RecordedHand(1, 1, [DEAL, *last]), 0) is result
