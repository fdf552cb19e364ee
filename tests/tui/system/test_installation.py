"""How a copy was installed, told by its environment, and the line that adds the packages for browsers."""

from __future__ import annotations

import json
import shlex
import sys
import tomllib
from importlib import metadata, util
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

from tests.support.fresh_interpreter import ROOT
from tui.i18n import catalogue
from tui.system import installation
from tui.system.installation import EXTRA, PIPX_FILE, UV_TOOL_FILE, WEB_PACKAGES, Way, way_of, web_line

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
NEEDED = ["aiohttp<4,>=3.12", "textual-serve<2,>=1.1.3"]
REQUIRES = ["click>=8.1", *(f"{each}; extra == 'web'" for each in NEEDED), "ruff>=0.9; extra == 'dev'"]
MADE = {
    "pipx": ("home/.local/share/pipx/venvs/furiten", PIPX_FILE, Way.PIPX),
    "pipx, elsewhere and with a suffix": ("opt/venvs/furiten-new", PIPX_FILE, Way.PIPX),
    "uv tool": ("home/.local/share/uv/tools/furiten", UV_TOOL_FILE, Way.UV_TOOL),
    "uv tool, elsewhere": ("opt/furiten", UV_TOOL_FILE, Way.UV_TOOL),
    "uvx": ("home/.cache/uv/archive-v0/46zH-nXh6cvPZ7Le", "pyvenv.cfg", Way.UVX),
    "uvx, of another uv": ("AppData/Local/uv/cache/environments-v2/46zH", "pyvenv.cfg", Way.UVX),
    "pipx run": ("home/.cache/pipx/1a9611a0edad48b", PIPX_FILE, Way.PIP),
    "pip": ("venv", "pyvenv.cfg", Way.PIP),
    "pip, among other venvs": ("archive-v0-old/venvs/furiten", "pyvenv.cfg", Way.PIP),
}
"""Where each tool makes its environments, a file that it leaves there, and what they are taken for."""


def environment(folder: Path, name: str) -> Path:
    """An environment as that tool leaves it, as far as it is looked at."""
    where, file, _ = MADE[name]
    prefix = folder / where
    prefix.mkdir(parents=True)
    (prefix / file).touch()
    return prefix


def installed(prefix: Path) -> Path:
    """Where a wheel has the module."""
    return prefix / "lib" / "site-packages" / "furiten" / "tui" / "system" / "installation.py"


def cloned(folder: Path) -> Path:
    """Where a clone has the module."""
    clone = folder / "clone"
    clone.mkdir(parents=True)
    (clone / "pyproject.toml").touch()
    return clone / "tui" / "system" / "installation.py"


@pytest.mark.parametrize("name", MADE)
def test_an_environment_tells_who_made_it(name: str, tmp_path: Path) -> None:
    *_, way = MADE[name]
    prefix = environment(tmp_path, name)
    assert way_of(prefix, installed(prefix)) is way
    assert way_of(prefix, cloned(tmp_path)) is (Way.CLONE if way is Way.PIP else way)


def test_the_tests_run_in_a_clone() -> None:
    assert way_of(Path(sys.prefix), Path(installation.__file__)) is Way.CLONE


class Copy(SimpleNamespace):
    """A copy of furiten somewhere, in place of the one that the tests run."""

    patch: pytest.MonkeyPatch

    def is_at(self, prefix: Path, module: Path) -> None:
        self.patch.setattr(sys, "prefix", str(prefix))
        self.patch.setattr(sys, "executable", str(prefix / "bin" / "python"))
        self.patch.setattr(installation, "__file__", str(module))

    def knows(self, requires: list[str] | None, origin: dict[str, object] | None = None) -> None:
        """What its metadata say; None is without any."""

        def distribution(name: str) -> SimpleNamespace:
            if requires is None:
                raise metadata.PackageNotFoundError(name)
            told = None if origin is None else json.dumps(origin)
            return SimpleNamespace(requires=requires, read_text=lambda _: told)

        self.patch.setattr(metadata, "distribution", distribution)

    def has_pip(self, has: bool) -> None:
        self.patch.setattr(util, "find_spec", lambda _: object() if has else None)


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Copy:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(installation, "ON_INDEX", False)
    monkeypatch.chdir(tmp_path)
    made = Copy(patch=monkeypatch)
    made.knows(REQUIRES)
    made.has_pip(True)
    return made


def words() -> list[str]:
    return shlex.split(web_line())


def test_pipx_adds_to_its_environment_by_name(copy: Copy, tmp_path: Path) -> None:
    prefix = environment(tmp_path, "pipx, elsewhere and with a suffix")
    copy.is_at(prefix, installed(prefix))
    assert words() == ["pipx", "inject", "furiten-new", *NEEDED]
    assert "'aiohttp<4,>=3.12'" in web_line(), "a shell would take < for a file"


def test_pip_adds_by_the_running_interpreter(copy: Copy, tmp_path: Path) -> None:
    prefix = environment(tmp_path, "pip")
    copy.is_at(prefix, installed(prefix))
    assert words() == [str(Path("venv/bin/python")), "-m", "pip", "install", *NEEDED]
    copy.patch.chdir(environment(tmp_path, "pip, among other venvs"))
    assert words()[0] == str(prefix / "bin" / "python")
    copy.has_pip(False)
    assert words() == ["uv", "pip", "install", "--python", str(prefix / "bin" / "python"), *NEEDED]


