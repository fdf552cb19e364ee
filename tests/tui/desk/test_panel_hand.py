"""The sentences about the own hand, each from a position: what a discard or a call leaves, furiten, value."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.rules import PRESETS, TENHOU, Ruleset
from engine.tiles import parse_tile
from tests.support.ai.seat_views import Position
from tests.support.tui.panels import about, ask, section
from tests.support.tui.positions import Seated
from tests.support.tui.texts import furiten_told, refusal
from tui.i18n import t
from tui.words.hand_value import yaku_name
from tui.words.names import tile_word

RYANMEN = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu and tanyao on 6s."""
NO_YAKU = "12399m456p23489s"
"""Waits on 7s, with no yaku but riichi or a tsumo."""
BUILDING = "13m406p789s11123z"
FURITEN = "0: 6s; 1: 4z; 2: 9m; 3: 1z;"
FREE = "0: 5z; 1: 4z; 2: 9m; 3: 1z;"


def after(position: Position, tile: str) -> list[str]:
    """What is said about discarding a tile."""
    page = about(position, tile)
    (title,) = [part.title for part in page.sections if part.title.startswith("After discarding ")]
    return section(page, title)


# -- how far the hand is -----------------------------------------------------------------------------


def test_a_better_discard_that_is_riskier_says_so() -> None:
    """Mamori is in riichi and 9m is genbutsu; 7p is risky, and so is 8s."""
    riichi = "0: 9m; 1: 9m; 2: riichi 1s; 3: 9m; 0: 9m; 1: 9p; 2: 9s; 3: 9p; 0: draws 9m"
    position = Seated("3457m345p34588s7p").play(riichi)
    better = t("panel.compared.closer", count=1, tile="7p")
    risk = t("marks.against", safety=t("safety.class.risky"), players="Mamori")
    assert after(position, "9m")[-1] == f"{better} {t('panel.compared.risk', tile='7p', risk=risk)}"
    assert after(position, "8s")[-1] == better


def test_beside_another_wait_whether_that_is_furiten() -> None:
    """Without 3s the hand waits on 6s, which it has thrown; without 7s on 4s."""
    position = Seated("234m123678p99s35s").play("0: 6s; 1: 4s; 2: 9m; 3: 1z; 0: draws 7s")
    better = t("panel.compared.worth", tile="7s", left="3 left")
    assert after(position, "3s")[-1] == f"{better} {t('panel.compared.free')}"
    assert after(position, "7s")[-1] == t("panel.compared.top")


def test_the_best_discard_is_said_to_leave_more_tiles_only_where_none_leaves_more() -> None:
    """Without 3m 16 tiles are accepted, all lead to a ron; without 2s 21 are, and 14 of them lead to one."""
    furiten = "0: 8m; 1: 4z'; 2: 4z'; 3: 4z'; 0: 2m; 1: 1p'; 2: 1p'; 3: 1s'; 0: 3m; 1: 1p'; 2: 1p'; 3: 1s'"
    called = "0: 8s; 1: 9s; 0: pon 9s9s; 0: 1z; 1: 1s'; 2: 1s'; 3: 2p'; 0: draws 6m"
    position = Seated("348m345p2s666z99s1z").play(f"{furiten}; {called}")
    for tile in ("8m", "2s"):
        assert after(position, tile)[-1] == t("panel.compared.free-waits", tile="3m", count=16)
    free = Seated("348m345p2s666z99s1z").play(called)
    assert after(free, "8m")[-1] == t("panel.compared.more", tile="2s", left="24 left")


def test_a_wait_that_is_worth_more_is_not_said_to_be_wider_than_a_wider_one() -> None:
    """Without 1s 4 tiles win, without 2s 6 do, for less; without 5s 2."""
    position = Seated("234m567p22s13567s").play("0: 1z; 1: 4z; 2: 9m; 3: 1z; 0: draws 8s")
    assert after(position, "5s")[-1] == t("panel.compared.worth", tile="1s", left="4 left")


