"""The app with a game for tests: the wall is given, and the bots discard what they draw."""

from __future__ import annotations

from pathlib import Path

from engine.match import Match
from engine.rules import WRC
from engine.wall import Wall
from tests.support.engine.deals import build_wall
from tests.support.tui.sessions import Memory, folder_at
from tui.config.settings import Coach, Settings, SettingsFile
from tui.play.session import PERSON, Session
from tui.shell.app import FuritenApp

FURITEN = "23456m22678p568s"
"""After 4s has been thrown and 7m drawn: 8s leaves 4s 7s, which is furiten; 5s leaves 7s, which is not."""
DRAWS = "4s4s4s9m 7m1z2z3z 9s7s9m2z 4s"
"""In turn order, the person first: 7s goes by, then the person draws 4s and wins."""


def guided_wall() -> Wall:
    """The wall of that hand."""
    return build_wall([FURITEN, "", "", ""], DRAWS.replace(" ", ""), indicators="1z")


def guided_app(path: Path, wall: Wall | None = None, coach: Coach = Coach.ON) -> FuritenApp:
    """The app at the table of that hand, the person East, the coach on."""
    SettingsFile(path).change(Settings(coach=coach))
    dealt = wall or guided_wall()
    match = Match(WRC, 0, (PERSON, "tsumogiri", "tsumogiri", "tsumogiri"), walls=lambda header: dealt)
    return FuritenApp(folder_at(path), Session(match, Memory()), speed="instant")
