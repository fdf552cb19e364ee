"""``furiten play --plain``: open a game, play it in plain lines, and report how it ended.

It prints events and results, asks for decisions, and reads commands.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import reduce
from typing import TypeVar
from unicodedata import normalize

import click

from ai.reading.table_errors import table_errors
from ai.statistics.manner import Manner, manners
from engine import events as ev
from engine.actions import PASS, Action
from engine.match import Standing
from engine.outcome import Outcome
from engine.rules import Ruleset
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.view import SeatView
from tui.config.settings import OnOff, Settings, SettingsFile
from tui.desk.choice import Choice, Mode
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings, Switch, is_own
from tui.desk.hand_moments import HandMoments
from tui.desk.prompt import about_button
from tui.desk.scene_maker import make_scene
from tui.i18n import join_list, t
from tui.plain import queries
from tui.plain.decisions import Moves, PlainWins, can
from tui.plain.queries import HandQueries, Seats, hand_lines, melds_in_one
from tui.plain.typed_commands import (
    QUIT,
    CommandSort,
    HungUp,
    Lines,
    TypedCommand,
    by_suits,
    command_named,
    quoted,
    understood,
)
from tui.play.play_options import PlayOptions
from tui.play.save import SaveFolder, SetAside
from tui.play.session import PATIENCE, Pending, Session, option_difference, run_with_notice
from tui.play.start_game import (
    agree_to_programs,
    begin,
    begin_unsaved,
    open_for_play,
    set_aside_notice,
    summary,
    unknown_programs,
)
from tui.system.files import os_error_text
from tui.system.terminal import ExitCode, forget_output
from tui.tiles import class_words
from tui.words.action_words import action_words, refused, takebacks
from tui.words.event_lines import log_line, no_ron_line
from tui.words.figure_words import manner_lines
from tui.words.names import Seating, kind_word, sentence_start, tile_word, tile_words
from tui.words.result_words import DrawWords, ShownHand, WinWords, game_over, hand_result, uma_word
from tui.words.table_rules import error_frequency, ruling, table_error_lines


class PlainPrompt:
    """Describes each decision of one hand in a few lines; unchanged facts are not repeated."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._told: tuple[str, ...] = ()
        """The waits, the furiten line and the reasons in the previous prompt."""

    def lines(self, *, again: bool = False) -> list[str]:
        """The lines for the open decision; with ``again``, including unchanged facts."""
        desk = self._desk
        choice = desk.choice
        assert choice is not None, "asked while nothing is to be decided"
        lines = [*hand_lines(desk.view), *self._news(choice, again=again), self._safest()]
        if desk.settings.explains_choices and desk.view.own.passing is not None and not choice.on_turn:
            # say what passing costs before the player passes
            lines.append(about_button(choice, choice.buttons()[choice.button], desk.hints))
        return [*filter(None, lines), can(choice)]

    def _safest(self) -> str:
        """The safest tiles of the hand with their classes; empty on other turns and if nobody threatens."""
        scene = make_scene(self._desk)
        if scene.cursor is None or not scene.safest:
            return ""
        groups = []
        for group in scene.safest:
            safety = scene.mark(scene.laid.tiles.index(group[0])).safety
            assert safety is not None
            groups.append(t("plain.safest-group", tiles=tile_words(group), safety=class_words(safety)))
        return t(
            "plain.safest",
            groups=reduce(lambda first, then: t("plain.safest-then", first=first, then=then), groups),
        )

    def _news(self, choice: Choice, *, again: bool) -> list[str]:
        """New facts: the waits of a tenpai hand, the furiten line, and reasons for refused actions."""
        scene = make_scene(self._desk)
        waits = sentence_start(scene.wait_line or "") if scene.waits or choice.takes_win else ""
        furiten = t("plain.furiten", line=sentence_start(scene.furiten[0])) if scene.furiten else ""
        reasons = [
            refused(button.id, button.refusal)
            for button in choice.buttons()
            if button.refusal is not None and self._desk.settings.shows_hints
        ]
        told = () if again else self._told
        self._told = tuple(filter(None, (waits, furiten, *reasons)))
        still = [t("plain.furiten-still")] if furiten in told else []
        news = [line for line in self._told if line not in told]
        return [*still, *news]


_THOUSAND = 1000


