"""Texts of questions about winning: waits, furiten, ron, passing, a kan after riichi."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from ai.drills.kinds.furiten import FuritenQuestion
from ai.drills.kinds.kan import KanChange, KanFacts, KanQuestion
from ai.drills.kinds.passing import PassingAsk, PassingFacts, PassingQuestion, PassResult, TileTiming
from ai.drills.kinds.ron import RonQuestion
from ai.drills.kinds.waits import Completion, WaitsFacts, WaitsQuestion
from ai.drills.question import DrillKind, Given
from ai.reading.outlook import outlook_now
from engine.actions import Why
from engine.furiten import CauseEnd
from engine.legal import later_win
from engine.score import NoWin, Score, score
from engine.score.yaku import AKA_DORA, DORA, URA_DORA
from engine.shape import Form, Reading
from engine.tiles import COPIES, KIND_OF, NAMES, Kind
from engine.view import SeatView
from tui.i18n import join_list, join_sentences, t
from tui.practice.explain import Explanation, KindWords
from tui.practice.kinds.common import alike, go_around, groups, misleading, why_furiten
from tui.words.hand_sentences import HandWords
from tui.words.names import Seating, join, joined_kinds, kind_word, sentence_start, tile_word, tile_words


class WaitsWords(KindWords[WaitsQuestion]):
    """Texts of "waits": how each wait completes the hand; missed and wrongly marked ones come first."""

    def ask(self, question: WaitsQuestion, number: int, names: Seating) -> str:
        """Every wait of the hand, with the rule on a fifth tile where it matters."""
        asked = t("drill.waits.ask")
        held = Counter(KIND_OF[tile] for tile in question.view().hand.all_tiles())
        if max(held.values()) < COPIES:
            return asked
        melded = question.rules.fifth_tile == "concealed"
        return join_sentences([asked, t("drill.waits.if-melded" if melded else "drill.waits.no-fifth")])

    def word(self, id: str) -> str:
        return t("drill.waits.none")

    def explain(self, question: WaitsQuestion, given: Given, names: Seating) -> Explanation:
        """Each wait with the group that it completes, and why the wrongly marked tiles are none."""
        facts = question.facts
        marked, right = set(given[0]), {NAMES[wait.kind] for wait in facts.waits}
        vain = [option.tile for option in question.parts[0].options if option.id in marked - right]
        missed = [wait for wait in facts.waits if NAMES[wait.kind] not in marked]
        found = [wait for wait in facts.waits if NAMES[wait.kind] in marked]
        melds = bool(question.view().hand.melds)
        said = [
            *([] if facts.waits else self._noten(question, facts)),
            *self._vain([tile for tile in vain if tile is not None], facts),
            *(self._completes(wait, melds=melds) for wait in (*missed, *found)),
        ]
        fifth = self._fifth(question, facts) if facts.waits else ()
        lit = frozenset(wait.kind for wait in facts.waits)
        return Explanation((*said, *fifth), brief=len(said), lit=lit)

    def _noten(self, question: WaitsQuestion, facts: WaitsFacts) -> Iterator[str]:
        """Why the hand is not tenpai: how far away it is, or that it needs a fifth tile."""
        if facts.fifth:
            yield from self._fifth(question, facts)
        else:
            yield t("drill.waits.noten", count=facts.away)

    def _vain(self, kinds: Iterable[Kind], facts: WaitsFacts) -> Iterator[str]:
        """Wrongly marked tiles, except fifth tiles, which have their own sentence."""
        plain = [kind for kind in kinds if kind not in facts.fifth]
        if plain:
            yield t("drill.waits.vain", count=len(plain), tiles=tile_words(plain))

    def _completes(self, wait: Completion, *, melds: bool) -> str:
        facts = {"tile": tile_word(wait.kind), "left": t("panel.hand.left", count=wait.left)}
        reading = wait.readings[0]
        match reading.form:
            case Form.SEVEN_PAIRS:
                return t("drill.waits.seven-pairs", **facts)
            case Form.ORPHANS:
                return t("drill.waits.orphans", **facts)
        return t(
            "drill.waits.completes", groups=groups(reading, melds=melds), pair=alike(reading.pair, 2), **facts
        )

    def _fifth(self, question: WaitsQuestion, facts: WaitsFacts) -> Iterator[str]:
        held = [wait.kind for wait in facts.waits if question.view().hand.holds(wait.kind) == COPIES]
        tiles = join([tile_word(kind) for kind in facts.fifth])
        if held:
            yield t("drill.waits.fifth-counts", tiles=tiles, rules=question.rules.title)
        elif facts.noten_by_rule:
            yield t("drill.waits.fifth-noten", tiles=tiles, rules=question.rules.title)
        elif facts.fifth:
            yield t("drill.waits.fifth-besides" if facts.waits else "drill.waits.fifth", tiles=tiles)


_ASKED = ("kind", "tiles", "until")


class FuritenWords(KindWords[FuritenQuestion]):
    """Texts of "furiten?": the panel's line about furiten, and misleading details."""

    def ask(self, question: FuritenQuestion, number: int, names: Seating) -> str:
        """A part of the question: which furiten, by which tiles, or until when."""
        asked = t(f"drill.furiten.ask-{_ASKED[number]}")
        return join_sentences([asked, go_around(question, names)]) if number == 0 else asked

    def word(self, id: str) -> str:
        if id in CauseEnd.__members__.values():
            return t(f"panel.ends.{id}")
        return t(f"drill.furiten.is-{id}")

    def explain(self, question: FuritenQuestion, given: Given, names: Seating) -> Explanation:
        """Which tiles make the hand furiten and until when, and what only looked so."""
        facts = question.facts
        view = question.view()
        waits, furiten = HandWords(view, names).ahead(outlook_now(view))
        marked = set(given[1]) if len(given) > 1 else set()
        vain = marked - question.answer[1]
        told = [furiten] if view.furiten else []
        sentences = [why_furiten(view), *told, *misleading(facts.past, question, names, vain), waits]
        kinds = {KIND_OF[cause.tile] for cause in facts.causes}
        return Explanation(tuple(sentences), frozenset(facts.waits) | kinds, facts.causes)


