"""Texts for the end of a hand and of a game, as rows of data that a screen lays out in columns."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.hand import Hand, Meld
from engine.match import Standing, bankrupt
from engine.outcome import DrawResult, Outcome, WinResult
from engine.results import Deltas
from engine.rules import Ruleset
from engine.score import Score, said_fu_names
from engine.table import Table
from engine.tiles import DORA_OF, KIND_OF, Tile
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.i18n import join_sentences, t
from tui.words.event_lines import draw_reason, hand_name
from tui.words.names import Seating, join, sentence_start, tile_word


class NamedWorth(msgspec.Struct, frozen=True):
    """A name and its value: a yaku with its han, a source of fu."""

    name: str
    worth: str


class DoraRow(msgspec.Struct, frozen=True):
    """A dora indicator and its dora."""

    indicator: Tile
    dora: Tile
    ura: bool

    @property
    def words(self) -> str:
        """``dora 4p (indicator 3p)``."""
        key = "result.ura" if self.ura else "result.dora"
        return t(key, dora=tile_word(self.dora), indicator=tile_word(self.indicator))


class ScoreRow(msgspec.Struct, frozen=True):
    """The change of a player's points."""

    seat: int
    name: str
    before: int
    delta: int

    @property
    def after(self) -> int:
        return self.before + self.delta


class WinWords(msgspec.Struct, frozen=True):
    """One win, from the headline to the payments."""

    winner: int
    title: str
    """The winner, tsumo or ron, and the discarder."""
    tile: Tile
    concealed: tuple[Tile, ...]
    """The concealed tiles without the winning tile, sorted."""
    hand: Hand
    """The hand with its melds; ``concealed`` has the tiles to draw on the screen."""
    yaku: tuple[NamedWorth, ...]
    fu: tuple[NamedWorth, ...]
    """Every source of fu; empty for a yakuman."""
    dora: tuple[DoraRow, ...]
    limit: str
    """The name of the limit, empty for a smaller hand."""
    extent: str
    """Han and fu; empty for a yakuman."""
    points: int
    """The points of the hand alone."""
    total: str
    """Han, fu, limit and points: ``3 han 40 fu: 5,200``."""
    extras: tuple[str, ...]
    """Honba, riichi sticks, and liable players (pao)."""
    payments: tuple[str, ...]
    """The payments, including honba and riichi sticks."""


class ShownHand(msgspec.Struct, frozen=True):
    """A hand that is shown at a draw."""

    seat: int
    name: str
    hand: Hand
    state: str
    """``tenpai``, ``noten``, or the reason why the hand is shown."""


class DrawWords(msgspec.Struct, frozen=True):
    """A drawn hand."""

    title: str
    reason: str
    """The rule for this draw in one sentence."""
    hands: tuple[ShownHand, ...]
    payments: tuple[str, ...]


class HandResult(msgspec.Struct, frozen=True):
    """The contents of the screen at the end of a hand."""

    hand: str
    """The name of the hand: ``East 2``."""
    wins: tuple[WinWords, ...]
    draw: DrawWords | None
    scores: tuple[ScoreRow, ...]
    """One row for each seat: the player's own first, then in turn order."""


def hand_result(view: SeatView, outcome: Outcome, seating: Seating) -> HandResult:
    """The result of a hand; ``view`` is the own seat's view after the last event of the hand."""
    table = view.table
    results: Sequence[WinResult | DrawResult] = outcome.wins or ([outcome.draw] if outcome.draw else [])
    change = [sum(result.deltas[seat] for result in results) for seat in range(PLAYERS)]
    return HandResult(
        hand=hand_name(table.round_wind, table.kyoku),
        wins=tuple(_win(win, table, seating) for win in outcome.wins),
        draw=None if outcome.draw is None else _draw(outcome.draw, seating),
        scores=tuple(
            ScoreRow(seat, seating[seat], table.seats[seat].score - change[seat], change[seat])
            for seat in seating.around
        ),
    )


