"""What is written from the measurements: the rates in the code and the tables in the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from ai.reading.safety import DangerFactor
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason, Tier
from tools.measure import looks, people
from tools.measure.data import (
    FIELDS,
    Ground,
    Measurement,
    Reckoned,
    Row,
    elsewhere_rates,
    kept,
    load,
    load_fields,
    rates,
)
from tools.measure.estimate import Sums
from tools.measure.looks import Looked
from tools.measure.samples import Stage
from tools.measure.tables import Table
from tui.tiles import tier_letters

ROOT = Path(__file__).parents[2]
CODE = ROOT / "ai" / "reading" / "measured_tiers.py"
PAGE = ROOT / "docs" / "lab" / "safety.md"
LAB = ROOT / "docs" / "lab" / "safe-tiles.md"
BEGIN, END = "<!-- measured: written by make safety-table -->\n", "<!-- end of measured -->\n"
WORDS: dict[SafetyReason, str] = {
    SafetyReason.DEAD_HAND: "the player's hand is dead",
    SafetyReason.OWN_DISCARD: "the player's own discard",
    SafetyReason.PASSED_AFTER_RIICHI: "discarded, or added to a kan, since the player's riichi",
    SafetyReason.PASSED_THIS_TURN: "let go since the player's last discard",
    SafetyReason.ALL_SEEN: "honour, all four visible, thirteen orphans impossible",
    SafetyReason.NO_WAIT: "number, all four visible, and no wait left for it",
    SafetyReason.LAST_COPY: "honour, or 1 9 with suji or no-chance, at most one copy left",
    SafetyReason.TANKI: "four melds, two or more left",
    SafetyReason.GUEST_2: "guest wind, two left",
    SafetyReason.GUEST_3: "guest wind, three left",
    SafetyReason.YAKUHAI_2: "yakuhai, two left",
    SafetyReason.YAKUHAI_3: "yakuhai, three left",
    SafetyReason.PAIR_19_2: "1 9 with suji or no-chance, two left",
    SafetyReason.PAIR_19_3: "1 9 with suji or no-chance, three left",
    SafetyReason.SIMPLES_OUTSIDE: "1 9 or guest wind, all melds are of simples",
    SafetyReason.OUTSIDE_456: "4 5 6, all melds have a terminal or honour",
    SafetyReason.FLUSH_SUIT: "1 2 3 7 8 9 of the suit of a possible flush",
    SafetyReason.FLUSH_SUIT_456: "4 5 6 of the suit of a possible flush",
    SafetyReason.FLUSH_OTHER: "another suit than that of a possible flush, no suji",
    SafetyReason.NEEDED_YAKUHAI: "yakuhai, and the melds need one",
    SafetyReason.SUJI_28: "suji 2 8",
    SafetyReason.SUJI_37: "suji 3 7",
    SafetyReason.SUJI_456: "suji 4 5 6, on both sides",
    SafetyReason.RIICHI_SUJI_28: "suji 2 8 by the riichi tile",
    SafetyReason.RIICHI_SUJI_37: "suji 3 7 by the riichi tile",
    SafetyReason.RIICHI_SUJI_456: "suji 4 5 6, on one side by the riichi tile",
    SafetyReason.NO_CHANCE_28: "no-chance 2 8",
    SafetyReason.NO_CHANCE_37: "no-chance 3 7",
    SafetyReason.NO_CHANCE_456: "no-chance 4 5 6 (or one side suji)",
    SafetyReason.ONE_CHANCE_19: "one-chance 1 9",
    SafetyReason.ONE_CHANCE_2345678: "one-chance 2 to 8 (or one side better)",
    SafetyReason.HALF_SUJI_456: "half suji: 4 5 6 with one side suji or no-chance",
    SafetyReason.EARLY_OUTSIDE_19: "1 9 outside an early discard",
    SafetyReason.EARLY_OUTSIDE_28: "2 8 outside an early discard",
    SafetyReason.EARLY_OUTSIDE_37: "3 7 outside an early discard",
    SafetyReason.OPEN_19: "1 9 that nothing speaks for",
    SafetyReason.OPEN_28: "2 8 that nothing speaks for",
    SafetyReason.OPEN_37: "3 7 that nothing speaks for",
    SafetyReason.OPEN_456: "4 5 6 that nothing speaks for",
    SafetyReason.DORA_HONOUR: "dora, an honour",
    SafetyReason.DORA_COVERED: "dora with suji, no-chance or one-chance on every side",
    SafetyReason.DORA_OPEN: "dora that nothing, or only a half suji, speaks for",
}
ALARM_WORDS: dict[DangerFactor, str] = {DangerFactor.DORA_NEIGHBOUR: "beside the dora"}
STAGE_WORDS: dict[Stage, str] = {
    Stage.MANY: "12 or more",
    Stage.SOME: "8 to 11",
    Stage.FEW: "5 to 7",
    Stage.LAST: "4 or fewer",
}
State = Literal["riichi", "other"]
STATES: dict[State, str] = {"riichi": "in riichi", "other": "tenpai, not in riichi"}
COUNTED: tuple[State, ...] = ("other", "riichi")
"""The order of the columns of tiers."""
GROUNDS: dict[State, str] = {"riichi": "_GROUNDS_IN_RIICHI", "other": "_GROUNDS_OPEN"}
"""The tables of grounds by the state of the player."""
HELD_OUT = (Table.OWN, Table.MAJIANG, Table.MIXED)
"""The tables of games that bear on no rate: new games of two, and one that is not used for the rates."""


# -- the code --------------------------------------------------------------------------------------------


def code(fields: Sequence[Measurement]) -> str:
    """The text of ``ai/reading/measured_tiers.py``, with the rows of its tables as they are measured now."""
    own, *others = fields
    found, tiers = rates(fields), deal_in(fields)
    elsewhere = elsewhere_rates(fields, found)
    text = _with_rows(kept_code(), "_RATES", {reason: (found[reason], elsewhere[reason]) for reason in found})
    counted = [
        _counts([_tiers(each, state) for each in some]) for some in ([own], others) for state in COUNTED
    ]
    text = _with_rows(
        text, "_TIERS", {tier: (tiers[tier], *(each[tier] for each in counted)) for tier in Tier}
    )
    for state, name in GROUNDS.items():
        both = [_ground_rates(each, state) for each in (own, others[0])]
        grounds = [reason for reason in SafetyReason if any(each[reason] for each in both)]
        text = _with_rows(text, name, {ground: tuple(each[ground] for each in both) for ground in grounds})
    return text


def kept_code() -> str:
    """The text of that file as it is."""
    return CODE.read_text(encoding="utf-8")


def deal_in(fields: Sequence[Measurement]) -> dict[Tier, float]:
    """The rate of each tier: of all fields, each with the same weight."""
    found = {}
    for tier in Tier:
        wins = tiles = 0.0
        for field in fields:
            for state in STATES:
                sums = _tiers(field, state)[tier].all
                weight = 1 / sum(row.all.tiles for row in _tiers(field, state))
                wins, tiles = wins + weight * sums.wins, tiles + weight * sums.tiles
        found[tier] = round(wins / tiles, 3) if tiles else 0.0
    return found


def _tiers(found: Measurement, state: str) -> list[Reckoned]:
    return [getattr(row, state) for row in found.tiers]


def _with_rows(text: str, name: str, rows: Mapping[SafetyReason, object] | Mapping[Tier, object]) -> str:
    """The text with these rows in the table of that name."""
    lines = "".join(f"    {type(key).__name__}.{key.name}: {row},\n" for key, row in rows.items())
    before, head, after = re.split(rf"(?ms)^({name}: .*? = \{{\n).*?^(?=\}})", text)
    return f"{before}{head}{lines}{after}"


def _counts(tables: Sequence[Sequence[Reckoned]]) -> dict[Tier, tuple[int, ...]]:
    """The tiles of each tier and the wins on them, against players in one state."""
    return {
        tier: tuple(sum(getattr(row.all, part) for row in rows) for part in ("tiles", "wins"))
        for tier, rows in zip(Tier, zip(*tables, strict=True), strict=True)
    }


def _ground_rates(found: Measurement, state: State) -> dict[SafetyReason, tuple[int, ...] | None]:
    """The tiles and wins of each ground against players in one state, and the interval of its rate."""
    sums = {reason: getattr(found.reasons[reason], state).all for reason in SafetyReason}
    return {
        reason: (each.tiles, each.wins, *(round(10_000 * end) for end in each.interval))
        if each.tiles
        else None
        for reason, each in sums.items()
    }


# -- the page --------------------------------------------------------------------------------------------


def measured_tables() -> dict[Table, Measurement]:
    """What is kept of the tables that make the rates, and of the mixed one."""
    return {table: load(table) for table in (*FIELDS, Table.MIXED) if kept(table).exists()}


def tables(found: Mapping[Table, Measurement], looked: Mapping[Table, Looked]) -> str:
    """The tables of the page, and what was measured."""
    fields = [found[table] for table in FIELDS]
    parts = [_games(found)]
    for state, words in STATES.items():
        parts += [_tier_table(found, state, words), _ground_table(found, rates(fields), state, words)]
    parts += [_stages(found), _alarms(found), _looks(looked)]
    return "\n".join(parts)


def _games(found: Mapping[Table, Measurement]) -> str:
    lines = ["| games of | hands | games | seed | tiles | wins |", "|---|---:|---:|---:|---:|---:|"]
    for table, each in found.items():
        rows = [row for ground in each.reasons.values() for row in (ground.riichi, ground.other)]
        tiles, wins = sum(row.all.tiles for row in rows), sum(row.all.wins for row in rows)
        lines.append(f"| {table} | {each.hands:,} | {each.games:,} | {each.seed} | {tiles:,} | {wins:,} |")
    return _block(lines)


def _tier_table(found: Mapping[Table, Measurement], state: State, words: str) -> str:
    """The rate of each tier against players in one state, a column for each table."""
    lines = [f"| tier, {words} | " + " | ".join(found) + " |", "|---|" + "---:|" * len(found)]
    for number, letter in enumerate(tier_letters(len(Tier))):
        sums = [_tiers(each, state)[number].all for each in found.values()]
        lines.append(f"| {letter} | " + " | ".join(map(_cell, sums)) + " |")
    return _block(lines)


def _ground_table(
    found: Mapping[Table, Measurement],
    reckoned: Mapping[SafetyReason, tuple[float, float]],
    state: State,
    words: str,
) -> str:
    """The rate of each ground, in the order of what the program reckons with."""
    place = list(STATES).index(state)
    lines = [
        f"| ground, {words} | reckoned with | " + " | ".join(found) + " | people |",
        "|---|---:|" + "---:|" * (len(found) + 1),
    ]
    for reason in sorted(SafetyReason, key=lambda each: (reckoned[each][place], each not in SAFE_REASONS)):
        sums = [_row(each.reasons[reason], state).all for each in found.values()]
        if any(each.tiles for each in sums):
            rate = f"{100 * reckoned[reason][place]:.2f}"
            known = people.RIICHI.get(reason) if state == "riichi" else None
            told = "–" if known is None else f"{100 * known:.2f}"
            lines.append(f"| {WORDS[reason]} | {rate} | " + " | ".join(map(_cell, sums)) + f" | {told} |")
    return _block(lines)


def _stages(found: Mapping[Table, Measurement]) -> str:
    """Numbers that nothing speaks for, by the two-sided waits that are left."""
    lines = ["| 4 5 6 that nothing speaks for, suji left | " + " | ".join(found) + " |"]
    lines.append("|---|" + "---:|" * len(found))
    for state, words in STATES.items():
        for stage, many in STAGE_WORDS.items():
            sums = [
                _row(each.reasons[SafetyReason.OPEN_456], state).stages.get(stage, Sums.of(()))
                for each in found.values()
            ]
            lines.append(f"| {words}, {many} | " + " | ".join(map(_cell, sums)) + " |")
    return _block(lines)


def _alarms(found: Mapping[Table, Measurement]) -> str:
    lines = [
        "| alarm | games of | tiles | wins | times as many as without it | 95 % interval |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for table, each in found.items():
        for alarm, row in each.danger_factors.items():
            low, high = row.interval
            lines.append(
                f"| {ALARM_WORDS[alarm]} | {table} | {row.tiles:,} | {row.wins:,} | {row.times:.2f} "
                f"| {low:.2f} – {high:.2f} |"
            )
    return _block(lines)


def _looks(looked: Mapping[Table, Looked]) -> str:
    """How many of those who look tenpai are, a column for each table."""
    lines = ["| the player looks tenpai | " + " | ".join(looked) + " |", "|---|" + "---:|" * len(looked)]
    for level in looks.LEVELS:
        sums = [each.levels[level] for each in looked.values()]
        lines.append(f"| {level} | " + " | ".join(_cell(each, digits=1) for each in sums) + " |")
    return _block(lines)


def _row(ground: Ground, state: str) -> Row:
    found: Row = getattr(ground, state)
    return found


def _cell(sums: Sums, digits: int = 2) -> str:
    """A rate in per cent with its interval."""
    if not sums.tiles:
        return "–"
    low, high = sums.interval
    return f"{100 * sums.rate:.{digits}f} ({100 * low:.{digits}f} – {100 * high:.{digits}f})"


def _block(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page with these tables in their place."""
    written = tables(measured_tables(), looks.load())
    return between(PAGE.read_text(encoding="utf-8"), BEGIN, END, written)


