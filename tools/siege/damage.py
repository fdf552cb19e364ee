"""Damage to bytes, as disks, editors and enemies do it."""

from __future__ import annotations

import random

JUNK = (
    b"\x00",
    b"\xff",
    b"\x1b[2J",
    b'"',
    b"{",
    b"[" * 2_000,
    b"9" * 5_000,
    b"\n" * 10_000,
    b"a" + b".a" * 60_000 + b" = 1\n",
    b"\xe2\x80\xae",
    b"1e999",
)


def damaged(data: bytes, dice: random.Random) -> bytes:
    """The bytes with one to four faults: bits, cuts, blocks of zeros, what is put in, moved or said twice."""
    for _ in range(dice.randint(1, 4)):
        data = _once(data, dice)
    return data


def _once(data: bytes, dice: random.Random) -> bytes:
    if not data:
        return dice.choice(JUNK)
    at, length = dice.randrange(len(data)), dice.choice((1, 4, 40, 512))
    match dice.randrange(6):
        case 0:
            return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at]
        case 2:
            return data[:at] + bytes(len(data[at : at + length])) + data[at + length :]
        case 3:
            return data[:at] + dice.choice(JUNK) + data[at:]
        case 4:
            return data[:at] + data[at + length :]
    return data[:at] + data[at : at + length] * 2 + data[at + length :]
