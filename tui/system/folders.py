"""Where everything is kept: games, practice, settings."""

from __future__ import annotations

import os
from pathlib import Path

HOME_VARIABLE = "FURITEN_HOME"
"""Names another folder for everything that is kept."""
SETTINGS = "settings.toml"
"""The file of the settings in that folder."""


def home() -> Path:
    """The folder that games are kept in: that of the platform, unless the environment names another."""
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("furiten", appauthor=False)
