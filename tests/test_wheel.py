"""The wheel: one name at the top of an environment, and in it everything that the repository has."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine import __version__
from hatch_build import MOVED, TOP, UnmovableImport, moved, with_whole_addresses
from tests.support.fresh_interpreter import ROOT, run

NO_DATA = {".py", ".pyc"}
UNPACKED = {"__pycache__", "pictures"}
"""Left out: what Python makes by itself, and the pictures of the pages."""
JUDGED = ROOT / "assets" / "drills"
"""Left out, too: positions as they were judged, from which the library took its own."""
LOADERS = ("import_module", "files")
"""Functions that take a module by its name."""
MAY_NAME = re.compile(rf"[\"'](?:{'|'.join(MOVED)})[.\"']|\b(?:{'|'.join(LOADERS)})\(")
"""What a file has that may name a module in a string; the others are not parsed."""

BUILD = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
README = ROOT / "README.md"
ONE_HAND = ROOT / "docs" / "records" / "one-hand.mjson"

EVERY_MODULE = """
import sys
from importlib import import_module
from pkgutil import walk_packages
import furiten
names = [found.name for found in walk_packages(furiten.__path__, "furiten.") if found.name[-8:] != "__main__"]
for name in names:
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        assert error.name in {"termios", "fcntl", "msvcrt", "_winapi", "aiohttp", "textual_serve"}, error
print(len(names), *sorted({"engine", "ai", "tui", "assets"} & set(sys.modules)))
"""
"""How many modules there are, and which generic names they have loaded."""

EVERY_QUESTION = """
from furiten.ai.drills.library import positions
from furiten.ai.drills.question import DrillKind
from furiten.tui.practice.explain import words_of
for kind in DrillKind:
    for position in list(positions(kind).values())[:1]:
        position.question()
    print(type(words_of(kind)).__module__)
"""

EXAMPLES = """
import doctest, sys
from pathlib import Path
text = Path(sys.argv[1]).read_text(encoding="utf-8")
for name in sys.argv[2:]:
    text = text.replace(f">>> from {name}", f">>> from furiten.{name}")
test = doctest.DocTestParser().get_doctest(text, {}, "library.md", None, None)
print(doctest.DocTestRunner().run(test).failed, len(test.examples) > 20)
"""
"""The examples of a page, with the imports of an installation."""

BESIDE_A_FOREIGN_ENGINE = """
import engine
from furiten.engine.tiles import parse_tiles
print(engine.OWNER, len(parse_tiles("123m")))
"""

A_PAGE = """
import asyncio
from furiten.tui.shell.web.pages import PageProcess

async def first_picture():
    page = await PageProcess.start(["play", "--seed", "7"], (80, 24))
    async for picture in page.pictures():
        print(len(picture) > 0)
        break
    await page.end()

asyncio.run(first_picture())
"""
"""Whether the program behind a page of ``furiten serve`` draws anything."""

TYPED = """
from furiten.engine.tiles import parse_tiles
reveal_type(parse_tiles("123m"))
wrong: str = parse_tiles("123m")
"""


# -- what changes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "in_the_wheel"),
    [
        ("from engine import __version__", "from furiten.engine import __version__"),
        (
            "from engine.tiles import (\n    A,\n    B,\n)",
            "from furiten.engine.tiles import (\n    A,\n    B,\n)",
        ),
        (
            "def f():\n    from tui.cli import main  # late",
            "def f():\n    from furiten.tui.cli import main  # late",
        ),
        ("'あ'; from ai.bot import Bot", "'あ'; from furiten.ai.bot import Bot"),
        ("from assets import FOLDER\r\n", "from furiten.assets import FOLDER\r\n"),
        ("from engineering import x", "from engineering import x"),
        ("from . import x", "from . import x"),
        ("import sys", "import sys"),
        ('"""\nfrom engine import x\n"""', '"""\nfrom engine import x\n"""'),
    ],
)
def test_imports_move_and_nothing_else_does(source: str, in_the_wheel: str) -> None:
    assert moved(source.encode()).decode() == in_the_wheel


@pytest.mark.parametrize("source", ["import engine", "import engine.tiles", "import sys, ai.bot as bot"])
def test_an_import_of_the_bare_name_stops_the_build(source: str) -> None:
    with pytest.raises(UnmovableImport, match=r"tiles\.py:1"):
        moved(source.encode(), "tiles.py")


def test_no_module_of_ours_is_named_in_a_string() -> None:
    """Names in strings do not move: code that loads modules by name starts from its own package."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in MOVED
        for path in sorted((ROOT / room).rglob("*.py"))
        if MAY_NAME.search(text := path.read_text(encoding="utf-8"))
        for line in named_in_strings(ast.parse(text))
    ]
    assert found == []