def test_what_wins_nothing_is_not_said_to_be_worth_more() -> None:
    """An open hand without a yaku waits on one kind, or without 2m on three."""
    position = Seated("45678m234s22z99p1z").play(
        "0: 8s; 1: 9p; 0: pon 9p9p; 0: 1z; 1: 1s'; 2: 1s'; 3: 2p'; 0: draws 2m"
    )
    assert after(position, "5m")[-1] == t("panel.compared.better", tile="2m")


def test_what_may_not_be_discarded_says_why_and_nothing_else() -> None:
    position = Seated("3445m06p789s1123z").play("0: 9m; 1: 9m; 2: 9m; 3: 3m; 0: chi 4m5m")
    assert after(position, "3m") == [t("panel.refused", reason=t("why.kuikae", tiles="3m 6m"))]
    assert section(about(position, "3m"), "Value") == []


# -- tenpai ------------------------------------------------------------------------------------------


def test_no_yaku_without_riichi() -> None:
    position = Seated(NO_YAKU).play(f"{FREE} 0: draws 1z")
    said = after(position, "1z")
    assert said[0] == (
        "Your hand is tenpai and waits on 7s (4 left, " + t("panel.note.without-riichi", why="no yaku") + ")."
    )
    assert t("panel.riichi.possible") in said


def test_why_riichi_is_not_possible() -> None:
    position = Seated(RYANMEN, rules=TENHOU, scores=(500, 40_000, 40_000, 39_500)).play(f"{FREE} 0: draws 9m")
    assert refusal("Riichi", "too-few-points", number=1_000) in after(position, "9m")


# -- furiten -----------------------------------------------------------------------------------------


def test_furiten_risk_before_tenpai() -> None:
    position = Seated(BUILDING).play("0: 2m; 1: 4z; 2: 9m; 3: 4z; 0: draws 6z")
    risk = t("panel.hand.risk", tiles=t("panel.hand.thrown", tile="2m", turn=1))
    assert risk in after(position, "6z")
    itself = Seated(RYANMEN).play(f"{FURITEN} 0: draws 9m")
    assert t(
        "desk.and", first=t("panel.hand.to-throw", tile="2p"), last=t("panel.hand.thrown", tile="6s", turn=1)
    ) in " ".join(after(itself, "2p"))


def test_a_discard_that_leads_out_says_so() -> None:
    position = Seated(RYANMEN).play("0: 5z; 1: 9s; 2: 9m; 3: 1z; 0: draws 5p")
    assert t("panel.leads-out") in after(position, "5p")
    assert section(about(position, "5p"), "Furiten now") == [
        furiten_told("Temporary", "own-discard", "passed", whose="Hayai's", tile="9s", turn=1)
    ]
    assert section(about(position, "5p"), "Out of furiten") == [t("panel.way.keeps", tile="5p")]


def test_what_is_furiten_before_and_after_is_told_once() -> None:
    position = Seated(RYANMEN).play(f"{FURITEN} 0: draws 9m")
    assert section(about(position, "9m"), "Furiten now") == []
    assert section(about(position, "2p"), "Furiten now") != []


def test_the_ways_out_and_what_they_cost() -> None:
    position = Seated("234m45622p23467s").play("0: 5s; 1: 4z; 2: 9m; 3: 1z; 0: draws 5p")
    ways = section(about(position, "5p"), "Out of furiten")
    assert ways[0].startswith("Discard 6s and give up tenpai for now. Then 2p (2), 3p (4), ")
    assert ways[0].endswith(" give a wait without furiten: 25 left.")
    assert ways[3] == t("panel.way.more", count=2)
    changing = Seated(RYANMEN).play(f"{FURITEN} 0: draws 8s")
    ways = section(about(changing, "8s"), "Out of furiten")
    assert ways[0].startswith("Discard 7s"), ways
    assert ways[0].endswith(t("panel.cost.fewer", count=3))


