"""The tiles that a discard keeps and what it is worth, the slow way: every draw and discard is tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ai.drills.question import Answer, Question
from ai.reading.discard_worth import OPEN_MELDS, USUAL
from ai.reading.measured_tiers import MEASURED, MEASURED_IN_RIICHI, RATES
from ai.reading.safety_reasons import Tier, tier_of
from engine import events as ev
from engine.hand import Meld, MeldKind
from engine.score import NoWin, Win, score, winners_total
from engine.tiles import TILE_OF
from tests.support.ai.slow_solver.defence import CANNOT_LOSE, ground, two_sided_left
from tests.support.ai.slow_solver.story import (
    HONOURS,
    KINDS,
    REMEMBERED,
    Ambiguous,
    Other,
    Story,
    concealed_of,
    hand_without,
    kind_of,
    melds_of,
    others,
    steps,
    tenpai,
)
from tools.measure.writing import WORDS

_MELDS = {
    "Chi": MeldKind.CHI,
    "Pon": MeldKind.PON,
    "Daiminkan": MeldKind.OPEN_KAN,
    "Ankan": MeldKind.CLOSED_KAN,
    "Kakan": MeldKind.ADDED_KAN,
}


@dataclass(frozen=True)
class SlowTenpai:
    """A tenpai hand, its waits with unseen tiles, and whether it is furiten."""

    hand: tuple[str, ...]
    """Names of tiles as a question has them: a red five is ``0m``."""
    waits: dict[str, int]
    causes: frozenset[str]
    """The kinds in the pond, or discarded on the way, that make it furiten."""
    thrown: str
    """The kind discarded last."""

    @property
    def tiles(self) -> int:
        """Unseen tiles of the waits."""
        return sum(self.waits.values())


class SlowWorth:
    """The worth of the discards of a question."""

    def __init__(self, question: Question, story: Story) -> None:
        self.question, self.story = question, story
        self.unseen = sum(4 - story.seen[kind] for kind in KINDS)
        self.draws = story.live // 4
        self.others = others(question)
        self.threats = [seat for seat in self._around() if self._threatens(seat)]
        self._leads: dict[str, dict[str, list[SlowTenpai]]] = {}
        self._known: dict[tuple[tuple[str, ...], str, bool], int] = {}

    def _around(self) -> list[int]:
        return [(self.question.seat + step) % 4 for step in (1, 2, 3)]

    def _threatens(self, seat: int) -> bool:
        calls = [
            event
            for event in self.question.events
            if isinstance(event, ev.Chi | ev.Pon | ev.Daiminkan) and event.actor == seat
        ]
        return self.others[seat].riichi or len(calls) >= OPEN_MELDS

    # -- hands ---------------------------------------------------------------------------------------

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """The concealed tiles of the seat, red fives among them."""
        return tuple(sorted(map(_named, concealed_of(self.question.events, self.question.seat))))

    def after(self, thrown: str) -> SlowTenpai | None:
        """The tenpai hand that a discard leaves, None if it leaves none."""
        return self._tenpai(self.tiles, thrown, [*self.story.thrown, thrown], None)

    def leads(self, thrown: str) -> dict[str, list[SlowTenpai]]:
        """For each draw after a discard every tenpai hand that it leads to."""
        if thrown not in self._leads:
            self._leads[thrown] = dict(self._led(thrown))
        return self._leads[thrown]

    def _led(self, thrown: str) -> Iterator[tuple[str, list[SlowTenpai]]]:
        rest, pond = without(self.tiles, thrown), [*self.story.thrown, thrown]
        for drawn in KINDS:
            if self.story.seen[drawn] == 4:
                continue
            full = (*rest, drawn)
            hands = (self._tenpai(full, kind, [*pond, kind], drawn) for kind in sorted(kinds_of(full)))
            if reached := [hand for hand in hands if hand is not None]:
                yield drawn, reached

    def _tenpai(
        self, full: Sequence[str], thrown: str, pond: Sequence[str], drawn: str | None
    ) -> SlowTenpai | None:
        rest = without(full, thrown)
        concealed = [plain(tile) for tile in rest]
        if steps(concealed) != 0 or not (waits := tenpai(self.story, concealed)):
            return None
        left = {wait: 4 - self.story.seen[wait] - (wait == drawn) for wait in waits}
        return SlowTenpai(rest, left, frozenset(set(waits) & set(pond)), thrown)

    # -- points --------------------------------------------------------------------------------------

    @property
    def riichi(self) -> bool:
        """Whether the hand may declare riichi now."""
        start = self.question.events[0]
        least = self.story.rules.riichi_minimum_points
        rich = least is None or start.scores[self.question.seat] >= least
        return self.story.closed and rich and self.story.live >= self.story.rules.riichi_minimum_live

    def points(self, hand: tuple[str, ...], wait: str, *, tsumo: bool, riichi: bool = True) -> int:
        """What a win brings, 0 without a yaku."""
        key = hand, wait, tsumo
        if not riichi or key not in self._known:
            found = self._points(hand, wait, tsumo=tsumo, riichi=riichi and self.riichi)
            if not riichi:
                return found
            self._known[key] = found
        return self._known[key]

    def _points(self, hand: tuple[str, ...], wait: str, *, tsumo: bool, riichi: bool) -> int:
        story, start = self.story, self.question.events[0]
        win = Win(
            tiles=tuple(TILE_OF[tile] for tile in (*hand, wait)),
            winning_tile=TILE_OF[wait],
            melds=tuple(
                Meld(
                    _MELDS[name],
                    tuple(TILE_OF[_named(tile)] for tile in tiles),
                    None if name == "Ankan" else 1,
                )
                for name, tiles in melds_of(self.question.events, self.question.seat)
            ),
            tsumo=tsumo,
            seat_wind=TILE_OF[story.seat_wind],
            round_wind=TILE_OF[story.round_wind],
            riichi=int(riichi),
            dora_indicators=tuple(TILE_OF[kind] for kind in story.indicators),
            honba=start.honba,
            rules=story.rules,
        )
        found = score(win)
        dealer = self.question.seat == story.dealer
        return 0 if isinstance(found, NoWin) else winners_total(found.base, dealer, tsumo)

    # -- worth ---------------------------------------------------------------------------------------

    def of_tenpai(self, hand: SlowTenpai, draws: int | None = None, *, pond: bool = True) -> float:
        """The worth of a tenpai hand, less the danger of its discard."""
        win = chance = 0.0
        for wait, left in hand.waits.items():
            own = left / self.unseen
            if points := self.points(hand.hand, wait, tsumo=True):
                win, chance = win + own * points, chance + own
            points = self.points(hand.hand, wait, tsumo=False)
            if points and not (hand.causes and pond):
                rons = own * USUAL.rons / 100
                win, chance = win + rons * points, chance + rons
        worth, here = 0.0, 1.0
        for _ in range(self.draws if draws is None else draws):
            worth += here * win
            here *= max(0.0, 1 - chance) * self._goes_on
        return worth - self.danger(hand.thrown)

    def of_leads(self, thrown: str, *, pond: bool = True) -> float:
        """The worth of a hand one from tenpai, less the danger of the discard that leaves it."""
        leads = self.leads(thrown)
        accepted = sum(4 - self.story.seen[drawn] for drawn in leads) / self.unseen
        worth, here = 0.0, 1.0
        for turn in range(1, self.draws + 1):
            for drawn, hands in leads.items():
                best = max(self.of_tenpai(hand, self.draws - turn, pond=pond) for hand in hands)
                worth += here * (4 - self.story.seen[drawn]) / self.unseen * max(best, 0.0)
            here *= (1 - accepted) * self._goes_on
        return worth - self.danger(thrown)

    @property
    def _goes_on(self) -> float:
        return 1 - USUAL.ended[len(self.threats)] / 100

    # -- danger --------------------------------------------------------------------------------------

    def danger(self, kind: str) -> float:
        """What a discard loses to everyone who threatens."""
        return sum((self.risk(kind, seat)[1] for seat in self.threats), 0.0)

    def risk(self, kind: str, seat: int) -> tuple[float, float]:
        """The chance to deal in to a player, and its points."""
        other = self.others[seat]
        tier = self._tier(kind, other)
        found, cost = MEASURED_IN_RIICHI[tier], USUAL.riichi_cost
        chance = found.wins / found.tiles
        if not other.riichi:
            found, cost = MEASURED[tier], USUAL.open_cost
            chance = found.wins / found.tiles * USUAL.open_tenpai / 100
        if seat == self.story.dealer:
            cost = cost * 3 // 2
        return chance, chance * cost

    def _tier(self, kind: str, other: Other) -> Tier:
        """The tier of a tile: the rate of its ground, raised where few two-sided waits are left."""
        row = ground(self.question, self.story, kind, other)
        if row == CANNOT_LOSE:
            return Tier.SAFE
        (reason,) = [each for each, words in WORDS.items() if words == row]
        rate = RATES[reason][0 if other.riichi else 1]
        return tier_of(rate * (6.6 + 2.7) / (two_sided_left(self.story, other) + 2.7))


def plain(tile: str) -> str:
    """The kind of a tile that may be a red five."""
    return tile.replace("0", "5")


def kinds_of(tiles: Sequence[str]) -> set[str]:
    """The kinds among the tiles."""
    return {plain(tile) for tile in tiles}


def without(tiles: Sequence[str], kind: str) -> tuple[str, ...]:
    """The tiles without one of that kind, a plain five before a red one."""
    rest = list(tiles)
    rest.remove(kind if kind in rest else f"0{kind[1]}")
    return tuple(rest)


def _named(pai: str) -> str:
    """A tile of an event as a question has it: a red five is ``0m``."""
    return f"0{pai[1]}" if pai.endswith("r") else kind_of(pai)


def discard(question: Question, story: Story) -> Answer:
    """The discards that keep most tiles: one from tenpai those that lead to a ron, else those that help."""
    if not story.my_turn or story.riichi or story.drawn is None or story.melds or story.live < 16:
        raise Ambiguous("not the own turn of a closed hand with time left")
    if any(other.riichi for other in others(question).values()):
        raise Ambiguous("somebody is in riichi")
    counts = counted(question, story)
    best = max(counts.values())
    right = {kind for kind, count in counts.items() if count == best}
    near = [kind for kind, count in counts.items() if kind not in right and count > min(best - 2, best * 0.9)]
    if near or right == set(counts):
        raise Ambiguous(f"not clear: {counts}")
    if any(kind in HONOURS and story.concealed.count(kind) == 1 for kind in right):
        raise Ambiguous("an isolated honour is right")
    return (frozenset(right),)


def counted(question: Question, story: Story) -> Mapping[str, int]:
    """The tiles that count after each discard that keeps the hand as near."""
    kept = list(keeping(story))
    if steps(story.concealed) == 1:
        model = SlowWorth(question, story)
        return {kind: sum(left for left, hands in led(model, kind) if ron(model, hands)) for kind in kept}
    return {kind: sum(accepted(story, kind).values()) for kind in kept}


def keeping(story: Story) -> Iterator[str]:
    """The discards that keep the hand as near."""
    held, now = story.concealed, steps(story.concealed)
    return (kind for kind in sorted(set(held)) if steps(hand_without(held, kind)) == now)


def accepted(story: Story, thrown: str) -> dict[str, int]:
    """The kinds that bring the hand nearer after a discard, with their unseen tiles."""
    rest = hand_without(story.concealed, thrown)
    return {kind: 4 - story.seen[kind] for kind in nearer(rest) if story.seen[kind] < 4}


def nearer(concealed: Iterable[str]) -> tuple[str, ...]:
    """The kinds that bring a hand between turns nearer to tenpai, whether any is left or not."""
    return _nearer(tuple(sorted(concealed)))


@lru_cache(REMEMBERED)
def _nearer(tiles: tuple[str, ...]) -> tuple[str, ...]:
    now = steps(tiles)
    return tuple(kind for kind in KINDS if tiles.count(kind) < 4 and steps([*tiles, kind]) < now)


def widening(story: Story, thrown: str) -> int:
    """The unseen tiles that bring the hand no nearer, but after a further discard more tiles do."""
    rest, helps = hand_without(story.concealed, thrown), accepted(story, thrown)
    now, most = steps(rest), sum(helps.values())
    found = 0
    for drawn in KINDS:
        if story.seen[drawn] == 4 or drawn in helps:
            continue
        if any(_tiles(story, [*rest, drawn], kind, drawn, now) > most for kind in {*rest, drawn}):
            found += 4 - story.seen[drawn]
    return found


def _tiles(story: Story, full: list[str], thrown: str, drawn: str, now: int) -> int:
    """The unseen tiles that help after a draw and a discard; 0 if the discard takes the hand further."""
    rest = hand_without(full, thrown)
    if steps(rest) != now:
        return 0
    return sum(4 - story.seen[kind] - (kind == drawn) for kind in nearer(rest) if story.seen[kind] < 4)


# -- one from tenpai -----------------------------------------------------------------------------------


def led(model: SlowWorth, thrown: str) -> Iterator[tuple[int, list[SlowTenpai]]]:
    """The unseen tiles of each draw after a discard, and the tenpai hands that it leads to."""
    for drawn, hands in model.leads(thrown).items():
        yield 4 - model.story.seen[drawn], hands


def ron(model: SlowWorth, hands: list[SlowTenpai], least: int = 1) -> bool:
    """Whether one of the hands wins by ron on so many unseen tiles."""
    return any(not hand.causes and won_on(model, hand, tsumo=False) >= least for hand in hands)


def tsumo(model: SlowWorth, hands: list[SlowTenpai]) -> bool:
    """Whether one of the hands wins by draw."""
    return any(won_on(model, hand, tsumo=True) for hand in hands)


def won_on(model: SlowWorth, hand: SlowTenpai, *, tsumo: bool) -> int:
    """The unseen tiles of a hand that are worth a win, furiten or not."""
    return sum(left for wait, left in hand.waits.items() if model.points(hand.hand, wait, tsumo=tsumo))
