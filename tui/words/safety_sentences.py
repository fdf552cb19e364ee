"""Sentences about how safe a tile is against each player, and why."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ai.reading.evidence import Genbutsu, Side, SideState
from ai.reading.measured_tiers import ELSEWHERE, ELSEWHERE_IN_RIICHI, MEASURED, MEASURED_IN_RIICHI, Counted
from ai.reading.safety import DangerFactor, NonRyanmenWait, TileSafety, non_ryanmen_waits
from ai.reading.safety_reasons import SafetyClass, SafetyReason, safety_class
from ai.reading.threat import Sign, SignKind, TenpaiEstimate
from engine.tiles import COPIES, EAST, KIND_OF, Tile, format_tiles
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.i18n import join_clauses, join_list, join_sentences, t
from tui.tiles import TIER_LETTERS, class_words
from tui.words.names import Seating, join, kind_word, sentence_start, suit_word, tile_word


def safety_sentences(found: Sequence[TileSafety], names: Seating) -> list[str]:
    """Wordings for a tile's safety against each player, the longest first; empty without players."""
    if not found:
        return []
    lines = [_proof(found[0], names)] if len(found) == 1 and found[0].proof else []
    lines += [_by_class("marks.against", found, names, why=True), class_against(found, names)]
    if len(found) == PLAYERS - 1 and len({safety_class(each.tier) for each in found}) == 1:
        return [*lines[:1], t("marks.all", safety=class_words(safety_class(found[0].tier)))]
    return [*lines, _by_class("marks.brief", found, names), _worst(found, names)]


def class_against(found: Sequence[TileSafety], names: Seating) -> str:
    """The class of a tile against each player, in a few words: ``dangerous against Hayai``."""
    return _by_class("marks.against", found, names)


def _by_class(key: str, found: Sequence[TileSafety], names: Seating, *, why: bool = False) -> str:
    """Each class, with the players against whom the tile has it."""
    classes: dict[SafetyClass, list[str]] = {}
    for each in found:
        name = names.other(each.opponent)
        said = t("marks.player-why", name=name, why=reason_word(each)) if why else name
        classes.setdefault(safety_class(each.tier), []).append(said)
    return join_list(t(key, safety=class_words(each), players=join(told)) for each, told in classes.items())


def _worst(found: Sequence[TileSafety], names: Seating) -> str:
    """The worst class alone, and the players against whom the tile has it."""
    worst = max(safety_class(each.tier) for each in found)
    players = [names.other(each.opponent) for each in found if safety_class(each.tier) is worst]
    return t("marks.worst", safety=class_words(worst), players=join(players))


def reason_word(found: TileSafety) -> str:
    """The ground of a tile's safety, in a few words."""
    family = found.reason.family
    proofs = [kind_word(side.proof.tile) for side in found.sides if side.proof is not None]
    if family == "suji" and proofs:
        return t("marks.suji-of", tiles=join(proofs))
    if family == "riichi-suji" and proofs:
        return t("marks.riichi-suji-of", tiles=join(proofs))
    if found.reason is SafetyReason.LAST_COPY and not found.left:
        return t("marks.ground.orphans-alone")
    early = "" if found.early is None else kind_word(found.early)
    return t(f"marks.ground.{family}", left=found.left, early=early)


def _proof(found: TileSafety, names: Seating) -> str:
    """Why the tile is genbutsu, and since when. Tiles of a kan do not occur here: all four are visible."""
    proof = found.proof
    assert proof is not None
    name, thrower = names.other(found.opponent), names.other(proof.discarder)
    return t(f"marks.safe.{proof.reason.value}", name=name, thrower=thrower, turn=proof.turn)


