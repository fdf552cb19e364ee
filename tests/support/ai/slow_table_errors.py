"""The errors of a seat in a game by table rules, found slowly, from the events and the slow story of a hand.

Waits, furiten and yaku come from the slow solver; what a win is worth from the `hora` that paid it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import events as ev
from engine.rules import Ruleset
from tests.support.ai.slow_solver.story import completing, kind_of, tell
from tests.support.ai.slow_solver.yaku import has_yaku

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
        story = tell(rules, seat, _plain(events[start : place + 1]))
        tile = kind_of(event.pai)
        if tile not in story.waits:
            continue
        concealed = list(story.concealed)
        if own:
            concealed.remove(tile)
        elif story.passed or set(story.thrown) & set(story.waits):
            continue
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


def _plain(events: Sequence[ev.Event]) -> list[ev.Event]:
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
    story = tell(rules, seat, _plain(events[start:]))
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
