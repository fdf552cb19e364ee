"""What cannot lose never loses: games in which everything happens, with all hands known to the test.

The players let most wins pass, so that furiten of every kind abounds; where errors are penalised they err.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.reading.evidence import Evidence, Genbutsu, GenbutsuReason
from ai.reading.safety import Safety
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason, orphans_possible, safety_reason
from engine import events as ev
from engine import shape
from engine.actions import Action, ActionKind
from engine.furiten import CauseEnd
from engine.hand import HAND_SIZE, Hand
from engine.match import Match
from engine.options import Options, why_not
from engine.round import Round
from engine.rules import EMA, PRESETS, TENHOU, Ruleset
from engine.table import Phase
from engine.tiles import COPIES, EAST, IS_ORPHAN, KIND_OF, KINDS, ORPHANS, Kind
from engine.wall import Dice
from tests.support.ai.seat_views import shuffled
from tests.support.engine.wild_games import mistake, ruling
from tests.support.nightly import at_night
from tools.measure.samples import Case, could_ron, measured_game
from tools.measure.tables import BOTS, Table

TABLES: dict[str, Ruleset] = {
    **PRESETS,
    "old-ema": replace(EMA, name="old-ema", calls_end_temporary_furiten=True),
    **{
        f"{name}-penalised": replace(PRESETS[name], errors="penalised")
        for name in ("ema", "tenhou", "mleague")
    },
}
FEW, MANY = 5, 24
"""Hands under each ruleset: always, and at night."""
HANDS = pytest.mark.parametrize("hands", [FEW, *at_night([MANY])])
WINS = (ActionKind.RON, ActionKind.TSUMO)
RIICHI = (ActionKind.RIICHI,)
LIKES = (
    (WINS, 8),
    (RIICHI, 2),
    ((ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN, ActionKind.OPEN_KAN), 2),
    ((ActionKind.PON, ActionKind.CHI), 10),
)
"""One time in how many each is done when it is possible."""


SENSE = make_bot("tenpai")


def unwilling(menu: Options, dice: Dice) -> Action:
    """Heads for tenpai and stays there: wins one time in eight, calls and kans now and then, seldom riichi.

    Errs where that is possible.
    """
    if menu.errors and (wrong := mistake(menu, dice)):
        return wrong
    if menu.view.table.phase is Phase.DECLARE:
        return menu.actions[dice.below(len(menu.actions))]
    for kinds, chance in LIKES:
        found = [action for action in menu.actions if action.kind in kinds]
        if found and not dice.below(chance):
            return found[dice.below(len(found))]
    left = tuple(action for action in menu.actions if action.kind not in WINS + RIICHI)
    return SENSE.choose(menu.view, Options(menu.view, left))


def decisions(rules: Ruleset, seed: int, hands: int) -> Iterator[Round]:
    """Hands played by unwilling players; the state before each step."""
    dice = Dice(1971, seed)
    match = Match(rules, seed)
    for _ in range(hands):
        if match.standings is not None:
            return
        game = match.round
        while game.outcome is None:
            yield game
            if game.rules.errors == "penalised" and ruling(match, dice):
                continue
            match.step({seat: unwilling(game.options(seat), dice) for seat in game.acting})
        match.proceed()


def tempting(game: Round) -> Iterator[tuple[int, Kind, int, bool]]:
    """Who might throw, or has thrown, which kind into whose waits, and whether that could win."""
    table = game.table
    if table.phase is Phase.TURN:
        tiles = {KIND_OF[tile]: tile for tile in game.own[table.turn].hand.tiles}
        for opponent in range(4):
            for kind in game.own[opponent].waits:
                if kind in tiles and opponent != table.turn:
                    won = could_ron(game, table.turn, tiles[kind], opponent)
                    yield table.turn, kind, opponent, won
    elif table.offer is not None:
        kind = KIND_OF[table.offer]
        for opponent in range(4):
            if kind in game.own[opponent].waits and opponent != table.turn:
                won = why_not(game.view(opponent), ActionKind.RON) is None
                yield from ((seat, kind, opponent, won) for seat in range(4) if seat != opponent)


@cache
def met(name: str, hands: int) -> Counter[tuple[SafetyReason, bool]]:
    """How often a kind of each ground lay in a player's waits, and whether it could be won on."""
    found: Counter[tuple[SafetyReason, bool]] = Counter()
    for game in decisions(TABLES[name], len(name), hands):
        for seat, kind, opponent, won in tempting(game):
            read = Safety(game.view(seat)).against(kind, opponent)
            assert not (read.cannot_lose and won), (game.events, read)
            found[read.reason, won] += 1
    return found


@pytest.mark.claim("S-01", "S-02", "S-03")
@HANDS
@pytest.mark.parametrize("name", TABLES)
def test_what_cannot_lose_is_never_won_on(name: str, hands: int) -> None:
    tempted = sum(count for (_, won), count in met(name, hands).items() if won)
    assert hands == FEW or tempted > 10, "there were tiles to win on"


@HANDS
def test_every_proof_was_put_to_the_test(hands: int) -> None:
    """A dead hand waits on nothing, and what nothing can wait on is in no waits."""
    total = sum((met(name, hands) for name in TABLES), Counter[tuple[SafetyReason, bool]]())
    for each in (SafetyReason.OWN_DISCARD, SafetyReason.PASSED_AFTER_RIICHI, SafetyReason.PASSED_THIS_TURN):
        assert total[each, False] > (40 if hands == MANY else 0), each


