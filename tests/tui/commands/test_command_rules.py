"""``furiten rules``: rulesets as a list, in words, as JSON, compared, and as a file of own rules."""

from __future__ import annotations

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from msgspec.structs import asdict, fields, replace

from engine.own_rules import OWN_FIELDS, possible_values, ruleset
from engine.rules import PRESETS, TENHOU, Ruleset
from tui.cli import execute
from tui.config.rules_files import keep_rules
from tui.i18n import catalogue, join_list, t
from tui.words.rulesets import rule_value, rule_words

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


def test_no_page_shows_the_word_of_a_file() -> None:
    for field in OWN_FIELDS:
        for value in possible_values(field):
            if isinstance(value, str):
                told = rule_words(replace(TENHOU, **{field: value}), field)
                assert told == t(f"rules.values.{field}-{value}")
    assert rule_words(TENHOU, "pao") == join_list(t(f"yaku.{yaku}") for yaku in TENHOU.pao)
    assert TENHOU.chombo_for[0] not in rule_words(TENHOU, "chombo_for")


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


OWN = "tenhou;title=Club night;uma=15000,5000,-5000,-15000;red_fives=0,0,0"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, in which the command is given."""
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("one", "other"), [("wrc", "wrc2015"), ("ema", "ema2025"), ("tenhou", OWN)])
def test_two_rulesets_are_compared(one: str, other: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["rules", one, other]) == 0
    lines = capsys.readouterr().out.splitlines()
    rules = [ruleset(name) for name in (one, other)]
    told = {lines[at]: [line.strip() for line in lines[at + 1 : at + 3]] for at in range(0, len(lines), 3)}
    expected = {
        name: [f"{each.title}: {rule_value(getattr(each, name))}" for each in rules]
        for name in FIELDS - {"name", "title"}
        if getattr(rules[0], name) != getattr(rules[1], name)
    }
    assert told == expected
    assert told


def test_equal_rules_are_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["rules", "wrc", "WRC"]) == 0
    assert capsys.readouterr().out == f"{t('rules.same')}\n"


def test_a_file_is_written_to_be_changed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["rules", "--write", "club.toml", "tenhou"]) == 0
    assert "club.toml" in capsys.readouterr().out
    text = (folder / "club.toml").read_text(encoding="utf-8")
    (folder / "club.toml").write_text(f"{text}\numa = [0, 0, 0, 0]\n", encoding="utf-8")
    assert execute(["rules", "club.toml", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["uma"] == [0, 0, 0, 0]
    assert shown["start_points"] == TENHOU.start_points
    # a second one does not take its place
    assert execute(["rules", "--write", "club.toml"]) == 2
    assert "club.toml" in capsys.readouterr().err
    assert "uma = [0, 0, 0, 0]" in (folder / "club.toml").read_text(encoding="utf-8")
    assert execute(["rules", "--write", "none/club.toml"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("words", [["a", "b"], ["--json"], ["wrc", "ema", "tenhou"]])
def test_what_goes_with_nothing_is_refused(words: list[str], folder: Path) -> None:
    more = [] if len(words) == 3 else ["--write", "club.toml"]
    assert execute(["rules", *words, *more]) == 2
    assert not (folder / "club.toml").exists()


def test_own_rules_are_listed_and_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_rules(folder / "home", ruleset(OWN))
    assert execute(["rules"]) == 0
    assert any(line.split()[:2] == ["club-night", "Club"] for line in capsys.readouterr().out.splitlines())
    assert execute(["rules", "club-night"]) == 0
    shown = capsys.readouterr().out
    assert "Club night" in shown.splitlines()[0]
    assert OWN in shown
    assert shown.index("Tenhou, ranked: 1, 1, 1") < shown.index("start_points = ")


def test_own_rules_stand_wherever_a_preset_can(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "dear.toml").write_text(
        'preset = "wrc"\nkiriage = false\ncounter_points = 1500\n', encoding="utf-8"
    )
    hand = ["score", "234m456p2344577s", "--win", "6s", "--riichi", "--honba", "1", "--json"]
    paid = []
    for rules in ("wrc", "dear.toml"):
        assert execute([*hand, "--rules", rules]) == 0
        paid.append(json.loads(capsys.readouterr().out))
    assert paid[0] != paid[1]
    keep_rules(folder / "home", ruleset(OWN))
    request = {"hand": "234m456p2344577s", "win": "6s", "riichi": True, "honba": 1}
    for rules, answer in (("dear.toml", paid[1]), ("wrc", paid[0]), ("club-night", None), ("none", None)):
        monkeypatch.setattr(
            sys, "stdin", TextIOWrapper(BytesIO(json.dumps({**request, "rules": rules}).encode()))
        )
        execute(["score", "--batch"])
        told = json.loads(capsys.readouterr().out)
        assert ("error" in told) == (rules == "none")
        assert answer is None or told == answer
    game = ["arena", "--bots", "shanten,shanten,shanten,tsumogiri", "--games", "4", "--seed", "3"]
    assert execute([*game, "--rules", "dear.toml", "--log-dir", "logs"]) == 0
    capsys.readouterr()
    log = sorted((folder / "logs").iterdir())[0]
    for rules, same in (([], 0), (["--rules", "dear.toml"], 0), (["--rules", "wrc"], 1)):
        assert execute(["verify", str(log), *rules]) == same
    (folder / "bad.toml").write_text('preset = "wrc"\n\nkiriage = "sometimes"\n', encoding="utf-8")
    capsys.readouterr()
    for words in (
        ["play"],
        ["arena", *game[1:]],
        ["verify", str(log)],
        hand,
        ["practice", "waits"],
        ["watch"],
    ):
        assert execute([*words, "--rules", "bad.toml"]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert 'bad.toml: line 3: kiriage: "sometimes" is not possible, but true or false' in told
