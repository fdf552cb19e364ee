"""Where a line may be broken: at spaces, and between the letters of the Far East, which stand without them.

The rules of Japanese typesetting (kinsoku, JIS X 4051, in a simple form): no line begins with what closes or
carries on, such as a full stop, a closing bracket, or a small kana, and none ends with what opens. A number
stays with what it counts, a tile with its particle (``4pを``), a word in katakana stays whole, and no
sentence leaves one letter to a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width

_STOP = "。"
_NEVER_FIRST = frozenset(
    f"{_STOP}、，．・：；？！）」』】〕〉》ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}}"
)
_NEVER_LAST = frozenset("（「『【〔〈《([{")


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """What is never broken, each with what stands before it on the same line: a space, or nothing."""
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
