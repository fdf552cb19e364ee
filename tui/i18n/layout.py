"""Lay out text: cell width, padding, lists, line-break opportunities.

It does not use rich, which the plain game and the command line do not import.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unicodedata import combining, east_asian_width

from tui.i18n.texts import t

_WIDE = "WF"


def width(text: str) -> int:
    """The width of a text in cells (UAX 11: wide and fullwidth characters take two)."""
    if text.isascii():
        return len(text)
    return sum((1 + (east_asian_width(letter) in _WIDE)) * (not combining(letter)) for letter in text)


def ljust(text: str, cells: int) -> str:
    """Pad the text with spaces on the right to a width in cells; a wider text is unchanged."""
    return text + " " * (cells - width(text))


def rjust(text: str, cells: int) -> str:
    """Pad the text with spaces on the left to a width in cells; a wider text is unchanged."""
    return " " * (cells - width(text)) + text


def minutes(seconds: float) -> str:
    """A time in minutes and seconds: ``2:05``."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def join_sentences(parts: Iterable[str]) -> str:
    """Join sentences; empty ones are left out."""
    return t("joining.sentences").join(filter(None, parts))


def join_list(parts: Iterable[str]) -> str:
    """Join the items of a list without a final "and": ``3s, 4s, 6s``."""
    return t("joining.list").join(parts)


def join_clauses(parts: Iterable[str]) -> str:
    """Join parts of a sentence that may contain commas."""
    return t("joining.clauses").join(parts)


_STOP = "。"
_NEVER_FIRST = frozenset(
    f"{_STOP}、，．・：；？！）」』】〕〉》ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}}"
)
_NEVER_LAST = frozenset("（「『【〔〈《([{")


def unbreakable_pieces(text: str) -> Iterator[tuple[str, str]]:
    """Unbreakable pieces of a text, each with the separator before it on the same line: a space, or none."""
    if text.isascii():
        yield from ((" ", word) for word in text.split(" "))
        return
    for word in text.split(" "):
        start, before = 0, " "
        for place in range(1, len(word)):
            if _breaks(word[place - 1], word[place:]):
                yield before, word[start:place]
                start, before = place, ""
        yield before, word[start:]


def _breaks(one: str, rest: str) -> bool:
    """Whether a line may end between this letter and the rest of its word."""
    other = rest[0]
    if not (_wide(one) or _wide(other)) or other in _NEVER_FIRST or one in _NEVER_LAST:
        return False
    if rest[1:] == "" or rest[1] == _STOP:
        return False
    if one.isascii():
        return not (one.isdigit() or (one.isalpha() and _hiragana(other)))
    return not (_katakana(one) and _katakana(other))


def _wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF"


def _hiragana(letter: str) -> bool:
    return "ぁ" <= letter <= "ゖ"


def _katakana(letter: str) -> bool:
    return "ァ" <= letter <= "ヺ" or letter == "ー"
