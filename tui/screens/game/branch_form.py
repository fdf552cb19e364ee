"""How to play on from a position of a record: hidden tiles, bots, and how far."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import get_args

from msgspec.structs import replace

from ai.bots.registry import BOTS_WITH_LEVELS
from ai.mjai.command import display_name
from engine.records.branch import Dealt, Ends
from tui.i18n.texts import t
from tui.play.branch import BranchChoice, BranchSource, usual_bots
from tui.screens.form import FormScreen, next_value
from tui.words.bot_names import about_bot, bot_title
from tui.words.branch import hand_title
from tui.words.tiles import tile_word

_DEALT: tuple[Dealt, ...] = get_args(Dealt)
_ENDS: tuple[Ends, ...] = get_args(Ends)


class BranchField(StrEnum):
    """A field of the form. The last one accepts the form."""

    DEALT = "dealt"
    ENDS = "ends"
    RIGHT = "right"
    ACROSS = "across"
    LEFT = "left"
    START = "start"


_BOT_FIELDS = (BranchField.RIGHT, BranchField.ACROSS, BranchField.LEFT)


class BranchFormScreen(FormScreen[BranchChoice | None]):
    """The form. Its result is the choice, or None."""

    fields = tuple(BranchField)

    def __init__(self, source: BranchSource, known_bots: Sequence[str] = ()) -> None:
        """``known_bots`` are external programs that the player has played against."""
        super().__init__()
        self.source = source
        self.choice = BranchChoice(usual_bots(source))
        self._values = tuple(dict.fromkeys((*BOTS_WITH_LEVELS, *self.choice.bots, *known_bots)))
        self.at = self.count - 1

    # -- the lines -----------------------------------------------------------------------------------

    def heading(self) -> str:
        """Where the game goes on from."""
        source = self.source
        start = source.point.hand.start
        return t(
            "branch.form.title",
            code=source.code,
            hand=hand_title(start.bakaze, start.kyoku),
            turn=source.turn,
            wind=tile_word(source.wind),
        )

    def label(self, field: str) -> str:
        """The name of a field."""
        return t("branch.form.start") if field == BranchField.START else t(f"branch.form.fields.{field}")

    def value(self, field: str) -> str:
        """The value of a field, as shown."""
        match field:
            case BranchField.DEALT:
                return t(f"branch.form.dealt.{self.choice.dealt}")
            case BranchField.ENDS:
                return t(f"branch.form.ends.{self.choice.ends}")
        return bot_title(display_name(self._bot(field)))

    def about(self, field: str) -> str:
        """What the value of a field means."""
        match field:
            case BranchField.DEALT if self.choice.dealt == "as-it-was" and not self.source.knows_wall:
                return t("branch.form.about.as-it-was-shown")
            case BranchField.DEALT:
                return t(f"branch.form.about.{self.choice.dealt}")
            case BranchField.ENDS:
                return t(f"branch.form.about.{self.choice.ends}")
            case BranchField.START:
                return t("branch.form.about.start")
        return about_bot(self._bot(field))

    def _bot(self, field: str) -> str:
        return self.choice.bots[_BOT_FIELDS.index(BranchField(field))]

    # -- choosing ------------------------------------------------------------------------------------

    def take(self) -> None:
        """Sit down."""
        self.dismiss(self.choice)

    def change(self, field: str, by: int) -> None:
        """Set a field to its next value, or the one before."""
        choice = self.choice
        match field:
            case BranchField.DEALT:
                self.choice = replace(choice, dealt=next_value(_DEALT, choice.dealt, by))
            case BranchField.ENDS:
                self.choice = replace(choice, ends=next_value(_ENDS, choice.ends, by))
            case BranchField.RIGHT | BranchField.ACROSS | BranchField.LEFT:
                bots, place = list(choice.bots), _BOT_FIELDS.index(BranchField(field))
                bots[place] = next_value(self._values, bots[place], by)
                self.choice = replace(choice, bots=tuple(bots))
