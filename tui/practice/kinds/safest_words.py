"""Texts of "safest tile": what speaks for each tile, and how often such tiles were won on."""

from __future__ import annotations

from ai.drills.kinds.safest import RatedTile, SafestQuestion
from engine.tiles import NAMES
from tui.i18n import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import danger_marks
from tui.words.names import Seating, join, kind_word, tile_words
from tui.words.safety_sentences import SafetyWords, reason_word

MOST_TEMPTING = 2
"""The most tiles that are described in addition to the right ones, with the chosen one."""


def ask(question: SafestQuestion, number: int, names: Seating) -> str:
    """The safest of the tiles in hand, against one or two opponents."""
    first, *second = (names.other(seat) for seat in question.ask.against)
    if second:
        return t("drill.safest.ask-both", first=first, second=second[0])
    return t("drill.safest.ask", name=first)


def explain(question: SafestQuestion, given: Given, names: Seating) -> Explanation:
    """The rates of the best tile and of the chosen or tempting ones, with their reasons."""
    facts = question.facts
    view = question.view()
    chosen = [tile for tile in facts.tiles if given and NAMES[tile.kind] in given[0]]
    # of tiles that are as good the chosen one is told about
    best, *equals = sorted(facts.tiles[: facts.equals], key=lambda tile: tile not in chosen)
    worse = facts.tiles[facts.equals :]
    single = len(best.safety) == 1
    told = [tile for tile in worse if tile in chosen]
    told += [tile for tile in worse if tile.kind in facts.tempting and tile not in chosen][
        : MOST_TEMPTING - len(told)
    ]
    sentences = [t("drill.safest.among" if equals else "drill.safest.best", **_told(best, names))]
    for tile in told:
        sentences.append(t("drill.safest.worse", **_told(tile, names)))
        if tile.kind in facts.earlier and single:
            sentences.append(t("drill.safest.earlier", tile=kind_word(tile.kind)))
    if equals:
        sentences.append(t("drill.safest.equal", tiles=tile_words([tile.kind for tile in equals])))
    if single:
        sentences.append(SafetyWords(view, names).about(best.safety[0]))
    sentences.append(t("drill.safest.how" if single else "drill.safest.how-both"))
    marks = danger_marks(view, [each.opponent for each in best.safety])
    lit = {tile.kind for tile in (best, *equals, *chosen)}
    return Explanation(tuple(dict.fromkeys(sentences)), lit=frozenset(lit), marks=marks)


def _told(tile: RatedTile, names: Seating) -> dict[str, str]:
    """The tile, what speaks for it, and its rates."""
    return {
        "tile": kind_word(tile.kind),
        "why": why_words(tile, names),
        "rate": percent(tile.own.rate),
        "other": percent(tile.elsewhere.rate),
    }


def why_words(tile: RatedTile, names: Seating) -> str:
    """The reason that speaks for a tile, against each player if there are two."""
    if len(tile.safety) == 1:
        return reason_word(tile.safety[0])
    return join(
        [
            t("drill.safest.against", name=names.other(each.opponent), why=reason_word(each))
            for each in tile.safety
        ]
    )


def percent(hundredths: int) -> str:
    """Hundredths of a per cent as per cent: with one decimal, or two below 0.1."""
    if 0 < hundredths < 10:
        return f"0.0{hundredths}"
    tenths = (hundredths + 5) // 10
    return f"{tenths // 10}.{tenths % 10}"
