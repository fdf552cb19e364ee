"""What the release workflow asks: whether a tag may be released, its notes, and recipes with its checksum.

    python recipes/release.py begin 0.2.0            write the version wherever it stands, turn ON_INDEX
    python recipes/release.py check v0.2.0           end with 2 unless the repository is ready for this tag
    python recipes/release.py notes                  print the section of the changelog
    python recipes/release.py fill SDIST FOLDER      write the recipes into FOLDER, with the checksum of SDIST

It needs nothing but Python.
"""

from __future__ import annotations

import hashlib
import io
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGELOG = ROOT / "CHANGELOG.md"
VERSION_FILE = ROOT / "engine" / "__init__.py"
SWITCH_FILE = ROOT / "tui" / "system" / "installation.py"
"""The program asks no index for itself while this says ``ON_INDEX = False``."""
RECIPES = (
    ROOT / "recipes" / "homebrew" / "furiten.rb",
    ROOT / "recipes" / "aur" / "PKGBUILD",
    ROOT / "recipes" / "aur" / ".SRCINFO",
)
"""Recipes that name the version and the checksum. The others are built from their own repository."""

UNKNOWN = "0" * 64
"""Stands in the repository for the checksum of a release, which nobody can know before it is built."""
VERSION = r"\d+\.\d+\.\d+"
_OFF, _ON = "\nON_INDEX = False\n", "\nON_INDEX = True\n"
_PLACES = (
    rf'(?<=__version__ = "){VERSION}(?=")',
    rf"(?<=/furiten-){VERSION}(?=\.tar\.gz)",
    rf"(?<=pkgver=){VERSION}$",
    rf"(?<=pkgver = ){VERSION}$",
)
"""Where the version stands: in the engine, and in the recipes."""


class NotReady(Exception):
    """The reason why this cannot be released."""


def current() -> str:
    """The version of the program. Raises NotReady if the engine has none."""
    found = re.search(_PLACES[0], VERSION_FILE.read_text(encoding="utf-8"))
    if found is None:
        raise NotReady(f"{VERSION_FILE.name} names no version")
    return found[0]


def with_version(text: str, version: str) -> str:
    """The text of the engine's file or of a recipe, with another version."""
    for place in _PLACES:
        text = re.sub(place, version, text, flags=re.MULTILINE)
    return text


def section(changelog: str, version: str) -> tuple[str, str]:
    """The date of a version in the changelog, and what it says of it. Raises NotReady if there is none."""
    head = re.search(rf"^## \[{re.escape(version)}\](?: – (.*))?$", changelog, re.MULTILINE)
    if head is None:
        raise NotReady(f"CHANGELOG.md has no section [{version}]")
    rest = changelog[head.end() :]
    return head[1] or "", re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0].strip() + "\n"


def begin(version: str) -> None:
    """Write a new version where it stands, and turn the switch. Raises NotReady if it is none."""
    if not re.fullmatch(VERSION, version):
        raise NotReady(f"'{version}' is no version such as 0.2.0")
    for path in (VERSION_FILE, *RECIPES):
        _write(path, with_version(path.read_text(encoding="utf-8"), version))
    _write(SWITCH_FILE, SWITCH_FILE.read_text(encoding="utf-8").replace(_OFF, _ON))


def check(tag: str) -> None:
    """Raise NotReady unless all name the version of the tag, it has a date, and the switch is turned."""
    version = current()
    if tag != f"v{version}":
        raise NotReady(f"the tag is {tag}, and the program is {version}")
    date, said = section(CHANGELOG.read_text(encoding="utf-8"), version)
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        raise NotReady(f"CHANGELOG.md has no date for {version}")
    if not said.strip():
        raise NotReady(f"CHANGELOG.md says nothing of {version}")
    for path in RECIPES:
        text = path.read_text(encoding="utf-8")
        if with_version(text, version) != text:
            raise NotReady(f"{path.name} names another version")
    if _ON not in SWITCH_FILE.read_text(encoding="utf-8"):
        raise NotReady(f"{SWITCH_FILE.name} says that no index has furiten")


def notes() -> None:
    """Print the section of the changelog."""
    sys.stdout.write(section(CHANGELOG.read_text(encoding="utf-8"), current())[1])


def fill(sdist: str, folder: str) -> None:
    """Write the recipes into a folder, with the checksum of the source distribution."""
    source, target = Path(sdist), Path(folder)
    if source.name != f"furiten-{current()}.tar.gz":
        raise NotReady(f"{source.name} is not the source distribution of {current()}")
    checksum = hashlib.sha256(source.read_bytes()).hexdigest()
    target.mkdir(parents=True, exist_ok=True)
    for path in RECIPES:
        # Files of a release cannot begin with a dot.
        name = path.name.replace(".SRCINFO", "SRCINFO")
        _write(target / name, path.read_text(encoding="utf-8").replace(UNKNOWN, checksum))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Run one of the commands; the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        match arguments:
            case ["begin", version]:
                begin(version)
            case ["check", tag]:
                check(tag)
            case ["notes"]:
                notes()
            case ["fill", sdist, folder]:
                fill(sdist, folder)
            case _:
                raise NotReady("begin VERSION, check TAG, notes, or fill SDIST FOLDER")
    except (NotReady, OSError) as fault:
        sys.stderr.write(f"release: {fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
