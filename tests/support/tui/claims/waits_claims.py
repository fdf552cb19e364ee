"""Checks what is said about the waits of a hand and how they complete it."""

from __future__ import annotations

from collections import Counter

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import KINDS, ORPHANS, Story, complete, completing, steps, tenpai
from tests.support.tui.claims.own_hand import kind_of_number
from tests.support.tui.claims.recording import Said, checks, kind, kinds


@checks("drill.waits.vain")
def _vain(claim: Said, question: Question, story: Story) -> bool:
    return not set(kinds(claim.word("tiles"))) & set(completing(story.concealed))


@checks("drill.waits.completes")
def _completes(claim: Said, question: Question, story: Story) -> bool:
    """The groups and the pair are the concealed tiles with the wait, and each group is one."""
    wait, pair = kind(claim.word("tile")), kinds(claim.word("pair"))
    pair = pair * 2 if len(pair) == 1 else pair
    parts = [kinds(part) for part in _parts(claim.word("groups"))]
    melds = "your melds" in claim.word("groups")
    assert melds is bool(story.melds), "melds are told as they are"
    assert all(_is_group(part) for part in parts), f"not groups: {parts}"
    assert len(set(pair)) == 1, f"not a pair: {pair}"
    tiles = Counter([*pair, *(each for part in parts for each in part)])
    return _left(claim, story) and tiles == Counter([*story.concealed, wait])


def _parts(groups: str) -> list[str]:
    parts = groups.replace(" and ", ", ").split(", ")
    return [part for part in parts if part != "your melds"]


def _is_group(part: list[str]) -> bool:
    ranks, suits = [int(each[0]) for each in part], {each[1] for each in part}
    run = suits != {"z"} and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    return len(part) == 3 and len(suits) == 1 and (len(set(ranks)) == 1 or run)


def _left(claim: Said, story: Story) -> bool:
    wait = kind(claim.word("tile"))
    assert wait in tenpai(story, story.concealed), f"{wait} is no wait"
    return kind_of_number(claim.word("left")) == 4 - story.seen[wait]


@checks("drill.waits.seven-pairs")
def _seven_pairs(claim: Said, question: Question, story: Story) -> bool:
    held = Counter([*story.concealed, kind(claim.word("tile"))])
    return _left(claim, story) and len(held) == 7 and set(held.values()) == {2}


@checks("drill.waits.orphans")
def _orphans(claim: Said, question: Question, story: Story) -> bool:
    full = [*story.concealed, kind(claim.word("tile"))]
    return _left(claim, story) and set(full) == set(ORPHANS) and len(full) == 14


@checks(
    "drill.waits.fifth", "drill.waits.fifth-besides", "drill.waits.fifth-noten", "drill.waits.fifth-counts"
)
def _fifth(claim: Said, question: Question, story: Story) -> bool:
    """The seat holds all four, and a fifth would complete the concealed tiles."""
    fifth = kinds(claim.word("tiles"))
    assert all(story.holds(each) == 4 for each in fifth), "the seat does not hold all four"
    assert all(complete(tuple(sorted([*story.concealed, each]))) for each in fifth), "no wait by shape"
    waits = tenpai(story, story.concealed)
    match claim.key.rpartition(".")[2]:
        case "fifth":
            return not completing(story.concealed)
        case "fifth-besides":
            return bool(waits) and not set(fifth) & set(waits)
        case "fifth-noten":
            return not waits and claim.word("rules") == question.rules.title
        case "fifth-counts":
            return set(fifth) <= set(waits) and claim.word("rules") == question.rules.title
    return False


@checks("drill.waits.noten")
def _noten(claim: Said, question: Question, story: Story) -> bool:
    """No tile completes the hand, and it is so far from tenpai."""
    away = kind_of_number(claim.word("count"))
    return not completing(story.concealed) and not story.melds and away == steps(story.concealed) > 0


@checks("drill.waits.ask")
def _ask(claim: Said, question: Question, story: Story) -> bool:
    """Where nothing is said about a fifth copy, the seat holds no four."""
    four = any(story.holds(each) == 4 for each in KINDS)
    return four is any(each.key in ("drill.waits.no-fifth", "drill.waits.if-melded") for each in claim.beside)


@checks("drill.waits.no-fifth", "drill.waits.if-melded")
def _ask_fifth(claim: Said, question: Question, story: Story) -> bool:
    """What is said about a fifth copy is the rule, and the answer does not contradict it."""
    melded = claim.key.endswith("-melded")
    assert melded is (story.rules.fifth_tile == "concealed"), "the ruleset says otherwise"
    waits = tenpai(story, story.concealed)
    return all(story.holds(each) < 4 or (melded and story.concealed.count(each) < 4) for each in waits)
