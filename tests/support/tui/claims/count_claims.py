"""Checks what questions "count the hand" say: counted once more from the events and the ura indicators."""

from __future__ import annotations

import re

from ai.drills.kinds.count import CountAsk
from ai.drills.question import Question
from tests.support.ai.slow_solver.counting import MANGAN_HAN, SEVEN_PAIRS_FU, Count, counted, received
from tests.support.ai.slow_solver.story import ORPHANS, Story
from tests.support.tui.claims.recording import Said, checks, kind, kinds, seat

NEUTRAL = (
    # values inside a sentence, which its checker reads
    "drill.count.open",
    "drill.count.by-ron",
    "drill.count.closed",
    "drill.count.kan",
    "drill.count.pair",
    "drill.count.item",
    "drill.count.points",
    "drill.count.points-all",
    "drill.count.points-each",
    "drill.count.han-item",
    "fu.",
    "score.han",
    "score.fu",
    "table.honba",
    "table.riichi-sticks",
    "joining.worth",
)
LIMITS = {5: "mangan", 6: "haneman", 8: "baiman", 11: "sanbaiman"}
COUNTED_HAN = 13


# -- the question --------------------------------------------------------------------------------------


@checks("drill.count.won-tsumo")
def _won_tsumo(claim: Said, question: Question, story: Story) -> bool:
    return story.my_turn and kind(claim.word("tile")) == story.drawn


@checks("drill.count.won-ron", "drill.count.won-kan")
def _won_ron(claim: Said, question: Question, story: Story) -> bool:
    assert story.offer is not None, "nothing is on offer"
    assert story.robbing is (claim.key == "drill.count.won-kan")
    offered = seat(question, claim.word("name")), kind(claim.word("tile"))
    return offered == (story.offer.seat, story.offered)


@checks("drill.count.ura")
def _ura(claim: Said, question: Question, story: Story) -> bool:
    """As many as there are dora indicators, after riichi, where the ruleset turns them over."""
    assert isinstance(question.ask, CountAsk)
    assert story.riichi
    assert story.rules.ura_dora
    named = re.findall(r"\d[mps]|red 5|East|South|West|North|White|Green|Red", claim.word("tiles"))
    shown = len(question.ask.ura)
    return claim.number("count") == shown <= len(story.indicators) and bool(named)


@checks("drill.count.on-table")
def _on_table(claim: Said, question: Question, story: Story) -> bool:
    table = counted(question, story).table
    said = {each.key: each.number("count") for each in claim.within("table.honba", "table.riichi-sticks")}
    return said == {
        key: number
        for key, number in {"table.honba": table.honba, "table.riichi-sticks": table.sticks}.items()
        if number
    }


@checks("drill.count.ask-yaku", "drill.count.ask-fu", "drill.count.ask-points")
def _asks(claim: Said, question: Question, story: Story) -> bool:
    return True


@checks("drill.count.ask-payments-ron")
def _asks_ron(claim: Said, question: Question, story: Story) -> bool:
    assert story.offer is not None, "nothing is on offer"
    return seat(question, claim.word("name")) == story.offer.seat


@checks("drill.count.ask-payments-tsumo")
def _asks_tsumo(claim: Said, question: Question, story: Story) -> bool:
    return story.my_turn


# -- han -----------------------------------------------------------------------------------------------


def limit(found: Count, story: Story) -> str:
    """The limit of the hand, or nothing."""
    if found.han >= COUNTED_HAN:
        return {"yakuman": "counted yakuman"}.get(story.rules.counted_limit, "sanbaiman")
    if found.han >= MANGAN_HAN:
        return LIMITS[max(least for least in LIMITS if least <= found.han)]
    base = found.fu * 2 ** (found.han + 2)
    return "mangan" if base >= 2_000 or (story.rules.kiriage and base == 1_920) else ""


