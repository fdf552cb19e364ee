"""Checks what is said about earlier events that decide about furiten, or only look as if they did."""

from __future__ import annotations

from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.defence import dora
from tests.support.ai.slow_solver.story import LaidTile, Passing, Story, kind_of, tell
from tests.support.ai.slow_solver.win_points import has_yaku
from tests.support.tui.claims.recording import Said, checks, kind, seat


@checks("drill.past.go-around")
def _go_around(claim: Said, question: Question, story: Story) -> bool:
    """All that the others did since the own last discard, in order: also kans, which can be robbed."""
    own = [at for at, each in enumerate(question.events) if _is_own_discard(each, question.seat)]
    done: list[Deed] = []
    for event in question.events[own[-1] + 1 if own else 0 :]:
        match event:
            case ev.SeatEvent(actor=actor) if actor == question.seat:
                continue
            case ev.Dora():
                done.append((None, "dora", ()))
            case ev.Chi(actor=actor, pai=pai, consumed=consumed):
                done.append((actor, "chi", tuple(sorted(kind_of(each) for each in (pai, *consumed)))))
            case ev.Ankan(actor=actor, consumed=[pai, *_]):
                done.append((actor, "closed-kan", (kind_of(pai),)))
            case ev.Dahai(actor=actor, pai=pai):
                done.append((actor, "discard", (kind_of(pai),)))
            case ev.Pon(actor=actor, pai=pai):
                done.append((actor, "pon", (kind_of(pai),)))
            case ev.Daiminkan(actor=actor, pai=pai) | ev.Kakan(actor=actor, pai=pai):
                done.append((actor, "kan", (kind_of(pai),)))
    pieces = claim.within(*(f"log.since.{name}" for name in _DEEDS))
    # "pon 7m" is one deed, though "7m" alone would be another
    whole = [each for each in pieces if not any(each in other.within(each.key) for other in pieces)]
    return [_deed(each, claim, question) for each in whole] == done


Deed = tuple[int | None, str, tuple[str, ...]]
"""Who did what, and the kinds of its tiles; nobody turns a dora, whose kind is checked apart."""
_DEEDS = {name: name for name in ("chi", "pon", "kan", "closed-kan", "discard", "dora")} | {
    "riichi": "discard"
}
"""The keys of what a player can do, and what it is: a riichi is a discard too."""


def _is_own_discard(event: ev.Event, seat: int) -> bool:
    return isinstance(event, ev.Dahai) and event.actor == seat


def _deed(piece: Said, claim: Said, question: Question) -> Deed:
    what = _DEEDS[piece.key.rpartition(".")[2]]
    if what == "dora":
        assert kind(piece.word("dora")) in dora(question), "it is no dora"
        return None, what, ()
    who = [each.word("name") for each in claim.within("log.since.deed") if each.place <= piece.place][-1]
    if what == "chi":
        *ranks, suit = piece.word("tiles")
        return seat(question, who), what, tuple(f"{rank.replace('0', '5')}{suit}" for rank in ranks)
    return seat(question, who), what, (kind(piece.word("tile")),)


# -- what looks like furiten and is not ----------------------------------------------------------------


@checks("drill.trap.suji")
def _suji(claim: Said, question: Question, story: Story) -> bool:
    mine = _own(claim, story).kind
    waits = [wait for wait in story.waits if wait[1] == mine[1] and wait[1] != "z"]
    return mine not in story.waits and any(abs(int(wait[0]) - int(mine[0])) == 3 for wait in waits)


@checks("drill.trap.former-wait")
def _former_wait(claim: Said, question: Question, story: Story) -> bool:
    mine = _own(claim, story)
    return mine.kind in story.waited and mine.kind not in story.waits


def _own(claim: Said, story: Story) -> LaidTile:
    """The own discard with that turn; raises if it is another tile."""
    laid = story.pond(story.seat)[claim.number("turn") - 1]
    assert laid.kind == kind(claim.word("tile")), f"on that turn you discarded {laid.kind}"
    return laid


@checks("drill.trap.passed-earlier")
def _passed_earlier(claim: Said, question: Question, story: Story) -> bool:
    """It counted when it passed: the hand waited on it then, and could win on it no more after a discard."""
    laid = _others(claim, question, story)
    pond = story.pond(story.seat)
    last = pond[-1].heard if pond else 0
    if story.riichi:
        last = next(each.heard for each in pond if each.declares)
    assert laid.heard < last, "nothing was discarded since, or riichi was declared before"
    assert laid.kind in story.waits, f"the hand does not wait on {laid.kind}"
    return laid.kind in laid.waits


@checks("drill.trap.not-yet")
def _not_yet(claim: Said, question: Question, story: Story) -> bool:
    """A wait of the present that was none when that player discarded it."""
    laid = _others(claim, question, story)
    assert laid.kind in story.waits, f"the hand does not wait on {laid.kind}"
    return laid.kind not in laid.waits


def _others(claim: Said, question: Question, story: Story) -> LaidTile:
    """The discard of that player and turn; raises if it is another tile."""
    whose = claim.word("whose" if "whose" in claim.values else "name")
    laid = story.pond(seat(question, whose))[claim.number("turn") - 1]
    assert laid.kind == kind(claim.word("tile")), f"on that turn it was {laid.kind}"
    return laid


# -- what is furiten and does not look like it ---------------------------------------------------------


@checks("drill.trap.called-away")
def _called_away(claim: Said, question: Question, story: Story) -> bool:
    mine = _own(claim, story)
    return mine.called and mine.kind in story.waits


@checks("drill.trap.red")
def _red(claim: Said, question: Question, story: Story) -> bool:
    """A red five is among the tiles that make the hand furiten."""
    mine = [laid.kind for laid in story.pond(story.seat) if laid.red and laid.kind in story.waits]
    return bool(mine) or any(each.red for each in story.passed)


@checks("drill.trap.no-yaku")
def _no_yaku(claim: Said, question: Question, story: Story) -> bool:
    return any(not _was_worth_a_win(each, question) for each in _passed(claim, story))


def _was_worth_a_win(passing: Passing, question: Question) -> bool:
    then = tell(question.rules, question.seat, question.events[: passing.heard])
    return has_yaku(then, then.concealed, passing.kind, riichi=then.riichi, now=True)


@checks("drill.trap.kan")
def _kan(claim: Said, question: Question, story: Story) -> bool:
    return any(each.turn == 0 and each.seat != story.seat for each in _passed(claim, story))


def _passed(claim: Said, story: Story) -> list[Passing]:
    return [each for each in story.passed if each.kind == kind(claim.word("tile"))]


@checks("drill.trap.call-since")
def _call_since(claim: Said, question: Question, story: Story) -> bool:
    """Another player called after a winning tile passed that still counts."""
    assert not story.rules.calls_end_temporary_furiten, "under these rules it does"
    assert not story.riichi, "this furiten lasts"
    calls = [heard for who, heard, name in story.called if who != story.seat and name not in _OWN_TILES]
    return any(heard > each.heard for each in story.passed for heard in calls)


_OWN_TILES = ("Ankan", "Kakan")
