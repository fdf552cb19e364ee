"""``furiten rules``: the presets as a list, in words, and as JSON."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import asdict, fields

from engine.rules import PRESETS, TENHOU, Ruleset
from tui.cli import execute
from tui.i18n import catalogue
from tui.words.rulesets import rule_value

FIELDS = {field.name for field in fields(Ruleset)}


def test_every_field_has_an_explanation_and_no_explanation_lacks_its_field() -> None:
    prefix = "rules.fields."
    explained = {key.removeprefix(prefix) for key in catalogue("en") if key.startswith(prefix)}
    assert explained == FIELDS - {"name", "title"}


def test_the_list_names_every_preset_with_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for rules, line in zip(PRESETS.values(), lines, strict=False):
        assert line.split()[0] == rules.name
        assert rules.title in line
    assert [line.split()[0] for line in lines if line.endswith("(default)")] == ["wrc"]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_shown_field_by_field(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["rules", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{name} - {PRESETS[name].title}\n")
    assert {line.split(" = ")[0] for line in shown.splitlines() if " = " in line} == FIELDS - {
        "name",
        "title",
    }


def test_values_are_written_for_people() -> None:
    assert rule_value(TENHOU.start_points) == "25,000"
    assert rule_value(TENHOU.uma) == "20,000, 10,000, -10,000, -20,000"
    assert rule_value(TENHOU.ippatsu) == "yes"
    assert rule_value(TENHOU.kiriage) == "no"
    assert rule_value(TENHOU.double_yakuman) == "none"
    assert rule_value(TENHOU.two_han_minimum_from) == "none"
    assert rule_value(TENHOU.pao) == "daisangen, daisuushi"
    assert rule_value(0) == "0"


def test_json_holds_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["rules", "tenhou", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == json.loads(json.dumps(asdict(TENHOU)))
    assert set(shown) == FIELDS


def test_json_without_a_name_holds_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["rules", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [preset["name"] for preset in shown] == list(PRESETS)
    assert all(set(preset) == FIELDS for preset in shown)


def test_an_unknown_name_is_refused_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["rules", "house"]) == 2
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1
    assert "'house'" in shown
    assert all(name in shown for name in PRESETS)
