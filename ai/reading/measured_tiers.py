"""The measured rates of deal-ins. ``make safety-table`` writes its rows and docs/lab/safety.md."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ai.reading.safety_reasons import SafetyReason, Tier


class Counted(NamedTuple):
    """Tiles that were measured, and how many of them could be won on."""

    tiles: int
    wins: int


class GroundRate(msgspec.Struct, frozen=True):
    """How often tiles with one ground could be won on.

    ``low`` to ``high`` is the 95 % interval of the rate by Wilson's formula with the effective sample size
    (``tools/measure/estimate.py``), in hundredths of a per cent: integers are the same on every machine.
    """

    tiles: int
    wins: int
    low: int
    high: int

    @property
    def rate(self) -> int:
        """The rate in hundredths of a per cent, rounded."""
        return (20_000 * self.wins + self.tiles) // (2 * self.tiles) if self.tiles else 0


_RATES: dict[SafetyReason, tuple[tuple[float, float], tuple[float, float]]] = {
    SafetyReason.DEAD_HAND: ((0.0, 0.0), (0.0, 0.0)),
    SafetyReason.OWN_DISCARD: ((0.0, 0.0), (0.0, 0.0)),
    SafetyReason.PASSED_AFTER_RIICHI: ((0.0, 0.0), (0.0, 0.0)),
    SafetyReason.PASSED_THIS_TURN: ((0.0, 0.0), (0.0, 0.0)),
    SafetyReason.ALL_SEEN: ((0.0, 0.0), (0.0, 0.0)),
    SafetyReason.NO_WAIT: ((0.0, 0.0), (0.0, 0.0)),
    SafetyReason.LAST_COPY: ((0.00189, 0.0016), (0.00221, 0.000978)),
    SafetyReason.TANKI: ((0.0732, 0.0732), (0.0732, 0.0673)),
    SafetyReason.GUEST_2: ((0.017, 0.0145), (0.0115, 0.00811)),
    SafetyReason.GUEST_3: ((0.0297, 0.0507), (0.0228, 0.0384)),
    SafetyReason.YAKUHAI_2: ((0.0175, 0.025), (0.0111, 0.0164)),
    SafetyReason.YAKUHAI_3: ((0.0299, 0.0597), (0.0164, 0.0503)),
    SafetyReason.PAIR_19_2: ((0.00508, 0.00833), (0.00644, 0.0103)),
    SafetyReason.PAIR_19_3: ((0.0171, 0.0488), (0.0215, 0.0536)),
    SafetyReason.SIMPLES_OUTSIDE: ((0.00325, 0.00325), (0.00325, 0.00123)),
    SafetyReason.OUTSIDE_456: ((0.0281, 0.0281), (0.0281, 0.0232)),
    SafetyReason.FLUSH_SUIT: ((0.136, 0.136), (0.136, 0.106)),
    SafetyReason.FLUSH_SUIT_456: ((0.17, 0.17), (0.17, 0.135)),
    SafetyReason.FLUSH_OTHER: ((0.11, 0.11), (0.11, 0.0908)),
    SafetyReason.NEEDED_YAKUHAI: ((0.229, 0.229), (0.229, 0.215)),
    SafetyReason.SUJI_28: ((0.0303, 0.0248), (0.0351, 0.026)),
    SafetyReason.SUJI_37: ((0.0546, 0.0388), (0.0951, 0.0383)),
    SafetyReason.SUJI_456: ((0.0355, 0.0425), (0.0447, 0.0423)),
    SafetyReason.RIICHI_SUJI_28: ((0.0474, 0.0474), (0.0601, 0.0474)),
    SafetyReason.RIICHI_SUJI_37: ((0.0546, 0.0546), (0.0521, 0.0546)),
    SafetyReason.RIICHI_SUJI_456: ((0.079, 0.079), (0.074, 0.079)),
    SafetyReason.NO_CHANCE_28: ((0.026, 0.0164), (0.0423, 0.0256)),
    SafetyReason.NO_CHANCE_37: ((0.0572, 0.0359), (0.0793, 0.0443)),
    SafetyReason.NO_CHANCE_456: ((0.0273, 0.0254), (0.0374, 0.0286)),
    SafetyReason.ONE_CHANCE_19: ((0.0719, 0.0488), (0.0723, 0.0336)),
    SafetyReason.ONE_CHANCE_2345678: ((0.0861, 0.068), (0.0973, 0.066)),
    SafetyReason.HALF_SUJI_456: ((0.112, 0.118), (0.0944, 0.0933)),
    SafetyReason.EARLY_OUTSIDE_19: ((0.0238, 0.0166), (0.0138, 0.0125)),
    SafetyReason.EARLY_OUTSIDE_28: ((0.0262, 0.038), (0.0153, 0.0282)),
    SafetyReason.EARLY_OUTSIDE_37: ((0.0735, 0.0506), (0.0527, 0.0312)),
    SafetyReason.OPEN_19: ((0.0995, 0.0865), (0.0734, 0.0644)),
    SafetyReason.OPEN_28: ((0.118, 0.118), (0.0941, 0.0946)),
    SafetyReason.OPEN_37: ((0.131, 0.154), (0.106, 0.125)),
    SafetyReason.OPEN_456: ((0.178, 0.17), (0.119, 0.122)),
    SafetyReason.DORA_HONOUR: ((0.0816, 0.185), (0.0429, 0.127)),
    SafetyReason.DORA_COVERED: ((0.0951, 0.144), (0.0991, 0.127)),
    SafetyReason.DORA_OPEN: ((0.183, 0.24), (0.15, 0.177)),
}
RATES = {reason: ours for reason, (ours, _) in _RATES.items()}
"""Deal-in rate against a player in riichi, and against one who is tenpai without riichi.

