"""Pictures that ask: which three tiles are the safest? For eyes that know riichi, but not the program.

Bots play seeded games. From each of some hands comes one position: seat 0 or another is about to discard, and
at least one opponent threatens. The table of that seat is drawn without the legend of the marks::

    python -m tools.measure.glance --out DIR --count 20 --seed 1
    python -m tools.measure.glance --out DIR --count 20 --seed 1 --no-line
    for file in DIR/*.svg; do rsvg-convert "$file" -o "${file%.svg}.png"; done

``DIR`` then holds each position as ``01-80x24.svg`` and ``01-120x40.svg``, and ``answers.json``. With
``--no-line`` the line that names the safest tiles is empty, and only the marks tell. Whoever is asked sees
pictures, not answers, and names three tiles for each::

    {"01-80x24": ["4m", "7p", "2s"], "02-120x40": ["9s", "1z", "0p"]}

    python -m tools.measure.glance --judge DIR/answers.json given.json

Three tiles are right if no tile that was left out is in a safer class than one of them. Copies of a tile
count as one; if a tile is named twice, each copy counts. The judge also counts the answers that are right by
the measured tiers, which are finer than the classes.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from textual.app import App, ComposeResult

from ai.bots.registry import make_bot
from ai.play import PERSON
from ai.reading.safety_reasons import Tier, safety_class
from engine.actions import ActionKind
from engine.match import Match
from engine.rules import PRESETS
from engine.table import Phase
from engine.tiles import KIND_OF, NAMES, NotationError, parse_tile
from engine.view import mask
from engine.wall import PLAYERS
from tui.config.settings import Theme
from tui.demo.scene_files import spelled
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene import Scene
from tui.desk.scene_maker import make_scene
from tui.drawing.palette import load_palette
from tui.drawing.rows import Rows
from tui.i18n import t
from tui.pictures import picture
from tui.table.table_layout import Zone
from tui.table.widget import GameTable, ZoneWidget
from tui.tiles import default_look
from tui.words.names import Seating

BOTS = ("hayai", "mamori", "takame")
RULES = ("tenhou", "wrc")
SIZES = ((80, 24), (120, 40))
FIRST_TURN, CLASSES = 6, 3
"""A position is asked about from this turn on, if its tiles are in at least so many classes."""
MOST_ALIKE = 4
"""One in so many positions has the same threats as others, and few more."""
ASKED = 3
"""How many tiles are named."""
ANSWERS = "answers.json"


class Judged(msgspec.Struct, frozen=True):
    """One tile that may be discarded, and how safe it is against the worst of those who threaten."""

    tile: str
    safety: int
    """The class, from 0."""
    tier: int
    """The measured tier, from 0."""


class Question(msgspec.Struct, frozen=True):
    """What is true of one position."""

    threats: str
    """How many are in riichi and how many look tenpai without it, such as ``1 riichi, 1 open``."""
    tiles: tuple[Judged, ...]
    """The tiles as they lie in the hand."""


class Position(NamedTuple):
    """A desk at its own turn, and what is true there."""

    desk: Desk
    question: Question


# -- positions ---------------------------------------------------------------------------------------------


def positions(seed: int) -> Iterator[Position]:
    """Positions without end, at most one from each hand. About a quarter of them share their threats."""
    seen: Counter[str] = Counter()
    number = 0
    while True:
        match = Match(PRESETS[RULES[number % len(RULES)]], seed * 1_000_000 + number)
        number += 1
        while match.standings is None:
            found = {position.question.threats: position for position in _of_hand(match)}
            if found:
                rarest = min(found, key=lambda threats: seen[threats])
                if seen[rarest] <= seen.total() // MOST_ALIKE:
                    seen[rarest] += 1
                    yield found[rarest]
            match.proceed()


def _of_hand(match: Match) -> list[Position]:
    """Play a hand to its end. Return its positions."""
    bots = [make_bot(BOTS[(seat + match.seed) % len(BOTS)]) for seat in range(PLAYERS)]
    found = []
    while match.acting:
        table = match.round.table
        if table.phase is Phase.TURN and len(table.seats[table.turn].pond) + 1 >= FIRST_TURN:
            found += _at(match, table.turn)
        menus = {seat: match.round.options(seat) for seat in match.acting}
        match.step({seat: bots[seat].choose(menu.view, menu) for seat, menu in menus.items()})
    return found


def _at(match: Match, seat: int) -> list[Position]:
    """The position of the seat whose turn it is, if there is something to ask."""
    menu = match.round.options(seat)
    seats = match.round.table.seats
    reaching = any(player.riichi or player.melds for player in seats if player is not seats[seat])
    if not reaching or seats[seat].riichi or menu.of(ActionKind.TSUMO):
        return []
    events = [mask(event, seat) for event in match.hand_events]
    # the own seat stands for none of the bots: two of one name would be numbered
    names = [PERSON if place == seat else BOTS[(place - seat - 1) % PLAYERS] for place in range(PLAYERS)]
    desk = Desk.after(events, Seating.at_table(names, seat), match.rules, DeskSettings())
    desk.offer()
    if not desk.hints.threatening:
        return []
    question = _question(desk)
    return [Position(desk, question)] if len({tile.safety for tile in question.tiles}) >= CLASSES else []


def _question(desk: Desk) -> Question:
    choice, hints = desk.choice, desk.hints
    assert choice is not None
    barred = choice.disabled()
    judged = []
    for place, tile in enumerate(choice.tiles):
        if place not in barred:
            tier = max(hints.safety.tier(KIND_OF[tile], seat) for seat in hints.threatening)
            judged.append(Judged(NAMES[tile], safety_class(tier), tier))
    riichi = sum(bool(desk.view.table.seats[seat].riichi) for seat in hints.threatening)
    counts = ((riichi, "riichi"), (len(hints.threatening) - riichi, "open"))
    return Question(", ".join(f"{count} {name}" for count, name in counts if count), tuple(judged))


# -- pictures ----------------------------------------------------------------------------------------------


class Glance(App[None]):
    """The table of a scene without the legend."""

    def __init__(self, scene: Scene, theme: str) -> None:
        super().__init__()
        palette = load_palette(theme)
        self._table = GameTable(scene, look=default_look(theme=palette.name), palette=palette)

    def compose(self) -> ComposeResult:
        """The table alone."""
        yield self._table

    def hide_legend(self) -> None:
        """Blank the rows of the panel from the title of the legend to its end."""
        panel = self.query_one(f"#zone-{Zone.PANEL.value}", ZoneWidget)
        panel.show(without_legend(panel.rows), self._table.palette)


def without_legend(rows: Rows) -> Rows:
    """The rows of the panel, with blank rows instead of the legend, which comes last."""
    title = t("table.legend.title")
    for number, row in enumerate(rows):
        if title in "".join(span.text for span in row):
            return (*rows[:number], *[rows[0]] * (len(rows) - number))
    return rows


async def drawn(scene: Scene, size: tuple[int, int], theme: str) -> str:
    """The picture of a scene as SVG."""
    app = Glance(scene, theme)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.hide_legend()
        await pilot.pause()
        return picture(app)


def write(out: Path, count: int, seed: int, theme: str, *, line: bool) -> None:
    """Write the pictures and the answers."""
    out.mkdir(parents=True, exist_ok=True)
    answers: dict[str, Question] = {}
    for number, (position, _) in enumerate(zip(positions(seed), range(count), strict=False), start=1):
        # the page of the panel would answer the question
        scene = replace(make_scene(position.desk), about=None)
        if not line:
            scene = replace(scene, safest=())
        for size in SIZES:
            name = f"{number:02}-{spelled(size)}"
            answers[name] = position.question
            svg = asyncio.run(drawn(scene, size, theme))
            (out / f"{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
    (out / ANSWERS).write_bytes(msgspec.json.format(msgspec.json.encode(answers)) + b"\n")


# -- judging -----------------------------------------------------------------------------------------------


def is_right(question: Question, given: Sequence[str], *, by_tier: bool = False) -> bool:
    """Whether these are three tiles of the hand, and none that was left out is safer than one of them.

    Raises NotationError for what is no tile.
    """
    level = {KIND_OF[parse_tile(each.tile)]: each.tier if by_tier else each.safety for each in question.tiles}
    held = Counter(KIND_OF[parse_tile(each.tile)] for each in question.tiles)
    named = Counter(KIND_OF[parse_tile(tile)] for tile in given)
    if named.total() != ASKED or named - held:
        return False
    left_out = held - named if len(named) < ASKED else [kind for kind in held if kind not in named]
    return max(level[kind] for kind in named) <= min((level[kind] for kind in left_out), default=len(Tier))


def judge(answers: dict[str, Question], given: dict[str, list[str]]) -> Iterator[str]:
    """One line for each wrong answer, and the figures. Raises KeyError for an unknown picture."""
    right, fine = 0, 0
    for name, tiles in given.items():
        question = answers[name]
        try:
            good = is_right(question, tiles)
            fine += is_right(question, tiles, by_tier=True)
        except NotationError as error:
            good = False
            yield f"{name}: {error}"
        right += good
        if not good:
            hand = " ".join(f"{each.tile}:{each.safety}" for each in question.tiles)
            yield f"{name}: {' '.join(tiles)} is wrong; tiles and classes: {hand}"
    yield f"{right} right of {len(given)} by class, {fine} by tier"


def main() -> None:
    """Write pictures, or judge what was answered."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.measure.glance", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--out", type=Path, help="folder of the pictures")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--theme", choices=[theme.value for theme in Theme if theme is not Theme.AUTO], default="felt"
    )
    parser.add_argument("--no-line", action="store_true", help="without the line that names the safest tiles")
    parser.add_argument("--judge", type=Path, nargs=2, metavar=("ANSWERS", "GIVEN"))
    wanted = parser.parse_args()
    if wanted.judge:
        answers, given = (path.read_bytes() for path in wanted.judge)
        lines = judge(
            msgspec.json.decode(answers, type=dict[str, Question]),
            msgspec.json.decode(given, type=dict[str, list[str]]),
        )
        print("\n".join(lines))
    elif wanted.out:
        write(wanted.out, wanted.count, wanted.seed, wanted.theme, line=not wanted.no_line)
    else:
        parser.print_usage(sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
