"""Load the positions that were judged (``ai.drills.judged_positions``), and make their choices actions.

There is a file for each kind: a head line about its generation, then one position per line. A position that
was judged under several presets has a line for each of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ai.drills.judged_positions import JudgedChoice, JudgedPosition
from engine.actions import Action
from engine.options import options
from engine.tiles import TILE_OF
from engine.view import SeatView

RIICHI_FILE = ("drills", "furiten-riichi.jsonl")
PUSH_FOLD_FILE = ("drills", "push-fold.jsonl")
"""The paths of the files in the assets."""
_ASSETS = Path(__file__).parents[2] / "assets"


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
