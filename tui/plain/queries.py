"""Queries of the plain game: table, ponds, melds, points, rules, glossary, help, and the hand in progress."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ai.reading.outlook import discard_outlooks, outlook_now
from ai.reading.safety_reasons import SafetyClass, safety_class
from engine.hand import HAND_SIZE, Meld, MeldKind
from engine.match import order, places
from engine.own_rules import RULE_FIELDS
from engine.rules import Ruleset
from engine.table import Seat, Table
from engine.tiles import DORA_OF, EAST, KIND_OF, Tile, sort_tiles
from engine.view import SeatView
from tui.config.settings import MarksWhen
from tui.desk.desk import Desk
from tui.desk.desk_settings import Switches
from tui.desk.hints import Hints, wait_line
from tui.desk.scene import LaidHand, Panel, PanelItem
from tui.i18n import join_clauses, join_list, t
from tui.plain.typed_commands import COMMANDS, CommandSort, by_suits, command_named, places_named, quoted
from tui.tiles import class_words
from tui.words.event_lines import hand_name, stakes
from tui.words.glossary import glossary, terms_in
from tui.words.hand_sentences import HandWords, ways_out
from tui.words.names import Seating, join, sentence_start, short_name, tile_word, tile_words
from tui.words.rulesets import about_rules, rule_words


class Seats(Seating, frozen=True):
    """A seating in which the names of opponents begin with their side: ``Right, Hayai``."""

    def __getitem__(self, seat: int) -> str:
        """The player as a capitalised subject: ``You``, ``Right, Hayai``."""
        name = super().__getitem__(seat)
        return name if self.is_me(seat) else t("plain.sided", side=self.side(seat), name=name)

    def side(self, seat: int) -> str:
        return t(f"plain.sides.{self.side_of(seat)}")

    def found(self, text: str, table: Table) -> int | None:
        """The seat with this side, name or wind, or None."""
        word = " ".join(text.lower().split())
        for seat in self.around:
            wind, name = tile_word(table.seat_wind(seat)), self.names[seat]
            if word in (each.lower() for each in (self.side(seat), name, short_name(name), wind)):
                return seat
        return None


def pond_line(seats: Seats, table: Table, seat: int) -> str:
    """The discards of a player in order, each with riichi, tsumogiri and who called it."""
    tiles = []
    for discard in table.seats[seat].pond:
        word = tile_word(discard.tile)
        if discard.riichi:
            word = t("plain.pond-riichi", tile=word)
        elif discard.tsumogiri and not seats.is_me(seat):
            word = t("plain.pond-drawn", tile=word)
        if discard.called_by is not None:
            word = t("plain.pond-called", tile=word, other=seats.other(discard.called_by))
        tiles.append(word)
    key = "plain.pond" if tiles else "plain.pond-empty"
    return t(key, name=seats[seat], tiles=join_list(tiles))


_MELDS = {MeldKind.CHI: "action.chi", MeldKind.PON: "action.pon"}


def meld_words(meld: Meld) -> str:
    """The kind of a meld and its tiles: ``pon 2p 2p 2p``."""
    tiles = tile_words(sort_tiles(meld.tiles))
    if meld.source is None:
        return t("plain.closed-kan", tiles=tiles)
    return t("plain.form", action=t(_MELDS.get(meld.kind, "action.kan")), tiles=tiles)


def meld_line(seats: Seating, seat: int, meld: Meld) -> str:
    """One meld of a player, with the player from whom it was called."""
    facts = {"name": seats[seat], "meld": meld_words(meld)}
    if meld.source is None:
        return t("plain.meld-closed", **facts)
    key = "plain.meld-added" if meld.kind is MeldKind.ADDED_KAN else "plain.meld"
    return t(key, other=seats.other(meld.source), **facts)


def melds_in_one(melds: Sequence[Meld]) -> list[str]:
    """All melds of a hand in one line; no line if there are none."""
    return [t("plain.melds", melds=join_clauses(map(meld_words, melds)))] if melds else []


def riichi_word(seat: Seat) -> str:
    """``riichi`` or ``double riichi``; empty if the player is not in riichi."""
    if not seat.riichi:
        return ""
    return t("yaku.double-riichi" if seat.riichi > 1 else "yaku.riichi")


LOG_LINES = 10
"""The default number of log lines."""
WORDS = 12
"""The maximum number of glossary terms that are listed."""


def hand_lines(view: SeatView) -> list[str]:
    """The player's hand, sorted, the drawn tile last; the melds; riichi."""
    hand = LaidHand.sorted(view)
    tiles = hand.tiles
    if hand.drawn_place is None:
        lines = [t("plain.hand", tiles=by_suits(tiles))]
    else:
        lines = [t("plain.hand-drawn", tiles=by_suits(tiles[:-1]), drawn=tile_word(tiles[-1]))]
    lines += melds_in_one(view.hand.melds)
    return [*lines, *filter(None, [sentence_start(riichi_word(view.me))])]


