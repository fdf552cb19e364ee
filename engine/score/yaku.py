"""All yaku in three tables: of the situation, of the tiles, and the yakuman.

The han are the same in every preset; values that differ are read from the ruleset. The condition of a yaku is
false where a higher yaku replaces it: chanta needs a sequence and an honour, so neither honroutou nor
junchan is counted with it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.hand import POWERS
from engine.score.win import ALL, RYANMEN, SUITS, TANKI, Arrangement, Win, YakuItem, kind_mask
from engine.shape import Form
from engine.tiles import (
    EAST,
    GREEN,
    HONOURS,
    ORPHANS,
    RED,
    TERMINALS,
    WHITE,
    Kind,
    parse_tiles,
)


class SituationYaku(msgspec.Struct, frozen=True):
    """A yaku that does not depend on the tiles, such as riichi."""

    name: str
    closed: int
    """Han of a closed hand."""
    open: int
    """Han of an open hand, 0 when it does not count."""
    condition: Callable[[Win], object]


class Yaku(msgspec.Struct, frozen=True):
    """A yaku of the tiles."""

    name: str
    closed: int
    """Han of a closed hand."""
    open: int
    """Han of an open hand, 0 when it does not count."""
    condition: Callable[[Arrangement], object]
    sequences: int = 0
    """The hand needs at least so many sequences …"""
    triplets: int = 0
    """… and so many triplets and kans; otherwise the condition is not even asked."""
    forms: tuple[Form, ...] = (Form.STANDARD,)
    flush: bool = False
    """Only a hand of at most one suit (and honours) can have it."""
    honours: bool = False
    """Only a hand with a triplet of honours can have it."""


class Yakuman(msgspec.Struct, frozen=True):
    """A yakuman; whether it counts once or twice is for the ruleset to say."""

    name: str
    condition: Callable[[Arrangement], object]
    triplets: int = 0
    forms: tuple[Form, ...] = (Form.STANDARD,)
    flush: bool = False
    honours: bool = False


HONOUR_BITS = kind_mask(HONOURS)
FIRST_HONOUR = 1 << EAST
"""Masks from here on hold an honour."""
ORPHAN_BITS = kind_mask(ORPHANS)
SIMPLES = ALL & ~ORPHAN_BITS
MIDDLE_RUNS = kind_mask(range(27)) & ~kind_mask(9 * suit + rank for suit in range(3) for rank in (0, 6))
"""First kinds of the sequences that hold no terminal."""
ONES = kind_mask(9 * suit for suit in range(3))
WINDS = kind_mask(range(EAST, WHITE))
DRAGONS = kind_mask((WHITE, GREEN, RED))
NOT_GREEN = ALL & ~kind_mask(parse_tiles("23468s6z"))
NOT_HONOUR = ALL & ~HONOUR_BITS
NOT_TERMINAL = ALL & ~kind_mask(TERMINALS)
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


def is_ryanpeikou(sequences: list[Kind]) -> bool:
    """Two times two equal sequences."""
    a, b, c, d = sorted(sequences)
    return a == b and c == d


def is_iipeikou(sequences: list[Kind]) -> bool:
    """Some sequences are equal, but not two times two."""
    return len(sequences) < GROUPS or not is_ryanpeikou(sequences)


def all_outside(a: Arrangement) -> bool:
    """Whether each group and the pair hold a terminal or an honour."""
    return not (a.runs & MIDDLE_RUNS or (a.triplets | 1 << (a.pair or 0)) & SIMPLES)


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
    SituationYaku("double-riichi", 2, 0, lambda w: w.riichi == 2),
    SituationYaku("riichi", 1, 0, lambda w: w.riichi == 1),
    SituationYaku("ippatsu", 1, 0, lambda w: w.ippatsu and w.riichi and w.rules.ippatsu and not w.rinshan),
    SituationYaku("menzen-tsumo", 1, 0, lambda w: w.tsumo),
    SituationYaku("rinshan", 1, 1, lambda w: w.rinshan and w.tsumo),
    SituationYaku("chankan", 1, 1, lambda w: w.chankan and not w.tsumo),
    SituationYaku(
        "haitei",
        1,
        1,
        lambda w: w.last_tile and w.tsumo and (not w.rinshan or w.rules.rinshan_with_haitei),
    ),
    SituationYaku("houtei", 1, 1, lambda w: w.last_tile and not w.tsumo and not w.chankan),
)

YAKU: tuple[Yaku, ...] = (
    Yaku("pinfu", 1, 0, is_pinfu, sequences=4),
    Yaku(
        "tanyao",
        1,
        1,
        lambda a: not a.kinds & ORPHAN_BITS and (a.closed or a.rules.open_tanyao),
        forms=ANY_FORM,
    ),
    Yaku("haku", 1, 1, lambda a: a.triplets >> WHITE & 1, triplets=1, honours=True),
    Yaku("hatsu", 1, 1, lambda a: a.triplets >> GREEN & 1, triplets=1, honours=True),
    Yaku("chun", 1, 1, lambda a: a.triplets >> RED & 1, triplets=1, honours=True),
    Yaku("seat-wind", 1, 1, lambda a: a.triplets >> a.win.seat_wind & 1, triplets=1, honours=True),
    Yaku("round-wind", 1, 1, lambda a: a.triplets >> a.win.round_wind & 1, triplets=1, honours=True),
    Yaku("iipeikou", 1, 0, lambda a: a.twins and is_iipeikou(a.sequences), sequences=2),
    Yaku("ryanpeikou", 3, 0, lambda a: a.twins and is_ryanpeikou(a.sequences), sequences=4),
    Yaku("sanshoku-doujun", 2, 1, lambda a: in_three_suits(a.runs), sequences=3),
    Yaku("sanshoku-doukou", 2, 2, lambda a: in_three_suits(a.triplets), triplets=3),
    Yaku("ittsu", 2, 1, lambda a: a.runs & a.runs >> 3 & a.runs >> 6 & ONES, sequences=3),
    Yaku("chanta", 2, 1, lambda a: a.kinds & HONOUR_BITS and all_outside(a), sequences=1),
    Yaku("junchan", 3, 2, lambda a: not a.kinds & HONOUR_BITS and all_outside(a), sequences=1),
    Yaku("toitoi", 2, 2, lambda a: True, triplets=4),
    Yaku("sanankou", 2, 2, lambda a: a.concealed_triplets == 3, triplets=3),
    Yaku("sankantsu", 2, 2, lambda a: a.kans == 3, triplets=3),
    Yaku(
        "shousangen", 2, 2, lambda a: dragon_groups(a) == 2 and has_pair(a, DRAGONS), triplets=2, honours=True
    ),
    Yaku("chiitoitsu", 2, 0, lambda a: True, forms=(Form.SEVEN_PAIRS,)),
    Yaku("honroutou", 2, 2, lambda a: not a.kinds & SIMPLES, triplets=4),
    Yaku("honroutou", 2, 2, lambda a: not a.kinds & SIMPLES, forms=(Form.SEVEN_PAIRS,)),
    Yaku("honitsu", 3, 2, lambda a: a.kinds & HONOUR_BITS, forms=ANY_FORM, flush=True),
    Yaku("chinitsu", 6, 5, lambda a: not a.kinds & HONOUR_BITS, forms=ANY_FORM, flush=True),
)

SITUATION_YAKUMAN: tuple[tuple[str, Callable[[Win], object]], ...] = (
    ("tenhou", lambda w: w.first_turn and w.tsumo and w.seat_wind == EAST and not w.melds),
    ("chiihou", lambda w: w.first_turn and w.tsumo and w.seat_wind != EAST and not w.melds),
)

YAKUMAN: tuple[Yakuman, ...] = (
    Yakuman("daisangen", lambda a: dragon_groups(a) == 3, triplets=3, honours=True),
    Yakuman("daisuushi", lambda a: wind_groups(a) == 4, triplets=4, honours=True),
    Yakuman("shousuushi", lambda a: wind_groups(a) == 3 and has_pair(a, WINDS), triplets=3, honours=True),
    Yakuman("suukantsu", lambda a: a.kans == 4, triplets=4),
    Yakuman("suuankou-tanki", lambda a: a.wait is TANKI and a.concealed_triplets == 4, triplets=4),
    Yakuman("suuankou", lambda a: a.wait is not TANKI and a.concealed_triplets == 4, triplets=4),
    Yakuman("tsuuiisou", lambda a: not a.kinds & NOT_HONOUR, triplets=4),
    Yakuman("tsuuiisou", lambda a: not a.kinds & NOT_HONOUR, forms=(Form.SEVEN_PAIRS,)),
    Yakuman("chinroutou", lambda a: not a.kinds & NOT_TERMINAL, triplets=4),
    Yakuman("ryuuiisou", lambda a: not a.kinds & NOT_GREEN, flush=True),
    Yakuman("junsei-chuuren", won_on_nine_gates, flush=True),
    Yakuman("chuuren", lambda a: nine_gates_extra(a) is not None and not won_on_nine_gates(a), flush=True),
    Yakuman("kokushi-13", won_on_thirteen_orphans, forms=ORPHANS_ONLY),
    Yakuman("kokushi", lambda a: not won_on_thirteen_orphans(a), forms=ORPHANS_ONLY),
)

RENHOU = "renhou"
"""Where the ruleset has it, a mangan that is not added to other yaku; see ``engine.score.evaluate``."""

DORA, URA_DORA, AKA_DORA = "dora", "ura-dora", "aka-dora"
"""They bring han like yaku, but are none."""

Check = tuple[Callable[[Arrangement], object], YakuItem]
YakumanCheck = tuple[Callable[[Arrangement], object], str]
Case = tuple[Form, int, bool, bool, bool]
"""The form of a hand, its number of triplets and kans, whether it is closed, whether it is a flush, and
whether it has a triplet of honours."""


def _situation_checks(closed: bool) -> tuple[tuple[Callable[[Win], object], YakuItem], ...]:
    worth = ((yaku, yaku.closed if closed else yaku.open) for yaku in SITUATION)
    return tuple((yaku.condition, YakuItem(yaku.name, han)) for yaku, han in worth if han)


def _checks(form: Form, triplets: int, closed: bool, flush: bool, honours: bool) -> tuple[Check, ...]:
    possible = (
        (yaku, yaku.closed if closed else yaku.open)
        for yaku in YAKU
        if form in yaku.forms and flush >= yaku.flush and honours >= yaku.honours
        if yaku.triplets <= triplets and yaku.sequences <= GROUPS - triplets
    )
    return tuple((yaku.condition, YakuItem(yaku.name, han)) for yaku, han in possible if han)


def _yakuman_checks(form: Form, triplets: int, flush: bool, honours: bool) -> tuple[YakumanCheck, ...]:
    return tuple(
        (yakuman.condition, yakuman.name)
        for yakuman in YAKUMAN
        if form in yakuman.forms and flush >= yakuman.flush and honours >= yakuman.honours
        if yakuman.triplets <= triplets
    )


SITUATION_CHECKS = (_situation_checks(False), _situation_checks(True))
"""Conditions and items of the situation, for open and closed hands."""


class Checks(dict[Case, tuple[tuple[Check, ...], tuple[YakumanCheck, ...]]]):
    """The conditions that can hold in each case, of yaku and of yakuman, with their values.

    The conditions of a case are selected when it is first requested.
    """

    def __missing__(self, case: Case) -> tuple[tuple[Check, ...], tuple[YakumanCheck, ...]]:
        form, triplets, _, flush, honours = case
        found = self[case] = _checks(*case), _yakuman_checks(form, triplets, flush, honours)
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
