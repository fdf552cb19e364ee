"""What the measures that the numbers of bots come from count."""

from __future__ import annotations

import pytest

from ai.bots.expert import ExpertBot
from ai.bots.registry import make_bot
from ai.bots.styles import Style
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.match import Header, Match
from engine.options import options
from engine.rules import TENHOU, WRC
from engine.score import Win, score
from engine.tiles import EAST, NAMES, parse_tile, parse_tiles
from engine.view import SeatView
from engine.wall import PLAYERS
from tests.ai.test_bots_choices import CALM, RIICHI
from tests.support.ai.bot_games import play_hand, take_step
from tests.support.ai.seat_views import ACROSS, ME, RIGHT, calls, seat_view
from tools.measure import choices as measured_choices
from tools.measure import hand_ends, late_hands
from tools.measure.choices import OtherChoice, others
from tools.measure.extra_han import extra_han, played
from tools.measure.hand_ends import HandEnd, another_deal, in_groups
from tools.measure.late_hands import Ending, by_start, played_on, scores_of
from tools.measure.styles_told import GameSeen, Seen, Watched, named, pictures, spreads, watched
from tools.measure.tables import Table, hands
from tools.measure.visible_faults import GameCount

SCORES = (31_000, 18_000, 29_000, 22_000)
SOUTH_4 = Header(7, honba=1, riichi_sticks=0, scores=SCORES)


