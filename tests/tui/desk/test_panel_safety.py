"""The sentences of safety, each from a position: they name the tiles and the players that carry them."""

from __future__ import annotations

from math import floor

import pytest
from msgspec.structs import replace

from ai.reading.measured_tiers import ELSEWHERE, MEASURED
from ai.reading.safety_reasons import SafetyClass
from engine.rules import TENHOU
from engine.tiles import KIND_OF, parse_tile
from tests.support.ai.seat_views import Position
from tests.support.tui.panels import about, against, ask, section
from tui.i18n import t
from tui.tiles import TIER_LETTERS, class_words
from tui.words.names import join
from tui.words.safety_sentences import SafetyWords

HAND = "3456m345p345s115z"
RIICHI = "0: 9m; 1: 9m; 2: riichi 1s; 3: 9m; 0: 9m;"
"""Mamori, across, declares on turn 1."""
KAN = (
    "0: 9m; 1: 9m; 2: {tile}; 3: pon {tile}{tile}; 3: 9m; 0: 9m; 1: 9p; 2: 9s; 3: kakan {tile}; dora 9p; "
    "3: 8p"
)
"""Takame adds the tile to a pon."""
FLUSH = "0: 9m; 1: 9m; 2: 9m; 3: 2p; 2: pon 2p2p; 2: 9s; 3: 8p; 2: pon 8p8p; 2: 9s; 3: 9m; 0: draws 9s"
KAN_AFTER_RIICHI = (
    "0: 9m; 1: {tile}; 3: pon {tile}{tile}; 3: 9m; 0: 9m; 1: 9m; 2: riichi 1s; 3: kakan {tile}; dora 9p; "
    "3: 9m"
)


def waited(tile: str, *waits: str, key: str = "panel.only") -> str:
    """What a tile can be waited on by: the only waits that are left, or those besides."""
    return t(key, tile=tile, waits=join([t(f"panel.first-wait.{wait}") for wait in waits]))


def suji(key: str = "own-discard", **said: object) -> str:
    """What makes a two-sided wait furiten."""
    return t(f"panel.suji.{key}", **({"name": "Mamori", "turn": 1} | said))


def sides(key: str, *told: str) -> str:
    """What speaks against the two-sided waits on a number."""
    return t(f"panel.number.{key}", sides="; ".join(told))


def side(key: str, held: str, **wall: str) -> str:
    return t(f"panel.side.{key}", held=held, **wall)


