"""Texts for the values of a ruleset."""

from __future__ import annotations

from tui.i18n.layout import join_list
from tui.i18n.texts import t


def rule_value(value: object) -> str:
    """Format a ruleset value: yes or no, numbers with thousands separators, lists with commas."""
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
            return join_list(rule_value(part) for part in value)
        case _:
            return str(value)
