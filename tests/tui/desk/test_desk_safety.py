"""Safety at the desk: the letter under each tile, the sentence on the cursor, the line of safest tiles."""

from __future__ import annotations

from ai.reading.safety import Safety
from ai.reading.safety_reasons import SafetyClass, Tier, safety_class
from engine.tiles import KIND_OF, NAMES, parse_tiles
from tests.support.tui.positions import Seated, classed, desk_tiles, go_to, marked_furiten, under_cursor
from tests.support.tui.texts import discard_line as line
from tools.measure.writing import ROOT
from tui.config.actions import ActionId
from tui.config.settings import MarksWhen
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.i18n import t
from tui.tiles import DORA_SIGN, FURITEN_SIGN, RIICHI_SIGN, TIER_LETTERS, class_words, legend

HAND = "234m456778p1112s"
ONE_RIICHI = "0: 9s; 1: riichi 4m; 2: 7p; 3: 8p; 0: draws 9p"
TWO_RIICHI = "0: 9s; 1: riichi 4m; 2: riichi 1s; 3: 8p; 0: draws 9p"
QUIET = "0: 9s; 1: 4m; 2: 7p; 3: 8p; 0: draws 9p"
OPEN_THREAT = """
    0: 9s; 1: 9m; 2: 7z; 3: pon 7z7z; 3: 9m'; 0: 9s; 1: 8m; 3: pon 8m8m; 3: 1p'; 0: 9s; 1: 1z; 2: 6z
    3: pon 6z6z; 3: 2z'; 0: 9s; 1: 2z; 2: 2z; 3: 3z'; 0: 4z; 1: 3z; 2: 3z; 3: 4z'; 0: 4z; 1: 4z; 2: 9p; 3: 5z'
    0: 5z; 1: 5z; 2: 5z; 3: 9p'; 0: 1z; 1: 1z; 2: 1z; 3: 9p'; 0: 1p; 1: 1p; 2: 1p; 3: 6m'; 0: draws 8s
"""
"""Takame has three open melds and throws what she draws."""


def against(desk: Desk, *seats: int) -> str:
    """The class of the worst tier against these players for each tile, as a digit."""
    safety = Safety(desk.view)
    tiers = [max(safety.tier(KIND_OF[tile], seat) for seat in seats) for tile in desk_tiles(desk)]
    return "".join(str(int(safety_class(tier))) for tier in tiers)


def classes(desk: Desk) -> str:
    """The class marked at each tile as a digit, a blank without a mark."""
    return "".join(" " if mark.safety is None else str(int(mark.safety)) for mark in make_scene(desk).marks)


def said(safety: SafetyClass, players: str) -> str:
    return t("marks.against", safety=class_words(safety), players=players)


def told(name: str, why: str) -> str:
    return t("marks.player-why", name=name, why=why)


class TestClasses:
    def test_against_one(self) -> None:
        desk = Seated(HAND).offered(ONE_RIICHI)
        assert classed(desk, SafetyClass.CANNOT_LOSE) == "4m778p"
        assert classes(desk) == against(desk, 1)
        assert make_scene(desk).against == "against Hayai"

    def test_against_two_the_worse_counts(self) -> None:
        desk = Seated(HAND).offered(TWO_RIICHI)
        assert classed(desk, SafetyClass.CANNOT_LOSE) == "8p111s"
        assert classes(desk) == against(desk, 1, 2)
        assert classes(desk) != against(desk, 1)
        assert make_scene(desk).against == t(
            "table.legend.against", players=t("desk.and", first="Hayai", last="Mamori")
        )

    def test_nobody_threatens_no_letters(self) -> None:
        desk = Seated(HAND).offered(QUIET)
        assert classes(desk).strip() == ""
        assert make_scene(desk).against == ""


class TestWhen:
    def test_never(self) -> None:
        desk = Seated(HAND, marks=MarksWhen.NEVER).offered(ONE_RIICHI)
        assert classes(desk).strip() == ""
        go_to(desk, "4m")
        assert make_scene(desk).reason == ""

    def test_furiten_is_marked_all_the_same(self) -> None:
        seated = Seated("23m456p22p234s68s5z", marks=MarksWhen.NEVER)
        desk = seated.offered("0: 1m; 1: 4z; 2: 9m; 3: 1z; 0: draws 7s")
        assert marked_furiten(desk) == "5z", "the wait would be 1m 4m, with 1m in the pond"

    def test_always_means_all_three_while_nobody_threatens(self) -> None:
        desk = Seated(HAND, marks=MarksWhen.ALWAYS).offered(QUIET)
        assert classes(desk) == against(desk, 1, 2, 3)
        assert make_scene(desk).against == t(
            "table.legend.against", players=t("desk.and", first="Hayai, Mamori", last="Takame")
        )

    def test_and_those_who_threaten_once_somebody_does(self) -> None:
        """A tile that is safe from the riichi shall not look dangerous for what two quiet hands might be."""
        desk = Seated(HAND, marks=MarksWhen.ALWAYS).offered(ONE_RIICHI)
        assert classes(desk) == against(desk, 1)