DORAS = frozenset({DORA, AKA_DORA, URA_DORA})
"""What adds han but is no yaku."""


class RonWords(KindWords[RonQuestion]):
    """Texts of "can you ron?": the yaku of the win, or the reason why it is refused."""

    def ask(self, question: RonQuestion, number: int, names: Seating) -> str:
        """The question: does the hand win on the discard, or on the tile of a kan?"""
        asked = question.ask
        key = "drill.ron.ask-kan" if asked.kan else "drill.ron.ask"
        return t(key, name=names[asked.seat], tile=tile_word(asked.tile))

    def word(self, id: str) -> str:
        return t(f"drill.ron.is-{id}")

    def explain(self, question: RonQuestion, given: Given, names: Seating) -> Explanation:
        """The yaku of the win, or what refuses it: furiten, no yaku, or no wait."""
        facts, view, tile = question.facts, question.view(), question.ask.tile
        waits, furiten = HandWords(view, names).ahead(outlook_now(view, KIND_OF[tile]))
        if facts.score is not None:
            sentences = [t("drill.ron.wins", yaku=self._yaku(facts.score)), *self._dora(facts.score), waits]
        elif facts.refusal is not None and facts.refusal.causes:
            sentences = [why_furiten(view), furiten, waits]
        elif KIND_OF[tile] in facts.waits:
            sentences = [t("drill.ron.no-yaku", tile=kind_word(tile)), *self._with_yaku(view), waits]
        else:
            waited = joined_kinds(facts.waits)
            sentences = [t("drill.ron.not-a-wait", tile=kind_word(tile), waits=waited), waits]
        sentences += misleading(facts.past, question, names)
        return Explanation(tuple(sentences), frozenset(facts.waits), view.furiten)

    def _yaku(self, score: Score) -> str:
        """The yaku of a win, without dora."""
        names = [item.name for item in score.yakuman_items]
        names += [item.name for item in score.yaku if item.name not in DORAS]
        return join_list(t(f"yaku.{name}") for name in names)

    def _dora(self, score: Score) -> list[str]:
        han = sum(item.han for item in score.yaku if item.name in DORAS)
        return [t("drill.ron.dora", count=han)] if han else []

    def _with_yaku(self, view: SeatView) -> Iterator[str]:
        """The yaku that the hand would have with its other waits, or with riichi."""
        for wait in view.waits:
            result = score(later_win(view, view.hand, wait))
            if not isinstance(result, NoWin):
                yield t("drill.ron.with-yaku", tile=kind_word(wait), yaku=self._yaku(result))
        if view.hand.is_closed:
            yield t("drill.ron.by-riichi")