@pytest.fixture(autouse=True)
def weak_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outside program needs more than these tests do."""
    monkeypatch.setattr(late_hands, "NAME", "tsumogiri")


def test_a_game_goes_on_from_the_scores() -> None:
    endings = [played_on("", "hayai", 3, (0, seat, SOUTH_4)) for seat in range(PLAYERS)]
    assert [ending.before for ending in endings] == [1, 4, 2, 3]
    assert all(1 <= ending.place <= PLAYERS for ending in endings)
    assert endings == [played_on("", "hayai", 3, (0, seat, SOUTH_4)) for seat in range(PLAYERS)]
    others = [played_on("", "hayai", 3, (start, 0, SOUTH_4)) for start in range(1, 4)]
    assert len({ending.points for ending in [endings[0], *others]}) > 1, "each start has its own wall"


def test_players_that_play_alike_have_the_mean_place_from_every_start() -> None:
    endings = [played_on("", "tsumogiri", 3, (start, seat, SOUTH_4)) for start in (0, 1) for seat in range(4)]
    assert by_start(endings, [float(ending.place) for ending in endings]) == [2.5, 2.5]
    assert sum(ending.points for ending in endings) == 0


def test_the_scores_are_those_at_the_beginning_of_the_hand() -> None:
    header = scores_of("", "tsumogiri", 3, 5, 0)
    assert header.number == 5
    assert sum(header.scores) + 1_000 * header.riichi_sticks == 100_000
    assert scores_of("", "tsumogiri", 3, 40, 0) is None


def test_endings_are_compared_by_start_and_seat(capsys: pytest.CaptureFixture[str]) -> None:
    new = [Ending(0, 0, 1, 2, -500), Ending(0, 1, 2, 1, 800), Ending(7, 0, 3, 3, 0)]
    old = [Ending(0, 1, 2, 3, -200), Ending(0, 0, 1, 1, 100)]
    late_hands.compare(new, old)
    said = capsys.readouterr().out
    assert "2 games, place -0.5000" in said
    assert "points +200" in said


PLAIN = Win(
    tiles=tuple(parse_tiles("123m456p789s234p55m")),
    winning_tile=parse_tile("2p"),
    tsumo=False,
    seat_wind=EAST,
    round_wind=EAST,
    riichi=1,
    dora_indicators=(parse_tile("8s"),),
    rules=TENHOU,
)


@pytest.mark.parametrize(
    ("win", "extra"),
    [
        (PLAIN, 0),
        (PLAIN._replace(tsumo=True), 1),
        (PLAIN._replace(ippatsu=True), 1),
        (PLAIN._replace(ura_indicators=(parse_tile("4m"),)), 2),
        (PLAIN._replace(tsumo=True, ippatsu=True, ura_indicators=(parse_tile("4m"),)), 4),
    ],
)
def test_luck_is_tsumo_ippatsu_and_ura_dora(win: Win, extra: int) -> None:
    found, plain = score(win), score(PLAIN)
    assert extra_han(found) == extra
    assert (found.han or 0) - (plain.han or 0) == extra, "nothing else differs"


def test_wins_in_riichi_are_counted() -> None:
    wins = []
    for game in hands(Table.OWN, 3, 0, lambda _: None):
        declared = {event.actor for event in game.events if isinstance(event, ev.ReachAccepted)}
        wins.append(sum(isinstance(event, ev.Hora) and event.actor in declared for event in game.events))
    found = played(Table.OWN, 3, 0)
    assert [len(each) for each in found] == wins
    assert 0 < sum(wins) < len(wins)


def test_the_ends_of_a_game_are_those_of_its_events() -> None:
    starts, wins = [], []
    for game in hands(Table.OWN, 3, 1, lambda _: None):
        starts.append(next(event for event in game.events if isinstance(event, ev.StartKyoku)))
        wins.append(sum(isinstance(event, ev.Hora) for event in game.events))
    ends = hand_ends.played(Table.OWN, 3, 1)
    assert [len(end.wins) for end in ends] == wins
    for start, following, end in zip(starts, starts[1:], ends, strict=False):
        assert end.dealt_again is (following.oya == start.oya)
        assert end.dealer_gain == following.scores[start.oya] - start.scores[start.oya]


def test_another_deal_is_worth_what_the_dealer_gains_and_gains_again() -> None:
    ends = [HandEnd((), 1_200, True), HandEnd((), 0, False)]
    assert another_deal(ends) == pytest.approx(600 + 600 / 2 + 600 / 4 + 600 / 8, rel=0.1)


def test_groups_are_of_equal_size_from_cheap_to_expensive() -> None:
    assert in_groups([9, 1, 8, 2, 7, 3, 6, 4, 5, 5]) == [2, 4, 5, 6, 8]
    assert in_groups([]) == []


UNDECIDED_EXPERT = ExpertBot("undecided", Style(greed=0.9, call_bonus=-75))


def found(view: SeatView) -> dict[object, OtherChoice]:
    """The other choices of the expert, by what they are about."""
    menu = options(view)
    chosen = UNDECIDED_EXPERT.choose(view, menu)
    return {other.sort[0]: other for other in others(UNDECIDED_EXPERT, view, menu, chosen)}


def test_a_call_is_compared_with_a_pass() -> None:
    other = found(seat_view("16m35p344668s255z", offered="5z", by=ACROSS, past=CALM))["call"]
    assert other.action.kind is ActionKind.PASS
    assert (other.towards, other.expected < 0) == (-1, True)
    assert other.sort == ("call", "closed", 3, 3)


def test_riichi_is_compared_with_silence() -> None:
    other = found(seat_view("123m34p567s678p99s", draws="4z", past=CALM))["riichi"]
    assert other.action.kind is ActionKind.DISCARD
    assert (other.sort, other.towards) == (("riichi", "calm"), -1)


def test_under_a_threat_the_safest_discard_is_compared_with_the_boldest() -> None:
    other = found(seat_view("34m123p3467s5588p", draws="8s", past=RIICHI))["push"]
    assert (str(other.action), other.towards, other.expected < 0) == ("discard 1p", -1, True)


def test_a_faster_discard_is_compared_with_a_slower_one() -> None:
    other = found(seat_view("3446m368p40668s1z", draws="2z", past=[calls(ME, "768s", throws="1z")]))["speed"]
    assert other.sort[:3] == ("speed", "open", 2)
    assert other.towards == -1, "the expert takes the faster one"


def test_a_hand_played_on_leaves_the_game_as_it_was() -> None:
    names = ["hayai", "mamori", "takame", "tenpai"]
    match = Match(WRC, 7, names)
    bots = [make_bot(name) for name in names]
    for _ in range(30):
        take_step(match, bots)
    before = list(match.events)
    choices = {
        seat: bots[seat].choose(match.round.view(seat), match.round.options(seat)) for seat in match.acting
    }
    scores = measured_choices.played_on(match, names, "", choices)
    assert (match.events, match.acting) == (before, tuple(choices))
    play_hand(match, bots)
    assert scores == [seat.score for seat in match.round.table.seats]


TABLE = Match(WRC, 7, ["tenpai", "tsumogiri", "tsumogiri", "tsumogiri"])
OPEN = [*CALM[:3], calls(ME, "555z", throws="1z"), calls(ME, "123p", throws="9p")]
TENPAI = "123m34p567s678p99s"


@pytest.mark.parametrize(
    ("view", "kind", "tile", "what", "case"),
    [
        (seat_view(TENPAI, draws="4z", past=CALM), "discard", "4z", "tenpai broken, closed", 0),
        (seat_view(TENPAI, draws="4z", past=CALM), "discard", "9s", "tenpai broken, closed", 1),
        (seat_view(TENPAI, draws="4z", past=CALM), "discard", "9s", "calm discards out of tenpai", 1),
        (seat_view("11567m23569p155z", draws="2s", past=OPEN), "discard", "5p", "tenpai broken, open", 1),
        (seat_view("123m34p567s67p99s1z", draws="4z", past=CALM), "discard", "1z", "closed", 0),
        (seat_view("123m34p567s67p99s1z", draws="4z", past=CALM), "discard", "9s", "closed", 1),
        (seat_view("123m34p567s678p9s3m", draws="9s", past=RIICHI), "discard", "4p", "dominated", 1),
        (seat_view("123m34p567s678p9s3m", draws="9s", past=RIICHI), "discard", "3m", "dominated", 0),
        (seat_view("123m34p567s678p99s", draws="4z", past=CALM), "riichi", "4z", "dead riichi", 0),
    ],
)
def test_a_fault_is_counted_where_a_person_sees_it(
    view: SeatView, kind: str, tile: str, what: str, case: int
) -> None:
    """One seat's decision: whether it is a case of what begins, or ends, with these words."""
    count = GameCount()
    count.decided(TABLE, view, Action(ActionKind(kind), parse_tile(tile)))
    found = {key: number for key, number in count.counts.items() if what in key[1]}
    assert [number for (_, _, made), number in found.items() if made] == [case]