@checks("drill.count.worth")
def _worth(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    extent = [f"{found.han} han", f"{found.fu} fu", limit(found, story)]
    assert claim.word("extent") == ", ".join(filter(None, extent))
    said = [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", claim.word("points"))]
    return tuple(said) == found.shares


@checks("drill.count.han")
def _han(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    items = claim.within("drill.count.han-item")
    # the text of "dora 1" stands in that of "ura dora 1" too
    whole = [each for each in items if not any(_is_inside(each, other) for other in items)]
    said = {
        max(each.within("yaku."), key=lambda yaku: len(yaku.text)).key.partition(".")[2]: each.number("han")
        for each in whole
    }
    assert claim.number("han") == found.han
    return said == found.yaku


def _is_inside(one: Said, other: Said) -> bool:
    return other.place < one.place < other.place + len(other.text)


@checks("drill.count.limit")
def _limit(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    assert claim.number("han") == found.han >= MANGAN_HAN
    return claim.word("limit") == limit(found, story)


@checks("drill.count.limit-fu")
def _limit_fu(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    assert (claim.number("han"), claim.number("fu")) == (found.han, found.fu)
    return found.han < MANGAN_HAN and found.fu * 2 ** (found.han + 2) >= 2_000


@checks("drill.count.kiriage", "drill.count.no-kiriage")
def _kiriage(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    assert claim.word("rules") == story.rules.title
    assert (claim.number("han"), claim.number("fu")) == (found.han, found.fu)
    assert found.fu * 2 ** (found.han + 2) == 1_920
    return story.rules.kiriage is (claim.key == "drill.count.kiriage")


# -- fu ------------------------------------------------------------------------------------------------


@checks("drill.count.fu", "drill.count.fu-exact")
def _fu(claim: Said, question: Question, story: Story) -> bool:
    """Exactly the items of the hand, their sum, and the rounded one."""
    found = counted(question, story)
    keys = "open", "by-ron", "closed", "pair", "item"
    items = claim.within(*(f"drill.count.{key}" for key in keys))
    by_ron = [kinds(each.word("tiles"))[0] for each in items if each.key == "drill.count.by-ron"]
    assert by_ron == _opened_by_ron(found, story)
    said = sorted(map(_item, items))
    assert said == sorted(_plain(name, fu) for name, fu in found.items), f"{said}, not {found.items}"
    exact = sum(fu for _, fu in found.items)
    if claim.key == "drill.count.fu-exact":
        return claim.number("fu") == exact == found.fu
    return (claim.number("exact"), claim.number("fu")) == (exact, found.fu) != (exact, exact)


def _opened_by_ron(found: Count, story: Story) -> list[str]:
    """The triplets that count as open and were not called."""
    called = [tiles[0] for name, tiles in story.melds if name == "Pon"]
    names = (name.partition(":") for name, _ in found.items)
    opened = [tile for words, _, tile in names if words.startswith("open") and words.endswith("triplet")]
    return [tile for tile in opened if tile not in called]


def _item(said: Said) -> tuple[str, str, int]:
    """What an item names: how, which tile, how many fu."""
    how = said.key.rpartition(".")[2]
    if how == "item":
        (name,) = said.within("fu.")
        return name.key.partition(".")[2], "", said.number("fu")
    how = "open" if how == "by-ron" else how
    tiles = kinds(said.word("tiles"))
    words = [how] if how == "pair" else [how, "kan" if "kan" in said.word("tiles") else "triplet"]
    return "-".join(words), tiles[0], said.number("fu")


def _plain(name: str, fu: int) -> tuple[str, str, int]:
    """An item of the solver in the same words."""
    words, _, tile = name.partition(":")
    if not tile:
        return words, "", fu
    if words.endswith("pair"):
        return "pair", tile, fu
    return words.replace("-simple", "").replace("-terminal", ""), tile, fu


@checks("drill.count.fu-needless")
def _fu_needless(claim: Said, question: Question, story: Story) -> bool:
    return counted(question, story).han >= claim.number("least") == MANGAN_HAN


@checks("drill.count.fu-pairs")
def _fu_pairs(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    return "chiitoitsu" in found.yaku and claim.number("fu") == found.fu == SEVEN_PAIRS_FU


@checks("drill.count.fu-pinfu")
def _fu_pinfu(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    assert {"pinfu", "menzen-tsumo"} <= found.yaku.keys()
    return claim.number("fu") == found.fu


@checks("drill.count.double-wind")
def _double_wind(claim: Said, question: Question, story: Story) -> bool:
    wind = kind(claim.word("tile"))
    assert wind == story.seat_wind == story.round_wind
    assert wind in ORPHANS
    assert claim.word("rules") == story.rules.title
    fu = dict(counted(question, story).items)
    return fu.get(f"double-wind-pair:{wind}", fu.get(f"value-pair:{wind}")) == claim.number("fu")


# -- points --------------------------------------------------------------------------------------------


@checks("drill.count.basic")
def _basic(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    base = found.fu * 2 ** (found.han + 2)
    assert not limit(found, story)
    said = claim.number("fu"), claim.number("power"), claim.number("base")
    return said == (found.fu, found.han + 2, base)


@checks("drill.count.share-ron", "drill.count.share-all", "drill.count.share-each")
def _share(claim: Said, question: Question, story: Story) -> bool:
    """What is rounded up is what is paid."""
    found = counted(question, story)
    base = found.fu * 2 ** (found.han + 2)
    times = 2 if found.tsumo else 6 if found.dealer else 4
    form = ("all" if found.dealer else "each") if found.tsumo else "ron"
    assert claim.key == f"drill.count.share-{form}"
    assert (claim.number("times"), claim.number("exact")) == (times, times * base)
    if form == "each":
        assert claim.number("base") == base
        assert found.shares[0] == -(-base // 100) * 100
    return found.shares[-1] == -(-times * base // 100) * 100


@checks("drill.count.honba-ron", "drill.count.honba-tsumo")
def _honba(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    assert claim.key == f"drill.count.honba-{'tsumo' if found.tsumo else 'ron'}"
    points = found.table.honba * story.rules.counter_points // (3 if found.tsumo else 1)
    return (claim.number("count"), claim.number("points")) == (found.table.honba, points)


@checks("drill.count.sticks")
def _sticks(claim: Said, question: Question, story: Story) -> bool:
    sticks = counted(question, story).table.sticks
    said = claim.number("count"), claim.number("points")
    return said == (sticks, sticks * story.rules.riichi_bet)


@checks("drill.count.in-all", "drill.count.in-all-each", "drill.count.in-all-ron")
def _in_all(claim: Said, question: Question, story: Story) -> bool:
    found = counted(question, story)
    honba = found.table.honba * story.rules.counter_points // (3 if found.tsumo else 1)
    paid = [share + honba for share in found.shares]
    assert claim.number("total") == received(found, paid) + found.table.sticks * story.rules.riichi_bet
    form = ("" if found.dealer else "-each") if found.tsumo else "-ron"
    assert claim.key == f"drill.count.in-all{form}"
    if form == "-ron":
        assert story.offer is not None
        assert seat(question, claim.word("name")) == story.offer.seat
    said = [claim.number("points"), *([claim.number("east")] if form == "-each" else [])]
    return said == paid


NOT_THERE = (
    *("riichi-declared", "menzen-tsumo-open", "menzen-tsumo-ron", "tanyao-orphan", "tanyao-open"),
    *("pinfu-open", "pinfu-triplet", "pinfu-pair", "pinfu-wait", "iipeikou-open"),
)


@checks(*(f"drill.count.not-{name}" for name in NOT_THERE))
def _not_there(claim: Said, question: Question, story: Story) -> bool:
    """The yaku was chosen, does not count, and the reason holds for the hand."""
    name, _, why = claim.key.removeprefix("drill.count.not-").rpartition("-")
    found = counted(question, story)
    assert name not in found.yaku
    assert name in claim.given[0]
    held = [*story.concealed, *([] if found.tsumo else [str(story.offered)])]
    held += [each for _, tiles in story.melds for each in tiles]
    items = {item.partition(":")[0] for item, _ in found.items}
    match why:
        case "declared":
            return story.riichi == 0
        case "ron":
            return not found.tsumo
        case "orphan":
            return bool(set(held) & set(ORPHANS))
        case "open" if name == "tanyao":
            return not story.closed and not story.rules.open_tanyao and not set(held) & set(ORPHANS)
        case "open":
            return not story.closed
        case "triplet":
            return story.closed and any(item.endswith(("triplet", "kan")) for item in items)
        case "pair":
            return story.closed and any(item.endswith("pair") for item in items)
        case "wait":
            return story.closed and bool({"kanchan", "penchan", "tanki"} & items)
    return False