def state_lines(view: SeatView, seats: Seats) -> list[str]:
    """The hand's name, honba, riichi sticks, wall and dora; and each player's wind, points and riichi."""
    table = view.table
    first = [hand_name(table.round_wind, table.kyoku), *extras(view), t("table.wall", count=table.live)]
    dora = tile_words(DORA_OF[KIND_OF[tile]] for tile in table.indicators)
    lines = [join_list(first), t("plain.dora", tiles=dora)]
    for seat in seats.around:
        side = table.seats[seat]
        facts = {"name": seats[seat], "wind": tile_word(table.seat_wind(seat)), "points": side.score}
        lines.append(join_list(filter(None, [t("plain.player", **facts), riichi_word(side)])))
    return lines


def switch_lines(switches: Switches) -> list[str]:
    """The automatic settings that are on, if there are any."""
    on = [command.words[0] for each in switches.on if (command := command_named(each)) is not None]
    return [t("switch.state", switches=join(sorted(on)))] if on else []


def extras(view: SeatView) -> list[str]:
    """Honba and riichi sticks on the table, if there are any."""
    return stakes(view.table.honba, view.table.riichi_sticks)


def deal_lines(view: SeatView, seats: Seats) -> list[str]:
    """The start of a hand: the player's wind, the dealer, honba and riichi sticks, the player's hand.

    If the player is the dealer, the hand is printed with the first draw.
    """
    wind = tile_word(view.seat_wind)
    if view.seat_wind == EAST:
        return [join_list([t("plain.you-deal", wind=wind), *extras(view)])]
    first = t("plain.deals", wind=wind, name=seats.other(view.table.dealer))
    return [join_list([first, *extras(view)]), *hand_lines(view)]


def pond_lines(view: SeatView, seats: Seats, who: str) -> list[str]:
    """The pond of one player, or of all."""
    return [pond_line(seats, view.table, seat) for seat in _asked(view, seats, who)] or [_nobody(seats, who)]


def all_meld_lines(view: SeatView, seats: Seats, who: str) -> list[str]:
    """The melds of one player, or of all."""
    asked = _asked(view, seats, who)
    if not asked:
        return [_nobody(seats, who)]
    lines = [meld_line(seats, seat, meld) for seat in asked for meld in view.table.seats[seat].melds]
    return lines or [t("plain.no-melds")]


def _asked(view: SeatView, seats: Seats, who: str) -> Sequence[int]:
    """The seats that ``who`` names: all if it is empty, none if there is no such player."""
    if not who:
        return seats.around
    seat = seats.found(who, view.table)
    return () if seat is None else (seat,)


def _nobody(seats: Seats, who: str) -> str:
    sides = join_list(seats.side(seat).lower() for seat in seats.around)
    return t("plain.nobody", given=quoted(who), sides=sides)


