"""The end of a hand and of a game in words, and rulings recomputed from the ruleset and the events."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from engine import events as ev
from engine.actions import ActionKind
from engine.hand import Hand, parse_meld
from engine.match import Match, standings
from engine.outcome import DrawReason, DrawResult, Outcome, WinResult
from engine.own_rules import ruleset
from engine.rules import PRESETS, TENHOU, Offence, Penalty, Ruleset, penalty_for
from engine.score import NoWin, Win, score
from engine.score.points import TRIPLET_BY_RON
from engine.table import Phase
from engine.tiles import parse_tile, parse_tiles
from engine.view import SeatView
from tests.support.ai.bot_games import take_step
from tests.support.engine.deals import E, Play, S, W, deal
from tests.support.nightly import at_night
from tests.support.tui.positions import PLAYERS, WRC, Seated
from tui.i18n import t
from tui.plain.plain_game import game_end
from tui.words.names import Seating
from tui.words.result_words import HandResult, NamedWorth, hand_result, uma_word
from tui.words.table_rules import Ruling, fu_reason, point_words, ruling

DEAL = "147m258p369s1234z"


def view_of(deltas: tuple[int, int, int, int], rules: Ruleset = WRC) -> SeatView:
    """The person's view after a hand that moved these points."""
    seated = Seated(DEAL, rules=rules, indicator="3p").play("0: 1m; 1: 1m")
    seated.desk.event(ev.Ryukyoku(deltas=list(deltas)))
    assert seated.view.table.phase is Phase.OVER
    return seated.view


def won(
    tiles: str,
    tile: str,
    *,
    winner: int = 1,
    target: int = 0,
    melds: str = "",
    deltas: tuple[int, int, int, int],
    value: int,
    honba: int = 0,
    riichi_sticks: int = 0,
    ura: str = "",
    liable: tuple[int, ...] = (),
    riichi: int = 0,
) -> HandResult:
    """The screen of one win; ``tiles`` without the winning one."""
    tsumo = winner == target
    hand = Hand(
        [*parse_tiles(tiles), *(parse_tiles(tile) if tsumo else ())], [*map(parse_meld, melds.split())]
    )
    win = Win(
        tiles=(*parse_tiles(tiles), parse_tile(tile)),
        winning_tile=parse_tile(tile),
        melds=tuple(hand.melds),
        tsumo=tsumo,
        riichi=riichi,
        seat_wind=27 + winner,
        dora_indicators=parse_tiles("3p"),
        ura_indicators=parse_tiles(ura),
        rules=TENHOU,
    )
    worth = score(win)
    assert not isinstance(worth, NoWin)
    result = WinResult(
        winner,
        target,
        parse_tile(tile),
        hand,
        worth,
        deltas,
        value,
        honba,
        riichi_sticks,
        liable,
        parse_tiles(ura),
    )
    return hand_result(view_of(deltas, TENHOU), Outcome(wins=(result,)), Seating(PLAYERS, 0))


class TestWins:
    def test_a_ron_off_the_person(self) -> None:
        result = won(
            "345m456p22s67s",
            "8s",
            melds="chi:423p",
            deltas=(-2_300, 3_300, 0, 0),
            value=2_000,
            honba=1,
            riichi_sticks=1,
        )
        (win,) = result.wins
        assert win.title == t("result.ron", name="Hayai", other="you", tile="8s")
        assert win.yaku == (NamedWorth("tanyao (all simples)", "1 han"), NamedWorth("dora", "2 han"))
        assert win.fu == (
            NamedWorth("base", "20 fu"),
            NamedWorth(t("fu.open-pinfu"), "2 fu"),
            NamedWorth("22 rounded up to", "30 fu"),
        )
        assert win.total == t("result.total", points=2_000, worth="3 han, 30 fu")
        assert win.extras == ("1 honba: 300", t("result.riichi-sticks", count=1, points=1_000))
        assert win.payments == ("You pay Hayai 2,300",)
        assert [row.words for row in win.dora] == [t("result.dora", dora="4p", indicator="3p")]
        assert win.concealed == tuple(parse_tiles("345m456p2267s"))
        assert result.hand == "East 1"

    @pytest.mark.parametrize(
        ("tiles", "tile", "words", "fu"),
        [
            ("234m567p22s44477s", "7s", t("fu.ron-simple-triplet"), "2 fu"),
            ("234m567p22s444s77z", "7z", t("fu.ron-terminal-triplet"), "4 fu"),
        ],
    )
    def test_a_triplet_completed_by_ron(self, tiles: str, tile: str, words: str, fu: str) -> None:
        (win,) = won(tiles, tile, deltas=(-1_300, 1_300, 0, 0), value=1_300, riichi=1).wins
        assert NamedWorth(words, fu) in win.fu
        assert NamedWorth(t("fu.closed-simple-triplet"), "4 fu") in win.fu
        assert not {item.name for item in win.fu} & {t(f"fu.{name}") for name in TRIPLET_BY_RON}

    def test_the_referee_names_it_so_too(self) -> None:
        worth = score(
            Win(
                tiles=parse_tiles("234m567p22s444s777z"),
                winning_tile=parse_tile("7z"),
                melds=(),
                tsumo=False,
                seat_wind=28,
                rules=TENHOU,
            )
        )
        assert not isinstance(worth, NoWin)
        assert t("fu.ron-terminal-triplet") in fu_reason(worth, ())


