"""Whole games in plain lines: the record of the table, choices taken back, switches, and leaving anywhere."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
import pytest

from ai.statistics.manner import manners
from engine import events as ev
from engine.events import EndGame
from engine.match import FORMAT
from engine.records import read_events
from engine.rules import PRESETS
from tests.support.tui.plain_player import (
    ON,
    PROMPTS,
    Eager,
    Typist,
    like_eager,
    offered,
    play,
    typing,
)
from tests.support.tui.sessions import folder_at, kept_record, left_game, options
from tests.support.tui.texts import says
from tui.archive.archive import RECORDS
from tui.config.settings import OnOff, SettingsFile
from tui.i18n import t
from tui.plain.plain_game import PlainPrompt
from tui.plain.typed_commands import COMMANDS
from tui.play.play_options import PlayOptions
from tui.play.save import GameFile
from tui.play.session import player_seat
from tui.words.figure_words import manner_lines
from tui.words.names import Seating, join

SAVED = t("app.saved")


def at_the_session(path: Path, asked: PlayOptions, choose) -> bytes:  # type: ignore[no-untyped-def]
    """The record of the same game, played without any screen."""
    folder = left_game(path, asked, choose)
    return folder.game.read_bytes()


@pytest.mark.nightly
def test_a_whole_game_by_what_is_offered(tmp_path: Path) -> None:
    asked = options(3, "wrc", length="south")
    code, said = play(tmp_path / "plain", asked, Eager())
    assert code == 0
    assert said[-10] == "The game is over"
    assert said[-9] in {t(f"result.place.{place}") for place in range(1, 5)}
    assert said[-8].startswith("1st: ")
    assert said[-1] == t("screen.ranking.record")
    assert said.count(ON) >= 8
    assert all(line.isascii() and line.isprintable() for line in said)
    kept = kept_record(tmp_path / "plain")
    events = read_events(kept)
    assert isinstance(events[0], ev.StartGame)
    assert isinstance(events[-1], EndGame)
    names = events[0].names
    played = manners(events, PRESETS["wrc"])
    assert said[-4:-1] == manner_lines(played, Seating.at_table(names, player_seat(names)))
    assert kept == at_the_session(tmp_path / "session", asked, like_eager)


WIN = """
Tenpai 3: ron on 3m from Tenpai 2
Hand: 2m 4m, 6p 7p 8p, 4s 4s 4s 7s 8s 9s, North North, won with 3m
dora 5p (indicator 4p)
ura dora 5m (indicator 4m)
riichi: 1 han
base: 20 fu
closed triplet: 4 fu
closed wait (kanchan): 2 fu
closed hand, ron: 10 fu
36 rounded up to: 40 fu
1 han, 40 fu: 1,300
1 riichi stick: 1,000
Tenpai 2 pays Tenpai 3 1,300
You: 26,000 as before
Tenpai 1: 28,000 as before
Tenpai 2: -1,300, now 36,700
Tenpai 3: +2,300, now 29,300
Enter continues:
"""
DRAW = """
The wall is empty
Players who are noten pay the players who are tenpai.
You: noten
Tenpai 1: noten
Tenpai 2: tenpai, waits 8s
Hand: 2m 3m 4m 8m 8m, 1p 2p 3p 6p 6p 6p, 7s 9s
Tenpai 3: noten
You, Tenpai 1 and Tenpai 3 pay 1,000 each
Tenpai 2 receives 3,000
You: -1,000, now 25,000
Tenpai 1: -1,000, now 27,000
Tenpai 2: +3,000, now 38,700
Tenpai 3: -1,000, now 28,300
Enter continues:
"""


def test_the_ends_of_hands(tmp_path: Path) -> None:
    """One fact a line: the hand, yaku, fu, payments, and everybody's points."""
    eager, ends = Eager(), 0

    def typist(said: Sequence[str]) -> str | None:
        nonlocal ends
        ends += said[-1] == ON
        return eager(said) if ends < 4 else None

    asked = options(3, "wrc", length="south", bots=("tenpai",) * 3)
    _, said = play(tmp_path, asked, typist)
    text = "\n".join(said)
    assert DRAW in text
    assert WIN in text


