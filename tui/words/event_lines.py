"""Events in words: log lines, announcements, what others did since the own turn, and the log of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from engine import events as ev
from engine.legal import refuse_ron
from engine.rules import Ruleset
from engine.tiles import DORA_OF, KIND_OF, TILE_OF, Kind, format_tiles, sort_tiles
from engine.view import SeatView
from tui.i18n import join_list, t
from tui.words.names import Seating, kind_word, tile_word

if TYPE_CHECKING:
    from engine.records.recorded_game import RecordedHand
    from engine.records.timeline import Position, Timeline


def _tile(name: str) -> str:
    return tile_word(TILE_OF[name])


def _dora(marker: str) -> str:
    return tile_word(DORA_OF[KIND_OF[TILE_OF[marker]]])


def _run(event: ev.Chi) -> str:
    return format_tiles(sort_tiles(TILE_OF[name] for name in (event.pai, *event.consumed)))


def hand_name(wind: Kind, kyoku: int) -> str:
    """``East 2``."""
    return t("log.hand", wind=tile_word(wind), kyoku=kyoku)


def hand_and_honba(wind: Kind, kyoku: int, honba: int) -> str:
    """``East 2, 1 honba``; without honba ``East 2``."""
    name = hand_name(wind, kyoku)
    return t("log.title-honba", hand=name, honba=t("table.honba", count=honba)) if honba else name


def stakes(honba: int, sticks: int) -> list[str]:
    """Honba and riichi sticks on the table; nothing for those that there are not."""
    words = [t("table.honba", count=honba)] if honba else []
    return [*words, t("table.riichi-sticks", count=sticks)] if sticks else words


def _discard(event: ev.Dahai, view: SeatView, names: Seating) -> str:
    name, tile = names[event.actor], _tile(event.pai)
    if view.table.seats[event.actor].pond[-1].riichi:
        return t("log.riichi", name=name, tile=tile)
    if event.tsumogiri and event.actor != view.seat:
        return t("log.tsumogiri", name=name, tile=tile)
    return t("log.discard", name=name, tile=tile)


def draw_reason(reason: str | None) -> str:
    """The text for a draw reason of a record; None is an exhaustive draw."""
    return t(f"result.draw.{reason or 'exhaustive'}")


def _line(event: ev.Event, view: SeatView, names: Seating) -> str | None:
    match event:
        case ev.StartKyoku():
            name = hand_name(TILE_OF[event.bakaze], event.kyoku)
            return t("log.deal", hand=name, dora=_dora(event.dora_marker))
        case ev.Tsumo():
            if event.actor != view.seat:
                return None
            return t("log.draw", name=names[event.actor], tile=_tile(event.pai))
        case ev.Dahai():
            return _discard(event, view, names)
        case ev.DiscardCall():
            who, source = names[event.actor], names.other(event.target)
            if isinstance(event, ev.Chi):
                return t("log.chi", name=who, tiles=_run(event), other=source)
            key = "log.pon" if isinstance(event, ev.Pon) else "log.kan"
            return t(key, name=who, tile=_tile(event.pai), other=source)
        case ev.Ankan() | ev.Kakan():
            if isinstance(event, ev.Ankan):
                kind = KIND_OF[TILE_OF[event.consumed[0]]]
                return t("log.closed-kan", name=names[event.actor], tile=tile_word(kind))
            return t("log.added-kan", name=names[event.actor], tile=_tile(event.pai))
        case ev.Dora():
            return t("log.dora", dora=_dora(event.dora_marker))
        case ev.Hora():
            points = event.points or 0
            if event.actor == event.target:
                return t("log.tsumo", name=names[event.actor], points=points)
            return t("log.ron", name=names[event.actor], other=names.other(event.target), points=points)
        case ev.Ryukyoku():
            return t("log.drawn", reason=draw_reason(event.reason))
    return _said(event, names)


def _said(event: ev.Event, names: Seating) -> str | None:
    """The line of an event that only table rules have."""
    match event:
        case ev.Foul(actor=actor, offence=offence, penalty=penalty):
            words, meant = t(f"reviewed.foul-of.{offence}"), t(f"reviewed.penalty.{penalty}")
            return t("log.foul", name=names[actor], offence=words, penalty=meant)
        case ev.Tenpai(actor=actor):
            return t("log.tenpai", name=names[actor])
        case ev.Noten(actor=actor):
            return t("log.noten", name=names[actor])
        case ev.WinCalled(actor=actor, target=target):
            return t(f"log.called-{'tsumo' if actor == target else 'ron'}", name=names[actor])
        case ev.WinCounted(actor=actor):
            return t("log.counted", name=names[actor], value=count_value(event))
        case ev.Challenged(actor=actor, target=target, right=right):
            key = "right" if right else "wrong"
            return t(f"log.challenged-{key}", name=names[actor], other=names.other(target))
        case ev.Late(actor=actor, call=call):
            return t("log.late", name=names[actor], call=t(f"reviewed.short.{call}", tile=""))
    return None


def count_value(said: ev.WinCounted) -> str:
    """Han and fu as a winner says them."""
    if said.han is None:
        return t("log.count-limit")
    if said.fu is None:
        return t("log.count-han", han=said.han)
    return t("log.count", han=said.han, fu=said.fu)


def log_line(event: ev.Event, view: SeatView, names: Seating, *, automatic: bool = False) -> str | None:
    """The log line for an event, or None if it has no line. The view must include the event already.

    ``automatic`` marks an action that an automatic setting made for the player.
    """
    line = _line(event, view, names)
    return t("log.auto", line=line) if line is not None and automatic else line


class Log:
    """The log lines of the current hand, the newest last."""

    def __init__(self, names: Seating) -> None:
        self._names = names
        self._lines: list[tuple[str, bool]] = []
        """Lines, each with whether it is a hint."""
        self._heard: list[tuple[ev.Event, bool]] = []
        """Events of the hand, each with whether it was automatic."""

    @property
    def heard(self) -> list[ev.Event]:
        return [event for event, _ in self._heard]

    def event(self, event: ev.Event, view: SeatView, *, automatic: bool) -> None:
        """Add an event that the view includes already; a deal clears the log."""
        if isinstance(event, ev.StartKyoku):
            self._lines, self._heard = [], []
        self._heard.append((event, automatic))
        self._note(log_line(event, view, self._names, automatic=automatic))
        self._note(no_ron_line(event, view), hint=True)

    def refresh_texts(self, names: Seating, rules: Ruleset) -> None:
        """Rewrite the lines in the current language and with these names."""
        heard, self._names = self._heard, names
        from engine.records.timeline import timeline  # here: a table begins without a record

        for position in timeline(rules, [event for event, _ in heard], names.seat):
            event, automatic = heard[position.index]
            self.event(event, position.view, automatic=automatic)

    def lines(self, *, hints: bool) -> list[str]:
        return [line for line, hint in self._lines if hints or not hint]

    def _note(self, line: str | None, *, hint: bool = False) -> None:
        if line is not None:
            self._lines.append((line, hint))


def no_ron_line(event: ev.Event, view: SeatView) -> str | None:
    """The hint for a tile that completes the hand without a legal ron, so that no choice is offered."""
    passing = view.own.passing
    if passing is None or not isinstance(event, ev.OfferEvent):
        return None
    refusal = refuse_ron(view)
    if refusal is None:
        return None
    return t("log.no-ron", tile=tile_word(passing.tile), why=t(f"log.why-{refusal.why.value}"))


class Announcement(msgspec.Struct, frozen=True):
    """An announcement of a player: a call, a riichi, a win."""

    seat: int
    word: str
    """The displayed word: PON, RIICHI, RON …"""


def announcement(event: ev.Event) -> Announcement | None:
    """The announcement that belongs to an event, or None."""
    match event:
        case ev.Chi(actor=actor):
            return Announcement(actor, t("log.say-chi"))
        case ev.Pon(actor=actor):
            return Announcement(actor, t("log.say-pon"))
        case ev.Daiminkan(actor=actor) | ev.Ankan(actor=actor) | ev.Kakan(actor=actor):
            return Announcement(actor, t("log.say-kan"))
        case ev.Reach(actor=actor):
            return Announcement(actor, t("table.riichi"))
        case ev.Tenpai(actor=actor) | ev.Noten(actor=actor):
            return Announcement(
                actor, t("desk.says-tenpai" if isinstance(event, ev.Tenpai) else "desk.says-noten")
            )
        case ev.Hora(actor=actor, target=target) | ev.WinCalled(actor=actor, target=target):
            return Announcement(actor, t("log.say-tsumo") if actor == target else t("log.say-ron"))
    return None


def ends_announcement(event: ev.Event, said: Announcement) -> bool:
    """Whether an event ends an announcement, because another player's turn has begun."""
    if isinstance(event, ev.Tsumo | ev.Dahai):
        return event.actor != said.seat
    return isinstance(event, ev.StartKyoku)


