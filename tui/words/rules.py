"""Values of a ruleset in words."""

from __future__ import annotations

from tui.i18n.layout import listed
from tui.i18n.texts import t


def spell(value: object) -> str:
    """A value of a ruleset in words: yes and no, numbers with thousands, lists with commas."""
    match value:
        case True:
            return t("rules.yes")
        case False:
            return t("rules.no")
        case None | ():
            return t("rules.none")
        case int():
            return f"{value:,}"
        case tuple():
            return listed(spell(part) for part in value)
        case _:
            return str(value)
