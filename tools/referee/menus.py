"""What each player may do, and what would be an error, by the rulebook alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tools.referee.table import (
    ORPHANS,
    Player,
    Table,
    Tiles,
    choices,
    forbidden_after,
    is_changed_by_kan,
    is_complete,
    plain,
    sequence,
    waits,
    waits_on_orphans,
)
from tools.referee.values import has_yaku

SHOWN, WITHDRAWN = "false-win", "withdrawn-win"


class Choice(NamedTuple):
    """Something that a player does."""

    kind: str
    tile: str = ""
    own: Tiles = ()
    drawn: bool = False
    """The tile just drawn is discarded."""


class Error(NamedTuple):
    """Something that a player does wrong. ``own`` says only whether tiles are laid down."""

    kind: str
    tile: str
    own: bool
    offence: str
    penalty: str


PASS = Choice("pass")


def menu(table: Table, seat: int) -> tuple[set[Choice], set[Error]]:
    """What the player may do now, and the errors that the rulebook penalises; both empty if not asked."""
    if table.counting:
        return set(_about_a_win(table, seat)), set()
    player = table.players[seat]
    found: set[Choice] = set()
    wrong: set[tuple[str, str, bool, str]] = set()
    if table.phase == "declare" and table.turn == seat and player.said is None and not player.dead:
        found = {Choice("tenpai"), Choice("noten")}
        wrong = set(_wrong_declarations(table, player))
    elif table.phase == "turn" and table.turn == seat:
        found = set(_turn(table, player))
        wrong = set(_wrong_turn(table, player, found))
    elif table.phase in ("claim", "rob") and table.turn != seat:
        found = set(_claims(table, player))
        if not table.offenders:
            wrong = set(_wrong_claims(table, player, found))
    errors = set()
    for kind, tile, own, offence in wrong:
        penalty = table.book.penalty(offence)
        if penalty is not None and not (penalty == "dead-hand" and player.dead):
            errors.add(Error(kind, tile, own, offence, penalty))
    if table.phase in ("claim", "rob") and (found or errors):
        found.add(PASS)
    return found, errors


def _about_a_win(table: Table, seat: int) -> Iterator[Choice]:
    """A value is said, or challenged by players who are checked themselves."""
    if table.counting == "challenge":
        if seat not in (*table.unchecked, list(table.counted)[-1]):
            yield from (PASS, Choice("challenge"))
    elif seat == next(each for each in table.called if each not in table.counted):
        yield Choice("count")


# -- what may be done ------------------------------------------------------------------------------------


def _turn(table: Table, player: Player) -> Iterator[Choice]:
    drawn = player.drawn
    able = drawn is not None and not player.dead and not player.changed and is_complete(player.hand)
    if able and has_yaku(table, player, str(drawn), tsumo=True):
        yield Choice("tsumo", str(drawn))
    discards = list(_discards(player))
    yield from discards
    if drawn is None or player.dead:
        return
    if may_riichi(table, player):
        for discard in discards:
            rest = list(player.hand)
            rest.remove(discard.tile)
            if player.is_tenpai(table.book, rest):
                yield discard._replace(kind="riichi")
    if may_kan(table):
        yield from _own_kans(table, player)
    orphans = {plain(tile) for tile in player.hand} & ORPHANS
    if "nine" in table.book.aborts and table.unbroken and not player.pond and len(orphans) >= 9:
        yield Choice("nine-terminals")


def _discards(player: Player) -> Iterator[Choice]:
    for tile in set(player.hand):
        if player.riichi or plain(tile) in player.forbidden:
            continue
        if tile != player.drawn or player.hand.count(tile) > 1:
            yield Choice("discard", tile)
    if player.drawn is not None:
        yield Choice("discard", player.drawn, drawn=True)


def may_riichi(table: Table, player: Player) -> bool:
    """D1, D2: whether riichi may be declared, with any discard that leaves the hand tenpai."""
    enough = player.points >= table.book.riichi_points and table.live >= table.book.riichi_live
    return enough and player.is_closed and not player.riichi and not player.dead


def may_kan(table: Table) -> bool:
    """C6, C7: whether any kan is possible."""
    return len(table.kans) < 4 and table.live > 0


def _own_kans(table: Table, player: Player) -> Iterator[Choice]:
    kinds = [plain(tile) for tile in player.hand]
    for kind in set(kinds):
        if kinds.count(kind) == 4 and not (player.riichi and _is_bad_kan(table, player, kind)):
            own = tuple(sorted(tile for tile in player.hand if plain(tile) == kind))
            yield Choice("closed-kan", "", own)
    for meld in player.melds:
        if meld.kind == "pon":
            for tile in {tile for tile in player.hand if plain(tile) == plain(meld.called)}:
                yield Choice("added-kan", tile)


def _is_bad_kan(table: Table, player: Player, kind: str) -> bool:
    drawn = player.drawn
    if drawn is None or plain(drawn) != kind:
        return True
    return is_changed_by_kan(player.between, drawn, strict=table.book.strict_kan)


def _claims(table: Table, player: Player) -> Iterator[Choice]:
    if may_ron(table, player):
        yield Choice("ron", table.offer)
    if table.phase == "claim" and not table.offenders and may_call(table, player):
        yield from _calls(table, player)


def may_ron(table: Table, player: Player) -> bool:
    """Whether the tile that is offered may be won on."""
    if player.dead or player.changed or player.seat in table.offenders:
        return False
    if not is_complete((*player.hand, table.offer)) or is_furiten(player):
        return False
    robs_closed = table.phase == "rob" and table.kans[-1][1] == "closed"
    if robs_closed and not (table.book.orphans_rob_closed and waits_on_orphans(player.hand)):
        return False
    return has_yaku(table, player, table.offer, tsumo=False)


def is_furiten(player: Player) -> bool:
    """E: a wait among the own discards, or a winning tile let go."""
    return player.missed or bool(set(waits(player.between)) & set(map(plain, player.pond)))


def may_call(table: Table, player: Player) -> bool:
    """Whether the discard may be called at all."""
    drawn_out = "kans" in table.book.aborts and len(table.kans) == 4 and len({k[0] for k in table.kans}) > 1
    return not (player.dead or player.riichi or table.live == 0 or drawn_out)


def _calls(table: Table, player: Player) -> Iterator[Choice]:
    offer = table.offer
    for own in _groups(table, player, "pon"):
        if _leaves_a_discard(player, "pon", offer, own):
            yield Choice("pon", offer, own)
    for own in _groups(table, player, "chi"):
        if _leaves_a_discard(player, "chi", offer, own):
            yield Choice("chi", offer, own)
    if may_kan(table):
        for own in _groups(table, player, "open-kan"):
            yield Choice("open-kan", offer, own)


def _groups(table: Table, player: Player, kind: str) -> Iterator[Tiles]:
    offer = plain(table.offer)
    if kind != "chi":
        same = [tile for tile in player.hand if plain(tile) == offer]
        yield from choices(same, 2 if kind == "pon" else 3)
    elif (table.turn + 1) % 4 == player.seat and len(offer) == 2:
        rank = int(offer[0])
        for first in range(rank - 2, rank + 1):
            if group := sequence(offer, first):
                needed = set(group) - {offer}
                for own in choices([tile for tile in player.hand if plain(tile) in needed], 2):
                    if {plain(tile) for tile in own} == needed:
                        yield own


def _leaves_a_discard(player: Player, kind: str, called: str, own: Tiles) -> bool:
    rest = list(player.hand)
    for tile in own:
        rest.remove(tile)
    return bool({plain(tile) for tile in rest} - forbidden_after(kind, called, own))


# -- what would be wrong ---------------------------------------------------------------------------------

_Wrong = tuple[str, str, bool, str]


def _wrong_declarations(table: Table, player: Player) -> Iterator[_Wrong]:
    if not player.is_tenpai(table.book):
        yield ("tenpai", "", False, "false-tenpai")
    elif player.riichi:
        yield ("noten", "", False, "noten-riichi")


def _wrong_wins(table: Table, player: Player, kind: str, tile: str) -> Iterator[_Wrong]:
    shown, withdrawn = "dead-hand-win" if player.dead else SHOWN, WITHDRAWN
    if player.changed and "bad-closed-kan" in table.book.chombo:
        # found when the player declares a win, dead or not
        shown = withdrawn = "bad-closed-kan"
    yield (kind, tile, False, shown)
    yield (WITHDRAWN, tile, False, withdrawn)


def _wrong_turn(table: Table, player: Player, legal: set[Choice]) -> Iterator[_Wrong]:
    drawn, kinds = player.drawn, {choice.kind for choice in legal}
    if drawn is not None:
        if "tsumo" not in kinds:
            yield from _wrong_wins(table, player, "tsumo", drawn)
        yield from _wrong_riichi(table, player, legal)
        yield from _wrong_kans(table, player)
    for tile in set(player.hand):
        from_hand = tile != drawn or player.hand.count(tile) > 1
        if from_hand and player.riichi:
            yield ("discard", tile, False, "riichi-discard")
        elif from_hand and plain(tile) in player.forbidden:
            yield ("discard", tile, False, "kuikae")


def _wrong_riichi(table: Table, player: Player, legal: set[Choice]) -> Iterator[_Wrong]:
    if player.riichi or player.dead:
        return
    for choice in legal:
        if choice.kind != "discard" or choice._replace(kind="riichi") in legal:
            continue
        if not player.is_closed:
            yield ("riichi", f"{choice.tile}{choice.drawn}", False, "open-riichi")
        elif not may_riichi(table, player):
            yield ("riichi", f"{choice.tile}{choice.drawn}", False, "invalid-riichi")
        else:
            yield ("riichi", f"{choice.tile}{choice.drawn}", False, "noten-riichi")


def _wrong_kans(table: Table, player: Player) -> Iterator[_Wrong]:
    kinds = [plain(tile) for tile in player.hand]
    if player.riichi and not player.dead and may_kan(table):
        for kind in set(kinds):
            if kinds.count(kind) == 4 and _is_bad_kan(table, player, kind):
                yield ("closed-kan", kind, True, "bad-closed-kan")
    yield ("closed-kan", "", False, "dead-hand-call" if player.dead else "empty-call")
    if len(kinds) >= 4 and len(set(kinds)) > 1:
        yield ("closed-kan", "", True, "dead-hand-call" if player.dead else "invalid-kan")


def _wrong_claims(table: Table, player: Player, legal: set[Choice]) -> Iterator[_Wrong]:
    if "ron" not in {choice.kind for choice in legal}:
        yield from _wrong_wins(table, player, "ron", table.offer)
    if table.phase != "claim":
        return
    for kind, count in (("chi", 2), ("pon", 2), ("open-kan", 3)):
        if player.dead or kind != "open-kan":
            yield (kind, table.offer, False, "dead-hand-call" if player.dead else "empty-call")
        right = {choice.own for choice in legal if choice.kind == kind}
        if any(own not in right for own in choices(player.hand, count)):
            yield (kind, table.offer, True, _wrong_group(player, kind))


def _wrong_group(player: Player, kind: str) -> str:
    if player.dead:
        return "dead-hand-call"
    if player.riichi:
        return "riichi-call"
    return "invalid-kan" if kind == "open-kan" else "invalid-call"
