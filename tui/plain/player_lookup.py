"""Players in plain lines: named with their side of the table, and looked up from user input."""

from __future__ import annotations

from collections.abc import Sequence

from engine.melds import Meld, MeldKind
from engine.table import Seat, Table
from engine.tiles import sort_tiles
from tui.i18n.layout import join_clauses, join_list
from tui.i18n.texts import t
from tui.words.seating import Seating, short_name
from tui.words.tiles import tile_word, tile_words


class Seats(Seating, frozen=True):
    """A seating in which the names of opponents begin with their side: ``Right, Hayai``."""

    def __getitem__(self, seat: int) -> str:
        """The player as a capitalised subject: ``You``, ``Right, Hayai``."""
        name = super().__getitem__(seat)
        return name if self.is_me(seat) else t("plain.sided", side=self.side(seat), name=name)

    def side(self, seat: int) -> str:
        """The side of a player: ``Right``."""
        return t(f"plain.sides.{self.side_of(seat)}")

    def found(self, text: str, table: Table) -> int | None:
        """The seat with this side, name or wind, or None."""
        word = " ".join(text.lower().split())
        for seat in self.around:
            wind, name = tile_word(table.seat_wind(seat)), self.names[seat]
            if word in (each.lower() for each in (self.side(seat), name, short_name(name), wind)):
                return seat
        return None


def pond_line(seats: Seats, table: Table, seat: int) -> str:
    """The discards of a player in order, each with riichi, tsumogiri and who called it."""
    tiles = []
    for discard in table.seats[seat].pond:
        word = tile_word(discard.tile)
        if discard.riichi:
            word = t("plain.pond-riichi", tile=word)
        elif discard.tsumogiri and not seats.is_me(seat):
            word = t("plain.pond-drawn", tile=word)
        if discard.called_by is not None:
            word = t("plain.pond-called", tile=word, other=seats.other(discard.called_by))
        tiles.append(word)
    key = "plain.pond" if tiles else "plain.pond-empty"
    return t(key, name=seats[seat], tiles=join_list(tiles))


_MELDS = {MeldKind.CHI: "action.chi", MeldKind.PON: "action.pon"}


def meld_words(meld: Meld) -> str:
    """The kind of a meld and its tiles: ``pon 2p 2p 2p``."""
    tiles = tile_words(sort_tiles(meld.tiles))
    if meld.source is None:
        return t("plain.closed-kan", tiles=tiles)
    return t("plain.form", action=t(_MELDS.get(meld.kind, "action.kan")), tiles=tiles)


def meld_line(seats: Seating, seat: int, meld: Meld) -> str:
    """One meld of a player, with the player from whom it was called."""
    facts = {"name": seats[seat], "meld": meld_words(meld)}
    if meld.source is None:
        return t("plain.meld-closed", **facts)
    key = "plain.meld-added" if meld.kind is MeldKind.ADDED_KAN else "plain.meld"
    return t(key, other=seats.other(meld.source), **facts)


def meld_lines(seats: Seating, seat: int, melds: Sequence[Meld]) -> list[str]:
    """The melds of a player, each in a line."""
    return [meld_line(seats, seat, meld) for meld in melds]


def melds_in_one(melds: Sequence[Meld]) -> list[str]:
    """All melds of a hand in one line; no line if there are none."""
    return [t("plain.melds", melds=join_clauses(map(meld_words, melds)))] if melds else []


def riichi_word(seat: Seat) -> str:
    """``riichi`` or ``double riichi``; empty if the player is not in riichi."""
    if not seat.riichi:
        return ""
    return t("yaku.double-riichi" if seat.riichi > 1 else "yaku.riichi")
