"""Names in sentences: tiles, whatever the glyph set, and players; lists, and wordings that fit a line.

A ``Seating`` names the players of a table from the point of view of one seat. Names are shortened only
here. The level is removed first, then the end of a long name. A number at the end is kept, whether it
belongs to the name (``majiang-ai-2``) or was given to one of several equal names (``Hayai 2``). Only
players whose short names would be equal are numbered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ai.bot import UnknownBot
from ai.bots.registry import BASELINES, parse_bot
from ai.mjai.command import is_external
from engine.tiles import EAST, KIND_OF, NAMES, Kind, Tile, is_red
from engine.wall import PLAYERS
from engine.wording import visible
from tui.i18n import join_list, join_sentences, t
from tui.i18n import width as cells

REASON_WIDTH = 78
"""Width of the reason line at 80 columns."""


def tile_word(tile: Tile) -> str:
    """One tile: ``3s``, ``red 5p``, ``East``."""
    if is_red(tile):
        return t("desk.red-five", tile=NAMES[KIND_OF[tile]])
    if tile >= EAST:
        return t(f"desk.tile.{NAMES[tile]}")
    return NAMES[tile]


def kind_word(tile: Tile) -> str:
    """One tile without the word for a red five."""
    return tile_word(KIND_OF[tile])


def suit_word(tile: Tile) -> str:
    """The suit of a number tile: ``circles``."""
    return t(f"desk.suit.{KIND_OF[tile] // 9}")


def tile_words(tiles: Iterable[Tile]) -> str:
    """Several tiles, separated by spaces."""
    return " ".join(map(tile_word, tiles))


def join(parts: Sequence[str]) -> str:
    """A list in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return t("desk.and", first=join_list(parts[:-1]), last=parts[-1])


def joined_kinds(kinds: Iterable[Kind]) -> str:
    """Kinds of tiles in a sentence: ``1p and 4p``."""
    return join([kind_word(kind) for kind in kinds])


