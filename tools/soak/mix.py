"""Who sits at the tables of a soak.

Bots play sensibly, and so they see little. Careless players take every chance. Collectors go for one dear
hand whatever it costs and are dealt half of it, which brings yakuman, liability, many kans and
nagashi mangan. Where errors are penalised, all of them err now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.bots.registry import make_bot
from engine import shape
from engine.actions import PASS, Action, ActionKind
from engine.hand import HAND_SIZE
from engine.match import WallMaker
from engine.options import Options
from engine.round import Header
from engine.rules import PRESETS, Ruleset
from engine.table import Phase
from engine.tiles import EAST, HONOURS, IS_ORPHAN, KIND_OF, KINDS, ORPHANS, Kind, Tile, all_tiles
from engine.wall import PLAYERS, Dice, Wall
from tests.support.engine import wild_games

Player = Callable[[Options], Action]

TABLES: dict[str, tuple[str, ...]] = {
    "bots": ("hayai", "mamori", "takame", "tenpai"),
    "mixed": ("hayai", "takame", "wild", "wanderer"),
    "careless": ("wild", "wild", "wanderer", "wanderer"),
    "collectors": ("honours", "simples", "triplets", "wild"),
    "closed": ("orphans", "one suit", "triplets", "wild"),
    "blunderers": ("hayai", "wild", "wanderer", "triplets"),
}
"""Four players each; at the last table errors are penalised."""

WISHES: dict[str, Callable[[Kind, Sequence[int]], int]] = {
    "orphans": lambda kind, held: IS_ORPHAN[kind],
    "simples": lambda kind, held: not IS_ORPHAN[kind],
    "honours": lambda kind, held: 3 if kind >= EAST else held[kind] > 1,
    "triplets": lambda kind, held: held[kind],
    "one suit": lambda kind, held: sum(held[kind // 9 * 9 : kind // 9 * 9 + 9]),
}
"""How much a collector who holds so many of each kind wants to keep one of this kind."""
CALLERS = ("honours", "triplets")
"""Collectors who call; the others keep the hand closed."""
GIVEN = 8
"""Tiles of what a collector wants that he is dealt; the rest are any."""
TRIPLETS = 5
"""So many kinds a collector of triplets is dealt from."""
ERRS = 4
"""At a table where errors are penalised a player looks for one at every such decision."""


def table_of(number: int) -> str:
    """The table of that game: each in turn under every preset."""
    return list(TABLES)[number // len(PRESETS) % len(TABLES)]


def ruleset_of(number: int) -> Ruleset:
    """The rules of that game: every preset in turn, as table rules where the players are to err."""
    rules = list(PRESETS.values())[number % len(PRESETS)]
    return wild_games.table_rules(rules, 1) if table_of(number) == "blunderers" else rules


def players_of(seed: int, number: int) -> tuple[tuple[str, ...], list[Player]]:
    """The names and players of that game by seat, one seat further each time the table comes round."""
    names = TABLES[table_of(number)]
    turn = number // (len(PRESETS) * len(TABLES)) % PLAYERS
    names = names[turn:] + names[:turn]
    return names, [_player(name, Dice(seed, number, seat)) for seat, name in enumerate(names)]


def walls_of(seed: int, number: int, names: Sequence[str], rules: Ruleset) -> WallMaker | None:
    """Walls that deal collectors what they want; None, the usual ones, where nobody collects."""
    if not any(name in WISHES for name in names):
        return None

    def wall(header: Header) -> Wall:
        dice = Dice(seed, number, header.number, header.honba, header.redeals, PLAYERS)
        left = dice.shuffled(all_tiles(rules.red_fives))
        dealt: list[Tile] = []
        for step in range(PLAYERS):
            kinds = _kinds(names[(header.dealer + step) % PLAYERS], dice)
            given = [tile for tile in left if KIND_OF[tile] in kinds][:GIVEN]
            for tile in given:
                left.remove(tile)
            dealt += given + [left.pop() for _ in range(HAND_SIZE - len(given))]
        return Wall(dealt + left)

    return wall


def _kinds(name: str, dice: Dice) -> Sequence[Kind]:
    """What that player is dealt some of."""
    match name:
        case "orphans":
            return ORPHANS
        case "simples":
            return [kind for kind in range(KINDS) if not IS_ORPHAN[kind]]
        case "honours":
            return sorted(HONOURS)
        case "triplets":
            return dice.shuffled(range(KINDS))[:TRIPLETS]
        case "one suit":
            first = 9 * dice.below(3)
            return range(first, first + 9)
    return ()


def _player(name: str, dice: Dice) -> Player:
    def sit(menu: Options) -> Action:
        """Where errors are penalised, err now and then, and declare tenpai or noten as it comes."""
        if menu.view.table.phase is Phase.DECLARE:
            return menu.actions[dice.below(len(menu.actions))]
        wrong = None if dice.below(ERRS) else wild_games.mistake(menu, dice)
        return wrong or choose(menu, dice)

    choose = _chooser(name, dice)
    return sit


def _chooser(name: str, dice: Dice) -> Callable[[Options, Dice], Action]:
    if name == "wild":
        return wild_games.choose
    if name == "wanderer":
        return wild_games.wild_choice
    if name in WISHES:
        return lambda menu, dice: collect(name, menu)
    bot = make_bot(name)
    return lambda menu, dice: bot.choose(menu.view, menu)


def collect(wish: str, menu: Options) -> Action:
    """Any win, then riichi, then a pon or kan that the collector wants, then the discard he wants least."""
    hand = menu.view.hand
    held = [*hand.counts]
    for meld in hand.melds:
        for tile in meld.tiles:
            held[KIND_OF[tile]] += 1
    wanted = [WISHES[wish](kind, held) for kind in range(KINDS)]
    for kind in (ActionKind.TSUMO, ActionKind.RON, ActionKind.RIICHI):
        if found := menu.of(kind):
            return found[-1]
    for kind in (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN, ActionKind.OPEN_KAN, ActionKind.PON):
        for call in menu.of(kind):
            if wish in CALLERS and wanted[KIND_OF[call.tile or 0]] > 1:
                return call
    discards = {action: KIND_OF[action.tile or 0] for action in menu.of(ActionKind.DISCARD)}
    if not discards:
        return PASS
    left = shape.discards(hand.keys, len(hand.melds))
    return min(discards, key=lambda action: (wanted[discards[action]], left[discards[action]][0]))