# -- anything at all can be typed --------------------------------------------------------------------

ARGUMENTS = [
    "",
    "3s",
    "east",
    "red 5p",
    "0p",
    "left",
    "hayai",
    "99",
    "suji",
    "34s",
    "\u200d\x1b[2J",
    "x" * 50,
]


@pytest.mark.parametrize(("rules", "seed"), [("tenhou", 1), ("ema", 2)])
def test_random_typing(rules: str, seed: int, tmp_path: Path) -> None:
    """Every command with anything behind it, at every prompt: always an answer, and never the end."""
    dice = random.Random(seed)
    words = [
        name for command in COMMANDS for name in (command.name, command.short) if name not in ("quit", "q")
    ]
    eager = Eager()
    patience = 0

    def typist(said: Sequence[str]) -> str | bytes:
        nonlocal patience
        assert said[-1] in PROMPTS
        assert all(line.isascii() and line.isprintable() for line in said), said
        patience = (patience + 1) % 5
        if patience == 4:
            return bytes(dice.randrange(256) for _ in range(dice.randrange(300))).replace(b"\n", b"") + b"\n"
        if patience or said[-1] == ON:
            return f"{dice.choice(words)} {dice.choice(ARGUMENTS)}" if dice.random() < 0.8 or patience else ""
        return eager(said) if offered(said) else f"discard {dice.choice(['1m', '5p', '9s', 'east', 'white'])}"

    code, said = play(tmp_path, options(seed, rules), typist)
    assert code == 0
    assert said[-1] == t("screen.ranking.record")
    assert len(said) > 500


# -- coming and going --------------------------------------------------------------------------------


def test_an_interrupt_saves_and_says_130(tmp_path: Path) -> None:
    def interrupted(said: Sequence[str]) -> str:
        raise KeyboardInterrupt

    code, said = play(tmp_path, options(5, "tenhou"), interrupted)
    assert code == 130
    assert said[-1] == SAVED


def times(count: int, typist: Typist) -> Typist:
    """Types so often, and is gone."""
    rest = iter(range(count))
    return lambda said: None if next(rest, None) is None else typist(said)


def test_a_game_that_was_left_goes_on(tmp_path: Path) -> None:
    asked = options(3, "wrc")
    eager, left = Eager(), 0
    while not (tmp_path / RECORDS).exists():
        code, said = play(tmp_path, PlayOptions() if left else asked, times(2, eager))
        assert code == 0
        left += 1
        if left == 2:
            begun = {"hand": "East 1", "points": 30_000, "rules": PRESETS["wrc"].title}
            assert (
                t(
                    "plain.continued",
                    summary=t("session.summary-level", **begun),
                )
                in said
            )
            assert said[1] == t(
                "plain.game", length="one hand", seed=3, title="World Riichi Championship 2025"
            )
    assert left > 5
    assert kept_record(tmp_path) == at_the_session(tmp_path / "session", asked, like_eager)


def test_a_game_that_is_open_elsewhere(tmp_path: Path) -> None:
    with folder_at(tmp_path), pytest.raises(click.ClickException, match="open elsewhere"):
        play(tmp_path, options(3), typing())


