"""Waits in words: how each completes the hand, those first that were missed or marked in vain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ai.drills.question import Question
from ai.drills.waits import Completion, WaitsFacts
from engine.shape import Form, Group, Reading
from engine.tiles import COPIES, EAST, NAMES, Kind, format_tiles
from tui.desk.words import Names, join, tile_word, tile_words
from tui.practice.explain import Explanation, Given
from tui.texts import t


def ask(question: Question, number: int, names: Names) -> str:
    """What is asked."""
    return t("drill.waits.ask")


def word(id: str) -> str:
    """No wait at all."""
    return t("drill.waits.none")


def explain(question: Question, given: Given, names: Names) -> Explanation:
    """What each wait completes, what marked tiles do not, and what a fifth tile would."""
    facts = question.facts
    assert isinstance(facts, WaitsFacts)
    marked, right = set(given[0]), {NAMES[wait.kind] for wait in facts.waits}
    vain = [option.tile for option in question.parts[0].options if option.id in marked - right]
    missed = [wait for wait in facts.waits if NAMES[wait.kind] not in marked]
    found = [wait for wait in facts.waits if NAMES[wait.kind] in marked]
    sentences = (
        *_vain([tile for tile in vain if tile is not None], facts),
        *map(_completes, (*missed, *found)),
        *_fifth(question, facts),
    )
    return Explanation(sentences, lit=frozenset(wait.kind for wait in facts.waits))


def _vain(kinds: Iterable[Kind], facts: WaitsFacts) -> Iterator[str]:
    """Tiles that were marked and are no waits; a fifth one has a sentence of its own."""
    plain = [kind for kind in kinds if kind not in facts.fifth]
    if plain:
        yield t("drill.waits.vain", count=len(plain), tiles=tile_words(plain))


def _completes(wait: Completion) -> str:
    facts = {"tile": tile_word(wait.kind), "left": t("panel.hand.left", count=wait.left)}
    reading = wait.readings[0]
    match reading.form:
        case Form.SEVEN_PAIRS:
            return t("drill.waits.seven-pairs", **facts)
        case Form.ORPHANS:
            return t("drill.waits.orphans", **facts)
    return t("drill.waits.completes", groups=_groups(reading), pair=_alike(reading.pair, 2), **facts)


def _groups(reading: Reading) -> str:
    return join([_group(group) for group in reading.groups]) if reading.groups else t("drill.waits.melds")


def _group(group: Group) -> str:
    if group.is_sequence:
        return format_tiles(range(group.first, group.first + 3))
    return _alike(group.first, 3)


def _alike(kind: Kind | None, count: int) -> str:
    """Some tiles of a kind: ``555s``, ``three East``."""
    assert kind is not None
    if kind < EAST:
        return format_tiles([kind] * count)
    return t("drill.waits.pair" if count == 2 else "drill.waits.triplet", tile=tile_word(kind))


def _fifth(question: Question, facts: WaitsFacts) -> Iterator[str]:
    """What only a fifth tile would complete, and whether that is tenpai."""
    held = [wait.kind for wait in facts.waits if question.view().hand.holds(wait.kind) == COPIES]
    tiles = join([tile_word(kind) for kind in facts.fifth])
    if held:
        yield t("drill.waits.fifth-counts", tiles=tiles, rules=question.rules.title)
    elif facts.noten_by_rule:
        yield t("drill.waits.fifth-noten", tiles=tiles, rules=question.rules.title)
    elif facts.fifth:
        yield t("drill.waits.fifth", tiles=tiles)
