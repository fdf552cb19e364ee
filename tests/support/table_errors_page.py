"""``docs/table-errors.md``: every error at a table, what each ruleset does about it, screen and record.

``make pictures`` writes the tables anew; a test compares them.
"""

from __future__ import annotations

from engine import events as ev
from engine.offences import REFEREE, Offence, Penalty, penalty_for
from engine.rules import PRESETS
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.table_errors import ERRORS
from tui.i18n.texts import DEFAULT_LANGUAGE, choose_language, t
from tui.play.options import FIRST_TOURNAMENT, with_steps
from tui.words.table_rules import source

PAGE = ROOT / "docs" / "table-errors.md"
BEGIN, END = "<!-- errors: written by make pictures -->\n", "<!-- end of the errors -->\n"


def tables() -> str:
    """What each ruleset does, what the screen says, what the record holds."""
    return "\n".join((_penalties(), _screen(), _record()))


def _penalty(rules: str, offence: Offence) -> Penalty | None:
    return penalty_for(with_steps(PRESETS[rules], FIRST_TOURNAMENT), offence)


def _penalties() -> str:
    rows = ["### What it leads to\n", f"| error | keys | {' | '.join(PRESETS)} |", "|---" * 9 + "|"]
    for offence in Offence:
        found = [_penalty(rules, offence) for rules in PRESETS]
        words = " | ".join("–" if each is None else t(f"reviewed.penalty.{each}") for each in found)
        rows.append(f"| {t(f'reviewed.foul-of.{offence}')} | {_committed(offence)} | {words} |")
    return "\n".join((*rows, ""))


def _committed(offence: Offence) -> str:
    if offence in REFEREE:
        return "a referee says so"
    return "by keys" if any(error.offence is offence for error in ERRORS) else "no key does it"


def _screen() -> str:
    rows = [
        "### What the screen says\n",
        "The ruling says who did what, and why it was wrong; the rule; the penalty; and what happens now.\n",
        "| ruleset | penalty | rule | what happens now |",
        "|---|---|---|---|",
    ]
    for rules in PRESETS:
        for penalty in Penalty:
            if any(_penalty(rules, offence) is penalty for offence in Offence):
                told = t("ruling.rule", source=source(PRESETS[rules], penalty))
                name, now = t(f"reviewed.penalty.{penalty}"), t(f"ruling.now.{penalty}")
                rows.append(f"| `{rules}` | {name} | {told} | {now} |")
    return "\n".join((*rows, ""))


def _record() -> str:
    rows = ["### What the record holds\n", "| error | event |", "|---|---|"]
    for offence in Offence:
        penalty = next(filter(None, (_penalty(rules, offence) for rules in PRESETS)), None)
        if penalty is not None:
            line = ev.encode(ev.Foul(0, offence, penalty)).decode()
            rows.append(f"| {t(f'reviewed.foul-of.{offence}')} | `{line}` |")
    return "\n".join((*rows, ""))


def page() -> str:
    """The whole page, with the tables as they are now."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{tables()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    choose_language(DEFAULT_LANGUAGE)
    PAGE.write_text(page(), encoding="utf-8")
