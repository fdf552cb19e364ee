"""A ruleset by its name: a preset, or own rules, whose name says what they change of a preset.

``tenhou;title=Club night;red_fives=0,0,0;uma=15000,5000,-5000,-15000`` are Tenhou's rules with three changes.
The name is the whole ruleset, so whatever keeps the name of a ruleset keeps own rules as well: a record, a
saved game, a code. Fields stand in the order of ``Ruleset``, and a field as in the preset is left out: equal
rules have equal names. Lists have commas, yes and no are ``true`` and ``false``, nothing is ``none``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NoReturn, TypeAlias

import msgspec
from msgspec import inspect
from msgspec.structs import fields, replace

from engine.rules import PRESETS, Offence, Ruleset
from engine.wording import is_text

RuleValue: TypeAlias = "bool | int | str | tuple[int | str, ...] | None"
"""A value of a field."""

TITLE = "title"
NONE = "none"
"""How a value that is None is written."""
USUAL_TITLE = "House rules"
"""The title of own rules that have none."""
LONGEST_TITLE = 40
"""Letters."""
BY_OPTION = ("errors", "value_said", "unchecked")
"""Fields that an option of the game decides (table rules), not a ruleset."""
RULE_FIELDS: tuple[str, ...] = tuple(
    field for field in Ruleset.__struct_fields__ if field not in ("name", TITLE)
)
"""The fields that say something about the game, in their order."""
OWN_FIELDS: tuple[str, ...] = tuple(field for field in RULE_FIELDS if field not in BY_OPTION)
"""Those that own rules can change."""
LISTS = ("double_yakuman", "pao", "chombo_for", "dead_hand_for")
"""Fields that list names, whose order means nothing."""
_BETWEEN, _IS, _AND = ";", "=", ","


class UnknownRuleset(ValueError):
    """No ruleset has that name."""


class RuleFault(UnknownRuleset):
    """A field that no ruleset has, or a value that it cannot have."""

    def __init__(self, field: str, says: str) -> None:
        super().__init__(f"{field}: {says}")
        self.field = field


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset of that name; raises UnknownRuleset, whose message lists the presets, and RuleFault."""
    if name in PRESETS:
        return PRESETS[name]
    preset, *changes = name.split(_BETWEEN)
    if preset not in PRESETS:
        raise UnknownRuleset(f"no ruleset '{preset}' (there are: {', '.join(PRESETS)})")
    found: dict[str, object] = {}
    for change in changes:
        field, equals, text = change.partition(_IS)
        if not equals or field in found:
            raise RuleFault(field, "it stands once in the name of a ruleset, with = and its value")
        found[field] = text if field == TITLE else _read(field, _type(field), text)
    return own_rules(PRESETS[preset], found)


def preset_of(rules: Ruleset) -> Ruleset:
    """The preset that the rules change: the rules themselves where they are one."""
    return PRESETS[rules.name.partition(_BETWEEN)[0]]


def preset_and_own(name: str) -> tuple[str, str]:
    """The name of the preset, and the name itself where it is one of own rules, else an empty text."""
    preset = name.partition(_BETWEEN)[0]
    return preset, "" if name == preset else name


def is_own(rules: Ruleset) -> bool:
    """Whether the rules are no preset."""
    return rules.name not in PRESETS


