"""README.md and the pages in docs, and their tables."""

from __future__ import annotations

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
