"""Checks what questions "take it or leave it" say about a tile that passes and about the next one."""

from __future__ import annotations

from ai.drills.kinds.passing import PassingAsk, TileTiming
from ai.drills.question import Question
from tests.support.ai.slow_solver.decisions import name_of, sequel
from tests.support.ai.slow_solver.story import Story, causes, tell
from tests.support.ai.slow_solver.win_points import has_yaku
from tests.support.tui.claims.recording import Said, checks, kind, kinds, seat


def _asked(question: Question) -> PassingAsk:
    assert isinstance(question.ask, PassingAsk)
    return question.ask


def _tile(claim: Said, story: Story) -> str:
    """The tile that passes, which must be the one on offer or just drawn."""
    passes = story.drawn if story.my_turn else story.offered
    assert passes is not None, "nothing passes"
    assert passes == kind(claim.word("tile")), f"{passes} passes"
    return passes


@checks("drill.passing.ask-throws", "drill.passing.ask-adds", "drill.passing.ask-draws")
def _ask_first(claim: Said, question: Question, story: Story) -> bool:
    _tile(claim, story)
    if claim.key.endswith("-draws"):
        return story.my_turn
    assert story.offer is not None
    kan = claim.key.endswith("-adds")
    return story.offer.seat == seat(question, claim.word("name")) and (story.offer.turn == 0) is kan


def _later(question: Question, story: Story) -> Story:
    """The story up to the next tile."""
    return tell(question.rules, question.seat, [*question.events, *sequel(question, story, _asked(question))])


@checks(
    "drill.passing.then-next",
    "drill.passing.then-after-discard",
    "drill.passing.then-after-this",
    "drill.passing.then-drawn",
    "drill.passing.then-drawn-after-this",
)
def _ask_then(claim: Said, question: Question, story: Story) -> bool:
    """The next tile comes from that player at that time."""
    then, asked = _later(question, story), _asked(question)
    drawn = asked.then.when is TileTiming.DRAWN
    assert kind(claim.word("tile")) == (then.drawn if drawn else then.offered), "it is another tile"
    after = asked.then.when is TileTiming.AFTER_DISCARD
    told = claim.key.rpartition(".then-")[2]
    own = {"drawn": "drawn-after-this", "after-discard": "after-this"} if story.my_turn else {}
    plain = "drawn" if drawn else "after-discard" if after else "next"
    assert told == own.get(plain, plain), f"it comes {plain}"
    return drawn or (then.offer is not None and then.offer.seat == seat(question, claim.word("name")))


# -- what passing brings -------------------------------------------------------------------------------


@checks("drill.passing.nothing")
def _nothing(claim: Said, question: Question, story: Story) -> bool:
    assert sorted(kinds(claim.word("waits"))) == sorted(story.waits), f"it waits on {story.waits}"
    return _tile(claim, story) not in story.waits and not causes(story)


@checks("drill.passing.why-discard", "drill.passing.why-temporary", "drill.passing.why-riichi")
def _brings(claim: Said, question: Question, story: Story) -> bool:
    """The hand was not furiten, and becomes so by this tile in that way."""
    tile, name = _tile(claim, story), claim.key.rpartition("-")[2]
    assert tile in story.waits, "it completes nothing"
    kind_now = "riichi" if story.riichi else "discard" if story.my_turn else "temporary"
    return not causes(story) and name == kind_now


@checks("drill.passing.already")
def _already(claim: Said, question: Question, story: Story) -> bool:
    return _tile(claim, story) in story.waits and bool(causes(story))


@checks("drill.passing.no-yaku")
def _no_yaku(claim: Said, question: Question, story: Story) -> bool:
    tile = _tile(claim, story)
    hand = list(story.concealed)
    if story.my_turn:
        hand.remove(tile)
    assert tile in story.waits, "it completes nothing"
    return not has_yaku(story, hand, tile, riichi=story.riichi, now=True, tsumo=story.my_turn)


# -- the next tile -------------------------------------------------------------------------------------


def _next(claim: Said, question: Question, story: Story) -> tuple[Story, list[str], str]:
    """The later story, its hand without the next tile, and that tile."""
    then, tile = _later(question, story), kind(claim.word("tile"))
    drawn = _asked(question).then.when is TileTiming.DRAWN
    assert tile == name_of(_asked(question).then.tile), "it is another tile"
    assert claim.key.startswith("drill.passing.tsumo") is drawn, "drawn or discarded"
    hand = list(then.concealed)
    if drawn:
        hand.remove(tile)
    return then, hand, tile


@checks("drill.passing.tsumo")
def _tsumo(claim: Said, question: Question, story: Story) -> bool:
    then, hand, tile = _next(claim, question, story)
    return tile in then.waits and has_yaku(then, hand, tile, riichi=then.riichi, now=False, tsumo=True)


@checks("drill.passing.tsumo-no-yaku")
def _tsumo_no_yaku(claim: Said, question: Question, story: Story) -> bool:
    then, hand, tile = _next(claim, question, story)
    assert tile in then.waits, "it completes nothing"
    assert not then.closed, "a closed hand has menzen tsumo"
    return not has_yaku(then, hand, tile, riichi=then.riichi, now=False, tsumo=True)


@checks("drill.passing.tsumo-no-wait")
def _tsumo_no_wait(claim: Said, question: Question, story: Story) -> bool:
    then, _, tile = _next(claim, question, story)
    return tile not in then.waits


@checks("drill.passing.free")
def _can_ron(claim: Said, question: Question, story: Story) -> bool:
    then, hand, tile = _next(claim, question, story)
    return (
        tile in then.waits and not causes(then) and has_yaku(then, hand, tile, riichi=then.riichi, now=False)
    )


@checks("drill.passing.over")
def _over(claim: Said, question: Question, story: Story) -> bool:
    """There was furiten after the pass, and it is over."""
    return _tile_of(story) in story.waits and _can_ron(claim, question, story)


def _tile_of(story: Story) -> str | None:
    return story.drawn if story.my_turn else story.offered


@checks("drill.passing.still")
def _still(claim: Said, question: Question, story: Story) -> bool:
    then, _, tile = _next(claim, question, story)
    return tile in then.waits and bool(causes(then))