def since_own_turn(heard: Sequence[ev.Event], names: Seating) -> tuple[str, ...]:
    """One text for each deed of another player and each new dora since the own last discard.

    ``heard`` are the events of the hand as the own seat hears them. The newest text is the last. A call and
    the discard after it are one deed: ``Takame pon East, 9m``.
    """
    told: list[str] = []
    latest = declaring = None
    for event in after_own_discard(heard, names.seat):
        actor = ev.actor_of(event)
        if isinstance(event, ev.Reach):
            declaring = actor
        if actor == names.seat or not (deed := _deed(event, riichi=actor is not None and actor == declaring)):
            continue
        if actor is None:
            told.append(deed)
        elif actor == latest:
            told[-1] = t("log.since.then", told=told[-1], deed=deed)
        else:
            told.append(t("log.since.deed", name=names[actor], deed=deed))
        if isinstance(event, ev.Dahai):
            # a discard ends the turn of its player
            latest = declaring = None
        else:
            latest = actor
    return tuple(told)


def after_own_discard(heard: Sequence[ev.Event], seat: int) -> Sequence[ev.Event]:
    """The events of a hand after the last discard of that seat; all of them if there is none."""
    own = (at for at in range(len(heard), 0, -1) if _is_discard_of(heard[at - 1], seat))
    return heard[next(own, 0) :]