QUIET = "0: 9m; 1: 9m; 2: 9m; 3: 9m; 0: draws 9s"
THROWN = f"{RIICHI} 1: 4p; 2: 1s; 3: 9s; 0: 3m; 1: 9s; 2: 2z; 3: 2z; 0: draws 3m"
HONOURS = "0: 9m; 1: 9p; 2: 9s; 3: 1p; 0: draws 1m"
ORPHANS = ("two-pairs", "pair", "orphans")
OUTER_WAITS = ("closed", "edge", "two-pairs", "pair")
AGAINST = {
    # tiles that cannot lose
    "own discard": (
        HAND, "0: 9m; 1: 9m; 2: 4p; 3: 9m; 0: draws 9m", "4p", "Mamori",
        t("panel.safe.own-discard", name="Mamori", tile="4p", turn=1),
    ),
    "a red five proves the plain one": (
        HAND, "0: 9m; 1: 0p; 2: 9m; 3: 9m; 0: draws 9m", "5p", "Hayai",
        t("panel.safe.own-discard", name="Hayai", tile="red 5p", turn=1),
    ),
    "thrown after a riichi by another player": (
        HAND, THROWN, "4p", "Mamori",
        t("panel.safe.passed-after-riichi", name="Mamori", thrower="Hayai", tile="4p", turn=2),
    ),
    "thrown after a riichi by oneself": (
        HAND, THROWN, "3m", "Mamori",
        t("panel.safe.passed-after-riichi", name="Mamori", thrower="you", tile="3m", turn=3),
    ),
    "added to a kan after a riichi": (
        HAND, f"{KAN_AFTER_RIICHI.format(tile='5z')}; 0: draws 1m", "5z", "Mamori",
        t("panel.safe.passed-after-riichi-kan", name="Mamori", thrower="Takame", tile="White"),
    ),
    "passed this turn": (
        HAND, "0: 9m; 1: 4p; 2: 9m; 3: 4s; 0: draws 1m", "4s", "Hayai",
        t("panel.safe.passed-this-turn", name="Hayai", thrower="Takame", tile="4s", turn=1),
    ),
    "added to a kan this turn": (
        HAND, f"{KAN.format(tile='5z')}; 0: draws 1m", "5z", "Hayai",
        t("panel.safe.passed-this-turn-kan", name="Hayai", thrower="Takame", tile="White"),
    ),
    # honours
    "one copy": (
        "3456m345p345s112z", HONOURS, "2z", "Mamori", f"One South is visible. {waited('South', *ORPHANS)}"
    ),
    "two copies": (
        "3456m345p345s122z", HONOURS, "2z", "Mamori", f"Two South are visible. {waited('South', *ORPHANS)}"
    ),
    "three copies": (
        "3456m345p345s222z", HONOURS, "2z", "Mamori",
        f"Three South are visible. {waited('South', 'pair', 'orphans')}",
    ),
    # numbers
    "suji of an outer tile": (
        HAND, "0: 9m; 1: 9m; 2: 6p; 3: 9m; 0: draws 9s", "3p", "Mamori",
        f"{sides('suji', suji(held='45p', tile='6p'))} {waited('3p', *OUTER_WAITS)}",
    ),
    "full suji of a middle tile": (
        HAND, "0: 9m; 1: 9m; 2: 1p; 3: 9m; 0: 9s; 1: 9s; 2: 7p; 3: 2z; 0: draws 9s", "4p", "Mamori",
        sides("suji", suji(held="23p", tile="1p"), suji(held="56p", tile="7p", turn=2))
        + f" {waited('4p', 'closed', 'two-pairs', 'pair')}",
    ),
    "half suji": (
        HAND, "0: 9m; 1: 9m; 2: 1p; 3: 9m; 0: 9s; 1: 9s; 2: 9s; 3: 2z; 0: draws 9s", "4p", "Mamori",
        sides("half-suji", suji(held="23p", tile="1p"), side("open", "56p")),
    ),
    "no-chance": (
        "37m55557p345s115z", QUIET, "7p", "Mamori",
        f"{sides('no-chance', side('no-chance', '56p', wall='5p'))} {waited('7p', *OUTER_WAITS)}",
    ),
    "one-chance": (
        "37m5557p3456s115z", QUIET, "7p", "Mamori",
        sides("one-chance", side("one-chance", "56p", wall="5p"))
        + f" {waited('7p', *OUTER_WAITS, key='panel.besides')}",
    ),
    "a middle tile walled on one side": (
        "37m55556p345s115z", QUIET, "6p", "Mamori",
        sides("half-no-chance", side("no-chance", "45p", wall="5p"), side("open", "78p")),
    ),
    "a middle tile one copy from a wall": (
        "37m5556p3456s115z", QUIET, "6p", "Mamori",
        sides("half-one-chance", side("one-chance", "45p", wall="5p"), side("open", "78p")),
    ),
    "nothing known of an outer tile": (HAND, QUIET, "3m", "Mamori", sides("open", side("open", "45m"))),
    "nothing known of a middle tile": (
        HAND, QUIET, "5m", "Mamori", sides("open", side("open", "34m and 67m"))
    ),
    "a flush": (
        HAND, FLUSH, "3p", "Mamori",
        f"{sides('open', side('open', '45p'))} {t('panel.alarm.flush', name='Mamori', suit='circles')}",
    ),
}  # fmt: skip
"""A hand, the moves, a tile, a player, and what is said about the tile against the player."""


@pytest.mark.parametrize("name", AGAINST)
def test_what_is_said_of_a_tile_against_a_player(name: str) -> None:
    hand, moves, tile, player, said = AGAINST[name]
    assert against(Position(hand, indicator="4z").play(moves), tile, player) == said


def test_what_passed_before_the_last_discard_proves_nothing() -> None:
    position = Position(HAND).play("0: 9m; 1: 4p; 2: 9m; 3: 4s; 0: draws 1m")
    assert against(position, "4p", "Mamori").startswith("No suji"), "Mamori has thrown since"


def test_all_four_of_an_honour() -> None:
    position = Position("3456m345p345s111z", indicator="1z")
    position.play("0: 9m; 1: 9p; 3: pon 9p9p; 3: 3z; 0: draws 2m")
    said = t("panel.ground.all-seen", tile="East")
    assert against(position, "1z", "Takame") == said, "Takame has called"
    orphans = t("panel.ground.orphans", tile="East")
    assert against(position, "1z", "Hayai") == orphans


def test_all_four_of_a_number() -> None:
    position = Position("7777888m66z1115z", indicator="8m")
    position.play("0: 5z; 1: 8s; 2: 9s; 3: 4m; 0: 6z; 1: 3z; 2: 3m; 3: 3z; 0: draws 5s")
    said = t("panel.ground.no-wait", sides=suji(held="56m", name="Takame", tile="4m"), tile="7m")
    assert against(position, "7m", "Takame") == said, "nobody has an 8m for 68m or 89m"
    assert against(position, "7m", "Hayai").startswith(sides("open", side("open", "56m")))