def named_in_strings(tree: ast.Module) -> Iterator[int]:
    """The lines of strings that name a module of ours: with dots, or where a module is loaded by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            head, dot, rest = node.value.partition(".")
            if head in MOVED and dot and not rest.startswith(" "):
                yield node.lineno
        if isinstance(node, ast.Call) and node.args and getattr(node.func, "id", "") in LOADERS:
            name = node.args[0]
            if isinstance(name, ast.Constant) and name.value in MOVED:
                yield node.lineno


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("'ai.drills.waits'", True),
        ("f'tui.commands.{name}'", True),
        ("files('assets')", True),
        ("import_module('engine')", True),
        ("import_module('.waits', __package__)", False),
        ("files('textual_serve')", False),
        ("'the engine. It knows'", False),
        ("rooms = ('engine', 'ai/arena')", False),
    ],
)
def test_the_search_for_names_finds_what_it_is_for(code: str, found: bool) -> None:
    assert list(named_in_strings(ast.parse(code))) == [1] * found


def test_the_start_has_the_name_of_the_program() -> None:
    """In the repository as in the wheel."""
    assert run([sys.executable, "-m", TOP, "--version"]).startswith(f"furiten {__version__} ")


@pytest.mark.parametrize(
    ("text", "on_an_index"),
    [
        ("![Tour.](assets/a.svg)", "![Tour.](https://raw.githubusercontent.com/us/it/v1.2.0/assets/a.svg)"),
        ("[Play](docs/play.md#keys)", "[Play](https://github.com/us/it/blob/v1.2.0/docs/play.md#keys)"),
        ("[a\nb](docs/c.md)", "[a\nb](https://github.com/us/it/blob/v1.2.0/docs/c.md)"),
        ("[uv](https://docs.astral.sh/uv/)", "[uv](https://docs.astral.sh/uv/)"),
        ("[Keys](#keys)", "[Keys](#keys)"),
        ("furiten[web] (or not)", "furiten[web] (or not)"),
    ],
)
def test_addresses_in_the_description_are_whole(text: str, on_an_index: str) -> None:
    assert with_whole_addresses(text, "https://github.com/us/it", "1.2.0") == on_an_index


# -- built and installed ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree with the build tools at hand."""
    return built(tmp_path_factory.mktemp("wheel"))


