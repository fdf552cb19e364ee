"""A question of each kind for tests of the screens, its position in notation: no drill changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import msgspec

from ai.drills.drill import drill_of
from ai.drills.kinds import (
    ahead,
    count,
    discard,
    fold,
    furiten,
    kan,
    needed,
    passing,
    read,
    ron,
    safe,
    safest,
    way_out,
)
from ai.drills.kinds.fold import FoldCourse, FoldRival
from ai.drills.kinds.waits import WaitsAsk, waits_facts
from ai.drills.library import LibraryCode, read_library_code
from ai.drills.question import NONE, Draft, DrillKind, Part, Question, kind_options, names, word_options
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.own_rules import ruleset
from engine.rules import Ruleset
from engine.tiles import KINDS, TILE_OF, parse_tiles
from engine.wall import Dice
from tests.support.ai.seat_views import Position
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.practice_answers import level_of
from tools.positions.judged_files import JudgedPosition

TENHOU = ruleset("tenhou")


def moment(hand: str, moves: str, *, seat: int = 0, dealer: int = 0, rules: Ruleset = TENHOU) -> SeatPosition:
    """A position as the seat has heard it."""
    return Position(hand, seat=seat, dealer=dealer, rules=rules).play(moves).moment


F = TypeVar("F")


def facts_of(draft: Draft | None, kind: type[F]) -> F:
    """The facts of a question that is asked."""
    assert draft is not None
    assert isinstance(draft.facts, kind)
    return draft.facts


def words_of(draft: Draft | None) -> list[str]:
    """The answers to the parts of a question that is asked."""
    assert draft is not None
    return [" ".join(sorted(part)) for part in draft.answer]


def named(kind: DrillKind, draft: Draft | None) -> Question:
    """The question of that position, with a code."""
    assert draft is not None, f"nothing to ask of the kind {kind}"
    return Question.of(kind, 3, 7, str(LibraryCode(kind, 7)), draft)


def waits_of(hand: str, moves: str, rules: Ruleset = TENHOU) -> Question:
    """What the hand waits on."""
    here = moment(hand, moves, rules=rules)
    view = here.view()
    facts = waits_facts(view.hand, rules, view.left())
    assert facts is not None
    part = Part("waits", (*kind_options(range(KINDS)), *word_options([NONE])), several=True)
    answer = names(wait.kind for wait in facts.waits) or frozenset({NONE})
    draft = Draft(
        position=here,
        ask=WaitsAsk(),
        parts=(part,),
        answer=(answer,),
        facts=facts,
        difficulty=0,
    )
    return named(DrillKind.WAITS, draft)


def waits() -> Question:
    """One suit, four waits."""
    return waits_of("1233444567999s", "0: 9m; 1: 8s; 2: 2s; 3: 1z; 0: 1m; 1: 9m'; 2: 6z; 3: 8s'")


def furiten_now() -> Question:
    """Temporary furiten by a tile that passed for want of a yaku, with a call since then."""
    moves = "0: 2p; 1: 9p; 2: 9m; 3: 5s; 0: 8p; 1: 5s; 2: 3z; 3: pon 3z3z; 3: 1m'"
    return named(DrillKind.FURITEN, furiten.ask(moment("111m456p789s22z34s", moves)))


def ron_or_not() -> Question:
    """Furiten by an own discard that was called away."""
    moves = "0: 2s; 1: pon 2s2s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 1m'; 2: 5s"
    return named(DrillKind.RON, ron.ask(moment("234m456p678s22p34s", moves)))


def out_of_furiten() -> Question:
    """Two ways out of furiten, one with more tiles; and the wide wait that is furiten."""
    moves = "0: 1p; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p"
    return named(DrillKind.WAY_OUT, way_out.ask(moment("1234789p678s111z", moves)))


def keep_clear_of_furiten() -> Question:
    """Not furiten; the discard with most tiles to win on would wait on the 8s of the pond."""
    moves = """
        0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 2p; 2: 3z; 3: 9p; 0: 9m; 1: 2z; 2: 1p; 3: 4z; 0: draws 9s
    """
    return named(DrillKind.WAY_OUT, way_out.ask(moment("111m678p1115799s", moves)))


def think_ahead() -> Question:
    """23456m could wait on the 1m of the pond; to break it up would cost more than the risk."""
    moves = """
        0: 6z; 1: 4z; 2: 9p'; 3: 8m'; 0: 2z; 1: 2z; 2: 1m; 3: 7z'; 0: 2p; 1: 8m; 2: 1z; 3: 1m
        0: 1z'; 1: 9s'; 2: 2p; 3: 2p'; 0: 4m'; 1: 1p; 2: 5z; 3: 6s'; 0: 5m; 1: 4z; 2: 9p'; 3: 5p
        0: 2m; 1: 9p; 2: draws 7s
    """
    return named(DrillKind.AHEAD, ahead.ask(moment("23456899m06p888s", moves, seat=2)))


def take_or_leave() -> Question:
    """In riichi: a tile that passes is furiten for good."""
    moves = "0: 9m; 1: 9p; 2: 9m; 3: 5s; 0: riichi 1z; 1: 1z; 2: 2s"
    here = moment("234m456p678s22p34s", moves)
    then = passing.PassingAsked(passing.TileTiming.AFTER_DISCARD, "2s")
    return named(DrillKind.PASSING, passing.ask(here, then))


def safe_tile() -> Question:
    """One tile that passed after both riichi."""
    moves = """
        0: 1s; 1: 8m; 2: 6z; 3: 1p; 0: 7z'; 1: 8s; 2: 7z; 3: 3m; 0: 5s; 1: 9m'; 2: 6z'; 3: 8m'
        0: riichi 4z; 1: 1m; 2: 5s; 3: 4z; 0: 3p'; 1: riichi 3p; 2: 1m; 3: 8p; 0: 9p'; 1: 2p'; 2: draws 2m
    """
    return named(DrillKind.SAFE, safe.ask(moment("236679m478p448s5z", moves, seat=2)))


def kan_after_riichi() -> Question:
    """Strict rules: the waits stay, but one reading has no such triplet."""
    moves = """
        0: 9m; 1: 1m; 2: 1m'; 3: 2z; 0: 3z'; 1: 4z; 2: 9s'; 3: 9p; 0: 8p; 1: 2m; 2: riichi 6z; 3: 5z'
        0: 6z; 1: 3m'; 2: 1z'; 3: 7s'; 0: 6z'; 1: 2p'; 2: draws 1s
    """
    here = moment("111p1112223355s", moves, seat=2, rules=ruleset("ema"))
    return named(DrillKind.KAN, kan.ask(here, TILE_OF["1s"]))


def judged_positions() -> list[JudgedPosition]:
    """Positions of furiten riichi, and of push or fold; their figures are made up."""
    lines = (ROOT / "tests" / "data" / "judged-positions.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=JudgedPosition) for line in lines]


def judged_question(kind: DrillKind, found: JudgedPosition) -> Question:
    """The question about a judged position."""
    return named(kind, drill_of(kind).ask(found.moment(), found.asked()))


def furiten_riichi() -> Question:
    """Wide in furiten, or narrow and free."""
    return judged_question(DrillKind.RIICHI, judged_positions()[0])


def safest_tile() -> Question:
    """Suji of 5p is the best that the hand has; 4s is suji on one side only."""
    moves = """
        0: 2z'; 1: 5p; 2: 1z; 3: 9p; 0: 3z'; 1: 1s; 2: 9p; 3: 2z; 0: 9s'; 1: riichi 2s; 2: 9s; 3: 2z'
        0: draws 6m
    """
    return named(DrillKind.SAFEST, safest.ask(moment("13368m1478p4678s", moves)))


def read_the_pond() -> Question:
    """4m of the pond was called away and blocks 23m; 8p passed after the riichi, 6s before it."""
    moves = """
        0: 9s; 1: 5s; 2: 6s; 3: 9m'; 0: 2z'; 1: 4m; 2: pon 4m4m; 2: 1p; 3: 9m'; 0: 9s; 1: riichi 2p; 2: 8p'
        3: 3z; 0: draws 1z
    """
    waits = ("23m", "67m", "79p", "57s", "34s", "99p22z")
    return named(DrillKind.READ, read.ask(moment("13368m1478p4678s", moves), 1, waits))


def push_or_fold() -> Question:
    """One from tenpai against one riichi."""
    return judged_question(DrillKind.PUSH_FOLD, judged_positions()[1])


FOLDED = """
    0: 2z'; 1: 5p; 2: 1z; 3: 9p; 0: 3z'; 1: 1s; 2: 9p; 3: 2z; 0: 9s'; 1: riichi 2s; 2: 9s; 3: 2z'
    0: draws 6m; 0: 5p; 1: 9m'; 2: 4s; 3: 3z'
    0: draws 1p; 0: 2s; 1: 1z'; 2: 6p'; 3: 7z'
    0: draws 9p; 0: 2s; 1: 8m'; 2: 3p; 3: riichi 6z
    0: draws 5m; 0: 8m; 1: 4s'; 2: 1m; 3: 5z'
    0: draws 3z; 0: 1m; 1: 6m'; 2: 8p; 3: 9s'
    0: draws 7z
