"""The sentences about hands that cannot win on everything they wait for, each with what is missing."""

from __future__ import annotations

from msgspec.structs import replace

from tests.support.tui.desk_positions import TENHOU, Seated
from tests.support.tui.panel_sections import about, section
from tests.support.tui.table_positions import Position
from tui.i18n.texts import t

OPEN = "23m45622p23478s9p"
"""Chi of 1m leaves it waiting on 6s and 9s, with no yaku at all."""
CALLED = "0: 2z; 1: 9m; 2: 9m; 3: 1m; 0: chi 2m3m; 0: 9p;"


def facts(position: Position, title: str) -> str:
    """Everything said in a section of the page about the tile on offer, or the hand."""
    return " ".join(section(about(position), title))


def test_no_tsumo_is_promised_to_a_hand_without_a_yaku() -> None:
    position = Seated(OPEN).play(f"{CALLED} 1: 9s")
    assert "6s (4 left, no yaku)" in facts(position, "The hand")
    assert facts(position, "Passing").endswith(
        "If you pass: temporary furiten, no ron " + t("panel.ends.own-discard") + "."
    )


def test_a_closed_hand_wins_by_tsumo_where_it_waits() -> None:
    position = Seated("12399m456p23489s").play("0: 5z; 1: 7s; 2: 1z")
    assert "7s (3 left, ron: no yaku)" in facts(position, "The hand")
    assert facts(position, "The hand").endswith(t("panel.hand.tsumo"))


def test_where_two_han_are_needed_one_yaku_is_not_called_none() -> None:
    rules = replace(TENHOU, two_han_minimum_from=5)
    position = Seated("234m45622p23478s", rules=rules, honba=5).play(
        "0: 5z; 1: 4z; 2: 1m; 3: 1z; 0: draws 9m"
    )
    said = " ".join(section(about(position, "9m"), "After discarding 9m"))
    assert ("9s (4 left, " + t("panel.note.without-riichi", why=t("log.why-two-han-minimum")) + ")") in said
    assert "no yaku" not in said


def test_a_closed_kan_of_a_wait_completes_the_hand_all_the_same() -> None:
    position = Seated("234m45622p23478s").play("0: 5z; 1: 4z; 2: ankan 6s6s6s6s")
    (said,) = section(about(position), "Passing")
    assert said == t("panel.pass.harmless", tile="6s")


def test_tenpai_is_not_compared_by_tiles_with_what_is_not() -> None:
    position = Seated(OPEN).play(f"{CALLED} 1: 1z; 2: 1z; 3: 1z; 0: draws 1p")
    assert section(about(position, "1p"), "After discarding 1p")[-1] == (t("panel.compared.closest"))
