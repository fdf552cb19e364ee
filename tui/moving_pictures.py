"""Screens that follow each other as one animated SVG, which plays without a script.

It is small enough for a README: everything is drawn once, and what is seen at the same times is one group,
which appears and vanishes by CSS keyframes. Where nothing is animated, because a reader prefers that or a
program knows no CSS, the SVG shows the still frame.

It may import ``pictures`` and the rooms below it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from rich.cells import cell_len

from tui.pictures import (
    CELL,
    ROW,
    Atom,
    Letters,
    Piece,
    Shapes,
    atoms,
    colours_of,
    document,
    draw_atom,
    lines_of,
)


class Frame(NamedTuple):
    """One screen of a recording."""

    start: float
    """Seconds from the beginning."""
    pieces: tuple[Piece, ...]
    """The texts of the screen with their styles, row by row."""


class Recording(NamedTuple):
    """Screens from the first to the last."""

    title: str
    size: tuple[int, int]
    """Columns and rows."""
    frames: Sequence[Frame]
    """The screens in order; each differs from the one before."""
    seconds: float
    """The length of the whole."""


Drawn = TypeVar("Drawn", bound=Hashable)
FrameNumbers = frozenset[int]
"""The numbers of the frames in which something is seen."""


class CellGround(NamedTuple):
    """The ground of one cell."""

    row: int
    column: int
    colour: str


def animation(recording: Recording, still: int = 0) -> str:
    """The animated SVG; ``still`` is the frame shown without animation."""
    grounds = [_grounds(frame) for frame in recording.frames]
    inks = [[atom for piece in frame.pieces for atom in atoms(piece)] for frame in recording.frames]
    ground = Counter(cell.colour for cells in grounds for cell in cells).most_common(1)[0][0]
    shown = [[cell for cell in cells if cell.colour != ground] for cells in grounds]
    # grounds come first, because they would cover what is drawn on them
    layers = (
        {frames: _painted(cells, ground) for frames, cells in _together(shown).items()},
        {frames: _written(found, ground) for frames, found in _together(inks).items()},
    )
    moving = [frames for layer in layers for frames in layer if len(frames) < len(recording.frames)]
    names = {frames: f"f{number}" for number, frames in enumerate(dict.fromkeys(moving))}
    body = [line for layer in layers for line in _groups(layer, names, still)]
    lines = lines_of(recording.frames[still].pieces, recording.size[1])
    return document(recording.title, recording.size, ground, lines, body, _css(recording, names))


def _grounds(frame: Frame) -> list[CellGround]:
    found = []
    for piece in frame.pieces:
        colour = colours_of(piece.style)[1]
        cells = range(piece.column, piece.column + cell_len(piece.text))
        found += [CellGround(piece.row, column, colour) for column in cells]
    return found


def _together(frames: Sequence[Iterable[Drawn]]) -> dict[FrameNumbers, list[Drawn]]:
    """The drawn things by the frames in which they are seen, in the order of first appearance."""
    seen: defaultdict[Drawn, set[int]] = defaultdict(set)
    for number, found in enumerate(frames):
        for each in found:
            seen[each].add(number)
    groups: defaultdict[FrameNumbers, list[Drawn]] = defaultdict(list)
    for each, numbers in seen.items():
        groups[frozenset(numbers)].append(each)
    return dict(groups)


def _painted(cells: Iterable[CellGround], ground: str) -> list[str]:
    shapes = Shapes(CELL, ROW)
    for cell in sorted(cells):
        shapes.ground(cell.row, cell.column, 1, cell.colour)
    return list(shapes.paths(ground))


def _written(found: Iterable[Atom], ground: str) -> list[str]:
    shapes, letters = Shapes(CELL, ROW), Letters()
    for atom in found:
        draw_atom(atom, shapes, letters)
    return [*shapes.paths(ground), *letters.groups()]


def _groups(
    layer: Mapping[FrameNumbers, Sequence[str]], names: Mapping[FrameNumbers, str], still: int
) -> Iterator[str]:
    """The groups of a layer: what is always seen, then what comes and goes."""
    for frames, drawn in sorted(layer.items(), key=lambda each: each[0] in names):
        if frames not in names:
            yield from drawn
            continue
        hidden = "" if still in frames else ' visibility="hidden"'
        yield f'<g class="{names[frames]}"{hidden}>'
        yield from drawn
        yield "</g>"


def _css(recording: Recording, names: Mapping[FrameNumbers, str]) -> str:
    """The times at which each group is seen, in percent of the whole."""
    starts = [100 * frame.start / recording.seconds for frame in recording.frames]
    # a selector weaker than a class, because the short form also resets the name
    rules = [f"g{{animation:{recording.seconds:.2f}s step-end infinite}}"]
    for frames, name in names.items():
        turns = [
            number
            for number in range(len(starts))
            if number == 0 or (number in frames) != (number - 1 in frames)
        ]
        steps = "".join(
            f"{starts[number]:.3f}%{{visibility:{'visible' if number in frames else 'hidden'}}}"
            for number in turns
        )
        rules.append(f".{name}{{animation-name:{name}}}@keyframes {name}{{{steps}}}")
    rules.append("@media(prefers-reduced-motion:reduce){g{animation:none!important}}")
    return "\n".join(["", *rules, ""])
