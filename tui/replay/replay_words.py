"""A replay in words: its position, what comes next, what the wall holds, and the score sheet of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from ai.play import PERSON
from engine import events as ev
from engine.actions import ActionKind
from engine.outcome import Outcome
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import RecordedHand, hands_of, paid_scores
from engine.records.replay import deal, play, recorded_outcome
from engine.rules import Ruleset
from engine.tiles import TILE_OF, UNKNOWN
from tui.config.actions import BY_ID, ActionId
from tui.desk.desk import Desk
from tui.i18n import join_clauses, join_list, join_sentences, t
from tui.replay.replay_state import Replay
from tui.words.action_words import action_words
from tui.words.event_lines import draw_reason, hand_and_honba, log_line
from tui.words.names import Seating, first_fitting, join, recorded_name, sentence_start, tile_word
from tui.words.result_words import score_extent, yaku_items

DRAWS = 8
"""Draws that are told at once."""


def beside_code(replay: Replay) -> str:
    """The hand, its honba, and the code of the position."""
    start = replay.line.hand_at(replay.index).start
    hand = hand_and_honba(TILE_OF[start.bakaze], start.kyoku, start.honba)
    return t("replay.title", hand=hand, code=replay.code)


def seat_name(replay: Replay, seat: int) -> str:
    """The name of a seat as the record has it."""
    name = replay.game.names[seat]
    if name == PERSON:
        return t("session.you")
    return recorded_name(name) if name else t("replay.unnamed", number=seat + 1)


def next_line(replay: Replay) -> str:
    """The line about the next event as the seat sees it; at the end of a hand, how to go on."""
    event = replay.following
    if event is not None and not replay.hand_is_over:
        return t("replay.next", what=_what(replay, event))
    if replay.index < replay.last:
        result, following = BY_ID[ActionId.HAND_RESULT].named, BY_ID[ActionId.NEXT_HAND].named
        return t("replay.hand-over", result=result, following=following)
    if replay.game.cut is not None:
        return t("replay.record-cut", reason=replay.game.cut)
    return t("replay.record-over")


def played_line(replay: Replay, desk: Desk, reason: str) -> str:
    """The line about the seat's choice at the present decision; empty without one, or if the record hides it.

    ``reason`` is the sentence of the desk about the tile under the cursor. It follows a discard if it fits.
    """
    action, choice = replay.played, desk.choice
    if action is None or choice is None:
        return ""
    said = t("replay.played", what=action_words(action))
    discards = action.kind in (ActionKind.DISCARD, ActionKind.RIICHI)
    if not discards or not choice.of_tiles or choice.takes_win:
        return said
    return first_fitting((join_sentences((said, reason)), said))


def _what(replay: Replay, event: ev.Event) -> str:
    names = replay.seating
    match event:
        case ev.Tsumo(actor=actor, pai=tile) if tile == UNKNOWN or actor != replay.seat:
            return t("replay.draws", name=names.other(actor))
        case ev.Reach(actor=actor):
            return t("replay.declares", name=names[actor])
        case ev.ReachAccepted(actor=actor):
            return t("replay.pays", name=names[actor])
    following = replay.line.at(replay.index + 1).view
    return log_line(event, following, names) or t("replay.goes-on")


def wall_line(replay: Replay) -> str:
    """How many tiles are left in the wall, and as many of the next draws as fit in the line."""
    live, draws = replay.position.table.live, replay.next_draws()[:DRAWS]
    if not draws:
        return t("replay.wall-end", live=live)
    names = replay.seating
    told = [t("replay.draw", name=names[draw.actor], tile=_tile(draw)) for draw in draws]
    shorter = (told[:count] for count in range(len(told), 0, -1))
    return first_fitting(t("replay.wall", live=live, draws=join(some)) for some in shorter)


def _tile(draw: ev.Tsumo) -> str:
    return "?" if draw.pai == UNKNOWN else tile_word(TILE_OF[draw.pai])


class SheetHand(msgspec.Struct, frozen=True):
    """One line of the sheet."""

    hand: RecordedHand
    outcome: Outcome | None
    """How the hand ended; None if the record stops before that, or the engine refuses what it tells."""
    before: tuple[int, ...]
    """Points by seat at the deal."""
    after: tuple[int, ...] | None
    """Points by seat after the hand: as the record tells them, else as the engine counts."""

    @property
    def wins(self) -> list[ev.Hora]:
        return [event for event in self.hand.events if isinstance(event, ev.Hora)]

    @property
    def draw(self) -> ev.Ryukyoku | None:
        return next((event for event in self.hand.events if isinstance(event, ev.Ryukyoku)), None)

    @property
    def changes(self) -> tuple[int, ...] | None:
        """The change of points by seat, riichi sticks included."""
        if self.after is None:
            return None
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))


def score_sheet(rules: Ruleset, events: Sequence[ev.Event]) -> tuple[SheetHand, ...]:
    """The sheet of a record with all hands open; its last hand may stop in the middle."""
    hands = tuple(hands_of(events))
    if not hands:
        return ()
    following = [second.start.scores for _, second in pairwise(hands)]
    end = next((event.scores for event in events if isinstance(event, ev.EndGame)), None)
    return tuple(
        _line(rules, hand, after, end) for hand, after in zip(hands, [*following, None], strict=True)
    )


def points_by_hand(sheet: Sequence[SheetHand]) -> tuple[tuple[int, ...], ...]:
    """The points at the deal of the first hand, and after each finished hand: by hand, then by seat."""
    if not sheet:
        return ()
    return (sheet[0].before, *(line.after for line in sheet if line.after is not None))


def _line(
    rules: Ruleset, hand: RecordedHand, following: Sequence[int] | None, end: Sequence[int] | None
) -> SheetHand:
    """The line of a hand; ``following`` are the points at the next deal, ``end`` those at the end."""
    over = any(isinstance(event, ev.ResultEvent) for event in hand.events)
    outcome, counted = _played(rules, hand) if over else (None, None)
    paid = paid_scores(hand.events, rules.riichi_bet)
    told = (hand.end and hand.end.scores) or following or paid or counted or end
    return SheetHand(hand, outcome, tuple(hand.start.scores), tuple(told) if over and told else None)


def _played(rules: Ruleset, hand: RecordedHand) -> tuple[Outcome | None, list[int] | None]:
    """How the engine ends the hand, and the points that it counts."""
    try:
        game = deal(rules, hand)
        play(game, hand.events)
    except RecordError:
        return None, None
    return recorded_outcome(hand.events, game), [seat.score for seat in game.table.seats]


def hand_title(line: SheetHand) -> str:
    """The name of the hand with its honba: ``East 2, 1 honba``."""
    start = line.hand.start
    return hand_and_honba(TILE_OF[start.bakaze], start.kyoku, start.honba)


def hand_sign(line: SheetHand) -> str:
    """The name of the hand in a few cells: ``E2``, with honba ``E2-1``."""
    start = line.hand.start
    name = f"{t(f'sheet.winds.{start.bakaze}')}{start.kyoku}"
    return f"{name}-{start.honba}" if start.honba else name


def brief_result(line: SheetHand) -> str:
    """How the hand ended, in a word."""
    wins = line.wins
    if wins:
        return t("sheet.tsumo" if wins[0].actor == wins[0].target else "sheet.ron")
    draw = line.draw
    if draw is None:
        return t("sheet.unfinished")
    return t("sheet.drawn" if draw.reason in _OVER else "sheet.aborted")


_OVER = (None, "exhaustive", "nagashi_mangan")


def result_words(line: SheetHand, names: Seating) -> str:
    """The wins with their payers, or why the hand was drawn and who was tenpai."""
    if line.wins:
        return join_clauses(_win(line, number, win, names) for number, win in enumerate(line.wins))
    if line.draw is None:
        return t("sheet.unfinished")
    told = sentence_start(draw_reason(line.draw.reason))
    tenpai = line.draw.tenpais
    if line.outcome is not None and line.outcome.draw is not None:
        tenpai = list(line.outcome.draw.tenpai)
    if not tenpai or line.draw.reason not in _OVER:
        return told
    ready = [names.other(seat) for seat in names.around if tenpai[seat]]
    return join_clauses([told, t("sheet.tenpai", names=join_list(ready)) if ready else t("sheet.nobody")])


def _win(line: SheetHand, number: int, win: ev.Hora, names: Seating) -> str:
    points = _points(line, number, win)
    if win.actor == win.target:
        return t("sheet.tsumo-by", name=names[win.actor], points=points)
    return t("sheet.ron-from", name=names[win.actor], other=names.other(win.target), points=points)


def _points(line: SheetHand, number: int, win: ev.Hora) -> int:
    """The worth of the hand without honba and sticks; the winner's gain if the record has no more."""
    if line.outcome is not None and number < len(line.outcome.wins):
        return line.outcome.wins[number].value
    return win.points or (win.deltas[win.actor] if win.deltas else 0)


def yaku_words(line: SheetHand) -> str:
    """The yaku of each win with han, fu and limit; empty for a draw, or if nothing tells them."""
    return join_clauses(_yaku(line))


def _yaku(line: SheetHand) -> Iterator[str]:
    if line.outcome is not None:
        for win in line.outcome.wins:
            names = join_list(f"{item.name} {item.worth}" for item in yaku_items(win.score))
            yield t("sheet.worth", yaku=names, extent=score_extent(win.score))
        return
    for told in line.wins:
        if told.yaku:
            yield join_list(t(f"yaku.{name}") for name, _ in told.yaku)
