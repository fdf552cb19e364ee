"""Checks what is said about the own hand: its waits, what is left of them, furiten and its end.

The hand is the one between two turns: as it is, or after the discard that the same sentence names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import xiangting
from mahjong.shanten import Shanten

from ai.drills.question import Question
from engine.hand import HAND_SIZE
from engine.wall import PLAYERS
from tests.support.ai.slow_solver.story import KINDS, ORPHANS, Passing, Story, causes, tenpai
from tests.support.ai.slow_solver.win_points import has_yaku
from tests.support.tui.claims.recording import Said, checks, is_red, kind, kinds, seat

DISCARDS: tuple[str, ...] = ()
"""Texts with a ``tile`` that the rest of the sentence takes as discarded."""
_WAITS = ("panel.hand.one-wait", "panel.hand.noted-wait")


# -- the hand that is meant ----------------------------------------------------------------------------


def discarded(claim: Said, story: Story) -> str | None:
    """The kind that the hand has discarded in this sentence; None for the hand as it is between turns."""
    head = claim.near(*DISCARDS)
    return None if head is None else kind(head.word("tile"))


def held(claim: Said, story: Story) -> list[str]:
    """The concealed tiles of the hand that is meant."""
    return without(story, discarded(claim, story))


def without(story: Story, gone: str | None) -> list[str]:
    """The concealed tiles without a discard; before the draw if there is none."""
    rest = list(story.concealed)
    gone = gone or (story.drawn if story.my_turn else None)
    if gone is not None:
        rest.remove(gone)
    return rest


def waits_meant(claim: Said, story: Story) -> list[str]:
    """What the hand that is meant waits on, as its ruleset has it."""
    return tenpai(story, held(claim, story))


def causes_meant(claim: Said, story: Story) -> set[tuple[str, str, str]]:
    """Kind, tile and end of every cause of furiten of the hand that is meant."""
    gone = discarded(claim, story)
    if gone is None:
        return causes(story)
    if story.riichi:
        passed = {("riichi", gone, "hand-ends")} if gone in story.waits else set()
        return causes(story) | passed
    return {
        ("discard", each, "waits-change")
        for each in [*story.thrown, gone]
        if each in waits_meant(claim, story)
    }


def left(story: Story, each: str) -> int:
    """Copies that the seat has not seen; one on offer could still be won on."""
    return 4 - story.seen[each] + (story.offered == each and each in story.waits)


# -- waits ---------------------------------------------------------------------------------------------


@checks("panel.hand.wait", "panel.hand.waits")
def _wait(claim: Said, question: Question, story: Story) -> bool:
    said = [kind(each.word("tile")) for each in claim.within(*_WAITS)]
    found = waits_meant(claim, story)
    assert sorted(said) == sorted(found), f"it waits on {found}"
    if "total" not in claim.values:
        return True
    return kind_of_number(claim.word("total")) == sum(left(story, each) for each in found)


def kind_of_number(text: str) -> int:
    """The number at the start of a text: ``3 left``."""
    return int(text.replace(",", "").split()[0])


@checks("panel.hand.one-wait")
def _one_wait(claim: Said, question: Question, story: Story) -> bool:
    return _left_as_said(claim, story) and _ron(claim, story, riichi=story.riichi)


@checks("panel.hand.noted-wait")
def _noted_wait(claim: Said, question: Question, story: Story) -> bool:
    assert _left_as_said(claim, story), "not so many are left"
    note = claim.word("note")
    assert "no yaku" in note, f"nothing is known of '{note}'"
    each, hand = kind(claim.word("tile")), held(claim, story)
    assert not _ron(claim, story, riichi=story.riichi), "a ron has a yaku"
    drawn = has_yaku(story, hand, each, riichi=story.riichi, now=False, tsumo=True)
    if "without riichi" in note:
        return may_declare(claim, story)
    return drawn is note.startswith("ron:")


def may_declare(claim: Said, story: Story) -> bool:
    """Whether riichi can be declared with the discard that is meant, but for the points."""
    return (
        story.closed
        and not story.riichi
        and discarded(claim, story) is not None
        and story.drawn is not None
        and story.live >= story.rules.riichi_minimum_live
    )


def _left_as_said(claim: Said, story: Story) -> bool:
    """The tiles left, with a word about the one that is on offer."""
    number, *offer = claim.word("left").split(", ")
    each = kind(claim.word("tile"))
    told = [word.startswith("1 ") for word in offer]
    if told != ([True] if story.offered == each and each in story.waits else []):
        return False
    return kind_of_number(number) == left(story, each)


@checks("desk.on-offer")
def _on_offer(claim: Said, question: Question, story: Story) -> bool:
    return story.offered in story.waits


def _ron(claim: Said, story: Story, *, riichi: int) -> bool:
    each, hand = kind(claim.word("tile")), held(claim, story)
    robbing = story.robbing and story.offered == each
    return has_yaku(story, hand, each, riichi=riichi, now=robbing, last=_last_discard(story, hand))


def _last_discard(story: Story, hand: Sequence[str]) -> bool:
    """Whether one discard is left to win on, and it is that of the last tile: on offer, or still to come."""
    if story.offered is not None and story.offered in tenpai(story, list(hand)):
        return story.live == 0 and not story.robbing
    if story.offered is None and not story.my_turn:
        return story.live == 0  # another player has drawn and discards next
    before = PLAYERS - 1 if story.my_turn else (story.seat - story.laid[-1].seat - 1) % PLAYERS
    return story.live == 1 and before > 0


# -- far from tenpai -----------------------------------------------------------------------------------


def shanten(story: Story, concealed: Iterable[str], drawn: Sequence[str] = ()) -> int:
    """The distance from tenpai, as `xiangting` and `mahjong` say; with a tile more if one is drawn.

    Without thirteen orphans if a kind of them is neither held nor unseen, except for a hand that is tenpai.
    """
    held = list(concealed)
    found = _by_shape([*held, *drawn])
    there = all(each in held or story.seen[each] < 4 for each in ORPHANS)
    if there or len(held) < HAND_SIZE or _by_shape(held) == 0:
        return found
    counts = [[*held, *drawn].count(each) for each in KINDS]
    forms = Shanten()
    regular = forms.calculate_shanten_for_regular_hand(counts)
    return int(min(regular, forms.calculate_shanten_for_chiitoitsu_hand(counts)))


def _by_shape(hand: Sequence[str]) -> int:
    counts = [hand.count(each) for each in KINDS]
    return int(xiangting.calculate_replacement_number(counts, xiangting.PlayerCount.FOUR)) - 1


@checks("panel.hand.shanten")
def _shanten(claim: Said, question: Question, story: Story) -> bool:
    return shanten(story, held(claim, story)) == claim.number("count")


def accepted(story: Story, hand: Sequence[str]) -> dict[str, int]:
    """The kinds that bring the hand closer to tenpai, with the tiles that can still come."""
    now = shanten(story, hand)
    return {
        each: 4 - story.seen[each]
        for each in KINDS
        if story.seen[each] < 4 and shanten(story, hand, [each]) < now
    }


@checks("panel.hand.accepts")
def _accepts(claim: Said, question: Question, story: Story) -> bool:
    found = accepted(story, held(claim, story))
    listed = claim.within("panel.hand.accepted")
    said = {kind(each.word("tile")): each.number("left") for each in listed}
    assert not listed or said == found, f"it accepts {found}"
    assert listed or len(found) == kind_of_number(claim.word("tiles"))
    return kind_of_number(claim.word("total")) == sum(found.values())


@checks("panel.hand.accepts-nothing")
def _accepts_nothing(claim: Said, question: Question, story: Story) -> bool:
    return not accepted(story, held(claim, story))


# -- furiten -------------------------------------------------------------------------------------------


@checks("panel.hand.furiten")
def _furiten(claim: Said, question: Question, story: Story) -> bool:
    """The kind, every tile of it, and its end; the other kinds of the hand stand beside."""
    found = causes_meant(claim, story)
    name = claim.word("kind").lower()
    here = {cause for cause in found if cause[0] == name}
    assert here, f"the causes are {found}"
    others = [each for each in claim.beside if each.key == claim.key]
    told = {each.word("kind").lower() for each in others}
    assert told == {cause[0] for cause in found}, f"the causes are {found}"
    named = set(kinds(claim.word("why")))
    assert named == {cause[1] for cause in here}, f"the causes are {found}"
    return {_ENDS[cause[2]] for cause in here} == {claim.word("ends")}


_ENDS = {
    "waits-change": "until your wait changes",
    "own-discard": "until your next discard",
    "hand-ends": "to the end of the hand",
}


@checks("panel.hand.not-furiten")
def _not_furiten(claim: Said, question: Question, story: Story) -> bool:
    return bool(waits_meant(claim, story)) and not causes_meant(claim, story)


@checks("panel.hand.itself")
def _itself(claim: Said, question: Question, story: Story) -> bool:
    """The discard that is meant, or the drawn tile, is a wait of the hand that it leaves."""
    gone = discarded(claim, story) or (story.drawn if story.my_turn else None)
    return gone == kind(claim.word("tile")) and gone in waits_meant(claim, story)


@checks("panel.hand.tsumo")
def _tsumo(claim: Said, question: Question, story: Story) -> bool:
    return story.live > 0 and _drawn_wins(claim, story) == waits_meant(claim, story)


@checks("panel.hand.tsumo-on")
def _tsumo_on(claim: Said, question: Question, story: Story) -> bool:
    return story.live > 0 and _drawn_wins(claim, story) == kinds(claim.word("tiles"))


def _drawn_wins(claim: Said, story: Story) -> list[str]:
    hand = held(claim, story)
    return [
        each
        for each in waits_meant(claim, story)
        if story.seen[each] < 4 and has_yaku(story, hand, each, riichi=story.riichi, now=False, tsumo=True)
    ]


@checks("panel.hand.no-draw")
def _no_draw(claim: Said, question: Question, story: Story) -> bool:
    return own_draws(story) == 0


@checks("panel.hand.over")
def _over(claim: Said, question: Question, story: Story) -> bool:
    furiten = bool(causes_meant(claim, story))
    declared = sum(other != story.seat for other in story.declared)
    pays = 0 if declared == 3 else story.rules.noten_penalty // (1 + declared)
    return own_draws(story) == 0 and (furiten or story.live == 0) and claim.number("points") == pays


def own_draws(story: Story) -> int:
    """The draws that the seat still has if nobody calls."""
    if story.my_turn:
        return story.live // 4
    last = story.laid[-1].seat if story.laid else story.dealer - 1
    before = (story.seat - last - 1) % 4
    return max(0, story.live - before + 3) // 4


# -- the risk of furiten -------------------------------------------------------------------------------


@checks("panel.hand.risk")
def _risk(claim: Said, question: Question, story: Story) -> bool:
    """Each tile that is named is in the pond, and a tile that can still come leads to a wait on it."""
    hand = held(claim, story)
    named = [kind(each.word("tile")) for each in claim.within("panel.hand.thrown", "panel.hand.to-throw")]
    assert named, "no tile is named"
    return all(shanten(story, hand, [each]) < shanten(story, hand) for each in named)


@checks("panel.hand.thrown")
def _thrown(claim: Said, question: Question, story: Story) -> bool:
    return story.thrown[claim.number("turn") - 1] == kind(claim.word("tile"))


@checks("panel.hand.to-throw")
def _to_throw(claim: Said, question: Question, story: Story) -> bool:
    return discarded(claim, story) == kind(claim.word("tile"))


# -- causes of furiten ---------------------------------------------------------------------------------


@checks("furiten.where-discard", "furiten.where-called-away")
def _where_discard(claim: Said, question: Question, story: Story) -> bool:
    laid = story.pond(story.seat)[claim.number("turn") - 1]
    named = (laid.kind, laid.red) == (kind(claim.word("tile")), is_red(claim.word("tile")))
    return named and laid.called is (claim.key == "furiten.where-called-away")


@checks("furiten.where-passed", "furiten.where-kan")
def _where_passed(claim: Said, question: Question, story: Story) -> bool:
    turn = claim.number("turn") if "turn" in claim.values else 0
    return any(
        (each.seat, each.turn, each.kind, each.red)
        == (seat(question, claim.word("whose")), turn, kind(claim.word("tile")), is_red(claim.word("tile")))
        for each in passed_meant(claim, story)
    )


@checks("furiten.where-draw")
def _where_draw(claim: Said, question: Question, story: Story) -> bool:
    return any(
        each.seat == story.seat and each.kind == kind(claim.word("tile"))
        for each in passed_meant(claim, story)
    )


def passed_meant(claim: Said, story: Story) -> list[Passing]:
    """The winning tiles that passed and still count for the hand that is meant."""
    return [] if discarded(claim, story) is not None and not story.riichi else story.passed