class TestNothingCanWait:
    """The proofs that count tiles: hands that wait for a tile of which the asker sees all four."""

    def test_no_such_wait_without_furiten(self) -> None:
        """Hands drawn at random, orphans and seven pairs among them, at tables where most tiles are shown."""
        chance = Random(1934)
        proven: Counter[SafetyReason] = Counter()
        lost: Counter[SafetyReason] = Counter()
        for _ in range(700):
            hand, melds = waiting_hand(chance)
            kinds = [kind for kind in range(KINDS) if not hand[kind]]
            pond = set(chance.sample(kinds, 9))
            left = [hidden(chance, count) for count in hand]
            waits = set(shape.waits(Hand([k for k in range(KINDS) for _ in range(hand[k])]).keys, melds))
            for kind in kinds:
                if left[kind]:
                    continue
                orphans = IS_ORPHAN[kind] and orphans_possible(kind, melds, left)
                found = safety_reason(kind, Evidence(proofs(pond), left), orphans=orphans)
                if found in (SafetyReason.ALL_SEEN, SafetyReason.NO_WAIT):
                    proven[found] += 1
                    assert kind not in waits or waits & pond, (hand, kind, waits, pond)
                elif kind in waits and not waits & pond:
                    lost[found] += 1
        assert min(proven[SafetyReason.ALL_SEEN], proven[SafetyReason.NO_WAIT]) > 140, proven
        assert lost[SafetyReason.LAST_COPY] > 1, lost
        assert sum(lost.values()) > 14, lost


def waiting_hand(chance: Random) -> tuple[list[int], int]:
    """The concealed tiles, as counts, of a tenpai hand, and its melds."""
    if chance.random() < 0.2:
        kinds = [*ORPHANS, chance.choice(ORPHANS)]
    elif chance.random() < 0.1:
        kinds = 2 * chance.sample(range(KINDS), 7)
    else:
        kinds = []
        while not kinds or max(map(kinds.count, kinds)) > COPIES:
            kinds = 2 * [chance.randrange(KINDS)]
            for _ in range(chance.randint(1, 4)):
                start = chance.randrange(KINDS)
                run = start < EAST and start % 9 < 7 and chance.random() < 0.7
                kinds += [start, start + run, start + 2 * run]
    kinds.remove(chance.choice(kinds))
    return [kinds.count(kind) for kind in range(KINDS)], (HAND_SIZE - len(kinds)) // 3


def hidden(chance: Random, held: int) -> int:
    """Copies of a kind that the asker cannot see: those held, and now and then one more."""
    return min(COPIES, held + (chance.random() < 0.2))


def proofs(pond: set[Kind]) -> dict[Kind, Genbutsu]:
    return {
        kind: Genbutsu(kind, GenbutsuReason.OWN_DISCARD, kind, 1, 0, CauseEnd.HAND_ENDS, 1) for kind in pond
    }


class TestMeasurement:
    """The measurement of docs/lab/safety.md, in small."""

    @pytest.mark.nightly
    def test_no_tile_of_the_top_tier_is_won_on(self) -> None:
        numbers = range(8)
        hands = [hand for number in numbers for hand in measured_game(Table.OWN, 2026, number)]
        assert [broken for hand in hands for broken in hand.broken] == []
        tiles = sum((hand.tiles for hand in hands), Counter[Case]())
        wins = sum((hand.wins for hand in hands), Counter[Case]())
        assert len(hands) > 5 * len(numbers)
        assert sum(count for (each, *_), count in tiles.items() if each in SAFE_REASONS) > 200 * len(numbers)
        assert wins.total() > 50 * len(numbers)

    def test_whoever_could_ron_before_a_discard_can_ron_after_it(self) -> None:
        expected: dict[int, bool] = {}
        answers: Counter[bool] = Counter()

        def compare(game: Round, event: ev.Event) -> None:
            if isinstance(event, ev.Dahai):
                for seat, could in expected.items():
                    assert could == (why_not(game.view(seat), ActionKind.RON) is None), game.events
                    answers[could] += 1

        match = Match(TENHOU, 8, watch=compare)
        bots = [make_bot(BOTS[seat % 3]) for seat in range(4)]
        while match.standings is None:
            while match.acting:
                menus = {seat: match.round.options(seat) for seat in match.acting}
                choices = {seat: bots[seat].choose(menu.view, menu) for seat, menu in menus.items()}
                expected.clear()
                for seat, action in choices.items():
                    if action.kind in (ActionKind.DISCARD, ActionKind.RIICHI) and action.tile is not None:
                        others = [other for other in range(4) if other != seat]
                        expected |= {each: could_ron(match.round, seat, action.tile, each) for each in others}
                match.step(choices)
            match.proceed()
        assert answers[True] >= 5, answers


def test_no_reading_depends_on_what_is_hidden() -> None:
    chance = Random(5)
    asked = 0
    for number, game in enumerate(decisions(TENHOU, 5, 8)):
        if number % 40 or game.table.phase is Phase.OVER:
            continue
        for seat in game.acting:
            here = Safety(game.view(seat))
            there = Safety(shuffled(game, seat, chance).view(seat))
            for opponent in here.opponents:
                for kind in range(KINDS):
                    assert here.against(kind, opponent) == there.against(kind, opponent)
                    asked += 1
    assert asked > 1000
