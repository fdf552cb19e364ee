"""Checks what questions "can you ron?" say about the win or against it."""

from __future__ import annotations

from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.story import Story, dora_of
from tests.support.ai.slow_solver.win_points import has_yaku, yaku
from tests.support.tui.claims.recording import Said, checks, kind, kinds, seat


@checks("drill.ron.ask", "drill.ron.ask-kan")
def _ask(claim: Said, question: Question, story: Story) -> bool:
    assert story.offer is not None, "nothing is on offer"
    who, tile = seat(question, claim.word("name")), kind(claim.word("tile"))
    kan = claim.key.endswith("-kan")
    return (story.offer.seat, story.offered, story.offer.turn == 0) == (who, tile, kan)


@checks("drill.ron.wins")
def _wins(claim: Said, question: Question, story: Story) -> bool:
    """Exactly the yaku of the win, and no dora among them."""
    assert story.offered is not None, "nothing is on offer"
    won = yaku(story, story.concealed, story.offered, riichi=story.riichi, now=True)
    named = [each.key.partition(".")[2] for each in claim.within("yaku.")]
    return sorted(named) == sorted(won)


@checks("drill.ron.no-yaku")
def _no_yaku(claim: Said, question: Question, story: Story) -> bool:
    tile = kind(claim.word("tile"))
    assert tile == story.offered, "it is not on offer"
    assert tile in story.waits, "it does not complete the hand"
    return not has_yaku(story, story.concealed, tile, riichi=story.riichi, now=True)


@checks("drill.ron.with-yaku")
def _with_yaku(claim: Said, question: Question, story: Story) -> bool:
    """Another wait, with exactly these yaku at some later time."""
    tile = kind(claim.word("tile"))
    assert tile in story.waits, f"{tile} is no wait"
    assert tile != story.offered, "it is the tile on offer"
    named = [each.key.partition(".")[2] for each in claim.within("yaku.")]
    return sorted(named) == sorted(yaku(story, story.concealed, tile, riichi=story.riichi, now=False))


@checks("drill.ron.by-riichi")
def _by_riichi(claim: Said, question: Question, story: Story) -> bool:
    """The hand is closed and silent, and riichi gives every wait a yaku."""
    assert story.closed, "the hand is open"
    assert not story.riichi, "it is in riichi"
    return all(has_yaku(story, story.concealed, each, riichi=1, now=False) for each in story.waits)


@checks("drill.ron.not-a-wait")
def _not_a_wait(claim: Said, question: Question, story: Story) -> bool:
    assert kind(claim.word("tile")) == story.offered, "it is not on offer"
    assert sorted(kinds(claim.word("waits"))) == sorted(story.waits), f"it waits on {story.waits}"
    return story.offered not in story.waits


@checks("drill.ron.dora")
def _dora(claim: Said, question: Question, story: Story) -> bool:
    """The han of all dora: what the indicators name, and red fives."""
    names = ["5mr", "5pr", "5sr"]
    assert story.offered is not None, "nothing is on offer"
    assert story.offer is not None, "nothing is on offer"
    held = [*story.concealed, story.offered, *(tile for _, tiles in story.melds for tile in tiles)]
    shown = [dora_of(indicator) for indicator in story.indicators]
    reds = sum(tile in names for tile in own_tiles(question)) + story.offer.red
    return claim.number("count") == sum(held.count(each) for each in shown) + reds


def own_tiles(question: Question) -> list[str]:
    """The tiles of the own hand and melds, as the events spell them."""
    held: list[str] = []
    for event in question.events:
        if isinstance(event, ev.StartKyoku):
            held += event.tehais[question.seat]
        elif getattr(event, "actor", None) != question.seat:
            continue
        elif isinstance(event, ev.Tsumo):
            held.append(event.pai)
        elif isinstance(event, ev.Dahai):
            held.remove(event.pai)
        elif isinstance(event, ev.Chi | ev.Pon | ev.Daiminkan):
            held.append(event.pai)
    return held
