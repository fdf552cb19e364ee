"""A bot that errs now and then, as players at a table do: it miscounts, wins in furiten, makes a wrong kan.

Errors follow from the seed of the game, the seat and the moment alone, as in a game that is resumed.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.bot import Bot, EventListener
from engine.actions import Action, ActionKind, WinCount
from engine.fouls import Mistake, stands
from engine.legal import NEIGHBOURS
from engine.options import Options
from engine.outcome import WinResult
from engine.results import Pot, called_win, win_deltas
from engine.rules import Offence, Ruleset
from engine.score.points import COUNTED_HAN, FU, FU_OF_PINFU, FU_OF_SEVEN_PAIRS, basic_points
from engine.score.yaku import AKA_DORA, DORA, URA_DORA
from engine.shape import Form, shanten
from engine.table import Table
from engine.tiles import KIND_OF
from engine.view import SeatView
from engine.wall import PLAYERS, Dice

DORA_NAMES = (DORA, AKA_DORA, URA_DORA)
_OWN_DICE = 17
"""Separates these random numbers from those of walls and seats."""
_HAND, _MOMENT, _CHOICE = range(3)


class ErringBot:
    """Another bot that errs about once in ``chances`` chances to."""

    def __init__(self, bot: Bot, seed: int, chances: int) -> None:
        """``chances`` is at least 1; ``seed`` is that of the game."""
        self._bot = bot
        self._seed = seed
        self._chances = chances

    @property
    def name(self) -> str:
        return self._bot.name

    def choose(self, view: SeatView, options: Options) -> Action:
        if view.table.counting == view.seat:
            return self.count(view, options.actions[0])
        for mistake in options.errors:
            if self._is_made(view, mistake):
                return mistake.action
        return self._bot.choose(view, options)

    def _is_made(self, view: SeatView, mistake: Mistake) -> bool:
        """Whether this is a chance to err, and the bot does."""
        action = mistake.action
        match action.kind:
            case ActionKind.RON if mistake.offence is Offence.FALSE_WIN:
                return stands(view, mistake) and self._errs(view, _MOMENT)
            case ActionKind.CLOSED_KAN if mistake.offence is Offence.BAD_CLOSED_KAN:
                return bool(action.consumed) and self._errs(view, _MOMENT)
            case ActionKind.CHI if mistake.offence is Offence.INVALID_CALL:
                # a hand is one chance, because such discards come in each of its turns
                return _is_tempting(view) and self._errs(view, _HAND)
        return False

    def count(self, view: SeatView, right: Action) -> Action:
        wrong = tuple(miscounts(view.table, called_win(view.table, view.seat)))
        if not wrong or not self._errs(view, _MOMENT):
            return right
        return right._replace(said=wrong[self._dice(view, _CHOICE).below(len(wrong))])

    def _errs(self, view: SeatView, about: int) -> bool:
        return not self._dice(view, about).below(self._chances)

    def _dice(self, view: SeatView, about: int) -> Dice:
        """Random numbers of a hand, or of a moment of it."""
        table = view.table
        hand = (table.round_wind, table.kyoku, table.honba)
        turns = 0 if about == _HAND else sum(len(seat.pond) for seat in table.seats)
        return Dice(self._seed, _OWN_DICE, view.seat, about, *hand, turns)


def erring(bot: Bot, seed: int, chances: int) -> Bot:
    """The bot, which errs about once in ``chances`` chances to; ``seed`` is that of the game."""
    if isinstance(bot, EventListener):
        return MiscountingProgram(bot, seed, chances)
    return ErringBot(bot, seed, chances)


class MiscountingProgram(ErringBot):
    """An external program that plays as it is; its wins are miscounted, because mjai has no counts."""

    def __init__(self, bot: EventListener, seed: int, chances: int) -> None:
        super().__init__(bot, seed, chances)
        self.observe = bot.observe
        self.take_faults = bot.take_faults
        self.reset = bot.reset
        self.close = bot.close

    def _is_made(self, view: SeatView, mistake: Mistake) -> bool:
        return False


def _is_tempting(view: SeatView) -> bool:
    """Whether an open hand would get closer by a chi of a tile that was not discarded on the left."""
    table = view.table
    offer = table.offer
    if offer is None or not view.hand.melds or (table.turn + 1) % PLAYERS == view.seat:
        return False
    kind, counts = KIND_OF[offer], list(view.hand.counts)
    if not any(counts[low] and counts[high] for low, high in NEIGHBOURS[kind]):
        return False
    before = shanten(counts, len(view.hand.melds))
    counts[kind] += 1
    return shanten(counts, len(view.hand.melds)) < before


def miscounts(table: Table, win: WinResult) -> Iterator[WinCount]:
    """The counts of a win that are wrong by one step of han or fu and claim other points.

    None for a yakuman, and none for a win that somebody is liable for.
    """
    score = win.score
    if score.yakuman or score.han is None or score.fu is None or win.liable:
        return
    names = tuple(item.name for item in score.yaku)
    for han, fu in _steps(score.han, score.fu, win.score.reading.form is Form.SEVEN_PAIRS):
        base, _ = basic_points(han, fu, table.rules)
        if base == score.base:
            continue
        pot = Pot(win.honba, win.riichi_sticks)
        deltas = win_deltas(table, win.winner, win.target, base, (), pot)
        if deltas != win.deltas:
            yaku = _without(win, score.han - han)
            yield WinCount(names if yaku is None else yaku, han, _said_fu(han, fu, table.rules), deltas)


def _steps(han: int, fu: int, seven_pairs: bool) -> Iterator[tuple[int, int]]:
    """Han and fu next to the right ones. Seven pairs are taken for 30 fu, never for 20."""
    for other in (han - 1, han + 1):
        if 0 < other < COUNTED_HAN:
            yield other, fu
    if seven_pairs:
        yield han, FU[FU.index(fu) + 1]
        return
    sums = [each for each in FU if each not in (FU_OF_PINFU, FU_OF_SEVEN_PAIRS)]
    if fu in sums:
        at = sums.index(fu)
        for other in (at - 1, at + 1):
            if 0 <= other < len(sums):
                yield han, sums[other]


def _said_fu(han: int, fu: int, rules: Ruleset) -> int | None:
    """The fu, which a limit makes needless."""
    return None if basic_points(han, fu, rules)[1] else fu


def _without(win: WinResult, fewer: int) -> tuple[str, ...] | None:
    """The yaku without a forgotten one of one han, never without any yaku; None if there is none."""
    items = win.score.yaku
    if fewer != 1:
        return None
    left = [item.name for item in items if item.name not in DORA_NAMES]
    for item in reversed(items):
        if item.han == 1 and (item.name in DORA_NAMES or len(left) > 1):
            return tuple(each.name for each in items if each is not item)
    return None
