"""How long the table waits after an event, and what is said beside a step that takes long."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from engine import events as ev
from tui.play.pace import FACTORS, HESITATION, ConfirmDelay, Pace
from tui.play.play_options import SPEEDS, Speed
from tui.play.session import run_with_notice

THROWN, UNSEEN = ev.Dahai(1, "1m", True), ev.EndGame()


class Clock:
    """Keeps how long it was asked to wait."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)


@pytest.mark.parametrize("speed", SPEEDS)
async def test_an_automatic_action_is_seen_at_any_speed_and_after_any_hurry(
    speed: Speed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.play.pace.LEAST_HESITATION", 0.25)
    pace = Pace(speed, clock := Clock())
    pace.hurry()
    await pace.hesitate()
    assert clock.waits == [max(FACTORS[speed] * HESITATION, 0.25)]


async def test_a_key_ends_the_pause_before_an_automatic_action() -> None:
    started = asyncio.Event()

    async def endless(seconds: float) -> None:
        started.set()
        await asyncio.Event().wait()

    pace = Pace("normal", endless)
    waiting = asyncio.create_task(pace.hesitate())
    await started.wait()
    assert not waiting.done()
    pace.hurry()
    await waiting
    assert waiting.done()


async def test_what_shows_nothing_is_not_waited_for() -> None:
    pace = Pace("normal", clock := Clock())
    await pace.after(UNSEEN)
    await pace.after(UNSEEN, discard_shown=True)
    assert clock.waits == []


def test_the_speed_changes_by_one_and_stays_at_the_ends() -> None:
    pace = Pace(SPEEDS[0])
    seen = []
    for by in [1] * len(SPEEDS) + [-1] * len(SPEEDS):
        pace.change(by)
        seen.append(pace.speed)
    assert seen == [*SPEEDS[1:], SPEEDS[-1], *SPEEDS[-2::-1], SPEEDS[0]]


@pytest.mark.parametrize("speed", SPEEDS)
async def test_a_second_of_the_claim_window_lasts_a_second_at_any_speed(speed: Speed) -> None:
    await Pace(speed, clock := Clock()).second()
    assert clock.waits == [1.0]


def test_what_is_quick_is_made_without_a_word() -> None:
    assert run_with_notice(lambda: "made", 60.0, lambda: pytest.fail("was told")) == "made"


def test_what_takes_long_is_told_once_and_waited_for() -> None:
    """The step ends only after it has been told."""
    told = Event()
    assert run_with_notice(lambda: told.wait(60.0), 0.0, told.set)


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_what_the_step_raises_arrives(error: BaseException) -> None:
    def step() -> None:
        raise error

    with pytest.raises(type(error)) as raised:
        run_with_notice(step, 60.0, lambda: None)
    assert raised.value is error


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions are noticed after 3 seconds; who went on waits 5."""
    monkeypatch.setattr("tui.play.pace.NOTICED", 3.0)
    monkeypatch.setattr("tui.play.pace.MOMENT", 5.0)


@pytest.mark.usefixtures("waits")
def test_the_confirm_key_decides_what_could_be_noticed() -> None:
    delay = ConfirmDelay()
    delay.begin()
    assert not delay.takes(12.9, shown=10.0), "nobody has read it yet"
    assert not delay.takes(17.8, shown=10.0), "too early again: it waits longer"
    assert delay.takes(22.8, shown=10.0)
    delay.begin()
    assert delay.takes(33.0, shown=30.0), "a decision that was meant leaves nothing behind"


@pytest.mark.usefixtures("waits")
@pytest.mark.parametrize("apart", [0.5, 2.0, 4.9])
def test_hammering_the_key_that_goes_on_decides_nothing(apart: float) -> None:
    """However many strokes, from before the decision was shown until long after it."""
    delay = ConfirmDelay()
    strokes = [apart * number for number in range(1, 100)]
    shown = 20.2
    for time in strokes:
        if time < shown:
            delay.go_on(time)
            delay.begin()
        else:
            assert not delay.takes(time, shown)
    assert delay.takes(strokes[-1] + 5.0, shown), "the finger has rested"


@pytest.mark.usefixtures("waits")
def test_another_key_for_the_decision_ends_the_wait_for_that_one_alone() -> None:
    delay = ConfirmDelay()
    delay.go_on(1.0)
    delay.begin()
    delay.choose()
    assert delay.takes(2.1, shown=2.0)
    delay.begin()
    delay.choose()
    delay.go_on(2.5)
    assert not delay.takes(2.6, shown=2.0), "what came too early begins the wait anew"
    delay.begin()
    assert not delay.takes(3.1, shown=3.0)
