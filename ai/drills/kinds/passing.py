"""Questions "take it or leave it": what does passing on this tile cause, and can the hand win on the next
one?

The positions are before and in riichi, between turns and on an own draw. A tile that causes nothing is near a
wait, and the hand is not furiten. A hand that is already furiten stays furiten, whatever passes. Passing on a
winning draw causes nothing by itself, so the question is what discarding it causes; in riichi it is asked
only of a furiten hand, because it causes two kinds of furiten at once.

The second part asks whether the hand can win on the next tile, discarded by another player or drawn. A
discarded tile is always a wait with a yaku, so that furiten alone decides. Furiten does not matter to a drawn
one: it wins unless it is no wait, or a wait without a yaku of an open hand. It is another tile than the one
that passed.

What is offered depends on where the tile comes from.

The difficulty is the effort of ``ai.drills.furiten_history``, with additions for a kan, an own draw, a tile
without a yaku, and a next tile that comes after the own discard or is another wait.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ai.drills.difficulty import near
from ai.drills.drill import Drill
from ai.drills.furiten_history import FURITEN_THEMES, LookBack, effort, look_back
from ai.drills.question import Ask, Asked, Draft, DrillKind, DrillTheme, Facts, Part, QuestionOf, word_options
from ai.reading.furiten_advice import PassEffect, passing
from ai.reading.outlook import outlook_now
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import Refusal, Why
from engine.furiten import Cause, FuritenKind
from engine.hand import MeldKind
from engine.legal import refuse_ron, refuse_tsumo
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, KINDS, MJAI, NAMES, UNKNOWN, Kind, Tile, all_tiles, parse_tile
from engine.view import SeatView
from engine.wall import PLAYERS, Dice


class PassResult(StrEnum):
    """The furiten that passing on a tile causes, or why it causes none."""

    NOTHING = "nothing"
    DISCARD = "discard"
    """Furiten until the wait changes: the drawn winning tile is in the own pond."""
    TEMPORARY = "temporary"
    """Furiten until the next own discard."""
    RIICHI = "riichi"
    """Furiten until the hand ends."""
    ALREADY = "already"
    """Nothing new: the hand was already furiten."""


YES, NO = "yes", "no"
"""The answers to whether the hand can win on the next tile."""


class TileTiming(StrEnum):
    """When the next tile of the wait comes."""

    NEXT = "next"
    """The next player to draw discards it, before any own discard."""
    AFTER_DISCARD = "after-discard"
    """The player to the right discards it, right after the own discard."""
    DRAWN = "drawn"
    """The seat draws it."""


class Source(StrEnum):
    """Where the tile comes from."""

    DISCARDED = "discarded"
    ADDED = "added"
    OWN = "own"


OFFERED: dict[Source, tuple[PassResult, ...]] = {
    Source.DISCARDED: (PassResult.NOTHING, PassResult.TEMPORARY, PassResult.RIICHI, PassResult.ALREADY),
    Source.ADDED: (PassResult.NOTHING, PassResult.TEMPORARY, PassResult.RIICHI, PassResult.ALREADY),
    Source.OWN: (PassResult.NOTHING, PassResult.DISCARD, PassResult.ALREADY),
}
"""The effects that are possible, and offered as answers."""
LIVE = 8
"""The fewest tiles left in the wall, so that the next turns are not the last ones."""
OFFERS = (ev.Dahai, ev.Kakan, ev.Tsumo)
"""Events after which a tile may pass."""
FOR_KAN = 3
FOR_OWN_DRAW = 2
FOR_NO_YAKU = 3
FOR_AFTER_DISCARD = 3
FOR_OTHER_WAIT = 1
"""Additions to the difficulty."""


class PassingAsked(Asked, frozen=True):
    """When the next tile comes, and which one it is."""

    when: TileTiming
    tile: str
    """Its name; a red five is another tile than a plain one."""


@dataclass(frozen=True, slots=True)
class NextTile:
    """The next tile of the wait, with its timing and its seat."""

    when: TileTiming
    tile: Tile
    seat: int


@dataclass(frozen=True, slots=True)
class PassingAsk(Ask):
    """Asks what passing on ``tile`` of that seat causes, and whether the hand can win on the next one.

    ``kan`` says whether it was added to a pon. If ``seat`` is the own seat, the tile is drawn and then
    discarded.
    """

    tile: Tile
    seat: int
    kan: bool
    then: NextTile


@dataclass(frozen=True, slots=True)
class PassingFacts(Facts):
    """The effect of the pass, the next tile, and the look back."""

    waits: tuple[Kind, ...]
    effect: PassEffect
    then: tuple[Cause, ...]
    """The causes of furiten when the next tile comes."""
    refusal: Refusal | None
    """Why the hand cannot win on the next tile."""
    past: LookBack


PassingQuestion = QuestionOf[PassingAsk, PassingFacts]


def source_of(ask: PassingAsk, seat: int) -> Source:
    """Where the tile comes from that the seat is asked about."""
    if ask.seat == seat:
        return Source.OWN
    return Source.ADDED if ask.kan else Source.DISCARDED


def pass_result(view: SeatView) -> PassResult | None:
    """The furiten that passing on the tile causes; None without a decision, or with more than one answer."""
    effect = offer_of(view)
    if effect is None:
        return None
    if not effect.completes:
        close = not effect.already and near(KIND_OF[effect.tile], view.waits)
        return PassResult.NOTHING if close else None
    if effect.own:
        if effect.already:
            # outside riichi the discard ends temporary furiten, so that something changes
            lasts = view.me.riichi or all(cause.kind is FuritenKind.DISCARD for cause in effect.already)
            return PassResult.ALREADY if lasts else None
        # in riichi it causes both kinds of furiten that last until the hand ends
        return None if view.me.riichi else PassResult.DISCARD
    if effect.already:
        return PassResult.ALREADY
    return _KINDS.get(effect.kind)


_KINDS: dict[FuritenKind | None, PassResult] = {
    FuritenKind.TEMPORARY: PassResult.TEMPORARY,
    FuritenKind.RIICHI: PassResult.RIICHI,
}


def offer_of(view: SeatView) -> PassEffect | None:
    """The tile on offer, or the own draw that completes the hand."""
    table = view.table
    if view.my_turn and view.drawn is not None and KIND_OF[view.drawn] not in view.waits:
        return PassEffect(view.drawn, False, False, None, None, view.furiten, own=True)
    own = view.my_turn and view.drawn is not None
    offered = table.offer is not None and table.turn != view.seat and table.offered_kan is not _CLOSED
    return passing(view) if own or offered else None


_CLOSED = MeldKind.CLOSED_KAN


def ask(moment: SeatPosition, then: PassingAsked) -> Draft | None:
    """The question about a position and the next tile; None if the answer is not unique."""
    view = moment.view()
    effect, brings = offer_of(view), pass_result(view)
    if effect is None or brings is None or not is_open(moment, view):
        return None
    sequel = _sequel(moment, view, then)
    if sequel is None:
        return None
    follows, after, refusal = sequel
    past = look_back(moment.rules, moment.seat, moment.events)
    question = PassingAsk(effect.tile, view.table.turn, view.table.phase is Phase.ROB, follows)
    first = [FURITEN_THEMES[cause.kind] for cause in effect.already]
    if brings in _RESULT_THEMES:
        first = [_RESULT_THEMES[brings]]
    no_yaku = any(each is not None and each.why is Why.NO_YAKU for each in (effect.refusal, refusal))
    also = {
        DrillTheme.ROBBED_KAN: question.kan,
        DrillTheme.OWN_DRAW: effect.own,
        DrillTheme.NO_YAKU: no_yaku,
    }
    return Draft(
        position=moment,
        ask=question,
        parts=(
            Part("brings", word_options(OFFERED[source_of(question, moment.seat)])),
            Part("then", word_options((YES, NO))),
        ),
        answer=(frozenset({brings.value}), frozenset({YES if refusal is None else NO})),
        facts=PassingFacts(view.waits, effect, after, refusal, past),
        difficulty=difficulty(view, effect, question, past),
        stored=then,
        themes=tuple(dict.fromkeys((*first, *(theme for theme, is_so in also.items() if is_so)))),
    )


def is_open(moment: SeatPosition, view: SeatView) -> bool:
    """Whether a tile may pass here, and the hand goes on after it."""
    if not isinstance(moment.events[-1], OFFERS) or view.table.live < LIVE:
        return False
    return all(view.hand.holds(kind) < COPIES for kind in view.waits)


_RESULT_THEMES: dict[PassResult, DrillTheme] = {
    PassResult.NOTHING: DrillTheme.NO_FURITEN,
    PassResult.DISCARD: DrillTheme.DISCARD_FURITEN,
    PassResult.TEMPORARY: DrillTheme.TEMPORARY_FURITEN,
    PassResult.RIICHI: DrillTheme.RIICHI_FURITEN,
}


def difficulty(view: SeatView, effect: PassEffect, ask: PassingAsk, past: LookBack) -> int:
    """The difficulty, as the module describes it."""
    more = FOR_KAN * ask.kan + FOR_OWN_DRAW * effect.own
    more += FOR_NO_YAKU * (effect.refusal is not None and effect.refusal.why is Why.NO_YAKU)
    more += FOR_AFTER_DISCARD * (ask.then.when is TileTiming.AFTER_DISCARD)
    more += FOR_OTHER_WAIT * (KIND_OF[ask.then.tile] != KIND_OF[effect.tile])
    return effort(view, past) + more


# -- the next tile -------------------------------------------------------------------------------------


def _sequel(
    moment: SeatPosition, view: SeatView, then: PassingAsked
) -> tuple[NextTile, tuple[Cause, ...], Refusal | None] | None:
    """The next tile, the furiten of the hand at that time, and why it is not a win.

    None if that tile cannot come then, or does not ask anything.
    """
    tile, drawn = parse_tile(then.tile), then.when is TileTiming.DRAWN
    wins = KIND_OF[tile] in next_kinds(view, then.when, wins=True)
    if not wins and (not drawn or KIND_OF[tile] not in next_kinds(view, then.when, wins=False)):
        return None
    # what others draw in between does not matter to the answer, as long as they leave the tile
    onward = Continuation(moment.rules, moment.seat, moment.events, Dice(0), {*view.waits, KIND_OF[tile]})
    passed = view.drawn if view.my_turn else None
    if not onward.has(tile) or not lead_to(onward, then.when, passed):
        return None
    onward.draw_exactly(tile)
    seat = onward.view.table.turn
    if not drawn:
        onward.discard(tile)
    refusal = refuse_tsumo(onward.view) if drawn else refuse_ron(onward.view)
    if (refusal is None) is not wins if drawn else refusal is not None and refusal.why is not Why.FURITEN:
        return None
    return NextTile(then.when, tile, seat), onward.view.furiten, refusal


def first_then(moment: SeatPosition) -> PassingAsked | None:
    """The earliest next tile that can be asked about; of those at one time the lowest."""
    view = moment.view()
    if pass_result(view) is None:
        return None
    unseen = Counter(all_tiles(moment.rules.red_fives))
    unseen.subtract(view.visible())
    for when in TileTiming:
        for wins in (True, False):
            kinds = next_kinds(view, when, wins=wins)
            for tile in sorted(tile for tile, left in unseen.items() if left > 0 and KIND_OF[tile] in kinds):
                if ask(moment, found := PassingAsked(when, NAMES[tile])) is not None:
                    return found
    return None


def next_kinds(view: SeatView, when: TileTiming, *, wins: bool) -> list[Kind]:
    """The kinds of the next tile to choose from."""
    drawn = view.drawn if view.my_turn else None
    passed = view.table.offer if drawn is None else drawn
    if when is not TileTiming.DRAWN:
        return [wait.kind for wait in outlook_now(view).waits if wait.ron]
    others = [kind for kind in range(KINDS) if passed is None or kind != KIND_OF[passed]]
    tsumo = {wait.kind: wait.tsumo for wait in outlook_now(view).waits}
    if wins:
        return [kind for kind in others if tsumo.get(kind)]
    without_yaku = [kind for kind in others if tsumo.get(kind) is False]
    return without_yaku or [kind for kind in others if kind not in tsumo and near(kind, view.waits)]


def lead_to(onward: Continuation, when: TileTiming, passed: Tile | None) -> bool:
    """Pass on the tile and continue until the next one is drawn; False if this is impossible."""
    seat = onward.seat
    if passed is not None:
        onward.discard(passed)
        if when is TileTiming.DRAWN:
            onward.up_to(seat)
        return when is not TileTiming.NEXT
    if when is TileTiming.NEXT:
        return onward.next_seat != seat
    onward.up_to(seat)
    if when is TileTiming.AFTER_DISCARD:
        onward.turn()
    return True


DRILL = Drill(
    kind=DrillKind.PASSING,
    bands=((0, 23), (24, 28), (29, 33), (34, 38), (39, 999)),
    asked=PassingAsked,
    ask=ask,
    exchange=lambda asked, exchange: PassingAsked(asked.when, exchange.name(asked.tile)),
    mistake=lambda moment, only: None if only else first_then(moment),
)


# -- what may happen next ----------------------------------------------------------------------------


def replaced(rules: Ruleset, kan: MeldKind, drawn: ev.Tsumo, indicator: Callable[[], str]) -> list[ev.Event]:
    """The draw of the replacement tile and, if kans reveal indicators, the new indicator.

    ``indicator`` returns a tile in mjai spelling, and is called only if an indicator is revealed. A late
    indicator is revealed with the discard that follows, so no other kan may come before that discard.
    """
    if not rules.kan_dora:
        return [drawn]
    timing = rules.closed_kan_dora if kan is MeldKind.CLOSED_KAN else rules.open_kan_dora
    turned = ev.Dora(indicator())
    return [turned, drawn] if timing == "before" else [drawn, turned]


class WallEmpty(ValueError):
    """The hand is over: no tile is left to draw."""


class Continuation:
    """A position of a seat and the events that follow it; tiles on offer pass.

    No player discards a tile of ``keep`` unless the caller asks for it.
    """

    def __init__(
        self,
        rules: Ruleset,
        seat: int,
        events: Sequence[ev.Event],
        dice: Dice,
        keep: Collection[Kind] = (),
    ) -> None:
        self.rules, self.seat = rules, seat
        self.events = list(events)
        self.view = SeatView.from_events(rules, seat, events)
        self._keep = keep
        unseen = all_tiles(rules.red_fives)
        for tile in self.view.visible():
            unseen.remove(tile)
        self._unseen = dice.shuffled(unseen)

    def append(self, *events: ev.Event) -> None:
        for event in events:
            self.view.apply(event)
            self.events.append(event)

    def has(self, tile: Tile) -> bool:
        """Whether exactly that tile, red or not, is still unseen."""
        return tile in self._unseen

    @property
    def next_seat(self) -> int:
        """The seat that draws next if no tile is claimed; after a kan its owner."""
        table = self.view.table
        kan = table.phase in (Phase.ROB, Phase.KAN)
        return table.turn if kan or table.phase is Phase.DRAW else (table.turn + 1) % PLAYERS

    def draw_exactly(self, tile: Tile) -> None:
        """The next player draws this unseen tile; other seats do not see it."""
        self._unseen.remove(tile)
        self._append_draw(MJAI[tile] if self.next_seat == self.seat else UNKNOWN)

    def discard(self, tile: Tile) -> None:
        """The player on turn discards the drawn tile."""
        self.append(ev.Dahai(self.view.table.turn, MJAI[tile], tsumogiri=True))

    def turn(self) -> None:
        """The next player draws a tile that is not of ``keep``, and discards it."""
        tile = next(tile for tile in self._unseen if KIND_OF[tile] not in self._keep)
        self.draw_exactly(tile)
        self.discard(tile)

    def up_to(self, seat: int) -> None:
        """Play turns until this seat draws next."""
        while self.next_seat != seat:
            self.turn()

    def _append_draw(self, name: str) -> None:
        """The next player draws; before that a riichi is accepted, or a kan completed.

        Raises WallEmpty if no tile is left to draw.
        """
        table = self.view.table
        if table.live == 0:
            raise WallEmpty("there is no tile left to draw")
        drawn = ev.Tsumo(self.next_seat, name)
        if table.phase in (Phase.ROB, Phase.KAN):
            kan = self.view.table.kans[-1][1]
            self.append(*replaced(self.rules, kan, drawn, self._indicator))
            return
        discarder = table.seats[table.turn]
        if table.phase is Phase.CLAIM and discarder.riichi and not discarder.riichi_paid:
            self.append(ev.ReachAccepted(table.turn))
        self.append(drawn)

    def _indicator(self) -> str:
        """A new dora indicator, not of ``keep``, whose tiles are still to be drawn."""
        tile = next(tile for tile in reversed(self._unseen) if KIND_OF[tile] not in self._keep)
        self._unseen.remove(tile)
        return MJAI[tile]