def hand_end(view: SeatView, outcome: Outcome, seating: Seating) -> list[str]:
    """Each win with its hand, yaku, fu and payments, or the draw; then the points of all players."""
    result = hand_result(view, outcome, seating)
    lines = [line for win in result.wins for line in _win(win)]
    if result.draw is not None:
        lines += _draw(result.draw, view.rules)
    for row in result.scores:
        change = f"{row.delta:+,}" if row.delta else ""
        key = "plain.points" if change else "plain.points-same"
        lines.append(t(key, name=row.name, change=change, after=row.after))
    return lines


def _win(win: WinWords) -> list[str]:
    lines = [win.title, t("plain.hand-won", tiles=by_suits(win.concealed), tile=tile_word(win.tile))]
    lines += melds_in_one(win.hand.melds)
    lines += [row.words for row in win.dora]
    lines += [t("plain.worth", name=item.name, worth=item.worth) for item in win.yaku]
    lines += [t("plain.worth", name=item.name, worth=item.worth) for item in win.fu]
    return [*lines, win.total, *win.extras, *win.payments]


def _draw(draw: DrawWords, rules: Ruleset) -> list[str]:
    lines = [draw.title, draw.reason]
    for hand in draw.hands:
        lines += _shown(hand, rules)
    return [*lines, *draw.payments]


def _shown(hand: ShownHand, rules: Ruleset) -> list[str]:
    """A player at a draw: the revealed hand, or only ``noten``."""
    state = t("plain.worth", name=hand.name, worth=hand.state)
    if hand.state == t("result.noten"):
        return [state]
    waits = tenpai_waits(hand.hand, rules)
    if waits and hand.state == t("result.tenpai"):
        state = join_list([state, t("screen.end.waits", tiles=" ".join(map(kind_word, waits)))])
    tiles = t("plain.hand", tiles=by_suits(hand.hand.sorted()))
    return [state, tiles, *melds_in_one(hand.hand.melds)]


def game_end(
    standings: Sequence[Standing], seating: Seating, rules: Ruleset, manners: Sequence[Manner] = ()
) -> list[str]:
    """The final ranking, first place first, and how the others played."""
    mine = next(each.place for each in standings if seating.is_me(each.seat))
    lines = [game_over(standings, rules, seating.in_full()), t(f"result.place.{mine}")]
    for each in standings:
        name = seating.in_full()[each.seat]
        facts = {"name": name, "points": each.points, "bonus": uma_word(rules).lower()}
        place = t(f"session.places.{each.place}")
        uma, final = f"{each.uma / _THOUSAND:+.1f}", f"{each.final:+.1f}"
        lines.append(t("plain.rank", place=place, uma=uma, final=final, **facts))
    told = manner_lines(manners, seating) if manners else []
    return [*lines, *told, t("screen.ranking.record")]


_RECENT = 20
"""The number of recent lines in which glossary terms are looked for."""
_CAUGHT_UP = 4
"""The number of log lines that are printed when a game is resumed in the middle of a hand."""


Kept = TypeVar("Kept")


class PlayerLeft(Exception):
    """The player quits; the game is saved."""


class SaveFailed(Exception):
    """A step of the game could not be saved; the message is for the player."""


