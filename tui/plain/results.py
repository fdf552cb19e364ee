"""The end of a hand and of a game as lines, one fact per line."""

from __future__ import annotations

from collections.abc import Sequence

from ai.statistics.manner import Manner
from engine.outcome import Outcome
from engine.ranking import Standing
from engine.rules import Ruleset
from engine.tenpai import tenpai_waits
from engine.view import SeatView
from tui.desk.moments import Lookback
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.plain.player_lookup import melds_in_one
from tui.plain.tile_words import by_suits
from tui.words.manner import manner_lines
from tui.words.results import DrawWords, ShownHand, WinWords, hand_result, ranking, uma_word
from tui.words.seating import Seating
from tui.words.tiles import kind_word, tile_word

_THOUSAND = 1000


def hand_end(view: SeatView, outcome: Outcome, seating: Seating) -> list[str]:
    """Each win with its hand, yaku, fu and payments, or the draw; then the points of all players."""
    result = hand_result(view, outcome, seating)
    lines = [line for win in result.wins for line in _win(win)]
    if result.draw is not None:
        lines += _draw(result.draw, view.rules)
    for row in result.scores:
        change = f"{row.delta:+,}" if row.delta else ""
        key = "plain.points" if change else "plain.points-same"
        lines.append(t(key, name=row.name, change=change, after=row.after))
    return lines


def _win(win: WinWords) -> list[str]:
    lines = [win.title, t("plain.hand-won", tiles=by_suits(win.concealed), tile=tile_word(win.tile))]
    lines += melds_in_one(win.hand.melds)
    lines += [row.words for row in win.dora]
    lines += [t("plain.worth", name=item.name, worth=item.worth) for item in win.yaku]
    lines += [t("plain.worth", name=item.name, worth=item.worth) for item in win.fu]
    return [*lines, win.total, *win.extras, *win.payments]


def _draw(draw: DrawWords, rules: Ruleset) -> list[str]:
    lines = [draw.title, draw.reason]
    for hand in draw.hands:
        lines += _shown(hand, rules)
    return [*lines, *draw.payments]


def _shown(hand: ShownHand, rules: Ruleset) -> list[str]:
    """A player at a draw: the revealed hand, or only ``noten``."""
    state = t("plain.worth", name=hand.name, worth=hand.state)
    if hand.state == t("result.noten"):
        return [state]
    waits = tenpai_waits(hand.hand, rules)
    if waits and hand.state == t("result.tenpai"):
        state = join_list([state, t("screen.end.waits", tiles=" ".join(map(kind_word, waits)))])
    tiles = t("plain.hand", tiles=by_suits(hand.hand.sorted()))
    return [state, tiles, *melds_in_one(hand.hand.melds)]


def moment_lines(lookback: Lookback) -> list[str]:
    """The important moments of the hand in order; empty if there are none."""
    told = [line for moment in lookback.moments for line in (moment.line, *moment.more)]
    return [t("plain.section", title=t("moments.title")), *told] if told else []


def game_end(
    standings: Sequence[Standing], seating: Seating, rules: Ruleset, manners: Sequence[Manner] = ()
) -> list[str]:
    """The final ranking, first place first, and how the others played."""
    found = ranking(standings, seating)
    lines = [t("screen.ranking.title"), found.title]
    for row in found.rows:
        facts = {"name": row.name, "points": row.points, "bonus": uma_word(rules).lower()}
        place = t(f"session.places.{row.place}")
        uma, final = f"{row.uma / _THOUSAND:+.1f}", f"{row.final:+.1f}"
        lines.append(t("plain.rank", place=place, uma=uma, final=final, **facts))
    told = manner_lines(manners, seating) if manners else []
    return [*lines, *told, t("screen.ranking.record")]
