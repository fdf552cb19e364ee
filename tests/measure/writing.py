"""What is written from the measurement: the tiers in the code and the tables in the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from string import ascii_uppercase

from ai.reading.danger_factors import Alarm
from ai.reading.safety_grounds import SafetyGround
from tests.measure.data import Measurement
from tests.measure.estimate import Sums
from tui.tiles.marks import tier_letters

ROOT = Path(__file__).parents[2]
CODE = ROOT / "ai" / "reading" / "measured_tiers.py"
PAGE = ROOT / "docs" / "safety.md"
BEGIN, END = "<!-- measured: written by make safety-table -->\n", "<!-- end of measured -->\n"
CODE_HEAD = '''\
"""The tiers of safety as measured: written by ``make safety-table`` (docs/safety.md), not by hand."""

from __future__ import annotations

from enum import IntEnum

from ai.reading.safety_grounds import Ground


class Tier(IntEnum):
    """Safety of a tile against a player who is tenpai, the safest first."""

    SAFE = 0
    """Cannot lose."""
'''

WORDS: dict[SafetyGround, str] = {
    SafetyGround.DEAD_HAND: "the player's hand is dead",
    SafetyGround.OWN_DISCARD: "the player's own discard",
    SafetyGround.PASSED_AFTER_RIICHI: "discarded, or added to a kan, since the player's riichi",
    SafetyGround.PASSED_THIS_TURN: "let go since the player's last discard",
    SafetyGround.ALL_SEEN: "honour, all four visible, thirteen orphans impossible",
    SafetyGround.NO_WAIT: "number, all four visible, and no wait left for it",
    SafetyGround.LAST_COPY: "honour, or 1 9 with suji or no-chance, at most one copy left",
    SafetyGround.GUEST_2: "guest wind, two left",
    SafetyGround.GUEST_3: "guest wind, three left",
    SafetyGround.YAKUHAI_2: "yakuhai, two left",
    SafetyGround.YAKUHAI_3: "yakuhai, three left",
    SafetyGround.PAIR_19_2: "1 9 with suji or no-chance, two left",
    SafetyGround.PAIR_19_3: "1 9 with suji or no-chance, three left",
    SafetyGround.SUJI_28: "suji 2 8",
    SafetyGround.SUJI_37: "suji 3 7",
    SafetyGround.SUJI_456: "suji 4 5 6, on both sides",
    SafetyGround.NO_CHANCE_28: "no-chance 2 8",
    SafetyGround.NO_CHANCE_37: "no-chance 3 7",
    SafetyGround.NO_CHANCE_456: "no-chance 4 5 6 (or one side suji)",
    SafetyGround.ONE_CHANCE_19: "one-chance 1 9",
    SafetyGround.ONE_CHANCE_2345678: "one-chance 2 to 8 (or one side better)",
    SafetyGround.HALF_SUJI_456: "half suji: 4 5 6 with one side suji or no-chance",
    SafetyGround.OPEN_19: "1 9 that nothing speaks for",
    SafetyGround.OPEN_28: "2 8 that nothing speaks for",
    SafetyGround.OPEN_37: "3 7 that nothing speaks for",
    SafetyGround.OPEN_456: "4 5 6 that nothing speaks for",
    SafetyGround.DORA_HONOUR: "dora, an honour",
    SafetyGround.DORA_COVERED: "dora with suji, no-chance or one-chance on every side",
    SafetyGround.DORA_OPEN: "dora that nothing, or only a half suji, speaks for",
}
ALARM_WORDS: dict[Alarm, str] = {
    Alarm.DORA_NEIGHBOUR: "beside the dora",
    Alarm.FLUSH: "the suit of an open hand that looks like a flush",
}


def tier_names(tiers: Sequence[object]) -> list[str]:
    """The names of so many tiers in the code: SAFE, then letters; what people read are ``tier_letters``."""
    return ["SAFE", *ascii_uppercase[: len(tiers) - 1]]


def code(found: Measurement) -> str:
    """The text of ``ai/reading/measured_tiers.py``."""
    tiers = found.tier_grounds()
    names = tier_names(tiers)
    text = CODE_HEAD
    for number, name in enumerate(names[1:], 1):
        text += f"    {name} = {number}\n"
    text += "\n\nTIER_OF: dict[Ground, Tier] = {\n"
    tier_of = {ground: name for name, tier in zip(names, tiers, strict=True) for ground in tier}
    for ground in SafetyGround:
        text += f"    Ground.{ground.name}: Tier.{tier_of[ground]},\n"
    text += "}\n"
    text += "DEAL_IN: dict[Tier, float] = {\n"
    for name, chance in zip(names, found.chances, strict=True):
        text += f"    Tier.{name}: {chance},\n"
    return text + '}\n"""Chance that a tile of a tier deals into a tenpai player."""\n'


def tables(found: Measurement) -> str:
    """The tables of the page, and what was measured."""
    tiers = found.tier_grounds()
    names = list(tier_letters(len(tiers)))
    lines = [
        f"{found.hands:,} hands of {found.games:,} games, seed {found.seed}; "
        f"{sum(row.all.tiles for row in found.tiers):,} tiles, "
        f"{sum(row.all.wins for row in found.tiers):,} of them could be won on.",
        "",
        "| tier | tiles | wins | per cent | 95 % interval | bots reckon with |",
        "|---|---:|---:|---:|---:|---:|",
        *(
            f"| {name} | {row.all.tiles:,} | {row.all.wins:,} | {_rate(row.all)} | {_interval(row.all)} "
            f"| {100 * chance:g} |"
            for name, row, chance in zip(names, found.tiers, found.chances, strict=True)
        ),
        "",
        "| tier | ground | tiles | wins | per cent | 95 % interval | in riichi | not in riichi |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
        *_ground_lines(found, tiers, names),
        "",
        "| alarm | tiles | wins | times as many as without it | 95 % interval |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {ALARM_WORDS[alarm]} | {row.tiles:,} | {row.wins:,} | {row.times:.2f} "
            f"| {row.interval[0]:.2f} – {row.interval[1]:.2f} |"
            for alarm, row in found.alarms.items()
        ),
    ]
    return "\n".join(lines) + "\n"


def _ground_lines(found: Measurement, tiers: list[list[SafetyGround]], names: list[str]) -> Iterator[str]:
    for name, grounds in zip(names, tiers, strict=True):
        for ground in grounds:
            row = found.grounds[ground]
            yield (
                f"| {name} | {WORDS[ground]} | {row.all.tiles:,} | {row.all.wins:,} | {_rate(row.all)} "
                f"| {_interval(row.all)} | {_rate(row.riichi)} | {_rate(row.other)} |"
            )


def _rate(sums: Sums) -> str:
    return f"{100 * sums.rate:.2f}" if sums.tiles else "–"


def _interval(sums: Sums) -> str:
    low, high = sums.interval
    return f"{100 * low:.2f} – {100 * high:.2f}" if sums.tiles else "–"


def page(found: Measurement) -> str:
    """The page with the tables of this measurement in their place."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + tables(found) + END + after


def write(found: Measurement) -> None:
    """Write code and page."""
    CODE.write_text(code(found), encoding="utf-8")
    PAGE.write_text(page(found), encoding="utf-8")