# -- wins --------------------------------------------------------------------------------------------


def _win(win: WinResult, table: Table, names: Seating) -> WinWords:
    concealed = win.hand.sorted()
    if win.tsumo:
        concealed.remove(win.tile)
    rules = table.rules
    lines = []
    if win.honba:
        lines.append(t("result.honba", count=win.honba, points=win.honba * rules.counter_points))
    if win.riichi_sticks:
        points = win.riichi_sticks * rules.riichi_bet
        lines.append(t("result.riichi-sticks", count=win.riichi_sticks, points=points))
    lines += [t("result.liable", name=names.other(seat)) for seat in dict.fromkeys(win.liable)]
    if win.ura_unrecorded:
        lines.append(t("result.ura-unrecorded"))
    return WinWords(
        winner=win.winner,
        title=win_title(win, names),
        tile=win.tile,
        concealed=tuple(concealed),
        hand=win.hand,
        yaku=yaku_items(win.score),
        fu=fu_items(win.score, win.hand.melds),
        dora=dora_rows(table, win.ura_indicators),
        limit=limit_name(win.score),
        extent=t("joining.worth").join(han_and_fu(win.score.han, win.score.fu)),
        points=win.value,
        total=total(win.score, win.value),
        extras=tuple(lines),
        payments=payments(win.deltas, win.winner, names),
    )


def win_title(win: WinResult, names: Seating) -> str:
    """The winner, tsumo or ron, the tile and the discarder."""
    tile = tile_word(win.tile)
    if win.tsumo:
        return t("result.tsumo", name=names[win.winner], tile=tile)
    return t("result.ron", name=names[win.winner], tile=tile, other=names.other(win.target))


def yaku_items(score: Score) -> tuple[NamedWorth, ...]:
    """Each yaku with its han, or each yakuman with its multiple."""
    if score.yakuman_items:
        return tuple(
            NamedWorth(t(f"yaku.{name}"), t("score.yakuman", count=value))
            for name, value in score.yakuman_items
        )
    return tuple(NamedWorth(t(f"yaku.{name}"), t("score.han", count=han)) for name, han in score.yaku)


def fu_items(score: Score, melds: Sequence[Meld]) -> tuple[NamedWorth, ...]:
    """Each source of fu, and the rounding if there is one; ``melds`` are the melds of the hand."""
    names = said_fu_names([item.name for item in score.fu_items], melds)
    items = [
        NamedWorth(t(f"fu.{name}"), t("score.fu", count=item.fu))
        for name, item in zip(names, score.fu_items, strict=True)
    ]
    exact = sum(item.fu for item in score.fu_items)
    if score.fu is not None and items and exact != score.fu:
        items.append(NamedWorth(t("result.rounded", fu=exact), t("score.fu", count=score.fu)))
    return tuple(items)


def dora_rows(table: Table, ura: Sequence[Tile]) -> tuple[DoraRow, ...]:
    """The dora of all indicators, and the ura dora of these."""
    rows = [DoraRow(tile, DORA_OF[KIND_OF[tile]], False) for tile in table.indicators]
    rows += [DoraRow(tile, DORA_OF[KIND_OF[tile]], True) for tile in ura]
    return tuple(rows)


def total(score: Score, value: int) -> str:
    """Han, fu, limit and points in one line."""
    return t("result.total", worth=score_extent(score), points=value)


def score_extent(score: Score) -> str:
    """Han, fu and limit: ``3 han, 40 fu``."""
    return t("joining.worth").join(filter(None, (*han_and_fu(score.han, score.fu), limit_name(score))))


def limit_name(score: Score) -> str:
    """The limit that the hand reaches, in words, or an empty text."""
    if score.yakuman:
        return t("score.yakuman", count=score.yakuman)
    return t(f"limits.{score.limit}") if score.limit else ""


