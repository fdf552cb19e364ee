"""Hostile records: damaged ones of every form, and files that are made to hurt a reader."""

from __future__ import annotations

import functools
import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path

from engine.records import write_events
from engine.records.tenhou_writers import write_json, write_urls, write_xml
from engine.view import mask
from tests.support.engine.wild_games import in_other_words, wild_game, zipped
from tools.siege.attempt import Outcome, judge, run
from tools.siege.damage import damaged

READERS = (
    ("verify", "{}"),
    ("stats", "{}"),
    ("review", "{}"),
    ("export", "{}", "--to", "text"),
    ("export", "{}", "--to", "tenhou"),
)
ENCODINGS = ("shift_jis", "euc-jp", "big5", "utf-32", "utf-7", "utf-16", "none", "hex")
LARGE = 1 << 22
LEFT_OUT = ("ura_markers", "tsumogiri", "honba", "kyotaku", "yaku", "han", "fu")

BOMBS: dict[str, Callable[[], bytes]] = {
    "empty members": lambda: gzip.compress(b"") * 200_000,
    "zeros packed": lambda: gzip.compress(bytes(100 << 20)),
    "newlines": lambda: b'{"type":"start_game"}' + b"\n" * (60 << 20) + b"{}",
    "short lines": lambda: b'{"type":"start_game"}\n' + b"0\n" * (30 << 20),
    "deep lists": lambda: b'{"log":' + b"[" * LARGE,
    "a deep line": lambda: b'{"type":"start_game","x":' + b"[" * 5_000 + b"]" * 5_000 + b"}\n",
    "one line": lambda: b'{"type":"start_game","names":["' + b"a" * (60 << 20) + b'"]}\n',
    "entities": lambda: (
        b'<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa">' + b'<!ENTITY b "&a;&a;">' * 99 + b"]><mjloggm>&b;</mjloggm>"
    ),
    "deep elements": lambda: b"<mjloggm>" + b"<a>" * 500_000,
    "addresses": lambda: b"https://tenhou.net/6/#json=%7B%7D\n" * 500_000,
    "games": lambda: b'{"type":"start_game"}\n' * 2_000_000,
    "Tenhou games": lambda: b'{"log":[]}\n' * 2_000_000,
    "one game": lambda: b'{"type":"start_game"}\n' + b'{"type":"tsumo","actor":0,"pai":"1m"}\n' * 1_000_000,
    "zip of zeros": lambda: zipped({"a": bytes(100 << 20)}),
    "zip of files": lambda: zipped({str(number): b"{}" for number in range(5_000)}),
    "zip in zip": lambda: zipped({"a": zipped({"a": b"{}"})}),
    "many digits": lambda: b'{"type":"start_game","seed":' + b"9" * LARGE + b"}\n",
}


def attack(dice: random.Random, room: Path) -> Outcome:
    """Have one read."""
    outcome, path = Outcome(), room / "record"
    if dice.randrange(3):
        form = dice.choice(sorted(_forms()))
        data = damaged(_forms()[form], dice)
        if form == "xml" and not dice.randrange(4):
            data = f'<?xml version="1.0" encoding="{dice.choice(ENCODINGS)}"?>'.encode() + data
        told = f"damaged {form}"
    else:
        told = dice.choice(sorted(BOMBS))
        data = BOMBS[told]()
    if not dice.randrange(5):
        data, told = gzip.compress(data, 1), f"{told}, packed"
    path.write_bytes(data)
    command = [word.format(path) for word in dice.choice(READERS)]
    judge(outcome, run(command, room / "home"), f"{told}, {' '.join(command[:1] + command[2:])}")
    return outcome


@functools.cache
def _forms() -> dict[str, bytes]:
    game = wild_game("tenhou", 2)
    mjai = write_events(game)
    lines = [json.loads(line) for line in mjai.splitlines()]
    left_out = [
        {name: value for name, value in line.items() if name not in LEFT_OUT}
        for line in lines
        if line["type"] != "dora"
    ]
    return {
        "mjai": mjai,
        "json": write_json(game),
        "xml": write_xml(game),
        "address": "\n".join(write_urls(game)).encode(),
        "list": json.dumps(lines).encode(),
        "other words": in_other_words(mjai),
        "left out": b"".join(json.dumps(line).encode() + b"\n" for line in left_out),
        "one seat": write_events([mask(event, 1) for event in game]),
        "own rules": write_events(wild_game("tenhou;red_fives=1,2,1;uma=15000,5000,-5000,-15000", 2)),
        "zip": zipped({"a.mjson": mjai, "b.json.gz": gzip.compress(write_json(game))}),
    }
