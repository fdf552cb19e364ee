"""What is measured, against whom, and the goals: so many times as fast as that library in the same run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import riichienv
import xiangting
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as PeerMeld
from mahjong.shanten import Shanten

from engine import shape
from engine.actions import PASS, Action, ActionKind
from engine.hand import Hand
from engine.match import Match
from engine.melds import MeldKind
from engine.rules import TENHOU
from engine.score import Score, Win, score
from engine.tiles import COPIES, KINDS, Kind, count_kinds
from tests.bench.hands import ids, one_suit_hands, random_hands, wins
from tests.bench.measure import ROUNDS, Contest, Peer, Runner

FOUR = xiangting.PlayerCount.FOUR
MANY, SOME, FEW = 5_000, 300, 20
"""Hands for what takes microseconds, tens of microseconds, and milliseconds."""

peer_shanten = Shanten.calculate_shanten


def keys(kinds: Sequence[Kind]) -> list[int]:
    """A hand's keys, as the engine keeps them up to date while tiles come and go."""
    return Hand(kinds).keys


Answer = Callable[[Any], object]


def agree(name: str, ours: Answer, peer: Answer, *inputs: Sequence[Any]) -> None:
    """Raise AssertionError unless both give the same for each pair of inputs."""
    for mine, theirs in zip(*inputs, strict=True):
        one, other = ours(mine), peer(theirs)
        assert one == other, f"{name}: {one} and {other} for {mine}"


def compiled_shanten(counts: list[int]) -> int:
    """Shanten by ``xiangting``."""
    return int(xiangting.calculate_replacement_number(counts, FOUR)) - 1


