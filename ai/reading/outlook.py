"""The outlook of a hand of 13 tiles: the one answer that every sentence of advice asks for.

A tenpai hand: each wait with the tiles left, what a ron and a tsumo on it score or why they are no win,
whether furiten forbids the ron, the draws and discards that can still bring a tile, and what tenpai is paid
at the draw. A hand farther away: the tiles that it accepts, and for one away every tenpai that they lead to,
judged the same way. ``order`` says which of two outlooks is better, and nothing else in the program does.

Luck such as ippatsu is left out, but what can only be a win on the last tile has its yaku: houtei on the last
discard, haitei on the last draw.

All counts are of tiles that this seat cannot see. Draws are counted as if nobody calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ai.reading.estimates import AcceptedTile, discards_without_dead_orphans, live_kinds, without_dead_orphans
from engine import shape
from engine.actions import Refusal
from engine.furiten import Cause
from engine.hand import HAND_SIZE, Hand
from engine.legal import later_score, refuse_discard, refuse_riichi_with
from engine.table import Phase
from engine.tenpai import hand_acceptance, tenpai_waits
from engine.tiles import KIND_OF, KINDS, SORT_KEY, Kind, Tile
from engine.view import SeatView
from engine.wall import PLAYERS

if TYPE_CHECKING:
    from engine.score import Payment, Score

GOOD_WAIT = 6
"""Tiles to ron on from which a wait is called good: those of a two-sided wait of which two are seen."""


class Worth(msgspec.Struct, frozen=True):
    """The score of a win without ippatsu, ura dora and other luck; its payment without honba and sticks."""

    score: Score
    paid: Payment
    points: int
    """From all payers together."""


class Wait(msgspec.Struct, frozen=True):
    """One wait of a hand, and the wins on it apart from furiten and luck."""

    kind: Kind
    left: int
    no_ron: Refusal | None = None
    """The reason for which a ron on it would not be valid."""
    no_tsumo: Refusal | None = None
    """The reason for which a tsumo would not be valid."""
    on_offer: bool = False
    """Whether a tile of this kind can be won on now."""
    ron_worth: Worth | None = None
    """None if a ron would not be valid."""
    tsumo_worth: Worth | None = None
    """None if a tsumo would not be valid."""
    houtei_worth: Worth | None = None
    """Of a ron on the last discard of the hand, if no draw is left and no discard before could be won on."""

    @property
    def ron(self) -> bool:
        return self.no_ron is None

    @property
    def tsumo(self) -> bool:
        return self.no_tsumo is None

    @property
    def to_draw(self) -> int:
        """Copies that can still be drawn: a tile on offer is none of them."""
        return self.left - self.on_offer


def wait_tiles(waits: Iterable[Wait]) -> tuple[AcceptedTile, ...]:
    """The kinds of these waits, each with its unseen tiles."""
    return tuple(AcceptedTile(wait.kind, wait.left) for wait in waits)


class LatentFuriten(msgspec.Struct, frozen=True):
    """A kind in the own pond that a hand before tenpai still accepts.

    If the kind becomes a wait, the hand is furiten, even if no copy is unseen. ``tile`` is the discarded
    tile, ``turn`` its position in the own pond, counted from 1.
    """

    kind: Kind
    left: int
    tile: Tile
    turn: int
    draws: tuple[AcceptedTile, ...] = ()
    """One away from tenpai: the draws after which every tenpai is furiten because of this kind."""


class Outlook(msgspec.Struct, frozen=True):
    """A hand of 13 tiles, now or after a discard."""

    shanten: int
    waits: tuple[Wait, ...]
    furiten: tuple[Cause, ...]
    discard: Tile | None = None
    """The discard it assumes."""
    accepts: tuple[AcceptedTile, ...] = ()
    """The kinds with unseen tiles that lower shanten; of a tenpai hand the kinds that complete it."""
    latent: tuple[LatentFuriten, ...] = ()
    """Before tenpai: accepted kinds that could lead to furiten."""
    refusal: Refusal | None = None
    """The reason for which the discard is not allowed; the rest is filled in nevertheless."""
    own_draws: int = 1
    """Own draws left."""
    others_discards: int = 1
    """Discards of others that are still to come."""
    bonus: int = 0
    """Points of honba and riichi sticks that a win collects besides its own."""
    tenpai_pays: int = 0
    """The most that a tenpai hand is paid at the draw: if no player tenpai besides those in riichi."""
    with_riichi: Outlook | None = None
    """The outlook with riichi declared with the discard, where that is allowed."""

    @property
    def tile(self) -> Tile:
        """The discard of a hand after one."""
        assert self.discard is not None
        return self.discard

    @property
    def wait_kinds(self) -> tuple[Kind, ...]:
        return tuple(wait.kind for wait in self.waits)

    @property
    def acceptance(self) -> int:
        """Unseen tiles that lower shanten; of a tenpai hand those that complete it."""
        return sum(tile.left for tile in self.accepts)

    @property
    def can_claim(self) -> bool:
        """Whether a tile of another player is on offer or still to come."""
        return self.others_discards > 0 or any(wait.on_offer for wait in self.waits)

    @property
    def can_ron(self) -> bool:
        """Whether rons are possible at all: there are tiles to claim, and the hand is not furiten."""
        return self.can_claim and not self.furiten

    @property
    def can_tsumo(self) -> bool:
        return self.own_draws > 0

    @property
    def ron_tiles(self) -> int:
        """Unseen tiles that win by ron."""
        return sum(wait.left for wait in self.waits if wait.ron) if self.can_ron else 0

    @property
    def tsumo_tiles(self) -> int:
        """Unseen tiles that win by tsumo."""
        return sum(wait.to_draw for wait in self.waits if wait.tsumo) if self.can_tsumo else 0

    @property
    def tsumo_kinds(self) -> tuple[Kind, ...]:
        """The kinds that win by tsumo."""
        if not self.can_tsumo:
            return ()
        return tuple(wait.kind for wait in self.waits if wait.tsumo and wait.to_draw)

    @property
    def partial_tsumo(self) -> tuple[Kind, ...]:
        """The kinds that win by tsumo, if they are not all that the hand waits on; else none."""
        return self.tsumo_kinds if len(self.tsumo_kinds) < len(self.waits) else ()

    @property
    def winning_tiles(self) -> int:
        """Unseen tiles that win in one way at least."""
        return sum(wait.left for wait in self.waits if self.wins_on(wait))

    def wins_on(self, wait: Wait) -> bool:
        return (wait.ron and self.can_ron) or (wait.tsumo and self.can_tsumo)

    @property
    def worth(self) -> int:
        """Points of each possible win times its tiles, summed over rons and tsumo.

        A wait wins by ron about as often as by an own draw (``RON_REACH`` of ``ai.reading.estimates``), so
        both count alike.
        """
        ron, tsumo = self.can_ron, self.can_tsumo
        return sum(
            wait.left
            * (
                self._collected(wait.ron_worth if ron else None)
                + self._collected(wait.tsumo_worth if tsumo else None)
            )
            for wait in self.waits
        )

    @property
    def win_points(self) -> tuple[int, int]:
        """Points of the cheapest and of the dearest win on a wait with an unseen tile; 0 and 0 without one.

        A win is a ron, or a tsumo where no ron is possible; waits on which there is neither do not count.
        """
        ron, tsumo = self.can_ron, self.can_tsumo
        worths = (
            (ron and wait.ron_worth) or (tsumo and wait.tsumo_worth) for wait in self.waits if wait.left
        )
        points = [worth.points for worth in worths if worth] or [0]
        return min(points), max(points)

    @property
    def ron_points(self) -> tuple[int, int] | None:
        """Points of the cheapest and of the dearest ron on an unseen tile; None if no ron is possible."""
        worths = (wait.ron_worth for wait in self.waits if wait.left)
        return _extent(worths) if self.can_ron else None

    @property
    def tsumo_points(self) -> tuple[int, int] | None:
        """Points of the cheapest and of the dearest tsumo, from all payers; None if none is possible."""
        worths = (wait.tsumo_worth for wait in self.waits if wait.to_draw)
        return _extent(worths) if self.can_tsumo else None

    def _collected(self, worth: Worth | None) -> int:
        return 0 if worth is None else worth.points + self.bonus

    @property
    def best(self) -> Outlook:
        """The hand with riichi if that is allowed and worth more, else as it is."""
        riichi = self.with_riichi
        return self if riichi is None or riichi.worth <= self.worth else riichi

    @property
    def declared(self) -> Outlook:
        """The hand with riichi if that is allowed, else as it is."""
        return self.with_riichi or self

    @property
    def is_free(self) -> bool:
        """Whether it waits, and an unseen tile wins by ron: with riichi, if need be."""
        return self.ron_tiles > 0 or (self.with_riichi is not None and self.with_riichi.ron_tiles > 0)


def _extent(worths: Iterable[Worth | None]) -> tuple[int, int] | None:
    points = [worth.points for worth in worths if worth is not None]
    return (min(points), max(points)) if points else None


class Draw(msgspec.Struct, frozen=True):
    """A draw that makes a hand tenpai, with every tenpai that it leads to, the best first."""

    kind: Kind
    left: int
    """Unseen tiles of the kind before the draw."""
    tenpais: tuple[Outlook, ...]

    @property
    def best(self) -> Outlook:
        return self.tenpais[0]

    @property
    def free(self) -> Outlook | None:
        """The best tenpai that can win by ron, or None."""
        return next((each for each in self.tenpais if each.is_free), None)

    @property
    def is_good(self) -> bool:
        """Whether a tenpai that it leads to wins by ron on ``GOOD_WAIT`` tiles or more."""
        hands = (hand for each in self.tenpais for hand in (each, each.with_riichi) if hand is not None)
        return any(hand.ron_tiles >= GOOD_WAIT for hand in hands)


# -- outlooks of a position ---------------------------------------------------------------------------


def outlook_now(view: SeatView, offered: Kind | None = None, *, declaring: bool = False) -> Outlook:
    """The hand between turns; ``offered`` is a kind that can be won on now, and still counts as left.

    On the own turn this is the hand before the draw. ``declaring`` says whether riichi may be declared with
    the next draw. Raises ValueError after a call, when there is no such hand.
    """
    if view.drawn is None and view.hand.size != HAND_SIZE:
        raise ValueError("a hand that has called is not between turns")
    left = view.left()
    if offered is not None:
        left[offered] += 1
    rest = _without(view.hand, view.drawn)
    replaces = view.table.turn == view.seat and view.table.phase in (Phase.ROB, Phase.KAN)
    last_draw = view.live_after_draw == 0 and not replaces
    moment = _Moment(view, left, (), view.own_draws, view.others_discards, last_draw)
    outlook = moment.outlook(rest, offered=offered, declaring=declaring)
    return replace(outlook, furiten=view.furiten)


def outlook_after(view: SeatView, tile: Tile, *, riichi: bool = False) -> Outlook:
    """The hand after a discard on the own turn; ``riichi`` says whether riichi is declared with it.

    A hand in riichi that is already furiten keeps the same causes, whatever is discarded.
    """
    live = view.table.live
    moment = _Moment(view, view.left(), (tile,), *_draws_and_discards(live), live == PLAYERS)
    outlook = moment.outlook(_without(view.hand, tile), riichi=riichi)
    if view.me.riichi and view.furiten:
        outlook = replace(outlook, furiten=view.furiten)
    return replace(outlook, discard=tile, refusal=refuse_discard(view, tile))


def discard_outlooks(view: SeatView) -> tuple[Outlook, ...]:
    """The hand after each distinct discard, in the order of the hand; empty outside the own turn.

    Discards that are not allowed have a ``refusal``.
    """
    if not view.my_turn:
        return ()
    tiles = sorted(set(view.hand.tiles), key=SORT_KEY.__getitem__)
    return tuple(outlook_after(view, tile) for tile in tiles)


def legal_outlooks(view: SeatView) -> list[Outlook]:
    """The hand after each legal discard, those of one order in the order of the hand, the best first."""
    return sorted_by_order(view, [each for each in discard_outlooks(view) if each.refusal is None])


def riichi_outlooks(view: SeatView) -> list[Outlook]:
    """The hand after riichi with each discard that allows it, the best first."""
    found = [each.with_riichi for each in discard_outlooks(view) if each.refusal is None]
    return sorted((each for each in found if each is not None), key=order)


def draws_to_tenpai(
    view: SeatView, outlook: Outlook, kinds: Iterable[Kind] | None = None
) -> tuple[Draw, ...]:
    """The draws that make a hand tenpai, in the order of the tiles; those of ``kinds`` for another wait.

    ``outlook`` is of the hand between turns or after a discard, one away from tenpai; with ``kinds`` it may
    be tenpai, and the draws are those that lead to any tenpai with another wait. A hand that has no own draw
    left has none.
    """
    if not outlook.can_tsumo or view.me.riichi:
        return ()
    tile = outlook.discard if outlook.discard is not None else view.drawn
    hand = _without(view.hand, tile)
    discarded = () if outlook.discard is None else (outlook.discard,)
    drawn = (draw.kind for draw in outlook.accepts) if kinds is None else kinds
    left = view.left()
    found = (_draw(view, hand, kind, left, discarded) for kind in drawn)
    return tuple(draw for draw in found if draw is not None)


def free_tiles(draws: Iterable[Draw]) -> int:
    """Unseen tiles of the draws that lead to a wait that wins by ron."""
    return sum(draw.left for draw in draws if draw.free is not None)


def improvements(view: SeatView, outlook: Outlook) -> tuple[AcceptedTile, ...]:
    """The draws that leave a hand as near as it is, and wider after the best discard, with their tiles left.

    A tenpai hand is wider if more tiles win, another one if it accepts more tiles. ``outlook`` is of the hand
    between turns or after a discard.
    """
    if not outlook.can_tsumo or view.me.riichi:
        return ()
    now = {tile.kind for tile in outlook.accepts}.union(outlook.wait_kinds)
    left = view.left()
    kinds = [kind for kind in range(KINDS) if left[kind] and kind not in now]
    if outlook.waits:
        tiles = outlook.best.winning_tiles
        draws = draws_to_tenpai(view, outlook, kinds)
        return tuple(AcceptedTile(draw.kind, draw.left) for draw in draws if _widest(draw) > tiles)
    hand = _without(view.hand, view.drawn if outlook.discard is None else outlook.discard)
    return tuple(AcceptedTile(kind, left[kind]) for kind in kinds if _widens(hand, kind, left, outlook))


def _widest(draw: Draw) -> int:
    return max(hand.best.winning_tiles for hand in draw.tenpais)


def _widens(hand: Hand, kind: Kind, left: Sequence[int], outlook: Outlook) -> bool:
    """Whether the hand accepts more tiles after a draw and some discard."""
    full = hand.copy()
    full.add(kind)
    return any(
        shanten == outlook.shanten and sum(left[each] - (each == kind) for each in kinds) > outlook.acceptance
        for shanten, kinds in discards_without_dead_orphans(full, left).values()
    )


# -- the order ---------------------------------------------------------------------------------------


def order(outlook: Outlook) -> tuple[int, ...]:
    """The sort key of outlooks, the smallest is best.

    Shanten first. Of tenpai hands the one whose wins are worth most is better, then the one with more tiles
    that win by ron, then by tsumo, then the one not furiten. Of others the one that accepts more tiles is
    better, and then the one of which fewer lead only to furiten; ``ranked`` looks one draw ahead.
    """
    if outlook.waits:
        best = outlook.best
        return 0, -best.worth, -best.ron_tiles, -best.tsumo_tiles, bool(best.furiten), -best.acceptance
    draws = {draw.kind: draw.left for each in outlook.latent for draw in each.draws}
    return max(outlook.shanten, 1), -outlook.acceptance, sum(draws.values()), 0, 0, 0


def ranked(view: SeatView, outlooks: Sequence[Outlook]) -> dict[Tile | None, tuple[int, ...]]:
    """The sort keys of hands between turns or after discards, by their discard; the smallest is best.

    Of hands one away from tenpai those accepted tiles count first that lead to a wait that wins by ron.
    """
    ahead: dict[Tile | None, tuple[int, int]] = {}
    near = [each for each in outlooks if each.shanten == 1]
    if len(near) > 1 and all(each.shanten >= 1 for each in outlooks):
        for each in near:
            draws = draws_to_tenpai(view, each)
            winning = sum(draw.left for draw in draws if draw.best.winning_tiles)
            ahead[each.discard] = -free_tiles(draws), -winning
    none = (0, 0)
    return {
        each.discard: (max(each.shanten, 0), *ahead.get(each.discard, none), *order(each))
        for each in outlooks
    }


def sorted_by_order(view: SeatView, outlooks: Sequence[Outlook]) -> list[Outlook]:
    """Hands between turns or after discards by ``ranked``, the best first."""
    ranks = ranked(view, outlooks)
    return sorted(outlooks, key=lambda each: ranks[each.discard])


# -- one hand ----------------------------------------------------------------------------------------


class _Moment(msgspec.Struct, frozen=True):
    """When a hand of 13 tiles is looked at."""

    view: SeatView
    left: Sequence[int]
    """Unseen copies of each kind."""
    discarded: tuple[Tile, ...]
    """Own discards that lead to the hand."""
    own_draws: int
    others_discards: int
    last_draw: bool
    """Whether the next own draw is the last tile of the wall, if nobody calls; a replacement tile is not."""

    def outlook(
        self, hand: Hand, *, riichi: bool = False, offered: Kind | None = None, declaring: bool = False
    ) -> Outlook:
        """The hand, with the causes of furiten that these waits have after the discards."""
        view, table = self.view, self.view.table
        shanten, kinds = without_dead_orphans(hand_acceptance(hand, view.rules), hand, self.left)
        tenpai = shanten == 0 and not view.me.dead
        waits = tuple(self._wait(hand, kind, riichi, offered) for kind in kinds) if tenpai else ()
        furiten = view.furiten_with(kinds, extra=self.discarded, riichi=riichi) if waits else ()
        outlook = Outlook(
            shanten=shanten,
            waits=waits,
            furiten=furiten,
            accepts=live_kinds(kinds, self.left),
            latent=_latent(self, hand, kinds, shanten) if shanten > 0 else (),
            own_draws=self.own_draws,
            others_discards=self.others_discards,
            bonus=table.honba * view.rules.counter_points + table.riichi_sticks * view.rules.riichi_bet,
            tenpai_pays=0 if view.me.dead else _tenpai_pays(view),
        )
        live = self.own_draws + self.others_discards
        asks = waits and not riichi and (self.discarded or declaring)
        if asks and refuse_riichi_with(view, hand, live) is None:
            discard = self.discarded[-1] if self.discarded else None
            return replace(outlook, with_riichi=replace(self.outlook(hand, riichi=True), discard=discard))
        return outlook

    def _wait(self, hand: Hand, kind: Kind, riichi: bool, offered: Kind | None) -> Wait:
        view = self.view
        first = view.table.uninterrupted and not view.me.pond and len(self.discarded) == 1
        declared = riichi + (riichi and first)
        ron: Score | Refusal
        tsumo: Score | Refusal
        houtei: Score | Refusal | None = None
        if view.own.spoilt is not None:
            ron = tsumo = view.own.spoilt
        else:
            robbing = view.table.robbing and kind == offered
            # whether only the discard after the last draw can still be won on
            discards = self.others_discards + (offered is not None)
            last = (discards == 1 and not self.own_draws) and not robbing
            ron = later_score(view, hand, kind, riichi=declared, last=last, chankan=robbing)
            tsumo = later_score(view, hand, kind, tsumo=True, riichi=declared, last=self.last_draw)
            if isinstance(ron, Refusal) and discards > 1 and not self.own_draws:
                houtei = later_score(view, hand, kind, riichi=declared, last=True)
        return Wait(
            kind,
            self.left[kind],
            ron if isinstance(ron, Refusal) else None,
            tsumo if isinstance(tsumo, Refusal) else None,
            kind == offered,
            _worth(view, ron, tsumo=False),
            _worth(view, tsumo, tsumo=True),
            None if houtei is None else _worth(view, houtei, tsumo=False),
        )


def _worth(view: SeatView, score: Score | Refusal, *, tsumo: bool) -> Worth | None:
    from engine.score import payment, winners_total  # here: a game begins without it

    if isinstance(score, Refusal):
        return None
    dealer = view.seat == view.table.dealer
    return Worth(score, payment(score.base, dealer, tsumo), winners_total(score.base, dealer, tsumo))


def _tenpai_pays(view: SeatView) -> int:
    """The payment for tenpai at the draw if of the others only those in riichi are tenpai."""
    others = sum(bool(player.riichi) for player in view.table.seats if player is not view.me)
    return 0 if others == PLAYERS - 1 else view.rules.noten_penalty // (1 + others)


def _draws_and_discards(live: int) -> tuple[int, int]:
    """Own draws and others' discards after an own discard, with that many tiles in the wall."""
    return live // PLAYERS, live - live // PLAYERS