class TestDraws:
    HANDS = (Hand(parse_tiles(DEAL)),) * 4

    def draw(self, result: DrawResult) -> HandResult:
        return hand_result(view_of(result.deltas), Outcome(draw=result), Seating(PLAYERS, 0))

    def test_nine_terminals_show_the_hand_of_whoever_declared(self) -> None:
        result = self.draw(
            DrawResult(DrawReason.NINE_TERMINALS, (False,) * 4, self.HANDS, (0, 0, 0, 0), declarer=2)
        )
        assert result.draw is not None
        assert [(row.name, row.state) for row in result.draw.hands] == [("Mamori", "nine terminals")]

    def test_nagashi_mangan(self) -> None:
        result = self.draw(
            DrawResult(
                DrawReason.NAGASHI_MANGAN,
                (False,) * 4,
                self.HANDS,
                (-4_000, 8_000, -2_000, -2_000),
                nagashi=(1,),
            )
        )
        assert result.draw is not None
        assert result.draw.hands[1].state == "nagashi mangan"
        assert "Hayai receives 8,000" in result.draw.payments
        assert "You pay 4,000" in result.draw.payments

    @pytest.mark.parametrize("reason", DrawReason)
    def test_every_reason_has_its_words(self, reason: DrawReason) -> None:
        result = self.draw(DrawResult(reason, (False,) * 4, self.HANDS, (0, 0, 0, 0)))
        assert result.draw is not None
        assert result.draw.title[0].isupper()
        assert len(result.draw.reason) <= 78


class TestRanking:
    def test_rows(self) -> None:
        ranked = standings(WRC, (25_000, 40_000, 35_000, 20_000), 0)
        told = [
            ("Hayai", 40_000, "+15.0", "+25.0"),
            ("Mamori", 35_000, "+5.0", "+10.0"),
            ("You", 25_000, "-5.0", "-10.0"),
            ("Takame", 20_000, "-15.0", "-25.0"),
        ]
        lines = game_end(ranked, Seating(PLAYERS, 0), WRC)
        assert lines[1] == t("result.place.3")
        assert lines[2:-1] == [
            t(
                "plain.rank",
                place=t(f"session.places.{place}"),
                name=name,
                points=points,
                bonus="uma",
                uma=uma,
                final=final,
            )
            for place, (name, points, uma, final) in enumerate(told, 1)
        ]

    @pytest.mark.parametrize(
        ("rules", "word"), [("tenhou", "Uma + oka"), ("mleague", "Uma + oka"), ("wrc", "Uma")]
    )
    def test_where_there_is_oka_its_column_says_so(self, rules: str, word: str) -> None:
        assert uma_word(ruleset(rules)) == word

    @pytest.mark.parametrize("seat", range(4))
    def test_every_place_has_its_words(self, seat: int) -> None:
        ranked = standings(WRC, (40_000, 35_000, 25_000, 20_000), 0)
        title = game_end(ranked, Seating(PLAYERS, seat), WRC)[1]
        assert title.startswith("You")


@pytest.mark.parametrize("rules", ["wrc", *at_night(["tenhou", "ema"])])
def test_in_played_hands_the_rows_add_up(rules: str) -> None:
    """Points before and after are those of the record, and every sentence fits its line."""
    match = Match(ruleset(rules), 3, PLAYERS)
    bots = [make_bot(name) for name in ("hayai", "mamori", "takame", "hayai")]
    while match.standings is None:
        before = [seat.score for seat in match.round.table.seats]
        while match.round.outcome is None:
            before = [seat.score for seat in match.round.table.seats]
            take_step(match, bots)
        result = hand_result(match.round.view(0), match.round.outcome, Seating(PLAYERS, 0))
        after = [seat.score for seat in match.round.table.seats]
        assert [row.after for row in result.scores] == after
        moved = sum(abs(row.before - old) for row, old in zip(result.scores, before, strict=True))
        assert moved in (0, match.rules.riichi_bet), "a riichi bet may have been paid in the last step"
        for win in result.wins:
            for line in (win.title, win.total, *win.extras, *win.payments, *(row.words for row in win.dora)):
                assert len(line) <= 78
            assert win.payments
        match.proceed()


