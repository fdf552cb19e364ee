"""Counts and table errors of a game, read off its events: slow, plain, and apart from the engine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from mahjong.shanten import Shanten

from ai.reading.safety import Safety
from engine import events as ev
from engine.legal import refuse_discard
from engine.rules import TENHOU, Ruleset
from engine.tiles import KIND_OF, TILE_OF
from engine.view import SeatView
from tests.support.ai.slow_solver.counting import _estimated
from tests.support.ai.slow_solver.story import (
    Story,
    causes,
    completing,
    hand_without,
    kind_of,
    proceed,
    tell,
)
from tests.support.ai.slow_solver.win_points import has_yaku

Line = dict[str, Any]
Counts = list[Counter[str]]
CALLS = ("chi", "pon", "daiminkan")
PLACES = ("first", "second", "third", "fourth")


def slow_counts(data: bytes) -> list[dict[str, int]]:
    """The counts by seat, those of zero left out."""
    lines = [json.loads(line) for line in data.splitlines()]
    found: Counts = [Counter() for _ in range(4)]
    starts = [number for number, line in enumerate(lines) if line["type"] == "start_kyoku"]
    for first, last in zip(starts, [*starts[1:], len(lines)], strict=True):
        hand = [line for line in lines[first:last] if line["type"] not in ("end_kyoku", "end_game")]
        _hand(hand, found)
        for seat in range(4):
            _own_way(hand, seat, found[seat])
    scores = lines[-1]["scores"]
    ranked = sorted(range(4), key=lambda seat: (-scores[seat], seat))
    for seat, counts in enumerate(found):
        place = ranked.index(seat)
        counts.update({"games": 1, "placed": 1, PLACES[place]: 1, "place_total": place + 1})
        counts.update({"busts": int(scores[seat] < 0), "final_points": scores[seat]})
    return [{name: number for name, number in counts.items() if number} for counts in found]


# -- the end of a hand -----------------------------------------------------------------------------------


def _hand(hand: list[Line], found: Counts) -> None:
    wins = [line for line in hand if line["type"] == "hora"]
    draws = [line for line in hand if line["type"] == "ryukyoku"]
    riichi = [line["actor"] for line in hand if line["type"] == "reach"]
    opened = {line["actor"] for line in hand if line["type"] in CALLS}
    for seat, counts in enumerate(found):
        won = any(win["actor"] == seat for win in wins)
        dealt = any(win["target"] == seat != win["actor"] for win in wins)
        gained = sum(line["deltas"][seat] for line in [*wins, *draws])
        gained -= 1_000 * sum(line == {"type": "reach_accepted", "actor": seat} for line in hand)
        ends = {"wins": won, "deal_ins": dealt, "drawn": bool(draws), "balance": gained}
        counts.update({"hands": 1, **{name: int(number) for name, number in ends.items()}})
        if hand[0]["oya"] == seat:
            counts.update({f"dealer_{name}": int(number) for name, number in {"hands": 1, **ends}.items()})
            hit = any(win["actor"] == win["target"] != seat for win in wins)
            counts.update({"dealer_hits": int(hit), "dealer_hit_balance": gained * hit})
        for inside, name, prefix in (
            (seat in riichi, "riichi", "riichi"),
            (seat in opened, "calls", "call"),
        ):
            if inside:
                counts[name] += 1
                counts.update({f"{prefix}_{end}": int(number) for end, number in ends.items()})
    if draws and draws[0]["reason"] == "exhaustive":
        for counts, tenpai in zip(found, draws[0]["tenpais"], strict=True):
            counts.update({"draws": 1, "tenpai": int(tenpai)})
    for number, seat in enumerate(riichi):
        found[seat]["riichi_chasing" if number else "riichi_first"] += 1
        found[seat]["riichi_chased"] += seat != riichi[-1]
    for win in wins:
        _win(win, win is wins[0], hand, riichi, opened, found)


def _win(
    win: Line, first: bool, hand: list[Line], riichi: list[int], opened: set[int], found: Counts
) -> None:
    winner, target = win["actor"], win["target"]
    kind = "riichi" if winner in riichi else "open" if winner in opened else "dama"
    own = found[winner]
    # the first of several winners is paid the honba and the sticks
    sticks = hand[0]["kyotaku"] + sum(line["type"] == "reach_accepted" for line in hand)
    points = win["deltas"][winner] - (1_000 * sticks + 300 * hand[0]["honba"]) * first
    moves = [line for line in hand if line["type"] in ("tsumo", *CALLS) and line["actor"] == winner]
    own.update({"points": points, "win_turns": len(moves)})
    own["dealer_points"] += points * (hand[0]["oya"] == winner)
    own["dama_wins"] += kind == "dama"
    if winner == target:
        own["tsumo_wins"] += 1
        own["riichi_tsumo_wins"] += kind == "riichi"
        own["call_tsumo_wins"] += kind == "open"
    else:
        found[target].update({"dealt_wins": 1, "deal_in_points": points, f"dealt_{kind}": 1})
    if kind == "riichi" and not win["yakuman"]:
        names = dict(win["yaku"])
        own["ippatsu_wins"] += "ippatsu" in names
        own["ura_wins"] += bool(names.get("ura-dora"))


# -- what one seat lived through -------------------------------------------------------------------------


def _own_way(hand: list[Line], seat: int, counts: Counter[str]) -> None:
    """Turns in tenpai, furiten, riichi, and the tile dealt in."""
    events = [ev.decode(json.dumps(line).encode()) for line in hand]
    story, kan, inside, furiten_riichi = Story(TENHOU, seat), False, False, False
    for place, (line, event) in enumerate(zip(hand, events, strict=True)):
        if line["type"] == "hora":
            break
        own, banned = line.get("actor") == seat, bool(_furiten(story))
        if line["type"] in _HAPPENING:
            proceed(story, event)
        if own and (line["type"] in ("chi", "pon") or (line["type"] == "tsumo" and not kan)):
            kinds = _furiten(story)
            counts["tenpai_turns"] += bool(story.waits)
            counts["furiten_turns"] += bool(kinds)
            counts.update(f"furiten_{kind}" for kind in kinds)
        kan = line["type"] in ("ankan", "kakan") or (kan and line["type"] != "tsumo")
        if not own and story.offered in story.waits and banned and line["type"] in ("dahai", "kakan"):
            points = _points(events[: place + 1], story)
            counts["missed"] += points > 0
            counts["missed_points"] += points
        if own and line["type"] in ("dahai", "ankan", "kakan", "daiminkan"):
            before, inside = inside, bool(set(story.thrown) & set(story.waits))
            if line["type"] == "dahai" and inside and not before:
                counts["entered"] += 1
                counts["avoidable"] += _avoidable(events[:place], seat, story)
            if line["type"] == "dahai" and {"type": "reach", "actor": seat} in hand[place - 1 : place]:
                furiten_riichi = inside
                left = sum(4 - story.seen[kind] for kind in story.waits)
                counts["riichi_turns"] += len(story.thrown)
                counts.update({"riichi_good": int(left >= 6), "riichi_many": int(len(story.waits) >= 2)})
    if furiten_riichi:
        gained = sum(line["deltas"][seat] for line in hand if line["type"] in ("hora", "ryukyoku"))
        gained -= 1_000 * sum(line == {"type": "reach_accepted", "actor": seat} for line in hand)
        counts.update({"riichi_furiten": 1, "riichi_furiten_balance": gained})
    _dealt(hand, events, seat, counts)


_HAPPENING = ("start_kyoku", "tsumo", "dahai", *CALLS, "ankan", "kakan", "reach", "reach_accepted", "dora")


def _furiten(story: Story) -> set[str]:
    return {kind for kind, _, _ in causes(story)} if story.waits else set()


def _avoidable(before: Sequence[ev.Event], seat: int, after: Story) -> bool:
    """Whether another discard left a wait without furiten, with as many unseen tiles."""
    story = tell(TENHOU, seat, before)
    unseen = sum(4 - after.seen[kind] for kind in after.waits)
    for tile in set(story.concealed) - set(story.forbidden):
        if story.accepted and tile != story.drawn:
            continue
        waits = set(completing(hand_without(story.concealed, tile)))
        if waits & {*story.thrown, tile} or (story.accepted and story.passed):
            continue
        if sum(4 - after.seen[kind] for kind in waits) >= max(unseen, 1):
            return True
    return False


def _dealt(hand: list[Line], events: Sequence[ev.Event], seat: int, counts: Counter[str]) -> None:
    """The tier of the discard that was won on; the safety of a tile itself is tested elsewhere."""
    winners = [line["actor"] for line in hand if line["type"] == "hora" and line["target"] == seat]
    place = max((number for number, line in enumerate(hand) if line["type"] in _OFFERING), default=0)
    if not winners or seat in winners or hand[place]["type"] != "dahai":
        return
    chosen = place - (hand[place - 1]["type"] == "reach")
    view = SeatView.from_events(TENHOU, seat, events[:chosen])
    safety = Safety(view)

    def worst(tile: int) -> int:
        return max(safety.tier(KIND_OF[tile], winner) for winner in winners)

    tier = worst(TILE_OF[hand[place]["pai"]])
    counts["deal_in_tiles"] += 1
    counts["tier_" + ("safe", *"abcdefgh")[tier]] += 1
    closed = not any(line["type"] in (*CALLS, "ankan") and line["actor"] == seat for line in hand[:place])
    if _shanten(view, closed) > 1:
        counts["far_deal_ins"] += 1
        counts["safer_held"] += any(
            worst(tile) < tier for tile in view.hand.tiles if refuse_discard(view, tile) is None
        )


def _shanten(view: SeatView, closed: bool) -> int:
    held = Counter(KIND_OF[tile] for tile in view.hand.tiles)
    tiles = [held[kind] for kind in range(34)]
    found: int = Shanten.calculate_shanten(tiles, use_chiitoitsu=closed, use_kokushi=closed)
    return found


_OFFERING = ("dahai", "ankan", "kakan")


def _points(heard: Sequence[ev.Event], story: Story) -> int:
    """What a ron on the tile on offer would have paid, 0 without a yaku; as `mahjong` says."""
    assert story.offered is not None
    asked: Any = SimpleNamespace(seat=story.seat, events=heard)
    result = _estimated(asked, story, story.concealed, story.offered, [])
    return result.cost["main"] if result.error is None else 0


# -- errors by table rules -------------------------------------------------------------------------------

Found = Counter[tuple[int, int, str, str]]
"""Number of the hand, index of the event in the record, kind of error, and what it was."""


def slow_errors(rules: Ruleset, events: Sequence[ev.Event], seat: int) -> Found:
    """Every error of the seat but wins that were not said."""
    found: Found = Counter()
    hand = 0
    for place, event in enumerate(events):
        hand += isinstance(event, ev.StartKyoku)
        match event:
            case ev.Foul(actor=actor, offence=offence) if actor == seat:
                found[hand, place, "foul", offence] += 1
            case ev.Late(actor=actor, call=call) if actor == seat:
                found[hand, place, "call", call] += 1
            case ev.Challenged(actor=actor, right=False) if actor == seat:
                found[hand, place, "wrong-challenge", ""] += 1
            case ev.WinCounted(actor=actor) if actor == seat and rules.value_said:
                paid = _paid(events[place:], seat)
                if paid is not None and not _agrees(event, paid):
                    found[hand, place, "count", ""] += 1
            case ev.Noten(actor=actor) if actor == seat:
                following = events[place + 1] if place + 1 < len(events) else None
                ruled = isinstance(following, ev.Foul) and following.actor == seat
                if (
                    not ruled
                    and not _is_dead(events[:place], seat)
                    and _is_tenpai(rules, events[:place], seat)
                ):
                    found[hand, place, "tenpai", ""] += 1
    return found


def slow_missed(rules: Ruleset, events: Sequence[ev.Event], seat: int) -> Counter[tuple[int, str]]:
    """Wins that were possible and not said: the index of the event, and how it could be won."""
    found: Counter[tuple[int, str]] = Counter()
    start = 0
    for place, event in enumerate(events):
        if isinstance(event, ev.StartKyoku):
            start = place
        if not isinstance(event, ev.Tsumo | ev.Dahai) or place + 1 >= len(events):
            continue
        own = event.actor == seat
        if own is not isinstance(event, ev.Tsumo):
            continue
        rest = [each for each in events[place + 1 :] if not _says_nothing(each)]
        if not rest or isinstance(rest[0], ev.Foul | ev.Hora | ev.WinCalled | ev.StartKyoku):
            continue
        if isinstance(rest[0], ev.Ryukyoku) and rest[0].reason in ("chombo", "sanchahou"):
            continue
        before = events[start:place]
        if _is_dead(before, seat) or _has_changed_riichi(before, seat):
            continue
        story = tell(rules, seat, plain(events[start : place + 1]))
        tile = kind_of(event.pai)
        if tile not in story.waits:
            continue
        if not own and causes(story):
            continue
        concealed = hand_without(story.concealed, tile) if own else story.concealed
        lucky = own and (
            story.live == 0 or isinstance(before[-1], ev.Ankan | ev.Kakan | ev.Daiminkan | ev.Dora)
        )
        lucky = lucky or (own and not story.thrown and not story.calls)
        if lucky or has_yaku(story, concealed, tile, riichi=story.riichi, now=True, tsumo=own):
            found[place, "tsumo" if own else "ron"] += 1
    return found


def _says_nothing(event: ev.Event) -> bool:
    if isinstance(event, ev.Foul):
        return event.penalty != "chombo"
    return isinstance(event, ev.Late | ev.Dora | ev.ReachAccepted)


def _has_changed_riichi(events: Sequence[ev.Event], seat: int) -> bool:
    """Whether the seat made a closed kan after riichi: whether that was right is tested elsewhere."""
    own = [each for each in events if ev.actor_of(each) == seat]
    riichi = [place for place, each in enumerate(own) if isinstance(each, ev.Reach)]
    return bool(riichi) and any(isinstance(each, ev.Ankan) for each in own[riichi[0] :])


def plain(events: Sequence[ev.Event]) -> list[ev.Event]:
    kept = (ev.StartKyoku, ev.Tsumo, ev.Dahai, ev.Chi, ev.Pon, ev.Daiminkan, ev.Ankan, ev.Kakan)
    return [each for each in events if isinstance(each, (*kept, ev.Reach, ev.ReachAccepted, ev.Dora))]


def _is_dead(events: Sequence[ev.Event], seat: int) -> bool:
    """Whether the seat's hand was ruled dead in the last hand of these events."""
    start = max((place for place, each in enumerate(events) if isinstance(each, ev.StartKyoku)), default=0)
    return any(
        isinstance(each, ev.Foul) and each.actor == seat and each.penalty == "dead-hand"
        for each in events[start:]
    )


