"""Safety at the desk: the letter under each tile, against whom it counts, and the sentence on the cursor."""

from __future__ import annotations

import pytest

from ai.reading.measured_tiers import TIER_OF, Tier
from ai.reading.safety import Safety
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason
from engine.tiles import KIND_OF, parse_tiles
from tests.measure.writing import ROOT, WORDS
from tests.support.tui.desk_positions import Seated, desk_tiles, go_to, lettered
from tui.config.settings import MarksWhen
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t
from tui.tiles.marks import DORA_LETTER, FURITEN_LETTER, TIER_MARKS, legend
from tui.tiles.roles import Ink

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
GROUNDS_OF: dict[str, set[SafetyReason]] = {
    "cannot lose": set(SAFE_REASONS),
    "last honour": {SafetyReason.LAST_COPY},
    "last suji/no-chance 1/9": {SafetyReason.LAST_COPY},
    "suji/no-chance 1/2/8/9": {
        *(SafetyReason.PAIR_19_2, SafetyReason.PAIR_19_3, SafetyReason.SUJI_28, SafetyReason.NO_CHANCE_28),
    },
    "guest winds": {SafetyReason.GUEST_2, SafetyReason.GUEST_3},
    "yakuhai with 2 left": {SafetyReason.YAKUHAI_2},
    "suji/no-chance 3-7": {
        *(SafetyReason.SUJI_37, SafetyReason.SUJI_456, SafetyReason.NO_CHANCE_37, SafetyReason.NO_CHANCE_456),
    },
    "yakuhai with 3 left": {SafetyReason.YAKUHAI_3},
    "one-chance 1/9": {SafetyReason.ONE_CHANCE_19},
    "one-chance 2-8": {SafetyReason.ONE_CHANCE_2345678},
    "open 1/9": {SafetyReason.OPEN_19},
    "open 2/8": {SafetyReason.OPEN_28},
    "half suji": {SafetyReason.HALF_SUJI_456},
    "open 3/7": {SafetyReason.OPEN_37},
    "dora honour": {SafetyReason.DORA_HONOUR},
    "covered dora": {SafetyReason.DORA_COVERED},
    "open 4/5/6": {SafetyReason.OPEN_456},
    "open dora": {SafetyReason.DORA_OPEN},
}
"""What the legend says of the tiers, each with the grounds that it speaks of."""


def against(desk: Desk, *seats: int) -> str:
    """The letters of the worst tier against these players."""
    safety = Safety(desk.view)
    tiers = [max(safety.tier(KIND_OF[tile], seat) for seat in seats) for tile in desk_tiles(desk)]
    return "".join(TIER_MARKS[tier].letter for tier in tiers)


def letters(desk: Desk) -> str:
    return "".join(mark.letter or " " for mark in make_scene(desk).marks)


class TestLetters:
    def test_against_one(self) -> None:
        desk = Seated(HAND).offered(ONE_RIICHI)
        assert lettered(desk, "G") == "4m778p"
        assert letters(desk) == against(desk, 1)
        assert make_scene(desk).against == "against Hayai"

    def test_against_two_the_worse_counts(self) -> None:
        desk = Seated(HAND).offered(TWO_RIICHI)
        assert lettered(desk, "G") == "8p111s"
        assert letters(desk) == against(desk, 1, 2)
        assert letters(desk) != against(desk, 1)
        assert make_scene(desk).against == t(
            "table.legend.against", players=t("desk.and", first="Hayai", last="Mamori")
        )

    def test_against_an_open_hand_that_looks_tenpai(self) -> None:
        desk = Seated("234m456778p1112s").offered(OPEN_THREAT)
        assert letters(desk) == against(desk, 3)
        assert make_scene(desk).against == "against Takame"

    def test_while_others_play_and_at_a_claim_too(self) -> None:
        seated = Seated(HAND).play("0: 9s; 1: riichi 4m; 2: 1z")
        assert letters(seated.desk) == against(seated.desk, 1)
        desk = seated.offered("3: 7p")
        assert letters(desk) == against(desk, 1)

    def test_a_tile_still_on_offer_is_not_safe_yet(self) -> None:
        desk = Seated(HAND).offered("0: 9s; 1: riichi 4m; 2: 1z; 3: 7p")
        assert lettered(desk, "G") == "4m"

    def test_nobody_threatens_no_letters(self) -> None:
        desk = Seated(HAND).offered(QUIET)
        assert letters(desk).strip() == ""
        assert make_scene(desk).against == ""