def _without(hand: Hand, tile: Tile | None) -> Hand:
    return hand.copy() if tile is None else hand.without(tile)


# -- one draw ahead ----------------------------------------------------------------------------------


def _draw(
    view: SeatView, hand: Hand, kind: Kind, left: Sequence[int], discarded: tuple[Tile, ...]
) -> Draw | None:
    if not left[kind]:
        return None
    rest = list(left)
    rest[kind] -= 1
    found = []
    live = view.live_after_draw
    for discard, thrown, _ in tenpais(view, hand, kind):
        moment = _Moment(view, rest, (*discarded, discard), *_draws_and_discards(live), live == PLAYERS)
        found.append(replace(moment.outlook(thrown), discard=discard))
    return Draw(kind, left[kind], tuple(sorted(found, key=order))) if found else None


def tenpais(view: SeatView, hand: Hand, drawn: Kind) -> Iterator[tuple[Tile, Hand, tuple[Kind, ...]]]:
    """Every tenpai that a hand of 13 tiles reaches by drawing the kind: the discard, the hand and its waits.

    There is one for each kind discarded.
    """
    full = hand.copy()
    full.add(drawn)
    for kind, (shanten, kinds) in shape.discards(full.keys, len(full.melds)).items():
        if shanten != 0:
            continue
        discard = min(tile for tile in full.tiles if KIND_OF[tile] == kind)  # a plain five before a red one
        rest = _without(full, discard)
        if waits := tenpai_waits(rest, view.rules, kinds):
            yield discard, rest, waits


