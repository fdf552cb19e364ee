"""Parse the rules, settings, moves and sorts of questions in files of lessons and demo scenes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import fields, replace

from ai.lessons.lesson_setup import Setting
from ai.lessons.move_notation import Move, MoveError, RelativeSeat, parse_moves
from engine.events import TableSteps
from engine.rules import Ruleset
from engine.tiles import EAST, SOUTH, parse_tile, parse_tiles


class WrittenSetting(msgspec.Struct, forbid_unknown_fields=True):
    """The table ``setting`` of a file. Players that are not named get a random hand."""

    you: str
    right: str = ""
    across: str = ""
    left: str = ""
    draws: dict[str, str] = {}
    replacements: str = ""
    indicators: str = ""
    ura: str = ""
    round: str = "1z"
    dealer: str = "you"
    honba: int = 0
    riichi_sticks: int = 0
    scores: tuple[int, int, int, int] | None = None

    def read(self) -> Setting:
        """The setting; raises NotationError or MoveError, which says what is wrong."""
        hands = {side: parse_tiles(getattr(self, side)) for side in RelativeSeat}
        wind = parse_tile(self.round)
        if wind not in (EAST, SOUTH):
            raise MoveError(f"setting: '{self.round}' is no round wind (1z or 2z)")
        return Setting(
            hands={side: tiles for side, tiles in hands.items() if tiles},
            draws={_side("draws", word): parse_tiles(tiles) for word, tiles in self.draws.items()},
            replacements=parse_tiles(self.replacements),
            indicators=parse_tiles(self.indicators),
            ura=parse_tiles(self.ura),
            round_wind=wind,
            dealer=_side("dealer", self.dealer),
            honba=self.honba,
            riichi_sticks=self.riichi_sticks,
            scores=self.scores,
        )


def _side(what: str, word: str) -> RelativeSeat:
    if word not in tuple(RelativeSeat):
        raise MoveError(f"setting: {what}: '{word}' is nobody (there are: {', '.join(RelativeSeat)})")
    return RelativeSeat(word)


def written_rules(rules: Ruleset, changes: Mapping[str, bool | int | float | str]) -> Ruleset:
    """Rules with some fields changed by name; raises MoveError for an unknown field or a wrong type."""
    known = {field.name for field in fields(Ruleset)}
    for name, value in changes.items():
        if name not in known or type(value) is not type(getattr(rules, name)):
            raise MoveError(f"changes: '{name}' cannot be {msgspec.json.encode(value).decode()}")
    return replace(rules, **changes)


def written_steps(rules: Ruleset, steps: Mapping[str, bool]) -> TableSteps | None:
    """The steps of table rules with these names, None for none; raises MoveError for what is not possible."""
    known = {field.name for field in fields(TableSteps) if field.type is bool}
    for name in steps:
        if name not in known:
            raise MoveError(f"steps: there is no '{name}' (there are: {', '.join(sorted(known))})")
    if steps and rules.errors == "prevented":
        raise MoveError("steps: the rules prevent errors")
    if steps.get("count", False) is not rules.value_said:
        raise MoveError("steps: 'count' and the rule 'value_said' go together")
    return msgspec.convert(dict(steps), TableSteps) if steps else None


def written_moves(what: str, text: str) -> tuple[Move, ...]:
    """Parse moves; raises MoveError, which names the text by ``what``."""
    try:
        return parse_moves(text)
    except MoveError as error:
        raise MoveError(f"{what}: {error}") from None


class QuestionSort(msgspec.Struct, frozen=True):
    """A sort of practice questions: names of ``ai.drills``, which this room does not know."""

    kind: str
    level: int
    theme: str = ""
    """The idea of the question; empty for any."""


def written_sort(text: str) -> QuestionSort:
    """Parse a kind, a level and perhaps a theme: ``furiten 1 called-away``; raises MoveError."""
    match text.split():
        case [kind, level, *theme] if level.isdigit() and len(theme) <= 1:
            return QuestionSort(kind, int(level), *theme)
    raise MoveError(f"asks: '{text}' is no kind with a level and perhaps a theme")


def written_orders(text: str) -> tuple[Move, ...]:
    """Parse the orders of bots; raises MoveError if an order is not valid for a bot."""
    orders = written_moves("orders", text)
    for order in orders:
        if order.side is RelativeSeat.YOU:
            raise MoveError(f"orders: line {order.line}: nobody gives orders to you")
        if order.drawn is not None or order.as_drawn:
            raise MoveError(f"orders: line {order.line}: an order names the discard alone")
    return orders
