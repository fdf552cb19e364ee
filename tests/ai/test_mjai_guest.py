"""Our bots at other tables: whole games at RiichiEnv's, the ways of asking, and input that is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
import riichienv

from ai.bot import make_bot
from ai.mjai.guest import Guest

NAMES = ("hayai", "mamori", "takame", "tenpai")


def lines(*events: dict[str, Any]) -> bytes:
    return json.dumps(events).encode()


def reply(guest: Guest, *events: dict[str, Any]) -> dict[str, Any] | None:
    """What the bot says to a batch."""
    answer = guest.answer(lines(*events))
    return None if answer is None else json.loads(answer)


# -- whole games at another table ------------------------------------------------------------------------


def played_there(seed: int, *, batches: bool) -> set[str]:
    """A game at RiichiEnv's table between our bots; which types of answers it took."""
    env = riichienv.RiichiEnv("4p-red-half", rule=riichienv.GameRule.default_tenhou(), seed=seed)
    guests = [Guest(make_bot(name)) for name in NAMES]
    seen, taken = env.reset(), set()
    while not env.done():
        chosen = {}
        for seat, sight in seen.items():
            told = sight.new_events()
            if batches:
                said = guests[seat].answer(f"[{','.join(told)}]".encode())
            else:
                *_, said = [guests[seat].answer(event.encode()) for event in told]
            answer = json.loads(said) if said else {"type": "none"}
            chosen[seat] = action = sight.select_action_from_mjai(answer)
            assert action is not None, f"seat {seat}, {told[-3:]}: {answer}"
            meant = json.loads(action.to_mjai())
            assert {name: answer.get(name) for name in meant if name != "actor"} | {"actor": seat} == meant
            taken.add(answer["type"])
        seen = env.step(chosen)
    return taken


@pytest.mark.parametrize("batches", [True, False], ids=["batches", "one event a line"])
def test_whole_games_at_riichienvs_table(batches: bool) -> None:
    taken = set()
    for seed in range(2):
        taken |= played_there(seed, batches=batches)
    assert taken >= {"dahai", "reach", "hora", "chi", "pon", "none"}