THREE_SIDES = "34567p234m234s5s"
NAMES = ("East", "South", "West", "North")
TABLES = [replace(rules, errors="penalised") for rules in PRESETS.values()]
EACH_RULESET = pytest.mark.parametrize("rules", TABLES, ids=[rules.name for rules in TABLES])


def ruled(play: Play, seat: int, offence: Offence, *, seen_by: int) -> tuple[ev.Foul, Ruling]:
    """The foul of that seat, and the ruling as another or the same seat reads it."""
    play.everybody_passes() if play.turn == seat else None
    action = play.mistake(seat, offence)
    before = play.view(seen_by)
    events = len(play.game.events)
    rules = play.game.rules
    seen = type(before).from_events(rules, seen_by, play.game.events)
    play.step({seat: action})
    foul = next(event for event in play.game.events[events:] if isinstance(event, ev.Foul))
    return foul, ruling(foul, seen, Seating.at_table(NAMES, seen_by))


def furiten(rules: Ruleset) -> Play:
    """East waits for 2p 5p 8p, has discarded 2p, and South has just discarded 5p."""
    return deal(east=f"2p{THREE_SIDES}", draws="5s5p", rules=rules).discard("2p", "5p")


@EACH_RULESET
@pytest.mark.parametrize("seen_by", [E, S])
def test_a_furiten_ron_names_offence_penalty_and_for_the_player_the_reason(
    rules: Ruleset, seen_by: int
) -> None:
    foul, told = ruled(furiten(rules), E, Offence.FALSE_WIN, seen_by=seen_by)
    assert t(f"reviewed.foul-of.{foul.offence}") in told.offence
    assert ("2p" in told.why) == (seen_by == E)
    if rules.chombo == "final":
        assert told.penalty == t("ruling.chombo.final", points=rules.chombo_points)
    else:
        assert told.penalty == t("ruling.chombo.mangan-east", points=4_000)
    assert told.now == t("ruling.now.chombo")


@EACH_RULESET
def test_every_offence_of_a_ruleset_has_a_ruling_with_a_source(rules: Ruleset) -> None:
    play = furiten(rules)
    seen = play.view(E)
    for offence in Offence:
        for penalty in Penalty:
            told = ruling(ev.Foul(E, offence.value, penalty.value), seen, Seating.at_table(NAMES, S))
            assert len(told.lines) >= 4
            assert t("ruling.rule", source="").split("{")[0].strip(" .") in told.rule


def test_a_reverse_mangan_of_another_seat_pays_east_more() -> None:
    rules = replace(PRESETS["tenhou"], errors="penalised")
    play = deal(south=f"{THREE_SIDES}9m", draws="1z", rules=rules).discard("1z")
    foul, told = ruled(play, S, Offence.FALSE_WIN, seen_by=E)
    assert told.penalty == t("ruling.chombo.mangan", east=4_000, others=2_000)
    assert play.draw.deltas == (4_000, -8_000, 2_000, 2_000)
    assert foul.penalty == Penalty.CHOMBO


@EACH_RULESET
def test_a_referees_chombo_on_a_discard_ends_the_hand_only_if_nobody_wins_on_it(rules: Ruleset) -> None:
    """The same ruling as the engine's: a ron on the tile voids the chombo where the ruleset says so."""
    play = deal(east=f"9m{THREE_SIDES}", draws="5s5p", rules=rules).discard("9m", "5p")
    assert play.can(E, ActionKind.RON)
    seen = play.view(W)
    foul = ev.Foul(W, Offence.UNPLAYABLE.value, Penalty.CHOMBO.value)
    told = ruling(foul, seen, Seating.at_table(NAMES, E))
    waits = rules.win_voids_chombo
    assert told.now == t("ruling.now.chombo-unless-won" if waits else "ruling.now.chombo")
    if penalty_for(rules, Offence.UNPLAYABLE) is Penalty.CHOMBO:
        play.rule(W, Offence.UNPLAYABLE)
        assert (play.game.outcome is None) is waits


@pytest.mark.parametrize(
    ("paid", "tsumo", "key", "values"),
    [
        ((3_900,), False, "points", {"points": 3_900}),
        ((1_300,), True, "each", {"points": 1_300}),
        ((1_000, 2_000), True, "child-dealer", {"child": 1_000, "dealer": 2_000}),
    ],
)
def test_points_are_said_as_they_are_paid(
    paid: tuple[int, ...], tsumo: bool, key: str, values: dict[str, int]
) -> None:
    assert point_words(paid, tsumo=tsumo) == t(f"count.{key}", **values)
