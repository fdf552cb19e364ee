"""Positions in which a furiten riichi was judged by playing each choice out many times: data, from a file.

``make judge-riichi`` (``tests/measure/furiten_riichi.py``) writes ``assets/drills/furiten-riichi.jsonl``: a
head line that says how it was made, then one position a line.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from ai.drills.compact_events import read
from ai.drills.played_positions import SeatPosition
from engine.actions import Action, ActionKind
from engine.options import options
from engine.rules import ruleset
from engine.tiles import TILE_OF
from engine.view import SeatView

FILE = ("drills", "furiten-riichi.jsonl")
"""Its place among the assets."""


class PointSample(msgspec.Struct, frozen=True):
    """A mean of points over all hands played, with the interval that holds the true one 95 times in 100."""

    mean: int
    low: int
    high: int


class JudgedChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice, and what it brought to the seat."""

    id: str
    """``declare``, ``silent``, ``change`` or ``tsumo``."""
    action: ActionKind
    tile: str
    """The tile thrown or won on, as the mjai protocol spells it."""
    points: PointSample
    behind: PointSample | None = None
    """What the best choice brought more, hand by hand with the same hidden tiles; None for the best."""
    behind_99: tuple[int, int] | None = None
    """The interval of that which holds 99 times in 100."""
    house: PointSample | None = None
    """The same lead where the bots that people play against sat in the other seats; fewer hands."""
    won: float = 0.0
    """Share of the hands that the seat won."""
    dealt_in: float = 0.0
    """Share of the hands in which the seat dealt in."""
    first: tuple[int, ...] = ()
    """Points of the first few hands, to see whether playing them again gives the same."""
    silent: bool = False
    """Of ``change``: the seat declares no riichi with the new wait, then or later."""
    tsumogiri: bool = False


class JudgedPosition(msgspec.Struct, frozen=True):
    """One position and what each choice brought; the best choice comes first."""

    number: int
    """Which candidate of the script it was."""
    rules: str
    seat: int
    events: str
    """As the seat heard them, in the shorthand of ``ai.drills.compact_events``."""
    choices: tuple[JudgedChoice, ...]
    hands: int
    """So many deals of the hidden tiles were played with each choice."""
    seed: int

    def moment(self) -> SeatPosition:
        """The position."""
        return SeatPosition(ruleset(self.rules), self.seat, read(self.seat, self.events))

    @property
    def best(self) -> JudgedChoice:
        """The choice that brought most."""
        return self.choices[0]

    @property
    def lead(self) -> int:
        """Points by which the best choice is ahead of the next one."""
        return min(choice.behind.mean for choice in self.choices[1:] if choice.behind is not None)


class Head(msgspec.Struct, frozen=True):
    """How the positions were judged."""

    version: int
    """Of the script; another one may play hands differently."""
    bots: str
    """Who played the hands out."""
    seed: int
    candidates: int
    """So many were looked at for these positions."""
    judged: int
    """So many were promising, and were played out with fresh deals."""
    kept: int
    """Those where the best choice stood apart."""


def action_of(view: SeatView, choice: JudgedChoice) -> Action:
    """The option that a choice stands for; raises ValueError when it is none."""
    tile = TILE_OF[choice.tile]
    for action in options(view).of(choice.action):
        if action.tile == tile and action.tsumogiri == choice.tsumogiri:
            return action
    raise ValueError(f"no such option: {choice.action} {choice.tile}")


@cache
def judged() -> tuple[Head, tuple[JudgedPosition, ...]]:
    """All positions as they stand in the file, read once."""
    lines = files("assets").joinpath(*FILE).read_bytes().splitlines()
    head = msgspec.json.decode(lines[0], type=Head)
    return head, tuple(msgspec.json.decode(line, type=JudgedPosition) for line in lines[1:])
