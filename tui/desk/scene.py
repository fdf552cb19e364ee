"""The scene: a value with everything that the picture of the table needs.

A screen passes a ``Scene`` to ``GameTable.show``. The table reads nothing else from the game, so equal scenes
have equal pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from engine.furiten import Cause
from engine.tiles import Kind, Tile
from engine.view import SeatView
from tui.config.actions import ActionId
from tui.desk.laid_hand import LaidHand
from tui.tiles.marks import NO_MARK, Mark
from tui.words.event_lines import Announcement
from tui.words.riichi_table import RiichiTable
from tui.words.seating import Seating


class PromptItem(NamedTuple):
    """A possible action: its key and label. A click on it means the same as the key."""

    key: str
    """The letter, or a word such as ``Enter`` or ``Esc``; empty without a key."""
    label: str
    enabled: bool = True
    id: ActionId | None = None
    """The named action, if any, which ``PromptClicked`` carries."""


class SwitchItem(NamedTuple):
    """A switch: what it does in a word or two. A click on it means the same as its key."""

    label: str
    on: bool
    id: ActionId
    """The named action that toggles it."""


class WaitRow(NamedTuple):
    """One wait of the hand for the side panel."""

    kind: Kind
    left: int
    """Copies that this seat cannot see."""
    note: str = ""
    """A note such as ``furiten`` or ``no yaku``."""


class Scene(msgspec.Struct, frozen=True):
    """What the table shows.

    ``view`` is read when the scene is shown. Show a new scene after every event. Places in the hand
    (``cursor``, ``marks``, ``disabled``) are indices of the tiles in the order shown.
    """

    view: SeatView
    seating: Seating
    laid: LaidHand
    cursor: int | None = None
    """Place in the shown hand, or None if no tile is being chosen."""
    marks: tuple[Mark, ...] = ()
    """The marks by place in the shown hand; may be shorter than the hand or empty."""
    disabled: frozenset[int] = frozenset()
    """Places that cannot be chosen now (greyed)."""
    lit: frozenset[Kind] = frozenset()
    """Copies of these kinds are lit everywhere."""
    lit_first: bool = False
    """Whether the newest discard is lit, too: in a scene that explains and expects no answer."""
    furiten: tuple[str, ...] = ()
    """The furiten line in wordings from the longest to the shortest: which tile, which kind, when it ends,
    how to leave it. Empty without furiten."""
    safest: tuple[tuple[Tile, ...], ...] = ()
    """The safest tiles, in groups of equal safety, the safest first. Empty if nobody threatens."""
    since: tuple[str, ...] = ()
    """What the others did since the own last turn, one text for each deed, the newest last."""
    wait_line: str | None = None
    waits: tuple[WaitRow, ...] = ()
    riichi: RiichiTable | None = None
    """The discards with which riichi can be declared, compared, while one of several is being chosen."""
    prompt: tuple[PromptItem, ...] = ()
    prompt_cursor: int | None = None
    """Index of the prompt item that Enter takes (at a claim, or among its forms), or None."""
    switches: tuple[SwitchItem, ...] = ()
    """All switches of the table, or none if they cannot be used."""
    reason: str = ""
    """A sentence about the choice under the cursor, or why an action is not possible."""
    warned: bool = False
    """Whether ``reason`` is a warning. The same key again carries out the action."""
    log: tuple[str, ...] = ()
    """The lines of the log, the newest last."""
    keys: tuple[PromptItem, ...] = ()
    """The footer, the most important key first."""
    revealed: Mapping[int, tuple[Tile, ...]] = msgspec.field(default_factory=dict)
    """Concealed tiles of other seats, revealed at the end of a hand."""
    announced: Announcement | None = None
    banner: bool = False
    """Whether the centre shows the announcement, too."""
    just_discarded: bool = False
    """Whether the newest discard is shown in motion, because it was just made."""
    acting: int | None = None
    """The seat whose turn it is, or None to show no turn."""
    absent: frozenset[int] = frozenset()
    """Seats of players who have left: what they draw is discarded for them."""
    header: tuple[str, ...] = ()
    """Further texts of the header (hand number, seed), dropped from the end if there is no room."""
    causes: tuple[Cause, ...] = ()
    """Causes of furiten. Their tiles are underlined in ponds and melds."""
    against: str = ""
    """The players that the safety marks count against, in words."""

    def mark(self, place: int) -> Mark:
        """The mark under that place of the hand."""
        return self.marks[place] if place < len(self.marks) else NO_MARK
