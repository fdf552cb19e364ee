"""Which game is opened: the unfinished one, or a new one."""

from __future__ import annotations

import click
import msgspec

from ai.bot import UnknownBot
from engine.rules import UnknownRuleset
from tui.i18n.texts import t
from tui.play.options import PlayOptions
from tui.play.save import OpenElsewhere, SaveFolder, SetAside
from tui.play.session import NotThisTable, Pending, Session, Setup, option_difference
from tui.system.files import trouble
from tui.words.event_lines import hand_name


class Waiting(msgspec.Struct, frozen=True):
    """What the title screen has to know of the save."""

    summary: str = ""
    """The game in progress in a few words, empty where there is none."""
    message: str = ""
    locked: bool = False
    """Another copy has the game: none can be opened."""
    aside: SetAside | None = None
    """A save that could not be continued, and is no longer in the way."""


def look(folder: SaveFolder) -> tuple[Waiting, Session | None]:
    """Whether there is a game to continue, and that game; raises nothing."""
    try:
        with folder:
            session, aside = find(folder)
    except OpenElsewhere as error:
        return Waiting(message=str(error), locked=True), None
    except OSError as error:
        return Waiting(message=t("save.unusable", reason=trouble(error))), None
    if session is None:
        return Waiting(message=told(aside) if aside else "", aside=aside), None
    return Waiting(summary(session)), session


def find(folder: SaveFolder) -> tuple[Session | None, SetAside | None]:
    """The game in progress, where there is one; and the save that had to be set aside, where that was so."""
    found = folder.load()
    if found.match is None:
        return None, found.aside
    try:
        return Session(found.match, folder), None
    except NotThisTable as error:
        return None, folder.set_aside(str(error))


def begin(folder: SaveFolder, options: PlayOptions) -> Session:
    """Deal a new game; one that is in progress goes to the records first."""
    match = Setup.of(options).match(folder.time())
    session, _ = find(folder)
    if session is not None:
        folder.archive(session.match)
    folder.create(match.events)
    return Session(match, folder)


def begin_unkept(options: PlayOptions) -> Session:
    """Deal a new game that ends with the program, for a folder in which nothing can be written."""
    return Session(Setup.of(options).match())


def open_for_play(folder: SaveFolder, options: PlayOptions) -> tuple[Session | None, SetAside | None]:
    """The game that ``furiten play`` opens; the folder stays locked.

    A game that is over but for its ranking comes first whatever the options say, unless they ask to start
    anew. None stands with a save that was set aside: the person has to know it before ``begin`` deals anew.
    Raises ClickException, the message of which is for the person: the game is open elsewhere, or an option
    asks for another game than the unfinished one. Raises OSError where nothing can be written.
    """
    try:
        # what there is not is told before anything is opened
        Setup.of(options)
        folder.acquire()
        session, aside = find(folder)
        if aside is not None:
            return None, aside
        if session is None or options.new:
            return begin(folder, options), None
        unlike = option_difference(session.match, options)
        if unlike is None or session.pending is Pending.GAME_OVER:
            return session, None
        folder.release()
        raise click.ClickException(unlike)
    except (OpenElsewhere, UnknownBot, UnknownRuleset) as error:
        folder.release()
        raise click.ClickException(str(error)) from None


def summary(session: Session) -> str:
    """A game in progress in a few words: where it stands and under which rules."""
    match = session.match
    if session.pending is Pending.GAME_OVER:
        return t("session.finished", rules=match.rules.name)
    header = match.header
    hand = hand_name(header.round_wind, header.kyoku)
    points = match.scores[session.seat]
    if session.place is None:
        return t("session.summary-level", hand=hand, points=points, rules=match.rules.name)
    place = t(f"session.places.{session.place}")
    if session.tied:
        place = t("session.tied", place=place)
    return t("session.summary", hand=hand, points=points, place=place, rules=match.rules.name)


def told(aside: SetAside) -> str:
    """That a save was set aside, why, and where it is."""
    if aside.newer:
        return t("save.set-aside-newer", reason=aside.reason, name=aside.path.name)
    return t("save.set-aside", reason=aside.reason, name=aside.path.name)
