"""The keys that a person chooses, and presets: what a file may say, and which actions share a screen."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.keys import _character_to_key

from tui.config.actions import (
    ACTIONS,
    BY_ID,
    ActionId,
    ActionSort,
    InvalidKey,
    Place,
    action_for,
    choose_keys,
    format_key,
    key_label,
    meant,
    parse_key,
)
from tui.config.settings import (
    KEY_PRESETS,
    REQUIRED_ACTIONS,
    SETTINGS,
    HintLevel,
    KeyPreset,
    Settings,
    SettingsFile,
    conflicting_actions,
    keys_in_force,
    keys_of,
    override_keys,
    parse_keys,
    usual_keys,
    with_preset,
)
from tui.i18n import choose_language, t


def written(folder: Path, text: str) -> SettingsFile:
    (folder / SETTINGS).write_text(text, encoding="utf-8")
    return SettingsFile(folder)


# -- keys --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", string.punctuation)
def test_punctuation_has_the_names_that_textual_gives_it(sign: str) -> None:
    key = parse_key(sign)
    assert key == _character_to_key(sign)
    assert key_label(key) == sign
    assert format_key(key) == sign
    assert parse_key(key) == key


@pytest.mark.parametrize(
    ("text", "key", "word"),
    [
        ("l", "l", "l"),
        ("L", "l", "l"),
        ("ц", "ц", "ц"),
        ("F5", "f5", "F5"),
        ("enter", "enter", "Enter"),
        (" ", "space", "Space"),
        ("pagedown", "pagedown", "PgDn"),
    ],
)
def test_keys_are_written_as_people_write_them(text: str, key: str, word: str) -> None:
    assert (parse_key(text), key_label(key)) == (key, word)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ctrl+c", t("keys.modified", key="ctrl+c")),
        ("alt+x", "alt+x cannot be taken"),
        ("7", t("keys.digit", key="7")),
        ("hello", "'hello' is no key"),
        ("東", "'東' is no key"),
        ("f13", "'f13' is no key"),
        ("", "'' is no key"),
    ],
)
def test_what_is_no_key_for_an_action(text: str, why: str) -> None:
    with pytest.raises(InvalidKey) as refused:
        parse_key(text)
    assert str(refused.value).startswith(why)


# -- a file ------------------------------------------------------------------------------------------


def test_two_actions_can_change_their_keys(tmp_path: Path) -> None:
    file = written(tmp_path, 'keys = { riichi = "c", chi = "R" }\n')
    assert (file.faults, file.values.keys) == ((), {"riichi": ("c",), "chi": ("r",)})


def test_what_is_usual_already_is_no_change(tmp_path: Path) -> None:
    assert written(tmp_path, '[keys]\nriichi = "r"\n').values.keys == {}


def test_keys_are_kept_as_they_are_written(tmp_path: Path) -> None:
    chosen = Settings(keys={"palette": ("quotation_mark",), "up": ("up", "backslash"), "pon": ()})
    SettingsFile(tmp_path).change(chosen)
    assert '[keys]\npalette = "\\""\nup = ["up","\\\\"]\npon = []\n' in (tmp_path / SETTINGS).read_text(
        encoding="utf-8"
    )
    again = SettingsFile(tmp_path)
    assert (again.values, again.faults) == (chosen, ())


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ('riici = "l"', t("keys.no-action", action="riici")),
        ('riichi = "yes"', "'yes' is no key"),
        ('riichi = ["f5", "ctrl+r"]', "ctrl+r cannot be taken"),
        ("riichi = 5", t("keys.no-list", action="riichi")),
        ("riichi = [5]", t("keys.no-list", action="riichi")),
        ('number = "f4"', t("keys.fixed", action="number")),
        ('form-2 = "f4"', t("keys.fixed", action="form-2")),
        ("quit = []", "quit needs a key"),
        ('riichi = "c"', t("keys.clash", action="riichi", key="c", other="chi")),
        ('riichi = "s"', t("keys.clash", action="riichi", key="s", other="settings")),
        ('riichi = "q"', t("keys.clash", action="riichi", key="q", other="quit")),
        ('mark = "m"', t("keys.clash", action="mark", key="m", other="suit")),
        ('help = "up"', t("keys.clash", action="help", key="Up", other="up")),
    ],
)
def test_what_cannot_be_is_told_with_its_line_and_the_rest_counts(
    tmp_path: Path, entry: str, reason: str
) -> None:
    text = f'hints = "marks"\n\n[keys]\npon = "f4"\n{entry}\n'
    file = written(tmp_path, text)
    assert len(file.faults) == 1
    assert file.faults[0].startswith(f"line 5: {reason}")
    assert file.values == Settings(hints=HintLevel.MARKS, keys={"pon": ("f4",)})
    assert (tmp_path / SETTINGS).read_text(encoding="utf-8") == text


def test_of_two_entries_that_clash_the_later_is_left_out(tmp_path: Path) -> None:
    file = written(tmp_path, '[keys]\npon = "f4"\nkan = "f4"\n')
    assert file.faults == (
        t("settings.at-line", fault=t("keys.clash", action="kan", key="F4", other="pon"), line=3),
    )
    assert file.values.keys == {"pon": ("f4",)}


def test_an_entry_that_is_left_out_may_make_another_impossible(tmp_path: Path) -> None:
    file = written(tmp_path, '[keys]\nriichi = "c"\nchi = "9"\n')
    assert file.faults == (
        t("settings.at-line", fault=t("keys.digit", key="9"), line=3),
        t("settings.at-line", fault=t("keys.clash", action="riichi", key="c", other="chi"), line=2),
    )
    assert file.values.keys == {}


@pytest.mark.parametrize(
    "text",
    [
        '\n[keys]\n"riichi" = "no"\n',
        '\n\nkeys.riichi = "no"\n',
        '\n\nkeys = { pon = "f4", riichi = "no" }\n',
        "\n[keys]\nriichi = [\n  'no',\n]\n",
        '[keys]\n# riichi = "z"\nriichi = "no"\n',
        '[keys]\npon = "f4"  # riichi = "f4" before\nriichi = "no"\n',
    ],
)
def test_the_line_is_found_however_the_table_is_written(tmp_path: Path, text: str) -> None:
    assert written(tmp_path, text).faults == (
        t("settings.at-line", fault=t("keys.no-such", key="no"), line=3),
    )


def test_many_faults_are_counted_in_the_message(tmp_path: Path) -> None:
    file = written(tmp_path, "[keys]\n" + "".join(f'no{number} = "l"\n' for number in range(5)))
    assert len(file.faults) == 5
    assert f"line 2: {t('keys.no-action', action='no0')}; line 3:" in file.fault
    assert "; and 2 more. The usual value counts instead" in file.fault


def test_they_are_put_together_as_the_language_does_it(tmp_path: Path) -> None:
    choose_language("ja")
    file = written(tmp_path, '[keys]\nriichi = "no"\nquit = []\n')
    assert "2行目：「no」というキーはありません、3行目：" in file.fault


def test_a_file_with_such_a_fault_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    file = written(tmp_path, '[keys]\nriichi = "no"\npon = "f4"\n')
    file.change(file.values)
    assert (tmp_path / f"{SETTINGS}.damaged-1").read_text(
        encoding="utf-8"
    ) == '[keys]\nriichi = "no"\npon = "f4"\n'
    assert SettingsFile(tmp_path).values.keys == {"pon": ("f4",)}


# -- the present keys --------------------------------------------------------------------------------


def test_an_action_is_asked_for_its_present_keys() -> None:
    riichi = BY_ID["riichi"]
    assert choose_keys({"riichi": ("é", "f2"), "pon": ()})
    assert (riichi.key, riichi.named, riichi.all_keys) == ("é", "é", "é F2")
    assert action_for("É", Place.CHOICE) is riichi
    assert action_for("r", Place.CHOICE) is None
    assert (BY_ID["pon"].key, BY_ID["pon"].named, BY_ID["pon"].all_keys) == ("", "pon", "--")
    assert not choose_keys({"riichi": ("é", "f2"), "pon": ()})


def test_nobody_is_left_without_what_everybody_needs() -> None:
    assert all(BY_ID[id].default_keys for id in REQUIRED_ACTIONS)
    assert {"confirm", "cancel", "settings", "help", "quit"} == set(REQUIRED_ACTIONS)
    _, faults = parse_keys({id: [] for id in REQUIRED_ACTIONS})
    assert [fault.action for fault in faults] == list(REQUIRED_ACTIONS)


VIM = KeyPreset.VIM


@pytest.mark.parametrize("preset", KeyPreset)
def test_no_key_of_a_preset_means_two_things_at_once(preset: KeyPreset) -> None:
    keys = keys_in_force(preset, {})
    clashes = [
        (action.id, key, other.id)
        for action in ACTIONS
        for key in keys_of(keys, action)
        for other in conflicting_actions(keys, action, key)
    ]
    assert clashes == []


@pytest.mark.parametrize("preset", KeyPreset)
def test_no_action_loses_its_keys(preset: KeyPreset) -> None:
    assert [action.id for action in ACTIONS if action.default_keys and not usual_keys(preset, action)] == []


@pytest.mark.parametrize("preset", KeyPreset)
def test_a_preset_moves_only_keys_that_can_be_moved(preset: KeyPreset) -> None:
    for id, keys in KEY_PRESETS[preset].items():
        assert BY_ID[id].sort is not ActionSort.TYPES
        assert [parse_key(key) for key in keys] == list(keys)


def test_hjkl_move_wherever_the_arrows_do() -> None:
    moves = {"h": "left", "j": "down", "k": "up", "l": "right"}
    choose_keys(keys_in_force(VIM, {}))
    for place in Place:
        for letter, arrow in moves.items():
            by_arrow = action_for(arrow, place)
            if by_arrow is not None:
                assert action_for(letter, place) is by_arrow, (letter, place)
    table = [action_for(letter, Place.TABLE) for letter in moves]
    assert table == [None] * 4, "no letter that moves in lists does anything else at the table"
    assert action_for("k", Place.CHOICE) is None


def test_the_file_names_the_preset(tmp_path: Path) -> None:
    file = written(tmp_path, 'keys-preset = "vim"\n[keys]\nask = "h"\nkan = ["f", "f5"]\n')
    assert file.faults == ()
    assert file.values.keys_preset is VIM
    in_force = file.values.keys_in_force
    assert keys_of(in_force, BY_ID[ActionId.ASK]) == ("h",)
    assert keys_of(in_force, BY_ID[ActionId.LEFT]) == ("left",), "the user's key stays on top"
    assert keys_of(in_force, BY_ID[ActionId.RIGHT]) == ("l", "right")


def test_what_is_usual_in_the_preset_is_no_change(tmp_path: Path) -> None:
    assert written(tmp_path, 'keys-preset = "vim"\n[keys]\nask = "e"\n').values.keys == {}
    assert override_keys({}, BY_ID[ActionId.ASK], ("e",), VIM) == {}


def test_a_key_that_no_preset_moved_is_still_taken(tmp_path: Path) -> None:
    file = written(tmp_path, 'keys-preset = "vim"\n[keys]\nriichi = "p"\n')
    assert len(file.faults) == 1
    assert file.values.keys == {}


def test_keys_that_do_not_go_with_the_other_preset_are_given_up_and_named() -> None:
    vim = Settings(keys_preset=VIM, keys={ActionId.PON: ("w",), ActionId.RIICHI: ("h",)})
    arrows, told = with_preset(vim, KeyPreset.ARROWS)
    assert arrows.keys == {ActionId.PON: ("w",)}
    assert "riichi" in told
    assert with_preset(Settings(keys={ActionId.PON: ("w",)}), VIM)[1] == ""


FREE = [action.id for action in ACTIONS if action.sort is not ActionSort.TYPES]


@settings(deadline=None)
@given(
    preset=st.sampled_from(KeyPreset),
    table=st.dictionaries(st.sampled_from(FREE), st.sampled_from("abcdefghijklnoqrtuvwxy"), max_size=5),
)
def test_any_file_leaves_no_conflict_and_keeps_what_it_accepts(
    preset: KeyPreset, table: dict[ActionId, str]
) -> None:
    chosen, faults = parse_keys(dict(table), preset)
    in_force = keys_in_force(preset, chosen)
    for action in ACTIONS:
        for key in keys_of(in_force, action):
            assert conflicting_actions(in_force, action, key) == []
    refused = {fault.action for fault in faults}
    for id, key in table.items():
        assert id in refused or keys_of(in_force, BY_ID[id]) == (key,)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("ｏ", "o"),
        ("Ｏ", "o"),
        ("O", "o"),
        ("１", "1"),
        ("fullwidth_question_mark", "question_mark"),
        ("ideographic_space", "space"),
        ("あ", "あ"),
    ],
)
def test_caps_lock_and_an_input_method_change_no_key(typed: str, plain: str) -> None:
    assert meant(typed) == plain
    assert action_for(typed, Place.TABLE) is action_for(plain, Place.TABLE)
