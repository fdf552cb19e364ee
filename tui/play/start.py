"""Open the unfinished game or begin a new one."""

from __future__ import annotations

import click
import msgspec

from ai.bot import UnknownBot
from engine.rules import UnknownRuleset
from tui.i18n.texts import t
from tui.play.known_programs import KnownPrograms, programs_of
from tui.play.last_game import remember_choices
from tui.play.options import PlayOptions
from tui.play.save import OpenElsewhere, SaveFolder, SetAside
from tui.play.session import NotThisTable, Pending, Session, Setup, option_difference
from tui.system.files import os_error_text
from tui.words.event_lines import hand_name


class SaveState(msgspec.Struct, frozen=True):
    """The state of the save, for the title screen."""

    summary: str = ""
    """A short description of the game in progress; empty if there is none."""
    message: str = ""
    locked: bool = False
    """Another process has locked the game, so that none can be opened."""
    aside: SetAside | None = None
    """A save that could not be continued and was renamed."""


def peek(folder: SaveFolder) -> tuple[SaveState, Session | None]:
    """The state of the save, and the game to continue or None; raises nothing."""
    try:
        with folder:
            session, aside = load(folder)
    except OpenElsewhere as error:
        return SaveState(message=str(error), locked=True), None
    except OSError as error:
        return SaveState(message=t("save.unusable", reason=os_error_text(error))), None
    if session is None:
        return SaveState(message=set_aside_notice(aside) if aside else "", aside=aside), None
    return SaveState(summary(session)), session


def load(folder: SaveFolder) -> tuple[Session | None, SetAside | None]:
    """The game in progress or None, and the save that was set aside or None.

    A game that was not begun or agreed to here stands still until the player agrees to its programs
    (``unknown_programs``).
    """
    found = folder.load()
    if found.match is None:
        return None, found.aside
    try:
        return Session(found.match, folder, agreed=KnownPrograms(folder.path).knows_game(found.match)), None
    except NotThisTable as error:
        return None, folder.set_aside(str(error))


def begin(folder: SaveFolder, options: PlayOptions) -> Session:
    """Deal a new game, and remember its options; a game in progress is archived first."""
    match = Setup.of(options).match(folder.time())
    session, _ = load(folder)
    if session is not None:
        folder.archive(session.match)
    folder.create(match.events)
    known = KnownPrograms(folder.path)
    known.keep_game(match)
    known.keep_bots(options.bots)
    remember_choices(folder.path, options)
    return Session(match, folder, agreed=True)


def begin_unsaved(options: PlayOptions) -> Session:
    """Deal a new game that is not saved, for a folder that is not writable."""
    return Session(Setup.of(options).match(), agreed=True)


def open_for_play(folder: SaveFolder, options: PlayOptions) -> tuple[Session | None, SetAside | None]:
    """Open the game for ``furiten play``; the folder stays locked.

    A game of which only the ranking is left is opened whatever the options are, except with ``--new``. If a
    save was set aside, the game is None: the player must be informed before ``begin`` deals a new game.
    Raises ClickException with a message for the player if the game is open elsewhere, or if an option
    conflicts with the unfinished game. Raises OSError if the folder is not writable.
    """
    try:
        # report unknown rules and bots before anything is opened
        Setup.of(options)
        folder.acquire()
        session, aside = load(folder)
        if aside is not None:
            return None, aside
        if session is None or options.new:
            return begin(folder, options), None
        unlike = option_difference(session.match, options)
        if unlike is None and options.bots is not None:
            # the player has named the same programs
            agree_to_programs(folder, session)
        if unlike is None or session.pending is Pending.GAME_OVER:
            return session, None
        folder.release()
        raise click.ClickException(unlike)
    except (OpenElsewhere, UnknownBot, UnknownRuleset) as error:
        folder.release()
        raise click.ClickException(str(error)) from None


def unknown_programs(session: Session) -> tuple[str, ...]:
    """The commands that a saved game would start and that nobody has agreed to here; usually none."""
    return programs_of(session.asks_for)


def agree_to_programs(folder: SaveFolder, session: Session) -> None:
    """The player lets the game start its programs, now and whenever it is continued."""
    KnownPrograms(folder.path).keep_game(session.match)
    session.agree()


def summary(session: Session) -> str:
    """A short description of a game in progress: hand, points, place and rules."""
    match = session.match
    if session.pending is Pending.GAME_OVER:
        return t("session.finished", rules=match.rules.title)
    header = match.header
    hand = hand_name(header.round_wind, header.kyoku)
    points = match.scores[session.seat]
    if session.place is None:
        return t("session.summary-level", hand=hand, points=points, rules=match.rules.title)
    place = t(f"session.places.{session.place}")
    if session.tied:
        place = t("session.tied", place=place)
    return t("session.summary", hand=hand, points=points, place=place, rules=match.rules.title)


def set_aside_notice(aside: SetAside) -> str:
    """The message that a save was set aside, with the reason and the new name."""
    if aside.newer:
        return t("save.set-aside-newer", reason=aside.reason, name=aside.path.name)
    return t("save.set-aside", reason=aside.reason, name=aside.path.name)