def log_lines(log: Sequence[str], number: str) -> list[str]:
    """The last lines of this hand's log."""
    if not number:
        return list(log[-LOG_LINES:])
    if not (number.isascii() and number.isdecimal() and 0 < len(number) < 5 and int(number)):
        return [t("plain.no-number", given=quoted(number))]
    return list(log[-int(number) :])


def score_lines(view: SeatView, seats: Seats) -> list[str]:
    """Places and points of all players from first to last; riichi sticks on the table."""
    scores = [side.score for side in view.table.seats]
    found = places(view.rules, scores)
    lines = []
    for seat in order(scores):
        word = t(f"session.places.{found[seat]}")
        lines.append(t("plain.score", place=word, name=seats[seat], points=scores[seat]))
    return [*lines, *stakes(0, view.table.riichi_sticks)]


def rule_lines(rules: Ruleset, word: str) -> list[str]:
    """The name of the ruleset; or each of its fields that contains a word."""
    if not word:
        return [
            t("plain.ruleset", name=rules.name, title=rules.title),
            about_rules(rules),
            t(f"newgame.lengths.{rules.length}"),
            t("plain.rules-more"),
        ]
    sought, lines = word.lower(), []
    for name in RULE_FIELDS:
        means = t(f"rules.fields.{name}")
        if sought in f"{name.replace('_', ' ')} {name} {means}".lower():
            lines.append(t("plain.rule", name=name, value=rule_words(rules, name), means=means))
    return lines or [t("plain.no-rule", given=quoted(word))]


def glossary_lines(word: str, said: Sequence[str]) -> list[str]:
    """The explanation of a glossary term; without a word, the terms in the last printed lines."""
    terms = glossary()
    if not word:
        used = [terms[id].name for id in terms_in(said)] or [term.name for term in terms.values()]
        return [t("plain.glossary", words=join_list(used[:WORDS]), count=len(terms))]
    sought = " ".join(word.lower().split())
    spelled = {name.lower(): term for term in terms.values() for name in (term.id, term.other, *term.words)}
    begun = (term for name, term in spelled.items() if name.startswith(sought))
    term = spelled.get(sought) or next(begun, None)
    if term is None:
        return [t("plain.no-term", given=quoted(word))]
    related = join([terms[id].name for id in term.related])
    lines = [t("plain.term", name=term.name, other=term.other), *term.paragraphs]
    return [*lines, *([t("plain.related", words=related)] if related else [])]


def help_lines(name: str, refused: Container[CommandSort] = ()) -> list[str]:
    """All commands but those of the sorts that this game refuses, or one command."""
    if not name:
        offered = (command.help for command in COMMANDS if command.sort not in refused)
        return [*offered, t("plain.help-empty"), t("plain.help-tiles")]
    command = command_named(name)
    return [t("plain.no-command", given=quoted(name)) if command is None else command.help]


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
        # the discards with the lowest shanten, with the waits of each
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
            return self._about(text, safety=True)
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

    def _about(self, text: str, *, safety: bool = False) -> list[str]:
        explainer = self._desk.tile_explainer()
        place, fault = self._place(text)
        if place is None or explainer is None:
            return [fault]
        return list(_panel(explainer.safety(place) if safety else explainer.page(place)))

    # -- a tile of the hand --------------------------------------------------------------------------

    @property
    def _tiles(self) -> tuple[Tile, ...]:
        return self._desk.laid.tiles

    def _place(self, text: str) -> tuple[int | None, str]:
        """The first index of the named tile in the hand, or None and an error message."""
        places, fault = places_named(text, self._tiles)
        return next(iter(places), None), fault


def _panel(page: Panel) -> Iterator[str]:
    """A page of the panel as lines: titles, and one line for each fact."""
    yield page.title
    for section in page.sections:
        yield t("plain.section", title=section.title)
        yield from map(_item, section.items)


def _item(item: PanelItem) -> str:
    head = join_list(filter(None, (item.title, item.threat)))
    return t("plain.worth", name=head, worth=item.text) if head and item.text else head or item.text