def shanten_contests(title: str, hands: list[list[Kind]]) -> Iterator[Contest]:
    """Shanten of all three forms, from a list of counts and from the keys that the engine keeps."""
    counts = [count_kinds(hand) for hand in hands]
    numbers = [ids(hand) for hand in hands]
    kept = [keys(hand) for hand in hands]

    def check() -> None:
        agree("shanten, mahjong", shape.shanten, peer_shanten, counts, counts)
        agree("shanten, riichienv", shape.shanten_of, riichienv.calculate_shanten, kept, numbers)

    mahjong = Runner("mahjong", peer_shanten, counts[: MANY // 10])
    compiled = Runner("xiangting (Rust)", compiled_shanten, counts)
    rust = Runner("riichienv (Rust)", riichienv.calculate_shanten, numbers)
    listed = Runner("furiten", shape.shanten, counts)
    engine = Runner("furiten", shape.shanten_of, kept)
    yield Contest(f"shanten from counts, {title}", listed, [Peer(mahjong, 20), Peer(compiled, 0.5)], check)
    yield Contest(f"shanten from keys, {title}", engine, [Peer(mahjong, 100), Peer(rust, 1)], check)


def peer_acceptance(counts: list[int]) -> dict[Kind, tuple[int, tuple[Kind, ...]]]:
    """Acceptance of every discard as users of ``mahjong`` compute it: try each tile on each."""
    answer = {}
    counts = list(counts)
    for discard in range(KINDS):
        if not counts[discard]:
            continue
        counts[discard] -= 1
        now = peer_shanten(counts)
        accepted = []
        for kind in range(KINDS):
            if counts[kind] < COPIES:
                counts[kind] += 1
                if peer_shanten(counts) < now:
                    accepted.append(kind)
                counts[kind] -= 1
        counts[discard] += 1
        answer[discard] = now, tuple(accepted)
    return answer


def compiled_acceptance(counts: list[int]) -> dict[Kind, tuple[int, int]]:
    """The same with ``xiangting``, one call a discard."""
    answer = {}
    counts = list(counts)
    for discard in range(KINDS):
        if counts[discard]:
            counts[discard] -= 1
            answer[discard] = xiangting.calculate_necessary_tiles(counts, FOUR)
            counts[discard] += 1
    return answer


def acceptance_contests(title: str, goal: float, hands: list[list[Kind]]) -> Iterator[Contest]:
    """What each discard of fourteen tiles leaves to draw, for new hands and for hands seen before."""
    counts = [count_kinds(hand) for hand in hands]
    kept = [keys(hand) for hand in hands]

    def check() -> None:
        agree("acceptance, mahjong", shape.discards, peer_acceptance, kept[:FEW], counts[:FEW])

    mahjong = Runner("mahjong", peer_acceptance, counts[:FEW])
    compiled = Runner("xiangting (Rust)", compiled_acceptance, counts[:SOME])
    unseen = Runner("furiten", shape.discards, kept, unseen=True)
    peers = [Peer(mahjong), Peer(compiled)]
    yield Contest(f"acceptance of all discards, {title}, unseen", unseen, peers, check)
    seen = Runner("furiten", shape.discards, kept[:SOME])
    peers = [Peer(mahjong, goal), Peer(compiled, 0.5)]
    yield Contest(f"acceptance of all discards, {title}", seen, peers, check)


PEER_RULES = OptionalRules(has_open_tanyao=True, has_double_yakuman=False)
PEER_MELDS = {MeldKind.CHI: PeerMeld.CHI, MeldKind.PON: PeerMeld.PON}


def peer_win(win: Win) -> dict[str, Any]:
    """The arguments that ``mahjong`` takes for the same win."""
    concealed = list(win.tiles)
    numbers = ids(sorted([*concealed, *(tile for meld in win.melds for tile in meld.tiles)]))

    def take(kind: Kind) -> int:
        return numbers.pop(next(place for place, number in enumerate(numbers) if number // COPIES == kind))

    melds = [PeerMeld(PEER_MELDS[meld.kind], [take(tile) for tile in meld.tiles]) for meld in win.melds]
    winning = next(number for number in numbers if number // COPIES == win.winning_tile)
    config = HandConfig(
        is_tsumo=win.tsumo,
        is_riichi=bool(win.riichi),
        player_wind=win.seat_wind,
        round_wind=win.round_wind,
        options=PEER_RULES,
    )
    everything = sorted([*numbers, *(tile for meld in melds for tile in meld.tiles)])
    dora = [COPIES * tile for tile in win.dora_indicators]
    return {
        "tiles": everything,
        "win_tile": winning,
        "melds": melds,
        "dora_indicators": dora,
        "config": config,
    }


def peer_score(arguments: dict[str, Any]) -> Any:
    """The answer of ``mahjong``."""
    return HandCalculator.estimate_hand_value(**arguments)


def scoring_contests() -> Iterator[Contest]:
    """Yaku, han, fu and points of complete hands."""
    hands = wins(MANY // 5)
    theirs = [peer_win(win) for win in hands]

    def check() -> None:
        for win, arguments in zip(hands, theirs, strict=True):
            one, other = score(win), peer_score(arguments)
            if not isinstance(one, Score):
                assert other.error, win
            elif not one.yakuman:
                assert (one.han, one.fu) == (other.han, other.fu), win

    mahjong = Runner("mahjong", peer_score, theirs)
    yield Contest("scoring a complete hand", Runner("furiten", score, hands), [Peer(mahjong, 4)], check)


def our_choice(actions: Sequence[Action]) -> Action:
    """Throw the drawn tile, claim nothing."""
    if PASS in actions:
        return PASS
    thrown = [action for action in actions if action.kind is ActionKind.DISCARD]
    return next((action for action in thrown if action.tsumogiri), thrown[-1])


ONE_HAND = replace(TENHOU, length="hand")


def our_hand(seed: int) -> None:
    """One hand through options and views, in which everybody throws the drawn tile."""
    match = Match(ONE_HAND, seed)
    while match.standings is None:
        if match.acting:
            match.step({seat: our_choice(match.round.options(seat).actions) for seat in match.acting})
        else:
            match.proceed()


def peer_choice(observation: Any) -> Any:
    """The same at the other table."""
    actions = observation.legal_actions()
    kinds = riichienv.ActionType
    skip = next((action for action in actions if action.action_type == kinds.PASS), None)
    if skip is not None:
        return skip
    thrown = [action for action in actions if action.action_type == kinds.DISCARD]
    return thrown[-1]


def peer_hand(seed: int) -> None:
    """The same with ``riichienv``."""
    env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed)
    observations = env.reset()
    while not env.done():
        observations = env.step({seat: peer_choice(seen) for seat, seen in observations.items()})


def contests() -> Iterator[Contest]:
    """Everything, in the order of the report."""
    yield from shanten_contests("random", random_hands(MANY))
    yield from shanten_contests("one suit", one_suit_hands(MANY))
    yield from acceptance_contests("random", 300, random_hands(SOME * (ROUNDS + 1)))
    yield from acceptance_contests("one suit", 500, one_suit_hands(SOME * (ROUNDS + 1)))
    yield from scoring_contests()
    ours = Runner("furiten", our_hand, range(FEW))
    rust = Runner("riichienv (Rust)", peer_hand, range(FEW))
    yield Contest("a whole hand, drawn tiles thrown", ours, [Peer(rust, 1)], lambda: None)
