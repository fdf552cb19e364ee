"""Games by table rules in plain lines: nothing is offered, errors are ruled on, wins are said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.events import TableSteps
from engine.records import read_events
from tests.support.nightly import at_night
from tests.support.tui.plain_player import offered, play
from tests.support.tui.sessions import options
from tui.i18n.texts import t
from tui.play.table_steps import FIRST_TOURNAMENT

pytestmark = pytest.mark.usefixtures("quick_disk")

MOST = 400
"""Lines of a game of one hand; more would be a question that comes again and again."""
STEPS = replace(FIRST_TOURNAMENT, window=0)

ANNOUNCED: dict[str, dict[str, int]] = {
    "challenge.frequency": {"chances": FIRST_TOURNAMENT.bot_errors},
    "challenge.never": {},
}


class Typist:
    """Types ``first`` at the first call, then passes and discards what is drawn; answers all else simply."""

    def __init__(self, *first: str) -> None:
        self.first = list(first)
        self.typed: list[str] = []

    def __call__(self, said: Sequence[str]) -> str | None:
        self.typed.append(answer := self._answer(said))
        assert len(self.typed) < MOST, said[-5:]
        return answer

    def _answer(self, said: Sequence[str]) -> str:
        prompt = said[-1]
        if prompt.startswith(t("plain.prompt-call")):
            if "tenpai" in offered(said):
                return "noten"
            return self.first.pop(0) if self.first else ""
        if prompt.startswith(t("plain.prompt-turn")):
            return "draw"
        if prompt.startswith(t("plain.prompt-next")):
            return ""
        return "quit"


def record(folder: Path) -> list[ev.Event]:
    (file,) = (folder / "records").glob("*.jsonl")
    return list(read_events(file.read_bytes()))


def test_silence_passes_and_nothing_is_offered(tmp_path: Path) -> None:
    code, said = play(tmp_path, options(3, steps=STEPS), Typist())
    assert code == 0
    assert not [line for line in said if "You can:" in line and any(w in line for w in ("pon", "chi", "ron"))]
    assert t("errors.title") in said


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (STEPS, ["challenge.frequency"]),
        (replace(STEPS, bot_errors=0), ["challenge.never"]),
        (None, []),
    ],
    ids=["some", "never", "no table rules"],
)
def test_how_often_bots_err_is_told_before_the_deal(
    steps: TableSteps | None, told: list[str], tmp_path: Path
) -> None:
    _, said = play(tmp_path, options(3, steps=steps), lambda said: None)
    texts = {name: t(name, **given) for name, given in ANNOUNCED.items()}
    assert [name for name, text in texts.items() if text in said] == told


@pytest.mark.parametrize(
    ("rules", "typed", "offence"),
    [
        ("ema", "ron show", "false-win"),
        ("wrc", "ron back", "withdrawn-win"),
        ("wrc", "pon", "empty-call"),
        *at_night(
            [
                ("wrc", "ron show", "false-win"),
                ("ema", "ron back", "withdrawn-win"),
                ("wrc", "chi", "empty-call"),
            ]
        ),
    ],
)
def test_an_error_is_ruled_on_and_in_the_record(rules: str, typed: str, offence: str, tmp_path: Path) -> None:
    code, said = play(tmp_path, options(3, rules, steps=replace(STEPS, bot_errors=0)), Typist(typed))
    assert code == 0
    fouls = [event for event in record(tmp_path) if isinstance(event, ev.Foul)]
    assert fouls[0].offence == offence
    ruled = t("ruling.own", offence=t(f"reviewed.foul-of.{offence}"))
    assert ruled in said


def test_a_win_asks_whether_the_hand_is_shown(tmp_path: Path) -> None:
    _, said = play(tmp_path, options(3, steps=STEPS), Typist("ron", ""))
    assert any("ron show" in line and "ron back" in line for line in said)


def test_without_rulings_an_error_is_refused(tmp_path: Path) -> None:
    steps = TableSteps(live_calls=True)
    code, _ = play(tmp_path, options(3, steps=steps), Typist("pon", "ron show", ""))
    assert code == 0
    assert not [event for event in record(tmp_path) if isinstance(event, ev.Foul)]


def test_an_empty_call_that_a_ruleset_leaves_free_is_refused(tmp_path: Path) -> None:
    """WRC 2015, EMA: an empty call of chi or pon costs nothing, so nothing is ruled on."""
    code, _ = play(tmp_path, options(3, "ema", steps=replace(STEPS, bot_errors=0)), Typist("pon", ""))
    assert code == 0
    assert not [event for event in record(tmp_path) if isinstance(event, ev.Foul)]