def _is_discard_of(event: ev.Event, seat: int) -> bool:
    return isinstance(event, ev.Dahai) and event.actor == seat


def _deed(event: ev.Event, *, riichi: bool) -> str:
    """The deed in words; empty for events that are none, such as a draw."""
    match event:
        case ev.Dahai(pai=pai):
            return t("log.since.riichi" if riichi else "log.since.discard", tile=_tile(pai))
        case ev.Chi():
            return t("log.since.chi", tiles=_run(event))
        case ev.Pon(pai=pai):
            return t("log.since.pon", tile=kind_word(TILE_OF[pai]))
        case ev.Daiminkan(pai=pai) | ev.Kakan(pai=pai):
            return t("log.since.kan", tile=kind_word(TILE_OF[pai]))
        case ev.Ankan(consumed=own):
            return t("log.since.closed-kan", tile=kind_word(TILE_OF[own[0]]))
        case ev.Dora(dora_marker=marker):
            return t("log.since.dora", dora=_dora(marker))
    return ""


class LineWeight(StrEnum):
    """The importance of a line."""

    PLAIN = "plain"
    LOUD = "loud"
    """A call, a riichi, the end of the hand."""
    SOFT = "soft"
    """Draws, points and hints."""


class LogEntry(msgspec.Struct, frozen=True):
    """One line of the log."""

    text: str
    weight: LineWeight = LineWeight.PLAIN
    turn: int = 0
    """The number of a discard in its player's pond, counted from 1; 0 for other events."""
    note: str = ""
    """Whether a discard was tedashi or tsumogiri, and whether an automatic setting made it."""


