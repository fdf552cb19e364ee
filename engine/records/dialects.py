"""Records of mjai as other programs write them: each word, spelling and gap that is read, in one table.

A reader is strict about what decides a game and generous about everything else. What is read here is
written back in our words. The programs are the first mjai server (gimite/mjai), RiichiEnv, bridges to Mahjong
Soul (Akagi and its like), and converters that keep the words of Tenhou or the tiles of Mahjong Soul.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from engine import events as ev
from engine.outcome import DrawReason
from engine.records.recorded_game import paid_scores
from engine.records.tenhou_names import JSON_DRAWS, XML_DRAWS
from engine.rules import TENHOU
from engine.tiles import MJAI, NAMES, UNKNOWN
from engine.wall import PLAYERS

Line: TypeAlias = dict[str, object]
"""A line of mjai as JSON has it."""


class Synonym(NamedTuple):
    """A word of another program, ours, and who writes it."""

    written: str
    ours: str
    writers: str


_FIRST, _ENV = "the first mjai server", "RiichiEnv"
_WORDS: tuple[tuple[DrawReason, str, str], ...] = (
    (DrawReason.EXHAUSTIVE, "fanpai", _FIRST),
    (DrawReason.EXHAUSTIVE, "exhaustive_draw", _ENV),
    (DrawReason.NINE_TERMINALS, "kyushukyuhai", _FIRST),
    (DrawReason.NINE_TERMINALS, "kyushu_kyuhai", _ENV),
    (DrawReason.FOUR_WINDS, "sufonrenta", _FIRST),
    (DrawReason.FOUR_WINDS, "sufuurenta", _ENV),
    (DrawReason.FOUR_RIICHI, "suchareach", _FIRST),
    (DrawReason.FOUR_RIICHI, "suurechi", _ENV),
    (DrawReason.FOUR_KANS, "sukaikan", _FIRST),
    (DrawReason.FOUR_KANS, "suukansansen", _ENV),
    (DrawReason.TRIPLE_RON, "sanchaho", f"{_FIRST}, {_ENV}"),
    (DrawReason.NAGASHI_MANGAN, "nagashimangan", f"{_FIRST}, {_ENV}"),
)
REASONS: tuple[Synonym, ...] = (
    *(Synonym(word, reason.value, writers) for reason, word, writers in _WORDS),
    *(Synonym(word, reason.value, "Tenhou") for word, reason in (XML_DRAWS | JSON_DRAWS).items() if word),
)
"""Why a hand was drawn."""
TILES: tuple[Synonym, ...] = tuple(
    Synonym(name, mjai, "Mahjong Soul") for name, mjai in zip(NAMES, MJAI, strict=True) if name != mjai
)
FIELDS: tuple[Synonym, ...] = (Synonym("uradora_markers", "ura_markers", _FIRST),)
"""Names of fields that mean the same."""

_REASONS = {each.written: each.ours for each in REASONS}
_TILES = {each.written: each.ours for each in TILES}
_FIELDS = {each.written: each.ours for each in FIELDS}
_TILE_FIELDS = ("pai", "bakaze", "dora_marker", "consumed", "ura_markers", "tehais")
_FOREIGN = re.compile("|".join(f'"{re.escape(word)}"' for word in (*_REASONS, *_TILES, *_FIELDS)).encode())


def is_foreign(text: bytes) -> bool:
    """Whether words of another program may stand in the text."""
    return _FOREIGN.search(text) is not None


def in_our_words(line: Line) -> Line:
    """A line of mjai in our words.

    A discard that does not say whether it was drawn is taken as of the hand: ``with_true_flags`` follows.
    """
    ours = {name: value for name, value in line.items() if name not in _FIELDS}
    for written, name in _FIELDS.items():
        if written in line and ours.get(name) is None:
            ours[name] = line[written]
    for name in _TILE_FIELDS:
        if name in ours:
            ours[name] = _tiles(ours[name])
    if ours.get("type") == "ryukyoku" and isinstance(ours.get("reason"), str):
        ours["reason"] = _REASONS.get(str(ours["reason"]), ours["reason"])
    if ours.get("type") == "dahai" and ours.get("tsumogiri") is None:
        ours["tsumogiri"] = False
    return ours


def _tiles(value: object) -> object:
    if isinstance(value, list):
        return [_tiles(each) for each in value]
    return _TILES.get(value, value) if isinstance(value, str) else value


# -- gaps ----------------------------------------------------------------------------------------------


def with_header(line: Line, before: Sequence[ev.Event]) -> Line:
    """A start_kyoku with what it leaves out of points and counters: the first mjai protocol has none.

    They follow from the events of the game before it, or begin as usual. What does not follow stays left out.
    """
    known = {name: value for name, value in line.items() if value is not None}
    missing = {name for name in ("scores", "honba", "kyotaku") if name not in known}
    return {**known, **{name: value for name, value in _carried(before).items() if name in missing}}


def _carried(before: Sequence[ev.Event]) -> Line:
    """Points, honba and riichi sticks after these events of a game, as far as they tell them."""
    places = [place for place, event in enumerate(before) if isinstance(event, ev.StartKyoku)]
    if not places:
        return {"scores": [TENHOU.start_points] * PLAYERS, "honba": 0, "kyotaku": 0}
    hand = before[places[-1] :]
    start = hand[0]
    assert isinstance(start, ev.StartKyoku)
    results = [event for event in hand if isinstance(event, ev.Hora | ev.Ryukyoku)]
    if not results:
        return {}
    wins = [event for event in results if isinstance(event, ev.Hora)]
    bets = Counter(event.actor for event in hand if isinstance(event, ev.ReachAccepted))
    carried: Line = {
        "honba": start.honba + 1 if not wins or any(win.actor == start.oya for win in wins) else 0,
        "kyotaku": 0 if wins else start.kyotaku + bets.total(),
    }
    scores = paid_scores(hand, TENHOU.riichi_bet)
    return carried if scores is None else {**carried, "scores": scores}


def with_bets(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The events with a bet paid after each riichi whose tile was not won on, where no bet is recorded."""
    kinds = {type(event) for event in events}
    if ev.Reach not in kinds or ev.ReachAccepted in kinds:
        return list(events)
    found: list[ev.Event] = []
    declared: int | None = None
    for event in events:
        if declared is not None and not isinstance(event, ev.Dahai):
            if not isinstance(event, ev.Hora) and found and isinstance(found[-1], ev.Dahai):
                found.append(ev.ReachAccepted(declared))
            declared = None
        if isinstance(event, ev.Reach):
            declared = event.actor
        found.append(event)
    return found


