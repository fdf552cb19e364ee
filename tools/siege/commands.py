"""Random command lines: words of the commands, in any order, with odd values."""

from __future__ import annotations

import random
from pathlib import Path

import click

from tools.siege.attempt import Outcome, judge, run
from tui.cli import furiten as program

ODD = (
    *(
        "",
        "-",
        "--",
        "0",
        "-1",
        "99999999999999999999999",
        "1e9",
        "٣",
        "\x1b[2J",
        "\u202e",
        "é東",
        "a" * 5_000,
    ),
    *("/dev/null", "/nowhere/at/all", ".", "/", "wrc", "tenhou", "123m456p789s11z", "1z" * 40, "{}", "hayai"),
    *("mjai:", "mjai:false", "hayai,mamori,takame", "-h", "--json", "2.3", "NaN"),
)


def attack(dice: random.Random, room: Path) -> Outcome:
    """Run one."""
    outcome = Outcome()
    words: list[str | bytes] = [dice.choice(_commands())]
    options = _options(str(words[0]))
    for _ in range(dice.randrange(6)):
        word = dice.choice((*options, *ODD)) if options else dice.choice(ODD)
        words.append(word.replace("\0", ""))
    if not dice.randrange(10):
        words.append(b"\xff\xfe")
    more = (
        {"TZ": dice.choice(("UTC", "UTC+99999", "Nowhere/Else", "\x1b"))} if not dice.randrange(5) else None
    )
    ended = run(words, room / "home", b"quit\n", more)
    judge(outcome, ended, f"furiten {words!r}")
    return outcome


def _commands() -> list[str]:
    assert isinstance(program, click.Group)
    names = program.list_commands(click.Context(program))
    # a server and a contest end with nobody's help
    return [name for name in names if name not in ("serve", "arena", "demo")]


def _options(name: str) -> list[str]:
    assert isinstance(program, click.Group)
    command = program.get_command(click.Context(program), name)
    assert command is not None
    return [
        spelled for option in command.params if isinstance(option, click.Option) for spelled in option.opts
    ]
