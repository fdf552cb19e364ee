"""Checks what questions "furiten riichi" say: points by the judged position, the rest by the events."""

from __future__ import annotations

from ai.drills.question import Question
from engine.tiles import COPIES
from tests.support.ai.slow_solver.judged import choices_of
from tests.support.ai.slow_solver.story import Story, hand_without, kind_of, tenpai
from tests.support.ai.slow_solver.win_points import win_points
from tests.support.tui.claims.judged_choices import choice, is_best, points
from tests.support.tui.claims.recording import Said, checks, kind, kinds

DECLARE, SILENT, CHANGE, TSUMO = "declare", "silent", "change", "tsumo"


@checks("drill.riichi.ask", "drill.riichi.ask-change", "drill.riichi.ask-or", "drill.riichi.ask-won")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    """The discard leaves the widest wait, in furiten, and riichi may be declared with it."""
    gone = kind(claim.word("tile"))
    assert gone == kind_of(choice(question, DECLARE)["tile"]), "another tile is discarded"
    assert _furiten(story, gone), "it is not furiten"
    assert story.closed, "the hand is open"
    widest = max(_left(story, each) for each in set(story.concealed))
    assert _left(story, gone) == widest, "another wait is wider"
    wins = story.drawn in story.waits
    return wins is claim.key.endswith("ask-won")


@checks("drill.riichi.change")
def _other(claim: Said, question: Question, story: Story) -> bool:
    """The discard changes to a wait that is not furiten."""
    gone, played = kind(claim.word("tile")), choice(question, CHANGE)
    assert gone == kind_of(played["tile"]), "another tile is discarded"
    return not _furiten(story, gone) and _left(story, gone) > 0


@checks("drill.riichi.changed-riichi", "drill.riichi.changed-silent")
def _changed(claim: Said, question: Question, story: Story) -> bool:
    riichi = choice(question, CHANGE)["action"] == "riichi"
    return riichi is claim.key.endswith("riichi")


# -- the reason ----------------------------------------------------------------------------------------


@checks("drill.riichi.why-declare")
def _why_declare(claim: Said, question: Question, story: Story) -> bool:
    """Of the tsumo that the wait can bring the one that gains most."""
    tile = choice(question, DECLARE)["tile"]
    rest = hand_without(story.concealed, kind_of(tile))
    gains = {
        win: tuple(
            win_points(question, story, rest, win, tile, tsumo=True, riichi=riichi)
            for riichi in (True, False)
        )
        for win in tenpai(story, rest)
        if story.seen[win] < COPIES
    }
    said = claim.number("riichi"), claim.number("silent")
    named = kinds(claim.word("tiles"))
    assert named
    assert all(gains[each] == said for each in named), f"tsumo bring {gains}"
    assert said[0] - said[1] == max(riichi - silent for riichi, silent in gains.values()), (
        "another gains more"
    )
    return is_best(question, DECLARE) and _count(claim, question, story)


@checks("drill.riichi.why-declare-anyway")
def _why_declare_anyway(claim: Said, question: Question, story: Story) -> bool:
    told = claim.number("mean"), claim.number("other")
    found = tuple(int(each["points"]["mean"]) for each in choices_of(question)[:2])
    assert told == found, f"the best choices bring {found}"
    return is_best(question, DECLARE) and _count(claim, question, story)


@checks("drill.riichi.why-silent")
def _why_silent(claim: Said, question: Question, story: Story) -> bool:
    assert story.rules.riichi_bet == 1_000, "riichi costs something else"
    return is_best(question, SILENT) and _count(claim, question, story)


@checks("drill.riichi.why-change")
def _why_change(claim: Said, question: Question, story: Story) -> bool:
    changed = kind_of(choice(question, CHANGE)["tile"])
    assert claim.number("free") == _left(story, changed), "so many are not left"
    return is_best(question, CHANGE) and _count(claim, question, story)


@checks("drill.riichi.why-tsumo", "drill.riichi.why-no-tsumo")
def _why_tsumo(claim: Said, question: Question, story: Story) -> bool:
    best, other = (TSUMO, DECLARE) if claim.key.endswith("why-tsumo") else (DECLARE, TSUMO)
    won = choice(question, TSUMO)["points"]
    assert won["low"] == won["mean"] == won["high"], "the win is not certain"
    told = claim.number("mean"), claim.number("other")
    return is_best(question, best) and told == (points(question, best), points(question, other))


def _count(claim: Said, question: Question, story: Story) -> bool:
    return claim.number("count") == _left(story, kind_of(choice(question, DECLARE)["tile"]))


# -- the waits -----------------------------------------------------------------------------------------


@checks("drill.riichi.waits", "drill.riichi.waits-furiten")
def _waits(claim: Said, question: Question, story: Story) -> bool:
    gone = kind(claim.word("tile"))
    found = tenpai(story, hand_without(story.concealed, gone))
    assert sorted(kinds(claim.word("waits"))) == sorted(found), f"it waits on {found}"
    assert claim.number("count") == _left(story, gone), "so many are not left"
    return _furiten(story, gone) is claim.key.endswith("furiten")


@checks("drill.riichi.draws")
def _draws(claim: Said, question: Question, story: Story) -> bool:
    return claim.number("live") == story.live and claim.number("count") == round(story.live / 4)


def _furiten(story: Story, gone: str) -> bool:
    return not {*story.thrown, gone}.isdisjoint(tenpai(story, hand_without(story.concealed, gone)))


def _left(story: Story, gone: str) -> int:
    return sum(4 - story.seen[wait] for wait in tenpai(story, hand_without(story.concealed, gone)))


NEUTRAL = ("drill.riichi.is-",)