def test_a_dead_hand() -> None:
    position = Position(HAND).play(QUIET)
    position.view.table.seats[2].dead = True
    assert against(position, "4p", "Mamori") == t("panel.ground.dead-hand", name="Mamori")


def test_who_has_called_cannot_have_thirteen_orphans() -> None:
    position = Position("3456m345p345s112z").play("0: 9m; 1: 9p; 2: pon 9p9p; 2: 9s; 3: 1p; 0: draws 1m")
    assert against(position, "2z", "Mamori").endswith(waited("South", "two-pairs", "pair"))
    assert against(position, "2z", "Takame").endswith(waited("South", *ORPHANS))


# -- what makes it more dangerous --------------------------------------------------------------------


def test_dora_and_its_neighbours() -> None:
    position = Position(HAND, indicator="3p").play(QUIET)
    assert against(position, "4p", "Mamori").endswith(f"could wait on it. {t('panel.alarm.dora')}")
    assert against(position, "5p", "Mamori").endswith(f"could wait on it. {t('panel.alarm.dora-neighbour')}")


def test_live_yakuhai() -> None:
    said = t("panel.alarm.live-yakuhai", count=3, name="Mamori")
    assert against(Position(HAND).play(QUIET), "5z", "Mamori").endswith(said)


@pytest.mark.parametrize("melds", ["2p 6z", "1z 2p"])
def test_a_flush_with_honours(melds: str) -> None:
    first, second = melds.split()
    position = Position(HAND, indicator="4z").play(
        f"0: 9m; 1: 9m; 2: 9m; 3: {first}; 2: pon {2 * first}; 2: 9s; 3: {second}; 2: pon {2 * second}; 2: 9s"
        "; 3: 9m; 0: draws 9s"
    )
    flush = t("panel.alarm.flush", name="Mamori", suit=join(["circles", "honours"]))
    assert against(position, "3p", "Mamori").endswith(flush)


# -- what the riichi tile, early discards and melds tell -----------------------------------------------


def test_suji_by_the_riichi_tile_alone() -> None:
    position = Position(HAND, indicator="4z").play(
        "0: 9m; 1: 9s; 2: riichi 4p; 3: 9m; 0: 9s; 1: 9s; 2: 4z; 3: 2z; 0: draws 9s"
    )
    said = t("panel.reading.riichi-suji")
    assert said in against(position, "7p", "Mamori")
    assert said not in against(position, "5m", "Mamori")
    position.play("0: 9s; 1: 4p; 2: 1z; 3: 2z; 0: draws 1s")
    assert said not in against(position, "7p", "Mamori"), "another 4p went by"


def test_outside_an_early_discard() -> None:
    position = Position(HAND, indicator="4z").play("0: 9m; 1: 9s; 2: 4m; 3: 9m; 0: draws 9s")
    said = t("panel.reading.early-outside", name="Mamori", early="4m")
    assert said in against(position, "3m", "Mamori")
    assert said not in against(position, "5m", "Mamori")
    assert said not in against(position, "3m", "Hayai")


SIMPLES = "0: 9m; 1: 9m; 2: 9m; 3: 3s; 2: pon 3s3s; 2: 9s; 3: 9m; 0: draws 9s"
OUTER = "0: 9m; 1: 9m; 2: 9m; 3: 9p; 2: pon 9p9p; 2: 1s; 3: 9s; 2: pon 9s9s; 2: 1s; 3: 9m; 0: draws 9s"


def test_melds_of_simples() -> None:
    position = Position("37m115556p3456s1z", indicator="4z").play(SIMPLES)
    said = t("panel.reading.simples-outside", name="Mamori", tile="1p")
    assert said in against(position, "1p", "Mamori")
    no_tanyao = Position("37m115556p3456s1z", rules=replace(TENHOU, open_tanyao=False), indicator="4z")
    assert said not in against(no_tanyao.play(SIMPLES), "1p", "Mamori")


def test_melds_that_need_a_yaku() -> None:
    position = Position("37m115556p3456s5z", indicator="4z").play(OUTER)
    assert t("panel.reading.needed-yakuhai", name="Mamori") in against(position, "5z", "Mamori")
    assert t("panel.reading.outside", name="Mamori") in against(position, "5p", "Mamori")
    moves = OUTER.replace("3: 9s; 2: pon 9s9s", "3: 6z; 2: pon 6z6z")
    with_yaku = Position("37m115556p3456s5z", indicator="4z").play(moves)
    assert t("panel.reading.needed-yakuhai", name="Mamori") not in against(with_yaku, "5z", "Mamori")