def test_a_tsumo_is_the_first_way_out() -> None:
    position = Seated(RYANMEN).play(f"{FURITEN} 0: draws 9s")
    ways = section(about(position, "2p"), "Out of furiten")
    assert ways[0] == t("panel.way.tsumo")
    assert len(ways) == 2


def test_between_turns_the_draws_that_would_change_the_wait() -> None:
    position = Seated(RYANMEN).play("0: 6s; 1: 4z; 2: 9m")
    assert section(about(position), "Out of furiten") == [
        t("panel.way.draws", tiles="2p (2), 7s (3) and 8s (3)", total="8 left")
    ]


# -- riichi, a complete hand -------------------------------------------------------------------------


def test_a_complete_hand() -> None:
    position = Seated(RYANMEN).play(f"{FREE} 0: draws 6s")
    assert after(position, "6s")[0] == t("panel.complete.wins", key="t")
    riichi = Seated(RYANMEN).play(f"{FREE} 0: riichi 5p; 1: 1m; 2: 1m; 3: 1m; 0: draws 6s")
    assert after(riichi, "6s")[:2] == [
        t("panel.complete.wins", key="t"),
        t("panel.complete.cost", ends=t("panel.ends.hand-ends"), kind="riichi"),
    ]


def test_a_complete_hand_without_a_yaku() -> None:
    position = Seated("234m456p99s2378s1z").play("0: 1z; 1: 4z; 2: 9m; 3: 1s; 0: chi 2s3s; 0: 1z")
    position.play("1: 5z; 2: 9p; 3: 2z; 0: draws 6s")
    said = t("panel.complete.no-win", reason=t("why.no-yaku"))
    assert after(position, "6s")[0] == said


# -- a tile on offer ---------------------------------------------------------------------------------


def test_passing_in_furiten_that_lasts_longer_changes_nothing() -> None:
    furiten = Seated(RYANMEN).play("0: 6s; 1: 9s")
    assert section(about(furiten), "Passing")[0].startswith(
        t(
            "panel.pass.already",
            ends=t("panel.ends.waits-change"),
            kind="discard",
            reason=f"furiten, {t('furiten.clause-discard', tile='6s')}",
            tile="9s",
        )
    )


def test_a_kan_is_told_without_a_discard() -> None:
    position = Seated("333m0p3479s12z567z").play("0: 5z; 1: 1m; 2: 9p; 3: 3m")
    kan = section(about(position), "Calling")[1]
    assert kan.startswith("Kan with 3m 3m 3m | Your hand is 4 from tenpai")


def test_an_open_hand_is_not_opened_again() -> None:
    position = Seated(RYANMEN).play("0: 5z; 1: 2p; 0: pon 2p2p; 0: 7s; 1: 1m; 2: 1m; 3: 3m")
    calls = section(about(position), "Calling")
    assert calls
    assert not any("open then" in call for call in calls)


# -- other pages -------------------------------------------------------------------------------------


def test_value_in_tenpai_is_what_each_wait_scores() -> None:
    position = Seated("123m45p12345666s", indicator="1m").play("0: 1z; 1: 9m; 2: 9m; 3: 1z; 0: draws 4s")
    assert section(about(position, "4s"), "Value") == [
        "1 dora (2m).",
        t(
            "panel.win.or-riichi",
            points="5,800",
            said=t(
                "panel.win.ron",
                waits="3p and 6p",
                worth=t("panel.win.worth", extent="2 han, 30 fu", points="2,900", yaku="pinfu, dora 1"),
            ),
        ),
        t(
            "panel.win.or-riichi",
            points=t("panel.win.each", points=2_600),
            said=t(
                "panel.win.tsumo",
                waits="3p and 6p",
                worth=t(
                    "panel.win.worth",
                    extent="3 han, 20 fu",
                    points=t("panel.win.each", points=1_300),
                    yaku="menzen tsumo, pinfu, dora 1",
                ),
            ),
        ),
    ]
    guest = Seated("123m45p12345666s", indicator="1m", dealer=3).play("3: 1z; 0: draws 4s")
    assert (
        f"Tsumo on 3p and 6p: {t('panel.win.east', east=1_300, points=700)} for "
        in section(about(guest, "4s"), "Value")[2]
    )
    no_yaku = Seated(NO_YAKU).play(f"{FREE} 0: draws 1z")
    assert section(about(no_yaku, "1z"), "Value")[1] == t(
        "panel.win.or-riichi", points="2,000", said=t("panel.win.ron", waits="7s", worth="no yaku")
    )


