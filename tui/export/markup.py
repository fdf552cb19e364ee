"""HTML in pieces: an element is made of text, which is escaped once, and of other elements."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

VOID = frozenset({"meta", "br"})
"""Elements without content and end tag."""
DRAWN = frozenset({"use", "path", "rect", "line", "polyline"})
"""Elements of SVG without content, which end themselves."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Content: TypeAlias = "Markup | str | Iterable[Markup | str]"


def tag(name: str, /, *content: Content, **attributes: object) -> Markup:
    """An element. Plain text in it is escaped; the attribute ``class_`` is ``class``, and ``_`` is a hyphen.

    Attributes that are None are left out.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{escape(str(value))}"')
    opening = " ".join(parts)
    if name in DRAWN:
        return Markup(f"<{opening}/>")
    return Markup(f"<{opening}>" if name in VOID else f"<{opening}>{joined(content)}</{name}>")


def joined(content: Iterable[Content]) -> Markup:
    """Pieces one after the other; plain text is escaped."""
    return Markup("".join(map(_escaped, content)))


def _escaped(piece: Content) -> str:
    if isinstance(piece, Markup):
        return piece
    return escape(piece) if isinstance(piece, str) else joined(piece)
