"""Note text that the drawing cuts, and rows that it leaves out."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

from tui.drawing import rows
from tui.drawing.rows import FELT, Role, Row, Rows, Span, width_of

LEAST = 20
"""Cells and rows of a picture that somebody sees; before a screen is laid out it has none."""


@contextmanager
def noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Notes all that is cut or dropped meanwhile, in every module that fills rows."""
    lost: list[str] = []

    def fit(row: Sequence[Span], width: int, role: Role = FELT) -> Row:
        whole, shown = _text(row), _text(_FIT(row, width, role))
        if width >= LEAST and width_of(row) > width and whole.rstrip() != shown.rstrip():
            lost.append(whole)
        return _FIT(row, width, role)

    def fit_rows(lines: Sequence[Row], width: int, height: int, role: Role = FELT) -> Rows:
        lost.extend(text for row in lines[height:] if height > 1 and (text := _text(row)).strip())
        return _FIT_ROWS(lines, width, height, role)

    def shortened(text: str, width: int, ellipsis: str = "..") -> str:
        short = _SHORTENED(text, width, ellipsis)
        if width >= LEAST and short != text:
            lost.append(text)
        return short

    with monkeypatch.context() as patch:
        for new, old in ((fit, _FIT), (fit_rows, _FIT_ROWS), (shortened, _SHORTENED)):
            for module in _with(old):
                patch.setattr(module, old.__name__, new)
        yield lost


def _text(row: Sequence[Span]) -> str:
    return "".join(span.text for span in row)


def _with(function: Any) -> list[ModuleType]:
    """The modules that call this function by its name."""
    modules = [module for name, module in sys.modules.items() if name.startswith("tui.")]
    return [module for module in modules if getattr(module, function.__name__, None) is function]


_FIT, _FIT_ROWS, _SHORTENED = rows.fit, rows.fit_rows, rows.shortened
