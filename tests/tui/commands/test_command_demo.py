"""``furiten demo``: the list, pictures, what is refused, and that a picture is the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import ROOT
from tui.cli import execute
from tui.demo import shown_scenes as live
from tui.demo import shown_scenes as story
from tui.demo.scene_files import scenes
from tui.i18n import t

SNAPSHOTS = ROOT / "tests" / "tui" / "demo" / "__snapshots__" / "test_scenes"


@pytest.mark.parametrize("arguments", [[], ["--list"], ["a-riichi", "--list"]])
def test_the_list_has_every_scene_with_its_title(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(["demo", *arguments]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == len(scenes())
    for line, scene in zip(shown, scenes(), strict=True):
        assert line.split()[:2] == [str(scene.number), scene.id]
        assert line.endswith(scene.texts.title)


def test_a_picture_is_written_in_any_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deal.svg"
    assert execute(["demo", "the-deal", "--svg", str(file), "--size", "97x33"]) == 0
    assert capsys.readouterr().out == f"{file} written\n"
    assert 'viewBox="0 0 986 676"' in file.read_text(encoding="utf-8")


def test_a_story_is_written_as_an_animation(tmp_path: Path) -> None:
    still, story = tmp_path / "still.svg", tmp_path / "story.svg"
    assert execute(["demo", "letting-a-win-go", "--svg", str(still)]) == 0
    assert execute(["demo", "letting-a-win-go", "--play", "--svg", str(story)]) == 0
    assert "@keyframes" not in still.read_text(encoding="utf-8")
    assert "@keyframes" in story.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere"], t("demo.no-scene", given="nowhere")),
        (["furiten-"], "furiten-by-discard, furiten-until-your-turn, furiten-after-riichi"),
        (["title", "--size", "100x30"], "--size is the size of a picture"),
        (["title", "--svg", "-", "--size", "79x24"], "'79x24' is no size of 80x24 or more"),
        (["title", "--svg", "-", "--list"], t("demo.one-way")),
        (["title", "--play", "--list"], t("demo.one-way")),
        (["--svg", "-"], "name the scene"),
        (["title", "--svg", "/nowhere/x.svg"], "/nowhere/x.svg: No such file or directory"),
        (["title"], "terminal"),
        (["--play"], "terminal"),
    ],
)
def test_what_is_refused_is_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(["demo", *arguments]) == 2
    shown = capsys.readouterr()
    assert says in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_what_is_wrong_with_a_scene_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.demo.staged_app.PATIENCE", 0.2)
    monkeypatch.setattr("tui.demo.staged_app.ready", lambda app: False)
    assert execute(["demo", "title", "--svg", "-"]) == 2
    assert capsys.readouterr().err == "furiten: 01-title.toml: no screen takes the key 'down'\n"


@pytest.mark.nightly
@pytest.mark.parametrize(("scene", "size"), [("a-riichi", "80x24"), ("question-safe", "120x40")])
def test_another_process_takes_the_same_picture(scene: str, size: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FURITEN_")}
    environment |= {"PYTHONHASHSEED": "1", "PYTHONIOENCODING": "utf-8", "TZ": "Pacific/Auckland"}
    environment.pop("NO_COLOR", None)
    arguments = [sys.executable, "-m", "tui", "demo", scene, "--size", size, "--svg", "-"]
    taken = subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, check=True)
    kept = (SNAPSHOTS / f"test_scene[{scene}-{size}].svg").read_text(encoding="utf-8")
    assert taken.stdout.decode() == kept


def test_all_scenes_play_one_after_another_until_one_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def run(app: story.Story) -> int:
        seen.append(app.scene.id)
        app.stopped = len(seen) == 3
        return 0

    monkeypatch.setattr(live, "need_terminal", lambda: None)
    monkeypatch.setattr(story.Story, "run", run)
    assert execute(["demo", "--play"]) == 0
    assert seen == [scene.id for scene in scenes()[:3]]