def test_what_a_riichi_no_longer_changes_goes_without_it() -> None:
    position = Seated("19m19p19s1234566z").play("0: draws 4s")
    value = section(about(position, "4s"), "Value")
    assert value[1] == t(
        "panel.win.alone",
        said=t(
            "panel.win.ron",
            waits="Red",
            worth=t("panel.win.worth", extent="yakuman", points="48,000", yaku="kokushi musou"),
        ),
    )


def test_a_yaku_that_the_glossary_does_not_have_is_explained() -> None:
    assert yaku_name("honroutou") == t("yaku.honroutou")
    assert t("yaku.pinfu").removeprefix(yaku_name("pinfu")).startswith(" (")


def test_a_triplet_of_honours_is_named_as_its_tile() -> None:
    for yaku, tile in (("haku", "5z"), ("hatsu", "6z"), ("chun", "7z")):
        assert yaku_name(yaku).endswith(f" {tile_word(parse_tile(tile))}")


def test_what_another_wait_would_bring() -> None:
    position = Seated("1133557799m3p22z").play("0: draws 4s")
    value = section(about(position, "4s"), "Value")
    assert value[-1] == t(
        "panel.value.changed",
        yaku=t("panel.value.one", count=1, yaku=t("panel.yaku.honitsu", suit="characters")),
    )


def test_value_far_from_tenpai() -> None:
    closed = Seated("147m258p3699s123z").play("0: draws 4z")
    assert section(about(closed, "4z"), "Value")[-1] == (
        t("panel.value.yaku", yaku=f"riichi (5), {t('panel.yaku.seven-pairs')} (5)")
        + " "
        + t("panel.value.searched", count=3)
    )
    opened = Seated("147m258p3699s123z").play("0: 1z; 1: 9s; 0: pon 9s9s; 0: 1m; 1: 2z")
    assert section(about(opened), "Value")[-1] == t("panel.value.no-yaku", count=3)


def test_a_win_let_go_leads_out_of_no_furiten() -> None:
    position = Seated(RYANMEN).play(f"{FURITEN} 0: draws 6s")
    assert t("panel.leads-out") not in after(position, "6s")


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_riichi_at_the_end_of_the_wall_is_as_the_rules_have_it(preset: Ruleset) -> None:
    for live in (0, 1, 3, 4):
        position = Seated(RYANMEN, rules=preset).play(f"{FREE} 0: draws 9m")
        position.view.table.live = live
        said = " ".join(after(position, "9m") + section(about(position, "9m"), "Value"))
        allowed = live >= preset.riichi_minimum_live
        assert (t("panel.riichi.possible") in said) == allowed
        assert ("with riichi" in said) == (allowed and live > 0)


def test_there_is_a_page_for_each_tile_and_before_them_one_for_what_is_on_offer() -> None:
    turn = ask(Seated(RYANMEN).play(f"{FREE} 0: draws 9m").view)
    assert turn.stops == tuple(range(14))
    assert turn.first == 13
    claim = ask(Seated(RYANMEN).play("0: 5z; 1: 9s").view)
    assert claim.stops == (None, *range(13))
    assert claim.first is None
    assert {claim.page(stop).title for stop in claim.stops[1:]} >= {"Your 2m", "Your 8s"}


def facts(position: Position, title: str) -> str:
    """Everything said in a section of the page about the tile on offer, or the hand."""
    return " ".join(section(about(position), title))


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
