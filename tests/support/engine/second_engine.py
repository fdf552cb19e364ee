"""Games played in `riichienv`, then in our engine, with the menus and the results of both compared."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import riichienv

from engine import events as ev
from engine import shape
from engine.actions import Action, ActionKind
from engine.hand import Hand
from engine.match import Match
from engine.records.recorded_choices import choices
from engine.records.recorded_game import hands_of, recorded_wall
from engine.rules import TENHOU
from engine.tiles import KIND_OF, MJAI, TILE_OF
from engine.wall import PLAYERS

_IGNORED_FIELDS = (
    "names",
    "seed",
    "format",
    "program",
    "rules",
    "length",
    "kyoku_first",
    "aka_flag",
    "final",
)


def normalised(record: Sequence[ev.Event]) -> list[ev.Event]:
    """A kan dora still owed when a second kan is made stands before or after that kan's own event:
    nobody decides anything in between, and the engine puts it after."""
    events = list(record)
    for number in range(len(events) - 1):
        if isinstance(events[number], ev.Dora) and isinstance(events[number + 1], (ev.Ankan, ev.Kakan)):
            events[number : number + 2] = events[number + 1], events[number]
    return events


def differences(mine: ev.Event, written: ev.Event) -> list[str]:
    """Fields in which the two events differ; what the record leaves out is not compared."""
    if type(mine) is not type(written):
        return [f"{written} but the engine has {mine}"]
    found = []
    for name in written.__struct_fields__:
        one, other = getattr(mine, name), getattr(written, name)
        if name == "consumed":
            one, other = sorted(one), sorted(other)
        if name == "yaku" and other is not None:
            one, other = sorted(map(tuple, one)), sorted(map(tuple, other))
        if other is not None and name not in _IGNORED_FIELDS and one != other:
            found.append(f"{type(mine).__name__}.{name}: record {other}, engine {one}")
    return found


Item = tuple[Any, ...]
"""One entry of a menu, spelled so that both engines' entries compare."""

_PASS: Item = ("none",)
_RED_COPIES = {16: TILE_OF["0m"], 52: TILE_OF["0p"], 88: TILE_OF["0s"]}
"""How the other engine numbers the red fives among its 136 tiles."""

_CHANCES = {
    "hora": 0.8,
    "reach": 0.8,
    "ankan": 0.8,
    "kakan": 0.8,
    "daiminkan": 0.6,
    "ryukyoku": 0.5,
    "pon": 0.25,
    "chi": 0.12,
}
"""How readily a player does what he may do."""

_SPELLED = {
    ActionKind.RIICHI: "reach",
    ActionKind.TSUMO: "hora",
    ActionKind.RON: "hora",
    ActionKind.CHI: "chi",
    ActionKind.PON: "pon",
    ActionKind.OPEN_KAN: "daiminkan",
    ActionKind.CLOSED_KAN: "ankan",
    ActionKind.NINE_TERMINALS: "ryukyoku",
    ActionKind.PASS: "none",
}


@dataclass
class Played:
    """One game of the other engine: its log, and each seat's menu by the length of the log."""

    log: list[ev.Event]
    menus: dict[int, dict[int, set[Item]]]


@dataclass
class Comparison:
    """What was compared, and the first difference."""

    hands: int = 0
    menus: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """How often each kind of action stood in a menu."""
    events: Counter[str] = field(default_factory=Counter)
    """How often each kind of event happened; wins as ``tsumo win`` and ``ron``."""
    differences: list[str] = field(default_factory=list)


def their_item(action: dict[str, Any]) -> Item:
    """An action of the other engine, as mjai."""
    kind = action["type"]
    if kind in ("dahai", "kakan"):
        return kind, action["pai"]
    if "consumed" in action:
        return kind, tuple(sorted(action["consumed"]))
    return (kind,)


def our_item(action: Action) -> Item:
    """An action of ours in the same spelling; where a discard comes from is not part of it."""
    if action.kind is ActionKind.DISCARD:
        return "dahai", MJAI[action.tile or 0]
    if action.kind is ActionKind.ADDED_KAN:
        return "kakan", MJAI[action.tile or 0]
    if action.consumed:
        return _SPELLED[action.kind], tuple(sorted(MJAI[tile] for tile in action.consumed))
    return (_SPELLED[action.kind],)


def _deal(seed: int) -> tuple[Any, dict[int, Any]]:
    """A new game in the other engine, and what each seat that must choose sees."""
    rule = riichienv.GameRule.default_tenhou()
    env = riichienv.RiichiEnv(game_mode="4p-red-half", rule=rule, seed=seed)
    return env, env.reset()


def with_nine_terminals(seed: int) -> int:
    """The next seed whose first hand may be ended for nine terminals: one in four hundred."""
    while True:
        _, seen = _deal(seed)
        for sight in seen.values():
            if any(json.loads(action.to_mjai())["type"] == "ryukyoku" for action in sight.legal_actions()):
                return seed
        seed += 1


