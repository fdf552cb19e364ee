"""Decisions of the plain game: typed commands as actions, warnings, counted wins and challenges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Protocol

from ai.coach import Caution, CautionKind, caution
from ai.reading.estimates import AcceptedTile
from ai.reading.table_errors import CountStep, GradedCount
from engine.actions import CHALLENGE, NOTEN, PASS, TENPAI, Action, ActionKind
from engine.fouls import wrong_win
from engine.results import said_count
from engine.table import Phase, Table
from engine.tiles import KIND_OF, TILE_OF, NotationError, Tile, parse_tiles, sort_tiles
from tui.config.actions import ActionId
from tui.desk.choice import ON_TURN, Button, Choice
from tui.desk.desk import Desk
from tui.desk.prompt import form_label
from tui.desk.win_counting import STICKS, WinCounting, yaku_of
from tui.i18n import join_list, t
from tui.plain.typed_commands import (
    DISCARD,
    DRAW,
    TypedCommand,
    command_named,
    command_of,
    places_named,
    quoted,
    tile_named,
)
from tui.play.session import Session
from tui.words.action_words import RefusedDiscard, action_word, reason, refused, refused_tile
from tui.words.names import Seating, kind_word, sentence_start, tile_word, tile_words
from tui.words.riichi_choices import riichi_line
from tui.words.table_rules import GradedLine, count_words, graded_lines, payment_words, verdict, yaku_words
from tui.words.warnings import warning_wordings

_KANS = (ActionKind.OPEN_KAN, ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)
_DECLINED_WINS = (CautionKind.RON, CautionKind.TSUMO)
"""Kinds of cautions that are given unless the player turned them off."""


class Moves:
    """Turns commands into actions; refusals and warnings are passed to ``say``."""

    def __init__(self, desk: Desk, say: Callable[[str], None]) -> None:
        self._desk = desk
        self._say = say
        self._warned: Action | None = None
        """The action of the last warning; the same action again is accepted."""

    def made(self, typed: TypedCommand) -> Action | None:
        """The action of a command; None if it is refused, incomplete, or first needs a warning."""
        action = self._meant(typed)
        if action is None:
            return None
        said = None if action == self._warned else self._caution(action)
        if said is not None:
            self._warned = action
            self._say(next(iter(warning_wordings(said, quoted(typed.line)))))
            return None
        return self._desk.decide(action)

    def _meant(self, typed: TypedCommand) -> Action | None:
        """The legal action of a command; None after a message if there is none."""
        match typed.command.name:
            case "discard":
                if not self._on_turn():
                    return None
                if not typed.rest:
                    self._say(t("plain.which-tile"))
                    return None
                place = self._place(typed.rest, self._choice.refused)
                return None if place is None else self._throw(place)
            case "draw":
                if not self._on_turn():
                    return None
                if self._desk.view.drawn is None:
                    self._say(t("plain.nothing-drawn"))
                    return None
                return self._throw(len(self._choice.tiles) - 1)
            case "riichi":
                return self._riichi(typed.rest)
            case "pass":
                if PASS in self._choice.menu.actions:
                    return PASS
                self._impossible(ActionId.PASS)
                return None
            case "tenpai" | "noten":
                action = TENPAI if typed.command.name == "tenpai" else NOTEN
                if action in self._choice.menu.actions:
                    return action
                refusal = self._choice.menu.why_not(action.kind)
                self._refuse("" if refusal is None else sentence_start(reason(ActionId.PASS, refusal)))
                return None
            case "ron" | "tsumo" if self._choice.live:
                assert typed.command.action is not None
                return self._say_win(typed.command.action, typed.rest)
            case _:
                assert typed.command.action is not None
                return self._call(typed.command.action, typed.rest)

    @property
    def _choice(self) -> Choice:
        choice = self._desk.choice
        assert choice is not None, "asked while nothing is to be decided"
        return choice

    def _impossible(self, name: ActionId) -> None:
        self._desk.do(name)
        self._refuse(self._desk.notice)

    def _refuse(self, why: str) -> None:
        self._say(t("plain.refused", why=why, can=can(self._choice)))

    # -- warnings ------------------------------------------------------------------------------------

    def _caution(self, action: Action) -> Caution | None:
        """The warning before a decision, if it declines a win or makes the hand furiten.

        At the table, marks under the tiles show this in advance. Cautions of the coach are given here too.
        """
        settings = self._desk.settings
        said = caution(self._desk.view, action)
        if said is not None and said.kind in _DECLINED_WINS:
            return said if settings.guards_wins or settings.coached else None
        if said is not None and (settings.coached or said.kind is not CautionKind.LATER):
            return said if settings.shows_hints or settings.coached else None
        return self._new_furiten(action) if settings.shows_hints else None

    def _new_furiten(self, action: Action) -> Caution | None:
        """The warning for a discard that causes a new furiten, even if there is no better discard."""
        if action.kind is not ActionKind.DISCARD or action.tile is None:
            return None
        after = self._desk.hints.outlook_of(action.tile)
        if all(cause in self._desk.view.furiten for cause in after.furiten):
            return None
        waits = tuple(AcceptedTile(wait.kind, wait.left) for wait in after.waits)
        return Caution(CautionKind.FURITEN, action.tile, waits, after.furiten)

    # -- discards ------------------------------------------------------------------------------------

    def _on_turn(self) -> bool:
        refusal = self._choice.menu.why_not(ActionKind.DISCARD)
        if refusal is not None:
            self._refuse(refused(RefusedDiscard.PLAIN, refusal))
        return refusal is None

    def _throw(self, place: int) -> Action | None:
        refusal = self._choice.refused(place)
        discard = self._choice.discard(place)
        if refusal is None or self._choice.error(discard) is not None:
            return discard
        self._say(refused_tile(self._choice.tiles[place], refusal))
        return None

    def _riichi(self, text: str) -> Action | None:
        choice = self._choice
        wrong = choice.settings.rulings and any(
            each.action.kind is ActionKind.RIICHI for each in choice.menu.errors
        )
        if not choice.actions(ActionId.RIICHI) and not wrong:
            self._impossible(ActionId.RIICHI)
            return None
        if not text:
            tiles = riichi_tiles(choice)
            self._say(t("plain.riichi-which", tiles=_either(tiles)) if tiles else t("plain.riichi-tile"))
            if self._desk.settings.explains_choices and len(choice.riichi_choices) > 1:
                self._say(riichi_line(choice.riichi_choices))
            return None
        if command_named(text) is DRAW:
            place: int | None = len(choice.tiles) - 1
        else:
            place = self._place(text, lambda _: None)
        if place is None:
            return None
        refusal = choice.menu.why_not(ActionKind.RIICHI, choice.tiles[place])
        riichi = choice.riichi(place)
        if refusal is None or choice.error(riichi) is not None:
            return riichi
        self._say(refused_tile(choice.tiles[place], refusal, riichi=True))
        return None

    def _place(self, text: str, refusal: Callable[[int], object]) -> int | None:
        """The index of the named tile in the hand; a tile that can be discarded is preferred."""
        places, fault = places_named(text, self._choice.tiles)
        if fault:
            self._say(fault)
            return None
        return next((place for place in places if refusal(place) is None), places[0])

    # -- calls and wins ------------------------------------------------------------------------------

    def _call(self, name: ActionId, text: str) -> Action | None:
        """A win or a call, in the form that is given by the tiles after the command."""
        on_offer = self._choice.on_turn or name in self._choice.claims
        forms = self._choice.actions(name) if on_offer else ()
        forms = forms or self._choice.errors(name)
        if not forms:
            self._impossible(name)
            return None
        if text:
            try:
                meant = _meant(forms, _tiles(text))
            except NotationError:
                self._say(t("plain.no-tile", given=quoted(text)))
                return None
        else:
            meant = list(forms)
        if len(meant) == 1:
            return meant[0]
        key = "plain.which-form" if meant else "plain.no-form"
        word = sentence_start(action_word(name))
        self._say(t(key, action=word, forms=_either([form_word(name, form) for form in meant or forms])))
        return None

    # -- what is said by table rules -----------------------------------------------------------------

    def _say_win(self, name: ActionId, text: str) -> Action | None:
        """Say a win; the hand is shown, or the win is taken back, by a second word."""
        choice = self._choice
        refused_before = choice.say_win(name)
        if refused_before is not None or not choice.forms:
            self._impossible(name)
            return None
        win, withdrawn = choice.forms
        choice.leave_win()
        if text == t("plain.show"):
            return win
        if text == t("plain.back"):
            return choice.withdraw(withdrawn)
        self._say(t("plain.said-win", win=_command_word(name), show=t("plain.show"), back=t("plain.back")))
        return None


def _tiles(text: str) -> tuple[Tile, ...]:
    """The tiles after a call: one name, or several as in ``34s``; raises NotationError."""
    tile = tile_named(text)
    return parse_tiles(text) if tile is None else (tile,)


def _meant(forms: Sequence[Action], tiles: Sequence[Tile]) -> list[Action]:
    """The forms that match these tiles: the own tiles, the whole meld, or one tile of a set of equal tiles.

    Red fives are distinguished if forms differ in them.
    """
    exact = [form for form in forms if sorted(tiles) in map(sorted, _spellings(form))]
    if exact:
        return exact
    kinds = sorted(KIND_OF[tile] for tile in tiles)
    return [form for form in forms if kinds in (_kinds(spelling) for spelling in _spellings(form))]


def _kinds(tiles: Sequence[Tile]) -> list[int]:
    return sorted(KIND_OF[tile] for tile in tiles)


def _spellings(form: Action) -> list[tuple[Tile, ...]]:
    whole = form.consumed if form.tile is None else (*form.consumed, form.tile)
    spellings = [form.consumed, whole]
    if form.kind is not ActionKind.CHI:
        spellings.append((KIND_OF[whole[0]],))
    return spellings


def _command_word(name: ActionId) -> str:
    return command_of(name).words[0]


def form_word(name: ActionId, form: Action) -> str:
    """A form of a call as it is typed: ``chi 34s``, ``pon 50p``, ``kan East``."""
    if form.kind in _KANS:
        tiles = kind_word(form.consumed[0] if form.tile is None else form.tile)
    else:
        tiles = form_label(Button(name, form))
    return t("plain.form", action=_command_word(name), tiles=tiles)


def _either(words: Sequence[str]) -> str:
    """A list of alternatives: ``3s or 4s or 6s``; commas separate whole options."""
    return reduce(lambda first, last: t("plain.or", first=first, last=last), words)


def riichi_tiles(choice: Choice) -> list[str]:
    """The tiles with which riichi can be declared, each once."""
    actions = choice.actions(ActionId.RIICHI)
    return list(dict.fromkeys(tile_word(action.tile) for action in actions if action.tile is not None))


def offers(choice: Choice) -> list[str]:
    """All commands that are possible now."""
    if choice.declares:
        return [command_named(each.kind.value).words[0] for each in choice.menu.actions]  # type: ignore[union-attr]
    said = []
    if choice.live:
        return [_command_word(ActionId.PASS) if not choice.on_turn else DISCARD.words[0]]
    for name in ON_TURN if choice.on_turn else choice.claims:
        forms = choice.actions(name)
        if not forms:
            continue
        if name == ActionId.RIICHI:
            said.append(t("plain.form", action=_command_word(name), tiles=_either(riichi_tiles(choice))))
        elif name in (ActionId.KAN, ActionId.CHI) or len(forms) > 1:
            said += [form_word(name, form) for form in forms]
        else:
            said.append(_command_word(name))
    if not choice.on_turn:
        return [*said, _command_word(ActionId.PASS)]
    return [*said, (DRAW if choice.view.me.riichi else DISCARD).words[0]]


def can(choice: Choice) -> str:
    """All possible commands in one line."""
    return t("plain.can", offers=join_list(offers(choice)))


AskLine = Callable[[str], str]


class SayLines(Protocol):
    """Prints lines."""

    def __call__(self, *lines: str) -> None:
        """Print them."""


class PlainWins:
    """The counts and challenges after a win was called, and the verdict on them."""

    def __init__(self, session: Session, ask: AskLine, say: SayLines) -> None:
        self._session = session
        self._ask = ask
        self._say = say
        self._told: tuple[str, ...] = ()
        """Lines to print after the decision was carried out."""

    @property
    def _seating(self) -> Seating:
        return self._session.seating

    def decision(self, table: Table) -> Action:
        """Ask for the count or the challenge that is due."""
        if table.phase is Phase.CHALLENGE:
            winner = next(reversed(table.counted))
            offence = wrong_win(self._session.match.round.view(winner))
            self._say(*laid_lines(table, winner, self._seating))
            price = t("challenge.cost", points=table.rules.challenge_price)
            challenged = self._ask(f"{price} {t('plain.count.challenge')}") == t("plain.count.challenge-word")
            found = verdict(table, winner, offence, self._seating, challenged=challenged)
            if found is not None:
                lines = [line for each in found.lines for line in _graded(each)]
                self._told = (found.title, *found.reasons, *lines)
            return CHALLENGE if challenged else PASS
        graded = counted(WinCounting(table, self._session.seat), self._seating, self._ask, self._say)
        self._told = tuple(line for each in graded_lines(graded, self._seating) for line in _graded(each))
        return Action(ActionKind.COUNT, said=graded.said)

    def tell(self) -> None:
        """Print how it was judged, if anything was said."""
        told, self._told = self._told, ()
        self._say(*told)


def laid_lines(table: Table, winner: int, seating: Seating) -> list[str]:
    """The hand of a win that was called, and what its winner says."""
    call, said = table.called[winner], said_count(table.counted[winner])
    concealed = sort_tiles(TILE_OF[name] for name in call.tehai)
    melds = [tile_words(meld.tiles) for meld in table.seats[winner].melds]
    hand = join_list((tile_words(concealed), *melds))
    value = join_list(filter(None, count_words(said)))
    return [
        t("plain.count.hand", name=seating.names[winner], hand=hand, tile=tile_word(TILE_OF[call.pai])),
        t("plain.count.says", value=value, payment=payment_words(said.deltas, winner, seating)),
    ]


def counted(counting: WinCounting, seating: Seating, ask: AskLine, say: SayLines) -> GradedCount:
    """Ask for each step until all is said."""
    while True:
        _say_step(counting, seating, ask, say)
        if (missing := counting.missing()) is not None:
            say(t(f"count.missing-{missing}"))
        elif counting.is_last:
            return counting.graded()
        else:
            counting.forward()


def _say_step(counting: WinCounting, seating: Seating, ask: AskLine, say: SayLines) -> None:
    question = t(f"count.asks.{counting.step}")
    match counting.step:
        case CountStep.LAY:
            choices = {t("count.apart"): 0, t("count.mixed"): 1}
            while (said := ask(f"{question} ({', '.join(choices)})")) not in choices:
                say(t("plain.count.not-one-of", given=quoted(said), choices=", ".join(choices)))
            counting.at = choices[said]
        case CountStep.YAKU:
            _say_yaku(counting, f"{question} {t('plain.count.yaku')}", ask, say)
        case _:
            for place, field in enumerate(counting.fields):
                counting.at = place
                name = _field_name(counting, field, seating)
                asked = f"{question} {name}" if counting.step is CountStep.PAYMENT else name
                while not (said := ask(asked).replace(",", "")).isdecimal() or not said.isascii():
                    say(t("plain.count.no-number", given=quoted(said)))
                counting.numbers[field] = said.lstrip("0") or "0"


def _say_yaku(counting: WinCounting, question: str, ask: AskLine, say: SayLines) -> None:
    known = {name: name for name in yaku_of(counting.rules)}
    known |= {yaku_words((name,)).casefold(): name for name in yaku_of(counting.rules)}
    while True:
        names = [each.strip().casefold() for each in ask(question).replace("、", ",").split(",")]
        names = [name for name in names if name]
        unknown = [name for name in names if name not in known]
        if not unknown:
            counting.yaku = tuple(dict.fromkeys(known[name] for name in names))
            return
        say(t("plain.count.no-yaku", given=quoted(unknown[0])))


def _field_name(counting: WinCounting, field: str, seating: Seating) -> str:
    if field == STICKS:
        return t("count.field-sticks")
    if field.isdecimal():
        return t("plain.count.pays", name=seating.names[int(field)])
    return t(f"count.fields.{field}")


def _graded(line: GradedLine) -> list[str]:
    if line.right:
        return [t("plain.count.step-right", name=line.name, said=line.said)]
    head = t("plain.count.step-wrong", name=line.name, said=line.said, right=line.should)
    return [head, *filter(None, [line.why])]