class TestWhen:
    def test_never(self) -> None:
        desk = Seated(HAND, marks=MarksWhen.NEVER).offered(ONE_RIICHI)
        assert letters(desk).strip() == ""
        go_to(desk, "4m")
        assert make_scene(desk).reason == ""

    def test_furiten_is_marked_all_the_same(self) -> None:
        seated = Seated("234m45622p23478s", marks=MarksWhen.NEVER)
        desk = seated.offered("0: 6s; 1: 4z; 2: 9m; 3: 1z; 0: draws 1s")
        assert any(mark.furiten for mark in make_scene(desk).marks)

    def test_always_means_all_three_while_nobody_threatens(self) -> None:
        desk = Seated(HAND, marks=MarksWhen.ALWAYS).offered(QUIET)
        assert letters(desk) == against(desk, 1, 2, 3)
        assert make_scene(desk).against == t(
            "table.legend.against", players=t("desk.and", first="Hayai, Mamori", last="Takame")
        )

    def test_and_those_who_threaten_once_somebody_does(self) -> None:
        """A tile that is safe from the riichi shall not look dangerous for what two quiet hands might be."""
        desk = Seated(HAND, marks=MarksWhen.ALWAYS).offered(ONE_RIICHI)
        assert letters(desk) == against(desk, 1)


class TestWhatMayBeThrown:
    """A tile that cannot be thrown has no letter."""

    def test_after_a_call(self) -> None:
        desk = Seated("3456m258p369s123z", marks=MarksWhen.ALWAYS).offered(
            "0: 9p; 1: 9p; 2: 9p; 3: 6m; 0: chi 4m5m"
        )
        letterless = [place for place, letter in enumerate(letters(desk)) if letter == " "]
        assert [desk_tiles(desk)[place] for place in letterless] == list(parse_tiles("36m"))

    def test_in_the_own_riichi_the_drawn_tile_alone(self) -> None:
        seated = Seated("234m45622p23478s", marks=MarksWhen.ALWAYS)
        seated.play("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z")
        assert letters(seated.desk).strip() == ""
        desk = seated.offered("0: draws 2m")
        assert letters(desk) == " " * 13 + against(desk, 1, 2, 3)[-1]

    def test_choosing_a_riichi_keeps_the_letters(self) -> None:
        desk = Seated("234m45622p23478s").offered("0: 5z; 1: riichi 2m; 2: 1z; 3: 1z; 0: draws 1s")
        before = letters(desk)
        desk.do("riichi")
        assert letters(desk) == before == against(desk, 1)
        marks = dict(zip(desk_tiles(desk), make_scene(desk).marks, strict=True))
        kept = [tile for tile, mark in marks.items() if mark.keeps_tenpai]
        assert sorted(kept) == sorted(parse_tiles("14s"))
        grey = {mark.ink for mark in marks.values() if not mark.keeps_tenpai}
        assert grey == {Ink.TEXT}


