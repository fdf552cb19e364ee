"""Players who make errors now and then, for rulesets that penalise them, and a referee who rules on them."""

from __future__ import annotations

from msgspec.structs import replace

from engine.actions import Action, ActionKind
from engine.dice import Dice
from engine.match import Match
from engine.offences import REFEREE, Offence, penalty_for
from engine.options import Options
from engine.rules import Ruleset

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