def play(seed: int, chance: random.Random) -> Played:
    """A whole game in the other engine by players who want to win, call often, and err now and then."""
    env, seen = _deal(seed)
    menus: dict[int, dict[int, set[Item]]] = defaultdict(dict)
    while not env.done():
        chosen = {}
        for seat, sight in seen.items():
            legal = {their_item(json.loads(action.to_mjai())): action for action in sight.legal_actions()}
            if legal:
                menus[len(env.mjai_log)][seat] = set(legal)
                chosen[seat] = legal[_choose(legal, sight.hand, chance)]
        seen = env.step(chosen)
    return Played([_event(event) for event in env.mjai_log], menus)


def _event(spelled: dict[str, Any]) -> ev.Event:
    """Their event; how they name the reason of a draw is their own."""
    return ev.decode(json.dumps({key: value for key, value in spelled.items() if key != "reason"}))


def _choose(legal: dict[Item, Any], hand: list[int], chance: random.Random) -> Item:
    for kind, readiness in _CHANCES.items():
        found = [item for item in legal if item[0] == kind]
        if found and chance.random() < readiness:
            return chance.choice(found)
    if _PASS in legal:
        return _PASS
    discards = [item for item in legal if item[0] == "dahai"]
    if chance.random() < 0.07:
        return chance.choice(discards)
    tiles = Hand(_RED_COPIES.get(number, number // 4) for number in hand)
    left = shape.discards(tiles.keys, (14 - len(tiles.tiles)) // 3)
    return min(discards, key=lambda item: (left[KIND_OF[TILE_OF[item[1]]]][0], chance.random()))


def compare(seed: int, chance: random.Random, found: Comparison) -> None:
    """Play one game there and again here; stop at the first difference and note it."""
    played = play(seed, chance)
    record = normalised(played.log)
    hands = hands_of(played.log)
    match = Match(TENHOU, 0, walls=lambda header: recorded_wall(TENHOU, next(hands).events))
    seen = 1
    while match.standings is None and seen < len(record):
        for number in range(seen, len(match.events)):
            lines = differences(match.events[number], record[number])
            found.differences += [f"game {seed}, event {number + 1}: {line}" for line in lines]
        seen = len(match.events)
        if match.acting and not found.differences:
            _compare_menus(match, played.menus.get(seen, {}), f"game {seed}, event {seen}", found)
        if found.differences:
            return
        if match.acting:
            told = choices(match.round, record[seen:])
            assert told is not None
            match.step(told)
        else:
            found.hands += 1
            found.events.update(map(_name, match.round.events))
            match.proceed()


def _name(event: ev.Event) -> str:
    if isinstance(event, ev.Hora):
        return "tsumo win" if event.actor == event.target else "ron"
    return str(event.__struct_config__.tag)


def _compare_menus(match: Match, theirs: dict[int, set[Item]], where: str, found: Comparison) -> None:
    for seat in range(PLAYERS):
        ours = set(map(our_item, match.round.options(seat).actions))
        other = theirs.get(seat, set())
        if ours != other - ({_PASS} if other == {_PASS} else set()):
            found.differences.append(f"{where}, seat {seat}: ours {ours - other}, theirs {other - ours}")
        found.menus += 1
        for item in ours:
            found.kinds[item[0]] += 1


# -- events of a record beside the engine's own ----------------------------------------------------------


def played_log(rule: str, seed: int) -> bytes:
    """The log of a game of the other engine, as it writes it, under one of its rules.

    Its players take wins, mostly discard towards tenpai, and call now and then.
    """
    chance = random.Random(seed)
    env = riichienv.RiichiEnv(game_mode="4p-red-half", rule=getattr(riichienv.GameRule, rule)(), seed=seed)
    seen = env.reset()
    while not env.done():
        seen = env.step({seat: _sensible(view, chance) for seat, view in seen.items()})
    return b"".join(json.dumps(event).encode() + b"\n" for event in env.mjai_log)


def _sensible(view: Any, chance: random.Random) -> Any:
    by_kind: dict[str, list[Any]] = {}
    for action in view.legal_actions():
        by_kind.setdefault(str(action.action_type).rpartition(".")[2].lower(), []).append(action)
    for kind in ("ron", "tsumo", "riichi"):
        if kind in by_kind:
            return by_kind[kind][0]
    if "discard" in by_kind and chance.random() < 0.97:
        return min(by_kind["discard"], key=lambda action: (_shanten(view.hand, action.tile), chance.random()))
    if "pass" in by_kind and chance.random() < 0.8:
        return by_kind["pass"][0]
    return chance.choice([action for actions in by_kind.values() for action in actions])


def _shanten(hand: Sequence[int], tile: int) -> int:
    left = list(hand)
    left.remove(tile)
    return int(riichienv.calculate_shanten(left))
