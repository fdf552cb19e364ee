"""Random legal play under random rulesets, with everything thrown in between that must be refused.

Bots play sensibly; here calls, kans, riichi, declined wins and mistakes come in any order, actions that are
stale, of another seat or changed a little are tried and refused with nothing changed, and the record is cut
anywhere and goes on. The profile ``soak`` does it for longer, see CONTRIBUTING.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from ai.invariants import Invariants
from engine import events as ev
from engine.actions import PASS, Action, ActionKind, IllegalAction
from engine.events import decode, encode
from engine.match import Match
from engine.options import Options
from engine.records.recorded_choices import LOOK_AHEAD
from engine.records.replay import CutRecordError
from engine.records.resumed_game import resume, rules_of
from engine.records.verify import verify
from engine.round import Round
from engine.rules import EMA, PRESETS, TENHOU, WRC, Ruleset
from engine.score import YAKU_NAMES
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, MJAI
from engine.tiles import KINDS as KIND_COUNT
from engine.view import SeatView, mask
from engine.wall import PLAYERS, Dice
from tests.support.engine.deals import Watch, state
from tests.support.engine.wild_games import miscounted, played, ruling, wild
from tests.support.engine.wild_games import wild_choice as take_chances
from tests.support.nightly import at_night, part_always

# -- rulesets drawn at random: presets, and mixtures that no rulebook has -----------------------------------

YAKUMAN = ("daisangen", "daisuushi", "suukantsu", "kokushi-13", "suuankou-tanki", "junsei-chuuren")
assert set(YAKUMAN) <= set(YAKU_NAMES)

NUMBERS: dict[str, tuple[Any, ...]] = {
    "start_points": (1_000, 8_000, 25_000),
    "goal_points": (None, 1_000, 30_000),
    "two_han_minimum_from": (None, 0, 1),
    "counter_points": (0, 300, 1_500),
    "red_fives": ((0, 0, 0), (1, 1, 1), (0, 2, 4)),
    "riichi_bet": (0, 1_000),
    "riichi_minimum_points": (None, 1_000),
    "riichi_minimum_live": (0, 1, 4, 60),
    "double_yakuman": ((), YAKUMAN),
    "pao": ((), YAKUMAN[:3]),
    "noten_penalty": (0, 3_000),
    "challenge_price": (0, 1_000),
    "unchecked": ((), (), (1, 2, 3), (0,)),
}
"""Values of fields that are numbers and names; yes-or-no fields and named choices have all of theirs."""


def field_values() -> dict[str, tuple[Any, ...]]:
    """Fields that change how a hand is played, each with its values."""
    found = dict(NUMBERS)
    for name, kind in get_type_hints(Ruleset).items():
        if kind is bool:
            found[name] = (False, True)
        elif get_origin(kind) is Literal:
            found[name] = get_args(kind)
    return found


def presets() -> st.SearchStrategy[Ruleset]:
    """A preset of some length, for players who cannot err or who can."""
    return st.builds(
        replace,
        st.sampled_from(list(PRESETS.values())),
        length=st.sampled_from(["hand", "east", "south"]),
        errors=st.sampled_from(["prevented", "prevented", "penalised"]),
        chombo=st.sampled_from(["final", "mangan"]),
    )


def mixtures() -> st.SearchStrategy[Ruleset]:
    """A preset with any of its fields changed."""
    changes = {name: st.sampled_from(values) for name, values in field_values().items()}
    return st.builds(
        lambda rules, changed: replace(rules, **changed),
        st.sampled_from(list(PRESETS.values())),
        st.fixed_dictionaries({}, optional=changes),
    )


# -- play ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [range(1), *at_night([range(1, 6)])], ids=["one", "five"])
@pytest.mark.parametrize(
    "rules", part_always(PRESETS.values(), [WRC, EMA, TENHOU]), ids=lambda rules: rules.name
)
def test_everything_holds_after_every_step(rules: Ruleset, seeds: range) -> None:
    seen: Counter[str] = Counter()
    for seed in seeds:
        watch: Watch | None = None
        hand: Round | None = None
        for match in played(Match(rules, seed), wild(seed)):
            if match.round is not hand:
                hand = match.round
                watch = Watch(hand)
            elif watch is not None:
                watch.check()
            if hand.outcome is not None and match.standings is None:
                rebuilt_views_agree(hand)
                seen.update(type(event).__name__ for event in hand.events)
        assert sum(standing.points for standing in match.standings) <= 4 * rules.start_points
        assert [decode(encode(event)) for event in match.events] == match.events
    # the wanderers did get around
    assert {"Chi", "Pon", "Reach", "ReachAccepted", "Dora", "Hora"} <= set(seen)
    assert seen["Ankan"] + seen["Kakan"] + seen["Daiminkan"] > len(seeds)


def rebuilt_views_agree(hand: Round) -> None:
    """A view folded anew from the masked events is the live one."""
    for seat in range(4):
        view = SeatView.from_events(hand.rules, seat, [mask(event, seat) for event in hand.events])
        assert state(view) == state(hand.view(seat))


SEEDS = st.integers(0, 2**32)
TILES = st.integers(0, len(MJAI) - 1)
KINDS = st.sampled_from(list(ActionKind))
WINS = (ActionKind.RON, ActionKind.TSUMO)

Whim = Callable[[Options, Dice], Action]


def anything(menu: Options, dice: Dice) -> Action:
    """Any option, mistakes among them where there are some: first the kind, then which."""
    found = [*menu.actions, *(mistake.action for mistake in menu.errors if not dice.below(200))]
    kinds = sorted({action.kind for action in found})
    kind = kinds[dice.below(len(kinds))]
    return _one([action for action in found if action.kind is kind], dice)


def chances(menu: Options, dice: Dice) -> Action:
    """Whatever helps the hand."""
    return anything(menu, dice) if menu.view.table.phase is Phase.DECLARE else take_chances(menu, dice)


def declined(menu: Options, dice: Dice) -> Action:
    """The same, but wins are let go."""
    rest = tuple(action for action in menu.actions if action.kind not in WINS)
    return chances(Options(menu.view, rest), dice)


def calls(menu: Options, dice: Dice) -> Action:
    """Every call and kan there is, otherwise what was drawn."""
    plain = (ActionKind.DISCARD, ActionKind.PASS, *WINS)
    found = [action for action in menu.actions if action.kind not in plain]
    return _one(found, dice) if found else drawn(menu, dice)


def drawn(menu: Options, dice: Dice) -> Action:
    """The tile just drawn; nothing of others."""
    return (menu.of(ActionKind.DISCARD) or menu.actions)[-1]


def _one(actions: list[Action], dice: Dice) -> Action:
    return actions[dice.below(len(actions))]


CHARACTERS = st.lists(
    st.sampled_from([chances, chances, chances, chances, declined, calls, anything]),
    min_size=PLAYERS,
    max_size=PLAYERS,
)
"""How each seat plays."""


def everything(match: Match) -> tuple[Any, ...]:
    """All that there is: the record, what each seat sees, what it may do, and what is still in the wall."""
    game = match.round
    return (
        list(match.events),
        list(game.events),
        deepcopy([state(game.view(seat)) for seat in range(PLAYERS)]),
        [(game.options(seat).actions, game.options(seat).errors) for seat in range(PLAYERS)],
        (match.header, match.standings, game.outcome, game.wall.rest()),
    )


class Table(RuleBasedStateMachine):
    """One game, and what is tried in it."""

    @initialize(rules=presets() | mixtures(), seed=SEEDS, characters=CHARACTERS)
    def sit_down(self, rules: Ruleset, seed: int, characters: list[Whim]) -> None:
        self.rules = rules
        self.characters = characters
        self.checks = Invariants()
        self.match = Match(rules, seed, watch=self.checks)
        self.watch = Watch(self.match.round)
        self.before: list[dict[int, Action]] = []

    @invariant()
    def all_holds(self) -> None:
        if self.watch.game is not self.match.round:
            self.watch = Watch(self.match.round)
        self.watch.check()
        self.checks.decision(self.match.round)
        riichi_sticks = self.match.round.table.riichi_sticks * self.rules.riichi_bet
        assert sum(self.match.scores) + riichi_sticks <= PLAYERS * self.rules.start_points
        for view in self.match.round.views:
            seen = Counter(KIND_OF[tile] for tile in view.visible())
            assert view.left() == [COPIES - seen[kind] for kind in range(KIND_COUNT)]

    @precondition(lambda self: self.match.standings is None)
    @rule(steps=st.integers(1, 120), seed=SEEDS)
    def play(self, steps: int, seed: int) -> None:
        """So many decisions, or up to the end of the hand."""
        dice = Dice(seed)
        self.go_on(self.characters, dice)
        while steps and self.match.acting:
            self.go_on(self.characters, dice)
            steps -= 1

    @precondition(lambda self: self.match.standings is None)
    @rule(whim=st.sampled_from([drawn, anything]), seed=SEEDS)
    def do_something_else_once(self, whim: Whim, seed: int) -> None:
        self.go_on([whim] * PLAYERS, Dice(seed))

    def go_on(self, characters: list[Whim], dice: Dice) -> None:
        """The next decision, or the next deal."""
        if not self.match.acting:
            self.match.proceed()
        elif self.rules.errors == "prevented" or not ruling(self.match, dice):
            menus = {seat: self.match.round.options(seat) for seat in self.match.acting}
            choices = {seat: miscounted(characters[seat](menu, dice), dice) for seat, menu in menus.items()}
            self.match.step(choices)
            self.before = [*self.before[-3:], choices]

    # -- what must be refused ------------------------------------------------------------------------

    def tried(self, *attempts: dict[int, Action]) -> None:
        """What the table does not wait for is refused, with a reason, and nothing changes."""
        menus = {seat: self.match.round.options(seat) for seat in self.match.acting}
        before = everything(self.match)
        for choices in attempts:
            if (
                menus
                and menus.keys() == choices.keys()
                and all(
                    choices[seat] in menu.actions or menu.mistake(choices[seat])
                    for seat, menu in menus.items()
                )
            ):
                continue
            with pytest.raises(IllegalAction, match=r"seat|the hand is over") as caught:
                self.match.step(choices)
            assert caught.value.refusal is None or caught.value.refusal.why.value in str(caught.value)
            assert len(self.match.round.events) == len(before[1])
        assert everything(self.match) == before

    def others(self) -> dict[int, Action]:
        """What those who must choose may do without harm."""
        return {seat: drawn(self.match.round.options(seat), Dice(0)) for seat in self.match.acting}

    @rule()
    def what_was_chosen_before(self) -> None:
        self.tried(*self.before, *(self.others() | stale for stale in self.before))

    @rule(seat=st.integers(-1, PLAYERS))
    def too_many_or_too_few_choose(self, seat: int) -> None:
        choices = self.others()
        more = {seat: PASS} | choices
        choices.pop(seat, None)
        self.tried({}, choices, more)

    @precondition(lambda self: self.match.acting)
    @rule(seed=SEEDS)
    def what_another_seat_may_do(self, seed: int) -> None:
        dice = Dice(seed)
        menus = [self.match.round.options(seat) for seat in self.match.acting]
        stolen = [_one([*menu.actions], dice) for menu in menus]
        self.tried(*(self.others() | {seat: action} for seat in range(PLAYERS) for action in stolen))

    @precondition(lambda self: self.match.acting)
    @rule(seed=SEEDS, kind=KINDS, tile=TILES, consumed=st.lists(TILES, max_size=4).map(tuple))
    def an_option_changed_a_little(
        self, seed: int, kind: ActionKind, tile: int, consumed: tuple[int, ...]
    ) -> None:
        for seat in self.match.acting:
            action = _one([*self.match.round.options(seat).actions], Dice(seed))
            changes = (
                action._replace(kind=kind),
                action._replace(tile=tile),
                action._replace(tile=None),
                action._replace(consumed=consumed),
                action._replace(consumed=action.consumed[1:]),
                action._replace(tsumogiri=not action.tsumogiri),
            )
            self.tried(*(self.others() | {seat: changed} for changed in changes))

    @precondition(lambda self: self.match.acting)
    @rule(tile=TILES, seat=st.integers(0, PLAYERS - 1))
    def every_kind_of_action_with_any_tile(self, tile: int, seat: int) -> None:
        self.tried(*(self.others() | {seat: Action(kind, tile)} for kind in ActionKind))

    # -- the record ----------------------------------------------------------------------------------

    @rule(share=st.integers(0, 100))
    def the_record_is_cut_and_goes_on(self, share: int) -> None:
        events = [ev.decode(ev.encode(event)) for event in self.match.events]
        assert events == self.match.events
        cut = 2 + (len(events) - 2) * share // 100
        start = events[0]
        assert isinstance(start, ev.StartGame)
        if rules_of(start) == self.rules:
            again = resume(events[:cut])
            assert again.match.events[: again.used] == events[: again.used]
            assert cut - LOOK_AHEAD <= again.used <= cut
            whole = resume(events).match
            assert everything(whole) == everything(self.match)
            assert whole.rules == self.rules
        for part in (events[:cut], events):
            try:
                assert verify(part, self.rules).mismatches == []
            except CutRecordError:
                assert self.match.standings is None or part is not events


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=settings.default.max_examples // 4, stateful_step_count=40, deadline=None
)


class LongTable(Table):
    """The same, more often."""


TestLongTable = pytest.mark.nightly(LongTable.TestCase)
TestLongTable.settings = settings(TestTable.settings, max_examples=100)
