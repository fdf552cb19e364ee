"""Presets of keys: no conflict, no action without a key, and the keys of the user stay on top."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tui.config.actions import ACTIONS, BY_ID, ActionId, ActionSort, Place, action_for, choose_keys
from tui.config.key_presets import PRESETS, KeyPreset, usual_keys
from tui.config.keymap import conflicting_actions, keys_in_force, keys_of, override_keys, parse_keys
from tui.config.keys import parse_key
from tui.config.settings import SETTINGS, Settings, SettingsFile, with_preset

VIM = KeyPreset.VIM


def written(folder: Path, text: str) -> SettingsFile:
    (folder / SETTINGS).write_text(text, encoding="utf-8")
    return SettingsFile(folder)


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
    for id, keys in PRESETS[preset].items():
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