class PlainGame:
    """Plays a session with typed commands."""

    def __init__(self, session: Session, settings: Settings, lines: Lines) -> None:
        self.session = session
        self._settings = settings
        self.desk = self._new_desk()
        self.seats = Seats(session.seating.names, session.seat, whole=True)
        self._lines = lines
        self._log: list[str] = []
        self._said: list[str] = []
        """The last printed lines."""
        self._question = PlainPrompt(self.desk)
        self._wins = PlainWins(session, self._ask, self.say)

    def _new_desk(self) -> Desk:
        session, match = self.session, self.session.match
        chosen = DeskSettings.of(self._settings, match.seed).by(session.steps)
        return Desk(session.seating.in_full(), match.rules, chosen)

    def play(self) -> None:
        """Play to the end of the game; raises PlayerLeft, SaveFailed, HungUp."""
        self._take_up()
        while self._carry_on():
            pass

    def say(self, *lines: str) -> None:
        self._said = [*self._said, *lines][-_RECENT:]
        self._lines.say(*lines)

    # -- the game ------------------------------------------------------------------------------------

    def _take_up(self) -> None:
        """Print the rules, the opponents and the present state of the game."""
        match = self.session.match
        length = t(f"newgame.lengths.{match.rules.length}")
        self.say(
            t("plain.welcome"),
            t("plain.game", title=match.rules.title, length=length, seed=match.seed),
        )
        for seat in self.seats.around[1:]:
            self.say(t("plain.worth", name=self.seats.side(seat), worth=self.seats.names[seat]))
        if self.session.steps is not None:
            self.say(error_frequency(self.session.steps.bot_errors))
        for event in self.session.history():
            self._take_in(event)
        if self.session.pending is Pending.GAME_OVER:
            return
        if not self.desk.view.table.discards:
            self._tell_deal()
        else:
            self.say(t("plain.continued", summary=summary(self.session)), *self._log[-_CAUGHT_UP:])

    def _carry_on(self) -> bool:
        """Run one step of the game; return False after the last."""
        session = self.session
        match session.pending:
            case Pending.BOTS:
                self._tell(self._of_bots(session.advance))
            case Pending.PERSON:
                action = self._spoken() or self._decision()
                if action is not None:
                    batch = self._of_bots(lambda: session.choose(action))
                    self._wins.tell()
                    self._tell(batch)
            case Pending.HAND_OVER:
                if not self._hand_end():
                    self._tell(self._kept(session.proceed))
            case Pending.GAME_OVER:
                assert session.standings is not None
                self.say(*self._error_lines())
                played = manners(session.match.events, session.match.rules)
                self.say(*game_end(session.standings, self.desk.seating, self.desk.rules, played))
                self.say(*filter(None, [takebacks(session.takebacks)]))
                return False
        return True

    def _error_lines(self) -> list[str]:
        """After a game by table rules, what was missed, late and wrong."""
        session = self.session
        if session.steps is None:
            return []
        errors = table_errors(session.match.rules, session.match.events, session.seat)
        return table_error_lines(errors, session.seating)

    def _spoken(self) -> Action | None:
        """The count or the challenge that is due after a win was called; None if neither is."""
        table = self.session.view.table
        return self._wins.decision(table) if table.phase in (Phase.COUNT, Phase.CHALLENGE) else None

    def _ask(self, prompt: str) -> str:
        """Read a line about a win; raises PlayerLeft at the end of the input."""
        line = self._lines.ask(prompt)
        typed = None if line is None else understood(line)
        if line is None or (typed is not None and typed.command is QUIT):
            raise PlayerLeft
        return line.strip()

    def _undone(self) -> bool:
        """Take back the last decision of this hand, or print why not; return whether one was taken back."""
        if self.session.takebacks is None:
            self.say(t("takeback.not-allowed"))
            return False
        on = self.desk.switches.on
        action = self._kept(lambda: self.session.take_back(lambda menu: is_own(menu, on)))
        if action is None:
            self.say(t("takeback.none"))
            return False
        others_played = self.desk.others_played
        self.desk = self._new_desk()
        self.desk.others_played = others_played
        for event in self.session.history():
            self._take_in(event)
        self.desk.switches.on = on
        self.say(t("takeback.done", deed=action_words(action)))
        return True

    def _of_bots(self, step: Callable[[], list[ev.Event]]) -> list[ev.Event]:
        """Run a step in which bots act and return its events; print who is thinking if it takes long."""
        thinker = self.session.thinker
        return run_with_notice(
            lambda: self._kept(step), PATIENCE, lambda: self.say(self.session.waits_for(thinker))
        )

    @staticmethod
    def _kept(step: Callable[[], Kept]) -> Kept:
        try:
            return step()
        except OSError as error:
            raise SaveFailed(t("save.failed", reason=os_error_text(error))) from None

    def _tell(self, batch: Sequence[ev.Event]) -> None:
        bot_failures = self.session.bot_failures()
        self.say(*bot_failures)
        self._log += bot_failures
        for event in batch:
            ruled = self._ruling_lines(event)
            said = self._take_in(event)
            self.say(*ruled)
            if isinstance(event, ev.StartKyoku):
                self._tell_deal()
            elif self.desk.is_automatic(event) or not self._is_told(event):
                self.say(*said)

    def _ruling_lines(self, event: ev.Event) -> tuple[str, ...]:
        """The ruling on a foul, from the position before it; nothing for any other event."""
        if not isinstance(event, ev.Foul) or self.session.steps is None:
            return ()
        return ruling(event, self.desk.view, self.session.seating).lines

    def _take_in(self, event: ev.Event) -> list[str]:
        """Apply an event to the desk; return the lines about it."""
        self.desk.event(event)
        if isinstance(event, ev.StartKyoku):
            self._log, self._question = [], PlainPrompt(self.desk)
        if not self.desk.dealt:
            return []
        by_itself = self.desk.is_automatic(event)
        lines = [log_line(event, self.desk.view, self.seats, automatic=by_itself)]
        if self.desk.settings.shows_hints:
            lines.append(no_ron_line(event, self.desk.view))
        said = [line for line in lines if line is not None]
        self._log += said
        return said

    def _is_told(self, event: ev.Event) -> bool:
        """Whether the next output includes the event: the result, or the hand with the drawn tile."""
        own_draw = isinstance(event, ev.Tsumo) and event.actor == self.session.seat
        return own_draw or isinstance(event, ev.ResultEvent)

    def _tell_deal(self) -> None:
        self.say(self._log[0], *queries.deal_lines(self.desk.view, self.seats))

    def _hand_end(self) -> bool:
        """Print the result, then answer questions until the player goes on.

        Returns True if the last decision was taken back instead.
        """
        outcome, desk = self.session.outcome, self.desk
        assert outcome is not None
        self.say(*hand_end(self.session.view, outcome, desk.seating))
        self.say(*filter(None, [takebacks(self.session.takebacks)]))
        heard = self.session.history()
        found = HandMoments(desk.rules, desk.seating, heard).moments
        moments = [line for moment in found for line in (moment.line, *moment.more)]
        if moments:
            moments.insert(0, t("plain.section", title=t("moments.title")))
        if desk.settings.coached and moments:
            self.say(*moments)
        while (typed := self._typed()) is not None:
            if typed.command.sort is CommandSort.OVER:
                self.say(*(moments or [t("plain.no-moments")]))
            elif typed.command.sort is CommandSort.PLAYED:
                if self._undone():
                    return True
            elif typed.command.sort is CommandSort.ANYTIME:
                self._answer(typed)
            else:
                self.say(t("plain.over"))
        return False

    # -- decisions -----------------------------------------------------------------------------------

    def _decision(self) -> Action | None:
        """Prompt until the player decides; None if the last decision was taken back instead."""
        if (action := self._by_itself()) is not None:
            return action
        self.desk.offer()
        moves = Moves(self.desk, self.say)
        if self.desk.rings_bell and self._settings.bell is OnOff.ON:
            self._lines.ring()
        self.say(*self._question.lines())
        while True:
            typed = self._typed()
            if typed is None and self.desk.settings.live and self.desk.mode is Mode.CLAIM:
                return self.desk.decide(PASS)
            if typed is None:
                self.say(self._log[-1], *self._question.lines(again=True))
            elif typed.command.sort is CommandSort.OVER:
                self.say(t("plain.not-over"))
            elif typed.command.sort is CommandSort.PLAYED:
                if self._undone():
                    return None
            elif typed.command.sort is CommandSort.SWITCH:
                if (action := self._turned(Switch(typed.command.name))) is not None:
                    return action
            elif typed.command.sort is not CommandSort.DECISION:
                self._answer(typed)
            elif (action := moves.made(typed)) is not None:
                return action

    def _by_itself(self) -> Action | None:
        """The action of an automatic setting; None if the player decides."""
        action = self.desk.automatic()
        return None if action is None else self.desk.decide(action, automatic=True)

    def _turned(self, switch: Switch) -> Action | None:
        """Toggle a switch and print its new state; return the action that it makes at once, or None."""
        self.desk.turn(switch)
        self.say(self.desk.notice)
        return self._by_itself()

    # -- input ---------------------------------------------------------------------------------------

    @property
    def _prompt(self) -> str:
        if self.desk.view.table.phase is Phase.OVER:
            return t("plain.prompt-next")
        return t("plain.prompt-turn" if self.desk.view.my_turn else "plain.prompt-call")

    def _typed(self) -> TypedCommand | None:
        """Read the next valid command; None for an empty line. Raises PlayerLeft on quit and at the end."""
        while True:
            line = self._lines.ask(self._prompt)
            if line is None:
                raise PlayerLeft
            if not line:
                return None
            typed = understood(line)
            if typed is None:
                choice = self.desk.choice
                possible = t("plain.prompt-next") if choice is None else can(choice)
                self.say(t("plain.unknown", given=quoted(line), can=possible))
            elif typed.command is QUIT:
                raise PlayerLeft
            else:
                return typed

    @property
    def _refused(self) -> tuple[CommandSort, ...]:
        """The sorts of commands that this game never carries out."""
        refused = {
            CommandSort.HAND: not self.desk.settings.answers,
            CommandSort.PLAYED: self.session.takebacks is None,
        }
        return tuple(sort for sort, never in refused.items() if never)

    def _answer(self, typed: TypedCommand) -> None:
        if typed.command.sort is CommandSort.HAND and (why := self.desk.unanswered):
            self.say(why)
            return
        view, seats, asked = self.desk.view, self.seats, HandQueries(self.desk)
        ways: dict[str, Callable[[str], Sequence[str]]] = {
            "hand": lambda _: queries.hand_lines(view),
            "state": lambda _: [*queries.state_lines(view, seats), *queries.switch_lines(self.desk.switches)],
            "pond": lambda who: queries.pond_lines(view, seats, who),
            "melds": lambda who: queries.all_meld_lines(view, seats, who),
            "waits": asked.waits,
            "furiten": asked.furiten,
            "safe": asked.safe,
            "hint": asked.hint,
            "log": lambda number: queries.log_lines(self._log, number),
            "score": lambda _: queries.score_lines(view, seats),
            "rules": lambda word: queries.rule_lines(view.rules, word),
            "glossary": lambda word: queries.glossary_lines(word, self._said),
            "help": lambda name: queries.help_lines(name, self._refused),
        }
        self.say(*ways[typed.command.name](typed.rest))


