"""Checks what only questions "furiten?" say: their explanations are sentences about the own hand."""

from __future__ import annotations

from tests.support.tui.claims.registry_types import Checkers

CHECKERS: Checkers = {}
NEUTRAL = ("drill.furiten.ask-",)
