"""Open the unfinished game or begin a new one, and the outside programs that may be started for it.

A save and the choices of the last game name the programs of their bots. Files come from anywhere: only what
was begun or agreed to in this data folder is started without a question. The folder keeps a mark of it, made
with a key that is in the folder alone. The mark also holds the place of the key on the disk: a folder that
was copied from elsewhere is another folder, whoever made its key. A key that others may read is none, and is
replaced with the next mark.

The form of a new game begins with the last choices. The command line has defaults of its own, which other
programs rely on. It takes nothing from them.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from ai.bot import UnknownBot
from ai.bots.registry import is_bot
from ai.mjai.command import BotCommand, is_external
from engine.events import StartGame
from engine.match import Match
from engine.own_rules import UnknownRuleset, ruleset
from engine.wording import visible
from tui.i18n import t
from tui.play.play_options import OPPONENTS, PlayOptions, Speed
from tui.play.save import LOCK, OpenElsewhere, SaveFolder, SetAside
from tui.play.session import NotThisTable, Pending, Session, Setup, option_difference
from tui.system.files import SETTINGS, os_error_text, read_plain, write_atomic
from tui.words.event_lines import hand_name

KEY, MARKS = "programs.key", "programs.json"
"""File names in the data folder."""
_KEY_BYTES = 32
_MOST_MARKS = 100
"""The oldest are forgotten."""
_MOST_BYTES = 1 << 16
"""A larger file of marks is none of ours."""


def programs_of(names: Sequence[str]) -> tuple[str, ...]:
    """The commands that these players' names would start: whole, each once, control characters escaped."""
    return tuple(dict.fromkeys(_command(name) for name in names if is_external(name)))


def _command(name: str) -> str:
    import shlex  # here: slow to import, and most games start no program

    try:
        return visible(shlex.join(BotCommand.parse(name).words))
    except UnknownBot:
        # it cannot be started
        return visible(name)


class KnownPrograms:
    """The marks of one data folder."""

    def __init__(self, folder: Path) -> None:
        self._key_path, self._path = folder / KEY, folder / MARKS

    def knows_game(self, match: Match) -> bool:
        """Whether the game starts no outside program, or was begun or agreed to here."""
        return not programs_of(match.names) or self._knows(_of_game(match))

    def knows_bots(self, bots: Sequence[str]) -> bool:
        """Whether the bots chosen for a game start no outside program, or were chosen here before."""
        return not programs_of(bots) or self._knows(_of_bots(bots))

    def keep_game(self, match: Match) -> None:
        """Remember a game that the player began or agreed to. If nothing can be written, it is forgotten."""
        if programs_of(match.names):
            self._keep(_of_game(match))

    def keep_bots(self, bots: Sequence[str] | None) -> None:
        if bots is not None and programs_of(bots):
            self._keep(_of_bots(bots))

    def _knows(self, content: bytes) -> bool:
        from hmac import compare_digest  # here: most games start no program

        key = _read_key(self._key_path)
        if key is None:
            return False
        mark = key.mark(content)
        return any(compare_digest(mark, known) for known in self._marks())

    def _keep(self, content: bytes) -> None:
        with suppress(OSError):
            key = _read_key(self._key_path) or _new_key(self._key_path)
            mark = key.mark(content)
            if mark not in (marks := self._marks()):
                write_atomic(self._path, msgspec.json.encode([*marks, mark][-_MOST_MARKS:]))

    def _marks(self) -> list[str]:
        try:
            marks = msgspec.json.decode(_read(self._path)[0], type=list[str])
        except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
            return []
        return [mark for mark in marks if mark.isascii()]


class _Key(msgspec.Struct, frozen=True):
    """The key, and its place on the disk."""

    secret: bytes
    place: str

    def mark(self, content: bytes) -> str:
        import hmac

        where = f"{self.place}\n".encode(errors="surrogateescape")
        return hmac.digest(self.secret, where + content, "sha256").hex()


def _read_key(path: Path) -> _Key | None:
    """The key, or None if there is none that the present user alone may read."""
    try:
        secret, state = _read(path)
    except OSError:
        return None
    if sys.platform != "win32" and (state.st_uid != os.geteuid() or state.st_mode & 0o077):
        return None
    return _Key(secret, _place(path, state)) if len(secret) == _KEY_BYTES else None


def _new_key(path: Path) -> _Key:
    """A new key in place of one that is none. Raises OSError."""
    path.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        secret = os.urandom(_KEY_BYTES)
        file.write(secret)
        return _Key(secret, _place(path, os.fstat(descriptor)))