"""
"""Two safe tiles, then a second riichi; the own discards between only let the others play on."""


def fold_the_hand() -> Question:
    """Fold from the first riichi on; the second player in riichi joins after the third discard."""
    events = moment("1368m1457p22468s", FOLDED).events
    rounds: list[tuple[ev.Event, ...]] = []
    since: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.Dahai) and event.actor == 0:
            rounds.append(tuple(since))
            since = []
        else:
            since.append(event)
    start = moment("1368m1457p22468s", FOLDED.partition("0: 5p;")[0])
    rivals = (
        FoldRival(1, tuple(parse_tiles("234567m99m56p777s")), (TILE_OF["4p"], TILE_OF["7p"]), False, 0),
        FoldRival(3, tuple(parse_tiles("345m678789p34s55z")), (TILE_OF["2s"], TILE_OF["5s"]), False, 3),
    )
    course = FoldCourse(start, (*rounds[4:], tuple(since)), rivals)
    return named(DrillKind.FOLD, fold.ask(course))


def count_the_hand() -> Question:
    """A tsumo with a closed kan of terminals and a closed wait: 70 fu."""
    moves = "0: draws 9p; 0: ankan 9p9p9p9p; dora 6p; 0: 2z; 1: 6m; 2: 1m; 3: 2z; 0: draws 4m"
    here = moment("3599m999p234s777z", moves)
    offered = count.offered_of(here, (), Dice(1))
    assert offered is not None
    return named(DrillKind.COUNT, count.ask(here, (), offered))


def which_discard() -> Question:
    """As many tiles make it tenpai after 5s as after 3m, but most lead to a wait on the 3s of the pond."""
    return named(DrillKind.DISCARD, discard.ask(moment("11134m123p455s66z", LATE_THREE)))


LATE_THREE = """
    0: 2s'; 1: 1z; 2: 1z; 3: 1z; 0: 4z'; 1: 2z; 2: 2z; 3: 2z; 0: 5z'; 1: 3z; 2: 3z; 3: 3z
    0: 6p'; 1: 4z; 2: 4z; 3: 4z; 0: 2z'; 1: 5z; 2: 5z; 3: 5z; 0: 3z'; 1: 7z; 2: 7z; 3: 7z
    0: 3s'; 1: 9m; 2: 9m; 3: 9m; 0: 8m'; 1: 9p; 2: 9p; 3: 9p; 0: 7s'; 1: 1s; 2: 1s; 3: 1s
    0: draws 3m
