"""Help pages in any language: break lines by cell width, and translate click's own texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from tui.i18n.layout import ljust, unbreakable_pieces, width
from tui.i18n.texts import t

_SAID_BY_CLICK = {
    "Options": "cli.options",
    "Show this message and exit.": "cli.option-help",
    "[required]": "cli.required",
}
"""Texts that click writes into a help page, with their catalogue keys."""


class HelpFormatter(click.HelpFormatter):
    """A help formatter for characters of any width."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, args, t("cli.usage") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write the heading of a list."""
        super().write_heading(_translated(heading))

    def write_text(self, text: str) -> None:
        """Write paragraphs, separated by blank lines."""
        if text.isascii():
            super().write_text(text)
            return
        margin = " " * self.current_indent
        paragraphs = (folded(each, self.width - self.current_indent) for each in text.split("\n\n"))
        self.write("\n\n".join("\n".join(margin + line for line in lines) for lines in paragraphs) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list of options or commands with their descriptions."""
        told = [(first, _translated(second)) for first, second in rows]
        if all(second.isascii() for _, second in told):
            super().write_dl(told, col_max, col_spacing)
            return
        column = min(max(width(first) for first, _ in told), col_max) + col_spacing
        margin, indent = " " * self.current_indent, " " * (self.current_indent + column)
        for first, second in told:
            beside = width(first) <= column - col_spacing
            lines = folded(second, self.width - len(indent))
            begin = margin + ljust(first, column) if beside else f"{margin}{first}\n{indent}"
            self.write(begin + f"\n{indent}".join(lines) + "\n")


class HelpContext(click.Context):
    """A context that uses ``HelpFormatter``."""

    formatter_class = HelpFormatter


def folded(text: str, cells: int) -> list[str]:
    """Wrap a paragraph to a width in cells; an unbreakable piece may be wider."""
    return list(_lines(" ".join(text.split()), cells))


def _lines(text: str, cells: int) -> Iterator[str]:
    line = ""
    for before, piece in unbreakable_pieces(text):
        longer = f"{line}{before}{piece}" if line else piece
        if line and width(longer) > cells:
            yield line
            longer = piece
        line = longer
    yield line


def _translated(text: str) -> str:
    for said, key in _SAID_BY_CLICK.items():
        text = text.replace(said, t(key))
    return text
