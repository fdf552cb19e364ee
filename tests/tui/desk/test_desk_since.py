"""What the others did since the own last turn, beside each decision."""

from __future__ import annotations

import pytest

from ai.bots.registry import make_bot
from engine import events as ev
from engine.match import Match
from engine.rules import ruleset
from engine.tiles import DORA_OF, KIND_OF, TILE_OF, format_tiles, sort_tiles
from engine.view import mask
from tests.support.nightly import at_night
from tests.support.tui.desk_positions import Seated
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t
from tui.words.seating import Seating
from tui.words.tiles import kind_word, tile_word

NAMES = ("Hayai", "You", "Mamori", "Takame")
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
    def test_every_discard_since_the_own_one(self) -> None:
        scene = make_scene(Seated(HAND).offered("0: 1z; 1: 9m; 2: riichi 7s; 3: 1z; 0: draws 5z"))
        assert scene.since == (
            deed("Hayai", part("discard", tile="9m")),
            deed("Mamori", part("riichi", tile="7s")),
            deed("Takame", part("discard", tile=tile_word(TILE_OF["E"]))),
        )

    def test_a_call_and_its_discard_are_one_deed(self) -> None:
        moves = "0: 1z; 1: 5z; 3: pon 5z5z; 3: 9m; 0: draws 5m"
        assert make_scene(Seated(HAND).offered(moves)).since == (
            deed("Hayai", part("discard", tile=tile_word(TILE_OF["P"]))),
            deed("Takame", part("pon", tile=tile_word(TILE_OF["P"])), part("discard", tile="9m")),
        )

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
            told.append([NAMES[actor], text])
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
        match = Match(ruleset(rules), seed, NAMES)
        desk = Desk(Seating(NAMES, SEAT), match.rules)
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
            acting = match.acting
            match.step({s: bots[s].choose(match.round.view(s), match.round.options(s)) for s in acting})
    assert len(seen) > 100
    riichi = t("log.since.riichi", tile="").strip()
    assert any(riichi in text for text in seen)