def han_and_fu(han: int | None, fu: int | None) -> list[str]:
    """Han and fu, each by itself, if there are any."""
    parts = []
    if han is not None:
        parts.append(t("score.han", count=han))
    if fu is not None:
        parts.append(t("score.fu", count=fu))
    return parts


def payments(deltas: Deltas, winner: int, names: Seating) -> tuple[str, ...]:
    """The payments to the winner; players who pay the same share a line."""
    paid: dict[int, list[int]] = {}
    for step in range(1, PLAYERS):
        seat = (winner + step) % PLAYERS
        if deltas[seat] < 0:
            paid.setdefault(-deltas[seat], []).append(seat)
    return tuple(
        sentence_start(
            _pays([names.other(seat) for seat in seats], names, seats, points, names.other(winner))
        )
        for points, seats in paid.items()
    )


def _pays(payers: list[str], names: Seating, seats: list[int], points: int, winner: str) -> str:
    if len(payers) > 1:
        return t("result.pay-each", names=join(payers), points=points, winner=winner)
    key = "result.you-pay" if names.is_me(seats[0]) else "result.pays"
    return t(key, name=payers[0], points=points, winner=winner)


# -- draws -------------------------------------------------------------------------------------------


def _draw(draw: DrawResult, names: Seating) -> DrawWords:
    lines = []
    for gains in (False, True):
        seats = [seat for seat in range(PLAYERS) if draw.deltas[seat] and (draw.deltas[seat] > 0) is gains]
        by_points: dict[int, list[int]] = {}
        for seat in seats:
            by_points.setdefault(abs(draw.deltas[seat]), []).append(seat)
        for points, group in by_points.items():
            lines.append(_change([names.other(seat) for seat in group], points, gains, names.is_me(group[0])))
    return DrawWords(
        title=sentence_start(draw_reason(draw.reason.value)),
        reason=_draw_rule(draw, names),
        hands=tuple(
            ShownHand(seat, names[seat], draw.hands[seat], state)
            for seat in range(PLAYERS)
            if (state := _state(draw, seat))
        ),
        payments=tuple(lines) or (t("result.nobody-pays"),),
    )


def _draw_rule(draw: DrawResult, names: Seating) -> str:
    """The rule for the draw; of a chombo also whose it was."""
    rule = t(f"result.rule.{draw.reason.value}")
    if not draw.offenders:
        return rule
    return join_sentences(
        [t("result.chombo-by", names=join([names.other(seat) for seat in draw.offenders])), rule]
    )


def _state(draw: DrawResult, seat: int) -> str:
    """Why a hand is shown at a draw, or ``noten``; empty if this draw shows no hands."""
    if seat == draw.declarer:
        return t("result.declared")
    if seat in draw.nagashi:
        return t("result.nagashi-hand")
    if draw.tenpai[seat]:
        return t("result.tenpai")
    return "" if draw.reason.is_abortive else t("result.noten")


def _change(who: list[str], points: int, gains: bool, is_me: bool) -> str:
    """One line for all players who pay, or receive, the same points."""
    if len(who) > 1:
        key = "result.receive-each" if gains else "result.pay-in-each"
    elif is_me:
        key = "result.you-receive" if gains else "result.you-pay-in"
    else:
        key = "result.receives" if gains else "result.pays-in"
    return sentence_start(t(key, names=join(who), points=points))


# -- the game ----------------------------------------------------------------------------------------


def uma_word(rules: Ruleset) -> str:
    """The heading of the column ``Standing.uma``."""
    return t("result.uma-oka") if rules.oka else t("result.uma")


def game_over(standings: Sequence[Standing], rules: Ruleset, names: Seating) -> str:
    """That the game is over, and who has fewer than 0 points if that ended it."""
    points = [each.points for each in sorted(standings, key=lambda each: each.seat)]
    below = [names[seat] for seat in bankrupt(rules, points)]
    return t("screen.ranking.bankrupt", names=join(below)) if below else t("screen.ranking.title")