def test_a_turn_with_a_threat_is_not_calm() -> None:
    two = [*CALM, calls(RIGHT, "222m", "999s", throws="9m")]
    for past in (RIICHI, two):
        count = GameCount()
        action = Action(ActionKind.DISCARD, parse_tile("4z"))
        count.decided(TABLE, seat_view(TENPAI, draws="4z", past=past), action)
        assert not [what for _, what, _ in count.counts if "tenpai" in what]


@pytest.mark.parametrize(
    ("call", "case"),
    [
        (Action(ActionKind.CHI, parse_tile("4m"), tuple(parse_tiles("23m"))), 1),
        (Action(ActionKind.PON, parse_tile("9s"), tuple(parse_tiles("99s"))), 0),
    ],
    ids=str,
)
def test_a_call_out_of_tenpai_is_counted(call: Action, case: int) -> None:
    """With 2m 3m the 1m that is left over must stay, so the wait goes; with 9s 9s it becomes 3p or 4p."""
    assert call.tile is not None
    count = GameCount()
    count.decided(TABLE, seat_view(TENPAI, offered=NAMES[call.tile], past=CALM), call)
    assert count.counts["tenpai", "calls out of tenpai", False] == 1
    assert count.counts["tenpai", "calls out of tenpai", True] == case


# -- styles told apart -----------------------------------------------------------------------------------

TWO_MELDS = [*CALM, calls(RIGHT, "222p", "888p", throws="6m")]


@pytest.mark.parametrize(
    ("past", "tile", "figures"),
    [
        ([], "3z", {"early": 1, "guests": 1}),
        ([], "5z", {"early": 1, "yakuhai": 1}),
        ([], "9p", {"early": 1, "terminals": 1}),
        ([], "5s", {"early": 1, "dora": 1}),
        (RIICHI, "9m", {"under_riichi": 1, "genbutsu": 1}),
        (RIICHI, "5s", {"under_riichi": 1}),
        (TWO_MELDS, "9m", {"against_melds": 1, "held_back": 1}),
        (TWO_MELDS, "5s", {"against_melds": 1}),
    ],
    ids=str,
)
def test_what_everybody_sees_of_a_discard_is_counted(
    past: list[list[ev.Event]], tile: str, figures: dict[str, int]
) -> None:
    view = seat_view("19m2478p2467s35z5s", draws="9p", dora="4s", past=past)
    seen = GameSeen()
    seen.decided(TABLE, view, Action(ActionKind.DISCARD, parse_tile(tile)))
    assert seen.seats[ME] == Seen(**figures)


def test_a_bot_is_named_by_the_picture_that_is_nearest() -> None:
    """The second figure spreads far among bots of one style, so it tells little."""
    known = [Watched(style, (at, far)) for style, at in (("a", 0.0), ("b", 1.0)) for far in (0.0, 90.0)]
    known += [Watched(style, (at + 0.1, 45.0)) for style, at in (("a", 0.0), ("b", 1.0))]
    table = (0.2, 90.0), (0.9, 0.0), (0.4, 45.0)
    assert named(table, pictures(known), spreads(known), every=False) == ("a", "b", "a")


def test_who_knows_that_every_style_sits_at_the_table_names_each() -> None:
    """The one that is the least like "a" is "b", though "a" is nearer."""
    known = [Watched(style, (at + far,)) for style, at in (("a", 0.0), ("b", 1.0)) for far in (-0.1, 0.1)]
    table = (0.1,), (0.4,), (0.2,)
    assert named(table, pictures(known), spreads(known), every=False) == ("a", "a", "a")
    assert named(table, pictures(known), spreads(known), every=True) == ("a", "b", "a")


def test_each_bot_is_watched_for_two_games() -> None:
    games = [[("a", Seen(hands=10, called=number)), ("b", Seen(hands=10))] for number in range(4)]
    shares = [(each.style, each.figures[0]) for each in watched(games)]
    assert shares == [("a", 0.05), ("b", 0.0), ("a", 0.25), ("b", 0.0)]
