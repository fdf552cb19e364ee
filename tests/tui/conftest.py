"""What tests of the screen share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk: a slow one would make tests that play whole games take minutes."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