"""
"""3s is in the own pond."""


def last_hand(scores: tuple[int, int, int, int], *, honba: int = 0, sticks: int = 0) -> SeatPosition:
    """The first turn of the seat in South 4; its hand does not matter."""
    counters = {"honba": honba, "riichi_sticks": sticks}
    position = Position(
        "2345m678p2346s77z", dealer=3, wind="S", kyoku=4, scores=scores, rules=TENHOU, **counters
    )
    return SeatPosition(TENHOU, 0, tuple(position.play("3: 1z; 0: draws 9p").events))


def what_is_needed() -> Question:
    """4,000 points behind the player on the right: one of the wins leaves equal scores."""
    return named(DrillKind.NEEDED, needed.ask(last_hand((28_000, 32_000, 20_000, 20_000))))


QUESTIONS: dict[DrillKind, Callable[[], Question]] = {
    DrillKind.WAITS: waits,
    DrillKind.FURITEN: furiten_now,
    DrillKind.RON: ron_or_not,
    DrillKind.WAY_OUT: out_of_furiten,
    DrillKind.AHEAD: think_ahead,
    DrillKind.PASSING: take_or_leave,
    DrillKind.SAFE: safe_tile,
    DrillKind.KAN: kan_after_riichi,
    DrillKind.RIICHI: furiten_riichi,
    DrillKind.SAFEST: safest_tile,
    DrillKind.READ: read_the_pond,
    DrillKind.PUSH_FOLD: push_or_fold,
    DrillKind.FOLD: fold_the_hand,
    DrillKind.COUNT: count_the_hand,
    DrillKind.DISCARD: which_discard,
    DrillKind.NEEDED: what_is_needed,
}


def made(code: str) -> Question:
    """The question of that kind, whatever its number, under that code."""
    read = read_library_code(code)
    return replace(QUESTIONS[read.kind](), level=level_of(code), seed=read.number, code=code)
