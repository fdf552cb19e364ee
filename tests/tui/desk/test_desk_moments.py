"""The moments of a hand in words: every kind, each in its line, and the table as it stood then."""

from __future__ import annotations

import pytest

from ai.reading.safety_classes import SafetyClass
from engine import events as ev
from engine.rules import ruleset
from engine.tiles import NAMES
from tests.ai.test_review_hand import FREE, RIICHI, RYANMEN, SAFE_AND_NOT, TENPAI
from tests.support.tui.desk_positions import PLAYERS, under_cursor
from tests.support.tui.table_positions import Position
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.moments import Lookback
from tui.desk.scene_maker import Highlights, make_page_scene
from tui.desk.settings import DeskSettings
from tui.i18n.texts import t
from tui.tiles.marks import class_words
from tui.words.moments import LINE_WIDTH
from tui.words.seating import Seating

WRC = ruleset("wrc")

RISKS = " ".join(
    t("moments.safety", tile=tile, safety=class_words(safety), ground=t(f"marks.ground.{ground}"))
    for tile, safety, ground in (
        ("5p", SafetyClass.RISKY, "open"),
        ("1m", SafetyClass.CANNOT_LOSE, "own-discard"),
    )
)
"""The tile that was discarded, and the safer one: each with its class and what that rests on."""


def looked_back(hand: str, moves: str, *end: ev.Event) -> Lookback:
    played = Position(hand, rules=WRC, indicator="1z").play(moves)
    return Lookback(WRC, Seating(PLAYERS, 0), [*played.events, *end])


@pytest.mark.parametrize(
    ("hand", "moves", "end", "lines", "more"),
    [
        pytest.param(
            RYANMEN,
            f"{TENPAI}; 1: 3s'; 2: 1z'; 3: 9s'",
            [],
            [
                f"Turn 2: {t('moments.entered', cause='6s', tile='North', waits='3s 6s')}",
                ("Turn 2: " + t("moments.missed-furiten", cause="6s", name="Hayai", tile="3s")),
            ],
            [
                f"{t('moments.missed', tiles='3s')} {t('moments.ended-hand-over')}",
                t("moments.worth", points=2_900),
            ],
            id="furiten",
        ),
        pytest.param(
            RYANMEN,
            f"{TENPAI}; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 4s; 0: 5s; 1: 9s'",
            [],
            [f"Turn 2: {t('moments.entered', cause='6s', tile='North', waits='3s 6s')}"],
            [f"{t('moments.none-missed')} {t('moments.ended-waits-changed', turn=3)}"],
            id="furiten that ended",
        ),
        pytest.param(
            RYANMEN,
            f"{FREE}; 1: 3s'; 2: 9s'; 3: 9m'; 0: 9s'",
            [],
            [f"Turn 2: {t('moments.ron-let-go', name='Hayai', points=2_900, tile='3s')}"],
            [t("moments.brought", ends=t("furiten.ends-own-discard"), kind="temporary")],
            id="a ron let go",
        ),
        pytest.param(
            RYANMEN,
            f"{FREE}; 1: 9m'; 2: 9p'; 3: 9m'; 0: 3s'; 1: 9s'",
            [],
            [f"Turn 3: {t('moments.tsumo-let-go', points=3_900, tile='3s')}"],
            [""],
            id="a tsumo let go",
        ),
        pytest.param(
            SAFE_AND_NOT,
            f"{RIICHI}; 0: 5p; 1: 9p'",
            [],
            [("Turn 3: " + t("moments.danger-in-riichi", name="Hayai", safer="1m", tile="5p"))],
            [RISKS],
            id="a dangerous discard",
        ),
        pytest.param(
            SAFE_AND_NOT,
            f"{RIICHI}; 0: 5p",
            [ev.Hora(1, 0, [-8_000, 9_000, 0, 0])],
            [("Turn 3: " + t("moments.dealt-in", name="Hayai", points=8_000, safer="1m", tile="5p"))],
            [RISKS],
            id="a deal-in",
        ),
        pytest.param(
            "23499m456p3378s5z",
            "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 6s'; 2: 1z'; 3: 1z'; 0: 2z'",
            [],
            [f"Turn 2: {t('moments.missed-no-yaku', name='Hayai', tile='6s')}"],
            [t("moments.brought", ends=t("furiten.ends-own-discard"), kind="temporary")],
            id="no yaku",
        ),
    ],
)
def test_each_kind(hand: str, moves: str, end: list[ev.Event], lines: list[str], more: list[str]) -> None:
    told = looked_back(hand, moves, *end).moments
    assert [each.line for each in told] == lines
    assert [" ".join(each.more) for each in told] == more
    assert all(len(each.line) <= LINE_WIDTH for each in told)


def test_the_table_as_it_stood_when_the_tile_was_chosen() -> None:
    lookback = looked_back(RYANMEN, f"{TENPAI}; 1: 3s'; 2: 1z'; 3: 9s'")
    entered, missed = lookback.moments
    desk = lookback.desk(entered)
    scene = lookback.scene(desk, entered)
    assert under_cursor(desk) == "4z"
    assert [NAMES[cause.tile] for cause in scene.causes] == ["6s"], "what lies in the pond already"
    assert (scene.prompt, scene.keys, scene.reason) == ((), (), "")
    scene = lookback.scene(lookback.desk(missed), missed)
    assert scene.cursor is None
    assert NAMES[scene.view.table.offer or 0] == "3s"
    assert {NAMES[kind] for kind in scene.lit} == {"3s"}


def test_a_quiet_hand() -> None:
    assert looked_back(SAFE_AND_NOT, "0: 1z; 1: 9m'; 2: 9p'; 3: 9s'").moments == ()


def test_a_page_shows_a_position_without_a_session_and_offers_nothing_there() -> None:
    played = Position(RYANMEN, rules=WRC, indicator="1z").play(f"{TENPAI}; 1: 3s'")
    desk = Desk.after(played.events, Seating(PLAYERS, 0), WRC, DeskSettings(hints=HintLevel.FULL))
    desk.offer()
    scene = make_page_scene(desk, Highlights(lit=frozenset({3}), cursor=2, note="A note"))
    assert (scene.prompt, scene.keys, scene.switches, scene.reason) == ((), (), (), "")
    assert (scene.lit, scene.cursor, scene.wait_line, scene.header) == (frozenset({3}), 2, "A note", ())
    assert scene.view.table.discards == played.view.table.discards
    assert scene.furiten, "what the desk knows of the position stays"
    plain = make_page_scene(desk, Highlights())
    assert plain.header
    assert plain.wait_line != "A note"
