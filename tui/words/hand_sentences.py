"""Sentences about the own hand: what a discard, a call or a kan leaves, furiten, and ways out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ai.reading.estimates import AcceptedTile
from ai.reading.furiten_advice import FuritenAdvice, WayKind, WayOut
from ai.reading.outlook import Draw, LatentFuriten, Outlook, Wait, draws_to_tenpai, free_tiles, ranked
from engine.actions import Why
from engine.furiten import Cause, FuritenKind
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView
from tui.i18n import join_list, join_sentences, t
from tui.words.furiten_sentences import kind_name, later_tsumo_sentence, where
from tui.words.names import Seating, join, kind_word, sentence_start, tile_word, tile_words
from tui.words.riichi_choices import points_range

if TYPE_CHECKING:
    from ai.reading.value_hints import CallEffect

NEAR = 2
"""Maximum shanten for naming a risk of furiten: the waits of a hand farther from tenpai are unknown."""
WAYS = 3
"""Maximum number of ways out of furiten that are listed, the best first."""
LISTED = 8
"""Maximum number of draws that are listed by name."""
ACCEPTED = 12
"""Maximum number of accepted kinds that are listed by name, for hands of at most ``NEAR`` shanten."""


class HandWords:
    """Describes a hand of 13 tiles, now or after a discard."""

    def __init__(self, view: SeatView, names: Seating) -> None:
        self._view = view
        self._names = names

    def ahead(self, hand: Outlook, draws: Sequence[Draw] | None = None) -> list[str]:
        """The shanten, the waits or accepted tiles, and furiten or its risk.

        ``draws`` are those that make a hand one away tenpai, if they are to be judged.
        """
        if not hand.waits:
            risk = self._risk(hand.latent) if hand.shanten <= NEAR else []
            return [_distance(hand), *([] if draws is None else _judged(hand, draws)), *risk]
        waits = join([wait_words(wait, hand.with_riichi) for wait in hand.waits])
        total = t("panel.hand.left", count=sum(wait.left for wait in hand.waits))
        key = "panel.hand.waits" if len(hand.waits) > 1 else "panel.hand.wait"
        furiten = join_sentences([self.furiten(hand.furiten, hand), *_end(hand)])
        return [t(key, waits=waits, total=total), furiten]

    def furiten(self, causes: Sequence[Cause], hand: Outlook | None = None) -> str:
        """Each kind of furiten with its causes and its end; or that the hand is not furiten.

        For a furiten hand the text names the waits that still win by tsumo.
        """
        said = []
        for kind in FuritenKind:
            of_this = [cause for cause in causes if cause.kind is kind]
            if of_this:
                ends = t(f"panel.ends.{of_this[0].ends.value}")
                why = join(list(dict.fromkeys(map(self._where, of_this))))
                said.append(t("panel.hand.furiten", kind=_kind(of_this[0]), why=why, ends=ends))
        if not said:
            return t("panel.hand.not-furiten")
        return join_sentences([*said, *([] if hand is None else self.tsumo(hand))])

    def tsumo(self, hand: Outlook) -> list[str]:
        """A sentence that a tsumo still wins, if own draws are left and a wait can win by tsumo."""
        return [later_tsumo_sentence(hand.partial_tsumo)] if hand.tsumo_kinds else []

    def _where(self, cause: Cause) -> str:
        if cause.kind is FuritenKind.DISCARD and cause.turn > len(self._view.me.pond):
            return t("panel.hand.itself", tile=kind_word(cause.tile))
        return where(cause, self._view, self._names)

    def _risk(self, latent: Sequence[LatentFuriten]) -> list[str]:
        """Before tenpai: what lies in the own pond and may become a wait."""
        if not latent:
            return []
        pond = len(self._view.me.pond)
        lie = [
            t("panel.hand.thrown" if each.turn <= pond else "panel.hand.to-throw", tile=kind, turn=each.turn)
            for each in latent
            for kind in (kind_word(each.kind),)
        ]
        return [t("panel.hand.risk", tiles=join(lie))]


def _end(hand: Outlook) -> list[str]:
    """A sentence that no own draw is left, or nothing can win anymore, and what tenpai is then paid."""
    if hand.can_tsumo:
        return []
    if hand.can_ron:
        return [t("panel.hand.no-draw")]
    return [t("panel.hand.over", points=hand.tenpai_pays)] if hand.tenpai_pays else []


def _distance(hand: Outlook) -> str:
    """The shanten and the accepted tiles of a hand without waits."""
    if hand.shanten <= 0:
        return t("panel.hand.no-waits")
    far = t("panel.hand.shanten", count=hand.shanten)
    if not hand.accepts:
        return join_sentences([far, t("panel.hand.accepts-nothing")])
    total = t("panel.hand.left", count=hand.acceptance)
    if hand.shanten > NEAR or len(hand.accepts) > ACCEPTED:
        tiles = t("desk.so-many", count=len(hand.accepts))
    else:
        tiles = join_list(_accepted(hand.accepts))
    return join_sentences([far, t("panel.hand.accepts", tiles=tiles, total=total)])


def _judged(hand: Outlook, draws: Sequence[Draw]) -> list[str]:
    """How many of the accepted tiles lead to a wait that wins by ron, if not all do."""
    free = free_tiles(draws)
    if hand.shanten != 1 or free == hand.acceptance:
        return []
    return [t("panel.hand.free", count=free) if free else t("panel.hand.none-free")]


def wait_words(wait: Wait, riichi: Outlook | None) -> str:
    """A wait with its tiles left, and the reason why it cannot be won on.

    ``riichi`` is the same hand with a riichi that can be declared, which gives every wait a yaku.
    """
    with_riichi = riichi is not None and any(each.kind == wait.kind and each.ron for each in riichi.waits)
    left = t("panel.hand.left", count=wait.left)
    if wait.on_offer:
        left = join_list((left, t("desk.on-offer")))
    facts = {"tile": kind_word(wait.kind), "left": left}
    if wait.no_ron is None:
        return t("panel.hand.one-wait", **facts)
    note = t(f"log.why-{wait.no_ron.why.value}")
    if with_riichi or wait.tsumo:
        note = t("panel.note.without-riichi" if with_riichi else "panel.note.ron", why=note)
    return t("panel.hand.noted-wait", note=note, **facts)


def _accepted(accepts: Iterable[AcceptedTile]) -> list[str]:
    return [t("panel.hand.accepted", tile=kind_word(each.kind), left=each.left) for each in accepts]


def _kind(cause: Cause) -> str:
    return sentence_start(kind_name(cause))


# -- a discard compared with the others --------------------------------------------------------------


def compare_discard(
    view: SeatView, effect: Outlook, legal: Sequence[Outlook], risk: Callable[[Tile], str]
) -> str:
    """Compare a discard with the best other one by the order of outlooks, which looks at the hand alone.

    ``legal`` are the hands after the legal discards, the best first. The text adds whether only one of the
    two leaves a furiten wait, and ``risk``: a sentence on the danger of the other discard, or nothing.
    """
    others = [each for each in legal if each.tile != effect.tile]
    if not others:
        return ""
    best = others[0]
    ranks = ranked(view, [effect, *others])
    if ranks[effect.tile] < ranks[best.tile]:
        # in what the best discard is better than all others
        if all(each.shanten > effect.shanten for each in others):
            return t("panel.compared.closest")
        count = _count(effect)
        if all(each.shanten > effect.shanten or _count(each) < count for each in others):
            return t("panel.compared.best")
        return t("panel.compared.top")
    alike = ranks[effect.tile] == ranks[best.tile]
    said = t("panel.compared.equal", tile=tile_word(best.tile)) if alike else _rival(view, effect, others)
    return join_sentences([said, *_furiten_beside(best, effect), risk(best.tile)])


def _rival(view: SeatView, effect: Outlook, others: Sequence[Outlook]) -> str:
    """In what the first of the others, the best, is better than this discard."""
    best = others[0]
    tile, count = tile_word(best.tile), _count(best)
    left = t("panel.hand.left", count=count)
    if best.shanten < effect.shanten:
        return t("panel.compared.closer", tile=tile, count=effect.shanten - best.shanten)
    # a hand with more tiles than the best one shows that tiles are not what it is best in
    widest = all(_count(each) <= count for each in others if each.shanten == best.shanten)
    if count > _count(effect) and widest:
        return t("panel.compared.more", tile=tile, left=left)
    if not _wins_more(view, best, effect):
        return t("panel.compared.better", tile=tile)
    if best.waits:
        return t("panel.compared.worth", tile=tile, left=left)
    return t("panel.compared.free-waits", tile=tile, count=_free(view, best))


def _wins_more(view: SeatView, best: Outlook, effect: Outlook) -> bool:
    """Whether the wins of a tenpai hand are worth more, or more tiles lead a hand one away to a ron."""
    if best.waits:
        return best.best.worth > effect.best.worth
    return _free(view, best) > _free(view, effect)


def _free(view: SeatView, hand: Outlook) -> int:
    """Tiles that lead a hand one away to a wait that wins by ron."""
    return free_tiles(draws_to_tenpai(view, hand))


def _count(hand: Outlook) -> int:
    """Tiles that win, or that bring a hand closer to tenpai."""
    return hand.best.winning_tiles if hand.waits else hand.acceptance


def _furiten_beside(best: Outlook, effect: Outlook) -> list[str]:
    """The sentence that the better discard is furiten or is not, where the other differs in this."""
    if not best.waits or bool(best.furiten) == bool(effect.furiten):
        return []
    return [t("panel.compared.furiten" if best.furiten else "panel.compared.free")]


# -- ways out of furiten -----------------------------------------------------------------------------


def ways_out(advice: FuritenAdvice) -> list[str]:
    """The best ways out of furiten, each with its cost."""
    said = [_way(way) for way in advice.ways[:WAYS]]
    if len(advice.ways) > WAYS:
        said.append(t("panel.way.more", count=len(advice.ways) - WAYS))
    if advice.draws:
        total = t("panel.hand.left", count=sum(draw.left for draw in advice.draws))
        said.append(t("panel.way.draws", tiles=_draws(advice.draws), total=total))
    return said or [t("panel.way.none")]


def is_way_out(advice: FuritenAdvice | None, tile: Tile) -> bool:
    """Whether the discard of this tile is a way out of furiten."""
    ways = () if advice is None else advice.ways
    return any(
        way.tile is not None and way.kind is not WayKind.TSUMO and KIND_OF[way.tile] == KIND_OF[tile]
        for way in ways
    )


def _way(way: WayOut) -> str:
    match way.kind:
        case WayKind.TSUMO:
            return t("panel.way.tsumo")
        case WayKind.TSUMO_ONLY:
            return t("panel.way.tsumo-only")
        case WayKind.NEXT_DISCARD if way.tile is None:
            return t("panel.way.next-discard")
    assert way.tile is not None
    tile = tile_word(way.tile)
    if way.kind is WayKind.NEXT_DISCARD:
        return t("panel.way.keeps", tile=tile)
    assert way.hand is not None
    if way.kind is WayKind.CHANGE_WAIT:
        waits = join([wait_words(wait, way.hand.with_riichi) for wait in way.hand.waits])
        said = t("panel.way.change-wait", tile=tile, waits=waits)
        return join_sentences([said, *([] if way.fewer is None else [_cost(way.fewer)])])
    total = t("panel.hand.left", count=way.freeing)
    return t("panel.way.step-back", tile=tile, draws=_draws(way.draws), total=total)


def _draws(draws: Sequence[Draw]) -> str:
    """The draws that lead out of furiten; a long list is cut to its number."""
    if len(draws) > LISTED:
        return t("desk.so-many", count=len(draws))
    return join(_accepted(AcceptedTile(draw.kind, draw.left) for draw in draws))


def _cost(fewer: int) -> str:
    """The change in the number of winning tiles, compared with the present wait."""
    if fewer == 0:
        return t("panel.cost.none")
    return t("panel.cost.fewer" if fewer > 0 else "panel.cost.more", count=abs(fewer))


def call_words(call: CallEffect, names: Seating) -> list[str]:
    """The losses by a call or a kan, and the players who could rob the kan."""
    waits = join([wait_words(wait, call.without.with_riichi) for wait in call.without.waits])
    said = []
    if call.breaks_tenpai:
        said.append(t("panel.call.breaks", waits=waits))
    elif call.changes_waits:
        said.append(t("panel.call.changes", waits=waits))
    if call.lost_yaku:
        from tui.words.hand_value import yaku_name  # here: a table begins without the value of wins

        said.append(t("panel.call.loses", yaku=join([yaku_name(name) for name in call.lost_yaku])))
    refused = [wait.no_tsumo for wait in call.hand.waits if wait.no_tsumo is not None]
    if call.hand.discard is None and any(refusal.why is Why.NO_YAKU for refusal in refused):
        said.append(t("panel.call.rinshan"))
    if call.robbers:
        said.append(t("panel.call.robbed", names=join([names[seat] for seat in call.robbers])))
    return said


def call_lines(call: CallEffect, action: str) -> tuple[str, ...]:
    """One line about the hand after a call: wordings from the longest to the shortest.

    ``action`` is the call as a sentence.
    """
    clauses, wordings = call_clauses(call), hand_wordings(call.hand, call.draws)
    least = int(call.breaks_tenpai)  # this is never left out
    told = [
        join_list([hand, *clauses[:count]])
        for count in range(len(clauses), least - 1, -1)
        for hand in wordings
    ]
    told += clauses[:least]
    if call.hand.discard is None:
        return tuple(t("desk.call-kan", action=action, hand=each) for each in told)
    tile = tile_word(call.hand.discard)
    return tuple(t("desk.call-then", action=action, tile=tile, hand=each) for each in told)


def call_clauses(call: CallEffect) -> list[str]:
    """In a few words each what a call or a kan changes besides the hand that it leaves; lost tenpai first."""
    kan = call.hand.discard is None
    clauses = {
        "breaks": call.breaks_tenpai,
        "changes": kan and call.changes_waits,
        "riichi": kan and call.hand.with_riichi is not None,
        "robbed": bool(call.robbers),
        "dora": call.new_dora,
    }
    return [t(f"desk.effects.{name}") for name, holds in clauses.items() if holds]


def kan_note(calls: tuple[CallEffect, ...]) -> str:
    """The cost of every kan on the own turn, in two or three words; empty if one costs nothing."""
    if not calls:
        return ""
    if all(call.breaks_tenpai for call in calls):
        return t("desk.effects.breaks")
    return t("desk.effects.changes") if all(call.changes_waits for call in calls) else ""


def hand_wordings(hand: Outlook, draws: Sequence[Draw] = ()) -> tuple[str, ...]:
    """The hand in words, from the longest to the shortest: its waits that win, or its distance."""
    if not hand.waits:
        # the distance and the accepted tiles, with those that lead to a wait that wins by ron if not all do
        far = {"count": hand.shanten, "left": hand.acceptance}
        free = free_tiles(draws)
        if hand.shanten != 1 or not draws or free == hand.acceptance:
            return (t("desk.after-far", **far),)
        if not free:
            return t("desk.after-near-none", **far), t("desk.after-near-none-short", **far)
        return t("desk.after-near", free=free, **far), t("desk.after-near-short", free=free, **far)
    winning = [wait.kind for wait in hand.waits if hand.wins_on(wait) and wait.left]
    if not winning:
        return (t("desk.after-vain", waits=tile_words(wait.kind for wait in hand.waits), note=_lack(hand)),)
    facts = {"waits": tile_words(winning), "left": hand.winning_tiles}
    said = (t("desk.after-points", points=points_range(hand), **facts), t("desk.after-tenpai", **facts))
    if hand.furiten:
        return tuple(t("desk.riichi-furiten", choice=each) for each in said)
    return said if hand.ron_tiles else tuple(t("desk.after-tsumo", hand=each) for each in said)


def _lack(hand: Outlook) -> str:
    """Why no wait of a tenpai hand wins: the first refusal, or furiten, or that no tile is left."""
    refusal = next((wait.no_ron for wait in hand.waits if wait.no_ron is not None), None)
    if refusal is not None:
        return t(f"log.why-{refusal.why.value}")
    return t("desk.furiten") if hand.furiten else t("panel.hand.left", count=0)
