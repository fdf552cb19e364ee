"""All yaku in three tables: of the situation, of the tiles, and the yakuman.

The han are the same in every preset; values that differ are read from the ruleset. The row of a yaku excludes
hands in which a higher yaku replaces it: chanta needs a sequence and an honour, so neither honroutou nor
junchan is counted with it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.hand import POWERS
from engine.score.win import (
    FLUSH,
    ONLY_GREEN,
    ONLY_HONOURS,
    ONLY_ORPHANS,
    ONLY_SIMPLES,
    ONLY_SUIT_TILES,
    OUTSIDE,
    RYANMEN,
    SUITS,
    TANKI,
    Arrangement,
    Win,
    YakuItem,
    kind_mask,
    kinds_of,
)
from engine.shape import Form
from engine.tiles import (
    EAST,
    GREEN,
    RED,
    WHITE,
    Kind,
    parse_tiles,
)


class Situation(msgspec.Struct, frozen=True):
    """What decides the yaku that the tiles have no part in; the words are those of ``Win``."""

    closed: bool
    tsumo: bool
    riichi: int
    ippatsu: bool
    last_tile: bool
    rinshan: bool
    chankan: bool
    ippatsu_counts: bool
    """Whether the ruleset has ippatsu."""
    rinshan_with_haitei: bool
    """Whether the ruleset adds haitei to rinshan."""


class SituationYaku(msgspec.Struct, frozen=True):
    """A yaku that does not depend on the tiles, such as riichi."""

    name: str
    closed: int
    """Han of a closed hand."""
    open: int
    """Han of an open hand, 0 when it does not count."""
    condition: Callable[[Situation], object]


class Yaku(msgspec.Struct, frozen=True):
    """A yaku of the tiles.

    A hand that lacks what the row asks for is not even asked for the condition.
    """

    name: str
    closed: int
    """Han of a closed hand."""
    open: int
    """Han of an open hand, 0 when it does not count."""
    condition: Callable[[Arrangement], object] | None = None
    """None where the rest of the row says all."""
    sequences: int = 0
    """The hand needs at least so many sequences …"""
    triplets: int = 0
    """… and so many triplets and kans."""
    forms: tuple[Form, ...] = (Form.STANDARD,)
    every: int = 0
    """Traits that each group and the pair must have …"""
    unless: int = 0
    """… and traits that they must not all have."""
    flush: bool = False
    """Only a hand of at most one suit (and honours) can have it."""
    begins: int = 0
    """Mask of kinds of which one must be the first of a group; 0 where that says nothing."""


class Yakuman(msgspec.Struct, frozen=True):
    """A yakuman; whether it counts once or twice is for the ruleset to say."""

    name: str
    condition: Callable[[Arrangement], object] | None = None
    triplets: int = 0
    forms: tuple[Form, ...] = (Form.STANDARD,)
    every: int = 0
    flush: bool = False


ONES = kind_mask(9 * suit for suit in range(3))
FOURS = ONES << 3
WINDS = kind_mask(range(EAST, WHITE))
DRAGONS = kind_mask((WHITE, GREEN, RED))
NINE_GATES_KEY = sum(POWERS[kind] for kind in parse_tiles("1112345678999m"))
"""The base-5 key of a suit that waits on all nine of its kinds."""
GROUPS = 4
ANY_FORM = (Form.STANDARD, Form.SEVEN_PAIRS)
ORPHANS_ONLY = (Form.ORPHANS,)


def in_three_suits(firsts: int) -> int:
    """Whether the mask holds the same rank in all three suits."""
    return firsts & firsts >> 9 & firsts >> 18 & SUITS[0]


def is_value(kind: Kind, win: Win) -> bool:
    """Whether a triplet of that kind is a yaku."""
    return kind >= WHITE or kind == win.seat_wind or kind == win.round_wind


def is_pinfu(a: Arrangement) -> bool:
    """Four sequences, a pair without value, an open-ended wait."""
    return a.wait is RYANMEN and a.pair is not None and not is_value(a.pair, a.win)


def is_ryanpeikou(a: Arrangement) -> bool:
    """Two times two equal sequences."""
    first, second, third, fourth = sorted(a.sequences)
    return first == second and third == fourth


def is_iipeikou(a: Arrangement) -> bool:
    """Some sequences are equal, but not two times two."""
    sequences = len(a.sequences)
    return a.runs.bit_count() < sequences and (sequences < GROUPS or not is_ryanpeikou(a))


def dragon_groups(a: Arrangement) -> int:
    """Number of triplets of dragons."""
    return (a.triplets & DRAGONS).bit_count()


def wind_groups(a: Arrangement) -> int:
    """Number of triplets of winds."""
    return (a.triplets & WINDS).bit_count()


def has_pair(a: Arrangement, kinds: int) -> int:
    """Whether the pair is one of these kinds."""
    return a.pair is not None and 1 << a.pair & kinds


def nine_gates_extra(a: Arrangement) -> int | None:
    """The key of the fourteenth tile when the other thirteen wait on nine gates, else None.

    All fourteen must be concealed: a suit's key holds no melds.
    """
    extra = max(a.facts.keys) - NINE_GATES_KEY
    return extra if extra in POWERS[:9] else None


def won_on_nine_gates(a: Arrangement) -> bool:
    """Whether the hand waited on all nine kinds of its suit, and that can be seen."""
    return nine_gates_extra(a) == POWERS[a.facts.winning] and not a.facts.mixed


def won_on_thirteen_orphans(a: Arrangement) -> bool:
    """Whether the hand waited on all thirteen orphans, and that can be seen."""
    return a.pair == a.facts.winning and not a.facts.mixed


SITUATION: tuple[SituationYaku, ...] = (
    SituationYaku("double-riichi", 2, 0, lambda s: s.riichi == 2),
    SituationYaku("riichi", 1, 0, lambda s: s.riichi == 1),
    SituationYaku("ippatsu", 1, 0, lambda s: s.ippatsu and s.riichi and s.ippatsu_counts and not s.rinshan),
    SituationYaku("menzen-tsumo", 1, 0, lambda s: s.tsumo),
    SituationYaku("rinshan", 1, 1, lambda s: s.rinshan and s.tsumo),
    SituationYaku("chankan", 1, 1, lambda s: s.chankan and not s.tsumo),
    SituationYaku(
        "haitei",
        1,
        1,
        lambda s: s.last_tile and s.tsumo and (not s.rinshan or s.rinshan_with_haitei),
    ),
    SituationYaku("houtei", 1, 1, lambda s: s.last_tile and not s.tsumo and not s.chankan),
)

YAKU: tuple[Yaku, ...] = (
    Yaku("pinfu", 1, 0, is_pinfu, sequences=4),
    Yaku(
        "tanyao",
        1,
        1,
        lambda a: a.facts.closed or a.win.rules.open_tanyao,
        forms=ANY_FORM,
        every=ONLY_SIMPLES,
    ),
    Yaku("haku", 1, 1, triplets=1, begins=1 << WHITE),
    Yaku("hatsu", 1, 1, triplets=1, begins=1 << GREEN),
    Yaku("chun", 1, 1, triplets=1, begins=1 << RED),
    Yaku("seat-wind", 1, 1, lambda a: a.triplets >> a.win.seat_wind & 1, triplets=1, begins=WINDS),
    Yaku("round-wind", 1, 1, lambda a: a.triplets >> a.win.round_wind & 1, triplets=1, begins=WINDS),
    Yaku("iipeikou", 1, 0, is_iipeikou, sequences=2),
    Yaku("ryanpeikou", 3, 0, is_ryanpeikou, sequences=4),
    Yaku("sanshoku-doujun", 2, 1, lambda a: in_three_suits(a.runs), sequences=3, begins=SUITS[1]),
    Yaku("sanshoku-doukou", 2, 2, lambda a: in_three_suits(a.triplets), triplets=3, begins=SUITS[1]),
    Yaku("ittsu", 2, 1, lambda a: a.runs & a.runs >> 3 & a.runs >> 6 & ONES, sequences=3, begins=FOURS),
    Yaku("chanta", 2, 1, sequences=1, every=OUTSIDE, unless=ONLY_SUIT_TILES),
    Yaku("junchan", 3, 2, sequences=1, every=OUTSIDE | ONLY_SUIT_TILES),
    Yaku("toitoi", 2, 2, triplets=4),
    Yaku("sanankou", 2, 2, lambda a: a.concealed_triplets == 3, triplets=3),
    Yaku("sankantsu", 2, 2, lambda a: a.kans == 3, triplets=3),
    Yaku(
        "shousangen",
        2,
        2,
        lambda a: dragon_groups(a) == 2 and has_pair(a, DRAGONS),
        triplets=2,
        begins=DRAGONS,
    ),
    Yaku("chiitoitsu", 2, 0, forms=(Form.SEVEN_PAIRS,)),
    Yaku("honroutou", 2, 2, forms=ANY_FORM, every=ONLY_ORPHANS),
    Yaku("honitsu", 3, 2, forms=ANY_FORM, flush=True, unless=ONLY_SUIT_TILES),
    Yaku("chinitsu", 6, 5, forms=ANY_FORM, flush=True, every=ONLY_SUIT_TILES),
)

SITUATION_YAKUMAN: tuple[tuple[str, Callable[[Win], object]], ...] = (
    ("tenhou", lambda w: w.first_turn and w.tsumo and w.seat_wind == EAST and not w.melds),
    ("chiihou", lambda w: w.first_turn and w.tsumo and w.seat_wind != EAST and not w.melds),
)

YAKUMAN: tuple[Yakuman, ...] = (
    Yakuman("daisangen", lambda a: dragon_groups(a) == 3, triplets=3),
    Yakuman("daisuushi", lambda a: wind_groups(a) == 4, triplets=4),
    Yakuman("shousuushi", lambda a: wind_groups(a) == 3 and has_pair(a, WINDS), triplets=3),
    Yakuman("suukantsu", lambda a: a.kans == 4, triplets=4),
    Yakuman("suuankou-tanki", lambda a: a.wait is TANKI and a.concealed_triplets == 4, triplets=4),
    Yakuman("suuankou", lambda a: a.wait is not TANKI and a.concealed_triplets == 4, triplets=4),
    Yakuman("tsuuiisou", forms=ANY_FORM, every=ONLY_HONOURS),
    Yakuman("chinroutou", every=ONLY_ORPHANS | ONLY_SUIT_TILES),
    Yakuman("ryuuiisou", every=ONLY_GREEN),
    Yakuman("junsei-chuuren", won_on_nine_gates, flush=True),
    Yakuman("chuuren", lambda a: nine_gates_extra(a) is not None and not won_on_nine_gates(a), flush=True),
    Yakuman("kokushi-13", won_on_thirteen_orphans, forms=ORPHANS_ONLY),
    Yakuman("kokushi", lambda a: not won_on_thirteen_orphans(a), forms=ORPHANS_ONLY),
)

RENHOU = "renhou"
"""Where the ruleset has it, a mangan that is not added to other yaku; see ``engine.score.evaluate``."""

DORA, URA_DORA, AKA_DORA = "dora", "ura-dora", "aka-dora"
"""They bring han like yaku, but are none."""

Check = tuple[int, Callable[[Arrangement], object] | None, YakuItem]
"""The kinds of which one must begin a group (0 for none), the condition, and the item if both hold."""
YakumanCheck = tuple[Callable[[Arrangement], object] | None, str]
Case = tuple[Form, bool, int, int]
"""The form of a hand, whether it is closed, its number of triplets and kans, and the traits of all groups."""


def _possible(row: Yaku | Yakuman, case: Case) -> bool:
    """Whether a hand of that case can have the yaku."""
    form, _, triplets, traits = case
    return (
        form in row.forms
        and row.triplets <= triplets
        and row.every & traits == row.every
        and (not row.flush or traits & FLUSH != 0)
    )


def _checks(case: Case) -> tuple[Check, ...]:
    _, closed, triplets, traits = case
    kinds = kinds_of(traits)
    possible = (
        (yaku, yaku.closed if closed else yaku.open)
        for yaku in YAKU
        if _possible(yaku, case)
        and yaku.sequences <= GROUPS - triplets
        and not (yaku.unless and yaku.unless & traits == yaku.unless)
        and (not yaku.begins or yaku.begins & kinds)
    )
    return tuple((yaku.begins, yaku.condition, YakuItem(yaku.name, han)) for yaku, han in possible if han)


def _yakuman_checks(case: Case) -> tuple[YakumanCheck, ...]:
    return tuple((yakuman.condition, yakuman.name) for yakuman in YAKUMAN if _possible(yakuman, case))


SituationCase = tuple[bool, bool, int, bool, bool, bool, bool, bool, bool]
"""The values of a ``Situation`` in a plain tuple, which is made faster."""


class SituationItems(dict[SituationCase, tuple[YakuItem, ...]]):
    """The yaku of each situation, found when it is first requested."""

    def __missing__(self, case: SituationCase) -> tuple[YakuItem, ...]:
        situation = Situation(*case)
        worth = ((yaku, yaku.closed if situation.closed else yaku.open) for yaku in SITUATION)
        found = tuple(YakuItem(yaku.name, han) for yaku, han in worth if han and yaku.condition(situation))
        self[case] = found
        return found


SITUATION_ITEMS = SituationItems()


class Checks(dict[Case, tuple[tuple[Check, ...], tuple[YakumanCheck, ...]]]):
    """The yaku and the yakuman that can hold in each case, with their values.

    A row without a condition holds with the case, and with a group that begins as the row asks.

    The rows of a case are selected when it is first requested.
    """

    def __missing__(self, case: Case) -> tuple[tuple[Check, ...], tuple[YakumanCheck, ...]]:
        found = self[case] = _checks(case), _yakuman_checks(case)
        return found


CHECKS = Checks()

YAKU_NAMES: tuple[str, ...] = tuple(
    dict.fromkeys(
        [
            *(yaku.name for yaku in SITUATION),
            *(yaku.name for yaku in YAKU),
            RENHOU,
            DORA,
            AKA_DORA,
            URA_DORA,
            *(yakuman.name for yakuman in YAKUMAN),
            *(name for name, _ in SITUATION_YAKUMAN),
        ]
    )
)
"""Every name that a score can show."""

YAKUMAN_NAMES: frozenset[str] = frozenset(
    [*(yakuman.name for yakuman in YAKUMAN), *(name for name, _ in SITUATION_YAKUMAN)]
)
"""The yakuman among them."""
