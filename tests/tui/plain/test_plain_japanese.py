"""Plain lines in Japanese: a game is played by what is offered, in its words or in the English ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.actions import ActionKind
from engine.tiles import TILE_OF
from tests.support.tui.plain_player import Talk, like_eager, play
from tests.support.tui.sessions import folder_at, options, play_on, sit_down
from tui.archive.archive import RECORDS
from tui.i18n.language import Language
from tui.i18n.texts import choose_language, t
from tui.plain.commands import COMMANDS, command_named, understood
from tui.plain.line_io import quoted

pytestmark = pytest.mark.usefixtures("quick_disk")

every_language = pytest.mark.parametrize("code", [code for code in Language if code is not Language.AUTO])

OFFER = "できること："
PROMPTS = ("あなたの番:", "鳴きの選択:", "Enterで次へ:")


@pytest.fixture
def japanese() -> None:
    choose_language(Language.JAPANESE)


class Player:
    """Takes every win, declares riichi, passes calls, throws what it drew: in Japanese words, as offered."""

    def __init__(self) -> None:
        self.typed: list[str] = []

    def __call__(self, said: Sequence[str]) -> str:
        assert said[-1] in PROMPTS
        if said[-1] == "Enterで次へ:":
            return ""
        offers = [line.removeprefix(OFFER) for line in said if line.startswith(OFFER)]
        if offers:
            self.typed.append(self._choice(offers[-1].split("、")))
        # without an offer it was warned of what it typed, and says it once more
        return self.typed[-1]

    def _choice(self, can: Sequence[str]) -> str:
        for win in ("ツモ", "ロン"):
            if win in can:
                return win
        riichi = next((each for each in can if each.startswith("リーチ")), None)
        return riichi.partition("か")[0] if riichi else "パス" if "パス" in can else "ツモ切り"


@pytest.mark.usefixtures("japanese")
def test_a_game_by_what_is_offered(tmp_path: Path) -> None:
    """The record is the one of the same decisions made at the session itself."""
    asked, player = options(17, "wrc", length="east"), Player()
    code, said = play(tmp_path / "plain", asked, player)
    assert code == 0
    assert {word.split()[0] for word in player.typed} == {"ロン", "リーチ", "パス", "ツモ切り"}
    (kept,) = (tmp_path / "plain" / RECORDS).iterdir()
    folder = folder_at(tmp_path / "session")
    play_on(sit_down(folder, asked), like_eager)
    folder.release()
    assert kept.read_bytes() == folder.game.read_bytes()
    assert all(line.isprintable() for line in said)


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize("typed", ["打 3s", "切る 3s", "3s", "打　３ｓ", "discard 3s", "3S"])
def test_a_discard_in_many_spellings(typed: str) -> None:
    action = Talk("123m456p789s1234z", "0: draws 3s").type(typed)
    assert action is not None
    assert (action.kind, action.tile) == (ActionKind.DISCARD, TILE_OF["3s"])


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize("typed", ["東", "打 東", "1z"])
def test_an_honour_by_its_name(typed: str) -> None:
    action = Talk("123m456p789s1234z", "0: draws 3s").type(typed)
    assert action is not None
    assert action.tile == TILE_OF["1z"]


@pytest.mark.usefixtures("japanese")
def test_what_is_typed_is_quoted_in_its_letters_and_nothing_that_a_terminal_obeys() -> None:
    assert quoted("ヘルプ\x1b[2J") == r"ヘルプ\x1b[2J"
    choose_language(Language.ENGLISH)
    assert quoted("ヘルプ") == "???"


@every_language
def test_every_command_has_words_of_its_own(code: str) -> None:
    """Its English name, its key and its words in the language mean it, and nothing else does."""
    choose_language(code)
    for command in COMMANDS:
        assert command.words
        for word in (command.name, *command.words, command.words[0].upper()):
            assert command_named(word) is command
            typed = understood(f"{word} 3s")
            assert typed is not None
            assert (typed.command, typed.rest) == (command, "3s")
        assert any(t(f"plain.usage.{command.name}").startswith(word) for word in command.words)
        if code == Language.ENGLISH:
            assert command.words == [command.name]