def test_an_interpreter_in_the_current_folder_keeps_its_folder(copy: Copy, tmp_path: Path) -> None:
    copy.is_at(tmp_path, installed(tmp_path))
    copy.patch.setattr(sys, "executable", str(tmp_path / "python"))
    assert words()[0] == str(tmp_path / "python")


@pytest.mark.parametrize("requires", [None, [], ["click>=8.1", "ruff; extra == 'website'"]])
@pytest.mark.parametrize("name", ["pip", "uv tool"])
def test_without_metadata_the_names_are_told(
    copy: Copy, tmp_path: Path, name: str, requires: list[str] | None
) -> None:
    prefix = environment(tmp_path, name)
    copy.is_at(prefix, installed(prefix))
    copy.knows(requires)
    assert words()[-2:] == list(WEB_PACKAGES)


def test_a_clone_is_installed_again_with_the_extra(copy: Copy, tmp_path: Path) -> None:
    module = cloned(tmp_path)
    clone = module.parents[2]
    copy.is_at(clone / ".venv", module)
    install = ["-m", "pip", "install", "--editable"]
    assert words() == [str(Path("clone/.venv/bin/python")), *install, f"{clone}[web]"]
    copy.patch.chdir(clone)
    python = str(Path(".venv/bin/python"))
    assert words() == [python, *install, ".[web]"]
    copy.has_pip(False)
    assert words() == ["uv", "pip", "install", "--python", python, "--editable", ".[web]"]


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        (
            {"url": "https://git.example/f", "vcs_info": {"vcs": "git", "commit_id": "0a"}},
            "git+https://git.example/f",
        ),
        (
            {"url": "https://git.example/f", "vcs_info": {"vcs": "git", "requested_revision": "v1"}},
            "git+https://git.example/f@v1",
        ),
        ({"url": "file:///tmp/furiten.whl", "archive_info": {}}, "file:///tmp/furiten.whl"),
    ],
)
def test_uv_asks_again_for_what_it_was_given(
    copy: Copy, tmp_path: Path, origin: dict[str, object], source: str
) -> None:
    wanted = f"furiten[web] @ {source}"
    copy.knows(REQUIRES, origin)
    tool, cached = environment(tmp_path, "uv tool"), environment(tmp_path, "uvx")
    copy.is_at(tool, installed(tool))
    assert words() == ["uv", "tool", "install", "--force", wanted]
    copy.is_at(cached, installed(cached))
    assert words() == ["uvx", "--from", wanted, "furiten", "serve"]


def test_uv_asks_again_for_the_clone(copy: Copy, tmp_path: Path) -> None:
    clone = tmp_path / "my clone"
    clone.mkdir()
    copy.knows(REQUIRES, {"url": clone.as_uri(), "dir_info": {}})
    tool, cached = environment(tmp_path, "uv tool"), environment(tmp_path, "uvx")
    copy.is_at(tool, installed(tool))
    assert words() == ["uv", "tool", "install", "--force", f"{clone}[web]"]
    copy.is_at(cached, installed(cached))
    copy.patch.chdir(clone)
    assert words() == ["uvx", "--from", ".[web]", "furiten", "serve"]


def test_uv_without_the_clone_adds_to_what_is_there(copy: Copy, tmp_path: Path) -> None:
    copy.knows(REQUIRES, {"url": (tmp_path / "gone").as_uri(), "dir_info": {}})
    copy.has_pip(False)
    tool, cached = environment(tmp_path, "uv tool"), environment(tmp_path, "uvx")
    copy.is_at(tool, installed(tool))
    python = str((tool / "bin" / "python").relative_to(tmp_path))
    assert words() == ["uv", "pip", "install", "--python", python, *NEEDED]
    copy.is_at(cached, installed(cached))
    assert words() == ["uvx", "--from", ".[web]", "furiten", "serve"]


@pytest.mark.parametrize("name", ["pipx", "uv tool", "uvx", "pip"])
def test_no_index_is_asked_for_furiten_before_it_is_there(copy: Copy, tmp_path: Path, name: str) -> None:
    prefix = environment(tmp_path, name)
    copy.is_at(prefix, installed(prefix))
    assert "furiten[web]" not in words()
    copy.patch.setattr(installation, "ON_INDEX", True)
    assert ("furiten[web]" in words()) == (name in ("uv tool", "uvx"))


def test_lines_for_windows_are_quoted_for_its_shells(copy: Copy, tmp_path: Path) -> None:
    prefix = environment(tmp_path, "pipx")
    copy.is_at(prefix, installed(prefix))
    copy.patch.setattr(sys, "platform", "win32")
    assert web_line() == 'pipx inject furiten "aiohttp<4,>=3.12" "textual-serve<2,>=1.1.3"'


def test_a_folder_that_is_gone_is_no_error(copy: Copy, tmp_path: Path) -> None:
    def gone(_: type[Path]) -> Path:
        raise FileNotFoundError

    prefix = environment(tmp_path, "pip")
    copy.is_at(prefix, installed(prefix))
    copy.patch.setattr(Path, "cwd", classmethod(gone))
    assert words()[0] == str(prefix / "bin" / "python")


def test_the_packages_are_those_of_the_extra() -> None:
    assert {Requirement(each).name for each in EXTRAS[EXTRA]} == set(WEB_PACKAGES)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_help_names_the_packages_and_no_line(language: str) -> None:
    told = str(catalogue(language)["serve.help"])
    assert all(name in told for name in WEB_PACKAGES)
    assert "install" not in told
