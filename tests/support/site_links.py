"""Links of a built site: what leads nowhere within it, and what asks another host while a page loads."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

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
