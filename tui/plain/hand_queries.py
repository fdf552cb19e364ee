"""Queries about the hand in progress: waits, furiten, safety, and the explanation of a tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.reading.outlook import discard_outlooks, outlook_now
from ai.reading.safety_classes import SafetyClass, safety_class
from engine.hand import HAND_SIZE
from engine.tiles import KIND_OF, Tile
from tui.config.settings import MarksWhen
from tui.desk.desk import Desk
from tui.desk.hints import Hints, wait_line
from tui.desk.tile_panel import Panel, PanelItem, Section
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.plain.line_io import quoted
from tui.plain.tile_words import places_of, tile_named
from tui.tiles.marks import class_words
from tui.words.discard_effects import HandWords, ways_out
from tui.words.tiles import join, sentence_start, tile_word, tile_words

WHOLE = 1_000
"""A width that is never exceeded, so that the longest wording is chosen."""


class HandQueries:
    """Answers queries about the current position of a desk, with the texts of its panel."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._view = desk.view
        self._hints = Hints(desk.view, MarksWhen.ALWAYS, desk.laid)
        self._names = desk.seating
        self._words = HandWords(desk.view, desk.seating)

    # -- the own hand --------------------------------------------------------------------------------

    def waits(self, text: str) -> list[str]:
        """The waits or accepted tiles of the hand; on the player's turn, those after a discard."""
        if not self._view.my_turn:
            now = self._hints.outlook(self._desk.choice)
            return [] if now is None else self._words.ahead(now)
        if text:
            place, fault = self._place(text)
            return [fault] if place is None else self._words.ahead(self._hints.outlook_of(self._tiles[place]))
        if self._view.me.riichi:
            return self._words.ahead(outlook_now(self._view))
        return self._discards()

    def _discards(self) -> list[str]:
        """The discards with the lowest shanten, with the waits of each."""
        outlooks = [each for each in discard_outlooks(self._view) if each.refusal is None]
        least = min(each.shanten for each in outlooks)
        best = [each.tile for each in outlooks if each.shanten == least]
        if least <= 0:
            return [wait_line(self._hints.outlook_of(tile), WHOLE) for tile in best]
        distance = t("desk.shanten", count=least)
        return [t("plain.closest", distance=distance, tiles=join(list(map(tile_word, best))))]

    def furiten(self, _: str) -> list[str]:
        """Each kind of furiten with its causes, its end and the ways out; or that there is none.

        On the player's turn, also the discards that would leave the hand furiten.
        """
        view = self._view
        lines = []
        if view.furiten:
            now = outlook_now(view) if self._between_turns else None
            lines.append(self._words.furiten(view.furiten, now))
            lines += ways_out(self._hints.advice) if self._hints.advice is not None else []
        elif view.waits:
            lines.append(t("panel.hand.not-furiten"))
        else:
            lines.append(t("plain.furiten-noten"))
        if view.my_turn and not view.me.riichi:
            bringing = [tile for tile in dict.fromkeys(self._tiles) if self._hints.outlook_of(tile).furiten]
            if bringing:
                lines.append(t("plain.furiten-after", tiles=join(list(map(tile_word, bringing)))))
        return lines

    @property
    def _between_turns(self) -> bool:
        """Whether there is a hand of 13 tiles (with or without a drawn tile); after a call there is none."""
        return self._view.drawn is not None or self._view.hand.size == HAND_SIZE

    # -- the others ----------------------------------------------------------------------------------

    def safe(self, text: str) -> list[str]:
        """The hand by classes of safety, the safest first; or the safety of one tile against each player."""
        if text:
            return self._about(text, sections=1)
        sight = self._hints
        if sight.threatening:
            against = join([self._names.other(seat) for seat in sight.feared])
            first = sentence_start(t("table.legend.against", players=against))
        else:
            first = t("panel.quiet")
        classes: dict[SafetyClass, list[Tile]] = {}
        for group in sight.by_safety(self._desk.choice):
            for place in group:
                worst = sight.worst_tier(KIND_OF[self._tiles[place]])
                assert worst is not None
                classes.setdefault(safety_class(worst), []).append(self._tiles[place])
        lines = (
            t("plain.class", safety=sentence_start(class_words(each)), tiles=tile_words(tiles))
            for each, tiles in classes.items()
        )
        return [first, *lines]

    def hint(self, text: str) -> list[str]:
        """The panel's page about the named tile, else about the drawn tile, the offered tile, or the hand."""
        if text:
            return self._about(text)
        explainer = self._desk.tile_explainer()
        return [] if explainer is None else list(_panel(explainer.page(explainer.first)))

    def _about(self, text: str, sections: int | None = None) -> list[str]:
        explainer = self._desk.tile_explainer()
        place, fault = self._place(text)
        if place is None or explainer is None:
            return [fault]
        page = explainer.page(place)
        return list(_panel(Panel(page.title, page.sections[:sections])))

    # -- a tile of the hand --------------------------------------------------------------------------

    @property
    def _tiles(self) -> tuple[Tile, ...]:
        return self._desk.laid.tiles

    @property
    def _free(self) -> list[Tile]:
        """The tiles that can be discarded now; all tiles if there is no discard to make."""
        choice = self._desk.choice
        if choice is None or not choice.on_turn:
            return list(self._tiles)
        return [tile for place, tile in enumerate(self._tiles) if choice.refused(place) is None]

    def _place(self, text: str) -> tuple[int | None, str]:
        """The index of a tile in the hand, or an error message."""
        return place_in(self._tiles, text)


def place_in(hand: Sequence[Tile], text: str) -> tuple[int | None, str]:
    """The first index of the named tile in the hand, or None and an error message."""
    tile = tile_named(text)
    if tile is None:
        return None, t("plain.no-tile", given=quoted(text))
    places = places_of(tile, hand)
    return (places[0], "") if places else (None, t("plain.not-held", tile=tile_word(tile)))


def _panel(page: Panel) -> Iterator[str]:
    """A page of the panel as lines: titles, and one line for each fact."""
    yield page.title
    for section in page.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    yield t("plain.section", title=section.title)
    yield from map(_item, section.items)


def _item(item: PanelItem) -> str:
    """A fact, preceded by its player and the threat of that player."""
    head = join_list(filter(None, (item.head, item.threat)))
    return t("plain.worth", name=head, worth=item.text) if head and item.text else head or item.text
