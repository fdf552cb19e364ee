"""Compact text format for the events of a hand as one seat saw them, one word per event.

Tiles are spelled as in the mjai protocol. The first words are the deal: round wind and number, honba and
riichi sticks, the scores, the indicator, and the tiles dealt to the seat. The events follow, each with the
acting seat::

    1+?             draws; a tile instead of ? if the seat can see it
    1-3m  1=3m      discards 3m from the hand; discards the drawn 3m
    1!  1$          declares riichi; the bet is paid
    2c1:3m,1m,2m    chi of seat 1's 3m with 1m 2m; likewise p for a pon, k for an open kan
    2a:1m,1m,1m,1m  a closed kan; u: a kan of a pon, the added tile first
    d4p             4p is revealed as an indicator
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine import events as ev
from engine.hand import HAND_SIZE
from engine.tiles import UNKNOWN
from engine.wall import PLAYERS

_CALLS: dict[str, type[ev.DiscardCall]] = {"c": ev.Chi, "p": ev.Pon, "k": ev.Daiminkan}
_LETTERS = {event: letter for letter, event in _CALLS.items()}
_WORD = re.compile(r"(\d)(?:([-+=!$])|([au]):|([cpk])(\d):)(.*)")
_DEAL = 5
"""The number of words of the deal."""


class CompactEventsError(ValueError):
    """A text that is not a hand in this format."""


def write(seat: int, events: Sequence[ev.Event]) -> str:
    """Write the events of one hand, ``start_kyoku`` first, as that seat saw them."""
    start = events[0]
    assert isinstance(start, ev.StartKyoku)
    deal = (
        f"{start.bakaze}{start.kyoku}",
        f"{start.honba}.{start.kyotaku}",
        ",".join(map(str, start.scores)),
        start.dora_marker,
        ",".join(start.tehais[seat]),
    )
    return " ".join((*deal, *map(_word, events[1:])))


def write_onward(events: Sequence[ev.Event]) -> str:
    """Write events that follow others."""
    return " ".join(map(_word, events))


def read_onward(text: str) -> tuple[ev.Event, ...]:
    """Parse events that follow others; raises CompactEventsError."""
    return tuple(map(_event, text.split()))


def _word(event: ev.Event) -> str:
    match event:
        case ev.Tsumo(actor=actor, pai=pai):
            return f"{actor}+{pai}"
        case ev.Dahai(actor=actor, pai=pai, tsumogiri=tsumogiri):
            return f"{actor}{'=' if tsumogiri else '-'}{pai}"
        case ev.Reach(actor=actor):
            return f"{actor}!"
        case ev.ReachAccepted(actor=actor):
            return f"{actor}$"
        case ev.DiscardCall():
            return (
                f"{event.actor}{_LETTERS[type(event)]}{event.target}:{','.join((event.pai, *event.consumed))}"
            )
        case ev.Ankan(actor=actor, consumed=consumed):
            return f"{actor}a:{','.join(consumed)}"
        case ev.Kakan(actor=actor, pai=pai, consumed=consumed):
            return f"{actor}u:{','.join((pai, *consumed))}"
        case ev.Dora(dora_marker=marker):
            return f"d{marker}"
    raise CompactEventsError(f"no word for {event.__struct_config__.tag}")


def read(seat: int, text: str) -> tuple[ev.Event, ...]:
    """Parse the events; raises CompactEventsError."""
    words = text.split()
    if len(words) < _DEAL:
        raise CompactEventsError("the deal is not told")
    return tuple(_events(seat, words))


def _events(seat: int, words: Sequence[str]) -> Iterator[ev.Event]:
    hand, honba, scores, marker, dealt = words[:_DEAL]
    kyoku = int(hand[1:])
    yield ev.StartKyoku(
        bakaze=hand[0],
        dora_marker=marker,
        kyoku=kyoku,
        honba=int(honba.partition(".")[0]),
        kyotaku=int(honba.partition(".")[2]),
        oya=kyoku - 1,
        scores=[int(score) for score in scores.split(",")],
        tehais=[dealt.split(",") if other == seat else [UNKNOWN] * HAND_SIZE for other in range(PLAYERS)],
    )
    yield from map(_event, words[_DEAL:])


def _event(word: str) -> ev.Event:
    if word.startswith("d"):
        return ev.Dora(word[1:])
    found = _WORD.fullmatch(word)
    if found is None:
        raise CompactEventsError(f"'{word}' is no event")
    actor, rest = int(found[1]), found[6]
    tiles = rest.split(",")
    match found[2] or found[3]:
        case "+":
            return ev.Tsumo(actor, rest)
        case "-" | "=":
            return ev.Dahai(actor, rest, found[2] == "=")
        case "!":
            return ev.Reach(actor)
        case "$":
            return ev.ReachAccepted(actor)
        case "a":
            return ev.Ankan(actor, tiles)
        case "u":
            return ev.Kakan(actor, tiles[0], tiles[1:])
    return _CALLS[found[4]](actor, int(found[5]), tiles[0], tiles[1:])