def _latent(moment: _Moment, hand: Hand, kinds: Sequence[Kind], shanten: int) -> tuple[LatentFuriten, ...]:
    """The accepted kinds among the own discards, each with its first discard."""
    view, left = moment.view, moment.left
    first: dict[Kind, LatentFuriten] = {}
    thrown = (*(discard.tile for discard in view.me.pond), *moment.discarded)
    for turn, tile in enumerate(thrown, 1):
        kind = KIND_OF[tile]
        if kind in kinds:
            first.setdefault(kind, LatentFuriten(kind, left[kind], tile, turn))
    if first and shanten == 1:
        # the draws after which every tenpai is furiten, each with the kinds that cause it
        forced: list[tuple[AcceptedTile, set[Kind]]] = []
        for draw in live_kinds(kinds, left):
            reached = [
                view.furiten_with(waits, extra=(*moment.discarded, discard))
                for discard, _, waits in tenpais(view, hand, draw.kind)
            ]
            if all(reached):
                forced.append((draw, {KIND_OF[cause.tile] for causes in reached for cause in causes}))
        for kind, latent in first.items():
            first[kind] = replace(latent, draws=tuple(draw for draw, causes in forced if kind in causes))
    return tuple(sorted(first.values(), key=lambda latent: latent.kind))
