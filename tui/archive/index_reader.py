"""Ask the index of the archive in a thread, with progress, until it answers or nobody waits any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from tui.archive.archive_index import Index
from tui.i18n.layout import join_sentences

Answer = TypeVar("Answer", covariant=True)


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


class IndexReader(Generic[Answer]):
    """One question to the index of a data folder. The first one takes long: it indexes all games."""

    def __init__(self, home: Path, ask: Callable[[Index], Answer]) -> None:
        self._home = home
        self._ask = ask
        self._stopped = False
        self.done, self.total = 0, 0
        """How many files have been indexed, of how many that have to be."""

    def stop(self) -> None:
        """Stop reading soon. What was indexed is kept."""
        self._stopped = True

    async def read(self) -> Answer | None:
        """The answer; None if reading was stopped."""
        return await asyncio.to_thread(self._read)

    def _read(self) -> Answer | None:
        index = Index(self._home)
        index.progress = self._progress
        try:
            return self._ask(index)
        except _Stopped:
            return None
        finally:
            index.close()

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._stopped:
            raise _Stopped


def message_of(index: Index) -> str:
    """Why the index is not kept, and notices about its file; empty if there is nothing to say."""
    return join_sentences((*index.notices, index.fault))
