"""The scene: everything that the picture of the table needs, as one value, and nothing more.

A screen makes a ``Scene`` out of what it knows and gives it to ``GameTable.show``. The picture asks the
game for nothing else, so the same scene always gives the same picture.
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
from tui.words.seating import Seating


class PromptItem(NamedTuple):
    """One thing that can be done now, as a key and its label; a click on it is the same as the key."""

    key: str
    """The letter, or a word such as ``Enter`` or ``Esc``; empty where there is none."""
    label: str
    enabled: bool = True
    id: ActionId | None = None
    """The named action, where it is one; what ``PromptClicked`` carries."""


class SwitchItem(NamedTuple):
    """One thing that the table can do by itself; a click on it is the same as its key."""

    key: str
    label: str
    on: bool
    id: ActionId
    """The named action that turns it."""


class WaitRow(NamedTuple):
    """One wait of the hand for the side panel."""

    kind: Kind
    left: int
    """Copies that this seat cannot see."""
    note: str = ""
    """Such as ``furiten`` or ``no yaku``."""


class Scene(msgspec.Struct, frozen=True):
    """What the table shows.

    ``view`` is read while the scene is shown and not kept in step afterwards: show a new scene after every
    event. Places in the hand (``cursor``, ``marks``, ``disabled``) count the tiles as they lie.
    """

    view: SeatView
    seating: Seating
    laid: LaidHand
    cursor: int | None = None
    """Place in the shown hand, or None when no tile is being chosen."""
    marks: tuple[Mark, ...] = ()
    """One for each place of the shown hand; may be shorter or empty."""
    disabled: frozenset[int] = frozenset()
    """Places that cannot be chosen now (greyed)."""
    lit: frozenset[Kind] = frozenset()
    """Copies of these kinds are lit everywhere."""
    lit_first: bool = False
    """The newest discard is lit as well: the scene explains, and nothing waits for an answer."""
    furiten: tuple[str, ...] = ()
    """The furiten line from its longest wording to its shortest: which tile, which kind, when it ends, what
    leaves it; empty when there is nothing to say."""
    wait_line: str | None = None
    waits: tuple[WaitRow, ...] = ()
    prompt: tuple[PromptItem, ...] = ()
    prompt_cursor: int | None = None
    """Place of the prompt item that Enter takes (at a claim, or among its forms); None when there is none."""
    switches: tuple[SwitchItem, ...] = ()
    """What can be turned on and off at the table."""
    reason: str = ""
    """One sentence about the choice under the cursor, or why something cannot be done."""
    warned: bool = False
    """The sentence warns: the same key once more does what it is about."""
    log: tuple[str, ...] = ()
    """What happened, the newest last."""
    keys: tuple[PromptItem, ...] = ()
    """The footer, the most important key first."""
    revealed: Mapping[int, tuple[Tile, ...]] = msgspec.field(default_factory=dict)
    """Concealed tiles of other seats, shown at the end of a hand."""
    announced: Announcement | None = None
    banner: bool = False
    """What a player has just said is shown in the centre too."""
    landing: bool = False
    """The newest discard has this moment been laid down."""
    acting: int | None = None
    """Whose turn it is; None shows nobody's."""
    absent: frozenset[int] = frozenset()
    """Seats of players who do not play any more: what they draw is discarded for them."""
    header: tuple[str, ...] = ()
    """What else the header shows (hand number, seed); dropped from the end when space is short."""
    causes: tuple[Cause, ...] = ()
    """Causes of furiten: their tiles are underlined where they lie."""
    against: str = ""
    """Whom the safety marks count against, in words."""

    def mark(self, place: int) -> Mark:
        """The mark under that place of the hand."""
        return self.marks[place] if place < len(self.marks) else NO_MARK