def built(folder: Path, source: Path = ROOT) -> Path:
    run([*BUILD, str(folder), str(source)])
    (wheel,) = folder.glob("furiten-*.whl")
    return wheel


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with the wheel, beside packages of others with our generic names.

    The libraries are those of this environment; its own ``furiten`` is not on that path.
    """
    folder = tmp_path_factory.mktemp("environment")
    run([sys.executable, "-m", "venv", "--without-pip", str(folder)])
    there = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = Path(run([str(there), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip())
    libraries = Path(pytest.__file__).parents[1]
    (site / "libraries.pth").write_text(f"{libraries}\n", encoding="utf-8")
    for name in MOVED:
        (site / name).mkdir()
        (site / name / "__init__.py").write_text('OWNER = "another"\n', encoding="utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(there),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    run([*pip, str(wheel)], cwd=folder)
    return there


@pytest.fixture
def furiten(python: Path) -> list[str]:
    command = shutil.which("furiten", path=python.parent)
    assert command is not None
    return [command]


@pytest.mark.nightly
def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"{TOP}/{path.relative_to(ROOT).as_posix()}"
        for package in MOVED
        for path in (ROOT / package).rglob("*")
        if path.is_file() and UNPACKED.isdisjoint(path.parts) and path.parent != JUDGED
    }
    assert wanted - packed == set()
    assert not any(name.startswith(f"{TOP}/assets/drills/") for name in packed)
    assert {f"{TOP}/__main__.py", f"{TOP}/py.typed"} <= packed
    assert any(Path(name).suffix not in NO_DATA for name in packed if name.startswith(f"{TOP}/assets/"))


@pytest.mark.nightly
def test_the_manual_page_and_completions_are_installed(python: Path) -> None:
    share = python.parents[1] / "share"
    there = {path.relative_to(share) for path in share.rglob("*") if path.is_file()}
    wanted = ROOT / "share"
    assert there == {path.relative_to(wanted) for path in wanted.rglob("*") if path.is_file()}


@pytest.mark.nightly
def test_the_wheel_has_one_name_at_the_top(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {TOP}
    inside = {name.split("/")[1] for name in names if name.startswith(f"{TOP}/")}
    assert inside == {*MOVED, "__init__.py", "__main__.py", "py.typed"}


@pytest.mark.nightly
def test_the_description_is_the_readme_and_leads_to_files_that_exist(wheel: Path) -> None:
    """What an index would refuse or show broken."""
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    told = message_from_bytes(archive.read(name))
    assert told["Description-Content-Type"] == "text/markdown"
    links = dict(address.split(", ") for address in told.get_all("Project-URL", []))
    assert {"Documentation", "Source", "Issues", "Changelog"} <= links.keys()
    body = told.get_payload(decode=True)
    addresses = re.findall(r"\]\(([^)]+)\)", body.decode())
    assert all(address.startswith("https://") for address in addresses)
    ours = re.compile(rf"https://\S+?/furiten/(?:blob/)?v{re.escape(__version__)}/([^#]+)")
    paths = [found[1] for address in addresses if (found := ours.match(address))]
    assert "assets/pictures/tour.svg" in paths
    assert [path for path in paths if not (ROOT / path).is_file()] == []
    assert len(paths) == len(re.findall(r"\]\((?!https?:)[^)]+\)", README.read_text(encoding="utf-8")))


@pytest.mark.nightly
def test_two_builds_have_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    """From this tree, and from an unpacked sdist whose files have other times and modes."""
    copy = tmp_path / "copy"
    run([sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)])
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, copy, filter="data")
    (source,) = copy.iterdir()
    for path in source.rglob("*.py"):
        path.chmod(0o600)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    assert built(tmp_path / "again", source).read_bytes() == wheel.read_bytes()


@pytest.mark.nightly
def test_all_modules_load_beside_packages_of_the_same_names(python: Path, tmp_path: Path) -> None:
    count, *generic = run([str(python), "-c", EVERY_MODULE], cwd=tmp_path).split()
    assert int(count) > 300
    assert generic == []
    assert run([str(python), "-c", BESIDE_A_FOREIGN_ENGINE], cwd=tmp_path).split() == ["another", "3"]


@pytest.mark.nightly
def test_what_is_loaded_by_name_is_found(python: Path, tmp_path: Path) -> None:
    loaded = run([str(python), "-c", EVERY_QUESTION], cwd=tmp_path).split()
    assert len(loaded) >= 10
    assert all(name.startswith("furiten.tui.practice.kinds.") for name in loaded)


@pytest.mark.nightly
def test_the_examples_of_the_library_run_where_it_is_installed(python: Path) -> None:
    page = ROOT / "docs" / "library.md"
    assert run([str(python), "-P", "-c", EXAMPLES, str(page), *MOVED]).split() == ["0", "True"]


@pytest.mark.nightly
def test_commands_run_away_from_the_repository(furiten: list[str], python: Path, tmp_path: Path) -> None:
    version = run([*furiten, "--version"], cwd=tmp_path)
    assert version.startswith(f"furiten {__version__} (Python ")
    assert run([str(python), "-m", TOP, "--version"], cwd=tmp_path) == version
    presets = json.loads(run([*furiten, "rules", "--json"], cwd=tmp_path))
    assert "wrc" in {preset["name"] for preset in presets}
    assert "furiten" in run([*furiten, "hand", "789m123p23333s55z", "--discards", "4s"], cwd=tmp_path)
    assert run([*furiten, "demo", "title", "--svg", "-"], cwd=tmp_path).startswith("<svg")


@pytest.mark.nightly
def test_worker_processes_start(furiten: list[str], python: Path, tmp_path: Path) -> None:
    """Those of contests, by the command and by the module, and those of reviews."""
    arena = ["arena", "--bots", "hayai,mamori,takame,tenpai", "--games", "4", "--seed", "1", "--jobs", "2"]
    by_command = run([*furiten, *arena, "--json"], cwd=tmp_path)
    by_module = run([str(python), "-m", TOP, *arena, "--json"], cwd=tmp_path)
    assert [len(json.loads(told)["bots"]) for told in (by_command, by_module)] == [4, 4]
    assert run([*furiten, "review", str(ONE_HAND), "--seat", "3"], cwd=tmp_path)


@pytest.mark.nightly
@pytest.mark.skipif(find_spec("aiohttp") is None, reason="needs the extra for browsers")
def test_the_program_behind_a_page_starts(python: Path, tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    assert run([str(python), "-c", A_PAGE], cwd=tmp_path, FURITEN_HOME=home).split() == ["True"]


@pytest.mark.nightly
def test_a_type_checker_knows_the_engine(python: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(TYPED, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python), "theirs.py"]
    told = run(mypy, cwd=tmp_path, expect=1)
    assert 'Revealed type is "tuple[' in told
    assert "Found 1 error" in told
    assert "[assignment]" in told
