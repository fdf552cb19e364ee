"""Inks and grounds: the colour roles of a theme, named as in the theme files."""

from __future__ import annotations

from enum import StrEnum


class Ink(StrEnum):
    """The foreground role of a piece of text."""

    BLANK = ""
    """Text that shows only its ground."""
    TEXT = "text"
    MUTED = "muted"
    FAINT = "faint"
    TITLE = "title"
    POINTS = "points"
    NAME = "name"
    ACTING = "acting"
    ALARM = "alarm"
    KEY = "key"
    SAFE = "safe"
    """No opponent can win on the tile."""
    RISK_LOW = "risk-low"
    RISK_MIDDLE = "risk-middle"
    RISK_HIGH = "risk-high"
    RISK_MOST = "risk-most"
    """The most dangerous tier."""
    DANGER = "danger"
    """The discard would leave the hand furiten."""
    CHOICE = "choice"
    """The tile can be chosen now, for example a discard with which riichi can be declared."""
    EDGE = "edge"
    EDGE_STRONG = "edge-strong"
    EDGE_GHOST = "edge-ghost"
    BACK_SIGN = "back-sign"
    MAN = "m"
    PIN = "p"
    SOU = "s"
    WIND = "wind"
    WHITE = "white"
    GREEN = "green"
    RED = "red"
    RED_FIVE = "red-five"
    DORA = "dora"


class Ground(StrEnum):
    """The background role of text: the table, a tile in one of its states, a panel, a badge."""

    FELT = "felt"
    PANEL = "panel"
    DISPLAY = "display"
    FACE = "face"
    TSUMOGIRI = "tsumogiri"
    LIT = "lit"
    LAST = "last"
    CURSOR = "cursor"
    DISABLED = "disabled"
    GHOST = "ghost"
    SHADOW = "shadow"
    BACK = "back"
    LINE_FACE = "line-face"
    LINE_TSUMOGIRI = "line-tsumogiri"
    LINE_LIT = "line-lit"
    LINE_LAST = "line-last"
    LINE_CURSOR = "line-cursor"
    LINE_DISABLED = "line-disabled"
    LINE_GHOST = "line-ghost"
    LINE_BACK = "line-back"
    WIND = "wind"
    WIND_ACTING = "wind-acting"
    ROUND = "round"
    RIICHI = "riichi"
    CALL = "call"
    FURITEN = "furiten"
    STICK = "stick"
    KEY = "key"
    KEY_OFF = "key-off"

    @property
    def line(self) -> Ground:
        """The ground of a line-style tile in this state."""
        return Ground(f"line-{self}")
