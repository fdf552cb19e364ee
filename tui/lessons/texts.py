"""Texts of lessons: names of actions in braces become the keys that these have now."""

from __future__ import annotations

import re

from tui.config.actions import BY_ID

PLACE = re.compile(r"\{([a-z-]+)\}")


def with_keys(text: str) -> str:
    """The text with the key of each action that it names, or the action's words where it has no key."""
    return PLACE.sub(lambda found: BY_ID[found[1]].named, text)
