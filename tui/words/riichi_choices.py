"""The discards with which riichi can be declared, compared in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ai.reading.outlook import Outlook
from engine.tiles import Tile
from tui.i18n.layout import join_clauses, join_sentences
from tui.i18n.texts import t
from tui.words.tiles import tile_word, tile_words


def riichi_lines(choices: Sequence[Outlook], chosen: Tile | None, notes: str = "") -> Iterator[str]:
    """Waits, tiles left, value and furiten of each choice, in wordings from the longest to the shortest.

    ``chosen`` is the discard under the cursor, which stands in brackets. ``notes`` is a sentence about it,
    which follows where value and furiten of all choices leave room. The last wordings leave out the worst of
    the other choices.
    """
    if notes:
        yield join_sentences((_line(choices, _full, chosen), notes))
        yield join_sentences((_line(choices, _short, chosen), notes))
    for wording in (_full, _short, _count):
        yield _line(choices, wording, chosen)
    for number in range(len(choices) - 1, 0, -1):
        kept = [each for at, each in enumerate(choices) if at < number or each.tile == chosen]
        yield _line(kept, _count, chosen)


def _line(choices: Sequence[Outlook], wording: Callable[[Outlook], str], chosen: Tile | None) -> str:
    told = join_clauses(
        t("desk.riichi-chosen", choice=wording(each)) if each.tile == chosen else wording(each)
        for each in choices
    )
    return t("desk.riichi-compared", choices=told)


def _full(choice: Outlook) -> str:
    waits = tile_words(wait.kind for wait in choice.waits)
    left, points = choice.acceptance, points_range(choice)
    text = t("desk.riichi-full", tile=tile_word(choice.tile), waits=waits, left=left, points=points)
    return _with_furiten(text, choice)


def _short(choice: Outlook) -> str:
    """Without the waits, which the wait line names for the choice under the cursor."""
    tile = tile_word(choice.tile)
    text = t("desk.riichi-short", tile=tile, left=choice.acceptance, points=points_range(choice))
    return _with_furiten(text, choice)


def _count(choice: Outlook) -> str:
    text = t("desk.riichi-count", tile=tile_word(choice.tile), left=choice.acceptance)
    return _with_furiten(text, choice)


def _with_furiten(text: str, choice: Outlook) -> str:
    return t("desk.riichi-furiten", choice=text) if choice.furiten else text


def points_range(choice: Outlook) -> str:
    """The points of the wins, from the cheapest to the dearest."""
    least, most = choice.win_points
    if least == most:
        return t("desk.riichi-points", points=most)
    return t("desk.riichi-range", least=least, most=most)
