"""How safe a tile is against each player, in words for the cursor."""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.safety import TileSafety
from engine.wall import PLAYERS
from tui.i18n.joining import listed
from tui.i18n.texts import t
from tui.tiles.marks import TIER_MARKS
from tui.words.seating import Seating


def safety_sentences(found: Sequence[TileSafety], names: Seating) -> list[str]:
    """How safe a tile is against each of those players, the longest wording first; empty without players."""
    if not found:
        return []
    lines = [_proof(found[0], names)] if len(found) == 1 and found[0].proof else []
    for key in ("marks.against-why", "marks.against", "marks.brief"):
        lines.append(listed(_one(key, each, names) for each in found))
    if len(found) == PLAYERS - 1 and len({each.tier for each in found}) == 1:
        lines[1:] = [t("marks.all", letter=TIER_MARKS[found[0].tier].letter)]
    return lines


def _one(key: str, found: TileSafety, names: Seating) -> str:
    facts = {"letter": TIER_MARKS[found.tier].letter, "name": names.other(found.opponent)}
    return t(key, why=ground_word(found), **facts) if key == "marks.against-why" else t(key, **facts)


def ground_word(found: TileSafety) -> str:
    """What the safety of a tile rests on, in two or three words."""
    return t(f"marks.ground.{found.ground.family}", left=found.left)


def _proof(found: TileSafety, names: Seating) -> str:
    """Why the tile is genbutsu. All four tiles of a kan lie open, so nobody asks about one of those."""
    proof = found.proof
    assert proof is not None
    return t("marks.safe-thrown", name=names.other(proof.thrower), turn=proof.turn)
