"""A page of docs with a part that is made of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.support.pages import DOCS, page


class WrittenPage(NamedTuple):
    """A page of docs, and what makes the part between its marks; tests compare it."""

    name: str
    subject: str
    part: Callable[[], str]

    @property
    def kept(self) -> str:
        """The page as it is in the repository."""
        return page(self.name)

    def made(self) -> str:
        """The page with its part as it is now."""
        begin, end = (
            f"<!-- {self.subject}: written by make pictures -->\n",
            f"<!-- end of the {self.subject} -->\n",
        )
        before, rest = self.kept.split(begin)
        return f"{before}{begin}\n{self.part()}\n{end}{rest.split(end)[1]}"

    def write(self) -> None:
        """Put the page into the repository as it is now."""
        (DOCS / f"{self.name}.md").write_text(self.made(), encoding="utf-8", newline="\n")
