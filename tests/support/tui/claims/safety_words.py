"""Checks what is said about the safety of a tile: proofs, suji, walls, the waits that are left, warnings.

A sentence names the tile, or what could wait on it; the player is the one it names, else somebody in riichi
or with an open hand to be feared.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.question import Question
from engine import events as ev
from tests.support.ai.slow_solver.defence import ground
from tests.support.ai.slow_solver.story import (
    HONOURS,
    ORPHANS,
    Other,
    Story,
    can_take,
    dora_of,
    kind_of,
    others,
)
from tests.support.tui.claims.recording import Said, checks, is_red, kind, kinds, seat

_SIDES = ("panel.suji.", "panel.side.")
_NAMED = ("drill.safe.can-lose", "drill.safe.can-lose-to", "panel.only", "panel.besides")
"""Texts that name the ``tile`` that the sentence is about."""


def left(story: Story, each: str) -> int:
    """Copies that the seat cannot see."""
    return 4 - story.seen[each]


def feared(claim: Said, question: Question) -> list[Other]:
    """The players that the sentence may be about."""
    table = others(question)
    named = [each.word("name") for each in claim.beside if each.key == "drill.safe.can-lose-to"]
    if named:
        return [table[seat(question, named[-1])]]
    return [other for other in table.values() if other.riichi or other.melds]


# -- genbutsu ------------------------------------------------------------------------------------------


@checks("panel.safe.own-discard")
def _own_discard(claim: Said, question: Question, story: Story) -> bool:
    return _discarded(claim, question, story, seat(question, claim.word("name"))) is not None


def _discarded(claim: Said, question: Question, story: Story, who: int) -> int | None:
    """The number of events up to that discard; None if the player discarded another tile then."""
    laid = story.pond(who)[claim.number("turn") - 1]
    named = kind(claim.word("tile")), is_red(claim.word("tile"))
    return laid.heard if (laid.kind, laid.red) == named else None


@checks(
    "panel.safe.passed-after-riichi",
    "panel.safe.passed-after-riichi-kan",
    "panel.safe.passed-this-turn",
    "panel.safe.passed-this-turn-kan",
)
def _passed(claim: Said, question: Question, story: Story) -> bool:
    """It was discarded, or added to a kan, by another player after the riichi or the last discard of one."""
    if "name" in claim.values:
        who = [seat(question, claim.word("name"))]
    else:
        who = [each for each in range(4) if each in story.declared and each != story.seat]
    thrower = seat(question, claim.word("thrower")) if "thrower" in claim.values else None
    since = _since_riichi if "after-riichi" in claim.key else _since_discard
    return any(
        each != thrower and _passes(claim, question, story, thrower, since(story, each)) for each in who
    )


def _passes(claim: Said, question: Question, story: Story, thrower: int | None, since: int | None) -> bool:
    if since is None:
        return False
    if claim.key.endswith("-kan"):
        return any(heard > since for heard in _added(claim, question, thrower))
    assert thrower is not None
    if "turn" in claim.values:
        heard = _discarded(claim, question, story, thrower)
        return heard is not None and heard > since
    return any(laid.heard > since and laid.kind == kind(claim.word("tile")) for laid in story.pond(thrower))


def _since_riichi(story: Story, who: int) -> int | None:
    return story.declared.get(who)


def _since_discard(story: Story, who: int) -> int | None:
    pond = story.pond(who)
    return pond[-1].heard if pond else 0


def _added(claim: Said, question: Question, thrower: int | None) -> Iterator[int]:
    """The places of the events in which the tile was added to a pon."""
    wanted = kind(claim.word("tile"))
    for heard, event in enumerate(question.events, 1):
        if isinstance(event, ev.Kakan) and thrower in (None, event.actor) and kind_of(event.pai) == wanted:
            yield heard


# -- two-sided waits -----------------------------------------------------------------------------------


def ends(held: str) -> set[str]:
    first, second = kinds(held)
    low, high = int(first[0]) - 1, int(second[0]) + 1
    assert high - low == 3, f"{held} is no two-sided wait"
    return {f"{rank}{first[1]}" for rank in (low, high) if 1 <= rank <= 9}


def two_sided(tile: str) -> list[str]:
    """The pairs of neighbours that could wait on a number from both sides, as ``45m``."""
    if tile in HONOURS:
        return []
    rank, suit = int(tile[0]), tile[1]
    found = [f"{rank - 2}{rank - 1}{suit}"] if rank >= 4 else []
    return found + ([f"{rank + 1}{rank + 2}{suit}"] if rank <= 6 else [])


def state(held: str, tile: str, other: Other, story: Story) -> str:
    """What speaks against a two-sided wait: ``suji``, ``no-chance``, ``one-chance``, or ``open``."""
    fewest = min(left(story, each) for each in kinds(held))
    if fewest == 0:
        return "no-chance"
    if (ends(held) - {tile}) & other.safe:
        return "suji"
    return "one-chance" if fewest == 1 else "open"


def _subjects(claim: Said, story: Story) -> set[str]:
    """The tiles that a sentence about two-sided waits can be about."""
    found = {each for each in story.concealed if each not in HONOURS}
    for side in claim.within(*_SIDES):
        for held in _helds(side):
            found &= ends(held) - ({kind(side.word("tile"))} if side.key.startswith("panel.suji.") else set())
    named = [kind(each.word("tile")) for each in claim.beside if each.key in _NAMED]
    return found & set(named) if named else found


def _helds(side: Said) -> list[str]:
    return side.word("held").replace(" and ", ", ").split(", ")


_STRENGTH = ("suji", "no-chance", "one-chance", "open")


@checks(*(f"panel.number.{each}" for each in (*_STRENGTH, *(f"half-{each}" for each in _STRENGTH[:3]))))
def _number(claim: Said, question: Question, story: Story) -> bool:
    """The sides that are told are those of the tile, each with what speaks against it; so is the heading."""
    told = {held: _state_told(side) for side in claim.within(*_SIDES) for held in _helds(side)}
    heading = claim.key.rpartition(".")[2]
    for tile in _subjects(claim, story):
        for other in feared(claim, question):
            found = {held: state(held, tile, other, story) for held in two_sided(tile)}
            if found == told and _heading(list(found.values())) == heading:
                return True
    return False


def _state_told(side: Said) -> str:
    return "suji" if side.key.startswith("panel.suji.") else side.key.rpartition(".")[2]


def _heading(found: list[str]) -> str:
    """The weakest evidence, or that one side of two is open."""
    if "open" in found and len(set(found)) > 1:
        return f"half-{next(each for each in found if each != 'open')}"
    return max(found, key=_STRENGTH.index)


@checks(
    "panel.suji.own-discard",
    "panel.suji.passed-after-riichi",
    "panel.suji.passed-after-riichi-kan",
    "panel.suji.passed-this-turn",
    "panel.suji.passed-this-turn-kan",
)
def _suji(claim: Said, question: Question, story: Story) -> bool:
    """The discard, or the kan, that makes the wait furiten: it is one of its ends."""
    assert kind(claim.word("tile")) in ends(claim.word("held")), "it is no end of that wait"
    if claim.key.endswith("own-discard"):
        return _own_discard(claim, question, story)
    return _passed(claim, question, story)


@checks("panel.side.no-chance", "panel.side.one-chance")
def _wall(claim: Said, question: Question, story: Story) -> bool:
    """So many copies of one of the two tiles are visible."""
    wall, wanted = kind(claim.word("wall")), 0 if claim.key.endswith("no-chance") else 1
    assert wall in kinds(claim.word("held")), "the wall is none of the two tiles"
    return left(story, wall) == wanted


@checks("panel.side.open")
def _open(claim: Said, question: Question, story: Story) -> bool:
    """Two copies of each of the two tiles are unseen; the sentence around it looks at the other end."""
    return all(left(story, each) >= 2 for held in _helds(claim) for each in kinds(held))


# -- other waits ---------------------------------------------------------------------------------------


@checks("panel.only", "panel.besides")
def _only(claim: Said, question: Question, story: Story) -> bool:
    told = {
        each.key.rpartition(".")[2]
        for each in claim.within("panel.wait.", "panel.first-wait.")
        if each.text in claim.word("waits")
    }
    tile = kind(claim.word("tile"))
    return any(told == set(_one_sided(tile, other, story)) for other in feared(claim, question))


def _one_sided(tile: str, other: Other, story: Story) -> Iterator[str]:
    """The waits on a tile, apart from two-sided ones, for which enough tiles are unseen."""
    if tile not in HONOURS:
        rank, suit = int(tile[0]), tile[1]
        near = {step: left(story, f"{rank + step}{suit}") for step in _STEPS if 1 <= rank + step <= 9}
        if near.get(-1) and near.get(1):
            yield "closed"
        if (rank == 3 and near[-2] and near[-1]) or (rank == 7 and near[1] and near[2]):
            yield "edge"
    if left(story, tile) >= 2:
        yield "two-pairs"
    if left(story, tile) >= 1:
        yield "pair"
    rest = [left(story, each) for each in ORPHANS if each != tile]
    if tile in ORPHANS and not other.melds and min(rest) >= 1 and (max(rest) >= 2 or left(story, tile)):
        yield "orphans"


_STEPS = (-2, -1, 1, 2)


@checks(*(f"panel.honour.{seen}" for seen in (1, 2, 3)))
def _visible(claim: Said, question: Question, story: Story) -> bool:
    return story.seen[kind(claim.word("tile"))] == int(claim.key.rpartition(".")[2])


@checks("panel.ground.all-seen", "panel.ground.no-wait")
def _nothing_waits(claim: Said, question: Question, story: Story) -> bool:
    """All four are visible, and no tiles that the seat cannot see wait for it free of furiten."""
    tile = kind(claim.word("tile"))
    kept = [other for other in feared(claim, question) if not can_take(other, story, tile, other.safe)]
    return not left(story, tile) and bool(kept)


@checks("panel.ground.orphans")
def _orphans(claim: Said, question: Question, story: Story) -> bool:
    tile = kind(claim.word("tile"))
    return not left(story, tile) and any(
        list(_one_sided(tile, other, story)) == ["orphans"] for other in feared(claim, question)
    )


# -- warnings ------------------------------------------------------------------------------------------


def dora(story: Story) -> set[str]:
    return set(map(dora_of, story.indicators))


def _tiles_meant(claim: Said, story: Story) -> set[str]:
    """The tiles that a warning can be about."""
    named = [kind(each.word("tile")) for each in claim.beside if each.key in _NAMED]
    return set(named) or set(story.concealed)


@checks("panel.alarm.dora")
def _dora(claim: Said, question: Question, story: Story) -> bool:
    return bool(_tiles_meant(claim, story) & dora(story))


@checks("panel.alarm.dora-neighbour")
def _dora_neighbour(claim: Said, question: Question, story: Story) -> bool:
    return any(
        tile not in HONOURS and tile[1] == each[1] and abs(int(tile[0]) - int(each[0])) == 1
        for tile in _tiles_meant(claim, story)
        for each in dora(story)
        if each not in HONOURS
    )


@checks("panel.alarm.live-yakuhai")
def _live_yakuhai(claim: Said, question: Question, story: Story) -> bool:
    other = others(question)[seat(question, claim.word("name"))]
    honours = {*HONOURS[4:], story.round_wind, other.wind}
    live = _tiles_meant(claim, story) & honours
    return any(left(story, each) == claim.number("count") >= 2 for each in live)


_READ = {
    "riichi-suji": "by the riichi tile",
    "early-outside": "outside an early discard",
    "simples-outside": "all melds are of simples",
    "outside": "all melds have a terminal or honour",
    "flush-other": "another suit than that of a possible flush, no suji",
    "tanki": "four melds, two or more left",
    "needed-yakuhai": "the melds need one",
}
"""The end of the row that each sentence speaks of."""


@checks(*(f"panel.reading.{each}" for each in _READ))
def _reading(claim: Said, question: Question, story: Story) -> bool:
    """The row of the page is the one that the sentence speaks of, against one of those to be feared."""
    rows = _READ[claim.key.rpartition(".")[2]]
    return any(
        ground(question, story, tile, other).endswith(rows)
        for tile in _tiles_meant(claim, story)
        for other in feared(claim, question)
    )


@checks("panel.alarm.flush")
def _flush(claim: Said, question: Question, story: Story) -> bool:
    other = others(question)[seat(question, claim.word("name"))]
    suits = {meld[0][1] for meld in other.melds}
    named = {"m": "characters", "p": "circles", "s": "bamboos", "z": "honours"}
    return len(other.melds) >= 2 and {named[suit] for suit in suits} == set(
        claim.word("suit").replace(" and ", ", ").split(", ")
    )


NEUTRAL = ("panel.wait.", "panel.first-wait.")
