"""Who pays whom, and wins whose value the winner says: right and wrong counts, wrong wins, challenges."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import CHALLENGE, PASS, Action, ActionKind, IllegalAction, Why, WinCount
from engine.outcome import DrawReason
from engine.records.replay import CutRecordError, filled_in
from engine.records.resumed_game import resume
from engine.records.verify import verify
from engine.results import CountPart, called_win, differences, noten_deltas, right_count
from engine.rules import EMA, MAHJONG_SOUL, PRESETS, TENHOU, WRC, Offence, Ruleset
from engine.table import Phase
from tests.support.engine.deals import PINFU, E, N, Play, S, W, deal, in_words
from tests.support.engine.wild_games import erring_game, table_rules
from tests.support.nightly import at_night

EACH_KIND = pytest.mark.parametrize("rules", [WRC, EMA, TENHOU], ids=lambda rules: rules.name)
"""A ruleset of each kind of liability; ``test_rules.py`` says of which kind each preset is."""


class TestPlainWins:
    @pytest.mark.claim("W-12")
    @pytest.mark.claim("W-14")
    def test_ron_is_paid_by_the_discarder_alone(self) -> None:
        play = deal(south=PINFU, draws="9m1z9s8s1p", honba=2, riichi_sticks=1, rules=TENHOU)
        play.tsumogiri(4).discard("1p").ron(S)
        assert play.win.value == 1_000
        assert play.win.deltas == (-1_600, 2_600, 0, 0)
        assert play.game.table.riichi_sticks == 0

    @pytest.mark.claim("W-12")
    @pytest.mark.claim("W-14")
    def test_tsumo_is_paid_by_all_and_east_pays_double(self) -> None:
        play = deal(south=PINFU, draws="9m1z9s8s9p1p", honba=2, riichi_sticks=1, rules=TENHOU)
        play.tsumogiri(5).tsumo()
        assert play.win.value == 1_500
        assert play.win.deltas == (-900, 3_100, -600, -600)

    @pytest.mark.claim("W-12")
    def test_east_is_paid_more(self) -> None:
        play = deal(east=PINFU, draws="9m1z9s8s1p", rules=TENHOU).tsumogiri(4).tsumo()
        assert play.win.deltas == (2_100, -700, -700, -700)
        play = deal(east=PINFU, draws="9m1z9s8s9p1p", rules=TENHOU).tsumogiri(5).discard("1p").ron(E)
        assert play.win.deltas == (1_500, -1_500, 0, 0)


def three_dragons(rules: Ruleset, rest: str, draws: str, honba: int = 0) -> Play:
    """South calls 5z from East, then 6z and 7z from West, who is liable; then comes ``draws``."""
    play = deal(south=f"55z66z77z{rest}149m", draws="5z6z7z" + draws, rules=rules, honba=honba)
    play.discard("5z").pon(S).discard("1m")
    play.discard("6z").pon(S).discard("4m")
    return play.discard("7z").pon(S).discard("9m")


class TestPao:
    def test_ron_off_the_liable_player_is_all_his(self) -> None:
        play = three_dragons(TENHOU, "3345s", "3s", honba=1).discard("3s").ron(S)
        assert play.win.deltas == (0, 32_300, -32_300, 0)

    def test_tsumo_is_all_his(self) -> None:
        """Worked example T5."""
        play = three_dragons(TENHOU, "3345s", "1p1s4p3s", honba=1).tsumogiri(3).tsumo()
        assert play.win.deltas == (0, 32_300, -32_300, 0)

    @EACH_KIND
    def test_with_another_yakuman_in_the_hand(self, rules: Ruleset) -> None:
        """Worked example Y6: big dragons and all honours."""
        play = three_dragons(rules, "111z2z", "1p2z").tsumogiri().discard("2z").ron(S)
        expected = {
            "tenhou": (0, 64_000, -32_000, -32_000),
            "wrc": (0, 64_000, -16_000, -48_000),
            "ema": (0, 32_000, -16_000, -16_000),
        }
        assert play.win.deltas == expected[rules.name]

    def test_a_tsumo_of_which_only_a_part_is_liable(self) -> None:
        play = three_dragons(MAHJONG_SOUL, "111z2z", "1p1s4p2z").tsumogiri(3).tsumo()
        assert play.win.deltas == (-16_000, 64_000, -40_000, -8_000)
        play = three_dragons(TENHOU, "111z2z", "1p1s4p2z").tsumogiri(3).tsumo()
        assert play.win.deltas == (0, 64_000, -64_000, 0)

    def test_not_when_the_last_group_was_drawn_by_the_player(self) -> None:
        """Two dragons called, the third concealed: nobody made the yakuman possible."""
        play = deal(south="55z66z777z3345s14m", draws="5z6z1p1s4p3s", rules=TENHOU)
        play.discard("5z").pon(S).discard("1m").discard("6z").pon(S).discard("4m").tsumogiri(3).tsumo()
        assert play.win.liable == ()
        assert play.win.deltas == (-16_000, 32_000, -8_000, -8_000)

    def test_not_when_the_last_group_is_a_closed_kan(self) -> None:
        play = deal(south="55z66z777z3345s14m", draws="5z6z1p1s4p7z", replacements="3s", rules=TENHOU)
        play.discard("5z").pon(S).discard("1m").discard("6z").pon(S).discard("4m").tsumogiri(3)
        play.closed_kan("7z").tsumo()
        assert play.win.liable == ()

    def test_a_closed_kan_counts_among_the_groups_before(self) -> None:
        play = deal(south="555z66z77z3345s14m", draws="9m5z9p9s6z1p1s7z3s", replacements="9m", rules=TENHOU)
        play.tsumogiri().closed_kan("5z").discard("9m").tsumogiri(2)
        play.discard("6z").pon(S).discard("1m").tsumogiri(2)
        play.discard("7z").pon(S).discard("4m").discard("3s").ron(S)
        assert play.win.liable == (E,)
        assert play.win.deltas == (-16_000, 32_000, -16_000, 0)

    def test_the_fourth_wind(self) -> None:
        """Big winds count twice in Mahjong Soul; the liable player answers for both."""
        for rules, worth in ((TENHOU, 32_000), (MAHJONG_SOUL, 64_000)):
            play = in_words("S 11z22z33z44z5p1479m, draws 1z2z3z4z1p5p / 1z; S: pon; 1m", rules)
            for wind, out in (("2z", "4m"), ("3z", "7m"), ("4z", "9m")):
                play.discard(wind).pon(S).discard(out)
            play.tsumogiri().discard("5p").ron(S)
            assert play.win.liable == (W,)
            assert play.win.deltas == (0, worth, -worth // 2, -worth // 2)

    @EACH_KIND
    def test_the_fourth_kan_where_the_rules_name_it(self, rules: Ruleset) -> None:
        play = in_words("E 111z222z333z444m1p, S 258p258s179m5677z, draws 1z4m, replacements 2z3z9p1p", rules)
        for kan in ("1z", "2z", "3z"):
            play.closed_kan(kan)
        play.discard("9p").discard("4m").open_kan(E).tsumo()
        if rules is WRC:
            assert play.win.liable == (S,)
            assert play.win.deltas == (48_000, -48_000, 0, 0)
        else:
            assert play.win.deltas == (48_000, -16_000, -16_000, -16_000)

    def test_no_liability_for_four_kans_when_the_fourth_was_added(self) -> None:
        """Worked example T6."""
        play = in_words("E 333z66z88p99p1m147s, draws 9m6z8p9p3z, replacements 6z8p9p1m, honba 1 / drawn")
        for tile, out in (("6z", "1s"), ("8p", "4s"), ("9p", "7s")):
            play.discard(tile).pon(E).discard(out)
        play.discard("3z").open_kan(E)
        for tile in ("6z", "8p", "9p"):
            play.added_kan(tile)
        play.tsumo()
        assert play.yaku == {"suukantsu": 1}
        assert play.win.deltas == (48_300, -16_100, -16_100, -16_100)


class TestManyYakuman:
    def test_t7_little_winds(self) -> None:
        play = in_words("E 1122233344777z, draws 9m9p9s8s4z, honba 4, rules tenhou / drawn 4; tsumo")
        assert play.win.deltas == (145_200, -48_400, -48_400, -48_400)


@pytest.mark.claim("W-08")
@pytest.mark.parametrize(
    ("tenpai", "deltas"),
    [
        ((False, False, False, False), (0, 0, 0, 0)),
        ((True, False, False, False), (3_000, -1_000, -1_000, -1_000)),
        ((True, False, True, False), (1_500, -1_500, 1_500, -1_500)),
        ((True, True, True, False), (1_000, 1_000, 1_000, -3_000)),
        ((True, True, True, True), (0, 0, 0, 0)),
    ],
)
def test_noten_penalty(tenpai: tuple[bool, bool, bool, bool], deltas: tuple[int, int, int, int]) -> None:
    assert noten_deltas(WRC, tenpai) == deltas


THREE_SIDES = "34567p234m234s5s"
"""With another 5s: all simples, waiting for 2p 5p 8p."""
SAID = replace(WRC, errors="penalised", value_said=True)
TRUSTED = replace(SAID, unchecked=(S, 2, N))
"""East is checked at once, the wins of the others stand unless East challenges them."""


def south_wins(rules: Ruleset, *, furiten: bool = False, honba: int = 0) -> Play:
    """South waits for 2p 5p 8p, and East discards 5p; in furiten, South has discarded 2p before."""
    first = "2p" if furiten else "9m"
    play = deal(south=f"{THREE_SIDES}{first}"[-28:], draws="1z5s2z2z5p", rules=rules, honba=honba)
    play.discard("1z", first, "2z", "2z", "5p")
    return play


def say(play: Play, seat: int, **changed: object) -> Play:
    """The seat says the right value, but for what is changed."""
    (right,) = play.game.options(seat).actions
    play.step({seat: right._replace(said=right.said._replace(**changed))})
    return play


def challenge(play: Play, seat: int) -> Play:
    play.step({seat: CHALLENGE})
    return play


class TestACheckedWinner:
    def test_says_the_value_before_it_is_paid(self) -> None:
        play = south_wins(SAID)
        play.ron(S)
        assert play.marks()[-1] == "WinCalled"
        assert play.game.table.phase is Phase.COUNT
        assert play.game.acting == (S,)
        (right,) = play.game.options(S).actions
        assert right.said == WinCount(("pinfu", "tanyao"), 2, 30, (-2000, 2000, 0, 0))
        say(play, S)
        assert play.marks()[-2:] == ["WinCounted", "Hora"]
        assert play.win.deltas == (-2000, 2000, 0, 0)

    @pytest.mark.parametrize(
        "wrong",
        [{"han": 3}, {"fu": 40}, {"yaku": ()}, {"deltas": (-1000, 1000, 0, 0)}, {"mixed": True}],
        ids=str,
    )
    def test_is_paid_rightly_whatever_is_said(self, wrong: dict[str, object]) -> None:
        play = south_wins(SAID)
        play.ron(S)
        say(play, S, **wrong)
        assert play.win.deltas == (-2000, 2000, 0, 0)
        assert play.win.miscount is None
        counted = next(event for event in play.game.events if isinstance(event, ev.WinCounted))
        right = right_count(play.win)
        assert counted != ev.WinCounted(S, list(right.yaku), right.han, right.fu, list(right.deltas))

    def test_a_wrong_win_is_noticed_at_once(self) -> None:
        play = south_wins(SAID, furiten=True)
        play.err(S, Offence.FALSE_WIN)
        assert play.draw.reason is DrawReason.CHOMBO

    def test_nothing_but_the_value_can_be_said(self) -> None:
        play = south_wins(SAID)
        play.ron(S)
        (right,) = play.game.options(S).actions
        with_a_tile = right._replace(tile=0)
        for seat, action in (
            (S, PASS),
            (S, CHALLENGE),
            (S, Action(ActionKind.COUNT)),
            (S, with_a_tile),
            (E, CHALLENGE),
        ):
            with pytest.raises(IllegalAction):
                play.game.step({seat: action})
        assert play.reason(E, ActionKind.RON) is Why.NO_CLAIM


class TestAWinnerWhoIsNotChecked:
    def test_a_wrong_count_is_paid_as_it_was_said(self) -> None:
        play = south_wins(TRUSTED)
        play.ron(S)
        say(play, S, fu=40, deltas=(-2600, 2600, 0, 0))
        assert play.game.acting == (E,)
        assert play.game.options(E).actions == (PASS, CHALLENGE)
        play.everybody_passes()
        assert play.marks()[-3:] == ["WinCounted", "Accepted", "Hora"]
        assert play.win.deltas == (-2600, 2600, 0, 0)
        assert play.win.miscount is not None
        hora = play.game.events[-1]
        assert (hora.han, hora.fu, hora.points) == (2, 40, 2600)

    def test_challenged_it_is_paid_rightly(self) -> None:
        play = south_wins(TRUSTED)
        play.ron(S)
        challenge(say(play, S, fu=40), E)
        assert play.win.deltas == (-2000, 2000, 0, 0)
        assert play.scores == [28_000, 32_000, 30_000, 30_000]

    def test_a_wrong_challenge_has_its_price(self) -> None:
        play = south_wins(TRUSTED)
        play.ron(S)
        challenge(say(play, S), E)
        assert play.win.deltas == (-2000, 2000, 0, 0)
        assert play.scores == [27_000, 33_000, 30_000, 30_000]

    def test_a_win_in_furiten_stands_when_nobody_challenges_it(self) -> None:
        play = south_wins(TRUSTED, furiten=True)
        play.err(S, Offence.FALSE_WIN)
        say(play, S).everybody_passes()
        assert play.win.winner == S
        assert play.fouls == []

    def test_challenged_it_is_a_chombo(self) -> None:
        play = south_wins(TRUSTED, furiten=True)
        play.err(S, Offence.FALSE_WIN)
        challenge(say(play, S), E)
        assert play.fouls == [(S, "false-win", "chombo")]
        assert play.draw.offenders == (S,)
        assert play.scores == [30_000] * 4

    def test_a_hand_that_is_not_complete_is_noticed_at_once(self) -> None:
        play = deal(draws="1z", rules=TRUSTED).discard("1z")
        play.err(S, Offence.FALSE_WIN)
        assert play.draw.reason is DrawReason.CHOMBO

    def test_the_own_win_is_not_for_challengers(self) -> None:
        play = deal(east=f"{THREE_SIDES}5s", draws="5p", rules=TRUSTED).tsumo()
        say(play, E)
        assert play.win.winner == E


class TestSeveralWinners:
    def test_all_are_called_before_the_first_is_counted(self) -> None:
        rules = replace(EMA, errors="penalised", value_said=True, unchecked=(S,))
        play = deal(
            south=f"{THREE_SIDES}5s", north="34567p567m567s88s", draws="1z9m9m9m8p", rules=rules, honba=1
        )
        play.discard("1z", "9m", "9m", "9m", "8p").ron(S, N)
        assert play.marks()[-2:] == ["WinCalled", "WinCalled"]
        say(play, S, fu=50).everybody_passes()
        say(play, N)
        assert [win.winner for win in play.wins] == [S, N]
        assert [win.miscount is not None for win in play.wins] == [True, False]

    def test_a_winner_who_is_checked_at_once_says_nothing_where_values_are_not_said(self) -> None:
        rules = replace(EMA, errors="penalised", unchecked=(N,))
        play = deal(south=f"{THREE_SIDES}5s", north="34567p567m567s88s", draws="1z9m9m9m8p", rules=rules)
        play.discard("1z", "9m", "9m", "9m", "8p").ron(S, N)
        assert play.marks()[-3:] == ["WinCalled", "WinCalled", "WinCounted"]
        assert play.game.acting == (N,)
        say(play, N).everybody_passes()
        assert [win.winner for win in play.wins] == [S, N]


def test_a_limit_hand_needs_no_fu() -> None:
    """EMA and WRC: from a mangan on, the limit alone decides."""
    play = in_words("S 23456m23455p678s, draws 1z9s9s9s7m, indicators 4p / 1z; 9s; 9s; 9s; 7m; S: ron", SAID)
    win = called_win(play.game.table, S)
    right = right_count(win)
    assert win.score.limit is not None or right.fu is not None
    said = right._replace(fu=None)
    assert (CountPart.FU in differences(said, win, SAID)) == (win.score.limit is None)


UNCHECKED: tuple[tuple[int, ...], ...] = ((1, 2, 3), (), (0,), (0, 1, 2, 3))


@pytest.mark.parametrize(("place", "name"), enumerate(PRESETS))
@pytest.mark.parametrize(("number", "cuts"), [(0, 3), *at_night((number, 60) for number in range(8))])
def test_games_come_back_from_their_records(place: int, name: str, number: int, cuts: int) -> None:
    """Errors, rulings, right and wrong counts, challenges and late calls, whole and cut anywhere.

    In some of the games no value is said, or no win is challenged: nothing but the errors is left.
    """
    case = place + number
    rules = table_rules(PRESETS[name], number)
    rules = replace(rules, value_said=case % 3 != 2, unchecked=UNCHECKED[case % 4])
    match = erring_game(rules, number + 1, 3)
    record = [ev.decode(ev.encode(event)) for event in match.events]
    assert record == match.events
    again = resume(record)
    assert again.match.events == match.events
    assert again.match.rules == match.rules
    assert again.match.standings == match.standings
    if match.standings is not None:
        assert filled_in(match.rules, match.events) == match.events
    for cut in range(2, len(record), 1 + len(record) // cuts):
        again = resume(record[:cut])
        assert again.match.events[: again.used] == record[: again.used]


@pytest.mark.nightly
def test_everything_about_counts_comes_up() -> None:
    seen = Counter[str]()
    for name in PRESETS:
        for number in range(6):
            rules = replace(table_rules(PRESETS[name], 1), value_said=True, unchecked=(1, 2, 3))
            for event in erring_game(rules, number, 4).events:
                right = f" {event.right}" if isinstance(event, ev.Challenged) else ""
                seen[type(event).__name__ + right] += 1
    assert {"WinCalled", "WinCounted", "Accepted", "Challenged True", "Challenged False", "Late"} <= set(seen)


def test_a_tile_that_is_mixed_in_costs_the_winner_pinfu() -> None:
    """WRC 5.6: the win stays valid, but nothing that needs a particular wait counts."""

    def tsumo(*, mixed: bool) -> Play:
        play = deal(south=f"{THREE_SIDES}5s", draws="1z9m9s9s1z5p", rules=SAID)
        return say(play.discard("1z", "9m", "9s", "9s", "1z").tsumo(), S, mixed=mixed)

    assert tsumo(mixed=False).yaku.keys() == {"menzen-tsumo", "pinfu", "tanyao"}
    assert tsumo(mixed=True).yaku.keys() == {"menzen-tsumo", "tanyao"}


def test_a_record_cut_at_a_called_win_agrees_with_its_tiles() -> None:
    """The tile that was drawn and the ura indicators are shown by the call, not only when it is paid."""
    rules = replace(WRC, unchecked=(0, 1, 2, 3))
    play = deal(east=f"{THREE_SIDES}5s", draws="1z9m9m9m8p", ura="3z", rules=rules).riichi("1z").tsumogiri(3)
    called = play.tsumo().game.events[-1]
    assert type(called) is ev.WinCalled
    assert called.ura_markers
    with pytest.raises(CutRecordError, match="ends in the middle of hand 1"):
        verify(play.game.events, rules)
