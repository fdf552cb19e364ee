"""A code that holds a hand: its wall and every decision, in one line to paste.

    F1-wrc-E1h0s0-30000-30000-30000-30000-LIVE-KAN-DORA-URA-MOVES-CHECK

A code depends on no version of the program, on no generator of walls and on no order of options. Its fields:

- ``F1``, the form of the code, and the ruleset: a preset, then what differs from it (``_RULES``);
  own rules are ``OWN`` and their name (``engine.own_rules``) in base 32;
- round wind and hand, honba and riichi sticks, and the scores by seat;
- the wall, a character for each tile (``TILES``): what is dealt to East, South, West and North, what is
  drawn after that, the replacement tiles of kans, the indicators, the ura indicators. The code of a record
  that does not have its whole wall holds the tiles that were seen;
- the moves, in order (``_Moves``): draws, bets and payments follow by rule;
- the CRC-32 of all that, eight hexadecimal digits.
"""

from __future__ import annotations

import re
import zlib
from base64 import b32decode, b32encode
from collections import deque
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import get_args

from msgspec.structs import replace

from engine import events as ev
from engine.actions import PASS, Action, ActionKind, IllegalAction
from engine.match import FORMAT
from engine.outcome import DrawReason
from engine.own_rules import UnknownRuleset, is_own, ruleset
from engine.records.recorded_choices import RecordError, choices
from engine.records.recorded_game import (
    CODE_START,
    Format,
    RecordedGame,
    RecordedHand,
    RecordedRules,
    ShownTiles,
    filled_wall,
    hands_of,
    shown_tiles,
)
from engine.records.replay import leaves_out, same_events
from engine.records.resumed_game import BranchPoint, BranchTerms, branch_origin
from engine.round import Header, Round
from engine.rules import Length, Ruleset
from engine.table import Phase
from engine.tiles import COPIES, EAST, KIND_OF, MJAI, TILE_OF
from engine.wall import DEALT, PLAYERS, Wall

LONGEST = 4_000
"""The most letters of a code. A hand takes at most 500; own rules that change every field, some 2,500."""
TILES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa"
"""The characters of 1m to 9m, 1p to 9p, 1s to 9s, the seven honours, and the red fives m, p, s."""
_NUMBER_OF = {letter: tile for tile, letter in enumerate(TILES)}
_LENGTHS: tuple[Length, ...] = get_args(Length)
_OWN = "OWN"
_RULES = re.compile(rf"([a-z]+\d*|{_OWN}[A-Z2-7]+)(?:~r(\d)(\d)(\d))?(?:~k([01]))?(?:~(hand|east|south))?")
"""A ruleset; red fives, open tanyao and length where they differ from it."""
_DEAL = re.compile(r"([ESWN])([1-4])h(\d{1,4})s(\d{1,4})")
_SCORE = re.compile(r"m?\d{1,7}")
"""Points, ``m`` for minus."""
_FIELDS = 12


class Letter(StrEnum):
    """The first letter of a move; a discard out of the hand is the tile alone."""

    DRAWN = "t"
    """The drawn tile is discarded."""
    RIICHI = "r"
    """The discard follows."""
    TSUMO = "w"
    RON = "h"
    """The seat of the winner follows."""
    NINE_TERMINALS = "n"
    TRIPLE_RON = "x"
    """The hand is drawn because three win."""
    CLOSED_KAN = "k"
    """The kind follows."""
    ADDED_KAN = "j"
    """The added tile follows."""
    CHI = "c"
    """The two tiles from the hand follow; the seat goes without saying."""
    PON = "p"
    """The seat and the two tiles from the hand follow."""
    OPEN_KAN = "q"
    """The seat follows."""
    NOBODY = "o"
    """Nobody claims the tile on offer: said at the end of the moves alone."""