def own_rules(rules: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """A ruleset with other values in some fields, its title among them, and the name that says so.

    Lists may be lists, and ``none`` may stand for None. Rules that change nothing are the preset, whatever
    their title. Raises RuleFault.
    """
    preset = preset_of(rules)
    for field, value in changes.items():
        if field == TITLE:
            told: RuleValue = _title(value)
        else:
            told = _in_order(field, _value(field, value), getattr(preset, field))
        rules = replace(rules, **{field: told})
    for names, says in _clashes(rules):
        raise RuleFault(next((name for name in names if name in changes), names[0]), says)
    changed = changes_of(replace(rules, name=preset.name))
    if not changed:
        return preset
    if TITLE not in changes and rules.title == preset.title:
        rules = replace(rules, title=USUAL_TITLE)
    parts = [preset.name, f"{TITLE}{_IS}{rules.title}"]
    parts += [f"{field}{_IS}{written_value(value)}" for field, value in changed.items()]
    return replace(rules, name=_BETWEEN.join(parts))


def changes_of(rules: Ruleset) -> dict[str, RuleValue]:
    """The fields whose values are not those of the preset."""
    preset = preset_of(rules)
    return {
        field: getattr(rules, field)
        for field in OWN_FIELDS
        if getattr(rules, field) != getattr(preset, field)
    }


def written_value(value: RuleValue) -> str:
    """A value as the name of a ruleset has it."""
    match value:
        case None:
            return NONE
        case bool():
            return str(value).lower()
        case tuple():
            return _AND.join(map(str, value))
        case _:
            return str(value)


def possible_values(field: str) -> tuple[RuleValue, ...]:
    """All values that a field can have, where they can be counted out; else none."""
    match _type(field):
        case inspect.BoolType():
            return (False, True)
        case inspect.LiteralType(values=values):
            return tuple(values)
        case _:
            return ()


class NumberSpan(msgspec.Struct, frozen=True):
    """The numbers that a field can have."""

    low: int
    high: int
    step: int
    """All are multiples of it."""
    may_be_none: bool


def number_span(field: str) -> NumberSpan | None:
    """The numbers that a field can have; None if it has no number."""
    type_ = _type(field)
    types = type_.types if isinstance(type_, inspect.UnionType) else (type_,)
    for each in types:
        if isinstance(each, inspect.IntType):
            assert each.ge is not None
            assert each.le is not None
            return NumberSpan(each.ge, each.le, each.multiple_of or 1, len(types) > 1)
    return None


def expected(field: str) -> str:
    """The values that a field can have, in words."""
    if field in _named():
        return f"names out of {', '.join(sorted(_named()[field]))}"
    return _expected(_type(field))


def _expected(type_: inspect.Type) -> str:
    match type_:
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case inspect.IntType(ge=low, le=high, multiple_of=step):
            by = f", in steps of {step:,}" if step else ""
            return f"a whole number from {low:,} to {high:,}{by}"
        case inspect.UnionType(types=types):
            return f"{NONE}, or " + ", ".join(_expected(each) for each in types if _can_be(each))
        case inspect.TupleType(item_types=types):
            return f"{len(types)} numbers, each {_expected(types[0])}"
        case inspect.VarTupleType(item_type=inspect.LiteralType(values=values)):
            return f"names out of {', '.join(map(str, values))}"
        case _:
            return "text"


def _can_be(type_: inspect.Type) -> bool:
    return not isinstance(type_, inspect.NoneType)


@cache
def _types() -> Mapping[str, inspect.Type]:
    told = inspect.type_info(Ruleset)
    assert isinstance(told, inspect.StructType)
    types = {field.name: field.type for field in told.fields}
    return {name: each.type if isinstance(each, inspect.Metadata) else each for name, each in types.items()}


def _type(field: str) -> inspect.Type:
    """The type of a field; raises RuleFault if own rules have none of that name."""
    if field in BY_OPTION:
        raise RuleFault(field, "an option of the game decides this, not a ruleset")
    if field not in OWN_FIELDS:
        from difflib import get_close_matches  # here: few names are wrong

        near = get_close_matches(field, OWN_FIELDS, 1)
        told = f"did you mean {near[0]}?" if near else "furiten rules wrc shows them all"
        raise RuleFault(field, f"there is no such field ({told})")
    return _types()[field]


@cache
def _field_types() -> Mapping[str, type]:
    return {field.name: field.type for field in fields(Ruleset)}


def _value(field: str, value: object) -> RuleValue:
    nothing = isinstance(_type(field), inspect.UnionType) and value == NONE
    try:
        found: RuleValue = msgspec.convert(None if nothing else value, _field_types()[field])
    except msgspec.ValidationError:
        _refuse(field, value)
    if field in _named() and not (isinstance(found, tuple) and _named()[field].issuperset(map(str, found))):
        _refuse(field, value)
    return found


@cache
def _named() -> Mapping[str, frozenset[str]]:
    """Fields that list names, and the names there are."""
    from engine.score.yaku import YAKUMAN_NAMES  # here: a preset needs no yaku

    offences = frozenset(Offence)
    return {"double_yakuman": YAKUMAN_NAMES, "chombo_for": offences, "dead_hand_for": offences}


def _in_order(field: str, value: RuleValue, usual: RuleValue) -> RuleValue:
    """A list of names in one order, each once: that of the preset if it has the same."""
    if field not in LISTS:
        return value
    assert isinstance(value, tuple)
    assert isinstance(usual, tuple)
    return usual if set(value) == set(usual) else tuple(sorted(map(str, set(value))))


def _refuse(field: str, value: object) -> NoReturn:
    raise RuleFault(field, f"{as_written(value)} is not possible, but {expected(field)}")


def as_written(value: object) -> str:
    """A value of any type as a file has it, shortened."""
    try:
        told = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError):
        told = "this"
    return told if len(told) <= LONGEST_TITLE else f"{told[:LONGEST_TITLE]}…"


def _title(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TITLE:
        raise RuleFault(TITLE, f"a title is a text of 1 to {LONGEST_TITLE} letters")
    if _BETWEEN in value or not value.isprintable() or not is_text(value) or value != value.strip():
        raise RuleFault(TITLE, f"a title has no '{_BETWEEN}', no control characters and no spaces around it")
    return value


def _read(field: str, type_: inspect.Type, text: str) -> RuleValue:
    match type_:
        case inspect.BoolType() if text in ("true", "false"):
            return text == "true"
        case inspect.LiteralType(values=(int(), *_)) | inspect.IntType() if _is_number(text):
            return int(text)
        case inspect.UnionType(types=types) if text != NONE:
            return _read(field, next(filter(_can_be, types)), text)
        case inspect.TupleType() if all(map(_is_number, text.split(_AND))):
            return tuple(map(int, text.split(_AND)))
        case inspect.VarTupleType():
            return tuple(text.split(_AND)) if text else ()
        case _:
            return text


_MOST_DIGITS = 9


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS


def _clashes(rules: Ruleset) -> Iterator[tuple[tuple[str, ...], str]]:
    if sum(rules.uma) or sorted(rules.uma, reverse=True) != list(rules.uma):
        told = written_value(rules.uma)
        yield ("uma",), f"{told} does not go from the first place down to the last, or does not add up to 0"
    if rules.return_points < rules.start_points:
        told = f"{rules.return_points:,} points to count from are fewer than {rules.start_points:,} to start"
        yield ("return_points", "start_points"), told
    if rules.goal_points is None and (rules.agari_yame or rules.tenpai_yame):
        told = "the dealer can end the game only with the points of a goal: goal_points says none"
        yield ("goal_points", "agari_yame", "tenpai_yame"), told
    for offence in sorted(set(rules.chombo_for) & set(rules.dead_hand_for)):
        yield ("dead_hand_for", "chombo_for"), f"{offence} is in both chombo_for and dead_hand_for"
