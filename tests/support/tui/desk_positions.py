"""A desk at a position that is given in notation, with the moves of ``table_positions``."""

from __future__ import annotations

from msgspec.structs import replace

from ai.reading.furiten_report import furiten_report
from ai.reading.safety_classes import SafetyClass
from engine import events as ev
from engine.actions import Action
from engine.furiten import Cause
from engine.rules import Ruleset, ruleset
from engine.tiles import NAMES, format_tiles
from tests.support.tui.table_positions import UNKNOWN_HAND, Position, mjai, names
from tui.config.settings import Coach, HintLevel, MarksWhen
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.desk.settings import DEFAULT_SWITCHES, DeskSettings, Switch
from tui.words.furiten import furiten_lines
from tui.words.seating import Seating
from tui.words.tiles import first_fitting, tile_word

FURITEN_WIDTH = 68
"""Columns of the furiten line beside its badge at 80 columns; the picture of the table is tested with it."""
PLAYERS = ("You", "Hayai", "Mamori", "Takame")
WRC = ruleset("wrc")
TENHOU = ruleset("tenhou")
REDS = replace(WRC, red_fives=(1, 1, 1))


class Seated(Position):
    """The person at seat 0 with a hand, and a desk that hears every move."""

    def __init__(
        self,
        hand: str,
        *,
        rules: Ruleset = WRC,
        dealer: int = 0,
        indicator: str = "1z",
        honba: int = 0,
        scores: tuple[int, int, int, int] = (30_000, 30_000, 30_000, 30_000),
        players: tuple[str, str, str, str] = PLAYERS,
        hints: HintLevel = HintLevel.FULL,
        marks: MarksWhen = MarksWhen.DANGER,
        coach: Coach = Coach.OFF,
        switches: frozenset[Switch] = DEFAULT_SWITCHES,
        guards_wins: bool = True,
    ) -> None:
        self.seat = 0
        self._declaring = None
        assert len(names(hand)) == 13, f"{hand} has {len(names(hand))} tiles"
        hands = [names(hand), *([*UNKNOWN_HAND] for _ in range(3))]
        start = ev.StartKyoku("E", mjai(indicator), dealer + 1, honba, 0, dealer, list(scores), hands)
        settings = DeskSettings(42, hints, marks, coach, switches, guards_wins)
        self.desk = Desk(Seating(players, 0), rules, settings)
        self.desk_start = start
        self.desk.event(start)
        self.view = self.desk.view

    def _apply(self, event: ev.Event) -> None:
        self.desk.event(event)

    def offered(self, moves: str) -> Desk:
        """The desk after these moves, when the person has to decide."""
        self.play(moves)
        assert self.desk.offer(), "there is nothing to decide"
        return self.desk


def under_cursor(desk: Desk) -> str:
    """What the cursor stands on: a tile, or the key of a button in brackets."""
    scene = make_scene(desk)
    if scene.cursor is not None:
        return NAMES[desk_tiles(desk)[scene.cursor]]
    assert scene.prompt_cursor is not None
    return f"[{scene.prompt[scene.prompt_cursor].key}]"


def prompt(desk: Desk) -> str:
    """The prompt line; what is greyed stands in brackets."""
    items = make_scene(desk).prompt
    return "  ".join(
        f"{item.key} {item.label}" if item.enabled else f"({item.key} {item.label})" for item in items
    )


def footer(desk: Desk) -> str:
    """The keys below everything."""
    return "  ".join(f"{item.key} {item.label}".lstrip() for item in make_scene(desk).keys)


def greyed(desk: Desk) -> str:
    """The tiles of the hand that cannot be chosen."""
    tiles = desk_tiles(desk)
    return format_tiles(tiles[place] for place in sorted(make_scene(desk).disabled))


def desk_tiles(desk: Desk) -> list[int]:
    """The hand as it lies on the screen."""
    return list(desk.laid.tiles)


def marked_furiten(desk: Desk) -> str:
    """The tiles that carry the furiten mark."""
    marks = make_scene(desk).marks
    return format_tiles(tile for tile, mark in zip(desk_tiles(desk), marks, strict=True) if mark.furiten)


def riichi_marked(desk: Desk) -> str:
    """The tiles that carry the sign of a possible riichi."""
    marks = make_scene(desk).marks
    return format_tiles(tile for tile, mark in zip(desk_tiles(desk), marks, strict=True) if mark.keeps_tenpai)


def classed(desk: Desk, safety: SafetyClass) -> str:
    """The tiles that are marked with a class of safety."""
    marks = make_scene(desk).marks
    return format_tiles(
        tile for tile, mark in zip(desk_tiles(desk), marks, strict=True) if mark.safety is safety
    )


def press(desk: Desk, *actions: str) -> Action | None:
    """Named actions one after the other; the decision of the last one."""
    answer = None
    for action in actions:
        assert answer is None, "decided too early"
        answer = desk.do(action)
    return answer


def go_to(desk: Desk, tile: str) -> Desk:
    """Walk to the first tile of that name."""
    desk.do("first")
    for _ in desk_tiles(desk):
        if under_cursor(desk) == tile:
            return desk
        desk.do("right")
    raise AssertionError(f"the cursor cannot stand on {tile}")


def furiten_line(desk: Desk, width: int = FURITEN_WIDTH) -> str | None:
    """The furiten line as it fits so many columns, None when there is none."""
    lines = make_scene(desk).furiten
    return first_fitting(lines, width) if lines else None


def decide(seated: Seated, moves: str) -> Action:
    """Play moves up to a decision of the person, and take what the cursor stands on."""
    action = seated.offered(moves).do("confirm")
    assert action is not None, "that decides nothing"
    return action


def told(desk: Desk) -> str | None:
    """The facts of the furiten line in short, checked to be those of the line; None without furiten.

    Such as ``discard 6s 0:2 waits-change, tsumo later, way 7s 4``: the kind, the tile, whose and on which
    turn, the end, whether a tsumo wins, and what else is known.
    """
    facts = furiten_report(desk.view, desk.hints.advice, desk.passed)
    assert make_scene(desk).furiten == furiten_lines(facts, desk.seating)
    if facts is None:
        return None
    said = ["; ".join(_cause(cause) for cause in facts.causes), f"tsumo {facts.tsumo}"]
    if facts.missed is not None:
        refusal = facts.missed.refusal
        said.append(
            f"missed {tile_word(facts.missed.cause.tile)} {'passed' if refusal is None else refusal.why}"
        )
    if facts.before is not None:
        said.append(f"before {facts.before.kind} {tile_word(facts.before.tile)}")
    if facts.way is not None:
        hand = facts.way.hand
        assert hand is not None
        waits = format_tiles(wait.kind for wait in hand.waits)
        count = facts.way.freeing or hand.acceptance
        said.append(
            " ".join(filter(None, (facts.way.kind, tile_word(facts.way.tile or 0), waits, str(count))))
        )
    if facts.stuck:
        said.append("stuck")
    if facts.changing:
        said.append(f"changing {facts.changing}")
    return ", ".join(said)


def _cause(cause: Cause) -> str:
    return f"{cause.kind} {tile_word(cause.tile)} {cause.seat}:{cause.turn} {cause.ends}"