_AFTER_OWN = {TileTiming.AFTER_DISCARD: "after-this", TileTiming.DRAWN: "drawn-after-this"}
"""The words for the next tile after an own discard."""
_NO_WIN = {
    Why.FURITEN: "drill.passing.still",
    Why.NO_YAKU: "drill.passing.tsumo-no-yaku",
    Why.NOT_COMPLETE: "drill.passing.tsumo-no-wait",
}


class PassingWords(KindWords[PassingQuestion]):
    """Texts of "take it or leave it": the effect of passing a tile, and whether the next tile wins."""

    def ask(self, question: PassingQuestion, number: int, names: Seating) -> str:
        """First which furiten follows a pass; then whether the next tile wins."""
        asked = question.ask
        own = asked.seat == question.seat
        if number == 0:
            how = "draws" if own else "adds" if asked.kan else "throws"
            return t(f"drill.passing.ask-{how}", name=names[asked.seat], tile=tile_word(asked.tile))
        then = asked.then
        when = (_AFTER_OWN if own else {}).get(then.when, then.when.value)
        return t(f"drill.passing.then-{when}", name=names[then.seat], tile=tile_word(then.tile))

    def word(self, id: str) -> str:
        return t(f"drill.passing.is-{id}")

    def explain(self, question: PassingQuestion, given: Given, names: Seating) -> Explanation:
        """The effect of passing, whether the next tile can be won on, and misleading details.

        If only the second part was answered wrongly, its reason comes first.
        """
        asked, facts = question.ask, question.facts
        view = question.view()
        reasons = self._why(asked, facts, view, question.answer[0]), sentence_start(self._then(asked, facts))
        only_then = (
            len(given) > 1 and question.answer[0] == set(given[0]) and question.answer[1] != set(given[1])
        )
        sentences = (
            *(reversed(reasons) if only_then else reasons),
            *self._brings(facts, view, names),
            *misleading(facts.past, question, names),
        )
        cause = () if facts.effect.cause is None else (facts.effect.cause,)
        return Explanation(sentences, frozenset(facts.waits), (*view.furiten, *cause))

    def _why(self, asked: PassingAsk, facts: PassingFacts, view: SeatView, brings: Collection[str]) -> str:
        tile = tile_word(asked.tile)
        if PassResult.NOTHING in brings:
            waits = joined_kinds(facts.waits)
            return sentence_start(t("drill.passing.nothing", tile=tile, waits=waits))
        if PassResult.ALREADY in brings:
            return sentence_start(t("drill.passing.already", tile=tile))
        (brought,) = brings
        return t(f"drill.passing.why-{brought}", tile=tile)

    def _brings(self, facts: PassingFacts, view: SeatView, names: Seating) -> list[str]:
        """Why the hand is furiten already, or that a tile without a yaku counts too."""
        effect, words = facts.effect, HandWords(view, names)
        if effect.already:
            return [words.furiten(effect.already)]
        if effect.refusal is not None and effect.refusal.why is Why.NO_YAKU:
            return [sentence_start(t("drill.passing.no-yaku", tile=tile_word(effect.tile)))]
        return []

    def _then(self, asked: PassingAsk, facts: PassingFacts) -> str:
        """The sentence that says whether the next tile can be won on, and by which rule not."""
        if facts.refusal is not None:
            key = _NO_WIN[facts.refusal.why]
        elif asked.then.when is TileTiming.DRAWN:
            key = "drill.passing.tsumo"
        else:
            key = "drill.passing.over" if facts.effect.completes else "drill.passing.free"
        return t(key, tile=tile_word(asked.then.tile))


