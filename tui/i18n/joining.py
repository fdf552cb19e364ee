"""Pieces of text put one behind the other, as the language does it: a space, a comma, or nothing between.

Pieces that a sentence needs are places in that sentence. This is for what can be any number: sentences that
follow each other, the parts of a list.
"""

from __future__ import annotations

from collections.abc import Iterable

from tui.i18n.texts import t


def sentences(parts: Iterable[str]) -> str:
    """Sentences that follow each other; empty ones are left out."""
    return t("joining.sentences").join(filter(None, parts))


def listed(parts: Iterable[str]) -> str:
    """A list without a last word such as "and": ``3s, 4s, 6s``."""
    return t("joining.list").join(parts)


def clauses(parts: Iterable[str]) -> str:
    """Parts of a sentence that may hold commas themselves."""
    return t("joining.clauses").join(parts)