class HandLog(msgspec.Struct, frozen=True):
    """The log of one hand."""

    title: str
    entries: tuple[LogEntry, ...]


def game_log(
    rules: Ruleset,
    seating: Seating,
    events: Sequence[ev.Event],
    automatic: Collection[int] = (),
    bot_failures: Mapping[int, Sequence[str]] | None = None,
    *,
    hints: bool,
) -> tuple[HandLog, ...]:
    """The logs of all hands so far, as seen from the player's own seat.

    ``automatic`` are the indexes in ``events`` of actions made by an automatic setting. ``bot_failures`` are
    lines about bot failures, by the index of the replacement action. ``hints`` adds a line for each winning
    tile that could not be won on, with the reason.
    """
    from engine.records.timeline import timeline  # here: as above

    game = timeline(rules, events, seating.seat)
    made = _Hands(game, seating, automatic, bot_failures or {}, hints=hints)
    return tuple(map(made.log, game.hands))


class _Hands:
    """Builds the logs of the hands of a game."""

    def __init__(
        self,
        game: Timeline,
        seating: Seating,
        automatic: Collection[int],
        bot_failures: Mapping[int, Sequence[str]],
        *,
        hints: bool,
    ) -> None:
        self._game = game
        self._names = seating.in_full()
        self._automatic = automatic
        self._bot_failures = bot_failures
        self._hints = hints

    def log(self, hand: RecordedHand) -> HandLog:
        before = hand.start.scores
        entries: list[LogEntry] = []
        for position in self._game.walk(hand):
            entries += [
                LogEntry(line, LineWeight.LOUD) for line in self._bot_failures.get(position.index, ())
            ]
            entries += self._lines(position)
            if position.event is hand.start:
                entries.append(self._points(before, before))
        if hand.end is not None:
            entries.append(self._points(hand.end.scores or before, before))
        return HandLog(_title(hand.start), tuple(entries))

    def _lines(self, position: Position) -> Iterator[LogEntry]:
        event, view = position.event, position.view
        automatic = position.index in self._automatic
        if isinstance(event, ev.Dahai):
            yield self._discard(event, view, automatic=automatic)
        elif line := log_line(event, view, self._names, automatic=automatic):
            yield LogEntry(line, _WEIGHTS.get(type(event), LineWeight.LOUD))
        if self._hints and (why := no_ron_line(event, view)):
            yield LogEntry(why, LineWeight.SOFT)

    def _discard(self, event: ev.Dahai, view: SeatView, *, automatic: bool) -> LogEntry:
        pond = view.table.seats[event.actor].pond
        name, tile = self._names[event.actor], tile_word(TILE_OF[event.pai])
        riichi = pond[-1].riichi
        text = t("log.riichi" if riichi else "log.discard", name=name, tile=tile)
        note = t("log.as-drawn" if event.tsumogiri else "log.from-hand")
        note = t("log.auto", line=note) if automatic else note
        return LogEntry(
            text, LineWeight.LOUD if riichi else LineWeight.PLAIN, view.table.turn_of(event.actor), note
        )

    def _points(self, now: Sequence[int], before: Sequence[int]) -> LogEntry:
        """The points of all players, the own seat first, with the change from ``before``."""
        told = join_list(
            t("log.points-of", name=self._names[seat], points=now[seat])
            if now[seat] == before[seat]
            else t("log.points-by", name=self._names[seat], points=now[seat], by=now[seat] - before[seat])
            for seat in self._names.around
        )
        return LogEntry(t("log.points", points=told), LineWeight.SOFT)


_WEIGHTS: dict[type[ev.Event], LineWeight] = {ev.Tsumo: LineWeight.SOFT, ev.Dora: LineWeight.PLAIN}


def _title(first: ev.StartKyoku) -> str:
    return hand_and_honba(TILE_OF[first.bakaze], first.kyoku, first.honba)