_TILE = r"[0-9A-Za]"
_MOVE = re.compile(
    "|".join(
        (
            rf"{Letter.RIICHI}?(?:{_TILE}|{Letter.DRAWN})",
            rf"[{Letter.CLOSED_KAN}{Letter.ADDED_KAN}]{_TILE}",
            rf"{Letter.CHI}{_TILE}{{2}}",
            rf"{Letter.PON}[0-3]{_TILE}{{2}}",
            rf"[{Letter.OPEN_KAN}{Letter.RON}][0-3]",
            rf"[{Letter.TSUMO}{Letter.NINE_TERMINALS}{Letter.TRIPLE_RON}{Letter.NOBODY}]",
        )
    )
)
_MOVES = re.compile(rf"(?:{_MOVE.pattern})*")
_CLAIMS = (
    Letter.CHI,
    Letter.PON,
    Letter.OPEN_KAN,
    Letter.RON,
    Letter.TRIPLE_RON,
    Letter.NOBODY,
)


# -- writing -------------------------------------------------------------------------------------------


def write_code(rules: Ruleset, hand: RecordedHand, wall: Wall | None = None) -> str:
    """The code of a recorded hand, which may stop in the middle.

    ``wall`` is its whole wall where that is known, see ``branch.known_wall``. Raises RecordError for what a
    code cannot hold, such as a hand in which errors are penalised, or that the rules do not allow.
    """
    if wall is None and leaves_out(rules, hand):
        raise RecordError(f"hand {hand.number}: a code holds all indicators, and this record leaves some out")
    shown = shown_tiles(hand.events) if wall is None else ShownTiles.of(wall)
    start = hand.start
    text = "-".join(
        (
            CODE_START.rstrip("-"),
            _rules_text(rules),
            f"{start.bakaze}{start.kyoku}h{start.honba}s{start.kyotaku}",
            *(str(score).replace("-", "m") for score in start.scores),
            *("".join(TILES[tile] for tile in tiles) for tiles in (shown.dealt + shown.live, *shown[2:])),
            "".join(_moves(hand.events)),
        )
    )
    code = f"{text}-{_check(text)}"
    (read,) = hands_of(read_code(code).events())
    if not same_events(hand.events, read.events):
        raise RecordError(f"hand {hand.number}: it was not played by the rules of {rules.name}")
    return code


def _rules_text(rules: Ruleset) -> str:
    told = RecordedRules.told_of(rules)
    parts = [_OWN + b32encode(rules.name.encode()).decode().rstrip("=") if is_own(rules) else rules.name]
    if told.red_fives is not None:
        parts.append("r" + "".join(map(str, told.red_fives)))
    if told.open_tanyao is not None:
        parts.append(f"k{told.open_tanyao:d}")
    if rules.length != ruleset(rules.name).length:
        parts.append(rules.length)
    return "~".join(parts)


def _named_rules(text: str) -> str:
    if not text.startswith(_OWN):
        return text
    coded = text.removeprefix(_OWN)
    try:
        return b32decode(coded + "=" * (-len(coded) % 8)).decode()
    except ValueError:
        raise UnknownRuleset("its own rules cannot be read") from None


def _moves(events: Sequence[ev.Event]) -> Iterator[str]:
    for event in events:
        match event:
            case ev.Reach():
                yield Letter.RIICHI
            case ev.Dahai(pai=pai, tsumogiri=tsumogiri):
                yield Letter.DRAWN if tsumogiri else _letter(pai)
            case ev.Ankan(consumed=consumed):
                yield Letter.CLOSED_KAN + min(map(_letter, consumed))
            case ev.Kakan(pai=pai):
                yield Letter.ADDED_KAN + _letter(pai)
            case ev.Chi(consumed=consumed):
                yield Letter.CHI + "".join(map(_letter, consumed))
            case ev.Pon(actor=actor, consumed=consumed):
                yield f"{Letter.PON}{actor}" + "".join(map(_letter, consumed))
            case ev.Daiminkan(actor=actor):
                yield f"{Letter.OPEN_KAN}{actor}"
            case ev.Hora(actor=actor, target=target):
                yield Letter.TSUMO if actor == target else f"{Letter.RON}{actor}"
            case ev.Ryukyoku(reason=DrawReason.NINE_TERMINALS):
                yield Letter.NINE_TERMINALS
            case ev.Ryukyoku(reason=DrawReason.TRIPLE_RON):
                yield Letter.TRIPLE_RON
            case ev.StartKyoku() | ev.Tsumo() | ev.Ryukyoku():
                pass
            case _ if not event.follows_by_rule:
                raise RecordError("a code holds no hand in which errors are penalised or wins are said")
    told = [event for event in events if not event.follows_by_rule]
    if len(told) > 1 and isinstance(told[-2], ev.OfferEvent) and isinstance(told[-1], ev.Tsumo | ev.Ryukyoku):
        yield Letter.NOBODY


