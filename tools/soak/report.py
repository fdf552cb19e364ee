"""What a soak prints and keeps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill

from tools.soak.census import Census
from tools.soak.soak_games import Played

RAREST = 40
WIDTH = 100


def keep(played: Played, folder: Path) -> str:
    """Write the record of a game that failed; what to say of it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{played.name}.mjson"
    path.write_bytes(played.record)
    return f"FAILED: {played.problem}\n  shown again by: furiten verify {path}"


def report(census: Census, seconds: float, failures: int) -> str:
    """Hands, events by kind, the rarest sights, and what nobody has seen."""
    seen = {name: number for name, number in census.sights.items() if number}
    rarest = sorted(seen, key=lambda name: (seen[name], name))[:RAREST]
    unseen = [name for name in census.sights if name not in seen]
    return "\n".join(
        (
            f"{census.games:,} games, {census.hands.total():,} hands, {census.events.total():,} events, "
            f"{seconds / 60:.1f} minutes, {failures} failures",
            _counts("hands by ruleset", census.hands),
            _counts("hands by table", census.tables),
            _counts("events", census.events),
            _counts("rarest, by hands", {name: seen[name] for name in rarest}),
            _paragraph("never seen", unseen),
        )
    )


def _counts(title: str, counts: Mapping[str, int]) -> str:
    return _paragraph(title, [f"{name} {number:,}" for name, number in counts.items()])


def _paragraph(title: str, items: list[str]) -> str:
    # no line ends in the middle of an item
    text = ", ".join(item.replace(" ", "\0") for item in items) or "nothing"
    lines = fill(f"{title}: {text}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return lines.replace("\0", " ")
