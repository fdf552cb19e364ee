"""The desk looks back: what the others did since the own last turn, and the moments of a hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.reading.safety_reasons import SafetyClass
from ai.review.hand_review import FuritenEntered, WinMissed
from engine import events as ev
from engine.match import Match
from engine.own_rules import ruleset
from engine.tiles import DORA_OF, KIND_OF, NAMES, TILE_OF, format_tiles, sort_tiles
from engine.view import mask
from tests.ai.test_review_hand import FREE, RIICHI, RYANMEN, SAFE_AND_NOT, TENPAI
from tests.support.ai.bot_games import take_step
from tests.support.ai.seat_views import Position
from tests.support.nightly import at_night
from tests.support.tui.positions import PLAYERS, Seated, under_cursor
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.hand_moments import HandMoments
from tui.desk.scene_maker import make_page_scene, make_scene
from tui.i18n import t
from tui.tiles import class_words
from tui.words.names import Seating, kind_word, tile_word
from tui.words.review_sentences import LINE_WIDTH

AT_THE_TABLE = ("Hayai", "You", "Mamori", "Takame")
SEAT = 1
HAND = "22m4567p345789s1z"


def deed(name: str, *parts: str) -> str:
    """One deed of a player, of one part or more."""
    told = t("log.since.deed", name=name, deed=parts[0])
    for part in parts[1:]:
        told = t("log.since.then", told=told, deed=part)
    return told


def part(key: str, **values: str) -> str:
    return t(f"log.since.{key}", **values)


class TestDeeds:
    def test_a_kan_and_the_new_dora(self) -> None:
        moves = "0: 1z; 1: ankan 9m9m9m9m; dora 3p; 1: draws ?; 1: 1m; 2: 2z; 3: 2z; 0: draws 5m"
        since = make_scene(Seated(HAND).offered(moves.replace(" 1: draws ?;", ""))).since
        assert since[:2] == (
            deed("Hayai", part("closed-kan", tile="9m")),
            part("dora", dora="4p"),
        )
        assert since[2] == deed("Hayai", part("discard", tile="1m"))

    def test_at_a_claim_too_and_nowhere_else(self) -> None:
        seated = Seated(HAND)
        scene = make_scene(seated.offered("0: 1z; 1: 2m"))
        assert scene.since == (deed("Hayai", part("discard", tile="2m")),)
        seated.play("2: 1z")
        assert make_scene(seated.desk).since == (), "nothing is to be decided"

    def test_nothing_before_the_first_turn_and_nothing_one_did_oneself(self) -> None:
        assert make_scene(Seated(HAND).offered("0: draws 5z")).since == ()
        moves = "0: 1z; 1: 2m; 0: pon 2m2m"
        assert make_scene(Seated(HAND).offered(moves)).since == (deed("Hayai", part("discard", tile="2m")),)


def expected(heard: list[ev.Event]) -> list[str]:
    """The deeds, found the slow way: every event of the hand is told, and an own discard clears them."""
    told: list[list[str]] = []
    riichi: set[int] = set()
    open_turn: int | None = None

    def add(actor: int, text: str) -> None:
        nonlocal open_turn
        if actor == SEAT:
            return
        if open_turn == actor:
            told[-1].append(text)
        else:
            told.append([AT_THE_TABLE[actor], text])
        open_turn = actor

    for event in heard:
        match event:
            case ev.Reach(actor=actor):
                riichi.add(actor)
            case ev.Dahai(actor=actor, pai=pai):
                key = "riichi" if actor in riichi else "discard"
                riichi.discard(actor)
                add(actor, part(key, tile=tile_word(TILE_OF[pai])))
                open_turn = None
                if actor == SEAT:
                    told = []
            case ev.Chi(actor=actor, pai=pai, consumed=own):
                add(actor, part("chi", tiles=format_tiles(sort_tiles(TILE_OF[x] for x in (pai, *own)))))
            case ev.Pon(actor=actor, pai=pai):
                add(actor, part("pon", tile=kind_word(TILE_OF[pai])))
            case ev.Daiminkan(actor=actor, pai=pai) | ev.Kakan(actor=actor, pai=pai):
                add(actor, part("kan", tile=kind_word(TILE_OF[pai])))
            case ev.Ankan(actor=actor, consumed=own):
                add(actor, part("closed-kan", tile=kind_word(TILE_OF[own[0]])))
            case ev.Dora(dora_marker=marker):
                told.append(["", part("dora", dora=tile_word(DORA_OF[KIND_OF[TILE_OF[marker]]]))])
                open_turn = None
    return [deed(name, *parts) if name else parts[0] for name, *parts in told]


@pytest.mark.parametrize("rules", ["wrc", *at_night(["tenhou"])])
def test_it_is_what_the_events_say(rules: str) -> None:
    seen = []
    for seed in range(3):
        match = Match(ruleset(rules), seed, AT_THE_TABLE)
        desk = Desk(Seating(AT_THE_TABLE, SEAT), match.rules)
        bots = [make_bot(name) for name in ("hayai", "tenpai", "mamori", "hayai")]
        shown, heard = 0, list[ev.Event]()
        while match.standings is None and match.header.kyoku < 3:
            for event in match.events[shown:]:
                heard = [] if isinstance(event, ev.StartKyoku) else heard
                heard.append(mask(event, SEAT))
                desk.event(heard[-1])
            shown = len(match.events)
            if match.round.outcome is not None:
                match.proceed()
                continue
            if desk.offer():
                assert list(desk.since) == expected(heard)
                seen += desk.since
            take_step(match, bots)
    assert len(seen) > 100
    riichi = t("log.since.riichi", tile="").strip()
    assert any(riichi in text for text in seen)


WRC = ruleset("wrc")

RISKS = " ".join(
    t("moments.safety", tile=tile, safety=class_words(safety), ground=t(f"marks.ground.{ground}"))
    for tile, safety, ground in (
        ("5p", SafetyClass.RISKY, "open"),
        ("1m", SafetyClass.CANNOT_LOSE, "own-discard"),
    )
)
"""The tile that was discarded, and the safer one: each with its class and what that rests on."""


def looked_back(hand: str, moves: str, *end: ev.Event) -> HandMoments:
    played = Position(hand, rules=WRC, indicator="1z").play(moves)
    return HandMoments(WRC, Seating(PLAYERS, 0), [*played.events, *end])


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
            "23499m456p3378s5z",
            "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 1s'; 2: 1z'; 3: 1z'; 0: 9s'; 1: 1s'",
            [],
            [f"Turn 3: {t('moments.itself', tile='9s', waits='6s 9s')}"],
            [f"{t('moments.none-missed')} {t('moments.ended-hand-over')}"],
            id="furiten by that discard itself",
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


@pytest.mark.parametrize(
    ("scores", "told"), [((27_500, 28_000, 30_000, 34_500), True), ((20_000, 30_000, 32_000, 38_000), False)]
)
def test_a_win_that_is_better_passed_is_none_that_was_let_go(scores: tuple[int, ...], told: bool) -> None:
    """In South 4 the last lets a ron of 1,000 go: it would gain a place, or make the last place final."""
    start, *events = (
        Position("234m45622p23478s", rules=WRC, indicator="1z").play("0: 5z; 1: 9s; 2: 2z").events
    )
    assert isinstance(start, ev.StartKyoku)
    start = replace(start, bakaze="S", kyoku=4, oya=3, scores=list(scores))
    found = HandMoments(WRC, Seating(PLAYERS, 0), [start, *events]).moments
    let_go = [each.moment.facts for each in found if isinstance(each.moment.facts, WinMissed)]
    assert [each.points for each in let_go] == ([1_000] if told else [])


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
    scene = make_page_scene(desk, lit=frozenset({3}), cursor=2, note="A note")
    assert (scene.prompt, scene.keys, scene.switches, scene.reason) == ((), (), (), "")
    assert (scene.lit, scene.cursor, scene.wait_line, scene.header) == (frozenset({3}), 2, "A note", ())
    assert scene.view.table.discards == played.view.table.discards
    assert scene.furiten, "what the desk knows of the position stays"
    plain = make_page_scene(desk)
    assert plain.header
    assert plain.wait_line != "A note"


def test_the_tile_that_is_about_to_be_discarded_is_no_cause_yet() -> None:
    lookback = looked_back("234567m22678p35s4z", "0: 9s'; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 4s; 0: 3s; 1: 9s'")
    (entered,) = lookback.moments
    assert isinstance(entered.moment.facts, FuritenEntered)
    assert [NAMES[cause.tile] for cause in entered.moment.facts.causes] == ["3s"]
    assert lookback.scene(lookback.desk(entered), entered).causes == ()
