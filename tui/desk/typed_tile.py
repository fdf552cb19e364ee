"""A tile that is typed at the table: its number, then its suit."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tiles import KIND_OF, NAMES, SUIT_LETTERS, is_red
from tui.desk.choice import Choice
from tui.desk.decision_options import Mode
from tui.i18n.texts import t
from tui.words.actions import refused_tile
from tui.words.tiles import tile_word

NUMBERS = "0123456789"


class TypedTile:
    """The keys of one tile, such as ``3`` and ``s``. They are the same whatever keys the actions have."""

    def __init__(self) -> None:
        self._number = ""
        """The number that waits for its suit; empty if none does."""
        self._last: tuple[str, int] | None = None
        """The name that was typed last, and the place in the hand where it led."""

    def drop(self) -> bool:
        """Forget the number. Return whether there was one."""
        number, self._number = self._number, ""
        return bool(number)

    def number(self, key: str) -> str:
        """Begin with a number; the line about it."""
        self._number = key
        return t("desk.typing", number=key)

    def waits_for(self, key: str) -> bool:
        """Whether there is a number and the key is a suit."""
        return bool(self._number) and key in tuple(SUIT_LETTERS)

    def suit(self, key: str, choice: Choice) -> str:
        """Put the cursor on the tile; why that is impossible, or an empty line.

        The same name again goes to the next copy.
        """
        name = self._number + key
        self._number = ""
        if name not in NAMES:
            return t("desk.no-such-tile", name=name)
        tile = NAMES.index(name)
        places = self._places(name, choice)
        if not places:
            return t("desk.not-held", tile=tile_word(tile))
        place = next((place for place in places if choice.can_take(place)), None)
        if place is None:
            refusal = choice.refused(places[0])
            assert refusal is not None
            return refused_tile(tile, refusal, riichi=choice.mode is Mode.RIICHI)
        choice.go_to(place)
        self._last = (name, place)
        return ""

    def _places(self, name: str, choice: Choice) -> Sequence[int]:
        """The places of the tile, the plain fives before the red one, and those after the cursor first."""
        tile, tiles = NAMES.index(name), choice.tiles
        alike = {tile} if is_red(tile) else {each for each in tiles if KIND_OF[each] == tile}
        places = [place for place, each in enumerate(tiles) if each in alike]
        places.sort(key=lambda place: is_red(tiles[place]))
        if self._last != (name, choice.place) or choice.place not in places:
            return places
        following = places.index(choice.place) + 1
        return places[following:] + places[:following]
