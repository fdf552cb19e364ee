"""Every rule of the source documents is shown by a test, and every rule on furiten by a lesson."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.lessons.lesson import lessons
from ai.lessons.lesson_game import Fact, LessonGame
from ai.lessons.lesson_notation import Trigger
from engine import events as ev
from engine.actions import Why
from engine.furiten import FuritenKind, Passed
from engine.records.timeline import timeline
from engine.rules import WRC, Offence
from engine.shape import waits
from engine.tenpai import waits_on_orphans
from engine.tiles import KIND_OF, TILE_OF
from engine.view import SeatView
from tests.ai.test_lessons_lines import LINES
from tests.support.ai.lesson_lines import Played, lesson_of, play, played

TESTS = Path(__file__).parent
BOOK = tomllib.loads((TESTS.parent / "assets" / "claims" / "en.toml").read_text(encoding="utf-8"))
CLAIMS = BOOK["claims"]


def marks(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Claim and test of each ``@pytest.mark.claim`` on a test, or on the class it stands in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.claim":
                    for argument in decorator.args:
                        yield ast.literal_eval(argument), node.name


@cache
def shown() -> dict[str, list[str]]:
    """The tests that show each claim."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for claim, test in marks(ast.parse(text)) if "mark.claim(" in text else ():
            found[claim].append(f"{path.relative_to(TESTS)}::{test}")
    return found


def test_every_claim_is_shown() -> None:
    assert sorted(set(CLAIMS) - set(shown())) == []


def test_every_mark_names_a_claim() -> None:
    assert {claim: tests for claim, tests in shown().items() if claim not in CLAIMS} == {}


def test_only_tests_are_marked() -> None:
    """A mark on a helper shows nothing."""
    names = {test.rpartition("::")[2] for tests in shown().values() for test in tests}
    assert {name for name in names if not name.startswith(("test_", "Test"))} == set()


def test_every_claim_says_something_and_where_it_is_from() -> None:
    assert len(CLAIMS) > 60
    for claim, entry in CLAIMS.items():
        assert set(entry) == {"says", "source"}, claim
        assert entry["says"].endswith((".", ".)")), claim
        assert entry["source"], claim
        assert set(entry["source"]) <= set(BOOK["sources"]), claim


TAUGHT = tomllib.loads(
    (Path(__file__).parent.parent / "assets" / "claims" / "en.toml").read_text(encoding="utf-8")
)["claims"]
FURITEN = [claim for claim in TAUGHT if claim.startswith("F-")]
ME = 0


def seen_at(line: Played, events: int) -> SeatView:
    """What the person saw after so many events of the hand."""
    scenario = line.scenario
    return timeline(scenario.lesson.ruleset, scenario.history(), ME).at(events - 1).view


def entered(line: Played, kind: FuritenKind) -> list[Fact]:
    return [fact for fact in line.of(Trigger.ENTERED) if fact.kind is kind]


def missed(line: Played, why: Why = Why.FURITEN) -> list[Fact]:
    return [fact for fact in line.of(Trigger.MISSED) if fact.refusal is not None and fact.refusal.why is why]


def calls_by_others(line: Played) -> Iterator[int]:
    """Places of other players' calls after the opening."""
    for place, event in enumerate(line.scenario.match.round.events):
        if isinstance(event, ev.Pon | ev.Chi | ev.Daiminkan) and event.actor != ME:
            yield place


def in_riichi_of_others(view: SeatView) -> list[int]:
    return [seat for seat in range(1, 4) if view.table.seats[seat].riichi_paid]


# -- furiten -------------------------------------------------------------------------------------------


def no_ron_but_tsumo(line: Played) -> bool:
    """F-01: a winning tile is refused for furiten, and a draw wins while the hand is furiten still."""
    return bool(missed(line) and line.of(Trigger.TSUMO) and line.furiten[-2])


def own_discard(line: Played) -> bool:
    """F-02: a tile of the wait among the own discards; in one lesson another player has called it away."""
    found = entered(line, FuritenKind.DISCARD)
    if line.scenario.lesson.id == "called-away":
        pond = line.scenario.view.me.pond
        return any(pond[fact.causes[0].turn - 1].called_by is not None for fact in found)
    return any(cause.seat == ME for fact in found for cause in fact.causes)


def every_wait(line: Played) -> bool:
    """F-03: tiles are refused that are not the one in the pond."""
    causes = {KIND_OF[cause.tile] for cause in line.scenario.view.furiten if cause.seat == ME}
    lost = {KIND_OF[fact.tile] for fact in missed(line) if fact.tile is not None}
    return bool(causes and lost - causes)


def other_shapes(line: Played) -> bool:
    """F-04: furiten with a hand that waits for a seventh pair, or for thirteen orphans."""
    for fact in entered(line, FuritenKind.DISCARD):
        hand = seen_at(line, fact.events).hand
        pairs = sum(count == 2 for count in hand.counts)
        if pairs == 6 or waits_on_orphans(hand):
            return True
    return False


def shape_without_yaku(line: Played) -> bool:
    """F-05: a tile that wins nothing goes by, and the hand is furiten for it."""
    worthless = {fact.tile for fact in missed(line, Why.NO_YAKU)}
    return any(cause.tile in worthless for fact in line.of(Trigger.ENTERED) for cause in fact.causes)


def riichi_furiten(line: Played) -> bool:
    """F-06: a tile let go after riichi, and ron refused to the end."""
    return bool(entered(line, FuritenKind.RIICHI) and missed(line) and not line.of(Trigger.LEFT, Trigger.RON))


def until_own_discard(line: Played) -> bool:
    """F-07: temporary furiten that ends with the own discard, or refuses a ron in the same turn."""
    began = entered(line, FuritenKind.TEMPORARY)
    if not began:
        return False
    events = line.scenario.match.round.events
    over = [fact for fact in line.of(Trigger.LEFT) if fact.kind is FuritenKind.TEMPORARY]
    own = [events[fact.events - 1] for fact in over]
    return bool(own) and all(isinstance(event, ev.Dahai) and event.actor == ME for event in own)


def calls_do_not_end_it(line: Played) -> bool:
    """F-08: after another player's call it lasts, or, by the other rule, is over."""
    by_rule = line.scenario.lesson.ruleset.calls_end_temporary_furiten
    for place in calls_by_others(line):
        if seen_at(line, place).furiten:
            return bool(seen_at(line, place + 1).furiten) is not by_rule
    return False


def kan_not_robbed(line: Played) -> bool:
    """F-09: the tile that passed was added to a pon."""
    return any(cause.passed is Passed.KAN for fact in line.of(Trigger.ENTERED) for cause in fact.causes)


def out_by_other_waits(line: Played) -> bool:
    """F-10: discard furiten is left with the hand still ready, and ron is open again."""
    left = [fact for fact in line.of(Trigger.LEFT) if fact.kind is FuritenKind.DISCARD]
    return any(seen_at(line, fact.events).waits for fact in left) and bool(line.of(Trigger.RON))


def tsumo_declined(line: Played) -> bool:
    """F-11: an own winning draw is thrown, is discard furiten, and a ron is refused for it."""
    thrown = {fact.tile for fact in line.of(Trigger.PASSED) if fact.tile is not None}
    return bool(missed(line)) and any(
        cause.tile in thrown and cause.seat == ME
        for fact in entered(line, FuritenKind.DISCARD)
        for cause in fact.causes
    )


def riichi_in_furiten(line: Played) -> bool:
    """F-12: riichi is declared on a hand that is furiten with it."""
    return bool(line.of(Trigger.FURITEN_RIICHI))


def before_tenpai(line: Played) -> bool:
    """F-13: not ready, and no furiten, though the pond holds what a part of the hand wants."""
    for decision in line.scenario.decisions:
        view = seen_at(line, decision.events)
        pond = {KIND_OF[tile.tile] for tile in view.me.pond}
        if not waits(view.hand.keys) and not view.furiten and pond & _wanted(view):
            return True
    return False


def _wanted(view: SeatView) -> set[int]:
    """Kinds that complete a sequence with two neighbours of the hand."""
    counts = view.hand.counts
    pairs = [kind for kind in range(26) if kind % 9 < 8 and counts[kind] and counts[kind + 1]]
    return {kind - 1 for kind in pairs if kind % 9} | {kind + 2 for kind in pairs if kind % 9 < 7}


def only_the_present_wait(line: Played) -> bool:
    """F-14: 7p in the pond, a wait on 1p and 4p, and a ron; what another throws is no discard furiten."""
    if entered(line, FuritenKind.DISCARD) or not line.of(Trigger.RON):
        return False
    last = line.scenario.decisions[-1]
    seen = seen_at(line, last.events)
    pond = {KIND_OF[tile.tile] for tile in seen.me.pond}
    return TILE_OF["7p"] in pond and set(seen.waits) == {TILE_OF["1p"], TILE_OF["4p"]}


def penalised(line: Played) -> bool:
    """F-15: ron while furiten, shown or withdrawn, is penalised as the ruleset says."""
    kind = line.scenario.decisions[-1].action.kind
    asked = Trigger.CHOMBO if kind == "ron" else Trigger.DEAD_HAND
    return bool(line.furiten[-2]) and bool(line.of(asked))


# -- a real table --------------------------------------------------------------------------------------


def bet_paid_last(line: Played) -> bool:
    """R-03: a ron on the tile of the riichi, and the loser pays for the win but not the bet."""
    events = line.scenario.match.round.events
    return (
        bool(line.of(Trigger.DEALT_IN))
        and any(isinstance(event, ev.Reach) and event.actor == ME for event in events)
        and not line.of(Trigger.BET_PAID)
    )


def locked(line: Played) -> bool:
    """R-09: after riichi a tile out of the hand is discarded, and penalised."""
    return any(fact.offence is Offence.RIICHI_DISCARD for fact in line.of(Trigger.DEAD_HAND))


def kept_apart(line: Played) -> bool:
    """W-18: the drawn tile is mixed into the hand, the win stands, and it has lost pinfu."""
    outcome = line.scenario.outcome
    if not line.of(Trigger.MIXED) or outcome is None:
        return False
    apart = played("order-of-a-win", "pass; tsumo; count").scenario.outcome
    assert apart is not None
    names = [{item.name for item in each.wins[0].score.yaku} for each in (outcome, apart)]
    return names[1] - names[0] == {"pinfu"}


def chombo_for(line: Played) -> bool:
    """C-02: an invalid win that is shown, or a call with a dead hand, ends the hand as a chombo."""
    found = {fact.offence for fact in line.of(Trigger.CHOMBO)}
    return line.end.startswith("chombo") and bool(found & {Offence.FALSE_WIN, Offence.DEAD_HAND_CALL})


def dead_hand_for(line: Played) -> bool:
    """C-05: riichi on an open hand, or an invalid chi or pon, leaves a hand that is dead."""
    found = {fact.offence for fact in line.of(Trigger.DEAD_HAND)}
    return line.scenario.view.me.dead and bool(found & {Offence.OPEN_RIICHI, Offence.INVALID_CALL})


# -- safety --------------------------------------------------------------------------------------------


def their_own_discard(line: Played) -> bool:
    """S-01: a tile of a riichi player's pond is thrown, and nobody wins on it."""
    return _first_throw(
        line, lambda view, tile, seat: tile in {KIND_OF[t.tile] for t in view.table.seats[seat].pond}
    )


def passed_after_riichi(line: Played) -> bool:
    """S-02: a tile is thrown that went by after the riichi and is not in that player's pond."""

    def missed_win_reply(view: SeatView, tile: int, seat: int) -> bool:
        since = view.table.seats[seat].riichi_order
        own = {KIND_OF[each.tile] for each in view.table.seats[seat].pond}
        after = view.table.discards[(since or 0) + 1 :]
        return tile not in own and tile in {KIND_OF[each] for _, each in after}

    return _first_throw(line, missed_win_reply)


def _first_throw(line: Played, is_safe: Callable[[SeatView, int, int], bool]) -> bool:
    first = line.scenario.decisions[0]
    view = seen_at(line, first.events)
    if line.of(Trigger.DEALT_IN) or first.action.tile is None:
        return False
    tile = KIND_OF[first.action.tile]
    return any(is_safe(view, tile, seat) for seat in in_riichi_of_others(view))


def just_gone_by(line: Played) -> bool:
    """S-03: the tile that the left has just thrown is thrown at once; a turn later it loses."""
    first = line.scenario.decisions[0]
    view = seen_at(line, first.events)
    assert first.action.tile is not None
    return view.table.discards[-1] == (3, first.action.tile) and not line.of(Trigger.DEALT_IN)


def suji_loses(line: Played) -> bool:
    """S-04: a tile whose partner is in the pond is won on all the same."""
    lost = line.of(Trigger.DEALT_IN)
    if not lost or lost[0].tile is None:
        return False
    view = line.scenario.view
    pond = {KIND_OF[tile.tile] for seat in in_riichi_of_others(view) for tile in view.table.seats[seat].pond}
    return lost[0].tile + 3 in pond


SHOWS: dict[str, Callable[[Played], bool]] = {
    "F-01": no_ron_but_tsumo,
    "F-02": own_discard,
    "F-03": every_wait,
    "F-04": other_shapes,
    "F-05": shape_without_yaku,
    "F-06": riichi_furiten,
    "F-07": until_own_discard,
    "F-08": calls_do_not_end_it,
    "F-09": kan_not_robbed,
    "F-10": out_by_other_waits,
    "F-11": tsumo_declined,
    "F-12": riichi_in_furiten,
    "F-13": before_tenpai,
    "F-14": only_the_present_wait,
    "F-15": penalised,
    "C-02": chombo_for,
    "C-05": dead_hand_for,
    "R-03": bet_paid_last,
    "R-09": locked,
    "W-18": kept_apart,
    "S-01": their_own_discard,
    "S-02": passed_after_riichi,
    "S-03": just_gone_by,
    "S-04": suji_loses,
}
NAMED = [(claim, lesson) for lesson in lessons() for claim in lesson.claims]


@pytest.mark.parametrize(("claim", "lesson"), NAMED, ids=lambda part: getattr(part, "id", part))
def test_a_lesson_shows_what_it_names(claim: str, lesson) -> None:  # type: ignore[no-untyped-def]
    lines = [played(line.lesson, line.play) for line in LINES if line.lesson == lesson.id]
    assert any(SHOWS[claim](line) for line in lines)


def test_every_claim_on_furiten_has_its_lesson() -> None:
    assert len(FURITEN) == 15
    assert set(FURITEN) - {claim for claim, _ in NAMED} == set()


def test_lessons_name_claims_that_there_are() -> None:
    assert {claim for claim, _ in NAMED} - set(TAUGHT) == set()


def test_a_mere_label_does_not_pass() -> None:
    """No line of the first lesson shows a claim that is not about it."""
    lines = [played(line.lesson, line.play) for line in LINES if line.lesson == "what-is-furiten"]
    for claim in ("F-04", "F-05", "F-06", "F-08", "F-09", "F-10", "F-11", "F-12", "F-14", "F-15"):
        assert not any(SHOWS[claim](line) for line in lines), claim


@pytest.mark.parametrize("errors", ["withdrawn-win", "ron"])
def test_a_withdrawn_and_a_shown_win_are_both_chombo_by_the_newer_rules(errors: str) -> None:
    """F-15 under the rules of the WRC from 2022 on: the lesson's words say so."""
    lesson = lesson_of("the-referee")
    newer = replace(lesson, ruleset=replace(WRC, length="hand", errors="penalised"))
    line = play(LessonGame(newer), f"pass; discard 9p; {errors}")
    assert line.of(Trigger.CHOMBO)