def sentence_start(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def within_sentence(text: str) -> str:
    """The text with a small first letter, for one that elsewhere stands alone."""
    return text[:1].lower() + text[1:]


def first_fitting(variants: Iterable[str], width: int = REASON_WIDTH) -> str:
    """The first variant that fits the width in cells, else the last."""
    text = ""
    for text in variants:
        if cells(text) <= width:
            break
    return text


def bot_title(name: str) -> str:
    """The name of a bot, as returned by ``display_name``, with its level in brackets."""
    who, _, level = visible(name).partition(":")
    title = who[:1].upper() + who[1:]
    return f"{title} ({level})" if level else title


def about_bot(text: str) -> str:
    """The style of a bot, and its level if it has one."""
    if is_external(text):
        return t("newgame.bots.outside")
    spec = parse_bot(text)
    style = t(f"newgame.bots.{spec.name}")
    return style if spec.name in BASELINES else join_sentences((style, t(f"newgame.levels.{spec.level}")))


def recorded_name(name: str) -> str:
    """The name of a player in a record: that of one of our bots as a title, any other as it is, in one line.

    Records of other programs may hold anything.
    """
    try:
        return visible(name) if is_external(name) else bot_title(parse_bot(name).bot_name)
    except UnknownBot:
        return visible(name)


SHORT = 10
"""Maximum width of a short name in cells, so that sentences with two of them fit on a line."""

NO_SEAT = -1

_PARTS = r"(?P<name>.*?)(?P<level> \([^()]*\))?(?P<number>[ _-]?\d{1,3})?$"
_NUMBER = 2
"""Width of a number with the space before it, in cells."""


class Seating(msgspec.Struct, frozen=True):
    """The players of a table from the point of view of one seat.

    ``seating[seat]``, ``other`` and ``whose`` name a player in a sentence. The own seat is always ``you``.
    """

    names: tuple[str, ...]
    """The full names by seat, as shown on the table."""
    seat: int
    """The own seat, at the bottom of the screen."""
    whole: bool = False
    """Whether sentences use full names, for lines of any length, instead of short ones."""
    plays: bool = True
    """Whether the player has that seat; else one only looks from it, and nobody is ``you``."""

    @classmethod
    def at_table(cls, names: Sequence[str], seat: int, title: Callable[[str], str] = bot_title) -> Seating:
        """The seating of players with these bot names; ``title`` is ``recorded_name`` for a record.

        Players whose short names would be equal are numbered in seat order.
        """
        whole = list(map(title, names))
        numbered = _numbered(whole, [short_name(name, SHORT - _NUMBER) for name in whole])
        numbered[seat] = t("session.you")
        return cls(tuple(numbered), seat)

    @classmethod
    def of_onlooker(cls, names: Sequence[str]) -> Seating:
        """The seating as somebody sees it who has no seat: no player is called ``you``."""
        first, *_ = cls.at_table(names, 1).names
        return cls((first, *cls.at_table(names, 0).names[1:]), NO_SEAT)

    def in_full(self) -> Seating:
        return replace(self, whole=True)

    @classmethod
    def of_record(cls, names: Sequence[str]) -> Seating:
        """The seating of a table at which nobody is ``you``, with full names; equal ones are numbered."""
        whole = list(map(recorded_name, names))
        numbered = _numbered(whole, whole)
        return cls(tuple(numbered), -PLAYERS, whole=True)

    # -- places --------------------------------------------------------------------------------------

    def is_me(self, seat: int) -> bool:
        return self.plays and seat == self.seat

    @property
    def around(self) -> tuple[int, ...]:
        """The seats in turn order from the own seat: own, right, across, left."""
        return tuple(self.at(side) for side in range(PLAYERS))

    def at(self, side: int) -> int:
        """The seat at a side of the screen: 0 bottom, 1 right, 2 across, 3 left."""
        return (self.seat + side) % PLAYERS

    def side_of(self, seat: int) -> int:
        """The side of the screen of a seat: 0 bottom, 1 right, 2 across, 3 left."""
        return (seat - self.seat) % PLAYERS

    # -- words ---------------------------------------------------------------------------------------

    def __getitem__(self, seat: int) -> str:
        """The player as a capitalised subject: ``You``, ``Hayai``."""
        return t("desk.you") if self.is_me(seat) else self._name(seat)

    def other(self, seat: int) -> str:
        """The player in the middle of a sentence: ``you``, ``Hayai``."""
        return t("desk.you-inside") if self.is_me(seat) else self._name(seat)

    def whose(self, seat: int) -> str:
        """The possessive form in the middle of a sentence: ``your``, ``Hayai's``."""
        return t("desk.your") if self.is_me(seat) else t("desk.whose", name=self._name(seat))

    def _name(self, seat: int) -> str:
        return self.names[seat] if self.whole else short_name(self.names[seat])


def _numbered(names: Sequence[str], shown: Sequence[str]) -> list[str]:
    """The names, with a number where what is ``shown`` of several is equal."""
    return [
        f"{name} {shown[: place + 1].count(shown[place])}" if shown.count(shown[place]) > 1 else name
        for place, name in enumerate(names)
    ]


@lru_cache(64)
def short_name(name: str, width: int = SHORT) -> str:
    """A name in at most ``width`` cells: unchanged, without its level, or cut."""
    if cells(name) <= width:
        return name
    found = re.fullmatch(_PARTS, name)
    name, number = (name, "") if found is None else (found["name"], found["number"] or "")
    cut = _cut(name, width - cells(number))
    # a dot right before a number with a sign of its own reads as a part of it
    return (cut.removesuffix(".") if number[:1] in ("-", "_") else cut) + number


def _cut(name: str, width: int) -> str:
    if cells(name) <= width:
        return name
    while name and cells(name) >= width:
        name = name[:-1]
    return f"{name.rstrip(' ._-')}."