@pytest.mark.parametrize("follows", [False, True])
def test_a_game_that_was_over_shows_its_ranking_first(follows: bool, tmp_path: Path) -> None:
    left_game(tmp_path, options(7))
    code, said = play(tmp_path, PlayOptions(rules="ema", seed=8) if follows else PlayOptions(), typing())
    assert code == 0
    assert "The game is over" in said
    assert (
        t("plain.game", length=t("newgame.lengths.south"), seed=8, title="European Mahjong Association 2016")
        in said
    ) is follows
    assert (said[-1] == SAVED) is follows
    assert len(list((tmp_path / RECORDS).iterdir())) == 1


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"broken\n", "game.jsonl.damaged-1"),
        (b'{"type":"start_game","format":%d}\n' % (FORMAT + 1), f"game-newer-format-{FORMAT + 1}.jsonl"),
    ],
    ids=["damaged", "newer"],
)
@pytest.mark.parametrize("answer", ["", "quit", None])
def test_a_save_that_was_set_aside_is_told_before_a_new_game_is_dealt(
    answer: str | None, data: bytes, name: str, tmp_path: Path
) -> None:
    folder_at(tmp_path).game.write_bytes(data)
    code, said = play(tmp_path, PlayOptions(seed=3), typing(*([] if answer is None else [answer])))
    assert code == 0
    assert name in said[0]
    assert said[1] == f"{t('plain.prompt-deal')}:"
    assert (tmp_path / name).read_bytes() == data
    assert folder_at(tmp_path).game.exists() is (answer == "")
    assert (said[-1] == SAVED) is (answer == "")


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: GameFile, events: object) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(GameFile, "append", lambda *_: None)
    calls = iter(range(3))

    def typist(said: Sequence[str]) -> str:
        if next(calls) == 1:
            monkeypatch.setattr(GameFile, "append", fail)
        return "draw" if said[-1] == "Your turn:" else "pass"

    with pytest.raises(click.ClickException, match=t("save.failed", reason=".*no space left")):
        play(tmp_path, options(5, "tenhou"), typist)


@pytest.mark.parametrize("coach", ["on", "off"])
def test_the_moments_that_mattered(coach: str, tmp_path: Path) -> None:
    """A coach tells them after a hand, and anybody may ask for them then."""
    (tmp_path / "settings.toml").write_text(f'coach = "{coach}"\n', encoding="utf-8")
    eager, asked = Eager(), False

    def typist(said: Sequence[str]) -> str:
        nonlocal asked
        if said[-1] == ON and not asked:
            asked = True
            return "moments"
        asked = False
        return eager(said)

    _, said = play(tmp_path, options(5, "wrc"), typist)
    title = said.index(t("plain.section", title=t("moments.title")))
    assert said[title + 1].startswith("Turn ")
    assert said.count(t("plain.section", title=t("moments.title"))) == (2 if coach == "on" else 1)
    assert said[title - 1] == ON or coach == "on"


def test_the_moments_before_the_end(tmp_path: Path) -> None:
    _, said = play(tmp_path, options(3, "wrc"), typing("moments"))
    assert t("plain.not-over") in said


def test_a_setting_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('hints = "loud"\n', encoding="utf-8")
    _, said = play(tmp_path, options(3), typing())
    assert "hints cannot be 'loud'" in said[0]


def test_the_last_decision_is_open_again(tmp_path: Path) -> None:
    _, said = play(tmp_path, options(6, undo=True), typing("draw", "undo", "undo"))
    taken = [line for line in said if line.startswith("Taken back: ")]
    assert len(taken) == 1
    assert says(taken[0], "takeback.done")
    after = said[said.index(taken[0]) + 1 :]
    assert after[0].startswith("Hand: "), "the question is put again"
    assert t("takeback.none") in after


def test_after_a_hand_its_end_is_told_and_what_needs_a_question_is_refused(tmp_path: Path) -> None:
    """The last decision can be taken back there, too, and how many were is told."""
    eager, ends = Eager(), []

    def typist(said: Sequence[str]) -> str:
        if not said[-1].startswith(ON):
            return eager(said)
        ends.append(said)
        return ("draw", "rules", "undo", "")[min(len(ends), 4) - 1]

    play(tmp_path, options(9, "wrc", undo=True), typist)
    first, refused, answered, again = ends[:4]
    assert t("plain.over") in refused
    assert t("plain.over") not in answered
    assert len(answered) > len(refused), "the rules"
    assert says("\n".join(again), "takeback.count", count=1)
    assert not says("\n".join(first), "takeback.count")


