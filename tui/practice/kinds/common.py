"""What several kinds share: marks, rates, compared discards, furiten, readings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from ai.drills.question import Given, Question
from ai.reading.safety import Safety
from engine.shape import Group, Reading
from engine.tiles import EAST, KIND_OF, NAMES, TILE_OF, Kind, format_tiles
from engine.view import SeatView
from tui.desk.scene import LaidHand
from tui.i18n import join_list, t
from tui.tiles import Mark, tier_mark
from tui.words.event_lines import since_own_turn
from tui.words.names import Seating, join, joined_kinds, kind_word, tile_word

if TYPE_CHECKING:
    from ai.drills.furiten_history import LookBack


def hand_marks(view: SeatView, mark_of: Callable[[Kind], Mark]) -> tuple[Mark, ...]:
    """The mark under each tile of the hand, as it lies on the table."""
    return tuple(mark_of(KIND_OF[tile]) for tile in LaidHand.sorted(view).tiles)


def danger_marks(view: SeatView, against: Sequence[int]) -> tuple[Mark, ...]:
    """The mark of each tile of the hand against the player to whom it is most dangerous."""
    safety = Safety(view)
    return hand_marks(view, lambda kind: tier_mark(max(safety.tier(kind, seat) for seat in against)))


def rate_words(hundredths: int) -> str:
    """Hundredths of a per cent as per cent: with one decimal, or two below 0.1."""
    if 0 < hundredths < 10:
        return f"0.0{hundredths}"
    tenths = (hundredths + 5) // 10
    return f"{tenths // 10}.{tenths % 10}"


# -- discards ------------------------------------------------------------------------------------------


class _Discard(Protocol):
    """A discard that was weighed."""

    @property
    def kind(self) -> Kind: ...


D = TypeVar("D", bound=_Discard)


class Compared(NamedTuple, Generic[D]):
    """The discards that an explanation compares."""

    best: D
    """The chosen one if it is right, else the best one."""
    picked: D | None
    """The chosen one, if it was weighed and is wrong."""
    tempting: D
    elsewhere: bool
    """Whether the chosen one was not weighed: it takes the hand a step back."""

    @property
    def other(self) -> D:
        return self.tempting if self.picked is None else self.picked

    @classmethod
    def of(cls, discards: Sequence[D], tempting: Kind, right: Collection[str], given: Given) -> Compared[D]:
        """The discards to compare, of all that were weighed, the best first; ``right`` names right ones."""
        chosen = TILE_OF[min(given[0])]
        weighed = {each.kind: each for each in discards}
        mine = weighed.get(KIND_OF[chosen])
        is_right = NAMES[chosen] in right
        return cls(
            mine if mine is not None and is_right else discards[0],
            None if is_right else mine,
            weighed[tempting],
            mine is None,
        )


def equal_words(right: Collection[str]) -> Iterator[str]:
    """A sentence that several discards are right, if they are."""
    if len(right) > 1:
        yield t("drill.worth.equal", tiles=join_list([kind_word(TILE_OF[name]) for name in sorted(right)]))


# -- furiten -------------------------------------------------------------------------------------------


MAX_MISLEADING = 3
"""The maximum number of misleading details that are described."""


def go_around(question: Question, names: Seating) -> str:
    """A sentence about what the opponents did since the player's last discard; empty if that is nothing."""
    deeds = since_own_turn(question.events, names)
    return t("drill.past.go-around", deeds="; ".join(deeds)) if deeds else ""


def why_furiten(view: SeatView) -> str:
    """In one line the waits, and why the hand is furiten, by which of them, or why it is not."""
    riichi = bool(view.me.riichi)
    if not view.furiten:
        key = "drill.furiten.why-none-riichi" if riichi else "drill.furiten.why-none"
        return t(key, count=len(view.waits), waits=joined_kinds(view.waits))
    kind = view.furiten[0].kind
    tiles = sorted({KIND_OF[cause.tile] for cause in view.furiten if cause.kind is kind})
    return t(f"drill.furiten.by-{kind.value}", waits=joined_kinds(view.waits), tiles=joined_kinds(tiles))


def misleading(
    past: LookBack, question: Question, names: Seating, marked: Collection[str] = ()
) -> Iterator[str]:
    """Sentences about hidden causes of furiten; if the hand is not furiten, about near misses.

    ``marked`` are tiles that the player wrongly named as causes; near misses among them are explained too.
    """
    furiten = bool(question.view().furiten)
    wrong = [trap for trap in past.near_misses if NAMES[KIND_OF[trap.tile]] in marked]
    told = [*(past.hidden if furiten else past.near_misses), *(wrong if furiten else ())]
    once = {(trap.kind, KIND_OF[trap.tile]): trap for trap in told}
    for trap in list(once.values())[:MAX_MISLEADING]:
        facts = {"tile": kind_word(trap.tile), "name": names[trap.seat], "whose": names.whose(trap.seat)}
        yield t(f"drill.trap.{trap.kind.value}", turn=trap.turn, **facts)


# -- readings ------------------------------------------------------------------------------------------


def groups(reading: Reading, *, melds: bool = False) -> str:
    """The groups of a reading: ``123m, 555s and three East``; with ``melds``, "and the melds" is appended."""
    concealed = [_group(group) for group in reading.groups]
    return join([*concealed, t("drill.reading.melds")] if melds else concealed)


def alike(kind: Kind | None, count: int) -> str:
    """Two or three tiles of a kind: ``55s``, ``three East``."""
    assert kind is not None
    if kind < EAST:
        return format_tiles([kind] * count)
    return t("drill.reading.pair" if count == 2 else "drill.reading.triplet", tile=tile_word(kind))


def _group(group: Group) -> str:
    if group.is_sequence:
        return format_tiles(range(group.first, group.first + 3))
    return alike(group.first, 3)
