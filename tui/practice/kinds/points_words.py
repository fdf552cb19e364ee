"""Texts of questions about points: counting a won hand, and what the last hand needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ai.drills.kinds.count import FU, POINTS, YAKU, CountAsk, CountFacts, CountQuestion
from ai.drills.kinds.needed import Goal, NeededFacts, NeededQuestion, OfferedWin
from ai.drills.question import DrillKind, Given
from ai.drills.win_options import FU as FU_OF
from ai.drills.win_options import GROUPS, PAIRS, PAYERS, FuOption, read_payment
from engine.outcome import WinResult
from engine.rules import Ruleset
from engine.score import Payment, Score, payment
from engine.score.points import (
    ADDED_HAN,
    MANGAN_HAN,
    RON_SHARES,
    RON_SHARES_EAST,
    ROUNDED_UP_TO_MANGAN,
    TRIPLET_BY_RON,
    TSUMO_SHARES_EAST,
)
from engine.shape import Form
from engine.tiles import IS_ORPHAN, KIND_OF, TILE_OF
from tui.i18n import join_list, join_sentences, t
from tui.play.session import DEFAULT_BOTS
from tui.practice.explain import Explanation, KindWords
from tui.practice.kinds.common import alike
from tui.words.event_lines import stakes
from tui.words.names import Seating, join, kind_word, tile_word, tile_words
from tui.words.result_words import limit_name, score_extent


class CountWords(KindWords[CountQuestion]):
    """Texts of "count the hand": han, fu and points in one line, then yaku, fu and payments item by item."""

    def ask(self, question: CountQuestion, number: int, names: Seating) -> str:
        """A part of the count: the yaku, the fu, the points, or all of it at once."""
        asked = question.ask
        tsumo = asked.target == question.seat
        match question.parts[number].id:
            case part if part == YAKU:
                return self._ask_yaku(asked, names, tsumo=tsumo)
            case part if part == FU:
                return t("drill.count.ask-fu")
            case part if part == POINTS:
                return t("drill.count.ask-points")
        table = question.view().table
        counters = stakes(table.honba, table.riichi_sticks)
        lies = [t("drill.count.on-table", counters=join(counters))] if counters else []
        if tsumo:
            return join_sentences([*lies, t("drill.count.ask-payments-tsumo")])
        return join_sentences([*lies, t("drill.count.ask-payments-ron", name=names.other(asked.target))])

    def _ask_yaku(self, asked: CountAsk, names: Seating, *, tsumo: bool) -> str:
        tile = tile_word(asked.tile)
        if tsumo:
            won = t("drill.count.won-tsumo", tile=tile)
        else:
            key = "drill.count.won-kan" if asked.kan else "drill.count.won-ron"
            won = t(key, name=names.other(asked.target), tile=tile)
        ura = [t("drill.count.ura", count=len(asked.ura), tiles=tile_words(asked.ura))] if asked.ura else []
        return join_sentences([won, *ura, t("drill.count.ask-yaku")])

    def word(self, id: str) -> str:
        if "/" in id:
            paid, total = id.split("/")
            return self._payments(read_payment(paid), int(total))
        if id[0].isdigit():
            return self._points(read_payment(id))
        name = id.partition(":")[0]
        return self.fu_item(id) if name in FU_OF else t(f"yaku.{name}")

    def fu_item(self, id: str) -> str:
        name, _, tile = id.partition(":")
        if name in GROUPS:
            kind, count = KIND_OF[TILE_OF[tile]], 4 if name.endswith("kan") else 3
            key = "drill.count.open" if name.startswith("open") else "drill.count.closed"
            return t(key, tiles=self._of_a_kind(kind, count), fu=FU_OF[name])
        if name in PAIRS:
            return t("drill.count.pair", tiles=alike(KIND_OF[TILE_OF[tile]], 2), fu=FU_OF[name])
        return t("drill.count.item", name=t(f"fu.{name}"), fu=FU_OF[name])

    def _counted_item(self, option: FuOption, value: Score) -> str:
        """An item of the win; of an open triplet whether a ron completed it."""
        kind = option.kind
        if kind is not None and option.name in TRIPLET_BY_RON and kind in value.reading.triplets:
            return t("drill.count.by-ron", tiles=alike(kind, 3), fu=FU_OF[option.name])
        return self.fu_item(option.id)

    def _of_a_kind(self, kind: int, count: int) -> str:
        return alike(kind, 3) if count == 3 else t("drill.count.kan", tile=kind_word(kind))

    def _points(self, paid: Payment) -> str:
        """Points without honba and riichi sticks."""
        if paid.ron is not None:
            return t("drill.count.points", points=paid.ron)
        if paid.from_dealer is None:
            return t("drill.count.points-all", points=paid.from_others)
        return t("drill.count.points-each", points=paid.from_others, east=paid.from_dealer)

    def _payments(self, paid: Payment, total: int) -> str:
        """Points with honba, and all that the winner gets."""
        if paid.ron is not None:
            return t("drill.count.pays", points=paid.ron, total=total)
        if paid.from_dealer is None:
            return t("drill.count.pays-all", points=paid.from_others, total=total)
        return t("drill.count.pays-each", points=paid.from_others, east=paid.from_dealer, total=total)

    def explain(self, question: CountQuestion, given: Given, names: Seating) -> Explanation:
        """The count of the win, han by han and fu by fu, and which marked items are not there."""
        facts = question.facts
        dealer = question.seat == question.view().table.dealer
        told = [
            *self._told(facts, question, names, dealer=dealer),
            *self._not_there(facts.win, question, given),
        ]
        return Explanation(tuple(told), lit=frozenset({KIND_OF[facts.win.tile]}))

    def _told(
        self, facts: CountFacts, question: CountQuestion, names: Seating, *, dealer: bool
    ) -> Iterator[str]:
        win, value, rules = facts.win, facts.win.score, question.rules
        paid = payment(value.base, dealer, win.tsumo)
        yield t("drill.count.worth", extent=score_extent(value), points=self._points(paid))
        items = [t("drill.count.han-item", name=t(f"yaku.{name}"), han=han) for name, han in value.yaku]
        yield t("drill.count.han", items=join_list(items), han=value.han)
        yield from self._fu(facts)
        view = question.view()
        for option in facts.fu:
            if option.name in PAIRS and option.kind == view.seat_wind == view.table.round_wind:
                fu, tile = FU_OF[option.name], kind_word(option.kind)
                yield t("drill.count.double-wind", tile=tile, fu=fu, rules=question.rules.title)
        yield from self._basic(win, dealer=dealer)
        yield from self._limit(win, rules)
        if win.honba:
            points = win.honba * rules.counter_points
            each = points // PAYERS
            if win.tsumo:
                yield t("drill.count.honba-tsumo", count=win.honba, points=each)
            else:
                yield t("drill.count.honba-ron", count=win.honba, points=points)
        if win.riichi_sticks:
            points = win.riichi_sticks * rules.riichi_bet
            yield t("drill.count.sticks", count=win.riichi_sticks, points=points)
        yield self._in_all(win, paid, rules, names)

    def _in_all(self, win: WinResult, paid: Payment, rules: Ruleset, names: Seating) -> str:
        honba, total = win.honba * rules.counter_points, win.deltas[win.winner]
        more = paid.more(honba, honba // PAYERS)
        if more.ron is not None:
            return t("drill.count.in-all-ron", name=names[win.target], points=more.ron, total=total)
        if more.from_dealer is None:
            return t("drill.count.in-all", points=more.from_others, total=total)
        return t("drill.count.in-all-each", points=more.from_others, east=more.from_dealer, total=total)

    def _fu(self, facts: CountFacts) -> Iterator[str]:
        """The fu item by item, or why they are fixed or not needed."""
        value = facts.win.score
        assert value.han is not None
        if facts.fu:
            items = join_list(self._counted_item(option, value) for option in facts.fu)
            exact = sum(item.fu for item in value.fu_items)
            if exact == value.fu:
                yield t("drill.count.fu-exact", items=items, fu=value.fu)
            else:
                yield t("drill.count.fu", items=items, exact=exact, fu=value.fu)
        elif value.han >= MANGAN_HAN:
            yield t("drill.count.fu-needless", least=MANGAN_HAN)
        elif value.reading.form is Form.SEVEN_PAIRS:
            yield t("drill.count.fu-pairs", fu=value.fu)
        else:
            yield t("drill.count.fu-pinfu", fu=value.fu)

    def _limit(self, win: WinResult, rules: Ruleset) -> Iterator[str]:
        value = win.score
        assert value.han is not None
        assert value.fu is not None
        edge = (value.han, value.fu) in ROUNDED_UP_TO_MANGAN
        if edge:
            key = "drill.count.kiriage" if rules.kiriage else "drill.count.no-kiriage"
            yield t(key, han=value.han, fu=value.fu, rules=rules.title)
        if value.limit is not None and value.han >= MANGAN_HAN:
            yield t("drill.count.limit", han=value.han, limit=limit_name(value))
        elif value.limit is not None and not edge:
            yield t("drill.count.limit-fu", han=value.han, fu=value.fu)

    def _basic(self, win: WinResult, *, dealer: bool) -> Iterator[str]:
        """How the points of a hand below a mangan come about."""
        value = win.score
        assert value.han is not None
        assert value.fu is not None
        if value.limit is not None:
            return
        yield t("drill.count.basic", fu=value.fu, power=value.han + ADDED_HAN, base=value.base)
        if not win.tsumo:
            times = RON_SHARES_EAST if dealer else RON_SHARES
            yield t("drill.count.share-ron", times=times, exact=times * value.base)
        elif dealer:
            yield t("drill.count.share-all", times=TSUMO_SHARES_EAST, exact=TSUMO_SHARES_EAST * value.base)
        else:
            yield t(
                "drill.count.share-each",
                times=TSUMO_SHARES_EAST,
                exact=TSUMO_SHARES_EAST * value.base,
                base=value.base,
            )

    def _not_there(self, win: WinResult, question: CountQuestion, given: Given) -> Iterator[str]:
        """Why yaku that were chosen wrongly do not count, where one reason says it."""
        chosen = set(given[0]).difference(question.answer[0]) if given else set()
        for option in question.parts[0].options:
            reason = _WHY_NOT.get(option.id)
            if option.id in chosen and reason is not None and (why := reason(win)):
                yield t(f"drill.count.not-{option.id}-{why}")


def _no_pinfu(win: WinResult) -> str:
    names = {item.name for item in win.score.fu_items}
    if not win.hand.is_closed:
        return "open"
    if win.score.reading.form is not Form.STANDARD:
        return ""
    if names & GROUPS.keys():
        return "triplet"
    return "pair" if names & PAIRS.keys() else "wait"


def _no_tanyao(win: WinResult) -> str:
    tiles = [win.tile, *win.hand.tiles, *(tile for meld in win.hand.melds for tile in meld.tiles)]
    return "orphan" if any(IS_ORPHAN[KIND_OF[tile]] for tile in tiles) else "open"


_WHY_NOT: Mapping[str, Callable[[WinResult], str]] = {
    "riichi": lambda _: "declared",
    "menzen-tsumo": lambda win: "open" if win.tsumo else "ron",
    "pinfu": _no_pinfu,
    "tanyao": _no_tanyao,
    "iipeikou": lambda win: "" if win.hand.is_closed else "open",
}
"""Which text says why a yaku does not count; an empty one says nothing."""


class NeededWords(KindWords[NeededQuestion]):
    """Texts of "what do you need": how far behind, the cheapest wins that are enough, what each brings."""

    def ask(self, question: NeededQuestion, number: int, names: Seating) -> str:
        """The least win that makes one first, or not last."""
        return t("drill.needed.ask-first" if question.ask.goal is Goal.FIRST else "drill.needed.ask-not-last")

    def word(self, id: str) -> str:
        way, *words = id.split("-", 1 if id.startswith("tsumo") else 2)
        if way == "ron":
            side, points = map(int, words)
            return t("drill.needed.is-ron", points=points, name=self._library_names().other(side))
        paid = read_payment(words[0])
        if paid.from_dealer is None:
            return t("drill.needed.is-tsumo-all", points=paid.from_others)
        return t("drill.needed.is-tsumo", points=paid.from_others, east=paid.from_dealer)

    def _library_names(self) -> Seating:
        """The players as the own seat has them around it: 0 itself, 1 right, 2 across, 3 left."""
        return Seating.at_table(("", *DEFAULT_BOTS), 0)

    def explain(self, question: NeededQuestion, given: Given, names: Seating) -> Explanation:
        """The distances to the players ahead, the least wins, and the rules that count here."""
        facts = question.facts
        behind = [
            t("drill.needed.behind-one", name=names.other(seat), points=points)
            for seat, points in facts.ahead
        ]
        first = [
            t("drill.needed.behind", players=join(behind)),
            t(
                "drill.needed.least",
                count=len(facts.least),
                wins=join_list(self.word(win.id) for win in facts.least),
            ),
        ]
        return Explanation(
            (
                join_sentences(first),
                join_sentences(self._rules(question, facts, names)),
                *(self._told(win, question.seat, names) for win in facts.wins),
            )
        )

    def _rules(self, question: NeededQuestion, facts: NeededFacts, names: Seating) -> Iterator[str]:
        """The rules by which the wins of one way move more points than they say."""
        sides, (rival, _) = {win.side for win in facts.wins}, facts.ahead[0]
        east = question.view().table.dealer
        if names.side_of(rival) in sides:
            yield t("drill.needed.twice", name=names.other(rival))
        if 0 in sides and east != question.seat:
            yield t("drill.needed.east", name=names.other(east))
        if facts.honba:
            yield t("drill.needed.honba", points=facts.honba)
        if facts.sticks:
            yield t("drill.needed.sticks", points=facts.sticks)

    def _told(self, win: OfferedWin, seat: int, names: Seating) -> str:
        told, name = self.word(win.id), names.other(win.rival)
        own, points = win.scores[seat], win.scores[win.rival]
        if win.tie(seat):
            key = "drill.needed.enough-tie" if win.enough else "drill.needed.short-tie"
            return t(key, win=told, name=name, own=own)
        key = "drill.needed.enough" if win.enough else "drill.needed.short"
        return t(key, win=told, name=name, own=own, points=points)


WORDS = {
    DrillKind.COUNT: CountWords(),
    DrillKind.NEEDED: NeededWords(),
}