class TestWhatMayBeThrown:
    """A tile that cannot be thrown has no letter."""

    def test_after_a_call(self) -> None:
        desk = Seated("3456m258p369s123z", marks=MarksWhen.ALWAYS).offered(
            "0: 9p; 1: 9p; 2: 9p; 3: 6m; 0: chi 4m5m"
        )
        letterless = [place for place, letter in enumerate(classes(desk)) if letter == " "]
        assert [desk_tiles(desk)[place] for place in letterless] == list(parse_tiles("36m"))

    def test_in_the_own_riichi_the_drawn_tile_alone(self) -> None:
        seated = Seated("234m45622p23478s", marks=MarksWhen.ALWAYS)
        seated.play("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z")
        assert classes(seated.desk).strip() == ""
        desk = seated.offered("0: draws 2m")
        assert classes(desk) == " " * 13 + against(desk, 1, 2, 3)[-1]

    def test_choosing_a_riichi_keeps_the_classes_of_tiles_that_may_be_chosen(self) -> None:
        desk = Seated("234m45622p23478s").offered("0: 5z; 1: riichi 2m; 2: 1z; 3: 1z; 0: draws 1s")
        desk.do("riichi")
        marks = list(zip(desk_tiles(desk), make_scene(desk).marks, against(desk, 1), strict=True))
        kept = [tile for tile, mark, _ in marks if mark.keeps_tenpai]
        assert sorted(kept) == sorted(parse_tiles("14s"))
        assert [mark.safety for tile, mark, _ in marks if tile not in kept] == [None] * 12
        assert all(mark.safety == int(digit) for tile, mark, digit in marks if tile in kept)


def safe(reason: str, thrower: str, turn: int) -> str:
    """Why a tile is genbutsu against Hayai."""
    return t(f"marks.safe.{reason}", name="Hayai", thrower=thrower, turn=turn)


class TestSentence:
    def test_a_proof_is_told(self) -> None:
        desk = go_to(Seated(HAND).offered(ONE_RIICHI), "4m")
        assert make_scene(desk).reason == line("4m", safe("own-discard", "Hayai", 1))
        go_to(desk, "8p")
        assert make_scene(desk).reason == line("8p", safe("passed-after-riichi", "Takame", 1))

    def test_what_is_not_safe_says_its_class_and_why(self) -> None:
        desk = go_to(Seated(HAND).offered(ONE_RIICHI), "3m")
        safety = SafetyClass(int(classes(desk)[1]))
        assert make_scene(desk).reason == line("3m", said(safety, told("Hayai", t("marks.ground.open"))))

    def test_suji_names_its_tile(self) -> None:
        desk = go_to(Seated(HAND).offered("0: 9s; 1: riichi 4m; 2: 5s; 3: 8p; 0: draws 9p"), "2s")
        why = t("marks.suji-of", tiles="5s")
        assert make_scene(desk).reason == line("2s", said(SafetyClass.VERY_SAFE, told("Hayai", why)))

    def test_players_of_one_class_are_named_together(self) -> None:
        desk = go_to(Seated(HAND).offered(TWO_RIICHI), "8p")
        genbutsu = t("marks.ground.own-discard")
        both = t("desk.and", first=told("Hayai", genbutsu), last=told("Mamori", genbutsu))
        assert make_scene(desk).reason == line("8p", said(SafetyClass.CANNOT_LOSE, both))

    def test_the_same_class_against_all_three(self) -> None:
        quiet = "0: 9s; 1: 9s; 2: 9s; 3: 1z; 0: draws 9p"
        desk = go_to(Seated(HAND, marks=MarksWhen.ALWAYS).offered(quiet), "5p")
        safety = SafetyClass(int(against(desk, 1)[4]))
        assert make_scene(desk).reason == line("5p", t("marks.all", safety=class_words(safety)))


class TestLegend:
    def test_a_sign_means_one_thing(self) -> None:
        signs = [row.letter for row in legend() if row.safety is None]
        assert len(signs) == len(set(signs))
        assert {DORA_SIGN, FURITEN_SIGN, RIICHI_SIGN} <= set(signs)

    def test_a_tier_has_one_letter_in_the_panel_and_in_the_documentation(self) -> None:
        page = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
        for safety in SafetyClass:
            letters = " ".join(TIER_LETTERS[tier] for tier in Tier if safety_class(tier) is safety)
            assert f"| {class_words(safety)} | {letters} |" in page


def test_two_tiles_are_compared_and_two_alike_are_not() -> None:
    pairs = zip("1234", "6789", strict=True)
    calls = "; ".join(f"0: 1z; 1: {rank}m; 0: pon {rank}m{rank}m; 0: {gone}s" for rank, gone in pairs)
    threat = f"{calls}; 1: riichi 5z; 2: 6z; 3: 7z; 0: draws"
    for drawn, groups in (("1p", [["1p"], ["5p"]]), ("5p", [])):
        scene = make_scene(Seated("11223344m5p6789s").offered(f"{threat} {drawn}"))
        assert [[NAMES[tile] for tile in group] for group in scene.safest] == groups


def test_of_equally_safe_tiles_the_safest_against_the_others_comes_first() -> None:
    """Both lie in Hayai's pond: 6m is risky against the other two, of East two copies are gone."""
    quiet = "0: 9s; 1: 6m; 2: 9p; 3: 1z; 0: 9s; 1: 1z; 2: 9p; 3: 7z"
    desk = Seated("26m1z456778p1112s").offered(f"{quiet}; 0: 9s; 1: riichi 4m; 2: 9p; 3: 7z; 0: draws 9s")
    first, *_ = make_scene(desk).safest
    assert [NAMES[tile] for tile in first] == ["1z", "6m"]
    desk.do(ActionId.SAFEST)
    assert under_cursor(desk) == "1z"


def test_nobody_threatens_no_line_and_the_key_says_so() -> None:
    desk = Seated(HAND).offered(QUIET)
    assert make_scene(desk).safest == ()
    before = desk.choice.place if desk.choice else None
    assert desk.do(ActionId.SAFEST) is None
    assert (desk.notice, desk.choice and desk.choice.place) == (t("desk.no-threat"), before)
