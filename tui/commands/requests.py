"""Requests of ``score`` and ``hand`` in JSON: parsed, and answered from the command line or line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO

import click
import msgspec

from engine.hand import HAND_SIZE, MOST_MELDS, Meld, check_copies, parse_meld
from engine.rules import DEFAULT, Ruleset
from engine.tiles import KIND_OF, NAMES, RED_FIVES, TILE_OF, NotationError, Tile, parse_tiles
from engine.wording import EndlessLine, bounded_lines, counted
from tui.i18n import t
from tui.system.files import data_folder
from tui.system.terminal import ExitCode, say

Request = dict[str, object]
JsonAnswer = dict[str, object]

LONGEST_TEXT = 400
"""Maximum number of characters of a text field; no hand, pond or list of indicators is longer."""
LONGEST_LINE = 1_000_000
"""Maximum size of one request in bytes; a longer one is refused without parsing."""
MAX_QUOTE = 36
MOST_INDICATORS = 5
MOST_POINTS = 999_999
MOST_COUNTED = 9_999
"""Maximum number of honba or riichi sticks; a larger one is a typing error."""


class RequestError(NotationError):
    """A request that cannot be answered; the message names the field or tile at fault."""


class Fields:
    """The fields of one request, read by name and type; a missing field has a default."""

    def __init__(self, request: Request, known: Iterable[str]) -> None:
        """Raises RequestError if the request has an unknown field."""
        unknown = [name for name in request if name not in set(known)]
        if unknown:
            raise RequestError(f"unknown field {_short(unknown[0])}")
        self._request = request

    def text(self, name: str, default: str | None = None) -> str:
        """A string; without a default it is required."""
        if name not in self._request and default is None:
            raise RequestError(f"'{name}' is missing")
        value = self._request.get(name, default)
        if not isinstance(value, str):
            raise RequestError(f"'{name}' must be a string, not {_short(value)}")
        if len(value) > LONGEST_TEXT:
            raise RequestError(f"'{name}' is too long ({len(value)} characters)")
        return value

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise RequestError(f"'{name}' must be one of {', '.join(choices)}, not {_short(value)}")
        return value

    def flag(self, name: str) -> bool:
        """A boolean; false if missing."""
        value = self._request.get(name, False)
        if not isinstance(value, bool):
            raise RequestError(f"'{name}' must be true or false, not {_short(value)}")
        return value

    def riichi(self) -> int:
        """The field ``riichi``: 0 none, 1 riichi, 2 double riichi."""
        value = self._request.get("riichi", False)
        if value == "double":
            return 2
        if not isinstance(value, bool):
            raise RequestError(f"'riichi' must be true, false or \"double\", not {_short(value)}")
        return int(value)

    def count(self, name: str) -> int:
        """A number of honba or riichi sticks; 0 if missing."""
        value = self._request.get(name, 0)
        if type(value) is int and 0 <= value <= MOST_COUNTED:
            return value
        raise RequestError(f"'{name}' must be a whole number from 0 to {MOST_COUNTED}, not {_short(value)}")

    def optional_count(self, name: str) -> int | None:
        """A whole number from 0 on; None if missing."""
        value = self._request.get(name)
        if value is None or (type(value) is int and 0 <= value <= MOST_POINTS):
            return value
        raise RequestError(f"'{name}' must be a whole number from 0 to {MOST_POINTS}, not {_short(value)}")

    def words(self, name: str, most: int) -> list[str]:
        """A list of at most ``most`` strings; empty if missing."""
        value = self._request.get(name, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise RequestError(f"'{name}' must be a list of strings, not {_short(value)}")
        if len(value) > most:
            raise RequestError(f"'{name}' has {len(value)} entries, more than {most}")
        return value

    def tile(self, name: str) -> Tile:
        """One tile, in mpsz or mjai notation; required."""
        return _tile(name, self.text(name))

    def tile_list(self, name: str, most: int) -> tuple[Tile, ...]:
        """A list of single tiles, in mpsz or mjai notation."""
        return tuple(_tile(name, word) for word in self.words(name, most))

    def tiles(self, name: str, default: str | None = None) -> tuple[Tile, ...]:
        """Tiles in mpsz notation such as ``123m406p``."""
        try:
            return parse_tiles(self.text(name, default))
        except RequestError:
            raise
        except NotationError as error:
            raise RequestError(f"'{name}': {error}") from None

    def melds(self) -> tuple[Meld, ...]:
        words = self.words("melds", MOST_MELDS)
        if any(len(word) > LONGEST_TEXT for word in words):
            raise RequestError("'melds' holds a text that is too long")
        try:
            return tuple(parse_meld(word) for word in words)
        except NotationError as error:
            raise RequestError(f"'melds': {error}") from None

    def rules(self) -> Ruleset:
        """The field ``rules``: the name of a preset."""
        return _rules(self.text("rules", DEFAULT.name))


def check_hand(
    concealed: Sequence[Tile], melds: Sequence[Meld], sizes: Sequence[int] = (HAND_SIZE,), besides: str = ""
) -> None:
    """Raise RequestError unless the hand, a kan counting as three tiles, has one of these sizes.

    ``besides`` names what is no part of the hand.
    """
    if len(concealed) + 3 * len(melds) in sizes:
        return
    needed = " or ".join(str(size - 3 * len(melds)) for size in sizes)
    without = [counted(len(melds), "meld")] if melds else []
    if besides:
        without.append(besides)
    melded = f" beside {' and '.join(without)}" if without else ""
    raise RequestError(f"'hand' has {counted(len(concealed), 'tile')}; it needs {needed}{melded}")


def check_tiles(tiles: Sequence[Tile], rules: Ruleset) -> None:
    """Raise RequestError for a fifth copy or a red five that the ruleset does not have."""
    try:
        check_copies(tiles, rules)
    except NotationError as error:
        raise RequestError(str(error)) from None


def from_options(given: Request, *lists: str) -> Request:
    """Options of the command line as a request; ``lists`` name those whose text is a list of tiles.

    What somebody types may name red fives under any rules: where there are none, they are plain fives.
    """
    reds = named_reds(given)
    for name in ("hand", "discards", "passed", "seen", "win"):
        if reds and isinstance(text := given.get(name), str):
            with suppress(NotationError):
                given[name] = "".join(reds.get(each, each) for each in tile_names(text))
    for name in lists:
        if isinstance(text := given.get(name), str):
            given[name] = tile_names(text)
    if "round_" in given:
        given["round"] = given.pop("round_")
    return given


def _rules(name: str) -> Ruleset:
    """The ruleset of that name; raises RequestError."""
    if name == DEFAULT.name:
        return DEFAULT
    # here: most hands are of the usual rules
    from engine.own_rules import UnknownRuleset
    from tui.config.rules_files import named_rules

    try:
        return named_rules(name, data_folder())
    except UnknownRuleset as error:
        raise RequestError(str(error)) from None


def named_reds(given: Request) -> dict[str, str]:
    """The names of red fives that the ruleset of a request does not have, and those of the plain fives."""
    try:
        rules = _rules(str(given.get("rules", DEFAULT.name)))
    except RequestError:
        return {}
    missing = (red for red, copies in zip(RED_FIVES, rules.red_fives, strict=True) if not copies)
    return {NAMES[red]: NAMES[KIND_OF[red]] for red in missing}


def tile_names(text: str) -> list[str]:
    """The tiles of an mpsz text such as ``4m7z``, or one tile in either notation, for a list field."""
    return [text] if text in TILE_OF else [NAMES[tile] for tile in parse_tiles(text)]


def to_json(value: object) -> str:
    """Compact JSON in one line, in ASCII without control characters."""
    from json import dumps  # here: an answer in words needs none

    return dumps(value, separators=(",", ":"))


def answer_line(line: bytes, answer: Callable[[Request], JsonAnswer]) -> JsonAnswer:
    """The answer to one line of a batch; ``{"error": …}`` if it cannot be answered."""
    if len(line) > LONGEST_LINE:
        return {"error": f"the line is longer than {LONGEST_LINE:,} bytes"}
    from json import loads  # here, as what reads lines: few questions come in a batch

    try:
        request = loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {"error": "not a line of JSON"}
    if not isinstance(request, dict):
        return {"error": "not a JSON object"}
    try:
        return answer(request)
    except NotationError as error:
        return {"error": str(error)}


def answer_batch(source: BinaryIO, target: BinaryIO, answer: Callable[[Request], JsonAnswer]) -> bool:
    """Answer each line and flush the answer; return whether all lines could be answered.

    A line without end gets one answer, the last one.
    """
    all_answered = True
    for reply in _answers(source, answer):
        all_answered = all_answered and "error" not in reply
        target.write(to_json(reply).encode() + b"\n")
        target.flush()
    return all_answered


def _answers(source: BinaryIO, answer: Callable[[Request], JsonAnswer]) -> Iterator[JsonAnswer]:
    try:
        for line in bounded_lines(source, LONGEST_LINE):
            yield answer_line(line, answer)
    except EndlessLine as error:
        yield {"error": str(error)}


def _tile(name: str, word: str) -> Tile:
    try:
        return TILE_OF[word]
    except KeyError:
        raise RequestError(f"'{name}': {_short(word)} is not a tile") from None


def _short(value: object) -> str:
    """A value for a message, shortened to ``MAX_QUOTE`` characters."""
    match value:
        case str():
            text = f"'{value}'"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            text = to_json(value)
    return text if len(text) <= MAX_QUOTE else f"{text[:MAX_QUOTE]} …"


def given_options(options: dict[str, object]) -> Request:
    """The options that somebody gave: 0 is an answer too."""
    return {
        name: value
        for name, value in options.items()
        if value is not None and value is not False and value != ()
    }


class RequestCommand(msgspec.Struct, frozen=True):
    """A command that answers requests."""

    answer: Callable[[Request], JsonAnswer]
    in_words: Callable[[Request, JsonAnswer], str]
    required: tuple[str, ...]
    incomplete: str
    """The catalogue key of the error for a missing required option."""
    request: Callable[[Request], Request] = dict
    """Converts the given options into a request."""

    def put(self, options: dict[str, object], *, batch: bool, as_json: bool) -> int:
        """Write the answer to standard output; return the exit code. Raises UsageError, RequestError."""
        given = given_options(options)
        if batch:
            if given:
                raise click.UsageError(t("cli.batch-alone"))
            if sys.stdin is None or sys.stdout is None:
                raise click.ClickException(t("cli.closed"))
            answered = answer_batch(sys.stdin.buffer, sys.stdout.buffer, self.answer)
            return ExitCode.DONE if answered else ExitCode.NO
        if any(name not in given for name in self.required):
            raise click.UsageError(t(self.incomplete))
        if isinstance(melds := given.get("melds"), tuple):
            given["melds"] = list(melds)
        request = self.request(given)
        reply = self.answer(request)
        say(to_json(reply) if as_json else self.in_words(request, reply))
        return ExitCode.DONE if reply.get("wins", True) else ExitCode.NO