# -- predicted and observed ------------------------------------------------------------------------------


def lab_page() -> str:
    """The page of predictions with the games that bear on no rate in its place."""
    return between(LAB.read_text(encoding="utf-8"), BEGIN, END, "\n".join(_predicted()))


def held_out(table: Table) -> Measurement:
    """The games of a table that bear on no rate."""
    return load(table, held_out=table in FIELDS)


def _predicted() -> Iterator[str]:
    found = {table: held_out(table) for table in HELD_OUT}
    yield _games(found)
    for state, words in STATES.items():
        lines = [
            f"| tier, {words} | " + " | ".join(f"{table}: predicted | observed" for table in found) + " |",
            "|---|" + "---:|" * (2 * len(found)),
        ]
        for number, letter in enumerate(tier_letters(len(Tier))):
            rows = [_tiers(each, state)[number] for each in found.values()]
            cells = [
                f"{100 * row.chance:.2f} | {_cell(row.all)}" if row.all.tiles else "– | –" for row in rows
            ]
            lines.append(f"| {letter} | " + " | ".join(cells) + " |")
        yield _block(lines)


# -- files -----------------------------------------------------------------------------------------------


def between(text: str, begin: str, end: str, written: str) -> str:
    """The text with something else between two lines of it."""
    before, rest = text.split(begin)
    _, after = rest.split(end)
    return before + begin + written + end + after


def write() -> None:
    """Write the code and the pages."""
    CODE.write_text(code(load_fields()), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    if all(kept(table, held_out=table in FIELDS).exists() for table in HELD_OUT):
        LAB.write_text(lab_page(), encoding="utf-8")