def _is_tenpai(rules: Ruleset, events: Sequence[ev.Event], seat: int) -> bool:
    start = max(place for place, each in enumerate(events) if isinstance(each, ev.StartKyoku))
    story = tell(rules, seat, plain(events[start:]))
    melds = [kind for _, tiles in story.melds for kind in tiles]
    return any([*story.concealed, *melds].count(kind) < 4 for kind in completing(story.concealed))


def _paid(following: Sequence[ev.Event], seat: int) -> ev.Hora | None:
    for event in following:
        if isinstance(event, ev.Hora) and event.actor == seat:
            return event
        if isinstance(event, ev.StartKyoku | ev.Ryukyoku):
            return None
    return None


def _agrees(said: ev.WinCounted, paid: ev.Hora) -> bool:
    """Whether what was said is what was paid; the fu and the exact han of a limit hand need not be said."""
    names = [name for name, _ in paid.yaku or []]
    if sorted(said.yaku) != sorted(names) or said.points != paid.deltas:
        return False
    if paid.yakuman or (said.han, said.fu) == (paid.han, paid.fu):
        return paid.yakuman == 0 or said.han is None
    assert paid.han is not None
    by_fu = (paid.han, paid.fu) in ((4, 40), (3, 70), (4, 50), (4, 60), (4, 70), (3, 80), (3, 90))
    return (paid.han >= 5 or by_fu) and (said.han is None or said.han == paid.han) and said.fu is None


def unjudged(events: Sequence[ev.Event], seat: int) -> set[int]:
    """The events at which ``slow_missed`` leaves open whether a win was possible."""
    found, start = set(), 0
    for place, event in enumerate(events):
        start = place if isinstance(event, ev.StartKyoku) else start
        robbed = isinstance(event, ev.Kakan | ev.Ankan)
        if robbed or _has_changed_riichi(events[start:place], seat):
            found.add(place)
    return found
