"""Own rules: their name is the whole of them, impossible values are named, and records keep them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from engine import events as ev
from engine.match import standings
from engine.own_rules import (
    BY_OPTION,
    LISTS,
    OWN_FIELDS,
    TITLE,
    RuleFault,
    RuleValue,
    UnknownRuleset,
    changes_of,
    is_own,
    number_span,
    own_rules,
    possible_values,
    preset_and_own,
    preset_of,
    ruleset,
)
from engine.records.hand_code import read_code, write_code
from engine.records.read_file import read_record
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import hands_of
from engine.records.verify import verify_record
from engine.rules import PRESETS, TENHOU, WRC, Offence, Ruleset
from engine.score.yaku import YAKUMAN_NAMES
from tests.support.engine.wild_games import wild_game

CLUB = "tenhou;title=Club night;uma=15000,5000,-5000,-15000;red_fives=0,0,0"


def values(field: str) -> st.SearchStrategy[RuleValue]:
    """Values that a field can have."""
    span = number_span(field)
    if span is not None:
        numbers = st.integers(span.low // span.step, span.high // span.step).map(
            lambda each: each * span.step
        )
        return numbers | st.none() if span.may_be_none else numbers
    if field == "red_fives":
        return st.tuples(*[st.integers(0, 4)] * 3)
    if field == "uma":
        # as much as the first two get, the last two lose
        prizes = st.tuples(*[st.integers(0, 300)] * 2).map(lambda two: (max(two) * 100, min(two) * 100))
        return prizes.map(lambda two: (*two, -two[1], -two[0]))
    if field == "double_yakuman":
        return st.lists(st.sampled_from(sorted(YAKUMAN_NAMES)), unique=True).map(tuple)
    if field == "pao":
        return st.lists(st.sampled_from(("daisangen", "daisuushi", "suukantsu")), unique=True).map(tuple)
    if field in ("chombo_for", "dead_hand_for"):
        return st.lists(st.sampled_from([*map(str, Offence)]), unique=True).map(tuple)
    return st.sampled_from(possible_values(field))


TITLES = st.text("abc XYZ 雀荘'\"=,", min_size=1, max_size=12).map(str.strip).filter(bool)


@st.composite
def changes(draw: Callable[[st.SearchStrategy[object]], object]) -> tuple[Ruleset, dict[str, object]]:
    """A preset, and values for some of its fields, which may not fit each other."""
    preset = draw(st.sampled_from(list(PRESETS.values())))
    assert isinstance(preset, Ruleset)
    named = draw(st.lists(st.sampled_from(OWN_FIELDS), unique=True, max_size=6))
    found = {field: draw(values(field)) for field in named}
    return preset, found | ({TITLE: draw(TITLES)} if draw(st.booleans()) else {})


@given(changes())
def test_the_name_of_own_rules_is_the_whole_of_them(change: tuple[Ruleset, dict[str, object]]) -> None:
    preset, wanted = change
    try:
        rules = own_rules(preset, wanted)
    except RuleFault:
        # values that do not fit each other: shown below
        return
    assert ruleset(rules.name) == rules
    assert preset_of(rules) is preset
    for field in OWN_FIELDS:
        told, asked = getattr(rules, field), wanted.get(field, getattr(preset, field))
        assert (set(told) == set(asked)) if field in LISTS else told == asked
    assert is_own(rules) == bool(changes_of(rules))
    assert preset_and_own(rules.name) == (preset.name, rules.name if is_own(rules) else "")
    # whatever order they are told in
    assert own_rules(preset, dict(reversed(wanted.items()))) == rules


def test_rules_that_change_nothing_are_the_preset() -> None:
    assert own_rules(WRC, {"uma": list(WRC.uma), TITLE: "As it is"}) is WRC
    assert (
        own_rules(ruleset(CLUB), {field: getattr(TENHOU, field) for field in ("uma", "red_fives")}) is TENHOU
    )


def test_the_order_of_names_and_names_twice_change_nothing() -> None:
    assert own_rules(WRC, {"pao": ["suukantsu", "daisuushi", "daisangen", "daisuushi"]}) is WRC
    one, other = (
        own_rules(TENHOU, {"double_yakuman": names})
        for names in (["kokushi", "chuuren"], ["chuuren", "kokushi", "kokushi"])
    )
    assert one.name == other.name


def test_a_field_of_own_rules_is_changed_again() -> None:
    rules = own_rules(ruleset(CLUB), {"red_fives": [1, 2, 1]})
    assert rules.name == CLUB.replace("0,0,0", "1,2,1")
    assert rules.title == "Club night"
    assert changes_of(rules) == {"uma": (15_000, 5_000, -5_000, -15_000), "red_fives": (1, 2, 1)}


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("tenhou;uma=1,2", "uma"),
        ("tenhou;uma=10000,5000,-5000,-5000", "uma"),
        ("tenhou;uma=-15000,-5000,5000,15000", "uma"),
        ("tenhou;start_points=40000", "start_points"),
        ("tenhou;return_points=20000", "return_points"),
        ("tenhou;start_points=25050", "start_points"),
        ("tenhou;start_points=9999999999999999999999", "start_points"),
        ("tenhou;red_fives=1,1,5", "red_fives"),
        ("tenhou;counter_points=100", "counter_points"),
        ("tenhou;noten_penalty=1000", "noten_penalty"),
        ("tenhou;double_wind_pair_fu=3", "double_wind_pair_fu"),
        ("tenhou;ippatsu=yes", "ippatsu"),
        ("tenhou;ippatsu=", "ippatsu"),
        ("tenhou;pao=kokushi", "pao"),
        ("tenhou;double_yakuman=riichi", "double_yakuman"),
        ("tenhou;chombo_for=laughter", "chombo_for"),
        ("tenhou;chombo_for=kuikae", "chombo_for"),
        ("tenhou;goal_points=none", "goal_points"),
        ("wrc;agari_yame=true", "agari_yame"),
        ("wrc;tenpai_yame=true", "tenpai_yame"),
        ("wrc;errors=penalised", "errors"),
        ("wrc;nonsense=1", "nonsense"),
        ("wrc;name=x", "name"),
        ("wrc;ippatsu", "ippatsu"),
        ("wrc;ippatsu=false;ippatsu=false", "ippatsu"),
        ("wrc;title=;ippatsu=false", "title"),
        ("wrc;title=\x1b[0m;ippatsu=false", "title"),
        (f"wrc;title={'a' * 41};ippatsu=false", "title"),
    ],
)
def test_what_is_wrong_with_own_rules_is_named(name: str, field: str) -> None:
    with pytest.raises(RuleFault) as caught:
        ruleset(name)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["", "house", "WRC", ";uma=0,0,0,0", "wrc ;ippatsu=false"])
def test_what_begins_with_no_preset_is_no_ruleset(name: str) -> None:
    with pytest.raises(UnknownRuleset, match="there are: wrc, "):
        ruleset(name)


def test_every_field_but_those_of_table_rules_can_be_changed() -> None:
    assert {*OWN_FIELDS, *BY_OPTION, "name", TITLE} == {field.name for field in fields(Ruleset)}


def test_every_preset_has_values_that_own_rules_can_have() -> None:
    for preset in PRESETS.values():
        for base in PRESETS.values():
            wanted = {field: getattr(preset, field) for field in OWN_FIELDS}
            found = own_rules(base, wanted)
            for field, value in wanted.items():
                told = getattr(found, field)
                assert (set(told) == set(value)) if field in LISTS else told == value


HOUSES = (
    CLUB,
    "wrc;title=Long;start_points=20000;return_points=35000;goal_points=40000;agari_yame=true;bankruptcy=true",
    "ema;title=Wild;red_fives=1,2,1;kuikae_same=true;kuikae_other_end=true;nagashi_mangan=true;four_kans=true",
    "mleague;title=Dear;counter_points=1500;riichi_bet=2000;noten_penalty=6000;kan_dora=false;kiriage=false",
    "mahjongsoul;title=Bare;ippatsu=false;ura_dora=false;open_tanyao=false;two_han_minimum_from=1;uma=0,0,0,0",
)


@pytest.mark.parametrize("name", HOUSES)
def test_a_game_by_house_rules_keeps_them_in_its_record(name: str) -> None:
    rules = ruleset(name)
    events = wild_game(name, 5, "east")
    record = read_record(b"\n".join(map(ev.encode, events)))
    (game,) = record.games
    assert game.facts.ruleset() == replace(rules, length="east")
    report = verify_record(record)
    assert report.ok
    assert report.rules == rules.name
    assert report.hands >= 4
    # by the rules of the preset it is another game, or with a second red five none at all
    with suppress(RecordError):
        assert not verify_record(record, preset_of(rules).name).ok


@pytest.mark.parametrize("name", HOUSES)
def test_the_end_of_a_game_by_house_rules_is_theirs(name: str) -> None:
    rules = ruleset(name)
    events = wild_game(name, 5, "east")
    end = events[-1]
    assert end.final is not None
    assert end.scores is not None
    if rules.leftover_bets == "nobody":
        return
    assert sum(end.scores) == 4 * rules.start_points
    whole = 0 if rules.final_score == "difference" else sum(end.scores)
    assert round(sum(end.final) * 1000) == whole
    ranked = standings(rules, end.scores, 0)
    assert [each.final for each in sorted(ranked, key=lambda each: each.seat)] == end.final


@pytest.mark.parametrize("name", HOUSES)
def test_a_code_holds_a_hand_by_house_rules(name: str) -> None:
    rules = replace(ruleset(name), length="east")
    hand = next(iter(hands_of(wild_game(name, 5, "east"))))
    code = write_code(rules, hand)
    read = read_code(code)
    assert read.facts.ruleset() == rules
    (again,) = hands_of(read.events())
    assert again.start == hand.start
    (report,) = [verify_record(read_record(code.encode()))]
    assert report.ok
    with pytest.raises(RecordError, match="mistyped or cut"):
        read_code(code.replace("-OWN", "-OWNA", 1))
