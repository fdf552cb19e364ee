"""A game that goes on from a record: how it begins, its table, and at its end both games side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import get_args

from msgspec.structs import replace

from engine.actions import PASS
from engine.records.resumed_game import BranchEnd
from tui.config.actions import ActionId
from tui.config.settings import Settings
from tui.drawing.rows import Role, Row, Rows, Span, fit
from tui.i18n import t, wrapped
from tui.lessons.script import Script
from tui.play.play_on import (
    BranchChoice,
    BranchComparison,
    BranchGame,
    BranchSource,
    CannotBranch,
    DecisionPair,
    HandEntry,
    HandPair,
    OwnDecision,
    compare_branch,
    open_branch,
    usual_bots,
)
from tui.play.start_game import last_choices
from tui.screens.dialogs import next_value
from tui.screens.game.game import GameScreen
from tui.screens.new_game import BotsForm
from tui.screens.page import BLANK, MARGIN, PanelScreen, heading, keys, scroll_keys, words
from tui.screens.screen import KeyScreen, Result
from tui.screens.table_screen import GameExit
from tui.tiles import Ink
from tui.words.names import tile_word
from tui.words.review_sentences import decided, decision_name, points_change, recorded_hand_name

DIFFERS = "* "
"""Before a choice that differs."""
ABOUT = 22
"""Cells of the first column; the other two share the rest."""


_ENDS: tuple[BranchEnd, ...] = get_args(BranchEnd)


class BranchField(StrEnum):
    """A field of the form. The last one accepts the form."""

    DEALT = "dealt"
    ENDS = "ends"
    RIGHT = "right"
    ACROSS = "across"
    LEFT = "left"
    START = "start"


class BranchFormScreen(BotsForm[BranchChoice | None]):
    """The form before a game from a record. Its result is the choice, or None."""

    fields = tuple(BranchField)

    def __init__(self, source: BranchSource, known_bots: Sequence[str] = ()) -> None:
        """``known_bots`` are external programs that the player has played against."""
        bots = usual_bots(source)
        super().__init__((*bots, *known_bots))
        self.source = source
        self.choice = BranchChoice(bots, dealt=source.ways_to_deal[0])

    @property
    def bots(self) -> tuple[str, ...]:
        return self.choice.bots

    # -- the lines -----------------------------------------------------------------------------------

    def heading(self) -> str:
        source = self.source
        start = source.point.hand.start
        return t(
            "branch.form.title",
            code=source.code,
            hand=recorded_hand_name(start.bakaze, start.kyoku),
            turn=source.turn,
            wind=tile_word(source.wind),
        )

    def label(self, field: str) -> str:
        return t("branch.form.start") if field == BranchField.START else t(f"branch.form.fields.{field}")

    def value(self, field: str) -> str:
        match field:
            case BranchField.DEALT:
                return t(f"branch.form.dealt.{self.choice.dealt}")
            case BranchField.ENDS:
                return t(f"branch.form.ends.{self.choice.ends}")
        return super().value(field)

    def about(self, field: str) -> str:
        match field:
            case BranchField.DEALT if self.choice.dealt == "as-it-was" and not self.source.knows_wall:
                return t("branch.form.about.as-it-was-shown")
            case BranchField.DEALT:
                return t(f"branch.form.about.{self.choice.dealt}")
            case BranchField.ENDS:
                return t(f"branch.form.about.{self.choice.ends}")
            case BranchField.START:
                return t("branch.form.about.start")
        return super().about(field)

    def accept(self) -> None:
        self.dismiss(self.choice)

    def change(self, field: str, by: int) -> None:
        choice = self.choice
        match field:
            case BranchField.DEALT:
                self.choice = replace(choice, dealt=next_value(self.source.ways_to_deal, choice.dealt, by))
            case BranchField.ENDS:
                self.choice = replace(choice, ends=next_value(_ENDS, choice.ends, by))
            case BranchField.RIGHT | BranchField.ACROSS | BranchField.LEFT:
                self.choice = replace(choice, bots=self.with_next_bot(field, by))


class BranchEndScreen(PanelScreen[None]):
    """Both hands side by side: their ends, and every decision from the branch on."""

    def __init__(self, game: BranchGame) -> None:
        super().__init__()
        self.comparison: BranchComparison = compare_branch(game.source.rules, game.source.events, game.match)
        self._origin = game.match.branch

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        comparison, origin = self.comparison, self._origin
        assert origin is not None
        first = next(side for side in reversed(comparison.hands[0]) if side)
        code = f"{origin.hand}.{origin.step}"
        place = t("branch.end.of", hand=recorded_hand_name(first.wind, first.kyoku), code=code)
        title = heading(t("branch.end.title"), place, inner)
        names = _columns("", t("branch.end.then"), t("branch.end.now"), inner, Ink.MUTED)
        hands = [_hand_row(pair, inner) for pair in comparison.hands]
        total = [_total_row(comparison, inner)] if len(hands) > 1 else []
        if comparison.places is not None:
            then, now = (
                t("branch.end.unknown") if place is None else str(place) for place in comparison.places
            )
            total.append(_columns(t("branch.end.place"), then, now, inner, Ink.TEXT))
        count, differing = comparison.compared, comparison.differing
        key = "branch.end.differing" if differing else "branch.end.level"
        told = map(words, wrapped(t(key, count=count, differing=differing), inner))
        head = (BLANK, title, BLANK, names, *hands, *total, BLANK, *told, BLANK)
        rows = [_decision_row(pair, inner) for pair in self.comparison.decisions if _tells(pair)]
        body = self.window(tuple(rows), inner, height - 1 - len(head))
        return self.framed((*head, *body), width, height)

    def hints(self) -> Sequence[Row]:
        return (
            scroll_keys(),
            keys(t("branch.end.back"), ActionId.CONFIRM),
        )


def _tells(pair: DecisionPair) -> bool:
    """Whether a pair has anything to say: not if one of them alone let a tile pass."""
    alone = [side for side in (pair.then, pair.now) if side is not None]
    return len(alone) == 2 or alone[0].action not in (None, PASS)


def _decision_row(pair: DecisionPair, width: int) -> Row:
    one = pair.then or pair.now
    assert one is not None
    other_draw = pair.then is not None and pair.now is not None and pair.then.tile != pair.now.tile
    about = decision_name(one.turn, one.tile, claim=one.claim, other_draw=other_draw)
    ink = Ink.TEXT if pair.differs else Ink.MUTED
    return _columns(about, _side(pair.then), _side(pair.now), width, ink, differs=pair.differs)


def _side(decision: OwnDecision | None) -> str:
    return decided(None if decision is None else decision.action, there=decision is not None)


def _hand_row(pair: HandPair, width: int) -> Row:
    one = pair[1] or pair[0]
    assert one is not None
    then, now = map(_ending, pair)
    return _columns(recorded_hand_name(one.wind, one.kyoku), then, now, width, Ink.NAME)


def _ending(hand: HandEntry | None) -> str:
    """How a hand ended for the player, and the change of points."""
    if hand is None:
        return t("branch.end.nothing")
    return f"{t(f'branch.end.result.{hand.result}')} {points_change(hand.gained)}"


def _total_row(comparison: BranchComparison, width: int) -> Row:
    then, now = (points_change(_sum(hands)) for hands in zip(*comparison.hands, strict=True))
    return _columns(t("branch.end.total"), then, now, width, Ink.TEXT)


def _sum(hands: Sequence[HandEntry | None]) -> int | None:
    """The points gained in all these hands; None if one does not say."""
    gained = [hand.gained for hand in hands if hand is not None]
    known = [each for each in gained if each is not None]
    return sum(known) if len(known) == len(gained) else None


def _columns(about: str, then: str, now: str, width: int, ink: Ink, *, differs: bool = False) -> Row:
    half = (width - ABOUT) // 2
    mark = DIFFERS if differs else " " * len(DIFFERS)
    return (
        *fit([Span(about, Role(Ink.MUTED))], ABOUT),
        *fit([Span(then, Role(ink))], half),
        Span(mark, Role(Ink.ACTING)),
        *fit([Span(now, Role(ink))], width - ABOUT - half - len(DIFFERS)),
    )


class BranchScript(Script):
    """The title of a branch, in place of the number of the hand and the seed."""

    def __init__(self, title: str) -> None:
        self._title = title

    @property
    def title(self) -> str:
        return self._title


class BranchScreen(GameScreen):
    """A game that goes on from a record. At its end both are shown side by side."""

    def __init__(self, game: BranchGame, settings: Settings) -> None:
        origin = game.match.branch
        assert origin is not None
        code = f"{origin.hand}.{origin.step}"
        super().__init__(game.session, settings, BranchScript(t("branch.title", code=code)))
        self.game = game
        if game.fault:
            self.show_message(t("branch.unkept", reason=game.fault))

    async def _end(self) -> bool:
        self.game_app.pace.calm()
        await self.app.push_screen_wait(BranchEndScreen(self.game))
        self.dismiss(GameExit.FINISHED)
        return False


def play_on(screen: KeyScreen[Result], source: BranchSource | None, closed: Callable[[str], None]) -> None:
    """Ask on that screen how to play on from a position of a record, and open the table.

    ``closed`` is called when it is left, with a message about the record of what was played, or at once, with
    the reason, if there is no such decision (None). The saved game stays as it is.
    """
    if source is None:
        closed(t("branch.no-decision"))
        return
    last = last_choices(screen.game_app.home)
    known = () if last is None or last.bots is None else last.bots

    def chosen(choice: BranchChoice | None) -> None:
        if choice is not None:
            _open_branch(screen, source, choice, closed)

    screen.app.push_screen(BranchFormScreen(source, known), chosen)


def _open_branch(
    screen: KeyScreen[Result], source: BranchSource, choice: BranchChoice, closed: Callable[[str], None]
) -> None:
    app, folder = screen.game_app, screen.game_app.folder
    try:
        game = open_branch(source, choice, folder.records, folder.time())
    except CannotBranch as error:
        closed(str(error))
        return
    saved, app.session = app.session, game.session

    def left(_: GameExit | None) -> None:
        app.session = saved
        path = game.close()
        if path is None:
            closed("")
        else:
            closed(t("branch.kept" if game.over else "branch.left", name=path.name))

    screen.app.push_screen(BranchScreen(game, app.settings), left)
