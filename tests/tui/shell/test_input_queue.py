"""A storm of events keeps no later key waiting: what repeats is dropped, Ctrl+C comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from textual import events
from textual.geometry import Size
from textual.message import Message

from tui.shell.input_queue import MOST_REPEATED, MOST_WAITING, InputQueue


def key(name: str) -> events.Key:
    return events.Key(name, None)


def moved(x: int) -> events.MouseMove:
    return events.MouseMove(None, x, 0, 0, 0, 0, False, False, False)


def resized(width: int) -> events.Resize:
    return events.Resize(Size(width, 24), Size(width, 24))


def passed_on(messages: Sequence[Message]) -> list[Message]:
    """What an app gets that is busy until all of these have arrived."""
    got: list[Message] = []

    async def run() -> None:
        busy = True
        queue = InputQueue(got.append, lambda: 100 if busy else 0)
        for message in messages:
            queue.put(message)
            await asyncio.sleep(0)
        busy = False
        while len(queue):
            await asyncio.sleep(0.001)

    asyncio.run(run())
    return got


def test_keys_that_are_typed_ahead_keep_their_order() -> None:
    typed = [key(name) for name in ["a", "left", "left", "left", "a", "b", "c"]]
    assert passed_on(typed) == typed


def test_the_same_key_many_times_and_another_after_it() -> None:
    got = passed_on([*[key("escape")] * 5_000, key("q")])
    assert len(got) == MOST_REPEATED + 1
    assert isinstance(got[-1], events.Key)
    assert got[-1].key == "q"


def test_many_different_keys_are_cut_off() -> None:
    assert len(passed_on([key("ab"[n % 2]) for n in range(5_000)])) == MOST_WAITING


def test_ctrl_c_takes_the_place_of_what_waits() -> None:
    stop = key("ctrl+c")
    assert passed_on([*[key("ab"[n % 2]) for n in range(5_000)], stop]) == [stop]


def test_ctrl_c_reaches_an_app_that_is_behind() -> None:
    async def run() -> list[Message]:
        got: list[Message] = []
        queue = InputQueue(got.append, lambda: 100)
        queue.put(stop)
        for _ in range(3):
            await asyncio.sleep(0)
        return got

    stop = key("ctrl+c")
    assert asyncio.run(run()) == [stop]


def test_of_sizes_and_moves_the_last_one_counts() -> None:
    sizes, moves = [resized(n) for n in range(100)], [moved(n) for n in range(100)]
    assert passed_on([*sizes, *moves, key("a"), moved(3)])[:2] == [sizes[-1], moves[-1]]
