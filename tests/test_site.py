"""The documentation as a site: it can be built, its links lead somewhere, and the nav has every page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import site
from tests.support.fresh_interpreter import ROOT
from tests.support.pages import PAGES
from tests.support.site_links import broken_links

CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_nav_has_every_page_once() -> None:
    nav = CONFIG.split("\nnav:\n")[1].split("\n\n")[0]
    named = re.findall(r": (\S+\.md)$", nav, re.MULTILINE)
    pages = [*(page.relative_to(ROOT).as_posix() for page in PAGES), *site.TOP_PAGES]
    assert sorted(named) == sorted(map(site.place, pages))


@pytest.mark.parametrize(
    ("folder", "link", "on_the_site"),
    [
        ("docs", "[a](../CHANGELOG.md#added)", "[a](changelog.md#added)"),
        ("docs", "![a](../assets/pictures/tour.svg)", "![a](pictures/tour.svg)"),
        ("docs", "[a](keys.md#preset-vim), [b](#below)", "[a](keys.md#preset-vim), [b](#below)"),
        ("", "[a](docs/bots.md) and [b](SECURITY.md)", "[a](bots.md) and [b](security.md)"),
        (
            "",
            "[a](README.md), [b](https://example.org/docs/x.md)",
            "[a](index.md), [b](https://example.org/docs/x.md)",
        ),
        ("", "[a](docs/decisions/README.md)", "[a](decisions/README.md)"),
        ("docs", "[a](decisions/0008-no-network.md#why)", "[a](decisions/0008-no-network.md#why)"),
        (
            "docs/decisions",
            "[a](README.md), [b](../map.md), [c](../../SECURITY.md)",
            "[a](README.md), [b](../map.md), [c](../security.md)",
        ),
    ],
)
def test_links_lead_to_the_same_on_the_site(folder: str, link: str, on_the_site: str) -> None:
    assert site.with_links_of_the_site(link, folder) == on_the_site


def page(folder: Path, name: str, body: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"<html><body>{body}</body></html>", encoding="utf-8")


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    page(
        tmp_path,
        "index.html",
        '<a href="bots/#levels">a</a> <a href="bots/">b</a> <a href="https://x.org/">c</a>',
    )
    page(
        tmp_path, "bots/index.html", '<h2 id="levels">Levels</h2> <a href="..">a</a> <a href="#levels">b</a>'
    )
    assert broken_links(tmp_path) == []
    page(tmp_path, "404.html", '<a href="/furiten/bots/">a</a> <a href="/furiten/">b</a>')
    assert broken_links(tmp_path, "https://example.org/furiten/") == []
    assert len(broken_links(tmp_path, "https://example.org/")) == 2
    (tmp_path / "404.html").unlink()
    page(
        tmp_path,
        "bots/index.html",
        '<a href="../keys/">a</a> <a href="#none">b</a> <img src="no.svg"> <a href="../..">c</a>'
        '<link rel="stylesheet" href="https://fonts.example.org/a.css"> <link rel="canonical" href="https://x.org/">',
    )
    assert broken_links(tmp_path) == [
        "bots/index.html: ../keys/",
        "bots/index.html: #none",
        "bots/index.html: ../..",
        "bots/index.html: no.svg",
        "bots/index.html: https://fonts.example.org/a.css is loaded from elsewhere",
        "index.html: bots/#levels",
    ]


@pytest.mark.nightly
def test_the_site_is_built_and_no_link_of_it_is_broken(tmp_path: Path) -> None:
    """The generator is asked twice: it has to find what is wrong with a page."""
    site.assemble(tmp_path / "docs")
    assert site.build(tmp_path / "docs", tmp_path / "site") == ""
    assert broken_links(tmp_path / "site", site.address()) == []
    assert len(list((tmp_path / "site").rglob("index.html"))) == len(PAGES) + len(site.TOP_PAGES)
    with (tmp_path / "docs" / "bots.md").open("a", encoding="utf-8") as bots:
        bots.write("\n[a](nowhere.md) and [b](keys.md#no-such-key)\n")
    fault = site.build(tmp_path / "docs", tmp_path / "site")
    assert "nowhere.md" in fault
    assert "no-such-key" in fault
