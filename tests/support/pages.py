"""README.md and the pages in docs: their tables, and the parts that are made of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.support.fresh_interpreter import ROOT

README = ROOT / "README.md"
DOCS = ROOT / "docs"
DECISIONS = DOCS / "decisions"
PAGES = tuple(sorted(DOCS.rglob("*.md")))


def page(name: str) -> str:
    """The text of a page of docs, by its name without the ending."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def table(text: str, head: str) -> list[list[str]]:
    """The rows below the only table head that begins with these words, each as its cells."""
    (below,) = text.split(f"\n| {head} |")[1:]
    lines = below.replace("\\|", "/").split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


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
