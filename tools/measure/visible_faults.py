"""How often bots do what looks stupid to a person, and how far their styles can be told apart.

    python -m tools.measure.visible_faults --bots hayai,mamori,takame,hayai --games 60 --seed 900

A turn is *calm* if no other player is in riichi or has two open melds. Only turns on which the hand is not
in riichi and several tiles may be discarded are looked at. Counted for each bot, as ``cases of chances``:

* tenpai broken: on a calm turn a discard leaves ``FEWEST_TILES`` unseen tiles or more to win by ron, and the
  bot makes one that leaves the hand away from tenpai. Steps back: the same from one away from tenpai,
* dominated: under a riichi an unsafe discard, where another one is no less safe against everybody who
  threatens and leaves the hand nearer to tenpai,
* out of tenpai: calls after which the best discard breaks tenpai, and calm discards that break the tenpai
  which the hand had before its draw; dead riichi: riichi of which no tile is unseen,
* last hands: wins that end the game with the winner last, and riichi of the leader with a hand that wins on
  every wait without,
* hands with a call, drawn hands, and the mean turn of riichi (1 is the first discard).

Agreement: each turn is also put to the bots of the other styles at the level of the bot that has it; they
agree if all of them choose the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ai.bot import Bot
from ai.bots.hand_evaluation import after_call
from ai.bots.registry import STYLES, make_bot, parse_bot
from ai.reading.outlook import Outlook, legal_outlooks, outlook_after
from ai.reading.safety import Safety
from ai.reading.threat import weighed_threats
from engine import shape
from engine.actions import CALLS, DISCARDS, Action, ActionKind
from engine.match import Match, game_over, hands_to_come, places
from engine.options import options
from engine.tiles import KIND_OF, Kind
from engine.view import SeatView
from engine.wall import PLAYERS
from tools.measure.expert_games import asked_for, hands

FEWEST_TILES = 3
"""Unseen tiles of a wait from which tenpai is fair: who gives it up without a threat looks stupid."""
THREATENING_MELDS = 2
"""Open melds of another player from which a turn is not calm."""
LAST = PLAYERS

Counts = Counter[tuple[str, str, bool]]
"""By bot, by what is counted, and by whether it is a case (True) or a chance of one (False)."""


class GameCount:
    """The counts of one game while it is played."""

    def __init__(self) -> None:
        self.counts: Counts = Counter()
        self._styles: dict[str, list[Bot]] = {}
        """The bots of every style by level."""
        self._called: set[int] = set()
        """The seats that have called in this hand."""

    def decided(self, match: Match, view: SeatView, action: Action) -> None:
        """Count one decision before it is carried out."""
        name = match.names[view.seat]
        if not view.my_turn:
            self._claim(name, view, action)
        elif action.kind in DISCARDS and not view.me.riichi and len(_kinds(view)) > 1:
            self._turn(name, view, action)

    def ended(self, match: Match) -> None:
        """Count the end of a hand."""
        table, outcome = match.round.table, match.round.outcome
        assert outcome is not None
        for seat, name in enumerate(match.names):
            self._count(name, "hands with a call", seat in self._called)
            self._count(name, "drawn hands", not outcome.wins)
        self._called.clear()
        scores = [seat.score for seat in table.seats]
        if hands_to_come(table.rules, table.number) == 0 and game_over(
            table.rules, match.header, outcome, scores
        ):
            ranked = places(table.rules, scores)
            for win in outcome.wins:
                last = ranked[win.winner] == LAST
                self._count(match.names[win.winner], "last-hand wins that leave one last", last)

    def _count(self, name: str, what: str, case: int) -> None:
        self.counts[name, what, False] += 1
        self.counts[name, what, True] += case

    # -- own turns -----------------------------------------------------------------------------------

    def _turn(self, name: str, view: SeatView, action: Action) -> None:
        assert action.tile is not None
        kind = KIND_OF[action.tile]
        others = [seat for number, seat in enumerate(view.table.seats) if number != view.seat]
        riichi = any(seat.riichi for seat in others)
        calm = not weighed_threats(view, THREATENING_MELDS)
        after = {found: shanten for found, (shanten, _) in _found(view).items() if found in _kinds(view)}
        openness = "closed" if view.hand.is_closed else "open"
        if calm:
            nearest = min(after.values())
            if nearest <= 0 and any(_is_fair(each) for each in legal_outlooks(view)):
                self._count(name, f"tenpai broken, {openness}", after[kind] > 0)
            if nearest == 1:
                self._count(name, f"steps back from one away, {openness}", after[kind] > 1)
            if view.drawn is not None and view.waits:
                self._count(name, "calm discards out of tenpai", after[kind] > 0)
        if riichi:
            self._dominated(name, view, kind, after)
        if calm or riichi:
            self._agreement(name, view, "calm" if calm else "under riichi", action)
        if action.kind is ActionKind.RIICHI:
            outlook = outlook_after(view, action.tile)
            self._count(name, "dead riichi", outlook.acceptance == 0)
            self.counts[name, "turn of riichi", False] += 1
            self.counts[name, "turn of riichi", True] += len(view.me.pond) + 1
            if hands_to_come(view.rules, view.table.number) == 0 and _leads(view):
                needless = outlook.ron_tiles == outlook.acceptance > 0
                self._count(name, "last-hand riichi of the leader without need", needless)

    def _dominated(self, name: str, view: SeatView, chosen: Kind, after: dict[Kind, int]) -> None:
        safety, threats = Safety(view), weighed_threats(view, THREATENING_MELDS)
        tiers = {kind: [safety.tier(kind, seat) for seat in threats] for kind in after}
        if not any(tiers[chosen]):
            return
        better = any(
            after[kind] < after[chosen]
            and all(one <= other for one, other in zip(tiers[kind], tiers[chosen], strict=True))
            for kind in after
        )
        self._count(name, "dominated under riichi", better)

    def _agreement(self, name: str, view: SeatView, when: str, action: Action) -> None:
        spec = parse_bot(name)
        if spec.name not in STYLES:
            return
        if name not in self._styles:
            self._styles[name] = [make_bot(f"{style}:{spec.level}") for style in STYLES if style != spec.name]
        menu = options(view)
        choices = [bot.choose(view, menu) for bot in self._styles[name]]
        alike = all((each.kind, each.tile) == (action.kind, action.tile) for each in choices)
        self._count(name, f"styles agree, {when}", alike)

    # -- calls ---------------------------------------------------------------------------------------

    def _claim(self, name: str, view: SeatView, action: Action) -> None:
        if action.kind not in CALLS:
            return
        self._called.add(view.seat)
        if view.waits and action.kind in (ActionKind.CHI, ActionKind.PON):
            self._count(name, "calls out of tenpai", _breaks_tenpai(view, action))


def _breaks_tenpai(view: SeatView, call: Action) -> bool:
    """Whether no discard after that chi or pon leaves the hand tenpai."""
    hand, forbidden = after_call(view, call)
    found = shape.discards(hand.keys, len(hand.melds))
    return all(shanten > 0 for kind, (shanten, _) in found.items() if kind not in forbidden)


def _found(view: SeatView) -> dict[Kind, shape.Acceptance]:
    return shape.discards(view.hand.keys, len(view.hand.melds))


def _kinds(view: SeatView) -> set[Kind]:
    """The kinds that may be discarded."""
    return {KIND_OF[each.tile] for each in options(view).of(ActionKind.DISCARD) if each.tile is not None}


def _is_fair(outlook: Outlook) -> bool:
    """Whether the hand is tenpai, and wins by ron on ``FEWEST_TILES``, with riichi if need be."""
    hands = (outlook, outlook.with_riichi)
    return any(hand is not None and hand.ron_tiles >= FEWEST_TILES for hand in hands)


def _leads(view: SeatView) -> bool:
    return places(view.rules, [seat.score for seat in view.table.seats])[view.seat] == 1


# -- games ---------------------------------------------------------------------------------------------


def played(table: Sequence[str], seed: int, number: int) -> Counts:
    """The counts of one game; the same for the same numbers."""
    count = GameCount()
    for match in hands(table, seed, number, count.decided):
        count.ended(match)
    return count.counts


def report(counts: Counts) -> None:
    """Print a row for everything that is counted, with a column for each bot and one for all."""
    names = sorted({name for name, _, _ in counts})
    print(f"{'':46}" + "".join(f"{name:>24}" for name in [*names, "all"]))
    for what in sorted({what for _, what, _ in counts}):
        cases = [counts[name, what, True] for name in names]
        chances = [counts[name, what, False] for name in names]
        cells = zip([*cases, sum(cases)], [*chances, sum(chances)], strict=True)
        print(f"{what:46}" + "".join(f"{_cell(what, *cell):>24}" for cell in cells))


def _cell(what: str, cases: int, chances: int) -> str:
    if not chances:
        return "–"
    mean = f"{cases / chances:.2f}" if what == "turn of riichi" else f"{cases / chances:.1%}"
    return f"{mean} ({cases} of {chances})"


def main() -> None:
    """Play, count and tell."""
    total: Counts = Counter()
    for counts in asked_for(played, __doc__, games=60, seed=900, bots="hayai,mamori,takame,hayai"):
        total.update(counts)
    report(total)


if __name__ == "__main__":
    main()
