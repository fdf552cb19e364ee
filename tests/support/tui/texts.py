"""Recognise a text of the catalogue by its key, whatever its wording."""

from __future__ import annotations

import re
from string import Formatter

from tui.i18n import TextForms, catalogue, language


def says(shown: str, key: str, **values: object) -> bool:
    """Whether what is shown holds the text of that key: with these values, and anything in its other places.

    Lines may be broken anywhere between words. Each value has a place in some form of the text.
    """
    wordings = forms(catalogue(language())[key])
    places = {name for form in wordings for _, name, _, _ in Formatter().parse(form)}
    assert set(values) <= places, f"{key} has no place for {sorted(set(values) - places, key=str)}"
    return any(text_pattern(form, **values).search(shown) for form in wordings)


def forms(text: TextForms) -> list[str]:
    """The forms of a text that depends on a number, or the text alone."""
    return [text] if isinstance(text, str) else list(text.values())


def text_pattern(text: str, **values: object) -> re.Pattern[str]:
    """What matches a text of the catalogue with these values, and anything in its other places."""
    pattern = ""
    for own, name, spec, _ in Formatter().parse(text):
        pattern += re.escape(own)
        if name is not None:
            pattern += re.escape(format(values[name], spec or "")) if name in values else ".+"
    return re.compile(pattern.replace(r"\ ", r"\s+"), re.DOTALL)


def unwrapped(text: str) -> str:
    """The text however its lines are broken, which is also where no space stands."""
    return "".join(text.split())