MAX_LOST = 2
"""The maximum number of lost waits whose readings are told."""


class KanWords(KindWords[KanQuestion]):
    """Texts of "kan after riichi?": the waits before and after, and readings without the triplet."""

    def ask(self, question: KanQuestion, number: int, names: Seating) -> str:
        """May the kan be declared? Then: which waits are lost, or which other groups are there?"""
        return t(f"drill.kan.ask-{question.parts[number].id}", tile=kind_word(question.ask.kind))

    def word(self, id: str) -> str:
        return t(f"drill.kan.is-{id}")

    def explain(self, question: KanQuestion, given: Given, names: Seating) -> Explanation:
        """The rule of kans after riichi on this hand: the waits before and after it."""
        lit = frozenset({question.ask.kind, *question.facts.before})
        return Explanation(tuple(self._told(question, question.ask.kind, question.facts)), lit=lit)

    def _told(self, question: KanQuestion, kind: Kind, facts: KanFacts) -> Iterator[str]:
        rules, why = question.rules.title, None if facts.refusal is None else facts.refusal.why
        yield self._why(kind, facts)
        for miss in facts.near_misses:
            yield t(f"drill.kan.near-{miss.value}", rules=rules)
        if why is Why.KAN_CHANGES_READING:
            yield t("drill.kan.strict", tile=kind_word(kind), rules=rules)
        lost = [change for change in facts.changes if change.after is None]
        kept = [change for change in facts.changes if change.after is not None]
        other = dict(reversed(facts.otherwise))
        for change in lost[:MAX_LOST]:
            yield self._before(change)
            yield t("drill.kan.lost", tile=kind_word(kind), wait=kind_word(change.wait))
        # the wait whose tiles group in two ways shows the most
        for change in sorted(kept, key=lambda change: change.wait not in other)[:1]:
            yield self._before(change)
            if change.wait in other:
                yield self._otherwise(kind, change.wait, other[change.wait])
            assert change.after is not None
            read = {"groups": groups(change.after), "pair": alike(change.after.pair, 2)}
            yield t("drill.kan.after", wait=kind_word(change.wait), tile=kind_word(kind), **read)

    def _why(self, kind: Kind, facts: KanFacts) -> str:
        """In one line why the kan is legal or not."""
        before, after = joined_kinds(facts.before), joined_kinds(facts.after)
        match None if facts.refusal is None else facts.refusal.why:
            case Why.KAN_CHANGES_WAITS if facts.after:
                return t("drill.kan.changes", before=before, after=after)
            case Why.KAN_CHANGES_WAITS:
                return t("drill.kan.loses", before=before)
            case Why.KAN_CHANGES_READING:
                return t("drill.kan.regroups", before=before, tile=kind_word(kind))
            case None:
                return t("drill.kan.keeps", before=before)
        assert facts.refusal is not None
        return t(f"drill.kan.against-{facts.refusal.why.value}", tile=kind_word(kind))

    def _before(self, change: KanChange) -> str:
        read = {"groups": groups(change.before), "pair": alike(change.before.pair, 2)}
        return t("drill.kan.before", wait=kind_word(change.wait), **read)

    def _otherwise(self, kind: Kind, wait: Kind, reading: Reading) -> str:
        """A reading without the triplet of the hand completed by a wait."""
        names = {"tile": kind_word(kind), "wait": kind_word(wait)}
        if reading.form is not Form.STANDARD:
            return t("drill.kan.otherwise-pairs", **names)
        read = {"groups": groups(reading), "pair": alike(reading.pair, 2)}
        return t("drill.kan.otherwise", **read, **names)


WORDS = {
    DrillKind.WAITS: WaitsWords(),
    DrillKind.FURITEN: FuritenWords(),
    DrillKind.RON: RonWords(),
    DrillKind.PASSING: PassingWords(),
    DrillKind.KAN: KanWords(),
}