def _letter(name: str) -> str:
    return TILES[TILE_OF[name]]


def _check(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


# -- reading -------------------------------------------------------------------------------------------


def read_code(code: str) -> RecordedGame:
    """A game of the one hand that the code holds, its wall in ``branch`` of its start_game if all is known.

    Raises RecordError with what is wrong: the check, a field, the wall, or a move that is not allowed.
    """
    if len(code) > LONGEST:
        raise RecordError(f"the code of a hand has at most {LONGEST:,} letters")
    text, _, check = code.rpartition("-")
    if check != _check(text):
        raise RecordError("the code of the hand is mistyped or cut: its last letters do not fit the others")
    fields = text.split("-")
    if len(fields) != _FIELDS:
        raise RecordError(f"the code of the hand has {len(fields)} fields, not {_FIELDS}")
    _, named, deal, *scores, live, kan, dora, ura, moves = fields
    rules, header = _ruleset(named), _header(deal, scores)
    shown = _tiles(live, kan, dora, ura)
    wall = filled_wall(rules, shown)
    events = _played(Round(rules, header, wall), moves)
    if any(len(one) > len(other) for one, other in zip(shown_tiles(events), shown, strict=True)):
        raise RecordError("the moves of the code go on when its wall has ended")
    return _game(rules, events, wall if sum(map(len, shown)) == len(wall.tiles) else None)


def _ruleset(text: str) -> Ruleset:
    found = _RULES.fullmatch(text)
    try:
        rules = ruleset("" if found is None else _named_rules(found[1]))
    except UnknownRuleset as error:
        raise RecordError(f"the code of the hand names no ruleset: '{text}' ({error})") from None
    assert found is not None
    if found[2]:
        manzu, pinzu, souzu = (min(int(count), COPIES) for count in found.group(2, 3, 4))
        rules = replace(rules, red_fives=(manzu, pinzu, souzu))
    if found[5]:
        rules = replace(rules, open_tanyao=found[5] == "1")
    return replace(rules, length=next((each for each in _LENGTHS if each == found[6]), rules.length))


def _header(deal: str, scores: Sequence[str]) -> Header:
    found = _DEAL.fullmatch(deal)
    if found is None or not all(map(_SCORE.fullmatch, scores)):
        raise RecordError(f"the code of the hand does not say which hand it is: '{deal}' and the scores")
    return Header(
        number=(TILE_OF[found[1]] - EAST) * PLAYERS + int(found[2]) - 1,
        honba=int(found[3]),
        riichi_sticks=int(found[4]),
        scores=tuple(int(score.replace("m", "-")) for score in scores),
    )


def _tiles(*parts: str) -> ShownTiles:
    try:
        live, kan, dora, ura = ([_NUMBER_OF[letter] for letter in part] for part in parts)
    except KeyError as error:
        raise RecordError(f"the wall of the code has {error}, which is no tile") from None
    if not dora:
        raise RecordError("the wall of the code has no indicator")
    return ShownTiles(live[:DEALT], live[DEALT:], kan, dora, ura)


def _played(game: Round, moves: str) -> list[ev.Event]:
    """The events of the hand, to where the moves end; raises RecordError."""
    if _MOVES.fullmatch(moves) is None:
        raise RecordError("the moves of the code cannot be read")
    tokens = _MOVE.findall(moves)
    left = deque(tokens)
    move = ""
    while game.outcome is None and left:
        try:
            if game.table.phase is Phase.TURN:
                move = left.popleft()
                chosen = choices(game, _turn_events(game, move)) if move != Letter.NOBODY else None
            else:
                claims = list(_claims(left))
                move = claims[-1] if claims else Letter.NOBODY
                chosen = _claim_choices(game, claims)
            if chosen is not None:
                game.step(chosen)
        except (RecordError, IllegalAction) as error:
            raise RecordError(f"move '{move}' of the code: {error}") from None
    if any(rest != Letter.NOBODY for rest in left):
        raise RecordError("the moves of the code go on when the hand is over")
    last = tokens[-1][0] if tokens else Letter.NOBODY
    if last in (*TILES, Letter.DRAWN, Letter.RIICHI, Letter.CLOSED_KAN, Letter.ADDED_KAN):
        # whether it was claimed, and what followed, is not known
        offers = [place for place, event in enumerate(game.events) if isinstance(event, ev.OfferEvent)]
        return game.events[: offers[-1] + 1]
    return game.events


def _claims(left: deque[str]) -> Iterator[str]:
    """The letters about the tile on offer: one claim or several wins, ``Letter.NOBODY``, or nothing."""
    if left[0][0] in _CLAIMS:
        yield (move := left.popleft())
        while move[0] == Letter.RON and left and left[0][0] == Letter.RON:
            yield left.popleft()


def _turn_events(game: Round, move: str) -> list[ev.Event]:
    """The events with which a record tells that move of the seat whose turn it is."""
    seat = game.table.turn
    view = game.view(seat)
    match move[0]:
        case Letter.TSUMO:
            return [ev.Hora(seat, seat)]
        case Letter.NINE_TERMINALS:
            return [ev.Ryukyoku(reason=DrawReason.NINE_TERMINALS)]
        case Letter.CLOSED_KAN:
            kind = KIND_OF[_NUMBER_OF[move[1]]]
            return [ev.Ankan(seat, [MJAI[tile] for tile in view.hand.tiles if KIND_OF[tile] == kind])]
        case Letter.ADDED_KAN:
            return [ev.Kakan(seat, _name(move[1]), [])]
        case Letter.RIICHI:
            return [ev.Reach(seat), *_turn_events(game, move[1:])]
        case Letter.DRAWN if view.drawn is not None:
            return [ev.Dahai(seat, MJAI[view.drawn], True)]
        case letter if letter in _NUMBER_OF:
            return [ev.Dahai(seat, _name(letter), False)]
    raise RecordError(f"seat {seat} has to discard")


def _claim_choices(game: Round, claims: Sequence[str]) -> dict[int, Action] | None:
    """The choice of each seat that may claim the tile on offer."""
    if not claims or claims[0] == Letter.NOBODY:
        return dict.fromkeys(game.acting, PASS)
    source = game.table.turn
    return choices(game, [*(_claim_event(game, source, claim) for claim in claims), ev.EndKyoku()])


def _claim_event(game: Round, source: int, claim: str) -> ev.Event:
    offer = game.table.offer
    assert offer is not None
    offered = MJAI[offer]
    match claim[0]:
        case Letter.TRIPLE_RON:
            return ev.Ryukyoku(reason=DrawReason.TRIPLE_RON)
        case Letter.RON:
            return ev.Hora(int(claim[1]), source)
        case Letter.CHI:
            return ev.Chi((source + 1) % PLAYERS, source, offered, [_name(letter) for letter in claim[1:]])
        case Letter.PON:
            return ev.Pon(int(claim[1]), source, offered, [_name(letter) for letter in claim[2:]])
    seat = int(claim[1])
    kans = game.options(seat).of(ActionKind.OPEN_KAN) if seat in game.acting else ()
    consumed = [MJAI[tile] for kan in kans for tile in kan.consumed]
    return ev.Daiminkan(seat, source, offered, consumed)


def _name(letter: str) -> str:
    return MJAI[_NUMBER_OF[letter]]


def _game(rules: Ruleset, events: Sequence[ev.Event], wall: Wall | None) -> RecordedGame:
    start = ev.StartGame(format=FORMAT, rules=rules.name, length=rules.length)
    over = isinstance(events[-1], ev.ResultEvent)
    told = list(events)
    if wall is not None:
        deal = BranchPoint(RecordedHand(1, 2, told), step=0, seat=0)
        origin = branch_origin(rules, deal, wall, BranchTerms(names=(), seed=0))
        start = replace(start, branch=replace(origin, given=1))
    ends = [] if wall is None else [ev.EndGame()]
    record = [start, *told, *([ev.EndKyoku(), *ends] if over else ())]
    facts = RecordedRules.told_of(rules)
    fault = None if over else RecordError("the code stops in the middle of the hand")
    return RecordedGame(facts, lambda rules: record, over, fault, format=Format.CODES)
