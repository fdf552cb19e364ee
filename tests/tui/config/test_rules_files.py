"""Files of own rules: written, read, named without their path, and what is wrong with them by line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given

from engine.own_rules import OWN_FIELDS, TITLE, RuleFault, UnknownRuleset, expected, own_rules, ruleset
from engine.rules import PRESETS, TENHOU, WRC, Ruleset
from tests.engine.test_own_rules import CLUB, HOUSES, changes
from tui.config.rules_files import (
    FOLDER,
    RulesFileError,
    faults_of_kept_rules,
    keep_rules,
    kept_rules,
    named_rules,
    read_rules,
    rules_text,
)
from tui.i18n import t


def written(path: Path, text: str, name: str = "club.toml") -> Path:
    file = path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", [*PRESETS, *HOUSES])
def test_a_file_says_what_its_rules_are(name: str, tmp_path: Path) -> None:
    rules = ruleset(name)
    text = rules_text(rules)
    assert read_rules(written(tmp_path, text)) == rules
    # every field is there with its meaning and what it can be
    for field in OWN_FIELDS:
        assert f"# {t(f'rules.fields.{field}')}\n# {expected(field)}\n" in text
    told = msgspec.toml.decode(text, type=dict[str, object])
    assert set(told) == {"preset", *([TITLE] if name not in PRESETS else []), *_changed(rules)}


def _changed(rules: Ruleset) -> set[str]:
    return {change.partition("=")[0] for change in rules.name.split(";")[2:]}


def test_every_line_of_a_file_can_be_turned_on(tmp_path: Path) -> None:
    for preset in PRESETS.values():
        lines = rules_text(preset).splitlines()
        turned = [
            line.removeprefix("# ") if line.partition(" = ")[0].removeprefix("# ") in OWN_FIELDS else line
            for line in lines
        ]
        assert len(lines) - len({*turned} & {*lines}) > len(OWN_FIELDS) // 2
        assert read_rules(written(tmp_path, "\n".join(turned))) == preset


@given(changes())
def test_whatever_is_changed_comes_back(change: tuple[Ruleset, dict[str, object]]) -> None:
    try:
        rules = own_rules(*change)
    except RuleFault:
        return
    told = msgspec.toml.decode(rules_text(rules), type=dict[str, object])
    assert own_rules(PRESETS[str(told.pop("preset"))], told) == rules


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "preset"),
        ('preset = "house"\n', 1, "preset"),
        ("title = 'x'\npreset = 5\n", 2, "preset"),
        ('preset = ["wrc"]\n', 1, "preset"),
        ("preset = { a = 1 }\n", 1, "preset"),
        (
            'preset = "wrc"\n\n# more\nippatsu = "maybe"\n',
            4,
            'ippatsu: "maybe" is not possible, but true or false',
        ),
        ('preset = "wrc"\numa = [1, 2]\n', 2, "uma: [1,2] is not possible, but 4 numbers"),
        ('preset = "wrc"\numa = [30000, -10000, -10000, -20000]\n', 2, "does not add up to 0"),
        ('preset = "wrc"\nnonsense = 1\n', 2, "nonsense: there is no such field"),
        ('preset = "wrc"\nerrors = "penalised"\n', 2, "errors: an option of the game decides this"),
        ('preset = "wrc"\nstart_points = 25000\nreturn_points = 20000\n', 3, "fewer than 25,000 to start"),
        ('preset = "wrc"\nstart_points = 1.5\n', 2, "start_points: 1.5 is not possible, but a whole number"),
        ('preset = "wrc"\nstart_points = 2026-01-01\n', 2, "start_points: "),
        ('preset = "wrc"\n[uma]\nfirst = 1\n', 2, "uma: "),
        ('preset = "wrc"\nippatsu = \n', 2, "TOML"),
        ('preset = "wrc"\ntitle = 5\n', 2, "title: "),
        ('preset = "wrc"\ntitle = "a;b"\n', 2, "title: "),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, says: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    with pytest.raises(RulesFileError) as caught:
        read_rules(file)
    (told,) = str(caught.value).splitlines()
    assert told.startswith(f"{file}: line {line}: ")
    assert says in told


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"a" * (1 << 19), b"[" * 9_999, b"a." * 9_999 + b"b = 1", b"\0"]
)
def test_what_is_no_file_of_rules_is_named_in_a_line(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_bytes(data)
    with pytest.raises(RulesFileError) as caught:
        read_rules(file)
    assert str(file) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(RulesFileError, match=str(path)):
            read_rules(path)


def test_what_stands_for_a_ruleset(tmp_path: Path) -> None:
    """A preset, a name, a file by its path, and a file of the folder by its name."""
    home, rules = tmp_path / "home", ruleset(CLUB)
    file = written(tmp_path, rules_text(rules), "elsewhere.toml")
    written(home / FOLDER, rules_text(ruleset(HOUSES[1])), "long one.toml")
    assert named_rules("WRC", home) is WRC
    assert named_rules("tenhou", home) is TENHOU
    assert named_rules(CLUB, home) == rules
    assert named_rules(str(file), home) == rules
    assert named_rules("long one", home) == ruleset(HOUSES[1])
    with pytest.raises(UnknownRuleset, match=r"'elsewhere' .*mleague, long one"):
        named_rules("elsewhere", home)
    with pytest.raises(RuleFault, match="ippatsu"):
        named_rules("wrc;ippatsu=7", home)
    with pytest.raises(UnknownRuleset):
        named_rules("x" * 5_000, home)
    # a title may hold what separates folders
    sloping = "wrc;title=A/B;kiriage=false"
    assert named_rules(sloping, home) == ruleset(sloping)


def test_a_file_cannot_be_called_like_a_preset(tmp_path: Path) -> None:
    rules = own_rules(ruleset(CLUB), {TITLE: "EMA"})
    assert keep_rules(tmp_path, rules).name == "ema-rules.toml"
    assert named_rules("ema", tmp_path) is PRESETS["ema"]
    assert named_rules("ema-rules", tmp_path) == rules
    written(tmp_path / FOLDER, rules_text(rules), "wrc.toml")
    assert set(kept_rules(tmp_path)) == {"ema-rules"}


def test_own_rules_are_kept_once_and_nothing_is_written_over(tmp_path: Path) -> None:
    rules = ruleset(CLUB)
    first = keep_rules(tmp_path, rules)
    assert first == tmp_path / FOLDER / "club-night.toml"
    assert keep_rules(tmp_path, rules) == first
    other = own_rules(rules, {"kiriage": True})
    second = keep_rules(tmp_path, other)
    assert second.name == "club-night-2.toml"
    written(tmp_path / FOLDER, "broken", "a.toml")
    strange = own_rules(rules, {TITLE: "../…/雀荘"})
    assert keep_rules(tmp_path, strange).name == "雀荘.toml"
    assert keep_rules(tmp_path, own_rules(rules, {TITLE: "…"})).name == "rules.toml"
    assert kept_rules(tmp_path) == {
        "club-night": rules,
        "club-night-2": other,
        "rules": own_rules(rules, {TITLE: "…"}),
        "雀荘": strange,
    }


def test_rules_that_are_changed_keep_their_file_and_a_title_names_them(tmp_path: Path) -> None:
    rules = ruleset(CLUB)
    path = keep_rules(tmp_path, rules)
    changed = own_rules(rules, {"kiriage": True})
    assert keep_rules(tmp_path, changed, rules) == path
    assert kept_rules(tmp_path) == {"club-night": changed}
    # under another title they are others
    renamed = own_rules(changed, {TITLE: "Other night", "kiriage": False, "ippatsu": False})
    assert keep_rules(tmp_path, renamed, changed) != path
    assert named_rules("Club night", tmp_path) == changed
    assert list(faults_of_kept_rules(tmp_path)) == []
    broken = written(tmp_path / FOLDER, "broken", "broken.toml")
    (fault,) = faults_of_kept_rules(tmp_path)
    assert fault.startswith(f"{broken}: line 1: ")


def test_a_file_needs_no_ending_and_a_mistyped_field_is_guessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, rules_text(ruleset(CLUB)), "mine")
    assert named_rules("mine", tmp_path / "home") == ruleset(CLUB)
    with pytest.raises(RulesFileError, match=r"startpoints: .*start_points\?"):
        read_rules(written(tmp_path, 'preset = "wrc"\nstartpoints = 1\n'))
