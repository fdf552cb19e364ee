"""A player of plain lines (``--plain``) for tests: reads the lines and types."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.actions import Action, ActionKind
from engine.options import Options
from engine.tiles import KIND_OF, NAMES, format_tiles
from tests.support.tui.positions import Seated
from tests.support.tui.sessions import folder_at
from tui.desk.desk import Desk
from tui.plain.decisions import Moves
from tui.plain.plain_game import PlainRoom
from tui.plain.typed_commands import Lines, understood
from tui.play.play_options import PlayOptions

ON = "Enter continues:"
PROMPTS = ("Your turn:", "Your call:", ON, "Enter deals a new game, quit leaves:")

Typist = Callable[[Sequence[str]], "str | bytes | None"]
"""Answers the lines said since the last answer, the prompt last; None ends what is typed."""


class Keyboard(io.RawIOBase):
    """Standard input: each line is made when it is asked for, from what has been said until then."""

    def __init__(self, said: io.StringIO, typist: Typist) -> None:
        self._said = said
        self._typist = typist
        self._read = 0
        self._left = b""

    def readline(self, size: int | None = -1, /) -> bytes:
        if not self._left:
            text = self._said.getvalue()
            answer = self._typist(text[self._read :].splitlines())
            self._read = len(text)
            if answer is None:
                return b""
            self._left = answer if isinstance(answer, bytes) else f"{answer}\n".encode()
        end = self._left.find(b"\n") + 1 or len(self._left)
        if size is not None and size >= 0:
            end = min(end, size)
        line, self._left = self._left[:end], self._left[end:]
        return line


def play(path: Path, asked: PlayOptions, typist: Typist) -> tuple[int, list[str]]:
    """Play in plain lines; the exit code and everything that was said."""
    said = io.StringIO()
    room = PlainRoom(folder_at(path), Lines(Keyboard(said, typist), said))  # type: ignore[arg-type]
    code = room.play(asked)
    return code, said.getvalue().splitlines()


def typing(*lines: str | bytes) -> Typist:
    """Types these lines one after the other, and is gone."""
    rest = iter(lines)
    return lambda said: next(rest, None)


def offered(said: Sequence[str]) -> list[str]:
    """What can be done, as the last such line has it; empty after a warning."""
    lines = [line for line in said if line.startswith("You can: ")]
    return lines[-1].removeprefix("You can: ").split(", ") if lines else []


class Eager:
    """Takes every win, declares riichi with the first tile, passes calls, and throws what it drew.

    It goes by what it is offered and nothing else. What it is warned of it says once more.
    """

    def __init__(self) -> None:
        self.last = ""

    def __call__(self, said: Sequence[str]) -> str:
        assert said[-1] in PROMPTS, said[-1]
        if said[-1] == ON:
            return ""
        if can := offered(said):
            self.last = self._choice(can)
        else:
            assert f"{self.last} again" in said[-2], said
        return self.last

    def _choice(self, can: Sequence[str]) -> str:
        for win in ("tsumo", "ron"):
            if win in can:
                return win
        riichi = next((each for each in can if each.startswith("riichi")), None)
        return riichi.partition(" or ")[0] if riichi else "pass" if "pass" in can else "draw"


def like_eager(menu: Options) -> Action:
    """What ``Eager`` does, for somebody who sits at the session itself."""
    for kind in (ActionKind.TSUMO, ActionKind.RON, ActionKind.RIICHI, ActionKind.PASS):
        if menu.of(kind):
            return menu.of(kind)[0]
    return next(action for action in menu.of(ActionKind.DISCARD) if action.tsumogiri)


def in_words(action: Action) -> str:
    """An action as it can be typed."""
    match action.kind:
        case ActionKind.DISCARD | ActionKind.RIICHI:
            assert action.tile is not None
            tile = "draw" if action.tsumogiri else NAMES[action.tile]
            return tile if action.kind is ActionKind.DISCARD else f"riichi {tile}"
        case ActionKind.CHI | ActionKind.PON:
            return f"{action.kind.value} {format_tiles(action.consumed)}"
        case ActionKind.OPEN_KAN | ActionKind.ADDED_KAN | ActionKind.CLOSED_KAN:
            tile = action.consumed[0] if action.tile is None else action.tile
            return f"kan {NAMES[KIND_OF[tile]]}"
        case ActionKind.NINE_TERMINALS:
            return "nine"
    return action.kind.value


class Talk:
    """A desk with a decision, and what is typed and said about it."""

    def __init__(self, hand: str, moves: str, **position: object) -> None:
        self.desk: Desk = Seated(hand, **position).offered(moves)  # type: ignore[arg-type]
        self.said: list[str] = []
        self._moves = Moves(self.desk, self.said.append)

    def type(self, line: str) -> Action | None:
        """The decision that a line makes; what is said about it is in ``said``."""
        self.said.clear()
        typed = understood(line)
        assert typed is not None, f"nobody understands {line}"
        return self._moves.made(typed)