def with_true_flags(events: Iterable[ev.Event]) -> list[ev.Event]:
    """The events with discards called drawn or not as the tiles decide.

    Bridges to Mahjong Soul write the dealer's first discard as one of the hand. The flag is asked only where
    the tile drawn and one of the hand could both be meant.
    """
    found: list[ev.Event] = []
    hands: list[Counter[str]] = [Counter() for _ in range(PLAYERS)]
    drawn: list[str | None] = [None] * PLAYERS
    bound: set[int] = set()
    for event in events:
        match event:
            case ev.StartKyoku(tehais=tehais) if len(tehais) == PLAYERS:
                hands = [Counter(hand) for hand in tehais]
                drawn = [None] * PLAYERS
                bound = set()
            case ev.ReachAccepted(actor=actor):
                bound.add(actor)
            case ev.Tsumo(actor=actor, pai=pai) if 0 <= actor < PLAYERS:
                hands[actor][pai] += 1
                drawn[actor] = pai
            case ev.Dahai(actor=actor, pai=pai) if 0 <= actor < PLAYERS:
                event = with_true_flag(event, hands[actor], drawn[actor], bound=actor in bound)
                hands[actor][pai] -= 1
                drawn[actor] = None
            case ev.DiscardCall(actor=actor) | ev.Ankan(actor=actor) if 0 <= actor < PLAYERS:
                hands[actor].subtract(event.consumed)
                drawn[actor] = None
            case ev.Kakan(actor=actor, pai=pai) if 0 <= actor < PLAYERS:
                hands[actor][pai] -= 1
                drawn[actor] = None
        found.append(event)
    return found


def with_true_flag(
    discard: ev.Dahai, hand: Counter[str], drawn: str | None, *, bound: bool = False
) -> ev.Dahai:
    """A discard, called drawn or not as the tiles decide; the hand holds the tile drawn too.

    ``bound``: the player is in riichi, and discards what is drawn.
    """
    copies = hand[discard.pai]
    if copies <= 0 or UNKNOWN in (drawn, discard.pai):
        return discard
    is_drawn = discard.pai == drawn
    if discard.tsumogiri and not is_drawn:
        return replace(discard, tsumogiri=False)
    if not discard.tsumogiri and is_drawn and (bound or (copies == 1 and not hand[UNKNOWN])):
        return replace(discard, tsumogiri=True)
    return discard
