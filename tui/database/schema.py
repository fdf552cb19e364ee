"""The tables, and the statements that migrate a file of an earlier version.

Version 1 was ``practice.db`` with the practice tables only. Since version 2 the file also has the index of
the archive, since version 3 positions of own games, and since version 4 answers have credit and themes. The
index can be rebuilt from the records at any time, so its rows are never migrated.
"""

from __future__ import annotations

VERSION = 4
"""Of the tables; a change of them raises it, and adds to MIGRATIONS."""
LAST_VERSION = 9_999
"""A file that names a higher one was not written by any version of the program."""
APPLICATION = int.from_bytes(b"furi")
"""Distinguishes the file from other programs' databases."""

_PRACTICE = (
    """
    CREATE TABLE sittings (
        id TEXT PRIMARY KEY NOT NULL, began TEXT NOT NULL, kind TEXT, questions INTEGER NOT NULL,
        seed TEXT NOT NULL, chosen INTEGER NOT NULL, code TEXT NOT NULL, ended TEXT
    )
    """,
    """
    CREATE TABLE attempts (
        answered TEXT NOT NULL, sitting TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL,
        level INTEGER NOT NULL, code TEXT NOT NULL, repeat INTEGER NOT NULL, parts TEXT NOT NULL,
        seconds REAL NOT NULL, given TEXT NOT NULL, rules TEXT NOT NULL, version TEXT NOT NULL,
        UNIQUE (sitting, number, answered)
    )
    """,
    """
    CREATE TABLE lessons (
        lesson TEXT NOT NULL, "left" TEXT NOT NULL, ended INTEGER NOT NULL, choices TEXT NOT NULL,
        UNIQUE (lesson, "left")
    )
    """,
)

_SINCE_2 = (
    "CREATE INDEX attempts_by_kind ON attempts (kind, repeat)",
    # files of the archive as they were when they were indexed, and by which version of the index
    """
    CREATE TABLE files (
        name TEXT PRIMARY KEY NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, hash TEXT NOT NULL,
        content INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE games (
        file TEXT PRIMARY KEY NOT NULL REFERENCES files ON DELETE CASCADE, began TEXT NOT NULL,
        rules TEXT NOT NULL, length TEXT NOT NULL, names TEXT NOT NULL, seat INTEGER, seed TEXT NOT NULL,
        over INTEGER NOT NULL, points TEXT NOT NULL, places TEXT NOT NULL, place INTEGER, takebacks INTEGER,
        table_rules INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE opponents (
        name TEXT NOT NULL, file TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        PRIMARY KEY (name, file)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE hands (
        file TEXT NOT NULL REFERENCES games ON DELETE CASCADE, hand INTEGER NOT NULL, wind TEXT NOT NULL,
        kyoku INTEGER NOT NULL, honba INTEGER NOT NULL, result TEXT NOT NULL, gained INTEGER,
        riichi INTEGER NOT NULL, called INTEGER NOT NULL, PRIMARY KEY (file, hand)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE moments (
        file TEXT NOT NULL, hand INTEGER NOT NULL, rank INTEGER NOT NULL, kind TEXT NOT NULL,
        events INTEGER NOT NULL, turn INTEGER NOT NULL, tile TEXT NOT NULL, weight INTEGER NOT NULL,
        PRIMARY KEY (file, hand, rank), FOREIGN KEY (file, hand) REFERENCES hands ON DELETE CASCADE
    ) WITHOUT ROWID
    """,
    "CREATE INDEX games_by_time ON games (began)",
    "CREATE INDEX games_by_rules ON games (rules, began)",
    "CREATE INDEX games_by_place ON games (place, began)",
    "CREATE INDEX games_by_seed ON games (seed)",
    "CREATE INDEX opponents_by_file ON opponents (file)",
    "CREATE INDEX hands_by_result ON hands (result, file)",
    "CREATE INDEX moments_by_kind ON moments (kind, file)",
)

_SINCE_3 = (
    # what is counted of each player of a game, and the version of the search that found the file's moments
    """
    CREATE TABLE counts (
        file TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
        counts TEXT NOT NULL, PRIMARY KEY (file, seat)
    ) WITHOUT ROWID
    """,
    "ALTER TABLE files ADD COLUMN reviewed INTEGER NOT NULL DEFAULT 0",
    # before version 3 there was no playing on from a record
    "ALTER TABLE games ADD COLUMN branch INTEGER NOT NULL DEFAULT 0",
    # positions of the player's games that practice asks about; ``began`` to ``names`` tell which game
    """
    CREATE TABLE own_questions (
        code TEXT PRIMARY KEY NOT NULL, added TEXT NOT NULL, kind TEXT NOT NULL, rules TEXT NOT NULL,
        seat INTEGER NOT NULL, events TEXT NOT NULL, "only" TEXT NOT NULL, began TEXT NOT NULL,
        wind TEXT NOT NULL, kyoku INTEGER NOT NULL, honba INTEGER NOT NULL, names TEXT NOT NULL
    )
    """,
)

_SINCE_4 = (
    # the share of a right answer, and the ideas of the question; NULL and empty for earlier answers
    "ALTER TABLE attempts ADD COLUMN credit REAL",
    "ALTER TABLE attempts ADD COLUMN themes TEXT NOT NULL DEFAULT ''",
)

NEW = (
    *_PRACTICE,
    *_SINCE_2,
    *_SINCE_3,
    *_SINCE_4,
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)
"""Makes a new file."""
MIGRATIONS = {1: _SINCE_2, 2: _SINCE_3, 3: _SINCE_4}
"""By version: what leads from it to the next."""


def migration(version: int) -> list[str]:
    """The statements that lead from that version to this one."""
    steps = [statement for step in range(version, VERSION) for statement in MIGRATIONS[step]]
    return [*steps, f"PRAGMA user_version = {VERSION}"]
