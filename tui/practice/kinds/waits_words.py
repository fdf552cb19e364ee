"""Texts of "waits": how each wait completes the hand; missed and wrongly marked ones come first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ai.drills.kinds.waits import Completion, WaitsFacts, WaitsQuestion
from engine.shape import Form
from engine.tiles import COPIES, KIND_OF, NAMES, Kind
from tui.i18n import join_sentences, t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import alike, groups
from tui.words.names import Seating, join, tile_word, tile_words


def ask(question: WaitsQuestion, number: int, names: Seating) -> str:
    """Every wait of the hand, with the rule on a fifth tile where it matters."""
    asked, held = t("drill.waits.ask"), Counter(KIND_OF[tile] for tile in question.view().hand.all_tiles())
    if max(held.values()) < COPIES:
        return asked
    melded = question.rules.fifth_tile == "concealed"
    return join_sentences([asked, t("drill.waits.if-melded" if melded else "drill.waits.no-fifth")])


def word(id: str) -> str:
    """An option in words: no wait."""
    return t("drill.waits.none")


def explain(question: WaitsQuestion, given: Given, names: Seating) -> Explanation:
    """Each wait with the group that it completes, and why the wrongly marked tiles are none."""
    facts = question.facts
    marked, right = set(given[0]), {NAMES[wait.kind] for wait in facts.waits}
    vain = [option.tile for option in question.parts[0].options if option.id in marked - right]
    missed = [wait for wait in facts.waits if NAMES[wait.kind] not in marked]
    found = [wait for wait in facts.waits if NAMES[wait.kind] in marked]
    melds = bool(question.view().hand.melds)
    said = [
        *([] if facts.waits else _noten(question, facts)),
        *_vain([tile for tile in vain if tile is not None], facts),
        *(_completes(wait, melds=melds) for wait in (*missed, *found)),
    ]
    fifth = _fifth(question, facts) if facts.waits else ()
    lit = frozenset(wait.kind for wait in facts.waits)
    return Explanation((*said, *fifth), brief=len(said), lit=lit)


def _noten(question: WaitsQuestion, facts: WaitsFacts) -> Iterator[str]:
    """Why the hand is not tenpai: how far away it is, or that it needs a fifth tile."""
    if facts.fifth:
        yield from _fifth(question, facts)
    else:
        yield t("drill.waits.noten", count=facts.away)


def _vain(kinds: Iterable[Kind], facts: WaitsFacts) -> Iterator[str]:
    """Wrongly marked tiles, except fifth tiles, which have their own sentence."""
    plain = [kind for kind in kinds if kind not in facts.fifth]
    if plain:
        yield t("drill.waits.vain", count=len(plain), tiles=tile_words(plain))


def _completes(wait: Completion, *, melds: bool) -> str:
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


def _fifth(question: WaitsQuestion, facts: WaitsFacts) -> Iterator[str]:
    """Waits on a fifth tile of a kind, and whether they count as tenpai."""
    held = [wait.kind for wait in facts.waits if question.view().hand.holds(wait.kind) == COPIES]
    tiles = join([tile_word(kind) for kind in facts.fifth])
    if held:
        yield t("drill.waits.fifth-counts", tiles=tiles, rules=question.rules.title)
    elif facts.noten_by_rule:
        yield t("drill.waits.fifth-noten", tiles=tiles, rules=question.rules.title)
    elif facts.fifth:
        yield t("drill.waits.fifth-besides" if facts.waits else "drill.waits.fifth", tiles=tiles)