def test_another_suit_than_that_of_the_melds() -> None:
    position = Position(HAND, indicator="4z").play(FLUSH)
    said = t("panel.reading.flush-other", name="Mamori", suit="circles")
    assert said in against(position, "3m", "Mamori")
    thrown = Position(HAND, indicator="4z").play(FLUSH.replace("2: 9m", "2: 9p"))
    assert said not in against(thrown, "3m", "Mamori"), "they discarded one of that suit"


@pytest.mark.parametrize(("left", "key"), [(3.5, "few"), (5.0, "few"), (8.0, ""), (12.0, "many")])
def test_how_many_suji_are_left(left: float, key: str) -> None:
    position = Position(HAND, indicator="4z").play("0: 9m; 1: 9m; 2: 9m; 3: 9m; 0: draws 9s")
    explainer = ask(position.view)
    found = replace(explainer._hints.safety.against(KIND_OF[parse_tile("3p")], 1), two_sided=left)
    said = SafetyWords(position.view, explainer._names).tier(found)
    told = [each for each in ("few", "many") if t(f"panel.suji-left.{each}", count=floor(left + 0.5)) in said]
    assert told == ([key] if key else [])


# -- the page ----------------------------------------------------------------------------------------


def test_how_often_such_tiles_were_won_on_is_told_last_and_once() -> None:
    position = Position(HAND, indicator="4z").play("0: 9m; 1: 9p; 2: 9p; 3: 9p; 0: draws 9s")
    tier = ask(position.view)._hints.safety.against(KIND_OF[parse_tile("3p")], 1).tier
    (tiles, wins), (others, other_wins) = MEASURED[tier], ELSEWHERE[tier]
    rates = {"rate": f"{100 * wins / tiles:.1f}", "other": f"{100 * other_wins / others:.1f}"}
    counts = {"tiles": f"{tiles:,}", "others": f"{others:,}", "tier": TIER_LETTERS[tier]}
    page = about(position, "3p")
    assert page.sections[-1].title == t("panel.head.measured")
    assert section(page, t("panel.head.measured")) == [t("panel.measured.tenpai", **rates, **counts)]


def test_against_a_tile_that_cannot_lose_the_page_says_so_once() -> None:
    position = Position(HAND).play("0: 9m; 1: 4p; 2: 4p; 3: 4p; 0: draws 9m")
    said = section(about(position, "4p"), "Safety")[1:]
    assert [line.lower().count(class_words(SafetyClass.CANNOT_LOSE)) for line in said] == [1, 1, 1]


def test_when_nobody_threatens_the_page_says_so() -> None:
    position = Position(HAND).play("0: 9m; 1: 9m; 2: 9m; 3: 9m; 0: draws 9s")
    quiet = t("panel.quiet")
    assert section(about(position, "3p"), "Safety")[0] == quiet


def test_of_several_threats_the_worst_counts() -> None:
    position = Position(HAND).play("0: 9m; 1: riichi 9m; 2: riichi 1s; 3: 9m; 0: draws 9s")
    assert section(about(position, "3p"), "Safety")[0].startswith(t("panel.worst"))


# -- what speaks for a threat ------------------------------------------------------------------------


def heads(position: Position) -> list[str]:
    page = about(position, "3p")
    told = [line for title in ("Safety", "The others") for line in section(page, title)]
    return [line.partition(" | ")[0] for line in told]


def test_an_open_hand() -> None:
    position = Position(HAND, indicator="1p").play(
        """
        0: 9m; 1: 9m; 2: 9m; 3: 2p; 2: pon 2p2p; 2: 9s; 3: 8p; 2: pon 8p8p; 2: 9s; 3: 6z; 2: pon 6z6z; 2: 1m
        3: 9p; 0: 9s; 1: 1m; 2: 4s'; 3: 1s; 0: 9s; 1: 1m; 2: 4s'; 3: 1s
        0: 2z; 1: 2z; 2: 4s'; 3: 1s; 0: draws 2z
        """
    )
    (said,) = [head for head in heads(position) if head.startswith("Mamori")]
    signs = (
        t("panel.sign.melds", count=3),
        "yakuhai (Green)",
        t("panel.sign.one-suit", suit=join(["circles", "honours"])),
        t("panel.sign.dora", count=3, tiles="2p"),
        t("panel.sign.settled", count=3),
    )
    assert said == "Mamori: " + t("panel.threat.possible", why=", ".join(signs))
