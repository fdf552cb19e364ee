"""Queries that are possible at any time: table, ponds, melds, points, rules, glossary, help."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import fields

from engine.ranking import order, places
from engine.rules import Ruleset
from engine.tiles import DORA_OF, EAST, KIND_OF
from engine.view import SeatView
from tui.desk.laid_hand import LaidHand
from tui.desk.settings import Switches
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.plain.commands import COMMANDS, command_named
from tui.plain.line_io import quoted
from tui.plain.player_lookup import Seats, meld_lines, melds_in_one, pond_line, riichi_word
from tui.plain.tile_words import by_suits
from tui.words.event_lines import hand_name
from tui.words.glossary import Term, glossary, terms_in
from tui.words.rules import rule_value
from tui.words.tiles import join, sentence_start, tile_word, tile_words

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
    lines = [join_list(first), dora_line(view)]
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
    table, words = view.table, []
    if table.honba:
        words.append(t("table.honba", count=table.honba))
    if table.riichi_sticks:
        words.append(t("table.riichi-sticks", count=table.riichi_sticks))
    return words


def dora_line(view: SeatView) -> str:
    """The tiles that are dora."""
    return t("plain.dora", tiles=tile_words(DORA_OF[KIND_OF[tile]] for tile in view.table.indicators))


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
    lines = [line for seat in asked for line in meld_lines(seats, seat, view.table.seats[seat].melds)]
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
    if view.table.riichi_sticks:
        lines.append(t("table.riichi-sticks", count=view.table.riichi_sticks))
    return lines


def rule_lines(rules: Ruleset, word: str) -> list[str]:
    """The name of the ruleset; or each of its fields that contains a word."""
    if not word:
        return [
            t("plain.ruleset", name=rules.name, title=rules.title),
            t(f"newgame.rulesets.{rules.name}"),
            t(f"newgame.lengths.{rules.length}"),
            t("plain.rules-more"),
        ]
    sought, lines = word.lower(), []
    for field in fields(rules):
        if field.name in ("name", "title"):
            continue
        means = t(f"rules.fields.{field.name}")
        if sought in f"{field.name.replace('_', ' ')} {field.name} {means}".lower():
            lines.append(
                t("plain.rule", name=field.name, value=rule_value(getattr(rules, field.name)), means=means)
            )
    return lines or [t("plain.no-rule", given=quoted(word))]


def glossary_lines(word: str, said: Sequence[str]) -> list[str]:
    """The explanation of a glossary term; without a word, the terms in the last printed lines."""
    terms = glossary()
    if not word:
        used = [terms[id].name for id in terms_in(said)] or [term.name for term in terms.values()]
        return [t("plain.glossary", words=join_list(used[:WORDS]), count=len(terms))]
    term = _term(word)
    if term is None:
        return [t("plain.no-term", given=quoted(word))]
    related = join([terms[id].name for id in term.related])
    lines = [t("plain.term", name=term.name, other=term.other), *term.paragraphs]
    return [*lines, *([t("plain.related", words=related)] if related else [])]


def _term(word: str) -> Term | None:
    """The term with this spelling, else the first that begins with it."""
    sought, terms = " ".join(word.lower().split()), glossary().values()
    spelled = {name.lower(): term for term in terms for name in (term.id, term.other, *term.words)}
    begun = (term for name, term in spelled.items() if name.startswith(sought))
    return spelled.get(sought) or next(begun, None)


def help_lines(name: str) -> list[str]:
    """All commands, or one of them."""
    if not name:
        return [*(command.help for command in COMMANDS), t("plain.help-empty"), t("plain.help-tiles")]
    command = command_named(name)
    return [t("plain.no-command", given=quoted(name)) if command is None else command.help]
