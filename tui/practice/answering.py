"""The state of a question while it is being answered: current part, cursor, marks, typed digits.

If several options may apply, each is marked; if one is right, it is chosen with the cursor. Options that are
tiles of the hand are chosen in the hand. All input is possible with the arrow keys or by typing: numbers
choose among words, and tiles are typed in mpsz notation, such as ``36s`` for two tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec.structs import replace

from ai.drills.question import NONE, Option, Part, Question, next_part
from engine.tiles import EAST, KIND_OF, NAMES, TILE_OF, Tile
from tui.config.actions import BY_ID, ActionId
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene import LaidHand, Scene
from tui.desk.scene_maker import make_page_scene
from tui.i18n import t
from tui.practice.explain import Explanation, seating_of

TILES = 18
"""The maximum number of tiles in a row: the kinds of two suits."""
WORDS = 4
"""The maximum number of words in one column; more are shown in two columns."""
SUITS = "mpsz"


class Reply(StrEnum):
    """The result of submitting an answer."""

    MISSING = "missing"
    """Nothing is chosen yet; the notice says what to do."""
    NEXT = "next"
    """Another part follows."""
    DONE = "done"
    """All parts are answered."""


class Answering:
    """The answers so far, and the input for the current part."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.tiles: tuple[Tile, ...] = ()
        """The hand in screen order."""
        self.given: list[frozenset[str]] = []
        """The option ids for each earlier part; empty for a part that was not asked."""
        self.notice = ""
        """Why the last key had no effect."""
        self.typed = ""
        """Typed digits without their suit yet."""
        self.cursor: int | None = None
        self.marked: frozenset[int] = frozenset()
        """The marked options, if several may apply."""
        self._ask()

    # -- the current part ----------------------------------------------------------------------------

    @property
    def number(self) -> int:
        return len(self.given)

    @property
    def part(self) -> Part:
        asked = self.question.asked(self.given)
        assert asked is not None
        return asked.part

    @property
    def options(self) -> tuple[Option, ...]:
        return self.part.options

    @property
    def of_words(self) -> bool:
        return all(option.tile is None for option in self.options)

    def option_at(self, place: int) -> int | None:
        """The option for the tile at an index of the hand, or None."""
        if not self.in_hand:
            return None
        tile = self.tiles[place]
        offered = [option.tile for option in self.options]
        return next((offered.index(each) for each in (tile, KIND_OF[tile]) if each in offered), None)

    def places(self, option: int) -> tuple[int, ...]:
        """The indexes in the hand at which an option can be chosen."""
        return tuple(place for place in range(len(self.tiles)) if self.option_at(place) == option)

    @property
    def can_go_back(self) -> bool:
        """Whether the previous part can be answered again: not if the position has gone on since."""
        return bool(self.given) and self.question.course is None

    @property
    def position(self) -> Question:
        return self.question.at(self.given)

    def _ask(self) -> None:
        """Make the part after the answers so far the current one, with nothing chosen."""
        self.tiles = LaidHand.sorted(self.position.view()).tiles
        tiles = [option.tile for option in self.options if option.tile is not None]
        held = {*self.tiles, *(KIND_OF[tile] for tile in self.tiles)}
        self.in_hand = bool(tiles) and not self.part.several and held.issuperset(tiles)
        """Whether the options are tiles of the hand."""
        self.rows = tuple(map(tuple, self._rows()))
        """The layout of the options: rows of option numbers."""
        self.cursor, self.marked, self.typed, self.notice = None, frozenset(), "", ""

    def _rows(self) -> Iterator[Sequence[int]]:
        tiles = [number for number, option in enumerate(self.options) if option.tile is not None]
        words = [number for number, option in enumerate(self.options) if option.tile is None]
        if self.in_hand:
            yield sorted(tiles, key=lambda number: min(self.places(number)))
        elif len(tiles) <= TILES:
            yield from [tiles] if tiles else []
        else:
            for suits in ("mp", "sz"):
                yield [number for number in tiles if _suit(self.options[number]) in suits]
        across = 1 if len(words) <= WORDS else 2
        for start in range(0, len(words), across):
            yield words[start : start + across]

    # -- cursor --------------------------------------------------------------------------------------

    def walk(self, across: int, down: int) -> None:
        """Move the cursor by one option or one row, wrapping around at the ends."""
        self.notice, self.typed = "", ""
        row, column = self._place()
        if row is None:
            last = across + down < 0
            self.cursor = self.rows[-1 if last and down else 0][-1 if last else 0]
        elif down or len(self.rows[row]) == 1:
            other = self.rows[(row + (down or across)) % len(self.rows)]
            self.cursor = other[min(column, len(other) - 1)]
        else:
            self.cursor = self.rows[row][(column + across) % len(self.rows[row])]

    def jump(self, *, end: bool) -> None:
        """Move the cursor to the first or last option of the row."""
        self.notice, self.typed = "", ""
        row, _ = self._place()
        self.cursor = self.rows[row or 0][-1 if end else 0]

    def _place(self) -> tuple[int | None, int]:
        for number, row in enumerate(self.rows):
            if self.cursor in row:
                return number, row.index(self.cursor)
        return None, 0

    def mark(self) -> None:
        """Toggle the mark of the option under the cursor."""
        self.typed = ""
        if self.cursor is None:
            self.notice = self._nothing_chosen
        else:
            self._choose(self.cursor)

    def click(self, option: int) -> Reply | None:
        """Handle a click: toggle the mark; for a single answer move the cursor; a second click answers."""
        if not self.part.several and self.cursor == option:
            return self.answer()
        self._choose(option)
        return None

    def digit(self, digit: str) -> None:
        """Type a digit: the number of a word, or the first character of a tile."""
        self.notice = ""
        if not self.of_words:
            self.typed = f"{self.typed}{digit}"[-TILES:]
        elif 1 <= int(digit) <= len(self.options):
            self._choose(int(digit) - 1)

    def suit(self, letter: str) -> None:
        """Type a suit letter: choose the tiles of the digits typed before."""
        digits, self.typed, self.notice = self.typed, "", ""
        if not digits and not self.of_words:
            self.notice = t("drill.notice.number-first", suit=letter)
        for digit in digits:
            option = self._typed(f"{digit}{letter}")
            if option is None:
                self.notice = t("drill.notice.not-offered", tile=f"{digit}{letter}")
            else:
                self._choose(option)

    def word_among_tiles(self) -> None:
        words = [number for number, option in enumerate(self.options) if option.tile is None]
        if len(words) == 1 and not self.of_words:
            self._choose(words[0])

    def _typed(self, name: str) -> int | None:
        """The option of a typed tile; a red five and a plain five are interchangeable."""
        if name not in TILE_OF:
            return None
        spellings = (name, NAMES[KIND_OF[TILE_OF[name]]], name.replace("5", "0"))
        ids = [option.id for option in self.options]
        return next((ids.index(each) for each in spellings if each in ids), None)

    def _choose(self, option: int) -> None:
        """Move the cursor to an option; toggle its mark if several may apply."""
        self.notice, self.typed, self.cursor = "", "", option
        if not self.part.several:
            return
        if option in self.marked:
            self.marked -= {option}
        else:
            beside = (other for other in self.marked if self._together(option, other))
            self.marked = frozenset({option, *beside})

    def _together(self, *options: int) -> bool:
        """Whether options can apply together: a word excludes tiles, and "none" excludes everything."""
        if self.of_words:
            return all(self.options[number].id != NONE for number in options)
        return all(self.options[number].tile is not None for number in options)

    # -- answering -----------------------------------------------------------------------------------

    @property
    def _nothing_chosen(self) -> str:
        return t("drill.notice.nowhere" if self.of_words else "drill.notice.no-tile")

    def answer(self) -> Reply:
        """Submit the chosen options as the answer to the current part."""
        self.typed = ""
        chosen = self.marked if self.part.several else {self.cursor} - {None}
        if not chosen:
            self.notice = _unmarked() if self.part.several else self._nothing_chosen
            return Reply.MISSING
        self.given.append(frozenset(self.options[number].id for number in chosen if number is not None))
        following = next_part(self.question, self.given)
        if following is None:
            return Reply.DONE
        self.given += [frozenset()] * (following - len(self.given))
        self._ask()
        return Reply.NEXT

    def back(self) -> None:
        """Delete the last digit, or return to the previous part."""
        if self.typed:
            self.typed = self.typed[:-1]
            return
        if not self.can_go_back:
            return
        asked = [number for number, given in enumerate(self.given) if given]
        if asked:
            before = self.given[asked[-1]]
            del self.given[asked[-1] :]
            self._ask()
            chosen = [number for number, option in enumerate(self.options) if option.id in before]
            self.cursor = chosen[0]
            self.marked = frozenset(chosen) if self.part.several else frozenset()


def _suit(option: Option) -> str:
    assert option.tile is not None
    kind = KIND_OF[option.tile]
    return "z" if kind >= EAST else SUITS[kind // 9]


def _unmarked() -> str:
    return t("drill.notice.unmarked", mark=BY_ID[ActionId.MARK].named, answer=BY_ID[ActionId.ANSWER].named)


def desk_of(question: Question) -> Desk:
    """The desk of the player's seat after the events of a question, without hints."""
    settings = DeskSettings(hints=HintLevel.OFF)
    return Desk.after(question.events, seating_of(question), question.rules, settings)


def scene_of(desk: Desk, *, asked: Answering | None = None, why: Explanation | None = None) -> Scene:
    """The scene of a position with its ruleset, and with the cursor on a tile or the explanation's marks."""
    rules = t("drill.rules", rules=desk.rules.title)
    if why is None:
        chosen = () if asked is None or asked.cursor is None else asked.places(asked.cursor)
        return make_page_scene(desk, cursor=next(iter(chosen), None), note=rules)
    scene = make_page_scene(desk, lit=why.lit, lit_first=True, causes=why.causes, marks=why.marks, note=rules)
    return replace(scene, revealed=why.revealed) if why.revealed else scene