With an average number of two-sided waits left (``ai.reading.evidence``). Our bots, majiang-ai
and recorded games have the same weight."""
ELSEWHERE_RATES = {reason: elsewhere for reason, (_, elsewhere) in _RATES.items()}
"""Rates in games of majiang-ai alone, over all numbers of waits left, for experts."""

_TIERS: dict[Tier, tuple[float, tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]] = {
    Tier.SAFE: (0.0, (347295, 0), (406143, 0), (52749, 0), (70011, 0)),
    Tier.A: (0.003, (57961, 382), (35789, 92), (15816, 38), (11940, 38)),
    Tier.B: (0.015, (27251, 437), (37386, 694), (8401, 109), (13124, 168)),
    Tier.C: (0.029, (141998, 4363), (110467, 2980), (27355, 774), (25626, 722)),
    Tier.D: (0.048, (126748, 6077), (109892, 4609), (21104, 962), (28333, 1501)),
    Tier.E: (0.071, (127451, 9022), (214726, 16319), (25398, 1719), (57199, 4010)),
    Tier.F: (0.093, (169855, 15876), (286735, 29528), (33825, 3033), (61679, 5640)),
    Tier.G: (0.12, (312528, 39251), (388726, 54680), (49768, 5746), (76319, 8352)),
    Tier.H: (0.172, (262431, 47334), (257880, 53997), (27950, 4519), (46935, 6989)),
}
DEAL_IN = {tier: rate for tier, (rate, *_) in _TIERS.items()}
"""Deal-in rate of a tile of a tier against a tenpai player."""
MEASURED, MEASURED_IN_RIICHI, ELSEWHERE, ELSEWHERE_IN_RIICHI = (
    {tier: Counted(*counts[place]) for tier, (_, *counts) in _TIERS.items()} for place in range(4)
)
"""What was counted for each tier against tenpai players without riichi and in riichi; also of majiang-ai."""

_Row = tuple[int, int, int, int] | None
_GROUNDS_IN_RIICHI: dict[SafetyReason, tuple[_Row, _Row]] = {
    SafetyReason.OWN_DISCARD: ((294401, 0, 0, 3), (35554, 0, 0, 23)),
    SafetyReason.PASSED_AFTER_RIICHI: ((99141, 0, 0, 4), (13961, 0, 0, 28)),
    SafetyReason.ALL_SEEN: ((7762, 0, 0, 10), (799, 0, 0, 90)),
    SafetyReason.NO_WAIT: ((4839, 0, 0, 16), (457, 0, 0, 166)),
    SafetyReason.LAST_COPY: ((26760, 57, 11, 40), (5616, 15, 7, 97)),
    SafetyReason.GUEST_2: ((5327, 45, 47, 152), (1337, 12, 29, 277)),
    SafetyReason.GUEST_3: ((2036, 17, 39, 179), (751, 18, 66, 834)),
    SafetyReason.YAKUHAI_2: ((15605, 270, 128, 234), (3106, 35, 42, 300)),
    SafetyReason.YAKUHAI_3: ((10100, 296, 223, 384), (2062, 38, 62, 534)),
    SafetyReason.PAIR_19_2: ((6371, 30, 23, 96), (2480, 18, 35, 149)),
    SafetyReason.PAIR_19_3: ((3307, 35, 57, 197), (1645, 38, 125, 422)),
    SafetyReason.SUJI_28: ((35506, 655, 146, 233), (6651, 257, 273, 544)),
    SafetyReason.SUJI_37: ((57731, 2215, 339, 434), (8981, 849, 762, 1167)),
    SafetyReason.SUJI_456: ((52822, 1766, 296, 378), (5991, 282, 348, 634)),
    SafetyReason.RIICHI_SUJI_28: ((4164, 58, 79, 245), (602, 42, 249, 1805)),
    SafetyReason.RIICHI_SUJI_37: ((6359, 176, 187, 408), (667, 44, 289, 1433)),
    SafetyReason.RIICHI_SUJI_456: ((6462, 417, 484, 855), (562, 35, 349, 1088)),
    SafetyReason.NO_CHANCE_28: ((10158, 177, 125, 242), (2171, 102, 289, 755)),
    SafetyReason.NO_CHANCE_37: ((13567, 499, 303, 445), (3162, 212, 470, 948)),
    SafetyReason.NO_CHANCE_456: ((27431, 1075, 343, 448), (4036, 159, 286, 541)),
    SafetyReason.ONE_CHANCE_19: ((16628, 1400, 748, 947), (3684, 274, 558, 986)),
    SafetyReason.ONE_CHANCE_2345678: ((136199, 13610, 960, 1040), (21311, 2114, 888, 1107)),
    SafetyReason.HALF_SUJI_456: ((235595, 30937, 1278, 1349), (31282, 2999, 865, 1062)),
    SafetyReason.EARLY_OUTSIDE_19: ((10885, 322, 235, 372), (3882, 23, 21, 167)),
    SafetyReason.EARLY_OUTSIDE_28: ((14665, 812, 465, 659), (3284, 58, 81, 380)),
    SafetyReason.EARLY_OUTSIDE_37: ((19976, 1544, 662, 901), (3501, 140, 243, 652)),
    SafetyReason.OPEN_19: ((63134, 7573, 1130, 1273), (15691, 1191, 641, 897)),
    SafetyReason.OPEN_28: ((157842, 18769, 1140, 1240), (25776, 2383, 814, 1048)),
    SafetyReason.OPEN_37: ((214048, 28850, 1306, 1391), (31972, 3486, 991, 1198)),
    SafetyReason.OPEN_456: ((206903, 39642, 1873, 1960), (35735, 4053, 1047, 1228)),
    SafetyReason.DORA_HONOUR: ((13304, 1467, 936, 1295), (572, 22, 160, 893)),
    SafetyReason.DORA_COVERED: ((29045, 3411, 1065, 1293), (2841, 273, 686, 1330)),
    SafetyReason.DORA_OPEN: ((39671, 6774, 1590, 1832), (5599, 819, 1170, 1813)),
}
_GROUNDS_OPEN: dict[SafetyReason, tuple[_Row, _Row]] = {
    SafetyReason.OWN_DISCARD: ((301409, 0, 0, 3), (32997, 0, 0, 26)),
    SafetyReason.PASSED_THIS_TURN: ((20605, 0, 0, 5), (3263, 0, 0, 35)),
    SafetyReason.ALL_SEEN: ((12482, 0, 0, 7), (1186, 0, 0, 75)),
    SafetyReason.NO_WAIT: ((12799, 0, 0, 9), (975, 0, 0, 126)),
    SafetyReason.LAST_COPY: ((28359, 101, 25, 52), (3880, 5, 4, 44)),
    SafetyReason.TANKI: ((7574, 721, 853, 1061), (982, 62, 496, 801)),
    SafetyReason.GUEST_2: ((2848, 45, 92, 271), (677, 1, 3, 84)),
    SafetyReason.GUEST_3: ((939, 11, 62, 220), (222, 2, 24, 327)),
    SafetyReason.YAKUHAI_2: ((11166, 195, 132, 231), (1786, 14, 35, 177)),
    SafetyReason.YAKUHAI_3: ((5984, 226, 295, 483), (877, 38, 242, 763)),
    SafetyReason.PAIR_19_2: ((4362, 29, 39, 112), (1163, 15, 47, 348)),
    SafetyReason.PAIR_19_3: ((1796, 30, 101, 276), (600, 28, 160, 1284)),
    SafetyReason.SIMPLES_OUTSIDE: ((24964, 236, 71, 126), (6215, 8, 6, 28)),
    SafetyReason.OUTSIDE_456: ((696, 55, 444, 1368), (1102, 27, 77, 748)),
    SafetyReason.FLUSH_SUIT: ((12678, 1684, 1183, 1488), (1750, 168, 717, 1273)),
    SafetyReason.FLUSH_SUIT_456: ((11022, 1785, 1437, 1820), (1369, 164, 888, 1597)),
    SafetyReason.FLUSH_OTHER: ((21997, 2326, 937, 1192), (3915, 380, 771, 1215)),
    SafetyReason.NEEDED_YAKUHAI: ((774, 78, 612, 1614), (524, 110, 1366, 3086)),
    SafetyReason.SUJI_28: ((33748, 525, 129, 187), (4527, 102, 144, 350)),
    SafetyReason.SUJI_37: ((54381, 2053, 339, 421), (6245, 235, 274, 515)),
    SafetyReason.SUJI_456: ((45031, 1945, 391, 477), (3833, 164, 306, 594)),
    SafetyReason.NO_CHANCE_28: ((11804, 231, 156, 245), (1098, 41, 186, 737)),
    SafetyReason.NO_CHANCE_37: ((16076, 540, 288, 391), (1633, 68, 256, 670)),
    SafetyReason.NO_CHANCE_456: ((31507, 1122, 319, 397), (2266, 69, 193, 478)),
    SafetyReason.ONE_CHANCE_19: ((8279, 387, 388, 563), (1156, 36, 167, 575)),
    SafetyReason.ONE_CHANCE_2345678: ((144581, 10501, 698, 756), (12264, 810, 575, 758)),
    SafetyReason.HALF_SUJI_456: ((178316, 21151, 1153, 1220), (18211, 1643, 813, 1000)),
    SafetyReason.EARLY_OUTSIDE_19: ((8512, 228, 201, 356), (2511, 36, 70, 290)),
    SafetyReason.EARLY_OUTSIDE_28: ((17033, 770, 379, 538), (3489, 101, 183, 456)),
    SafetyReason.EARLY_OUTSIDE_37: ((20268, 1480, 640, 832), (3955, 98, 154, 397)),
    SafetyReason.OPEN_19: ((24633, 1867, 685, 838), (5120, 331, 489, 850)),
    SafetyReason.OPEN_28: ((108063, 11383, 1009, 1100), (14383, 1393, 857, 1093)),
    SafetyReason.OPEN_37: ((158796, 20915, 1277, 1359), (19066, 2378, 1133, 1372)),
    SafetyReason.OPEN_456: ((159367, 25624, 1568, 1649), (23330, 2812, 1115, 1302)),
    SafetyReason.DORA_HONOUR: ((8975, 2056, 2011, 2597), (467, 52, 573, 2054)),
    SafetyReason.DORA_COVERED: ((27094, 4724, 1627, 1866), (2180, 266, 889, 1652)),
    SafetyReason.DORA_OPEN: ((34600, 7718, 2109, 2358), (3986, 666, 1346, 2055)),
}
GROUNDS_IN_RIICHI, GROUNDS_ELSEWHERE, GROUNDS_OPEN, GROUNDS_OPEN_ELSEWHERE = (
    {reason: GroundRate(*row) for reason, rows in grounds.items() if (row := rows[place]) is not None}
    for grounds in (_GROUNDS_IN_RIICHI, _GROUNDS_OPEN)
    for place in range(2)
)
"""What was counted for each ground against players in riichi and without; each also of majiang-ai."""
