"""Games of players who choose at random, and of such who err where errors are penalised."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from engine import events as ev
from engine import shape
from engine.actions import CHALLENGE, PASS, Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.own_rules import ruleset
from engine.round import Round
from engine.rules import REFEREE, Length, Offence, Ruleset, penalty_for
from engine.tiles import KIND_OF
from engine.wall import Dice
from tests.support.engine.deals import Watch
from tests.support.shared import shared


def round_state(game: Round) -> dict[str, object]:
    """The public state, the four hands, what may be done, and the wall."""
    return {
        **vars(game.table),
        "own": [own.state() for own in game.own],
        "events": game.events,
        "menus": {seat: game.options(seat).actions for seat in game.acting},
        "wall": game.wall.rest(),
        "owed": game._owed_dora if game.rules.kan_dora else 0,
    }


RARE = {
    Offence.NOTEN_RIICHI,
    Offence.BAD_CLOSED_KAN,
    Offence.OPEN_RIICHI,
    Offence.RIICHI_DISCARD,
    Offence.KUIKAE,
}
"""What cannot be done at every moment."""
EAGER = (ActionKind.TSUMO, ActionKind.RON, ActionKind.RIICHI, ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)


def table_rules(rules: Ruleset, number: int) -> Ruleset:
    """Even numbers are short games with chombo off the final score, odd ones long with a reverse mangan."""
    if number % 2:
        return replace(rules, errors="penalised", length="east", chombo="mangan")
    return replace(rules, errors="penalised", length="hand", chombo="final")


def ruling(match: Match, dice: Dice) -> bool:
    """The referee looks up; whether he has seen something."""
    if dice.below(150):
        return False
    offence = sorted(REFEREE)[dice.below(len(REFEREE))]
    if penalty_for(match.rules, offence) is None:
        return False
    match.foul(dice.below(4), offence)
    return True


def mistake(menu: Options, dice: Dice) -> Action | None:
    """What is done wrong this time, if anything."""
    rare = [each for each in menu.errors if each.offence in RARE]
    if rare and not dice.below(30):
        return rare[dice.below(len(rare))].action
    if menu.errors and not dice.below(250):
        return menu.errors[dice.below(len(menu.errors))].action
    return None


def miscounted(action: Action, dice: Dice) -> Action:
    """What a winner says who counts badly: one part of the right count changed, now and then."""
    said = action.said
    if said is None or dice.below(2):
        return action
    a, b, c, d = said.deltas
    wrong = (
        said._replace(han=(said.han or 0) + 1),
        said._replace(fu=(said.fu or 20) + 10),
        said._replace(yaku=said.yaku[1:]),
        said._replace(deltas=(a + 100, b - 100, c, d)),
        said._replace(mixed=True),
    )
    return action._replace(said=wrong[dice.below(len(wrong))])


def choose(menu: Options, dice: Dice) -> Action:
    """What comes into the player's mind."""
    if wrong := mistake(menu, dice):
        return wrong
    if counts := menu.of(ActionKind.COUNT):
        return miscounted(counts[0], dice)
    eager = [action for action in menu.actions if action.kind in EAGER]
    if eager and dice.below(3):
        return eager[dice.below(len(eager))]
    drawn = [action for action in menu.actions if action.tsumogiri]
    if drawn and dice.below(2):
        return drawn[-1]
    return menu.actions[dice.below(len(menu.actions))]


Whim = Callable[[Options, Dice], Action]


def players(menu: Options, dice: Dice) -> Action:
    """What players do who err, count badly and challenge at random."""
    if wrong := mistake(menu, dice):
        return wrong
    furiten = [
        each.action
        for each in menu.errors
        if each.action.kind is ActionKind.RON and menu.view.waits and menu.view.furiten
    ]
    if furiten and not dice.below(3):
        return furiten[0]
    if CHALLENGE in menu.actions or menu.of(ActionKind.TENPAI):
        return menu.actions[dice.below(len(menu.actions))]
    return miscounted(wild_choice(menu, dice), dice)


def erring_game(rules: Ruleset, seed: int, hands: int = 10, choose: Whim = players) -> Match:
    """So many hands with a referee and late calls; what must hold is checked after every step."""
    match, dice = Match(rules, seed), Dice(seed, 7)
    while match.standings is None and hands:
        game = match.round
        watch = Watch(game)
        while game.outcome is None:
            if not ruling(match, dice):
                if not dice.below(60):
                    match.note_late(dice.below(4), ActionKind.PON)
                match.step({seat: choose(game.options(seat), dice) for seat in game.acting})
            watch.check()
        hands -= 1
        match.proceed()
    return match


Chooser = Callable[[Options], Action]


def played(match: Match, choose: Chooser, referee: Dice | None = None) -> Iterator[Match]:
    """The game before and after each step to its end; these dice are those of a referee who looks up."""
    yield match
    while match.standings is None:
        if not match.acting:
            match.proceed()
        elif referee is None or not ruling(match, referee):
            match.step({seat: choose(match.round.options(seat)) for seat in match.acting})
        yield match


def play_out(match: Match, choose: Chooser, referee: Dice | None = None) -> Match:
    """The game played to its end."""
    *_, match = played(match, choose, referee)
    return match


CHANCES = {
    ActionKind.RON: 95,
    ActionKind.TSUMO: 90,
    ActionKind.RIICHI: 85,
    ActionKind.CLOSED_KAN: 90,
    ActionKind.ADDED_KAN: 90,
    ActionKind.OPEN_KAN: 60,
    ActionKind.NINE_TERMINALS: 60,
    ActionKind.PON: 25,
    ActionKind.CHI: 12,
}
"""Chances in a hundred that what can be done is done."""


def wild(seed: int) -> Chooser:
    """Four players who take what they can and otherwise head for tenpai."""
    dice = Dice(seed)
    return lambda menu: wild_choice(menu, dice)


def wild_game(rules: str, seed: int, length: Length | None = None) -> tuple[ev.Event, ...]:
    """The record of a whole game, of its usual length or another; the same for the same seed."""
    return shared(f"wild game {rules} {seed} {length}", lambda: _play(rules, seed, length))


def _play(name: str, seed: int, length: Length | None) -> tuple[ev.Event, ...]:
    dice = Dice(1968, seed)
    names = ("Ea st", "Süd", "西", "<&\"'>")
    rules = ruleset(name)
    match = Match(replace(rules, length=length or rules.length), seed, names, time="2026-11-22T13:05:00Z")
    return tuple(play_out(match, lambda menu: wild_choice(menu, dice)).events)


def wild_choice(menu: Options, dice: Dice) -> Action:
    for kind, chance in CHANCES.items():
        found = menu.of(kind)
        if found and dice.below(100) < chance:
            return found[dice.below(len(found))]
    if counts := menu.of(ActionKind.COUNT):
        return counts[0]
    discards = menu.of(ActionKind.DISCARD)
    if not discards:
        return PASS
    if dice.below(100) < 8:
        return discards[dice.below(len(discards))]
    hand = menu.view.hand
    left = shape.discards(hand.keys, len(hand.melds))
    return min(discards, key=lambda action: (left[KIND_OF[action.tile or 0]][0], dice.below(100)))