class SafetyWords:
    """Describes the safety of tiles for one page; each kind of wait is explained only once.

    ``told`` are the waits whose Japanese names the page has given already.
    """

    def __init__(self, view: SeatView, names: Seating, told: Iterable[NonRyanmenWait] = ()) -> None:
        self._view = view
        self._left = view.left()
        self._names = names
        self._told = set(told)

    def about(self, found: TileSafety, seats: Sequence[int] = ()) -> str:
        """The reason for the safety against one player, and alarms that make the tile more dangerous.

        ``seats`` are all the players that the sentence is about, if there are several.
        """
        danger_factors = (
            self._factor(factor, found, seats or (found.opponent,)) for factor in found.danger_factors
        )
        return join_sentences([self._reason(found), self._reading(found), *danger_factors])

    def tier(self, found: TileSafety) -> str:
        """How many suji are left, and the class and tier of the tile.

        Empty for a tile that cannot lose: the reason for it says so already.
        """
        if found.cannot_lose:
            return ""
        words = sentence_start(class_words(safety_class(found.tier)))
        head = t("panel.tier", safety=words, tier=TIER_LETTERS[found.tier])
        return join_sentences([_suji_left(found), head])

    def measured(self, found: TileSafety) -> str:
        """How often tiles of this tier were won on: in our bots' games, and in those of majiang-ai.

        Empty for a tile that cannot lose. The figures are those of docs/lab/safety.md.
        """
        if found.cannot_lose:
            return ""
        riichi = bool(self._view.table.seats[found.opponent].riichi)
        key = "panel.measured.riichi" if riichi else "panel.measured.tenpai"
        own = (MEASURED_IN_RIICHI if riichi else MEASURED)[found.tier]
        other = (ELSEWHERE_IN_RIICHI if riichi else ELSEWHERE)[found.tier]
        tier = TIER_LETTERS[found.tier]
        facts = {"tiles": f"{own.tiles:,}", "others": f"{other.tiles:,}"}
        return t(key, tier=tier, rate=_rate(own), other=_rate(other), **facts)

    def _reason(self, found: TileSafety) -> str:
        if found.proof is not None and found.reason is not SafetyReason.DEAD_HAND:
            return sentence_start(t(f"panel.safe.{_key(found.proof)}", **self._facts(found.proof, found)))
        if found.sides and not found.cannot_lose:
            return self._number(found)
        facts = {"tile": kind_word(found.kind), "name": self._names.other(found.opponent)}
        if found.reason is SafetyReason.NO_WAIT:
            sides = join_clauses(self._side(side, found) for side in found.sides)
            return sentence_start(t("panel.ground.no-wait", tile=facts["tile"], sides=sides))
        if found.cannot_lose:
            return sentence_start(t(f"panel.ground.{found.reason.value}", **facts))
        if found.left == 0:
            return sentence_start(t("panel.ground.orphans", **facts))
        seen = t(f"panel.honour.{COPIES - found.left}", tile=facts["tile"])
        return join_sentences([seen, t("panel.only", tile=facts["tile"], waits=self._waits(found))])

    def _facts(self, proof: Genbutsu, found: TileSafety) -> dict[str, object]:
        return {
            "name": self._names.other(found.opponent),
            "thrower": self._names.other(proof.discarder),
            "tile": tile_word(proof.tile),
            "turn": proof.turn,
        }

    # -- numbers -------------------------------------------------------------------------------------

    def _number(self, found: TileSafety) -> str:
        """The evidence against each two-sided wait on a number tile, and the other possible waits."""
        closed = [self._side(side, found) for side in found.sides if side.state is not SideState.OPEN]
        held = [format_tiles(side.held) for side in found.sides if side.state is SideState.OPEN]
        sides = [*closed, *([t("panel.side.open", held=join(held))] if held else [])]
        start = t(f"panel.number.{_family(found)}", sides=join_clauses(sides))
        if held:
            return start
        return join_sentences([start, self._besides(found)])

    def _side(self, side: Side, found: TileSafety) -> str:
        """The evidence against one two-sided wait: suji or a wall."""
        facts: dict[str, object] = {"held": format_tiles(side.held)}
        if side.state is SideState.SUJI:
            assert side.proof is not None
            return t(f"panel.suji.{_key(side.proof)}", **facts, **self._facts(side.proof, found))
        assert side.wall is not None
        return t(f"panel.side.{side.state.value}", wall=kind_word(side.wall), **facts)

    def _besides(self, found: TileSafety) -> str:
        waits = self._waits(found)
        if not waits:
            return ""
        possible = any(side.state is SideState.ONE_CHANCE for side in found.sides)
        return t("panel.besides" if possible else "panel.only", tile=kind_word(found.kind), waits=waits)

    def _waits(self, found: TileSafety) -> str:
        """The possible one-sided waits, each with its Japanese name at the first mention."""
        words = []
        melds = len(self._view.table.seats[found.opponent].melds)
        for wait in non_ryanmen_waits(found.kind, self._left, melds):
            told = wait in self._told
            words.append(t(f"panel.wait.{wait.value}") if told else t(f"panel.first-wait.{wait.value}"))
            self._told.add(wait)
        return join(words)

    def _reading(self, found: TileSafety) -> str:
        """The sentence about the riichi tile, early discards or melds, where the safety rests on them."""
        family = found.reason.family
        if family not in _READINGS:
            return ""
        return t(
            f"panel.reading.{family}",
            name=self._names.other(found.opponent),
            tile=kind_word(found.kind),
            early="" if found.early is None else kind_word(found.early),
            suit=self._suit(found.opponent) if family == "flush-other" else "",
        )

    # -- danger factors ------------------------------------------------------------------------------

    def _factor(self, factor: DangerFactor, found: TileSafety, seats: Sequence[int]) -> str:
        suit = self._suit(found.opponent) if factor is DangerFactor.FLUSH else ""
        name = join([self._names.other(seat) for seat in seats])
        return t(f"panel.alarm.{factor.value}", name=name, count=found.left, suit=suit)

    def _suit(self, opponent: int) -> str:
        return _flush([meld.first for meld in self._view.table.seats[opponent].melds])


