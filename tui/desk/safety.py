"""Which tiles of the hand cannot lose against the players in riichi, and the proof in words."""

from __future__ import annotations

from ai.reading.genbutsu import Genbutsu, genbutsu
from engine.table import Table
from engine.tiles import Kind
from engine.view import SeatView
from tui.desk.words import Names, join
from tui.texts import t


class Safety:
    """Genbutsu against every other player in riichi, as a position stands."""

    def __init__(self, view: SeatView) -> None:
        self._table = view.table
        self._proofs = {
            seat: _settled(view.table, seat)
            for seat, each in enumerate(view.table.seats)
            if each.riichi and seat != view.seat
        }

    def is_safe(self, kind: Kind) -> bool:
        """Whether nobody in riichi can win on it, and somebody is."""
        return bool(self._proofs) and len(self._against(kind)) == len(self._proofs)

    def sentences(self, kind: Kind, names: Names) -> list[str]:
        """Against whom the tile is safe, and why, the longest wording first; empty when against nobody."""
        proofs = self._against(kind)
        if not proofs:
            return []
        if len(proofs) == len(self._proofs) == 1:
            ((_, proof),) = proofs.items()
            return [self._proof(proof, names), t("desk.safe")]
        players = join([names.other(seat) for seat in proofs])
        if len(proofs) == len(self._proofs):
            return [t("desk.safe-all", players=players), t("desk.safe")]
        rest = join([names.other(seat) for seat in self._proofs if seat not in proofs])
        return [t("desk.safe-some", players=players, others=rest), t("desk.safe-only", players=players)]

    def _against(self, kind: Kind) -> dict[int, Genbutsu]:
        """The proofs against those who cannot win on it."""
        return {seat: found[kind] for seat, found in self._proofs.items() if kind in found}

    def _proof(self, proof: Genbutsu, names: Names) -> str:
        turn = turn_of(self._table, proof.order)
        if proof.added_to_kan:
            return t("desk.safe-kan", name=names.other(proof.thrower))
        return t("desk.safe-thrown", name=names.other(proof.thrower), turn=turn)


def _settled(table: Table, opponent: int) -> dict[Kind, Genbutsu]:
    """The proofs against a player, without the tile that is still waiting for an answer."""
    offered = len(table.discards) - 1 if table.offer is not None else None
    return {
        kind: proof
        for kind, proof in genbutsu(table, opponent).items()
        if proof.thrower == opponent or proof.order != offered
    }


def turn_of(table: Table, order: int) -> int:
    """The turn of its player in which a discard was made, counted from 1; ``order`` counts all discards."""
    thrower = table.discards[order][0] if order < len(table.discards) else None
    return sum(1 for seat, _ in table.discards[: order + 1] if seat == thrower)