def _place(path: Path, state: os.stat_result) -> str:
    # without the number of the device, which can be another one after the system has started again
    return f"{state.st_ino} {path.resolve()}"


def _read(path: Path) -> tuple[bytes, os.stat_result]:
    """The first bytes of a regular file, and its state. Raises OSError for a link, a pipe or a device."""
    refused = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, os.O_RDONLY | refused | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(f"{path} is no file")
        return file.read(_MOST_BYTES), state


def _of_game(match: Match) -> bytes:
    start = match.events[0]
    time = start.time if isinstance(start, StartGame) else None
    return msgspec.json.encode(["game", match.names, match.seed, time])


def _of_bots(bots: Sequence[str]) -> bytes:
    return msgspec.json.encode(["bots", bots])


WELCOMED_FILE = "welcomed"
"""The marker file: the introduction was done or declined."""


class FirstStart:
    """Whether the player is new, judged by the contents of the data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._finished = False
        self.answered = False
        """Whether the settings, if any, are the answer to a question at this start."""

    @property
    def is_first(self) -> bool:
        """Whether nothing has been saved yet: no game, no setting, no practice answer."""
        # the last choices alone: a game was chosen and not begun
        answers = (LAST_GAME, SETTINGS) if self.answered else (LAST_GAME,)
        return not self._finished and not anything_kept(self._folder, besides=answers)

    def finish(self) -> None:
        """Record that the offer was accepted or declined; if it cannot be saved, only for this run."""
        self._finished = True
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / WELCOMED_FILE).touch()


def anything_kept(folder: Path, *, besides: Sequence[str] = ()) -> bool:
    """Whether the folder contains anything except the lock file and files ``besides`` it."""
    try:
        return any(entry.name not in (LOCK, *besides) for entry in folder.iterdir())
    except OSError:
        return False


LAST_GAME = "last-game.json"
"""The file name in the data folder."""
MOST_BYTES = 1 << 16


def last_choices(folder: Path) -> PlayOptions | None:
    """The choices of the last game; None if the file is missing or damaged.

    Its seed is left out, and a bot in the player's seat. An unknown ruleset or bot, of another version or a
    program that is gone, counts as not chosen, and so does a program that nobody has chosen here: the file
    may come from elsewhere.
    """
    try:
        options = msgspec.json.decode(read_plain(folder / LAST_GAME, MOST_BYTES), type=PlayOptions)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return replace(
        options,
        rules=options.rules if _is_known(options.rules) else None,
        bots=options.bots if _can_play(options.bots, KnownPrograms(folder)) else None,
        seed=None,
        new=False,
        own=None,
    )


def _is_known(rules: str | None) -> bool:
    try:
        return rules is not None and bool(ruleset(rules))
    except UnknownRuleset:
        return False


def remember_choices(folder: Path, options: PlayOptions) -> None:
    """Keep these choices for the next game. If they cannot be written, they are forgotten.

    The first table does not wait for the disk to keep them.
    """
    data = msgspec.json.encode(replace(options, seed=None, new=False, own=None))
    with suppress(OSError):
        write_atomic(folder / LAST_GAME, data, synced=False)


def remember_speed(folder: Path, speed: Speed) -> None:
    """Keep this speed beside the other choices."""
    remember_choices(folder, replace(last_choices(folder) or PlayOptions(), speed=speed))


def remember_unguided(folder: Path) -> None:
    """Keep beside the other choices that the game in progress has no coach of its own."""
    if choices := last_choices(folder):
        remember_choices(folder, replace(choices, guided=False))


def _can_play(bots: tuple[str, ...] | None, known: KnownPrograms) -> bool:
    return bots is not None and len(bots) == OPPONENTS and known.knows_bots(bots) and all(map(is_bot, bots))


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
        agreed = KnownPrograms(folder.path).knows_game(found.match)
        return Session(found.match, folder.file, agreed=agreed), None
    except NotThisTable as error:
        return None, folder.set_aside(str(error))


def begin(folder: SaveFolder, options: PlayOptions) -> Session:
    """Deal a new game, and remember its options; a game in progress is archived first."""
    match = Setup.of(options).match(folder.time())
    session, _ = load(folder)
    if session is not None:
        folder.archive(session.match)
    folder.file.create(match.events)
    known = KnownPrograms(folder.path)
    known.keep_game(match)
    known.keep_bots(options.bots)
    remember_choices(folder.path, options)
    return Session(match, folder.file, agreed=True)


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
    # a game that is over starts none
    return () if session.pending is Pending.GAME_OVER else programs_of(session.held)


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