# -- from the start to the end -----------------------------------------------------------------------


_AGREED = "yes"
"""The word that starts the programs of a save, in every language."""


def run(options: PlayOptions) -> int:
    """Play in plain lines on the standard streams; return the exit code.

    Raises ClickException if the game cannot be opened or cannot go on.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException(t("plain.closed"))
    room = PlainRoom(SaveFolder(), Lines(sys.stdin.buffer, sys.stdout))
    try:
        return room.play(options)
    except HungUp:
        forget_output()
        raise click.ClickException(t("plain.hung-up")) from None


class PlainRoom:
    """Opens a game and plays it to the end or until the player quits."""

    def __init__(self, folder: SaveFolder, lines: Lines) -> None:
        self._folder = folder
        self._lines = lines
        self._session: Session | None = None

    def play(self, options: PlayOptions) -> int:
        """Open the requested game and play it; return the exit code."""
        try:
            self._open(options)
        except PlayerLeft:
            return self._leave(ExitCode.DONE)
        except KeyboardInterrupt:
            return self._leave(ExitCode.INTERRUPTED)
        except SaveFailed as failure:
            raise click.ClickException(str(failure)) from None
        finally:
            if self._session is not None:
                # so that a step in which a bot is still thinking saves nothing
                self._session.close()
            self._folder.release()
        return ExitCode.DONE

    def _open(self, options: PlayOptions) -> None:
        settings = SettingsFile(self._folder.path)
        try:
            session, aside = open_for_play(self._folder, options)
        except OSError:
            # _begin tries again and reports the error
            session, aside = None, None
        if settings.fault:
            self._lines.say(settings.fault)
        if aside is not None:
            self._tell(aside)
        if session is not None and (programs := unknown_programs(session)):
            # ask whether the save may start these programs; raises PlayerLeft if the player does not say yes
            self._lines.say(t("save.programs.ask", count=len(programs)), *programs, t("save.programs.trust"))
            answer = self._lines.ask(t("plain.prompt-programs"))
            if answer is None or normalize("NFKC", answer).casefold() != _AGREED:
                self._lines.say(t("save.programs.left"))
                raise PlayerLeft
            agree_to_programs(self._folder, session)
        over = session is not None and session.pending is Pending.GAME_OVER
        self._sit_down(session or self._begin(options), settings)
        if over and session is not None and option_difference(session.match, options):
            # only the ranking of the old game was left; now begin the requested one
            self._sit_down(self._begin(options), settings)

    def _begin(self, options: PlayOptions) -> Session:
        """Deal a new game; it is not saved if the folder is not writable."""
        try:
            self._folder.acquire()
            return begin(self._folder, options)
        except OSError as error:
            self._folder.release()
            self._lines.say(t("save.unkept", reason=os_error_text(error)))
            return begin_unsaved(options)

    def _tell(self, aside: SetAside) -> None:
        """Print what was set aside and wait for Enter before a game is dealt; raises PlayerLeft."""
        self._lines.say(set_aside_notice(aside))
        while line := self._lines.ask(t("plain.prompt-deal")):
            if command_named(line) is QUIT:
                raise PlayerLeft
        if line is None:
            raise PlayerLeft

    def _sit_down(self, session: Session, settings: SettingsFile) -> None:
        self._session = session
        PlainGame(session, settings.values, self._lines).play()
        if session.kept:
            self._folder.archive(session.match)

    def _leave(self, code: ExitCode) -> ExitCode:
        """Print whether the game in progress is saved; return ``code``."""
        if self._session is not None and self._session.pending is not Pending.GAME_OVER:
            self._lines.say(t("app.saved" if self._session.kept else "app.not-kept"))
        return code
