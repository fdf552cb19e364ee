"""Winning hands: drawn so that even the rarest yaku occurs, or written as positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.hand import Meld, MeldKind, is_closed, parse_meld
from engine.rules import WRC, Ruleset
from engine.score import NoWin, Score, Win, payment, score
from engine.tiles import (
    COPIES,
    EAST,
    HONOURS,
    KINDS,
    ORPHANS,
    RED_OF,
    TERMINALS,
    Kind,
    Tile,
    parse_tile,
    parse_tiles,
)

Group = tuple[Kind, Kind, Kind]

ANY = frozenset(range(KINDS))
SIMPLES = ANY - set(ORPHANS)
GREEN = frozenset(parse_tiles("23468s6z"))
SUITS = [frozenset(range(9 * suit, 9 * suit + 9)) for suit in range(3)]
DRAGONS = (31, 32, 33)
WINDS = (27, 28, 29, 30)


class Recipe(NamedTuple):
    """What the four groups and the pair are drawn from."""

    fixed: Callable[[Random], list[Group]] = lambda rng: []
    """Groups that the hand must have."""
    pool: frozenset[Kind] = ANY
    pair: frozenset[Kind] | None = None
    """Kinds of the pair, where they are not those of the pool."""
    runs: float = 0.75
    """Chance that a drawn group is a sequence."""
    outside: bool = False
    """Every group holds a terminal or an honour."""
    open: float = 0.25
    """Chance that a group is called."""
    kans: float = 0.08
    """Chance that a triplet is a kan."""


def triplets(*kinds: Kind) -> list[Group]:
    return [(kind, kind, kind) for kind in kinds]


def run(first: Kind) -> Group:
    return first, first + 1, first + 2


def any_run(rng: Random) -> Group:
    return run(9 * rng.randrange(3) + rng.randrange(7))


def three_colours(rng: Random) -> list[Group]:
    rank = rng.randrange(7)
    return [run(rank), run(9 + rank), run(18 + rank)]


def three_colour_triplets(rng: Random) -> list[Group]:
    rank = rng.randrange(9)
    return triplets(rank, 9 + rank, 18 + rank)


def straight(rng: Random) -> list[Group]:
    first = 9 * rng.randrange(3)
    return [run(first), run(first + 3), run(first + 6)]


def twins(rng: Random, times: int = 1) -> list[Group]:
    return [group for _ in range(times) for group in [any_run(rng)] * 2]


RECIPES: tuple[Recipe, ...] = (
    Recipe(),
    Recipe(open=0),
    Recipe(open=0, runs=1),
    Recipe(pool=SIMPLES),
    Recipe(pool=SIMPLES, open=0, runs=1),
    Recipe(twins, open=0),
    Recipe(lambda rng: twins(rng, 2), open=0),
    Recipe(three_colours),
    Recipe(three_colour_triplets),
    Recipe(straight),
    Recipe(outside=True),
    Recipe(pool=ANY - HONOURS, outside=True),
    Recipe(runs=0),
    Recipe(runs=0, open=0),
    Recipe(runs=0, open=0.05),
    Recipe(runs=0.2, open=0.05),
    Recipe(runs=0, kans=0.9),
    Recipe(runs=0.1, kans=0.95),
    Recipe(lambda rng: triplets(31, 32, 33)),
    Recipe(lambda rng: triplets(*rng.sample(DRAGONS, 2)), pair=frozenset(DRAGONS)),
    Recipe(lambda rng: triplets(*rng.sample(WINDS, 3)), pair=frozenset(WINDS)),
    Recipe(lambda rng: triplets(*WINDS)),
    Recipe(pool=SUITS[0]),
    Recipe(pool=SUITS[1], open=0),
    Recipe(pool=SUITS[2] | HONOURS),
    Recipe(pool=SUITS[0] | HONOURS, open=0),
    Recipe(pool=frozenset(ORPHANS), runs=0),
    Recipe(pool=frozenset(TERMINALS), runs=0),
    Recipe(pool=frozenset(HONOURS), runs=0),
    Recipe(pool=GREEN, runs=0.4),
)


def drawn_group(rng: Random, recipe: Recipe) -> Group:
    """One group that the recipe allows."""
    while True:
        is_run = rng.random() < recipe.runs
        group = any_run(rng) if is_run else triplets(rng.choice(sorted(recipe.pool)))[0]
        if set(group) <= recipe.pool and (not recipe.outside or set(group) & set(ORPHANS)):
            return group


def standard_hand(rng: Random, recipe: Recipe) -> tuple[list[Tile], list[Meld]]:
    """The concealed tiles and the melds of a hand of four groups and a pair."""
    while True:
        groups = recipe.fixed(rng)
        groups += [drawn_group(rng, recipe) for _ in range(4 - len(groups))]
        pairs = recipe.pair or (recipe.pool & set(ORPHANS) if recipe.outside else recipe.pool)
        pair = rng.choice(sorted(pairs))
        concealed, melds = [pair, pair], []
        for group in groups:
            tiles, meld = lay_out(rng, recipe, group)
            concealed += tiles
            melds += meld
        held = concealed + [tile for meld in melds for tile in meld.tiles]
        if max(map(held.count, held)) <= COPIES:
            return concealed, melds


def lay_out(rng: Random, recipe: Recipe, group: Group) -> tuple[list[Tile], list[Meld]]:
    """A group as concealed tiles, or as a meld."""
    same = group[0] == group[1]
    if same and rng.random() < recipe.kans:
        kinds = (
            [MeldKind.OPEN_KAN, MeldKind.ADDED_KAN] if rng.random() < recipe.open else [MeldKind.CLOSED_KAN]
        )
        return [], [Meld(rng.choice(kinds), (*group, group[0]))]
    if rng.random() < recipe.open:
        return [], [Meld(MeldKind.PON if same else MeldKind.CHI, group)]
    return [*group], []


def special_hand(rng: Random) -> list[Tile]:
    """Seven pairs, thirteen orphans, or nine gates."""
    form = rng.randrange(6)
    if form == 0:
        return [*ORPHANS, rng.choice(ORPHANS)]
    if form == 1:
        suit = 9 * rng.randrange(3)
        return [suit + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))]
    pool = rng.choice([ANY, SIMPLES, frozenset(ORPHANS), SUITS[1] | HONOURS, SUITS[2], frozenset(HONOURS)])
    return [kind for kind in rng.sample(sorted(pool), 7) for _ in range(2)]


def put_red_fives(rng: Random, rows: list[list[Tile]], rules: Ruleset) -> None:
    """Of the four copies of each five one is red; it may be among these tiles or not."""
    for suit, (five, red) in enumerate(RED_OF.items()):
        places = [(row, place) for row in rows for place, tile in enumerate(row) if tile == five]
        copy = rng.randrange(COPIES)
        if rules.red_fives[suit] and copy < len(places):
            row, place = places[copy]
            row[place] = red


def situation(rng: Random, closed: bool, melds: list[Meld]) -> dict[str, object]:
    """Riichi, last tile and the like, as they can go together."""
    tsumo = rng.random() < 0.45
    found: dict[str, object] = {"tsumo": tsumo}
    if not melds and tsumo and rng.random() < 0.05:
        return found | {"first_turn": True}
    if closed and rng.random() < 0.4:
        found |= {"riichi": rng.choice((1, 1, 1, 2)), "ippatsu": rng.random() < 0.3}
    if tsumo and any(meld.is_kan for meld in melds) and rng.random() < 0.2:
        return found | {"rinshan": True, "ippatsu": False}
    if not tsumo and rng.random() < 0.05:
        return found | {"chankan": True}
    return found | {"last_tile": rng.random() < 0.08}


def draw_win(rng: Random, rules: Ruleset) -> Win:
    """One hand; about one in ten lacks a tile to be complete."""
    number = rng.randrange(len(RECIPES) + 5)
    if number < len(RECIPES):
        concealed, melds = standard_hand(rng, RECIPES[number])
    else:
        concealed, melds = special_hand(rng), []
    rng.shuffle(concealed)
    held = concealed + [tile for meld in melds for tile in meld.tiles]
    rest = [kind for kind in range(KINDS) for _ in range(COPIES - held.count(kind))]
    rng.shuffle(rest)
    if rng.random() < 0.1:
        concealed[0] = rest.pop()
    chosen = situation(rng, is_closed(melds), melds)
    indicators = 1 + sum(meld.is_kan for meld in melds)
    dora = [rest.pop() for _ in range(indicators)]
    ura = [rest.pop() for _ in range(indicators)] if chosen.get("riichi") else []
    called = [[*meld.tiles] for meld in melds]
    put_red_fives(rng, [concealed, *called, dora, ura], rules)
    return Win(
        tiles=tuple(concealed),
        winning_tile=concealed[-1],
        melds=tuple(Meld(meld.kind, tuple(tiles)) for meld, tiles in zip(melds, called, strict=True)),
        seat_wind=EAST + rng.randrange(4),
        round_wind=EAST + rng.randrange(2),
        dora_indicators=tuple(dora),
        ura_indicators=tuple(ura),
        rules=rules,
        **chosen,  # type: ignore[arg-type]
    )


def draw_wins(seed: int, count: int, rules: Ruleset) -> Iterator[Win]:
    """So many hands, the same ones for the same seed."""
    rng = Random(seed)
    for _ in range(count):
        yield draw_win(rng, rules)


WIND_LETTERS = dict(zip("ESWN", range(EAST, EAST + 4), strict=True))


def won(
    hand: str, on: str, *melds: str, seat: str = "S", round: str = "E", dora: str = "", **more: Any
) -> Win:
    """A win by ron of South; ``hand`` holds the winning tile ``on``, the called tiles stand in ``melds``."""
    return Win(
        tiles=parse_tiles(hand),
        winning_tile=parse_tile(on),
        melds=tuple(parse_meld(meld) for meld in melds),
        seat_wind=WIND_LETTERS[seat],
        round_wind=WIND_LETTERS[round],
        dora_indicators=parse_tiles(dora),
        **{"rules": WRC} | more,
    )


def worth(win: Win) -> Score:
    """The score of a hand that must win."""
    result = score(win)
    assert isinstance(result, Score), result
    return result


def reason(win: Win) -> str:
    """Why a hand does not win."""
    result = score(win)
    assert isinstance(result, NoWin), result
    return result.reason.value


def names(win: Win) -> str:
    """Names of the yaku or yakuman, sorted."""
    result = worth(win)
    return " ".join(sorted(item.name for item in result.yakuman_items or result.yaku))


def han(win: Win) -> dict[str, int]:
    """Every yaku and its han."""
    return dict(worth(win).yaku)


def fu(win: Win) -> dict[str, int]:
    """Every fu item by name; equal ones added up."""
    found: dict[str, int] = {}
    for item in worth(win).fu_items:
        found[item.name] = found.get(item.name, 0) + item.fu
    return found


def paid(win: Win) -> str:
    """What is paid: ``7700`` by ron, ``2000/4000`` from the others and East, ``4000 each`` to East."""
    due = payment(worth(win).base, win.seat_wind == EAST, win.tsumo)
    if due.ron is not None:
        return str(due.ron)
    if due.from_dealer is None:
        return f"{due.from_others} each"
    return f"{due.from_others}/{due.from_dealer}"


def as_east(win: Win) -> Win:
    """The same win by East."""
    return win._replace(seat_wind=EAST)


def under(win: Win, rules: Ruleset, **changes: Any) -> Win:
    """The same win under another ruleset."""
    return win._replace(rules=replace(rules, **changes))
