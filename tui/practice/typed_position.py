"""A position that the player types or pastes, as a practice question.

There are three notations:

- a record whose last decision is asked about: lines of mjai, or the code of a hand;
- a line of the library (``ai.drills.library``), or a part of it that holds the seat and the events;
- a hand, as ``furiten hand`` takes it, with what is known besides, in any order::

    567m22p34567s2p pond:1z9p2s meld:chi:678p dora:4p seat:S round:E rules:wrc

A hand of 13 tiles stands after the last discard of its pond; of 14 tiles the last one has just been drawn.
The other players have drawn as often, and their discards are not known. Without ``dora`` an indicator is
shown that changes nothing in this hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ai.drills.compact_events import CompactEventsError, write
from ai.drills.library import StoredPosition
from ai.drills.question import DrillKind, NoQuestion, Question
from engine import events as ev
from engine import shape
from engine.hand import HAND_SIZE, Hand, Meld, MeldKind, check_copies, parse_meld
from engine.own_rules import UnknownRuleset, ruleset
from engine.records import read_events
from engine.records.hand_code import read_code
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import CODE_START, hands_of
from engine.rules import PRESETS, Ruleset
from engine.tiles import (
    EAST,
    KIND_OF,
    KINDS,
    MJAI,
    UNKNOWN,
    Kind,
    NotationError,
    Tile,
    dora_kinds,
    parse_tiles,
)
from engine.view import mask
from engine.wall import PLAYERS
from tui.i18n import t
from tui.words.names import kind_word

LONGEST = 40_000
"""The most letters of a position."""
USUAL_RULES = "wrc"
SEAT = 0
"""The seat of a hand that is given by its tiles …"""
BEFORE = 3
"""… and the seat on its left, whose discards it has called."""
MOST_DISCARDS = 17
WINDS = "ESWN"
_ROUND, _STICKS = re.compile(r"[ESWN][1-4]"), re.compile(r"\d+\.\d+")
_EVENT = re.compile(r"\d(?:[-+=!$]|[au]:|[cpk]\d:)\S*|d(?:[0-9][mps]r?|[ESWNPFC])")
_OF_EVENTS = (
    DrillKind.WAY_OUT,
    DrillKind.AHEAD,
    DrillKind.RON,
    DrillKind.PASSING,
    DrillKind.SAFE,
    DrillKind.FURITEN,
    DrillKind.WAITS,
)
"""The kinds that are tried, the first that has a question about the position."""
_AFTER, _OWN_TURN = (DrillKind.WAITS,), (DrillKind.WAY_OUT, DrillKind.AHEAD)


class PositionError(ValueError):
    """A text that is no position, or one about which there is no question; the message is one line."""


def typed_position(text: str, kind: DrillKind | None = None) -> StoredPosition:
    """The position of a text with a kind of question that can be asked about it; raises PositionError."""
    words = text.split()
    if not words or len(text) > LONGEST:
        raise PositionError(t("drill.typed-position.length", count=LONGEST))
    try:
        where = _events_at(words)
        kinds: Sequence[DrillKind] = _OF_EVENTS
        if text.lstrip().startswith(("{", CODE_START)):
            rules, seat, events = _of_record(text.strip())
        elif where is not None:
            rules, seat, events = _of_line(words, where)
        else:
            rules, events, kinds = _of_hand(words)
            seat = SEAT
    except (NotationError, UnknownRuleset, CompactEventsError, RecordError, ev.EventError) as error:
        raise PositionError(str(error)) from None
    except (AttributeError, LookupError, TypeError):
        raise PositionError(t("drill.typed-position.impossible")) from None
    return _asked(StoredPosition(DrillKind.WAITS, rules.name, seat, events), (kind,) if kind else kinds)


def refusal(text: str) -> str:
    """Why there is no question about the position of a text; empty if there is one."""
    try:
        typed_position(text)
    except PositionError as error:
        return str(error)
    return ""


def _asked(position: StoredPosition, kinds: Sequence[DrillKind]) -> StoredPosition:
    """The position with the first of these kinds that has a question about it."""
    for kind in kinds:
        found = position._replace(kind=kind)
        try:
            question = found.question()
        except NoQuestion:
            continue
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
            # events that no game can hold: an own game never has them, typed ones may
            raise PositionError(t("drill.typed-position.impossible")) from None
        _check(question)
        return found
    raise PositionError(_why_not(position, kinds))


def _check(question: Question) -> None:
    """Raise PositionError for more copies of a tile than there are."""
    left = question.view().left()
    tile = next((kind_word(kind) for kind in range(KINDS) if left[kind] < 0), None)
    if tile is not None:
        raise PositionError(t("drill.typed-position.fifth", tile=tile))


def _why_not(position: StoredPosition, kinds: Sequence[DrillKind]) -> str:
    asked = ", ".join(kinds)
    try:
        hand = position.position().view().hand
        away = shape.shanten_of(hand.keys, len(hand.melds))
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return t("drill.typed-position.impossible")
    if away < 0:
        return t("drill.typed-position.complete")
    if away > 1 or (away == 1 and hand.size == HAND_SIZE):
        return t("drill.typed-position.away", count=away, kinds=asked)
    return t("drill.typed-position.nothing", kinds=asked)


# -- a record ------------------------------------------------------------------------------------------


def _of_record(text: str) -> tuple[Ruleset, int, str]:
    """The rules, the seat and the events of a record, as that seat saw them, up to its last decision."""
    if text.startswith(CODE_START):
        game = read_code(text)
        rules, record = game.facts.ruleset(), game.events()
    else:
        record = read_events(text.encode())
        start = record[0]
        named = start.rules if isinstance(start, ev.StartGame) else None
        rules = ruleset(named or USUAL_RULES)
    if not any(isinstance(event, ev.StartKyoku) for event in record):
        raise RecordError(t("drill.typed-position.no-hand"))
    *_, hand = hands_of(record)
    events = hand.events
    if any(isinstance(event, ev.ResultEvent) for event in events):
        draws = [place for place, event in enumerate(events) if isinstance(event, ev.Tsumo)]
        events = events[: draws[-1] + 1] if draws else []
    seen = [seat for seat, tiles in enumerate(hand.start.tehais) if UNKNOWN not in tiles]
    last = ev.actor_of(events[-1]) if events else None
    if last is None or not seen:
        raise PositionError(t("drill.typed-position.impossible"))
    at_turn = last if isinstance(events[-1], ev.Tsumo) else (last + 1) % PLAYERS
    seat = at_turn if at_turn in seen else seen[0]
    return rules, seat, write(seat, [mask(event, seat) for event in events])


# -- a line of the library -----------------------------------------------------------------------------


def _events_at(words: Sequence[str]) -> int | None:
    """Where the events of a hand begin; None if the text has none."""
    pairs = pairwise(words)
    return next(
        (
            at
            for at, (wind, sticks) in enumerate(pairs)
            if _ROUND.fullmatch(wind) and _STICKS.fullmatch(sticks)
        ),
        None,
    )


def _of_line(words: Sequence[str], at: int) -> tuple[Ruleset, int, str]:
    if at == 0 or words[at - 1] not in ("0", "1", "2", "3"):
        raise PositionError(t("drill.typed-position.seat"))
    named = words[at - 2].split(",")[0] if at > 1 else ""
    deal, end = at + 5, at + 5
    while end < len(words) and _EVENT.fullmatch(words[end]):
        end += 1
    if deal > len(words):
        raise PositionError(t("drill.typed-position.impossible"))
    return ruleset(named if named in PRESETS else USUAL_RULES), int(words[at - 1]), " ".join(words[at:end])


# -- a hand --------------------------------------------------------------------------------------------


def _of_hand(words: Sequence[str]) -> tuple[Ruleset, str, Sequence[DrillKind]]:
    """The rules, events and possible kinds of a hand with what is known besides."""
    tiles: tuple[Tile, ...] = ()
    melds: list[Meld] = []
    told = {"pond": "", "dora": "", "seat": "E", "round": "E", "rules": USUAL_RULES}
    for word in words:
        name, mark, value = word.partition(":")
        if not mark:
            tiles += parse_tiles(word)
        elif name == "meld":
            melds.append(parse_meld(value, BEFORE))
        elif name in told:
            told[name] = value
        else:
            raise PositionError(t("drill.typed-position.word", word=word, names=", ".join(("meld", *told))))
    for name in ("seat", "round"):
        if told[name] not in tuple(WINDS):
            raise PositionError(t("drill.typed-position.wind", name=name, winds=", ".join(WINDS)))
    rules, pond, dora = ruleset(told["rules"]), parse_tiles(told["pond"]), parse_tiles(told["dora"])
    size = len(tiles) + 3 * len(melds)
    if size not in (HAND_SIZE, HAND_SIZE + 1):
        raise PositionError(t("drill.typed-position.size", count=size))
    if len(dora) > 1 or len(pond) > MOST_DISCARDS:
        raise PositionError(t("drill.typed-position.many", count=MOST_DISCARDS))
    if any(meld.kind not in (MeldKind.CHI, MeldKind.PON) for meld in melds):
        raise PositionError(t("drill.typed-position.kan"))
    if len(melds) > len(pond):
        raise PositionError(t("drill.typed-position.called"))
    check_copies((*tiles, *pond, *dora, *(tile for meld in melds for tile in meld.tiles)), rules)
    away = shape.shanten_of(Hand(tiles, melds).keys, len(melds))
    if size == HAND_SIZE and away > 0:
        raise PositionError(t("drill.typed-position.away", count=away, kinds=", ".join(_AFTER)))
    marker = dora[0] if dora else _neutral(Hand(tiles, melds), pond)
    start = (WINDS.index(told["seat"]), told["round"], marker)
    events = tuple(_events(rules, tiles, melds, pond, *start))
    return rules, write(SEAT, events), _AFTER if size == HAND_SIZE else _OWN_TURN


def _neutral(hand: Hand, pond: Sequence[Tile]) -> Tile:
    """An indicator that touches neither the hand nor the pond; there is always one among 34 kinds."""
    used = {KIND_OF[tile] for tile in (*hand.all_tiles(), *pond)}
    honours_first: tuple[Kind, ...] = (*range(EAST, KINDS), *range(EAST))
    return next(kind for kind in honours_first if not used & {kind, *dora_kinds([kind])})


def _events(
    rules: Ruleset,
    tiles: Sequence[Tile],
    melds: Sequence[Meld],
    pond: Sequence[Tile],
    wind: int,
    round_wind: str,
    marker: Tile,
) -> Iterator[ev.Event]:
    """Events that lead to the hand: each meld is called first, with the first discards after it."""
    from_hand = pond[: len(melds)]
    own = [tile for meld in melds for tile in meld.tiles[1:]]
    dealt = [MJAI[tile] for tile in (*tiles[: HAND_SIZE - 3 * len(melds)], *own, *from_hand)]
    dealer = -wind % PLAYERS
    others = [UNKNOWN] * HAND_SIZE
    hands = [dealt if seat == SEAT else others for seat in range(PLAYERS)]
    scores = [rules.start_points] * PLAYERS
    yield ev.StartKyoku(round_wind, MJAI[marker], dealer + 1, 0, 0, dealer, scores, hands)
    for meld, discard in zip(melds, from_hand, strict=True):
        assert meld.called is not None
        called, consumed = MJAI[meld.called], [MJAI[tile] for tile in meld.tiles[1:]]
        yield ev.Tsumo(BEFORE, UNKNOWN)
        yield ev.Dahai(BEFORE, called, False)
        call = ev.Chi if meld.kind is MeldKind.CHI else ev.Pon
        yield call(SEAT, BEFORE, called, consumed)
        yield ev.Dahai(SEAT, MJAI[discard], False)
    for discard in pond[len(melds) :]:
        yield ev.Tsumo(SEAT, MJAI[discard])
        yield ev.Dahai(SEAT, MJAI[discard], True)
        yield from (ev.Tsumo(seat, UNKNOWN) for seat in range(1, PLAYERS))
    if len(tiles) + 3 * len(melds) > HAND_SIZE:
        yield ev.Tsumo(SEAT, MJAI[tiles[-1]])