_READINGS = frozenset(
    {
        *("tanki", "riichi-suji", "early-outside", "simples-outside", "outside"),
        *("flush-other", "needed-yakuhai"),
    }
)
"""Families of safety reasons that have a sentence of their own beside that about two-sided waits."""
FEW_SUJI, MANY_SUJI = 5, 12
"""So many two-sided waits left, or fewer, are few; and so many, or more, are many."""


def _suji_left(found: TileSafety) -> str:
    """The sentence on few or many two-sided waits left, for a number that one could take; "" otherwise."""
    if found.cannot_lose or all(side.state.rules_out for side in found.sides):
        return ""
    count = math.floor(found.two_sided + 0.5)
    if count <= FEW_SUJI:
        return t("panel.suji-left.few", count=count)
    return t("panel.suji-left.many", count=count) if count >= MANY_SUJI else ""


def _rate(row: Counted) -> str:
    return f"{100 * row.wins / row.tiles:.1f}"


def _key(proof: Genbutsu) -> str:
    return f"{proof.reason.value}-kan" if proof.added_to_kan else proof.reason.value


def _family(found: TileSafety) -> str:
    """The name of the safety of a number tile, after the weakest evidence against a two-sided wait."""
    states = {side.state for side in found.sides}
    if SideState.OPEN in states and len(states) > 1:
        (known,) = states - {SideState.OPEN}
        return f"half-{known.value}"
    return max(states, key=list(SideState).index).value


# -- threats -----------------------------------------------------------------------------------------


def threat_words(look: TenpaiEstimate | None, names: Seating) -> str:
    """The threat of a player and its signs; None is a player of whom nothing can be seen."""
    if look is None:
        return t("panel.threat.none")
    why = join_list(_sign(sign, names) for sign in look.why)
    return t(f"panel.threat.{look.level.value}", why=why)


def _sign(sign: Sign, names: Seating) -> str:
    whose = "" if sign.seat is None else names.whose(sign.seat)
    suit = _flush(sign.tiles) if sign.kind is SignKind.ONE_SUIT else ""
    tiles = join([tile_word(tile) for tile in dict.fromkeys(sign.tiles)])
    return t(
        f"panel.sign.{sign.kind.value}", tiles=tiles, count=sign.count, turn=sign.turn, whose=whose, suit=suit
    )


def _flush(melds: Sequence[Tile]) -> str:
    """The suit of melds, given one tile of each: ``bamboos``, ``bamboos and honours``."""
    suit = next(suit_word(tile) for tile in melds if KIND_OF[tile] < EAST)
    if any(KIND_OF[tile] >= EAST for tile in melds):
        return join([suit, t("desk.honours")])
    return suit
