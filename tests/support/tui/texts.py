"""Recognise a text of the catalogue by its key, whatever its wording."""

from __future__ import annotations

import re
from string import Formatter

from tui.i18n import TextForms, catalogue, join_clauses, join_sentences, language, t


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


def discard_line(tile: str, *notes: str) -> str:
    """The reason line about a discard."""
    return t("desk.line", start=t("desk.discard", tile=tile), notes=join_clauses(notes))


def furiten_after(cause: str, verb: str) -> str:
    """The note that a discard makes or keeps furiten, for the tile that is in the own pond."""
    clause = t("furiten.clause-discard", tile=cause)
    return t("desk.furiten-after", cause=clause, verb=t(f"desk.furiten-{verb}"))


def furiten_told(kind: str, ends: str, where: str, **facts: object) -> str:
    """Furiten on the pages about a tile, of a hand that still wins by tsumo."""
    why = t(f"furiten.where-{where}", **facts)
    said = t("panel.hand.furiten", ends=t(f"panel.ends.{ends}"), kind=kind, why=why)
    return join_sentences([said, t("panel.hand.tsumo")])


def refusal(action: str, why: str, **facts: object) -> str:
    """The sentence that an action is refused, and the rule that forbids it."""
    return t("desk.refused", action=action, reason=t(f"why.{why}", **facts))
