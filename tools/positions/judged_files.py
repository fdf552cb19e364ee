"""The positions that were judged (``ai.drills.judged_positions``), and their choices as actions.

There is a file for each kind: a head line about its generation, then one position per line. A position that
was judged under several presets has a line for each of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ai.drills.compact_events import read
from ai.drills.judged_positions import JudgedAsked, JudgedChoice
from ai.seat_position import SeatPosition
from engine.actions import Action
from engine.options import options
from engine.own_rules import ruleset
from engine.tiles import TILE_OF
from engine.view import SeatView
from engine.wall import PLAYERS

RIICHI_FILE = ("drills", "furiten-riichi.jsonl")
PUSH_FOLD_FILE = ("drills", "push-fold.jsonl")
"""The paths of the files in the assets."""
_ASSETS = Path(__file__).parents[2] / "assets"


class JudgedPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """One position with the results of each choice, the best choice first."""

    number: int
    """The number of the candidate in the script."""
    rules: str
    seat: int
    events: str
    """The events as the seat saw them, in the format of ``ai.drills.compact_events``."""
    choices: tuple[JudgedChoice, ...]
    hands: int
    """The number of deals of the hidden tiles played with each choice."""
    seed: int
    everywhere: bool = False
    """Whether it was judged under every preset under which it can come about; those that stand are kept."""

    def moment(self, rules: str = "") -> SeatPosition:
        """The position, or the same tiles under another preset, with the points at which that one begins."""
        start, *others = read(self.seat, self.events)
        under = ruleset(rules or self.rules)
        if rules and rules != self.rules:
            start = msgspec.structs.replace(start, scores=[under.start_points] * PLAYERS)
        return SeatPosition(under, self.seat, (start, *others))

    def asked(self, difficulty: int = 0) -> JudgedAsked:
        """What a question about it needs besides the position."""
        return JudgedAsked(self.choices, self.hands, self.rules, difficulty)

    @property
    def best(self) -> JudgedChoice:
        return self.choices[0]

    @property
    def lead(self) -> int:
        """The lead of the best choice over the next one, in points."""
        return min(choice.behind.mean for choice in self.choices[1:] if choice.behind is not None)


class Head(msgspec.Struct, frozen=True):
    """How the positions were judged."""

    version: int
    """The version of the script; another one may play hands differently."""
    bots: str
    """The bots that played the hands."""
    seed: int
    candidates: int
    """The number of candidates examined."""
    judged: int
    """The number of promising candidates, which were played with fresh deals."""
    kept: int
    """The number of positions with a clear best choice."""


def action_of(view: SeatView, choice: JudgedChoice) -> Action:
    """The legal action of a choice; raises ValueError if there is none."""
    tile = TILE_OF[choice.tile]
    for action in options(view).of(choice.action):
        if action.tile == tile and action.tsumogiri == choice.tsumogiri:
            return action
    raise ValueError(f"no such option: {choice.action} {choice.tile}")


@cache
def judged(file: tuple[str, ...]) -> tuple[Head, tuple[JudgedPosition, ...]]:
    """All positions in the order of the file, read once."""
    lines = _ASSETS.joinpath(*file).read_bytes().splitlines()
    head = msgspec.json.decode(lines[0], type=Head)
    return head, tuple(msgspec.json.decode(line, type=JudgedPosition) for line in lines[1:])
