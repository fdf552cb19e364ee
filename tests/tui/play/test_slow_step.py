"""A step beside which something is said, where it takes long."""

from __future__ import annotations

from threading import Event

import pytest

from tui.play.slow_step import run_with_notice


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