def test_an_empty_line_puts_the_whole_question_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last line of the log; nobody passes by it where a call is offered."""
    eager, asked, whole = Eager(), [], []
    lines = PlainPrompt.lines

    def noted(prompt: PlainPrompt, *, again: bool = False) -> list[str]:
        whole.append(again)
        return lines(prompt, again=again)

    def typist(said: Sequence[str]) -> str:
        if said[-1] not in ("Your turn:", "Your call:"):
            return eager(said)
        asked.append(said)
        return eager(said) if len(asked) % 2 == 0 else ""

    monkeypatch.setattr(PlainPrompt, "lines", noted)
    play(tmp_path, options(9, "wrc"), typist)
    assert {said[-1] for said in asked} == {"Your turn:", "Your call:"}
    for first, again in zip(asked[::2], asked[1::2], strict=True):
        assert (offered(again), again[-1]) == (offered(first), first[-1])
        assert again[0] in first or again[0].startswith("You: drew ")
    assert whole == [False, True] * (len(asked) // 2)


@pytest.mark.parametrize("chosen", OnOff)
def test_the_bell_is_heard_before_the_question(tmp_path: Path, chosen: OnOff) -> None:
    (tmp_path / "settings.toml").write_text(f'bell = "{chosen}"\n', encoding="utf-8")
    eager, rung, asked = Eager(), 0, 0

    def typist(said: Sequence[str]) -> str:
        nonlocal rung, asked
        rung += sum(line.count("\a") for line in said)
        asked += said[-1] in PROMPTS[:2]
        return eager([line.replace("\a", "") for line in said])

    assert play(tmp_path, options(3), typist)[0] == 0
    assert (asked // 2 < rung <= asked) if chosen is OnOff.ON else rung == 0


def test_a_game_without_it_says_so(tmp_path: Path) -> None:
    _, said = play(tmp_path, options(6), typing("draw", "undo", "u"))
    assert said.count(t("takeback.not-allowed")) == 2


class Wavering(Eager):
    """Takes every third decision back and makes it again, and each hand's last one."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0
        self.ended = False

    def __call__(self, said: Sequence[str]) -> str:
        if said[-1].startswith(ON):
            self.ended = not self.ended
            return "undo" if self.ended else ""
        if said[0] == t("takeback.none"):
            return ""
        self.made += 1
        if self.made % 4 == 3:
            return "undo"
        return super().__call__(said)


def test_a_whole_game_is_the_same_but_for_the_count(tmp_path: Path) -> None:
    asked = options(9, "wrc", undo=True)
    code, said = play(tmp_path / "plain", asked, Wavering())
    assert code == 0
    folder = left_game(tmp_path / "session", asked, like_eager)
    (kept,) = (tmp_path / "plain" / RECORDS).iterdir()
    wavered, straight = read_events(kept.read_bytes()), read_events(folder.game.read_bytes())
    assert wavered[1:] == straight[1:]
    count = sum(line.startswith("Taken back: ") for line in said)
    assert count > 3
    assert said[-1] == t("takeback.count", count=count)
    assert f'"takebacks":{count}' in kept.read_text(encoding="utf-8").splitlines()[0]


WINNING = 49165
"""The seed of a hand that is won with riichi by somebody who throws what he draws."""


def chosen(path: Path, *names: str) -> Path:
    """That folder with these automatic settings turned on, and the others off."""
    file = SettingsFile(folder_at(path).path)
    off = dict.fromkeys(("auto_win", "no_calls", "auto_discard"), OnOff.OFF)
    file.change(msgspec.structs.replace(file.values, **off | dict.fromkeys(names, OnOff.ON)))
    return path


class Asked(Eager):
    """Takes wins, passes calls and throws what it drew; notes what it is offered."""

    def __init__(self) -> None:
        super().__init__()
        self.offers: list[str] = []

    def _choice(self, can: Sequence[str]) -> str:
        self.offers += can
        return super()._choice(can)


def played(path: Path, *names: str) -> tuple[list[str], list[str]]:
    """A hand with these settings: what the person was offered, and what was said."""
    asked = Asked()
    code, said = play(chosen(path, *names), options(WINNING), asked)
    assert code == 0
    return asked.offers, said


def test_commands_turn_them(tmp_path: Path) -> None:
    lines = ["no-calls", "state", "no-calls", "auto-win", "quit"]
    _, said = play(tmp_path, options(7), typing(*lines))
    assert t("switch.turned.no-calls-on") in said
    assert t("switch.state", switches=join(["auto-discard", "no-calls"])) in said
    assert t("switch.turned.no-calls-off") in said
    assert t("switch.turned.auto-win-on") in said
