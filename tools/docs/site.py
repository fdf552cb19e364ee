"""The documentation as a site: ``make docs`` builds it, and checks every link."""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.support.fresh_interpreter import ROOT

FOLLOWED, LOADED = {"a": "href"}, {"img": "src", "script": "src", "link": "href", "iframe": "src"}
LOADED_LINKS = {"stylesheet", "icon", "preload", "preconnect", "modulepreload"}
"""What ``rel`` says of a link that is fetched with its page."""


class _Page(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value for name, value in attrs if value}
        self.anchors |= {named[name] for name in ("id", "name") if name in named}
        if target := named.get(FOLLOWED.get(tag, "")):
            self.links.append(target)
        if target := named.get(LOADED.get(tag, "")):
            fetched = tag != "link" or not LOADED_LINKS.isdisjoint(named.get("rel", "").split())
            (self.loaded if fetched else self.links).append(target)


def broken_links(site: Path, address: str = "/") -> list[str]:
    """Each link that leads to no page, file or anchor of the site, and each thing loaded from elsewhere.

    ``address`` is where the site will be.
    """
    top = urlsplit(address).path
    site = site.resolve()
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    return [
        f"{path.relative_to(site).as_posix()}: {link}"
        for path, page in pages.items()
        for link in _broken(site, top, path, page, pages)
    ]


def _broken(site: Path, top: str, path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for link in [*page.links, *page.loaded]:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if link in page.loaded and parts.scheme != "data":
                yield f"{link} is loaded from elsewhere"
            continue
        target = _target(site, top, path, unquote(parts.path))
        there = target.is_file() and target.is_relative_to(site)
        named = unquote(parts.fragment)
        if not there or (named and target in pages and named not in pages[target].anchors):
            yield link


def _target(site: Path, top: str, page: Path, link: str) -> Path:
    """The file that a link of a page leads to, whether it exists or not."""
    if not link:
        return page
    target = (site / link.removeprefix(top) if link.startswith(top) else page.parent / link).resolve()
    return target / "index.html" if target.is_dir() else target


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
