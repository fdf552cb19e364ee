"""The pages that explain a position, tile by tile, as data. A screen lays them out.

A ``TileExplainer`` is about one position. On the own turn there is a page for each tile of the hand. At other
times a page about the tile on offer, or about the hand, comes before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial

from ai.reading.furiten_advice import PassEffect, passing
from ai.reading.outlook import Outlook, discard_outlooks, draws_to_tenpai, outlook_now, sorted_by_order
from ai.reading.safety import NonRyanmenWait
from ai.reading.safety_reasons import SafetyClass, safety_class
from ai.reading.threat import TenpaiEstimate, tenpai_estimates
from ai.reading.value_hints import CallEffect, value_hints
from engine.actions import ActionKind, Why
from engine.furiten import CauseEnd
from engine.legal import refuse_discard
from engine.options import why_not
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView
from tui.config.actions import BY_ID, ActionId
from tui.config.settings import MarksWhen
from tui.desk.choice import KINDS_OF, Choice, Mode
from tui.desk.hints import Hints
from tui.desk.scene import LaidHand, Panel, PanelItem, Section
from tui.i18n import join_list, join_sentences, t
from tui.tiles import NO_MARK, Mark, tier_mark
from tui.words.action_words import RefusedDiscard, action_word, reason, refused
from tui.words.furiten_sentences import kind_name
from tui.words.hand_sentences import (
    NEAR,
    HandWords,
    call_clauses,
    call_words,
    compare_discard,
    hand_wordings,
    is_way_out,
    ways_out,
)
from tui.words.hand_value import value_words, win_chances, yaku_in_reach
from tui.words.names import Seating, join, sentence_start, tile_word
from tui.words.riichi_choices import riichi_table
from tui.words.safety_sentences import SafetyWords, class_against, threat_words

Stop = int | None
"""The subject of a page: a place in the shown hand, or None for the tile on offer or the hand."""


class TileExplainer:
    """The pages about one position. ``choice`` is the present decision, if any."""

    def __init__(
        self, view: SeatView, seating: Seating, laid: LaidHand, choice: Choice | None = None
    ) -> None:
        self.view = view
        self.laid = laid
        self.tiles = laid.tiles
        self._choice = choice
        self._names = seating
        self._hand = HandWords(view, self._names)
        self._safety_words = SafetyWords(view, self._names)
        """The words of the page that is made: each page explains every kind of wait once."""
        self._hints = Hints(view, MarksWhen.ALWAYS, laid)
        self._pages: dict[tuple[Stop, bool], Panel] = {}
        places = tuple(range(len(self.tiles)))
        self.stops: tuple[Stop, ...] = places if view.my_turn else (None, *places)
        """The subjects of all pages, in the order of the hand."""

    @property
    def first(self) -> Stop:
        """The first page: about the tile under the cursor, else the tile on offer, else the hand."""
        if not self.view.my_turn:
            return None
        return len(self.tiles) - 1 if self._choice is None else self._choice.place

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the hand, against the players who threaten, or against all if none does."""
        return self._hints.marks(self._choice)

    @property
    def offer(self) -> Tile | None:
        """The tile of another player that can be claimed now, or None."""
        table = self.view.table
        return table.offer if table.turn != self.view.seat else None

    def page(self, stop: Stop) -> Panel:
        key = stop, self._declaring
        if key not in self._pages:
            self._pages[key] = self._make_page(stop)
        return self._pages[key]

    @cached_property
    def hand(self) -> Panel:
        """The page about the hand, also while a tile is on offer."""
        sections = [*self._threats(besides=False), *self._present(), *self._threats(besides=True)]
        return Panel(t("panel.title.hand"), tuple(sections))

    def _make_page(self, stop: Stop) -> Panel:
        if stop is not None:
            return self._tile_page(self.tiles[stop], drawn=self.laid.is_drawn(stop))
        return self.hand if self.offer is None else self._offer_page()

    # -- pages ---------------------------------------------------------------------------------------

    def _tile_page(self, tile: Tile, *, drawn: bool) -> Panel:
        """What threatens comes first, then the own hand, then players of whom nothing can be seen.

        What the kans of the turn leave stands before the hand on the page of such a tile, else behind it.
        """
        self._safety_words = SafetyWords(self.view, self._names)
        threatening, rest = self._safety(tile), self._safety_besides(tile)
        if not self.view.my_turn:
            title = t("panel.title.tile", tile=tile_word(tile))
            return Panel(title, (*threatening, *rest, *self._measured(tile)))
        effect = next(each for each in self._effects if each.tile == tile)
        kans, compared = self._kans(tile), [] if self._declaring else self._kans_compared()
        first = self._compared(tile) if self._declaring else compared if kans else []
        sections = [*threatening, *first, self._effect(effect, drawn=drawn), *self._furiten(effect)]
        if effect.refusal is None:
            sections.append(self._value(tile, besides=effect.shanten > NEAR))
        sections += [*(kans or compared), *rest, *self._measured(tile)]
        key = "panel.title.riichi" if self._declaring else "panel.title.discard"
        return Panel(t(key, tile=tile_word(tile)), tuple(sections))

    def safety(self, place: int) -> Panel:
        """The page about a tile of the hand, with its safety alone."""
        self._safety_words = SafetyWords(self.view, self._names)
        tile = self.tiles[place]
        sections = (*self._safety(tile), *self._safety_besides(tile), *self._measured(tile))
        return Panel(self.page(place).title, sections)

    def _offer_page(self) -> Panel:
        effect = passing(self.view)
        assert effect is not None
        calls = self._hints.calls
        harmless = bool(calls) and effect.cause is None
        sections = [
            *([self._compared_calls(calls)] if calls else []),
            *self._threats(besides=False),
            Section(t("panel.head.pass"), (PanelItem(self._passing(effect)),), besides=harmless),
            *self._present(told=bool(calls)),
            *([Section(t("panel.head.calls"), tuple(map(self._call, calls)), besides=True)] if calls else []),
            *self._threats(besides=True),
        ]
        key = "panel.title.kan" if self.view.table.offered_kan else "panel.title.offer"
        name = self._names[self.view.table.turn]
        return Panel(t(key, name=name, tile=tile_word(effect.tile)), tuple(sections))

    # -- the others ----------------------------------------------------------------------------------

    @cached_property
    def _looks(self) -> dict[int, TenpaiEstimate]:
        return {look.seat: look for look in tenpai_estimates(self.view)}

    @property
    def _opponents(self) -> list[int]:
        rest = [seat for seat in self._hints.safety.opponents if seat not in self._looks]
        return [*self._looks, *rest]

    def _safety(self, tile: Tile) -> list[Section]:
        """The safety of the tile against each player who threatens, and why."""
        threatening = [seat for seat in self._opponents if seat in self._hints.threatening]
        if not threatening:
            return []
        worst = [PanelItem(t("panel.worst"))] if len(threatening) > 1 else []
        return [Section(t("panel.head.safety"), (*worst, *self._against(tile, threatening)))]

    def _safety_besides(self, tile: Tile) -> list[Section]:
        """The safety of a tile against the players who do not threaten."""
        quiet = [seat for seat in self._opponents if seat not in self._hints.threatening]
        if not quiet:
            return []
        items = tuple(self._against(tile, quiet))
        if self._hints.threatening:
            return [Section(t("panel.head.others"), items, besides=True)]
        quiet_words = PanelItem(t("panel.quiet"))
        return [Section(t("panel.head.safety"), (quiet_words, *items), besides=True)]

    def _against(self, tile: Tile, opponents: Sequence[int]) -> list[PanelItem]:
        """The safety against these players. Equal reasons are stated once."""
        brief = SafetyWords(self.view, self._names, told=NonRyanmenWait)
        safety, kind = self._hints.safety, KIND_OF[tile]
        alike: dict[tuple[str, str, str], list[int]] = {}
        for seat in opponents:
            found = safety.against(kind, seat)
            said = brief.about(found, self._opponents), self._threat(seat), self._safety_words.tier(found)
            alike.setdefault(said, []).append(seat)
        items = []
        for (_, _, tier), seats in alike.items():
            found = safety.against(kind, seats[0])
            text = join_sentences([self._safety_words.about(found, seats), tier])
            items.append(self._players(seats, text, tier_mark(found.tier)))
        return items

    def _measured(self, tile: Tile) -> list[Section]:
        """How often tiles of these tiers were won on."""
        found = (self._hints.safety.against(KIND_OF[tile], seat) for seat in self._opponents)
        said = dict.fromkeys(map(self._safety_words.measured, found))
        items = _items(said)
        return [Section(t("panel.head.measured"), items, besides=True)] if items else []

    def _threats(self, *, besides: bool) -> list[Section]:
        """The players who threaten and why; with ``besides`` those who do not, or all if nobody does."""
        quiet = besides or not self._hints.threatening
        seats = [seat for seat in self._opponents if (seat in self._hints.threatening) is not quiet]
        if not seats or quiet is not besides:
            return []
        alike: dict[str, list[int]] = {}
        for seat in seats:
            alike.setdefault(self._threat(seat), []).append(seat)
        key = "panel.head.threats" if not quiet else "panel.head.others"
        return [Section(t(key), tuple(map(self._players, alike.values())), besides=quiet)]

    def _threat(self, seat: int) -> str:
        return threat_words(self._looks.get(seat), self._names)

    def _players(self, seats: Sequence[int], text: str = "", mark: Mark = NO_MARK) -> PanelItem:
        everybody = len(seats) == len(self._hints.safety.opponents)
        names = t("panel.all") if everybody else join([self._names[seat] for seat in seats])
        return PanelItem(
            text, names, self._threat(seats[0]), mark, alarming=seats[0] in self._hints.threatening
        )

    # -- the own hand --------------------------------------------------------------------------------

    @property
    def _declaring(self) -> bool:
        return self._choice is not None and self._choice.mode is Mode.RIICHI

    @cached_property
    def _effects(self) -> tuple[Outlook, ...]:
        return discard_outlooks(self.view)

    @cached_property
    def _order(self) -> list[Outlook]:
        return sorted_by_order(self.view, [each for each in self._effects if each.refusal is None])

    def _effect(self, effect: Outlook, *, drawn: bool) -> Section:
        said = self._winning() if drawn else []
        said += self._riichi_with(effect.tile) if self._declaring else self._discarding(effect, drawn=drawn)
        key = "panel.head.riichi" if self._declaring else "panel.head.discard"
        return Section(t(key, tile=tile_word(effect.tile)), _items(said))

    def _winning(self) -> list[str]:
        """The sentence that the drawn tile completes the hand, if it does."""
        effect = passing(self.view)
        if effect is None or not effect.own:
            return []
        if effect.refusal is not None:
            return [t("panel.complete.no-win", reason=reason(ActionId.TSUMO, effect.refusal))]
        wins = t("panel.complete.wins", key=BY_ID[ActionId.TSUMO].named)
        if effect.cause is None:
            return [wins]
        ends = t(f"panel.ends.{effect.cause.ends.value}")
        return [wins, t("panel.complete.cost", kind=kind_name(effect.cause), ends=ends)]

    def _discarding(self, effect: Outlook, *, drawn: bool) -> list[str]:
        refusal = refuse_discard(self.view, effect.tile, tsumogiri=drawn)
        if refusal is not None:
            return [t("panel.refused", reason=reason(RefusedDiscard.PLAIN, refusal))]
        if self.view.me.riichi:
            return [t("panel.locked"), *self._hand.ahead(effect)]
        draws = draws_to_tenpai(self.view, effect) if effect.shanten == 1 else None
        said = [*self._hand.ahead(effect, draws), *self._about_riichi(effect)]
        if self.view.furiten and is_way_out(self._hints.advice, effect.tile):
            said.append(t("panel.leads-out"))
        return [*said, compare_discard(self.view, effect, self._order, partial(self._more_risk, effect.tile))]

    def _more_risk(self, tile: Tile, other: Tile) -> str:
        """What another discard risks against those who threaten, if this one is safer."""
        safety, threatening = self._hints.safety, self._hints.threatening
        here, there = (safety.worst(KIND_OF[each], threatening) for each in (tile, other))
        if here is None or there is None:
            return ""
        if safety_class(there.tier) <= max(safety_class(here.tier), SafetyClass.RATHER_SAFE):
            return ""
        against = class_against([safety.against(KIND_OF[other], each) for each in threatening], self._names)
        return t("panel.compared.risk", tile=tile_word(other), risk=against)

    def _about_riichi(self, effect: Outlook) -> list[str]:
        if not effect.waits:
            return []
        refusal = why_not(self.view, ActionKind.RIICHI, effect.tile)
        if refusal is None:
            return [t("panel.riichi.possible")]
        if refusal.why in (Why.HAND_OPEN, Why.ALREADY_RIICHI, Why.NO_DRAW):
            return []
        return [refused(RefusedDiscard.RIICHI, refusal)]

    def _riichi_with(self, tile: Tile) -> list[str]:
        refusal = why_not(self.view, ActionKind.RIICHI, tile)
        if refusal is not None:
            return [refused(RefusedDiscard.RIICHI, refusal)]
        after = self._hints.outlook_of(tile, riichi=True)
        return [*self._hand.ahead(after), t("panel.riichi.locks")]

    def _compared(self, tile: Tile) -> list[Section]:
        """Every riichi in a table, if there is more than one; a page of a chosen tile marks its own."""
        assert self._choice is not None
        choices = self._choice.riichi_choices
        if len(choices) < 2:
            return []
        table = riichi_table(choices, tile)
        return [Section(table.title, (), table)]

    def _present(self, *, told: bool = False) -> list[Section]:
        """The hand between turns: its state, furiten and value. ``told``: its state is told already."""
        now = self._hints.outlook(self._choice)
        if now is None:
            return []
        hand = Section(t("panel.head.hand"), _items(self._hand.ahead(now)), besides=told)
        ways = self._ways()
        value_items = _items(value_words(value_hints(self.view)))
        value = Section(t("panel.head.value"), value_items, besides=told or now.shanten > NEAR)
        return [hand, *ways, value]

    def _furiten(self, effect: Outlook) -> list[Section]:
        """The present furiten on the own turn, unless all of it stays after the discard, and the ways out."""
        causes = self.view.furiten
        if set(causes) <= set(effect.furiten):
            return self._ways()
        now = outlook_now(self.view) if self.view.drawn is not None else None
        return [Section(t("panel.head.furiten"), _items([self._hand.furiten(causes, now)])), *self._ways()]

    def _ways(self) -> list[Section]:
        advice = self._hints.advice
        if advice is None:
            return []
        return [Section(t("panel.head.ways"), _items(ways_out(advice)))]

    def _value(self, tile: Tile, *, besides: bool) -> Section:
        hints = value_hints(self.view, tile, riichi=self._declaring)
        return Section(t("panel.head.value"), _items(value_words(hints)), besides=besides)

    # -- a tile on offer -----------------------------------------------------------------------------

    def _compared_calls(self, calls: Sequence[CallEffect]) -> Section:
        kept = PanelItem(hand_wordings(calls[0].without)[0], sentence_start(action_word(ActionId.PASS)))
        return Section(t("panel.head.compared"), (kept, *map(self._brief, calls)))

    def _kans_compared(self) -> list[Section]:
        calls = self._hints.calls
        return [Section(t("panel.head.kan-leaves"), tuple(map(self._brief, calls)))] if calls else []

    def _brief(self, call: CallEffect) -> PanelItem:
        """A call: what it leaves and costs, the yaku in reach, and the risk of the discard that follows."""
        hand, discard = call.hand, call.hand.discard
        wordings = hand_wordings(hand, call.draws)
        left = wordings[0] if hand.waits else wordings[-1]
        said = [left, *call_clauses(call), yaku_in_reach(call.hints)]
        if discard is not None:
            tile, threatening = tile_word(discard), self._hints.threatening
            said[0] = t("desk.then", tile=tile, hand=left)
            if found := [self._hints.safety.against(KIND_OF[discard], seat) for seat in threatening]:
                said.append(t("desk.then-risk", tile=tile, risk=class_against(found, self._names)))
        return self._named_call(call, join_list(list(filter(None, said))))

    def _named_call(self, call: CallEffect, text: str) -> PanelItem:
        action = call.action
        name = next(name for name, kinds in KINDS_OF.items() if action.kind in kinds)
        head = sentence_start(action_word(name))
        return PanelItem(text, head, tiles=action.consumed, called=action.tile)

    def _passing(self, effect: PassEffect) -> str:
        tile = tile_word(effect.tile)
        if effect.cause is None:
            return t("panel.pass.harmless" if effect.completes else "panel.pass.nothing", tile=tile)
        facts = {"kind": kind_name(effect.cause), "ends": t(f"panel.ends.{effect.cause.ends.value}")}
        if effect.refusal is None:
            said = t("panel.pass.win", tile=tile, **facts)
        else:
            lasting = [each for each in effect.already if each.ends is not CauseEnd.OWN_DISCARD]
            if lasting:
                facts = {"kind": kind_name(lasting[0]), "ends": t(f"panel.ends.{lasting[0].ends.value}")}
            key = "panel.pass.already" if lasting else "panel.pass.shape"
            said = t(key, tile=tile, reason=reason(ActionId.RON, effect.refusal), **facts)
        now = self._hints.outlook(self._choice)
        return join_sentences([said, *([] if now is None else self._hand.tsumo(now))])

    def _call(self, call: CallEffect) -> PanelItem:
        said = self._hand.ahead(call.hand, call.draws)
        if call.hand.discard is not None:
            said.insert(0, t("panel.call.discard", tile=tile_word(call.hand.discard)))
        said += call_words(call, self._names)
        if self.view.hand.is_closed and call.action.kind is not ActionKind.CLOSED_KAN:
            said.append(t("panel.call.opens"))
        return self._named_call(call, join_sentences([*said, *win_chances(call.hints)]))

    def _kans(self, tile: Tile) -> list[Section]:
        kinds = [call for call in self._hints.calls if KIND_OF[call.action.consumed[0]] == KIND_OF[tile]]
        return [Section(t("panel.head.kan"), tuple(map(self._call, kinds)), besides=True)] if kinds else []


def _items(said: Iterable[str]) -> tuple[PanelItem, ...]:
    return tuple(map(PanelItem, filter(None, said)))
