"""Parse untrusted XML: read a flat list of elements, and the numbers in their attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.parsers import expat

from engine.records.recorded_choices import RecordError

Attributes = Mapping[str, str]
_SHOWN = 40
"""So much of a broken value is shown in a message."""


def read_elements(data: bytes, root: str, take: Callable[[str, Attributes], None]) -> None:
    """Hand every element below the root to ``take``, in order.

    Raises RecordError, with the number of the element that ``take`` refused. A document type is an error, so
    that no file can define entities.
    """
    parser = expat.ParserCreate()
    count = 0

    def refuse(*_: object) -> None:
        raise RecordError("a document type or an entity has no place in a record")

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > 1:
            try:
                take(tag, attributes)
            except RecordError as error:
                raise RecordError(f"element {count} <{tag[:_SHOWN]}>: {error}") from None
        elif tag != root:
            raise RecordError(f"<{tag[:_SHOWN]}> is not the root of a record ({root})")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    try:
        parser.Parse(data, True)
    except RecordError:
        raise
    except expat.ExpatError as error:
        raise RecordError(f"broken or cut XML: {error}") from None
    except (LookupError, ValueError) as error:
        # the parser knows no encodings of several bytes besides UTF-8 and UTF-16
        raise RecordError(f"XML in an unknown encoding: {error}") from None


def numbers(attributes: Attributes, name: str) -> list[int]:
    """A list of whole numbers with commas between; empty when the attribute is missing."""
    text = attributes.get(name, "")
    try:
        return [_whole(part) for part in text.split(",")] if text else []
    except ValueError:
        raise RecordError(f"{name}='{text[:_SHOWN]}' is not a list of whole numbers") from None


def number(attributes: Attributes, name: str) -> int:
    """One whole number."""
    found = numbers(attributes, name)
    if len(found) != 1:
        raise RecordError(f"{name} is missing or not one number")
    return found[0]


def decimals(attributes: Attributes, name: str) -> list[float]:
    """A list of numbers that may have decimals; empty when the attribute is missing."""
    text = attributes.get(name, "")
    try:
        return [float(part) for part in text.split(",")] if text else []
    except ValueError:
        raise RecordError(f"{name}='{text[:_SHOWN]}' is not a list of numbers") from None


def _whole(text: str) -> int:
    if len(text) > _SHOWN:
        raise ValueError
    return int(text)
