"""``furiten verify``: replay records through the engine and compare every event."""

from __future__ import annotations

import json

import click
import msgspec

from ai.invariants import BrokenInvariant, inspect
from engine.own_rules import ruleset
from engine.records.read_file import file_bytes, read_record, shown_name
from engine.records.recorded_choices import RecordError
from engine.records.replay import CutRecordError
from engine.records.verify import EngineFault, VerifyReport, verify_record
from engine.wording import one_line
from tui.commands.shared import records_in, rules_option, unreadable
from tui.i18n import join_list, t
from tui.system.terminal import ExitCode, complain, say

_LONGEST, _MOST_NAMED = 24, 4
"""Letters of the type of a line that is passed over, and how many types are named."""
_TOLD_TO_PEOPLE = ("unrecorded", "passed_over")
"""Fields of a report that are no part of its JSON."""


@click.command(name="verify", help=t("verify.help"), epilog=t("verify.example"))
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=str))
@rules_option
@click.option("--json", "as_json", is_flag=True, help=t("verify.json"))
def command(files: tuple[str, ...], rules: str | None, as_json: bool) -> int:
    """Verify all files; an unreadable one does not stop the others."""
    worst = ExitCode.DONE
    for file in records_in(files):
        try:
            report = _verify(file, rules)
        except (OSError, RecordError) as error:
            complain(unreadable(file, error))
            worst = ExitCode.BAD_INPUT
        except (EngineFault, BrokenInvariant) as error:
            complain(f"{shown_name(file)}: {error}")
            worst = max(worst, ExitCode.NO)
        else:
            _show(file, report, as_json)
            worst = max(worst, ExitCode.DONE if report.ok else ExitCode.NO)
    return worst


def _verify(file: str, rules: str | None) -> VerifyReport:
    record = read_record(file_bytes(file))
    try:
        return verify_record(record, rules)
    except CutRecordError:
        # a truncated record of this program may be due to a fault of the engine
        for game in record.games:
            played_by = game.facts.ruleset(rules)
            inspect(game.events(played_by), played_by)
        raise


def _show(file: str, report: VerifyReport, as_json: bool) -> None:
    if as_json:
        told = msgspec.to_builtins(report)
        for name in _TOLD_TO_PEOPLE:
            del told[name]
        say(json.dumps({"file": file, "ok": report.ok, **told}))
        return
    result = t("verify.agrees") if report.ok else t("verify.differs", count=len(report.mismatches))
    say(
        t(
            "verify.line",
            file=shown_name(file),
            rules=ruleset(report.rules).called,
            hands=t("verify.hands", count=report.hands),
            wins=t("verify.wins", count=report.wins),
            events=report.events,
            result=result,
        )
    )
    for each in report.mismatches:
        say(t("verify.mismatch", hand=each.hand, event=each.event, says=each.says, engine=each.engine))
    if report.not_compared:
        say(t("verify.not-compared", count=report.not_compared))
    if report.unrecorded:
        say(t("verify.unrecorded", count=report.unrecorded))
    if report.passed_over:
        kinds = join_list(one_line(kind)[:_LONGEST] for kind in [*report.passed_over][:_MOST_NAMED])
        say(t("verify.passed-over", count=sum(report.passed_over.values()), kinds=kinds))
