"""From han and fu to points, and who pays how much.

The formula is the one all rulebooks share (EMA 2016 section 4, the fu article of the Japanese Mahjong Wiki):
basic points are fu × 2^(2 + han), held down by the limits; a payment is one, two, four or six times
that, rounded up to hundreds.
"""

from __future__ import annotations

import msgspec

from engine.rules import Ruleset
from engine.score.result import Limit

MANGAN = 2_000
"""Basic points of a mangan; the other limits are multiples of it."""
YAKUMAN = 8_000
"""Basic points of one yakuman."""
MANGAN_HAN = 5
"""From here on han alone decide, fu no longer."""
ADDED_HAN = 2
"""The two han that the formula adds to every hand (bazoro)."""
COUNTED_HAN = 13
"""From here on a hand without a yakuman is a counted yakuman, or stays a sanbaiman, by ruleset."""
ROUNDED_UP_TO_MANGAN: frozenset[tuple[int, int]] = frozenset({(4, 30), (3, 60)})
"""Han and fu that kiriage mangan is about: both are worth 1,920 basic points."""

RON_SHARES_EAST, RON_SHARES = 6, 4
"""What the discarder pays East, or another winner, in basic points."""
TSUMO_SHARES_EAST, TSUMO_SHARES = 2, 1
"""What East pays or is paid by each, and what the others pay one another, on a tsumo."""

_MANGAN: tuple[int, Limit] = (MANGAN, "mangan")
_HANEMAN: tuple[int, Limit] = (3_000, "haneman")
_BAIMAN: tuple[int, Limit] = (4_000, "baiman")
_SANBAIMAN: tuple[int, Limit] = (6_000, "sanbaiman")
_LIMITS = (*[_MANGAN] * 6, *[_HANEMAN] * 2, *[_BAIMAN] * 3, *[_SANBAIMAN] * 2)
"""By han; what lies below a mangan's five han is never asked."""


class Payment(msgspec.Struct, frozen=True):
    """What a win costs the others, without honba and riichi sticks; None for a player who does not pay."""

    ron: int | None = None
    from_dealer: int | None = None
    from_others: int | None = None


def basic_points(han: int, fu: int, rules: Ruleset) -> tuple[int, Limit | None]:
    """Basic points of so many han and (rounded) fu, and the name of the limit that was reached."""
    if han < MANGAN_HAN:
        base = fu << ADDED_HAN + han
        if base >= MANGAN or (rules.kiriage and (han, fu) in ROUNDED_UP_TO_MANGAN):
            return _MANGAN
        return base, None
    if han < COUNTED_HAN:
        return _LIMITS[han]
    return (YAKUMAN, "yakuman") if rules.counted_limit == "yakuman" else _SANBAIMAN


def round_up(points: int) -> int:
    """Rounded up to the next hundred."""
    return -(-points // 100) * 100


def ron_payment(base: int, dealer: bool) -> int:
    """What the discarder pays; ``dealer`` when the winner is East."""
    return round_up(base * (RON_SHARES_EAST if dealer else RON_SHARES))


def tsumo_payments(base: int, dealer_won: bool) -> tuple[int | None, int]:
    """What East pays (None when East is the winner), and what each of the others pays."""
    if dealer_won:
        return None, round_up(base * TSUMO_SHARES_EAST)
    return round_up(base * TSUMO_SHARES_EAST), round_up(base * TSUMO_SHARES)


def payment(base: int, dealer: bool, tsumo: bool) -> Payment:
    """Either of the two above as one value."""
    if tsumo:
        return Payment(None, *tsumo_payments(base, dealer))
    return Payment(ron_payment(base, dealer))


def winners_total(base: int, dealer: bool, tsumo: bool) -> int:
    """All that the winner receives, without honba and riichi sticks."""
    if not tsumo:
        return ron_payment(base, dealer)
    from_dealer, from_others = tsumo_payments(base, dealer)
    return 3 * from_others if from_dealer is None else from_dealer + 2 * from_others