class TestSentence:
    def test_a_proof_is_told(self) -> None:
        desk = go_to(Seated(HAND).offered(ONE_RIICHI), "4m")
        assert make_scene(desk).reason == t(
            "desk.line",
            notes=t("marks.safe-thrown", name="Hayai", turn=1),
            start=t("desk.discard", tile="4m"),
        )
        go_to(desk, "8p")
        assert make_scene(desk).reason == t(
            "desk.line",
            notes=t("marks.safe-thrown", name="Takame", turn=1),
            start=t("desk.discard", tile="8p"),
        )

    def test_the_own_discard_counts(self) -> None:
        desk = Seated(HAND).offered(
            "0: 9s; 1: riichi 4m; 2: 1z; 3: 1z; 0: 7p; 1: 2z; 2: 2z; 3: 2z; 0: draws 9p"
        )
        go_to(desk, "7p")
        assert make_scene(desk).reason == t(
            "desk.line", notes=t("marks.safe-thrown", name="you", turn=2), start=t("desk.discard", tile="7p")
        )

    def test_suji_of_a_tile_that_was_added_to_a_kan(self) -> None:
        """3s went into a kan after the riichi, so it is genbutsu, though nobody can hold one any more."""
        desk = Seated("234m456778p1169s").offered(
            "0: 3s; 2: pon 3s3s; 2: 9m; 3: 9m; 0: 9s; 1: riichi 9m; 2: kakan 3s; 2: 9p; 3: 9p; 0: draws 2s"
        )
        go_to(desk, "6s")
        letter = TIER_MARKS[TIER_OF[SafetyReason.HALF_SUJI_456]].letter
        assert make_scene(desk).reason == f"Discard 6s: {letter} against Hayai (half suji)."

    def test_what_is_not_safe_says_its_letter_and_why(self) -> None:
        desk = go_to(Seated(HAND).offered(ONE_RIICHI), "2s")
        letter = letters(desk)[-2]
        assert make_scene(desk).reason == f"Discard 2s: {letter} against Hayai (nothing known)."

    def test_each_opponent_has_a_letter(self) -> None:
        desk = go_to(Seated(HAND).offered(TWO_RIICHI), "8p")
        reason = t(
            "desk.line",
            notes="G against Hayai (genbutsu), G against Mamori (genbutsu)",
            start=t("desk.discard", tile="8p"),
        )
        assert make_scene(desk).reason == reason
        go_to(desk, "4m")
        worse = against(desk, 2)[2]
        reason = f"Discard 4m: G against Hayai (genbutsu), {worse} against Mamori (nothing known)."
        assert make_scene(desk).reason == reason

    def test_three_opponents_fit(self) -> None:
        desk = Seated(HAND, marks=MarksWhen.ALWAYS).offered(QUIET)
        go_to(desk, "7p")
        one, three = against(desk, 1)[6], against(desk, 3)[6]
        reason = f"Discard 7p: {one} against Hayai, G against Mamori, {three} against Takame."
        assert make_scene(desk).reason == reason

    def test_the_same_letter_against_all_three(self) -> None:
        desk = go_to(Seated(HAND, marks=MarksWhen.ALWAYS).offered(QUIET), "5p")
        letter = against(desk, 1)[4]
        assert make_scene(desk).reason == f"Discard 5p: {letter} against all three."

    def test_furiten_comes_first_and_safety_takes_what_room_is_left(self) -> None:
        desk = Seated("234m45622p23478s").offered("0: 6s; 1: 4z; 2: riichi 1s; 3: 1z; 0: draws 1s")
        cause = t("furiten.clause-discard", tile="6s")
        after = t("desk.furiten-after", verb=t("desk.furiten-keeps"), cause=cause)
        reason = make_scene(desk).reason
        assert reason.startswith(f"{t('desk.discard', tile='1s')}: {after}; ")
        assert "Mamori" in reason


class TestLegend:
    def test_a_letter_means_one_thing(self) -> None:
        letters = [row.letter for row in legend()]
        assert len(letters) == len(set(letters))
        assert {DORA_LETTER, FURITEN_LETTER} <= set(letters)

    def test_tiers_are_g_then_letters_then_an_exclamation_mark(self) -> None:
        letters = [TIER_MARKS[tier].letter for tier in Tier]
        assert (letters[0], letters[-1]) == ("G", "!")
        assert letters[1:-1] == sorted(letters[1:-1])
        assert all(letter.islower() for letter in letters[1:-1])

    @pytest.mark.parametrize("tier", Tier)
    def test_a_tier_is_said_to_hold_what_it_holds_and_nothing_else(self, tier: Tier) -> None:
        """Where the measurement moves a ground to another tier, its words have to follow."""
        row = next(row for row in legend() if row.letter == TIER_MARKS[tier].letter)
        said = set().union(*(GROUNDS_OF[words] for words in row.text.split(", ")))
        assert said == {reason for reason in SafetyReason if TIER_OF[reason] is tier}

    def test_a_tier_has_one_letter_at_the_table_and_in_the_documentation(self) -> None:
        """The page is compared with the measurement elsewhere."""
        page = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
        for reason, words in WORDS.items():
            assert f"| {TIER_MARKS[TIER_OF[reason]].letter} | {words} |" in page
