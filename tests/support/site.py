"""The documentation as a site: ``make docs`` builds it, and checks every link.

The pages of docs, those at the top of the repository and the pictures are copied into one folder, with links
that lead to where their targets are there. Folders of docs stay folders. Any generator that takes Markdown
and the nav of ``mkdocs.yml`` can build it.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.support.fresh_interpreter import ROOT
from tests.support.site_links import broken_links

SOURCES, SITE = ROOT / "build" / "docs", ROOT / "build" / "site"
TOP_PAGES = tuple(sorted({path.name for path in ROOT.glob("*.md")} - {"README.md"}))
PICTURES = "assets/pictures/"
LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)")
"""The target of a link or a picture within the repository, without its anchor."""


def assemble(folder: Path = SOURCES) -> None:
    """Write the sources of the site into a folder, in place of what is there."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    shutil.copytree(ROOT / PICTURES, folder / "pictures")
    for name in TOP_PAGES:
        shutil.copy(ROOT / name, folder / place(name))
    top = {place(name) for name in TOP_PAGES}
    for page in folder.rglob("*.md"):
        name = page.relative_to(folder).as_posix()
        source = "" if name in top else posixpath.dirname(f"docs/{name}")
        text = page.read_text(encoding="utf-8")
        page.write_text(with_links_of_the_site(text, source), encoding="utf-8", newline="\n")


def with_links_of_the_site(text: str, folder: str) -> str:
    """A page of this folder of the repository, with links to where the site has their targets."""
    here = posixpath.dirname(place(posixpath.join(folder, "page.md")))

    def there(link: re.Match[str]) -> str:
        target = place(posixpath.normpath(posixpath.join(folder, link[1])))
        return posixpath.relpath(target, here or ".")

    return LINK.sub(there, text)


def place(file: str) -> str:
    """Where the site has a file of the repository: pages of docs and of the top are at its top."""
    if file == "README.md":
        return "index.md"
    if file in TOP_PAGES:
        return file.lower()
    return file.removeprefix("docs/").replace(PICTURES, "pictures/")


def build(sources: Path = SOURCES, folder: Path = SITE) -> str:
    """Build the site out of the assembled sources; return what the generator said if it found a fault."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    told = {"FURITEN_DOCS": str(sources), "FURITEN_SITE": address(), "FURITEN_SOURCE": address("Source")}
    environment = os.environ | told | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=300
    )
    return done.stdout + done.stderr if done.returncode else ""


def address(name: str = "Documentation") -> str:
    """Where the site will be, or another of the project's addresses: those of the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"][name])


def main() -> int:
    """Build and check; 1 if the generator or a link complains."""
    assemble()
    if fault := build():
        print(fault, end="")
        return 1
    broken = broken_links(SITE, address())
    print(*broken, sep="\n", end="\n" if broken else "")
    print(f"{SITE.relative_to(ROOT)}: {len(list(SITE.rglob('*.html')))} pages, {len(broken)} broken links")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
