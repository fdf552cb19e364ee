"""Positions of the table, for pictures of it and for a desk, in the notation of ``Position``."""

from __future__ import annotations

from msgspec.structs import replace

from ai.reading.furiten_advice import furiten_report
from ai.reading.safety_reasons import SafetyClass
from engine import events as ev
from engine.actions import Action
from engine.furiten import Cause
from engine.own_rules import ruleset
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import NAMES, format_tiles
from engine.view import SeatView
from tests.support.ai.seat_views import Position
from tui.config.settings import HintLevel, MarksWhen, OnOff
from tui.desk.desk import Desk
from tui.desk.desk_settings import DEFAULT_SWITCHES, DeskSettings, Switch
from tui.desk.scene import LaidHand, Scene
from tui.desk.scene_maker import make_scene
from tui.play.play_options import TableSteps, with_steps
from tui.words.furiten_sentences import furiten_lines
from tui.words.names import Seating, first_fitting, tile_word


def plain_turn() -> Position:
    """Early in a hand: some discards, one of them as drawn, and the person to move."""
    start = Position("2348m22p678p45s50p", kyoku=2, honba=1, scores=(23_700, 25_900, 24_300, 26_100))
    return start.play(
        """
        0: 4z; 1: 9s; 2: 9m; 3: 1z
        0: 6z; 1: 4z; 2: 1p'; 3: 9s
        0: 3s; 1: 7z'; 2: 4p; 3: 1m
        0: draws 9m
        """
    )


def after_riichi() -> Position:
    """Mamori (across) is in riichi with 7s; the person has called and is furiten on an own discard."""
    return plain_turn().play(
        """
        0: 9m; 1: 9p; 2: 8m; 3: 9p
        0: 7z; 1: 3z; 3: pon 3z3z; 3: 5z'
        0: 1m; 1: 2s; 2: 7z'; 3: 8s
        0: 5z'; 1: 7m'; 2: riichi 7s; 3: 3m
        0: 2z; 1: 6s; 2: 3p'; 3: 5p
        0: pon 5p0p; 0: 8m; 1: 1p'; 2: 1s'; 3: 7p
        0: draws 9m
        """
    )


def riichi_tile_called() -> Position:
    """The riichi tile of the player across was called away, so the next discard lies sideways."""
    return plain_turn().play(
        """
        0: 9m; 1: 9p; 2: riichi 7s
        3: pon 7s7s; 3: 9p'; 0: 1m; 1: 2s; 2: 8p'; 3: 8s; 0: draws 4s
        """
    )


def all_melds() -> Position:
    """Every kind of meld on the table, and calls from each side."""
    start = Position("3456m99p556s1117z", seat=0)
    return start.play(
        """
        0: 7z; 1: 2m; 2: 5p; 1: pon 5p0p; 1: 9p; 0: pon 9p9p; 0: 6s
        1: 3s; 2: chi 2s4s; 2: 1m; 3: ankan 8888s; dora 1s; 3: 5s; 0: pon 5s5s; 0: 3m
        1: kakan 5p; dora 7m; 1: 6z; 2: 2z; 3: kan 2z2z2z; dora 9p; 3: 8m; 0: draws 5s
        """
    )


def four_kans(owner: int) -> Position:
    """One player with every kind of kan, called tiles from each side."""
    position = Position("111222333444m5p" if owner == 0 else "123456789p1234s", indicator="1z")
    right, across, left = ((owner + side) % 4 for side in (1, 2, 3))
    return position.play(
        f"""
        {right}: 1m; {owner}: kan 1m1m1m; dora 2z; {owner}: 5p
        {across}: 2m; {owner}: pon 2m2m; {owner}: 5p
        {left}: 3m; {owner}: kan 3m3m3m; dora 3z; {owner}: 6p
        {right}: 9p; {owner}: draws 7p; {owner}: kakan 2m; dora 4z; {owner}: 7p
        {left}: 9p; {owner}: ankan 4m4m4m4m; dora 5z; {owner}: 8p
        {right}: 9s
        """
    )


def long_ponds() -> Position:
    """Twenty-four discards in every pond, a riichi tile and tiles called away among them."""
    position = Position("999m999p999s1177z")
    tiles = [f"{digit}{suit}" for suit in "mps" for digit in range(1, 9)]
    # the pon leaves one copy of 1p, for the riichi; one 3p is the indicator
    others = {(0, "1p"): "2z", (1, "1p"): "3z", (3, "1p"): "5z", (0, "3p"): "4z"}
    for number, usual in enumerate(tiles):
        for seat in range(4):
            tile = others.get((seat, usual), usual)
            verb = "riichi " if (seat, number) == (2, 8) else ""
            position.play(f"{seat}: {verb}{tile}{chr(39) if number % 5 == 4 and not verb else ''}")
            if number == 8 and seat == 2:
                position.play(f"3: pon {tile}{tile}")
    position.view.table.live = 3
    return position


def four_pons(owner: int) -> Position:
    """One player with four pons, the most melds without kans."""
    position = Position("1122334455667p" if owner == 0 else "123456789m1234s")
    right, across, left = ((owner + side) % 4 for side in (1, 2, 3))
    return position.play(
        f"""
        {right}: 1p; {owner}: pon 1p1p; {owner}: 7p
        {across}: 2p; {owner}: pon 2p2p; {owner}: 6p
        {left}: 3p; {owner}: pon 3p3p; {owner}: 6p
        {right}: 4p; {owner}: pon 4p4p; {owner}: 5p
        {right}: 9s
        """
    )


def bare_scene(
    view: SeatView, names: tuple[str, ...] = ("You", "Hayai", "Mamori", "Takame"), **details: object
) -> Scene:
    """A scene of this position with everything else at its plainest.

    The seat to act is taken from the table, the causes of furiten from the view.
    """
    usual = {
        "laid": LaidHand.sorted(view),
        "acting": None if view.table.phase is Phase.OVER else view.table.turn,
        "causes": view.furiten,
    }
    return Scene(view, Seating(names, view.seat), **{**usual, **details})


FURITEN_WIDTH = 68
"""Columns of the furiten line beside its badge at 80 columns; the picture of the table is tested with it."""
PLAYERS = ("You", "Hayai", "Mamori", "Takame")
WRC = ruleset("wrc")
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
        coach: OnOff = OnOff.OFF,
        switches: frozenset[Switch] = DEFAULT_SWITCHES,
        guards_wins: bool = True,
        steps: TableSteps | None = None,
    ) -> None:
        """With ``steps`` it is a table by those steps of table rules, under the ruleset they make."""
        at_table = rules if steps is None else with_steps(rules, steps)
        super().__init__(
            hand,
            dealer=dealer,
            kyoku=dealer + 1,
            honba=honba,
            scores=scores,
            indicator=indicator,
            rules=at_table,
        )
        settings = DeskSettings(42, hints, marks, coach, switches, guards_wins).by(steps)
        self.desk = Desk(Seating(players, 0), at_table, settings)
        self.desk.event(self.events[0])
        self.view = self.desk.view

    def hear(self, event: ev.Event) -> None:
        self.desk.event(event)
        self.events.append(event)

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
