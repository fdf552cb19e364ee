"""What letting a tile pass does, in a sentence."""

from __future__ import annotations

from ai.reading.passing import PassEffect
from tui.i18n.joining import sentences
from tui.i18n.texts import t
from tui.words.causes import kind_name
from tui.words.names import tile_word
from tui.words.refusals import reason


def pass_words(effect: PassEffect) -> str:
    """Whether the tile wins, why not, and the furiten that passing it brings."""
    tile = tile_word(effect.tile)
    if effect.cause is None:
        return t("panel.pass.nothing", tile=tile)
    facts = {"kind": kind_name(effect.cause), "ends": t(f"panel.ends.{effect.cause.ends.value}")}
    if effect.own:
        return t("panel.complete.cost", **facts)
    if effect.refusal is None:
        said = t("panel.pass.win", tile=tile, **facts)
    else:
        said = t("panel.pass.shape", tile=tile, reason=reason("ron", effect.refusal), **facts)
    return sentences([said, t("panel.hand.tsumo")])
